"""Jobs of the disk controller on the 1541's hardware: what comes back, and what is on the disk."""

import random

import pytest

from disk.g64 import G64Image
from disk.gcr import encode_track, zone_of
from tests.asm.dos.dos_drive import (
    BUFFERS,
    BUMP,
    EXECUTE,
    IDS,
    JOBS,
    JUMP,
    READ,
    SECOND,
    SEEK,
    TRACKS,
    VERIFY,
    WRITE,
    DosDrive,
    drive_with_known_disk,
    pattern,
    patterned_disk,
)
from tests.disk.test_g64 import make

OK, NO_HEADER, NO_SYNC, NO_DATA, DATA_SUM = 1, 2, 3, 4, 5
DIFFERS, PROTECTED, HEADER_SUM, OTHER_ID, NO_DRIVE = 7, 8, 9, 11, 15
DISK_CHANGED, HEAD_TRACK, RETRIES = 0x1C, 0x22, 0x6A
TURN = 200_000  # cycles
CORNERS = [(1, 0), (17, 20), (18, 1), (24, 18), (25, 5), (30, 17), (31, 0), (35, 16)]


@pytest.fixture
def drive():
    """A drive whose disk is known."""
    return drive_with_known_disk()


def damaged(errors):
    """Return a drive that knows its disk, with error bytes [(track, sector, error)]."""
    drive = drive_with_known_disk()
    drive.insert(patterned_disk(errors=errors))
    return drive


def test_seek_takes_the_id_of_the_disk(drive):
    assert bytes(drive.ram[IDS : IDS + 2]) == b"GO"


@pytest.mark.parametrize(("track", "sector"), CORNERS)
def test_read_finds_the_sector_in_every_zone(drive, track, sector):
    assert drive.job(READ, track, sector) == OK
    assert drive.buffer(0) == pattern(track, sector)
    assert drive.bus.head.half == 2 * track


def test_write_changes_its_sector_and_no_other(drive):
    data = random.Random(1).randbytes(256)
    drive.put(BUFFERS + 0x200, data)
    assert drive.job(WRITE, 3, 7, buffer=2) == OK
    assert drive.buffer(2) == data
    for sector in range(21):
        assert drive.job(READ, 3, sector) == OK
        assert drive.buffer(0) == (data if sector == 7 else pattern(3, sector))
    assert drive.surface.flush() == []
    assert drive.image.read(3, 7) == data


@pytest.mark.parametrize(("track", "sector"), [(1, 20), (20, 18), (28, 0), (35, 8)])
def test_what_is_written_again_and_again_stays_readable(drive, track, sector):
    dice = random.Random(track)
    for _ in range(4):
        data = dice.randbytes(256)
        drive.put(BUFFERS, data)
        assert drive.job(WRITE, track, sector) == OK
        assert drive.job(READ, track, sector, buffer=1) == OK
        assert drive.buffer(1) == data
    assert drive.job(READ, track, sector + 1 if sector == 0 else 0) == OK


def test_verify_tells_equal_from_different_and_keeps_the_buffer(drive):
    drive.put(BUFFERS, pattern(9, 9))
    assert drive.job(VERIFY, 9, 9) == OK
    for at in (0, 54, 55, 128, 255):
        other = bytearray(pattern(9, 9))
        other[at] ^= 0x20
        drive.put(BUFFERS, other)
        assert drive.job(VERIFY, 9, 9) == DIFFERS, at
        assert drive.buffer(0) == other


def test_a_covered_notch_refuses_to_write():
    drive = DosDrive(patterned_disk(), read_only=True)
    assert drive.job(SEEK, 18) == OK
    assert drive.job(WRITE, 18, 5) == PROTECTED
    assert drive.job(READ, 18, 5) == OK
    assert drive.buffer(0) == pattern(18, 5)


@pytest.mark.parametrize(
    ("error", "results"),
    # a header that is not as wanted is not found, unless it comes first and shows what it has
    [
        (2, {NO_HEADER}),
        (4, {NO_DATA}),
        (5, {DATA_SUM}),
        (9, {NO_HEADER, HEADER_SUM}),
        (11, {NO_HEADER, OTHER_ID}),
    ],
)
def test_a_damaged_sector_gives_its_result_and_the_next_is_read(error, results):
    drive = damaged([(10, 3, error)])
    assert drive.job(READ, 10, 3) in results
    drive.ram[RETRIES] = 0xC5
    drive.put(TRACKS, bytes([10, 4]))
    found = drive.call("job_run", a=READ)
    if error == OTHER_ID and found == (OTHER_ID, 1):
        # That header came first, and such a job is not tried again: the next meets another.
        found = drive.job(READ, 10, 4), 0
    assert found == (OK, 0)
    assert drive.buffer(0) == pattern(10, 4)


