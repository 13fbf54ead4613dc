"""Text over the picture: help, the first welcome, short messages, and how far a LOAD has come.

Drawn with the machine's own character ROM, so it looks like what it lies on.
"""

import textwrap
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime

import numpy as np
import numpy.typing as npt
import pygame

from emu.host.actions import Action
from emu.host.input.key_names import key_text
from emu.host.picture.charset_text import glyphs_of, is_missing, screen_code
from emu.language.translation import language, translated

INK, PAPER, TITLE = (230, 230, 210), (24, 24, 40), (255, 214, 90)
OPACITY = 232
MESSAGE_FRAMES, FRAMES_A_LETTER = 100, 3  # a message stays so long, a long one until it is read
MESSAGE_MOST = 480  # letters of a message; nobody reads more over a picture
MESSAGES_KEPT = 100  # for the menu's list
HELP_COLUMNS = 44  # letters that fit into the picture
FOOT_MARGIN = 3
LINE_HEIGHT, MARGIN = 10, 8
WELCOME_SECONDS = 6.0
LARGE = 2  # how much larger large letters are
LARGE_COLUMNS, LARGE_LINES = 22, 12  # letters and lines that fit into the picture then

KEYS_HELP = (
    ("ESC", "RUN/STOP"),
    ("PAGE UP", "RESTORE"),
    ("TAB / LEFT CTRL", "CTRL / C="),
    ("HOME / SHIFT+HOME", "HOME / CLR"),
    ("NUM PAD + 0", "joystick, fire"),
)
DROP_HELP = ("", "drop a file to start it")
OTHERS_HELP = "all others: the menu"
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

Loading = tuple[str, tuple[int, int] | None]  # what is loaded; (blocks loaded, blocks in all)

Part = tuple[str, tuple[int, int, int]]  # of the status line: text and colour
NEW_LINE: Part = ("\n", (0, 0, 0))  # what follows begins a new line

BAR = ((88, 141, 67), (36, 27, 87))  # what is loaded, what is not
BAR_FRAME = (12, 10, 28)
BAR_HEIGHT, BAR_MARGIN = 14, 6


def _rank(action: Action) -> int:
    """Return the position of an Action in the help: those not named there keep their order."""
    return HELP_FIRST.index(action.name) if action.name in HELP_FIRST else len(HELP_FIRST)


