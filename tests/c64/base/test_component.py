"""The field list: reset, save, load and dump, units of a chip included."""

from c64.base.component import dump_fields, fields_size, load_fields, reset_fields, save_fields
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
