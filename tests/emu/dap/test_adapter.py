"""The adapter around a session: launches, others who control the machine, and rare answers."""

import socket

import pytest

from c64.errors import MachineFault
from emu.dap.link import Link
from emu.dap.server import DebugAdapter
from emu.dap.session import Session
from emu.kit.symbols import Symbol
from tests.emu.dap.client import Client, Refusal, TestHost, connect
from tests.emu.dap.test_session import LOOP, Editor
from tests.emu.monitor.session import debugger

CALLS = bytes.fromhex("200ac0 ee00204c00c0 ea a200cad0fdcad0fd60")  # JSR $C00A, INC, JMP; a loop


@pytest.fixture
def edit():
    """A function that makes an Editor attached to a machine; it is closed at the end."""
    made = []

    def make(code=LOOP, **more):
        made.append(Editor(code))
        made[-1].begin(command="attach", **more)
        return made[-1]

    yield make
    for editor in made:
        editor.close()


@pytest.fixture
def piped():
    """An adapter with the one client of standard input and output, and that Client."""
    theirs, ours = socket.socketpair()
    ours.settimeout(60)
    adapter = DebugAdapter(("127.0.0.1", 0))
    adapter._socket.close()
    adapter._socket, adapter._session = None, Session(Link(theirs))
    stream = ours.makefile("rwb")
    client = Client(stream, lambda: (stream.close(), ours.close()))
    yield adapter, client
    client.close()
    adapter.close()


def test_a_launch_is_waited_for_and_its_failure_told(piped):
    adapter, client = piped
    asked = client.send("launch", program="a.prg")
    assert adapter.await_launch().program == "a.prg" and not adapter.bound
    adapter.fail("a.prg: no such file")
    with pytest.raises(Refusal, match=r"^a\.prg: no such file$"):
        client.answer(asked)
    asked = client.send("launch", args=["--basic-prompt"])
    assert adapter.await_launch().words == ["--basic-prompt", "--headless", "--warp"]
    one, host = debugger(LOOP), TestHost()
    adapter.bind(one, host)
    assert adapter.bound and adapter.holding
    adapter.poll()
    client.answer(asked)
    client.send("configurationDone")
    adapter.wait(60)
    assert not adapter.poll()
    cycle = one.board.cycle
    assert adapter.run_frame() is None and one.board.cycle > cycle
    client.close()
    adapter.wait(60)
    adapter.poll()
    assert host.ended and not adapter.attached


def test_who_hangs_up_before_launching_wants_nothing(piped):
    adapter, client = piped
    client.close()
    assert adapter.await_launch() is None
    adapter.fail("nobody hears it")


def test_without_a_client_the_machine_runs_as_ever():
    adapter, one = DebugAdapter(("127.0.0.1", 0)), debugger(LOOP)
    try:
        assert adapter.run_frame() is None  # there is no machine yet
        adapter.bind(one, TestHost())
        cycle = one.board.cycle
        assert adapter.run_frame(cycle + 100) is None
        assert cycle + 100 <= one.board.cycle < cycle + 110
        assert not (adapter.stepping or adapter.holding or adapter.resumes)
        for nothing in (adapter.release, adapter.halt, adapter.moved):
            nothing()
        with connect(adapter.port) as client:
            adapter.wait(60)
            adapter.poll()
            client.send("attach")
            adapter.wait(60)
            adapter.poll()
            client.send("pause")
            adapter.wait(60)
            adapter.poll()
            client.send("next")
            adapter.wait(60)
            adapter.poll()
            assert adapter.stepping and adapter.resumes == 1
        adapter.wait(60)
        adapter.poll()
        assert not adapter.attached and adapter.resumes == 1
    finally:
        adapter.close()


def test_a_fault_of_the_machine_is_no_answer(edit):
    editor = edit()

    def fault(_):
        raise MachineFault("it has ended")

    editor.session._table["threads"] = fault
    with pytest.raises(MachineFault):
        editor.send("threads")


def test_a_client_that_leaves_in_a_search_or_a_step_leaves_nothing_behind(edit):
    editor = edit(CALLS)
    editor.call("pause")
    editor.run()
    editor.call("setFunctionBreakpoints", breakpoints=[{"name": "$c003"}])
    editor.call("reverseContinue")
    assert editor.session.search is not None
    editor.session.leave()
    assert editor.session.search is None and editor.debugger.breakpoints == {}
    editor.session.leave()  # once more does nothing


