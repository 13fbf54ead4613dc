"""What a client may say: small JSON objects, each with its fields and no others.

    hello     token: the secret of a link; must come first
    key       k: name of a C64 key; d: 1 down, 0 up
    joy       v: bits up, down, left, right, fire
    tap       x, y: a dot of the window, 320 x 200
    up        everything is let go of: the page is not looked at
    chat      text: a line
    sound     on: whether sound is to be sent
    computer  seat; skill: "easy", "normal", "hard", or "" for a person again   (host)
    open      on: every seat may press in set-up   (host)

and binary: four bytes, the number of the last picture that has been drawn.
"""

import json

from c64.input.keyboard import keys_for_name

LARGEST = 1024  # bytes of a message
CHAT_MOST = 160  # characters of a line
KEY_MOST = 16
HOST_ONLY = ("computer", "open")
WIDTH, HEIGHT = 320, 200
ACK = 4


class BadMessage(ValueError):
    """A message that no page of ours sends; one line."""


def _whole(low, high):
    return lambda value: type(value) is int and low <= value <= high


def _text(most):
    return lambda value: isinstance(value, str) and len(value) <= most


def _key(value):
    return (
        isinstance(value, str)
        and 0 < len(value) <= KEY_MOST
        and value != "SHIFT_LOCK"
        and keys_for_name(value) is not None
    )


FIELDS = {
    "hello": {"token": _text(64)},
    "key": {"k": _key, "d": _whole(0, 1)},
    "joy": {"v": _whole(0, 31)},
    "tap": {"x": _whole(0, WIDTH - 1), "y": _whole(0, HEIGHT - 1)},
    "up": {},
    "chat": {"text": _text(CHAT_MOST)},
    "sound": {"on": lambda value: isinstance(value, bool)},
    "computer": {
        "seat": _whole(0, 7),
        "skill": lambda value: value in ("", "easy", "normal", "hard"),
    },
    "open": {"on": lambda value: isinstance(value, bool)},
}


def parse(text):
    """Return the message in a text, a dict whose ``t`` is one of FIELDS; BadMessage."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        raise BadMessage("not JSON") from None
    if not isinstance(found, dict):
        raise BadMessage("not an object")
    kind = found.get("t")
    fields = FIELDS.get(kind) if isinstance(kind, str) else None
    if fields is None:
        raise BadMessage("of no known kind")
    if set(found) != {"t", *fields}:
        raise BadMessage(f"{kind}: other fields than {', '.join(fields) or 'none'}")
    for name, fits in fields.items():
        if not fits(found[name]):
            raise BadMessage(f"{kind}: invalid {name}")
    return found


def ack_of(data):
    """Return the number in an acknowledgement; BadMessage."""
    if len(data) != ACK:
        raise BadMessage(f"{len(data)} bytes instead of {ACK}")
    return int.from_bytes(data, "big")


def clean(text):
    """Return a line of chat as it is shown: no control characters, no blanks round it."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


class Budget:
    """How many messages a client may send: so many a second, so many at once.

    clock  function giving seconds
    """

    def __init__(self, a_second, at_once, clock):
        self._rate, self._most, self._clock = a_second, at_once, clock
        self._left, self._then = float(at_once), clock()

    def spend(self):
        """Return False if there have been too many."""
        now = self._clock()
        self._left = min(self._most, self._left + (now - self._then) * self._rate)
        self._then = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
