"""The text monitor's socket: what is waited for, what comes at once, and two monitors together."""

import select
import socket
from types import SimpleNamespace

import pytest

from c64.errors import MachineFault
from emu.errors import UsageError
from emu.monitor.vice import text_server
from emu.monitor.vice.host import Host
from emu.monitor.vice.server import FRAME_SECONDS, BinaryMonitor
from emu.monitor.vice.text_server import BothMonitors, TextMonitor
from tests.emu.monitor.session import assembled, debugger
from tests.emu.monitor.vice.client import Client, await_true
from tests.emu.monitor.vice.test_text import CODE, Scripted


@pytest.fixture
def scripted():
    found = Scripted()
    yield found
    found.close()


def test_a_client_is_waited_for_and_written_to_only_if_there_is_something(scripted, monkeypatch):
    asked = []
    monkeypatch.setattr(select, "select", lambda *words: asked.append(words) or ([], [], []))
    monitor = scripted.monitor
    monitor.wait(1.5, "a file")
    await_true(lambda: monitor.poll() or monitor.attached)
    monitor.wait(2.5)
    monitor._print("text")
    monitor.wait(3.5)
    listener, client = monitor._socket, monitor._client
    assert [(list(r), list(w), s) for r, w, _, s in asked] == [
        ([listener, "a file"], [], 1.5),
        ([listener, client], [], 2.5),
        ([listener, client], [client], 3.5),
    ]


def test_lines_that_come_together_are_done_together(scripted, monkeypatch):
    monkeypatch.setattr(text_server, "SERVE_SECONDS", 20)
    scripted.client.sendall(b"> c200 01\n> c201 02\n> c202 03\n")
    ram = scripted.debugger.board.ram
    await_true(lambda: scripted.monitor.poll() and ram[0xC200] == 1)
    assert bytes(ram[0xC200:0xC203]) == b"\1\2\3"


def test_lines_after_one_that_lets_the_machine_run_wait(scripted):
    scripted.say("r")
    scripted.client.sendall(b"> c200 01\nx\n> c200 02\n")
    ram = scripted.debugger.board.ram
    await_true(lambda: scripted.monitor.poll() is False)
    assert ram[0xC200] == 1 and not scripted.monitor.holding


def test_a_command_that_fails_by_a_mistake_of_ours_says_so_and_the_next_one_works(
    scripted, monkeypatch, capsys
):
    commands = scripted.monitor.commands
    monkeypatch.setattr(commands, "do_mem", lambda _: 1 / 0)
    assert "ERROR -- this failed\n" in scripted.say("m c000")
    assert capsys.readouterr().err == (
        "go64: remote monitor, 'm c000': ZeroDivisionError division by zero\n"
    )
    assert "Stopwatch" in scripted.say("sw")


def test_a_client_is_told_where_somebody_else_has_moved_the_machine(scripted):
    scripted.say("r")
    scripted.debugger.step(2)
    scripted.monitor.moved()
    assert f".C:{scripted.debugger.board.cpu.pc:04x}" in scripted.say(frames=1)
    scripted.say("x", frames=1)
    scripted.monitor.moved()  # it runs: nothing to tell
    assert scripted.say(frames=1) == ""


def test_a_client_is_told_when_somebody_else_stops_the_machine(scripted):
    scripted.say("r")
    scripted.say("x", frames=2)
    scripted.monitor.halt()
    assert scripted.monitor.holding and scripted.say(frames=1).startswith(".C:c0")
    scripted.monitor.halt()
    assert scripted.monitor.resumes == 1
    scripted.monitor.release()
    assert not scripted.monitor.holding and scripted.monitor.resumes == 2
    scripted.monitor.release()
    assert scripted.monitor.resumes == 2


def received(client):
    """Return what comes within some seconds although nobody serves the client."""
    client.settimeout(10)
    return client.recv(1 << 16).decode()


