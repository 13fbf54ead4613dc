"""Envelopes: what ENV3 shows, cycle by cycle."""

import pytest

from c64.sid.envelope import SID_RATES
from tests.c64.builds import few_uncompiled, long_uncompiled
from tests.c64.sid.help import GATE, chip

AD, SR, CONTROL, ENV3 = 19, 20, 18, 0x1C
# Cycles a step, per rate, as measured on ENV3 by Dag Lem (reSID).
PERIODS = (9, 32, 63, 95, 149, 220, 267, 313, 392, 977, 1954, 3126, 3907, 11720, 19532, 31251)
# The patterns the rate shift register is compared with, by Kevin Horton.
PATTERNS = (
    0x007F, 0x3000, 0x1E00, 0x0660, 0x0182, 0x5573, 0x000E, 0x3805,
    0x2424, 0x2220, 0x090C, 0x0ECD, 0x010E, 0x23F7, 0x5237, 0x64A8,
)  # fmt: skip


def at_zero():
    """Return a chip whose voice-3 envelope rests at zero."""
    sid = chip()
    sid.clock(60000)
    assert sid.read(ENV3) == 0
    return sid


def steps(sid, count, limit):
    """Return the cycles between ``count`` changes of ENV3."""
    out = []
    before = sid.read(ENV3)
    since = 0
    for _ in range(limit):
        sid.clock(1)
        since += 1
        now = sid.read(ENV3)
        if now != before:
            out.append(since)
            since = 0
            before = now
            if len(out) == count:
                break
    return out


def test_rates_are_the_places_of_the_patterns_in_the_shift_register():
    register = 0x7FFF
    place = {}
    for number in range(32767):
        place[register] = number
        register = register >> 1 | ((register ^ register >> 1) & 1) << 14
    assert register == 0x7FFF
    assert [place[pattern] for pattern in PATTERNS] == list(SID_RATES)


@pytest.mark.parametrize("rate", range(12))
def test_attack_steps_once_a_period(rate):
    sid = at_zero()
    sid.write(AD, rate << 4)
    sid.write(SR, 0xF0)
    sid.write(CONTROL, GATE)
    assert steps(sid, 5, 40000 + 6 * PERIODS[rate])[1:] == [PERIODS[rate]] * 4


@few_uncompiled(1)
@pytest.mark.parametrize("rate", (12, 13, 14, 15))
def test_slow_attack_steps_once_a_period(rate):
    sid = at_zero()
    sid.write(AD, rate << 4)
    sid.write(CONTROL, GATE)
    while sid.read(ENV3) < 1:
        sid.clock(1)
    sid.clock(PERIODS[rate] - 1)
    assert sid.read(ENV3) == 1
    sid.clock(1)
    assert sid.read(ENV3) == 2


def test_release_slows_down_in_six_stages():
    sid = at_zero()
    sid.write(SR, 0xF0)
    sid.write(CONTROL, GATE)
    sid.clock(40000)
    assert sid.read(ENV3) == 0xFF
    sid.write(CONTROL, 0)
    passed = steps(sid, 255, 60000)
    # the levels at which the divider's period changes: Bob Yannes, quoted in reSID
    stages = {9: 255 - 93, 18: 93 - 54, 36: 54 - 26, 72: 26 - 14, 144: 14 - 6, 270: 6}
    for place, (span, count) in enumerate(stages.items()):
        first = sum(list(stages.values())[:place])
        assert passed[first + 2 : first + count] == [span] * (count - 2)
    assert sid.read(ENV3) == 0


@pytest.mark.parametrize("level", range(16))
def test_decay_stops_at_the_sustain_level_in_both_nibbles(level):
    sid = at_zero()
    sid.write(SR, level << 4)
    sid.write(CONTROL, GATE)
    sid.clock(60000)
    assert sid.read(ENV3) == level * 0x11


def test_lowering_sustain_lets_decay_go_on_and_raising_it_does_not_lift():
    sid = at_zero()
    sid.write(SR, 0x80)
    sid.write(CONTROL, GATE)
    sid.clock(60000)
    sid.write(SR, 0xC0)
    sid.clock(60000)
    # the compare is for equality: below the new level the count goes down to zero
    assert sid.read(ENV3) == 0


@long_uncompiled
def test_changing_to_a_shorter_rate_late_waits_for_the_counter_to_wrap():
    """The ADSR delay bug: 32767 states until a pattern that lies behind comes again."""
    sid = at_zero()
    sid.write(SR, 0x0F)
    while sid.rate_count[2] != 5000:
        sid.clock(1)
    sid.write(AD, 0)
    sid.write(CONTROL, GATE)
    first = steps(sid, 1, 40000)[0]
    assert 32767 - 5000 < first < 32767 - 5000 + 20


def test_gate_is_seen_within_a_few_cycles_when_the_counter_is_near():
    sid = at_zero()
    while sid.rate_count[2] != 1:
        sid.clock(1)
    sid.write(CONTROL, GATE)
    assert steps(sid, 1, 100)[0] < 20


def test_the_counter_holds_at_zero_until_the_next_attack():
    sid = at_zero()
    sid.write(SR, 0x00)
    sid.clock(100000)
    assert sid.read(ENV3) == 0
    sid.write(CONTROL, GATE)
    sid.clock(40000)
    assert sid.read(ENV3) == 0  # decayed to sustain level 0 and held
    assert sid.env_enabled[2] == 0


def test_env3_shows_the_counter_one_cycle_late():
    sid = at_zero()
    sid.write(SR, 0xF0)
    sid.write(CONTROL, GATE)
    for _ in range(200):
        before = sid.env[2]
        sid.clock(1)
        assert sid.read(ENV3) == before
