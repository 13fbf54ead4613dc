"""Numbers, hit counts and memory of a debug client's requests, without a connection."""

import base64
import operator

import pytest

from emu.dap.chip_registers import CHIPS
from emu.dap.errors import DapError
from emu.dap.expressions import (
    EXPRESSION_MOST,
    check_length,
    number_reader,
    number_text,
    read_hit_count,
    value_text,
)
from emu.dap.launch import DEBUG_ENDINGS, LABEL_ENDINGS, Launch, find_beside, read_launch
from emu.dap.memory import INSTRUCTIONS_MOST, Disassembler, address_of, read_memory, write_memory
from emu.dap.protocol import ITEMS_MOST, Arguments
from emu.dap.sources import SourceMap
from emu.kit.symbols import Symbol, Symbols

HITS = {
    "": operator.eq, "=": operator.eq, "==": operator.eq, ">": operator.gt, ">=": operator.ge,
    "<": operator.lt, "<=": operator.le, "%": lambda count, limit: count % limit == 0,
}  # fmt: skip


class Ram:
    """64 KiB that are peeked and poked."""

    def __init__(self):
        self.bytes = bytearray(range(256)) * 256

    def peek(self, at):
        assert 0 <= at < 0x10000
        return self.bytes[at]

    def poke(self, at, value):
        assert 0 <= at < 0x10000
        self.bytes[at] = value


def given(**values):
    return Arguments("test", values)


@pytest.mark.parametrize("word", HITS)
@pytest.mark.parametrize("limit", [1, 3, 12])
def test_a_hit_count_stops_at_the_hits_that_it_says(word, limit):
    stops = read_hit_count(f" {word} {limit} ")
    for count in range(1, 30):
        assert stops(count) == HITS[word](count, limit)


@pytest.mark.parametrize("text", ["0", "% 0", "x", ">", "=> 3", "1234567890", "-1", "3 4"])
def test_what_is_no_hit_count_is_refused(text):
    assert read_hit_count(" ") is None
    with pytest.raises(DapError, match="expected N, >= N"):
        read_hit_count(text)


def test_numbers_are_read_in_three_bases_up_to_24_bits():
    read = number_reader(Symbols())
    texts = {"$1f": 31, "0x1F": 31, "%101": 5, "19": 19, "+7": 7, "$FFFFFF": 0xFFFFFF, "0": 0}
    assert {text: read(text) for text in texts} == texts
    for text in ("$1000000", "16777216"):
        with pytest.raises(OverflowError):
            read(text)


def test_a_value_has_as_many_digits_as_its_bytes():
    assert [value_text(n) for n in (0, 255, 256)] == ["$00 (0)", "$FF (255)", "$0100 (256)"]
    assert (number_text(0), number_text(-1), number_text(1, 2)) == ("$00 (0)", "-1", "$0001 (1)")


def test_an_expression_has_500_characters_at_most():
    check_length("x" * EXPRESSION_MOST)
    with pytest.raises(DapError, match="of 501 characters"):
        check_length("x" * (EXPRESSION_MOST + 1))


def test_a_number_is_whole_and_of_some_size():
    for value in (-5, 0, 5):
        assert given(n=value).number("n", most=5) == value
    for value in (-6, 6, True, 1.0, "1"):
        with pytest.raises(DapError, match="'n' must be"):
            given(n=value).number("n", most=5)
    assert given().number("n", 7) == 7
    assert given(n=1 << 31).number("n") == 1 << 31
    with pytest.raises(DapError, match="'n' must be at most 2147483648"):
        given(n=(1 << 31) + 1).number("n")


def test_a_list_has_so_many_items_at_most():
    assert len(given(a=["x"] * ITEMS_MOST).texts("a")) == ITEMS_MOST
    with pytest.raises(DapError, match="a list of at most"):
        given(a=["x"] * (ITEMS_MOST + 1)).texts("a")


