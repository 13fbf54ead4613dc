"""The values that conditions compare: bytes of memory now and before, constants, sums of both.

Notation and meaning are RetroAchievements', as docs.retroachievements.org describes them and as
its library rcheevos evaluates them: numbers are unsigned and have 32 bits.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

from emu.errors import HostError

Ram = memoryview | bytearray | bytes  # 64 KiB
MASK = 0xFFFFFFFF
NOW, DELTA, PRIOR, BCD, INVERTED = "", "d", "p", "b", "~"


@dataclass(frozen=True)
class Size:
    """A kind of number in memory.

    length  bytes that are read, the lowest first
    mask    of them, what belongs to it
    bits    of the number
    number  makes it from the masked bytes
    """

    length: int
    mask: int
    bits: int
    number: Callable[[int], int]


def _same(raw: int) -> int:
    return raw


def _turned(length: int) -> Callable[[int], int]:
    """Return what turns the order of bytes round."""
    return lambda raw: int.from_bytes(raw.to_bytes(length, "little"), "big")


def _bit(number: int) -> Size:
    return Size(1, 1 << number, 1, lambda raw: raw >> number)


WORD32 = Size(4, MASK, 32, _same)
SIZES = {
    "H": Size(1, 0xFF, 8, _same),
    " ": Size(2, 0xFFFF, 16, _same),
    "W": Size(3, 0xFFFFFF, 24, _same),
    "X": WORD32,
    "L": Size(1, 0x0F, 4, _same),
    "U": Size(1, 0xF0, 4, lambda raw: raw >> 4),
    "K": Size(1, 0xFF, 1, int.bit_count),
    "I": Size(2, 0xFFFF, 16, _turned(2)),
    "J": Size(3, 0xFFFFFF, 24, _turned(3)),
    "G": Size(4, MASK, 32, _turned(4)),
    **{letter: _bit(number) for number, letter in enumerate("MNOPQRST")},
}


class Source(Protocol):
    """Something that has a number in each frame, and remembers the one before."""

    value: int
    prior: int
    changed: bool

    def compute(self, ram: Ram) -> int: ...


class _Remembers:
    """A number, the one before it, and whether it has just changed; 0 before the first frame."""

    def __init__(self) -> None:
        self.value, self.prior, self.changed = 0, 0, False

    def take(self, value: int) -> None:
        """Take the number of a frame."""
        self.changed = value != self.value
        if self.changed:
            self.prior, self.value = self.value, value


class Memory(_Remembers):
    """A number at a place, which may depend on another value (AddAddress)."""

    def __init__(self, address: int, size: Size, base: Operand | None = None) -> None:
        super().__init__()
        self._address, self._length, self._mask, self._base = address, size.length, size.mask, base

    def compute(self, ram: Ram) -> int:
        """Return the bytes; what lies behind the end of memory is 0."""
        at = self._address
        if self._base is not None:
            at = at + self._base.number() & MASK
        if self._length == 1 and at < len(ram):  # as most are
            return ram[at] & self._mask
        return int.from_bytes(ram[at : at + self._length], "little") & self._mask


class Combined(_Remembers):
    """Two values and what is done with them."""

    def __init__(self, left: Operand, way: str, right: Operand) -> None:
        super().__init__()
        self._left, self._do, self._right = left, WAYS[way], right

    def compute(self, _: Ram) -> int:
        """Return the number of this frame; the values are up to date."""
        return self._do(self._left.number(), self._right.number()) & MASK


WAYS: dict[str, Callable[[int, int], int]] = {
    "*": lambda a, b: a * b,
    "/": lambda a, b: a // b if b else 0,
    "%": lambda a, b: a % b if b else 0,
    "&": lambda a, b: a & b,
    "^": lambda a, b: a ^ b,
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
}


@dataclass(frozen=True)
class Operand:
    """One side of a condition.

    source  where the number is from, None: ``constant`` is it
    which   NOW, DELTA of the frame before, PRIOR before it changed, or NOW as BCD or INVERTED
    size    of the number
    """

    source: Memory | Combined | None
    constant: int = 0
    which: str = NOW
    size: Size = WORD32

    def number(self) -> int:
        """Return the number of this frame, 0 to MASK."""
        source = self.source
        if source is None:
            return self.constant
        before = self.which == PRIOR or (self.which == DELTA and source.changed)
        number = self.size.number(source.prior if before else source.value)
        if self.which == BCD:
            digits = (number >> shift & 0x0F for shift in range(28, -1, -4))
            return sum(digit * 10 ** (7 - place) for place, digit in enumerate(digits))
        return number ^ (1 << self.size.bits) - 1 if self.which == INVERTED else number


class Sources:
    """Every source of some achievements, each of them once, in the order in which they depend."""

    def __init__(self) -> None:
        self._sources: dict[tuple[object, ...], Memory | Combined] = {}

    def memory(self, address: int, size: Size, base: Operand | None) -> Memory:
        """Return the source for a place in memory."""
        key = (address, size.length, size.mask, base)
        found = self._sources.setdefault(key, Memory(address, size, base))
        assert isinstance(found, Memory)
        return found

    def combined(self, left: Operand, way: str, right: Operand) -> Operand:
        """Return what one of WAYS makes of both values."""
        found = self._sources.setdefault((left, way, right), Combined(left, way, right))
        return Operand(found)

    def summed(self, left: Operand, way: str, right: Operand) -> Operand:
        """Return a sum or difference; of two numbers from before it is what theirs was before."""
        which = left.which if left.which == right.which and left.which in (DELTA, PRIOR) else NOW
        if which != NOW:
            left, right = replace(left, which=NOW), replace(right, which=NOW)
        return replace(self.combined(left, way, right), which=which)

    def update(self, ram: Ram) -> None:
        """Take the numbers of a frame."""
        for source in self._sources.values():
            source.take(source.compute(ram))


_HEX, _DECIMAL = re.compile(r"[hH]([0-9a-fA-F]+)"), re.compile(r"[vV]?([+-]?)([0-9]+)")
_MEMORY = re.compile(r"([dDpPbB~]?)0[xX]([hHxXmMnNoOpPqQrRsStTlLuUkKwWgGiIjJ ]?)([0-9a-fA-F]+)")
_UNSUPPORTED = re.compile(r"[dDpPbB~]?[fF]|\{|@")


def quoted(text: str, at: int) -> str:
    """Quote what is at a place of a text, for a one-line message: 20 letters at most."""
    letters = (letter if letter.isprintable() else " " for letter in text[at : at + 20])
    return f"'{''.join(letters)}'"


def _number(digits: str, radix: int) -> int:
    """Return what digits say, at most MASK; however many they are, at once."""
    return min(int(digits.lstrip("0")[:16] or "0", radix), MASK)


def parse_operand(
    text: str, at: int, sources: Sources, base: Operand | None
) -> tuple[Operand, int]:
    """Return (the Operand at a place of a text, the place behind it); HostError says what is wrong.

    base  value that is added to the address (AddAddress), None for none
    """
    if found := _MEMORY.match(text, at):
        which, letter, address = found[1].lower(), found[2].upper() or " ", found[3]
        size = SIZES[letter]
        source = sources.memory(_number(address, 16), size, base)
        return Operand(source, which=which, size=size), found.end()
    if _UNSUPPORTED.match(text, at):
        raise HostError(
            f"{quoted(text, at)}: floating-point numbers, recall and functions are not supported"
        )
    if found := _HEX.match(text, at):
        return Operand(None, _number(found[1], 16)), found.end()
    if found := _DECIMAL.match(text, at):
        number = _number(found[2], 10)
        return Operand(None, (-number if found[1] == "-" else number) & MASK), found.end()
    raise HostError(
        f"{quoted(text, at)} is not a value: 0xH00d0 is a byte, 12 and h0c are constants"
    )
