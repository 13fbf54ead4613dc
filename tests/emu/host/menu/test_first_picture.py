"""The first picture after a key or click shows what it has done; on a busy host it is seen long."""

import numpy as np
import pygame
import pytest

from emu.host.menu.menu import REDRAWS, Menu
from tests.emu.host.menu.test_menu import disk, go, opened
from tests.emu.host.windows import frames, press


def seen(menu):
    return pygame.surfarray.array2d(menu.overlay())


def pressed(app, key):
    """Let a key be seen, whose picture is not shown yet."""
    for kind in (pygame.KEYDOWN, pygame.KEYUP):
        event = pygame.event.Event(
            kind, key=pygame.key.key_code(key), mod=0, unicode="", scancode=0
        )  # fmt: skip
        pygame.event.post(event)
    app.input.poll()


def first_is_last(menu):
    """Check that the next picture is the one that stays."""
    first = seen(menu)
    for _ in range(2 * REDRAWS):
        surface = menu.overlay()
    last = pygame.surfarray.array2d(surface)
    assert len(np.unique(last[::3, ::3])) > 5, "there is something to see"
    assert (first == last).all()


@pytest.fixture
def app(make_app):
    return make_app("--basic-prompt")


@pytest.fixture
def library(app, tmp_path):
    """The menu with the library, beside its list of pages."""
    for name in ("one", "two", "three"):
        app.library.add(disk(tmp_path / f"{name}.d64"))
    menu = opened(app)
    menu.open("Library")
    frames(app, REDRAWS + 1)
    return menu


@pytest.mark.parametrize("large", [False, True])
def test_looking_inside_and_coming_back_show_no_empty_page(app, library, large):
    app.overlay.large = large
    for key in ("tab", "down", "escape", "right", "tab", "escape", "escape", "down", "up", "right"):
        pressed(app, key)
        first_is_last(library)


def test_the_pages_of_the_list_and_their_rows_are_there_at_once(app):
    menu = opened(app)
    for _ in menu._pages:
        for key in ("right", "down", "end", "escape", "down"):
            pressed(app, key)
            if not menu._in_pages or key == "down":
                first_is_last(menu)
        menu._in_pages = True


def test_the_menu_itself_is_there_at_once(app):
    menu = app.feature(Menu)
    pressed(app, "f10")
    first_is_last(menu)
    press(app, "f10")
    pressed(app, "f10")
    first_is_last(menu)


def test_a_row_that_is_chosen_shows_its_new_word_at_once(app):
    menu = go(app, opened(app), "Time")
    before = seen(menu)
    pressed(app, "return")
    first_is_last(menu)
    assert (seen(menu) != before).any()
