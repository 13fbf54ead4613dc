"""Cartridges that are ROM banks and a register, one table: what each access brings to the windows.

Every ROM here is our own bytes: bank b is full of b at $8000 and of b + $80 at $A000 or $E000.
"""

import pytest

import c64
from c64.cartridge.crt_type import CRT_REVISED
from c64.cartridge.registry import cartridge_from_crt
from c64.cartridge.wiring import (
    CART_ACTION_REPLAY_3,
    CART_ACTION_REPLAY_4,
    CART_BLACKBOX_3,
    CART_BLACKBOX_4,
    CART_BLACKBOX_8,
    CART_BMP_DATA_TURBO,
    CART_COMAL,
    CART_DELA_EP7X8,
    CART_DELA_EP64,
    CART_DELA_EP256,
    CART_DIASHOW_MAKER,
    CART_EASYCALC,
    CART_FC1,
    CART_FC3,
    CART_FUN_PLAY,
    CART_MACH5,
    CART_MAGIC_DESK_16,
    CART_MIKRO_ASSEMBLER,
    CART_PROPHET64,
    CART_REX_EP256,
    CART_REX_UTILITY,
    CART_RGCD,
    CART_ROSS,
    CART_SILVERROCK,
    CART_STRUCTURED_BASIC,
    CART_TURTLE_GRAPHICS,
    CART_WARP_SPEED,
    CART_WESTERMANN,
    CART_ZIPP_CODE,
    WIRED_TYPES,
)
from disk.crt import Crt, CrtChip
from disk.errors import MediaDamaged
from tests.c64.cartridge.test_cartridge import image, machine

RAM, BASIC = 0x6D, 0x6E  # what the machine itself has at $8000 and $A000 here
LOW, BOTH = (0x8000,), (0x8000, 0xA000)


def crt(hardware, *chips, revision=0):
    """Return a Crt of (bank, address, bytes)."""
    made = tuple(CrtChip(0, bank, address, bytes(data)) for bank, address, data in chips)
    return Crt("x.crt", hardware, 0, 1, "", made, revision)


def fill(byte, kib=8):
    return bytes([byte]) * (kib * 1024)


def wired(cart, **options):
    """Return a machine that shows known bytes where the cartridge shows none."""
    m = machine(cart, **options)
    m.board.basic[0] = BASIC
    m.board.ram[0x8000] = RAM
    return m


def seen(m):
    """Return what shows at $8000 and at $A000, in the table's words."""
    words = {RAM: "ram", BASIC: "basic"}
    return " ".join(words.get(m.memory[a], f"{m.memory[a]:X}") for a in (0x8000, 0xA000))


def do(m, step):
    """Do "w DE00 3F", "r DE00" or "reset"."""
    what, *rest = step.split()
    if what == "reset":
        m.reset()
        m.memory[0], m.memory[1] = 0x2F, 0x37
    elif what == "r":
        m.board.access_read(int(rest[0], 16))
    else:
        m.memory[int(rest[0], 16)] = int(rest[1], 16)


FUN_PLAY = crt(CART_FUN_PLAY, *((n >> 3 | (n & 7) << 3, 0x8000, fill(n)) for n in range(16)))
EP64_LARGE = crt(
    CART_DELA_EP64,
    (0, 0x8000, fill(0)),
    (1, 0x8000, b"".join(fill(n) for n in (1, 2, 3, 4))),
    (2, 0x8000, b"".join(fill(n) for n in (5, 6, 7, 8))),
)
REX_SIZES = crt(
    CART_REX_EP256,
    (0, 0x8000, fill(0)),
    (1, 0x8000, fill(1)),
    (2, 0x8000, fill(2) + fill(3)),
    (8, 0x8000, b"".join(fill(n) for n in (4, 5, 6, 7))),
)
EASYCALC = crt(
    CART_EASYCALC, (0, 0x8000, fill(1)), (0, 0xA000, fill(0x80)), (1, 0xA000, fill(0x81))
)
GREY_COMAL = crt(CART_COMAL, *((b, 0x8000, fill(b) + fill(b | 0x80)) for b in range(4)), revision=1)
HUCKY = crt(CART_RGCD, *((b, 0x8000, fill(b)) for b in range(8)), revision=1)
SMALL_HUCKY = crt(CART_RGCD, (0, 0x8000, fill(0)), (1, 0x8000, fill(1)), revision=1)

