"""The DOS ROM's file system on flat memory: no bus, no controller, only routines and an image.

Jobs are done at once by Python on a D64 image.  ``FlatMaster`` has the methods of
``tests.c64.drive.iec_master.Master`` that programs use, so that the tests of the virtual drive's
DOS can ask the same questions of the 6502 code.
"""

from c64.roms import ROM_OWN_FOLDER
from disk.d64 import D64Image, blocks_on
from disk.errors import DosError
from disk.volume import Volume
from emu.kit.flat import FlatKit
from tests.asm.dos.dos_flat import ROM_BASE, dos_program
from tests.c64.drive.iec_master import EOF, NO_DEVICE, TIMEOUT
from tools.rom.dosrom import rom_sum

TRAP = 0x2000  # where calls return to and where jobs are waited for
JOBS, JOB_PLACES, DISK_ID, HEADER, DISK_CHANGED = 0x00, 0x06, 0x12, 0x16, 0x1C
BUFFERS = 0x0300
VIA2_PRB, WRITABLE = 0x1C00, 0x10
STACK_TOP = 0x45
LIMIT = 400_000_000
READ, WRITE, SEEK, EXECUTE = 0x80, 0x90, 0xB0, 0xE0
RESULT_OK, RESULT_PROTECTED, RESULT_ID = 0x01, 0x08, 0x0B
FIRST_ERROR = 18  # error 20 is result 2


class FlatDrive:
    """The ROM with a disk.

    flat   emu.kit.flat.FlatKit
    image  disk.d64.D64Image or None
    jobs   list of (job, track, sector) done
    """

    def __init__(self, image):
        self.flat = FlatKit(dos_program(), trace=False)
        self.flat.ram[ROM_BASE:] = (ROM_OWN_FOLDER / "dos1541.bin").read_bytes()
        self.jobs = []
        self.boot()
        self.mount(image)

    def boot(self):
        """Switch it on; waiting for a job, and the main loop, end in TRAP."""
        flat = self.flat
        for place in ("job_wait", "main_loop"):
            at = flat.symbols.address(place)
            flat.ram[at : at + 3] = bytes((0x4C, TRAP & 0xFF, TRAP >> 8))
        check = flat.symbols.address("rom_check")
        flat.ram[check] = 0
        flat.ram[check] = 0xFF - rom_sum(bytes(flat.ram[ROM_BASE:]))
        self.call("dos_reset")

    def mount(self, image):
        """Put a disk in, or take it out (None)."""
        self.image = image
        self.flat.ram[DISK_CHANGED] = 1

    @property
    def volume(self):
        return Volume(self.image)

    def call(self, place, a=0, x=0, y=0):
        """Call a routine with jobs served; returns the carry."""
        flat, cpu = self.flat, self.flat.cpu
        flat.ram[VIA2_PRB] = 0 if self.image_protected() else WRITABLE
        cpu.a, cpu.x, cpu.y, cpu.p = a, x, y, 0x24
        cpu.sp = STACK_TOP
        reason = flat.bus.call(flat.symbols.address(place), TRAP, LIMIT)
        while reason == 1 and cpu.sp != STACK_TOP:
            flat.ram[VIA2_PRB] = 0 if self.image_protected() else WRITABLE
            self._serve()
            reason = flat.bus.run_to(TRAP, flat.bus.cycle + LIMIT)
        assert reason == 1, f"{place} does not end, at ${cpu.pc:04X}"
        return cpu.p & 1

    def image_protected(self):
        return getattr(self, "image", None) is not None and self.image.read_only

    def _serve(self):
        """Do the job that is waited for, and return as job_wait does."""
        cpu, ram = self.flat.cpu, self.flat.ram
        buffer = cpu.x
        result = ram[JOBS + buffer]
        if result & 0x80:
            result = self._job(result, buffer)
        ram[JOBS + buffer] = cpu.a = result
        cpu.p = cpu.p & ~1 | (result > RESULT_OK)
        low, high = ram[0x101 + cpu.sp], ram[0x102 + cpu.sp]
        cpu.sp += 2
        cpu.pc = (low | high << 8) + 1 & 0xFFFF

    def _job(self, code, buffer):
        ram = self.flat.ram
        track, sector = ram[JOB_PLACES + 2 * buffer : JOB_PLACES + 2 * buffer + 2]
        self.jobs.append((code, track, sector))
        if self.image is None:
            return 0x03
        page = slice(BUFFERS + 256 * buffer, BUFFERS + 256 * buffer + 256)
        disk_id = self.volume.disk_id()
        try:
            if code == SEEK:
                ram[DISK_ID : DISK_ID + 2] = ram[HEADER : HEADER + 2] = disk_id
            elif code == EXECUTE:
                return self._format()
            elif bytes(ram[DISK_ID : DISK_ID + 2]) != disk_id and sector:
                return RESULT_ID
            elif code == READ:
                ram[page] = self.image.read(track, sector)
            elif code == WRITE:
                self.image.write(track, sector, bytes(ram[page]))
        except DosError as error:
            return RESULT_OK + 1 if error.number == 66 else error.number - FIRST_ERROR
        return RESULT_OK

    def _format(self):
        if self.image.read_only:
            return RESULT_PROTECTED
        self.image.data[:] = bytes(blocks_on(self.image.tracks) * 256)
        return RESULT_OK


