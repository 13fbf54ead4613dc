"""What is on the screen can be read: nothing collides, hides a price or lacks contrast."""

import pytest

from tests.asm.game.engine import K
from tests.asm.game.ui.machine import COLORS, Game
from tests.asm.game.ui.table import MONEY, deal, initiator, press, to_approval
from tests.asm.game.ui.test_play import to_menu

# Luminance of the 16 colours, 0-32: the nine levels of the VIC-II from revision 2 on.
LUMA = (0, 32, 10, 20, 12, 16, 8, 24, 12, 8, 16, 10, 15, 24, 15, 20)
TOKEN_SIZE = 16, 14  # dots of a sprite that are drawn (asm/game/art/tokens_small.txt)
BLACK, DARK_GREY, MID_GREY = 0, 11, 12


def stage(game):
    return [line[4:20] for line in game.text().splitlines()[3:15]]


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


def test_no_token_stands_on_a_price(built):
    """Nor on the owner's token: eight players on each square of the ring but the corners."""
    game = Game().boot().first_turn(8)
    wide, high = TOKEN_SIZE
    for square in range(40):
        if square % 10 == 0:
            continue
        for seat in range(8):
            game.ram[game.labels["shown_square"] + seat] = square
        game.call("board_tokens")
        game.call("square_open", x=square)
        kept = []
        for part in (1, 2):
            at_part = 3 * game.byte("board_lie") + part
            x = 8 * (game.byte("board_x") + game.byte("part_x", at_part))
            y = 8 * (game.byte("board_y") + game.byte("part_y", at_part))
            kept.append((x, y))
        for seat in range(8):
            left = game.byte("sprite_x", seat) + 256 * game.byte("sprite_x_hi", seat) - 24
            top = game.byte("sprite_y", seat) - 50
            for x, y in kept:
                apart = left + wide <= x or x + 16 <= left or top + high <= y or y + 8 <= top
                assert apart, (square, seat)


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
        paper = game.ram[COLORS + 40 * row + max(line.find("PLAYER"), 0)] & 15
        if "PLAYER" in line and paper != game.byte("ground") & 15:
            lit.add(line.split("PLAYER ")[1][0])
    assert lit == {"1", "3"}
    assert game.byte("winners") == 0b101
    assert game.mode == K["MODE_OVER"]
