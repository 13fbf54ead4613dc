"""Recording: screenshots, and files of all frames that the machine makes.

The suffix decides the kind of file.  A recording that cannot continue (a full disk) ends with a
message; what has been written is kept, and everything else goes on.
"""

from __future__ import annotations

import io
import threading
from collections.abc import Callable
from datetime import datetime
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from disk.durable import replace_file
from emu.errors import HostError
from emu.host.actions import Action
from emu.host.feature import AppProtocol, Feature

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    from PIL import Image

    from c64.api import C64
    from c64.api_views import FilePath
    from emu.host.types import Palette, Picture, Samples, Size

KINDS = (".gif", ".mp4", ".wav")


class Writer(Protocol):
    """What puts frames into a file of one kind; OSError where it cannot be written."""

    def frame(self, indices: Picture, palette: Palette, samples: Samples, /) -> None:
        """Take a frame: its picture, uint8[16, 3] colours, int16 sound."""

    def close(self) -> None:
        """Finish the file."""


def frame_hz_of(machine: C64) -> Fraction:
    """Return the frames a second as a Fraction."""
    model = machine.model
    hz: Fraction = Fraction(model.exact_hz) / (model.lines * model.cycles_per_line)
    return hz


def open_writer(
    path: FilePath, size: Size, machine: C64, rate: int, aspect: float, suffix: str | None = None
) -> Writer:
    """Return a Writer for a file, of the kind that its suffix says; HostError."""
    suffix = Path(path).suffix if suffix is None else suffix
    try:
        match suffix.lower():
            case ".gif":
                from emu.host.record.gif import GifWriter

                return GifWriter(path, frame_hz_of(machine))
            case ".mp4":
                from emu.host.record.mp4 import Mp4Writer

                return Mp4Writer(path, size, frame_hz_of(machine), rate, aspect, machine.channels)
            case ".wav":
                from emu.host.record.wav import WavWriter

                return WavWriter(path, rate, machine.channels)
            case other:
                raise HostError(f"{path}: {other or 'no suffix'} is not one of {' '.join(KINDS)}")
    except OSError as error:
        raise HostError(f"{path}: cannot be written ({error.strerror})") from None


class Recording:
    """A file that is being recorded; it ends by itself when it cannot continue.

    tell  function called with the reason, one line, when it ends by itself

    ended   True when it takes no more;  failed  True if not all of it is in the file
    """

    def __init__(self, path: FilePath, writer: Writer, tell: Callable[[str], object]) -> None:
        self.path = Path(path)
        self.ended = self.failed = False
        self.frames = 0
        self._writer, self._tell = writer, tell

    def frame(self, indices: Picture, palette: Palette, samples: Samples) -> None:
        """Take a frame."""
        if self.ended:
            return
        try:
            self._writer.frame(indices, palette, samples)
            self.frames += 1
        except OSError as error:
            self._fail(f"recording ends ({error.strerror})")
            self.close()

    def _fail(self, why: str) -> None:
        """Report the first error."""
        if not self.failed:
            self.failed = True
            self._tell(f"{self.path.name}: {why}")

    def close(self) -> None:
        """Finish the file."""
        if self.ended:
            return
        self.ended = True
        try:
            self._writer.close()
        except OSError as error:
            self._fail(f"not finished ({error.strerror})")


_given: set[Path] = set()  # paths already used, whose files a thread may not have written yet


def file_now(suffix: str) -> Path:
    """Return the Path of a new file in this folder, named after the time."""
    name = f"go64-{datetime.now():%Y%m%d-%H%M%S}"
    path, count = Path(f"{name}{suffix}"), 1
    while path.exists() or path.absolute() in _given:
        count += 1
        path = Path(f"{name}-{count}{suffix}")
    _given.add(path.absolute())
    return path


def write_png(picture: npt.NDArray[np.uint8], path: Path, tell: Callable[[str], object]) -> None:
    """Write uint8[height, width, 3] to a file; if that fails, call ``tell`` with the reason."""
    import numpy as np
    from PIL import Image

    try:
        write_picture(Image.fromarray(np.ascontiguousarray(picture)), path)
    except OSError as error:
        tell(f"{path.name}: not written ({error.strerror})")


def write_picture(image: Image.Image, path: Path) -> None:
    """Write a Pillow image to a file in the format of its ending, in one step; OSError.

    ValueError if there is no such format.
    """
    from PIL import Image

    file = io.BytesIO()
    image.save(file, Image.registered_extensions().get(path.suffix.lower(), path.suffix))
    replace_file(path.resolve(), file.getvalue())


