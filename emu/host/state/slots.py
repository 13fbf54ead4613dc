"""Ten save states for each program, the undo of a load, and going on where the user left.

A state belongs to the file that was started, as players expect: each file has its own folder in
the user's data folder, by its name and place.  The page (ALT+E) shows the pictures and times.

A thread packs and writes a file, as that may take several frames; reading a slot waits for it.
"""

from __future__ import annotations

import sys
import zlib
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import platformdirs
import pygame

from emu.errors import HostError
from emu.host.actions import Action, on_off
from emu.host.feature import Feature
from emu.host.menu.menu import Menu
from emu.host.menu.page import CLOSE, Deed, Page, Row
from emu.shared.setup import cart_path
from emu.shared.state.write import State, load_state_file, put_state, state_writer, take_state

if TYPE_CHECKING:
    from emu.host.feature import AppProtocol
    from emu.host.types import Size

SLOTS = tuple(str(number) for number in range(1, 11))
CONTINUE = "continue.go64"
NOT_YOURS = "not saved by you here: disks are protected"
TILE = (384, 272)  # pixels of a picture, for the menu in a large window


def thumbnail(app: AppProtocol, state: State, size: Size) -> pygame.Surface:
    """Return a Surface with the picture of a state."""
    colours = np.asarray(app.machine.screen.palette, dtype=np.uint8)
    pixels = colours[np.minimum(state.picture, len(colours) - 1)]
    surface = pygame.surfarray.make_surface(np.transpose(pixels, (1, 0, 2)))
    return pygame.transform.smoothscale(surface, size)


def data_folder() -> Path:
    """Return the folder of states."""
    return Path(platformdirs.user_data_dir("go64", appauthor=False)) / "states"


