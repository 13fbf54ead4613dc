"""Scaling, borders, colours and the looks that the processor draws."""

import itertools

import numpy as np
import pygame
import pytest

from c64.api import C64
from c64.config import PALETTES
from emu.host.picture.colours import TO_YUV, adjusted, mixtures
from emu.host.picture.feature import geometry_of
from emu.host.picture.geometry import MASKS, PIXEL_ASPECT, Look, natural_size, place
from emu.host.picture.software import light_of, profile, share_surface, stripes
from emu.host.picture.window import Geometry, Window
from tests.bench import looks as looks_bench
from tests.emu.host.picture.test_window import (
    PALETTE,
    SIZE,
    flips,
    large,
    picture,
    show_rows_then_all,
)
from tests.volume import diagonal

__all__ = ["flips"]
PEPTO = PALETTES["pepto"]
ASPECT = PIXEL_ASPECT["PAL"]
MANY = [
    Look(scaling=scaling, look=look, delay_line=delay, blur=blur, mask=mask)
    for scaling, look, (delay, blur), mask in itertools.product(
        ("integer", "aspect", "fit"),
        ("plain", "scanlines"),
        ((False, False), (True, False), (False, True)),
        ("grille", "slot"),
    )
    if look != "plain" or mask == "grille"
]


# -- where the picture lies ------------------------------------------------------------------


def test_a_windows_natural_size_is_the_picture_in_it_without_a_rim():
    for scale, scaling in itertools.product(range(1, 8), ("integer", "aspect", "fit")):
        for size, aspect in (((384, 272), 0.9365), ((384, 247), 0.75), ((320, 200), 0.9365)):
            have = natural_size(size, scale, aspect, scaling)
            target = place(size, have, aspect, scaling)
            assert (target.left, target.top, target.width, target.height) == (0, 0, *have)


def test_lines_are_whole_and_pixels_as_wide_as_on_a_tv():
    target = place((384, 272), (1920, 1080), ASPECT, "aspect")
    assert (target.scale, target.height) == (3, 816)
    assert target.width == round(384 * 3 * 0.9365)
    assert target.left == (1920 - target.width) // 2


def test_to_fit_fills_the_height_of_a_wide_window_and_the_width_of_a_tall_one():
    wide = place((384, 272), (1920, 1080), ASPECT, "fit")
    assert (wide.height, wide.width) == (1080, round(384 * 1080 / 272 * 0.9365))
    tall = place((384, 272), (600, 1080), ASPECT, "fit")
    assert tall.width == 600
    assert tall.height == round(600 / 0.9365 / 384 * 272)


def test_every_pixel_of_a_line_covers_the_same_width_of_the_window(flips):
    window = Window("t", SIZE, PALETTE, scale=3, look=Look(scaling="aspect"))
    lines = np.zeros(SIZE[::-1], dtype=np.uint8)
    lines[:, 1::2] = 1
    white = [[0, 0, 0]] + [[255, 255, 255]] * 15
    window.recolour(np.array(white, dtype=np.uint8))
    window.show(lines)
    row = flips[-1][100, :, 0].astype(float) / 255
    edges = np.rint(np.arange(0, 385) * len(row) / 384 * 1000).astype(int)
    fine = row.repeat(1000)
    share = [fine[a:b].mean() for a, b in itertools.pairwise(edges)]
    assert np.min(share[1::2]) > 0.75, "a white pixel got lost"
    assert np.max(share[0::2]) < 0.25
    assert row.mean() == pytest.approx(0.5, abs=0.005)


@pytest.mark.parametrize(
    ("model", "borders", "size"),
    [("c64", "full", (403, 284)), ("ntsc", "full", (418, 247)), ("c64", "normal", (384, 272)),
     ("ntsc", "normal", (384, 247)), ("c64", "none", (320, 200)), ("ntsc", "none", (320, 200)),
     ("oldntsc", "full", (411, 247)), ("oldntsc", "none", (320, 200)),
     ("drean", "full", (418, 284)), ("drean", "normal", (384, 272))],
)  # fmt: skip
def test_each_border_shows_its_part_of_the_frame(flips, model, borders, size):
    machine = C64(model, sample_rate=0)
    machine.tick(100)
    window = Window("t", geometry_of(machine), PALETTE, scale=1, look=Look(borders=borders))
    window.show(window.cut(machine.screen))
    assert window.pixels == size
    first = np.flatnonzero((machine.screen.indices != 14).any(axis=0))[0]
    shown = (flips[-1] != PALETTE[14]).any(axis=2)
    left = {"full": 48, "normal": 32, "none": 0}[borders]
    assert np.flatnonzero(shown.any(axis=0))[0] == left == first - 32 + left
    assert np.flatnonzero(shown.any(axis=1)).tolist()[0] == 51 - window.geometry.origin[1] - (
        51 - window.geometry.origin[1] if borders == "none" else 0
    )
    of_usual = flips[-1]
    window.show(machine.screen.indices)
    assert np.array_equal(flips[-1], of_usual), "the usual picture is shown otherwise"


