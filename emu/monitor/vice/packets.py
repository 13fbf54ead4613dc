"""Packets of VICE's binary monitor protocol, API version 2: layouts as tables, and a codec.

A command is ``02 api length:4 request:4 command`` and a body of ``length`` bytes, an answer
``02 api length:4 type error request:4`` and a body; numbers are little endian.  Answers that
no command asked for (events) carry the request EVENT.

Source: VICE manual, chapter "Binary monitor"; checked against VICE's own tests of it
(testprogs/monitor/binmonitor) and src/monitor/monitor_binary.c where the manual is silent.
"""

import struct
from enum import IntEnum
from types import SimpleNamespace
from typing import NamedTuple

Fields = SimpleNamespace  # of a command's body, by the names in its row of COMMANDS

STX = 0x02
API_VERSION = 2
API_VERSIONS = (1, 2)  # understood; the layouts are the same
EVENT = 0xFFFFFFFF
BODY_LIMIT = 0x11000  # a command with 64 KiB of memory fits
_COMMAND = struct.Struct("<BBIIB")
_ANSWER = struct.Struct("<BBIBBI")
_NUMBERS = {"B": struct.Struct("<B"), "H": struct.Struct("<H"), "I": struct.Struct("<I")}


class Error(IntEnum):
    """Error codes of answers."""

    OK = 0x00
    OBJECT_MISSING = 0x01
    INVALID_MEMSPACE = 0x02
    INVALID_LENGTH = 0x80
    INVALID_PARAMETER = 0x81
    INVALID_API = 0x82
    INVALID_TYPE = 0x83
    FAILURE = 0x8F


class Answer(IntEnum):
    """Types of answers that differ from the number of their command."""

    INVALID = 0x00
    CHECKPOINT = 0x11
    REGISTERS = 0x31
    JAM = 0x61
    STOPPED = 0x62
    RESUMED = 0x63


class Refused(Exception):
    """A command that cannot be carried out; ``error`` is the code of its answer."""

    def __init__(self, error: Error) -> None:
        super().__init__(error.name)
        self.error = error


class Command(NamedTuple):
    """A command: its name, the fields of its body, the type of the answer.

    fields  ``name:kind``; B, H, I a number of 1, 2, 4 bytes, with ? it may be missing;
            s a length byte and so many bytes; r items of registers; * all that is left.
            What follows the last field is ignored, as the manual wants.
    """

    name: str
    fields: str = ""
    answer: int | None = None
    api: int = 1


_RANGE = "effects:B first:H last:H space:B bank:H"
COMMANDS = {
    0x01: Command("memory_get", _RANGE),
    0x02: Command("memory_set", f"{_RANGE} data:*"),
    0x11: Command("checkpoint_get", "number:I"),
    0x12: Command(
        "checkpoint_set",
        "first:H last:H stops:B enabled:B operation:B temporary:B space:B?",
        Answer.CHECKPOINT,
    ),
    0x13: Command("checkpoint_delete", "number:I"),
    0x14: Command("checkpoint_list"),
    0x15: Command("checkpoint_toggle", "number:I enabled:B"),
    0x22: Command("condition_set", "number:I text:s"),
    0x31: Command("registers_get", "space:B"),
    0x32: Command("registers_set", "space:B items:r", Answer.REGISTERS),
    0x41: Command("dump", "roms:B disks:B name:s"),
    0x42: Command("undump", "name:s"),
    0x51: Command("resource_get", "name:s"),
    0x52: Command("resource_set", "kind:B name:s value:s"),
    0x71: Command("advance_instructions", "over:B count:H"),
    0x72: Command("keyboard_feed", "text:s", api=2),
    0x73: Command("execute_until_return"),
    0x81: Command("ping"),
    0x82: Command("banks_available"),
    0x83: Command("registers_available", "space:B"),
    0x84: Command("display_get", "vic:B format:B", api=2),
    0x85: Command("vice_info"),
    0x86: Command("cpu_history_get", "space:B count:I"),
    0x91: Command("palette_get", "vic:B"),
    0xA2: Command("joyport_set", "port:H value:H"),
    0xAA: Command("exit"),
    0xB2: Command("userport_set", "value:H"),
    0xBB: Command("quit"),
    0xCC: Command("reset", "what:B"),
    0xDD: Command("autostart", "run:B index:H name:s"),
}