# name: (cartridge, what shows after a reset, ((access, what shows then), ...))
TYPES = {
    "Fun Play": (FUN_PLAY, "0 basic", (
        ("w DE00 09", "9 basic"), ("w DEFF 38", "7 basic"), ("r DE00", "7 basic"),
        ("w DE00 86", "ram basic"), ("w DF00 08", "ram basic"), ("w DE00 31", "E basic"),
    )),
    "Westermann": (image(CART_WESTERMANN, 1, BOTH), "0 80", (
        ("r DE00", "0 80"), ("w DF00 0", "0 80"), ("r DF80", "ram basic"), ("r DE00", "ram basic"),
    )),
    "Rex Utility": (image(CART_REX_UTILITY, 1), "0 basic", (
        ("r DEFF", "0 basic"), ("r DFBF", "ram basic"), ("w DFC0 0", "ram basic"),
        ("r DFC0", "0 basic"), ("r DF00", "ram basic"), ("r DFFF", "0 basic"),
    )),
    "Final Cartridge I": (image(CART_FC1, 1, BOTH), "0 80", (
        ("r DE00", "ram basic"), ("r DF00", "0 80"), ("w DEFF 0", "ram basic"),
        ("w DFFF 0", "0 80"),
    )),
    "Warp Speed": (image(CART_WARP_SPEED, 1, BOTH), "0 80", (
        ("r DF00", "0 80"), ("w DF00 0", "ram basic"), ("r DE00", "ram basic"),
        ("w DE00 0", "0 80"),
    )),
    "Comal-80": (image(CART_COMAL, 4, BOTH), "0 80", (
        ("w DE00 83", "3 83"), ("w DEFF 81", "1 81"), ("w DE00 84", "FF FF"),
        ("w DE00 C2", "ram basic"), ("w DE00 82", "2 82"),
    )),
    "Comal-80, grey": (GREY_COMAL, "0 80", (
        ("w DE00 83", "3 83"), ("w DE00 42", "2 basic"), ("w DE00 E1", "ram basic"),
        ("w DE00 81", "1 81"),
    )),
    "Structured BASIC": (image(CART_STRUCTURED_BASIC, 2), "0 basic", (
        ("r DE02", "1 basic"), ("w DE01 0", "0 basic"), ("w DE06 0", "1 basic"),
        ("r DE03", "ram basic"), ("r DE00", "0 basic"),
    )),
    "Ross 32K": (image(CART_ROSS, 2, BOTH), "0 80", (
        ("w DE00 0", "0 80"), ("r DE00", "1 81"), ("r DF00", "ram basic"),
    )),
    "Ross 16K": (image(CART_ROSS, 1, BOTH), "0 80", (("r DE00", "0 80"), ("r DF00", "ram basic"))),
    "Dela EP64 of 8K": (image(CART_DELA_EP64, 9), "0 basic", (
        ("w DE00 01", "1 basic"), ("w DE00 31", "4 basic"), ("w DE00 02", "5 basic"),
        ("w DE00 32", "8 basic"), ("w DE00 30", "0 basic"), ("w DE00 13", "0 basic"),
        ("w DE00 91", "ram basic"), ("w DE00 11", "2 basic"),
    )),
    "Dela EP64 of 32K": (EP64_LARGE, "0 basic", (
        ("w DE00 21", "3 basic"), ("w DE00 12", "6 basic"), ("w DE00 3", "0 basic"),
    )),
    "Dela EP7x8": (image(CART_DELA_EP7X8, 8), "0 basic", (
        ("w DE00 FD", "1 basic"), ("w DE00 7F", "7 basic"), ("w DE00 FC", "7 basic"),
        ("w DE00 FF", "ram basic"), ("w DE00 FE", "0 basic"),
    )),
    "Dela EP7x8 with few": (image(CART_DELA_EP7X8, 2), "0 basic", (("w DE00 7F", "FF basic"),)),
    "Dela EP256": (image(CART_DELA_EP256, 33), "0 basic", (
        ("w DE00 38", "1 basic"), ("w DE00 3F", "8 basic"), ("w DE00 2A", "B basic"),
        ("w DE00 18", "11 basic"), ("w DE00 0F", "20 basic"), ("w DE00 BF", "ram basic"),
    )),
    "Rex EP256": (REX_SIZES, "0 basic", (
        ("w DFA0 30", "1 basic"), ("w DFA0 01", "2 basic"), ("w DFA0 21", "2 basic"),
        ("w DFA0 31", "3 basic"), ("w DFA0 27", "6 basic"), ("w DFA1 01", "6 basic"),
        ("w DFA0 02", "FF basic"), ("r DFC0", "ram basic"), ("w DFA0 37", "ram basic"),
        ("r DFE0", "7 basic"),
    )),
    "Mikro Assembler": (image(CART_MIKRO_ASSEMBLER, 1), "0 basic", (
        ("w DE00 FF", "0 basic"), ("r DF00", "0 basic"),
    )),
    "Action Replay 4": (image(CART_ACTION_REPLAY_4, 4), "1 basic", (
        ("w DE00 0A", "0 basic"), ("w DE00 1B", "3 basic"), ("w DE00 18", "2 2"),
        ("w DE00 06", "ram basic"), ("w DE00 0A", "ram basic"),
    )),
    "Action Replay 3": (image(CART_ACTION_REPLAY_3, 2), "1 basic", (
        ("w DE00 08", "0 basic"), ("w DE00 01", "ram basic"), ("w DE00 09", "1 basic"),
        ("w DE00 0C", "0 basic"), ("w DE00 01", "0 basic"),
    )),
    "Prophet64": (image(CART_PROPHET64, 32), "0 basic", (
        ("w DF00 1F", "1F basic"), ("w DE00 02", "1F basic"), ("w DFFF 23", "ram basic"),
        ("w DF00 05", "5 basic"),
    )),
    "MACH 5": (image(CART_MACH5, 1), "0 basic", (
        ("w DF00 0", "ram basic"), ("r DE00", "ram basic"), ("w DE00 0", "0 basic"),
    )),
    "Diashow-Maker": (image(CART_DIASHOW_MAKER, 1), "0 basic", (
        ("r DE00", "ram basic"), ("r DF00", "ram basic"),
    )),
    "Silverrock 128": (image(CART_SILVERROCK, 16), "0 basic", (
        ("w DE00 80", "1 basic"), ("w DEFF 10", "2 basic"), ("w DE00 C0", "9 basic"),
        ("w DE00 F0", "F basic"),
    )),
    "EasyCalc": (EASYCALC, "1 80", (
        ("w DE01 0", "1 81"), ("r DE00", "1 81"), ("w DEFE 0", "1 80"), ("w DF01 0", "1 80"),
    )),
    "Hucky": (HUCKY, "7 basic", (
        ("w DE00 07", "0 basic"), ("w DE00 02", "5 basic"), ("w DE00 0F", "ram basic"),
        ("w DE00 00", "ram basic"),
    )),
    "Hucky of 16K": (SMALL_HUCKY, "1 basic", (("w DE00 01", "0 basic"), ("w DE00 02", "1 basic"))),
    "ZIPP-CODE 48": (image(CART_ZIPP_CODE, 1), "0 basic", (
        ("r DF00", "ram basic"), ("r DE00", "0 basic"),
    )),
    "Blackbox V8": (image(CART_BLACKBOX_8, 4, BOTH), "0 80", (
        ("w DF0C 0", "3 83"), ("w DF06 0", "1 basic"), ("w DF0B 0", "ram basic"),
    )),
    "Blackbox V3": (image(CART_BLACKBOX_3, 1), "0 basic", (
        ("w DE00 0", "ram basic"), ("w DF00 0", "0 basic"),
    )),
    "Blackbox V4": (image(CART_BLACKBOX_4, 1, BOTH), "0 80", (
        ("r DF00", "ram basic"), ("r DE00", "0 80"),
    )),
    "Turtle Graphics II": (image(CART_TURTLE_GRAPHICS, 2), "0 basic", (
        ("r DF00", "0 basic"), ("r DEFF", "1 basic"),
    )),
    "BMP Data Turbo": (image(CART_BMP_DATA_TURBO, 1, BOTH), "0 80", (
        ("r DF00", "0 80"), ("w DF00 0", "ram basic"), ("w DE00 0", "0 80"),
    )),
    "Magic Desk 16": (image(CART_MAGIC_DESK_16, 32, BOTH), "0 80", (
        ("w DE00 1F", "1F 9F"), ("w DE00 83", "ram basic"), ("w DEFF 3", "3 83"),
    )),
}  # fmt: skip


