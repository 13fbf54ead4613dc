"""The market of the 1989 game in the 6502 rules: claims, real-time auctions, sessions of houses."""

import pytest

from tests.asm.game.engine import BANK, NOBODY, K

RULES1989 = K["PRESET_1989"]
BROWN, LIGHT_BLUE, BLUE = (1, 3), (6, 8, 9), (37, 39)
RED, YELLOW, GREEN = (21, 23, 24), (26, 27, 29), (31, 32, 34)
OLD_KENT, MAYFAIR = BROWN[0], BLUE[1]
NO_SQUARE = K["NO_SQUARE"]
NORMAL, AUCTION, CLAIM = K["MODE_NORMAL"], K["MODE_AUCTION"], K["MODE_CLAIM"]
HOUSES, MUST_PAY = K["MODE_HOUSES"], K["MODE_MUST_PAY"]


@pytest.fixture
def game(engine):
    """A game of four by the rules of 1989; seat 0 has the dice."""
    return engine.new_game(4, preset=RULES1989)


def computer(game, seat):
    game.poke("player_flags", game.flags(seat) | K["PF_CPU"], seat)


def named(events, name):
    return [event for event in events if event.name == name]


def walk_to(game, square):
    """The player with the dice rolls 3 and lands there."""
    game.place(game.active, (square - 3) % 40)
    return game.roll(1, 2)


def cry(game, seat, amount):
    return game.do("CRY", amount & 0xFF, amount >> 8, seat)


def no_cry(game, reason, seat, amount):
    game.refuses("CRY", reason, amount & 0xFF, amount >> 8, seat)


def broken(game, houses):
    """The bank is left this many houses; the others stand in groups that two own in part."""
    for level in (1, 2, 3, 4):
        for square in (*RED, *YELLOW, *GREEN):
            if game.byte("bank_houses") > houses:
                owner = 3 if square in (RED[0], YELLOW[0], GREEN[0]) else 2
                game.poke("square_owner", owner, square)
                game.poke("square_level", level, square)
                game.poke("bank_houses", game.byte("bank_houses") - 1)
    game.recount()
    assert game.byte("bank_houses") == houses


def cash(game, seats=4):
    return [game.money(seat) for seat in range(seats)]


# --- rent to be claimed ------------------------------------------------------------------


@pytest.mark.feature("F152")
def test_rent_moves_when_the_owner_claims_it(game):
    """V-1.2."""
    game.give(1, MAYFAIR)
    events = walk_to(game, MAYFAIR)
    assert named(events, "CLAIM") == [(K["EV_CLAIM"], 1, MAYFAIR, 0, 50)]
    assert not named(events, "RENT")
    assert (game.mode, game.active) == (CLAIM, 1)
    game.refuses("END_TURN", "MODE")
    game.refuses("CLAIM", "RANGE", 2)
    events = game.do("CLAIM", 1)
    assert named(events, "RENT") == [(K["EV_RENT"], 0, MAYFAIR, 1, 50)]
    assert cash(game) == [1450, 1550, 1500, 1500]
    assert game.mode == NORMAL


@pytest.mark.feature("F152")
def test_rent_that_is_not_claimed_in_time_is_lost(game):
    """V-1.2."""
    game.give(1, MAYFAIR)
    walk_to(game, MAYFAIR)
    events = game.do("CLAIM", 0)
    assert named(events, "MISSED") == [(K["EV_MISSED"], 1, MAYFAIR, 0, 50)]
    assert cash(game) == [1500] * 4
    game.refuses("CLAIM", "MODE", 1)
    game.do("END_TURN")


@pytest.mark.feature("F152")
def test_a_computer_owner_claims_at_once(game):
    """V-1.2."""
    computer(game, 1)
    game.give(1, MAYFAIR)
    walk_to(game, MAYFAIR)
    assert (game.mode, cash(game)) == (NORMAL, [1450, 1550, 1500, 1500])


