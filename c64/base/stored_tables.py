"""Tables of a machine that were computed elsewhere: computing them takes numpy.

A site for browsers, which have no numpy, brings them along in a file (tools/web/tables.py).
Everywhere else nothing is stored, and the functions compute.
"""

import contextlib
import functools
import pickle
from collections.abc import Callable, Hashable, Iterator
from typing import Any, TypeVar

T = TypeVar("T")
Key = tuple[Hashable, ...]
_tables: dict[Key, Any] = {}
_recording: list[dict[Key, Any]] = []


def _key(name: str, arguments: tuple[Any, ...]) -> Key:
    """Return what a table is stored under: its function's name and the arguments, lists too."""
    return name, *(tuple(a) if isinstance(a, list) else a for a in arguments)


def stored(function: Callable[..., T]) -> Callable[..., T]:
    """Let a function return the stored table of its arguments if there is one."""

    @functools.wraps(function)
    def find(*arguments: Any) -> T:
        if not (_tables or _recording):
            return function(*arguments)
        key = _key(function.__name__, arguments)
        table: T = _tables[key] if key in _tables else function(*arguments)
        for record in _recording:
            record[key] = table
        return table

    return find


@contextlib.contextmanager
def recording() -> Iterator[dict[Key, Any]]:
    """Collect the tables that are asked for: a dict that fills within the block."""
    record: dict[Key, Any] = {}
    _recording.append(record)
    try:
        yield record
    finally:
        _recording.remove(record)


def use_stored(content: bytes) -> None:
    """Use the tables of a file of tools/web/tables.py, a pickle: of nobody else's files."""
    _tables.update(pickle.loads(content))
