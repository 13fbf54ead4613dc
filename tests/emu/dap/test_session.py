"""One client and its session, without a thread: each request is served when the test says so."""

import socket

import pytest

from emu.dap.launch import Launch
from emu.dap.link import Link
from emu.dap.server import DebugAdapter
from emu.dap.session import Session, Target
from emu.monitor.breakpoint import Stop
from tests.emu.dap.client import TIMEOUT, Client, Refusal, TestHost, connect
from tests.emu.monitor.session import debugger

LOOP = b"\xee\x00\x20\x4c\x00\xc0"  # INC $2000, JMP $C000
JAM = b"\xea\x02"


class Editor(Client):
    """A client whose session serves each request at once.

    raw  every message as it came
    """

    def __init__(self, code=LOOP, own=False, usual=None, machine=True):
        theirs, ours = socket.socketpair()
        ours.settimeout(TIMEOUT)
        stream = ours.makefile("rwb")
        super().__init__(stream, lambda: (stream.close(), ours.close()))
        self.raw, self.host, self.debugger = [], TestHost(), debugger(code)
        self.target = Target(self.debugger, self.host, own, usual or Launch())
        self.session = Session(Link(theirs), self.target if machine else None)
        self.debugger.on_hit = lambda point: self.session.hit(point) is not False

    def send(self, command, **arguments):
        seq = super().send(command, **arguments)
        self.serve()
        return seq

    def serve(self):
        self.session.link.receive()
        while self.session.serve():
            pass
        self.session.link.flush()

    def read(self):
        self.raw.append(super().read())
        return self.raw[-1]

    def close(self):
        super().close()
        self.session.link.close()

    def run(self, frames=1):
        """Let the machine run; returns the last Stop that does not concern the client."""
        stop = None
        for _ in range(frames):
            stop = self.session.run_frame() or stop
        self.session.link.flush()
        return stop


@pytest.fixture
def edit():
    """A function that makes an Editor, which is closed at the end."""
    made = []

    def make(*words, **more):
        made.append(Editor(*words, **more))
        return made[-1]

    yield make
    for editor in made:
        editor.close()


def test_messages_are_numbered_from_one(edit):
    editor = edit()
    editor.begin(command="attach")
    editor.event("process")
    assert [message["seq"] for message in editor.raw] == [*range(1, len(editor.raw) + 1)]


def test_a_launch_is_answered_when_there_is_a_machine(edit, tmp_path):
    program = tmp_path / "game.prg"
    program.write_bytes(b"\x00\xc0" + LOOP)
    editor = edit(machine=False, own=True)
    asked = editor.send("launch", program=str(program))
    assert editor.session.launching.program == str(program) and editor.session.holding
    waits = editor.send("threads")
    editor.session.bind(editor.target)
    editor.session.link.flush()
    assert editor.session.holding  # until the breakpoints are there
    editor.serve()
    editor.answer(asked)
    editor.answer(waits)
    assert editor.event("process") == {
        "name": "game.prg", "isLocalProcess": True, "startMethod": "launch"
    }  # fmt: skip
    editor.call("configurationDone")
    assert not editor.session.holding
    with pytest.raises(Refusal, match="launch: the session has begun already"):
        editor.call("launch", program=str(program))


def test_after_a_launch_that_fails_there_may_be_another(edit):
    editor = edit(machine=False)
    for words in ({"program": "a.prg"}, {"args": ["--basic-prompt"]}):
        asked = editor.send("launch", **words)
        editor.session.fail("a.prg: no such\nfile, or {folder}")
        editor.session.link.flush()
        with pytest.raises(Refusal, match=r"^a\.prg: no such file, or \{folder\}$"):
            editor.answer(asked)
        error = editor.raw[-1]["body"]["error"]
        assert (error["format"], error["showUser"]) == ("a.prg: no such file, or (folder)", True)
        assert not editor.session.holding and editor.session.launching is None
    with pytest.raises(Refusal, match="needs launch or attach first"):
        editor.call("threads")
    with pytest.raises(Refusal, match="needs launch or attach first"):
        editor.call("pause")


def test_a_launch_with_a_debug_file_that_cannot_be_read_ends_it_all(edit):
    editor = edit(machine=False, own=True)
    asked = editor.send("launch", program="a.prg", debugFile="none.dbg")
    editor.session.bind(editor.target)
    editor.session.link.flush()
    with pytest.raises(Refusal, match=r"none\.dbg"):
        editor.answer(asked)
    assert editor.session.over and editor.session.quits


def test_who_attaches_gets_the_program_of_the_command_line_unless_he_names_one(edit):
    usual = Launch("/src/game.prg")
    for words, name in (({}, "game.prg"), ({"program": "/a/b.prg"}, "b.prg")):
        editor = edit(usual=usual)
        editor.begin(command="attach", **words)
        found = editor.event("process")
        assert (found["name"], found["startMethod"]) == (name, "attach")
    editor = edit()
    editor.begin(command="attach")
    assert editor.event("process")["name"] == "go64"


