"""What the CIA tests share: cycles with and without a register access."""

from c64.cia.cia import CIA

TAL, TAH, TBL, TBH, SDR, ICR, CRA, CRB = 4, 5, 6, 7, 12, 13, 14, 15
TENTHS, SECONDS, MINUTES, HOURS = 8, 9, 10, 11


def make(model="6526", lazy=1):
    """Return a CIA whose power line does not disturb (one period in 2**29 cycles)."""
    cia = CIA(model)
    cia.lazy = lazy
    cia.set_line(1 << 29, 1)
    return cia


def write(cia, reg, value):
    """Spend a cycle writing."""
    cia.write(reg, value)
    cia.clock()


def read(cia, reg):
    """Spend a cycle reading; returns the value."""
    value = cia.read(reg)
    cia.clock()
    return value


def wait(cia, cycles):
    """Spend cycles without an access."""
    for _ in range(cycles):
        cia.clock()


def load_a(cia, value):
    """Set timer A's latch, and its counter when it is stopped."""
    write(cia, TAL, value & 0xFF)
    write(cia, TAH, value >> 8)


def load_b(cia, value):
    """Set timer B's latch, and its counter when it is stopped."""
    write(cia, TBL, value & 0xFF)
    write(cia, TBH, value >> 8)


def lows(cia, reg, cycles):
    """Read ``reg`` in each of the coming cycles."""
    return [read(cia, reg) for _ in range(cycles)]


def irq_cycles(cia, cycles):
    """Return the numbers (from 0) of the coming cycles that end with the line asserted."""
    seen = []
    for cycle in range(cycles):
        cia.clock()
        if cia.irq:
            seen.append(cycle)
    return seen