@pytest.mark.feature("F152")
def test_who_cannot_pay_what_is_claimed_has_to_raise_it(game):
    game.give(1, *BLUE)
    game.give(0, OLD_KENT)
    game.set_money(0, 70)
    walk_to(game, MAYFAIR)
    game.do("CLAIM", 1)
    assert (game.money(0), game.debt(0, 1)) == (-30, 30)
    game.refuses("END_TURN", "DEBT")
    game.do("MORTGAGE", OLD_KENT)
    game.do("END_TURN")


def test_without_the_switch_rent_moves_by_itself(engine):
    game = engine.new_game(4, preset=0, switches={"auction": 1})
    game.give(1, MAYFAIR)
    walk_to(game, MAYFAIR)
    assert (game.mode, game.money(1)) == (NORMAL, 1550)


# --- auctions in real time ---------------------------------------------------------------


def to_auction(game, square=MAYFAIR):
    walk_to(game, square)
    events = game.do("PASS")
    assert (game.mode, named(events, "AUCTION")[0][2]) == (AUCTION, square)


@pytest.mark.feature("F153")
@pytest.mark.feature("F155")
def test_anybody_bids_any_price_at_any_time(game):
    """V-1.4: It begins at 1; the decliner takes part and may bid twice in a row."""
    to_auction(game)
    assert named(cry(game, 0, 1), "BID") == [(K["EV_BID"], 0, MAYFAIR, 0, 1)]
    cry(game, 0, 2)
    cry(game, 2, 513)
    events = game.do("GONE")
    assert named(events, "WON") == [(K["EV_WON"], 2, MAYFAIR, 0, 513)]
    assert game.owner(MAYFAIR) == 2
    assert cash(game) == [1500, 1500, 987, 1500]
    assert (game.mode, game.active) == (NORMAL, 0)


def test_a_bid_is_above_the_standing_one_and_in_hand(game):
    """V-1.4."""
    to_auction(game)
    no_cry(game, "LOW_BID", 1, 0)
    cry(game, 1, 300)
    game.set_money(2, 400)
    for seat, amount, reason in (
        (2, 300, "LOW_BID"), (2, 299, "LOW_BID"), (2, 401, "MONEY"), (4, 310, "RANGE"),
        (8, 310, "RANGE"), (255, 310, "RANGE"), (2, 0x8000, "RANGE"),
    ):  # fmt: skip
        no_cry(game, reason, seat, amount)
    game.set_money(2, -1)
    no_cry(game, "MONEY", 2, 301)
    game.set_money(2, 400)
    cry(game, 2, 400)


def test_nothing_but_crying_counts_in_a_real_time_auction(game):
    """V-1.4."""
    game.give(1, OLD_KENT)
    to_auction(game)
    for name, *arguments in (("BID", 20, 0), ("PASS",), ("FORFEIT",), ("MORTGAGE", OLD_KENT),
                             ("SELL", OLD_KENT), ("END_TURN",), ("HOUSES",)):  # fmt: skip
        game.refuses(name, "MODE", *arguments)
    game.refuses_offer("MODE", 2, give=5)
    assert game.actions() & {K["REQ_CRY"], K["REQ_GONE"], K["REQ_BID"]} == {
        K["REQ_CRY"],
        K["REQ_GONE"],
    }


@pytest.mark.parametrize("real_time", [True, False])
def test_hotels_are_sold_together_in_auctions_where_one_speaks_at_a_time(engine, real_time):
    """V-1.4, V-1.8."""
    own = {"hotel": 1, "auction": int(real_time)}
    game = engine.new_game(4, preset=K["PRESET_OWN"], switches=own)
    for seat in range(4):
        game.give(seat, *(RED, YELLOW, GREEN, LIGHT_BLUE)[seat], level=5)
    to_auction(game)
    square = (RED, YELLOW, GREEN, LIGHT_BLUE)[game.active][0]
    if real_time:
        game.refuses("SELL_ALL", "MODE", square)
    else:
        game.do("SELL_ALL", square)
        assert game.byte("square_level", square) == 4


def test_crying_is_for_real_time_auctions_only(engine):
    game = engine.new_game(4)
    walk_to(game, MAYFAIR)
    game.do("PASS")
    no_cry(game, "MODE", 0, 20)
    game.refuses("GONE", "MODE")


