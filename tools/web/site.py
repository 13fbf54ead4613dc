"""Write the site: a folder that any file server can serve (docs/use/browser.md).

``runtime/`` holds Pyodide, the compiled machine and its Python, packed by gzip: the page unpacks
them, as not every server packs what it sends.  The service worker has the list of all files and
a checksum of them, which is the site's version.
"""

import gzip
import hashlib
import json
import py_compile
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path

from c64.api import C64
from tools import build
from tools.compile.extensions import module_names
from tools.web import pyodide, wasm
from tools.web.tables import stored_tables

ROOT = Path(__file__).resolve().parents[2]
PARTS = ROOT / "build" / "web-parts"
SITE = ROOT / "build" / "web"
PAGES = ("emu/browser/page", "emu/web/common")
TABLES = "c64/stored_tables.pickle"
# What of the sources the page needs, with their packages' ``__init__``.
PACKAGES = ("c64", "disk")
MODULES = (
    "emu/__init__.py", "emu/errors.py",
    *(f"emu/browser/{name}.py" for name in ("__init__", "rewind", "session")),
    "emu/shared/__init__.py", "emu/shared/key_state.py", "emu/shared/checksummed.py",
    "emu/shared/recording_file.py", "emu/arena/__init__.py", "emu/arena/rules.py",
    "emu/web/__init__.py", "emu/web/game.py", "emu/web/pointer.py", "emu/web/simultaneous.py",
    *(f"emu/replay/{name}.py" for name in ("__init__", "events", "fingerprint", "player")),
    *(f"emu/shared/state/{name}.py"
      for name in ("__init__", "header", "own_roms", "restore", "seal", "write")),
)  # fmt: skip
DATA = (*build.ROM_FILES, "disk/go64.d64", "emu/arena/rules.json")
RUNTIME = ("pyodide.asm.js", "pyodide.asm.wasm", "pyodide.js")
ICON = "emu/host/go64.png"
TITLE_FRAMES = 200  # from the end of loading until the title stands
SERVICE_WORKER = "service-worker.js"


def python_sources() -> list[Path]:
    """Return the sources that run in the browser: all but those that are compiled."""
    compiled = {
        ROOT.joinpath("c64", *name.split(".")).with_suffix(".py") for name in module_names()
    }
    compiled.add(ROOT / "disk" / "flux.py")
    found = [path for package in PACKAGES for path in (ROOT / package).rglob("*.py")]
    return sorted({*found, *(ROOT / name for name in MODULES)} - compiled)


def _byte_code(source: Path) -> bytes:
    """Return the byte code of a source: the browser need not compile it."""
    target = PARTS / "byte-code.pyc"
    py_compile.compile(
        str(source),
        cfile=str(target),
        dfile=source.relative_to(ROOT).as_posix(),
        doraise=True,
        invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
    )
    return target.read_bytes()


