"""The disk operating system of our virtual drive: channels, status, commands.

Written from the outside of a 1541: what the computer sends and gets back on channels
0-15, with the numbers and texts of the status channel.  Nothing here knows lines or
cycles; that is ``c64.drive``.

It is the DOS of the drive that the disk belongs to: a 1541, 1571 or 1581.

Source: Commodore, "1541 User's Guide"; Immers and Neufeld, "Inside Commodore DOS".

Not emulated: the drive's processor; seek and rotation.
"""

import json

from c64.drive.aside import Aside
from c64.drive.channels import (
    CHANNEL_LAST,
    BufferChannel,
    BytesChannel,
    ReadChannel,
    RelativeChannel,
    WriteChannel,
    channel_from_state,
)
from c64.drive.commands import Commands, asks_beyond, needs_processor
from c64.drive.dos_state import ADDED, check_channels, check_dos_state, check_region
from c64.drive.names import buffer_number, directory_patterns, parse_name, without_return
from disk.budget import DOS_STATE_MOST, parse_json
from disk.errors import DosError, MediaWriteError, status_text
from disk.listing import directory_listing
from disk.volume import CBM, PRG, REL, SEQ, Region

DOS_COMMAND_CHANNEL = 15
DOS_LOAD, DOS_SAVE = 0, 1  # the channels LOAD and SAVE use
DOS_CHANNELS = 5  # files and buffers open at once
DOS_BUFFERS = 4
DOS_RAM_SIZE = 0x0800
DOS_NAME_SIZE = 255
DOS_STARTED = 73
# What loses somebody's work if nobody reads the status channel is told on the host, too.
DOS_TOLD = (26, 72)
_CR = b"\r"


