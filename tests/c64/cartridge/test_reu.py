"""REU: registers, transfers and what they cost."""

import pytest

import c64
from c64.base.bus import Bus
from c64.cartridge.expansion import REU_NAMES
from c64.cartridge.reu import REU
from c64.cartridge.wiring import (
    CART_MAGIC_DESK,
)
from disk.errors import MediaDamaged, MediaUnknown
from tests.c64.builds import few_uncompiled, long_uncompiled, some_uncompiled
from tests.c64.cartridge.test_cartridge import image

STORE = bytes([0xA9, 0, 0x8D, 0x01, 0xDF, 0xEA, 0xEA])  # LDA #command, STA $DF01, NOP, NOP


def machine(reu="512k", **options):
    """Return a machine with a REU, the screen off (no bad lines), interrupts off."""
    made = c64.C64(sample_rate=0, reu=reu, **options)
    made.board.cpu.step()  # the reset sequence
    made.board.cpu.p |= 4
    for addr, value in ((0, 0x2F), (1, 0x37), (0xD011, 0x0B)):
        made.memory[addr] = value
    return made


def order(m, c64_addr, reu_addr, length):
    """Write the address and length registers."""
    words = ((c64_addr, 2), (reu_addr, 3), (length, 2))
    m.memory[0xDF02:0xDF09] = b"".join(v.to_bytes(n, "little") for v, n in words)


def execute(m, command):
    """Run STA $DF01 and a NOP; returns the cycles the NOP took beyond its two."""
    m.board.ram[0x1000 : 0x1000 + len(STORE)] = STORE
    m.board.ram[0x1001] = command
    m.board.cpu.pc = 0x1000
    while m.board.cpu.pc != 0x1005:
        m.board.run_until(m.board.cycle + 1)
    before = m.board.cycle
    m.board.run_until(before + 1)
    return m.board.cycle - before - 2


def frames(m, line):
    """Let the CPU wait for two frames, then until the raster line."""
    m.board.ram[0x0FF0:0x0FF3] = bytes([0x4C, 0xF0, 0x0F])  # JMP $0FF0
    m.board.cpu.pc = 0x0FF0
    m.board.run_until(m.board.cycle + 2 * 312 * 63)
    while m.board.vic.raster_line != line:
        m.board.run_until(m.board.cycle + 1)


def test_bytes_go_to_the_reu_and_back():
    m = machine()
    m.board.ram[0x2000:0x2005] = b"HELLO"
    order(m, 0x2000, 0x12345, 5)
    assert execute(m, 0x90) == 5
    assert bytes(m.board.cart.ram[0x12345:0x1234A]) == b"HELLO"
    order(m, 0x3000, 0x12345, 5)
    assert execute(m, 0x91) == 5
    assert bytes(m.board.ram[0x3000:0x3005]) == b"HELLO"


def test_a_swap_takes_two_cycles_a_byte():
    m = machine()
    m.board.ram[0x2000:0x2003] = b"abc"
    m.board.cart.ram[0:3] = b"XYZ"
    order(m, 0x2000, 0, 3)
    assert execute(m, 0x92) == 6
    assert (bytes(m.board.ram[0x2000:0x2003]), bytes(m.board.cart.ram[0:3])) == (b"XYZ", b"abc")


def test_after_a_transfer_the_length_is_1_and_the_addresses_have_counted():
    m = machine()
    order(m, 0x2000, 0x100FE, 4)
    execute(m, 0x90)
    assert m.memory[0xDF00:0xDF09] == bytes([0x50, 0x10, 0x04, 0x20, 0x02, 0x01, 0xF9, 1, 0])


def test_autoload_restores_addresses_and_length():
    m = machine()
    order(m, 0x2000, 0x100FE, 4)
    execute(m, 0xB0)
    assert m.memory[0xDF02:0xDF09] == bytes([0x00, 0x20, 0xFE, 0x00, 0xF9, 4, 0])


def test_half_of_an_address_takes_the_other_half_from_what_was_written():
    m = machine()
    order(m, 0x20F0, 0x1FFFE, 0x20)
    execute(m, 0x90)
    m.memory[0xDF02] = 0x11
    m.memory[0xDF05] = 0x80
    m.memory[0xDF08] = 0x03
    regs = m.memory[0xDF02:0xDF09]
    assert regs == bytes([0x11, 0x20, 0xFE, 0x80, 0xFA, 0x20, 0x03])  # bank 2 of the transfer


