"""The web server: serves a page of eight files and a WebSocket, and nothing else.

The files are read when the server begins, so no path of a request ever reaches the file system.
A connection must show a link with its first message; only then does a client exist.
"""

import asyncio
import contextlib
import json
import time
from collections import OrderedDict, deque
from collections.abc import Coroutine, Iterable
from importlib import resources
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from aiohttp import WSCloseCode, WSMessage, WSMsgType, web
from aiohttp.typedefs import Handler

from emu.web.client import Client, frame
from emu.web.game import SKILLS
from emu.web.lines import clean
from emu.web.links import host_name, is_address, link, qr_rows
from emu.web.machine_thread import RATE
from emu.web.permissions import SEATS, Role
from emu.web.picture import Pixels, blank, encode, pack
from emu.web.protocol import (
    BAD,
    CONNECTED,
    ELSEWHERE,
    FULL,
    LARGEST,
    TOO_MANY,
    WELCOMED,
    WRONG_LINK,
    BadMessage,
    ack_of,
    parse,
    permit,
)

if TYPE_CHECKING:
    from emu.web.door import Door
    from emu.web.game import Facts
    from emu.web.machine_thread import MachineThread, Tick
    from emu.web.session import Session
    from emu.web.simultaneous import Button

FILES = {
    "/": ("page/index.html", "text/html"),
    "/page.css": ("page/page.css", "text/css"),
    "/page.js": ("page/page.js", "text/javascript"),
    "/picture.js": ("page/picture.js", "text/javascript"),
    "/sound.js": ("page/sound.js", "text/javascript"),
    "/look.css": ("common/look.css", "text/css"),
    "/keys.js": ("common/keys.js", "text/javascript"),
    "/queue.js": ("common/queue.js", "text/javascript"),
}
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Cache-Control": "no-cache",
    "Server": "go64",
}
HELLO = 6.0  # seconds in which hello must come
WRONG = 1.0  # seconds of delay for a wrong secret
CLIENTS, AT_A_LINK = 100, 64
FEWEST = 20  # clients for which there must be room: host, seats, some watchers
HISTORY = 50  # pictures a client may be behind before it gets a whole one
CHATS_KEPT = 30  # lines that a new or returning client gets
BEAT = 15.0  # seconds between two pings
CLOSING = 2.0  # seconds for a client to confirm that the connection ends
REFUSED_EVERY = 1.0


_going_on: set[asyncio.Task[None]] = set()  # a loop holds its tasks weakly


