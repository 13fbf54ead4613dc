"""Freezers: what each shows where, and the button."""

import pytest

import c64
from c64.cartridge.freezer import (
    CART_ACTION_REPLAY,
    CART_NORDIC_POWER,
    CART_RETRO_REPLAY,
    CART_SUPER_SNAPSHOT,
    FreezerCartridge,
)
from c64.cartridge.registry import cartridge_from_crt
from c64.cartridge.wiring import CART_FC3
from disk.crt import Crt, CrtChip

LOOP = bytes([0x4C, 0x00, 0x10])  # $1000: JMP $1000


def image(hardware, revision=0, banks=4):
    """Return a Crt whose bank b is full of b, with an NMI handler's address $E123 in it."""
    size = 0x4000 if hardware in (CART_SUPER_SNAPSHOT, CART_FC3) else 0x2000
    chips = []
    for bank in range(banks):
        data = bytearray([bank]) * size
        data[size - 6 : size - 4] = b"\x23\xe1"
        chips.append(CrtChip(0, bank, 0x8000, bytes(data)))
    return Crt("x.crt", hardware, 0, 1, "", tuple(chips), revision)


def machine(hardware, revision=0, **options):
    """Return a machine with BASIC's memory map that runs a loop at $1000."""
    made = c64.C64(sample_rate=0, cart=image(hardware, revision), **options)
    made.board.cpu.step()  # the reset sequence
    made.memory[0], made.memory[1] = 0x2F, 0x37
    made.board.ram[0x1000:0x1003] = LOOP
    made.board.cpu.pc = 0x1000
    return made


@pytest.mark.parametrize("hardware", [CART_ACTION_REPLAY, CART_NORDIC_POWER, CART_RETRO_REPLAY])
def test_de00_chooses_bank_and_lines(hardware):
    m = machine(hardware)
    for bank in (3, 1, 0):
        m.memory[0xDE00] = bank << 3
        assert (m.memory[0x8000], m.memory[0xDF00]) == (bank, bank)
    m.memory[0xDE00] = 1
    assert (m.board.cart.exrom, m.board.cart.game) == (0, 0)
    m.memory[0xDE00] = 3
    assert (m.memory[0xE000], m.board.cart.exrom, m.board.cart.game) == (0, 1, 0)


@pytest.mark.parametrize("hardware", [CART_ACTION_REPLAY, CART_NORDIC_POWER])
def test_ram_of_the_action_replay_shows_at_8000_and_df00_and_takes_writes(hardware):
    m = machine(hardware)
    m.memory[0xDE00] = 0x20
    m.memory[0x9F12] = 0x77
    assert (m.memory[0x9F12], m.memory[0xDF12], m.board.ram[0x9F12]) == (0x77, 0x77, 0x77)
    m.memory[0xDE00] = 0x00
    assert m.memory[0x9F12] == 0


def test_the_retro_replays_ram_takes_no_writes_in_8k_mode_the_nordic_replays_does():
    for revision, seen in ((0, 0x11), (1, 0x22)):
        m = machine(CART_RETRO_REPLAY, revision)
        m.memory[0xDE00] = 0x23
        m.memory[0x8000] = 0x11
        m.memory[0xDE00] = 0x20
        m.memory[0x8000] = 0x22
        assert m.memory[0x8000] == seen


@pytest.mark.parametrize(("hardware", "revision"), [(CART_NORDIC_POWER, 0), (CART_RETRO_REPLAY, 1)])
def test_22_puts_nordic_powers_ram_at_a000_beside_rom(hardware, revision):
    m = machine(hardware, revision)
    m.board.ram[0xA000] = 9
    m.memory[0xDE00] = 0x22 | 2 << 3
    m.memory[0xA000] = 0x55
    assert (m.memory[0x8000], m.memory[0xA000], m.board.ram[0xA000]) == (2, 0x55, 9)


def test_reading_de00_of_an_action_replay_writes_what_is_on_the_bus():
    m = machine(CART_ACTION_REPLAY)
    m.board.vic.phi1_data = 0x18
    m.board.access_read(0xDE00)
    assert m.memory[0x8000] == 3


def test_a_peek_at_de00_leaves_the_register():
    m = machine(CART_ACTION_REPLAY)
    m.board.vic.phi1_data = 0x18
    assert m.memory[0xDE00] == 0x18
    assert m.memory[0x8000] == 0


def test_bit_2_switches_off_until_a_reset():
    m = machine(CART_ACTION_REPLAY)
    m.memory[0xDE00] = 0x06
    m.memory[0xDE00] = 0x00
    assert m.board.cart.exrom == 1
    m.reset()
    assert (m.board.cart.exrom, m.memory[0x8000]) == (0, 0)