def test_a_deed_nobody_bids_for_stays_the_banks(game):
    to_auction(game)
    events = game.do("GONE")
    assert named(events, "UNSOLD")[0][2] == MAYFAIR
    assert (game.owner(MAYFAIR), game.mode) == (NOBODY, NORMAL)


# --- houses ------------------------------------------------------------------------------


def wants(game, **numbers):
    """Open a session; the seats' wants, by name (s0=2, s1=3); all have said."""
    game.do("HOUSES")
    for seat, number in numbers.items():
        game.do("WANT", int(seat[1:]), number)
    return game.do("WANTED")


@pytest.mark.feature("F157")
def test_several_buy_houses_in_one_session(game):
    """V-1.5: It is seat 0's turn; he places first, then seat 1; what is not placed lapses."""
    game.give(1, *BROWN)
    game.give(0, *LIGHT_BLUE)
    events = game.do("HOUSES")
    assert named(events, "HOUSES")[0][1] == 0
    assert (game.mode, game.active, game.byte("session_seat")) == (HOUSES, 0, NOBODY)
    assert named(game.do("WANT", 1, 2), "WANTED") == [(K["EV_WANTED"], 1, 2, 0, 0)]
    game.do("WANT", 0, 3)
    game.refuses("PLACE", "PHASE", LIGHT_BLUE[0])
    game.refuses("PLACED", "PHASE")
    game.do("WANTED")
    assert (game.active, game.byte("session_seat")) == (0, 0)
    game.refuses("WANT", "PHASE", 0, 1)
    game.refuses("WANTED", "PHASE")
    game.refuses("PLACE", "NOT_OWNER", OLD_KENT)
    for square in LIGHT_BLUE:
        game.do("PLACE", square)
    game.refuses("PLACE", "NO_HOUSES", LIGHT_BLUE[0])
    game.do("PLACED")
    assert game.active == 1
    game.do("PLACE", OLD_KENT)
    game.refuses("PLACE", "EVEN", OLD_KENT)
    game.do("PLACED")
    assert (game.mode, game.active) == (NORMAL, 0)
    assert cash(game) == [1350, 1450, 1500, 1500]
    assert game.byte("bank_houses") == 28
    game.check_invariants()


def test_a_want_fits_and_can_be_changed(game):
    game.give(1, *BROWN, level=3)
    game.give(0, BLUE[0])
    game.do("HOUSES")
    for seat, number in ((1, 3), (0, 1), (4, 0), (8, 0), (255, 0), (2, 1)):
        game.refuses("WANT", "RANGE", seat, number)
    game.do("WANT", 1, 2)
    game.do("WANT", 1, 0)
    game.do("WANTED")
    assert game.mode == NORMAL


def test_nobody_wants_more_houses_than_there_are(game):
    game.give(0, *BROWN, *LIGHT_BLUE, *RED, *YELLOW)
    game.do("HOUSES")
    game.refuses("WANT", "RANGE", 0, 33)
    game.do("WANT", 0, 32)
    game.do("WANTED")
    assert game.byte("wanted") == 32


def test_no_place_on_a_group_with_a_mortgage(game):
    game.give(1, *BROWN)
    game.give(0, *LIGHT_BLUE)
    game.poke("square_mortgaged", 1, OLD_KENT)
    game.recount()
    game.do("HOUSES")
    game.refuses("WANT", "RANGE", 1, 1)


def test_when_a_session_can_be_opened(game):
    game.refuses("HOUSES", "GROUP")
    game.give(1, *BROWN)
    game.do("HOUSES")
    game.do("WANTED")
    broken(game, 0)
    game.refuses("HOUSES", "NO_HOUSES")
    walk_to(game, MAYFAIR)
    game.do("BUY")
    game.set_money(0, -5)
    game.poke("debt_lo", 5, BANK * 8)
    game.refuses("HOUSES", "DEBT")


