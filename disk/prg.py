"""PRG: a load address, low byte first, and the bytes that go there."""

from dataclasses import dataclass

from disk.errors import MediaDamaged
from disk.petscii import to_petscii

MEMORY_END = 0x10000


@dataclass(frozen=True)
class Program:
    """A program as LOAD sees it.

    name     PETSCII, up to 16 bytes
    address  load address, 0..$FFFF
    data     bytes, at least one; ends at $FFFF at the latest
    """

    name: bytes
    address: int
    data: bytes

    @property
    def end(self):
        """First address behind the program, up to $10000."""
        return self.address + len(self.data)

    def to_bytes(self):
        """Return the program as a PRG file's content."""
        return self.address.to_bytes(2, "little") + self.data


def parse_prg(content, where, name=b""):
    """Return the Program in the bytes of a PRG file.

    Raises MediaDamaged for 0-2 bytes and for a program that runs past $FFFF.
    """
    if len(content) < 3:
        size = "the file is empty" if not content else f"only {len(content)} bytes"
        raise MediaDamaged(
            f"{where}: {size}; a .prg has a load address of 2 bytes and at least 1 byte to load"
        )
    address = content[0] | content[1] << 8
    return make_program(name, address, content[2:], where)


def make_program(name, address, data, where):
    """Return a Program; MediaDamaged if it runs past $FFFF."""
    if address + len(data) > MEMORY_END:
        raise MediaDamaged(
            f"{where}: {len(data)} bytes from ${address:04X} on run past $FFFF; "
            f"at that address {MEMORY_END - address} bytes fit"
        )
    return Program(name[:16], address, bytes(data))


def name_from_path(path):
    """Return the C64 name for a host's file: its stem in PETSCII, 16 bytes at most."""
    return to_petscii(path.stem)[:16].replace(b'"', b"'").rstrip() or b"PROGRAM"
