"""Shares, intervals, medians."""

import pytest

from emu.arena.statistics import Z95, quantile, summary, wilson


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


def test_every_figure_of_a_summary_is_rounded_to_its_places():
    games = [
        result(("a", "b", "c"), [n % 3] if n % 5 else [0, 1, 2], turns=7 * n + 1, rounds=n / 3,
               monopoly=n if n % 2 else None, fallbacks=n, fault=("y", "x", None)[n % 3],
               cycles=123_456 * n, slowest=1234 * n)
        for n in range(11)
    ]  # fmt: skip
    said = summary(games)
    turns = sum(7 * n + 1 for n in range(11))
    wins = {"a": 3 / 3, "b": 3 / 3, "c": 3 / 3}
    for n in range(11):
        if n % 5:
            wins["abc"[n % 3]] += 1
    assert said == {
        "games": 11,
        "wins": {name: round(won, 2) for name, won in wins.items()},
        "share": {name: round(won / 11, 4) for name, won in wins.items()},
        "interval": {name: [round(v, 4) for v in wilson(won, 11)] for name, won in wins.items()},
        "wins_by_seat": [round(won, 2) for won in wins.values()],
        "rounds": {"median": 5 / 3, "p95": 10 / 3},
        "turns": turns,
        "unfinished": 0,
        "first_monopoly_round": 5,
        "games_without_monopoly": 6,
        "fallbacks": 55,
        "fallbacks_per_1000_turns": round(55_000 / turns, 3),
        "faults": ["x", "y"],
        "slowest_decision_s": round(12340 / 985_248, 3),
        "seconds_emulated": round(55 * 123_456 / 985_248, 1),
    }


def test_a_third_of_a_win_has_two_places_and_its_share_four():
    said = summary([result(("a", "b", "c"), [0, 1, 2])] * 2)
    assert (said["wins"]["a"], said["share"]["a"]) == (0.67, 0.3333)
    assert said["wins_by_seat"] == [0.67] * 3
    assert said["interval"]["a"] == [round(v, 4) for v in wilson(2 / 3, 2)]


def test_of_nothing_a_summary_is_empty():
    said = summary([])
    assert (said["games"], said["wins"], said["share"], said["wins_by_seat"]) == (0, {}, {}, [])
    assert said["rounds"] == {"median": None, "p95": None}
    assert (said["first_monopoly_round"], said["games_without_monopoly"]) == (None, 0)
    assert (said["fallbacks_per_1000_turns"], said["slowest_decision_s"]) == (0.0, 0.0)


def test_an_interval_is_of_95_per_cent_and_within_0_and_1():
    assert pytest.approx(1.959963985, abs=1e-6) == Z95
    for games in (1, 2, 7, 50):
        low, high = wilson(games, games)
        assert high == pytest.approx(1) and high <= 1.0
        assert low == pytest.approx(games / (games + Z95**2))
        assert wilson(0, games)[0] == 0.0
