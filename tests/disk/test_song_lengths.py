"""Lengths of songs, as Songlengths.md5 of the High Voltage SID Collection has them."""

import pytest

from disk.errors import MediaUnknown
from disk.sid import parse_sid
from disk.song_lengths import LARGEST, SongLengths
from tests.disk.test_sid import sid

FIRST, SECOND = "2727236ead44a62f0c6e01f6dd4dc484", "00000000000000000000000000000001"
FILE = f"""[Database]
; /DEMOS/0-9/10_Orbyte.sid
{FIRST}=0:53 1:02.5 12:00.025
; an older one, which marks what was guessed
{SECOND.upper()}=3:05(G) 0:07(-)
"""


@pytest.fixture
def lengths(tmp_path):
    path = tmp_path / "Songlengths.md5"
    path.write_bytes(FILE.replace("\n", "\r\n").encode())
    return SongLengths(path)


def test_each_song_has_its_seconds(lengths):
    assert lengths.of(FIRST) == (53.0, 62.5, 720.025)
    assert lengths.of(SECOND) == (185.0, 7.0)
    assert lengths.of("f" * 32) == ()


def test_only_a_whole_sum_at_the_start_of_a_line_is_found(lengths):
    assert lengths.of(FIRST[1:]) == lengths.of(FIRST[:-1]) == lengths.of("") == ()


def test_a_file_of_another_kind_is_refused_in_a_line(tmp_path):
    other = tmp_path / "notes.txt"
    other.write_text("nothing\n")
    with pytest.raises(MediaUnknown, match=r"no '\[Database\]' in it"):
        SongLengths(other)
    with pytest.raises(OSError, match="directory"):
        SongLengths(tmp_path)
    with open(other, "wb") as file:
        file.truncate(LARGEST + 1)
    with pytest.raises(OSError, match="are allowed"):
        SongLengths(other)


def test_a_tune_is_known_by_the_sum_of_its_whole_file():
    assert parse_sid(sid(), "x").md5 == parse_sid(sid(), "another name").md5
    assert parse_sid(sid(title=b"Other"), "x").md5 != parse_sid(sid(), "x").md5
    assert len(parse_sid(sid(), "x").md5) == 32
