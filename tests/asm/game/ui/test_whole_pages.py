"""Every displayed picture is a whole page, or the designed way from one page to the next.

A page is what the cell buffers hold when the program begins to show them (video_commit).  On
the way to the next one a cell is still what it was, already what it will be, or blank paper of
its new colour: a sheet is laid, then printed.  Nothing else is ever seen, and not for long.
"""

import numpy as np
import pytest

from tests.asm.game.engine import K
from tests.asm.game.ui.machine import CELLS, COLORS, Game
from tests.asm.game.ui.ring import place
from tests.asm.game.ui.test_video import END_LINE, TOKEN_LINE, sprite_mask, window
from tools.game.build_game import MAP

ON_THE_WAY = 12  # pictures at most between two whole pages
STAGE = range(3, 21)
TURNS, MOST = 200, 3000  # of computers; looks of 30 pictures at them at most


def edges():
    """bool[200, 320]: the lines of the ring and round the stage, by place."""
    out = np.zeros((200, 320), dtype=bool)
    for square in range(40):
        x, y, wide, high, side = place(square)
        if square % 10:
            if side in (0, 2):
                out[8 * y : 8 * (y + high), 8 * x] = True
            else:
                out[8 * y, 8 * x : 8 * (x + wide)] = True
        if square in (0, 30):
            out[8 * y : 8 * (y + high), 8 * x] = True
        if square in (0, 10):
            out[8 * y, 8 * x : 8 * (x + wide)] = True
    first, last = 8 * STAGE.start, 8 * STAGE.stop - 1
    for line in (first, last):
        out[line, first : last + 1] = True
        out[first : last + 1, line] = True
    return out


EDGES = edges()


class Shown:
    """What may be seen: the last two pages the program has begun to show."""

    def __init__(self, game):
        self.game = game
        self.pages = []
        self.way = self.longest = self.compared = 0
        self.note()
        game.machine.board.set_trap(game.labels["video_commit"], self.begins)
        game.tick(4)  # what was drawn before is shown now

    def begins(self, _board):
        """Trap at video_commit."""
        self.note()
        return False

    def note(self):
        """Render the buffers: (picture, paper of each dot)."""
        ram, font = self.game.ram, MAP["FONT"].start
        glyphs = np.frombuffer(bytes(ram[font : font + 2048]), dtype=np.uint8).reshape(8, 256).T
        cells = np.frombuffer(bytes(ram[CELLS : CELLS + 1000]), dtype=np.uint8)
        colors = np.frombuffer(bytes(ram[COLORS : COLORS + 1000]), dtype=np.uint8)
        dots = np.unpackbits(glyphs[cells].reshape(25, 40, 8, 1), axis=3).astype(bool)
        dots = dots.transpose(0, 2, 1, 3).reshape(200, 320)
        if self.game.byte("ring_lines"):
            dots = dots | EDGES

        def spread(values):
            return values.reshape(25, 40).repeat(8, axis=0).repeat(8, axis=1)

        ink, paper = spread(colors >> 4), spread(colors & 15)
        self.pages = [*self.pages[-2:], (np.where(dots, ink, paper), paper)]

    def look(self, frames):
        """Compare so many pictures."""
        game = self.game
        for _ in range(frames):
            game.to_line(TOKEN_LINE)
            mask = sprite_mask(game)
            game.to_line(END_LINE)
            mask |= sprite_mask(game)
            pages = list(self.pages)
            on = game.machine.board.vic.peek(0x11) & 0x10
            game.tick(1)
            if on:
                self.compare(window(game), pages, mask)
            else:
                self.way = 0

    def compare(self, seen, pages, mask):
        """Every cell is of a page, or blank in its new colour."""
        self.compared += 1

        def by_cells(good):
            return (good | mask).reshape(25, 8, 40, 8).all(axis=(1, 3))

        allowed = np.zeros((25, 40), dtype=bool)
        for picture, _ in pages:
            allowed |= by_cells(seen == picture)
        for _, paper in pages[1:]:
            allowed |= by_cells(seen == paper)
        wrong = np.argwhere(~allowed)
        assert not len(wrong), f"neither old nor new nor paper: row, column {wrong[0]}"
        whole = any(by_cells(seen == picture).all() for picture, _ in pages)
        self.way = 0 if whole else self.way + 1
        self.longest = max(self.longest, self.way)
        assert self.way <= ON_THE_WAY, f"{self.way} pictures without a whole page"


@pytest.mark.parametrize("model", ["c64", "ntsc"])
def test_a_change_of_view_never_shows_half_a_page(built, model):
    game = Game(model).boot().first_turn()
    shown = Shown(game)
    keys = ["r", "b", "{F1}", "{F5}", " ", "v", " ", "i", "{RIGHT}", "{RIGHT}", "d", "s", " ", "n"]
    for key in keys:
        game.machine.type(key, wait=False)
        shown.look(32)
    assert shown.compared > 400
    assert shown.longest > 0, "nothing was ever on its way"


@pytest.mark.long
def test_no_half_page_in_two_hundred_turns_of_computers(built):
    game = Game().boot().key("\n")
    for _ in range(4):
        game.key("{DOWN}{F3}", 10)
    game.key("{F7}", 60).until("Thinking")
    shown = Shown(game)
    turns = game.byte("turn_count")
    for _ in range(MOST):
        if (game.byte("turn_count") - turns) & 0xFF >= TURNS or game.mode == K["MODE_OVER"]:
            break
        game.machine.type(" ", wait=False)
        shown.look(30)
    assert shown.compared > 5000
