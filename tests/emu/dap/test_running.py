"""Breakpoints and steps, forwards and back, as an editor asks for them."""

import socket
import time

import pytest

from emu.dap import session as sessions
from emu.dap.server import DebugAdapter
from emu.monitor.vice import outbox
from tests.emu.dap.client import TIMEOUT, Refusal, TestHost, connect, served
from tests.emu.dap.conftest import line
from tests.emu.monitor.session import debugger

LOOP, INC, LOAD = line("jsr paint"), line("inc count"), line("lda count")
PAINT, DEEPER, BORDER = line("inx"), line("pha"), line("stx $d020")


def test_a_line_with_code_stops_the_machine_and_names_the_breakpoint(session, source):
    (found,) = session.lines(source, INC)
    assert (found["verified"], found["line"]) == (True, INC)
    session.call("continue", threadId=1)
    body = session.event("stopped")
    assert (body["reason"], body["hitBreakpointIds"]) == ("breakpoint", [found["id"]])
    assert session.top()["line"] == INC


def test_a_line_without_code_moves_to_the_next_that_has_some(session, source):
    (found,) = session.lines(source, line("main:"))
    assert (found["verified"], found["line"]) == (True, line("ldx #0"))


def test_a_line_behind_the_code_says_that_none_follows(session, source):
    (found,) = session.lines(source, 400)
    assert not found["verified"] and "line 400: no code here" in found["message"]


def test_a_source_of_another_program_says_so(session, tmp_path):
    (found,) = session.lines(tmp_path / "other.s", 3)
    assert not found["verified"] and "no code comes from" in found["message"]


def test_a_source_is_found_by_the_end_of_its_path(session):
    (found,) = session.lines("/elsewhere/project/paint.s", INC)
    assert found["verified"]


def test_breakpoints_that_are_sent_again_keep_their_number_and_others_go(session, source):
    first = session.lines(source, LOOP, INC)
    second = session.lines(source, INC)
    assert second[0]["id"] == first[1]["id"]
    assert session.go() == ("breakpoint", INC)
    assert session.go() == ("breakpoint", INC)


@pytest.mark.parametrize(
    ("options", "count"),
    [
        ({"condition": "@count == 5"}, "$05 (5)"),
        ({"condition": "@count >= 3 && x > 0"}, "$03 (3)"),
        ({"hitCondition": "4"}, "$03 (3)"),
        ({"hitCondition": ">= 3"}, "$02 (2)"),
        ({"hitCondition": "% 5"}, "$04 (4)"),
        ({"condition": "@count > $10", "hitCondition": "2"}, "$12 (18)"),
    ],
)
def test_conditions_and_hit_counts(session, source, options, count):
    session.lines(source, INC, **options)
    assert session.go() == ("breakpoint", INC)
    assert session.value("count").startswith(count)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"condition": "@nothing == 1"}, "label 'nothing' does not exist"),
        ({"condition": "a =="}, "ends where a value is expected"),
        ({"hitCondition": "often"}, "hit count 'often': expected N, >= N"),
        ({"hitCondition": "% 0"}, "expected N, >= N"),
        ({"logMessage": "{count+}"}, "ends where a value is expected"),
        ({"condition": "1+" * 2000}, "500 is the most"),
        ({"logMessage": "x" * 501}, "expression of 501 characters; 500 is the most"),
    ],
)
def test_what_is_wrong_with_a_breakpoint_is_said_and_it_is_not_set(
    session, source, options, message
):
    (found,) = session.lines(source, INC, **options)
    assert not found["verified"] and message in found["message"]


def test_a_log_point_prints_and_does_not_stop(session, source):
    session.lines(source, INC, logMessage="count {@count}, border {@$d020 & 15}")
    answer = session.call("setFunctionBreakpoints", breakpoints=[{"name": "end"}])
    assert answer["breakpoints"][0]["verified"]
    assert session.go() == ("function breakpoint", line("jmp end"))
    lines = session.output.splitlines()
    assert len(lines) == 100 and lines[2] == "count $02 (2), border $03 (3)"
    ((path, number),) = {(one["source"]["path"], one["line"]) for one in session.said}
    assert (path, number) == (str(source), INC)


