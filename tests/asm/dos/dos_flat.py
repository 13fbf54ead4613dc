"""The DOS ROM on a CPU with nothing but RAM, where the VIAs are bytes that keep what is written."""

from functools import cache

from c64.roms import ROM_OWN_FOLDER
from emu.kit.flat import FlatKit, flat_program
from tools import build

DEBUG_FILE = build.BUILD / "dos" / "dos.dbg"
ROM_BASE = 0xC000
STACK_TOP = 0x45  # the rest of page 1 holds GCR


@cache
def dos_program():
    """Return the linked ROM, shared by all tests of a process."""
    build.build_dos()
    return flat_program(DEBUG_FILE, build.ROOT)


def flat_drive():
    """Return a FlatKit with the ROM as built, checksum and all."""
    flat = FlatKit(dos_program())
    flat.ram[ROM_BASE:] = (ROM_OWN_FOLDER / "dos1541.bin").read_bytes()
    flat.sp = STACK_TOP
    return flat


def run_from(flat, start, end, limit):
    """Run from one label to another; returns whether it got there within ``limit`` cycles."""
    flat.cpu.pc = flat.symbols.address(start)
    return flat.bus.run_to(flat.symbols.address(end), flat.bus.cycle + limit) == 1
