"""The window: the VIC's picture with the effect of its Look, and the overlay over it.

Rows that have not changed are left alone; the others get their colours at the VIC's size
and are scaled right into the window (``software``), or the graphics card does it (``opengl``).
"""

from __future__ import annotations

import os
import sys
import time
import warnings
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import pygame

from emu.host.picture.colours import Colours, adjusted
from emu.host.picture.geometry import (
    BEYOND,
    ORIGIN,
    PIXEL_ASPECT,
    Look,
    Target,
    natural_size,
    place,
)
from emu.host.picture.sdl import drop_context, resize_window, wait_for_display
from emu.host.picture.software import Painter
from emu.host.types import Palette, Picture, Size

if TYPE_CHECKING:
    from c64.api_views import Screen
    from emu.host.picture.opengl import GlPainter

DISPLAY_LEFT, DISPLAY_TOP = 32, 35
DISPLAY_SIZE = (320, 200)
DEFAULT_SCALE = 3
SCREEN_SHARE = 0.9
GL_TRIALS = 3  # pictures by which its cost is judged; the lowest counts
MARK = (224, 32, 32)
# What is in the window: the picture's place, what lies over its middle and over its foot, the
# window's size in pixels.
_Drawn = tuple[Target, pygame.Surface | None, pygame.Surface | None, Size]
INVISIBLE = ("offscreen", "dummy")  # drivers to which SDL falls back without a screen

# SDL on Linux may hand our pixels to OpenGL, which without a GPU (virtual machines, remote screens)
# takes 7 ms a frame and delays the first picture; shared memory takes 0.1 ms.
# On Wayland SDL can only use OpenGL.
ACCELERATION = "SDL_FRAMEBUFFER_ACCELERATION"
ONLY_ACCELERATED = ("wayland",)
# Windows stretches windows of programs that do not declare that they support high-density screens.
os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")


class Geometry:
    """How a VIC's picture lies in its frame, and how wide its pixels are.

    size      (width, height) of the usual picture
    standard  the model's, as in c64.bus.models

    origin    (column, row) of the frame where it begins
    aspect    width of a pixel over its height
    """

    def __init__(self, size: Size, standard: str = "PAL") -> None:
        self.size = size
        self.origin = ORIGIN[standard]
        self.aspect = PIXEL_ASPECT[standard]
        self._beyond = BEYOND[standard]

    def visible(self, borders: str) -> tuple[int, int, int, int]:
        """Return the visible part as (left, top, width, height) in pixels of the usual picture."""
        if borders == "none":
            return (DISPLAY_LEFT, DISPLAY_TOP + 16 - self.origin[1], *DISPLAY_SIZE)
        left, top, right, bottom = self._beyond if borders == "full" else (0, 0, 0, 0)
        return (-left, -top, self.size[0] + left + right, self.size[1] + top + bottom)

    def cut(self, screen: Screen, borders: str) -> Picture:
        """Return the picture of a c64.api Screen, the usual one or more of it."""
        if borders != "full":
            return screen.indices
        left, top, width, height = self.visible(borders)
        column, row = self.origin[0] + left, self.origin[1] + top
        frame = screen.frame
        rows = np.arange(row, row + height) % len(frame)
        picture: Picture = frame[:, column : column + width].take(rows, axis=0)
        return picture

    def part(self, indices: Picture, borders: str) -> Picture:
        """Return the visible part of a picture, the usual one or one that ``cut`` returned."""
        left, top, width, height = self.visible(borders)
        if indices.shape == (height, width):
            return indices
        if borders == "full":  # there is only the usual picture: continue its edge
            sides = [(-top, height - len(indices) + top), (-left, width - self.size[0] + left)]
            return np.pad(indices, sides, mode="edge")
        return indices[top : top + height, left : left + width]


