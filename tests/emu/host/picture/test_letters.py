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
    assert rows("Á") == [0x0C, 0, *letter[:3], *letter[4:7]]
    assert rows("Ż")[0] == 0x18  # a mark of one row
    letter = rows("c")
    assert rows("ç") == [*letter[:7], 0x18]


@pytest.mark.parametrize(("one", "other"), [("{", "}"), ("•", "•"), ("↓", "↓"), ("→", "←")])
def test_signs_that_are_mirror_images_are_drawn_so(glyphs, one, other):
    first, second = (glyphs[screen_code(char)] for char in (one, other))
    if (one, other) == ("→", "←"):  # the left arrow is the ROM's: each is itself upside down
        assert (first == first[::-1]).all() and first.any()
    else:
        assert (first == second[:, ::-1]).all() and first.any()
    if one in "{•":
        upright = first[:7] if one == "{" else first
        assert (upright == upright[::-1]).all()


MARKS = {  # of a small o, which has none of its own in the two rows above it
    "à": "ò", "á": "ó", "â": "ô", "ã": "õ", "ä": "ö", "ā": "ō", "ă": "ŏ", "ő": "ő", "ň": "ň",
    "å": "å", "ż": "ż",
}  # fmt: skip


def above(glyphs, char):
    """The two rows above a small letter."""
    return glyphs[screen_code(char)][:2]


def test_each_letter_has_its_marks_above_it_and_all_letters_the_same(glyphs):
    for one, other in MARKS.items():
        assert (above(glyphs, one) == above(glyphs, other)).all() and above(glyphs, one).any()
    for char in "âäāåăňż":  # the same from both sides
        assert (above(glyphs, char) == above(glyphs, char)[:, ::-1]).all()
    for one, other in (("à", "á"), ("ù", "ú")):
        assert (above(glyphs, one) == above(glyphs, other)[:, ::-1]).all()
    assert (above(glyphs, "â") == above(glyphs, "ň")[::-1]).all()  # a roof, and one upside down
    lean = (
        np.flatnonzero(above(glyphs, "é")[0]).mean(),
        np.flatnonzero(above(glyphs, "é")[1]).mean(),
    )
    assert lean[0] > lean[1], "an acute comes down from the right"
    tails = {char: np.flatnonzero(glyphs[screen_code(char)][7]).tolist() for char in "çşąę"}
    assert tails["ç"] == tails["ş"] == [3, 4] and tails["ą"] == tails["ę"] == [4, 5]


@pytest.mark.parametrize("char", ["ÀÈÌÒÙ", "ÁÉÍÓÚ", "ÂÊÎÔÛ", "ËÏŸ", "ĀĒĪŌŪ", "ČĚŇŘŠŽ"])
def test_a_capital_has_a_row_for_its_mark_and_one_between(glyphs, char):
    for letter in char:
        rows = glyphs[screen_code(letter)]
        assert rows[0].any() and not rows[1].any() and rows[2].any()
        assert (rows[0] == glyphs[screen_code(char[0])][0]).all()


CAPITALS = """
    ##....## ##....## ##....##
    ..####.. ..####.. ..#..#..
    .##..##. .##..##. .##..##.
    .##..##. .##..##. .##..##.
    .######. .##..##. .##..##.
    .##..##. .##..##. .##..##.
    .##..##. ..####.. ..####..
    ........ ........ ........
"""


def test_an_umlauts_capital_ends_where_capitals_do_and_looks_like_this(glyphs):
    """Below a free row it began where a small letter begins: "Öl" was "öl"."""
    found = art([glyphs[screen_code(char)] for char in "ÄÖÜ"])
    assert found == [line.strip() for line in CAPITALS.strip().split("\n")]
    for char, plain, small in zip("ÄÖÜ", "AOU", "äöü", strict=True):
        own, letter, other = (
            np.flatnonzero(glyphs[screen_code(c)].any(1)) for c in char + plain + small
        )
        assert list(own) == list(letter), "as high as other capitals, on the line"
        assert 1 in own and 1 not in other


