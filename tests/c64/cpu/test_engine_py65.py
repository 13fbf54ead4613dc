"""py65's MPU as the machine's engine, here on the flat bus."""

import pytest

import c64
from c64.cpu.engine_py65 import Py65Engine
from c64.debug.flat_bus import FlatBus


@pytest.fixture
def bus():
    bus = FlatBus()
    for vector, high in ((0xFFFA, 0x40), (0xFFFC, 0x20), (0xFFFE, 0x30)):
        bus.ram[vector], bus.ram[vector + 1] = 0, high
    bus.cpu.pc, bus.cpu.sp = 0x1000, 0xFF
    return bus


def put(bus, *code):
    for at, byte in enumerate(code):
        bus.ram[0x1000 + at] = byte


def test_instructions_change_registers_memory_and_the_clock(bus):
    put(bus, 0xA9, 0x41, 0x8D, 0x00, 0x04, 0xCE, 0x00, 0x04)  # LDA #, STA abs, DEC abs
    engine = Py65Engine(bus)
    for _ in range(3):
        engine.step()
    assert (bus.cpu.a, bus.ram[0x0400], bus.cpu.pc) == (0x41, 0x40, 0x1008)
    assert bus.cycle == 2 + 4 + 6


def test_reset_takes_seven_cycles_and_goes_through_the_vector(bus):
    engine = Py65Engine(bus)
    engine.reset()
    engine.step()
    assert (bus.cpu.pc, bus.cycle, bus.cpu.p & 0x04) == (0x2000, 7, 0x04)


def test_irq_is_served_between_instructions_unless_masked(bus):
    put(bus, 0xEA, 0xEA, 0xEA)
    engine = Py65Engine(bus)
    bus.cpu.p = 0x24
    bus.irq = 1
    engine.step()
    engine.step()
    assert bus.cpu.pc == 0x1002
    bus.cpu.p = 0x20
    engine.step()
    assert (bus.cpu.pc, bus.cpu.p & 0x04, bus.ram[0x01FD]) == (0x3000, 0x04, 0x20)


def test_nmi_is_served_once_for_each_edge(bus):
    put(bus, 0xEA, 0xEA)
    bus.ram[0x4000] = bus.ram[0x4001] = 0xEA
    engine = Py65Engine(bus)
    bus.nmi = 1
    engine.step()
    engine.step()
    assert bus.cpu.pc == 0x4000
    engine.step()
    engine.step()
    assert bus.cpu.pc == 0x4002


def test_undocumented_opcodes_pass_as_nops_of_their_length_and_time(bus):
    put(bus, 0x0F, 0x00, 0x20, 0xEA)  # SLO abs: 3 bytes, 6 cycles
    bus.ram[0x2000] = 0x81
    engine = Py65Engine(bus)
    engine.step()
    assert (bus.cpu.pc, bus.cycle, bus.ram[0x2000]) == (0x1003, 6, 0x81)


def test_jam_stops_on_its_opcode(bus):
    put(bus, 0x02)
    engine = Py65Engine(bus)
    for _ in range(3):
        engine.step()
    assert (bus.cpu.jammed, bus.cpu.pc) == (1, 0x1000)
    assert bus.cycle == 4


def run_both(code, **registers):
    """Run an instruction at $1000 on the exact core and on py65; returns both (a, p)."""
    results = []
    for py65 in (False, True):
        bus = FlatBus()
        put(bus, *code)
        bus.cpu.pc = 0x1000
        for name, value in registers.items():
            setattr(bus.cpu, name, value)
        (Py65Engine(bus) if py65 else bus.cpu).step()
        results.append((bus.cpu.a, bus.cpu.p, bus.cpu.pc, bus.cycle))
    return results


@pytest.mark.slow
@pytest.mark.parametrize("opcode", [0x69, 0xE9])
def test_decimal_mode_agrees_with_the_exact_core_for_any_operand(opcode):
    for a in range(0, 256, 5):
        for value in (0x00, 0x01, 0x09, 0x0A, 0x0F, 0x19, 0x50, 0x7F, 0x80, 0x99, 0x9A, 0xF6, 0xFF):
            for p in (0x28, 0x29):
                exact, py65 = run_both((opcode, value), a=a, p=p)
                assert py65 == exact, (opcode, a, value, p)


def board_with(cpu, *code):
    """A board that will run ``code`` at $1000, with interrupts off and I/O in the map."""
    board = c64.C64(cpu=cpu, sample_rate=0).board
    board.run_until(1000)
    for at, byte in enumerate(code):
        board.ram[0x1000 + at] = byte
    board.cpu.pc, board.cpu.p = 0x1000, 0x24
    board.port.write(1, 0x35, board.cycle)
    board.update_mode()
    return board


def test_read_modify_write_instructions_write_the_old_value_first():
    board = board_with("py65", 0x4E, 0x19, 0xD0, 0x02)  # LSR $D019, JAM
    while not board.vic.peek(0x19) & 1:
        board.idle(1)
    board.run_until(board.cycle + 1)
    assert board.vic.peek(0x19) & 1 == 0


def test_an_irq_waits_for_the_instruction_after_cli_and_is_taken_before_sei_counts(bus):
    put(bus, 0x58, 0xEA, 0xEA)  # CLI, NOP
    engine = Py65Engine(bus)
    bus.cpu.p, bus.irq = 0x24, 1
    engine.step()
    engine.step()
    assert bus.cpu.pc == 0x1002
    engine.step()
    assert bus.cpu.pc == 0x3000
    put(bus, 0x78)  # SEI
    bus.cpu.pc, bus.cpu.p, bus.cpu.int_prev = 0x1000, 0x20, 0
    engine.step()
    engine.step()
    assert (bus.cpu.pc, bus.ram[0x01FA] & 0x04) == (0x3000, 0x04)


def test_accesses_happen_in_the_last_cycle():
    """LDA $D012 reads the raster line of its fourth cycle, as the exact core does."""
    found = []
    for cpu in ("exact", "py65"):
        board = board_with(cpu, *(0xAD, 0x12, 0xD0) * 60, 0x02)  # LDA $D012 ..., JAM
        values = []
        while not board.cpu.jammed:
            board.run_until(board.cycle + 1)
            values.append((board.cpu.a, board.cycle))
        start = values[0][1]
        found.append([(a, cycle - start) for a, cycle in values[1:61]])
    assert found[0] == found[1]
    assert len({a for a, _ in found[0]}) > 3
