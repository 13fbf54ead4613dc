"""Recordings: what is in the files, what happens when they cannot be written."""

import datetime
import errno
import importlib.util
import os
import re
import subprocess
import sys
import wave
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pygame
import pytest
from PIL import Image

from c64.api import C64
from c64.config import PALETTES
from emu.__main__ import main
from emu.cli import parse_arguments
from emu.errors import HostError
from emu.host.app import App
from emu.host.picture.window import Window
from emu.host.record import capture
from emu.host.record.capture import Capture, Recording, frame_hz_of, open_writer, write_png
from emu.host.record.gif import GifWriter, compressed
from tests.volume import seldom

PEPTO = PALETTES["pepto"]
PAL, NTSC = Fraction(17734475, 353808), Fraction(7159090, 119665)
needs_ffmpeg = pytest.mark.skipif(
    importlib.util.find_spec("imageio_ffmpeg") is None, reason="needs go64[video]"
)


def gif_frames(path):
    """Return [(uint8[height, width, 3], milliseconds)] of a GIF, as Pillow shows it."""
    with Image.open(path) as image:
        frames = []
        for at in range(image.n_frames):
            image.seek(at)
            frames.append((np.asarray(image.convert("RGB")), image.info["duration"]))
    return frames


def noise(count, shape=(50, 60)):
    """Return pictures of which each differs from the one before in a rectangle."""
    random = np.random.default_rng(5)
    pictures = [random.integers(0, 16, shape, dtype=np.uint8)]
    for _ in range(count - 1):
        picture = pictures[-1].copy()
        top, left = random.integers(0, 40, 2)
        picture[top : top + 9, left : left + 12] = random.integers(0, 16, picture[
            top : top + 9, left : left + 12].shape)  # fmt: skip
        pictures.append(picture)
    return pictures


# -- GIF -------------------------------------------------------------------------------------


def test_the_frame_rate_is_an_exact_fraction():
    assert frame_hz_of(C64("c64", sample_rate=0)) == PAL
    assert frame_hz_of(C64("ntsc", sample_rate=0)) == NTSC


@pytest.mark.parametrize("scale", [1, 2])
def test_a_gif_holds_the_pictures(tmp_path, scale):
    path, pictures = tmp_path / "a.gif", noise(30)
    writer = GifWriter(path, Fraction(25), scale)
    for picture in pictures:
        writer.frame(picture, PEPTO)
    writer.close()
    frames = gif_frames(path)
    assert len(frames) == 30
    for picture, (shown, milliseconds) in zip(pictures, frames, strict=True):
        assert np.array_equal(shown, PEPTO[picture].repeat(scale, 0).repeat(scale, 1))
        assert milliseconds == 40


def test_a_gif_begins_with_its_size_and_a_table_of_32_colours(tmp_path):
    path, (picture,) = tmp_path / "a.gif", noise(1)
    writer = GifWriter(path, Fraction(25))
    writer.frame(picture, PEPTO)
    writer.close()
    head = path.read_bytes()[:13]
    high, wide = picture.shape
    size = wide.to_bytes(2, "little") + high.to_bytes(2, "little")
    assert head == b"GIF89a" + size + b"\xc4\0\0"  # a table; 5 bits a colour, 2 to the 5th rows


def test_another_palette_in_the_middle_is_shown(tmp_path):
    path, pictures = tmp_path / "a.gif", noise(4)
    writer = GifWriter(path, Fraction(25))
    palettes = [PEPTO, PALETTES["grey"], PALETTES["grey"], PEPTO]
    for picture, palette in zip(pictures, palettes, strict=True):
        writer.frame(picture, palette)
    writer.close()
    for picture, palette, (shown, _) in zip(pictures, palettes, gif_frames(path), strict=True):
        assert np.array_equal(shown, palette[picture])


