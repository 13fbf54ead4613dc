"""The menu keeps its views, so that it changes between two of its pages at once."""

import gc
import weakref
from types import SimpleNamespace

import pygame
import pytest

from emu.host.menu.kept_views import GONE_MOST, MOST, KeptViews
from emu.host.menu.menu import Menu
from emu.host.menu.page import Layout, Page, Row
from emu.host.picture.charset_text import BRIGHT
from tests.emu.host.windows import click, frames, press

pytestmark = pytest.mark.usefixtures("little_to_look_through")


def test_a_view_is_made_once_and_the_one_not_shown_for_longest_goes():
    made = []

    def make(layout):
        made.append(layout)
        return SimpleNamespace(layout=layout)

    views = KeptViews(make)
    one, two, three = (Layout((number, 200)) for number in (1, 2, 3))
    first = views.of(one)
    second = views.of(two)
    assert views.of(one) is first and made == [one, two] and MOST == 2
    views.of(three)  # in the place of the second
    assert views.of(one) is first and made == [one, two, three]
    assert views.of(two) is not second and made == [one, two, three, two]
    assert len(views._views) == MOST


@pytest.fixture
def uncollected():
    """Have Python look for no garbage by itself: it may be long until it does."""
    gc.disable()
    yield
    gc.enable()


def test_a_window_that_is_drawn_larger_keeps_few_views(make_app, uncollected):
    app = make_app("--basic-prompt")
    menu = app.feature(Menu)
    menu.open()
    frames(app, 2)
    made, make = [], menu._views._make

    def noted(layout):
        view = make(layout)
        made.append(weakref.ref(view))
        return view

    menu._views._make = noted
    for number in range(3 * GONE_MOST):
        menu._layout = lambda wide=400 + 10 * number: Layout((wide, 300))
        frames(app, 2)
        assert sum(view() is not None for view in made) <= MOST + GONE_MOST
    assert len(made) == 3 * GONE_MOST


@pytest.fixture
def app(make_app):
    made = make_app("--basic-prompt", "--scale", "2")
    made.feature(Menu).open()
    frames(made, 2)
    return made


def to_library(app):
    """Choose the library in the list of pages by the mouse."""
    menu = app.feature(Menu)
    number = [page.title for page in menu._pages].index("Library")
    click(app, menu._view._pages[number].rect.center)
    frames(app, 10)


def shown(app):
    """Return the menu's picture once it has settled."""
    frames(app, 12)
    return pygame.image.tobytes(app.feature(Menu)._surface, "RGBA")


def test_the_library_and_the_list_of_pages_take_two_views_however_often_they_change(app):
    menu = app.feature(Menu)
    to_library(app)
    inside = menu._view, shown(app)
    press(app, "escape")
    frames(app, 10)
    beside = menu._view, shown(app)
    assert beside[0] is not inside[0]
    for _ in range(3):
        press(app, "return")
        assert (menu._view, shown(app)) == inside
        press(app, "escape")
        assert (menu._view, shown(app)) == beside


def test_a_kept_view_shows_what_was_done_while_another_one_was_shown(app):
    menu = app.feature(Menu)
    to_library(app)
    before = shown(app)
    menu.show(Page("one", lambda: [Row(f"row {n}", lambda: None) for n in range(60)]))
    frames(app, 10)
    press(app, "end")
    menu.show(Page("pictures", lambda: [Row("another", lambda: None)], tiles=True))
    assert shown(app) != before
    press(app, "escape")
    frames(app, 10)
    assert menu._view._rows[menu._list.visible() - 1].text.strip(f" {BRIGHT}") == "row 59"
    press(app, "escape")
    assert shown(app) == before


def test_a_button_held_in_one_view_is_let_go_when_it_is_shown_again(app):
    menu = app.feature(Menu)
    view, at = menu._view, menu._view._pages[3].rect.center
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1))
    frames(app)
    assert any(button.held for button in view._pages)
    menu.show(Page("pictures", lambda: [Row("one", lambda: None)], tiles=True))
    frames(app, 3)
    assert menu._view is not view
    menu.back()
    menu.back()
    frames(app, 3)
    assert menu._view is view and not any(button.held for button in view._pages)


def test_a_text_is_wrapped_anew_for_the_view_that_it_is_shown_in(app):
    menu, text = app.feature(Menu), "some words that are too many for a row " * 3
    menu.show(Page("text", lambda: [Row(text, lambda: None)], wrap=True))
    frames(app, 3)
    narrow = len(menu._rows)
    menu.show(Page("pictures", lambda: [Row("one", lambda: None)], tiles=True))
    frames(app, 3)
    menu.back()
    frames(app, 3)
    assert len(menu._rows) == narrow
    assert all(len(row.title) <= menu._view.columns for row in menu._rows)
