"""How long the songs of SID tunes are: the High Voltage SID Collection's Songlengths.md5.

The collection has the file as ``DOCUMENTS/Songlengths.md5``; GO 64 brings none.  Each of its lines
names a tune by the MD5 of its file and has a length for each song, in its order::

    2727236ead44a62f0c6e01f6dd4dc484=0:53 1:02.500

Lengths are minutes and seconds, perhaps thousandths.  Older files mark some, as in ``0:53(G)``.
Source: the collection's own documents, Songlengths.faq.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from disk.errors import MediaUnknown
from disk.plain_file import read_plain

if TYPE_CHECKING:
    from disk.plain_file import FilePath

LARGEST = 32 << 20  # bytes; the collection's has 5 MB
LINE_MOST = 8192  # bytes that are looked at: 256 songs have 4 KB
_LENGTH = re.compile(rb"(\d{1,4}):(\d{2})(?:\.(\d{1,3}))?(?:\(\w*\))?")


class SongLengths:
    """The lengths of a file; MediaUnknown if it is none, OSError if it cannot be read."""

    def __init__(self, path: FilePath) -> None:
        self._content = read_plain(path, LARGEST).lower()
        if b"[database]" not in self._content:
            raise MediaUnknown(f"{path}: no '[Database]' in it, as Songlengths.md5 has")

    def of(self, md5: str) -> tuple[float, ...]:
        """Return seconds of each song of the tune whose file has that MD5, () if it is unknown."""
        mark = b"\n" + md5.lower().encode("ascii") + b"="
        place = self._content.find(mark)
        if place < 0:
            return ()
        first = place + len(mark)
        line = self._content[first : first + LINE_MOST].split(b"\n", 1)[0]
        return tuple(
            int(minutes) * 60 + int(seconds) + int((part or b"0").ljust(3, b"0")) / 1000
            for minutes, seconds, part in _LENGTH.findall(line)
        )
