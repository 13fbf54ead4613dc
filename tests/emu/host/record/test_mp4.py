"""An MP4 whose ffmpeg fails: what is told, what is kept, and what is left in the folder."""

import os
import sys
from fractions import Fraction

import numpy as np
import pytest

from emu.host.record import mp4
from emu.host.record.mp4 import Mp4Writer

pytestmark = pytest.mark.skipif(os.name != "posix", reason="puts a script in ffmpeg's place")
PICTURE = np.zeros((4, 6), dtype=np.uint8)
PALETTE = np.zeros((16, 3), dtype=np.uint8)
SOUND = np.zeros(882, dtype=np.int16)
# Takes pictures and writes the file that its last argument names; $FAILS says when it does not.
SCRIPT = """#!/bin/sh
for last; do :; done
case "$*" in *rawvideo*) kind=picture; cat >"$last";; *) kind=join; echo whole >"$last";; esac
if [ "$FAILS" = "$kind" ]; then printf 'a warning\\n\\n%s is too small \\n\\n' $kind >&2; exit 1; fi
"""
AT_ONCE = "#!/bin/sh\n{said}exit 1\n"


@pytest.fixture
def ffmpeg(tmp_path, monkeypatch):
    """Return a function that puts a script in ffmpeg's place."""

    def put(script=SCRIPT, fails=""):
        path = tmp_path / "ffmpeg"
        path.write_text(script)
        path.chmod(0o700)
        monkeypatch.setattr(mp4, "ffmpeg", lambda: str(path))
        monkeypatch.setenv("FAILS", fails)

    return put


def writer(path):
    return Mp4Writer(path, (6, 4), Fraction(50), 44100, 1.0)


def left(folder):
    """Return the names in the folder of the recording."""
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture
def folder(tmp_path):
    path = tmp_path / "out"
    path.mkdir()
    return path


def test_the_pictures_go_to_ffmpeg_with_their_colours_and_only_the_file_is_left(
    folder, ffmpeg, monkeypatch
):
    ffmpeg()
    fed = []
    monkeypatch.setattr(Mp4Writer, "_join", lambda self: fed.append(
        ((self._folder / "picture.mp4").read_bytes(), (self._folder / "sound.wav").stat().st_size)
    ))  # fmt: skip
    made = writer(folder / "a.mp4")
    palette = PALETTE.copy()
    palette[1] = 1, 2, 3
    for n in (0, 1):
        made.frame(PICTURE + n, palette, SOUND)
    assert left(folder) == [".a.mp4.part"]
    made.close()
    assert left(folder) == []
    ((data, size),) = fed
    first, second = data[: len(data) // 2], data[len(data) // 2 :]
    assert first[:24] == bytes(24) and second[:24] == b"\1" * 24
    assert first[24:] == second[24:] and len(first) == 24 + 1024
    assert first[24:32] == bytes((0, 0, 0, 255)) + bytes((3, 2, 1, 255))
    assert size == 44 + 2 * 2 * len(SOUND)


def test_the_whole_file_takes_its_place_in_one_step(folder, ffmpeg):
    ffmpeg()
    (folder / "a.mp4").write_text("before")
    made = writer(folder / "a.mp4")
    made.frame(PICTURE, PALETTE, SOUND)
    assert (folder / "a.mp4").read_text() == "before"
    made.close()
    assert left(folder) == ["a.mp4"] and (folder / "a.mp4").read_text() == "whole\n"


def test_what_ffmpeg_cannot_join_stays_and_its_last_words_are_told(folder, ffmpeg):
    ffmpeg(fails="join")
    made = writer(folder / "a.mp4")
    made.frame(PICTURE, PALETTE, SOUND)
    with pytest.raises(OSError) as error:
        made.close()
    part = folder / ".a.mp4.part"
    assert error.value.strerror == f"join is too small; the recording so far is in {part}"
    assert {"picture.mp4", "sound.wav"} <= set(left(part)) and left(folder) == [".a.mp4.part"]


@pytest.mark.parametrize(
    ("said", "reason"), [("", "ffmpeg has ended"), ("echo 'no room' >&2\n", "no room")]
)
def test_an_ffmpeg_that_ends_takes_no_more_pictures(folder, ffmpeg, said, reason):
    ffmpeg(AT_ONCE.format(said=said))
    made = writer(folder / "a.mp4")
    made._process.wait()
    with pytest.raises(OSError) as error:
        for _ in range(10_000):  # until the thread has seen that nobody reads
            made.frame(PICTURE, PALETTE, SOUND)
            made._thread.join(0.001)
    assert error.value.strerror == reason
    with pytest.raises(OSError, match="the recording so far is in"):
        made.close()
    assert not made._thread.is_alive()


def test_an_ffmpeg_that_cannot_be_started_leaves_nothing(folder, tmp_path, monkeypatch):
    monkeypatch.setattr(mp4, "ffmpeg", lambda: str(tmp_path / "nowhere"))
    with pytest.raises(OSError, match="nowhere"):
        writer(folder / "a.mp4")
    assert left(folder) == []


def test_an_imageio_without_its_ffmpeg_is_told_in_a_line(monkeypatch):
    class Imageio:
        @staticmethod
        def get_ffmpeg_exe():
            raise RuntimeError("No ffmpeg exe could be found.")

    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", Imageio)
    with pytest.raises(mp4.HostError, match="which imageio-ffmpeg does not have here"):
        mp4.ffmpeg()


def test_the_whole_file_is_on_the_medium_before_it_has_its_name(folder, ffmpeg, monkeypatch):
    ffmpeg()
    made, done = writer(folder / "a.mp4"), []
    made.frame(PICTURE, PALETTE, SOUND)
    sync, rename = os.fsync, mp4.rename
    monkeypatch.setattr(
        mp4.os, "fsync", lambda file: done.append(os.fstat(file).st_ino) or sync(file)
    )
    monkeypatch.setattr(
        mp4, "rename", lambda old, new: done.append((old.stat().st_ino, new)) or rename(old, new)
    )
    made.close()
    number = (folder / "a.mp4").stat().st_ino
    at = done.index((number, folder / "a.mp4"))
    assert number in done[:at]
    assert made._errors.closed and made._pipe.closed and made._process.returncode == 0
