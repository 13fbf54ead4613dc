"""What clients may say: everything else is an error in a line, and none of it gets through."""

import json
import random
import re
from pathlib import Path

import pytest

from emu.web import protocol
from emu.web.lines import clean
from emu.web.protocol import (
    ANYBODY,
    CONNECTED,
    LARGEST,
    MESSAGES,
    TO_PAGE,
    TO_SERVER,
    WELCOMED,
    BadMessage,
    ack_of,
    check,
    parse,
    permit,
)
from emu.web.rate_limit import RateLimit

ROOT = Path(__file__).resolve().parents[3]

GOOD = [
    {"t": "hello", "token": "abc"},
    {"t": "key", "k": "R", "d": 1},
    {"t": "key", "k": "?", "d": 0},
    {"t": "key", "k": "RETURN", "d": 1},
    {"t": "joy", "v": 31},
    {"t": "tap", "x": 319, "y": 0},
    {"t": "up"},
    {"t": "chat", "text": "hello ☺"},
    {"t": "sound", "on": False},
    {"t": "computer", "seat": 7, "skill": ""},
    {"t": "open", "on": True},
]
BAD = [
    "", "null", "[]", "1", "{}", '"key"', "{", "\0", '{"t":"key"}', '{"t":["key"]}', '{"t":{}}',
    '{"t":"key","k":"R","d":1,"more":1}', '{"t":"key","k":"R","d":true}',
    '{"t":"key","k":"R","d":2}',
    '{"t":"key","k":"","d":1}', '{"t":"key","k":"NIX","d":1}', '{"t":"key","k":7,"d":1}',
    '{"t":"key","k":"SHIFT_LOCK","d":1}', '{"t":"key","k":["R"],"d":1}',
    '{"t":"key","k":"€","d":1}',
    '{"t":"joy","v":32}', '{"t":"joy","v":-1}', '{"t":"joy","v":1.0}', '{"t":"joy","v":null}',
    '{"t":"tap","x":320,"y":0}', '{"t":"tap","x":0,"y":200}', '{"t":"tap","x":NaN,"y":0}',
    '{"t":"chat","text":5}', json.dumps({"t": "chat", "text": "x" * 161}), '{"t":"sound","on":1}',
    '{"t":"computer","seat":8,"skill":""}', '{"t":"computer","seat":0,"skill":"best"}',
    '{"t":"computer","seat":0,"skill":[]}', '{"t":"open","on":"yes"}', '{"t":"welcome"}',
    '{"t":"hello","token":["a"]}', "[" * 1000, '{"a":' * 150, "9" * 5000,
]  # fmt: skip


@pytest.mark.parametrize("message", GOOD, ids=str)
def test_what_the_page_says_is_taken(message):
    assert parse(json.dumps(message)) == message


@pytest.mark.parametrize("text", BAD, ids=lambda text: text[:40])
def test_anything_else_is_refused_in_a_line(text):
    with pytest.raises(BadMessage) as error:
        parse(text)
    assert "\n" not in str(error.value) and len(str(error.value)) < 100


KINDS = [  # a kind, what fits it, what does not
    (protocol.Whole(1, 3), [1, 3], [0, 4, True, 2.0, "2", None]),
    (protocol.Text(3), ["", "abc"], ["abcd", None, 3, ["a"]]),
    (protocol.Flag(), [True, False], [0, 1, None, "true"]),
    (protocol.OneOf(("a", "b")), ["a", "b"], ["", "ab", None, ["a"]]),
    (protocol.Key(), ["A", "LSHIFT", "RETURN"], ["", "SHIFT_LOCK", "NOKEY", None, 5]),
    (protocol.Or(protocol.Text(1)), [None, "", "a"], ["ab", 0, False]),
    (protocol.Many(protocol.Flag(), 2), [[], [True], [True, False]],
     [[True] * 3, [1], [True, None], None, "", {}]),
    (protocol.Row((protocol.Flag(), protocol.Text(1))), [[True, "a"]],
     [[], [True], [True, "a", "a"], [True, "ab"], ["a", True], None, "ab"]),
    (protocol.Object((("x", protocol.Flag()), ("y", protocol.Text(1)))), [{"x": True, "y": ""}],
     [{}, {"x": True}, {"x": True, "y": "ab"}, {"x": True, "y": "", "z": 1}, [], None]),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "fitting", "others"), KINDS, ids=lambda it: type(it).__name__)
def test_a_kind_fits_up_to_its_edges_and_no_further(kind, fitting, others):
    assert [value for value in fitting if not kind.fits(value)] == []
    assert [value for value in others if kind.fits(value)] == []


def mutations(seed, count):
    """Texts near what the page says, and far from it."""
    chance = random.Random(seed)
    for _ in range(count):
        text = list(json.dumps(chance.choice(GOOD)))
        for _ in range(chance.randrange(1, 6)):
            place = chance.randrange(len(text) + 1)
            char = chr(chance.choice((34, 92, 123, 0, 57, 0x1F600)))
            text[place : place + chance.randrange(3)] = char
        yield "".join(text)[:LARGEST]


def test_what_is_nearly_right_is_either_right_or_refused():
    taken = 0
    for text in mutations(64, 5000):
        try:
            message = parse(text)
        except BadMessage:
            continue
        taken += 1
        assert message["t"] in {good["t"] for good in GOOD}
    assert taken < 2500


