"""What the VIC-II draws: modes, scrolling, border, geometry, changes within a line."""

import pytest

import c64
from tests.c64.builds import few_uncompiled, long_uncompiled, some_uncompiled
from tests.c64.vic.bench import ALL, PAL, WINDOW, Bench

PATTERN = 0b11011000
MULTI = 0b00011011


def screen(model="6569", bits=PATTERN, code=1, color=5, **registers):
    """A bench whose screen is full of ``code``, every row of every character ``bits``."""
    bench = Bench(model)
    bench.ram[0x400:0x7E8] = bytes([code]) * 1000
    bench.ram[0x2000:0x4000] = bytes([bits]) * 0x2000
    bench.color_ram[:] = bytes([color]) * 1024
    bench.set({int(name[1:], 16): value for name, value in registers.items()})
    return bench.frames(3)


def hires(bits, back, fore):
    return [fore if bits & 0x80 >> i else back for i in range(8)]


def pairs(bits, *colors):
    return [colors[bits >> 6 - (i & 6) & 3] for i in range(8)]


@few_uncompiled(1)
@pytest.mark.parametrize("model", ALL)
def test_standard_text_shows_color_ram_on_background_0(model):
    bench = screen(model)
    for line in (51, 52, 250):
        assert bench.window(line) == hires(PATTERN, 6, 5) * 40


def test_multicolor_text_shows_four_colors_where_the_color_has_bit_3():
    bench = screen(bits=MULTI, color=0x0A, d016=0x18, d022=3, d023=4)
    assert bench.window(100) == pairs(MULTI, 6, 3, 4, 2) * 40


def test_multicolor_text_is_hires_where_the_color_lacks_bit_3():
    bench = screen(bits=MULTI, color=5, d016=0x18, d022=3, d023=4)
    assert bench.window(100) == hires(MULTI, 6, 5) * 40


def test_hires_bitmap_takes_both_colors_from_the_matrix():
    bench = screen(code=0xA7, d011=0x3B)
    assert bench.window(100) == hires(PATTERN, 7, 10) * 40


def test_multicolor_bitmap_takes_colors_from_matrix_and_color_ram():
    bench = screen(bits=MULTI, code=0xA7, color=13, d011=0x3B, d016=0x18)
    assert bench.window(100) == pairs(MULTI, 6, 10, 7, 13) * 40


@few_uncompiled(1)
@pytest.mark.parametrize("index", range(4))
def test_extended_color_text_takes_the_background_from_the_code(index):
    bench = screen(code=index << 6 | 1, d011=0x5B, d022=2, d023=3, d024=4)
    assert bench.window(100) == hires(PATTERN, (6, 2, 3, 4)[index], 5) * 40


def test_extended_color_text_has_only_64_characters():
    bench = Bench()
    bench.ram[0x400:0x7E8] = b"\xc1" * 1000
    bench.ram[0x2000 + 8 : 0x2000 + 16] = b"\xff" * 8
    bench.color_ram[:] = b"\x05" * 1024
    bench.set({0x11: 0x5B})
    assert bench.frames(3).window(100) == [5] * 320


@pytest.mark.parametrize(("d011", "d016"), [(0x5B, 0x18), (0x7B, 0x08), (0x7B, 0x18)])
def test_invalid_modes_are_black_but_still_have_a_foreground(d011, d016):
    bench = screen(bits=0xFF, color=15, d011=d011, d016=d016)
    assert bench.window(100) == [0] * 320
    bench.sprite(0, 100, 100)
    bench.set({0x15: 1})
    bench.frames(2)
    assert bench.vic.read(0x1F) == 1


def test_bitmap_shows_each_byte_at_its_place():
    bench = Bench()
    bench.ram[0x2000:0x3F40] = bytes(i * 7 & 0xFF for i in range(8000))
    bench.ram[0x400:0x7E8] = b"\x10" * 1000
    bench.set({0x11: 0x3B})
    bench.frames(3)
    for y in (0, 7, 8, 101, 199):
        row = [
            pixel
            for x in range(40)
            for pixel in hires((((y >> 3) * 40 + x) * 8 + (y & 7)) * 7 & 0xFF, 0, 1)
        ]
        assert bench.window(51 + y) == row, y


