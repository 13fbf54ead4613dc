"""The window under Wayland: in a weston without a screen, and in one on a virtual X screen.

The latter has keys and a mouse: xdotool gives them to weston, which hands them on as Wayland does.
"""

import contextlib
import os
import select
import shutil
import subprocess
import sys
import time

import numpy as np
import pytest

import c64
from tests.emu.host import wayland_source
from tests.emu.host.test_real_window import printing
from tests.emu.host.virtual_screen import (
    MISSING,
    PAPER,
    ROOT,
    SCREEN,
    Screen,
    middle_of,
    share,
    text_of,
)

PATIENCE = 20  # seconds
SOCKET = "wayland-go64"
BORDER, PANEL = (108, 94, 181), (0x24, 0x1B, 0x57)  # of the machine, of the menu
CODE = """
import pygame
from emu.cli import parse_arguments
from emu.host.app import App

app = App(parse_arguments(["--basic-prompt", "--mute", "--default", "--scale", "2"]))

def shown():
    for _ in range(20):
        app.input.poll()
        app._run_frame()
    return pygame.display.get_window_size()

print(pygame.display.get_driver(), *shown())
app.actions["fullscreen"].do()
print(*shown(), app.window.fullscreen)
app.actions["fullscreen"].do()
print(*shown(), app.window.fullscreen)
app.close()
"""


VSYNC = """
from emu.cli import parse_arguments
from emu.host.app import App
from emu.host.timing.display_lock import LEARNING
from emu.host.timing.vsync import Vsync

options = ["--basic-prompt", "--mute", "--default", "--scale", "1", "--vsync", "on"]
app = App(parse_arguments(options))
vsync = app.feature(Vsync)
print("waits", app.window.waits)
frames = 0
while vsync.lock is not None and vsync.lock.state == LEARNING and frames < 1000:
    app.pacer.wait()
    app.input.poll()
    app._run_frame()
    frames += 1
for _ in range(20):
    app.pacer.wait()
    app.input.poll()
    app._run_frame()
print("display:", app.actions["display"].state())
app.close()
"""


@contextlib.contextmanager
def started(folder, backend, *options, display=None):
    """Start a weston; yields what its clients need of an environment."""
    if shutil.which("weston") is None:
        pytest.skip("not installed: weston")
    folder.chmod(0o700)
    left_out = ("SDL_FRAMEBUFFER_ACCELERATION", "DISPLAY")
    names = {name: value for name, value in os.environ.items() if name not in left_out}
    homes = ("XDG_RUNTIME_DIR", "HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME")
    names |= dict.fromkeys(homes, str(folder))  # a client keeps nothing for the next test
    if display is not None:
        names["DISPLAY"] = display
    size = (f"--width={SCREEN[0]}", f"--height={SCREEN[1]}")
    command = ["weston", f"--backend={backend}-backend.so", f"--socket={SOCKET}", "--idle-time=0"]
    command += ["--no-config", *size, *options]
    with open(folder / "log", "wb") as log:
        process = subprocess.Popen(command, env=names, stdout=log, stderr=log)
    try:
        end = time.monotonic() + PATIENCE
        while not (folder / SOCKET).exists():
            if process.poll() is not None or time.monotonic() > end:
                pytest.skip(f"weston does not start: {(folder / 'log').read_text()[-200:]}")
            time.sleep(0.05)
        yield names | {"WAYLAND_DISPLAY": SOCKET, "SDL_VIDEODRIVER": "wayland",
                       "SDL_AUDIODRIVER": "dummy"}  # fmt: skip
    finally:
        process.terminate()
        process.wait()


