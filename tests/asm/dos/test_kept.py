"""What the DOS writes is kept by the image, whenever it is brought up to date."""

from disk.d64 import D64Image
from tests.asm.dos.dos_drive import BUFFERS, JOBS, SEEK, TRACKS, WRITE, pattern, patterned_disk
from tests.asm.dos.real_drive import bench

FORMAT_TRACK = 0x51


def until(master, condition, cycles=3_000_000):
    """Let the drive run until the condition holds."""
    end = master.cycle + cycles
    while not condition():
        assert master.cycle < end
        master.run(100)


def job(drive, code, track, sector=0):
    """Put a job of buffer 0 into the queue; returns whether it is done."""
    ram = drive.unit.ram
    ram[TRACKS], ram[TRACKS + 1], ram[JOBS] = track, sector, code
    return lambda: ram[JOBS] < 0x80


def test_a_sector_is_kept_whole_if_the_image_was_flushed_while_the_head_wrote_it():
    master, drive = bench(patterned_disk())
    ram, head = drive.unit.ram, drive.unit.head
    until(master, job(drive, SEEK, 18))
    ram[BUFFERS : BUFFERS + 256] = pattern(3, 4)
    done = job(drive, WRITE, 18, 5)
    until(master, lambda: head.writing and drive.surface.changed)
    drive.flush()
    assert head.writing
    assert not drive.surface.changed
    until(master, done)
    assert ram[JOBS] == 1
    drive.flush()
    assert drive.image.read(18, 5) == pattern(3, 4)


def test_a_machine_that_is_closed_while_a_disk_is_formatted_keeps_what_was_done(tmp_path):
    path = tmp_path / "half.d64"
    path.write_bytes(patterned_disk(b"OL").to_bytes())
    master, drive = bench(D64Image.open(path))
    lines = []
    drive.notice = lines.append
    ram = drive.unit.ram
    until(master, job(drive, SEEK, 1))
    ram[FORMAT_TRACK] = 0xFF
    master.print(15, b"N0:NEW,Q7")
    until(master, lambda: ram[FORMAT_TRACK] == 3, cycles=8_000_000)
    drive.mount(None)
    assert len(lines) == 1
    assert "tracks 1-" in lines[0]
    kept = D64Image.open(path)
    for track in (1, 2):
        assert [kept.read(track, s) for s in range(21)] == [bytes(256)] * 21
    assert kept.read(4, 0) == pattern(4, 0)
