"""BASIC's numbers: text, accuracy of arithmetic and functions against the host's floats."""

import math
import random

import pytest

from tests.asm.rom.floats import pack, unpack

TEXTS = {
    "1/3": " .333333333",
    ".1": " .1",
    "-.5": "-.5",
    ".01": " .01",
    ".001": " 1E-03",
    "-1/300": "-3.33333333E-03",
    "1E10": " 1E+10",
    "1E38": " 1E+38",
    "1E-38": " 1E-38",
    "1E-40": " 0",
    "123456789": " 123456789",
    "1234567890": " 1.23456789E+09",
    "99999999.9": " 99999999.9",
    "999999999.6": " 1E+09",
    "65535.25": " 65535.25",
    "1.5E3+.25": " 1500.25",
    "2+2.5*2": " 7",
    "7/2": " 3.5",
    "10-3-2": " 5",
    "2^10": " 1024",
    "7^2": " 49",
    "(-2)^3": "-8",
    "(-1)^300": " 1",
    "(-1)^-301": "-1",
    "(-1)^(2^31+1)": "-1",
    "(-1)^1E10": " 1",
    "(-10)^-38": " 1E-38",
    "(-2)^-129": " 0",
    "(-10)^-51": " 0",
    "-2^2": "-4",
    "2^-2": " .25",
    "10^-5": " 1E-05",
    "10^-40": " 0",
    "0^0": " 1",
    "0^5": " 0",
    "2^.5": " 1.41421356",
    "SQR(144)": " 12",
    "SQR(2)": " 1.41421356",
    "EXP(1)": " 2.71828183",
    "EXP(0)": " 1",
    "EXP(-100)": " 0",
    "LOG(1)": " 0",
    "SIN(0)": " 0",
    "COS(0)": " 1",
    "INT(-2.5)": "-3",
    "INT(2.999)": " 2",
    "INT(-7)": "-7",
    "INT(1E12)": " 1E+12",
    "ABS(-2.5)": " 2.5",
    "SGN(-.1)": "-1",
    "5.7AND3.2": " 1",
    "NOT-1": " 0",
    "-32768OR1": "-32767",
    "1E5>99999": "-1",
    "-1<-2": " 0",
    "-3<2": "-1",
    "0=-0": "-1",
    "0>-1": "-1",
    "0<-1": " 0",
    "1.00000001=1": " 0",
}


@pytest.mark.parametrize("expression", TEXTS)
def test_numbers_print_as_in_v2(basic, expression):
    lines = basic(f"PRINT {expression}\n")
    assert lines[1] == TEXTS[expression].rstrip()


COUNT = 40


@pytest.fixture
def each(basic):
    """Return a function: an expression of X and Z for pairs of numbers, as floats."""

    def evaluate(expression, pairs):
        pairs = [tuple(unpack(pack(v)) for v in pair) for pair in pairs]
        basic(f"DIM X({COUNT}),Z({COUNT}),Y({COUNT}):I=0:X=0:Z=0\n")
        memory = basic.machine.memory
        start = memory[0x2F] | memory[0x30] << 8
        size = 7 + 5 * (COUNT + 1)
        for at, (x, z) in enumerate(pairs):
            for array, value in enumerate((x, z)):
                place = start + array * size + 7 + 5 * at
                memory[place : place + 5] = pack(value)
        line = f"FORI=0TO{len(pairs) - 1}:X=X(I):Z=Z(I):Y(I)={expression}:NEXT\n"
        basic(line, frames=len(pairs) * 8 + 20)
        place = start + 2 * size + 7
        got = [unpack(memory[place + 5 * i : place + 5 * i + 5]) for i in range(len(pairs))]
        return pairs, got

    return evaluate


ULP = 2.0**-31  # at most, of a mantissa from 0.5 up to 1


@pytest.mark.parametrize(
    ("expression", "exact", "low", "high", "ulps"),
    [
        ("X+Z", lambda x, z: x + z, -1000, 1000, 1),
        ("X-Z", lambda x, z: x - z, -1e-3, 1e3, 1),
        ("X*Z", lambda x, z: x * z, -1e6, 1e6, 1),
        ("X/Z", lambda x, z: x / z, -1e6, 1e6, 1),
        ("SQR(X)", lambda x, _: math.sqrt(x), 0, 1e6, 1),
        ("EXP(X)", lambda x, _: math.exp(x), -1, 1, 3),
        ("LOG(X)", lambda x, _: math.log(x), 0, 100, 4),
        ("SIN(X)", lambda x, _: math.sin(x), -1.5, 1.5, 4),
        ("COS(X)", lambda x, _: math.cos(x), -1, 1, 4),
        ("TAN(X)", lambda x, _: math.tan(x), -1, 1, 8),
        ("ATN(X)", lambda x, _: math.atan(x), -5, 5, 4),
        ("X^Z", lambda x, z: x**z, 0, 5, 24),
    ],
)
def test_results_are_right_to_the_last_places(each, expression, exact, low, high, ulps):
    source = random.Random(expression)
    pairs = [(source.uniform(low, high), source.uniform(low, high)) for _ in range(COUNT)]
    pairs, got = each(expression, pairs)
    worst = max(abs(g / exact(x, z) - 1) for (x, z), g in zip(pairs, got, strict=True))
    assert worst < ulps * ULP, worst / ULP


