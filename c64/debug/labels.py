"""Labels of an assembled program, from the file that ``ld65 -Ln`` writes."""

import difflib
import re
from collections.abc import Mapping
from os import PathLike
from pathlib import Path

from disk.errors import Go64Error

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
        if path.exists() and not path.is_file():
            raise LabelError(f"labels {path}: is not a plain file")
        with path.open("rb") as file:
            content = file.read(LABELS_LARGEST + 1)
    except OSError as error:
        raise LabelError(f"labels {path}: cannot be read ({error.strerror})") from None
    if len(content) > LABELS_LARGEST:
        raise LabelError(f"labels {path}: larger than the limit of {LABELS_LARGEST} bytes")
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
