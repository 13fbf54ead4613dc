"""Players written in Python: what each does at the edge of what it can pay, hold, ask for."""

import pytest

from emu.arena import scripted
from emu.arena.rules import NOBODY, SEATS, SQUARES, Rules
from emu.arena.scripted import (
    HOUSES,
    SCRIPTED,
    Child,
    Farmer,
    Mason,
    Person,
    Refuser,
    Taker,
    Trader,
    Trickster,
    lacks,
    terms,
    trade_charges,
)

CHEAP, DEAR, STATION = (1, 3), (37, 39), 5  # whole groups of 60 and of 350 and 400, and a deed
CHEAP_HOUSE, DEAR_HOUSE = 50, 200


class Table(Rules):
    """Four at a table, where the rules agree to all but what ``refused`` has."""

    def __init__(self):
        super().__init__()
        self.new_game({}, 4, 1)
        self.refused = {}
        self.set_mode("NORMAL")

    def check(self, name, *args):
        return self.refused.get((name, *args), self.refused.get(name, ""))

    def set_mode(self, name, square=0):
        depth = self.byte("mode_depth")
        self.poke("mode_kind", self.K["MODE_" + name], depth)
        self.poke("mode_square", square, depth)

    def phase(self, name):
        self.poke("turn_phase", self.K["PHASE_" + name])

    def give(self, seat, *squares):
        for square in squares:
            self.poke("square_owner", seat, square)
            group = self.group(square)
            for who in range(SEATS):
                held = sum(self.owner(s) == who for s in self.members(group))
                self.poke("player_groups", held, group * SEATS + who)

    def pair_of(self, label, value, index=0):
        self.poke(label + "_lo", value & 0xFF, index)
        self.poke(label + "_hi", value >> 8 & 0xFF, index)

    def purse(self, seat, amount):
        self.pair_of("player_money", amount, seat)

    def auction(self, square, standing, bidder=1):
        self.set_mode("AUCTION", square)
        self.pair_of("auction_bid", standing)
        self.poke("auction_bidder", bidder)


@pytest.fixture
def table():
    return Table()


@pytest.mark.parametrize(
    ("mode", "wish"),
    [("CLAIM", ("CLAIM", 1)), ("HOUSES", ("PLACED",)), ("FIRST", ("ROLL",)),
     ("TRADE", ("DECLINE",)), ("MUST_PAY", ("CONTINUE",)), ("TRANSFER", ("REVIEW",)),
     ("QUIT", ("REFUSE",))],
)  # fmt: skip
def test_a_person_answers_in_every_mode(table, mode, wish):
    table.refused["PLACE"] = "MODE"
    table.set_mode(mode)
    assert Person(1).decide(table, 0) == wish
    table.purse(0, -1)
    owes = wish if mode in ("CLAIM", "HOUSES") else ("AUTO_PAY",)
    assert Person(1).decide(table, 0) == owes


@pytest.mark.parametrize(
    ("money", "houses", "pays"),
    [(0, 127, False), (-1, 127, True), (0, 128, True), (0, 255, True), (1, 0, False)],
)
def test_whoever_owes_money_or_houses_pays_first(table, money, houses, pays):
    table.purse(0, money)
    table.poke("bank_houses", houses)
    table.phase("ROLL")
    assert Person(1).decide(table, 0) == (("AUTO_PAY",) if pays else ("ROLL",))


@pytest.mark.parametrize(
    ("phase", "wish"),
    [("ROLL", ("ROLL",)), ("BUY", ("BUY",)), ("BAIL", ("BAIL",)), ("MOVE", ("CONTINUE",)),
     ("TAX", ("TAX", 0)), ("DONE", ("END_TURN",))],
)  # fmt: skip
def test_a_turn_goes_by_its_phase(table, phase, wish):
    table.phase(phase)
    assert Person(1).decide(table, 0) == wish


