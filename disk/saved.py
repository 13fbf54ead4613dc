"""What a saved state may hold: tables of names and of checks of their values.

A state may come from anybody, and a right checksum says nothing of who wrote it.  So each part
of one declares in a table what it has: for every name a check, a function of a value that says
whether it can be so, made by the functions here.  ``check_table`` holds a dictionary against its
table before anything is built of it.  (Numbers and arrays of chips are in c64/base/ranges.py.)
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

Check = Callable[[Any], bool]
Table = Mapping[str, Check]


def number(low: int, high: int) -> Check:
    """Take whole numbers from ``low`` to ``high``, and no booleans."""
    return lambda value: type(value) is int and low <= value <= high


def raw(most: int, least: int = 0) -> Check:
    """Take bytes of so many."""
    return lambda value: isinstance(value, bytes) and least <= len(value) <= most


def text(most: int) -> Check:
    """Take text of so many characters at most, none of them a NUL."""
    return lambda value: isinstance(value, str) and len(value) <= most and "\0" not in value


def flag(value: Any) -> bool:
    """Take True and False, and 1 and 0."""
    return type(value) is bool or (type(value) is int and value in (0, 1))


def one_of(words: Iterable[str]) -> Check:
    """Take one of these words."""
    known = frozenset(words)
    return lambda value: isinstance(value, str) and value in known


def none_or(check: Check) -> Check:
    """Take None, and what another check takes."""
    return lambda value: value is None or check(value)


def row(*checks: Check) -> Check:
    """Take a list or tuple that has a value for each of the checks."""
    return lambda value: (
        isinstance(value, list | tuple)
        and len(value) == len(checks)
        and all(check(one) for check, one in zip(checks, value, strict=True))
    )


def rows(check: Check, most: int) -> Check:
    """Take a list or tuple of so many values at most, of which a check takes each."""
    return lambda value: (
        isinstance(value, list | tuple) and len(value) <= most and all(map(check, value))
    )


def check_table(what: str, found: Any, table: Table, optional: Iterable[str] = ()) -> None:
    """Raise ValueError, which names the value, unless ``found`` is as its table says.

    what      whose table it is, for the message: "DOS"
    found     out of JSON: anything
    optional  names that may be missing
    """
    if not isinstance(found, dict):
        raise ValueError(f"{what} is not a table of names")
    for name in sorted(table.keys() - found.keys() - set(optional)):
        raise ValueError(f"{what} has no {name}")
    for name in found:
        if name not in table:
            raise ValueError(f"{what} has other fields: {name[:40]!a}")
        if not table[name](found[name]):
            raise ValueError(f"{what}: {name} has an impossible value")
