"""Macros: keys and joystick moves, played by one key of the host; each file has its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from c64.api import KEY_PLACES
from emu.host.actions import Action, on_off
from emu.host.feature import Feature
from emu.host.input.key_names import key_text
from emu.host.input.keymap import DIRECTIONS
from emu.host.media.by_content import ByContent, content_key
from emu.host.menu.keys import MODIFIERS
from emu.host.menu.menu import Menu
from emu.host.menu.page import CLOSE, Deed, Page, Row
from emu.shared.key_state import SHIFT_LOCK

if TYPE_CHECKING:
    from emu.host.feature import AppProtocol

PORTS = (1, 2, 3, 4)  # joysticks
LOCKED = "LSHIFT"  # the contact that SHIFT LOCK closes, too
FRAMES_MOST = 3000  # of one macro: a minute
MACROS_MOST = 40
Words = tuple[str, ...]  # keys, and the directions of each joystick
Step = tuple[int, Words]  # frames, and what is pressed in them
Macro = list[Step]
STILL = ("",) * (1 + len(PORTS))
HINT = "RETURN play"


def sound_macro(found: object) -> Macro | None:
    """Return a macro of a file, which may hold anything; None if it is invalid."""
    steps: Macro = []
    for item in found if isinstance(found, list) else [None]:
        if not isinstance(item, list) or len(item) != 1 + len(STILL):
            return None
        count, *words = item
        if type(count) is not int or count < 1 or not all(isinstance(w, str) for w in words):
            return None
        keys, *sticks = words
        if any(name not in (*KEY_PLACES, "RESTORE", SHIFT_LOCK) for name in keys.split()):
            return None
        if any(name not in DIRECTIONS for stick in sticks for name in stick.split()):
            return None
        steps.append((count, tuple(words)))
    return steps if steps and sum(step[0] for step in steps) <= FRAMES_MOST else None


class MacroList(ByContent):
    """The macros of files."""

    FILES_MOST = 200

    def of(self, key: str) -> dict[str, Macro]:
        """Return {name of a key: macro} of a file."""
        found = self._all().get(key)
        macros = found.items() if isinstance(found, dict) else ()
        return {name: macro for name, data in macros if (macro := sound_macro(data)) is not None}

    def keep(self, key: str, macros: Mapping[str, Macro]) -> None:
        """Keep the macros of a file."""
        rows = {name: [[n, *words] for n, words in m] for name, m in macros.items()}
        self._put(key, rows or None)


class Macros(Feature):
    """Records and plays them, and has their page."""

    def __init__(self, app: AppProtocol) -> None:
        super().__init__(app)
        self._list = MacroList(app.library.place / "macros.json")
        self._path: Path | None = None
        self._key: str | None = None  # of the file; None: nobody has asked yet
        self.macros: dict[str, Macro] = {}
        self._recorded: list[Words] | None = None  # one row per frame, while recording
        self._before = STILL  # what is down before the first key: SHIFT LOCK may be
        self._taken: Macro | None = None  # waits for the key under which it is to be
        self._played: list[Words] = []  # frames to come
        self._playing = self._locks = False

    def actions(self) -> Sequence[Action]:
        """Return the Actions that record one, and that open the page."""
        return (
            Action(
                "record-macro", "record a macro", self.record, "F6", group="input",
                state=lambda: on_off(self._recorded is not None),
            ),
            Action("macros", "macros of this file", self._open, group="input"),
        )  # fmt: skip

    # -- whose they are ------------------------------------------------------------------

    def ready(self) -> None:
        """Take the macros of what has been started."""
        self._take()

    def restarted(self) -> None:
        """End recording and playing; another file may have been started."""
        self._recorded = self._taken = None
        self._stop()
        if self.app.started != self._path:
            self._take()

    def _take(self) -> None:
        self._path, self._key = self.app.started, None
        self.macros = {} if self._list.empty() else self._list.of(self._own_key())

    def _own_key(self) -> str:
        if self._key is None:
            self._key = content_key(self._path) or "basic"
        return self._key

    # -- recording -----------------------------------------------------------------------

    def record(self) -> None:
        """Begin, or end and ask for the key."""
        if self._recorded is None:
            self._stop()
            self._recorded, self._taken = [], None
            lock = SHIFT_LOCK if SHIFT_LOCK in self.app.machine.keyboard.down else ""
            self._before = (lock, *STILL[1:])
            self.app.overlay.say("a macro is being recorded: ALT+F6 ends it")
        else:
            self._end()

    def _end(self) -> None:
        rows, self._recorded = self._recorded or [], None
        while rows and _changes_nothing(rows[-1], rows[-2] if rows[1:] else self._before):
            rows.pop()
        if not rows:
            self.app.overlay.say("nothing was pressed: no macro")
            return
        self._taken = _shortened(rows)
        self.app.overlay.say("press the key that will play the macro; ESC: none")

    def _row(self) -> Words:
        """Return what is held now: keys, including SHIFT LOCK, and switches of joysticks."""
        machine = self.app.machine
        down = set(machine.keyboard.down)
        if SHIFT_LOCK in down:
            down.discard(LOCKED)
        keys = " ".join(sorted(down))
        sticks = (
            " ".join(d for d in DIRECTIONS if machine.joystick(port).pressed(d)) for port in PORTS
        )
        return (keys, *sticks)

    def handle(self, event: pygame.event.Event) -> bool:
        """Take the key for a new macro, or one that plays a macro."""
        if event.type != pygame.KEYDOWN or event.mod & pygame.KMOD_ALT:
            return False
        if event.key in MODIFIERS:  # SHIFT comes before the key that is pressed with it
            return False
        name = pygame.key.name(event.key)
        if self._taken is not None:
            self._put(name)
            return True
        if name in self.macros and self._recorded is None:
            self._stop() if self._playing else self.play(name)
            return True
        return False

    def _put(self, name: str) -> None:
        """Keep the new macro under a key."""
        macro, self._taken = self._taken, None
        plain = {action.plain.lower() for action in self.app.actions if action.plain}
        if macro is None or name == "escape":
            self.app.overlay.say("no macro")
        elif name in plain or not name:
            self._taken = macro
            self.app.overlay.say("this key is already in use; press another one, or ESC")
        elif len(self.macros) >= MACROS_MOST and name not in self.macros:
            self.app.overlay.say(f"a file has at most {MACROS_MOST} macros")
        else:
            self.macros[name] = macro
            self._list.keep(self._own_key(), self.macros)
            self.app.overlay.say(f"{key_text(name.upper())} plays the macro")

    # -- playing -------------------------------------------------------------------------

    def play(self, name: str) -> None:
        """Begin a macro with the next frame."""
        rows = [words for count, words in self.macros[name] for _ in range(count)]
        self._played, self._playing = rows[::-1], True
        # A macro without SHIFT LOCK does not change it.
        self._locks = any(SHIFT_LOCK in keys.split() for keys, *_ in rows)

    def _stop(self) -> None:
        if self._playing:
            self._played, self._playing = [], False
            self.app.input.play((), {})

    def before_frame(self) -> None:
        """Record what is pressed in this frame, or play a recorded frame."""
        if self._recorded is not None:
            row = self._row()
            if self._recorded or row != self._before:  # it begins with the first key
                self._recorded.append(row)
            if len(self._recorded) >= FRAMES_MOST:
                self._end()
        elif self._played:
            keys, *sticks = self._played.pop()
            moves = dict(zip(PORTS, (set(stick.split()) for stick in sticks), strict=True))
            down = set(keys.split())
            if self._locks:
                self.app.input.put_shift_lock(SHIFT_LOCK in down)
            self.app.input.play(tuple(sorted(down - {SHIFT_LOCK})), moves)
        else:
            self._stop()

    def title(self) -> str:
        """Return the sign of a recording, for the window's title."""
        return "recording a macro" if self._recorded is not None else ""

    # -- the page ------------------------------------------------------------------------

    def _open(self) -> None:
        keys = {"delete": Deed("remove", self._drop)}
        page = Page("Macros", self._rows, empty="ALT+F6 records one", keys=keys, hint=HINT)
        self.app.feature(Menu).ask(page)

    def _rows(self) -> list[Row]:
        def run(name: str) -> object:
            self.play(name)
            return CLOSE

        hertz = self.app.machine.model.frame_hz
        return [
            Row(
                key_text(name.upper()), partial(run, name),
                partial("{:.1f} s".format, sum(n for n, _ in macro) / hertz), name=True,
            )
            for name, macro in self.macros.items()
        ]  # fmt: skip

    def _drop(self, row: int) -> None:
        """Remove the selected macro."""
        name = list(self.macros)[row]
        del self.macros[name]
        self._list.keep(self._own_key(), self.macros)


def _changes_nothing(row: Words, before: Words) -> bool:
    """Return whether nothing is pressed, and SHIFT LOCK is unchanged."""
    locks = [SHIFT_LOCK in keys for keys, *_ in (row, before)]
    return locks[0] == locks[1] and (row[0].replace(SHIFT_LOCK, ""), *row[1:]) == STILL


def _shortened(rows: Sequence[Words]) -> Macro:
    """Return rows of single frames as steps."""
    steps: Macro = []
    for row in rows:
        if steps and steps[-1][1] == row:
            steps[-1] = (steps[-1][0] + 1, row)
        else:
            steps.append((1, row))
    return steps
