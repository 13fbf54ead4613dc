"""What is open on a drive's channels: files, directories, buffers.

Every kind has the same methods, and none keeps state that ``state`` does not give:

peek()      -> -1: nothing to send; else byte, + $100 on the last one
advance()   take the byte that ``peek`` showed
put(byte)   take a byte from the computer
close()     write what is still to be written
state()     -> dictionary of plain values, for ``channel_from_state``

All but ``state`` may raise DosError.
"""

from disk.errors import DosError
from disk.streams import FileReader, FileWriter

CHANNEL_LAST = 0x100


class ReadChannel:
    """A file open for reading."""

    kind = "read"
    writable = False

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

    def put(self, byte):
        raise DosError(61)

    def close(self):
        pass

    def state(self):
        return self.reader.state()

    @classmethod
    def from_state(cls, volume, state):
        return cls(FileReader.from_state(volume, state))


class WriteChannel:
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
        return cls(FileWriter.from_state(volume, state))


class BytesChannel:
    """Bytes made beforehand: the directory as a program."""

    kind = "bytes"
    writable = False

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

    def put(self, byte):
        raise DosError(61)

    def close(self):
        pass

    def state(self):
        return {"content": self.content, "at": self.at}

    @classmethod
    def from_state(cls, volume, state):
        return cls(state["content"], state["at"])


class BufferChannel:
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
            return self.number | CHANNEL_LAST
        return self.data[self.at] | (CHANNEL_LAST if self.at == self.last else 0)

    def advance(self):
        if self.fresh:
            self.fresh = False
        else:
            self.at = (self.at + 1) & 0xFF

    def put(self, byte):
        self.fresh = False
        self.data[self.at] = byte
        self.at = (self.at + 1) & 0xFF

    def close(self):
        pass

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


_CHANNEL_KINDS = {c.kind: c for c in (ReadChannel, WriteChannel, BytesChannel, BufferChannel)}


def channel_from_state(volume, kind, state):
    """Return the channel that gave ``state``."""
    return _CHANNEL_KINDS[kind].from_state(volume, state)