def test_what_somebody_else_does_is_told_at_once(scripted):
    """The terminal that has moved the machine waits for its user, and serves nobody."""
    scripted.say("r")
    scripted.monitor.moved()
    assert received(scripted.client).startswith(".C:c0")
    scripted.client.setblocking(False)
    scripted.say("x", frames=2)
    scripted.monitor.halt()
    assert received(scripted.client).startswith(".C:c0")


def test_a_client_hears_the_last_words_before_it_is_sent_away(scripted):
    scripted.say("r")
    scripted.monitor._print("last words")
    scripted.monitor.close()
    assert received(scripted.client) == "last words" and received(scripted.client) == ""


def test_a_second_client_is_closed_and_the_first_is_served(scripted):
    scripted.say("r")
    port = int(scripted.monitor.address.rpartition(":")[2])
    with socket.create_connection(("127.0.0.1", port), 20) as second:
        ended = []
        second.setblocking(False)

        def closed():
            scripted.monitor.poll()
            try:
                ended.append(second.recv(10))
            except BlockingIOError:
                return False
            return True

        await_true(closed)
        assert ended == [b""]
    assert "Stopwatch" in scripted.say("sw")


@pytest.fixture
def both():
    found = debugger(CODE)
    binary = BinaryMonitor(found, Host(), ("127.0.0.1", 0))
    text = TextMonitor(found, Host(), ("127.0.0.1", 0))
    pair = BothMonitors(binary, text)
    client = socket.create_connection(("127.0.0.1", int(text.address.rpartition(":")[2])), 20)
    with Client(binary.port):
        await_true(lambda: pair.poll() or (binary.attached and text.attached))
        yield pair, binary, text, client
    client.close()
    pair.close()


def test_what_one_is_told_the_other_is_told(both):
    pair, binary, text, _ = both
    assert pair.attached and not pair.holding and not pair.stepping
    pair.halt()
    assert binary.holding and text.holding and pair.holding
    pair.release()
    assert not (binary.holding or text.holding or pair.holding)
    assert pair.resumes == binary.resumes + text.resumes == 2


def test_a_breakpoint_of_one_stops_both(both):
    pair, binary, text, client = both
    client.sendall(b"break c004\nx\n")
    await_true(lambda: pair.poll() is False and text.resumes == 1)
    assert pair.run_frame() is None
    assert binary.holding and text.holding
    pair.release()
    text.debugger.delete(1)
    assert pair.run_frame() is None and not pair.holding


def test_a_step_of_the_text_monitor_is_its_own(both):
    pair, binary, text, client = both
    client.sendall(b"z\n")
    await_true(lambda: pair.poll() is False and pair.stepping)
    assert text.stepping and not binary.stepping
    pair.run_frame()
    assert text.holding and not pair.stepping


