"""Decides who may press what while all players act at once (live auctions, house sales of 1989).

In a live auction, and while all players say how many houses they want, the game takes the number
keys of all players.  A link can press only its own seat's number, or whatever the page uses for it:
RETURN, fire, cursor keys, a tap on its own plate.  Keys that several people press at once reach the
game one after the other, because a keyboard cannot tell three keys from four.
"""

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

from c64.input.keyboard import keys_for_name

if TYPE_CHECKING:
    from emu.shared.key_state import KeyState

Button = tuple[str, str, bool]  # key, words, whether it can be pressed
BIDS, HOUSES = "cry", "houses"  # Facts.mode
DOWN, UP = 2, 1  # pictures for which a key is held, and until the next: the game scans in each
MORE_KEYS, LESS_KEYS = ("+", "UP", "RIGHT"), ("-", "DOWN", "LEFT")
STEP, SMALL_STEP, FIRST_BID = 10, 1, 1  # asm/game/pages/live_auction.s
PANEL, TOP = 25, 11  # asm/game/video/video.inc, ui/ui.inc
PLATE_WIDTH, PLATE_HEIGHT, PLATE_COLUMN, PLATE_ROW = 7, 2, 8, 3  # live_auction.s
SHEET_LEFT, SHEET_WIDTH, FIRST_LINE, LESS_COLUMN = 4, 16, 7, 15  # video/stage.inc, houses.s
CELL = 8
DONE: Button = ("D", "Done: all have said", True)


def own_keys(seat: int) -> tuple[str, str]:
    """Return the number key of a seat, and the character that it makes with SHIFT."""
    return str(seat + 1), chr(ord("!") + seat)


@dataclass(frozen=True)
class Market:
    """A moment in which all players are asked.

    kind     BIDS or HOUSES;  seats  people who may press, for themselves only
    closing  those of them who may say that all are done
    bid      the standing one, None: there is none;  money  of each seat
    """

    kind: str
    seats: tuple[int, ...]
    closing: tuple[int, ...] = ()
    bid: int | None = None
    money: tuple[int, ...] = ()

    def key(self, seat: int, name: str) -> str | None:
        """Return the C64 key for a key that this seat has pressed, None: none."""
        if seat not in self.seats:
            return None
        number, shifted = own_keys(seat)
        if name in (number, shifted):
            return name
        if self.kind == BIDS:
            return number if name == "RETURN" else None
        if name in MORE_KEYS:
            return number
        if name in LESS_KEYS:
            return shifted
        return name if name in ("D", "RETURN") and seat in self.closing else None

    def tapped(self, seat: int, x: int, y: int) -> str | None:
        """Return the C64 key for a tap on a pixel of the display window, None: none."""
        column, row = x // CELL, y // CELL
        if self.kind == BIDS:
            across = column - PANEL - PLATE_COLUMN * (seat % 2)
            below = row - TOP - PLATE_ROW * (seat // 2)
            on_plate = 0 <= across < PLATE_WIDTH and 0 <= below < PLATE_HEIGHT
            return self.key(seat, str(seat + 1)) if on_plate else None
        if column >= PANEL and row == TOP:
            return self.key(seat, "D")
        if row == FIRST_LINE + seat and 0 <= column - SHEET_LEFT < SHEET_WIDTH:
            return self.key(seat, "-" if column == LESS_COLUMN else "+")
        return None

    def menu(self, seat: int) -> tuple[Button, ...]:
        """Return the buttons of a seat: ((key, words, whether it can be pressed), ...)."""
        if seat not in self.seats:
            return ()
        number, shifted = own_keys(seat)
        if self.kind == BIDS:
            bids = ((number, STEP), (shifted, SMALL_STEP)) if self.bid else ((number, FIRST_BID),)
            found = [(key, (self.bid or 0) + more) for key, more in bids]
            return tuple((key, f"Bid {bid}", bid <= self.money[seat]) for key, bid in found)
        done = (DONE,) if seat in self.closing else ()
        return ((number, "One house more", True), (shifted, "One less", True), *done)


class Turns:
    """Presses the keys of many people one after the other.

    keys  emu.shared.key_state.KeyState
    """

    def __init__(self, keys: "KeyState") -> None:
        self._keys = keys
        self._waiting: deque[tuple[int, str]] = deque()  # (client, name), each client once
        self._pressed: tuple[str, int] | None = None
        self._left = 0

    def ask(self, client: int, name: str) -> None:
        """Queue a key to be pressed and released, if none of this client waits."""
        if all(other != client for other, _ in self._waiting):
            self._waiting.append((client, name))
            if not self._left:
                self._next()

    def forget(self, client: int) -> None:
        """Drop the key that a client has queued."""
        self._waiting = deque(one for one in self._waiting if one[0] != client)

    def tick(self) -> None:
        """Press and release keys; called once per picture."""
        if not self._left:
            return
        self._left -= 1
        if self._left == UP:
            self._keys.forget(self._pressed)
        elif not self._left:
            self._next()

    def _next(self) -> None:
        if self._waiting:
            client, name = self._waiting.popleft()
            self._pressed, self._left = ("market", client), DOWN + UP
            self._keys.press(self._pressed, keys_for_name(name), symbolic=True)
