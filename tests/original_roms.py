"""Original ROMs that a user owns, in the folder that GO64_ROMS names, under any file names."""

import hashlib
import os
from pathlib import Path

import pytest

from c64.roms import ROM_KNOWN

WANTED = {"kernal": "KERNAL 901227-03", "basic": "BASIC V2 901226-01",
          "chargen": "character ROM 901225-01"}  # fmt: skip
WANTED_DOS = "ab16f56989b27d89babe5f89c5a8cb3da71a82f0"  # SHA-1
WHY = "GO64_ROMS names no folder with the original ROMs 901227-03, 901226-01 and 901225-01"
WHY_DOS = "GO64_ROMS names no folder with a 1541's original ROM, 325302-01 and 901229-05 in a file"


def original_paths():
    """Return {kind: path} of the original ROMs; skips the test without."""
    found = {}
    for path in _files(4096, 8192):
        known = ROM_KNOWN.get(hashlib.sha1(path.read_bytes()).hexdigest())
        if known and known[1] == WANTED.get(known[0]):
            found[known[0]] = path
    if set(found) != set(WANTED):
        pytest.skip(WHY)
    return found


def original_dos():
    """Return the 16,384 bytes of the original ROM of a 1541, 901229-05; skips the test without."""
    for path in _files(16384):
        content = path.read_bytes()
        if hashlib.sha1(content).hexdigest() == WANTED_DOS:
            return content
    return pytest.skip(WHY_DOS)


def _files(*sizes):
    """Return the paths of the user's ROMs of these sizes in bytes."""
    folder = os.environ.get("GO64_ROMS")
    paths = sorted(Path(folder).iterdir()) if folder and Path(folder).is_dir() else []
    return [path for path in paths if path.is_file() and path.stat().st_size in sizes]
