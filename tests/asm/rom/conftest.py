"""Machines for the ROM tests."""

import re

import pytest

from c64.drive.virtual_drive import Drive
from c64.snapshot import load_snapshot
from disk.d64 import D64Image
from disk.volume import PRG, SEQ
from tests.asm.rom.basic_calls import Calls
from tests.asm.rom.rom_machine import DEBUG_FILE, RomMachine
from tests.original_roms import original_paths

PROGRAM = bytes(range(256)) * 3 + b"END"
KEYS_WAITING, KEYS, KEYS_AT_MOST = 0xC6, 0x0277, 10
PATIENCE = 300  # frames
AS_BYTES = re.compile(r"\{CLR\}|[ -_a-z\n]")  # what is typed alike by its code and by its key


@pytest.fixture(scope="session")
def switched_on(c64_factory):
    """Make a machine with the symbols of KERNAL and BASIC that has just been switched on."""

    def make(standard="pal"):
        kit = c64_factory("rom", dbg=DEBUG_FILE, standard=standard, boot=False)
        return RomMachine(kit)

    return make


@pytest.fixture(scope="session")
def new_c64(c64_factory):
    """Make a c64.C64, just switched on; the names of machines as of ``c64_factory``."""

    def make(name="rom session"):
        return c64_factory(name, dbg=DEBUG_FILE, boot=False).machine

    return make


@pytest.fixture(scope="session")
def prompt(switched_on):
    """Snapshot of a machine that has started and waits for input."""
    return switched_on().boot().c64.snapshot()


@pytest.fixture
def machine(switched_on, prompt):
    """A machine that has started and waits for input; the cursor is home on a clear screen."""
    rom_machine = switched_on()
    rom_machine.c64.restore(prompt)
    rom_machine.call(0xE544)
    return rom_machine


@pytest.fixture(scope="session")
def original_machine(c64_factory, tmp_path_factory):
    """Return a function: a machine with original ROMs at its prompt, its screen clear."""
    folder = tmp_path_factory.mktemp("roms")
    for kind, path in original_paths().items():
        (folder / f"{kind}.bin").write_bytes(path.read_bytes())

    def make():
        rom_machine = RomMachine(c64_factory("original", roms=folder))
        rom_machine.call(0xE544)
        return rom_machine

    return make


@pytest.fixture
def basic_calls(machine):
    """BASIC's routines on a machine at the prompt, without interrupts."""
    machine.interrupts_off()
    return Calls(machine)


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


def enter_text(machine, text):
    """Put a text into the KERNAL's queue of keys, as fast as they are taken out.

    That is what typing comes to, which takes six frames a key and is tested elsewhere
    (test_kernal_session.py).  What has no code, such as {STOP}, is typed on the matrix.
    """
    ram, codes = machine.board.ram, []

    def put():
        for _ in range(PATIENCE):
            if not ram[KEYS_WAITING]:
                count = len(codes[:KEYS_AT_MOST])
                ram[KEYS : KEYS + count] = bytes(codes[:KEYS_AT_MOST])
                ram[KEYS_WAITING] = count
                del codes[:KEYS_AT_MOST]
                if not count:
                    return
            machine.tick()
        raise AssertionError(f"nobody takes keys out of the queue:\n{machine.screen.text()}")

    for token in re.findall(r"\{[^{}]*\}|[\s\S]", text):
        if AS_BYTES.fullmatch(token):
            codes.append({"{CLR}": 147, "\n": 13}.get(token) or ord(token.upper()))
        else:
            put()
            machine.type(token)
    put()


@pytest.fixture(scope="package")
def booted(new_c64):
    """A machine at the prompt, and its snapshot."""
    machine = new_c64("basic")
    machine.tick(120)
    return machine, machine.snapshot()


@pytest.fixture
def basic(booted):
    """Return a function: type a text at the prompt, get the lines on the screen after it."""
    machine, snapshot = booted
    load_snapshot(machine.board, snapshot)

    def enter(text, frames=15):
        enter_text(machine, "{CLR}" + text)
        machine.tick(frames)
        return [line.rstrip() for line in machine.screen.text().splitlines() if line.strip()]

    enter.machine = machine
    return enter
