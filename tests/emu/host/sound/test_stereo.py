"""Two SIDs on their way to the ear: options, tunes, files, speeds, the device."""

import wave

import numpy as np
import pytest

import c64
from c64 import C64, SidPlace
from disk.sid import parse_sid
from emu.__main__ import main
from emu.cli import parse_arguments
from emu.errors import UsageError
from emu.host.settings import Settings, load_settings
from emu.host.sound.output import Mixer, SoundOut, Stretcher
from emu.host.timing.timeline import SpeedSound
from tests.disk.test_sid import sid
from tests.emu.host.record.test_capture import decoded, needs_ffmpeg, probe
from tests.emu.host.window_kit import make_app, turns, without_waiting

STEREO = (np.arange(960)[:, None] * np.array([3, -5]) % 2000 - 1000).astype(np.int16)


def player(*bases):
    """A tune that plays a saw on the SIDs at these addresses; A is not looked at."""
    code = bytearray()
    for base in bases:
        for reg, value in ((5, 0), (6, 0xF0), (1, 0x1C), (4, 0x21), (0x18, 15)):
            code += bytes([0xA9, value, 0x8D, (base + reg) & 0xFF, base >> 8])
    return bytes([0x4C, 6, 0x10, 0x60, 0, 0]) + code + b"\x60"


def tune(second=0xD500, **fields):
    middle = second >> 4 & 0xFF
    return sid(player(second), version=3, second=middle, **fields)


def tune_for_three(*bases):
    """A tune for SIDs at $D400, $D420 and $D440, which plays some of them."""
    return sid(player(*bases), version=4, second=0x42, third=0x44, flags=0x2 << 8 | 0x1 << 6)


@pytest.fixture
def stereo_tune(tmp_path):
    path = tmp_path / "stereo.sid"
    path.write_bytes(tune())
    return path


def heard(path):
    """Return (channels, loudness of each) of the last second of a WAV."""
    with wave.open(str(path)) as file:
        data = np.frombuffer(file.readframes(file.getnframes()), dtype="<i2")
        channels = file.getnchannels()
    return channels, np.std(data.reshape(-1, channels)[-44100:].astype(float), axis=0)


# -- tunes and options ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("version", "middle", "address"),
    [
        (3, 0x42, 0xD420), (4, 0x7E, 0xD7E0), (3, 0xE0, 0xDE00), (3, 0xFE, 0xDFE0),
        (3, 0x43, 0), (3, 0x40, 0), (3, 0x80, 0), (3, 0xDE, 0), (3, 0xFF, 0), (3, 0, 0),
        (2, 0x42, 0),
    ],
)  # fmt: skip
def test_the_address_of_the_second_is_the_files_if_it_can_be(version, middle, address):
    found = parse_sid(sid(version=version, second=middle, flags=0x80), "x")
    assert found.more_sids == (((address, "8580"),) if address else ())


def test_a_tune_for_two_is_heard_on_the_right_where_its_second_plays(stereo_tune, tmp_path):
    wav = tmp_path / "a.wav"
    words = ["--headless", "--frames", "250", "--wav", str(wav), str(stereo_tune)]
    assert main(words) == 0
    channels, (left, right) = heard(wav)
    assert channels == 2 and right > 1000 > left
    assert main([*words, "--no-sids"]) == 0
    assert heard(wav)[0] == 1


@pytest.mark.parametrize(
    ("bases", "sides"),
    [((0xD400,), "left"), ((0xD420,), "right"), ((0xD440,), "both"), ((0xD400, 0xD420), "both")],
)
def test_a_tune_for_three_is_heard_where_each_of_its_sids_is(tmp_path, bases, sides):
    path, wav = tmp_path / "three.sid", tmp_path / "a.wav"
    path.write_bytes(tune_for_three(*bases))
    assert parse_arguments([str(path)]).config.sids == (
        SidPlace(0xD420, "6581"), SidPlace(0xD440, "8580")
    )  # fmt: skip
    assert main(["--headless", "--frames", "250", "--wav", str(wav), str(path)]) == 0
    channels, (left, right) = heard(wav)
    assert channels == 2
    assert (left > 500) == (sides != "right") and (right > 500) == (sides != "left")


def test_the_command_line_puts_more_sids_in():
    config = parse_arguments(["--sids", "$D500:8580,d420::left"]).config
    assert config.sids == (SidPlace(0xD500, "8580"), SidPlace(0xD420, None, "left"))
    assert parse_arguments([]).config.sids == ()
    assert parse_arguments(["--sids", "d420", "--no-sids"]).config.sids == ()


@pytest.mark.parametrize(
    "word", ["d430", "x", "ffff", "-1", "10d420", "1" * 5000, "d420,d420", "d420:a", "d420::up"]
)
def test_an_address_where_none_can_be_is_refused_in_a_line(word):
    with pytest.raises(UsageError) as error:
        parse_arguments([f"--sids={word}"])
    assert "--sids" in str(error.value) and "\n" not in str(error.value)


