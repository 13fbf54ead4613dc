"""The numbers a computer goes by, against a second implementation (reference.py)."""

import random

import pytest

from tests.asm.game.brain import reference
from tests.asm.game.brain.table import set_weight
from tests.asm.game.engine import K
from tests.asm.game.model import board
from tests.asm.game.model.generator import Generator

POSITIONS = 60


def any_position(engine, rng):
    """Deeds, houses, mortgages and money of four, at random."""
    chance, stand = rng.random(), rng.random()
    for group in board.GROUPS:
        squares = board.MEMBERS[group]
        one = rng.randrange(4) if rng.random() < 0.5 else None
        street = group not in ("stations", "utilities")
        level = rng.randrange(6) if one is not None and street and rng.random() < stand else 0
        for square in squares:
            owner = rng.randrange(4) if one is None else one
            free = one is None and rng.random() < chance
            engine.poke("square_owner", 0xFF if free else owner, square)
            engine.poke("square_level", level, square)
            engine.poke("square_mortgaged", not free and not level and rng.random() < 0.2, square)
    for seat in range(4):
        engine.set_money(seat, rng.choice((0, 90, 180, 300, 700, 1500, 4000)) + rng.randrange(60))
    for deck in range(2):
        engine.poke("deck_free", rng.randrange(4), deck)
    engine.recount()


def positions(engine, seed):
    rng = random.Random(seed)
    for _ in range(POSITIONS):
        any_position(engine, rng)
        engine.poke("br_me", rng.randrange(4))
        engine.call("weights_take")
        yield rng, engine.byte("br_me")


def word(engine, label):
    return engine.byte(label) | engine.byte(label, 1) << 8


def test_the_reserve_is_that_of_the_rules(computers):
    """R-17.4."""
    seen = set()
    for _, me in positions(computers, 1):
        computers.call("brain_reserve")
        assert word(computers, "br_keep") == reference.reserve(computers, me)
        seen.add(word(computers, "br_keep"))
    assert len(seen) > POSITIONS / 2


def test_the_reserve_counts_whole_stations_and_utilities_of_rivals(computers):
    """R-17.4: 250 and 75."""
    computers.poke("br_me", 0)
    computers.give(1, 5, 15, 25, 35)
    computers.give(2, 12, 28)
    computers.call("brain_reserve")
    assert word(computers, "br_keep") == 350 + 250 + 75
    computers.poke("br_me", 1)
    computers.call("brain_reserve")
    assert word(computers, "br_keep") == 350 + 75


@pytest.mark.feature("F092")
def test_a_deed_in_an_auction_is_worth_what_the_reference_says(computers):
    """R-17.3: and one or two taps of 1-7."""
    taps = set()
    for rng, me in positions(computers, 2):
        square = rng.choice(list(board.TITLES))
        computers.give(0xFF, square)
        computers.call("auction_worth", a=square)
        value, most = reference.worth(computers, me, square)
        got = word(computers, "worth")
        if most is not None and got == most:
            continue
        assert 1 <= got - value <= 14
        taps.add(got - value)
    assert len(taps) > 8


@pytest.mark.feature("F098")
def test_a_deed_is_wanted_when_the_reference_says_so(computers):
    """R-17.2."""
    answers = set()
    for rng, me in positions(computers, 3):
        square = rng.choice(list(board.TITLES))
        computers.give(0xFF, square)
        computers.call("choose_wants", a=square)
        assert (not computers.carry) == reference.wants(computers, me, square)
        answers.add(computers.carry)
    assert answers == {0, 1}


@pytest.mark.feature("F093")
@pytest.mark.feature("F094")
def test_a_trade_weighs_what_the_reference_says(computers):
    """R-17.10: deeds, cards, groups of both parties."""
    gains = 0
    for rng, me in positions(computers, 4):
        partner = (me + 1 + rng.randrange(3)) % 4
        own = [s for s in board.TITLES if computers.owner(s) in (me, partner)]
        marks = rng.sample(own, min(len(own), rng.randrange(8)))
        cards = sum(
            1 << n for n in range(2) if computers.byte("deck_free", n) in (me, partner)
        ) & rng.randrange(4)
        computers.propose(partner, marks)
        computers.poke("tr_from", me)
        computers.poke("tr_to", partner)
        block = computers.labels["offer_marks"]
        computers.set_pair_word("br_cash", 0)
        computers.call("weigh", a=block & 0xFF, x=block >> 8, y=cards)
        got = [word(computers, "br_sum"), word(computers, "tr_gain")]
        got.append(computers.byte("tr_gain", 2) | computers.byte("tr_gain", 3) << 8)
        want = reference.weigh(computers, me, partner, marks, cards)
        assert got == [value & 0xFFFF for value in want]
        gains += any(want[1:])
    assert gains > 10


def test_nudges_are_two_to_five_of_one_to_fifteen(computers):
    """R-17.5."""
    twin = Generator(Generator.UNBIASED, 0x123456)
    computers.seed(0x123456)
    counts = set()
    for _ in range(400):
        computers.call("brain_nudges")
        count = 2 + twin.below(4)
        assert computers.cpu.a == sum(1 + twin.below(15) for _ in range(count))
        counts.add(count)
    assert counts == {2, 3, 4, 5}


def test_the_pressure_is_felt_when_a_rival_builds_higher(computers):
    """R-17.7."""
    computers.poke("br_me", 0)
    computers.call("pressure")
    assert not computers.carry
    computers.give(1, 1, 3, level=2)
    computers.call("pressure")
    assert computers.carry
    computers.give(0, 6, 8, 9, level=2)
    computers.call("pressure")
    assert not computers.carry
    assert K["PF_CPU"] & computers.flags(0)


@pytest.mark.parametrize("eighths", [0, 1, 8])
@pytest.mark.parametrize("at", [3, 30])
def test_the_rents_within_the_next_throw_can_be_kept_ready(computers, at, eighths):
    """No skill does so (weights.inc); between two and twelve squares ahead, utilities apart."""
    computers.poke("br_me", 0)
    set_weight(computers, "KEEP_AHEAD", eighths)
    computers.call("weights_take")
    computers.place(0, at)
    computers.give(1, 1, 3, 6, 8, 9, 31, 32, 34, 37, 39, level=3)
    computers.give(1, 5, 12, 15, 35)
    computers.give(0, 11, 13)
    wanted = 100
    for square in ((at + ahead) % 40 for ahead in range(2, 13)):
        if computers.owner(square) == 1 and square != 12:
            computers.call("rent_get", x=square)
            wanted += computers.word() // 8 * eighths
    assert wanted > 100 or not eighths
    computers.set_pair_word("br_keep", 100)
    computers.call("keep_ahead")
    assert word(computers, "br_keep") == wanted


@pytest.mark.parametrize(
    ("money", "comes"),
    [(0, 0), (15, 0), (16, 0), (1500, -200), (300, -301), (300, -300), (4000, 95), (4000, 96),
     (255, 1), (32_000, 2000)],
)  # fmt: skip
def test_whether_he_can_build_is_seen_by_his_money_after_the_trade(computers, money, comes):
    """R-17.10: in sixteenths, 0 for less than nothing, 255 for 4080 and more."""
    computers.set_money(1, money)
    computers.set_pair_word("br_cash", comes & 0xFFFF)
    computers.call("groups_gain", x=1)
    assert computers.byte("tr_purse") == max(0, min((money + comes) // 16, 255))