# What our own signs look like: rows from top to bottom, side by side.
SIGNS = {
    "…•→↓": """
        ........ ........ ........ ...##...
        ........ ........ ....#... ...##...
        ........ ...##... ....##.. ...##...
        ........ ..####.. #######. ...##...
        ........ ..####.. #######. .######.
        ........ ...##... ....##.. ..####..
        ##.##.## ........ ....#... ...##...
        ##.##.## ........ ........ ........""",
    "ß{}": """
        ........ ...###.. ..###...
        ..####.. ..##.... ....##..
        .##..##. ..##.... ....##..
        .##.##.. .##..... .....##.
        .##..##. ..##.... ....##..
        .##..##. ..##.... ....##..
        .##.##.. ...###.. ..###...
        .##..... ........ ........""",
    "~`\\": """
        ........ .##..... ........
        ........ ..##.... .##.....
        ..##..#. ...##... ..##....
        .#.##.#. ........ ...##...
        .#..##.. ........ ....##..
        ........ ........ .....##.
        ........ ........ ......##
        ........ ........ ........""",
}
ACCENTS = """
    ò        ó        ô        õ        ö        ċ        č        ō        ŏ        ő        å
    ..##.... ....##.. ...##... ..##..#. .##..##. ...##... ..#..#.. ..####.. ..#..#.. ..##.##. ...##...
    ...##... ...##... ..#..#.. .#..##.. ........ ........ ...##... ........ ...##... .##.##.. ...##...
"""  # noqa: E501


def art(cells):
    """Return the lines of some bool[rows, 8], side by side."""
    rows = zip(*cells, strict=True)
    return [" ".join("".join(".#"[bit] for bit in row.tolist()) for row in line) for line in rows]


@pytest.mark.parametrize("chars", SIGNS)
def test_our_own_signs_look_like_this(glyphs, chars):
    found = art([glyphs[screen_code(char)] for char in chars])
    assert found == [line.strip() for line in SIGNS[chars].split("\n") if line.strip()]


def test_accents_look_like_this(glyphs):
    letters, *rows = (line.split() for line in ACCENTS.strip().split("\n"))
    assert art([above(glyphs, char) for char in letters]) == [" ".join(row) for row in rows]


@pytest.mark.parametrize(
    ("chars", "codes"),
    [
        ("@[£]↑^←_", (0, 27, 28, 29, 30, 30, 31, 100)),
        ("█│|\u2013\u2014", (160, 93, 93, 64, 64)),
        ("„“”\u2019", (34, 34, 34, 39)),
        ("az AZ09?!", (1, 26, 32, 65, 90, 48, 57, 63, 33)),
        ("\x1f\x7f\N{SNOWMAN}%", (63, 63, 63, 37)),
    ],
)
def test_what_the_rom_has_under_another_code_is_found_there(chars, codes):
    """Codes of the lower-case half of a C64's character ROM."""
    assert tuple(screen_code(char) for char in chars) == codes


def test_letters_with_an_accent_have_codes_of_their_own_behind_ours(glyphs):
    chars = [chr(code) for code in range(0xC0, 0x180)]
    codes = [screen_code(char) for char in chars]
    known = sorted(code for code in codes if code > 265)
    assert known == list(range(266, 266 + len(known))) and len(glyphs) == 266 + len(known)
    assert {char for char, code in zip(chars, codes, strict=True) if code == 63} >= set("ÐÞæøĐŁŒ")
    assert screen_code("À") == 266 and screen_code("ž") == max(known)


def test_a_colour_may_have_an_opacity_that_does_not_count(glyphs):
    faint, bright = pygame.Color(*RED, 9), pygame.Color(*YELLOW, 8)
    found = drawn(Letters(glyphs).draw("a" + BRIGHT + "b", 1, faint, bright))
    assert np.array_equal(found, drawn(Letters(glyphs).draw("a" + BRIGHT + "b", 1, RED, YELLOW)))
