"""Trades on screen: proposed at the table, read and decided as a contract (R-14)."""

import random

import pytest

from tests.asm.game.engine import K
from tests.asm.game.ui.machine import CELLS, Game, glyph
from tests.asm.game.ui.table import (
    ACCEPT,
    BANK_ROW,
    BUTTONS,
    CARD,
    MONEY,
    MONEY_ROW,
    SIDE,
    Cells,
    deal,
    deed_cell,
    info,
    initiator,
    line,
    owner,
    press,
    settle,
    table_cells,
    to_approval,
    walk,
)
from tests.asm.game.ui.test_computer import persons_turn
from tests.asm.game.ui.test_mouse import click, to, wake
from tests.asm.game.ui.test_screens import to_an_offer
from tests.asm.game.ui.test_video import END_LINE, keys

REFUSE = 2
OFFERS = "offers you this trade"
DONE = "Roll dice"
STREETS = (1, 3, 6, 8, 9, 11, 13, 14, 16, 18, 19, 21, 23, 24, 26, 27, 29, 31, 32, 34, 37, 39)
DEEDS = (*STREETS, 5, 15, 25, 35, 12, 28)


@pytest.fixture(scope="module")
def duel(built):
    """Snapshot: a game of two in the first turn."""
    return Game().boot().first_turn(2).machine.snapshot()


@pytest.fixture
def two(duel):
    """(game, player with the dice, the other one), each with some deeds."""
    game = Game()
    game.machine.restore(duel)
    me = initiator(game)
    you = 1 - me
    owners = {1: me, 6: me, 21: me, 37: me, 12: me, 3: you, 8: you, 23: you, 24: you, 25: you}
    game.way(("deeds of two",), lambda: deal(game, owners))
    return game, me, you


def open_table(game):
    game.way(("table",), lambda: game.key("t", 60))
    assert "gives" in game.text(), game.where()


def decide(game, keys):
    """Answer the contract and let the events play."""
    for key in keys:
        game.key(key, 20)
    settle(game, DONE)


def body(game, cell):
    """The two glyphs of a card's lower half."""
    x, y, *_ = Cells(game, "table_cells").rects[cell]
    return tuple(game.ram[CELLS + 40 * (y + 1) + x + i] for i in range(2))


# --- ways in ---------------------------------------------------------------------


def test_t_opens_the_table_at_once_when_there_is_only_one_partner(two):
    game, me, you = two
    open_table(game)
    heads = game.text().splitlines()[0]
    assert f"PLAYER {me + 1} gives" in heads[:20]
    assert f"PLAYER {you + 1} gives" in heads[20:]


def test_among_several_the_partner_is_chosen_by_cursor_number_or_joystick(at):
    game = at("turn")
    me = initiator(game)
    others = [(me + n) % 4 for n in (1, 2, 3)]
    deal(game, money={p: 100 * (p + 1) for p in range(4)})
    game.key("t", 60)
    text = game.text()
    assert "TRADE WITH WHOM?" in text
    for player in range(4):
        assert f"PLAYER {player + 1}{100 * (player + 1):>16}" in text
    game.key(str(me + 1), 10)  # not with himself
    assert "TRADE WITH WHOM?" in game.text()
    game.key(str(others[2] + 1), 60)
    assert f"PLAYER {others[2] + 1} gives" in game.text()
    game.key("p", 60)
    goal, back = others[1], others[2]
    game.key("{UP}" if goal < back else "{DOWN}", 5)
    while game.byte("grid_at") != goal:
        game.key("{UP}" if goal < back else "{DOWN}", 5)
    stick = game.machine.joystick(2)
    stick.press("fire")
    game.tick(3)
    stick.release()
    game.tick(60)
    assert f"PLAYER {goal + 1} gives" in game.text()
    game.key("x", 60)
    assert "Roll dice" in game.text()


def test_nobody_is_offered_himself_as_a_partner(at):
    game = at("turn")
    me = initiator(game)
    game.ram[game.labels["offer_partner"]] = me  # as somebody else's turn has left it
    game.key("t", 60).key("\n", 60)
    assert [game.byte("table_seat", i) for i in range(2)] == [me, (me + 1) % 4]


