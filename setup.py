"""Compile the machine.  Everything else about the project is in pyproject.toml."""

import sys
from pathlib import Path

from setuptools import setup

sys.path.insert(0, str(Path(__file__).parent))

from tools.extensions import extensions

setup(ext_modules=extensions())
