"""Time of day: counting, carries, 12 hour quirks, latch, stop, alarm, power line."""

import pytest

from c64.cia.tod import CiaTod, cia_hour_next
from tests.c64.cia.helpers import (
    CRA,
    CRB,
    HOURS,
    ICR,
    MINUTES,
    SECONDS,
    TENTHS,
    make,
    read,
    wait,
    write,
)


def set_time(cia, hours, minutes, seconds, tenths):
    for reg, value in ((HOURS, hours), (MINUTES, minutes), (SECONDS, seconds), (TENTHS, tenths)):
        write(cia, reg, value)


def time_of(cia):
    return tuple(read(cia, reg) for reg in (HOURS, MINUTES, SECONDS, TENTHS))


def at_50_hz(lazy=1, clock_hz=5000):
    """A CIA on a 50 Hz line of ``clock_hz`` / 50 cycles a period."""
    cia = make(lazy=lazy)
    cia.set_line(clock_hz, 50)
    write(cia, CRA, 0x80)
    return cia


def tenth(tod, fifty=1):
    """Give the clock as many periods of the line as it takes for a tenth of a second."""
    return [tod.period(fifty) for _ in range(5 if fifty else 6)]


@pytest.mark.parametrize(
    ("hour", "following"),
    [
        (0x09, 0x10),
        (0x10, 0x11),
        (0x11, 0x92),
        (0x92, 0x81),
        (0x89, 0x90),
        (0x91, 0x12),
        (0x12, 0x01),
        (0x01, 0x02),
        (0x00, 0x01),
        (0x13, 0x14),
        (0x19, 0x1A),
        (0x0F, 0x00),
        (0x1F, 0x10),
    ],
)
def test_the_hours_go_round_as_on_the_chip(hour, following):
    assert cia_hour_next(hour) == following


def test_a_day_has_24_hours_and_begins_at_12_am():
    hours = [0x12, *range(0x01, 0x0A), 0x10, 0x11]
    day = hours + [hour | 0x80 for hour in hours]
    assert [cia_hour_next(hour) for hour in day] == day[1:] + day[:1]


@pytest.mark.parametrize("half", (0x00, 0x80))
def test_hours_that_no_clock_shows_count_their_units_to_15_and_keep_their_tens(half):
    """But 9 becomes 10 and 12 becomes 1, for which the chip looks at all five bits."""
    for hour in [0x00, *range(0x0A, 0x10), *range(0x13, 0x20)]:
        assert cia_hour_next(half | hour) == half | hour & 0x10 | hour + 1 & 0x0F, hex(hour)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ((9, 0x00, 0x00, 1), (0, 0x01, 0x00, 1)),
        ((9, 0x09, 0x00, 1), (0, 0x10, 0x00, 1)),
        ((9, 0x59, 0x00, 1), (0, 0x00, 0x01, 1)),
        ((9, 0x59, 0x59, 9), (0, 0x00, 0x00, 0x10)),
        ((9, 0x79, 0x00, 1), (0, 0x00, 0x00, 1)),
        ((9, 0x0F, 0x00, 1), (0, 0x00, 0x00, 1)),
        ((9, 0x6A, 0x00, 1), (0, 0x6B, 0x00, 1)),
        ((0x0F, 0x30, 0x00, 1), (0, 0x30, 0x00, 1)),
        ((0x0A, 0x30, 0x00, 1), (0x0B, 0x30, 0x00, 1)),
    ],
)
def test_digits_carry_as_counters_even_from_values_that_are_no_digits(before, after):
    tod = CiaTod()
    tod.stopped = 0
    for index in range(4):
        tod.time[index] = before[index]
    tenth(tod)
    assert tuple(tod.time) == after


def test_the_clock_is_stopped_at_one_o_clock_after_power_on():
    cia = at_50_hz()
    wait(cia, 5000)
    assert time_of(cia) == (1, 0, 0, 0)


