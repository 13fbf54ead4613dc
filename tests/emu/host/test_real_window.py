"""A real window on a virtual screen, worked by keys and mouse as a user does, and looked at."""

import os
import shutil
import subprocess
import sys
import time

import numpy as np
import pytest
from PIL import Image, ImageGrab

import c64

TOOLS = ("Xvfb", "xdotool")
MISSING = [tool for tool in TOOLS if shutil.which(tool) is None]
pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)}"),
    pytest.mark.skipif(c64.PURE, reason="waits for pictures; the compiled machine only"),
]
SCREEN = (1280, 900)
PATIENCE = 60  # seconds; a machine that runs all tests has other things to do
PANEL, SELECTED = (0x24, 0x1B, 0x57), (0x6C, 0x5E, 0xB5)
BORDER, PAPER = (108, 94, 181), (53, 40, 121)  # of the machine: light blue and blue
GREY = (149, 149, 149)  # the machine's light one
HOST_KEY, HOST_BODY = (0x3A, 0x31, 0x2B), (0xB9, 0xAB, 0x90)


class Screen:
    """An Xvfb with a go64 on it."""

    def __init__(self, folder):
        read, write = os.pipe()
        size = f"{SCREEN[0]}x{SCREEN[1]}x24"
        command = ["Xvfb", "-displayfd", str(write), "-screen", "0", size, "-nolisten", "tcp"]
        self._server = subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as answer:
            self.name = f":{answer.readline().strip()}"
        self._folder, self._go64 = folder, None

    def start(self, *options):
        """Start go64; returns when its picture is there."""
        home = str(self._folder)
        environment = dict(
            os.environ, DISPLAY=self.name, SDL_VIDEODRIVER="x11", SDL_AUDIODRIVER="dummy",
            HOME=home, XDG_CONFIG_HOME=home, XDG_DATA_HOME=home,
        )  # fmt: skip
        command = [sys.executable, "-m", "emu", *map(str, options)]
        self._go64 = subprocess.Popen(command, env=environment)
        self.until(lambda picture: share(picture, PAPER) > 0.1)

    def do(self, *words):
        """Let xdotool do something."""
        environment = dict(os.environ, DISPLAY=self.name)
        subprocess.run(["xdotool", *map(str, words)], env=environment, check=True)

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
        Image.fromarray(picture).save(self._folder / "last.png")
        raise AssertionError(f"not seen; the last picture is {self._folder / 'last.png'}")

    def ended(self):
        """Return the exit status once go64 has ended."""
        return self._go64.wait(PATIENCE)

    def close(self):
        for process in (self._go64, self._server):
            if process is not None and process.poll() is None:
                process.terminate()
                process.wait(10)


@pytest.fixture
def screen(tmp_path):
    made = Screen(tmp_path)
    yield made
    made.close()


def share(picture, colour):
    """Return how much of a picture has a colour, 0 to 1."""
    return float((picture == colour).all(axis=-1).mean())


def menu_open(picture):
    return share(picture, PANEL) > 0.1


def menu_closed(picture):
    return share(picture, PANEL) == 0 and share(picture, PAPER) > 0.1


def middle_of(picture, colour):
    """Return (x, y) in the middle of the largest run of rows with a colour."""
    rows, columns = np.nonzero((picture == colour).all(axis=-1))
    return int(np.median(columns)), int(np.median(rows))


def test_keys_and_mouse_work_the_menu(screen):
    screen.start("--basic-prompt", "--scale", "2")
    screen.do("key", "F10")
    picture = screen.until(menu_open)
    x, y = middle_of(picture, SELECTED)  # the first page in the list
    screen.do("key", "End")  # the last one, Quit
    screen.until(lambda p: tuple(p[y - 4, x]) != SELECTED and menu_open(p))
    screen.do("mousemove", x, y, "click", 1)  # the first one again
    screen.until(lambda p: (p[y - 6 : y + 6, x - 60 : x + 20] == SELECTED).all(-1).any())
    screen.do("mousemove", 2, 2)
    screen.do("key", "F10")
    screen.until(menu_closed)
    centre = [length // 2 for length in SCREEN]
    screen.do("mousemove", *centre, "click", 3)
    screen.until(menu_open)
    screen.do("key", "Escape")
    screen.until(menu_closed)
    screen.do("key", "alt+q")
    assert screen.ended() == 0


def test_what_is_typed_is_on_the_screen_of_the_machine(screen):
    screen.start("--basic-prompt", "--scale", "2")
    screen.do("key", "a")  # ends the welcome
    blank = screen.until(lambda p: share(p, PAPER) > 0.15)
    screen.do("type", "--delay", "120", "?6*7")
    screen.do("key", "Return")
    screen.until(lambda p: (p != blank).any(axis=-1).sum() > 500)


def test_the_keyboard_on_the_screen_comes_and_goes(screen):
    screen.start("--basic-prompt", "--scale", "2")
    screen.do("key", "alt+o")
    screen.until(lambda p: share(p, HOST_KEY) > 0.05 and share(p, HOST_BODY) > 0.01)
    screen.do("key", "alt+o")
    screen.until(lambda p: share(p, HOST_KEY) == 0 and share(p, BORDER) > 0.05)


def test_each_pixel_of_the_machine_is_one_of_the_window_as_often_as_it_is_enlarged(
    screen, tmp_path
):
    program = tmp_path / "still.prg"  # a grey border, no interrupt, for ever
    program.write_bytes(bytes.fromhex("0108 0b08 0a00 9e32303631 000000 78 a90f 8d20d0 4c1308"))
    screen.start("--scale", "2", program)
    screen.do("key", "a")  # ends the welcome
    screen.until(lambda p: share(p, GREY) > 0.1)
    time.sleep(7)  # whatever is said above the picture goes by itself
    seen = screen.picture()
    screen.do("key", "alt+s")
    end = time.monotonic() + PATIENCE
    while not (shots := sorted(tmp_path.rglob("*.png"))) and time.monotonic() < end:
        time.sleep(0.2)
    with Image.open(shots[0]) as shot:
        machine = np.asarray(shot.convert("RGB"))
    wanted = machine.repeat(2, axis=0).repeat(2, axis=1)
    rows, columns = np.nonzero((seen == GREY).all(axis=-1))
    window = seen[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
    assert window.shape == wanted.shape
    assert (window == wanted).all()


def test_the_command_line_is_not_remembered(screen):
    screen.start("--basic-prompt", "--scale", "2", "--mute", "--model", "ntsc")
    screen.do("key", "alt+j")
    time.sleep(1)
    screen.do("key", "alt+q")
    assert screen.ended() == 0
    text = (screen._folder / "go64" / "settings.toml").read_text()
    assert 'model = "c64"' in text and "joy_port = 1" in text
