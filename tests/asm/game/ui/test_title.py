"""The title: the street with its lights, tokens before the doors, a menu below."""

from itertools import pairwise

import numpy as np
import pytest

from tests.asm.game.ui.german import de
from tests.asm.game.ui.machine import DEBUG_FILE, MATRIX, Game
from tests.asm.game.ui.test_load import DISPLAY_ON, LIGHT_ON, Loader, own_disk
from tests.asm.game.ui.test_mouse import click, wake
from tools.art.pictures import LIGHT_ROWS, read_table
from tools.game.build_game import MAP

STREET = read_table()[0]
SKY, HOUSES = slice(0, 72), slice(80, 176)  # dots above the words and between them and the menu
MENU = (
    "RETURN or fire: start",
    "F8 How to play",
    "F1 Saved game",
    "T Tutorial",
    "F3 Board: London",
)
SPRITES_ON = 0x15  # of the VIC
WAITED = 20  # pictures until a file is there
SLOW = MAP["FAST"].start + 2  # bus_slow (asm/game/sys/drive_fast.s)


def street(game):
    """The share of the dots of sky and houses that are the painting's, windows apart."""
    same = game.picture() == STREET.pixels
    for column, row in STREET.lights:
        same[8 * row : 8 * (row + LIGHT_ROWS), 8 * column : 8 * column + 8] = True
    return np.concatenate((same[SKY], same[HOUSES])).mean()


def lit(game):
    """Windows that are lit."""
    return {
        (column, row)
        for column, row in STREET.lights
        if {game.ram[MATRIX + 40 * (row + n) + column] for n in range(LIGHT_ROWS)} == {LIGHT_ON}
    }


@pytest.mark.slow
def test_the_title_is_the_street_with_a_menu_below(at):
    game = at("title")
    assert street(game) > 0.98  # words stand in the sky's free row only
    for words in MENU:
        assert words in game.text()
    assert "M  Music on" in game.text()


@pytest.mark.slow
def test_windows_go_out_one_by_one_and_come_back(at):
    game = at("title")
    seen = [lit(game)]
    for _ in range(70):
        game.tick(40)
        seen.append(lit(game))
    changes = [len(a ^ b) for a, b in pairwise(seen)]
    assert set(changes) <= {0, 1, 2} and sum(changes) > 60
    assert min(map(len, seen)) < 4
    assert max(map(len, seen[-10:])) > 20


@pytest.mark.slow
def test_what_the_loader_shows_stays_without_a_dark_picture(built, c64_factory):
    loader = Loader(c64_factory, "stays", own_disk(), at_once=True).to_game()
    assert loader.shows_the_picture()
    arrived = []
    loader.kit.board.set_trap(MAP["MAIN"].start, lambda board: arrived.append(1) and False)
    for _ in range(600):
        loader.machine.tick(1)
        assert loader.kit.board.vic.peek(0x11) & DISPLAY_ON
        if arrived:
            break
    loader.kit.use_symbols(DEBUG_FILE)
    game = Game(kit=loader.kit)
    for _ in range(90):
        game.tick(1)
        assert game.kit.board.vic.peek(0x11) & DISPLAY_ON
    assert street(game) > 0.98
    assert MENU[0] in game.text()


@pytest.mark.parametrize("key", ["?", "{F8}"])
def test_after_help_the_street_is_there_again(at, key):
    game = at("title")
    game.key(key, 60)
    assert "HELP" in game.text()
    game.key(" ", 60)
    assert street(game) > 0.98
    assert len(lit(game)) >= 30


def test_no_token_stands_in_set_up_while_the_street_waits_for_a_file(at):
    """Behind STOP what is on its way from the disk comes first: set-up stays in view meanwhile."""
    game = at("setup")
    game.key("{DOWN}", 20)
    board, labels = game.machine.board, game.labels
    assert board.vic.peek(SPRITES_ON), "the token of the chosen seat"
    pictures = iter(range(WAITED))

    def comes(board):
        if next(pictures, None) is None:
            return False
        for byte in divmod(labels["prefetch_end"] - 1, 256):  # and here again
            board.ram[0x100 | board.cpu.sp] = byte
            board.cpu.sp -= 1
        board.cpu.pc = labels["frame_wait"]
        return True

    board.set_trap(labels["prefetch_end"], comes)
    game.machine.type("{STOP}", wait=False)
    seen = []
    while board.vic.peek(0x11) & DISPLAY_ON:
        game.tick(1)
        seen.append(board.vic.peek(SPRITES_ON))
    assert "WHO PLAYS?" in game.text()
    assert len(seen) > WAITED
    assert not any(seen[-WAITED + 2 :])


def test_from_a_slow_drive_nobody_waits_for_the_street(at):
    game = at("title")
    game.ram[SLOW] = 0x80
    game.serve(False)  # there is no drive: to load would be told
    game.key("?", 60).key(" ", 30)
    assert street(game) < 0.6
    for words in MENU:
        assert words in game.text()
    game.tick(200)
    assert "The property game" in game.text()


def test_without_the_disk_the_title_is_words(at):
    game = at("title")
    game.serve(False)
    game.machine.drives[8].attach(None)
    game.key("?", 60).key(" ", 300)
    for words in MENU:
        assert words in game.text()
    assert game.kit.board.vic.peek(0x11) & DISPLAY_ON


def test_every_line_of_the_menu_can_be_clicked(at):
    game = at("title")
    wake(game)
    click(game, 20, 24)
    assert "Board: United States" in game.text()
    click(game, 20, 24, 90)
    assert de("title", "text_london") in game.text()
    click(game, 20, 24, 90)
    assert "Board: London" in game.text()
    click(game, 5, 24)
    assert "Music off" in game.text()
    click(game, 5, 23, 60)
    assert "HELP" in game.text()
    game.key(" ", 60)
    click(game, 25, 23)
    game.until("SAVED GAMES")


def test_fire_starts(at):
    game = at("title")
    stick = game.machine.joystick(2)
    stick.press("fire")
    game.tick(4)
    stick.release("fire")
    game.tick(40)
    assert "WHO PLAYS?" in game.text()


@pytest.mark.parametrize(
    ("registers", "seeds"), [((0, 0, 0), 1), ((1, 0, 0), 0), ((0, 1, 0), 0), ((0, 0, 1), 0)]
)
def test_the_dice_of_the_next_game_go_on_where_those_of_the_last_one_were(at, registers, seeds):
    """Their shift registers begin once, when the first game does."""
    game = at("title")
    first, seeded = game.labels["rng_v"], []
    game.ram[first : first + 3] = bytes(registers)
    game.machine.board.set_trap(
        game.labels["random_seed"], lambda board: seeded.append(1) and False
    )
    game.key("\n", 60)
    assert "WHO PLAYS?" in game.text()
    assert len(seeded) == seeds
    assert any(game.ram[first : first + 3])
