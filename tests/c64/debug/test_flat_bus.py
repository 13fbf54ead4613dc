"""Flat memory: what it logs, which lines it scripts, where a run or a call of it ends."""

import random
import struct

import pytest

from c64.debug.flat_bus import FLAT_LOG_SIZE, FlatBus
from c64.debug.probe import Probe

NOP, JMP, JSR, RTS, PHA, PLA, INX, JAM = 0xEA, 0x4C, 0x20, 0x60, 0x48, 0x68, 0xE8, 0x02
CMP, ADC = 0xC9, 0x69
IRQ, NMI, RDY = 1, 2, 4
BACK = 0x0334


def bus_with(*code, at=0x1000):
    """A bus about to run some code."""
    bus = FlatBus()
    bus.ram[at : at + len(code)] = bytes(code)
    bus.cpu.pc, bus.cpu.sp, bus.cpu.p = at, 0xFF, 0x24
    bus.cpu.reset_pending = 0
    return bus


def test_everything_is_ram():
    bus = FlatBus()
    for write, addr in ((bus.write, 0), (bus.access_write, 0xD020), (bus.poke, 0xFFFF)):
        write(addr, 0xA5)
        assert bus.read(addr) == bus.access_read(addr) == bus.peek(addr) == bus.ram[addr] == 0xA5


def test_reads_and_writes_take_a_cycle_looks_take_none():
    bus = FlatBus()
    bus.read(0)
    bus.write(0, 1)
    bus.idle(5)
    bus.open_cycle(1)
    bus.close_cycle()
    assert bus.cycle == 8
    bus.access_read(0), bus.access_write(0, 0), bus.peek(0), bus.poke(0, 0), bus.idle(0)
    assert bus.cycle == 8


def test_the_log_has_every_access_while_it_is_kept():
    bus = FlatBus()
    bus.write(0x10, 1)
    bus.logging = 1
    bus.write(0x20, 2)
    bus.read(0x20)
    bus.access_read(0x20)  # spends no cycle
    bus.logging = 0
    bus.read(0x30)
    assert bus.accesses() == [(0x20, 2, 1), (0x20, 2, 0)]


def test_the_log_ends_when_it_is_full():
    bus = FlatBus()
    bus.logging = 1
    for number in range(FLAT_LOG_SIZE + 2):
        bus.write(0x10, number & 0xFF)
    assert bus.log_count == FLAT_LOG_SIZE == len(bus.accesses())
    assert bus.accesses()[-1] == (0x10, (FLAT_LOG_SIZE - 1) & 0xFF, 1)


def test_a_read_waits_while_rdy_is_low_and_a_write_does_not():
    bus = FlatBus()
    bus.events[0] = bus.events[1] = bus.events[4] = RDY
    bus.read(0)
    assert (bus.stalled, bus.cycle) == (0, 1)  # not scripted
    bus.scripted = 1
    bus.read(0)
    assert (bus.stalled, bus.cycle) == (1, 3)
    bus.read(0)
    assert (bus.stalled, bus.cycle) == (0, 4)
    bus.write(0, 0)
    assert bus.cycle == 5


def test_scripted_lines_are_those_of_the_cycle():
    bus = FlatBus()
    bus.scripted = 1
    bus.events[1], bus.events[2], bus.events[3] = IRQ, NMI, IRQ | NMI
    seen = []
    for _ in range(5):
        bus.idle(1)
        seen.append((bus.irq, bus.nmi))
    assert seen == [(0, 0), (1, 0), (0, 1), (1, 1), (0, 0)]
    bus.scripted, bus.irq = 0, 1
    bus.idle(1)
    assert bus.irq == 1


def test_a_script_begins_anew_after_65536_cycles():
    bus = FlatBus()
    bus.scripted, bus.events[2] = 1, RDY
    bus.cycle = 0x10002
    bus.read(0)
    assert (bus.stalled, bus.cycle) == (1, 0x10004)


def test_a_run_is_of_whole_instructions():
    bus = bus_with(*[NOP] * 20)
    bus.run(5)
    assert (bus.cycle, bus.cpu.pc) == (6, 0x1003)
    bus.run(2)
    assert (bus.cycle, bus.cpu.pc) == (8, 0x1004)


def test_a_run_to_a_loop_ends_where_an_instruction_jumps_to_itself():
    assert bus_with(NOP, INX, JMP, 0x02, 0x10).run_to_loop(1000) == 0x1002
    bus = bus_with(NOP, JMP, 0x00, 0x10)
    assert bus.run_to_loop(100) == -1
    assert 100 <= bus.cycle < 105


