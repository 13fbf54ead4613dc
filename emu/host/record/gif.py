"""Records pictures as an animated GIF, which is written while it is recorded.

A GIF counts time in hundredths of a second, and viewers treat anything below two of them as ten.
So a picture lasts at least two, and none begins more than one from its own time.  Where the next
would come too late, one is left out: one of 400 on a PAL machine, every sixth on an NTSC one.

Pillow compresses, but the file is put together here, because Pillow would keep all pictures in
memory until the end.  Only the rectangle that has changed is written, with unchanged pixels
transparent.
"""

from __future__ import annotations

import io
import struct
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
from PIL import Image

from disk.durable import sync_file
from emu.host.types import Picture

if TYPE_CHECKING:
    from c64.api_views import FilePath

SHORTEST = 2  # hundredths of a second
OFF_AT_MOST = 1
LONGEST = 0xFFFF
TRANSPARENT = 16
BITS = 5  # of the table of colours: 32 of them
FOR_EVER = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
HEAD, DESCRIPTOR, EXTENSION, TRAILER = 13, 0x2C, 0x21, b"\x3b"


def table(palette: npt.ArrayLike) -> bytes:
    """Return the bytes of a GIF's table of colours, of uint8[16, 3]."""
    return np.asarray(palette, dtype=np.uint8).tobytes().ljust(3 << BITS, b"\0")


def compressed(pixels: Picture) -> bytes:
    """Return the image data of uint8[height, width] in the format of a GIF."""
    # As grey levels: of a palette Pillow would leave out what is not used.
    image = Image.frombytes("L", pixels.shape[::-1], pixels.tobytes())
    file = io.BytesIO()
    image.save(file, "GIF", optimize=False, interlace=False)
    data = file.getvalue()
    at = HEAD + (3 << (data[10] & 7) + 1 if data[10] & 0x80 else 0)
    while data[at] == EXTENSION:
        at += 2
        while data[at]:
            at += data[at] + 1
        at += 1
    flags = data[at + 9]
    at += 10 + (3 << (flags & 7) + 1 if flags & 0x80 else 0)
    return data[at:-1]


class GifWriter:
    """Collects pictures.  OSError if the file cannot be written.

    frame_hz  Fraction: frames per second
    scale     pixels of the GIF for one of the VIC
    hold      hundredths of a second for which the last picture stays before the GIF repeats
    """

    def __init__(self, path: FilePath, frame_hz: Fraction, scale: int = 1, hold: int = 0) -> None:
        self._path = Path(path)
        self._file = open(path, "wb")  # noqa: SIM115  (open as long as the recording)
        self._each = Fraction(100) / frame_hz
        self._scale, self._hold = scale, hold
        self._frames = 0
        # The picture that the file shows so far.
        self._drawn: Picture | None = None
        # (picture, its table of colours, the hundredth it begins at)
        self._next: tuple[Picture, bytes, int] | None = None
        self._colours: bytes | None = None

    def frame(self, indices: Picture, palette: npt.ArrayLike, _samples: object = None) -> None:
        """Take a frame."""
        now = self._frames * self._each
        self._frames += 1
        picture = indices.copy()
        colours = table(palette)
        if self._next is None:
            self._next = picture, colours, round(now)
            return
        before, colours_before, begun = self._next
        if colours_before == colours and np.array_equal(before, picture):
            return
        begins = begun + SHORTEST
        if begins < now - OFF_AT_MOST:
            begins = round(now)
        if begins - now <= OFF_AT_MOST:
            self._write(before, colours_before, begins - begun)
            begun = begins
        self._next = picture, colours, begun

    def _write(self, picture: Picture, colours: bytes, lasts: int) -> None:
        """Write a picture that is shown for some hundredths of a second."""
        if self._drawn is None:
            self._begin(picture.shape, colours)
        top, left, pixels = self._changed(picture, anew=colours != self._colours)
        self._drawn, self._colours = picture, colours
        data = compressed(pixels.repeat(self._scale, 0).repeat(self._scale, 1))
        height, width = pixels.shape
        local = b"" if colours == self._first else colours
        place = [value * self._scale for value in (left, top, width, height)]
        while lasts > 0:
            now = lasts if lasts <= LONGEST else min(LONGEST, lasts - SHORTEST)
            lasts -= now
            control = struct.pack("<BBBBHBB", EXTENSION, 0xF9, 4, 0b101, now, TRANSPARENT, 0)
            flags = 0x80 | BITS - 1 if local else 0
            self._file.write(control + struct.pack("<B4HB", DESCRIPTOR, *place, flags))
            self._file.write(local + data)
        self._file.flush()  # so that a full disk is noticed now

    def _begin(self, shape: tuple[int, ...], colours: bytes) -> None:
        self._first = colours
        size = (shape[1] * self._scale, shape[0] * self._scale)
        flags = 0x80 | (BITS - 1) << 4 | BITS - 1
        self._file.write(b"GIF89a" + struct.pack("<2H3B", *size, flags, 0, 0))
        self._file.write(colours + FOR_EVER)

    def _changed(self, picture: Picture, anew: bool) -> tuple[int, int, Picture]:
        """Return (top, left, pixels) of the rectangle that has changed."""
        if self._drawn is None or anew:
            return 0, 0, picture
        other = picture != self._drawn
        rows, columns = (np.flatnonzero(other.any(axis=axis)) for axis in (1, 0))
        if not len(rows):
            return 0, 0, np.full((1, 1), TRANSPARENT, dtype=np.uint8)
        part = slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1)
        pixels = np.where(other[part], picture[part], np.uint8(TRANSPARENT))
        return int(rows[0]), int(columns[0]), pixels

    def close(self) -> None:
        """Write the last picture and finish the file."""
        try:
            if self._next is not None:
                picture, colours, begun = self._next
                end = round(self._frames * self._each)
                self._write(picture, colours, max(SHORTEST, end - begun) + self._hold)
                self._file.write(TRAILER)
            self._file.flush()
            sync_file(self._file.fileno(), self._path)
        finally:
            self._file.close()
