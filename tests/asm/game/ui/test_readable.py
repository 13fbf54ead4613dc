"""What is on the screen can be read: nothing collides, hides a price or lacks contrast."""

import pytest

from tests.asm.game.engine import K
from tests.asm.game.ui.machine import COLORS, Game
from tests.asm.game.ui.table import MONEY, deal, initiator, press, to_approval
from tests.asm.game.ui.test_play import to_menu

# Luminance of the 16 colours, 0-32: the nine levels of the VIC-II from revision 2 on.
LUMA = (0, 32, 10, 20, 12, 16, 8, 24, 12, 8, 16, 10, 15, 24, 15, 20)
TOKEN_ROWS = 14  # of a sprite's 21 lines are drawn (asm/game/art)
FOOT_FLAT, FOOT_SIDE = 32, 16  # line of the price: squares of 5 and of 3 rows
BLACK, DARK_GREY, MID_GREY = 0, 11, 12


def stage(game):
    return [line[15:] for line in game.text().splitlines()[:20]]


def test_no_rent_touches_its_words(at):
    game = at("turn")
    game.key("i", 20)
    streets = set()
    for _ in range(40):
        square = game.byte("browse_square")
        if game.byte("square_group", square) < 8:
            streets.add(square)
            for row in stage(game):
                words = row.strip(" .").split()
                if words[:1] == ["Hotel"] or (len(words) > 1 and words[1].startswith("house")):
                    assert words[-1].isdigit(), row
        game.key("{RIGHT}", 30)
    assert len(streets) == 22


def test_no_token_stands_on_a_price(at):
    game = at("turn")
    for rank in range(8):
        assert 8 <= game.byte("token_y_flat", rank) <= FOOT_FLAT - TOKEN_ROWS
        assert game.byte("token_y_side", rank) <= FOOT_SIDE - TOKEN_ROWS


def test_letters_on_a_players_colour_can_be_read_and_no_player_is_grey(at):
    game = at("turn")
    for colour in range(10):
        game.ram[game.labels["player_colour"]] = colour
        game.call("player_paper", x=0)
        ink, paper = game.result.a >> 4, game.result.a & 15
        assert abs(LUMA[ink] - LUMA[paper]) >= 14, (ink, paper)
        assert paper not in (BLACK, DARK_GREY, MID_GREY)


def test_every_roll_is_told_with_its_total(at):
    game = at("first")
    game.key("r", 5)
    to_menu(game)
    total = game.byte("dice") + game.byte("dice", 1)
    assert f"PLAYER 1 rolls {total}" in game.told()


@pytest.fixture
def offer(at):
    """A trade of money alone before the partner."""
    game = at("turn")
    me = initiator(game)
    deal(game, {1: me, 3: (me + 1) % 4})
    return game, me


def test_no_cash_is_as_easy_to_read_as_some(offer):
    game, _ = offer
    game.key("t", 60).key("\n", 60)
    row = next(i for i, line in enumerate(game.text().splitlines()) if "cash $" in line)
    column = game.text().splitlines()[row].index("cash $")
    ink = game.ram[COLORS + 40 * row + column]
    assert abs(LUMA[ink >> 4] - LUMA[ink & 15]) >= 10


def test_the_way_out_stands_below_the_words(offer):
    game, _ = offer
    game.key("t", 60)
    lines = game.text().splitlines()
    row = next(i for i, line in enumerate(lines) if "X Leave" in line)
    assert lines[row].index("X Leave") == lines[row - 1].index("Fire, RETURN")


def test_both_sheets_of_a_contract_are_indented_alike(offer):
    game, me = offer
    game.key("t", 60).key("\n", 60)
    press(game, MONEY)
    to_approval(game, (me + 1) % 4)
    lines = game.text().splitlines()
    row = next(i for i, line in enumerate(lines) if "nothing" in line)
    papers = [game.ram[COLORS + 40 * row + x] & 15 for x in range(40)]
    left, right = papers.index(1), papers.index(1, 19)
    assert lines[row].index("nothing") == right + 1
    money = next(line for line in lines if "in cash" in line)
    assert money[left] == " "
    assert money[left + 1] != " "


def test_the_score_is_explained_and_a_shared_victory_named(built):
    game = Game().boot().first_turn(3)
    game.ram[game.labels["player_money_hi"] + 1] = 1  # one of three is behind
    deal(game, {})
    game.key("q", 20).key("n", 20).key("e", 60)
    for _ in range(2):
        game.key("y", 60)
    game.until("GAME OVER", 900).tick(60)
    text = game.text()
    assert "A tie: the victory is shared!" in text
    assert "wins!" not in text
    assert "Score: cash/8, deeds/2" in text
    lit = set()
    for row, line in enumerate(text.splitlines()):
        if "PLAYER" in line and game.ram[COLORS + 40 * row + line.index("PLAYER")] & 15:
            lit.add(line.split("PLAYER ")[1][0])
    assert lit == {"1", "3"}
    assert game.byte("winners") == 0b101
    assert game.mode == K["MODE_OVER"]
