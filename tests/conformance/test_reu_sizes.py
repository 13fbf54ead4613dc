"""RAMLink's search for a REU's size, with sizes that the collection here has no program for.

Its programs differ in one byte, the banks that are right; so the one for 512 KiB serves for all.
"""

from pathlib import Path

import pytest

import c64
from tests.conformance.corpus import corpus_folder

PROGRAM = (corpus_folder() or Path()) / "vice/REU/ramlink/reuverify512k.prg"
BANKS_AT, BANKS = 0x0851, 8  # the operand of CMP #
LOAD, START, FOUND, BORDER, GREEN = 0x0800, 2062, 0x04EB, 0xD020, 5
SIZES = {"128k": 2, "256k": 4, "512k": 8, "1m": 16, "2m": 32, "4m": 64, "8m": 128}


@pytest.mark.skipif(not PROGRAM.is_file(), reason=f"{PROGRAM.name} is not in GO64_CORPUS")
@pytest.mark.skipif(c64.PURE, reason="millions of cycles take minutes uncompiled")
@pytest.mark.parametrize("size", SIZES)
def test_ramlinks_search_finds_each_size(size):
    prg = bytearray(PROGRAM.read_bytes())
    at = BANKS_AT - LOAD + 2
    assert prg[at] == BANKS
    prg[at] = SIZES[size]
    machine = c64.C64(sample_rate=0, reu=size)
    machine.tick(150)
    machine.memory[LOAD : LOAD + len(prg) - 2] = bytes(prg[2:])
    machine.type(f"SYS{START}\n")
    for _ in range(40):
        machine.tick(25)
        if machine.memory[BORDER] & 15 not in (0, 14):
            break
    assert (machine.memory[FOUND], machine.memory[BORDER] & 15) == (SIZES[size], GREEN)
