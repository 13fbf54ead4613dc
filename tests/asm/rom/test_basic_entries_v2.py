"""Entries inside BASIC's routines leave what books say: in our ROM, and in V2's if it is given."""

import pytest

from tests.asm.rom.rom_machine import RomMachine
from tests.asm.rom.v2_calls import jump, run, shown
from tests.asm.rom.v2_table import EVERY_CALL, EVERY_JUMP, TABLES
from tests.original_roms import original_paths

BOOT = 3_000_000  # cycles; V2 tests its memory for two seconds


def held(machine, wanted):
    """Compare memory with {address: hex}."""
    found = {at: bytes(machine[at + i] for i in range(len(bytes.fromhex(digits)))).hex()
             for at, digits in wanted.items()}  # fmt: skip
    assert found == {at: bytes.fromhex(digits).hex() for at, digits in wanted.items()}


def check(machine, call):
    """Make the call and compare."""
    machine.interrupts_off()
    left = run(machine, call)
    assert {name: left[name] for name in call.left} == call.left
    held(machine, call.at)
    assert "error" in call.left or left["error"] == 0


def check_jump(machine, target):
    """Jump there and compare."""
    lines = jump(machine, target)
    assert lines[: len(target.screen)] == target.screen
    held(machine, target.at)


def name(call):
    """The name of a row: its entry."""
    return f"{shown(call):04X}"


def jump_name(target):
    """The same for a jump."""
    return f"{target.entry:04X}"


@pytest.fixture(scope="module")
def original_at_prompt(c64_factory):
    """A machine with Commodore's ROMs at the prompt, and its snapshot."""
    rom_machine = RomMachine(c64_factory("original", boot=False, **original_paths()))
    rom_machine.run(BOOT)
    return rom_machine, rom_machine.c64.snapshot()


@pytest.fixture
def original(original_at_prompt):
    """That machine, as ``machine`` is."""
    rom_machine, snapshot = original_at_prompt
    rom_machine.c64.restore(snapshot)
    rom_machine.call(0xE544)
    return rom_machine


@pytest.mark.parametrize("call", EVERY_CALL, ids=name)
def test_an_entry_leaves_what_books_say(machine, call):
    check(machine, call)


@pytest.mark.parametrize("call", EVERY_CALL, ids=name)
def test_the_original_leaves_the_same(original, call):
    check(original, call)


@pytest.mark.parametrize("target", EVERY_JUMP, ids=jump_name)
def test_a_jump_goes_on_as_books_say(machine, target):
    check_jump(machine, target)


@pytest.mark.parametrize("target", EVERY_JUMP, ids=jump_name)
def test_a_jump_goes_on_alike_in_the_original(original, target):
    check_jump(original, target)


@pytest.mark.parametrize("at", TABLES, ids=hex)
def test_a_table_lies_where_extensions_copy_it(machine, at):
    held(machine, {at: TABLES[at]})


@pytest.mark.parametrize("at", TABLES, ids=hex)
def test_the_original_has_the_same_table(original, at):
    held(original, {at: TABLES[at]})
