"""The model's market of the 1989 game by itself: claims, real-time auctions, sessions of houses.

The games in lock step hold the 6502 rules against it.
"""

import pytest

from tests.asm.game.model import board, switches
from tests.asm.game.model.desk import Desk
from tests.asm.game.model.market import NO_SQUARE
from tests.asm.game.model.table import BANK, Refused

BROWN, LIGHT_BLUE, PURPLE, ORANGE, RED, YELLOW, GREEN, BLUE = (
    board.MEMBERS[name] for name in board.GROUPS[:8]
)
OLD_KENT, MAYFAIR = BROWN[0], BLUE[1]


@pytest.fixture
def game():
    return Desk(3, preset=switches.RULES1989)


def refused(game, *request):
    with pytest.raises(Refused):
        game.do(*request)


def leave(game, houses, seat=2):
    """The bank is left this many houses; the others stand on a seat's own streets."""
    for group in (GREEN, YELLOW, RED, ORANGE):
        for level in (1, 2, 3, 4):
            for square in group:
                if game.houses > houses and game.deeds[square].owner in (None, seat):
                    game.give(seat, square, level=level)
    assert game.houses == houses


# --- rent to be claimed (F152) -----------------------------------------------------------


def test_rent_moves_when_the_owner_asks_for_it(game):
    game.give(1, MAYFAIR)
    game.walk_to(MAYFAIR)
    assert (game.mode.kind, game.me.seat, game.cash) == ("claim", 1, [1500, 1500, 1500])
    refused(game, "end_turn")
    assert game.do("claim", 1).cash == [1450, 1550, 1500]
    assert game.mode.kind == "normal"


def test_rent_that_is_not_claimed_is_lost(game):
    game.give(1, MAYFAIR)
    game.walk_to(MAYFAIR).do("claim", 0)
    assert game.cash == [1500, 1500, 1500]
    game.do("end_turn")
    refused(game, "claim", 1)  # not any more


def test_a_computer_claims_at_once(game):
    game.players[1].cpu = True
    game.give(1, MAYFAIR)
    assert game.walk_to(MAYFAIR).cash == [1450, 1550, 1500]


def test_who_cannot_pay_what_is_claimed_owes_it(game):
    game.give(1, *BLUE)
    game.give(0, OLD_KENT)
    game.purse(70)
    game.walk_to(MAYFAIR).do("claim", 1)
    assert (game.players[0].money, game.players[1].cash) == (-30, 1570)
    refused(game, "end_turn")
    game.do("auto_pay").do("end_turn")


# --- auctions in real time (F153, F155) --------------------------------------------------


def to_auction(game, square=MAYFAIR):
    return game.walk_to(square).do("say_pass")


def test_anybody_bids_any_price_at_any_time(game):
    """The decliner first, himself again, then 1 more."""
    to_auction(game)
    game.do("cry", 1, 0).do("cry", 2, 0).do("cry", 3, 2).do("gone")
    assert game.deeds[MAYFAIR].owner == 2
    assert game.cash == [1500, 1500, 1497]


def test_what_is_no_bid(game):
    to_auction(game)
    game.purse(100, 100, 100)
    game.do("cry", 50, 1)
    for amount, seat in ((50, 0), (49, 0), (101, 0), (60, 3), (60, 8), (40000, 0)):
        refused(game, "cry", amount, seat)
    game.do("cry", 100, 0)


def test_nothing_but_bids_counts_in_a_real_time_auction(game):
    game.give(1, OLD_KENT)
    to_auction(game)
    for request in (("make_bid", 10), ("say_pass",), ("forfeit",), ("mortgage", OLD_KENT),
                    ("offer", 0, 0, 5, 0, {}), ("end_turn",)):  # fmt: skip
        refused(game, *request)


def test_a_deed_nobody_bids_for_stays_the_banks(game):
    to_auction(game).do("gone")
    assert game.deeds[MAYFAIR].owner is None
    assert (game.mode.kind, game.me.seat) == ("normal", 0)
    refused(game, "gone")


# --- houses (F156, F157, F158) -----------------------------------------------------------


