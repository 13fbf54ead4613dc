"""The small map: a dot for each player on his square, in the quadrant in view, never torn."""

import numpy as np
import pytest

from tests.asm.game.ui.machine import COLORS, Game
from tests.asm.game.ui.test_mouse import click, to, wake
from tests.asm.game.ui.test_video import watch, window

LEFT, TOP, SIZE = 288, 168, 32  # dots of the window
FAR = 28  # from the first to the last square of a side
INKS = (3, 7, 13, 10, 1, 14, 5, 8, 4, 12)  # colours of the players
DARK_PAPER, LIGHT_PAPER = 0x0B, 0x0C


def put(game, squares):
    """Tokens on these squares, seen from the first quadrant."""
    for player, square in enumerate(squares):
        game.ram[game.labels["player_square"] + player] = square
        game.ram[game.labels["shown_square"] + player] = square
    game.key("{F3}", 40)
    game.key("{F1}", 40)


def dots(game, pictures=40):
    """dict player -> (x, y) of his dot on the map, from what the screen shows."""
    game.tick(pictures)
    while game.byte("irq_tick") & 0x18 != 0x08:  # the dot that pulses has its own colour
        game.tick(1)
    shown = window(game)[TOP : TOP + SIZE, LEFT : LEFT + SIZE]
    found = {}
    for player in range(game.byte("player_count")):
        ink = INKS[game.byte("player_colour", player)]
        places = np.argwhere(shown == ink)
        if len(places):
            found[player] = (places[:, 1].min(), places[:, 0].min())
    return found


def expected(square):
    """Where a square lies on a board of 28 dots a side, outer edge."""
    side, k = divmod(square, 10)
    along = FAR * k / 10
    return ((FAR - along, FAR), (0, FAR - along), (along, 0), (FAR, along))[side]


@pytest.mark.feature("F004")
@pytest.mark.parametrize("model", ["c64", "ntsc"])
def test_six_dots_lie_at_the_right_squares(built, model):
    game = Game(model).boot().first_turn(6)
    for squares in ((0, 5, 10, 15, 20, 25), (30, 35, 39, 1, 12, 28), (9, 11, 19, 21, 29, 31)):
        put(game, squares)
        found = dots(game)
        assert set(found) == set(range(6)), found
        for player, square in enumerate(squares):
            x, y = expected(square)
            assert abs(found[player][0] - x) <= 5, (player, square, found[player])
            assert abs(found[player][1] - y) <= 5, (player, square, found[player])


def test_every_square_has_a_place_of_its_own_in_its_order(at):
    game = at("turn")
    seen = []
    for square in range(40):
        game.ram[game.labels["shown_square"]] = square
        game.call("map_token", x=0)
        seen.append((game.byte("dot_x"), game.byte("dot_y")))
    assert len(set(seen)) == 40
    for square in range(40):
        dx = seen[(square + 1) % 40][0] - seen[square][0]
        dy = seen[(square + 1) % 40][1] - seen[square][1]
        wanted = ((-1, 0), (0, -1), (1, 0), (0, 1))[square // 10]
        assert (np.sign(dx), np.sign(dy)) == wanted, square
        assert 2 <= abs(dx + dy) <= 3


def test_the_dot_of_the_active_player_pulses_white_and_the_others_rest(at):
    game = at("turn")
    player = game.byte("panel_active")
    colors = {i: set() for i in range(4)}
    for _ in range(70):
        game.to_line(230)
        for i in range(4):
            colors[i].add(game.machine.board.vic.peek(0x27 + i) & 15)
        game.tick(1)
    for i in range(4):
        own = INKS[game.byte("player_colour", i)]
        assert colors[i] == ({own, 1} if i == player else {own})


def test_an_eliminated_player_has_no_dot(at):
    game = at("turn")
    assert game.byte("dots_on") == 0x0F
    game.ram[game.labels["player_flags"] + 2] = 0
    game.key("{F3}", 40)
    assert game.byte("dots_on") == 0x0B


def papers(game):
    """Colours of the map's four by four cells."""
    return [[game.ram[COLORS + 40 * y + x] for x in range(36, 40)] for y in range(21, 25)]


def test_the_quadrant_in_view_is_lighter_and_a_click_on_another_shows_that(at):
    game = at("turn")
    wake(game)
    corners = {0: (3, 3), 1: (3, 0), 2: (0, 0), 3: (0, 3)}
    for quadrant, (row, column) in corners.items():
        click(game, 36 + column, 21 + row, 30)
        assert game.byte("board_quadrant") == quadrant
        cells = papers(game)
        for other, (r, c) in corners.items():
            assert cells[r][c] == (LIGHT_PAPER if other == quadrant else DARK_PAPER)


@pytest.mark.parametrize("model", ["c64", "ntsc"])
def test_tokens_and_dots_share_the_sprites_without_a_torn_picture(built, model):
    game = Game(model).boot().first_turn(8)
    put(game, (0, 0, 0, 5, 36, 10, 20, 30))
    wake(game)
    to(game, 34, 25 - 1)  # the pointer lies over the line where they change places
    assert watch(game, 20) == 20
    game.machine.type("r", wait=False)
    assert watch(game, 120) > 100


def test_pages_beside_the_game_show_no_dots(at):
    game = at("turn")
    game.key("v", 60)
    game.to_line(230)
    vic = game.machine.board.vic
    assert vic.peek(0x15) == 0x0F
    assert all(vic.peek(2 * i) == game.byte("sprite_x", i) for i in range(4))
