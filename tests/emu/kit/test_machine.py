"""The machine of a test: flags, arguments, limits, positions, memory, what a failure says."""

import re

import numpy as np
import pytest

from emu.kit.errors import KitError, KitUsageError
from emu.kit.listing import flags_text
from emu.kit.machine import (
    CALL_RETURN,
    DEFAULT_LIMIT,
    KEY_BUFFER,
    KEY_COUNT,
    LAST_STEPS,
    Flags,
    Kit,
    Mock,
    Result,
    check_balance,
    push_return,
)
from emu.kit.machine_pool import booted_machine

FLAGS = {"n": 0x80, "v": 0x40, "d": 0x08, "i": 0x04, "z": 0x02, "c": 0x01}


@pytest.mark.parametrize("name", FLAGS)
def test_a_flag_is_its_bit_and_no_other(name):
    bit = FLAGS[name]
    for value in (bit, 0xFF, 0x30 | bit):
        assert getattr(Flags(value), name) is True
    for value in (0, 0xFF ^ bit, 0x30):
        assert getattr(Flags(value), name) is False


def test_flags_are_written_as_eight_letters():
    assert str(Flags(0)) == "nv-bdizc"
    assert repr(Flags(0xFF)) == "NV-BDIZC"
    for place, letter in enumerate("nv-bdizc"):
        text = flags_text(0x80 >> place)
        assert text == "nv-bdizc".replace(letter, letter.upper())


def test_a_result_has_its_flags_by_name():
    for name, bit in (("carry", 1), ("zero", 2), ("negative", 0x80), ("overflow", 0x40)):
        for flags in (bit, 0xFF ^ bit):
            found = getattr(Result(1, 2, 3, Flags(flags), 4, 5, 6, 7), name)
            assert found is (flags == bit)


def test_a_mock_was_called_once_it_has_calls():
    mock = Mock(None)
    assert mock.called is False
    mock.calls.append({})
    assert mock.called is True


# --- registers -----------------------------------------------------------------------------


def test_registers_are_masked_and_bit_5_of_the_flags_is_set(kit):
    for name, value, read in (("a", 0x1FF, 0xFF), ("x", 0x180, 0x80), ("y", -1, 0xFF),
                              ("sp", 0x1F0, 0xF0), ("pc", 0x1C000, 0xC000)):  # fmt: skip
        setattr(kit, name, value)
        assert getattr(kit, name) == read
    for value, read in ((0, 0x20), (0xFF, 0xEF), (0x10, 0x20), (0xC3, 0xE3)):
        kit.flags = value
        assert kit.flags == kit.cpu.p == read
    kit.flags = 0xFF
    for value, flags in ((False, 0xEE), (True, 0xEF), (2, 0xEF), (0, 0xEE)):
        kit.carry = value
        assert (kit.carry, kit.flags) == (bool(value), flags)
    assert list(kit.registers) == ["a", "x", "y", "sp", "pc", "flags"]
    assert kit.registers["sp"] == 0xF0


@pytest.mark.parametrize("sp", [0xFF, 1, 0])
def test_a_return_address_is_pushed_within_the_stack(sp, kit):
    kit.sp = sp
    push_return(kit.board.ram, kit.cpu)
    assert kit.sp == (sp - 2) & 0xFF
    pushed = kit.board.ram[0x100 + sp], kit.board.ram[0x100 + ((sp - 1) & 0xFF)]
    assert pushed[0] * 256 + pushed[1] + 1 == CALL_RETURN


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [(0xF0, 0xEE, "2 bytes too many on the stack"), (0xF0, 0xF1, "1 bytes too few on the stack"),
     (0x01, 0xFF, "2 bytes too many on the stack"), (0xFF, 0x02, "3 bytes too few on the stack")],
)  # fmt: skip
def test_what_is_left_on_the_stack_is_counted_round_its_end(before, after, words):
    check_balance("there", before, before)
    with pytest.raises(KitError, match=f"^call there: returned with {words}$"):
        check_balance("there", before, after)


