"""Machines for the ROM tests."""

import pytest

from c64.drive import Drive
from disk.d64 import D64Image
from disk.volume import PRG, SEQ
from tests.asm.rom.rom_machine import RomMachine

PROGRAM = bytes(range(256)) * 3 + b"END"


@pytest.fixture
def machine():
    """A machine that has started and waits for input; the cursor is home on a clear screen."""
    rom_machine = RomMachine().boot()
    rom_machine.call(0xE544)
    return rom_machine


@pytest.fixture
def drive(machine):
    """Drive 8 on that machine, with the files PROGRAM ($C000), SHORT and NOTES."""
    disk_drive = Drive(8)
    disk_drive.mount(D64Image.blank(b"TESTS"))
    volume = disk_drive.dos.volume
    volume.write_file(b"PROGRAM", PRG, b"\x00\xc0" + PROGRAM)
    volume.write_file(b"SHORT", PRG, b"\x01\x08A")
    volume.write_file(b"NOTES", SEQ, b"FIRST\rSECOND\r")
    machine.bus.attach(8, disk_drive)
    return disk_drive
