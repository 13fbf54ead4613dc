"""The computer's side of the serial bus, bit by bit, at the pace of a C64's KERNAL.

Written from the protocol's description (Butterfield, Compute! 38; Programmer's Reference
Guide), independent of our KERNAL and of our drive.  Times are machine cycles; a line is
looked at every ``POLL`` cycles, as the KERNAL's loops do.
"""

from c64.drive.iec import SerialBus
from c64.drive.virtual_drive import Drive
from disk.d64 import D64Image

POLL = 15
NEVER = 20_000_000
EOF, TIMEOUT, NO_DEVICE = 0x40, 0x02, 0x80


class BusError(Exception):
    """The device broke the protocol; the message says at which step."""


class Master:
    """Bit-bangs a SerialBus.

    cycle   machine cycles since the start
    status  as the KERNAL's ST: $40 end, $02 timeout, $80 no device; gathered by OR
    """

    def __init__(self, bus):
        self.bus = bus
        self.cycle = 0
        self.status = 0
        self.atn = self.clk = self.data = 0
        self.watch = None

    def run(self, cycles):
        end = self.cycle + cycles
        while self.bus.wakeup <= end:
            self.cycle = max(self.cycle, self.bus.wakeup)
            self.bus.run(self.cycle)
        self.cycle = end
        if self.bus.lazy:  # a true drive lives behind
            self.bus.sync(end)
        if self.watch:
            self.watch()

    def set(self, **lines):
        for name, pulled in lines.items():
            setattr(self, name, pulled)
            self.bus.set_computer(self.atn, self.clk, self.data, self.cycle)
            self.run(8)

    def wait(self, what, limit=NEVER, **lines):
        """Poll until the lines are as wanted; returns False after ``limit`` cycles."""
        start = self.cycle
        while any(getattr(self.bus, f"{name}_low") != low for name, low in lines.items()):
            self.run(POLL)
            if self.cycle - start > limit:
                if limit == NEVER:
                    raise BusError(f"{what}: the device does not answer")
                return False
        return True

    # -- bytes -------------------------------------------------------------------------

    def send(self, byte, last=False):
        """Send a byte as the KERNAL does; False and ST when nobody takes it."""
        self.set(data=0)
        if not self.bus.data_low:
            self.status |= NO_DEVICE
            return False
        self.set(clk=0)
        self.wait("ready for data", data=0, atn=self.atn)
        if last:
            self.wait("noticing the last byte", data=1)
            self.wait("ready after noticing the last byte", data=0)
        self.set(clk=1)
        for bit in range(8):
            self.run(20)
            self.set(data=~byte >> bit & 1)
            self.set(clk=0)
            self.run(16)
            self.set(data=0, clk=1)
        if not self.wait("acknowledging the byte", limit=1000, data=1):
            self.status |= 0x03
            return False
        return True

    def receive(self):
        """Receive a byte; None at a timeout, ST tells end and timeout."""
        self.set(clk=0)
        self.wait("talker ready", clk=0)
        self.set(data=0)
        if not self.wait("first bit", limit=256, clk=1):
            self.set(data=1)
            self.run(20)
            self.status |= EOF
            self.set(data=0)
            if not self.wait("first bit of the last byte", limit=256, clk=1):
                self.status |= TIMEOUT
                return None
        byte = 0
        for bit in range(8):
            self.wait(f"bit {bit} valid", limit=1000, clk=0)
            byte |= (self.bus.data_low ^ 1) << bit
            self.wait(f"bit {bit} over", limit=1000, clk=1)
        self.set(data=1)
        return byte

    # -- attention ---------------------------------------------------------------------

    def command(self, *codes):
        """Send bytes under ATN; ATN stays low."""
        self.set(data=0)
        self.set(atn=1)
        for code in codes:
            self.set(clk=1)
            self.set(data=0)
            self.run(1000)
            if not self.send(code):
                self.idle()
                return False
        return True

    def idle(self):
        self.set(atn=0)
        self.run(60)
        self.set(clk=0, data=0)

    def listen(self, secondary, unit=8):
        if self.command(0x20 | unit, secondary):
            self.set(atn=0)

    def unlisten(self):
        self.command(0x3F)
        self.idle()

    def talk(self, secondary, unit=8):
        if self.command(0x40 | unit, secondary):
            self.set(data=1)
            self.set(atn=0)
            self.set(clk=0)
            self.wait("turnaround", clk=1)

    def untalk(self):
        self.set(clk=1)
        self.command(0x5F)
        self.idle()

    # -- what programs do --------------------------------------------------------------

    def write(self, secondary, content, unit=8):
        """LISTEN, the bytes, UNLISTEN; returns the number of bytes taken."""
        self.listen(secondary, unit)
        taken = 0
        for at, byte in enumerate(content):
            if self.status & NO_DEVICE or not self.send(byte, at == len(content) - 1):
                break
            taken += 1
        self.unlisten()
        return taken

    def open(self, channel, name, unit=8):
        self.write(0xF0 | channel, name, unit)

    def close(self, channel, unit=8):
        self.listen(0xE0 | channel, unit)
        self.unlisten()

    def print(self, channel, content, unit=8):
        return self.write(0x60 | channel, content, unit)

    def read(self, channel, count=100000, unit=8):
        """TALK, up to ``count`` bytes until the end, UNTALK."""
        self.status = 0
        self.talk(0x60 | channel, unit)
        out = bytearray()
        while len(out) < count and not self.status:
            byte = self.receive()
            if byte is not None:
                out.append(byte)
        self.untalk()
        return bytes(out)

    def load(self, name, unit=8):
        """What LOAD sends; returns the bytes, b"" when the file is not there."""
        self.open(0, name, unit)
        content = self.read(0, unit=unit)
        self.close(0, unit)
        return content

    def save(self, name, content, unit=8):
        self.open(1, name, unit)
        taken = self.print(1, content, unit)
        self.close(1, unit)
        return taken

    def command_line(self, text, unit=8):
        """Send a command on channel 15 and return the status."""
        self.print(15, text, unit)
        return self.read(15, unit=unit)

    def error(self, unit=8):
        return self.read(15, unit=unit)


def bench(image=None, unit=8):
    """Return (master, drive): a bus with one drive, a formatted disk in it by default."""
    bus = SerialBus()
    drive = Drive(unit)
    drive.mount(D64Image.blank(b"TEST DISK", b"T1") if image is None else image)
    bus.attach(unit, drive)
    return Master(bus), drive
