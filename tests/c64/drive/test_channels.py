"""Channels by themselves: what is sent, which byte is the last, what a snapshot keeps."""

import random

import pytest

from c64.drive.channels import (
    CHANNEL_LAST,
    BufferChannel,
    BytesChannel,
    Channel,
    ReadChannel,
    RelativeChannel,
    WriteChannel,
    channel_from_state,
)
from disk.d64 import D64Image
from disk.errors import DosError
from disk.volume import SEQ, Volume


@pytest.fixture
def volume():
    return Volume(D64Image.blank(b"TEST", b"T1"))


def again(volume, channel):
    """The channel of a snapshot."""
    return channel_from_state(volume, channel.kind, channel.state())


def sent(channel, most=2000):
    """[byte, + $100 on the last one] until there is nothing more."""
    found = []
    while len(found) < most and (byte := channel.peek()) >= 0:
        found.append(byte)
        channel.advance()
    return found


def with_last(content):
    return [*content[:-1], content[-1] | CHANNEL_LAST]


@pytest.mark.parametrize("size", [1, 2, 253, 254, 255, 508, 509])
@pytest.mark.parametrize("kind", ["read", "bytes"])
def test_all_bytes_are_sent_once_and_the_last_is_marked(volume, kind, size):
    content = bytes(n % 251 for n in range(size))
    volume.write_file(b"FILE", SEQ, content)

    def begin():
        if kind == "read":
            return ReadChannel(volume.reader(volume.find(b"FILE")))
        return BytesChannel(content)

    assert sent(begin()) == with_last(content)
    channel = begin()
    assert channel.peek() == channel.peek()  # looking takes nothing
    for byte in with_last(content):
        channel = again(volume, channel)
        assert channel.peek() == byte
        channel.advance()
    assert channel.peek() == again(volume, channel).peek() == -1


def test_bytes_may_be_sent_from_the_middle():
    assert sent(BytesChannel(b"abc", 1)) == with_last(b"bc")
    assert sent(BytesChannel(b"abc", 3)) == sent(BytesChannel(b"")) == []


def test_only_what_is_open_for_writing_takes_bytes(volume):
    kinds = {kind.kind: kind.writable for kind in (ReadChannel, BytesChannel, BufferChannel,
                                                   RelativeChannel)}  # fmt: skip
    assert kinds == {"read": False, "bytes": False, "buffer": True, "relative": True}
    writer = WriteChannel(volume.create_file(b"NEW", SEQ))
    assert writer.writable is True and writer.peek() == -1
    writer.writer.failed = True
    assert writer.writable is False
    for channel in (Channel(), BytesChannel(b"abc")):
        assert channel.writable is False
        with pytest.raises(DosError, match="61"):
            channel.put(1)


@pytest.mark.parametrize("number", [0, 3])
def test_a_buffer_tells_its_number_first_and_then_goes_round(number):
    channel = BufferChannel(number)
    assert channel.peek() == number
    channel.advance()
    channel.data[:] = bytes(range(256))
    expected = [*range(1, 255), 255 | CHANNEL_LAST, *range(1, 256)]  # byte 0 is passed over
    for byte in expected:
        assert channel.peek() & 0xFF == byte & 0xFF
        assert (channel.peek() & CHANNEL_LAST > 0) == (byte & 0xFF == 255)
        channel.advance()


def test_a_buffer_takes_bytes_round_its_end_and_comes_back_from_a_snapshot(volume):
    channel = BufferChannel(2)
    for n in range(300):
        channel.put(n & 0xFF)
    expected = bytes((n + 256 - 1) & 0xFF if n + 256 - 1 < 300 else n - 1 for n in range(256))
    assert bytes(channel.data) == expected
    assert (channel.at, channel.last, channel.fresh) == (45, 255, False)
    other = again(volume, channel)
    assert vars(other) == vars(channel)
    assert vars(again(volume, BufferChannel(1))) == vars(BufferChannel(1))


