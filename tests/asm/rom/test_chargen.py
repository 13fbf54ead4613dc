"""Character ROM: order, reversed halves, frame graphics that meet, faults in the drawing."""

import pytest

from tools.rom.chargen import GLYPHS, GlyphError, main, parse, rom_image

IMAGE = rom_image(parse(GLYPHS.read_text()))
UPPER, LOWER = 0, 2048
# which sides of the cell a line of columns or rows 3-4 touches
LEFT, RIGHT, TOP, BOTTOM = 1, 2, 4, 8
LINES = {
    0x40: LEFT | RIGHT, 0x43: LEFT | RIGHT, 0x42: TOP | BOTTOM, 0x5D: TOP | BOTTOM,
    0x5B: LEFT | RIGHT | TOP | BOTTOM, 0x6B: RIGHT | TOP | BOTTOM, 0x73: LEFT | TOP | BOTTOM,
    0x71: LEFT | RIGHT | TOP, 0x72: LEFT | RIGHT | BOTTOM, 0x6D: RIGHT | TOP, 0x6E: LEFT | BOTTOM,
    0x70: RIGHT | BOTTOM, 0x7D: LEFT | TOP, 0x55: RIGHT | BOTTOM, 0x49: LEFT | BOTTOM,
    0x4A: RIGHT | TOP, 0x4B: LEFT | TOP,
}  # fmt: skip
# (rows, columns) that are filled, first and one past the last
BLOCKS = {
    0x61: (0, 8, 0, 4), 0x62: (4, 8, 0, 8), 0x63: (0, 1, 0, 8), 0x64: (7, 8, 0, 8),
    0x65: (0, 8, 0, 2), 0x67: (0, 8, 6, 8), 0x6A: (0, 8, 6, 8), 0x6C: (4, 8, 4, 8),
    0x6F: (6, 8, 0, 8), 0x74: (0, 8, 0, 2), 0x75: (0, 8, 0, 3), 0x76: (0, 8, 5, 8),
    0x77: (0, 2, 0, 8), 0x78: (0, 3, 0, 8), 0x79: (5, 8, 0, 8), 0x7B: (4, 8, 0, 4),
    0x7C: (0, 4, 4, 8), 0x7E: (0, 4, 0, 4),
}  # fmt: skip


def glyph(code, base=UPPER):
    """The eight bytes of a screen code."""
    return IMAGE[base + code * 8 : base + code * 8 + 8]


def pixels(code, base=UPPER):
    """Set of (row, column)."""
    return {(r, c) for r, byte in enumerate(glyph(code, base)) for c in range(8) if byte << c & 128}


def test_the_image_is_two_sets_of_256():
    assert len(IMAGE) == 4096


@pytest.mark.parametrize("base", [UPPER, LOWER])
def test_the_upper_half_of_a_set_is_its_reverse(base):
    for code in range(128):
        assert glyph(code + 128, base) == bytes(b ^ 0xFF for b in glyph(code, base))


def test_capitals_are_the_same_in_both_sets():
    for letter in range(1, 27):
        assert glyph(letter) == glyph(0x40 + letter, LOWER)


def test_digits_signs_and_shared_graphics_are_the_same_in_both_sets():
    shared = {0, *range(0x1B, 0x41), *range(0x5B, 0x5E), *range(0x60, 0x80)} - {0x69, 0x7A}
    for code in shared:
        assert glyph(code) == glyph(code, LOWER), hex(code)


@pytest.mark.parametrize("base", [UPPER, LOWER])
def test_letters_digits_and_signs_differ_from_each_other(base):
    shown = [glyph(code, base) for code in range(0x40)]
    assert len(set(shown)) == 64


def test_the_space_is_empty():
    assert not any(glyph(0x20)) and not any(glyph(0x60))


def test_words_keep_a_gap_between_letters():
    """Letters and digits leave column 0 free, so neighbours never touch."""
    for code in [*range(1, 27), *range(0x30, 0x3A)]:
        assert all(column > 0 for _, column in pixels(code)), code
        assert all(column > 0 for _, column in pixels(code, LOWER)), code


@pytest.mark.parametrize("code", LINES)
def test_frame_lines_reach_their_edges_in_rows_and_columns_3_and_4(code):
    cell = pixels(code)
    edges = {
        LEFT: {r for r, c in cell if c == 0},
        RIGHT: {r for r, c in cell if c == 7},
        TOP: {c for r, c in cell if r == 0},
        BOTTOM: {c for r, c in cell if r == 7},
    }
    for side, touched in edges.items():
        assert touched == ({3, 4} if LINES[code] & side else set()), (hex(code), side)


@pytest.mark.parametrize("code", BLOCKS)
def test_blocks_fill_exactly_their_part(code):
    top, bottom, left, right = BLOCKS[code]
    assert pixels(code) == {(r, c) for r in range(top, bottom) for c in range(left, right)}


def test_the_two_diagonals_cross_in_the_cross():
    assert pixels(0x56) == pixels(0x4D) | pixels(0x4E)


def test_the_triangles_mirror_each_other():
    assert pixels(0x69) == {(r, 7 - c) for r, c in pixels(0x5F)}
    assert len(pixels(0x69)) == 36


def test_patterns_go_on_across_cells():
    """The grey pattern repeats every four pixels, so cells join without a seam."""
    cell = pixels(0x66)
    assert all(((r + 4) % 8, c) in cell and (r, (c + 4) % 8) in cell for r, c in cell)
    assert len(cell) == 32


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("both $00\n" + "........\n" * 7, "eight rows"),
        ("all $00\n" + "........\n" * 8, "both|upper|lower"),
        ("both $00\n" + "........\n" * 7 + "....x...\n", "glyphs.txt:9: want groups"),
        ("both $00\n" + "........ ........\n" + "........\n" * 7, "want 2 groups"),
        ("both $00\n" + "........\n" * 8, "lacks $01"),
    ],
)
def test_a_fault_in_the_drawing_is_named_with_its_line(text, message):
    with pytest.raises(GlyphError, match=message.replace("|", r"\|").replace("$", r"\$")):
        parse(text)


def test_without_a_name_the_tool_says_how_to_call_it(capsys):
    assert main([]) == 2
    assert "usage" in capsys.readouterr().err
