"""LOAD, SAVE and CHRIN of a disk served at once: what they leave behind, and beside the lines.

No KERNAL is needed for that (tests/c64/tape/test_kernal_calls.py, whose calls these are).  Source:
Commodore, "C64 Programmer's Reference Guide", KERNAL routines LOAD, SAVE, CHRIN, READST.
"""

import random

import pytest

from c64.drive.fastload import install, is_on
from c64.drive.iec import IEC_NEVER
from c64.drive.virtual_drive import Drive
from disk.d64 import D64Image
from tests.c64.bus.boards import known_board
from tests.c64.drive.iec_master import bench
from tests.c64.tape.test_kernal_calls import (
    CARRY,
    CHRIN,
    DEVICE,
    END,
    INPUT,
    LOAD,
    NEGATIVE,
    SAVE,
    SAVED_FROM,
    SECONDARY,
    ST,
    VECTORS,
    ZERO,
    call,
    failed,
    name_file,
    put,
    word,
)

CONTENT = bytes(at * 11 & 0xFF for at in range(700))
ERRORS = 15
DRIVE_FETCH = 12  # the state in which the next byte is about to come


def computer(content=b"\x00\x30" + CONTENT, name=b"FILE", device=8):
    """A board with a disk on which one program is; returns (board, drive)."""
    board = known_board()
    board.cpu.step()
    for vector in VECTORS.values():
        put(board, vector, 0xF000)
    board.ram[ST] = 0xFF
    board.ram[INPUT] = 0
    drive = Drive.attach(board, None, device)
    drive.mount(D64Image.blank(b"DISK", b"ID"))
    drive.dos.open(1, name)
    drive.dos.begin(1, False)
    assert all(drive.dos.put(byte) for byte in content)
    drive.dos.end()
    drive.dos.close(1)
    install(board)
    return board, drive


def status(drive):
    """The first two digits of the drive's error channel."""
    digits = ""
    while len(digits) < 2:
        digits += chr(drive.dos.peek(ERRORS))
        drive.dos.advance(ERRORS)
    return digits


@pytest.mark.parametrize(("secondary", "place"), [(0, 0x2000), (1, 0x3000), (2, 0x3000)])
def test_load_says_where_a_program_ends(secondary, place):
    board, _ = computer()
    name_file(board, b"FI*", device=8, secondary=secondary)
    end = place + len(CONTENT)
    _, x, y, flags = call(board, LOAD, 0, 0x00, 0x20)
    assert (x, y, flags & CARRY) == (end & 0xFF, end >> 8, 0)
    assert (word(board, END), board.ram[ST], board.ram[0x93]) == (end, 0x40, 0)
    assert bytes(board.ram[place:end]) == CONTENT
    assert board.ram[end] == (end ^ 0x80) & 0xFF
    assert board.ram[SECONDARY] == 0x60


@pytest.mark.parametrize("size", [2, 3, 1, 0])
def test_load_of_a_very_short_file(size):
    board, _ = computer((b"\x00\x30" + CONTENT)[:size] if size else b"")
    name_file(board, b"FILE", device=8, secondary=1)
    board.ram[0x3000] = 0xEE
    call(board, LOAD, 0, 0x00, 0x20)
    assert board.ram[ST] & 0x40
    if size == 3:
        assert (word(board, END), board.ram[0x3000]) == (0x3001, CONTENT[0])
    elif size == 2:
        assert (word(board, END), board.ram[0x3000]) == (0x3000, 0xEE)


def test_load_goes_on_at_0000_behind_ffff():
    board, _ = computer(b"\xf0\xff" + CONTENT[:0x70])
    name_file(board, b"FILE", device=8, secondary=1)
    _, x, y, _ = call(board, LOAD)
    assert x | y << 8 == word(board, END) == 0x60
    assert bytes(board.ram[0xFFF0:0x10000]) == CONTENT[:16]
    assert bytes(board.ram[3:0x60]) == CONTENT[19:0x70]


def test_a_file_that_is_not_there_is_error_4():
    board, drive = computer()
    name_file(board, b"NONE", device=8)
    assert failed(call(board, LOAD), 4)
    assert board.ram[ST] == 0x42
    assert status(drive) == "62"


@pytest.mark.parametrize("size", [0, 1, 254, 700])
def test_save_writes_the_address_and_what_is_up_to_the_end(size):
    board, drive = computer()
    board.ram[0x4000 : 0x4000 + size] = CONTENT[:size]
    put(board, 0x40, 0x4000)
    name_file(board, b"NEW", device=8, secondary=0)
    end = 0x4000 + size
    assert call(board, SAVE, 0x40, end & 0xFF, end >> 8)[3] & CARRY == 0
    assert (word(board, SAVED_FROM), word(board, END)) == (0x4000, end)
    assert (board.ram[ST], board.ram[SECONDARY]) == (0, 0x61)
    volume = drive.dos.volume
    assert volume.read_file(volume.find(b"NEW")) == b"\x00\x40" + CONTENT[:size]


