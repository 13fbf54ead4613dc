"""What is packed in a .zip or a .gz: names and contents, nothing of it written anywhere.

Not unpacked: archives in archives, encrypted files, methods that Python's zipfile does not know.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING

from disk.errors import MediaDamaged

if TYPE_CHECKING:  # it takes longer to import than all of disk/
    from zipfile import ZipFile

ZIP_MAGIC, GZIP_MAGIC = b"PK\x03\x04", b"\x1f\x8b"
_EMPTY_ZIP = b"PK\x05\x06"
ENDINGS = (".zip", ".gz")
MOST_FILES = 10_000
_ENCRYPTED = 0x01


def is_archive(content: bytes, extension: str) -> bool:
    """Tell whether a content is packed, by its mark or by its file's ending."""
    return content.startswith((ZIP_MAGIC, _EMPTY_ZIP, GZIP_MAGIC)) or extension in ENDINGS


def members(content: bytes, where: str) -> list[str]:
    """Return the names of the files in an archive; MediaDamaged if it cannot be read."""
    if content.startswith(GZIP_MAGIC):
        return [_gz_name(where)]
    with _zip(content, where) as packed:
        infos = [info for info in packed.infolist() if not info.is_dir()]
    if len(infos) > MOST_FILES:
        raise MediaDamaged(f"{where}: holds {len(infos)} files; at most {MOST_FILES} are looked at")
    return [info.filename for info in infos if not _is_litter(info.filename)]


def unpack(content: bytes, where: str, name: str, most: int) -> bytes:
    """Return the content of a file in an archive.

    most   bytes that it may have; no more than that is ever unpacked

    Raises MediaDamaged: broken, encrypted, too large.
    """
    label = f"{where}, {shown(name)}"
    import gzip

    try:
        if content.startswith(GZIP_MAGIC):
            with gzip.GzipFile(fileobj=io.BytesIO(content)) as stream:
                found = stream.read(most + 1)
        else:
            found = _from_zip(content, where, name, label, most)
    except MediaDamaged:
        raise
    except _broken() as error:
        raise MediaDamaged(f"{label}: cannot be unpacked: {_reason(error)}") from None
    if len(found) > most:
        raise MediaDamaged(f"{label}: unpacks to more than {most} bytes; no image is larger")
    return found


def _from_zip(content: bytes, where: str, name: str, label: str, most: int) -> bytes:
    with _zip(content, where) as packed:
        info = packed.getinfo(name)
        if info.flag_bits & _ENCRYPTED:
            raise MediaDamaged(f"{label}: is encrypted; unpack it yourself")
        with packed.open(info) as stream:
            return stream.read(most + 1)


def _broken() -> tuple[type[Exception], ...]:
    """Return what the libraries raise for contents that break the rules."""
    import lzma
    import struct
    import zipfile
    import zlib

    return (
        zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, lzma.LZMAError, struct.error,
        EOFError, OSError, NotImplementedError, RuntimeError, ValueError, IndexError,
    )  # fmt: skip


def _zip(content: bytes, where: str) -> ZipFile:
    from zipfile import ZipFile

    try:
        return ZipFile(io.BytesIO(content))
    except _broken() as error:
        raise MediaDamaged(f"{where}: is no archive that can be read: {_reason(error)}") from None


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
