"""Opening what a user names: every kind, and one clear line for what cannot be."""

import os
import random
from pathlib import Path

import pytest

from disk import loader, playlist
from disk.d64 import D64Image
from disk.errors import MediaDamaged, MediaError, MediaNotFound, MediaUnknown
from disk.formats import KINDS
from disk.loader import Source, _chosen, open_media, read_file, sources_in
from disk.p00 import P00_MAGIC
from tests.disk.test_archive import zipped

P00 = P00_MAGIC + b"NAME".ljust(18, b"\0") + b"\x01\x08abc"


def put(tmp_path, name, content):
    path = tmp_path / name
    path.write_bytes(content)
    return path


def test_each_kind_is_known(tmp_path):
    prg = open_media(put(tmp_path, "my game.PRG", b"\x01\x08abc"))
    assert (prg.kind, prg.c64_name, prg.data) == ("program", b"MY GAME", b"abc")
    assert open_media(put(tmp_path, "a.p00", P00)).c64_name == b"NAME"
    disk = open_media(put(tmp_path, "a.d64", D64Image.blank(b"D", b"01").to_bytes()))
    assert (disk.kind, disk.tracks) == ("disk", 35)


def test_the_content_wins_over_the_extension(tmp_path):
    assert open_media(put(tmp_path, "a.prg", P00)).c64_name == b"NAME"
    assert open_media(put(tmp_path, "disk", D64Image.blank().to_bytes())).kind == "disk"


@pytest.mark.parametrize(
    ("name", "content", "error", "says"),
    [
        ("a.d64", b"", MediaDamaged, "the file is empty; a .d64 of 35 tracks has 174848 bytes"),
        ("a.d64", bytes(1000), MediaDamaged, "truncated: 1000 bytes; a .d64 has 174848"),
        ("a.d64", bytes(180000), MediaDamaged, "wrong size: 180000 bytes; a .d64 has 174848"),
        ("a.d64", bytes(400000), MediaDamaged, "oversized"),
        ("a.prg", b"\x01", MediaDamaged, "only 1 byte; a .prg has"),
        ("a.prg", b"\x01\x08", MediaDamaged, "only 2 bytes; a .prg has"),
        ("a.prg", b"\xff\xffab", MediaDamaged, "run past $FFFF; at that address 1 bytes fit"),
        ("a.t64", b"C64 tape image", MediaDamaged, "truncated"),
        ("a.p00", b"hello world", MediaDamaged, "does not begin with C64File"),
        ("a.txt", b"hello world", MediaUnknown, "unknown to GO 64 ('.txt'); these can be opened"),
        ("a.g64", b"GCR-1541", MediaDamaged, "truncated: 8 bytes"),
        ("a", b"hello", MediaUnknown, "unknown to GO 64"),
    ],
)
def test_what_cannot_be_opened_is_refused_by_one_line(tmp_path, name, content, error, says):
    path = put(tmp_path, name, content)
    with pytest.raises(error) as caught:
        open_media(path)
    message = str(caught.value)
    assert says in message
    assert message.startswith(str(path))
    assert "\n" not in message


def test_missing_files_and_odd_names_are_refused(tmp_path):
    with pytest.raises(MediaNotFound, match="no such file; name a file"):
        open_media(tmp_path / "none.prg")
    with pytest.raises(MediaNotFound, match="is a directory; name a file"):
        read_file(tmp_path)
    with pytest.raises(MediaNotFound, match="File name too long"):
        open_media("a" * 5000)
    with pytest.raises(MediaNotFound, match=r"no such file|is not a file name"):
        open_media("a\0b.prg")
    os.mkfifo(tmp_path / "pipe.prg")
    with pytest.raises(MediaNotFound, match="is not a plain file"):
        open_media(tmp_path / "pipe.prg")


@pytest.mark.parametrize("seed", range(40))
def test_damaged_files_never_raise_anything_but_media_errors(tmp_path, seed):
    chance = random.Random(seed)
    kind = chance.choice((".prg", ".p00", ".t64", ".d64", ""))
    start = chance.choice((b"", b"C64S tape image file", P00_MAGIC, b"C64 tape"))
    size = chance.choice((0, 1, 30, 90, 200, 70000, 174848))
    content = (start + chance.randbytes(size))[: chance.choice((size or 1, 10**6))]
    try:
        media = open_media(put(tmp_path, "x" + kind, content))
    except MediaError as error:
        assert "\n" not in str(error)
    else:
        assert media.kind in ("program", "tape", "disk")


# --- archives, lists, folders ---------------------------------------------------------------


def prg(name):
    return b"\x01\x08" + name.encode()


