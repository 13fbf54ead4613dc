"""Sound output: a stream of samples, kept ``AHEAD`` of the device.

A little silence comes before the first samples, and after the sound has run dry.  It is the lead
that lets a frame come late without a gap.  ``emu.shared.pacing`` keeps the lead constant by the
length of frames.  If the device's clock is too far off for that, ``Drift`` stretches the sound.  If
too much waits after the device has stalled, ``Shortener`` leaves the excess out.
"""

from collections import deque
from contextlib import suppress
from typing import Protocol

import numpy as np
import numpy.typing as npt
import pygame

from emu.host.types import Samples

AHEAD = 0.026  # seconds of sound that wait when a frame is about to add its own
LATENCY_AT_MOST = 0.060  # seconds; if it would be more, a piece is left out
NEAR = 0.010  # seconds off AHEAD, over SMOOTH frames, that the length of frames can correct
SMOOTH = 8
STRETCH_NOW, STRETCH_SLOWLY = 1.0, 0.012  # share per second off, at once and each frame
STRETCH_AT_MOST = 0.1
FOLLOW, FOLLOW_AT_MOST = 0.3, 0.005  # the same while frames follow the display, inaudible
SETTLED = 0.001  # a share no larger than this after SETTLES frames can be left to the frames
SETTLES = 1500
FADE = 144  # samples of the cross-fade from one place of a stream to a later one
SEARCH = 480  # samples more that may be left out, to continue where the stream is most alike
ROW, LESSON = 3, 0.01  # a device is slow, by so much at least: a host that stalls does less harm
MIXER_BUFFER = 512
MIXER_RATE = 48000


class Device(Protocol):
    """What plays int16 samples: SdlQueue or Mixer.

    rate    Hz at which it plays
    buffer  seconds that it takes at once
    """

    rate: int
    buffer: float

    def ahead(self) -> float:
        """Return the seconds of sound to come."""

    def push(self, samples: Samples, /) -> None:
        """Add int16[n], or int16[n, 2]."""

    def feed(self) -> bool:
        """Give the device what it has room for; returns True if something is left."""

    def gone(self) -> bool:
        """Tell whether it was unplugged."""

    def close(self) -> None:
        """Give the device back."""


class _Channel(Protocol):
    """What Mixer uses of a pygame.mixer.Channel."""

    def get_queue(self) -> object: ...
    def get_busy(self) -> bool: ...
    def play(self, sound: pygame.mixer.Sound, /) -> None: ...
    def queue(self, sound: pygame.mixer.Sound, /) -> None: ...


class Mixer:
    """A device by pygame's mixer, where SDL's queue is not available; early sound waits here.

    channel  pygame.mixer.Channel, or what has its methods
    """

    rate = MIXER_RATE
    buffer = MIXER_BUFFER / MIXER_RATE

    def __init__(self, channel: _Channel | None = None) -> None:
        if channel is None:
            pygame.mixer.init(MIXER_RATE, -16, 2, MIXER_BUFFER, allowedchanges=0)
            channel = pygame.mixer.Channel(0)
        self._channel = channel
        self._waiting: deque[Samples] = deque()
        # The sound that plays, and the one that the mixer lets wait.
        self._taken: deque[Samples] = deque(maxlen=2)

    def ahead(self) -> float:
        """Return the seconds of sound to come, half of the current one: its position is unknown."""
        seconds: float = sum(map(len, self._waiting))
        if self._channel.get_queue() is not None:
            seconds += len(self._taken[-1])
        if self._channel.get_busy():
            seconds += len(self._taken[0]) / 2
        return seconds / self.rate

    def push(self, samples: Samples) -> None:
        """Add int16[n], or int16[n, 2]."""
        self._waiting.append(samples)
        self.feed()

    def feed(self) -> bool:
        """Give the channel as much as it has room for; returns True if something is left."""
        while self._waiting and self._channel.get_queue() is None:
            chunk = self._waiting.popleft()
            self._taken.append(chunk)
            if self._channel.get_busy():
                self._channel.queue(self._sound(chunk))
            else:
                self._channel.play(self._sound(chunk))
        return bool(self._waiting)

    @staticmethod
    def _sound(samples: Samples) -> pygame.mixer.Sound:
        opened = pygame.mixer.get_init()
        channels = samples.ndim if opened is None else opened[2]
        if samples.ndim > 1 and channels == 1:
            samples = samples.mean(axis=1).astype(np.int16)
        elif samples.ndim == 1 and channels == 2:
            samples = np.column_stack((samples, samples))
        return pygame.mixer.Sound(buffer=np.ascontiguousarray(samples).data)

    @staticmethod
    def gone() -> bool:
        """Tell whether it was unplugged; the mixer does not know."""
        return False

    @staticmethod
    def close() -> None:
        """Give the device back."""
        pygame.mixer.quit()


