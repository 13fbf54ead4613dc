"""What users look for first, in a real window by its keys, with a window manager and without."""

import time

import numpy as np
import pytest

import c64
from tests.emu.host.test_real_window import (
    BORDER,
    WINDOW,
    menu_closed,
    menu_open,
    printing,
    said,
)
from tests.emu.host.virtual_screen import MISSING, PAPER, Screen, managed, text_of

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)}"),
    pytest.mark.skipif(c64.PURE, reason="waits for pictures; the compiled machine only"),
]

MUCH = 0.3  # of a row or column: a window's icon has the machine's colours, too


@pytest.fixture(params=[None, "openbox"])
def screen(request, tmp_path):
    """A Screen, plain or with a window manager."""
    made = Screen(tmp_path)
    try:
        with managed(made, request.param):
            yield made
            made.stop()  # before the manager of its window
    finally:
        made.close()


def window_of(picture):
    """Return what of a picture the window shows, without its manager's frame; None without it."""
    inside = (picture == PAPER).all(axis=-1) | (picture == BORDER).all(axis=-1)
    rows, columns = (np.flatnonzero(inside.mean(axis=axis) > MUCH) for axis in (1, 0))
    if not len(rows) or not len(columns):
        return None
    return picture[rows[0] : rows[0] + WINDOW[1], columns[0] : columns[0] + WINDOW[0]]


def noted(picture):
    """Whether something lies over the machine's picture."""
    window = window_of(picture)
    return window is not None and said(window)


def text(picture):
    """Return the text on the machine's screen, "" while there is no window."""
    window = window_of(picture)
    return "" if window is None else text_of(window, 2)


def started(screen, *options):
    """Start go64 with the prompt, or with options; returns when no message lies over it."""
    screen.start("--scale", "2", *(options or ("--basic-prompt",)))
    screen.do("key", "shift")  # ends the welcome
    screen.until(lambda p: not noted(p) and text(p).strip())


def typed(screen, line):
    """Type as quickly as a person does, and RETURN."""
    screen.do("type", "--delay", "120", line)
    screen.do("key", "Return")


def chosen(screen, page, *rows):
    """Open the menu, and go to a page and into rows of it by typing their names."""
    screen.do("key", "F10")
    screen.until(menu_open)
    for word in (page, *rows):  # RETURN ends a name: the letters behind it are of another
        screen.do("type", "--delay", "60", word)
        screen.do("key", "Return")


def test_a_pause_is_said_and_the_machine_stands_until_the_next_press(screen):
    started(screen)
    screen.do("key", "alt+p")
    first = screen.until(noted)
    typed(screen, "?6*7")
    time.sleep(1)
    assert text(screen.picture()) == text(first)
    screen.do("key", "alt+p")
    screen.until(lambda p: not noted(p))
    typed(screen, "?6*7")
    screen.until(lambda p: "\n 42\n" in text(p))


def test_a_file_is_found_by_typing_its_name(screen, tmp_path):
    games = tmp_path / "games"
    games.mkdir()
    printing(games / "first.prg", "THE FIRST")
    for number in range(60):
        printing(games / f"game{number:02}.prg", f"GAME {number:02}")
    started(screen, games / "first.prg")
    screen.until(lambda p: "THE FIRST" in text(p))
    chosen(screen, "library", "files", "game37")
    screen.until(lambda p: menu_closed(p) and "GAME 37" in text(p))


def test_a_state_is_saved_and_comes_back_and_the_load_is_undone(screen, tmp_path):
    started(screen)
    typed(screen, "?6*7")
    screen.until(lambda p: "\n 42\n" in text(p))
    screen.do("key", "alt+c")
    end = time.monotonic() + 60
    while not list(tmp_path.rglob("1.go64")) and time.monotonic() < end:
        time.sleep(0.1)
    typed(screen, "?5*5")
    screen.until(lambda p: "\n 25\n" in text(p))
    screen.do("key", "alt+l")
    screen.until(lambda p: "42" in text(p) and "25" not in text(p))
    screen.do("key", "alt+u")
    screen.until(lambda p: "\n 25\n" in text(p))


def test_the_status_line_comes_and_goes_below_the_picture(screen):
    started(screen)
    chosen(screen, "picture", "status line")
    screen.do("key", "F10")
    lower = screen.until(lambda p: menu_closed(p) and noted(p))
    upper = window_of(lower)[: WINDOW[1] // 2]
    assert not said(upper), "it is only at the foot"
    chosen(screen, "picture", "status line")
    screen.do("key", "F10")
    screen.until(lambda p: menu_closed(p) and not noted(p))
