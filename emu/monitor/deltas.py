"""Many states of one machine in little memory: the newest whole, the others as differences.

A state is a list of byte strings (pieces).  The chain keeps the newest whole, and of each earlier
one the eight-byte words in which it differs from the next.  So the oldest state can be dropped
and the newest restored at no cost; any other is computed backwards from the newest.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Bytes = bytes | bytearray | memoryview

WORD = 8  # bytes that are compared and kept together
ENTRY = WORD + 4  # bytes that a word takes in a difference
CALM = 4  # a piece is kept whole, packed, if more than a fourth of it differs


class _Sparse:
    """The words of a piece that differ from the next state, with their values."""

    def __init__(self, at: npt.NDArray[np.intp], words: npt.NDArray[np.uint64]) -> None:
        self._at, self._words = at.astype(np.uint32), words
        self.size = ENTRY * len(at)

    def undo(self, piece: Piece) -> Piece:
        """Return the piece of the previous state; changes ``piece``."""
        piece.words[self._at] = self._words
        return piece


class _Packed:
    """A piece of unchanged length that differs in many words."""

    def __init__(self, piece: Piece) -> None:
        self._packed = zlib.compress(piece.words.data, 1)
        self._length = piece.length
        self.size = len(self._packed)

    def undo(self, _: Piece) -> Piece:
        return Piece(zlib.decompress(self._packed)[: self._length])


class _Spliced:
    """A piece of another length: the bytes between the common beginning and end."""

    def __init__(self, before: Piece, after: Piece) -> None:
        one, two = before.words.view(np.uint8), after.words.view(np.uint8)
        shorter = min(before.length, after.length)
        self._head = _common(one[:shorter], two[:shorter])
        left = shorter - self._head
        tails = one[: before.length][::-1][:left], two[: after.length][::-1][:left]
        self._tail = _common(*tails)
        self._middle = bytes(before)[self._head : before.length - self._tail]
        self.size = len(self._middle)

    def undo(self, piece: Piece) -> Piece:
        data = bytes(piece)
        tail = data[len(data) - self._tail :]
        return Piece(data[: self._head] + self._middle + tail)


def _common(one: npt.NDArray[np.uint8], two: npt.NDArray[np.uint8]) -> int:
    """Return the length of the common beginning."""
    differing = one != two
    return int(differing.argmax()) if differing.any() else len(one)


class Piece:
    """Bytes of a state, with their length.

    words  uint64[n], zeros after the last byte;  length  in bytes
    """

    def __init__(self, data: Bytes) -> None:
        data = memoryview(data).cast("B")
        self.length = len(data)
        self.words = np.zeros(-(-self.length // WORD), dtype=np.uint64)
        self.words.view(np.uint8)[: self.length] = data

    def __bytes__(self) -> bytes:
        return self.words.tobytes()[: self.length]

    @property
    def view(self) -> memoryview:
        """The bytes without copying them; they change with the piece."""
        return self.words.data.cast("B")[: self.length]

    def copy(self) -> Piece:
        """Return a Piece of its own with the same bytes."""
        return Piece(self.view)

    def take(self, data: Bytes) -> Difference | None:
        """Become ``data``; return the difference to the previous bytes, None if equal."""
        data = memoryview(data).cast("B")
        if len(data) != self.length:
            return self._replace(data)
        whole = self.length // WORD
        new = np.frombuffer(data, dtype=np.uint64, count=whole)
        at = np.flatnonzero(new != self.words[:whole])
        rest = data[whole * WORD :]
        if rest and rest != self.view[whole * WORD :]:
            return self._replace(data)
        if not len(at):
            return None
        if len(at) * CALM > whole:
            packed = _Packed(self)
            self.words[:whole] = new
            return packed
        sparse = _Sparse(at, self.words[at])
        self.words[at] = new[at]
        return sparse

    def _replace(self, data: memoryview) -> _Spliced:
        new = Piece(data)
        difference = _Spliced(self, new)
        self.words, self.length = new.words, new.length
        return difference


Difference = _Sparse | _Packed | _Spliced


class Deltas:
    """The chain of states.

    size   bytes of memory it takes;  len()  number of states
    """

    def __init__(self) -> None:
        self._clear()

    def _clear(self) -> None:
        self._newest: list[Piece] = []
        # Of each state but the newest: what leads to it from the next.
        self._back: list[list[Difference | None]] = []
        self._sizes: list[int] = []
        # Number and pieces of the last state that was asked for.
        self._spare: tuple[int, list[Piece]] | None = None
        self._count = 0
        self.size = 0

    def __len__(self) -> int:
        return self._count

    def append(self, pieces: Sequence[Bytes]) -> None:
        """Add a state, with as many pieces as the others."""
        if not self._count:
            self._newest = [Piece(piece) for piece in pieces]
            self.size = sum(piece.length for piece in self._newest)
        else:
            before = sum(piece.length for piece in self._newest)
            both = zip(self._newest, pieces, strict=True)
            back = [old.take(new) for old, new in both]
            self._back.append(back)
            self._sizes.append(sum(d.size for d in back if d is not None))
            self.size += self._sizes[-1] - before + sum(p.length for p in self._newest)
        self._count += 1

    def drop_oldest(self) -> None:
        """Drop the first state."""
        self._count -= 1
        if self._back:
            self._back.pop(0)
            self.size -= self._sizes.pop(0)
        else:
            self._newest, self.size = [], 0
        if self._spare is not None:
            number, pieces = self._spare
            self._spare = (number - 1, pieces) if number else None

    def cut(self, count: int) -> None:
        """Drop all states but the first ``count``."""
        if count >= self._count:
            return
        if not count:
            self._clear()
            return
        self._newest = [piece.copy() for piece in self._pieces(count - 1)]
        self._spare = None
        del self._back[count - 1 :], self._sizes[count - 1 :]
        self._count = count
        self.size = sum(self._sizes) + sum(piece.length for piece in self._newest)

    def state(self, number: int) -> list[memoryview]:
        """Return the pieces of a state, [memoryview]; valid until the chain is used again."""
        return [piece.view for piece in self._pieces(number)]

    def _pieces(self, number: int) -> list[Piece]:
        """Return the pieces of a state; going back step by step reuses the last one."""
        if not 0 <= number < self._count:
            raise IndexError(number)
        at = self._count - 1
        if number == at:
            return self._newest
        if self._spare is not None and self._spare[0] >= number:
            at, pieces = self._spare
        else:
            pieces = [piece.copy() for piece in self._newest]
        while at > number:
            at -= 1
            both = zip(self._back[at], pieces, strict=True)
            pieces = [piece if way is None else way.undo(piece) for way, piece in both]
        self._spare = at, pieces
        return pieces

    def rest(self) -> None:
        """Free the memory of the state that was computed last."""
        self._spare = None