@pytest.mark.parametrize("data", [b"", b"abc", b"abcde", bytes(900)])
def test_an_answer_has_four_bytes(data):
    with pytest.raises(BadMessage):
        ack_of(data)
    assert ack_of(b"\0\0\1\2") == 258


def test_a_line_of_chat_loses_what_could_move_the_cursor():
    assert clean("  a\x1b[2J\nb\u202e  c\t") == "a [2J b c"
    assert clean("\n\r ") == ""


def test_a_budget_is_spent_and_comes_back():
    now = [0.0]
    budget = RateLimit(10, 3, lambda: now[0])
    assert [budget.spend() for _ in range(4)] == [True, True, True, False]
    now[0] += 0.1
    assert budget.spend() and not budget.spend()
    now[0] += 100
    assert [budget.spend() for _ in range(4)] == [True, True, True, False]


# -- the page and the document against the table ----------------------------------------------

SCRIPT = (ROOT / "emu/web/page/page.js").read_text(encoding="utf-8")
DOCUMENT = (ROOT / "docs/inside/web-protocol.md").read_text(encoding="utf-8")
VARIABLES = {"welcome": "me|said", "table": "table", "chat": "said", "no": "said"}


def messages(direction):
    """Return {name: Message} of a direction."""
    return {message.name: message for message in MESSAGES if message.direction == direction}


def said_by_the_page(script):
    """Return {name: {fields}} of the messages that a script sends."""
    found = {}
    for body in re.findall(r"(?:send|stringify)\(\{ t: ([^{}]*?) \}\)", script):
        name, *fields = (part.strip() for part in re.split(r",\s*", body))
        names = {re.match(r"\w+", field)[0] for field in fields}
        assert found.setdefault(name.strip('"'), names) == names
    return found


def test_the_page_says_what_the_table_has_and_all_of_it():
    wanted = {name: set(message.fields) for name, message in messages(TO_SERVER).items()}
    assert said_by_the_page(SCRIPT) == wanted
    assert SCRIPT.count("socket.send(") + SCRIPT.count("line.send(") == 3  # send, hello, answers


def test_the_page_takes_what_the_table_has_and_all_of_it():
    assert set(re.findall(r'said\.t === "(\w+)"', SCRIPT)) == set(messages(TO_PAGE))


@pytest.mark.parametrize("name", messages(TO_PAGE))
def test_the_page_uses_each_field_and_no_other(name):
    body = SCRIPT
    if name in ("chat", "no"):
        body = {"chat": re.search(r"\nfunction chat.*?\n}", SCRIPT, re.DOTALL)[0],
                "no": re.search(r'"no"\).*', SCRIPT)[0]}[name]  # fmt: skip
    elif name == "welcome":
        body = re.sub(r"\nfunction (words|chat).*?\n}", "", SCRIPT, flags=re.DOTALL)
    used = set(re.findall(rf"\b(?:{VARIABLES[name]})\.(\w+)", body)) - {"t"}
    assert used == set(messages(TO_PAGE)[name].fields)


def test_the_pages_numbers_are_the_tables():
    codes = ("BAD", "ELSEWHERE", "WRONG_LINK", "TOO_MANY", "FULL")
    for name in (*codes, "PICTURE", "PACKED", "KEY", "SOUND"):
        (value,) = re.findall(rf"\b{name} = (\d+)[,;]", SCRIPT)
        assert int(value) == getattr(protocol, name)


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: message.name)
def test_the_document_has_each_message_with_its_fields(message):
    begin = f"| `{message.name}`: {message.purpose} | {message.sender} | {message.since} |"
    part = DOCUMENT[DOCUMENT.index(f"## {message.direction.capitalize()}") :]
    rows = part[part.index(begin) :].splitlines()[: max(1, len(message.fields))]
    told = [row.split("|", 4)[4].strip(" |") for row in rows]
    wanted = [
        f"`{name}`{' (optional)' if name in message.optional else ''} | {kind}"
        for name, kind in message.fields.items()
    ]
    assert told == (wanted or ["- | -"])


def test_the_document_has_no_message_that_is_not_there():
    assert len(re.findall(r"^\| `\w+`: ", DOCUMENT, re.MULTILINE)) == len(MESSAGES)
    for code, text in protocol.CLOSES.items():
        assert f"| {code} | {text} |" in DOCUMENT


def test_a_message_comes_in_its_state_and_from_whom_it_may():
    for name, message in messages(TO_SERVER).items():
        for role in ("host", "seat", "watch"):
            for since in (CONNECTED, WELCOMED):
                may = since == message.since and (message.sender == ANYBODY or role == "host")
                if may:
                    permit(name, role, since)
                else:
                    with pytest.raises(BadMessage):
                        permit(name, role, since)


@pytest.mark.parametrize(
    ("field", "value"),
    [("seat", 8), ("seat", True), ("why", "x" * 201), ("why", None), ("more", 1)],
)
def test_what_the_server_may_not_say_is_seen(field, value):
    good = {"t": "chat", "who": "Host", "seat": None, "text": "hello"}
    if field == "why":
        good = {"t": "no", "why": "because"}
    assert check(dict(good), TO_PAGE) == good
    with pytest.raises(BadMessage):
        check(good | {field: value}, TO_PAGE)
