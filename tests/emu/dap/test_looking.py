"""What an editor shows of a stopped machine, and what it can change there."""

import base64
import io
import re

import pytest
from PIL import Image

from tests.emu.dap.client import Refusal
from tests.emu.dap.conftest import line

DEEPER = line("pha")


@pytest.fixture
def deep(session, source):
    """A client whose machine stands in a subroutine of a subroutine."""
    session.lines(source, DEEPER)
    assert session.go() == ("breakpoint", DEEPER)
    return session


def test_the_stack_names_routines_and_the_lines_that_call(deep):
    answer = deep.call("stackTrace", threadId=1)
    frames = [(frame["name"], frame["line"]) for frame in answer["stackFrames"]]
    assert frames == [
        ("deeper", DEEPER), ("paint", line("jsr deeper")), ("loop", line("jsr paint"))
    ]  # fmt: skip
    assert answer["totalFrames"] == 3
    part = deep.call("stackTrace", threadId=1, startFrame=1, levels=1)["stackFrames"]
    assert [frame["name"] for frame in part] == ["paint"]


def test_an_interrupt_is_a_frame_of_its_own(machine_and_client, source):
    server, client = machine_and_client
    client.lines(source, DEEPER)
    client.go()
    client.lines(source)
    board, handler = server.board, line("inc ticks")
    at = int(client.value("handler")[1:5], 16)
    board.poke(0, 0x2F)
    board.poke(1, 0x35)  # RAM where the vector is
    board.poke(0xFFFE, at & 0xFF)
    board.poke(0xFFFF, at >> 8)
    board.cpu.p &= ~4
    for place, value in ((0xDC04, 2), (0xDC05, 0), (0xDC0D, 0x81), (0xDC0E, 0x19)):
        board.poke(place, value)
    server.debugger.changed()
    client.lines(source, handler)
    assert client.go() == ("breakpoint", handler)
    names = [frame["name"] for frame in client.call("stackTrace", threadId=1)["stackFrames"]]
    assert names[:3] == ["handler (IRQ)", "deeper", "paint"]
    assert client.go("stepOut")[0] == "step" and client.top()["name"] == "deeper"


def test_registers_and_flags_can_be_seen_and_set(deep):
    scopes = {s["name"]: s for s in deep.call("scopes", frameId=deep.top()["id"])["scopes"]}
    registers = scopes["Registers"]["variablesReference"]
    assert deep.variables(registers)["X"] == "$01 (1)"
    for value, text in (("$7f", "$7F (127)"), ("200", "$C8 (200)"), ("x + 1", "$C9 (201)")):
        found = deep.call("setVariable", variablesReference=registers, name="X", value=value)
        assert found["value"] == text
    with pytest.raises(Refusal, match="X: 256 is outside of 0 to 255"):
        deep.call("setVariable", variablesReference=registers, name="X", value="256")
    flags = scopes["Flags"]["variablesReference"]
    deep.call("setVariable", variablesReference=flags, name="C", value="1")
    assert deep.variables(flags)["C"] == "1"
    assert deep.value("p & 1") == "$01 (1)"
    with pytest.raises(Refusal, match="cycle: cannot be changed"):
        deep.call("setVariable", variablesReference=registers, name="cycle", value="1")


def test_a_new_program_counter_is_where_the_machine_goes_on(session, source):
    (scope, *_) = session.call("scopes", frameId=session.top()["id"])["scopes"]
    value = f"${session.value('paint')[1:5]}"
    session.call(
        "setVariable", variablesReference=scope["variablesReference"], name="PC", value=value
    )
    assert session.top()["line"] == line("inx")
    assert session.go("next") == ("step", line("jsr deeper"))


def test_the_zero_page_has_its_labels(deep):
    assert deep.scope("Zero page") == {"count": "$00 (0)", "ticks": "$00 (0)"}


def test_the_beam_is_where_the_vic_is(machine_and_client):
    server, client = machine_and_client
    beam, vic = client.scope("Beam"), server.board.vic
    assert beam["raster line"] == f"${vic.raster_line:04X} ({vic.raster_line})"
    assert beam["cycle in line"] == f"{vic.cycle_in_line} of 63"


