"""A 1541 disk as blocks in use, directory and files.

Sources: Immers and Neufeld, "Inside Commodore DOS" (block availability map, directory,
allocation order); the layouts of tracks 36-40 in the map as SpeedDOS ($C0) and
Dolphin DOS ($AC) of track 18, sector 0, keep them.

Not emulated: GEOS info blocks (kept as they are, not followed by ``validate``).
"""

from disk.d64 import DIR_TRACK, SECTOR_SIZE, blocks_on, sectors_of
from disk.errors import DosError
from disk.petscii import matches, padded, stripped

INTERLEAVE = 10  # sectors from one block of a file to the next
DIR_INTERLEAVE = 3
ENTRY_SIZE = 32
DATA_SIZE = SECTOR_SIZE - 2  # bytes of a file in one block

DEL, SEQ, PRG, USR, REL = range(5)
TYPE_NAMES = (b"DEL", b"SEQ", b"PRG", b"USR", b"REL")
CLOSED = 0x80
LOCKED = 0x40

_HEADER_NAME = 0x90
_HEADER_ID = 0xA2
_DOLPHIN_MAP = 0xAC
_SPEED_MAP = 0xC0


class Entry:
    """One file of the directory.

    track, sector, slot   where the entry is: the slot counts 0..7 in its sector
    raw                   bytearray of 32, as on the disk; bytes 0-1 belong to the sector
    """

    def __init__(self, track, sector, slot, raw):
        self.track = track
        self.sector = sector
        self.slot = slot
        self.raw = bytearray(raw)

    @property
    def type(self):
        """Kind of file, 0..7: DEL SEQ PRG USR REL, others are unknown."""
        return self.raw[2] & 7

    @property
    def closed(self):
        """False: the file was never closed (a splat file)."""
        return bool(self.raw[2] & CLOSED)

    @property
    def locked(self):
        """True: scratching leaves it alone."""
        return bool(self.raw[2] & LOCKED)

    @property
    def name(self):
        """Name in PETSCII, without the filling."""
        return stripped(self.raw[5:21])

    @property
    def start(self):
        """(track, sector) of the first block."""
        return self.raw[3], self.raw[4]

    @start.setter
    def start(self, link):
        self.raw[3], self.raw[4] = link

    @property
    def size(self):
        """Length in blocks, as the directory says."""
        return self.raw[30] | self.raw[31] << 8

    @size.setter
    def size(self, blocks):
        self.raw[30], self.raw[31] = blocks & 0xFF, blocks >> 8 & 0xFF


