"""Pyodide, Python for browsers: npm's package of the version that fits the running Python.

The package is loaded once, compared with the checksum below, and kept in build/web-parts.
"""

import base64
import hashlib
import json
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tools.release.archives import unpack
from tools.web.errors import WebError

# Python -> version of npm's pyodide, and the checksum that npm has of it
VERSIONS = {
    (3, 11): (
        "0.25.1",
        "y0nJ/fLA3bxD2iZRzvVTbP2O+wp4Ewm2wThfV4HF0BytQ6hsoqTJFLNY4usLOcCVBrK8TTWqFqrmsVPzHe4rsw==",
    ),
    (3, 12): (
        "0.27.7",
        "RUSVJlhQdfWfgO9hVHCiXoG+nVZQRS5D9FzgpLJ/VcgGBLSAKoPL8kTiOikxbHQm1kRISeWUBdulEgO26qpSRA==",
    ),
    (3, 13): (
        "0.29.0",
        "ObIvsTmcrxAWKg+FT1GjfSdDmQc5CabnYe/nn5BCuhr9BVVITeQ24DBdZuG5B2tIiAZ9YonBpnDB7cmHZyd2Rw==",
    ),
    (3, 14): (
        "314.0.0",
        "WIofRQehY78IC9n3+p9COjKUZGCCHfrvtR5dXKm0BHIWUun2B8DBf17rXytMF/KYkrsDQRa+BDGhi8UKwzaU3w==",
    ),
}
ROOT = Path(__file__).resolve().parents[2]
LIBRARY = "python_stdlib.zip"
NPM_SECONDS = 300
# Of the library, for what people type on the page of Python: small modules that teach well.
FOR_PEOPLE = (
    "base64", "bisect", "calendar", "cmath", "colorsys", "copy", "csv", "datetime", "decimal",
    "_pydecimal", "fractions", "heapq", "html", "inspect", "json", "pprint", "queue", "random",
    "statistics", "string", "textwrap", "timeit", "traceback", "unittest", "uuid",
)  # fmt: skip

# Of which parts are imported when they are needed.
ALWAYS = ("collections", "encodings", "importlib", "json", "_pyodide", "pyodide", "pyodide_js")
MISSING = ("numpy", "platformdirs", "lzma", "ssl", "PIL")  # in a browser

QUESTION = """
import json, shutil, sys, sysconfig, tarfile, tempfile, zipfile
import pyodide.code, pyodide.ffi
numbers = {k: v for k, v in sysconfig.get_config_vars().items() if isinstance(v, int)}
json.dumps({"variables": numbers, "modules": list(sys.modules)})
"""


def tool(name: str) -> str:
    """Return the path of node or npm; WebError if it is not installed."""
    found = shutil.which(name)
    if found is None:
        raise WebError(f"{name} not found: install Node.js 18 or newer (Debian: nodejs, npm)")
    return found


def version() -> tuple[str, str]:
    """Return (version, checksum) for the running Python; WebError if there is none."""
    running = sys.version_info[:2]
    if running not in VERSIONS:
        known = ", ".join(f"{major}.{minor}" for major, minor in VERSIONS)
        raise WebError(f"no Pyodide is known for Python {running[0]}.{running[1]}: use {known}")
    return VERSIONS[running]


def package(parts: Path) -> Path:
    """Return the folder of the package, which is loaded if it is not there."""
    number, checksum = version()
    folder = parts / f"pyodide-{number}"
    if (folder / "package" / LIBRARY).is_file():
        return folder / "package"
    folder.mkdir(parents=True, exist_ok=True)
    command = [tool("npm"), "pack", "--silent", f"pyodide@{number}"]
    try:
        result = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, check=False, timeout=NPM_SECONDS
        )
    except subprocess.TimeoutExpired:
        raise WebError(f"npm pack pyodide@{number}: no answer; is there a network?") from None
    archive = folder / f"pyodide-{number}.tgz"
    if result.returncode or not archive.is_file():
        why = (result.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise WebError(f"npm pack pyodide@{number} failed ({why}); is there a network?")
    found = base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()
    if found != checksum:
        raise WebError(f"{archive}: not the package that npm has published; delete it")
    unpack(archive, folder)
    return folder / "package"


def run_node(script: Path, *words: object, seconds: float = 120) -> str:
    """Return what a script of Node's prints; WebError with its last line if it fails."""
    result = subprocess.run(
        [tool("node"), str(script), *map(str, words)],
        capture_output=True, text=True, check=False, timeout=seconds,
    )  # fmt: skip
    if result.returncode:
        why = (result.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise WebError(f"node {script.name}: {why}")
    return result.stdout


def ask(folder: Path) -> tuple[dict[str, int], set[str]]:
    """Return Pyodide's own (numbers among sysconfig's variables, modules that it imports)."""
    script = folder.parent / "ask.mjs"
    script.write_text(
        f'import {{ loadPyodide }} from "./{folder.name}/pyodide.mjs";\n'
        f"const python = await loadPyodide();\n"
        f"console.log(python.runPython({json.dumps(QUESTION)}));\n",
        encoding="utf-8",
    )
    found: dict[str, Any] = json.loads(run_node(script))
    return found["variables"], set(found["modules"])


def modules_needed() -> set[str]:
    """Return the modules that the machine, what opens files and FOR_PEOPLE import."""
    every = [
        path.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".")
        for package in ("c64", "disk", "emu/browser")
        for path in (ROOT / package).rglob("*.py")
    ]
    program = (
        f"import sys, importlib\nsys.modules.update(dict.fromkeys({MISSING!r}))\n"
        f"for name in {[*every, *FOR_PEOPLE, 'zipfile', 'shutil']!r}:\n"
        "    try: importlib.import_module(name)\n"
        "    except ImportError: pass\n"
        "print(' '.join(sys.modules))"
    )
    result = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return set(result.stdout.split())


def write_library(source: Path, target: Path, names: Iterable[str]) -> None:
    """Write of the library the modules ``names`` and the packages ALWAYS."""
    wanted = set(names)
    with (
        zipfile.ZipFile(source) as whole,
        zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as small,
    ):
        for entry in sorted(whole.namelist()):
            module = entry.rsplit(".", 1)[0].replace("/", ".").removesuffix(".__init__")
            if module in wanted or module.split(".", 1)[0] in ALWAYS:
                small.writestr(zipfile.ZipInfo(entry), whole.read(entry))  # of no date