def test_idle_state_shows_3fff_in_black_on_background_0():
    bench = Bench()
    bench.ram[0x3FFF] = PATTERN
    bench.set({0x11: 0x0B})
    bench.frames(2)
    # Without bad lines, but with the vertical border open in line 51.
    bench.at(49, 1, 0x11, 0x1B)
    bench.to(200, 1)
    assert bench.window(100) == hires(PATTERN, 6, 0) * 40


@few_uncompiled(1)
@pytest.mark.parametrize("scroll", some_uncompiled(range(8), 0, 3, 7))
@pytest.mark.parametrize("model", PAL)
def test_xscroll_moves_the_text_right_and_shows_background_before_it(model, scroll):
    bench = screen(model, d016=0x08 | scroll)
    assert bench.window(100) == ([6] * scroll + hires(PATTERN, 6, 5) * 40)[:320]


@few_uncompiled(1)
@pytest.mark.parametrize("scroll", some_uncompiled(range(8), 0, 3, 7))
def test_xscroll_keeps_multicolor_pairs_together(scroll):
    bench = screen(bits=MULTI, color=0x0A, d016=0x18 | scroll, d022=3, d023=4)
    row = ([6] * scroll + pairs(MULTI, 6, 3, 4, 2) * 40)[:320]
    assert bench.window(100) == row


@few_uncompiled(1)
@pytest.mark.parametrize("scroll", some_uncompiled(range(8), 0, 3, 7))
def test_yscroll_moves_the_first_text_line(scroll):
    bench = Bench()
    bench.ram[0x400:0x428] = b"\x01" * 40
    bench.ram[0x2008:0x2010] = b"\xff" * 8
    bench.set({0x11: 0x18 | scroll})
    bench.frames(3)
    inside = [line for line in range(51, 251) if bench.window(line, 0, 1) == [0]]
    assert inside[:1] == [max(51, 48 + scroll)]


@few_uncompiled(1)
@pytest.mark.parametrize(("model", "height"), [("6569", 272), ("8565", 272), ("6567", 247)])
def test_visible_picture_has_the_window_32_pixels_in(model, height):
    bench = screen(model, bits=0xFF)
    left, top, width, rows = bench.vic.crop()
    assert (width, rows) == (384, height)
    picture = bench.vic.picture()
    assert len(picture) == 384 * height
    lines = [list(picture[i : i + 384]) for i in range(0, len(picture), 384)]
    inside = [14] * 32 + [5] * 320 + [14] * 32
    window = 51 - top
    assert lines[window] == lines[window + 199] == inside
    assert lines[window - 1] == lines[window + 200] == [14] * 384
    assert WINDOW - left == 32


def test_pal_picture_starts_with_line_16_and_the_window_at_row_35():
    assert Bench().vic.crop() == (112, 16, 384, 272)


def test_38_columns_cover_seven_pixels_left_and_nine_right():
    bench = screen(bits=0xFF, d016=0x00)
    assert bench.window(100) == [14] * 7 + [5] * 304 + [14] * 9


@few_uncompiled(1)
@pytest.mark.skipif(not c64.PURE, reason="what is called here is C's alone when compiled")
@pytest.mark.parametrize("columns", [0, 8])
def test_lines_drawn_whole_are_as_those_drawn_cycle_by_cycle(columns):
    frames = []
    for whole in (True, False):
        bench = Bench()
        bench.ram[0x400:0x800] = bytes(i & 0xFF for i in range(1024))
        bench.chargen[:] = bytes(i * 7 & 0xFF for i in range(4096))
        bench.set({0x11: 0x1B, 0x18: 0x14, 0x20: 14, 0x21: 6, 0x16: columns | 3})
        bench.frames()
        left = 63 * 120
        while left:
            quiet = min(bench.vic.uneventful_cycles(), left) if whole else 0
            if quiet:
                bench.vic.catch_up(quiet)
            else:
                bench.vic.clock()
            left -= quiet or 1
            if not whole:
                bench.vic.sync()
        bench.vic.sync()
        width = 8 * bench.vic.cycles
        frames.append(bytes(bench.vic.frame)[: 119 * width])
    assert len(set(frames[0])) > 2
    assert frames[0] == frames[1]


