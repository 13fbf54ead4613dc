"""py65's MPU as the machine's engine, here on the flat bus."""

import pytest

from c64.engine_py65 import Py65Engine
from c64.flat_bus import FlatBus


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