def test_eight_seats_fit_on_the_page_of_partners(built):
    game = Game().boot().first_turn(8)
    me = initiator(game)
    deal(game, {s: s % 8 for s in DEEDS})
    game.key("t", 60)
    for player in range(8):
        assert f"PLAYER {player + 1}" in game.text()
    last = 7 if me != 7 else 6
    while game.byte("grid_at") != last:
        at = game.byte("grid_at")
        game.key("{DOWN}", 4)
        assert game.byte("grid_at") > at
    game.key("\n", 60)
    assert f"PLAYER {last + 1} gives" in game.text()


def test_every_deed_lies_on_the_side_of_its_owner_and_nothing_elsewhere(two):
    game, me, you = two
    deal(game, mortgaged=(12, 23), cards={0: me, 1: you})
    open_table(game)
    allowed = table_cells(game).allowed
    for square in DEEDS:
        for side, seat in enumerate((me, you)):
            cell = deed_cell(game, square, side)
            assert (cell in allowed) == (owner(game, square) == seat)
            wanted = (
                (glyph("mort"), glyph("mort"))
                if square in (12, 23) and cell in allowed
                else (32, 32)
            )
            assert body(game, cell) == wanted, square
    assert CARD in allowed
    assert SIDE + CARD + 1 in allowed
    assert CARD + 1 not in allowed


@pytest.mark.parametrize("seed", range(6))
def test_cursor_keys_reach_every_cell_whatever_lies_on_the_table(two, seed):
    game, me, you = two
    rng = random.Random(seed)
    share = (0.02, 0.2, 0.5, 0.8, 1.0, 0.35)[seed]
    owners = {s: rng.choice((me, you)) if rng.random() < share else 0xFF for s in DEEDS}
    deal(game, owners)
    open_table(game)
    cells = table_cells(game)
    assert not cells.islands()
    for goal in rng.sample(cells.allowed, 3):
        walk(game, cells, goal)  # and the game goes the way the description says


# --- what is in the trade ------------------------------------------------------------


@pytest.mark.feature("F183")
def test_deeds_cards_and_cash_of_both_sides_change_hands_as_the_contract_says(two):
    game, me, you = two
    deal(game, cards={0: me, 1: you}, money={me: 900, you: 700})
    open_table(game)
    for cell in (
        deed_cell(game, 1, 0),
        deed_cell(game, 37, 0),
        deed_cell(game, 23, 1),
        deed_cell(game, 25, 1),
        CARD,
        SIDE + CARD + 1,
    ):
        press(game, cell)
        assert glyph("tick") in body(game, cell)
    for cell in (MONEY, MONEY + 1, MONEY + 2, SIDE + MONEY + 1):
        press(game, cell)
    assert line(game, MONEY_ROW) == ("$900 . $799", "$700 . $801")
    to_approval(game, you)
    mine, yours = zip(*(line(game, row) for row in range(3, 7)), strict=True)
    assert [s.lstrip(". ") for s in mine] == [
        "$111 in cash",
        "Free card",
        "Old Kent Road",
        "Park Lane",
    ]
    assert [s.lstrip("?. ") for s in yours] == [
        "$10 in cash",
        "Free card",
        "Fleet Street",
        "Fenchurch",
    ]
    game.key("y", 10)
    assert game.mode == K["MODE_TRADE"]  # a second confirmation
    assert "Are you sure?" in info(game)
    game.key("y", 20)
    settle(game, DONE)
    assert [owner(game, s) for s in (1, 37, 23, 25)] == [you, you, me, me]
    assert (game.byte("deck_free", 0), game.byte("deck_free", 1)) == (you, me)
    assert (game.word("player_money", me), game.word("player_money", you)) == (799, 801)


@pytest.mark.feature("F184")
def test_a_gift_has_an_empty_side_either_way(two):
    game, me, you = two
    open_table(game)
    press(game, deed_cell(game, 37, 0))
    to_approval(game, you)
    assert line(game, 3)[1] == "nothing"
    decide(game, "yy")
    assert owner(game, 37) == you
    open_table(game)
    press(game, SIDE + MONEY)
    to_approval(game, you)
    assert line(game, 3)[0] == "nothing"
    decide(game, "yy")
    assert game.word("player_money", me) == 1600


