"""Original ROMs that a user owns, in the folder that GO64_ROMS names, under any file names."""

import hashlib
import os
from pathlib import Path

import pytest

from c64.roms import ROM_KNOWN

WANTED = {"kernal": "KERNAL 901227-03", "basic": "BASIC V2 901226-01",
          "chargen": "character ROM 901225-01"}  # fmt: skip
WHY = "GO64_ROMS names no folder with the original ROMs 901227-03, 901226-01 and 901225-01"


def original_paths():
    """Return {kind: path} of the original ROMs; skips the test without."""
    folder = os.environ.get("GO64_ROMS")
    found = {}
    for path in sorted(Path(folder).iterdir()) if folder and Path(folder).is_dir() else ():
        if path.is_file() and path.stat().st_size in (4096, 8192):
            known = ROM_KNOWN.get(hashlib.sha1(path.read_bytes()).hexdigest())
            if known and known[1] == WANTED.get(known[0]):
                found[known[0]] = path
    if set(found) != set(WANTED):
        pytest.skip(WHY)
    return found
