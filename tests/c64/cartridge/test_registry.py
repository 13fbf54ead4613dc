"""The registry: a row for each type, a class for each row, and a file and a row for a new one."""

import importlib
import pkgutil
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

import c64
import c64.cartridge
from c64.base.fields import Field, create_fields, reset_fields
from c64.cartridge import registry
from c64.cartridge.crt_type import CRT_FLASH, CRT_REVISED, CartridgeType
from c64.cartridge.port import CART_BANK, CART_IO2, CART_OPEN_BUS, CART_ROML, Cartridge
from c64.cartridge.registry import (
    CARTRIDGE_TYPES,
    TYPES_BY_NUMBER,
    cartridge_changed,
    cartridge_from_crt,
    emulated_numbers,
    save_cartridge,
)
from disk.loader import open_media
from tests.c64.cartridge.test_cartridge import image
from tests.c64.cartridge.test_wiring import crt, fill

PAGE = (Path(__file__).parents[3] / "docs" / "use" / "cartridges.md").read_text(encoding="utf-8")
LAST_NUMBER = 86  # of those that VICE's manual has
FREE_NUMBER = max(row.number for row in CARTRIDGE_TYPES if row.number < CRT_REVISED) + 1

# What is in the port without a .crt.
WITHOUT_CRT = (
    {},
    {"reu": "128k"},
    {"georam": "64k"},
    {"dqbb": True},
    {"isepic": True},
    {"ramcart": "64k"},
)


def subclasses(cls):
    """Return all classes that derive from ``cls``."""
    return {cls}.union(*(subclasses(derived) for derived in cls.__subclasses__()))


# -- the rows ------------------------------------------------------------------------------


def test_every_type_number_is_in_exactly_one_row():
    assert sorted(TYPES_BY_NUMBER) == sorted(row.number for row in CARTRIDGE_TYPES)


def test_every_number_the_format_has_is_emulated_or_has_a_name_in_its_refusal():
    numbers = {row.number for row in CARTRIDGE_TYPES if row.number < CRT_REVISED}
    assert numbers == set(range(len(numbers)))
    assert len(numbers) > LAST_NUMBER
    assert all(row.name for row in CARTRIDGE_TYPES)


def test_a_revision_has_a_row_only_where_the_type_has_one():
    revised = [row for row in CARTRIDGE_TYPES if row.number >= CRT_REVISED]
    assert all(row.number - CRT_REVISED in emulated_numbers() for row in revised)
    assert {row.name for row in revised} == {"Comal-80 (grey)", "Hucky", "Nordic Replay"}


def test_the_documentation_lists_exactly_what_is_emulated():
    rows = re.findall(r"^\| ([0-9, ]+) \|", PAGE, re.MULTILINE)
    assert sorted(int(n) for row in rows for n in row.split(",")) == emulated_numbers()


@pytest.mark.parametrize("row", [r for r in CARTRIDGE_TYPES if r.cartridge], ids=lambda r: r.name)
def test_a_row_makes_the_class_it_names_by_its_name(row):
    revision, hardware = divmod(row.number, CRT_REVISED)
    made = cartridge_from_crt(crt(hardware, (0, 0x8000, fill(0)), revision=revision))
    assert isinstance(made, row.cartridge)
    assert made.identity.startswith(f"{row.name} ")
    assert made.behind() is made


def test_every_class_of_cartridge_can_be_had_from_a_file_or_by_an_option():
    for module in pkgutil.iter_modules(c64.cartridge.__path__, "c64.cartridge."):
        importlib.import_module(module.name)
    ours = {cls for cls in subclasses(Cartridge) if cls.__module__.startswith("c64.")}
    made = {type(c64.C64(sample_rate=0, **options).board.cart) for options in WITHOUT_CRT}
    assert {row.cartridge for row in CARTRIDGE_TYPES if row.cartridge} | made == ours


def test_what_can_change_has_a_header_that_its_own_row_reads_again():
    saves = [row for row in CARTRIDGE_TYPES if row.saves]
    assert [row.name for row in saves] == ["EasyFlash", "GMOD2", "GMOD3"]
    for row in saves:
        number, exrom, game, _ = row.cartridge.crt_header
        assert number == row.number
        made = cartridge_from_crt(image(number, 1))
        assert (made.exrom, made.game) == (exrom, game)


@pytest.mark.parametrize("options", WITHOUT_CRT, ids=str)
def test_what_has_no_flash_never_changes_and_is_refused_by_its_own_name(options, tmp_path):
    cart = c64.C64(sample_rate=0, **options).board.cart
    assert not cartridge_changed(cart)
    assert cart.chips() == []
    name = "nothing" if "reu" in options else cart.identity
    with pytest.raises(
        ValueError, match=f"^{name} has no flash memory; only an EasyFlash, GMOD2 or"
    ):
        save_cartridge(cart, tmp_path / "x.crt")
    assert not (tmp_path / "x.crt").exists()


