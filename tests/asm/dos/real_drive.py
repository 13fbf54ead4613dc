"""A computer in Python on the lines, and the 1541 as hardware with the ROM on their other end."""

from fractions import Fraction

from c64.drive.drive1541 import Drive1541
from c64.drive.iec import SerialBus
from c64.roms import load_dos
from disk.d64 import D64Image
from disk.volume import Volume
from tests.c64.drive.iec_master import Master

PAL_HZ = Fraction(985248)
START = 1_200_000  # cycles until the ROM has tested itself
TURN = 197_050  # cycles of a turn of the disk


class RealMaster(Master):
    """Looks at the lines of drives that live behind the computer's time."""

    def run(self, cycles):
        self.cycle += cycles
        self.bus.run(self.cycle)
        self.bus.sync(self.cycle)
        if self.watch:
            self.watch()


def bench(*images):
    """Return (master, drive, ...): drives 8, 9 ... with these disks, by default one blank disk."""
    bus = SerialBus()
    drives = []
    for unit, image in enumerate(images or (D64Image.blank(b"TEST DISK", b"T1"),), 8):
        drive = Drive1541(unit, PAL_HZ, load_dos())
        bus.attach(unit, drive)
        drive.mount(image)
        drives.append(drive)
    master = RealMaster(bus)
    master.run(START)
    return master, *drives


def volume_of(drive):
    """Return what is on the drive's disk now."""
    drive.flush()
    return Volume(drive.image)