@pytest.mark.parametrize(("at", "last"), [(0, 255), (1, 3), (5, 5), (254, 1)])
def test_a_filled_buffer_sends_from_one_place_to_another(at, last):
    channel = BufferChannel(0)
    block = bytes(range(256))
    channel.fill(block, at, last)
    found = []
    while not found or not found[-1] & CHANNEL_LAST:
        found.append(channel.peek())
        channel.advance()
    places = [at]
    while places[-1] != last:
        places.append(places[-1] + 1 if places[-1] < 255 else 1)  # byte 0 is passed over
    assert found == with_last(bytes(places))


class Records:
    """A model of a relative file's channel: records as lists of bytes, a place, what came."""

    def __init__(self, size, count):
        self.size = size
        self.records = [b"\xff" + bytes(size - 1) for _ in range(count)]
        self.record = self.at = 0
        self.taken = b""

    def last(self):
        used = len(self.records[self.record].rstrip(b"\0"))
        if self.at > max(used - 1, 0):  # behind it: up to the same place of the next block
            return max(used - 1, 0) + 254
        return max(used - 1, 0)

    def peek(self):
        if self.record >= len(self.records):
            return 0x10D  # of a record that is missing comes a CR
        behind = b"".join(self.records[self.record :])
        byte = behind[self.at] if self.at < len(behind) else 0
        return byte + (0x100 if self.at == self.last() else 0)

    def advance(self):
        if self.at == self.last():
            self.record, self.at = self.record + 1, 0
        else:
            self.at += 1

    def put(self, byte):
        if self.at + len(self.taken) == self.size:
            return 51
        self.taken += bytes((byte,))
        return None

    def ended(self, block):
        """``block`` bytes of records are made at a time."""
        if not self.taken:
            return
        count = len(self.records)
        if self.record >= count:
            needed = -(-(self.record + 1) * self.size // block) * block // self.size
            self.records += [b"\xff" + bytes(self.size - 1)] * (needed - count)
            before = b"".ljust(self.at, b"\0")
        else:
            before = self.records[self.record][: self.at]
        self.records[self.record] = (before + self.taken).ljust(self.size, b"\0")
        self.taken = b""
        self.record, self.at = self.record + 1, 0


def attempt(function, *args):
    try:
        return function(*args)
    except DosError as error:
        return error.number


@pytest.mark.parametrize("size", [1, 2, 7, 100, 254])
def test_records_are_read_and_written_as_by_a_model(volume, size):
    chance = random.Random(size)
    channel = RelativeChannel(volume.create_relative(b"REC", size))
    model = Records(size, 254 // size)
    for _ in range(150):
        act = chance.choice(("position", "read", "read", "write", "write", "snapshot"))
        if act == "position":
            record, at = chance.randrange(60), chance.choice((0, size - 1, size, size // 2))
            expected = 50 if record >= len(model.records) else 51 if at >= size else None
            assert attempt(channel.position, record, at) == expected
            model.record, model.at = record, at if at < size else 0
        elif act == "read":
            for _ in range(chance.choice((1, size, size + 2))):
                assert attempt(channel.peek) == model.peek()
                if model.record >= len(model.records):
                    break
                channel.advance()
                model.advance()
        elif act == "write" and model.at < size and model.record < 200:
            for _ in range(chance.choice((0, 1, size, size + 1))):
                byte = chance.choice((0, 65, 255))
                assert attempt(channel.put, byte) == model.put(byte)
            if chance.random() < 0.3:
                channel = again(volume, channel)
            channel.ended()
            model.ended(254)
        elif act == "snapshot":
            channel = again(volume, channel)
        assert (channel.record, channel.at) == (model.record, model.at)
        assert bytes(channel.taken) == model.taken
    assert channel.file.count == len(model.records)
    assert [channel.file.read(n) for n in range(channel.file.count)] == model.records


def test_what_was_written_to_a_record_is_there_when_the_channel_is_closed(volume):
    channel = RelativeChannel(volume.create_relative(b"REC", 10))
    channel.put(0x41)
    channel.close()
    assert channel.file.read(0) == b"A".ljust(10, b"\0")
    channel.close()
    assert channel.record == 1
