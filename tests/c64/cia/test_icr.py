"""Interrupts: when flag, bit 7 and line come and go, in both models."""

import pytest

from c64.cia.cia import CIA
from tests.c64.cia.helpers import (
    CRA,
    CRB,
    ICR,
    irq_cycles,
    load_a,
    load_b,
    lows,
    make,
    read,
    wait,
    write,
)

#: cycles from the write that starts timer A with latch 10 to the one that sees its flag
FLAG = 12


def running(model, latch=10, mask=0x81, control=0x09):
    """Timer A has just been started; the next access is one cycle after the start."""
    cia = make(model)
    write(cia, ICR, mask)
    load_a(cia, latch)
    write(cia, CRA, control)
    return cia


def test_the_new_chip_asserts_its_line_in_the_cycle_that_sees_the_flag():
    assert irq_cycles(running("8521"), 20)[0] == FLAG - 1


def test_the_old_chip_asserts_its_line_one_cycle_later():
    assert irq_cycles(running("6526"), 20)[0] == FLAG


def test_nothing_happens_without_the_mask_but_the_flag():
    for model in ("6526", "8521"):
        cia = running(model, mask=0x01)
        assert irq_cycles(cia, 20) == []
        assert read(cia, ICR) == 0x01


@pytest.mark.parametrize(
    ("model", "early", "values"),
    [
        ("8521", 0, [0x81, 0x81, 0x00, 0x00]),
        ("8521", 1, [0x00, 0x81, 0x00, 0x00]),
        ("6526", 0, [0x01, 0x80, 0x00, 0x00]),
        ("6526", 1, [0x00, 0x01, 0x80, 0x00]),
        ("6526", -1, [0x81, 0x80, 0x00, 0x00]),
    ],
)
def test_reads_cycle_by_cycle_round_the_underflow(model, early, values):
    cia = running(model)
    wait(cia, FLAG - 1 - early)
    assert lows(cia, ICR, 4) == values


def test_a_read_releases_the_line_in_the_cycle_after():
    for model in ("6526", "8521"):
        cia = running(model)
        wait(cia, 20)
        assert cia.irq == 1
        assert read(cia, ICR) == 0x81
        assert cia.irq == 1
        wait(cia, 1)
        assert cia.irq == 0


def test_a_read_of_the_flag_alone_prevents_the_old_chips_interrupt():
    cia = running("6526")
    wait(cia, FLAG - 1)
    assert read(cia, ICR) == 0x01
    assert irq_cycles(cia, 10) == []


def test_a_read_in_the_first_cycle_of_an_interrupt_does_not_hide_it():
    cia = running("8521")
    wait(cia, FLAG - 1)
    assert read(cia, ICR) == 0x81
    assert cia.irq == 1
    wait(cia, 1)
    assert cia.irq == 0


@pytest.mark.parametrize("model", ["6526", "8521"])
@pytest.mark.parametrize("latch", range(1, 6))
def test_after_a_read_the_line_is_up_for_a_cycle_whatever_comes_next(model, latch):
    for delay in range(2 * latch + 4):
        cia = running(model, latch=latch, control=0x01)
        wait(cia, 20 + delay)
        read(cia, ICR)
        wait(cia, 1)
        assert cia.irq == 0, delay


def test_an_interrupt_the_cycle_after_a_read_is_not_lost_on_the_new_chip():
    cia = running("8521")
    wait(cia, FLAG - 2)
    assert read(cia, ICR) == 0x00
    assert irq_cycles(cia, 4) == [1, 2, 3]
    assert read(cia, ICR) == 0x81


def timer_b_after_read(model, distance):
    """Read ICR ``distance`` cycles before timer B's flag shows; returns (cia, next read)."""
    cia = make(model)
    write(cia, ICR, 0x82)
    load_b(cia, 10)
    write(cia, CRB, 0x09)
    wait(cia, FLAG - 1 - distance)
    read(cia, ICR)
    wait(cia, distance + 1)
    return cia, read(cia, ICR)


def test_the_old_chip_loses_timer_bs_flag_but_not_its_interrupt_after_a_read():
    _cia, value = timer_b_after_read("6526", 1)
    assert value == 0x80


def test_the_old_chip_keeps_timer_bs_flag_two_cycles_after_a_read():
    assert timer_b_after_read("6526", 2)[1] == 0x82


def test_the_new_chip_never_loses_timer_bs_flag():
    assert timer_b_after_read("8521", 1)[1] == 0x82
    assert timer_b_after_read("8521", 2)[1] == 0x82


def test_timer_a_has_no_such_bug():
    cia = running("6526")
    wait(cia, FLAG - 2)
    read(cia, ICR)
    wait(cia, 2)
    assert read(cia, ICR) == 0x81


@pytest.mark.parametrize(("model", "delay"), [("8521", 1), ("6526", 2)])
def test_enabling_a_flag_that_is_set_raises_the_interrupt(model, delay):
    cia = running(model, mask=0x01)
    wait(cia, 20)
    cia.write(ICR, 0x81)
    assert irq_cycles(cia, 6)[0] == delay


def test_clearing_the_mask_does_not_release_the_line():
    for model in ("6526", "8521"):
        cia = running(model)
        wait(cia, 20)
        write(cia, ICR, 0x7F)
        wait(cia, 5)
        assert cia.irq == 1


def test_bit_7_of_a_write_chooses_between_setting_and_clearing_mask_bits():
    cia = make()
    write(cia, ICR, 0x9F)
    assert cia.icr.mask == 0x1F
    write(cia, ICR, 0x05)
    assert cia.icr.mask == 0x1A
    write(cia, ICR, 0x81)
    assert cia.icr.mask == 0x1B


def test_a_falling_edge_on_flag_is_an_interrupt_and_a_level_is_not():
    for model in ("6526", "8521"):
        cia = make(model)
        write(cia, ICR, 0x90)
        wait(cia, 3)
        cia.flag(0)
        wait(cia, 3)
        assert cia.irq == 1 and read(cia, ICR) == 0x90
        wait(cia, 3)
        cia.flag(0)
        wait(cia, 3)
        cia.flag(1)
        wait(cia, 3)
        assert cia.irq == 0 and read(cia, ICR) == 0x00


def test_peek_does_not_acknowledge():
    cia = running("8521")
    wait(cia, 20)
    assert [cia.peek(ICR), cia.peek(ICR), cia.irq] == [0x81, 0x81, 1]


def test_an_unknown_model_is_refused():
    with pytest.raises(ValueError, match="CIA model '6522' does not exist; choose from 6526"):
        CIA("6522")


def test_reset_clears_registers_and_keeps_inputs():
    cia = running("8521")
    cia.pa_in = 0x55
    wait(cia, 20)
    cia.reset()
    assert cia.irq == 0 and cia.icr.mask == 0 and cia.pa_in == 0x55
    assert [cia.peek(r) for r in (0, 2, 3, 4, 5, 14)] == [0x55, 0, 0, 0xFF, 0xFF, 0]