class Volume:
    """Blocks, directory and files of one image.

    Methods raise DosError with the drive's numbers: 26 write protected, 62 not found,
    63 exists, 66/67 bad track or sector, 71 damaged directory or chain, 72 full.
    """

    def __init__(self, image):
        self.image = image

    # -- block availability map --------------------------------------------------------

    def _map_offset(self, track, header):
        """Return where in ``header`` the map of a track is, or -1: not managed."""
        if 1 <= track <= 35:
            return 4 * track
        if track > min(self.image.tracks, 40):
            return -1
        for base in (_DOLPHIN_MAP, _SPEED_MAP):
            if _is_map(header[base : base + 20]):
                return base + 4 * (track - 36)
        return -1

    def header(self):
        """Return track 18 sector 0 as a bytearray."""
        return bytearray(self.image.read(DIR_TRACK, 0))

    def _put_header(self, header):
        self.image.write(DIR_TRACK, 0, header)

    def last_track(self):
        """Return the last track whose blocks the map manages: 35 or 40."""
        return 40 if self._map_offset(36, self.header()) >= 0 else 35

    def free_blocks(self):
        """Return the number of free blocks as the drive counts: track 18 left out."""
        header = self.header()
        total = 0
        for track in range(1, self.image.tracks + 1):
            at = self._map_offset(track, header)
            if at >= 0 and track != DIR_TRACK:
                total += header[at]
        return total

    def is_free(self, track, sector):
        """Tell whether the map has the block as free (False where it is not managed)."""
        self.image.index(track, sector)
        header = self.header()
        at = self._map_offset(track, header)
        return at >= 0 and bool(header[at + 1 + (sector >> 3)] >> (sector & 7) & 1)

    def set_free(self, track, sector, free):
        """Mark a block free or used; a track outside the map is left alone."""
        self.image.index(track, sector)
        header = self.header()
        if _mark(header, self._map_offset(track, header), sector, free):
            self._put_header(header)

    def next_free(self, track, sector):
        """Return the first free (track, sector) from there upwards, (0, 0) if none is.

        The directory's track is passed over.
        """
        header = self.header()
        while track <= self.last_track():
            at = self._map_offset(track, header)
            for candidate in range(sector, sectors_of(track)):
                if track != DIR_TRACK and _bits(header, at) >> candidate & 1:
                    return track, candidate
            track, sector = track + 1, 0
        return 0, 0

    def _free_on(self, track, header, first):
        """Return the first free sector from ``first`` on, round the track; -1: none."""
        at = self._map_offset(track, header)
        if at < 0:
            return -1
        count = sectors_of(track)
        for step in range(count):
            sector = (first + step) % count
            if header[at + 1 + (sector >> 3)] >> (sector & 7) & 1:
                return sector
        return -1

    def _take(self, header, track, sector):
        _mark(header, self._map_offset(track, header), sector, False)
        self._put_header(header)
        return track, sector

    def allocate_first(self):
        """Take the block a new file begins with: nearest to the directory.

        Returns (track, sector); DosError 72 when the disk is full.
        """
        header = self.header()
        last = self.last_track()
        for distance in range(1, last):
            for track in (DIR_TRACK - distance, DIR_TRACK + distance):
                if 1 <= track <= last:
                    sector = self._free_on(track, header, 0)
                    if sector >= 0:
                        return self._take(header, track, sector)
        raise DosError(72)

    def allocate_next(self, track, sector):
        """Take the block that follows (track, sector) in a file.

        The drive goes on by its interleave, then track by track away from the
        directory, then on the other side.  DosError 72 when the disk is full.
        """
        header = self.header()
        last = self.last_track()
        down, up = range(DIR_TRACK - 1, 0, -1), range(DIR_TRACK + 1, last + 1)
        if track < DIR_TRACK:
            order = [*range(track, 0, -1), *up, *down]
        else:
            order = [*range(max(track, DIR_TRACK + 1), last + 1), *down, *up]
        for candidate in order:
            first = _skip(candidate, sector, INTERLEAVE) if candidate == track else 0
            free = self._free_on(candidate, header, first)
            if free >= 0:
                return self._take(header, candidate, free)
        raise DosError(72)

    def _allocate_directory(self, sector):
        header = self.header()
        free = self._free_on(DIR_TRACK, header, _skip(DIR_TRACK, sector, DIR_INTERLEAVE))
        if free < 0:
            raise DosError(72)
        return self._take(header, DIR_TRACK, free)

    # -- chains ------------------------------------------------------------------------

    def chain(self, track, sector):
        """Yield (track, sector, 256 bytes) along a chain of blocks.

        DosError 67 where a link leads off the disk, 71 where the chain bites its tail.
        """
        for _ in range(blocks_on(self.image.tracks)):
            try:
                block = self.image.read(track, sector)
            except DosError as error:
                raise DosError(67 if error.number == 66 else error.number, track, sector) from None
            yield track, sector, block
            track, sector = block[0], block[1]
            if track == 0:
                return
        raise DosError(71, track, sector)

    def read_file(self, entry):
        """Return the bytes of a file."""
        parts = []
        for _, _, block in self.chain(*entry.start):
            end = SECTOR_SIZE if block[0] else max(block[1] + 1, 2)
            parts.append(block[2:end])
        return b"".join(parts)

    def free_chain(self, track, sector):
        """Mark the blocks of a chain free; a broken chain is freed up to the break."""
        blocks = []
        try:
            for at_track, at_sector, _ in self.chain(track, sector):
                blocks.append((at_track, at_sector))
        except DosError as error:
            if error.number not in (67, 71):
                raise
        header = self.header()
        for at_track, at_sector in blocks:
            _mark(header, self._map_offset(at_track, header), at_sector, True)
        self._put_header(header)

    # -- directory ---------------------------------------------------------------------

    def slots(self):
        """Yield every slot of the directory as an Entry, unused ones too."""
        for track, sector, block in self.chain(DIR_TRACK, 1):
            for slot in range(8):
                at = slot * ENTRY_SIZE
                yield Entry(track, sector, slot, block[at : at + ENTRY_SIZE])

    def entries(self):
        """Yield the files of the directory, in its order."""
        for entry in self.slots():
            if entry.raw[2]:
                yield entry

    def find(self, pattern, accept=None):
        """Return the first file whose name fits ``pattern``, or None.

        accept   function of an Entry that may refuse it
        """
        for entry in self.entries():
            if matches(entry.name, pattern) and (accept is None or accept(entry)):
                return entry
        return None

    def entry_at(self, track, sector, slot):
        """Return the entry of one slot."""
        block = self.image.read(track, sector)
        return Entry(track, sector, slot, block[slot * ENTRY_SIZE : (slot + 1) * ENTRY_SIZE])

    def put_entry(self, entry):
        """Write an entry back to its slot."""
        block = bytearray(self.image.read(entry.track, entry.sector))
        at = entry.slot * ENTRY_SIZE
        block[at + 2 : at + ENTRY_SIZE] = entry.raw[2:]
        self.image.write(entry.track, entry.sector, block)

    def create(self, name, file_type, start):
        """Make the directory entry of a new file, not yet closed; returns it.

        DosError 72 when the directory has no room (144 files).
        """
        entry = next((e for e in self.slots() if not e.raw[2]), None)
        if entry is None:
            entry = self._extend_directory()
        entry.raw[2:] = bytes(ENTRY_SIZE - 2)
        entry.raw[2] = file_type
        entry.start = start
        entry.raw[5:21] = padded(name)
        self.put_entry(entry)
        return entry

    def _extend_directory(self):
        *_, (track, sector, block) = self.chain(DIR_TRACK, 1)
        link = self._allocate_directory(sector)
        self.image.write(*link, bytes((0, 0xFF)) + bytes(DATA_SIZE))
        self.image.write(track, sector, bytes(link) + block[2:])
        return Entry(*link, 0, bytes(ENTRY_SIZE))

    def scratch(self, entry):
        """Delete a file: its blocks become free, its slot unused."""
        if entry.start[0]:
            self.free_chain(*entry.start)
        if entry.type == REL and entry.raw[21]:
            self.free_chain(entry.raw[21], entry.raw[22])
        entry.raw[2] = 0
        self.put_entry(entry)

    def write_file(self, name, file_type, content):
        """Write a whole file; DosError 63 if the name is taken, 72 if it does not fit."""
        from disk.streams import FileWriter

        writer = FileWriter.create(self, name, file_type)
        for byte in content:
            writer.put(byte)
        writer.close()

    # -- whole disk --------------------------------------------------------------------

    def name(self):
        """Return the disk's name (PETSCII, unfilled)."""
        return stripped(self.header()[_HEADER_NAME : _HEADER_NAME + 16])

    def disk_id(self):
        """Return the two bytes of the disk's identification."""
        return bytes(self.header()[_HEADER_ID : _HEADER_ID + 2])

    def format(self, name, disk_id=None):
        """Empty the disk.  Without an id only map and directory, and the id stays.

        DosError 26 on a protected disk.
        """
        if disk_id is None:
            disk_id = self.disk_id()
        else:
            for track in range(1, self.image.tracks + 1):
                for sector in range(sectors_of(track)):
                    self.image.write(track, sector, bytes(SECTOR_SIZE))
        header = bytearray(SECTOR_SIZE)
        header[0:3] = bytes((DIR_TRACK, 1, 0x41))
        header[_HEADER_NAME : _HEADER_NAME + 27] = padded(b"", 27)
        header[_HEADER_NAME : _HEADER_NAME + 16] = padded(name)
        header[_HEADER_ID : _HEADER_ID + 2] = padded(disk_id, 2)
        header[0xA5:0xA7] = b"2A"
        self._put_header(_with_empty_map(header, self.image.tracks))
        self.image.write(DIR_TRACK, 1, bytes((0, 0xFF)) + bytes(DATA_SIZE))

    def validate(self):
        """Rebuild the map from the directory; files never closed are deleted.

        Where a chain is broken or a block belongs to two files the drive's error is
        raised and the disk is as it was.
        """
        used = {(DIR_TRACK, 0)}
        for track, sector, _ in self.chain(DIR_TRACK, 1):
            used.add((track, sector))
        unclosed = []
        for entry in self.entries():
            if not entry.closed:
                unclosed.append(entry)
                continue
            for start in (entry.start, tuple(entry.raw[21:23])):
                if start[0]:
                    self._claim(start, used)
        header = _with_empty_map(self.header(), self.last_track())
        for track, sector in used:
            _mark(header, self._map_offset(track, header), sector, False)
        self._put_header(header)
        for entry in unclosed:
            entry.raw[2] = 0
            self.put_entry(entry)

    def _claim(self, start, used):
        for track, sector, _ in self.chain(*start):
            if (track, sector) in used:
                raise DosError(71, track, sector)
            used.add((track, sector))


