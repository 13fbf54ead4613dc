"""Eliminations: debt recovery, transfer, auctions of what is left (R-13)."""

import pytest

from tests.asm.game.engine import BANK, NOBODY, TAX, K
from tests.asm.game.model import board


def lose(game, player, creditor, short=1):
    """Charge a player ``short`` more than all his wealth; returns the events."""
    amount = max(game.money(player), 0) + game.equity(player) + short
    game.set_pair_word("play_amount", amount)
    game.call("money_charge", a=creditor, x=player)
    game.call("debt_settle")
    return game.events()


def names(events):
    return [e.name for e in events]


@pytest.mark.feature("F035")
@pytest.mark.feature("F052")
def test_debt_recovery_runs_to_its_end_and_all_wealth_goes_to_the_victor(game):
    """R-13.1."""
    game.give(0, 16, 18, 19, level=3)
    game.give(0, 37, mortgaged=1)
    game.give(0, 5)
    wealth = game.money(0) + game.equity(0)
    lose(game, 0, 2, 500)
    assert game.money(2) == 1500 + wealth
    assert [game.level(s) for s in (16, 18, 19)] == [0, 0, 0]
    assert all(game.mortgaged(s) for s in (5, 16, 18, 19, 37))
    assert game.byte("bank_houses") == 32
    game.check_invariants()


def test_hotels_of_a_loser_return_to_the_bank(game):
    """R-13.1."""
    game.give(0, 1, 3, level=5)
    lose(game, 0, 2)
    assert (game.byte("bank_hotels"), game.byte("bank_houses")) == (12, 32)
    game.check_invariants()


def test_with_limited_money_a_sale_may_not_suffice(engine):
    """R-16.4 with R-12.2: the bank has nothing to pay for the mortgage, so wealth is gone."""
    engine.new_game(3, limited=1)
    engine.give(1, 39)
    engine.set_money(1, 5)
    engine.set_money(2, 15140 - 1500 - 5)
    engine.put_on_top(0, 12)
    engine.place(0, 15)
    engine.roll(1, 1)
    assert (engine.mode, engine.active) == (K["MODE_MUST_PAY"], 1)
    events = engine.do("MORTGAGE", 39)
    assert ("ELIMINATED", 1, 0) in [(e.name, e[1], e[3]) for e in events]
    assert (engine.mode, engine.active) == (K["MODE_TRANSFER"], 0)
    engine.check_invariants()


def test_limited_money_that_is_exceeded_pays_nothing(engine):
    """R-16.4: what is left is never negative."""
    engine.new_game(2, limited=1)
    engine.set_money(1, 20000)
    engine.give(0, 39)
    engine.do("MORTGAGE", 39)
    assert engine.money(0) == 1500


@pytest.mark.feature("F050")
def test_the_deeds_are_laid_before_the_victor(game):
    """R-13.2."""
    game.give(0, 37, 39)
    events = lose(game, 0, 2)
    assert ("TRANSFER", 2, 0) in [(e.name, e[1], e[3]) for e in events]
    assert (game.mode, game.active) == (K["MODE_TRANSFER"], 2)
    assert game.owner(37) == game.owner(39) == 0


def test_the_selection_must_have_been_opened_before_confirming(game):
    """R-13.2."""
    game.give(0, 37, 39)
    lose(game, 0, 2)
    game.refuses("CONFIRM", "NOT_SEEN")
    game.do("REVIEW")
    game.do("CONFIRM")


@pytest.mark.feature("F047")
def test_each_deed_is_taken_with_the_fee_or_repaid(game):
    """R-13.2: charges go to the bank."""
    game.give(0, 37, 39)
    lose(game, 0, 2)
    money = game.money(2)
    game.do("CHOOSE", 37, 1)
    game.do("CHOOSE", 39, 3)
    game.call("trade_charges", x=2)
    assert game.word() == 18 + 220
    events = game.do("CONFIRM")
    assert game.money(2) == money - 18 - 220
    assert (game.owner(37), game.mortgaged(37)) == (2, 1)
    assert (game.owner(39), game.mortgaged(39)) == (2, 0)
    assert [tuple(e[1:]) for e in events if e.name == "DEED"] == [(2, 37, 0, 18), (2, 39, 0, 220)]
    game.check_invariants()


