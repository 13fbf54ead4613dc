"""The model's rules of the 1989 game, with the figures of its manual."""

import pytest

from tests.asm.game.model import board, switches
from tests.asm.game.model.desk import Desk

ORANGE = ST_JAMES, TENNESSEE, NEW_YORK = board.MEMBERS["orange"]


@pytest.fixture
def game():
    return Desk(3, preset=switches.OWN, hotel=1, bankrupt=1)


def levels(game, squares):
    return [game.deeds[square].level for square in squares]


def fill(game, houses):
    """Leave the bank this many houses: seat 2 has the others."""
    for group in ("red", "yellow", "green", "blue", "purple", "light blue", "brown"):
        for square in board.MEMBERS[group]:
            here = min(4, game.houses - houses)
            game.give(2, square, level=here)
    assert game.houses == houses


def test_a_short_game_is_worth_1080(game):
    """100 in hand, a station, a mortgaged one, a hotel on a street of 180 with houses at 100."""
    game.purse(100)
    game.give(0, 5)
    game.give(0, 15, mortgaged=True)
    game.give(0, ST_JAMES, level=5)
    assert game.final_value(0) == 100 + 200 + 100 + 500 + 180 == 1080


def test_houses_count_what_they_cost(game):
    game.purse(0)
    game.give(0, 37, level=3)
    assert game.final_value(0) == 350 + 3 * 200


def test_a_hotel_without_houses_has_its_group_rearranged(game):
    """Hotels on St James and Tennessee, four houses on New York, three in the bank: 50 for the
    hotel, 50 for the fourth house, 250 for Tennessee; seven houses stand 2, 2, 3."""
    game.give(0, ST_JAMES, TENNESSEE, level=5)
    game.give(0, NEW_YORK, level=4)
    fill(game, 3)
    hotels, money = game.hotels, game.cash[0]
    game.do("sell", ST_JAMES)
    assert levels(game, ORANGE) == [2, 2, 3]
    assert (game.houses, game.hotels - hotels, game.cash[0] - money) == (0, 2, 50 + 50 + 250)
    game.count_money()


@pytest.mark.parametrize(
    ("bank", "paid", "after"),
    [(0, 750, [0, 0, 0]), (1, 700, [0, 0, 1]), (2, 650, [0, 1, 1]), (3, 600, [1, 1, 1])],
)
def test_three_hotels_leave_what_the_bank_has(game, bank, paid, after):
    game.give(0, *ORANGE, level=5)
    fill(game, bank)
    money = game.cash[0]
    game.do("sell", NEW_YORK)
    assert game.cash[0] - money == paid
    assert levels(game, ORANGE) == after
    assert game.houses == 0


def test_a_creditor_gets_everything_and_owes_the_interest_at_once(game):
    """Half of the buildings, the money, deeds as they are, 10 % of each loan (V-6: of the loan)."""
    game.give(0, 1, 3, level=1)
    game.give(0, 5)
    game.give(0, 37, mortgaged=True)  # 175 lent: 18
    game.decks[1].free = 0
    game.purse(30)
    game.charge(game.players[0], 1, 1000)
    game.settle()
    assert game.cash == [1500 + 30 + 50 - 18, 1500]
    assert [game.deeds[s].owner for s in (1, 3, 5, 37)] == [1] * 4
    assert [game.deeds[s].mortgaged for s in (5, 37)] == [False, True]
    assert (levels(game, (1, 3)), game.houses, game.decks[1].free) == ([0, 0], 32, 1)
    game.count_money()


def test_a_creditor_who_cannot_pay_the_interest_is_in_debt(game):
    game.give(0, *board.MEMBERS["green"], mortgaged=True)  # 15, 15 and 16
    game.purse(0, 40)
    game.give(1, 5)
    game.charge(game.players[0], 1, 1000)
    game.settle()
    assert game.players[1].money == 40 - 46
    assert (game.mode.kind, game.me.seat) == ("must pay", 1)
