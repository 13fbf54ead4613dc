"""What moves: dice thrown across the stage as sprites, a house that drops; nothing, if asked."""

import pytest

from tests.asm.game.engine import K
from tests.asm.game.ui.machine import MATRIX, Game, glyph_codes
from tests.asm.game.ui.table import deal
from tests.asm.game.ui.test_board import cell, redraw
from tests.asm.game.ui.test_stage import event

DICE, HOUSE = range(10, 14), 14  # shapes
DICE_X, DICE_Y, DIE_STEP = 4, 17, 4
LONGEST = 60  # pictures of a throw at most


def sprites(game, shapes):
    """{sprite: (x, y)} of those shown with one of these shapes, in dots of the window."""
    vic, found = game.machine.board.vic, {}
    for i in range(8):
        if vic.peek(0x15) >> i & 1 and game.ram[MATRIX + 0x3F8 + i] in shapes:
            x = vic.peek(2 * i) + 256 * (vic.peek(0x10) >> i & 1) - 24
            found[i] = x, vic.peek(2 * i + 1) - 50
    return found


def throw(game):
    """Roll; places of the dice, picture by picture, until they lie there."""
    game.machine.type("r", wait=False)
    seen = []
    for _ in range(LONGEST + 10):
        game.tick(1)
        flying = sprites(game, DICE)
        if flying:
            seen.append(tuple(flying.values()))
        elif seen:
            return seen
    return pytest.fail("they fly for ever")


@pytest.mark.parametrize(("model", "seats"), [("c64", 4), ("ntsc", 4), ("c64", 8)])
def test_both_dice_fly_across_the_stage_bounce_and_lie_where_they_are_drawn(built, model, seats):
    game = Game(model).boot().first_turn(seats)
    tokens = sprites(game, range(8))
    seen = throw(game)
    assert 30 <= len(seen) <= LONGEST
    assert all(len(places) == 2 for places in seen)
    for die in range(2):
        xs, ys = ([places[die][axis] for places in seen] for axis in (0, 1))
        rest = 8 * (DICE_X + DIE_STEP * (xs[-1] > 50)), 8 * DICE_Y
        assert (xs[-1], ys[-1]) == rest
        assert xs == sorted(xs, reverse=True)
        assert xs[0] - xs[-1] > 100
        bounces = sum(a < b >= c for a, b, c in zip(ys, ys[1:], ys[2:], strict=False))
        assert bounces >= 3
    game.tick(3)
    assert sprites(game, range(8)) == tokens
    solid = glyph_codes()["solid"]
    for x in (DICE_X, DICE_X + DIE_STEP):
        assert cell(game, x + 1, DICE_Y)[0] == solid


def test_space_ends_a_throw(at):
    game = at("turn")
    game.machine.type("r", wait=False)
    while not sprites(game, DICE):
        game.tick(1)
    game.tick(3)
    game.machine.type(" ", wait=False)
    game.tick(8)
    assert not sprites(game, DICE)
    assert game.byte("dice_shown")
    assert (game.byte("die_1"), game.byte("die_2")) == (game.byte("dice"), game.byte("dice", 1))


def test_the_option_turns_motion_off(at):
    game = at("turn")
    game.ram[game.labels["prefs"]] = 1
    me = game.byte("mode_active", 0)
    deal(game, {1: me, 3: me})
    game.machine.type("r", wait=False)
    for _ in range(LONGEST):
        game.tick(1)
        assert not sprites(game, DICE)
    assert game.byte("dice_shown")
    for _ in range(20):
        event(game, "BUILT", me, 1)
        assert not sprites(game, {HOUSE})


def test_a_house_drops_on_its_square_then_stands_there(at):
    game = at("turn")
    me = game.byte("mode_active", 0)
    deal(game, {1: me, 3: me})
    redraw(game)
    game.key("m", 60)
    square = game.byte("browse_square")
    game.call("square_open", x=square)
    part = 3 * game.byte("board_lie") + 1
    x = game.byte("board_x") + game.byte("part_x", part)
    y = game.byte("board_y") + game.byte("part_y", part)
    before = sprites(game, range(8))
    game.machine.type("c", wait=False)
    falls = []
    for _ in range(60):
        game.tick(1)
        falls += sprites(game, {HOUSE}).values()
    heights = [top for _, top in falls]
    assert heights == sorted(heights)
    assert heights[-1] - heights[0] > 20
    assert falls[-1] == (8 * x - 2, 8 * y - 2)
    assert game.byte("square_level", square) == 1
    assert cell(game, x, y)[0] == glyph_codes()["house"]
    assert sprites(game, range(8)) == before
    assert game.mode == K["MODE_NORMAL"]