def test_charges_past_256_are_paid_in_full(game):
    """R-13.2."""
    game.give(0, 37, 39)
    lose(game, 0, 2)
    money = game.money(2)
    for square in (37, 39):
        game.do("CHOOSE", square, 3)
    game.do("CONFIRM")
    assert game.money(2) == money - 193 - 220
    game.check_invariants()


def test_deeds_left_are_unmortgaged_and_auctioned_in_board_order(game):
    """R-13.3, R-9.8: speaking starts after the victor, who may bid too."""
    game.give(0, 39, 5, 12)
    lose(game, 0, 2)
    game.do("CHOOSE", 12, 1)
    game.do("CONFIRM")
    assert game.byte("mode_square", game.byte("mode_depth")) == 5
    assert game.active == 3
    assert not game.mortgaged(5)
    game.do("PASS")
    game.do("PASS")
    game.do("BID", 10, 0)
    for _ in range(2):
        game.do("PASS")
    assert game.owner(5) == 2
    assert game.byte("mode_square", game.byte("mode_depth")) == 39
    assert game.active == 3
    for _ in range(3):
        game.do("PASS")
    assert game.owner(39) == NOBODY
    game.check_invariants()


@pytest.mark.feature("F049")
def test_a_victor_without_money_leaves_all_to_auction(game):
    """R-13.3: charges must fit his money."""
    game.set_money(0, 0)
    game.give(0, 39)
    game.set_money(2, 0)
    lose(game, 0, 2)
    game.set_money(2, 19)
    game.do("CHOOSE", 39, 1)
    game.refuses("CONFIRM", "MONEY")
    game.do("CHOOSE", 39, 0)
    game.do("CONFIRM")
    assert game.mode == K["MODE_AUCTION"]


@pytest.mark.feature("F026")
@pytest.mark.feature("F023")
@pytest.mark.feature("F028")
def test_the_victor_may_manage_but_not_build_or_trade(game):
    """R-13.2, R-10.5, R-14.1."""
    game.give(0, 39)
    game.give(2, 16, 18, 19)
    lose(game, 0, 2)
    game.refuses("BUILD", "CONSTRUCTION", 16)
    game.refuses_offer("MODE", 1, give=10)
    game.do("MORTGAGE", 16)
    game.do("REPAY", 16)
    game.refuses("MORTGAGE", "NOT_OWNER", 39)


@pytest.mark.parametrize(
    ("square", "choice", "reason"),
    [
        (37, 1, "NOT_OWNER"),
        (39, 2, "RANGE"),
        (39, 4, "RANGE"),
        (40, 1, "RANGE"),
        (0, 0, "NOT_OWNER"),
    ],
)
def test_wrong_choices_are_refused(game, square, choice, reason):
    game.give(0, 39)
    game.give(1, 37)
    lose(game, 0, 2)
    game.refuses("CHOOSE", reason, square, choice)


def test_go_free_cards_go_to_the_victor(game):
    """R-13.2."""
    game.put_at(0, 0, 15)
    game.poke("deck_next", 1, 0)
    game.poke("deck_free", 0, 0)
    events = lose(game, 0, 2)
    assert game.byte("deck_free", 0) == 2
    assert "GO_FREE" in names(events)


@pytest.mark.feature("F051")
@pytest.mark.feature("F195")
@pytest.mark.parametrize("creditor", [BANK, TAX])
def test_lost_to_the_bank_all_deeds_are_unmortgaged_and_auctioned(game, creditor):
    """R-13.4, R-9.8: speaking starts after the loser."""
    game.give(0, 1, mortgaged=1)
    game.give(0, 39)
    game.put_at(1, 0, 15)
    game.poke("deck_next", 1, 1)
    game.poke("deck_free", 0, 1)
    lose(game, 0, creditor)
    assert game.byte("deck_free", 1) == K["FREE_USED"]
    assert (game.mode, game.active) == (K["MODE_AUCTION"], 1)
    assert game.byte("mode_square", 1) == 1
    assert not game.mortgaged(1)
    assert game.owner(39) == NOBODY
    for _ in range(2):
        for _ in range(3):
            game.do("PASS")
    assert (game.mode, game.active) == (K["MODE_NORMAL"], 1)
    game.check_invariants()