def _write_machine(target: Path) -> None:
    """Write the archive of the machine: byte code, compiled modules, tables, ROMs, the game."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as archive:

        def add(name: str, content: bytes) -> None:
            archive.writestr(zipfile.ZipInfo(name), content)  # of no date: the same every time

        for source in python_sources():
            add(source.relative_to(ROOT).with_suffix(".pyc").as_posix(), _byte_code(source))
        for module in module_names():  # by these files c64 knows what is in the compiled unit
            add(f"c64/{module.replace('.', '/')}.pxd", b"")
        for module in wasm.SOURCES:
            add(wasm.file_name(module), (PARTS / f"{module}.so").read_bytes())
        add(TABLES, stored_tables())
        for name in DATA:
            add(name, (ROOT / name).read_bytes())


def _packed(source: Path, target: Path) -> None:
    target.write_bytes(gzip.compress(source.read_bytes(), 9, mtime=0))


def _compile(folder: Path) -> None:
    """Compile the modules, unless their sources are those of the last time."""
    variables, modules = pyodide.ask(folder)
    numbers = PARTS / "variables.json"
    numbers.write_text(json.dumps(variables, sort_keys=True), encoding="utf-8")
    (PARTS / "modules.json").write_text(json.dumps(sorted(modules)), encoding="utf-8")

    def action() -> None:
        from tools.compile.extensions import extensions

        extensions()  # writes the C
        headers = PARTS / "include"
        wasm.write_headers(headers, variables)
        for module in wasm.SOURCES:
            wasm.compile_module(module, headers, PARTS)

    sources = [*build.core_sources(), ROOT / "tools/web/wasm.py", numbers]
    targets = [PARTS / f"{module}.so" for module in wasm.SOURCES]
    build.step("web-core", sources, targets, action, note="compiles to WebAssembly, a minute")


def build_site(tell: Callable[[str], None] = print) -> Path:
    """Write the site; returns its folder.  WebError says what is missing."""
    for name in DATA:
        if not (ROOT / name).is_file():
            raise build.BuildError(f"{name} is not built: run 'make build'")
    wasm.zig()
    PARTS.mkdir(parents=True, exist_ok=True)
    folder = pyodide.package(PARTS)
    _compile(folder)
    shutil.rmtree(SITE, ignore_errors=True)
    runtime = SITE / "runtime"
    runtime.mkdir(parents=True)
    for name in RUNTIME:
        source = folder / name
        if not source.is_file():  # from Python 3.14 on it is a module; the worker sees that
            source = source.with_suffix(".mjs")
        _packed(source, runtime / f"{name}.gz")
    modules = {*json.loads((PARTS / "modules.json").read_text()), *pyodide.modules_needed()}
    pyodide.write_library(folder / pyodide.LIBRARY, PARTS / pyodide.LIBRARY, modules)
    _packed(PARTS / pyodide.LIBRARY, runtime / f"{pyodide.LIBRARY}.gz")
    _write_machine(PARTS / "machine.zip")
    _packed(PARTS / "machine.zip", runtime / "machine.zip.gz")
    lock = json.loads((folder / "pyodide-lock.json").read_text(encoding="utf-8"))
    (runtime / "pyodide-lock.json").write_text(json.dumps({"info": lock["info"], "packages": {}}))
    for pages in PAGES:
        shutil.copytree(ROOT / pages, SITE, dirs_exist_ok=True)
    _join_element()
    shutil.copyfile(ROOT / ICON, SITE / "icon.png")
    _write_first_picture(SITE / "first.png")
    (SITE / ".nojekyll").touch()  # GitHub Pages leave the folder as it is
    _fill_service_worker()
    size = sum(path.stat().st_size for path in SITE.rglob("*") if path.is_file())
    tell(f"web: {SITE.relative_to(ROOT)}/ is {size / 1e6:.2f} MB; serve it with")
    tell(f"web: python -m http.server --bind 127.0.0.1 --directory {SITE.relative_to(ROOT)}")
    return SITE


def _join_element() -> None:
    """Make one script of the element, as other people's pages name it."""
    names = ("queue.js", "keys.js", "element.js")
    parts = [(SITE / name).read_text(encoding="utf-8") for name in names]
    text = '"use strict";\n(() => {\n' + "\n".join(parts).replace('"use strict";\n', "") + "})();\n"
    (SITE / "go64-machine.js").write_text(text, encoding="utf-8")
    (SITE / "element.js").unlink()


def _write_first_picture(path: Path) -> None:
    """Write the title of the game, which is shown while the machine loads."""
    machine = C64(sample_rate=0)
    machine.autostart(ROOT / "disk" / "go64.d64", settle=True)
    machine.tick(TITLE_FRAMES)
    machine.screen.image.convert("P").save(path, optimize=True)


def _fill_service_worker() -> None:
    """Write the list of files and their checksum into the service worker."""
    names = sorted(
        path.relative_to(SITE).as_posix()
        for path in SITE.rglob("*")
        if path.is_file() and path.name not in (SERVICE_WORKER, ".nojekyll")
    )
    digest = hashlib.sha256()
    for name in names:
        digest.update(name.encode() + b"\0" + (SITE / name).read_bytes())
    script = SITE / SERVICE_WORKER
    text = script.read_text(encoding="utf-8")
    text = text.replace('"VERSION"', json.dumps(digest.hexdigest()[:16]))
    script.write_text(text.replace('["FILES"]', json.dumps(names)), encoding="utf-8")
