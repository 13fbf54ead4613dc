"""VICE's text monitor over a socket (``-remotemonitor``), and its commands from a file.

As with VICE, the first line that a client sends stops the machine, which the prompt tells; the
machine runs again at ``x``, ``g``, a step or a reset.  A checkpoint that is hit prints its line and
the next instruction.  It listens on this machine only and has one client at a time.  When the
client goes, the machine runs on.

Like BinaryMonitor it has no thread: ``poll()`` between two frames, ``run_frame()`` for them.
"""

from __future__ import annotations

import re
import select
import socket
import sys
import time

from c64.errors import MachineFault
from emu.errors import UsageError
from emu.monitor.breakpoint import Breakpoint, Hit, Stop
from emu.monitor.debugger import NEVER, Debugger
from emu.monitor.stepping import StepGoal
from emu.monitor.vice.address import Address, accepted, listen, words_of
from emu.monitor.vice.host import Host
from emu.monitor.vice.keys import KeyQueue
from emu.monitor.vice.outbox import Outbox
from emu.monitor.vice.server import (
    BACKLOG_LIMIT,
    FRAME_SECONDS,
    RECEIVE,
    BinaryMonitor,
    Readable,
)
from emu.monitor.vice.text_commands import TextCommands

LINE_MOST = 4096  # bytes of a line
ERRORS_TOLD = 20  # of a file of commands
LINE_TOLD = 200  # characters
SERVE_SECONDS = 0.02
OUTPUT_MOST = 1 << 16  # characters of trace checkpoints between two frames
_WEB_REQUEST = re.compile(rb"[A-Z]+ \S+ HTTP/")


class TextMonitor:
    """A listening socket, its client and the commands.

    address  (host, port), None: only the commands of a file
    ``resumes`` counts how often the client has let the machine run.

    Raises HostError if the address is not available.
    """

    def __init__(
        self,
        debugger: Debugger,
        host: Host,
        address: Address | None,
        labels: dict[str, int] | None = None,
    ) -> None:
        self.debugger = debugger
        keys = KeyQueue(debugger.board)
        self.commands = TextCommands(debugger, host, keys, dict(labels or {}))
        self._socket = None if address is None else listen(address, "--remote-monitor")
        self.address = ""
        if address is not None and self._socket is not None:
            self.address = words_of((address[0], self._socket.getsockname()[1]))
        self._client: socket.socket | None = None
        self._goal: StepGoal | None = None
        self._stopped = False
        self._in, self._out = b"", Outbox(BACKLOG_LIMIT)
        self._hits: list[Hit] = []
        self._shown = 0
        self.resumes = 0
        self._also, debugger.on_hit = debugger.on_hit, self._hit
        feed = debugger.feed

        def feed_frame() -> bool:
            fed = feed()
            return keys.tick() or fed

        debugger.feed = feed_frame

    def run_file(self, path: str) -> None:
        """Run the commands of a file (``--monitor-commands``); tells what they refuse."""
        refused = 0
        try:
            for printed in self.commands.run_file(path):
                for line in printed.splitlines():
                    refused += (error := line.startswith("ERROR"))
                    if error and refused <= ERRORS_TOLD:
                        print(f"go64: {path}: {line[:LINE_TOLD]}", file=sys.stderr)
        except OSError as error:
            raise UsageError(f"--monitor-commands {path}: {error.strerror}") from None
        if refused > ERRORS_TOLD:
            more = refused - ERRORS_TOLD
            print(f"go64: {path}: {more} more of its lines are refused", file=sys.stderr)

    # -- for the main loop ---------------------------------------------------------------

    @property
    def attached(self) -> bool:
        """True while there is a client."""
        return self._client is not None

    @property
    def holding(self) -> bool:
        """True while the machine must not run."""
        return self.attached and (self._stopped or self._out.choked)

    @property
    def stepping(self) -> bool:
        """True while a step for the client is under way."""
        return self._goal is not None

    def poll(self) -> bool:
        """Serve the client for a short time; return ``holding``."""
        if self._client is not None:
            self._receive(self._client)
        if self.attached:
            self._serve()
        self._send()
        self._accept()
        return self.holding

    def wait(self, seconds: float, *others: Readable) -> list[Readable]:
        """Wait until the client or one of other files is readable; return those that are."""
        sockets = [s for s in (self._socket, self._client) if s is not None]
        writers = [self._client] if self._client is not None and self._out else []
        return select.select([*sockets, *others], writers, [], seconds)[0]

    def run_frame(self, limit: int = NEVER) -> Stop | None:
        """Run the rest of a frame, at most to cycle ``limit``.

        Returns a Stop that does not concern the client, else None.
        """
        goal = self._goal
        self._shown = 0
        stop = self.debugger.run_frame(goal, FRAME_SECONDS, limit)
        if goal is not None and goal.reached:
            self._halt()
            return None
        return None if self.take(stop) else stop

    def take(self, stop: Stop | None) -> bool:
        """See to a stop; returns True if there is none or if it was the client's."""
        hits, self._hits = self._hits, []
        if stop is None or stop.kind in ("debugcart", "jam"):
            return stop is None
        told = any(self._run_commands(hit.point) for hit in hits)
        if not self.attached:
            return told
        if not told:
            self._halt("".join(self.commands.hit_text(hit) for hit in hits))
        return True

    def _run_commands(self, point: Breakpoint) -> bool:
        """Run the commands of a checkpoint; returns True if they let the machine run on."""
        text = self.commands.points.get(point.number)
        for line in (text or "").split(";"):
            printed = self.commands.run(line)
            self._print(printed)
            if not self.attached and printed:
                print(printed, end="")
            if self.commands.after is not None:
                self.debugger.hold()
                return True
        return False

    def release(self) -> None:
        """Let the machine run although the client has stopped it."""
        if self._stopped:
            self._resume(None)

    def halt(self) -> None:
        """Tell the client that the machine was stopped by someone else."""
        if self.attached and not self._stopped:
            self._halt()
            self._send()

    def moved(self) -> None:
        """Tell the client that someone else has run the machine and stopped it again."""
        if self.attached and self._stopped:
            self._halt()
            self._send()

    def close(self) -> None:
        """Disconnect the client and close the socket."""
        self._send()
        self._leave()
        if self._socket is not None:
            self._socket.close()

    # -- the machine ---------------------------------------------------------------------

    def _hit(self, point: Breakpoint) -> bool:
        stops = self._also is None or self._also(point)
        if not point.stops:
            if self.attached and self._shown < OUTPUT_MOST:
                text = self.commands.hit_text(self.debugger.hit_of(point))
                self._shown += len(text)
                self._print(text)
            return stops
        mine = self.attached or point.number in self.commands.points
        self._hits.append(self.debugger.hit_of(point))
        return stops or mine

    def _halt(self, text: str = "") -> None:
        if self._goal is not None:
            self._goal.finish()
            self._goal = None
        self._stopped = True
        self._hits = []
        self.debugger.hold()
        self.commands.stopped()
        self._print((text or self.commands.state()) + self.commands.prompt)

    def _resume(self, goal: StepGoal | None) -> None:
        self.resumes += 1
        self._stopped = False
        self._goal = goal
        self.debugger.hold()

    # -- the client ----------------------------------------------------------------------

    def _print(self, text: str) -> None:
        if self.attached:
            self._out.put(text.encode("utf-8", "replace"))

    def _accept(self) -> None:
        for client in accepted(self._socket) if self._socket is not None else ():
            if self.attached:
                client.close()
            else:
                self._client, self._in, self._out = client, b"", Outbox(BACKLOG_LIMIT)

    def _leave(self) -> None:
        if self._client is not None:
            self._client.close()
        self._client = None
        if self._goal is not None:
            self._goal.finish()
        self._goal, self._stopped = None, False
        self.commands.assembling = None

    def _receive(self, client: socket.socket) -> None:
        if len(self._in) > LINE_MOST:
            return
        try:
            data = client.recv(RECEIVE)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        self._in += data
        line, _, _ = self._in.partition(b"\n")
        # A web page may send a request with commands in its body: no client begins like that.
        if not data or _WEB_REQUEST.match(self._in) or len(line) > LINE_MOST:
            self._leave()

    def _serve(self) -> None:
        """Run the lines received, until one lets the machine run."""
        late = time.monotonic() + SERVE_SECONDS
        while b"\n" in self._in and not self.stepping and not self._out.choked:
            if not self._stopped:
                self._stopped = True
                self.debugger.hold()
                self.commands.stopped()
                self._print(self.commands.prompt)
            raw, _, self._in = self._in.partition(b"\n")
            self._do(raw.decode("utf-8", "replace"))
            if not self._stopped or time.monotonic() > late:
                return

    def _do(self, line: str) -> None:
        try:
            self._print(self.commands.run(line))
        except MachineFault:
            raise
        except Exception as error:
            words = " ".join(f"{type(error).__name__} {error}".split())
            print(f"go64: remote monitor, '{line[:80]}': {words}", file=sys.stderr)
            self._print("ERROR -- this failed\n")
        after = self.commands.after
        if after is None:
            self._print(self.commands.prompt)
        else:
            self._resume(None if after == "exit" else after)

    def _send(self) -> None:
        """Send what the client accepts; disconnect one that accepts nothing for long."""
        if self._client is not None and not self._out.send(self._client):
            self._leave()


