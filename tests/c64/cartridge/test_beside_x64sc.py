"""REU transfers and EasyFlash's driver beside x64sc: the same cycles, registers and memory.

Left out is where x64sc 3.7.1 differs from the tables of hardware that our REU follows: a swap in
cycles of BA low, transfers over the line where sprite 0 begins, INC $FF00 as the start
(REU/reutiming2), and reads of a 256 KiB REU where it has no chip (REU/floatingbus).
"""

import pytest

import c64
from c64.cartridge.eapi import EAPI_PLACE, EAPI_SIZE
from c64.cartridge.registry import cartridge_from_crt
from disk.crt import parse_crt, write_crt
from tests.c64.cartridge import test_eapi_driver as eapi
from tests.c64.cartridge.reu_programs import (
    DATA,
    DATA_SIZE,
    FROM,
    NOTE,
    NOTES,
    STOP,
    SWAP,
    TO,
    TRANSFERS,
    VERIFY,
    program,
)
from tests.c64.cartridge.x64sc import easyflash_after, memory_after, needs_x64sc

SIZES = {"128k": 128, "512k": 512, "1m": 1024, "8m": 8192}
# Kinds, sprites, picture
SCENES = {
    "dark": ((TO, FROM, SWAP, VERIFY, VERIFY), 0, 0),
    "bad lines": ((TO, FROM, VERIFY, VERIFY), 0, 1),
    "sprites": ((TO, FROM, VERIFY, VERIFY), 0b11010110, 1),
}
END = NOTES + TRANSFERS * NOTE


def begun(prg, size, wait=0):
    """Return our machine in which a program with a SYS line has just begun, ``wait`` later."""
    machine = c64.C64(sample_rate=0, reu=size)
    machine.tick(150)
    machine.run_cycles(wait)
    machine.memory[0x0801 : 0x0801 + len(prg) - 2] = prg[2:]
    machine.board.ram[STOP : STOP + 3] = bytes((0x4C, STOP & 0xFF, STOP >> 8))
    machine.type("SYS2061\n")
    return machine


def our_memory(prg, size, wait=0, end=END):
    """Return RAM from DATA to ``end`` after our machine has run a program, begun ``wait`` later."""
    board = begun(prg, size, wait).board
    limit = board.cycle + 20_000_000
    while board.cpu.pc != STOP:
        board.run_until(board.cycle + 2000)
        assert board.cycle < limit
    return bytes(board.ram[DATA:end])


def differences(one, other):
    """Return [(transfer, its notes)] that differ, and how many bytes of the data do."""
    notes = [(n, NOTES - DATA + NOTE * n) for n in range(TRANSFERS)]
    pairs = [(n, one[at : at + 13].hex(), other[at : at + 13].hex()) for n, at in notes]
    data = sum(a != b for a, b in zip(one[:DATA_SIZE], other[:DATA_SIZE], strict=True))
    return [pair for pair in pairs if pair[1] != pair[2]], data


@pytest.mark.slow
@pytest.mark.compiled_only("several million cycles a program")
def test_what_a_program_notes_does_not_depend_on_when_it_is_started():
    prg = program(3, 512, *SCENES["sprites"])
    first = our_memory(prg, "512k")
    for wait in (1, 2, 3, 5, 6):
        assert our_memory(prg, "512k", wait) == first


@pytest.mark.long
@needs_x64sc
@pytest.mark.compiled_only("several million cycles a program")
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("scene", SCENES)
@pytest.mark.parametrize("size", SIZES)
def test_transfers_take_and_leave_the_same(size, scene, seed):
    prg = program(f"{scene} {seed}", SIZES[size], *SCENES[scene])
    theirs = memory_after(prg, STOP, DATA, END, "-reu", "-reusize", str(SIZES[size]))
    assert differences(our_memory(prg, size), theirs[-(END - DATA) :]) == ([], 0)


# -- EAPI ---------------------------------------------------------------------------------------

# What was noted goes to bank $16 by the driver itself.
SAVE = f"""
        lda #$16
        jsr ${eapi.SET_BANK:04x}
        lda #$b0
        ldx #$00
        ldy #$80
        jsr ${eapi.SET_POINTER:04x}
        lda #$00
        sta $05
save:
        ldy $05
        lda $1000,y
        jsr ${eapi.WRITE_NEXT:04x}
        inc $05
        bne @save
"""
CALLS = [
    eapi.INITIALISE,
    (eapi.SET_BANK, 3),
    (eapi.GET_BANK, 1, 2, 3),
    (eapi.WRITE, 0x80, 0x00, 0x80),
    (eapi.WRITE, 0x00, 0xFF, 0xFF),
    (eapi.WRITE, 0x81, 0x00, 0x80),
    (eapi.SET_BANK, 8),
    (eapi.WRITE, 0x01, 0x02, 0xE0),
    (eapi.ERASE, 8, 0x77, 0x80),
    (eapi.ERASE, 8, 0x76, 0xA0),
    (eapi.GET_BANK,),
    (eapi.WRITE, 0x42, 0x01, 0xE0),
    (eapi.SET_POINTER, 0xD0, 0xFE, 0x9F),
    *((eapi.WRITE_NEXT, value, 7, 9) for value in (0x11, 0x92, 0x00, 0x13)),
    (eapi.SET_POINTER, 0xD0, 0xFE, 0x9F),
    (eapi.SET_LENGTH, 0, 3, 0),
    *((eapi.READ_NEXT, 1, 2, 3) for _ in range(4)),
    (eapi.SET_POINTER, 0xD4, 0xFF, 0xBF),
    *((eapi.WRITE_NEXT, value, 7, 9) for value in (0x21, 0x22)),
    (eapi.GET_BANK,),
]


def both_chips(cart):
    """Return what is in the flash but for the driver, and for notes that were not made."""
    low, high = bytearray(cart.low.data), bytearray(cart.high.data)
    high[EAPI_PLACE : EAPI_PLACE + EAPI_SIZE] = bytes(EAPI_SIZE)
    at = 0x16 * eapi.BANK
    low[at + 4 * len(CALLS) : at + 0x100] = b""
    return low, high


@pytest.mark.long
@needs_x64sc
@pytest.mark.compiled_only("two seconds of machine time")
def test_the_driver_leaves_what_that_of_x64sc_does():
    crt = eapi.program(CALLS, end=SAVE)
    theirs = parse_crt(easyflash_after(write_crt(crt), 9_000_000), "x64sc")
    machine = c64.C64(sample_rate=0, cart=crt)
    machine.run_cycles(9_000_000)
    assert machine.board.ram[eapi.DONE] == 1
    assert both_chips(machine.board.cart) == both_chips(cartridge_from_crt(theirs))