@pytest.mark.feature("F057")
@pytest.mark.feature("F127")
def test_a_group_with_buildings_is_refused_with_a_buzz_and_words(two):
    game, me, _you = two
    deal(game, {3: me, 1: me}, levels={1: 1})
    open_table(game)
    for square in (1, 3):
        walk(game, table_cells(game), deed_cell(game, square, 0))
        game.tick(40)
        game.machine.type("\n", wait=False)
        heard = set()
        for _ in range(8):
            game.tick(1)
            heard |= game.playing()
        assert "refuse" in heard
        assert "Sell the buildings of the group first." in info(game)
        assert game.byte("offer_marks", square) == 0
    game.key("c", 10)
    assert game.mode == K["MODE_NORMAL"]


@pytest.mark.feature("F056")
@pytest.mark.parametrize("repay", [False, True])
def test_each_side_pays_fee_or_repayment_for_the_mortgaged_deeds_it_receives(two, repay):
    game, me, you = two
    deal(game, mortgaged=(21, 24, 12))  # 110, 120, 75
    open_table(game)
    cell = deed_cell(game, 24, 1)
    press(game, cell)
    assert info(game) == "Trafalgar Square fee $12"
    assert body(game, cell) == (glyph("tick"), ord("%"))
    if repay:
        game.key("\n", 5)
        assert info(game) == "Trafalgar Square repaid: $132"
        assert body(game, cell) == (glyph("tick"), glyph("coin"))
    mine = 132 if repay else 12
    assert line(game, BANK_ROW)[0] == f"pays the bank ${mine}"
    press(game, deed_cell(game, 21, 0))
    press(game, deed_cell(game, 12, 0))
    assert line(game, BANK_ROW)[1] == "pays the bank $19"
    to_approval(game, you)
    assert line(game, 3)[1].endswith(f"-{mine}")
    assert [line(game, row)[0].split()[-1] for row in (3, 4)] == ["-11", "-8"]
    yours = 19
    if repay:
        game.key("{UP}", 8)  # the second deed of the list
        game.key("\n", 8)
        yours = 11 + 83
        assert line(game, 4)[0].endswith("-83")
    assert line(game, BANK_ROW) == (f"pays the bank ${mine}", f"pays the bank ${yours}")
    game.key("y", 10)
    assert f"You pay the bank ${yours} for it. Sure?" in info(game)
    game.key("y", 20)
    settle(game, DONE)
    assert game.word("player_money", me) == 1500 - mine
    assert game.word("player_money", you) == 1500 - yours
    assert [game.byte("square_mortgaged", s) for s in (24, 21, 12)] == [not repay, 1, not repay]
    assert [owner(game, s) for s in (24, 21, 12)] == [me, you, you]


def test_r_turns_fee_into_repayment_and_back(two):
    game, _, _ = two
    deal(game, mortgaged=(24,))
    open_table(game)
    walk(game, table_cells(game), deed_cell(game, 24, 1))
    game.key("r", 5)
    assert game.byte("offer_marks", 24) == K["MARK_IN"] | K["MARK_REPAY"]
    game.key("r", 5)
    assert game.byte("offer_marks", 24) == K["MARK_IN"]
    walk(game, table_cells(game), deed_cell(game, 23, 1))
    game.key("r", 5)
    assert info(game) == "It is not mortgaged."
    walk(game, table_cells(game), deed_cell(game, 1, 0))
    game.key("r", 5)
    assert info(game) == "That is not yours."


@pytest.mark.feature("F116")
def test_cash_steps_are_a_field_of_cells_and_stop_at_what_there_is(two):
    game, me, you = two
    deal(game, money={me: 230, you: 40})
    open_table(game)
    walk(game, table_cells(game), MONEY)
    for key, cell in (
        ("{RIGHT}", MONEY + 1),
        ("{RIGHT}", MONEY + 2),
        ("{DOWN}", MONEY + 5),
        ("{LEFT}", MONEY + 4),
        ("{LEFT}", MONEY + 3),
        ("{UP}", MONEY),
    ):
        game.key(key, 4)
        assert game.byte("grid_at") == cell
    for key, amount in (("u", 100), ("u", 200), ("i", 210), ("o", 211), ("l", 210), ("k", 200)):
        game.key(key, 5)
        assert game.word("offer_give") == amount
    assert "cash $  200" in line(game, 16)[0]
    game.key("u", 5)
    assert game.word("offer_give") == 230
    assert info(game) == "That is all the cash there is."
    for _ in range(3):
        game.key("j", 5)
    assert game.word("offer_give") == 0
    walk(game, table_cells(game), SIDE + MONEY + 1)
    for _ in range(6):
        game.key("\n", 5)
    assert game.word("offer_want") == 40