def test_of_a_file_with_many_wrong_lines_the_first_are_told(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(text_server, "ERRORS_TOLD", 2)
    path = tmp_path / "wrong.mon"
    monitor = TextMonitor(debugger(CODE), Host(), None)
    path.write_text("nonsense\n" * 2)
    monitor.run_file(str(path))
    assert capsys.readouterr().err.count("Wrong syntax") == 2
    path.write_text("nonsense " + "x" * 5000 + "\n" + "nonsense\n" * 4 + "al c000 .last\n")
    monitor.run_file(str(path))
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 3 and all(len(line) < 400 for line in lines)
    assert lines[2] == f"go64: {path}: 3 more of its lines are refused"
    assert monitor.commands.labels == {"last": 0xC000}
    with pytest.raises(UsageError, match=r"--monitor-commands .*nosuch: No such file"):
        monitor.run_file(str(tmp_path / "nosuch"))


@pytest.mark.parametrize("more", [0, 1])
def test_a_line_may_have_4096_bytes_and_its_end_is_still_read(scripted, more):
    """What is longer waits to be run; a line that has no end by then closes the connection."""
    monitor, reads = scripted.monitor, []

    class Socket:
        def recv(self, most):
            reads.append(most)
            return b"\n"

        def close(self):
            reads.append("closed")

    await_true(lambda: monitor.poll() or monitor.attached)
    there, monitor._client = monitor._client, Socket()
    monitor._in = b"x" * (4096 + more)
    monitor._receive(monitor._client)
    assert reads == [text_server.RECEIVE][more:]
    assert monitor._in == b"x" * (4096 + more) + b"\n"[more:]
    monitor._in = b"x" * 4096
    monitor._client.recv = lambda most: b"x"
    monitor._receive(monitor._client)
    assert reads[-1] == "closed" and not monitor.attached
    there.close()


def test_what_a_checkpoints_commands_print_goes_to_the_terminal_if_there_is_no_client(
    scripted, capsys
):
    monitor, point = scripted.monitor, SimpleNamespace(number=1)
    capsys.readouterr()
    monitor.commands.points[1] = "print 11;print 12"
    assert monitor._run_commands(point) is False
    assert capsys.readouterr().out.split()[::4] == ["+17", "+18"]
    await_true(lambda: monitor.poll() or monitor.attached)
    assert monitor._run_commands(point) is False
    assert capsys.readouterr().out == ""


def test_a_client_that_goes_while_its_step_is_under_way_leaves_no_breakpoint(scripted):
    scripted.debugger.board.ram[0xC00D:0xC010] = assembled("JMP $C00D", at=0xC00D)
    scripted.debugger.changed()
    scripted.say("r pc=c007")
    scripted.say("n", frames=3)
    assert scripted.monitor.stepping and scripted.debugger.breakpoints
    scripted.client.close()
    await_true(lambda: scripted.monitor.poll() or not scripted.monitor.attached)
    assert not (scripted.monitor.stepping or scripted.monitor.holding)
    assert not scripted.debugger.breakpoints


def test_a_client_whose_connection_breaks_has_gone(scripted):
    scripted.say("r")

    class Broken:
        closed = 0

        def recv(self, most):
            raise ConnectionResetError

        def close(self):
            self.closed += 1

    scripted.monitor._client, there = Broken(), scripted.monitor._client
    broken = scripted.monitor._client
    scripted.monitor._receive(broken)
    assert broken.closed == 1 and not scripted.monitor.attached and not scripted.monitor.holding
    there.close()


def test_a_fault_of_the_machine_is_no_answer_to_a_client(scripted, monkeypatch):
    scripted.say("r")

    def fault(line):
        raise MachineFault("over")

    monkeypatch.setattr(scripted.monitor.commands, "run", fault)
    scripted.client.sendall(b"r\n")
    with pytest.raises(MachineFault, match="over"):
        await_true(lambda: scripted.monitor.poll() and False)


def test_two_monitors_wait_no_longer_than_a_frame_and_hear_what_others_move(both, monkeypatch):
    pair, binary, text, _ = both
    asked, moved = [], []
    monkeypatch.setattr(binary, "wait", lambda *words: asked.append(words) or ["a file"])
    assert pair.wait(20, "a file") == ["a file"] and pair.wait(0.01) == ["a file"]
    assert asked == [(FRAME_SECONDS, "a file"), (0.01,)]
    for monitor in (binary, text):
        monkeypatch.setattr(monitor, "moved", lambda monitor=monitor: moved.append(monitor))
    pair.moved()
    assert moved == [binary, text]


def test_what_traces_print_between_two_frames_is_bounded(scripted, monkeypatch):
    monkeypatch.setattr(text_server, "OUTPUT_MOST", 300)
    scripted.say("trace exec c000 c010")
    scripted.say("x", frames=0)
    monitor, printed = scripted.monitor, []
    monkeypatch.setattr(monitor, "_print", printed.append)
    for _ in range(2):
        monitor.run_frame()
        lengths = [len(text) for text in printed]
        assert sum(lengths[:-1]) < 300 <= sum(lengths)
        assert all(text.startswith("#1 (Trace ") and "\n.C:c0" in text for text in printed)
        printed.clear()
    assert monitor.commands.debugger.find(1).hits > 1000
