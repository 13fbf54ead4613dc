"""The commands a drive takes on its channel 15.

Source: Commodore, "1541 User's Guide", chapters 4, 6 and 8; Immers and Neufeld, "Inside
Commodore DOS"; Commodore, "1581 User's Guide", for partitions.

Not emulated: M-E, B-E and U3-U8, which run 6502 code in the drive, and U0, which is the burst
mode's: answered by 31.  C does not copy relative files: 64.
"""

from c64.drive.channels import BufferChannel, RelativeChannel
from c64.drive.names import behind_colon, check_drive, has_wild_cards, name_list, numbers
from disk.errors import DosError
from disk.petscii import matches
from disk.volume import CBM, DEL, REL

COPY_SIZE = 16 << 20  # bytes; only a folder of the host has files of so many
COMMAND_SIZE = 42  # bytes of the drive's command buffer
_CR = 0x0D
_LETTERS = bytes(range(0x41, 0x5B))
_RAM_SIZE = 0x0800
_UNIT_ADDRESS = 0x77  # listen and talk address, then the disk's id at $12
_DISK_ID = 0x12
_FREE_LOW, _FREE_HIGH = 0x02FA, 0x02FC


class Commands:
    """Executes commands for a DriveDos, whose volume and channels it works on."""

    def __init__(self, dos):
        self.dos = dos
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
        if command[:1] not in (b"M", b"P") and command.endswith(bytes([_CR])):
            command = command[: len(command) - 1]
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

    # -- files -------------------------------------------------------------------------

    def initialise(self, command):
        """I: forget what is open."""
        self.dos.mounted()
        self.dos.drop_channels()

    def validate(self, command):
        """V: rebuild the block availability map."""
        volume = self.volume
        self.dos.check_writable()
        self.dos.drop_channels()
        volume.validate()

    def new(self, command):
        """N:NAME,ID formats; without ID it only empties the directory."""
        volume = self.volume
        self.dos.check_writable()
        name, comma, disk_id = behind_colon(command).partition(b",")
        if not name:
            raise DosError(34)
        self.dos.drop_channels()
        volume.format(name[:16], disk_id[:2] if comma and disk_id else None)

    def scratch(self, command):
        """S:NAME,... deletes files; locked and open ones stay.  01 tells how many."""
        volume = self.volume
        self.dos.check_writable()
        count = 0
        for pattern in name_list(behind_colon(command)):
            for entry in [e for e in volume.entries() if matches(e.name, pattern)]:
                if self._may_go(entry):
                    volume.scratch(entry)
                    count += 1
        self.dos.set_status(1, min(count, 99), 0)

    def _may_go(self, entry):
        return not entry.locked and not self.dos.is_open(entry)

    def rename(self, command):
        """R:NEW=OLD."""
        volume = self.volume
        self.dos.check_writable()
        new, old = self._target_and_sources(command)
        if len(old) != 1:
            raise DosError(30)
        if volume.find(new) is not None:
            raise DosError(63)
        entry = volume.find(old[0])
        if entry is None:
            raise DosError(62)
        volume.rename(entry, new)

    def _target_and_sources(self, command):
        target, equals, sources = command.partition(b"=")
        if not equals:
            raise DosError(30)
        new = behind_colon(target)[:16]
        if not new:
            raise DosError(34)
        if has_wild_cards(new) or b"," in new:
            raise DosError(33)
        return new, name_list(sources)

    def copy(self, command):
        """C:NEW=OLD[,OLD...]: the new file is the old ones one after the other."""
        volume = self.volume
        self.dos.check_writable()
        new, sources = self._target_and_sources(command)
        if volume.find(new) is not None:
            raise DosError(63)
        found = [volume.find(name) for name in sources]
        if None in found:
            raise DosError(62)
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
        if len(command) < 2:
            raise DosError(30)
        channel = self.dos.channels.get(command[1] & 0x0F)
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
        function = self.block_by_letter.get(command[dash + 1 : dash + 2]) if dash > 0 else None
        if function is None:
            raise DosError(31)
        function(command[dash + 1 :].lstrip(_LETTERS))  # B-R, BLOCK-READ

    def _buffer(self, number):
        channel = self.dos.channels.get(number)
        if not isinstance(channel, BufferChannel):
            raise DosError(70)
        return channel

    def _buffer_and_block(self, text):
        number, drive, track, sector = numbers(text, 4)
        buffer = self._buffer(number)
        if drive != 0:
            raise DosError(74)
        return buffer, track, sector

    def block_read(self, text):
        """B-R: the block's first byte says which one is the last."""
        buffer, track, sector = self._buffer_and_block(text)
        block = self.volume.image.read(track, sector)
        buffer.fill(block, 1, block[0])

    def block_write(self, text):
        """B-W: the buffer's pointer goes into the block's first byte."""
        buffer, track, sector = self._buffer_and_block(text)
        buffer.data[0] = max(1, (buffer.at - 1) & 0xFF)
        self.volume.image.write(track, sector, buffer.data)
        buffer.at = 1

    def user_read(self, text):
        """U1: all 256 bytes of a block."""
        buffer, track, sector = self._buffer_and_block(text)
        buffer.fill(self.volume.image.read(track, sector), 0, 255)

    def user_write(self, text):
        """U2: all 256 bytes of a block."""
        buffer, track, sector = self._buffer_and_block(text)
        self.volume.image.write(track, sector, buffer.data)

    def buffer_pointer(self, text):
        """B-P: where to read or write next in a buffer."""
        number, at = numbers(text, 2)
        buffer = self._buffer(number)
        buffer.at, buffer.fresh = at, False

    def block_allocate(self, text):
        """B-A: take a block; 65 names the next free one if it is taken."""
        drive, track, sector = numbers(text, 3)
        if drive != 0:
            raise DosError(74)
        volume = self.volume
        self.dos.check_writable()
        if not volume.is_free(track, sector):
            raise DosError(65, *volume.next_free(track, sector + 1))
        volume.set_free(track, sector, False)

    def block_free(self, text):
        """B-F: give a block back."""
        drive, track, sector = numbers(text, 3)
        if drive != 0:
            raise DosError(74)
        volume = self.volume
        self.dos.check_writable()
        volume.set_free(track, sector, True)

    # -- memory and user commands ------------------------------------------------------

    def memory(self, command):
        """M-R and M-W on the drive's 2 KiB of RAM."""
        kind, rest = command[:3], command[3:]
        if kind not in (b"M-R", b"M-W") or len(rest) < 2:
            raise DosError(31)
        address = rest[0] | rest[1] << 8
        if kind == b"M-R":
            alone = len(rest) < 3 or (len(rest) == 3 and rest[2] == _CR)
            self.memory_read(address, 1 if alone else rest[2] or 256)
        elif len(rest) >= 3:
            self.memory_write(address, rest[3 : 3 + rest[2]])

    def memory_read(self, address, count):
        """Send ``count`` bytes of the RAM next; above it there is nothing but zeros."""
        ram = self.dos.ram
        unit = self.dos.number
        ram[_UNIT_ADDRESS], ram[_UNIT_ADDRESS + 1] = unit | 0x20, unit | 0x40
        if self.dos.volume is not None:
            free = self.dos.volume.free_blocks()
            ram[_FREE_LOW], ram[_FREE_HIGH] = free & 0xFF, free >> 8 & 0xFF
            ram[_DISK_ID : _DISK_ID + 2] = self.dos.volume.disk_id()
        addresses = range(address, address + count)
        self.dos.answer(bytes(ram[a] if a < _RAM_SIZE else 0 for a in addresses))

    def memory_write(self, address, content):
        """Change the RAM; $77 and $78 are the drive's listen and talk addresses."""
        for at, byte in enumerate(content, address):
            if at < _RAM_SIZE:
                self.dos.ram[at] = byte
                if at in (_UNIT_ADDRESS, _UNIT_ADDRESS + 1) and 8 <= byte & 0x1F <= 11:
                    self.dos.number = byte & 0x1F

    def user(self, command):
        """U1 U2 (or UA UB): blocks; UI UJ (or U9 U:): reset; UI+ UI-: line speed."""
        number = command[1] & 0x0F if len(command) > 1 else 0
        function = self.user_by_number.get(number)
        if function is None:
            raise DosError(31)
        function(command[2:])

    def user_reset(self, text):
        """UI, UJ: the drive starts anew.  The signs set the VIC-20's speed, no matter here."""
        if text[:1] not in (b"+", b"-"):
            self.dos.reset()
