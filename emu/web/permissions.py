"""Decides who may press what: keys and sticks of many people on one machine.

A client acts as the host, as a seat, or as a watcher.  In our game a seat's keys count while the
game waits for that seat's decision, and are released when it no longer does.  While all are asked
at once, each seat presses for itself (emu.web.simultaneous).  In other programs each seat has what
the host gave it: a joystick port, the keyboard, both, or nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from c64.input.keyboard import keys_for_name
from emu.shared.key_state import HOLD_FRAMES, KeyState
from emu.web.simultaneous import Market, Turns

if TYPE_CHECKING:
    from c64.api import C64
    from emu.web.game import Facts

GAME_PORT = 2
FREE = ("joy2", "joy1", "keys", "all", "none")  # what a seat can have in other programs
SHIFTS = ("LSHIFT", "RSHIFT", "CTRL", "CBM")
NOT_FOR_SEATS = ("RESTORE",)
DIRECTIONS = ("up", "down", "left", "right", "fire")  # bits of a stick's message
STICK_KEYS = ("UP", "DOWN", "LEFT", "RIGHT", "RETURN")  # what they mean while all are asked
SEATS = 8


@dataclass(frozen=True)
class Role:
    """The role that a link gives: ``kind`` "host", "seat" or "watch"; ``seat`` 0 to 7."""

    kind: str
    seat: int | None = None

    @property
    def place(self) -> int:
        """The seat, of a role that has one."""
        assert self.seat is not None
        return self.seat


HOST, WATCH = Role("host"), Role("watch")


Switch = tuple[int, int, str]  # client, port, direction


class Sticks:
    """Joysticks that several people move; short taps are held long enough to be seen."""

    def __init__(self, machine: "C64") -> None:
        self._machine = machine
        self._held: dict[Switch, int] = {}  # -> pictures
        self._leaving: set[Switch] = set()

    def move(self, client: int, port: int, bits: int) -> None:
        """Close the switches of a client that ``bits`` name, and open its others."""
        wanted = {
            (client, port, word) for number, word in enumerate(DIRECTIONS) if bits >> number & 1
        }
        for key in [key for key in self._held if key[0] == client and key not in wanted]:
            self._leaving.add(key)
        for key in wanted:
            self._leaving.discard(key)
            self._held.setdefault(key, 0)
        self._apply()

    def drop(self, client: int) -> None:
        """Open a client's switches at once."""
        mine = [key for key in self._held if key[0] == client]
        for key in mine:
            del self._held[key]
            self._leaving.discard(key)
        if mine:
            self._apply()

    def tick(self) -> None:
        """Open, once per picture, what was closed long enough."""
        gone = {key for key in self._leaving if self._held[key] >= HOLD_FRAMES}
        for key in self._held:
            self._held[key] += 1
        for key in gone:
            del self._held[key]
        self._leaving -= gone
        if gone:
            self._apply()

    def _apply(self) -> None:
        for port in (1, 2):
            stick = self._machine.joystick(port)
            stick.release()
            stick.press(*{word for _, at, word in self._held if at == port})


class Permissions:
    """Accepts the keys and stick moves that are allowed.

    mapping   words of FREE, one per seat, for programs other than our game
    expected  True: our game has been started; until it is there, seats have nothing
    facts     the current emu.web.game.Facts, or None
    open      True: in set-up and after the game every seat may press
    """

    def __init__(self, machine: "C64", mapping: Sequence[str], expected: bool) -> None:
        self._keys, self._sticks = KeyState(machine.keyboard), Sticks(machine)
        self.mapping, self._expected = mapping, expected
        self.facts: Facts | None = None
        self.open = False
        self._turns = Turns(self._keys)
        self._asked: str | None = None  # kind of the current Market
        self._bits: dict[int, int] = {}  # client -> its stick, while all are asked
        self._down: dict[int, dict[str, None]] = {}  # client -> {name: None} of its keys
        self._roles: dict[int, Role] = {}

    def may(self, role: Role, facts: "Facts | None") -> str:
        """Return what a role may use: "all", "none" or a word of FREE; in our game "turn" or "own".

        "own" means the keys of its own seat while all are asked.
        """
        if role.kind == "host":
            return "all"
        if role.kind != "seat":
            return "none"
        if facts is None:
            return "none" if self._expected else self.mapping[role.place]
        if facts.market is not None:
            return "own" if role.seat in facts.market.seats else "none"
        if facts.active is None:
            return "turn" if self.open else "none"
        mine = facts.active == role.seat and not facts.seats[role.place].computer
        return "turn" if mine else "none"

    @property
    def _market(self) -> Market:
        """The Market; only to be called while all are asked."""
        assert self.facts is not None and self.facts.market is not None
        return self.facts.market

    def key(self, client: int, role: Role, name: str, down: bool) -> bool:
        """Press or release a key by its name; returns False if that is not allowed."""
        if not down:
            if self._down.get(client, {}).pop(name, 0) is None:
                self._keys.release((client, name))
            return True
        may = self.may(role, self.facts)
        if may == "own":
            return self._own(client, role, self._market.key(role.place, name))
        if may not in ("all", "turn", "keys"):
            return False
        names = keys_for_name(name)
        if role.kind != "host" and any(key in NOT_FOR_SEATS for key in names):
            return False
        self._roles[client] = role
        self._down.setdefault(client, {})[name] = None
        self._keys.press((client, name), names, symbolic=name not in SHIFTS)
        return True

    def stick(self, client: int, role: Role, bits: int) -> bool:
        """Move a joystick; returns False if that is not allowed."""
        may = self.may(role, self.facts)
        if may == "own":
            return self._own_stick(client, role, bits)
        port = 1 if may == "joy1" else GAME_PORT
        if may not in ("all", "turn", "joy1", "joy2"):
            if not bits:
                self._sticks.drop(client)
            return not bits
        self._roles[client] = role
        self._sticks.move(client, port, bits)
        return True

    def _own(self, client: int, role: Role, name: str | None) -> bool:
        """Press a key for a seat while all are asked; returns False if there is none."""
        if name is None:
            return False
        self._roles[client] = role
        self._turns.ask(client, name)
        return True

    def _own_stick(self, client: int, role: Role, bits: int) -> bool:
        """Press the key that a stick's move means, once."""
        fresh, self._bits[client] = bits & ~self._bits.get(client, 0), bits
        names = [name for number, name in enumerate(STICK_KEYS) if fresh >> number & 1]
        keys = [self._market.key(role.place, name) for name in names]
        return all([self._own(client, role, key) for key in keys])

    def tap(self, client: int, role: Role, x: int, y: int) -> bool:
        """Tap on the picture while all are asked; returns False if that is not allowed."""
        return self._own(client, role, self._market.tapped(role.place, x, y))

    def drop(self, client: int) -> None:
        """Release all that a client holds: it has gone, or lost the focus."""
        self._turns.forget(client)
        self._bits.pop(client, None)
        for name in self._down.pop(client, ()):
            self._keys.forget((client, name))
        self._sticks.drop(client)
        self._roles.pop(client, None)

    def tick(self, facts: "Facts | None") -> None:
        """Follow the game, once per picture; ``facts``: the current ones."""
        if facts is not self.facts:
            asked = facts.market.kind if facts is not None and facts.market is not None else None
            anew, self._asked, self.facts = asked != self._asked, asked, facts
            for client, role in list(self._roles.items()):
                if self.may(role, facts) == "none" or (anew and role.kind == "seat"):
                    self.drop(client)
        self._turns.tick()
        self._keys.tick()
        self._sticks.tick()
