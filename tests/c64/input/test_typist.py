"""The typist: what a script holds down, in which frame, and for how long."""

import pytest

from c64.input.controls import Controls
from c64.input.joystick import JOYSTICK_LINES
from c64.input.keyboard import KEY_PLACES, Keyboard
from c64.input.typist import Typist, parse_keys

NAMES = (*KEY_PLACES, "RESTORE")


@pytest.fixture
def desk():
    """A typist, the keyboard and the joysticks before him."""
    keyboard, controls = Keyboard(), Controls()
    return Typist(keyboard, controls), keyboard, controls


def frames(desk, count):
    """What is down in each frame, in words."""
    typist, keyboard, controls = desk
    seen = []
    for _ in range(count):
        typist.tick()
        down = [name for name in NAMES if keyboard.pressed(name)]
        for port in (1, 2):
            stick = controls.joystick(port)
            down += [f"{name}{port}" for name in JOYSTICK_LINES if stick.pressed(name)]
        seen.append("+".join(down))
    return seen


def test_a_key_is_held_for_three_frames_and_followed_by_three_free_ones(desk):
    desk[0].type("a\n")
    assert frames(desk, 13) == ["A"] * 3 + [""] * 3 + ["RETURN"] * 3 + [""] * 4


def test_keys_that_belong_together_go_down_and_up_together(desk):
    desk[0].type('"{F2}{CTRL+2}')
    seen = frames(desk, 18)
    down = [set(frame.split("+")) for frame in seen[0::6]]
    assert down == [{"2", "LSHIFT"}, {"F1", "LSHIFT"}, {"CTRL", "2"}]
    assert seen[3::6] == ["", "", ""]


@pytest.mark.parametrize(("script", "free"), [("{wait 5}b", 5), ("{wait 1}b", 1), ("{wait 0}b", 1)])
def test_nothing_is_pressed_in_a_wait(desk, script, free):
    desk[0].type(script)
    assert frames(desk, free + 2) == [""] * free + ["B"] * 2


@pytest.mark.parametrize(
    ("script", "down", "held"),
    [
        ("{joy2 fire}", "fire2", 6),
        ("{joy1 up+fire 20}", "up1+fire1", 20),
        ("{JOY2 Left 1}", "left2", 1),
        ("{joy1 down+right 2}", "down1+right1", 2),
    ],
)
def test_a_joystick_is_held_for_six_frames_or_those_given(desk, script, down, held):
    desk[0].type(script)
    assert frames(desk, held + 4) == [down] * held + [""] * 4
    assert not desk[0].busy


def test_the_typist_is_busy_until_the_last_free_frame(desk):
    assert not desk[0].busy
    desk[0].type("a")
    busy = []
    for _ in range(7):
        busy.append(desk[0].busy)
        desk[0].tick()
    assert busy == [True] * 6 + [False]


def test_stop_lets_go_of_what_is_down_and_forgets_the_rest(desk):
    desk[0].type("ab{wait 9}c")
    assert frames(desk, 1) == ["A"]
    desk[0].stop()
    assert not desk[0].busy and frames(desk, 9) == [""] * 9
    desk[0].type("{joy1 up 9}")
    assert frames(desk, 1) == ["up1"]
    desk[0].stop()
    assert frames(desk, 1) == [""]
    desk[0].stop()  # there is nothing to let go of


def test_what_is_appended_comes_after_what_is_left(desk):
    desk[0].type("a")
    frames(desk, 2)
    desk[0].type("b")
    assert frames(desk, 10) == ["A"] + [""] * 3 + ["B"] * 3 + [""] * 3


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("a\r\nb", [("keys", ("A",)), ("keys", ("RETURN",)), ("keys", ("B",))]),
        ("{ clr }", [("keys", ("LSHIFT", "HOME"))]),
        ("{SHIFT + a}", [("keys", ("LSHIFT", "A"))]),
        ("{WAIT 12}", [("wait", 12)]),
        ("{joy1 UP+fire}", [("joy", 1, ("up", "fire"), 6)]),
        ("", []),
    ],
)
def test_a_script_is_characters_and_braces(text, steps):
    assert parse_keys(text) == steps


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a\t", "the C64 keyboard has no '.t'"),
        ("{F9}", "no key is called '{F9}'"),
        ("{joy1 jump}", "no switch is called 'jump'"),
        ("{joy3 up}", "no key is called '{joy3 up}'"),
    ],
)
def test_what_cannot_be_typed_is_refused(text, why):
    with pytest.raises(ValueError, match=why):
        parse_keys(text)
