"""A 1541 as hardware on the serial bus: the drive's board, its time, and the disk in it.

The drive has a clock of its own, 1 MHz against the computer's 985,248 or 1,022,727 Hz; the
ratio is kept exactly, in whole numbers.  The two run one after the other: the drive lives
behind the computer and catches up when the computer looks at the lines, pulls one, or a few
thousand cycles have passed.  Nobody can tell, because

- the drive's CPU begins a step only if that ends by the present, or touches VIA 1 by then;
- what the computer does to the lines reaches the drive at the drive's cycle it belongs to;
- what the drive does to them carries its cycle, too, and DATA's answer to ATN, which a gate
  gives without the CPU, is there at once.

On both sides a write counts from the end of its cycle, and a read sees what was there when
its cycle began (the ports take their pins in before the CPU has the byte).

With two such drives, one sees what the other does within 20 cycles.

Source: 1541 service manual; for the gate and the inverters, its schematic.

Not emulated: the rise time of the lines; what a read-modify-write instruction on VIA 1 sees of
an ATN that changes within its last two cycles.
"""

import struct
import zlib
from fractions import Fraction

from c64.base.bus import released
from c64.base.fields import Field, create_fields, fields_size, load_fields, save_fields
from c64.drive.board1541 import DriveBus
from c64.drive.disks import check_drive_kind, open_disk
from c64.drive.dos_state import check_1541
from c64.drive.iec import SerialDevice
from disk.budget import DISK_MOST, inflate
from disk.errors import MediaError
from disk.surface import Surface, restored_surface

DRIVE1541_HZ = 1_000_000
DRIVE1541_LAG = 4096  # cycles of the computer after which the drive catches up by itself
DRIVE1541_LAG_SHARED = 16  # the same with another device on the bus
DRIVE1541_SHORT = 64  # cycles of the drive for which to let go of the GIL is not worth it
ATN_INTERRUPT = 0x02  # CA1 of VIA 1, in its interrupt enable register
INTERRUPTS_OFF = 0x04
DRIVE1541_SNAPSHOT = struct.Struct("<4sII")
DRIVE1541_MAGIC = b"D541"


