"""What passes between a page and the server, in both directions: ``one_case(seed)``.

To the server: messages made from the table of the protocol, right ones, nearly right ones and
absurd ones, by a client of any role, while the table is of any kind.  Each is taken or refused by
BadMessage; nothing else may come of it.  To the page: whatever the game says, each text is one of
the protocol's table, and each frame can be decoded to the picture of now.
"""

import json
import zlib
from functools import cache
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np

import c64
from emu.web.client import HEAD, SIZE, Client
from emu.web.game import Facts, Seat
from emu.web.machine_thread import Tick
from emu.web.permissions import FREE, HOST, SEATS, WATCH, Permissions, Role
from emu.web.picture import blank, encode, pack
from emu.web.protocol import (
    KEY,
    LARGEST,
    MESSAGES,
    PACKED,
    PICTURE,
    TO_PAGE,
    TO_SERVER,
    BadMessage,
    Flag,
    Key,
    OneOf,
    Text,
    Whole,
    ack_of,
    check,
    parse,
)
from emu.web.server import Hub
from emu.web.simultaneous import BIDS, HOUSES, Market
from tests.emu.web.kit import decode

ODD = (
    None, True, False, 0, -1, 1, 1.0, 0.5, 1 << 31, -(1 << 63), 1 << 64, 10**400, "", "\0",
    "x" * 900, "\N{GRINNING FACE}" * 200, "\ud800", "SHIFT_LOCK", "RESTORE", [], {}, [None],
    {"t": "key"},
)  # fmt: skip
KEYS = ("A", "1", "!", "RETURN", "SPACE", "UP", "F1", "?", "+", "D", "LSHIFT", "RESTORE", "STOP")
SHAPE = (64, 96)
MODES = ("setup", "first", "normal", "auction", "trade", "over", BIDS, HOUSES, "places", "claim")
INCOMING = [message for message in MESSAGES if message.direction == TO_SERVER]


def _fitting(dice: Random, kind: object) -> Any:
    """Return a value that a field may have, its borders more often than others."""
    if isinstance(kind, Whole):
        return dice.choice((kind.low, kind.high, dice.randint(kind.low, kind.high)))
    if isinstance(kind, Text):
        return "".join(map(chr, dice.choices(range(1, 0x2FF), k=dice.randint(0, kind.most))))
    if isinstance(kind, OneOf):
        return dice.choice(kind.words)
    if isinstance(kind, Key):
        return dice.choice(KEYS)
    assert isinstance(kind, Flag)
    return dice.random() < 0.5


def make_messages(dice: Random) -> list[str | bytes]:
    """Return what a client sends, in turn."""
    return [_message(dice) for _ in range(dice.randint(1, 12))]


def _message(dice: Random) -> str | bytes:
    if dice.random() < 0.1:
        return dice.randbytes(dice.choice((0, 3, 4, 4, 5, LARGEST)))
    row = dice.choice(INCOMING)
    found = {"t": row.name} | {name: _fitting(dice, kind) for name, kind in row.fields.items()}
    for _ in range(dice.choice((0, 0, 0, 1, 1, 2))):
        name = dice.choice([*found, "more"])
        if dice.random() < 0.25:
            found.pop(name, None)
        else:
            found[name] = dice.choice(ODD)
    text = json.dumps(found, ensure_ascii=dice.random() < 0.5)
    if dice.random() < 0.15:
        at = dice.randrange(len(text) + 1)
        text = text[:at] + dice.choice(('"', "\\", "{", "[" * 500, "\0", "")) + text[at + 1 :]
    return text[:LARGEST]


def _facts(dice: Random) -> Facts | None:
    """Return a table of some kind, None: another program."""
    if dice.random() < 0.2:
        return None
    seats = tuple(
        Seat("P" * dice.randint(0, 8), dice.randrange(16), dice.random() < 0.8,
             dice.random() < 0.3, dice.randint(-32768, 32767))
        for _ in range(dice.randint(0, SEATS))
    )  # fmt: skip
    mode = dice.choice(MODES)
    active = dice.randrange(len(seats)) if seats and dice.random() < 0.8 else None
    market = None
    if mode in (BIDS, HOUSES):
        people = tuple(n for n, seat in enumerate(seats) if seat.alive)
        bid = dice.choice((None, dice.randint(0, 65535)))
        market = Market(mode, people, people[:1], bid, tuple(seat.money for seat in seats))
    menu = tuple((key, "WORDS", dice.random() < 0.5) for key in dice.sample(KEYS, 4))
    return Facts(mode, active, seats, menu, dice.random() < 0.3, market, (bytes(4),))


