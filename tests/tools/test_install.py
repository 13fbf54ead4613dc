"""tools/install.sh on machines that lack something, with stand-ins for what it would call."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PRESENT = "exit 0"


@pytest.fixture
def install(tmp_path):
    """Return a function: run the script with commands replaced by shell lines."""

    def run(**commands):
        stands = tmp_path / "bin"
        stands.mkdir()
        venv = tmp_path / "venv" / "bin"
        venv.mkdir(parents=True)
        log = tmp_path / "log"
        everything = {"apt_get": f'echo "$*" >>{log}', "id": "echo 0", **commands}
        for name, line in everything.items():
            script(stands / name.replace("_", "-"), line)
        script(venv / "python", PRESENT)
        environment = dict(
            os.environ, PATH=f"{stands}:{os.environ['PATH']}", PYTHON=sys.executable,
            VENV=str(venv.parent),
        )  # fmt: skip
        result = subprocess.run(
            ["sh", "tools/install.sh"], cwd=ROOT, env=environment, capture_output=True,
            text=True, check=False,
        )  # fmt: skip
        return result, log.read_text() if log.exists() else ""

    return run


def script(path, line):
    path.write_text(f"#!/bin/sh\n{line}\n")
    path.chmod(0o755)


def test_nothing_is_installed_where_all_is_there(install):
    result, asked = install(cc=PRESENT, ca65=PRESENT)
    assert (result.returncode, asked) == (0, "")


def test_root_gets_the_headers_that_the_compiler_misses(install):
    result, asked = install(cc="exit 1", ca65=PRESENT)
    assert result.returncode == 0
    assert asked == "install -y -qq python3-dev libc6-dev\n"


def test_others_are_told_what_to_install(install):
    result, asked = install(cc="exit 1", ca65=PRESENT, id="echo 1000")
    assert (result.returncode, asked) == (1, "")
    assert "sudo apt-get install python3-dev libc6-dev" in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.fixture
def first_install(tmp_path):
    """Return a function: run the script with a Python that makes an environment of no packages.

    The function takes what this Python says of its wheel of pip; it returns the calls of the two.
    """

    def run(wheel):
        stands, log, venv = tmp_path / "bin", tmp_path / "calls", tmp_path / "venv"
        stands.mkdir()
        script(stands / "cc", PRESENT)
        script(stands / "ca65", PRESENT)
        inner = f'case "$*" in *--version*) exit 1;; esac; echo "inside $*" >>{log}'
        script(tmp_path / "inner", inner)
        outer = (
            f'case "$*" in *ensurepip*) {wheel};; '
            f"*'-m venv'*) mkdir -p {venv}/bin; cp {tmp_path}/inner {venv}/bin/python; "
            f'echo "$*" >>{log};; esac'
        )
        script(tmp_path / "python", outer)
        environment = dict(
            os.environ, PATH=f"{stands}:{os.environ['PATH']}", PYTHON=str(tmp_path / "python"),
            VENV=str(venv),
        )  # fmt: skip
        subprocess.run(["sh", "tools/install.sh", "tools"], cwd=ROOT, env=environment, check=True)
        return log.read_text().replace(str(venv), "VENV").splitlines()

    return run


QUIETLY = "install -q --disable-pip-version-check --no-compile"
COMPILES = f"inside -m pip {QUIETLY} --require-hashes --only-binary :all: -r requirements/build.txt"


def test_a_new_environment_gets_pip_from_pythons_wheel_and_what_compiles_by_hash(first_install):
    wheel = "/wheels/pip-25-py3-none-any.whl"
    assert first_install(f"echo {wheel}") == [
        "-m venv --without-pip VENV",
        f"inside {wheel}/pip {QUIETLY} --no-index {wheel}",
        COMPILES,
    ]


def test_a_python_without_a_wheel_of_pip_makes_its_environment_with_pip(first_install):
    assert first_install("exit 1") == [
        "-m venv VENV",
        COMPILES,
    ]
