"""The short game of 1989: its clock, hotels on three houses, the final value (V-1.10 to V-1.13)."""

import pytest

from tests.asm.game.engine import K

BLUE, BROWN, ORANGE = (37, 39), (1, 3), (16, 18, 19)
HOTEL = 5


@pytest.fixture
def game(engine):
    """A short game of four, an hour, in which seat 0 has the dice and nobody owns anything."""
    return short(engine)


def short(engine, players=4, preset=0, **switches):
    """A short game; what was dealt goes back to the bank, and the money for it."""
    engine.call("play_init")
    if preset:
        engine.do("PRESET", preset)
    for name, value in switches.items():
        engine.do("SWITCH", K["SW_" + name.upper()], value)
    engine.do("CLOCK", 60, 0)
    engine.do("SEATS", players)
    for seat in range(players):
        engine.do("COLOUR", seat, seat)
    engine.do("OPTION", K["OPT_RANDOM"], K["RANDOM_UNBIASED"])
    engine.do("START")
    for seat in range(players):
        engine.force_dice(*((6, 5) if seat == 0 else (1, 1)))
        engine.do("ROLL")
    for square in range(40):
        engine.poke("square_owner", 0xFF, square)
    for seat in range(players):
        engine.set_money(seat, 1500)
    engine.recount()
    engine.check_invariants()
    return engine


def seconds(game):
    return game.pair("clock")


def time(game, left):
    return game.do("TIME", left & 0xFF, left >> 8)


def rest(game):
    """Land where nothing happens."""
    game.place(game.active, 7)
    return game.roll(1, 2)


# --- the clock ----------------------------------------------------------------------


def test_the_screen_tells_how_many_seconds_are_left_and_never_more(game):
    """V-1.10."""
    assert seconds(game) == 3600
    time(game, 3599)
    game.refuses("TIME", "RANGE", 0x10, 0x0E)  # 3600
    time(game, 3599)
    time(game, 255)
    game.refuses("TIME", "RANGE", 0, 1)
    assert seconds(game) == 255


@pytest.mark.feature("F149")
def test_the_time_goes_on_in_a_trade_an_auction_and_a_debt(game):
    """V-1.10: in all modes of the game."""
    game.give(0, 5)
    game.offer(1, [5])
    assert game.mode == K["MODE_TRADE"]
    time(game, 3540)  # sixty seconds
    game.do("DECLINE")
    game.place(0, 36)
    game.roll(1, 2)
    game.do("PASS")
    assert game.mode == K["MODE_AUCTION"]
    time(game, 3500)
    assert seconds(game) == 3500


def test_other_games_have_no_clock(engine):
    """V-1.10."""
    other = engine.new_game(4, switches={"hotel": 1})
    other.refuses("TIME", "MODE", 0, 0)


@pytest.mark.feature("F145")
def test_at_zero_the_move_is_finished_and_its_end_ends_the_game(game):
    """V-1.12."""
    game.set_money(2, 1600)
    events = time(game, 0)
    assert [(e.name, e[1]) for e in events] == [("TIME_UP", 0)]
    assert not time(game, 0)  # told once
    game.place(0, 36)
    game.roll(1, 2)
    game.do("BUY")  # his move's own transactions
    game.refuses("BUILD", "PHASE", 39)
    game.propose(1, [39])
    game.refuses("OFFER", "PHASE")
    events = game.do("END_TURN")
    assert ("GAME_OVER", 2, K["OVER_CLOCK"]) in [(e.name, e[1], e[2]) for e in events]
    assert "TURN" not in [e.name for e in events]
    assert (game.mode, game.byte("winners")) == (K["MODE_OVER"], 1 << 2)


def test_an_auction_is_finished_after_the_time(game):
    """V-1.12."""
    game.place(0, 36)
    game.roll(1, 2)
    game.do("PASS")
    time(game, 0)
    game.do("BID", 10)
    while game.mode == K["MODE_AUCTION"]:
        game.do("FORFEIT")
    assert game.owner(39) == 1
    game.do("END_TURN")
    assert game.mode == K["MODE_OVER"]


