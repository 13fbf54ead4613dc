"""Formatting by the DOS ROM on the 1541's hardware."""

import pytest

from disk.d64 import sectors_of
from tests.asm.dos import gcr
from tests.asm.dos.dos_drive import (
    BUFFERS,
    EXECUTE,
    IDS,
    READ,
    SECOND,
    SEEK,
    WRITE,
    DosDrive,
    drive_with_known_disk,
    pattern,
    patterned_disk,
)

OK, NO_SYNC, PROTECTED = 1, 3, 8
FORMAT_TRACK = 0x51
PROGRAM = bytes([0x4C, 0xC7, 0xFA])  # JMP $FAC7


def format_last_track(drive, disk_id=b"GO"):
    """Let the drive format as if it had come to track 35."""
    assert drive.job(SEEK, 35) == OK
    drive.put(IDS, disk_id)
    drive.put(BUFFERS + 0x300, PROGRAM)
    drive.ram[FORMAT_TRACK] = 35
    return drive.job(EXECUTE, 35, buffer=3)


def bits_of(drive, half):
    """Return the cells of a track twice over, as text."""
    data, cells = drive.surface.track(half)
    return f"{int.from_bytes(data):0{8 * len(data)}b}"[:cells] * 2


def test_a_formatted_track_has_its_sectors_in_order_with_gaps():
    drive = drive_with_known_disk()
    assert format_last_track(drive) == OK
    bits = bits_of(drive, 70)
    at = 0
    sync = "1" * 40
    for sector in range(17):
        header = sync + f"{int.from_bytes(gcr.header(b'GO', 35, sector)):080b}"
        at = bits.index(header, at) + len(header)
        block = "01010101" * 9 + sync + f"{int.from_bytes(gcr.data_block(bytes(256))):02600b}"
        assert bits[at:].startswith(block)
        at += len(block)
        assert bits.index("1" * 10, at) - at >= 4 * 8
    assert bits.count(sync, 0, len(bits) // 2) in (33, 34)  # the seam may cut one


def test_a_formatted_track_is_read_and_written():
    drive = drive_with_known_disk()
    assert format_last_track(drive) == OK
    for sector in range(17):
        assert drive.job(READ, 35, sector) == OK
        assert drive.buffer(0) == bytes(256)
    for sector in range(17):
        drive.put(BUFFERS, pattern(35, sector))
        assert drive.job(WRITE, 35, sector) == OK
    assert drive.surface.flush() == []
    assert [drive.image.read(35, s) for s in range(17)] == [pattern(35, s) for s in range(17)]


def test_the_headers_get_the_new_id():
    drive = drive_with_known_disk()
    assert format_last_track(drive, b"Q7") == OK
    drive.put(IDS, b"  ")
    assert drive.job(SEEK, 35) == OK
    assert bytes(drive.ram[IDS : IDS + 2]) == b"Q7"


def test_a_protected_disk_is_not_formatted():
    drive = DosDrive(patterned_disk(), read_only=True)
    assert drive.call("disk_format") == (PROTECTED, 1)


def test_formatting_without_a_disk_ends_with_an_error():
    assert DosDrive(None).call("disk_format") == (NO_SYNC, 1)


@pytest.mark.long
def test_a_whole_disk_is_formatted_within_a_minute():
    drive = DosDrive(patterned_disk(b"OL"))
    drive.put(IDS, b"GO")
    begin = drive.bus.cycle
    halves = []

    def flush_at_each_track():
        if drive.bus.head.half not in halves:
            halves.append(drive.bus.head.half)
            drive.surface.flush()

    assert drive.call("disk_format", each=flush_at_each_track) == (OK, 0)
    assert drive.bus.cycle - begin < 60 * SECOND
    assert len(halves) > 35
    bam = bytearray(256)
    bam[0xA2:0xA4] = b"GO"  # tells the image which headers belong to it
    drive.put(BUFFERS, bam)
    assert drive.job(WRITE, 18, 0) == OK
    assert drive.surface.flush() == []
    for track in range(1, 36):
        for sector in range(sectors_of(track)):
            expected = bytes(bam) if (track, sector) == (18, 0) else bytes(256)
            assert drive.image.read(track, sector) == expected
