"""Conditions: every operator, its place among the others, what they can read, what is refused."""

import itertools

import pytest

from emu.monitor.condition import Condition, Context, read_number
from emu.monitor.errors import MonitorError
from tests.emu.monitor.session import debugger


@pytest.fixture(scope="module")
def board():
    return debugger().board


def value(text, board, number=read_number):
    return Condition(text, Context(board), number)._function()


PYTHON = {"||": "or", "&&": "and", "/": "//"}
OPERATORS = ("||", "&&", "==", "!=", "<", "<=", ">", ">=", "|", "^", "&", "+", "-", "*", "/")


@pytest.mark.parametrize("first", OPERATORS)
def test_operators_bind_as_in_python(board, first):
    """Comparisons do not chain: ``1 < 2 < 3`` is ``(1 < 2) < 3``."""
    comparisons = OPERATORS[2:8]
    for second in OPERATORS:
        if first in comparisons and second in comparisons:
            continue
        for a, b, c in itertools.product((1, 2, 6), repeat=3):
            text = f"+{a} {first} +{b} {second} +{c}"
            python = f"{a} {PYTHON.get(first, first)} {b} {PYTHON.get(second, second)} {c}"
            assert value(text, board) == eval(python), text


def test_comparisons_are_from_the_left(board):
    assert value("+3 > +2 > +1", board) == 0
    assert value("+3 > +2 == +1", board) == 1


@pytest.mark.parametrize(
    ("text", "found"),
    [("$10", 16), ("10", 16), ("+10", 10), ("%101", 5), ("-1", -1), ("~0", -1), ("!0", 1),
     ("!5", 0), ("!!5", 1), ("-(2 + 3) * 2", -10), ("(1 || 0) && 2", 2), ("+7 / 0", 0),
     ("+7 / 2", 3), ("0 || 3", 3), ("2 && 0", 0), ("$ffff", 0xFFFF)],
)  # fmt: skip
def test_numbers_signs_and_parentheses(board, text, found):
    assert value(text, board) == found


def test_names_are_registers_and_the_place_of_the_beam(board):
    cpu = board.cpu
    cpu.a, cpu.x, cpu.y, cpu.sp, cpu.p, cpu.pc = 1, 2, 3, 0xF4, 0x81, 0xC000
    context = Context(board)
    context.addr, context.value = 0xD020, 7
    found = {"a": 1, "x": 2, "y": 3, "sp": 0xF4, "p": 0xB1, "fl": 0xB1, "pc": 0xC000, "A": 1,
             "rl": board.vic.raster_line, "cy": board.vic.cycle_in_line, "cycle": board.cycle,
             "addr": 0xD020, "value": 7}  # fmt: skip
    for name, expected in found.items():
        assert Condition(name, context, read_number)._function() == expected, name
    for flags in (0x00, 0xCF, 0x30):  # the two bits that are none read as ones
        cpu.p = flags
        assert Condition("p", context, read_number)._function() == flags | 0x30
    for pc, seen in ((0, 0), (0x1234, 0x1234), (-1, 0xC000)):
        context.pc = pc
        assert Condition("pc", context, read_number)._function() == seen


def test_bytes_are_read_as_the_cpu_sees_them_or_of_a_bank(board):
    board.ram[0xE000], board.ram[0x1000] = 0x5A, 0x77
    assert value("@$1000", board) == 0x77
    assert value("@$e000", board) == board.kernal[0]
    for text in ("@ram:$e000", "@RAM:$e000", "@ram: $e000", "@ram:($dfff + 1)"):
        assert value(text, board) == 0x5A
    assert value("@rom:$e000", board) == board.kernal[0]
    assert value("@$1000 + 1", board) == 0x78
    assert value("@($ffff + $1001)", board) == 0x77  # 16 bits


def test_a_condition_holds_when_it_is_not_zero(board):
    for text, holds in (("0", False), ("1", True), ("-1", True), ("  2 - 2 ", False)):
        found = Condition(text, Context(board), read_number)
        assert (found.holds(), found.text) == (holds, text.strip())


@pytest.mark.parametrize(
    ("text", "says"),
    [("", "condition '': ends where a value is expected"),
     ("1 +", "condition '1 +': ends where a value is expected"),
     ("(1", "condition '(1': ')' is missing"), ("1)", "condition '1)': unexpected ')'"),
     ("1 2", "condition '1 2': unexpected '2'"), ("a ? b", "condition 'a ? b': cannot read ' ? b'"),
     ("nix", "condition 'nix': 'nix' is not a register, label or number"),
     ("$12345", "condition '$12345': $12345 is past $FFFF"),
     ("%12", "condition '%12': cannot read '%12'"),
     ("(" * 5000, "condition: too many nested parentheses")],
)  # fmt: skip
def test_what_is_no_condition_is_told_in_one_line(board, text, says):
    with pytest.raises(MonitorError) as error:
        Condition(text, Context(board), read_number)
    assert str(error.value) == says


def test_variables_of_a_program_come_between_the_registers_and_its_labels(board):
    context, board.cpu.a = Context(board), 3
    context.variables = {"score": lambda: 70, "a": lambda: 80}

    def number(text):
        return {"score": 9, "lives": 8}.get(text) or read_number(text)

    for text, found in (("score + 1", 71), ("a", 3), ("lives", 8), ("score == $46", 1)):
        assert Condition(text, context, number)._function() == found


def test_labels_come_after_the_registers(board):
    labels = {"a": 9, "mine": 8, "one::two": 7}

    def number(text):
        return labels[text] if text in labels else read_number(text)

    board.cpu.a = 3
    assert value("a", board, number) == 3
    assert value("mine + one::two", board, number) == 15
