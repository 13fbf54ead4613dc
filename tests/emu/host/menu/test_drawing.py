"""What of the menu is drawn where: veil, panel, note, picture, rows, and what is clicked."""

import numpy as np
import pygame
import pytest

from emu.host.menu.bar import HELD, HOVERED, THUMB, TRACK
from emu.host.menu.page import Layout
from emu.host.menu.widgets import (
    BANNER,
    CELL,
    COLOURS,
    DIM,
    LARGE_SMALLEST,
    LIGHT_DIM,
    NOTE_LINES,
    NOTE_PAPER,
    NOTE_TEXT,
    PANEL,
    SIDE,
    SMALLEST,
    STRIPES,
    TILE_PICTURE,
    Line,
    tiles_in,
    unit_of,
)
from tests.emu.host.menu.test_widgets import chargen, view_for

__all__ = ["chargen", "view_for"]
SMALL, LARGE = Layout((384, 272)), Layout((1152, 816))
WHOLE = Layout((768, 544), True, True)


class Told:
    """Who is told what the mouse does."""

    def __init__(self):
        self.did = []

    def __getattr__(self, name):
        return lambda *words: self.did.append((name, *words))


@pytest.fixture
def make(view_for):
    """A function that makes the (MenuView of a Layout, what it told)."""

    def view(layout):
        told = Told()
        return view_for(layout, told), told

    return view


def pixels(surface):
    return pygame.surfarray.array3d(surface).transpose(1, 0, 2)


def settled(view):
    """The view drawn once its widgets have followed."""
    for _ in range(8):
        view.update(0.1)
    return view.draw()


@pytest.mark.parametrize(
    ("size", "large", "unit"),
    [((320, 200), False, 1), ((640, 400), False, 2), ((639, 400), False, 1), ((640, 399), False, 1),
     ((960, 600), False, 2), ((1280, 800), False, 3), ((100, 100), False, 1),
     ((320, 200), True, 1), ((480, 320), True, 2), ((640, 400), True, 2), ((720, 480), True, 3),
     ((1920, 1200), False, 5), ((1920, 1200), True, 7), ((3840, 2400), True, 15)],
)  # fmt: skip
def test_a_unit_is_as_large_as_the_window_has_room_for(size, large, unit):
    assert unit_of(Layout(size, large)) == unit
    least = LARGE_SMALLEST if large else SMALLEST
    if size[0] >= least[0] and size[1] >= least[1]:
        assert unit * least[0] <= size[0] and unit * least[1] <= size[1]


@pytest.mark.parametrize("whole", [False, True])
@pytest.mark.parametrize("width", [60, 84, 200, 400])
@pytest.mark.parametrize("height", [40, 60, 95, 200, 400])
def test_tiles_fit_into_their_page_and_pictures_keep_their_shape(width, height, whole):
    tiles = tiles_in(width, height, whole)
    wide, tall = tiles.size
    assert tiles.across >= 1 and tiles.down >= 1 and tiles.lines >= 2
    if tiles.across > 1:
        assert tiles.across * (wide + 4) - 4 <= width
    if tiles.down > 1:
        assert tiles.down * (tall + 4) - 4 <= height
    assert tall <= height
    shape = (108, 77) if whole else TILE_PICTURE
    assert tiles.picture[1] <= shape[1] and tiles.picture[0] <= wide - 4
    assert abs(tiles.picture[0] * shape[1] - tiles.picture[1] * shape[0]) <= shape[1]


def test_a_page_that_nearly_has_room_for_another_row_of_tiles_has_it():
    """206 units are what a full screen of 1280 x 800 leaves: two rows would take 208."""
    assert tiles_in(406, 208, True).down == 2 and tiles_in(406, 208, True).picture == (108, 77)
    tiles = tiles_in(406, 206, True)
    assert tiles.down == 2 and 70 < tiles.picture[1] < 77
    assert tiles_in(406, 150, True).down == 1 and tiles_in(406, 150, True).picture == (108, 77)


