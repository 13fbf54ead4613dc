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
