"""Changes of code that is not in memory when they are made: a loader, or a test, brings it."""

import pytest

from emu.kit.machine import Kit
from emu.kit.machine_pool import BootedMachine, add_change
from emu.kit.mutations import Change

INX_RTS, INY_RTS = b"\xe8\x60", b"\xc8\x60"
CHANGE = Change(0x2000, b"\xe8", b"\xca")  # INX becomes DEX


@pytest.fixture
def booted(setup):
    """A machine of this test alone."""
    return BootedMachine(setup)


def called(booted, code):
    """Put the machine back, load ``code`` as a program does, and call it; returns (x, y)."""
    booted.put_back()
    kit = Kit(booted)
    kit.board.ram[0x2000:0x2002] = code
    result = kit.call(0x2000, x=5, y=5)
    return result.x, result.y


def test_an_instruction_that_is_loaded_later_is_changed_before_it_runs(booted):
    assert called(booted, INX_RTS) == (6, 5)
    add_change(booted, CHANGE)
    assert called(booted, INX_RTS) == (4, 5)
    assert called(booted, INX_RTS) == (4, 5)  # however often the machine is put back
    booted.remove_changes()
    assert called(booted, INX_RTS) == (6, 5)
    assert dict(booted.machine.board.traps) == booted.traps


def test_another_instruction_at_the_place_of_a_change_is_left_alone(booted):
    add_change(booted, CHANGE)
    assert called(booted, INY_RTS) == (5, 6)


def test_the_trap_that_was_at_the_place_of_a_late_change_works_as_before(booted):
    seen = []

    def trap(board):
        seen.append(board.ram[0x2000])
        return False

    booted.machine.board.set_trap(0x2000, trap)
    booted.traps = dict(booted.machine.board.traps)
    add_change(booted, CHANGE)
    assert called(booted, INX_RTS) == (4, 5)
    assert seen == [CHANGE.new[0]]