@pytest.mark.parametrize("own", [True, False])
@pytest.mark.parametrize("word", [None, True, False])
def test_a_client_that_leaves_ends_what_it_has_launched_unless_it_says_otherwise(edit, own, word):
    editor = edit(own=own)
    editor.begin(command="attach")
    editor.call("disconnect", **({} if word is None else {"terminateDebuggee": word}))
    assert editor.session.over
    assert editor.session.quits is (own if word is None else word)


def test_the_end_is_told_once_and_only_to_who_has_begun(edit):
    editor = edit()
    editor.session.end()
    editor.begin(command="attach")
    editor.call("terminate")
    assert editor.session.quits and editor.session.holding and not editor.session.over
    for _ in range(2):
        editor.call("threads")
        assert [m.get("event") for m in editor.raw].count("terminated") == 1
        editor.session.end()


def test_without_debugging_no_breakpoint_is_set_and_a_jam_is_not_told(edit):
    editor = edit(code=JAM)
    editor.begin(command="attach", noDebug=True)
    wanted = [{"name": "$c001"}, {"name": "$c000"}]
    answer = editor.call("setFunctionBreakpoints", breakpoints=wanted)
    assert answer == {"breakpoints": [{"verified": False}] * 2}
    editor.call("setExceptionBreakpoints", filters=["jam", "irq"])
    assert editor.debugger.breakpoints == {}
    assert editor.run().kind == "jam" and not editor.session.holding


def test_a_jam_stops_once_and_is_the_emulators_then(edit):
    editor = edit(code=JAM)
    editor.begin(command="attach")
    assert editor.call("exceptionInfo", threadId=1)["description"] == "none"
    assert editor.run() is None
    body = editor.event("stopped")
    assert body["reason"] == "exception" and "CPU jammed at $C001" in body["text"]
    assert body["description"] == body["text"] and editor.session.holding
    editor.call("continue")
    assert editor.run().kind == "jam" and not editor.session.holding


def test_jams_are_left_alone_if_the_client_does_not_want_them(edit):
    editor = edit(code=JAM)
    editor.begin(command="attach")
    editor.call("setExceptionBreakpoints", filters=[])
    assert editor.run().kind == "jam" and not editor.session.holding


def test_where_a_program_begins_may_be_unknown(edit):
    editor = edit(machine=False, own=True)
    asked = editor.send("launch", args=["--basic-prompt"], stopOnEntry=True)
    editor.session.bind(editor.target)
    editor.session.link.flush()
    editor.answer(asked)
    assert "where the program begins is unknown without a debug file" in editor.output
    with pytest.raises(Refusal, match="restart: the program's file is unknown"):
        editor.call("restart")


def test_a_restart_starts_the_program_anew_and_stops_where_it_begins(edit, tmp_path):
    program = tmp_path / "game.prg"
    program.write_bytes(b"\x00\xc0" + LOOP)
    editor = edit(own=True)
    editor.begin(program, stopOnEntry=True)
    assert editor.run() is None
    assert editor.event("stopped")["reason"] == "entry"
    editor.call("restart")
    assert editor.host.started == [(str(program), True)] * 2 and not editor.session.holding
    editor.run()
    assert editor.event("stopped")["reason"] == "entry"
    editor.call("continue")
    editor.run(2)
    assert not editor.session.holding  # it stops there once
    assert editor.debugger.breakpoints == {}


def test_what_is_changed_is_told_and_so_is_what_depends_on_it(edit):
    editor = edit()
    editor.begin(command="attach", stopOnEntry=True)
    editor.event("stopped")
    scopes = editor.call("scopes", frameId=editor.top()["id"])["scopes"]
    hints = {one["name"]: one.get("presentationHint") for one in scopes}
    assert hints.pop("Registers") == "registers" and set(hints.values()) == {None}
    registers = scopes[0]["variablesReference"]
    editor.call("setVariable", variablesReference=registers, name="X", value="7")
    assert editor.event("invalidated") == {"areas": ["variables", "stacks"]}
    editor.call("setExpression", expression="a", value="8")
    assert editor.event("invalidated") == {"areas": ["variables", "stacks"]}
    editor.call("writeMemory", memoryReference="0x4000", data="AAAA")
    assert editor.event("invalidated") == {"areas": ["variables", "stacks"]}
    editor.call("evaluate", expression=".r pc=c003", context="repl")
    assert editor.event("invalidated") == {"areas": ["variables", "stacks"]}
    assert editor.event("stopped")["reason"] == "goto"
    assert editor.top()["instructionPointerReference"] == "0xC003"
    editor.call("evaluate", expression="a", context="repl")
    editor.call("evaluate", expression="a", context="watch")
    assert [m["event"] for m in editor.events] == ["invalidated"]


