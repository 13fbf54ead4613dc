"""The comparison: each of our cells names what shows it, and that exists."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "measured" / "compared.md"
TEST = re.compile(r"`([\w/]+\.py)::(test_\w+)`")
PICTURE = re.compile(r"!\[\]\((.+?)\)")
COLUMNS = 7


def rows():
    """Return the rows of the table, [cells]."""
    lines = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def named_in(path):
    """Return the names of the tests in a file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {n.name for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)}


def missing(cells, root=ROOT):
    """Return what is wrong with a row: names of tests and pictures that do not exist, or none."""
    shown, ours = cells[-1], cells[-2]
    wrong = []
    for file, name in TEST.findall(shown):
        path = root / "tests" / file
        if not path.is_file() or name not in named_in(path):
            wrong.append(f"{file}::{name}")
    wrong += [p for p in PICTURE.findall(shown) if not (PAGE.parent / p).is_file()]
    rest = PICTURE.sub("", TEST.sub("", shown)).strip()
    if rest or (not shown and ours != "no"):
        wrong.append(rest or "nothing shows it")
    return wrong


@pytest.mark.parametrize("cells", rows(), ids=lambda cells: cells[0])
def test_what_shows_it_is_there(cells):
    assert len(cells) == COLUMNS
    assert missing(cells) == []


def test_all_that_is_asked_for_often_is_there():
    often = [cells for cells in rows() if cells[4].startswith("often")]
    assert len(often) > 15 and [cells[0] for cells in often if cells[5] == "no"] == []


@pytest.mark.parametrize(
    ("ours", "shown", "count"),
    [
        ("yes", "`docs/test_compared.py::test_all_that_is_asked_for_often_is_there`", 0),
        ("yes", "`docs/test_compared.py::test_that_is_not_there`", 1),
        ("yes", "`docs/nowhere.py::test_x` ![](../pictures/none.png)", 2),
        ("yes", "", 1),
        ("no", "", 0),
        ("yes", "I have seen it", 1),
    ],
)
def test_the_check_sees_what_it_must_see(ours, shown, count):
    assert len(missing(["x", "", "", "", "", ours, shown])) == count