@pytest.mark.parametrize("layout", [SMALL, LARGE, WHOLE], ids=str)
def test_the_picture_is_dimmed_around_the_panel_and_less_while_it_is_chosen(make, layout):
    view, _ = make(layout)
    settled(view)
    for preview, veil in ((False, DIM), (True, LIGHT_DIM)):
        surface = view.draw(preview)
        assert surface.get_size() == layout.size and surface.get_at((0, 0)) == veil
        left, top, width, height = (value * view.unit for value in view._panel)
        alpha = pygame.surfarray.array_alpha(surface)[left : left + width, top : top + height]
        assert alpha.min() == 255, "something shines through the panel"
        assert surface.get_at((left - 1, top)) == veil
        shadow = surface.get_at((left + width + 1, top + height - 1))
        assert shadow.a > veil[3], "it casts a shadow"


@pytest.mark.parametrize("layout", [SMALL, LARGE, WHOLE], ids=str)
def test_five_stripes_end_the_banner(make, layout):
    view, _ = make(layout)
    surface, unit = view.draw(), view.unit
    left, top, width, _ = view._panel
    for number, colour in enumerate(STRIPES):
        y = (top + BANNER - 6 + number) * unit
        assert {surface.get_at((x * unit, y))[:3] for x in (left + 1, left + width - 2)} == {
            tuple(pygame.Color(colour))[:3]
        }