def test_the_classic_game_has_no_sessions(engine):
    game = engine.new_game(4)
    game.give(1, *BROWN)
    game.refuses("HOUSES", "MODE")


@pytest.mark.feature("F156")
def test_scarce_houses_are_auctioned_one_by_one(game):
    """V-1.5: Demand 5, stock 3: who wins may place one; its printed price is paid there besides."""
    game.give(0, *BROWN)
    game.give(1, *LIGHT_BLUE)
    broken(game, 3)
    events = wants(game, s0=2, s1=3)
    assert named(events, "HOUSE_LOT") == [(K["EV_HOUSE_LOT"], NOBODY, 3, 0, 3)]
    depth = game.byte("mode_depth")
    assert (game.mode, game.byte("mode_square", depth)) == (AUCTION, NO_SQUARE)
    no_cry(game, "RANGE", 2, 5)  # wants none
    cry(game, 0, 1)
    cry(game, 1, 30)
    events = game.do("GONE")
    first, second = named(events, "HOUSE_LOT")
    assert (first[1], first[4], second[1], second[2]) == (1, 30, NOBODY, 2)
    assert not named(events, "WON")
    for amount in (10, 20):
        cry(game, 0, amount)
        game.do("GONE")
    assert (game.mode, game.active) == (HOUSES, 0)
    assert cash(game)[:2] == [1470, 1470]
    for square in BROWN:
        game.do("PLACE", square)
    game.refuses("PLACE", "NO_HOUSES", OLD_KENT)
    game.do("PLACED")
    game.do("PLACE", LIGHT_BLUE[0])
    game.do("PLACED")
    assert cash(game)[:2] == [1370, 1420]
    assert (game.byte("bank_houses"), game.mode) == (0, NORMAL)
    game.check_invariants()


@pytest.mark.feature("F156")
def test_who_has_all_he_wants_is_out_and_the_last_one_gets_the_rest(game):
    game.give(0, *BROWN)
    game.give(1, *LIGHT_BLUE)
    broken(game, 4)
    wants(game, s0=1, s1=9)
    cry(game, 0, 5)
    game.do("GONE")
    assert game.mode == HOUSES
    assert game.table("wanted", 8) == [1, 3, 0, 0, 0, 0, 0, 0]


def test_bids_for_a_house_begin_at_nothing_whatever_was_bid_before(game):
    """V-1.5."""
    game.give(0, *BROWN)
    game.give(1, *LIGHT_BLUE)
    broken(game, 6)
    game.set_pair("auction_bid", 700)
    game.do("HOUSES")
    game.do("WANT", 0, 6)
    game.do("WANT", 1, 6)
    game.do("WANTED")
    assert game.mode == K["MODE_AUCTION"]
    assert (game.pair("auction_bid"), game.byte("auction_bidder")) == (0, NOBODY)
    cry(game, 1, 1)
    assert game.pair("auction_bid") == 1


def test_one_alone_needs_no_auction(game):
    game.give(1, *LIGHT_BLUE)
    broken(game, 2)
    wants(game, s1=9)
    assert (game.mode, game.byte("wanted", 1)) == (HOUSES, 2)


def test_who_wants_less_than_is_left_gets_just_that(game):
    game.give(0, *BROWN)
    game.give(1, *LIGHT_BLUE)
    broken(game, 6)
    wants(game, s0=4, s1=3)
    for _ in range(3):
        cry(game, 1, 1)
        game.do("GONE")
    assert game.table("wanted", 2) == [3, 3]


def test_a_house_nobody_bids_for_ends_the_auctions(game):
    game.give(0, *BROWN)
    game.give(1, *LIGHT_BLUE)
    broken(game, 2)
    wants(game, s0=2, s1=2)
    cry(game, 1, 1)
    game.do("GONE")
    events = game.do("GONE")
    assert not named(events, "UNSOLD")
    assert (game.mode, game.active, game.table("wanted", 2)) == (HOUSES, 1, [0, 1])


