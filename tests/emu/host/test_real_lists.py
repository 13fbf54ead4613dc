"""A list of 2,000 files in a real window: its scroll bar follows the mouse to the pixel."""

import time

import numpy as np
import pytest
from PIL import ImageColor

import c64
from emu.host.menu.bar import HELD, HOVERED, THUMB, TRACK
from tests.emu.host.test_real_rows import chosen, screen, started
from tests.emu.host.test_real_window import menu_closed
from tests.emu.host.virtual_screen import MISSING

__all__ = ["screen"]
pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)}"),
    pytest.mark.skipif(c64.PURE, reason="waits for pictures; the compiled machine only"),
]
SIDE = 5  # pixels from a bar's edge to its middle
TALL = 200  # pixels of its track at least


def is_colour(picture, *colours):
    return np.any([(picture == ImageColor.getrgb(c)).all(axis=-1) for c in colours], axis=0)


def bar_of(picture):
    """Return (x of its middle, top, bottom, top of its thumb, bottom of its thumb), or None."""
    columns = np.flatnonzero(is_colour(picture, TRACK).sum(axis=0) > TALL)
    if not len(columns):
        return None
    x = int(columns[0]) + SIDE
    rows = np.flatnonzero(is_colour(picture[:, x], TRACK))
    thumb = is_colour(picture[:, x], THUMB, HOVERED, HELD)
    found = [int(rows[0]), int(rows[-1])]
    while thumb[found[0] - 1]:  # it is at an end
        found[0] -= 1
    while thumb[found[1] + 1]:
        found[1] += 1
    inner = np.flatnonzero(thumb[found[0] : found[1] + 1]) + found[0]
    return x, *found, int(inner[0]), int(inner[-1])


def resting(screen, fits=lambda bar: True):
    """Return the bar once it fits and no longer moves."""
    seen = []

    def still(picture):
        seen.append(bar_of(picture))
        return len(seen) > 1 and seen[-1] == seen[-2] is not None and fits(seen[-1])

    screen.until(still)
    return seen[-1]


def test_the_thumb_follows_a_fast_mouse_and_the_track_turns_pages(screen, tmp_path):
    games = tmp_path / "games"
    games.mkdir()
    for number in range(2000):
        (games / f"game{number:04}.prg").write_bytes(b"\1\10\0\0")
    library = tmp_path / "go64" / "library"
    library.mkdir(parents=True)
    (library / "folders.json").write_text(f'["{games}"]')
    started(screen)
    chosen(screen, "library", "folders")
    x, top, bottom, first, last = resting(screen)
    assert first == top
    grip = (first + last) // 2
    screen.do("mousemove", x, grip, "mousedown", 1)
    for y in (grip + 40, grip + 200, grip + 90, grip + 305):
        screen.do("mousemove", x, y)
    resting(screen, lambda bar: bar[3] == first + 305)
    for y in range(grip, grip + 250, 7):
        screen.do("mousemove", x + 30, y)
    resting(screen, lambda bar: bar[3] == first + y - grip)
    screen.do("mousemove", x, bottom + 150)
    resting(screen, lambda bar: bar[4] == bottom)
    screen.do("mousemove", x, top - 40)
    resting(screen, lambda bar: bar[3] == top)
    screen.do("mouseup", 1)
    resting(screen, lambda bar: bar[3] == top)
    screen.do("mousemove", x, bottom - 3, "click", 1)
    once = resting(screen, lambda bar: top < bar[3] < top + 20)
    screen.do("mousedown", 1)
    time.sleep(1.5)
    screen.do("mouseup", 1)
    held = resting(screen, lambda bar: bar[3] > once[3] + 20)
    screen.do("mousemove", x, top + 2, "click", 1)
    resting(screen, lambda bar: bar[3] < held[3])
    screen.do("key", "F10")
    screen.until(menu_closed)
