"""One connection: what waits for it, and how much may be unacknowledged.

A client acknowledges the pictures that it has drawn.  While fewer than WINDOW bytes are
unacknowledged, it receives each new picture.  After that it receives nothing, and later one change
from the last picture it received to the current one.  So a slow connection shows fewer pictures,
but no old ones, and a silent client costs one window and no more.
"""

import asyncio
import struct
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from emu.web.protocol import KEY, PACKED, PICTURE, SOUND
from emu.web.rate_limit import RateLimit

if TYPE_CHECKING:
    from aiohttp import web

    from emu.web.machine_thread import Tick
    from emu.web.permissions import Role

WINDOW = 20_000  # bytes
SOUNDS = 10  # packets that may wait; older ones are dropped
TEXTS = 60
MESSAGES_A_SECOND, MESSAGES_AT_ONCE = 60, 200
CHATS_A_SECOND, CHATS_AT_ONCE = 0.4, 5
IDLE_TICKS = 100  # without news; then an empty message shows the client that the connection lives
HEAD = struct.Struct(">BIB")
SIZE = struct.Struct(">H")


class Pictures(Protocol):
    """The source of the pictures: emu.web.server.Hub."""

    tick: "Tick | None"
    number: int

    def message(self, sent: int | None, sounds: tuple[bytes, ...]) -> bytes:
        """Return the change from the picture that a client received last to the current one."""


class Client:
    """A page that somebody looks at.

    number  unique in a run;  role  emu.web.permissions.Role;  socket  aiohttp's WebSocketResponse
    sent    version of the picture that it received last, None: none yet
    """

    def __init__(
        self,
        number: int,
        role: "Role",
        socket: "web.WebSocketResponse",
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.number, self.role, self.socket = number, role, socket
        self.sent: int | None = None
        self.sound = True
        self.budget = RateLimit(MESSAGES_A_SECOND, MESSAGES_AT_ONCE, clock)
        self.chats = RateLimit(CHATS_A_SECOND, CHATS_AT_ONCE, clock)
        self.wake = asyncio.Event()
        self.table: str | None = None  # the last text of this kind that was sent
        self._texts: deque[str] = deque(maxlen=TEXTS)
        self._sounds: deque[bytes] = deque(maxlen=SOUNDS)
        self._under_way: deque[tuple[int, int]] = deque()
        self._bytes = 0
        self._idle = 0
        self.refused_at = float("-inf")

    def say(self, text: str) -> None:
        """Queue a text to be sent."""
        self._texts.append(text)
        self.wake.set()

    def offer(self, tick: "Tick") -> None:
        """Queue a new picture and its sound."""
        if tick.sound is not None and self.sound:
            self._sounds.append(tick.sound)
        self.wake.set()

    def answered(self, number: int) -> None:
        """Note that the client has drawn the picture with this number."""
        while self._under_way and self._under_way[0][0] <= number:
            self._bytes -= self._under_way.popleft()[1]
        self.wake.set()

    @property
    def behind(self) -> bool:
        """True while nothing more may be sent."""
        return self._bytes >= WINDOW

    async def serve(self, hub: Pictures) -> None:
        """Send what is queued, until the connection ends."""
        while True:
            await self.wake.wait()
            self.wake.clear()
            while self._texts:
                await self.socket.send_str(self._texts.popleft())
            if hub.tick is not None and hub.tick.picture is not None and not self.behind:
                message = self._message(hub)
                if message:
                    self._under_way.append((hub.number, len(message)))
                    self._bytes += len(message)
                    await self.socket.send_bytes(message)

    def _message(self, hub: Pictures) -> bytes:
        """Return the current message, b"" if there is nothing new."""
        tick = hub.tick
        assert tick is not None  # nothing is sent before the first
        sounds = tuple(self._sounds)
        self._sounds.clear()
        if not any(sounds):
            sounds = ()
        if tick.version == self.sent and not sounds:
            self._idle += 1
            if self._idle < IDLE_TICKS:
                return b""
        self._idle = 0
        message = hub.message(self.sent, sounds)
        self.sent = tick.version
        return message


def frame(number: int, picture: bytes, packed: bool, key: bool, sounds: Sequence[bytes]) -> bytes:
    """Return a binary message: head, sound packets with their lengths, change of the picture."""
    kind = PICTURE * bool(picture) | PACKED * packed | KEY * key | SOUND * bool(sounds)
    parts = [HEAD.pack(kind, number & 0xFFFFFFFF, len(sounds))]
    for packet in sounds:
        parts += (SIZE.pack(len(packet)), packet)
    return b"".join((*parts, picture))