def test_settings_hold_a_list_of_sids_and_leave_a_bad_one_out(tmp_path):
    settings = Settings(sids="d420:8580,de00")
    assert parse_arguments([], lambda: settings).config.sids == (
        SidPlace(0xD420, "8580"), SidPlace(0xDE00)
    )  # fmt: skip
    path = tmp_path / "settings.toml"
    path.write_text('sids = "d430"')
    with pytest.warns(UserWarning, match=r"sids not used: .* no SID can be at \$D430"):
        assert load_settings(path).sids == ""
    path.write_text('sid2 = "d420"')  # as of before November 2026
    assert load_settings(path).sids == "d420"
    path.write_text('sid2 = "d420"\nsids = "d440"')
    assert load_settings(path).sids == "d440"


# -- files ---------------------------------------------------------------------------------


@needs_ffmpeg
def test_an_mp4_of_two_sids_is_stereo(stereo_tune, tmp_path):
    path = tmp_path / "a.mp4"
    assert main(["--headless", "--frames", "150", "--capture", str(path), str(stereo_tune)]) == 0
    assert "stereo" in probe(path)
    sound = decoded(path, "-f", "s16le", "-ac", "2")
    left, right = np.std(np.frombuffer(sound, dtype="<i2").reshape(-1, 2)[-20000:], axis=0)
    assert right > 1000 > left


def test_a_gif_does_not_mind_two(stereo_tune, tmp_path):
    path = tmp_path / "a.gif"
    assert main(["--headless", "--frames", "20", "--capture", str(path), str(stereo_tune)]) == 0
    assert path.read_bytes().startswith(b"GIF")


# -- speeds and devices --------------------------------------------------------------------


def channels_alone(make):
    """Hold what becomes of two channels against what becomes of each of them alone."""
    both = make()(STEREO)
    for at in range(2):
        assert (both[:, at] == make()(STEREO[:, at])).all()
    return both


@pytest.mark.parametrize("share", [0.0, 0.01, -0.02])
def test_stretching_does_to_each_channel_what_it_does_to_one(share):
    channels_alone(lambda: lambda data: Stretcher().make(data, share))


@pytest.mark.parametrize("speed", [0.25, 0.5, 1.0, 2.0])
def test_other_speeds_do_to_each_channel_what_they_do_to_one(speed):
    def make():
        sound = SpeedSound()

        def both(data):
            sound.take(data, speed)
            return sound.take(data, speed)

        return both

    assert len(channels_alone(make)) == {0.25: 3840, 0.5: 1920, 1.0: 960, 2.0: 960}[speed]


class Device:
    """Takes what is played."""

    rate, buffer = 48000, 0.01

    def __init__(self):
        self.taken = []

    def ahead(self):
        return 0.026 if self.taken else 0.0

    def push(self, samples):
        self.taken.append(samples)

    def close(self):
        pass


def test_sound_goes_from_one_channel_to_two_and_back():
    device = Device()
    out = SoundOut(device=device)
    for samples in (STEREO[:, 0], STEREO, STEREO, STEREO[:, 1]):
        out.push(samples)
    assert [chunk.ndim for chunk in device.taken[1:]] == [1, 2, 2, 1]
    out.volume = 50
    out.push(STEREO)
    assert np.abs(device.taken[-1]).max() <= 501


class Channel:
    """A channel of a mixer that takes a sound."""

    def __init__(self):
        self.played = []

    def get_queue(self):
        return None

    def get_busy(self):
        return False

    def play(self, sound):
        self.played.append(sound)


@pytest.mark.parametrize("channels", [1, 2])
def test_the_mixer_plays_both_whatever_it_has(monkeypatch, channels):
    monkeypatch.setattr("pygame.mixer.get_init", lambda: (48000, -16, channels))
    monkeypatch.setattr("pygame.mixer.Sound", lambda buffer: buffer)
    channel = Channel()
    mixer = Mixer(channel)
    mixer.push(STEREO)
    mixer.push(STEREO[:, 0])
    shapes = [data.shape for data in channel.played]
    assert shapes == ([(960, 2)] * 2 if channels == 2 else [(960,)] * 2)


@pytest.mark.skipif(c64.PURE, reason="runs the window: compiled machine only")
def test_the_queue_of_sdl_is_stereo_and_counts_seconds(monkeypatch):
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    from emu.host.sound.sdl_audio import SdlQueue

    queue = SdlQueue()
    try:
        for samples in (np.zeros((48000, 2), np.int16), np.zeros(48000, np.int16)):
            before = queue.ahead()
            queue.push(samples)
            assert queue.ahead() - before == pytest.approx(48000 / queue.rate, abs=0.1)
    finally:
        queue.close()


# -- the window ----------------------------------------------------------------------------


@pytest.fixture
def app(monkeypatch, tmp_path):
    found = make_app(monkeypatch, tmp_path, "--basic-prompt", "--mute")
    without_waiting(found)
    yield found
    found.close()