@pytest.mark.feature("F131")
def test_must_pay_follows_an_elimination(game):
    """R-12.6: everybody is looked at again when the transfer is over."""
    game.give(2, 1, mortgaged=1)
    game.give(3, 39)
    for seat in (2, 3):
        game.set_money(seat, 0)
    game.put_on_top(0, 12)  # collect 10 from each
    game.place(0, 15)
    game.roll(1, 1)
    assert (game.mode, game.active) == (K["MODE_TRANSFER"], 0)
    game.do("REVIEW")
    game.do("CONFIRM")
    assert (game.mode, game.active) == (K["MODE_MUST_PAY"], 3)
    game.do("AUTO_PAY")
    game.do("CONTINUE")
    assert game.mode == K["MODE_AUCTION"]
    game.check_invariants()


def test_a_loser_without_deeds_skips_the_transfer(game):
    """R-13.5, R-13.6: the turn goes to the next living player."""
    events = lose(game, 0, 2)
    assert "TRANSFER" not in names(events)
    assert (game.mode, game.active) == (K["MODE_NORMAL"], 1)


def test_with_one_player_left_the_game_ends_at_once(engine):
    """R-13.5, R-15.1."""
    engine.new_game(2)
    engine.give(0, 39)
    events = lose(engine, 0, 1)
    assert engine.mode == K["MODE_OVER"]
    assert engine.byte("winners") == 1 << 1
    assert ("GAME_OVER", 1, K["OVER_LAST"]) in [(e.name, e[1], e[2]) for e in events]
    for name in ("ROLL", "MORTGAGE", "END_TURN", "QUIT"):
        engine.refuses(name, "MODE", 39)
    engine.check_invariants()


def test_the_turn_passes_on_after_transfer_and_auctions(game):
    """R-13.6."""
    game.give(0, 37, 39)
    lose(game, 0, 3)
    game.do("CHOOSE", 37, 1)
    game.do("CONFIRM")
    for _ in range(3):
        game.do("PASS")
    assert (game.mode, game.active) == (K["MODE_NORMAL"], 1)


def test_a_loser_without_the_dice_leaves_the_turn_where_it_is(game):
    game.give(2, 39)
    lose(game, 2, 0)
    game.do("REVIEW")
    game.do("CONFIRM")
    for _ in range(3):
        game.do("PASS")
    assert (game.mode, game.active) == (K["MODE_NORMAL"], 0)


def test_what_others_owe_a_loser_they_owe_the_bank(game):
    """Debts do not vanish with the creditor."""
    game.give(2, 39)
    game.set_money(2, -50)
    game.set_pair("debt", 50, 1 * 8 + 2)
    lose(game, 1, BANK)
    assert game.debt(2, BANK) == 50
    assert game.debt(2, 1) == 0
    game.check_invariants()


def test_a_transfer_auction_winner_who_cannot_pay_is_eliminated_in_turn(engine):
    """R-2.5, R-9.6: auctions after an elimination wait, they do not nest."""
    engine.new_game(5)
    engine.give(0, 37, 39)
    engine.give(1, 1)
    lose(engine, 0, BANK)
    assert engine.active == 1
    engine.do("BID", 1500 & 255, 1500 >> 8)
    engine.offer(1, [1], want=1490)
    engine.do("APPROVE")
    for _ in range(3):
        events = engine.do("PASS")
    assert ("ELIMINATED", 1, BANK) in [(e.name, e[1], e[3]) for e in events]
    squares = []
    while engine.mode == K["MODE_AUCTION"]:
        squares.append(engine.byte("mode_square", 1))
        engine.do("PASS")
    assert sorted(set(squares)) == [37, 39]
    assert (engine.mode, engine.active) == (K["MODE_NORMAL"], 2)
    assert engine.deepest == 2
    engine.check_invariants()


def test_every_group_can_be_transferred_whole(game):
    """All 28 deeds at once: the longest transfer."""
    game.give(0, *board.TITLES)
    game.set_money(1, 20000)
    lose(game, 0, 1)
    for square in board.TITLES:
        game.do("CHOOSE", square, 3)
    game.do("CONFIRM")
    assert all(game.owner(s) == 1 for s in board.TITLES)
    assert game.equity(1) == 2845
    game.check_invariants()


