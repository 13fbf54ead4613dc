"""Whole random games on the 6502 rules and on the Python rules, in lock step.

Every request, legal or not, must be taken or refused by both; after each one
every field of the state agrees, a refused one has changed nothing, and the
invariants of R-2.4 hold (equity, stock, owners, decks, the bank's ledger).
"""

import collections

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.asm.game import lockstep
from tests.asm.game.engine import Engine, K
from tests.asm.game.model.generator import Generator

GAMES = 50
LONG_GAMES = 2000
EVENT_ROOM = 160
PER_BATCH = 10


@pytest.mark.feature("F213")
@pytest.mark.feature("F214")
@pytest.mark.parametrize("batch", range(GAMES // PER_BATCH))
def test_random_games_agree_in_every_field_after_every_request(rules_binary, batch):
    play(rules_binary, range(batch * PER_BATCH, (batch + 1) * PER_BATCH), 1200)


@pytest.mark.long
@pytest.mark.parametrize("batch", range(LONG_GAMES // 50))
def test_two_thousand_random_games_agree(rules_binary, batch):
    taken = play(rules_binary, range(10_000 + batch * 50, 10_050 + batch * 50), 4000)
    assert len(taken) >= len(lockstep.METHODS) - 3


def play(binary, seeds, limit):
    """Play the games of these seeds; returns how often each request was taken."""
    engine = Engine(binary)
    taken = collections.Counter()
    for seed in seeds:
        try:
            taken.update(lockstep.play(engine, seed, limit).taken)
        except AssertionError as error:
            raise AssertionError(f"game of seed {seed}: {error}") from error
    assert engine.fullest < EVENT_ROOM
    assert engine.deepest < K["MODE_DEPTH"] - 1
    return taken


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
    for _ in range(players):
        pair.send("ROLL")
    pair.deal_scene(scene)
    for step in steps:
        if pair.over:
            break
        pair.step(*step)