def test_the_bank_is_written_without_the_rest_of_the_address():
    m = machine()
    order(m, 0x2000, 0x11234, 4)
    execute(m, 0x90)
    m.memory[0xDF06] = 3
    assert m.memory[0xDF04:0xDF07] == bytes([0x38, 0x12, 0xFB])


@pytest.mark.parametrize(("control", "c64_addr", "reu_addr"), [(0x80, 0, 3), (0x40, 3, 0)])
def test_an_address_can_be_fixed(control, c64_addr, reu_addr):
    m = machine()
    order(m, 0x2000, 0, 3)
    m.memory[0xDF0A] = control
    execute(m, 0x90)
    assert (m.memory[0xDF02], m.memory[0xDF04]) == (c64_addr, reu_addr)


def test_a_difference_stops_a_verify_one_cycle_late_and_sets_the_fault():
    m = machine()
    m.board.ram[0x2000:0x2008] = m.board.cart.ram[0:8]
    m.board.ram[0x2002] ^= 1
    order(m, 0x2000, 0, 8)
    assert execute(m, 0x93) == 4
    assert m.memory[0xDF00] == 0x30
    assert m.memory[0xDF02:0xDF04] + m.memory[0xDF07:0xDF09] == bytes([3, 0x20, 5, 0])


def test_a_verify_of_equal_bytes_ends_the_block():
    m = machine()
    m.board.ram[0x2000:0x2008] = m.board.cart.ram[0:8]
    order(m, 0x2000, 0, 8)
    assert execute(m, 0x93) == 8
    assert m.memory[0xDF00] == 0x50


def test_reading_the_status_clears_it_and_the_interrupt():
    m = machine()
    order(m, 0x2000, 0, 1)
    m.memory[0xDF09] = 0xC0
    execute(m, 0x90)
    assert m.board.cart.irq == 1
    assert m.board.access_read(0xDF00) == 0xD0
    assert (m.board.cart.irq, m.memory[0xDF00]) == (0, 0x10)


def test_without_bit_4_a_write_to_ff00_starts_the_transfer():
    m = machine()
    m.board.ram[0x2000] = 0x77
    order(m, 0x2000, 0, 1)
    assert execute(m, 0x80) == 0
    assert m.memory[0xDF01] == 0x80
    m.memory[0xFF00] = 1
    m.board.run_until(m.board.cycle + 3)
    assert (m.board.cart.ram[0], m.board.ram[0xFF00]) == (0x77, 1)
    assert m.memory[0xDF01] == 0x10


def test_a_transfer_waits_for_the_vic():
    m = machine()
    m.memory[0xD011] = 0x1B
    frames(m, 60)
    order(m, 0x2000, 0, 63 * 8)
    stolen = m.board.stolen
    assert execute(m, 0x90) == 63 * 8 + 43
    assert m.board.stolen - stolen == 43


def test_the_second_write_of_inc_ff00_reaches_nothing_while_the_first_byte_moves():
    m = machine()
    m.memory[1] = 0x35  # RAM below the KERNAL
    m.board.ram[0xFF00] = 5
    order(m, 0xFF00, 0, 3)
    m.memory[0xDF01] = 0x80
    m.board.ram[0x1000:0x1004] = bytes([0xEE, 0x00, 0xFF, 0xEA])  # INC $FF00, NOP
    m.board.cpu.pc = 0x1000
    begin = m.board.cycle
    m.board.run_until(begin + 1)
    assert (m.board.cycle - begin, m.board.ram[0xFF00], m.board.cart.ram[0]) == (6, 5, 5)
    m.board.run_until(m.board.cycle + 1)
    assert m.board.cycle - begin == 6 + 2 + (3 - 1)


@few_uncompiled(1)
@pytest.mark.parametrize(("command", "bytes_a_line"), [(0x90, 44), (0x91, 45)])
def test_eight_sprites_leave_a_line_the_bytes_that_were_measured(command, bytes_a_line):
    """BA is low for 19 of 63 cycles; a write still goes through in the first of them."""
    m = machine()
    m.memory[0xD015] = m.memory[0xD017] = 0xFF
    for sprite in range(8):
        m.memory[0xD001 + 2 * sprite] = 100
    frames(m, 103)
    order(m, 0x2000, 0, bytes_a_line * 20)
    assert execute(m, command) == 63 * 20


