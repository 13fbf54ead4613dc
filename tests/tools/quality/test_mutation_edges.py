"""Small changes of Python at its edges, and their code in functions that are imported already."""

import ast
import sys
import types
from pathlib import Path

import pytest

from tools.quality import mutate
from tools.quality.mutant_server import changed_code, put
from tools.quality.mutation_edges import edges

SOURCE = '''"""A module: 3 < 4."""
SIZE = 16


@decorated(1)
def fits(size: Literal[3], most: int = 5) -> int:
    """Tell whether 1 < 2."""
    if size < most and not size in (1, 2):  # less < than
        note(
            size)
        return size + 1
    raise ValueError(f"{size + 1}")
'''
FOUND = [
    "SIZE = 15", "SIZE = 17",
    "def fits(size: Literal[3], most: int = 4) -> int:",
    "def fits(size: Literal[3], most: int = 6) -> int:",
    "if size <= most and not size in (1, 2):  # less < than",
    "if size >= most and not size in (1, 2):  # less < than",
    "if size < most or not size in (1, 2):  # less < than",
    "if size < most and  size in (1, 2):  # less < than",
    "if size < most and not size not in (1, 2):  # less < than",
    "if size < most and not size in (0, 2):  # less < than",
    "if size < most and not size in (2, 2):  # less < than",
    "if size < most and not size in (1, 1):  # less < than",
    "if size < most and not size in (1, 3):  # less < than",
    "pass  # not: note(", "return None  # not: size + 1", "return size - 1", "return size + 0",
    "return size + 2", 'pass  # not: raise ValueError(f"{size + 1}")',
]  # fmt: skip


def lines_of(source):
    plain, found = source.splitlines(), []
    for edge in edges(Path("a.py"), source):
        made = edge.made(source)
        ast.parse(made)
        assert len(made.splitlines()) == len(plain)  # others keep their numbers
        found.append(made.splitlines()[edge.start_pos[0] - 1].strip())
    return found


def test_numbers_bounds_and_statements_change_and_annotations_and_texts_do_not():
    assert sorted(lines_of(SOURCE)) == sorted(FOUND)


@pytest.mark.parametrize(
    ("line", "changed"),
    [
        ("a = b <= c", {"a = b < c", "a = b > c"}),
        ("a = b is not c", {"a = b is c"}),
        ("a = (b) == (c)", {"a = (b) != (c)"}),
        ("a = b << c", {"a = b >> c"}),
        ("a = b & c | d", {"a = b | c | d", "a = b & c & d"}),
        ("a = 0", {"a = 1", "a = (-1)"}),
        ("a = True", set()),
        ("a: int = b", set()),
    ],
)
def test_an_operator_has_its_opposite_or_its_edge(line, changed):
    assert set(lines_of(line)) == changed


@pytest.mark.parametrize(("line", "other"), [("return True", "return False"), ("return 1", None)])
def test_another_value_is_returned(line, other):
    found = lines_of(f"def a():\n    {line}\n")
    assert (other in found) == (other is not None)


@pytest.mark.parametrize(
    ("call", "shorter"),
    [
        ("note(a)", set()),
        ("note(a, b)", {"note(a)"}),
        ("note(a, b=c)", {"note(a)"}),
        ("note(a=b, c=d)", {"note( c=d)", "note(a=b)"}),
        ("note(\n    a=b,\n)", {""}),  # of the second line nothing is left
        ("note(a, (b))", set()),  # brackets: where they end is not known
        ("note(*a, **b)", set()),
        ("note(b for b in c)", set()),
    ],
)
def test_an_argument_with_a_name_or_the_last_of_several_is_left_out(call, shorter):
    found = lines_of(f"def a():\n    x.{call}\n")
    assert {line.removeprefix("x.") for line in found if not line.startswith("pass")} == shorter


def imported(source, path="/nowhere/a.py"):
    module = types.ModuleType("a")
    exec(compile(source, path, "exec"), vars(module))
    return module


PLAIN = """
LIMIT = 3
def fits(size):
    return [size < most for most in (1, LIMIT)]
class Box:
    @property
    def size(self):
        return 1
"""


@pytest.mark.parametrize(
    ("old", "new", "result"),
    [("<", "<=", ([True, True, True], 1)), ("return 1", "return 2", ([False, True, False], 2))],
)
def test_functions_that_are_imported_get_their_changed_code(old, new, result):
    module = imported(PLAIN)
    fits, box = module.fits, module.Box()
    codes = changed_code(PLAIN, PLAIN.replace(old, new), "/nowhere/a.py")
    assert len(codes) == 1
    assert put(codes, "/nowhere/a.py")
    assert ([fits(1)[0], fits(2)[1], fits(3)[1]], box.size) == result
    assert not put(codes, "/nowhere/other.py")


@pytest.mark.parametrize(
    ("old", "new"), [("LIMIT = 3", "LIMIT = 4"), ("(size)", "(size=3)"), ("@property", ""),
                     ("return 1", "return (")],
)  # fmt: skip
def test_what_changes_more_than_functions_is_left_to_a_process_of_its_own(old, new):
    assert changed_code(PLAIN, PLAIN.replace(old, new), "/nowhere/a.py") is None


def test_the_changes_of_a_folder_are_those_of_its_modules():
    found, changed_text = mutate.edge_changes("emu/replay")
    assert {change.module_path.name for change in found} == {
        "events.py", "fingerprint.py", "player.py", "recorder.py",
    }  # fmt: skip
    text, line = changed_text(found[0])
    assert line in [one.strip() for one in text.splitlines()]


def test_the_quickest_tests_are_taken_as_long_as_there_is_time():
    tests = [(1.0, "a"), (2.0, "b"), (3.0, "c")]
    assert mutate.within(tests, 3.0, "emu/other.py") == tests[:2]
    assert mutate.within(tests, sys.float_info.max, "emu/other.py") == tests
    assert mutate.within([], 3.0, "emu/other.py") == []


def test_the_tests_of_a_modules_own_files_are_never_left_out():
    tests = [(9.0, "tests/test_disks_too.py::a"), (2.0, "b.py::b"), (2.0, "b.py::c")]
    assert mutate.within(tests, 3.0, "emu/disks.py") == tests[:2]
    assert mutate.within(tests, 1.0, "emu/disks.py") == tests[:1]
