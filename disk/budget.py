"""How much memory a file may take: the one place that says so, and what every reader draws from.

A file that comes from a stranger may be small and claim to be large: a kilobyte of zlib unpacks
to a megabyte, a megabyte of JSON becomes twenty of objects.  So nothing is read or unpacked
without a limit, and what is unpacked out of *one* file counts in sum: a reader opens a ``Budget``,
and whatever it calls draws from that, down to the disk in the drive in the state in the recording.

The limits are chosen so that a process never has more than ``PROCESS_MOST`` bytes after it has
opened any file; ``tests/emu/test_hostile_files.py`` measures that.
"""

from __future__ import annotations

import json
import zlib
from contextvars import ContextVar, Token
from typing import Any

from disk.errors import MediaDamaged

MIB = 1 << 20
PROCESS_MOST = 256 * MIB  # bytes of the whole process; a test holds it
FILE_MOST = 64 * MIB  # bytes of a saved state or a recording as it is on the host
IMAGE_MOST = 32 * MIB  # bytes of an archive or image, and of a member of an archive
UNPACKED_MOST = 96 * MIB  # bytes unpacked out of one file, in sum
BLOCKS_MOST = 56 * MIB  # of them: the blocks of a state or a recording; a REU and a GMOD3 fit
DISK_MOST = 32 * MIB  # of them: the disk in one drive
TAPE_MOST = 32 * MIB  # of them: the pulses of the tape, four bytes each
DIRECTORY_MOST = 2 * MIB  # bytes of an archive's directory
MEMBERS_MOST = 10_000  # files in an archive
TRIED_MOST = 20  # of them, until one can be used
DOS_STATE_MOST = 40 * MIB  # bytes of a drive's DOS as JSON; a file of 16 MiB may be open in it
DEBUG_MOST = 160 * MIB  # bytes of memory for what a debug file says, by rough prices
TEXT_MOST = MIB  # bytes of settings, lists and headers
JSON_VALUES_MOST = 200_000  # in one text; each takes up to 250 bytes
EVENTS_MOST = 200_000  # in one recording; each takes about 300 bytes

_CHUNK = 64 << 10  # bytes of packed input that are unpacked at a time

_open: ContextVar[Budget | None] = ContextVar("budget", default=None)


class OverBudget(MediaDamaged):
    """More would be unpacked than a file may take."""


class Budget:
    """What one file may still unpack to; as a context it is what ``inflate`` draws from.

    left  bytes

    Within the context of another one nothing new begins: what is in a file counts as that file.
    """

    def __init__(self, most: int = UNPACKED_MOST) -> None:
        self.most = self.left = most
        self._tokens: list[Token[Budget | None] | None] = []

    def __enter__(self) -> Budget:
        outer = _open.get()
        self._tokens.append(_open.set(self) if outer is None else None)
        return self if outer is None else outer

    def __exit__(self, *_: object) -> None:
        token = self._tokens.pop()
        if token is not None:
            _open.reset(token)

    def take(self, size: int) -> None:
        """Draw ``size`` bytes; OverBudget if so many are not left."""
        if size > self.left:
            raise OverBudget(f"unpacks to more than {self.most} bytes, the most for one file")
        self.left -= size


def _limit(most: int) -> int:
    budget = _open.get()
    return most if budget is None else min(most, budget.left)


def draw(size: int) -> None:
    """Draw from the budget that is open, if one is; OverBudget if too little is left."""
    budget = _open.get()
    if budget is not None:
        budget.take(size)


def inflate(packed: bytes | memoryview, most: int) -> bytes:
    """Return what zlib has packed.

    most  bytes that it may have; no more than that is ever unpacked

    Raises OverBudget for more than ``most`` or than is left for the file, zlib.error for data
    that are damaged or end too early.
    """
    return drain(zlib.decompressobj(), packed, most)


def drain(unpacker: Any, packed: bytes | memoryview, most: int, size: int = -1) -> bytes:
    """Return what a decompressor of zlib, bz2 or lzma makes of ``packed``; as ``inflate``.

    size  bytes that it must have if the data have no end mark of their own
    """
    limit = _limit(most)
    data: bytes = unpacker.decompress(packed, limit + 1)
    if len(data) <= limit and not unpacker.eof and len(data) != size:
        raise zlib.error("incomplete data")
    return checked(data, limit)


def checked(data: bytes, most: int) -> bytes:
    """Return what has been unpacked, drawn from the budget; OverBudget if it is too much."""
    if len(data) > most:
        raise OverBudget(f"unpacks to more than {most} bytes, the most for one file")
    draw(len(data))
    return data


def inflate_gzip(packed: bytes, most: int, members_most: int = 100) -> bytes:
    """Return what gzip has packed, all members of it; as ``inflate``, and ValueError."""
    found, rest, limit = [], packed, _limit(most)
    for _ in range(members_most):
        unpacker = zlib.decompressobj(16 + zlib.MAX_WBITS)
        found.append(drain(unpacker, rest, limit))
        limit -= len(found[-1])
        rest = unpacker.unused_data.lstrip(b"\0")  # tapes and dd pad with zeros
        if not rest:
            return found[0] if len(found) == 1 else b"".join(found)
    raise ValueError(f"it has more than {members_most} parts")


def parse_json(text: bytes | str, most: int = TEXT_MOST, **options: Any) -> Any:
    """Return what a JSON text says; ValueError for what is none, OverBudget for one too large.

    most     bytes of the text
    options  of json.loads

    A text with more than a million bytes must be of ASCII without escapes: a single character
    of another kind would make four bytes of each.
    """
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    if len(data) > most:
        raise OverBudget(f"{len(data)} bytes of JSON; at most {most} are allowed")
    values = sum(map(data.count, (b",", b"[", b"{", b":")))
    if values > JSON_VALUES_MOST:
        raise OverBudget(f"{values} values in JSON; at most {JSON_VALUES_MOST} are allowed")
    if len(data) > TEXT_MOST and (b"\\" in data or not data.isascii()):
        raise ValueError("JSON with escapes that is longer than any of ours")
    try:
        return json.loads(data, **options)
    except RecursionError:
        raise ValueError("JSON that is nested too deeply") from None
