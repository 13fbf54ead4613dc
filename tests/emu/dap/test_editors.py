"""The adapter driven by clients that others wrote.

Microsoft's client for tests of adapters: ``npm install @vscode/debugadapter-testsupport`` in
``build/npm``, or in the folder that GO64_NPM names.  nvim-dap for Neovim: its repository in the
folder that GO64_NVIM_DAP names (0.6.0 for Neovim 0.7).  dape for Emacs 29.1 or newer: dape.el in
the folder that GO64_DAPE names; GO64_EMACS names another Emacs than that in PATH.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.emu.dap.conftest import line

ROOT = Path(__file__).resolve().parents[3]
HERE = Path(__file__).parent
LIMIT = 120  # seconds after which a client has failed
START = "import sys\nfrom emu.__main__ import main\nsys.exit(main(['--dap']))\n"
LOOP, INC, LOAD, PAINT = line("jsr paint"), line("inc count"), line("lda count"), line("inx")


@pytest.fixture
def adapter(tmp_path):
    """A script that starts the adapter."""
    (tmp_path / "adapter.py").write_text(f"import sys\nsys.path.insert(0, {str(ROOT)!r})\n{START}")
    return tmp_path / "adapter.py"


def run(command, **environment):
    """Run a client; returns what it printed."""
    done = subprocess.run(
        [str(word) for word in command], capture_output=True, text=True, timeout=LIMIT,
        cwd=ROOT, env={**os.environ, **environment}, stdin=subprocess.DEVNULL, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
def test_microsofts_client_steps_forwards_and_back(basic, adapter):
    modules = Path(os.environ.get("GO64_NPM", ROOT / "build" / "npm")) / "node_modules"
    if shutil.which("node") is None:
        pytest.skip("node is not installed")
    if not (modules / "@vscode" / "debugadapter-testsupport").is_dir():
        pytest.skip("npm install @vscode/debugadapter-testsupport in build/npm, or set GO64_NPM")
    lines = json.dumps({"inc": INC})
    source = basic.with_suffix(".s")
    command = ["node", HERE / "drive.js", sys.executable, adapter, basic, source, lines]
    seen = json.loads(run(command, NODE_PATH=str(modules)))
    scopes = seen.pop("scopes")
    assert seen == {
        "hit": INC, "over": ["step", LOAD], "back": [["step", INC], ["step", LOOP]],
        "in": ["step", PAINT], "out": ["step", INC],
        "condition": [["breakpoint", INC], "$05 (5) at $0002"],
        "reverse": [["breakpoint", INC], "$04 (4) at $0002"],
        "data": ["data breakpoint", LOAD], "code": ["ldx #$00", "stx count"],
        "expression": "$01 (1)",
    }  # fmt: skip
    assert scopes[:4] == ["Registers", "Flags", "Zero page", "Beam"] and "CIA 2" in scopes


@pytest.mark.slow
def test_neovim_steps_forwards_and_back(basic, adapter, tmp_path):
    plugin = os.environ.get("GO64_NVIM_DAP")
    if shutil.which("nvim") is None:
        pytest.skip("nvim is not installed")
    if not plugin:
        pytest.skip("GO64_NVIM_DAP does not name a folder with nvim-dap")
    out = tmp_path / "seen.json"
    drive = {
        "python": sys.executable, "adapter": str(adapter), "program": str(basic),
        "source": str(basic.with_suffix(".s")), "inc": INC, "out": str(out),
    }  # fmt: skip
    command = ["nvim", "--headless", "--clean", "--cmd", f"set rtp^={plugin}"]
    run([*command, "-c", f"luafile {HERE / 'drive.lua'}"], GO64_DRIVE=json.dumps(drive))
    seen = json.loads(out.read_text())
    seen.pop("line", None)
    assert seen == {
        "hit": INC, "over": LOAD, "back": [INC, LOOP], "in": PAINT, "out": INC,
        "condition": "$05 (5) at $0002", "reverse": "$04 (4) at $0002", "data": LOAD,
        "code": ["ldx #$00", "stx count"],
    }  # fmt: skip


@pytest.mark.slow
def test_emacs_steps_forwards_and_back_by_the_lines_of_the_documents(basic, adapter, tmp_path):
    emacs, dape = os.environ.get("GO64_EMACS") or shutil.which("emacs"), os.environ.get("GO64_DAPE")
    if emacs is None:
        pytest.skip("emacs is not installed")
    if not dape:
        pytest.skip("GO64_DAPE does not name a folder with dape.el")
    project, commands, out = tmp_path / "project", tmp_path / "commands", tmp_path / "seen.json"
    shutil.copytree(basic.parent, project)
    for path in project.glob("paint.[pd]*"):
        path.rename(path.with_stem("game"))
    commands.mkdir()
    start = f"#!/bin/sh\nexec {shlex.quote(sys.executable)} {shlex.quote(str(adapter))}\n"
    (commands / "go64").write_text(start)
    (commands / "go64").chmod(0o755)
    (lines,) = re.findall(
        r"^```lisp\n(.*?)^```", (ROOT / "docs/program/debugging.md").read_text(), re.S | re.M
    )
    (tmp_path / "lines.el").write_text(lines)
    drive = {"source": str(project / "paint.s"), "inc": INC, "out": str(out)}
    run(
        [emacs, "--batch", "-Q", "-L", dape, "-l", HERE / "drive.el"],
        GO64_DRIVE=json.dumps(drive), GO64_LISP=str(tmp_path / "lines.el"),
        PATH=f"{commands}:{os.environ['PATH']}",
    )  # fmt: skip
    seen = json.loads(out.read_text())
    assert seen.pop("stack", [])[:2] == [PAINT, LOOP]  # and then BASIC's, without source
    assert seen == {
        "hit": INC, "over": LOAD, "back": [INC, LOOP], "in": PAINT, "out": INC,
        "condition": "$05 (5) at $0002", "gone": True,
    }  # fmt: skip
