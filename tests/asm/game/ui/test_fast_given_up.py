"""A 1541 that is none, or gives up while the game comes, and disks without what is asked for."""

import pytest

from disk.d64 import D64Image
from disk.geometry import sectors_of
from disk.volume import Volume
from tests.asm.game.ui.machine import labels
from tests.asm.game.ui.test_fast import ABLE, ALIVE, GIVEN_UP, PLAIN_SECONDS, WANTED, Fast, own_disk
from tests.asm.game.ui.test_load import (
    BITMAP_ON,
    LOAD_SECONDS,
    lights,
    until_light,
    until_title,
)
from tests.volume import seldom


def without(name):
    """The game's disk without a file."""
    image = own_disk()
    volume = Volume(image)
    volume.scratch(volume.find(name))
    return image


def test_a_virtual_drive_runs_no_program_and_is_asked_once(built, c64_factory):
    fast = Fast(c64_factory, kind="quick")
    loader = labels("go64")
    started = []
    fast.kit.board.set_trap(loader["fast_boot"], lambda board: started.append(1) and False)
    begin = fast.machine.cycle
    fast.machine.type("run\n")
    for _ in range(500):
        fast.machine.tick()
        if fast.machine.drives[8].busy and lights(fast.ram):
            break
    assert not started
    assert fast.ram[loader["fast_alive"]] == 0
    assert lights(fast.ram), "the KERNAL brings it"
    assert (fast.machine.cycle - begin) / fast.clock < 8


def test_a_drive_that_only_says_it_is_a_1541_is_served_by_the_kernal(built, c64_factory):
    fast = Fast(c64_factory, kind="quick")
    loader, dos = labels("go64"), fast.machine.board.iec.devices[8].dos
    started, plain = [], []

    def lie(_board):
        dos.ram[0x0300:0x0302] = b"4\xb1"  # this drive has no ROM: a name in its RAM
        fast.ram[loader["ask"] + 3 : loader["ask"] + 5] = b"\x00\x03"
        return False

    fast.kit.board.set_trap(loader["fast_open"], lie)
    fast.kit.board.set_trap(loader["fast_boot"], lambda board: started.append(1) and False)
    fast.kit.board.set_trap(loader["load_plain"], lambda board: plain.append(1) and False)
    seconds = fast.run(80)
    assert started and plain
    assert seconds is not None and seconds < LOAD_SECONDS + GIVEN_UP
    assert fast.wrong() == []
    assert fast.ram[ALIVE] == fast.ram[ABLE] == 0


@pytest.mark.parametrize("whole", [False, seldom(True)])
def test_a_1541_that_cannot_be_started_is_served_by_the_kernal(built, c64_factory, whole):
    """What is loaded so to its end is seen with the drive before, which is quicker to emulate."""
    fast = Fast(c64_factory, disk=without(b"FAST"))
    plain = []
    fast.kit.board.set_trap(labels("go64")["load_plain"], lambda board: plain.append(1) and False)
    if not whole:
        assert fast.run(PLAIN_SECONDS) is None
        assert plain and lights(fast.ram)
        return
    seconds = fast.run(120)
    assert plain and seconds is not None
    assert fast.wrong() == []
    assert fast.ram[ALIVE] == fast.ram[ABLE] == 0


@pytest.mark.parametrize("moment", [1, 6])
def test_a_drive_that_is_switched_off_while_the_game_comes_is_told(built, c64_factory, moment):
    fast = Fast(c64_factory)
    fast.run(moment)
    bus = fast.machine.board.iec
    drive = bus.devices[8]
    bus.detach(8)
    for _ in range(1500):
        fast.machine.tick()
        if WANTED in fast.machine.screen.text():
            break
    assert WANTED in fast.machine.screen.text()
    bus.attach(8, drive)
    fast.machine.type(" ")
    fast.machine.tick(50)
    assert fast.kit.board.vic.peek(0x11) & BITMAP_ON, "the picture is back"


@pytest.mark.parametrize(  # where it was, and the last one that is asked
    ("device", "whole"), [(8, False), (11, False), seldom(8, True), seldom(11, True)]
)
def test_the_first_program_without_its_disk_asks_for_it_and_finds_it(
    built, c64_factory, device, whole
):
    fast = Fast(c64_factory)
    drives = fast.machine.drives
    drives[8].attach(D64Image.blank(b"OTHER", b"01"), kind="1541")
    fast.machine.type("run\n")
    for _ in range(1500):
        fast.machine.tick()
        if WANTED in fast.machine.screen.text():
            break
    assert WANTED in fast.machine.screen.text()
    fast.machine.type(" ")  # it is not there yet
    fast.machine.tick(500)
    assert WANTED in fast.machine.screen.text()
    drives[device].attach(own_disk(), kind="1541")
    fast.machine.type(" ")
    if whole:
        assert until_title(fast.kit, fast.machine.cycle + 30 * fast.clock)
    else:
        assert until_light(fast), "the game comes"
    assert fast.ram[0xBA] == device, "further files come from there"


@pytest.mark.parametrize("block", [0, 15])
def test_an_unreadable_block_of_the_game_is_told(built, c64_factory, block):
    image = own_disk()
    volume = Volume(image)
    chain = list(volume.chain(*volume.find(b"GAME").start))
    track, sector, _ = chain[block]
    disk = with_error(image.to_bytes(), track, sector)
    fast = Fast(c64_factory, disk=disk)
    fast.machine.type("run\n")
    for _ in range(6000):
        fast.machine.tick()
        if "CANNOT BE READ" in fast.machine.screen.text():
            break
    assert "CANNOT BE READ" in fast.machine.screen.text()


def with_error(data, track, sector):
    """A D64 with error bytes: 23, checksum, at one block."""
    at = sum(sectors_of(t) for t in range(1, track)) + sector
    errors = bytearray([1]) * 683
    errors[at] = 5
    return D64Image(data + bytes(errors))