def test_what_cannot_be_bought_is_passed(table):
    table.phase("BUY")
    table.refused["BUY"] = "MONEY"
    assert Person(1).decide(table, 0) == ("PASS",)


def test_at_the_end_of_a_turn_come_trade_houses_repaying_in_this_order(table):
    table.phase("DONE")
    table.give(0, *CHEAP, 37, STATION)
    table.give(1, 39)
    table.poke("square_mortgaged", 1, STATION)
    trader = Trader(1)
    assert [trader.decide(table, 0)[0] for _ in range(3)] == ["OFFER", "OFFER", "BUILD"]
    table.refused["BUILD"] = "LEVEL"
    assert trader.decide(table, 0) == ("REPAY", STATION)
    table.refused["REPAY"] = "MONEY"
    assert trader.decide(table, 0) == ("END_TURN",)


@pytest.mark.parametrize(("player", "keep"), [(Person, 100), (Child, 0), (Trickster, 40)])
def test_houses_leave_the_money_that_is_kept(table, player, keep):
    table.give(0, *DEAR)
    for money, wish in ((keep + DEAR_HOUSE, ("BUILD", 37)), (keep + DEAR_HOUSE - 1, None)):
        table.purse(0, money)
        assert player(1).build(table, 0) == wish


@pytest.mark.parametrize(("player", "highest"), [(Person, 5), (Child, 5), (Trickster, 4)])
def test_the_most_expensive_street_below_the_height_is_built_on_first(table, player, highest):
    table.give(0, *CHEAP, *DEAR)
    table.purse(0, 1500)
    built = []
    for square in (37, 39, 1, 3):
        table.poke("square_level", highest - 1, square)
        built.append(player(1).build(table, 0))
        table.poke("square_level", highest, square)
    assert built == [("BUILD", 37), ("BUILD", 39), ("BUILD", 1), ("BUILD", 3)]
    assert player(1).build(table, 0) is None


def test_nobody_builds_on_half_a_group_or_where_the_rules_refuse(table):
    table.give(0, 37, *CHEAP)
    table.give(1, 39)
    table.refused["BUILD", 1] = "LEVEL"
    assert Person(1).build(table, 0) == ("BUILD", 3)
    table.refused["BUILD", 3] = "LEVEL"
    assert Person(1).build(table, 0) is None


def test_a_sale_of_houses_is_asked_for_once_a_turn(table):
    table.give(0, *DEAR)
    table.refused["BUILD"] = "SESSION"
    person, asked = Person(1), []
    for turn in (0, 0, 1, 1, 256):
        table.poke("turn_count", turn & 0xFF)
        table.poke("turn_count", turn >> 8, 1)
        asked.append(person.build(table, 0))
    assert asked == [("HOUSES",), None, ("HOUSES",), None, ("HOUSES",)]


@pytest.mark.parametrize(
    ("money", "levels", "number"),
    [(99, (0, 0), 0), (100, (0, 0), 0), (299, (0, 0), 0), (300, (0, 0), 1), (500, (0, 0), 2),
     (1699, (0, 0), 7), (1700, (0, 0), 8), (9000, (0, 0), 8), (9000, (3, 4), 1),
     (9000, (5, 3), 1), (9000, (4, 4), 0)],
)  # fmt: skip
def test_as_many_houses_are_wanted_as_there_is_room_and_money_for(table, money, levels, number):
    table.give(0, *DEAR)
    table.purse(0, money)
    for square, level in zip(DEAR, levels, strict=True):
        table.poke("square_level", level, square)
    assert Person(1).want(table, 0) == number
    table.poke("square_mortgaged", 1, 39)
    assert Person(1).want(table, 0) == 0


def test_houses_for_dearer_groups_are_paid_first_and_no_more_are_wanted_than_there_are(table):
    table.give(0, *CHEAP, *DEAR)
    table.purse(0, 100 + 8 * DEAR_HOUSE + 6 * CHEAP_HOUSE)
    assert Person(1).want(table, 0) == 14
    table.give(0, *(s for group in range(8) for s in table.members(group)))
    table.purse(0, 30000)
    assert Person(1).want(table, 0) == HOUSES == 32
    table.give(1, 39, 3)
    table.purse(0, 100 + 12 * DEAR_HOUSE + 12 * 150)  # eight groups less two
    assert Person(1).want(table, 0) == 24