class Drift:
    """Computes how much to stretch sound for a device whose clock is off.

    It is exactly 0 with every device whose clock the frames can follow.
    """

    def __init__(self) -> None:
        self._off = self._learnt = 0.0
        self._on = 0  # for how many frames
        self._seconds = self._less = 0.0  # seconds of sound, and what was left out of them
        self._row = 0  # consecutive seconds of which something was left out

    def left_out(self, seconds: float) -> None:
        """Learn from a device for which sound is left out in one second after another."""
        self._less += seconds

    def _look_back(self, length: float) -> None:
        self._seconds += length
        if self._seconds < 1.0:
            return
        self._row = self._row + 1 if self._less else 0
        if self._row >= ROW:
            self._learnt = max(-STRETCH_AT_MOST, self._learnt - min(self._less, LESSON))
            self._on = max(self._on, 1)
        self._seconds = self._less = 0.0

    def ran_dry(self) -> None:
        """Unlearn part of what a slow device taught: rather let too much sound wait."""
        self._learnt = max(self._learnt, self._learnt / 2)
        self._off = max(self._off, 0.0)

    def stretch(self, off: float, length: float = 0.02) -> float:
        """Return the share to add to ``length`` seconds, if the lead is ``off`` seconds short."""
        self._look_back(length)
        self._off += (off - self._off) / SMOOTH  # the device takes whole buffers
        if not self._on and abs(self._off) < NEAR:
            return 0.0
        self._on += 1
        learnt = self._learnt + STRETCH_SLOWLY * self._off
        self._learnt = max(-STRETCH_AT_MOST, min(STRETCH_AT_MOST, learnt))
        share = self._learnt + STRETCH_NOW * self._off
        if self._on > SETTLES and max(abs(share), abs(self._learnt)) < SETTLED:
            self._on, self._learnt = 0, 0.0
            return 0.0
        return max(-STRETCH_AT_MOST, min(STRETCH_AT_MOST, share))


class Stretcher:
    """Makes a stream longer or shorter by a fraction, by cubics through four samples.

    With a share of 0 samples go through unchanged.
    """

    def __init__(self) -> None:
        self._tail: npt.NDArray[np.float32] = np.zeros(3, dtype=np.float32)
        self._at = 1.0  # position of the next sample, in tail and chunk together

    def make(self, samples: Samples, share: float) -> Samples:
        """Return int16[n] of int16[m], n about m * (1 + share); or both of two channels."""
        if samples.ndim > self._tail.ndim:  # from one channel to two, without an edge
            self._tail = self._tail[:, None].repeat(samples.shape[1], axis=1)
        elif samples.ndim < self._tail.ndim:
            self._tail = self._tail.mean(axis=1)
        data = np.concatenate((self._tail, samples), dtype=np.float32)
        self._tail = data[-3:]
        if share == 0.0:
            self._at = 1.0
            return data[1:-2].astype(np.int16)
        step, end = 1.0 / (1.0 + share), len(data) - 2
        places = np.arange(self._at, end, step)
        if len(places) and places[-1] >= end:  # arange may round past its end
            places = places[:-1]
        self._at += len(places) * step - len(samples)
        i = places.astype(np.intp)
        t = (places - i).astype(np.float32).reshape(-1, *[1] * (samples.ndim - 1))
        a, b, c, d = data[i - 1], data[i], data[i + 1], data[i + 2]
        cubic = b + t / 2 * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)))
        return np.clip(np.rint(cubic), -32768, 32767).astype(np.int16)


