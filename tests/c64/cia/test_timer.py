"""Timers: start, reload, one-shot, force load, chaining, outputs on port B."""

import itertools

import pytest

from tests.c64.builds import few_uncompiled
from tests.c64.cia.helpers import (
    CRA,
    CRB,
    ICR,
    TAH,
    TAL,
    TBL,
    load_a,
    load_b,
    lows,
    make,
    read,
    wait,
    write,
)

pytestmark = pytest.mark.parametrize("lazy", [0, 1])


def test_the_counter_moves_in_the_third_cycle_after_the_start(lazy):
    cia = make(lazy=lazy)
    load_a(cia, 9)
    write(cia, CRA, 0x01)
    assert lows(cia, TAL, 5) == [9, 9, 8, 7, 6]


def test_the_latch_is_shown_twice_and_zero_never(lazy):
    cia = make(lazy=lazy)
    load_a(cia, 3)
    write(cia, CRA, 0x01)
    assert lows(cia, TAL, 14) == [3, 3, 2, 1, 3, 3, 2, 1, 3, 3, 2, 1, 3, 3]


def test_latch_one_underflows_every_other_cycle(lazy):
    cia = make(lazy=lazy)
    load_a(cia, 1)
    write(cia, CRA, 0x03)  # pulses on PB6
    assert [read(cia, 1) >> 6 & 1 for _ in range(8)] == [0, 0, 1, 0, 1, 0, 1, 0]


def test_latch_zero_underflows_every_cycle_once_it_runs(lazy):
    cia = make(lazy=lazy)
    load_a(cia, 0)
    write(cia, CRA, 0x03)
    wait(cia, 4)
    assert {read(cia, 1) >> 6 & 1 for _ in range(5)} == {1}


def test_the_period_is_the_latch_plus_one(lazy):
    cia = make(lazy=lazy)
    load_a(cia, 999)
    write(cia, CRA, 0x01)
    flags = lows(cia, ICR, 3100)
    assert [i for i, value in enumerate(flags) if value] == [1000, 2000, 3000]


def test_the_high_byte_loads_a_stopped_timer_and_not_a_running_one(lazy):
    cia = make(lazy=lazy)
    load_a(cia, 0x1234)
    assert (read(cia, TAL), read(cia, TAH)) == (0x34, 0x12)
    write(cia, TAL, 0x99)
    assert read(cia, TAL) == 0x34
    write(cia, CRA, 0x01)
    wait(cia, 10)
    write(cia, TAH, 0x40)
    assert read(cia, TAH) == 0x12


def test_force_load_takes_the_latch_two_cycles_later_and_one_count_is_lost(lazy):
    cia = make(lazy=lazy)
    load_a(cia, 100)
    write(cia, CRA, 0x01)
    wait(cia, 20)
    assert read(cia, TAL) == 81
    write(cia, CRA, 0x11)  # in the cycle that would read 80
    assert lows(cia, TAL, 5) == [79, 100, 100, 99, 98]


def test_force_load_works_on_a_stopped_timer_and_does_not_read_back(lazy):
    cia = make(lazy=lazy)
    load_a(cia, 7)
    write(cia, CRA, 0x01)
    wait(cia, 4)
    write(cia, CRA, 0x10)
    wait(cia, 2)
    assert read(cia, TAL) == 7
    assert read(cia, CRA) == 0x00


def test_stopping_lets_two_more_counts_through(lazy):
    cia = make(lazy=lazy)
    load_a(cia, 50)
    write(cia, CRA, 0x01)
    wait(cia, 10)
    write(cia, CRA, 0x00)  # in the cycle that would read 41
    assert lows(cia, TAL, 4) == [40, 39, 39, 39]


def test_one_shot_stops_with_the_latch_in_the_counter_and_start_cleared(lazy):
    cia = make(lazy=lazy)
    load_a(cia, 5)
    write(cia, CRA, 0x09)
    assert read(cia, CRA) == 0x09
    assert lows(cia, TAL, 9) == [5, 4, 3, 2, 1, 5, 5, 5, 5]
    assert read(cia, CRA) == 0x08


