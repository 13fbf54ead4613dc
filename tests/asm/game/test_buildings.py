"""Houses and hotels (R-10, R-1.2)."""

import pytest

from tests.asm.game.engine import K
from tests.asm.game.model import board

BROWN = (1, 3)
BLUE = (37, 39)
ORANGE = (16, 18, 19)


@pytest.mark.parametrize("group", board.GROUPS[:8])
def test_every_group_builds_to_hotels_and_sells_down_again(game, group):
    """R-10.1 to R-10.3: half the cost comes back."""
    squares = board.MEMBERS[group]
    cost = board.HOUSE_COST[group]
    game.give(0, *squares)
    game.set_money(0, 10000)
    for level in range(1, 6):
        for square in squares:
            game.do("BUILD", square)
            assert game.level(square) == level
            game.check_invariants()
    assert game.money(0) == 10000 - 5 * cost * len(squares)
    assert game.byte("bank_hotels") == 12 - len(squares)
    assert game.byte("bank_houses") == 32
    for _ in range(5):
        for square in squares:
            game.do("SELL", square)
            game.check_invariants()
    assert game.money(0) == 10000 - 5 * cost * len(squares) // 2


def test_the_whole_group_is_needed(game):
    """R-10.1."""
    game.give(0, 16, 18)
    game.refuses("BUILD", "GROUP", 16)
    game.give(1, 19)
    game.refuses("BUILD", "GROUP", 16)


@pytest.mark.feature("F220")
def test_no_building_while_a_deed_of_the_group_is_mortgaged(game):
    """R-10.1."""
    game.give(0, *ORANGE)
    game.give(0, 19, mortgaged=1)
    game.refuses("BUILD", "GROUP_MORTGAGED", 16)


def test_building_needs_money_in_hand(game):
    game.give(0, *BLUE)
    game.set_money(0, 199)
    game.refuses("BUILD", "MONEY", 39)
    game.set_money(0, 200)
    game.do("BUILD", 39)


@pytest.mark.parametrize("square", [5, 12])
def test_stations_and_utilities_take_no_houses(game, square):
    game.give(0, *board.STATIONS, *board.UTILITIES)
    game.refuses("BUILD", "NOT_STREET", square)
    game.refuses("SELL", "NOT_STREET", square)


@pytest.mark.parametrize("square", [0, 2, 4, 7, 10, 20, 30, 38])
def test_squares_that_cannot_be_owned_are_refused(game, square):
    for name in ("BUILD", "SELL", "MORTGAGE", "REPAY", "BUILD_GROUP"):
        game.refuses(name, "NOT_DEED", square)


def test_there_is_no_fortieth_square(game):
    for name in ("BUILD", "SELL", "MORTGAGE", "REPAY", "BUILD_GROUP"):
        game.refuses(name, "RANGE", 40)
        game.refuses(name, "RANGE", 255)


def test_streets_rise_evenly(game):
    """R-10.2."""
    game.give(0, *ORANGE)
    game.do("BUILD", 16)
    game.refuses("BUILD", "EVEN", 16)
    game.do("BUILD", 18)
    game.do("BUILD", 19)
    game.do("BUILD", 16)


def test_streets_fall_evenly(game):
    """R-10.3."""
    game.give(0, 16, level=2)
    game.give(0, 18, 19, level=1)
    game.refuses("SELL", "EVEN", 18)
    game.do("SELL", 16)
    game.do("SELL", 18)
    game.refuses("SELL", "BARE", 18)


def test_a_hotel_is_the_end(game):
    game.give(0, *BROWN, level=5)
    game.refuses("BUILD", "FULL", 1)


def test_nobody_builds_or_sells_on_anothers_streets(game):
    """R-10.4, both ways."""
    game.give(1, *ORANGE, level=1)
    game.refuses("SELL", "NOT_OWNER", 16)
    game.refuses("BUILD", "NOT_OWNER", 16)


@pytest.mark.feature("F010")
def test_building_to_exhaustion_of_houses_and_hotels(game):
    """R-1.2: 32 houses, 12 hotels."""
    for group in board.GROUPS[2:]:
        game.give(0, *board.MEMBERS[group])
    for group in ("purple", "orange"):
        game.give(0, *board.MEMBERS[group], level=4)
    game.give(0, 21, 23, 24, level=2)
    game.give(0, 26, 27, level=1)
    game.set_money(0, 20000)
    assert game.byte("bank_houses") == 0
    game.refuses("BUILD", "NO_HOUSES", 29)
    for square in (11, 13, 14):
        game.do("BUILD", square)
    assert game.byte("bank_houses") == 12
    assert game.byte("bank_hotels") == 9
    game.poke("bank_hotels", 0)
    game.refuses("BUILD", "NO_HOTELS", 16)


