"""P00: a PRG with its C64 name in a header of 26 bytes.

Source: Wolfgang Lorenz, PC64: "C64File", 0, name of 16 bytes and 0, record length.
"""

from pathlib import Path

from disk.errors import MediaDamaged
from disk.format import Format
from disk.prg import PRG_LARGEST, Program, parse_prg

P00_MAGIC = b"C64File\0"
P00_HEADER_SIZE = 26


def parse_p00(content: bytes, where: str) -> Program:
    """Return the Program in the bytes of a P00 file; MediaDamaged says what is wrong."""
    if not content.startswith(P00_MAGIC):
        raise MediaDamaged(f"{where}: does not begin with C64File and a zero, as a .p00 does")
    if len(content) < P00_HEADER_SIZE:
        raise MediaDamaged(
            f"{where}: truncated: its header has {len(content)} of {P00_HEADER_SIZE} bytes"
        )
    name = content[8:24].split(b"\0", 1)[0]
    return parse_prg(content[P00_HEADER_SIZE:], f"{where} (program after the header)", name)


def _read(content: bytes, where: str, _: Path | None, name: Path) -> Program:
    return parse_p00(content, where)


FORMATS = (
    Format(
        (".p00",), "program", "a program with its C64 name", "RUN, or SYS of its address", _read,
        (P00_MAGIC,), most=P00_HEADER_SIZE + PRG_LARGEST, rank=4,
    ),
)  # fmt: skip
