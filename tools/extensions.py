"""Which Cython extensions the machine consists of, and how they are compiled."""

import os
import shutil
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DIRECTIVES = {
    "language_level": 3,
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": False,
    "nonecheck": False,
    "show_performance_hints": False,
}
# Contraction of a*b+c would make compiled and uncompiled sound differ in the last bit.
CFLAGS = ["-O3", "-ffp-contract=off", "-Wno-unused-function", "-Wno-unreachable-code"]
if os.name == "nt":
    CFLAGS = ["/O2", "/fp:precise"]


def module_names():
    """Return the names of all modules of ``c64/`` that have a ``.pxd`` beside them."""
    return sorted(p.stem for p in (ROOT / "c64").glob("*.pxd") if p.with_suffix(".py").exists())


def use_ccache():
    """Let the compiler cache serve repeated builds where it is installed."""
    if os.name != "nt" and shutil.which("ccache") and "CC" not in os.environ:
        os.environ["CC"] = "ccache gcc"
        os.environ.setdefault("CCACHE_NOHASHDIR", "1")


def _cythonize(modules, annotate):
    from Cython.Build import cythonize

    use_ccache()
    os.chdir(ROOT)
    return cythonize(
        modules,
        compiler_directives=DIRECTIVES,
        build_dir="build/cython",
        annotate=annotate,
        quiet=True,
    )


def split_extensions(names, annotate=False):
    """Return an Extension for each ``c64/NAME.py``: quick to build again while working."""
    from setuptools import Extension

    modules = [
        Extension(f"c64.{name}", [f"c64/{name}.py"], extra_compile_args=CFLAGS) for name in names
    ]
    return _cythonize(modules, annotate)


def extensions(annotate=False):
    """Return the one Extension ``c64._core`` that holds all chips: what users run."""
    from setuptools import Extension

    from tools.join import join

    path = join(ROOT / "c64", module_names(), ROOT / "build" / "joined" / "c64")
    (path.parent / "__init__.py").touch()
    source = str(path.relative_to(ROOT))
    return _cythonize([Extension("c64._core", [source], extra_compile_args=CFLAGS)], annotate)
