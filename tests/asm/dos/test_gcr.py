"""Conversion between bytes and GCR in the DOS ROM, against GCR written bit by bit."""

import random

import pytest

from tests.asm.dos import gcr
from tests.asm.dos.dos_flat import flat_drive

BUFFER = 2
AT = 0x0300 + 256 * BUFFER
OVERFLOW = 0x01BB
SECTOR_NAMES = ["zeros", "ones", "count", "dice1", "dice2", "dice3"]


@pytest.fixture(scope="module")
def drive():
    return flat_drive()


@pytest.fixture
def flat(drive):
    drive.memory.put("BUF_PTR", 0)
    drive.ram[0x31] = AT >> 8
    drive.memory.put("BLOCK_MARK", 7)
    drive.memory.put("HEADER_MARK", 8)
    return drive


def sectors():
    dice = random.Random(1541)
    yield bytes(256)
    yield bytes([255]) * 256
    yield bytes(range(256))
    for _ in range(3):
        yield dice.randbytes(256)


def put(flat, at, data):
    flat.ram[at : at + len(data)] = data


def test_every_four_bytes_become_five_and_come_back(flat):
    dice = random.Random(4)
    for _ in range(300):
        four = dice.randbytes(4)
        put(flat, flat.symbols.address("STAGE"), four)
        flat.memory.put("GCR_PTR", 0x10)
        flat.call("gcr_encode")
        assert bytes(flat.ram[AT + 0x10 : AT + 0x15]) == gcr.gcr(four)
        assert flat.memory["GCR_PTR"] == 0x15
        flat.memory.put("GCR_PTR", 0x10)
        put(flat, flat.symbols.address("STAGE"), bytes(4))
        flat.call("gcr_decode")
        assert flat.memory["STAGE", 4] == four
        assert flat.memory["GCR_PTR"] == 0x15


@pytest.mark.parametrize("code", range(16))
def test_a_nibble_alone_shows_each_code(flat, code):
    put(flat, flat.symbols.address("STAGE"), bytes([code << 4 | code] * 4))
    flat.memory.put("GCR_PTR", 0)
    flat.call("gcr_encode")
    assert f"{int.from_bytes(flat.ram[AT : AT + 5]):040b}" == gcr.CODES[code] * 8


@pytest.mark.parametrize("split", range(1, 5))
def test_groups_go_on_in_the_page_that_programs_ask_for(flat, split):
    four = bytes([0x12, 0x9A, 0xE7, 0x5C])
    put(flat, flat.symbols.address("STAGE"), four)
    put(flat, flat.symbols.address("GCR_SOURCE"), bytes([0x07, 0x40]))
    flat.memory.put("GCR_PTR", 256 - split)
    flat.call("gcr_encode")
    five = gcr.gcr(four)
    assert bytes(flat.ram[AT + 256 - split : AT + 256]) == five[:split]
    assert bytes(flat.ram[0x0740 : 0x0745 - split]) == five[split:]
    flat.memory.put("GCR_PTR", 256 - split)
    flat.ram[0x31] = AT >> 8
    flat.call("gcr_decode")
    assert flat.memory["STAGE", 4] == four


@pytest.mark.parametrize("sector", list(sectors()), ids=SECTOR_NAMES)
def test_a_block_is_encoded_in_its_own_buffer_and_restored(flat, sector):
    put(flat, AT, sector)
    flat.memory.put("CHECKSUM", flat.call("block_sum").a)
    flat.call("block_encode")
    block = bytes(flat.ram[OVERFLOW:0x0200]) + bytes(flat.ram[AT : AT + 256])
    assert block == gcr.data_block(sector)
    assert flat.memory["GCR_FLAG"]
    assert flat.ram[0x31] == AT >> 8
    flat.call("block_restore")
    assert bytes(flat.ram[AT : AT + 256]) == sector
    assert flat.memory["GCR_FLAG"] == 0
    assert flat.ram[0x31] == AT >> 8


