"""Where the bytes of an instruction in ROM are: KERNAL, BASIC, banks of cartridges."""

import pytest

import c64
from disk.crt import Crt, CrtChip, write_crt
from emu.kit.rom_code import find_home

CODE = bytes.fromhex("A9 42 8D 20 D0".replace(" ", ""))  # LDA #$42, STA $D020
PLAIN, OCEAN, MAGIC_DESK, EASYFLASH, GMOD2 = 0, 5, 19, 32, 60


def machine(folder, hardware, bank=0, address=0x8000, exrom=0, game=1, **options):
    """Return a machine with a cartridge whose bank has CODE at $0123, and others something else."""
    chips = []
    for number in range(bank + 1):
        data = bytearray([number ^ 0x55] * 0x2000)
        if number == bank:
            data[0x123 : 0x123 + len(CODE)] = CODE
        chips.append(CrtChip(0, number, address, bytes(data)))
    path = folder / "game.crt"
    path.write_bytes(write_crt(Crt("game", hardware, exrom, game, "GAME", tuple(chips), 0)))
    return c64.C64(sample_rate=0, cart=path, **options)


@pytest.mark.parametrize(
    ("hardware", "bank", "switch"),
    [
        (PLAIN, 0, ()),
        (MAGIC_DESK, 3, (0xDE00, 3)),
        (OCEAN, 2, (0xDE00, 2)),
        (GMOD2, 1, (0xDE00, 1)),
    ],
)
@pytest.mark.parametrize("reu", [None, "512k"])
def test_it_is_found_in_the_bank_that_shows_and_a_change_is_what_runs(
    tmp_path, hardware, bank, switch, reu
):
    m = machine(tmp_path, hardware, bank, **({} if reu is None else {"reu": reu}))
    m.tick(1)
    if switch:
        m.board.poke(*switch)
    peek = m.board.peek
    assert bytes(peek(0x8123 + at) for at in range(len(CODE))) == CODE
    home = find_home(m.board, 0x8123, CODE[:2])
    assert home is not None and home.offset % 0x2000 == 0x123
    home.put(b"\xa2\x07")
    assert (peek(0x8123), peek(0x8124), peek(0x8125)) == (0xA2, 7, CODE[2])


def test_a_bank_of_an_easyflash(tmp_path):
    m = machine(tmp_path, EASYFLASH, 2, exrom=1, game=0)
    m.tick(1)
    m.board.poke(0xDE02, 6)
    m.board.poke(0xDE00, 0)
    assert find_home(m.board, 0x8123, CODE[:2]) is None  # bank 0 shows
    m.board.poke(0xDE00, 2)
    home = find_home(m.board, 0x8123, CODE[:2])
    home.put(b"\xa2\x07")
    assert m.board.peek(0x8123) == 0xA2


def test_an_instruction_of_the_kernal_and_of_basic():
    m = c64.C64(sample_rate=0)
    m.tick(1)
    for address in (0xE5CD, 0xA7AE):
        code = bytes(m.board.peek(address + at) for at in range(2))
        home = find_home(m.board, address, code)
        home.put(b"\xea\xea")
        assert m.board.peek(address) == 0xEA
        home.put(code)
        assert m.board.peek(address) == code[0]


def test_what_is_in_ram_has_no_home_in_rom():
    m = c64.C64(sample_rate=0)
    m.tick(1)
    m.board.ram[0xC000:0xC002] = CODE[:2]
    assert find_home(m.board, 0xC000, CODE[:2]) is None
