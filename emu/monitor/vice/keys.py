"""Text for the KERNAL's keyboard buffer, a buffer full at a time.

As with VICE's keyboard feed, programs that read keys from the KERNAL get them; programs that
scan the keyboard matrix see nothing.  Text is PETSCII; ``\\n``, ``\\r`` and ``\\xNN`` spelt
with a backslash mean those codes, and small letters of ASCII mean letters, as there.
"""

import re

from c64.prompt import KEYBUF, KEYBUF_COUNT, KEYBUF_SIZE, at_prompt
from emu.kit.types import Board

QUEUE_LIMIT = 16384
READY_FRAMES = 3
_ESCAPE = re.compile(rb"\\(n|r|x[0-9A-Fa-f]{2})")


class QueueFull(Exception):
    """The text does not fit the queue."""


def _escaped(match: re.Match[bytes]) -> bytes:
    code = match[1]
    return bytes([int(code[1:], 16)]) if code.startswith(b"x") else b"\r"


def petscii(data: bytes) -> bytes:
    """Return the PETSCII codes for a client's text."""
    codes = _ESCAPE.sub(_escaped, data).replace(b"\n", b"\r")
    return bytes(c - 0x20 if 0x61 <= c <= 0x7A else c for c in codes)


class KeyQueue:
    """Text waiting for the KERNAL; call ``tick()`` before every frame.

    Until BASIC has waited for input once, nothing is fed: the KERNAL empties the buffer while
    it starts.
    """

    def __init__(self, board: Board) -> None:
        self._board = board
        self.clear()

    def clear(self) -> None:
        """Drop the waiting text; call this at a reset."""
        self._text = b""
        self._ready = 0

    def put(self, data: bytes) -> None:
        """Append text; QueueFull if it is too much."""
        if len(self._text) + len(data) > QUEUE_LIMIT:
            raise QueueFull
        self._text += petscii(data)

    def tick(self) -> bool:
        """Feed what fits; return True if memory was written."""
        if self._ready < READY_FRAMES:
            self._ready = self._ready + 1 if at_prompt(self._board) else 0
            return False
        ram = self._board.ram_low
        if not self._text or ram[KEYBUF_COUNT]:
            return False
        part, self._text = self._text[:KEYBUF_SIZE], self._text[KEYBUF_SIZE:]
        ram[KEYBUF : KEYBUF + len(part)] = part
        ram[KEYBUF_COUNT] = len(part)
        return True