@pytest.mark.feature("F029")
def test_whoever_comes_first_gets_the_last_house(game):
    """R-10.7: requests are sequential, there is no auction."""
    game.give(0, *BROWN)
    game.give(1, 6, 8, 9)
    game.give(2, *ORANGE, level=4)
    game.give(2, 21, 23, 24, level=4)
    game.give(2, 31, 32, level=3)
    game.give(2, 34, level=1)
    assert game.byte("bank_houses") == 1
    game.do("BUILD", 1)
    game.poke("turn_phase", K["PHASE_DONE"])
    game.do("END_TURN")
    game.refuses("BUILD", "NO_HOUSES", 6)


@pytest.fixture
def short(game):
    """Seat 0 has orange hotels and brown houses; the bank has two houses left."""
    game.give(0, *ORANGE, level=5)
    game.give(0, *BROWN, level=4)
    game.give(1, 21, 23, 24, level=4)
    game.give(1, 6, 8, 9, level=3)
    game.give(1, 11, level=1)
    assert game.byte("bank_houses") == 2
    return game


@pytest.mark.feature("F064")
def test_breaking_a_hotel_makes_phantom_houses(short):
    """R-10.6, R-4.4: nothing but managing until they are sold."""
    short.do("SELL", 16)
    assert short.byte("bank_houses") == 0xFE
    for name in ("ROLL", "QUIT"):
        short.refuses(name, "PHANTOM")
    short.refuses_offer("PHANTOM", 1, give=5)
    short.poke("turn_phase", K["PHASE_DONE"])
    short.refuses("END_TURN", "PHANTOM")
    short.check_invariants()


@pytest.mark.feature("F065")
def test_any_of_the_players_houses_make_up_the_number(short):
    """R-10.6."""
    short.do("SELL", 16)
    short.do("SELL", 1)
    short.refuses("ROLL", "PHANTOM")
    short.do("SELL", 3)
    assert short.byte("bank_houses") == 0
    short.do("ROLL")


def test_all_equity_is_recoverable_through_phantom_houses(short):
    """R-10.6: every legal order works."""
    equity, money = short.equity(0), short.money(0)
    while any(short.level(s) for s in (*ORANGE, *BROWN)):
        for square in (*ORANGE, *BROWN):
            if not short.check(K["REQ_SELL"], square):
                short.do("SELL", square)
    for square in (*ORANGE, *BROWN):
        short.do("MORTGAGE", square)
    assert short.money(0) == money + equity
    assert short.equity(0) == 0


def test_phantom_houses_hold_up_a_bid_an_approval_and_a_transfer(game):
    """R-10.6 on an auction turn and in a trade approval."""
    game.give(1, *ORANGE, level=5)
    game.give(2, 21, 23, 24, level=4)
    game.give(2, 11, 13, 14, level=4)
    game.give(2, 6, 8, level=3)
    game.give(2, 9, level=2)
    assert game.byte("bank_houses") == 0
    game.offer(1, give=10)
    game.do("SELL", 16)
    game.refuses("APPROVE", "PHANTOM")
    game.refuses("DECLINE", "PHANTOM")
    for square in (18, 19):
        game.do("SELL", square)
    assert game.byte("bank_houses") == 0xF4
    for _ in range(4):
        for square in ORANGE:
            game.do("SELL", square)
    game.do("APPROVE")
    game.roll(1, 2)
    game.do("PASS")
    assert game.active == 1


@pytest.mark.feature("F027")
def test_no_construction_in_a_trade_approval(game):
    """R-10.5."""
    game.give(1, *ORANGE)
    game.offer(1, give=10)
    game.refuses("BUILD", "CONSTRUCTION", 16)
    game.refuses("BUILD_GROUP", "CONSTRUCTION", 16)


def test_bringing_a_group_level(game):
    """R-10.8."""
    game.give(0, *ORANGE)
    game.refuses("BUILD_GROUP", "LEVEL", 16)
    game.do("BUILD", 18)
    game.do("BUILD_GROUP", 18)
    assert [game.level(s) for s in ORANGE] == [1, 1, 1]
    game.do("BUILD", 16)
    game.set_money(0, 150)
    game.do("BUILD_GROUP", 16)
    assert [game.level(s) for s in ORANGE] == [2, 2, 1]
    game.check_invariants()


@pytest.mark.feature("F024")
def test_managing_before_and_after_the_roll(game):
    """R-4.1, R-10.5."""
    game.give(0, *BLUE)
    game.do("BUILD", 39)
    game.roll(6, 4)
    game.do("BUILD", 37)
    game.do("SELL", 37)
