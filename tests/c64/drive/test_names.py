"""Numbers, names and patterns in a command, against a second parser, and at their edges."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from c64.drive.names import (
    FileName,
    directory_patterns,
    file_names,
    parameters,
    parse_name,
    without_return,
)
from disk.errors import DosError

# What the parser looks at, and one letter that it does not.
LETTERS = [b"@", b"0", b"1", b":", b",", b"L", b"P", b"S", b"W", b"R", b"*", b"?", b"=", b" ",
           b"X", b"A", b"\x00", b"\xff"]  # fmt: skip
TEXTS = st.lists(st.sampled_from(LETTERS), max_size=24).map(b"".join)
TYPES = {b"D": 0, b"S": 1, b"P": 2, b"U": 3, b"L": 4}
LISTED = {b"S": 1, b"P": 2, b"U": 3, b"R": 4}
cases = settings(max_examples=150, deadline=None, derandomize=True, database=None)


def outcome(function, *args):
    """What a function returns, or the number of its error."""
    try:
        return function(*args)
    except DosError as error:
        return error.number


def second_parse_name(text):
    """``parse_name`` again, by regular expressions."""
    found = re.match(rb"([^,:]*(?:,[^,:]*){0,3}):", text)
    before, behind = (found[1], text[found.end() :]) if found else (None, text)
    if before is not None and b"," in before:
        raise DosError(30)
    if (before or b"")[-1:] == b"1":
        raise DosError(74)
    field, *options = behind.split(b",")
    letter, second = [option[:1] for option in (*options, b"", b"")][:2]
    record, mode, kind = None, None, TYPES.get(letter) or None
    if kind == TYPES[b"L"] and len(options) > 1:
        at = len(text) - len(behind) + len(field) + len(options[0]) + 2
        record = text[at] if at < len(text) else None
        second = b""
    for one in (letter, second):
        if one in (b"R", b"W", b"A", b"M"):
            mode = one.decode()
        kind = TYPES.get(one) or kind
    wild = bool(set((before or b"") + field) & set(b"*?"))
    name = field.split(b"=")[0][:16] or (behind + b"\0")[:1]
    return FileName(name, kind, mode, text[:1] == b"@", text[:1] == b"*", record, wild)


@pytest.mark.slow
@cases
@given(TEXTS)
def test_a_name_is_taken_apart_as_by_a_second_parser(text):
    assert outcome(parse_name, text) == outcome(second_parse_name, text)


@pytest.mark.parametrize("size", [1, 15, 16, 17, 40])
def test_a_name_has_16_characters_at_most(size):
    assert parse_name(b"0:" + b"N" * size + b",P,W").name == b"N" * min(size, 16)
    command = b"S0:" + b"N" * size
    assert file_names(command, command).targets == [(False, b"N" * min(size, 16))]


@pytest.mark.parametrize(
    ("sent", "name"), [(b"N:", b"\0"), (b"N:\r", b"\r"), (b"N:,AB", b","), (b"R0:=A\r", b"=")]
)
def test_a_name_has_a_byte_at_least(sent, name):
    assert file_names(without_return(sent), sent).targets[0] == (False, name)


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
    assert parse_name(name).wild == wild


def second_file_names(command):
    before_colon = command.partition(b":")[0]
    if b":" not in command or b"," in before_colon:
        raise DosError(34)
    rest = command[len(before_colon) - 1 :]
    left = rest.partition(b"=")[0]
    equals = b"=" in rest and left.count(b",") < 4
    marks = [at + 1 for at, code in enumerate(rest) if code in b",=" and at >= 0]
    first_equals = len(left) + 1
    marks = [at for at in marks if rest[at - 1 : at] == b"," or (equals and at == first_equals)][:4]
    names = []
    for at in [0, *marks]:
        text = rest[at:]
        other = text[1:2] == b":" and text[:1] == b"1"
        text = text[2:] if text[1:2] == b":" else text.removeprefix(b":")
        name = text.partition(b",")[0].partition(b"=")[0][:16]
        names.append((other, name or (text + b"\0")[:1]))
    count = 1 + sum(at < first_equals for at in marks) if equals else len(names)
    end = marks[3] if len(marks) == 4 else len(rest)
    wild = [
        set(part) & set(b"*?") for part in (rest[: min(first_equals, end)], rest[first_equals:end])
    ]
    return (
        names[:count], names[count:], equals,
        bool(wild[0]) if equals else bool(set(rest[:end]) & set(b"*?")), equals and bool(wild[1]),
    )  # fmt: skip


@pytest.mark.slow
@cases
@given(TEXTS)
def test_names_of_a_command_are_taken_apart_as_by_a_second_parser(text):
    def found(command):
        names = file_names(command, command)
        wild = names.wild_targets, names.wild_sources
        return (names.targets, names.sources, names.equals, *wild)

    assert outcome(found, b"S" + text) == outcome(second_file_names, b"S" + text)


def second_patterns(text):
    if text in (b"$", b"$0"):
        return []
    if text == b"$1":
        raise DosError(74)
    found = re.match(rb"((?:[^,:]*,){0,3}[^,:]*):", text)
    if found:
        places = [found.end() - 2, *(m.end() for m in re.finditer(b",", found[1]))]
        at = found.end()
    else:
        places, at = [1], 1
    equals = None
    for place, code in enumerate(text[at:], at):
        if len(places) + (equals is not None) == 5:
            break
        if code == ord("=") and equals is None:
            equals = place + 1
        elif code == ord(",") and equals is not None:
            raise DosError(30)
        elif code == ord(","):
            places.append(place + 1)
    rows = []
    for place in places:
        part = text[place:]
        drive = part[:1] if part[1:2] == b":" else b""
        part = part[2:] if part[1:2] == b":" else part.removeprefix(b":")
        rows.append((drive == b"1", re.split(b"[,=]", part)[0][:16]))
    if all(other for other, _ in rows):
        raise DosError(74)
    kind = None if equals is None else LISTED.get(text[equals : equals + 1])
    return [(name, kind) for other, name in rows if not other]


@pytest.mark.slow
@cases
@given(TEXTS)
def test_patterns_of_a_directory_are_taken_apart_as_by_a_second_parser(text):
    assert outcome(directory_patterns, b"$" + text) == outcome(second_patterns, b"$" + text)


@pytest.mark.parametrize(
    ("command", "found"),
    [
        (b"U1:2,0,18,5", (2, 0, 18, 5)),
        (b"U1 2 0 18 5", (2, 0, 18, 5)),
        (b"U12,0,18,5", (0, 18, 5, 0)),  # no colon: the third character is passed over
        (b"B-P:2,144", (2, 144, 0, 0)),
        (b"B-P 2", (2, 0, 0, 0)),
        (b"B-P", (0, 0, 0, 0)),
        (b"BLOCK-READ:2,0,18,1", (2, 0, 18, 1)),
        (b"B-P 2 258", (2, 2, 0, 0)),
        (b"B-P 2 12018", (2, 18, 0, 0)),  # three digits count
        (b"B-P 2 0999", (2, 231, 0, 0)),
        (b"U1:2\x1d0,,18 5", (2, 0, 18, 5)),
        (b"U1:2;0", (2 * 100 + 11 * 10 & 0xFF, 0, 0, 0)),  # ; is a digit of 11
        (b"U1:2A0B18C5", (2, 0, 18, 5)),
        (b"U1:A,2", (0, 2, 0, 0)),
        (b"U1 2 0 18 0\0", None),  # the byte behind is passed over
    ],
)
def test_numbers_are_found_as_a_1541_finds_them(command, found):
    assert parameters(command) == (found or (2, 0, 18, 0))


def test_a_fifth_number_is_error_30():
    with pytest.raises(DosError, match="30"):
        parameters(b"U1:2 0 18 0 9")


@pytest.mark.parametrize(
    ("command", "left"),
    [(b"I\r", b"I"), (b"I\r\n", b"I"), (b"I\r\n ", b"I\r\n "), (b"\r", b"\r"), (b"", b"")],
)
def test_a_command_ends_at_a_return_that_is_last_or_last_but_one(command, left):
    assert without_return(command) == left
