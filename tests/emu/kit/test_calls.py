"""Calls of routines, runs to a place, stand-ins, registers."""

import pytest

from c64.cartridge.port import Cartridge
from c64.debug.labels import LabelError
from c64.drive.virtual_drive import Drive
from emu.kit.errors import KitError, KitUsageError
from emu.kit.machine import Kit
from emu.kit.machine_pool import booted_machine
from tests.emu.kit.conftest import PROGRAM, assemble


def test_call_returns_registers_flags_cycles_and_instructions(kit):
    result = kit.call("add", a=200, x=3, y=4, zp={"count": 100})
    assert (result.a, result.x, result.y) == (44, 3, 4)
    assert result.carry and not result.zero
    assert (result.cycles - result.stolen, result.instructions) == (2 + 3 + 3 + 6, 4)
    assert kit.memory["count"] == 44


def test_call_puts_the_registers_back(kit):
    before = kit.registers
    kit.call("add", a=1)
    assert kit.registers == before


def test_a_routine_can_be_called_before_the_first_cycle(c64_factory, program):
    kit = c64_factory("off", prg=program / "program.prg", dbg=program / "program.dbg", boot=False)
    before = kit.registers
    result = kit.call("add", a=2, zp={"count": 3})
    assert (result.a, result.instructions) == (5, 4)
    assert kit.registers == before
    kit.run_until(0xFCE2)  # the reset was only put off


def test_a_pc_that_is_set_before_the_first_cycle_counts(c64_factory, program):
    kit = c64_factory("set", prg=program / "program.prg", dbg=program / "program.dbg", boot=False)
    kit.pc = kit.address("add")
    assert kit.run_until(kit.address("add") + 1) == 2  # its CLC


def test_stack_depth_counts_the_deepest_push(kit):
    assert kit.call("add").stack_depth == 0
    assert kit.call("nest").stack_depth == 3


def test_stolen_cycles_are_those_of_bad_lines(kit):
    kit.run_until(raster=(0x33, 1))
    quiet = kit.call("add")
    assert quiet.stolen == 40 + 3  # the rest of the bad line, after three cycles' notice
    result = kit.call("slow")
    assert result.cycles - result.stolen == 2 + 256 * 5 - 1 + 6
    assert result.stolen > 0


def test_call_without_interrupts_runs_no_handler(kit):
    assert kit.call("slow").instructions == 2 + 512


def test_live_interrupts_run_during_a_call(kit):
    results = [kit.call("slow", interrupts=True) for _ in range(20)]
    assert max(r.instructions for r in results) > 2 + 512


def test_hang_ends_with_the_last_32_instructions_and_their_source(kit):
    with pytest.raises(KitError) as error:
        kit.call("hang", limit=1000)
    lines = str(error.value).splitlines()
    assert "did not end" in lines[0]
    assert len(lines) == 3 + 32
    assert all("jmp hang" in line and "program.s:19" in line for line in lines[3:])


def test_jam_is_told_with_its_place(kit):
    with pytest.raises(KitError, match=r"JAM, the CPU stopped at \$C010") as error:
        kit.call("crash")
    assert "crash" in str(error.value)


def test_unbalanced_stack_is_told(kit):
    kit.memory.put(0x0334, b"\xff\x00")
    with pytest.raises(KitError, match="too many on the stack"):
        kit.call("leak")


def test_wrong_label_names_the_nearest(kit):
    with pytest.raises(LabelError, match=r"label 'chose' does not exist; near it: choose"):
        kit.call("chose")


def test_label_that_exists_twice_names_both(kit):
    with pytest.raises(LabelError, match=r"exists more than once.*other::here.*same::here"):
        kit.call("here")
    assert kit.call("same::here").instructions == 1


def test_run_until_a_label_stops_before_its_instruction(kit):
    kit.pc = kit.address("caller")
    kit.flags = 0x24
    kit.run_until("store")
    assert (kit.pc, kit.a) == (kit.address("store"), 7)
    kit.run_until("store")
    assert kit.a == 9


def test_run_until_a_predicate_stops_at_the_first_instruction(kit):
    kit.pc = kit.address("caller")
    kit.flags = 0x24
    kit.run_until(lambda c: c.a == 9)
    assert kit.pc == kit.address("caller") + 7


