"""The 1351 in port 1: the pointer goes where the mouse goes, and everything can be clicked."""

import pytest

from tests.asm.game.engine import K
from tests.asm.game.ui.machine import MATRIX, SPRITE_H, SPRITE_W, Game
from tests.asm.game.ui.test_menu import TOP, buttons, press, selected, table
from tests.asm.game.ui.test_screens import to_an_offer
from tests.asm.game.ui.test_video import watch

STEP = 24  # counts a picture


def pointer(game):
    """Where the pointer is, in dots of the window."""
    return game.byte("mouse_x") + 256 * game.byte("mouse_x_hi"), game.byte("mouse_y")


def wake(game):
    """Plug the mouse in and move it until the pointer is there."""
    mouse = game.machine.mouse
    mouse.plug(1)
    for i in range(30):
        mouse.move(2 - 4 * (i & 1), 0)
        game.tick(1)
        if game.byte("mouse_on"):
            break
    assert game.byte("mouse_on")
    return mouse


def to(game, column, row):
    """Move the pointer into the middle of a cell."""
    for _ in range(40):
        x, y = pointer(game)
        dx, dy = 8 * column + 4 - x, 8 * row + 4 - y
        if not dx and not dy:
            break
        game.machine.mouse.move(max(-STEP, min(STEP, dx)), max(-STEP, min(STEP, dy)))
        game.tick(1)
    assert (pointer(game)[0] >> 3, pointer(game)[1] >> 3) == (column, row)
    game.tick(2)


def click(game, column, row, frames=40):
    """Point at a cell, press, release."""
    to(game, column, row)
    game.tick_until_armed()
    game.machine.mouse.press("left")
    game.tick(3)
    game.machine.mouse.release("left")
    game.tick(frames)


def click_button(game, label, frames=60):
    """Click a button of the menu in view."""
    click(game, 5, TOP + 2 * buttons(game).index(label), frames)


@pytest.mark.parametrize("model", ["c64", "ntsc"])
def test_the_pointer_follows_count_for_count_on_pal_and_ntsc(built, model):
    game = Game(model).boot()
    mouse = wake(game)
    to(game, 20, 12)
    for dx, dy in ((31, 0), (-31, 0), (0, 31), (0, -31), (17, -9), (1, 1), (-1, 2)):
        x, y = pointer(game)
        mouse.move(dx, dy)
        game.tick(2)
        assert pointer(game) == (x + dx, y + dy)
    vic = game.machine.board.vic
    x, y = pointer(game)
    game.tick(1)
    assert vic.peek(0) + 256 * (vic.peek(0x10) & 1) == x + 24
    assert vic.peek(1) == y + 50
    assert vic.peek(0x15) & 1


def test_the_pointer_stops_at_the_four_edges(at):
    game = at("turn")
    mouse = wake(game)
    for dx, dy, corner in ((-31, -31, (0, 0)), (31, 31, (319, 199)), (-31, 0, (0, 199))):
        for _ in range(16):
            mouse.move(dx, dy)
            game.tick(1)
        assert pointer(game) == corner


def test_counters_go_the_shorter_way_round_and_bit_0_and_bit_7_say_nothing(at):
    game = at("turn")
    old_at = game.labels["mouse_old"]
    game.call("irq_stop")  # nobody else reads the mouse
    for old in range(0, 64, 7):
        for step in range(-32, 32):
            noise = (step * 5 + old) & 0x81
            game.ram[old_at] = old
            game.call("counter", a=2 * ((old + step) & 63) | noise, x=0)
            assert (game.result.a + 128) % 256 - 128 == step
            assert game.ram[old_at] == (old + step) & 63


@pytest.mark.feature("F086", "F114")
def test_fire_at_the_start_is_a_joystick_and_movement_is_a_mouse(built):
    game = Game()
    game.machine.tick(120)
    game.enter()
    stick = game.machine.joystick(1)
    stick.press("fire")
    game.tick(100)
    assert not game.byte("mouse_on")
    assert "RETURN or fire: start" in game.text()
    stick.release()
    game.tick(40)
    assert "WHO PLAYS?" in game.text()  # taken as fire
    assert not game.byte("mouse_on")
    press(stick, "down", game, 6)
    assert game.byte("setup_item") == 1
    game.machine.mouse.plug(1)
    wake(game)
    game.machine.mouse.plug(0)
    press(stick, "down", game, 6)  # a stick pushed in port 1: no mouse any more
    assert not game.byte("mouse_on")
    assert game.byte("setup_item") != 1