@pytest.mark.parametrize("rate", [PAL, NTSC])
def test_pictures_come_within_a_hundredth_of_their_time_and_last_two_at_least(tmp_path, rate):
    count = 2000 if rate == PAL else 3000
    path = tmp_path / "a.gif"
    writer = GifWriter(path, rate)
    for i in range(count):
        writer.frame(np.array([[i % 16, i // 16 % 16, i // 256]], dtype=np.uint8), PEPTO)
    writer.close()
    frames = gif_frames(path)
    assert min(milliseconds for _, milliseconds in frames) >= 20
    lasts = sum(milliseconds for _, milliseconds in frames)
    assert lasts == pytest.approx(float(1000 * count / rate), abs=15)
    began = np.cumsum([0] + [milliseconds for _, milliseconds in frames])[:-1] / 1000
    colours = {tuple(rgb): i for i, rgb in enumerate(PEPTO.tolist())}
    numbers = []
    for shown, _ in frames:
        low, high, top = (colours[tuple(rgb)] for rgb in shown[0].tolist())
        numbers.append(low + 16 * high + 256 * top)
    off = np.abs(began - np.array(numbers) / float(rate))
    assert off.max() <= 0.0101
    assert count - len(frames) == pytest.approx(count - count * 50 / rate, abs=2)


def test_a_picture_that_stays_is_one_and_even_very_long_ones_last_as_they_did(tmp_path):
    path = tmp_path / "a.gif"
    writer = GifWriter(path, Fraction(50), hold=150)
    still = np.zeros((10, 10), dtype=np.uint8)
    for _ in range(50 * 700):
        writer.frame(still, PEPTO)
    writer.frame(still + 1, PEPTO)
    writer.close()
    assert path.stat().st_size < 1000
    assert sum(milliseconds for _, milliseconds in gif_frames(path)) == 700_000 + 20 + 1500


# -- MP4 and WAV -----------------------------------------------------------------------------


def probe(path):
    """Return what ffmpeg says of a file."""
    import imageio_ffmpeg

    done = subprocess.run(
        [imageio_ffmpeg.get_ffmpeg_exe(), "-hide_banner", "-i", str(path)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    return done.stderr


def decoded(path, *options):
    """Return the bytes that ffmpeg makes of a file."""
    import imageio_ffmpeg

    program = imageio_ffmpeg.get_ffmpeg_exe()
    return subprocess.run(
        [program, "-loglevel", "error", "-i", str(path), *options, "pipe:1"],
        capture_output=True, check=True,
    ).stdout  # fmt: skip


def timescale(path):
    """Return the ticks a second of an MP4's picture, and the ticks of each frame."""
    data = path.read_bytes()
    scales = [
        int.from_bytes(data[m.start() + 16 : m.start() + 20], "big")
        for m in re.finditer(b"mdhd", data)
    ]
    stts = data.index(b"stts")
    entries = int.from_bytes(data[stts + 8 : stts + 12], "big")
    steps = {
        int.from_bytes(data[stts + 16 + 8 * i : stts + 20 + 8 * i], "big") for i in range(entries)
    }
    return scales[0], steps


@needs_ffmpeg
@pytest.mark.parametrize(("model", "rate"), [seldom("c64", PAL), ("ntsc", NTSC)])
def test_an_mp4_has_each_frame_at_the_machines_rate_and_the_sound(tmp_path, model, rate):
    path = tmp_path / "a.mp4"
    words = ["--headless", "--basic-prompt", "--model", model, "--frames", "130"]
    assert main([*words, "--capture", str(path), "--keys", "poke54296,15:poke53280,2\n"]) == 0
    ticks, steps = timescale(path)
    assert {Fraction(ticks, step) for step in steps} == {rate}
    raw = decoded(path, "-f", "rawvideo", "-pix_fmt", "rgb24", "-fps_mode", "passthrough")
    height = {"c64": 272, "ntsc": 247}[model]
    frames = np.frombuffer(raw, dtype=np.uint8).reshape(-1, 2 * height, 768, 3)
    assert len(frames) == 130
    off = frames[100].mean(axis=(0, 1)) - frames[101].mean(axis=(0, 1))
    assert np.abs(off).max() < 30
    middle = frames[60][2 * height // 2 + 40, 384].astype(int)
    assert np.abs(middle - PEPTO[6]).max() < 12
    sound = decoded(path, "-f", "s16le", "-ac", "1", "-vn")
    seconds = len(sound) / 2 / 44100
    assert seconds == pytest.approx(130 / rate, abs=0.05)
    said = probe(path)
    assert "h264" in said
    assert "aac" in said
    assert re.search(r"SAR (\d+):(\d+)", said)
    wide, tall = map(int, re.search(r"SAR (\d+):(\d+)", said).groups())
    assert wide / tall == pytest.approx({"c64": 0.9365, "ntsc": 0.75}[model], abs=0.001)
    assert not path.with_name(".a.mp4.part").exists()


def test_without_the_extra_an_mp4_is_refused_in_a_line(tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", None)
    words = ["--headless", "--basic-prompt", "--frames", "5", "--capture"]
    assert main([*words, str(tmp_path / "a.mp4")]) == 2
    said = capsys.readouterr().err
    assert said == "go64: --capture an MP4 needs ffmpeg: pip install 'go64[video]'\n"
    assert list(tmp_path.iterdir()) == []


def test_other_suffixes_are_refused_in_a_line(tmp_path, capsys):
    words = ["--headless", "--basic-prompt", "--frames", "5", "--capture"]
    assert main([*words, str(tmp_path / "a.avi")]) == 2
    assert capsys.readouterr().err.endswith("a.avi: must end in one of .gif .mp4 .wav\n")


def test_a_wav_and_a_gif_can_be_made_in_one_run(tmp_path):
    gif, wav = tmp_path / "a.gif", tmp_path / "a.wav"
    words = ["--headless", "--basic-prompt", "--frames", "120"]
    assert main([*words, "--capture", str(gif), "--wav", str(wav)]) == 0
    with wave.open(str(wav)) as file:
        assert file.getframerate() == 44100
        assert file.getnframes() == pytest.approx(120 / PAL * 44100, abs=50)
    shown = gif_frames(gif)
    assert sum(milliseconds for _, milliseconds in shown) == 10 * round(12000 / PAL)
    machine = C64(sample_rate=0)
    machine.tick(120)
    assert np.array_equal(shown[-1][0], machine.screen.ndarray)


# -- a full disk -----------------------------------------------------------------------------

FULL = """
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000))
from emu.__main__ import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("suffix", [".gif", ".wav"])
def test_a_full_disk_ends_the_recording_with_a_line_and_nothing_else(tmp_path, suffix):
    path, told = tmp_path / f"a{suffix}", []
    path.symlink_to("/dev/full")
    machine = C64(sample_rate=44100)
    recording = Recording(path, open_writer(path, (384, 272), machine, 44100, 1.0), told.append)
    random = np.random.default_rng(1)
    for _ in range(100):
        picture = random.integers(0, 16, (272, 384), dtype=np.uint8)
        recording.frame(picture, PEPTO, np.zeros(882, dtype=np.int16))
    recording.close()
    assert told == [f"a{suffix}: recording ends (No space left on device)"]
    assert recording.ended


@needs_ffmpeg
@pytest.mark.parametrize("suffix", [seldom(".gif"), ".wav", ".mp4"])
def test_a_file_that_may_grow_no_more_ends_with_a_line_and_the_run_goes_on(tmp_path, suffix):
    path = tmp_path / f"a{suffix}"
    keys = "1 print rnd(1);:poke53280,rnd(1)*16:goto1\\nrun\\n"
    words = ["--headless", "--basic-prompt", "--frames", "400", "--keys", keys]
    shot = tmp_path / "a.png"
    words += ["--capture", str(path), "--exit-screenshot", str(shot)]
    done = subprocess.run(
        [sys.executable, "-c", FULL, *words],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert shot.exists()
    lines = done.stderr.strip().splitlines()
    assert len(lines) == 1
    assert lines[0].startswith(f"go64: a{suffix}: ")


# -- in the window ---------------------------------------------------------------------------


@pytest.fixture
def app(monkeypatch, tmp_path):
    """An App at the BASIC prompt, without screen and sound, in a folder of its own."""
    for name, value in (("SDL_VIDEODRIVER", "dummy"), ("SDL_AUDIODRIVER", "dummy")):
        monkeypatch.setenv(name, value)
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    return App(parse_arguments(["--basic-prompt", "--mute"]))


def corner():
    surface = pygame.display.get_surface()
    size = max(3, surface.get_height() // 80)
    return tuple(surface.get_at((surface.get_width() - 3 * size, 3 * size)))[:3]


@pytest.mark.parametrize("suffix", [".gif", ".wav"])
def test_an_action_begins_and_ends_a_recording_with_a_sign(app, suffix):
    action = app.actions[f"record-{suffix[1:]}"]
    app._run_frame()
    assert corner() != (224, 32, 32)
    action.do()
    for _ in range(30):
        app._run_frame()
    assert action.state() == "on"
    assert corner() == (224, 32, 32)
    assert f"recording {suffix[1:].upper()} 0 s" in app._title()
    action.do()
    app._run_frame()
    assert action.state() == "off"
    assert corner() != (224, 32, 32)
    app.close()
    (file,) = Path().iterdir()
    assert file.suffix == suffix
    if suffix == ".gif":
        assert sum(milliseconds for _, milliseconds in gif_frames(file)) == 600
    else:
        with wave.open(str(file)) as sound:
            assert sound.getnframes() == pytest.approx(30 / PAL * 48000, abs=50)


def test_what_is_recorded_when_the_window_closes_is_finished(app):
    app.actions["record-gif"].do()
    app._run_frame()
    app.close()
    (file,) = Path().iterdir()
    assert len(gif_frames(file)) == 1


def test_a_recording_keeps_the_borders_it_began_with(app):
    app.window.choose(borders="none")
    app.actions["record-gif"].do()
    app._run_frame()
    app.window.choose(borders="full")
    app._run_frame()
    app.close()
    (file,) = Path().iterdir()
    assert {shown.shape for shown, _ in gif_frames(file)} == {(200, 320, 3)}


def test_a_folder_that_cannot_be_written_is_a_message(app, monkeypatch):
    monkeypatch.setattr(
        "emu.host.record.capture.file_now", lambda suffix: Path(f"/nowhere/a{suffix}")
    )
    app.actions["record-gif"].do()
    assert "cannot be written" in app.overlay.message
    app.actions["screenshot"].do()
    app.feature(Capture).wait()
    assert "No such file" in app.overlay.message
    app._run_frame()
    assert app.window.mark is False


def test_screenshots_are_the_machines_picture_or_what_the_window_shows(app):
    app.window.choose(look="scanlines", scaling="aspect")
    for _ in range(3):
        app._run_frame()
    app.actions["record-gif"].do()
    app.overlay.toggle_help()
    app._run_frame()
    assert corner() == (224, 32, 32)
    app.actions["screenshot"].do()
    app.actions["screenshot-look"].do()
    app.feature(Capture).wait()
    shots = Path().glob("*.png")
    plain, look = sorted(shots, key=lambda path: Image.open(path).size)
    assert np.array_equal(np.asarray(Image.open(plain)), app.machine.screen.ndarray)
    assert Image.open(look).size == app.window.pixels
    bare = Window("t", app.window.geometry, PEPTO, look=app.window.look)
    bare.show(app.machine.screen.indices)
    assert np.array_equal(np.asarray(Image.open(look)), bare.grab()), "help or dot are on it"


def test_two_screenshots_of_one_second_are_two_files(app):
    for _ in range(2):
        app.actions["screenshot"].do()
    app.feature(Capture).wait()
    assert [Image.open(path).size for path in Path().glob("*.png")] == [(384, 272)] * 2


def test_a_screenshot_that_a_full_disk_cuts_short_is_a_line_and_no_file(tmp_path, monkeypatch):
    def full(file):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("disk.durable.os.fsync", full)
    told, path = [], tmp_path / "a.png"
    write_png(np.zeros((9, 9, 3), np.uint8), path, told.append)
    assert told == ["a.png: not written (No space left on device)"]
    assert not list(tmp_path.iterdir())


def test_the_option_records_from_the_start(monkeypatch, tmp_path):
    for name, value in (("SDL_VIDEODRIVER", "dummy"), ("SDL_AUDIODRIVER", "dummy")):
        monkeypatch.setenv(name, value)
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    path = tmp_path / "a.gif"
    app = App(parse_arguments(["--basic-prompt", "--mute", "--capture", str(path)]))
    app._run_frame()
    app.close()
    assert gif_frames(path)
    (tmp_path / "b.gif").mkdir()
    with pytest.raises(HostError, match="cannot be written"):
        App(parse_arguments(["--basic-prompt", "--mute", "--capture", str(tmp_path / "b.gif")]))


def test_files_of_one_second_are_numbered_whether_they_are_written_yet_or_not(
    tmp_path, monkeypatch
):
    class Now(datetime.datetime):
        @classmethod
        def now(cls, tz=None):
            return cls(2026, 11, 27, 6, 5, 4)

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(capture, "datetime", Now)
    first = capture.file_now(".png")
    first.touch()
    names = [first.name, *(capture.file_now(".png").name for _ in range(3))]
    (tmp_path / "go64-20261127-060504.gif").touch()
    assert names == [f"go64-20261127-060504{more}.png" for more in ("", "-2", "-3", "-4")]
    assert capture.file_now(".gif").name == "go64-20261127-060504-2.gif"


def test_a_recording_ends_at_the_first_frame_that_cannot_be_written_and_says_so_once(tmp_path):
    class Full:
        def __init__(self):
            self.done = []

        def frame(self, *_):
            self.done.append("frame")
            if len(self.done) > 1:
                raise OSError(errno.ENOSPC, "No space left on device")

        def close(self):
            self.done.append("close")
            raise OSError(errno.ENOSPC, "No space left on device")

    writer, told = Full(), []
    recording = Recording(tmp_path / "a.gif", writer, told.append)
    for _ in range(4):
        recording.frame(None, None, None)
    recording.close()
    assert writer.done == ["frame", "frame", "close"]
    assert (recording.frames, recording.ended, recording.failed) == (1, True, True)
    assert told == ["a.gif: recording ends (No space left on device)"]


def test_a_file_that_cannot_be_finished_has_failed_and_says_so_once(tmp_path):
    class Unfinished:
        closed = 0

        def frame(self, *_):
            pass

        def close(self):
            self.closed += 1
            raise OSError(errno.EIO, "Input/output error")

    writer, told = Unfinished(), []
    recording = Recording(tmp_path / "a.mp4", writer, told.append)
    recording.frame(None, None, None)
    assert not (recording.ended or recording.failed)
    for _ in range(2):
        recording.close()
        recording.frame(None, None, None)
    assert (recording.frames, recording.ended, recording.failed) == (1, True, True)
    assert told == ["a.mp4: not finished (Input/output error)"] and writer.closed == 1


def test_a_gif_is_the_same_whatever_pillow_puts_before_the_picture(monkeypatch):
    picture = noise(1)[0]
    plain, save = compressed(picture), Image.Image.save

    def with_comments(self, *args, **how):
        save(self, *args, **how, comment=b"c" * 600, duration=20)

    monkeypatch.setattr(Image.Image, "save", with_comments)
    assert compressed(picture) == plain


def test_a_kind_that_no_writer_has_is_refused_with_those_that_there_are(tmp_path):
    machine = C64(sample_rate=0)
    for name, word in (("a.avi", ".avi"), ("a", "no suffix")):
        with pytest.raises(HostError) as error:
            open_writer(tmp_path / name, (8, 8), machine, 44100, 1.0)
        line = f"{tmp_path / name}: {word} is not one of .gif .mp4 .wav"
        assert str(error.value) == line
    open_writer(tmp_path / "UPPER.GIF", (8, 8), machine, 44100, 1.0).close()
    open_writer(tmp_path / "a.avi", (8, 8), machine, 44100, 1.0, ".wav").close()
    assert (tmp_path / "a.avi").read_bytes().startswith(b"RIFF")


def test_a_recording_of_the_window_that_a_full_disk_ends_is_told_and_over(app):
    told = []
    app.tell = told.append
    capture_ = app.feature(Capture)
    action = app.actions["record-gif"]
    action.do()
    app._run_frame()

    def full(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    capture_._recording._writer.frame = full
    app._run_frame()
    (name,) = (path.name for path in Path().iterdir())
    assert told == [f"{name}: recording ends (No space left on device)"]
    assert action.state() == "off" and app.window.mark is False and capture_.title() == ""
    action.do()
    assert action.state() == "on", "another can be made"
    for other in ("record-mp4", "record-wav"):
        assert app.actions[other].state() == "off"
    action.do()
    capture_.stop()  # there is none
    assert action.state() == "off"
    app.close()


def test_the_length_of_a_recording_is_told_when_it_ends(app):
    app.actions["record-wav"].do()
    for _ in range(76):
        app._run_frame()
    assert app.feature(Capture).title() == "recording WAV 1 s"
    app.actions["record-wav"].do()
    assert re.fullmatch(r"go64-\d{8}-\d{6}\.wav: 2 s", app.overlay.message)
    app.close()


def test_a_writer_has_what_the_machine_and_the_window_are(tmp_path, monkeypatch):
    model = SimpleNamespace(exact_hz=1000, lines=5, cycles_per_line=4)
    machine = SimpleNamespace(channels=2, model=model)
    for name in ("gif.GifWriter", "mp4.Mp4Writer", "wav.WavWriter"):
        monkeypatch.setattr(f"emu.host.record.{name}", lambda *words, name=name: (name, *words))

    def made(name):
        return open_writer(tmp_path / name, (384, 272), machine, 44100, 0.9)

    path, hz = tmp_path, Fraction(50)
    assert made("a.gif") == ("gif.GifWriter", path / "a.gif", hz)
    assert made("a.wav") == ("wav.WavWriter", path / "a.wav", 44100, 2)
    wanted = ("mp4.Mp4Writer", path / "a.mp4", (384, 272), hz, 44100, 0.9, 2)
    assert made("a.mp4") == wanted
