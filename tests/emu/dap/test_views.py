"""Trees of items, each beside the machine it shows: registers, chips, memory, variables in C."""

import pytest

from emu.dap.c_variables import CVariables, Type, Variable, raw_type
from emu.dap.errors import DapError
from emu.dap.variables import ITEMS_MOST, STRING_MOST, Views
from emu.kit.symbols import Symbol, Symbols
from tests.emu.monitor.session import debugger

COUNT_UP = b"\xee\x00\x20\x4c\x00\xc0"  # INC $2000, JMP $C000


class Seen:
    """The views of a machine.

    changes  one for each time that the machine was changed by them
    """

    def __init__(self, labels=None):
        self.board = debugger(COUNT_UP).board
        self.symbols = Symbols()
        for name, address in (labels or {}).items():
            self.symbols.add(Symbol(name, address, True), name)
        self.variables, self.changes = CVariables("", self.symbols), []
        self.views = Views(self.board, self.symbols, self.variables, lambda: self.changes.append(1))

    def scope(self, title):
        return {item.name: item for item in dict(self.views.scopes(0xC000))[title]()}

    def typed(self, kind, address=0x2000, name="it"):
        return self.views.variable(Variable(name, address, kind))


@pytest.fixture
def seen():
    return Seen()


def test_chips_are_shown_as_they_are_in_the_middle_of_a_frame(seen):
    board = seen.board
    for at, value in ((0xD400, 0x34), (0xD401, 0x12), (0xD404, 0x21)):
        board.poke(at, value)
    for base in (0xDC00, 0xDD00):
        board.poke(base + 4, 0x34)
        board.poke(base + 5, 0x12)
        board.poke(base + 14, 0x11)

    def shown():
        chips = [seen.scope(title) for title in ("SID", "CIA 1", "CIA 2")]
        timers = [chip["$DC04 timer A"].text for chip in chips if "$DC04 timer A" in chip]
        inside = [(i.name, i.text) for chip in chips for i in chip["internal"].children()]
        return timers, inside

    for _ in range(3):
        board.run_until(board.cycle + 101)
        now = shown()
        board.sync_sid()
        board.cia1.catch_up()
        board.cia2.catch_up()
        assert shown() == now


def test_a_field_of_several_bits_takes_what_they_hold_and_leaves_the_others(seen):
    seen.board.poke(0xD011, 0x1B)

    def field(name):
        fields = seen.scope("VIC-II")["$D011 control 1"].children()
        return next(item for item in fields if item.name == name)

    assert (field("YSCROLL").text, field("RSEL").text) == ("$03 (3)", "1")
    for value in (0, 7, 5):
        seen.views.put(field("YSCROLL"), value)
        assert seen.board.peek(0xD011) & 0x7F == 0x18 | value
    with pytest.raises(DapError, match="YSCROLL: 8 is outside of 0 to 7"):
        seen.views.put(field("YSCROLL"), 8)
    assert len(seen.changes) == 3


def test_a_register_of_two_bytes_is_written_low_byte_first(seen):
    seen.views.put(seen.scope("SID")["$D402 voice 1 pulse width"], 0x0ABC)
    assert seen.scope("SID")["$D402 voice 1 pulse width"].text == "$0ABC (2748)"
    seen.views.put(seen.scope("SID")["$D415 filter cutoff"], 0x1207)
    assert seen.board.sid.cutoff == 0x12 << 3 | 7


def test_flags_are_set_and_cleared_one_by_one(seen):
    cpu = seen.board.cpu
    for name, bit in (("N", 7), ("V", 6), ("D", 3), ("I", 2), ("Z", 1), ("C", 0)):
        for before in (0x00, 0xCF):
            for value in (0, 1):
                cpu.p = before
                seen.views.put(seen.scope("Flags")[name], value)
                assert cpu.p == (before & ~(1 << bit)) | value << bit
                assert seen.scope("Flags")[name].text == str(value)
    assert [*seen.scope("Flags")] == [*"NVDIZC"]


def test_the_status_register_shows_the_bits_that_are_always_set(seen):
    seen.views.put(seen.scope("Registers")["P"], 0xFF)
    assert seen.board.cpu.p == 0xCF
    seen.views.put(seen.scope("Registers")["P"], 0)
    assert (seen.board.cpu.p, seen.scope("Registers")["P"].text) == (0, "$30 (48)")


def test_a_label_in_the_zero_page_has_one_byte_or_two():
    labels = {"a": 0x02, "b": 0x03, "c": 0x05, "d": 0x08, "last": 0xFF, "far": 0x100}
    seen = Seen(labels | {"__ZP_LAST__": 0x10})
    for at, value in enumerate(range(0xA0, 0xAA)):
        seen.board.poke(0x02 + at, value)
    items = seen.scope("Zero page")
    assert {name: (item.address, item.size) for name, item in items.items()} == {
        "a": (2, 1), "b": (3, 2), "c": (5, 1), "d": (8, 1), "last": (0xFF, 1),
    }  # fmt: skip
    assert items["b"].text == "$A2A1 (41633)"
    seen.views.put(items["b"], 0x1234)
    assert [seen.board.peek(at) for at in (2, 3, 4, 5)] == [0xA0, 0x34, 0x12, 0xA3]


