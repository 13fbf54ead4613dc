"""Programs of random transfers between the C64 and a REU, which note what each took and left.

A program waits for a certain cycle of a frame, so what it notes does not depend on when it was
started: elapsed cycles by a timer, and the REU's registers, 16 bytes a transfer from $C100 on.
"""

from random import Random

from tests.c64.drive.drive_rom import assemble

STUB = bytes.fromhex("0108 0b08 0a00 9e 32303631 00 0000")  # 10 SYS 2061
DATA, DATA_SIZE = 0x4000, 0x4000  # random bytes, which are copied into the REU, too
NOTES, NOTE = 0xC100, 16
STOP = 0xC000
TRANSFERS = 24
TO, FROM, SWAP, VERIFY = range(4)

NO_INTERRUPTS = """
        sei
        lda #$7f
        sta $dc0d
        sta $dd0d
        lda $dc0d
        lda $dd0d
"""


def dark(frames):
    """Return the lines that switch the picture off and wait until so many more have begun."""
    return f"""
        lda #$0b
        sta $d011
        ldy #${frames:02x}
frame:
        lda $d012
        bne @frame
other:
        lda $d012
        beq @other
        dey
        bne @frame
"""


# Two frames without picture and interrupts; then each page of the data to all of the REU.
BEGIN = (
    NO_INTERRUPTS
    + dark(2)
    + """
        sty $df09
        sty $df0a
        ldx #$00
fill:
        sty $df02
        sty $df04
        sty $df07
        lda #$40
        sta $df03
        sta $df08
        txa
        and #$03
        asl a
        asl a
        asl a
        asl a
        asl a
        asl a
        sta $df05
        txa
        lsr a
        lsr a
        sta $df06
        lda #$90
        sta $df01
        inx
        cpx #${blocks:02x}
        bne @fill
        {then}
"""
)
# From a line that is found to 7 cycles to one that is found to one: the read of the next line's
# number is put to where it changes, for half of what is left each time.
# By the cycles of a line: NOPs for two lines, turns of five cycles less and NOPs for one.
PADS = {63: (0, 0, 0), 64: (1, 1, 3), 65: (2, 0, 1)}
SETTLE = """
        lda #${0:02x}
wait:
        cmp $d012
        bne @wait
        {two}
        ldx #$17
first:
        dex
        bne @first
        lda $d012
        cmp #${1:02x}
        beq @early
        jmp @four
early:
        nop
        nop
        nop
four:
        {one}
        ldx #${nine:02x}
second:
        dex
        bne @second
        nop
        nop
        lda $d012
        cmp #${2:02x}
        beq @before
        jmp @two
before:
        nop
        nop
two:
        {one}
        ldx #${ten:02x}
third:
        dex
        bne @third
        lda $d012
        cmp #${3:02x}
        beq @one
one:
        {then}
"""
BEGIN_NOTES = """
        lda #$c1
        sta $fc
        lda #$00
        sta $fb
"""
# $0B00: Y times 1,283 cycles and X times 5; $0B10: a note of A, X and the registers.
PAUSE = """
turn:
        dex
        bne @turn
        dey
        bne @turn
        rts
"""
NOTE_IT = """
        ldy #$00
        sta ($fb),y
        iny
        txa
        sta ($fb),y
        ldx #$00
next:
        iny
        lda $df00,x
        sta ($fb),y
        inx
        cpx #$0b
        bne @next
        lda $fb
        clc
        adc #$10
        sta $fb
        bcc @done
        inc $fc
done:
        rts
"""
GO = """
        lda #$00
        sta $dc0e
        lda #$ff
        sta $dc04
        sta $dc05
        ldy #${command:02x}
        lda #$11
        sta $dc0e
        sty $df01
        {trigger}
        lda $dc04
        ldx $dc05
        jsr $0b10
"""


