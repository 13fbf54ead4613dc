"""The commands a drive takes on its channel 15.

Source: Commodore, "1541 User's Guide", chapters 4, 6 and 8; Immers and Neufeld, "Inside
Commodore DOS"; Commodore, "1581 User's Guide", for partitions.

Not emulated: M-E, B-E and U3-U8, which run 6502 code in the drive: answered by 31 if no 1541
can take over.  C does not copy relative files: 64.
"""

from c64.drive.channels import BufferChannel, RelativeChannel
from c64.drive.names import (
    MOST_NAMES,
    check_drive,
    colon_in,
    file_names,
    has_wild_cards,
    parameters,
    without_return,
)
from disk.errors import DosError
from disk.geometry import DIR_TRACK, sectors_of
from disk.petscii import matches
from disk.volume import CBM, DEL, REL

COPY_SIZE = 16 << 20  # bytes; only a folder of the host has files of so many
COMMAND_SIZE = 42  # bytes of the drive's command buffer
_CR = 0x0D
_COMMAND_CHANNEL = 15
_INTERNAL_CHANNELS = (17, 18)  # a drive's own, which nobody can open
_BUFFER_CHANNELS = range(2, 14)
_RAM_SIZE = 0x0800
_ROM, _ROM_SIZE = 0x8000, 0x4000
_UNIT_ADDRESS = 0x77  # listen and talk address, then the disk's id at $12
_DISK_ID = 0x12
_FREE_LOW, _FREE_HIGH = 0x02FA, 0x02FC
_USER_BLOCK = (1, 2)
_TRACK_AT = {b"R": 2, b"W": 2, b"A": 1, b"F": 1}  # which of a B- command's numbers is the track
_TRACKS = 35  # of a 1541's disk
_LAST_TRACK = 42  # that a 1541's head reaches
_USER_CODE = range(3, 9)  # U3 to U8 jump into a buffer
# Interleave, retries, listen and talk address, how fast the head steps.
_PARAMETERS = (0x69, 0x6A, _UNIT_ADDRESS, _UNIT_ADDRESS + 1, 0x1C07)
_KNOWN = (*_PARAMETERS, _DISK_ID, _DISK_ID + 1, _FREE_LOW, _FREE_HIGH)


def _byte_at(address, ram, rom):
    """Return what a 1541 has at an address; its ROM is at $C000, and once more at $8000."""
    if address < _RAM_SIZE:
        return ram[address]
    return rom[address % _ROM_SIZE] if rom and address >= _ROM else 0


def needs_processor(command, written):
    """Tell whether a command is one for the drive's own processor.

    Those are M-E, B-E, U3 to U8 and &, whose code the drive runs; M-W, but for what programs set
    and leave the rest to the DOS; and M-R of RAM in which that DOS keeps what no other knows.

    written  addresses of the RAM that M-W has set before
    """
    kind = command[:3]
    if command[:1] == b"&" or kind == b"M-E":
        return True
    if command[:1] == b"B":
        dash = command.find(b"-")
        return dash > 0 and command[dash + 1 : dash + 2] == b"E"
    if command[:1] == b"U":
        return len(command) > 1 and command[1] & 0x0F in _USER_CODE
    if kind not in (b"M-W", b"M-R") or len(command) < 5:
        return False
    first = command[3] | command[4] << 8
    count = command[5] if len(command) > 5 else 1
    places = range(first, first + (count or 256))
    if kind == b"M-W":
        return any(at not in _PARAMETERS for at in places)
    return first < _RAM_SIZE and any(at not in _KNOWN and at not in written for at in places)


def asks_beyond(command, volume):
    """Tell whether a command names a track behind the disk's last that a 1541's head reaches.

    volume  disk.volume.Volume, None: no disk
    """
    letter, kind = command[:1], command[command.find(b"-") + 1 :][:1]
    if letter == b"U" and len(command) > 1:
        at = 2 if command[1] & 0x0F in _USER_BLOCK else None
    else:
        at = _TRACK_AT.get(kind) if letter == b"B" else None
    if at is None or volume is None:
        return False
    try:
        return volume.image.tracks < parameters(command)[at] <= _LAST_TRACK
    except DosError:
        return False


