"""Scenes for the pages without a board: a sky of bands, and a town in front of it.

A scene is a list of shapes on 320 x 200 dots.  The town is one colour, so a cell shows town
and a flat sky, or two colours of sky mixed, or town with lit windows: always two colours.
"""

import numpy as np

from tools.concepts import BLACK, BLUE, CYAN, PINK, PURPLE, SKY, WHITE, YELLOW

# (colour, rows of it, rows in which it passes into the next), from the zenith down
DUSK = ((BLUE, 3, 4), (PURPLE, 1, 4), (PINK, 0, 3), (YELLOW, 2, 0))
NIGHT = ((BLUE, 8, 6), (PURPLE, 6, 0))
MORNING = ((SKY, 1, 3), (CYAN, 1, 0))
FESTIVE = ((BLUE, 9, 4), (PURPLE, 1, 3), (PINK, 2, 0))
BAYER = np.array(((0, 8, 2, 10), (12, 4, 14, 6), (3, 11, 1, 9), (15, 7, 13, 5)))
# (left, top above the ground, width): houses and towers, from left to right
TOWN = (
    (0, 30, 22), (22, 44, 18), (40, 24, 20), (60, 36, 12), (72, 32, 14), (86, 28, 22),
    (108, 40, 16), (150, 34, 40), (190, 26, 14), (204, 46, 20), (224, 30, 18), (242, 38, 14),
    (256, 30, 30), (298, 34, 22),
)  # fmt: skip
GABLES = ((22, 44, 18), (60, 36, 12), (108, 40, 16), (204, 46, 20), (242, 38, 14))


class Scene:
    """The town as dots: uint8[rows * 8, 320], its ground at the last row."""

    def __init__(self, rows):
        self.high = 8 * rows
        self.town = np.zeros((self.high, 320), dtype=np.uint8)
        self.windows = np.zeros((self.high, 320), dtype=np.uint8)
        self.across, self.up = np.meshgrid(np.arange(320), self.high - np.arange(self.high))

    def box(self, left, top, wide, bottom=0):
        """A wall from ``bottom`` to ``top`` dots above the ground."""
        hit = (self.across >= left) & (self.across < left + wide)
        self.town[hit & (self.up <= top) & (self.up > bottom)] = 1

    def gable(self, left, bottom, wide, steep=1.0):
        """A pointed roof upon a wall."""
        near = np.minimum(self.across - left, left + wide - 1 - self.across)
        self.town[(near >= 0) & (self.up > bottom) & (self.up <= bottom + steep * near)] = 1

    def dome(self, middle, bottom, radius):
        """Half a disc upon a wall."""
        inside = (self.across - middle) ** 2 + (self.up - bottom) ** 2 <= radius**2
        self.town[inside & (self.up > bottom)] = 1

    def light(self, seed=5):
        """Windows on a grid, one in two of them lit."""
        for y in range(4, self.high - 4, 6):
            for x in range(2, 316, 5):
                number = (x * 31 + y * 17 + x * y * seed) % 97
                if number < 40 and self.town[y - 3 : y + 6, x - 2 : x + 5].all():
                    self.windows[y : y + 3, x : x + 2] = 1


def town(rows):
    """The town of title and victory: houses, a cathedral's dome, a clock tower."""
    scene = Scene(rows)
    for left, top, wide in TOWN:
        scene.box(left, top, wide)
    for left, top, wide in GABLES:
        scene.gable(left, top, wide)
    scene.dome(170, 34, 15)
    scene.box(168, 56, 4, 48)
    scene.box(6, 50, 14)
    scene.gable(6, 50, 14, 3)
    scene.box(124, 20, 28)
    scene.box(286, 62, 12)
    scene.box(284, 56, 16, 46)
    scene.gable(286, 62, 12, 2.5)
    scene.light()
    return scene


def shades(sky):
    """(colour, next colour, first share, last share) of every row of a sky, from the top."""
    rows = []
    for k, (colour, flat, passing) in enumerate(sky):
        rows += [(colour, colour, 0, 0)] * flat
        if passing:
            after = sky[k + 1][0]
            rows += [(colour, after, j / passing, (j + 1) / passing) for j in range(passing)]
    return rows


def paint(sheet, top, sky, scene, colour=BLACK, lit=YELLOW):
    """Draw the rows of a sky from row ``top``, the scene's ground at their foot."""
    rows = shades(sky)
    offset = len(rows) * 8 - scene.high
    for row, (one, two, first, last) in enumerate(rows):
        level = np.linspace(first, last, 8, endpoint=False)[:, None] * 16
        mixture = np.tile(BAYER, (2, 2)) < level
        for column in range(40):
            y = 8 * row - offset
            area = (slice(y, y + 8), slice(8 * column, 8 * column + 8))
            walls = scene.town[area] if y >= 0 else np.zeros((8, 8), dtype=np.uint8)
            if not walls.any():
                sheet.put(column, top + row, mixture, two, one)
            elif walls.all():
                sheet.put(column, top + row, scene.windows[area], lit, colour)
            else:
                sheet.put(column, top + row, walls, colour, two if first + last > 1 else one)


def stars(sheet, top, rows, seed=3, colour=WHITE):
    """A star here and there, where a cell is of one colour."""
    for n in range(rows * 5):
        column, row = (n * 17 + seed) % 40, top + (n * 7) % rows
        cell = sheet.picture.pixels[8 * row : 8 * row + 8, 8 * column : 8 * column + 8]
        if (cell == cell[0, 0]).all() and cell[0, 0] != colour:
            cell[(n * 5) % 8, (n * 3) % 8] = colour
