"""The whole board: what its squares show, its lines, its tokens, its colours, a side close up."""

import numpy as np
import pytest

from tests.asm.game.engine import K
from tests.asm.game.ui.machine import BITMAP, CELLS, COLORS, MATRIX, Game, glyph_codes, glyph_dots
from tests.asm.game.ui.ring import parts, place
from tests.asm.game.ui.table import deal
from tools.game import gamedata

BOARD = gamedata.load("board.toml")["square"]
COLOUR_INK = (3, 7, 13, 10, 1, 14, 5, 8, 4, 12)
BLACK, WHITE, RED, BLUE, YELLOW, GREY = 0, 1, 2, 6, 7, 12
SIZE, STAGE = 24, range(3, 21)
TOKEN_W, TOKEN_H = 16, 14  # dots
CELL = 8  # the gaol's cell lies so much to the upper right
OWNERS = {1: 0, 3: 0, 5: 1, 6: 2, 8: 2, 9: 3, 12: 0, 16: 1, 18: 1, 19: 1, 28: 2, 37: 3, 39: 3}
LEVELS = {1: 1, 3: 4, 16: 5, 18: 3, 19: 2}
MORTGAGED = (5, 8)
MOODS = (  # houses on the board, hotels: border, baize
    ((0, 0), (3, 13)),
    ((1, 0), (14, 5)),
    ((7, 0), (14, 5)),
    ((8, 0), (8, 5)),
    ((1, 1), (8, 5)),
    ((20, 0), (6, 5)),
    ((19, 4), (8, 5)),
)


def redraw(game):
    """A page beside the board and back: it is drawn as the state is now."""
    game.key("s", 60).key(" ", 60)


def cell(game, x, y):
    """(glyph, ink, paper) of a cell."""
    color = game.ram[COLORS + 40 * y + x]
    return game.ram[CELLS + 40 * y + x], color >> 4, color & 15


def number(glyphs):
    """The number that two cells of the narrow face show, or None."""
    codes = glyph_codes()
    left, right = glyphs
    digits = ""
    if left != ord(" "):
        if not 0 <= left - codes["num_r0"] <= 9:
            return None
        digits = str(left - codes["num_r0"])
    for kind, end in (("num_t0", "0"), ("num_l0", "")):
        if 0 <= right - codes[kind] <= 9:
            return int(f"{digits}{right - codes[kind]}{end}")
    return None


def rent(game, square):
    """What a bare street costs, or one of a whole group."""
    group = [n for n, row in enumerate(BOARD) if row.get("group") == BOARD[square]["group"]]
    whole = len({game.byte("square_owner", n) for n in group}) == 1
    return BOARD[square]["rent"][0] * (2 if whole else 1)


def test_every_deed_shows_its_price_or_rent_its_houses_and_its_owner(at):
    game = at("turn")
    deal(game, OWNERS, LEVELS, mortgaged=MORTGAGED)
    redraw(game)
    codes = glyph_codes()
    checked = 0
    for square, row in enumerate(BOARD):
        if "price" not in row:
            continue
        band, body, foot = ([cell(game, *at_cell) for at_cell in pair] for pair in parts(square))
        owner, level = OWNERS.get(square), LEVELS.get(square, 0)
        if row["kind"] == "street":
            group = game.byte("square_group", square)
            assert [c[0] for c in band] == [codes[f"band{group}"]] * 2, square
        glyphs, ink = [c[0] for c in body], body[0][1]
        assert {c[2] for c in body} == {WHITE}
        if square in MORTGAGED:
            assert (glyphs, ink) == ([codes["mort"]] * 2, GREY), square
        elif level == 5:
            assert (glyphs, ink) == ([codes["hotell"], codes["hotelr"]], BLACK), square
        elif level:
            assert (glyphs, ink) == ([codes["house"], ord(str(level))], BLUE), square
        elif row["kind"] == "street":
            amount = row["price"] if owner is None else rent(game, square)
            assert (number(glyphs), ink) == (amount, BLACK if owner is None else RED), square
            checked += 1
        if owner is None:
            assert foot == [(ord(" "), BLACK, WHITE)] * 2, square
        else:
            token = game.byte("player_token", owner)
            halves = [codes["tokl_token"] + token, codes["tokr_token"] + token]
            assert [c[0] for c in foot] == halves, square
            assert {c[2] for c in foot} == {COLOUR_INK[game.byte("player_colour", owner)]}
    assert checked == 22 - len(LEVELS) - 1


def test_every_price_and_every_rent_of_a_bare_street_can_be_drawn(at):
    """Numbers of three digits end in 0: so few glyphs are enough."""
    amounts = {row["price"] for row in BOARD if "price" in row}
    for row in BOARD:
        if row["kind"] == "street":
            amounts |= {row["rent"][0], 2 * row["rent"][0]}
    game = at("turn")
    for amount in sorted(amounts):
        game.call("number_cells", a=amount & 255, y=amount >> 8)
        assert number((game.byte("tmp4"), game.byte("tmp5"))) == amount


