"""Easy, normal, hard: one engine, a table of weights each."""

import re

import pytest

from emu.arena.match import SKILLS, play_match, tasks
from emu.arena.pool import play_all
from emu.arena.rules import Rules
from emu.arena.statistics import wilson
from emu.errors import UsageError
from tests.asm.game.brain import reference
from tests.asm.game.brain.table import Table, set_skill, set_weight, wish
from tests.asm.game.brain.test_choose import offered as stands_on
from tests.asm.game.brain.test_manage import at_the_end
from tests.asm.game.brain.test_values import any_position, word
from tests.asm.game.engine import GAME, K
from tests.asm.game.model import board
from tests.volume import seldom
from tools.game import gamerules

NAMES = ("normal", "hard", "easy")


def test_the_tables_in_memory_are_the_columns_of_the_source(engine):
    rows = gamerules.weights()
    assert len(rows) == K["WEIGHTS"] > 25
    for skill in range(3):
        column = [values[skill] for values in rows.values()]
        assert (
            engine.table("brain_weights", 3 * len(rows))[skill * len(rows) :][: len(rows)] == column
        )


@pytest.mark.parametrize("kind", range(11))
@pytest.mark.parametrize("left", [2, 3, 4])
def test_hard_fights_for_deeds_with_one_rival_left(engine, kind, left):
    """No other skill and no character does."""
    engine.new_game(4)
    for seat in range(left - 1, 3):  # seats 0 to left - 2, and the computer
        engine.poke("player_flags", 0, seat)
    engine.poke("br_me", 3)
    set_skill(engine, 3, kind)
    engine.call("weights_take")
    weight = dict(zip(gamerules.weights(), engine.table("weights", K["WEIGHTS"]), strict=True))
    fights = {
        "BUY_MORE": 1, "BID_PLAIN": 8, "KEEP_FIRST": 200, "KEEP_PRESSURE": 60, "GAOL_RICH": 25,
        "GAOL_STAY": 1,
    }  # fmt: skip
    if kind < len(NAMES):
        skill, others = NAMES[kind], fights if kind == 1 and left == 2 else {}
    else:
        skill, others = list(gamerules.characters().values())[kind - len(NAMES)]
    column = gamerules.SKILLS.index(skill)
    assert weight == {n: values[column] for n, values in gamerules.weights().items()} | others


def test_every_weight_is_used_and_says_what_it_does():
    text = (GAME / "brain" / "weights.inc").read_text()
    code = "".join(p.read_text() for p in (GAME / "brain").glob("*.s"))
    bonuses = [g.upper().replace(" ", "_") for g in board.GROUPS]
    for name in gamerules.weights():
        if name not in bonuses:
            assert f"WEIGHT_{name}" in code, name
            assert re.search(rf"^WEIGHT {name},.*; \w", text, re.MULTILINE), name
    assert list(gamerules.weights())[-10:] == bonuses


@pytest.mark.parametrize("kind", range(4))
def test_a_seat_is_a_persons_or_a_computers_of_a_skill(engine, kind):
    engine.call("play_init")
    engine.do("CPU", 3, kind)
    assert bool(engine.flags(3) & K["PF_CPU"]) == bool(kind)
    assert engine.table("settings", 16)[K["OPT_SKILLS"] :] == [
        0,
        0,
        0,
        max(kind - 1, 0),
        0,
        0,
        0,
        0,
    ]


def test_a_seat_given_back_to_a_person_forgets_its_skill(engine):
    engine.call("play_init")
    engine.do("CPU", 3, 2)
    engine.do("CPU", 3, 0)
    assert not any(engine.table("settings", 16)[K["OPT_SKILLS"] :])


def test_who_decides_has_the_weights_of_its_seat(computers):
    """Four computers in one game, each with its own."""
    for seat, skill in enumerate((2, 0, 1, 2)):
        set_skill(computers, seat, skill)
    count, seen = K["WEIGHTS"], set()
    while len(seen) < 4:
        seat = computers.active
        wish(computers)
        skill = computers.byte("settings", K["OPT_SKILLS"] + seat)
        table = computers.table("brain_weights", 3 * count)[skill * count :][:count]
        assert computers.table("weights", count) == table
        seen.add(seat)
        computers.poke("mode_active", (seat + 1) % 4)


