"""Machines for the ROM tests."""

from pathlib import Path

import pytest

import c64.api
from c64.drive import Drive
from c64.probe import Probe
from c64.snapshot import load_snapshot
from disk.d64 import D64Image
from disk.volume import PRG, SEQ
from emu.kit.station import add_station
from emu.kit.symbols import symbols_from_dbg
from emu.pytest_c64 import counting
from tests.asm.rom.rom_machine import RomMachine

PROGRAM = bytes(range(256)) * 3 + b"END"


class RomCoverage:
    """Counts what the machines of these tests run of the ROMs, for ``--c64-lcov``."""

    def __init__(self):
        self.probe = Probe()
        self.probe.counting = 1
        self.symbols = symbols_from_dbg(Path(__file__).parents[3] / "build" / "rom" / "rom.dbg")
        self._roms = c64.roms.load_roms()
        self._build_board = c64.api.build_board

    def build_board(self, *arguments):
        """Return a board as ever, with the probe attached."""
        board = self._build_board(*arguments)
        board.attach_probe(self.probe, accesses=False)
        return board

    def peek(self, address):
        """Return the byte of BASIC or KERNAL at an address."""
        rom = self._roms.kernal if address >= 0xE000 else self._roms.basic
        return rom[address & 0x1FFF]


@pytest.fixture(scope="package", autouse=True)
def rom_coverage(pytestconfig):
    """Count while these tests run, if coverage was asked for."""
    if not counting(pytestconfig):
        yield
        return
    coverage = add_station("rom", RomCoverage())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(c64.api, "build_board", coverage.build_board)
        yield


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


@pytest.fixture(scope="package")
def booted():
    """A machine at the prompt, and its snapshot."""
    machine = c64.C64(sample_rate=0)
    machine.tick(120)
    return machine, machine.snapshot()


@pytest.fixture
def basic(booted):
    """Return a function: type a text at the prompt, get the lines on the screen after it."""
    machine, snapshot = booted
    load_snapshot(machine.board, snapshot)

    def enter(text, frames=15):
        machine.type("{CLR}" + text)
        machine.tick(frames)
        return [line.rstrip() for line in machine.screen.text().splitlines() if line.strip()]

    enter.machine = machine
    return enter