@pytest.mark.parametrize("carry", [False, True])
@pytest.mark.parametrize("interrupts", [False, True])
def test_a_call_gives_its_arguments_and_leaves_the_rest(kit, carry, interrupts):
    kit.memory[0x2000:0x200C] = bytes(
        (0x8D, 0x80, 0x20, 0x8E, 0x81, 0x20, 0x8C, 0x82, 0x20, 0x08, 0x68, 0x60)
    )
    before = kit.registers
    result = kit.call(0x2000, a=0x111, x=0x122, y=0x133, carry=carry, interrupts=interrupts)
    assert bytes(kit.memory[0x2080:0x2083]) == b"\x11\x22\x33"
    flags = Flags(result.a)
    assert (flags.c, flags.i) == (carry, not interrupts)
    assert not (flags.n or flags.v or flags.d or flags.z)
    assert kit.registers == before
    plain = kit.call(0x2000)
    assert bytes(kit.memory[0x2080:0x2083]) == bytes(3)
    assert (plain.x, plain.y, Flags(plain.a).c) == (0, 0, False)
    assert plain.cycles == 4 * 3 + 3 + 4 + 6 + plain.stolen
    assert (plain.instructions, plain.stack_depth) == (6, 1)


def test_memory_is_put_before_a_call_by_address_and_by_name(kit):
    kit.memory[0x2000] = 0x60
    kit.call(0x2000, zp={"count": 7, 0x20: b"\1\2"}, memory={0x3000: "AB", 0x3004: 255})
    assert kit.memory[kit.address("count")] == 7
    assert bytes(kit.memory[0x20:0x22]) == b"\1\2"
    assert bytes(kit.memory[0x3000:0x3005]) == b"AB" + bytes(2) + b"\xff"
    for value in (-1, 256):
        with pytest.raises(KitUsageError, match=f"^count: {value} is no byte, 0 to 255; "):
            kit.call(0x2000, zp={"count": value})


def test_a_limit_is_ones_own_the_kits_or_five_million(kit, setup):
    assert DEFAULT_LIMIT == 5_000_000 == Kit(booted_machine(setup)).limit
    begin = kit.board.cycle
    with pytest.raises(KitError, match="call hang: did not end within its limit"):
        kit.call("hang", limit=1000)
    assert 1000 <= kit.board.cycle - begin < 1010
    begin = kit.board.cycle
    with pytest.raises(KitError):
        kit.call("hang")
    assert 200_000 <= kit.board.cycle - begin < 200_010
    begin = kit.board.cycle
    with pytest.raises(KitError, match=r"^run_until: the condition never came true\n"):
        kit.run_until(lambda kit: False, limit=500)
    assert 500 <= kit.board.cycle - begin < 510


@pytest.mark.parametrize("goals", [{}, {"target": 0xC000, "frame": 1}, {"pc": 1, "raster": (1, 1)}])
def test_a_run_has_exactly_one_goal(kit, goals):
    with pytest.raises(KitUsageError, match=f"exactly one goal is needed, not {len(goals)}$"):
        kit.run_until(**goals)


def test_many_frames_have_the_time_they_take(kit):
    """More than the limit allows: two of the longest frames for each."""
    assert kit.limit == 200_000
    took = kit.run_until(frame=12)
    assert 11 * 19656 < took < 12 * 19656 + 7  # it ends with an instruction
    with pytest.raises(KitError, match="run_until frame: did not end within its limit"):
        kit.run_until(frame=12, limit=100_000)


@pytest.mark.parametrize("raster", [(0, 1), (311, 63), (100, 1), (100, 63)])
def test_positions_are_those_a_run_has_gone_to(kit, raster):
    kit.memory[0x2000:0x2003] = bytes((0x4C, 0x00, 0x20))
    kit.pc = 0x2000
    kit.run_until(raster=raster)
    line, column = kit.position(kit.board.cycle)
    late = (line - raster[0]) % 312 * 63 + column - raster[1]
    assert 0 <= late < 50
    cycles = np.arange(kit.board.cycle, kit.board.cycle + 200)
    lines, columns = kit.position(cycles)
    for cycle, *place in zip(cycles.tolist(), lines.tolist(), columns.tolist(), strict=True):
        assert tuple(place) == kit.position(cycle)
    assert set(columns.tolist()) == set(range(1, 64))


