"""Three concepts of the main play screen, drawn under the rules of the VIC-II.

    python tools/concepts.py OUT_FOLDER

A  characters on black ink, one colour a cell
B  multicolour characters: double dots, shaded, paper white
C  bitmap cells: any two colours a cell, narrow names on the squares

Each is checked by tools/artcheck.py before it is written.
"""

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools.artcheck import Picture, Sprite, Zone, save_png
from tools.glyphs import MULTI_DOTS, code_of, narrow_cells, read_blocks

ART = Path(__file__).resolve().parent.parent / "asm/game/art"
BLACK, WHITE, RED, CYAN, PURPLE, GREEN, BLUE, YELLOW = range(8)
ORANGE, BROWN, PINK, DARK, MID, LIME, SKY, LIGHT = range(8, 16)

# Quadrant 1 of the board: (name line 1, line 2, group or 0) for squares 35-39 and 1-5.
SIDE = [("PARK", "LANE", 8), ("LUXURY", "TAX", 0), ("MAYFAIR", "", 8)]
SIDE = [("LIVERPL", "STATION", 9), ("CHANCE", "", 0), *SIDE]
BOTTOM = [("KINGS X", "STATION", 9), ("INCOME", "TAX", 0), ("WHITE", "CHAPEL", 1)]
BOTTOM += [("COMMTY", "CHEST", 0), ("OLD KENT", "ROAD", 1)]
PLAYERS = [("ADA", 1240, CYAN), ("BABBAGE", 860, YELLOW), ("GRACE", 1500, LIME)]
PLAYERS += [("TURING", 75, PINK), ("HEDY", 2210, WHITE), ("KONRAD", 640, SKY)]
BUTTONS = [("R", "Roll dice", 1), ("N", "Next turn", 0), ("M", "Manage", 1), ("T", "Trade", 1)]
BUTTONS += [("I", "Square", 1), ("V", "Overview", 1)]
PIPS = {5: ("pipTL", "solid", "pipTR", "solid", "pip", "solid", "pipBL", "solid", "pipBR")}
PIPS[3] = ("pipTL", "solid", "dieTR", "solid", "pip", "solid", "dieBL", "solid", "pipBR")


