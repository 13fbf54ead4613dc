"""Where the keys of the keyboard on the screen lie."""

from itertools import pairwise

import pygame
import pytest

from c64.input.keyboard import KEY_PLACES, KEY_SPECIAL
from emu.host.input.screen_keys import FUNCTION_KEYS, ROWS, SHARE, ScreenKeys, layout

SIZES = [(320, 200), (384, 272), (768, 544), (1920, 1200)]


@pytest.mark.parametrize("size", SIZES)
def test_the_rows_are_equally_long_and_the_space_bar_is_in_the_middle(size):
    body, keys = layout(size)
    unit = keys[0].rect.height // 4
    rows = {}
    for key in keys[: -len(FUNCTION_KEYS)]:
        rows.setdefault(key.rect.top, []).append(key.rect)
    assert len(rows) == len(ROWS)
    *full, (space,) = rows.values()
    for row in full:
        assert row[0].left == body.left + unit and row[-1].right == row[0].left + 64 * unit
        assert all(one.right == other.left for one, other in pairwise(row))
    left, right = full[0][0].left, full[0][-1].right
    assert space.left - left == right - space.right == 14 * unit
    tops = sorted(rows)
    assert [top - body.top for top in tops] == [(1 + 4 * n) * unit for n in range(len(ROWS))]
    assert body.bottom - tops[-1] - 4 * unit == unit


@pytest.mark.parametrize("size", SIZES)
def test_the_function_keys_are_beside_and_the_keyboard_at_the_foot_of_the_window(size):
    body, keys = layout(size)
    unit = keys[0].rect.height // 4
    functions = keys[-len(FUNCTION_KEYS) :]
    assert {key.rect.left - keys[0].rect.left for key in functions} == {65 * unit}
    assert {body.right - key.rect.right for key in functions} == {unit}
    assert [key.rect.top for key in functions] == sorted({key.rect.top for key in keys})[:4]
    assert size[1] - body.bottom == unit
    assert abs(size[0] - body.right - body.left) <= 1 and body.left >= 0
    assert unit == max(1, int(size[0] * SHARE) // (body.width // unit))
    assert all(
        not one.rect.colliderect(other.rect) for one in keys for other in keys if one is not other
    )


def test_every_key_of_the_c64_is_there_once():
    names = [key.name for key in layout(SIZES[0])[1]]
    assert len(set(names)) == len(names)
    assert {*names} == {*KEY_PLACES, *KEY_SPECIAL}


@pytest.mark.parametrize("size", SIZES)
def test_what_is_on_a_key_is_in_its_middle_and_as_large_as_half_its_height(monkeypatch, size):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    asked = []

    class Squares:
        """Letters that fill their squares."""

        def draw(self, text, scale, colour):
            asked.append(scale)
            surface = pygame.Surface((8 * scale * len(text), 8 * scale))
            surface.fill((255, 0, 0))
            return surface

    pygame.display.init()
    pygame.display.set_mode((8, 8))
    _, keys = layout(size)
    for key in keys:
        surface = pygame.Surface(size)
        ScreenKeys._label(None, surface, key, Squares())
        red = pygame.mask.from_threshold(surface, (255, 0, 0), (60, 60, 60)).get_bounding_rects()
        (label,) = red
        assert key.rect.contains(label) or key.rect.height < 16
        assert abs(label.centerx - key.rect.centerx) <= 1
        assert abs(label.centery - key.rect.centery) <= 1
        fits = key.rect.width * 9 // 10 // (8 * len(key.label))
        assert asked[-1] == max(1, min(fits, key.rect.height // 16))
    pygame.display.quit()
