"""Shares of black and colour are counted over the visible picture, and limits are kept."""

import numpy as np
import pytest

from tools.art.artcheck import save_png
from tools.art.picturestats import (
    NotAPicture,
    framed,
    glyphs,
    main,
    nearest,
    read,
    shares,
    within,
)

BLACK, WHITE, RED, GREY, BLUE = 0, 1, 2, 12, 6


def test_greys_and_white_are_neither_black_nor_coloured():
    pixels = np.array([[BLACK, WHITE, GREY, RED], [RED, BLUE, WHITE, WHITE]], dtype=np.uint8)
    assert shares(pixels) == (12.5, 37.5)


def test_the_border_counts():
    pixels = np.full((200, 320), WHITE, dtype=np.uint8)
    black, coloured = shares(framed(pixels, BLUE))
    assert black == 0
    assert coloured == pytest.approx(100 * (1 - 64000 / 104448))


@pytest.mark.parametrize(
    ("black", "coloured", "good"), [(25, 25, True), (25.1, 60, False), (0, 24.9, False)]
)
def test_a_quarter_black_at_most_and_a_quarter_coloured_at_least(black, coloured, good):
    assert within(black, coloured) is good


def test_a_pattern_and_its_reverse_are_one_glyph():
    pixels = np.zeros((200, 320), dtype=np.uint8)
    pixels[0, 0] = RED
    assert glyphs(pixels) == 2
    pixels[8:16, 8:16] = BLUE
    pixels[8, 8] = WHITE
    assert glyphs(pixels) == 2
    pixels[17, 17] = WHITE
    assert glyphs(pixels) == 3


@pytest.mark.slow
def test_a_saved_picture_is_read_back_at_any_scale(tmp_path):
    pixels = np.tile(np.arange(16, dtype=np.uint8), (200, 20))
    for scale in (1, 2):
        save_png(pixels, tmp_path / "p.png", BLUE, scale)
        assert shares(read(tmp_path / "p.png")) == shares(framed(pixels, BLUE))


def test_a_picture_without_its_palette_takes_the_nearest_colours(tmp_path):
    from PIL import Image

    assert nearest(Image.new("RGB", (8, 8), (255, 250, 250)))[0, 0] == WHITE


def test_the_tool_prints_shares_and_fails_beyond_the_limits(tmp_path, capsys):
    good, dark = tmp_path / "good.png", tmp_path / "dark.png"
    save_png(np.full((200, 320), RED, dtype=np.uint8), good, WHITE)
    save_png(np.full((200, 320), RED, dtype=np.uint8), dark, BLACK)
    assert main([str(good)]) == 0
    assert "black   0.0 %  coloured  61.3 %" in capsys.readouterr().out
    assert main([str(good), str(dark)]) == 1
    assert "beyond 25 / 25" in capsys.readouterr().out


def test_what_is_no_picture_of_the_screen_is_refused(tmp_path, capsys):
    from PIL import Image

    small = tmp_path / "small.png"
    Image.new("RGB", (100, 100)).save(small)
    with pytest.raises(NotAPicture, match="100 x 100; wanted 384 x 272"):
        read(small)
    text = tmp_path / "text.png"
    text.write_text("no picture")
    assert main([str(text)]) == 1
    assert "cannot be read" in capsys.readouterr().out