@pytest.mark.parametrize("why", ["exists", "protected"])
def test_a_drive_that_refuses_is_said_in_st(why):
    board, drive = computer()
    put(board, 0x40, 0x4000)
    drive.image.read_only = why == "protected"
    name_file(board, b"FILE" if why == "exists" else b"NEW", device=8)
    assert call(board, SAVE, 0x40, 0x00, 0x41)[3] & CARRY == 0
    assert board.ram[ST] == 0x80
    assert status(drive) == {"exists": "63", "protected": "26"}[why]


@pytest.mark.parametrize("routine", [LOAD, SAVE])
@pytest.mark.parametrize(
    "why", ["verify", "no name", "other device", "no drive", "vector", "banked out"]
)
def test_a_call_is_left_to_the_kernal(routine, why):
    if why == "verify" and routine == SAVE:
        return
    board, _ = computer()
    name_file(board, b"" if why == "no name" else b"FILE", device=8)
    put(board, 0x40, 0x4000)
    if why == "other device":
        board.ram[DEVICE] = 9
    elif why == "no drive":
        board.iec.detach(8)
    elif why == "vector":
        put(board, VECTORS[routine], 0xDFFF)
    elif why == "banked out":
        board.access_write(1, 0x35)
    before = bytes(board.ram)
    assert call(board, routine, 1 if why == "verify" else 0x40 * (routine == SAVE), 0, 0x41) is None
    changed = {at for at in range(65536) if before[at] != board.ram[at]}
    assert changed <= {0x1F1, 0x1F2}  # the way back on the stack


def test_each_drive_is_asked_by_its_number():
    board, _ = computer(device=9)
    name_file(board, b"FILE", device=8)
    assert call(board, LOAD) is None
    name_file(board, b"FILE", device=9)
    assert call(board, LOAD, 0, 0x00, 0x20) is not None


def test_serving_can_be_switched_off():
    board, _ = computer()
    assert is_on(board) and {LOAD, SAVE, CHRIN} <= set(board.traps)
    install(board, False)
    assert not is_on(board) and not {LOAD, SAVE, CHRIN} & set(board.traps)


# -- CHRIN, beside the lines -----------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_bytes_past_the_lines_and_bytes_by_them_are_the_file_together(seed):
    rng = random.Random(seed)
    master, drive = bench()
    master.save(b"DATA", CONTENT)
    master.open(2, b"DATA,P,R")
    master.talk(0x62)
    found, past = bytearray(), 0
    while not master.status:
        master.run(rng.choice((0, 0, 5, 60, 130, 200)))
        byte = drive.give() if rng.randrange(2) else -1
        if byte >= 0:
            past += 1
            found.append(byte & 0xFF)
            if byte & 0x100:
                break
        else:
            found.append(master.receive())
    master.untalk()
    assert bytes(found) == CONTENT and past > 100
    assert drive.give() == -1  # it has been told to be silent


def test_nothing_comes_past_the_lines_from_a_drive_that_does_not_talk():
    master, drive = bench()
    master.save(b"DATA", CONTENT[:3])
    assert drive.give() == -1
    master.open(2, b"DATA,P,R")
    assert drive.give() == -1
    master.listen(0x62)
    assert drive.give() == -1
    master.unlisten()
    master.talk(0x62)
    assert [drive.give() for _ in range(4)] == [
        CONTENT[0], CONTENT[1], CONTENT[2] | 0x100, -1,
    ]  # fmt: skip


@pytest.mark.parametrize("values", [bytes((0x00, 0x41, 0x80, 0xFF)), b"A"])
def test_chrin_sets_flags_and_says_in_st_which_byte_is_the_last(values):
    board, drive = computer(values)
    drive.dos.open(2, b"FILE,P,R")
    drive.talking, drive.secondary = 1, 2
    drive.state, drive.wakeup = DRIVE_FETCH, IEC_NEVER
    board.ram[INPUT], board.ram[ST] = 8, 0
    for at, value in enumerate(values):
        assert board.ram[ST] == 0
        a, _, _, flags = call(board, CHRIN)
        assert a == value
        assert flags & (ZERO | NEGATIVE) == (value & NEGATIVE | (0 if value else ZERO))
        assert board.ram[ST] == (0x40 if at == len(values) - 1 else 0)
    assert call(board, CHRIN) is None  # ST: the KERNAL's own code does what is to be done


@pytest.mark.parametrize("device", [0, 3, 9])
def test_chrin_from_elsewhere_is_the_kernals(device):
    board, drive = computer()
    drive.dos.open(2, b"FILE,P,R")
    drive.talking, drive.secondary = 1, 2
    drive.state, drive.wakeup = DRIVE_FETCH, IEC_NEVER
    board.ram[INPUT], board.ram[ST] = device, 0
    assert call(board, CHRIN) is None
