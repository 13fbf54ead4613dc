"""Sums of what a chip does in random programs, kept in a file beside a test.

They hold what no test explains: whatever changes a chip changes some of them.  Who means it writes
the file anew, when the outside suite says that the chip is right (``make conformance AREA=...``).
"""

import json
import zlib


def told(seen, pieces):
    """Return a sum for each piece of a list, so that the first that differs tells where."""
    size = -(-len(seen) // pieces)
    parts = (seen[at : at + size] for at in range(0, len(seen), size))
    return " ".join(f"{zlib.crc32(repr(part).encode()):08x}" for part in parts)


def known(path):
    """Return {name: what is kept of it}."""
    return json.loads(path.read_text())


def write(path, rows):
    """Keep {name: what is kept of it}."""
    path.write_text(json.dumps(rows, indent=1) + "\n")
