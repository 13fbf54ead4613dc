"""How long the menu takes with many files, in milliseconds of CPU time of this process.

    python -m tests.bench.library [--files 2000]

From what the user does to its first picture, in a window of twice the size without a screen: the
library with 60 covers, and the list of all files of a folder.
"""

import argparse
import os
import random
import statistics
import tempfile
import time
from pathlib import Path

WORDS = ("Boulder", "Bubble", "Dash", "Dragon", "Great", "Last", "Müller", "Ninja", "Über", "Zone")
COVERS, TIMES = 60, 15
KEYS = {"down": "row down", "page down": "page down", "home": "first row", "end": "last row"}


def fill(folder, count):
    """Write so many programs with names that begin alike, in folders of a letter each."""
    chance = random.Random(39)
    for number in range(count):
        name = " ".join(chance.choices(WORDS, k=3)) + f" (1987)(Somebody)[{number}].prg"
        (folder / name[0]).mkdir(exist_ok=True)
        (folder / name[0] / name).write_bytes(bytes([1, 8, *bytes(chance.randrange(3000))]))


def measure(folder, count):
    """Return {what was done: [ms of each time]}."""
    import numpy as np

    from emu.cli import parse_arguments
    from emu.host.app import App
    from emu.host.menu.files import all_files
    from emu.host.menu.menu import Menu
    from tests.emu.host.windows import frames, press

    fill(folder, count)
    app = App(parse_arguments(["--basic-prompt", "--scale", "2"]))
    app.overlay.hide_help()
    menu, found = app.feature(Menu), {}
    picture = np.random.default_rng(39).integers(0, 16, (272, 384)).astype(np.uint8)
    for path in sorted(folder.rglob("*.prg"))[:COVERS]:
        app.library.put_cover(app.library.add(path), picture, app.machine.screen.palette)
    app.library.entries()
    app.library.put_folders([folder])

    def timed(what, function):
        for _ in range(TIMES):
            before = time.process_time()
            function()
            found.setdefault(what, []).append(1000 * (time.process_time() - before))
            frames(app, 10)  # until it rests

    def to_pages_and_back():
        press(app, "escape")
        press(app, "return")

    menu.open("Library")
    frames(app, 10)
    timed("list of pages and library again", to_pages_and_back)
    timed("library, next cover", lambda: press(app, "right"))
    timed("search the folders", lambda: all_files(app, [folder], app.load).rows())
    menu.show(all_files(app, [folder], app.load))
    frames(app, 10)
    for key, what in KEYS.items():
        timed(what, lambda key=key: press(app, key))
    timed("letter of a name", lambda: press(app, "u", unicode="u"))
    app.close()
    return found


def main():
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--files", type=int, default=2000)
    count = parser.parse_args().files
    with tempfile.TemporaryDirectory() as name:
        home = Path(name, "home")
        home.mkdir()
        for variable in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
            os.environ[variable] = str(home)
        os.environ |= {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
        files = Path(name, "files")
        files.mkdir()
        for what, taken in measure(files, count).items():
            print(f"{what:34} {statistics.median(taken):7.1f} ms, at most {max(taken):7.1f}")


if __name__ == "__main__":
    main()