def test_every_cell_belongs_to_the_square_that_is_drawn_there(at):
    game = at("turn")
    inside = {}
    for square in range(40):
        x, y, wide, high, _ = place(square)
        inside |= {(x + i, y + j): square for i in range(wide) for j in range(high)}
    for y in range(25):
        for x in range(40):
            game.call("square_at", x=x, y=y)
            found = None if game.result.flags.c else game.result.x
            assert found == inside.get((x, y)), (x, y)
    assert len(inside) == SIZE * SIZE - len(STAGE) ** 2


def test_lines_part_the_squares_and_edge_the_stage_and_leave_with_the_board(at):
    game = at("turn")

    def dots(x, y):
        first = BITMAP + 320 * y + 8 * x
        return np.unpackbits(np.frombuffer(bytes(game.ram[first : first + 8]), np.uint8)).reshape(
            8, 8
        )

    for square in range(40):
        x, y, wide, high, side = place(square)
        if square % 10 == 0:
            continue
        if side in (0, 2):
            assert all(dots(x, y + j)[:, 0].all() for j in range(high)), square
        else:
            assert all(dots(x + i, y)[0].all() for i in range(wide)), square
    for n in STAGE:
        assert dots(n, 3)[0].all()
        assert dots(n, 20)[7].all()
        assert dots(3, n)[:, 0].all()
        assert dots(20, n)[:, 7].all()
    game.key("?", 60)
    for y in range(SIZE):
        for x in range(SIZE):
            if game.ram[CELLS + 40 * y + x] == ord(" "):
                ink, paper = divmod(game.ram[MATRIX + 40 * y + x], 16)
                assert ink == paper or not dots(x, y).any(), (x, y)


@pytest.mark.parametrize("built_on", MOODS)
def test_border_and_baize_follow_the_town(at, built_on):
    (houses, hotels), (border, baize) = built_on
    game = at("turn")
    game.ram[game.labels["bank_houses"]] = 32 - houses
    game.ram[game.labels["bank_hotels"]] = 12 - hotels
    redraw(game)
    assert game.machine.board.vic.peek(0x20) & 15 == border
    assert cell(game, 38, 10)[2] == border
    assert cell(game, 4, 19)[2] == baize


def test_the_mood_changes_when_the_town_grows(at):
    game = at("turn")
    me = game.byte("mode_active", 0)
    deal(game, {1: me, 3: me})
    redraw(game)
    assert game.machine.board.vic.peek(0x20) & 15 == MOODS[0][1][0]
    game.key("m", 60).key("c", 60)  # a house
    assert game.byte("square_level", 1) + game.byte("square_level", 3) == 1
    game.key("d", 80)
    assert game.machine.board.vic.peek(0x20) & 15 == MOODS[1][1][0]


def test_who_is_in_gaol_stands_in_the_cell_and_a_visitor_beside_it(at):
    game = at("turn")
    places = {}
    for flags in (0, K["PF_GAOL"]):
        game.ram[game.labels["shown_square"]] = 10
        game.ram[game.labels["player_flags"]] = K["PF_ALIVE"] | flags
        game.call("board_token", x=0)
        places[flags] = game.byte("sprite_x"), game.byte("sprite_y")
    (vx, vy), (px, py) = places[0], places[K["PF_GAOL"]]
    assert px > vx
    assert py < vy


def test_eight_on_one_square_all_have_a_place_of_their_own(built):
    game = Game().boot().first_turn(8)
    for square in range(40):
        for seat in range(8):
            game.ram[game.labels["shown_square"] + seat] = square
        game.call("board_tokens")
        spots = {(game.byte("sprite_x", i), game.byte("sprite_y", i)) for i in range(8)}
        assert len(spots) == 8, square
        assert game.byte("sprite_on") == 0xFF


def test_the_empty_stage_spells_the_name_in_letters_four_times_as_large(at):
    game = at("turn")
    codes = glyph_codes()
    quads = {ord(" "): 0, codes["solid"]: 15} | {codes[f"quad{n}"]: n for n in range(1, 15)}
    for k, letter in enumerate("GO64"):
        rows = []
        for y in range(4):
            cells = [quads[cell(game, 4 + 4 * k + x, 5 + y)[0]] for x in range(4)]
            rows.append("".join(f"{n >> 2:02b}" for n in cells))
            rows.append("".join(f"{n & 3:02b}" for n in cells))
        glyph = glyph_dots(game.ram, ord(letter))
        assert rows == [f"{byte:08b}" for byte in glyph], letter