@pytest.mark.parametrize("raster", [(312, 1), (-1, 1), (0, 0), (0, 64)])
def test_a_raster_position_that_does_not_exist_is_refused_with_those_that_do(kit, raster):
    words = re.escape(f"raster {raster}: lines are 0..311, cycles 1..63 (")
    with pytest.raises(KitUsageError, match=words):
        kit.run_until(raster=raster)


def test_a_raster_position_behind_the_limit_is_refused(kit):
    line, column = kit.position(kit.board.cycle)
    with pytest.raises(KitUsageError, match=r"is 6300 cycles away, more than the limit$"):
        kit.run_until(raster=((line + 100) % 312, column), limit=6299)
    kit.run_until(raster=((line + 100) % 312, column), limit=6300)


def test_a_passage_has_both_ends(kit):
    kit.memory[0x2000:0x2008] = bytes((0xEA, 0xEA, 0xA9, 1, 0xEA, 0x4C, 0x00, 0x20))
    kit.pc = 0x2000
    found = kit.cycles(0x2001, 0x2005)
    assert found.cycles == found.end - found.begin == 6 + found.stolen
    assert found.end == kit.board.cycle


def test_a_mock_takes_its_cycles_and_may_set_what_it_likes(kit):
    kit.memory[0x2000:0x2004] = bytes((0x20, 0x00, 0x30, 0x60))

    def answer(kit):
        kit.a, kit.x, kit.carry = 9, 8, 1

    mock = kit.mock(0x3000, answer)
    plain = kit.call(0x2000, a=1, x=2, y=3, carry=1)
    assert (plain.a, plain.x, plain.y, plain.carry) == (9, 8, 3, True)
    (call,) = mock.calls
    assert {n: call[n] for n in ("a", "x", "y", "carry")} == {"a": 1, "x": 2, "y": 3, "carry": True}
    slow = kit.mock(0x3000, answer, cycles=106)
    late = kit.call(0x2000)
    assert late.cycles - late.stolen - (plain.cycles - plain.stolen) == 100
    assert slow.called
    kit.memory[0x3000] = 0x60
    kit.unmock(0x3000)
    kit.call(0x2000)
    assert len(slow.calls) == 1


def test_run_is_four_keys_in_the_buffer(kit):
    kit.start()
    assert (KEY_BUFFER, KEY_COUNT) == (631, 198)  # KEYD and NDX of the KERNAL
    assert bytes(kit.board.ram[631:635]) == b"RUN\r"
    assert kit.board.ram[198] == 4


def test_a_failure_shows_registers_place_and_the_last_steps(kit):
    with pytest.raises(KitError) as error:
        kit.call("crash", a=0x12, x=0x34, y=0x56)
    at = kit.address("crash") + 1
    lines = str(error.value).splitlines()
    assert lines[0] == f"call crash: JAM, the CPU stopped at ${at:04X}"
    assert re.fullmatch(
        rf"registers: pc=\${at:04X} crash\+1 a=\$12 x=\$34 y=\$56 sp=\$[0-9A-F]{{2}} \S{{8}} "
        r"cycle \d+, raster line \d+, cycle \d+", lines[1],
    )  # fmt: skip
    assert lines[2] == f"the last {len(lines) - 3} instructions (cycle, registers before):"
    assert len(lines) - 3 <= LAST_STEPS == 32
    assert "nop" in lines[-2] or "nop" in lines[-1]


def test_samples_are_handed_over_once(setup):
    from dataclasses import replace

    kit = Kit(booted_machine(replace(setup, audio=22050)))
    kit.run_until(frame=3)
    first = kit.audio()
    assert len(first) > 2 * 400
    assert len(kit.audio()) < 10
