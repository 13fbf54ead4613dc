"""Whole games by the rules of 1989: the 6502 rules and the model with the same requests."""

import pytest

from tests.asm.game import lockstep
from tests.asm.game.computers import Company
from tests.asm.game.engine import Engine
from tests.asm.game.model import legal_variants, switches
from tests.volume import mostly_seldom, seldom

SEEN = {"CLAIM", "CRY", "GONE", "HOUSES", "WANT", "WANTED", "PLACE", "PLACED"}
# Each ten games show all requests of the market by themselves.
BATCHES = pytest.mark.parametrize("batch", mostly_seldom(range(10), (0,)))


def games(binary, seeds, **others):
    """Play these; returns the requests that were taken, and the stacks of modes there were."""
    engine, taken, stacks = Engine(binary), set(), set()
    for seed in seeds:
        pair = lockstep.play(engine, seed, limit=1000, preset=switches.RULES1989, **others)
        taken |= set(pair.taken)
        stacks |= pair.stacks
    return taken, stacks


@pytest.mark.slow
@BATCHES
def test_games_by_the_rules_of_1989_agree(rules_binary, batch):
    taken, stacks = games(rules_binary, range(10 * batch, 10 * batch + 10))
    assert taken >= SEEN
    assert stacks >= {("NORMAL", "CLAIM"), ("NORMAL", "AUCTION"), ("NORMAL", "HOUSES")}


@pytest.mark.slow
def test_every_stack_of_a_session_is_there(rules_binary):
    _, stacks = games(rules_binary, (4, 6, 73, 87, 114))
    of_1989 = {kinds for kinds in legal_variants.STACKS if {"CLAIM", "HOUSES"} & set(kinds)}
    assert stacks >= of_1989


@pytest.mark.slow
@pytest.mark.parametrize("seeds", [range(500, 504), seldom(range(500, 512))], ids=len)
def test_computers_and_people_agree_by_the_rules_of_1989(rules_binary, seeds):
    taken, _ = games(rules_binary, seeds, kind=Company, computers=0.5)
    assert taken >= SEEN


@pytest.mark.long
@pytest.mark.parametrize("batch", range(20))
def test_two_thousand_games_by_the_rules_of_1989_agree(rules_binary, batch):
    games(rules_binary, range(1000 + 50 * batch, 1050 + 50 * batch))
    games(rules_binary, range(5000 + 50 * batch, 5050 + 50 * batch), kind=Company, computers=0.5)
