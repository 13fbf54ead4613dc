"""Every bus access of each kind of instruction, written down by hand.

Source: "64doc" (John West, Marko Makela), tables of the 6510's cycle by cycle behaviour.
Accesses are ``R`` or ``W``, the address, and for writes ``=value``.
"""

import pytest

from c64.debug.flat_bus import FlatBus

# name: code at $1000 | registers | memory | accesses after the opcode's fetch
CASES = """
NOP: EA | | | R1001
immediate: A9 41 | | | R1001
read zp: A5 20 | | | R1001 R0020
read zp,X wraps: B5 F0 | x=20 | | R1001 R00F0 R0010
read zp,Y: B6 20 | y=01 | | R1001 R0020 R0021
read abs: AD 34 12 | | | R1001 R1002 R1234
read abs,X: BD 34 12 | x=01 | | R1001 R1002 R1235
read abs,X across a page: BD F0 12 | x=20 | | R1001 R1002 R1210 R1310
read abs,Y across a page: B9 F0 12 | y=20 | | R1001 R1002 R1210 R1310
read (zp,X): A1 20 | x=02 | 22=34 23=12 | R1001 R0020 R0022 R0023 R1234
read (zp,X) wraps: A1 FD | x=02 | FF=34 00=12 | R1001 R00FD R00FF R0000 R1234
read (zp),Y: B1 20 | y=01 | 20=34 21=12 | R1001 R0020 R0021 R1235
read (zp),Y across a page: B1 20 | y=20 | 20=F0 21=12 | R1001 R0020 R0021 R1210 R1310
NOP abs,X across a page: 1C F0 12 | x=20 | | R1001 R1002 R1210 R1310
store zp: 85 20 | a=41 | | R1001 W0020=41
store zp,X: 95 20 | a=41 x=01 | | R1001 R0020 W0021=41
store zp,Y: 96 20 | x=41 y=01 | | R1001 R0020 W0021=41
store abs: 8D 34 12 | a=41 | | R1001 R1002 W1234=41
store abs,X: 9D 34 12 | a=41 x=01 | | R1001 R1002 R1235 W1235=41
store abs,X across a page: 9D F0 12 | a=41 x=20 | | R1001 R1002 R1210 W1310=41
store abs,Y: 99 34 12 | a=41 y=01 | | R1001 R1002 R1235 W1235=41
store (zp,X): 81 20 | a=41 x=02 | 22=34 23=12 | R1001 R0020 R0022 R0023 W1234=41
store (zp),Y: 91 20 | a=41 y=01 | 20=34 21=12 | R1001 R0020 R0021 R1235 W1235=41
store (zp),Y across: 91 20 | a=41 y=20 | 20=F0 21=12 | R1001 R0020 R0021 R1210 W1310=41
SAX abs: 8F 34 12 | a=F1 x=1F | | R1001 R1002 W1234=11
modify zp: E6 20 | | 20=41 | R1001 R0020 W0020=41 W0020=42
modify zp,X: F6 20 | x=01 | 21=FF | R1001 R0020 R0021 W0021=FF W0021=00
modify abs: EE 34 12 | | 1234=41 | R1001 R1002 R1234 W1234=41 W1234=42
modify abs,X: FE 34 12 | x=01 | 1235=41 | R1001 R1002 R1235 R1235 W1235=41 W1235=42
modify abs,X across: FE F0 12 | x=20 | 1310=41 | R1001 R1002 R1210 R1310 W1310=41 W1310=42
SLO abs,Y: 1B 34 12 | y=01 | 1235=41 | R1001 R1002 R1235 R1235 W1235=41 W1235=82
SRE (zp,X): 43 20 | x=2 | 22=34 23=12 1234=8 | R1001 R0020 R0022 R0023 R1234 W1234=08 W1234=04
DCP (zp),Y: D3 20 | y=1 | 20=34 21=12 1235=8 | R1001 R0020 R0021 R1235 R1235 W1235=08 W1235=07
accumulator: 0A | | | R1001
branch not taken: D0 10 | p=22 | | R1001
branch taken: D0 10 | p=20 | | R1001 R1002
branch across a page: D0 80 | p=20 | | R1001 R1002 R1082
PHA: 48 | a=41 sp=FF | | R1001 W01FF=41
PHP: 08 | p=A1 sp=FF | | R1001 W01FF=B1
PLA: 68 | sp=FE | | R1001 R01FE R01FF
PLP: 28 | sp=FE | | R1001 R01FE R01FF
stack wraps: 48 | a=41 sp=00 | | R1001 W0100=41
JMP: 4C 34 12 | | | R1001 R1002
JMP (): 6C 34 12 | | 1234=0 | R1001 R1002 R1234 R1235
JMP () stays in the page: 6C FF 12 | | | R1001 R1002 R12FF R1200
JSR: 20 34 12 | sp=FF | | R1001 R01FF W01FF=10 W01FE=02 R1002
RTS: 60 | sp=FD | 1FE=33 1FF=12 | R1001 R01FD R01FE R01FF R1233
RTI: 40 | sp=FC | 1FE=34 1FF=12 | R1001 R01FC R01FD R01FE R01FF
BRK: 00 00 | sp=FF p=20 | | R1001 W01FF=10 W01FE=02 W01FD=30 RFFFE RFFFF
SHA abs,Y: 9F 34 12 | a=FF x=17 y=01 | | R1001 R1002 R1235 W1235=13
SHA (zp),Y: 93 20 | a=F7 x=1F y=1 | 20=34 21=12 | R1001 R0020 R0021 R1235 W1235=13
SHX across a page: 9E F0 12 | x=F5 y=20 | | R1001 R1002 R1210 W1110=11
SHY across a page: 9C F0 12 | y=F5 x=20 | | R1001 R1002 R1210 W1110=11
SHS: 9B 34 12 | a=FF x=17 y=01 | | R1001 R1002 R1235 W1235=13
"""