class Sheet:
    """A picture with the game's glyphs."""

    def __init__(self, zone):
        self.picture = Picture([zone])
        self.font = {code_of(k): v for k, v in read_blocks(ART / "font.txt").items()}
        self.parts = read_blocks(ART / "furniture.txt")
        self.narrow = read_blocks(ART / "narrow.txt", height=5)

    def put(self, x, y, glyph, ink, paper):
        dots = self.parts[glyph] if isinstance(glyph, str) else glyph
        self.picture.put(x, y, dots, ink, paper)

    def text(self, x, y, words, ink, paper):
        for i, char in enumerate(words):
            self.put(x + i, y, self.font[ord(char)], ink, paper)

    def fill(self, x, y, wide, high, ink, paper=None, glyph="solid"):
        for j in range(high):
            for i in range(wide):
                self.put(x + i, y + j, glyph, ink, ink if paper is None else paper)

    def tall(self, x, y, words, ink, paper):
        """Double-height text: each dot row twice."""
        for i, char in enumerate(words):
            big = np.repeat(self.font[ord(char)], 2, axis=0)
            self.put(x + i, y, big[:8], ink, paper)
            self.put(x + i, y + 1, big[8:], ink, paper)

    def name(self, x, y, words, ink, paper, border=None):
        cells = narrow_cells(words, self.narrow, 4, 2)
        for i in range(4):
            cell = cells[:, 8 * i : 8 * i + 8].copy()
            if border and i == 0:
                cell[:, 0] = 1
            self.put(x + i, y, cell, ink, paper)

    def die(self, x, y, value, ink, paper):
        for k, glyph in enumerate(PIPS[value]):
            self.put(x + k % 3, y + k // 3, glyph, ink, paper)

    def token(self, x, y, drawing, color):
        dots = np.zeros((21, 12), dtype=np.uint8)
        dots[: drawing.shape[0]] = drawing
        self.picture.sprites.append(Sprite(x, y, dots, color, True))


PAWN = read_blocks(ART / "tokens.txt", MULTI_DOTS, 14)["pawn"]

BANDS = {1: (YELLOW, BROWN), 2: (BLUE, CYAN), 3: (WHITE, PURPLE), 4: (BLACK, ORANGE)}
BANDS |= {5: (WHITE, RED), 6: (BLACK, YELLOW), 7: (WHITE, GREEN), 8: (WHITE, BLUE)}


def panel(sheet, ground, band):
    """Left 15 columns: players and buttons."""
    sheet.fill(0, 0, 15, 25, ground)
    for i, (name, money, color) in enumerate(PLAYERS):
        ink, paper = (BLACK, color) if i == 1 else (color, ground)
        sheet.fill(0, i, 15, 1, paper)
        sheet.text(1, i, f"{name:<8}", ink, paper)
        sheet.text(10, i, f"{money:>5}", ink, paper)
    sheet.fill(0, 8, 15, 1, band)
    sheet.text(1, 8, "BABBAGE rolls", BLACK if band != BLUE else WHITE, band)
    for i, (key, label, enabled) in enumerate(BUTTONS):
        y = 10 + 2 * i
        picked = i == 0
        face = (YELLOW if picked else LIGHT) if enabled else ground
        ink = BLACK if enabled else DARK if ground != DARK else MID
        sheet.text(1, y, f" {label:<10}", ink, face)
        sheet.put(0, y, sheet.font[ord(key)], ink, face)
        if enabled:
            sheet.put(
                12, y, sheet.font[ord(">")] if picked else "solid", ink if picked else face, face
            )


def concept_c(table, paper, ground):
    """Bitmap cells."""
    s = Sheet(Zone(0, 24))
    panel(s, ground, BLUE)
    s.fill(15, 0, 25, 20, table)
    for i, (one, two, group) in enumerate(SIDE):
        x, y = 35, 3 * i
        for j in range(3):
            s.fill(x, y + j, 5, 1, paper)
        for j in range(3):
            if group and group < 9:
                s.put(x, y + j, f"band{group - 1}", *BANDS[group])
        s.name(x + 1, y, one, BLACK, paper)
        s.name(x + 1, y + 1, two, BLACK, paper)
        for k in range(5):
            if not (k == 0 and group and group < 9):
                s.put(x + k, y + 2, "lineT", BLACK, paper)
    for i, (one, two, group) in enumerate(BOTTOM):
        x, y = 15 + 4 * i, 15
        s.fill(x, y, 4, 5, paper)
        for k in range(4):
            if group and group < 9:
                s.put(x + k, y, f"band{group - 1}", *BANDS[group])
        s.name(x, y + 1, one, BLACK, paper, True)
        s.name(x, y + 2, two, BLACK, paper, True)
        for j in range(5):
            if not (j == 0 and group and group < 9) and j not in (1, 2):
                s.put(x, y + j, "lineL", BLACK, paper)
    s.put(24, 15, "house", WHITE, BROWN)
    s.put(25, 15, "house", WHITE, BROWN)
    s.fill(23, 19, 4, 1, YELLOW)
    s.text(24, 19, "2", BLACK, YELLOW)
    s.fill(35, 15, 5, 5, paper)
    s.tall(36, 16, "GO", RED, paper)
    for k in range(3):
        s.put(36 + k, 18, "solid" if k else "arrowL", RED, paper)
    # Title deed with a shadow in the middle of the board.
    s.fill(17, 2, 12, 11, WHITE)
    s.fill(18, 13, 12, 1, BLACK)
    s.fill(29, 3, 1, 11, BLACK)
    s.fill(17, 2, 12, 3, BROWN)
    s.text(18, 2, "TITLE DEED", YELLOW, BROWN)
    s.text(17, 3, "WHITECHAPEL", WHITE, BROWN)
    s.text(20, 4, "ROAD", WHITE, BROWN)
    rows = [("Rent", 4), ("1 house", 20), ("2 houses", 60), ("3 houses", 180), ("4 houses", 320)]
    for j, (label, value) in enumerate([*rows, ("HOTEL", 450)]):
        ink = RED if j == 2 else BLACK
        s.text(17, 6 + j, f"{label:<9}{value:>3}", ink, WHITE)
    s.die(31, 2, 5, WHITE, table)
    s.die(31, 6, 3, WHITE, table)
    s.fill(15, 20, 25, 5, BLACK)
    s.text(16, 20, "BABBAGE owns this road.", YELLOW, BLACK)
    s.text(16, 21, "ADA pays rent 60", CYAN, BLACK)
    s.put(16, 23, "house", LIME, BLACK)
    s.text(17, 23, "30", LIGHT, BLACK)
    s.put(20, 23, "hotelL", RED, BLACK)
    s.put(21, 23, "hotelR", RED, BLACK)
    s.text(22, 23, "12", LIGHT, BLACK)
    s.text(26, 23, "F1 F3 F5 F7", MID, BLACK)
    for x, y, c in [(190, 138, CYAN), (280, 140, YELLOW), (300, 134, LIME)]:
        s.token(x, y, PAWN, c)
    return s.picture


def concept_a():
    """Characters: one colour a cell, black is the ink."""
    s = Sheet(Zone(0, 24, "chars", BLACK))
    panel(s, BLACK, LIGHT)
    s.fill(15, 0, 25, 20, DARK)
    groups = {1: BROWN, 8: BLUE}
    for i, (one, two, group) in enumerate(SIDE):
        x, y = 35, 3 * i
        s.fill(x, y, 5, 3, LIGHT)
        for j in range(3):
            if group in groups:
                s.put(x, y + j, f"band{group - 1}", BLACK, groups[group])
        s.name(x + 1, y, one, BLACK, LIGHT)
        s.name(x + 1, y + 1, two, BLACK, LIGHT)
        for k in range(5):
            s.put(x + k, y + 2, "lineT", BLACK, groups.get(group, LIGHT) if k == 0 else LIGHT)
    for i, (one, two, group) in enumerate(BOTTOM):
        x, y = 15 + 4 * i, 15
        s.fill(x, y, 4, 5, LIGHT)
        for k in range(4):
            if group in groups:
                s.put(x + k, y, f"band{group - 1}", BLACK, groups[group])
        s.name(x, y + 1, one, BLACK, LIGHT, True)
        s.name(x, y + 2, two, BLACK, LIGHT, True)
        for j in (3, 4):
            s.put(x, y + j, "lineL", BLACK, LIGHT)
    s.put(24, 15, "house", BLACK, BROWN)
    s.put(25, 15, "house", BLACK, BROWN)
    s.fill(24, 19, 3, 1, YELLOW)
    s.fill(35, 15, 5, 5, LIGHT)
    s.text(36, 16, "GO", BLACK, RED)
    s.fill(17, 2, 12, 11, WHITE)
    s.fill(18, 13, 12, 1, BLACK)
    s.fill(29, 3, 1, 11, BLACK)
    s.text(17, 2, " TITLE DEED ", BLACK, BROWN)
    s.text(17, 3, "WHITECHAPEL ", BLACK, BROWN)
    rows = [("RENT", 4), ("1 HOUSE", 20), ("2 HOUSES", 60), ("3 HOUSES", 180), ("4 HOUSES", 320)]
    for j, (label, value) in enumerate([*rows, ("HOTEL", 450)]):
        s.text(17, 5 + j, f"{label:<9}{value:>3}", BLACK, WHITE)
    s.die(31, 2, 5, WHITE, BLACK)
    s.die(31, 6, 3, WHITE, BLACK)
    s.fill(15, 20, 25, 5, BLACK)
    s.text(16, 20, "BABBAGE OWNS THIS ROAD.", YELLOW, BLACK)
    s.text(16, 21, "ADA PAYS RENT 60", CYAN, BLACK)
    for x, y, c in [(190, 138, CYAN), (280, 140, YELLOW), (300, 134, LIME)]:
        s.token(x, y, PAWN, c)
    return s.picture


def doubled(dots):
    """Halve the horizontal resolution of a glyph: double dots."""
    wide = dots.reshape(8, 4, 2).max(axis=2)
    return np.repeat(wide, 2, axis=1)


def concept_b():
    """Multicolour characters: paper white and light grey are shared."""
    s = Sheet(Zone(0, 24, "multi", BLACK, (LIGHT, BROWN)))
    s.fill(0, 0, 40, 25, BLACK)
    colors = [CYAN, YELLOW, GREEN, RED, WHITE, PURPLE]
    for i, (name, money, _) in enumerate(PLAYERS):
        s.text(1, i, f"{name:<8}{money:>6}", colors[i], BLACK)
    for i, (key, label, enabled) in enumerate(BUTTONS):
        s.text(
            0,
            10 + 2 * i,
            f"{key} {label:<11}",
            BLACK,
            YELLOW if not i else WHITE if enabled else BLUE,
        )
    s.fill(15, 0, 25, 20, LIGHT)
    for i, (one, two, group) in enumerate(SIDE):
        s.fill(35, 3 * i, 5, 3, WHITE)
        if group == 8:
            for j in range(3):
                s.put(35, 3 * i + j, doubled(s.parts["band7"]), LIGHT, BLUE)
        s.name(36, 3 * i, one, BLACK, WHITE)
        s.name(36, 3 * i + 1, two, BLACK, WHITE)
        for k in range(1, 5):
            s.put(35 + k, 3 * i + 2, "lineT", BLACK, WHITE)
    for i, (one, two, group) in enumerate(BOTTOM):
        x = 15 + 4 * i
        s.fill(x, 15, 4, 5, WHITE)
        if group == 1:
            for k in range(4):
                s.put(x + k, 15, doubled(s.parts["band0"]), LIGHT, BROWN)
        s.name(x, 16, one, BLACK, WHITE, True)
        s.name(x, 17, two, BLACK, WHITE, True)
        for j in (3, 4):
            s.put(x, 15 + j, "lineL", BLACK, WHITE)
    s.fill(35, 15, 5, 5, WHITE)
    s.text(36, 16, "GO", BLACK, WHITE)
    s.fill(17, 2, 12, 11, WHITE)
    s.fill(17, 2, 12, 2, BROWN)
    rows = [("RENT", 4), ("1 HOUSE", 20), ("2 HOUSES", 60), ("3 HOUSES", 180), ("4 HOUSES", 320)]
    s.text(17, 4, "WHITECHAPEL ", BLACK, WHITE)
    for j, (label, value) in enumerate([*rows, ("HOTEL", 450)]):
        s.text(17, 6 + j, f"{label:<9}{value:>3}", BLACK, WHITE)
    s.fill(15, 20, 25, 5, BLACK)
    s.text(16, 20, "BABBAGE OWNS THIS ROAD.", YELLOW, BLACK)
    for x, y, c in [(190, 138, CYAN), (280, 140, YELLOW), (300, 134, LIME)]:
        s.token(x, y, PAWN, c)
    return s.picture


def main():
    """Write the three pictures to the folder named on the command line."""
    out = Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    scale = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    pictures = {"concept-a": concept_a(), "concept-b": concept_b()}
    pictures["concept-c"] = concept_c(DARK, WHITE, BLACK)
    for name, picture in pictures.items():
        save_png(picture.rendered(), out / f"{name}.png", BLACK, scale)


if __name__ == "__main__":
    main()
