"""VIC and CIAs that lag behind the CPU: nobody can tell.

Two machines run the same random program, one of them with every chip clocked in every cycle.
After each part frame all state and the picture must be the same.  The programs are made of what
could make a difference: writes to registers of the VIC and the CIAs, interrupts of all kinds
and the instructions that poll them otherwise, stores to what the VIC reads, sprites.
"""

import random

import pytest

import c64
from c64.base.fields import dump_fields
from tests.c64.builds import few_uncompiled, some_uncompiled

SEEDS = 24 if c64.compiled() else 3
PARTS = 12 if c64.compiled() else 4
CODE, HANDLER, NMI_HANDLER = 0xC000, 0xCF00, 0xCF80
JAM = 0x02
VIC_REGISTERS = (0x00, 0x01, 0x04, 0x07, 0x0F, 0x10, 0x11, 0x11, 0x12, 0x15, 0x16, 0x17, 0x18)
VIC_REGISTERS += (0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x20, 0x21, 0x22, 0x25, 0x27, 0x2B)
CIA_REGISTERS = (0x04, 0x05, 0x06, 0x07, 0x0D, 0x0E, 0x0F)
# What a CIA sleeps through, which a look at a register or a write wakes it from.
UNTOLD = ("idle", "slept")


def instructions(rng):
    """Return one random piece of program as bytes."""
    value, where = rng.randrange(256), rng.randrange(0x40)
    kind = rng.randrange(16)
    if kind < 3:
        return [0xA9, value, 0x8D, rng.choice(VIC_REGISTERS), 0xD0]
    if kind == 3:
        return [rng.choice((0xEE, 0xCE, 0x0E)), rng.choice(VIC_REGISTERS), 0xD0]
    if kind == 4:
        return [rng.choice((0xAD, 0x2C)), rng.choice((0x11, 0x12, 0x19, 0x1E, 0x1F)), 0xD0]
    if kind == 5:
        value = value if rng.randrange(2) else rng.choice((0x81, 0x83, 0x11, 0x19))
        return [0xA9, value, 0x8D, rng.choice(CIA_REGISTERS), rng.choice((0xDC, 0xDD))]
    if kind == 6:
        return [0xAD, rng.choice((4, 6, 13)), rng.choice((0xDC, 0xDD))]
    if kind == 7:
        return [0xA9, value & 3 | 0x94, 0x8D, 0x00, 0xDD]
    if kind == 8:
        return [rng.choice((0x58, 0x78, 0x58)), *[0xEA] * rng.randrange(3)]
    if kind == 9:
        return [0x08, 0x68, rng.choice((0x29, 0x09)), value & 0x04 | 0xC3, 0x48, 0x28]
    if kind == 10:
        return [0x9D, rng.randrange(256), rng.choice((0x04, 0x07, 0x20, 0x3F, 0x44, 0xD8, 0xE0))]
    if kind == 11:
        return [0xAD, value, rng.choice((0xD8, 0xDE, 0xD4))]
    if kind == 12:
        return [0x00, 0xEA] if rng.randrange(4) == 0 else [0x20, 0xF0, HANDLER >> 8]
    if kind == 13:
        return [0xE8, 0xD0, 0x01, 0xEA, 0xF0, 0x00]
    if kind == 14:
        return [0xE6, where, 0xB5, where, 0x91, 0x80]
    return [0xEA] * rng.randrange(40)


def program(seed):
    """Return [(address, bytes)] of a random program, its handlers and what the VIC shows."""
    rng = random.Random(seed)
    body = []
    while len(body) < 0x0C00:
        body += instructions(rng)
    body += [0x4C, CODE & 0xFF, CODE >> 8]
    handler = [0x48, 0xAD, 0x19, 0xD0, 0x8D, 0x19, 0xD0]
    handler += [0xAD, 0x0D, 0xDC] if rng.randrange(4) else []
    handler += [0x68, 0x40]
    nmi = [0x48, 0xAD, 0x0D, 0xDD, 0x68, 0x40] if rng.randrange(4) else [0x40]
    sprites = [rng.randrange(256) for _ in range(17)]
    return [
        (CODE, bytes(body)),
        (HANDLER, bytes(handler)),
        (HANDLER + 0xF0, b"\x60"),
        (NMI_HANDLER, bytes(nmi)),
        (0xFFFA, NMI_HANDLER.to_bytes(2, "little") * 2 + HANDLER.to_bytes(2, "little")),
        (0x0080, b"\x00\x04"),
        (0x0400, rng.randbytes(0x400)),
        (0x2000, rng.randbytes(0x2000)),
    ], sprites


def machine(model, seed, may_lag):
    """Return a machine that is about to run the program."""
    m = c64.C64(model, sample_rate=0)
    m.tick(2)
    memory, sprites = program(seed)
    for at, data in memory:
        m.board.ram[at : at + len(data)] = data
    for register, value in enumerate(sprites):
        m.memory[0xD000 + register] = value
    m.memory[0xD015] = seed * 37 & 0xFF
    m.memory[1] = 0x35
    m.board.cpu.pc = CODE
    m.board.may_lag = may_lag
    return m


def state(m):
    """Return all that a look at the machine could find, by name."""
    board = m.board
    board.settle()
    board.cia1.catch_up()
    board.cia2.catch_up()
    found = {"ram": bytes(board.ram), "picture": bytes(board.vic.frame), "stolen": board.stolen}
    for name in ("cpu", "vic", "cia1", "cia2"):
        fields = dump_fields(getattr(board, name))
        found.update({f"{name}.{k}": v for k, v in fields.items() if k not in UNTOLD})
    return found


@few_uncompiled(2)
@pytest.mark.parametrize("model", c64.MODELS)
@pytest.mark.parametrize("seed", some_uncompiled(range(SEEDS), 0))
def test_lagging_chips_make_no_difference(model, seed):
    exact, lazy = machine(model, seed, 0), machine(model, seed, 1)
    rng = random.Random(seed)
    for part in range(PARTS):
        cycles = rng.choice((1, 30, 700, 9000, 25000))
        exact.board.run_until(exact.cycle + cycles)
        lazy.board.run_until(exact.cycle)
        told, found = state(exact), state(lazy)
        differ = [name for name in told if told[name] != found[name]]
        assert not differ, f"part {part}, cycle {exact.cycle}: {differ}"


def jammed(model, may_lag):
    """Return a machine at its prompt, with sprites, whose CPU is about to jam."""
    m = c64.C64(model, sample_rate=0)
    m.tick(12)
    m.memory[0xD015] = 0xFF
    m.memory[CODE] = JAM
    m.registers.pc = CODE
    m.board.may_lag = may_lag
    return m


@pytest.mark.parametrize("model", some_uncompiled(("c64", "ntsc"), "c64"))
def test_a_jammed_cpu_lets_the_others_go_on_as_in_every_cycle(model):
    both = jammed(model, 0), jammed(model, 1)
    for cycles in (30, 1, 7, 700, 25000):
        for m in both:
            m.board.run_jammed(m.cycle + cycles)
            assert m.jammed
        told, found = (state(m) | {"cycle": m.cycle} for m in both)
        differ = [name for name in told if told[name] != found[name]]
        assert not differ, f"cycle {both[0].cycle}: {differ}"
