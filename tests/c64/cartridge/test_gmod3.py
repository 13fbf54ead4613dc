"""GMOD3: its banks, its vectors, its wires; its serial flash: commands, status, times."""

import pytest

from c64.cartridge.gmod3 import (
    CART_GMOD3,
)
from c64.cartridge.memory.spi_flash import (
    SPI_ERASE_BLOCK,
    SPI_ERASE_CHIP,
    SPI_ERASE_SECTOR,
    SPI_PROGRAM,
    SpiFlash,
)
from c64.cartridge.registry import cartridge_from_crt
from disk.loader import open_media
from tests.c64.cartridge.test_wiring import crt, fill, looping, wired

SIZE = 2 << 20
READ, FAST_READ, STATUS, ENABLE, DISABLE, IDENTITY = 0x03, 0x0B, 0x05, 0x06, 0x04, 0x9F
PROGRAM, SECTOR, BLOCK, CHIP = 0x02, 0x20, 0xD8, 0xC7
LATER = 10**9
IRQ_DISABLED = 0x04  # the CPU's flag I
JAM = 0x02


def place(address):
    return address.to_bytes(3, "big")


def ask(wires, output, sent, count=0):
    """Select, send bytes, return ``count`` bytes of the answer, deselect: SPI's mode 0."""
    wires(1, 0, 0)
    for byte in sent:
        for bit in f"{byte:08b}":
            wires(1, 0, int(bit))
            wires(1, 1, int(bit))
    answer = 0
    for _ in range(8 * count):
        wires(1, 0, 0)
        answer = answer << 1 | output()
        wires(1, 1, 0)
    wires(1, 0, 0)
    wires(0, 0, 0)
    return answer.to_bytes(count, "big")


