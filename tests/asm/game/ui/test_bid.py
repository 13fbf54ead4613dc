"""The amount of a bid: letters, cursor, joystick."""

import pytest

from tests.asm.game.engine import K
from tests.asm.game.ui.machine import COLORS
from tests.asm.game.ui.test_menu import press, selected
from tests.asm.game.ui.test_screens import to_an_offer

CELLS = {"U": (25, 22), "I": (31, 22), "O": (36, 22), "J": (25, 23), "K": (31, 23), "L": (36, 23)}
YELLOW_PAPER = 0x07


@pytest.fixture
def auction(at):
    """A machine in an auction."""
    game = at("turn")
    to_an_offer(game)
    game.key("p", 100)
    assert game.mode == K["MODE_AUCTION"]
    return game


def amount(game):
    """The bid shown."""
    line = game.text().splitlines()[21]
    return int(line.split("$")[1].split()[0])


def lit(game):
    """Letters of the cells that are lit."""
    return {k for k, (x, y) in CELLS.items() if game.ram[COLORS + 40 * y + x] == YELLOW_PAPER}


def test_six_letters_change_the_amount_and_ten_is_the_least(auction):
    for keys, value in (("u", 110), ("i", 120), ("o", 121), ("l", 120), ("k", 110), ("jjj", 10)):
        auction.key(keys, 10)
        assert amount(auction) == value


@pytest.mark.feature("F116")
def test_cursor_and_stick_walk_through_the_cells_and_back_to_the_buttons(auction):
    game = auction
    stick = game.machine.joystick(2)
    button = selected(game)
    assert lit(game) == set()
    press(stick, "right", game, 8)
    assert lit(game) == {"I"}
    for direction, cell in (
        ("left", "U"),
        ("down", "J"),
        ("right", "K"),
        ("right", "L"),
        ("right", "U"),
        ("left", "L"),
        ("up", "O"),
        ("left", "I"),
    ):
        press(stick, direction, game, 8)
        assert lit(game) == {cell}
    press(stick, "fire", game, 8)
    press(stick, "fire", game, 8)
    assert amount(game) == 30
    press(stick, "right", game, 8)
    press(stick, "fire", game, 8)
    assert amount(game) == 31
    game.key("{UP}", 8)
    assert lit(game) == set()
    assert selected(game) == button == "Bid"
    game.key("\n", 60).key("\n", 60)  # a bid is asked for twice
    assert game.byte("auction_bid_lo") == 31


def test_a_bid_without_the_money_is_disabled_or_refused(auction):
    game = auction
    game.key("u" * 16, 30)
    assert amount(game) == 1610
    game.key("b", 20)
    assert "You cannot afford it." in game.told()
    assert game.byte("auction_bidder") == 0xFF