@pytest.mark.parametrize(("money", "square"), [(200, 37), (199, 26), (150, 26), (149, 16)])
def test_houses_are_placed_where_they_can_be_paid_for(table, money, square):
    table.purse(0, money)
    table.set_mode("HOUSES")
    assert Person(1).decide(table, 0) == ("PLACE", square)
    table.refused["PLACE", square] = "LEVEL"
    assert Person(1).decide(table, 0) == ("PLACE", {37: 39, 26: 27, 16: 18}[square])


@pytest.mark.parametrize(
    ("player", "most"), [(Person, 400), (Child, 400), (Trader, 480), (Trickster, 520)]
)
def test_bids_go_up_to_a_share_of_the_price_and_all_the_money(table, player, most):
    for standing, money, amount in (
        (most - 10, 1500, most), (most - 9, 1500, None), (most - 10, most, most),
        (most - 10, most - 1, None), (0, 1500, 10),
    ):  # fmt: skip
        table.auction(39, standing, bidder=NOBODY)
        table.purse(0, money)
        wish = ("FORFEIT",) if amount is None else ("BID", amount)
        assert player(1).decide(table, 0) == wish
        assert player(1).cry(table, 0) == amount
    table.auction(NOBODY, 0)
    assert player(1).cry(table, 0) is None


def test_deeds_are_repaid_by_whoever_has_more_than_400(table):
    person = Person(1)
    for square in (1, SQUARES - 1):
        table.give(0, square)
        table.poke("square_mortgaged", 1, square)
    table.purse(0, 401)
    assert person.repay(table, 0) == ("REPAY", 1)
    table.refused["REPAY", 1] = "MONEY"
    assert person.repay(table, 0) == ("REPAY", SQUARES - 1)
    table.purse(0, 400)
    assert person.repay(table, 0) is None
    table.purse(0, 401)
    table.give(1, SQUARES - 1)
    assert person.repay(table, 0) is None


def test_of_a_losers_deeds_those_are_taken_that_can_be_paid_for(table, monkeypatch):
    monkeypatch.setattr(scripted, "trade_charges", lambda rules, me: 70)
    person = Person(1)
    table.set_mode("TRANSFER")
    table.poke("transfer_seen", 1)
    table.poke("trade_from", 2)
    assert person.decide(table, 0) == ("CONFIRM",)
    table.give(2, 6, SQUARES - 1)
    table.give(3, 5)
    for square, fee in ((6, 30), (SQUARES - 1, 20), (5, 0)):
        table.poke("fee_value", fee, square)
    for money, wish in ((100, ("CHOOSE", 6, 1)), (99, ("CHOOSE", SQUARES - 1, 1)),
                        (90, ("CHOOSE", SQUARES - 1, 1)), (89, ("CONFIRM",))):  # fmt: skip
        table.purse(0, money)
        assert person.decide(table, 0) == wish
    table.purse(0, 1500)
    table.refused["CHOOSE", 6, 1] = "OWNER"
    assert person.decide(table, 0) == ("CHOOSE", SQUARES - 1, 1)
    table.poke("square_mark", 1, SQUARES - 1)
    assert person.decide(table, 0) == ("CONFIRM",)


def test_charges_are_a_word_of_a_and_y(table, monkeypatch):
    def call(label, a=0, x=0, y=0):
        assert (label, x) == ("trade_charges", 3)
        table.bus.cpu.a, table.bus.cpu.y = 0x34, 0x12

    monkeypatch.setattr(table, "call", call)
    assert trade_charges(table, 3) == 0x1234


