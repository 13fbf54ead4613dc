"""Drawing by the graphics card: a CRT, by our own shaders in ``shaders/``.

``moderngl`` is imported here and nowhere else, and this file only when the effect is chosen.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import moderngl
import pygame

from emu.host.picture.colours import Colours
from emu.host.picture.geometry import Look, Target
from emu.host.types import Size

SHADERS = Path(__file__).with_name("shaders")
VERSION = (3, 3)
CURVE, GLOW, VIGNETTE = 0.018, 0.16, 0.15
MASK_NUMBERS = {"none": 0, "grille": 1, "slot": 2}
# Light is smeared sideways and down, twice: first at half the VIC's size, then at a quarter.
SMEARED_AT = (2, 4, 4)
# (from the picture or one of these, to one of them, step in pixels of the VIC).  Each turns the
# picture upside down, so that it is the right way up in the end.
SMEARS = (
    (None, 0, (1.0, 0.0)),
    (0, 1, (0.0, 2.0)),
    (1, 2, (4.0, 0.0)),
    (2, 1, (0.0, 4.0)),
)
BEAM = (0.58, 0.82)  # reach of a dark line's light and of a white one's, in lines
# Pixels of the host to a line: from the second on lines are all there, below the first there are
# none.  With fewer, curved glass beats with the window's pixels: that is seen as moire.
LINES_FROM, LINES_ALL = 2.5, 3.0
# What drivers call themselves that play a graphics card by the processor: Mesa's, Google's,
# Microsoft's and Apple's.
SOFTWARE = (
    "llvmpipe", "softpipe", "swrast", "software", "swiftshader", "gdi generic",
    "microsoft basic render", "apple software",
)  # fmt: skip
MASK_FROM = 2  # scale; smaller pixels have no room for it


def beam() -> tuple[float, float]:
    """Return how a line's light falls off: of a dark one, and how much less of a white one."""
    dark, white = (1.0 / reach**2 for reach in BEAM)
    return dark, dark - white


def lines_shown(scale: float) -> float:
    """Return how much of the dark between lines is shown at a scale, 0 to 1."""
    return min(1.0, max(0.0, (scale - LINES_FROM) / (LINES_ALL - LINES_FROM)))


def open_display(size: Size, flags: int) -> pygame.Surface:
    """Open a window for OpenGL; returns its Surface; pygame.error where there is none."""
    attribute = pygame.display.gl_set_attribute
    attribute(pygame.GL_CONTEXT_MAJOR_VERSION, VERSION[0])
    attribute(pygame.GL_CONTEXT_MINOR_VERSION, VERSION[1])
    attribute(pygame.GL_CONTEXT_PROFILE_MASK, pygame.GL_CONTEXT_PROFILE_CORE)
    attribute(pygame.GL_CONTEXT_FORWARD_COMPATIBLE_FLAG, True)
    for unused in (pygame.GL_DEPTH_SIZE, pygame.GL_STENCIL_SIZE):
        attribute(unused, 0)
    return pygame.display.set_mode(size, flags | pygame.OPENGL | pygame.DOUBLEBUF)


class _Held(Protocol):
    """What the graphics card holds for us until it is given back."""

    def release(self) -> None: ...