@pytest.mark.skipif(c64.PURE, reason="runs the window: compiled machine only")
def test_a_tune_for_two_that_is_dropped_begins_a_machine_with_two(app, stereo_tune):
    app.load(stereo_tune)
    assert app.again.config.sids == (SidPlace(0xD500),) and app.again.file == str(stereo_tune)


@pytest.mark.skipif(c64.PURE, reason="runs the window: compiled machine only")
def test_a_tune_begins_no_other_machine_where_all_its_sids_are(monkeypatch, tmp_path):
    path = tmp_path / "three.sid"
    path.write_bytes(tune_for_three(0xD420))
    app = make_app(monkeypatch, tmp_path, "--mute", "--sids", "d440,d420,d460", str(path))
    try:
        app.load(path)
        assert app.again is None
        path.write_bytes(tune(0xD7E0))
        app.load(path)
        assert app.again.config.sids == (SidPlace(0xD7E0),)
    finally:
        app.close()


def page_of_sids(app):
    """The menu's page of SIDs, and its rows as {heading: {title: row}}."""
    from emu.host.menu.builtin import machine_rows
    from emu.host.menu.menu import Menu

    row = next(r for r in machine_rows(app, app.feature(Menu)) if r.title == "SIDs")
    page = row.run()

    def rows():
        found, last = {}, None
        for one in page.rows():
            if one.heading:
                last = found.setdefault(one.title, {})
            else:
                last[one.title] = one
        return found

    return row, page, rows


@pytest.mark.skipif(c64.PURE, reason="runs the window: compiled machine only")
def test_the_menu_puts_more_of_them_in(app):
    row, page, rows = page_of_sids(app)
    assert row.value() == "1" and not page.rows()[-1].usable
    assert list(rows()) == ["SID 1", "SID 2"] and list(rows()["SID 1"]) == ["side"]
    rows()["SID 2"]["address"].put("$D420")
    rows()["SID 3"]["address"].put("$DE00")
    assert "$D420" not in rows()["SID 4"]["address"].choices()
    rows()["SID 3"]["model"].put("8580")
    rows()["SID 3"]["side"].put("left")
    rows()["SID 4"]["address"].put("$D440")
    rows()["SID 4"]["address"].put("none")
    assert [rows()["SID 3"][name].word for name in ("address", "model", "side")] == [
        "$DE00", "8580", "left"
    ]  # fmt: skip
    page.rows()[-1].run()
    assert app.again.config.sids == (SidPlace(0xD420), SidPlace(0xDE00, "8580", "left"))
    assert app.settings.sids == "d420,de00:8580:left"


@pytest.mark.skipif(c64.PURE, reason="runs the window: compiled machine only")
def test_the_menu_takes_them_out_and_moves_the_first_one(monkeypatch, tmp_path):
    app = make_app(monkeypatch, tmp_path, "--basic-prompt", "--mute", "--sids",
                   ",".join(f"{at:x}" for at in range(0xD420, 0xD500, 32)))  # fmt: skip
    try:
        row, page, rows = page_of_sids(app)
        assert row.value() == "8" and list(rows())[-1] == "SID 8"
        for _ in range(6):
            rows()["SID 2"]["address"].put("none")
        assert list(rows()) == ["SID 1", "SID 2", "SID 3"]
        assert rows()["SID 2"]["address"].word == "$D4E0"
        rows()["SID 1"]["side"].put("middle")
        page.rows()[-1].run()
        assert app.settings.sids == "d400::middle,d4e0"
        assert app.again.config.chips().sides == ("middle", "right")
    finally:
        app.close()


@pytest.mark.skipif(c64.PURE, reason="runs the window: compiled machine only")
def test_the_menu_boosts_digis(app):
    from emu.host.menu.builtin import machine_rows
    from emu.host.menu.menu import Menu

    shown = []
    menu = app.feature(Menu)
    menu.show = shown.append
    row = next(r for r in machine_rows(app, menu) if r.title.startswith("digiboost"))
    assert row.value() == "off"
    row.choose("off")
    assert not shown
    row.choose("on")
    assert shown[0].title == "digiboost: on"
    shown[0].rows()[0].run()
    assert app.again.config.digiboost is True and app.settings.digiboost is True


@pytest.mark.skipif(c64.PURE, reason="runs the window: compiled machine only")
def test_rewind_and_speeds_of_a_window_take_two_channels(monkeypatch, tmp_path):
    from emu.host.state.rewind import Rewind

    app = make_app(monkeypatch, tmp_path, "--basic-prompt", "--sids", "d420")
    try:
        without_waiting(app)
        turns(app, 250)
        app.feature(Rewind).begin()
        turns(app, 5)
        app.feature(Rewind).end()
        turns(app, 5)
        assert app.machine.audio().ndim == 2
    finally:
        app.close()


def test_a_machine_with_one_has_one_channel():
    machine = C64(sample_rate=44100)
    machine.tick()
    assert machine.channels == 1 and machine.audio().ndim == 1