@pytest.mark.parametrize(
    ("scope", "address", "name", "field"),
    [
        ("VIC-II", 0xD011, "$D011 control 1", "DEN"),
        ("VIC-II", 0xD016, "$D016 control 2", "MCM"),
        ("SID", 0xD404, "$D404 voice 1 control", "ring"),
        ("CIA 2", 0xDD0E, "$DD0E control A", "RUNMODE"),
    ],
)
def test_chips_are_shown_by_fields_and_a_field_can_be_set(
    machine_and_client, scope, address, name, field
):
    _, client = machine_and_client

    def find(reference, wanted):
        found = client.call("variables", variablesReference=reference)["variables"]
        return next(one for one in found if one["name"] == wanted)

    scopes = client.call("scopes", frameId=client.top()["id"])["scopes"]
    reference = next(s["variablesReference"] for s in scopes if s["name"] == scope)
    register = find(reference, name)
    assert register["memoryReference"] == f"0x{address:04X}"
    fields = register["variablesReference"]
    before = int(find(fields, field)["value"])
    answer = client.call(
        "setVariable", variablesReference=fields, name=field, value=str(1 - before)
    )
    assert answer["value"] == str(1 - before)
    assert find(find(reference, name)["variablesReference"], field)["value"] == str(1 - before)
    with pytest.raises(Refusal, match="outside of 0 to 1"):
        client.call("setVariable", variablesReference=fields, name=field, value="2")
    assert client.variables(find(reference, "internal")["variablesReference"])


def test_every_register_of_the_sid_shows_what_was_written(machine_and_client):
    _, client = machine_and_client
    data = bytes(range(0x21, 0x21 + 25))
    text = base64.b64encode(data).decode()
    client.call("writeMemory", memoryReference="0xD400", data=text)
    shown = client.scope("SID")
    masks, seen = {2: 0x0FFF, 0x15: 0xFF07}, []
    for name, value in shown.items():
        if not name.startswith("$"):
            continue
        at, size = int(name[1:5], 16) - 0xD400, (len(value.split()[0]) - 1) // 2
        seen += range(at, at + size)
        wanted = int.from_bytes(data[at : at + size], "little")
        mask = masks.get(at % 7 if at < 21 else at, 0xFFFF)
        assert int(value.split()[0][1:], 16) == wanted & mask, name
    assert seen[:25] == list(range(25))


@pytest.mark.parametrize(
    ("scope", "name", "most"),
    [("SID", "$D400 voice 1 frequency", 0xFFFF), ("SID", "$D405 voice 1 attack/decay", 0xFF)],
)
def test_a_register_takes_any_value_of_its_bytes(machine_and_client, scope, name, most):
    _, client = machine_and_client
    scopes = client.call("scopes", frameId=client.top()["id"])["scopes"]
    words = {"name": name, "variablesReference": next(
        one["variablesReference"] for one in scopes if one["name"] == scope)}  # fmt: skip
    for value in (0, most):
        client.call("setVariable", **words, value=str(value))
        assert f"({value})" in client.scope(scope)[name]
    with pytest.raises(Refusal, match=f"outside of 0 to {most}"):
        client.call("setVariable", **words, value=str(most + 1))


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("x", "$01 (1)"),
        ("pc == deeper", "$01 (1)"),
        ("count", "$00 (0) at $0002"),
        ("@($c000)", "$A2 (162)"),
        ("@$c000 * 256 + %101", "$A205 (41477)"),
        ("10 + 0x10", "$1A (26)"),
        ("@ram:$d020", "$00 (0)"),
        ("-1", "-1"),
        ("main", "$C000 (49152)"),
    ],
)
def test_expressions(deep, expression, value):
    assert deep.value(expression) == value


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("nothing", "label 'nothing' does not exist"),
        ("1 +", "ends where a value is expected"),
        ("(" * 400, "nested"),
        ("1+" * 250 + "1", "expression of 501 characters; 500 is the most"),
        ("1 ? 2", "cannot read"),
        ("9999999999", "is past"),
    ],
)
def test_an_expression_that_is_none_is_refused_in_a_line(deep, expression, message):
    with pytest.raises(Refusal, match=message) as refused:
        deep.value(expression)
    assert "\n" not in str(refused.value)


