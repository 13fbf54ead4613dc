"""When the CPU recognises IRQ and NMI, to the cycle; hijacking; RDY.

The lines are scripted on the flat bus: ``events[n]`` holds in cycle n, cycle 0 being the
fetch of the first opcode at $1000.  Handlers: IRQ and BRK $3000, NMI $4000, all NOPs.
"""

import array

import pytest

from c64.debug.flat_bus import FlatBus

IRQ, NMI, RDY = 1, 2, 4
NOP, CLI, SEI, PLP, BRK, RTI = 0xEA, 0x58, 0x78, 0x28, 0x00, 0x40
BNE = 0xD0


def machine(*code, p=0x20):
    bus = FlatBus()
    for at in range(0x1000, 0x5000):
        bus.ram[at] = NOP
    for at, byte in enumerate(code):
        bus.ram[0x1000 + at] = byte
    bus.ram[0xFFFB], bus.ram[0xFFFF] = 0x40, 0x30
    bus.cpu.pc, bus.cpu.sp, bus.cpu.p = 0x1000, 0xFF, p
    bus.scripted = 1
    return bus


def hold(bus, line, begin, end=200):
    """Assert ``line`` in the cycles begin..end-1."""
    for cycle in range(begin, end):
        bus.events[cycle] |= line


def served(bus, steps=20):
    """Step until a handler is entered; returns (handler, return address, first cycle)."""
    for _ in range(steps):
        begin = bus.cycle
        bus.cpu.step()
        if bus.cpu.pc in (0x3000, 0x4000):
            return bus.cpu.pc, bus.ram[0x1FF] << 8 | bus.ram[0x1FE], begin
    return None


@pytest.mark.parametrize("line, handler", [(IRQ, 0x3000), (NMI, 0x4000)])
@pytest.mark.parametrize(
    "since, address",
    [(0, 0x1001), (1, 0x1002), (2, 0x1002), (3, 0x1003), (4, 0x1003)],
)
def test_the_line_counts_if_it_is_low_in_the_last_cycle_but_one(line, handler, since, address):
    bus = machine()
    hold(bus, line, since)
    assert served(bus)[:2] == (handler, address)


def test_the_interrupt_sequence_takes_seven_cycles():
    bus = machine()
    hold(bus, IRQ, 0)
    bus.logging = 1
    handler, _, begin = served(bus)
    assert bus.cycle - begin == 7
    assert [(a, w) for a, _, w in bus.accesses()][2:] == [
        (0x1001, 0), (0x1001, 0), (0x1FF, 1), (0x1FE, 1), (0x1FD, 1), (0xFFFE, 0), (0xFFFF, 0),
    ]  # fmt: skip
    assert bus.ram[0x1FD] == 0x20, "B is pushed as 0"
    assert bus.cpu.p & 0x04
    assert handler == 0x3000


def test_an_irq_that_goes_away_before_the_poll_is_forgotten():
    bus = machine()
    hold(bus, IRQ, 1, 2)
    assert served(bus) is None


def test_an_nmi_pulse_of_one_cycle_is_remembered():
    bus = machine()
    hold(bus, NMI, 1, 2)
    assert served(bus)[:2] == (0x4000, 0x1002)


def test_an_nmi_line_that_stays_low_is_served_once():
    bus = machine()
    hold(bus, NMI, 0)
    assert served(bus)[0] == 0x4000
    assert served(bus) is None


def test_irq_waits_while_i_is_set():
    bus = machine(p=0x24)
    hold(bus, IRQ, 0)
    assert served(bus) is None


def test_cli_lets_one_more_instruction_run():
    bus = machine(CLI, p=0x24)
    hold(bus, IRQ, 0)
    assert served(bus)[1] == 0x1002


def test_cli_whose_second_cycle_waits_for_rdy_does_not_delay():
    bus = machine(CLI, p=0x24)
    hold(bus, IRQ, 0)
    hold(bus, RDY, 1, 3)
    assert served(bus)[1] == 0x1001


def test_sei_is_too_late_for_an_irq_of_its_first_cycle():
    bus = machine(SEI)
    hold(bus, IRQ, 0)
    assert served(bus)[1] == 0x1001
    assert bus.ram[0x1FD] & 0x04, "the pushed status has I set already"


def test_sei_stops_an_irq_of_its_second_cycle():
    bus = machine(SEI)
    hold(bus, IRQ, 1)
    assert served(bus) is None


@pytest.mark.parametrize("p", [0x20, 0xC3])
def test_a_reset_sets_i_and_leaves_the_other_flags(p):
    bus = machine(p=p)
    bus.ram[0xFFFD] = 0x10
    bus.cpu.reset()
    bus.cpu.step()
    assert bus.cpu.pc == 0x1000
    assert bus.cpu.p == p | 0x24
    hold(bus, IRQ, bus.cycle)
    assert served(bus) is None


def test_plp_that_clears_i_lets_one_more_instruction_run():
    bus = machine(PLP, p=0x24)
    bus.cpu.sp = 0xFE
    bus.ram[0x1FF] = 0x20
    hold(bus, IRQ, 0)
    assert served(bus)[1] == 0x1002


def test_plp_that_sets_i_is_too_late_for_an_irq():
    bus = machine(PLP)
    bus.cpu.sp = 0xFE
    bus.ram[0x1FF] = 0x24
    hold(bus, IRQ, 2)
    assert served(bus)[1] == 0x1001


def test_rti_that_clears_i_lets_the_irq_in_at_once():
    bus = machine(RTI, p=0x24)
    bus.cpu.sp = 0xFC
    for at, value in ((0x1FD, 0x20), (0x1FE, 0x00), (0x1FF, 0x20)):
        bus.ram[at] = value
    hold(bus, IRQ, 0)
    assert served(bus)[1] == 0x2000


