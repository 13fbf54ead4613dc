"""py65's Monitor, Disassembler and Assembler on the exact CPU."""

import io

import pytest
from py65.assembler import Assembler
from py65.disassembler import Disassembler
from py65.monitor import Monitor

from c64.cpu.opcodes import OPCODES
from c64.debug.flat_bus import FlatBus
from c64.debug.py65_view import py65_class


@pytest.fixture
def bus():
    return FlatBus()


@pytest.fixture
def view(bus):
    return py65_class(bus)()


@pytest.fixture
def monitor(bus):
    kind = py65_class(bus)
    out = io.StringIO()
    monitor = Monitor(
        argv=["go64"], stdin=io.StringIO(), stdout=out, mpu_type=kind, memory=kind.whole_memory
    )

    def command(line):
        out.seek(0)
        out.truncate()
        monitor.onecmd(line)
        return out.getvalue()

    monitor.command = command
    return monitor


def test_the_registers_are_the_cores(bus, view):
    view.pc, view.a, view.x, view.y, view.sp, view.p = 0x1234, 1, 2, 3, 4, 0xFF
    cpu = bus.cpu
    assert (cpu.pc, cpu.a, cpu.x, cpu.y, cpu.sp, cpu.p) == (0x1234, 1, 2, 3, 4, 0xEF)
    assert view.p == 0xFF


def test_step_runs_an_instruction_and_counts_its_cycles(bus, view):
    bus.ram[0x1000], bus.ram[0x1001] = 0xEE, 0xD0  # INC $20D0
    bus.ram[0x1002], bus.ram[0x20D0] = 0x20, 0x41
    view.pc = 0x1000
    view.step()
    assert (view.memory[0x20D0], view.pc, view.processorCycles) == (0x42, 0x1003, 6)


def test_reset_goes_through_the_vector(bus, view):
    bus.ram[0xFFFC], bus.ram[0xFFFD] = 0xE2, 0xFC
    view.reset()
    assert view.pc == 0xFCE2


def test_irq_and_nmi_go_through_their_vectors(bus, view):
    for vector, address in ((0xFFFE, 0x3000), (0xFFFA, 0x4000)):
        bus.ram[vector], bus.ram[vector + 1] = 0, address >> 8
    view.pc, view.sp, view.p = 0x1000, 0xFF, 0x30
    view.irq()
    assert (view.pc, bus.cpu.p & 0x04, bus.ram[0x1FD] & 0x10) == (0x3000, 0x04, 0)
    view.irq()
    assert view.pc == 0x3000, "I is set: IRQ waits"
    view.nmi()
    assert view.pc == 0x4000


@pytest.mark.parametrize("opcode", OPCODES, ids=lambda o: f"{o.code:02X}")
def test_what_is_disassembled_assembles_to_the_same_instruction(bus, view, opcode):
    code = bytes((opcode.code, 0x34, 0x12))[: opcode.length]
    for at, byte in enumerate(code):
        bus.ram[0x1000 + at] = byte
    length, text = Disassembler(view).instruction_at(0x1000)
    assert length == opcode.length
    assembled = bytes(Assembler(view).assemble(text, 0x1000))
    twin = OPCODES[assembled[0]]
    assert (twin.mnemonic, twin.mode, assembled[1:]) == (opcode.mnemonic, opcode.mode, code[1:])
    if opcode.documented:
        assert assembled == code


def test_the_assembler_prefers_documented_opcodes(view):
    assert Assembler(view).assemble("NOP") == [0xEA]
    assert Assembler(view).assemble("SBC #$01") == [0xE9, 0x01]
    assert Assembler(view).assemble("LAX $10") == [0xA7, 0x10]


def test_an_impossible_instruction_is_a_syntax_error(view):
    with pytest.raises(SyntaxError):
        Assembler(view).assemble("STA #$01")


def test_monitor_assembles_steps_and_disassembles(bus, monitor):
    monitor.command("assemble 1000 lda #$41")
    monitor.command("assemble 1002 sta $0400")
    assert bytes(bus.ram[0x1000:0x1005]) == bytes((0xA9, 0x41, 0x8D, 0x00, 0x04))
    assert "LDA #$41" in monitor.command("disassemble 1000:1002")
    monitor.command("registers pc=1000")
    monitor.command("step")
    monitor.command("step")
    assert bus.ram[0x0400] == 0x41
    assert monitor.command("cycles").split()[0] == "6"


def test_monitor_runs_to_a_breakpoint_and_shows_the_registers(bus, monitor):
    for at, byte in enumerate((0xA2, 0x05, 0xCA, 0xD0, 0xFD, 0x00)):  # LDX #5; loop; BRK
        bus.ram[0x1000 + at] = byte
    monitor.command("add_breakpoint 1005")
    monitor.command("goto 1000")
    assert (bus.cpu.pc, bus.cpu.x) == (0x1005, 0)
    assert "1005 00 00 00" in monitor.command("registers")


def test_monitor_fills_and_shows_memory(bus, monitor):
    monitor.command("fill c000:c003 de ad")
    assert bytes(bus.ram[0xC000:0xC004]) == b"\xde\xad\xde\xad"
    assert "de  ad  de  ad" in monitor.command("mem c000:c003")


def test_monitor_reset_keeps_the_memory(bus, monitor):
    bus.ram[0x1000] = 0x42
    monitor.command("reset")
    assert bus.ram[0x1000] == 0x42
    assert "42" in monitor.command("mem 1000")