def test_log_points_print_so_much_at_most_between_two_looks_at_the_client(
    session, source, monkeypatch
):
    monkeypatch.setattr(sessions, "OUTPUT_MOST", 1000)
    session.lines(source, INC, logMessage="twelve chars")
    session.call("setFunctionBreakpoints", breakpoints=[{"name": "end"}])
    assert session.go() == ("function breakpoint", line("jmp end"))
    left_out = 9 * "twelve chars\n" + "(more of this frame's messages are left out)\n"
    assert left_out in session.output
    assert session.output.count("twelve chars\n") < 100


def test_functions_labels_and_addresses(session):
    wanted = [{"name": "paint"}, {"name": "nowhere"}, {"name": "$c012"}]
    found = session.call("setFunctionBreakpoints", breakpoints=wanted)["breakpoints"]
    assert [one["verified"] for one in found] == [True, False, True]
    assert "label 'nowhere' does not exist" in found[1]["message"]
    assert session.go() == ("function breakpoint", PAINT)


def test_an_address_of_an_instruction(session):
    wanted = [{"instructionReference": "0xC000", "offset": 8}]
    session.call("setInstructionBreakpoints", breakpoints=wanted)
    assert session.go() == ("instruction breakpoint", INC)


@pytest.mark.parametrize(
    ("access", "lines"),
    [("write", [LOOP, LOAD]), ("readWrite", [LOOP, LOAD]), ("read", [LOAD, line("cmp")])],
)
def test_data_breakpoints_stop_after_the_access(session, access, lines):
    info = session.call("dataBreakpointInfo", name="count")
    assert access in info["accessTypes"]
    wanted = [{"dataId": info["dataId"], "accessType": access}]
    session.call("setDataBreakpoints", breakpoints=wanted)
    assert [session.go() for _ in lines] == [("data breakpoint", number) for number in lines]


def test_a_step_over_passes_a_subroutine_and_a_step_in_enters_it(session, source):
    session.lines(source, LOOP)
    assert session.go() == ("breakpoint", LOOP)
    assert session.go("next") == ("step", INC)
    session.lines(source)
    for _ in range(3):
        session.go("next")
    assert session.go("next") == ("step", LOOP)
    assert session.go("stepIn") == ("step", PAINT)
    assert session.go("stepIn") == ("step", line("jsr deeper"))
    assert session.go("stepIn") == ("step", DEEPER)
    assert session.go("stepOut") == ("step", BORDER)


def test_a_step_of_an_instruction(session):
    assert session.go("stepIn", granularity="instruction") == ("step", line("stx count"))


def test_a_step_in_a_loop_of_one_line_ends_there(session, source):
    session.lines(source, line("jmp end"))
    session.go()
    session.lines(source)
    assert session.go("next") == ("step", line("jmp end"))


def test_a_step_back_in_a_loop_of_one_line_goes_back_by_one_turn(session):
    session.call("setFunctionBreakpoints", breakpoints=[{"name": "end"}])
    assert session.go() == ("function breakpoint", line("jmp end"))
    session.call("setFunctionBreakpoints", breakpoints=[])
    places = []
    for _ in range(4):
        places.append((session.value("rl"), session.value("cy")))
        assert session.go("next") == ("step", line("jmp end"))
    for place in reversed(places[1:]):
        assert session.go("stepBack") == ("step", line("jmp end"))
        assert (session.value("rl"), session.value("cy")) == place


@pytest.mark.parametrize("cycles", [3, 9, 20])
def test_a_step_passes_an_interrupt(machine_and_client, source, cycles):
    server, client = machine_and_client
    board = server.board
    client.lines(source, INC)
    client.go()
    handler = int(client.value("handler")[1:5], 16)
    board.poke(0, 0x2F)
    board.poke(1, 0x35)  # RAM where the vector is
    board.poke(0xFFFE, handler & 0xFF)
    board.poke(0xFFFF, handler >> 8)
    board.cpu.p &= ~4
    board.poke(0xDC04, cycles)  # an interrupt that comes within the next instructions
    board.poke(0xDC05, 0)
    board.poke(0xDC0D, 0x81)
    board.poke(0xDC0E, 0x19)  # once
    server.debugger.changed()
    client.lines(source)
    lines = [client.go("next")[1] for _ in range(5)]
    assert lines == [LOAD, line("cmp"), line("bne"), LOOP, INC]
    assert client.value("ticks").startswith("$01")


