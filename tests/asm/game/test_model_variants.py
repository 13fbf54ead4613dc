"""The second implementation of the Russian rules by itself, with the figures of VARIANTS.

The games in lock step (test_lockstep.py) hold the 6502 rules against it.
"""

import pytest

from tests.asm.game.model import board, switches
from tests.asm.game.model.desk import Desk
from tests.asm.game.model.generator import Generator
from tests.asm.game.model.rules import Game
from tests.asm.game.model.table import BANK, PRINTED, Refused

RUSSIAN = switches.RUSSIAN
LIGHT_BLUE = board.MEMBERS["light blue"]
ORANGE = board.MEMBERS["orange"]


def refused(game, *request):
    with pytest.raises(Refused):
        game.do(*request)


def end(game):
    """The player with the dice moves to Free Parking and ends the turn."""
    game.walk_to(board.PARKING)
    return game.do("end_turn")


# --- presets -----------------------------------------------------------------------


def test_a_preset_sets_all_switches_and_a_switch_makes_it_the_players_own():
    """V-3.15."""
    game = Desk(preset=RUSSIAN)
    assert game.switch == switches.of_preset(RUSSIAN)
    assert game.switch["luxury"] == 0
    own = Desk(preset=RUSSIAN, luxury=1)
    assert own.switch == {**game.switch, "luxury": 1, "preset": switches.OWN}
    refused(own, "preset", 0)  # not once it has begun


@pytest.mark.parametrize("name", [n for n in switches.NAMES if n != "preset"])
def test_no_switch_takes_a_value_that_has_no_rule(name):
    game = Game(Generator.UNBIASED, 1)
    for value in range(12):
        if value not in switches.VALUES[name]:
            with pytest.raises(Refused):
                game.set_switch(name, value)


# --- order of play -------------------------------------------------------------------


def test_seats_play_by_descending_sums():
    """V-3.1: A 6, B 12, C 2 play as B, A, C, and then B again."""
    game = Desk(3, totals=[6, 12, 2], order=1, banker=3)
    seen = []
    for _ in range(6):
        seen.append("ABC"[game.me.colour])
        end(game)
    assert seen == ["B", "A", "C", "B", "A", "C"]
    assert game.players[game.banker()].colour == 2


def test_of_equal_sums_the_lower_seat_plays_first():
    """V-3.1."""
    game = Desk(5, totals=[7, 9, 4, 9, 7], order=1)
    assert [p.colour for p in (game.me, *game.after(game.me.seat))] == [1, 3, 0, 4, 2]


def test_speakers_and_creditors_follow_the_same_order():
    """V-3.1, R-9.1."""
    game = Desk(3, totals=[6, 12, 2], order=1)
    game.walk_to(1)
    game.do("say_pass")
    spoken = []
    while game.mode.kind == "auction":
        spoken.append("ABC"[game.me.colour])
        game.do("forfeit")
    assert spoken == ["A", "C", "B"]


def test_money_goes_with_its_owner_to_the_new_seat():
    """V-3.1, R-16.4: the last of eight has got what was left of the notes."""
    options = {"limited": 1, "money": 2}
    game = Desk(8, totals=[2, 3, 4, 5, 6, 7, 8, 9], order=1, options=options)
    assert [p.colour for p in game.players] == [7, 6, 5, 4, 3, 2, 1, 0]
    assert game.cash == [1140, *[2000] * 7]


# --- taxes -----------------------------------------------------------------------------


@pytest.mark.parametrize(("choice", "paid"), [(0, 200), (1, 143)])
def test_income_tax_is_200_or_a_tenth_of_the_worth(choice, paid):
    """V-3.8: 500 in hand, 200 and 150 printed (one mortgaged), light blue 320 with 1 hotel 250."""
    game = Desk(tax=1, build=2)
    game.purse(507)
    game.give(0, 5)
    game.give(0, 12, mortgaged=True)
    game.give(0, *LIGHT_BLUE)
    game.deeds[9].level = 5
    game.walk_to(4)
    assert game.phase == "tax"
    refused(game, "end_turn")
    refused(game, "tax", 2)
    game.do("tax", choice)
    assert game.cash[0] == 507 - paid
    assert game.phase == "done"


