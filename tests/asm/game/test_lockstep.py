"""Whole random games on the 6502 rules and on the Python rules, in lock step.

Every request, legal or not, must be taken or refused by both; after each one
every field of the state agrees, a refused one has changed nothing, and the
invariants of R-2.4 hold (equity, stock, owners, decks, the bank's ledger).
"""

import collections

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.asm.game import computers, lockstep, variant_state
from tests.asm.game.engine import Engine, K
from tests.asm.game.model import legal_variants, switches
from tests.asm.game.model.generator import Generator
from tests.asm.game.situations import (
    ALWAYS,
    OWN_RARE,
    PRESETS_RARE,
    RARE,
    RULES1989,
    Situations,
    of_switches,
)
from tests.asm.game.test_modes import STACKS
from tests.volume import mostly_seldom, seldom

GAMES = 100
PRESET_GAMES = 100
RULES1989_GAMES = 100
RULES1989_RARE = {"a group is rearranged", "all hotels sold at once"}
PRESETS = {"Russian": switches.RUSSIAN, "own": switches.OWN}
PRESET_STACKS = STACKS | {("FIRST",), ("OVER",), ("NORMAL", "RENT"), ("NORMAL", "LOAN")}
LONG_GAMES = 2000
LONG_PRESET_GAMES = 1000
EVENT_ROOM = 160
# The beginnings of games show every situation in a fifth of the time of whole ones, but for LATE of
# presets.  Each half by itself, fifty whole games, shows all of them.  Of the beginnings, those
# that come first here run every line and branch that all do; others follow until every situation
# has been there.
QUICK, BEGIN, BEGUN, REQUESTS, WHOLE = "quick", "begin", 60, 250, 1200
FIRST = {
    switches.CLASSIC: (0, 5, 6, 7, 8, 15, 19, 25, 30, 41, 45, 48, 49, 50, 52, 53, 54, 58),
    switches.RUSSIAN: (
        0, 5, 6, 8, 11, 12, 16, 17, 19, 20, 23, 25, 26, 30, 32, 34, 36, 41, 47, 48, 50, 54,
    ),
    switches.OWN: (
        0, 1, 4, 7, 8, 12, 17, 21, 22, 27, 28, 31, 34, 38, 39, 40, 41, 42, 47, 53, 55, 57, 59,
    ),
    lockstep.OWN_1989: (
        0, 1, 3, 8, 9, 11, 12, 15, 16, 20, 22, 23, 26, 28, 32, 33, 40, 46, 48, 54, 59,
    ),
}  # fmt: skip
LATE = {"a deck has gone round", "eight loans are open", "third failure: bail"} | {
    "third failure: bail is owed"
}
PARTS = pytest.mark.parametrize("part", mostly_seldom((QUICK, BEGIN, 0, 1), (QUICK,)))


