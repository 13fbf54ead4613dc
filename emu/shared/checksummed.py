"""Files of ours with a checksum: saved states (.go64) and recordings of inputs (.go64rec).

Layout (little endian): magic of eight bytes, uint16 version, uint32 CRC-32 of the rest, uint32
length of the rest; uint32 length of a JSON header, the header, then blocks packed by zlib.  The
header's ``blocks`` lists [name, packed size, size] of each; its ``seal`` tells this user's own
files (seal.py).

What is read is never trusted: all of it draws from the file's budget (disk/budget.py), a block
cannot unpack to more than it says, and whatever is wrong is a HostError of one line.
"""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from disk.budget import BLOCKS_MOST, FILE_MOST, TEXT_MOST, Budget, OverBudget, inflate, parse_json
from disk.durable import make_folder
from disk.errors import MediaWriteError
from disk.image_file import write_atomically
from disk.plain_file import open_plain
from emu.errors import HostError
from emu.shared.state.seal import is_own, seal_of

if TYPE_CHECKING:
    from c64.api_views import FilePath


PREFIX = struct.Struct("<8sHII")
LENGTH = struct.Struct("<I")
_READ_AT_ONCE = 1 << 20


def write_sealed(
    path: FilePath, magic: bytes, version: int, header: dict[str, Any], blocks: Mapping[str, bytes]
) -> None:
    """Write a file in one step.

    header  dict for JSON;  blocks  {name: bytes}

    Raises HostError if it cannot be written, or could not be read again.
    """
    if sum(map(len, blocks.values())) > BLOCKS_MOST:
        raise HostError(f"{path}: not written: would hold more than {BLOCKS_MOST >> 20} MiB")
    packed = {name: zlib.compress(data, 1) for name, data in blocks.items()}
    sizes = [[name, len(packed[name]), len(blocks[name])] for name in blocks]
    header = {name: value for name, value in header.items() if name != "seal"} | {"blocks": sizes}
    seal = seal_of([magic, _text(header), *packed.values()], make=True)
    text = _text(header | {"seal": seal})
    body = b"".join([LENGTH.pack(len(text)), text, *packed.values()])
    prefix = PREFIX.pack(magic, version, zlib.crc32(body), len(body))
    try:
        make_folder(Path(path).parent)
        write_atomically(path, prefix + body)
    except MediaWriteError as error:
        raise HostError(str(error)) from None
    except OSError as error:
        raise HostError(f"{path}: cannot be written: {error.strerror}") from None


def _text(header: dict[str, Any]) -> bytes:
    """Return a header as it is sealed: what JSON reads it writes alike."""
    return json.dumps(header).encode()


def read_sealed(
    path: FilePath, magic: bytes, version: int, what: str, wanted: Sequence[str] | None = None
) -> tuple[dict[str, Any], dict[str, bytes]]:
    """Return (header, {name: bytes}) of a file; HostError says what is wrong.

    what    "a save state": for messages
    wanted  names of the blocks to be unpacked, if they are there; None: all

    ``own`` in the header tells whether this user has written it.
    """
    try:
        with open_plain(path, FILE_MOST) as file, Budget():
            _check_prefix(file, path, magic, version, what)
            return _split(file, magic, wanted)
    except OverBudget as error:
        raise HostError(f"{path}: {error}") from None
    except OSError as error:
        raise HostError(f"{path}: cannot be read: {error.strerror}") from None
    except (ValueError, LookupError, TypeError, RecursionError, struct.error, zlib.error):
        raise HostError(f"{path}: damaged, its header cannot be read") from None


def _check_prefix(file: BinaryIO, path: FilePath, magic: bytes, version: int, what: str) -> None:
    """Read the prefix, and all of the rest for its checksum; the file is at its header then."""
    start = file.read(PREFIX.size)
    if len(start) < PREFIX.size or not start.startswith(magic):
        raise HostError(f"{path}: not {what} of GO 64")
    _, found, wanted, size = PREFIX.unpack(start)
    if found != version:
        raise HostError(f"{path}: {what} of version {found}, this GO 64 reads {version}")
    crc = left = 0
    while piece := file.read(_READ_AT_ONCE):
        crc, left = zlib.crc32(piece, crc), left + len(piece)
    if left != size or crc != wanted:
        raise HostError(f"{path}: damaged, its checksum does not match")
    file.seek(PREFIX.size)


def _split(
    file: BinaryIO, magic: bytes, wanted: Sequence[str] | None
) -> tuple[dict[str, Any], dict[str, bytes]]:
    (length,) = LENGTH.unpack(file.read(LENGTH.size))
    if length > TEXT_MOST:
        raise OverBudget(f"its header has {length} bytes; at most {TEXT_MOST} are allowed")
    header = parse_json(file.read(length))
    if not isinstance(header, dict):
        raise ValueError
    seal, blocks = header.pop("seal", ""), {}
    parts = [magic, _text(header)]
    sizes = header.pop("blocks")
    if sum(size for _, _, size in sizes) > BLOCKS_MOST:
        raise OverBudget(f"holds more than {BLOCKS_MOST} bytes, the most")
    for name, packed, size in sizes:
        if type(packed) is not int or type(size) is not int or min(packed, size) < 0:
            raise ValueError
        content = file.read(min(packed, FILE_MOST))
        parts.append(content)
        if wanted is None or name in wanted:
            blocks[name] = inflate(content, size)
            if len(blocks[name]) != size:
                raise ValueError
    return header | {"own": is_own(seal, parts)}, blocks
