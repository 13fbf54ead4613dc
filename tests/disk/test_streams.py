"""Files byte by byte: what is written comes back, in pieces and through snapshots."""

import json

import pytest

from disk.d64 import D64Image
from disk.d71_d81 import D81Image
from disk.directory import Entry
from disk.errors import DosError
from disk.relative import RelativeFile
from disk.streams import FileReader, FileWriter
from disk.volume import PRG, REL, SEQ, Volume

SIZES = pytest.mark.parametrize("size", [0, 1, 2, 253, 254, 255, 507, 508, 509])


def blank():
    return Volume(D64Image.blank(b"TEST", b"T1"))


def content_of(size):
    return bytes(n % 251 for n in range(size))


def again(volume, stream):
    """The stream of a snapshot, whose pairs come back as lists."""
    state = json.loads(json.dumps(stream.state(), default=lambda data: ["bytes", *data]))
    for name, value in state.items():
        if isinstance(value, list) and value[:1] == ["bytes"]:
            state[name] = bytes(value[1:])
    other = type(stream).from_state(volume, state)
    assert other.state() == stream.state()
    return other


@SIZES
def test_a_file_is_the_same_when_it_is_written_through_snapshots(size):
    volume, other = blank(), blank()
    content = content_of(size)
    volume.write_file(b"FILE", SEQ, content)
    writer = FileWriter.create(other, b"FILE", SEQ)
    for byte in content:
        writer = again(other, writer)
        writer.put(byte)
    again(other, writer).close()
    assert other.image.to_bytes() == volume.image.to_bytes()
    entry = other.find(b"FILE")
    assert entry.size == max(1, -(-size // 254))
    assert other.read_file(entry) == (content or b"\r")  # the drive has no empty files


@SIZES
def test_a_file_is_read_byte_by_byte_and_the_last_is_known(size):
    volume, content = blank(), content_of(size) or b"\r"
    volume.write_file(b"FILE", SEQ, content)
    reader = volume.reader(volume.find(b"FILE"))
    for at, byte in enumerate(content):
        reader = again(volume, reader)
        assert reader.peek() == (byte, at == len(content) - 1)
        assert reader.peek() == (byte, at == len(content) - 1)
        reader.advance()
    assert reader.peek() is None
    reader.advance()
    assert reader.peek() is None


def test_a_reader_takes_its_block_once_as_a_drives_buffer():
    volume = blank()
    volume.write_file(b"FILE", SEQ, b"abc")
    reader = volume.reader(volume.find(b"FILE"))
    assert reader.peek() == (ord("a"), False)
    volume.image.write(*volume.find(b"FILE").start, bytes(256))
    reader.advance()
    assert again(volume, reader).peek() == (ord("b"), False)


@pytest.mark.parametrize("count", [0, 1])
def test_a_last_block_that_says_it_has_no_bytes_is_sent_whole(count):
    volume = blank()
    volume.image.write(17, 0, bytes((0, count)) + b"x" * 254)
    reader = FileReader(volume, 17, 0)
    assert reader.peek() == (ord("x"), False)
    assert FileReader(volume, 0, 5).peek() is None
    entry = Entry(18, 1, 0, bytes((0, 0, 0x82, 17, 0)) + bytes(27))
    assert volume.read_file(entry) == b"x" * 254


def test_a_chain_without_end_is_error_71_after_as_many_blocks_as_the_disk_has():
    volume = blank()
    volume.image.write(17, 0, bytes((17, 0)) + bytes(254))
    reader, taken = FileReader(volume, 17, 0), 0
    with pytest.raises(DosError) as caught:
        while reader.peek() is not None:
            reader.advance()
            taken += 1
    assert (caught.value.number, taken) == (71, 683 * 254)


@pytest.mark.parametrize("size", [1, 254, 255, 600])
def test_a_replaced_file_gives_all_its_blocks_back(size):
    volume = blank()
    volume.write_file(b"FILE", SEQ, content_of(600))
    assert volume.find(b"FILE").start == (17, 0)  # sector 0 is a place as any other
    free = volume.free_blocks()
    writer = FileWriter.replace(volume, volume.find(b"FILE"))
    writer.put_all(content_of(size))
    writer = again(volume, writer)
    assert volume.read_file(volume.find(b"FILE")) == content_of(600)
    writer.close()
    assert volume.read_file(volume.find(b"FILE")) == content_of(size)
    assert volume.free_blocks() == free + 3 - -(-size // 254)


def test_an_entry_without_a_block_is_replaced_too():
    volume = blank()
    entry = volume.create(b"FILE", SEQ, (0, 0))
    free = volume.free_blocks()
    writer = FileWriter.replace(volume, entry)
    writer.put_all(b"abc")
    writer.close()
    assert volume.read_file(volume.find(b"FILE")) == b"abc"
    assert volume.free_blocks() == free - 1


@pytest.mark.parametrize("way", ["create", "replace", "append"])
def test_what_a_full_disk_takes_no_more_is_lost_and_the_rest_is_kept(way):
    volume = blank()
    volume.write_file(b"OLD", SEQ, content_of(300))
    volume.write_file(b"REST", PRG, bytes(254 * (volume.free_blocks() - 2)))
    if way == "create":
        writer = FileWriter.create(volume, b"NEW", SEQ)
    else:
        old = volume.find(b"OLD")
        writer = (
            FileWriter.replace(volume, old) if way == "replace" else FileWriter.append(volume, old)
        )
    room = 2 * 254 + (254 - 46 if way == "append" else 0)
    writer.put_all(content_of(room))
    assert writer.failed is False and volume.free_blocks() == 0
    with pytest.raises(DosError, match="72"):
        writer.put(1)
    assert writer.failed is True
    writer = again(volume, writer)
    writer.put(2)  # which nobody takes
    writer.close()
    old, new = volume.find(b"OLD"), volume.find(b"NEW")
    assert old.closed
    if way == "append":
        assert volume.read_file(old) == content_of(300) + content_of(room)
        assert old.size == 4
        return
    assert volume.read_file(old) == content_of(300) and old.size == 2
    if way == "create":
        assert volume.read_file(new) == content_of(room)
        assert (new.closed, new.size) == (False, 2)
    else:
        assert new is None and volume.free_blocks() == 2


@pytest.mark.parametrize("groups", [1, 2, 126])
def test_the_block_above_side_sectors_leads_to_126_groups(groups):
    """Of its 256 bytes the first three are its link and mark, the last one is none."""
    volume = Volume(D81Image.blank(b"TEST", b"T1"))
    links = [(1 + n // 40, n % 40) for n in range(groups)]
    above = bytes((*links[0], 0xFE)) + b"".join(bytes(link) for link in links)
    volume.image.write(50, 1, above.ljust(256, b"\0")[:255] + b"\x63")
    raw = bytearray(32)
    raw[2], raw[21:23] = 0x80 | REL, bytes((50, 1))
    chains = volume.side_chains(Entry(40, 3, 0, raw))
    assert chains == [(50, 1), *links[1:]]
    raw[2] = 0x80 | SEQ
    assert volume.side_chains(Entry(40, 3, 0, raw)) == [(50, 1)]
    raw[2], raw[21:23] = 0x80 | REL, bytes((0, 1))
    assert volume.side_chains(Entry(40, 3, 0, raw)) == []
    raw[21:23] = bytes((99, 1))
    assert volume.side_chains(Entry(40, 3, 0, raw)) == [(99, 1)]


@pytest.mark.parametrize("size", [1, 100, 254])
def test_a_relative_file_of_several_groups_comes_back_record_by_record(size):
    volume = Volume(D81Image.blank(b"TEST", b"T1"))
    file = RelativeFile.create(volume, b"BIG", size)
    last = (721 * 254 - 1) // size  # in the second group
    for record in (0, last // 2, last):
        file.write(record, b"%d" % (record % 10))
    other = RelativeFile(volume, volume.find(b"BIG"))
    assert other.count == file.count > last
    for record in (0, last // 2, last):
        assert other.read(record).rstrip(b"\0") == b"%d" % (record % 10)
    assert other.read(last - 1).rstrip(b"\0") == b"\xff"
    before = volume.image.to_bytes()
    volume.validate()
    assert volume.image.to_bytes() == before
    volume.scratch(volume.find(b"BIG"))
    assert volume.free_blocks() == 3160


@pytest.mark.parametrize(
    ("link", "number"), [((36, 0), 67), ((17, 21), 67), ((17, 5), 23), ((17, 6), 20)]
)
def test_a_link_off_the_disk_is_67_and_a_bad_sector_what_it_is(link, number):
    """Error bytes 5 and 2 are the drive's errors 23 and 20."""
    volume = blank()
    volume.image.errors = bytearray(b"\1" * 683)
    volume.image.errors[volume.image.index(17, 5)] = 5
    volume.image.errors[volume.image.index(17, 6)] = 2
    volume.image.write(17, 0, bytes(link) + bytes(254))
    reader = FileReader(volume, 17, 0)
    for _ in range(254):
        assert reader.peek() == (0, False)
        reader.advance()
    for read in (reader.peek, lambda: list(volume.chain(17, 0))):
        with pytest.raises(DosError) as caught:
            read()
        assert (caught.value.number, caught.value.track, caught.value.sector) == (number, *link)
