"""Named errors of images and program files.

``MediaError`` is the only exception that ``disk`` lets out.  Its message is one
line: what is wrong, where, and what would be right.

``DosError`` is what a disk drive reports in its status channel; it carries the
drive's own number, track and sector.  Source of the numbers and of their
meaning: Commodore, "1541 User's Guide", appendix B, and "1581 User's Guide" for 2 and 77.
"""

import warnings

from disk.base.errors import Go64Error

# number -> text as the drive spells it.  The drive stores its messages as
# words and puts a blank before every word taken from its word list, so that
# some of them begin with a blank.
DOS_TEXTS = {
    0: " OK",
    1: " FILES SCRATCHED",
    2: " SELECTED PARTITION",
    20: "READ ERROR",
    21: "READ ERROR",
    22: "READ ERROR",
    23: "READ ERROR",
    24: "READ ERROR",
    25: " WRITE ERROR",
    26: " WRITE PROTECT ON",
    27: "READ ERROR",
    28: " WRITE ERROR",
    29: " DISK ID MISMATCH",
    30: "SYNTAX ERROR",
    31: "SYNTAX ERROR",
    32: "SYNTAX ERROR",
    33: "SYNTAX ERROR",
    34: "SYNTAX ERROR",
    39: " FILE NOT FOUND",
    50: " RECORD NOT PRESENT",
    51: "OVERFLOW IN RECORD",
    52: " FILE TOO LARGE",
    60: " WRITE FILE OPEN",
    61: " FILE NOT OPEN",
    62: " FILE NOT FOUND",
    63: " FILE EXISTS",
    64: " FILE TYPE MISMATCH",
    65: "NO BLOCK",
    66: "ILLEGAL TRACK OR SECTOR",
    67: "ILLEGAL SYSTEM T OR S",
    70: "NO CHANNEL",
    71: "DIR ERROR",
    72: " DISK FULL",
    73: "GO64 DOS 1541",
    74: "DRIVE NOT READY",
    77: " SELECTED PARTITION ILLEGAL",
}


class MediaWarning(UserWarning):
    """A file is damaged or unusual, and was read as far as it goes; the text is one line."""


def warn_media(text: str) -> None:
    """Warn the user of a file that was read in part: ``text`` says what is left out, and where."""
    warnings.warn(text, MediaWarning, stacklevel=3)


class MediaError(Go64Error):
    """An image or a program file cannot be used; the message is one line."""


class MediaNotFound(MediaError):
    """There is no such file, or it is not a plain file that can be read."""


class MediaUnknown(MediaError):
    """Neither the content nor the name tells a kind that GO 64 knows."""


class MediaDamaged(MediaError):
    """The kind is known, the content breaks its rules."""


class MediaWriteError(MediaError):
    """The host would not take what the drive wrote."""


class DosError(MediaError):
    """A disk operation failed the way a drive reports it.

    number   0..77, a key of ``DOS_TEXTS``
    track    0..80, 0 where none applies
    sector   0..39
    hint     what the user is told besides, "" for nothing
    """

    def __init__(self, number: int, track: int = 0, sector: int = 0, hint: str = "") -> None:
        super().__init__(status_text(number, track, sector))
        self.hint = hint
        self.number = number
        self.track = track
        self.sector = sector


def status_text(number: int, track: int = 0, sector: int = 0) -> str:
    """Return a drive's status line, for example ``62, FILE NOT FOUND,00,00``."""
    return f"{number:02d},{DOS_TEXTS[number]},{track:02d},{sector:02d}"
