"""The DOS ROM on the 1541's hardware, alone: a disk, and jobs through the queue."""

from functools import cache

from c64.base.fields import load_fields, save_fields
from c64.drive.board1541 import DriveBus
from c64.roms import ROM_OWN_FOLDER
from disk.d64 import D64Image, sectors_of
from disk.surface import Surface
from emu.kit.machine_pool import MachineSpec, symbols_of
from tests.asm.dos.dos_flat import DEBUG_FILE

SECOND = 1_000_000
START = SECOND // 2
JOBS, TRACKS, IDS, BUFFERS = 0x00, 0x06, 0x12, 0x0300
READ, WRITE, VERIFY, SEEK, BUMP, JUMP, EXECUTE = range(0x80, 0xF0, 0x10)


@cache
def pattern(track, sector):
    """Return 256 bytes that no other sector of a disk has."""
    return bytes((track * 7 + sector * 13 + at * (sector | 1)) & 0xFF for at in range(255)) + bytes(
        [track ^ sector << 3 & 0xFF]
    )


def patterned_disk(disk_id=b"GO", errors=()):
    """Return a D64Image whose sectors hold ``pattern``.

    errors  (track, sector, error byte) as in a .d64
    """
    image = D64Image.blank(disk_id=disk_id)
    for track in range(1, 36):
        for sector in range(sectors_of(track)):
            if track != 18 or sector:
                image.write(track, sector, pattern(track, sector))
    if errors:
        image.errors = bytearray([1]) * (len(image.data) // 256)
    for track, sector, error in errors:
        image.errors[image.index(track, sector)] = error
    return image


def drive_with_known_disk():
    """Return a DosDrive whose motor runs and that knows its disk; quick after the first time."""
    drive = DosDrive(patterned_disk(), started=False)
    load_fields(drive.bus, _known_disk())
    drive.bus.head.take_back(drive.surface)
    return drive


@cache
def _known_disk():
    drive = DosDrive(patterned_disk())
    assert drive.job(SEEK, 18) == 1
    return save_fields(drive.bus)


class DosDrive:
    """A drive that has started.

    bus      c64.drive.board1541.DriveBus;  ram  its 2 KB
    symbols  of the ROM
    """

    def __init__(self, image=None, read_only=False, rom=None, started=True):
        self.bus = DriveBus(rom or (ROM_OWN_FOLDER / "dos1541.bin").read_bytes())
        self.symbols = symbols_of(MachineSpec(dbg=(str(DEBUG_FILE),)))
        self.surface = None
        self.insert(image, read_only)
        if started:
            self.run(START)

    ram = property(lambda self: self.bus.ram)

    def insert(self, image, read_only=False):
        """Put a disk in, or take it out."""
        self.image = image
        self.surface = None if image is None else Surface(image)
        self.bus.insert(self.surface, read_only)

    def run(self, cycles):
        """Let the drive run."""
        self.bus.run_to(self.bus.cycle + cycles)

    def put(self, address, data):
        """Put bytes into RAM."""
        self.bus.ram[address : address + len(data)] = data

    def buffer(self, number):
        """Return the 256 bytes of a buffer."""
        return bytes(self.bus.ram[BUFFERS + 256 * number : BUFFERS + 256 * number + 256])

    def start(self, code, track=1, sector=0, buffer=0):
        """Put a job into the queue."""
        self.put(TRACKS + 2 * buffer, bytes([track, sector]))
        self.bus.ram[JOBS + buffer] = code

    def wait(self, buffer=0, limit=10 * SECOND):
        """Run until a job is done; returns its result."""
        end = self.bus.cycle + limit
        while self.bus.ram[JOBS + buffer] & 0x80:
            assert self.bus.cycle < end, "the job does not end"
            self.run(100)
        return self.bus.ram[JOBS + buffer]

    def job(self, code, track=1, sector=0, buffer=0):
        """Do a job; returns its result."""
        self.start(code, track, sector, buffer)
        return self.wait(buffer)

    def call(self, label, a=0, x=0, y=0, limit=60 * SECOND, each=None):
        """Call a routine of the ROM from the main loop, interrupts on; returns (A, carry).

        It runs as a program in buffer 4 that stops in a loop of its own.  ``each`` is called
        every 2000 cycles.
        """
        at = BUFFERS + 0x400
        target = self.symbols.address(label)
        loop = at + 20
        code = [0x58, 0xA9, a, 0xA2, x, 0xA0, y, 0x20, target & 0xFF, target >> 8]
        code += [0x8D, at + 30 & 0xFF, at >> 8, 0xA9, 0, 0x2A, 0x8D, at + 31 & 0xFF, at >> 8]
        code += [0xEA, 0x4C, loop & 0xFF, loop >> 8]
        self.put(at, bytes(code))
        cpu = self.bus.cpu
        while cpu.p & 4 or cpu.pc < 0xC000:
            cpu.step()
        cpu.pc = at
        end = self.bus.cycle + limit
        while cpu.pc != loop:
            assert self.bus.cycle < end, f"{label} does not return"
            self.run(2000 if each else 20)
            if each:
                each()
        return self.bus.ram[at + 30], self.bus.ram[at + 31]
