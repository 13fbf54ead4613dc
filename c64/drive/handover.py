"""A true 1541 takes the place of a virtual drive, in the middle of a program.

A program that uploads code (M-W) or has some executed (M-E) needs the drive's own processor.  One
that drives the serial bus by code of its own, or asks for a track behind the disk's last, may count
on what only a 1541 does.  Then a 1541 is switched on in a time of its own, with the disk in it, and
a computer's end of the serial bus (``Controller``) brings it to where the virtual drive is: the
same files and buffers open, the same bytes read, and the command that needs it sent up to the last
bit.  Then it is plugged in.  The computer sees nothing but the acknowledgement of that last byte.

All goes by the protocol, so that any DOS does, ours or the user's.  Only buffers are copied.

Source: Commodore, "C64 Programmer's Reference Guide", serial bus timing.

Not carried over: a message on channel 15 that nobody has read; what a file open for writing has not
in a block yet stays in order, as the file is closed and opened again to append.
"""

from c64.drive.channels import (
    CHANNEL_LAST,
    BufferChannel,
    BytesChannel,
    ReadChannel,
    RelativeChannel,
    WriteChannel,
)
from c64.drive.dos import DOS_STARTED
from c64.drive.iec import SerialBus
from disk.errors import DosError

LISTEN, UNLISTEN, TALK, UNTALK = 0x20, 0x3F, 0x40, 0x5F
DATA, OPEN = 0x60, 0xF0
COMMANDS = 15
BUFFERS_AT, BUFFER_SIZE = 0x0300, 256
RETRIES_AT, INTERLEAVE_AT, ADDRESSES_AT = 0x6A, 0x69, 0x77
PARAMETERS = (INTERLEAVE_AT, RETRIES_AT)  # what programs set and leave the rest to the DOS
TYPE_LETTERS = b"DSPUL"

# Cycles of the computer.
STEP = 8  # between two looks at the lines
BIT = 70  # that each half of a bit lasts
ATTEND = 1000  # from ATN to the first command, as a KERNAL waits
SETTLE = 200  # between other changes of the lines
BOOT = 5_000_000  # in which a drive is ready, or it has no DOS for this
WORK = 60_000_000  # in which a drive answers, whatever it does with its head
SILENCE = 250  # after which a listener or a talker marks the last byte


class NoAnswerError(Exception):
    """A drive does not do its part of the protocol."""


class Controller:
    """The computer's end of a serial bus on which there is one 1541.

    drive  c64.drive.drive1541.Drive1541, just switched on
    cycle  of the computer's clock, counted from then
    """

    def __init__(self, drive):
        self.drive = drive
        self.cycle = 0
        self.bus = SerialBus()
        self.bus.attach(drive.number, drive)

    def lines(self, atn, clk, data):
        """Set what the computer pulls low."""
        self.bus.set_computer(atn, clk, data, self.cycle)

    def wait(self, cycles):
        """Let time pass."""
        self.cycle += cycles
        self.bus.sync(self.cycle)

    def until(self, test, limit=WORK, step=STEP):
        """Wait until ``test()`` is true; NoAnswerError if that takes too long."""
        end = self.cycle + limit
        while not test():
            if self.cycle >= end:
                raise NoAnswerError
            self.wait(step)

    def boot(self):
        """Wait until the drive's DOS listens to the bus."""
        self.until(lambda: self.drive.ready, BOOT, 1000)
        self.wait(SETTLE)

    # -- bytes -------------------------------------------------------------------------

    def send(self, byte, last=False):
        """Send a byte up to its acknowledgement; CLK is low before and after."""
        bus, atn = self.bus, self.bus.computer_atn
        self.lines(atn, 0, 0)
        self.until(lambda: not bus.data_low)
        if last:
            self.until(lambda: bus.data_low)
            self.until(lambda: not bus.data_low)
        self.lines(atn, 1, 0)
        self.wait(BIT)
        for bit in range(8):
            self.lines(atn, 1, 0)
            self.wait(BIT)
            self.lines(atn, 1, byte >> bit & 1 ^ 1)
            self.lines(atn, 0, byte >> bit & 1 ^ 1)
            self.wait(BIT)
        self.lines(atn, 1, 0)
        self.until(lambda: bus.data_low)

    def attention(self, *codes):
        """Send commands to all devices; ATN stays low."""
        self.lines(1, 1, 0)
        self.until(lambda: self.bus.data_low)
        self.wait(ATTEND)
        for code in codes:
            self.send(code)

    def end_attention(self):
        """Let go of ATN; the computer stays the talker."""
        self.wait(SETTLE)
        self.lines(0, 1, 0)
        self.wait(SETTLE)

    def message(self, unit, secondary, text):
        """Send LISTEN, a secondary address and bytes; UNLISTEN is for the caller."""
        self.attention(LISTEN | unit, secondary)
        if text:
            self.end_attention()
            for byte in text[:-1]:
                self.send(byte)
            self.send(text[-1], last=True)
            self.wait(SETTLE)

    def say(self, unit, secondary, text):
        """Send a message to a channel; the drive has done what it says when this returns."""
        self.message(unit, secondary, text)
        self.attention(UNLISTEN)
        self.end_attention()
        self.lines(0, 0, 0)
        self.wait(SETTLE)

    def command(self, unit, text):
        """Send a command to channel 15."""
        self.say(unit, DATA | COMMANDS, text)

    def read(self, unit, channel, count):
        """Take up to ``count`` bytes from a channel; returns them."""
        bus, found = self.bus, bytearray()
        self.attention(TALK | unit, DATA | channel)
        self.turn_round()
        while len(found) < count:
            self.until(lambda: not bus.clk_low)
            byte, last = self.receive()
            found.append(byte)
            if last:
                break
        self.wait(SETTLE)  # or the drive does not know that the last byte has come
        self.attention(UNTALK)
        self.end_attention()
        self.lines(0, 0, 0)
        self.wait(SETTLE)
        return bytes(found)

    def turn_round(self):
        """Become the listener, and the drive the talker."""
        self.wait(SETTLE)
        self.lines(0, 0, 1)
        self.until(lambda: self.bus.clk_low)

    def listen(self):
        """Behind TALK, wait until the drive has a byte to send."""
        self.turn_round()
        self.until(lambda: not self.bus.clk_low)

    def receive(self, limit=WORK):
        """Return (byte, whether the talker has marked it as the last).

        NoAnswerError if it does not begin within ``limit`` cycles.
        """
        bus, last, byte = self.bus, False, 0
        self.lines(0, 0, 0)
        asked = self.cycle
        while not bus.clk_low:
            self.wait(STEP)
            if not last and self.cycle - asked > SILENCE:
                last = True
                self.lines(0, 0, 1)
                self.wait(BIT)
                self.lines(0, 0, 0)
            if self.cycle - asked > limit:
                raise NoAnswerError
        for bit in range(8):
            self.until(lambda: not bus.clk_low)
            byte |= (bus.data_low ^ 1) << bit
            self.until(lambda: bus.clk_low)
        self.lines(0, 0, 1)
        return byte, last


