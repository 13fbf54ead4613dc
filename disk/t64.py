"""T64: programs of a tape in one file.

Source: Peter Schepers, "T64 (Tape containers for C64S)".  Images in the wild break
four of its rules, and are read all the same: the count of used entries is 0, the end
address is wrong (often $C3C6, from a converter's fault), a file ends before its size, an
entry is empty.
"""

import bisect
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Literal, NamedTuple

from disk.errors import MediaDamaged, warn_media
from disk.format import Format
from disk.image_file import check_size
from disk.prg import Program, make_program

T64_LARGEST = 8 << 20  # bytes; the longest programs fill it 128 times
T64_PROGRAMS_MOST = 1000  # they may overlap, so their sizes are no limit
T64_MAGIC = b"C64"
_HEADER_SIZE = 64
_ENTRY = struct.Struct("<BBHH2xI4x16s")
_FAULTY_END = 0xC3C6
_NORMAL_FILE = 1


class _TapeEntry(NamedTuple):
    """A file in the tape's directory: its addresses, where its bytes are, its name."""

    start: int
    end: int
    offset: int
    name: bytes


def parse_t64(content: bytes, where: str) -> list[Program]:
    """Return the Programs of a tape, in its order.

    Raises MediaDamaged: no header, no program in it, a program outside the file.
    """
    if not content.startswith(T64_MAGIC):
        raise MediaDamaged(f"{where}: does not begin with C64, as a .t64 does")
    check_size(content, T64_LARGEST, where, "a .t64")
    if len(content) < _HEADER_SIZE + _ENTRY.size:
        raise MediaDamaged(
            f"{where}: truncated: {len(content)} bytes; a .t64 has a header of 64 bytes, "
            "directory entries of 32 and then the programs"
        )
    entries = list(_entries(content))
    if not entries:
        raise MediaDamaged(f"{where}: no program in the tape's directory; at least one is needed")
    if len(entries) > T64_PROGRAMS_MOST:
        raise MediaDamaged(
            f"{where}: {len(entries)} programs; at most {T64_PROGRAMS_MOST} are allowed"
        )
    starts = sorted({entry.offset for entry in entries} | {len(content)})
    programs: list[Program] = []
    wrong: list[MediaDamaged] = []
    for entry in entries:
        try:
            programs.append(_program(content, entry, starts, where))
        except MediaDamaged as error:
            wrong.append(error)
    if not programs:
        raise wrong[0]
    if wrong:
        more = f", and {len(wrong) - 1} more" if len(wrong) > 1 else ""
        warn_media(f"{wrong[0]}{more}; left out")
    return programs


def _entries(content: bytes) -> Iterator[_TapeEntry]:
    """Yield the directory's entry of every normal file."""
    slots = max(1, content[34] | content[35] << 8)
    for slot in range(slots):
        at = _HEADER_SIZE + slot * _ENTRY.size
        if at + _ENTRY.size > len(content):
            return
        kind, _, start, end, offset, name = _ENTRY.unpack_from(content, at)
        if kind == _NORMAL_FILE:
            yield _TapeEntry(start, end, offset, name)


def _program(content: bytes, entry: _TapeEntry, starts: list[int], where: str) -> Program:
    start, end, offset = entry.start, entry.end, entry.offset
    name = entry.name.rstrip(b"\0 \xa0")
    text = "".join(c if c.isprintable() else "?" for c in name.decode("ascii", "replace"))
    label = f"{where}, program '{text}'"
    least = _HEADER_SIZE + _ENTRY.size
    if not least <= offset < len(content):
        raise MediaDamaged(
            f"{label}: begins at byte {offset}; it must lie after the directory and "
            f"within the file, {least}..{len(content) - 1}"
        )
    there = starts[bisect.bisect_right(starts, offset)] - offset
    size = (end or 0x10000) - start
    if size <= 0 or size > there or end == _FAULTY_END:
        size = min(there, 0x10000 - start)
    return make_program(label, name, start, content[offset : offset + size])


@dataclass(frozen=True)
class Tape:
    """The programs of a tape image, at least one.

    name      where it came from, for messages
    programs  tuple of disk.prg.Program
    """

    name: str
    programs: tuple[Program, ...]
    kind: ClassVar[Literal["tape"]] = "tape"

    def program(self) -> Program:
        """Return the program to start: the tape's first."""
        return self.programs[0]


def _read(content: bytes, where: str, _: Path | None, name: Path) -> Tape:
    return Tape(where, tuple(parse_t64(content, where)))


FORMATS = (
    Format(
        (".t64",), "tape", "programs of a tape in one file", "its first program", _read,
        (b"C64S tape", b"C64 tape"), most=T64_LARGEST, rank=2,
    ),
)  # fmt: skip
