"""Build the programs of the folders before their tests run: once, whatever pytest -n is."""

import subprocess
from pathlib import Path


def pytest_configure(config):
    if not hasattr(config, "workerinput"):  # which pytest-xdist gives its workers
        for makefile in sorted(Path(__file__).parent.glob("*/Makefile")):
            subprocess.run(["make", "-s"], cwd=makefile.parent, check=True)
