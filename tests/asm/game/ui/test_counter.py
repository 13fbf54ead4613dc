"""Counter-offers: a contract goes back with other terms, three times at most."""

import pytest

from tests.asm.game.engine import K
from tests.asm.game.ui.machine import Game
from tests.asm.game.ui.table import (
    ACCEPT,
    BUTTONS,
    MONEY,
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
    to_approval,
    walk,
)
from tests.asm.game.ui.test_computer import against, wanted
from tests.asm.game.ui.test_mouse import click, wake

DONE = "Roll dice"
WANTS = "wants this instead"
TABLE = "C Confirm"


@pytest.fixture(scope="module")
def begun(built):
    """{players: snapshot of a game's first turn}."""
    return {n: Game().boot().first_turn(n).machine.snapshot() for n in (2, 3)}


@pytest.fixture
def seats(begun):
    """Call with a number of players: (game, who has the dice, the next one)."""

    def make(players=2):
        game = Game()
        game.machine.restore(begun[players])
        me = initiator(game)
        you = (me + 1) % players
        owners = {1: me, 6: me, 21: me, 37: me, 3: you, 8: you, 23: you, 25: you}
        game.way(("deeds of two",), lambda: deal(game, owners))
        return game, me, you

    return make


def pick_partner(game, you):
    game.key("t", 60)
    if TABLE not in game.text():
        game.key(str(you + 1), 60)
    assert TABLE in game.text(), game.where()


def ask_for_station(game, you):
    """For some money that is too little."""
    pick_partner(game, you)
    press(game, deed_cell(game, 25, 1))
    press(game, MONEY + 1)
    press(game, BUTTONS, 60)


def offer(game, me, you):
    """A deed and 100 for a deed; the partner has the contract before him."""
    pick_partner(game, you)
    for cell in (deed_cell(game, 1, 0), deed_cell(game, 3, 1), MONEY):
        press(game, cell)
    to_approval(game, you)
    assert initiator(game) == you
    assert game.byte("trade_from") == me


def change(game, *cells):
    """Change the contract at the table, and send it back."""
    game.key("c", 5)
    settle(game, TABLE)
    for cell in cells:
        press(game, cell)
    press(game, BUTTONS, 60)
    settle(game, WANTS)


def money(game, *players):
    return [game.word("player_money", player) for player in players]


def test_the_contract_goes_back_with_other_terms_and_is_done_as_changed(seats):
    game, me, you = seats()
    offer(game, me, you)
    change(game, SIDE + MONEY + 1)
    assert initiator(game) == me
    assert line(game, 0)[0].endswith(f"PLAYER {you + 1} gives")
    assert line(game, 3)[1].endswith("$110 in cash")
    game.key("y", 20)
    game.key("y", 20)
    settle(game, DONE)
    assert (owner(game, 1), owner(game, 3)) == (you, me)
    assert money(game, me, you) == [1390, 1610]
    assert initiator(game) == me


def test_it_goes_back_three_times_and_no_more(seats):
    game, me, you = seats()
    offer(game, me, you)
    for seat in (me, you, me):
        change(game, MONEY + 1)
        assert initiator(game) == seat
    game.key("c", 60)
    assert "It was changed three times." in info(game)
    assert (game.mode, initiator(game)) == (K["MODE_TRADE"], me)
    game.key("n", 60)
    settle(game, DONE)
    assert money(game, me, you) == [1500, 1500]
    offer(game, me, you)  # another negotiation begins anew
    change(game, MONEY + 1)


def test_whoever_leaves_the_table_has_the_contract_again_as_it_was(seats):
    game, me, you = seats()
    offer(game, me, you)
    game.key("c", 5)
    settle(game, TABLE)
    press(game, MONEY)
    game.key("x", 60)
    settle(game, "offers you this trade")
    assert (game.mode, initiator(game), game.byte("trade_from")) == (K["MODE_TRADE"], you, me)
    game.key("y", 20)
    game.key("y", 20)
    settle(game, DONE)
    assert money(game, me, you) == [1400, 1600]


