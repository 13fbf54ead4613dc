"""What a client does not fetch: bounded, and one that never reads does not keep the machine."""

import socket
import threading
from contextlib import contextmanager

import pytest

from emu.monitor.vice import outbox, server, text_server
from emu.monitor.vice.outbox import CHUNK, LEAST, SECONDS, Outbox
from emu.monitor.vice.text_server import TextMonitor
from tests.emu.monitor.session import debugger
from tests.emu.monitor.vice.client import Client, Served, TestHost, await_true
from tests.emu.monitor.vice.test_fuzz import COUNTER, EXIT, PING, assert_alive

MOST = 1 << 16
FRAME_MOST = 1 << 20  # bytes that a frame of COUNTER may add, with a line for each instruction
SMALL = 1 << 12  # bytes that the system is to keep for a client


class Pipe:
    """A socket that takes ``room`` bytes and then blocks."""

    def __init__(self):
        self.room, self.got = 0, b""

    def send(self, data):
        taken = bytes(data[: self.room])
        if not taken:
            raise BlockingIOError
        self.room -= len(taken)
        self.got += taken
        return len(taken)


@pytest.fixture
def clock(monkeypatch):
    """Time, which only the test moves on: [seconds]."""
    now = [1000.0]
    monkeypatch.setattr(outbox.time, "monotonic", lambda: now[0])
    return now


def test_all_bytes_come_in_their_order_whatever_the_client_takes_at_a_time(clock):
    box, pipe, wanted = Outbox(100), Pipe(), b""
    for number in range(200):
        part = bytes([number]) * number
        box.put(part)
        wanted += part
        pipe.room = number % 7 * 40
        assert box.send(pipe)
    pipe.room = 1 << 20
    assert box.send(pipe) and pipe.got == wanted and len(box) == 0


def test_a_client_is_choked_above_its_bound_only():
    box = Outbox(100)
    box.put(bytes(100))
    assert not box.choked
    box.put(b"1")
    assert box.choked and len(box) == 101


def test_a_choked_client_has_ten_seconds_from_the_first_look_at_it(clock):
    box, pipe = Outbox(100), Pipe()
    assert box.send(pipe)
    clock[0] += 100  # however long nobody has looked
    box.put(bytes(101))
    assert box.send(pipe)
    clock[0] += SECONDS
    assert box.send(pipe)
    clock[0] += 0.1
    assert not box.send(pipe)


def test_a_client_below_the_bound_may_wait_for_ever(clock):
    box, pipe = Outbox(100), Pipe()
    box.put(bytes(101))
    assert box.send(pipe)
    clock[0] += 9
    pipe.room = 1
    assert box.send(pipe) and not box.choked
    clock[0] += 1000
    assert box.send(pipe)
    box.put(b"1")  # and the ten seconds begin anew
    assert box.send(pipe)
    clock[0] += SECONDS
    assert box.send(pipe)


def test_a_client_that_fetches_a_byte_now_and_then_is_sent_away_too(clock):
    box, pipe = Outbox(100), Pipe()
    box.put(bytes(3 * LEAST))
    assert box.send(pipe)
    kept = 0
    while box.send(pipe):
        clock[0] += 1
        pipe.room = 1
        kept += 1
    assert kept == SECONDS + 1


def test_a_slow_client_that_fetches_enough_is_kept(clock):
    box, pipe = Outbox(100), Pipe()
    box.put(bytes(20 * LEAST))
    for _ in range(19):
        assert box.send(pipe)
        clock[0] += SECONDS
        pipe.room = LEAST
    assert box.send(pipe) and len(pipe.got) == 19 * CHUNK


def test_a_client_that_has_gone_is_told(clock):
    ours, theirs = socket.socketpair()
    ours.setblocking(False)
    theirs.close()
    box = Outbox(100)
    box.put(b"1")
    assert not box.send(ours)
    ours.close()


# -- the monitors, over real sockets ----------------------------------------------------------


