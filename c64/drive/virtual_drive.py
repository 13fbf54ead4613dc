"""A virtual disk drive on the lines of the serial bus.

It takes part in the protocol as a 1541 does, so that any KERNAL's own serial code works
with it: attention, device numbers, turnaround, bytes of eight bits (low bit first, valid
while CLK is high), acknowledgement of every byte, the end marked by 200 us of silence.
The processor in it is not emulated: what it does is written here as states, each with
the line or the time that it waits for.

Names: a line is low when anyone pulls it; ``self.clk`` and ``self.data`` are what the drive
pulls.  All times are cycles of the computer's clock.

Source: Commodore, "C64 Programmer's Reference Guide", serial bus timing; Immers and
Neufeld, "Inside Commodore DOS"; J. Butterfield, Compute! 38 (1983).

Not emulated: the 1541's processor, its VIAs, and with them fast loaders that run code in
the drive: a true 1541 takes over then (handover.py); JiffyDOS.
"""

import struct

from c64.base.fields import Field, create_fields, fields_size, load_fields, save_fields
from c64.drive.disks import check_drive_kind, open_disk, pack_disk, unpack_disk
from c64.drive.dos import DriveDos
from c64.drive.iec import IEC_NEVER, SerialDevice

# States, by what is waited for.
DRIVE_IDLE = 0  # nothing but ATN
DRIVE_ATTENTION = 1  # time: the computer pulls CLK after ATN
DRIVE_HOLD = 2  # CLK high: the talker has a byte; until then DATA low says "busy"
DRIVE_BUSY = 3  # time: DATA high says "ready"
DRIVE_GAP = 4  # CLK low: the first bit; or time: the talker marks the last byte
DRIVE_MARK = 5  # time: end of the answer to that mark
DRIVE_BIT = 6  # CLK high: a bit is valid
DRIVE_BIT_END = 7  # CLK low: the bit is over
DRIVE_TAKEN = 8  # time: DATA low acknowledges the byte
DRIVE_REFUSE = 9  # time: DATA high, the byte was not for this drive
DRIVE_TURN = 10  # CLK high: the computer has become the listener
DRIVE_TAKE = 11  # time: CLK low, the drive is the talker
DRIVE_FETCH = 12  # time: the next byte
DRIVE_READY = 13  # DATA high: the listener is ready
DRIVE_LAST = 14  # DATA low: the listener has noticed that this is the last byte
DRIVE_NOTICED = 15  # DATA high: it is ready again
DRIVE_START = 16  # time: first bit
DRIVE_LOW = 17  # time: the bit goes on DATA
DRIVE_SETUP = 18  # time: the bit is valid
DRIVE_VALID = 19  # time: the bit is over
DRIVE_SENT = 20  # DATA low: the listener has the byte
DRIVE_WORK = 21  # the end of what the DOS does beside the machine; then the command is obeyed
DRIVE_DIRECT = 22  # as DRIVE_TAKEN, for a command under ATN that no KERNAL has sent

# Times in microseconds.  A KERNAL's loop sees a line every 27 cycles and looks again (11)
# when DATA changes between its two reads.  A bad line stops it for 43 cycles; with all eight
# sprites there is one cycle left in 82.  What the computer must not miss lasts longer: CLK
# high and CLK low of a bit, and DATA low when the drive has noticed the last byte.  (A
# 1541's own code takes 71 us and 116 us, so loading with many sprites on hangs there.)  DATA
# stays high at first, because some KERNALs look for that once more.
DRIVE_MICROSECONDS = {
    "t_attention": 100,
    "t_busy": 40,
    "t_silence": 200,
    "t_mark": 105,
    "t_taken": 20,
    "t_refuse": 100,
    "t_take": 80,
    "t_fetch": 100,
    "t_start": 40,
    "t_low": 65,
    "t_setup": 30,
    "t_valid": 100,
    "t_work": 5000,  # between two looks at it; not of the protocol
}

DRIVE_SNAPSHOT = struct.Struct("<4sIII")
DRIVE_MAGIC = b"DRV1"


