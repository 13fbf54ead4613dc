"""ROMs for tests of the 1541's hardware: a few lines of assembly instead of a DOS."""

import re
from functools import lru_cache

from py65.assembler import Assembler
from py65.devices.mpu6502 import MPU

READ_HEAD = """
        sei
        ldx #$ff
        txs
        lda #$ee        ; CA2: BYTE READY passes, CB2: reading
        sta $1c0c
        lda #$41        ; latch port A
        sta $1c0b
        lda #$6f
        sta $1c02
"""


BRANCHES = ("bcc", "bcs", "beq", "bmi", "bne", "bpl", "bvc", "bvs")
_ASSEMBLER = Assembler(MPU())


@lru_cache(maxsize=20_000)
def _statement(line, here):
    """Return the bytes of an instruction; ``here`` is its address if it is a branch."""
    return bytes(_ASSEMBLER.assemble(line, here))


def assemble(text, origin=0xC000):
    """Return the bytes of lines of 6502 code; ``name:`` is a label, ``@name`` its address."""
    labels = {}
    for _ in range(2):
        code = []
        for line in text.splitlines():
            line = line.split(";")[0].strip()
            here = origin + len(code)
            if line.endswith(":"):
                labels[line[:-1]] = here
            elif line:
                line = re.sub(r"@(\w+)", lambda m, h=here: f"${labels.get(m[1], h):04x}", line)
                code += _statement(line, here if line[:3].lower() in BRANCHES else 0)
    return bytes(code)


def make_rom(text, irq=None):
    """Return 16,384 bytes that begin with the code at reset; ``irq`` is the handler's code."""
    rom = bytearray(16384)
    code = assemble(text)
    rom[: len(code)] = code
    rom[0x3FFC:0x3FFE] = b"\x00\xc0"
    if irq:
        code = assemble(irq, 0xD000)
        rom[0x1000 : 0x1000 + len(code)] = code
        rom[0x3FFE:0x4000] = b"\x00\xd0"
    return bytes(rom)
