"""Programs of REU transfers whose every cycle can be seen: colours go into $D020 and $D021.

Each frame is equal: a program finds its cycle behind the picture, fills the REU, and begins the
same transfers at the same cycles again.
"""

from random import Random

from tests.c64.cartridge.reu_lines import FIXED, SETTLED, TIMER, registers
from tests.c64.cartridge.reu_programs import (
    BEGIN,
    DATA,
    FROM,
    PAUSE,
    SWAP,
    TO,
    VERIFY,
    placed,
    settle,
    stores,
)
from tests.c64.drive.drive_rom import assemble

FRAME = 0x1800  # where the part begins that is done in each
COLORS, READ = 0x0000, 0x0800  # in the REU: colours, and what transfers to it have read
COLORS_SIZE, FILLED = 0x400, 0x1000  # bytes that each frame puts there, and that the first one does
BUDGET = 10_500  # cycles of all transfers, if the VIC took none
BORDER, PAPER, RASTER = 0xD020, 0xD021, 0xD012
# Kinds, sprites, picture
SCENES = {
    "from": ((FROM,), 0x00, 1),
    "from, sprites": ((FROM,), 0xFF, 1),
    "both ways": ((TO, FROM), 0x00, 1),
    "both ways, sprites": ((TO, FROM), 0x5A, 1),
    "verify": ((FROM, VERIFY), 0x00, 1),
    "verify, sprites": ((FROM, VERIFY), 0x81, 1),
    "swap, dark": ((SWAP, FROM), 0x00, 0),
}

CLEAR = f"""
        ldx #$00
clear:
        lda #$20
        sta $0400,x
        sta $0500,x
        sta $0600,x
        sta $0700,x
        lda #$aa
        sta $0340,x
        inx
        bne @clear
        jmp ${FRAME:04x}
"""
# A timer begins with the frame; the REU is filled; then to the top of the picture.
FRAME_BEGINS = f"""
        jsr $0900
        lda #$00
        sta $dc0e
        lda #$ff
        sta $dc04
        sta $dc05
        lda #$11
        sta $dc0e
        lda #$0e
        sta ${BORDER:04x}
        lda #$06
        sta ${PAPER:04x}
        {{fill}}
        lda #$90
        sta $df01
        ldx #$c0
        ldy #$04
        jsr $0b00
"""


def one(dice, kinds):
    """Return (code of a random transfer, cycles that it takes with its pause, or more)."""
    kind = dice.choice(kinds)
    length = dice.choice((1, 2, 3, dice.randrange(4, 200), dice.randrange(4, 700)))
    colors = dice.choice((COLORS + dice.randrange(300), READ if TO in kinds else COLORS))
    ours, theirs, control = dice.choice((BORDER, PAPER)), colors, FIXED
    if kind == TO:
        ours, theirs = dice.choice((RASTER, TIMER)), READ
    elif kind == VERIFY:
        ours, control = DATA + colors, 0
    elif dice.random() < 0.2:
        ours, control, length = BORDER, 0, min(length, 2)
    pause = dice.randrange(1, 180)
    code = stores(registers(ours, theirs, length, control), 0xDF02)
    code += f"ldx #${pause:02x}\n ldy #$01\n jsr $0b00\n"
    code += "nop\n" * dice.randrange(3) + "bit $00\n" * dice.randrange(2)
    code += f"lda #${0x90 | kind:02x}\n sta $df01\n"
    code += dice.choice((f"inc ${BORDER:04x}\n", f"inc ${PAPER:04x}\n", "nop\n"))
    return code, (4 if kind == SWAP else 2) * length + 5 * pause + 120


def program(seed, kinds, sprites, picture):
    """Return a .prg; sprites: a bit each, in places by chance; picture: 1 shows one."""
    dice = Random(seed)
    begin = stores([0x1B if picture else 0x0B], 0xD011) + stores([sprites], 0xD015)
    for sprite in range(8):
        begin += stores([dice.randrange(256), dice.randrange(40, 210)], 0xD000 + 2 * sprite)
    begin += stores(range(1, 9), 0xD027) + stores([dice.choice((0, dice.randrange(256)))], 0xD017)
    frame = FRAME_BEGINS.format(fill=stores(registers(DATA, COLORS, COLORS_SIZE), 0xDF02))
    left = BUDGET
    while left > 0:
        code, cycles = one(dice, kinds)
        frame, left = frame + code, left - cycles
    pieces = {
        0x080D: assemble(BEGIN.format(blocks=1, then="jmp $0c00"), 0x080D),
        0x0900: assemble(settle(SETTLED, "rts"), 0x0900),
        0x0B00: assemble(PAUSE, 0x0B00),
        0x0C00: assemble(begin + CLEAR, 0x0C00),
        FRAME: assemble(frame + f"jmp ${FRAME:04x}\n", FRAME),
        DATA: dice.randbytes(FILLED),
    }
    return placed(pieces)
