"""``pip install`` without an assembler or a compiler ends with what to do, not with a traceback."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
NO_BUILD = (".git", ".venv", "build", "dist", "tests", "*.egg-info", "__pycache__", "*.so")
MADE = ("c64/roms/kernal.bin", "c64/roms/entries.bin", "disk/go64.d64", "emu/arena/rules.json")


@pytest.fixture(scope="module")
def copied(tmp_path_factory):
    folder = tmp_path_factory.mktemp("copied") / "clone"
    shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(*NO_BUILD))
    return folder


@pytest.fixture
def clone(copied):
    """A fresh clone's files: nothing is assembled or compiled, nor does a test come so far."""
    for name in MADE:
        (copied / name).unlink(missing_ok=True)
    return copied


def wheel(folder, **variables):
    """Build a wheel as pip does; returns what the build prints and its status."""
    make = f"from setuptools import build_meta; print(build_meta.build_wheel({str(folder)!r}))"
    kept = {name: os.environ[name] for name in ("LANG", "TMPDIR", "HOME") if name in os.environ}
    done = subprocess.run(
        [sys.executable, "-c", make], cwd=folder, env={**kept, **variables},
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
    )  # fmt: skip
    return done.stdout.strip(), done.returncode


@pytest.mark.slow
@pytest.mark.parametrize("without", ["", "1"])
def test_without_cc65_it_names_the_package_to_install(clone, tmp_path, without):
    """Also where nothing shall be compiled: no machine runs without ROMs."""
    said, status = wheel(
        clone, PATH=str(tmp_path), CC=sys.executable, GO64_WITHOUT_EXTENSIONS=without
    )
    assert status
    assert said.splitlines()[-1].startswith("error: ca65 not found: install cc65 (Debian: apt-get")


@pytest.mark.slow
def test_without_both_it_names_both_before_anything_is_copied(clone, tmp_path):
    said, status = wheel(clone, PATH=str(tmp_path), CC=str(tmp_path / "no-compiler"))
    assert status
    error = said[said.index("error: ca65 not found: install cc65") :]
    assert "no-compiler: no such command" in error and "python3-dev" in error
    assert len(said.splitlines()) < 15


@pytest.mark.slow
def test_without_a_compiler_it_names_what_to_install(clone, tmp_path):
    for name in MADE:  # as in the source distribution
        shutil.copy(ROOT / name, clone / name)
    said, status = wheel(clone, PATH=str(tmp_path), CC=str(tmp_path / "no-compiler"))
    assert status
    last = said[said.rindex("error: ") :]
    assert last.splitlines()[0].endswith("no-compiler: no such command")
    assert "apt-get install gcc libc6-dev python3-dev" in last
    assert "GO64_WITHOUT_EXTENSIONS=1" in last
    assert len(said.splitlines()) < 15
