"""Start, memory limits, vectors, chips, file parameters, status."""

import pytest

from c64.cartridge.port import Cartridge

IOINIT, RAMTAS, RESTOR, VECTOR, SETMSG = 0xFF84, 0xFF87, 0xFF8A, 0xFF8D, 0xFF90
MEMTOP, MEMBOT, SETTMO, READST, SETLFS, SETNAM = 0xFF99, 0xFF9C, 0xFFA2, 0xFFB7, 0xFFBA, 0xFFBD
IOBASE = 0xFFF3
VECTORS = bytes.fromhex(
    "31ea66fe47fe4af391f20ef250f233f357f1caf1edf63ef12ff366fea5f4edf5"
)  # Programmer's Reference Guide, memory map, $0314-$0333


class Rom8K(Cartridge):
    """A cartridge of 8 KB at $8000."""

    def __init__(self, image):
        super().__init__()
        self.exrom = 0
        self.image = image.ljust(8192, b"\x42")

    def read_roml(self, addr):
        return self.image[addr]


def plug_in(machine, image):
    """Put a cartridge into the expansion port of a machine just powered on."""
    machine.board.cart = Rom8K(image)
    machine.board.update_mode()
    return machine


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
    machine.ram[0x140] = 0xAA
    machine.interrupts_off()
    machine.call(RAMTAS)
    assert machine.word(0x283) == 0xA000
    assert machine.word(0x281) == 0x0800
    assert machine.ram[0x288] == 4
    assert machine.word(0xB2) == 0x033C
    assert not any(machine.ram[0x200:0x281]) and not any(machine.ram[0x289:0x400])
    assert machine.ram[0x140] == 0xAA


def test_ramtas_keeps_the_memory_it_tests(machine):
    pattern = bytes((i * 13 + i // 256) & 0xFF for i in range(0x9C00))
    machine.put(0x400, pattern)
    machine.interrupts_off()
    machine.call(RAMTAS)
    assert bytes(machine.ram[0x400:0xA000]) == pattern


def test_memory_ends_below_a_cartridge(switched_on):
    with_cartridge = switched_on()
    plug_in(with_cartridge, bytes(9)).boot()
    assert with_cartridge.word(0x283) == 0x8000


def test_a_cartridge_with_the_mark_gets_control(switched_on):
    machine = switched_on()
    plug_in(machine, bytes.fromhex("0090 1090 c3c2cd3830")).boot(until=0x9000)
    assert machine.cpu.p & 4 and not machine.cpu.p & 8
    assert machine.cpu.sp == 0xFF


def test_start_stands_up_to_interrupts_left_on(machine):
    machine.poke(0xD01A, 0x0F)
    machine.poke(0xDC0D, 0x9F)
    machine.poke(0xDD0D, 0x9F)
    machine.poke(0xDD04, 10, 0)
    machine.poke(0xDD0E, 0x11)
    machine.run(1000)
    machine.cpu.pc = 0xFCE2
    machine.boot()
    assert machine[0xD01A] & 15 == 0
    assert machine.board.cia1.icr.mask == 1
    assert machine.board.cia2.icr.mask == 0


def test_restor_sets_the_documented_vectors(machine):
    machine.put(0x314, bytes(32))
    machine.call(RESTOR)
    assert bytes(machine.ram[0x314:0x334]) == VECTORS


def test_restor_leaves_y_255_as_programs_expect(machine):
    assert machine.call(RESTOR, y=7).y == 0xFF


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
    machine.poke(0xDC04, 0, 0)
    machine.ram[0x2A6] = pal
    machine.call(IOINIT)
    assert machine.board.cia1.ta.latch == period
    assert machine[0xDC0E] & 9 == 1
    assert machine.board.cia1.icr.mask == 1


def test_ioinit_sets_ports_and_silence(machine):
    machine.poke(0xD418, 15)
    machine.call(IOINIT)
    assert machine[0] == 0x2F
    assert machine[1] == 0x37
    assert machine.board.sid.mode_volume & 15 == 0
    assert (machine[0xDC02], machine[0xDC03]) == (0xFF, 0)
    assert machine[0xDD02] == 0x3F
    assert machine[0xDD00] & 3 == 3


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
