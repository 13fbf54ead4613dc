"""PRG, P00, T64: what is in them, and what is refused."""

import struct

import pytest

from disk.errors import MediaDamaged
from disk.p00 import P00_MAGIC, parse_p00
from disk.petscii import matches, to_petscii, to_text
from disk.prg import parse_prg
from disk.t64 import parse_t64


def t64(entries, data, used=None):
    """Return a tape image; entries are (start, end, offset, name)."""
    head = b"C64 tape image file".ljust(32, b"\0")
    used = len(entries) if used is None else used
    head += struct.pack("<HHH2x24s", 0x101, 30, used, b"TAPE".ljust(24))
    for start, end, offset, name in entries:
        head += struct.pack("<BBHH2xI4x16s", 1, 0x82, start, end, offset, name.ljust(16))
    return head + data


def test_a_prg_is_a_load_address_and_bytes():
    program = parse_prg(b"\x01\x08abc", "a.prg", b"A")
    assert (program.start, program.data, program.end) == (0x0801, b"abc", 0x0804)
    assert program.to_bytes() == b"\x01\x08abc"
    assert program.program() is program


@pytest.mark.parametrize("content", [b"", b"\x01", b"\x01\x08"])
def test_a_prg_of_0_to_2_bytes_is_refused(content):
    with pytest.raises(MediaDamaged, match=r"a\.prg: .*load address of 2 bytes and at least 1"):
        parse_prg(content, "a.prg")


def test_a_prg_may_end_at_ffff_but_not_run_past_it():
    assert parse_prg(b"\xfe\xff12", "a.prg").end == 0x10000
    with pytest.raises(MediaDamaged, match=r"a\.prg: 3 bytes from \$FFFE run past \$FFFF"):
        parse_prg(b"\xfe\xff123", "a.prg")


def test_a_p00_brings_its_name():
    content = P00_MAGIC + b"MY GAME".ljust(17, b"\0") + b"\0" + b"\x00\xc0xyz"
    program = parse_p00(content, "a.p00")
    assert (program.c64_name, program.start, program.data) == (b"MY GAME", 0xC000, b"xyz")


def test_a_p00_cut_off_or_without_mark_is_refused():
    with pytest.raises(MediaDamaged, match=r"a\.p00: truncated: its header has 12 of 26"):
        parse_p00(P00_MAGIC + b"NAME", "a.p00")
    with pytest.raises(MediaDamaged, match=r"a\.p00: does not begin with C64File"):
        parse_p00(b"x" * 40, "a.p00")
    with pytest.raises(MediaDamaged, match=r"a\.p00 \(program after the header\): only 2 bytes"):
        parse_p00(P00_MAGIC + bytes(18) + b"\x01\x08", "a.p00")


def test_a_tape_gives_its_programs_in_order():
    tape = t64([(0x801, 0x805, 128, b"ONE"), (0xC000, 0xC003, 132, b"TWO")], b"1111222")
    one, two = parse_t64(tape, "a.t64")
    assert (one.c64_name, one.start, one.data) == (b"ONE", 0x801, b"1111")
    assert (two.c64_name, two.start, two.data) == (b"TWO", 0xC000, b"222")


@pytest.mark.parametrize("end", [0xC3C6, 0, 0x801, 0x700, 0xFFFF])
def test_a_wrong_end_address_gives_all_that_is_there(end):
    assert parse_t64(t64([(0x801, end, 96, b"A")], b"12345"), "a.t64")[0].data == b"12345"


def test_a_tape_that_says_it_has_no_entry_is_read_all_the_same():
    assert parse_t64(t64([(0x801, 0x803, 96, b"A")], b"12", used=0), "a.t64")[0].data == b"12"


def test_tapes_that_cannot_be_read_are_refused():
    with pytest.raises(MediaDamaged, match="does not begin with C64"):
        parse_t64(b"x" * 200, "a.t64")
    with pytest.raises(MediaDamaged, match="truncated: 70 bytes"):
        parse_t64(t64([], b"")[:64] + b"123456", "a.t64")
    with pytest.raises(MediaDamaged, match="no program"):
        parse_t64(t64([], bytes(64)), "a.t64")
    with pytest.raises(MediaDamaged, match="program 'A': begins at byte 5000"):
        parse_t64(t64([(0x801, 0x803, 5000, b"A")], b"12"), "a.t64")


def test_letters_of_both_cases_become_the_letters_the_screen_shows():
    assert to_petscii("Go 64!") == b"GO 64!"
    assert to_text(to_petscii("£ ↑ ←")) == "£ ↑ ←"
    assert to_petscii("ж") == b"?"


@pytest.mark.parametrize(
    ("name", "pattern", "fits"),
    [
        (b"GAME", b"GAME", True), (b"GAME", b"GAMES", False), (b"GAMES", b"GAME", False),
        (b"GAME", b"*", True), (b"GAME", b"G*", True), (b"GAME", b"G*X", True),
        (b"GAME", b"GAME*", True), (b"GAME", b"G?M?", True), (b"GAM", b"G?M?", False),
        (b"GAME", b"H*", False), (b"", b"*", True), (b"", b"?", False),
    ],
)  # fmt: skip
def test_wild_cards(name, pattern, fits):
    assert matches(name, pattern) == fits
