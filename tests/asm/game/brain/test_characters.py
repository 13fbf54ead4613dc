"""Characters: a skill, and where they differ from it; play with each feels different."""

import math
import statistics

import pytest

from emu.arena.match import CHARACTERS, KINDS, SKILLS, tasks
from emu.arena.pool import play_all
from emu.arena.statistics import wilson
from emu.arena.style import share
from tests.asm.game.brain.table import Table, set_skill, set_weight, wish
from tests.asm.game.brain.test_choose import offered as stands_on
from tests.asm.game.engine import K
from tests.volume import seldom
from tools.game import gamerules

FIRST = len(SKILLS)  # CHARACTER_* of the first
FEW = 24  # games of `make test`
NUMBERS = {name: FIRST + n for n, name in enumerate(CHARACTERS)}


def own(name):
    """The weights a character plays by, from the sources."""
    skill, others = gamerules.characters()[name]
    column = gamerules.SKILLS.index(skill)
    table = {weight: values[column] for weight, values in gamerules.weights().items()}
    assert set(others) <= set(table)
    return list((table | others).values())


def test_the_kinds_of_the_request_are_skills_and_characters():
    assert list(gamerules.characters()) == list(CHARACTERS)
    assert len(CHARACTERS) == K["CHARACTERS"] == 8
    assert K["KINDS"] == FIRST + 8
    for name, number in NUMBERS.items():
        assert KINDS[name] - 1 == number == K["CHARACTER_" + name.upper()]


@pytest.mark.parametrize("kind", range(12))
def test_a_seat_can_be_any_characters(engine, kind):
    engine.call("play_init")
    engine.do("CPU", 3, kind)
    assert engine.byte("settings", K["OPT_SKILLS"] + 3) == max(kind - 1, 0)
    assert bool(engine.flags(3) & K["PF_CPU"]) == bool(kind)


def test_there_is_no_ninth_character(engine):
    engine.call("play_init")
    assert engine.request(K["REQ_CPU"], 3, K["KINDS"] + 1) == K["REASON_RANGE"]


@pytest.mark.parametrize("name", CHARACTERS)
def test_a_character_plays_by_its_own_weights(computers, engine, name):
    for weight, values in gamerules.weights().items():  # the fixture has changed one
        for skill, value in enumerate(values):
            set_weight(engine, weight, value, skill)
    engine.poke("br_me", 2)
    set_skill(engine, 2, NUMBERS[name])
    engine.call("weights_take")
    assert engine.table("weights", K["WEIGHTS"]) == own(name)
    set_skill(engine, 2, 1)
    engine.call("weights_take")
    assert engine.table("weights", K["WEIGHTS"]) == [v[1] for v in gamerules.weights().values()]


@pytest.mark.parametrize(
    ("name", "square", "answer"),
    [("railway", 5, "BUY"), ("railway", 31, "PASS"), ("miser", 5, "PASS"), ("hoarder", 31, "BUY")],
)
def test_what_one_buys_of_its_last_money(lonely, name, square, answer):
    """A station, or Regent Street, for all but 1."""
    set_skill(lonely, 0, NUMBERS[name])
    price = 200 if square == 5 else 300
    lonely.set_money(0, price + 1)
    stands_on(lonely, square)
    assert wish(lonely)[0] == answer


def test_one_who_fancies_stations_bids_for_each(lonely):
    """Nobody has a station; the price is no more than part of what it would pay."""
    for name, most in (("railway", 380), ("miser", 190)):
        set_skill(lonely, 0, NUMBERS[name])
        lonely.set_money(0, 1500)
        lonely.poke("br_me", 0)
        lonely.call("weights_take")
        lonely.call("auction_worth", a=5)
        worth = lonely.byte("worth") | lonely.byte("worth", 1) << 8
        assert (worth > most) == (name == "railway"), (name, worth)


def test_characters_play_in_lock_step_with_the_model(engine):
    """Every wish is legal, every field agrees after it, whoever plays."""
    for seed in range(2):
        table = Table(engine, 4, 177 + seed)
        for seat in range(4):
            kind = FIRST + 4 * seed + seat
            set_skill(engine, seat, kind)
            table.game.players[seat].skill = kind
        table.play(40)


# --- whole games ------------------------------------------------------------------------------


def interval(values):
    """The mean of what games brought, at 95 %."""
    middle = statistics.mean(values)
    spread = 1.96 * statistics.stdev(values) / math.sqrt(len(values))
    return middle - spread, middle + spread


def of_each_game(results, name, what):
    """How often a turn a player did something, game by game."""
    rows = [r["manner"][r["seats"].index(name)] for r in results]
    return [row[what] / row["turns"] for row in rows if row["turns"]]


def apart(low, high):
    return low[1] < high[0]


@pytest.fixture(scope="module", params=[FEW, seldom(120)])
def games(request):
    """Games of four characters who have little in common."""
    return play_all(tasks(("railway", "hoarder", "haggler", "miser"), request.param, 7, rounds=300))


def test_characters_games_end_without_faults(games):
    assert not any(r["fault"] for r in games)
    assert sum(not r["winners"] for r in games) <= len(games) / 30
    assert sum(r["fallbacks"] for r in games) <= sum(r["turns"] for r in games) / 1000


def test_the_stationmaster_buys_more_stations_than_others(games):
    """Shares of all stations that the bank sold; few games only show more than a fourth."""
    total = sum(share(games, name, "stations", "deeds")[0] for name in games[0]["seats"])
    mine = wilson(share(games, "railway", "stations", "deeds")[0], total)
    assert mine[0] > 1 / 4
    if len(games) == FEW:
        return
    for other in ("hoarder", "haggler", "miser"):
        assert apart(wilson(share(games, other, "stations", "deeds")[0], total), mine), other


def test_the_haggler_makes_more_offers_than_others_and_the_hoarder_none(games):
    offers = {name: of_each_game(games, name, "offers") for name in games[0]["seats"]}
    assert max(offers["hoarder"]) == 0
    for other in ("hoarder", "miser", "railway")[: 2 if len(games) == FEW else 3]:
        assert apart(interval(offers[other]), interval(offers["haggler"])), other


def test_the_hoarder_buys_most_and_builds_less_than_the_haggler(games):
    deeds = {name: [r["manner"][r["seats"].index(name)]["deeds"] for r in games]
             for name in games[0]["seats"]}  # fmt: skip
    assert apart(interval(deeds["miser"]), interval(deeds["hoarder"]))
    houses = {name: of_each_game(games, name, "houses") for name in games[0]["seats"]}
    for other in ("hoarder", "miser"):
        assert apart(interval(houses[other]), interval(houses["haggler"])), other


@pytest.mark.long
@pytest.mark.parametrize("what", ["houses", "offers", "deeds"])
def test_all_eight_at_one_table_differ(what):
    """200 games of all eight: the intervals of most pairs are apart."""
    results = play_all(tasks(CHARACTERS, 200, 11, rounds=300))
    means = {name: interval(of_each_game(results, name, what)) for name in CHARACTERS}
    pairs = [(a, b) for n, a in enumerate(CHARACTERS) for b in CHARACTERS[:n]]
    differ = [
        p for p in pairs if apart(means[p[0]], means[p[1]]) or apart(means[p[1]], means[p[0]])
    ]
    assert len(differ) >= len(pairs) / 2, (what, means)
