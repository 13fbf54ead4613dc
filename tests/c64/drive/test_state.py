"""Snapshots of the drive at any moment, and what becomes of the disk."""

import random
import zlib
from functools import cache

import pytest

import c64
from c64.base.fields import load_fields, save_fields
from c64.drive.iec import SerialBus
from c64.drive.virtual_drive import Drive
from disk.d64 import D64Image
from disk.volume import PRG, Volume
from tests.c64.builds import long_uncompiled, plain_value
from tests.c64.drive.iec_master import Master, bench


def twin_of(master, drive):
    """Return a fresh bus and drive in the state of the given ones."""
    bus = SerialBus()
    twin = Drive(8)
    bus.attach(8, twin)
    load_fields(bus, save_fields(master.bus))
    twin.load_state(drive.save_state())
    return bus, twin


def session(master):
    """A bit of everything; what comes back goes into the list it yields."""
    out = [master.error(), master.save(b"ONE", bytes(range(256)) * 2)]
    master.open(2, b"LOG,S,W")
    out += [master.print(2, b"abc"), master.load(b"ONE"), master.print(2, b"def")]
    master.open(4, b"#")
    out += [master.command_line(b"U1 4 0 18 0"), master.read(4, count=10)]
    master.close(2)
    out += [master.command_line(b"R:TWO=ONE"), master.load(b"$"), master.load(b"TWO")]
    out += [master.command_line(b"C:THREE=TWO"), master.command_line(b"S:T*"), master.read(4)]
    return [*out, master.cycle]


@cache
def undisturbed():
    """Return what comes back in a session, and the disk and the drive's state after it."""
    master, drive = bench()
    return session(master), bytes(drive.image.data), drive.save_state()


class SwappingMaster(Master):
    """Puts the machine into a snapshot of itself at random moments, bits included."""

    def __init__(self, bus, drive, seed):
        super().__init__(bus)
        self.drive = drive
        self.chance = random.Random(seed)
        self.swaps = 0

    def run(self, cycles):
        super().run(cycles)
        if self.chance.random() < 0.004:
            self.bus, self.drive = twin_of(self, self.drive)
            self.swaps += 1


@pytest.mark.slow
@pytest.mark.compiled_only("starts the uncompiled machine itself")
def test_both_builds_go_through_the_session_in_the_same_cycles():
    assert plain_value(undisturbed) == repr(undisturbed())


OTHER_MOMENTS = pytest.mark.compiled_only(
    "seed 0 is run; see test_both_builds_go_through_the_session_in_the_same_cycles"
)
MOMENTS = [0, pytest.param(1, marks=OTHER_MOMENTS)]
MOMENTS += [pytest.param(n, marks=(OTHER_MOMENTS, pytest.mark.long)) for n in range(2, 6)]


@pytest.mark.slow
@pytest.mark.parametrize("seed", MOMENTS)
def test_a_drive_restored_at_random_moments_goes_on_as_if_nothing_happened(seed):
    wanted, data, state = undisturbed()
    other, other_drive = bench()
    swapping = SwappingMaster(other.bus, other_drive, seed)
    assert session(swapping) == wanted
    assert swapping.swaps > 20
    assert swapping.drive.image.data == data
    assert swapping.drive.save_state() == state


@long_uncompiled
@pytest.mark.slow
def test_two_drives_given_the_same_work_are_in_the_same_state():
    (one, first), (two, second) = bench(), bench()
    assert session(one) == session(two)
    assert first.save_state() == second.save_state()


def test_going_back_brings_the_disk_back_but_keeps_the_hosts_file(tmp_path):
    path = tmp_path / "a.d64"
    path.write_bytes(D64Image.blank(b"A", b"01").to_bytes())
    master, drive = bench(D64Image.open(path))
    before = drive.save_state()
    master.save(b"LATER", b"x")
    with_later = path.read_bytes()
    drive.load_state(before)
    assert drive.dos.volume.find(b"LATER") is None
    assert path.read_bytes() == with_later
    master.save(b"OTHER", b"y")
    assert (tmp_path / "a.d64").read_bytes() == drive.image.to_bytes()
    assert Volume(D64Image.open(path)).find(b"OTHER") is not None
    assert (tmp_path / "a.d64.bak").read_bytes() == with_later


def test_a_snapshot_whose_disk_is_not_in_the_drive_comes_back_protected(tmp_path):
    path = tmp_path / "a.d64"
    image = D64Image.blank(b"A", b"01")
    Volume(image).write_file(b"PROG", PRG, b"content")
    path.write_bytes(image.to_bytes())
    _, drive = bench(D64Image.open(path))
    state = drive.save_state()
    master, other = bench()
    other.load_state(state)
    assert master.load(b"PROG") == b"content"
    assert master.save(b"NEW", b"x") == 0
    assert master.error() == b"26, WRITE PROTECT ON,00,00\r"


def test_a_drive_without_a_disk_is_saved_too():
    master, drive = bench()
    drive.mount(None)
    state = drive.save_state()
    drive.mount(D64Image.blank())
    drive.load_state(state)
    assert drive.image is None
    assert master.command_line(b"I").startswith(b"21,")


def test_the_packed_disk_follows_the_content_after_going_back():
    master, drive = bench()
    before = drive.save_state()
    master.save(b"ONE", b"x")
    drive.save_state()
    drive.load_state(before)
    master.save(b"TWO", b"x")
    twin = Drive(8)
    twin.load_state(drive.save_state())
    assert [e.name for e in twin.dos.volume.entries()] == [b"TWO"]


def test_a_disk_in_memory_is_not_overwritten_by_a_snapshot_of_another():
    _, drive = bench()
    state = drive.save_state()
    mine = D64Image.blank(b"MINE", b"02")
    drive.mount(mine)
    drive.load_state(state)
    assert Volume(mine).name() == b"MINE"
    assert drive.dos.volume.name() == b"TEST DISK"


def test_a_state_with_a_damaged_disk_is_refused_and_changes_nothing():
    master, drive = bench()
    master.save(b"ONE", b"x")
    state = drive.save_state()
    with pytest.raises(ValueError, match="the disk in it cannot be read"):
        drive.load_state(state[: len(state) - 40] + bytes(40))
    assert drive.save_state() == state


@pytest.mark.parametrize("cut", [0, 3, 10, -1])
def test_a_state_cut_off_is_refused(cut):
    _, drive = bench()
    state = drive.save_state()
    with pytest.raises(ValueError, match="drive state: "):
        drive.load_state(state[:cut] if cut else b"")


@pytest.mark.slow
@pytest.mark.skipif(c64.PURE, reason="a file is written: compiled machine only")
def test_a_packed_disk_is_the_disk_of_now_in_every_frame_of_writing():
    machine = c64.C64(sample_rate=0)
    machine.drives[8].attach(D64Image.blank(b"PACKED", b"64"), kind="1541")
    surface = machine.board.iec.devices[8].surface
    machine.tick(150)
    seen = set()
    machine.type('SAVE"A",8\n', wait=False)
    for frame in range(900):
        machine.tick()
        if frame == 500:
            machine.type('SAVE"B",8\n', wait=False)
        seen.add(surface.packed())
        assert zlib.decompress(surface.packed()) == surface.save()
    assert len(seen) > 4
    assert surface.packed() is surface.packed()  # nobody writes: it is kept
