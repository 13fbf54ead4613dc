"""The 6522 VIA by the cycle: timers, ports with latches, control lines, shift register."""

import itertools

import pytest

from c64.drive.via import VIA

ORB, ORA, DDRB, DDRA, T1CL, T1CH, T1LL, T1LH, T2CL, T2CH, SR, ACR, PCR, IFR, IER, NHS = range(16)
CA2, CA1, SHIFT, CB2, CB1, TIMER2, TIMER1 = (1 << n for n in range(7))


@pytest.fixture
def via():
    """Return a VIA as after power-on and reset."""
    chip = VIA()
    chip.reset()
    return chip


def write(via, reg, value):
    """Spend a cycle writing."""
    via.write(reg, value)
    via.clock()


def read(via, reg):
    """Spend a cycle reading; returns the value."""
    value = via.read(reg)
    via.clock()
    return value


def show(via, *regs):
    """Spend a cycle; returns what the registers had in it, without side effects."""
    values = tuple(via.peek(reg) for reg in regs)
    via.clock()
    return values if len(regs) > 1 else values[0]


def start(via, timer, count):
    """Load a timer: 1 or 2."""
    low, high = (T1CL, T1CH) if timer == 1 else (T2CL, T2CH)
    write(via, low, count & 0xFF)
    write(via, high, count >> 8)


def test_timer_1_shows_its_count_from_the_next_cycle_and_reloads_even_in_one_shot_mode(via):
    start(via, 1, 3)
    shown = [show(via, T1CH, T1CL) for _ in range(9)]
    assert [h << 8 | low for h, low in shown] == [3, 2, 1, 0, 0xFFFF, 3, 2, 1, 0]


def test_timer_1_sets_its_flag_once_in_one_shot_mode_and_every_n_plus_2_cycles_else(via):
    def flags(cycles):
        times = []
        for cycle in range(cycles):
            if show(via, IFR) & TIMER1:
                times.append(cycle)
                via.read(T1CL)
        return times

    start(via, 1, 3)
    assert flags(20) == [4]
    write(via, ACR, 0x40)
    start(via, 1, 3)
    assert flags(20) == [4, 9, 14, 19]


@pytest.mark.parametrize("timer, flag", [(1, TIMER1), (2, TIMER2)])
def test_the_interrupt_pin_follows_flag_and_mask(via, timer, flag):
    write(via, IER, 0x80 | flag)
    start(via, timer, 2)
    pins = []
    for _ in range(5):
        via.clock()
        pins.append(via.irq)
    assert pins == [0, 0, 1, 1, 1]
    assert via.peek(IFR) == 0x80 | flag
    write(via, IER, flag)
    assert via.irq == 0
    assert via.peek(IFR) == flag


def test_latches_of_timer_1_count_from_the_next_reload_and_the_high_one_clears_the_flag(via):
    start(via, 1, 3)
    for _ in range(4):
        via.clock()
    assert via.peek(IFR) & TIMER1
    write(via, T1LL, 9)  # in the cycle that shows $FFFF
    assert via.peek(T1CL) == 9
    assert via.peek(IFR) & TIMER1
    write(via, T1LH, 1)
    assert not via.peek(IFR) & TIMER1
    assert (via.peek(T1CL), via.peek(T1LL), via.peek(T1LH)) == (8, 9, 1)


def test_timer_1_makes_a_pulse_or_a_square_on_pb7(via):
    write(via, ACR, 0x80)
    assert via.read(ORB) & 0x80
    start(via, 1, 2)
    assert [show(via, ORB) >> 7 for _ in range(6)] == [0, 0, 0, 1, 1, 1]
    write(via, ACR, 0xC0)
    start(via, 1, 1)
    assert [show(via, ORB) >> 7 for _ in range(9)] == [0, 0, 1, 1, 1, 0, 0, 0, 1]


def test_timer_2_counts_on_after_its_only_interrupt(via):
    start(via, 2, 2)
    shown = [show(via, T2CH, T2CL, IFR) for _ in range(6)]
    assert [h << 8 | low for h, low, _ in shown] == [2, 1, 0, 0xFFFF, 0xFFFE, 0xFFFD]
    assert [flags & TIMER2 for *_, flags in shown] == [0, 0, 0, TIMER2, TIMER2, TIMER2]
    via.read(T2CL)
    for _ in range(0x10000):
        via.clock()
        assert not via.ifr & TIMER2


def test_timer_2_counts_falling_edges_of_pb6(via):
    write(via, ACR, 0x20)
    start(via, 2, 1)
    for level in (0xBF, 0xBF, 0xFF, 0xBF, 0xFF, 0xFF):
        via.pb_in = level
        via.clock()
    assert via.peek(T2CL) == 0xFF
    assert via.peek(IFR) & TIMER2


def test_stopping_timer_2_takes_a_cycle_as_starting_does(via):
    start(via, 2, 100)
    via.pb_in = 0xFF
    write(via, ACR, 0x20)
    assert [show(via, T2CL) for _ in range(3)] == [99, 99, 99]
    write(via, ACR, 0)
    assert [show(via, T2CL) for _ in range(3)] == [99, 98, 97]


