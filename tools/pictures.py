"""Take the pictures of the game's screens that the documents show (docs/pictures/).

    python -m tools.pictures

Plays the game from its disk with keys, as a person would, on a machine with a fixed seed.
"""

import sys
from pathlib import Path

import numpy as np
from PIL import Image

import c64
from c64.palettes import PALETTES
from emu.labels import read_labels
from tools.play import ROOT, Player

FOLDER = ROOT / "docs" / "pictures"


def save(machine, name):
    """Write the visible picture as a PNG of 16 colours."""
    image = Image.fromarray(machine.screen.indices, mode="P")
    image.putpalette(np.asarray(PALETTES["pepto"]).tobytes())
    image.save(FOLDER / f"{name}.png", optimize=True)
    print(f"docs/pictures/{name}.png")


class Tour:
    """Plays on until something is on the screen, and takes its picture once."""

    def __init__(self, wanted):
        self.machine = c64.C64(sample_rate=0)
        self.machine.autostart(ROOT / "disk" / "go64.d64", settle=True)
        labels = read_labels(ROOT / "build" / "game" / "game.lbl")
        self.player = Player(self.machine, labels)
        self.wanted = wanted

    def keys(self, text, frames=60):
        """Type, wait."""
        self.machine.type(text)
        self.machine.tick(frames)

    def take(self, name):
        """Take a picture that is wanted and not there yet."""
        if name in self.wanted:
            self.wanted.discard(name)
            save(self.machine, name)

    def begin(self):
        """Title and set-up."""
        self.machine.tick(100)
        self.take("title")
        self.keys("\n", 100)
        self.take("setup")
        self.keys("{F7}", 100)

    def play(self, turns):
        """Play, looking out for screens."""
        for _ in range(turns):
            mode, phase, _ = self.player.situation()
            if mode == "MODE_NORMAL" and phase == "PHASE_BUY":
                self.take("buy")
                if "auction" in self.wanted:
                    self.keys("p", 120)
                    self.take("auction")
                    continue
            if mode == "MODE_NORMAL" and phase == "PHASE_DONE":
                self.take("play")
                self.look_around()
            self.keys(self.player.key(), 40)
            if not self.wanted - {"over"}:
                break

    def look_around(self):
        """The pages one can open at any time."""
        for name, key in (("manage", "m"), ("information", "i")):
            if name in self.wanted:
                self.keys(key, 80)
                self.take(name)
                self.keys("d", 60)

    def end(self):
        """Quit by agreement: the last page."""
        for key in "qyyyyyyyy":
            self.keys(key, 80)
        self.take("over")


def main():
    """Take all pictures; returns 1 when one could not be taken."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    wanted = {"title", "setup", "buy", "auction", "play", "manage", "information", "over"}
    tour = Tour(wanted)
    tour.begin()
    tour.play(80)
    tour.end()
    for name in sorted(wanted):
        print(f"not taken: {name}", file=sys.stderr)
    return 1 if wanted else 0


if __name__ == "__main__":
    sys.exit(main())
