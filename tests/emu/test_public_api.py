"""The window, the command line and ``make play`` use what any program can use, and no more.

Only the monitors and the test kit look at the board.
"""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
USERS = sorted(
    [
        *(ROOT / "emu" / "host").rglob("*.py"),
        *(ROOT / "emu" / "shared").rglob("*.py"),
        ROOT / "emu" / "cli.py",
        ROOT / "emu" / "__main__.py",
        ROOT / "tools" / "play.py",
    ]
)
TOP = {
    "c64", "c64.api", "c64.api_views", "c64.autostart", "c64.config",
    "c64.errors", "c64.roms", "c64.snapshot",
}  # fmt: skip


def violations(source):
    """Return what a source reaches for that is no public API, as (line, what)."""
    found = []
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING":
            node.body = []  # names of types: nothing is used of them
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr == "board":
            found.append((node.lineno, ".board"))
        elif isinstance(node, ast.ImportFrom):
            inside = [f"c64.{alias.name}" for alias in node.names if node.module == "c64"]
            inside = [name for name in inside if (ROOT / name.replace(".", "/")).is_dir()]
            found += [(node.lineno, name) for name in (node.module or "", *inside)]
        elif isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
    return [(line, what) for line, what in found if what == ".board" or _is_below(what)]


def _is_below(module):
    return module.split(".")[0] == "c64" and module not in TOP


@pytest.mark.parametrize("path", USERS, ids=lambda path: str(path.relative_to(ROOT)))
def test_nothing_below_the_api_is_used(path):
    assert violations(path.read_text(encoding="utf-8")) == []


def test_the_files_are_there():
    assert len(USERS) > 15


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("machine.board.ram[2]", [(1, ".board")]),
        ("x = 1\nself.machine.board = 2", [(2, ".board")]),
        ("from c64.vic.palettes import PALETTES", [(1, "c64.vic.palettes")]),
        ("def f():\n    import c64.bus.board", [(2, "c64.bus.board")]),
        ("from c64 import bus", [(1, "c64.bus")]),
        ("from c64 import C64\nfrom c64.api import C64\nimport c64.config, numpy", []),
        ("board = make_board(keyboard)", []),
    ],
)
def test_the_check_sees_what_it_must_see(source, found):
    assert violations(source) == found
