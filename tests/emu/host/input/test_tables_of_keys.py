"""The tables of keys: each place of a PC's keyboard, each key of the one on the screen."""

import pytest

from c64.input.keyboard import KEY_PLACES
from emu.host.input.keymap import POSITIONAL_KEYS
from emu.host.input.screen_keys import FUNCTION_KEYS, ROWS

USB_LETTERS, USB_DIGITS = range(4, 30), range(30, 40)  # HID usage tables, page 7
BY_SHIFT = {"F2", "F4", "F6", "F8", "CRSR_UP", "CRSR_LEFT"}  # no keys of their own


def test_letters_and_digits_are_where_a_pc_has_them():
    assert "".join(POSITIONAL_KEYS[at] for at in USB_LETTERS) == "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    assert "".join(POSITIONAL_KEYS[at] for at in USB_DIGITS) == "1234567890"


@pytest.mark.parametrize("row", ROWS[:4], ids=lambda row: row[0][0])
def test_a_row_of_the_keyboard_on_the_screen_is_as_long_as_the_others(row):
    assert sum(width for _, _, width in row) == 64


def test_every_key_is_on_the_screen_once():
    shown = [name for row in ROWS for _, name, _ in row if name]
    shown += [name for _, name in FUNCTION_KEYS]
    assert sorted(shown) == sorted({*KEY_PLACES, "RESTORE", "SHIFT_LOCK"} - BY_SHIFT)
