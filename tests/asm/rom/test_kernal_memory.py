"""Start, memory limits, vectors, chips, file parameters, status."""

import pytest

from tests.asm.rom.rom_machine import RomMachine

IOINIT, RAMTAS, RESTOR, VECTOR, SETMSG = 0xFF84, 0xFF87, 0xFF8A, 0xFF8D, 0xFF90
MEMTOP, MEMBOT, SETTMO, READST, SETLFS, SETNAM = 0xFF99, 0xFF9C, 0xFFA2, 0xFFB7, 0xFFBA, 0xFFBD
IOBASE = 0xFFF3
VECTORS = bytes.fromhex(
    "31ea66fe47fe4af391f20ef250f233f357f1caf1edf63ef12ff366fea5f4edf5"
)  # Programmer's Reference Guide, memory map, $0314-$0333


def test_all_39_entries_are_jumps_into_the_kernal(machine):
    for entry in range(0xFF81, 0xFFF6, 3):
        target = machine[entry + 1] + 256 * machine[entry + 2]
        if machine[entry] == 0x6C:
            assert 0x0314 <= target < 0x0334
        else:
            assert machine[entry] == 0x4C and 0xE500 <= target < 0xFF81


def test_hardware_vectors(machine):
    assert bytes(machine[0xFFFA:0x10000]) == bytes.fromhex("43fee2fc48ff")


def test_ramtas_finds_the_top_of_memory_and_clears_the_variables(machine):
    machine.put(0x02, b"\xaa" * 0xFE)
    machine.put(0x200, b"\xaa" * 0x200)
    machine.ram[0x1F0] = 0xAA
    machine.call(RAMTAS)
    assert machine.word(0x283) == 0xA000
    assert machine.word(0x281) == 0x0800
    assert machine.ram[0x288] == 4
    assert machine.word(0xB2) == 0x033C
    assert not any(machine.ram[0x200:0x281]) and not any(machine.ram[0x289:0x400])
    assert machine.ram[0x1F0] == 0xAA


def test_ramtas_keeps_the_memory_it_tests(machine):
    pattern = bytes((i * 13 + i // 256) & 0xFF for i in range(0x9C00))
    machine.put(0x400, pattern)
    machine.call(RAMTAS)
    assert bytes(machine.ram[0x400:0xA000]) == pattern


def test_memory_ends_below_a_cartridge(machine):
    class Cartridge(RomMachine):
        def __getitem__(self, addr):
            if isinstance(addr, int) and 0x8000 <= addr < 0xA000:
                return 0x42
            return super().__getitem__(addr)

    with_cartridge = Cartridge().boot()
    assert with_cartridge.word(0x283) == 0x8000


def test_a_cartridge_with_the_mark_gets_control():
    class Cartridge(RomMachine):
        image = bytes.fromhex("0090 1090 c3c2cd3830")

        def __getitem__(self, addr):
            if isinstance(addr, int) and 0x8000 <= addr < 0x8009:
                return self.image[addr - 0x8000]
            return super().__getitem__(addr)

    machine = Cartridge()
    machine.boot(until=0x9000)
    assert machine.cpu.p & 4 and not machine.cpu.p & 8
    assert machine.cpu.sp == 0xFF


def test_start_stands_up_to_interrupts_left_on(machine):
    machine.io[0x1A] = 0x0F
    machine.icr_mask = 0x1F
    machine.latched = 0x81
    machine.boot()
    assert machine.io[0x1A] == 0
    assert machine.icr_mask == 1


def test_restor_sets_the_documented_vectors(machine):
    machine.put(0x314, bytes(32))
    machine.call(RESTOR)
    assert bytes(machine.ram[0x314:0x334]) == VECTORS


def test_vector_copies_out_and_in(machine):
    machine.call(VECTOR, x=0x00, y=0xC0, c=1)
    assert bytes(machine.ram[0xC000:0xC020]) == VECTORS
    machine.put(0xC000, bytes(range(32)))
    machine.cpu.p |= 4
    machine.call(VECTOR, x=0x00, y=0xC0, c=0)
    assert bytes(machine.ram[0x314:0x334]) == bytes(range(32))


@pytest.mark.parametrize(("routine", "address"), [(MEMTOP, 0x283), (MEMBOT, 0x281)])
def test_memory_limits_are_read_and_set(machine, routine, address):
    cpu = machine.call(routine, x=0x34, y=0x12, c=0)
    assert machine.word(address) == 0x1234
    cpu = machine.call(routine, a=0x77, x=0, y=0, c=1)
    assert (cpu.x, cpu.y, cpu.a) == (0x34, 0x12, 0x77)


def test_iobase_is_cia_1(machine):
    cpu = machine.call(IOBASE)
    assert (cpu.x, cpu.y) == (0x00, 0xDC)


@pytest.mark.parametrize(("pal", "period"), [(1, 16421), (0, 17045)])
def test_ioinit_starts_60_interrupts_a_second(machine, pal, period):
    machine.io[0xC04:0xC06] = b"\0\0"
    machine.ram[0x2A6] = pal
    machine.call(IOINIT)
    assert machine.io[0xC04] + 256 * machine.io[0xC05] == period
    assert machine.io[0xC0E] & 0x11 == 0x11
    assert machine.icr_mask == 1


def test_ioinit_sets_ports_and_silence(machine):
    machine.io[0x418] = 15
    machine.call(IOINIT)
    assert machine.ram[0] == 0x2F
    assert machine.ram[1] & 7 == 7
    assert machine.io[0x418] == 0
    assert (machine.io[0xC02], machine.io[0xC03]) == (0xFF, 0)
    assert machine.io[0xD02] == 0x3F
    assert machine.io[0xD00] & 3 == 3


def test_setnam_and_setlfs_fill_the_parameters(machine):
    cpu = machine.call(SETNAM, a=5, x=0x34, y=0x12)
    assert (machine.ram[0xB7], machine.word(0xBB)) == (5, 0x1234)
    assert (cpu.a, cpu.x, cpu.y) == (5, 0x34, 0x12)
    machine.call(SETLFS, a=1, x=8, y=15)
    assert (machine.ram[0xB8], machine.ram[0xBA], machine.ram[0xB9]) == (1, 8, 15)


def test_readst_setmsg_settmo(machine):
    machine.ram[0x90] = 0x42
    assert machine.call(READST).a == 0x42
    machine.call(SETMSG, a=0xC0)
    assert machine.ram[0x9D] == 0xC0
    machine.call(SETTMO, a=0x80)
    assert machine.ram[0x285] == 0x80
    assert machine.ram[0x90] == 0x42