class Shortener:
    """Leaves pieces of a stream out, without an edge where it continues."""

    def __init__(self) -> None:
        # How the stream would have continued where it was cut.
        self._on: npt.NDArray[np.float32] | None = None

    def make(self, samples: Samples, less: int) -> Samples:
        """Return int16[n] of int16[m] without the first ``less`` or a few more."""
        if less <= 0 and self._on is None:
            return samples
        if self._on is None or self._on.ndim != samples.ndim:
            self._on = samples[:FADE].astype(np.float32)
        on = self._on
        last = len(samples) - len(on)
        if less > last or last < 0:
            return samples[:0]
        at = self._alike(on, samples, less, min(less + SEARCH, last))
        rest = samples[at:].copy()
        share = np.linspace(0.0, 1.0, len(on), dtype=np.float32)
        faded = on + share.reshape(-1, *[1] * (samples.ndim - 1)) * (rest[: len(on)] - on)
        rest[: len(on)] = np.rint(faded)
        self._on = None
        return rest

    @staticmethod
    def _alike(on: npt.NDArray[np.float32], samples: Samples, first: int, last: int) -> int:
        """Return the place from ``first`` to ``last`` at which samples are most like ``on``."""
        heard = samples[first : last + len(on)].astype(np.float32)
        if samples.ndim > 1:
            on, heard = on.mean(axis=1), heard.mean(axis=1)
        parts = np.lib.stride_tricks.sliding_window_view(heard, len(on))
        return first + int(np.abs(parts - on).sum(axis=1).argmin())


def open_device(rate: int = 0) -> Device | None:
    """Return the system's device, at a rate if one is given; None: there is none."""
    from emu.host.sound.sdl_audio import SdlQueue

    with suppress(OSError, AttributeError):
        return SdlQueue("", rate)
    if rate in (0, MIXER_RATE):
        with suppress(OSError, AttributeError, IndexError, pygame.error):  # IndexError: no channel
            return Mixer()
    return None


def open_named(name: str, rate: int = 0) -> tuple[Device | None, str]:
    """Return (the device with this name, ""), or (the system's or None, the reason)."""
    from emu.host.sound.sdl_audio import SdlQueue, device_names, unknown_device

    if not name:
        return open_device(rate), ""
    try:
        return SdlQueue(name, rate), ""
    except (OSError, AttributeError, ValueError):  # ValueError: a NUL in the name
        return open_device(rate), unknown_device(name, device_names())