class Overlay:
    """Makes the surfaces: ``surface()`` for the middle of the picture, ``foot()`` for its foot.

    chargen  4096 bytes; the second half holds lower and upper case
    actions  emu.host.actions.Actions, for the help
    clock    function that returns seconds

    message   the one that is shown, "" for none
    messages  (time of day, text) of the last ones, the newest at the end
    large     True: letters are twice as large
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
        self._help: tuple[str, pygame.Surface] | None = None  # and its language
        self.message = ""
        self.messages: deque[tuple[str, str]] = deque(maxlen=MESSAGES_KEPT)
        self._frames = 0
        self._foot: tuple[tuple[object, ...], pygame.Surface] | None = None
        self._welcome: pygame.Surface | None = None
        self._welcome_until = 0.0
        self.help_shown = False
        self.large = False

    def _text(
        self, lines: Sequence[tuple[str, tuple[int, int, int]]], margin: int = MARGIN
    ) -> pygame.Surface:
        """Return a Surface with the (text, colour) lines."""
        columns = max(len(text) for text, _ in lines) + 2
        height = len(lines) * LINE_HEIGHT + 2 * margin
        picture = np.empty((height, columns * 8, 3), dtype=np.uint8)
        picture[:] = PAPER
        for row, (text, colour) in enumerate(lines):
            self._write(picture, text, 8, margin + row * LINE_HEIGHT, colour)
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
            if is_missing(char) and (drawn := _of_the_system(char)) is not None:
                ink = drawn[:, : cell.shape[1]]
                cell[:] = cell + (colour - cell.astype(np.float32)) * ink
            else:
                cell[self._glyphs[screen_code(char)][:, : cell.shape[1]]] = colour

    # -- help and welcome ----------------------------------------------------------------

    def toggle_help(self) -> None:
        """Show or hide the list of keys."""
        self.help_shown = not self.help_shown
        self._help_surface()

    def help_fits(self, width: int, height: int) -> bool:
        """Tell whether the list of keys fits into so many pixels without being made smaller."""
        needed = self._help_surface().get_size()
        return needed[0] <= width and needed[1] <= height

    def _help_surface(self) -> pygame.Surface:
        if self._help is None or self._help[0] != language():
            acts = [(a.keys_text, a.title) for a in sorted(self._actions, key=_rank) if a.keys_text]
            rows = (*KEYS_HELP, *acts, DROP_HELP)
            if len(rows) > HELP_AT_MOST:
                rows = (*rows[: HELP_AT_MOST - 1], ("F10", OTHERS_HELP))
            lines = [line[:HELP_COLUMNS] for line in _beside(rows)]
            text = self._text([("GO 64", TITLE), *((line, INK) for line in lines)])
            self._help = language(), text
        return self._help[1]

    def hide_help(self) -> None:
        """Hide the list of keys and the welcome."""
        self.help_shown = False
        self._welcome = None

    def welcome(self, port: int = 2) -> None:
        """Show a few keys for some seconds, or until something is pressed."""
        keys = [(key, what.format(port=port)) for key, what in WELCOME]
        rows = _as_many_as_fit(keys) if self.large else _beside(keys, 2)
        text = self._text([(translated("Welcome to GO 64"), TITLE), *((row, INK) for row in rows)])
        self._welcome = _enlarged(text) if self.large else text
        self._welcome_until = self._clock() + WELCOME_SECONDS

    def wake(self) -> None:
        """End the welcome: the user has pressed something, so it has been read."""
        self._welcome = None

    # -- the foot: messages and loading ----------------------------------------------------

    def say(self, message: object) -> None:
        """Show a message for two seconds or as long as it takes to read; from any thread."""
        text, english = (
            textwrap.shorten(words, MESSAGE_MOST, placeholder=" ...")
            for words in (translated(str(message)), str(message))
        )
        if text:
            self.messages.append((f"{datetime.now():%H:%M:%S}", english))
        self.message = text
        self._frames = max(MESSAGE_FRAMES, MESSAGE_FRAMES // 2 + FRAMES_A_LETTER * len(text))

    def tick(self) -> None:
        """Count a frame in which the message was shown."""
        self._frames -= self._frames > 0
        if not self._frames:
            self.message = ""

    def foot(
        self,
        width: int,
        message: str = "",
        loading: Loading | None = None,
        status: tuple[Part, ...] = (),
        height: int | None = None,
    ) -> pygame.Surface | None:
        """Return a Surface for the foot of the picture, None if there is nothing to show.

        width  pixels at most;  message  it is wrapped;  loading  what is loaded and how far
        status  (text, colour) of each part of the status line; NEW_LINE begins another
        height  pixels at most, None: as many as it takes; the status gets what the others leave
        """
        asked = (width, message, loading, status, height, self.large, language())
        if self._foot is None or self._foot[0] != asked:
            parts = []
            width //= LARGE if self.large else 1
            most = 1 << 15 if height is None else height // (LARGE if self.large else 1)
            if message:
                many = max(1, (most - 2 * FOOT_MARGIN) // LINE_HEIGHT)
                lines = textwrap.wrap(
                    message, max(8, width // 8 - 2), max_lines=many, placeholder=" ..."
                )
                parts.append(self._text([(line, INK) for line in lines], FOOT_MARGIN))
            if loading is not None:
                parts.append(self._loading_bar(*loading, width))
            rows = [row for line in _lines(status) for row in _fitting(line, width)]
            many = (most - sum(part.get_height() for part in parts)) // LINE_HEIGHT
            parts += [self._status_line(row, width) for row in rows[: max(0, many)]]
            if not parts:
                return None
            foot = _stacked(parts)
            self._foot = asked, _enlarged(foot) if self.large else foot
        return self._foot[1]

    def _status_line(self, status: Sequence[Part], width: int) -> pygame.Surface:
        """Return a Surface with the parts beside each other."""
        picture = np.empty((LINE_HEIGHT, width, 3), dtype=np.uint8)
        picture[:] = PAPER
        left = 8
        for english, colour in status:
            text = translated(english)[: (width - left) // 8]
            self._write(picture, text, left, 1, colour)
            left += 8 * (len(text) + 1)
        return pygame.surfarray.make_surface(np.transpose(picture, (1, 0, 2)))

    def _loading_bar(
        self, name: str, progress: tuple[int, int] | None, size: int
    ) -> pygame.Surface:
        width = size - 2 * BAR_MARGIN
        picture = np.empty((BAR_HEIGHT, width, 3), dtype=np.uint8)
        picture[:] = BAR[1]
        text = "loading"
        if progress:
            done, total = progress
            picture[:, : width * min(done, total) // max(1, total)] = BAR[0]
            text = f"{done} of {total} block{'' if total == 1 else 's'}"
        text = translated(text)
        letters = width // 8 - 1
        name = name[: letters - len(text) - 1]
        self._write(picture, name, 4, 3, (255, 255, 255))
        self._write(picture, text, width - 4 - 8 * len(text), 3, TITLE)
        bar = pygame.surfarray.make_surface(np.transpose(picture, (1, 0, 2)))
        surface = pygame.Surface((width + 2, BAR_HEIGHT + 2 + BAR_MARGIN), pygame.SRCALPHA)
        surface.fill(BAR_FRAME, (0, 0, width + 2, BAR_HEIGHT + 2))
        surface.blit(bar, (1, 1))
        return surface

    def surface(self) -> pygame.Surface | None:
        """Return the Surface for the middle of this frame, or None."""
        if self.help_shown:
            return self._help_surface()
        return self._welcome if self.welcomes else None

    @property
    def welcomes(self) -> bool:
        """True while the welcome is shown."""
        if self._welcome is not None and self._clock() >= self._welcome_until:
            self._welcome = None
        return self._welcome is not None


def _beside(rows: Iterable[tuple[str, str]], gap: int = 1) -> list[str]:
    """Return (keys, what they do) as lines, in the user's language."""
    shown = [(key_text(keys), translated(what)) for keys, what in rows]
    width = max(len(keys) for keys, _ in shown) + gap
    return [f"{keys:<{width}}{what}" for keys, what in shown]


