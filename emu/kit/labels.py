"""Labels of an assembled program, for tests and the monitor."""

from c64.debug import labels as plain
from emu.errors import HostError


def read_labels(path):
    """Return {name: address} of a file of ``ld65 -Ln``; HostError if it is none."""
    try:
        return plain.read_labels(path)
    except plain.LabelError as error:
        raise HostError(str(error)) from None


def find_label(labels, name):
    """Return the address of ``name``; HostError names the nearest labels there are."""
    try:
        return plain.find_label(labels, name)
    except plain.LabelError as error:
        raise HostError(str(error)) from None


def is_linkers(name):
    """True for a name that ld65 made, ``__CODE_SIZE__``: a number more often than a place."""
    return name.startswith("__") and name.endswith("__")
