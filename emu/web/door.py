"""The door: accepts connections, and limits the number and time of those from strangers.

A client is a stranger until its first message has shown a link.  The number of strangers is
limited, in all and from one address (IPv6: one /64).  If all places are taken, a stranger that has
not sent a request is disconnected, the oldest first, so the next client always gets in.  The holder
of a link has a place of his own and is never disconnected for a stranger.  This works behind a
tunnel, too, where all clients come from one address.

A stranger has HEADER seconds for the handshake of TLS and the header of the first request, and
ANSWER seconds for each answer and the next request.  Sockets are accepted one by one, never more
than there are places for, so that the process does not run out of file descriptors.
"""

import asyncio
import contextlib
import errno
import ipaddress
import socket
import ssl
import sys
from collections.abc import Callable
from dataclasses import dataclass

from emu.web.lines import Lines

HEADER = 8.0
ANSWER = 20.0
BACKLOG = 1024  # connections that the system keeps until they are accepted
NO_ROOM = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
PAUSE = 0.25  # seconds until the next try when the system is out of descriptors
NETWORK = 64  # bits of an IPv6 address that belong to one customer


def address_key(host: str) -> str:
    """Return the part that counts as one address: an IPv4 address, the /64 of an IPv6 address."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, NETWORK), strict=False))


@dataclass(eq=False)
class Place:
    """A connection.

    address  as from ``address_key``;  asked  True: the header of a request has come
    sock     until the transport has it
    """

    address: str
    asked: bool = False
    sock: socket.socket | None = None
    transport: asyncio.BaseTransport | None = None
    task: asyncio.Task[None] | None = None
    timer: asyncio.TimerHandle | None = None


class Strangers:
    """Those that have not shown a link, by address, oldest first.

    most        places in all;  an_address  places for one address
    """

    def __init__(self, most: int, an_address: int) -> None:
        self.most, self.an_address = most, an_address
        self._by: dict[str, dict[Place, None]] = {}
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def __contains__(self, place: Place) -> bool:
        return place in self._by.get(place.address, ())

    def everybody(self) -> list[Place]:
        """Return all of them."""
        return [place for places in self._by.values() for place in places]

    def in_the_way(self, address: str) -> Place | None:
        """Return the stranger that must leave for one more from an address, None: there is room.

        It comes from the same address if that has its full share, else from the address that has
        most: the oldest of those that have asked for nothing, or of the others if these are more.
        """
        places = list(self._by.get(address, ()))
        if len(places) < self.an_address:
            if self._count < self.most:
                return None
            places = max((list(by) for by in self._by.values()), key=len)
        silent = [place for place in places if not place.asked]
        if 2 * len(silent) >= len(places):
            return silent[0]
        return next(place for place in places if place.asked)

    def add(self, place: Place) -> None:
        """Add one."""
        self._by.setdefault(place.address, {})[place] = None
        self._count += 1

    def remove(self, place: Place) -> None:
        """Remove one, if it is there."""
        places = self._by.get(place.address, {})
        if place in places:
            del places[place]
            self._count -= 1
            if not places:
                del self._by[place.address]


class _Watched(asyncio.Protocol):
    """aiohttp's protocol of a connection, which reports its begin and end to the door."""

    def __init__(self, door: "Door", place: Place, inner: asyncio.Protocol) -> None:
        self._door, self._place, self._inner = door, place, inner
        self.data_received = inner.data_received  # type: ignore[method-assign]
        self.eof_received = inner.eof_received  # type: ignore[method-assign]
        self.pause_writing = inner.pause_writing  # type: ignore[method-assign]
        self.resume_writing = inner.resume_writing  # type: ignore[method-assign]

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._door.made(self._place, transport)
        self._inner.connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self._door.lost(self._place)
        self._inner.connection_lost(exc)