def of_part(part, games, preset=switches.CLASSIC):
    """Return the seeds of a part of so many games, and the requests of each."""
    if part == QUICK:
        return sorted(range(BEGUN), key=lambda seed: seed not in FIRST[preset]), REQUESTS
    if part == BEGIN:
        return range(BEGUN), REQUESTS
    return range(part * games // 2, (part + 1) * games // 2), WHOLE


@pytest.mark.feature("F213")
@pytest.mark.feature("F214")
@PARTS
def test_random_games_agree_in_every_field_after_every_request(rules_binary, part):
    """Every R-number the model knows; R-2.3, R-2.4 after each request."""
    _, situations, stacks = play_part(rules_binary, part, GAMES, ALWAYS)
    assert not ALWAYS - set(+situations), "these did not happen in any game"
    assert stacks <= STACKS | {("FIRST",), ("OVER",)}


@pytest.mark.long
@pytest.mark.parametrize("batch", range(LONG_GAMES // 50))
def test_two_thousand_random_games_agree(rules_binary, batch):
    first = 10_000 + batch * 50
    taken, situations, stacks = play(rules_binary, range(first, first + 50), 4000)
    assert len(taken) >= len(lockstep.NAMES) - 3
    assert not ALWAYS - RARE - set(+situations), "these did not happen in any game"
    assert stacks <= STACKS | {("FIRST",), ("OVER",)}


@PARTS
@pytest.mark.parametrize("preset", PRESETS)
def test_random_games_with_presets_agree(rules_binary, preset, part):
    """V-3.1 to V-3.15: the Russian preset, and sets of switches drawn at random."""
    shown = expected(preset) - (LATE if part in (QUICK, BEGIN) else set())
    _, situations, stacks = play_part(rules_binary, part, PRESET_GAMES, shown, PRESETS[preset])
    assert not shown - set(+situations), "these did not happen in any game"
    assert stacks <= PRESET_STACKS


@pytest.mark.long
@pytest.mark.parametrize("batch", range(LONG_PRESET_GAMES // 50))
@pytest.mark.parametrize("preset", PRESETS)
def test_a_thousand_random_games_with_presets_agree(rules_binary, preset, batch):
    """V-3.1 to V-3.15."""
    first = 20_000 + batch * 50
    _, situations, stacks = play(rules_binary, range(first, first + 50), 4000, PRESETS[preset])
    assert not expected(preset) - set(+situations), "these did not happen in any game"
    assert stacks <= PRESET_STACKS


@pytest.mark.parametrize(("first", "games"), [(0, 5), seldom(0, 20), seldom(20, 20)])
@pytest.mark.parametrize("preset", PRESETS)
def test_games_of_computers_and_people_agree_by_presets(rules_binary, preset, first, games):
    """V-3.1 to V-3.15, V-3.16, R-17.12: what a computer asks for is never refused."""
    seeds = range(30_000 + first, 30_000 + first + games)
    how = {"kind": computers.Company, "computers": 0.6}
    _, situations, stacks = play(rules_binary, seeds, 600, PRESETS[preset], **how)
    assert stacks <= PRESET_STACKS
    assert situations["decisions of computers"] > 100 * games
    if preset == "Russian":
        assert min(situations[f"computer: {name}"] for name in ("TAX", "LOAN", "PAYBACK")) > 0


@pytest.mark.long
@pytest.mark.parametrize("batch", range(LONG_PRESET_GAMES // 50))
@pytest.mark.parametrize("preset", PRESETS)
def test_a_thousand_games_of_computers_and_people_agree(rules_binary, preset, batch):
    """V-3.1 to V-3.15, R-17.12."""
    seeds = range(40_000 + batch * 50, 40_000 + (batch + 1) * 50)
    how = {"kind": computers.Company, "computers": 0.6}
    _, situations, stacks = play(rules_binary, seeds, 4000, PRESETS[preset], **how)
    assert stacks <= PRESET_STACKS
    assert situations["decisions of computers"] > 5000


@PARTS
def test_random_games_of_1989_agree(rules_binary, part):
    """V-1.3 to V-1.13: switches of its family drawn at random, one in three a short game."""
    shown = of_switches(RULES1989, RULES1989) - RULES1989_RARE
    _, situations, stacks = play_part(rules_binary, part, RULES1989_GAMES, shown, lockstep.OWN_1989)
    assert not shown - set(+situations), "these did not happen in any game"
    assert stacks <= PRESET_STACKS | legal_variants.STACKS


@pytest.mark.long
@pytest.mark.parametrize("batch", range(LONG_PRESET_GAMES // 50))
def test_a_thousand_games_of_1989_agree(rules_binary, batch):
    """V-1.3 to V-1.13."""
    seeds = range(50_000 + batch * 50, 50_000 + (batch + 1) * 50)
    _, situations, stacks = play(rules_binary, seeds, 4000, lockstep.OWN_1989)
    assert not of_switches(RULES1989, RULES1989) - RULES1989_RARE - set(+situations)
    assert stacks <= PRESET_STACKS | legal_variants.STACKS


def test_every_switch_has_rules_on_both_sides():
    """V-3.15."""
    assert set(variant_state.built_switches()) == set(switches.NAMES)


def expected(preset):
    """The situations that fifty games of a preset show."""
    if preset == "own":
        return of_switches(switches.NAMES) - OWN_RARE
    values = switches.of_preset(switches.RUSSIAN)
    return of_switches(name for name in values if values[name]) - PRESETS_RARE


def play_part(binary, part, games, shown, preset=switches.CLASSIC):
    """Play a part; the quick one ends when all has been shown and those that come first played."""
    seeds, limit = of_part(part, games, preset)
    if part != QUICK:
        return play(binary, seeds, limit, preset)
    return play(binary, seeds, limit, preset, enough=(len(FIRST[preset]), shown))


def play(binary, seeds, limit, preset=switches.CLASSIC, enough=None, **how):
    """Play the games of these seeds; returns how often each request was taken, what happened
    (situations.py), and the stacks of modes that were seen.

    enough  (so many games at least, set of situations): end when all of them have happened
    """
    engine = Engine(binary)
    taken, situations, stacks = collections.Counter(), Situations(), set()
    for played, seed in enumerate(seeds):
        if enough and played >= enough[0] and set(+situations) >= enough[1]:
            break
        try:
            pair = lockstep.play(engine, seed, limit, preset, **how)
        except AssertionError as error:
            raise AssertionError(f"game of seed {seed}: {error}") from error
        taken.update(pair.taken)
        situations.update(pair.situations)
        stacks |= pair.stacks
    assert engine.fullest < EVENT_ROOM
    assert engine.deepest < K["MODE_DEPTH"] - 1
    return taken, situations, stacks


def take(pair, players, scene, steps):
    """Roll for the first turn, deal a scene, and take steps till the game is over."""
    for _ in range(players):
        pair.send("ROLL")
    pair.deal_scene(scene)
    for step in steps:
        if pair.over:
            break
        pair.step(*step)


STEPS = st.lists(st.tuples(*[st.integers(0, 65535)] * 3), max_size=120)


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck), database=None)
@given(
    steps=STEPS,
    players=st.integers(2, 8),
    seed=st.integers(1, (1 << 22) - 1),
    scene=st.randoms(use_true_random=False),
)
def test_any_sequence_of_requests_agrees(rules_binary, steps, players, seed, scene):
    """With shrinking: a failure is reported as the shortest sequence that shows it."""
    pair = lockstep.Pair(Engine(rules_binary), players, seed, Generator.UNBIASED)
    take(pair, players, scene, steps)


SWITCHES = {
    name: switches.values_of(name, switches.RUSSIAN)
    for name in variant_state.built_switches()
    if name not in ("preset", "clock")
}


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck), database=None)
@given(
    steps=STEPS,
    players=st.integers(2, 8),
    seed=st.integers(1, (1 << 22) - 1),
    scene=st.randoms(use_true_random=False),
    own=st.fixed_dictionaries({}, optional={n: st.sampled_from(v) for n, v in SWITCHES.items()}),
)
def test_any_sequence_of_requests_agrees_under_any_switches(
    rules_binary, steps, players, seed, scene, own
):
    """With shrinking: a failure names the fewest switches that show it."""
    engine, preset = Engine(rules_binary), switches.OWN
    pair = lockstep.Pair(engine, players, seed, Generator.UNBIASED, preset=preset, own=own)
    take(pair, players, scene, steps)