@pytest.mark.parametrize("standard", ["PAL", "NTSC"])
def test_the_edge_of_a_usual_picture_goes_on_where_full_borders_are_shown(standard):
    indices = np.arange(384 * 272, dtype=np.uint32).reshape(272, 384)
    geometry = Geometry((384, 272), standard)
    left, top, width, height = geometry.visible("full")
    shown = geometry.part(indices, "full")
    rows, columns = np.arange(height) + top, np.arange(width) + left
    assert shown.shape == (height, width)
    assert np.array_equal(shown, indices[np.ix_(rows.clip(0, 271), columns.clip(0, 383))])
    assert geometry.part(shown, "full") is shown


def test_a_window_that_the_user_has_resized_stays_so(flips):
    window = Window("t", SIZE, PALETTE, scale=2)
    window.choose(scaling="aspect")
    assert window.pixels == (round(768 * 0.9365), 544)
    window._surface = pygame.display.set_mode((900, 700), pygame.RESIZABLE)
    window.choose(scaling="fit")
    assert window.pixels == (900, 700)


# -- drawing ---------------------------------------------------------------------------------


@pytest.mark.parametrize("look", MANY, ids=str)
def test_rows_drawn_one_by_one_make_the_same_picture_as_all_at_once(flips, look):
    window = Window("t", SIZE, PALETTE, scale=2, look=look)
    show_rows_then_all(window, flips, ([0], [271], [100, 140], [3, 4, 5]))
    assert len(flips) == 6


def test_lines_are_bright_in_their_middle_and_dark_between():
    for scale in (3, 4, 5):
        light = profile(272 * scale, 272).reshape(272, scale)
        assert np.allclose(light, light[0])
        assert light[0].argmax() == (scale - 1) // 2
        assert light[0, 0] < 0.8 * light[0].max()
    assert profile(4, 2).tolist() == [1.0, 0.5, 1.0, 0.5]


def test_between_two_lines_half_of_the_light_is_missing():
    for scale in (2, 16, 32):
        light = profile(4 * scale, 4)
        assert light.max() == pytest.approx(1, abs=0.01)
        assert light.min() == pytest.approx(0.5, abs=0.01)
        assert light.mean() == pytest.approx(0.75, abs=0.01)


def test_a_mask_lets_each_colour_through_in_its_own_stripes():
    grille = stripes("grille", 6, 2)
    assert grille.argmax(axis=2).tolist() == [[0, 1, 2, 0, 1, 2]] * 2
    assert stripes("none", 6, 2).min() == 1.0
    slot = stripes("slot", 12, 8).max(axis=2)
    assert (slot[0] < 1).tolist() == ([True] * 3 + [False] * 3) * 2
    assert (slot[2] < 1).tolist() == ([False] * 3 + [True] * 3) * 2


def test_the_light_is_the_mask_times_the_lines_wherever_the_window_ends(flips):
    Window("t", SIZE, PALETTE)
    for mask in ("none", "grille", "slot"):
        light = light_of(55, 20, mask)
        assert np.array_equal(light, stripes(mask, 6, 55) * profile(55, 20)[:, None, None])
        shown = pygame.surfarray.array3d(share_surface(light, 77)).swapaxes(0, 1)
        assert shown.shape == (55, 77, 3) and (shown.min(), shown.max()) == (0, 255)
        assert np.array_equal(shown[:, :6], shown[:, 6:12])


LINEAR = (np.arange(256) / 255.0) ** 2.2  # the light of a value


SCALES = (2, 3, 4)
# make test takes each mask at one scale.
LOOKS = diagonal(MASKS, SCALES)


@pytest.mark.parametrize(("mask", "scale"), LOOKS)
def test_scanlines_and_mask_keep_the_light_of_every_colour(flips, scale, mask):
    window = Window("t", SIZE, PEPTO, scale=scale, look=Look(look="scanlines", mask=mask))
    for index, colour in enumerate(PEPTO):
        window.show(np.full(SIZE[::-1], index, dtype=np.uint8))
        shown = LINEAR[flips[-1]].mean(axis=(0, 1)) ** (1 / 2.2) * 255
        assert shown == pytest.approx(np.asarray(colour, dtype=float), abs=2.5), index
    window.show(np.full(SIZE[::-1], 1, dtype=np.uint8))
    assert flips[-1].min() == 255, "white is white"