@pytest.mark.parametrize(
    ("code", "limit", "reason", "steps", "cycles", "pc"),
    [
        ((NOP, INX, NOP, NOP), 100, 1, 3, 6, 0x1003),
        ((NOP, INX, NOP, NOP), 6, 0, 3, 6, 0x1003),
        ((NOP, INX, NOP, NOP), 7, 1, 3, 6, 0x1003),
        ((NOP, JAM), 100, 2, 2, None, None),
        ((JMP, 0x00, 0x10), 30, 0, 10, 30, 0x1000),
    ],
)
def test_a_run_to_an_address_says_why_it_ended(code, limit, reason, steps, cycles, pc):
    bus = bus_with(*code)
    assert bus.run_to(0x1003, limit) == reason
    assert bus.steps == steps
    if pc is not None:
        assert (bus.cycle, bus.cpu.pc) == (cycles, pc)


def test_a_run_counts_the_bytes_of_stack_that_were_used():
    bus = bus_with(PHA, PHA, PLA, PHA, PLA, PLA, NOP, NOP)
    bus.run_to(0x1006, 1000)
    assert (bus.deepest, bus.steps) == (2, 6)
    bus = bus_with(PLA, PLA, NOP)  # it takes more than it put there
    bus.run_to(0x1002, 1000)
    assert bus.deepest == 0


@pytest.mark.parametrize("sp", [0xFF, 0x80, 0x01, 0x00])
def test_a_call_comes_back_with_the_stack_as_it_was(sp):
    bus = bus_with(INX, JSR, 0x10, 0x10, RTS, at=0x1000)
    bus.ram[0x1010:0x1012] = bytes((INX, RTS))
    bus.cpu.sp, bus.cycle = sp, 1000
    assert bus.call(0x1000, BACK, 100) == 1
    assert (bus.cpu.pc, bus.cpu.sp, bus.cpu.x) == (BACK, sp, 2)
    assert (bus.steps, bus.deepest, bus.cycle) == (5, 2, 1000 + 2 + 6 + 2 + 6 + 6)
    high, low = bus.ram[0x100 | sp], bus.ram[0x100 | sp - 1 & 0xFF]
    assert high << 8 | low == BACK - 1


def test_a_call_is_given_up_after_its_limit_from_now_on():
    bus = bus_with(JMP, 0x00, 0x10)
    bus.cycle = 5000
    assert bus.call(0x1000, BACK, 30) == 0
    assert bus.cycle == 5030


def test_the_return_address_may_lie_at_the_beginning_of_a_page():
    bus = bus_with(RTS)
    assert bus.call(0x1000, 0x0400, 100) == 1
    assert bytes(bus.ram[0x01FE:0x0200]) == bytes((0xFF, 0x03))


def test_a_probe_is_told_of_every_instruction_with_the_registers_before_it():
    bus = bus_with(INX, PHA, NOP, at=0x12F0)
    bus.probe = Probe()
    bus.probe.counting = 1
    cpu = bus.cpu
    cpu.a, cpu.x, cpu.y, cpu.sp, cpu.p = 0x12, 0x34, 0x56, 0xF8, 0x65
    bus.run_to(0x12F2, 100)
    words = [
        (cycle, stolen, bits)
        for cycle, stolen, bits in struct.iter_unpack("<qqq", bytes(memoryview(bus.probe.steps)))
    ]
    first = 0x12F0 | 0x12 << 16 | 0x34 << 24 | 0x56 << 32 | 0xF8 << 40 | 0x65 << 48
    second = 0x12F1 | 0x12 << 16 | 0x35 << 24 | 0x56 << 32 | 0xF8 << 40 | 0x65 << 48
    assert words[:2] == [(0, 0, first), (2, 0, second)]
    assert bus.probe.step_count == 2
    assert [bus.probe.cycles[at] for at in (0x12F0, 0x12F1, 0x12F2)] == [2, 3, 0]


def ran(code, watched, **lines):
    """A bus that has run random bytes for a while, each access its own (``watched``) or not."""
    bus = bus_with(at=0x1000)
    bus.ram[:] = code
    for name, value in lines.items():
        setattr(bus if hasattr(bus, name) else bus.cpu, name, value)
    bus.logging = watched
    bus.run_to(0x1000 - 1, 1500)
    return bus


