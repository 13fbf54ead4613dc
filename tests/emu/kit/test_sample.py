"""The sample project: every command of docs/program/testing.md about it, as written."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.emu.kit.conftest import PLUGIN, PYTHONPATH, ROOT

PAGE = (ROOT / "docs" / "program" / "testing.md").read_text()
# Without what test_tutorial.py and test_module_by_hand.py of tests/docs run.
OTHERS = r"## (?:From an empty folder to CI|A module of the game by hand)\n.*?\n(?=## )"
SAMPLE = re.sub(OTHERS, "", PAGE, flags=re.DOTALL)


def commands():
    """Return the lines of its shell blocks."""
    blocks = re.findall(r"```sh\n(.*?)```", SAMPLE, re.DOTALL)
    return [line for block in blocks for line in block.splitlines()]


@pytest.mark.slow
def test_every_command_for_the_sample_works_as_written_and_so_do_the_tests_on_the_page(sample):
    shown = re.findall(r"```python\n(.*?)```", SAMPLE, re.DOTALL)
    assert len(shown) == 2
    (sample / "test_shown.py").write_text("\n".join(shown))
    scripts = Path(sys.executable).parent
    environment = dict(
        os.environ,
        PATH=f"{scripts}{os.pathsep}{os.environ['PATH']}",
        PYTHONPATH=PYTHONPATH,
        PYTEST_PLUGINS=PLUGIN,
    )
    done = []
    for command in commands():
        result = subprocess.run(
            command, shell=True, cwd=sample, env=environment, check=False, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120,
        )  # fmt: skip
        assert result.returncode == 0, f"{command}\n{result.stdout}"
        if command == "pytest":
            assert "test_shown.py ..." in result.stdout
            (sample / "test_shown.py").unlink()
        done.append(command)
    assert len(done) == 7
    for name in ("score.s", "split.s", "c/digits.c", "border/border.s", "drive/adder.s"):
        assert f"{name}\n" in (sample / "coverage.info").read_text()
    assert "LF:" in (sample / "coverage.info").read_text()


def test_assembly_shown_on_the_page_is_the_samples():
    lines = (ROOT / "docs" / "sample" / "test_score.s").read_text().splitlines()
    shown = SAMPLE[SAMPLE.index("```\n; c64: link") + 4 :].split("```")[0].splitlines()
    assert set(shown) <= set(lines)


def test_sample_has_about_60_lines():
    source = (ROOT / "docs" / "sample" / "split.s").read_text().splitlines()
    code = [s for s in source if s.strip() and not s.strip().startswith(";")]
    assert len(code) <= 64