def test_a_losers_failed_rolls_in_gaol_are_forgotten(game):
    """R-13.1: nothing is left of him but the computer that played him."""
    game.poke("player_flags", K["PF_ALIVE"] | K["PF_GAOL"] | K["PF_CPU"], 0)
    game.place(0, 10)
    game.poke("player_gaol_fails", 2, 0)
    game.poke("player_gaol_fails", 1, 1)
    lose(game, 0, 2)
    assert game.table("player_gaol_fails", 4) == [0, 1, 0, 0]
    assert game.flags(0) == K["PF_CPU"]


def short_of_houses(game, owner):
    """``owner`` has the orange hotels, others all houses: to break one makes phantoms."""
    game.give(owner, 16, 18, 19, level=5)
    game.give(3, 21, 23, 24, level=4)
    game.give(3, 11, 13, 14, level=4)
    game.give(3, 6, 8, level=3)
    game.give(3, 9, level=2)
    assert game.byte("bank_houses") == 0


ORANGE_FALLS = [("SELL", square) for _ in range(4) for square in (16, 18, 19)]


@pytest.mark.feature("F065")
def test_deeds_are_not_confirmed_while_phantom_houses_are_out(game):
    """R-10.6, R-13.2: the creditor who breaks a hotel sells until they are made up."""
    game.give(0, 39)
    short_of_houses(game, 2)
    lose(game, 0, 2)
    game.do("CHOOSE", 39, 1)
    for square in (16, 18, 19):
        game.do("SELL", square)
    game.refuses("CONFIRM", "PHANTOM")
    for request, square in ORANGE_FALLS:
        if game.byte("bank_houses") == 0:
            break
        game.refuses("CONFIRM", "PHANTOM")
        game.do(request, square)
    assert game.byte("bank_houses") == 0
    game.do("CONFIRM")
    assert game.owner(39) == 2
    game.check_invariants()


def pending(game, square):
    """A deed waits for its auction, as a loser leaves it."""
    game.poke("square_pending", 1, square)


@pytest.mark.feature("F065")
def test_a_deed_waits_for_its_auction_while_phantom_houses_are_out(game):
    """R-9.8, R-10.6: after each request it is looked whether they are made up."""
    short_of_houses(game, 0)
    pending(game, 39)
    game.do("SELL", 16)
    assert game.mode == K["MODE_NORMAL"]
    for square in (18, 19):
        game.do("SELL", square)
    for request, square in ORANGE_FALLS:
        assert game.mode == K["MODE_NORMAL"]
        game.do(request, square)
        if game.byte("bank_houses") == 0:
            break
    assert game.mode == K["MODE_AUCTION"]
    assert game.byte("mode_square", 1) == 39
    game.check_invariants()


@pytest.mark.feature("F131")
def test_a_deed_waits_for_its_auction_while_somebody_is_in_debt(game):
    """R-9.8, R-12.6: also while it is the player with the dice."""
    game.give(0, 5)
    game.set_money(0, -50)
    game.set_pair("debt", 50, BANK * 8 + 0)
    pending(game, 39)
    game.call("debt_settle")
    assert game.mode == K["MODE_NORMAL"]
    game.events()
    game.do("AUTO_PAY")
    assert game.mode == K["MODE_AUCTION"]
    assert game.byte("mode_square", 1) == 39
    game.check_invariants()


def test_a_confirmation_is_taken_from_a_creditor_in_debt_who_takes_nothing(game):
    """R-13.3: the charges must fit his money, and there are none."""
    game.give(0, 39)
    game.give(2, 5, mortgaged=0)
    lose(game, 0, 2)
    game.set_money(2, -30)
    game.set_pair("debt", 30, BANK * 8 + 2)
    game.do("CHOOSE", 39, 1)
    game.refuses("CONFIRM", "MONEY")
    game.do("CHOOSE", 39, 0)
    game.do("CONFIRM")
    assert (game.mode, game.active) == (K["MODE_MUST_PAY"], 2)
    game.do("AUTO_PAY")
    game.do("CONTINUE")
    assert game.mode == K["MODE_AUCTION"]
    game.check_invariants()