def test_random_numbers_lie_between_0_and_1_and_do_not_repeat(each):
    _, got = each("RND(1)", [(0, 0)] * COUNT)
    assert all(0 < value < 1 for value in got)
    assert len(set(got)) == COUNT
    assert 0.3 < sum(got) / COUNT < 0.7


def test_a_negative_argument_starts_the_same_random_numbers_again(basic):
    lines = basic("A=RND(-5):B=RND(1):C=RND(-5):PRINT A=C;B=RND(1);B=RND(1)\n")
    assert "-1 -1  0" in lines


# What V2 prints: RND in the order in which it is called.  After power-on: "10 PRINT CHR$(205.5+
# RND(1)); : GOTO 10" (MIT Press 2012) has the first; the rest is printed in the comments of a
# C++ port of RND, made with Commodore's ROMs.
AFTER_POWER_ON = [".185564016", ".0468986348", ".827743801", ".554749226", ".897233831"]
AFTER_MINUS_1 = [
    ".328780872", ".978964086", ".895758909", ".161031701", ".0224078245",
    ".0365292135", ".128172149", ".504270478", ".675061268", ".784099338",
    ".155153367", ".513626032", ".140994413", ".957709718", ".644601505",
    ".45621782", ".160543778", ".596096987", ".156785717", ".1307581",
]  # fmt: skip
SEEDED = {
    -1: ["2.99196472E-08", ".328780872"],
    -2: ["2.99205567E-08", ".865554613"],
    -3: ["4.48217179E-08", ".931279155"],
    -4: ["2.99214662E-08", ".402343613"],
    -5: ["3.73720468E-08", ".898884767"],
    -6: ["4.48226274E-08", ".199681314"],
    -7: ["5.2273208E-08", ".451873339"],
    -8: ["2.99223757E-08", ".935211164"],
    -9: ["3.3647666E-08", ".18740319"],
    -10: ["3.73729563E-08", ".435673767"],
}


def test_rnd_gives_v2s_numbers_after_power_on(basic):
    lines = basic("FORI=1TO5:PRINTRND(1):NEXT\n")
    assert [line.strip() for line in lines[1:6]] == AFTER_POWER_ON


@pytest.mark.parametrize("seed", SEEDED)
def test_rnd_gives_v2s_numbers_for_a_seed(basic, seed):
    assert basic(f"PRINTRND({seed});RND(1)\n")[1].split() == SEEDED[seed]


def test_rnd_gives_v2s_numbers_for_long(basic):
    lines = basic("X=RND(-1):FORI=1TO20:PRINTRND(1):NEXT\n", frames=60)
    assert [line.strip() for line in lines[1:21]] == AFTER_MINUS_1


def test_rnd_of_0_is_made_of_the_timers(basic_calls):
    poke = basic_calls.machine.poke
    poke(0xDC0E, 0)  # timer A stands still at $3412 ...
    poke(0xDC04, 0x12, 0x34)
    poke(0xDC0E, 0x10)
    poke(0xDC0B, 0x01)  # ... and the clock at 1:00:30.5
    poke(0xDC0A, 0x00)
    poke(0xDC09, 0x30)
    poke(0xDC08, 0x05)
    poke(0xDC0B, 0x01)
    assert basic_calls(0xE097, 0) == 0x12053430 / 2**32


# What V2 shows where the last digit depends on the steps by which a number is made or shown.
LAST_DIGITS = {
    "{SHIFT+^}": " 3.14159265",
    "99999999.9": " 99999999.9",
    "999999999": " 999999999",
    "9999999999": " 1E+10",
    "1E-20": " 1E-20",
    "1E20": " 1E+20",
    "12345678901234567890": " 1.23456789E+19",
}


@pytest.mark.parametrize("expression", LAST_DIGITS)
def test_last_digits_are_those_of_v2(basic, expression):
    assert basic(f"PRINT{expression}\n")[1] == LAST_DIGITS[expression]


@pytest.mark.parametrize("number", [0, 1, 9, 10, 24, 25, 99, 249, 255, 256, 6399, 6400, 32768,
                                    65535, 65536, 999999, 16777216, 419430399, 419430400,
                                    999999999])  # fmt: skip
@pytest.mark.parametrize("sign", ["", "-"])
def test_integers_are_read_and_shown_alike(basic, number, sign):
    shown = f"{sign}{number}" if number and sign else f" {number}"
    assert basic(f"PRINT{sign}{number}\n")[1] == shown


@pytest.mark.parametrize("value", [0.5, 1, 1.5, 2.999, 255.75, 65535.5, 8388607.5, 2147483647.5,
                                   3e9, 1e12, 1e-9])  # fmt: skip
@pytest.mark.parametrize("sign", [1, -1])
def test_int_rounds_down_at_every_size(basic_calls, value, sign):
    exact = unpack(pack(sign * value))
    assert basic_calls(0xBCCC, sign * value) == math.floor(exact)
