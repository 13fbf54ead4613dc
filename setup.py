"""Compile, assemble, name what is installed.  All else about the project is in pyproject.toml."""

import sys
from pathlib import Path

from setuptools import find_packages, setup

sys.path.insert(0, str(Path(__file__).parent))

from tools.compile.commands import settings

setup(
    packages=["go64", *find_packages(include=["c64*", "disk*", "emu*"])],
    package_dir={"go64": "packaging/go64"},
    **settings(),
)
