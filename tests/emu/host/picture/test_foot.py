"""The foot of the window: messages and lines, which lie over nothing that is being read."""

import pytest

import c64
from emu.host.input.screen_keys import ScreenKeys
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
