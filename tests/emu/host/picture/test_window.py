"""What the window draws, and what it leaves alone."""

import time

import numpy as np
import pygame
import pytest

from c64.api import C64
from emu.host.picture.geometry import Look
from emu.host.picture.overlay import Overlay
from emu.host.picture.window import Window

SIZE = (384, 272)
PALETTE = np.array([[16 * i, 255 - 16 * i, 7 * i] for i in range(16)], dtype=np.uint8)


@pytest.fixture
def flips(monkeypatch):
    """The pictures that were shown, as uint8[height, width, 3]."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    shown = []

    def flip():
        surface = pygame.display.get_surface()
        shown.append(np.transpose(pygame.surfarray.array3d(surface), (1, 0, 2)))

    monkeypatch.setattr(pygame.display, "flip", flip)
    yield shown
    pygame.display.quit()


def picture(seed=1):
    """Return a picture in which every pixel is as it happens."""
    return np.random.default_rng(seed).integers(0, 16, SIZE[::-1], dtype=np.uint8)


def show_rows_then_all(window, flips, changes):
    """Show a picture and changes of some rows, which must look as the whole shown at once does."""
    indices = picture()
    window.show(indices)
    for rows in changes:
        indices[rows] ^= 5
        window.show(indices)
    by_rows = flips[-1]
    window.expose()
    window.show(indices)
    assert np.array_equal(by_rows, flips[-1])


def large(indices, scale):
    """Return the picture in colour and scaled, by numpy alone."""
    return PALETTE[indices].repeat(scale, axis=0).repeat(scale, axis=1)


@pytest.mark.parametrize("scale", [1, 2, 3])
def test_every_pixel_has_its_colour_and_its_square(flips, scale):
    window = Window("t", SIZE, PALETTE, scale=scale)
    for seed in range(3):
        window.show(picture(seed))
        assert np.array_equal(flips[-1], large(picture(seed), scale))


@pytest.mark.parametrize(
    ("desktop", "scale"),
    [
        ((320, 200), 1), ((853, 9999), 1), ((854, 605), 2), ((854, 604), 1), ((1280, 906), 2),
        ((1280, 907), 3), ((1279, 9999), 2), ((3840, 2160), 3), ((7680, 4320), 3),
    ],
)  # fmt: skip
def test_a_window_takes_at_most_nine_tenths_of_the_desktop_and_three_pixels_for_one(
    flips, monkeypatch, desktop, scale
):
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [desktop])
    window = Window("t", SIZE, PALETTE)
    assert window.pixels == (SIZE[0] * scale, SIZE[1] * scale)


@pytest.mark.parametrize("scale", [1, 3])
def test_without_borders_the_display_window_fills_it(flips, scale):
    Window("t", SIZE, PALETTE, scale=scale, look=Look(borders="none")).show(picture())
    assert np.array_equal(flips[-1], large(picture()[35:235, 32:352], scale))


def test_a_picture_as_before_is_not_drawn_again(flips):
    window = Window("t", SIZE, PALETTE, scale=2)
    for _ in range(5):
        window.show(picture())
    assert len(flips) == 1
    window.expose()
    window.show(picture())
    assert len(flips) == 2


def test_rows_that_change_are_drawn_and_the_others_stay(flips):
    window = Window("t", SIZE, PALETTE, scale=2)
    indices = picture()
    window.show(indices)
    for rows in ([0], [271], [100, 140], [3, 4, 5]):
        indices[rows] ^= 5
        window.show(indices)
        assert np.array_equal(flips[-1], large(indices, 2))
    assert len(flips) == 5


def test_the_overlay_is_the_same_whatever_of_the_picture_was_drawn(flips):
    overlay = Overlay(bytes(range(256)) * 16)
    overlay.toggle_help()
    window = Window("t", SIZE, PALETTE, scale=2)
    indices = picture()
    window.show(indices, overlay.surface())
    for rows in ([150], [40, 200], [0]):
        indices[rows] ^= 9
        window.show(indices, overlay.surface())
    by_rows = flips[-1]
    window.expose()
    window.show(indices, overlay.surface())
    assert np.array_equal(by_rows, flips[-1])
    assert not np.array_equal(by_rows, large(indices, 2))
    window.show(indices)
    assert np.array_equal(flips[-1], large(indices, 2))


def test_an_overlay_as_large_as_the_window_is_laid_over_it_pixel_by_pixel(flips):
    window = Window("t", SIZE, PALETTE, scale=2)
    overlay = pygame.Surface(window.pixels, pygame.SRCALPHA)
    overlay.set_at((5, 7), (1, 2, 3, 255))
    window.show(picture(), overlay)
    expected = large(picture(), 2)
    expected[7, 5] = (1, 2, 3)
    assert np.array_equal(flips[-1], expected)


def test_what_is_around_the_picture_stays_black_in_a_window_of_another_size(flips):
    window = Window("t", SIZE, PALETTE, scale=1)
    window._surface = pygame.display.set_mode((900, 600), pygame.RESIZABLE)
    window.show(picture())
    shown = flips[-1]
    assert np.array_equal(shown[28:572, 66:834], large(picture(), 2))
    assert shown.astype(int).sum() == large(picture(), 2).astype(int).sum()


def test_a_window_smaller_than_the_picture_shows_its_middle(flips):
    window = Window("t", SIZE, PALETTE, scale=1)
    window._surface = pygame.display.set_mode((300, 200), pygame.RESIZABLE)
    window.show(picture())
    window.show(picture(2))
    assert np.array_equal(flips[-1], large(picture(2), 1)[36:236, 42:342])


@pytest.mark.parametrize("model", ["c64", "ntsc"])
def test_the_picture_is_cut_out_of_the_frame_which_begins_again_below_it(model):
    machine = C64(model, sample_rate=0)
    machine.tick(60)
    left, top, width, height = machine.board.vic.crop()
    rows = np.arange(top, top + height) % machine.model.lines
    indices = machine.screen.indices
    assert np.array_equal(indices, machine.screen.frame[rows, left : left + width])
    indices[:] = 16
    assert machine.screen.frame.max() < 16, "it was no copy"


def test_a_host_that_is_busy_does_not_make_the_look_dear(flips, monkeypatch):
    window = Window("t", SIZE, PALETTE, scale=2)
    monkeypatch.setattr(pygame.display, "flip", lambda: time.sleep(0.2))
    window.show(picture())
    assert 0 < window.spent < 0.1


def test_what_cannot_be_had_is_told_on_stderr_while_nobody_else_is_there_to_tell(flips, capsys):
    Window("t", SIZE, PALETTE, scale=1).notice("no OpenGL 3.3")
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", "go64: no OpenGL 3.3\n")
