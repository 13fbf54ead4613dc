"""The site of ``make web`` for tests, and its runtime for Node."""

import gzip
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
SITE = ROOT / "build" / "web"


def built_site():
    """Return the folder of the site; skips the test with the reason if it is not built."""
    if not (SITE / "runtime" / "machine.zip.gz").is_file():
        pytest.skip("no site here: run 'make web', which needs ziglang, Node.js and a network")
    return SITE


def unpacked_runtime(folder):
    """Unpack what the page would, into a folder, with the script for Node; returns the script."""
    runtime = built_site() / "runtime"
    for packed in runtime.glob("*.gz"):
        (folder / packed.stem).write_bytes(gzip.decompress(packed.read_bytes()))
    # From Python 3.14 on Pyodide looks for a module of that name.
    shutil.copy(folder / "pyodide.asm.js", folder / "pyodide.asm.mjs")
    shutil.copy(runtime / "pyodide-lock.json", folder)
    script = folder / "run.mjs"
    shutil.copy(Path(__file__).with_name("run.mjs"), script)
    return script


def run_in_node(script, program, *files):
    """Return what a Python program prints in the site's Python; ``files`` are there for it."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("no Node.js here: apt-get install nodejs")
    source = script.with_name("program.py")
    source.write_text(program, encoding="utf-8")
    result = subprocess.run(
        [node, script, source, *files], capture_output=True, text=True, check=False, timeout=300
    )
    assert result.returncode == 0, (
        result.stderr[-2000:]
        if len(result.stderr) < 2000
        else "\n".join(line[:300] for line in result.stderr.splitlines()[-20:])
    )
    return result.stdout
