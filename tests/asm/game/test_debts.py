"""Debts, must-pay, auto-pay (R-12)."""

import pytest

from tests.asm.game.engine import BANK, TAX, K
from tests.asm.game.model import board

CHEST_COLLECT = 12
CHANCE_PAY_EACH = 4


def charge(game, player, creditor, amount):
    """Charge somebody directly, then let the engine settle."""
    game.set_pair_word("play_amount", amount)
    game.call("money_charge", a=creditor, x=player)
    game.call("debt_settle")
    return game.events()


def collect(game):
    """Seat 0 draws the card that collects 10 from each."""
    game.put_on_top(0, CHEST_COLLECT)
    game.place(0, 15)
    return game.roll(1, 1)


def pay_each(game):
    """Seat 0 draws the card that pays 50 to each."""
    game.put_on_top(1, CHANCE_PAY_EACH)
    game.place(0, 5)
    return game.roll(1, 1)


def eliminated(events):
    return [(e[1], e[3]) for e in events if e.name == "ELIMINATED"]


def test_what_money_covers_is_paid_at_once(game):
    """R-12.1."""
    charge(game, 0, 1, 400)
    assert (game.money(0), game.money(1)) == (1100, 1900)
    assert game.debt(0, 1) == 0


def test_the_rest_becomes_a_debt_shown_as_negative_money(game):
    """R-12.1, R-2.2."""
    game.give(0, 39, 37)
    game.set_money(0, 100)
    events = charge(game, 0, 1, 400)
    assert (game.money(0), game.money(1)) == (-300, 1600)
    assert game.debt(0, 1) == 300
    assert [tuple(e[1:]) for e in events if e.name == "DEBT"] == [(0, 0, 1, 300)]
    assert game.flags(0) & K["PF_DEBT"]


@pytest.mark.parametrize(("short", "losing"), [(0, False), (1, True)])
def test_wealth_of_zero_is_debt_and_below_is_losing(game, short, losing):
    """R-12.2."""
    game.give(0, 39)
    game.set_money(0, 0)
    events = charge(game, 0, BANK, 200 + short)
    assert bool(eliminated(events)) == losing
    assert bool(game.flags(0) & K["PF_ALIVE"]) != losing


@pytest.mark.feature("F060")
@pytest.mark.feature("F124")
def test_in_debt_only_raising_money_is_allowed(game):
    """R-12.3."""
    game.give(0, 39)
    game.give(0, 37, mortgaged=1)
    game.set_money(0, 100)
    charge(game, 0, 1, 200)
    game.refuses("ROLL", "DEBT")
    game.refuses("REPAY", "DEBT", 37)
    game.refuses("BUILD", "DEBT", 39)
    game.refuses("QUIT", "DEBT")
    game.refuses_offer("DEBT", 1, [39], want=1)
    allowed = {K["REQ_MORTGAGE"], K["REQ_AUTO_PAY"]}
    assert game.actions() == allowed
    game.do("MORTGAGE", 39)
    game.do("ROLL")


@pytest.mark.feature("F053")
def test_a_losing_player_gets_no_trade(game):
    """R-12.3: he is out before he could ask for one."""
    game.give(0, 39)
    game.set_money(0, 0)
    events = charge(game, 0, 1, 1000)
    assert eliminated(events) == [(0, 1)]


def test_a_debtors_receipts_pay_his_creditors_in_order(game):
    """R-12.4: players after him in play order, then bank, then tax account."""
    game.set_money(2, 0)
    game.give(2, 39, 37, 31, 32, 34)
    for creditor in (TAX, BANK, 0, 1, 3):
        game.set_pair_word("play_amount", 20)
        game.call("money_charge", a=creditor, x=2)
    assert game.money(2) == -100
    paid = []
    for _ in range(5):
        game.set_pair_word("play_amount", 20)
        game.call("money_from_bank", x=2)
        paid += [c for c in (3, 0, 1, BANK, TAX) if c not in paid and not game.debt(2, c)]
    assert paid == [3, 0, 1, BANK, TAX]
    assert game.money(2) == 0
    game.events()
    game.check_invariants()


