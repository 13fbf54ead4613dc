"""A game of 1989 saved at a claim, in a session or in an auction of it: taken; forged: refused."""

import random

import pytest

from tests.asm.game import lockstep
from tests.asm.game.engine import NOBODY, Engine, K
from tests.asm.game.model import legal, switches
from tests.asm.game.robust.forge import Reader
from tests.asm.game.ui.test_save import DAMAGED, disk_program

SEEDS = (4, 6, 73, 87, 114)
MARKET = {
    ("NORMAL", "CLAIM"), ("NORMAL", "AUCTION"), ("NORMAL", "HOUSES"),
    ("NORMAL", "HOUSES", "AUCTION"), ("NORMAL", "HOUSES", "MUST_PAY"),
}  # fmt: skip


@pytest.fixture(scope="module")
def reader(built, pytestconfig):
    return Reader(disk_program(pytestconfig))


@pytest.fixture(scope="module")
def real(rules_binary):
    """({stack: [state with its block]}, {name: offset})."""
    engine, found = Engine(rules_binary), {}
    fields = legal.places(engine)
    dice = random.Random(1989)

    class Watched(lockstep.Pair):
        scrambles = False

        def compare(self, name):
            super().compare(name)
            stack = legal.State(self.engine.state(), fields).kinds
            kept = found.setdefault(stack, [])
            if len(kept) < 12 and (not kept or dice.random() < 0.3):
                kept.append(self.engine.whole())

    for seed in SEEDS:
        lockstep.play(engine, seed, limit=1000, preset=switches.RULES1989, kind=Watched)
    return found, fields


def refused(reader, whole, fields):
    cut = fields["variant_begin"] if "variant_begin" in fields else fields["switches"]
    return reader.refuses(reader.file(whole[:cut], whole[cut:]))


def test_every_state_of_the_market_is_taken(reader, real):
    found, fields = real
    assert set(found) >= MARKET
    for stack, states in found.items():
        for whole in states:
            assert refused(reader, whole, fields) == 0, stack


@pytest.mark.parametrize(
    ("stack", "changes"),
    [
        (("NORMAL", "CLAIM"), (("mode_square", 1, 0),)),  # GO is nobody's
        (("NORMAL", "CLAIM"), (("mode_kind", 1, K["MODE_RENT"]),)),
        (("NORMAL", "CLAIM"), (("mode_kind", 1, K["MODE_LOAN"]),)),
        (("NORMAL", "HOUSES"), (("session_seat", 0, 7), ("mode_active", 1, 6))),
        (("NORMAL", "HOUSES", "AUCTION"), (("session_seat", 0, 0),)),
        (("NORMAL", "HOUSES", "AUCTION"), (("mode_square", 2, 39),)),
        (("NORMAL", "AUCTION"), (("auction_bidder", 0, NOBODY), ("auction_bid_lo", 0, 9))),
        (("NORMAL", "HOUSES", "MUST_PAY"), (("mode_kind", 2, K["MODE_TRADE"]),)),
        (("NORMAL", "AUCTION"), (("mode_square", 1, NOBODY),)),
    ],
)  # fmt: skip
def test_what_is_forged_is_refused(reader, real, stack, changes):
    found, fields = real
    for whole in found[stack]:
        forged = bytearray(whole)
        for field, index, value in changes:
            forged[fields[field] + index] = value
        assert refused(reader, bytes(forged), fields) == DAMAGED


def forged_sale(rng, whole, fields):
    """A sale of houses in which something else is wanted or won."""
    forged = bytearray(whole)
    seat = rng.randrange(8)
    forged[fields[rng.choice(("wanted", "wanted", "loan_lo"))] + seat] = rng.choice(
        (0, 1, 2, 5, 32)
    )
    return bytes(forged)


def test_what_is_wanted_and_won_is_held_against_the_board(reader, real):
    """Any number up to 32 was taken; both checks say the same of what has been changed."""
    found, fields = real
    rng, said = random.Random(14), {True: 0, False: 0}
    for stack in MARKET | {("NORMAL",)}:
        for whole in found[stack]:
            for _ in range(8):
                forged = forged_sale(rng, whole, fields)
                wrong = legal.faults(forged, fields)
                assert bool(refused(reader, forged, fields)) == bool(wrong), (stack, wrong)
                said[bool(wrong)] += 1
    assert min(said.values()) > 30, said
