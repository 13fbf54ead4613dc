"""Keys of the host: where they sit, what they mean, which of them are a joystick."""

import pygame
import pytest

from c64.input.keyboard import keys_for_name
from emu.host.input import pointer
from emu.host.input.keymap import (
    COMMON_KEYS,
    DIRECTIONS,
    JOYSTICK_KEYS,
    JOYSTICK_SETS,
    POSITIONAL_KEYS,
)
from emu.host.input.keysets import DEFAULT_SET, by_pygame, own_set
from emu.host.input.pointer import Pointer

# USB HID Usage Tables 1.12, page 0x07: a is 4, 1 is 30.
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
DIGITS = "1234567890"
SIGNS = {45: "+", 46: "-", 47: "@", 48: "*", 49: "=", 50: "=", 51: ":", 52: ";", 53: "LEFT_ARROW",
         54: ",", 55: ".", 56: "/"}  # fmt: skip


def test_keys_by_position_have_their_usage_number():
    expected = {4 + n: letter for n, letter in enumerate(LETTERS)}
    expected |= {30 + n: digit for n, digit in enumerate(DIGITS)}
    assert expected | SIGNS == POSITIONAL_KEYS


def test_common_keys_are_keys_of_both_machines():
    for host, names in COMMON_KEYS.items():
        assert hasattr(pygame, f"K_{host}"), host
        assert 1 <= len(names) <= 2
        for name in names:
            assert keys_for_name(name), name
    for number in range(1, 9):
        names = COMMON_KEYS[f"F{number}"]
        assert names[-1] == f"F{number - 1 + number % 2}"
        assert (names[0] == "LSHIFT") == (number % 2 == 0)
    assert COMMON_KEYS["LEFT"] == ("LSHIFT", *COMMON_KEYS["RIGHT"])
    assert COMMON_KEYS["UP"] == ("LSHIFT", *COMMON_KEYS["DOWN"])
    assert COMMON_KEYS["INSERT"] == ("LSHIFT", *COMMON_KEYS["BACKSPACE"])


@pytest.mark.parametrize("name", [name for name in JOYSTICK_SETS if name != "off"])
def test_a_set_of_keys_has_every_direction_and_a_button(name):
    table = JOYSTICK_KEYS[name]
    assert {direction for way in table.values() for direction in way} == set(DIRECTIONS)
    opposite = {frozenset(("up", "down")), frozenset(("left", "right"))}
    assert not [way for way in table.values() if frozenset(way) in opposite]
    assert len(by_pygame(table)) == len(table)


def test_the_number_pad_is_a_stick_seen_from_above():
    rows = ("up", None, "down")
    columns = ("left", None, "right")
    for key in range(1, 10):
        row, column = rows[2 - (key - 1) // 3], columns[(key - 1) % 3]
        way = tuple(filter(None, (row, column))) or ("fire",)
        assert JOYSTICK_KEYS["numpad"][f"KP{key}"] == way
    assert DEFAULT_SET == "numpad" and JOYSTICK_KEYS["off"] == {}


@pytest.mark.filterwarnings("ignore:pygame.init")
def test_a_set_of_ones_own_joins_the_directions_of_a_key():
    found = own_set("mine", {"up": ["w", "space"], "fire": "space", "left": []})
    assert found == {pygame.K_w: ("up",), pygame.K_SPACE: ("up", "fire")}
    for table, says in (({"above": "w"}, "'above' is not one of up, down, left, right, fire"),
                        ({"up": "nokey"}, "no key is called 'nokey'"),
                        ({"up": 5}, "no key is called 5")):  # fmt: skip
        with pytest.raises(ValueError, match=f"^{says}$"):
            own_set("mine", table)


# --- the mouse as paddles ----------------------------------------------------------------------


class Part:
    """What is plugged, turned, moved, pressed."""

    def __init__(self):
        self.done = []

    def __getattr__(self, name):
        return lambda *given: self.done.append((name, *given))


class LineMouse(Part):
    kind = port = 0


class Machine:
    def __init__(self):
        self.mouse, self.ports = Part(), {1: Part(), 2: Part()}
        self.line_mouse, self.light_pen = LineMouse(), Part()

    def paddles(self, port):
        return self.ports[port]


@pytest.fixture
def machine(monkeypatch):
    monkeypatch.setattr(pointer.pygame.event, "set_grab", lambda held: None)
    monkeypatch.setattr(pointer.pygame.mouse, "set_visible", lambda seen: None)
    return Machine()


def moved(right, down):
    return pygame.event.Event(pygame.MOUSEMOTION, rel=(right, down))


def test_paddles_begin_in_the_middle_and_turn_one_for_two_counts_to_their_ends(machine):
    mouse = Pointer(lambda: machine, "paddles", 2, lambda: (0, 0, 256, 256))
    turned = machine.ports[2].done
    assert turned == [("turn", 128, 128)]
    for way, at in (((1, 0), (127, 128)), ((1, 0), (127, 128)), ((0, -2), (127, 129)),
                    ((9999, -9999), (0, 255)), ((-1, 1), (0, 254)), ((-1, 0), (1, 254)),
                    ((-9999, 9999), (255, 0))):  # fmt: skip
        mouse.take(moved(*way))
        assert turned[-1] == ("turn", *at)
    mouse.put("1351", 1)
    assert turned[-1] == ("turn", 255, 255)
    assert machine.mouse.done[-1] == ("plug", 1)
    mouse.take(moved(3, -4))
    assert machine.mouse.done[-1] == ("move", 3, -4)


def test_the_buttons_are_the_first_and_the_third(machine):
    for kind, part, names in (("paddles", machine.ports[1], ("x", "y")),
                              ("1351", machine.mouse, ("left", "right"))):  # fmt: skip
        mouse = Pointer(lambda: machine, kind, 1, lambda: (0, 0, 256, 256))
        for button, name in ((1, names[0]), (3, names[1])):
            for what, event in (
                ("press", pygame.MOUSEBUTTONDOWN),
                ("release", pygame.MOUSEBUTTONUP),
            ):
                mouse.take(pygame.event.Event(event, button=button))
                assert part.done[-1] == (what, name)
        count = len(part.done)
        for button in (2, 4):
            mouse.take(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=button))
        mouse.free(True, "menu")
        count = len(part.done)
        mouse.take(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1))
        assert len(part.done) == count
        mouse.free(True, "other")
        mouse.free(False, "menu")
        count = len(part.done)
        mouse.take(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1))
        assert len(part.done) == count  # one of two still needs it
        mouse.free(False, "other")
        mouse.take(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1))
        assert part.done[-1] == ("press", names[0])


def test_a_mouse_that_is_off_is_plugged_nowhere(machine):
    mouse = Pointer(lambda: machine, "off", 1, lambda: (0, 0, 256, 256))
    assert machine.mouse.done == [("plug", 0)]
    mouse.take(moved(1, 1))
    assert machine.mouse.done == [("plug", 0)]
