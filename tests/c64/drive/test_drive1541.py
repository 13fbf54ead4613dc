"""The 1541's board: memory map, VIAs on their pins, and time against the computer's."""

import pytest

from c64.bus.machine import build_board
from c64.bus.models import choose_model
from c64.drive.board1541 import DriveBus
from c64.drive.drive1541 import Drive1541
from c64.roms import load_roms
from c64.snapshot import load_snapshot, save_snapshot
from disk.d64 import D64Image
from tests.c64.builds import few_uncompiled, long_uncompiled, some_uncompiled
from tests.c64.drive.drive_rom import make_rom

IDLE = "loop:\n jmp @loop"


@pytest.fixture
def unit():
    """Return a drive's board whose ROM does nothing."""
    return DriveBus(make_rom(IDLE))


def plugged(code, model="c64", irq=None, number=8):
    """Return (machine's board, 1541 with a ROM of this code); the computer's CPU stands still."""
    board = build_board(choose_model(model), load_roms(), sample_rate=0)
    drive = Drive1541.attach(board, None, device=number, dos=make_rom(code, irq))
    board.iec.set_computer(0, 0, 0, board.cycle)
    return board, drive


def lines(board):
    """Return (ATN, CLK, DATA) as they are in this cycle, 1 low."""
    board.iec.sync(board.cycle)
    return board.iec.atn_low, board.iec.clk_low, board.iec.data_low


def test_ram_rom_and_vias_have_their_mirrors(unit):
    for base in (0x0000, 0x2000, 0x4000, 0x6000):
        unit.access_write(base + 0x7FF, base >> 8 | 1)
        assert unit.access_read(0x07FF) == base >> 8 | 1
    for base in (0x1800, 0x1BF0, 0x3800, 0x7A30):
        unit.access_write(base + 6, base >> 8)
        assert unit.access_read(0x1806) == base >> 8
    for base in (0x1C00, 0x1FF0, 0x5C00):
        unit.access_write(base + 6, base >> 8)
        assert unit.access_read(0x1C06) == base >> 8
    assert unit.access_read(0x1806) == 0x7A
    assert unit.access_read(0x8000) == unit.access_read(0xC000) == 0x4C


@pytest.mark.parametrize("addr", [0x0800, 0x0FFF, 0x1000, 0x17FF, 0x2800, 0x7000])
def test_where_nothing_answers_the_last_byte_stays_on_the_bus(unit, addr):
    unit.access_read(0xC000)
    assert unit.access_read(addr) == 0x4C
    unit.access_write(addr, 0x99)
    assert unit.access_read(addr) == 0x99


def test_rom_cannot_be_written(unit):
    unit.access_write(0xC000, 0)
    assert unit.access_read(0xC000) == 0x4C


@pytest.mark.parametrize("number", [8, 9, 10, 11])
def test_jumpers_show_the_device_number(number):
    unit = DriveBus(make_rom(IDLE), number)
    assert unit.access_read(0x1800) >> 5 & 3 == number - 8


@few_uncompiled(1)
@pytest.mark.parametrize("model, hz", [("c64", 17734475 / 18), ("ntsc", 14318180 / 14)])
@pytest.mark.parametrize("cycles", some_uncompiled((60_000, 300_000), 60_000))
def test_the_drive_keeps_a_megahertz_against_either_clock(model, hz, cycles):
    board, drive = plugged(IDLE, model)
    start = drive.unit.cycle
    board.idle(cycles)
    drive.sync(board.cycle)
    assert drive.unit.cycle - start == pytest.approx(board.cycle * 1e6 / hz, abs=8)


ACKNOWLEDGE = "lda #$1a\n sta $1802\n lda #$00\n sta $1800\n loop:\n jmp @loop"


def test_data_answers_atn_without_the_cpu_until_it_is_acknowledged():
    board, drive = plugged(ACKNOWLEDGE)
    board.idle(20_000)
    assert lines(board) == (0, 0, 0)
    board.iec.set_computer(1, 0, 0, board.cycle)
    assert lines(board) == (1, 0, 1)
    drive.unit.access_write(0x1800, 0x10)
    board.idle(20)
    assert lines(board) == (1, 0, 0)
    board.iec.set_computer(0, 0, 0, board.cycle)
    assert lines(board) == (0, 0, 1)


def test_after_a_reset_the_drive_pulls_both_lines():
    board, _ = plugged(IDLE)
    board.idle(100)
    assert lines(board) == (0, 1, 1)


def test_lines_reach_port_b_inverted():
    board, drive = plugged(ACKNOWLEDGE)
    board.idle(20_000)
    unit = drive.unit
    assert unit.access_read(0x1800) & 0x85 == 0x00
    for atn, clk, data, seen in ((0, 1, 0, 4), (0, 0, 1, 1), (1, 0, 0, 0x81), (0, 0, 0, 0)):
        board.iec.set_computer(atn, clk, data, board.cycle)
        board.idle(20)
        board.iec.sync(board.cycle)
        assert unit.access_read(0x1800) & 0x85 == seen


COUNT_ATN = """
        lda #$01
        sta $180c
        lda #$82
        sta $180e
        cli
loop:
        jmp @loop
"""
ATN_HANDLER = """
        lda $1801
        inc $10
        rti
"""


