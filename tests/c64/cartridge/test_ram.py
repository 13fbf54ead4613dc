"""Cartridges of RAM: Double Quick Brown Box, ISEPIC, RamCart."""

from functools import cache

import pytest

import c64
from c64.cartridge.ram import RamCart
from c64.cartridge.wiring import (
    CART_MAGIC_DESK,
)
from c64.config import MachineConfig
from c64.snapshot import Checkpoint, SnapshotError
from emu.cli import parse_arguments
from emu.errors import UsageError
from tests.c64.builds import long_uncompiled, other_build
from tests.c64.cartridge.test_cartridge import image


def machine(**options):
    """Return a machine with I/O switched in, at the moment of power-on."""
    made = c64.C64(sample_rate=0, **options)
    made.memory[0], made.memory[1] = 0x2F, 0x37
    return made


BOOT = """
import sys
from tests.c64.cartridge.test_ram import machine
m = machine(isepic=True)
m.tick(150)
sys.stdout.buffer.write(m.snapshot())
"""


@cache
def isepic_at_the_prompt():
    """Return the snapshot of a machine with an ISEPIC that waits for input.

    Booted compiled, also for the uncompiled one, which takes many seconds for that: the two are
    equal to the byte (tests/c64/test_api.py).
    """
    return other_build(BOOT, pure=False)


# -- Double Quick Brown Box ------------------------------------------------------------


def test_the_brown_box_is_an_8k_or_16k_cartridge_or_off():
    m = machine(dqbb=True)
    basic = c64.C64(sample_rate=0).memory[0xA000]
    m.board.cart.ram[0], m.board.cart.ram[0x2000] = 0x81, 0xA1
    m.board.ram[0x8000] = 0x33
    assert (m.memory[0x8000], m.memory[0xA000]) == (0x81, basic)
    m.memory[0xDE00] = 0x04
    assert (m.memory[0x8000], m.memory[0xA000]) == (0x81, 0xA1)
    m.memory[0xDEFF] = 0x80  # the register is in the whole page
    assert (m.memory[0x8000], m.memory[0xA000]) == (0x33, basic)


def test_bit_4_lets_writes_reach_the_brown_box_and_the_ram_below():
    m = machine(dqbb=True)
    for register, kept in ((0x00, 0), (0x10, 0x42), (0x90, 0)):
        m.board.cart.ram[0x1234] = m.board.ram[0x9234] = 0
        m.memory[0xDE00] = register
        m.memory[0x9234] = 0x42
        assert (m.board.cart.ram[0x1234], m.board.ram[0x9234]) == (kept, 0x42)


def test_writes_to_the_brown_box_need_no_rom_mapped_there():
    m = machine(dqbb=True)
    m.memory[0xDE00] = 0x14
    m.memory[1] = 0x30
    m.memory[0xB111] = 0x5B
    m.memory[1] = 0x37
    assert m.memory[0xB111] == 0x5B


def test_the_brown_boxs_register_reads_as_nothing():
    m = machine(dqbb=True)
    m.board.vic.phi1_data = 0x6D
    assert m.memory[0xDE00] == 0x6D


def test_a_reset_of_the_brown_box_keeps_its_ram_and_starts_what_is_in_it():
    m = machine(dqbb=True)
    m.memory[0xDE00] = 0x10
    program = bytes((0xA9, 0x3C, 0x85, 0xFB, 0x4C, 0x0D, 0x80))  # LDA #$3C, STA $FB, JMP here
    m.memory[0x8000:0x8009] = bytes((0x09, 0x80, 0x09, 0x80)) + b"\xc3\xc2\xcd80"
    m.memory[0x8009 : 0x8009 + len(program)] = program
    m.memory[0xDE00] = 0x80
    m.reset()
    m.tick(3)
    assert m.board.cpu.pc == 0x800D
    assert m.memory[0xFB] == 0x3C


def test_a_brown_box_goes_behind_a_reu():
    m = machine(dqbb=True, reu="128k")
    m.memory[0xDE00] = 0x10
    m.memory[0x8000] = 0x19
    m.memory[0xDF02] = 0x77
    assert (m.memory[0x8000], m.memory[0xDF02]) == (0x19, 0x77)
    assert m.board.cart.inner.ram[0] == 0x19


# -- ISEPIC ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("addr", "page"),
    [(0xDE00, 0), (0xDE04, 1), (0xDE02, 2), (0xDE06, 3), (0xDE01, 4), (0xDE05, 5), (0xDE0B, 6),
     (0xDEFF, 7)],
)  # fmt: skip
def test_any_access_selects_a_page_of_the_isepic(addr, page):
    m = machine(isepic=True)
    m.board.cart.ram[page << 8 | 0x21] = 0x40 + page
    m.memory[addr ^ 7] = 0
    assert m.board.cart.page == page ^ 7
    m.board.access_read(addr)
    assert m.memory[0xDF21] == 0x40 + page
    m.memory[0xDF22] = 0x99
    assert m.board.cart.ram[page << 8 | 0x22] == 0x99


