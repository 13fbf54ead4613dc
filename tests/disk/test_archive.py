"""Archives and lists: what is found in them, what is started, and what is refused in a line."""

import gzip
import os
import random
import struct
import zipfile
import zlib

import pytest

from disk.archive import members
from disk.budget import DIRECTORY_MOST, MEMBERS_MOST
from disk.d64 import D64Image
from disk.d71_d81 import D81Image
from disk.errors import MediaDamaged, MediaError, MediaNotFound, MediaUnknown
from disk.loader import LARGEST, open_media, sources_in
from disk.volume import Volume

PRG = b"\x01\x08abc"


def disk(name=b"DISK"):
    return D64Image.blank(name, b"01").to_bytes()


def zipped(path, files, method=zipfile.ZIP_DEFLATED):
    with zipfile.ZipFile(path, "w", method) as packed:
        for name, content in files.items():
            packed.writestr(name, content)
    return path


def refusal(path):
    with pytest.raises(MediaError) as caught:
        open_media(path)
    message = str(caught.value)
    assert message.startswith(str(path)) and "\n" not in message and len(message) < 400
    return message


def test_a_disk_in_a_zip_is_opened_write_protected_and_the_zip_stays_as_it_is(tmp_path):
    path = zipped(tmp_path / "game.zip", {"read me.txt": b"hello", "a/game.d64": disk(b"GAME")})
    before = path.read_bytes()
    image = open_media(path)
    assert (image.kind, image.read_only, image.path) == ("disk", True, None)
    assert Volume(image).name() == b"GAME"
    assert image.name == f"{path}, a/game.d64"
    image.flush()
    assert path.read_bytes() == before


def test_a_packed_file_of_any_kind_is_opened(tmp_path):
    path = tmp_path / "game.d64.gz"
    path.write_bytes(gzip.compress(disk(b"PACKED")))
    assert Volume(open_media(path)).name() == b"PACKED"
    path = tmp_path / "game.prg.gz"
    path.write_bytes(gzip.compress(PRG))
    assert open_media(path).data == b"abc"
    path = tmp_path / "renamed"
    path.write_bytes(gzip.compress(D81Image.blank().to_bytes()))
    assert type(open_media(path)) is D81Image
    assert open_media(zipped(tmp_path / "x.bin", {"A.PRG": PRG})).c64_name == b"A"


def test_disks_come_before_programs_and_number_2_before_number_10(tmp_path):
    files = {"a.prg": PRG, "Disk 10.d64": disk(), "disk 2.d64": disk(), "DISK 1.D64": disk(b"ONE")}
    files |= {"z.crt": b"", "b.t64": b"", "__MACOSX/._disk 0.d64": b"x", "notes.txt": b"x"}
    path = zipped(tmp_path / "all.zip", files)
    names = [source.name for source in sources_in(path)]
    assert names == ["DISK 1.D64", "disk 2.d64", "Disk 10.d64", "z.crt", "b.t64", "a.prg"]
    assert Volume(open_media(path)).name() == b"ONE"


def test_a_damaged_image_in_an_archive_is_passed_over_if_another_will_do(tmp_path):
    path = zipped(tmp_path / "a.zip", {"a.d64": b"short", "b.prg": PRG})
    assert open_media(path).kind == "program"
    assert "a.d64: truncated: 5 bytes" in refusal(zipped(tmp_path / "b.zip", {"a.d64": b"short"}))


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_each_method_is_unpacked(tmp_path, method):
    path = zipped(tmp_path / "a.zip", {"a.prg": PRG}, method)
    assert open_media(path).data == b"abc"


@pytest.mark.slow
def test_a_bomb_is_not_unpacked(tmp_path):
    zeros = bytes(LARGEST + 1000)
    for path in (zipped(tmp_path / "a.zip", {"a.d64": zeros}), tmp_path / "a.d64.gz"):
        if path.suffix == ".gz":
            path.write_bytes(gzip.compress(zeros))
        assert f"unpacks to more than {LARGEST} bytes; no image is larger" in refusal(path)


