"""The pages that find, change and hold values; each file has its own list."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from emu.errors import HostError
from emu.host.actions import Action
from emu.host.cheats.pokes import Poke, number, parse_pokes
from emu.host.cheats.search import ValueSearch
from emu.host.feature import Feature
from emu.host.media.by_content import ByContent, content_key
from emu.host.menu.menu import Menu
from emu.host.menu.page import Deed, Page, Row

if TYPE_CHECKING:
    from emu.host.feature import AppProtocol

SHOWN_MOST = 60  # addresses; more are not worth showing
SINCE = {"the last look": 0, "1 s ago": 1, "5 s ago": 5, "20 s ago": 20, "60 s ago": 60}
HINT_BYTE, HINT_POKES = "0 to 255, $00 to $FF", "POKE 2063,173 : ..."
LETTERS = {HINT_BYTE: "0123456789$ABCDEF", HINT_POKES: "0123456789,:$ABCDEF"}
WORDS = {
    "changed": "has changed",
    "unchanged": "is unchanged",
    "more": "is more",
    "less": "is less",
}


@dataclass(frozen=True)
class Cheat:
    """A Poke, and whether it is held: written again whenever the program changes it."""

    poke: Poke
    held: bool


class CheatList(ByContent):
    """The cheats of files."""

    def of(self, key: str) -> list[Cheat]:
        """Return the cheats of a file."""
        found = self._all().get(key)
        cheats = []
        for item in found if isinstance(found, list) else []:
            with contextlib.suppress(TypeError, ValueError):
                address, value, held = item
                if all(type(n) is int for n in (address, value)) and type(held) is bool:
                    if 0 <= address <= 0xFFFF and 0 <= value <= 0xFF:
                        cheats.append(Cheat(Poke(address, value), held))
        return cheats

    def keep(self, key: str, cheats: Sequence[Cheat]) -> None:
        """Keep the cheats of a file."""
        self._put(key, [[c.poke.address, c.poke.value, c.held] for c in cheats] or None)


class Cheats(Feature):
    """Keeps the search, and the cheats of the file that runs."""

    def __init__(self, app: AppProtocol) -> None:
        super().__init__(app)
        self._list = CheatList(app.library.place / "cheats.json")
        self._path: Path | None = None
        self._key: str | None = None  # of the file; None: nobody has asked yet
        self.cheats: list[Cheat] = []
        self._search: ValueSearch | None = None
        self._since = next(iter(SINCE))

    def actions(self) -> Sequence[Action]:
        """Return the Action that opens the page."""
        return (Action("cheats", "find a value, cheats", self._open, "F3"),)

    def _open(self) -> None:
        keys = {"delete": Deed("remove", self._drop, lambda row: 0 < row <= len(self.cheats))}
        self.app.feature(Menu).ask(Page("Cheats", self._rows, keys=keys))

    # -- what runs ---------------------------------------------------------------------

    def ready(self) -> None:
        """Load the cheats of the program that was started."""
        self._take()

    def restarted(self) -> None:
        """Another file may have been started."""
        if self.app.started != self._path:
            self._take()

    def _take(self) -> None:
        self._path, self._key, self._search = self.app.started, None, None
        self.cheats = [] if self._list.empty() else self._list.of(self._own_key())
        if self.on():
            self.app.overlay.say("cheats of this file are on")

    def on(self) -> bool:
        """Tell whether a value is held."""
        return any(cheat.held for cheat in self.cheats)

    def _own_key(self) -> str:
        """Return the key of the running file; the file is read once for it."""
        if self._key is None:
            self._key = content_key(self._path) or "basic"
        return self._key

    def before_frame(self) -> None:
        """Write held values again where the program has changed them."""
        if not self.app.loading():
            ram = self.app.machine.ram
            for cheat in self.cheats:
                if cheat.held and ram[cheat.poke.address] != cheat.poke.value:
                    self._put(cheat.poke)

    def _put(self, poke: Poke) -> None:
        """Poke, and tell rewind."""
        if self.app.debugger is None:
            self.app.machine.ram[poke.address] = poke.value
        else:
            self.app.debugger.poke(poke.address, poke.value)

    # -- the search --------------------------------------------------------------------

    def _ram(self) -> bytes:
        return bytes(self.app.machine.ram)

    def _now(self) -> ValueSearch:
        if self._search is None:
            self._search = ValueSearch(self._ram())
        return self._search

    def _narrow(self, way: str) -> None:
        seconds = SINCE[self._since]
        before = self._before(seconds) if seconds else None
        if before is None and seconds:
            self.app.overlay.say(f"it has not run for {seconds} s yet")
            return
        if before is None and self._search is None:
            self._now()
            self.app.overlay.say("first look: play on, then choose here what it did")
            return
        self._now().narrow(self._ram(), way, before)

    def _before(self, seconds: int) -> bytes | None:
        """Return the RAM of some seconds ago, from rewind's states; None if there is none."""
        debugger, machine = self.app.debugger, self.app.machine
        if debugger is None:
            return None
        then = machine.cycle - round(seconds * machine.model.clock_hz)
        return None if then < debugger.history.first else debugger.history.ram_at(then)

    def _equal(self, text: str) -> None:
        self._now().equal(self._ram(), number(text, 0xFF))

    def _again(self) -> None:
        self._search = None

    # -- the pages ---------------------------------------------------------------------

    def _rows(self) -> list[Row]:
        rows = [Row("cheats of this file", heading=True), *map(self._cheat_row, self.cheats)]
        rows += [
            Row(
                "type in pokes ...",
                lambda: self._entry("type in pokes", HINT_POKES, self._type_in),
            ),
            Row("find a value: it", heading=True),
            Row("is equal to ...", lambda: self._entry("is equal to", HINT_BYTE, self._equal)),
            *(Row(text, partial(self._narrow, way)) for way, text in WORDS.items()),
            Row(
                "compared with", None, lambda: self._since, lambda: tuple(SINCE), self._choose_since
            ),
            Row("start over", self._again, enabled=self._search is not None),
        ]
        return rows + self._found_rows()

    def _choose_since(self, word: str) -> None:
        self._since = word

    def _found_rows(self) -> list[Row]:
        if self._search is None:
            return []
        count = len(self._search)
        rows = [Row(f"{count} address{'' if count == 1 else 'es'}", heading=True)]
        if self._search.steps and count <= SHOWN_MOST:
            rows += [
                Row(f"${at:04X}", partial(self._address_page, at), partial(self._byte, at))
                for at in self._search.addresses(SHOWN_MOST)
            ]
        return rows

    def _byte(self, address: int) -> str:
        return str(self.app.machine.ram[address])

    def _cheat_row(self, cheat: Cheat) -> Row:
        def choose(word: str) -> None:
            at = self.cheats.index(cheat)
            self.cheats[at] = Cheat(cheat.poke, word == "held")
            self._kept()

        return Row(
            str(cheat.poke), None, lambda: "held" if cheat.held else "off",
            lambda: ("held", "off"), choose,
        )  # fmt: skip

    def _holds(self, address: int) -> bool:
        return any(cheat.held and cheat.poke.address == address for cheat in self.cheats)

    def _address_page(self, address: int) -> Page:
        def put(text: str, held: bool) -> None:
            self.add([Poke(address, number(text, 0xFF))], held)

        def rows() -> list[Row]:
            now = self.app.machine.ram[address]
            return [
                Row("now", None, lambda: str(now)),
                Row(
                    "hold it as it is",
                    lambda: self.add([Poke(address, now)], True),
                    lambda: "held" if self._holds(address) else "",
                ),
                Row(
                    "hold another value ...",
                    lambda: self._entry("hold", HINT_BYTE, lambda text: put(text, True)),
                ),
                Row(
                    "poke a value once ...",
                    lambda: self._entry("poke", HINT_BYTE, lambda text: put(text, False)),
                ),
            ]

        return Page(f"${address:04X}", rows)

    def _entry(self, title: str, hint: str, take: object) -> Page:
        """Return a page on which a text is typed; an invalid text gives a message."""

        def enter(text: str) -> None:
            assert callable(take)
            try:
                take(text)
            except HostError as error:
                self.app.overlay.say(str(error))
                return
            self.app.feature(Menu).back()

        return Page(title, list, entry=enter, hint=hint, letters=LETTERS[hint])

    def _type_in(self, text: str) -> None:
        self.add(parse_pokes(text), True)

    def add(self, pokes: Sequence[Poke], held: bool) -> None:
        """Do pokes, and add them to the list; ``held``: repeat them whenever they are undone."""
        for poke in pokes:
            self.cheats = [c for c in self.cheats if c.poke.address != poke.address]
            self.cheats.append(Cheat(poke, held))
            self._put(poke)
        self._kept()
        self.app.overlay.say(", ".join(map(str, pokes)))

    def _drop(self, row: int) -> None:
        """Take the selected cheat off the list."""
        at = row - 1  # below the heading
        if 0 <= at < len(self.cheats):
            del self.cheats[at]
            self._kept()

    def _kept(self) -> None:
        self._list.keep(self._own_key(), self.cheats)
