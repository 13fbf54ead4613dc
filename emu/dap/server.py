"""The debug adapter, as seen by the main loop: the window's, or that of a run without one.

It has the same methods as the monitors of VICE's protocols (emu.monitor.vice.server): ``poll()``
between two frames tells whether the machine may go on, ``run_frame()`` runs it.  There is one
client at a time: the one on standard input and output, or who connects to a port of this
computer.  When a client of a port goes, the machine runs on; when the other goes, go64 ends.
"""

from __future__ import annotations

import select
import socket
import time
from typing import IO

from emu.dap.launch import Launch
from emu.dap.link import Link, standard_link
from emu.dap.session import Machine, Session, Target
from emu.monitor.breakpoint import Breakpoint, Stop
from emu.monitor.debugger import NEVER, Debugger
from emu.monitor.vice.address import Address, accepted, listen

DEFAULT_PORT = 4711  # the one in the protocol's examples
SERVE_SECONDS = 0.02  # for requests, until the window gets its turn
WAIT = 0.05
Readable = socket.socket | IO[str]


class DebugAdapter:
    """A listening socket and its client, or the client on standard input and output.

    address  (host, port), port 0: any free one; None: standard input and output

    ``resumes`` counts how often clients have let the machine run.  Raises HostError if the address
    is not available.
    """

    def __init__(self, address: Address | None) -> None:
        self._socket = None if address is None else listen(address, "--dap")
        self.port: int = 0 if self._socket is None else self._socket.getsockname()[1]
        self._target: Target | None = None
        self._session: Session | None = Session(standard_link()) if address is None else None
        self._resumes = 0

    def bind(self, debugger: Debugger, host: Machine, usual: Launch | None = None) -> None:
        """There is a machine now: the one that the client has launched, or the one of a port.

        usual  the program and debug files of who attaches and names none
        """
        also = debugger.on_hit

        def hit(point: Breakpoint) -> bool:
            mine = None if self._session is None else self._session.hit(point)
            return (also is None or also(point)) if mine is None else mine

        debugger.on_hit = hit
        self._target = Target(debugger, host, self._socket is None, usual or Launch())
        if self._session is not None:
            self._session.bind(self._target)

    @property
    def bound(self) -> bool:
        """True once there is a machine."""
        return self._target is not None

    def await_launch(self) -> Launch | None:
        """Serve the client until it launches a program; None if it goes instead."""
        while self._session is not None and self._session.launching is None:
            self.wait(WAIT)
            self.poll()
        return None if self._session is None else self._session.launching

    def fail(self, message: str) -> None:
        """The machine that the client wanted cannot be made."""
        if self._session is not None:
            self._session.fail(message)
            self._session.link.flush()

    # -- for the main loop ---------------------------------------------------------------

    @property
    def attached(self) -> bool:
        """True while there is a client."""
        return self._session is not None

    @property
    def holding(self) -> bool:
        """True while the machine must not run."""
        session = self._session
        return session is not None and (session.holding or session.link.choked)

    @property
    def stepping(self) -> bool:
        """True while a step, or a search in the past, is under way."""
        session = self._session
        return session is not None and (session.goal is not None or session.search is not None)

    @property
    def resumes(self) -> int:
        """How often clients have let the machine run."""
        return self._resumes + (0 if self._session is None else self._session.resumes)

    def poll(self) -> bool:
        """Serve the client for a short time; return ``holding``."""
        session = self._session
        if session is not None:
            self._serve(session)
        self._accept()
        return self.holding

    def _serve(self, session: Session) -> None:
        late = time.monotonic() + SERVE_SECONDS
        session.link.receive()
        while not (session.over or session.link.choked) and session.serve():
            if time.monotonic() > late:
                break
        session.link.flush()
        if session.over or session.link.broken:
            self._leave(session)

    def _leave(self, session: Session) -> None:
        session.leave()
        session.link.close()
        self._resumes += session.resumes
        self._session = None
        target = self._target
        if target is not None and (session.quits or target.own):
            target.host.quit()

    def _accept(self) -> None:
        for client in accepted(self._socket) if self._socket is not None else ():
            if self._session is not None:
                client.close()
            else:
                self._session = Session(Link(client), self._target)

    def wait(self, seconds: float, *others: Readable) -> list[Readable]:
        """Wait until the client or one of other files is readable; return those that are."""
        readers: list[Readable] = [*others]
        writers: list[Readable] = []
        if self._socket is not None:
            readers.append(self._socket)
        if self._session is not None:
            link = self._session.link
            readers += [] if link.ended else [link.socket]
            writers += [link.socket] if link.pending else []
        return select.select(readers, writers, [], seconds)[0]

    def run_frame(self, limit: int = NEVER) -> Stop | None:
        """Run the rest of a frame, at most to cycle ``limit``.

        Returns a Stop that does not concern the client, else None.
        """
        session = self._session
        if session is not None and session.started:
            stop = session.run_frame(limit)
            session.link.flush()
            return stop
        if self._target is None:
            return None
        return self._target.debugger.run_frame(limit=limit)

    def release(self) -> None:
        """Let the machine run although the client has stopped it, and tell the client."""
        if self._session is not None:
            self._session.release()

    def halt(self) -> None:
        """Tell the client that the machine was stopped by someone else."""
        if self._session is not None:
            self._session.halt()

    def moved(self) -> None:
        """Tell the client that someone else has run the machine and stopped it again."""
        if self._session is not None:
            self._session.moved()

    def close(self) -> None:
        """Tell the client that it is over, and disconnect it."""
        session = self._session
        if session is not None:
            session.end()
            session.leave()
            session.link.close()
            self._session = None
        if self._socket is not None:
            self._socket.close()
