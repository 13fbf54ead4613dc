"""Mortgages (R-11)."""

import pytest

from tests.asm.game.engine import K
from tests.asm.game.model import board


@pytest.mark.parametrize("square", board.TITLES)
def test_each_deed_is_mortgaged_and_repaid_with_its_fee(game, square):
    """R-11.1, R-11.2, R-1.6."""
    title = board.TITLES[square]
    game.give(0, square)
    game.do("MORTGAGE", square)
    assert game.money(0) == 1500 + title.mortgage
    assert game.equity(0) == 0
    game.refuses("MORTGAGE", "MORTGAGED", square)
    game.do("REPAY", square)
    assert game.money(0) == 1500 - title.fee
    assert game.equity(0) == title.mortgage
    game.refuses("REPAY", "NOT_MORTGAGED", square)
    game.check_invariants()


def test_no_mortgage_while_the_group_has_improvements(game):
    """R-11.1."""
    game.give(0, 16, 18)
    game.give(0, 19, level=1)
    game.refuses("MORTGAGE", "IMPROVED", 16)


def test_repaying_needs_money_in_hand(game):
    """R-11.2."""
    game.give(0, 39, mortgaged=1)
    game.give(0, 37)
    game.set_money(0, 219)
    game.refuses("REPAY", "MONEY", 39)
    game.set_money(0, 220)
    game.do("REPAY", 39)
    assert game.money(0) == 0


def test_a_mortgaged_deed_counts_for_its_group(game):
    """R-11.3."""
    game.give(0, 37, 39)
    game.do("MORTGAGE", 39)
    assert game.byte("player_groups", 7 * 8) == 2


def test_only_the_owner_mortgages(game):
    game.give(1, 39)
    game.refuses("MORTGAGE", "NOT_OWNER", 39)
    game.refuses("MORTGAGE", "NOT_OWNER", 37)
    game.refuses("REPAY", "NOT_OWNER", 39)


@pytest.mark.feature("F025")
def test_mortgage_changes_in_a_trade_approval_spare_the_deeds_of_the_trade(game):
    """R-10.5."""
    game.give(1, 37, 39)
    game.give(1, 1, mortgaged=1)
    game.offer(1, [39, 1], give=100)
    assert game.active == 1
    game.refuses("MORTGAGE", "IN_TRADE", 39)
    game.refuses("REPAY", "IN_TRADE", 1)
    game.do("MORTGAGE", 37)
    game.do("REPAY", 37)
    assert game.mode == K["MODE_TRADE"]


def manage(game, square):
    """Mortgage and repay a deed of whoever is active."""
    game.give(game.active, square)
    game.do("MORTGAGE", square)
    game.do("REPAY", square)


@pytest.mark.feature("F017")
def test_managing_in_turn_in_auction_in_trade_in_transfer_and_in_debt(game):
    """R-10.5."""
    manage(game, 39)
    game.roll(1, 2)
    game.do("PASS")
    assert game.mode == K["MODE_AUCTION"]
    manage(game, 37)
    game.offer(2, give=1)
    assert game.mode == K["MODE_TRADE"]
    manage(game, 5)
    game.do("DECLINE")
    for _ in range(4):
        game.do("PASS")
    game.do("END_TURN")
    game.give(3, 6)
    for seat, money in ((2, 5), (3, 0)):
        game.set_money(seat, money)
    game.put_on_top(0, 12)
    game.place(1, 15)
    game.roll(1, 1)
    assert (game.mode, game.active) == (K["MODE_MUST_PAY"], 2)
    game.do("MORTGAGE", 5)
    manage(game, 15)
    game.do("CONTINUE")
    game.do("MORTGAGE", 6)
    game.do("CONTINUE")
    game.set_pair_word("play_amount", 1000)
    game.call("money_charge", a=2, x=3)
    game.call("debt_settle")
    game.events()
    assert (game.mode, game.active) == (K["MODE_TRANSFER"], 2)
    manage(game, 25)
