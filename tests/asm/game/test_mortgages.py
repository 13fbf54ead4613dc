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
