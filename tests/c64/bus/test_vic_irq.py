"""The VIC's raster interrupt, acknowledged around the cycle in which it is raised.

The 6510 polls in the last cycle but one of an instruction.  The VIC raises its line in phi1 of
cycle 1 of a line and releases it at the end of the phi2 in which $D019 is written: the cycle of
the write still counts.  Source: VICE 3's interrupt.h, whose acknowledged interrupts are still
served if the instruction ends before the third cycle after.
"""

import functools

import pytest

import c64

CODE, HANDLER, LINE = 0xC000, 0xCF00, 100
INC, ASL, LSR, STA, LDA, BIT = 0xEE, 0x0E, 0x4E, 0x8D, 0xAD, 0x2C
FLAGS, MASK = 0xD019, 0xD01A


@functools.cache
def before_the_line(model):
    """Return a machine with only the raster interrupt allowed, and its state two lines before."""
    m = c64.C64(model, sample_rate=0)
    m.tick(2)
    m.memory[1] = 0x35
    to_cycle(m, 0, 10)  # line 100 is still to come
    for reg, value in ((0xD011, 0x0B), (0xD015, 0), (0xD012, LINE), (MASK, 1), (0xDC0D, 0x7F)):
        m.memory[reg] = value
    m.memory[FLAGS] = 0x0F
    m.board.access_read(0xDC0D)
    to_cycle(m, LINE - 2, 10)
    return m, m.snapshot()


def machine(model, op, before=()):
    """Return the machine of ``before_the_line`` about to run ``op $D019``."""
    m, state = before_the_line(model)
    m.restore(state)
    ram = m.board.ram
    code = bytes([*before, op, FLAGS & 0xFF, FLAGS >> 8]) + b"\xea" * 40
    ram[CODE : CODE + len(code)] = code
    ram[HANDLER : HANDLER + 3] = b"\x4c" + HANDLER.to_bytes(2, "little")
    ram[0xFFFE:0x10000] = HANDLER.to_bytes(2, "little")
    board = m.board
    board.cpu.pc, board.cpu.sp, board.cpu.p, board.cpu.a = CODE, 0xFF, 0x24, 1
    return m


def to_cycle(m, line, cycle):
    """Let time pass until ``cycle`` of ``line`` is over; nothing is pending then."""
    vic = m.board.vic
    while not (vic.raster_line == line and vic.cycle_in_line == cycle):
        m.board.idle(1)


def served_after(m, may_lag):
    """Run some instructions; returns how many bytes of code came before the handler, or None."""
    m.board.may_lag = may_lag
    m.board.run_until(m.board.cycle + 30)
    if m.board.cpu.sp == 0xFF:
        return None
    return (m.board.ram[0x1FE] | m.board.ram[0x1FF] << 8) - CODE


# For the cycle of the instruction in which the interrupt is raised: bytes before the handler.
# INC reads $70 until then and writes $70, $71; from then on $F1, whose bit 0 acknowledges.
RAISED = {
    INC: (3, 3, 3, 3, 3, None),  # in the last cycle $71 takes back what nobody has polled
    ASL: (3, 3, 3, 3, 3, 4),  # $70, then $E0: bit 0 is not in them
    LSR: (3, 3, 3, 3, 3, 4),
    STA: (3, 3, 3, None),
    LDA: (3, 3, 3, 4),
    BIT: (3, 3, 3, 4),
}


@pytest.mark.parametrize("model", c64.MODELS)
@pytest.mark.parametrize("op", RAISED)
def test_an_interrupt_that_is_raised_within_its_acknowledgement(model, op):
    for may_lag in (0, 1):
        for raised, expected in enumerate(RAISED[op]):
            m = machine(model, op)
            to_cycle(m, LINE - 1, m.board.vic.cycles - raised)
            m.board.cpu.p = 0x20
            assert served_after(m, may_lag) == expected, f"raised in its cycle {raised}"


@pytest.mark.parametrize("model", ["c64", "c64c"])
@pytest.mark.parametrize("op", [INC, ASL, LSR, STA])
def test_the_cycle_in_which_it_is_acknowledged_still_counts(model, op):
    for may_lag in (0, 1):
        m = machine(model, op, before=[0x58])  # CLI: one more instruction before the interrupt
        to_cycle(m, LINE, 20)
        assert m.board.vic.irq
        assert served_after(m, may_lag) == 4
        assert not m.board.vic.irq


def test_the_line_is_released_for_the_cycle_after():
    for may_lag in (0, 1):
        m = machine("c64", STA)
        to_cycle(m, LINE, 20)
        m.board.ram[CODE + 3] = 0x58  # STA $D019; CLI
        assert served_after(m, may_lag) is None


def test_a_poke_leaves_nothing_behind():
    m = machine("c64", STA)
    to_cycle(m, LINE, 20)
    m.board.cpu.p = 0x20
    m.memory[FLAGS] = 1
    m.board.ram[CODE : CODE + 3] = b"\xea" * 3
    m.board.idle(3)
    assert served_after(m, 1) is None
