"""The SID's converters and amplifiers, as networks of resistors solved by Kirchhoff's laws."""

import numpy as np
import pytest

from c64.sid.filter_tables import (
    CutoffCurve,
    FilterTables,
    cutoff_table,
    cutoff_voltages,
    cutoff_widths,
    filter_tables,
)
from c64.sid.tables import dac_table, resampler_taps, wave_levels, wave_tables

WIDTHS = (8, 11, 12)  # of an envelope, the cutoff frequency, and a waveform


def ladder(bits, two_r, terminated):
    """Return the voltage at the top of an R-2R ladder for every code, 1.0 with all bits set.

    Node ``i`` is joined to the next by R = 1 and to bit ``i`` by ``two_r``; the lowest to ground
    by ``two_r`` if the ladder is terminated.
    """
    network = np.eye(bits) / two_r  # conductances
    if terminated:
        network[0, 0] += 1 / two_r
    for low in range(bits - 1):
        network[low : low + 2, low : low + 2] += ((1, -1), (-1, 1))
    by_bit = np.linalg.solve(network, np.eye(bits) / two_r)[-1]
    codes = np.arange(1 << bits)[:, None] >> np.arange(bits) & 1
    return codes @ by_bit / by_bit.sum()


def leaking(share, volts):
    """Return what a converter gives of whose bits a share leaks while they are off."""
    return share + (1 - share) * np.asarray(volts)


@pytest.mark.parametrize("bits", WIDTHS)
def test_the_6581s_ladder_has_2_2_r_and_no_termination(bits):
    assert dac_table(bits, "6581") == pytest.approx(
        leaking(0.0075, ladder(bits, 2.2, False)), abs=1e-12
    )


@pytest.mark.parametrize("bits", WIDTHS)
def test_the_8580s_ladder_is_correct_so_linear(bits):
    found = dac_table(bits, "8580")
    assert found == pytest.approx(leaking(0.0035, ladder(bits, 2.0, True)), abs=1e-12)
    assert found == pytest.approx(np.linspace(0.0035, 1, 1 << bits), abs=1e-12)


@pytest.mark.parametrize("model", ("6581", "8580"))
def test_a_waveforms_converter_fits_16_bits(model):
    _, _, level = wave_tables(model)
    assert list(level) == [round(65535 * part) for part in wave_levels(model)]
    assert 0 < level[0] < 600 and 64000 < level[4095] <= 65535


def row(table, number):
    """Return a row of a FilterTables' table, in V."""
    return np.array(table[number * 1536 : (number + 1) * 1536]) / 65536


SUPPLIES = (("6581", 12.18, 1.31), ("8580", 9.09, 0.8))  # Vdd and threshold in V


@pytest.mark.parametrize(("model", "supply", "threshold"), SUPPLIES)
def test_an_amplifiers_currents_add_up_to_nothing(model, supply, threshold):
    """Kirchhoff: n (Vddt - vi)^2 + (Vddt - vo)^2 = (n + 1) (Vddt - vx)^2; vo is a curve of vx."""
    tables = filter_tables(model)
    reverse = np.array(tables.reverse) / 65536
    top = supply - threshold
    volts = np.arange(1536) / 128
    grid = np.arange(2560) / 128 - 10
    steps = 12 if model == "6581" else 16
    for name, number, gain in (("summer", 1, 3.0), ("volume", 15, 15 / steps)):
        out = row(getattr(tables, name), number)
        # the curve, output -> input: what the capacitor's table says, the other way round
        curve = reverse - grid
        falls = np.flatnonzero(np.diff(curve) < 0)
        x = np.interp(-out, -curve[falls], reverse[falls])
        inside = (out > 2.5) & (out < 7.5) & (volts < top)
        assert inside.sum() > 50
        left = gain * (top - volts) ** 2 + (top - out) ** 2
        right = (gain + 1) * (top - x) ** 2
        assert left[inside] == pytest.approx(right[inside], rel=0.01), name
        assert np.all(np.diff(out) <= 0)


def test_the_6581s_measured_curve_is_met_where_it_was_measured():
    reverse = np.array(filter_tables("6581").reverse) / 65536
    for vi, vo in ((3.0, 10.04), (4.0, 6.89), (4.54, 4.54), (5.0, 1.88), (6.0, 1.21)):
        assert np.interp(vi - vo, np.arange(2560) / 128 - 10, reverse) == pytest.approx(
            vi, abs=0.005
        )


def test_tables_are_made_once_and_are_the_same_when_made_anew():
    assert filter_tables("8580") is filter_tables("8580")
    for model in ("6581", "8580"):
        one, two = filter_tables(model), FilterTables(model)
        assert all(getattr(one, n) == getattr(two, n) for n in ("summer", "mixer", "reverse"))


def test_the_6581s_cutoff_is_kinked_and_the_8580s_a_straight_line():
    usual = cutoff_voltages(CutoffCurve())
    bent, straight = np.diff(usual), np.diff(cutoff_widths())
    assert (bent > 0).sum() > 50  # Vddt less the gate's voltage: falls, but for the kinks
    assert bent[1023] > 0 and usual[2047] < usual[0]
    assert straight[1:] == pytest.approx(straight[1], rel=1e-6)
    assert cutoff_widths()[0] * 2 == pytest.approx(cutoff_widths()[1])


def test_an_8580s_cutoffs_are_raised_as_far_as_the_length_of_a_step_moves_them_down():
    plain, curve = cutoff_widths() * 2**30, CutoffCurve()
    one, two = (np.array(cutoff_table("8580", curve, blocks)) for blocks in (1, 2))
    assert one[1:200] == pytest.approx(plain[1:200], rel=1e-3)
    assert two[1:200] == pytest.approx(plain[1:200], rel=2e-3)
    turn = 8 * 2 * 1.6 * plain[2047] / 2**30  # half a step of 16 cycles; 1.6 V above the threshold
    assert two[2047] / plain[2047] == pytest.approx(np.tan(turn) / turn, rel=0.01)
    assert one[2047] / plain[2047] == pytest.approx(np.tan(turn / 2) * 2 / turn, rel=0.01)
    assert cutoff_table("6581", curve, 1) == cutoff_table("6581", curve, 2)


@pytest.mark.parametrize(("rate", "count"), [(44100, 144), (48000, 80)])
def test_rows_of_taps_are_equally_loud_and_no_history_overflows_them(rate, count):
    taps = np.array(resampler_taps(rate, 985248 / 8, count, 512)).reshape(513, count).astype(int)
    assert np.all(taps.sum(axis=1) == 32767)
    assert np.abs(taps).sum(axis=1).max() * 28000 < 2**31 - 2**15
    assert taps[512, :-1] == pytest.approx(taps[0, 1:], abs=2)  # a whole block later
