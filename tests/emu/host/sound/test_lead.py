"""How much sound waits: the lead, what counts as too much, drift of the device, to the sample."""

import numpy as np
import pytest

from emu.host.sound import output
from emu.host.sound.output import (
    AHEAD,
    FOLLOW,
    FOLLOW_AT_MOST,
    LATENCY_AT_MOST,
    LESSON,
    NEAR,
    ROW,
    SETTLES,
    SMOOTH,
    STRETCH_AT_MOST,
    STRETCH_SLOWLY,
    Drift,
    Mixer,
    Shortener,
    SoundOut,
    Stretcher,
)

RATE = 1000  # a sample is a millisecond
FRAME = np.arange(20, dtype=np.int16)


class Device:
    rate, buffer = RATE, 0.010

    def __init__(self, waits=0.0):
        self.waits, self.taken, self.closed, self.left = waits, [], 0, False

    def ahead(self):
        return self.waits

    def push(self, samples):
        self.taken.append(samples)

    def feed(self):
        return self.left

    def close(self):
        self.closed += 1


def test_figures_of_the_lead_are_those_that_were_measured():
    """docs/inside: 26 ms wait, no more than 60 are heard late, frames make good 10."""
    assert (AHEAD, LATENCY_AT_MOST, NEAR) == (0.026, 0.060, 0.010)


def test_silence_of_the_lead_and_half_a_buffer_comes_before_the_first_samples():
    device = Device()
    out = SoundOut(device=device)
    assert (out.rate, out.ok, out.ran_dry) == (RATE, True, 0)
    out.push(FRAME)
    assert [len(part) for part in device.taken] == [31, 20]
    assert not device.taken[0].any() and device.taken[0].dtype == np.int16
    assert device.taken[1].tolist() == [0, 0, *range(18)]  # of the stretcher's tail of three
    device.waits = 0.001
    out.push(FRAME)
    assert len(device.taken) == 3 and out.ran_dry == 0
    device.waits = 0.0
    out.push(FRAME)
    assert out.ran_dry == 1
    out.restart()
    out.push(FRAME)
    assert out.ran_dry == 1  # a pause is no fault
    before = len(device.taken)
    out.push(FRAME[:0])
    assert len(device.taken) == before


@pytest.mark.parametrize(
    ("waits", "left_out"),
    # half a frame and a buffer of 60 ms are 40; more than those: the same below 31 as above 40
    [
        (0.0399, 0.0),
        (0.0401, 0.0091),
        (0.041, 0.010),
        (0.045, 0.014),
        (0.050, 0.020),
        (0.060, 0.040),
    ],
)
def test_what_waits_too_long_is_left_out_to_where_it_may_wait(waits, left_out):
    out = SoundOut(device=Device())
    out._length = 0.020
    assert out._too_much(waits, 0.010) == pytest.approx(left_out)


def test_a_device_of_a_large_buffer_may_have_more_waiting():
    out = SoundOut(device=Device())
    out._length = 0.020
    assert out._too_much(0.066, 0.040) == 0.0
    assert out._too_much(0.067, 0.040) == pytest.approx(0.067 - min(0.046, 2 * 0.010 - 0.067))


def test_where_the_stream_is_is_told_in_seconds():
    device = Device()
    out = SoundOut(device=device)
    assert (out.off(), out.wants()) == (0.0, True)
    assert out.latency() == pytest.approx(0.010)
    out.push(FRAME)
    for waits in (0.0, 0.026, 0.046, 0.100):
        device.waits = waits
        assert out.off() == pytest.approx(0.046 - waits)
        assert out.latency() == pytest.approx(waits - 0.010 + 0.010)
        assert out.wants() == (waits < 0.026)
    device.left = True
    assert out.feed() is True
    out.close()
    out.close()
    assert (device.closed, out.ok, out.feed(), out.wants()) == (1, False, False, False)
    assert (out.off(), out.latency()) == (0.0, 0.0)