def test_a_track_without_sync_marks_says_so():
    drive = damaged([(10, sector, 3) for sector in range(21)])
    assert drive.job(READ, 10, 3) == NO_SYNC


def test_no_disk_gives_no_sync():
    assert DosDrive(None).job(SEEK, 18) == NO_SYNC


def test_a_sector_that_no_track_has_is_not_found(drive):
    assert drive.job(READ, 1, 21) == NO_HEADER


def test_a_disk_with_another_id_is_not_read(drive):
    drive.put(IDS, b"XX")
    assert drive.job(READ, 18, 0) == OTHER_ID


def test_there_is_no_second_drive(drive):
    assert drive.job(READ | 1, 18, 0) == NO_DRIVE


def test_a_head_that_stands_elsewhere_than_thought_is_found(drive):
    assert drive.job(READ, 20, 1) == OK
    drive.ram[HEAD_TRACK] = 5
    assert drive.job(READ, 8, 2) == OK
    assert drive.buffer(0) == pattern(8, 2)


@pytest.mark.parametrize("track", [1, 10, 35])
def test_a_head_that_nobody_knows_the_place_of_is_brought_to_the_job(drive, track):
    assert drive.job(READ, track, 0) == OK
    drive.ram[HEAD_TRACK] = 0  # as after a reset
    drive.put(TRACKS, bytes([18, 1]))
    assert drive.call("job_run", a=READ) == (OK, 0)
    assert drive.buffer(0) == pattern(18, 1)
    assert drive.bus.head.half == 36


def test_headers_that_name_another_track_do_not_hang_the_drive(drive):
    wrong = patterned_disk()
    drive.insert(wrong)
    track = drive.surface.track(2 * 30)
    drive.surface.regrid(2 * 12, track[1])
    drive.surface.track(2 * 12)[0][:] = track[0]
    assert drive.job(READ, 12, 0) in (NO_HEADER, OK)


def test_bump_brings_the_head_to_track_1(drive):
    assert drive.job(BUMP) == OK
    drive.run(2 * SECOND)
    assert drive.bus.head.half == 2
    assert drive.job(READ, 1, 1) == OK


def test_jobs_in_several_buffers_are_all_done(drive):
    wanted = [(5, 3), (5, 12), (30, 1), (1, 1)]
    for buffer, (track, sector) in enumerate(wanted):
        drive.start(READ, track, sector, buffer)
    for buffer, (track, sector) in enumerate(wanted):
        assert drive.wait(buffer) == OK
        assert drive.buffer(buffer) == pattern(track, sector)


def test_sectors_10_apart_are_read_two_a_turn(drive):
    assert drive.job(READ, 17, 0) == OK
    begin = drive.bus.cycle
    for sector in (10, 20, 9):
        assert drive.job(READ, 17, sector) == OK
    assert drive.bus.cycle - begin < 2 * TURN


def test_a_program_in_a_buffer_runs_at_once_or_with_the_head_in_place(drive):
    # LDA $1C00, STA $0400, LDA #1, JMP $F969
    program = bytes([0xAD, 0x00, 0x1C, 0x8D, 0x00, 0x04, 0xA9, 0x01, 0x4C, 0x69, 0xF9])
    drive.run(5 * SECOND)
    drive.put(BUFFERS, program)
    assert drive.job(JUMP, 30) == OK
    assert drive.ram[0x0400] & 4 == 0  # the motor rests
    drive.put(BUFFERS, program)
    assert drive.job(EXECUTE, 30) == OK
    assert drive.ram[0x0400] & 0x64 == 0x24  # it runs, at the third zone's bit rate
    assert drive.bus.head.half == 60


def test_a_program_finds_and_decodes_a_block_by_the_routines_of_the_rom(drive):
    code = [0x20, 0x0A, 0xF5]  # JSR $F50A: until the block begins
    code += [0xA9, 0x04, 0x85, 0x31]  # to $0400
    code += [0x50, 0xFE, 0xB8, 0xAD, 0x01, 0x1C, 0x91, 0x30, 0xC8, 0xD0, 0xF5]
    code += [0xA0, 0xBB]
    code += [0x50, 0xFE, 0xB8, 0xAD, 0x01, 0x1C, 0x99, 0x00, 0x01, 0xC8, 0xD0, 0xF4]
    code += [0x20, 0xE0, 0xF8, 0x20, 0xE9, 0xF5]  # JSR $F8E0, JSR $F5E9
    code += [0x45, 0x3A, 0x8D, 0xFF, 0x03, 0x4C, 0x18, 0xF4]  # checksums differ by, JMP $F418
    drive.put(BUFFERS, bytes(code))
    assert drive.job(EXECUTE, 22, 13) == OK
    assert drive.buffer(1) == pattern(22, 13)
    assert drive.ram[0x03FF] == 0