def test_a_person_agrees_to_stop_when_the_game_has_lasted_far_too_long(table):
    table.set_mode("QUIT")
    for turns, wish in ((511, "REFUSE"), (512, "AGREE")):
        table.poke("turn_count", turns & 0xFF)
        table.poke("turn_count", turns >> 8, 1)
        assert Child(1).decide(table, 0) == (wish,)


def test_a_mason_mortgages_single_deeds_for_houses_and_nothing_for_hotels(table):
    table.give(0, *DEAR, STATION)
    table.purse(0, 10)
    table.refused["BUILD"] = "MONEY"
    assert Mason(1).build(table, 0) == ("MORTGAGE", STATION)
    for square in DEAR:
        table.poke("square_level", 3, square)
    assert Mason(1).build(table, 0) is None


def test_a_farmer_buys_and_pays_more_only_where_one_deed_is_lacking(table):
    table.phase("BUY")
    table.poke("player_square", DEAR[1], 0)
    assert Farmer(1).turn(table, 0) == ("PASS",)
    table.auction(DEAR[1], 379)
    assert Farmer(1).auction(table, 0) == ("BID", 380)
    table.auction(DEAR[1], 380)
    assert Farmer(1).auction(table, 0) == ("FORFEIT",)
    table.give(2, DEAR[0])
    assert Farmer(1).turn(table, 0) == ("BUY",)
    assert Farmer(1).auction(table, 0) == ("BID", 381)


@pytest.mark.parametrize("player", [Person, Child, Refuser, Taker])
def test_others_than_traders_offer_nothing(table, player):
    table.give(0, 37)
    table.give(1, 39)
    assert player(1).trade(table, 0) is None


def test_a_taker_agrees_whenever_it_may(table):
    assert Taker(1).answer(table, 0) == ("APPROVE",)
    table.refused["APPROVE"] = "MONEY"
    assert Taker(1).answer(table, 0) == ("DECLINE",)


# --- who lacks what of whom --------------------------------------------------------------


def test_what_one_rival_has_of_a_group_is_lacking_the_dearest_group_first(table):
    table.give(0, 1, 37, 6)
    table.give(1, 3, 8, 9)
    table.give(2, 39)
    assert lacks(table, 0) == [(7, 2, [39]), (1, 1, [8, 9]), (0, 1, [3])]
    assert lacks(table, 0, 1) == [(1, 1, [8, 9]), (0, 1, [3])]
    assert lacks(table, 1) == [(1, 0, [6]), (0, 0, [1])]
    assert lacks(table, 3) == []


def test_nothing_is_lacking_of_two_rivals_of_the_bank_of_nobody_or_under_houses(table):
    table.give(0, 6, 37)
    table.give(1, 8)
    for third in (2, NOBODY, 0x80):
        table.give(third, 9)
        assert lacks(table, 0) == []
    for owner in (NOBODY, SEATS, SEATS + 1):
        table.give(owner, 39)
        assert lacks(table, 0) == []
    table.give(SEATS - 1, 39)
    assert lacks(table, 0) == [(7, SEATS - 1, [39])]
    table.poke("square_level", 1, 37)
    assert lacks(table, 0) == []
    table.give(0, 39)
    assert lacks(table, 0) == []  # all is its own


def offered(table, give, want, *squares):
    """Seat 1 offers."""
    table.poke("trade_from", 1)
    table.pair_of("trade_give", give)
    table.pair_of("trade_want", want)
    for square in range(SQUARES):
        table.poke("square_mark", 3 if square in squares else 0, square)


def test_terms_are_money_and_prices_and_whose_group_becomes_whole(table):
    table.give(0, 37, 3, STATION)
    table.give(1, 39, 1, 15)
    cases = {
        (): (False, False, 0), (39,): (True, False, 400), (3,): (False, True, -60),
        (3, 39): (True, True, 340), (37,): (False, True, -350), (37, 39): (False, False, 50),
        (15,): (False, False, 200), (STATION,): (False, False, -200),
    }  # fmt: skip
    for squares, (mine, theirs, value) in cases.items():
        for give, want in ((0, 0), (700, 300), (1, 513)):
            offered(table, give, want, *squares)
            assert terms(table, 0) == (mine, theirs, value + give - want), squares
    table.give(0, *DEAR)
    offered(table, 0, 0, 1)
    assert terms(table, 0) == (True, False, 60)
    offered(table, 0, 0, STATION)
    assert terms(table, 0)[:2] == (False, False)  # it has had that group