class Hub:
    """All clients, and what they receive.

    tick    the current emu.web.machine_thread.Tick;  number  counts ticks
    base    the beginning of all links;  places  for clients
    """

    def __init__(
        self, machine_thread: "MachineThread", session: "Session", places: int = CLIENTS
    ) -> None:
        self.machine_thread, self.session, self.base = machine_thread, session, ""
        self.places = places
        self.clients: dict[int, Client] = {}
        self.tick: Tick | None = None
        self.number = 0
        self._pictures: OrderedDict[int, Pixels] = OrderedDict()
        self._made: dict[tuple[int | None, tuple[bytes, ...]], bytes] = {}
        self._tables: dict[Role, str] = {}
        self._numbers = 0
        self._chats: deque[str] = deque(maxlen=CHATS_KEPT)

    # -- the machine's ticks -----------------------------------------------------------------

    def take(self, tick: "Tick") -> None:
        """Pass a picture from the machine on to all clients."""
        before, self.tick = self.tick, tick
        self.number += 1
        self._made.clear()
        if tick.picture is not None and tick.version not in self._pictures:
            self._pictures[tick.version] = tick.picture
            while len(self._pictures) > HISTORY:
                self._pictures.popitem(last=False)
        if before is None or before.facts is not tick.facts:
            self.tell_table()
        for client in self.clients.values():
            client.offer(tick)

    def message(self, sent: int | None, sounds: tuple[bytes, ...]) -> bytes:
        """Return the change from the picture that a client has to the current one; cached."""
        key = (sent, sounds)
        if key not in self._made:
            self._made[key] = self._make(sent, sounds)
        return self._made[key]

    def _make(self, sent: int | None, sounds: tuple[bytes, ...]) -> bytes:
        tick, before = self.tick, None if sent is None else self._pictures.get(sent)
        assert tick is not None and tick.picture is not None  # else nothing is sent
        if sent == tick.version:
            packed, data, whole = False, b"", False
        elif sent == tick.version - 1 and tick.change is not None:
            (packed, data), whole = tick.change, False
        else:
            whole = before is None
            old = blank(tick.picture.shape) if before is None else before
            packed, data = pack(encode(old, tick.picture))
        return frame(self.number, data, packed, whole, sounds)

    # -- words ---------------------------------------------------------------------------------

    def tell_table(self) -> None:
        """Send everybody the table, if it has changed."""
        self._tables.clear()
        for client in self.clients.values():
            self.tell(client)

    def tell(self, client: Client) -> None:
        """Send one client the table, if it has changed."""
        text = self._tables.get(client.role)
        if text is None:
            text = self._tables[client.role] = json.dumps(self._table(client.role))
        if text != client.table:
            client.table = text
            client.say(text)

    def _table(self, role: Role) -> dict[str, Any]:
        facts = None if self.tick is None else self.tick.facts
        here = {client.role.seat for client in self.clients.values()}
        permissions = self.machine_thread.permissions
        found = {"t": "table", "may": permissions.may(role, facts), "open": permissions.open}
        found["here"] = [seat for seat in range(SEATS) if seat in here]
        found["watchers"] = sum(c.role.kind == "watch" for c in self.clients.values())
        if facts is None:
            return found | {"mode": None, "map": list(permissions.mapping)}
        return found | {
            "mode": facts.mode,
            "active": facts.active,
            "shows": facts.shows,
            "seats": [
                {"name": s.name, "colour": s.colour, "alive": s.alive, "cpu": s.computer}
                for s in facts.seats
            ],
            "menu": [list(row) for row in self._menu(facts, role)],
            "asked": None if facts.market is None else list(facts.market.seats),
        }

    @staticmethod
    def _menu(facts: "Facts", role: Role) -> "tuple[Button, ...]":
        """Return the buttons of a role: while all are asked at once, each seat has its own."""
        if facts.market is None or role.kind != "seat":
            return facts.menu
        return facts.market.menu(role.place)

    def name_of(self, role: Role) -> str:
        """Return the name with which a line of chat begins."""
        if role.kind != "seat":
            return {"host": "Host", "watch": "Watcher"}[role.kind]
        facts = None if self.tick is None else self.tick.facts
        if facts is not None and role.place < len(facts.seats):
            return facts.seats[role.place].name
        return f"Seat {role.place + 1}"

    def refuse(self, number: int, why: str) -> None:
        """Tell a client why its key was rejected, at most once in REFUSED_EVERY seconds."""
        client, now = self.clients.get(number), time.monotonic()
        if client is not None and now - client.refused_at >= REFUSED_EVERY:
            client.refused_at = now
            client.say(json.dumps({"t": "no", "why": why}))

    # -- coming and going ------------------------------------------------------------------------

    def full(self, role: Role) -> bool:
        """Tell whether there is no room for another client."""
        same = sum(client.role == role for client in self.clients.values())
        return len(self.clients) >= self.places or same >= AT_A_LINK

    async def come(self, role: Role, socket: web.WebSocketResponse) -> Client:
        """Return a new Client for a role; a seat's previous page is closed."""
        for other in list(self.clients.values()):
            if role.kind == "seat" and other.role == role:
                self._go(other)
                _later(_close(other.socket, ELSEWHERE, "this seat was opened somewhere else"))
        self._numbers += 1
        client = Client(self._numbers, role, socket)
        self.clients[client.number] = client
        self._tell_audience()
        client.say(json.dumps(self._welcome(role)))
        self.tell_table()
        for line in self._chats:
            client.say(line)
        if self.tick is not None:
            client.offer(self.tick)
        return client

    def _go(self, client: Client) -> None:
        if self.clients.pop(client.number, None) is not None:
            self._tell_audience()
            self.machine_thread.send("drop", client.number, client.role)

    def _tell_audience(self) -> None:
        clients = self.clients.values()
        self.machine_thread.audience(bool(clients), any(client.sound for client in clients))

    def leave(self, client: Client) -> None:
        """Remove a client whose connection has ended."""
        self._go(client)
        self.tell_table()

    def _welcome(self, role: Role) -> dict[str, Any]:
        machine_thread = self.machine_thread
        found = {
            "t": "welcome",
            "role": role.kind,
            "seat": role.seat,
            "width": machine_thread.shape[1],
            "height": machine_thread.shape[0],
            "window": machine_thread.window,
            "rate": RATE,
            "palette": [f"#{r:02x}{g:02x}{b:02x}" for r, g, b in machine_thread.palette],
        }
        if role.kind == "host":
            found["links"] = [
                {"kind": other.kind, "seat": other.seat, "url": url, "qr": qr_rows(url)}
                for other, token in self.session.tokens.items()
                for url in (link(self.base, token),)
                if other.kind != "host"
            ]
            found["skills"] = list(SKILLS)
        return found

    def do(self, client: Client, said: dict[str, Any]) -> None:
        """Carry out a message; BadMessage."""
        kind, machine_thread = said["t"], self.machine_thread
        permit(kind, client.role.kind, WELCOMED)
        if kind == "key":
            machine_thread.send("key", client.number, client.role, said["k"], bool(said["d"]))
        elif kind == "joy":
            machine_thread.send("stick", client.number, client.role, said["v"])
        elif kind == "tap":
            machine_thread.send("tap", client.number, client.role, said["x"], said["y"])
        elif kind == "up":
            machine_thread.send("drop", client.number, client.role)
        elif kind == "sound":
            client.sound = said["on"]
            self._tell_audience()
        elif kind == "chat":
            self._chat(client, clean(said["text"]))
        elif kind == "computer":
            skill = said["skill"] or None
            machine_thread.send("computer", client.number, client.role, said["seat"], skill)
        elif kind == "open":
            machine_thread.permissions.open = said["on"]
            self.tell_table()

    def _chat(self, client: Client, text: str) -> None:
        if not client.chats.spend():
            self.refuse(client.number, "Not so many lines at once, please.")
        elif text:
            role = client.role
            line = {"t": "chat", "who": self.name_of(role), "seat": role.seat, "text": text}
            self._chats.append(json.dumps(line))
            for other in self.clients.values():
                other.say(self._chats[-1])