@pytest.mark.parametrize("count", [1, 3, 40])
def test_a_note_lies_over_the_banner_and_hangs_down_as_far_as_it_needs(make, count):
    view, _ = make(LARGE)
    before = pixels(settled(view))
    text = " ".join(["a long message of many words"] * count)
    view.set_note(text)
    after = pixels(settled(view))
    rows = np.flatnonzero((after != before).any(axis=(1, 2))) // view.unit - view._panel[1]
    ink = np.flatnonzero((after == NOTE_TEXT).all(axis=2).any(axis=1)) // view.unit
    lines = min(NOTE_LINES, -(-len(text) // ((view._panel[2] - 12) // CELL)))
    assert rows[0] == 1 and ink[0] - view._panel[1] >= 3
    tall = ink[-1] + 1 - ink[0]
    assert (lines - 1) * (CELL + 1) < tall <= lines * (CELL + 1)
    assert rows[-1] >= BANNER - 8 and rows[-1] > ink[-1] - view._panel[1]
    view.set_note("")
    assert np.array_equal(pixels(settled(view)), before)


@pytest.mark.parametrize("selected", [0, 1, 8])
def test_a_note_lies_over_neither_what_is_selected_nor_below_the_list_of_pages(make, selected):
    view, _ = make(LARGE)
    view.set_pages([f"page {n}" for n in range(14)], 0, False)
    view.set_lines([Line(f"row {n}") for n in range(14)], [selected], (0, 1))
    before = pixels(settled(view))
    row = view._rows[selected].rect
    view.set_note(" ".join(["a long message of many words"] * 12))
    after = pixels(settled(view))
    assert np.array_equal(before[row.top : row.bottom], after[row.top : row.bottom])
    ground = (after == tuple(pygame.Color(NOTE_PAPER))[:3]).all(axis=2)
    lines = np.flatnonzero(ground.any(axis=1))
    x, _, width, _ = (value * view.unit for value in view._panel)
    edges = x + view.unit, x + width - view.unit - 1
    assert ground[lines[0] : lines[-1] + 1, edges[0]].all(), "no button of the list is over it"
    assert ground[lines[0] : lines[-1] + 1, edges[1]].all()
    assert (lines[0] > row.bottom) == (selected < 2)
    assert lines[-1] < view._foot.rect.top or selected > 1, "the foot is seen"


def greens(surface):
    """Where a surface is green: bool[height, width]."""
    shown = pixels(surface)
    return (shown[:, :, 1] > 190) & (shown[:, :, 0] < 10)


def test_the_picture_of_a_row_is_below_the_list_of_pages_where_there_is_room(make):
    picture = pygame.Surface((320, 200))
    picture.fill((0, 200, 0))
    for layout, count, seen in ((LARGE, 3, True), (LARGE, 40, False), (WHOLE, 3, False)):
        view, _ = make(layout)
        view.set_pages([f"page {n}" for n in range(count)], 0, True)
        view.set_picture(picture)
        green = greens(settled(view))
        assert green.any() == seen
        if seen:
            rows, columns = (np.flatnonzero(green.any(axis=axis)) for axis in (1, 0))
            unit = view.unit
            assert (len(columns), len(rows)) == tuple(side * unit for side in TILE_PICTURE)
            left, top, _, height = (value * unit for value in view._panel)
            assert columns[0] >= left and columns[-1] < left + SIDE * unit
            assert rows[-1] < top + height
            assert not any(b.rect.bottom > rows[0] for b in view._pages)
        view.set_picture(None)
        assert not greens(settled(view)).any()


def test_rows_are_shown_as_they_are_and_those_that_are_gone_are_hidden(make):
    view, _ = make(LARGE)
    lines = [Line("title", heading=True), Line("one", "x"), Line("two", usable=False)]
    view.set_lines(lines, [1], (0, 1))
    settled(view)
    assert [label.text for label in view._headings[:3]] == ["title", "", ""]
    assert [button.visible for button in view._rows[:4]] == [0, 1, 1, 0]
    assert [button.is_selected for button in view._rows[1:3]] == [True, False]
    assert [button.is_enabled for button in view._rows[1:3]] == [True, False]
    assert view._rows[1].text.startswith("one") and view._rows[1].text.endswith("x")
    view.set_lines([Line("one")], [], (0, 1))
    assert [button.visible for button in view._rows[:3]] == [1, 0, 0]
    assert not view._rows[0].is_selected and view._headings[0].text == ""
    view.set_lines([], [], (0, 1), "nothing is here, " * 8)
    shown = [label.text for label in view._headings if label.text]
    assert " ".join(shown).split() == ("nothing is here, " * 8).split() and len(shown) > 1
    assert not any(button.visible for button in view._rows)


@pytest.mark.parametrize(("share", "seen"), [((0, 1), False), ((0, 0.5), True), ((0.5, 0.5), True)])
def test_the_scroll_bar_shows_which_part_of_the_list_is_seen(make, share, seen):
    view, told = make(LARGE)
    view.set_lines([Line("one")], [0], share)
    assert bool(view._bar.visible) == seen
    bar, found = view._bar.rect, pixels(settled(view))
    assert told.did == []
    column = found[bar.top : bar.bottom, bar.centerx]
    if not seen:
        assert (column == pygame.Color(PANEL)[:3]).all()
        return
    thumb = np.flatnonzero((column == pygame.Color(THUMB)[:3]).all(axis=-1))
    assert thumb[0] / bar.height == pytest.approx(share[0], abs=0.01)
    assert len(thumb) / bar.height == pytest.approx(share[1], abs=0.01)
    assert thumb[-1] - thumb[0] + 1 == len(thumb)
    rest = np.delete(column, thumb, axis=0)
    assert (rest == pygame.Color(TRACK)[:3]).all()


@pytest.mark.parametrize("layout", [SMALL, LARGE, WHOLE], ids=str)
def test_what_lies_below_the_mouse_is_lighter_but_not_while_the_bar_is_held(make, layout):
    view, _ = make(layout)
    view.set_lines([Line("one"), Line("two")], [0], (0, 0.5))
    row, thumb = view._rows[1].rect.center, view._bar.thumb.center

    def found(mouse, place):
        view._manager.mouse_position = mouse
        view._manager._update_mouse_position = lambda: None
        return settled(view).get_at(place)

    aside = row[0] + view._rows[1].rect.width // 3, row[1]
    lighter, plain = pygame.Color(COLOURS["row"]["hovered_bg"]), pygame.Color(PANEL)
    assert found(row, aside) == lighter and found(thumb, aside) == plain
    assert found(thumb, thumb) == pygame.Color(HOVERED) and found(row, thumb) == pygame.Color(THUMB)
    view.take(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=thumb, button=1))
    view.rest_mouse(False)
    assert found(row, aside) == plain and found(row, thumb) == pygame.Color(HELD)
    view.let_go()
    view.rest_mouse(False)
    assert found(row, aside) == lighter and found(row, thumb) == pygame.Color(THUMB)


@pytest.mark.parametrize("count", [60, 2000, 20_000])
def test_the_thumb_of_a_long_list_can_be_taken_and_leads_to_its_ends(make, count):
    view, told = make(LARGE)
    part = view.visible_rows / count
    for first in (0.0, 0.5 * (1 - part), 1 - part):
        view.set_lines([Line("one")], [0], (first, part))
        thumb, bar = view._bar.thumb, view._bar.rect
        assert thumb.height >= 0.075 * bar.height
        above = (thumb.top - bar.top) / (bar.height - thumb.height)
        assert above == pytest.approx(first / (1 - part), abs=0.01)
    thumb = view._bar.thumb
    view.take(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=thumb.center, button=1))
    for y, first in ((-999, 0), (9999, count - view.visible_rows)):
        place = (thumb.centerx, y)
        view.take(pygame.event.Event(pygame.MOUSEMOTION, pos=place, buttons=(1, 0, 0)))
        name, share = told.did[-1]
        assert name == "scroll" and round(share * count) == first


