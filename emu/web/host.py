"""From the options to a hosted machine: ``go64 --host``."""

import asyncio
import contextlib
import errno
import os
import ssl
import sys
from argparse import Namespace
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from disk.plain_file import is_plain
from emu.errors import HostError, UsageError
from emu.process.signals import END_SIGNALS, HANGUP, is_ignored, leave_terminal
from emu.shared.disks import game_or, is_bundled
from emu.shared.setup import cart_path, file_to_start
from emu.shared.state.restore import is_state_file
from emu.web.descriptors import limit, share
from emu.web.lines import Lines, logger_of
from emu.web.permissions import FREE, SEATS

if TYPE_CHECKING:
    from aiohttp import web

    from emu.web.door import Door
    from emu.web.machine_thread import MachineThread, Tick
    from emu.web.server import Hub, Server

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
LOCAL = ("127.0.0.1", "::1", "localhost")


def seat_map(text: str) -> tuple[str, ...]:
    """Return what each seat may use in programs other than our game; UsageError."""
    words = [word.strip() for word in text.split(",")]
    for word in words:
        if word not in FREE:
            raise UsageError(f"--host-seats {text}: '{word}' is not one of {', '.join(FREE)}")
    if len(words) > SEATS:
        raise UsageError(f"--host-seats {text}: there are {SEATS} seats")
    return (*words, *["none"] * (SEATS - len(words)))


def tls_context(cert: str | None, key: str | None) -> ssl.SSLContext | None:
    """Return the SSLContext of two files, None without them; HostError."""
    if not cert:
        return None
    for option, path in (("--host-cert", cert), ("--host-key", key or cert)):
        if os.path.exists(path) and not is_plain(path):
            raise HostError(f"{option} {path}: is no plain file")
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    try:
        context.load_cert_chain(cert, key or cert)
    except ssl.SSLError as error:
        reason = error.reason or "it has no certificate with its key in PEM form"
        raise HostError(f"--host-cert {cert}: cannot be used ({reason})") from None
    except OSError as error:
        raise HostError(f"--host-cert {cert}: cannot be used ({error.strerror})") from None
    return context


def run_host(args: Namespace) -> int:
    """Serve the machine until somebody stops it; returns the exit status."""
    try:
        import aiohttp
        import segno
    except ImportError as error:
        raise HostError(f"--host needs {error.name}: pip install 'go64[host]'") from None
    del aiohttp, segno
    tls = tls_context(args.host_cert, args.host_key)

    async def serve() -> int:
        return await Run(args, tls).serve()

    return asyncio.run(serve())


class Run:
    """One hosted run: the machine, its session and its server.

    machine_thread, hub, door, port  set once ``start`` has returned
    """

    def __init__(self, args: Namespace, tls: ssl.SSLContext | None = None) -> None:
        from emu.web.session import Session, folder_of

        self.args, self._tls = args, tls
        path = args.file if is_state_file(args.file) else file_to_start(args) or cart_path(args)
        args.seat_map = seat_map(args.host_seats)
        args.expects_game = path is not None and is_bundled(game_or(path, args.drive8))
        self.session = Session(folder_of(path), args.host_new)
        self.resumed = self.session.left and not args.keys
        if self.resumed:
            args.file, args.basic_prompt, args.cart = str(self.session.snapshot), False, None
            args.own_session = True
        self._ended = asyncio.Event()
        self._lines = Lines()
        self.machine_thread: MachineThread
        self.hub: Hub
        self.door: Door
        self.port: int
        self._server: Server
        self._runner: web.AppRunner

    async def start(self) -> None:
        """Begin to serve, and to run."""
        from aiohttp import web

        from emu.web.door import Door, Strangers
        from emu.web.links import base_url, is_address
        from emu.web.machine_thread import MachineThread
        from emu.web.server import CLIENTS, FEWEST, Hub, Server

        args, loop = self.args, asyncio.get_running_loop()
        holders, strangers = share(limit(), CLIENTS, FEWEST)
        loop.set_exception_handler(self._broken)

        def soon(function: Callable[..., object], *given: Any) -> None:
            with contextlib.suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(function, *given)

        self.machine_thread = MachineThread(
            args,
            self.session.snapshot,
            lambda tick: soon(self._take, tick),
            lambda client, why: soon(self.hub.refuse, client, why),
            self._lines,
        )
        self.hub = Hub(self.machine_thread, self.session, holders)
        self.door = Door(Strangers(strangers, strangers // 2), self._lines, self._tls)
        address = args.host_address
        names = () if is_address(address) else (address,)
        self._server = Server(self.hub, self.door, args.host_url, names)
        self._runner = web.AppRunner(
            self._server.app, access_log=None, shutdown_timeout=1, logger=logger_of(self._lines)
        )
        await self._runner.setup()
        assert self._runner.server is not None  # since setup
        try:
            await self.door.open(self._runner.server, address, args.host_port)
        except OSError as error:
            await self._runner.cleanup()
            reason = error.strerror or error
            raise HostError(f"--host: {address}:{args.host_port}: {reason}") from None
        self.port = self.door.port
        self.hub.base = base_url(address, self.port, self._tls is not None, args.host_url)
        self.machine_thread.start()

    def _broken(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Report a failed task or transport that nobody awaits."""
        error = context.get("exception")
        cause = "" if error is None else f" ({type(error).__name__}: {error})"
        self._lines.say(f"loop {type(error).__name__}", f"{context['message']}{cause}")

    def _take(self, tick: "Tick | None") -> None:
        if tick is None:
            self._ended.set()
        else:
            self.hub.take(tick)

    async def stop(self) -> None:
        """Close all connections, and end with a snapshot."""
        await self.door.close()
        await self._server.close()
        await asyncio.get_running_loop().run_in_executor(None, self.machine_thread.stop)
        await self._runner.cleanup()

    async def serve(self) -> int:
        """Serve until a signal, or until the machine fails; returns the exit status."""
        await self.start()
        try:
            for number in END_SIGNALS:
                if is_ignored(number):
                    continue
                with contextlib.suppress(NotImplementedError):  # Windows
                    asyncio.get_running_loop().add_signal_handler(number, self._end, number)
            try:
                self._tell()
            except OSError as error:
                if error.errno != errno.EIO:  # the terminal closes: SIGHUP is on its way
                    raise
            await self._ended.wait()
        finally:
            await self.stop()
        if self.machine_thread.failed is not None:
            raise HostError(f"the machine stopped: {self.machine_thread.failed}")
        return 0

    def _end(self, number: int) -> None:
        if number == HANGUP:
            leave_terminal()
        self._ended.set()

    def _tell(self) -> None:
        """Print the links."""
        from emu.web.links import link, qr_terminal

        if self.resumed:
            print("go64: resumes where it stopped; --host-new starts a new session with new links")
        if self.args.host_address not in LOCAL and self._tls is None and not self.args.host_url:
            print("go64: anyone on this network can listen in; see --host-cert", file=sys.stderr)
        for role, token in self.session.tokens.items():
            name = f"seat {role.place + 1}" if role.kind == "seat" else role.kind
            print(f"{name:>8}  {link(self.hub.base, token)}")
            if role.kind == "host":
                print(qr_terminal(link(self.hub.base, token)))
        print("go64: hosting; CTRL+C stops", flush=True)