def test_a_program_reads_headers_by_the_routines_of_the_rom(drive):
    code = [0xA2, 0x00, 0x20, 0x56, 0xF5]  # LDX #0, JSR $F556
    code += [0x50, 0xFE, 0xB8, 0xAD, 0x01, 0x1C, 0x95, 0x24, 0xE8, 0xE0, 0x08, 0xD0, 0xF3]
    code += [0xA5, 0x24, 0xC9, 0x52, 0xD0, 0xE8]  # another one unless it is a header
    code += [0x20, 0x97, 0xF4, 0x4C, 0x18, 0xF4]  # JSR $F497, JMP $F418
    drive.put(BUFFERS, bytes(code))
    assert drive.job(EXECUTE, 22) == OK
    assert bytes(drive.ram[0x16:0x19]) == b"GO" + bytes([22])
    assert drive.ram[0x19] < 19


def test_the_motor_stops_when_no_job_has_come_for_4_seconds(drive):
    assert drive.bus.head.motor
    drive.run(3 * SECOND)
    assert drive.bus.head.motor
    drive.run(SECOND)
    assert not drive.bus.head.motor
    assert drive.job(READ, 18, 1) == OK


def test_a_change_of_disks_is_noted(drive):
    drive.ram[DISK_CHANGED] = 0
    drive.run(SECOND)
    assert drive.ram[DISK_CHANGED] == 0
    drive.insert(patterned_disk(b"NX"))
    drive.run(SECOND)
    assert drive.ram[DISK_CHANGED] != 0


def test_retries_look_beside_the_track_and_bring_the_head_back():
    drive = damaged([(10, 3, 5)])
    drive.put(TRACKS, bytes([10, 3]))
    halves = set()
    assert drive.call("job_run", a=READ, each=lambda: halves.add(drive.bus.head.half)) == (5, 1)
    assert {2, 19, 20, 21} <= halves
    assert drive.bus.head.half == 20


@pytest.mark.parametrize(("retries", "beside", "stop"), [(0x85, True, False), (0x45, False, True)])
def test_programs_choose_what_retries_do(retries, beside, stop):
    drive = damaged([(10, 3, 5)])
    drive.ram[RETRIES] = retries
    drive.put(TRACKS, bytes([10, 3]))
    assert drive.job(READ, 10, 4) == OK
    drive.put(TRACKS, bytes([10, 3]))
    halves = set()
    drive.call("job_run", a=READ, each=lambda: halves.add(drive.bus.head.half))
    assert (21 in halves, 2 in halves) == (beside or stop, stop)


def test_a_job_that_went_wrong_leaves_the_others_alone(drive):
    drive.start(READ, 1, 21, 0)
    drive.start(READ, 1, 20, 1)
    assert drive.wait(0) == NO_HEADER
    assert drive.wait(1) == OK
    assert drive.buffer(1) == pattern(1, 20)
    assert drive.ram[JOBS + 2] == 0


def with_track(track, data):
    """Return a drive with a .g64 of the patterned disk, on which one track is other data."""
    halves = {
        t * 2: (bytes(encode_track(patterned_disk(), t)), zone_of(t)[0]) for t in range(1, 36)
    }
    halves[track * 2] = (data, zone_of(track)[0])
    drive = DosDrive(G64Image(make(halves)))
    assert drive.job(SEEK, 18) == OK
    return drive


def test_a_killer_track_holds_the_drive_until_a_reset_as_commodores_rom():
    """SYNC all the way round: no byte ever comes, and the ROM waits for one with interrupts off."""
    drive = with_track(10, b"\xff" * 7692)
    drive.start(READ, 10, 3)
    drive.run(5 * SECOND)
    assert drive.ram[JOBS] == READ
    drive.bus.reset()
    drive.run(SECOND)
    assert drive.job(SEEK, 18) == OK
    assert drive.job(READ, 11, 3) == OK
    assert drive.buffer(0) == pattern(11, 3)


def test_a_track_that_is_all_zeros_or_noise_does_not_hang_the_drive():
    for data in (bytes(7692), b"\x55" * 7692, b"\xff" * 5 + b"\x52" * 7687):
        drive = with_track(10, data)
        assert drive.job(READ, 10, 3) in (NO_HEADER, NO_SYNC, HEADER_SUM)
        assert drive.job(READ, 9, 4) == OK
        assert drive.buffer(0) == pattern(9, 4)
