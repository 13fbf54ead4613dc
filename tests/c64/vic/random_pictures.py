"""Programs that write random values to the VIC's registers in random cycles, alike in each frame.

A program finds its cycle behind the picture, writes until the picture ends, and puts the registers
back.  Screen, characters and sprites are random bytes in bank 1, which no ROM and no KERNAL
touches; so two machines that are equal show the same picture, whoever booted them.
"""

from random import Random

from tests.c64.cartridge.reu_programs import NO_INTERRUPTS, STOP, placed, settle, stores
from tests.c64.drive.drive_rom import assemble

SETTLED, QUIET = 0xF9, 0xF0  # lines: where the cycle is found, and where registers are put back
BUDGET = {63: 12_500, 64: 9_300, 65: 9_500}  # cycles of a frame's code, by those of a line
ROOM = 9_000  # bytes of it
SETTLE_AT, CODE, DATA, COLOURS = 0x1700, 0x1800, 0x4000, 0x8000
CONTROL1, CONTROL2, MEMORY = 0xD011, 0xD016, 0xD018
SPRITES_ON, EXPAND_Y, PRIORITY, FIRST_COLOUR = 0xD015, 0xD017, 0xD01B, 0xD020
TEXT, BITMAP, ECM = 0x1B, 0x3B, 0x40
LOWEST_SPRITE = 150  # so that none is left when the cycle is found
LOG, LEFT, FRAMES_READ = 0x9000, 0x02FF, 5  # what is read, frames that are left, and of how many
RASTER, INTERRUPTS, LIGHT_PEN, HIT_SPRITES, HIT_DATA = 0xD012, 0xD019, 0xD013, 0xD01E, 0xD01F
READ = (HIT_SPRITES, HIT_DATA, HIT_SPRITES, HIT_DATA, RASTER, CONTROL1, LIGHT_PEN, INTERRUPTS,
        INTERRUPTS)  # fmt: skip
WAITS = (0, 0, 2, 3, 4, 5, 7)  # cycles before a write, besides longer ones

BEGIN = (
    NO_INTERRUPTS
    + """
        lda #$35
        sta $01
        lda #$02
        ora $dd00
        and #$fe
        sta $dd00
        ldx #$00
copy:
        lda $8000,x
        sta $d800,x
        lda $8100,x
        sta $d900,x
        lda $8200,x
        sta $da00,x
        lda $8300,x
        sta $db00,x
        inx
        bne @copy
"""
)
END = f"""
wait:
        lda $d012
        cmp #${QUIET:02x}
        bne @wait
"""


def write_modes(dice):
    """A write to the graphics' mode, its place or its memory, without ECM."""
    reg = dice.choice((CONTROL1, CONTROL1, CONTROL2, MEMORY))
    if reg != CONTROL1:
        return reg, dice.randrange(256)
    value = dice.choice((TEXT, TEXT, dice.randrange(128) & ~ECM))
    return reg, value & ~7 | dice.randrange(8)


def write_extended(dice):
    """The same with ECM; bad lines stay where they are."""
    reg = dice.choice((CONTROL1, CONTROL1, CONTROL2, MEMORY))
    if reg != CONTROL1:
        return reg, dice.randrange(256)
    return reg, dice.randrange(16) << 3 & 0x78 | TEXT & 7


def write_colour(dice):
    """A write to one of the 15 colours, often to the border's or the paper's."""
    return FIRST_COLOUR + dice.choice((dice.randrange(2), dice.randrange(15))), dice.randrange(256)


def write_sprite(dice):
    """A write to a register of the sprites."""
    bits = (SPRITES_ON, EXPAND_Y, PRIORITY, PRIORITY + 1, PRIORITY + 2, 0xD010)
    place = 0xD000 + dice.randrange(16)
    if dice.random() < 0.5:
        return dice.choice(bits), dice.randrange(256)
    return place, dice.randrange(30, LOWEST_SPRITE) if place & 1 else dice.randrange(256)


def write_expansion(dice):
    """A write to the expansion in Y, which may crunch a sprite, or to where one begins."""
    if dice.random() < 0.8:
        return EXPAND_Y, dice.randrange(256)
    return 0xD001 + 2 * dice.randrange(8), dice.randrange(30, LOWEST_SPRITE)


# What is written, whether there are sprites, and whether modes are chosen by chance.
SCENES = {
    "colours": ((write_colour,), False, False),
    "modes": ((write_modes, write_modes, write_colour), False, True),
    "extended": ((write_extended, write_extended, write_colour), False, True),
    "sprites": ((write_sprite, write_sprite, write_colour), True, False),
    "crunch": ((write_expansion,), True, False),
    "all": ((write_modes, write_sprite, write_sprite, write_colour), True, True),
}


