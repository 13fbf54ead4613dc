"""One game and many: the same task gives the same result, wherever it is played."""

import collections

import pytest

from emu.arena import pool
from emu.arena.match import OF_1989, Match, play_match, tasks
from emu.arena.pool import play_all
from emu.arena.rules import Rules
from emu.errors import HostError, UsageError
from tests.volume import seldom

SCRIPTED = [2, seldom(4)]  # games of each script


def test_everybody_sits_everywhere():
    todo = tasks(["child", "normal", "trader"], 6, 1)
    for seat in range(3):
        assert collections.Counter(t["seats"][seat] for t in todo) == {
            "child": 2, "normal": 2, "trader": 2,
        }  # fmt: skip


def test_each_game_has_a_seed_of_its_own_and_each_measurement():
    one, two = (tasks(["normal"] * 2, 50, seed) for seed in (1, 2))
    seeds = {task["seed"] for task in [*one, *two]}
    assert len(seeds) == 100
    assert all(0 <= seed < 1 << 22 for seed in seeds)


def test_a_seat_nobody_knows_is_refused():
    with pytest.raises(UsageError, match="seat 'genius': must be one of"):
        tasks(["genius", "normal"], 1, 1)
    with pytest.raises(UsageError, match="1 seats: must be 2 to 8"):
        tasks(["normal"], 1, 1)


def test_the_same_task_gives_the_same_result_in_other_processes():
    todo = tasks(["trickster", "normal", "trader"], 6, 7, rounds=60)
    here = play_all(todo)
    assert play_all(todo, jobs=2) == here
    assert len({tuple(result["deeds"]) for result in here}) > 1


def test_a_game_goes_on_from_a_snapshot_as_it_would_have():
    (task,) = tasks(["normal"] * 4, 1, 3)
    match = Match(task)
    while match.rules.turns < 30:
        match.step()
    later = play_match({**task, "state": match.rules.state})
    whole = match.play()
    assert (later["winners"], later["turns"]) == (whole["winners"], whole["turns"])


def test_a_game_ends_at_the_number_of_rounds_and_is_nobodys():
    (task,) = tasks(["normal"] * 2, 1, 3, rounds=2)
    result = play_match(task)
    assert result["winners"] == []
    assert 2 < result["rounds"] <= 3


def test_the_first_complete_group_is_noticed_in_its_round():
    (task,) = tasks(["normal"] * 4, 1, 5)
    match = Match(task)
    rules = match.rules
    while match.monopoly is None:
        assert not any(rules.owns_group(s, g) for s in range(4) for g in range(8))
        match.step()
    assert any(rules.owns_group(s, g) for s in range(4) for g in range(8))
    assert match.monopoly == pytest.approx(rules.turns / 4)


@pytest.mark.parametrize("count", SCRIPTED)
@pytest.mark.parametrize("name", ["child", "refuser", "taker", "trader", "trickster"])
def test_scripted_people_play_whole_games_without_asking_for_what_is_refused(name, count):
    for players in (2, 5):
        for result in play_all(tasks([name] + ["normal"] * (players - 1), count, 11, rounds=150)):
            assert result["fault"] is None
            assert result["turns"] > 10


@pytest.mark.parametrize("count", SCRIPTED)
@pytest.mark.parametrize("name", ["child", "refuser", "taker", "trader", "trickster"])
def test_scripted_people_play_whole_games_by_the_rules_of_1989(name, count):
    """They claim their rents, bid in real time and ask for houses."""
    for players in (2, 4):
        seats = [name] + ["normal"] * (players - 1)
        for result in play_all(tasks(seats, count, 11, rounds=150, preset=OF_1989)):
            assert result["fault"] is None
            assert result["turns"] > 10


@pytest.mark.parametrize("count", [3, seldom(8)])
def test_computers_play_whole_games_by_the_rules_of_1989(count):
    """Games of two to eight seats of all skills; fifty of them are long."""
    for players in range(2, 9):
        seats = [("hard", "normal", "easy")[n % 3] for n in range(players)]
        for result in play_all(tasks(seats, count, players, preset=OF_1989)):
            assert (result["fault"], result["fallbacks"]) == (None, 0)
            assert result["winners"]


def test_what_is_sent_in_a_game_of_1989(monkeypatch):
    """Everybody bids in an auction, not only whoever is active; nobody speaks in turn."""
    sent = collections.Counter()
    request = Rules.request

    def counted(self, name, *args):
        sent[name] += 1
        return request(self, name, *args)

    monkeypatch.setattr(Rules, "request", counted)
    for result in play_all(tasks(["trickster", "hard", "child", "hard"], 4, 1, preset=OF_1989)):
        assert result["fault"] is None
    assert min(sent[name] for name in ("CLAIM", "CRY", "GONE", "WANT", "WANTED")) > 0, sent
    assert not sent["BID"] and not sent["FORFEIT"]


def test_rules_nobody_can_play_here_are_refused():
    with pytest.raises(UsageError, match="preset 4: must be one of"):
        tasks(["normal"] * 2, 1, 1, preset=4)


def test_a_fault_is_in_the_result(monkeypatch):
    from emu.arena.scripted import Child

    monkeypatch.setattr(Child, "first", lambda self, rules, me: ("BUY",))
    (task,) = tasks(["child", "child"], 1, 1)
    assert play_match(task)["fault"] == "child asked for BUY[], refused: MODE"


def test_a_scheduler_that_is_not_there_is_named(monkeypatch):
    pytest.importorskip("distributed", reason="Dask is not installed")
    monkeypatch.setattr(pool, "REACH", "1s")
    with pytest.raises(HostError, match=r"scheduler tcp://127\.0\.0\.1:9: cannot be reached"):
        play_all(tasks(["normal"] * 2, 1, 1), scheduler="tcp://127.0.0.1:9")