@long_uncompiled
def test_atn_going_low_interrupts_the_drive():
    board, drive = plugged(COUNT_ATN.replace("loop:   ", "loop:"), irq=ATN_HANDLER)
    board.idle(20_000)
    for times in (1, 2, 3):
        board.iec.set_computer(1, 0, 0, board.cycle)
        board.idle(100)
        board.iec.set_computer(0, 0, 0, board.cycle)
        board.idle(5000)
        assert drive.unit.ram[0x10] == times


# Copies CLK to DATA as fast as it can, with instructions of all lengths on the way.
MIRROR = """
        lda #$1a
        sta $1802
        lda #$00
        sta $1800
        sta $20
        lda #$18
        sta $21
        ldy #$00
        ldx #$00
loop:
        lda $1800
        and #$04
        lsr a
        sta ($20),y
        nop
        lda $1800,x
        and #$04
        lsr a
        sta $1800
        inc $40
        inc $0340,x
        jmp @loop
"""


def trace(look_every):
    """Return when DATA was seen to change, in cycles, looking after so many of them."""
    board, _ = plugged(MIRROR)
    board.idle(20_000)
    changes, pulled, before = [], 0, None
    start = board.cycle
    while board.cycle < start + 6000:
        now = board.cycle - start
        if now % 97 == 0 or now % 61 == 0:
            pulled ^= 1
            board.iec.set_computer(0, pulled, 0, board.cycle)
        if now % look_every == 0:
            board.iec.sync(board.cycle)
        if now % 12 == 0:
            seen = lines(board)[2]
            if seen != before:
                changes.append((now, seen))
                before = seen
        board.idle(1)
    return changes


@long_uncompiled
def test_when_somebody_looks_makes_no_difference_to_what_he_sees():
    seen = trace(12)
    assert len(seen) > 50
    assert trace(1) == seen
    assert trace(5) == seen


# Pulls and releases DATA, with instructions of all kinds between one write and the next.
WAVE = """
        ldx #$10
        ldy #$f0
        lda #$1a
        sta $1802
loop:
        lda #$02
        sta $1800
        clc
        bcc @next
next:
        lda $c0f0,y
        lda #$00
        sta $1800
        inc $30
        bne @loop
        lda #$02
        asl $1800
        inc $1800,x
        jmp @loop
"""


def test_the_computer_sees_each_output_from_the_cycle_on_in_which_it_is_there():
    """What is seen looking every 1, 3 or 7 cycles is what the drive alone does, by its clock."""
    alone = DriveBus(make_rom(WAVE))
    pulls = []  # of each cycle of the drive
    while alone.cycle < 20_000:
        before = alone.port
        alone.cpu.step()
        pulls += [before & 1] * (alone.port_at - len(pulls)) if alone.port != before else []
        pulls += [alone.port & 1] * (alone.cycle - len(pulls))
    for every in (1, 3, 7):
        board, drive = plugged(WAVE)
        while board.cycle < 15_000:
            board.idle(every)
            due = board.cycle * drive.ratio_up // drive.ratio_down - drive.base
            assert lines(board)[2] == pulls[due], (every, board.cycle)


def test_a_change_of_the_lines_reaches_the_drive_in_its_own_cycle():
    code = "ldx #$00\n loop:\n lda $1800\n sta $0300,x\n inx\n bne @loop\n stop:\n jmp @stop"
    board, drive = plugged(code)
    pull_at = 700
    while board.cycle < 8000:
        if board.cycle == pull_at:
            board.iec.set_computer(1, 0, 0, board.cycle)
        board.idle(1)
    board.iec.sync(board.cycle)
    noted = [value >> 7 for value in bytes(drive.unit.ram)[0x300:0x400]]
    first = noted.index(1)
    assert all(noted[first:])
    # Reset takes 7 cycles, LDX 2; LDA reads in its fourth cycle, the loop takes 14.
    reads = [7 + 2 + 3 + 14 * n for n in range(256)]
    pulled = (pull_at + 1) * 1_000_000 * 18 // 17734475
    assert reads[first - 1] < pulled <= reads[first]


def test_two_drives_pull_the_same_lines():
    board, first = plugged(ACKNOWLEDGE)
    second = Drive1541.attach(board, None, device=9, dos=make_rom(ACKNOWLEDGE))
    board.idle(20_000)
    assert lines(board) == (0, 0, 0)
    first.unit.access_write(0x1800, 0x08)
    second.unit.access_write(0x1800, 0x02)
    board.idle(50)
    assert lines(board) == (0, 1, 1)
    assert first.unit.access_read(0x1800) & 5 == second.unit.access_read(0x1800) & 5 == 5


def test_a_snapshot_brings_the_drive_back_with_its_disk():
    board, drive = plugged(MIRROR)
    drive.mount(D64Image.blank(b"SNAP", b"SN"))
    board.idle(50_000)
    saved = save_snapshot(board)
    board.idle(40_000)
    after = save_snapshot(board)
    drive.mount(None)
    load_snapshot(board, saved)
    assert save_snapshot(board) == saved
    assert drive.image is not None
    board.idle(40_000)
    assert save_snapshot(board) == after
