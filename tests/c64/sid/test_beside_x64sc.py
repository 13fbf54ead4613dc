"""Two to eight SIDs beside x64sc: which of them a program writes to and reads, wherever they are.

A program starts the third voice of each SID by writes to its addresses, mirrors of the first among
them, and notes what it reads from the oscillator of that voice at every 32 addresses.  The screen
is off, so no cycle is stolen, and both machines read in the same cycle after the writes.
"""

import os
import zlib
from random import Random

import pytest

from c64 import C64
from c64.bus.sid_places import SID_PLACES
from tests.c64.cartridge.reu_programs import NO_INTERRUPTS, STUB, dark
from tests.c64.cartridge.x64sc import memory_after, needs_x64sc
from tests.c64.drive.drive_rom import assemble

NOTES, STOP = 0x6000, 0xC000
READS = 120
OSC3 = 0x1B
SAW, TRIANGLE, PULSE, TEST = 0x20, 0x10, 0x40, 0x08
# x64sc emulates no SID with its dummy driver, nor at warp unless told so.
WITH_SIDS = (
    "-sounddev", "dump", "-soundarg", os.devnull, "-soundwarpmode", "1", "-sidenginemodel", "2048",
)  # fmt: skip
# CRC-32 of what x64sc 3.10 notes
X64SC = (
    0x92F5A1F9, 0xE4AE5CE3, 0xC92AC555, 0x4C152D8B, 0x14854E8C, 0x4683C1CB, 0xED7EEB3C,
)  # fmt: skip


def written(dice, places):
    """Return the lines that start a voice of each SID, by writes in any order."""
    writes = []
    for base in (0xD400, *places):
        if base == 0xD400:
            base = dice.choice([at for at in range(0xD400, 0xD800, 32) if at not in places])
        wave = dice.choice((SAW, TRIANGLE, PULSE))
        registers = {
            0x0E: dice.randrange(256), 0x0F: dice.randrange(0x20, 256), 0x10: dice.randrange(256),
            0x11: dice.randrange(16),
        }  # fmt: skip
        writes.append([(base + 0x12, TEST), *((base + r, v) for r, v in registers.items())])
        writes[-1].append((base + 0x12, wave))
    lines = []
    while writes:
        of_one = dice.choice(writes)
        at, value = of_one.pop(0)
        lines.append(f"lda #${value:02x}\nsta ${at:04x}")
        if not of_one:
            writes.remove(of_one)
    return "\n".join(lines)


def program(seed, places):
    """Return a .prg with a SYS line that ends at STOP, and the addresses that it reads."""
    dice = Random(seed)
    where = [*range(0xD400, 0xD800, 32), *(at for at in places if at >= 0xDE00)]
    reads = [dice.choice(where) + OSC3 for _ in range(READS)]
    # A read and its note take eight cycles, what is between them some more.
    noted = "\n".join(
        f"lda ${at:04x}\nsta ${NOTES + n:04x}\n" + "nop\n" * dice.randrange(4)
        for n, at in enumerate(reads)
    )
    text = f"{NO_INTERRUPTS}{dark(3)}{written(dice, places)}\n{noted}\njmp ${STOP:04x}"
    return STUB + assemble(text, 0x080D), reads


def ours(prg, places):
    """Return what our machine has noted."""
    machine = C64(sample_rate=0, sids=places)
    machine.tick(150)
    machine.memory[0x0801 : 0x0801 + len(prg) - 2] = prg[2:]
    machine.ram[STOP : STOP + 3] = bytes((0x4C, STOP & 0xFF, STOP >> 8))
    machine.type("SYS2061\n")
    for _ in range(100):
        machine.tick()
        if machine.registers.pc == STOP:
            return bytes(machine.ram[NOTES : NOTES + READS])
    raise AssertionError("the program does not come to its end")


def chosen(seed):
    """Return the places of one to seven further SIDs."""
    dice = Random(f"places {seed}")
    return dice.sample(SID_PLACES, 1 + seed % 7)


@pytest.mark.compiled_only("some hundred frames a program")
@pytest.mark.parametrize("seed", range(len(X64SC)))
def test_the_same_is_read_as_x64sc_has_read_before(seed):
    places = chosen(seed)
    prg, _ = program(seed, places)
    assert zlib.crc32(ours(prg, places)) == X64SC[seed]


@pytest.mark.long
@needs_x64sc
@pytest.mark.compiled_only("some hundred frames a program")
@pytest.mark.parametrize("seed", range(28))
def test_the_same_is_read_from_oscillators_at_all_addresses(seed):
    places = chosen(seed)
    prg, reads = program(seed, places)
    options = [*WITH_SIDS, "-sidextra", str(len(places))]
    for number, at in enumerate(places, 2):
        options += [f"-sid{number}address", f"0x{at:04x}"]
    theirs = memory_after(prg, STOP, NOTES, NOTES + READS, *options)[-READS:]
    if seed < len(X64SC):
        assert zlib.crc32(theirs) == X64SC[seed]
    pairs = zip(reads, ours(prg, places), theirs, strict=True)
    assert [(f"{at:04x}", one, other) for at, one, other in pairs if one != other] == []