@pytest.mark.parametrize(
    ("size", "signed", "data", "number"),
    [
        (1, True, b"\x7f", 127), (1, True, b"\x80", -128), (1, False, b"\x80", 128),
        (2, True, b"\xff\x7f", 32767), (2, True, b"\x00\x80", -32768), (4, True, b"\xff" * 4, -1),
        (8, False, b"\x01" + bytes(6) + b"\x80", (1 << 63) + 1),
    ],
)  # fmt: skip
def test_a_number_is_signed_as_its_type_is(seen, size, signed, data, number):
    kind = Type("number", "number", size, signed)
    seen.board.ram[0x2000 : 0x2000 + size] = data
    raw = int.from_bytes(data, "little")
    assert seen.typed(kind).text == f"${raw:0{2 * size}X} ({number})"
    assert seen.views.reader(Variable("it", 0x2000, kind))() == number


@pytest.mark.parametrize("size", [1, 2])
def test_a_number_takes_what_its_bytes_hold_signed_or_not(seen, size):
    item, half = seen.typed(raw_type(size)), 1 << 8 * size - 1
    for value in (0, 2 * half - 1, -1, -half):
        seen.views.put(item, value)
        low = int.from_bytes(bytes(seen.board.ram[0x2000 : 0x2000 + size]), "little")
        assert low == value % (2 * half)
    before = bytes(seen.board.ram[0x1FF0:0x2010])
    for value in (2 * half, -half - 1):
        with pytest.raises(DapError, match=f"it: {value} is outside of 0 to {2 * half - 1}"):
            seen.views.put(item, value)
    assert bytes(seen.board.ram[0x1FF0:0x2010]) == before and len(seen.changes) == 4


def test_a_number_of_unusual_size_shows_where_it_is(seen):
    for size, text in ((0, "at $2000"), (9, "at $2000")):
        item = seen.typed(Type("odd", "number", size))
        assert (item.text, item.size, item.put) == (text, max(size, 1), None)
        with pytest.raises(DapError, match="it: cannot be changed"):
            seen.views.put(item, 1)


def test_an_array_shows_its_first_bytes_and_each_element(seen):
    seen.board.ram[0x2000:0x2100] = bytes(range(256))
    for size in (1, STRING_MOST, STRING_MOST + 1):
        item = seen.typed(_bytes(size))
        shown = bytes(range(min(size, STRING_MOST))).hex(" ").upper()
        assert item.text == shown + (" ..." if size > STRING_MOST else "")
        assert [part.text for part in item.children()] == [f"${n:02X} ({n})" for n in range(size)]
        assert [part.name for part in item.children()][-1] == f"[{size - 1}]"
    assert len(seen.typed(_bytes(ITEMS_MOST + 1)).children()) == ITEMS_MOST


def _bytes(count):
    return Type("bytes", "array", count, element=Type("byte", "number", 1), count=count)


def test_what_ends_behind_the_last_address_goes_on_at_the_first(seen):
    last, first = seen.board.peek(0xFFFF), seen.board.peek(0)
    item = seen.typed(_bytes(2), 0xFFFF)
    assert [part.address for part in item.children()] == [0xFFFF, 0x0000]
    assert item.text == f"{last:02X} {first:02X}"
    value = first << 8 | last
    assert seen.typed(raw_type(2), 0xFFFF).text == f"${value:04X} ({value})"


def test_a_struct_has_its_members_and_a_pointer_what_it_points_to(seen):
    byte = Type("byte", "number", 1)
    pair = Type("struct pair", "struct", 3, members=(
        ("x", 0, byte), ("to", 1, Type("byte *", "pointer", 2, element=byte)),
    ))  # fmt: skip
    seen.board.ram[0x2000:0x2003] = b"\x07\x34\x12"
    seen.board.ram[0x1234] = 0x99
    item = seen.typed(pair)
    x, pointer = item.children()
    assert (item.text, item.size, x.address, pointer.address) == ("{...}", 3, 0x2000, 0x2001)
    (there,) = pointer.children()
    assert (there.name, there.text, there.address) == ("*", "$99 (153)", 0x1234)
    seen.views.put(there, 5)
    assert seen.board.ram[0x1234] == 5
    nothing = Type("void *", "pointer", 2, element=Type("void", "bytes", 0))
    assert seen.typed(nothing).children is None


def test_a_local_variable_hides_a_global_one(seen):
    byte = Type("byte", "number", 1)
    seen.variables.globals = [Variable("x", 0x2000, byte), Variable("y", 0x2001, byte)]
    seen.variables.locals = lambda start, _: [Variable("x", 0x3000, byte)] * (start == 0xC000)
    find = seen.views.find_variable
    assert [find(name, 0xC000).address for name in "xy"] == [0x3000, 0x2001]
    assert find("x", 0xC001).address == 0x2000 and find("z", 0xC000) is None
    titles = [title for title, _ in seen.views.scopes(0xC000)]
    assert titles[:5] == ["Registers", "Flags", "Locals", "Globals", "Zero page"]
    assert "Locals" not in dict(seen.views.scopes(0xC001))
    assert [*seen.scope("Locals")] == ["x"] and [*seen.scope("Globals")] == ["x", "y"]
