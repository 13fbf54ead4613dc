"""Compile the machine.  Everything else about the project is in pyproject.toml."""

import os
import sys
from pathlib import Path

from setuptools import setup

sys.path.insert(0, str(Path(__file__).parent))

from tools.compile.extensions import extensions

# `make` compiles by tools/build.py, which knows when nothing changed, and says so here.
setup(ext_modules=[] if os.environ.get("GO64_WITHOUT_EXTENSIONS") else extensions())