# --- what is refused -----------------------------------------------------------------------


def test_an_empty_trade_cannot_be_confirmed(two):
    game, _, _ = two
    open_table(game)
    walk(game, table_cells(game), BUTTONS)
    assert info(game) == "Choose what changes hands."
    game.key("\n", 10)
    assert info(game) == "The trade is empty."
    assert game.mode == K["MODE_NORMAL"]


@pytest.mark.feature("F055")
def test_a_trade_that_would_ruin_either_side_is_refused_with_the_side_named(two):
    game, me, you = two
    deal(game, mortgaged=(24, 21), money={me: 5, you: 5})
    for square in (1, 6, 37, 12, 3, 8, 23, 25):
        deal(game, {square: 0xFF})
    open_table(game)
    press(game, deed_cell(game, 24, 1))  # fee 12, and nothing to raise it with
    game.key("c", 10)
    assert info(game) == "That would leave you short."
    press(game, deed_cell(game, 24, 1))
    press(game, deed_cell(game, 24, 1))
    press(game, deed_cell(game, 21, 0))
    game.key("e", 10)
    press(game, deed_cell(game, 21, 0))  # the partner would have to pay 11
    game.key("c", 10)
    assert info(game) == "That would leave them short."
    assert game.mode == K["MODE_NORMAL"]


@pytest.mark.feature("F058")
@pytest.mark.feature("F059")
@pytest.mark.feature("F025")
@pytest.mark.feature("F027")
def test_accepting_takes_money_in_hand_which_may_be_raised_before_with_other_deeds(two):
    game, me, you = two
    deal(game, mortgaged=(21,), money={you: 5})
    open_table(game)
    press(game, deed_cell(game, 21, 0))
    press(game, deed_cell(game, 23, 1))
    to_approval(game, you)
    assert line(game, MONEY_ROW)[1] == "$5 . $-6"
    before = bytes(game.ram[game.labels["state_begin"] : game.labels["state_end"]])
    game.key("y", 10)
    assert info(game) == "That would leave you short."
    assert bytes(game.ram[game.labels["state_begin"] : game.labels["state_end"]]) == before
    game.key("m", 60)
    words = {}
    for _ in range(5):  # his five deeds; the mode stays
        square = game.byte("browse_square")
        if square in (21, 23):
            game.key("m", 10)
            words[square] = game.told()
        elif square == 25:
            game.key("c", 10)
            assert "No building now." in game.text() or "No houses" in game.text()
            game.key("m", 60)
            break
        game.key("{RIGHT}", 30)
    else:
        pytest.fail(f"the station is not shown\n{game.text()}")
    assert all("part of the trade" in text for text in words.values())
    assert game.byte("square_mortgaged", 25) == 1
    game.key("d", 60)
    settle(game, OFFERS)
    assert line(game, MONEY_ROW)[1] == "$105 . $94"
    decide(game, "yy")
    assert (owner(game, 21), owner(game, 23)) == (you, me)


@pytest.mark.feature("F060")
@pytest.mark.feature("F124")
def test_in_debt_the_button_is_dark_and_says_that_debts_come_first(two):
    game, me, you = two
    deal(game, money={me: -30})
    at = game.labels["debt_lo"] + 8 * you + me
    game.ram[at] = 30
    game.key("v", 60)
    game.key(" ", 60)
    assert "Trade" in game.text()
    assert K["REQ_AUTO_PAY"] in game.actions()
    assert 0x44 not in game.actions()
    game.key("t", 20)
    assert "Pay your debts first." in game.told()


@pytest.mark.feature("F053")
def test_no_trade_rescues_from_a_debt_that_must_be_paid(two):
    game, me, you = two
    deal(game, money={me: -30})
    game.ram[game.labels["debt_lo"] + 8 * you + me] = 30
    for name, value in (("mode_kind", K["MODE_MUST_PAY"]), ("mode_active", me)):
        game.ram[game.labels[name] + 1] = value
    game.ram[game.labels["mode_depth"]] = 1
    game.key("v", 60)
    game.key(" ", 60)
    assert 0x44 not in game.actions()
    before = bytes(game.ram[game.labels["state_begin"] : game.labels["state_end"]])
    game.key("t", 20)
    assert "Trade on your own turn." in game.told()
    assert bytes(game.ram[game.labels["state_begin"] : game.labels["state_end"]]) == before