@pytest.mark.feature("F002")
def test_a_side_close_up_shows_owners_rents_houses_and_who_stands_there(at):
    game = at("turn")
    deal(game, OWNERS, LEVELS, mortgaged=MORTGAGED)
    for seat, square in enumerate((16, 16, 3, 10)):
        game.ram[game.labels["shown_square"] + seat] = square
    codes = glyph_codes()
    for number_of_side, key in enumerate(("{F1}", "{F3}")):
        game.key(key, 40)
        lines = game.text().splitlines()
        for i in range(11):
            square = 10 * number_of_side + i
            y, owner, level = 2 + 2 * i, OWNERS.get(square), LEVELS.get(square, 0)
            built = [cell(game, 12, y)[0], cell(game, 13, y)[0]]
            if owner is None:
                assert lines[y][:20].strip() == ""
            else:
                assert lines[y][3:11] == f"PLAYER {owner + 1}"
                wanted = [32, 32]
                if square in MORTGAGED:
                    wanted = [codes["mort"]] * 2
                elif level == 5:
                    wanted = [codes["hotell"], codes["hotelr"]]
                elif level:
                    wanted = [codes["house"], ord(str(level))]
                assert built == wanted, square
                if square not in MORTGAGED and square != 12:
                    game.call("rent_get", x=square)
                    due = game.result.a + 256 * game.result.y
                    assert lines[y][15:19].strip() == str(due), square
            here = [s for s in range(4) if game.byte("shown_square", s) == square]
            chips = [cell(game, 20 + k, y)[2] for k in range(len(here))]
            assert chips == [COLOUR_INK[game.byte("player_colour", s)] for s in here], square
    game.key(" ", 40)
    assert game.machine.board.vic.peek(0x15) == 0x0F


def stand(game, squares):
    """Eight players on these squares; returns [(x, y)] of their tokens, None: nowhere."""
    game.ram[game.labels["player_count"]] = 8
    for seat, square in enumerate(squares):
        alive = 0 if square is None else K["PF_ALIVE"]
        game.ram[game.labels["player_flags"] + seat] = alive
        game.ram[game.labels["shown_square"] + seat] = square or 0
    return [place_of(game, seat) for seat in range(8)]


def place_of(game, seat):
    game.call("token_place", x=seat)
    if game.result.flags.c:
        return None
    low, high, y = (game.byte(f"arg{n}") for n in range(3))
    return low + 256 * high - (65536 if high > 127 else 0), y - (256 if y > 200 else 0)


def part_seen(places, seat):
    """How much of a token's place those of lower seats leave in view, 0 to 1."""
    grid = np.ones((TOKEN_H, TOKEN_W), bool)
    x, y = places[seat]
    for other_x, other_y in places[:seat]:
        right, down = other_x - x, other_y - y
        if abs(right) < TOKEN_W and abs(down) < TOKEN_H:
            grid[max(0, down) : max(0, TOKEN_H + down), max(0, right) : TOKEN_W + right] = False
    return grid.mean()


@pytest.mark.parametrize("square", range(40))
def test_eight_tokens_on_a_square_can_all_be_seen(at, square):
    """Two fifths of each, over half of the first four, inside the window and above the message."""
    game = at("turn")
    places = stand(game, [square] * 8)
    for seat, (x, y) in enumerate(places):
        assert part_seen(places, seat) >= (0.55 if seat < 4 else 0.4), (seat, places)
        assert 0 <= x <= 25 * 8 - TOKEN_W
        assert 0 <= y <= 24 * 8 - TOKEN_H


@pytest.mark.parametrize("square", [n for n, row in enumerate(BOARD) if "price" in row])
def test_no_token_hides_what_a_deed_costs_and_whose_it_is(at, square):
    """Of its own square: the two cells of its body and of its foot."""
    game = at("turn")
    _, body, foot = parts(square)
    for x, y in stand(game, [square] * 8):
        for column, row in (*body, *foot):
            beside = x >= 8 * column + 8 or x + TOKEN_W <= 8 * column
            assert beside or y >= 8 * row + 8 or y + TOKEN_H <= 8 * row, (x, y, column, row)


def test_only_tokens_of_the_same_square_make_room_for_each_other(at):
    game = at("turn")
    alone = stand(game, [3, 14, 26, 37, 0, 10, 20, 30])
    for seat in range(8):
        shared = [3, 14, 26, 37, 0, 10, 20, 30]
        shared[(seat + 1) % 8] = shared[seat]
        first, second = sorted((seat, (seat + 1) % 8))
        now = stand(game, shared)
        assert now[first] != now[second]
        assert [now[n] for n in range(8) if n != (seat + 1) % 8 and n != second] == [
            alone[n] for n in range(8) if n != (seat + 1) % 8 and n != second
        ]


def test_who_is_out_of_the_game_takes_no_place(at):
    game = at("turn")
    all_there = stand(game, [37] * 8)
    places = stand(game, [37, None, 37, 37, None, 37, 37, 37])
    assert places[1] is places[4] is None
    assert [place for place in places if place] == all_there[:6]


def test_who_is_in_gaol_stands_in_the_cell(at):
    game = at("turn")
    (x, y), *_ = stand(game, [10] * 8)
    game.ram[game.labels["player_flags"]] = K["PF_ALIVE"] | K["PF_GAOL"]
    in_x, in_y = place_of(game, 0)
    assert (in_x, in_y) == (x + CELL, y - CELL)
