"""The lines of the serial bus, and the drive's part of the protocol on them."""

import random
from itertools import pairwise

import pytest

from c64.drive.iec import IEC_NEVER, SerialBus
from c64.drive.virtual_drive import Drive
from tests.c64.drive.iec_master import EOF, NO_DEVICE, TIMEOUT, Master, bench

MS = 985  # cycles
BAD_LINE, KERNAL_LOOP, ONCE_MORE = 43, 27, 11


def test_a_line_is_low_as_soon_as_one_side_pulls_it():
    bus = SerialBus()
    bus.set_computer(1, 0, 1, 0)
    assert (bus.atn_low, bus.clk_low, bus.data_low) == (1, 0, 1)
    bus.set_computer(0, 1, 0, 10)
    assert (bus.atn_low, bus.clk_low, bus.data_low) == (0, 1, 0)


def test_an_idle_bus_asks_for_no_cycles():
    master, _ = bench()
    assert master.bus.wakeup == IEC_NEVER
    master.error()
    assert master.bus.wakeup == IEC_NEVER
    assert (master.bus.clk_low, master.bus.data_low) == (0, 0)


def test_attention_is_acknowledged_in_the_same_cycle():
    master, _ = bench()
    master.bus.set_computer(1, 1, 0, 100)
    assert master.bus.data_low == 1


def test_without_a_device_nobody_answers():
    master = Master(SerialBus())
    master.listen(0x6F)
    assert master.status == NO_DEVICE


def test_another_device_number_is_not_answered():
    master, _ = bench(unit=8)
    master.listen(0x6F, unit=9)
    assert master.status == NO_DEVICE
    master.unlisten()
    assert master.error() == b"73,GO64 DOS 1541,00,00\r"


def test_two_drives_answer_to_their_own_numbers():
    master, first = bench(unit=8)
    second = Drive(9)
    master.bus.attach(9, second)
    assert master.error(8).startswith(b"73")
    assert master.command_line(b"I", unit=9).startswith(b"21,READ ERROR,18,00")
    assert master.error(8).startswith(b"00")
    assert (first.number, second.number) == (8, 9)


def test_every_value_of_a_byte_comes_through_both_ways():
    master, _ = bench()
    content = bytes(range(256))
    assert master.save(b"ALL", content) == 256
    assert master.load(b"ALL") == content


def test_the_last_byte_is_marked_by_silence_and_only_the_last():
    master, _ = bench()
    master.save(b"AB", b"AB")
    master.open(0, b"AB")
    master.talk(0x60)
    assert (master.receive(), master.status) == (ord("A"), 0)
    assert (master.receive(), master.status) == (ord("B"), EOF)


def test_a_file_that_is_not_there_shows_as_a_timeout():
    master, _ = bench()
    assert master.load(b"NONE") == b""
    assert master.status == EOF | TIMEOUT


def test_a_byte_interrupted_by_attention_is_sent_again():
    master, _ = bench()
    master.save(b"AB", b"ABC")
    master.open(2, b"AB,P")
    assert master.read(2, count=1) == b"A"
    master.talk(0x62)
    master.set(clk=0)
    master.wait("talker ready", clk=0)
    master.set(data=0)
    master.wait("bit 0", clk=1)
    master.run(300)
    master.untalk()
    assert master.read(2) == b"BC"


def test_a_bit_lasts_longer_than_a_polling_loop_that_a_bad_line_stops():
    master, _ = bench()
    master.save(b"U", b"\x55" * 20)
    edges = []
    bus = master.bus
    master.open(0, b"U")
    master.talk(0x60)
    master.set(clk=0)
    master.wait("talker ready", clk=0)
    master.set(data=0)
    start = master.cycle
    while bus.wakeup < IEC_NEVER and master.cycle - start < 2 * MS:
        master.cycle = bus.wakeup
        bus.run(master.cycle)
        if not edges or edges[-1][1] != bus.clk_low:
            edges.append((master.cycle, bus.clk_low))
    low = [b[0] - a[0] for a, b in pairwise(edges) if a[1]]
    high = [b[0] - a[0] for a, b in pairwise(edges) if not a[1]]
    assert len(low) >= 7 and len(high) >= 7
    assert BAD_LINE + KERNAL_LOOP < min(high) <= max(high) < 100
    assert BAD_LINE + KERNAL_LOOP + ONCE_MORE < min(low) <= max(low) < 100


@pytest.mark.parametrize("clock", [985248, 1022727])
def test_times_follow_the_computers_clock(clock):
    drive = Drive(8, clock)
    assert drive.t_silence == round(200 * clock / 1e6)


def test_the_drive_waits_as_long_as_the_computer_wants():
    master, _ = bench()
    master.listen(0xF0)
    master.run(200 * MS)
    master.send(ord("$"), last=True)
    master.run(200 * MS)
    master.unlisten()
    master.talk(0x60)
    master.run(200 * MS)
    assert master.receive() == 1
    master.run(200 * MS)
    assert master.receive() == 4


def test_a_name_of_a_hundred_characters_is_taken_and_cut():
    master, drive = bench()
    master.save(b"A" * 100, b"x")
    assert [e.name for e in drive.dos.volume.entries()] == [b"A" * 16]


def test_a_reset_lets_go_of_the_bus():
    master, drive = bench()
    master.talk(0x6F)
    assert master.bus.clk_low
    master.bus.reset()
    assert (master.bus.clk_low, master.bus.data_low, master.bus.wakeup) == (0, 0, IEC_NEVER)
    assert drive.dos.status == (73, 0, 0)


def test_detaching_a_drive_frees_the_lines():
    master, _ = bench()
    master.talk(0x6F)
    master.bus.detach(8)
    master.idle()
    assert (master.bus.clk_low, master.bus.data_low) == (0, 0)
    master.listen(0x6F)
    assert master.status & NO_DEVICE


@pytest.mark.parametrize("seed", range(10))
def test_after_any_noise_on_the_lines_the_drive_answers_again(seed):
    master, drive = bench()
    chance = random.Random(seed)
    for _ in range(3000):
        lines = [int(chance.random() < share) for share in (0.3, 0.5, 0.5)]
        master.bus.set_computer(*lines, master.cycle)
        master.run(chance.choice((1, 10, 30, 100, 300, 1500)))
    master.idle()
    master.run(2 * MS)
    master.unlisten()
    master.untalk()
    master.close(15)
    master.command_line(b"UI")
    assert master.save(b"AFTER", b"noise") == 5
    assert master.load(b"AFTER") == b"noise"
    assert drive.dos.status == (0, 0, 0)