def test_loans_lower_the_worth_that_is_taxed():
    """V-3.8, V-3.12."""
    game = Desk(tax=1, loans=1)
    game.purse(1000, 1000)
    game.do("ask_loan", 1, 400, "turns", 5)
    game.do("grant")
    game.walk_to(4)
    assert game.worth(game.me) == 1000
    game.do("tax", 1)
    assert game.cash[0] == 1300


def test_without_the_switch_income_tax_is_taken_and_luxury_is_100():
    """R-6.3."""
    game = Desk().walk_to(4)
    assert (game.cash[0], game.phase) == (1300, "done")
    game.do("end_turn").walk_to(38)
    assert game.cash[1] == 1400


def test_luxury_tax_can_be_75():
    """V-3.8."""
    assert Desk(luxury=1).walk_to(38).cash[0] == 1425


# --- rent --------------------------------------------------------------------------------


def test_an_owner_asks_for_less_but_not_for_more():
    """V-3.4."""
    game = Desk(rent=2)
    game.give(1, 39)
    game.walk_to(39)
    assert (game.mode.kind, game.me.seat, game.rent_due) == ("rent", 1, 50)
    refused(game, "less", 51)
    refused(game, "end_turn")
    game.do("less", 20)
    assert game.cash[:2] == [1480, 1520]
    assert (game.mode.kind, game.phase) == ("normal", "done")


def test_a_computer_takes_the_whole_rent():
    """V-3.4."""
    game = Desk(rent=2)
    game.players[1].cpu = True
    game.give(1, 39)
    assert game.walk_to(39).cash[:2] == [1450, 1550]


def test_a_waived_rent_and_a_mortgaged_deed_cost_nothing():
    """V-3.4."""
    game = Desk(rent=2)
    game.give(1, 39)
    assert game.walk_to(39).do("less", 0).cash[:2] == [1500, 1500]
    game.do("end_turn").give(0, 37, mortgaged=True)
    game.walk_to(37)
    assert game.mode.kind == "normal"


# --- auctions ----------------------------------------------------------------------------


def auction(game, *bids):
    """A deed is declined, and these seats bid; the others forfeit."""
    game.walk_to(39)
    game.do("say_pass")
    waiting = list(bids)
    while waiting:
        if game.me.seat == waiting[0][0]:
            game.do("make_bid", waiting.pop(0)[1])
        else:
            game.do("say_pass")


def test_the_bidder_before_buys_if_the_winner_cannot_pay():
    """V-3.3: 1 bid 300, 2 bid 400, 3 bid 500 and has 100 left."""
    game = Desk(auction=2)
    auction(game, (1, 300), (2, 400), (3, 500))
    game.purse(0, 1500, 450, 100)
    while game.bidder is not None:
        game.do("forfeit")
    assert (game.mode.kind, game.mode.active) == ("auction", 2)
    game.do("make_bid", 400)
    assert game.deeds[39].owner == 2
    assert game.cash == [0, 1500, 50, 100]


def test_if_none_of_them_can_pay_the_deed_stays_with_the_bank():
    """V-3.3."""
    game = Desk(auction=2)
    auction(game, (1, 300), (2, 400), (3, 500))
    game.purse(1500, 299, 399, 499)
    while game.mode.kind == "auction":
        game.do("forfeit")
    assert game.deeds[39].owner is None
    assert game.cash == [1500, 299, 399, 499]


def test_without_the_switch_the_winner_owes_what_he_lacks():
    """R-9.6."""
    game = Desk()
    auction(game, (1, 300), (2, 400))
    game.purse(1500, 1500, 399, 1500)
    while game.mode.kind == "auction":
        game.do("forfeit")
    assert game.deeds[39].owner == 2
    assert game.players[2].money == -1


# --- houses and hotels ------------------------------------------------------------------------


def test_a_street_rises_by_one_level_a_turn():
    """V-3.5: each of three streets by one house, none by a second."""
    game = Desk(2, build=2)
    game.give(0, *LIGHT_BLUE)
    for square in LIGHT_BLUE:
        game.do("build", square)
    refused(game, "build", LIGHT_BLUE[0])
    game.do("sell", LIGHT_BLUE[0])
    refused(game, "build", LIGHT_BLUE[0])  # one is one, whatever became of it
    refused(game, "build_group", LIGHT_BLUE[0])
    end(end(game))
    game.do("build", LIGHT_BLUE[0])
    refused(game, "build", LIGHT_BLUE[0])