class Window:
    """Shows uint8[height, width] palette indices.

    size        (width, height) of the picture, or its Geometry
    palette     uint8[16, 3]
    scale       pixels of the host for one of the VIC; None chooses what fits
    look        emu.host.picture.geometry.Look
    waits_for   function that tells whether a display of so many Hz will be waited for, 0 for
                unknown: the window is then opened so that it can be

    every_frame  True: a picture is shown even if it equals the previous one
    flips       how often each picture is shown; each waits for the display if ``waits`` is True
    flipped_at  time.perf_counter() when the display had taken the picture, None: not shown
    spent       seconds that ``show`` has taken so far: of the processor if that draws, so that a
                busy host does not count as a costly effect; of the clock if the graphics card does,
                without the time it waits for the display
    flip_cost   seconds of this process's time that handing pictures over has taken so far
    mark        True while something is recorded: a red dot in the window's corner
    notice      function of one line of text, called when an effect is not available
    """

    def __init__(
        self,
        title: str,
        size: Size | Geometry,
        palette: Palette,
        scale: int | None = None,
        fullscreen: bool = False,
        look: Look | None = None,
        waits_for: Callable[[float], bool] = lambda hz: False,
    ) -> None:
        self.title = title
        self.geometry = size if isinstance(size, Geometry) else Geometry(size)
        self.palette = palette
        self.look = look or Look()
        self.fullscreen = fullscreen
        # (size, place) before full screen
        self._window: tuple[Size, tuple[int, int]] | None = None
        self.notice: Callable[[str], object] = lambda text: print(f"go64: {text}", file=sys.stderr)
        self.spent = self.flip_cost = 0.0
        self.waits = self.every_frame = self._by_memory = False
        self.flips = 1
        self.flipped_at: float | None = None
        self._mark = False
        self._scale = scale
        self._gl: GlPainter | None = None
        self._gl_allowed = True
        self._icon: pygame.Surface | None = None
        self._told = False
        pygame.display.init()
        if pygame.display.get_driver() in INVISIBLE and not os.environ.get("SDL_VIDEODRIVER"):
            raise pygame.error("no screen found")
        needed = pygame.display.get_driver() in ONLY_ACCELERATED
        if ACCELERATION not in os.environ:
            nominal = pygame.display.get_desktop_refresh_rates()[0]
            self._by_memory = not needed and self.look.look != "crt" and waits_for(nominal)
            os.environ[ACCELERATION] = "1" if needed or self._by_memory else "0"
        self._desktop = pygame.display.get_desktop_sizes()[0]
        self._open()

    @property
    def borders(self) -> str:
        """The borders shown: full, normal or none."""
        return self.look.borders

    @property
    def visible(self) -> tuple[int, int, int, int]:
        """(left, top, width, height) of the part of the picture that is shown."""
        return self.geometry.visible(self.borders)

    @property
    def pixels(self) -> Size:
        """(width, height) of the window in pixels of the host."""
        if self._gl is not None:
            return pygame.display.get_window_size()
        return self._surface.get_size()

    @property
    def mark(self) -> bool:
        """Whether there is a red dot in the window's corner."""
        return self._mark

    @mark.setter
    def mark(self, mark: bool) -> None:
        self._mark = mark
        self.expose()

    def pixel_at(self, position: tuple[int, int]) -> tuple[int, int]:
        """Return (x, y) in pixels of the window for the position of a mouse event."""
        return position

    # -- opening and choosing --------------------------------------------------------------

    def _natural(self, scale: int) -> Size:
        return natural_size(self.visible[2:], scale, self.geometry.aspect, self.look.scaling)

    def _fitting_scale(self) -> int:
        size = self._natural(1)
        share = [int(self._desktop[i] * SCREEN_SHARE) // size[i] for i in (0, 1)]
        return max(1, min(*share, DEFAULT_SCALE))

    def _open(self, size: Size | None = None) -> None:
        """Open the window, or open it again; without a size, as large as it should be."""
        flags = pygame.FULLSCREEN if self.fullscreen else pygame.RESIZABLE
        self.waits = False
        if self.fullscreen:
            size = (0, 0)
        elif size is None:
            size = self._natural(self._scale or self._fitting_scale())
        by_gl = self.look.look == "crt" and self._gl_allowed
        if self._gl is not None:
            self._gl.close()
            self._gl = None
            drop_context()
            if by_gl:  # otherwise the buffers of the first GL window would stay
                pygame.display.set_mode(size, flags)
        if by_gl:
            self._open_gl(size, flags)
        if self._gl is None:
            self._surface = pygame.display.set_mode(size, flags)
        pygame.display.set_caption(self.title)
        self._recolour()
        if self._gl is not None:  # somebody may ask for a picture before the next ``show``
            self._gl.put(self._colours, self.visible[2:], 0, len(self._shown))

    def wait_for_display(self, on: bool) -> bool:
        """Let each picture wait for the display's refresh, or not; returns whether it does.

        A window of shared memory is opened again for it, by OpenGL or the system's equivalent.
        """
        if on and self._gl is None and os.environ[ACCELERATION] == "0":
            self._reopen("1")
            self._by_memory = True
        done = wait_for_display(on)
        self.waits = on and done
        if on and not done:
            self.wait_no_more()
        return done

    def wait_no_more(self) -> None:
        """Show pictures without waiting again: by shared memory, if it was used before."""
        if self.waits:
            self.wait_for_display(False)
        if self._by_memory:
            self._by_memory = False
            self._reopen("0")

    def _reopen(self, acceleration: str) -> None:
        """Open the window again: SDL reads ACCELERATION only when the display is opened."""
        size, place = self.pixels, pygame.display.get_window_position()
        os.environ[ACCELERATION] = acceleration
        pygame.display.quit()
        pygame.display.init()
        if self._icon is not None:
            pygame.display.set_icon(self._icon)
        self._gl = None  # it went with the display
        self._open(None if self.fullscreen else size)
        self._move_to(place)

    def put_icon(self, icon: pygame.Surface) -> None:
        """Give the window an icon."""
        self._icon = icon
        pygame.display.set_icon(icon)

    def _resize(self) -> None:
        """Give the window its proper size."""
        size = self._natural(self._scale or self._fitting_scale())
        if self._gl is not None and self.look.look == "crt" and resize_window(size):
            self._recolour()
        else:
            self._open(size)

    def _open_gl(self, size: Size, flags: int) -> None:
        """Open the window with OpenGL, or say once why not."""
        try:
            from emu.host.picture.opengl import GlPainter, open_display

            self._surface = open_display(size, flags)
            self._gl = GlPainter()
        except ImportError:
            self._no_gl("crt by the processor: no go64[gl]")
        except Exception:  # a driver or its library may raise anything
            self._no_gl("crt by the processor: no OpenGL 3.3")

    def gl_cost(self) -> float:
        """Return the processor time in seconds that OpenGL takes for a picture; 0 without it.

        A graphics card takes none; if the processor emulates one, it is all of the work.
        """
        if self._gl is None:
            return 0.0
        width, height = self.visible[2:]
        costs = []
        for _ in range(GL_TRIALS):
            begun = time.process_time()
            self._gl.put(self._colours, (width, height), 0, height)
            self._gl.draw(self.target(), self.pixels, self.look)
            self._gl.finish()
            costs.append(time.process_time() - begun)
        self.expose()
        return min(costs)

    def without_gl(self) -> None:
        """Let the processor draw the CRT from now on."""
        self._gl_allowed = False
        if self._gl is not None:
            self._open(None if self.fullscreen else self.pixels)

    @property
    def drawn_by(self) -> str:
        """What draws the picture, in words."""
        if self._gl is None:
            return "processor"
        return "processor, by OpenGL" if self._gl.by_processor else "graphics card"

    def _no_gl(self, why: str) -> None:
        if not self._told:
            self._told = True
            self.notice(why)

    def colours(self) -> Palette:
        """Return uint8[16, 3]: the palette with saturation, brightness, contrast and gamma."""
        return self._adjusted

    def _recolour(self) -> None:
        """Recompute what depends on effect and palette; the next ``show`` draws everything."""
        _, _, width, height = self.visible
        look, palette = self.look, self.palette
        self._adjusted = adjusted(palette, look)
        self._shown = np.zeros((height, width), dtype=np.uint8)
        self._colours = Colours((width, height), palette, look)
        self.raised = 0  # pixels of the window's foot that are not for messages
        self._painter: Painter | None = None
        self._painted: tuple[Target, Size] | None = None  # for which it was made
        # overlay or foot, the same scaled, scale and window for which it was
        self._large: list[tuple[pygame.Surface, pygame.Surface, tuple[int, Size]]] = []
        self.expose()

    def expose(self) -> None:
        """Let the next ``show`` draw everything: the host has lost the window's contents."""
        self._drawn: _Drawn | None = None

    def choose(self, **choices: Any) -> None:
        """Change fields of the look; acts at once."""
        before, was = self.look, self.pixels
        natural = self._natural(self._scale or self._fitting_scale())
        self.look = replace(before, **choices)
        shape = ("scaling", "borders")
        moved = any(getattr(before, name) != getattr(self.look, name) for name in shape)
        # A window that the user has resized keeps its size.
        if moved and not self.fullscreen and was == natural:
            self._resize()
        elif "crt" in (before.look, self.look.look) and before.look != self.look.look:
            place = pygame.display.get_window_position()
            self._open(was)
            self._move_to(place)
        else:
            self._recolour()

    def recolour(self, palette: Palette) -> None:
        """Use another palette."""
        self.palette = palette
        self._recolour()

    def toggle_fullscreen(self) -> None:
        """Switch between window and full screen; the window gets its previous size back."""
        if not self.fullscreen:
            self._window = self.pixels, pygame.display.get_window_position()
            self.fullscreen = True
            self._open()
            return
        self.fullscreen = False
        size, place = self._window or (None, None)
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "Requested window was forcibly resized")
            self._open(size)
        # X11 tells SDL too late that the screen is free: the window that was asked for meanwhile
        # is as large as the screen, and lies half beyond it.  A second request gets its size.
        if size is not None and self.pixels != size:
            pygame.event.pump()
            self._open(size)
        self._move_to(place)

    def _move_to(self, place: tuple[int, int] | None) -> None:
        """Put a window that was opened again where it was: X11 shifts it by its own frame."""
        if place is not None and not self.fullscreen:
            pygame.event.pump()
            pygame.display.set_window_position(place)

    def set_title(self, title: str) -> None:
        """Set the caption if it changed."""
        if title != self.title:
            self.title = title
            pygame.display.set_caption(title)

    # -- showing ---------------------------------------------------------------------------

    def target(self) -> Target:
        """Return the Target: where the picture lies in the window."""
        return place(self.visible[2:], self.pixels, self.geometry.aspect, self.look.scaling)

    def pixel_of(self, position: tuple[int, int]) -> tuple[int, int] | None:
        """Return (column, row) of the usual picture at a position of the mouse, None beside it.

        Curved glass is taken into account as in the shader (shaders/crt.frag).
        """
        target, (x, y) = self.target(), self.pixel_at(position)
        across, down = (
            (x + 0.5 - target.left) / target.width,
            (y + 0.5 - target.top) / target.height,
        )
        if self._gl is not None:
            across, down = self._gl.bent(across, down, self.look)
        if not (0 <= across < 1 and 0 <= down < 1):
            return None
        left, top, width, height = self.visible
        return left + int(across * width), top + int(down * height)

    def cut(self, screen: Screen) -> Picture:
        """Return the visible part of the picture of a c64.api Screen."""
        return self.geometry.cut(screen, self.borders)

    @property
    def foot_width(self) -> int:
        """The width of the window's foot, in pixels as large as the picture's."""
        target = self.target()
        return min(target.width, self.pixels[0]) // max(1, int(target.scale))

    @property
    def foot_height(self) -> int:
        """The most height that a foot may have, in pixels as large as the picture's."""
        return (self.pixels[1] - self.raised) // max(1, int(self.target().scale))

    def show(
        self,
        indices: Picture,
        overlay: pygame.Surface | None = None,
        foot: pygame.Surface | None = None,
    ) -> None:
        """Draw the changed parts of a picture, and Surfaces over it if given; swap buffers.

        overlay  for the middle;  foot  for the window's foot, below the picture where there is room
        """
        clock = time.thread_time if self._gl is None else time.perf_counter
        begin = clock()
        self.flipped_at = None
        self._show(self.geometry.part(indices, self.borders), overlay, foot)
        self.spent += clock() - begin

    def _show(
        self, part: Picture, overlay: pygame.Surface | None, foot: pygame.Surface | None
    ) -> None:
        state = self.target(), overlay, foot, self.pixels
        first, last = self._changed_rows(part)
        anew = state != self._drawn
        if anew:
            first, last = 0, len(part)
            self._drawn = state
        if not last:
            if not self.every_frame:
                return
            if self._gl is None:  # it is all there
                self._flip(state)
                return
            first, last = 0, len(part)
        self._shown[first:last] = part[first:last]
        first, last = self._colours.reach(first, last)
        self._colours.put(self._shown, first, last)
        if self._gl is not None:
            self._gl.put(self._colours, self.visible[2:], first, last)
            self._draw_gl(self._gl, state)
        else:
            self._draw(state, first, last, anew)
        self._flip(state)

    def _flip(self, state: _Drawn) -> None:
        """Hand the picture to the display, as often as it is to be shown."""
        began, cost = time.perf_counter(), time.process_time()
        for count in range(self.flips):
            if count and self._gl is not None:  # what it has drawn is gone
                self._draw_gl(self._gl, state)
            pygame.display.flip()
        self.flipped_at = time.perf_counter()
        self.flip_cost += time.process_time() - cost
        if self.waits and self._gl is not None:
            self.spent -= self.flipped_at - began

    def _draw_gl(self, gl: GlPainter, state: _Drawn) -> None:
        """Let the graphics card draw the picture it got last."""
        gl.draw(state[0], state[-1], self.look, self._laid(state))
        if self._mark:
            gl.mark(state[-1], *self._mark_place())

    def grab(self) -> npt.NDArray[np.uint8]:
        """Return the picture as the window shows it, without overlay: uint8[height, width, 3]."""
        target, *_, have = self._drawn or (self.target(), None, None, self.pixels)
        state: _Drawn = target, None, None, have
        mark, self._mark = self._mark, False
        seen: npt.NDArray[np.uint8]
        if self._gl is not None:
            self._draw_gl(self._gl, state)
            data = np.frombuffer(self._gl.read(have), dtype=np.uint8)
            seen = data.reshape(have[1], have[0], 3)[::-1]
        else:
            self._draw(state, 0, len(self._shown), anew=True)
            seen = np.transpose(pygame.surfarray.array3d(self._surface), (1, 0, 2))
        self._mark = mark
        self.expose()
        return seen

    def _draw(self, state: _Drawn, first: int, last: int, anew: bool) -> None:
        """Let the processor draw rows, and the part of the overlay over them."""
        target, *_, have = state
        if anew:
            self._surface.fill((0, 0, 0))
        if self._painter is None or self._painted != (target, have):
            self._painter = Painter(self._colours, self.visible[2:], target, have, self.look)
            self._painted = target, have
        drawn = self._painter.draw(self._surface, first, last)
        self._lay_over(state, None if anew else drawn)
        if self._mark:
            left, top, radius = self._mark_place()
            pygame.draw.circle(self._surface, MARK, (left + radius, top + radius), radius)

    def _mark_place(self) -> tuple[int, int, int]:
        """Return (left, top, radius) of the dot that marks a recording."""
        size = max(3, self.pixels[1] // 80)
        return self.pixels[0] - 4 * size, 2 * size, size

    def _changed_rows(self, part: Picture) -> tuple[int, int]:
        """Return (first, last + 1) of the changed rows; (0, 0) if there are none."""
        rows = np.flatnonzero((part != self._shown).any(axis=1))
        return (int(rows[0]), int(rows[-1]) + 1) if len(rows) else (0, 0)

    def _lay_over(self, state: _Drawn, drawn: tuple[int, int] | None) -> None:
        """Draw what lies over the picture, or the part of it over some rows of the window.

        It is half transparent, so it must not be drawn twice over rows that were not drawn again.
        """
        if drawn is not None:
            self._surface.set_clip((0, drawn[0], state[-1][0], drawn[1]))
        for large, corner in self._laid(state):
            self._surface.blit(large, corner)
        self._surface.set_clip(None)

    def _laid(self, state: _Drawn) -> list[tuple[pygame.Surface, tuple[int, int]]]:
        """Return (Surface, (left, top)) of what lies over the picture, the lowest first."""
        target, overlay, foot, have = state
        self._large = [known for known in self._large if known[0] in (overlay, foot)]
        laid = []
        for surface, low in ((overlay, False), (foot, True)):
            if surface is not None:
                large = self._scaled(surface, target)
                left, room = ((have[i] - large.get_size()[i]) // 2 for i in (0, 1))
                laid.append((large, (left, 2 * room - self.raised if low else room)))
        return laid

    def _scaled(self, overlay: pygame.Surface, target: Target) -> pygame.Surface:
        """Return the overlay at the picture's scale, or smaller if the window is smaller.

        One as large as the window is returned unchanged.
        """
        scale = max(1, int(target.scale))
        for known, large, at in self._large:
            if known is overlay and at == (scale, self.pixels):
                return large
        large = overlay
        if overlay.get_size() != self.pixels:
            width, height = overlay.get_width() * scale, overlay.get_height() * scale
            share = min(self.pixels[0] / width, self.pixels[1] / height)
            if share < 1:
                size = max(1, int(width * share)), max(1, int(height * share))
                large = pygame.transform.smoothscale(overlay.convert_alpha(), size)
                large.set_alpha(overlay.get_alpha())
            else:
                large = pygame.transform.scale(overlay, (width, height))
        self._large.append((overlay, large, (scale, self.pixels)))
        return large
