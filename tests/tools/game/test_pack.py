"""The packer: whatever is packed comes out again, and repetition gets small."""

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tools.game import pack
from tools.game.pack import (
    LENGTH_MOST,
    PAYLOAD,
    pack_block,
    pack_blocks,
    pack_parts,
    unpack_block,
    unpack_blocks,
    unpack_parts,
)


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


@pytest.mark.slow
def test_long_runs_and_far_matches_come_out_again():
    data = bytes(5 * LENGTH_MOST) + bytes(range(256)) * 3 + b"!" * 700 + bytes(range(256))
    assert unpack_block(pack_block(data))[0] == data


def test_repetition_gets_small():
    assert len(pack_block(b"go sixty-four " * 100)) < 60


def test_blocks_carry_their_address_and_an_end():
    packed = pack_blocks([(0x0800, b"abc"), (0xA800, b"")])
    assert packed[:2] == b"\x00\x08"
    assert packed[-2:] == b"\0\0"


@pytest.mark.slow
@given(st.lists(st.lists(st.sampled_from([b"ABRA", b"CAD", b"\0" * 9]), max_size=20), max_size=5))
@settings(max_examples=60, deadline=None)
def test_blocks_come_out_again_at_their_addresses(parts):
    blocks = [(0x0800 + 0x1234 * at, b"".join(part)) for at, part in enumerate(parts)]
    for order in (blocks, blocks[::-1]):
        assert unpack_blocks(pack_blocks(order)) == order


def test_a_copy_reaches_back_into_an_earlier_block_of_the_file():
    words = random.Random(64).randbytes(200)
    alone = len(pack_blocks([(0x2000, words)]))
    both = pack_blocks([(0x0800, words), (0x2000, words)])
    assert len(both) < alone + 20
    assert unpack_blocks(both) == [(0x0800, words), (0x2000, words)]


def test_a_copy_reaches_back_into_what_is_always_in_memory_but_for_the_first_bytes():
    words = random.Random(64).randbytes(200)
    resident = [(0x0800, words), (0x1000, words[::-1])]
    packed = pack_blocks([(0x2000, words)], resident, alone=7)
    assert len(packed) < 30
    assert unpack_blocks(packed, resident) == [(0x2000, words)]
    strange = [(0x0800, bytes(200))]  # another program in memory
    ((_, found),) = unpack_blocks(packed, strange)
    assert found[:7] == words[:7]
    assert found != words
    short = pack_blocks([(0x2000, b"GO")], resident, alone=7)
    assert unpack_blocks(short) == [(0x2000, b"GO")]


@pytest.mark.slow
@given(st.lists(st.binary(min_size=1, max_size=400), min_size=1, max_size=4))
@settings(max_examples=60, deadline=None)
def test_a_part_begins_in_a_block_of_its_own_and_what_fills_the_last_one_is_parts_without_blocks(
    contents,
):
    parts = [[(0x0800 + 0x1000 * at, data)] for at, data in enumerate(contents)]
    packed = pack_parts(parts, (), 0)
    found = [part for part in unpack_parts(packed) if part]
    assert [part[0] for part in found] == [part[0] for part in parts]
    last = pack_blocks(parts[-1], [part[0] for part in parts[:-1]])
    assert packed.endswith(last)
    assert (len(packed) - len(last)) % PAYLOAD == 0
    assert pack_parts(parts[:1], (), 0) == pack_blocks(parts[0]), "one part is a file as any"


def test_a_second_part_copies_from_the_first_one():
    words = random.Random(64).randbytes(300)
    packed = pack_parts([[(0x0800, words)], [(0x2000, words)]], (), 0)
    assert 2 * PAYLOAD < len(packed) < 2 * PAYLOAD + 30
    first, *filled, second = unpack_parts(packed)
    assert first[0] == (0x0800, words)
    assert second == unpack_blocks(packed[2 * PAYLOAD :], first) == [(0x2000, words)]
    assert not any(filled)


def test_what_a_later_block_has_overwritten_is_not_copied():
    words = random.Random(64).randbytes(200)
    blocks = [(0x0800, words), (0x0800, bytes(200)), (0x2000, words)]
    memory = bytearray(0x10000)
    for address, data in unpack_blocks(pack_blocks(blocks)):
        memory[address : address + len(data)] = data
    assert memory[0x2000:0x20C8] == words
    assert memory[0x0800:0x08C8] == bytes(200)


@pytest.mark.parametrize("address", [0, -1, 0x10000, 0xFFFF])
def test_a_block_outside_memory_is_refused(address):
    with pytest.raises(ValueError, match="not in memory"):
        pack_blocks([(address, b"ab")])


@pytest.mark.slow
def test_ways_that_are_dearer_at_first_are_followed_too(monkeypatch):
    data = Path(pack.__file__).read_bytes()[:4000]
    several = len(pack_block(data))
    monkeypatch.setattr(pack, "WAYS", 1)
    assert several < len(pack_block(data))


@pytest.mark.parametrize("size", [255, 256, 257, 511, 512, 513, 1100])
def test_long_runs_of_what_does_not_repeat_come_out_again(size):
    data = random.Random(size).randbytes(size)
    assert unpack_block(pack_block(data)) == (data, len(pack_block(data)))
    assert unpack_block(pack_block(data + data[:40]))[0] == data + data[:40]