def first_values(dice, sprites, modes):
    """Return the code that gives all registers their values of the frame's beginning."""
    places = [dice.randrange(40, LOWEST_SPRITE) if n & 1 else dice.randrange(256)
              for n in range(16)]  # fmt: skip
    code = stores([*places, dice.randrange(256)], 0xD000)
    code += stores([dice.randrange(256) if sprites else 0], SPRITES_ON) + stores([0], EXPAND_Y)
    code += stores([dice.choice((8, dice.randrange(256))) if modes else 8], CONTROL2)
    code += stores([dice.choice((0x14, dice.randrange(256)))], MEMORY)
    code += stores([dice.randrange(256) for _ in range(3)], PRIORITY)
    code += stores([dice.randrange(16) for _ in range(15)], FIRST_COLOUR)
    return code + stores([dice.choice((TEXT, BITMAP)) if modes else TEXT], CONTROL1)


def delay(dice, name):
    """Return (code that waits, cycles it takes, at most 2 less, bytes)."""
    cycles = dice.choice((*WAITS, dice.randrange(60), dice.randrange(200)))
    code, size, left = "", 0, cycles
    if left > 12:
        turns, left = divmod(left - 2, 5)
        code, size = f"ldy #${turns:02x}\n{name}:\n dey\n bne @{name}\n", 5
    if left & 1 and left >= 3:
        code, left, size = code + "bit $00\n", left - 3, size + 2
    return code + "nop\n" * (left // 2), cycles, size + left // 2


def write(dice, writes):
    """Return the code of one write."""
    reg, value = dice.choice(writes)(dice)
    kind = dice.random()
    if kind < 0.1:
        return f"inc ${reg:04x}\n"
    name = "x" if kind < 0.2 else "a"
    return f"ld{name} #${value:02x}\n st{name} ${reg:04x}\n"


def steps(dice, cycles, step):
    """Return the code of a frame: ``step(dice)`` gives that of one access, each after a wait."""
    code, left, size = "", BUDGET[cycles] - 300, 0
    while left > 0 and size < ROOM:
        wait, waited, long = delay(dice, f"w{size}")
        access, took = step(dice)
        code += wait + access
        left, size = left - waited - took, size + long + took
    return code


def assembled(dice, cycles, begin, frame, end):
    """Return a .prg: ``begin`` once, then ``frame`` from a certain cycle on, ``end``, again."""
    quiet = stores([TEXT], CONTROL1) + stores([0], SPRITES_ON)
    quiet += stores([8], CONTROL2) + stores([0x14], MEMORY)
    again = f"jmp ${SETTLE_AT:04x}\n"
    pieces = {
        0x080D: assemble(BEGIN + quiet + begin + again, 0x080D),
        SETTLE_AT: assemble(settle(SETTLED, f"jmp ${CODE:04x}", cycles), SETTLE_AT),
        CODE: assemble(frame + END + quiet + end + again, CODE),
        DATA: dice.randbytes(0x4000),
        COLOURS: dice.randbytes(0x400),
    }
    return placed(pieces)


def program(seed, scene, cycles=63):
    """Return a .prg for a VIC with so many cycles a line."""
    dice = Random(f"{scene} {seed}")
    writes, sprites, modes = SCENES[scene]
    frame = first_values(dice, sprites, modes)
    frame += steps(dice, cycles, lambda dice: (write(dice, writes), 6))
    return assembled(dice, cycles, "", frame, "")


def reading(seed, scene, cycles=63):
    """Return (.prg that notes what it reads of the VIC from LOG on, how many bytes): FRAMES_READ
    frames, then it comes to STOP."""
    dice = Random(f"reading {scene} {seed}")
    writes, _, modes = SCENES[scene]
    count = 0

    def step(dice):
        nonlocal count
        kind = dice.random()
        if kind < 0.4:
            count += 1
            return f"lda ${dice.choice(READ):04x}\n sta ${LOG + count - 1:04x}\n", 8
        if kind < 0.46:
            return stores([dice.randrange(16)], INTERRUPTS), 6
        if kind < 0.5:
            return stores([dice.randrange(256)], RASTER), 6
        return write(dice, writes), 6

    frame = first_values(dice, True, modes) + stores([0xFF], SPRITES_ON)
    frame += steps(dice, cycles, step)
    begin = f"lda #${FRAMES_READ:02x}\n sta ${LEFT:04x}\n"
    end = f"dec ${LEFT:04x}\n bne @more\n jmp ${STOP:04x}\nmore:\n"
    return assembled(dice, cycles, begin, frame, end), count
