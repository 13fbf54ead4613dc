"""Keys and directions that are held go on in the menu; nothing goes on that was let go."""

import time

import pygame
import pytest

from emu.host.input.pads import Pad
from emu.host.menu.menu import Menu
from emu.host.menu.page import Page, Row
from emu.host.menu.repeat import FIRST, NEXT, REPEATED, Repeat
from tests.emu.host.windows import frames

DOWN_BUTTON, START = 12, 6


@pytest.fixture
def app(make_app, monkeypatch):
    made = make_app("--basic-prompt", "--scale", "2")
    made.clock = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: made.clock[0])
    menu = made.feature(Menu)
    menu.ask(Page("many", lambda: [Row(f"row {n}", lambda: None) for n in range(500)]))
    frames(made, 2)
    return made


def selected(app):
    return app.feature(Menu)._place.selected


def event(app, kind, **words):
    pygame.event.post(pygame.event.Event(kind, **words))
    frames(app)


def key(app, kind, number):
    event(app, kind, key=number, mod=0, unicode="", scancode=0)


def passes(app, seconds):
    """Let time pass, a frame each time that a step may be due."""
    for _ in range(round(seconds / NEXT)):
        app.clock[0] += NEXT * 1.001
        frames(app)


def test_a_step_is_due_after_a_while_and_then_again_and_again():
    repeat = Repeat()
    assert not repeat.due(1e9)
    repeat.begin("down", 7, 10.0)
    assert [repeat.due(10.0 + seconds) for seconds in (0, 0.39, 0.41, 0.42, 0.47, 9.0, 9.01)] == [
        False, False, True, False, True, True, False
    ]  # fmt: skip
    repeat.end(8)
    assert repeat.due(20.0)
    repeat.end(7)
    assert not repeat.due(30.0)
    for step in ("left", "right", "enter", "back", "menu", "more", "first"):
        repeat.begin("down", 7, 0.0)
        repeat.begin(step, 9, 0.0)
        assert step not in REPEATED and not repeat.due(99.0)


@pytest.mark.parametrize(("number", "rows"), [(pygame.K_DOWN, 1), (pygame.K_PAGEDOWN, 19)])
def test_a_key_that_is_held_goes_on_until_it_is_let_go(app, number, rows):
    key(app, pygame.KEYDOWN, number)
    assert selected(app) == rows
    passes(app, FIRST - 2 * NEXT)
    assert selected(app) == rows, "who only taps it moves once"
    passes(app, 11 * NEXT)
    reached = selected(app)
    assert reached in range(9 * rows, 12 * rows)
    key(app, pygame.KEYUP, number)
    passes(app, 1)
    assert selected(app) == reached


def test_another_key_let_go_does_not_end_it_and_the_window_without_keys_does(app):
    key(app, pygame.KEYDOWN, pygame.K_DOWN)
    key(app, pygame.KEYUP, pygame.K_UP)
    passes(app, 1)
    reached = selected(app)
    assert reached > 5
    event(app, pygame.WINDOWFOCUSLOST)
    passes(app, 1)
    assert selected(app) == reached


def test_a_closed_menu_forgets_what_was_held(app):
    menu = app.feature(Menu)
    key(app, pygame.KEYDOWN, pygame.K_DOWN)
    menu.close_menu()
    menu.ask(Page("many", lambda: [Row(f"row {n}", lambda: None) for n in range(50)]))
    passes(app, 1)
    assert selected(app) == 0


def test_a_direction_of_a_pad_goes_on_until_it_is_let_go(app):
    device = type("Device", (), {"get_init": lambda self: True, "quit": lambda self: None})()
    app.input.pads.pads[7] = Pad(device, "a pad", mapped=True)
    try:
        event(app, pygame.CONTROLLERBUTTONDOWN, button=DOWN_BUTTON, instance_id=7)
        assert selected(app) == 1
        passes(app, 1)
        reached = selected(app)
        assert reached > 8
        event(app, pygame.CONTROLLERBUTTONUP, button=DOWN_BUTTON, instance_id=7)
        passes(app, 1)
        assert selected(app) == reached
    finally:
        app.input.pads.pads.pop(7, None)
