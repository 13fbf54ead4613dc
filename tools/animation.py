"""The moving picture of the README: a real game, played by keys, as the machine shows it.

    python -m tools.animation            writes docs/pictures/play.gif
    python -m tools.animation FILE.gif   writes another file

The machine has no window.  The same keys in the same cycles bring the same dice, so the film
is the same each time, until the game changes.
"""

import sys
from pathlib import Path

import numpy as np
from PIL import Image

import c64
from c64.vic.palettes import PALETTES
from tools.play import Player, wait_for

ROOT = Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs" / "pictures" / "play.gif"
LABELS = ROOT / "build" / "game" / "game.lbl"
FRAMES_A_PICTURE = 5  # ten pictures a second on a PAL machine
MILLISECONDS = 100
LAST = 2500  # the last picture stays, before all begins again
MARGIN = 8  # of the border, each side
SCALE = 2

# How long to film, in frames: the title, the set-up, what comes of a key, the board at the end.
TITLE, SETUP, THINK, BOARD = 100, 75, 60, 50
TURNS = 3
VIEW = "v"  # the whole board


class Film:
    """A machine whose picture is kept while time passes."""

    def __init__(self, machine):
        self.machine = machine
        self.pictures = []
        self.durations = []

    def roll(self, frames):
        """Let time pass; equal pictures become one that lasts longer."""
        for _ in range(frames // FRAMES_A_PICTURE):
            self.machine.tick(FRAMES_A_PICTURE)
            picture = self._crop(self.machine.screen.indices)
            if self.pictures and np.array_equal(picture, self.pictures[-1]):
                self.durations[-1] += MILLISECONDS
            else:
                self.pictures.append(picture)
                self.durations.append(MILLISECONDS)

    def key(self, keys, frames):
        """Press a key, and film what comes of it."""
        self.machine.type(keys, wait=False)
        self.roll(frames)

    @staticmethod
    def _crop(indices):
        """Return the picture with less of its border."""
        height, width = indices.shape
        top, left = (height - 200) // 2 - MARGIN, (width - 320) // 2 - MARGIN
        part = indices[top : height - top, left : width - left]
        return part.repeat(SCALE, axis=0).repeat(SCALE, axis=1)

    def save(self, path):
        """Write the GIF: sixteen colours, for ever."""
        colours = np.asarray(PALETTES["pepto"], dtype=np.uint8).tobytes()
        images = []
        for picture in self.pictures:
            image = Image.fromarray(picture, mode="P")
            image.putpalette(colours)
            images.append(image)
        first, *others = images
        durations = [*self.durations[:-1], LAST]
        first.save(path, save_all=True, append_images=others, duration=durations, loop=0)


def play():
    """Play from the title to a look at the board; returns the Film."""
    from emu.kit.labels import read_labels

    machine = c64.C64(sample_rate=0)
    machine.autostart(ROOT / "disk" / "go64.d64", settle=True)
    player = Player(machine, read_labels(LABELS))
    film = Film(machine)
    machine.tick(60)  # the title has come
    film.roll(TITLE)
    film.key("\n", SETUP)
    machine.type("{F7}")
    wait_for(machine, lambda: player.situation()[0] != "MODE_SETUP", 600, "the first roll")
    while player.situation()[0] == "MODE_FIRST":  # the same for each, so it is not filmed
        machine.type(player.key())
        machine.tick(THINK)
    while True:
        key = player.key()
        if player.turns == TURNS:
            break
        film.key(key, THINK)
    film.key(VIEW, BOARD)
    return film


def main(argv=None):
    """Write the file; returns the exit status."""
    words = sys.argv[1:] if argv is None else argv
    path = Path(words[0]) if words else PICTURE
    film = play()
    film.save(path)
    seconds = sum(film.durations) / 1000
    print(f"{path}: {len(film.pictures)} pictures, {seconds:.0f} s, {path.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