def test_steps_back_are_the_way_there(session, source):
    session.lines(source, BORDER)
    session.go()
    session.lines(source)
    single = {"granularity": "instruction"}
    forwards = [session.top()["line"]] + [session.go("stepIn", **single)[1] for _ in range(9)]
    cycles = session.value("cycle")
    back = [session.go("stepBack", **single)[1] for _ in range(9)]
    assert back == forwards[-2::-1]
    assert session.value("cycle") != cycles
    assert [session.go("stepIn", **single)[1] for _ in range(9)] == forwards[1:]
    assert session.value("cycle") == cycles


def test_a_step_back_passes_a_subroutine(session, source):
    session.lines(source, INC)
    session.go()
    assert session.go("stepBack") == ("step", LOOP)
    assert session.go("stepBack") == ("step", line("stx count"))
    assert session.go("stepBack", granularity="instruction") == ("step", line("ldx #0"))
    with pytest.raises(Refusal, match="the history begins here"):
        session.call("stepBack", threadId=1)


def test_continuing_back_stops_at_the_breakpoint_before(session, source):
    (found,) = session.lines(source, INC)
    for _ in range(3):
        session.go()
    assert session.value("count").startswith("$02")
    session.call("reverseContinue", threadId=1)
    body = session.event("stopped")
    assert (body["reason"], body["hitBreakpointIds"]) == ("breakpoint", [found["id"]])
    assert session.top()["line"] == INC and session.value("count").startswith("$01")
    assert session.go("reverseContinue") == ("breakpoint", INC)
    assert session.go("reverseContinue") == ("entry", line("ldx #0"))
    assert "the history begins here" in session.output
    assert session.go() == ("breakpoint", INC)


def test_continuing_back_stops_before_the_instruction_that_wrote(session, source):
    session.lines(source, line("jmp end"))
    session.go()
    session.lines(source)
    data = session.call("dataBreakpointInfo", name="count")["dataId"]
    session.call("setDataBreakpoints", breakpoints=[{"dataId": data, "condition": "value == 50"}])
    assert session.go("reverseContinue") == ("data breakpoint", INC)
    assert session.value("count").startswith("$32 (50)")  # INC writes the old value first
    assert session.go("reverseContinue") == ("data breakpoint", INC)
    assert session.value("count").startswith("$31 (49)")
    assert session.go("next") == ("data breakpoint", LOAD)
    assert session.value("count").startswith("$32 (50)")


def test_a_running_machine_is_paused(session, source):
    session.call("continue", threadId=1)
    with pytest.raises(Refusal, match="the machine runs: pause it first"):
        session.call("stackTrace", threadId=1)
    session.call("pause", threadId=1)
    assert session.event("stopped")["reason"] == "pause"


def test_a_jump_to_a_line(session, source):
    (target,) = session.call("gotoTargets", source={"path": str(source)}, line=LOAD)["targets"]
    session.call("goto", threadId=1, targetId=target["id"])
    assert session.stopped() == ("goto", LOAD)
    assert session.go("next") == ("step", line("cmp"))


def test_a_jump_may_go_to_the_first_byte_of_memory_and_to_the_last(session):
    for target in (0, 0xFFFF):
        session.call("goto", threadId=1, targetId=target)
        assert session.event("stopped")["reason"] == "goto"
        assert session.value("pc").startswith(f"${target:04X}" if target else "$00")
    for target in (-1, 0x10000):
        with pytest.raises(Refusal, match="is no target"):
            session.call("goto", threadId=1, targetId=target)


