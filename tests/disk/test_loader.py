"""Opening what a user names: every kind, and one clear line for what cannot be."""

import os
import random

import pytest

from disk.d64 import D64Image
from disk.errors import MediaDamaged, MediaError, MediaNotFound, MediaUnknown
from disk.loader import open_media, read_file
from disk.p00 import P00_MAGIC

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
