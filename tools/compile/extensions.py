"""Which Cython extensions the machine consists of, and how they are compiled."""

import gc
import os
import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tools.compile.cold_functions import mark_file

if TYPE_CHECKING:
    from setuptools import Extension

    from tools.compile.amalgamate import Change

ROOT = Path(__file__).resolve().parents[2]
DIRECTIVES = {
    "language_level": 3,
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": False,
    "nonecheck": False,
    "unraisable_tracebacks": False,  # c64.base.faults tells of them
    "show_performance_hints": False,
    # Nobody pickles a chip, snapshots are made of fields: a seventh of what is generated.
    "auto_pickle": False,
    "emit_code_comments": False,  # the sources, in each place they led to
}
# Contraction of a*b+c would make compiled and uncompiled sound differ in the last bit.  Notes for
# a debugger (-g, which Python's own flags ask for) take half of the compiler's time; -pipe lets the
# assembler work beside it.  Warnings of Cython's C help nobody: to look for them (-Wall, another of
# Python's own) takes a tenth.  See also tools/compile/cold_functions.py.
CFLAGS = ["-O3", "-g0", "-pipe", "-w", "-ffp-contract=off"]
if os.name == "nt":
    CFLAGS = ["/O2", "/fp:precise"]


# Builds that look, for tools/quality/sanitize.py: what each changes of the two above.  Where a
# build for users goes on, ``bounds`` raises an exception at an index outside its view, a view that
# is not there, and a division by nought (and divides as Python does); ``sanitizer`` has the C
# compiler look at memory, at indices of arrays in structures, at overflow and at all else that C
# does not define.
CHECKS: dict[str, tuple[dict[str, bool], list[str]]] = {
    "": ({}, []),
    "bounds": (
        {
            "boundscheck": True,
            "initializedcheck": True,
            "cdivision": False,
        },
        ["-O1"],
    ),
    "sanitizer": (
        {},
        ["-O1", "-g1", "-fno-omit-frame-pointer", "-fsanitize=address,undefined"],
    ),
}

# Compiled for itself, with no other's declarations: disk/ does not know c64/.
ALONE = ("disk.flux",)


def _with_declarations(package: str) -> list[str]:
    """Return the dotted names of all modules of a package that have a ``.pxd`` beside them."""
    found = (p.relative_to(ROOT) for p in (ROOT / package).rglob("*.pxd"))
    return sorted(".".join(p.with_suffix("").parts) for p in found)


def module_names() -> list[str]:
    """Return the compiled modules of ``c64/`` by their path below it: ``vic.fetch``."""
    return [name.removeprefix("c64.") for name in _with_declarations("c64")]


def source_files() -> list[Path]:
    """Return all files that are compiled, declarations included."""
    names = [*(f"c64.{name}" for name in module_names()), *ALONE]
    return [ROOT.joinpath(*n.split(".")).with_suffix(e) for n in names for e in (".py", ".pxd")]


def use_ccache() -> None:
    """Use the compiler cache for repeated builds if it is installed."""
    if os.name != "nt" and shutil.which("ccache") and "CC" not in os.environ:
        os.environ["CC"] = "ccache gcc"
        os.environ.setdefault("CCACHE_NOHASHDIR", "1")


def flags() -> dict[str, list[str]]:
    """Return the compiler flags of an Extension."""
    _, checks = CHECKS[os.environ.get("GO64_CHECKS", "")]
    links = [flag for flag in checks if flag.startswith("-fsanitize")]
    return {"extra_compile_args": CFLAGS + checks, "extra_link_args": links}


def _cythonize(modules: "Sequence[Extension]", annotate: bool) -> "list[Extension]":
    from Cython.Build import cythonize

    directives, _ = CHECKS[os.environ.get("GO64_CHECKS", "")]
    use_ccache()
    os.chdir(ROOT)
    gc.disable()  # Cython's trees have circles everywhere: looking for garbage is 4 s of its 10
    try:
        extensions: list[Extension] = cythonize(
            modules,
            compiler_directives=DIRECTIVES | directives,
            build_dir="build/cython",
            annotate=annotate,
            quiet=True,
        )
    finally:
        gc.enable()
    for extension in extensions:
        for source in extension.sources:
            mark_file(ROOT / source)
    return extensions


def _apart(
    names: Iterable[str],
    beside: Iterable[str],
    annotate: bool = False,
    name_of: "Change | None" = None,
    change: "Change | None" = None,
) -> "list[Extension]":
    """Return an Extension for each module; ``names`` with their package.

    beside   modules whose declarations these need
    name_of  a function of a name to the one that the extension gets
    change   what becomes of the sources' text
    """
    from setuptools import Extension

    from tools.compile.amalgamate import copy_apart, unchanged

    name_of, change = name_of or unchanged, change or unchanged
    every = sorted({*beside, *names})
    paths = copy_apart(ROOT, every, ROOT / "build" / "apart", name_of, change)
    modules = [
        Extension(name_of(name), [str(paths[name].relative_to(ROOT))], **flags()) for name in names
    ]
    return _cythonize(modules, annotate)


def split_extensions(names: Iterable[str], annotate: bool = False) -> "list[Extension]":
    """Return an Extension for each module of ``c64/``: quick to build again while working."""
    # A module needs the declarations of those it names, whichever of them is compiled now.
    every = [f"c64.{name}" for name in module_names()]
    return _apart([*(f"c64.{name}" for name in names), *ALONE], every, annotate)


def extensions(annotate: bool = False, installed: bool = False) -> "list[Extension]":
    """Return the Extensions users run: ``c64._core``, which holds all chips, and what is alone.

    installed  whether they get the names they have in a wheel (tools/compile/one_name.py)
    """
    from setuptools import Extension

    from tools.compile.amalgamate import join, unchanged
    from tools.compile.one_name import installed_name, renamed

    name_of, change = (installed_name, renamed) if installed else (unchanged, unchanged)
    target = ROOT / "build" / ("joined_installed" if installed else "joined") / "c64"
    path = join(ROOT / "c64", module_names(), target, change)
    (path.parent / "__init__.py").touch()
    source = str(path.relative_to(ROOT))
    core = _cythonize([Extension("c64._core", [source], **flags())], annotate)
    return core + _apart(ALONE, (), annotate, name_of, change)