class Door:
    """Listening sockets, and a Place per connection.

    strangers  Strangers;  port  of the first listening socket, once it is open
    """

    def __init__(
        self, strangers: Strangers, lines: Lines, tls: ssl.SSLContext | None = None
    ) -> None:
        self.strangers, self._lines, self._tls = strangers, lines, tls
        self.port = 0
        self._make: Callable[[], asyncio.Protocol] | None = None
        self._listeners: list[socket.socket] = []
        self._accepting: list[asyncio.Task[None]] = []
        self._places: dict[asyncio.BaseTransport, Place] = {}

    async def open(self, make: Callable[[], asyncio.Protocol], address: str, port: int) -> None:
        """Listen; OSError if that cannot be.

        make  function that returns a protocol for a new connection
        """
        self._make, loop = make, asyncio.get_running_loop()
        found = await loop.getaddrinfo(
            address or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
        try:
            for family, kind, protocol, _, where in dict.fromkeys(found):
                listener = socket.socket(family, kind, protocol)
                self._listeners.append(listener)
                _listen(listener, where)
        except OSError:
            self._close_listeners()
            raise
        self.port = self._listeners[0].getsockname()[1]
        self._accepting = [loop.create_task(self._accept(one)) for one in self._listeners]

    async def _accept(self, listener: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                sock, peer = await loop.sock_accept(listener)
            except OSError as error:
                if error.errno in NO_ROOM:
                    self._lines.say("accept", f"no connection can be taken: {error.strerror}")
                    await asyncio.sleep(PAUSE)
                else:  # the client has gone again
                    await asyncio.sleep(0)
                continue
            self._came(sock, address_key(peer[0]))
            await asyncio.sleep(0)  # one per round of the loop, so that other tasks go on

    def _came(self, sock: socket.socket, address: str) -> None:
        loop = asyncio.get_running_loop()
        oldest = self.strangers.in_the_way(address)
        if oldest is not None:
            self.send_away(oldest)
            self._lines.say(
                "full", f"too many connections without a link, the oldest of {oldest.address} goes"
            )
        place = Place(address, sock=sock)
        self.strangers.add(place)
        place.timer = loop.call_later(HEADER, self.send_away, place)
        place.task = loop.create_task(self._connect(place))

    async def _connect(self, place: Place) -> None:
        assert self._make is not None and place.sock is not None
        inner, sock, place.sock = self._make(), place.sock, None
        try:
            await asyncio.get_running_loop().connect_accepted_socket(
                lambda: _Watched(self, place, inner), sock, ssl=self._tls,
                ssl_handshake_timeout=HEADER if self._tls else None,
            )  # fmt: skip
        except OSError:  # no TLS, or an unknown version, or gone already
            self.lost(place)
        finally:
            place.task = None

    # -- what becomes of a connection -----------------------------------------------------------

    def made(self, place: Place, transport: asyncio.BaseTransport) -> None:
        """A connection has its transport."""
        place.transport = transport
        self._places[transport] = place

    def lost(self, place: Place) -> None:
        """A connection has ended."""
        self.strangers.remove(place)
        if place.timer is not None:
            place.timer.cancel()
        if place.transport is not None:
            self._places.pop(place.transport, None)

    def send_away(self, place: Place) -> None:
        """End a connection at once."""
        transport = place.transport
        self.lost(place)
        if place.task is not None:
            place.task.cancel()
        if place.sock is not None:
            place.sock.close()
        if isinstance(transport, asyncio.WriteTransport):
            transport.abort()

    def allow(self, transport: asyncio.BaseTransport | None) -> None:
        """Give a connection ANSWER seconds from now: it has sent a request, or left /play."""
        place = None if transport is None else self._places.get(transport)
        if place is not None:
            place.asked = True
            if place.timer is not None:
                place.timer.cancel()
            loop = asyncio.get_running_loop()
            place.timer = loop.call_later(ANSWER, self.send_away, place)

    def admit(self, transport: asyncio.BaseTransport | None) -> None:
        """Count a connection as a stranger no more: it has shown a link."""
        place = None if transport is None else self._places.get(transport)
        if place is not None:
            self.strangers.remove(place)
            if place.timer is not None:
                place.timer.cancel()

    # -- the end --------------------------------------------------------------------------------

    def _close_listeners(self) -> None:
        for listener in self._listeners:
            listener.close()
        self._listeners.clear()

    async def close(self) -> None:
        """Stop listening, and disconnect every stranger."""
        for task in self._accepting:
            task.cancel()
        await asyncio.gather(*self._accepting, return_exceptions=True)
        self._accepting.clear()
        self._close_listeners()
        for place in self.strangers.everybody():
            self.send_away(place)


def _listen(listener: socket.socket, where: object) -> None:
    """Bind and listen as asyncio's own servers do."""
    listener.setblocking(False)
    if sys.platform != "win32":  # there it would let two programs share a port
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if listener.family == socket.AF_INET6:
        with contextlib.suppress(OSError):
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
    if sys.platform == "linux":  # a client that sends nothing is not even accepted for a while
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_DEFER_ACCEPT, max(1, int(HEADER)))
    listener.bind(where)  # type: ignore[arg-type]
    listener.listen(BACKLOG)
