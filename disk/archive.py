"""What is packed in a .zip or a .gz: names and contents, nothing of it written anywhere.

Not unpacked: archives in archives, encrypted files, methods that Python's zipfile does not know.
"""

from __future__ import annotations

import contextlib
import io
import struct
import zlib
from pathlib import Path
from typing import TYPE_CHECKING

from disk.budget import (
    DIRECTORY_MOST,
    IMAGE_MOST,
    MEMBERS_MOST,
    Budget,
    OverBudget,
    checked,
    drain,
    inflate_gzip,
)
from disk.errors import MediaDamaged
from disk.format import Format

if TYPE_CHECKING:  # it takes longer to import than all of disk/
    from zipfile import ZipFile

ZIP_MAGIC, GZIP_MAGIC = b"PK\x03\x04", b"\x1f\x8b"
_EMPTY_ZIP = b"PK\x05\x06"
_ZIP_MARKS = (ZIP_MAGIC, _EMPTY_ZIP)
_ENTRY_MAGIC = b"PK\x01\x02"
_ENCRYPTED = 0x01
_LOCAL_SIZE = 30  # bytes of the head before a file, then name and extra field
_LOCAL_LENGTHS, _LOCAL_LENGTHS_AT = struct.Struct("<HH"), 26
_U32, _U64 = struct.Struct("<I"), struct.Struct("<Q")
_LZMA = struct.Struct("<2xHBI")


def members(content: bytes, where: str) -> list[str]:
    """Return the names of the files in an archive; MediaDamaged if it cannot be read."""
    if content.startswith(GZIP_MAGIC):
        return [_gz_name(where)]
    with _zip(content, where) as packed:
        # A name may be empty, of which ZipInfo.is_dir makes an IndexError.
        names = [info.filename for info in packed.infolist() if info.filename[-1:] != "/"]
    return [name for name in names if name and not _is_litter(name)]


def unpack(content: bytes, where: str, name: str, most: int) -> bytes:
    """Return the content of a file in an archive.

    most   bytes that it may have; no more than that is ever unpacked

    Raises MediaDamaged: broken, encrypted, too large.
    """
    label = f"{where}, {shown(name)}"
    try:
        if content.startswith(GZIP_MAGIC):
            return inflate_gzip(content, most)
        return _from_zip(content, where, name, label, most)
    except OverBudget:
        raise MediaDamaged(
            f"{label}: unpacks to more than {most} bytes; no image is larger"
        ) from None
    except MediaDamaged:
        raise
    except _broken() as error:
        raise MediaDamaged(f"{label}: cannot be unpacked: {_reason(error)}") from None


def _from_zip(content: bytes, where: str, name: str, label: str, most: int) -> bytes:
    with _zip(content, where) as packed:
        info = packed.getinfo(name)
        if info.flag_bits & _ENCRYPTED:
            raise MediaDamaged(f"{label}: is encrypted; unpack it yourself")
        with packed.open(info):  # sees to it that there is a file, of that name and of that method
            pass
    at = info.header_offset
    at += _LOCAL_SIZE + sum(_LOCAL_LENGTHS.unpack_from(content, at + _LOCAL_LENGTHS_AT))
    packed_bytes = content[at : at + info.compress_size]
    found = _METHODS[info.compress_type](packed_bytes, info.file_size, most)
    if zlib.crc32(found) != info.CRC:
        raise MediaDamaged(f"{label}: cannot be unpacked: Bad CRC-32")
    return found


# zipfile unpacks bzip2 and LZMA without a limit, so what it finds is unpacked here.


def _stored(packed: bytes, _: int, most: int) -> bytes:
    return checked(packed, most)


def _deflated(packed: bytes, _: int, most: int) -> bytes:
    return drain(zlib.decompressobj(-zlib.MAX_WBITS), packed, most)


def _bzip2(packed: bytes, _: int, most: int) -> bytes:
    import bz2

    return drain(bz2.BZ2Decompressor(), packed, most)


