"""What has changed between two pictures: every pair of pictures comes out as it went in."""

import zlib

import numpy as np
import pytest

from emu.web.picture import blank, encode, pack, whole_cells
from tests.emu.web.kit import decode

SHAPE = (272, 384)


def some_picture(seed, colours, shape=SHAPE):
    """Random pixels of so many colours, another choice for each cell."""
    random = np.random.default_rng(seed)
    inks = random.integers(0, 16, (shape[0] // 8, shape[1] // 8, colours))
    which = random.integers(0, colours, shape)
    rows, columns = np.indices(shape)
    return inks[rows // 8, columns // 8, which].astype(np.uint8)


@pytest.mark.parametrize("colours", [1, 2, 3, 16])
@pytest.mark.parametrize("share", [0.0005, 0.02, 1.0])
def test_a_change_makes_the_new_picture_of_the_old_one(colours, share):
    before, new = some_picture(1, 16), some_picture(2, colours)
    cells = np.random.default_rng(3).random((34, 48)) < share
    cells[5, 7] = True
    now = np.where(np.kron(cells, np.ones((8, 8))) > 0, new, before).astype(np.uint8)
    there = before.copy()
    decode(encode(before, now), there)
    assert np.array_equal(there, now)


def test_a_whole_picture_is_a_change_from_black():
    now, there = some_picture(4, 2), blank(SHAPE)
    decode(encode(there, now), there)
    assert np.array_equal(there, now)


def test_no_change_is_no_bytes():
    assert encode(some_picture(5, 4), some_picture(5, 4)) == b""


def test_a_single_dot_costs_a_few_bytes():
    now = blank(SHAPE)
    now[100, 100] = 7
    assert len(encode(blank(SHAPE), now)) <= 5 + 6 + 1 + 1 + 8


def test_long_changes_are_packed_and_short_ones_are_not():
    data = encode(blank(SHAPE), whole_cells(np.full((270, 380), 6, dtype=np.uint8)))
    packed, small = pack(data)
    assert packed and len(small) < len(data) // 10
    assert zlib.decompress(small, -15) == data
    assert pack(b"ab") == (False, b"ab")
    noise = np.random.default_rng(6).bytes(5000)
    assert pack(noise) == (False, noise)


def test_a_picture_of_odd_size_gets_whole_cells():
    now = whole_cells(some_picture(7, 16)[:247])
    assert now.shape == (248, 384) and not now[247].any()