def test_a_running_machine_may_be_written_to_without_a_word(edit):
    editor = edit()
    editor.begin(command="attach")
    editor.event("process")
    editor.call("writeMemory", memoryReference="0x4000", data="AAAA")
    assert editor.events == []
    for command in ("continue", "next", "stepIn", "stepOut", "stepBack", "reverseContinue"):
        with pytest.raises(Refusal, match="the machine runs: pause it first"):
            editor.call(command, threadId=1)


def test_an_error_of_our_own_is_one_line_for_both_sides_and_the_next_request_is_served(
    edit, capsys
):
    editor = edit()
    editor.begin(command="attach")
    editor.session._table["threads"] = lambda _: {}["a\nb"]
    with pytest.raises(Refusal, match=r"^an error in GO 64 itself: KeyError 'a\\nb'$"):
        editor.call("threads")
    assert capsys.readouterr().err == "go64: debug adapter, threads: KeyError 'a\\nb'\n"
    assert editor.call("loadedSources") == {"sources": []}


def test_paths_must_be_paths(edit):
    editor = edit()
    assert editor.call("initialize")["supportsRestartRequest"]
    with pytest.raises(Refusal, match="'pathFormat' must be 'path'"):
        editor.call("initialize", pathFormat="uri")
    with pytest.raises(Refusal, match="'stopOnEntry' must be true or false"):
        editor.call("launch", program="a.prg", stopOnEntry=1)


def test_a_file_that_cannot_be_started_is_told(edit, monkeypatch):
    editor = edit()
    with pytest.raises(Refusal, match="launch: 'program' is missing"):
        editor.call("launch")

    def missing(path, run):
        raise FileNotFoundError(2, "No such file or directory", path)

    monkeypatch.setattr(editor.host, "autostart", missing)
    with pytest.raises(Refusal, match=r"^launch: a\.prg: No such file or directory$"):
        editor.call("launch", program="a.prg")
    assert not editor.session.started


def test_the_exit_code_of_a_test_program_is_told(edit, monkeypatch):
    editor = edit()
    editor.begin(command="attach")
    cart = Stop("exit", "debugcart")
    monkeypatch.setattr(editor.debugger, "run_frame", lambda *_: cart)
    editor.debugger.board.debug_value = 3
    assert editor.run() is cart
    assert editor.event("exited") == {"exitCode": 3}


def test_who_pauses_before_a_breakpoint_goes_on_past_it(edit):
    editor = edit()
    editor.begin(command="attach")
    editor.call("pause")
    editor.event("stopped")
    editor.call("setFunctionBreakpoints", breakpoints=[{"name": "$c000"}])
    assert editor.top()["instructionPointerReference"] == "0xC000"
    cycle = editor.debugger.board.cycle
    editor.call("continue")
    editor.run()
    assert editor.event("stopped")["reason"] == "function breakpoint"
    assert editor.debugger.board.cycle > cycle


def test_a_pause_is_told_once_and_ends_a_search_in_the_past(edit):
    editor = edit()
    editor.begin(command="attach")
    editor.call("pause")
    assert editor.event("stopped")["reason"] == "pause"
    editor.call("pause")
    assert editor.session.holding and editor.events == []
    editor.run()
    editor.call("reverseContinue")
    assert editor.session.search is not None
    editor.call("pause")
    assert editor.session.search is None
    assert editor.event("stopped")["reason"] == "pause"


def test_a_pause_ends_a_step_that_never_comes_back(edit):
    editor = edit(code=b"\x20\x03\xc0\x4c\x03\xc0")  # JSR $C003; $C003 JMP $C003
    editor.begin(command="attach", stopOnEntry=True)
    editor.event("stopped")
    for command in ("next", "stepOut"):
        editor.call(command, threadId=1)
        editor.run()
        assert editor.session.goal is not None
        editor.call("pause")
        assert editor.event("stopped")["reason"] == "pause"
        assert editor.session.goal is None and editor.debugger.breakpoints == {}


def test_a_client_that_reset_its_connection_is_one_that_left(edit):
    editor = edit()
    editor.begin(command="attach")
    link = editor.session.link

    class Reset:
        def recv(self, _):
            raise ConnectionResetError

    real, link.socket = link.socket, Reset()
    link.receive()
    link.socket = real
    assert link.ended


def test_an_adapter_waits_for_clients_for_what_they_say_and_for_others():
    one, other = socket.socketpair()
    adapter = DebugAdapter(("127.0.0.1", 0))
    try:
        assert adapter.wait(0) == [] and not adapter.attached and not adapter.bound
        other.send(b"x")
        assert adapter.wait(TIMEOUT, one) == [one]
        with connect(adapter.port) as client:
            assert adapter.wait(TIMEOUT)
            adapter.poll()
            assert adapter.attached and adapter.wait(0) == []
            client.send("initialize")
            assert adapter.wait(TIMEOUT)
            adapter.poll()
            assert client.answer(1)["supportsStepBack"]
    finally:
        adapter.close()
        one.close()
        other.close()
