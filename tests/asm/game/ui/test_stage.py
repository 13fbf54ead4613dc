"""What is told is what the stage shows, and what lies there is what is to be decided."""

import numpy as np
import pytest

from tests.asm.game.engine import K
from tests.asm.game.ui.machine import CELLS, COLORS, glyph_codes
from tests.asm.game.ui.table import deal, owner
from tests.asm.game.ui.test_must_pay import throw
from tests.asm.game.ui.test_play import to_menu

SQUARES = (1, 9, 11, 19, 24, 29, 34, 39)
YELLOW = 7
NAMES = 5  # the book of names (asm/game/data/text/text.inc)


def event(game, name, player, square, other=0, amount=0):
    """Let the program show an event."""
    values = (
        ("ev_type", K[f"EV_{name}"]),
        ("ev_player", player),
        ("ev_param", square),
        ("ev_other", other),
        ("ev_lo", amount & 255),
        ("ev_hi", amount >> 8),
    )
    for label, value in values:
        game.ram[game.labels[label]] = value
    game.ram[game.labels["ui_skip"]] = 1
    game.call("event_show")
    game.ram[game.labels["ui_skip"]] = 0


def houses(game):
    """Houses on the ring, not on the stage's card or in the stock below it."""
    count = 0
    for row in range(24):
        for x in range(24):
            at = CELLS + 40 * row + x
            outside = not (3 <= x < 21 and 3 <= row < 21)
            if outside and game.ram[at] == glyph_codes()["house"]:
                count += game.ram[at + 1] - ord("0")
    return count


def paper(game, square):
    """Paper of the body of a square, where its price stands."""
    game.call("square_open", x=square)
    part = 3 * game.byte("board_lie") + 1
    x = game.byte("board_x") + game.byte("part_x", part)
    y = game.byte("board_y") + game.byte("part_y", part)
    return game.ram[COLORS + 40 * y + x] & 15


@pytest.mark.parametrize("name", ["BUILT", "SOLD", "MORTGAGED", "REPAID", "BOUGHT", "WON", "DEED"])
def test_a_square_that_changes_is_yellow_and_its_card_on_the_stage(at, name):
    game = at("turn")
    for square in SQUARES:
        deal(game, {square: 1})
        event(game, name, 1, square)
        assert game.byte("stage_square") == square
        assert game.byte("board_selected") == square
        assert [n for n in SQUARES if paper(game, n) == YELLOW] == [square]
        first = game.words(text_of(square)).split()[0].strip(",")
        assert first in game.text()


def text_of(square):
    """The number of a square's name."""
    return NAMES << 8 | square


def test_a_computers_house_is_seen_when_it_is_told(at):
    game = at("turn")
    seen = 0
    for level in (1, 2, 3):
        deal(game, dict.fromkeys((11, 13, 14), 2), dict.fromkeys((11, 13, 14), level))
        event(game, "BUILT", 2, 14)
        assert houses(game) > seen
        seen = houses(game)


def test_a_bid_is_about_the_card_that_lies_there(at):
    game = at("turn")
    game.ram[game.labels["stage_square"]] = 39
    for name in ("BID", "PASS", "FORFEIT"):
        event(game, name, 1, 12)
        assert game.byte("stage_square") == 12
        game.ram[game.labels["stage_square"]] = 39


def test_a_new_turn_finds_nothing_of_the_last_one(at):
    game = at("turn")
    event(game, "MORTGAGED", 1, 24)
    game.ram[game.labels["dice_shown"]] = 1
    event(game, "TURN", 2, 0)
    assert game.byte("stage_square") == 0xFF
    assert not game.byte("dice_shown")
    chance = glyph_codes()["chance0"]
    assert bytes((chance, chance + 1)) in bytes(game.ram[CELLS + 400 : CELLS + 640])  # the decks


def test_after_managing_the_deed_that_is_offered_lies_there_again(at):
    game = at("turn")
    me = game.byte("mode_active", 0)
    deal(game, {39: me})
    game.ram[game.labels["player_square"] + me] = 6
    throw(game, 1, 2)
    to_menu(game)
    game.key("m", 60).key("m", 80)  # manage; mortgage
    assert game.byte("square_mortgaged", 39)
    assert game.byte("stage_square") == 39
    game.key("d", 60)
    assert game.byte("stage_square") == 9
    assert "Pentonville" in game.text()
    assert owner(game, 9) > 7


@pytest.mark.parametrize(
    ("owners", "label", "rent"),
    [({6: 1}, "Rent", 6), ({6: 1, 8: 1, 9: 1}, "Full set", 12)],
)
def test_the_lit_line_is_the_amount_that_is_charged(at, owners, label, rent):
    """A whole group doubles the rent of a bare street: the card marked the single one."""
    game = at("turn")
    me = game.byte("mode_active", 0)
    you = (me + 1) % 4
    deal(game, dict.fromkeys(owners, you))
    game.ram[game.labels["player_square"] + me] = 3
    before = game.word("player_money", me)
    throw(game, 1, 2)
    to_menu(game)
    assert before - game.word("player_money", me) == rent
    assert lit(game) == [f"{label} {rent}"]


WHITE_ON_BLUE = 0x16


@pytest.mark.feature("F177")
@pytest.mark.parametrize(("level", "line"), [(3, "3 houses 900"), (5, "Hotel 1275")])
def test_the_rent_of_a_street_that_is_built_on_is_lit_in_white(at, level, line):
    """The row on the card of the square somebody lands on, and no other: it is what he pays."""
    game = at("turn")
    me = game.byte("mode_active", 0)
    you = (me + 1) % 4
    deal(game, dict.fromkeys((31, 32, 34), you), dict.fromkeys((31, 32, 34), level))
    game.ram[game.labels["player_square"] + me] = 28
    before = game.word("player_money", me)
    throw(game, 1, 2)
    to_menu(game)
    assert before - game.word("player_money", me) == int(line.split()[-1])
    assert lit(game) == []
    assert lit(game, WHITE_ON_BLUE) == [line]
    label = line.rsplit(maxsplit=1)[0]
    row = next(y for y in range(24) if label in game.text().splitlines()[y][4:20])
    game.tick(2)
    dots = game.picture()[8 * row : 8 * row + 8, 32:160]
    assert set(np.unique(dots)) == {1, 6}, "white and blue, dot by dot"
    assert (dots == 1).sum() > 100


def test_a_mortgaged_station_has_no_lit_line(at):
    game = at("turn")
    deal(game, {5: 1, 15: 1})
    event(game, "MORTGAGED", 1, 5)
    assert lit(game) == ["2 held 50"]
    deal(game, {5: 1, 15: 1}, mortgaged=(5,))
    event(game, "MORTGAGED", 1, 5)
    assert [line for line in lit(game) if "held" in line] == []


def lit(game, colours=YELLOW):
    """Lines of the card on the stage in these colours, ink * 16 + paper: black on yellow."""
    found = []
    for row in range(6, 14):  # below them the owner, in his colour
        cells = [
            chr(game.ram[CELLS + 40 * row + x])
            for x in range(4, 20)
            if game.ram[COLORS + 40 * row + x] == colours
        ]
        words = " ".join("".join(cells).split())
        if words:
            found.append(words)
    return found
