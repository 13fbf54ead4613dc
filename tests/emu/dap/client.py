"""A client of the Debug Adapter Protocol, written from its specification.

Nothing of emu.dap.protocol is used: what both sides got wrong would fit together.
"""

import itertools
import json
import socket
import subprocess
import sys
import threading
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import SimpleQueue

from emu.dap.server import DebugAdapter
from emu.monitor.vice.host import Host
from tests.emu.monitor.session import debugger

TIMEOUT = 60  # seconds after which a test has failed
ROOT_WORDS = [sys.executable, "-m", "emu"]


class Refusal(Exception):
    """The adapter has answered that a request failed."""


class Client:
    """One connection.

    ``events`` are those that nobody has waited for yet, ``output`` is what was said, ``said`` the
    bodies of its events.
    """

    def __init__(self, stream, close):
        self._stream, self._close = stream, close
        self._seq = itertools.count(1)
        self.events, self.said, self.output = [], [], ""
        self._answers = {}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Hang up without a word."""
        self._close()

    def send_bytes(self, data):
        """Send bytes as they are."""
        self._stream.write(data)
        self._stream.flush()

    def send(self, command, **arguments):
        """Send a request; returns its number."""
        seq = next(self._seq)
        message = {"seq": seq, "type": "request", "command": command, "arguments": arguments}
        body = json.dumps(message).encode()
        self.send_bytes(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        return seq

    def read(self):
        """Return the next message."""
        size = None
        while (line := self._stream.readline()) != b"\r\n":
            if not line:
                raise ConnectionError("the adapter has closed the connection")
            name, _, value = line.partition(b":")
            assert name == b"Content-Length", line
            size = int(value)
        return json.loads(self._stream.read(size))

    def _take(self):
        message = self.read()
        if message["type"] == "response":
            self._answers[message["request_seq"]] = message
        elif message["event"] == "output":
            self.said.append(message["body"])
            self.output += message["body"]["output"]
        else:
            self.events.append(message)

    def answer(self, seq):
        """Return the body of the answer to a request; Refusal if it failed."""
        while seq not in self._answers:
            self._take()
        message = self._answers.pop(seq)
        if not message["success"]:
            raise Refusal(message["message"])
        return message.get("body", {})

    def call(self, command, **arguments):
        """Send a request and return the body of its answer."""
        return self.answer(self.send(command, **arguments))

    def event(self, name):
        """Return the body of the next event of this name; drops those before it."""
        while True:
            while self.events:
                message = self.events.pop(0)
                if message["event"] == name:
                    return message.get("body", {})
            self._take()

    # -- what an editor does -----------------------------------------------------------

    def begin(self, program=None, command="launch", set_up=None, **more):
        """Initialize, launch, let ``set_up(self)`` set breakpoints, and run."""
        found = self.call("initialize", adapterID="go64", linesStartAt1=True, pathFormat="path")
        if program is not None:
            more["program"] = str(program)
        self.call(command, **more)
        self.event("initialized")
        if set_up is not None:
            set_up(self)
        self.call("configurationDone")
        return found

    def lines(self, path, *lines, **options):
        """Set the breakpoints of a source, and return what became of them."""
        wanted = [{"line": line, **options} for line in lines]
        answer = self.call("setBreakpoints", source={"path": str(path)}, breakpoints=wanted)
        return answer["breakpoints"]

    def top(self):
        """Return the newest frame of the stack."""
        return self.call("stackTrace", threadId=1)["stackFrames"][0]

    def stopped(self):
        """Wait until the machine stops; returns (reason, line)."""
        body = self.event("stopped")
        return body["reason"], self.top()["line"]

    def go(self, command="continue", **arguments):
        """Let the machine run, and return (reason, line) of the next stop."""
        self.call(command, threadId=1, **arguments)
        return self.stopped()

    def scope(self, name):
        """Return the variables of a scope: {name: value}."""
        scopes = self.call("scopes", frameId=self.top()["id"])["scopes"]
        reference = next(s["variablesReference"] for s in scopes if s["name"] == name)
        return self.variables(reference)

    def variables(self, reference):
        """Return {name: value} of what a reference means."""
        found = self.call("variables", variablesReference=reference)["variables"]
        return {one["name"]: one["value"] for one in found}

    def value(self, expression, **more):
        """Return what an expression shows."""
        return self.call("evaluate", expression=expression, context="watch", **more)["result"]


def connect(port):
    """Return a Client of a port of this computer."""
    link = socket.create_connection(("127.0.0.1", port), timeout=TIMEOUT)
    stream = link.makefile("rwb")

    def close():
        stream.close()
        link.close()

    client = Client(stream, close)
    client.port = port
    return client


def start(*words, cwd=None):
    """Return a Client of a ``go64 --dap`` that this starts; ``client.process`` is it."""
    process = subprocess.Popen(
        [*ROOT_WORDS, "--dap", *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=cwd
    )

    class Pipes:
        read, readline = process.stdout.read, process.stdout.readline
        write, flush = process.stdin.write, process.stdin.flush

    watchdog = threading.Timer(2 * TIMEOUT, process.kill)  # a pipe has no time limit
    watchdog.daemon = True
    watchdog.start()

    def close():
        watchdog.cancel()
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            with suppress(OSError):
                pipe.close()

    client = Client(Pipes, close)
    client.process = process
    return client


class TestHost(Host):
    """Notes what the client wants of the emulator."""

    __test__ = False

    def __init__(self):
        self.ended, self.started = False, []

    def quit(self):
        self.ended = True

    def autostart(self, path, run):
        self.started.append((path, run))


class Served:
    """A machine in a thread of its own, which runs once ``gate`` is set, and its debug adapter.

    todo  functions that the thread calls
    """

    def __init__(self, code, at):
        self.debugger = debugger(code, at)
        self.machine, self.board = self.debugger.machine, self.debugger.board
        self.host, self.gate = TestHost(), threading.Event()
        self.adapter = DebugAdapter(("127.0.0.1", 0))
        self.adapter.bind(self.debugger, self.host)
        self._end, self.error, self.todo = threading.Event(), None, SimpleQueue()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self):
        try:
            while not (self._end.is_set() or self.host.ended):
                if not self.todo.empty():
                    self.todo.get()()
                if self.adapter.poll() or not self.gate.is_set():
                    self.adapter.wait(0.01)
                else:
                    self.adapter.run_frame()
        except BaseException as error:
            self.error = error
        finally:
            self.adapter.close()

    def close(self):
        """Stop the machine; fails if its thread did not end well."""
        self._end.set()
        self._thread.join(TIMEOUT)
        assert not self._thread.is_alive(), "the machine's thread hangs"
        if self.error is not None:
            raise self.error


@contextmanager
def served(program):
    """A Served machine about to run a .prg, and a Client that has attached to it and stopped it."""
    data = Path(program).read_bytes()
    server = Served(data[2:], int.from_bytes(data[:2], "little"))
    try:
        with connect(server.adapter.port) as client:
            client.begin(program, command="attach", stopOnEntry=True)
            server.gate.set()
            assert client.event("stopped")["reason"] == "entry"
            yield server, client
    finally:
        server.close()