# --- the trader --------------------------------------------------------------------------


def test_a_trader_offers_a_swap_or_two_and_a_half_times_the_price(table):
    table.give(0, 37, 3)
    table.give(1, 39, 1)
    table.purse(0, 1500)
    assert Trader(1).ideas(table, 0) == [
        (1, 0, 340, 0, (3, 39)), (1, 0, 1000, 0, (39,)),
        (1, 0, 0, 0, (1, 37)), (1, 0, 150, 0, (1,)),
    ]  # fmt: skip
    table.purse(0, 300)
    assert Trader(1).ideas(table, 0) == [
        (1, 0, 300, 0, (3, 39)), (1, 0, 0, 0, (1, 37)), (1, 0, 150, 0, (1,)),
    ]  # fmt: skip


@pytest.mark.parametrize(("money", "pays"), [(1100, 1000), (1099, 999), (501, 401), (500, None)])
def test_a_trader_pays_more_than_the_price_or_nothing_and_keeps_a_hundred(table, money, pays):
    table.give(0, 37)
    table.give(1, 39)
    table.purse(0, money)
    expected = [] if pays is None else [(1, 0, pays, 0, (39,))]
    assert Trader(1).ideas(table, 0) == expected


def test_a_trader_asks_twice_a_turn_for_what_was_refused_least(table):
    table.give(0, 37, 3)
    table.give(1, 39, 1)
    trader, asked = Trader(1), []
    ideas = [("OFFER", *idea) for idea in trader.ideas(table, 0)]
    for turn in (0, 0, 0, 1, 1, 1, 2):
        table.poke("turn_count", turn)
        asked.append(trader.trade(table, 0))
    assert asked == [*ideas[:2], None, *ideas[2:], None, ideas[0]]
    for idea in ideas:
        table.refused[idea] = "MONEY"
    table.poke("turn_count", 3)
    assert trader.trade(table, 0) is None
    del table.refused[ideas[3]]
    assert trader.trade(table, 0) == ideas[3]


@pytest.mark.parametrize(
    ("mine", "theirs", "value", "paid", "agrees"),
    [(True, False, -999, 0, True), (True, True, 0, 0, True), (True, True, -1, 0, False),
     (True, True, -1, 2000, False), (False, False, 21, 0, True), (False, False, 20, 0, False),
     (False, True, 302, 602, True), (False, True, 301, 602, False), (False, True, 999, 601, False),
     (False, True, 999, 0, False), (False, False, -999, 2000, False)],
)  # fmt: skip
def test_a_trader_agrees(table, monkeypatch, mine, theirs, value, paid, agrees):
    monkeypatch.setattr(scripted, "terms", lambda rules, me: (mine, theirs, value))
    table.pair_of("trade_give", paid)
    assert Trader(1).answer(table, 0) == (("APPROVE",) if agrees else ("DECLINE",))
    table.refused["APPROVE"] = "MONEY"
    assert Trader(1).answer(table, 0) == ("DECLINE",)


# --- the trickster -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mine", "theirs", "value", "agrees"),
    [(True, False, -999, True), (True, True, 101, True), (True, True, 100, False),
     (False, False, 61, True), (False, False, 60, False), (False, True, 999, False)],
)  # fmt: skip
def test_a_trickster_agrees(table, monkeypatch, mine, theirs, value, agrees):
    monkeypatch.setattr(scripted, "terms", lambda rules, me: (mine, theirs, value))
    assert Trickster(1).answer(table, 0) == (("APPROVE",) if agrees else ("DECLINE",))
    table.refused["APPROVE"] = "MONEY"
    assert Trickster(1).answer(table, 0) == ("DECLINE",)


