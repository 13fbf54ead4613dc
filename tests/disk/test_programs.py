"""PRG, P00, T64: what is in them, and what is refused."""

import struct
from pathlib import Path

import pytest

from disk.errors import MediaDamaged
from disk.p00 import P00_MAGIC, parse_p00
from disk.petscii import matches, to_petscii, to_text
from disk.prg import name_from_path, parse_prg
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


def test_a_p00s_name_has_sixteen_letters_at_most():
    content = P00_MAGIC + b"SIXTEEN LETTERS!" + b"XY" + b"\x00\xc0xyz"
    assert parse_p00(content, "a.p00").c64_name == b"SIXTEEN LETTERS!"


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


# -- names and sizes at their limits ---------------------------------------------------------------


@pytest.mark.parametrize("size", [1, 15, 16, 17, 40])
def test_a_program_has_a_name_of_16_characters_at_most(size):
    name, short = b"N" * size, b"N" * min(size, 16)
    assert parse_prg(b"\x01\x08a", "a.prg", name).c64_name == short
    assert name_from_path(Path("folder") / f"{'n' * size}.prg") == short
    assert parse_p00(P00_MAGIC + name[:16].ljust(18, b"\0") + b"\x01\x08a", "a").c64_name == short
    (program,) = parse_t64(t64([(0x801, 0x802, 96, name[:16])], b"x"), "a.t64")
    assert program.c64_name == short


@pytest.mark.parametrize(
    ("host", "name"),
    [("a.b.prg", b"A.B"), ('q"q.prg', b"Q'Q"), ("end .prg", b"END"), (" .prg", b"PROGRAM")],
)
def test_the_name_of_a_file_is_one_that_can_be_typed(host, name):
    assert name_from_path(Path(host)) == name


@pytest.mark.parametrize("start", [0, 1, 0x801, 0xFFFE, 0xFFFF])
def test_a_program_ends_at_the_end_of_memory_at_most(start):
    most = 0x10000 - start
    program = parse_prg(start.to_bytes(2, "little") + bytes(most), "a.prg")
    assert (program.start, program.end, len(program.data)) == (start, 0x10000, most)
    with pytest.raises(MediaDamaged, match=f"at that address {most} bytes fit|oversized"):
        parse_prg(start.to_bytes(2, "little") + bytes(most + 1), "a.prg")


def parsed(content):
    """[(name, start, data)] of a tape, or None if it is refused."""
    try:
        return [(one.c64_name, one.start, one.data) for one in parse_t64(content, "a.t64")]
    except MediaDamaged:
        return None


@pytest.mark.parametrize("slots", [0, 1, 2, 3])
def test_as_many_entries_are_read_as_the_tape_has_one_at_least(slots):
    rows = [(0x801, 0x802, 160, b"ONE"), (0x801, 0x803, 161, b"TWO"), (0x801, 0x802, 163, b"SIX")]
    tape = bytearray(t64(rows, b"1223"))
    tape[34] = slots
    names = [name for name, _, _ in parsed(bytes(tape))]
    assert names == [b"ONE", b"TWO", b"SIX"][: max(slots, 1)]
    tape[34:36] = b"\x00\x01"  # 256 entries, of which the file has room for three and a part
    assert len(parsed(bytes(tape))) == 3


@pytest.mark.parametrize(
    ("start", "end", "data"),
    [
        (0x801, 0x805, b"abcd"), (0x801, 0x806, b"abcde"), (0x801, 0x807, b"abcdef"),
        (0x801, 0x808, b"abcdef"), (0x801, 0x801, b"abcdef"), (0x801, 0x800, b"abcdef"),
        (0x801, 0xC3C6, b"abcdef"), (0xC3C2, 0xC3C6, b"abcdef"), (0xFFFE, 0, b"ab"),
        (0xFFFC, 0, b"abcd"), (0xFFFC, 1, b"abcd"), (0x801, 0, b"abcdef"),
    ],
)  # fmt: skip
def test_a_program_goes_to_its_end_or_to_the_next_one(start, end, data):
    rows = [(start, end, 128, b"ONE"), (0xC000, 0xC001, 134, b"TWO")]
    assert parsed(t64(rows, b"abcdefX")) == [(b"ONE", start, data), (b"TWO", 0xC000, b"X")]
    (alone,) = parsed(t64([(start, end, 96, b"ONE")], b"abcdef"))
    assert alone == (b"ONE", start, data)


@pytest.mark.parametrize(("offset", "taken"), [(95, False), (96, True), (97, True), (98, False)])
def test_a_program_lies_behind_the_directory_and_in_the_file(offset, taken):
    found = parsed(t64([(0x801, 0x802, offset, b"ONE")], b"ab"))
    assert found == ([(b"ONE", 0x801, b"ab"[offset - 96 :][:1])] if taken else None)


@pytest.mark.parametrize("kind", [0, 2, 3, 255])
def test_entries_that_are_no_files_are_passed_over(kind):
    tape = bytearray(t64([(0x801, 0x802, 128, b"ONE"), (0x801, 0x802, 129, b"TWO")], b"12"))
    tape[64] = kind
    assert parsed(bytes(tape)) == [(b"TWO", 0x801, b"2")]
    tape[96] = kind
    assert parsed(bytes(tape)) is None


@pytest.mark.parametrize(("slots", "count"), [(1000, 1000), (1001, None)])
def test_a_tape_has_a_thousand_programs_at_most(slots, count):
    rows = [(0x801, 0x802, 64 + 32 * 1001, b"N%d" % n) for n in range(1001)]
    tape = bytearray(t64(rows, b"x"))
    tape[34:36] = slots.to_bytes(2, "little")
    found = parsed(bytes(tape))
    assert (found and len(found)) == count


def test_a_tape_without_room_for_an_entry_is_refused():
    assert parsed(t64([(0x801, 0x802, 95, b"ONE")], b"x")[:95]) is None
    assert parsed(b"D64 tape".ljust(200, b"\0")) is None
