"""The amount of a bid: letters, cursor, joystick."""

import pytest

from tests.asm.game.engine import K
from tests.asm.game.ui.machine import COLORS, glyph_codes, glyph_dots
from tests.asm.game.ui.test_board import cell
from tests.asm.game.ui.test_menu import press, selected
from tests.asm.game.ui.test_screens import to_an_offer

CELLS = {"U": (25, 22), "I": (31, 22), "O": (36, 22), "J": (25, 23), "K": (31, 23), "L": (36, 23)}
YELLOW_PAPER = 0x07
RED = 2


@pytest.fixture
def auction(at):
    """A machine in an auction."""
    game = at("turn")
    game.way(("auction",), lambda: _auction(game))
    assert game.mode == K["MODE_AUCTION"]
    return game


def _auction(game):
    to_an_offer(game)
    game.key("p", 100)


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
    for direction, lit_one in (
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
        assert lit(game) == {lit_one}
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
    for player in range(4):  # on the way here one may have drawn a card that pays
        game.ram[game.labels["player_money_lo"] + player] = 1500 & 0xFF
        game.ram[game.labels["player_money_hi"] + player] = 1500 >> 8
    game.key("u" * 16, 30)
    assert amount(game) == 1610
    game.key("b", 20)
    assert "You cannot afford it." in game.told()
    assert game.byte("auction_bidder") == 0xFF


def figures(game):
    """What the large letters on the stage spell, and their ink."""
    codes = glyph_codes()
    quads = {ord(" "): 0, codes["solid"]: 15} | {codes[f"quad{n}"]: n for n in range(1, 15)}
    shapes = {glyph_dots(game.ram, ord(c)): c for c in "$0123456789 "}
    for left in range(4, 12):
        if any(cell(game, x, y)[0] != ord(" ") for x in range(4, left) for y in range(9, 13)):
            break
        words, inks = "", set()
        for x in range(left, 20, 4):
            rows = []
            for y in range(9, 13):
                cells = [cell(game, min(x + i, 19), y) for i in range(4)]
                inks |= {ink for glyph, ink, _ in cells if glyph != ord(" ")}
                parts = [quads.get(glyph, 0) for glyph, _, _ in cells]
                for shift in (2, 0):
                    rows.append(int("".join(f"{n >> shift & 3:02b}" for n in parts), 2))
            words += shapes.get(bytes(rows), "?")
        if "?" not in words and words.strip():
            return words.strip(), inks
    return "", set()


@pytest.mark.parametrize(("amount", "words"), [(90, "$90"), (250, "$250"), (1490, "1490")])
def test_the_standing_bid_is_spelt_in_large_figures_with_its_bidder(auction, amount, words):
    game = auction
    assert "No bid yet" in game.text()
    speaker = game.byte("mode_active", game.byte("mode_depth"))
    game.ram[game.labels["bid_lo"]], game.ram[game.labels["bid_hi"]] = amount & 255, amount >> 8
    game.key("b", 60)
    assert game.byte("auction_bidder") == speaker
    assert figures(game) == (words, {RED})
    lines = game.text().splitlines()
    assert "Standing bid" in lines[8]
    assert f"PLAYER {speaker + 1}" in lines[13][4:20]
    colour = game.byte("colour_ink", game.byte("player_colour", speaker))
    assert {cell(game, x, 13)[2] for x in range(4, 20)} == {colour}


@pytest.mark.parametrize(("bid", "following"), [(10, 20), (90, 100), (250, 260), (1490, 1500)])
def test_the_next_one_is_shown_the_bid_that_is_ten_higher(auction, bid, following):
    game = auction
    game.ram[game.labels["bid_lo"]], game.ram[game.labels["bid_hi"]] = bid & 255, bid >> 8
    game.key("b", 60)
    assert game.word("auction_bid") == bid
    assert amount(game) == following


def test_an_auction_begins_with_ten_and_a_pass_leaves_the_amount(auction):
    game = auction
    assert amount(game) == 10
    game.key("uu", 10).key("b", 60)
    assert amount(game) == 220
    game.key("p", 60)
    assert amount(game) == 220


def test_who_has_dropped_out_is_a_dash_among_the_bidders(auction):
    game = auction
    speaker = game.byte("mode_active", game.byte("mode_depth"))
    seats = [cell(game, 4 + 2 * seat, 15)[0] for seat in range(4)]
    tokens = game.labels["token_glyphs"]
    assert seats == [game.ram[tokens + game.byte("player_token", seat)] for seat in range(4)]
    game.key("f", 60)
    after = [cell(game, 4 + 2 * seat, 15)[0] for seat in range(4)]
    assert after == [ord("-") if seat == speaker else seats[seat] for seat in range(4)]


def test_somebody_who_looks_at_the_lot_sees_its_deed(auction):
    game = auction
    assert "1 house" not in game.text()
    square = game.byte("stage_square")
    game.key("d", 60)
    assert game.byte("browse_square") == square
    assert "Mortgage" in game.text()
    game.key("d", 60)
    assert "No bid yet" in game.text()
