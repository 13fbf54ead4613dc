"""Nothing that a chip keeps is forgotten: every attribute is state or is declared as derived."""

import re
from pathlib import Path

import pytest

import c64
from c64.base.fields import derived_names, fields_size, load_all, save_all
from c64.cartridge.port import Cartridge
from c64.snapshot import parts_of

ROOT = Path(c64.__file__).parent
CLASS = re.compile(r"^cdef class (\w+)(?:\((\w+)\))?:$")
ATTRIBUTE = re.compile(r"^    cdef (?:public |readonly )?(?!\w+ \w+\()([\w\[\]:, ]+)$")
WIRED = [
    {},
    {"drive": "1541"},
    {"reu": "256k"},
    {"georam": "64k"},
    {"ramcart": "128k"},
    {"dqbb": True},
    {"isepic": True},
    {"plus60k": True},
    {"plus256k": True},
]


def declared():
    """Return {class: (base, attributes)} of all declarations of the machine."""
    classes = {}
    for path in ROOT.rglob("*.pxd"):
        kind = None
        for line in path.read_text().splitlines():
            if found := CLASS.match(line):
                kind = found[1]
                classes[kind] = (found[2], set())
            elif kind and (found := ATTRIBUTE.match(line)):
                names = [words.split()[-1] for words in found[1].split(",")]
                classes[kind][1].update(names)
    return classes


def attributes_of(kind, classes):
    """Return what a class and those it derives from declare."""
    names = set()
    while kind in classes:
        kind, own = classes[kind]
        names |= own
    return names


def forgotten(chip, classes):
    """Return the attributes of a chip that are neither state, nor a unit, nor derived."""
    known = {field.name for field in chip.fields} | derived_names(chip)
    known |= set(getattr(chip, "parts", ()))
    there = attributes_of(type(chip).__name__, classes) | set(getattr(chip, "__dict__", {}))
    return there - known


@pytest.mark.parametrize("options", WIRED, ids=lambda o: " ".join(o) or "plain")
def test_every_attribute_of_a_chip_is_state_or_declared_as_derived(options):
    machine = c64.C64(sample_rate=0, **options)
    classes = declared()
    for name, chip in parts_of(machine.board):
        assert not forgotten(chip, classes), name


def cartridge_classes(kind=Cartridge):
    """Return all classes that derive from Cartridge, modules of the package imported."""
    found = set(kind.__subclasses__())
    return found | {deeper for direct in found for deeper in cartridge_classes(direct)}


def test_every_attribute_that_a_class_declares_is_listed_whether_or_not_it_is_plugged_in():
    import c64.cartridge.registry  # noqa: F401  (imports all cartridges)

    classes = declared()
    for kind in cartridge_classes():
        fields = kind.__dict__.get("fields", ())
        if not isinstance(fields, tuple):  # a property
            continue  # sizes differ: those are in the machines above, or in their .crt tests
        known = {field.name for field in fields} | set(getattr(kind, "parts", ()))
        for base in kind.__mro__:
            known |= set(base.__dict__.get("derived", ()))
        assert not attributes_of(kind.__name__, classes) - known, kind.__name__


def test_an_attribute_in_no_list_would_be_found():
    class Chip:
        fields = ()

        def __init__(self):
            self.secret = 1

    assert forgotten(Chip(), {}) == {"secret"}


def test_derived_and_state_do_not_overlap_in_one_class():
    for options in WIRED:
        for name, chip in parts_of(c64.C64(sample_rate=0, **options).board):
            own = set(type(chip).__dict__.get("derived", ()))
            assert not own & {field.name for field in chip.fields}, name


def test_states_of_several_chips_go_into_one_block_and_back():
    source, other = (c64.C64(sample_rate=0).board for _ in range(2))
    source.keyboard.press("A")
    source.controls.pot_x = 17
    chips, others = ([board.keyboard, board.controls] for board in (source, other))
    data = save_all(chips)
    assert len(data) == sum(map(fields_size, chips)) and data != save_all(others)
    load_all(others, data)
    assert save_all(others) == data
