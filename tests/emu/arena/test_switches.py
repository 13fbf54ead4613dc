"""Computers by the Russian rules and by any switches; sets of switches, drawn and named."""

import pytest

from emu.arena import switches
from emu.arena.match import OWN, Match, tasks
from emu.arena.pool import play_all
from emu.arena.switches import RUSSIAN
from emu.errors import UsageError
from tests.asm.game.model import switches as model


def own(text, games, seats=("normal", "hard", "easy"), **others):
    return tasks(seats, games, 5, preset=OWN, switches=text, **others)


def test_what_a_switch_can_be_and_whose_rule_that_is_are_as_in_the_model():
    for name in switches.names():
        assert [0, *switches.values(name)] == list(model.VALUES[name.lower()])
        for value in switches.values(name):
            whose = model.family(name.lower(), value) or 0
            assert switches.family(name, value) == whose, (name, value)


def test_a_drawn_set_is_of_one_family_and_every_value_is_drawn():
    seen = set()
    for seed in range(400):
        drawn = switches.drawn(seed)
        assert drawn
        assert drawn == switches.drawn(seed)
        said = {n.lower(): min(v, 1) if n == "CLOCK" else v for n, v in drawn.items()}
        assert not model.mixed(said)
        seen |= {(name, value) for name, value in drawn.items() if name != "CLOCK"}
    assert seen == {one for each in switches.each() for one in each.items() if one[0] != "CLOCK"}


def test_each_has_every_value_alone():
    alone = switches.each()
    assert all(len(one) == 1 for one in alone)
    assert {name for one in alone for name in one} == set(switches.names())


@pytest.mark.parametrize(
    ("text", "words"),
    [("RENTS=1", "switch 'RENTS': must be one of"), ("RENT=3", "RENT=3: must be 0 to 2"),
     ("TAX", "switch TAX=: must be 0 to 1"), ("RENT=1,LOANS=1", "no game mixes")],
)  # fmt: skip
def test_a_set_no_game_has_is_refused(text, words):
    with pytest.raises(UsageError, match=words):
        own(text, 1)


def test_switches_belong_to_preset_3_and_scripted_people_know_no_russian_rules():
    with pytest.raises(UsageError, match="are those of preset 3"):
        tasks(["normal"] * 2, 1, 1, preset=1, switches="TAX=1")
    with pytest.raises(UsageError, match="seat 'child': knows presets 0 and 1 only"):
        tasks(["child", "normal"], 1, 1, preset=RUSSIAN)


def test_the_named_switches_are_those_of_the_game():
    match = Match(own("TAX=1,BANK=1,CLOCK=0", 1)[0])
    K = match.rules.K
    found = match.rules.table("switches", K["SWITCHES"])
    assert found[K["SW_PRESET"]] == OWN
    assert {i for i, value in enumerate(found[1:], 1) if value} == {K["SW_TAX"], K["SW_BANK"]}


def test_seats_follow_the_sums_of_the_first_rolls_and_results_the_persons():
    """V-3.1: by descending sum; skills go with the persons."""
    changed = 0
    for task in tasks(["normal", "hard", "easy", "hard"], 6, 2, preset=RUSSIAN):
        match = Match(task)
        rules = match.rules
        while rules.mode == rules.K["MODE_FIRST"]:
            match.step()
        persons = [match.person(seat) for seat in range(4)]
        assert sorted(persons) == [0, 1, 2, 3]
        changed += persons != [0, 1, 2, 3]
        result = match.play()
        assert result["fault"] is None
        (winner,) = result["winners"]
        assert rules.byte("winners") == 1 << persons.index(winner)
        assert sum(result["deeds"]) + result["unowned"] == 40
    assert changed > 2


@pytest.mark.parametrize("players", [2, 4, 8])
def test_computers_play_whole_games_by_the_russian_rules(players):
    seats = ["normal", "hard", "easy", "normal", "hard", "easy", "normal", "hard"][:players]
    for result in play_all(tasks(seats, 3, players, preset=RUSSIAN)):
        assert (result["fault"], result["fallbacks"]) == (None, 0)
        assert result["winners"]


def test_computers_play_by_each_switch_alone():
    todo = own("each", len(switches.each()), rounds=12)
    for task, result in zip(todo, play_all(todo), strict=True):
        assert (result["fault"], result["fallbacks"]) == (None, 0), task["switches"]


def test_computers_play_whole_games_by_sets_that_are_drawn():
    todo = own("drawn", 8)
    assert len({tuple(sorted(task["switches"].items())) for task in todo}) > 5
    for task, result in zip(todo, play_all(todo), strict=True):
        assert (result["fault"], result["fallbacks"]) == (None, 0), task["switches"]
        assert result["winners"]


def test_a_short_game_ends_by_its_clock():
    """22 seconds a turn: ten minutes are 28 turns, and the turn is played to its end."""
    (result,) = play_all(own("CLOCK=10", 1, seats=("normal", "normal")))
    assert result["fault"] is None
    assert result["winners"]
    assert 27 <= result["turns"] <= 30
