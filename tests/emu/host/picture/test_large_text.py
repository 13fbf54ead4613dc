"""Large letters: menu, messages, status line, keys."""

import pytest

from emu.host.menu.menu import Menu
from emu.host.menu.page import Layout
from emu.host.menu.widgets import unit_of
from emu.host.picture.overlay import LARGE, LARGE_COLUMNS
from emu.language.translation import ENGLISH, use
from tests.emu.host.menu.test_menu import go, opened
from tests.emu.host.windows import frames, press

LONG = "drive 8, read-only: the disk has a name that tells more than a line has room for"


@pytest.mark.parametrize(
    ("window", "usual", "large"),
    [((384, 272), 1, 1), ((768, 544), 2, 3), ((1152, 816), 2, 4), ((1920, 1200), 5, 7)],
)
def test_the_menus_letters_are_twice_as_large_as_far_as_there_is_room(window, usual, large):
    assert unit_of(Layout(window)) == usual
    assert unit_of(Layout(window, large=True)) == large


def test_the_action_switches_them_and_it_is_remembered(make_app):
    app = make_app()
    app.actions["large-text"].do()
    assert app.overlay.large and app.settings.changed()["large_text"] is True
    app.actions["large-text"].do()
    assert not app.overlay.large


def test_the_option_has_them_from_the_start(make_app):
    assert make_app("--basic-prompt", "--large-text").overlay.large


def test_the_list_of_pages_and_each_page_take_the_whole_window(make_app):
    app = make_app("--basic-prompt", "--large-text", "--scale", "3")
    menu = opened(app)
    frames(app)
    assert menu._view.layout == Layout(app.window.pixels, large=True, whole=True)
    go(app, menu, "Picture")
    frames(app)
    assert menu._view.layout.whole and not menu._in_pages
    menu.back()
    frames(app)
    assert menu._in_pages and menu.is_open


def test_covers_take_the_whole_window_once_the_user_is_among_them(make_app):
    app = make_app("--basic-prompt", "--scale", "3")
    menu = opened(app)
    go(app, menu, "Library")
    frames(app, 2)
    whole = menu._view
    assert whole.layout.whole and whole.unit == unit_of(Layout(app.window.pixels))
    menu.back()
    frames(app, 2)
    beside = menu._view
    assert menu._in_pages and not beside.layout.whole and beside._pages
    assert whole._tile_places.picture[0] > 1.3 * beside._tile_places.picture[0]


def test_the_mouse_goes_back_to_the_list_by_the_button_in_the_banner(make_app):
    from tests.emu.host.windows import click

    app = make_app("--basic-prompt", "--large-text", "--scale", "3")
    menu = go(app, opened(app), "Picture")
    frames(app, 3)
    click(app, menu._view._back.rect.center)
    frames(app, 2)
    assert menu.is_open and menu._in_pages


def test_messages_and_status_line_are_as_wide_as_before_and_twice_as_high(make_app):
    app = make_app()
    overlay, width = app.overlay, app.window.foot_width
    status = (("8", (255, 255, 255)), ("error 62", (255, 0, 0)), ("port 2", (9, 9, 9)))
    usual = overlay.foot(width, "", None, status)
    overlay.large = True
    large = overlay.foot(width, "", None, status)
    assert large.get_size() == (usual.get_width(), LARGE * usual.get_height())
    message = overlay.foot(width, LONG)
    assert message.get_width() <= width


def test_what_has_no_room_beside_the_others_has_a_line_of_its_own(make_app):
    overlay = make_app().overlay
    parts = (("four", (255, 255, 255)), ("letters", (255, 0, 0)), ("each", (9, 9, 9)))
    one, three = (overlay.foot(width, status=parts).get_height() for width in (200, 72))
    assert three == 3 * one


def test_f12_opens_the_page_of_all_keys(make_app):
    app = make_app("--basic-prompt", "--large-text")
    press(app, "f12")
    menu = app.feature(Menu)
    assert menu.is_open and menu._place.page.title == "Help" and not app.overlay.help_shown


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_welcome_fits_into_the_picture(make_app, language):
    app = make_app("--basic-prompt", "--large-text", "--language", language)
    app.overlay.welcome(2)
    use(ENGLISH)
    width, height = app.overlay.surface().get_size()
    assert width <= 384 and height <= 272
    assert LARGE_COLUMNS * 8 * LARGE <= 384