@pytest.mark.parametrize("layout", [SMALL, LARGE, WHOLE], ids=str)
def test_a_tile_has_no_line_for_the_dots_that_tell_of_another_page(make, layout):
    view, _ = make(layout)
    for title in ("folders", "files", "Dateien"):
        assert view._name_lines(f"{title} ...") == [title] and view.fits(f"{title} ...", "", True)
    long = " ".join(["name"] * 40)
    assert not view.fits(f"{long} ...", "", True)


def test_tiles_that_are_gone_are_hidden_and_the_others_change(make):
    view, _ = make(Layout((1152, 816), False, True))
    lines = [Line(f"game {n}", usable=n != 1) for n in range(3)]
    view.set_lines(lines, [2], (0, 1), tiles=True)
    settled(view)
    assert [bool(button.visible) for button in view._tiles[:4]] == [True, True, True, False]
    assert [button.is_selected for button in view._tiles[:3]] == [False, False, True]
    assert [button.is_enabled for button in view._tiles[:3]] == [True, False, True]
    before = [pygame.image.tobytes(picture.image, "RGBA") for picture in view._tile_pictures[:3]]
    assert len(set(before)) == 3
    view.set_lines([lines[0], Line("other")], [0], (0, 1), tiles=True)
    after = [pygame.image.tobytes(picture.image, "RGBA") for picture in view._tile_pictures[:2]]
    assert after[0] == before[0] and after[1] != before[1]
    assert not view._tiles[2].visible and not view._tile_pictures[2].visible
    view.set_lines([Line("a row")], [0], (0, 1))
    assert not any(button.visible for button in view._tiles) and view._rows[0].visible


def test_other_pages_take_the_place_of_those_before(make):
    view, _ = make(LARGE)
    for count in (3, 12, 12, 5):
        before = view._pages
        view.set_pages([f"page {n}" for n in range(count)], 1, False)
        assert [button.text for button in view._pages] == [f" page {n}" for n in range(count)]
        assert [button.is_selected for button in view._pages] == [n == 1 for n in range(count)]
        same = len(before) == count
        assert (view._pages is before) == same
        assert same or not any(button.alive() for button in before)
        assert all(button.alive() for button in view._pages)


