"""The parts of formatting that programs call by their addresses, alone and by a formatter."""

import random

import pytest

from disk.gcr import decode_track
from tests.asm.dos import gcr
from tests.asm.dos.dos_drive import BUFFERS, EXECUTE, IDS, SEEK, drive_with_known_disk
from tests.asm.dos.dos_flat import flat_drive
from tests.c64.drive.drive_rom import assemble

BUFFER = 0x0500
OVERFLOW = 0x01BB
PORT_B = 0x1C00
STEPS = 0x4A


@pytest.fixture(scope="module")
def flat():
    return flat_drive()


def put(flat, at, data):
    flat.ram[at : at + len(data)] = data


def test_a_page_becomes_gcr_in_its_own_buffer(flat):
    page = random.Random(30).randbytes(256)
    put(flat, 0x0300, bytes([0xA5]) * 0x500)
    put(flat, BUFFER, page)
    flat.ram[0x30], flat.ram[0x31] = 0x77, BUFFER >> 8
    flat.call(0xFE30)
    found = bytes(flat.ram[OVERFLOW:0x0200]) + bytes(flat.ram[BUFFER : BUFFER + 251])
    assert found == gcr.gcr(page)
    assert (flat.ram[0x30], flat.ram[0x31]) == (0, BUFFER >> 8)
    assert bytes(flat.ram[0x0300:BUFFER]) == bytes([0xA5]) * (BUFFER - 0x300)
    assert bytes(flat.ram[BUFFER + 256 : 0x0800]) == bytes([0xA5]) * (0x700 - BUFFER)


@pytest.mark.parametrize("last", [0, 1, 0x8F, 0xBA])
def test_headers_move_up_and_what_ran_over_comes_before_them(flat, last):
    dice = random.Random(last)
    page, over = dice.randbytes(256), dice.randbytes(69)
    put(flat, BUFFERS, page)
    put(flat, OVERFLOW, over)
    flat.ram[0x30], flat.ram[0x31] = 0, BUFFERS >> 8
    flat.call(0xFDE5, y=last)
    flat.call(0xFDF5)
    assert bytes(flat.ram[BUFFERS : BUFFERS + 256]) == (over + page[: last + 1] + page[70 + last :])
    assert bytes(flat.ram[OVERFLOW:0x0200]) == over


@pytest.mark.parametrize("steps", [3, 1])
def test_a_step_inwards_is_counted_and_leaves_the_other_outputs(flat, steps):
    for phase in range(4):
        flat.ram[PORT_B], flat.ram[STEPS] = 0x6C | phase, steps
        assert flat.call(0xFA63).cycles == 33
        assert flat.ram[PORT_B] == 0x6C | (phase + 1) & 3
        assert flat.ram[STEPS] == steps - 1
        flat.ram[PORT_B] = 0x24
        flat.call(0xFA69, x=0xF8 | phase)
        assert flat.ram[PORT_B] == 0x24 | phase


def test_a_delay_takes_40_microseconds_with_its_call(flat):
    result = flat.call(0xFEF3, x=0x12, y=0x34)
    assert result.cycles + 6 == 40
    assert (result.x, result.y) == (0x12, 0x34)


# A formatter as programs have one: a job $E0 at $0600 that writes the head's track, its number in
# the job.  Headers are made in buffer 0, a data block in buffer 1.
FORMATTER = """
        lda #$00
        sta $30
        ldy #$00
        sty $0a         ; sector
headers:
        lda #$08
        jsr @put
        iny             ; checksum comes later
        lda $0a
        jsr @put
        lda $0c
        jsr @put
        lda $13
        jsr @put
        lda $12
        jsr @put
        lda #$0f
        jsr @put
        jsr @put
        lda $02fa,y
        eor $02fb,y
        eor $02fc,y
        eor $02fd,y
        sta $02f9,y
        inc $0a
        lda $0a
        cmp $43
        bne @headers
        tya
        pha
        lda #$03
        sta $31
        jsr $fe30
        pla
        tay
        dey
        jsr $fde5
        jsr $fdf5
        lda #$04
        sta $31
        jsr $f5e9
        sta $3a
        jsr $f78f
        jsr $fda3
        jsr $fe0e
        lda #$00
        sta $50
        sta $0b         ; header
sectors:
        jsr @sync
        ldx #$0a
        ldy $0b
header:
        bvc @header
        clv
        lda $0300,y
        sta $1c01
        iny
        dex
        bne @header
        sty $0b
        lda #$55
        ldx #$09
        jsr @bytes
        jsr @sync
        ldy #$bb
head:
        bvc @head
        clv
        lda $0100,y
        sta $1c01
        iny
        bne @head
tail:
        bvc @tail
        clv
        lda $0400,y
        sta $1c01
        iny
        bne @tail
        lda #$55
        ldx #$08
        jsr @bytes
        dec $0a
        bne @sectors
last:
        bvc @last
        clv
out:
        bvc @out
        clv
        jsr $fe00
        lda #$01
        jmp $f969
sync:
        lda #$ff
        ldx #$05
bytes:
        bvc @bytes
        clv
        sta $1c01
        dex
        bne @bytes
        rts
put:
        sta $0300,y
        iny
        rts
"""


@pytest.mark.parametrize("track", [17, 18, 25, 35])
def test_a_formatter_made_of_them_writes_a_track_that_reads(track):
    drive = drive_with_known_disk()
    assert drive.job(SEEK, track) == 1
    content = random.Random(track).randbytes(256)
    drive.put(0x0400, content)
    drive.put(0x0600, assemble(FORMATTER, 0x0600))
    drive.put(IDS, b"FX")
    assert drive.job(EXECUTE, track, buffer=3) == 1
    data, cells = drive.surface.track(2 * track)
    found = decode_track(data, cells, track, b"FX")
    assert set(found.values()) == {(content, 1)}


def test_bytes_pass_by_the_page():
    drive = drive_with_known_disk()
    drive.put(0x0600, assemble("ldx #$10\n jsr $fe24\n lda #$01\n jmp $f969", 0x0600))
    drive.start(EXECUTE, 18, buffer=3)
    cpu, times = drive.bus.cpu, []
    for stop in (0x0602, 0x0605):
        while cpu.pc != stop:
            assert drive.bus.cycle < 3_000_000
            cpu.step()
        times.append(drive.bus.cycle)
    # 28 cycles a byte; of a sector's 366 those of its two sync marks, but one each, do not come.
    assert times[1] - times[0] == pytest.approx(16 * 256 * 28 * 366 / 358, rel=0.01)