def parse(line):
    """Return (name, code, registers, memory, accesses) of one line of the table."""
    name, _, rest = line.partition(": ")
    code, registers, memory, accesses = (part.split() for part in rest.split("|"))
    pairs = [dict(item.split("=") for item in part) for part in (registers, memory)]
    return (
        name,
        bytes(int(b, 16) for b in code),
        {k: int(v, 16) for k, v in pairs[0].items()},
        {int(k, 16): int(v, 16) for k, v in pairs[1].items()},
        accesses,
    )


ROWS = [parse(line) for line in CASES.strip().splitlines()]


@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_an_instruction_makes_these_bus_accesses(row):
    _, code, registers, memory, expected = row
    bus = FlatBus()
    for at, value in [*enumerate(code, 0x1000), *memory.items()]:
        bus.ram[at] = value
    bus.cpu.pc = 0x1000
    for name, value in registers.items():
        setattr(bus.cpu, name, value)
    bus.logging = 1
    bus.cpu.step()
    seen = [
        f"W{address:04X}={value:02X}" if is_write else f"R{address:04X}"
        for address, value, is_write in bus.accesses()
    ]
    assert seen == ["R1000", *expected]
    assert bus.cycle == len(seen)


def test_reset_is_seven_reads_and_moves_the_stack_pointer_by_three():
    bus = FlatBus()
    bus.ram[0xFFFC], bus.ram[0xFFFD] = 0xE2, 0xFC
    bus.logging = 1
    bus.cpu.pc, bus.cpu.sp = 0x1000, 0x00
    bus.cpu.reset()
    bus.cpu.step()
    assert [a for a, _, _ in bus.accesses()] == [
        0x1000, 0x1000, 0x100, 0x1FF, 0x1FE, 0xFFFC, 0xFFFD,
    ]  # fmt: skip
    assert not any(is_write for _, _, is_write in bus.accesses())
    assert (bus.cpu.pc, bus.cpu.sp, bus.cpu.p & 0x04) == (0xFCE2, 0xFD, 0x04)


@pytest.mark.parametrize("code", range(0x02, 0x100, 0x10))
def test_jam_stops_the_cpu_until_reset(code):
    if code in (0x82, 0xA2, 0xC2, 0xE2):  # NOP #, LDX #
        expected = 0
    else:
        expected = 1
    bus = FlatBus()
    bus.ram[0x1000] = code
    bus.cpu.pc = 0x1000
    bus.cpu.step()
    assert bus.cpu.jammed == expected
    if not expected:
        return
    begin = bus.cycle
    bus.nmi = bus.irq = 1
    for _ in range(5):
        bus.cpu.step()
    assert (bus.cpu.pc, bus.cycle - begin) == (0x1000, 5), "one cycle a step, deaf to NMI"
    bus.cpu.reset()
    bus.cpu.step()
    assert (bus.cpu.jammed, bus.cpu.pc) == (0, 0x0000)
