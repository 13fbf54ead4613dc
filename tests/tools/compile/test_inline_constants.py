"""Named constants become numbers in what is compiled, and only where they mean the constant."""

import ast

import pytest

from tools.compile.inline_constants import with_numbers


def compiled(text, **others):
    """Return the source with numbers; ``others`` are modules by name, dots as underlines."""
    trees = {name.replace("_", "."): ast.parse(source) for name, source in others.items()}
    return with_numbers(text, trees.get)


def test_uses_in_functions_become_numbers_and_the_definition_stays():
    text = "WIDE = 8\ndef f(x):\n    return x & WIDE\n"
    assert compiled(text) == "WIDE = 8\ndef f(x):\n    return x & 8\n"


def test_expressions_of_constants_are_constants():
    text = "LOW, HIGH = 1, 1 << 4\nBOTH = LOW | HIGH\nNOT = ~BOTH\ndef f():\n    return BOTH, NOT\n"
    assert compiled(text).endswith("return 17, (-18)\n")


def test_constants_of_other_modules_are_known_by_their_imported_names():
    text = "from c64.pla import PLA_IO as IO\ndef f(region):\n    return region == IO\n"
    assert compiled(text, c64_pla="PLA_IO = 2\n").endswith("return region == 2\n")


@pytest.mark.parametrize(
    "text",
    [
        "SIZE = 4\ndef f(SIZE):\n    return SIZE\n",  # a parameter
        "SIZE = 4\ndef f():\n    SIZE = 5\n    return SIZE\n",  # a local name
        "SIZE = 4\nSIZE = 5\ndef f():\n    return SIZE\n",  # no constant
        "SIZE = len('x')\ndef f():\n    return SIZE\n",
        "SIZE = (1 << 40) - 1\ndef f():\n    return SIZE\n",
        "SIZE = 1 << 63\ndef f():\n    return SIZE\n",
        "SIZES = (4, 5)\ndef f(i):\n    return SIZES[i]\n",  # a table: one object for all
        "SIZES = (4, 'x')\ndef f(i):\n    return i in SIZES\n",
        "SIZE = True\ndef f():\n    return SIZE\n",
        "SIZE = 4\ndef f():\n    return f'{SIZE}'\n",
        "size = 4\ndef f():\n    return size\n",
        "SIZE = 4\nFIELDS = (SIZE,)\n",  # not within a function
    ],
)
def test_what_only_looks_like_a_constant_stays(text):
    assert compiled(text) == text


def test_a_large_power_of_two_is_written_as_a_shift():
    text = "NEVER = 1 << 62\ndef f():\n    return -NEVER\n"
    assert compiled(text).endswith("return -(1 << 62)\n")


def test_a_tuple_becomes_its_numbers_where_something_is_looked_for_in_it():
    text = "LDA = 0xA9\nLOADS = (LDA, 0xA5)\ndef f(op):\n    return op in LOADS, op not in LOADS\n"
    assert compiled(text).endswith("return op in (169, 165,), op not in (169, 165,)\n")


def test_the_same_line_keeps_its_columns_right_behind_other_letters():
    text = "PI = 3\ndef f():\n    return 'π', PI, 'π', PI  # π\n"
    assert compiled(text).endswith("return 'π', 3, 'π', 3  # π\n")
