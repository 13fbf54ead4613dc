"""The victory: confetti through open borders, on PAL and NTSC; a key still leaves at once."""

import numpy as np
import pytest

from tests.asm.game.pictures.test_show import named, near, own_disk
from tests.asm.game.ui.gallery import over
from tests.asm.game.ui.machine import Game, labels, run_to
from tools.game.build_game import MAP

BORDER, NIGHT = 8, 6  # PAGE_COLOR, NIGHT_COLOR
WINDOW = slice(32, 352)  # of the visible picture, which begins 32 dots before the window
FIRST, LAST = 51, 250  # lines of the window
SHARED = {1: 13, 3: 7}  # colours of all sprites by the bits of a double dot
STEPS = ("first", 51, 110, 180, 210, 249)  # lines of the interrupts
STEP_SIZE = 8
# Cycles; from 110 to the next, at line 180, there are 4,410.
LONGEST = {"first": 800, 51: 2300, 110: 2400, 180: 800, 210: 1200, 249: 1500}


@pytest.fixture(params=["c64", "ntsc"])
def finale(built, request):
    game = Game(request.param)
    over(game)
    game.fall, game.lines = (104, 312) if request.param == "c64" else (88, 263)
    return game


def shape(game, number):
    """[(row, double dot, bits)] of a sprite's image below the I/O area."""
    at = MAP["COVERED"].start + 64 * (number - (MAP["COVERED"].start - 0xC000) // 64)
    found = []
    for row in range(21):
        bits = int.from_bytes(bytes(game.ram[at + 3 * row : at + 3 * row + 3]), "big")
        for dot in range(12):
            pair = bits >> 2 * (11 - dot) & 3
            if pair:
                found.append((row, dot, pair))
    return found


def confetti(game, falls, lines):
    """The window's columns of these raster lines with what ought to fall there, and how much."""
    out = np.full((len(lines), 320), BORDER, dtype=np.uint8)
    for column in reversed(range(7)):  # lower numbers in front
        x = game.byte("sprite_x", column + 1) + 256 * game.byte("sprite_x_hi", column + 1) - 24
        x = x - 512 if x > 400 else x
        color = game.byte("sprite_color", column + 1)
        for use in range(3):
            top = falls[column] + use * game.fall + 1
            for row, dot, bits in shape(game, game.byte("sprite_shape", column + 1)):
                if top + row in lines:
                    left = x + 4 * dot
                    at = slice(max(left, 0), max(left + 4, 0))
                    out[top + row - lines.start, at] = SHARED.get(bits, color)
    return out


def falls(game):
    return [game.byte("fall_at", column) for column in range(7)]


def test_confetti_falls_through_open_borders_and_no_piece_ever_blinks(finale):
    """Every dot of the borders above and below, in each picture of three seconds."""
    game = finale
    top = game.machine.board.vic.crop()[1]
    rows = top + game.machine.screen.indices.shape[0]
    # what begins in the last four lines (NTSC: in the first 17) is not shown
    above = range(max(top, 22 if game.lines == 312 else 38), FIRST)
    below = range(268, min(game.lines, rows))  # irq.s has placed the sprites
    pieces = 0
    for _ in range(160):
        game.to_line(40)
        before = falls(game)
        expected = confetti(game, before, above)
        game.tick(1)
        now = falls(game)
        assert now != before
        for lines, picture in ((above, expected), (below, confetti(game, now, below))):
            shown = game.machine.screen.indices[lines.start - top : lines.stop - top, WINDOW]
            assert np.array_equal(shown, picture), lines
            pieces += (picture != BORDER).sum()
    assert pieces > 10_000


def test_the_picture_of_the_victory_is_whole_between_the_borders(at):
    """Also its first and last lines, in which multicolour goes off and on."""
    game = at("turn")
    game.machine.drives[8].attach(own_disk())
    over(game)
    game.tick(400)
    assert near(game, named("VICTORY")) == 1
    game.ram[game.labels["sprite_on"]] = 0
    game.tick(2)
    top = game.machine.board.vic.crop()[1]
    for _ in range(60):
        game.tick(1)
        seen = game.machine.screen.indices
        assert np.array_equal(seen[FIRST - top : LAST + 1 - top, WINDOW], game.picture())
        assert set(np.unique(seen[: FIRST - top])) == {NIGHT}
        assert set(np.unique(seen[LAST + 1 - top :])) == {NIGHT}


def test_a_key_leaves_at_once_and_all_is_as_before(finale):
    game = finale
    game.serve()
    game.machine.type("\n", wait=False)
    game.tick(2)
    for _ in range(30):
        if game.byte("finale_on") == 0:
            break
        game.tick(1)
    game.until("THE GAME IN FIGURES", 300)
    vic = game.machine.board.vic
    game.tick(40)
    assert (vic.peek(0x11) & 0x7F, vic.peek(0x16) & 0x1F) == (0x3B, 0x08)
    assert [vic.peek(n) & 15 for n in (0x1B, 0x1D, 0x21, 0x25, 0x26)] == [0, 0, 0, 0, 1]
    assert game.ram[0xFFFE] | game.ram[0xFFFF] << 8 == game.labels["irq_entry"]


def test_without_motion_nothing_falls_and_the_borders_stay(at):
    game = at("turn")
    game.ram[game.labels["prefs"]] = 1
    game.key("q", 20).key("n", 20).key("e").until("Yes, end it")
    for _ in range(3):
        game.key("y", 150)
    game.until("GAME OVER", 600).tick(60)
    for _ in range(20):
        game.tick(1)
        assert not game.machine.board.vic.peek(0x15)
        assert not game.machine.board.vic.peek(0x16) & 0x10
    assert "GAME OVER" in game.text()


def test_its_interrupts_end_long_before_the_next(finale):
    game = finale
    game.machine.type("qwertyuiop", wait=False)
    board, entry = game.machine.board, labels()["finale_irq"]
    worst = {}
    end = game.machine.cycle + 30 * 20000
    while run_to(game.machine, entry, max(0, end - game.machine.cycle)):
        begin, step, depth = game.machine.cycle, game.byte("finale_step"), board.cpu.sp
        while board.cpu.sp <= depth:
            game.machine.run_cycles(1)
        line = STEPS[step // STEP_SIZE]
        worst[line] = max(worst.get(line, 0), game.machine.cycle - begin)
    print(worst)
    assert set(worst) == set(LONGEST)
    assert all(0 < worst[line] < most for line, most in LONGEST.items()), worst
