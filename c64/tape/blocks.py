"""Blocks of bytes on a tape, as the KERNAL of a C64 writes them: out of pulses, and into them.

A wave is short, medium or long.  A byte is long, medium, then eight bits from the lowest on (0:
short, medium; 1: medium, short), then a bit that makes the number of ones odd.  A block is a
leader of short waves, a countdown from 9 to 1 (with bit 7 in the first copy), the bytes, all of
them exclusive-ored, then long, short; and the same again.  A file is a block of 192 bytes, its
header, and a block of what is in it.

Source: the format as published in "Mapping the Commodore 64" ($033C) and the C64 Wiki
("Datassette Encoding"); the numbers of waves are those of a KERNAL 901227-03's tapes.
"""

import array
from dataclasses import dataclass
from functools import reduce
from operator import xor

SHORT, MEDIUM, LONG = 352, 512, 672  # cycles
LEADER_LEAST = 16  # short waves in a row that make a leader
# A wave is medium, or long, from this share of the leader's waves on.
MEDIUM_FROM, LONG_FROM, TOO_LONG = 1.2, 1.68, 2.6
FIRST_COPY = 0x80
HEADER_LEADER, DATA_LEADER, BETWEEN, TRAILER = 27136, 5376, 79, 78
HEADER_SIZE, NAME_AT, NAME_SIZE = 192, 5, 187
RELOCATABLE, DATA, ABSOLUTE, DATA_HEADER, END_OF_TAPE = 1, 2, 3, 4, 5  # kinds of header


@dataclass(frozen=True)
class Copy:
    """One copy of a block: its bytes, whether all is right with it, and the pulse after it."""

    content: bytes
    whole: bool
    first: bool
    end: int


def read_copy(pulses, at):
    """Return the next Copy from pulse ``at`` on, or None if there is none to the tape's end."""
    while (leader := _find_leader(pulses, at)) is not None:
        wave, at = leader
        values, bad, at = _read_bytes(pulses, at, wave)
        countdown = bytes(values[:9])
        for first in (FIRST_COPY, 0):
            if countdown == bytes(first | n for n in range(9, 0, -1)) and len(values) > 10:
                content, checksum = bytes(values[9:-1]), values[-1]
                whole = not bad and reduce(xor, content, 0) == checksum
                return Copy(content, whole, bool(first), at)
    return None


def read_block(pulses, at, size=None):
    """Return (bytes, the pulse after them) of the next block, or None.

    size  the bytes it must have, None for any

    The second copy counts where the first has an error; b"" for a block with one in both.
    """
    copy = read_copy(pulses, at)
    while copy is not None and not copy.first:  # the rest of a block before
        copy = read_copy(pulses, copy.end)
    if copy is None:
        return None
    if not _right(copy, size):
        second = read_copy(pulses, copy.end)
        if second is not None and not second.first:
            copy = second
    return copy.content if _right(copy, size) else b"", copy.end


def _right(copy, size):
    return copy.whole and (size is None or len(copy.content) == size)


def _find_leader(pulses, at):
    """Return (cycles of a short wave, the first pulse that is none) of the next leader, or None."""
    run, total = 0, 0
    for number in range(at, len(pulses)):
        cycles = pulses[number]
        if run and abs(cycles * run - total) < 0.15 * total:
            run, total = run + 1, total + cycles
        elif run >= LEADER_LEAST and cycles * run > LONG_FROM * total:
            return total / run, number
        else:
            run, total = 1, cycles
    return None


def _read_bytes(pulses, at, wave):
    """Return (values, whether one has a wrong parity, the pulse after them)."""
    limits = wave * MEDIUM_FROM, wave * LONG_FROM, wave * TOO_LONG

    def kind(number):
        """0 short, 1 medium, 2 long, 3 none of them."""
        return sum(pulses[number] >= limit for limit in limits)

    values, bad = array.array("B"), False
    while at + 20 <= len(pulses) and kind(at) == 2 and kind(at + 1) == 1:
        bits = [kind(number) for number in range(at + 2, at + 20)]
        pairs = list(zip(bits[::2], bits[1::2], strict=True))
        if any(pair not in ((0, 1), (1, 0)) for pair in pairs):
            bad = True
        values.append(sum((first == 1) << n for n, (first, _) in enumerate(pairs[:8])))
        bad = bad or sum(first == 1 for first, _ in pairs) % 2 == 0
        at += 20
    return values, bad, at


def write_block(content, leader):
    """Return the pulses of a block, both copies; ``leader``: how many short waves come first."""
    pulses = array.array("i", [SHORT]) * leader
    for first in (FIRST_COPY, 0):
        for value in (*(first | n for n in range(9, 0, -1)), *content, reduce(xor, content, 0)):
            pulses.extend(_byte(value))
        pulses.extend((LONG, SHORT))
        pulses.extend(array.array("i", [SHORT]) * (BETWEEN if first else TRAILER))
    return pulses


def _byte(value):
    """Return the 20 waves of a byte."""
    bits = [value >> n & 1 for n in range(8)]
    waves = [LONG, MEDIUM]
    for bit in (*bits, 1 - sum(bits) % 2):
        waves += (MEDIUM, SHORT) if bit else (SHORT, MEDIUM)
    return waves


def make_header(kind, start, end, name):
    """Return the 192 bytes of a header; name in PETSCII."""
    head = bytes([kind]) + start.to_bytes(2, "little") + end.to_bytes(2, "little")
    return (head + name[:NAME_SIZE]).ljust(HEADER_SIZE)


def write_file(kind, start, content, name):
    """Return the pulses of a program's header and content."""
    header = make_header(kind, start, (start + len(content)) & 0xFFFF, name)
    return write_block(header, HEADER_LEADER) + write_block(content, DATA_LEADER)