def test_one_shot_set_just_before_the_underflow_still_stops(lazy):
    for distance, stops in ((3, True), (2, True), (1, False)):
        cia = make(lazy=lazy)
        load_a(cia, 20)
        write(cia, CRA, 0x01)
        wait(cia, 22 - distance)  # the underflow shows in the 22nd cycle after the start
        write(cia, CRA, 0x09)
        wait(cia, distance + 1)
        assert (read(cia, CRA) & 1 == 0) == stops, distance


def test_timer_b_counts_underflows_of_timer_a(lazy):
    cia = make(lazy=lazy)
    load_a(cia, 9)
    load_b(cia, 3)
    write(cia, CRB, 0x41)
    write(cia, CRA, 0x01)
    seen = lows(cia, TBL, 60)
    changes = [i for i in range(1, 60) if seen[i] != seen[i - 1]]
    assert seen[0] == 3 and [seen[i] for i in changes] == [2, 1, 0, 3, 2]
    # every ten cycles; the reload is a cycle faster than a count
    assert [b - a for a, b in itertools.pairwise(changes)] == [10, 10, 9, 11]


def test_timer_b_stopped_counts_nothing(lazy):
    cia = make(lazy=lazy)
    load_a(cia, 4)
    load_b(cia, 9)
    write(cia, CRB, 0x40)
    write(cia, CRA, 0x01)
    wait(cia, 100)
    assert read(cia, TBL) == 9


@few_uncompiled(1)
def test_both_timers_can_count_32_bits(lazy):
    cia = make(lazy=lazy)
    load_a(cia, 0xFF)
    load_b(cia, 0xFFFF)
    write(cia, CRB, 0x51)
    write(cia, CRA, 0x11)
    wait(cia, 256 * 500 + 10)
    assert 0xFFFF - (read(cia, TBL) | read(cia, 7) << 8) == 500


@pytest.mark.parametrize(("reg", "start"), [(CRA, 0x21), (CRB, 0x21)])
def test_a_timer_counts_rising_edges_of_cnt(lazy, reg, start):
    cia = make(lazy=lazy)
    (load_a if reg == CRA else load_b)(cia, 10)
    write(cia, reg, start)
    for _ in range(4):
        cia.cnt(0)
        wait(cia, 3)
        cia.cnt(1)
        wait(cia, 3)
    assert read(cia, TAL if reg == CRA else TBL) == 6


def test_timer_b_counts_timer_a_only_while_cnt_is_high_in_mode_3(lazy):
    cia = make(lazy=lazy)
    load_a(cia, 9)
    load_b(cia, 100)
    write(cia, CRB, 0x61)
    cia.cnt(0)
    write(cia, CRA, 0x01)
    wait(cia, 100)
    assert read(cia, TBL) == 100
    cia.cnt(1)
    wait(cia, 104)
    assert read(cia, TBL) == 90


def test_pb6_toggles_from_high_at_each_underflow(lazy):
    cia = make(lazy=lazy)
    load_a(cia, 9)
    assert cia.pb_pins() == 0xFF
    write(cia, CRA, 0x07)
    levels = []
    for _ in range(40):
        levels.append(cia.pb_pins() >> 6 & 1)
        cia.clock()
    changes = [i for i in range(1, 40) if levels[i] != levels[i - 1]]
    assert levels[0] == 1 and len(changes) == 3
    assert [b - a for a, b in itertools.pairwise(changes)] == [10, 10]


def test_pb7_pulses_for_one_cycle_and_ignores_the_data_direction(lazy):
    cia = make(lazy=lazy)
    load_b(cia, 9)
    write(cia, CRB, 0x03)
    levels = []
    for _ in range(40):
        levels.append(read(cia, 1) >> 7)
    assert levels.count(1) == 3
    assert [i for i, v in enumerate(levels) if v] == [10, 20, 30]
    assert cia.ddrb == 0


def test_the_outputs_give_way_to_the_port_when_switched_off(lazy):
    cia = make(lazy=lazy)
    write(cia, 3, 0xFF)
    write(cia, 1, 0x00)
    assert cia.pb_pins() == 0x00
    write(cia, CRA, 0x06)
    cia.write(CRA, 0x07)
    assert cia.pb_pins() == 0x40
    write(cia, CRA, 0x05)
    assert cia.pb_pins() == 0x00
