"""The board in perspective: tokens, owners, houses, the squares ahead, coins and fan, a roll.

What ought to be seen is put together here from the picture and from the geometry it is drawn
by (tools/art/perspective.py); the game is looked at as a television shows it.
"""

import numpy as np
import pytest

from tests.asm.game.engine import K
from tests.asm.game.ui.machine import Game, run_to
from tests.asm.game.ui.table import deal, initiator
from tests.asm.game.ui.test_mouse import click, wake
from tests.asm.game.ui.test_must_pay import throw
from tools.art import perspective
from tools.art.artcheck import read_png
from tools.art.glyphs import read_blocks
from tools.art.perspective import BLACK, BOARD, DEEDS, STREETS, WHITE, YELLOW
from tools.game.build_game import MAP

FIRST = 51  # line of the window
WINDOW = slice(32, 352)
PICTURE = read_png(perspective.PNG)
FINE = 8 * perspective.FINE_ROWS
BIG, FAR = (8, 14), perspective.FAR_TOKEN
COINS = slice(16, 59), slice(270, 318)  # lines, dots
FAN = slice(16, 80), slice(0, 48)
CARDS_ROW, CARDS_H, CARDS_X, CARD_STEP = 17, 7, 20, 5
LIGHT, RED, BLUE = 15, 2, 6
NARROW = read_blocks(perspective.ART / "narrow.txt", height=5)
RAILS = 5  # King's Cross


def window(game):
    """uint8[200, 320] of the window as it is shown."""
    top = game.machine.board.vic.crop()[1]
    return game.machine.screen.indices[FIRST - top : FIRST - top + 200, WINDOW].copy()


def opened(game):
    """From the board: the overview, then the table."""
    game.key("v", 60).key("v", 60)
    assert "SQUARES AHEAD" in game.text(), game.text()
    return game


def stand(game, squares):
    """Put players on squares before the view is opened."""
    for player, square in enumerate(squares):
        for label in ("player_square", "shown_square"):
            game.ram[game.labels[label] + player] = square


def colour(game, player):
    return game.byte("colour_ink", game.byte("player_colour", player))


def without_tokens(game):
    """The window with no sprite in it."""
    on = game.byte("sprite_on")
    game.ram[game.labels["sprite_on"]] = 0
    game.tick(2)
    seen = window(game)
    game.ram[game.labels["sprite_on"]] = on
    game.tick(2)
    return seen


# --- the picture ------------------------------------------------------------------------------


@pytest.mark.feature("F174")
def test_the_picture_is_what_the_tool_draws_and_the_vic_can_show_it():
    assert np.array_equal(perspective.build(), PICTURE)


@pytest.mark.feature("F174")
def test_every_token_stands_on_its_square():
    spots = perspective.stands()
    for number, (x, y) in enumerate(spots[:40]):
        u, v = perspective.point(x, y)
        assert perspective.square_at(u, v)[0] == number, number
    u, v = perspective.point(*spots[40])
    assert perspective.square_at(u, v)[0] == 10


def test_farther_squares_are_smaller_and_higher_up():
    for near, far in ((12, 18), (38, 32)):
        assert (
            perspective.spot(*perspective.inside(near, 0.5, 1.5))[1]
            > perspective.spot(*perspective.inside(far, 0.5, 1.5))[1]
        )
    wide = [
        perspective.spot(*perspective.inside(n, 0, 3))[0]
        - perspective.spot(*perspective.inside(n, 1, 3))[0]
        for n in (5, 25)
    ]
    assert abs(wide[0]) > 1.4 * abs(wide[1])


@pytest.mark.feature("F174")
@pytest.mark.parametrize("model", ["c64", "ntsc"])
def test_the_table_is_shown_in_two_modes_and_no_line_of_it_flickers(built, model):
    game = Game(model)
    game.boot().first_turn()
    opened(game)
    expected = PICTURE.copy()
    for area in (COINS, FAN):
        expected[area] = 255
    for x, y in perspective.DICE:
        expected[y : y + perspective.DIE_H, 2 * x : 2 * (x + perspective.DIE_W)] = 255
    used = expected[:FINE] != 255
    game.ram[game.labels["sprite_on"]] = 0
    game.tick(2)
    seen = window(game)
    assert np.array_equal(seen[:FINE][used], PICTURE[:FINE][used])
    game.machine.type("qweuiop", wait=False)
    for _ in range(40):
        game.tick(1)
        assert np.array_equal(window(game), seen)


