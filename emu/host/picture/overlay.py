"""Text over the picture: help, the first welcome, short messages, and how far a LOAD has come.

Drawn with the machine's own character ROM, so it looks like what it lies on.
"""

import time
from collections.abc import Callable, Iterable, Sequence

import numpy as np
import numpy.typing as npt
import pygame

from emu.host.actions import Action
from emu.host.picture.charset_text import glyphs_of, screen_code
from emu.host.types import Size

INK, PAPER, TITLE = (230, 230, 210), (24, 24, 40), (255, 214, 90)
OPACITY = 232
MESSAGE_FRAMES = 100
MESSAGE_LENGTH = 44  # letters that fit into the picture
LINE_HEIGHT, MARGIN = 10, 8
WELCOME_SECONDS = 6.0

KEYS_HELP = (
    ("ESC", "RUN/STOP"),
    ("PAGE UP", "RESTORE"),
    ("TAB / LEFT CTRL", "CTRL / C="),
    ("HOME / SHIFT+HOME", "HOME / CLR"),
    ("NUM PAD + 0", "joystick, fire"),
)
DROP_HELP = ("", "drop a file to start it")
HELP_AT_MOST = 24  # lines that fit into the picture; the menu has them all
HELP_FIRST = (  # actions, what is wanted most at the top
    "menu", "rewind", "save-state", "load-state", "undo-load", "fullscreen", "warp", "pause",
    "joystick-keys", "joystick-port", "screen-keys", "paste", "look", "borders", "screenshot",
    "sound", "reset", "quit",
)  # fmt: skip

WELCOME = (
    ("F10", "menu; also right button"),
    ("F12", "all keys"),
    ("F9", "hold it: back in time"),
    ("NUM PAD + 0", "joystick in port {port}, fire"),
    ("ALT+K", "other joystick keys"),
    ("ESC", "RUN/STOP"),
    ("PAGE UP", "RESTORE"),
    ("", "drop a file to start it"),
)

# (name, progress, size, welcome) for which a picture of the loading was made
_Loading = tuple[str, tuple[int, int] | None, Size, pygame.Surface | None]

BAR = ((88, 141, 67), (36, 27, 87))  # what is loaded, what is not
BAR_FRAME = (12, 10, 28)
BAR_HEIGHT, BAR_MARGIN = 14, 6


def _rank(action: Action) -> int:
    """Return where an Action stands in the help: those that are not named keep their order."""
    return HELP_FIRST.index(action.name) if action.name in HELP_FIRST else len(HELP_FIRST)


