"""What the window does with its picture: places, the red mark, what is grabbed, SDL."""

import os

import numpy as np
import pygame
import pytest

from emu.host.picture import sdl
from emu.host.picture import window as window_module
from emu.host.picture.geometry import Look
from emu.host.picture.window import MARK, Geometry, Window
from tests.emu.host.picture.test_window import PALETTE, SIZE, flips, large, picture

__all__ = ["flips"]


@pytest.mark.parametrize("scale", [1, 3])
@pytest.mark.parametrize(
    ("borders", "left", "top", "width", "height"),
    [("normal", 0, 0, 384, 272), ("none", 32, 35, 320, 200), ("full", -16, 0, 403, 284)],
)
def test_the_mouse_is_on_the_pixel_that_is_seen_there(
    flips, borders, left, top, width, height, scale
):
    window = Window("t", SIZE, PALETTE, scale=scale, look=Look(borders=borders))
    assert window.pixels == (width * scale, height * scale)
    right, bottom = width * scale - 1, height * scale - 1
    for at, pixel in (
        ((0, 0), (left, top)),
        ((scale, 0), (left + 1, top)),
        ((scale - 1, scale - 1), (left, top)),
        ((right, bottom), (left + width - 1, top + height - 1)),
        ((right - scale, bottom), (left + width - 2, top + height - 1)),
        ((right + 1, bottom), None), ((right, bottom + 1), None), ((-1, 0), None), ((0, -1), None),
    ):  # fmt: skip
        assert window.pixel_of(at) == pixel, at


def test_the_mouse_is_beside_a_picture_that_is_smaller_than_its_window(flips):
    window = Window("t", SIZE, PALETTE, scale=1)
    window._surface = pygame.display.set_mode((584, 372), pygame.RESIZABLE)
    target = window.target()
    assert (target.left, target.top, target.width, target.height) == (100, 50, 384, 272)
    assert window.pixel_of((100, 50)) == (0, 0) and window.pixel_of((483, 321)) == (383, 271)
    for at in ((99, 50), (100, 49), (484, 321), (483, 322)):
        assert window.pixel_of(at) is None


def test_curved_glass_is_looked_through_where_the_card_bends_it(flips):
    window = Window("t", SIZE, PALETTE, scale=1)
    asked = []

    class Card:
        def bent(self, across, down, look):
            asked.append((across, down, look))
            return across / 2, down / 2

    window._gl = Card()
    assert window.pixel_of((200, 100)) == (100, 50)
    assert asked == [(200.5 / 384, 100.5 / 272, window.look)]
    window._gl = None


@pytest.mark.parametrize(("flips_wanted", "every"), [(1, False), (3, False), (2, True)])
def test_a_picture_is_handed_over_as_often_as_it_is_asked_for(flips, flips_wanted, every):
    window = Window("t", SIZE, PALETTE, scale=1)
    window.flips, window.every_frame = flips_wanted, every
    window.show(picture())
    assert len(flips) == flips_wanted and window.flipped_at is not None
    window.show(picture())  # it is as it was
    assert len(flips) == flips_wanted * (2 if every else 1)
    assert (window.flipped_at is not None) == every


def red(shot):
    """(rows, columns) of the mark in a picture of the window."""
    found = (shot == MARK).all(axis=2)
    return np.flatnonzero(found.any(axis=1)), np.flatnonzero(found.any(axis=0))


@pytest.mark.parametrize("scale", [1, 2])
def test_a_recording_is_told_by_a_dot_in_the_corner_and_never_in_the_picture(flips, scale):
    window = Window("t", SIZE, PALETTE, scale=scale)
    blank = np.zeros(SIZE[::-1], dtype=np.uint8)
    window.show(blank)
    assert not len(red(flips[-1])[0])
    window.mark = True
    window.show(blank)
    rows, columns = red(flips[-1])
    height, width = flips[-1].shape[:2]
    assert len(rows) and rows[-1] < height // 10 and columns[0] > width * 9 // 10
    assert rows[0] > 0 and columns[-1] < width - 1
    assert len(columns) == len(rows) == pytest.approx(height / 40, abs=2)
    assert abs(rows[0] - (width - 1 - columns[-1])) <= 1  # as far from the top as from the side
    grabbed = window.grab()
    assert not len(red(grabbed)[0]) and window.mark
    window.show(blank)
    assert len(red(flips[-1])[0])
    window.mark = False
    window.show(blank)
    assert not len(red(flips[-1])[0])


