"""The instruction table against the CPU itself and against py65's own table."""

import pytest
from py65.devices.mpu6502 import MPU

from c64.cpu.opcodes import MODE_LENGTH, OPCODES
from c64.debug.flat_bus import FlatBus

CONTROL = {"BRK", "JSR", "RTS", "RTI", "JMP"}
BRANCHES = {"BPL": 0x80, "BMI": 0x80, "BVC": 0x40, "BVS": 0x40,
            "BCC": 0x01, "BCS": 0x01, "BNE": 0x02, "BEQ": 0x02}  # fmt: skip
TAKEN_WHEN_SET = {"BMI", "BVS", "BCS", "BEQ"}
BY_OPCODE = pytest.mark.parametrize("opcode", OPCODES, ids=lambda o: f"{o.code:02X}")


def run_one(code, operands, **registers):
    """Run one instruction at $1000; returns the bus after it."""
    bus = FlatBus()
    bus.ram[0x1000] = code
    for at, value in enumerate(operands):
        bus.ram[0x1001 + at] = value
    bus.cpu.pc, bus.cpu.sp = 0x1000, 0xF0
    for name, value in registers.items():
        setattr(bus.cpu, name, value)
    bus.cpu.step()
    return bus


def test_there_are_151_documented_opcodes_of_256():
    assert len(OPCODES) == 256
    assert sum(o.documented for o in OPCODES) == 151
    assert {o.mnemonic for o in OPCODES if o.documented} == {m for m, _ in MPU.disassemble} - {
        "???"
    }


@BY_OPCODE
def test_documented_rows_agree_with_py65(opcode):
    name, mode = MPU.disassemble[opcode.code]
    assert opcode.documented == (name != "???")
    if opcode.documented:
        assert (opcode.mnemonic, opcode.mode) == (name, mode)
        # py65 1.2 counts DEC abs ($CE) as 3 cycles; the data sheet says 6.
        assert opcode.cycles == (6 if opcode.code == 0xCE else MPU.cycletime[opcode.code])
        if mode != "rel":
            assert opcode.page_cycle == bool(MPU.extracycles[opcode.code])


@pytest.mark.parametrize(
    "opcode", [o for o in OPCODES if o.mnemonic != "JAM"], ids=lambda o: f"{o.code:02X}"
)
def test_an_instruction_takes_the_cycles_and_bytes_of_its_row(opcode):
    flag = BRANCHES.get(opcode.mnemonic, 0)
    not_taken = 0x20 if opcode.mnemonic in TAKEN_WHEN_SET else 0x20 | flag
    bus = run_one(opcode.code, (0x10, 0x20), p=not_taken)
    assert bus.cycle == opcode.cycles
    if opcode.mnemonic not in CONTROL:
        assert bus.cpu.pc == 0x1000 + MODE_LENGTH[opcode.mode]


@BY_OPCODE
def test_crossing_a_page_costs_a_cycle_where_the_row_says_so(opcode):
    if opcode.mode not in ("abx", "aby", "iny"):
        assert not opcode.page_cycle
        return
    bus = FlatBus()
    bus.ram[0x10] = 0xFF  # pointer of (zp),Y: $20FF
    bus.ram[0x11] = 0x20
    operands = (0x10,) if opcode.mode == "iny" else (0xFF, 0x20)
    bus.ram[0x1000] = opcode.code
    bus.ram[0x1001 : 0x1001 + len(operands)] = memoryview(bytes(operands))
    bus.cpu.pc, bus.cpu.x, bus.cpu.y = 0x1000, 1, 1
    bus.cpu.step()
    assert bus.cycle == opcode.cycles + opcode.page_cycle


@pytest.mark.parametrize("name", BRANCHES)
def test_a_branch_takes_3_cycles_taken_and_4_across_a_page(name):
    (code,) = (o.code for o in OPCODES if o.mnemonic == name)
    taken = 0x20 | (BRANCHES[name] if name in TAKEN_WHEN_SET else 0)
    near = run_one(code, (0x10,), p=taken)
    assert (near.cycle, near.cpu.pc) == (3, 0x1012)
    far = run_one(code, (0xF0,), p=taken)
    assert (far.cycle, far.cpu.pc) == (4, 0x0FF2)