class DriveDos:
    """Channels 0-15 of one drive.  No method raises: errors go to the status channel.

    number    0..31, the drive's address on the bus; starts as the one it was made with
    volume    disk.volume.Volume of the disk in it, or of the partition selected there, or None
    channels  {secondary address 0..14: channel of c64.drive.channels}
    status    (number, track, sector) of the last operation
    notice    function of one line of text, called when a write is refused
    taken     False if the drive refused what ``save`` was to write
    names     {secondary address: the name that a channel was opened by}
    written   addresses of the drive's RAM that the computer has set
    plan      c64.drive.attach.DrivePlan, None: this is a virtual drive for ever
    direct    a command that needs the drive's own processor, b"" if a program has its own code for
              the bus, until somebody has done it; else None
    trigger   the bytes under ATN after which a command is obeyed
    """

    def __init__(self, number):
        self.unit = number
        self.volume = None
        self.notice = None
        self.ram = bytearray(DOS_RAM_SIZE)
        self.commands = Commands(self)
        self.channels = {}
        self.plan = self.direct = None
        self.trigger = ()
        self._work = None  # Aside that works on this DOS, and nobody else meanwhile
        self._before = b""  # the state it began with
        self._asked = False  # True while has_done is asked about the same
        self.taken = True
        self.reset()

    def reset(self):
        """Start anew: nothing open, status 73."""
        self.settle()
        self._asked = False
        self.number = self.unit
        self.channels.clear()
        self.names = {}
        self.written = set()
        self.direct = None
        self.select(None)
        self.pending = b""
        self.pending_to = -1
        self.opening = False
        self.last_program = None
        self.ram[:] = bytes(DOS_RAM_SIZE)
        self.set_status(DOS_STARTED)

    # -- what lasts --------------------------------------------------------------------

    @property
    def aside(self):
        """True if what waits for the host's disk is done beside the machine."""
        return self.volume is not None and self.volume.image.aside

    def busy(self):
        """Tell whether something is done beside the machine: nothing else is to be called now.

        What that has raised comes out here.
        """
        if self._work is None:
            return False
        if not self._work.done:
            return True
        self.settle()
        return False

    def settle(self):
        """Wait until nothing is done beside the machine."""
        work = self._work
        if work is not None and not work.is_mine():
            self._work = None
            work.wait()

    def do(self, function, *args):
        """Call a function that may wait for the host's disk: now, or beside the machine."""
        self.settle()
        if not self.aside or self._work is not None:  # or it is done beside the machine already
            function(*args)
            return
        self._before = self.save_state()
        self._work = Aside(lambda: function(*args))
        self._work.start()

    def has_done(self, function, *args):
        """Do a function that may wait for the host's disk; False: ask once more, a little later."""
        if self.busy():
            return False
        if not self._asked:
            self._asked = self.aside
            self.do(function, *args)
            if self.busy():
                return False
        self._asked = False
        return True

    # -- the disk ----------------------------------------------------------------------

    def mount(self, image):
        """Put in a disk (disk.sector_file, disk.host_folder), or take it out (None)."""
        self.settle()
        self.close_all()
        self.flush()
        self.exchange(image)

    def exchange(self, image):
        """Put in a disk without a word to the one that was there."""
        self.settle()
        self.volume = None if image is None else image.volume()
        self.last_program = None
        if self.status[0] == DOS_STARTED:  # nobody has read which drive this is
            self.set_status(DOS_STARTED)

    def mounted(self):
        """Return the volume; DosError 74 without a disk."""
        if self.volume is None:
            raise DosError(74)
        return self.volume

    def mounted_root(self):
        """Return the volume of the whole disk; DosError 74 without one."""
        volume = self.mounted()
        return volume if volume.region is None else volume.image.volume()

    def select(self, region):
        """Work on a partition (disk.volume.Region) from now on, or on all of the disk (None).

        Returns the volume.
        """
        if self.volume is not None and self.volume.region != region:
            self.volume = self.volume.image.volume(region)
        return self.volume

    @property
    def drive(self):
        """The drive that this is with the disk in it: "1541", "1571" or "1581"."""
        return "1541" if self.volume is None else self.volume.drive

    def check_writable(self):
        """Refuse with DosError 26 what would write on a protected disk."""
        if self.mounted().image.read_only:
            raise DosError(26)

    def flush(self):
        """Bring the host's file up to date; a refusal becomes status 25 and a notice."""
        if self.volume is None:
            return
        try:
            self.volume.image.flush()
        except MediaWriteError as error:
            self.set_status(25)
            self._tell(str(error))

    def _tell(self, text):
        if self.notice is not None:
            self.notice(f"drive {self.number}: {text}")

    # -- status ------------------------------------------------------------------------

    def set_status(self, number, track=0, sector=0):
        """Set what the status channel tells next."""
        self.status = (number, track, sector)
        text = status_text(number, track % 100, sector % 100)  # a 1541 has two digits for each
        if number == DOS_STARTED:
            text = text.replace("1541", self.drive)
        self.answer(text.encode() + _CR)

    def answer(self, content):
        """Set the bytes that channel 15 sends next."""
        self.message = content
        self.message_at = 0

    @property
    def failed(self):
        """True while the error light would blink."""
        return self.status[0] >= 20 and self.status[0] != DOS_STARTED

    @property
    def active(self):
        """True while the light would be on: a file or buffer is open."""
        return bool(self.channels)

    def _attempt(self, function, *args):
        """Call ``function``; a DosError goes to the status channel.  Returns its result."""
        try:
            return function(*args)
        except DosError as error:
            self.set_status(error.number, error.track, error.sector)
            if error.number in DOS_TOLD and self.volume is not None:
                image = self.volume.image
                what = image.protection if error.number == 26 else "is full"
                self._tell(f"{error}: {image.name} {what}")
            elif error.hint:
                self._tell(f"{error}: {error.hint}")
            return None

    # -- what comes over the bus -------------------------------------------------------

    def begin(self, secondary, opening):
        """The computer is about to send a name (``opening``) or data to a channel."""
        self.end()
        self.pending = b""
        self.pending_to = secondary
        self.opening = opening

    def accepts(self):
        """Tell whether the drive takes bytes on the channel of ``begin``."""
        if self.opening or self.pending_to == DOS_COMMAND_CHANNEL:
            return True
        channel = self.channels.get(self.pending_to)
        return channel is not None and channel.writable  # nor is it an error, as in a 1541

    def put(self, byte):
        """Take a byte of a name, a command or of data; returns False when it is refused."""
        if self.opening or self.pending_to == DOS_COMMAND_CHANNEL:
            if len(self.pending) < DOS_NAME_SIZE:
                self.pending += bytes([byte])
            return True
        channel = self.channels.get(self.pending_to)
        if channel is None:
            return False
        self._attempt(channel.put, byte)
        return channel.writable

    def end(self):
        """The computer has sent all: open the file or execute the command."""
        if self.pending_to >= 0:
            self.do(self._end)

    def _end(self):
        target, text = self.pending_to, self.pending
        self.pending_to, self.pending = -1, b""
        if target == DOS_COMMAND_CHANNEL:
            self.execute(text)
        elif self.opening:
            self.open(target, text)
        elif target in self.channels:
            self._attempt(self.channels[target].ended)

    def execute(self, command):
        """Execute a command; an empty one does nothing."""
        if command in (b"", _CR):
            return
        if self.may_turn() and (
            needs_processor(command, self.written) or asks_beyond(command, self.volume)
        ):
            self.direct = command
            return
        self._obey(command)

    def may_turn(self):
        """Tell whether a true 1541 may take this drive's place."""
        image = None if self.volume is None else self.volume.image
        return self.plan is not None and self.plan.may_turn(image)

    def addressed(self, byte):
        """A program's own code has sent a byte under ATN: LISTEN or TALK is for a true 1541."""
        mine = byte in (0x20 | self.number, 0x40 | self.number)
        if mine and self.direct is None and self.may_turn() and not self._unread():
            self.direct, self.trigger = b"", (byte,)

    def listened(self, secondary):
        """A program's own code takes a channel's bytes; returns whether a 1541 may send them."""
        if secondary == DOS_COMMAND_CHANNEL or not self.may_turn() or self._unread():
            return False
        self.direct = b""
        self.trigger = (0x40 | self.number, 0x60 | secondary)
        return True

    def _unread(self):
        """Tell whether channel 15 has something to say that a 1541 in this place would not."""
        quiet = self.message == status_text(0, 0, 0).encode() + _CR
        return self.message_at > 0 or not (quiet or self.status[0] == DOS_STARTED)

    def refuse(self):
        """Answer the command that nobody could do as a drive without a processor does."""
        command, self.direct = self.direct, None
        if command:
            self._obey(command)

    def _obey(self, command):
        if self._attempt(self.commands.execute, command):
            self.flush()

    def open(self, secondary, name):
        """Open a channel 0..14 by name, or execute a command on 15."""
        if secondary == DOS_COMMAND_CHANNEL:
            self.execute(name)
            return
        if secondary in self.channels:
            self.close(secondary)
        self._attempt(self._open, secondary, name[:DOS_NAME_SIZE])
        if secondary in self.channels:
            self.names[secondary] = name[:DOS_NAME_SIZE]

    def save(self, name, content):
        """Write a file as SAVE does; ``taken`` then tells whether the drive has taken it."""
        self.open(DOS_SAVE, name)
        self.begin(DOS_SAVE, False)
        self.taken = self.accepts() and all(self.put(byte) for byte in content)
        self.end()
        self.close(DOS_SAVE)

    def close(self, secondary):
        """Close a channel; 15 closes all."""
        if secondary == DOS_COMMAND_CHANNEL:
            self.close_all()
            return
        channel = self.channels.pop(secondary, None)
        self.names.pop(secondary, None)
        if channel is not None:
            self._attempt(channel.close)
            self.flush()

    def close_all(self):
        """Close every channel, as far as the disk lets it."""
        for secondary in list(self.channels):
            self.close(secondary)

    def drop_channels(self):
        """Forget every channel without writing: what was open is lost, as in a 1541."""
        self.channels.clear()

    def drop_buffers(self):
        """Forget the channels opened by #."""
        kept = {at: c for at, c in self.channels.items() if not isinstance(c, BufferChannel)}
        self.channels = kept

    def peek(self, secondary):
        """Return the next byte of a channel, + $100 on the last one; -1: nothing to send."""
        if secondary == DOS_COMMAND_CHANNEL:
            last = self.message_at == len(self.message) - 1
            return self.message[self.message_at] | (CHANNEL_LAST if last else 0)
        channel = self.channels.get(secondary)
        if channel is None:
            return -1
        shown = self._attempt(channel.peek)
        if isinstance(channel, RelativeChannel) and channel.missing:
            self.set_status(50)
        return -1 if shown is None else shown

    def advance(self, secondary):
        """The computer has the byte that ``peek`` showed."""
        if secondary == DOS_COMMAND_CHANNEL:
            self.message_at += 1
            if self.message_at >= len(self.message):
                self.set_status(0)
        elif secondary in self.channels:
            self._attempt(self.channels[secondary].advance)

    # -- opening -----------------------------------------------------------------------

    def is_open(self, entry):
        """Tell whether a file is being written on some channel."""
        place = entry.place
        return any(
            (isinstance(c, WriteChannel) and c.writer.entry == place)
            or (isinstance(c, RelativeChannel) and c.file.entry == place)
            for c in self.channels.values()
        )

    def _open(self, secondary, name):
        if not name:
            raise DosError(34)
        if len(self.channels) >= DOS_CHANNELS:
            raise DosError(70)
        self.channels[secondary] = self.opened(secondary, name)
        self.set_status(0)

    def opened(self, secondary, name):
        """Return the channel that a name opens; DosError if it opens none."""
        if name.startswith(b"#"):
            return self._open_buffer(name)
        if name.startswith(b"$"):
            return self._open_directory(secondary, name)
        return self._open_file(secondary, parse_name(name))

    def _open_buffer(self, name):
        taken = {c.number for c in self.channels.values() if isinstance(c, BufferChannel)}
        numbers = range(DOS_BUFFERS)[::-1]
        if len(without_return(name)) > 1:
            numbers = [number for number in numbers if number == buffer_number(name)]
        for number in numbers:
            if number not in taken:
                return BufferChannel(number)
        raise DosError(70)

    def _open_directory(self, secondary, name):
        if secondary != DOS_LOAD:
            self.commands.check_drive(without_return(name))
            return ReadChannel(self.commands.found_disk().raw_directory())
        patterns = directory_patterns(name)
        return BytesChannel(directory_listing(self.mounted(), patterns))

    def _open_file(self, secondary, name):
        self.mounted()
        mode = {DOS_LOAD: "R", DOS_SAVE: "W"}.get(secondary, name.mode or "R")
        file_type = name.type
        if file_type is None and secondary in (DOS_LOAD, DOS_SAVE):
            file_type = PRG
        if file_type == REL and name.record and secondary != DOS_LOAD and not self._known(name):
            self.check_writable()
            return RelativeChannel(self.volume.create_relative(name.name, name.record))
        if mode == "W":
            return self._create_file(name, file_type)
        entry = self._find(secondary, name)
        if mode != "M" and (not entry.closed or self.is_open(entry)):
            raise DosError(60)
        if entry.type == CBM or (file_type is not None and entry.type != file_type):
            raise DosError(64)
        if entry.type == REL:
            return self._open_relative(name, mode, entry)
        if mode == "A":
            self.check_writable()
            return WriteChannel(self.volume.append_to(entry))
        if secondary == DOS_LOAD:
            self.last_program = entry.name
        return ReadChannel(self.volume.reader(entry))

    def _known(self, name):
        """Tell whether there is such a file; DosError 33 if not, and there are wild cards."""
        if self.volume.find(name.name) is not None:
            return True
        if name.wild:
            raise DosError(33)
        return False

    def _open_relative(self, name, mode, entry):
        """Return the channel of a relative file that there is."""
        if mode == "A":
            raise DosError(64)
        if name.record not in (None, 0, entry.record_size):
            raise DosError(50)
        return RelativeChannel(self.volume.open_relative(entry))

    def _find(self, secondary, name):
        """Return the entry to read; to LOAD ``*`` is the last program loaded, or the first one."""
        if secondary != DOS_LOAD or not name.again:
            entry = self.volume.find(name.name)
        else:
            entry = None if self.last_program is None else self.volume.find(self.last_program)
            entry = entry or self.volume.find(name.name, lambda e: e.type == PRG)
        if entry is None:
            raise DosError(62)
        return entry

    def _create_file(self, name, file_type):
        """Return a channel that writes; without a type a new file is SEQ, an old one what it is."""
        entry = self.volume.find(name.name)
        if entry is not None and self.is_open(entry):
            raise DosError(60)
        if name.wild and not name.replace:
            raise DosError(33)
        if name.wild and entry is None:
            raise DosError(64)
        self.check_writable()
        unclosed = None
        if entry is not None and not entry.closed and not name.wild:
            self.volume.forget(entry)
            unclosed, entry = entry, None
        if entry is None and file_type == REL:  # without the size of its records; a 1541 hangs
            raise DosError(62)
        if entry is None:
            return WriteChannel(self.volume.create_file(name.name, file_type or SEQ, unclosed))
        if not name.replace:
            raise DosError(63)
        if entry.type in (REL, CBM) or file_type not in (None, entry.type):
            raise DosError(64)
        return WriteChannel(self.volume.replace_file(entry))

    # -- snapshots ---------------------------------------------------------------------

    def save_state(self):
        """Return everything but the disk's content as bytes.

        While something is done beside the machine that is as it was before.
        """
        if self.busy():
            return self._before
        names = ("number", "status", "message", "message_at", "pending", "pending_to")
        state = {name: getattr(self, name) for name in (*names, "opening", "last_program")}
        state["ram"] = bytes(self.ram).rstrip(b"\0")
        state["written"] = sorted(self.written)
        state["names"] = [[at, name] for at, name in self.names.items() if at in self.channels]
        state["region"] = None if self.volume is None else self.volume.region
        state["channels"] = [[at, c.kind, c.state()] for at, c in self.channels.items()]
        return json.dumps(state, default=_bytes_to_json).encode()

    def check_state(self, data):
        """Return the dictionary that ``save_state`` gave as text; ValueError says what is wrong."""
        state = parse_json(data, DOS_STATE_MOST, object_hook=_bytes_from_json)
        check_dos_state(state)
        return {name: [] for name in ADDED} | state

    def load_state(self, data):
        """Take back what ``save_state`` gave; the disk of that moment is in the drive.

        Raises ValueError, and what a channel raises that does not fit the disk.
        """
        self.settle()
        self._asked = False
        state = self.check_state(data)
        region = state.pop("region")
        check_region(region, self.volume)
        self.select(None if region is None else Region(*region))
        self.channels = {
            at: channel_from_state(self.volume, kind, part) for at, kind, part in state["channels"]
        }
        del state["channels"]
        self.ram[:] = state.pop("ram").ljust(DOS_RAM_SIZE, b"\0")
        self.status = tuple(state.pop("status"))
        self.names = {at: bytes(name) for at, name in state.pop("names")}
        self.written = set(state.pop("written"))
        self.direct = None
        for name, value in state.items():
            setattr(self, name, value)
        check_channels(self.channels.values())


def _bytes_to_json(value):
    return {"bytes": bytes(value).hex()}


def _bytes_from_json(value):
    return bytes.fromhex(value["bytes"]) if set(value) == {"bytes"} else value
