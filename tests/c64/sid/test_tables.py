"""The SID's converters and amplifiers, as networks of resistors solved by Kirchhoff's laws."""

import numpy as np
import pytest

from c64.sid.filter_tables import (
    CutoffCurve,
    FilterTables,
    cutoff_steps,
    cutoff_voltages,
    cutoff_widths,
    filter_tables,
)
from c64.sid.tables import dac_table, wave_levels, wave_tables

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
    assert straight[1:].max() - straight[1:].min() <= 1
    assert cutoff_widths()[0] * 2 == pytest.approx(cutoff_widths()[1], abs=1)


def test_a_low_cutoff_moves_the_capacitors_in_every_second_block():
    for model, widths in (("6581", cutoff_voltages(CutoffCurve())), ("8580", cutoff_widths())):
        slow = cutoff_steps(model, widths)
        changes = np.flatnonzero(np.diff(slow))
        assert slow[0] == 1 and slow[2047] == 0
        # the 6581's converter steps back at some codes, and a few have another neighbour's pace
        assert changes.min() > 300 and changes.max() < 1500 and len(changes) < 9
