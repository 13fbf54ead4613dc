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
    """The last ``most`` points, fewer where they take ``bytes_most``; earlier ones are forgotten.

    size  bytes that are kept
    """

    def __init__(self, most: int, bytes_most: int) -> None:
        self._points: deque[Point] = deque()
        self._most, self._bytes_most = most, bytes_most
        self.size = 0

    def __len__(self) -> int:
        return len(self._points)

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
        self.size += len(difference)
        if not self._points or self._points[-1].key is not key:
            self.size += len(key)
        self._points.append(Point(frame, key, difference))
        while len(self) > self._most or (self.size > self._bytes_most and len(self) > 1):
            self._left(self._points.popleft(), 0)

    def snapshot(self) -> bytes:
        """Return the last point's snapshot; IndexError if there is none."""
        _, key, difference = self._points[-1]
        return _xor(key, zlib.decompress(difference)) if difference else key

    def pop(self) -> None:
        """Forget the last point."""
        self._left(self._points.pop(), -1)

    def clear(self) -> None:
        """Forget all."""
        self._points.clear()
        self.size = 0

    def _left(self, point: Point, end: int) -> None:
        """Account for a point that was taken from an end: its neighbour there may share its key."""
        self.size -= len(point.difference)
        if not self._points or self._points[end].key is not point.key:
            self.size -= len(point.key)


def _xor(one: bytes, other: bytes) -> bytes:
    """Return two strings of the same length combined by exclusive or."""
    both = int.from_bytes(one, "little") ^ int.from_bytes(other, "little")
    return both.to_bytes(len(one), "little")