@pytest.mark.feature("F158")
def test_who_overspends_must_raise_it_before_the_next_one_places(game):
    """V-1.6."""
    game.give(0, *BROWN, 5)
    game.give(1, *LIGHT_BLUE)
    game.set_money(0, 60)
    wants(game, s0=4, s1=1)
    for square in BROWN:
        game.do("PLACE", square)
    assert (game.money(0), game.debt(0, BANK)) == (-40, 40)
    game.do("PLACED")
    assert (game.mode, game.active) == (MUST_PAY, 0)
    game.refuses("CONTINUE", "DEBT")
    game.do("MORTGAGE", 5)
    game.do("CONTINUE")
    assert (game.mode, game.active) == (HOUSES, 1)
    game.do("PLACED")
    game.check_invariants()


@pytest.mark.feature("F158")
def test_nobody_spends_more_than_he_could_raise(game):
    """V-1.6: In hand 39, on mortgages 60: 99; each house takes 50 and brings 25."""
    game.give(0, *BROWN)
    game.set_money(0, 39)
    wants(game, s0=8)
    game.do("PLACE", BROWN[0])
    game.do("PLACE", BROWN[1])
    game.refuses("PLACE", "MONEY", BROWN[0])
    game.do("PLACED")
    assert (game.mode, game.active, game.money(0)) == (NORMAL, 0, -61)
    game.do("AUTO_PAY")
    game.check_invariants()


@pytest.mark.feature("F158")
def test_the_last_ones_debt_is_settled_behind_the_session(game):
    game.give(1, *BROWN)
    game.set_money(1, 0)
    wants(game, s1=1)
    game.do("PLACE", OLD_KENT)
    game.do("PLACED")
    assert (game.byte("mode_depth"), game.mode, game.active) == (1, MUST_PAY, 1)


def test_where_the_banks_money_is_limited_nobody_overspends(engine):
    game = engine.new_game(4, preset=RULES1989, limited=1)
    game.give(0, *BROWN)
    game.set_money(0, 50)
    wants(game, s0=2)
    game.do("PLACE", BROWN[0])
    game.refuses("PLACE", "MONEY", BROWN[1])


def test_no_hotel_rises_in_a_session(game):
    game.give(0, *BROWN, level=3)
    wants(game, s0=2)
    game.do("PLACE", OLD_KENT)
    game.refuses("PLACE", "FULL", OLD_KENT)
    game.do("PLACE", BROWN[1])
    game.do("PLACED")
    game.do("BUILD", OLD_KENT)
    assert game.level(OLD_KENT) == 5


def test_what_no_house_can_stand_on(game):
    game.give(0, *BROWN, 5, BLUE[0])
    wants(game, s0=1)
    for square, reason in ((5, "NOT_STREET"), (BLUE[0], "GROUP"), (0, "NOT_DEED"), (40, "RANGE")):
        game.refuses("PLACE", reason, square)


@pytest.mark.feature("F156")
@pytest.mark.parametrize("houses", [7, 8])
def test_nobody_builds_ahead_of_others_where_houses_may_come_short(game, houses):
    """V-1.5: Two owners have places for four each."""
    game.give(0, *BROWN, level=2)
    game.give(1, *BLUE, level=2)
    broken(game, houses)
    if houses == 8:
        game.do("BUILD", OLD_KENT)
        game.do("BUILD_GROUP", BROWN[1])
        assert game.level(BROWN[1]) == 3
        return
    game.refuses("BUILD", "SESSION", OLD_KENT)
    game.poke("square_level", 3, OLD_KENT)
    game.poke("bank_houses", 6)
    game.refuses("BUILD_GROUP", "SESSION", BROWN[1])


def test_who_alone_has_places_builds_as_ever(game):
    game.give(0, *BROWN, *LIGHT_BLUE)
    broken(game, 3)
    game.do("BUILD", OLD_KENT)
    game.do("BUILD_GROUP", BROWN[1])


def test_a_hotel_needs_no_session(game):
    game.give(0, *BROWN, level=4)
    game.give(1, *BLUE, *LIGHT_BLUE)
    broken(game, 1)
    game.do("BUILD", OLD_KENT)
    assert game.level(OLD_KENT) == 5
