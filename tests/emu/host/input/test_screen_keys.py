"""Where the keys of the keyboard on the screen lie, how they look, what clicks do."""

from itertools import pairwise
from types import SimpleNamespace

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


CASE, BROWN, EDGE, GREY, BLUE = "#b9ab90", "#3a312b", "#1f1a17", "#857763", "#6c5eb5"
INK = (240, 234, 220)


@pytest.fixture
def drawn(monkeypatch):
    """A keyboard on the screen whose letters are full squares."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    pygame.display.set_mode((8, 8))
    app = SimpleNamespace(
        window=SimpleNamespace(pixels=(1200, 800), pixel_at=lambda at: at, expose=lambda: None),
        machine=SimpleNamespace(
            keyboard=SimpleNamespace(down=set()),
            roms=SimpleNamespace(chargen=bytes((0xFF,)) * 4096),
        ),
        pressed=[],
    )  # fmt: skip
    app.input = SimpleNamespace(
        press_keys=lambda who, *names: app.pressed.append((who, *names)),
        release_keys=app.pressed.append,
        free_mouse=lambda free, who: app.pressed.append((free, who)),
    )
    yield ScreenKeys(app)
    pygame.display.quit()


def named(keys, name):
    return next(key for key in keys._keyboard()[1] if key.name == name)


def test_keys_have_the_colours_of_a_c64s_with_an_edge_and_round_corners(drawn):
    assert drawn.overlay() is None
    drawn.toggle()
    surface = drawn.overlay()
    body, every = drawn._keyboard()
    gap = body.height // 90
    assert surface.get_size() == (1200, 800) and surface.get_at((2, 2)).a == 0
    assert surface.get_at((body.x + body.width // 2, body.y + gap)) == pygame.Color(CASE)
    assert surface.get_at(body.topleft).a == 0, "round corners"
    for key in every:
        function = key.label in ("F1", "F3", "F5", "F7")
        rect, middle = key.rect, key.rect.centery
        # from the left: a gap, the edge, the cap; from above the same, but a larger edge
        cap = pygame.Color(GREY if function else BROWN)
        assert surface.get_at((rect.left + gap + 1, middle)) == cap
        assert surface.get_at((rect.left + gap // 2, middle)) == pygame.Color(EDGE)
        assert surface.get_at((rect.left + gap // 2 - 1, middle)) == pygame.Color(CASE)
        top = rect.top + gap // 2
        x = rect.left + rect.width // 8
        assert surface.get_at((x, top)) == surface.get_at((x, top + gap - 1)) == pygame.Color(EDGE)
        assert surface.get_at((x, top + gap + 1)) == cap
        corner = rect.inflate(-gap, -gap).topleft
        assert surface.get_at(corner) == pygame.Color(CASE), "round corners"
        inner = rect.inflate(-2 * gap, -3 * gap).topleft
        assert surface.get_at(inner) == pygame.Color(EDGE), "round corners"
        if key.label != " ":
            assert surface.get_at(rect.center)[:3] == INK


def test_keys_that_are_down_are_blue_and_all_is_drawn_once_for_each_change(drawn):
    drawn.toggle()
    key, shift, lock = (named(drawn, name) for name in ("A", "LSHIFT", "SHIFT_LOCK"))

    def blue():
        surface, gap = drawn.overlay(), drawn._keyboard()[0].height // 90
        assert drawn.overlay() is surface
        places = {k.name: (k.rect.left + gap + 1, k.rect.centery) for k in (key, shift, lock)}
        return {n for n, at in places.items() if surface.get_at(at) == pygame.Color(BLUE)}

    assert blue() == set()
    drawn._press(shift)
    assert blue() == {"LSHIFT"}
    drawn._press(key)
    assert blue() == {"A", "LSHIFT"}
    drawn._let_go()
    assert blue() == set()
    drawn.app.machine.keyboard.down = {"SHIFT_LOCK"}
    assert blue() == {"SHIFT_LOCK"}


def click(drawn, name, down=True, button=1):
    kind = pygame.MOUSEBUTTONDOWN if down else pygame.MOUSEBUTTONUP
    at = named(drawn, name).rect.center
    return drawn.handle(pygame.event.Event(kind, button=button, pos=at))


def test_the_first_button_presses_and_lets_go_and_others_do_nothing(drawn):
    pressed = drawn.app.pressed
    assert not click(drawn, "A")
    drawn.toggle()
    assert pressed == [(True, "keyboard")]
    assert not click(drawn, "A", button=3) and not click(drawn, "A", down=False)
    assert click(drawn, "CTRL") and click(drawn, "A") and click(drawn, "A", down=False, button=1)
    assert pressed[1:] == [
        (("screen", "CTRL"), "CTRL"), (("screen", "CTRL"), "CTRL"), (("screen", "A"), "A"),
        ("screen", "A"), ("screen", "CTRL"),
    ]  # fmt: skip
    beside = drawn._keyboard()[0].move(1, 1).topleft
    for at, taken in ((beside, True), ((2, 2), False)):
        event = pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=at)
        assert drawn.handle(event) is taken
    assert len(pressed) == 6
    click(drawn, "CBM")
    click(drawn, "CBM")
    assert pressed[6:] == [(("screen", "CBM"), "CBM"), ("screen", "CBM")]
    click(drawn, "LSHIFT")
    click(drawn, "B")
    assert not drawn.handle(pygame.event.Event(pygame.WINDOWFOCUSLOST))
    assert pressed[-2:] == [("screen", "B"), ("screen", "LSHIFT")]
    drawn.toggle()
    assert pressed[-1] == (False, "keyboard") and drawn.overlay() is None
