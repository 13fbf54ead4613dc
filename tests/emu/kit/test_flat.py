"""Routines on flat memory: the same results as on the machine, and the same errors."""

import pytest

from c64.debug.labels import LabelError
from emu.kit.errors import KitError, KitUsageError
from emu.kit.flat import FlatKit, FlatProgram, flat_program
from emu.kit.mutations import Change
from emu.kit.symbols import Symbols


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


@pytest.mark.parametrize("trace", [True, False])
def test_the_last_instructions_are_shown_where_they_are_traced(program, trace):
    flat = FlatKit(flat_program(program / "program.dbg", program), trace=trace)
    with pytest.raises(KitError) as error:
        flat.call("crash")
    first, *rest = str(error.value).splitlines()
    assert first == "call crash: JAM, the CPU stopped at $C010 crash+1"
    assert bool(rest) is trace


def test_a_machine_that_has_jammed_or_hung_can_be_called_again(flat):
    for routine in ("crash", "hang"):
        with pytest.raises(KitError):
            flat.call(routine)
        flat.sp = 0xFF
        assert flat.call("add", a=1, zp={"count": 2}).a == 3


def test_a_call_has_its_arguments_its_memory_and_its_own_limit(flat):
    result = flat.call("store", a=0x107, x=0x102, y=0x1FF, carry=1, memory={0x0401: b"\1\2\3"})
    assert bytes(flat.ram[0x0401:0x0404]) == b"\1\7\3"
    assert (result.a, result.x, result.y, result.carry, result.stolen) == (7, 2, 255, True, 0)
    begin = flat.bus.cycle
    with pytest.raises(KitError, match="did not end within its limit"):
        flat.call("hang", limit=500)
    assert 500 <= flat.bus.cycle - begin < 510


def test_a_program_has_the_bytes_of_its_blocks_and_0_around_them():
    known = FlatProgram(Symbols(), [(0x1000, b"\1\2"), (0x2000, b"\3")])
    assert [known.peek(at) for at in (0xFFF, 0x1000, 0x1001, 0x1002, 0x1FFF, 0x2000, 0x2001)] == [
        0, 1, 2, 0, 0, 3, 0,
    ]  # fmt: skip


def test_a_change_is_in_every_machine_of_a_program_until_it_is_removed():
    code = bytes.fromhex("E8 60")  # INX, RTS
    known = FlatProgram(Symbols(), [(0x1000, code)])
    one, other = FlatKit(known), FlatKit(known)
    known.changes.append(Change(0x1000, b"\xe8", b"\xca"))
    assert [flat.call(0x1000, x=5).x for flat in (one, other, FlatKit(known))] == [4, 4, 4]
    known.remove_changes()
    assert known.changes == []
    assert [flat.call(0x1000, x=5).x for flat in (one, other, FlatKit(known))] == [6, 6, 6]


def test_names_that_the_linker_alone_knows_come_from_its_labels(program, tmp_path):
    labels = tmp_path / "more.lbl"
    labels.write_text("al 00C003 .middle\n")
    plain = flat_program(program / "program.dbg", program)
    assert "middle" not in plain.labels
    found = flat_program(program / "program.dbg", program, labels)
    assert (found.labels["middle"], found.labels["add"]) == (0xC003, plain.labels["add"])