@pytest.mark.parametrize("name", TYPES)
def test_each_access_shows_what_the_type_has_there_and_a_reset_what_is_first(name):
    cart, first, steps = TYPES[name]
    m = wired(cart)
    assert seen(m) == first
    for step, shown in steps:
        do(m, step)
        assert (step, seen(m)) == (step, shown)
    saved = m.snapshot()
    do(m, "reset")
    assert seen(m) == first
    m.restore(saved)
    assert seen(m) == shown


@pytest.mark.parametrize("name", TYPES)
def test_a_reu_before_it_changes_nothing(name):
    cart, first, steps = TYPES[name]
    m = wired(cart, reu="128k")
    assert seen(m) == first
    for step, shown in steps:
        do(m, step)
        # The REU's own registers are in $DF00, too: it is not told to transfer here.
        assert (step, seen(m)) == (step, shown)


def test_a_look_at_a_register_changes_nothing():
    m = wired(image(CART_ROSS, 2, BOTH))
    assert m.memory[0xDE00] == m.board.vic.phi1_data
    assert seen(m) == "0 80"


def test_a_read_of_dela_ep64s_register_writes_what_is_on_the_bus():
    m = wired(image(CART_DELA_EP64, 9))
    m.board.vic.phi1_data = 0x11
    m.board.access_read(0xDE00)
    assert seen(m) == "2 basic"


