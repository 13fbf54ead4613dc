"""The keyboard matrix seen from CIA 1's ports, and the tables of key names."""

import string

import pytest

from c64.base.fields import load_fields, reset_fields, save_fields
from c64.input.keyboard import (
    KEY_MATRIX,
    KEY_PETSCII,
    KEY_PLACES,
    Keyboard,
    keys_for_char,
    keys_for_name,
    keys_for_petscii,
)


@pytest.fixture
def keyboard():
    return Keyboard()


def rows_read(keyboard, pa, joystick1=0xFF):
    """Port B as read with the columns ``pa`` driven and port B an input."""
    return keyboard.scan(pa, joystick1, 0) & 0xFF


def columns_read(keyboard, pb, joystick2=0xFF):
    """Port A as read with the rows ``pb`` driven and port A an input."""
    return keyboard.scan(joystick2, pb, 0) >> 8


def test_the_matrix_has_64_different_keys():
    assert len(KEY_MATRIX) == 8 and len(KEY_PLACES) == 64


@pytest.mark.parametrize("name", sorted(KEY_PLACES))
def test_a_key_joins_its_column_and_row_only(keyboard, name):
    column, row = KEY_PLACES[name]
    keyboard.press(name)
    for other in range(8):
        expected = 0xFF & ~(1 << row) if other == column else 0xFF
        assert rows_read(keyboard, 0xFF & ~(1 << other)) == expected
        expected = 0xFF & ~(1 << column) if other == row else 0xFF
        assert columns_read(keyboard, 0xFF & ~(1 << other)) == expected
    keyboard.release(name)
    assert rows_read(keyboard, 0) == 0xFF


def test_three_corners_of_a_rectangle_show_the_fourth_key(keyboard):
    for name in ("A", "D", "S"):  # columns 1 2 1, rows 2 2 5
        keyboard.press(name)
    assert rows_read(keyboard, 0xFF & ~(1 << 2)) == 0xFF & ~(1 << 2) & ~(1 << 5)


def test_two_keys_make_no_ghost(keyboard):
    keyboard.press("A")
    keyboard.press("D")
    assert rows_read(keyboard, 0xFF & ~(1 << 2)) == 0xFF & ~(1 << 2)


def test_joystick_1_pulls_a_column_low_through_a_key(keyboard):
    keyboard.press("A")  # column 1, row 2
    assert columns_read(keyboard, 0xFF & ~0x04) == 0xFF & ~0x02


def test_joystick_2_looks_like_a_driven_column(keyboard):
    keyboard.press("SPACE")  # column 7, row 4
    keyboard.press("RETURN")  # column 0, row 1
    assert keyboard.scan(0xFE, 0xFF, 0) & 0xFF == 0xFF & ~0x02


def test_a_row_driven_high_stays_high_and_a_column_does_not(keyboard):
    keyboard.press("A")
    assert keyboard.scan(0xFF & ~0x02, 0xFF, 0x04) == (0xFD << 8) | 0xFF
    assert keyboard.scan(0xFF, 0xFF & ~0x04, 0) == (0xFD << 8) | 0xFB


def test_shift_lock_holds_left_shift_until_pressed_again(keyboard):
    keyboard.press("SHIFT_LOCK")
    keyboard.release("SHIFT_LOCK")
    assert rows_read(keyboard, 0xFD) == 0x7F
    keyboard.press("LSHIFT")
    keyboard.release("LSHIFT")
    assert rows_read(keyboard, 0xFD) == 0x7F
    keyboard.press("SHIFT_LOCK")
    assert rows_read(keyboard, 0xFD) == 0xFF


def test_restore_is_not_in_the_matrix(keyboard):
    keyboard.press("RESTORE")
    assert keyboard.restore == 1 and rows_read(keyboard, 0) == 0xFF
    keyboard.release("RESTORE")
    assert keyboard.restore == 0