def put_pointer_right(screen):
    """Have the pointer of a weston that fills a Screen be where the Screen's is.

    Weston turns X's places into its own by a matrix, which weston 10 and older have from their
    first picture on only (later ones from the start).  X tells earlier where the pointer is: that
    place becomes no number, the pointer goes to the upper left corner, and all moves, which are
    relative, go on from there.  So wait for the picture; the first move is lost; one into the
    corner, where the pointer stops, makes both the same.
    """
    end = time.monotonic() + PATIENCE
    while not screen.picture().any():
        assert time.monotonic() < end, "weston shows nothing"
        time.sleep(0.05)
    for place in ((1, 1), (0, 0), [length // 2 for length in SCREEN]):
        screen.do("mousemove", *place)


@contextlib.contextmanager
def filled(screen, folder):
    """Have a weston fill a Screen, keys and mouse in its place; yields its clients' environment."""
    with started(folder, "x11", "--use-pixman", display=screen.name) as names:
        put_pointer_right(screen)
        yield names


@pytest.fixture
def weston(tmp_path):
    """Start a weston without a screen; returns the environment of its clients."""
    with started(tmp_path, "headless") as names:
        yield names


def test_the_window_opens_and_full_screen_comes_and_goes(weston):
    run = subprocess.run([sys.executable, "-c", CODE], env=weston, capture_output=True, text=True,
                         timeout=120, check=False)  # fmt: skip
    assert run.returncode == 0, run.stderr
    *_, opened, full, back = run.stdout.splitlines()
    assert opened == "wayland 768 544"
    assert full == "1280 900 True"
    assert back == "768 544 False"


@pytest.mark.long
def test_a_window_that_is_to_wait_for_the_display_measures_it_and_goes_on(weston):
    """A screen that weston makes up has no even refresh: what is found out is not foretold."""
    run = subprocess.run([sys.executable, "-c", VSYNC], env=weston, capture_output=True, text=True,
                         timeout=200, check=False)  # fmt: skip
    assert run.returncode == 0, run.stderr
    waits, display = run.stdout.splitlines()[-2:]
    assert waits == "waits True"
    assert display.startswith("display: ")
    assert display.removeprefix("display: ") not in ("", "is measured", "unknown")


@pytest.fixture
def screen(tmp_path):
    """A Screen that a weston fills, whose window is on that."""
    if MISSING:
        pytest.skip(f"not installed: {', '.join(MISSING)}")
    made = Screen(tmp_path)
    try:
        with filled(made, tmp_path) as names:
            made.environment = names
            yield made
            made.stop()  # before the weston that shows it
    finally:
        made.close()


def extent(picture, *colours):
    """Return (left, top, right, bottom) of what has the colours, zeros if nothing has."""
    inside = np.any([(picture == colour).all(axis=-1) for colour in colours], axis=0)
    rows, columns = np.nonzero(inside)
    if not len(rows):  # between a window and full screen
        return 0, 0, 0, 0
    return columns.min(), rows.min(), columns.max() + 1, rows.max() + 1


def size_of(picture, *colours):
    left, top, right, bottom = extent(picture, *colours)
    return int(right - left), int(bottom - top)


pictures = pytest.mark.skipif(c64.PURE, reason="waits for pictures; the compiled machine only")


def shown(screen):
    """Start go64 and click into it; returns the picture when it has no message."""
    screen.start("--basic-prompt", "--scale", "2")
    picture = screen.until(lambda p: share(p, BORDER) > 0.05)
    screen.do("mousemove", *middle_of(picture, PAPER), "click", 1)
    screen.do("key", "shift")  # ends the welcome
    return screen.until(lambda p: "READY." in text_of(p, 2))


@pictures
@pytest.mark.long
def test_keys_and_mouse_of_wayland_type_and_work_the_menu(screen):
    picture = shown(screen)
    screen.do("type", "--delay", "120", "?6*7")
    screen.do("key", "Return")
    screen.until(lambda p: "\n 42\n" in text_of(p, 2))
    screen.do("mousemove", *middle_of(picture, PAPER), "click", 3)
    screen.until(lambda p: share(p, PANEL) > 0.1)
    screen.do("key", "Escape")
    screen.until(lambda p: share(p, PANEL) == 0 and "\n 42\n" in text_of(p, 2))
    screen.do("key", "alt+q")
    assert screen.ended() == 0


@pictures
@pytest.mark.long
def test_full_screen_of_wayland_comes_and_goes_by_its_key(screen):
    before = size_of(shown(screen), BORDER, PAPER)
    assert before == (768, 544)
    for _ in range(2):
        screen.do("key", "F11")
        screen.until(lambda p: size_of(p, BORDER, PAPER)[0] > 900 and tuple(p[-1, 0]) == (0, 0, 0))
        screen.do("key", "F11")
        screen.until(lambda p: size_of(p, BORDER, PAPER) == before)


@pictures
@pytest.mark.long
def test_a_window_of_wayland_is_made_larger_and_keeps_its_picture(screen):
    picture = shown(screen)
    left, _, right, bottom = extent(picture, BORDER, PAPER)
    screen.do("mousemove", right - 40, bottom - 40)
    screen.do("keydown", "Super_L")  # weston's way to do it
    screen.do("mousedown", 3)
    for _ in range(10):
        screen.do("mousemove_relative", 9, 6)
        time.sleep(0.05)
    screen.do("mouseup", 3)
    screen.do("keyup", "Super_L")

    def larger(picture):
        """The window's black is round the picture, which has its size."""
        now = extent(picture, BORDER, PAPER)
        black = extent(picture[40:], (0, 0, 0))
        return size_of(picture, BORDER, PAPER) == (768, 544) and now[0] > left + 30 and (
            black[0] < now[0] and black[2] > now[2]
        )  # fmt: skip

    screen.until(larger)


DRAGS_MOST = 12


class Source:
    """A process with a window from which files are dragged."""

    def __init__(self, screen, *paths):
        command = [sys.executable, "-m", "tests.emu.host.wayland_source", *map(str, paths)]
        environment = dict(os.environ, **screen.environment)
        self.process = subprocess.Popen(
            command, env=environment, cwd=ROOT, stdout=subprocess.PIPE, bufsize=0
        )
        self.said = []

    def says(self, *words):
        """Wait until it has said one of some words; returns that, and forgets all it has said."""
        end = time.monotonic() + 60
        while not (found := [word for word in words if word in self.said]):
            assert time.monotonic() < end, f"not {words}, but {self.said}"
            if select.select([self.process.stdout], [], [], 0.5)[0]:
                self.said += self.process.stdout.read(4096).decode().split()
        self.said = []
        return found[0]

    def close(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


def drag(screen, source, start, end):
    """Drag with the mouse from a place to another and let go; returns whether it was taken."""
    screen.do("mousemove", *start)
    source.says("entered")
    screen.do("mousedown", 1)
    source.says("dragged")
    for step in range(1, 11):
        screen.do("mousemove", *(start[i] + (end[i] - start[i]) * step // 10 for i in (0, 1)))
    source.says("accepted")  # go64's window is below the pointer, and takes names of files
    screen.do("mouseup", 1)
    return source.says("finished", "late", "cancelled") == "finished"


@pictures
@pytest.mark.long
@pytest.mark.skipif(not hasattr(os, "memfd_create"), reason="no memory that is shared by a file")
def test_a_file_that_another_client_of_wayland_drops_is_started(screen, tmp_path):
    """The drop is weston's own: another client offers the name, SDL takes it.

    SDL waits for the name for 14 ms (PIPE_MS_TIMEOUT of its SDL_waylanddatamanager.c) and gives up
    if the client answers later, as it may on a busy host: then the user drags once more.
    """
    path = tmp_path / "dropped file.prg"
    printing(path, "DROPPED")
    shown(screen)
    with contextlib.closing(Source(screen, path)) as source:
        seen = screen.until(lambda p: share(p, wayland_source.COLOUR) > 0.002)
        start = middle_of(seen, wayland_source.COLOUR)
        # weston puts a new window anywhere, over the middle of the other one, too.
        rows, columns = np.nonzero((seen == PAPER).all(axis=-1))
        farthest = int((abs(columns - start[0]) + abs(rows - start[1])).argmax())
        end = int(columns[farthest]), int(rows[farthest])
        assert any(drag(screen, source, start, end) for _ in range(DRAGS_MOST))
        screen.until(lambda p: "DROPPED" in text_of(p, 2))
