"""The files of whole trees of folders, found beside the window: a slow disk holds up no frame."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

from emu.host.menu.names import order
from emu.shared.folder_walk import walk

MOST = 20_000  # files that are found
AT_ONCE = 0.15  # seconds that the first picture waits for all of them
NEWS_EVERY = 0.5  # seconds


class Scan:
    """Looks for the files of folders in a thread.

    done  True: all of them have been found, or MOST
    """

    def __init__(self, folders: Iterable[Path], suffixes: Sequence[str]) -> None:
        self.done = False
        self._folders, self._suffixes = list(folders), suffixes
        self._found: list[Path] = []
        self._sorted: list[Path] = []
        self._told, self._told_at = False, 0.0
        self._thread = threading.Thread(target=self._run, name="scan", daemon=True)
        self._thread.start()
        self._thread.join(AT_ONCE)

    def _run(self) -> None:
        try:
            for path in walk(self._folders, self._suffixes):
                self._found.append(path)
                if len(self._found) >= MOST:
                    break
        finally:
            self.done = True

    def found(self) -> list[Path]:
        """Return what has been found so far, by name."""
        self._told, self._told_at = self.done, time.monotonic()  # first: more may come meanwhile
        if len(self._sorted) != len(self._found):
            self._sorted = sorted(list(self._found), key=lambda path: order(path.name))
        return self._sorted

    def news(self) -> bool:
        """Tell whether there is more than ``found`` has returned; not too often."""
        if self._told or (not self.done and time.monotonic() < self._told_at + NEWS_EVERY):
            return False
        return self.done or len(self._found) > len(self._sorted)
