"""Rewind: hold F9, and the machine goes back; let go, and it goes on from there.

Why F9: the C64 has no such key, one finger is enough, and it takes nothing from the keys that
play.  The left shoulder of a gamepad does the same.

The way back is the monitor's history (emu/monitor/history.py): states, and the inputs between
them.  While the pictures from one state to the next are shown backwards, those before it are made
anew by replay, as many at a time as there is time for, so that none comes late.  The sound is
played backwards too.

Disks go back with the machine.  The host's file keeps what was written later until it is
written again; then that is kept beside it, and the user is told.
"""

from typing import NamedTuple

import numpy as np
import pygame

from emu.errors import HostError
from emu.host.actions import Action
from emu.host.feature import Feature
from emu.host.trim_heap import trim_heap

# (pictures shown, frames by which each goes back from then on): an oops is a second, a minute 16
REWIND_RATES = ((0, 1), (25, 2), (75, 4))
REWIND_PICTURES = 128  # of a stretch between two states at most; of longer ones not all are kept
REWIND_SAY_EVERY = 5  # pictures
REWIND_SPARE = 0.4  # of a frame, to make pictures ahead in; the rest is to show one
REWIND_BACK = 5  # seconds that ALT+LEFT goes back
LEFT_SHOULDER = 9  # of SDL's game controllers


class Frame(NamedTuple):
    """A picture of the past.

    end      cycle at its end, where the machine can go on
    picture  uint8, two pixels a byte;  width of it in pixels
    sound    int16
    """

    end: int
    picture: np.ndarray
    sound: np.ndarray

    def pixels(self):
        """Return the picture as palette indices."""
        height, half = self.picture.shape
        pixels = np.empty((height, half, 2), dtype=np.uint8)
        pixels[:, :, 0], pixels[:, :, 1] = self.picture >> 4, self.picture & 15
        return pixels.reshape(height, 2 * half)


def packed(pixels):
    """Return a picture of palette indices with two pixels a byte."""
    return pixels[:, ::2] << 4 | pixels[:, 1::2] & 15


class Reel:
    """Frames of the past, from now backwards.

    history  emu.monitor.history.History; the machine is moved about in it
    machine  c64.api.C64
    floor    cycle before which there is no way back
    cut      function of a c64.api Screen: the picture as the window shows it
    """

    def __init__(self, machine, history, floor, cut):
        self._machine, self._history, self._floor = machine, history, floor
        self._cut = cut
        self.now = machine.cycle
        self._number = len(history.marks) - 1
        self._shown, self._ahead = [], []
        self._work = self._make(self._number, self.now)
        self._next()

    def _make(self, number, end):
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

    def _next(self):
        """Go on to the stretch before the one that was shown; it is made as far as it lacks."""
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

    def back(self, frames, spare=lambda: False):
        """Return the frames by which the past goes back now, latest first; [] at its beginning.

        spare  tells whether there is time to make more of those before than must be
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


class Rewind(Feature):
    """The key, the pictures of the past, and where the machine goes on."""

    def __init__(self, app):
        super().__init__(app)
        self._floor = 0
        self._reel = self._frame = self._pixels = None
        self._shown = 0
        self._versions = []  # [(image or tape, its version when the way back began)]

    def actions(self):
        """Return the Actions that lead back."""
        return (
            Action("rewind", "rewind while held", self.begin, plain="F9", group="time"),
            Action("back", f"{REWIND_BACK} seconds back", self.jump, "LEFT", group="time"),
        )

    @property
    def active(self):
        """True while the past is shown."""
        return self._reel is not None

    plays = active

    def _refusal(self):
        """Return why there is no way back now, or ""."""
        app = self.app
        if app.debugger is None:
            return "rewind needs --cpu exact"
        if app.loading():
            return "rewind: the program is loading"
        if app.remote is not None and app.remote.holding:
            return "stopped by the binary monitor's client"
        if app.machine.cycle <= max(self._floor, app.debugger.history.first):
            return "rewind: nothing to go back to"
        return ""

    def _keep_disks(self):
        """Write what is newer to the disks' files before the disks go back."""
        machine = self.app.machine
        for slot in machine.drives.values():
            slot.flush()
        machine.tape.flush()
        media = [*(slot.image for slot in machine.drives.values()), machine.tape.cassette]
        self._versions = [(image, image.version) for image in media if image is not None]

    # -- holding the key -------------------------------------------------------------

    def handle(self, event):
        """Begin and end with the key or the gamepad's shoulder."""
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

    def begin(self):
        """Show the past until ``end``."""
        if self.active:
            return
        refusal = self._refusal()
        if refusal:
            self.app.overlay.say(refusal[:46])
            return
        self._keep_disks()
        self._present = self.app.machine.snapshot()
        self._picture = self.app.window.cut(self.app.machine.screen)
        history = self.app.debugger.history
        self._past = history.past()
        self._past.__enter__()
        floor = max(self._floor, history.first)
        try:
            self._reel = Reel(self.app.machine, history, floor, self.app.window.cut)
        except HostError as error:
            self._give_up(error)
        self._frame, self._pixels, self._shown = None, self._picture, 0

    def instead_of_frame(self):
        """Go back a little; True while the past is shown."""
        if not self.active:
            return False
        rate = next(r for after, r in reversed(REWIND_RATES) if self._shown >= after)
        try:
            frames = self._reel.back(rate, lambda: self.app.pacer.spare(REWIND_SPARE))
        except HostError as error:
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

    def picture(self):
        """Return the picture of the past while it is shown."""
        return self._pixels if self.active else None

    def end(self):
        """Let the machine go on from the picture that is shown."""
        if not self.active:
            return
        frame, reel = self._frame, self._reel
        self._reel = self._pixels = None
        try:
            self._land(reel.now if frame is None else frame.end)
        except HostError as error:
            self._give_up(error)
            return
        self._past.__exit__(None, None, None)
        self._landed()

    def _land(self, cycle):
        self.app.debugger.back_to(cycle)
        self.app.debugger.history.states.rest()

    def _give_up(self, error):
        """There is no way back after all: go to the present."""
        self._reel = self._pixels = None
        self.app.machine.restore(self._present)
        self._past.__exit__(None, None, None)
        self.app.overlay.say(str(error)[:46])

    # -- a jump ----------------------------------------------------------------------

    def jump(self):
        """Go back REWIND_BACK seconds, or to the beginning."""
        refusal = self._refusal()
        if refusal:
            self.app.overlay.say(refusal[:46])
            return
        machine, history = self.app.machine, self.app.debugger.history
        self._keep_disks()
        now = machine.cycle
        target = now - round(REWIND_BACK * machine.model.clock_hz)
        try:
            self._land(max(target, self._floor, history.first))
        except HostError as error:
            self.app.overlay.say(str(error)[:46])
            return
        self.app.overlay.say(f"back {(now - machine.cycle) / machine.model.clock_hz:.1f} s")
        self._landed()

    def _landed(self):
        """Tell everybody; what is pressed from now on is what the user presses now."""
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
            app.overlay.say(f"{names[0]} went back too; newer: .bak"[:46])
        trim_heap()
        app.pacer.restart()

    # -- the App's moments -----------------------------------------------------------

    def before_frame(self):
        """While a program loads there is nothing to go back to."""
        if self.app.loading():
            self._floor = self.app.machine.cycle

    def restarted(self):
        """Another program or state: the way back begins here."""
        self._floor = self.app.machine.cycle

    def close(self):
        """Let go of the past."""
        self.end()
