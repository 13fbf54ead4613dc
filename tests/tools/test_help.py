"""Every tool answers ``--help`` at once, without optional packages, and does nothing else."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MAIN = 'if __name__ == "__main__":'
TOOLS = sorted(
    path.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".").removesuffix(".__main__")
    for path in (ROOT / "tools").rglob("*.py")
    if MAIN in path.read_text(encoding="utf-8")
)
RUN = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
# Runs a module as ``python -m`` does, where only the standard library, this project and the
# packages that GO 64 always needs can be imported.
ALONE = """
import runpy, sys
KNOWN = {*sys.stdlib_module_names, "tools", "c64", "disk", "emu", "tests", *sys.argv[2].split(",")}
class Optional:
    def find_spec(self, name, path=None, target=None):
        if path is None and name not in KNOWN:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Optional())
name = sys.argv[1]
sys.argv = [name, "--help"]
runpy.run_module(name, run_name="__main__", alter_sys=True)
"""
IMPORTED = {"numpy": "numpy", "pillow": "PIL", "pygame-ce": "pygame"}  # package -> its module


def always() -> str:
    """Return the modules of the packages that GO 64 always needs."""
    names = {d.split(";")[0].split(">")[0].split("=")[0].strip() for d in RUN["dependencies"]}
    return ",".join(IMPORTED.get(name, name) for name in sorted(names))


def test_all_tools_are_found():
    assert {"tools.build", "tools.language", "tools.site", "tools.lock", "tools.web"} <= {*TOOLS}


@pytest.mark.slow
@pytest.mark.parametrize("tool", TOOLS)
def test_help_is_text_and_nothing_else(tool, tmp_path):
    result = subprocess.run(
        [sys.executable, "-c", ALONE, tool, always()],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.startswith("usage: ")
    assert len(result.stdout.split()) > 12, "it says what the tool does"
    assert not list(tmp_path.iterdir()), "it writes nothing"
