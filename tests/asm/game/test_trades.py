"""Trades (R-14)."""

import pytest

from tests.asm.game.engine import K


def hold_card(game, deck, player):
    """Let a player hold a deck's GO-free card."""
    game.put_at(deck, 0, 15)
    game.poke("deck_next", 1, deck)
    game.poke("deck_free", player, deck)


@pytest.mark.feature("F061")
@pytest.mark.feature("F183")
@pytest.mark.feature("F231")
def test_deeds_cards_and_money_change_hands_in_one_transaction(game):
    """R-14.2, R-14.7."""
    game.give(0, 1, 5)
    game.give(1, 3, 37)
    hold_card(game, 0, 0)
    hold_card(game, 1, 1)
    game.offer(1, [1, 5, 3, 37], give=100, want=40, cards=3)
    assert game.owner(1) == 0
    game.do("APPROVE")
    assert [game.owner(s) for s in (1, 5, 3, 37)] == [1, 1, 0, 0]
    assert game.table("deck_free", 2) == [1, 0]
    assert (game.money(0), game.money(1)) == (1440, 1560)
    assert (game.mode, game.active) == (K["MODE_NORMAL"], 0)
    game.check_invariants()


def test_a_computers_offer_waits_for_the_person_it_is_made_to(game):
    """R-20.8: a modal approval."""
    game.poke("player_flags", game.flags(0) | K["PF_CPU"], 0)
    game.give(0, 5)
    game.offer(2, [5], want=100)
    assert (game.mode, game.active) == (K["MODE_TRADE"], 2)
    game.refuses("ROLL", "MODE")
    assert game.owner(5) == 0
    game.do("APPROVE")
    assert (game.mode, game.active, game.owner(5)) == (K["MODE_NORMAL"], 0, 2)


def test_declining_changes_nothing(game):
    game.give(0, 1)
    game.offer(1, [1])
    before = {n: game.table(n, 40) for n in ("square_owner", "square_mortgaged")}
    events = game.do("DECLINE")
    assert [e.name for e in events] == ["TRADE_OFF", "ACTIVE"]
    assert before == {n: game.table(n, 40) for n in before}
    assert game.mode == K["MODE_NORMAL"]
    assert game.table("square_mark", 40) == [0] * 40


def test_an_offer_is_sent_back_with_other_terms_three_times_at_most(game):
    """Each counter-offer makes the parties change places."""
    game.give(0, 1)
    game.give(1, 3)
    game.offer(1, [1], want=90)
    for asks, (me, other) in enumerate(((1, 0), (0, 1), (1, 0)), 1):
        events = game.offer(other, [1, 3], want=10 * asks)
        assert [e.name for e in events] == ["TRADE", "ACTIVE"]
        assert (game.mode, game.active, game.byte("trade_from")) == (K["MODE_TRADE"], other, me)
        assert game.byte("mode_depth") == 1
        assert game.pair("trade_want") == 10 * asks
    game.refuses_offer("MODE", 1, [1], want=10)  # a fourth time
    game.do("APPROVE")
    assert (game.mode, game.active) == (K["MODE_NORMAL"], 0)
    assert [game.owner(s) for s in (1, 3)] == [1, 0]
    assert (game.money(0), game.money(1)) == (1470, 1530)
    game.offer(1, [1, 3])  # another negotiation begins anew
    game.offer(0, [1, 3], want=5)
    game.check_invariants()


def test_a_counter_offer_goes_to_who_offered_and_pays_at_once(game):
    game.give(1, 3)
    game.offer(1, [3], give=50)
    game.refuses_offer("PARTNER", 2, [3], want=70)
    game.set_money(1, 40)
    game.refuses_offer("TRADE_YOU", 0, [3], give=41)
    game.offer(0, [3], want=70)
    assert [e.name for e in game.do("DECLINE")] == ["TRADE_OFF", "ACTIVE"]
    assert (game.mode, game.active, game.owner(3)) == (K["MODE_NORMAL"], 0, 1)


@pytest.mark.feature("F021")
def test_a_trade_can_be_offered_before_and_after_the_roll_and_before_buying(game):
    """R-14.1."""
    for prepare in (lambda: None, lambda: game.roll(1, 2), lambda: game.do("BUY")):
        prepare()
        game.offer(1, give=1)
        game.do("DECLINE")


@pytest.mark.parametrize("partner", [0, 4, 8, 255])
def test_the_partner_is_another_living_player(game, partner):
    game.refuses_offer("PARTNER", partner, give=10)


def test_dead_players_do_not_trade(game):
    game.poke("player_flags", 0, 2)
    game.refuses_offer("PARTNER", 2, give=10)


def test_an_empty_trade_is_refused(game):
    game.refuses_offer("EMPTY", 1)


@pytest.mark.feature("F184")
def test_gifts_are_possible(game):
    game.give(0, 39)
    game.offer(1, [39])
    game.do("APPROVE")
    assert game.owner(39) == 1


