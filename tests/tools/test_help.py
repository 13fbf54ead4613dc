"""Every tool answers ``--help`` at once, without optional packages, and does nothing else."""

import json
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
# Runs modules as ``python -m`` does, where only the standard library, this project and the
# packages that GO 64 always needs can be imported; prints {module: (status, stdout, stderr)}.
# What one has imported the others find, but what it could not import fails for each of them.
ALONE = """
import contextlib, io, json, runpy, sys, traceback
KNOWN = {*sys.stdlib_module_names, "tools", "c64", "disk", "emu", "tests", *sys.argv[1].split(",")}
class Optional:
    def find_spec(self, name, path=None, target=None):
        if path is None and name not in KNOWN:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Optional())
said = {}
for name in sys.argv[2:]:
    sys.modules.pop(name, None)
    sys.modules.pop(f"{name}.__main__", None)
    sys.argv, status = [name, "--help"], None
    with contextlib.redirect_stdout(io.StringIO()) as out:
        with contextlib.redirect_stderr(io.StringIO()) as err:
            try:
                runpy.run_module(name, run_name="__main__", alter_sys=True)
            except SystemExit as end:
                status = end.code
            except BaseException:
                traceback.print_exc()
    said[name] = status or 0, out.getvalue(), err.getvalue()
print(json.dumps(said))
"""
IMPORTED = {"numpy": "numpy", "pillow": "PIL", "pygame-ce": "pygame"}  # package -> its module


def always() -> str:
    """Return the modules of the packages that GO 64 always needs."""
    names = {d.split(";")[0].split(">")[0].split("=")[0].strip() for d in RUN["dependencies"]}
    return ",".join(IMPORTED.get(name, name) for name in sorted(names))


def test_all_tools_are_found():
    assert {"tools.build", "tools.language", "tools.site", "tools.lock", "tools.web"} <= {*TOOLS}


@pytest.fixture(scope="module")
def asked(tmp_path_factory):
    """What each tool says when it is asked for help, and the folder in which that was."""
    folder = tmp_path_factory.mktemp("empty")
    result = subprocess.run(
        [sys.executable, "-c", ALONE, always(), *TOOLS],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (result.returncode, result.stderr) == (0, "")
    return json.loads(result.stdout), folder


@pytest.mark.slow
@pytest.mark.parametrize("tool", TOOLS)
def test_help_is_text_and_nothing_else(tool, asked):
    said, folder = asked
    status, out, err = said[tool]
    assert (status, err) == (0, "")
    assert out.startswith("usage: ")
    assert len(out.split()) > 12, "it says what the tool does"
    assert not list(folder.iterdir()), "they write nothing"