class Slots(Feature):
    """Saving, loading, and the page.

    slot  "1" to "10", the one that the keys use
    """

    def __init__(self, app: AppProtocol) -> None:
        super().__init__(app)
        self.slot = SLOTS[0]
        self._undo: State | None = None
        self._known: dict[Path, tuple[int, State | None]] = {}  # when it was written, what it is

    def actions(self) -> Sequence[Action]:
        """Return the Actions about saved states."""
        return (
            Action("states", "saved states", self.show, "e", group="time"),
            Action("save-state", "save state", self.save, "c", group="time"),
            Action("load-state", "load state", self.load, "l", group="time",
                   enabled=lambda: self.path(self.slot).is_file()),
            Action("undo-load", "undo the load", self.undo, "u", group="time",
                   enabled=lambda: self._undo is not None),
            Action("slot", "slot", self._next_slot, group="time", state=lambda: self.slot,
                   choices=lambda: SLOTS, choose=self.choose),
            Action("continue", "resume where you left off", self.go_on, group="time",
                   enabled=self._was_left),
            Action("continue-at-start", "always resume at start", self._swap_continue,
                   group="time", state=lambda: on_off(self.app.settings.go_on)),
        )  # fmt: skip

    def pages(self) -> Sequence[Page]:
        """Return the menu's page with the pictures; each opens what can be done with it."""

        def there(number: int) -> bool:
            return self.path(SLOTS[number]).is_file()

        keys = {
            "l": Deed("load", lambda number: self._doing(self.load, SLOTS[number])(), there),
            "s": Deed("save", lambda number: self._doing(self.save, SLOTS[number])()),
            "delete": Deed("delete", lambda number: self.delete(SLOTS[number]), there),
        }
        return (Page("States", self._tiles, tiles=True, keys=keys),)

    def _tiles(self) -> list[Row]:
        found = []
        for slot in SLOTS:
            state = self.peek(slot)
            picture = None if state is None else thumbnail(self.app, state, TILE)
            title = f"{slot}: {state.saved if state else 'empty'}"
            found.append(Row(title, partial(self._slot_page, slot), picture=picture))
        return found

    def _slot_page(self, slot: str) -> Page:
        """Return the page of what can be done with a slot."""

        def rows() -> Sequence[Row]:
            there = self.path(slot).is_file()
            return (
                Row("load", self._doing(self.load, slot), enabled=there),
                Row("save", self._doing(self.save, slot)),
                Row("delete", self._doing(lambda: self.delete(slot), slot), enabled=there),
            )

        return Page(f"Slot {slot}", rows)

    def _doing(self, do: Callable[[], None], slot: str) -> Callable[[], object]:
        def run() -> object:
            self.slot = slot
            do()
            return CLOSE

        return run

    # -- where ---------------------------------------------------------------------------

    def left_at(self) -> Path:
        """Return the file of the state in which the window was last closed."""
        return data_folder() / CONTINUE

    def _was_left(self) -> bool:
        return self.left_at().is_file()

    def subject(self) -> Path | None:
        """Return the path of what was started, or None: BASIC."""
        return self.app.started or cart_path(self.app.args)

    def folder(self) -> Path:
        """Return the folder of this program's states."""
        path = self.subject()
        if path is None:
            return data_folder() / "basic"
        place = zlib.crc32(str(path.resolve()).encode("utf-8", "surrogateescape"))
        return data_folder() / f"{path.stem[:40]}-{place:08x}"

    def path(self, slot: str) -> Path:
        """Return the file of a slot, once it has been written completely."""
        self.app.worker.wait()
        return self._file(slot)

    def _file(self, slot: str) -> Path:
        return self.folder() / f"{slot}.go64"

    def _name(self) -> str:
        path = self.subject()
        return "BASIC" if path is None else path.name

    def peek(self, slot: str) -> State | None:
        """Return the State in a slot, None if none can be read; cached until the file changes."""
        path = self.path(slot)
        try:
            written = path.stat().st_mtime_ns
        except OSError:
            return None
        known = self._known.get(path)
        if known is None or known[0] != written:
            try:
                known = written, load_state_file(path)
            except HostError:
                known = written, None
            self._known[path] = known
        return known[1]

    # -- what ----------------------------------------------------------------------------

    def choose(self, slot: str) -> None:
        """Let the keys use another slot."""
        self.slot = slot
        self.app.overlay.say(f"slot {slot}")

    def _next_slot(self) -> None:
        self.choose(SLOTS[(SLOTS.index(self.slot) + 1) % len(SLOTS)])

    def save(self) -> None:
        """Save into the slot."""
        app = self.app
        if app.loading():
            app.overlay.say("not while a program loads")
            return
        write, slot = state_writer(self._file(self.slot), app.machine, self._name()), self.slot

        def work() -> None:
            try:
                write()
            except HostError as error:
                app.overlay.say(str(error))
            else:
                app.overlay.say(f"saved in slot {slot}")

        app.worker.do(work)

    def load(self) -> None:
        """Load from the slot."""
        try:
            state = load_state_file(self.path(self.slot))
        except HostError as error:
            self.app.overlay.say(str(error))
            return
        if self._put(state):
            self.app.overlay.say(
                f"slot {self.slot}: {state.saved}; ALT+U undoes it" if state.own else NOT_YOURS
            )

    def undo(self) -> None:
        """Undo the last load; a second call redoes it."""
        if self._undo is None:
            self.app.overlay.say("nothing to undo")
        elif self._put(self._undo):
            self.app.overlay.say("load undone")

    def delete(self, slot: str) -> None:
        """Delete what is in a slot."""
        self.path(slot).unlink(missing_ok=True)

    def _put(self, state: State) -> bool:
        """Load a State; returns whether it succeeded."""
        app = self.app
        before = take_state(app.machine, self._name())
        app.machine.flush()
        try:
            put_state(app.machine, state)
        except HostError as error:
            app.overlay.say(str(error))
            return False
        self._undo = before
        app.start = None
        app.machine.stop_typing()
        app.input.restored()
        app.machine_restarted()
        app.machine.audio()
        return True

    # -- going on ------------------------------------------------------------------------

    def ready(self) -> None:
        """Go on where the user left, if the settings say so and no file was given."""
        args = self.app.args
        asked = args.file or args.basic_prompt or args.drive8 or args.cart or args.keys
        if self.app.settings.go_on and not asked and self._was_left():
            self.go_on()

    def go_on(self) -> None:
        """Load the state in which the window was closed."""
        try:
            state = load_state_file(self.left_at())
        except HostError as error:
            self.app.overlay.say(str(error))
            return
        if self._put(state):
            self.app.overlay.say(f"{state.header['title']}: {state.saved}")

    def _swap_continue(self) -> None:
        settings = self.app.settings
        settings.go_on = not settings.go_on
        self.app.overlay.say(f"resume at start: {on_off(settings.go_on)}")

    def close(self) -> None:
        """Keep the state in which the window is closed."""
        if not self.app.loading() and self.app.machine.frames:
            try:
                state_writer(self.left_at(), self.app.machine, self._name())()
            except HostError as error:
                print(f"go64: the state was not kept: {error}", file=sys.stderr)

    def show(self) -> None:
        """Open the menu's page of states."""
        self.app.feature(Menu).open("States")
