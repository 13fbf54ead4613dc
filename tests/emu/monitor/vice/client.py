"""A client of VICE's binary monitor, written from the chapter "Binary monitor" of its manual.

Nothing of emu.monitor.vice.packets is used: what both sides got wrong would fit together.
"""

import itertools
import socket
import struct
import threading
import time
from contextlib import contextmanager
from typing import NamedTuple

from emu.monitor.vice.host import Host
from emu.monitor.vice.server import BinaryMonitor
from tests.emu.monitor.session import debugger

EVENT = 0xFFFFFFFF
TIMEOUT = 20  # seconds after which a test has failed


class Reply(NamedTuple):
    """An answer or event: bytes 6, 7, 8-11 of its header, and the body."""

    kind: int
    error: int
    request: int
    body: bytes


class Client:
    """One connection; ``events`` are those that came before the last answer."""

    def __init__(self, port, host="127.0.0.1"):
        self.socket = socket.create_connection((host, port), timeout=TIMEOUT)
        self._requests = itertools.count(0x1000)
        self.events = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def send(self, command, body=b"", api=2, length=None):
        """Send a command; returns its request ID."""
        request = next(self._requests)
        length = len(body) if length is None else length
        self.socket.sendall(struct.pack("<BBIIB", 2, api, length, request, command) + body)
        return request

    def _bytes(self, count):
        data = b""
        while len(data) < count:
            part = self.socket.recv(count - len(data))
            if not part:
                raise ConnectionError("the server has closed the connection")
            data += part
        return data

    def read(self):
        """Return the next answer or event."""
        stx, api, length, kind, error, request = struct.unpack("<BBIBBI", self._bytes(12))
        assert (stx, api) == (2, 2)
        return Reply(kind, error, request, self._bytes(length))

    def call(self, command, body=b"", api=2):
        """Send a command and return its answer."""
        request = self.send(command, body, api)
        return self.answer(request)

    def answer(self, request):
        """Return the answer to a request; events before it go to ``events``."""
        self.events = []
        while True:
            reply = self.read()
            if reply.request == request:
                return reply
            assert reply.request == EVENT
            self.events.append(reply)

    def good(self, command, body=b"", api=2):
        """Do a command that has to succeed; returns the body of its answer."""
        reply = self.call(command, body, api)
        assert reply.error == 0, f"error ${reply.error:02X}"
        return reply.body

    def await_event(self, kind):
        """Read up to an event of this type; returns it, the others are in ``events``."""
        self.events = []
        while True:
            reply = self.read()
            assert reply.request == EVENT
            if reply.kind == kind:
                return reply
            self.events.append(reply)

    # -- what tests say often ------------------------------------------------------------

    def memory(self, first, last, bank=0, effects=0):
        """Return bytes of main memory."""
        body = self.good(0x01, struct.pack("<BHHBH", effects, first, last, 0, bank))
        assert int.from_bytes(body[:2], "little") == (last - first + 1) & 0xFFFF
        return body[2:]

    def write(self, at, data, bank=0, effects=0):
        """Write bytes of main memory."""
        head = struct.pack("<BHHBH", effects, at, at + len(data) - 1, 0, bank)
        self.good(0x02, head + bytes(data))

    def checkpoint(self, first, last=None, stop=1, enabled=1, operation=4, temporary=0):
        """Set a checkpoint; returns its number."""
        last = first if last is None else last
        fields = (first, last, stop, enabled, operation, temporary)
        return checkpoint(self.good(0x12, struct.pack("<HHBBBB", *fields)))["number"]

    def registers(self):
        """Return {register ID: value}."""
        return registers(self.good(0x31, b"\0"))


def array(body):
    """Return the items of an array: a count of two bytes, each after its length."""
    count, at, found = int.from_bytes(body[:2], "little"), 2, []
    for _ in range(count):
        found.append(body[at + 1 : at + 1 + body[at]])
        at += 1 + body[at]
    assert at == len(body)
    return found


def registers(body):
    """Return {register ID: value} of a register response."""
    return {item[0]: int.from_bytes(item[1:3], "little") for item in array(body)}


def checkpoint(body):
    """Return the fields of a checkpoint response by name."""
    names = "number hit first last stop enabled operation temporary hits ignore condition space"
    return dict(zip(names.split(), struct.unpack("<IBHHBBBBIIBB", body), strict=True))


class TestHost(Host):
    """Notes what the client wants of the emulator."""

    __test__ = False

    def __init__(self):
        self.ended = False
        self.started = []

    def quit(self):
        self.ended = True

    def autostart(self, path, run):
        self.started.append((path, run))


class Served:
    """A machine that runs in a thread of its own, with a binary monitor at ``port``."""

    def __init__(self, code=b"", labels=None, **options):
        self.debugger = debugger(code, **options)
        self.machine, self.board = self.debugger.machine, self.debugger.board
        self.host = TestHost()
        self.remote = BinaryMonitor(self.debugger, self.host, ("127.0.0.1", 0), labels)
        self.port = self.remote.port
        self._end = threading.Event()
        self.error = None
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self):
        try:
            while not (self._end.is_set() or self.host.ended):
                if self.remote.poll():
                    self.remote.wait(0.01)
                else:
                    self.remote.run_frame()
            self.remote.poll()
        except BaseException as error:
            self.error = error
        finally:
            self.remote.close()

    def close(self):
        """Stop the machine; fails if its thread did not end well."""
        self._end.set()
        self._thread.join(TIMEOUT)
        assert not self._thread.is_alive(), "the machine's thread hangs"
        if self.error is not None:
            raise self.error
        assert self.remote.faults == 0


@contextmanager
def served(code=b"", **options):
    """A Served machine and a Client of it."""
    server = Served(code, **options)
    try:
        with Client(server.port) as client:
            yield server, client
    finally:
        server.close()


def await_true(condition):
    """Wait until something holds; fails after TIMEOUT seconds."""
    end = time.monotonic() + TIMEOUT
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.001)