def _lzma(packed: bytes, size: int, most: int) -> bytes:
    """Unpack LZMA: two bytes of version, two of a length, which is 5, and properties.

    Source: PKWARE, "APPNOTE.TXT", 5.8.8; the properties are those of the LZMA SDK.  The
    decoder would take as much memory as they claim.
    """
    try:
        import lzma
    except ImportError:  # Pyodide's Python
        raise NotImplementedError("this Python has no LZMA") from None
    length, kind, dictionary = _LZMA.unpack_from(packed)
    if length != 5 or kind >= 9 * 5 * 5:
        raise ValueError("invalid LZMA properties")
    properties = {
        "id": lzma.FILTER_LZMA1, "lc": kind % 9, "lp": kind // 9 % 5, "pb": kind // 45,
        "dict_size": min(max(dictionary, 4096), IMAGE_MOST),
    }  # fmt: skip
    unpacker = lzma.LZMADecompressor(lzma.FORMAT_RAW, filters=[properties])
    return drain(unpacker, packed[_LZMA.size :], most, size)


_METHODS = {0: _stored, 8: _deflated, 12: _bzip2, 14: _lzma}


def _broken() -> tuple[type[Exception], ...]:
    """Return what the libraries raise for contents that break the rules."""
    import zipfile

    try:
        from lzma import LZMAError
    except ImportError:  # Pyodide's Python
        LZMAError = zlib.error  # type: ignore[misc,assignment]
    return (
        zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, LZMAError, struct.error, EOFError,
        OSError, NotImplementedError, RuntimeError, ValueError, LookupError, MemoryError,
    )  # fmt: skip


def _zip(content: bytes, where: str) -> ZipFile:
    from zipfile import ZipFile

    _check_directory(content, where)
    try:
        return ZipFile(io.BytesIO(content))
    except _broken() as error:
        raise MediaDamaged(f"{where}: is not a readable archive: {_reason(error)}") from None


def _check_directory(content: bytes, where: str) -> None:
    """Refuse an archive whose directory would take long to read, before zipfile reads it.

    Each file there has a signature, so these are as many as the files at least.  The size of
    the directory stands in its end record, in an archive of more than 4 GiB in another before it.
    """
    count = content.count(_ENTRY_MAGIC)
    if count > MEMBERS_MOST:
        raise MediaDamaged(f"{where}: holds {count} files; at most {MEMBERS_MOST} are read")
    size, end = 0, content.rfind(_EMPTY_ZIP)
    with contextlib.suppress(struct.error):
        (size,) = _U32.unpack_from(content, end + 12)
        if content[max(end - 20, 0) :].startswith(b"PK\x06\x07"):
            (size,) = _U64.unpack_from(content, end - 20 - 56 + 40)
    if end >= 0 and size > DIRECTORY_MOST:
        raise MediaDamaged(
            f"{where}: its directory claims {size} bytes; at most {DIRECTORY_MOST} are read"
        )


def _is_zip(content: bytes) -> bool:
    try:
        _zip(content, "").close()
    except MediaDamaged:
        return False
    return True


def _is_gzip(content: bytes) -> bool:
    try:
        with Budget():
            inflate_gzip(content, IMAGE_MOST)
    except OverBudget:
        return True
    except _broken():
        return False
    return True


def _gz_name(where: str) -> str:
    """Return the name that the packed file had, by that of the .gz."""
    name = Path(where).name
    return name[:-3] if name.lower().endswith(".gz") else name


def _is_litter(name: str) -> bool:
    """Tell whether a Macintosh has put the file there for itself."""
    return name.startswith("__MACOSX/") or Path(name).name.startswith("._")


def _reason(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__


def shown(name: str) -> str:
    """Return a name as it can be shown in a line."""
    return "".join(char if char.isprintable() else "?" for char in name)


_STARTS = "the first disk, cartridge, tape, program or tune"
FORMATS = (
    Format((".zip",), "archive", "an archive", _STARTS, marks=_ZIP_MARKS, verify=_is_zip),
    Format((".gz",), "archive", "an archive", _STARTS, marks=(GZIP_MAGIC,), verify=_is_gzip),
)
