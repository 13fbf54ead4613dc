"""What ``pip`` and ``build`` do besides copying: compile the machine, assemble ROMs and game.

    pip install .           a package with everything in it, from a clone or the source distribution
    pip install -e .        the folders of a clone, as they are
    python -m build         the source distribution, in which ROMs and game are made already

Assembled is what is missing; in a clone also what is older than its sources.
``GO64_WITHOUT_EXTENSIONS=1`` compiles nothing, and assembles only what is missing.  With ``-e`` it
assembles nothing either: ``make`` does it by tools/build.py.
"""

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from functools import cache
from pathlib import Path
from typing import Any

from setuptools import Extension
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist
from setuptools.errors import CCompilerError, ExecError, PlatformError, SetupError

from tools import build
from tools.compile.one_name import MOVED, PARENT, NameLeft, move_packages

ROOT = Path(__file__).resolve().parents[2]
WITHOUT = bool(os.environ.get("GO64_WITHOUT_EXTENSIONS"))
ASSEMBLED = [
    *build.ROM_FILES,
    "disk/go64.d64",
    "emu/arena/rules.json",
]
# What drawing and packing the game's pictures takes, and nothing else at this time.
ASSEMBLING = ["numpy>=1.26", "pillow>=10"]
ASSEMBLE = f"""\
import sys
sys.path.insert(0, {str(ROOT)!r})
from tools.build import main
sys.exit(any(main([step]) for step in ("roms", "game", "disk")))"""
NO_COMPILER = """{error}
The machine is compiled from C, which takes a C compiler and Python's headers
(Debian, Ubuntu: apt-get install gcc libc6-dev python3-dev; Fedora: dnf install gcc python3-devel;
macOS: xcode-select --install; Windows: the Build Tools for Visual Studio).
Without them, GO64_WITHOUT_EXTENSIONS=1 installs the same machine uncompiled, at a hundredth of
the speed."""


def assembles() -> bool:
    """Return whether ROMs or game have to be assembled, or looked at, before anything is packed."""
    missing = not all((ROOT / name).is_file() for name in ASSEMBLED)
    return missing or (not WITHOUT and (ROOT / ".git").exists())


class Assembly:
    """Assembles ROMs, game and disk in a process of its own; a ``with`` block waits for its end.

    A failure ends the installation with its message.
    """

    def __enter__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", ASSEMBLE],
            cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip

    def __exit__(self, kind: type[BaseException] | None, *rest: object) -> None:
        if kind is not None:
            self._process.terminate()
        said, _ = self._process.communicate()
        print(said, end="", flush=True)
        if kind is None and self._process.returncode:
            raise SetupError((said.strip().splitlines() or ["build: assembling failed"])[-1])


class BuildPackages(build_py):  # type: ignore[misc]  # setuptools has no types
    """Assembles first, and puts what is not the machine below one name."""

    def run(self) -> None:
        """Collect the packages where the wheel is made of."""
        assembling = assembles() and not (WITHOUT and self.editable_mode)
        need(assembling)  # before pages of what is copied
        if assembling:
            with Assembly():
                if not (WITHOUT or self.editable_mode):
                    generated()  # takes as long
            self.__dict__.pop("data_files", None)  # to be found again
        if self.editable_mode:
            super().run()
            return
        folder = Path(self.build_lib)
        for name in (*MOVED, PARENT, "c64"):  # what an earlier build left
            shutil.rmtree(folder / name, ignore_errors=True)
        super().run()
        try:
            move_packages(folder)
        except NameLeft as error:
            raise SetupError(str(error)) from error


def missing_for_c() -> str:
    """Return what is missing for compiling C, as far as a look tells; nothing on Windows."""
    if os.name == "nt":
        return ""
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")[0]
    if not shutil.which(compiler):
        return f"{compiler}: no such command"
    headers = {sysconfig.get_path(name) for name in ("include", "platinclude")}
    if not any(Path(folder, "Python.h").is_file() for folder in headers):
        return f"{Path(sysconfig.get_path('include'), 'Python.h')}: no such file"
    return ""


def need(assembling: bool, compiling: bool = not WITHOUT) -> None:
    """Check that what assembles is there, and what compiles."""
    lacking = []
    if assembling:
        try:
            build.need_assembler()
        except build.BuildError as error:
            lacking.append(str(error))
    if compiling and (missing := missing_for_c()):
        lacking.append(NO_COMPILER.format(error=missing))
    if lacking:
        raise SetupError("\n".join(lacking))


@cache
def generated() -> list[Extension]:
    """Return the extensions of a wheel, whose C has been made."""
    from tools.compile.extensions import extensions

    return extensions(installed=True)


class BuildMachine(build_ext):  # type: ignore[misc]  # setuptools has no types
    """Compiles the machine: its C is made only where it is used, not for every question of pip."""

    def run(self) -> None:
        """Compile all extensions; without a compiler, say what to install."""
        from tools.compile.extensions import extensions

        need(False)
        here = self.inplace or self.editable_mode
        self.distribution.ext_modules = extensions() if here else generated()
        self.swig_opts = None  # finalize_options has split it once, and wants the text again
        self.finalize_options()
        try:
            super().run()
        except (CCompilerError, ExecError, PlatformError) as error:
            raise SetupError(NO_COMPILER.format(error=error)) from error


class SourceDistribution(sdist):  # type: ignore[misc]  # setuptools has no types
    """Has ROMs and game in it, so that a wheel can be made where there is no cc65."""

    def run(self) -> None:
        """Assemble what is missing, then pack."""
        if assembles():
            need(True, compiling=False)
            with Assembly():
                pass
        super().run()


def settings() -> dict[str, Any]:
    """Return the arguments of setuptools.setup that pyproject.toml cannot say."""
    chosen: dict[str, Any] = {
        "cmdclass": {"build_py": BuildPackages, "sdist": SourceDistribution},
        "setup_requires": ASSEMBLING if assembles() else [],
    }
    if not WITHOUT:
        chosen["ext_modules"] = [Extension("c64._core", [])]  # BuildMachine knows them
        chosen["cmdclass"]["build_ext"] = BuildMachine
    return chosen
