"""``pipx run go64``: the wheel in an environment of pipx's own.

What go64 declares is fetched by pip first, from wherever pip fetches; where that is nowhere, the
test is skipped and says so.
"""

import os
import shutil
import subprocess
import sys

import pytest

from tests.test_packaging import built_wheel, sdist, unpacked

__all__ = ["sdist"]
PIPX = shutil.which("pipx")
pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(PIPX is None, reason="not installed: pipx"),
]


@pytest.fixture(scope="module")
def packages(sdist, tmp_path_factory):
    """Return (the wheel, a folder with it and all that it needs)."""
    source = unpacked(sdist, tmp_path_factory.mktemp("source"))
    wheel = built_wheel(source, tmp_path_factory.mktemp("wheel"), GO64_WITHOUT_EXTENSIONS="1")
    folder = tmp_path_factory.mktemp("packages")
    fetch = [sys.executable, "-m", "pip", "download", "-q", "-d", str(folder), str(wheel)]
    fetch += ["pip", "setuptools", "wheel"]  # pipx renews its own
    done = subprocess.run(fetch, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"pip fetches nothing here: {done.stderr.strip().splitlines()[-1]}")
    return wheel, folder


def pipx_run(wheel, folder, home, *words):
    """Let pipx run go64 with these words; returns what it prints."""
    environment = dict(
        os.environ, PIPX_HOME=str(home), PIP_NO_INDEX="1", PIP_FIND_LINKS=str(folder),
        PIPX_DEFAULT_PYTHON=sys.executable, HOME=str(home),
    )  # fmt: skip
    environment.pop("PYTHONPATH", None)
    done = subprocess.run(
        [PIPX, "run", "--spec", str(wheel), "go64", *map(str, words)],
        env=environment, cwd=home, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_pipx_runs_the_game_from_the_wheel(packages, tmp_path):
    wheel, folder = packages
    version = wheel.name.split("-")[1]
    said = pipx_run(wheel, folder, tmp_path, "--version")
    assert f"go64 {version}" in said and "pygame-ce" in said
    pipx_run(
        wheel, folder, tmp_path, "--headless", "--frames", "20", "--exit-screenshot", "p.png"
    )  # fmt: skip
    assert (tmp_path / "p.png").read_bytes().startswith(b"\x89PNG")
    brought = {path.name for path in tmp_path.rglob("*") if path.is_file()}
    assert {"go64.1", "go64.desktop", "go64.d64", "kernal.bin", "dos1541.bin"} <= brought