@pytest.mark.parametrize("sector", list(sectors()), ids=SECTOR_NAMES)
def test_a_block_that_was_read_is_decoded_in_its_own_buffer(flat, sector):
    block = gcr.data_block(sector)
    put(flat, AT, block[:256])
    put(flat, OVERFLOW, block[256:])
    flat.call("block_decode")
    assert bytes(flat.ram[AT : AT + 256]) == sector
    assert flat.memory["DATA_MARK"] == 7
    assert flat.memory["CHECKSUM"] == flat.call("block_sum").a
    assert flat.ram[0x31] == AT >> 8


def test_decoding_touches_no_other_byte_of_the_buffers(flat):
    put(flat, 0x0300, bytes([0xA5]) * 0x500)
    put(flat, AT, gcr.data_block(bytes(256))[:256])
    put(flat, OVERFLOW, gcr.data_block(bytes(256))[256:])
    flat.call("block_decode")
    flat.call("block_encode")
    flat.call("block_restore")
    assert bytes(flat.ram[0x0300:AT]) == bytes([0xA5]) * (AT - 0x0300)
    assert bytes(flat.ram[AT + 256 : 0x0800]) == bytes([0xA5]) * (0x0800 - AT - 256)


def test_a_header_is_encoded_and_decoded(flat):
    put(flat, 0x16, bytes([0x41, 0x42, 17, 20, 0x41 ^ 0x42 ^ 17 ^ 20]))
    before = bytes(flat.ram[0x16:0x1B])
    flat.call("header_encode")
    assert bytes(flat.ram[0x24:0x2E]) == gcr.header(b"\x41\x42", 17, 20)
    put(flat, 0x16, bytes(5))
    flat.call("header_decode")
    assert bytes(flat.ram[0x16:0x1B]) == before
    assert flat.ram[0x31] == AT >> 8


def test_bytes_that_are_no_gcr_end_the_conversion_too(flat):
    for byte in (0x00, 0xFF, 0x18):
        put(flat, AT, bytes([byte]) * 256)
        put(flat, OVERFLOW, bytes([byte]) * 69)
        flat.call("block_decode")
        assert flat.ram[0x31] == AT >> 8


def test_tracks_have_the_sectors_of_their_zone(flat):
    for track in range(1, 43):
        expected = 21 if track < 18 else 19 if track < 25 else 18 if track < 31 else 17
        result = flat.call("sectors_of", a=track, x=7, y=9)
        assert (result.a, result.x, result.y) == (expected, 7, 9)


def test_programs_find_the_tables_of_the_format(drive):
    codes = bytes(int(code, 2) for code in gcr.CODES)
    assert bytes(drive.ram[0xF77F:0xF78F]) == codes
    for nibble, code in enumerate(codes):
        assert drive.ram[0xF8A0 + code] == nibble << 4
        assert drive.ram[0xF8C0 + code] == nibble
    assert bytes(drive.ram[0xFED1:0xFED5]) == bytes([17, 18, 19, 21])
    assert bytes(drive.ram[0xFED7:0xFEDB]) == bytes([36, 31, 25, 18])
    assert drive.ram[0xFE85] == 18


# Source: Englisch and Szczepanowski, "The Anatomy of the 1541 Disk Drive", ROM listing
ENTRIES = {
    "dos_reset": 0xEAA0, "main_loop": 0xEBE7, "ctl_tick": 0xF2B0, "job_pointers": 0xF393,
    "header_read": 0xF3B1, "job_ok": 0xF418, "header_decode": 0xF497, "block_read": 0xF4D1,
    "block_wait": 0xF50A, "header_find": 0xF510, "sync_wait": 0xF556, "block_write": 0xF575,
    "block_sum": 0xF5E9, "block_restore": 0xF5F2, "block_verify": 0xF691, "gcr_encode": 0xF6D0,
    "block_encode": 0xF78F, "gcr_decode": 0xF7E6, "block_decode": 0xF8E0,
    "header_encode": 0xF934, "job_end": 0xF969, "motor_on": 0xF97E, "motor_linger": 0xF98F,
    "ctl_motor": 0xF99C, "format_job": 0xFAC7, "head_read": 0xFE00, "track_clear": 0xFE0E,
    "dos_irq": 0xFE67,
}  # fmt: skip


def test_routines_that_programs_call_are_where_the_books_say(drive):
    assert {name: drive.symbols.address(name) for name in ENTRIES} == ENTRIES
