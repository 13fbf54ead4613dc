"""The binary monitor at the edges of its commands and beside others who control the machine."""

import select
import struct

import pytest

from c64.errors import MachineFault
from disk.errors import MediaError
from emu.monitor.breakpoint import Stop
from emu.monitor.errors import MonitorError
from emu.monitor.vice import commands as command_module
from emu.monitor.vice.server import BinaryMonitor
from tests.emu.monitor.session import debugger
from tests.emu.monitor.vice.client import Client, TestHost, await_true
from tests.emu.monitor.vice.test_commands import (
    AUTOSTART,
    COUNTER,
    EXIT,
    PING,
    REGISTERS,
    RESUMED,
    STOPPED,
    kinds,
)


class Side:
    """A binary monitor without a thread, and its client, which has stopped the machine."""

    def __init__(self):
        self.debugger, self.host = debugger(COUNTER), TestHost()
        self.monitor = BinaryMonitor(self.debugger, self.host, ("127.0.0.1", 0))
        self.client = Client(self.monitor.port)
        self.call(PING)

    def call(self, command, body=b""):
        """Send a command, serve it, and return its answer."""
        request = self.client.send(command, body)
        await_true(self.sent)
        return self.client.answer(request)

    def sent(self):
        """Serve until something has come for the client."""
        self.monitor.poll()
        self.client.socket.setblocking(False)
        try:
            return bool(self.client.socket.recv(1, 2))  # MSG_PEEK
        except BlockingIOError:
            return False
        finally:
            self.client.socket.settimeout(60)

    def close(self):
        self.client.socket.close()
        self.monitor.close()


@pytest.fixture
def side():
    found = Side()
    yield found
    found.close()


def test_there_is_an_end_to_checkpoints(side, monkeypatch):
    monkeypatch.setattr(command_module, "CHECKPOINTS", 2)
    wanted = struct.pack("<HHBBBB", 0xC005, 0xC005, 1, 1, 4, 0)
    assert [side.call(0x12, wanted).error for _ in range(3)] == [0, 0, 0x8F]


def test_what_the_host_cannot_start_is_a_failure(side, tmp_path, monkeypatch):
    path = tmp_path / "a.prg"
    path.write_bytes(b"\x01\x08abc")
    name = str(path).encode()

    def body(index):
        return struct.pack("<BHB", 1, index, len(name)) + name

    assert side.call(AUTOSTART, body(1)).error == 0x8F and side.host.started == []

    for error in (MediaError("none"), OSError(2, "gone")):

        def fail(path, run, error=error):
            raise error

        monkeypatch.setattr(side.host, "autostart", fail)
        assert side.call(AUTOSTART, body(0)).error == 0x8F
    assert side.monitor.holding


def test_a_past_that_cannot_be_had_and_keys_that_do_not_fit_are_failures(side, monkeypatch):
    def fail(_):
        raise MonitorError("it is too long ago")

    monkeypatch.setattr(side.debugger.history, "recent", fail)
    assert side.call(0x86, struct.pack("<BI", 0, 3)).error == 0x8F
    text = bytes([200]) + b"a" * 200
    errors = [side.call(0x72, text).error for _ in range(83)]
    assert errors == [0] * 81 + [0x8F] * 2  # 16384 characters


def test_a_mistake_of_ours_is_one_line_and_a_failure_and_a_fault_ends_all(
    side, monkeypatch, capsys
):
    monkeypatch.setattr(side.monitor._commands, "do_ping", lambda *_: {}["a\nb"])
    assert side.call(PING).error == 0x8F and side.monitor.faults == 1
    assert capsys.readouterr().err == ("go64: binary monitor, command $81: KeyError 'a\\nb'\n")

    def fault(*_):
        raise MachineFault("over")

    monkeypatch.setattr(side.monitor._commands, "do_ping", fault)
    side.client.send(PING)
    with pytest.raises(MachineFault):
        await_true(lambda: side.monitor.poll() and False)


def test_a_client_is_told_what_others_do_with_the_machine(side):
    side.debugger.step()
    side.monitor.moved()
    assert kinds([side.client.read() for _ in range(3)]) == [RESUMED, REGISTERS, STOPPED]
    side.monitor.halt()  # it stands already
    side.monitor.release()
    side.monitor.poll()
    assert side.client.read().kind == RESUMED and side.monitor.resumes == 1
    side.monitor.release()
    side.monitor.moved()  # it runs: nothing to tell
    side.monitor.halt()
    assert kinds([side.client.read() for _ in range(2)]) == [REGISTERS, STOPPED]
    assert side.monitor.holding and side.monitor.resumes == 1


def test_stops_that_are_nobodys_or_of_a_test_program_are_handed_on(side, monkeypatch):
    assert side.call(EXIT).error == 0 and side.client.read().kind == RESUMED
    cart, jam = Stop("exit", "debugcart"), Stop("jammed", "jam")
    monkeypatch.setattr(side.debugger, "run_frame", lambda *_: cart)
    assert side.monitor.run_frame() is cart and not side.monitor.holding
    side.client.socket.close()
    await_true(lambda: side.monitor.poll() or not side.monitor.attached)
    monkeypatch.setattr(side.debugger, "run_frame", lambda *_: jam)
    assert side.monitor.run_frame() is jam


def test_a_client_that_comes_when_the_other_has_just_gone_is_let_in(side):
    side.client.socket.close()
    with Client(side.monitor.port) as second:
        request = second.send(PING)
        side.client = second
        await_true(side.sent)
        assert second.answer(request).error == 0


def test_who_comes_when_the_other_has_gone_unheard_takes_its_place(side):
    """Between two looks at what the first has sent, it closes and a second one connects."""
    side.client.socket.close()
    with Client(side.monitor.port) as second:
        select.select([side.monitor._socket], [], [], 20)
        side.monitor._accept()
        assert side.monitor._client.getpeername() == second.socket.getsockname()
        assert not side.monitor.holding
        side.client = second
        assert side.call(PING).error == 0
