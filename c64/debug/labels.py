"""Labels of an assembled program, from the file that ``ld65 -Ln`` writes."""

import difflib
import re
from collections.abc import Mapping
from os import PathLike
from pathlib import Path

from disk.base.errors import Go64Error
from disk.plain_file import read_plain

LABELS_LARGEST = 16 << 20
_LINE = re.compile(r"al ([0-9A-Fa-f]{6}) \.(\S+)")


class LabelError(Go64Error):
    """A label does not exist, or a file of labels cannot be used."""


def read_labels(path: str | PathLike[str]) -> dict[str, int]:
    """Return {name: address}; the first of several equal names counts.

    Raises LabelError when the file is missing or holds no labels.
    """
    path = Path(path)
    try:
        content = read_plain(path, LABELS_LARGEST)
    except OSError as error:
        raise LabelError(f"labels {path}: cannot be read ({error.strerror})") from None
    labels: dict[str, int] = {}
    for address, name in _LINE.findall(content.decode(errors="replace")):
        labels.setdefault(name, int(address, 16))
    if not labels:
        raise LabelError(f"labels {path}: no line 'al ADDRESS .NAME'; was it written by ld65 -Ln?")
    return labels


def find_label(labels: Mapping[str, int], name: str) -> int:
    """Return the address of ``name``; LabelError names the nearest labels there are."""
    if name in labels:
        return labels[name]
    near = ", ".join(difflib.get_close_matches(name, labels, n=3))
    raise LabelError(f"label '{name}' does not exist" + (f"; near it: {near}" if near else ""))
