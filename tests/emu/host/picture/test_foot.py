"""The foot of the window: messages and lines, which lie over nothing that is being read."""

import pytest

import c64
from emu.host.input.screen_keys import ScreenKeys
from emu.host.menu.menu import Menu
from emu.host.picture.overlay import NEW_LINE
from tests.emu.host.windows import frames, press

pytestmark = pytest.mark.skipif(c64.PURE, reason="runs the window: compiled machine only")
LONG = "word " * 90


def foot_of(app):
    """Return (top, bottom) of the foot in the window, in pixels."""
    surface = app._foot()
    window = app.window
    ((large, (_, top)),) = window._laid((window.target(), None, surface, window.pixels))
    return top, top + large.get_height()


def test_a_message_waits_until_the_help_is_gone(make_app):
    app = make_app("--basic-prompt")
    frames(app, 3)
    app.overlay.hide_help()
    app.actions["status-line"].do()
    press(app, "f12")
    app.overlay.say("something went wrong")
    for _ in range(500):
        assert app._foot() is None
    press(app, "f12")
    assert app.overlay.message == "something went wrong" and app._foot() is not None


def test_lines_of_the_status_wait_until_the_welcome_is_gone(make_app):
    app = make_app("--basic-prompt")
    app.actions["status-line"].do()
    app.overlay.welcome()
    assert app._foot() is None
    app.overlay.say("a message")
    assert app._foot() is not None
    app.overlay.message = ""
    app.overlay.wake()
    assert app._foot() is not None


@pytest.mark.parametrize("scale", ["1", "2", "3"])
@pytest.mark.parametrize("large", ["--large-text", "--no-large-text"])
@pytest.mark.parametrize("keyboard", [False, True])
def test_the_foot_is_in_the_window_and_above_the_keyboard(make_app, scale, large, keyboard):
    app = make_app("--basic-prompt", "--scale", scale, large, "--sids", "d420")
    frames(app, 3)
    app.overlay.hide_help()
    for name in ("status-line", "sid-registers", "level-meter"):
        app.actions[name].do()
    end = app.window.pixels[1]
    if keyboard:
        app.actions["screen-keys"].do()
        end = app.feature(ScreenKeys)._keyboard()[0].top
    for message in ("", "a message", LONG):
        app.overlay.message = message
        top, bottom = foot_of(app)
        assert 0 <= top < bottom == end
    app.overlay.message = ""
    if keyboard:
        app.actions["screen-keys"].do()
        assert foot_of(app)[1] == app.window.pixels[1]


def test_a_message_goes_before_lines_and_ends_with_dots_where_it_has_no_room(make_app):
    overlay = make_app().overlay
    status = (("a", (9, 9, 9)), NEW_LINE, ("b", (9, 9, 9)))
    one = overlay.foot(200, "word").get_height()
    assert overlay.foot(200, "word", status=status, height=one + 19).get_height() == one + 10
    assert overlay.foot(200, "word", status=status, height=one + 20).get_height() == one + 20
    assert overlay.foot(200, LONG, height=one + 10).get_height() == one + 10
    assert overlay.foot(200, "word", status=status, height=5).get_height() == one


@pytest.mark.parametrize("scale", ["1", "2"])
@pytest.mark.parametrize("borders", ["normal", "none"])
def test_the_list_of_keys_is_a_page_of_the_menu_where_the_window_is_too_small(
    make_app, scale, borders
):
    app = make_app("--basic-prompt", "--scale", scale, "--borders", borders)
    frames(app, 3)
    press(app, "f12")
    menu = app.feature(Menu)
    assert (menu.is_open, app.overlay.help_shown) == (borders == "none", borders != "none")
    if menu.is_open:
        assert menu._place.page.title == "Help"
    press(app, "f10" if menu.is_open else "f12")
    assert not menu.is_open and not app.overlay.help_shown


def test_the_welcome_is_made_smaller_where_the_window_is_and_is_as_before_in_a_larger_one(make_app):
    app = make_app("--basic-prompt", "--scale", "2", "--borders", "none", "--language", "de")
    app.overlay.welcome()
    window, welcome = app.window, app.overlay.surface()
    state = window.target(), welcome, None, window.pixels
    ((small, (left, top)),) = window._laid(state)
    assert 2 * welcome.get_width() > window.pixels[0] >= small.get_width()
    assert small.get_width() + 2 * left <= window.pixels[0] and left >= 0 and top >= 0
    assert abs(small.get_width() / small.get_height()
               - welcome.get_width() / welcome.get_height()) < 0.1  # fmt: skip
    app.actions["borders"].put("normal")
    state = window.target(), welcome, None, window.pixels
    ((large, _),) = window._laid(state)
    assert large.get_width() == 2 * welcome.get_width()
