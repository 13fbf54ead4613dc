"""Points that the page's machine can go back to, in little memory.

A snapshot holds the disks, and a full disk does not shrink: 160 KB a point with the game's.  What
changes from one point to the next is little.  So a point is kept as its difference from a *key*,
an earlier snapshot: both combined by exclusive or, which leaves zeros where they are equal.
"""

from __future__ import annotations

import zlib
from collections import deque
from typing import NamedTuple

LARGE = 8  # a difference above an eighth of the snapshot makes that one the next key


class Point(NamedTuple):
    """A moment of the past.

    frame       number of the machine's frame
    key         the snapshot that it differs from
    difference  from it, packed; b"": none
    """

    frame: int
    key: bytes
    difference: bytes


class Points:
    """The last ``most`` points; what was before them is forgotten."""

    def __init__(self, most: int) -> None:
        self._points: deque[Point] = deque(maxlen=most)

    def __len__(self) -> int:
        return len(self._points)

    @property
    def size(self) -> int:
        """Bytes that are kept."""
        keys = {id(point.key): len(point.key) for point in self._points}
        return sum(keys.values()) + sum(len(point.difference) for point in self._points)

    @property
    def last_frame(self) -> int:
        """The frame of the last point; IndexError if there is none."""
        return self._points[-1].frame

    def add(self, frame: int, snapshot: bytes) -> None:
        """Keep a point."""
        key, difference = snapshot, b""
        if self._points and len(self._points[-1].key) == len(snapshot):
            packed = zlib.compress(_xor(snapshot, self._points[-1].key), 1)
            if len(packed) * LARGE < len(snapshot):
                key, difference = self._points[-1].key, packed
        self._points.append(Point(frame, key, difference))

    def snapshot(self) -> bytes:
        """Return the last point's snapshot; IndexError if there is none."""
        _, key, difference = self._points[-1]
        return _xor(key, zlib.decompress(difference)) if difference else key

    def pop(self) -> None:
        """Forget the last point."""
        self._points.pop()

    def clear(self) -> None:
        """Forget all."""
        self._points.clear()


def _xor(one: bytes, other: bytes) -> bytes:
    """Return two strings of the same length combined by exclusive or."""
    both = int.from_bytes(one, "little") ^ int.from_bytes(other, "little")
    return both.to_bytes(len(one), "little")
