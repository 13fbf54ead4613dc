"""Letters over the picture: each is the machine's own, side by side, in two colours."""

import numpy as np
import pygame
import pytest

import c64
from emu.host.picture.charset_text import BRIGHT, CELL, Letters, glyphs_of, screen_code

RED, YELLOW = (200, 10, 30), (255, 240, 9)


@pytest.fixture(scope="module")
def chargen():
    return bytes(c64.C64(sample_rate=0).roms.chargen)


@pytest.fixture(scope="module")
def glyphs(chargen):
    return glyphs_of(chargen)


def drawn(surface):
    """uint8[height, width, 4] of a Surface."""
    colours = pygame.surfarray.array3d(surface)
    return np.dstack([colours, pygame.surfarray.array_alpha(surface)]).transpose(1, 0, 2)


@pytest.mark.parametrize("scale", [1, 2, 5])
@pytest.mark.parametrize(("plain", "bright"), [("A", ""), ("Go 64", ""), ("", "xy"), ("ab", "c")])
def test_a_text_is_its_letters_side_by_side(glyphs, scale, plain, bright):
    text = plain + BRIGHT + bright if bright else plain
    found = drawn(Letters(glyphs).draw(text, scale, RED, YELLOW))
    cells = [(char, RED) for char in plain] + [(char, YELLOW) for char in bright]
    assert found.shape == (CELL * scale, CELL * scale * len(cells), 4)
    for place, (char, colour) in enumerate(cells):
        cell = found[:, place * CELL * scale : (place + 1) * CELL * scale]
        bits = glyphs[screen_code(char)].repeat(scale, axis=0).repeat(scale, axis=1)
        assert (cell[bits] == (*colour, 255)).all() and (cell[~bits][:, 3] == 0).all()


def test_without_a_second_colour_all_is_in_the_first_and_nothing_takes_a_letters_room(glyphs):
    letters = Letters(glyphs)
    both = drawn(letters.draw("a" + BRIGHT + "b", 1, RED))
    assert (both == drawn(letters.draw("ab", 1, RED))).all()
    for nothing in ("", BRIGHT):
        empty = drawn(letters.draw(nothing, 3, RED, YELLOW))
        assert empty.shape[:2] == (CELL * 3, CELL * 3) and not empty[:, :, 3].any()


def test_characters_that_the_rom_has_are_the_roms(chargen, glyphs):
    rows = np.frombuffer(chargen[2048:], np.uint8)
    for char, code in (("@", 0), ("a", 1), ("z", 26), ("[", 27), ("A", 65), ("Z", 90), (" ", 32),
                       ("0", 48), ("?", 63), ("_", 100), ("\N{SNOWMAN}", 63)):  # fmt: skip
        assert screen_code(char) == code
        wanted = np.unpackbits(rows[8 * code : 8 * code + 8]).reshape(8, 8)
        assert (glyphs[code] == wanted).all()


def test_an_accent_is_above_its_letter_or_below_it(glyphs):
    def rows(char):
        return np.packbits(glyphs[screen_code(char)], axis=1)[:, 0].tolist()

    for char, plain, above in (("ä", "a", (0x66, 0)), ("é", "e", (0x0C, 0x18))):
        letter = rows(plain)
        assert rows(char) == [above[0] | letter[0], above[1] | letter[1], *letter[2:]]
    letter = rows("i")
    assert rows("í") == [0x0C, 0x18, *letter[2:]]
    letter = rows("A")
    assert rows("Ä") == [0x66, 0, *letter[:3], *letter[4:7]]
    assert rows("Ż")[0] == 0x18  # a mark of one row
    letter = rows("c")
    assert rows("ç") == [*letter[:7], 0x18]