def test_the_pointer_leaves_after_a_rest_and_comes_back(at):
    game = at("turn")
    mouse = wake(game)
    to(game, 20, 12)
    vic = game.machine.board.vic
    game.tick(60)
    assert vic.peek(0x15) & 1
    game.tick(220)
    assert not game.byte("mouse_seen")
    mouse.move(3, 3)
    game.tick(3)
    assert game.byte("mouse_seen")


def test_a_game_is_started_from_the_title_with_the_mouse_alone(at):
    game = at("title")
    wake(game)
    click(game, 20, 12)
    assert "WHO PLAYS?" in game.text()
    click(game, 30, 3, 10)
    assert game.byte("player_count") == 5
    click(game, 21, 3, 10)
    assert game.byte("player_count") == 4
    colour = game.byte("player_colour", 1)
    click(game, 28, 5, 10)
    assert game.byte("player_colour", 1) != colour
    click(game, 24, 13, 10)
    assert game.byte("settings", K["OPT_MONEY"]) == 1
    click(game, 21, 13, 10)
    assert game.byte("settings", K["OPT_MONEY"]) == 0
    to(game, 8, 16)
    assert game.byte("setup_item") == 9 + K["OPT_LIMITED"]
    click(game, 20, 20, 60)
    assert game.mode == K["MODE_FIRST"]
    click_button(game, "Roll for 1st", 100)
    assert game.byte("dice_shown")


@pytest.mark.feature("F112")
def test_every_button_of_the_play_menu_lights_under_the_pointer_and_can_be_clicked(at):
    pages = table(at("turn"), "menu_turn")
    words = {
        "Roll dice": None,
        "Manage": "There are no deeds",
        "Information": "next square",
        "Whole board": "THE WHOLE BOARD",
        "Statistics": "STATISTICS",
        "Saved games": "SAVED GAMES",
        "Quit game": "Save the game first?",
    }
    for number, page in enumerate(pages):
        for _, _, label in page:
            if label not in words:
                continue
            game = at("turn")
            wake(game)
            if number:
                click_button(game, "More", 20)
            to(game, 5, TOP + 2 * buttons(game).index(label))
            assert selected(game) == label
            click_button(game, label, 100)
            if words[label]:
                assert words[label] in game.text(), label
            else:
                assert moved(game)


def test_a_click_acts_on_release(at):
    game = at("turn")
    mouse = wake(game)
    to(game, 5, TOP)
    mouse.press("left")
    game.tick(30)
    assert not moved(game)
    mouse.release("left")
    game.tick(10)
    assert moved(game)


def moved(game):
    """Has the first roll of the turn been made?"""
    return game.byte("turn_phase") != K["PHASE_ROLL"] or game.byte("turn_doubles") > 0


def test_clicking_a_disabled_button_says_why(at):
    game = at("turn")
    wake(game)
    click_button(game, "Next turn", 20)
    assert "Not now." in game.text()


@pytest.mark.feature("F002")
def test_quadrants_by_key_and_by_click_and_their_squares(at):
    game = at("turn")
    wake(game)
    for way in ("key", "click"):
        for number, key in enumerate(("{F1}", "{F3}", "{F5}", "{F7}")):
            if way == "key":
                game.key(key, 20)
            else:
                click(game, 15 + 3 * number, 24, 20)
            assert game.byte("board_quadrant") == number
            seen = [s for s in range(40) if in_view(game, s)]
            first = (35, 5, 15, 25)[number]
            assert seen == sorted((first + i) % 40 for i in range(11))


def in_view(game, square):
    """Is the square in the quadrant shown?"""
    first = (35, 5, 15, 25)[game.byte("board_quadrant")]
    return (square - first) % 40 < 11