class Bench:
    """A chip of 2 MiB whose byte n is n & $FF, and the time."""

    def __init__(self):
        self.chip = SpiFlash(bytes(range(256)) * (SIZE // 256))
        self.now = 0

    def tell(self, *sent, count=0):
        sent = b"".join(part if isinstance(part, bytes) else bytes([part]) for part in sent)
        return ask(lambda *w: self.chip.wires(*w, self.now), lambda: self.chip.output, sent, count)

    def busy(self):
        return self.tell(STATUS, count=1)[0] & 1


@pytest.fixture
def bench():
    return Bench()


def test_reading_goes_on_and_comes_round_at_the_end(bench):
    assert bench.tell(READ, place(0x1FE), count=4) == b"\xfe\xff\x00\x01"
    assert bench.tell(READ, place(SIZE - 1), count=2) == b"\xff\x00"
    assert bench.tell(FAST_READ, place(0x42), 0, count=2) == b"\x42\x43"


@pytest.mark.parametrize(("size", "last"), [(2, 0x15), (4, 0x16), (8, 0x17), (16, 0x18)])
def test_the_identity_tells_the_size(bench, size, last):
    bench.chip = SpiFlash(bytes(size << 20))
    assert bench.tell(IDENTITY, count=4) == bytes([0x1C, 0x70, last, 0x1C])


def test_a_page_is_programmed_in_800_cycles_only_clears_bits_and_wraps(bench):
    bench.tell(ENABLE)
    assert bench.tell(STATUS, count=2) == b"\x02\x02"
    bench.tell(PROGRAM, place(0x10FE), b"\x0f\x0e\xf0\x00")
    assert bench.tell(STATUS, count=1) == b"\x01"
    bench.now = SPI_PROGRAM - 1
    assert bench.tell(READ, place(0), count=2) == b"\x00\x00"  # not listened to
    bench.now = SPI_PROGRAM
    assert bench.busy() == 0
    assert bench.tell(READ, place(0x10FD), count=3) == bytes([0xFD, 0xFE & 0x0F, 0xFF & 0x0E])
    assert bench.tell(READ, place(0x1000), count=3) == bytes([0x00, 0x00, 0x02])
    assert bench.tell(READ, place(0x1100), count=2) == b"\x00\x01"
    assert bench.chip.changed


@pytest.mark.parametrize(
    ("command", "first", "end", "time"),
    [
        ((SECTOR, place(0x12345)), 0x12000, 0x13000, SPI_ERASE_SECTOR),
        ((BLOCK, place(0x12345)), 0x10000, 0x20000, SPI_ERASE_BLOCK),
        ((CHIP,), 0, SIZE, SPI_ERASE_CHIP),
    ],
)
def test_what_is_erased_and_how_long_it_takes(bench, command, first, end, time):
    bench.tell(ENABLE)
    bench.tell(*command)
    bench.now = time - 1
    assert bench.busy()
    bench.now = time
    assert not bench.busy()
    data = bytes(bench.chip.data)
    assert data[first:end] == b"\xff" * (end - first)
    assert data.count(0xFF) == end - first + (SIZE - end + first) // 256


@pytest.mark.parametrize("command", [(PROGRAM, place(0), 0), (SECTOR, place(0)), (CHIP,)])
def test_nothing_is_written_without_wren_which_lasts_for_one_command_or_until_wrdi(bench, command):
    before = bytes(bench.chip.data)
    bench.tell(*command)
    bench.tell(ENABLE)
    bench.tell(DISABLE)
    bench.tell(*command)
    assert (bytes(bench.chip.data), bench.chip.changed) == (before, 0)
    bench.tell(ENABLE)
    bench.tell(PROGRAM, place(1), 0)
    bench.now = LATER
    assert bench.tell(STATUS, count=1) == b"\x00"


def test_a_command_that_ends_within_a_byte_is_none(bench):
    bench.tell(ENABLE)
    before = bytes(bench.chip.data)
    bench.chip.wires(1, 0, 0, 0)
    for bit in "".join(f"{byte:08b}" for byte in (SECTOR, 0, 0, 0)) + "0":
        bench.chip.wires(1, 0, int(bit), 0)
        bench.chip.wires(1, 1, int(bit), 0)
    bench.chip.wires(0, 0, 0, 0)
    assert bytes(bench.chip.data) == before


# -- the cartridge --------------------------------------------------------------------

BANKS = crt(CART_GMOD3, *((b, 0x8000, fill(b & 0xFF)) for b in (0, 1, 0x3F, 0x1FF)))


def test_the_bank_comes_by_value_and_address_and_can_be_read():
    m = wired(BANKS)
    assert m.board.cart.flash.size == 4 << 20
    for addr, value, shown in ((0xDE00, 1, 1), (0xDE00, 0x3F, 0x3F), (0xDE01, 0xFF, 0xFF)):
        m.memory[addr] = value
        assert (m.memory[0x8000], m.memory[0xDE00], m.memory[0xDE07]) == (shown, value, value)
        assert [m.memory[0xDE08], m.memory[0xDE0F]] == [addr & 7] * 2
    m.board.vic.phi1_data = 0x17
    m.memory[0xDE10] = 0  # fully decoded: no mirrors
    assert (m.memory[0x8000], m.memory[0xDE10], m.memory[0xDF00]) == (0xFF, 0x17, 0x17)
    m.memory[0xDE08] = 0x40
    assert m.memory[0x8000] == 0x6D
    m.reset()
    m.memory[0], m.memory[1] = 0x2F, 0x37
    assert (m.memory[0x8000], m.memory[0xDE08]) == (0, 0)


@pytest.mark.parametrize("reu", [None, "128k"])
def test_bit_5_puts_vectors_over_whatever_lies_at_fff8(reu):
    m = wired(BANKS, reu=reu)
    top = [m.memory[a] for a in range(0xFFF0, 0x10000)]
    m.memory[0xDE08] = 0x20
    assert bytes(m.memory[a] for a in range(0xFFF8, 0x10000)).hex() == "080008000c800c00"
    assert [m.memory[a] for a in range(0xFFF0, 0xFFF8)] == top[:8]
    assert (m.memory[0xF000], m.memory[0xE000]) == (m.board.kernal[0x1000], m.board.kernal[0])
    m.memory[0xFFFE] = 0x12
    m.memory[0xF000] = 0x34
    m.memory[1] = 0x35
    assert (m.memory[0xFFFE], m.board.ram[0xFFFE], m.memory[0xF000]) == (0x0C, 0x12, 0x34)
    m.memory[1] = 0x37
    m.memory[0xDE08] = 0x60  # EXROM high: no vectors
    assert [m.memory[a] for a in range(0xFFF0, 0x10000)] == top


def test_the_cpu_takes_an_interrupt_by_the_vector():
    m = looping(BANKS)
    m.memory[0xDE08] = 0x20
    m.board.cpu.p &= ~IRQ_DISABLED
    for addr, value in ((0xDC04, 2), (0xDC05, 0), (0xDC0D, 0x81), (0xDC0E, 0x11)):
        m.memory[addr] = value
    m.board.ram[0x000C] = JAM
    m.run_cycles(60)
    assert (m.jammed, m.board.cpu.pc & 0xFFF0) == (True, 0x0000)


def by_register(m, *sent, count=0):
    """Do a command of the flash by the register, as a program does."""
    sent = b"".join(part if isinstance(part, bytes) else bytes([part]) for part in sent)

    def wires(select, clock, data):
        m.memory[0xDE00] = (select ^ 1) << 6 | clock << 5 | data << 4

    m.memory[0xDE08] = 0x80
    wires(0, 0, 0)
    answer = ask(wires, lambda: m.memory[0xDE00] >> 7, sent, count)
    m.memory[0xDE08] = 0
    return answer


def test_the_flash_is_written_and_read_by_the_register_and_shows_at_8000():
    m = wired(BANKS)
    assert by_register(m, IDENTITY, count=3) == b"\x1c\x70\x16"
    assert by_register(m, READ, place(0x2000), count=2) == b"\x01\x01"
    by_register(m, ENABLE)
    by_register(m, PROGRAM, place(0x4010), b"\x12\x34")
    assert by_register(m, STATUS, count=1) == b"\x01"
    m.run_cycles(SPI_PROGRAM + 20)
    assert by_register(m, STATUS, count=1) == b"\x00"
    assert m.memory[0xDE00] == 0  # the bank has stayed
    m.memory[0xDE00] = 2
    assert (m.memory[0x8010], m.memory[0x8011], m.memory[0x8012]) == (0x12, 0x34, 0xFF)


def test_what_was_written_is_kept_in_a_file_and_in_snapshots(tmp_path):
    path = tmp_path / "kept.crt"
    cart = crt(CART_GMOD3, (0, 0x8000, fill(0)), (255, 0x8000, fill(7)))
    m = wired(cart, cart_save=path)
    m.flush()
    assert not path.exists()
    saved = m.snapshot()
    by_register(m, ENABLE)
    by_register(m, PROGRAM, place(0x2000), b"\x42")
    written = m.snapshot()
    m.flush()
    again = cartridge_from_crt(open_media(path))
    assert bytes(again.flash.data) == bytes(m.board.cart.flash.data)
    assert (again.flash.size, again.flash.data[0x2000]) == (SIZE, 0x42)
    m.restore(saved)
    assert m.board.cart.flash.data[0x2000] == 0xFF
    m.restore(written)
    assert m.board.cart.flash.data[0x2000] == 0x42