NUMBERED = bytes(n >> 5 for n in range(8192))  # so that a page tells where it is from


FIRST_BANK = {
    CART_ACTION_REPLAY_4: 1,
    CART_ACTION_REPLAY_3: 1,
}  # the bank after a reset, where it is not 0
PAGES_SHOWN = {
    CART_FC1: "DE DF",
    CART_WARP_SPEED: "DE DF",
    CART_MIKRO_ASSEMBLER: "DE DF",
    CART_MACH5: "DE DF",
    CART_ZIPP_CODE: "DE",
    CART_ACTION_REPLAY_4: "DF",
    CART_ACTION_REPLAY_3: "DF",
    CART_FUN_PLAY: "",
    CART_WESTERMANN: "",
    CART_REX_UTILITY: "",
    CART_STRUCTURED_BASIC: "",
    CART_PROPHET64: "",
    CART_DIASHOW_MAKER: "",
    CART_SILVERROCK: "",
}  # fmt: skip


@pytest.mark.parametrize(("hardware", "shown"), PAGES_SHOWN.items())
def test_the_last_pages_of_the_bank_show_in_io_where_the_type_has_them(hardware, shown):
    banks = FIRST_BANK.get(hardware, 0) + 1
    m = wired(crt(hardware, *((b, 0x8000, NUMBERED) for b in range(banks))))
    m.board.vic.phi1_data = 0x17
    for page in ("DE", "DF"):
        for low in (0x00, 0x80, 0xFF):
            addr = int(page, 16) << 8 | low
            assert m.memory[addr] == (NUMBERED[addr & 0x1FFF] if page in shown else 0x17)


def test_the_pages_stay_when_warp_speed_is_off_and_go_with_action_replays_register():
    m = wired(crt(CART_WARP_SPEED, (0, 0x8000, NUMBERED + NUMBERED)))
    m.memory[0xDF00] = 0
    assert (m.board.cart.exrom, m.memory[0xDFE0]) == (1, 0xFF)
    m = wired(crt(CART_ACTION_REPLAY_3, (0, 0x8000, NUMBERED), (1, 0x8000, NUMBERED)))
    m.board.vic.phi1_data = 0x17
    m.memory[0xDE00] = 4
    assert m.memory[0xDFE0] == 0x17


def test_a_rom_of_4_kib_shows_twice():
    m = wired(crt(CART_MACH5, (0, 0x8000, NUMBERED[:4096])))
    assert (m.memory[0x8FFF], m.memory[0x9FFF], m.memory[0xDFFF]) == (0x7F, 0x7F, 0x7F)


