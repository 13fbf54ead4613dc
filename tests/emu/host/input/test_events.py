"""What the window's events do: its own keys, what is let go, what is closed for a frame."""

from types import SimpleNamespace

import pygame
import pytest

from emu.host.input.input import OPPOSITE, Switches
from emu.host.input.pads import PLACES, Pad, Pads
from emu.host.menu.menu import Menu
from tests.emu.host.windows import frames, press


@pytest.fixture(scope="module")
def shared(make_shared):
    """An App for all tests of this file, with two sets of joystick keys."""
    app = make_shared("--joy-keys", "numpad", "--joy-keys-2", "cursor")
    frames(app, 3)
    return app


@pytest.fixture
def app(shared):
    """The App, with everything let go before and after the test."""
    shared.input.release_all()
    shared.overlay.message = ""
    yield shared
    shared.input.release_all()
    shared.overlay.hide_help()
    frames(shared, 3)


def post(app, kind, **words):
    pygame.event.post(pygame.event.Event(kind, **words))
    app.input.poll()


def key(app, kind, key, mod=0, unicode="", scancode=0):
    post(app, kind, key=key, mod=mod, unicode=unicode, scancode=scancode)


def on(app, port):
    stick = app.machine.joystick(port)
    return {name for name in ("up", "down", "left", "right", "fire") if stick.pressed(name)}


# -- switches that are closed for a frame at least ------------------------------------------------


def test_a_switch_that_is_opened_at_once_stays_until_a_frame_has_seen_it():
    switches = Switches()
    assert switches.put({"up"}) == {"up"}
    assert switches.put(()) == {"up"}
    assert switches.tick() is True
    assert switches.put(()) == set()
    assert switches.tick() is False
    switches.put({"fire"})
    switches.tick()
    assert switches.put({"fire", "left"}) == {"fire", "left"}
    assert switches.put({"left"}) == {"left"}  # fire was seen before
    assert switches.put(()) == {"left"}


@pytest.mark.parametrize("first", OPPOSITE)
def test_the_opposite_direction_opens_a_switch_at_once(first):
    switches = Switches()
    switches.put({first, "fire"})
    assert switches.put({OPPOSITE[first]}) == {OPPOSITE[first], "fire"}
    assert OPPOSITE[OPPOSITE[first]] == first != OPPOSITE[first]


def test_all_switches_are_opened_at_once_when_the_user_goes():
    switches = Switches()
    switches.put({"up", "fire"})
    switches.clear()
    assert switches.tick() is False and switches.put(()) == set()


# -- events of the window -------------------------------------------------------------------------


def hold_much(app):
    """Hold a key, both sticks and the switches of all four joysticks."""
    key(app, pygame.KEYDOWN, pygame.K_a, unicode="a", scancode=4)
    key(app, pygame.KEYDOWN, pygame.K_KP8)
    key(app, pygame.KEYDOWN, pygame.K_LEFT)
    for port in (3, 4):
        app.machine.joystick(port).press("fire")
    frames(app)
    assert app.machine.keyboard.down == {"A"} and on(app, 2) == {"up"} and on(app, 1) == {"left"}


@pytest.mark.parametrize("way", ["focus", "menu"])
def test_who_goes_elsewhere_holds_nothing_any_more(app, way):
    hold_much(app)
    if way == "focus":
        post(app, pygame.WINDOWFOCUSLOST)
    else:
        app.feature(Menu).open()
    try:
        assert app.machine.keyboard.down == set()
        assert [on(app, port) for port in range(1, PLACES + 1)] == [set()] * 4
        frames(app, 3)
        assert app.machine.keyboard.down == set() and on(app, 2) == set()
    finally:
        if way == "menu":
            app.feature(Menu).close_menu()


def test_a_window_that_was_covered_is_drawn_anew(app):
    app._show()
    assert app.window._drawn is not None
    for take in (app.input.poll, app.input.wait):
        pygame.event.post(pygame.event.Event(pygame.WINDOWEXPOSED))
        take()
        assert app.window._drawn is None
        app._show()