def test_release_all_lets_go_of_everything_but_shift_lock(keyboard):
    for name in ("A", "F2", "RESTORE", "SHIFT_LOCK"):
        keyboard.press(name)
    keyboard.release_all()
    assert rows_read(keyboard, 0) == 0x7F and keyboard.restore == 0
    assert keyboard.pressed("LSHIFT") and not keyboard.pressed("A")


def test_each_key_and_no_other_is_down_while_it_is_pressed(keyboard):
    every = (*KEY_PLACES, "RESTORE", "SHIFT_LOCK")
    with_left_shift = {"LSHIFT", "SHIFT_LOCK"}  # a switch across that key
    for name in every:
        keyboard.press(name)
        down = {other for other in every if keyboard.pressed(other)}
        assert down == (with_left_shift if name == "SHIFT_LOCK" else {name}), name
        keyboard.release(name)
        if name == "SHIFT_LOCK":
            assert keyboard.pressed(name)
            keyboard.press(name)
        assert not any(keyboard.pressed(other) for other in every)
        assert keyboard.down == 0


def test_the_reset_line_does_not_reach_keys_that_are_held(keyboard):
    for name in ("SHIFT_LOCK", "A", "RESTORE", "SPACE"):
        keyboard.press(name)
    held = save_fields(keyboard)
    reset_fields(keyboard)
    assert save_fields(keyboard) == held
    other = Keyboard()
    load_fields(other, held)
    assert save_fields(other) == held
    assert rows_read(other, 0) == rows_read(keyboard, 0) != 0xFF


def test_an_unknown_key_is_refused_by_name(keyboard):
    with pytest.raises(ValueError, match="no key is called 'F9'"):
        keyboard.press("F9")


@pytest.mark.parametrize(
    ("name", "keys"),
    [
        ("f2", ("LSHIFT", "F1")),
        ("CLR", ("LSHIFT", "HOME")),
        ("left", ("LSHIFT", "CRSR_RIGHT")),
        ("Run/Stop", ("STOP",)),
        ("a", ("A",)),
        ('"', ("LSHIFT", "2")),
        ("nonsense", None),
    ],
)
def test_names_stand_for_keys(name, keys):
    assert keys_for_name(name) == keys


def test_letters_are_typed_by_their_caps_or_as_on_a_host():
    assert keys_for_char("a") == keys_for_char("A") == ("A",)
    assert keys_for_char("A", shift_capitals=True) == ("LSHIFT", "A")
    assert keys_for_char("a", shift_capitals=True) == ("A",)
    assert keys_for_char("\t") is None


def test_every_character_of_a_basic_line_can_be_typed():
    for char in string.ascii_letters + string.digits + " !\"#$%&'()*+,-./:;<=>?@[]^\n":
        assert keys_for_char(char), char


def test_every_petscii_code_uses_keys_that_exist():
    for code, keys in KEY_PETSCII.items():
        assert 0 <= code <= 255 and all(key in KEY_PLACES for key in keys), code


@pytest.mark.parametrize(
    ("code", "keys"),
    [
        (65, ("A",)),
        (193, ("LSHIFT", "A")),
        (13, ("RETURN",)),
        (147, ("LSHIFT", "HOME")),
        (5, ("CTRL", "2")),
        (129, ("CBM", "1")),
        (161, ("CBM", "K")),
        (191, ("CBM", "B")),
        (169, ("LSHIFT", "POUND")),
        (255, ("LSHIFT", "UP_ARROW")),
        (200, ("LSHIFT", "H")),
    ],
)
def test_petscii_codes_stand_for_keys(code, keys):
    assert keys_for_petscii(code) == keys


def test_no_petscii_code_is_made_by_the_keys_of_another():
    seen = {}
    for code, keys in KEY_PETSCII.items():
        other = seen.setdefault(keys, code)
        # PETSCII 222 and 255 are one key (pi)
        assert other == code or {other, code} == {222, 255}, (code, other, keys)