@pytest.mark.parametrize(
    ("text", "address"),
    [("0x0", 0), ("0", 0), ("$FFFF", 0xFFFF), ("65535", 0xFFFF), ("65536", None), ("-1", None),
     ("0x10000", None), ("", None), ("start", None)],
)  # fmt: skip
def test_a_reference_to_memory_is_an_address(text, address):
    if address is None:
        with pytest.raises(DapError, match="expected 0x0000 to 0xFFFF"):
            address_of(text)
    else:
        assert address_of(text) == address


@pytest.mark.parametrize(
    ("start", "count", "there", "missing"),
    [(0, 0, 0, 0), (0, 3, 3, 0), (0xFFFE, 2, 2, 0), (0xFFFE, 3, 2, 1), (0xFFFF, 1, 1, 0),
     (0x10000, 2, None, 2), (-1, 3, None, 3), (0, 0x10000, 0x10000, 0)],
)  # fmt: skip
def test_memory_is_read_up_to_its_end(start, count, there, missing):
    ram = Ram()
    answer = read_memory(ram, given(memoryReference="0x0000", offset=start, count=count))
    assert answer.get("unreadableBytes", 0) == missing
    if there is None:
        assert answer["address"] == str(start) and "data" not in answer
    else:
        assert answer["address"] == f"0x{start:04X}"
        assert base64.b64decode(answer["data"]) == ram.bytes[start : start + there]


def test_memory_is_not_read_backwards():
    with pytest.raises(DapError, match="must not be negative"):
        read_memory(Ram(), given(memoryReference="0", count=-1))


@pytest.mark.parametrize("partial", [False, True])
@pytest.mark.parametrize(
    ("start", "count", "fits"), [(0, 2, 2), (0xFFFE, 2, 2), (0xFFFE, 3, 2), (0xFFFF, 4, 1),
                                 (0x10000, 1, None), (-1, 2, None)],
)  # fmt: skip
def test_memory_is_written_where_it_fits(start, count, fits, partial):
    ram, data = Ram(), b"\xaa" * count
    before = bytes(ram.bytes)
    words = given(
        memoryReference="0", offset=start, data=base64.b64encode(data).decode(),
        allowPartial=partial,
    )  # fmt: skip
    if fits == count or (fits and partial):
        assert write_memory(ram, words) == (start, fits)
        assert ram.bytes == before[:start] + data[:fits] + before[start + fits :]
    else:
        with pytest.raises(DapError, match="do not fit"):
            write_memory(ram, words)
        assert ram.bytes == before


def listed(ram, **words):
    symbols = Symbols()
    maker = Disassembler(ram.peek, SourceMap(symbols), lambda path: {"path": path})
    return [line["address"] for line in maker.answer(given(**words))["instructions"]]


def test_instructions_are_listed_before_and_behind_a_place_and_past_both_ends():
    ram = Ram()
    ram.bytes[:] = b"\xea" * 0x10000
    ram.bytes[0x2000:0x2003] = b"\x20\x00\x10"
    words = {"memoryReference": "0x2000", "instructionCount": 3}
    assert listed(ram, **words) == ["0x2000", "0x2003", "0x2004"]
    assert listed(ram, **words, instructionOffset=1) == ["0x2003", "0x2004", "0x2005"]
    assert listed(ram, **words, instructionOffset=-2) == ["0x1FFE", "0x1FFF", "0x2000"]
    assert listed(ram, memoryReference="0x2003", instructionCount=1, instructionOffset=-1) == [
        "0x2000"
    ]
    assert listed(ram, memoryReference="0xFFFF", instructionCount=2) == ["0xFFFF", "0x10000"]
    ram.bytes[0xFFFD:] = b"\xad\x00\x10"
    last = {"memoryReference": "0xFFFF", "offset": 1, "instructionCount": 1}
    assert listed(ram, **last, instructionOffset=-1) == ["0xFFFD"]
    ram.bytes[0xFFFD:] = b"\xea" * 3
    low = {"memoryReference": "0x0005", "instructionCount": 1}
    assert listed(ram, **low, instructionOffset=-1) == ["0x0004"]
    assert listed(ram, memoryReference="0", instructionCount=2, instructionOffset=-1) == [
        "-0x0001", "0x0000",
    ]  # fmt: skip


