"""PRG: a load address, low byte first, and the bytes that go there."""

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Literal

from disk.errors import MediaDamaged
from disk.format import Format
from disk.image_file import check_size
from disk.petscii import to_petscii

MEMORY_END = 0x10000
PRG_LARGEST = 2 + MEMORY_END


@dataclass(frozen=True)
class Program:
    """A program as LOAD sees it.

    name      where it came from, for messages
    c64_name  PETSCII, up to 16 bytes
    start     load address, 0..$FFFF
    data      bytes, at least one; ends at $FFFF at the latest
    """

    name: str
    c64_name: bytes
    start: int
    data: bytes
    kind: ClassVar[Literal["program"]] = "program"

    @property
    def end(self) -> int:
        """First address behind the program, up to $10000."""
        return self.start + len(self.data)

    def program(self) -> "Program":
        """Return the program to start: itself."""
        return self

    def to_bytes(self) -> bytes:
        """Return the program as a PRG file's content."""
        return self.start.to_bytes(2, "little") + self.data


def parse_prg(content: bytes, where: str, c64_name: bytes = b"") -> Program:
    """Return the Program in the bytes of a PRG file.

    Raises MediaDamaged for 0-2 bytes, more than PRG_LARGEST, and a program that runs past $FFFF.
    """
    check_size(content, PRG_LARGEST, where, "a .prg")
    if len(content) < 3:
        problem = ("the file is empty", "only 1 byte", "only 2 bytes")[len(content)]
        raise MediaDamaged(
            f"{where}: {problem}; a .prg has a load address of 2 bytes and at least 1 byte to load"
        )
    return make_program(where, c64_name, content[0] | content[1] << 8, content[2:])


def make_program(where: str, c64_name: bytes, start: int, data: bytes) -> Program:
    """Return a Program; MediaDamaged if it runs past $FFFF."""
    if start + len(data) > MEMORY_END:
        raise MediaDamaged(
            f"{where}: {len(data)} bytes from ${start:04X} run past $FFFF; "
            f"at that address {MEMORY_END - start} bytes fit"
        )
    return Program(where, c64_name[:16], start, bytes(data))


def name_from_path(path: Path) -> bytes:
    """Return the C64 name for a host's file: its stem in PETSCII, 16 bytes at most."""
    return to_petscii(path.stem)[:16].replace(b'"', b"'").rstrip() or b"PROGRAM"


def _read(content: bytes, where: str, _: Path | None, name: Path) -> Program:
    return parse_prg(content, where, name_from_path(name))


FORMATS = (
    Format(
        (".prg",), "program", "a program", "RUN, or SYS of its address", _read, most=PRG_LARGEST,
        write=Program.to_bytes, rank=4,
    ),
)  # fmt: skip