def _as_many_as_fit(rows: Sequence[tuple[str, str]]) -> list[str]:
    """Return (keys, what they do) as lines of large letters, below a title.

    The last row is always there; the others are taken in order while there is room.
    """
    shown = [
        textwrap.wrap(text.strip(), LARGE_COLUMNS, subsequent_indent="  ")
        for text in (f"{key_text(keys)} {translated(what)}" for keys, what in rows)
    ]
    left = LARGE_LINES - 1 - len(shown[-1])
    lines: list[str] = []
    for row in shown[:-1]:
        if len(row) <= left:
            lines += row
            left -= len(row)
    return lines + shown[-1]


def _lines(status: Sequence[Part]) -> list[list[Part]]:
    """Return the lines of a status, without empty ones."""
    lines: list[list[Part]] = [[]]
    for part in status:
        if part == NEW_LINE:
            lines.append([])
        else:
            lines[-1].append(part)
    return [line for line in lines if line]


def _fitting(line: Sequence[Part], width: int) -> list[list[Part]]:
    """Return a line, broken into as many as it takes to fit into a width in pixels."""
    lines: list[list[Part]] = [[]]
    left = 8
    for part in line:
        wide = 8 * len(translated(part[0]))
        if lines[-1] and left + wide > width:
            lines.append([])
            left = 8
        lines[-1].append(part)
        left += wide + 8
    return lines


def _enlarged(surface: pygame.Surface) -> pygame.Surface:
    """Return a Surface with each pixel made larger."""
    large = pygame.transform.scale_by(surface, LARGE)
    large.set_alpha(surface.get_alpha())
    return large


def _stacked(parts: Sequence[pygame.Surface]) -> pygame.Surface:
    """Return a Surface with others one below the other, each in the middle."""
    if len(parts) == 1:
        return parts[0]
    size = max(part.get_width() for part in parts), sum(part.get_height() for part in parts)
    surface = pygame.Surface(size, pygame.SRCALPHA)
    top = 0
    for part in parts:
        surface.blit(part, ((size[0] - part.get_width()) // 2, top))
        top += part.get_height()
    return surface


def _of_the_system(char: str) -> npt.NDArray[np.float32] | None:
    """Return how much ink a letter of a font of the system has, float32[8, 8, 1]; None: no font."""
    from emu.host.picture.system_font import glyph

    drawn = glyph(char, 8, INK)
    if drawn is None:
        return None
    ink = pygame.surfarray.array_alpha(drawn).T[:, :, np.newaxis]
    return ink.astype(np.float32) / np.float32(255)
