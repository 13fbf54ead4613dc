"""What users install: the source distribution, the wheel built from it, a machine run from that.

Nothing comes from the network: the wheel is built without isolation, and the clean environment
sees of this one the packages that pyproject.toml declares, and what these need, and no others.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from functools import cache
from importlib.metadata import distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import c64
from tests.volume import seldom
from tools.build import ROM_FILES
from tools.release.archives import unpack
from tools.web.site import DATA

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = {"c64": "c64", "disk": "go64/disk", "emu": "go64/emu"}  # {folder: its place}
NO_SOURCES = (
    ".git",
    ".venv",
    "build",
    "dist",
    "*.egg-info",
    "*_cache",
    ".hypothesis",
    "__pycache__",
)
LEFTOVERS = ("asm/game/main.o", "asm/game/main.lst", "c64/board.c", "c64/_core.so",
             "disk/go64.d64.bak", "docs/hello/hello.prg", "emu/__pycache__/app.pyc")  # fmt: skip

# Printed by a machine in the clean environment.
TWO_FRAMES = """
import c64, hashlib
from go64.disk import loader
from go64.emu.kit import asmtests
machine = c64.C64()
machine.tick(2)
print(c64.__file__)
print(c64.compiled(), machine.cycle, hashlib.sha256(machine.memory[0:0x10000]).hexdigest())
print((asmtests.include_folder() / "test.inc").resolve())
print(loader.open_media(loader.__file__.replace("loader.py", "go64.d64")).kind)
"""

# A test in a folder of somebody else, quick enough for an uncompiled machine: it does not boot.
ROUTINE = """
import pytest

@pytest.mark.c64(prg="split.prg", dbg="split.dbg", boot=False)
def test_points_are_added(kit):
    kit.call("score_add", a=10, zp={"score": (250).to_bytes(2, "little")})
    assert kit.memory.word("score") == 260
"""


def run(*command, cwd, **variables):
    """Run a command in a plain environment with these variables; returns what it prints."""
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "TMPDIR") if name in os.environ}
    result = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env={**kept, "HOME": str(cwd), "PIP_NO_INDEX": "1", **variables},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stdout
    return result.stdout


@pytest.fixture(scope="module")
def sdist(tmp_path_factory):
    """Return the source distribution, made in a copy of this tree that somebody has worked in."""
    tree, out = tmp_path_factory.mktemp("tree") / "go64", tmp_path_factory.mktemp("sdist")
    shutil.copytree(ROOT, tree, ignore=shutil.ignore_patterns(*NO_SOURCES))
    for name in LEFTOVERS:
        (tree / name).parent.mkdir(exist_ok=True)
        (tree / name).write_bytes(b"left over")
    make = f"from setuptools import build_meta; build_meta.build_sdist({str(out)!r})"
    run(sys.executable, "-c", make, cwd=tree, GO64_WITHOUT_EXTENSIONS="1")
    (archive,) = out.iterdir()
    return archive


@cache
def files_in(archive):
    """Return the names of the files in a source distribution, without its own folder's."""
    with tarfile.open(archive) as tar:
        return {member.name.partition("/")[2] for member in tar if member.isfile()}


def unpacked(archive, folder):
    """Unpack a source distribution but for its tests, half of its files; returns its folder."""
    unpack(archive, folder)
    (source,) = folder.iterdir()
    shutil.rmtree(source / "tests")
    return source


# -- the source distribution -----------------------------------------------------------


def test_the_source_distribution_has_every_file_of_the_repository(sdist):
    if not (ROOT / ".git").exists():
        pytest.skip("this tree is no repository, nothing says what its files are")
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    tracked = {name for name in listed.split("\0") if name and (ROOT / name).exists()}
    assert sorted(tracked - files_in(sdist)) == []


def test_it_has_what_takes_an_assembler_to_build(sdist):
    roms = {f"c64/roms/{path.name}" for path in (ROOT / "c64" / "roms").glob("*.bin")}
    assert roms == set(ROM_FILES)  # what the build leaves there
    assert {"disk/go64.d64", *roms} <= files_in(sdist)
    assert roms <= set(DATA)  # the browser's page, too


def test_it_has_nothing_that_compilers_leave_behind(sdist):
    names = files_in(sdist)
    assert sorted(names & set(LEFTOVERS)) == []
    left = {n for n in names if Path(n).suffix in (".so", ".pyc", ".c", ".o", ".pyd")}
    assert sorted(left - {"docs/sample/c/digits.c"}) == []
    assert {n.split("/")[0] for n in names if "/" in n}.isdisjoint({"build", "dist", ".venv"})


# -- the wheel -------------------------------------------------------------------------


def built_wheel(source, out, compiled):
    """Build the wheel from a source distribution; returns its path.

    The compiled one is built by pip, the other by what pip calls, which takes half the time.
    """
    if compiled:
        options = ("--no-build-isolation", "--no-deps", "--no-cache-dir", "-q")
        run(sys.executable, "-m", "pip", "wheel", *options, "-w", out, ".", cwd=source)
    else:
        make = f"from setuptools import build_meta; build_meta.build_wheel({str(out)!r})"
        run(sys.executable, "-c", make, cwd=source, GO64_WITHOUT_EXTENSIONS="1")
    (wheel,) = out.iterdir()
    return wheel


def declared(name, seen):
    """Add to ``seen`` the distribution ``name`` and all that it needs to run."""
    if name.lower() not in seen:
        seen[name.lower()] = found = distribution(name)
        for line in found.requires or ():
            wanted = Requirement(line)
            if wanted.marker is None or wanted.marker.evaluate({"extra": ""}):
                declared(wanted.name, seen)
    return seen


