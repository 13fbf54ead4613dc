"""Light pen, gun and mice in a real window: 6502 programs write what they read, to the pixel.

With a window manager, whose frame lies between the pointer's place on the screen and in the window.
"""

import time

import numpy as np
import pytest

import c64
from c64.input.light_pen import LIGHT_PENS
from emu.host.input.devices import PENS
from tests.c64.drive.drive_rom import assemble
from tests.emu.host.virtual_screen import MISSING, PAPER, SCREEN, Screen, managed, text_of

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)}"),
    pytest.mark.skipif(c64.PURE, reason="waits for pictures; the compiled machine only"),
]
SCALE = 2
BASIC_LINE = bytes.fromhex("0b08 0a00 9e32303631 000000")  # 10 SYS 2061
START = 0x080D
# A to two letters of the first row, X: the column
HEX = """
hex:
        pha
        lsr a
        lsr a
        lsr a
        lsr a
        jsr @digit
        pla
        and #$0f
digit:
        cmp #$0a
        bcc @figure
        sbc #$09
        bcs @letter
figure:
        ora #$30
letter:
        sta $0400,x
        inx
        rts
"""
# Light pen's X and Y, paddle Y (a gun's trigger), lines of port 1 (a pen's button)
PEN = f"""
        sei
        lda #$c0
        sta $dc02
        lda #$40
        sta $dc00
loop:
        ldx #$00
        lda $d013
        jsr @hex
        ldx #$03
        lda $d014
        jsr @hex
        ldx #$06
        lda $d41a
        jsr @hex
        ldx #$09
        lda $dc01
        and #$1f
        jsr @hex
        jmp @loop
{HEX}"""
# What a NEOS mouse was moved so far: its four parts, each after the strobe has changed
NEOS = f"""
        sei
        lda #$ff
        sta $dc02
        lda #$10
        sta $dc03
        lda #$00
        sta $fb
        sta $fc
loop:
        ldy #$00
pair:
        lda #$ef
        jsr @part
        lda #$ff
        jsr @part
        cpy #$04
        bne @pair
        ldy #$00
        jsr @byte
        clc
        adc $fb
        sta $fb
        jsr @byte
        clc
        adc $fc
        sta $fc
        ldx #$00
        lda $fb
        jsr @hex
        ldx #$03
        lda $fc
        jsr @hex
        jmp @loop
part:
        sta $dc01
        ldx #$14
wait:
        dex
        bne @wait
        lda $dc01
        and #$0f
        sta $0340,y
        iny
        rts
byte:
        lda $0340,y
        asl a
        asl a
        asl a
        asl a
        iny
        ora $0340,y
        iny
        rts
{HEX}"""
# Each new state of the lines, as the letter of its number
CHANGES = """
        sei
        lda #$ff
        sta $dc02
        lda #$00
        sta $dc03
        tay
loop:
        lda $dc01
        and #$1f
        cmp $fb
        beq @loop
        sta $fb
        sta $0400,y
        iny
        jmp @loop
"""
AMIGA = "PRZX"  # 10, 12, 1A, 18: to the right, round about


@pytest.fixture(params=[None, "openbox"])
def screen(request, tmp_path):
    """A Screen without and with a window manager."""
    made = Screen(tmp_path)
    try:
        with managed(made, request.param):
            yield made
            made.stop()  # before the manager of its window
    finally:
        made.close()


def run(screen, folder, source, kind):
    """Start a program with the mouse as something; returns the picture once it has begun."""
    path = folder / "mouse.prg"
    path.write_bytes(b"\x01\x08" + BASIC_LINE + assemble(source, START))
    screen.start("--scale", SCALE, "--mouse-as", kind, "--mouse-port", 1, path)
    screen.do("key", "shift")  # ends the welcome
    return screen.until(lambda p: first_row(p)[:1] not in ("", " "))


def first_row(picture):
    return text_of(picture, SCALE).split("\n")[0]


def reads(screen, *wanted):
    """Wait until the first row has these numbers, None for any."""

    def seen(picture):
        words = first_row(picture).split()
        return len(words) >= len(wanted) and all(
            number is None or word == f"{number:02X}"
            for word, number in zip(words, wanted, strict=False)
        )

    screen.until(seen)


@pytest.mark.parametrize("kind", sorted(PENS))
def test_a_pen_or_gun_sees_the_very_pixel_that_the_pointer_is_on(screen, tmp_path, kind):
    picture = run(screen, tmp_path, PEN, kind)
    rows, columns = np.nonzero((picture == PAPER).all(axis=-1))
    left, top = columns.min(), rows.min()  # of the 320 x 200
    first, _, right, down = LIGHT_PENS[PENS[kind]]
    for column, row in ((1, 1), (2, 1), (3, 2), (160, 100), (161, 101), (318, 198)):
        for corner in (0, SCALE - 1):  # each dot of the window that is this pixel
            screen.do("mousemove", left + column * SCALE + corner, top + row * SCALE + corner)
            reads(screen, (column + 24 + right) // 2, row + 51 + down & 0xFF, 0xFF, 0x1F)
    screen.do("mousedown", 1)
    pot, lines = (0, 0x1F) if first & 0x20 else (0xFF, 0x1F & ~first)
    reads(screen, None, None, pot, lines)
    screen.do("mouseup", 1)
    reads(screen, None, None, 0xFF, 0x1F)


def nudge(screen, right, down):
    """Move the mouse by so many counts."""
    screen.do("mousemove_relative", "--", right, down)


def test_a_neos_mouse_tells_each_count(screen, tmp_path):
    run(screen, tmp_path, NEOS, "NEOS")
    screen.do("mousemove", *(length // 2 for length in SCREEN))
    screen.until(lambda p: len(first_row(p).split()) == 2)
    time.sleep(1)  # the way to the middle has been told
    x, y = (int(word, 16) for word in first_row(screen.picture()).split())
    for right, down in ((5, 0), (0, 3), (-11, -2), (30, 20)):
        nudge(screen, right, down)
        x, y = x - right & 0xFF, y - down & 0xFF  # it counts to the left and upwards
        reads(screen, x, y)


def test_an_amiga_mouse_tells_each_count_and_its_direction(screen, tmp_path):
    run(screen, tmp_path, CHANGES, "Amiga")
    screen.do("mousemove", *(length // 2 for length in SCREEN))
    time.sleep(2)  # the way to the middle has been told
    told = first_row(screen.picture())
    for right in (7, -3):
        nudge(screen, right, 0)
        at, step = AMIGA.index(told[-1]), 1 if right > 0 else -1
        told += "".join(AMIGA[(at + step * count) % 4] for count in range(1, abs(right) + 1))
        screen.until(lambda p, told=told: first_row(p).endswith(told[-8:]))
        assert first_row(screen.picture()) == told