def test_de01_of_the_retro_replay_can_be_written_once_but_for_the_bank():
    m = machine(CART_RETRO_REPLAY)
    m.memory[0xDE01] = 0x42  # I/O at $DE00, RAM banks
    m.memory[0xDE01] = 0x18
    assert (m.memory[0xDE00], m.memory[0xDE01]) == (0x5A, 0x5A)
    assert m.memory[0xDE80] == 3


def test_a_retro_replay_leaves_df00_to_a_reu():
    m = machine(CART_RETRO_REPLAY, reu="512k")
    m.memory[0xDE01] = 0x40
    assert m.memory[0xDF01] == 0x10
    assert m.memory[0xDE80] == 0


def test_the_retro_replays_ultimax_mode_holds_in_phi2_only():
    m = machine(CART_RETRO_REPLAY)
    m.memory[0xDE00] = 3
    assert (m.board.vic.ultimax, m.board.vic.ultimax2) == (0, 1)


def test_super_snapshot_starts_in_ultimax_mode_with_its_ram():
    m = machine(CART_SUPER_SNAPSHOT)
    assert (m.board.cart.exrom, m.board.cart.game) == (1, 0)
    m.memory[0x8000] = 0x34
    assert m.memory[0x8000] == 0x34
    m.memory[0xDE00] = 0x13 | 0x04  # 8K: RAM off, bank 3
    assert (m.memory[0x8000], m.memory[0xDE00]) == (3, 3)
    m.memory[0xDE00] = 0x0B  # ROM and register off
    m.memory[0xDE00] = 0x00
    assert m.board.cart.exrom == 0


@pytest.mark.parametrize(
    ("hardware", "release"),
    [
        (CART_ACTION_REPLAY, 0x40),
        (CART_NORDIC_POWER, 0x40),
        (CART_RETRO_REPLAY, 0x40),
        (CART_SUPER_SNAPSHOT, 1),
    ],
)
def test_the_button_leads_through_nmi_into_the_cartridges_rom(hardware, release):
    m = machine(hardware)
    m.memory[0xDE00] = 0x0E if hardware == CART_SUPER_SNAPSHOT else 0x06  # switched off
    m.run_cycles(30)
    assert m.freeze()
    assert (m.board.cart.exrom, m.board.cart.game, m.board.cart.nmi) == (1, 0, 1)
    m.board.cpu.step()
    assert m.board.cpu.pc == 0xE123
    m.memory[0xDE00] = release
    assert m.board.cart.nmi == 0


def test_final_cartridge_has_the_button_too():
    m = machine(CART_FC3)
    m.memory[0xDFFF] = 0xF0  # hidden
    assert m.freeze()
    m.board.cpu.step()
    assert m.board.cpu.pc == 0xE123
    m.memory[0xDFFF] = 0x40
    assert m.board.cart.nmi == 0


def test_no_freezing_where_there_is_no_button_or_it_is_disabled():
    assert not c64.C64(sample_rate=0).freeze()
    m = machine(CART_RETRO_REPLAY)
    m.memory[0xDE01] = 4
    assert not m.freeze()


@pytest.mark.parametrize("irq", (0, 1))
def test_a_program_that_holds_nmi_cannot_be_frozen(irq):
    """With an IRQ that waits because I is set as well as without one."""
    m = machine(CART_ACTION_REPLAY)
    m.board.ram[0x0318:0x031A] = b"\x00\x10"  # the KERNAL's NMI vector: the loop
    m.board.cpu.p |= 4
    for cia in (0xDD00, 0xDC00) if irq else (0xDD00,):
        for reg, value in ((4, 2), (5, 0), (0x0D, 0x81), (0x0E, 0x11)):
            m.memory[cia + reg] = value
    m.run_cycles(200)
    assert m.board.cpu.int_now == irq
    assert not m.freeze()
    assert m.board.cart.exrom == 0


def test_frozen_and_released_the_program_goes_on():
    """The handler is an RTI, as the last step of a real one is."""
    crt = image(CART_ACTION_REPLAY)
    rom = bytearray(crt.chips[0].data)
    rom[0x0123:0x0129] = bytes([0xA9, 0x46, 0x8D, 0x00, 0xDE, 0x40])  # LDA #$46, STA $DE00, RTI
    cart = cartridge_from_crt(
        Crt("x.crt", CART_ACTION_REPLAY, 0, 1, "", (CrtChip(0, 0, 0x8000, bytes(rom)),))
    )
    assert isinstance(cart, FreezerCartridge)
    m = c64.C64(sample_rate=0, cart=cart)
    m.board.cpu.step()
    m.board.ram[0xE128] = 0x40  # RTI, after the cartridge has switched itself off
    m.memory[0], m.memory[1] = 0x2F, 0x35
    m.board.ram[0x1000:0x1003] = LOOP
    m.board.cpu.pc = 0x1000
    m.run_cycles(30)
    assert m.freeze()
    for _ in range(4):  # NMI, LDA, STA, RTI
        m.board.cpu.step()
    assert (m.board.cpu.pc, m.board.cart.exrom, m.board.cart.nmi) == (0x1000, 1, 0)