@pytest.mark.parametrize(("line", "column"), [(0, 1), (100, 30), (311, 63)])
def test_run_until_a_raster_position_stops_there_or_an_instruction_later(kit, line, column):
    kit.run_until(raster=(line, column))
    now = kit.position(kit.board.cycle)
    late = (now[0] - line) * 63 + now[1] - column
    assert 0 <= late % (312 * 63) < 7 + 43


def test_run_until_frame_counts_frames(kit):
    before = kit.board.vic.frame_count
    kit.run_until(frame=3)
    assert kit.board.vic.frame_count == before + 3


def test_run_that_does_not_arrive_is_told(kit):
    with pytest.raises(KitError, match="run_until add: did not end within its limit"):
        kit.run_until("add", limit=5000)


@pytest.mark.parametrize("raster", [(312, 1), (0, 0), (0, 64), (-1, 5)])
def test_raster_positions_that_do_not_exist_are_refused(kit, raster):
    with pytest.raises(KitUsageError, match=r"lines are 0\.\.311, cycles 1\.\.63"):
        kit.run_until(raster=raster)


def test_cycles_between_two_labels(kit):
    kit.run_until(raster=(300, 1))  # no bad lines here
    kit.pc = kit.address("nest")
    kit.flags = 0x24
    passage = kit.cycles("add", kit.address("nest") + 4)
    assert (passage.cycles, passage.stolen) == (14, 0)


def test_mock_stands_in_for_a_routine(kit):
    mock = kit.mock("store", lambda c: setattr(c, "x", c.a))
    result = kit.call("caller", x=1)
    assert [call["a"] for call in mock.calls] == [7, 9]
    assert result.x == 9
    assert kit.memory[0x0400, 10] == b" " * 10
    kit.unmock("store")
    kit.call("caller")
    assert kit.memory[0x0400] == 9


def test_mock_changes_no_byte_of_the_program(kit):
    before = kit.memory["add", 64]
    kit.mock("add")
    kit.call("nest")
    assert kit.memory["add", 64] == before


def test_every_test_begins_with_the_same_machine(kit, setup):
    state = kit.machine.snapshot()
    kit.call("nest")
    kit.mock("add")
    kit.memory.put(0x0400, "CHANGED")
    kit.run_until(frame=2)
    again = Kit(booted_machine(setup))
    assert again.machine.snapshot() == state
    assert again.call("add").instructions == 4


def test_two_standards_have_their_own_machines(setup):
    from dataclasses import replace

    ntsc = Kit(booted_machine(replace(setup, standard="ntsc")))
    ntsc.run_until(raster=(262, 65))
    with pytest.raises(
        KitUsageError, match=r"standard 'secam' does not exist; choose from pal, ntsc"
    ):
        booted_machine(replace(setup, standard="secam"))


def test_drives_cartridges_and_traps_of_a_test_are_gone_in_the_next(kit, setup):
    board, state = kit.board, kit.machine.snapshot()
    board.iec.attach(9, Drive(9))
    board.iec.attach(8, Drive(8))
    board.cart = Cartridge()
    board.cart.exrom = 0
    board.update_mode()
    board.set_trap(0xC000, lambda board: None)
    kit.machine.run_cycles(1000)
    Kit(booted_machine(setup))
    assert sorted(board.iec.devices) == [8]
    assert 0xC000 not in board.traps
    assert kit.machine.snapshot() == state


def test_symbols_of_a_program_that_was_loaded_later_take_over(kit, setup, program):
    later = assemble(
        program, "later", PROGRAM.replace(".proc add", ".proc sum").replace("jsr add", "jsr sum")
    )
    kit.call("add")
    kit.use_symbols(later / "later.dbg")
    assert kit.call("sum", a=1).instructions == 4
    with pytest.raises(LabelError, match="label 'add' does not exist"):
        kit.call("add")
    with kit.bus_log(), pytest.raises(KitUsageError, match="use_symbols: end logs"):
        kit.use_symbols(later / "later.dbg")
    assert Kit(booted_machine(setup)).call("add").instructions == 4