class Drive1541(SerialDevice):
    """A 1541.

    number  8..11, set by its jumpers
    unit    c64.drive.board1541.DriveBus: its board
    image   the disk in it (disk.d64.D64Image, disk.g64.G64Image), or None
    """

    fields = (
        Field("clk"),  # 1: the drive pulls CLK
        Field("data"),  # 1: the drive pulls DATA, by its port or by ATN and ATNA
        Field("wakeup"),  # computer's cycle at which the drive catches up, if nobody asks before
        Field("atn"),  # 1: ATN is low, as the drive's gate sees it
        Field("posted"),  # lines it was last sent: bit 0 ATN, 1 CLK, 2 DATA; 1 low
        Field("base", keep=True),  # the count of its cycles when it was plugged in: its cycle 0
    )
    derived = (
        # of the computer's clock
        "ratio_up", "ratio_down",
        # the disk saves itself; notice is the host's
        "surface", "notice",
    )  # fmt: skip
    parts = ("unit",)

    def __init__(self, number, clock_hz, dos):
        """clock_hz: the computer's clock as a Fraction; dos: 16,384 bytes of ROM."""
        self.lazy = 1
        self.number = number
        create_fields(self)
        self.unit = DriveBus(dos, number)
        ratio = Fraction(DRIVE1541_HZ) / clock_hz
        self.ratio_up, self.ratio_down = ratio.numerator, ratio.denominator
        self.surface = None
        self.notice = None

    @classmethod
    def attach(cls, board, media, device=8, read_only=False, dos=None):
        """Put a disk into the 1541 ``device`` (8..11) of a board, plugging it in if need be.

        media      path of a .d64 or .g64, an opened image, a Program or Tape (which comes as
                   a disk in memory); None: a drive without a disk
        read_only  True: as if the write-protect notch were covered
        dos        16,384 bytes; None: that of ``board.roms``

        A drive of another kind that has the number is unplugged.  Returns the Drive1541.
        Raises MediaError if the file is no usable image, ValueError for another device
        number, RomError if there is no ROM.
        """
        if not 8 <= device <= 11:
            raise ValueError(f"device {device}: a drive has number 8, 9, 10 or 11")
        image = open_disk(media)
        check_drive_kind(image, "1541")
        if image is not None and read_only:
            image.read_only = True
        drive = board.iec.devices.get(device)
        if not isinstance(drive, cls):
            drive = cls(device, board.model.exact_hz, dos or board.roms.dos())
            drive.base = drive.due(board.cycle)
            drive.wakeup = board.cycle
            board.iec.attach(device, drive)
        drive.mount(image)
        return drive

    def plug_in(self, bus, cycle, lived):
        """Take the place of another drive on a bus at machine cycle ``cycle``.

        lived  how many cycles of the computer it has lived by itself, from its cycle 0
        """
        self.base = self.due(cycle) + self.base - self.due(lived)
        self.wakeup = cycle
        bus.attach(self.number, self)

    # -- time ----------------------------------------------------------------------------

    def due(self, cycle):
        """Return how many cycles of the drive are over when machine cycle ``cycle`` begins."""
        whole, rest = cycle // self.ratio_down, cycle % self.ratio_down
        return whole * self.ratio_up + rest * self.ratio_up // self.ratio_down - self.base

    def cycle_of(self, period):
        """Return the machine cycle that is under way at a period of the drive's 16 MHz."""
        return (period // 16 + self.base) * self.ratio_down // self.ratio_up

    def sync(self, cycle):
        """Catch up with machine cycle ``cycle`` and put the drive's outputs on the lines."""
        due = self.due(cycle)
        self.catch_up(due)
        if self.unit.held == 1:
            self.unit.go_on(due)
        self.pull(self.unit.port_as_of(due))

    def catch_up(self, due):
        """Have the board run until ``due`` of its cycles are over."""
        if due - self.unit.cycle < DRIVE1541_SHORT:
            self.unit.run_to(due)
        else:
            with released():
                self.unit.run_to(due)

    def pull(self, port):
        """Derive what the drive pulls from its port and ATN."""
        self.clk = port >> 1 & 1
        self.data = port & 1 | (self.atn ^ port >> 2 & 1)

    def run(self, bus, cycle):
        """Catch up now and then, and keep what was written once the motor is off."""
        due = self.due(cycle)
        self.catch_up(due)
        self.pull(self.unit.port_as_of(due))
        if self.surface is not None:
            self.unit.protected = self.surface.read_only
            if not self.unit.head.motor and self.surface.changed:
                self.flush()
        self.wakeup = cycle + (DRIVE1541_LAG if len(bus.slots) < 2 else DRIVE1541_LAG_SHARED)
        if self.unit.watching:
            self.wakeup = cycle + 1
            if self.unit.held:
                bus.held = 1

    def lines_changed(self, bus, cycle):
        """Let the drive know what the others do to the lines, from this cycle on."""
        clk = bus.computer_clk
        data = bus.computer_data
        for device in bus.slots:
            if device is not self:
                clk |= device.clk
                data |= device.data
        lines = bus.atn_low | clk << 1 | data << 2
        if lines == self.posted:
            return
        self.posted = lines
        due = self.due(cycle + 1)
        self.unit.post(lines, due)
        if self.atn != bus.atn_low:
            self.atn = bus.atn_low
            self.pull(self.unit.port_as_of(due))

    def reset(self):
        """The computer's reset line was pulled."""
        self.flush()
        self.unit.reset()
        self.atn = self.posted = 0
        self.wakeup = 0
        self.pull(self.unit.port)

    # -- disk ----------------------------------------------------------------------------

    def mount(self, image):
        """Put in a disk (disk.d64.D64Image, disk.g64.G64Image), or take it out (None)."""
        self.flush()
        self.surface = None if image is None else Surface(image)
        self.unit.insert(self.surface, image is not None and image.read_only)

    @property
    def image(self):
        """The disk in the drive, or None."""
        return None if self.surface is None else self.surface.image

    @property
    def ready(self):
        """True once the DOS has tested the drive and listens to the bus: ATN would interrupt it."""
        return bool(self.unit.via1.ier & ATN_INTERRUPT) and not self.unit.cpu.p & INTERRUPTS_OFF

    @property
    def in_ram(self):
        """True while its CPU runs what a program has put into its RAM."""
        return self.unit.cpu.pc & 0x8000 == 0

    @property
    def busy(self):
        """True while the motor runs."""
        return bool(self.unit.head.motor)

    def flush(self):
        """Bring image and host's file up to date with what the head wrote."""
        if self.surface is None:
            return
        try:
            lost = self.surface.flush()
            self.unit.head.noted = 0  # a head that is writing has more to come
            self.image.flush()
        except MediaError as error:
            lost = [str(error)]
        if self.notice is not None:
            for line in lost:
                self.notice(line)

    # -- snapshots -----------------------------------------------------------------------

    def save_state(self):
        """Return the drive's whole state, with the disk's content, as bytes."""
        fields = save_fields(self)
        disk = b"" if self.surface is None else self.surface.packed()
        return DRIVE1541_SNAPSHOT.pack(DRIVE1541_MAGIC, len(fields), len(disk)) + fields + disk

    def check_state(self, data):
        """Return what ``take_state`` takes of what ``save_state`` of a 1541 gave.

        (bytes of the fields, Surface of the disk in the state or None, its content; content
        None: the disk in the drive is the same).  Raises ValueError.
        """
        size = DRIVE1541_SNAPSHOT.size
        if len(data) < size or not data.startswith(DRIVE1541_MAGIC):
            raise ValueError("drive state: does not begin with D541")
        _, fields, disk = DRIVE1541_SNAPSHOT.unpack_from(data)
        if fields != fields_size(self) or len(data) != size + fields + disk:
            raise ValueError("drive state: truncated or of another version")
        packed, fields = data[size + fields :], data[size : size + fields]
        if disk and self.surface is not None and self.surface.is_packed_as(packed):
            return fields, self.surface, None
        if not disk:
            return fields, None, b""
        try:
            content = inflate(packed, DISK_MOST)
            return fields, restored_surface(content, None), content
        except zlib.error:
            raise ValueError("drive state: the disk in it cannot be read") from None
        except MediaError as error:
            raise ValueError(f"drive state: {error}") from None

    def check_values(self, state, numbers, cycle):
        """Raise ValueError unless the drive can go on from a state that ``check_state`` gave.

        numbers  {name: value} of the fields in it;  cycle: of the computer then
        """
        check_1541(numbers, state[1], cycle, self)

    def take_state(self, state):
        """Go to a state as ``check_state`` returned it.

        The disk of that moment is in the drive again, tied to the host's file as
        disk.surface.restored_surface says.
        """
        fields, _, content = state
        if content is not None:
            self.surface = restored_surface(content, self.image) if content else None
        load_fields(self, fields)
        self.unit.head.take_back(self.surface)

    def load_state(self, data):
        """Take back what ``save_state`` gave; ValueError (and no change) if unusable."""
        self.take_state(self.check_state(data))