def looping(cart):
    """Return a machine that runs a loop in RAM, with the cartridge's bytes for the NMI vector."""
    m = wired(cart)
    m.board.cpu.step()
    m.memory[0], m.memory[1] = 0x2F, 0x37
    m.board.ram[0x1000:0x1003] = bytes([0x4C, 0x00, 0x10])
    m.board.cpu.pc = 0x1000
    m.run_cycles(10)
    return m


def with_nmi(byte):
    return fill(byte)[:-6] + b"\x23\xe1" + fill(byte)[-4:]


@pytest.mark.parametrize(
    ("hardware", "banks"), [(CART_ACTION_REPLAY_4, 4), (CART_ACTION_REPLAY_3, 2)]
)
def test_the_button_of_action_replay_3_and_4_leads_into_bank_0_at_e000_and_8000(hardware, banks):
    m = looping(crt(hardware, *((b, 0x8000, with_nmi(b)) for b in range(banks))))
    m.memory[0xDE00] = 0x04 | 0x02  # off, and the register with it
    assert m.freeze()
    m.board.cpu.step()
    assert m.board.cpu.pc == 0xE123
    assert (m.memory[0x8000], m.memory[0xE000], m.board.cart.nmi) == (0, 0, 0)
    m.memory[0xDE00] = 0x0B  # the register answers again
    assert seen(m) == "1 basic"
    m.run_cycles(1)
    assert m.freeze()  # once more


def test_the_button_of_diashow_maker_brings_its_rom_back_in_8k_mode():
    m = looping(image(CART_DIASHOW_MAKER, 1))
    m.board.access_read(0xDE00)
    assert seen(m) == "ram basic"
    assert m.freeze()
    m.board.cpu.step()
    kernal = m.board.kernal
    assert m.board.cpu.pc == kernal[0x1FFA] | kernal[0x1FFB] << 8
    assert (seen(m), m.board.cart.nmi) == ("0 basic", 0)


BUTTONS = (CART_FC3, CART_ACTION_REPLAY_4, CART_ACTION_REPLAY_3, CART_DIASHOW_MAKER)


@pytest.mark.parametrize("number", sorted(row.number for row in WIRED_TYPES))
def test_types_without_a_button_cannot_be_frozen(number):
    revision, hardware = divmod(number, CRT_REVISED)
    made = cartridge_from_crt(crt(hardware, (0, 0x8000, fill(0)), revision=revision))
    assert bool(made.press_freeze()) == (hardware in BUTTONS)


@pytest.mark.parametrize(
    ("cart", "why"),
    [
        (image(CART_WARP_SPEED, 2), "has a bank 1; banks of type Warp Speed end at 0"),
        (image(CART_DELA_EP256, 34), "has a bank 33; banks of type Dela EP256 end at 32"),
        (
            crt(CART_REX_EP256, (9, 0x8000, fill(1))),
            "has a bank 36; banks of type Rex EP256 end at 32",
        ),
        (crt(CART_REX_EP256, (1, 0x8000, bytes(12345))), "12345 bytes at .8000; a ROM must have"),
        (crt(CART_REX_EP256, (1, 0x8000, b"")), "0 bytes at .8000; a ROM must have"),
        (crt(CART_PROPHET64, (0, 0x8000, fill(1, 32))), "32768 bytes at .8000; a ROM must have"),
    ],
)
def test_banks_and_sizes_a_type_has_not_are_refused_by_its_name(cart, why):
    with pytest.raises(MediaDamaged, match=why):
        cartridge_from_crt(cart)


def test_a_machine_runs_a_program_from_a_bank():
    """The 8K start: the KERNAL finds CBM80 and jumps to where the ROM says."""
    rom = bytearray(fill(0xEA))
    rom[:9] = b"\x09\x80\x09\x80\xc3\xc2\xcd80"
    rom[9:15] = bytes([0xA9, 0x07, 0x8D, 0x00, 0x04, 0x02])  # LDA #7, STA $0400, JAM
    m = c64.C64(sample_rate=0, cart=crt(CART_PROPHET64, (0, 0x8000, rom)))
    m.run_cycles(1000)
    assert m.memory[0x0400] == 7
