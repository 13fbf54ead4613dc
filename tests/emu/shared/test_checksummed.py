"""The container of states and recordings: its bytes, and what of it is refused."""

import json
import struct
import zlib

import pytest

from disk.budget import BLOCKS_MOST, TEXT_MOST
from emu.errors import HostError
from emu.shared import checksummed
from emu.shared.checksummed import read_sealed, write_sealed

MAGIC = b"GO64TEST"
BLOCKS = {"one": b"", "two": b"b" * 1000, "three": bytes(range(256))}
HEADER = {"title": "a title", "numbers": [1, 2, 3]}


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def written(tmp_path, header=HEADER, blocks=BLOCKS):
    path = tmp_path / "folder" / "a.file"
    write_sealed(path, MAGIC, 7, header, blocks)
    return path


def read(path, wanted=None, version=7, magic=MAGIC):
    return read_sealed(path, magic, version, "a test", wanted)


def made(tmp_path, header, rest=b"", length=None, **prefix):
    """A file of these parts, whatever they are; with a right checksum unless one is given."""
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    body = struct.pack("<I", len(text) if length is None else length) + text + rest
    head = {"crc": zlib.crc32(body), "size": len(body), "version": 7} | prefix
    path = tmp_path / "made.file"
    path.write_bytes(MAGIC + struct.pack("<HII", head["version"], head["crc"], head["size"]) + body)
    return path


def test_the_bytes_of_a_file_are_as_its_description_says(tmp_path):
    content = written(tmp_path).read_bytes()
    assert content[:8] == MAGIC
    version, crc, size = struct.unpack_from("<HII", content, 8)
    body = content[18:]
    assert (version, crc, size) == (7, zlib.crc32(body), len(body))
    (length,) = struct.unpack_from("<I", body)
    header = json.loads(body[4 : 4 + length])
    assert {name: header[name] for name in HEADER} == HEADER
    at, found = 4 + length, {}
    for name, packed, size in header["blocks"]:
        found[name] = zlib.decompress(body[at : at + packed])
        assert len(found[name]) == size
        at += packed
    assert (at, found) == (len(body), BLOCKS)
    assert set(header) == {*HEADER, "blocks", "seal"}


def test_what_was_written_comes_back_and_is_ones_own(tmp_path):
    path = written(tmp_path)
    assert read(path) == (HEADER | {"own": True}, BLOCKS)
    assert read(path, ["two", "none"]) == (HEADER | {"own": True}, {"two": BLOCKS["two"]})
    assert read(path, []) == (HEADER | {"own": True}, {})


@pytest.mark.parametrize("size", [0, 7, 8, 17])
def test_a_file_shorter_than_its_prefix_is_none_of_ours(tmp_path, size):
    path = written(tmp_path)
    path.write_bytes(path.read_bytes()[:size])
    with pytest.raises(HostError, match="not a test of GO 64"):
        read(path)


def test_another_magic_and_another_version_are_told(tmp_path):
    path = written(tmp_path)
    with pytest.raises(HostError, match="not a test of GO 64"):
        read(path, magic=b"GO64REST")
    for version in (6, 8):
        with pytest.raises(HostError, match=f"a test of version 7, this GO 64 reads {version}"):
            read(path, version=version)


@pytest.mark.parametrize("prefix", [{"crc": 0}, {"size": 0}, {"size": 1 << 20}])
def test_a_wrong_checksum_or_length_is_damage(tmp_path, prefix):
    with pytest.raises(HostError, match="its checksum does not match"):
        read(made(tmp_path, {"blocks": []}, **prefix))


def test_every_byte_of_the_rest_is_in_the_checksum(tmp_path, monkeypatch):
    path = written(tmp_path)
    content = path.read_bytes()
    for at_once in (1, 7, 1 << 20):
        monkeypatch.setattr(checksummed, "_READ_AT_ONCE", at_once)
        assert read(path)[1] == BLOCKS
        for at in (10, 18, 200, len(content) - 1):
            path.write_bytes(content[:at] + bytes((content[at] ^ 1,)) + content[at + 1 :])
            with pytest.raises(HostError, match="damaged"):
                read(path)
        path.write_bytes(content)


PACKED = zlib.compress(b"b" * 10, 1)


@pytest.mark.parametrize(
    ("sizes", "says"),
    [
        ([["a", len(PACKED), 10]], None),
        ([["a", len(PACKED), 9]], "damaged|bytes"),
        ([["a", len(PACKED), 11]], "damaged"),
        ([["a", -1, 10]], "damaged"),
        ([["a", len(PACKED), -1]], "damaged"),
        ([["a", len(PACKED) - 1, 10]], "damaged"),
        ([["a", float(len(PACKED)), 10]], "damaged"),
        ([["a", len(PACKED), 10.0]], "damaged"),
        ([["a", len(PACKED), True]], "damaged"),
        ([["a", len(PACKED), 10], ["b", 0, BLOCKS_MOST - 9]], "holds more than"),
        ([["a", len(PACKED)]], "damaged"),
        (None, "damaged"),
    ],
)
def test_the_sizes_of_blocks_are_held_against_what_is_there(tmp_path, sizes, says):
    path = made(tmp_path, {"blocks": sizes}, PACKED)
    if says is None:
        assert read(path) == ({"own": False}, {"a": b"b" * 10})
        return
    with pytest.raises(HostError, match=says):
        read(path)


HEADERS = [b"", b"{", b"[]", b"1", b"null", b'"text"', b"true", b"{}", b"\xff", b"[" * 5000]


@pytest.mark.parametrize("header", HEADERS)
def test_a_header_that_is_none_is_damage(tmp_path, header):
    with pytest.raises(HostError, match="damaged"):
        read(made(tmp_path, header))


def test_a_header_is_not_read_beyond_the_largest(tmp_path):
    assert read(made(tmp_path, {"blocks": []}, length=TEXT_MOST)) == ({"own": False}, {})
    with pytest.raises(
        HostError, match=f"header has {TEXT_MOST + 1} bytes; at most {TEXT_MOST} are"
    ):
        read(made(tmp_path, {"blocks": []}, length=TEXT_MOST + 1))


def test_blocks_are_not_written_that_could_not_be_read(tmp_path, monkeypatch):
    monkeypatch.setattr(checksummed, "BLOCKS_MOST", 1256)
    assert read(written(tmp_path))[1] == BLOCKS
    monkeypatch.setattr(checksummed, "BLOCKS_MOST", 1255)
    with pytest.raises(HostError, match="not written"):
        written(tmp_path)


def test_a_seal_that_is_given_is_not_taken(tmp_path):
    path = written(tmp_path, HEADER | {"seal": "mine", "blocks": "none"})
    assert read(path) == (HEADER | {"own": True}, BLOCKS)


def test_a_file_that_cannot_be_read_or_written_is_named(tmp_path):
    with pytest.raises(HostError, match="none: cannot be read: No such file"):
        read(tmp_path / "none")
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(HostError, match="cannot be written"):
        write_sealed(tmp_path / "file" / "a", MAGIC, 7, HEADER, BLOCKS)
    (tmp_path / "full").mkdir()
    with pytest.raises(HostError, match="cannot be written"):
        write_sealed(tmp_path / "full", MAGIC, 7, HEADER, BLOCKS)