def test_receipts_run_on_through_debtors_who_are_creditors(game):
    """R-12.4: chains and even circles of debts end."""
    for debtor, creditor in ((0, 1), (1, 2), (2, 0)):
        game.set_money(debtor, -100)
        game.set_pair("debt", 100, creditor * 8 + debtor)
    game.set_pair_word("play_amount", 30)
    game.call("money_from_bank", x=0)
    assert [game.money(p) for p in range(3)] == [30, 0, 0]
    game.check_invariants()


@pytest.mark.parametrize(
    ("debt", "receipt", "left", "cash"),
    [
        (300, 280, 20, 0),  # high bytes equal, the receipt is less
        (300, 299, 1, 0),
        (300, 300, 0, 0),
        (300, 301, 0, 1),
        (280, 300, 0, 20),  # high bytes equal, the receipt is more
        (255, 256, 0, 1),
        (256, 255, 1, 0),
        (0x2FF, 0x300, 0, 1),
        (0x300, 0x2FF, 1, 0),
    ],
)
def test_a_receipt_pays_a_debt_to_the_last_pound(game, debt, receipt, left, cash):
    """R-12.4: sums are compared as a whole, not by their high bytes."""
    game.set_money(2, -debt)
    game.set_pair("debt", debt, 1 * 8 + 2)
    game.set_pair_word("play_amount", receipt)
    game.call("money_from_bank", x=2)
    assert game.debt(2, 1) == left
    assert game.money(2) == cash - left
    assert game.money(1) == 1500 + receipt - cash
    game.check_invariants()


@pytest.mark.parametrize("parking", [0, 2])
@pytest.mark.parametrize("creditor", [BANK, TAX])
def test_large_debts_to_the_bank_leave_circulation(engine, creditor, parking):
    """R-12.4, R-16.2: or go to Free Parking."""
    engine.new_game(3, parking=parking)
    engine.set_money(2, -700)
    engine.set_pair("debt", 700, creditor * 8 + 2)
    engine.set_pair_word("play_amount", 680)
    engine.call("money_from_bank", x=2)
    assert (engine.debt(2, creditor), engine.money(2)) == (20, -20)
    assert engine.pair("pool") == (680 if parking and creditor == TAX else 0)
    engine.check_invariants()


def test_what_one_creditor_leaves_is_the_next_ones(game):
    """R-12.4: the second gets no more than is left of the receipt."""
    game.set_money(2, -600)
    for creditor in (3, 0):
        game.set_pair("debt", 300, creditor * 8 + 2)
    game.set_pair_word("play_amount", 580)
    game.call("money_from_bank", x=2)
    assert (game.debt(2, 3), game.debt(2, 0)) == (0, 20)
    assert [game.money(seat) for seat in (0, 2, 3)] == [1780, -20, 1800]
    game.check_invariants()


@pytest.mark.feature("F062")
@pytest.mark.feature("F063")
def test_debtors_are_served_in_play_order_after_the_player_with_the_dice(engine):
    """R-12.6."""
    engine.new_game(5, first=0)
    for seat, square in ((1, 1), (2, 3), (4, 6)):
        engine.give(seat, square)
        engine.set_money(seat, 5)
    collect(engine)
    served = []
    while engine.mode == K["MODE_MUST_PAY"]:
        served.append(engine.active)
        engine.refuses("CONTINUE", "DEBT")
        engine.do("MORTGAGE", {1: 1, 2: 3, 4: 6}[engine.active])
        engine.do("CONTINUE")
    assert served == [1, 2, 4]
    assert (engine.mode, engine.active) == (K["MODE_NORMAL"], 0)
    assert engine.money(0) == 1540
    engine.check_invariants()


def test_the_extra_roll_survives_a_must_pay_interrupt(game):
    """R-20.10."""
    game.give(1, 1)
    game.set_money(1, 5)
    collect(game)
    game.do("AUTO_PAY")
    game.do("CONTINUE")
    assert game.byte("turn_phase") == K["PHASE_ROLL"]


def test_in_must_pay_construction_is_allowed_and_trade_is_not(game):
    """R-12.6."""
    game.give(1, 1, 3)
    game.give(1, 39)
    game.set_money(1, 5)
    collect(game)
    game.do("MORTGAGE", 39)
    game.do("BUILD", 1)
    game.refuses_offer("MODE", 2, give=1)
    game.do("CONTINUE")