class SoundOut:
    """A stream of int16, of one channel or two.

    ``ok`` is False if the host has no sound device; ``push`` then drops what it gets.
    ``ran_dry`` counts how often sound came too late, ``dropped`` how often there was no room,
    ``left_out`` the seconds that were left out because too much waited.
    ``rate`` is the Hz at which it plays, ``volume`` a percentage.
    ``follow`` is the share by which frames are longer than the machine's own, as they follow the
    display and not the sound; None while they follow the sound.
    ``device_name`` is the name of the device, "" for the system's.  ``problem`` says why it is not
    the one that the user chose, "" if it is.
    """

    def __init__(self, enabled: bool = True, device: Device | None = None, name: str = "") -> None:
        self.device_name = self.problem = ""
        self._device = device
        if device is None and enabled:
            self._device, self.problem = open_named(name)
            self.device_name = "" if self.problem else name
        self.rate = MIXER_RATE if self._device is None else self._device.rate
        self.volume = 100
        self.ran_dry = self.dropped = 0
        self.left_out = 0.0
        self._length = self._pushed = 0.0  # seconds of the last push, before and after stretching
        self._begun = False
        self.follow: float | None = None
        self._followed = 0.0  # seconds by which the lead is too short, over many frames
        self._drift, self._stretcher, self._shortener = Drift(), Stretcher(), Shortener()

    @property
    def ok(self) -> bool:
        """Whether there is a device to play on."""
        return self._device is not None

    @staticmethod
    def device_names() -> tuple[str, ...]:
        """Return the names of the devices that can play."""
        from emu.host.sound.sdl_audio import device_names

        return device_names()

    def choose(self, name: str) -> str:
        """Continue on another device, at the current rate; returns "", or why it cannot."""
        self.close()
        self._device, self.problem = open_named(name, self.rate)
        self.device_name = "" if self.problem else name
        self.restart()
        return self.problem

    def gone(self) -> bool:
        """Tell whether the device was unplugged."""
        return self._device is not None and self._device.gone()

    def restart(self) -> None:
        """Stop the stream for a pause or warp: that it runs dry is no fault."""
        self._begun = False

    def off(self) -> float:
        """Return how many seconds too few wait after a push; 0 before the first."""
        if self._device is None or not self._begun:
            return 0.0
        return AHEAD + self._length - self._device.ahead()

    def latency(self) -> float:
        """Return the seconds until the middle of the last push has left the device."""
        if self._device is None:
            return 0.0
        return self._device.ahead() - self._pushed / 2 + self._device.buffer

    def wants(self) -> bool:
        """Return whether another frame of sound would be played soon: not while warp floods it."""
        return self._device is not None and self._device.ahead() < AHEAD

    def feed(self) -> bool:
        """Give the device what it has room for; returns True if something is left."""
        return self._device is not None and self._device.feed()

    def push(self, samples: Samples) -> None:
        """Play int16[n], or int16[n, 2], after what was pushed before."""
        device = self._device
        if device is None or not len(samples):
            return
        ahead = device.ahead()
        if ahead <= 0.0:
            self.ran_dry += self._begun
            self._drift.ran_dry()
            lead = round((AHEAD + device.buffer / 2) * self.rate)
            device.push(np.zeros(lead, dtype=np.int16))
        if not self._begun:
            self._begun, self._drift = True, Drift()
            self._stretcher, self._shortener = Stretcher(), Shortener()
        if self.volume != 100:
            samples = (samples * np.float32(self.volume / 100)).astype(np.int16)
        self._length = len(samples) / self.rate
        share = self._drift.stretch(AHEAD - ahead, self._length) + self._finely(AHEAD - ahead)
        stretched = self._stretcher.make(samples, share)
        less = self._too_much(ahead, device.buffer)
        kept = self._shortener.make(stretched, round(less * self.rate))
        if len(kept) < len(stretched):
            less = (len(stretched) - len(kept)) / self.rate
            self.left_out += less
            self._drift.left_out(less)
        if len(kept):
            device.push(kept)
            self._pushed = len(kept) / self.rate
        else:
            self.dropped += 1

    def _finely(self, off: float) -> float:
        """Return the share to add to sound whose frames follow the display."""
        if self.follow is None:
            self._followed = 0.0
            return 0.0
        self._followed += (off - self._followed) / (4 * SMOOTH)
        fine = max(-FOLLOW_AT_MOST, min(FOLLOW_AT_MOST, FOLLOW * self._followed))
        return self.follow + fine

    def _too_much(self, ahead: float, buffer: float) -> float:
        """Return the seconds to leave out when so many wait; some devices need a longer lead."""
        allowed = LATENCY_AT_MOST - self._length / 2 - buffer
        if ahead <= max(allowed, AHEAD + buffer):
            return 0.0
        return ahead - min(AHEAD + buffer / 2, 2 * allowed - ahead)

    def close(self) -> None:
        """Give the device back."""
        if self._device is not None:
            self._device.close()
            self._device = None
