"""Debts of players without the dice: the pages lead there, and out again (R-12.6)."""

import pytest

from tests.asm.game.engine import K
from tests.asm.game.ui.machine import Game
from tests.asm.game.ui.table import MONEY, SIDE, deal, initiator, owner, press, settle, to_approval

COLLECT, CHEST_BEFORE = 12, 15  # "collect 10 from each", two squares before a Community Chest
RICH = (31, 32, 34, 37, 39)
MAYFAIR, OLD_KENT_ROAD, WHITECHAPEL = 39, 1, 3


def throw(game, first, second):
    """Roll, and these faces come."""
    game.kit.mock("random_dice", lambda kit: kit.memory.put("dice", bytes((first, second))))
    game.key("r", 20)


def pays_and_goes_on(game, player):
    """The debtor's page: Continue is dark until Auto-pay has raised what he owes."""
    settle(game, "Continue")
    assert (game.mode, initiator(game)) == (K["MODE_MUST_PAY"], player), game.where()
    assert game.word("player_money", player) < 0
    assert K["REQ_CONTINUE"] not in game.actions()
    game.key("c", 30)
    assert game.mode == K["MODE_MUST_PAY"]
    game.key("a", 60)
    for _ in range(120):
        if K["REQ_CONTINUE"] in game.actions():
            break
        game.tick(10)
    assert game.word("player_money", player) >= 0
    assert K["REQ_CONTINUE"] in game.actions()
    game.key("c", 30)


@pytest.mark.feature("F131")
def test_cash_given_in_a_trade_leaves_a_bidder_short_and_he_must_pay(built):
    game = Game().boot().first_turn(2)
    me = initiator(game)
    you = 1 - me
    deal(game, dict.fromkeys(RICH, you))
    throw(game, 1, 2)
    settle(game, "Auction it")
    game.key("p", 60)
    settle(game, "Drop out")
    while initiator(game) != you:
        game.key("p", 60)
    for _ in range(13):
        game.key("u", 3)
    game.key("b", 60)
    assert game.byte("auction_bidder") == you, game.where()
    assert initiator(game) == me
    game.key("t", 60)
    for _ in range(4):
        press(game, SIDE + MONEY)
    to_approval(game, you)
    game.key("y", 20)
    game.key("y", 20)
    settle(game, "Drop out")
    assert game.word("player_money", you) == 1100
    game.key("f", 60)
    pays_and_goes_on(game, you)
    settle(game, "Next turn")
    assert owner(game, WHITECHAPEL) == you
    assert (game.mode, initiator(game)) == (K["MODE_NORMAL"], me)


@pytest.mark.feature("F131")
def test_after_an_elimination_the_next_debtor_must_pay(at):
    game = at("turn")
    me = initiator(game)
    loser, debtor = (me + 1) % 4, (me + 2) % 4
    deal(
        game,
        {OLD_KENT_ROAD: loser, MAYFAIR: debtor},
        mortgaged=[OLD_KENT_ROAD],
        money={loser: 0, debtor: 0},
    )
    ram, labels = game.ram, game.labels
    for label in ("player_square", "shown_square"):
        ram[labels[label] + me] = CHEST_BEFORE
    cards, place = labels["deck_cards"], game.byte("deck_next")
    at_place = bytes(ram[cards : cards + 16]).index(COLLECT)
    ram[cards + at_place], ram[cards + place] = ram[cards + place], COLLECT
    throw(game, 1, 1)
    settle(game, "BANKRUPT", 3000)
    game.key("\n", 60)  # the loser has read it
    settle(game, "Choose deeds", 3000)
    assert (game.mode, initiator(game)) == (K["MODE_TRANSFER"], me)
    assert not game.byte("player_flags", loser) & 1
    game.key("o", 60)
    assert "OLD KENT" in game.text().upper()
    game.key("d", 60)
    settle(game, "Confirm")
    game.key("c", 60)
    pays_and_goes_on(game, debtor)
    settle(game, "Drop out")  # what was left is auctioned, then the turn goes on
    assert game.mode == K["MODE_AUCTION"]
    assert game.byte("square_mortgaged", MAYFAIR)


def test_all_deeds_of_a_bankrupt_are_taken_at_once_and_their_cost_is_told(at):
    game = at("turn")
    me = initiator(game)
    loser = (me + 1) % 4
    deeds = {OLD_KENT_ROAD: 3, 16: 9, 25: 10}  # what each costs: a tenth of what was lent
    deal(game, dict.fromkeys(deeds, loser), mortgaged=list(deeds), money={loser: 0})
    ram, labels = game.ram, game.labels
    for label in ("player_square", "shown_square"):
        ram[labels[label] + me] = CHEST_BEFORE
    cards, place = labels["deck_cards"], game.byte("deck_next")
    at_place = bytes(ram[cards : cards + 16]).index(COLLECT)
    ram[cards + at_place], ram[cards + place] = ram[cards + place], COLLECT
    throw(game, 1, 1)
    settle(game, "BANKRUPT", 3000)
    game.key("\n", 60)
    settle(game, "Choose deeds", 3000)
    before = game.word("player_money", me)
    game.key("o", 60)
    game.key("t", 60)  # the one that comes first from here, for its fee
    assert "Cost so far: $10" in game.text()
    game.key("r", 60)
    assert "Cost so far: $110" in game.text()  # paid off
    game.key("a", 60)
    assert f"Cost so far: ${sum(deeds.values())}" in game.text()
    assert [game.byte("square_mark", square) for square in deeds] == [1, 1, 1]
    game.key("d", 60)
    settle(game, "Confirm")
    game.key("c", 60)
    settle(game, "Roll dice", 3000)
    assert [game.byte("square_owner", square) for square in deeds] == [me] * 3
    assert game.word("player_money", me) == before - sum(deeds.values())


def test_build_on_all_says_of_a_level_group_that_it_is_level(at):
    game = at("turn")
    deal(game, dict.fromkeys((OLD_KENT_ROAD, WHITECHAPEL), initiator(game)))
    game.key("m", 60).key(".", 40).key("g", 60)
    assert "They are level already." in game.text()
    assert game.byte("square_level", OLD_KENT_ROAD) == 0
