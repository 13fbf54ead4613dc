"""Gamepads, by SDL's own virtual ones: plugged in, played with, pulled out."""

import pygame
import pytest

from emu.host.menu.menu import Menu
from tests.emu.host.virtual_pad import VirtualPad, sdl
from tests.emu.host.windows import frames

pytestmark = pytest.mark.skipif(sdl() is None, reason="SDL's library was not found beside pygame")
A, B, Y, START = 0, 1, 3, 6
DPAD_UP, DPAD_DOWN, DPAD_RIGHT = 11, 12, 14


@pytest.fixture
def plug():
    """Return a function that plugs a pad in; all are pulled out in the end."""
    pads = []

    def make(app, **options):
        pads.append(VirtualPad(**options))
        frames(app)
        return pads[-1]

    yield make
    for pad in pads:
        if pygame.joystick.get_init():
            pad.unplug()


def down(app, port):
    """Return the directions of a joystick that are on."""
    frames(app)
    stick = app.machine.joystick(port)
    return {name for name in ("up", "down", "left", "right", "fire") if stick.pressed(name)}


def test_a_pad_that_is_plugged_in_later_says_where_it_is_and_plays_at_once(make_app, plug):
    app = make_app()
    pad = plug(app)
    assert app.overlay.message.endswith(": port 2")
    pad.button(A, True)
    pad.button(DPAD_UP, True)
    assert down(app, 2) == {"fire", "up"}
    pad.button(A, False)
    assert down(app, 2) == {"up"}


def test_a_tap_between_two_frames_closes_the_switch_for_one(make_app, plug):
    app = make_app()
    pad = plug(app)
    pad.button(A, True)
    pygame.event.pump()  # SDL looks at the pad: an event for each of its states
    pad.button(A, False)
    pygame.event.pump()
    assert down(app, 2) == {"fire"}
    assert down(app, 2) == set()


def test_of_two_taps_to_opposite_sides_the_later_counts(make_app, plug):
    app = make_app()
    pad = plug(app)
    for button, on in ((DPAD_UP, True), (DPAD_UP, False), (DPAD_DOWN, True)):
        pad.button(button, on)
        pygame.event.pump()
    assert down(app, 2) == {"down"}


def test_the_stick_counts_beyond_its_middle(make_app, plug):
    app = make_app()
    pad = plug(app)
    pad.axis(0, -0.3)
    assert down(app, 2) == set()
    pad.axis(0, -0.9)
    pad.axis(1, 0.8)
    assert down(app, 2) == {"left", "down"}
    pad.axis(0, 0.9)
    assert down(app, 2) == {"right", "down"}
    pad.axis(0, 0)
    pad.axis(1, 0)
    assert down(app, 2) == set()


def test_two_reasons_for_a_direction_end_with_the_last(make_app, plug):
    app = make_app()
    pad = plug(app)
    pad.button(DPAD_RIGHT, True)
    pad.axis(0, 1.0)
    pad.button(DPAD_RIGHT, False)
    assert down(app, 2) == {"right"}


def test_the_second_pad_plays_in_the_other_port_and_a_third_waits(make_app, plug):
    app = make_app()
    first, second = plug(app), plug(app)
    third = plug(app)
    assert "both ports" in app.overlay.message
    second.button(A, True)
    third.button(DPAD_UP, True)
    assert down(app, 1) == {"fire"} and down(app, 2) == set()
    first.unplug()
    frames(app)
    third.button(DPAD_UP, False)
    frames(app)
    third.button(DPAD_UP, True)
    assert down(app, 2) == {"up"}


def test_a_pad_that_is_pulled_out_lets_go(make_app, plug):
    app = make_app()
    pad = plug(app)
    pad.button(A, True)
    assert down(app, 2) == {"fire"}
    pad.unplug()
    assert down(app, 2) == set()
    assert app.overlay.message.endswith(": gone")


def test_pads_go_with_the_ports_when_these_are_swapped(make_app, plug):
    app = make_app()
    pad = plug(app)
    app.actions["joystick-port"].put("1")
    pad.button(A, True)
    assert down(app, 1) == {"fire"} and down(app, 2) == set()


def test_a_device_that_the_database_does_not_know_plays_too(make_app, plug):
    app = make_app()
    pad = plug(app, gamepad=False)
    pad.button(2, True)
    pad.axis(1, -1.0)
    assert down(app, 2) == {"fire", "up"}


def test_some_buttons_are_keys(make_app, plug):
    app = make_app()
    pad = plug(app)
    pad.button(Y, True)
    frames(app)
    assert app.machine.keyboard.down == {"SPACE"}
    pad.button(Y, False)
    frames(app, 5)
    assert app.machine.keyboard.down == set()


def test_the_menu_is_worked_by_a_pad(make_app, plug):
    app = make_app()
    pad = plug(app)
    menu = app.feature(Menu)

    def tap(button):
        for state in (True, False):
            pad.button(button, state)
            frames(app)

    tap(START)
    assert menu.is_open
    at = [page.title for page in menu._pages].index("Time")
    for _ in range(at):
        tap(DPAD_DOWN)
    tap(A)
    warp = [row.title for row in menu._rows].index("warp")
    while menu._place.selected != warp:
        tap(DPAD_DOWN)
    tap(A)
    assert app.warp
    assert down(app, 2) == set()
    tap(B)
    tap(B)
    assert not menu.is_open
    assert down(app, 2) == set()


def test_a_pad_that_comes_while_the_monitor_is_open_is_there_afterwards(make_app):
    app = make_app()
    pad = VirtualPad()
    app.input.wait()
    pad.button(A, True)
    assert down(app, 2) == {"fire"}
    pad.unplug()


def test_a_pad_that_is_there_at_the_start_plays_without_a_word(make_app):
    pygame.joystick.init()
    pad = VirtualPad()
    app = make_app()
    assert "port" not in app.overlay.message
    pad.button(A, True)
    assert down(app, 2) == {"fire"}
    pad.unplug()
