"""The tutorial of testing.md: its files and its commands, in order, in an empty folder."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.emu.kit.conftest import PLUGIN, PYTHONPATH, ROOT

TESTING = (ROOT / "docs" / "program" / "testing.md").read_text(encoding="utf-8")
PAGE = re.search(r"## From an empty folder to CI\n(.*?)\n(?=## )", TESTING, re.DOTALL)[1]
FILE = re.compile(r"`([\w./]+\.(?:s|py|cfg|yml)|Makefile)`[^`]*?:?\n\n$")
BLOCK = re.compile(r"```(\w*)\n(.*?)```\n", re.DOTALL)

pytestmark = pytest.mark.slow


def blocks():
    """Yield (name of the file that a block is, "" for none; its language; its text)."""
    at = 0
    for block in BLOCK.finditer(PAGE):
        named = FILE.search(PAGE[at : block.start()])
        yield (named[1] if named and block[2][0] != "$" else ""), block[1], block[2]
        at = block.end()


@pytest.fixture(scope="module")
def followed(tmp_path_factory):
    """The folder in which the tutorial was followed, and what each command said."""
    folder = tmp_path_factory.mktemp("tutorial")
    scripts = tmp_path_factory.mktemp("scripts")
    (scripts / "go64").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m emu "$@"\n')
    (scripts / "go64").chmod(0o755)
    path = os.pathsep.join([str(scripts), str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = dict(os.environ, PATH=path, PYTHONPATH=PYTHONPATH, PYTEST_PLUGINS=PLUGIN)
    said = {}
    for name, language, text in blocks():
        if name:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            with open(folder / name, "a", encoding="utf-8") as file:  # a block may add to a file
                file.write(text)
        for command in text.splitlines() if language == "sh" else ():
            said[command] = run(command, folder, environment)
        shown = re.match(r"\$ (.*)\n", text)
        if shown:
            said[shown[1]] = run(shown[1], folder, environment, fails=True)
            assert set(text.splitlines()[1:]) <= set(said[shown[1]].splitlines())
    return folder, said


def run(command, folder, environment, fails=False):
    result = subprocess.run(
        command, shell=True, cwd=folder, env=environment, check=False, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120,
    )  # fmt: skip
    assert bool(result.returncode) == fails, f"{command}\n{result.stdout}"
    return result.stdout


def test_every_command_works_in_its_turn(followed):
    folder, said = followed
    assert list(said)[:2] == ["make", "pytest"]
    assert "7 of 7 changes noticed, 100.0%" in said["pytest --c64-mutate energy.s"]
    for name in ("game.png", "coverage.info", "game.callgrind"):
        assert (folder / name).stat().st_size > 0


def test_coverage_is_complete_where_the_page_says_so(followed):
    _, said = followed
    rows = said["pytest --c64-lcov coverage.info"].splitlines()
    for name in ("energy.s", "main.s"):
        (row,) = [row for row in rows if row.startswith(name)]
        assert row.count("100.0%") == 2  # lines and branches


def test_the_workflow_runs_commands_of_the_page(followed):
    folder, said = followed
    text = (folder / ".github" / "workflows" / "test.yml").read_text()
    for command in re.findall(r"- run: (make|pytest.*)$", text, re.MULTILINE):
        assert command in said