def test_ba_of_sprite_0_falls_too_late_for_a_read_where_its_dma_begins():
    """The same reads over the line on which the sprite begins and over a later one."""
    m = machine()
    m.memory[0xD015] = 1
    m.memory[0xD001] = 100
    taken = []
    for line in (100, 103):
        frames(m, line)
        order(m, 0x2000, 0, 63)
        taken.append(execute(m, 0x90))
    assert taken == [63 + 4, 63 + 5]


@pytest.mark.parametrize(("vic", "seen"), [("6569", 0xF0), ("8565", 0x42)])
def test_a_read_of_io_while_ba_is_low_sees_the_ram_on_boards_with_the_8565(vic, seen):
    m = machine(vic=vic)
    m.board.ram[0xD020] = 0x42
    assert m.board.dma_read(0xD020, 1) & (0xF0 if vic == "6569" else 0xFF) == seen
    assert m.board.dma_read(0xD020, 0) & 0xF0 == 0xF0


class Lines(Bus):
    """A bus that notes in which cycle a DMA reads and writes; every read gives 0."""

    def __init__(self):
        self.log = []
        self.now = 0

    def dma_read(self, addr, low):
        self.log.append(f"r{self.now}")
        return 0

    def dma_write(self, addr, value):
        self.log.append(f"w{self.now}")


def moves(command, length, ba, differ=()):
    """Return what a transfer does with BA as drawn: . high, - low, v low late in the cycle.

    The last element is the cycle that is the CPU's again.  differ: bytes of the REU that are
    not 0.
    """
    reu, bus = REU(), Lines()
    reu.ram[0:16] = bytes(16)
    for at in differ:
        reu.ram[at] = 1
    reu.write_io(0x107, length)
    reu.write_io(0x108, 0)
    reu.write_io(0x101, command)
    low = ba.startswith("~") * 2  # it was low in the cycle before, too
    for bus.now, level in enumerate(ba.replace("~", "-") + "." * 40):
        low = 0 if level == "." else min(low + 1, 4)
        if not reu.dma_cycle(bus, 9 if level == "v" else low):
            return " ".join(bus.log) + f" {bus.now}"
    raise AssertionError("the transfer does not end")


@pytest.mark.parametrize(
    ("command", "length", "ba", "what"),
    [
        # to the REU: waits at once
        (0x90, 3, "...", "r0 r1 r2 3"),
        (0x90, 4, "..-----", "r0 r1 r7 r8 9"),
        (0x90, 4, "..v----", "r0 r1 r2 r7 8"),
        (0x90, 1, "---", "r3 4"),
        # from the REU: one more, unless it is the last
        (0x91, 4, "..-----", "w0 w1 w2 w7 8"),
        (0x91, 3, "..-----", "w0 w1 w7 8"),
        (0x91, 5, "..v----", "w0 w1 w2 w3 w7 8"),
        (0x91, 2, "-----", "w0 w5 w6 7"),
        (0x91, 2, "~----", "w5 w6 7"),
        # swap: the turn goes on while BA is low
        (0x92, 2, "....", "r0 w1 r2 w3 4"),
        (0x92, 2, "...-----", "r0 w1 r2 r8 w9 10"),
        (0x92, 2, "...------", "r0 w1 r2 w9 10"),
        (0x92, 3, "..-----", "r0 w1 r2 r4 w7 r8 w9 10"),
        (0x92, 3, "..------", "r0 w1 r2 r4 r8 w9 r10 w11 12"),
        (0x92, 2, "..-----", "r0 w1 r2 w3 4"),
    ],
)
def test_each_cycle_of_a_transfer_where_ba_falls(command, length, ba, what):
    assert moves(command, length, ba) == what


@pytest.mark.parametrize(
    ("length", "differ", "what"),
    [
        (4, (), "r0 r1 r2 r3 4"),
        (4, (1,), "r0 r1 r2 3"),
        (4, (3,), "r0 r1 r2 r3 4"),
        (4, (2,), "r0 r1 r2 r3 4"),
    ],
)
def test_a_verify_reads_one_byte_behind_a_difference(length, differ, what):
    assert moves(0x93, length, "", differ) == what


