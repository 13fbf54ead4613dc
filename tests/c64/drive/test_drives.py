"""Which kind of drive has a number, and a whole C64 with a 1541 and GO 64's own DOS."""

import pytest

import c64
from c64.drive.drive1541 import Drive1541
from c64.drive.virtual_drive import Drive
from c64.snapshot import SnapshotError
from disk.d64 import D64Image
from disk.errors import MediaUnknown
from disk.g64 import G64Image
from disk.gcr import encode_track
from disk.surface import Surface
from disk.volume import PRG, Volume
from tests.disk.test_g64 import sample

PROGRAM = b"\x01\x08\x0b\x08\x0a\x00\x9e\x32\x30\x36\x34\x00\x00\x00\x00"


def disk(path=None):
    """Return a disk with one program; with ``path`` as a file of the host."""
    image = D64Image.blank(b"DISK", b"DI")
    Volume(image).write_file(b"PROG", PRG, PROGRAM)
    if path is None:
        return image
    path.write_bytes(image.to_bytes())
    return path


def run_line(machine, line, frames):
    """Type a line, then run until BASIC waits again."""
    machine.type(line)
    for frame in range(frames):
        machine.tick()
        if frame > 20 and machine.board.ram[0xCC] == 0:
            return
    raise AssertionError(f"{line!r} takes more than {frames} frames:\n{machine.screen.text()}")


def test_drives_are_quick_unless_a_1541_is_asked_for():
    machine = c64.C64(sample_rate=0)
    assert isinstance(machine.board.iec.devices[8], Drive)
    heard = machine.drives[8].notice = [].append
    machine.drives[8].attach(disk(), kind="1541")
    assert isinstance(machine.board.iec.devices[8], Drive1541)
    assert machine.drives[8].notice == heard
    machine.drives[8].attach(disk())
    assert isinstance(machine.board.iec.devices[8], Drive1541)
    machine.drives[8].attach(disk(), kind="quick")
    assert isinstance(machine.board.iec.devices[8], Drive)
    assert list(machine.board.iec.devices) == [8]
    with pytest.raises(
        ValueError, match="kind '1581' does not exist; choose from auto, quick, 1541"
    ):
        machine.drives[8].attach(disk(), kind="1581")


def test_what_the_head_wrote_is_kept_when_the_same_disk_is_put_in_again(tmp_path):
    machine = c64.C64(sample_rate=0, drive="1541")
    path = disk(tmp_path / "disk.d64")
    machine.drives[8].attach(path)

    def write(value):
        surface = machine.board.iec.devices[8].surface
        other = D64Image(surface.image.to_bytes())
        other.write(1, 0, bytes([value]) * 256)
        surface.track(2)[0][:] = encode_track(other, 1)
        surface.written(2)

    write(0x11)
    machine.drives[8].attach(path)
    assert machine.drives[8].image.read(1, 0) == b"\x11" * 256
    write(0x22)
    image = machine.drives[8].image
    machine.drives[8].attach(image, read_only=True)
    assert machine.drives[8].image is image
    assert image.read(1, 0) == b"\x22" * 256
    assert D64Image.open(path).read(1, 0) == b"\x22" * 256


def test_a_surface_comes_in_a_1541(tmp_path):
    path = tmp_path / "disk.g64"
    path.write_bytes(sample())
    machine = c64.C64(sample_rate=0)
    machine.drives[8].attach(path)
    assert isinstance(machine.board.iec.devices[8], Drive1541)
    assert isinstance(machine.drives[8].image, G64Image)
    with pytest.raises(MediaUnknown, match=r"disk\.g64: needs a 1541"):
        Drive.attach(machine.board, path)


@pytest.mark.slow
@pytest.mark.skipif(c64.PURE, reason="hundreds of frames take minutes uncompiled")
def test_a_c64_loads_and_saves_with_a_1541_and_the_host_s_file_follows(tmp_path):
    path = disk(tmp_path / "disk.d64")
    machine = c64.C64(sample_rate=0, drive="1541")
    machine.drives[8].attach(path)
    machine.tick(150)
    run_line(machine, 'LOAD"PROG",8\n', 600)
    assert bytes(machine.board.ram[0x801 : 0x801 + len(PROGRAM) - 2]) == PROGRAM[2:]
    run_line(machine, 'SAVE"COPY",8\n', 800)
    machine.tick(300)  # the motor goes off
    assert not machine.drives[8].busy
    volume = Volume(D64Image.open(path))
    assert volume.read_file(volume.find(b"COPY"))[2:] == PROGRAM[2:]
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.slow
@pytest.mark.skipif(c64.PURE, reason="hundreds of frames take minutes uncompiled")
def test_a_snapshot_in_the_middle_of_a_load_goes_on_where_it_was():
    machine = c64.C64(sample_rate=0, drive="1541")
    machine.drives[8].attach(disk())
    machine.tick(150)
    machine.type('LOAD"PROG",8\n')
    machine.tick(60)
    saved = machine.snapshot()
    machine.tick(200)
    after = machine.snapshot()
    other = c64.C64(sample_rate=0, drive="1541")
    other.restore(saved)
    assert other.snapshot() == saved
    other.tick(200)
    assert other.snapshot() == after
    quick = c64.C64(sample_rate=0, drive="quick")
    with pytest.raises(SnapshotError, match="drive8: drive state: does not begin with DRV1"):
        quick.restore(saved)
    with pytest.raises(SnapshotError, match="drive8: drive state: does not begin with D541"):
        other.restore(quick.snapshot())


def test_a_damaged_drive_state_is_refused_and_changes_nothing():
    machine = c64.C64(sample_rate=0, drive="1541")
    machine.drives[8].attach(disk())
    drive = machine.board.iec.devices[8]
    state = drive.save_state()
    for broken in (state[:10], state[:-1], state[:-9] + b"\0" * 9, state + b"\0"):
        with pytest.raises(ValueError, match="drive state: "):
            drive.load_state(broken)
        assert drive.save_state() == state


def test_a_protected_disk_stays_as_it_is(tmp_path):
    path = disk(tmp_path / "disk.d64")
    machine = c64.C64(sample_rate=0, drive="1541")
    machine.drives[8].attach(path, read_only=True)
    assert machine.board.iec.devices[8].unit.protected
    surface = machine.board.iec.devices[8].surface
    assert isinstance(surface, Surface)
    assert surface.read_only


def test_a_disk_that_is_protected_in_the_drive_is_so_for_the_sensor():
    machine = c64.C64(sample_rate=0, drive="1541")
    machine.drives[8].attach(disk())
    unit = machine.board.iec.devices[8].unit
    machine.tick()
    assert unit.peek(0x1C00) & 0x10
    machine.drives[8].image.read_only = True
    machine.tick()
    assert not unit.peek(0x1C00) & 0x10
