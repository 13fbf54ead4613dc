"""The effects of the picture: actions, settings, and a cheaper effect where frames come late."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from c64.config import PALETTES, read_palette
from c64.errors import ConfigError
from emu.host.actions import Action, on_off
from emu.host.feature import AppProtocol, Feature
from emu.host.menu.menu import Menu
from emu.host.picture.geometry import BORDERS, LOOKS, MASKS, SCALINGS, Look
from emu.host.picture.window import Geometry
from emu.host.types import Palette

if TYPE_CHECKING:
    from c64.api import C64
    from emu.host.settings import Settings

WORDS = (  # action, title, setting, its words, key
    ("scaling", "scaling", SCALINGS, ""),
    ("borders", "borders", BORDERS, "b"),
    ("look", "display effect", LOOKS, "i"),
    ("mask", "mask of the tube", MASKS, ""),
)
SWITCHES = (
    ("curve", "curved glass"),
    ("glow", "glow"),
    ("vignette", "dark corners"),
    ("delay_line", "PAL colours of line pairs"),
    ("blur", "PAL colours smeared"),
)
GLASS = ("curve", "glow", "vignette")  # what the graphics card alone draws
PERCENTS = (
    ("saturation", 0, 200),
    ("brightness", 50, 150),
    ("contrast", 50, 150),
    ("gamma", 50, 200),
)
PERCENT_STEP = 10
ON_OFF = ("off", "on")
TITLES = {row[0]: row[1] for row in (*WORDS, *SWITCHES)} | {row[0]: row[0] for row in PERCENTS}
PREVIEW = 0.9  # seconds that the menu makes way for what was chosen in it

WATCHED = 100  # frames
LATE_AT_MOST = 10  # of them, by half a period,
DEAR = 0.2  # if showing them also takes more than this share of the time: a cheaper effect
# Seconds of processor time that the crt's picture may take: of two cores a frame has 0.040, and the
# machine with its sound takes 0.001.
GL_AT_MOST = 0.016
NAMES = tuple(field.name for field in fields(Look))


def look_of(settings: Settings) -> Look:
    """Return the Look of the Settings."""
    return Look(**{name: getattr(settings, name) for name in NAMES})


def geometry_of(machine: C64) -> Geometry:
    """Return the Geometry of a machine's picture."""
    height, width = machine.screen.indices.shape
    return Geometry((width, height), machine.model.standard)


def palette_named(name: str) -> Palette:
    """Return uint8[16, 3] of a palette's name or file; ConfigError."""
    return PALETTES[name] if name in PALETTES else np.array(read_palette(name), dtype=np.uint8)