@pytest.mark.parametrize(("differ", "status"), [((2,), 0x70), ((2, 3), 0x30), ((3,), 0x70)])
def test_a_difference_before_the_last_byte_ends_the_block_if_that_is_equal(differ, status):
    m = machine()
    m.board.ram[0x2000:0x2004] = m.board.cart.ram[0:4]
    for at in differ:
        m.board.ram[0x2000 + at] ^= 1
    order(m, 0x2000, 0, 4)
    execute(m, 0x93)
    assert m.memory[0xDF00] == status


def test_power_on_leaves_what_a_1764_was_seen_to_hold():
    ram = bytes(machine("256k").board.cart.ram)
    assert [ram[bank << 16] for bank in range(4)] == [0xFF, 0xFF, 0, 0]
    assert ram[0xFE:0x102] == bytes([0, 0xFF, 0, 0xFF])
    assert ram[0x2A00:0x2A04] == bytes([0, 0xFF, 0xFF, 0])


def test_128k_wraps_at_128k_and_has_small_chips():
    m = machine("128k")
    order(m, 0x2000, 0x1FFFF, 2)
    m.board.ram[0x2000:0x2002] = b"AB"
    execute(m, 0x90)
    assert (m.board.cart.ram[0x1FFFF], m.board.cart.ram[0]) == (0x41, 0x42)
    assert m.memory[0xDF00] == 0x40


def test_256k_has_nothing_above_and_gives_what_was_last_on_its_lines():
    m = machine("256k")
    m.board.ram[0x2000] = 0x5A
    order(m, 0x2000, 0x40000, 1)
    execute(m, 0x90)
    order(m, 0x3000, 0x50000, 1)
    execute(m, 0x91)
    assert m.board.ram[0x3000] == 0x5A


def test_above_512k_a_transfer_stays_in_its_512k():
    m = machine("1m")
    order(m, 0x2000, 0xFFFFF, 2)
    m.board.ram[0x2000:0x2002] = b"AB"
    execute(m, 0x90)
    assert (m.board.cart.ram[0xFFFFF], m.board.cart.ram[0x80000]) == (0x41, 0x42)


@pytest.mark.parametrize("name", ["128k", "512k", "2m"])
def test_every_size_has_its_ram(name):
    assert len(machine(name).board.cart.ram) == REU_NAMES[name] * 1024


