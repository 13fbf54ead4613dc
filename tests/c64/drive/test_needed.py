"""How far the drive may run before the computer: to the cycle in which it would touch VIA 1.

What an instruction does in which cycle is taken from the CPU itself, in flat memory with a log
(tests/c64/cpu/test_bus.py holds that against 64doc).
"""

import random

import pytest

from c64.cpu.opcodes import OPCODES
from c64.debug.flat_bus import FlatBus
from c64.drive.board1541 import DriveBus
from tests.c64.builds import few_uncompiled

BRANCHES = [o.code for o in OPCODES if o.mode == "rel"]
EVERY = [o.code for o in OPCODES if "JAM" not in (o.mnemonic, o.mnemonic[:3])]
JAM, JMP_INDIRECT = 0x02, 0x6C
CODE = 0x0300
ROM = bytes(16384)


def via1(addr):
    """The schematic: A15 low, A12 and A11 high, A10 low."""
    return not addr & 0x8000 and addr >> 10 & 7 == 6


def both(code, x, y, p, pointer, at=CODE):
    """A drive's board and flat memory, about to run the same instruction."""
    unit, flat = DriveBus(ROM), FlatBus()
    for ram in (unit.ram, flat.ram):
        ram[at : at + 3] = bytes(code)
        for zp in range(0, 0x100, 2):  # any pair of the zero page points to the same address
            ram[zp], ram[zp + 1] = pointer & 0xFF, pointer >> 8
    for cpu in (unit.cpu, flat.cpu):
        cpu.pc, cpu.x, cpu.y, cpu.p, cpu.sp = at, x, y, p | 0x20, 0xF0
        cpu.reset_pending = cpu.int_prev = cpu.int_now = 0
    return unit, flat


def accesses(flat):
    """The addresses that an instruction accesses, cycle by cycle."""
    flat.logging = 1
    flat.cpu.step()
    return [addr for addr, _, _ in flat.accesses()]


@few_uncompiled(2)
@pytest.mark.parametrize("part", range(8))
def test_an_instruction_needs_its_cycles_or_those_up_to_its_first_access_of_via_1(part):
    rng = random.Random(part)
    touched = 0
    for op in EVERY[part::8]:
        if op == JMP_INDIRECT:
            continue
        for _ in range(24):
            low = rng.randrange(0, 256, 2)
            code = op, low, rng.choice((0x01, 0x17, 0x18, 0x1B, 0x1C, 0x38, 0x98, 0xC0))
            pointer = rng.choice((0x0180, 0x17F0, 0x1800, 0x1BF8, 0x1C10, 0xC0F0))
            x, y = rng.choice((0, 1, 0x10, 0x90, 0xFE)) & ~1, rng.choice((0, 1, 0x10, 0x90, 0xFF))
            unit, flat = both(code, x, y, rng.randrange(256) & 0xEF, pointer)
            needed = unit.needed()
            seen = accesses(flat)
            first = [via1(addr) for addr in seen].index(True) if any(map(via1, seen)) else None
            touched += first is not None
            assert needed == (len(seen) if first is None else first + 1), (code, x, y, pointer)
    assert touched > 20


@pytest.mark.parametrize("op", BRANCHES)
def test_a_branch_needs_a_cycle_more_if_it_is_taken_and_another_across_a_page(op):
    for at in (0x0310, 0x0380, 0x03F0):
        for offset in (0x00, 0x10, 0x7F, 0x80, 0xF0, 0xFE):
            for p in (0x00, 0xCF, 0x01, 0x02, 0x40, 0x80):
                unit, flat = both((op, offset, 0), 0, 0, p, 0x0200, at)
                assert unit.needed() == len(accesses(flat)), (hex(at), hex(offset), p)


@pytest.mark.parametrize("pc", [0x17FE, 0x17FF, 0x1800, 0x1A34, 0x1BFF, 0x3800])
def test_code_that_lies_in_via_1_touches_it_at_once(pc):
    unit, _ = both((0xEA,), 0, 0, 0, 0)
    unit.cpu.pc = pc
    assert unit.needed() == 1


@pytest.mark.parametrize(
    ("fields", "p", "needed"),
    [
        ({"jammed": 1}, 0x00, 1),
        ({"reset_pending": 1}, 0x04, 7),
        ({"int_prev": 1}, 0x00, 7),  # IRQ
        ({"int_prev": 1}, 0x04, 2),  # which I holds off
        ({"int_prev": 2}, 0x04, 7),  # NMI
    ],
)
def test_interrupts_and_resets_take_seven_cycles(fields, p, needed):
    unit, _ = both((0xEA, 0xEA, 0xEA), 0, 0, p, 0)
    for name, value in fields.items():
        setattr(unit.cpu, name, value)
    assert unit.needed() == needed
