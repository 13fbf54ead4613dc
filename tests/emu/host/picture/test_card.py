"""What a graphics card is asked for, by cards that note it: no OpenGL is needed for these."""

from types import SimpleNamespace

import numpy as np
import pygame
import pytest

from emu.host.picture.geometry import Look, Target
from emu.host.picture.window import Window
from tests.emu.host.picture.test_window import PALETTE, SIZE, flips, picture, show_rows_then_all

__all__ = ["flips"]
opengl = pytest.importorskip(
    "emu.host.picture.opengl", reason="needs moderngl (go64[gl])", exc_type=ImportError
)


class Card:
    """A painter of OpenGL that notes what it is asked for."""

    by_processor = False

    def __init__(self):
        self.asked = []

    def __getattr__(self, name):
        return lambda *words: self.asked.append((name, *words))

    def read(self, have):
        self.asked.append(("read",))
        return bytes(range(256)) * (have[0] * have[1] * 3 // 256)

    def names(self):
        """What it was asked for since the last look."""
        names, self.asked = [name for name, *_ in self.asked], []
        return names


@pytest.fixture
def window(flips, monkeypatch):
    """A window with a Card that has shown a picture."""
    window = Window("t", SIZE, PALETTE, scale=1)
    monkeypatch.setattr(pygame.display, "get_window_size", lambda: SIZE)
    window._gl = card = Card()
    window.show(picture())
    assert card.names() == ["put", "draw"]
    yield window
    window._gl = None


def test_the_card_gets_the_rows_that_have_changed_and_draws_all(window):
    indices = picture()
    indices[[100, 120]] ^= 3
    window.show(indices)
    (_, _, size, first, last), (_, target, have, look, laid) = window._gl.asked
    assert (size, first, last) == (SIZE, 100, 121)
    assert (target, have, look, laid) == (window.target(), SIZE, window.look, [])
    window._gl.names()
    window.show(indices)
    assert window._gl.names() == [], "it is as it was"
    window.every_frame = True
    window.show(indices)
    assert window._gl.names() == ["put", "draw"]


def test_what_lies_over_it_is_the_cards_too(window):
    over = pygame.Surface((60, 40))
    window.show(picture(), over, over)
    laid = window._gl.asked[-1][-1]
    assert [place for _, place in laid] == [(162, 116), (162, 232)]


def test_each_time_that_it_is_handed_over_it_is_drawn(window, flips):
    window.flips = 3
    before = len(flips)
    window.expose()
    window.show(picture())
    assert window._gl.names() == ["put", "draw", "draw", "draw"] and len(flips) == before + 3


@pytest.mark.parametrize("waits", [False, True])
def test_the_time_for_which_the_display_is_waited_for_costs_nothing(window, monkeypatch, waits):
    now = [0.0]
    monkeypatch.setattr("emu.host.picture.window.time.perf_counter", lambda: now[0])

    def flip():
        now[0] += 0.5

    monkeypatch.setattr(pygame.display, "flip", flip)
    window._gl.put = lambda *_: now.__setitem__(0, now[0] + 0.25)
    window.waits, window.spent = waits, 0.0
    window.expose()
    window.show(picture())
    assert window.spent == (0.25 if waits else 0.75) and window.flipped_at == 0.75


def test_the_mark_of_a_recording_is_drawn_and_not_grabbed(window):
    window.mark = True
    window.show(picture())
    *_, (name, have, left, top, radius) = window._gl.asked
    assert (name, have) == ("mark", SIZE)
    assert top > 0 and left + 2 * radius < SIZE[0] and left > SIZE[0] * 9 // 10
    assert (left, top, radius) == window._mark_place()
    window._gl.names()
    seen = window.grab()
    assert window._gl.names() == ["draw", "read"] and window.mark
    assert seen.shape == (SIZE[1], SIZE[0], 3)
    whole = np.frombuffer(bytes(range(256)) * (SIZE[0] * SIZE[1] * 3 // 256), dtype=np.uint8)
    assert np.array_equal(seen[-1].ravel(), whole[: 3 * SIZE[0]])  # its lowest row comes first
    assert np.array_equal(seen[0].ravel(), whole[-3 * SIZE[0] :])


def test_a_window_by_the_card_that_has_shown_nothing_has_its_rows(flips, monkeypatch):
    monkeypatch.setattr(pygame.display, "get_window_size", lambda: SIZE)
    cards = []

    def open_gl(window, size, flags):
        window._surface = pygame.display.set_mode(size, flags)
        window._gl = Card()
        cards.append(window._gl)

    monkeypatch.setattr(Window, "_open_gl", open_gl)
    dropped = []
    monkeypatch.setattr("emu.host.picture.window.drop_context", lambda: dropped.append(1))
    window = Window("t", SIZE, PALETTE, scale=1, look=Look(look="crt"))
    assert [(name, *rest[1:]) for name, *rest in cards[0].asked] == [("put", SIZE, 0, SIZE[1])]
    assert window.drawn_by == "graphics card" and dropped == []
    window._open(SIZE)  # from one to another
    assert cards[0].names()[-1] == "close" and dropped == [1] and len(cards) == 2
    resized = []
    monkeypatch.setattr(
        "emu.host.picture.window.resize_window", lambda size: resized.append(size) or True
    )
    monkeypatch.setattr(window, "_natural", lambda scale: SIZE)
    window.choose(borders="none")
    assert resized == [SIZE] and len(cards) == 2, "its shaders are not compiled anew"
    window.choose(look="plain")
    assert cards[1].names()[-1] == "close" and window.drawn_by == "processor" and len(dropped) == 2


# -- the painter -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scale", "share"), [(1, 0), (2, 0), (2.5, 0), (2.75, 0.5), (3, 1), (3.5, 1), (8, 1)]
)
def test_lines_are_there_where_there_are_pixels_for_them(scale, share):
    assert opengl.lines_shown(scale) == share


def test_a_white_line_is_broader_than_a_dark_one():
    dark, less = opengl.beam()
    assert dark == pytest.approx(1 / opengl.BEAM[0] ** 2)
    assert dark - less == pytest.approx(1 / opengl.BEAM[1] ** 2) and less > 0


class Gl(SimpleNamespace):
    """A context of OpenGL, its programs and textures: what is done to them is in ``done``."""

    def __init__(self):
        super().__init__(done=[], viewport=None)

    def clear(self):
        self.done.append(("clear",))

    def enable(self, _):
        self.done.append(("enable",))

    def disable(self, _):
        self.done.append(("disable",))

    def texture(self, size, components, data=b""):
        return Texture(self, size, components, data)

    def framebuffer(self, textures):
        return Texture(self, textures[0].size, 0, b"")


class Texture:
    """A texture, a buffer or the screen."""

    filter = swizzle = repeat_x = repeat_y = None

    def __init__(self, gl, size, components=4, data=b""):
        self.gl, self.size, self.components, self.data = gl, size, components, data

    def use(self, number=None):
        self.gl.done.append(("use", self.size, number))

    def release(self):
        self.gl.done.append(("release", self.size))

    def write(self, data, viewport):
        self.gl.done.append(("write", len(bytes(data)), viewport))


def painter():
    """A GlPainter without OpenGL."""
    made = opengl.GlPainter.__new__(opengl.GlPainter)
    made._gl, made._size, made._laid = Gl(), None, []
    made._screen = Texture(made._gl, "screen")
    made._programs = {name: {} for name in ("glow", "crt", "overlay")}
    made._arrays = {
        name: SimpleNamespace(
            render=lambda kind, vertices, name=name: made._gl.done.append(
                (name, made._gl.viewport, dict(made._programs[name]))
            )
        )
        for name in made._programs
    }
    return made


def drawn(painter, name):
    return [(viewport, values) for kind, *rest in painter._gl.done if kind == name
            for viewport, values in [rest]]  # fmt: skip


TARGET = Target(2.75, 10, 20, 1056, 748)


@pytest.mark.parametrize("on", [False, True])
@pytest.mark.parametrize("mask", ["none", "grille", "slot"])
def test_the_tube_gets_what_the_look_says(on, mask):
    made = painter()
    made._make_textures(SIZE)
    look = Look(look="crt", curve=on, glow=on, vignette=on, mask=mask)
    made._gl.done.clear()
    made.draw(TARGET, (1100, 800), look)
    ((viewport, values),) = drawn(made, "crt")
    assert viewport == (10, 800 - 20 - 748, 1056, 748)  # from below, as OpenGL counts
    assert values == {
        "picture": 0, "halo": 1, "size": (384.0, 272.0), "pixels": (1056.0, 748.0),
        "beam": opengl.beam(), "lines": 0.5, "sharp": 2.75,
        "curve": opengl.CURVE if on else 0.0, "glow": opengl.GLOW if on else 0.0,
        "vignette": opengl.VIGNETTE if on else 0.0, "mask": ["none", "grille", "slot"].index(mask),
    }  # fmt: skip
    steps = [values["way"] for _, values in drawn(made, "glow")]
    assert steps == ([(1 / 384, 0), (0, 2 / 272), (4 / 384, 0), (0, 4 / 272)] if on else [])
    assert ("use", (96, 68), 1) in made._gl.done, "the glow comes from the smallest"
    order = [done[0] for done in made._gl.done]
    assert order.index("clear") < order.index("crt")


@pytest.mark.parametrize(
    ("scale", "sharp", "mask"), [(1, 1.0, 0), (1.9, 1.9, 0), (2, 2.0, 1), (3, 3.0, 1), (9, 3.0, 1)]
)
def test_small_pixels_have_no_mask_and_edges_are_as_sharp_as_there_is_room(scale, sharp, mask):
    made = painter()
    made._make_textures(SIZE)
    made.draw(Target(scale, 0, 0, 384, 272), SIZE, Look(look="crt", mask="grille"))
    ((_, values),) = drawn(made, "crt")
    assert (values["sharp"], values["mask"]) == (sharp, mask)


def test_what_lies_over_it_is_sent_once_and_given_back():
    made = painter()
    made._make_textures(SIZE)
    one, other = pygame.Surface((60, 40)), pygame.Surface((30, 20), pygame.SRCALPHA)
    one.set_alpha(51)
    for laid, sizes in (
        ([(one, (5, 7)), (other, (1, 2))], [(60, 40), (30, 20)]),
        ([(one, (5, 7))], [(60, 40)]),
        ([], []),
    ):
        before = {id(texture) for _, texture in made._laid}
        made._gl.done.clear()
        made.draw(TARGET, (1100, 800), Look(look="crt", glow=False), laid)
        shown = drawn(made, "overlay")
        assert [viewport for viewport, _ in shown] == [
            (left, 800 - surface.get_height() - top, *surface.get_size())
            for surface, (left, top) in laid
        ]
        assert [values["opacity"] for _, values in shown] == [0.2, 1.0][: len(laid)]
        assert [texture.size for _, texture in made._laid] == sizes
        if before:
            assert {id(texture) for _, texture in made._laid} <= before
            released = [done for done in made._gl.done if done[0] == "release"]
            assert len(released) == len(before) - len(laid)
        order = [done[0] for done in made._gl.done]
        assert order.index("enable") < order.index("disable") == len(order) - 1


def test_rows_of_the_picture_are_written_where_they_are():
    made = painter()
    colours = SimpleNamespace(blit=lambda surface, place, rows: surface.fill((1, 2, 3), rows))
    pygame.display.init()
    made.put(colours, SIZE, 100, 103)
    assert made._gl.done[-1] == ("write", 384 * 3 * 4, (0, 100, 384, 3))
    assert made._coloured.get_at((0, 100))[:3] == (1, 2, 3)
    assert [texture.size for texture in made._smeared] == [(192, 136), (96, 68), (96, 68)]
    textures = made._textures()
    made._gl.done.clear()
    made.put(colours, SIZE, 0, 1)
    assert [done[0] for done in made._gl.done] == ["write"], "the textures are those of before"
    made.put(colours, (320, 200), 0, 1)
    assert [done[0] for done in made._gl.done].count("release") == len(textures) == 7
    assert made._picture.size == (320, 200)
    made._arrays = made._programs = {}
    made._gl.release = lambda: made._gl.done.append(("closed",))
    made._gl.finish = lambda: made._gl.done.append(("finished",))
    made._gl.done.clear()
    made.close()
    assert [done[0] for done in made._gl.done] == ["release"] * 7 + ["finished", "closed"]


@pytest.mark.parametrize(
    ("name", "by_processor"),
    [("llvmpipe (LLVM 15)", True), ("SOFTPIPE", True), ("Microsoft Basic Render Driver", True),
     ("Mesa Intel(R) UHD", False), ("NVIDIA GeForce", False), ("Apple M2", False)],
)  # fmt: skip
def test_a_driver_says_whether_the_processor_plays_the_card(name, by_processor):
    made = painter()
    made._gl.info = {"GL_RENDERER": name}
    assert made.by_processor == by_processor


# -- by the processor, in a window of any size -----------------------------------------------------


@pytest.mark.parametrize("size", [(900, 700), (500, 333), (1000, 300)])
@pytest.mark.parametrize("look", [Look(scaling="fit"), Look(scaling="fit", look="scanlines")])
def test_where_lines_have_no_whole_height_a_row_that_changes_is_drawn_right(flips, size, look):
    window = Window("t", SIZE, PALETTE, scale=1, look=look)
    window._surface = pygame.display.set_mode(size, pygame.RESIZABLE)
    show_rows_then_all(window, flips, ([0], [271], [100, 140]))
    assert np.array_equal(window.colours(), window._adjusted)


def test_the_halo_is_what_was_smeared_last():
    made, used = painter(), []
    made._make_textures(SIZE)
    for number, texture in enumerate(made._smeared):
        texture.use = lambda unit, number=number: used.append((number, unit))
    made.draw(TARGET, (1100, 800), Look(look="crt", glow=True))
    assert used == [(0, 0), (1, 0), (2, 0), (1, 1)]
    assert [texture.size for texture in made._smeared] == [(192, 136), (96, 68), (96, 68)]


def test_a_window_for_opengl_is_asked_for_as_it_is_needed(monkeypatch):
    asked, names = {}, vars(pygame)
    monkeypatch.setattr(pygame.display, "gl_set_attribute", asked.__setitem__)
    monkeypatch.setattr(pygame.display, "set_mode", lambda *words: words)
    size, flags = opengl.open_display(SIZE, pygame.RESIZABLE)
    assert size == SIZE and flags == pygame.RESIZABLE | pygame.OPENGL | pygame.DOUBLEBUF
    wanted = {
        "CONTEXT_MAJOR_VERSION": 3, "CONTEXT_MINOR_VERSION": 3,
        "CONTEXT_PROFILE_MASK": pygame.GL_CONTEXT_PROFILE_CORE,
        "CONTEXT_FORWARD_COMPATIBLE_FLAG": True, "DEPTH_SIZE": 0, "STENCIL_SIZE": 0,
    }  # fmt: skip
    assert asked == {names[f"GL_{name}"]: value for name, value in wanted.items()}


def test_a_painter_needs_opengl_3_3_and_its_three_programs(monkeypatch):
    asked = []

    class Context:
        screen = SimpleNamespace(read=lambda **words: asked.append(words) or b"rgb")

        def detect_framebuffer(self):
            return self.screen

        def program(self, vertex_shader, fragment_shader):
            assert "void main" in vertex_shader and "void main" in fragment_shader
            return fragment_shader

        def vertex_array(self, program, content):
            assert content == []
            return "array", program

    monkeypatch.setattr(
        opengl.moderngl, "create_context", lambda **words: asked.append(words) or Context()
    )
    made = opengl.GlPainter()
    assert asked == [{"require": 330}]
    assert list(made._programs) == list(made._arrays) == ["glow", "crt", "overlay"]
    assert len(set(made._programs.values())) == 3
    assert all(array == ("array", made._programs[name]) for name, array in made._arrays.items())
    assert made.read((7, 5)) == b"rgb"
    assert asked[1:] == [{"viewport": (0, 0, 7, 5), "components": 3, "alignment": 1}]


@pytest.mark.parametrize(
    ("fails", "said"),
    [
        (None, None),
        (ImportError("moderngl"), "crt by the processor: no go64[gl]"),
        (RuntimeError("a driver"), "crt by the processor: no OpenGL 3.3"),
    ],
)
def test_a_window_opens_with_opengl_or_says_once_why_not(flips, monkeypatch, fails, said):
    opened, told = [], []
    window = Window("t", SIZE, PALETTE, scale=1)
    window.notice = told.append
    before = window._surface

    def make():
        if fails is not None:
            raise fails
        return "a painter"

    monkeypatch.setattr(opengl, "open_display", lambda *words: opened.append(words) or "a surface")
    monkeypatch.setattr(opengl, "GlPainter", make)
    for _ in range(2):
        window._open_gl((9, 8), 4)
    assert opened == [((9, 8), 4)] * 2 and window._surface == "a surface"
    assert window._gl == (None if fails else "a painter")
    assert told == ([said] if said else [])
    window._gl, window._surface = None, before
