"""Shares, intervals, medians."""

import pytest

from emu.arena.statistics import quantile, summary, wilson


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    # Newcombe, "Two-sided confidence intervals for the single proportion" (1998), method 3
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611),
     (1, 29, 0.0061, 0.1718)],
)  # fmt: skip
def test_intervals_are_wilsons(wins, games, low, high):
    assert wilson(wins, games) == (pytest.approx(low, abs=5e-5), pytest.approx(high, abs=5e-5))


def test_of_no_games_nothing_is_known():
    assert wilson(0, 0) == (0.0, 1.0)


def test_a_quantile_is_one_of_the_values():
    assert quantile([5, 1, 4, 2, 3], 0.5) == 3
    assert quantile(range(1, 101), 0.95) == 95
    assert quantile([], 0.5) is None


def result(seats, winners, **others):
    plain = {"turns": 20, "rounds": 10, "monopoly": None, "fallbacks": 0, "fault": None,
             "cycles": 985_248, "slowest": 0}  # fmt: skip
    return {"seats": seats, "winners": winners, **plain, **others}


def test_a_shared_victory_is_shared_and_an_endless_game_is_nobodys():
    said = summary(
        [
            result(("a", "b"), [0]),
            result(("b", "a"), [0, 1], monopoly=4),
            result(("a", "b"), [], fault="x", fallbacks=3),
            result(("b", "a"), [0], monopoly=6),
        ]
    )
    assert said["wins"] == {"a": 1.5, "b": 1.5}
    assert said["unfinished"] == 1
    assert said["faults"] == ["x"]
    assert said["first_monopoly_round"] == 5
    assert said["games_without_monopoly"] == 2
    assert said["fallbacks_per_1000_turns"] == 37.5
    assert said["seconds_emulated"] == 4.0
    assert said["wins_by_seat"] == [2.5, 0.5]
