"""The video of the game: half a minute of play with its sound, as the machine makes both.

    python -m tools.art.video            writes dist/go64-video.mp4
    python -m tools.art.video FILE.mp4   writes another file

It is played by keys, on a machine without a window, and recorded as `go64 --capture` does.  The
same keys in the same cycles give the same dice, so it is the same each time, until the game
changes.  Between scenes the sound is faded, as a cut would click.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

import c64
from c64.config import PALETTES
from emu.errors import HostError
from emu.host.record.capture import Writer, frame_hz_of, open_writer
from emu.host.types import Picture, Samples
from tools.art.animation import LABELS, Film
from tools.play import Player, PlayError, wait_for
from tools.usage import answer_help

ROOT = Path(__file__).resolve().parents[2]
VIDEO = ROOT / "dist" / "go64-video.mp4"
DISK = ROOT / "disk" / "go64.d64"
RATE = 44100  # Hz
SECONDS = 30.0
ENLARGED = 2  # times, before the recording doubles it once more
PIXEL_ASPECT = 0.9365  # of a PAL machine
FADE = 0.02  # seconds of sound, before and behind a cut
PATIENCE = 3000  # frames until a part has come from the disk

# The scenes: how long each lasts, in seconds; play takes what the others leave.
TITLE, TABLE, END = 4.0, 6.5, 2.0
LOADED = 150  # frames until a part of the game has come from the disk
READY = 43  # frames until a button can be pressed; and the dice come as a story needs them
TO_FACES = 4  # presses of F3 from a person to the page of characters
UNSEEN = 60  # frames between keys that are not recorded
THINK = 0.9  # of a second between a person's keys
PERSON = 0  # the seat of the person


class Reel:
    """A machine, and the file that takes what is to be seen of it."""

    def __init__(self, machine: c64.C64, path: Path) -> None:
        self.machine = machine
        self.hertz = float(frame_hz_of(machine))
        self.frames = 0
        self._palette = PALETTES["pepto"]
        height, width = self._picture().shape
        self._writer: Writer = open_writer(path, (width, height), machine, RATE, PIXEL_ASPECT)
        self._held: tuple[Picture, Samples] | None = None
        self._cut = True

    def _picture(self) -> Picture:
        cropped = Film.crop(self.machine.screen.indices)
        return np.ascontiguousarray(cropped.repeat(ENLARGED, axis=0).repeat(ENLARGED, axis=1))

    def seconds(self) -> float:
        """Return how long the video is so far."""
        return self.frames / self.hertz

    def roll(self, seconds: float) -> None:
        """Let time pass and record it, to the end of the video at most.

        What is drawn with the display off is left out, as long as a page takes at most.
        """
        end = self.frames + round(min(seconds, SECONDS - self.seconds()) * self.hertz)
        blank = 0
        while self.frames < end:
            self.machine.tick()
            picture = self._picture()
            if blank < LOADED and picture.min() == picture.max():
                blank += 1
                self.cut()
                continue
            sound = self.machine.audio().copy()
            if self._cut:
                _fade(sound, 1)
                self._cut = False
            self._release()
            self._held = picture, sound
            self.frames += 1

    def key(self, keys: str, seconds: float) -> None:
        """Press keys and record the result."""
        self.machine.type(keys, wait=False)
        self.roll(seconds)

    def cut(self, frames: int = 0, keys: str = "") -> None:
        """End a scene; press keys and let frames pass that nobody sees or hears."""
        if self._held is not None:
            _fade(self._held[1], -1)
            self._release()
        self._cut = True
        if keys:
            self.machine.type(keys, wait=False)
        self.machine.tick(frames)
        self.machine.audio()

    def _release(self) -> None:
        """Give the frame that was held back, until it was known whether a cut follows."""
        if self._held is not None:
            picture, sound = self._held
            self._writer.frame(picture, self._palette, sound)
            self._held = None

    def close(self) -> None:
        """Finish the file."""
        self.cut()
        self._writer.close()


def _fade(sound: Samples, step: int) -> None:
    """Let int16 samples begin (1) or end (-1) in silence, in place."""
    count = min(len(sound), round(FADE * RATE))
    ramp = np.linspace(0, 1, count)
    part = sound[::step][:count]
    part[:] = (part.T * ramp).T.astype(sound.dtype)


def play(path: Path) -> float:
    """Play the scenes into a file; returns how many seconds it lasts."""
    machine = c64.C64(sample_rate=RATE)
    machine.autostart(DISK, settle=True)
    player = Player(machine, LABELS)
    machine.tick(40)  # the title has come, and its tune
    machine.audio()
    reel = Reel(machine, path)
    try:
        reel.roll(TITLE)
        choose_characters(reel)
        begin(reel, player)
        turns(reel, player, SECONDS - TABLE - END)
        reel.cut()
        wait_for_person(reel, player)
        reel.key("v", 0.8)  # who has what
        reel.cut(LOADED, "v")  # the board in perspective, from the disk
        reel.roll(0.8)
        turns(reel, player, SECONDS - END)
        reel.cut(LOADED, "v")
        wait_for_person(reel, player)
        reel.key("v", END)
    finally:
        reel.close()
    return reel.seconds()


def choose_characters(reel: Reel) -> None:
    """Seat a character where others look on, then two more unseen."""
    reel.cut(LOADED, "\n")
    reel.roll(0.6)
    for keys, pause in (("{DOWN}", 0.3), ("{DOWN}", 0.4), *[("{F3}", 0.35)] * (TO_FACES - 1)):
        reel.key(keys, pause)
    reel.cut(LOADED, "{F3}")
    reel.roll(0.7)
    for way, pause in (("{RIGHT}", 0.5), ("{DOWN}", 0.5), ("{RIGHT}", 0.5), ("{RIGHT}", 1.2)):
        reel.key(way, pause)
    reel.key("\n", 0.8)
    for steps in ("{RIGHT}", "{RIGHT}{RIGHT}"):
        for keys in ("{DOWN}", *["{F3}"] * TO_FACES, steps, "\n"):
            reel.cut(UNSEEN, keys)


def begin(reel: Reel, player: Player) -> None:
    """Begin the game and throw for the first turn, unseen, until the person's turn."""
    reel.cut(LOADED, "{F7}")
    machine = reel.machine
    wait_for(machine, lambda: player.situation()[0] != "MODE_SETUP", PATIENCE, "the game")
    for _ in range(PATIENCE // UNSEEN):
        if player.situation()[0] != "MODE_FIRST":
            break
        reel.cut(UNSEEN, player.key())
    wait_for_person(reel, player)


def wait_for_person(reel: Reel, player: Player) -> None:
    """Let the others play, unseen, until the person is to roll."""
    turn = ("MODE_NORMAL", "PHASE_ROLL", PERSON)
    for _ in range(PATIENCE // UNSEEN):
        if player.situation() == turn:
            reel.cut(READY)
            return
        person = player.situation()[2] == PERSON
        reel.cut(UNSEEN, player.key() if person else " ")
    raise PlayError(f"the person's turn did not come within {PATIENCE} frames")


def turns(reel: Reel, player: Player, until: float) -> None:
    """Play on to a second of the video: keys for the person, patience for the others."""
    while until - reel.seconds() >= 1 / reel.hertz:
        step = min(THINK, until - reel.seconds())
        if player.situation()[2] == PERSON:
            reel.key(player.key(), step)
        else:
            reel.roll(step)


def main(argv: Sequence[str] | None = None) -> int:
    """Write the file; returns the exit status."""
    words = sys.argv[1:] if argv is None else argv
    path = Path(words[0]) if words else VIDEO
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        seconds = play(path)
    except (HostError, PlayError, OSError) as error:
        print(f"video: {error}", file=sys.stderr)
        return 1
    print(f"video: {path.name}: {seconds:.1f} s, {path.stat().st_size / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    answer_help(__doc__, "[FILE.mp4]")
    sys.exit(main())