def test_24_rows_cover_four_lines_above_and_below():
    bench = screen(bits=0xFF, d011=0x13)
    shown = [line for line in range(312) if bench.window(line, 100, 1) == [5]]
    assert shown == list(range(55, 247))


def test_screen_off_shows_only_border():
    bench = screen(bits=0xFF, d011=0x0B)
    assert all(bench.row(line)[112:496] == [14] * 384 for line in range(16, 288))


@long_uncompiled
def test_rsel_cleared_in_the_last_line_opens_the_lower_border():
    bench = screen(bits=0xFF)
    bench.ram[0x3FFF] = 0
    for _ in range(2):
        bench.at(249, 20, 0x11, 0x13)
        bench.at(252, 20, 0x11, 0x1B)
    assert bench.window(260) == [6] * 320
    assert bench.row(260)[112 : 112 + 32] == [14] * 32


def test_csel_cleared_after_cycle_56_opens_the_side_border():
    bench = screen(bits=0xFF)
    for line in (100, 101):
        bench.at(line, 56, 0x16, 0x00)
        bench.at(line, 58, 0x16, 0x08)
    bench.to(103, 30)
    assert bench.row(100)[WINDOW + 320 : 496] == [6] * 32
    assert bench.row(101)[112:WINDOW] == [6] * 32
    assert bench.row(102)[WINDOW + 320 : 496] == [14] * 32


def test_border_color_changes_at_the_second_pixel_on_the_nmos_chip():
    bench = screen("6569")
    bench.at(20, 30, 0x20, 2)
    bench.to(22, 1)
    row = bench.row(20)
    # Written in cycle 30: the eight pixels that leave in cycle 32 are the first to show it.
    assert row[31 * 8 - 8 : 31 * 8 + 8] == [14] * 9 + [2] * 7


def test_border_color_changes_with_a_grey_dot_on_the_8565():
    bench = screen("8565")
    bench.at(20, 30, 0x20, 2)
    bench.to(22, 1)
    row = bench.row(20)
    assert row[31 * 8 - 8 : 31 * 8 + 8] == [14] * 8 + [15] + [2] * 7


@few_uncompiled(1)
@pytest.mark.parametrize(
    ("model", "first"), [("6569", [6, 2]), ("8565", [15, 2]), ("6567", [6, 2])]
)
def test_a_store_to_the_background_shows_in_the_eight_pixels_of_the_next_cycle(model, first):
    """The walk in docs/inside/hardware.md: a store in cycle n shows from column 8 * (n + 1) + 1."""
    bench = screen(model, bits=0, d021=6)
    bench.at(100, 30, 0x21, 2)
    bench.to(102, 1)
    column = 8 * (30 + 1)
    assert bench.row(100)[column - 1 : column + 9] == [6, *first, *[2] * 7]
    assert set(bench.row(101)[WINDOW : WINDOW + 320]) == {2}


@long_uncompiled
def test_mode_change_in_the_middle_of_a_line_splits_the_picture():
    bench = screen(code=0xA7, bits=0xFF)
    bench.at(100, 35, 0x11, 0x3B)
    bench.at(100, 60, 0x11, 0x1B)
    bench.to(102, 1)
    row = bench.window(100)
    assert row[:136] == [5] * 136
    assert row[152:] == [10] * 168


@long_uncompiled
def test_nmos_takes_bmm_at_pixel_4_and_lets_it_go_at_pixel_6():
    bench = screen(code=0xA7, bits=0xFF)
    bench.at(100, 35, 0x11, 0x3B)
    bench.at(100, 45, 0x11, 0x1B)
    bench.to(102, 1)
    row = bench.row(100)
    change = [i for i in range(WINDOW + 1, WINDOW + 320) if row[i] != row[i - 1]]
    assert change == [36 * 8 + 4, 46 * 8 + 6]


