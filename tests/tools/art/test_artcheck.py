"""The checker of pictures refuses what the VIC-II cannot show and says where."""

import numpy as np
import pytest

from tools.art.artcheck import CannotShow, Picture, Sprite, Zone


def sprite(x, y):
    return Sprite(x, y, np.ones((21, 24), dtype=np.uint8), 1)


def test_three_colours_in_a_bitmap_cell_are_refused():
    picture = Picture([Zone(0, 24)])
    picture.pixels[25, 97] = 1
    picture.pixels[26, 98] = 7
    with pytest.raises(CannotShow, match=r"cell \(12, 3\): 3 colours \(0, 1, 7\)"):
        picture.check()


def test_characters_show_the_background_and_one_colour():
    picture = Picture([Zone(0, 24, "chars", 0)])
    picture.pixels[0, 0:4] = 3
    picture.check()
    picture.pixels[0, 4:8] = 5
    with pytest.raises(CannotShow, match=r"cell \(0, 0\)"):
        picture.check()


def test_a_character_set_has_256_patterns():
    picture = Picture([Zone(0, 24, "chars", 0)])
    for number in range(257):
        bits = np.unpackbits(np.array([number & 0xFF, number >> 8], dtype=np.uint8))
        row, column = divmod(number, 40)
        picture.pixels[row * 8 : row * 8 + 2, column * 8 : column * 8 + 8] = bits.reshape(2, 8)
    with pytest.raises(CannotShow, match="257 different characters"):
        picture.check()


def test_multicolour_characters_have_double_dots_and_colours_0_to_7():
    picture = Picture([Zone(0, 24, "multi", 0, (15, 9))])
    picture.pixels[0, 0:2] = 15
    picture.pixels[1, 0:2] = 2
    picture.check()
    picture.pixels[1, 0] = 15
    with pytest.raises(CannotShow, match="single dots"):
        picture.check()
    picture.pixels[1, 0:2] = 10
    with pytest.raises(CannotShow, match="one own colour, 0-7"):
        picture.check()


def test_nine_sprites_on_a_line_are_refused():
    picture = Picture([Zone(0, 24)], sprites=[sprite(24 * i, 50) for i in range(8)])
    picture.check()
    picture.sprites.append(sprite(300, 70))
    with pytest.raises(CannotShow, match="line 70: 9 sprites"):
        picture.check()


def test_a_multicolour_bitmap_shows_the_background_and_three_in_double_dots():
    picture = Picture([Zone(0, 24, "fine", 0)])
    picture.pixels[0, 0:8] = (1, 1, 7, 7, 10, 10, 0, 0)
    picture.check()
    picture.pixels[1, 0:2] = 5
    with pytest.raises(CannotShow, match=r"cell \(0, 0\): 4 colours \(1, 5, 7, 10\)"):
        picture.check()
    picture.pixels[1, 0:2] = (1, 0)
    with pytest.raises(CannotShow, match="single dots in a multicolour bitmap"):
        picture.check()


def test_a_glyph_outside_the_screen_is_refused():
    picture = Picture([Zone(0, 24)])
    with pytest.raises(CannotShow, match=r"cell \(40, 3\): outside 40 x 25 cells"):
        picture.put(40, 3, np.zeros((8, 8), dtype=np.uint8), 1, 0)
