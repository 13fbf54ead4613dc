"""Tests of split.s: the raster split by the cycle, the score by calling it."""

import pytest

pytestmark = pytest.mark.c64(prg="split.prg", dbg="split.dbg", limit=1_000_000)


@pytest.mark.parametrize("late", range(8))
def test_split_begins_in_cycle_9_of_line_122_whenever_the_interrupt_comes(kit, late):
    kit.start()
    kit.run_until("main::wait")
    kit.hold(late)
    with kit.register_log("vic") as log:
        kit.run_until(frame=5)
    split = log.to("BACKGROUND")
    split = split[split["value"] == 2]
    assert len(split) >= 4
    assert set(split["line"]) == {122}
    assert set(split["column"]) == {9}


def test_second_interrupt_is_met_by_a_nop(kit):
    kit.start()
    kit.run_until("main::wait")
    with kit.interrupt_log() as log:
        kit.run_until(frame=5)
    assert log.jitter() <= 2


@pytest.mark.parametrize(("score", "points", "total"), [(0, 5, 5), (250, 10, 260), (65535, 1, 0)])
def test_points_are_added_to_the_score(kit, score, points, total):
    result = kit.call("score_add", a=points, zp={"score": score.to_bytes(2, "little")})
    assert kit.memory.word("score") == total
    assert result.carry == (score + points > 65535)
    assert result.cycles == 22


def test_adding_points_touches_the_score_only(kit):
    kit.forbid("segment:CODE", write=True)
    with kit.bus_log(read=False) as log:
        kit.call("score_add", a=1)
    assert set(log.records["address"]) == {kit.address("score"), kit.address("score") + 1}
