"""Compile what Cython writes to WebAssembly, as modules that Pyodide loads (PEP 783's forerunner).

The C of the machine is the same as for any computer (tools/compile); the compiler is the clang that
PyPI's ``ziglang`` brings.  The headers are those of the running Python, with a ``pyconfig.h``
of Pyodide's own variables: Pyodide of the same Python has the same structures.
"""

import importlib.util
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Mapping
from pathlib import Path

from tools.web.errors import WebError

ROOT = Path(__file__).resolve().parents[2]
ZIG = "ziglang==0.17.1"
# Without -extended_const older engines refuse the module; contraction of a*b+c would change sound.
COMPILE = (
    "-target", "wasm32-wasi", "-mcpu=generic-extended_const", "-fPIC", "-O3", "-g0", "-w",
    "-ffp-contract=off",
)  # fmt: skip
LINK = (
    "-shared", "--experimental-pic", "--unresolved-symbols=import-dynamic", "--import-memory",
    "--strip-all",
)  # fmt: skip
# Module -> what Cython has written for it
SOURCES = {
    "c64._core": "build/cython/build/joined/c64/_core.c",
    "disk.flux": "build/cython/build/apart/disk/flux.c",
}


def zig() -> Path:
    """Return the compiler; WebError if it is not installed."""
    found = importlib.util.find_spec("ziglang")
    if found is None or found.origin is None:
        raise WebError(f"ziglang not found: {sys.executable} -m pip install {ZIG}")
    return next(Path(found.origin).parent.glob("zig*"))


def file_name(module: str) -> str:
    """Return the path of a compiled module in the site."""
    major, minor = sys.version_info[:2]
    return f"{module.replace('.', '/')}.cpython-{major}{minor}-wasm32-emscripten.so"


def write_headers(folder: Path, variables: Mapping[str, int]) -> None:
    """Write Python's headers for Pyodide."""
    source = Path(sysconfig.get_path("include"))
    own = source / "pyconfig.h"
    if not own.is_file():
        raise WebError(f"{own}: no such file; install Python's headers (Debian: python3-dev)")
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(source, folder)  # Python.h takes the pyconfig.h that lies beside it
    # On Debian that file only leads to the one of each processor: the names are there.
    texts = [path.read_text(encoding="utf-8") for path in (own, *_beside(source))]
    names = set(re.findall(r"^(?:#\s*define|/\* #undef) (\w+)", "\n".join(texts), re.MULTILINE))
    lines = [f"#define {name} {variables[name]}" for name in sorted(names & set(variables))
             if variables[name]]  # fmt: skip
    text = "\n".join(("#ifndef Py_PYCONFIG_H", "#define Py_PYCONFIG_H", *lines, "#endif", ""))
    (folder / "pyconfig.h").write_text(text, encoding="utf-8")


def _beside(include: Path) -> list[Path]:
    """Return the headers that Debian has for each processor."""
    return sorted(include.parent.glob(f"*/{include.name}/pyconfig.h"))


def compile_module(module: str, headers: Path, parts: Path) -> Path:
    """Compile and link a module; returns the file.  WebError with the compiler's first line."""
    object_file, target = parts / f"{module}.o", parts / f"{module}.so"
    name = module.rsplit(".", 1)[1]
    source = ROOT / SOURCES[module]
    _run(module, "cc", *COMPILE, f"-I{headers}", "-c", source, "-o", object_file)
    _run(module, "wasm-ld", *LINK, f"--export=PyInit_{name}", "-o", target, object_file)
    object_file.unlink()
    return target


def _run(module: str, *words: object) -> None:
    result = subprocess.run(
        [str(zig()), *map(str, words)], capture_output=True, text=True, check=False
    )
    if result.returncode:
        errors = [line for line in result.stderr.splitlines() if "error" in line]
        raise WebError(f"{module}: {(errors or ['the compiler failed, for no reason given'])[0]}")
