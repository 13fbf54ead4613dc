"""Text over the picture: the help with all keys, and short messages.

Drawn with the machine's own character ROM, so it looks like what it lies on.
"""

import numpy as np
import pygame

INK, PAPER, TITLE = (230, 230, 210), (24, 24, 40), (255, 214, 90)
OPACITY = 232
MESSAGE_FRAMES = 100
LINE_HEIGHT, MARGIN = 10, 8

KEYS_HELP = (
    ("ESC", "RUN/STOP"),
    ("PAGE UP", "RESTORE"),
    ("TAB / LEFT CTRL", "CTRL / C="),
    ("HOME / SHIFT+HOME", "HOME / CLR"),
    ("NUM PAD + 0", "joystick, fire"),
)
DROP_HELP = ("", "drop a file to start it")


def _screen_code(char):
    code = ord(char)
    if 0x61 <= code <= 0x7A:
        return code - 0x60
    if code == 0x40:
        return 0
    return code if 0x20 <= code <= 0x5A else 0x20


class Overlay:
    """Makes the surfaces; ``surface()`` is what to draw now, or None.

    chargen  4096 bytes; the second half holds lower and upper case
    actions  emu.host.actions.Actions, for the help
    """

    def __init__(self, chargen, actions=()):
        self._actions = actions
        bits = np.unpackbits(np.frombuffer(bytes(chargen[2048:4096]), dtype=np.uint8))
        self._glyphs = bits.reshape(256, 8, 8)
        self._help = None
        self._message = None
        self._frames = 0
        self.help_shown = False

    def _text(self, lines):
        """Return a Surface with the (text, colour) lines."""
        columns = max(len(text) for text, _ in lines) + 2
        height = len(lines) * LINE_HEIGHT + 2 * MARGIN
        picture = np.empty((height, columns * 8, 3), dtype=np.uint8)
        picture[:] = PAPER
        for row, (text, colour) in enumerate(lines):
            top = MARGIN + row * LINE_HEIGHT
            for column, char in enumerate(text, 1):
                cell = picture[top : top + 8, column * 8 : column * 8 + 8]
                cell[self._glyphs[_screen_code(char)] == 1] = colour
        surface = pygame.surfarray.make_surface(np.transpose(picture, (1, 0, 2)))
        surface.set_alpha(OPACITY)
        return surface

    def toggle_help(self):
        """Show or hide the list of keys."""
        self.help_shown = not self.help_shown
        if self._help is None:
            acts = [(a.keys_text, a.title) for a in self._actions if a.keys_text]
            lines = [f"{key:<18}{what}" for key, what in (*KEYS_HELP, *acts, DROP_HELP)]
            self._help = self._text([("GO 64", TITLE), *((line, INK) for line in lines)])

    def say(self, message):
        """Show a short message for about two seconds."""
        self._message = self._text([(message, INK)])
        self._frames = MESSAGE_FRAMES

    def surface(self):
        """Return the Surface for this frame, or None."""
        if self._frames:
            self._frames -= 1
            return self._message
        return self._help if self.help_shown else None
