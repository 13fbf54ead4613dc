"""What clients may say: everything else is an error in a line, and none of it gets through."""

import json
import random

import pytest

from emu.web.lines import clean
from emu.web.messages import LARGEST, BadMessage, Budget, ack_of, parse

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
    budget = Budget(10, 3, lambda: now[0])
    assert [budget.spend() for _ in range(4)] == [True, True, True, False]
    now[0] += 0.1
    assert budget.spend() and not budget.spend()
    now[0] += 100
    assert [budget.spend() for _ in range(4)] == [True, True, True, False]