def test_a_breakpoint_of_somebody_else_stops_for_the_client_too(edit):
    editor = edit()
    editor.debugger.add("exec", 0xC003)
    editor.run()
    body = editor.event("stopped")
    assert body["reason"] == "breakpoint" and "hitBreakpointIds" not in body
    assert "exec $C003" in body["description"]


def test_what_a_log_point_cannot_say_is_said_in_its_place(edit):
    editor = edit()
    wanted = [{"name": "$c003", "logMessage": "{a} and {b_far}"}]
    found = editor.call("setFunctionBreakpoints", breakpoints=wanted)["breakpoints"]
    assert not found[0]["verified"] and "b_far" in found[0]["message"]
    wanted[0]["logMessage"] = "{a}{b"
    editor.call("setFunctionBreakpoints", breakpoints=wanted)
    editor.run()
    editor.call("threads")
    assert editor.output.splitlines()[0] == "$00 (0){b"


def test_breakpoints_that_make_no_sense_are_refused_or_say_so(edit):
    editor = edit()
    with pytest.raises(Refusal, match="access type 'look': expected read, write, readWrite"):
        editor.call("setDataBreakpoints", breakpoints=[{"dataId": "0x1+1", "accessType": "look"}])
    rows = [{"dataId": text} for text in ("0x1", "0x1+0", "0xFFFF+2", "0x1+100000", "0x1+x")]
    answer = editor.call("setDataBreakpoints", breakpoints=[*rows, {"dataId": "0xFFFF+1"}])
    assert [one["verified"] for one in answer["breakpoints"]] == [False] * 5 + [True]
    assert "expected 0x0400+1" in answer["breakpoints"][0]["message"]
    rows = [{"instructionReference": "0xFFFF", "offset": n} for n in (0, 1, -0x10000)]
    answer = editor.call("setInstructionBreakpoints", breakpoints=rows)
    assert [one["verified"] for one in answer["breakpoints"]] == [True, False, False]
    assert "is outside of 0x0000 to 0xFFFF" in answer["breakpoints"][1]["message"]
    same = [{"name": "$c003"}, {"name": "$c003"}, {"name": "$c003", "condition": "a == 1"}]
    ids = [
        one["id"] for one in editor.call("setFunctionBreakpoints", breakpoints=same)["breakpoints"]
    ]
    assert ids[0] == ids[1] != ids[2]
    option = {"filterId": "raster", "condition": "ten"}
    editor.call("setExceptionBreakpoints", filters=["irq"], filterOptions=[option])
    editor.call("threads")
    assert "raster line 'ten': expected a number as condition" in editor.output
    kinds = sorted(point.kind for point in editor.debugger.breakpoints.values())
    assert kinds == ["exec", "exec", "exec", "irq", "write"]


def test_names_that_are_no_labels_and_variables_that_are_not_there(edit):
    editor = edit()
    editor.call("pause")
    symbols = editor.session._sources.symbols
    symbols.add(Symbol("LIMIT", 0x1234, False), "LIMIT")
    symbols.add(Symbol("place", 0x2000, True), "place")
    assert editor.value("LIMIT") == "$1234 (4660)"
    assert editor.value("place") == "$00 (0) at $2000"
    with pytest.raises(Refusal, match="'LIMIT': only a register, variable or label can be set"):
        editor.call("setExpression", expression="LIMIT", value="1")
    scopes = editor.call("scopes", frameId=editor.top()["id"])["scopes"]
    with pytest.raises(Refusal, match="variable 'nothing' does not exist here"):
        editor.call(
            "setVariable", variablesReference=scopes[0]["variablesReference"], name="nothing",
            value="1",
        )  # fmt: skip


def test_a_step_back_passes_a_subroutine_that_ran_for_very_long(monkeypatch, edit):
    from emu.dap import steps

    monkeypatch.setattr(steps, "LOOK_BACK", (8, 16))
    editor = edit(CALLS)
    editor.call("pause")
    editor.call("setFunctionBreakpoints", breakpoints=[{"name": "$c003"}])
    editor.call("continue")
    editor.run(2)
    assert editor.top()["instructionPointerReference"] == "0xC003"
    editor.call("setFunctionBreakpoints", breakpoints=[])
    depth = editor.debugger.board.cpu.sp
    editor.call("stepBack", threadId=1)
    assert editor.top()["instructionPointerReference"] == "0xC000"
    assert editor.debugger.board.cpu.sp == depth
    assert editor.debugger.breakpoints == {}
