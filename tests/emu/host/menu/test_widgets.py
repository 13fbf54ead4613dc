"""Where the menu's widgets lie: side by side, within the panel, as many as there is room for."""

from types import SimpleNamespace

import numpy as np
import pygame
import pytest

import c64
from emu.host.menu.page import Layout
from emu.host.menu.widgets import (
    BANNER,
    CELL,
    FOOTER,
    GAP,
    MARGIN,
    PATH_LINES,
    ROW,
    SIDE,
    TILE_GAP,
    Line,
    MenuView,
)

SIZES = [(320, 200), (384, 272), (768, 544), (1152, 816), (1920, 1200)]
LAYOUTS = [Layout(size, whole, whole) for size in SIZES for whole in (False, True)]


@pytest.fixture(scope="module")
def chargen():
    return c64.C64(sample_rate=0).roms.chargen


@pytest.fixture
def view_for(monkeypatch, chargen):
    """Return a function that makes the MenuView of a Layout for who is told what the mouse does."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()

    def make(layout, chooser):
        pygame.display.set_mode(layout.size)
        return MenuView(layout, chargen, lambda position: position, chooser)

    yield make
    pygame.display.quit()


@pytest.fixture
def make_view(view_for):
    """Return a function that makes the MenuView of a Layout."""
    chooser = SimpleNamespace(back=None, page=None, row=None, scroll=None, turn=None)
    return lambda layout: view_for(layout, chooser)


def units(view, rect):
    """(left, top, right, bottom) of a widget in units."""
    edges = (rect.left, rect.top, rect.right, rect.bottom)
    assert all(edge % view.unit == 0 for edge in edges)
    return tuple(edge // view.unit for edge in edges)


def panel(view):
    left, top, width, height = view._panel
    return left, top, left + width, top + height


@pytest.mark.parametrize("layout", LAYOUTS, ids=str)
def test_the_panel_is_in_the_middle_and_its_rows_fill_it(make_view, layout):
    view = make_view(layout)
    left, top, right, bottom = panel(view)
    wide, tall = (length // view.unit for length in layout.size)
    assert left >= MARGIN and top >= MARGIN
    assert wide - right - left in (0, 1) and tall - bottom - top in (0, 1)
    rows = [units(view, button.rect) for button in view._rows]
    first = left + GAP + (0 if layout.whole else SIDE)
    assert {(row[0], row[3] - row[1]) for row in rows} == {(first, ROW)}
    assert [row[1] for row in rows] == [top + BANNER + GAP + i * ROW for i in range(len(rows))]
    room = bottom - FOOTER - GAP - rows[0][1]
    assert len(rows) == view.visible_rows == room // ROW
    inside = rows[0][2] - rows[0][0] - 2 * 4  # the margin of a row's text
    assert view.columns == inside // CELL
    bar = units(view, view._bar.rect)
    assert (bar[0], bar[2]) == (rows[0][2] + 1, right - GAP)
    assert (bar[1], bar[3]) == (rows[0][1], rows[-1][3])
    headings = [units(view, label.rect) for label in view._headings]
    assert [(h[0], h[1]) for h in headings] == [(row[0] + 4, row[1]) for row in rows]
    foot = units(view, view._foot.rect)
    assert (foot[0], foot[1], foot[2]) == (first, bottom - FOOTER, right - GAP)
    assert view.foot_columns == (foot[2] - foot[0]) // CELL


@pytest.mark.parametrize("layout", [one for one in LAYOUTS if not one.whole], ids=str)
@pytest.mark.parametrize("count", [1, 12, 40])
def test_the_pages_lie_below_each_other_beside_the_rows(make_view, layout, count):
    view = make_view(layout)
    left, top, _, bottom = panel(view)
    titles = [f"page {number}" for number in range(count)]
    for at in (0, count // 2, count - 1):
        view.set_pages(titles, at, True)
        places = [units(view, button.rect) for button in view._pages]
        tall = places[0][3] - places[0][1]
        assert [place[1] for place in places] == [
            top + BANNER + GAP + i * tall for i in range(len(places))
        ]
        assert {(place[0], place[2]) for place in places} == {(left + 1, left + 1 + SIDE)}
        assert places[-1][3] <= bottom - 1 and tall >= CELL + 1
        shown = [button.text for button in view._pages]
        assert shown[at - view._first_page] == f">page {at}"
        assert sum(text.startswith(">") for text in shown) == 1
        assert len(places) == count or places[-1][3] + CELL + 1 > bottom - 1


@pytest.mark.parametrize("layout", LAYOUTS, ids=str)
def test_tiles_lie_in_the_middle_as_many_as_there_is_room_for(make_view, layout):
    view = make_view(layout)
    lines = [Line(f"game {number}") for number in range(200)]
    view.set_lines(lines[: view.visible_tiles], [0], (0, 0.5), tiles=True)
    left, top, wide, _ = view._list
    right = left + wide
    bottom = panel(view)[3] - FOOTER - GAP
    tiles = [units(view, button.rect) for button in view._tiles]
    wide, tall = view._tile_places.size
    assert {(t[2] - t[0], t[3] - t[1]) for t in tiles} == {(wide, tall)}
    across, down = sorted({t[0] for t in tiles}), sorted({t[1] for t in tiles})
    assert len(tiles) == view.visible_tiles == len(across) * len(down)
    assert across == [across[0] + i * (wide + GAP) for i in range(len(across))]
    assert down == [top + i * (tall + GAP) for i in range(len(down))]
    assert right - (across[-1] + wide) - (across[0] - left) in (0, 1)
    assert right - left < (len(across) + 1) * (wide + GAP) - GAP
    assert down[-1] + tall <= bottom or len(down) == 1
    assert bottom < down[-1] + tall + GAP + tall
    for tile, picture in zip(tiles, view._tile_pictures, strict=True):
        inner = units(view, picture.rect)
        assert [a - b for a, b in zip(inner, tile, strict=True)] == [2, 2, -2, -2]


@pytest.mark.parametrize("layout", LAYOUTS, ids=str)
def test_the_name_of_a_tile_is_below_its_picture_and_ends_with_the_tile(make_view, layout):
    view = make_view(layout)
    unit, places = view.unit, view._tile_places
    picture = pygame.Surface(places.picture)
    picture.fill((200, 0, 0))
    line = Line("@" * view._name_columns * places.lines, picture=picture)
    drawn = pygame.surfarray.array3d(view._tile(line)).transpose(1, 0, 2)
    red = (drawn[:, :, 0] == 200) & (drawn[:, :, 1] == 0)
    rows, columns = np.flatnonzero(red.any(axis=1)), np.flatnonzero(red.any(axis=0))
    assert (rows[0], rows[-1] + 1) == (0, places.picture[1] * unit)
    assert len(columns) == places.picture[0] * unit
    assert abs(columns[0] - (drawn.shape[1] - 1 - columns[-1])) <= 1
    letters = np.flatnonzero((drawn[:, :, 1] > 0).any(axis=1))
    alone = pygame.surfarray.array3d(view._letters.draw("@", unit, pygame.Color("white")))
    first, last = np.flatnonzero(alone.any(axis=(0, 2)))[[0, -1]]
    top = (places.picture[1] + TILE_GAP) * unit
    assert letters[0] == top + first
    assert letters[-1] == top + (places.lines - 1) * (CELL + 1) * unit + last
    assert top + places.lines * (CELL + 1) * unit == drawn.shape[0]


@pytest.mark.parametrize("layout", LAYOUTS, ids=str)
def test_the_path_is_in_the_banner_in_one_line_or_in_two(make_view, layout):
    view = make_view(layout)
    left, top, right, _ = panel(view)
    view.set_path(["a page"])
    assert [label.text for label in view._where] == ["a page", ""]
    view.set_path(["the title of a page", "and of another in it", "and one more"])
    assert len([label.text for label in view._where if label.text]) == PATH_LINES
    places = [units(view, label.rect) for label in view._where]
    assert places[1][1] - places[0][1] == CELL + 1
    assert top < places[0][1] and places[1][1] + CELL <= top + BANNER
    assert {(place[0], place[2]) for place in places} == {(left + view._path_left, right - 2)}