@pytest.mark.parametrize("skill", range(3))
def test_all_skills_weigh_as_the_reference_does_with_their_weights(computers, skill):
    import random

    rng, poor = random.Random(skill), 0
    for _ in range(60):
        any_position(computers, rng)
        me, partner = rng.sample(range(4), 2)
        set_skill(computers, me, skill)
        for seat in range(4):
            computers.set_money(seat, rng.choice((40, 300, 700, 1500, 5000, 32000)))
        computers.poke("br_me", me)
        computers.call("weights_take")
        own = [s for s in board.TITLES if computers.owner(s) in (me, partner)]
        marks = rng.sample(own, min(len(own), rng.randrange(8)))
        computers.propose(partner, marks)
        computers.poke("tr_from", me)
        computers.poke("tr_to", partner)
        block, money = computers.labels["offer_marks"], rng.choice((0, 350, -350, 4000, -4000))
        computers.set_pair_word("br_cash", money & 0xFFFF)
        computers.call("weigh", a=block & 0xFF, x=block >> 8, y=0)
        assert word(computers, "br_cash") == money & 0xFFFF
        got = [word(computers, "br_sum"), word(computers, "tr_gain")]
        got.append(computers.byte("tr_gain", 2) | computers.byte("tr_gain", 3) << 8)
        want = reference.weigh(computers, me, partner, marks, 0, NAMES[skill], money)
        assert got == [value & 0xFFFF for value in want]
        for seat, comes in ((me, money), (partner, -money)):
            poor += any(
                reference.is_poor(computers, seat, g, NAMES[skill], comes) for g in board.GROUPS
            )
        square = rng.choice(list(board.TITLES))
        computers.give(0xFF, square)
        computers.call("choose_wants", a=square)
        assert (not computers.carry) == reference.wants(computers, me, square, NAMES[skill])
    assert bool(poor) == bool(reference.weight("TRADE_POOR", NAMES[skill]))


# --- what single weights do -------------------------------------------------------------------


def test_raise_mortgages_a_single_deed_for_a_house(lonely):
    lonely.give(0, 6, 8, 9, 5)
    at_the_end(lonely, 60)
    assert wish(lonely)[0] == "END_TURN"
    set_weight(lonely, "RAISE", 1)
    set_weight(lonely, "KEEP_FIRST", 10)
    assert wish(lonely)[:2] == ("MORTGAGE", 5)


def test_raise_ends_where_the_first_level_is_reached(lonely):
    set_weight(lonely, "RAISE", 1)
    lonely.give(0, 6, 8, 9, level=3)
    lonely.give(0, 5)
    assert wish(at_the_end(lonely, 60))[0] == "END_TURN"


def test_a_level_it_does_not_build_above(lonely):
    lonely.give(0, 6, 8, 9, level=4)
    at_the_end(lonely, 3000)
    assert wish(lonely)[0] == "BUILD"
    set_weight(lonely, "LEVEL_TOP", 4)
    assert wish(lonely)[0] != "BUILD"


def test_it_stays_in_gaol_where_rivals_have_built(lonely):
    lonely.poke("player_flags", lonely.flags(0) | K["PF_GAOL"], 0)
    lonely.place(0, 10)
    lonely.set_money(0, 1500)
    lonely.give(1, 16, 18, 19, level=2)
    set_weight(lonely, "GAOL_STAY", 3)
    assert wish(lonely)[0] == "BAIL"
    lonely.give(1, 16, 18, 19, level=3)
    assert wish(lonely)[0] == "ROLL"


@pytest.mark.parametrize(("more", "answer"), [(0, "PASS"), (1, "BUY"), (4, "BUY")])
def test_how_eagerly_it_buys(lonely, more, answer):
    """Regent Street for 300 of 301: only what leaves BUY_KEEP, or anything."""
    set_weight(lonely, "BUY_MORE", more)
    lonely.set_money(0, 301)
    stands_on(lonely, 31)
    assert wish(lonely)[0] == answer