def test_a_watch_can_be_set(deep):
    deep.call("setExpression", expression="count", value="$21")
    assert deep.value("count").startswith("$21")
    with pytest.raises(Refusal, match="only a register, variable or label can be set"):
        deep.call("setExpression", expression="1 + 1", value="3")


def test_the_console_runs_commands_of_the_monitor(deep):
    def say(text):
        return deep.call("evaluate", expression=text, context="repl")["result"]

    assert say("mem c000:c002").startswith(">C:c000  a2 00 8e")
    assert "VIC 6569" in say("chips vic")
    assert len(say("show_breakpoints").splitlines()) == 1  # and nothing of the longer one before
    assert say("x + 1") == "$02 (2)"
    say("fill c100:c102 12")
    assert deep.value("@$c102") == "$12 (18)"
    with pytest.raises(Refusal, match="step: the editor does this itself"):
        say("step 5")
    assert "wrong" not in say(".r x=44") and deep.value("x") == "$44 (68)"


def test_memory_is_read_and_written(deep):
    def read(place, count, **more):
        return deep.call("readMemory", memoryReference=place, count=count, **more)

    data = base64.b64encode(b"GO 64").decode()
    assert deep.call("writeMemory", memoryReference="0x4000", data=data) == {"bytesWritten": 5}
    assert read("0x4000", 5)["data"] == data
    assert read("0x4000", 2, offset=3)["data"] == base64.b64encode(b"64").decode()
    end = read("0xFFFE", 10)
    assert (len(base64.b64decode(end["data"])), end["unreadableBytes"]) == (2, 8)
    assert read("0x0000", 4, offset=-8)["unreadableBytes"] == 4


@pytest.mark.parametrize(
    ("command", "arguments", "message"),
    [
        ("readMemory", {"memoryReference": "here", "count": 1}, "memory reference 'here'"),
        ("readMemory", {"memoryReference": "0x1", "count": -1}, "must not be negative"),
        ("writeMemory", {"memoryReference": "0xFFFF", "data": "AAAA"}, "do not fit"),
        ("writeMemory", {"memoryReference": "0x10", "data": "???"}, "is not base64"),
        ("disassemble", {"memoryReference": "0x0", "instructionCount": 10**6}, "at most"),
        ("variables", {"variablesReference": 4711}, "do not exist; ask for the scopes again"),
        ("scopes", {"frameId": 77}, "frame 77 does not exist"),
        ("evaluate", {}, "'expression' must be a string"),
        ("setBreakpoints", {"source": {"path": "a.s"}, "breakpoints": [1]}, "a list of objects"),
        ("setDataBreakpoints", {"breakpoints": [{"dataId": 5}]}, "'dataId' must be a string"),
        ("goto", {"threadId": 1, "targetId": -1}, "no target"),
        ("dance", {}, "request 'dance' is not supported"),
    ],
)
def test_what_cannot_be_done_is_refused_in_a_line(deep, command, arguments, message):
    with pytest.raises(Refusal, match=message) as refused:
        deep.call(command, **arguments)
    assert "\n" not in str(refused.value)
    assert deep.value("x") == "$01 (1)"


def test_instructions_before_and_after_an_address(deep):
    def shown(**arguments):
        answer = deep.call("disassemble", **arguments)["instructions"]
        return [(one["address"], one["instruction"]) for one in answer]

    around = shown(memoryReference="0xC005", instructionOffset=-2, instructionCount=4)
    assert around == [
        ("0xC000", "ldx #$00"), ("0xC002", "stx count"), ("0xC005", "jsr paint"),
        ("0xC008", "inc count"),
    ]  # fmt: skip
    later = shown(memoryReference="0xC000", instructionOffset=2, instructionCount=1)
    assert later == [("0xC005", "jsr paint")]
    edge = shown(memoryReference="0x0001", instructionOffset=-3, instructionCount=3)
    assert len(edge) == 3 and edge[0][0].startswith("-")
    assert len(shown(memoryReference="0xFFFF", instructionCount=4)) == 4


def test_instructions_carry_their_line_and_label(deep):
    answer = deep.call("disassemble", memoryReference="0xC000", instructionCount=1)
    (found,) = answer["instructions"]
    assert (found["symbol"], found["line"], found["instructionBytes"]) == (
        "main", line("ldx #0"), "A2 00"
    )  # fmt: skip