class Commands:
    """Executes commands for a DriveDos, whose volume and channels it works on."""

    def __init__(self, dos):
        self.dos = dos
        self.sent = b""  # the command with its CR
        self.by_letter = {
            b"I": self.initialise,
            b"V": self.validate,
            b"N": self.new,
            b"S": self.scratch,
            b"R": self.rename,
            b"C": self.copy,
            b"B": self.block,
            b"M": self.memory,
            b"U": self.user,
            b"P": self.position,
            b"/": self.partition,
        }
        self.block_by_letter = {
            b"R": self.block_read,
            b"W": self.block_write,
            b"P": self.buffer_pointer,
            b"A": self.block_allocate,
            b"F": self.block_free,
        }
        self.user_by_number = {
            1: self.user_read,
            2: self.user_write,
            9: self.user_reset,
            10: self.user_reset,
        }

    def execute(self, command):
        """Execute one command; DosError if it fails.

        Returns True if it may have changed more than single blocks of the disk.
        """
        self.sent = command
        if command[:1] not in (b"M", b"P"):
            command = without_return(command)
        if len(command) > COMMAND_SIZE:
            raise DosError(32)
        function = self.by_letter.get(command[:1])
        if function is None:
            raise DosError(31)
        self.dos.set_status(0)
        function(command)
        return command[:1] in b"NSRCV/"

    @property
    def volume(self):
        """The mounted disk; DosError 74 without one."""
        return self.dos.mounted()

    @property
    def dir_track(self):
        """Where the directory is, or would be if there were a disk."""
        return DIR_TRACK if self.dos.volume is None else self.volume.dir_track

    # -- files -------------------------------------------------------------------------

    def initialise(self, command):
        """I: forget what is open; of a 1581's partition, go to the whole disk."""
        self.check_drive(command)
        self.found_disk()
        self.dos.drop_channels()
        self.dos.select(None)

    def check_drive(self, command):
        """Refuse drive 1 before the colon or, unless a 0 is there, at the end (74, track 18)."""
        colon = colon_in(command)
        before = command[colon - 1 : colon] if colon > 0 else b""
        if before == b"1" or (before != b"0" and command[-1:] == b"1"):
            raise DosError(74, self.dir_track)

    def found_disk(self):
        """Return the mounted disk; without one it cannot be read (21)."""
        if self.dos.volume is None:
            raise DosError(21, self.dir_track)
        return self.dos.volume

    def validate(self, command):
        """V: rebuild the block availability map."""
        self.check_drive(command)
        volume = self.found_disk()
        self.dos.check_writable()
        self.dos.drop_channels()
        volume.validate()

    def new(self, command):
        """N:NAME,ID formats; without ID it only empties the directory.

        Of drive 1, which there is not, the one ends with 21, the other with 74 (track 18).
        """
        names = file_names(command, self.sent)
        if names.equals or names.wild_targets:
            raise DosError(30)
        (other, name), *more = names.targets
        disk_id = command.partition(b",")[2][:2] if more else b""
        if len(disk_id) == 1:  # two bytes, whatever they are
            disk_id += (self.sent + b"\0")[len(command) : len(command) + 1]
        if disk_id and (other or self.dos.volume is None):
            raise DosError(21)
        if other:
            raise DosError(74, self.dir_track)
        volume = self.found_disk()
        self.dos.check_writable()
        self.dos.drop_channels()
        volume.format(name, disk_id or None)

    def scratch(self, command):
        """S:NAME,... deletes files; locked and open ones stay.  01 tells how many."""
        names = file_names(command, self.sent)
        if names.wild_sources or len(names.sources) > 1:
            raise DosError(30)
        if all(other for other, _ in names.targets):
            raise DosError(74)
        volume = self.volume
        self.dos.check_writable()
        count = 0
        for pattern in [name for other, name in names.targets if name and not other]:
            for entry in [e for e in volume.entries() if matches(e.name, pattern)]:
                if self._may_go(entry):
                    volume.scratch(entry)
                    count += 1
        self.dos.set_status(1, min(count, 99), 0)

    def _may_go(self, entry):
        return not entry.locked and not self.dos.is_open(entry)

    def rename(self, command):
        """R:NEW=OLD."""
        names = file_names(command, self.sent)
        if not names.equals or len(names.targets + names.sources) > 2:
            raise DosError(30)
        if names.wild_targets or names.wild_sources:
            raise DosError(30)
        (new,), (old,) = self._found_names(names)
        volume = self.volume
        self.dos.check_writable()
        entry = volume.find(old) if old else None
        if entry is None:
            raise DosError(62)
        self._check_new(new)
        volume.rename(entry, new)

    def _found_names(self, names):
        """Return [target], [sources]; a source on drive 1 is "", which no file is called.

        DosError 74 if all are on drive 1.
        """
        if all(other for other, _ in names.targets + names.sources):
            raise DosError(74)
        sources = [b"" if other else name for other, name in names.sources]
        return [name for _, name in names.targets], sources

    def _check_new(self, new):
        """Refuse a name that there is."""
        if self.volume.find(new) is not None:
            raise DosError(63)

    def copy(self, command):
        """C:NEW=OLD[,OLD...]: the new file is the old ones one after the other."""
        if colon_in(command) < 0:
            raise DosError(31)
        names = file_names(command, self.sent)
        if not names.equals or len(names.targets) > 1:
            raise DosError(30)
        if names.wild_targets or names.wild_sources:
            raise DosError(30)
        (new,), sources = self._found_names(names)
        volume = self.volume
        found = [volume.find(name) if name else None for name in sources]
        if None not in found and names.targets[0][0] and self.dos.drive == "1541":
            self.dos.drop_buffers()  # all that happens, as the new file is on a drive 1
            return
        self.dos.check_writable()
        self.dos.close_all()
        if None in found:
            raise DosError(62)
        self._check_new(new)
        if any(entry.type in (DEL, REL, CBM) for entry in found):
            raise DosError(64)
        if not all(entry.closed for entry in found):
            raise DosError(60)
        content = bytearray()
        for entry in found:
            content += volume.read_file(entry)
            if len(content) > COPY_SIZE:
                raise DosError(72)
        writer = volume.create_file(new, found[0].type)
        try:
            writer.put_all(content)
        finally:
            writer.close()

    def position(self, command):
        """P, channel, record (two bytes), byte of it: where to read or write next."""
        at = command[1] if len(command) > 1 else 0
        at = at if at in _INTERNAL_CHANNELS else at & 0x0F
        if at == _COMMAND_CHANNEL:
            raise DosError(64)
        channel = self.dos.channels.get(at)
        if channel is None:
            raise DosError(70)
        if not isinstance(channel, RelativeChannel):
            raise DosError(64)
        low, high, at = command[2:5].ljust(3, b"\0")
        channel.ended()
        channel.position(max(low | high << 8, 1) - 1, max(at, 1) - 1)

    def partition(self, command):
        """/NAME selects a partition of a 1581's disk, / the whole disk again.

        /NAME, then track, sector and two bytes of a size, and ,C makes one.
        """
        root = self.dos.mounted_root()
        if not root.partitions:
            raise DosError(31)
        text = command[1:]
        if b":" in text:
            prefix, _, text = text.partition(b":")
            check_drive(prefix)
        elif text.isdigit():
            check_drive(text)
            text = b""
        name, comma, rest = text.partition(b",")
        if comma:
            self._create_partition(name[:16], rest)
            return
        entry = root.find(name[:16], lambda e: e.type == CBM) if name else None
        if name and entry is None:
            raise DosError(62)
        region = None if entry is None else root.partition(entry)
        self.dos.drop_channels()
        volume = self.dos.select(region)
        self.dos.set_status(2, volume.first_track, volume.last_track())

    def _create_partition(self, name, text):
        self.dos.check_writable()
        if text[4:6] != b",C":
            raise DosError(30)
        if not name:
            raise DosError(34)
        if has_wild_cards(name):
            raise DosError(33)
        volume = self.volume
        if volume.region is not None:
            raise DosError(77)
        volume.create_partition(name, (text[0], text[1]), text[2] | text[3] << 8)

    # -- blocks ------------------------------------------------------------------------

    def block(self, command):
        """B-R, B-W, B-P, B-A, B-F."""
        dash = command.find(b"-")
        commas = command.count(b",", 0, max(dash, 0))
        if dash < 0 or commas >= MOST_NAMES - 1:
            raise DosError(31)
        if commas:
            raise DosError(30)
        function = self.block_by_letter.get(command[dash + 1 : dash + 2])
        if function is None:
            raise DosError(31)
        function(parameters(command))

    def _buffer(self, number):
        channel = self.dos.channels.get(number) if number in _BUFFER_CHANNELS else None
        if not isinstance(channel, BufferChannel):
            raise DosError(70)
        return channel

    def _buffer_and_block(self, values):
        number, drive, track, sector = values
        buffer = self._buffer(number)
        try:
            self._check_place(drive, track, sector)
        except DosError as error:
            if error.number == 74:  # the buffer is of a drive that there is not
                self.dos.channels.pop(number)
            raise
        return buffer, track, sector

    def _check_place(self, drive, track, sector):
        """Refuse a block that there is not (66), and drive 1 (74); only bit 0 of a drive counts."""
        if self.dos.volume is not None:
            self.volume.image.index(track, sector)
        elif not (1 <= track <= _TRACKS and sector < sectors_of(track)):
            raise DosError(66, track, sector)
        if drive & 1:
            raise DosError(74, track, sector)

    def _check_map(self, drive, track, sector):
        """Refuse the same for the map, of which 74 tells the place."""
        self._check_place(0, track, sector)
        if drive & 1:
            raise DosError(74, self.dir_track)

    def block_read(self, values):
        """B-R: the block's first byte says which one is the last."""
        buffer, track, sector = self._buffer_and_block(values)
        block = self.volume.image.read(track, sector)
        buffer.fill(block, 1, block[0])

    def block_write(self, values):
        """B-W: the buffer's pointer goes into the block's first byte."""
        buffer, track, sector = self._buffer_and_block(values)
        buffer.data[0] = max(1, (buffer.at - 1) & 0xFF)
        self.volume.image.write(track, sector, buffer.data)
        buffer.at = 1

    def user_read(self, command):
        """U1: all 256 bytes of a block."""
        buffer, track, sector = self._buffer_and_block(parameters(command))
        buffer.fill(self.volume.image.read(track, sector), 0, 255)

    def user_write(self, command):
        """U2: all 256 bytes of a block."""
        buffer, track, sector = self._buffer_and_block(parameters(command))
        self.volume.image.write(track, sector, buffer.data)

    def buffer_pointer(self, values):
        """B-P: where to read or write next in a buffer."""
        number, at, _, _ = values
        buffer = self._buffer(number)
        buffer.at, buffer.fresh = at, False

    def block_allocate(self, values):
        """B-A: take a block; 65 names the next free one if it is taken."""
        drive, track, sector, _ = values
        self._check_map(drive, track, sector)
        volume = self.found_disk()
        self.dos.check_writable()
        if not volume.is_free(track, sector):
            raise DosError(65, *volume.next_free(track, sector + 1))
        volume.set_free(track, sector, False)

    def block_free(self, values):
        """B-F: give a block back."""
        drive, track, sector, _ = values
        self._check_map(drive, track, sector)
        volume = self.found_disk()
        self.dos.check_writable()
        volume.set_free(track, sector, True)

    # -- memory and user commands ------------------------------------------------------

    def memory(self, command):
        """M-R and M-W on the drive's 2 KiB of RAM."""
        kind, rest = command[:3], command[3:]
        if kind not in (b"M-R", b"M-W"):
            raise DosError(31)
        low, high = rest[:2].ljust(2, b"\0")
        address = low | high << 8
        if kind == b"M-R":
            alone = len(rest) < 3 or (len(rest) == 3 and rest[2] == _CR)
            self.memory_read(address, 1 if alone else rest[2] or 256)
        elif len(rest) >= 3:
            self.memory_write(address, rest[3 : 3 + rest[2]])

    def memory_read(self, address, count):
        """Send ``count`` bytes of RAM or ROM and a CR next; what is between reads as zeros."""
        ram = self.dos.ram
        unit = self.dos.number
        ram[_UNIT_ADDRESS], ram[_UNIT_ADDRESS + 1] = unit | 0x20, unit | 0x40
        if self.dos.volume is not None:
            free = self.dos.volume.free_blocks()
            ram[_FREE_LOW], ram[_FREE_HIGH] = free & 0xFF, free >> 8 & 0xFF
            ram[_DISK_ID : _DISK_ID + 2] = self.dos.volume.disk_id()
        addresses = range(address, address + count)
        # What asks for ROM asks which drive this is; one that stays virtual is none it knows.
        shows = self.dos.may_turn() and address + count > _ROM
        rom = self.dos.plan.dos_rom() if shows else b""
        self.dos.answer(bytes(_byte_at(a & 0xFFFF, ram, rom) for a in addresses) + b"\r")

    def memory_write(self, address, content):
        """Change the RAM; $77 and $78 are the drive's listen and talk addresses."""
        for at, byte in enumerate(content, address):
            if at < _RAM_SIZE:
                self.dos.ram[at] = byte
                self.dos.written.add(at)
                if at in (_UNIT_ADDRESS, _UNIT_ADDRESS + 1) and 8 <= byte & 0x1F <= 11:
                    self.dos.number = byte & 0x1F

    def user(self, command):
        """U1 U2 (or UA UB): blocks; UI UJ (or U9 U:): reset; UI+ UI-: line speed."""
        if command[1:2] == b"0":
            return  # it puts the table of U commands back, which nobody changes here
        number = command[1] & 0x0F if len(command) > 1 else 0
        function = self.user_by_number.get(number)
        if function is None:
            raise DosError(31)
        function(command)

    def user_reset(self, command):
        """UI, UJ: the drive starts anew.  The signs set the VIC-20's speed, no matter here."""
        if command[2:3] not in (b"+", b"-"):
            self.dos.reset()