def requirements(wheel):
    """Return what the wheel declares to need, a line each."""
    with zipfile.ZipFile(wheel) as archive:
        metadata = next(n for n in archive.namelist() if n.endswith(".dist-info/METADATA"))
        lines = archive.read(metadata).decode().splitlines()
    head = "Requires-Dist: "
    return [line.removeprefix(head) for line in lines if line.startswith(head)]


def link(needed, packages):
    """Let ``packages``, a folder, show the installed distributions of {name: distribution}."""
    for found in needed.values():
        for top in {file.parts[0] for file in found.files if ".." not in file.parts}:
            if top != "__pycache__" and not (packages / top).exists():
                (packages / top).symlink_to(found.locate_file(top))


def clean_environment(folder, wheel):
    """Return the folder of commands of a new environment with the wheel and what it declares."""
    venv.create(folder, with_pip=False, symlinks=os.name != "nt")
    names = {"base": str(folder), "platbase": str(folder)}
    commands = Path(sysconfig.get_path("scripts", "venv", names))
    packages = Path(sysconfig.get_path("purelib", "venv", names))
    python = commands / "python"
    install = ("install", "--no-deps", "--no-cache-dir", "--no-compile", "-q", wheel)
    run(sys.executable, "-m", "pip", "--python", python, *install, cwd=folder)
    needed = {}
    for line in requirements(wheel):
        if "extra ==" not in line:
            declared(Requirement(line).name, needed)
    link(needed, packages)
    return commands


def check_contents(source, wheel):
    """Every file of the packages and the include files of the assembler are in the wheel."""
    wanted = {
        f"{place}/{path.relative_to(source / folder).as_posix()}"
        for folder, place in PACKAGES.items()
        for path in (source / folder).rglob("*")
        if path.is_file() and not {"__pycache__", "_core"} & {*path.parts, path.name.split(".")[0]}
    }
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    assert sorted(wanted - names) == []
    includes = {f"share/go64/inc/{path.name}" for path in (source / "asm/inc").glob("*.inc")}
    assert "share/go64/inc/test.inc" in includes
    assert sorted(includes - {name.partition(".data/data/")[2] for name in names}) == []
    data = {name.partition(".data/data/")[2] for name in names}
    assert {
        "share/applications/go64.desktop",
        "share/icons/hicolor/256x256/apps/go64.png",
        "share/man/man1/go64.1",
    } <= data
    assert {name.split("/")[0].split("-")[0] for name in names} == {"c64", "go64"}


def add_extra(folder, wheel, extra):
    """Let the environment in ``folder`` see what an extra of the wheel declares as well."""
    packages = next(folder.glob("lib*/python*/site-packages"), folder / "Lib" / "site-packages")
    wanted = [Requirement(line) for line in requirements(wheel)]
    needed = {}
    for found in wanted:
        if found.marker is not None and found.marker.evaluate({"extra": extra}):
            declared(found.name, needed)
    link(needed, packages)


def check_a_test_of_somebody_else(python, folder, compiled):
    """A folder that knows nothing of this repository tests its program with the fixture."""
    shutil.copytree(ROOT / "docs" / "sample", folder)
    for name in ("split", "score"):
        run("ca65", "-g", f"{name}.s", cwd=folder)
    linker = ("ld65", "-C", "split.cfg", "--dbgfile", "split.dbg", "-o", "split.prg")
    run(*linker, "split.o", "score.o", cwd=folder)
    (folder / "test_routine.py").write_text(ROUTINE)
    words = () if compiled else ("test_routine.py",)  # the others boot, a minute uncompiled
    said = run(python, "-m", "pytest", "-p", "no:cacheprovider", *words, cwd=folder)
    assert "passed" in said and "skipped" not in said


@pytest.mark.parametrize(
    "compiled",
    [
        pytest.param(False, id="uncompiled"),
        seldom(True, id="compiled"),  # a minute of compiling
    ],
)
def test_a_wheel_runs_where_nothing_else_is_installed(sdist, tmp_path, compiled):
    source = unpacked(sdist, tmp_path / "source")
    wheel = built_wheel(source, tmp_path / "wheel", compiled)
    assert wheel.name.endswith("-py3-none-any.whl") != compiled
    check_contents(source, wheel)

    folder = tmp_path / "environment"
    commands = clean_environment(folder, wheel)
    go64, python = commands / "go64", commands / "python"
    version = wheel.name.split("-")[1]
    said = run(go64, "--version", cwd=tmp_path).splitlines()
    kind = "compiled" if compiled else "uncompiled (slow)"
    assert said[:2] == [f"go64 {version}", f"machine: {kind}"]
    assert "is missing" not in said[-1]
    here = c64.C64()
    here.tick(2)
    state = f"{here.cycle} {hashlib.sha256(here.memory[0:0x10000]).hexdigest()}"
    ways = [({}, compiled)] + ([({"GO64_PURE": "1"}, False)] if compiled else [])
    for pure, is_compiled in ways:
        place, *said = run(python, "-c", TWO_FRAMES, cwd=tmp_path, **pure).splitlines()
        assert Path(place).is_relative_to(folder)
        includes = str(folder / "share/go64/inc/test.inc")
        assert said == [f"{is_compiled} {state}", includes, "disk"]
    run(go64, "--headless", "--frames", "2", cwd=tmp_path)  # the game's disk, which is in the wheel
    for name in ("disk", "emu"):
        run(python, "-c", f"import importlib.util as u; assert u.find_spec({name!r}) is None",
            cwd=tmp_path)  # fmt: skip
    add_extra(folder, wheel, "test")
    check_a_test_of_somebody_else(python, tmp_path / "sample", compiled)