def test_looking_at_the_isepic_selects_nothing():
    m = machine(isepic=True)
    m.memory[0xDE07] = 0
    assert m.memory[0xDE00] == m.board.vic.phi1_data
    assert m.board.cart.page == 7


def test_switched_away_nothing_of_the_isepic_is_seen():
    m = machine(isepic=True)
    m.memory[0xDE01] = 0
    m.memory[0xDF00] = 0x12
    assert not m.freeze()
    m.board.vic.phi1_data = 0x5C
    m.memory[0xDE00], m.memory[0xDF00] = 0, 0x34
    assert (m.memory[0xDF00], m.board.cart.page, m.board.cart.ram[0x400]) == (0x5C, 4, 0x12)
    assert "switched off" in m.board.cart.unfrozen


@pytest.mark.slow
@long_uncompiled
def test_the_switch_of_the_isepic_leads_through_nmi_to_the_vector_in_its_ram():
    m = machine(isepic=True)
    rom = m.memory[0xFFFA:0xFFFC]
    m.restore(isepic_at_the_prompt())
    assert "READY." in m.screen.text()
    m.memory[0xDE02] = 0
    m.memory[0xDFFA:0xDFFC] = bytes((0x10, 0xDF))
    m.memory[0xDF10:0xDF13] = bytes((0x4C, 0x10, 0xDF))
    assert m.memory[0xFFFA:0xFFFC] == rom
    assert not m.freeze()
    m.tick(1)
    assert m.memory[0xFFFA:0xFFFC] == rom
    assert m.freeze()
    m.tick(1)
    assert m.board.cpu.pc == 0xDF10
    assert (m.board.cart.nmi, m.memory[0xFFFA:0xFFFC]) == (0, bytes((0x10, 0xDF)))
    assert m.memory[0xFFF9] == c64.C64(sample_rate=0).memory[0xFFF9]


def test_writes_to_the_vector_go_to_the_isepic_while_it_has_it():
    m = machine(isepic=True)
    m.memory[0xFFFA] = 0x11
    assert (m.board.ram[0xFFFA], m.board.cart.ram[0xFA]) == (0x11, 0)
    m.board.cart.armed = 1
    m.memory[0xFFFA], m.memory[0xFFFC], m.memory[0xF123] = 0x22, 0x33, 0x44
    assert (m.board.ram[0xFFFA], m.board.cart.ram[0xFA]) == (0x11, 0x22)
    assert (m.board.ram[0xFFFC], m.board.ram[0xF123]) == (0x33, 0x44)
    m.memory[1] = 0x30
    assert (m.memory[0xF123], m.memory[0xFFFB]) == (0x44, m.board.cart.ram[0xFB])


def test_a_program_that_holds_nmi_cannot_be_frozen_by_the_isepic():
    m = machine(isepic=True)
    m.restore(isepic_at_the_prompt())
    m.freeze()
    m.board.keyboard.restore = 1
    m.board.ram[0x0318:0x031A] = bytes((0x00, 0x10))
    m.board.ram[0x1000:0x1003] = bytes((0x4C, 0x00, 0x10))
    m.tick(1)
    assert not m.freeze()
    assert (m.board.cart.switch, m.board.cart.nmi) == (1, 0)
    assert "holds NMI" in m.board.cart.unfrozen


def test_a_reset_of_the_isepic_keeps_ram_and_switch():
    m = machine(isepic=True)
    m.memory[0xDE07] = 0
    m.memory[0xDF01] = 0x6A
    m.board.cart.armed = 1
    m.reset()
    assert (m.board.cart.page, m.board.cart.armed, m.board.cart.switch) == (0, 0, 1)
    assert m.board.cart.ram[0x701] == 0x6A


# -- RamCart ---------------------------------------------------------------------------


def test_the_ramcarts_window_shows_the_page_of_the_bank():
    m = machine(ramcart="128k")
    for bank in (0, 1):
        for page in (0, 0x80, 0xFF):
            m.memory[0xDE01], m.memory[0xDE00] = bank, page
            m.memory[0xDF34] = page >> 4 | bank
    m.memory[0xDEF1], m.memory[0xDEF0] = 1, 0x80  # mirrors
    m.board.vic.phi1_data = 0xFF
    assert (m.memory[0xDF34], m.memory[0xDE00], m.memory[0xDE01]) == (9, 0x80, 0x7F)
    assert m.board.cart.ram[0x18034] == 9


def test_a_ramcart_of_64k_has_no_second_register():
    m = machine(ramcart="64k")
    m.memory[0xDE01], m.memory[0xDE00] = 1, 5
    m.memory[0xDF00] = 0x31
    m.board.vic.phi1_data = 0x4E
    assert (m.board.cart.ram[0x500], m.memory[0xDE01]) == (0x31, 0x4E)


