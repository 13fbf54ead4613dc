"""The directory as a drive sends it: a BASIC program to be listed.

Source: Immers and Neufeld, "Inside Commodore DOS", the directory as a program.
"""

from collections.abc import Iterator, Sequence
from typing import Protocol

from disk.directory import Entry
from disk.petscii import PAD, matches

LOAD_ADDRESS = 0x0401
_LINE_LENGTH = 27
_REVERSE = 0x12

Pattern = tuple[bytes, int | None]  # name, type 0..7 or any


class Listed(Protocol):
    """What has a directory: a disk.volume.Volume, a disk.host_folder.FolderVolume."""

    @property
    def type_names(self) -> tuple[bytes, ...]: ...

    def title(self) -> tuple[bytes, bytes]: ...

    def entries(self) -> Iterator[Entry]: ...

    def free_blocks(self) -> int: ...


def directory_listing(volume: Listed, patterns: Sequence[Pattern] = ()) -> bytes:
    """Return the directory as a program's bytes, load address first.

    patterns   pairs (name pattern, type 0..7 or None); none at all: every file
    """
    out = bytearray(LOAD_ADDRESS.to_bytes(2, "little"))
    out += _line(0, _title(volume))
    for entry in volume.entries():
        if not patterns or any(_wanted(entry, *pattern) for pattern in patterns):
            out += _line(entry.size, _file_text(entry, volume.type_names))
    out += _line(volume.free_blocks(), b"BLOCKS FREE.".ljust(25))
    return bytes(out) + b"\0\0"


def _wanted(entry: Entry, pattern: bytes, file_type: int | None) -> bool:
    return matches(entry.name, pattern) and (file_type is None or entry.type == file_type)


def _line(number: int, text: bytes) -> bytes:
    """Return a BASIC line; the computer links the lines anew after loading."""
    return b"\x01\x01" + number.to_bytes(2, "little") + text + b"\0"


def _blank_filling(field: bytes | bytearray) -> bytes:
    return bytes(field).replace(bytes([PAD]), b" ")


def _title(volume: Listed) -> bytes:
    name, tail = map(_blank_filling, volume.title())
    return bytes([_REVERSE]) + b'"' + name + b'" ' + tail


def _file_text(entry: Entry, type_names: Sequence[bytes]) -> bytes:
    field = bytes(entry.raw[5:21])
    cut = field.find(PAD)
    cut = len(field) if cut < 0 else cut
    name = (field[:cut] + b'"' + field[cut + 1 :]).ljust(17)
    kind = type_names[entry.type] if entry.type < len(type_names) else b"???"
    text = b" " * max(0, 4 - len(str(entry.size)))
    text += b'"' + _blank_filling(name)
    text += b" " if entry.closed else b"*"
    text += kind + (b"<" if entry.locked else b" ")
    return text.ljust(_LINE_LENGTH)