@pytest.mark.parametrize(
    ("title", "fits"), [("short", True), ("nine letters", True), ("word " * 60, False)]
)
def test_a_name_fits_its_row_and_its_tile_or_not(make, title, fits):
    view, _ = make(LARGE)
    assert view.fits(title, "", False) == fits == view.fits(title, "", True)
    row = "x" * view.columns
    assert view.fits(row, "", False) and not view.fits(row, "v", False)
    assert view.fits(row[:-2], "v", False) and not view.fits(row + "x", "", False)


@pytest.mark.parametrize("layout", [SMALL, LARGE, WHOLE], ids=str)
def test_a_click_tells_which_row_or_page_it_is_on(make, layout):
    view, told = make(layout)
    pages, rows = [f"page {n}" for n in range(3)], [Line(f"row {n}") for n in range(3)]
    view.set_pages(pages, 0, False)
    view.set_back(True)
    view.set_lines(rows, [0], (0, 1))
    settled(view)

    def click(rect):
        pygame.mouse.set_pos(rect.center)
        view._manager.mouse_position = rect.center
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            view.take(pygame.event.Event(kind, pos=rect.center, button=1))
            view.update(0.1)
        return told.did[-1]

    assert click(view._rows[2].rect) == ("row", 2)
    if layout.whole:
        assert view._pages == [] and click(view._back.rect)[0] == "back"
        view.set_back(False)
        assert not view._back.visible
    else:
        assert click(view._pages[1].rect) == ("page", 1) and view._back is None
    view.set_lines(rows, [0], (0, 1), tiles=True)
    settled(view)
    assert click(view._tiles[1].rect) == ("row", 1)


@pytest.mark.parametrize("tiles", [False, True], ids=["rows", "tiles"])
def test_a_mouse_that_rests_tints_nothing_until_it_is_used_again(make, monkeypatch, tiles):
    view, told = make(LARGE)
    view.set_lines([Line(f"row {n}") for n in range(3)], [0], (0, 1), tiles=tiles)
    below = (view._tiles if tiles else view._rows)[2]
    place = below.rect.center
    monkeypatch.setattr(pygame.mouse, "get_pos", lambda: place)

    def tinted(rests):
        view.rest_mouse(rests)
        view.update(0.1)
        return below.hovered

    assert [tinted(rests) for rests in (False, True, False, True)] == [True, False, True, False]
    view.take(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=place, button=1))
    view.rest_mouse(False)
    view.update(0.1)
    view.take(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=place, button=1))
    view.update(0.1)
    assert told.did == [("row", 2)] and tinted(False)


@pytest.mark.parametrize("layout", [SMALL, LARGE, WHOLE], ids=str)
def test_the_mouse_is_over_the_panel_or_beside_it(make, layout):
    view, _ = make(layout)
    left, top, width, height = (value * view.unit for value in view._panel)
    for at, over in (
        ((left, top), True), ((left + width - 1, top + height - 1), True),
        ((left - 1, top), False), ((left, top - 1), False),
        ((left + width, top), False), ((left, top + height), False),
    ):  # fmt: skip
        assert view.over(at) == over


def test_the_name_stands_in_the_banner_unless_the_button_does(make):
    view, _ = make(WHOLE)

    def name():
        return (pixels(settled(view))[: (view._panel[1] + BANNER) * view.unit] == 255).all(axis=2)

    view.set_back(True)
    assert not name().any()
    view.set_back(False)
    assert name().any()
    view, _ = make(LARGE)
    rows, columns = (np.flatnonzero(name().any(axis=axis)) for axis in (1, 0))
    left, top = view._panel[:2]
    assert left * view.unit < columns[0] and columns[-1] < view._where[0].rect.left
    assert (top + 3) * view.unit <= rows[0] and rows[-1] < (top + BANNER - 6) * view.unit