@pytest.mark.parametrize("lazy", [0, 1])
def test_ten_tenths_are_a_second_of_cycles(lazy):
    cia = at_50_hz(lazy)
    set_time(cia, 0x01, 0x00, 0x00, 0x00)
    wait(cia, 3 * 5000)
    assert time_of(cia) == (1, 0, 3, 0)


def test_sixty_hertz_setting_on_a_fifty_hertz_line_is_slow_by_a_sixth():
    cia = at_50_hz()
    write(cia, CRA, 0x00)
    set_time(cia, 0x01, 0x00, 0x00, 0x00)
    wait(cia, 6 * 5000)
    assert time_of(cia) == (1, 0, 5, 0)


def test_a_second_has_the_same_cycles_even_when_they_do_not_divide():
    tod = CiaTod()
    tod.set_line(985248, 50)
    total = 0
    for _ in range(50):
        tod.period(1)
        total += tod.left
    assert total == 985248


def test_writing_the_hours_stops_and_writing_the_tenths_starts():
    cia = at_50_hz()
    set_time(cia, 0x01, 0x00, 0x00, 0x00)
    write(cia, HOURS, 0x05)
    wait(cia, 10000)
    assert time_of(cia) == (5, 0, 0, 0)
    write(cia, TENTHS, 0x00)
    wait(cia, 600)
    assert time_of(cia)[3] == 1


def test_the_divider_starts_anew_with_the_clock():
    tod = CiaTod()
    tod.write(0, 0, 0)
    for _ in range(4):
        tod.period(1)
    tod.write(3, 1, 0)
    tod.write(0, 0, 0)
    for _ in range(4):
        tod.period(1)
    assert tod.time[0] == 0
    tod.period(1)
    assert tod.time[0] == 1


def test_reading_the_hours_holds_the_time_until_the_tenths_are_read():
    cia = at_50_hz()
    set_time(cia, 0x01, 0x00, 0x00, 0x00)
    assert read(cia, HOURS) == 1
    wait(cia, 3 * 5000)
    assert [read(cia, SECONDS), cia.peek(SECONDS), read(cia, TENTHS)] == [0, 0, 0]
    assert read(cia, SECONDS) == 3


def test_only_the_bits_that_exist_are_kept():
    cia = at_50_hz()
    set_time(cia, 0xFF, 0xFF, 0xFF, 0xFF)
    assert time_of(cia) == (0x9F, 0x7F, 0x7F, 0x0F)


def test_writing_hour_12_flips_am_and_pm_in_the_time_only():
    cia = at_50_hz()
    write(cia, HOURS, 0x12)
    assert read(cia, HOURS) == 0x92
    read(cia, TENTHS)
    write(cia, HOURS, 0x92)
    assert read(cia, HOURS) == 0x12
    write(cia, CRB, 0x80)
    write(cia, HOURS, 0x12)
    assert cia.tod.alarm[3] == 0x12


def test_the_alarm_raises_its_interrupt_when_the_time_comes():
    for model in ("6526", "8521"):
        cia = make(model)
        cia.set_line(5000, 50)
        write(cia, CRA, 0x80)
        write(cia, CRB, 0x80)
        set_time(cia, 0x01, 0x00, 0x01, 0x05)
        write(cia, CRB, 0x00)
        set_time(cia, 0x01, 0x00, 0x00, 0x00)
        read(cia, ICR)  # time and alarm were equal while they were being set
        write(cia, ICR, 0x84)
        wait(cia, 7000)
        assert cia.irq == 0
        wait(cia, 600)
        assert cia.irq == 1 and read(cia, ICR) == 0x84


def test_writing_a_time_equal_to_the_alarm_raises_it_once():
    cia = make()
    write(cia, CRB, 0x80)
    set_time(cia, 0x01, 0x00, 0x00, 0x05)
    write(cia, CRB, 0x00)
    write(cia, HOURS, 0x01)
    write(cia, TENTHS, 0x05)
    assert read(cia, ICR) == 0x04
    write(cia, TENTHS, 0x05)
    assert read(cia, ICR) == 0x00