def state(bus):
    """Registers and what the CPU knows of the lines, time and memory."""
    cpu = bus.cpu
    registers = [getattr(cpu, field.name) for field in cpu.fields]
    return registers, bus.cycle, bus.steps, bus.deepest, bytes(bus.ram)


@pytest.mark.parametrize(
    "lines",
    [
        {},
        {"irq": 1},
        {"nmi": 1},
        {"int_now": 1},
        {"int_prev": 1},
        {"nmi_latch": 2},
        {"nmi_line": 1},
    ],
    ids=lambda lines: "".join(lines) or "quiet",
)
def test_a_run_is_the_same_whether_somebody_wants_to_know_of_accesses_or_not(lines):
    """Without, the CPU makes them itself; with a line asserted it never does."""
    dice = random.Random(64)
    for _ in range(15):
        code = dice.randbytes(0x10000).translate(WITHOUT_JAM)
        assert state(ran(code, 0, **lines)) == state(ran(code, 1, **lines))


JAMS = {0x02 | row << 4 for row in (*range(8), 9, 11, 13, 15)}
WITHOUT_JAM = bytes(NOP if byte in JAMS else byte for byte in range(256))


def test_an_interrupt_that_waits_comes_in_a_run():
    bus = bus_with(*[NOP] * 60)
    bus.ram[0xFFFE:0x10000] = bytes((0x00, 0x20))
    bus.cpu.p, bus.irq = 0x20, 1
    assert bus.run_to(0x2000, 100) == 1
    assert bus.quick == 0


def test_lines_asserted_after_a_run_are_heeded_in_cycles_of_ones_own():
    bus = bus_with(*[NOP] * 60)
    bus.run_to(0x1001, 100)
    bus.irq, bus.cpu.p = 1, 0x20
    bus.ram[0xFFFE:0x10000] = bytes((0x00, 0x20))
    bus.run(20)
    assert 0x2000 <= bus.cpu.pc < 0x2010


def test_a_script_is_followed_in_a_run():
    bus = bus_with(*[NOP] * 60)
    bus.ram[0xFFFE:0x10000] = bytes((0x00, 0x20))
    bus.cpu.p, bus.scripted = 0x20, 1
    bus.events[2], bus.events[3], bus.events[4] = IRQ, IRQ, IRQ
    assert bus.run_to(0x2000, 100) == 1


def test_a_run_keeps_the_log():
    bus = bus_with(NOP, NOP)
    bus.logging = 1
    bus.run_to(0x1002, 100)
    assert [address for address, _, _ in bus.accesses()] == [0x1000, 0x1001, 0x1001, 0x1002]


def test_a_branch_that_ended_a_run_did_not_fall_through_into_the_next_one():
    bus = bus_with(0xD0, 0x10, NOP, NOP)  # BNE
    bus.probe, bus.only_counts = Probe(), 1
    bus.probe.counting = 1
    assert bus.run_to(0x1012, 100) == 1
    bus.cpu.pc = 0x1002
    bus.run_to(0x1003, 100)
    assert (bus.probe.count[0x1000], bus.probe.fell[0x1000]) == (1, 0)


def counts(code, only):
    bus = bus_with(at=0x1000)
    bus.ram[:] = code
    bus.probe, bus.only_counts = Probe(), only
    bus.probe.counting = 1
    bus.run_to(0x1000 - 1, 3000)
    return bus.probe


@pytest.mark.slow
def test_a_probe_that_only_counts_counts_the_same():
    """How often each instruction began, and which branches were not taken."""
    branches = [0x10 | row << 5 for row in range(8)]
    dice, seen = random.Random(65), set()
    for _ in range(20):
        kinds = [dice.choice((INX, *branches, CMP, ADC)) for _ in range(80)]
        code = bytearray(0x10000)
        at = 0x1000
        for kind in kinds:  # forwards or back by one instruction of two bytes, or of one
            code[at : at + 2] = bytes((kind, dice.choice((1, 2, 3, 0xFC))))
            at += 1 if kind == INX else 2
        code[at : at + 3] = bytes((JMP, 0x00, 0x10))
        every, less = counts(code, 0), counts(code, 1)
        assert bytes(every.count) == bytes(less.count)
        # What follows the last one is not known when a run ends at its limit.
        places = [n for n in range(0x1000, at) if code[n] in branches and n != less.counted]
        assert [every.fell[n] for n in places] == [less.fell[n] for n in places]
        seen |= {(less.count[n] > less.fell[n], less.fell[n] > 0) for n in places}
        assert less.step_count == 0 and not any(less.cycles)
    assert {(True, False), (False, True), (True, True)} <= seen