@pytest.mark.feature("F067")
def test_collecting_makes_several_lose_to_the_drawer(game):
    """R-12.7: who gets what there is."""
    for seat, money in ((1, 4), (2, 7)):
        game.set_money(seat, money)
    events = collect(game)
    assert eliminated(events) == [(1, 0), (2, 0)]
    assert game.money(0) == 1500 + 4 + 7 + 10
    game.check_invariants()


@pytest.mark.feature("F066")
def test_paying_each_loses_to_the_first_who_cannot_be_paid_in_full(game):
    """R-12.8 with its example: 30 + 40, so A 50, B 20, C 0, lost to B.

    No deeds are worth 40, so the equity is set.
    """
    game.set_money(0, 30)
    game.set_pair("player_equity", 40, 0)
    events = pay_each(game)
    assert eliminated(events) == [(0, 2)]
    assert [game.money(p) for p in (1, 2, 3)] == [1550, 1520, 1500]


def test_losing_to_several_otherwise_is_to_the_first_not_paid(game):
    """R-12.9."""
    game.set_money(0, 60)
    for creditor in (BANK, 3, 1):
        game.set_pair_word("play_amount", 50)
        game.call("money_charge", a=creditor, x=0)
    game.call("debt_settle")
    assert eliminated(game.events()) == [(0, 1)]
    assert [game.debt(0, creditor) for creditor in range(10)] == [0] * 10
    game.check_invariants()


@pytest.mark.feature("F100")
def test_auto_pay_raises_just_the_shortage(game):
    """R-12.5: utilities first, then brown ..."""
    game.give(0, 12, 1, 39)
    game.set_money(0, 0)
    charge(game, 0, BANK, 100)
    events = game.do("AUTO_PAY")
    assert [e[2] for e in events if e.name == "MORTGAGED"] == [12, 1]
    assert game.money(0) == 5
    assert not game.mortgaged(39)


def test_auto_pay_keeps_complete_groups_for_last(game):
    """R-17.6: hotels, then houses level by level, then mortgages."""
    game.give(0, 1, 3, level=5)
    game.give(0, 37, 39)
    game.give(0, 15)
    game.set_money(0, 0)
    charge(game, 0, BANK, 100 + 250 + 60 + 1)
    events = game.do("AUTO_PAY")
    order = [(e.name, e[2]) for e in events if e.name in ("MORTGAGED", "SOLD")]
    sold = [("SOLD", 1), ("SOLD", 3)] * 5
    assert order == [
        ("MORTGAGED", 15),
        *sold,
        ("MORTGAGED", 1),
        ("MORTGAGED", 3),
        ("MORTGAGED", 37),
    ]
    game.check_invariants()


def test_auto_pay_leaves_no_phantom_house(game):
    """R-12.5, R-17.6."""
    game.give(0, 16, 18, 19, level=5)
    game.give(1, 21, 23, 24, level=4)
    game.give(1, 26, 27, 29, level=4)
    game.give(1, 31, 32, level=3)
    game.give(1, 34, level=2)
    assert game.byte("bank_houses") == 0
    game.set_money(0, 0)
    charge(game, 0, BANK, 50)
    game.do("AUTO_PAY")
    assert game.byte("bank_houses") == 0
    assert game.money(0) > 0
    game.check_invariants()


def test_auto_pay_without_a_debt_is_refused(game):
    game.give(0, 39)
    game.refuses("AUTO_PAY", "NO_DEBT")


def test_debts_after_an_auction_lead_to_must_pay(game):
    """R-9.6, R-12.6."""
    game.give(2, *board.MEMBERS["green"])
    game.roll(1, 2)
    game.do("PASS")
    game.do("PASS")
    game.do("BID", 1500 & 255, 1500 >> 8)
    game.offer(2, want=400)
    game.do("APPROVE")
    game.do("PASS")
    game.do("PASS")
    game.do("PASS")
    assert (game.mode, game.active) == (K["MODE_MUST_PAY"], 2)