def test_several_buy_in_one_session_and_the_opener_places_first(game):
    game.give(1, *BROWN)
    game.give(0, *LIGHT_BLUE)
    game.do("open_session").do("want", 1, 2).do("want", 0, 3).do("close_wants")
    assert game.me.seat == 0
    for square in LIGHT_BLUE:
        game.do("place", square)
    game.do("placed")
    assert game.me.seat == 1
    game.do("place", OLD_KENT).do("placed")  # the second one lapses
    assert (game.mode.kind, game.me.seat) == ("normal", 0)
    assert game.cash == [1350, 1450, 1500]
    assert game.houses == 28


def test_a_want_can_be_changed_and_is_no_more_than_fits(game):
    game.give(1, *BROWN, level=3)
    game.give(0, *BLUE[:1])
    game.do("open_session")
    refused(game, "want", 1, 3)
    refused(game, "want", 0, 1)  # the group is not whole
    refused(game, "want", 3, 0)  # nobody sits there
    refused(game, "place", OLD_KENT)  # not yet
    game.do("want", 1, 2).do("want", 1, 0).do("close_wants")
    assert game.mode.kind == "normal"


def test_a_session_needs_houses_and_somebody_who_can_build(game):
    refused(game, "open_session")
    game.give(1, *BROWN)
    leave(game, 0)
    refused(game, "open_session")
    game.give(2, GREEN[0], level=3)
    game.do("open_session")


def test_houses_that_are_wanted_by_more_than_there_are_go_one_by_one(game):
    """Demand 5, stock 3: the auctions decide who may place; the printed price comes besides."""
    game.give(0, *BROWN)
    game.give(1, *LIGHT_BLUE)
    leave(game, 3)
    game.do("open_session").do("want", 0, 2).do("want", 1, 3).do("close_wants")
    assert (game.mode.kind, game.mode.square) == ("auction", NO_SQUARE)
    refused(game, "cry", 5, 2)  # wants none
    game.do("cry", 1, 0).do("cry", 30, 1).do("gone")
    game.do("cry", 10, 0).do("gone")
    game.do("cry", 20, 0).do("gone")
    assert (game.mode.kind, game.me.seat) == ("houses", 0)
    assert game.cash[:2] == [1470, 1470]
    for square in BROWN:
        game.do("place", square)
    refused(game, "place", OLD_KENT)
    game.do("placed")
    assert game.do("place", LIGHT_BLUE[0]).cash[:2] == [1370, 1420]
    game.do("placed")
    assert (game.houses, game.mode.kind) == (0, "normal")


def test_who_has_all_he_wants_bids_no_more_and_the_last_one_gets_the_rest(game):
    game.give(0, *BROWN)
    game.give(1, *LIGHT_BLUE)
    leave(game, 4)
    game.do("open_session").do("want", 0, 1).do("want", 1, 9).do("close_wants")
    game.do("cry", 5, 0).do("gone")
    assert game.mode.kind == "houses"
    assert (game.wanted[0], game.wanted[1]) == (1, 3)


def test_one_alone_gets_what_there_is_without_an_auction(game):
    game.give(1, *LIGHT_BLUE)
    leave(game, 2)
    game.do("open_session").do("want", 1, 9).do("close_wants")
    assert (game.mode.kind, game.wanted[1]) == ("houses", 2)


def test_a_house_nobody_bids_for_ends_the_auctions(game):
    game.give(0, *BROWN)
    game.give(1, *LIGHT_BLUE)
    leave(game, 2)
    game.do("open_session").do("want", 0, 2).do("want", 1, 2).do("close_wants")
    game.do("cry", 1, 1).do("gone").do("gone")
    assert (game.mode.kind, game.me.seat, game.wanted) == ("houses", 1, {0: 0, 1: 1, 2: 0})