def test_a_raster_line_stops_and_an_unknown_filter_is_refused(session):
    with pytest.raises(Refusal, match=r"filter 'rain': expected irq, jam, nmi, raster"):
        session.call("setExceptionBreakpoints", filters=["rain"])
    option = {"filterId": "raster", "condition": "100"}
    session.call("setExceptionBreakpoints", filters=[], filterOptions=[option])
    session.call("continue", threadId=1)
    assert session.event("stopped")["reason"] == "exception"
    assert session.value("rl") == "$64 (100)"


def test_a_jam_is_an_exception(machine_and_client):
    _, client = machine_and_client
    client.call("setExceptionBreakpoints", filters=["jam"])
    client.call("writeMemory", memoryReference="0xC002", data="Ag==")
    client.call("continue", threadId=1)
    body = client.event("stopped")
    assert body["reason"] == "exception" and "CPU jammed at $C002" in body["text"]
    assert "jammed" in client.call("exceptionInfo", threadId=1)["description"]


def test_a_client_that_leaves_takes_its_breakpoints_along(machine_and_client, source):
    server, client = machine_and_client
    client.lines(source, INC)
    client.call("disconnect")
    with pytest.raises(ConnectionError):
        client.event("terminated")
    assert not server.host.ended
    assert server.debugger.breakpoints == {}


@pytest.mark.parametrize("answer", [None, True, False])
def test_whoever_asked_about_breakpoints_before_is_asked_about_those_of_others(answer):
    one, asked = debugger(b"\x4c\x00\xc0", 0xC000), []
    if answer is not None:
        one.on_hit = lambda point: asked.append(point) or answer
    adapter = DebugAdapter(("127.0.0.1", 0))
    try:
        adapter.bind(one, TestHost())
        point = one.add("exec", 0xC000)
        assert one.on_hit(point) is (answer is not False)
        assert asked == [point] * (answer is not None)
    finally:
        adapter.close()


def test_a_client_that_vanishes_makes_room_for_the_next(program):
    with served(program) as (server, client):
        client.close()
        late = time.monotonic() + TIMEOUT
        while time.monotonic() < late:  # it may come before the end of the other one is seen
            try:
                with connect(server.adapter.port) as second:
                    assert second.call("initialize")["supportsStepBack"]
                    return
            except (ConnectionError, EOFError):
                time.sleep(0.05)
    pytest.fail("no second client was let in")


def test_the_client_is_told_what_somebody_else_does_with_the_machine(program):
    with served(program) as (server, client):
        server.todo.put(server.adapter.moved)
        assert client.event("stopped")["reason"] == "step"
        server.todo.put(server.adapter.release)
        assert client.event("continued")["allThreadsContinued"]
        server.todo.put(server.adapter.halt)
        assert client.event("stopped")["reason"] == "pause"


def test_a_client_that_wants_it_ends_the_emulator(machine_and_client):
    server, client = machine_and_client
    client.call("disconnect", terminateDebuggee=True)
    with pytest.raises(ConnectionError):
        client.event("never")
    server.close()
    assert server.host.ended


def test_a_launch_at_a_port_restarts_the_machine_with_the_program(program):
    from tests.emu.dap.client import Served, connect

    server = Served(b"\x4c\x00\xc0", 0xC000)
    try:
        with connect(server.adapter.port) as client:
            client.begin(program)
            assert server.host.started == [(str(program), True)]
    finally:
        server.close()


def test_a_client_that_never_reads_is_sent_away_and_the_machine_runs_on(
    machine_and_client, source, monkeypatch
):
    server, client = machine_and_client
    link = server.adapter._session.link
    link.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 12)
    link._out.most = 1 << 14
    monkeypatch.setattr(outbox, "SECONDS", 0.1)
    lengths, put = [], link._out.put
    monkeypatch.setattr(link._out, "put", lambda data: (put(data), lengths.append(len(link._out))))
    client.lines(source, line("jmp end"), logMessage="as long a line as anybody wants to see")
    client.send("continue", threadId=1)
    end = time.monotonic() + TIMEOUT
    while server.adapter.attached:
        assert time.monotonic() < end, "the client is still there"
        time.sleep(0.001)
    assert 1 << 14 < max(lengths) < 1 << 20
    before = server.board.cycle
    while server.board.cycle == before:
        assert time.monotonic() < end, "the machine stands"
        time.sleep(0.001)