def test_lines_with_code_sources_and_completions(deep, source):
    where = {"path": str(source)}
    lines = deep.call("breakpointLocations", source=where, line=1, endLine=5)["breakpoints"]
    assert [one["line"] for one in lines] == [line("ldx #0"), line("stx count"), line("jsr paint")]
    assert deep.call("loadedSources")["sources"] == [{"name": "paint.s", "path": str(source)}]
    labels = deep.call("completions", text="@cou", column=5)["targets"]
    assert [(one["label"], one["start"]) for one in labels] == [("count", 1)]
    for column in (0, 1):  # before the text
        for text in ("@cou", "cou"):
            assert deep.call("completions", text=text, column=column) == {"targets": []}


def test_the_picture_can_be_had(deep):
    answer = deep.call("screen")
    with Image.open(io.BytesIO(base64.b64decode(answer["image"]))) as picture:
        assert picture.size == (answer["width"], answer["height"])
    assert len(answer["text"].splitlines()) == 25


def test_data_of_a_register_and_of_nothing(deep):
    scopes = {s["name"]: s for s in deep.call("scopes", frameId=deep.top()["id"])["scopes"]}
    registers = scopes["Registers"]["variablesReference"]

    def info(**arguments):
        return deep.call("dataBreakpointInfo", **arguments)

    assert info(name="X", variablesReference=registers)["dataId"] is None
    zero_page = scopes["Zero page"]["variablesReference"]
    assert info(name="count", variablesReference=zero_page)["dataId"] == "0x0002+1"
    assert info(name="0xD020", asAddress=True, bytes=2)["dataId"] == "0xD020+2"
    assert info(name="0xD020", asAddress=True)["dataId"] == "0xD020+1"
    assert info(name="nothing +")["dataId"] is None
    assert info(name="0xFFFF", asAddress=True, bytes=1)["dataId"] == "0xFFFF+1"
    for address, size in (("0xFFFF", 2), ("0xD020", 0), ("0xD020", -1)):
        assert info(name=address, asAddress=True, bytes=size)["dataId"] is None


def decimal(text):
    """The number in a value as it is shown: ``$1F (31)`` or ``31 of 63``."""
    found = re.search(r"\((-?\d+)\)", text)
    return found[1] if found else text.split()[0]


def test_what_is_shown_is_what_its_expression_says(deep):
    shown, said = {}, {}
    for scope in deep.call("scopes", frameId=deep.top()["id"])["scopes"]:
        items = deep.call("variables", variablesReference=scope["variablesReference"])["variables"]
        for item in items:
            if item.get("evaluateName"):
                answer = deep.call("evaluate", expression=item["evaluateName"])
                shown[item["name"]] = decimal(item["value"])
                said[item["name"]] = decimal(answer["result"])
    assert {"A", "X", "PC", "raster line", "cycle in line", "count"} <= {*shown}
    assert shown == said


def test_the_cpu_of_a_1541_is_a_thread_that_can_be_looked_at(machine_and_client):
    server, client = machine_and_client
    assert [one["name"] for one in client.call("threads")["threads"]] == ["6510"]
    with pytest.raises(Refusal, match="drive 8: is no 1541 with a CPU of its own"):
        client.call("stackTrace", threadId=8)
    server.machine.drives[8].attach(None, kind="1541")
    assert [one["id"] for one in client.call("threads")["threads"]] == [1, 8]
    (frame,) = client.call("stackTrace", threadId=8)["stackFrames"]
    unit = server.board.iec.devices[8].unit
    scopes = client.call("scopes", frameId=frame["id"])["scopes"]
    shown = {one["name"]: client.variables(one["variablesReference"]) for one in scopes}
    assert shown["Registers"]["PC"] == f"${unit.cpu.pc:04X} ({unit.cpu.pc})"
    assert len(shown["Next instructions"]) == 8 and len(shown["RAM"]) == 128
    assert set(shown) >= {"Flags", "VIA 1", "VIA 2", "Head"}
    assert client.top()["line"] == line("ldx #0")  # although the past had another drive
    assert client.go("next") == ("step", line("stx count"))
