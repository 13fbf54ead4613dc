"""Names: PETSCII and the host's text, patterns, P00 headers, lists; against tables and models."""

import itertools
import re

import pytest

from disk.budget import TEXT_MOST
from disk.errors import MediaDamaged
from disk.host_names import p00_header, p00_name, p00_names, plain_name, read_host_name, unique
from disk.petscii import matches, padded, stripped, to_petscii, to_text
from disk.playlist import MOST_LINES, entries
from disk.volume import PRG, REL, SEQ, USR

# The text of each code: blank to ], the pound sign and the arrows in ASCII's places, then the
# letters with SHIFT, the shifted blank, the underscore's and pi's codes.  Others are "?".
SHOWN = {code: chr(code) for code in range(0x20, 0x5E)}
SHOWN |= {0x5C: "£", 0x5E: "↑", 0x5F: "←", 0xA0: " ", 0xA4: "_", 0xFF: "π"}
SHOWN |= {0xC1 + n: chr(ord("a") + n) for n in range(26)}


def test_each_code_has_its_text():
    assert to_text(bytes(range(256))) == "".join(SHOWN.get(code, "?") for code in range(256))


def test_each_character_has_its_code():
    codes = {text: code for code, text in SHOWN.items() if code < 0xA0} | {"_": 0xA4, "π": 0xFF}
    codes |= {text.lower(): code for text, code in codes.items() if text.isalpha() and text != "π"}
    codes |= {"^": 0x5E, "\\": 0x5C, "£": 0x5C, "?": 0x3F}
    for char in map(chr, (*range(0x130), 0x2190, 0x2191, 0x3C0, 0x1F600)):
        assert to_petscii(char) == bytes((codes.get(char, 0x3F),)), hex(ord(char))
    assert to_petscii("aB ß") == b"AB ?"


@pytest.mark.parametrize("size", [0, 1, 15, 16, 17])
def test_a_name_fills_its_field_with_shifted_blanks(size):
    field = padded(b"N" * size)
    assert field == (b"N" * size + b"\xa0" * 16)[:16]
    assert stripped(field) == b"N" * min(size, 16)
    assert padded(b"N" * size, 2) == (b"N" * size + b"\xa0\xa0")[:2]
    assert stripped(b"A\xa0B\xa0") == b"A"


def test_a_pattern_fits_as_a_regular_expression_says():
    texts = [bytes(t) for size in range(4) for t in itertools.product(b"AB*?", repeat=size)]
    for pattern in texts:
        plain = pattern.partition(b"*")
        wanted = re.escape(plain[0]).replace(rb"\?", b".") + (b".*" if plain[1] else b"")
        for name in texts:
            assert matches(name, pattern) == bool(re.fullmatch(wanted, name, re.DOTALL))


@pytest.mark.parametrize("kind", [PRG, SEQ, USR, REL])
def test_a_p00_has_a_hundred_names_to_take(kind):
    names = p00_names(b"A NAME THAT IS LONG", kind)
    letter = {PRG: "p", SEQ: "s", USR: "u", REL: "r"}[kind]
    assert names == [f"a_name_t.{letter}{number:02}" for number in range(100)]
    assert all(read_host_name(name)[1:] == (kind, True) for name in names)


@pytest.mark.parametrize(
    ("name", "stem"),
    [(b"12345678", "12345678"), (b"123456789", "12345678"), (b"CON", "_con"), (b"LPT9", "_lpt9"),
     (b"COM0", "_com0"), (b"COM10", "com10"), (b"***", "file"), (b"", "file"), (b"*A*", "a")],
)  # fmt: skip
def test_the_stem_of_a_p00_is_one_that_every_host_takes(name, stem):
    assert p00_names(name, PRG)[0] == f"{stem}.p00"


@pytest.mark.parametrize("size", [1, 15, 16, 17])
def test_the_header_of_a_p00_keeps_the_name(size):
    header = p00_header(b"N" * size)
    assert header == b"C64File\0" + (b"N" * min(size, 16)).ljust(18, b"\0")
    assert p00_name(header) == b"N" * min(size, 16)
    assert p00_name(header[:-1]) is None and p00_name(b"x" + header[1:]) is None
    assert p00_name(p00_header(b"")) is None
    assert p00_name(p00_header(b"A\xa0\xa0")) == b"A"