def test_closing_the_window_leaves_and_in_the_monitor_says_what_to_do_first(app, monkeypatch):
    left = []
    monkeypatch.setattr(app, "leave", lambda: left.append(1))
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    app.input.wait()
    assert not left and app.overlay.message == "leave the monitor first (x)"
    post(app, pygame.QUIT)
    assert left == [1]


def test_alt_f4_and_alt_return_are_as_everywhere(app):
    for fullscreen in (True, False):
        key(app, pygame.KEYDOWN, pygame.K_RETURN, mod=pygame.KMOD_LALT)
        assert app.window.fullscreen == fullscreen and app.machine.keyboard.down == set()
    assert not app.quit
    key(app, pygame.KEYDOWN, pygame.K_F4, mod=pygame.KMOD_LALT)
    assert app.quit and app.machine.keyboard.down == set()
    app.quit = False
    key(app, pygame.KEYDOWN, pygame.K_F4)  # without ALT it is the C64's
    frames(app, 2)  # SHIFT goes before it
    assert not app.quit and app.machine.keyboard.down == {"LSHIFT", "F3"}
    key(app, pygame.KEYUP, pygame.K_F4)


def test_any_key_closes_the_help_and_goes_on_to_the_machine(app):
    press(app, "f12")
    assert app.overlay.help_shown
    key(app, pygame.KEYDOWN, pygame.K_b, unicode="b", scancode=5)
    assert not app.overlay.help_shown and "B" in app.machine.keyboard.down
    key(app, pygame.KEYUP, pygame.K_b)
    press(app, "f12")
    assert app.overlay.help_shown
    press(app, "f12")
    assert not app.overlay.help_shown


@pytest.mark.parametrize("event", [pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN, pygame.KEYUP])
def test_what_is_pressed_ends_the_welcome_and_what_is_let_go_does_not(app, event):
    app.overlay.welcome()
    post(app, event, key=pygame.K_c, mod=0, unicode="c", scancode=6, pos=(5, 5), button=1)
    assert (app.overlay.surface() is None) == (event != pygame.KEYUP)


def test_keys_of_a_macro_are_pressed_beside_those_of_the_user(app):
    key(app, pygame.KEYDOWN, pygame.K_a, unicode="a", scancode=4)
    key(app, pygame.KEYDOWN, pygame.K_KP8)
    app.input.play(("SPACE", "CTRL"), {2: {"fire"}, 1: {"down"}})
    assert {"SPACE", "CTRL"} <= app.machine.keyboard.down
    assert on(app, 2) == {"up", "fire"} and on(app, 1) == {"down"}
    app.input.play((), {})
    assert not {"SPACE", "CTRL"} & app.machine.keyboard.down
    assert on(app, 2) == {"up"} and on(app, 1) == set()


def test_keys_by_position_and_by_symbol(app):
    choice = app.actions["keyboard"]
    for word, names in (("position", {"Y"}), ("symbol", {"Z"})):
        choice.put(word)
        key(app, pygame.KEYDOWN, pygame.K_z, unicode="z", scancode=28)  # a German keyboard
        assert app.machine.keyboard.down == names
        key(app, pygame.KEYUP, pygame.K_z)
        app.input.release_all()
    choice.put("position")
    key(app, pygame.KEYDOWN, pygame.K_a, unicode="a", scancode=4)
    choice.put("symbol")
    assert app.machine.keyboard.down == set()  # what was held meant something else
    key(app, pygame.KEYDOWN, pygame.K_RETURN, unicode="\r", scancode=40)
    key(app, pygame.KEYUP, pygame.K_RETURN)
    choice.put("position")
    assert app.machine.keyboard.down == {"RETURN"}  # it was tapped before
    app.input.release_all()
    choice.put("symbol")
    choice.put("position")
    key(app, pygame.KEYDOWN, pygame.K_a, unicode="a", scancode=200)  # in no place of a C64's
    assert app.machine.keyboard.down == set()
    choice.put("symbol")


def test_the_other_port_takes_the_sticks_over_and_the_one_before_is_let_go(app):
    key(app, pygame.KEYDOWN, pygame.K_KP8)
    app.machine.joystick(1).press("fire")
    app.actions["joystick-port"].put("1")
    assert on(app, 1) == {"up"} and on(app, 2) == set()
    app.actions["joystick-port"].put("2")
    assert on(app, 2) == {"up"} and on(app, 1) == set()


