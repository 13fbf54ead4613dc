"""Messages of the Debug Adapter Protocol: their framing, and arguments of the right types.

A message is a header ``Content-Length: N``, an empty line, and N bytes of JSON.
"""

import json
from collections.abc import Iterator
from typing import Any, NoReturn

from emu.dap.errors import DapError

Json = dict[str, Any]  # an object of JSON

HEADER_MOST = 1024  # bytes
BODY_MOST = 4 << 20
ITEMS_MOST = 10_000  # of a list, such as breakpoints
END = b"\r\n\r\n"
_HEADERS = ("content-length", "content-type")
_SHOWN = 40  # characters of what somebody sent
_EXAMPLE = "expected 'Content-Length: N', an empty line and N bytes of JSON"


class FramingError(DapError):
    """Where the next message begins is unknown: the connection must end."""


class MalformedMessage(DapError):
    """A message is no request; the next one may be.

    request  its ``seq``, as far as it has one;  command  likewise
    """

    def __init__(self, message: str, request: int = 0, command: str = "") -> None:
        super().__init__(message)
        self.request, self.command = request, command


def encode(message: Json) -> bytes:
    """Return a message with its header."""
    body = json.dumps(message, separators=(",", ":")).encode("ascii")
    return b"Content-Length: %d%s%s" % (len(body), END, body)


class MessageReader:
    """Cuts what a client sends into requests."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._size: int | None = None  # of the body, once its header is complete

    @property
    def full(self) -> bool:
        """True while as much waits as one message may have."""
        return len(self._buffer) > HEADER_MOST + BODY_MOST

    def feed(self, data: bytes) -> None:
        """Take bytes that have arrived."""
        self._buffer += data

    def requests(self) -> Iterator[Json]:
        """Yield the requests that are complete; FramingError, MalformedMessage."""
        while (request := self.next()) is not None:
            yield request

    def next(self) -> Json | None:
        """Return the next request, None if it is not complete; FramingError, MalformedMessage."""
        if self._size is None:
            self._size = self._header()
        if self._size is None or len(self._buffer) < self._size:
            return None
        body = bytes(self._buffer[: self._size])
        del self._buffer[: self._size]
        self._size = None
        return _request(body)

    def _header(self) -> int | None:
        """Take a header off the buffer; returns the size it tells, None if it is not complete."""
        end = self._buffer.find(END, 0, HEADER_MOST + len(END))
        head = bytes(self._buffer[: HEADER_MOST if end < 0 else end])
        size = _size_of(head, end >= 0)
        if end < 0:
            if len(self._buffer) > HEADER_MOST:
                raise FramingError(f"header of more than {HEADER_MOST} bytes; {_EXAMPLE}")
            return None
        if size is None:
            raise FramingError(f"header without Content-Length; {_EXAMPLE}")
        del self._buffer[: end + len(END)]
        return size


def _size_of(head: bytes, whole: bool) -> int | None:
    """Return the size that header lines tell; FramingError for a line of another protocol.

    A web page may send a request with messages in its body: its first line ends it here.
    """
    size = None
    lines = head.split(b"\r\n")
    for raw in lines if whole else lines[:-1]:
        line = raw.decode("latin-1")
        name, colon, value = line.partition(":")
        if not colon or name.lower() not in _HEADERS:
            raise FramingError(f"header line {line[:_SHOWN]!r}; {_EXAMPLE}")
        if name.lower() == "content-length":
            digits = value.strip()
            if not (digits.isascii() and digits.isdecimal()) or len(digits) > 10:
                raise FramingError(f"Content-Length {digits[:_SHOWN]!r}; {_EXAMPLE}")
            size = int(digits)
            if size > BODY_MOST:
                raise FramingError(f"message of {size} bytes; {BODY_MOST} is the most")
    return size


def _constant(text: str) -> NoReturn:
    raise ValueError(f"{text} is no number of JSON")


def _request(body: bytes) -> Json:
    """Return the request in a body; MalformedMessage if it is none."""
    try:
        message = json.loads(body.decode("utf-8"), parse_constant=_constant)
    except RecursionError:
        raise MalformedMessage("message: nested too deep") from None
    except ValueError as error:
        raise MalformedMessage(f"message: no JSON in UTF-8 ({error})") from None
    if not isinstance(message, dict):
        raise MalformedMessage("message: expected an object of JSON")
    seq, command = message.get("seq"), message.get("command")
    request = seq if isinstance(seq, int) and not isinstance(seq, bool) else 0
    if message.get("type") != "request" or not isinstance(command, str):
        raise MalformedMessage(
            'message: expected "type": "request" and a "command"', request,
            command[:_SHOWN] if isinstance(command, str) else "",
        )  # fmt: skip
    if request != seq:
        raise MalformedMessage("message: 'seq' must be a number", 0, command[:_SHOWN])
    if not isinstance(message.setdefault("arguments", {}), dict):
        raise MalformedMessage(
            f"{command[:_SHOWN]}: 'arguments' must be an object", request, command
        )
    return message


class Arguments:
    """The arguments of a request, or an object in them; DapError names one that is wrong.

    what  the request's command, for messages
    """

    def __init__(self, what: str, values: Json) -> None:
        self._what, self.values = what, values

    def _wrong(self, name: str, expected: str) -> DapError:
        return DapError(f"{self._what}: '{name}' must be {expected}")

    def text(self, name: str, usual: str | None = None) -> str:
        """Return a string; without ``usual`` it must be there."""
        value = self.values.get(name)
        if value is None and usual is not None:
            return usual
        if not isinstance(value, str):
            raise self._wrong(name, "a string")
        return value

    def number(self, name: str, usual: int | None = None, most: int = 1 << 31) -> int:
        """Return a whole number, in magnitude ``most`` at most."""
        value = self.values.get(name)
        if value is None and usual is not None:
            return usual
        if not isinstance(value, int) or isinstance(value, bool):
            raise self._wrong(name, "a whole number")
        if abs(value) > most:
            raise self._wrong(name, f"at most {most}")
        return value

    def flag(self, name: str, usual: bool = False) -> bool:
        """Return a boolean."""
        value = self.values.get(name)
        if value is None:
            return usual
        if not isinstance(value, bool):
            raise self._wrong(name, "true or false")
        return value

    def object(self, name: str) -> "Arguments":
        """Return an object, empty if there is none."""
        value = self.values.get(name)
        if not isinstance(value, dict | None):
            raise self._wrong(name, "an object")
        return Arguments(f"{self._what}, {name}", value or {})

    def objects(self, name: str) -> list["Arguments"]:
        """Return a list of objects, empty if there is none."""
        found = self._list(name)
        if not all(isinstance(value, dict) for value in found):
            raise self._wrong(name, "a list of objects")
        return [Arguments(f"{self._what}, {name}", value) for value in found]

    def texts(self, name: str) -> list[str]:
        """Return a list of strings; a single one counts as such a list."""
        value = self.values.get(name)
        found = [value] if isinstance(value, str) else self._list(name)
        if not all(isinstance(value, str) for value in found):
            raise self._wrong(name, "a list of strings")
        return found

    def _list(self, name: str) -> list[Any]:
        value = self.values.get(name)
        if value is None:
            return []
        if not isinstance(value, list):
            raise self._wrong(name, "a list")
        if len(value) > ITEMS_MOST:
            raise self._wrong(name, f"a list of at most {ITEMS_MOST}")
        return value