class GlPainter:
    """Draws pictures into the OpenGL window that is open.  Raises moderngl.Error if it cannot."""

    def __init__(self) -> None:
        self._gl = moderngl.create_context(require=100 * VERSION[0] + 10 * VERSION[1])
        self._screen = self._gl.detect_framebuffer()
        self._programs: dict[str, moderngl.Program] = {}
        self._arrays: dict[str, moderngl.VertexArray] = {}
        for name in ("glow", "crt", "overlay"):
            self._programs[name] = self._gl.program(
                vertex_shader=(SHADERS / "whole.vert").read_text(encoding="utf-8"),
                fragment_shader=(SHADERS / f"{name}.frag").read_text(encoding="utf-8"),
            )
            self._arrays[name] = self._gl.vertex_array(self._programs[name], [])
        self._size: Size | None = None
        self._laid: list[tuple[pygame.Surface, moderngl.Texture]] = []

    @property
    def by_processor(self) -> bool:
        """True if there is no graphics card behind it: the driver draws by the processor."""
        name = str(self._gl.info["GL_RENDERER"]).lower()
        return any(word in name for word in SOFTWARE)

    def _make_textures(self, size: Size) -> None:
        for old in self._textures() if self._size else ():
            old.release()
        self._size = size
        self._coloured = pygame.Surface(size, depth=32)
        self._picture = self._gl.texture(size, 4)
        self._picture.swizzle = "BGR1"  # as SDL has them in memory
        sizes = [(size[0] // part, size[1] // part) for part in SMEARED_AT]
        self._smeared = [self._gl.texture(smaller, 4) for smaller in sizes]
        self._buffers = [self._gl.framebuffer([texture]) for texture in self._smeared]
        for texture in (self._picture, *self._smeared):
            texture.repeat_x = texture.repeat_y = False
            texture.filter = moderngl.LINEAR, moderngl.LINEAR

    def _textures(self) -> tuple[_Held, ...]:
        return (self._picture, *self._buffers, *self._smeared)

    def _run(self, name: str, texture: moderngl.Texture, **values: object) -> None:
        program = self._programs[name]
        texture.use(0)
        for key, value in values.items():
            program[key] = value
        self._arrays[name].render(moderngl.TRIANGLES, vertices=3)

    def put(self, colours: Colours, size: Size, first: int, last: int) -> None:
        """Take rows of a picture from Colours."""
        if size != self._size:
            self._make_textures(size)
        rows = (0, first, size[0], last - first)
        colours.blit(self._coloured, rows[:2], rows)
        self._picture.write(self._coloured.subsurface(rows).get_view("0").raw, viewport=rows)

    def draw(
        self,
        target: Target,
        have: Size,
        look: Look,
        laid: Sequence[tuple[pygame.Surface, tuple[int, int]]] = (),
    ) -> None:
        """Draw the picture at a Target of a window that is ``have`` large.

        laid  (Surface, (left, top) in the window) of what lies over it, the lowest first
        """
        if look.glow:
            self._smear()
        self._screen.use()
        self._gl.clear()  # all of the window, wherever the viewport is
        below = have[1] - target.top - target.height
        self._gl.viewport = (target.left, below, target.width, target.height)
        self._smeared[SMEARS[-1][1]].use(1)
        crt = self._programs["crt"]
        crt["picture"], crt["halo"] = 0, 1
        self._run(
            "crt",
            self._picture,
            size=tuple(map(float, self._picture.size)),
            pixels=(float(target.width), float(target.height)),
            beam=beam(),
            lines=lines_shown(target.scale),
            sharp=min(3.0, max(1.0, target.scale)),
            curve=CURVE if look.curve else 0.0,
            glow=GLOW if look.glow else 0.0,
            vignette=VIGNETTE if look.vignette else 0.0,
            mask=MASK_NUMBERS[look.mask] if target.scale >= MASK_FROM else 0,
        )
        self._lay_over(laid, have)

    def bent(self, across: float, down: float, look: Look) -> tuple[float, float]:
        """Return what of the picture is seen at a place of its Target, both 0 to 1."""
        curve = CURVE if look.curve else 0.0
        x, y = 2 * across - 1, 2 * down - 1
        return (x * (1 + curve * y * y) + 1) / 2, (y * (1 + curve * x * x) + 1) / 2

    def _smear(self) -> None:
        """Make the light around what is bright."""
        width, height = self._picture.size
        for source, to, way in SMEARS:
            self._buffers[to].use()
            step = (way[0] / width, way[1] / height)
            self._run("glow", self._picture if source is None else self._smeared[source], way=step)

    def _lay_over(self, laid: Sequence[tuple[pygame.Surface, tuple[int, int]]], have: Size) -> None:
        surfaces = [surface for surface, _ in laid]
        for surface, texture in self._laid:
            if not any(surface is each for each in surfaces):
                texture.release()
        self._laid = [known for known in self._laid if any(known[0] is s for s in surfaces)]
        self._gl.enable(moderngl.BLEND)
        for surface, (left, top) in laid:
            width, height = surface.get_size()
            self._gl.viewport = (left, have[1] - height - top, width, height)
            alpha = surface.get_alpha()
            opacity = 1.0 if alpha is None else alpha / 255
            self._run("overlay", self._texture_of(surface), opacity=opacity)
        self._gl.disable(moderngl.BLEND)

    def _texture_of(self, surface: pygame.Surface) -> moderngl.Texture:
        """Return the texture with what lies over the picture; made once."""
        for known, texture in self._laid:
            if known is surface:
                return texture
        data = pygame.image.tobytes(surface, "RGBA")
        texture = self._gl.texture(surface.get_size(), 4, data)
        texture.filter = moderngl.NEAREST, moderngl.NEAREST
        self._laid.append((surface, texture))
        return texture

    def finish(self) -> None:
        """Wait until all is drawn."""
        self._gl.finish()

    def mark(self, have: Size, left: int, top: int, radius: int) -> None:
        """Draw a red square of this radius."""
        size = 2 * radius
        self._screen.clear(0.88, 0.13, 0.13, viewport=(left, have[1] - top - size, size, size))

    def read(self, have: Size) -> bytes:
        """Return what was drawn since the last flip: bytes of RGB, its lowest row first."""
        return self._screen.read(viewport=(0, 0, *have), components=3, alignment=1)

    def close(self) -> None:
        """Give everything back, before another window is opened."""
        held: list[_Held] = [*self._arrays.values(), *self._programs.values()]
        held += self._textures() if self._size else ()
        held += [texture for _, texture in self._laid]
        for each in held:
            each.release()
        self._gl.finish()
        self._gl.release()