@cache
def _machine() -> Any:
    return c64.C64(sample_rate=0)


class _Engine:
    """What Hub needs of emu.web.machine_thread.MachineThread, with real permissions."""

    window, palette, shape = (32, 16), [(0, 0, 0)] * 16, SHAPE

    def __init__(self, dice: Random) -> None:
        mapping = tuple(dice.choice(FREE) for _ in range(SEATS))
        self.permissions = Permissions(_machine(), mapping, dice.random() < 0.3)

    def audience(self, looks: bool, hears: bool) -> None:
        """Nobody waits for it here."""

    def send(self, kind: str, client: int, role: Role, *args: Any) -> None:
        """Do at once what the machine's thread would do."""
        gate = self.permissions
        if kind == "key":
            gate.key(client, role, *args)
        elif kind == "stick":
            gate.stick(client, role, *args)
        elif kind == "tap" and gate.facts is not None and gate.may(role, gate.facts) == "own":
            gate.tap(client, role, *args)
        elif kind == "drop":
            gate.drop(client)


def use_messages(case: list[str | bytes], dice: Random) -> tuple[int, int]:
    """Have a server take the messages of a client; returns how many it took and refused."""
    hub = Hub(engine := _Engine(dice), SimpleNamespace(tokens={HOST: "h" * 22, WATCH: "w" * 22}))
    hub.base = "http://127.0.0.1:6464/"
    clients = [
        Client(number, role, None, clock=lambda: 0.0)
        for number, role in enumerate((HOST, WATCH, *(Role("seat", n) for n in range(SEATS))), 1)
    ]
    hub.clients = {client.number: client for client in clients}
    taken, pictures = 0, [blank(SHAPE)]
    try:
        for number, message in enumerate(case):
            facts = _facts(dice)
            engine.permissions.tick(facts)
            hub.take(_tick(dice, number, pictures, facts))
            client = dice.choice(clients)
            client.say(json.dumps(hub._welcome(client.role)))
            taken += _take(hub, client, message)
            _read(dice, hub, clients, pictures)
    finally:
        for client in clients:
            engine.permissions.drop(client.number)
        for _ in range(10):  # what was asked for is let go of in its time
            engine.permissions.tick(None)
    machine = _machine()
    assert not machine.keyboard.down, "a key is held by nobody"
    return taken, len(case) - taken


def _take(hub: Hub, client: Client, message: str | bytes) -> bool:
    """Give a message to the server as its socket would; returns whether it was taken."""
    try:
        if isinstance(message, str):
            hub.do(client, parse(message))
        else:
            client.answered(ack_of(message))
    except BadMessage as error:
        assert "\n" not in str(error) and len(str(error)) < 100
        return False
    return True


def _tick(dice: Random, number: int, pictures: list[Any], facts: Facts | None) -> Tick:
    """Return the tick of a picture that differs from the one before in some cells."""
    now = pictures[-1].copy()
    for _ in range(dice.randint(0, 6)):
        row, column = dice.randrange(SHAPE[0] // 8), dice.randrange(SHAPE[1] // 8)
        colours = dice.sample(range(16), dice.choice((1, 2, 5)))
        cell = np.array(dice.choices(colours, k=64), dtype=np.uint8).reshape(8, 8)
        now[8 * row : 8 * row + 8, 8 * column : 8 * column + 8] = cell
    data = encode(pictures[-1], now)
    pictures.append(now)
    sound = dice.choice((None, b"", dice.randbytes(20)))
    return Tick(number + 1, now, pack(data) if data else None, sound, facts)


def _read(dice: Random, hub: Hub, clients: list[Client], pictures: list[Any]) -> None:
    """Read all texts that wait, and a frame, as pages do."""
    for client in clients:
        while client._texts:
            check(json.loads(client._texts.popleft()), TO_PAGE)
    since = dice.choice((None, *range(1, len(pictures))))
    message = hub.message(since, tuple(dice.choices((b"", b"sound"), k=dice.randint(0, 3))))
    kind, _, sounds = HEAD.unpack_from(message)
    at = HEAD.size
    for _ in range(sounds):
        at += SIZE.size + SIZE.unpack_from(message, at)[0]
    seen = blank(SHAPE) if kind & KEY or since is None else pictures[since].copy()
    if kind & PICTURE:
        data = message[at:]
        decode(zlib.decompress(data, -15) if kind & PACKED else data, seen)
    assert np.array_equal(seen, pictures[-1]), "a page shows another picture"


def one_case(seed: int) -> tuple[int, int]:
    """Try one case; returns how many messages were taken and refused."""
    dice = Random(seed)
    return use_messages(make_messages(dice), dice)