def _skip(track, sector, interleave):
    """Return the sector an interleave further, as the drive counts round a track."""
    sector += interleave
    if sector >= sectors_of(track):
        sector -= sectors_of(track)
        if sector > 0:
            sector -= 1
    return sector


def _bits(header, at):
    return header[at + 1] | header[at + 2] << 8 | header[at + 3] << 16


def _is_map(part):
    """Tell whether 20 bytes are the map of tracks 36-40: counts that fit their bits."""
    if not any(part):
        return False
    return all(
        part[at] == _bits(part, at).bit_count() and _bits(part, at) >> sectors_of(36) == 0
        for at in range(0, 20, 4)
    )


def _mark(header, at, sector, free):
    """Change one bit of the map and its count; returns True when it changed."""
    if at < 0:
        return False
    place, bit = at + 1 + (sector >> 3), 1 << (sector & 7)
    if bool(header[place] & bit) == free:
        return False
    header[place] ^= bit
    header[at] = _bits(header, at).bit_count()
    return True


def _with_empty_map(header, tracks):
    """Return ``header`` with every block free but the header and the first of the directory.

    tracks   more than 35: tracks 36-40 are managed too, where SpeedDOS keeps them
    """
    for track in range(1, min(tracks, 40) + 1):
        base = 4 * track if track <= 35 else _SPEED_MAP + 4 * (track - 36)
        count = sectors_of(track)
        header[base] = count
        header[base + 1 : base + 4] = ((1 << count) - 1).to_bytes(3, "little")
    for sector in (0, 1):
        _mark(header, 4 * DIR_TRACK, sector, False)
    return header