def test_snapshots_hold_a_freezers_ram_and_register():
    m = machine(CART_ACTION_REPLAY)
    m.memory[0xDE00] = 0x28
    m.memory[0x8000] = 0x99
    saved = m.snapshot()
    m.memory[0x8000] = 0
    m.memory[0xDE00] = 0
    m.restore(saved)
    assert m.memory[0x8000] == 0x99


def windows(value, bank_of):
    """Return what an Action Replay shows with ``value`` in $DE00, by the bits of its register.

    bank_of  what each bank of its ROM is full of, and -1 for the computer's memory
    """
    mode, bank, ram = value & 3, bank_of[value >> 3 & 3], value & 0x20
    roml = "ram" if ram else bank
    low = {0: roml, 1: roml, 2: "both" if ram else -1, 3: roml}[mode]
    top = bank if mode == 3 else -1
    io2 = None if value & 4 else "ram" if ram else bank
    takes = {"cart": bool(ram), "computer": mode != 3}
    return low, bank if mode == 1 else -1, top, io2, takes


@pytest.mark.parametrize("value", range(0x80))
def test_each_value_of_de00_shows_and_takes_what_its_bits_say(value):
    m = machine(CART_ACTION_REPLAY)
    cart, ram = m.board.cart, m.board.ram
    cart.ram[0x0123], cart.ram[0x1F23] = 0xA1, 0xA2
    low, high, top, io2, takes = windows(value, [0, 1, 2, 3])
    ram[0x8123] = 0x51
    m.memory[0xDE00] = value
    assert m.memory[0x8123] == {"ram": 0xA1, -1: 0x51, "both": 0xA1 | 0x51}.get(low, low)
    if high >= 0:
        assert m.memory[0xA123] == high
    if top >= 0:
        assert m.memory[0xE123] == top
    if io2 is not None:
        assert m.memory[0xDF23] == {"ram": 0xA2}.get(io2, io2)
    for at in (0x8123, 0xA123, 0xE123):
        ram[at] = 0x52
        m.memory[at] = 0x77
        assert ram[at] == (0x77 if takes["computer"] else 0x52), hex(at)
    assert cart.ram[0x0123] == (0x77 if takes["cart"] else 0xA1)
    m.memory[0xDF23] = 0x78
    assert cart.ram[0x1F23] == (0x78 if io2 == "ram" else 0xA2)


@pytest.mark.parametrize("port", range(8))
def test_22_of_an_action_replay_needs_loram_and_hiram_to_show_its_ram_but_not_to_write_it(port):
    m = machine(CART_ACTION_REPLAY)
    m.board.cart.ram[0x0123], m.board.ram[0x8123] = 0xA1, 0x51
    m.memory[0xDE00] = 0x22
    m.memory[1] = 0x30 | port
    assert m.memory[0x8123] == (0xF1 if port & 3 == 3 else 0x51)
    m.memory[0x8123] = 0x77
    assert (m.board.cart.ram[0x0123], m.board.ram[0x8123]) == (0x77, 0x77)
    m.memory[1] = 0x37
    m.memory[0xDE00] = 0x02  # without RAM nothing of the cartridge is left there
    m.board.ram[0x8123] = 0x52
    assert m.memory[0x8123] == 0x52


@pytest.mark.parametrize(("hardware", "revision"), [(CART_NORDIC_POWER, 0), (CART_RETRO_REPLAY, 1)])
def test_62_of_a_nordic_power_takes_writes_at_8000_and_shows_nothing_there(hardware, revision):
    m = machine(hardware, revision)
    m.board.ram[0x8123] = 0x51
    m.memory[0xDE00] = 0x62
    assert m.memory[0x8123] == 0x51
    m.memory[0x8123] = 0x77
    assert (m.board.cart.ram[0x0123], m.board.ram[0x8123]) == (0x77, 0x77)


def test_the_retro_replay_takes_no_writes_with_62():
    m = machine(CART_RETRO_REPLAY)
    m.memory[0xDE00] = 0x62
    m.memory[0x8123] = 0x77
    assert (m.board.cart.ram[0x0123], m.board.ram[0x8123]) == (0x00, 0x77)
