"""The checks before the tests: they find what they are there for, and say so in a line."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tools.quality import lint, run_tests

ROOT = Path(__file__).resolve().parents[3]


def test_a_clean_check_is_one_line(capsys):
    assert lint.check("nothing", ["json.tool", "--help"]) == 0
    assert re.fullmatch(r"== nothing: clean, \d+ s\n", capsys.readouterr().out)


def test_a_failed_check_shows_what_the_tool_says(capsys, tmp_path):
    source = tmp_path / "unused.py"
    source.write_text("import os\n")
    assert lint.check("style", ["ruff", "check", "--isolated", "--no-cache", str(source)]) == 1
    first, rest = capsys.readouterr().out.split("\n", 1)
    assert first.startswith("== style: FAILED, ")
    assert "F401" in rest


def test_one_failed_check_fails_them_all_and_stops_none(monkeypatch, capsys):
    checks = {"one": ("json.tool", "no such file"), "two": ("json.tool", "--help")}
    monkeypatch.setattr(lint, "CHECKS", checks)
    assert lint.lint() == 1
    said = capsys.readouterr().out
    assert "== one: FAILED" in said and "== two: clean" in said


@pytest.mark.parametrize("unclean", [0, 1])
def test_the_tests_run_beside_the_checks_and_fail_with_them(monkeypatch, unclean, capfd):
    order = []
    monkeypatch.setattr(run_tests, "pytest", lambda *_, **__: order.append("pytest") or 0)
    words = [sys.executable, "-c", f"print('checked'); raise SystemExit({unclean})"]
    monkeypatch.setattr(run_tests, "LINT", words)
    assert run_tests.main([]) == unclean
    assert order == ["pytest", "pytest"]
    assert "checked\n" in capfd.readouterr().out


def test_the_fast_tests_are_there_and_run_once(monkeypatch):
    ran = []
    monkeypatch.setattr(run_tests, "LINT", [sys.executable, "-c", ""])
    monkeypatch.setattr(run_tests, "pytest", lambda what, words, **_: ran.append(words) or 0)
    assert run_tests.main(["--fast"]) == 0
    (words,) = ran
    paths = [word for word in words if word.startswith("tests/")]
    assert len(paths) > 20 and all((ROOT / path).exists() for path in paths)
    assert all(list(ROOT.glob(pattern)) for pattern in run_tests.FAST)
    assert all((ROOT / path).is_file() for path in run_tests.FAST_WITHOUT)
    assert words[words.index("-m") + 1] == "not long and not slow"


@pytest.mark.parametrize(
    ("option", "marks"), [([], ["not long"] * 2), (["--long", "tests/disk"], [""] * 2)]
)
def test_slow_tests_run_with_all_tests(monkeypatch, option, marks):
    ran = []
    monkeypatch.setattr(run_tests, "LINT", [sys.executable, "-c", ""])
    monkeypatch.setattr(run_tests, "pytest", lambda what, words, **_: ran.append(words) or 0)
    assert run_tests.main(option) == 0
    assert [words[words.index("-m") + 1] for words in ran] == marks


def test_all_processes_of_a_run_share_the_bytecode_below_build(monkeypatch, tmp_path):
    """Also where a variable of the caller forbids writing any."""
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    monkeypatch.setattr(run_tests, "BYTECODE", tmp_path / "kept")
    (tmp_path / "passing.py").write_text("")
    words = [sys.executable, "-c", "import passing, emu.errors"]
    variables = run_tests.environment() | {"PYTHONPATH": str(ROOT)}
    subprocess.run(words, cwd=tmp_path, env=variables, check=True)
    kept = {path.name.partition(".")[0] for path in (tmp_path / "kept").rglob("*.pyc")}
    assert {"passing", "errors"} <= kept
    monkeypatch.setattr(run_tests.tempfile, "gettempdir", lambda: str(tmp_path.parent))
    run_tests.remove_bytecode_of_temporary_files()
    kept = {path.name.partition(".")[0] for path in (tmp_path / "kept").rglob("*.pyc")}
    assert "errors" in kept and "passing" not in kept


WRONG = {  # line: what mypy calls it
    "def f(a): return a": "no-untyped-def",
    "x: list = []": "type-arg",
    "y: int = 'a'": "assignment",
    "z: int = 1  # type: ignore": "unused-ignore",
}


@pytest.mark.slow
def test_disk_is_checked_strictly(tmp_path):
    other = tmp_path / "p00.py"
    other.write_text("\n".join([(ROOT / "disk/p00.py").read_text(), *WRONG, ""]))
    command = ["mypy", "--cache-dir", str(tmp_path), "--shadow-file", "disk/p00.py", str(other)]
    result = subprocess.run(
        [sys.executable, "-m", *command, "disk/p00.py"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert result.returncode == 1
    assert [code for code in WRONG.values() if f"[{code}]" not in result.stdout] == []
