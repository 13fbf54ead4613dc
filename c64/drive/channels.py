"""What is open on a drive's channels: files, directories, buffers.

Every kind has the same methods, and none keeps state that ``state`` does not give:

peek()      -> -1: nothing to send; else byte, + $100 on the last one
advance()   take the byte that ``peek`` showed
put(byte)   take a byte from the computer
ended()     the computer has sent all that it had to say for now
close()     write what is still to be written
state()     -> dictionary of plain values, for ``channel_from_state``

All but ``state`` may raise DosError.
"""

from disk.directory import DATA_SIZE
from disk.errors import DosError

CHANNEL_LAST = 0x100
_CR = 0x0D


class Channel:
    """What most kinds have in common."""

    writable = False

    def put(self, byte):
        raise DosError(61)

    def ended(self):
        pass

    def close(self):
        pass


class ReadChannel(Channel):
    """A file open for reading."""

    kind = "read"

    def __init__(self, reader):
        self.reader = reader

    def peek(self):
        shown = self.reader.peek()
        if shown is None:
            return -1
        byte, last = shown
        return byte | CHANNEL_LAST if last else byte

    def advance(self):
        self.reader.advance()

    def state(self):
        return self.reader.state()

    @classmethod
    def from_state(cls, volume, state):
        return cls(volume.reader_from_state(state))


class WriteChannel(Channel):
    """A file open for writing or appending."""

    kind = "write"

    def __init__(self, writer):
        self.writer = writer

    @property
    def writable(self):
        """False once the disk was full: the drive then takes no more bytes."""
        return not self.writer.failed

    def peek(self):
        return -1

    def advance(self):
        pass

    def put(self, byte):
        self.writer.put(byte)

    def close(self):
        self.writer.close()

    def state(self):
        return self.writer.state()

    @classmethod
    def from_state(cls, volume, state):
        return cls(volume.writer_from_state(state))


class BytesChannel(Channel):
    """Bytes made beforehand: the directory as a program."""

    kind = "bytes"

    def __init__(self, content, at=0):
        self.content = content
        self.at = at

    def peek(self):
        if self.at >= len(self.content):
            return -1
        last = self.at == len(self.content) - 1
        return self.content[self.at] | (CHANNEL_LAST if last else 0)

    def advance(self):
        self.at += 1

    def state(self):
        return {"content": self.content, "at": self.at}

    @classmethod
    def from_state(cls, volume, state):
        return cls(state["content"], state["at"])


class BufferChannel(Channel):
    """A buffer of 256 bytes for the block commands (``#``).

    number   which of the drive's buffers
    data     bytearray of 256
    at       index of the next byte to read or write
    last     index of the byte that is sent as the last one
    fresh    True: just opened; the first byte read is the buffer's number
    """

    kind = "buffer"
    writable = True

    def __init__(self, number):
        self.number = number
        self.data = bytearray(256)
        self.at = 1
        self.last = 255
        self.fresh = True

    def peek(self):
        if self.fresh:
            return self.number
        return self.data[self.at] | (CHANNEL_LAST if self.at == self.last else 0)

    def advance(self):
        if self.fresh:
            self.fresh = False
        else:
            self.at = self.at + 1 if self.at < 0xFF else 1

    def put(self, byte):
        self.fresh = False
        self.data[self.at] = byte
        self.at = (self.at + 1) & 0xFF

    def fill(self, block, at, last):
        """Take the content of a block; reading goes from ``at`` to ``last``."""
        self.data[:] = block
        self.at, self.last, self.fresh = at, last, False

    def state(self):
        return {
            "number": self.number,
            "data": bytes(self.data),
            "at": self.at,
            "last": self.last,
            "fresh": self.fresh,
        }

    @classmethod
    def from_state(cls, volume, state):
        self = cls(state["number"])
        self.data[:] = state["data"]
        self.at, self.last, self.fresh = state["at"], state["last"], state["fresh"]
        return self


class RelativeChannel(Channel):
    """A relative file, for reading and writing.

    file    disk.relative.RelativeFile
    record  the one to read or write next, counted from 0
    at      index of the next byte in it
    taken   bytes for it that have come since the computer began to send
    """

    kind = "relative"
    writable = True

    def __init__(self, file):
        self.file = file
        self.record = self.at = 0
        self.taken = bytearray()

    def position(self, record, at):
        """Go to a byte of a record, both counted from 0.

        DosError 50 if there is no such record yet: writing makes it.  51 if no record is so long.
        """
        self.record, self.at = record, at if at < self.file.size else 0
        if self.missing:
            raise DosError(50)
        if at >= self.file.size:
            raise DosError(51)

    @property
    def missing(self):
        """True if there is no such record yet: a CR is all that comes of it."""
        return self.record >= self.file.count

    def _last(self):
        """Return the index of the last byte to send: zeros at a record's end are filling.

        A 1541 compares places in the block only: who begins to read behind that byte gets what
        follows in the file, up to the same place in the next block.
        """
        last = max(len(self.file.read(self.record).rstrip(b"\0")) - 1, 0)
        return last if self.at <= last else last + DATA_SIZE

    def peek(self):
        if self.missing:
            return _CR | CHANNEL_LAST
        ahead, at = divmod(self.at, self.file.size)
        there = self.record + ahead < self.file.count
        byte = self.file.read(self.record + ahead)[at] if there else 0
        return byte | (CHANNEL_LAST if self.at >= self._last() else 0)

    def advance(self):
        if self.missing:
            return
        if self.at < self._last():
            self.at += 1
        else:
            self.record, self.at = self.record + 1, 0

    def put(self, byte):
        if self.file.volume.image.read_only:
            raise DosError(26)
        if self.at + len(self.taken) >= self.file.size:
            raise DosError(51)
        self.taken.append(byte)

    def ended(self):
        if not self.taken:
            return
        before = b"" if self.record >= self.file.count else self.file.read(self.record)
        content = before[: self.at].ljust(self.at, b"\0") + bytes(self.taken)
        self.taken.clear()
        self.file.write(self.record, content)
        self.record, self.at = self.record + 1, 0

    def close(self):
        self.ended()

    def state(self):
        return {
            "entry": self.file.entry,
            "record": self.record,
            "at": self.at,
            "taken": bytes(self.taken),
        }

    @classmethod
    def from_state(cls, volume, state):
        self = cls(volume.open_relative(volume.entry_at(*state["entry"])))
        self.record, self.at, self.taken = state["record"], state["at"], bytearray(state["taken"])
        return self


_KINDS = (ReadChannel, WriteChannel, BytesChannel, BufferChannel, RelativeChannel)
_CHANNEL_KINDS = {kind.kind: kind for kind in _KINDS}


def channel_from_state(volume, kind, state):
    """Return the channel that gave ``state``."""
    return _CHANNEL_KINDS[kind].from_state(volume, state)