def test_a_trickster_offers_heaps_and_halves_the_distance_eight_times_a_turn(table):
    table.give(0, 37, 0, 5, 12, 6, 11)
    table.give(1, 39)
    table.purse(0, 1500)
    trickster = Trickster(1)
    junk = [s for s in range(SQUARES) if trickster.junk(table, 0, s, 7)]
    assert junk == [5, 6, 11, 12]
    low, asked = 0, []
    for times in range(8):
        if times % 2 == 0:
            asked.append(("OFFER", 1, 0, 5, 0, (*junk[: 2 + times], 39)))
        else:
            low = (low + 1440) // 2
            asked.append(("OFFER", 1, 0, low, 0, (39,)))
    assert [trickster.trade(table, 0) for _ in range(9)] == [*asked, None]
    table.poke("turn_count", 1)
    assert trickster.trade(table, 0) == asked[0]


@pytest.mark.parametrize(("money", "pays"), [(69, None), (70, 5), (60 + 255, 127)])
def test_a_trickster_offers_money_where_a_heap_cannot_be_offered(table, money, pays):
    """At least five more than what was refused; it keeps sixty."""
    table.give(0, 37, 5)
    table.give(1, 39)
    table.purse(0, money)
    table.refused["OFFER", 1, 0, 5, 0, (5, 39)] = "MARK"
    expected = None if pays is None else ("OFFER", 1, 0, pays, 0, (39,))
    assert Trickster(1).trade(table, 0) == expected
    if expected:
        table.refused[expected] = "MONEY"
        assert Trickster(1).trade(table, 0) is None


def test_a_trickster_learns_from_what_was_refused_only(table):
    table.give(0, 37)
    table.give(1, 39)
    table.purse(0, 1500)
    trickster = Trickster(1)
    assert trickster.trade(table, 0) == ("OFFER", 1, 0, 720, 0, (39,))
    table.give(0, 39)  # it was accepted
    trickster.learn(table, 0)
    assert trickster.low == {}
    table.give(1, 39)
    trickster.trade(table, 0)
    trickster.learn(table, 0)
    assert trickster.low == {(1, 7): 720}
    trickster.low = {}
    trickster.learn(table, 0)
    assert trickster.low == {}  # learnt once


def test_junk_is_alone_of_its_group_ones_own_and_of_another_group(table):
    table.give(0, 5, 15, 12, 37)
    table.give(1, 28)
    trickster = Trickster(1)
    assert [s for s in range(SQUARES) if trickster.junk(table, 0, s, 7)] == [12]
    assert [s for s in range(SQUARES) if trickster.junk(table, 0, s, 9)] == [37]
    assert [s for s in range(SQUARES) if trickster.junk(table, 1, s, 7)] == [28]


def test_a_trickster_bids_rivals_up_to_70_per_cent_by_one_to_nine(table):
    table.auction(39, 279)
    trickster = Trickster(1)
    assert {trickster.auction(table, 0) for _ in range(300)} == {
        ("BID", amount) for amount in range(280, 289)
    }
    table.purse(0, 280)
    assert {trickster.auction(table, 0) for _ in range(300)} == {("BID", 280), ("FORFEIT",)}
    table.purse(0, 10)
    table.auction(39, 0)
    assert trickster.auction(table, 0) == ("BID", 10)
    table.purse(0, 1500)
    for standing, bidder in ((280, 1), (279, 0), (279, NOBODY)):
        table.auction(39, standing, bidder)
        assert trickster.auction(table, 0) == ("BID", standing + 10)


def test_every_player_has_its_name():
    assert {"child": Child, "mason": Mason, "farmer": Farmer, "refuser": Refuser, "taker": Taker,
            "trader": Trader, "trickster": Trickster} == SCRIPTED  # fmt: skip
