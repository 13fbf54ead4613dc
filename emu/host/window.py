"""The window: the VIC's picture at a whole-number scale, and the overlay over it.

Rows that are as they were shown are left alone; the others get their colours at the VIC's size
and are scaled right into the window.
"""

import os

import numpy as np
import pygame

DISPLAY_LEFT, DISPLAY_TOP = 32, 35
DISPLAY_SIZE = (320, 200)
DEFAULT_SCALE = 3
SCREEN_SHARE = 0.9
INVISIBLE = ("offscreen", "dummy")  # what SDL falls back to where there is no screen

# SDL on Linux may hand our pixels to OpenGL, which without a GPU (virtual machines, remote screens)
# takes 7 ms a frame, and loading it delays the first picture; by shared memory it takes 0.1 ms.
os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")


class Window:
    """Shows uint8[height, width] palette indices.

    size        (width, height) of the picture
    palette     uint8[16, 3]
    scale       pixels of the host for one of the VIC; None chooses what fits
    borders     False shows the 320 x 200 display window only
    """

    def __init__(self, title, size, palette, scale=None, fullscreen=False, borders=True):
        self.title = title
        self.size = size
        self.palette = palette
        self.borders = borders
        self.fullscreen = fullscreen
        self._scale = scale
        pygame.display.init()
        if pygame.display.get_driver() in INVISIBLE and not os.environ.get("SDL_VIDEODRIVER"):
            raise pygame.error("no screen found")
        self._desktop = pygame.display.get_desktop_sizes()[0]
        self._open()

    @property
    def visible(self):
        """(left, top, width, height) of the part of the picture that is shown."""
        if self.borders:
            return (0, 0, *self.size)
        return (DISPLAY_LEFT, DISPLAY_TOP, *DISPLAY_SIZE)

    @property
    def pixels(self):
        """(width, height) of the window in pixels of the host."""
        return self._surface.get_size()

    def pixel_at(self, position):
        """Return (x, y) in pixels of the window for the position of a mouse event."""
        return position

    def picture_at(self, position):
        """Return (x, y) in pixels of the whole VIC picture for the position of a mouse event."""
        (scale, left, top), (x, y) = self.target(), self.pixel_at(position)
        return self.visible[0] + (x - left) // scale, self.visible[1] + (y - top) // scale

    def _fitting_scale(self):
        _, _, width, height = self.visible
        share = [int(self._desktop[i] * SCREEN_SHARE) // (width, height)[i] for i in (0, 1)]
        return max(1, min(*share, DEFAULT_SCALE))

    def _open(self):
        _, _, width, height = self.visible
        if self.fullscreen:
            self._surface = pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
        else:
            scale = self._scale or self._fitting_scale()
            size = (width * scale, height * scale)
            self._surface = pygame.display.set_mode(size, pygame.RESIZABLE)
        pygame.display.set_caption(self.title)
        self._make_canvas()

    def _make_canvas(self):
        _, _, width, height = self.visible
        self._shown = np.zeros((height, width), dtype=np.uint8)
        self._canvas = pygame.image.frombuffer(self._shown, (width, height), "P")
        self._canvas.set_palette([tuple(int(v) for v in rgb) for rgb in self.palette])
        self._coloured = pygame.Surface((width, height)).convert()
        self._large = (None, None, 0)  # overlay, the same scaled, scale
        self.expose()

    def expose(self):
        """Let the next ``show`` draw everything: the host has lost what was there."""
        self._drawn = None

    def toggle_fullscreen(self):
        """Change between window and full screen."""
        self.fullscreen = not self.fullscreen
        self._open()

    def toggle_borders(self):
        """Show or hide the border area."""
        self.borders = not self.borders
        self._open()

    def set_title(self, title):
        """Set the caption if it changed."""
        if title != self.title:
            self.title = title
            pygame.display.set_caption(title)

    def target(self):
        """Return (scale, left, top): the largest whole scale that fits, centred."""
        _, _, width, height = self.visible
        have = self._surface.get_size()
        scale = max(1, min(have[0] // width, have[1] // height))
        return scale, (have[0] - width * scale) // 2, (have[1] - height * scale) // 2

    def show(self, indices, overlay=None):
        """Draw what has changed of a picture, and a Surface over it if given; swap buffers."""
        left, top, width, height = self.visible
        part = indices[top : top + height, left : left + width]
        state = self.target(), overlay, self._surface.get_size()
        first, last = self._changed_rows(part)
        anew = state != self._drawn
        if anew:
            self._surface.fill((0, 0, 0))
            first, last = 0, height
            self._drawn = state
        if not last:
            return
        self._shown[first:last] = part[first:last]
        self._draw(first, last)
        if overlay is not None:
            self._lay_over(overlay, None if anew else (first, last))
        pygame.display.flip()

    def _changed_rows(self, part):
        """Return (first, last + 1) of the rows that are not as shown; (0, 0) if there are none."""
        rows = np.flatnonzero((part != self._shown).any(axis=1))
        return (int(rows[0]), int(rows[-1]) + 1) if len(rows) else (0, 0)

    def _draw(self, first, last):
        """Bring rows of the picture to the window, in colour and scaled."""
        (scale, x, y), width, height = self._drawn[0], self._shown.shape[1], last - first
        rows = (0, first, width, height)
        if scale == 1:  # the window may be smaller than the picture
            self._surface.blit(self._canvas, (x, y + first), rows)
            return
        self._coloured.blit(self._canvas, (0, first), rows)
        size = (width * scale, height * scale)
        target = self._surface.subsurface((x, y + first * scale), size)
        pygame.transform.scale(self._coloured.subsurface(rows), size, target)

    def _lay_over(self, overlay, rows):
        """Draw the overlay in the middle, or what of it is over some rows of the picture.

        It is half transparent: it must not come again over rows that were not drawn anew.
        """
        (scale, _, top), have = self._drawn[0], self._surface.get_size()
        if self._large[::2] != (overlay, scale):
            large = overlay
            if overlay.get_size() != have:
                size = (overlay.get_width() * scale, overlay.get_height() * scale)
                large = pygame.transform.scale(overlay, size)
            self._large = overlay, large, scale
        large = self._large[1]
        at = [(have[i] - large.get_size()[i]) // 2 for i in (0, 1)]
        if rows is not None:
            first, last = rows
            self._surface.set_clip((0, top + first * scale, have[0], (last - first) * scale))
        self._surface.blit(large, at)
        self._surface.set_clip(None)
