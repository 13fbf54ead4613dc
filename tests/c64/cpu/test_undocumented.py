"""What the undocumented opcodes do, by hand from "No More Secrets", and decimal mode.

The single-step tests (test_harte.py) say far more; these remain without them.
"""

import pytest

from c64.debug.flat_bus import FlatBus

# name: code (operand zp $20 or immediate) | before | after; m = the byte at $0020
CASES = """
LAX zp: A7 20 | m=80 | a=80 x=80 p=A0
SAX zp: 87 20 | a=F0 x=3C p=63 | m=30 p=63
SLO zp: 07 20 | a=01 m=C1 | a=83 m=82 p=A1
RLA zp: 27 20 | a=FF m=40 p=21 | a=81 m=81 p=A0
SRE zp: 47 20 | a=FF m=03 | a=FE m=01 p=A1
RRA zp: 67 20 | a=10 m=03 p=20 | a=12 m=01 p=20
RRA zp adds the carry it shifts out: 67 20 | a=10 m=02 p=21 | a=91 m=81 p=A0
DCP zp: C7 20 | a=41 m=42 | m=41 p=23
DCP zp wraps: C7 20 | a=00 m=00 | m=FF p=20
ISC zp: E7 20 | a=05 m=01 p=21 | a=03 m=02 p=21
ANC: 0B 80 | a=FF | a=80 p=A1
ANC twin: 2B 7F | a=80 p=21 | a=00 p=22
ALR: 4B FF | a=81 | a=40 p=21
ARR: 6B FF | a=80 p=20 | a=40 p=61
ARR with carry: 6B FF | a=00 p=21 | a=80 p=A0
ARR decimal: 6B FF | a=55 p=28 | a=80 p=69
SBX: CB 01 | a=0F x=3C | x=0B p=21
SBX borrows: CB 10 | a=0F x=3C p=21 | x=FC p=A0
ANE: 8B 3C | a=10 x=FF | a=3C p=20
ANE shows its constant: 8B FF | a=00 x=FF | a=EE p=A0
LXA shows its constant: AB FF | a=00 | a=EE x=EE p=A0
LAS: BB 20 00 | sp=F3 m=35 | a=31 x=31 sp=31 p=20
NOP zp: 04 20 | a=12 m=34 p=E3 | a=12 m=34 p=E3
SBC twin: EB 01 | a=03 p=21 | a=02 p=21
ADC decimal: 69 28 | a=19 p=28 | a=47 p=28
ADC decimal carries: 69 50 | a=50 p=28 | a=00 p=E9
ADC decimal keeps the binary zero: 69 66 | a=9A p=28 | a=66 p=2B
SBC decimal: E9 28 | a=47 p=29 | a=19 p=29
SBC decimal borrows: E9 01 | a=00 p=29 | a=99 p=A8
"""


def registers(text):
    return {k: int(v, 16) for k, v in (item.split("=") for item in text.split())}


def parse(line):
    name, _, rest = line.partition(": ")
    code, before, after = rest.split("|")
    return name, bytes.fromhex(code), registers(before), registers(after)


ROWS = [parse(line) for line in CASES.strip().splitlines()]


@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_an_instruction_leaves_these_registers(row):
    _, code, before, after = row
    bus = FlatBus()
    cpu = bus.cpu
    for at, byte in enumerate(code):
        bus.ram[0x1000 + at] = byte
    cpu.pc, cpu.p = 0x1000, 0x20
    state = {"a": 0, "x": 0, "y": 0, "sp": 0xFF, "p": 0x20, "m": 0} | before
    bus.ram[0x20] = state.pop("m")
    for name, value in state.items():
        setattr(cpu, name, value)
    cpu.step()
    seen = {name: bus.ram[0x20] if name == "m" else getattr(cpu, name) for name in after}
    assert seen == after
    assert cpu.pc == 0x1000 + len(code)
