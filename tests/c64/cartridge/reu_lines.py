"""Programs of transfers that begin in each cycle of a line, before lines that the VIC takes from.

What a transfer reads is a running timer, so the bytes that it leaves in the REU tell the cycle of
each read.  What it writes starts a timer with one byte and stops it with a later one.
"""

import json
import sys
from pathlib import Path

from tests.c64.cartridge.reu_programs import (
    BEGIN,
    BEGIN_NOTES,
    DATA,
    FROM,
    NOTE,
    NOTE_IT,
    NOTES,
    PAUSE,
    STOP,
    TO,
    VERIFY,
    placed,
    settle,
    stores,
)
from tests.c64.drive.drive_rom import assemble

SETTLED = 0xF9  # no VIC takes cycles in this line and the next three, and no other ends in $F9
STARTS = 63  # cycles of the line before the bad line
BYTES, ROOM = 96, 0x80  # length of a transfer, and the room that it has in the REU
CONTENTS, SOURCE = 0x4000, 0x010000  # where the REU's bytes come to in the end, and from where
ZEROS = 0x180  # in the REU; ones are before
TIMER, TIMER_CONTROL = 0xDC04, 0xDD0E
FIXED = 0x80  # the C64's address
END = NOTES + STARTS * NOTE + NOTE  # of what a run leaves
# The first byte written starts a timer, and one of these stops it.
STOPS, WRITE_STARTS, WRITTEN = range(20, 76, 5), range(8, 24), 110
# Sprites (a bit each) and the line behind which they begin.
SCENES = {
    "bad line": (0, 0x31),
    "sprite 0 begins before": (1, 0x31),
    "sprite 0 begins behind": (1, 0x32),
    "sprites 3 and 7": (0x88, 0x30),
    "all sprites": (0xFF, 0x31),
}
MEASURED = Path(__file__).with_name("reu_lines.json")

GO = """
        lda #$00
        sta $dc0e
        lda #$10
        sta $dd0e
        lda #$ff
        sta $dc04
        sta $dc05
        ldy #${command:02x}
        lda #$11
        sta $dc0e
        sty $df01
        lda $dc04
        ldx $dd04
        jsr $0b10
"""


def later(cycles):
    """Return the code that takes 13 cycles (and what its call of the pause has) and ``cycles``."""
    turns, rest = divmod(cycles, 5)
    pad = ("nop\n" * 3, "nop\nnop\nbit $00\n", "nop\n" * 4, "nop\n" * 3 + "bit $00\n", "nop\n" * 5)
    return f"ldx #${turns + 1:02x}\n ldy #$01\n jsr $0b00\n{pad[rest]}"


def transfer(kind, start, registers):
    """Return the code of one transfer: found cycle, way to the line, start cycles more, go."""
    way = "jsr $0900\n ldx #$2b\n ldy #$06\n jsr $0b00\n"
    return stores(registers, 0xDF02) + way + later(start) + GO.format(command=0x90 | kind)


def registers(ours, theirs, length, control=0):
    """Return the bytes from $DF02 on."""
    numbers = ((ours, 2), (theirs, 3), (length, 2), (0, 1), (control, 1))
    return b"".join(value.to_bytes(size, "little") for value, size in numbers)


def reads(kind, starts):
    """Yield the code of transfers that read the timer; VERIFY holds them against a first one."""
    for n, start in enumerate(starts):
        values = registers(TIMER, SOURCE + ROOM * n, BYTES, FIXED)
        if kind == VERIFY:
            yield transfer(TO, start, values)
        yield transfer(kind, start, values)


def writes(stop):
    """Yield the code of transfers that write the timer's control register."""
    for start in WRITE_STARTS:
        yield transfer(FROM, start, registers(TIMER_CONTROL, ZEROS - stop, WRITTEN, FIXED))


def program(parts, scene):
    """Return a .prg of transfers in a scene."""
    sprites, sprite_line = SCENES[scene]
    lines = BEGIN_NOTES + stores([sprites], 0xD015) + stores([0x1B], 0xD011)
    lines += "".join(stores([sprite_line], 0xD001 + 2 * sprite) for sprite in range(8))
    lines += "".join(parts)
    lines += stores(registers(CONTENTS, SOURCE, ROOM * STARTS), 0xDF02)
    lines += f"lda #$91\n sta $df01\n jmp ${STOP:04x}\n"
    pieces = {
        0x080D: assemble(BEGIN.format(blocks=32, then="jmp $0c00"), 0x080D),
        0x0900: assemble(settle(SETTLED, "rts"), 0x0900),
        0x0B00: assemble(PAUSE, 0x0B00),
        0x0B10: assemble(NOTE_IT, 0x0B10),
        0x0C00: assemble(lines, 0x0C00),
        DATA: bytes([1]) * ZEROS + bytes(0x80),
    }
    return placed(pieces)


def cycles_of_reads(memory, apart=1):
    """Return a text for each start: cycles of the whole, of the first read, and irregular ones.

    "104 3 45+44": from the timer's start on 104 cycles, byte 45 was read 44 behind byte 44.
    """
    told = []
    for n in range(STARTS):
        read = [-value & 0xFF for value in memory[ROOM * n : ROOM * n + BYTES]]
        late = [
            f"{at}+{behind}"
            for at in range(1, BYTES)
            if (behind := (read[at] - read[at - 1]) & 0xFF) != apart
        ]
        told.append(" ".join([str(-notes(memory, n)[0] & 0xFF), str(read[0]), *late]))
    return told


def cycles_of_writes(memories):
    """Return a text for each start: the cycle of each byte in STOPS, from the first one on."""
    return [
        " ".join(str(0xFF - notes(memory, n)[1]) for memory in memories)
        for n in range(len(WRITE_STARTS))
    ]


def notes(memory, n):
    """Return what transfer ``n`` has noted; ``memory`` begins at CONTENTS."""
    at = NOTES - CONTENTS + NOTE * n
    return memory[at : at + NOTE]


def measure(run, scene, stops=STOPS):
    """Return what MEASURED has for a scene; ``run`` makes memory of a program.

    stops  which of STOPS are tried
    """
    return {
        "reads": cycles_of_reads(run(program(reads(TO, range(STARTS)), scene))),
        "writes": cycles_of_writes([run(program(writes(stop), scene)) for stop in stops]),
    }


def main():
    """Measure on x64sc, for MEASURED."""
    from tests.c64.cartridge.test_reu_lines import on_x64sc

    rows = [f'"{scene}": {json.dumps(measure(on_x64sc, scene))}' for scene in SCENES]
    MEASURED.write_text("{\n" + ",\n".join(rows) + "\n}\n")


if __name__ == "__main__":
    sys.exit(main())
