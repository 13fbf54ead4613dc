"""Files of ours with a checksum: saved states (.go64) and recordings of inputs (.go64rec).

Layout (little endian): magic of eight bytes, uint16 version, uint32 CRC-32 of the rest, uint32
length of the rest; uint32 length of a JSON header, the header, then blocks packed by zlib.  The
header's ``blocks`` lists [name, packed size, size] of each.

What is read is never trusted: sizes have limits, a block cannot unpack to more than it says, and
whatever is wrong is a HostError of one line.
"""

import json
import struct
import zlib
from pathlib import Path

from disk.errors import MediaWriteError
from disk.image_file import write_atomically
from emu.errors import HostError

PREFIX = struct.Struct("<8sHII")
LENGTH = struct.Struct("<I")
FILE_AT_MOST = 64 << 20  # bytes of a file
BLOCK_AT_MOST = 48 << 20  # bytes of a block unpacked: a machine with the largest REU, and more


def write_sealed(path, magic, version, header, blocks):
    """Write a file in one step.

    header  dict for JSON;  blocks  {name: bytes}

    Raises HostError if it cannot be written.
    """
    packed = {name: zlib.compress(data, 1) for name, data in blocks.items()}
    sizes = [[name, len(packed[name]), len(blocks[name])] for name in blocks]
    text = json.dumps(header | {"blocks": sizes}).encode()
    body = b"".join([LENGTH.pack(len(text)), text, *packed.values()])
    prefix = PREFIX.pack(magic, version, zlib.crc32(body), len(body))
    try:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, prefix + body)
    except MediaWriteError as error:
        raise HostError(str(error)) from None
    except OSError as error:
        raise HostError(f"{path}: cannot be written: {error.strerror}") from None


def read_sealed(path, magic, version, what):
    """Return (header, {name: bytes}) of a file; HostError says what is wrong.

    what  "a save state": for messages
    """
    try:
        with open(path, "rb") as file:
            data = file.read(FILE_AT_MOST + 1)
    except OSError as error:
        raise HostError(f"{path}: cannot be read: {error.strerror}") from None
    if len(data) > FILE_AT_MOST:
        raise HostError(f"{path}: larger than any {what.split(' ', 1)[1]}")
    if len(data) < PREFIX.size or not data.startswith(magic):
        raise HostError(f"{path}: not {what} of GO 64")
    _, found, crc, size = PREFIX.unpack_from(data)
    if found != version:
        raise HostError(f"{path}: {what} of version {found}, this GO 64 reads {version}")
    body = memoryview(data)[PREFIX.size :]
    if len(body) != size or zlib.crc32(body) != crc:
        raise HostError(f"{path}: damaged, its checksum does not match")
    try:
        return _split(body)
    except (ValueError, KeyError, TypeError, RecursionError, struct.error, zlib.error):
        raise HostError(f"{path}: damaged, its header cannot be read") from None


def _split(body):
    (length,) = LENGTH.unpack_from(body)
    at = LENGTH.size + length
    header = json.loads(bytes(body[LENGTH.size : at]))
    blocks = {}
    for name, packed, size in header.pop("blocks"):
        if not 0 <= packed <= len(body) or not 0 <= size <= BLOCK_AT_MOST:
            raise ValueError
        unpacker = zlib.decompressobj()
        data = unpacker.decompress(body[at : at + packed], size + 1)
        if len(data) != size:
            raise ValueError
        blocks[name] = data
        at += packed
    return header, blocks
