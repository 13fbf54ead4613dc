"""The animation of the README: a real game, played by keys, as the machine shows it.

    python -m tools.art.animation            writes docs/pictures/play.gif
    python -m tools.art.animation FILE.gif   writes another file

The machine has no window.  The same keys in the same cycles give the same dice, so the animation
is the same each time, until the game changes.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

import c64
from c64.config import PALETTES
from emu.host.record.capture import frame_hz_of
from emu.host.record.gif import GifWriter
from tools.art.artcheck import Dots
from tools.play import Player, wait_for
from tools.usage import answer_help

ROOT = Path(__file__).resolve().parents[2]
PICTURE = ROOT / "docs" / "pictures" / "play.gif"
LABELS = ROOT / "build" / "game" / "game.lbl"
FRAMES_A_PICTURE = 2  # 25 pictures per second on a PAL machine
LAST = 250  # hundredths of a second that the last picture stays, before all begins again
MARGIN = 8  # of the border, each side
SCALE = 2

# How long to film, in frames: the title, the set-up, what comes of a key, the board at the end.
TITLE, SETUP, THINK, BOARD = 80, 60, 50, 40
ENOUGH = 13  # seconds, after which the next turn is not filmed
LONGEST = 20  # seconds, after which a turn of many throws is left
VIEW = "v"  # the whole board


class Film:
    """A machine whose frames are recorded to a GIF."""

    def __init__(self, machine: c64.C64, path: str | Path) -> None:
        self.machine = machine
        self.pictures = 0
        self.hertz = frame_hz_of(machine) / FRAMES_A_PICTURE
        self._gif = GifWriter(path, self.hertz, SCALE, LAST)

    def roll(self, frames: int) -> None:
        """Let time pass."""
        for _ in range(frames // FRAMES_A_PICTURE):
            self.machine.tick(FRAMES_A_PICTURE)
            self._gif.frame(self.crop(self.machine.screen.indices), PALETTES["pepto"])
            self.pictures += 1

    def key(self, keys: str, frames: int) -> None:
        """Press a key and record the result."""
        self.machine.type(keys, wait=False)
        self.roll(frames)

    @staticmethod
    def crop(indices: Dots) -> Dots:
        """Return the picture with less of its border."""
        height, width = indices.shape
        top, left = (height - 200) // 2 - MARGIN, (width - 320) // 2 - MARGIN
        return indices[top : height - top, left : width - left]

    def seconds(self) -> float:
        """Return the duration so far."""
        return float(self.pictures / self.hertz)

    def close(self) -> float:
        """Finish the GIF; return its duration in seconds."""
        self._gif.close()
        return self.seconds() + LAST / 100


def play(path: str | Path) -> float:
    """Play from the title to a look at the board, into a GIF; returns how many seconds it lasts."""
    machine = c64.C64(sample_rate=0)
    machine.autostart(ROOT / "disk" / "go64.d64", settle=True)
    player = Player(machine, LABELS)
    film = Film(machine, path)
    machine.tick(60)  # the title has come
    film.roll(TITLE)
    film.key("\n", SETUP)
    machine.type("{F7}")
    wait_for(machine, lambda: player.situation()[0] != "MODE_SETUP", 600, "the first roll")
    while player.situation()[0] == "MODE_FIRST":  # the same for each, so it is not filmed
        machine.type(player.key())
        machine.tick(THINK)
    turns = player.turns
    while True:
        key = player.key()
        if film.seconds() > (ENOUGH if player.turns != turns else LONGEST):
            break
        turns = player.turns
        film.key(key, THINK)
    film.key(VIEW, BOARD)
    return film.close()


def main(argv: Sequence[str] | None = None) -> int:
    """Write the file; returns the exit status."""
    words = sys.argv[1:] if argv is None else argv
    path = Path(words[0]) if words else PICTURE
    seconds = play(path)
    print(f"{path}: {seconds:.0f} s, {path.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    answer_help(__doc__, "[FILE.gif]")
    sys.exit(main())