@contextmanager
def quick_to_send_away():
    """Have little patience with clients."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(outbox, "SECONDS", 0.1)
        patch.setattr(server, "BACKLOG_LIMIT", MOST)
        patch.setattr(text_server, "BACKLOG_LIMIT", MOST)
        yield


def small_window(client):
    """Have the system keep little for a socket."""
    for which in (socket.SO_RCVBUF, socket.SO_SNDBUF):
        client.setsockopt(socket.SOL_SOCKET, which, SMALL)


def check_it_is_sent_away(remote, board):
    """Wait until a client has gone; returns how much it had not fetched at most."""
    longest = [0]

    def gone():
        longest[0] = max(longest[0], len(remote._out))
        return not remote.attached

    await_true(gone)
    before = board.cycle
    await_true(lambda: board.cycle > before)
    return longest[0]


def test_a_client_that_never_reads_is_sent_away_and_the_machine_runs_on():
    with quick_to_send_away():
        found = Served(COUNTER)
    try:
        with quick_to_send_away(), Client(found.port) as client:
            client.good(PING)
            small_window(client.socket)
            small_window(found.remote._client)
            client.checkpoint(0, 0xFFFF, stop=0)
            client.send(EXIT)
            longest = check_it_is_sent_away(found.remote, found.board)
            assert MOST < longest < MOST + FRAME_MOST
        assert_alive(found)
    finally:
        found.close()


class ServedText:
    """A machine that runs in a thread of its own, with a text monitor at ``port``."""

    def __init__(self):
        self.board = (found := debugger(COUNTER)).board
        self.remote = TextMonitor(found, TestHost(), ("127.0.0.1", 0))
        self.port = int(self.remote.address.rpartition(":")[2])
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self):
        while not self._end.is_set():
            if self.remote.poll():
                self.remote.wait(0.01)
            else:
                self.remote.run_frame()
        self.remote.close()

    def close(self):
        """Stop the machine."""
        self._end.set()
        self._thread.join(20)
        assert not self._thread.is_alive(), "the machine's thread hangs"


@pytest.mark.parametrize("stopped", [False, True])
def test_a_client_of_the_text_monitor_that_never_reads_is_sent_away(stopped):
    found = ServedText()
    try:
        with quick_to_send_away():
            client = socket.create_connection(("127.0.0.1", found.port), 20)
            small_window(client)
            await_true(lambda: found.remote.attached)
            small_window(found.remote._client)
            if stopped:  # it asks for more than it fetches, and the machine waits for it
                client.sendall(b"m 0000 ffff\n" * 20)
            else:
                client.sendall(b"trace exec 0000 ffff\nx\n")
            longest = check_it_is_sent_away(found.remote, found.board)
            assert MOST < longest < MOST + FRAME_MOST
            client.close()
        with socket.create_connection(("127.0.0.1", found.port), 20) as other:
            other.sendall(b"delete\nm c000 c000\n")
            said = b""
            while b">C:c000  ee" not in said:
                data = other.recv(1 << 16)
                assert data, said[-200:]
                said += data
    finally:
        found.close()


def test_a_client_that_has_gone_is_known_by_what_its_socket_says():
    ours, theirs = socket.socketpair()
    ours.setblocking(False)
    assert not server._has_closed(ours)
    theirs.send(b"more")
    theirs.close()
    assert not server._has_closed(ours)  # it has said something before
    assert ours.recv(9) == b"more" and server._has_closed(ours)
    ours.close()
    assert server._has_closed(ours)  # a system may say so by an error


def test_the_last_bytes_are_waited_for_and_what_is_forgotten_is_not_sent():
    ours, theirs = socket.socketpair()
    ours.setblocking(False)
    box = Outbox(100)
    box.put(b"never")
    box.clear()
    box.put(b"last words")
    box.send_rest(ours, 7.5)
    assert theirs.recv(100) == b"last words" and len(box) == 0
    assert ours.gettimeout() == 7.5
    box.put(b"more")
    theirs.close()
    with pytest.raises(OSError):
        box.send_rest(ours, 7.5)
    ours.close()