@pytest.mark.parametrize(
    ("names", "says"),
    [(["a.zip"], "holds an archive in an archive; unpack it yourself"),
     (["a.GZ", "b.xyz"], "holds an archive in an archive; unpack it yourself"),
     (["a.xyz"], f"holds none of {KINDS}; unpack it yourself")],
)  # fmt: skip
def test_an_archive_without_anything_to_start_is_told(tmp_path, names, says):
    path = zipped(tmp_path / "x.zip", dict.fromkeys(names, b"content"))
    with pytest.raises(MediaUnknown) as error:
        sources_in(path)
    assert str(error.value) == f"{path}: {says}"


def test_an_archive_has_its_files_in_the_order_of_kinds_and_names(tmp_path):
    names = ["b.prg", "disk 10.d64", "c.crt", "disk 2.d64", "readme.txt", "disk 02a.d64", "t.tap"]
    found = sources_in(zipped(tmp_path / "x.zip", {name: prg(name) for name in names}))
    assert [s.member for s in found] == [
        "disk 2.d64", "disk 02a.d64", "disk 10.d64", "c.crt", "t.tap", "b.prg",
    ]  # fmt: skip
    assert [s.name for s in found] == [s.member for s in found]


def test_a_list_means_a_file_of_an_archive_by_its_name(tmp_path):
    zipped(tmp_path / "x.zip", {"dir/One.prg": prg("one"), "dir/two.prg": prg("two")})
    listed = put(tmp_path, "a.m3u", b"x.zip?dir\\ONE.PRG\n")
    for text, members in (
        (b"x.zip\n", ["dir/One.prg", "dir/two.prg"]),
        (b"x.zip\nx.zip\n", ["dir/One.prg", "dir/two.prg"] * 2),
    ):
        listed.write_bytes(text)
        assert [s.member for s in sources_in(listed)] == members


def entry(member=None, program=None):
    return playlist.Entry("x.zip", program=program, member=member)


def test_a_line_of_a_list_chooses_among_the_files_of_an_archive():
    sources = [Source(Path("x.zip"), name) for name in ("Dir/One.prg", "dir/two.prg")]
    sources.append(Source(Path("x.zip")))
    assert _chosen(sources, entry(), "a.m3u") == sources
    for name in ("dir/one.prg", "DIR\\ONE.PRG", "Dir/One.prg"):
        assert _chosen(sources, entry(name), "a.m3u") == sources[:1]
    assert _chosen(sources, entry("dir/two.prg", b"GO"), "a.m3u") == [
        Source(Path("x.zip"), "dir/two.prg", b"GO")
    ]
    assert _chosen(sources, entry(program=b"GO"), "a.m3u") == [
        Source(Path("x.zip"), "Dir/One.prg", b"GO")
    ]
    with pytest.raises(MediaDamaged, match=r"^a.m3u: x.zip has no three in it$"):
        _chosen(sources, entry("three"), "a.m3u")
    with pytest.raises(MediaDamaged) as error:
        _chosen(sources, entry("x" * 200), "a.m3u")
    assert str(error.value) == f"a.m3u: x.zip has no {'x' * 80} in it"


def test_a_list_of_archives_holds_so_many_files_at_most(tmp_path, monkeypatch):
    zipped(tmp_path / "x.zip", {f"{n}.prg": prg("x") for n in range(4)})
    listed = put(tmp_path, "a.m3u", b"x.zip\n" * 3)
    monkeypatch.setattr(loader, "MEMBERS_MOST", 12)
    assert len(sources_in(listed)) == 12
    monkeypatch.setattr(loader, "MEMBERS_MOST", 11)
    with pytest.raises(MediaDamaged, match=r"a.m3u: its archives hold more than 11 files$"):
        sources_in(listed)


def test_the_first_file_of_an_archive_that_can_be_used_is_opened(tmp_path, monkeypatch):
    files = {f"{n}.prg": b"" if n < 3 else prg(str(n)) for n in range(5)}
    path = zipped(tmp_path / "x.zip", files)
    monkeypatch.setattr(loader, "TRIED_MOST", 4)
    assert open_media(path).data == b"3"
    monkeypatch.setattr(loader, "TRIED_MOST", 3)
    with pytest.raises(MediaError, match=r"x.zip, 0.prg: "):
        open_media(path)


def test_a_folder_of_disks_without_a_program_offers_them(tmp_path):
    for name in ("disk 2.d64", "disk 1.D64", "notes.txt"):
        put(tmp_path, name, b"")
    (tmp_path / "folder.d64").mkdir()
    assert [s.path.name for s in sources_in(tmp_path)] == ["disk 1.D64", "disk 2.d64"]
    put(tmp_path, "a.prg", prg("x"))
    assert sources_in(tmp_path) == [Source(tmp_path)]
