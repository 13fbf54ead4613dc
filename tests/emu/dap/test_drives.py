"""The CPU of a 1541 as a thread: breakpoints, steps, memory, instructions."""

import base64

import pytest

from tests.emu.dap.client import Refusal
from tests.emu.dap.conftest import line
from tests.emu.monitor.drive_program import LOOP, SUB, run_in_drive


@pytest.fixture
def unit(machine_and_client):
    """The board of a 1541 that runs PROGRAM."""
    server, _ = machine_and_client
    return run_in_drive(server.debugger)


@pytest.fixture
def client(machine_and_client, unit):
    return machine_and_client[1]


def go(client, command, **arguments):
    """Let the machine run; returns (reason, thread) of the stop."""
    client.call(command, threadId=8, **arguments)
    body = client.event("stopped")
    return body["reason"], body["threadId"]


def test_it_steps_in_over_and_out(client, unit):
    for command, place in (
        ("next", 0x0302), ("next", 0x0305), ("next", LOOP), ("next", 0x0302), ("stepIn", SUB),
        ("stepIn", 0x0313), ("stepOut", 0x0305),
    ):  # fmt: skip
        assert go(client, command) == ("step", 8)
        assert unit.cpu.pc == place
    with pytest.raises(Refusal, match="step back goes by instructions of the 6510"):
        client.call("stepBack", threadId=8)


def test_a_breakpoint_by_name_has_a_condition_and_a_message(client, unit):
    wanted = [
        {"name": "8:$0313", "condition": "x > 0 && @$10 == 5"},
        {"name": "8:0314", "logMessage": "turn {@$10}", "condition": "@$10 < 3"},
        {"name": "9:0300"},
    ]
    found = client.call("setFunctionBreakpoints", breakpoints=wanted)["breakpoints"]
    assert [one["verified"] for one in found] == [True, True, False]
    assert "drive 9: is not a 1541 with its own CPU" in found[2]["message"]
    assert go(client, "continue") == ("function breakpoint", 8)
    assert (unit.ram[0x10], unit.cpu.pc) == (5, SUB + 3)
    assert client.output.split() == ["turn", "$01", "(1)", "turn", "$02", "(2)"]


def test_the_view_of_instructions_sets_breakpoints(client, unit):
    (frame,) = client.call("stackTrace", threadId=8)["stackFrames"]
    place = frame["instructionPointerReference"]
    assert place == "0x80300"
    seen = client.call("disassemble", memoryReference=place, instructionCount=3)["instructions"]
    assert [(one["address"], one["instruction"]) for one in seen] == [
        ("0x80300", "inc $10"), ("0x80302", "jsr $0310"), ("0x80305", "jmp $0300"),
    ]  # fmt: skip
    point = {"instructionReference": "0x80302", "offset": 3}
    (found,) = client.call("setInstructionBreakpoints", breakpoints=[point])["breakpoints"]
    assert found["verified"] and found["instructionReference"] == "0x80305"
    assert go(client, "continue") == ("instruction breakpoint", 8)
    assert unit.cpu.pc == 0x0305
    watch = client.call("evaluate", expression="@$10 + 1", frameId=frame["id"])
    assert watch["result"] == "$02 (2)"


def test_its_memory_and_registers_can_be_changed(client, unit):
    data = base64.b64encode(b"\x12\x34").decode()
    assert client.call("writeMemory", memoryReference="0x80020", data=data) == {"bytesWritten": 2}
    read = client.call("readMemory", memoryReference="0x80020", count=3)
    assert (read["address"], base64.b64decode(read["data"])) == ("0x80020", b"\x12\x34\x00")
    with pytest.raises(Refusal, match=r"a drive has RAM from \$0000 to \$07FF"):
        client.call("writeMemory", memoryReference="0x8C000", data=data)
    (frame,) = client.call("stackTrace", threadId=8)["stackFrames"]
    scopes = client.call("scopes", frameId=frame["id"])["scopes"]
    registers = scopes[0]["variablesReference"]
    client.call("setVariable", variablesReference=registers, name="X", value="7")
    assert unit.cpu.x == 7


def test_the_6510_steps_as_ever(client, unit):
    assert client.top()["line"] == line("ldx #0")
    assert client.go("next") == ("step", line("stx count"))
