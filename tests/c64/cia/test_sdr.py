"""The serial register, out and in."""

import itertools

import pytest

from tests.c64.cia.helpers import CRA, ICR, SDR, load_a, make, read, wait, write


def sender(model="8521", latch=3, lazy=1):
    """Timer A runs continuously, the serial register is an output."""
    cia = make(model, lazy)
    load_a(cia, latch)
    write(cia, CRA, 0x41)
    return cia


def watch(cia, cycles):
    """Return [(cycle, SP)] at the falling edges of CNT."""
    edges, before = [], cia.cnt_out
    for cycle in range(cycles):
        cia.clock()
        if before and not cia.cnt_out:
            edges.append((cycle, cia.sp_out))
        before = cia.cnt_out
    return edges


@pytest.mark.parametrize("lazy", [0, 1])
@pytest.mark.parametrize("byte", [0x00, 0x80, 0x01, 0xA5, 0xFF])
def test_a_byte_goes_out_most_significant_bit_first(byte, lazy):
    cia = sender(lazy=lazy)
    write(cia, SDR, byte)
    edges = watch(cia, 100)
    assert len(edges) == 8
    assert sum(bit << (7 - i) for i, (_, bit) in enumerate(edges)) == byte


def test_cnt_turns_at_each_underflow_so_a_bit_takes_two():
    cia = sender(latch=9)
    write(cia, SDR, 0x55)
    cycles = [cycle for cycle, _ in watch(cia, 200)]
    assert {b - a for a, b in itertools.pairwise(cycles)} == {20}


def test_the_flag_comes_once_after_eight_bits():
    cia = sender(latch=9)
    write(cia, SDR, 0x55)
    flags = [read(cia, ICR) & 8 for _ in range(250)]
    assert flags.count(8) == 1


def test_a_second_byte_waits_and_follows_without_a_gap():
    cia = sender(latch=9)
    write(cia, SDR, 0xF0)
    wait(cia, 2)
    write(cia, SDR, 0x0F)
    edges = watch(cia, 400)
    assert {b - a for (a, _), (b, _) in itertools.pairwise(edges)} == {20}
    assert [bit for _, bit in edges] == [1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1]


def test_in_input_mode_a_write_only_fills_the_register():
    cia = make()
    load_a(cia, 3)
    write(cia, CRA, 0x01)
    write(cia, SDR, 0x5A)
    assert watch(cia, 200) == [] and read(cia, SDR) == 0x5A


def clock_in(cia, bits):
    for bit in bits:
        cia.cnt(0)
        wait(cia, 2)
        cia.sp(bit)
        cia.cnt(1)
        wait(cia, 2)


@pytest.mark.parametrize("model", ["6526", "8521"])
def test_eight_rising_edges_of_cnt_bring_a_byte_and_an_interrupt(model):
    cia = make(model)
    write(cia, ICR, 0x88)
    clock_in(cia, (1, 0, 1, 1, 0, 0, 1))
    assert cia.irq == 0
    clock_in(cia, (1,))
    assert cia.irq == 1
    assert read(cia, SDR) == 0b10110011
    assert read(cia, ICR) == 0x88


def test_bytes_in_follow_each_other():
    cia = make()
    clock_in(cia, (0, 0, 0, 0, 1, 1, 1, 1))
    assert read(cia, SDR) == 0x0F
    clock_in(cia, (1, 0, 0, 0, 0, 0, 0, 1))
    assert read(cia, SDR) == 0x81


def test_a_rising_edge_alone_begins_no_byte():
    cia = make()
    cia.cnt(0)
    write(cia, CRA, 0x40)
    write(cia, CRA, 0x00)
    cia.cnt(1)
    wait(cia, 3)
    clock_in(cia, (1,) * 7)
    assert read(cia, ICR) & 8 == 0
    clock_in(cia, (1,))
    assert read(cia, ICR) & 8 == 8


def test_changing_the_direction_releases_cnt():
    cia = sender(latch=200)
    write(cia, SDR, 0x00)
    while cia.cnt_out:
        cia.clock()
    write(cia, CRA, 0x01)
    assert cia.cnt_out == 1


@pytest.mark.parametrize(
    ("model", "after", "flag"), [("6526", 0, 8), ("8521", 0, 0), ("8521", 1, 8)]
)
def test_a_byte_cut_short_while_cnt_is_low_gives_its_interrupt_at_the_next_output(
    model, after, flag
):
    cia = sender(model, latch=50)
    write(cia, SDR, 0x55)
    while cia.cnt_out:
        cia.clock()
    wait(cia, after)
    write(cia, CRA, 0x01)
    wait(cia, 5)
    read(cia, ICR)
    write(cia, CRA, 0x41)
    wait(cia, 5)
    assert read(cia, ICR) & 8 == flag