@pytest.mark.slow
def test_what_cannot_be_used_is_refused_by_one_line(tmp_path):
    inner = zipped(tmp_path / "inner.zip", {"a.prg": PRG}).read_bytes()
    cases = {
        "nested.zip": ({"inner.zip": inner}, "an archive in an archive; unpack it yourself"),
        "empty.zip": ({}, "holds none of .prg"),
        "text.zip": ({"a.txt": b"x", "b.nfo": b"y"}, "holds none of .prg"),
        "many.zip": ({f"{n}.txt": b"" for n in range(10_001)}, "10001 files; at most 10000"),
    }
    for name, (files, says) in cases.items():
        assert says in refusal(zipped(tmp_path / name, files))
    for name, content, says in (
        ("a.zip", b"no archive", "is not a readable archive"),
        ("a.gz", b"no archive", "is not a readable archive"),
        ("b.gz", gzip.compress(gzip.compress(PRG)), "is an archive, and cannot be used here"),
        ("a.d64.gz", gzip.compress(disk())[:-9], "cannot be unpacked"),
        ("c.d64.gz.gz", gzip.compress(gzip.compress(disk())), "an archive in an archive"),
        ("a.7z", b"7z\xbc\xaf", "of a kind that is not unpacked here"),
    ):
        path = tmp_path / name
        path.write_bytes(content)
        assert says in refusal(path), name


def test_an_encrypted_file_is_refused(tmp_path):
    path = zipped(tmp_path / "a.zip", {"a.prg": PRG})
    content = bytearray(path.read_bytes())
    at = content.find(b"PK\x01\x02")
    content[at + 8] |= 1
    path.write_bytes(content)
    assert "a.prg: is encrypted; unpack it yourself" in refusal(path)


def test_a_name_cannot_lead_anywhere_or_break_a_line(tmp_path):
    path = zipped(tmp_path / "a.zip", {"../../etc/x\n\x1b[2J.prg": PRG})
    media = open_media(path)
    assert media.data == b"abc"
    assert media.name.isprintable()
    assert [p.name for p in tmp_path.iterdir()] == ["a.zip"]


@pytest.mark.parametrize("seed", range(40))
def test_damaged_archives_raise_nothing_but_media_errors(tmp_path, seed):
    chance = random.Random(seed)
    path = tmp_path / "a.zip"
    if seed % 3:
        zipped(path, {"a.d64": disk(), "b.prg": PRG})
    else:
        path.write_bytes(gzip.compress(PRG))
    content = bytearray(path.read_bytes())
    for _ in range(chance.randrange(1, 30)):
        content[chance.randrange(len(content))] = chance.randrange(256)
    path.write_bytes(content[: chance.choice((None, chance.randrange(len(content))))])
    try:
        media = open_media(path)
    except MediaError as error:
        assert "\n" not in str(error)
    else:
        assert media.kind in ("disk", "program")


def test_a_checksum_that_does_not_fit_is_noticed(tmp_path):
    path = zipped(tmp_path / "a.zip", {"a.prg": PRG}, zipfile.ZIP_STORED)
    path.write_bytes(path.read_bytes().replace(PRG, b"\x01\x08xyz"))
    assert "cannot be unpacked: Bad CRC-32" in refusal(path)
    assert zlib.crc32(PRG) != zlib.crc32(b"\x01\x08xyz")


# -- lists ---------------------------------------------------------------------------------


def listed(tmp_path, text, encoding="utf-8"):
    path = tmp_path / "game.m3u"
    path.write_bytes(text.encode(encoding))
    return path


def test_a_list_names_disks_in_its_own_order_relative_to_itself(tmp_path):
    (tmp_path / "sub").mkdir()
    for name in ("b.d64", "sub/a.d64", "ä.d64"):
        (tmp_path / name).write_bytes(disk(name[:1].upper().encode("latin-1")))
    zipped(tmp_path / "more.zip", {"2.d64": disk(), "1.d64": disk()})
    text = "\ufeff#EXTM3U\r\n#AUTOSTART:x\r\n\r\nb.d64\r\nsub\\a.d64|Side A\r\n#LABEL:two\r\n"
    path = listed(tmp_path, f"{text}  ä.d64  \r\nmore.zip\r\n{tmp_path}/b.d64\r\n")
    names = [source.name for source in sources_in(path)]
    assert names == ["b.d64", "a.d64", "ä.d64", "1.d64", "2.d64", "b.d64"]
    image = open_media(path)
    assert image.path == tmp_path / "b.d64" and not image.read_only
    assert sources_in(listed(tmp_path, "ä.d64", "latin-1"))[0].path == tmp_path / "ä.d64"