@pytest.mark.feature("F192")
def test_a_go_free_card_can_be_sold(game):
    hold_card(game, 1, 1)
    game.offer(1, give=30, cards=2)
    game.do("APPROVE")
    assert game.byte("deck_free", 1) == 0


def test_cards_nobody_of_the_two_holds_are_refused(game):
    hold_card(game, 0, 2)
    game.refuses_offer("NO_CARD", 1, give=5, cards=1)
    game.refuses_offer("NO_CARD", 1, give=5, cards=2)
    game.refuses_offer("NO_CARD", 1, give=5, cards=4)


def test_amounts_are_limited_by_the_givers_money_in_hand(game):
    """R-14.2."""
    game.give(0, 39)
    game.refuses_offer("TRADE_YOU", 1, give=1501)
    game.refuses_offer("TRADE_THEM", 1, want=1501)
    game.refuses_offer("TRADE_YOU", 1, give=0x8000)
    game.offer(1, give=1500)


@pytest.mark.feature("F057")
@pytest.mark.feature("F232")
def test_deeds_of_improved_groups_cannot_be_included(game):
    """R-14.3: not even the bare ones, and not the partner's."""
    game.give(0, 16, level=1)
    game.give(0, 18, 19)
    game.refuses_offer("IMPROVED", 1, [18])
    game.give(1, 37)
    game.give(1, 39, level=1)
    game.refuses_offer("IMPROVED", 1, [37])


@pytest.mark.parametrize(
    ("square", "reason"), [(0, "NOT_DEED"), (5, "NOT_OWNER"), (15, "NOT_OWNER")]
)
def test_squares_that_are_not_theirs_are_refused(game, square, reason):
    game.give(2, 5)
    game.refuses_offer(reason, 1, [square])


def test_marks_that_make_no_sense_are_refused(game):
    game.give(0, 1, mortgaged=1)
    game.give(1, 3)
    game.refuses_offer("RANGE", 1, {1: K["MARK_REPAY"]})
    game.refuses_offer("RANGE", 1, {1: 3})
    game.refuses_offer("RANGE", 1, {3: 4})
    game.refuses_offer("NOT_MORTGAGED", 1, {3: 3})


@pytest.mark.feature("F056")
@pytest.mark.feature("F193")
def test_each_party_pays_fee_or_repayment_for_the_mortgaged_deeds_he_receives(game):
    """R-14.4: to the bank, each as he nominates."""
    game.give(0, 1, 39, mortgaged=1)
    game.give(1, 3, 37, mortgaged=1)
    game.offer(1, {1: 1, 39: 1, 3: 3, 37: 1})
    game.do("TOGGLE", 39)
    game.call("trade_charges", x=1)
    assert game.word() == 3 + 220
    game.call("trade_charges", x=0)
    assert game.word() == 33 + 18
    game.do("APPROVE")
    assert game.money(0) == 1500 - 33 - 18
    assert game.money(1) == 1500 - 3 - 220
    assert [game.mortgaged(s) for s in (1, 39, 3, 37)] == [1, 0, 0, 1]
    game.check_invariants()


def test_only_deeds_the_partner_receives_mortgaged_are_his_to_toggle(game):
    """R-14.6: he cannot change the content."""
    game.give(0, 1, mortgaged=1)
    game.give(0, 5)
    game.give(1, 3, mortgaged=1)
    game.offer(1, [1, 5, 3])
    game.refuses("TOGGLE", "NOT_OWNER", 3)
    game.refuses("TOGGLE", "NOT_OWNER", 39)
    game.refuses("TOGGLE", "NOT_MORTGAGED", 5)
    game.refuses("TOGGLE", "RANGE", 40)
    game.do("TOGGLE", 1)
    assert game.byte("square_mark", 1) == 3
    game.do("TOGGLE", 1)
    assert game.byte("square_mark", 1) == 1


@pytest.mark.feature("F058")
@pytest.mark.feature("F059")
def test_accepting_needs_money_and_received_deeds_do_not_help(game):
    """R-14.5: wealth is enough, money is short; raising it before is allowed."""
    game.give(0, 39, mortgaged=1)
    game.give(1, 5)
    game.set_money(1, 10)
    game.offer(1, [39])
    game.refuses("APPROVE", "TRADE_YOU")
    game.refuses("MORTGAGE", "NOT_OWNER", 39)
    game.do("MORTGAGE", 5)
    game.do("APPROVE")
    assert game.money(1) == 110 - 20


def test_an_amount_and_a_fee_together_may_exceed_the_money(game):
    """R-14.5: each alone would fit."""
    game.give(0, 39, mortgaged=1)
    game.give(1, 5)
    game.set_money(1, 300)
    game.offer(1, [39], want=300)
    game.refuses("APPROVE", "TRADE_YOU")
    game.do("MORTGAGE", 5)
    game.do("APPROVE")
    assert game.money(1) == 80


@pytest.mark.feature("F055")
def test_trades_that_would_cause_a_loss_are_refused_for_both(game):
    """R-14.5."""
    game.give(0, 1, mortgaged=1)
    game.give(1, 39, mortgaged=1)
    game.set_money(0, 15)
    game.refuses_offer("TRADE_YOU", 1, [39])
    game.set_money(0, 500)
    game.set_money(1, 2)
    game.refuses_offer("TRADE_THEM", 1, [1])


