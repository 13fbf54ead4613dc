"""Serial bus routines, one by one: with the virtual drive, and with devices that fail."""

from pathlib import Path

import pytest

from c64.drive.iec import SerialDevice

TALK, LISTEN, SECOND, TKSA = 0xFFB4, 0xFFB1, 0xFF93, 0xFF96
ACPTR, CIOUT, UNTLK, UNLSN = 0xFFA5, 0xFFA8, 0xFFAB, 0xFFAE
STATUS = 0x90
LIMIT = 5_000_000
ROOT = Path(__file__).resolve().parents[3]
STOP_KEY = (7, 7)


def send(machine, *values):
    """CIOUT for each byte."""
    for value in values:
        machine.call(CIOUT, a=value, limit=LIMIT)


def command(machine, text):
    """Send a command to channel 15 of drive 8."""
    machine.call(LISTEN, a=8, limit=LIMIT)
    machine.call(SECOND, a=0x6F, limit=LIMIT)
    send(machine, *text)
    machine.call(UNLSN, limit=LIMIT)


def answer(machine):
    """Read channel 15 of drive 8 to its end."""
    machine.ram[STATUS] = 0
    machine.call(TALK, a=8, limit=LIMIT)
    machine.call(TKSA, a=0x6F, limit=LIMIT)
    data = []
    while not machine.ram[STATUS]:
        data.append(machine.call(ACPTR, limit=LIMIT).a)
        assert len(data) < 100
    machine.call(UNTLK, limit=LIMIT)
    return bytes(data)


def released(machine):
    """True when the computer pulls none of the lines."""
    bus = machine.bus
    return not (bus.computer_atn or bus.computer_clk or bus.computer_data)


def test_a_command_is_sent_and_its_answer_read(machine, drive):
    answer(machine)
    command(machine, b"S:SHORT")
    assert answer(machine) == b"01, FILES SCRATCHED,01,00\r"
    assert machine.ram[STATUS] == 0x40


def test_the_bus_is_free_after_unlisten_and_untalk(machine, drive):
    command(machine, b"I")
    assert released(machine)
    answer(machine)
    assert released(machine)


def test_sending_keeps_the_registers(machine, drive):
    machine.call(LISTEN, a=8, limit=LIMIT)
    machine.call(SECOND, a=0x6F, limit=LIMIT)
    for value in (0x49, 0x0D):
        cpu = machine.call(CIOUT, a=value, x=0x12, y=0x34, limit=LIMIT)
        assert (cpu.a, cpu.x, cpu.y) == (value, 0x12, 0x34)
        assert not machine.carry


def test_receiving_keeps_x_and_y(machine, drive):
    machine.call(TALK, a=8, limit=LIMIT)
    machine.call(TKSA, a=0x6F, limit=LIMIT)
    cpu = machine.call(ACPTR, x=0x12, y=0x34, limit=LIMIT)
    assert (cpu.x, cpu.y) == (0x12, 0x34)
    assert not machine.carry


@pytest.mark.parametrize("device", [8, 9], ids=["a drive", "nobody"])
def test_addressing_a_device_keeps_x_and_y(machine, drive, device):
    for routine, a in ((LISTEN, device), (SECOND, 0x6F), (UNLSN, 0), (TALK, device), (TKSA, 0x6F)):
        cpu = machine.call(routine, a=a, x=0x12, y=0x34, limit=LIMIT)
        assert (cpu.x, cpu.y) == (0x12, 0x34)
    cpu = machine.call(UNTLK, x=0x56, y=0x78, limit=LIMIT)
    assert (cpu.x, cpu.y) == (0x56, 0x78)


@pytest.mark.parametrize("value", [0x00, 0x01, 0x55, 0x80, 0xAA, 0xFF])
def test_every_bit_gets_through_both_ways(machine, drive, value):
    machine.call(LISTEN, a=8, limit=LIMIT)
    machine.call(SECOND, a=0xF2, limit=LIMIT)
    send(machine, *b"BITS,S,W")
    machine.call(UNLSN, limit=LIMIT)
    machine.call(LISTEN, a=8, limit=LIMIT)
    machine.call(SECOND, a=0x62, limit=LIMIT)
    send(machine, value, value ^ 0x5A)
    machine.call(UNLSN, limit=LIMIT)
    machine.call(LISTEN, a=8, limit=LIMIT)
    machine.call(SECOND, a=0xE2, limit=LIMIT)
    machine.call(UNLSN, limit=LIMIT)
    volume = drive.dos.volume
    assert volume.read_file(volume.find(b"BITS")) == bytes([value, value ^ 0x5A])


