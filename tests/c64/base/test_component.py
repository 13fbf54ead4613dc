"""The field list: reset, save, load and dump, units of a chip included."""

import array
import struct
from types import SimpleNamespace

import pytest

from c64.base.fields import (
    Field,
    Storage,
    create_fields,
    dump_fields,
    fields_layout,
    fields_size,
    load_fields,
    reset_fields,
    save_fields,
)
from c64.cia.cia import CIA


def test_units_of_a_chip_are_saved_loaded_and_reset_with_it():
    cia = CIA("8521")
    cia.write(4, 0x12)
    cia.write(8, 0x07)
    cia.write(0, 0x55)
    data = save_fields(cia)
    assert len(data) == fields_size(cia)
    other = CIA("6526")
    load_fields(other, data)
    assert dump_fields(other) == dump_fields(cia)
    reset_fields(other)
    assert other.ta.latch == 0xFFFF and other.pra == 0
    assert bytes(other.tod.time) == bytes((0, 0, 0, 1))


def test_a_dump_names_the_unit_before_the_field():
    dump = dump_fields(CIA("6526"))
    assert dump["ta.latch"] == 0xFFFF and dump["tod.time"] == bytes((0, 0, 0, 1))
    assert dump["pra"] == 0


class Unit:
    """A unit with fields of every kind in every neighbourhood."""

    fields = (
        Field("first", -1),
        Field("small", b"abc"),
        Field("wide", array.array("i", [1, -2])),
        Field("large", bytes(5000)),
        Field("second", 1 << 40),
        Field("third"),
        Field("longs", array.array("q", [-(1 << 62), 7])),
        Field("last", b"z"),
    )

    def __init__(self):
        create_fields(self)


class Whole:
    """A chip with a number alone and two units, one of which has no state."""

    fields = (Field("alone", 5),)
    parts = ("unit", "empty")

    def __init__(self):
        create_fields(self)
        self.unit = Unit()
        self.empty = SimpleNamespace(fields=())


def test_fields_of_every_kind_lie_in_their_order_and_come_back():
    whole, other = Whole(), Whole()
    whole.unit.small[:] = b"xyz"
    whole.unit.large[4999] = 9
    whole.unit.wide[1] = -77
    data = save_fields(whole)
    unit = struct.pack("<q3s2i5000s2q2qs", -1, b"xyz", 1, -77, bytes(4999) + b"\x09", 1 << 40, 0,
                       -(1 << 62), 7, b"z")  # fmt: skip
    assert data == struct.pack("<q", 5) + unit
    assert fields_size(whole) == len(data)
    wide = other.unit.wide
    load_fields(other, data)
    assert dump_fields(other) == dump_fields(whole)
    assert other.unit.wide is wide
    assert list(fields_layout(whole)) == [
        "alone", "unit.first", "unit.small:B3", "unit.wide:i2", "unit.large:B5000", "unit.second",
        "unit.third", "unit.longs:q2", "unit.last:B1",
    ]  # fmt: skip


@pytest.mark.parametrize("limit", [1, 24, 25, 4999, 5000, 5001])
def test_large_pieces_may_come_from_elsewhere(limit):
    whole, other = Whole(), Whole()
    whole.unit.large[:] = bytes(range(250)) * 20
    whole.unit.last[0], whole.alone = 1, -9
    pieces = [bytes(piece) for piece in Storage(whole).save()]
    assert [len(piece) for piece in pieces] == Storage(whole).sizes()
    huge = [piece for piece in pieces if len(piece) >= limit]
    rest = b"".join(piece for piece in pieces if len(piece) < limit)
    data = memoryview(b"head" + rest + b"tail")
    assert Storage(other).load_split(data, 4, iter(map(memoryview, huge)), limit) == 4 + len(rest)
    assert dump_fields(other) == dump_fields(whole)


@pytest.mark.parametrize("value", [1 << 63, -(1 << 63) - 1])
def test_a_number_beyond_64_bits_is_not_saved_as_another(value):
    unit = Unit()
    unit.first = value
    with pytest.raises(struct.error):
        save_fields(unit)


class Sized:
    """A chip whose RAM has its size from the user."""

    def __init__(self, size):
        self.list = (Field("ram", bytes(size)), Field("page"))
        create_fields(self)

    @property
    def fields(self):
        """The state."""
        return self.list


@pytest.mark.parametrize("sizes", [(64, 128), (8192, 16384)])
def test_objects_of_one_class_may_have_lists_of_their_own(sizes):
    chips = [Sized(size) for size in sizes * 2]
    for chip in chips:
        chip.ram[-1] = 0xEE
        chip.page = 3
    for chip in chips:
        data = save_fields(chip)
        assert data == bytes(chip.ram) + struct.pack("<q", 3)
        assert list(fields_layout(chip)) == [f"ram:B{len(chip.ram)}", "page"]
        chip.ram[-1] = chip.page = 0
        load_fields(chip, data)
        assert chip.ram[-1] == 0xEE and chip.page == 3