def test_what_is_grabbed_is_the_picture_and_nothing_over_it(flips):
    window = Window("t", SIZE, PALETTE, scale=2)
    over = pygame.Surface((60, 40))
    over.fill((255, 0, 255))
    window.show(picture(), over, over)
    assert not np.array_equal(flips[-1], large(picture(), 2))
    seen = window.grab()
    assert np.array_equal(seen, large(picture(), 2))
    window.show(picture(), over, over)  # which lies over it again
    assert (flips[-1] == (255, 0, 255)).all(axis=2).sum() == 2 * 120 * 80


def test_what_lies_over_the_picture_is_in_its_middle_and_the_foot_at_the_windows(flips):
    window = Window("t", SIZE, PALETTE, scale=2)
    blank = np.zeros(SIZE[::-1], dtype=np.uint8)
    over, foot = pygame.Surface((60, 40)), pygame.Surface((100, 20))
    over.fill((1, 2, 3))
    foot.fill((4, 5, 6))
    window.show(blank, over, foot)
    for colour, left, top, wide, tall in (
        ((1, 2, 3), (768 - 120) // 2, (544 - 80) // 2, 120, 80),
        ((4, 5, 6), (768 - 200) // 2, 544 - 40, 200, 40),
    ):
        found = (flips[-1] == colour).all(axis=2)
        rows, columns = (np.flatnonzero(found.any(axis=axis)) for axis in (1, 0))
        assert (rows[0], columns[0], len(rows), len(columns)) == (top, left, tall, wide)
    assert window.foot_width == 384
    window.show(blank)
    assert np.array_equal(flips[-1], large(blank, 2))


@pytest.mark.parametrize(
    ("size", "width"), [((384, 272), 384), ((768, 544), 384), ((300, 200), 300), ((767, 543), 384)]
)
def test_the_foot_is_as_wide_as_the_picture_in_its_pixels(flips, size, width):
    window = Window("t", SIZE, PALETTE, scale=1)
    window._surface = pygame.display.set_mode(size, pygame.RESIZABLE)
    assert window.foot_width == width


def test_full_screen_goes_and_the_window_comes_back_as_it_was(flips):
    window = Window("t", SIZE, PALETTE, scale=1)
    window._surface = pygame.display.set_mode((500, 400), pygame.RESIZABLE)
    window.toggle_fullscreen()
    assert window.fullscreen and window.pixels == pygame.display.get_desktop_sizes()[0]
    window.show(picture())
    assert flips[-1].shape[1::-1] == window.pixels
    window.choose(borders="none")  # the screen stays as it is
    assert window.pixels == pygame.display.get_desktop_sizes()[0]
    window.toggle_fullscreen()
    assert not window.fullscreen and window.pixels == (500, 400)


@pytest.fixture
def moved(monkeypatch):
    """Where windows were put: the host has them at (30, 40)."""
    found = []
    monkeypatch.setattr(pygame.display, "get_window_position", lambda: (30, 40))
    monkeypatch.setattr(pygame.display, "set_window_position", found.append)
    return found


def test_a_window_that_is_opened_anew_stays_where_it_was(flips, moved):
    window = Window("t", SIZE, PALETTE, scale=1)
    window._gl_allowed = False
    window.toggle_fullscreen()
    assert moved == []
    window.choose(look="crt")
    assert moved == [] and window.fullscreen
    window.toggle_fullscreen()
    assert moved == [(30, 40)]
    window.choose(look="plain")
    assert moved == [(30, 40)] * 2
    window.choose(gamma=120)
    assert len(moved) == 2


@pytest.mark.parametrize("fullscreen", [False, True])
@pytest.mark.parametrize("able", [True, False])
def test_a_window_by_memory_is_opened_by_the_card_while_it_waits(
    flips, moved, monkeypatch, able, fullscreen
):
    monkeypatch.setenv(window_module.ACCELERATION, "0")
    asked = []
    monkeypatch.setattr(window_module, "wait_for_display", lambda on: asked.append(on) or able)
    window = Window("t", SIZE, PALETTE, scale=1)
    icon = pygame.Surface((16, 16))
    window.put_icon(icon)
    icons = []
    monkeypatch.setattr(pygame.display, "set_icon", icons.append)
    window._surface = pygame.display.set_mode((500, 400), pygame.RESIZABLE)
    if fullscreen:
        window.toggle_fullscreen()
    size = window.pixels
    assert window.wait_for_display(True) == able == window.waits
    assert os.environ[window_module.ACCELERATION] == ("1" if able else "0")
    assert window.pixels == size and set(icons) == {icon} and asked == [True]
    assert moved == [(30, 40)] * (0 if fullscreen else 1 if able else 2)
    window.wait_no_more()
    assert not window.waits and os.environ[window_module.ACCELERATION] == "0"
    assert window.pixels == size and asked == ([True, False] if able else [True])
    window.wait_no_more()
    assert len(asked) == 1 + able, "it is by memory already"
    window.show(picture())
    assert len(flips) == 1


def test_a_title_is_set_when_it_is_another(flips, monkeypatch):
    window = Window("t", SIZE, PALETTE, scale=1)
    assert pygame.display.get_caption()[0] == "t"
    told = []
    monkeypatch.setattr(pygame.display, "set_caption", told.append)
    for title in ("t", "u", "u", "t"):
        window.set_title(title)
    assert told == ["u", "t"]


@pytest.mark.parametrize(
    ("look", "choice", "opened"),
    [
        (Look(), {"look": "scanlines"}, False),
        (Look(), {"borders": "none"}, True),
        (Look(), {"scaling": "aspect"}, True),
        (Look(), {"gamma": 120}, False),
        (Look(), {"look": "crt"}, True),
    ],
)
def test_the_window_is_opened_anew_for_another_shape_or_the_card_alone(
    flips, monkeypatch, look, choice, opened
):
    window = Window("t", SIZE, PALETTE, scale=1, look=look)
    window._gl_allowed = False
    count, set_mode = [], pygame.display.set_mode
    monkeypatch.setattr(
        pygame.display, "set_mode", lambda *words: count.append(1) or set_mode(*words)
    )
    window.choose(**choice)
    assert bool(count) == opened
    window.show(picture())
    assert len(flips) == 1


def test_a_window_without_a_screen_says_so(monkeypatch):
    monkeypatch.delenv("SDL_VIDEODRIVER", raising=False)
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "offscreen")
    with pytest.raises(pygame.error, match="no screen found"):
        Window("t", SIZE, PALETTE)
    pygame.display.quit()


@pytest.mark.parametrize(
    ("costs", "least"), [([0.3, 0.1, 0.2], 0.1), ([0.1, 0.2, 0.3], 0.1), ([0.5, 0.4, 0.2], 0.2)]
)
def test_opengl_is_judged_by_the_quickest_of_three_pictures(flips, monkeypatch, costs, least):
    window, left, now = Window("t", SIZE, PALETTE, scale=1), list(costs), [0.0]

    class Card:
        drawn = 0

        def put(self, colours, size, first, last):
            assert (size, first, last) == (SIZE, 0, SIZE[1])
            now[0] += left.pop(0)

        def draw(self, *_):
            self.drawn += 1

        def finish(self):
            pass

    assert window.gl_cost() == 0.0
    window._gl = card = Card()
    monkeypatch.setattr(window_module.time, "process_time", lambda: now[0])
    assert window.gl_cost() == pytest.approx(least) and card.drawn == 3 and not left
    window._gl = None


# -- what SDL is asked for -------------------------------------------------------------------------


class Sdl:
    """SDL's library, which notes what it is asked for; ``answers`` by name of a function."""

    def __init__(self, **answers):
        self.asked, self.answers, self.functions = [], answers, {}

    def __getattr__(self, name):
        if name not in self.functions:

            def function(*words):
                values = [getattr(word, "value", word) for word in words]
                self.asked.append((name.removeprefix("SDL_"), *values))
                answer = self.answers.get(name.removeprefix("SDL_"))
                return answer(*words) if callable(answer) else answer

            self.functions[name] = function
        return self.functions[name]


@pytest.fixture
def with_sdl(monkeypatch):
    """A function that makes the library one of these answers; returns it."""

    def make(**answers):
        library = Sdl(**answers)
        monkeypatch.setattr(sdl, "library", lambda: library)
        return library

    return make


@pytest.mark.parametrize("on", [True, False])
@pytest.mark.parametrize(("status", "done"), [(0, True), (-1, False)])
def test_with_opengl_the_swap_waits(with_sdl, on, status, done):
    library = with_sdl(GL_GetCurrentContext=5, GL_SetSwapInterval=status)
    assert sdl.wait_for_display(on) is done
    assert library.asked[-1] == ("GL_SetSwapInterval", int(on))


@pytest.mark.parametrize(
    ("name", "got", "status", "done"),
    [(b"direct3d11", 0, 0, True), (b"metal", 0, 0, True), (b"software", 0, 0, False),
     (b"opengl", 0, 0, False), (b"metal", -1, 0, False), (b"metal", 0, -1, False)],
)  # fmt: skip
def test_without_opengl_a_renderer_waits_that_can(with_sdl, name, got, status, done):
    def info(renderer, place):
        place._obj.name = name
        return got

    library = with_sdl(
        GL_GetCurrentContext=None,
        GetWindowFromID=lambda number: 77 if number.value == 3 else None,
        GetRenderer=88,
        GetRendererInfo=info,
        RenderSetVSync=status,
    )
    assert sdl.wait_for_display(True) == done
    assert ("GetRenderer", 77) in library.asked
    if got == 0 and name not in {b"software", b"opengl"}:
        assert library.asked[-1] == ("RenderSetVSync", 88, 1)


def test_without_a_window_nothing_waits(with_sdl):
    with_sdl(GL_GetCurrentContext=None, GetWindowFromID=None, GetRenderer=None)
    assert sdl.wait_for_display(True) is False


@pytest.mark.parametrize("name", ["wait_for_display", "resize_window"])
def test_a_library_that_cannot_be_reached_does_nothing(monkeypatch, name):
    def nothing():
        raise OSError("SDL 2 only")

    monkeypatch.setattr(sdl, "library", nothing)
    assert getattr(sdl, name)((1, 1) if name == "resize_window" else True) is False
    sdl.raise_window()
    sdl.drop_context()


def test_the_first_window_that_there_is_comes_to_the_front(with_sdl):
    library = with_sdl(GetWindowFromID=lambda number: 40 + number.value if number.value > 2 else 0)
    sdl.raise_window()
    assert library.asked[-1] == ("RaiseWindow", 43)
    library = with_sdl(GetWindowFromID=None)
    sdl.raise_window()
    assert ("RaiseWindow", None) not in library.asked and len(library.asked) == sdl.MOST_WINDOWS - 1


@pytest.mark.parametrize(("became", "done"), [((640, 480), True), ((640, 470), False)])
def test_a_window_is_made_larger_and_asked_whether_it_is(with_sdl, monkeypatch, became, done):
    library = with_sdl(GL_GetCurrentWindow=9)
    monkeypatch.setattr(pygame.display, "get_window_size", lambda: became)
    assert sdl.resize_window((640, 480)) == done
    assert library.asked[-1] == ("SetWindowSize", 9, 640, 480)
    with_sdl(GL_GetCurrentWindow=None)
    assert sdl.resize_window((640, 480)) is False


@pytest.mark.parametrize(
    ("version", "dropped"), [((2, 5, 8), True), ((2, 4, 0), True), ((2, 6, 0), False)]
)
def test_a_context_is_dropped_where_pygame_forgets_it(with_sdl, monkeypatch, version, dropped):
    library = with_sdl(GL_GetCurrentWindow=9, GL_GetCurrentContext=5)
    monkeypatch.setattr(pygame.version, "vernum", version)
    sdl.drop_context()
    wanted = [("GL_MakeCurrent", 9, None), ("GL_DeleteContext", 5)] if dropped else []
    assert library.asked[-2:] == wanted
    library = with_sdl(GL_GetCurrentWindow=9, GL_GetCurrentContext=None)
    sdl.drop_context()
    assert ("GL_DeleteContext", None) not in library.asked


@pytest.mark.parametrize("standard", ["PAL", "NTSC", "old NTSC", "PAL-N"])
def test_the_display_window_is_the_same_pixels_whatever_the_borders(standard):
    geometry = Geometry(SIZE, standard)
    whole = np.arange(SIZE[0] * SIZE[1]).reshape(SIZE[::-1])
    left, top, width, height = geometry.visible("none")
    inner = geometry.part(whole, "none")
    assert inner.shape == (200, 320) == (height, width)
    assert inner[0, 0] == whole[top, left] and top + geometry.origin[1] == 51 and left == 32
    assert geometry.part(whole, "normal") is whole
