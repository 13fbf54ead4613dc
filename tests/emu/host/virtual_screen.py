"""A virtual screen with a real go64 on it, for tests: keys and mouse by xdotool, pads by SDL."""

import contextlib
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageGrab

from emu.host.picture.charset_text import glyphs_of, screen_code

TOOLS = ("Xvfb", "xdotool")
MISSING = [tool for tool in TOOLS if shutil.which(tool) is None]
SCREEN = (1280, 900)
PATIENCE = 60  # seconds; a machine that runs all tests has other things to do
ROOT = Path(__file__).resolve().parents[3]
CHARGEN = ROOT / "c64/roms/chargen.bin"
SCREEN_CODES = "@ABCDEFGHIJKLMNOPQRSTUVWXYZ[£]^_ !\"#$%&'()*+,-./0123456789:;<=>?"
PAPER = (53, 40, 121)  # of the machine: blue


def start_server():
    """Return an Xvfb's process and its name for DISPLAY."""
    read, write = os.pipe()
    size = f"{SCREEN[0]}x{SCREEN[1]}x24"
    # -noreset: else it begins anew whenever a picture was taken and nobody else is there yet.
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", size, "-noreset"]
    command += ["-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL)
    os.close(write)
    with os.fdopen(read) as answer:
        return server, f":{answer.readline().strip()}"


class Screen:
    """An Xvfb with a go64 on it.

    environment  {name: value} of what go64 finds besides
    managed      whether there is a window manager
    """

    def __init__(self, folder):
        self._server, self.name = start_server()
        self.folder, self._go64 = folder, None
        self.environment = {}
        self.managed = False

    def start(self, *options, seen=None):
        """Start go64; returns when the machine's blue is there, or what ``seen`` says."""
        home = str(self.folder)
        environment = dict(
            os.environ, DISPLAY=self.name, SDL_VIDEODRIVER="x11", SDL_AUDIODRIVER="dummy",
            HOME=home, XDG_CONFIG_HOME=home, XDG_DATA_HOME=home,
        )  # fmt: skip
        environment["PYTHONPATH"] = str(ROOT)
        environment |= self.environment
        command = [sys.executable, "-m", "tests.emu.host.padded", *map(str, options)]
        self._go64 = subprocess.Popen(
            command, env=environment, stdin=subprocess.PIPE, text=True, cwd=self.folder
        )
        self.until(seen or (lambda picture: share(picture, PAPER) > 0.1))

    def do(self, *words):
        """Let xdotool do something."""
        environment = dict(os.environ, DISPLAY=self.name)
        subprocess.run(["xdotool", *map(str, words)], env=environment, check=True)

    def layout(self, name):
        """Give the screen another keyboard."""
        environment = dict(os.environ, DISPLAY=self.name)
        subprocess.run(["setxkbmap", "-layout", name], env=environment, check=True)

    def pad(self, *words):
        """Let go64's made-up gamepad do something: ``padded`` has the list."""
        print(*words, file=self._go64.stdin, flush=True)

    def tap(self, button):
        """Press a button of the gamepad as shortly as a thumb does."""
        self.pad("button", button, 1)
        time.sleep(0.15)
        self.pad("button", button, 0)

    def hold(self, button, seen):
        """Hold a button of the gamepad until a function of the picture is true; returns that."""
        self.pad("button", button, 1)
        picture = self.until(seen)
        self.pad("button", button, 0)
        return picture

    def picture(self):
        """Return the screen as uint8[height, width, 3]."""
        return np.asarray(ImageGrab.grab(xdisplay=self.name).convert("RGB"))

    def until(self, seen):
        """Wait until a function of the picture is true; returns the picture."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            assert self._go64.poll() is None, "go64 has ended"
            picture = self.picture()
            if seen(picture):
                return picture
            time.sleep(0.1)
        Image.fromarray(picture).save(self.folder / "last.png")
        raise AssertionError(f"not seen; the last picture is {self.folder / 'last.png'}")

    def ended(self):
        """Return the exit status once go64 has ended."""
        return self._go64.wait(PATIENCE)

    def stop(self):
        """End go64."""
        if self._go64 is not None:
            _end(self._go64)
            self._go64.stdin.close()

    def close(self):
        """End go64 and the screen."""
        self.stop()
        _end(self._server)


@contextlib.contextmanager
def managed(screen, manager):
    """Have a window manager on a Screen by its name, None for none; skips where there is none."""
    if manager is None:
        yield
        return
    if shutil.which(manager) is None:
        pytest.skip(f"not installed: {manager}")
    environment = dict(os.environ, DISPLAY=screen.name)
    process = subprocess.Popen([manager], env=environment, stderr=subprocess.DEVNULL)
    time.sleep(1)
    screen.managed = True
    try:
        yield
    finally:
        _end(process)


def _end(process):
    if process.poll() is None:
        process.terminate()
        process.wait(PATIENCE)


def text_of(picture, scale):
    """Return the text on the machine's screen, its lines one below the other; "?" for others."""
    rows, columns = np.nonzero((picture == PAPER).all(axis=-1))
    if not len(rows):
        return ""
    top, left = rows.min(), columns.min()
    shapes = np.unpackbits(np.frombuffer(CHARGEN.read_bytes()[: 8 * 64], dtype=np.uint8))
    shapes = {shape.tobytes(): code for code, shape in enumerate(shapes.reshape(64, 8, 8))}
    ink = (picture[top:, left:][: 200 * scale : scale, : 320 * scale : scale] != PAPER).any(axis=-1)
    cells = ink.reshape(25, 8, 40, 8).swapaxes(1, 2).astype(np.uint8)
    lines = (
        "".join(SCREEN_CODES[shapes.get(cell.tobytes(), SCREEN_CODES.index("?"))] for cell in line)
        for line in cells
    )
    return "\n".join(line.rstrip() for line in lines).rstrip()


def words_at(picture, words, scale=2):
    """Return (x, y) where words in the window's own letters begin, None if they are not there.

    Menu, messages and lines at the foot have the lower-case half of the character ROM.
    """
    glyphs = glyphs_of(CHARGEN.read_bytes())
    bits = np.concatenate([glyphs[screen_code(letter)] for letter in words], axis=1)
    bits = bits.repeat(scale, axis=0).repeat(scale, axis=1)
    height, width = bits.shape
    row = int(bits.sum(axis=1).argmax())
    wanted = bits[row].tobytes()
    flat = picture.astype(np.int32) @ (1 << 16, 1 << 8, 1)
    colours, counts = np.unique(flat, return_counts=True)
    for ink in colours[counts >= bits.sum()]:
        plane = flat == ink
        for y in range(row, len(plane) - height + row + 1):
            line, x = plane[y].tobytes(), -1
            while (x := line.find(wanted, x + 1)) >= 0:
                top = y - row
                if (plane[top : top + height, x : x + width] == bits).all():
                    return x, top
    return None


def share(picture, colour):
    """Return how much of a picture has a colour, 0 to 1."""
    return float((picture == colour).all(axis=-1).mean())


def middle_of(picture, colour):
    """Return (x, y) in the middle of the largest run of rows with a colour."""
    rows, columns = np.nonzero((picture == colour).all(axis=-1))
    return int(np.median(columns)), int(np.median(rows))
