"""Labels of an assembled program, for tests and the monitor."""

from collections.abc import Mapping
from os import PathLike

from c64.debug import labels as plain
from emu.errors import HostError


def read_labels(path: str | PathLike[str]) -> dict[str, int]:
    """Return {name: address} of a file of ``ld65 -Ln``; HostError if it is no such file."""
    try:
        return plain.read_labels(path)
    except plain.LabelError as error:
        raise HostError(str(error)) from None


def find_label(labels: Mapping[str, int], name: str) -> int:
    """Return the address of ``name``; HostError suggests the nearest labels."""
    try:
        return plain.find_label(labels, name)
    except plain.LabelError as error:
        raise HostError(str(error)) from None


def is_linkers(name: str) -> bool:
    """True for a name made by ld65, such as ``__CODE_SIZE__``: usually a number, no address."""
    return name.startswith("__") and name.endswith("__")