def test_who_spends_more_than_he_has_must_pay_before_the_next_places(game):
    """F158: cash 60 and 50 that a station brings; three houses at 50 are more than 110."""
    game.give(0, *BROWN, 5)
    game.give(1, *LIGHT_BLUE)
    game.purse(60, 1000)
    game.do("open_session").do("want", 0, 4).do("want", 1, 1).do("close_wants")
    for square in BROWN:
        game.do("place", square)
    assert game.players[0].money == -40
    game.do("placed")
    assert (game.mode.kind, game.me.seat) == ("must pay", 0)
    refused(game, "go_on")
    game.do("mortgage", 5).do("go_on")
    assert (game.mode.kind, game.me.seat) == ("houses", 1)


def test_nobody_spends_more_than_he_can_raise(game):
    game.give(0, *BROWN)  # mortgages 30 and 30
    game.purse(39)
    game.do("open_session").do("want", 0, 8).do("close_wants")
    game.do("place", BROWN[0])  # 99 then, 74 now
    game.do("place", BROWN[1])  # 49 now
    refused(game, "place", BROWN[0])
    game.do("placed")
    assert game.me.money == -61
    game.do("auto_pay").do("roll", (1, 2))


def test_where_the_banks_money_is_limited_nobody_spends_more_than_he_has(game):
    game.option["limited"] = 1
    game.give(0, *BROWN)
    game.purse(50)
    game.do("open_session").do("want", 0, 2).do("close_wants").do("place", BROWN[0])
    refused(game, "place", BROWN[1])


def test_the_last_ones_debt_is_settled_when_the_session_is_over(game):
    game.give(1, *BROWN)
    game.purse(1500, 0)
    game.do("open_session").do("want", 1, 1).do("close_wants").do("place", OLD_KENT)
    game.do("placed")
    assert [mode.kind for mode in game.modes] == ["normal", "must pay"]


def test_houses_rise_evenly_and_no_street_has_a_fifth(game):
    game.give(0, *BROWN, level=3)
    game.do("open_session").do("want", 0, 2).do("close_wants").do("place", OLD_KENT)
    refused(game, "place", OLD_KENT)
    game.do("place", BROWN[1])
    game.do("placed")
    game.do("build", OLD_KENT)
    assert game.deeds[OLD_KENT].level == 5


def test_a_short_games_street_takes_three(game):
    game.switch["clock"] = 1
    game.give(0, *BROWN, level=2)
    assert game.places(0) == 2
    game.give(0, *BROWN, level=3)
    assert game.places(0) == 0


def broken(game, houses):
    """The bank is left this many houses; the others stand in groups that two own in part."""
    rest = [*RED, *YELLOW, *GREEN]
    for level in (1, 2, 3, 4):
        for square in rest:
            if game.houses > houses:
                game.give(2 if square in (RED[0], YELLOW[0], GREEN[0]) else 1, square, level=level)
    assert game.houses == houses


@pytest.mark.parametrize(("houses", "taken"), [(8, True), (7, False)])
def test_building_without_a_session_only_where_nobody_can_come_short(game, houses, taken):
    """Two owners with places for 4 and 4: eight houses are enough."""
    game.give(0, *BROWN, level=2)
    game.give(1, *BLUE, level=2)
    broken(game, houses)
    assert (game.places(0), game.places(1), game.places(2)) == (4, 4, 0)
    if taken:
        game.do("build", OLD_KENT)
    else:
        refused(game, "build", OLD_KENT)
        game.deeds[OLD_KENT].level = 3  # 3 and 4 places, 6 houses
        refused(game, "build_group", BROWN[1])


def test_who_alone_has_places_builds_as_ever(game):
    game.give(0, *BROWN, *LIGHT_BLUE)
    broken(game, 3)
    assert game.places(0) == 20
    game.do("build", OLD_KENT)


def test_a_hotel_needs_no_session(game):
    game.give(0, *BROWN, level=4)
    game.give(1, *BLUE, *LIGHT_BLUE)
    broken(game, 1)
    assert game.scarce(0)
    game.do("build", OLD_KENT)
    assert game.deeds[OLD_KENT].level == 5


def test_money_of_a_session_goes_to_the_bank(game):
    game.give(0, *BROWN)
    before = game.stock
    game.do("open_session").do("want", 0, 1).do("close_wants").do("place", OLD_KENT)
    assert game.stock == before + 50
    assert BANK not in game.players[0].debts
