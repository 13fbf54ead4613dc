"""Breakpoints at interrupts: NMIs in every cycle of other instructions, and reads of a vector."""

import pytest

from tests.emu.monitor.session import assembled, debugger

NMI, IRQ = 0xC200, 0xC300
PUSHED_P, BREAK = 0x01FD, 0x10
DELAYS = range(4, 28)  # of the timer that asserts NMI: before, in and after the BRK


def with_vectors(*statements):
    """Return a Debugger on some statements; both handlers jump to themselves."""
    d = debugger(assembled(*statements))
    for addr, value in ((0, 0x2F), (1, 0x35)):  # I/O and RAM
        d.board.poke(addr, value)
    for vector, handler in ((0xFFFA, NMI), (0xFFFE, IRQ)):
        d.board.ram[vector : vector + 2] = handler.to_bytes(2, "little")
        d.board.ram[handler : handler + 3] = assembled(f"jmp ${handler:04x}")
    d.changed()
    return d


def after(delay):
    """Run to the NMI that CIA 2 asserts after some cycles; return (Debugger, its breakpoints)."""
    d = with_vectors("nop", "nop", "nop", "brk", "nop")
    for addr, value in ((0xDD04, delay), (0xDD05, 0), (0xDD0D, 0x81), (0xDD0E, 0x19)):
        d.board.poke(addr, value)
    nmi, irq = d.add("nmi", 0xFFFA), d.add("irq", 0xFFFE)
    assert d.run(limit=d.board.cycle + 200).breakpoint is nmi
    return d, nmi, irq


def test_an_nmi_stops_at_its_handler_also_where_it_has_taken_over_a_brk():
    """A BRK that an NMI meets pushes its own flags and goes to the handler of NMIs."""
    taken_over = set()
    for delay in DELAYS:
        d, nmi, irq = after(delay)
        assert (d.board.cpu.pc, nmi.hits, irq.hits) == (NMI, 1, 0), delay
        is_first = d.board.cpu.sp == 0xFC
        taken_over.add(bool(is_first and d.board.ram[PUSHED_P] & BREAK))
    assert taken_over == {False, True}


@pytest.mark.parametrize(("kind", "vector"), [("nmi", 0xFFFA), ("irq", 0xFFFE)])
def test_a_program_that_reads_a_vector_is_no_interrupt(kind, vector):
    d = with_vectors(f"lda ${vector:04x}", f"lda ${vector + 1:04x}", "jmp $c000")
    point = d.add(kind, vector)
    assert d.run(limit=d.board.cycle + 100) is None and point.hits == 0
    assert d.board.cpu.a in (NMI & 0xFF, NMI >> 8, IRQ >> 8)