def test_ram_change_between_two_reads_shows_on_the_next_row_only():
    bench = screen(bits=0)
    bench.to(100, 5)
    bench.ram[0x2008:0x2010] = b"\xff" * 8
    bench.to(101, 5)
    bench.ram[0x2008:0x2010] = b"\x00" * 8
    bench.to(103, 5)
    assert [bench.window(line, 0, 8) for line in (99, 100, 101)] == [[6] * 8, [5] * 8, [6] * 8]


@long_uncompiled
def test_drawing_late_gives_the_same_picture_as_drawing_every_cycle():
    """The picture does not depend on when it is asked for."""
    pictures = []
    for eager in (False, True):
        bench = screen(bits=MULTI, color=0x0B, d016=0x1D, d022=3)
        for number in range(8):
            bench.sprite(number, 40 + 11 * number, 90 + 5 * number, color=number + 1)
        bench.set({0x15: 0xFF, 0x1C: 0x55, 0x1D: 0x0F, 0x1B: 0xAA})
        bench.frames(1)
        for step in range(4000):
            bench.vic.clock()
            if step % 7 == 0:
                bench.vic.write((0x16, 0x11, 0x20, 0x00, 0x1C)[step % 5], step * 31 & 0x1F)
            if eager:
                bench.vic.sync()
        bench.vic.write(0x11, 0x1B)
        bench.vic.run(5000)
        pictures.append(bytes(bench.vic.picture()))
    assert pictures[0] == pictures[1]


def test_8565_takes_bmm_at_pixel_0_of_the_next_cycle_and_lets_it_go_at_pixel_1():
    bench = screen("8565", code=0xA7, bits=0xFF)
    bench.at(100, 35, 0x11, 0x3B)
    bench.at(100, 45, 0x11, 0x1B)
    bench.to(102, 1)
    row = bench.row(100)
    change = [i for i in range(WINDOW + 1, WINDOW + 320) if row[i] != row[i - 1]]
    assert change == [37 * 8, 47 * 8 + 1]


# 8565: mode before as ($D011, $D016), register that drops a bit, pixels of the character,
# colours $D021 and $D022, and what the first pixel after the fall shows.
FALLS = {
    "BMM, a background pixel": (0x3B, 0x08, 0x11, 0x00, 6, 3, 7),
    "BMM, and the new colour is black": (0x3B, 0x08, 0x11, 0x00, 0, 3, 0),
    "ECM, a background pixel": (0x5B, 0x08, 0x11, 0x00, 6, 3, 3),
    "ECM, and the new colour is black": (0x5B, 0x08, 0x11, 0x00, 0, 3, 0),
    "ECM and BMM together, which were black": (0x7B, 0x08, 0x11, 0xFF, 6, 3, 0),
    "MCM, a background pixel": (0x1B, 0x18, 0x16, 0x55, 6, 3, 3),
    "MCM, and the new colour is black": (0x1B, 0x18, 0x16, 0x55, 0, 3, 0),
    "MCM, a foreground pixel": (0x1B, 0x18, 0x16, 0xAA, 6, 3, 13),
}


@few_uncompiled(1)
@pytest.mark.parametrize("case", FALLS.values(), ids=FALLS)
def test_8565_lets_a_falling_mode_bit_linger_for_a_pixel_unless_that_turns_black(case):
    d011, d016, reg, bits, d021, d022, shown = case
    bench = screen("8565", code=0x67, bits=bits, color=13, d021=d021, d022=d022, d023=4)
    bench.set({0x11: d011, 0x16: d016})
    bench.frames(1)
    steady = bench.row(99)
    bench.at(100, 45, reg, (0x1B, 0x08)[reg == 0x16])
    bench.to(102, 1)
    row = bench.row(100)
    first = 47 * 8 if reg == 0x11 else 46 * 8 + 4
    assert row[first] == shown
    assert row[:first] == steady[:first]
    assert row[first + 1] == (d021 if bits in (0x00, 0x55) else 13)
