"""The video: half a minute, the same each time, with pictures and sound from beginning to end."""

import subprocess
import sys

import numpy as np
import pytest

import c64
from tools.art import video

ffmpeg = pytest.importorskip("imageio_ffmpeg", reason="an MP4 needs the extra 'video'")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(c64.PURE, reason="thousands of frames take hours uncompiled"),
]
LOOKS = 3  # a second
WIDTH, HEIGHT = 336, 216  # of the pictures looked at here, as those of the film below
QUIET, LOUD = -45.0, -3.0  # dB of full scale
FULL = 32768


def decoded(path, *options):
    return subprocess.run(
        [ffmpeg.get_ffmpeg_exe(), "-loglevel", "error", "-i", path, *options, "-"],
        capture_output=True, check=True,
    ).stdout  # fmt: skip


@pytest.fixture(scope="module")
def film(tmp_path_factory):
    """The video at a quarter of its width: coding it at full size takes much longer."""
    path = tmp_path_factory.mktemp("film") / "video.mp4"
    crop = video.Film.crop
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(video, "ENLARGED", 1)
        patched.setattr(video.Film, "crop", lambda picture: crop(picture)[::2, ::2])
        assert video.main([str(path)]) == 0
    return path


def test_it_lasts_half_a_minute_and_is_small(film):
    samples = len(decoded(film, "-ac", "1", "-f", "s16le")) / 2
    assert abs(samples / video.RATE - video.SECONDS) < 0.1
    assert 200_000 < film.stat().st_size < 10_000_000 / 4  # half as wide as the 10 MB are for


def test_each_second_shows_something_of_its_own(film):
    """A page is drawn with the display off: one look a second may meet nothing but its ground."""
    raw = decoded(film, "-vf", f"fps={LOOKS},scale={WIDTH}:{HEIGHT}:flags=neighbor",
                  "-f", "rawvideo", "-pix_fmt", "gray")  # fmt: skip
    looks = np.frombuffer(raw, np.uint8).reshape(-1, HEIGHT, WIDTH)
    seconds = len(looks) // LOOKS
    assert abs(seconds - video.SECONDS) <= 1
    contrast = np.array([picture.std() for picture in looks[: seconds * LOOKS]])
    assert contrast.reshape(seconds, LOOKS).max(axis=1).min() > 15, "a second of one colour"
    pictures = looks[: seconds * LOOKS : LOOKS]
    changed = np.abs(np.diff(pictures.astype(int), axis=0)).mean(axis=(1, 2)) > 0.2
    assert changed.sum() >= 20, "most of it stands still"


def test_its_sound_is_never_too_loud_and_seldom_silent(film):
    sound = np.frombuffer(decoded(film, "-ac", "1", "-f", "s16le"), np.int16) / FULL
    assert 20 * np.log10(np.abs(sound).max()) < LOUD
    seconds = sound[: len(sound) // video.RATE * video.RATE].reshape(-1, video.RATE)
    levels = 20 * np.log10(np.sqrt((seconds**2).mean(axis=1)) + 1e-6)
    assert (levels < QUIET).sum() <= 3
    assert np.median(levels) > -40


@pytest.mark.parametrize("step", [1, -1])
def test_a_cut_begins_and_ends_in_silence(step):
    sound = np.full(2000, 1000, dtype=np.int16)
    video._fade(sound, step)
    count = round(video.FADE * video.RATE)
    edge, rest = sound[::step][:count], sound[::step][count:]
    assert edge[0] == 0 and edge[-1] == 1000 and (np.diff(edge) >= 0).all()
    assert (rest == 1000).all()


def test_without_ffmpeg_one_message_says_what_it_needs(tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", None)
    assert video.main([str(tmp_path / "none.mp4")]) == 1
    assert capsys.readouterr().err == "video: an MP4 needs ffmpeg: pip install 'go64[video]'\n"