def test_rents_ahead_are_kept(lonely):
    """Three houses ahead: an eighth of each of their rents stays in hand besides."""
    lonely.give(0, 1, 3)
    lonely.give(1, 16, 18, 19, level=3)
    at_the_end(lonely, 400)
    lonely.place(0, 10)
    lonely.poke("br_me", 0)
    lonely.call("weights_take")
    lonely.set_pair_word("br_keep", 0)
    lonely.call("keep_ahead")
    assert word(lonely, "br_keep") == 0
    lonely.poke("weights", 2, K["WEIGHT_KEEP_AHEAD"])
    lonely.call("keep_ahead")
    rents = [board.TITLES[s].rent[3] for s in (16, 18, 19)]
    assert word(lonely, "br_keep") == sum(2 * (rent // 8) for rent in rents)


def test_one_who_trades_seldom_makes_no_offer_in_most_turns(lonely):
    lonely.give(0, 16, 18)
    lonely.give(2, 19)
    set_weight(lonely, "TRADE_OFTEN", 64)
    made = 0
    at_the_end(lonely, 1400)
    for seed in range(200):
        lonely.seed(seed * 7919 + 1)
        lonely.poke("brain_traded", 0)
        lonely.poke("brain_wait", 0, 0)  # as if nobody had refused
        made += wish(lonely)[0] == "OFFER"
    assert 25 < made < 80  # a quarter; binomial, 4 deviations


# --- whole games ------------------------------------------------------------------------------


def test_skills_play_in_lock_step_with_the_model(engine):
    """Every wish is legal, every field agrees after it, whatever the skills."""
    for seed in range(3):
        table = Table(engine, 4, 77 + seed)
        for seat in range(4):
            set_skill(engine, seat, (seat + seed) % 3)
            table.game.players[seat].skill = (seat + seed) % 3
        table.play(40)


@pytest.mark.parametrize("games", [3, seldom(24)])
@pytest.mark.parametrize("players", [2, 5, 8])
def test_mixed_games_end_without_faults_and_almost_without_fallbacks(players, games):
    turns = fallbacks = 0
    seats = [NAMES[n % 3] for n in range(players)]
    for result in play_all(tasks(seats, games, players, rounds=600)):
        assert result["fault"] is None
        assert result["winners"], result
        turns += result["turns"]
        fallbacks += result["fallbacks"]
        assert result["slowest"] < 985_248 / 2  # half a second
    assert fallbacks <= turns / 1000


STRENGTH = [  # seats, who, at least this share of wins: well under docs/play/opponents.md
    (("hard", "normal"), "hard", 0.55), seldom(("normal", "easy"), "normal", 0.52),
    seldom(("hard", "easy"), "hard", 0.6),
    seldom(("hard", "normal", "normal", "normal"), "hard", 0.3),
    (("child", "easy"), "child", 0.4), (("trickster", "hard"), "hard", 0.6),
]  # fmt: skip


@pytest.mark.parametrize(("seats", "who", "least"), STRENGTH)
def test_the_order_of_skills(seats, who, least):
    """As many of 100 games as it takes until the interval's lower end is above the least share."""
    won = played = 0
    games = tasks(seats, 100, 3, rounds=300)
    while played < len(games) and wilson(won, played)[0] <= least:
        for result in play_all(games[played : played + 20]):
            won += any(result["seats"][seat] == who for seat in result["winners"])
            played += 1
    assert wilson(won, played)[0] > least


@pytest.mark.long
def test_the_trickster_wins_no_more_than_two_of_five_games_against_hard():
    """400 games: the aim of docs/play/opponents.md itself."""
    results = play_all(tasks(("trickster", "hard"), 400, 1, rounds=300))
    won = sum(result["seats"][seat] == "trickster" for result in results
              for seat in result["winners"])  # fmt: skip
    assert won <= 0.4 * len(results)


def test_other_weights_than_the_games_can_be_tried():
    count = Rules().K["WEIGHTS"]
    (task,) = tasks(["hard", "normal"], 1, 1, weights={"hard": [1] * count})
    (plain,) = tasks(["hard", "normal"], 1, 1)
    assert play_match(task)["turns"] != play_match(plain)["turns"]
    with pytest.raises(UsageError, match="weights of hard: 2 of"):
        play_match({**task, "weights": {"hard": [1, 2]}})


def test_the_kinds_of_the_request_are_the_skills():
    assert {name: kind - 1 for name, kind in SKILLS.items()} == {
        name: K["SKILL_" + name.upper()] for name in NAMES
    }