@pytest.mark.feature("F023")
def test_no_menu_offers_a_trade_while_an_elimination_is_received(two):
    game, me, you = two
    for name, value in (("mode_kind", K["MODE_TRANSFER"]), ("mode_active", me)):
        game.ram[game.labels[name] + 1] = value
    game.ram[game.labels["mode_depth"]] = 1
    game.ram[game.labels["trade_from"]] = you
    game.key("v", 60)
    game.key(" ", 60)
    assert "Choose deeds" in game.text()
    for _ in range(2):
        assert "Trade" not in "".join(row[:15] for row in game.text().splitlines())
        game.key(".", 10)
    game.key("t", 30)
    assert "gives" not in game.text()
    assert game.mode == K["MODE_TRANSFER"]


# --- around the trade ------------------------------------------------------------------------


@pytest.mark.feature("F021")
def test_a_declined_offer_changes_nothing_and_can_be_bettered(two):
    game, me, you = two
    open_table(game)
    press(game, deed_cell(game, 23, 1))
    press(game, MONEY)
    to_approval(game, you)
    decide(game, "n")
    assert owner(game, 23) == you
    assert game.word("player_money", me) == 1500
    assert initiator(game) == me  # the offer was his to make, and the turn is his again
    open_table(game)
    assert glyph("tick") in body(game, deed_cell(game, 23, 1))
    assert game.word("offer_give") == 100
    game.key("u", 5)
    to_approval(game, you)
    decide(game, "yy")
    assert owner(game, 23) == me
    assert game.word("player_money", you) == 1700


@pytest.mark.parametrize("begun", [False, True])
def test_what_a_computer_wished_for_is_in_nobodys_offer(two, begun):
    """Its brain writes what it thinks of into the same block, at any of its decisions."""
    game, me, you = two
    if begun:  # an offer of his own, which was left
        open_table(game)
        press(game, MONEY)
        game.key("x", 30)
    board = game.machine.board

    def wish(_):
        for label, value in (("offer_partner", you), ("offer_give_lo", 194), ("offer_want_hi", 1)):
            board.ram[game.labels[label]] = value
        board.ram[game.labels["offer_marks"] + 23] = K["MARK_IN"]
        return False  # the brain goes on

    board.set_trap(game.labels["brain_decide"], wish)
    board.ram[game.labels["player_flags"] + you] |= K["PF_CPU"]
    board.ram[game.labels["mode_active"]] = you
    game.key("h", 30)  # after the history his menu gives way to the computer's turn
    game.key("\n", 5)
    persons_turn(game)
    assert initiator(game) == me and game.word("offer_give") == 194
    open_table(game)
    assert game.word("offer_give") == game.word("offer_want") == 0
    assert not any(game.byte("offer_marks", square) for square in range(40))


def test_looking_again_at_the_second_question_decides_nothing(two):
    game, me, you = two
    open_table(game)
    press(game, MONEY)
    to_approval(game, you)
    game.key("y", 10)
    assert "Yes, it's a deal" in game.text()
    game.key("n", 10)
    assert game.mode == K["MODE_TRADE"]
    assert "Accept the trade" in game.text()
    decide(game, "n")
    assert game.word("player_money", me) == 1500


@pytest.mark.feature("F106")
def test_overview_and_statistics_open_from_the_table_and_from_the_contract(two):
    game, _me, you = two
    open_table(game)
    press(game, deed_cell(game, 23, 1))
    for key, words in (("v", "WHO HAS WHAT"), ("s", "STATISTICS")):
        game.key(key, 60)
        assert words in game.text()
        game.key(" ", 60)
        assert glyph("tick") in body(game, deed_cell(game, 23, 1))
    to_approval(game, you)
    before = game.text()
    for key, words in (("v", "WHO HAS WHAT"), ("s", "STATISTICS")):
        game.key(key, 60)
        assert words in game.text()
        game.key(" ", 60)
        game.tick_until_armed()
        assert game.text() == before


