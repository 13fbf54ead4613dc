"""The Russian rules on screen: tax, less rent, loans, new money; keys, joystick and mouse."""

import pytest

from disk.d64 import D64Image
from tests.asm.game.engine import NOBODY, K
from tests.asm.game.ui.table import active, dice_of
from tests.asm.game.ui.test_mouse import click, wake
from tests.asm.game.ui.test_presets import chosen, row, start

LOAN_ROW, FORM_ROW, ISSUE_ROW, ASK_ROW, BACK_ROW = 4, 18, 21, 22, 23  # asm/game/pages/loans.s


@pytest.fixture
def turn(at):
    """A turn of the first seat by the Russian rules, its roll still to come."""
    game = at("title")
    return game.way(("turn by the Russian rules",), lambda: _turn(game))


def _turn(game):
    start(chosen(game).key("{RIGHT}{RIGHT}", 30))
    for _ in range(4):
        game.key("r", 100)
    game.until("Roll dice")


def put(game, **values):
    """Write bytes of the state by name; a tuple (index, value) for one of a table."""
    for name, value in values.items():
        index, value = value if isinstance(value, tuple) else (0, value)
        game.ram[game.labels[name] + index] = value


def rolled(game, square, first, second):
    """The active player stands there and rolls these: the next dice are forced."""
    me = active(game)
    put(game, player_square=(me, square), shown_square=(me, square))
    game.machine.board.set_trap(game.labels["random_dice"], dice_of(game, first, second))
    game.key("r", 200)


def test_the_highest_roll_sits_first_and_is_told(turn):
    assert active(turn) == 0
    assert turn.byte("turn_first") == 0
    assert "L Loans" in turn.text() or "Loans" in turn.text()


def test_income_tax_is_chosen(turn):
    rolled(turn, 1, 1, 2)
    assert "Pay 200" in turn.text(), turn.where()
    assert "Pay 10 %" in turn.text()
    money = turn.word("player_money", 0)
    turn.key("t", 150)
    assert turn.word("player_money", 0) == money - 150
    assert "Next turn" in turn.text()


@pytest.mark.parametrize(("key", "paid"), [("a", 50), ("n", 0), ("kt", 40)])
def test_the_owner_may_take_less(turn, key, paid):
    owner = 2
    put(turn, square_owner=(39, owner))
    groups = turn.labels["player_groups"]
    turn.ram[groups + 7 * 8 + owner] += 1
    turn.ram[turn.labels["player_equity_lo"] + owner] = 200
    turn.ram[turn.labels["player_equity_hi"] + owner] = 0
    rolled(turn, 36, 1, 2)
    assert turn.mode == K["MODE_RENT"], turn.where()
    assert active(turn) == owner
    assert "Rent $50" in turn.text()
    assert "Take $50" in turn.text()
    before = turn.word("player_money", owner)
    turn.key(key[:-1], 10) if key[:-1] else None
    turn.key(key[-1], 150)
    assert turn.word("player_money", owner) == before + paid
    assert turn.mode == K["MODE_NORMAL"]


def test_help_tells_what_the_buttons_of_a_rent_and_of_a_loan_do(turn):
    put(turn, square_owner=(39, 2))
    turn.ram[turn.labels["player_groups"] + 7 * 8 + 2] += 1
    turn.ram[turn.labels["player_equity_lo"] + 2] = 200
    turn.ram[turn.labels["player_equity_hi"] + 2] = 0
    rolled(turn, 36, 1, 2)
    assert turn.mode == K["MODE_RENT"]
    turn.key("?", 60)
    assert "take what is shown" in turn.text()
    words = turn.labels["words_request"]
    told = []
    for name in ("GRANT", "REFUSE_LOAN"):
        at = words + 2 * K["REQ_" + name]
        told.append(turn.words(turn.ram[at] + 256 * turn.ram[at + 1]))
    assert told == ["lend what is asked for", "lend nothing"]


