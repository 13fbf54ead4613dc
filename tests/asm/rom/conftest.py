"""Machines for the ROM tests."""

import pytest

from tests.asm.rom.rom_machine import RomMachine


@pytest.fixture
def machine():
    """A machine that has started and waits for input; the cursor is home on a clear screen."""
    rom_machine = RomMachine().boot()
    rom_machine.call(0xE544)
    return rom_machine
