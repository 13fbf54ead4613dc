"""Rewind: hold F9, and the machine goes back in time; release it, and it goes on from there.

Why F9: the C64 has no such key, one finger is enough, and no game uses it.  The left shoulder
button of a gamepad does the same.

Rewind uses the monitor's history (emu/monitor/history.py): states, and the inputs between them.
While the pictures from one state to the next are shown backwards, replay makes the earlier ones, as
many at a time as there is time for, so that none comes late.  The sound is played backwards, too.

Disks go back with the machine.  The host's file keeps what was written later until the disk is
written again; then the newer content is kept beside it, and a message says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pygame

from c64.errors import Go64Error
from emu.host.actions import Action
from emu.host.feature import Feature
from emu.host.trim_heap import trim_heap
from emu.host.types import Picture, Samples

if TYPE_CHECKING:
    from c64.api import C64
    from c64.api_views import Screen
    from disk.host_folder import HostFolder
    from disk.image_file import ImageFile
    from emu.host.feature import AppProtocol
    from emu.monitor.debugger import Debugger
    from emu.monitor.history import History

# (pictures shown, frames by which each goes back from then on): undoing a slip takes a second, a
# minute 16
REWIND_RATES = ((0, 1), (25, 2), (75, 4))
REWIND_PICTURES = 128  # of a stretch between two states at most; of longer ones not all are kept
REWIND_SAY_EVERY = 5  # pictures
REWIND_SPARE = 0.4  # of a frame's time, to make pictures in advance; the rest is for showing one
REWIND_BACK = 5  # seconds that ALT+LEFT goes back
LEFT_SHOULDER = 9  # of SDL's game controllers


class Frame(NamedTuple):
    """A picture of the past.

    end      cycle at its end, where the machine can go on
    picture  uint8, two pixels a byte;  width of it in pixels
    sound    int16
    """

    end: int
    picture: Picture
    sound: Samples

    def pixels(self) -> Picture:
        """Return the picture as palette indices."""
        height, half = self.picture.shape
        pixels = np.empty((height, half, 2), dtype=np.uint8)
        pixels[:, :, 0], pixels[:, :, 1] = self.picture >> 4, self.picture & 15
        return pixels.reshape(height, 2 * half)


def packed(pixels: Picture) -> Picture:
    """Return a picture of palette indices with two pixels a byte."""
    return pixels[:, ::2] << np.uint8(4) | pixels[:, 1::2] & np.uint8(15)


class Reel:
    """Frames of the past, from now backwards.

    history  emu.monitor.history.History; the machine is moved about in it
    machine  c64.api.C64
    floor    cycle before which it cannot go back
    cut      function of a c64.api Screen: the picture as the window shows it
    """

    def __init__(
        self, machine: C64, history: History, floor: int, cut: Callable[[Screen], Picture]
    ) -> None:
        self._machine, self._history, self._floor = machine, history, floor
        self._cut = cut
        self.now = machine.cycle
        self._number = len(history.marks) - 1
        self._shown: list[Frame] = []
        self._ahead: list[Frame] = []
        self._work: Iterator[None] | None = self._make(self._number, self.now)
        self._next()

    def _make(self, number: int, end: int) -> Iterator[None]:
        """Fill ``_ahead`` with the frames from a mark to cycle ``end``, one a step."""
        machine, history = self._machine, self._history
        frame_cycles = machine.model.lines * machine.model.cycles_per_line
        every = max(1, (end - history.marks[number].cycle) // frame_cycles // REWIND_PICTURES)
        history.load(number)
        machine.audio()
        count = 0
        while machine.cycle < end:
            frames = machine.frames
            history.replay_frame(end)
            sound = machine.audio()
            if machine.frames == frames or machine.cycle <= self._floor:
                continue
            count += 1
            if count % every == 0 and machine.cycle < self.now:
                self._ahead.append(Frame(machine.cycle, packed(self._cut(machine.screen)), sound))
            yield

    def _next(self) -> None:
        """Go to the stretch before the one that was shown, and make what is missing of it."""
        while not self._shown and self._work is not None:
            for _ in self._work:
                pass
            self._shown, self._ahead = self._ahead, []
            self._number -= 1
            marks = self._history.marks
            if self._number < 0 or marks[self._number + 1].cycle <= self._floor:
                self._work = None
            else:
                self._work = self._make(self._number, marks[self._number + 1].cycle)

    def back(self, frames: int, spare: Callable[[], bool] = lambda: False) -> list[Frame]:
        """Return the frames by which to go back now, latest first; [] at the beginning.

        spare  tells whether there is time to make more of the earlier frames than necessary
        """
        found = []
        for _ in range(frames):
            if not self._shown:
                self._next()
            if not self._shown:
                break
            found.append(self._shown.pop())
        if self._work is not None:
            for _ in range(frames + 1):
                next(self._work, None)
            while spare() and next(self._work, self) is not self:
                pass
        return found


def _land(debugger: Debugger, cycle: int) -> None:
    """Go back to a cycle for good."""
    debugger.back_to(cycle)
    debugger.history.states.rest()


class Rewind(Feature):
    """The key, the pictures of the past, and where the machine goes on."""

    def __init__(self, app: AppProtocol) -> None:
        super().__init__(app)
        self._floor = 0
        self._reel: Reel | None = None
        self._frame: Frame | None = None
        self._pixels: Picture | None = None
        self._present = b""  # the machine when rewinding began, as a snapshot
        self._past = ExitStack()  # what is to be undone when the past is left
        self._shown = 0
        self._versions: list[tuple[ImageFile | HostFolder, int]] = []  # when rewinding began

    def actions(self) -> Sequence[Action]:
        """Return the Actions that lead back."""
        return (
            Action("rewind", "rewind while held", self.begin, plain="F9", group="time"),
            Action("back", f"{REWIND_BACK} seconds back", self.jump, "LEFT", group="time"),
        )

    @property
    def active(self) -> bool:
        """True while the past is shown."""
        return self._reel is not None

    plays = active

    def _debugger(self) -> Debugger | None:
        """Return the Debugger, which goes back; None, with a message, if it cannot now."""
        app, debugger = self.app, self.app.debugger
        if debugger is None:
            refusal = "rewind needs --cpu exact"
        elif app.loading():
            refusal = "rewind: the program is loading"
        elif app.remote is not None and app.remote.holding:
            refusal = "stopped by a debugger"
        elif app.machine.cycle <= max(self._floor, debugger.history.first):
            refusal = "rewind: nothing to go back to"
        else:
            return debugger
        app.overlay.say(refusal)
        return None

    def _keep_disks(self) -> None:
        """Write pending changes to the disks' files before the disks go back."""
        machine = self.app.machine
        for slot in machine.drives.values():
            slot.flush()
        machine.tape.flush()
        media = [*(slot.image for slot in machine.drives.values()), machine.tape.cassette]
        self._versions = [(image, image.version) for image in media if image is not None]

    # -- holding the key -------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> bool:
        """Begin and end with the key or the gamepad's shoulder button."""
        key = event.type in (pygame.KEYDOWN, pygame.KEYUP) and event.key == pygame.K_F9
        kinds = (pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP)
        shoulder = event.type in kinds and event.button == LEFT_SHOULDER
        if key or shoulder:
            if event.type in (pygame.KEYDOWN, pygame.CONTROLLERBUTTONDOWN):
                self.begin()
            else:
                self.end()
            return True
        if self.active and event.type in (pygame.KEYDOWN, pygame.WINDOWFOCUSLOST, pygame.QUIT):
            self.end()
        return False

    def begin(self) -> None:
        """Show the past until ``end``."""
        debugger = None if self.active else self._debugger()
        if debugger is None:
            return
        machine, cut = self.app.machine, self.app.window.cut
        self._keep_disks()
        self._present = machine.snapshot()
        self._frame, self._pixels, self._shown = None, cut(machine.screen), 0
        self._past.enter_context(debugger.history.past())
        floor = max(self._floor, debugger.history.first)
        try:
            self._reel = Reel(machine, debugger.history, floor, cut)
        except Go64Error as error:
            self._give_up(error)

    def instead_of_frame(self) -> bool:
        """Go back a little; True while the past is shown."""
        if self._reel is None:
            return False
        rate = next(r for after, r in reversed(REWIND_RATES) if self._shown >= after)
        try:
            frames = self._reel.back(rate, lambda: self.app.pacer.spare(REWIND_SPARE))
        except Go64Error as error:
            self._give_up(error)
            return True
        if frames:
            self._frame = frames[-1]
            self._pixels = self._frame.pixels()
            sound = np.concatenate([frame.sound[::-1] for frame in frames])[::rate]
            if not self.app.muted:
                self.app.sound.push(np.ascontiguousarray(sound))
        if self._shown % REWIND_SAY_EVERY == 0 and self._frame is not None:
            gone = (self._reel.now - self._frame.end) / self.app.machine.model.clock_hz
            self.app.overlay.say(f"back {gone:.1f} s{'' if frames else ', the beginning'}")
        self._shown += 1
        return True

    def picture(self) -> Picture | None:
        """Return the picture of the past while it is shown."""
        return self._pixels if self.active else None

    def end(self) -> None:
        """Let the machine go on from the picture that is shown."""
        frame, reel, debugger = self._frame, self._reel, self.app.debugger
        if reel is None or debugger is None:
            return
        self._reel = self._pixels = None
        try:
            _land(debugger, reel.now if frame is None else frame.end)
        except Go64Error as error:
            self._give_up(error)
            return
        self._past.close()
        self._landed()

    def _give_up(self, error: Go64Error) -> None:
        """Return to the present: it cannot go back after all."""
        self._reel = self._pixels = None
        self.app.machine.restore(self._present)
        self._past.close()
        self.app.overlay.say(str(error))

    # -- a jump ----------------------------------------------------------------------

    def jump(self) -> None:
        """Go back REWIND_BACK seconds, or to the beginning."""
        debugger = self._debugger()
        if debugger is None:
            return
        machine = self.app.machine
        self._keep_disks()
        now = machine.cycle
        target = now - round(REWIND_BACK * machine.model.clock_hz)
        try:
            _land(debugger, max(target, self._floor, debugger.history.first))
        except Go64Error as error:
            self.app.overlay.say(str(error))
            return
        self.app.overlay.say(f"back {(now - machine.cycle) / machine.model.clock_hz:.1f} s")
        self._landed()

    def _landed(self) -> None:
        """Tell all features; from now on only what the user holds now is pressed."""
        app = self.app
        app.machine.stop_typing()
        app.input.restored()
        for feature in app.features:
            if feature is not self:
                feature.restarted()
        names = [
            image.path.name for image, version in self._versions
            if image.version != version and image.dirty and image.path is not None
        ]  # fmt: skip
        self._versions = []
        if names:
            app.overlay.say(f"{names[0]} went back too; newer: .bak")
        trim_heap()
        app.pacer.restart()

    # -- the App's moments -----------------------------------------------------------

    def before_frame(self) -> None:
        """Forget the past while a program loads."""
        if self.app.loading():
            self._floor = self.app.machine.cycle

    def restarted(self) -> None:
        """Begin the history here: another program or state is running."""
        self._floor = self.app.machine.cycle

    def close(self) -> None:
        """Let go of the past."""
        self.end()