def test_scanlines_and_mask_lie_over_the_picture(flips):
    window = Window("t", SIZE, PALETTE, scale=3, look=Look(look="scanlines"))
    window.show(np.full(SIZE[::-1], 12, dtype=np.uint8))
    shown = flips[-1].astype(float)
    rows = shown.mean(axis=(1, 2)).reshape(272, 3)
    assert np.all(rows[:, 1] > 1.2 * rows[:, 0])
    red = shown[1, :, 0]
    assert np.all(red[0::3] > 1.2 * red[1::3])


# -- colours ---------------------------------------------------------------------------------


def test_a_hundred_percent_of_everything_is_the_palette_as_it_is():
    assert np.abs(adjusted(PEPTO, Look()).astype(int) - PEPTO).max() <= 1


def test_without_saturation_all_is_grey_and_as_bright_as_before():
    grey = adjusted(PEPTO, Look(saturation=0)).astype(float)
    assert np.ptp(grey, axis=1).max() <= 1
    assert np.abs(grey[:, 0] - PEPTO @ TO_YUV[0]).max() <= 1.5


def test_brightness_contrast_and_gamma_do_what_they_are_called():
    middle = PEPTO[12].mean()
    assert adjusted(PEPTO, Look(brightness=120))[12].mean() == pytest.approx(middle + 51, abs=1)
    assert adjusted(PEPTO, Look(contrast=50))[1].mean() == pytest.approx(127.5, abs=1)
    assert adjusted(PEPTO, Look(gamma=150))[12].mean() > middle + 20
    assert adjusted(PEPTO, Look(gamma=150))[[0, 1]].tolist() == [[0] * 3, [255] * 3]


def yuv(rgb):
    return np.asarray(rgb, dtype=float) @ TO_YUV.T


def test_the_delay_line_means_the_colour_of_two_lines_and_keeps_brightness():
    table = mixtures(PEPTO).reshape(16, 16, 3)
    for here in range(16):
        assert np.abs(table[here, here].astype(int) - PEPTO[here]).max() <= 1
    mixed = yuv(table[2, 6])  # blue below red
    assert mixed[0] == pytest.approx(yuv(PEPTO)[6, 0], abs=1)
    assert mixed[1:] == pytest.approx((yuv(PEPTO)[2] + yuv(PEPTO)[6])[1:] / 2, abs=1)


def test_lines_of_two_colours_by_turns_have_one_hue_without_hanover_bars(flips):
    window = Window("t", SIZE, PEPTO, scale=1, look=Look(delay_line=True))
    window.show(np.repeat(np.array([2, 6] * 136, dtype=np.uint8)[:, None], 384, axis=1))
    shown = yuv(flips[-1][:, 100])
    assert np.ptp(shown[1:, 1:], axis=0).max() < 2
    assert np.ptp(shown[:, 0]) == pytest.approx(np.ptp(yuv(PEPTO)[[2, 6], 0]), abs=1.5)


def test_smeared_colour_runs_over_an_edge_and_brightness_does_not(flips):
    indices = np.full(SIZE[::-1], 2, dtype=np.uint8)
    indices[:, 192:] = 6
    window = Window("t", SIZE, PEPTO, scale=1, look=Look(blur=True))
    window.show(indices)
    shown, sharp = yuv(flips[-1][100]), yuv(PEPTO[indices[100]])
    assert np.abs(shown[:, 0] - sharp[:, 0]).max() < 3
    off = np.abs(shown[:, 1:] - sharp[:, 1:]).max(axis=1)
    assert off[:188].max() < 2.5
    assert off[191] > 10
    assert off[192] > 10


def test_the_plain_look_is_drawn_as_ever(flips):
    Window("t", SIZE, PALETTE, scale=2, look=Look(curve=False, mask="slot")).show(picture())
    assert np.array_equal(flips[-1], large(picture(), 2))


def test_what_the_looks_cost_can_be_measured(monkeypatch, capsys):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr(looks_bench, "PICTURES", 4)
    assert looks_bench.main(["--scale", "1", "integer", "scanlines"]) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    figures = {row[0]: [float(word) for word in row[1:5]] for row in rows[-3:-1]}
    assert set(figures) == {"integer", "scanlines"}
    assert all(value > 0 for row in figures.values() for value in row)