def test_the_figures_take_the_tables_place_and_the_half_made_trade_comes_back_whole(at):
    """Among four: the partner is not asked for again, and nothing has moved."""
    game = at("turn")
    me = initiator(game)
    you = (me + 2) % 4
    deal(game, {1: me, 6: me, 23: you}, mortgaged=(23,), money={me: 700, you: 600}, cards={0: you})
    game.key("t", 60).key(str(you + 1), 60)
    press(game, deed_cell(game, 1, 0))
    press(game, deed_cell(game, 23, 1))
    press(game, deed_cell(game, 23, 1))  # and repay it
    press(game, SIDE + CARD)
    press(game, MONEY)
    before = game.text(), game.state(), game.byte("grid_at"), game.byte("trade_side")
    game.key("s", 60)
    assert game.holds("desk")
    assert "STATISTICS" in game.text()
    game.key("{RIGHT}{RIGHT} ", 60)
    assert game.holds("trade")
    after = game.text(), game.state(), game.byte("grid_at"), game.byte("trade_side")
    assert after == before
    game.key("s", 60).key(" ", 60)
    to_approval(game, you)  # and it can be offered
    assert game.byte("offer_partner") == you


def test_the_figures_take_the_contracts_place_and_the_question_is_asked_anew(two):
    game, me, you = two
    open_table(game)
    press(game, deed_cell(game, 6, 0))
    press(game, MONEY)
    to_approval(game, you)
    before, state = game.text(), game.state()
    game.key("s", 60)
    assert game.holds("desk")
    game.machine.type(" ")
    for _ in range(60):  # what is pressed too early decides nothing
        game.tick(1)
        if game.holds("deal"):
            break
    game.machine.type("y")
    game.tick(60)
    assert (game.text(), game.state()) == (before, state)
    decide(game, "yy")
    assert owner(game, 6) == you
    assert game.word("player_money", me) == 1400


def test_managing_in_between_keeps_what_can_still_be_traded(two):
    game, _me, _you = two
    open_table(game)
    press(game, deed_cell(game, 1, 0))
    press(game, deed_cell(game, 23, 1))
    game.key("m", 60)
    assert "Mortgage" in game.text()
    game.key("d", 80)
    assert glyph("tick") in body(game, deed_cell(game, 1, 0))
    assert glyph("tick") in body(game, deed_cell(game, 23, 1))


def test_help_while_managing_in_between_takes_the_tables_place_and_gives_it_back(two):
    game, _me, _you = two
    open_table(game)
    press(game, deed_cell(game, 1, 0))
    assert game.holds("trade")
    game.key("m", 60).key("?", 60)
    assert "HELP" in game.text()
    assert game.holds("help")
    game.key(" ", 60).key("d", 60)
    assert game.holds("trade")
    assert glyph("tick") in body(game, deed_cell(game, 1, 0))


@pytest.mark.feature("F022")
def test_a_trade_is_made_in_an_own_auction_turn_and_the_auction_goes_on(two):
    game, _me, _you = two
    to_an_offer(game)
    game.key("p", 100)
    assert game.mode == K["MODE_AUCTION"]
    speaker = initiator(game)
    other = 1 - speaker
    deal(game)
    money = [game.word("player_money", p) for p in (speaker, other)]
    game.key(".", 10).key(".", 10)  # the third page of the auction's buttons
    assert "Trade" in game.text()
    open_table(game)
    press(game, SIDE + MONEY)
    to_approval(game, other)
    assert game.byte("mode_depth") == 2
    for key in "yy":
        game.key(key, 20)
    settle(game, "Bid $")
    assert game.mode == K["MODE_AUCTION"]
    assert initiator(game) == speaker
    assert game.word("player_money", speaker) == money[0] + 100
    assert game.word("player_money", other) == money[1] - 100


def test_both_players_see_what_has_changed_hands(two):
    game, _, you = two
    deal(game, mortgaged=(24,))
    open_table(game)
    press(game, deed_cell(game, 24, 1))
    press(game, MONEY)
    to_approval(game, you)
    game.key("y", 10)
    game.key("y", 20)
    seen = ""
    for _ in range(60):
        seen += game.told() + "\n"
        game.tick(8)
    for words in (
        "pays the bank $12",
        "gets Trafalgar",
        f"pays PLAYER {you + 1} $100",
        "It is a deal!",
    ):
        assert words in seen, seen
    assert game.word("panel.s:shown", you) == 1600


