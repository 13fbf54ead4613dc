"""Preload modules in the background, and keep GC and thread switches from delaying frames.

Pillow and pygame_gui take a fifth of a second to import, on the first screenshot and the first F10.
A thread does it once the machine has run for some seconds.  Threads must not keep the window
waiting meanwhile, nor while a recording is written: by default Python switches threads only after
5 ms, several times per frame.  A full garbage collection takes 10 to 20 ms.  Objects that exist
when everything is loaded stay to the end, so they are excluded from then on.
"""

import gc
import sys
import threading

from emu.host.feature import AppProtocol, Feature
from emu.host.types import Samples

SETTLED = 250  # frames: the first seconds belong to the program
HAND_OVER = 0.0005  # seconds for which a thread may keep the others waiting


def load() -> None:
    """Import what the first picture and the first menu need."""
    from PIL import Image

    from emu.host.menu import widgets  # noqa: F401  (what F10 needs)

    Image.preinit()


class Preload(Feature):
    """Preloads modules in a thread."""

    def __init__(self, app: AppProtocol) -> None:
        super().__init__(app)
        self._frames, self._frozen = 0, False
        self._thread: threading.Thread | None = None
        self._hand_over = sys.getswitchinterval()
        sys.setswitchinterval(HAND_OVER)

    def after_frame(self, samples: Samples) -> None:
        """Begin when the program has settled."""
        self._frames += 1
        if self._frames == SETTLED:
            self._thread = threading.Thread(target=load, name="preload")
            self._thread.start()
        elif self._thread is not None and not self._frozen and not self._thread.is_alive():
            gc.freeze()
            self._frozen = True

    def close(self) -> None:
        """Restore Python's settings: another window may follow in this process."""
        if self._thread is not None:
            self._thread.join()
        if self._frozen:
            gc.unfreeze()
        sys.setswitchinterval(self._hand_over)