def test_a_hotel_is_not_sold_while_the_bank_lacks_four_houses():
    """V-3.6."""
    game = Desk(hotel=2)
    game.give(0, *LIGHT_BLUE, level=5)
    for group in ("orange", "red"):
        game.give(1, *board.MEMBERS[group], level=4)
    game.give(1, 1, 3, level=3)
    assert game.houses == 2
    refused(game, "sell", 6)
    game.deeds[1].level = game.deeds[3].level = 2
    assert game.houses == 4
    game.do("sell", 6)
    assert (game.deeds[6].level, game.houses) == (4, 0)
    refused(game, "sell", 8)


def stuck(**switches):
    """0 owes rent he cannot pay: three hotels, all mortgaged else, and no house in the bank."""
    game = Desk(hotel=2, **switches)
    game.give(0, *LIGHT_BLUE, level=5)
    game.give(0, 12, mortgaged=True)
    for group in ("orange", "red"):
        game.give(1, *board.MEMBERS[group], level=4)
    game.give(2, 37, 39, level=4)
    game.purse(10, 1500, 1500, 1500)
    assert game.houses == 0
    return game


def test_who_has_only_hotels_that_cannot_be_sold_is_bankrupt():
    """V-3.6, V-3.11: "cannot pay", though on paper he could."""
    game = stuck(bankrupt=2)
    assert game.equity(0) > 100
    game.walk_to(38)
    assert not game.players[0].alive
    assert game.hotels == 12


def test_auto_pay_sells_what_can_be_sold():
    """V-3.6, R-12.5."""
    game = stuck()
    game.give(0, 5)
    game.walk_to(38)  # owes 90, a station brings 100
    assert game.players[0].money == -90
    game.do("auto_pay")
    assert (game.players[0].money, game.hotels) == (10, 9)


# --- mortgages ----------------------------------------------------------------------------


def test_repaying_costs_the_mortgage_value_alone():
    """V-3.7."""
    game = Desk(repay=1)
    game.give(0, 37, mortgaged=True)
    assert game.do("repay", 37).cash[0] == 1500 - 175


def test_a_mortgaged_deed_changes_hands_without_a_fee():
    """V-3.7."""
    game = Desk(repay=1)
    game.give(0, 37, 39, mortgaged=True)
    game.do("offer", 1, 0, 0, 100, {37: 1, 39: 1})
    game.do("toggle", 39)
    game.do("approve")
    assert game.cash[:2] == [1600, 1400 - 200]
    assert (game.deeds[37].mortgaged, game.deeds[39].mortgaged) == (True, False)


# --- gaol ---------------------------------------------------------------------------------


def third_failure(**switches):
    game = Desk(2, third=1, **switches)
    game.to_gaol(game.me)
    game.me.fails, game.phase = 2, "roll"
    return game.do("roll", (1, 2))


def test_after_the_third_failure_50_are_paid_and_the_dice_are_rolled_anew():
    """V-3.9: the failed roll moves nothing, and doubles count as usual."""
    game = third_failure()
    assert game.phase == "bail"
    refused(game, "roll")
    game.do("bail")
    assert (game.me.square, game.me.gaol, game.phase, game.cash[0]) == (10, False, "roll", 1450)
    game.do("roll", (5, 5))
    assert (game.me.square, game.phase, game.doubles) == (20, "roll", 1)


def test_after_the_third_failure_a_card_will_do():
    """V-3.9."""
    game = third_failure()
    refused(game, "card")
    game.decks[1].free = 0
    game.do("card")
    assert (game.me.gaol, game.phase, game.cash[0]) == (False, "roll", 1500)
    game.do("roll", (4, 6))
    assert game.me.square == 20


def test_a_bail_that_becomes_a_debt_is_paid_before_the_new_roll():
    """V-3.9, R-4.4."""
    game = third_failure()
    game.purse(30)
    game.give(0, 5)
    game.do("bail")
    refused(game, "roll")
    game.do("mortgage", 5)
    game.do("roll", (4, 6))
    assert (game.me.square, game.cash[0]) == (20, 80)