@pytest.mark.feature("F210")
def test_the_auctioneer_names_a_price_by_the_keys_of_a_bid(at):
    """V-3.2: with five players; chosen before the game, told below the board."""
    game = at("title").key("\n", 60).key("{RIGHT}", 10).key("{UP}" * 9, 30)  # five players
    game.key("{RIGHT}{RIGHT}", 30).key("\n", 40)
    assert "RULES: Russian" in game.text()
    game.key("{UP}", 20).key("{RIGHT}" * 4, 40).key("\n", 40)
    assert game.byte("settings", K["OPT_CALLER"]) == 4
    start(game)
    for _ in range(5):
        game.key("r", 100)
    game.until("Roll dice")
    caller = game.byte("settings", K["OPT_CALLER"]) - 1
    rolled(game, 36, 1, 2)
    game.key("p", 200)
    assert game.mode == K["MODE_AUCTION"], game.where()
    assert active(game) == caller
    game.key("p", 60)
    assert active(game) == caller, "he cannot pass"
    game.key("ii", 10).key("b", 200)
    assert game.byte("auction_bidder") == NOBODY
    assert "asks for $30" in game.told()
    after = active(game)
    assert after == (caller + 1) % 5
    game.key("b", 200)
    assert (game.word("auction_bid"), game.byte("auction_bidder")) == (30, after)


def to_loans(game):
    """The page of loans."""
    game.key("l", 60)
    assert "LOANS" in row(game, 1)
    assert "Nobody owes anything." in row(game, LOAN_ROW)
    return game


def test_the_machine_refuses_more_than_half_of_what_one_owns(turn):
    to_loans(turn).key("{DOWN}{DOWN}{DOWN}\n", 60)
    assert "The bank lends less." in turn.told()
    assert turn.mode == K["MODE_NORMAL"]


def test_a_player_is_asked_for_a_loan_and_grants_it(turn):
    to_loans(turn).key("{RIGHT}", 20)
    assert "Lender    PLAYER" in row(turn, FORM_ROW)
    turn.key("u", 20).key("{DOWN}{DOWN}{RIGHT}", 20)
    assert "$200" in row(turn, FORM_ROW + 1)
    assert "6 turns" in row(turn, FORM_ROW + 2)
    lender = turn.byte("offer_partner")
    turn.key("{DOWN}\n", 120)
    assert turn.mode == K["MODE_LOAN"], turn.where()
    assert active(turn) == lender
    assert "$200 6 turns" in turn.text()
    turn.key("y", 120)
    assert turn.mode == K["MODE_NORMAL"]
    assert turn.word("player_money", 0) == 1700
    assert turn.word("player_money", lender) == 1300
    turn.key("l", 60)
    assert "$200 6 turns" in row(turn, LOAN_ROW)
    wake(turn)
    click(turn, 10, LOAN_ROW, 120)  # paid back
    assert turn.word("player_money", 0) == 1500
    assert turn.byte("loan_borrower") == NOBODY


def test_a_loan_is_refused_and_nothing_changes(turn):
    to_loans(turn).key("{RIGHT}{DOWN}{DOWN}{DOWN}\n", 120)
    assert turn.mode == K["MODE_LOAN"]
    turn.key("n", 120)
    assert turn.mode == K["MODE_NORMAL"]
    assert turn.word("player_money", 0) == 1500
    assert turn.byte("loan_borrower") == NOBODY


def test_the_term_goes_from_turns_to_laps(turn):
    to_loans(turn).key("{DOWN}{DOWN}", 20)
    seen = []
    for _ in range(26):
        seen.append(row(turn, FORM_ROW + 2)[12:].split("  ")[0].strip())
        turn.key("{RIGHT}", 6)
    assert seen[0] == seen[25] == "5 turns"
    assert {f"{n} turns" for n in range(1, 21)} | {f"{n} laps" for n in range(1, 6)} == set(seen)


def test_new_money_is_listed(turn):
    put(turn, issue_count=2, issue_turn_lo=(0, 7), issue_lo=(0, 200), issue_hi=(0, 1))
    put(turn, issue_turn_lo=(1, 9))
    put(turn, issue_lo=(1, 50))
    turn.key("l", 60)
    assert "Turn 7 $456" in row(turn, 13)
    assert "Turn 9 $50" in row(turn, 14)
    wake(turn)
    click(turn, 4, BACK_ROW)
    assert "Roll dice" in turn.text()
    assert turn.byte("aside_depth") == 0


