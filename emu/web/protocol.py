"""The web protocol: every message between a page and the server, in one table.

The server checks each message of a page against it.  Tests compare the page's script
(page/page.js), the server's messages and docs/inside/web-protocol.md with it.  Text messages are
JSON objects whose ``t`` is the name of the message; they have all their fields and no others.
Binary ones have a layout of their own: emu/web/client.py packs frames, ``ack_of`` below reads the
acknowledgements.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from c64.input.keyboard import keys_for_name

LARGEST = 1024  # bytes of a message to the server
CHAT_MOST = 160  # characters of a line
KEY_MOST = 16
TOKEN_MOST = 64
SEATS = 8
WIDTH, HEIGHT = 320, 200
ACK = 4  # bytes
TO_SERVER, TO_PAGE = "to the server", "to the page"
ANYBODY, HOST = "anybody", "host"
CONNECTED, WELCOMED = "connected", "welcomed"  # since when a message may be sent
MAY = ("all", "turn", "own", "keys", "joy1", "joy2", "none")
SKILLS = ("", "easy", "normal", "hard")


class BadMessage(ValueError):
    """A message that no page of ours sends; the text is one line."""


class Kind(Protocol):
    """What a field may hold; ``str()`` gives the words of the document."""

    def fits(self, value: object) -> bool:
        """Tell whether a value is of this kind."""


@dataclass(frozen=True)
class Whole:
    """A whole number, from ``low`` to ``high``."""

    low: int
    high: int

    def fits(self, value: object) -> bool:
        return type(value) is int and self.low <= value <= self.high

    def __str__(self) -> str:
        return f"whole number, {self.low} to {self.high}"


@dataclass(frozen=True)
class Text:
    """Text of at most ``most`` characters."""

    most: int

    def fits(self, value: object) -> bool:
        return isinstance(value, str) and len(value) <= self.most

    def __str__(self) -> str:
        return f"text, at most {self.most} characters"


@dataclass(frozen=True)
class Flag:
    """True or false."""

    def fits(self, value: object) -> bool:
        return isinstance(value, bool)

    def __str__(self) -> str:
        return "true or false"


@dataclass(frozen=True)
class OneOf:
    """One of some words."""

    words: tuple[str, ...]

    def fits(self, value: object) -> bool:
        return isinstance(value, str) and value in self.words

    def __str__(self) -> str:
        return "one of " + ", ".join(f'"{word}"' for word in self.words)


@dataclass(frozen=True)
class Key:
    """The name of a C64 key, as in ``c64.input.keyboard``."""

    def fits(self, value: object) -> bool:
        return (
            isinstance(value, str)
            and 0 < len(value) <= KEY_MOST
            and value != "SHIFT_LOCK"
            and keys_for_name(value) is not None
        )

    def __str__(self) -> str:
        return "name of a C64 key, not SHIFT_LOCK"


@dataclass(frozen=True)
class Or:
    """A value of another kind, or null."""

    kind: Kind

    def fits(self, value: object) -> bool:
        return value is None or self.kind.fits(value)

    def __str__(self) -> str:
        return f"{self.kind}; or null"


@dataclass(frozen=True)
class Many:
    """A list of at most ``most`` values of a kind."""

    kind: Kind
    most: int

    def fits(self, value: object) -> bool:
        return (
            isinstance(value, list)
            and len(value) <= self.most
            and all(self.kind.fits(one) for one in value)
        )

    def __str__(self) -> str:
        return f"list of at most {self.most}: {self.kind}"


@dataclass(frozen=True)
class Row:
    """A list of values of these kinds, in this order."""

    kinds: tuple[Kind, ...]

    def fits(self, value: object) -> bool:
        return (
            isinstance(value, list)
            and len(value) == len(self.kinds)
            and all(kind.fits(one) for kind, one in zip(self.kinds, value, strict=True))
        )

    def __str__(self) -> str:
        return "[" + "; ".join(map(str, self.kinds)) + "]"


@dataclass(frozen=True)
class Object:
    """An object with all these fields and no others."""

    fields: tuple[tuple[str, Kind], ...]

    def fits(self, value: object) -> bool:
        return (
            isinstance(value, dict)
            and set(value) == {name for name, _ in self.fields}
            and all(kind.fits(value[name]) for name, kind in self.fields)
        )

    def __str__(self) -> str:
        return "{" + "; ".join(f"{name}: {kind}" for name, kind in self.fields) + "}"


@dataclass(frozen=True)
class Message:
    """A message.

    sender   ANYBODY who has shown a link, or HOST alone; to the page: for whom it is
    since    CONNECTED: before the hello, and never again; WELCOMED: after it
    fields   {name: Kind};  optional  fields that may be missing
    purpose  what it says, in one line
    """

    name: str
    direction: str
    sender: str
    since: str
    purpose: str
    fields: Mapping[str, Kind] = field(default_factory=dict)
    optional: tuple[str, ...] = ()

    def check(self, found: Mapping[str, object]) -> None:
        """Raise BadMessage, one line, unless the fields are those of this message."""
        names = set(found) - {"t"}
        if not set(self.fields) - set(self.optional) <= names <= set(self.fields):
            listed = ", ".join(self.fields) or "none"
            raise BadMessage(f"{self.name}: other fields than {listed}")
        for name, kind in self.fields.items():
            if name in found and not kind.fits(found[name]):
                raise BadMessage(f"{self.name}: invalid {name}")


FLAG, SEAT, NAME = Flag(), Whole(0, SEATS - 1), Text(16)
LINK = Object((("kind", OneOf(("seat", "watch"))), ("seat", Or(SEAT)), ("url", Text(400)),
               ("qr", Many(Text(177), 177))))  # fmt: skip
PERSON = Object((("name", NAME), ("colour", Whole(0, 15)), ("alive", FLAG), ("cpu", FLAG)))
BUTTON = Row((Text(KEY_MOST), Text(40), FLAG))
SIZE = Whole(8, 600)

MESSAGES = (
    Message("hello", TO_SERVER, ANYBODY, CONNECTED, "gives the secret of a link",
            {"token": Text(TOKEN_MOST)}),
    Message("key", TO_SERVER, ANYBODY, WELCOMED, "a key goes down (1) or up (0)",
            {"k": Key(), "d": Whole(0, 1)}),
    Message("joy", TO_SERVER, ANYBODY, WELCOMED, "the joystick: bits up, down, left, right, fire",
            {"v": Whole(0, 31)}),
    Message("tap", TO_SERVER, ANYBODY, WELCOMED, "a tap on a pixel of the C64's display window",
            {"x": Whole(0, WIDTH - 1), "y": Whole(0, HEIGHT - 1)}),
    Message("up", TO_SERVER, ANYBODY, WELCOMED,
            "the page has lost the focus: releases keys and joystick"),
    Message("chat", TO_SERVER, ANYBODY, WELCOMED, "a chat line for everybody",
            {"text": Text(CHAT_MOST)}),
    Message("sound", TO_SERVER, ANYBODY, WELCOMED, "whether the server sends sound", {"on": FLAG}),
    Message("computer", TO_SERVER, HOST, WELCOMED,
            'a computer of this skill plays a seat; "": a person again',
            {"seat": SEAT, "skill": OneOf(SKILLS)}),
    Message("open", TO_SERVER, HOST, WELCOMED, "whether every seat may press in set-up",
            {"on": FLAG}),
    Message("welcome", TO_PAGE, ANYBODY, WELCOMED,
            "answers hello: your role, and how to show the game",
            {"role": OneOf(("host", "seat", "watch")), "seat": Or(SEAT), "width": SIZE,
             "height": SIZE, "window": Row((Whole(0, 600), Whole(0, 600))),
             "rate": Whole(8000, 96000), "palette": Many(Text(7), 16),
             "links": Many(LINK, SEATS + 1), "skills": Many(OneOf(SKILLS[1:]), 3)},
            ("links", "skills")),  # the host's
    Message("table", TO_PAGE, ANYBODY, WELCOMED,
            "whose decision is due and who is there, after each change",
            {"may": OneOf(MAY), "open": FLAG, "here": Many(SEAT, SEATS),
             "watchers": Whole(0, 1000), "mode": Or(Text(16)),
             "map": Many(OneOf(MAY), SEATS), "active": Or(SEAT), "shows": FLAG,
             "seats": Many(PERSON, SEATS), "menu": Many(BUTTON, 16),
             "asked": Or(Many(SEAT, SEATS))},
            ("map", "active", "shows", "seats", "menu", "asked")),  # our game's, or not
    Message("chat", TO_PAGE, ANYBODY, WELCOMED, "a chat line from somebody",
            {"who": NAME, "seat": Or(SEAT), "text": Text(CHAT_MOST)}),
    Message("no", TO_PAGE, ANYBODY, WELCOMED, "why a key or a chat line was rejected",
            {"why": Text(200)}),
)  # fmt: skip
BY_NAME = {(message.direction, message.name): message for message in MESSAGES}

# Codes with which the server closes a connection, and why.
BAD, ELSEWHERE, WRONG_LINK, TOO_MANY, FULL = 4000, 4001, 4003, 4008, 4010
CLOSES = {
    1001: "the host has closed the game; the page tries again",
    BAD: "a message was invalid, or the page stayed silent",
    ELSEWHERE: "the seat was opened on another device",
    WRONG_LINK: "the secret does not belong to this game",
    TOO_MANY: "too many messages",
    FULL: "there is no room for another connection",
}
# Bits of the first byte of a binary message to the page.
PICTURE, PACKED, KEY, SOUND = 1, 2, 4, 8


def check(found: object, direction: str) -> dict[str, Any]:
    """Return a message that was read from JSON, if the table has it; BadMessage."""
    if not isinstance(found, dict):
        raise BadMessage("not an object")
    name = found.get("t")
    message = BY_NAME.get((direction, name)) if isinstance(name, str) else None
    if message is None:
        raise BadMessage("of no known kind")
    message.check(found)
    return found


def parse(text: str) -> dict[str, Any]:
    """Return the message to the server in a text; BadMessage."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        raise BadMessage("not JSON") from None
    return check(found, TO_SERVER)


def permit(name: str, role: str, since: str) -> None:
    """Raise BadMessage unless a role may send a message to the server in a state.

    role   emu.web.permissions.Role.kind;  since  CONNECTED or WELCOMED
    """
    message = BY_NAME[TO_SERVER, name]
    if message.since != since:
        words = {CONNECTED: "hello must come first", WELCOMED: f"{name}: was said before"}
        raise BadMessage(words[since])
    if message.sender == HOST and role != "host":
        raise BadMessage(f"{name}: only the host may")


def ack_of(data: bytes) -> int:
    """Return the number in an acknowledgement; BadMessage."""
    if len(data) != ACK:
        raise BadMessage(f"{len(data)} bytes instead of {ACK}")
    return int.from_bytes(data, "big")
