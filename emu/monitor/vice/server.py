"""The monitor over a socket, speaking VICE's binary monitor protocol (API version 2).

For editors and tools that know VICE's ``-binarymonitor``.  It listens on this machine only
and has one client at a time; a connection that does not begin with a command is closed.  There is
no extra thread: the code that runs the machine calls ``poll()`` between two frames to see whether
it may go on, and ``run_frame()`` to run it.

What the client sees, as with VICE: connecting changes nothing; the first command stops the
machine between two frames (events REGISTERS and STOPPED), then is answered, and so are all
others until one lets the machine run: its answer, then RESUMED.  A checkpoint hit is
the event CHECKPOINT, then REGISTERS and STOPPED; a step ends with REGISTERS and STOPPED.

After AUTOSTART, VICE takes half a second to reach the program; GO 64 takes milliseconds.  VS64
sends EXIT 0.3 seconds after AUTOSTART, and ignores every event before that.  EXIT ends any stop,
in VICE too, so it would end the stop at the first breakpoint unseen.  Therefore a stop in this
half second is reported at its end.  Until then the client sees a running machine, which each of
its commands stops; EXIT leaves it where it is.

Not as with VICE: when the client goes, the machine runs on, and checkpoints a client made
do not stop it until there is a client again.  An answer JAM holds the program counter, as the
manual says; VICE 3.10 leaves it out.

Source: VICE manual, chapter "Binary monitor"; VICE's src/monitor/monitor.c for the order of
events.
"""

import math
import select
import socket
import struct
import sys
import time
from collections.abc import Mapping
from typing import IO, NamedTuple

from py65.utils.addressing import AddressParser

from c64.errors import MachineFault
from emu.monitor.breakpoint import Breakpoint, Stop
from emu.monitor.debugger import NEVER, Debugger
from emu.monitor.stepping import StepGoal
from emu.monitor.vice.address import Address, accepted, listen, words_of
from emu.monitor.vice.commands import After, Commands
from emu.monitor.vice.host import Host
from emu.monitor.vice.keys import KeyQueue
from emu.monitor.vice.outbox import Outbox
from emu.monitor.vice.packets import (
    API_VERSIONS,
    COMMANDS,
    EVENT,
    STX,
    Answer,
    Command,
    Error,
    Packet,
    PacketReader,
    Refused,
    answer,
    read_fields,
)
from emu.monitor.vice.resources import machine_resources

RECEIVE = 65536
BACKLOG_LIMIT = 1 << 20  # bytes a client has not fetched, above which nothing is done for it
SERVE_SECONDS = 0.02  # for commands, until the window gets its turn
AUTOSTART_SECONDS = 0.5  # x64sc 3.10 comes to a program's first instruction after 0.47 to 0.52
FRAME_SECONDS = 0.1  # for a frame in which checkpoints cost time
PROMPT_SECONDS = 0.002  # for a client that asks again at once; x64sc's frames take as long
Readable = socket.socket | IO[str]


class _EarlyStop(NamedTuple):
    """A stop soon after AUTOSTART that has not been reported to the client."""

    cycle: int
    pc: int
    stop: Stop


