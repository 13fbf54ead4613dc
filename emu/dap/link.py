"""A client's connection: a socket, or standard input and output behind one."""

import contextlib
import os
import socket
import threading

from emu.dap.protocol import Json, MessageReader, encode
from emu.monitor.vice.outbox import Outbox

RECEIVE = 65536
BACKLOG_MOST = 8 << 20  # bytes a client has not fetched, above which nothing is done for it
FLUSH_SECONDS = 5  # for the last messages at the end


class Link:
    """One client.

    ``ended`` is True once it sends no more, ``reader`` has what it sent.
    """

    def __init__(self, client: socket.socket, copier: threading.Thread | None = None) -> None:
        client.setblocking(False)
        self.socket = client
        self.reader = MessageReader()
        self.ended = self.broken = False
        self._out = Outbox(BACKLOG_MOST)
        self._seq = 0
        self._copier = copier

    @property
    def choked(self) -> bool:
        """True while the client has too much to fetch."""
        return self._out.choked

    @property
    def pending(self) -> bool:
        """True while something is to be sent."""
        return len(self._out) > 0

    def receive(self) -> None:
        """Take what has arrived."""
        while not (self.ended or self.reader.full):
            try:
                data = self.socket.recv(RECEIVE)
            except BlockingIOError:
                return
            except OSError:
                data = b""
            self.ended = not data
            self.reader.feed(data)

    def put(self, message: Json) -> None:
        """Send a message, when ``flush`` is called."""
        self._seq += 1
        self._out.put(encode({"seq": self._seq, **message}))

    def flush(self) -> None:
        """Send what the client accepts; ``broken`` if it accepts nothing for long."""
        if not self._out.send(self.socket):
            self.broken = True

    def close(self) -> None:
        """Send what is left, as far as that goes, and disconnect."""
        with contextlib.suppress(OSError):
            if not self.broken:
                self._out.send_rest(self.socket, FLUSH_SECONDS)
            self.socket.shutdown(socket.SHUT_WR)
        self._out.clear()
        self.socket.close()
        if self._copier is not None:
            self._copier.join(FLUSH_SECONDS)


def standard_link() -> Link:
    """Return the Link of who has started this process.

    Two threads copy: a pipe cannot be waited for on every system.  What the program prints goes
    to standard error from now on.
    """
    ours, theirs = socket.socketpair()
    source, target = os.dup(0), os.dup(1)
    os.dup2(2, 1)
    threading.Thread(target=_copy_in, args=(source, theirs), daemon=True).start()
    copier = threading.Thread(target=_copy_out, args=(theirs, target), daemon=True)
    copier.start()
    return Link(ours, copier)


def _copy_in(source: int, client: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while data := os.read(source, RECEIVE):
            client.sendall(data)
    with contextlib.suppress(OSError):
        client.shutdown(socket.SHUT_WR)


def _copy_out(client: socket.socket, target: int) -> None:
    with contextlib.suppress(OSError):
        while data := client.recv(RECEIVE):
            view = memoryview(data)
            while view:
                view = view[os.write(target, view) :]
    os.close(target)