def test_of_two_ways_back_the_one_of_documented_instructions_is_believed():
    ram = Ram()
    ram.bytes[:] = b"\x02" * 0x10000  # JAM, of one byte and not documented
    ram.bytes[0x2000:0x2003] = b"\x20\x00\x02"  # JSR $0200, or $02 before the next
    behind = {"memoryReference": "0x2003", "instructionCount": 1, "instructionOffset": -1}
    assert listed(ram, **behind) == ["0x2000"]


def test_a_label_and_a_line_are_shown_where_they_begin_and_nowhere_else():
    symbols = Symbols()
    symbols.add(Symbol("start", 0x1000, True), "start")
    symbols.code |= {0x1000: 2, 0x1002: 2}
    symbols.lines |= {0x1000: ("/a.c", 7), 0x1002: ("/a.c", 7)}
    maker = Disassembler(Ram().peek, SourceMap(symbols), lambda path: {"path": path})
    words = {"memoryReference": "0x1000", "instructionCount": 2}
    first, second = maker.answer(given(**words))["instructions"]
    assert (first["symbol"], first["line"], first["location"]) == ("start", 7, {"path": "/a.c"})
    assert not {"symbol", "line", "location"} & {*second}
    for wanted in (True, False):
        (found, _) = maker.answer(given(**words, resolveSymbols=wanted))["instructions"]
        assert ("symbol" in found) is wanted


def test_a_listing_is_of_4096_instructions_at_most():
    words = {"memoryReference": "0x0000"}
    assert len(listed(Ram(), **words, instructionCount=INSTRUCTIONS_MOST)) == INSTRUCTIONS_MOST
    for wrong in (-1, INSTRUCTIONS_MOST + 1):
        with pytest.raises(DapError, match="at most 4096 instructions"):
            listed(Ram(), **words, instructionCount=wrong)


def test_a_launch_says_all_that_it_is_given():
    said = {
        "program": "game.prg", "args": ["--joy-port", "1"], "debugFile": "a.dbg",
        "labelFile": ["b.lbl", "c.sym"], "sourceFolders": "src", "cwd": "/work",
        "stopOnEntry": True, "warp": False, "noDebug": True,
    }  # fmt: skip
    words = ["--joy-port", "1", "game.prg", "--headless"]
    assert read_launch(given(**said)) == Launch(
        "game.prg", words, ["a.dbg"], ["b.lbl", "c.sym"], ["src"], "/work",
        stop_on_entry=True, window=False, warp=False, debug=False,
    )  # fmt: skip
    assert read_launch(given(window=True)) == Launch(window=True, warp=False)
    assert read_launch(given()) == Launch(words=["--headless", "--warp"])


@pytest.mark.parametrize("ending", [*DEBUG_ENDINGS, *LABEL_ENDINGS])
def test_a_debug_file_beside_the_program_is_found_by_either_name(tmp_path, ending):
    program = tmp_path / "game.prg"
    for name in ("game.prg", f"game{ending}", f"game.prg{ending}", f"other{ending}"):
        (tmp_path / name).touch()
    found = [str(tmp_path / f"game{ending}"), str(tmp_path / f"game.prg{ending}")]
    assert find_beside(str(program)) == ((found, []) if ending in DEBUG_ENDINGS else ([], found))


@pytest.mark.parametrize(
    ("chip", "first", "last"),
    [("vic", 0xD000, 0xD02E), ("sid", 0xD400, 0xD418), ("cia1", 0xDC00, 0xDC0F),
     ("cia2", 0xDD00, 0xDD0F)],
)  # fmt: skip
def test_a_chip_has_each_register_once_and_fields_lie_in_it(chip, first, last):
    registers = CHIPS[chip]
    covered = [at for r in registers for at in range(r.address, r.address + r.size)]
    assert sorted(covered) == list(range(first, last + 1))
    assert len({r.name for r in registers}) == len(registers)
    for register in registers:
        bits = [b for f in register.fields for b in range(f.shift, f.shift + f.width)]
        assert len(bits) == len(set(bits)) and set(bits) <= set(range(8 * register.size))
