"""Files of a disk byte by byte, as a drive's channels read and write them.

Each stream can give its whole state as a dictionary of plain values and take it back,
so that a machine can be saved in the middle of a transfer.
"""

from collections.abc import Iterable
from typing import Self, TypedDict

from disk.directory import CLOSED, DATA_SIZE, Directory, Entry
from disk.errors import DosError
from disk.geometry import SECTOR_SIZE, Link, end_of_block

_CR = 0x0D

Slot = tuple[int, int, int]  # (track, sector, slot) of a directory entry


class ReaderState(TypedDict):
    """A FileReader in a snapshot."""

    track: int
    sector: int
    at: int
    left: int
    block: bytes | None


class WriterState(TypedDict):
    """A FileWriter in a snapshot; pairs and triples may come back as lists."""

    entry: Slot
    first: Link
    here: Link
    blocks: int
    replacing: Link | None
    failed: bool
    buffer: bytes


class FileReader:
    """Reads along a chain of blocks.

    ``peek`` shows the next byte without taking it, ``advance`` takes it.
    """

    def __init__(self, volume: Directory, track: int, sector: int) -> None:
        self.volume = volume
        self.track = track
        self.sector = sector
        self.at = 2
        self.left = volume.blocks  # a longer chain bites its tail
        self._block: bytes | None = None

    def peek(self) -> tuple[int, bool] | None:
        """Return (byte, is the last one), or None at the end.

        Raises DosError: what reading the sector gave, 67 for a link off the disk, 71 for
        a chain without end.
        """
        if not self.track:
            return None
        block = self._current()
        last = end_of_block(block) - 1
        if self.at > last:
            self.track = 0
            return None
        return block[self.at], block[0] == 0 and self.at == last

    def advance(self) -> None:
        """Take the byte that ``peek`` showed."""
        if not self.track:
            return
        block = self._current()
        self.at += 1
        if block[0] == 0:
            if self.at >= end_of_block(block):
                self.track = 0
        elif self.at == SECTOR_SIZE:
            self.track, self.sector, self.at = block[0], block[1], 2
            self.left -= 1
            self._block = None

    def _current(self) -> bytes:
        """Return the block being read; fetched once, as a drive's buffer is."""
        if self._block is None:
            if self.left <= 0:
                raise DosError(71, self.track, self.sector)
            try:
                self._block = self.volume.image.read(self.track, self.sector)
            except DosError as error:
                if error.number != 66:
                    raise
                raise DosError(67, self.track, self.sector) from None
        return self._block

    def state(self) -> ReaderState:
        """Return the stream's state as plain values."""
        return {
            "track": self.track,
            "sector": self.sector,
            "at": self.at,
            "left": self.left,
            "block": self._block,
        }

    @classmethod
    def from_state(cls, volume: Directory, state: ReaderState) -> Self:
        """Return the stream that gave ``state``."""
        self = cls(volume, state["track"], state["sector"])
        self.at = state["at"]
        self.left = state["left"]
        self._block = state["block"]
        return self


class FileWriter:
    """Writes a file's blocks, one behind the other.

    entry      where its directory entry is: (track, sector, slot)
    first      (track, sector) of the first block of what is written
    here       (track, sector) of the block being filled
    buffer     bytearray, up to 254 bytes of that block
    blocks     blocks used, with the one being filled
    replacing  (track, sector) of the chain that goes when this one is closed, or None
    failed     True: the disk was full, the rest is lost
    """

    def __init__(self, volume: Directory, entry: Slot, first: Link) -> None:
        self.volume = volume
        self.entry = entry
        self.first = first
        self.here = first
        self.buffer = bytearray()
        self.blocks = 1
        self.replacing: Link | None = None
        self.failed = False

    @classmethod
    def create(
        cls, volume: Directory, name: bytes, file_type: int, unclosed: Entry | None = None
    ) -> Self:
        """Begin a new file; DosError 63 if the name is taken, 72 if there is no room.

        unclosed   an entry whose slot is left unused
        """
        if volume.find(name) is not None:
            raise DosError(63)
        first = volume.allocate_first()
        try:
            entry = volume.create(name, file_type, first, unclosed)
        except DosError:
            volume.set_free(*first, True)
            raise
        return cls(volume, (entry.track, entry.sector, entry.slot), first)

    @classmethod
    def replace(cls, volume: Directory, entry: Entry) -> Self:
        """Begin to replace a file, which stays whole until ``close``."""
        self = cls(volume, (entry.track, entry.sector, entry.slot), volume.allocate_first())
        self.replacing = entry.start
        return self

    @classmethod
    def append(cls, volume: Directory, entry: Entry) -> Self:
        """Go on behind the end of a file."""
        volume.image.write(entry.track, entry.sector, volume.image.read(entry.track, entry.sector))
        self = cls(volume, (entry.track, entry.sector, entry.slot), entry.start)
        self.blocks = 0
        for track, sector, block in volume.chain(*entry.start):
            self.blocks += 1
            self.here = (track, sector)
            self.buffer = bytearray(block[2 : end_of_block(block)])
        self.blocks = max(self.blocks, 2)  # drives count a file of one block so from now on
        return self

    def put_all(self, content: bytes | bytearray) -> None:
        """Write many bytes; DosError 72 when the disk is full."""
        for byte in content:
            self.put(byte)

    def put(self, byte: int) -> None:
        """Write one byte; DosError 72 when the disk is full, then nothing more is taken."""
        if self.failed:
            return
        if len(self.buffer) == DATA_SIZE:
            try:
                link = self.volume.allocate_next(*self.here)
            except DosError:
                self.failed = True
                raise
            self.volume.image.write(*self.here, bytes(link) + self.buffer)
            self.here = link
            self.blocks += 1
            self.buffer = bytearray()
        self.buffer.append(byte)

    def close(self) -> None:
        """Write what is left and complete the directory entry.

        After a full disk a new file stays unclosed, and a file to be replaced as it was.
        """
        if self.failed and self.replacing is not None:
            self._write_last()
            self.volume.free_chain(*self.first)
            return
        if not self.buffer:
            self.buffer.append(_CR)  # the drive has no empty files
        self._write_last()
        entry = self.volume.entry_at(*self.entry)
        if self.replacing is not None and self.replacing[0]:
            self.volume.free_chain(*self.replacing)
        entry.start = self.first
        entry.size = self.blocks
        if not self.failed:
            entry.raw[2] |= CLOSED
        self.volume.put_entry(entry)

    def _write_last(self) -> None:
        content = bytes((0, len(self.buffer) + 1)) + self.buffer
        self.volume.image.write(*self.here, content.ljust(SECTOR_SIZE, b"\0"))

    def state(self) -> WriterState:
        """Return the stream's state as plain values."""
        return {
            "entry": self.entry,
            "first": self.first,
            "here": self.here,
            "blocks": self.blocks,
            "replacing": self.replacing,
            "failed": self.failed,
            "buffer": bytes(self.buffer),
        }

    @classmethod
    def from_state(cls, volume: Directory, state: WriterState) -> Self:
        """Return the stream that gave ``state``."""
        self = cls(volume, _slot(state["entry"]), _link(state["first"]))
        self.here = _link(state["here"])
        self.buffer = bytearray(state["buffer"])
        self.blocks = state["blocks"]
        self.replacing = _link(state["replacing"]) if state["replacing"] else None
        self.failed = state["failed"]
        return self


def _link(pair: Iterable[int]) -> Link:
    track, sector = pair
    return track, sector


def _slot(triple: Iterable[int]) -> Slot:
    track, sector, slot = triple
    return track, sector, slot
