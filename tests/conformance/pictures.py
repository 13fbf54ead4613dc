"""Pictures of a run, and whether they are those the suite wants.

A picture is held against its reference pixel by pixel, by colour index.  Text makes that a
matter of the character ROM: the collection's pictures are drawn with Commodore's, which is
not here, and a few of them with a free one.  Where the machine has another ROM than the
picture, the question is: is there any character ROM with which our picture equals it, in
every pixel?  ``equal_under_some_rom`` answers it by running the program with ROMs of known
content, which tells for each pixel which two bits of the ROM it comes from and what it shows
for each of their four values.  A pixel that does not come from the ROM must be equal; those
that come from the same two bits must agree on a value for them.
"""

from functools import lru_cache

import numpy as np

PEPTO = (
    "000000 ffffff 68372b 70a4b2 6f3d86 588d43 352879 b8c76f "
    "6f4f25 433900 9a6759 444444 6c6c6c 9ad284 6c5eb5 959595"
)
PAIR_VALUES = (0x00, 0x55, 0xAA, 0xFF)  # every pair of bits 0, 1, 2, 3
PLACES = (0xF0, 0xCC)  # which of a byte's four pairs: bits 1 and 0 of its number
ADDRESS_BITS = 12
ROM_SIZE = 1 << ADDRESS_BITS


def nearest_index(picture):
    """Map RGB uint8[h, w, 3] to the nearest of Pepto's colours: uint8[h, w]."""
    table = np.array([[int(c[i : i + 2], 16) for i in (0, 2, 4)] for c in PEPTO.split()], int)
    distance = ((picture[:, :, None, :].astype(int) - table) ** 2).sum(axis=3)
    return distance.argmin(axis=2).astype(np.uint8)


@lru_cache(maxsize=64)
def reference(path):
    """Return a reference picture as palette indices uint8[h, w]."""
    from PIL import Image

    return nearest_index(np.asarray(Image.open(path).convert("RGB")))


def shown(board):
    """Return the visible picture as palette indices, a copy."""
    vic = board.vic
    left, top, width, height = vic.crop()
    shape = (board.model.lines, board.model.cycles_per_line * 8)
    frame = np.frombuffer(memoryview(vic.frame), dtype=np.uint8)[: shape[0] * shape[1]]
    rows = np.arange(top, top + height) % board.model.lines
    return frame.reshape(shape)[rows, left : left + width]


def difference(want, have):
    """Return in words where two pictures differ, None if nowhere."""
    if want.shape != have.shape:
        return f"picture {have.shape} instead of {want.shape}"
    return _count(want != have, "pixels differ")


def _count(wrong, what):
    if not wrong.any():
        return None
    rows, columns = np.nonzero(wrong)
    return f"{len(rows)} {what}, first at line {rows[0]}, column {columns[0]}"


def equal_under_some_rom(want, picture_with):
    """Return in words why no character ROM makes the picture ``want``, None if one does.

    want          uint8[h, w]
    picture_with  function from a character ROM (4096 bytes) to the picture of the same
                  moment, uint8[h, w]
    """
    by_value = np.array([picture_with(bytes([v]) * ROM_SIZE) for v in PAIR_VALUES])
    if by_value.shape[1:] != want.shape:
        return difference(want, by_value[0])
    possible = sum((by_value[v] == want).astype(int) << v for v in range(4))
    wrong = _count(possible == 0, "pixels differ whatever the character ROM holds")
    if wrong:
        return wrong
    # Where a pair 00 and a pair 11 look alike, the tags below cannot be read off.
    tagged = by_value[0] != by_value[3]
    source = np.zeros(want.shape, int)
    for bit, place in enumerate(reversed(PLACES)):
        source |= (picture_with(bytes([place]) * ROM_SIZE) != by_value[3]).astype(int) << bit
    for bit in range(ADDRESS_BITS):
        rom = bytes(0xFF if address >> bit & 1 else 0 for address in range(ROM_SIZE))
        source |= (picture_with(rom) == by_value[3]).astype(int) << (bit + 2)
    pairs = np.full(ROM_SIZE * 4, 15)
    np.bitwise_and.at(pairs, source[tagged], possible[tagged])
    return _count((pairs[source] == 0) & tagged, "pixels want two values of the same bits of ROM")