def test_chunks_without_room_are_counted_and_what_was_left_out(monkeypatch):
    device = Device(0.026)
    out = SoundOut(device=device)
    out.push(FRAME)
    device.waits = 0.200
    out.push(FRAME)
    assert out.dropped == 1
    assert out.left_out == pytest.approx(0.020, abs=0.003)


@pytest.mark.parametrize(("volume", "value"), [(100, 10000), (50, 5000), (0, 0), (1, 100)])
def test_the_volume_is_a_share_of_a_hundred(volume, value):
    device = Device(0.026)
    out = SoundOut(device=device)
    out.volume = volume
    out.push(np.full(20, 10000, dtype=np.int16))
    assert device.taken[-1][-1] == value


# --- drift ----------------------------------------------------------------------------------


def test_a_lead_that_is_off_by_less_than_frames_make_good_stretches_nothing():
    drift = Drift()
    for _ in range(200):
        assert drift.stretch(NEAR * 0.999) == 0.0
    drift = Drift()
    shares = [drift.stretch(0.011) for _ in range(40)]
    first = next(n for n, share in enumerate(shares) if share)
    smooth = 0.0
    for _ in range(first + 1):
        assert smooth < NEAR
        smooth += (0.011 - smooth) / SMOOTH
    assert smooth >= NEAR
    assert shares[first] == pytest.approx(smooth + STRETCH_SLOWLY * smooth)


@pytest.mark.parametrize("side", [1, -1])
def test_no_more_is_stretched_than_a_tenth(side):
    drift = Drift()
    for _ in range(3000):
        share = drift.stretch(side * 0.5)
    assert share == side * STRETCH_AT_MOST


