"""The page of the SIDs: address, model and side of each; what is chosen there comes all at once."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from c64 import SidPlace
from c64.config import CONFIG_CHOICES, FIRST_SID, SID_PLACES, SIDS_MOST
from emu.host.menu.page import CLOSE, Page, Row

if TYPE_CHECKING:
    from emu.host.feature import AppProtocol

NONE, MODELS = "none", "model's"
WORDS = {"by its number": "", "left": "left", "middle": "middle", "right": "right"}  # -> side


class _Draft:
    """SIDs that are chosen and not yet there, the first one first."""

    def __init__(self, app: AppProtocol) -> None:
        self._app = app
        places = {place.at: place for place in app.args.config.sids}
        first = places.pop(FIRST_SID, SidPlace(FIRST_SID))
        self.places = [first, *places.values()]
        self._before = list(self.places)

    def rows(self) -> list[Row]:
        """Return the rows of each SID, and of one more if there may be one."""
        found = [row for number in range(len(self.places)) for row in self._rows_of(number)]
        if len(self.places) < SIDS_MOST:
            number = len(self.places)
            found += [Row(f"SID {number + 1}", heading=True), self._address(number)]
        changed = self.places != self._before
        return [*found, Row("switch off and on with these", self._restart, enabled=changed)]

    def _rows_of(self, number: int) -> list[Row]:
        place = self.places[number]
        rows = [Row(f"SID {number + 1}", heading=True)]
        if number:
            words = (MODELS, *CONFIG_CHOICES["sid"])
            rows += [
                self._address(number),
                Row("model", lambda: None, lambda: place.chip or MODELS, lambda: words,
                    partial(self._put_chip, number)),
            ]  # fmt: skip
        now = next(word for word, side in WORDS.items() if side == place.side)
        choose = partial(self._put_side, number)
        return [*rows, Row("side", lambda: None, lambda: now, lambda: tuple(WORDS), choose)]

    def _address(self, number: int) -> Row:
        """Return the row of an address: those that no other SID has."""
        here = self.places[number].at if number < len(self.places) else None
        taken = {place.at for place in self.places} - {here}
        words = (NONE, *(f"${at:04X}" for at in SID_PLACES if at not in taken))
        word = NONE if here is None else f"${here:04X}"
        choose = partial(self._put_address, number)
        return Row("address", lambda: None, lambda: word, lambda: words, choose)

    def _put_address(self, number: int, word: str) -> None:
        if word == NONE:
            del self.places[number : number + 1]
            return
        at = int(word[1:], 16)
        if number == len(self.places):
            self.places.append(SidPlace(at))
        else:
            self.places[number] = self.places[number]._replace(at=at)

    def _put_chip(self, number: int, word: str) -> None:
        chip = None if word == MODELS else word
        self.places[number] = self.places[number]._replace(chip=chip)

    def _put_side(self, number: int, word: str) -> None:
        self.places[number] = self.places[number]._replace(side=WORDS[word])

    def _restart(self) -> object:
        first, *others = self.places
        sids = tuple(others) if first == SidPlace(FIRST_SID) else (first, *others)
        self._app.settings.sids = ",".join(map(str, sids))
        self._app.start_again(sids=sids)
        return CLOSE


def sids_page(app: AppProtocol) -> Page:
    """Return the Page of the machine's SIDs; a change switches it off and on."""
    return Page("SIDs", _Draft(app).rows)