async def _close(socket: web.WebSocketResponse, code: int, why: str) -> None:
    """Close a socket with a reason; the other side has CLOSING seconds to confirm."""
    with contextlib.suppress(ConnectionError, RuntimeError):
        await socket.close(code=code, message=why.encode()[:120])


def _later(waits: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine in the background."""
    task = asyncio.ensure_future(waits)
    _going_on.add(task)
    task.add_done_callback(_going_on.discard)


class Server:
    """The web application.

    hub    Hub;  door  emu.web.door.Door
    said   the beginning of links, by --host-url;  names  other names of this server
    """

    def __init__(
        self, hub: Hub, door: "Door", said: str | None = None, names: Iterable[str] = ()
    ) -> None:
        self.hub, self._door = hub, door
        self._origins = {_origin(said)} if said else set()
        known = {"localhost", *names, urlsplit(said).hostname if said else None}
        self._names = {name.lower() for name in known if name}
        folder = resources.files(__package__)
        self._files = {
            path: ((folder / name).read_bytes(), kind) for path, (name, kind) in FILES.items()
        }
        self.app = web.Application(client_max_size=LARGEST, middlewares=[self._guard])
        for path in self._files:
            self.app.router.add_get(path, self._file)
        self.app.router.add_get("/play", self._play)

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Check every request, also those for unknown paths."""
        self._door.allow(request.transport)
        try:
            self._check_host(request)
            response = await handler(request)
        except web.HTTPException as error:
            error.headers.update(HEADERS)
            raise
        if not response.prepared:
            response.headers.update(HEADERS)
        return response

    def _check_host(self, request: web.Request) -> None:
        """Reject a request for another server.

        If somebody lets a name of theirs lead to this computer (DNS rebinding), their page has the
        same origin as ours.  Nobody can redirect an address.
        """
        hosts = request.headers.getall("Host", [])
        name = host_name(hosts[0]) if len(hosts) == 1 else None
        if name is None:
            raise web.HTTPBadRequest(text="400: no valid Host header\n")
        if name not in self._names and not is_address(name):
            raise web.HTTPMisdirectedRequest(
                text="421: go64 does not know this host name; "
                "the host can give it with --host-url\n"
            )

    async def _file(self, request: web.Request) -> web.Response:
        body, kind = self._files[request.path]
        return web.Response(body=body, content_type=kind, charset="utf-8")

    def _from_here(self, request: web.Request) -> bool:
        """Tell whether the page that sends the request is ours."""
        origin = request.headers.get("Origin", "")
        same = origin in (f"{scheme}://{request.host}" for scheme in ("http", "https"))
        return same or origin in self._origins

    async def _play(self, request: web.Request) -> web.WebSocketResponse:
        if not self._from_here(request):
            raise web.HTTPForbidden(text="403: this page is not one of go64's\n")
        socket = web.WebSocketResponse(
            max_msg_size=LARGEST, heartbeat=BEAT, compress=False, autoping=False,
            timeout=CLOSING,
        )  # fmt: skip
        await socket.prepare(request)
        role = await self._hello(socket)
        if role is not None:
            self._door.admit(request.transport)
            try:
                await self._stay(socket, role)
            finally:
                self._door.allow(request.transport)
        return socket

    async def _hello(self, socket: web.WebSocketResponse) -> Role | None:
        """Return the Role of a connection; None if it has been closed."""
        try:
            message = await asyncio.wait_for(socket.receive(), HELLO)
            if message.type != WSMsgType.TEXT:
                raise BadMessage("hello must come first")
            said = parse(message.data)
            permit(said["t"], "", CONNECTED)
        except TimeoutError:
            await _close(socket, BAD, "nothing was said")
            return None
        except BadMessage as error:
            await _close(socket, BAD, str(error))
            return None
        role = self.hub.session.role_of(said["token"])
        if role is None:
            await asyncio.sleep(WRONG)
            await _close(socket, WRONG_LINK, "this link is not one of this game's")
        elif self.hub.full(role):
            role = None
            await _close(socket, FULL, "there is no room for one more")
        return role

    async def _stay(self, socket: web.WebSocketResponse, role: Role) -> None:
        client = await self.hub.come(role, socket)
        sender = asyncio.ensure_future(client.serve(self.hub))
        try:
            await self._listen(client)
        finally:
            sender.cancel()
            with contextlib.suppress(asyncio.CancelledError, ConnectionError, RuntimeError):
                await sender
            self.hub.leave(client)

    async def _listen(self, client: Client) -> None:
        """Take messages until the connection ends or one is invalid."""
        async for message in client.socket:
            if not client.budget.spend():
                await _close(client.socket, TOO_MANY, "too many messages")
                return
            try:
                await self._message(client, message)
            except BadMessage as error:
                await _close(client.socket, BAD, str(error))
                return

    async def _message(self, client: Client, message: WSMessage) -> None:
        if message.type == WSMsgType.TEXT:
            self.hub.do(client, parse(message.data))
        elif message.type == WSMsgType.BINARY:
            client.answered(ack_of(message.data))
        elif message.type == WSMsgType.PING:
            await client.socket.pong(message.data)

    async def close(self) -> None:
        """Close all connections: the host has closed the game."""
        sockets = [client.socket for client in self.hub.clients.values()]
        closing = [
            s.close(code=WSCloseCode.GOING_AWAY, message=b"the host closed") for s in sockets
        ]
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(asyncio.gather(*closing, return_exceptions=True), 2)


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"