def test_a_damaged_first_disk_of_a_list_is_not_passed_over(tmp_path):
    (tmp_path / "a.d64").write_bytes(b"x")
    (tmp_path / "b.d64").write_bytes(disk())
    with pytest.raises(MediaDamaged, match=r"a\.d64: truncated"):
        open_media(listed(tmp_path, "a.d64\nb.d64\n"))


@pytest.mark.parametrize(
    ("text", "error", "says"),
    [
        ("", MediaDamaged, "names no file"),
        ("#EXTM3U\n\n", MediaDamaged, "names no file"),
        ("none.d64\n", MediaDamaged, "line 1: none.d64: no such file"),
        ("# x\n\ngame.m3u\n", MediaDamaged, "line 3: game.m3u: a list in a list"),
        ("a\0b\n", MediaDamaged, "is not a list of disks"),
        ("fifo\n", MediaNotFound, "is not a plain file"),
        ("a.txt\n", MediaUnknown, "unknown to GO 64"),
        ("a.txt\n" * 1001, MediaDamaged, "names more than 1000 files"),
        ("x" * 5000, MediaDamaged, "no such file"),
    ],
)
def test_a_list_that_cannot_be_used_is_refused_by_one_line(tmp_path, text, error, says):
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "a.txt").write_bytes(b"x")
    with pytest.raises(error) as caught:
        open_media(listed(tmp_path, text))
    assert says in str(caught.value) and "\n" not in str(caught.value)


END_OF_ZIP = struct.Struct(
    "<4s4xHHIIH"
)  # entries here and in all, bytes and place of the directory
END_OF_ZIP64 = struct.Struct("<4sQHHIIQQQQ")  # bytes and place of the directory last
LOCATOR = struct.Struct("<4sIQI")


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize(
    ("claimed", "refused"), [(DIRECTORY_MOST, False), (DIRECTORY_MOST + 1, True)]
)
def test_a_directory_that_claims_too_much_is_refused_before_it_is_read(claimed, refused, large):
    content = b""
    if large:  # as in an archive of more than 4 GiB: the size is in another record
        content += END_OF_ZIP64.pack(b"PK\x06\x06", 44, 45, 45, 0, 0, 1, 1, claimed, 0)
        content += LOCATOR.pack(b"PK\x06\x07", 0, 0, 1)
    content += END_OF_ZIP.pack(b"PK\x05\x06", 1, 1, 0xFFFFFFFF if large else claimed, 0, 0)
    with pytest.raises(MediaDamaged) as caught:
        members(content, "x.zip")
    words = f"its directory claims {claimed} bytes; at most {DIRECTORY_MOST} are read"
    assert (words in str(caught.value)) == refused


@pytest.mark.parametrize(("count", "refused"), [(MEMBERS_MOST, False), (MEMBERS_MOST + 1, True)])
def test_more_entries_than_are_looked_at_are_counted_before_they_are_read(count, refused):
    with pytest.raises(MediaDamaged) as caught:
        members(b"PK\x03\x04" + b"PK\x01\x02" * count, "x.zip")
    words = f"holds {count} files; at most {MEMBERS_MOST} are read"
    assert (words in str(caught.value)) == refused


@pytest.mark.parametrize(
    ("name", "litter"),
    [("__MACOSX/a.d64", True), ("a/._b.d64", True), ("._b", True), ("a.d64", False),
     ("__macosx.d64", False), ("a/__MACOSX/b.d64", False), ("folder/", True)],
)  # fmt: skip
def test_what_a_macintosh_leaves_for_itself_is_not_looked_at(tmp_path, name, litter):
    content = zipped(tmp_path / "a.zip", {name: b"x", "read.me": b"y"}).read_bytes()
    assert members(content, "a.zip") == ["read.me"] if litter else [name, "read.me"]


@pytest.mark.parametrize(
    ("where", "name"),
    [
        ("a.prg.gz", "a.prg"),
        ("A.D64.GZ", "A.D64"),
        ("folder/b.tap.gz", "b.tap"),
        ("plain", "plain"),
    ],
)
def test_what_is_in_a_gz_has_its_name_without_the_ending(where, name):
    assert members(gzip.compress(b"x"), where) == [name]
