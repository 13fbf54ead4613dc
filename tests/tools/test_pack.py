"""The packer: whatever is packed comes out again, and repetition gets small."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tools.pack import LENGTH_MOST, pack_block, pack_blocks, unpack_block


@given(st.binary(max_size=600))
@settings(max_examples=60, deadline=None)
def test_packed_bytes_come_out_again(data):
    stream = pack_block(data)
    assert unpack_block(stream + b"rest") == (data, len(stream))


@given(st.lists(st.sampled_from([b"ABRA", b"CAD", b"\0" * 9, b"xyz"]), max_size=80))
@settings(max_examples=60, deadline=None)
def test_repetitive_bytes_come_out_again(parts):
    data = b"".join(parts)
    assert unpack_block(pack_block(data))[0] == data


def test_long_runs_and_far_matches_come_out_again():
    data = bytes(5 * LENGTH_MOST) + bytes(range(256)) * 3 + b"!" * 700 + bytes(range(256))
    assert unpack_block(pack_block(data))[0] == data


def test_repetition_gets_small():
    assert len(pack_block(b"go sixty-four " * 100)) < 60


def test_blocks_carry_their_address_and_an_end():
    packed = pack_blocks([(0x0800, b"abc"), (0xA800, b"")])
    assert packed[:2] == b"\x00\x08"
    assert packed[-2:] == b"\0\0"


@pytest.mark.parametrize("address", [0, -1, 0x10000, 0xFFFF])
def test_a_block_outside_memory_is_refused(address):
    with pytest.raises(ValueError, match="not in memory"):
        pack_blocks([(address, b"ab")])
