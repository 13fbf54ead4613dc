"""The window: the VIC's picture at a whole-number scale, and the overlay over it."""

import os

import numpy as np
import pygame

DISPLAY_LEFT, DISPLAY_TOP = 32, 35
DISPLAY_SIZE = (320, 200)
DEFAULT_SCALE = 3
SCREEN_SHARE = 0.9
INVISIBLE = ("offscreen", "dummy")  # what SDL falls back to where there is no screen


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
        self._canvas = pygame.Surface((width, height), depth=8)
        self._canvas.set_palette([tuple(int(v) for v in rgb) for rgb in self.palette])

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
        """Draw a picture and, if given, a Surface over it; swap buffers."""
        left, top, width, height = self.visible
        part = indices[top : top + height, left : left + width]
        pixels = pygame.surfarray.pixels2d(self._canvas)
        pixels[:, :] = np.transpose(part)
        del pixels
        scale, x, y = self.target()
        scaled = pygame.transform.scale(self._canvas, (width * scale, height * scale))
        self._surface.fill((0, 0, 0))
        self._surface.blit(scaled, (x, y))
        if overlay is not None:
            size = (overlay.get_width() * scale, overlay.get_height() * scale)
            big = pygame.transform.scale(overlay, size)
            at = [(self._surface.get_size()[i] - size[i]) // 2 for i in (0, 1)]
            self._surface.blit(big, at)
        pygame.display.flip()
