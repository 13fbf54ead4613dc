"""The 1351 in port 1: the pointer goes where the mouse goes, and everything can be clicked."""

import numpy as np
import pytest

from disk.d64 import D64Image
from tests.asm.game.engine import ROOT, K
from tests.asm.game.ui.machine import MATRIX, OUT, SPRITE_H, SPRITE_W, Game
from tests.asm.game.ui.test_menu import TOP, buttons, press, selected, table
from tests.asm.game.ui.test_screens import to_an_offer
from tests.asm.game.ui.test_video import watch
from tools.art.glyphs import MULTI_DOTS, read_blocks
from tools.game.build_game import MAP

STEP = 24  # counts a picture
SHORT_NAMES = 5 << 8 | 40  # asm/game/data/text/text.inc
BUTTON = 30  # a column of the buttons
START = 60, 100  # where the pointer begins (asm/game/sys/mouse.s)
POINTER_SHAPE = 8
SPRITES = MAP["SPRITES"].start


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
    click(game, BUTTON, TOP + 2 * buttons(game).index(label), frames)


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


def test_the_pointer_leaves_a_button_that_wants_to_be_pressed_again(at):
    game = at("turn")
    to_an_offer(game)
    wake(game)
    to(game, BUTTON, TOP)
    game.tick_until_armed()
    game.machine.type("\n")
    game.tick(10)
    assert game.byte("menu_sure")
    to(game, BUTTON, TOP + 4)
    game.tick(4)
    assert selected(game) == "Manage"
    assert not game.byte("menu_sure")
    program = (OUT / "game.main").read_bytes()
    start = MAP["MAIN"].start
    assert bytes(game.ram[start : start + len(program)]) == program


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


def test_behind_the_drive_the_pointer_is_away_until_the_mouse_moves_and_begins_on_the_buttons(at):
    game = at("turn")
    game.machine.drives[8].attach(D64Image.blank(b"SAVES", b"01"))
    wake(game)
    to(game, 20, 12)
    game.key("g").until("No games")
    assert not game.byte("mouse_on") and not game.byte("mouse_seen")
    assert game.ram[MATRIX + 0x3F8] != POINTER_SHAPE
    wake(game)
    game.machine.mouse.move(0, 1)
    game.tick(2)
    x, y = pointer(game)
    assert game.ram[MATRIX + 0x3F8] == POINTER_SHAPE
    assert abs(x - START[0]) < 4 and abs(y - START[1]) < 4


def test_behind_the_drive_the_mouse_has_to_prove_itself_anew(at):
    """It may have been pulled out meanwhile: one movement could be a stick's noise."""
    game = at("turn")
    mouse = wake(game)
    game.call("input_init")  # as drive_leave does
    game.tick(1)
    mouse.move(3, 0)
    game.tick(2)
    assert not game.byte("mouse_on")
    wake(game)


def test_a_game_is_started_from_the_title_with_the_mouse_alone(at):
    game = at("title")
    wake(game)
    click(game, 20, 22)
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
    assert game.byte("setup_item") == 10 + K["OPT_LIMITED"]
    assert "bank pays no more." in game.text()
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
        "Who has what": "WHO HAS WHAT",
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
            to(game, BUTTON, TOP + 2 * buttons(game).index(label))
            assert selected(game) == label
            click_button(game, label, 100)
            if words[label]:
                assert words[label] in game.text(), label
            else:
                assert moved(game)


def test_a_click_acts_on_release(at):
    game = at("turn")
    mouse = wake(game)
    to(game, BUTTON, TOP)
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
    assert "Something else is due now." in game.text()


@pytest.mark.feature("F002")
def test_sides_are_shown_close_up_by_key_and_by_click(at):
    game = at("turn")
    wake(game)
    board = game.text()
    for way in ("key", "click", "click inside"):
        for number, key in enumerate(("{F1}", "{F3}", "{F5}", "{F7}")):
            if way == "key":
                game.key(key, 30)
            elif way == "click" or not number:
                click(game, (25, 28, 30, 32)[number], 10, 30)
            else:
                click(game, 2 + 5 * number, 0, 30)  # from side to side
            lines = game.text().splitlines()
            for i in range(11):
                square = (10 * number + i) % 40
                words = lines[1 + 2 * i][3:24].split()
                name = game.words(SHORT_NAMES + square).split()
                assert words[: len(name)] == name
                price = game.word("price", square)
                assert words[len(name) :] == ([str(price)] if price else [])
            if way != "click inside":
                game.key(" ", 40)
                assert game.text() == board
        if way == "click inside":
            click(game, 10, 12, 40)
            assert game.text() == board


PLACES = {  # squares with a cell in the middle of each
    **{0: (22, 22), 1: (19, 21), 5: (12, 23), 9: (3, 22), 10: (1, 22), 11: (0, 19), 15: (2, 12)},
    **{19: (1, 3), 20: (1, 1), 21: (3, 0), 25: (12, 1), 29: (20, 2), 30: (22, 2), 31: (21, 4)},
    **{35: (23, 11), 39: (22, 20)},
}


def test_a_click_on_a_square_shows_its_card(at):
    game = at("turn")
    wake(game)
    for square, (column, row) in PLACES.items():
        click(game, column, row, 25)
        assert game.byte("browse_square") == square
        assert game.byte("stage_square") == square
        assert game.byte("board_selected") == square
    click_button(game, "Done", 20)
    assert "Roll dice" in buttons(game)


def test_an_auction_is_bid_in_with_the_mouse(at):
    game = at("turn")
    wake(game)
    to_an_offer(game)
    click_button(game, "Auction it", 100)
    assert game.mode == K["MODE_AUCTION"]
    click(game, 32, 22, 10)
    assert "Bid $20" in game.text()
    click(game, 27, 22, 10)
    assert "Bid $120" in game.text()
    click(game, 37, 23, 10)
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


def test_the_pointer_is_the_one_that_is_drawn_for_it(at):
    game = at("turn")
    wake(game)
    to(game, 24, 6)
    shape = game.ram[MATRIX + 0x3F8]
    sprite = bytes(game.ram[SPRITES + 64 * shape :][:63])
    dots = read_blocks(ROOT / "asm/game/art/pointer.txt", MULTI_DOTS, 14)["pointer"]
    rows = np.unpackbits(np.frombuffer(sprite, np.uint8)).reshape(21, 12, 2)
    assert np.array_equal(2 * rows[:14, :, 0] + rows[:14, :, 1], dots)


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