class BinaryMonitor:
    """A listening socket and its client.

    address  (host, port); port 0: any free one, which ``port`` then has
    labels   addresses by name, for conditions

    ``resumes`` counts how often the client has let the machine run, ``faults`` commands that
    failed because of a bug.

    Raises HostError if the address is not available.
    """

    def __init__(
        self,
        debugger: Debugger,
        host: Host,
        address: Address,
        labels: Mapping[str, int] | None = None,
    ) -> None:
        self.debugger, self.board = debugger, debugger.board
        self._socket = listen(address, "--binary-monitor")
        self.port: int = self._socket.getsockname()[1]
        self.address = words_of((address[0], self.port))
        resources = machine_resources(debugger.machine, self.address)
        keys = KeyQueue(self.board)
        self._commands = Commands(
            debugger,
            host,
            {**resources, **host.resources},
            keys,
            AddressParser(labels=labels or {}).number,
        )
        self._client: socket.socket | None = None
        self._forget()
        self.faults = 0
        self.resumes = 0
        debugger.on_hit = self._hit
        self._feed, debugger.feed = debugger.feed, self._feed_frame
        self._keys = keys

    def _forget(self) -> None:
        self._reader, self._out = PacketReader(), Outbox(BACKLOG_LIMIT)
        self._hungry, self._silent, self._ended = True, False, False
        self._greeted = False
        self._stopped = False
        self._goal: StepGoal | None = None
        self._resumed = False  # and no frame has been run since
        self._early_until = -math.inf  # time.monotonic()
        self._early_stop: _EarlyStop | None = None
        self._early_events = bytearray()  # of that stop

    def _feed_frame(self) -> bool:
        fed = self._feed()
        return self._keys.tick() or fed

    # -- for the main loop ---------------------------------------------------------------

    @property
    def attached(self) -> bool:
        """True while there is a client."""
        return self._client is not None

    @property
    def holding(self) -> bool:
        """True while the machine must not run.

        The client has stopped it, or is too slow, or will soon get the report of a stop.
        """
        held = self._stopped or self._early_stop is not None
        return self.attached and (held or self._out.choked)

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
            self._report_early_stop()
            self._send()
        if not self.attached or self._silent:
            self._accept()
        return self.holding

    def wait(self, seconds: float, *others: Readable) -> list[Readable]:
        """Wait until the client or one of other files is readable; return those that are."""
        client = [] if self._client is None else [self._client]
        readers = [self._socket, *others, *client]
        return select.select(readers, client if self._out else [], [], seconds)[0]

    def run_frame(self, limit: int = NEVER) -> Stop | None:
        """Run the rest of a frame, at most to cycle ``limit``.

        Returns a Stop that does not concern the client, else None.
        """
        goal = self._goal
        stop = self.debugger.run_frame(goal, FRAME_SECONDS, limit)
        if goal is not None and goal.reached:
            self._halt()
            return None
        if stop is None:
            self._await_prompt_client()
            return None
        if not self.attached or stop.kind == "debugcart":
            return stop
        if self._is_early():
            self._early_stop = _EarlyStop(self.board.cycle, self.board.cpu.pc, stop)
        else:
            self._report(stop)
        return None

    def _await_prompt_client(self) -> None:
        """Give a client that asks again at once the time to stop the machine after one frame."""
        if self._resumed and self._client is not None:
            select.select([self._client], [], [], PROMPT_SECONDS)
        self._resumed = False

    def _is_early(self) -> bool:
        return time.monotonic() < self._early_until

    def _report(self, stop: Stop) -> None:
        if stop.kind == "jam":
            self._event(Answer.JAM, self._pc())
        self._halt()

    def _report_early_stop(self) -> None:
        """Report a stop soon after AUTOSTART once it is due, unless there is no reason left."""
        early = self._early_stop
        if early is None or self._stopped or self._is_early():
            return
        events = bytes(self._early_events)
        self._drop_early_stop()
        point = early.stop.breakpoint
        gone = point is not None and not point.temporary and self._is_off(point)
        if not gone and (early.cycle, early.pc) == (self.board.cycle, self.board.cpu.pc):
            self._out.put(events)
            self._report(early.stop)

    def _is_off(self, point: Breakpoint) -> bool:
        return not point.enabled or point.number not in self.debugger.breakpoints

    def _drop_early_stop(self) -> None:
        self._early_stop = None
        self._early_events.clear()

    def release(self) -> None:
        """Let the machine run although the client has stopped it, and tell the client."""
        if self.attached and self._stopped:
            self._resume(None)

    def halt(self) -> None:
        """Tell the client that the machine was stopped by someone else."""
        if self.attached and not self._stopped:
            self._halt()
            self._send()

    def moved(self) -> None:
        """Tell the client that someone else has run the machine and stopped it again."""
        if self.attached and self._stopped:
            self._event(Answer.RESUMED, self._pc())
            self._halt()
            self._send()

    def close(self) -> None:
        """Disconnect the client and close the socket."""
        if self.attached:
            self._send()
            self._leave()
        self._socket.close()

    # -- the machine ---------------------------------------------------------------------

    def _pc(self) -> bytes:
        return struct.pack("<H", self.board.cpu.pc)

    def _halt(self) -> None:
        self._drop_goal()
        self._stopped = True
        self.debugger.hold()
        self._event(Answer.REGISTERS, self._commands.registers())
        self._event(Answer.STOPPED, self._pc())

    def _drop_goal(self) -> None:
        if self._goal is not None:
            self._goal.finish()
            self._goal = None

    def _resume(self, goal: StepGoal | None) -> None:
        self._commands.note_changes()
        self.resumes += 1
        self._stopped = False
        self._resumed = True
        self._goal = goal
        self.debugger.hold()
        self._event(Answer.RESUMED, self._pc())

    def _hit(self, point: Breakpoint) -> bool:
        """Handle a breakpoint that was hit; return True if the machine has to stop."""
        if not self.attached:
            return not point.client
        if point.operations:
            body = self._commands.checkpoint_body(point, hit=True)
            if point.stops and self._is_early():
                self._early_events += answer(Answer.CHECKPOINT, EVENT, body)
            else:
                self._event(Answer.CHECKPOINT, body)
        return True

    # -- the client ----------------------------------------------------------------------

    def _accept(self) -> None:
        for client in accepted(self._socket):
            if self._client is not None and _has_closed(self._client):
                self._leave()
            if self.attached:
                client.close()
                continue
            self._forget()
            self._client = client

    def _leave(self) -> None:
        if self._client is not None:
            self._client.close()
            self._client = None
        self._drop_goal()
        self._commands.note_changes()
        self._forget()

    def _receive(self, client: socket.socket) -> None:
        self._silent = False
        if self._ended or not self._hungry:
            return
        try:
            data = client.recv(RECEIVE)
        except BlockingIOError:
            self._silent = True
            return
        except OSError:
            data = b""
        if not self._greeted and data and data[0] != STX:
            # No client of the protocol, but perhaps a web page's request with one inside.
            self._leave()
            return
        self._greeted = True
        self._ended = not data
        self._reader.feed(data)

    def _serve(self) -> None:
        """Run the received commands, until one lets the machine run."""
        late = time.monotonic() + SERVE_SECONDS
        self._hungry = False
        while not self._out.choked and time.monotonic() < late:
            packet = self._reader.next()
            if packet is None:
                self._hungry = True
                if self._ended:
                    self._leave()
                return
            if not self._stopped:
                self._halt()
            self._do(packet)
            if not self._stopped:
                self._hungry = not self._reader.waiting
                return

    def _do(self, packet: Packet) -> None:
        self._commands.after = None
        try:
            self._run(packet, *_checked(packet))
        except Refused as refused:
            self._out.put(answer(Answer.INVALID, packet.request, error=refused.error))
        except MachineFault:
            raise
        except Exception as error:
            # Whatever a client has found out must not take the user's machine away.
            self.faults += 1
            words = " ".join(f"{type(error).__name__} {error}".split())
            print(f"go64: binary monitor, command ${packet.command:02X}: {words}", file=sys.stderr)
            self._out.put(answer(Answer.INVALID, packet.request, error=Error.FAILURE))
        self._continue(self._commands.after)

    def _continue(self, after: After) -> None:
        """Let the machine run after a command as that says."""
        if after is None:
            return
        if after != "exit":
            self._drop_early_stop()
            self._early_until = -math.inf
        if after == "autostart":
            self._early_until = time.monotonic() + AUTOSTART_SECONDS
        self._resume(None if isinstance(after, str) else after)

    def _run(self, packet: Packet, command: Command, body: bytes) -> None:
        def reply(body: bytes, kind: int | None = None) -> None:
            kind = kind or command.answer or packet.command
            self._out.put(answer(kind, packet.request, body))

        self._commands.run(command, read_fields(command.fields, body), reply)

    def _event(self, kind: Answer, body: bytes) -> None:
        if self.attached:
            self._out.put(answer(kind, EVENT, body))

    def _send(self) -> None:
        """Send what the client accepts; disconnect one that accepts nothing for long."""
        if self._client is not None and not self._out.send(self._client):
            self._leave()


def _checked(packet: Packet) -> tuple[Command, bytes]:
    """Return a packet's command and body; Refused if it is not one of the protocol."""
    if packet.api not in API_VERSIONS:
        raise Refused(Error.INVALID_API)
    command = COMMANDS.get(packet.command)
    if command is None:
        raise Refused(Error.INVALID_TYPE)
    if packet.api < command.api:
        raise Refused(Error.INVALID_API)
    if packet.body is None:
        raise Refused(Error.INVALID_LENGTH)
    return command, packet.body


def _has_closed(client: socket.socket) -> bool:
    """True if a client has closed the connection."""
    try:
        return not client.recv(1, socket.MSG_PEEK)
    except BlockingIOError:
        return False
    except OSError:
        return True