@pytest.mark.feature("F247")
def test_the_page_tells_what_the_bank_has_and_the_banker_issues_more(turn):
    put(turn, switches=(K["SW_BANKER"], 1))
    to_loans(turn)
    assert "The bank has $" + str(15140 - 4 * 1500) in row(turn, 2)
    assert "Issue this amount" in row(turn, ISSUE_ROW)
    turn.key("uu", 10).key("{DOWN}{DOWN}{DOWN}\n", 120)
    assert turn.byte("issue_count") == 1 and turn.mode == K["MODE_NORMAL"]
    turn.key("l", 60)
    assert "The bank has $" + str(15140 - 4 * 1500 + 300) in row(turn, 2)
    assert "Turn 1 $300" in row(turn, 13)


@pytest.mark.feature("F247")
@pytest.mark.parametrize("banker", [0, 2])
def test_who_is_not_the_banker_is_offered_no_new_money(turn, banker):
    put(turn, switches=(K["SW_BANKER"], banker))
    to_loans(turn)
    assert not row(turn, ISSUE_ROW).strip()
    wake(turn)
    click(turn, 10, ISSUE_ROW, 60)
    assert "LOANS" in row(turn, 1) and turn.byte("issue_count") == 0


@pytest.mark.feature("F247")
def test_without_the_switch_the_bank_has_no_account(turn):
    put(turn, switches=(K["SW_BANK"], 0))
    put(turn, switches=(K["SW_BANKER"], 1))
    to_loans(turn)
    assert "bank has" not in turn.text() and not row(turn, ISSUE_ROW).strip()


def test_the_page_by_joystick(turn):
    to_loans(turn)
    stick = turn.machine.joystick(2)
    for direction in ("right", "down", "down", "down", "fire"):
        stick.press(direction)
        turn.tick(3)
        stick.release()
        turn.tick(20)
    turn.tick(90)
    assert turn.mode == K["MODE_LOAN"], (turn.where(), ASK_ROW)


def asked_for_tax(game):
    rolled(game, 1, 1, 2)
    assert game.byte("turn_phase") == K["PHASE_TAX"]


def asked_for_rent(game):
    put(game, square_owner=(39, 2))
    game.ram[game.labels["player_groups"] + 7 * 8 + 2] += 1
    put(game, player_equity_lo=(2, 200))
    put(game, player_equity_hi=(2, 0))
    rolled(game, 36, 1, 2)
    assert game.mode == K["MODE_RENT"]


def asked_for_a_loan(game):
    to_loans(game).key("{RIGHT}{DOWN}{DOWN}{DOWN}\n", 120)
    assert game.mode == K["MODE_LOAN"]


def with_a_loan(game):
    asked_for_a_loan(game)
    game.key("y", 120)
    assert game.byte("loan_borrower") == 0


def panel(game):
    """What stands beside the board: players, heading, buttons, an amount."""
    return [line[25:] for line in game.text().splitlines()[:24]]


@pytest.mark.parametrize("way", [asked_for_tax, asked_for_rent, asked_for_a_loan, with_a_loan])
def test_a_game_is_saved_and_goes_on_whatever_is_asked(at, turn, way):
    saves = D64Image.blank(b"SAVES", b"01")
    way(turn)
    state, mode = turn.state(), turn.mode
    turn.machine.drives[8].attach(saves)
    turn.key("g").until("No games").key("s", 10).key("ada\n", 10).until("ADA is saved.")
    assert turn.state() == state
    turn.key("b", 60)
    assert turn.holds("russian")
    asked = panel(turn)
    other = at("title")
    other.machine.drives[8].attach(D64Image(bytes(saves.data)))
    other.key("{F1}").until("1 game").key("l", 20).until("ADA goes on.").tick(30)
    assert other.state() == state
    assert other.mode == mode
    assert other.holds("russian")
    assert panel(other) == asked
