"""The SID's D/A converters, as networks of resistors solved by Kirchhoff's laws."""

import numpy as np
import pytest

from c64.sid.tables import cutoff_hz, dac_table, damping, wave_tables

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


@pytest.mark.parametrize("bits", WIDTHS)
def test_the_6581s_ladder_has_2_2_r_and_no_termination(bits):
    assert dac_table(bits, "6581") == pytest.approx(ladder(bits, 2.2, False), abs=1e-12)


@pytest.mark.parametrize("bits", WIDTHS)
def test_the_8580s_ladder_is_correct_so_linear(bits):
    found = dac_table(bits, "8580")
    assert found == pytest.approx(ladder(bits, 2.0, True), abs=1e-12)
    assert found == pytest.approx(np.linspace(0, 1, 1 << bits), abs=1e-12)


@pytest.mark.parametrize("model", ("6581", "8580"))
def test_a_waveforms_converter_uses_all_of_16_bits(model):
    _, _, level = wave_tables(model)
    assert list(level) == [round(65535 * part) for part in dac_table(12, model)]
    assert (level[0], level[4095]) == (0, 65535)


def test_the_8580s_cutoff_is_a_straight_line_and_the_6581s_begins_flat():
    straight, bent = np.diff(cutoff_hz("8580")), np.diff(cutoff_hz("6581"))
    assert straight == pytest.approx(np.full(2047, 7.04))
    assert np.abs(bent[:64]).max() < 4 < bent[1024:].mean()
    assert cutoff_hz("6581")[0] == pytest.approx(275, abs=30)


@pytest.mark.parametrize(("model", "least", "most"), (("6581", 0.8, 2.5), ("8580", 0.7, 2.6)))
def test_resonance_raises_q(model, least, most):
    q = [1 / damping(model, resonance) for resonance in range(16)]
    assert q == sorted(set(q))
    assert (q[0], q[15]) == pytest.approx((least, most), abs=0.06)