PLACES = {  # quadrant: squares with a cell in the middle of each
    0: {35: (37, 1), 38: (36, 10), 0: (37, 17), 1: (33, 16), 5: (16, 18)},
    1: {5: (38, 17), 9: (21, 18), 10: (17, 17), 11: (16, 13), 15: (19, 0)},
    2: {15: (15, 19), 19: (19, 7), 20: (16, 2), 21: (20, 4), 25: (39, 0)},
    3: {25: (15, 2), 29: (34, 0), 30: (39, 4), 31: (36, 5), 35: (39, 19)},
}


@pytest.mark.parametrize("quadrant", [0, 1, 2, 3])
def test_a_click_on_a_square_shows_its_card(at, quadrant):
    game = at("turn")
    wake(game)
    game.key(("{F1}", "{F3}", "{F5}", "{F7}")[quadrant], 20)
    for square, (column, row) in PLACES[quadrant].items():
        click(game, column, row, 25)
        assert game.byte("browse_square") == square
        assert game.byte("stage_square") == square
        if game.byte("board_quadrant") != quadrant:
            game.key(("{F1}", "{F3}", "{F5}", "{F7}")[quadrant], 20)
    click_button(game, "Done", 20)
    assert "Roll dice" in buttons(game)


def test_an_auction_is_bid_in_with_the_mouse(at):
    game = at("turn")
    wake(game)
    to_an_offer(game)
    click_button(game, "Auction it", 100)
    assert game.mode == K["MODE_AUCTION"]
    click(game, 7, 23, 10)
    assert "Bid $20" in game.text()
    click(game, 2, 23, 10)
    assert "Bid $120" in game.text()
    click(game, 12, 24, 10)
    assert "Bid $119" in game.text()
    click_button(game, "Bid", 60)
    assert game.byte("auction_bid_lo") == 119


def test_the_right_button_leaves_a_page(at):
    game = at("turn")
    mouse = wake(game)
    click_button(game, "Information")
    assert "Done" in buttons(game)
    mouse.press("right")
    game.tick(3)
    mouse.release("right")
    game.tick(20)
    assert "Roll dice" in buttons(game)


def test_keys_work_while_the_mouse_is_in_use_and_a_held_button_is_no_key(at):
    game = at("turn")
    mouse = wake(game)
    mouse.press("left")
    game.tick(20)
    assert game.byte("key_count") == 0
    mouse.release("left")
    game.tick(5)
    game.key("i", 20)
    assert "Done" in buttons(game)


def test_token_0_keeps_a_sprite_and_with_eight_tokens_the_one_to_move_is_never_hidden(built):
    game = Game().boot().first_turn(8)
    wake(game)
    to(game, 20, 12)
    vic = game.machine.board.vic
    active = game.byte("panel_active")
    assert game.byte("sprite_on") == 0xFF
    shapes = [game.ram[MATRIX + 0x3F8 + i] for i in range(8) if vic.peek(0x15) >> i & 1]
    assert 8 in shapes
    assert active in shapes
    assert 0 in shapes
    assert len(set(shapes)) == 8


@pytest.mark.parametrize("model", ["c64", "ntsc"])
def test_no_picture_is_torn_while_the_mouse_moves(built, model):
    game = Game(model).boot().first_turn(8)
    mouse = wake(game)
    compared = 0
    for key in ("r", "b", "{F3}", "{F1}", "i", "{RIGHT}", "d"):
        game.machine.type(key, wait=False)
        for i in range(30):
            mouse.move(9 if i & 8 else -9, 5 if i & 4 else -5)
            compared += watch(game, 1)
    assert compared > 150


def test_the_pointer_is_drawn_with_an_outline(at):
    game = at("turn")
    wake(game)
    to(game, 24, 6)
    game.tick(2)
    x, y = pointer(game)
    top = game.machine.board.vic.crop()[1]
    shown = game.machine.screen.indices
    area = shown[y + 51 - top : y + 51 - top + SPRITE_H, x + 32 : x + 32 + SPRITE_W]
    assert {0, 1} <= set(area.flatten().tolist())