def test_the_ramcarts_registers_appear_at_every_second_address_of_de00():
    m = machine(ramcart="128k")
    for addr in range(0xDE00, 0xDF00, 34):
        page, control = addr >> 3 & 0xFF, addr >> 1 & 1
        m.memory[addr], m.memory[addr + 1] = page, control
        assert (m.memory[0xDE00], m.memory[0xDE01] & 1) == (page, control)
        m.memory[0xDE00], m.memory[0xDE01] = page ^ 0xFF, control ^ 1
        assert (m.memory[addr], m.memory[addr + 1] & 1) == (page ^ 0xFF, control ^ 1)


def test_a_read_only_ramcart_keeps_its_contents_and_shows_a_page_at_8000():
    m = machine(ramcart="128k", ramcart_ro=True)
    m.board.cart.ram[0x302] = 0x77
    m.board.ram[0x8002], m.board.ram[0x8102] = 0x11, 0x22
    m.memory[0xDE00] = 3
    m.memory[0xDF02] = 0x55
    assert (m.memory[0xDF02], m.memory[0x8002], m.memory[0x8102]) == (0x77, 0x77, 0x22)
    m.memory[0xDE01] = 0x80
    assert (m.memory[0xDF02], m.memory[0x8002]) == (0x77, 0x11)
    m.reset()
    assert (m.board.cart.control, m.board.cart.exrom) == (0, 0)


def test_a_ramcart_that_can_be_written_shows_nothing_at_8000():
    for options in ({"ramcart": "128k"}, {"ramcart": "64k", "ramcart_ro": True}):
        m = machine(**options)
        m.board.ram[0x8002] = 0x11
        m.board.cart.ram[2] = 0x22
        assert m.memory[0x8002] == 0x11


def test_a_read_only_ramcart_takes_over_after_a_reset():
    m = machine(ramcart="128k", ramcart_ro=True)
    start = bytes((0x09, 0x80, 0x09, 0x80)) + b"\xc3\xc2\xcd80" + bytes((0x4C, 0x09, 0x80))
    m.board.cart.ram[: len(start)] = start
    m.reset()
    m.tick(2)
    assert m.board.cpu.pc == 0x8009


# -- all of them -----------------------------------------------------------------------


@pytest.mark.parametrize("options", [{"dqbb": True}, {"isepic": True}, {"ramcart": "64k"}])
def test_a_snapshot_holds_ram_and_registers(options):
    m = machine(**options)
    m.memory[0xDE02] = 0x14
    m.memory[0x9000] = m.memory[0xDF80] = 0x66
    state, checkpoint, ram = m.snapshot(), Checkpoint(m.board), bytes(m.board.cart.ram)
    assert 0x66 in ram
    for go_back in (lambda: m.restore(state), checkpoint.restore):
        m.memory[0x9000] = m.memory[0xDF80] = 0x99
        m.reset()
        go_back()
        assert bytes(m.board.cart.ram) == ram
        assert m.snapshot() == state
    with pytest.raises(SnapshotError, match="in the expansion port"):
        machine().restore(state)


def test_what_does_not_go_together_is_refused():
    with pytest.raises(ValueError, match="ramcart '3k' does not exist; choose from 64k, 128k"):
        MachineConfig(ramcart="3k")
    with pytest.raises(ValueError, match="RamCart of 3 KiB does not exist"):
        RamCart(3)
    with pytest.raises(ValueError, match="isepic takes the whole port; leave out reu"):
        MachineConfig(isepic=True, reu="128k")
    with pytest.raises(ValueError, match="ramcart takes the whole port; leave out dqbb"):
        MachineConfig(ramcart="64k", dqbb=True)
    with pytest.raises(ValueError, match=r"dqbb and cart both use \$8000-\$BFFF"):
        MachineConfig(cart=image(CART_MAGIC_DESK, 4), dqbb=True)
    with pytest.raises(ValueError, match="ramcart_ro needs ramcart"):
        MachineConfig(ramcart_ro=True)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--georam 64k --reu 128k", "--georam takes the whole port; leave out --reu"),
        ("--isepic --dqbb", "--isepic takes the whole port; leave out --dqbb"),
        ("--ramcart 64k --isepic", "--ramcart takes the whole port; leave out --isepic"),
        ("--ramcart 64k --reu-image a", "--ramcart takes .* leave out --reu-image"),
        ("--dqbb a.crt", "--dqbb and --cart both use .8000"),
        ("--ramcart-ro", "--ramcart-ro needs --ramcart"),
        ("--ramcart 32k", "--ramcart '32k' does not exist; choose from 64k, 128k"),
    ],
)
def test_the_command_line_refuses_it_in_one_line(words, message):
    with pytest.raises(UsageError, match=message):
        parse_arguments(words.split())
    assert parse_arguments(["--dqbb", "--reu", "128k"]).dqbb