def settle(line, then, cycles=63):
    """Return the code that finds its cycle in four lines and goes on with ``then``.

    cycles  of a line, 63 to 65
    """
    two, less, one = PADS[cycles]
    pads = {"two": "nop\n" * two, "one": "nop\n" * one, "nine": 9 - less, "ten": 10 - less}
    return SETTLE.format(*range(line, line + 4), then=then, **pads)


def stores(values, at):
    """Return the code that stores bytes from ``at`` on."""
    return "".join(f"lda #${v:02x}\n sta ${at + n:04x}\n" for n, v in enumerate(values))


def placed(pieces):
    """Return a .prg with a SYS line of {address: bytes}, which rise and do not overlap."""
    memory, used = bytearray(STUB), 0
    for at, code in pieces.items():
        assert at >= used, f"no room below ${at:04x}"
        used = at + len(code)
        memory = memory.ljust(at - 0x0801 + 2, b"\0") + code
    return bytes(memory)


def place(dice, size_k, length):
    """Return where a transfer begins in the REU: anywhere, or so that it leaves its memory."""
    if dice.random() < 0.2:
        end = dice.choice((128, 256, 512, size_k)) * 1024
        return (end - dice.randrange(1, length + 2)) % (1 << 24)
    return dice.choice((dice.randrange(1 << 24), dice.randrange(size_k * 1024)))


def transfers(dice, size_k, kinds):
    """Yield (command, registers from $DF02 on) of random transfers."""
    last = None
    for _ in range(TRANSFERS):
        kind = dice.choice(kinds)
        length = dice.choice((1, 2, 3, dice.randrange(1, 80), dice.randrange(1, 1500)))
        ours, theirs = dice.randrange(DATA, 0x7000), place(dice, size_k, length)
        control = dice.choice((0, 0, 0, 0x40, 0x80, 0xC0))
        if kind == VERIFY:
            control &= 0x40
            if last is not None and dice.random() < 0.7:
                ours, theirs, length = last
        elif control == 0 and kind != SWAP:
            last = ours, theirs, length
        registers = ours.to_bytes(2, "little") + theirs.to_bytes(3, "little")
        registers += length.to_bytes(2, "little") + bytes((dice.choice((0, 0x40, 0x60)), control))
        yield 0x80 | kind | dice.choice((0, 0, 0x20)), registers


def program(seed, size_k, kinds, sprites, picture):
    """Return a .prg; sprites: a bit each, in lines by chance; picture: 1 shows one."""
    dice = Random(seed)
    lines = stores([0x1B if picture else 0x0B], 0xD011) + stores([sprites], 0xD015)
    for sprite in range(8):
        lines += stores([dice.choice((50, 80, 100, 101, dice.randrange(256)))], 0xD001 + 2 * sprite)
    lines += stores([dice.randrange(256)], 0xD017)
    for command, registers in transfers(dice, size_k, kinds):
        lines += stores(registers, 0xDF02)
        pause = dice.randrange(1, 256), dice.randrange(1, 12)
        lines += f"ldx #${pause[0]:02x}\n ldy #${pause[1]:02x}\n jsr $0b00\n"
        lines += "nop\n" * dice.randrange(2) + "bit $00\n" * dice.randrange(2)
        at_once = dice.random() < 0.75
        trigger = "" if at_once else "sta $ff00"
        lines += GO.format(command=command | (0x10 if at_once else 0), trigger=trigger)
    lines += f"jmp ${STOP:04x}\n"
    blocks = size_k // 16 & 0xFF if size_k > 128 else 8
    parts = {
        0x080D: assemble(BEGIN.format(blocks=blocks, then="jmp $0900"), 0x080D),
        0x0900: assemble(settle(0x40, BEGIN_NOTES + "jmp $0c00"), 0x0900),
        0x0B00: assemble(PAUSE, 0x0B00),
        0x0B10: assemble(NOTE_IT, 0x0B10),
        0x0C00: assemble(lines, 0x0C00),
        DATA: dice.randbytes(DATA_SIZE),
    }
    return placed(parts)