# -- a new one -----------------------------------------------------------------------------


class Scribble(Cartridge):
    """8 KiB at $8000, of which writes to $DF00-$DFFF change the first page."""

    crt_header = (FREE_NUMBER, 0, 1, "SCRIBBLE")
    fields = (
        Field("exrom"),
        Field("game", 1),
        Field("written", keep=True),
        Field("rom", bytes(CART_BANK), keep=True),
    )

    def __init__(self, roml, romh, name="Scribble"):
        super().__init__()
        create_fields(self)
        self.rom = bytearray(roml)
        self.identity = name
        self.reset()

    @property
    def changed(self):
        return bool(self.written)

    def chips(self):
        return [(CRT_FLASH, 0, CART_ROML, bytes(self.rom))]

    def saved(self):
        self.written = 0

    def reset(self):
        reset_fields(self)

    def read_roml(self, addr):
        return self.rom[addr]

    def read_io(self, addr):
        return self.peek_io(addr)

    def peek_io(self, addr):
        return self.rom[addr & 0xFF] if addr >= CART_IO2 else CART_OPEN_BUS

    def write_io(self, addr, value):
        if addr >= CART_IO2:
            self.rom[addr & 0xFF] = value
            self.written = 1


@pytest.fixture
def scribble(monkeypatch):
    """Return a Crt of a type that is one row more in the registry; its program stores to $DF00."""
    row = CartridgeType(FREE_NUMBER, "Scribble", 1, Scribble)
    monkeypatch.setitem(TYPES_BY_NUMBER, row.number, row)
    rom = bytearray(fill(0xEA))
    rom[:9] = b"\x09\x80\x09\x80\xc3\xc2\xcd80"
    rom[9:15] = bytes([0xA9, 0x07, 0x8D, 0x42, 0xDF, 0x02])  # LDA #7, STA $DF42, JAM
    return crt(FREE_NUMBER, (0, 0x8000, rom))


@pytest.mark.parametrize("reu", [None, "128k"])
def test_a_row_more_makes_a_cartridge_that_runs_and_is_restored(scribble, reu):
    m = c64.C64(sample_rate=0, cart=scribble, reu=reu)
    assert isinstance(m.board.cart.behind(), Scribble)
    assert "Scribble 16384 bytes" in m.board.cart.identity
    before = m.snapshot()
    m.run_cycles(1000)
    after = m.snapshot()
    assert (m.memory[0x8042], cartridge_changed(m.board.cart)) == (7, True)
    m.restore(before)
    assert (m.memory[0x8042], cartridge_changed(m.board.cart)) == (0xEA, False)
    m.restore(after)
    assert m.memory[0x8042] == 7


@pytest.mark.parametrize("reu", [None, "128k"])
def test_a_row_more_is_saved_and_read_again(scribble, reu, tmp_path):
    path = tmp_path / "mine.crt"
    m = c64.C64(sample_rate=0, cart=scribble, cart_save=path, reu=reu)
    m.flush()
    assert not path.exists()
    m.run_cycles(1000)
    m.flush()
    again = cartridge_from_crt(open_media(path))
    assert (again.read_roml(0x42), again.changed) == (7, False)
    assert not cartridge_changed(m.board.cart)


def test_a_row_more_is_named_where_others_are_refused(scribble, tmp_path):
    assert FREE_NUMBER in emulated_numbers()
    with pytest.raises(
        ValueError, match="only an EasyFlash, GMOD2, GMOD3 or Scribble can be saved"
    ):
        save_cartridge(Cartridge(), tmp_path / "x.crt")


def test_the_cartridge_that_the_documentation_adds_does_what_its_test_says(monkeypatch):
    """The walk in docs/use/cartridges.md: its file, its row and its test, as they stand there."""
    walk = PAGE[PAGE.index("## Adding a cartridge") :]
    file, row, test = re.findall(r"^```python\n(.*?)^```$", walk, re.MULTILINE | re.DOTALL)
    name, rows = re.search(r"from (c64\.cartridge\.\w+) import (\w+)", row).groups()
    assert f"    *{rows},\n" in row
    module = ModuleType(name)
    monkeypatch.setitem(sys.modules, name, module)
    exec(compile(file, name, "exec"), vars(module))
    for new in getattr(module, rows):
        there = TYPES_BY_NUMBER.get(new.number, new)
        assert there.name == new.name, f"{new.number} is {there.name}'s now; take a free one"
        monkeypatch.setitem(registry.TYPES_BY_NUMBER, new.number, new)
    tests = {}
    exec(compile(test, f"the test of {name}", "exec"), tests)
    found = [test for key, test in tests.items() if key.startswith("test_")]
    assert len(found) == 2
    for function in found:
        function()