@pytest.mark.parametrize(
    ("host", "kind", "packed"),
    [
        ("a.p00", PRG, True), ("a.P99", PRG, True), ("a.s00", SEQ, True), ("a.r00", REL, True),
        ("a.p0", SEQ, False), ("a.p000", SEQ, False), ("a.x00", SEQ, False), ("a.p0x", SEQ, False),
        ("a.prg", PRG, False), ("a.seq", SEQ, False), ("a.usr", USR, False), ("a", PRG, False),
        (".prg", PRG, False), ("a.", SEQ, False), ("a.b", SEQ, False),
    ],
)  # fmt: skip
def test_an_ending_says_what_a_file_is(host, kind, packed):
    assert read_host_name(host)[1:] == (kind, packed)


def test_names_that_are_taken_get_numbers_from_2_on():
    taken = set()
    for number in range(1, 120):
        name = unique(b"A NAME OF 16 LET", taken)
        tail = b" %d" % number if number > 1 else b""
        assert name == b"A NAME OF 16 LET"[: 16 - len(tail)].rstrip() + tail
        taken.add(name)


@pytest.mark.parametrize(
    ("name", "kind", "host"),
    [
        (b"GAME", PRG, "game.prg"), (b"DATA.TXT", SEQ, "data.txt"), (b"DATA", SEQ, "data.seq"),
        (b"X", USR, "x.usr"), (b"A.PRG", PRG, "a.prg.prg"), (b"CON", PRG, None),
        (b"A?", PRG, None), (b"-A", PRG, None), (b"A ", PRG, None), (b"\xc1", PRG, None),
        (b" A", PRG, None), (b".A", PRG, None), (b"A<", PRG, None), (b"COM1.X", SEQ, None),
    ],
)  # fmt: skip
def test_a_plain_name_means_this_name_and_type_or_there_is_none(name, kind, host):
    assert plain_name(name, kind) == host


def listed(content, there=("a.d64",)):
    """The names of the files that a list names, where these are there."""
    return [entry.name for entry in entries(content, "a.m3u", lambda n: n if n in there else None)]


@pytest.mark.parametrize(("count", "taken"), [(1, True), (MOST_LINES, True), (1001, False)])
def test_a_list_names_a_thousand_files_at_most(count, taken):
    content = b"# a comment\n\n" + b"a.d64\n" * count
    if taken:
        assert listed(content) == ["a.d64"] * count
    else:
        with pytest.raises(MediaDamaged, match="names more than 1000 files"):
            listed(content)


@pytest.mark.parametrize(("size", "taken"), [(TEXT_MOST, True), (TEXT_MOST + 1, False)])
def test_a_list_is_a_text_of_some_size(size, taken):
    content = b"a.d64\n".ljust(size, b"\n")
    if taken:
        assert listed(content) == ["a.d64"]
    else:
        with pytest.raises(MediaDamaged, match="is not a list of disks"):
            listed(content)


@pytest.mark.parametrize("line", ["a.d64", " a.d64 ", "a.d64|a label", '"a.d64"', "sub\\b.d64|x"])
def test_a_line_is_a_name_with_or_without_a_label(line):
    found = listed(line.encode(), ("a.d64", "sub/b.d64"))
    assert found == ["sub/b.d64" if "sub" in line else "a.d64"]


def test_a_line_that_names_nothing_is_told_by_its_number_and_shown_in_part():
    with pytest.raises(MediaDamaged) as caught:
        listed(b"\n# x\n" + b"n" * 90)
    assert f"a.m3u, line 3: {'n' * 80}: no such file" in str(caught.value)
    with pytest.raises(MediaDamaged, match="names no file"):
        listed(b"# x\n")
    with pytest.raises(MediaDamaged, match="is not a list"):
        listed(b"a\0")