def test_debts_are_settled_after_the_time(game):
    """V-1.12, R-12."""
    game.give(1, *BLUE, level=1)
    game.give(0, 5, 15)
    game.set_money(0, 20)
    time(game, 0)
    game.place(0, 36)
    game.roll(1, 2)
    assert game.money(0) == 20 - 200
    game.do("AUTO_PAY")
    game.do("END_TURN")
    assert game.mode == K["MODE_OVER"]


def test_a_trade_that_lies_on_the_table_may_be_answered(game):
    """V-1.12: it was begun in time."""
    game.give(0, 5)
    game.offer(1, [5], want=100)
    time(game, 0)
    game.do("APPROVE")
    assert game.owner(5) == 1


def test_if_who_had_the_dice_is_out_no_turn_begins_any_more(game):
    """V-1.12, R-13.6."""
    game.give(1, *BLUE, level=5)
    time(game, 0)
    game.set_money(0, 5)
    game.place(0, 36)
    game.roll(1, 2)
    assert (game.mode, game.byte("winners")) == (K["MODE_OVER"], 1 << 1)


def test_after_a_double_the_roll_that_is_due_belongs_to_the_move(game):
    """V-1.12."""
    time(game, 0)
    game.place(0, 8)
    game.roll(1, 1)
    game.refuses("END_TURN", "PHASE")
    rest(game)
    game.do("END_TURN")
    assert game.mode == K["MODE_OVER"]


def test_with_time_left_the_next_turn_begins(game):
    """V-1.12."""
    time(game, 1)
    rest(game)
    game.do("END_TURN")
    assert (game.mode, game.active) == (K["MODE_NORMAL"], 1)


# --- three houses -------------------------------------------------------------------


@pytest.mark.feature("F147")
def test_a_hotel_takes_three_houses_on_every_street_and_one_price(game):
    """V-1.11 (V-3 of the specification)."""
    game.give(0, *BLUE)
    for _ in range(3):
        for square in BLUE:
            game.do("BUILD", square)
    assert (game.money(0), game.byte("bank_houses")) == (300, 26)
    events = game.do("BUILD", 39)
    assert (game.level(39), game.money(0)) == (HOTEL, 100)
    assert (game.byte("bank_houses"), game.byte("bank_hotels")) == (29, 11)
    assert ("BUILT", 39, HOTEL, 200) in [(e.name, *e[2:5]) for e in events]
    game.refuses("BUILD", "FULL", 39)
    game.check_invariants()
    game.set_money(0, 200)
    game.do("BUILD_GROUP", 39)
    assert (game.level(37), game.money(0), game.byte("bank_houses")) == (HOTEL, 0, 32)
    game.check_invariants()


@pytest.mark.feature("F147")
def test_two_houses_are_not_enough(game):
    """V-1.11, R-10.2."""
    game.give(0, 37, level=2)
    game.give(0, 39, level=3)
    game.refuses("BUILD", "EVEN", 39)


def test_a_long_game_still_takes_four(engine):
    """V-1.11, R-10.1."""
    long = engine.new_game(4, switches={"hotel": 1})
    long.give(0, *BLUE, level=3)
    long.do("BUILD", 39)
    assert long.level(39) == 4


def test_without_a_house_in_the_bank_a_hotel_can_be_built(game):
    """V-1.11: it needs none."""
    game.give(0, *BLUE, level=3)
    game.poke("bank_houses", 0)
    game.do("BUILD", 39)
    assert game.level(39) == HOTEL


def test_without_a_hotel_in_the_bank_it_cannot(game):
    """V-1.11, R-10.1."""
    game.give(0, *BLUE, level=3)
    game.poke("bank_hotels", 0)
    game.refuses("BUILD", "NO_HOTELS", 39)