def test_outputs_read_back_from_the_register_on_port_b_and_from_the_pins_on_port_a(via):
    via.pa_in = via.pb_in = 0x0F
    write(via, DDRA, 0xF0)
    write(via, DDRB, 0xF0)
    write(via, ORA, 0xA5)
    write(via, ORB, 0xA5)
    assert (read(via, ORA), read(via, ORB), read(via, NHS)) == (0xAF, 0xAF, 0xAF)


def test_a_latched_port_stands_still_from_the_edge_until_it_is_read(via):
    write(via, ACR, 0x01)
    via.pa_in = 0x11
    assert read(via, ORA) == 0x11
    via.set_ca1(0)
    via.pa_in = 0x22
    via.set_ca1(1)
    via.set_ca1(0)
    assert read(via, NHS) == 0x11
    assert read(via, ORA) == 0x11
    assert read(via, ORA) == 0x22


@pytest.mark.parametrize("line, flag, bit", [("ca1", CA1, 0), ("cb1", CB1, 4)])
def test_the_chosen_edge_of_a_line_sets_its_flag(via, line, flag, bit):
    move = getattr(via, f"set_{line}")
    for positive in (0, 1):
        write(via, PCR, positive << bit)
        for level in (0, 1, 1, 0):
            write(via, IFR, 0x7F)
            before = getattr(via, line)
            move(level)
            assert bool(via.peek(IFR) & flag) == (before != level == positive)


@pytest.mark.parametrize("line, flag, port, shift", [("ca2", CA2, ORA, 1), ("cb2", CB2, ORB, 5)])
def test_an_independent_input_keeps_its_flag_when_the_port_is_read(via, line, flag, port, shift):
    for mode in (0, 1, 2, 3):
        write(via, PCR, mode << shift)
        move = getattr(via, f"set_{line}")
        move(0)
        move(1)
        assert via.peek(IFR) & flag
        read(via, port)
        assert bool(via.peek(IFR) & flag) == bool(mode & 1)
        write(via, IFR, 0x7F)


def test_ca2_shakes_hands_pulses_or_stays(via):
    write(via, PCR, 0x08)
    assert via.ca2_out == 1
    read(via, ORA)
    assert via.ca2_out == 0
    via.set_ca1(0)
    assert via.ca2_out == 1
    write(via, PCR, 0x0A)
    levels = []
    via.write(ORA, 1)
    for _ in range(3):
        levels.append(via.ca2_out)
        via.clock()
    assert levels == [0, 0, 1]
    write(via, PCR, 0x0C)
    assert via.ca2_out == 0
    write(via, PCR, 0x0E)
    assert via.ca2_out == 1


def test_cb2_shakes_hands_on_writes_only(via):
    write(via, PCR, 0x80)
    read(via, ORB)
    assert via.cb2_out == 1
    write(via, ORB, 0)
    assert via.cb2_out == 0
    via.set_cb1(0)
    assert via.cb2_out == 1


def test_bytes_shift_out_by_phi2_in_16_half_bits(via):
    write(via, ACR, 0x18)
    for _ in range(5):
        via.clock()
    write(via, SR, 0b10110010)
    seen = []
    for _ in range(18):
        via.clock()
        seen.append((via.cb1_out, via.cb2_out, via.ifr & SHIFT))
    rising = [bit for (low, *_), (high, bit, _) in itertools.pairwise(seen) if high > low]
    assert rising[:8] == [1, 0, 1, 1, 0, 0, 1, 0]
    assert [done for *_, done in seen].index(SHIFT) == 15
    assert via.peek(SR) == 0b10110010


def test_bits_shift_in_by_timer_2_a_cycle_after_it_was_reloaded(via):
    write(via, T2CL, 5)
    write(via, T2CH, 1)
    write(via, ACR, 0x04)
    write(via, SR, 0)
    via.set_cb2(1)
    halves = []
    before = via.sr_state
    for cycle in range(58):
        via.clock()
        if via.sr_state != before:
            halves.append(cycle)
            before = via.sr_state
    assert [b - a for a, b in itertools.pairwise(halves)] == [7] * (len(halves) - 1)
    assert via.peek(SR) == (1 << len(halves) // 2) - 1
    assert via.peek(T2CH) == (1 - len(halves)) & 0xFF


def test_cb1_clocks_the_shift_register_in_mode_3(via):
    write(via, ACR, 0x0C)
    write(via, SR, 0)
    for bit in (1, 0, 1, 0, 0, 1, 1, 1):
        via.set_cb1(0)
        via.set_cb2(bit)
        via.set_cb1(1)
    assert via.peek(SR) == 0b10100111
    assert via.peek(IFR) & SHIFT


def test_reset_leaves_timers_and_shift_register(via):
    start(via, 1, 0x1234)
    write(via, SR, 0x55)
    write(via, DDRA, 0xFF)
    write(via, IER, 0xFF)
    write(via, PCR, 0xCC)
    via.reset()
    assert (via.peek(T1LH), via.peek(T1LL), via.peek(SR)) == (0x12, 0x34, 0x55)
    assert (via.peek(DDRA), via.peek(PCR), via.peek(ACR)) == (0, 0, 0)
    assert via.peek(IER) == 0x80
    assert (via.ca2_out, via.cb2_out) == (1, 1)