class Packet(NamedTuple):
    """A received command; ``body`` is None if it was longer than BODY_LIMIT."""

    api: int
    request: int
    command: int
    body: bytes | None


class PacketReader:
    """Finds packets in a stream of bytes; buffers at most one packet."""

    def __init__(self) -> None:
        self._data = bytearray()
        self._skip = 0

    @property
    def waiting(self) -> bool:
        """True if bytes are here that ``next()`` has not taken."""
        return bool(self._data)

    def feed(self, data: bytes) -> None:
        """Take bytes of the stream."""
        skipped = min(self._skip, len(data))
        self._skip -= skipped
        self._data += data[skipped:]

    def next(self) -> Packet | None:
        """Return the next whole Packet, or None; bytes before an STX are dropped.

        The bytes of too long a body are dropped as they arrive.
        """
        data = self._data
        start = data.find(STX)
        del data[: len(data) if start < 0 else start]
        if len(data) < _COMMAND.size:
            return None
        _, api, length, request, command = _COMMAND.unpack_from(data)
        end = _COMMAND.size + length
        if length > BODY_LIMIT:
            if api not in API_VERSIONS:
                end = _COMMAND.size  # what stands there need not be a length
            self._skip = max(end - len(data), 0)
            del data[:end]
            return Packet(api, request, command, None)
        if len(data) < end:
            return None
        body = bytes(data[_COMMAND.size : end])
        del data[:end]
        return Packet(api, request, command, body)


class _Body:
    """Takes fields off a body; Refused(INVALID_LENGTH) when it is too short."""

    def __init__(self, data: bytes) -> None:
        self._data, self._at = data, 0

    def left(self) -> int:
        return len(self._data) - self._at

    def take(self, size: int) -> bytes:
        if size > self.left():
            raise Refused(Error.INVALID_LENGTH)
        self._at += size
        return self._data[self._at - size : self._at]

    def number(self, kind: str) -> int:
        value: int = _NUMBERS[kind].unpack(self.take(_NUMBERS[kind].size))[0]
        return value

    def registers(self) -> list[tuple[int, int]]:
        """Return [(register, value)]; an item may be longer than these."""
        items = []
        for _ in range(self.number("H")):
            item = self.take(self.number("B"))
            if len(item) < 3:
                raise Refused(Error.INVALID_LENGTH)
            items.append((item[0], item[1] | item[2] << 8))
        return items

    def field(self, kind: str) -> int | bytes | list[tuple[int, int]]:
        if kind in _NUMBERS:
            return self.number(kind)
        if kind == "s":
            return self.take(self.number("B"))
        return self.registers() if kind == "r" else self.take(self.left())


def read_fields(fields: str, data: bytes) -> Fields:
    """Return the fields of a body as a namespace; Refused if it is too short.

    fields  as in Command; a missing optional number is 0
    """
    body, found = _Body(data), Fields()
    for field in fields.split():
        name, kind = field.split(":")
        optional = kind.endswith("?") and not body.left()
        setattr(found, name, 0 if optional else body.field(kind.rstrip("?")))
    return found


def answer(kind: int, request: int, body: bytes = b"", error: Error = Error.OK) -> bytes:
    """Return the bytes of an answer or event."""
    return _ANSWER.pack(STX, API_VERSION, len(body), kind, error, request) + body


def items(*bodies: bytes) -> bytes:
    """Return an array: the count in two bytes, each item after its length in one."""
    return struct.pack("<H", len(bodies)) + b"".join(bytes([len(b)]) + b for b in bodies)


def text(data: bytes) -> bytes:
    """Return bytes after their length in one byte."""
    return bytes([len(data)]) + data
