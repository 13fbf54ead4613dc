"""The commands of testing.md that assemble, link and test a module of the game without make."""

import os
import re
import subprocess
import sys

import pytest

from tests.emu.kit.conftest import PYTHONPATH, ROOT

PAGE = (ROOT / "docs" / "program" / "testing.md").read_text(encoding="utf-8")
SECTION = re.search(r"## A module of the game by hand\n(.*?)\n## ", PAGE, re.DOTALL)[1]
BLOCKS = re.findall(r"```(sh|python)\n(.*?)```", SECTION, re.DOTALL)
PYTHON = ".venv/bin/python"


def run(commands, folder):
    """Run a block of the page in a folder that looks like a clone's."""
    script = commands.replace(PYTHON, f'"{sys.executable}"')
    environment = dict(os.environ, PYTHONPATH=PYTHONPATH)
    return subprocess.run(
        ["sh", "-ec", script], cwd=folder, env=environment, capture_output=True, text=True,
        check=False,
    )  # fmt: skip


@pytest.mark.feature("F250")
def test_every_command_works_in_its_turn(tmp_path):
    for name in ("asm", "tools"):
        (tmp_path / name).symlink_to(ROOT / name)
    for language, text in BLOCKS:
        if language == "python":
            (tmp_path / "build" / "rent" / "test_rent.py").write_text(text, encoding="utf-8")
            continue
        result = run(text, tmp_path)
        assert result.returncode == 0, result.stdout + result.stderr
    assert "1 passed" in result.stdout


def test_the_include_folder_that_the_page_explains_is_needed(tmp_path):
    (tmp_path / "asm").symlink_to(ROOT / "asm")
    result = run("ca65 -g -I asm/game -o rent.o asm/game/play/rent.s", tmp_path)
    assert result.returncode and "presets.inc" in result.stderr