class Drive(SerialDevice):
    """A single drive with our own DOS.

    number    8..11
    clock_hz  the computer's clock, for the times
    dos       c64.drive.dos.DriveDos
    """

    fields = (
        Field("clk"),  # 1: the drive pulls CLK
        Field("data"),  # 1: the drive pulls DATA
        Field("wakeup", IEC_NEVER),  # cycle at which its time is over; IEC_NEVER: a line ends it
        Field("state"),  # DRIVE_ constant: what the drive waits for
        Field("attention"),  # 1: ATN is low, as last seen
        Field("listening"),  # 1: from LISTEN with its number to UNLISTEN, or TALK with it
        Field("talking"),  # 1: from TALK with its number to UNTALK, LISTEN or another's TALK
        Field("secondary"),  # channel of the last DATA, OPEN or CLOSE, 0 to 15
        Field("accepting"),  # 1: that channel takes bytes
        Field("byte"),  # the byte on its way, low bit first; sending: + $100 for the last
        Field("bits"),  # how many of its bits are done, 0 to 8
        Field("last"),  # 1: the byte has been marked as the last, or will be
    )
    derived = (
        # the DOS and the disk save themselves; _packed is what they saved last
        "dos", "_packed",
        # of the computer's clock
        "t_attention", "t_busy", "t_fetch", "t_low", "t_mark", "t_refuse", "t_setup",
        "t_silence", "t_start", "t_take", "t_taken", "t_valid", "t_work",
    )  # fmt: skip

    def __init__(self, number=8, clock_hz=985248):
        create_fields(self)
        self.number = number
        self.dos = DriveDos(number)
        for name, microseconds in DRIVE_MICROSECONDS.items():
            setattr(self, name, round(microseconds * clock_hz / 1000000))
        self._packed = (-1, None, b"")

    @classmethod
    def attach(cls, board, media, device=8, read_only=False):
        """Put a disk into drive ``device`` (8..11) of a board, plugging it in if need be.

        media      path of a .d64, .d71 or .d81, an opened one, or a Program or Tape, which
                   comes as a disk in memory; None: a drive without a disk
        read_only  True: as if the write-protect notch were covered

        Returns the Drive.  Raises MediaError if the file is no usable disk image,
        ValueError for another device number.
        """
        if not 8 <= device <= 11:
            raise ValueError(f"device {device}: a drive has number 8, 9, 10 or 11")
        image = open_disk(media)
        if image is not None and read_only:
            image.read_only = True
        check_drive_kind(image, "quick")
        drive = board.iec.devices.get(device)
        if not isinstance(drive, cls):
            drive = cls(device, board.model.clock_hz)
            board.iec.attach(device, drive)
        drive.mount(image)
        return drive

    def mount(self, image):
        """Put in a disk (disk.sector_file.SectorFile), or take it out (None)."""
        self.dos.mount(image)

    @property
    def image(self):
        """The disk in the drive, or None."""
        return None if self.dos.volume is None else self.dos.volume.image

    @property
    def in_ram(self):
        """True while it runs code of a program: never."""
        return False

    @property
    def ready(self):
        """True once the drive listens to the bus: at once."""
        return True

    @property
    def busy(self):
        """True while the drive takes part in a transfer or is addressed."""
        return self.state != DRIVE_IDLE

    @property
    def notice(self):
        """Function of one line of text, called when the host's file cannot be written."""
        return self.dos.notice

    @notice.setter
    def notice(self, function):
        self.dos.notice = function

    def flush(self):
        """Bring the host's file up to date."""
        self.dos.flush()

    def reset(self):
        """The computer's reset line was pulled: let go of the bus, start anew."""
        self.flush()
        self.dos.reset()
        self.release()
        self.attention = self.listening = self.talking = self.secondary = 0

    # -- protocol ----------------------------------------------------------------------

    def release(self):
        """Let go of both lines and wait for ATN."""
        self.clk = 0
        self.data = 0
        self.state = DRIVE_IDLE
        self.wakeup = IEC_NEVER

    def goto(self, state, cycle):
        """Enter a state that waits until ``cycle`` (IEC_NEVER: for a line)."""
        self.state = state
        self.wakeup = cycle

    def lines_changed(self, bus, cycle):
        """React to the lines."""
        if bus.atn_low != self.attention:
            self.attention = bus.atn_low
            if bus.atn_low:
                self.begin_attention(cycle)
            else:
                self.end_attention()
            bus.resolve()
        self.follow(bus, cycle)

    def run(self, bus, cycle):
        """React to the time."""
        self.follow(bus, cycle)

    def follow(self, bus, cycle):
        """Pass through states as long as what they wait for is there."""
        before = -1
        while before != self.state:
            before = self.state
            if before == DRIVE_IDLE:
                return
            if before < DRIVE_TURN or before >= DRIVE_WORK:
                self.listen_step(bus, cycle)
            else:
                self.talk_step(bus, cycle)
            bus.resolve()

    def begin_attention(self, cycle):
        """ATN went low: drop everything, pull DATA to show that somebody is here."""
        self.clk = 0
        self.data = 1
        if self.state == DRIVE_WORK:
            return  # there is a command to be obeyed first
        self.goto(DRIVE_ATTENTION, cycle + self.t_attention)

    def end_attention(self):
        """ATN went high: be listener, talker, or nothing, as was commanded."""
        if self.state == DRIVE_WORK:
            return
        self.release()
        if self.listening:
            if self.accepting:
                self.data = 1
                self.state = DRIVE_HOLD
        elif self.talking:
            self.state = DRIVE_TURN

    def listen_step(self, bus, cycle):
        """Receive: do what the present state waits for, if it is there."""
        state = self.state
        if state == DRIVE_ATTENTION:
            if cycle >= self.wakeup:
                self.goto(DRIVE_HOLD, IEC_NEVER)
        elif state == DRIVE_HOLD:
            if not bus.clk_low:
                self.goto(DRIVE_BUSY, cycle + self.t_busy)
        elif state == DRIVE_BUSY:
            if cycle >= self.wakeup:
                if self.dos.busy():
                    self.wakeup = cycle + self.t_work
                    return
                self.data = 0
                self.last = 0
                self.goto(DRIVE_GAP, cycle + self.t_silence)
        elif state == DRIVE_GAP:
            if bus.clk_low:
                self.byte = 0
                self.bits = 0
                self.goto(DRIVE_BIT, IEC_NEVER)
            elif cycle >= self.wakeup:
                self.data = 1
                self.last = 1
                self.goto(DRIVE_MARK, cycle + self.t_mark)
        elif state == DRIVE_MARK:
            if cycle >= self.wakeup:
                self.data = 0
                self.goto(DRIVE_GAP, IEC_NEVER)
        elif state == DRIVE_BIT:
            if not bus.clk_low:
                self.byte |= (bus.data_low ^ 1) << self.bits
                self.bits += 1
                self.goto(DRIVE_BIT_END, IEC_NEVER)
        elif state == DRIVE_BIT_END:
            if bus.clk_low:
                if self.bits < 8:
                    self.goto(DRIVE_BIT, IEC_NEVER)
                else:
                    direct = self.attention and bus.outside
                    self.goto(DRIVE_DIRECT if direct else DRIVE_TAKEN, cycle + self.t_taken)
        elif state == DRIVE_TAKEN or state == DRIVE_DIRECT:
            if cycle >= self.wakeup:
                self.data = 1
                if self.attention and self.ends_name(self.byte):
                    self.dos.end()
                    if self.dos.busy():
                        self.goto(DRIVE_WORK, cycle + self.t_work)
                        return
                accepted = self.take_byte()
                if state == DRIVE_DIRECT:
                    self.dos.addressed(self.byte)
                self.answer_or_leave(accepted, bus, cycle)
        elif state == DRIVE_WORK:
            if cycle >= self.wakeup:
                if self.dos.busy():
                    self.wakeup = cycle + self.t_work
                    return
                self.answer_byte(self.take_command(self.byte), cycle)
                if not self.attention:
                    self.end_attention()
        elif state == DRIVE_REFUSE:
            if cycle >= self.wakeup:
                self.release()

    def answer_or_leave(self, accepted, bus, cycle):
        """Answer a byte, unless it has ended a command for which a true 1541 takes over."""
        if self.dos.direct is not None:
            if self.dos.plan.turn(self, bus, cycle):
                self.release()
                return
            self.dos.refuse()
        self.answer_byte(accepted, cycle)

    def left_listener(self, bus, cycle):
        """Let a true 1541 send what no KERNAL asks for; returns whether it does."""
        if not self.dos.listened(self.secondary):
            return False
        turned = self.dos.plan.turn(self, bus, cycle, True)
        self.dos.direct = None
        if turned:
            self.release()
        return turned

    def answer_byte(self, accepted, cycle):
        """Hold DATA low for the next byte, or let go of it: this one was not for this drive."""
        if accepted:
            self.goto(DRIVE_HOLD, IEC_NEVER)
        else:
            self.goto(DRIVE_REFUSE, cycle + self.t_refuse)

    def talk_step(self, bus, cycle):
        """Send: do what the present state waits for, if it is there."""
        state = self.state
        if state == DRIVE_TURN:
            if not bus.clk_low:
                self.goto(DRIVE_TAKE, cycle + self.t_take)
        elif state == DRIVE_TAKE:
            if cycle >= self.wakeup:
                self.clk = 1
                self.goto(DRIVE_FETCH, cycle + self.t_fetch)
        elif state == DRIVE_FETCH:
            if cycle >= self.wakeup:
                if self.dos.busy():
                    self.wakeup = cycle + self.t_work
                    return
                self.byte = self.dos.peek(self.secondary)
                if self.byte < 0:
                    self.release()  # nothing to send: the silence tells the computer
                else:
                    self.last = self.byte >> 8
                    self.clk = 0
                    self.goto(DRIVE_READY, IEC_NEVER)
        elif state == DRIVE_READY:
            if not bus.data_low:
                if bus.outside and self.left_listener(bus, cycle):
                    return
                if self.last:
                    self.goto(DRIVE_LAST, IEC_NEVER)
                else:
                    self.goto(DRIVE_START, cycle + self.t_start)
        elif state == DRIVE_LAST:
            if bus.data_low:
                self.goto(DRIVE_NOTICED, IEC_NEVER)
        elif state == DRIVE_NOTICED:
            if not bus.data_low:
                self.goto(DRIVE_START, cycle + self.t_start)
        elif state == DRIVE_START:
            if cycle >= self.wakeup:
                self.bits = 0
                self.clk = 1
                self.goto(DRIVE_LOW, cycle + self.t_low)
        elif state == DRIVE_LOW:
            if cycle >= self.wakeup:
                self.data = ((self.byte >> self.bits) & 1) ^ 1
                self.goto(DRIVE_SETUP, cycle + self.t_setup)
        elif state == DRIVE_SETUP:
            if cycle >= self.wakeup:
                self.clk = 0
                self.goto(DRIVE_VALID, cycle + self.t_valid)
        elif state == DRIVE_VALID:
            if cycle >= self.wakeup:
                self.clk = 1
                self.data = 0
                self.bits += 1
                if self.bits < 8:
                    self.goto(DRIVE_LOW, cycle + self.t_low)
                else:
                    self.goto(DRIVE_SENT, IEC_NEVER)
        elif state == DRIVE_SENT:
            if bus.data_low:
                self.dos.advance(self.secondary)
                self.goto(DRIVE_FETCH, cycle + self.t_fetch)

    def give(self):
        """Hand the next byte to a computer that reads past the lines.

        returns  byte, + $100 on the last one; -1: the drive is not about to send one
        changes  the byte it announces by CLK becomes the next one
        """
        if not self.talking or self.state not in (DRIVE_TAKE, DRIVE_FETCH, DRIVE_READY):
            return -1
        if self.dos.busy():
            return -1
        byte = self.dos.peek(self.secondary)
        if byte < 0:
            return -1
        self.dos.advance(self.secondary)
        if self.state == DRIVE_READY:
            self.byte = self.dos.peek(self.secondary)
            self.last = self.byte >> 8
            if self.byte < 0:
                self.release()
        return byte

    # -- bytes -------------------------------------------------------------------------

    def take_byte(self):
        """Act on a received byte; returns False when the drive will take no more."""
        if self.attention:
            return self.take_command(self.byte)
        if not self.dos.put(self.byte):
            self.accepting = 0
        return self.accepting

    def ends_name(self, byte):
        """Tell whether a byte under ATN, OPEN, CLOSE or DATA, ends a name or a command."""
        return byte >= 0x60 and (self.listening or (byte & 0xF0 == 0xE0 and self.talking))

    def take_command(self, byte):
        """Act on a byte sent under ATN; returns False when it concerns others."""
        kind = byte & 0xE0
        unit = byte & 0x1F
        if kind == 0x20:
            self.take_listen(unit)
            return unit == 31 or self.listening
        if kind == 0x40:
            self.take_talk(unit)
            return unit == 31 or self.talking or self.listening
        if kind >= 0x60 and (self.listening or self.talking):
            self.take_secondary(byte)
        return 1

    def take_listen(self, unit):
        """LISTEN, or UNLISTEN as number 31."""
        if unit == self.dos.number:
            self.listening = 1
            self.talking = 0
            self.secondary = 0
            self.accepting = 0
        elif unit == 31 and self.listening:
            self.listening = 0
            self.dos.trigger = (0x3F,)
            self.dos.end()

    def take_talk(self, unit):
        """TALK, or UNTALK as number 31; who is named stops listening, all others talking."""
        self.talking = unit == self.dos.number
        if self.talking:
            self.listening = 0
            self.secondary = 0
            self.dos.trigger = (0x40 | unit,)
            self.dos.end()

    def take_secondary(self, byte):
        """DATA $60, CLOSE $E0 or OPEN $F0 with the channel in the low four bits."""
        kind = byte & 0xF0
        self.secondary = byte & 0x0F
        self.accepting = 0
        self.dos.trigger = (0x20 | self.dos.number, byte)
        if kind == 0xE0:
            self.dos.end()
            self.dos.do(self.dos.close, self.secondary)
        elif self.listening:
            self.dos.begin(self.secondary, kind == 0xF0)
            self.accepting = self.dos.accepts()

    # -- snapshots ---------------------------------------------------------------------

    def save_state(self):
        """Return the drive's whole state, with the disk's content, as bytes."""
        fields, dos = save_fields(self), self.dos.save_state()
        disk = self._pack_disk()
        head = DRIVE_SNAPSHOT.pack(DRIVE_MAGIC, len(fields), len(dos), len(disk))
        return head + fields + dos + disk

    def _pack_disk(self):
        """Return the disk packed, kept until the disk changes."""
        image = self.image
        if image is None:
            return b""
        if self._packed[0] != image.version or self._packed[1] is not image:
            self._packed = (image.version, image, pack_disk(image))
        return self._packed[2]

    def check_state(self, data):
        """Return what ``take_state`` takes of what ``save_state`` of a drive gave.

        (bytes of the fields, of the DOS, function that returns the disk, or None).  Raises
        ValueError.
        """
        size = DRIVE_SNAPSHOT.size
        if len(data) < size or not data.startswith(DRIVE_MAGIC):
            raise ValueError("drive state: does not begin with DRV1")
        _, fields, dos, disk = DRIVE_SNAPSHOT.unpack_from(data)
        if fields != fields_size(self) or len(data) != size + fields + dos + disk:
            raise ValueError("drive state: truncated or of another version")
        middle = size + fields
        restored = unpack_disk(data[middle + dos :], self.image) if disk else None
        return data[size:middle], data[middle : middle + dos], restored

    def check_values(self, state, numbers, cycle):
        """Raise ValueError unless the drive can go on from a state that ``check_state`` gave."""
        self.dos.check_state(state[1])

    def take_state(self, state):
        """Go to a state as ``check_state`` returned it.

        The disk of that moment is in the drive again.  It stays tied to the host's file
        only if a file of that name is in the drive now; otherwise it comes back write
        protected, so that nothing is written that nobody keeps.

        Raises ValueError and what a channel raises that does not fit the disk.
        """
        fields, dos, restored = state
        load_fields(self, fields)
        self._packed = (-1, None, b"")
        self.dos.exchange(None if restored is None else restored())
        self.dos.load_state(dos)

    def load_state(self, data):
        """Take back what ``save_state`` gave; ValueError if unusable."""
        self.take_state(self.check_state(data))
