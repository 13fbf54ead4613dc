"""No picture is ever torn, and a key is answered within two pictures."""

import numpy as np
import pytest

from tests.asm.game.ui.machine import SPRITE_H, SPRITE_W, TITLE_FRAMES, Game
from tools.game.build_game import MAP

END_LINE = 249  # the last line before the interrupt that lets drawing begin
TOKEN_LINE = 200  # the interrupt at line 250 places the tokens
WINDOW_X, FIRST_LINE = 32, 51


def window(game):
    """uint8[200, 320]: what the VIC has shown in the window of the last whole picture."""
    shown = game.machine.screen.indices
    top = FIRST_LINE - game.machine.board.vic.crop()[1]
    return shown[top : top + 200, WINDOW_X : WINDOW_X + 320]


def sprite_mask(game):
    """bool[200, 320]: where the sprites of the picture being shown lie."""
    vic = game.machine.board.vic
    mask = np.zeros((200, 320), dtype=bool)
    for i in range(8):
        if vic.peek(0x15) >> i & 1:
            x = vic.peek(2 * i) + 256 * (vic.peek(0x10) >> i & 1) - 24
            y = vic.peek(2 * i + 1) - 50
            mask[max(y, 0) : max(y + SPRITE_H, 0), max(x, 0) : max(x + SPRITE_W, 0)] = True
    return mask


def watch(game, frames):
    """Every picture must show what memory says at its end; returns how many were compared."""
    compared = 0
    for _ in range(frames):
        game.to_line(TOKEN_LINE)
        mask = sprite_mask(game)
        game.to_line(END_LINE)
        expected = game.picture()
        mask |= sprite_mask(game)
        on = game.machine.board.vic.peek(0x11) & 0x10
        game.tick(1)
        if not on:
            continue
        wrong = np.argwhere((expected != window(game)) & ~mask)
        assert not len(wrong), f"torn at cell {wrong[0][1] // 8, wrong[0][0] // 8}"
        compared += 1
    return compared


def keys(game, text, frames):
    """Hold each key for three pictures and watch ``frames`` pictures in all."""
    compared = 0
    for key in text:
        game.machine.type(key, wait=False)
        compared += watch(game, frames)
    return compared


def test_no_picture_of_a_turn_is_torn(at):
    game = at("turn")
    assert keys(game, ["r", "b", "n", "r"], 150) > 400


@pytest.mark.feature("F110")
def test_six_hundred_pictures_are_shown_whole(at):
    """Two turns, a side close up, a card browsed, who owns what, and back."""
    game = at("turn")
    pressed = ["r", "b", "n", "r", "{F3}", "i", "{RIGHT}", "d", "v", " ", "{F1}", "n"]
    assert keys(game, pressed, 60) >= 600


def test_no_picture_is_torn_while_the_board_turns(at):
    game = at("turn")
    assert keys(game, ["{F3}", "{F5}", "{F7}", "{F1}", "i", "{RIGHT}", "d"], 20) > 100


def test_no_picture_is_torn_on_ntsc(built):
    game = Game("ntsc").boot().first_turn()
    assert keys(game, ["{F3}", "{F1}", "r", "b", "i", "{LEFT}", "d", "n"], 60) > 300


@pytest.mark.parametrize("key", ["{DOWN}", "i", "r", "{F5}"])
def test_a_key_is_answered_within_two_pictures(at, key):
    game = at("turn")
    game.to_line(END_LINE)
    for _ in range(40):
        if game.byte("irq_tick") & 31 == 0:  # the button has just breathed: that is no answer
            break
        game.to_line(END_LINE - 100)
        game.to_line(END_LINE)
    before = game.picture()
    game.machine.type(key, wait=False)
    for pictures in range(6):  # noqa: B007
        game.tick(1)
        game.to_line(END_LINE)
        if (game.picture() != before).any():
            break
    # the typist presses in picture 0, where line 110 sees it; then two pictures
    assert pictures <= 3, game.where()


def test_what_lay_in_memory_before_is_not_taken_for_what_is_shown(built):
    """Nothing is drawn where the glyph is the one that SHOWN names: it names none at first."""
    clean, full = Game(), Game()
    clean.boot()
    first, end = MAP["CELLS"].start, MAP["CELLS"].start + 1000
    glyphs = bytes(clean.ram[first:end])
    full.machine.tick(120)
    for name in ("SHOWN", "MATRIX", "COLORS"):
        full.ram[MAP[name].start : MAP[name].start + 1000] = glyphs
    full.enter()
    full.tick(TITLE_FRAMES)
    assert bytes(full.ram[first:end]) == glyphs
    assert (full.picture() == clean.picture()).all()
