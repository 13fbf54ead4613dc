"""The game's rules and computer players on a bare 6510.

``Rules()`` is a machine of its own.  ``request`` sends a request as keys do, ``check`` says whether
one is possible, and ``decide`` returns a computer's wish.  The state is read by the names of
``asm/game/state.inc``.
"""

import base64
import functools
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from c64.debug.flat_bus import FlatBus
from emu.errors import HostError

FILE = Path(__file__).with_name("rules.json")
BACK = 0x00FF  # where a routine returns to: no program runs across the end of the zero page
LIMIT = 20_000_000  # cycles of a routine
SECOND = 985_248  # cycles of a PAL machine
SEATS, SQUARES = 8, 40
NOBODY = 0xFF
KNOWN_BY = 512  # bytes of the program that are compared


class RulesFault(HostError):
    """The 6502 code failed: a routine did not return, or a computer's wish was rejected."""


class Image:
    """The output of ``tools/game/gamerules.py``: memory, names, numbers."""

    def __init__(self, path: Path = FILE) -> None:
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
        except OSError:
            raise HostError(
                f"{path.name} is missing: build the game first (tools/build.py assets)"
            ) from None
        self.ram = bytearray(0x10000)
        for start, text in data["blocks"]:
            block = base64.b64decode(text)
            self.ram[start : start + len(block)] = block
        self.families = {
            int(family): (start, base64.b64decode(text))
            for family, (start, text) in data["families"].items()
        }
        # PRESET_*: FAMILY_* whose code it needs, 0 of the classic game and of a set of one's own
        self.presets = {int(number): int(family) for number, family in data["presets"].items()}
        # (PRESET_*, label, index, own, new) of the tables that are others in its games
        self.patches: list[tuple[int, str, int, int, int]] = [tuple(row) for row in data["patches"]]
        self.labels: dict[str, int] = data["labels"]
        self.numbers: dict[str, int] = data["constants"]
        self.requests = self.named("REQ_")
        self.reasons = self.named("REASON_")
        self.events = self.named("EV_")

    def present(self, ram: memoryview | bytearray) -> bool:
        """Tell whether this game's program is in the 64 KiB of a machine's memory."""
        begin = self.labels["play_request"]
        return bytes(ram[begin : begin + KNOWN_BY]) == self.ram[begin : begin + KNOWN_BY]

    def named(self, prefix: str) -> dict[int, str]:
        """Return {number: name} of the constants with that prefix."""
        return {
            value: name.removeprefix(prefix)
            for name, value in self.numbers.items()
            if name.startswith(prefix)
        }


@functools.cache
def image() -> Image:
    """The game of this installation."""
    return Image()