# --- cards -------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [0, 1])
def test_the_seventeenth_card_is_the_first_again(number):
    """V-3.10; with the GO-free card in a hand it is the sixteenth."""
    game = Desk(cards=1)
    deck = game.decks[number]
    order = list(deck.order)
    trivial = [("get", 1)] * 16
    deck.cards = trivial
    drawn = []
    for _ in range(32):
        drawn.append(deck.order[0])
        game.draw(game.me, number)
    assert drawn == order * 2


@pytest.mark.parametrize("number", [0, 1])
def test_a_go_free_card_goes_to_the_bottom_when_it_is_used(number):
    """V-3.10."""
    game = Desk(cards=1)
    deck = game.decks[number]
    deck.order.remove(board.FREE_CARD)
    deck.order.insert(0, board.FREE_CARD)
    rest = deck.order[1:]
    game.draw(game.me, number)
    assert (deck.order, deck.free) == (rest, 0)
    deck.order.append(deck.order.pop(0))
    game.to_gaol(game.me)
    game.phase = "roll"
    game.do("card")
    assert (deck.order, deck.free) == ([*rest[1:], rest[0], board.FREE_CARD], None)


# --- bankruptcy --------------------------------------------------------------------------------


def test_what_a_bankrupt_owned_returns_to_the_bank():
    """V-3.11: the creditor gets the money there was; nothing is laid before him or auctioned."""
    game = Desk(bankrupt=2)
    game.give(0, 5, mortgaged=True)
    game.give(0, 1, 3, level=1)
    game.decks[0].free = 0
    game.decks[0].order.remove(board.FREE_CARD)
    game.give(1, 37, 39, level=5)
    game.purse(100)
    game.walk_to(39)
    assert not game.players[0].alive
    assert game.cash == [1600, 1500, 1500]
    assert [game.deeds[s].owner for s in (1, 3, 5)] == [None] * 3
    assert (game.deeds[1].level, game.deeds[5].mortgaged, game.houses) == (0, False, 32)
    assert (game.mode.kind, game.pending, game.me.seat) == ("normal", {}, 1)
    game.walk_to(5)
    assert game.phase == "buy"


# --- the finite bank ---------------------------------------------------------------------------


def test_a_bank_that_is_short_issues_money_and_notes_when():
    """V-3.14: 15140 less four stakes of 1500; at 0 it pays all the same."""
    game = Desk(bank=1)
    assert game.stock == PRINTED - 4 * 1500
    game.purse(1500 + game.stock - 150)
    end(game)
    game.players[1].square = 38
    game.do("roll", (1, 2))  # passes GO: 200 of which the bank has 150
    assert game.emissions == {2: 50}
    assert (game.stock, game.issued) == (0, 50)


def test_stakes_beyond_the_stock_are_issued_too():
    """V-3.14: eight players with 2000 each."""
    high = {"money": 2}
    game = Desk(8, bank=1, options=high)
    assert (game.stock, game.emissions) == (0, {0: 8 * 2000 - PRINTED})
    assert Desk(8, options=high).issued == 0
    limited = Desk(8, bank=1, options={**high, "limited": 1})
    assert limited.circulating == 16000  # it cannot fail, so it is not limited either


# --- loans -------------------------------------------------------------------------------------


def borrow(game, lender=1, amount=400, unit="turns", term=2):
    game.do("ask_loan", lender, amount, unit, term)
    if game.mode.kind == "loan":
        game.do("grant")
    return game


def test_a_loan_of_a_player_is_paid_back_at_the_end_of_its_term():
    """V-3.12, V-3.13: two turns are two beginnings of the borrower's turns."""
    game = borrow(Desk(2, loans=1))
    assert game.cash == [1900, 1100]
    end(end(game))
    assert (game.cash, game.loans[0].remaining) == ([1900, 1100], 1)
    end(end(game))
    assert (game.cash, game.loans[0]) == ([1500, 1500], None)


def test_a_term_in_laps_counts_when_the_borrower_passes_go():
    """V-3.13: after the salary."""
    game = borrow(Desk(2, loans=1), unit="laps", term=1)
    end(end(game))
    assert game.cash == [1900, 1100]
    game.me.square = 35
    game.do("roll", (2, 3))
    assert game.cash == [1900 + 200 - 400, 1500]


