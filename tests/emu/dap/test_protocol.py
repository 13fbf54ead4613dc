"""What a client may send: whole requests, parts of them, and what is none."""

import json
import random
import re
import socket

import pytest

from emu.dap.protocol import BODY_MOST, HEADER_MOST, FramingError, MalformedMessage, MessageReader
from tests.emu.dap.client import Refusal, Served, connect


@pytest.fixture
def client():
    server = Served(b"\x4c\x00\xc0", 0xC000)
    try:
        with connect(server.adapter.port) as client:
            yield client
    finally:
        server.close()


def framed(body):
    """Return bytes with the header of a message."""
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


def test_a_request_may_come_in_any_pieces():
    data = framed(b'{"seq":1,"type":"request","command":"threads"}') * 3
    for size in (1, 7, 1000):
        reader, found = MessageReader(), []
        for at in range(0, len(data), size):
            reader.feed(data[at : at + size])
            found += list(reader.requests())
        assert [request["command"] for request in found] == ["threads"] * 3


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (b"{", "no JSON"),
        (b"[]", "an object"),
        (b"\xff", "no JSON in UTF-8"),
        (b'{"type":"request","seq":1}', 'a "command"'),
        (b'{"type":"event","seq":1,"command":"a"}', '"type": "request"'),
        (b'{"type":"request","seq":"1","command":"a"}', "'seq' must be a number"),
        (b'{"type":"request","seq":1,"command":"a","arguments":[]}', "must be an object"),
        (b'{"type":"request","seq":NaN,"command":"a"}', "NaN"),
        (b"[" * 100_000, "nested too deep"),
        (b"9" * 10_000, "no JSON"),
    ],
)
def test_what_is_no_request_gets_one_answer_and_the_next_is_served(client, body, message):
    client.send_bytes(framed(body))
    answer = client.read()
    assert (answer["type"], answer["success"]) == ("response", False)
    assert message in answer["message"] and "\n" not in answer["message"]
    assert answer["message"].startswith(("message: ", "a: "))
    assert answer["request_seq"] == (1 if re.search(rb'"seq":1\b', body) else 0)
    assert client.call("initialize")["supportsStepBack"]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", "header line 'GET / HTTP/1.1'"),
        (b"POST / HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}", "header line 'POST / HTTP/1.1'"),
        (b"Content-Type: a\r\n\r\n", "header without Content-Length"),
        (b"Content-Length: many\r\n\r\n", "Content-Length 'many'"),
        (b"Content-Length: -5\r\n\r\n", "Content-Length '-5'"),
        (b"Content-Length: %d\r\n\r\n" % (BODY_MOST + 1), "is the most"),
        (b"x" * (HEADER_MOST + 10), "header of more than"),
    ],
)
def test_another_protocol_is_answered_in_a_line_and_sent_away(client, data, message):
    client.send_bytes(data)
    answer = client.read()
    assert not answer["success"] and message in answer["message"]
    with pytest.raises((ConnectionError, ConnectionResetError)):
        client.read()


def test_requests_out_of_order_are_refused(client):
    with pytest.raises(Refusal, match="is not supported"):
        client.call("stackTrace", threadId=1)
    with pytest.raises(Refusal, match="'linesStartAt1' must be true"):
        client.call("initialize", linesStartAt1=False)
    with pytest.raises(Refusal, match="'program' is missing"):
        client.call("launch")
    with pytest.raises(Refusal, match="'args' and 'window' are for"):
        client.call("launch", program="a.prg", args=["--model", "ntsc"])
    with pytest.raises(Refusal, match=r"none\.dbg"):
        client.call("attach", debugFile="none.dbg")
    client.call("attach")
    with pytest.raises(Refusal, match="has begun already"):
        client.call("attach")


def test_a_second_client_is_sent_away(client):
    client.call("initialize")
    with socket.create_connection(("127.0.0.1", client.port), timeout=20) as other:
        assert other.recv(1) == b""


def test_bytes_at_random_are_answered_or_end_the_connection():
    dice = random.Random(64)
    request = framed(b'{"seq":1,"type":"request","command":"initialize","arguments":{}}')
    for _ in range(3000):
        changed = bytearray(request)
        for _ in range(dice.randint(1, 6)):
            changed[dice.randrange(len(changed))] = dice.randrange(256)
        reader = MessageReader()
        reader.feed(bytes(changed))
        try:
            found = reader.next()
        except (FramingError, MalformedMessage) as error:
            assert "\n" not in str(error)
        else:
            assert found is None or isinstance(found["command"], str)


def test_arguments_of_every_wrong_type_are_refused(program):
    from tests.emu.dap.client import served

    commands = [
        "setBreakpoints", "setFunctionBreakpoints", "setInstructionBreakpoints",
        "setDataBreakpoints", "setExceptionBreakpoints", "dataBreakpointInfo", "stackTrace",
        "scopes", "variables", "setVariable", "setExpression", "evaluate", "completions",
        "readMemory", "writeMemory", "disassemble", "breakpointLocations", "gotoTargets", "goto",
        "launch", "attach",
    ]  # fmt: skip
    names = ["source", "breakpoints", "name", "dataId", "filters", "filterOptions", "startFrame",
             "levels", "frameId", "variablesReference", "value", "expression", "context", "text",
             "column", "memoryReference", "offset", "count", "data", "instructionCount",
             "instructionOffset", "line", "targetId", "program", "granularity"]  # fmt: skip
    values = [None, -1, 1 << 40, 1.5, "", "x", [], [1], [{}], {}, {"path": 3}, {"path": "\0"}, True]
    dice = random.Random(64)
    with served(program) as (_, client):
        for _ in range(400):
            arguments = {name: dice.choice(values) for name in dice.sample(names, 12)}
            try:
                client.call(dice.choice(commands), **arguments)
            except Refusal as refused:
                assert "an error in GO 64 itself" not in str(refused), arguments
        assert json.dumps(client.call("threads"))
