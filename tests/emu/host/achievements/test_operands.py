"""Values of conditions: each size of memory, now, before and turned round; constants; messages."""

import pytest

from emu.errors import HostError
from emu.host.achievements.operands import MASK, SIZES, Sources, parse_operand

PLACE = 0xD0
ONES = bytes((0xFF,)) * 6


class Values:
    """Values by their notation, frame by frame."""

    def __init__(self, *texts):
        self.sources, self.ram = Sources(), bytearray(0x10000)
        self.operands = []
        for text in texts:
            operand, end = parse_operand(text, 0, self.sources, None)
            assert end == len(text)
            self.operands.append(operand)

    def after(self, content, at=PLACE):
        """Return the values when memory has these bytes."""
        self.ram[at : at + len(content)] = content
        self.sources.update(self.ram)
        return [operand.number() for operand in self.operands]


@pytest.mark.parametrize(
    ("letter", "value", "most"),
    [
        ("H", 0xA5, 0xFF), (" ", 0x96A5, 0xFFFF), ("", 0x96A5, 0xFFFF), ("W", 0x7896A5, 0xFFFFFF),
        ("X", 0xC37896A5, MASK), ("L", 0x05, 0x0F), ("U", 0x0A, 0x0F), ("I", 0xA596, 0xFFFF),
        ("J", 0xA59678, 0xFFFFFF), ("G", 0xA59678C3, MASK),
        *((letter, 0xA5 >> bit & 1, 1) for bit, letter in enumerate("MNOPQRST")),
    ],
)  # fmt: skip
def test_a_size_has_its_bytes_and_bits_and_can_be_inverted(letter, value, most):
    values = Values(f"0x{letter}00d0", f"~0x{letter}00d0", f"d0x{letter}00d0")
    assert values.after(bytes.fromhex("a59678c3e1")) == [value, most - value, 0]
    assert values.after(ONES) == [most, 0, value]


def test_a_count_of_bits_is_inverted_as_one_bit():
    values = Values("0xK00d0", "~0xK00d0")
    assert values.after(b"\xa5") == [4, 5]
    assert values.after(b"\0") == [0, 1]
    assert values.after(ONES) == [8, 9]


def test_what_stands_around_a_number_is_no_change_of_it():
    """The value before the last change is that of the bits themselves."""
    values = Values("p0xU00d0", "p0xL00d0", "p0xN00d0", "p0xH00d0")
    assert values.after(b"\x12") == [0, 0, 0, 0]
    assert values.after(b"\x13") == [0, 2, 0, 0x12]
    assert values.after(b"\x23") == [1, 2, 0, 0x13]
    assert values.after(b"\x21") == [1, 3, 1, 0x23]


@pytest.mark.parametrize("letter", [letter for letter in SIZES if letter != " "])
def test_behind_the_end_of_memory_all_is_0(letter):
    values = Values(f"0x{letter}ffff", f"0x{letter}10000", f"0x{letter}ffffffff")
    known = {"I": 0xAB00, "J": 0xAB0000, "G": 0xAB000000, "L": 11, "U": 10, "K": 5}
    bits = {letter: 0xAB >> bit & 1 for bit, letter in enumerate("MNOPQRST")}
    assert values.after(b"\xab", 0xFFFF) == [(known | bits).get(letter, 0xAB), 0, 0]


def test_bcd_has_eight_digits():
    values = Values("b0xX00d0", "b0xH00d0", "b0xU00d0")
    assert values.after(bytes.fromhex("78563412")) == [12345678, 78, 7]
    assert values.after(b"\xff\0\0\0") == [165, 165, 15]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("12", 12), ("v12", 12), ("V+7", 7), ("-1", MASK), ("v-2", MASK - 1), ("h0c", 12),
        ("HfF", 255), ("4294967295", MASK), ("4294967296", MASK), ("hffffffff", MASK),
        ("h100000000", MASK), ("9" * 5000, MASK), ("h" + "f" * 5000, MASK), ("0" * 5000 + "5", 5),
        ("h" + "0" * 5000 + "1c", 28), ("-" + "9" * 50, 1), ("0", 0), ("h0", 0),
    ],
)  # fmt: skip
def test_a_constant_has_32_bits_and_any_number_of_digits(text, value):
    assert Values(text).after(b"") == [value]


def test_an_address_has_any_number_of_digits():
    values = Values("0xH" + "0" * 50 + "d0", "0xH" + "f" * 50, "0xH" + "9" * 5000)
    assert values.after(b"\x11") == [0x11, 0, 0]


def test_sums_are_those_of_the_same_frame():
    sources, ram = Sources(), bytearray(0x10000)

    def value(text):
        return parse_operand(text, 0, sources, None)[0]

    kinds = ("", "d", "p")
    sums = [sources.summed(value(f"{k}0xH00d0"), "+", value(f"{k}0xH00d1")) for k in kinds]
    mixed = sources.summed(value("d0xH00d0"), "-", value("0xH00d1"))
    seen = []
    for pair in (b"\x01\x02", b"\x05\x02", b"\x05\x02", b"\x05\x09"):
        ram[PLACE : PLACE + 2] = pair
        sources.update(ram)
        seen.append([operand.number() for operand in (*sums, mixed)])
    assert seen == [[3, 0, 0, MASK - 1], [7, 3, 3, MASK], [7, 7, 3, 3], [14, 7, 7, MASK - 3]]


@pytest.mark.parametrize(
    ("text", "at", "message"),
    [
        ("0=fF00d0", 2, "'fF00d0': floating-point numbers, recall and functions are not supported"),
        ("0={recall}", 2, "'{recall}': floating-point numbers"),
        ("0=" + "z" * 30, 2, "'" + "z" * 20 + "' is not a value: 0xH00d0 is a byte"),
        ("f=x", 2, "'x' is not a value"),
        ("a\nb\x1b", 0, "'a b ' is not a value"),
    ],
)
def test_a_message_has_twenty_letters_of_what_is_wrong(text, at, message):
    with pytest.raises(HostError) as error:
        parse_operand(text, at, Sources(), None)
    assert str(error.value).startswith(message)