def test_it_is_sold_for_a_whole_price_and_leaves_three_houses(game):
    """V-1.11: equity is half of five houses."""
    game.give(0, *BLUE, level=HOTEL)
    equity = game.equity(0)
    game.do("SELL", 39)
    assert (game.level(39), game.money(0)) == (3, 1500 + 200)
    assert equity - game.equity(0) == 200
    game.check_invariants()


def test_rent_of_a_hotel_is_as_ever(game):
    """V-1.11."""
    game.give(1, *BLUE, level=HOTEL)
    game.set_money(0, 3000)
    game.place(0, 36)
    game.roll(1, 2)
    assert game.money(0) == 1000


def test_a_hotel_without_three_houses_has_its_group_rearranged(engine):
    """V-1.7, V-1.11: two houses in the bank stand as 1 and 1."""
    game = short(engine, hotel=1)
    game.give(0, *BLUE, level=HOTEL)
    for group in ((31, 32, 34), (26, 27, 29), (21, 23, 24)):
        game.give(2, *group, level=3)
    game.give(2, 11, 13, 14, level=1)
    assert game.byte("bank_houses") == 2
    game.do("SELL", 37)
    assert ([game.level(s) for s in BLUE], game.money(0)) == ([1, 1], 1500 + 8 * 100)
    game.check_invariants()


# --- the final value ----------------------------------------------------------------


def value(game, seat):
    """What score_get says, unsigned."""
    game.call("score_get", x=seat)
    assert game.cpu.x == seat
    return game.word() & 0xFFFF


@pytest.mark.feature("F148")
def test_the_final_value_of_the_manuals_kind_is_1080(game):
    """V-1.13: 100, a station 200, a mortgaged one 100, a hotel 500, its street 180."""
    game.set_money(0, 100)
    game.give(0, 5)
    game.give(0, 15, mortgaged=1)
    game.give(0, 16, level=HOTEL)
    assert value(game, 0) == 100 + 200 + 100 + 500 + 180 == 1080


@pytest.mark.feature("F148")
def test_the_richest_by_final_value_wins_not_the_highest_score(game):
    """V-1.13: deeds count as money at their price."""
    game.set_money(0, 1500)
    game.set_money(1, 1501 - 400)
    game.give(1, 39)
    time(game, 0)
    rest(game)
    game.do("END_TURN")
    assert game.byte("winners") == 1 << 1


def test_who_has_the_same_shares_the_victory(game):
    """V-1.13, R-15.1."""
    time(game, 0)
    rest(game)
    events = game.do("END_TURN")
    assert game.byte("winners") == 0b1111
    assert sum(e.name == "GAME_OVER" for e in events) == 4


def test_more_than_32767_is_more(game):
    """V-1.13: nobody's value is negative, so all 16 bits count."""
    game.set_money(1, 32767)
    game.give(1, *ORANGE, level=HOTEL)
    game.set_money(2, 32767)
    assert value(game, 1) == 32767 + 560 + 1500
    time(game, 0)
    rest(game)
    game.do("END_TURN")
    assert game.byte("winners") == 1 << 1


def test_a_vote_to_quit_counts_the_same_in_the_preset(engine):
    """V-1.13: half the equity and other points of the score do not."""
    for preset, winners in ((K["PRESET_1989"], 1 << 1), (0, 1 << 0)):
        game = engine.new_game(2, preset=preset)
        game.give(1, 1, 3)  # 120 at their price; 30 + 5 points
        game.set_money(0, 1600)
        game.set_money(1, 1481)
        if not preset:
            game.set_money(0, 1900)
        game.do("QUIT")
        game.do("AGREE")
        assert game.byte("winners") == winners, preset


def test_own_rules_without_a_clock_are_won_by_score(engine):
    """V-1.13, R-15.2."""
    game = engine.new_game(2, switches={"hotel": 1})
    assert value(game, 0) == 1500 // 8