def test_money_received_may_pay_the_charges(game):
    """R-14.5: money in hand after amounts."""
    game.give(1, 39, mortgaged=1)
    game.set_money(0, 0)
    game.offer(1, [39], want=20)
    game.do("APPROVE")
    assert game.money(0) == 0
    assert game.owner(39) == 0


def test_the_partners_money_is_tested_again_at_the_approval(game):
    """R-14.2, R-14.5: he repaid a mortgage meanwhile."""
    game.give(1, 39, mortgaged=1)
    game.set_money(1, 300)
    game.offer(1, want=200)
    game.do("REPAY", 39)
    game.refuses("APPROVE", "TRADE_YOU")
    game.do("DECLINE")


def test_the_initiators_side_is_tested_again_at_the_approval(game):
    """R-14.5: nothing can have changed it, and it is looked at all the same."""
    game.give(1, 39, mortgaged=1)
    game.offer(1, {39: 3})
    game.set_money(0, 100)
    game.refuses("APPROVE", "TRADE_THEM")
    game.set_money(0, -1)
    game.refuses("APPROVE", "TRADE_THEM")


def test_a_trade_completes_a_group_and_says_so(game):
    game.give(0, 37)
    game.give(1, 39)
    game.offer(1, [39], give=500)
    events = game.do("APPROVE")
    assert ("GROUP", 0, 7) in [(e.name, e[1], e[2]) for e in events]


def test_all_twenty_eight_deeds_in_one_trade(game):
    """The longest trade still fits the queue of events."""
    game.give(0, *[s for s in (1, 3, 5, 6, 8, 9, 11, 12, 13, 14, 15, 16, 18, 19)])
    game.give(1, *[s for s in (21, 23, 24, 25, 26, 27, 28, 29, 31, 32, 34, 35, 37, 39)])
    game.offer(1, [s for s in range(40) if game.owner(s) != 0xFF])
    game.do("APPROVE")
    assert game.owner(1) == 1
    assert game.owner(39) == 0
    assert game.fullest < 160
    game.check_invariants()


@pytest.mark.feature("F196")
def test_no_request_that_lends_money_is_taken(game):
    """There are some for rules that have loans; in games without, none is ever taken."""
    lending = [name for name in K if name.startswith("REQ_") and ("LEND" in name or "LOAN" in name)]
    game.give(0, 39)
    game.ask_loan(1, 10, 5)
    for name in [*lending, "REQ_GRANT", "REQ_PAYBACK"]:
        assert K[name] not in game.actions()
        for mode in range(K["MODE_OVER"]):
            game.poke("mode_kind", mode)
            assert game.check(K[name], 0) == K["REASON_MODE"]
        game.poke("mode_kind", K["MODE_NORMAL"])


def sum_at(game, label):
    """A signed 24-bit sum in the zero page."""
    at = game.labels[label]
    return int.from_bytes(bytes(game.ram[at : at + 3]), "little", signed=True)


def test_what_an_offer_comes_to_is_told_for_both_sides_before_and_after_it_is_made(game):
    game.give(0, 1, 5)
    game.give(1, 24, 8)
    game.give(1, 23, mortgaged=1)
    game.give(0, 12, mortgaged=1)
    game.set_money(1, 60)
    marks = {1: K["MARK_IN"], 12: K["MARK_IN"], 24: K["MARK_IN"], 23: 3}
    game.propose(1, marks, give=100, want=70)
    before = game.state()
    expected = {
        0: (121, 1500 - 100 + 70 - 121, 100 + 120 + 110),  # repays 110 and the fee of 11
        1: (8, 60 + 100 - 70 - 8, 30 + 50),  # the fee on the Electric Company
    }
    for label in ("offer_result", "trade_result"):
        for player, (charges, money, equity) in expected.items():
            game.call(label, x=player)
            at = game.labels["play_amount"]
            assert game.ram[at] | game.ram[at + 1] << 8 == charges
            assert sum_at(game, "play_sum") == money
            assert sum_at(game, "trade_sum") == money + equity
        if label == "offer_result":
            assert game.state() == before
            game.propose(1, marks, give=100, want=50)
            game.do("OFFER")
            expected = {0: (121, 1429 - 100, 330), 1: (8, 60 + 100 - 50 - 8, 80)}


def test_repayments_past_256_are_paid_in_full(game):
    """R-14.4."""
    game.give(0, 37, 39, mortgaged=1)
    game.offer(1, [37, 39], want=10)
    for square in (37, 39):
        game.do("TOGGLE", square)
    game.do("APPROVE")
    assert [game.owner(square) for square in (37, 39)] == [1, 1]
    assert [game.mortgaged(square) for square in (37, 39)] == [0, 0]
    assert game.money(1) == 1500 - 10 - 193 - 220
    assert game.money(0) == 1510
    game.check_invariants()