class Capture(Feature):
    """Screenshots and recordings by action, and ``--capture FILE``."""

    def __init__(self, app: AppProtocol) -> None:
        super().__init__(app)
        self._recording: Recording | None = None
        self._borders = "normal"
        self._closing: list[threading.Thread] = []

    def actions(self) -> tuple[Action, ...]:
        """Return the Actions about recording."""
        return (
            Action("screenshot", "screenshot", self.screenshot, "s", group="record"),
            Action(
                "screenshot-look", "screenshot with effect", self.screenshot_look, group="record"
            ),
            *(self._record(*row) for row in ((".gif", "g"), (".mp4", "h"), (".wav", ""))),
        )

    def _record(self, suffix: str, key: str) -> Action:
        """Return the Action that begins and ends a file of a kind."""
        return Action(
            f"record-{suffix[1:]}",
            f"record {suffix[1:].upper()}",
            lambda: self.swap(suffix),
            key,
            group="record",
            state=lambda: self._state(suffix),
        )

    def ready(self) -> None:
        """Begin the recording that the options name."""
        if self.app.args.capture:
            self.start(Path(self.app.args.capture), complain=True)

    # -- screenshots -----------------------------------------------------------------------

    def screenshot(self) -> None:
        """Write the machine's picture, one pixel for each pixel of the VIC."""
        picture, window = self._picture(self.app.window.borders), self.app.window
        self._save(window.colours()[picture])

    def screenshot_look(self) -> None:
        """Write the picture as the window shows it."""
        self._save(self.app.window.grab())

    def _save(self, picture: npt.NDArray[np.uint8]) -> None:
        """Save uint8[height, width, 3]; a thread writes it, as that takes several frames."""
        path = file_now(".png")
        self.app.overlay.say(path.name)
        self._begin(lambda: write_png(picture, path, self.app.tell))

    def _begin(self, work: Callable[[], object]) -> None:
        """Do work in a thread; ``close`` waits for it."""
        thread = threading.Thread(target=work)
        self._closing = [t for t in self._closing if t.is_alive()] + [thread]
        thread.start()

    def wait(self) -> None:
        """Wait until all files are finished."""
        for thread in self._closing:
            thread.join()

    def _picture(self, borders: str) -> Picture:
        """Return the visible part of the machine's picture."""
        geometry, screen = self.app.window.geometry, self.app.machine.screen
        return geometry.part(geometry.cut(screen, borders), borders)

    # -- recordings ------------------------------------------------------------------------

    def _state(self, suffix: str) -> str:
        recording = self._recording
        return "on" if recording is not None and recording.path.suffix == suffix else "off"

    def swap(self, suffix: str) -> None:
        """Begin to record a file of a kind, or end the recording."""
        if self._recording is None:
            self.start(file_now(suffix))
        else:
            self.stop()

    def start(self, path: Path, complain: bool = False) -> None:
        """Begin to record; a failure is a message, or HostError if ``complain`` is True."""
        app = self.app
        self._borders = app.window.borders
        size = self._picture(self._borders).shape[::-1]
        try:
            writer = open_writer(
                path, size, app.machine, app.sound.rate, app.window.geometry.aspect
            )
        except HostError as error:
            if complain:
                raise
            app.overlay.say(str(error))
            return
        self._recording = Recording(path, writer, app.tell)
        app.window.mark = True
        app.overlay.say(f"recording {path.name}")

    def stop(self) -> None:
        """End the recording; a thread completes the file."""
        recording, self._recording = self._recording, None
        if recording is None:
            return
        self.app.window.mark = False
        seconds = recording.frames * self.app.pacer.period
        self.app.overlay.say(f"{recording.path.name}: {seconds:.0f} s")
        self._begin(recording.close)

    def after_frame(self, samples: Samples) -> None:
        """Record a frame."""
        recording = self._recording
        if recording is None:
            return
        recording.frame(self._picture(self._borders), self.app.window.colours(), samples)
        if recording.ended:
            self._recording = None
            self.app.window.mark = False

    def title(self) -> str:
        """Return the sign of a recording, for the window's title."""
        if self._recording is None:
            return ""
        seconds = int(self._recording.frames * self.app.pacer.period)
        return f"recording {self._recording.path.suffix[1:].upper()} {seconds} s"

    def close(self) -> None:
        """Finish the files."""
        if self._recording is not None:
            self.stop()
        self.wait()
