"""``machine.diff(other)``: what differs, in words."""

import c64
from tests.c64.builds import long_uncompiled


def machine(**options):
    return c64.C64(sample_rate=0, **options)


@long_uncompiled
def test_equal_machines_do_not_differ():
    one, other = machine(), machine()
    assert one.diff(other) == []
    other.tick(2)
    one.tick(2)
    assert one.same_state(other)
    assert one.diff(other) == []


def test_registers_and_memory_are_named():
    one, other = machine(), machine()
    one.registers.a, other.registers.a = 5, 6
    one.ram[0x0400:0x0403] = b"\x01\x02\x03"
    other.ram[0x0400:0x0403] = b"\x04\x05\x03"
    other.board.vic.regs[0x20] = 0x0E
    assert one.diff(other) == [
        "board.ram $0400-$0401: 01 02, other 04 05",
        "cpu.a: $05, other $06",
        "vic.regs $0020: 00, other 0E",
    ]
    assert not one.same_state(other)


def test_many_ranges_are_counted():
    one, other = machine(), machine()
    for at in range(0x1000, 0x1000 + 2 * 50, 2):
        one.ram[at], other.ram[at] = 1, 2
    lines = one.diff(other)
    assert len(lines) == 13
    assert lines[-1] == "board.ram: 38 more ranges differ"


def test_machines_of_other_parts_say_which():
    one, other = machine(sids=[0xD420]), machine(reu="128k")
    lines = one.diff(other)
    assert any(line.startswith("sid2: the other machine has none") for line in lines)
    assert any(line.startswith("cart: ") for line in lines)