def test_who_cannot_pay_back_is_bankrupt():
    """V-3.13."""
    game = borrow(Desk(3, loans=1))
    game.purse(100)
    for _ in range(6):
        end(game)
    assert not game.players[0].alive
    assert game.cash == [1200, 1500]
    assert game.me.seat == 1
    assert game.loans == [None] * 8


def test_who_can_raise_it_pays_first():
    """V-3.13, R-12.3."""
    game = borrow(Desk(2, loans=1))
    game.give(0, 37, 39)
    game.purse(100)
    end(end(end(end(game))))
    assert game.me.money == -300
    refused(game, "roll", (1, 2))
    game.do("mortgage", 37)
    game.do("mortgage", 39)
    assert game.cash == [75, 1500]


def test_the_bank_lends_half_of_what_could_be_raised():
    """V-3.12: of all loans together."""
    game = Desk(2, loans=1)
    game.give(0, 37, 39)  # equity 375
    refused(game, "ask_loan", BANK, 188, "turns", 1)
    borrow(game, BANK, 100)
    refused(game, "ask_loan", BANK, 88, "turns", 1)
    borrow(game, BANK, 87, "laps", 5)
    assert game.cash == [1687, 1500]


def test_a_seat_as_banker_may_refuse():
    """V-3.2, V-3.12."""
    game = Desk(3, loans=1, banker=3)
    game.do("ask_loan", BANK, 4000, "laps", 1)
    assert (game.mode.kind, game.me.seat) == ("loan", 2)
    refused(game, "roll", (1, 2))
    game.do("refuse_loan")
    assert (game.cash[0], game.me.seat) == (1500, 0)
    borrow(game, BANK, 4000)
    assert game.cash[0] == 5500


def test_the_banker_does_not_lend_to_himself():
    """V-3.2: the machine's rule holds for him."""
    game = Desk(3, loans=1, banker=1)
    refused(game, "ask_loan", BANK, 100, "turns", 1)


@pytest.mark.parametrize(
    "request_",
    [
        (1, 0, "turns", 1), (1, 1501, "turns", 1), (0, 100, "turns", 1), (5, 100, "turns", 1),
        (9, 100, "turns", 1), (1, 100, "turns", 0), (1, 100, "turns", 21), (1, 100, "laps", 6),
        (1, 4001, "turns", 1),
    ],
)  # fmt: skip
def test_what_cannot_be_lent(request_):
    """V-3.12."""
    game = Desk(3, loans=1)
    if request_[1] > 4000:
        game.purse(0, 5000)
    refused(game, "ask_loan", *request_)


def test_eight_loans_are_open_at_most():
    """V-3.12."""
    game = Desk(2, loans=1)
    for _ in range(8):
        borrow(game, 1, 10)
    refused(game, "ask_loan", 1, 10, "turns", 1)
    game.do("pay_back", 3)
    borrow(game, 1, 10)
    assert game.borrowed(0) == 80


def test_a_loan_can_be_paid_back_early():
    """V-3.13."""
    game = borrow(Desk(2, loans=1))
    refused(game, "pay_back", 1)
    game.purse(399)
    refused(game, "pay_back", 0)
    game.purse(400)
    assert game.do("pay_back", 0).cash == [0, 1500]


def test_loans_count_as_negative_money_in_the_score():
    """V-3.12."""
    game = Desk(2, loans=1)
    before = [game.score(0), game.score(1)]
    borrow(game, 1, 400)
    assert [game.score(0), game.score(1)] == [before[0], before[1] - 50]


def test_claims_of_a_player_who_is_out_are_the_banks():
    """V-3.13, R-13.1."""
    game = borrow(Desk(3, loans=1, bankrupt=2), term=9)
    end(game)
    game.purse(1900, 10)
    game.walk_to(38)
    assert game.loans[0].lender == BANK
    assert game.me.seat == 2


def test_a_debt_before_the_purchase_is_settled_first():
    """V-3.13: a loan falls due on passing GO, then a deed is offered."""
    game = borrow(Desk(2, loans=1), unit="laps", term=1)
    game.give(0, 37, 39)
    game.purse(150)
    game.me.square = 39
    game.do("roll", (1, 3))  # GO, Whitechapel Road
    assert (game.phase, game.me.money) == ("buy", -50)
    refused(game, "buy")
    game.do("mortgage", 37)
    game.do("buy")
    assert game.cash[0] == 65