def test_the_mouse_selects_by_hovering_and_presses_by_a_click(two):
    game, me, you = two
    open_table(game)
    wake(game)
    cell = deed_cell(game, 23, 1)
    x, y, *_ = table_cells(game).rects[cell]
    to(game, x, y)
    assert game.byte("grid_at") == cell
    click(game, x + 1, y + 1, 6)
    assert glyph("tick") in body(game, cell)
    x, y, *_ = table_cells(game).rects[MONEY]
    click(game, x, y, 6)
    assert game.word("offer_give") == 100
    click(game, 2, 23, 60)
    settle(game, "Accept the trade")
    click(game, 2, 23, 20)
    click(game, 2, 23, 20)
    settle(game, DONE)
    assert owner(game, 23) == me
    assert game.word("player_money", you) == 1600


@pytest.mark.parametrize("key", ["{RIGHT}", "{DOWN}", "\n", "u"])
def test_the_table_answers_a_key_within_two_pictures(two, key):
    game, _, _ = two
    open_table(game)
    vic = game.machine.board.vic

    def shown():
        return game.picture().tobytes(), tuple(vic.peek(i) for i in range(0x11))

    game.to_line(END_LINE)
    before = shown()
    game.machine.type(key, wait=False)
    for pictures in range(6):  # noqa: B007
        game.tick(1)
        game.to_line(END_LINE)
        if shown() != before:
            break
    assert pictures <= 3, game.where()


def test_no_picture_of_a_trade_is_torn(two):
    game, _, you = two
    deal(game, mortgaged=(24, 21))
    assert keys(game, ["t"], 60) > 20
    walk(game, table_cells(game), deed_cell(game, 21, 0))
    assert keys(game, ["\n", "{RIGHT}", "\n", "u", "i", "{DOWN}"], 12) > 60
    to_approval(game, you)
    assert keys(game, ["{UP}", "\n", "\n", "{DOWN}", "y", "n"], 12) > 60


def help_is(game, words, back):
    """Help opens, says so within its lines, and leads back."""
    game.key("?", 60)
    lines = game.text().splitlines()
    assert "HELP" in lines[1], game.where()
    assert words in " ".join(line.strip() for line in lines)
    assert not lines[23].strip()
    assert all(line[0] == line[39] == " " for line in lines[1:])
    game.key(" ", 60)
    assert back in game.text()


def test_help_says_how_to_trade_and_how_to_decide(two):
    game, _, you = two
    open_table(game)
    help_is(game, "puts a deed or a card into the trade", "gives")
    press(game, MONEY)
    money = game.byte("offer_give_lo")
    help_is(game, "U, I, O: more cash", "gives")
    assert game.byte("offer_give_lo") == money
    to_approval(game, you)
    help_is(game, "Y takes the trade", OFFERS)
    assert game.byte("grid_at") == ACCEPT + 1  # it stands on "Decline"
    game.key("n").until(DONE)


def test_help_says_how_a_partner_is_chosen(at):
    game = at("turn")
    game.key("t", 60)
    help_is(game, "Choose with a number", "TRADE WITH WHOM?")
    game.key("{F8}", 60)
    assert "Choose with a number" in " ".join(game.text().split())


def test_the_table_and_the_contract_name_what_a_trade_completes(two):
    """Only groups that are complete by it, for whom, while it is so."""
    game, me, you = two
    deal(game, {1: me, 3: me, 11: me, 13: me, 39: me, 14: you, 37: you, 5: you})
    open_table(game)

    def gains():
        line = game.text().splitlines()[20]
        return line[:20].strip(), line[20:].strip()

    press(game, deed_cell(game, 5, 1))
    assert gains() == ("", "")
    press(game, deed_cell(game, 14, 1))
    assert gains() == ("gets all Purple", "")
    press(game, deed_cell(game, 39, 0))
    assert gains() == ("gets all Purple", "gets all Blue")
    press(game, deed_cell(game, 14, 1))
    assert gains() == ("", "gets all Blue")
    press(game, deed_cell(game, 14, 1))
    to_approval(game, you)
    assert gains() == ("gets all Purple", "gets all Blue")
    said = [line.split(".", 1)[-1].strip() for line in game.text().splitlines()[1:19]]
    said = [line for line in said if "Completes" in line]
    assert said == [
        f"Completes Purple for PLAYER {me + 1}",
        f"Completes Blue for PLAYER {you + 1}",
    ]
