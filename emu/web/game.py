"""Reads our game: whose decision is due, what can be pressed, who sits where.

It reads the machine's memory by the names that the build wrote (emu.arena.rules);
docs/inside/game-engine.md explains the state.  The game is recognised by the bytes of its program:
with another build, another program or none, ``look`` returns None, and nothing here applies.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from emu.arena.rules import image
from emu.errors import HostError
from emu.web.simultaneous import BIDS, DONE, HOUSES, Button, Market

Ram = memoryview | bytearray  # 64 KiB
CELLS, COLUMNS = 0xC800, 40  # asm/game/game.cfg: the cell buffer
PANEL_X, MENU_TOP, MENU_ROWS = 25, 11, 7  # asm/game/video/video.inc, ui/ui.inc
BRAIN_MARK = 5  # bytes that the area BRAIN begins with (asm/game/game.cfg)
RANDOM_SIZE = 5  # rng_v, rng_w, rng_n (asm/game/state.s)
RETURN, RETURN_SHOWN = 0x0D, ord(">")
SKILLS = {"easy": 2, "normal": 0, "hard": 1}  # SKILL_* (asm/game/state.inc)
MENU_BYTES = ("menu_page", "menu_pages", "menu_depth", "menu_cells", "menu_count")
MENUS = ("menu_first", "menu_turn", "menu_gaol", "menu_buy", "menu_post", "menu_auction",
         "menu_debt", "menu_transfer", "menu_quit", "menu_tax", "menu_rent", "menu_loan",
         "menu_lend", "menu_ten")  # fmt: skip
COMPUTER, ALIVE = 0x80, 0x01  # PF_CPU, PF_ALIVE
NOBODY, IN_REAL_TIME = 0xFF, 1  # NO_PLAYER; a value of SW_AUCTION
PLACES = "places"
# Buttons of pages that have no menu (asm/game/pages/claim.s, houses.s); a seat's are its own there.
BUTTONS: dict[str, tuple[Button, ...]] = {
    "claim": (("R", "Claim the rent", True),),
    PLACES: (("RETURN", "Build here", True), ("D", "Done", True)),
    HOUSES: (DONE,),
}
SHOWING = 0x80  # ARM_SHOWING
LETTERS = str.maketrans("[\\]{|}~", "ÄÖÜäöüß")  # as the game's font has them


@dataclass(frozen=True)
class Seat:
    """A player.  ``colour`` is an index of the palette, ``money`` may be negative."""

    name: str
    colour: int
    alive: bool
    computer: bool
    money: int


@dataclass(frozen=True)
class Facts:
    """What all players may know.

    mode   "setup" (title, too), "first", "normal", "auction", "trade", "must_pay", "transfer",
           "quit", "rent", "loan", "claim", "over"; "cry" a live auction; "houses" while all say
           how many they want, "places" while one player places his
    active the seat whose decision is due, None: nobody's or everybody's
    market emu.web.simultaneous.Market while all are asked at once, else None
    seats  (Seat, ...);  menu  ((key, words, whether it can be pressed), ...)
    shows  True: something is being shown, and only SPACE counts
    """

    mode: str
    active: int | None
    seats: tuple[Seat, ...] = ()
    menu: tuple[Button, ...] = ()
    shows: bool = False
    market: Market | None = None
    raw: tuple[Any, ...] = field(default=(), repr=False, compare=False)


class _Byte(Protocol):
    """Reads a byte of the state by its name in the sources."""

    def __call__(self, name: str, index: int = 0, /) -> int: ...


class Table:
    """Our game in a machine's memory.

    pending  {seat: skill or None}: seats to give to a computer, or back to a person, as soon as the
             game allows it
    """

    def __init__(self) -> None:
        built = self._built = image()
        self._at, constants = built.labels, built.numbers
        self._modes = {
            value: name.removeprefix("MODE_").lower()
            for name, value in constants.items()
            if name.startswith("MODE_") and name != "MODE_DEPTH"
        }
        self._depth = constants["MODE_DEPTH"]
        self._auctions = constants["SW_AUCTION"]
        self._skills = self._at["settings"] + constants["OPT_SKILLS"]
        self._begin_of, self._end_of = self._at["state_begin"], self._at["variant_end"]
        # Up to the overlay area: a page that lies there has its own mark and stays intact.
        self._brain = bytes(built.ram[self._at["brain_mark"] : self._at["overlay_mark"]])
        self._menus = {self._at[name] for name in MENUS}
        self.pending: dict[int, str | None] = {}
        self._last: Facts | None = None

    def look(self, ram: Ram) -> Facts | None:
        """Return the current Facts, the same object while nothing changes; None: not there."""
        if not self._built.present(ram):
            self._last = None
            return None
        state = bytes(ram[self._begin_of : self._end_of])
        page = bytes(ram[self._at[name]] for name in MENU_BYTES)
        page += bytes(ram[self._at["menu_code"] : self._at["menu_enabled"] + MENU_ROWS])
        page += bytes(ram[self._at["menu_table"] : self._at["menu_selected"] + 1])
        rows = tuple(self._row(ram, number) for number in range(MENU_ROWS))
        dice = self._at["rng_v"] - self._begin_of  # they change all the time
        state = state[:dice] + state[dice + RANDOM_SIZE :]
        raw = (state, page, rows, ram[self._at["arm_state"]])
        if self._last is None or self._last.raw != raw:
            self._last = self._facts(ram, raw)
        return self._last

    @staticmethod
    def _row(ram: Ram, number: int) -> bytes:
        at = CELLS + (MENU_TOP + 2 * number) * COLUMNS
        return bytes(ram[at + PANEL_X : at + COLUMNS])

    def _facts(self, ram: Ram, raw: tuple[Any, ...]) -> Facts:
        def byte(name: str, index: int = 0) -> int:
            return ram[self._at[name] + index]

        depth = min(byte("mode_depth"), self._depth - 1)
        mode = self._modes.get(byte("mode_kind", depth), "setup")
        count = byte("player_count")
        seats = tuple(self._seat(byte, ram, number) for number in range(count if count <= 8 else 0))
        place = byte("mode_active", depth)
        active = None if mode in ("setup", "over") or place >= len(seats) else place
        mode = self._in_market(byte, mode)
        market = self._market(byte, mode, seats, active)
        if mode == BIDS:
            active = None
        menu = self._menu(byte, raw[2]) or BUTTONS.get(mode, ())
        return Facts(mode, active, seats, menu, raw[3] >= SHOWING, market, raw)

    def _in_market(self, byte: _Byte, mode: str) -> str:
        """Return the mode, by which players are asked."""
        if mode == "auction" and byte("switches", self._auctions) == IN_REAL_TIME:
            return BIDS
        return PLACES if mode == "houses" and byte("session_seat") != NOBODY else mode

    @staticmethod
    def _market(
        byte: _Byte, mode: str, seats: tuple[Seat, ...], active: int | None
    ) -> Market | None:
        """Return the Market if everybody is asked at once, else None."""
        if mode not in (BIDS, HOUSES):
            return None
        people = tuple(n for n, seat in enumerate(seats) if seat.alive and not seat.computer)
        if mode == HOUSES:
            return Market(HOUSES, people, (active,) if active in people else people)
        offered = byte("auction_bidder") != NOBODY
        bid = byte("auction_bid_lo") | byte("auction_bid_hi") << 8 if offered else None
        return Market(BIDS, people, (), bid, tuple(seat.money for seat in seats))

    def _seat(self, byte: _Byte, ram: Ram, number: int) -> Seat:
        name = bytes(byte("player_names", 8 * number + i) for i in range(8)).split(b"\0")[0]
        money = byte("player_money_lo", number) | byte("player_money_hi", number) << 8
        colour, flags = byte("player_colour", number), byte("player_flags", number)
        return Seat(
            _words(name),
            ram[self._at["colour_ink"] + colour] & 15 if colour < 10 else 15,
            bool(flags & ALIVE),
            bool(flags & COMPUTER),
            money - 0x10000 if money & 0x8000 else money,
        )

    def _menu(self, byte: _Byte, rows: Sequence[bytes]) -> tuple[Button, ...]:
        """Return the buttons that are on the screen: another page may cover a menu."""
        found: list[Button] = []
        for number in range(min(byte("menu_count"), MENU_ROWS)):
            key, row = byte("menu_letter", number), rows[number]
            if row[0] != (RETURN_SHOWN if key == RETURN else key):
                return ()
            word = "RETURN" if key == RETURN else chr(key)
            found.append((word, _words(row[1:]).strip(), bool(byte("menu_enabled", number))))
        return tuple(found)

    # -- computers ----------------------------------------------------------------------------

    def give(self, seat: int, skill: str | None) -> None:
        """Let a computer play a seat ("easy" ...), or a person again (None); HostError."""
        facts = self._last
        if facts is None or facts.mode in ("setup", "over"):
            raise HostError("a seat can be handed over while a game is on; before it, use F3")
        if not 0 <= seat < len(facts.seats) or not facts.seats[seat].alive:
            raise HostError(f"nobody plays seat {seat + 1}")
        if skill is not None and skill not in SKILLS:
            raise HostError(f"{skill} is not one of {', '.join(SKILLS)}")
        self.pending[seat] = skill

    def settle(self, ram: Ram) -> str:
        """Carry out what ``give`` requested, if this is the moment.

        returns  keys to press, which make the game look at the seats again; mostly ""

        The rules allow it in set-up only (REQ_CPU).  So we set the flag that they would set,
        between two decisions: at a menu of the board, where the rules are at rest.  The keys look
        at a side of the board, for which nothing is loaded; then the game asks again who decides.
        """
        facts = self._last
        if not self.pending or facts is None or facts.shows:
            return ""
        if facts.mode in ("setup", "over"):
            self.pending.clear()
            return ""
        active = facts.seats[facts.active].computer if facts.active is not None else False
        resting = (
            facts.menu
            and facts.mode not in BUTTONS
            and self._word(ram, "menu_table") in self._menus
        )
        if not active and not resting:
            return ""
        asked = False
        for seat, skill in self.pending.items():
            flags = self._at["player_flags"] + seat
            if skill is None:
                ram[flags] &= ~COMPUTER & 0xFF
            else:
                self._bring_brain(ram)
                ram[self._skills + seat] = SKILLS[skill]
                ram[flags] |= COMPUTER
                asked = asked or seat == facts.active
        self.pending.clear()
        return "{F1}{wait 20}{STOP}" if asked and resting else ""

    def _bring_brain(self, ram: Ram) -> None:
        """Put the computer players' code into memory, which is loaded only with a computer."""
        at = self._at["brain_mark"]
        if bytes(ram[at : at + BRAIN_MARK]) != self._brain[:BRAIN_MARK]:
            ram[at : at + len(self._brain)] = self._brain

    def _word(self, ram: Ram, name: str) -> int:
        return ram[self._at[name]] | ram[self._at[name] + 1] << 8

    # -- the mouse ------------------------------------------------------------------------------

    def pointer(self, ram: Ram) -> tuple[int, int, bool]:
        """Return (x, y) of its pointer, pixels of the window, and whether it has seen a mouse."""
        x = ram[self._at["mouse_x"]] | ram[self._at["mouse_x_hi"]] << 8
        return x, ram[self._at["mouse_y"]], bool(ram[self._at["mouse_on"]])


def _words(codes: bytes) -> str:
    """Return the text of the game's codes, ASCII with DIN 66003; drawn glyphs are left out."""
    return "".join(chr(code) if 0x20 <= code < 0x7F else " " for code in codes).translate(LETTERS)
