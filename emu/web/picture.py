"""Encodes the difference between two pictures as bytes, cell by cell.

A cell is 8 x 8 pixels.  The C64 has seldom more than two colours in one, so most cells are a byte
of colours and eight of pattern.  A picture is, in this order,

    rows     a bit for each row of cells: something in it has changed
    columns  for each such row a bit for each of its cells: this one has
    kinds    two bits for each changed cell: PLAIN, PAIR, FULL
    colours  a byte for each PLAIN (0-15) and each PAIR (set, clear << 4)
    dots     for each PAIR eight bytes, one bit per pixel
    nibbles  for each FULL thirty-two bytes, the left pixel in the upper half

Each part begins at a byte boundary, and bits go from the highest down.  More than SMALL bytes are
compressed by deflate.  ``page/picture.js`` draws it.  A key picture is a change from all black.
"""

import zlib

import numpy as np
import numpy.typing as npt

Pixels = npt.NDArray[np.uint8]  # palette indices
CELL = 8
PLAIN, PAIR, FULL = range(3)
SMALL = 160  # bytes; no more are not worth compressing
LEVEL = 6


def blank(shape: tuple[int, ...]) -> Pixels:
    """Return the picture with which a client begins: all black."""
    return np.zeros(shape, dtype=np.uint8)


def changed_cells(before: Pixels, now: Pixels) -> npt.NDArray[np.bool_]:
    """Return bool[rows, columns]: which cells of two pictures differ."""
    lines = before.view(np.uint64) != now.view(np.uint64)
    lines = lines.reshape(len(now) // CELL, CELL, -1)
    changed: npt.NDArray[np.bool_] = lines.any(axis=1)
    return changed


def encode(before: Pixels, now: Pixels) -> bytes:
    """Return the change from one picture to another, b"" if they are equal.

    before, now  uint8[height, width], palette indices, whole cells, C-contiguous
    """
    changed = changed_cells(before, now)
    rows = changed.any(axis=1)
    if not rows.any():
        return b""
    cells = _cells(now)[changed]
    lowest, highest = cells.min(axis=1), cells.max(axis=1)
    either = (cells == lowest[:, None]) | (cells == highest[:, None])
    kinds = np.full(len(cells), FULL, dtype=np.uint8)
    kinds[either.all(axis=1)] = PAIR
    kinds[lowest == highest] = PLAIN
    pair, full = cells[kinds == PAIR], cells[kinds == FULL]
    set_, clear = highest[kinds != FULL], lowest[kinds != FULL]
    colours = np.where(set_ == clear, set_, set_ | clear << 4)
    parts = (
        np.packbits(rows),
        np.packbits(changed[rows], axis=1),
        np.packbits(np.stack((kinds >> 1, kinds & 1), axis=1)),
        colours.astype(np.uint8),
        np.packbits(pair == highest[kinds == PAIR][:, None], axis=1),
        full[:, 0::2] << 4 | full[:, 1::2],
    )
    return b"".join(part.tobytes() for part in parts)


def _cells(picture: Pixels) -> Pixels:
    """Return uint8[rows, columns, 64], a view of the pixels of each cell."""
    height, width = picture.shape
    parts = picture.reshape(height // CELL, CELL, width // CELL, CELL)
    return parts.transpose(0, 2, 1, 3).reshape(height // CELL, width // CELL, CELL * CELL)


def pack(data: bytes) -> tuple[bool, bytes]:
    """Return (packed, bytes): compressed by deflate without a header where that pays."""
    if len(data) <= SMALL:
        return False, data
    packer = zlib.compressobj(LEVEL, zlib.DEFLATED, -15)
    packed = packer.compress(data) + packer.flush()
    return (True, packed) if len(packed) < len(data) else (False, data)


def whole_cells(picture: Pixels) -> Pixels:
    """Return a picture with black pixels added to fill its last cells."""
    below, beside = (-size % CELL for size in picture.shape)
    if below or beside:
        picture = np.pad(picture, ((0, below), (0, beside)))
    return np.ascontiguousarray(picture)