class Looks(Feature):
    """Applies the choices to the window, and takes back effects that are too slow."""

    def __init__(self, app: AppProtocol) -> None:
        super().__init__(app)
        self._files: list[str] = []  # palettes that came from files
        self._late = self._frames = 0
        self._shown = 0.0

    # -- choices ---------------------------------------------------------------------------

    def actions(self) -> tuple[Action, ...]:
        """Return the Actions about the picture."""
        return (
            *(self._words(*row) for row in WORDS),
            Action(
                "drawn-by",
                "drawn by",
                lambda: None,
                group="picture",
                state=lambda: self.app.window.drawn_by,
                enabled=lambda: False,
            ),
            self._palettes(),
            *(self._switch(*row) for row in SWITCHES),
            *(self._percent(*row) for row in PERCENTS),
        )

    def _get(self, name: str) -> str | int:
        value: str | int = getattr(self.app.window.look, name)
        return value

    def put(self, name: str, value: str | int) -> None:
        """Make a choice, which acts at once and is remembered."""
        setattr(self.app.settings, name, value)
        self.app.window.choose(**{name: value})
        self._frames = self._late = 0
        self._preview(f"{TITLES[name]}: {self._word(value)}{self._needs(name)}")
        self._try_gl()
        self.app.pacer.restart()  # another window may have been opened: that is no stall

    def _needs(self, name: str) -> str:
        """Return what else must be chosen for a choice to be visible, or ""."""
        window = self.app.window
        if name in GLASS and window.drawn_by == "processor":
            return ", for crt" if window.look.look != "crt" else ", for graphics cards"
        return ", not with plain" if name == "mask" and window.look.look == "plain" else ""

    def _preview(self, text: str) -> None:
        """Say what was chosen, and show it although the menu is open."""
        self.app.overlay.say(text)
        self.app.feature(Menu).peek(PREVIEW)

    @staticmethod
    def _word(value: str | int) -> str:
        """Return a choice in the menu's words."""
        if isinstance(value, bool):
            return on_off(value)
        return f"{value} %" if isinstance(value, int) else value

    def _words(self, name: str, title: str, words: tuple[str, ...], key: str) -> Action:
        def following() -> None:
            self.put(name, words[(words.index(str(self._get(name))) + 1) % len(words)])

        return Action(
            name, title, following, key, group="picture",
            state=lambda: str(self._get(name)),
            choices=lambda: words,
            choose=lambda word: self.put(name, word),
        )  # fmt: skip

    def _switch(self, name: str, title: str) -> Action:
        return Action(
            name.replace("_", "-"), title, lambda: self.put(name, not self._get(name)),
            group="picture",
            state=lambda: on_off(self._get(name)),
            choices=lambda: ON_OFF,
            choose=lambda word: self.put(name, word == "on"),
        )  # fmt: skip

    def _percent(self, name: str, low: int, high: int) -> Action:
        steps = range(low, high + 1, PERCENT_STEP)

        def following() -> None:
            now = int(self._get(name))
            self.put(name, now + PERCENT_STEP if now + PERCENT_STEP <= high else low)

        return Action(
            name, name, following, group="picture",
            state=lambda: f"{self._get(name)} %",
            choices=lambda: [f"{step} %" for step in steps],
            choose=lambda word: self.put(name, int(word.split()[0])),
        )  # fmt: skip

    # -- palettes --------------------------------------------------------------------------

    def _palettes(self) -> Action:
        return Action(
            "palette", "palette", self._next_palette, group="picture",
            state=lambda: Path(self.app.settings.palette).name,
            choices=lambda: [Path(name).name for name in self._all()],
            choose=self._choose_palette,
        )  # fmt: skip

    def _all(self) -> list[str]:
        """Return the names: the built-in ones, the file in use, and those that were."""
        now = self.app.settings.palette
        if now not in PALETTES and now not in self._files:
            self._files.append(now)
        return [*PALETTES, *self._files]

    def _next_palette(self) -> None:
        names = self._all()
        at = names.index(self.app.settings.palette)
        self.put_palette(names[(at + 1) % len(names)])

    def _choose_palette(self, word: str) -> None:
        self.put_palette(next(name for name in self._all() if Path(name).name == word))

    def put_palette(self, name: str) -> None:
        """Use a palette by its name or file; a bad file gives a message."""
        try:
            palette = palette_named(name)
        except ConfigError as error:
            self.app.overlay.say(str(error))
            return
        self.app.settings.palette = name
        self.app.machine.screen.palette = palette
        self.app.window.recolour(palette)
        self._preview(f"palette: {Path(name).name}")

    # -- too slow --------------------------------------------------------------------------

    def ready(self) -> None:
        """Let the window report missing effects through the overlay."""
        self.app.window.notice = self.app.overlay.say
        self._try_gl()

    def _try_gl(self) -> None:
        """Let the processor draw lines and mask where OpenGL has no graphics card and is slow."""
        cost = self.app.window.gl_cost()
        if cost > GL_AT_MOST:
            self.app.window.without_gl()
            self.app.overlay.say(f"crt by the processor: {1000 * cost:.0f} ms by OpenGL")

    def before_frame(self) -> None:
        """Measure how late the frame is, and how long showing the last one took."""
        app = self.app
        if app.window.look.look == "plain" or not app.paced():
            self._frames = self._late = 0
            self._shown = app.window.spent
            return
        self._frames += 1
        self._late += app.pacer.late > app.pacer.period / 2
        if self._frames == WATCHED:
            share = (app.window.spent - self._shown) / (WATCHED * app.pacer.period)
            if self._late > LATE_AT_MOST and share > DEAR:
                self._cheaper()
            self._frames = self._late = 0
            self._shown = app.window.spent

    def _cheaper(self) -> None:
        """Choose the next cheaper effect for this run, and say so."""
        now = LOOKS.index(self.app.window.look.look)
        cheaper = LOOKS[now - 1]
        self.app.window.choose(look=cheaper)
        self.app.overlay.say(f"{LOOKS[now]} is too slow here: {cheaper}")
