"""Jiffy clock, STOP key, interrupts, RESTORE."""

import pytest

RDTIM, SETTIM, STOP, UDTIM = 0xFFDE, 0xFFDB, 0xFFE1, 0xFFEA
TIME, STKEY, NDX, BLNSW, BLNON, ENABL = 0xA0, 0x91, 0xC6, 0xCC, 0xCF, 0x2A1
STOP_KEY, SPACE = (7, 7), (7, 4)
JIFFY = 16422


def wait_at(machine, addr):
    """Let the CPU go round in circles at ``addr``, with known registers."""
    machine.put(addr, bytes([0x4C, addr & 0xFF, addr >> 8]))
    cpu = machine.cpu
    cpu.a, cpu.x, cpu.y, cpu.sp = 1, 2, 3, 0xF0
    machine.begin(addr)


def registers(machine):
    """A, X, Y and the stack pointer."""
    return machine.cpu.a, machine.cpu.x, machine.cpu.y, machine.cpu.sp


def clock(machine):
    """The jiffy clock as a number."""
    return int.from_bytes(machine.ram[TIME : TIME + 3], "big")


def test_settim_and_rdtim(machine):
    machine.cpu.p |= 4
    machine.call(SETTIM, a=3, x=2, y=1)
    assert clock(machine) == 0x010203
    cpu = machine.call(RDTIM)
    assert (cpu.a, cpu.x, cpu.y) == (3, 2, 1)
    assert cpu.flags.i


@pytest.mark.parametrize("before", [0, 0xFF, 0xFFFF, 0x123456])
def test_udtim_counts(machine, before):
    machine.cpu.p |= 4
    machine.put(TIME, before.to_bytes(3, "big"))
    machine.call(UDTIM)
    assert clock(machine) == before + 1


def test_the_clock_restarts_after_a_day(machine):
    machine.cpu.p |= 4
    day = 24 * 60 * 60 * 60
    machine.put(TIME, (day - 2).to_bytes(3, "big"))
    machine.call(UDTIM)
    assert clock(machine) == day - 1
    machine.call(UDTIM)
    assert clock(machine) == 0


def test_the_interrupt_advances_the_clock_60_times_a_second(machine):
    machine.begin(0xE5CD)
    machine.put(TIME, bytes(3))
    machine.run(60 * JIFFY)
    assert clock(machine) in (59, 60)


def test_stop_tells_whether_the_key_is_down(machine):
    machine.cpu.p |= 4
    machine.call(UDTIM)
    machine.call(STOP)
    assert not machine.zero
    machine.keys = {STOP_KEY}
    machine.call(UDTIM)
    assert machine.ram[STKEY] == 0x7F
    machine.ram[0x99], machine.ram[NDX] = 3, 5
    cpu = machine.call(STOP)
    assert machine.zero
    assert cpu.a == 0x7F
    assert (machine.ram[0x99], machine.ram[NDX]) == (0, 0)


@pytest.mark.parametrize("column", range(8))
def test_stop_does_not_count_with_a_key_of_the_columns_of_shift(machine, column):
    """As in V2: column 1 has left SHIFT, column 6 the right one."""
    machine.cpu.p |= 4
    machine.call(UDTIM)
    machine.keys = {STOP_KEY, (column, 0)}
    machine.call(UDTIM)
    machine.call(STOP)
    assert machine.zero == (column not in (1, 6, 7))  # with another of column 7 STOP is not alone
    machine.keys = {SPACE}
    machine.call(UDTIM)
    assert machine.ram[STKEY] == 0xEF  # the column of STOP is selected again


def test_stop_hands_back_the_other_keys_of_its_column(machine):
    machine.cpu.p |= 4
    machine.keys = {SPACE}
    machine.call(UDTIM)
    assert machine.call(STOP).a == 0xEF


def test_the_cursor_blinks_while_input_waits(machine):
    machine.begin(0xE5CD)
    seen = set()
    for _ in range(60):
        machine.run(JIFFY)
        seen.add(machine.ram[0x400])
    assert seen == {0x20, 0xA0}


