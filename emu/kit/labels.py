"""Labels of an assembled program, for tests and the monitor."""

from collections.abc import Mapping
from os import PathLike

from c64.debug import labels as plain
from emu.errors import HostError


def read_labels(path: str | PathLike[str]) -> dict[str, int]:
    """Return {name: address} of a file of ``ld65 -Ln``; HostError if it is none."""
    try:
        return plain.read_labels(path)
    except plain.LabelError as error:
        raise HostError(str(error)) from None


def find_label(labels: Mapping[str, int], name: str) -> int:
    """Return the address of ``name``; HostError names the nearest labels there are."""
    try:
        return plain.find_label(labels, name)
    except plain.LabelError as error:
        raise HostError(str(error)) from None


def is_linkers(name: str) -> bool:
    """True for a name that ld65 made, ``__CODE_SIZE__``: a number more often than a place."""
    return name.startswith("__") and name.endswith("__")
