"""Names of squares: short ones drawn on the board, in full on the card."""

import numpy as np
import pytest

from tests.asm.game.engine import ROOT, K
from tests.asm.game.ui.machine import BITMAP, OUT
from tools import gamedata
from tools.art import read_squares
from tools.game import MAP
from tools.glyphs import narrow_cells, read_blocks

ART = ROOT / "asm" / "game" / "art"
SETS = ("london", "us")
FILES = {"london": "game.text", "us": "us.text"}
MOST = 7  # characters of a line on the board
CORNERS = (0, 10, 20, 30)
CELLS_WIDE, LEFT = 4, 2  # of a name; the left dots are the line between two squares
CARD_WIDE, HEAD_ROWS = 16, 4  # of the card, and its heading from the top of the stage on
DEEDS = [n for n, square in enumerate(gamedata.load("board.toml")["square"]) if "price" in square]


def short(names):
    """{square: (line, line)} as drawn in asm/game/art/squares.txt."""
    at = 2 * SETS.index(names)
    return {square: lines[at : at + 2] for square, lines in read_squares(ART).items()}


@pytest.fixture(params=SETS)
def named(request, at):
    """A machine in a turn with one set of names; its name."""
    game = at("turn")
    text = (OUT / FILES[request.param]).read_bytes()
    start = MAP["TEXT"].start
    game.ram[start : start + len(text)] = text
    return game, request.param


def face():
    """The narrow letters."""
    return read_blocks(ART / "narrow.txt", height=5)


def drawn(game):
    """uint8[25, 5, 320]: the dots that letters of names can have, by row of cells."""
    bitmap = np.frombuffer(bytes(game.ram[BITMAP : BITMAP + 8000]), dtype=np.uint8)
    dots = np.unpackbits(bitmap.reshape(25, 40, 8, 1), axis=3)
    return dots.transpose(0, 2, 1, 3).reshape(25, 8, 320)[:, 2:7]


def places(dots, lines, narrow):
    """(column, row) of cells where both lines stand."""
    wide = 8 * CELLS_WIDE
    one, two = (narrow_cells(line, narrow, CELLS_WIDE, LEFT)[2:7, 1:] for line in lines)
    for row in range(24):
        for x in range(0, 320 - wide + 8, 8):
            first, second = (dots[row + n, :, x + 1 : x + wide] for n in (0, 1))
            if np.array_equal(first, one) and np.array_equal(second, two):
                yield x // 8, row


@pytest.mark.feature("F180")
@pytest.mark.parametrize("names", SETS)
def test_names_on_the_board_have_at_most_seven_characters_a_line(names):
    """In America with their blanks; in OLD KENT and FENCH ST the blank is no letter."""
    lines = short(names)
    assert sorted(lines) == [n for n in range(K["SQUARES"]) if n not in CORNERS]
    for square, both in lines.items():
        assert both[0], square
        counted = both if names == "us" else [line.replace(" ", "") for line in both]
        assert max(map(len, counted)) <= MOST, both


@pytest.mark.feature("F180")
def test_each_square_of_the_board_shows_its_short_name(named):
    """Every quadrant is looked at, dot by dot, and what the pointer would find there."""
    game, names = named
    narrow, seen = face(), set()
    for key in ("{F3}", "{F5}", "{F7}", "{F1}"):  # the first one is shown when a turn begins
        game.key(key, 60)
        dots = drawn(game)
        for square, lines in short(names).items():
            for column, row in places(dots, lines, narrow):
                game.call("square_at", x=column, y=row)
                if not game.result.flags.c and game.result.x == square:
                    seen.add(square)
    assert seen == short(names).keys()


@pytest.mark.feature("F180")
def test_the_card_of_a_deed_has_its_name_in_full(named):
    game, names = named
    full = gamedata.load_text(names)["squares"]
    game.key("i", 40)
    cards = {}
    for _ in range(K["SQUARES"]):
        quadrant = game.byte("board_quadrant")
        left, top = game.byte("stage_left", quadrant), game.byte("stage_top", quadrant)
        head = game.text().splitlines()[top : top + HEAD_ROWS]
        cards[game.byte("browse_square")] = " ".join(line[left : left + CARD_WIDE] for line in head)
        game.key("{RIGHT}", 12)
    assert len(cards) == K["SQUARES"]
    for square in DEEDS:
        assert full[square] in " ".join(cards[square].split()), cards[square]
