"""Names of squares: short ones on a side close up, in full on the card."""

import pytest

from tests.asm.game.engine import K
from tools.game import gamedata
from tools.game.words import LETTERS

SETS = gamedata.BOARDS
MOST = 7  # characters of a word of a short name
CORNERS = (0, 10, 20, 30)
HEAD = slice(4, 6), slice(4, 20)  # rows and columns of the name on a card
NAMES, PRICES = slice(3, 19), slice(19, 23)  # columns of a line close up
MANUAL = {  # its list, of what it calls the properties whose names are too long
    1: "MEDIT.", 9: "CONN.", 14: "VIR.", 34: "PENN.", 18: "TENN.",
    21: "KENTKY.", 24: "ILL.", 32: "N.CARO.", 26: "ATLAN.", 6: "ORIENT.",
}  # fmt: skip
DEEDS = [n for n, square in enumerate(gamedata.load("board.toml")["square"]) if "price" in square]


def short(names):
    """{square: (word, word)} of asm/game/data/text/squares.txt."""
    at = 2 * SETS.index(names)
    return {square: lines[at : at + 2] for square, lines in gamedata.read_squares().items()}


@pytest.fixture(params=SETS)
def named(request, at):
    """A machine in a turn with one set of names; its name."""
    game = at("turn")
    game.put_names(request.param)
    return game, request.param


@pytest.mark.feature("F180")
@pytest.mark.parametrize("names", SETS)
def test_short_names_have_at_most_seven_characters_a_word(names):
    """In America with their blanks; in OLD KENT and FENCH ST the blank is no letter."""
    lines = short(names)
    assert sorted(lines) == [n for n in range(K["SQUARES"]) if n not in CORNERS]
    for square, both in lines.items():
        assert both[0], square
        counted = both if names == "us" else [line.replace(" ", "") for line in both]
        assert max(map(len, counted)) <= MOST, both


@pytest.mark.feature("F180")
def test_each_square_of_a_side_close_up_shows_its_short_name_and_price(named):
    game, names = named
    full = gamedata.load_text(names)["squares"]
    board = gamedata.load("board.toml")["square"]
    wanted = {n: " ".join(words).strip().translate(LETTERS) for n, words in short(names).items()}
    wanted |= {n: full[n].translate(LETTERS) for n in CORNERS}
    seen = set()
    for number, key in enumerate(("{F1}", "{F3}", "{F5}", "{F7}")):
        game.key(key, 40)
        lines = game.text().splitlines()
        for i in range(11):
            square = (10 * number + i) % 40
            line = lines[1 + 2 * i]
            if square in CORNERS:
                assert line[3:24].strip() == wanted[square]
            else:
                price = board[square].get("price", board[square].get("pay"))
                assert line[NAMES].strip() == wanted[square]
                assert line[PRICES].strip() == str(price or ""), line
            seen.add(square)
    assert len(seen) == K["SQUARES"]


@pytest.mark.feature("F243")
def test_the_american_board_has_the_ten_abbreviations_of_the_manual(at):
    game = at("turn")
    game.put_names("us")
    shown = ""
    for key in ("{F1}", "{F3}", "{F5}", "{F7}"):
        shown += game.key(key, 40).text()
    for square, name in MANUAL.items():
        assert f" {name} " in shown, square


@pytest.mark.feature("F180")
def test_the_card_of_a_deed_has_its_name_in_full(named):
    game, names = named
    full = [name.translate(LETTERS) for name in gamedata.load_text(names)["squares"]]
    game.key("i", 40)
    cards = {}
    for _ in range(K["SQUARES"]):
        head = game.text().splitlines()[HEAD[0]]
        cards[game.byte("browse_square")] = " ".join(line[HEAD[1]] for line in head)
        game.key("{RIGHT}", 12)
    assert len(cards) == K["SQUARES"]
    for square in DEEDS:
        assert full[square] in " ".join(cards[square].split()), cards[square]