@pytest.mark.parametrize(("size", "kib"), [(1000, 128), (131073, 256), (600_000, 1024)])
def test_an_image_fills_a_reu_that_is_large_enough(tmp_path, size, kib):
    path = tmp_path / "film.reu"
    path.write_bytes(bytes(range(1, 101)) * (size // 100) + b"E" * (size % 100))
    ram = machine(None, reu_image=path).board.cart.ram
    assert (len(ram), bytes(ram[:3]), ram[size - 1]) == (
        kib * 1024,
        b"\1\2\3",
        path.read_bytes()[-1],
    )
    assert path.read_bytes()[:3] == b"\1\2\3"


def test_an_image_that_does_not_fit_or_is_not_there_is_refused(tmp_path):
    path = tmp_path / "film.reu"
    with pytest.raises(MediaUnknown, match=r"film.reu: No such file"):
        machine(None, reu_image=path)
    path.write_bytes(bytes(131073))
    with pytest.raises(MediaDamaged, match="131073 bytes do not fit in a REU of 128 KiB"):
        machine("128k", reu_image=path)


def test_a_cartridge_works_beside_a_reu():
    m = machine(cart=image(CART_MAGIC_DESK, 8))
    assert (m.board.cart.exrom, m.board.cart.game) == (0, 1)
    m.memory[0xDE00] = 5
    assert m.memory[0x8000] == 5
    assert m.memory[0xDF01] == 0x10


@long_uncompiled
@pytest.mark.slow
@pytest.mark.parametrize("cycles", some_uncompiled((50, 200), 50))
def test_a_snapshot_is_taken_back_at_any_cycle_of_a_transfer_with_bad_lines(cycles):
    """A swap leaves its last bytes behind; a write counts the cycles of BA low."""
    for command in (0x90, 0x91, 0x92):
        m = machine()
        m.memory[0xD011] = 0x1B
        m.board.ram[0x2000:0x2400] = bytes(range(256)) * 4
        frames(m, 0x33)
        order(m, 0x2000, 0, 0x400)
        m.board.ram[0x1000 : 0x1000 + len(STORE)] = STORE
        m.board.ram[0x1001] = command
        m.board.cpu.pc = 0x1000
        for _ in range(cycles):
            m.board.run_until(m.board.cycle + 1)
            m.restore(m.snapshot())
        execute(m, command)
        m.restore(m.snapshot())


def test_snapshots_hold_the_reus_ram_and_registers():
    m = machine(cart=image(CART_MAGIC_DESK, 8))
    m.memory[0xDE00] = 3
    order(m, 0x2000, 0x777, 9)
    m.board.cart.ram[0x777] = 0x99
    saved = m.snapshot()
    m.board.cart.ram[0x777] = 0
    m.memory[0xDE00] = 0
    order(m, 0, 0, 0)
    m.restore(saved)
    assert (m.board.cart.ram[0x777], m.memory[0xDF07], m.memory[0x8000]) == (0x99, 9, 3)


@pytest.mark.parametrize("name", ["128k", "256k", "512k", "1m", "8m"])
def test_a_program_that_fills_and_verifies_every_bank_finds_the_size(name):
    """Each bank gets a page of its own; a verify of it fails where another bank took its place."""
    m = machine(name)
    size = m.board.cart.size
    banks = [bank for bank in range(256) if bank << 16 < max(size, 0x80000)]
    for bank in reversed(banks):
        m.board.ram[0x2000:0x2100] = bytes([bank ^ at & 0xFF for at in range(256)])
        order(m, 0x2000, bank << 16 | 0xFF00, 256)
        execute(m, 0x90)
    faults = set()
    for bank in banks:
        m.board.ram[0x2000:0x2100] = bytes([bank ^ at & 0xFF for at in range(256)])
        order(m, 0x2000, bank << 16 | 0xFF00, 256)
        m.memory[0xDF00]  # what was left of the last transfer
        m.board.access_read(0xDF00)
        execute(m, 0x93)
        status = m.board.access_read(0xDF00) & 0x60
        assert status in (0x40, 0x20)
        if status == 0x20:
            faults.add(bank)
    assert len(banks) - len(faults) == size >> 16
    assert faults == {bank for bank in banks if bank << 16 >= size}


def test_a_transfer_of_a_picture_loses_42_cycles_in_each_of_25_bad_lines():
    """BA is low in 43 cycles, and a write is still made in the first of them."""
    m = machine()
    m.memory[0xD011] = 0x1B
    frames(m, 260)
    m.memory[0xDF0A] = 0x80  # to $D020 only
    length = 312 * 63 - 25 * 42
    order(m, 0xD020, 0, length)
    assert execute(m, 0x91) == 312 * 63


def test_a_transfer_to_a_colour_register_stands_still_in_a_bad_line():
    """Bytes 0 to 15 by turns go to $D020, one a cycle: each shows how many came before it."""
    m = machine()
    m.memory[0xD011] = 0x1B
    m.board.cart.ram[:0x10000] = bytes(range(16)) * 0x1000
    frames(m, 40)
    m.memory[0xDF0A] = 0x80
    order(m, 0xD020, 0, 4 * 63 * 8)
    execute(m, 0x91)
    assert m.board.vic.raster_line > 56
    m.board.vic.sync()

    def colours(line):
        """Return the colours of three cycles of the left border and three of the right one."""
        row = bytes(m.board.vic.frame[line * 504 : (line + 1) * 504])
        return [row[8 * cycle + 4] for cycle in (14, 15, 16, 58, 59, 60)]

    for line in (45, 46, 47, 48, 49, 52):  # 63 cycles, 63 bytes
        assert colours(line + 1) == [(colour + 63) % 16 for colour in colours(line)]
    before, bad, after = colours(50), colours(51), colours(52)
    assert bad[:3] == [(before[0] + 62) % 16] * 3  # the byte of the first cycle of low BA
    assert bad[3:] == [(colour + 63 - 42) % 16 for colour in before[3:]]
    assert after[3:] == [(colour + 63) % 16 for colour in bad[3:]]
