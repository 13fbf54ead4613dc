"""The datasette in the window: a page of the menu with cassette, keys and counter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from disk.tap import Cassette
from emu.host.actions import Action
from emu.host.feature import Feature
from emu.host.menu.files import TAPES, browse
from emu.host.menu.page import Page, Row, row_of
from emu.shared.tape_file import insert_tape

if TYPE_CHECKING:
    from c64.api_views import FilePath
    from c64.tape.deck import TapeDeck

# what the menu says, and what the deck calls it
KEY_WORDS = {
    "stop": "stop",
    "play": "play",
    "record + play": "record",
    "rewind": "rewind",
    "forward": "forward",
}


class TapeKeys(Feature):
    """The deck's keys as an action, and its page."""

    def actions(self) -> Sequence[Action]:
        """Return the Action of PLAY and STOP."""
        return (
            Action(
                "tape",
                "datasette",
                self._play_or_stop,
                "t",
                group="tape",
                state=self._key,
                choices=lambda: tuple(KEY_WORDS),
                choose=self._press,
                enabled=lambda: self._deck.cassette is not None,
            ),
        )

    @property
    def _deck(self) -> TapeDeck:
        return self.app.machine.tape

    def _key(self) -> str:
        return next(word for word, mode in KEY_WORDS.items() if mode == self._deck.key)

    def _press(self, word: str) -> None:
        self._deck.press(KEY_WORDS[word])
        self.app.overlay.say(f"datasette: {self._key()}, {self._deck.counter:03}")

    def _play_or_stop(self) -> None:
        self._press("play" if self._deck.key == "stop" else "stop")

    # -- the page ----------------------------------------------------------------------

    def pages(self) -> Sequence[Page]:
        """Return the page of the datasette."""
        return (Page("Tape", self._rows),)

    def _rows(self) -> list[Row]:
        there = self._deck.cassette is not None
        return [
            Row("cassette", self._browse, self._name),
            Row("new cassette", self._new),
            Row("take it out", lambda: self._guarded(self._deck.eject), enabled=there),
            row_of(self.app.actions["tape"]),
            Row("counter", None, lambda: f"{self._deck.counter:03}", enabled=there),
            Row("counter to 000", self._deck.zero_counter, enabled=there),
            Row("wind back at once", self._deck.to_begin, enabled=there),
        ]

    def _name(self) -> str:
        cassette = self._deck.cassette
        return "none" if cassette is None else Path(cassette.path or cassette.name).name

    def _browse(self) -> Page:
        return browse(self.app, "Tape", TAPES, self._insert)

    def _insert(self, path: FilePath) -> None:
        if self._guarded(lambda: insert_tape(self.app.machine, path, self.app.args)):
            self.app.overlay.say(f"tape: {Path(path).name}")

    def _new(self) -> None:
        """Put in an empty cassette, whose file is made when something was recorded."""
        path = Path(f"go64-{datetime.now():%Y%m%d-%H%M%S}.tap").absolute()
        self._guarded(lambda: self._deck.insert(Cassette.blank(path)))
        if not self.app.args.no_fastload:
            self.app.machine.fastload = True
        self.app.overlay.say(f"tape: {path.name}")

    def _guarded(self, function: Callable[[], object]) -> bool:
        return self.app.guarded(function, "tape")
