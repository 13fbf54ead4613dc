"""Events of a recording, at the edges of what they can be."""

import struct

import pytest

from emu.replay.events import CUT_AT_MOST, cut_of, pack_cut


@pytest.mark.parametrize("cycles", [1, CUT_AT_MOST])
def test_a_cut_comes_back_as_it_was_packed(cycles):
    assert cut_of(pack_cut(cycles)) == cycles


@pytest.mark.parametrize("cycles", [0, CUT_AT_MOST + 1])
def test_a_cut_of_no_cycle_or_of_too_many_is_refused(cycles):
    with pytest.raises(ValueError):
        cut_of(pack_cut(cycles))


def test_a_cut_that_is_cut_short_is_no_cut():
    with pytest.raises(struct.error):
        cut_of(pack_cut(1)[:-1])