def test_the_cursor_shows_in_the_text_colour_and_gives_the_old_one_back(machine):
    machine.poke(0xD800, 5)
    machine.ram[0x286] = 7
    machine.begin(0xE5CD)
    colours = {}
    for _ in range(60):
        machine.run(JIFFY)
        colours[machine.ram[0x400]] = machine.colours[0]
    assert colours == {0x20: 5, 0xA0: 7}


def test_irq_goes_by_its_vector_with_registers_on_the_stack(machine):
    machine.put(0xC000, bytes.fromhex("2c0ddc 4c81ea"))  # acknowledge, leave
    machine.put(0x314, b"\x00\xc0")
    machine.poke(0xD011, 0x0B)
    machine.run(40000)
    wait_at(machine, 0x1234)
    machine.run_to(0xFF48)
    start = machine.board.cycle
    machine.run_to(0xC000)
    assert machine.board.cycle - start == 29
    machine.run_to(0x1234)
    assert registers(machine) == (1, 2, 3, 0xF0)


def test_brk_goes_by_its_vector(machine):
    machine.put(0xC000, b"\x00")
    machine.put(0x316, b"\x00\xc1")
    machine.cpu.pc = 0xC000
    machine.run_to(0xC100)


def test_brk_by_default_starts_basic_warm(machine):
    machine.put(0xC000, b"\x00")
    machine.cpu.pc = 0xC000
    machine.poke(0xD020, 2)
    machine.run_to(machine.word(0xA002))
    assert machine[0xD020] & 15 == 14


def restore_key(machine):
    """Press RESTORE: an NMI that CIA 2 did not raise."""
    machine.board.keyboard.press("RESTORE")
    machine.run(10)
    machine.board.keyboard.release("RESTORE")


def test_restore_alone_changes_nothing(machine):
    wait_at(machine, 0x1234)
    machine.interrupts_off()
    restore_key(machine)
    machine.run_to(0x1234)
    assert registers(machine) == (1, 2, 3, 0xF0)


def test_stop_and_restore_start_basic_warm(machine):
    machine.put(0x314, b"\x34\x12")
    machine.poke(0xD020, 2)
    wait_at(machine, 0x1234)
    machine.keys = {STOP_KEY}
    restore_key(machine)
    machine.run_to(machine.word(0xA002))
    assert machine.word(0x314) == 0xEA31
    assert machine[0xD020] & 15 == 14
    assert machine.ram[0x2A6] == 1


def test_nmi_goes_by_its_vector(machine):
    machine.put(0x318, b"\x00\xc0")
    machine.put(0xC000, b"\x4c\x00\xc0")
    wait_at(machine, 0x1234)
    restore_key(machine)
    machine.run_to(0xC000)


def test_after_an_nmi_cia_2_has_its_sources_again(machine):
    machine.ram[ENABL] = 0x81
    wait_at(machine, 0x1234)
    restore_key(machine)
    machine.run_to(0x1234)
    assert machine.board.cia2.icr.mask == 1


def test_irq_exits_restore_the_registers(machine):
    for entry in (0xEA7E, 0xEA81):
        cpu = machine.cpu
        cpu.sp = 0xF0
        machine.put(0x1F1, bytes([3, 2, 1, 0x20, 0x34, 0x12]))
        cpu.pc = entry
        machine.run_to(0x1234)
        assert (cpu.a, cpu.x, cpu.y) == (1, 2, 3)


def test_the_datasette_motor_stops_without_a_key(machine):
    machine.poke(1, 0x17)
    machine.ram[0xC0] = 1
    machine.cpu.p |= 4
    machine.call(motor(machine))
    assert machine[1] & 0x20
    assert machine.ram[0xC0] == 0


def motor(machine):
    """Address of the motor's part of the interrupt: the third call of $EA31."""
    return machine[0xEA31 + 7] + 256 * machine[0xEA31 + 8]