def test_of_three_players_the_counter_offer_goes_to_who_has_offered(seats):
    game, me, you = seats(3)
    offer(game, me, you)
    game.key("c", 5)
    settle(game, TABLE)
    game.key("p", 20)
    assert TABLE in game.text()  # nobody else can be chosen
    assert game.byte("offer_partner") == me
    press(game, SIDE + MONEY + 2)
    press(game, BUTTONS, 60)
    settle(game, WANTS)
    assert (initiator(game), game.byte("trade_from")) == (me, you)


def test_the_mouse_changes_a_contract(seats):
    game, me, you = seats()
    offer(game, me, you)
    wake(game)
    click(game, 35, 23)  # C Change
    settle(game, TABLE)
    click(game, 2, 23)  # C Confirm
    settle(game, WANTS)
    assert (initiator(game), game.byte("trade_from")) == (me, you)


def test_a_computer_says_what_it_would_take_instead_of_declining_for_the_price(seats):
    game, me, you = seats()
    against(game, you)
    ask_for_station(game, you)
    settle(game, WANTS)
    assert (initiator(game), game.byte("trade_from")) == (me, you)
    assert [game.byte("square_mark", square) for square in (25, 1)] == [1, 0]
    price = game.word("trade_want")
    assert price > 100  # it is worth 100 to anybody
    game.key("y", 20)
    game.key("y", 20)
    settle(game, DONE)
    assert owner(game, 25) == me
    assert money(game, me, you) == [1500 - price, 1500 + price]


def test_a_computer_listens_to_a_counter_offer_to_its_own(seats):
    game, me, you = seats()
    against(game, you)
    ask_for_station(game, you)
    settle(game, WANTS)
    price = game.word("trade_want")
    game.key("c", 5)
    settle(game, TABLE)
    press(game, MONEY)  # 100 more than it asks for
    press(game, BUTTONS, 60)
    settle(game, DONE)
    assert owner(game, 25) == me
    assert money(game, me) == [1500 - price - 100]


def test_a_computer_declines_what_no_money_of_the_others_makes_fair(seats):
    game, me, you = seats()
    against(game, you)
    deal(game, money={me: 60})
    ask_for_station(game, you)
    settle(game, DONE)
    assert game.mode == K["MODE_NORMAL"]
    assert owner(game, 25) == you


def test_the_buttons_of_a_contract_can_all_be_reached_by_cursor(seats):
    game, me, you = seats()
    offer(game, me, you)
    cells = Cells(game, "deal_cells")
    cells.allowed = list(range(ACCEPT, ACCEPT + 8))
    assert not cells.islands()
    for goal in (ACCEPT + 7, ACCEPT, ACCEPT + 6, ACCEPT + 1):
        walk(game, cells, goal)
    assert "offers you this trade" in info(game)
    walk(game, cells, ACCEPT + 7)
    assert info(game) == "Change it and send it back."


@pytest.fixture
def asked(at):
    """(game, person, computer): the computer has offered a trade for the person's deed."""
    game = at("turn")
    _, me, computer = wanted(game)
    return game, me, computer


def test_a_computer_that_is_told_to_stop_asking_leaves_people_alone(asked):
    game, me, computer = asked
    assert "D Stop asking" in game.text()
    assert game.byte("brain_wait", computer) < 20
    game.key("d", 60)
    assert game.mode != K["MODE_TRADE"]
    assert game.byte("brain_wait", computer) >= 0xFE
    assert owner(game, 19) == me


def test_the_mouse_tells_it_too(asked):
    game, _, computer = asked
    wake(game)
    click(game, 25, 18)
    assert game.mode != K["MODE_TRADE"]
    assert game.byte("brain_wait", computer) >= 0xFE


def test_a_person_is_not_told_to_stop(seats):
    game, me, you = seats()
    offer(game, me, you)
    assert "D Stop asking" not in game.text()
    game.key("d", 20)
    assert game.mode == K["MODE_TRADE"]