# --- what stands on it ------------------------------------------------------------------------


@pytest.mark.feature("F174")
def test_a_token_is_seen_on_each_of_the_forty_squares_and_small_where_it_is_far(at):
    game = at("turn")
    stand(game, (0, 0, 0, 0))
    opened(game)
    bare = without_tokens(game)
    for square in range(40):
        for player in range(4):
            at_square = (square + 11 * player) % 40  # nobody shares one
            game.ram[game.labels["shown_square"] + player] = at_square
        game.call("stands_place")
        game.tick(2)
        changed = window(game) != bare
        for player in range(4):
            x, y = perspective.stands()[(square + 11 * player) % 40]
            wide, high = FAR if y < perspective.FAR_LINE else BIG
            top, left = y - high + 1, 2 * (x - wide // 2)
            area = changed[max(top, 0) : y + 1, left : left + 2 * wide]
            assert area.sum() > wide * high // 2, (square, player)
            changed[max(top, 0) : y + 1, left : left + 2 * wide] = False
            shown = window(game)[max(top, 0) : y + 1, left : left + 2 * wide]
            assert (shown == colour(game, player)).sum() >= 8
        assert not changed.any(), square


def test_players_on_one_square_stand_beside_each_other_and_who_is_in_gaol_in_the_cell(at):
    game = at("turn")
    stand(game, (10, 10, 10, 10))
    game.ram[game.labels["player_flags"] + 2] |= K["PF_GAOL"]
    opened(game)
    vic = game.machine.board.vic
    places = {(vic.peek(2 * k), vic.peek(2 * k + 1)) for k in range(4)}
    assert len(places) == 4
    x, _ = perspective.stands()[40]
    assert vic.peek(4) > 24 + 2 * (x - 4) - 12


def marked(owners, levels, mortgaged, inks):
    """The upper rows with owners, mortgages and buildings: uint8[128, 320]."""
    dots = PICTURE[:FINE, ::2].copy()
    for number, cells in perspective.feet().items():
        for cell in cells if number in owners else ():
            top, left = 8 * (cell // 40), 4 * (cell % 40)
            for y in range(top, top + 8):
                for x in range(left, left + 4):
                    if perspective.foot_at(x, y) == number and dots[y, x] == WHITE:
                        lined = number in mortgaged and y % 2 == 0
                        dots[y, x] = BLACK if lined else inks[owners[number]]
    for number in sorted(STREETS, reverse=True):
        level, side = levels.get(number, 0), number // 10
        wide, high = perspective.HOTEL[side]
        if level == 5:
            x, y = perspective.houses(number)[0]
            dots[y : y + high, x : x + wide] = BLACK
            dots[y : y + high - 1, x : x + wide - 1] = WHITE
            continue
        for x, y in reversed(perspective.houses(number)[:level]):
            dots[y : y + perspective.HOUSE_HIGH[side], x] = WHITE
            dots[y : y + perspective.HOUSE_HIGH[side], x + 1] = BLACK
    return np.repeat(dots, 2, axis=1)


@pytest.mark.feature("F174")
@pytest.mark.parametrize("shift", range(6))
def test_owners_houses_and_mortgages_are_marked_on_the_board(at, shift):
    game = at("turn")
    owners = {n: (k + shift) % 5 for k, n in enumerate(DEEDS) if (k + shift) % 5 < 4}
    levels = {n: (k + shift) % 6 for k, n in enumerate(STREETS) if n in owners}
    mortgaged = [n for k, n in enumerate(owners) if not levels.get(n) and k % 2]
    deal(game, owners, levels, mortgaged)
    opened(game)
    inks = [colour(game, player) for player in range(4)]
    expected = marked(owners, levels, mortgaged, inks)
    seen = without_tokens(game)[:FINE]
    for area in (COINS, FAN):
        seen[area] = expected[area] = 0
    for x, y in perspective.DICE:
        for picture in (seen, expected):
            picture[y : y + perspective.DIE_H, 2 * x : 2 * (x + perspective.DIE_W)] = 0
    wrong = np.argwhere(seen != expected)
    assert not len(wrong), wrong[:5]


@pytest.mark.parametrize("faces", [(1, 2), (3, 4), (5, 6)])
def test_the_dice_on_the_table_show_what_was_rolled(at, faces):
    game = at("turn")
    game.ram[game.labels["dice"] : game.labels["dice"] + 2] = bytes(faces)
    opened(game)
    seen = without_tokens(game)
    for face, (x, y) in zip(faces, perspective.DICE, strict=True):
        die = seen[y : y + 15, 2 * x : 2 * (x + perspective.DIE_W)]
        assert (die == BLACK).sum() == face * 2 * 2 * 3


def rich(game, player, money):
    """A player has so much, and the panel shows it: a page and back."""
    deal(game, {}, money={player: money})
    game.key("s", 60).key(" ", 60)


# --- coins and fan ------------------------------------------------------------------------------


@pytest.mark.feature("F179")
def test_the_pile_has_a_coin_for_each_fifty_and_grows_evenly(at):
    for money, coins in ((0, 0), (49, 0), (50, 1), (320, 6), (1500, 30), (3000, 60), (9000, 60)):
        game = at("turn")
        rich(game, initiator(game), money)
        opened(game)
        seen = without_tokens(game)
        stacks = []
        for x, y in perspective.STACKS:
            rim = seen[: y + 1, 2 * x]  # the left edge: a black line and a yellow one a coin
            count = 0
            while (
                y - 2 * count > 0
                and rim[y - 2 * count] == BLACK
                and (rim[y - 2 * count - 1] == YELLOW)
            ):
                count += 1
            stacks.append(count)
        low = [coins // 5 + (k < coins % 5) for k in range(5)]
        assert stacks[3:] == low[3:], (money, stacks)
        assert stacks[:3] == low[:3] or coins > 30, (money, stacks)  # the near ones stand before
        assert (seen[COINS] == YELLOW).any() == (coins > 0)


@pytest.mark.feature("F179")
def test_the_fan_has_a_card_a_group_in_its_colour_with_a_dot_a_deed(at):
    groups = list(perspective.BANDS)
    for names in (("brown",), ("orange", "stations"), tuple(groups)):
        game = at("turn")
        me = initiator(game)
        held = [n for n in DEEDS if BOARD[n]["group"] in names]
        deal(game, dict.fromkeys(held, me))
        opened(game)
        seen = without_tokens(game)
        wanted = [group for group in groups if group in names]
        for k in range(10):
            row, column = (2, k) if k < 6 else (6, k - 6)
            card = seen[8 * row : 8 * row + 32, 8 * column : 8 * column + 8]
            if k >= len(wanted):
                assert not (card == WHITE).any(), k
                continue
            assert (card == perspective.BANDS[wanted[k]]).sum() >= 24, wanted[k]
            dots = (card[:, 4] == BLACK).sum() - 3  # three edges
            assert dots == sum(BOARD[n]["group"] == wanted[k] for n in held)


# --- the cards ----------------------------------------------------------------------------------


def narrow(words):
    """[lines of uint8[5, w]]: words as many on a line as fit, in 32 dots."""
    lines = []
    for word in words.upper().replace("/", ".").split(" "):
        dots = [np.pad(NARROW[c], ((0, 0), (0, 1))) for c in word]
        letters = np.concatenate(dots, axis=1)
        if lines and lines[-1].shape[1] + 2 + letters.shape[1] - 1 <= 32:
            gap = np.zeros((5, 2), dtype=np.uint8)
            lines[-1] = np.concatenate([lines[-1], gap, letters], axis=1)
        else:
            lines.append(letters)
    return lines


def short_name(game, square):
    return game.words(5 << 8 | 40 + square)


def card(game, seen, place):
    """bool[56, 32]: ink of one of the four cards below the table; and its colours by row."""
    top, left = 8 * CARDS_ROW, 8 * (CARDS_X + CARD_STEP * place)
    return seen[top : top + 8 * CARDS_H, left : left + 32]


def has_words(picture, words, line):
    """The lines of words stand in the middle of a card from a dot line on."""
    for k, dots in enumerate(narrow(words)):
        top = line + 7 * k
        area = picture[top : top + 5]
        ink = area != area[0, 31] if (area == area[0, 31]).any() else area
        paper = np.bincount(picture[top : top + 5].ravel()).argmax()
        ink = (area != paper).astype(np.uint8)
        columns = np.flatnonzero(ink.any(axis=0))
        wanted = dots[:, dots.any(axis=0).argmax() :]
        wanted = wanted[:, : np.flatnonzero(wanted.any(axis=0)).max() + 1]
        if not len(columns):
            return False
        found = ink[:, columns[0] : columns[-1] + 1]
        if found.shape != wanted.shape or not np.array_equal(found, wanted):
            return False
        if abs(columns[0] - (31 - columns[-1])) > 3:
            return False
    return True


def state_of(owners, mortgaged, square):
    if not BOARD[square]["group"]:
        return None
    if square not in owners:
        return "FOR SALE"
    return "MORTG." if square in mortgaged else "SOLD"


@pytest.mark.feature("F175")
@pytest.mark.parametrize("begin", range(0, 40, 4))
def test_the_four_squares_ahead_are_shown_from_any_position(at, begin):
    """For sale with its price, sold to whom, mortgaged, houses, a hotel."""
    game = at("turn")
    me = initiator(game)
    owners = {n: k % 4 for k, n in enumerate(DEEDS) if k % 3}
    levels = {n: k % 6 for k, n in enumerate(STREETS) if n in owners}
    mortgaged = [n for n in owners if not levels.get(n)]
    deal(game, owners, levels, mortgaged)
    stand(game, [begin] * 4)
    opened(game)
    for square in range(begin, begin + 4):
        game.ram[game.labels["shown_square"] + me] = square
        game.ram[VIEW["perspective_square"]] = square
        game.call("ahead_draw")
        game.tick(3)
        seen = window(game)
        for place in range(4):
            number = (square + place) % 40
            look_at(game, card(game, seen, place), number, (owners, levels, mortgaged))


def look_at(game, picture, number, table):
    owners, levels, mortgaged = table
    group, state = BOARD[number]["group"], state_of(*table[::2], number)
    assert has_words(picture, short_name(game, number), 9), number
    band = perspective.BANDS.get(group)
    if group and group != "brown":
        assert (picture[:8] == band).sum() > 12, number
    if state is None:
        assert not has_words(picture, "SOLD", 25)
        return
    assert has_words(picture, state, 25), (number, state)
    assert ((picture[24:32] == RED).sum() > 100) == (number in mortgaged)
    if number not in owners:
        price = game.call("square_price", x=number) and game.result.a + 256 * game.result.y
        assert has_words(picture, str(price), 49)
    else:
        assert (picture[48:] == colour(game, owners[number])).sum() > 150
    level = levels.get(number, 0)
    assert ((picture[32:40] == BLUE).sum() > 10) == (0 < level < 5)
    if BOARD[number]["kind"] == "street":
        assert ((picture[32:40] == BLACK).sum() > 10) == (level == 5)


def _variables():
    """Addresses of the view's variables, which lie in the place of unused cells."""
    names = {}

    base = MAP["COLORS"].start + 5 * 7 * 8 + 5 * 7
    for line in (perspective.ROOT / "asm/game/pages/perspective.inc").read_text().splitlines():
        words = line.split(";")[0].split()
        if len(words) >= 3 and words[1] == "=" and words[2] == "perspective_player":
            names[words[0]] = base + int(words[4])
        elif words[:1] == ["perspective_player"]:
            names["perspective_player"] = base
    return names


VIEW = _variables()


def test_the_large_card_lights_the_rent_that_applies(at):
    game = at("turn")
    me = initiator(game)
    deal(game, {n: 1 for n in (37, 39, 5, 15)}, {39: 3, 37: 3})
    for square, rent in ((39, "1400"), (37, "1100"), (RAILS, "50")):
        stand(game, [square] * 4)
        opened(game)
        text = game.text().splitlines()
        lit = []
        for row in range(17, 24):
            inks = game.ram[COLORS_AT + 40 * row : COLORS_AT + 40 * row + 19]
            lit += ["".join(text[row][x] for x in range(19) if inks[x] & 0x0F == WHITE)]
        assert [words.strip(".").split()[-1] for words in lit if words] == [rent], (square, lit)
        assert "PLAYER 2" in text[23]
        game.key("\n", 60)
    assert me == initiator(game)


COLORS_AT = VIEW["perspective_player"] - 5 * 7 * 8 - 5 * 7


# --- in and out -------------------------------------------------------------------------------


def looks_as_before(game, before):
    vic = game.machine.board.vic
    assert game.text() == before
    assert vic.peek(0x16) & 0x1F == 0x08
    assert game.ram[0xFFFE] | game.ram[0xFFFF] << 8 == game.labels["irq_entry"]
    assert game.byte("aside_depth") == 0


@pytest.mark.parametrize("leave", ["\n", "v", " ", "{STOP}", "fire", "click"])
def test_it_is_left_by_key_stick_and_mouse_and_the_board_is_as_before(at, leave):
    game = at("turn")
    if leave == "click":
        wake(game)
    game.tick(30)
    before, state = game.text(), game.state()
    opened(game)
    if leave == "fire":
        press(game, "fire")
    elif leave == "click":
        click(game, 30, 10, 60)
    else:
        game.key(leave, 60)
    looks_as_before(game, before)
    assert game.state() == state


def press(game, way, frames=60):
    stick = game.machine.joystick(2)
    stick.press(way)
    game.tick(4)
    stick.release()
    game.tick(frames)


def test_stick_and_mouse_open_it_from_the_overview(at):
    game = at("turn")
    game.key("v", 60)
    press(game, "up", 90)
    assert "SQUARES AHEAD" in game.text()
    game.key("\n", 60)
    wake(game)
    game.key("v", 60)
    row = next(k for k, line in enumerate(game.text().splitlines()) if "V table" in line)
    click(game, 15, row, 90)
    assert "SQUARES AHEAD" in game.text()


@pytest.mark.feature("F175")
@pytest.mark.parametrize("hand", ["key", "stick", "click"])
def test_a_roll_walks_square_by_square_and_the_cards_pass_by(at, hand):
    """From before Free Parking, where nothing follows: the view stays."""
    game = at("turn")
    me = initiator(game)
    stand(game, [15] * 4)
    game.tick(30)
    if hand == "click":
        wake(game)
    opened(game)
    game.kit.mock("random_dice", lambda kit: kit.memory.put("dice", bytes((2, 3))))
    if hand == "key":
        game.key("r", 1)
    elif hand == "stick":
        press(game, "up", 1)
    else:
        click(game, 5, 24, 1)
    squares, firsts = [], []
    for _ in range(300):
        game.tick(1)
        squares.append(game.byte("shown_square", me))
        firsts.append(game.ram[VIEW["dot_x"]])
        if squares[-1] == 20 and "RETURN" in game.text():
            break
    assert sorted(set(squares)) == [15, 16, 17, 18, 19, 20]
    assert squares == sorted(squares)
    steps = [squares.count(n) for n in (16, 17, 18, 19)]
    assert all(8 <= n <= 14 for n in steps), steps
    seen = window(game)
    for place in range(4):
        look_at(game, card(game, seen, place), 20 + place, ({}, {}, []))
    assert game.byte("player_square", me) == 20
    assert "Free Parking" in game.text()
    assert "SQUARES AHEAD" in game.text() and "roll the dice" not in game.text()
    game.key("r", 30)  # no second one
    assert game.byte("player_square", me) == 20
    game.key("\n", 60)
    assert "PLAYER" in game.text() and game.byte("stage_square") == 20
    assert game.byte("dice_shown")


@pytest.mark.feature("F175")
def test_while_the_token_walks_every_picture_shows_cards_moved_by_whole_columns(at):
    game = at("turn")
    stand(game, [15] * 4)
    opened(game)
    strip = window(game)[8 * CARDS_ROW : 8 * (CARDS_ROW + CARDS_H), 8 * CARDS_X :]
    throw(game, 2, 3)
    moved, last = 0, strip
    for _ in range(250):
        game.tick(1)
        now = window(game)[8 * CARDS_ROW : 8 * (CARDS_ROW + CARDS_H), 8 * CARDS_X :]
        if not np.array_equal(now, last):
            assert np.array_equal(now[:, :-8], last[:, 8:])
            moved += 1
        last = now
        if moved == 25:
            break
    assert moved == 25  # five squares, five columns each


@pytest.mark.parametrize("square, faces, words", [(36, (1, 2), "Auction it"), (2, (1, 1), "rolls")])
def test_what_follows_a_roll_is_told_on_the_board_and_the_rules_know_no_difference(
    at, square, faces, words
):
    """The same roll from the board's page: the same state, the same lines."""
    ends = []
    for table in (True, False):
        game = at("turn")
        stand(game, [square] * 4)
        if table:
            opened(game)
        throw(game, *faces)
        if table:
            game.tick(500)
        else:
            game.tick(400)
        if "SQUARES" in game.text():
            game.key("\n", 60)
        game.tick(600)
        ends.append((game.state(), [game.byte("log_type", k) for k in range(5)]))
        assert not game.byte("event_count")
    assert ends[0] == ends[1]


def test_passing_go_the_coins_grow(at):
    game = at("turn")
    me = initiator(game)
    stand(game, [37] * 4)
    rich(game, me, 300)
    opened(game)
    before = (window(game)[COINS] == YELLOW).sum()
    throw(game, 1, 2)
    game.until("salary", 400).tick(100)
    assert (window(game)[COINS] == YELLOW).sum() > before


def test_space_hurries_the_walk(at):
    game = at("turn")
    me = initiator(game)
    stand(game, [15] * 4)
    opened(game)
    throw(game, 2, 3)
    game.machine.type(" ", wait=False)
    game.tick(12)
    assert game.byte("shown_square", me) == 20
    game.tick(60)
    assert "SQUARES AHEAD" in game.text()


def test_nobody_rolls_where_no_roll_is_due(at):
    game = at("turn")
    me = initiator(game)
    game.key("i", 30).key("v", 60).key("v", 60)  # from a page where squares are looked at
    assert "SQUARES AHEAD" in game.text() and "roll the dice" not in game.text()
    state = game.state()
    game.key("r", 60)
    assert game.state() == state and "SQUARES AHEAD" in game.text()
    game.key("\n", 60).key("d", 60)
    game.ram[game.labels["turn_phase"]] = K["PHASE_DONE"]
    opened(game)
    assert "roll the dice" not in game.text()
    assert me == initiator(game)


def test_without_the_disk_the_board_comes_back(at):
    game = at("turn")
    before = game.text()
    opened(game)
    game.key("\n", 60)
    game.serve(False)
    game.machine.drives[8].attach(None)
    game.key("v", 60).key("v", 900)
    looks_as_before(game, before)


@pytest.mark.parametrize("model", ["c64", "ntsc"])
def test_its_interrupts_end_before_the_next(built, model):
    game = Game(model)
    game.boot().first_turn()
    opened(game)
    game.machine.type("qweztyuiop", wait=False)
    board, entry, worst = game.machine.board, game.labels["perspective_irq"], {}
    end = game.machine.cycle + 20 * 20000
    while run_to(game.machine, entry, max(0, end - game.machine.cycle)):
        begin, depth = game.machine.cycle, board.cpu.sp
        kind = game.byte("irq_phase") + 10 * bool(game.ram[VIEW["perspective_split"]])
        while board.cpu.sp <= depth:
            game.machine.run_cycles(1)
        worst[kind] = max(worst.get(kind, 0), game.machine.cycle - begin)
    print(worst)
    assert set(worst) == {0, 1, 12, 2}
    assert worst[0] < 1100 and worst[1] < 2200 and worst[12] < 260 and worst[2] < 700