def bring_up(true, virtual, text, trigger):
    """Bring a 1541 to where a virtual drive is; returns the Controller, which holds ATN low.

    true     Drive1541, just made, without a disk
    virtual  Drive, which has taken the last byte of a command and has not obeyed it
    text     that command, in PETSCII; b"": none, the trigger is all
    trigger  the bytes under ATN after which it is to be obeyed, the last of which the 1541 has not
             acknowledged before

    Raises NoAnswerError if its DOS does not know the protocol; what is open on the virtual drive is
    closed for good then only as far as it was written.
    """
    dos, control = virtual.dos, Controller(true)
    image = virtual.image
    true.mount(image)
    control.boot()
    if image is not None and (text or virtual.dos.status[0] != DOS_STARTED):
        control.command(true.number, b"I0")
    _set_parameters(control, dos)
    unit = dos.number
    if dos.last_program is not None:
        _load_begins(control, unit, dos.last_program)
    for secondary, channel in dos.channels.items():
        _open_again(control, dos, secondary, channel)
    if text:
        control.message(unit, (OPEN if dos.opening else DATA) | COMMANDS, text)
    control.attention(*trigger)
    return control


def _set_parameters(control, dos):
    """Let the drive have the device number, and what else of its RAM a program has set."""
    number, ram = control.drive.number, dos.ram
    for at in PARAMETERS:
        if at in dos.written:
            control.command(number, b"M-W" + bytes([at, 0, 1, ram[at]]))
    if dos.number != number:
        addresses = bytes([dos.number | LISTEN, dos.number | TALK])
        control.command(number, b"M-W" + bytes([ADDRESSES_AT, 0, 2]) + addresses)


def _load_begins(control, unit, name):
    """Have the drive know which program was loaded last."""
    control.say(unit, OPEN, b"0:" + name)
    control.read(unit, 0, 2)
    _close(control, unit, 0)


def _close(control, unit, secondary):
    control.attention(LISTEN | unit, 0xE0 | secondary, UNLISTEN)
    control.end_attention()
    control.lines(0, 0, 0)
    control.wait(SETTLE)


def _open_again(control, dos, secondary, channel):
    """Open a channel on the 1541, and go to where it is on the virtual drive."""
    unit, name = dos.number, dos.names.get(secondary, b"")
    if isinstance(channel, BufferChannel):
        _open_buffer(control, unit, secondary, channel)
    elif isinstance(channel, WriteChannel):
        _append_again(control, dos, secondary, channel)
    elif isinstance(channel, RelativeChannel):
        control.say(unit, OPEN | secondary, name)
        record = (channel.record + 1).to_bytes(2, "little")
        control.command(unit, b"P" + bytes([0x60 | secondary]) + record + bytes([channel.at + 1]))
    elif isinstance(channel, ReadChannel | BytesChannel):
        control.say(unit, OPEN | secondary, name)
        if taken := _taken(dos, name, secondary, channel):
            control.read(unit, secondary, taken)


def _open_buffer(control, unit, secondary, channel):
    control.say(unit, OPEN | secondary, b"#%d" % channel.number)
    at = BUFFERS_AT + channel.number * BUFFER_SIZE
    control.drive.unit.ram[at : at + BUFFER_SIZE] = channel.data
    if not channel.fresh:
        control.command(unit, b"B-P %d %d" % (secondary, channel.at))


def _append_again(control, dos, secondary, channel):
    """Close a file that is being written, and have the 1541 append to it."""
    entry = dos.volume.entry_at(*channel.writer.entry)
    channel.close()
    dos.flush()
    control.drive.mount(dos.volume.image)
    letter = TYPE_LETTERS[entry.type : entry.type + 1]
    control.say(dos.number, OPEN | secondary, b"0:" + entry.name + b"," + letter + b",A")


def _taken(dos, name, secondary, channel):
    """Return how many bytes of a channel the computer has read."""
    if isinstance(channel, BytesChannel):
        return channel.at
    try:
        whole = dos.opened(secondary, name)
    except DosError:
        return 0
    return _left(whole) - _left(ReadChannel.from_state(dos.volume, channel.state()))


def _left(channel):
    """Return how many bytes a channel would still send; it has sent them then."""
    count = 0
    try:
        while (shown := channel.peek()) >= 0:
            count += 1
            channel.advance()
            if shown & CHANNEL_LAST:
                break
    except DosError:
        pass
    return count