class FlatMaster:
    """A computer that calls the drive's routines instead of moving lines."""

    def __init__(self, drive):
        self.drive = drive
        self.status = 0

    def _aim(self, secondary):
        ram = self.drive.flat.ram
        ram[0x84], ram[0x83] = secondary, secondary & 15

    def _run_command(self):
        if self.drive.flat.memory["cmd_wait"]:
            self.drive.call("cmd_run")

    def write(self, secondary, content, unit=8):
        """LISTEN, the bytes, UNLISTEN; returns the number of bytes taken."""
        drive, memory = self.drive, self.drive.flat.memory
        self._aim(secondary)
        taken = 0
        if drive.call("listen_begin"):
            self.status |= NO_DEVICE
            return 0
        for at, byte in enumerate(content):
            memory["BUS_BYTE"] = byte
            memory["BUS_EOI"] = 0 if at == len(content) - 1 else 8
            taken += 1
            if drive.call("listen_byte"):
                if at < len(content) - 1:
                    self.status |= NO_DEVICE
                break
        self._run_command()
        return taken

    def read(self, channel, count=100000, unit=8):
        """TALK, up to ``count`` bytes until the end, UNTALK."""
        drive, memory = self.drive, self.drive.flat.memory
        self.status = 0
        self._aim(0x60 | channel)
        out = bytearray()
        while len(out) < count:
            if drive.call("bus_fetch"):
                self.status |= TIMEOUT
                break
            out.append(drive.flat.cpu.a)
            last = memory["bus_last"]
            drive.call("bus_sent")
            if last & 0x80:
                self.status |= EOF
                break
        return bytes(out)

    def open(self, channel, name, unit=8):
        self.write(0xF0 | channel, name)

    def close(self, channel, unit=8):
        self.drive.call("chan_close", x=channel)

    def print(self, channel, content, unit=8):
        return self.write(0x60 | channel, content)

    def load(self, name, unit=8):
        self.open(0, name)
        content = self.read(0)
        self.close(0)
        return content

    def save(self, name, content, unit=8):
        self.open(1, name)
        taken = self.print(1, content)
        self.close(1)
        return taken

    def command_line(self, text, unit=8):
        self.print(15, text)
        return self.read(15)

    def error(self, unit=8):
        return self.read(15)


class _Handle:
    """What tests of the virtual drive reach for: ``drive.dos.volume``."""

    def __init__(self, drive):
        self._drive = drive
        self.dos = self

    reset = property(lambda self: self._drive.boot)
    mount = property(lambda self: self._drive.mount)
    volume = property(lambda self: self._drive.volume)
    image = property(lambda self: self._drive.image)
    flat = property(lambda self: self._drive.flat)


def bench(image=None, unit=8):
    """Return (master, drive) as the fixtures of tests/c64/drive do."""
    disk = D64Image.blank(b"TEST DISK", b"T1") if image is None else image
    drive = FlatDrive(disk)
    return FlatMaster(drive), _Handle(drive)