class Overlay:
    """Makes the surfaces; ``surface()`` is what to draw now, or None.

    chargen  4096 bytes; the second half holds lower and upper case
    actions  emu.host.actions.Actions, for the help
    clock    function that returns seconds
    """

    def __init__(
        self,
        chargen: bytes,
        actions: Iterable[Action] = (),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._actions = actions
        self._clock = clock
        self._glyphs = glyphs_of(chargen)
        self._help: pygame.Surface | None = None
        self._message: pygame.Surface | None = None
        self.message = ""
        self._frames = 0
        self._welcome: pygame.Surface | None = None
        self._welcome_until = 0.0
        self._loading: tuple[_Loading, pygame.Surface] | None = None
        self.help_shown = False

    def _text(self, lines: Sequence[tuple[str, tuple[int, int, int]]]) -> pygame.Surface:
        """Return a Surface with the (text, colour) lines."""
        columns = max(len(text) for text, _ in lines) + 2
        height = len(lines) * LINE_HEIGHT + 2 * MARGIN
        picture = np.empty((height, columns * 8, 3), dtype=np.uint8)
        picture[:] = PAPER
        for row, (text, colour) in enumerate(lines):
            self._write(picture, text, 8, MARGIN + row * LINE_HEIGHT, colour)
        surface = pygame.surfarray.make_surface(np.transpose(picture, (1, 0, 2)))
        surface.set_alpha(OPACITY)
        return surface

    def _write(
        self,
        picture: npt.NDArray[np.uint8],
        text: str,
        left: int,
        top: int,
        colour: tuple[int, int, int],
    ) -> None:
        """Draw a text into uint8[height, width, 3]."""
        for column, char in enumerate(text):
            cell = picture[top : top + 8, left + column * 8 : left + column * 8 + 8]
            cell[self._glyphs[screen_code(char)][:, : cell.shape[1]]] = colour

    # -- help and welcome ----------------------------------------------------------------

    def toggle_help(self) -> None:
        """Show or hide the list of keys."""
        self.help_shown = not self.help_shown
        if self._help is None:
            acts = [(a.keys_text, a.title) for a in sorted(self._actions, key=_rank) if a.keys_text]
            rows = (*KEYS_HELP, *acts, DROP_HELP)
            lines = [f"{key:<18}{what}"[:MESSAGE_LENGTH] for key, what in rows]
            if len(lines) > HELP_AT_MOST:
                lines = [*lines[: HELP_AT_MOST - 1], f"{'F10':<18}all others: the menu"]
            self._help = self._text([("GO 64", TITLE), *((line, INK) for line in lines)])

    def hide_help(self) -> None:
        """Show no list of keys, and no welcome."""
        self.help_shown = False
        self._welcome = None

    def welcome(self, port: int = 2) -> None:
        """Show a few keys for some seconds, or until something is pressed."""
        lines = [f"{key:<13}{what.format(port=port)}" for key, what in WELCOME]
        self._welcome = self._text([("Welcome to GO 64", TITLE), *((text, INK) for text in lines)])
        self._welcome_until = self._clock() + WELCOME_SECONDS

    def wake(self) -> None:
        """The user has pressed something: the welcome has been read."""
        self._welcome = None

    # -- messages and loading --------------------------------------------------------------

    def say(self, message: object) -> None:
        """Show a short message for about two seconds."""
        self.message = " ".join(str(message).split())[:MESSAGE_LENGTH]
        self._message = self._text([(self.message, INK)])
        self._frames = MESSAGE_FRAMES

    def loading(self, name: str, progress: tuple[int, int] | None, size: Size) -> pygame.Surface:
        """Return a Surface of the picture's size: at its foot, what is loaded and how far.

        progress  (blocks loaded, blocks in all), or None if nobody knows

        The welcome is in its middle while it is shown.
        """
        asked = (name, progress, size, self._welcome)
        if self._loading is not None and self._loading[0] == asked:
            return self._loading[1]
        surface = self._loading_bar(name, progress, size)
        if self._welcome is not None:
            middle = self._welcome.get_rect(center=surface.get_rect().center)
            surface.blit(self._welcome, middle)
        self._loading = asked, surface
        return surface

    def shows_welcome(self) -> bool:
        """Tell whether the welcome, and nothing over it, is shown."""
        return self._welcome is not None and not (self._frames or self.help_shown)

    def _loading_bar(
        self, name: str, progress: tuple[int, int] | None, size: Size
    ) -> pygame.Surface:
        width = size[0] - 2 * BAR_MARGIN
        picture = np.empty((BAR_HEIGHT, width, 3), dtype=np.uint8)
        picture[:] = BAR[1]
        text = "loading"
        if progress:
            done, total = progress
            picture[:, : width * min(done, total) // max(1, total)] = BAR[0]
            text = f"{done} of {total} blocks"
        letters = width // 8 - 1
        name = name[: letters - len(text) - 1]
        self._write(picture, name, 4, 3, (255, 255, 255))
        self._write(picture, text, width - 4 - 8 * len(text), 3, TITLE)
        bar = pygame.surfarray.make_surface(np.transpose(picture, (1, 0, 2)))
        surface = pygame.Surface(size, pygame.SRCALPHA)
        place = bar.get_rect(bottomleft=(BAR_MARGIN, size[1] - BAR_MARGIN))
        surface.fill(BAR_FRAME, place.inflate(2, 2))
        surface.blit(bar, place)
        return surface

    def surface(self) -> pygame.Surface | None:
        """Return the Surface for this frame, or None."""
        if self._frames:
            self._frames -= 1
            return self._message
        self.message = ""
        if self.help_shown:
            return self._help
        if self._welcome is not None and self._clock() >= self._welcome_until:
            self._welcome = None
        return self._welcome
