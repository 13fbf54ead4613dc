"""Labels of an assembled program, from the file ``ld65 -Ln`` writes."""

import difflib
import re
from pathlib import Path

from emu.errors import HostError

_LINE = re.compile(r"al ([0-9A-Fa-f]{6}) \.(\S+)")


def read_labels(path):
    """Return {name: address}; the first of several equal names counts.

    Raises HostError, one line, when the file is missing or holds no labels.
    """
    path = Path(path)
    try:
        text = path.read_text(errors="replace")
    except OSError as error:
        raise HostError(f"labels {path}: cannot be read ({error.strerror})") from None
    labels = {}
    for address, name in _LINE.findall(text):
        labels.setdefault(name, int(address, 16))
    if not labels:
        raise HostError(f"labels {path}: no line 'al ADDRESS .NAME' in it; made by ld65 -Ln?")
    return labels


def find_label(labels, name):
    """Return the address of ``name``; HostError names the nearest labels there are."""
    if name in labels:
        return labels[name]
    near = ", ".join(difflib.get_close_matches(name, labels, n=3))
    raise HostError(f"label '{name}' does not exist" + (f"; near it: {near}" if near else ""))


def is_linkers(name):
    """True for a name that ld65 made, ``__CODE_SIZE__``: a number more often than a place."""
    return name.startswith("__") and name.endswith("__")