def test_joysticks_of_an_adapter_are_let_go_when_there_is_another_one(app):
    adapter = app.actions["joystick-adapter"]
    before, words = adapter.state(), adapter.choices()
    for word in (words[-1], words[0], words[-1], before):
        for port in (1, 3, 4):
            app.machine.joystick(port).press("fire")
        adapter.put(word)
        assert on(app, 3) == on(app, 4) == set()
    app.machine.joystick(1).release()


@pytest.mark.parametrize("name", ["joystick-keys", "joystick-keys-2"])
def test_keys_that_are_chosen_while_they_are_held_count_at_once(app, name):
    port = 2 if name == "joystick-keys" else 1
    action = app.actions[name]
    before = action.state()
    key(app, pygame.KEYDOWN, pygame.K_KP6 if port == 2 else pygame.K_LEFT)
    assert on(app, port) == {"right"} if port == 2 else {"left"}
    frames(app, 2)
    action.put("off")
    assert on(app, port) == set()
    action.put(before)
    assert on(app, port) == ({"right"} if port == 2 else {"left"})


def test_caps_lock_is_shift_lock_and_changes_with_each_press(app):
    for down in (True, False):
        key(app, pygame.KEYDOWN, pygame.K_CAPSLOCK)
        key(app, pygame.KEYUP, pygame.K_CAPSLOCK)
        frames(app, 5)
        assert ("SHIFT_LOCK" in app.machine.keyboard.down) == down


# -- places of pads -------------------------------------------------------------------------------


def pads_of(count, places):
    """Pads, so many plugged in one after the other; [place of each]."""
    pads = Pads.__new__(Pads)
    pads.pads, pads._said, pads._places = {}, lambda text: None, lambda: places[0]
    pads._port = lambda place: (2, 1, 3, 4)[place]
    for number in range(count):
        pads.pads[number] = Pad(None, f"pad {number}", True)
        pads.settle()
    return pads


def where(pads):
    return [pad.place for pad in pads.pads.values()]


def test_pads_keep_their_places_until_these_are_gone():
    places = [2]
    pads = pads_of(5, places)
    assert where(pads) == [0, 1, None, None, None]
    places[0] = PLACES
    pads.settle()
    assert where(pads) == [0, 1, 2, 3, None]
    pads.remove(1)
    assert where(pads) == [0, 2, 3, 1]
    places[0] = 2
    pads.settle()
    assert where(pads) == [0, None, None, 1]
    pads.remove(0)
    assert where(pads) == [0, None, 1]
    assert pads.remove(77) is None


@pytest.mark.parametrize(
    ("place", "places", "words"),
    [(0, 2, "pad: port 2"), (1, 2, "pad: port 1"), (2, 4, "pad: joystick 3"),
     (3, 4, "pad: joystick 4"), (None, 2, "pad: both ports have one"),
     (None, 4, "pad: every joystick has one")],
)  # fmt: skip
def test_a_pad_says_where_it_plays(place, places, words):
    pads = pads_of(0, [places])
    pad = Pad(None, "pad", True)
    pad.place = place
    assert pads._words(pad) == words


@pytest.mark.parametrize("mapped", [True, False])
def test_of_the_two_events_of_a_pad_one_counts(mapped):
    pads = pads_of(1, [2])
    pads.pads[0].mapped = mapped
    for kind, known in (
        (pygame.CONTROLLERBUTTONDOWN, True), (pygame.CONTROLLERAXISMOTION, True),
        (pygame.JOYBUTTONDOWN, False), (pygame.JOYHATMOTION, False), (pygame.JOYAXISMOTION, False),
    ):  # fmt: skip
        seen = pads.pad_of(SimpleNamespace(type=kind, instance_id=0))
        assert (seen is pads.pads[0]) == (known == mapped)
        assert pads.pad_of(SimpleNamespace(type=kind, instance_id=1)) is None
    assert pads.pad_of(SimpleNamespace(type=pygame.KEYDOWN, instance_id=0)) is None