class BothMonitors:
    """A binary monitor and a text monitor on one machine: it runs while neither holds it."""

    def __init__(self, binary: BinaryMonitor, text: TextMonitor) -> None:
        self._binary, self._text = binary, text

    @property
    def attached(self) -> bool:
        """True while there is a client."""
        return self._binary.attached or self._text.attached

    @property
    def holding(self) -> bool:
        """True while the machine must not run."""
        return self._binary.holding or self._text.holding

    @property
    def stepping(self) -> bool:
        """True while a step for a client is under way."""
        return self._binary.stepping or self._text.stepping

    @property
    def resumes(self) -> int:
        """How often a client has let the machine run."""
        return self._binary.resumes + self._text.resumes

    def poll(self) -> bool:
        """Serve both; return ``holding``."""
        self._text.poll()
        self._binary.poll()
        return self.holding

    def wait(self, seconds: float, *others: Readable) -> list[Readable]:
        """Wait until something is readable, and poll the text monitor in between."""
        return self._binary.wait(min(seconds, FRAME_SECONDS), *others)

    def run_frame(self, limit: int = NEVER) -> Stop | None:
        """Run the rest of a frame, at most to cycle ``limit``."""
        if self._text.stepping:
            return self._text.run_frame(limit)
        stop = self._binary.run_frame(limit)
        hit = stop is None and self._binary.holding
        self._text.take(stop)
        if hit and self._text.attached:
            self._text.halt()
        return None if self.holding else stop

    def release(self) -> None:
        """Let the machine run although a client has stopped it."""
        self._binary.release()
        self._text.release()

    def halt(self) -> None:
        """Tell the clients that the machine was stopped by someone else."""
        self._binary.halt()
        self._text.halt()

    def moved(self) -> None:
        """Tell the clients that someone else has run the machine and stopped it again."""
        self._binary.moved()
        self._text.moved()

    def close(self) -> None:
        """Disconnect the clients and close the sockets."""
        self._binary.close()
        self._text.close()


Remote = BinaryMonitor | TextMonitor | BothMonitors  # what may control a machine over a socket