@pytest.mark.parametrize("routine", [TALK, LISTEN])
def test_nobody_on_the_bus_gives_status_128_and_frees_it(machine, routine):
    machine.ram[STATUS] = 0
    machine.call(routine, a=8, limit=LIMIT)
    assert machine.ram[STATUS] == 0x80
    assert released(machine)


def test_taking_the_talker_role_from_nobody_comes_back(machine):
    machine.call(TALK, a=8, limit=LIMIT)
    machine.call(TKSA, a=0x60, limit=LIMIT)
    assert machine.ram[STATUS] & 0x80


def test_a_talker_with_nothing_to_say_gives_a_read_timeout(machine, drive):
    machine.ram[STATUS] = 0
    machine.call(TALK, a=8, limit=LIMIT)
    machine.call(TKSA, a=0x65, limit=LIMIT)
    machine.call(ACPTR, limit=LIMIT)
    assert machine.ram[STATUS] & 0x02


class Deaf(SerialDevice):
    """Answers ATN, then lets go of DATA and never acknowledges a byte."""

    def __init__(self):
        self.clk = 0
        self.data = 0
        self.number = 8
        self.wakeup = 1 << 62

    def lines_changed(self, bus, cycle):
        self.data = 1 if bus.atn_low and bus.clk_low and self.number != 0 else 0
        if bus.atn_low and not bus.clk_low:
            self.number = 0


def test_a_byte_nobody_acknowledges_gives_a_write_timeout(machine):
    machine.bus.attach(8, Deaf())
    machine.ram[STATUS] = 0
    machine.call(LISTEN, a=8, limit=LIMIT)
    assert machine.ram[STATUS] == 0x03
    assert released(machine)


class Stuck(SerialDevice):
    """Holds DATA for ever: it is there, and never ready."""

    def __init__(self):
        self.clk = 0
        self.data = 1
        self.number = 8
        self.wakeup = 1 << 62


def test_a_timer_that_ends_while_it_is_started_again_is_no_timeout(machine, drive):
    machine.call(LISTEN, a=8, limit=LIMIT)
    machine.call(SECOND, a=0x6F, limit=LIMIT)
    machine.ram[STATUS] = 0
    send(machine, 0x49)
    for left in range(900, 1300):
        machine.poke(0xDC06, left & 0xFF, left >> 8)
        machine.poke(0xDC0F, 0x19)
        send(machine, 0x49)
        assert machine.ram[STATUS] == 0, left


def test_stop_and_restore_free_the_computer_from_a_stuck_device(machine):
    machine.bus.attach(8, Stuck())
    machine.cpu.a = 8
    machine.cpu.pc = LISTEN
    machine.run(200_000)
    machine.keys = {STOP_KEY}
    machine.board.keyboard.press("RESTORE")
    machine.run_to(machine.word(0xA002))


def test_a_timeout_starts_whatever_timer_b_was_doing(machine):
    """A one-shot underflow in the cycle of the new start would clear the start bit."""
    labels = (line.split() for line in (ROOT / "build/rom/rom.lbl").read_text().splitlines())
    start_timer = next(int(at, 16) for _, at, name in labels if name == ".start_timer")
    machine.interrupts_off()
    for count in range(1, 60):
        machine.poke(0xDC06, count, 0)
        machine.poke(0xDC0F, 0x19)
        machine.call(start_timer, a=4)
        assert machine[0xDC0F] & 1, count


def test_the_interrupt_clock_is_not_swallowed_by_transfers(machine, drive):
    """The bus's time limits leave the flags of the 60 Hz interrupt alone."""
    machine.put(0xA0, bytes(3))
    machine.cpu.p &= ~4
    start = machine.board.cycle
    for _ in range(20):
        answer(machine)
    jiffies = (machine.board.cycle - start) // 16422
    assert int.from_bytes(machine.ram[0xA0:0xA3], "big") >= jiffies - 2
