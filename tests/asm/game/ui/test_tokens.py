"""Tokens are chosen in set-up, one a seat, and are seen wherever tokens are seen."""

import pytest

from tests.asm.game.engine import K
from tests.asm.game.ui.machine import CELLS, COLORS, MATRIX, Game, glyph_codes
from tests.asm.game.ui.test_mouse import click, wake

SEAT_ROW, TOKEN_COLUMN = 4, 5
CROWN, CAR = 6, 2
PANEL = 25
SHAPES = MATRIX + 0x3F8


def glyph(token):
    codes = glyph_codes()
    return codes["token"] if token == 0 else codes["token_hat"] + token - 1


def tokens(game, seats=4):
    return [game.byte("player_token", seat) for seat in range(seats)]


def in_setup(at):
    """Set-up with the first seat's line selected."""
    game = at("setup")
    game.key("{DOWN}", 10)
    return game


@pytest.mark.feature("F139")
def test_keys_1_to_8_choose_a_token_that_no_other_player_has(at):
    game = in_setup(at)
    for key in range(8):
        taken = tokens(game)
        game.key(str(key + 1), 10)
        wanted = taken if key in taken else [key, *taken[1:]]
        assert tokens(game) == wanted
        assert game.ram[CELLS + 40 * SEAT_ROW + TOKEN_COLUMN] == glyph(wanted[0])
        assert game.byte("sprite_shape", 0) == wanted[0]
    assert "PLAYER 1" in game.text(), "the keys type no name"


@pytest.mark.feature("F139")
@pytest.mark.parametrize("hand", ["return", "fire", "mouse"])
def test_return_fire_and_a_click_take_the_next_free_token(at, hand):
    game = in_setup(at)
    if hand == "mouse":
        wake(game)
    stick = game.machine.joystick(2)
    seen = []
    for _ in range(6):
        if hand == "return":
            game.key("\n", 10)
        elif hand == "fire":
            stick.press("fire")
            game.tick(3)
            stick.release()
            game.tick(10)
        else:
            click(game, TOKEN_COLUMN, SEAT_ROW)
        seen.append(tokens(game)[0])
    assert seen == [4, 5, 6, 7, 0, 4]


@pytest.mark.feature("F138")
def test_a_joystick_makes_a_seat_a_computer_past_the_last_token_and_a_person_again(at):
    game = in_setup(at)
    stick, seen = game.machine.joystick(2), []
    for _ in range(20):
        stick.press("fire")
        game.tick(3)
        stick.release()
        game.tick(10)
        computer = game.byte("player_flags", 0) & K["PF_CPU"] > 0
        skill = game.byte("settings", K["OPT_SKILLS"]) if computer else None
        seen.append((tokens(game)[0], skill))
    people, skills = [(t, None) for t in (4, 5, 6, 7)], ("NORMAL", "HARD", "EASY")
    computers = [(t, K[f"SKILL_{skill}"]) for skill in skills for t in (0, 4, 5, 6, 7)]
    assert seen == [*people, *computers, (0, None)]


def test_return_after_a_name_goes_on_to_the_next_line(at):
    game = in_setup(at)
    game.key("ada\n", 10)
    assert game.byte("setup_item") == 2
    assert tokens(game) == [0, 1, 2, 3]


@pytest.mark.feature("F139")
def test_the_tokens_chosen_are_seen_in_the_game_and_the_title_shows_all_eight(built):
    game = Game().boot()
    game.key("\n")
    game.key("{LEFT}", 10)
    game.key("{LEFT}", 10)
    game.key("{DOWN}", 10)
    game.key(str(CROWN + 1), 10)
    game.key("{DOWN}", 10)
    game.key(str(CAR + 1), 10)
    game.key("{F7}", 60)
    for seat, token in enumerate((CROWN, CAR)):
        assert game.ram[CELLS + 40 * seat + PANEL] == glyph(token)
        assert game.ram[SHAPES + seat] == token
    for _ in range(2):
        game.key("r", 90)
    for key in ("v", "s"):
        game.key(key, 60)
        shown = bytes(game.ram[CELLS:COLORS])
        assert glyph(CROWN) in shown or glyph(CAR) in shown
        game.key(" ", 60)
    game.until("Roll dice")
    game.tick(20)
    game.key("t", 60)
    heads = bytes(game.ram[CELLS : CELLS + 40])
    assert {glyph(CROWN), glyph(CAR)} <= set(heads)
    game.key("x", 60)
    assert [game.ram[SHAPES + seat] for seat in range(2)] == [CROWN, CAR]
    game.key("q", 20).key("n", 20).key("e", 60).key("y").until("GAME OVER", 900)
    game.tick(30)
    assert bytes((glyph(CROWN), 32)) in bytes(game.ram[CELLS:COLORS])
    game.key("\n").until("THE GAME IN FIGURES").tick(30)
    game.key("\n").until("HOW THE GAME WENT").tick(30)
    game.key("\n").until("The property game")
    game.tick(30)
    assert list(game.ram[SHAPES : SHAPES + 8]) == list(range(8))
