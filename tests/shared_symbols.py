"""The symbols of a debug file, read by one process of a run and kept in a file for the others.

That of the game has a quarter of a million records, which take two seconds: every worker of
pytest-xdist would read it, that of the German game, and that of the rules.
"""

import hashlib
import os
import pickle
from pathlib import Path

from emu.kit import flat, machine_pool


def keeping(read, folder):
    """Return a function like ``read``, which keeps what it returns.

    read    as emu.kit.symbols.symbols_from_dbg
    folder  of this run alone
    """

    def symbols_from_dbg(path, *folders):
        try:
            stat = os.stat(path)
        except OSError:
            return read(path, *folders)  # it says what is wrong
        file = os.path.abspath(path)
        others = {os.path.abspath(name) for name in folders} - {os.path.dirname(file)}
        key = repr((file, sorted(others), os.getcwd(), stat.st_mtime_ns, stat.st_size))
        kept = Path(folder) / hashlib.sha256(key.encode()).hexdigest()
        if kept.exists():
            return pickle.loads(kept.read_bytes())
        symbols = read(path, *folders)
        unfinished = kept.with_suffix(f".{os.getpid()}")
        unfinished.write_bytes(pickle.dumps(symbols))
        unfinished.replace(kept)
        return symbols

    return symbols_from_dbg


def share(patch, folder):
    """Have the test kit keep the symbols of its machines below a folder, until ``patch`` ends."""
    for module in (flat, machine_pool):
        patch.setattr(module, "symbols_from_dbg", keeping(module.symbols_from_dbg, folder))