@pytest.mark.parametrize("channels", [1, 2])
@pytest.mark.parametrize("less", [1, 99, 130, 301])
def test_of_a_tone_whole_waves_are_left_out(less, channels):
    wave = np.round(8000 * np.sin(np.arange(2000) * 2 * np.pi / 100)).astype(np.int16)
    samples = wave if channels == 1 else np.column_stack((wave, wave // 2))
    kept = Shortener().make(samples, less)
    gone = len(samples) - len(kept)
    assert gone == -(-less // 100) * 100
    assert np.array_equal(kept, samples[gone:]), "so that nothing is to be faded"


def test_a_device_that_follows_again_is_left_alone_after_a_while():
    drift = Drift()
    assert drift.stretch(1.001 * NEAR * SMOOTH)
    shares = [drift.stretch(0.0) for _ in range(SETTLES + 2)]
    settled = shares.index(0.0)
    assert settled >= SETTLES - 1
    assert not any(shares[settled:])


def test_a_device_is_slow_if_something_is_left_out_in_three_seconds_one_after_the_other():
    drift, seconds = Drift(), 0
    assert (ROW, LESSON) == (3, 0.01)
    while drift._learnt == 0.0 and seconds < 9:
        drift.left_out(0.5)
        drift.stretch(0.0, 1.0)
        seconds += 1
    assert seconds == 3
    assert drift._learnt == pytest.approx(-0.01)
    drift.ran_dry()
    assert drift._learnt == pytest.approx(-0.005)
    drift = Drift()
    for second in range(8):
        drift.left_out(0.5 if second % 3 else 0.0)  # never three in a row
        assert drift.stretch(0.0, 1.0) == 0.0
    drift = Drift()
    for _ in range(3):
        drift.left_out(0.002)
        drift.stretch(0.0, 1.0)
    assert drift._learnt == pytest.approx(-0.002)


# --- streams ---------------------------------------------------------------------------------


@pytest.mark.parametrize("share", [0.05, -0.05, 0.1])
def test_a_ramp_stays_a_ramp_when_it_is_stretched(share):
    stretcher = Stretcher()
    ramp = np.arange(0, 12000, 10, dtype=np.int16)
    out = np.concatenate([stretcher.make(part, share) for part in np.split(ramp, 12)])
    steps = np.diff(out[8:].astype(int))
    assert len(out) == pytest.approx(1200 * (1 + share), abs=3)
    assert np.abs(steps - 10 / (1 + share)).max() <= 1


@pytest.mark.parametrize("length", [1, 2, 3, 100, 882])
def test_any_share_of_chunks_of_any_length_is_made_without_a_gap(length):
    """Where the last sample's place is rounded to the end of a chunk, and where none is in it."""
    for share in (*np.linspace(-0.1, 0.1, 41).tolist(), 1 / 3, 1e-9):
        stretcher = Stretcher()
        chunk = np.full(length, 1000, dtype=np.int16)
        made = [stretcher.make(chunk, share) for _ in range(60)]
        count = sum(map(len, made))
        assert count == pytest.approx(60 * length * (1 + share), abs=3)
        assert set(np.concatenate(made)[8:].tolist()) <= {1000}


def test_what_goes_through_as_it_is_lags_by_two_samples():
    stretcher = Stretcher()
    out = [stretcher.make(part, 0.0) for part in np.split(np.arange(40, dtype=np.int16), 4)]
    assert np.concatenate(out).tolist() == [0, 0, *range(38)]
    two = np.column_stack((np.arange(10), np.arange(10, 20))).astype(np.int16)
    assert stretcher.make(two, 0.0).shape == (10, 2)


def test_a_stream_that_was_as_it_is_is_stretched_again_from_where_it_is():
    ramp = np.arange(0, 30000, 30, dtype=np.int16)
    parts, shares = np.split(ramp, 10), (0.05, 0.0137, -0.0171, 0.0, 0.05)
    stretcher = Stretcher()
    made = [stretcher.make(part, share) for part, share in zip(parts, shares, strict=False)]
    assert made[3].tolist() == ramp[298:398].tolist()
    assert made[4][0] == ramp[398] and made[4][1] == round(ramp[398] + 30 / 1.05)


@pytest.mark.parametrize("lengths", [(5, 5), (1, 2, 3), (40, 1, 7)])
def test_from_two_channels_to_one_the_stream_goes_on_with_the_mean_of_both(lengths):
    stretcher, ramp = Stretcher(), np.arange(0, 600, 3)
    got, at = [], 0
    for number, length in enumerate((*lengths, *lengths)):
        part = ramp[at : at + length]
        at += length
        two = np.column_stack((part - 2, part + 2)).astype(np.int16)
        made = stretcher.make(two if number < len(lengths) else part.astype(np.int16), 0.0)
        assert made.ndim == (2 if number < len(lengths) else 1)
        got += made.mean(axis=1).tolist() if made.ndim == 2 else made.tolist()
    assert got == [0, 0, *ramp[: at - 2]]


def test_from_one_channel_to_two_both_go_on_with_it():
    stretcher = Stretcher()
    stretcher.make(np.arange(10, dtype=np.int16), 0.0)
    two = np.column_stack((np.arange(10, 20), np.arange(60, 70))).astype(np.int16)
    assert stretcher.make(two, 0.0)[:4].tolist() == [[8, 8], [9, 9], [10, 60], [11, 61]]


def test_a_chunk_shorter_than_a_fade_is_left_out_while_one_is_due():
    for less in (-5, 0, 1, 100):
        shortener = Shortener()
        assert len(shortener.make(np.arange(output.FADE + 9, dtype=np.int16), 500)) == 0
        assert len(shortener.make(np.arange(output.FADE - 1, dtype=np.int16), less)) == 0
        rest = shortener.make(np.arange(output.FADE, dtype=np.int16), 0)
        assert len(rest) == output.FADE


def test_nothing_is_left_out_unless_it_is_asked_and_then_at_least_so_much():
    samples = np.arange(2000, dtype=np.int16)
    assert Shortener().make(samples, 0) is samples
    assert Shortener().make(samples, -5) is samples
    for less in (1, 100, 700):
        kept = Shortener().make(samples, less)
        assert less <= 2000 - len(kept) <= less + output.SEARCH
        assert kept[-1] == 1999 and kept[output.FADE] == samples[2000 - len(kept) + output.FADE]
    shortener = Shortener()
    assert len(shortener.make(samples, 2000 - output.FADE + 1)) == 0
    assert len(Shortener().make(samples, 2000 - output.FADE)) == output.FADE


class Channel:
    def __init__(self):
        self.playing, self.queued = None, None

    def get_queue(self):
        return self.queued

    def get_busy(self):
        return self.playing is not None

    def play(self, sound):
        self.playing = sound

    def queue(self, sound):
        self.queued = sound


def test_a_mixer_plays_one_chunk_and_queues_one_and_counts_half_of_what_plays(monkeypatch):
    monkeypatch.setattr(Mixer, "_sound", staticmethod(lambda samples: samples))
    channel = Channel()
    mixer = Mixer(channel)
    assert (mixer.ahead(), mixer.rate, mixer.buffer) == (0.0, 48000, 512 / 48000)
    chunks = [np.zeros(480 * n, dtype=np.int16) for n in (1, 2, 3)]
    mixer.push(chunks[0])
    assert channel.playing is chunks[0] and channel.queued is None
    assert mixer.ahead() == pytest.approx(0.005)
    mixer.push(chunks[1])
    assert channel.queued is chunks[1]
    assert mixer.ahead() == pytest.approx(0.025)
    mixer.push(chunks[2])
    assert mixer.feed() is True
    assert mixer.ahead() == pytest.approx(0.055)
    channel.playing, channel.queued = chunks[1], None
    assert mixer.feed() is False
    assert channel.queued is chunks[2]
    assert mixer.ahead() == pytest.approx(0.040), "of what plays and what waits"


@pytest.mark.parametrize("side", [1, -1])
def test_sound_that_follows_the_display_is_led_back_slowly_and_by_little(side):
    out = SoundOut(device=Device())
    assert out._finely(side * 1.0) == 0.0, "it follows nothing"
    out.follow = 0.002
    shares = [out._finely(side * 0.001) for _ in range(40 * SMOOTH)]
    moves = np.diff(shares) * side
    assert (moves > 0).all() and moves[0] == moves.max(), "towards what is off, ever more slowly"
    assert shares[-1] == pytest.approx(0.002 + side * FOLLOW * 0.001, abs=1e-7)
    for _ in range(400):
        share = out._finely(side * 10.0)
    assert share == 0.002 + side * FOLLOW_AT_MOST
    out.follow = None
    out._finely(0.0)
    out.follow = 0.0
    assert out._finely(0.0) == 0.0, "what was learnt is forgotten"


def test_sound_that_follows_again_begins_without_what_was_too_little_before():
    out = SoundOut(device=Device())
    out.follow = 0.0
    first = [out._finely(0.02) for _ in range(50)]
    assert 0.0 < first[0] < first[-1]
    out.follow = None
    assert out._finely(0.02) == 0.0
    out.follow = 0.0
    assert [out._finely(0.02) for _ in range(50)] == first


def test_lengths_of_fades_and_means_are_those_that_were_measured():
    assert (output.FADE, output.SEARCH, SMOOTH, SETTLES) == (144, 480, 8, 1500)
    drift = Drift()
    for _ in range(ROW):
        drift.left_out(0.5)
        drift._look_back(1.0)
    assert drift._on == 1, "it stretches from the next frame on"


def test_the_mixer_is_opened_for_stereo_of_16_bits_and_plays_by_its_first_channel(monkeypatch):
    asked = []
    monkeypatch.setattr(
        output.pygame.mixer, "init", lambda *words, **more: asked.append((words, more))
    )
    monkeypatch.setattr(output.pygame.mixer, "Channel", lambda number: ("channel", number))
    assert Mixer()._channel == ("channel", 0)
    assert asked == [((48000, -16, 2, 512), {"allowedchanges": 0})]