def test_a_branch_not_taken_polls_like_any_instruction():
    bus = machine(BNE, 0x10, p=0x22)
    hold(bus, IRQ, 0)
    assert served(bus)[1] == 0x1002


@pytest.mark.parametrize("since, address", [(0, 0x1012), (1, 0x1013), (2, 0x1013)])
def test_a_taken_branch_inside_the_page_polls_before_its_second_cycle_only(since, address):
    bus = machine(BNE, 0x10)
    hold(bus, IRQ, since)
    assert served(bus)[1] == address


@pytest.mark.parametrize("since, address", [(1, 0x0F82), (2, 0x0F82), (3, 0x0F83)])
def test_a_branch_across_a_page_polls_before_its_fourth_cycle_too(since, address):
    bus = machine(BNE, 0x80)
    for at in range(0x0F80, 0x1000):
        bus.ram[at] = NOP
    hold(bus, IRQ, since)
    assert served(bus)[1] == address


@pytest.mark.parametrize("since, handler", [(0, 0x4000), (3, 0x4000), (4, 0x3000), (6, 0x3000)])
def test_nmi_hijacks_a_brk_until_its_fourth_cycle(since, handler):
    bus = machine(BRK)
    hold(bus, NMI, since)
    assert served(bus)[:2] == (handler, 0x1002)
    assert bus.ram[0x1FD] == 0x30, "B is pushed as 1"


@pytest.mark.parametrize("since, handler", [(5, 0x4000), (6, 0x3000), (8, 0x3000)])
def test_nmi_hijacks_an_irq_until_its_fourth_cycle(since, handler):
    bus = machine()
    hold(bus, IRQ, 0)  # sequence in cycles 2..8
    hold(bus, NMI, since)
    assert served(bus)[0] == handler
    assert bus.ram[0x1FD] == 0x20


def test_an_nmi_too_late_to_hijack_comes_after_the_handlers_first_instruction():
    bus = machine(BRK)
    hold(bus, NMI, 5)
    assert served(bus)[0] == 0x3000
    bus.cpu.step()
    assert bus.cpu.pc == 0x3001
    bus.cpu.step()
    assert bus.cpu.pc == 0x4000


def test_the_irq_sequence_does_not_poll_so_a_handler_runs_one_instruction():
    bus = machine()
    hold(bus, IRQ, 0)
    served(bus)
    bus.cpu.p &= 0xFB
    bus.cpu.step()
    assert bus.cpu.pc == 0x3001


def test_an_irq_that_comes_while_the_last_read_waits_for_rdy_is_taken():
    bus = machine()
    hold(bus, RDY, 1, 40)
    hold(bus, IRQ, 30)
    assert served(bus)[1] == 0x1001


def test_rdy_makes_reads_wait_and_lets_writes_through():
    bus = machine(0x8D, 0x00, 0x20)  # STA abs: reads in cycles 0-2, write in 3
    hold(bus, RDY, 3, 6)
    bus.cpu.step()
    assert bus.cycle == 4
    bus.cpu.step()  # NOP: its fetch waits for cycles 4 and 5
    assert bus.cycle == 8


@pytest.mark.parametrize(
    "code, stored",
    [(0x9F, 0x17), (0x9E, 0x17), (0x9C, 0xF5), (0x9B, 0x17)],
    ids=["SHA", "SHX", "SHY", "SHS"],
)
def test_a_wait_before_the_write_drops_the_high_byte_from_sha_and_its_kin(code, stored):
    for waits in (0, 2):
        bus = machine(code, 0x34, 0x20)
        bus.cpu.a, bus.cpu.x, bus.cpu.y = 0xFF, 0x17, 0xF5
        index = 0x17 if code == 0x9C else 0xF5
        bus.ram[0x1001] = 0x00
        hold(bus, RDY, 3, 3 + waits)
        bus.cpu.step()
        assert bus.ram[0x2000 + index] == (stored if waits else stored & 0x21)


def test_a_wait_before_the_write_leaves_the_address_of_shx_across_a_page_masked():
    for waits in (0, 2):
        bus = machine(0x9E, 0xF0, 0x20)  # SHX $20F0,Y
        bus.cpu.x, bus.cpu.y = 0x35, 0x20
        hold(bus, RDY, 3, 3 + waits)
        bus.cpu.step()
        assert bus.ram[0x2110] == (0x35 if waits else 0x21)


def test_ane_has_its_own_constant_unless_its_operand_waits_for_rdy():
    for waits, result in ((0, 0xEF), (2, 0xEE)):
        bus = machine(0x8B, 0xFF)
        bus.cpu.ane_constant = 0xEF
        bus.cpu.a, bus.cpu.x = 0x00, 0xFF
        hold(bus, RDY, 1, 1 + waits)
        bus.cpu.step()
        assert bus.cpu.a == result


@pytest.mark.parametrize("irq", (0, 1))
def test_an_nmi_taken_in_quick_cycles_is_seen_no_longer(irq):
    """In them nobody samples the lines anew; they end with it.  An IRQ beside it stays seen."""
    bus = machine()
    bus.space, bus.quick, bus.end_due, bus.mode16 = bus.ram, 100, 100, 0
    bus.reads = bus.writes = array.array("i", [0] * 16)
    bus.watched = bytearray(256)
    cpu = bus.cpu
    cpu.irq_line, cpu.nmi_latch, cpu.int_now, cpu.int_prev = irq, 2, irq | 2, irq | 2
    cpu.step()
    assert (cpu.pc, bus.cycle, bus.quick, bus.end_due) == (0x4000, 7, 0, 0)
    assert (cpu.nmi_latch, cpu.int_now, cpu.int_prev) == (0, irq, 0)
