"""Tests of split.s: the raster split by the cycle, the score by calling it."""

import pytest

pytestmark = pytest.mark.c64(prg="split.prg", dbg="split.dbg", limit=1_000_000)


@pytest.mark.parametrize("late", range(8))
def test_split_begins_in_cycle_9_of_line_122_whenever_the_interrupt_comes(c64, late):
    c64.start()
    c64.run_until("main::wait")
    c64.hold(late)
    with c64.register_log("vic") as log:
        c64.run_until(frame=5)
    split = log.to("BACKGROUND")
    split = split[split["value"] == 2]
    assert len(split) >= 4
    assert set(split["line"]) == {122}
    assert set(split["column"]) == {9}


def test_second_interrupt_is_met_by_a_nop(c64):
    c64.start()
    c64.run_until("main::wait")
    with c64.interrupt_log() as log:
        c64.run_until(frame=5)
    assert log.jitter() <= 2


@pytest.mark.parametrize(("score", "points", "total"), [(0, 5, 5), (250, 10, 260), (65535, 1, 0)])
def test_points_are_added_to_the_score(c64, score, points, total):
    result = c64.call("score_add", a=points, zp={"score": score.to_bytes(2, "little")})
    assert c64.memory.word("score") == total
    assert result.carry == (score + points > 65535)
    assert result.cycles == 22


def test_adding_points_touches_the_score_only(c64):
    c64.forbid("segment:CODE", write=True)
    with c64.bus_log(read=False) as log:
        c64.call("score_add", a=1)
    assert set(log.records["address"]) == {c64.address("score"), c64.address("score") + 1}
