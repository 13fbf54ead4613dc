"""Numbers, names and patterns in a command, against a second parser, and at their edges."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from c64.drive.names import (
    FileName,
    behind_colon,
    directory_patterns,
    name_list,
    numbers,
    parse_name,
)
from disk.errors import DosError

# What the parser looks at, and one letter that it does not.
LETTERS = [b"@", b"0", b"1", b":", b",", b"L", b"P", b"S", b"W", b"R", b"*", b"?", b"=", b" ",
           b"X", b"A", b"\x00", b"\xff"]  # fmt: skip
TEXTS = st.lists(st.sampled_from(LETTERS), max_size=24).map(b"".join)
TYPES = {b"D": 0, b"S": 1, b"P": 2, b"U": 3, b"L": 4}
cases = settings(max_examples=150, deadline=None, derandomize=True, database=None)


def outcome(function, *args):
    """What a function returns, or the number of its error."""
    try:
        return function(*args)
    except DosError as error:
        return error.number


def after_drive(text):
    """A name without what stands before its first colon; 74 if that asks for drive 1."""
    before, colon, behind = text.partition(b":")
    if not colon:
        return text
    if re.search(rb"1\s*$", before):
        raise DosError(74)
    return behind


def second_parse_name(text):
    """``parse_name`` again, by regular expressions."""
    record = None
    if found := re.match(rb"([^,]*,L[^,]*),(.?)", text, re.DOTALL):
        text, record = found[1], found[2][0] if found[2] else None
    at, first, rest = re.fullmatch(rb"(@?)([^,]*)(.*)", text, re.DOTALL).groups()
    name = after_drive(first)
    kind = mode = None
    for letter in re.findall(rb",\s*([^\s,]?)", rest):
        if letter in (b"R", b"W", b"A", b"M"):
            mode = letter.decode()
        kind = TYPES.get(letter, kind)
    if not name:
        raise DosError(34)
    return FileName(name[:16], kind, mode, bool(at), b":" not in first and not at, record)


@cases
@given(TEXTS)
def test_a_name_is_taken_apart_as_by_a_second_parser(text):
    assert outcome(parse_name, text) == outcome(second_parse_name, text)


@pytest.mark.parametrize("size", [1, 15, 16, 17, 40])
def test_a_name_has_16_characters_at_most(size):
    assert parse_name(b"0:" + b"N" * size + b",P,W").name == b"N" * min(size, 16)
    assert name_list(b"0:" + b"N" * size) == [b"N" * min(size, 16)]


@pytest.mark.parametrize(
    ("text", "record"),
    [
        (b"REL,L,\x64", 100),
        (b"REL,L,,", 0x2C),
        (b"REL,L,", None),
        (b"REL,L", None),
        (b"REL,L,\x00", 0),
        (b"REL,P,\x64", None),
        (b"REL,S,L,\x64", None),
        (b"REL,LENGTH,\xfe\r", 254),
    ],
)
def test_the_byte_behind_l_is_the_size_of_a_record(text, record):
    assert parse_name(text).record == record


@pytest.mark.parametrize(
    ("name", "wild"), [(b"A", False), (b"A*", True), (b"?", True), (b"", False), (b"=", False)]
)
def test_a_star_or_a_question_mark_makes_a_pattern(name, wild):
    assert FileName(name).wild == wild


def second_name_list(text):
    names = [after_drive(part)[:16] for part in text.split(b",")]
    if b"" in names:
        raise DosError(34)
    return names


@cases
@given(TEXTS)
def test_a_list_of_names_is_taken_apart_as_by_a_second_parser(text):
    assert outcome(name_list, text) == outcome(second_name_list, text)


def second_behind_colon(command):
    if b":" not in command:
        raise DosError(34)
    return after_drive(command[1:] if command[:1] != b":" else command)


@cases
@given(TEXTS)
def test_what_is_behind_the_colon_of_a_command_is_its_name(text):
    command = b"S" + text
    assert outcome(behind_colon, command) == outcome(second_behind_colon, command)


def second_patterns(text):
    body = text[1:]
    if b":" in body:
        body = after_drive(body)
    elif re.match(rb"[0-9]", body):
        if body[:1] == b"1":
            raise DosError(74)
        body = body[1:]
    found = []
    for part in body.split(b","):
        pattern, kind = re.fullmatch(rb"([^=]*)(?:=(.?).*)?", part, re.DOTALL).groups()
        kind = TYPES.get(kind)
        if pattern or kind is not None:
            found.append((pattern or b"*", kind))
    return found


@cases
@given(TEXTS)
def test_patterns_of_a_directory_are_taken_apart_as_by_a_second_parser(text):
    assert outcome(directory_patterns, b"$" + text) == outcome(second_patterns, b"$" + text)


@pytest.mark.parametrize("text", [b"0", b"255", b"007", b"1,2 3"])
def test_numbers_from_0_to_255_are_taken(text):
    assert numbers(text, 1) == [int(text[:3].split(b",")[0])]


@pytest.mark.parametrize("text", [b"256", b"0007", b"-1", b"1x", b"", b"999"])
def test_other_numbers_are_error_30(text):
    with pytest.raises(DosError, match="30"):
        numbers(text, 1)


@pytest.mark.parametrize("between", [b" ", b",", b":", b";", b"\x1d", b" , "])
@pytest.mark.parametrize("count", [1, 2, 3])
def test_as_many_numbers_as_are_asked_for_are_taken(between, count):
    text = between + between.join((b"7", b"8", b"9"))
    assert numbers(text, count) == [7, 8, 9][:count]
    with pytest.raises(DosError, match="30"):
        numbers(text, 4)
