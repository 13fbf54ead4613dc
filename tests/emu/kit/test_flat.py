"""Routines on flat memory: the same results as on the machine, and the same errors."""

import pytest

from c64.debug.labels import LabelError
from emu.kit.errors import KitError, KitUsageError
from emu.kit.flat import FlatKit, flat_program


@pytest.fixture
def flat(program):
    return FlatKit(flat_program(program / "program.dbg", program), limit=100_000)


@pytest.mark.parametrize("routine", ["add", "nest", "choose", "caller", "lookup"])
def test_results_are_those_of_the_machine_without_stolen_cycles(flat, kit, routine):
    kit.run_until(raster=(290, 1))  # no bad lines
    arguments = {"a": 200, "x": 1, "carry": 1, "zp": {"count": 100}}
    assert flat.call(routine, **arguments) == kit.call(routine, **arguments)


def test_registers_stay_as_the_routine_left_them(flat):
    flat.call("add", a=200, zp={"count": 56})
    assert (flat.a, flat.carry, flat.flags.z, flat.memory["count"]) == (0, 1, True, 0)


def test_hang_ends_with_the_last_instructions_and_their_source(flat):
    with pytest.raises(KitError, match="call hang: did not end within its limit") as error:
        flat.call("hang")
    lines = str(error.value).splitlines()
    assert len(lines) == 2 + 32
    assert all("program.s:19" in line for line in lines[2:])


def test_jam_and_unbalanced_stack_are_told(flat):
    with pytest.raises(KitError, match=r"call crash: JAM, the CPU stopped at \$C010"):
        flat.call("crash")
    flat.memory.put(0x0334, b"\xff\x00")
    with pytest.raises(KitError, match="4 bytes too many on the stack"):
        flat.call("leak")


def test_wrong_label_names_the_nearest(flat):
    with pytest.raises(LabelError, match="label 'chose' does not exist; near it: choose"):
        flat.call("chose")


def test_program_that_is_not_there_is_told(program, tmp_path):
    with pytest.raises(KitUsageError, match=r"dbg .*program.dbg: its program cannot be read"):
        flat_program(program / "program.dbg", tmp_path)
