"""Rents (R-8) of all 28 deeds."""

import pytest

from tests.asm.game.engine import K
from tests.asm.game.model import board

STREETS = [s for s, t in board.TITLES.items() if t.rent]


def pay_at(game, square, dice=(1, 3)):
    """Seat 0 lands on a square with these dice; returns what he paid."""
    game.set_money(0, 5000)
    game.place(0, (square - sum(dice)) % 40)
    game.poke("turn_phase", K["PHASE_ROLL"])
    salary = 200 if square < sum(dice) else 0
    game.roll(*dice)
    return 5000 + salary - game.money(0)


@pytest.mark.feature("F019")
@pytest.mark.parametrize("square", STREETS)
def test_each_level_of_each_street_charges_its_rent(game, square):
    """R-6.2, R-8.1: without a key being pressed."""
    title = board.TITLES[square]
    for level, rent in enumerate(title.rent):
        game.poke("bank_houses", 32)
        game.poke("bank_hotels", 12)
        game.give(1, square, level=level)
        before = game.money(1)
        assert pay_at(game, square) == rent
        assert game.money(1) == before + rent


@pytest.mark.parametrize("group", board.GROUPS[:8])
def test_a_bare_street_of_a_whole_group_charges_double(game, group):
    """R-8.1, even if another deed of the group is mortgaged."""
    first, *others = board.MEMBERS[group]
    game.give(1, first, *others)
    assert pay_at(game, first) == 2 * board.TITLES[first].rent[0]
    game.give(1, *others, mortgaged=1)
    assert pay_at(game, first) == 2 * board.TITLES[first].rent[0]


def test_part_of_a_group_charges_single(game):
    game.give(1, 6, 8)
    assert pay_at(game, 8) == 6


def test_stations_charge_by_the_number_held(game):
    """R-8.2."""
    for number, rent in ((1, 25), (2, 50), (3, 100), (4, 200)):
        game.give(1, *board.STATIONS[:number])
        assert pay_at(game, 5) == rent


def test_mortgaged_stations_count_but_do_not_charge(game):
    """R-8.2, R-20.5."""
    game.give(1, 5, 15)
    game.give(1, 25, mortgaged=1)
    assert pay_at(game, 5) == 100
    assert pay_at(game, 25) == 0


@pytest.mark.parametrize("dice", [(1, 3), (6, 5), (2, 5)])
def test_utilities_charge_four_or_ten_times_the_dice(game, dice):
    """R-8.3."""
    game.give(1, 12)
    assert pay_at(game, 12, dice) == 4 * sum(dice)
    game.give(1, 28)
    assert pay_at(game, 12, dice) == 10 * sum(dice)


def test_mortgaged_deeds_charge_nothing(game):
    """R-8, R-11.3."""
    game.give(1, 39, mortgaged=1)
    assert pay_at(game, 39) == 0


@pytest.mark.feature("F020")
def test_partial_rent_when_wealth_is_short(game):
    """R-13.1: wealth 70, rent 100: the creditor gets 70."""
    game.give(1, 5, 15, 25)
    game.give(0, 1)
    game.set_money(0, 40)
    game.place(0, 11)
    game.roll(1, 3)
    assert game.money(1) == 1500 + 70
    assert not game.flags(0) & K["PF_ALIVE"]


@pytest.mark.feature("F039")
def test_rent_beyond_the_cap_disappears(game):
    """R-2.1."""
    game.give(1, 39, level=0)
    game.set_money(1, 32760)
    assert pay_at(game, 39) == 50
    assert game.money(1) == 32767
    game.check_invariants()


def test_nobody_is_asked_and_a_dead_owner_has_no_deed_to_charge_for(game):
    """R-8.4."""
    game.give(1, 39)
    assert pay_at(game, 39) == 50
    assert game.mode == K["MODE_NORMAL"]  # the roll was all
    game.set_pair_word("play_amount", 30_000)
    game.call("money_charge", a=8, x=1)
    game.call("debt_settle")
    assert not game.flags(1) & K["PF_ALIVE"]
    game.events()
    assert game.mode == K["MODE_AUCTION"]
    for _ in range(3):
        game.do("PASS")
    assert 1 not in game.table("square_owner", 40)
    assert pay_at(game, 39) == 0


def test_rent_query_tells_the_rent_of_any_square(game):
    game.give(1, 6, 8, 9)
    game.give(2, 12, 28)
    game.give(3, 5)
    for square, rent in ((6, 12), (9, 16), (12, 10), (5, 25), (39, 0), (0, 0)):
        game.call("rent_get", x=square)
        assert game.word() == rent