class Rules:
    """The rules, in memory of their own.

    K        constants of the includes: K["MODE_TRADE"]
    cycles   run since construction;  slowest  the longest decision of a computer
    """

    def __init__(self, game: Image | None = None) -> None:
        self.image = game or image()
        self.K, self.labels = self.image.numbers, self.image.labels
        self.bus = FlatBus()
        self.ram = memoryview(self.bus.ram)
        self.ram[:] = self.image.ram
        self.bus.cpu.sp = 0xFF
        self.slowest = 0
        self.begin, self.end = self.labels["state_begin"], self.labels["state_end"]
        self.offer = self.labels["offer_begin"]
        self.marks = self.labels["offer_marks"]
        self.arguments = self.labels["arg0"]
        self.auctions = self.K["SW_AUCTION"]

    # -- calling ----------------------------------------------------------------------------

    def call(self, label: str, a: int = 0, x: int = 0, y: int = 0) -> int:
        """Call a routine; return the cycles it took."""
        cpu, bus = self.bus.cpu, self.bus
        cpu.a, cpu.x, cpu.y, cpu.p = a, x, y, 0x24
        begin: int = bus.cycle
        if bus.call(self.labels[label], BACK, LIMIT) != 1:
            raise RulesFault(f"{label} did not come back: the CPU is at ${cpu.pc:04X}")
        return int(bus.cycle - begin)

    @property
    def carry(self) -> bool:
        return bool(self.bus.cpu.p & 1)

    @property
    def cycles(self) -> int:
        return int(self.bus.cycle)

    def lay(self, name: str, args: tuple[Any, ...]) -> None:
        """Store a request's parameters where the rules expect them.

        OFFER has a partner, cards, money given, money wanted and squares (or {square: mark});
        BID an amount, CRY an amount and a seat; all others bytes.
        """
        ram = self.ram
        if name in ("BID", "CRY"):
            args = (args[0] & 0xFF, args[0] >> 8, *args[1:])
        elif name == "OFFER":
            self.lay_offer(*args)
            return
        for n, value in enumerate(args):
            ram[self.arguments + n] = value

    def lay_offer(
        self, partner: int, cards: int, give: int, want: int, squares: Iterable[int] = ()
    ) -> None:
        """Fill the offer block."""
        ram = self.ram
        terms = bytes((partner, cards, give & 0xFF, give >> 8, want & 0xFF, want >> 8))
        ram[self.offer : self.offer + len(terms)] = terms
        ram[self.marks : self.marks + SQUARES] = bytes(SQUARES)
        known = squares if isinstance(squares, Mapping) else dict.fromkeys(squares, 1)
        for square, mark in known.items():
            ram[self.marks + square] = mark

    def check(self, name: str, *args: Any) -> str:
        """Return why a request would be rejected, "" if it is possible."""
        self.lay(name, args)
        self.call("play_check", self.K["REQ_" + name])
        return self.image.reasons[self.bus.cpu.a] if self.carry else ""

    def request(self, name: str, *args: Any) -> str:
        """Send a request; return why it was rejected, "" if it was accepted."""
        self.lay(name, args)
        return self.send(self.K["REQ_" + name])

    def send(self, code: int) -> str:
        """Send a request whose parameters are in place; take its events."""
        self.call("play_request", code)
        if self.carry:
            return self.image.reasons[self.bus.cpu.a]
        self.call("play_resume")  # nobody looks at the events
        return ""

    def decide(self) -> int:
        """Return the active computer's wish; its parameters are in place for ``send``."""
        self.slowest = max(self.slowest, self.call("brain_decide"))
        if self.carry:
            raise RulesFault(f"seat {self.active}: nothing to decide in mode {self.mode}")
        return int(self.bus.cpu.a)

    def actions(self) -> list[str]:
        """Names of the requests that are possible now for some parameters."""
        self.call("play_actions")
        at = self.labels["actions"]
        size = self.K["ACTION_BYTES"]
        bits = int.from_bytes(self.ram[at : at + size], "little")
        return [name for code, name in self.image.requests.items() if bits >> code & 1]

    # -- the state --------------------------------------------------------------------------

    @property
    def state(self) -> bytes:
        """The whole state, as in a saved game."""
        return bytes(self.ram[self.begin : self.end])

    @state.setter
    def state(self, data: bytes) -> None:
        if len(data) != self.end - self.begin:
            raise HostError(f"a state has {self.end - self.begin} bytes, not {len(data)}")
        self.ram[self.begin : self.end] = data
        self.call("play_resume")

    def byte(self, label: str, index: int = 0) -> int:
        return self.ram[self.labels[label] + index]

    def poke(self, label: str, value: int, index: int = 0) -> None:
        self.ram[self.labels[label] + index] = value

    def table(self, label: str, count: int) -> list[int]:
        at = self.labels[label]
        return list(self.ram[at : at + count])

    def pair(self, label: str, index: int = 0) -> int:
        """The 16-bit value of label_lo, label_hi."""
        return self.byte(label + "_lo", index) | self.byte(label + "_hi", index) << 8

    def money(self, seat: int) -> int:
        value = self.pair("player_money", seat)
        return value - 0x10000 if value & 0x8000 else value

    @property
    def mode(self) -> int:
        return self.byte("mode_kind", self.byte("mode_depth"))

    @property
    def active(self) -> int:
        return self.byte("mode_active", self.byte("mode_depth"))

    @property
    def turns(self) -> int:
        return self.byte("turn_count") | self.byte("turn_count", 1) << 8

    @property
    def crying(self) -> bool:
        """True during a live auction, in which nobody's turn counts."""
        return self.mode == self.K["MODE_AUCTION"] and self.byte("switches", self.auctions) == 1

    @property
    def asking(self) -> bool:
        """True while all players are asked how many houses they want."""
        return self.mode == self.K["MODE_HOUSES"] and self.byte("session_seat") == NOBODY

    def alive(self, seat: int) -> bool:
        return bool(self.byte("player_flags", seat) & self.K["PF_ALIVE"])

    @property
    def over(self) -> bool:
        return self.mode == self.K["MODE_OVER"]

    def owner(self, square: int) -> int:
        return self.byte("square_owner", square)

    def price(self, square: int) -> int:
        return self.pair("price", square)

    def group(self, square: int) -> int:
        return self.byte("square_group", square)

    def members(self, group: int) -> list[int]:
        """The squares of a group."""
        first, size = self.byte("group_first", group), self.byte("group_size", group)
        return self.table("group_squares", first + size)[first:]

    def held(self, seat: int, group: int) -> int:
        return self.byte("player_groups", group * SEATS + seat)

    def owns_group(self, seat: int, group: int) -> bool:
        return self.held(seat, group) == self.byte("group_size", group)

    # -- a new game ---------------------------------------------------------------------------

    def family(self, number: int) -> None:
        """Load the code of a family of rules (FAMILY_*), as the game does."""
        start, code = self.image.families[number]
        self.ram[start : start + len(code)] = code

    def patch(self, preset: int) -> None:
        """Set the board's figures to those of a preset (PRESET_*), as its code does."""
        for number, label, index, own, new in self.image.patches:
            self.poke(label, new if number == preset else own, index)

    def new_game(
        self,
        computers: Mapping[int, int],
        players: int,
        seed: int,
        preset: int = 0,
        own: tuple[int, Mapping[str, int]] | None = None,
    ) -> None:
        """Set up and start a game with the unbiased register as dice.

        computers  {seat: kind of REQ_CPU};  people have the other seats
        preset     PRESET_*: 0 classic, 1 the game of 1989, 2 the Russian one, 4 ... further ones
        own        instead of a preset: {switch: value} (switches.py)
        """
        self.call("play_init")
        self.call("random_seed", seed >> 16 & 0xFF, seed >> 8 & 0xFF, seed & 0xFF)
        self.patch(0 if own else preset)
        steps: list[tuple[Any, ...]] = [("SEATS", players)]
        if own:
            family, switches = own
            self.family(family)
            for name, value in switches.items():
                if name == "CLOCK":
                    steps.append(("CLOCK", value & 0xFF, value >> 8))
                else:
                    steps.append(("SWITCH", self.K["SW_" + name], value))
        elif preset:
            self.family(self.image.presets[preset])
            steps.append(("PRESET", preset))
        steps += [("COLOUR", seat, seat) for seat in range(players)]
        steps += [("CPU", seat, kind) for seat, kind in computers.items()]
        steps += [("OPTION", self.K["OPT_RANDOM"], self.K["RANDOM_UNBIASED"]), ("START",)]
        for name, *args in steps:
            reason = self.request(name, *args)
            if reason:
                raise RulesFault(f"{name}{tuple(args)} refused: {reason}")
