"""SDL's sound queue, which pygame links but does not offer.

pygame's mixer takes one chunk to play and one that waits, and does not say how much is left of
either.  SDL's own queue takes any number of samples and says, to within a buffer, how many wait.
So queued sound covers a late frame, and nobody has to feed the mixer in time.
"""

import ctypes
import difflib
import sys
from collections.abc import Sequence

import numpy as np

from emu.host.picture import sdl
from emu.host.types import Samples

INIT_AUDIO = 0x10
FORMAT_INT16 = 0x8010 if sys.byteorder == "little" else 0x9010
ALLOW_FREQUENCY = 1
STOPPED = 0  # SDL_AUDIO_STOPPED: of a device that was opened, only when it is gone
RATES = (48000, 44100)  # rates of the SID; SDL converts them for any other device
CHANNELS = 2  # of the device; mono sound comes from both
NEAR, NEAR_LIKE = 3, 0.3  # suggested names at most, and their least similarity
BUFFER_SECONDS = 0.010  # whole milliseconds: SDL's dummy and disk drivers wait such


class _Spec(ctypes.Structure):
    """SDL_AudioSpec of SDL 2."""

    _fields_ = (
        ("freq", ctypes.c_int),
        ("format", ctypes.c_uint16),
        ("channels", ctypes.c_uint8),
        ("silence", ctypes.c_uint8),
        ("samples", ctypes.c_uint16),
        ("padding", ctypes.c_uint16),
        ("size", ctypes.c_uint32),
        ("callback", ctypes.c_void_p),
        ("userdata", ctypes.c_void_p),
    )


def _library() -> ctypes.CDLL:
    """Return SDL with what is called here; OSError or AttributeError if it cannot be reached."""
    library = sdl.library()
    library.SDL_OpenAudioDevice.argtypes = (
        ctypes.c_char_p,
        ctypes.c_int,
        ctypes.POINTER(_Spec),
        ctypes.POINTER(_Spec),
        ctypes.c_int,
    )
    library.SDL_OpenAudioDevice.restype = ctypes.c_uint32
    library.SDL_QueueAudio.argtypes = (ctypes.c_uint32, ctypes.c_char_p, ctypes.c_uint32)
    library.SDL_GetQueuedAudioSize.argtypes = (ctypes.c_uint32,)
    library.SDL_GetQueuedAudioSize.restype = ctypes.c_uint32
    library.SDL_PauseAudioDevice.argtypes = (ctypes.c_uint32, ctypes.c_int)
    library.SDL_GetNumAudioDevices.argtypes = (ctypes.c_int,)
    library.SDL_GetAudioDeviceName.argtypes = (ctypes.c_int, ctypes.c_int)
    library.SDL_GetAudioDeviceName.restype = ctypes.c_char_p
    library.SDL_GetAudioDeviceStatus.argtypes = (ctypes.c_uint32,)
    library.SDL_CloseAudioDevice.argtypes = (ctypes.c_uint32,)
    library.SDL_CloseAudioDevice.restype = None
    return library


def device_names() -> tuple[str, ...]:
    """Return the names of the devices that can play; () where SDL is out of reach."""
    try:
        library = _library()
    except (OSError, AttributeError):
        return ()
    if library.SDL_InitSubSystem(INIT_AUDIO):
        return ()
    try:
        count = library.SDL_GetNumAudioDevices(0)
        found = [library.SDL_GetAudioDeviceName(number, 0) for number in range(count)]
    finally:
        library.SDL_QuitSubSystem(INIT_AUDIO)
    return tuple(name.decode("utf-8", "replace") for name in found if name)


def unknown_device(name: str, names: Sequence[str]) -> str:
    """Return the message for a name that no sound device has."""
    near = difflib.get_close_matches(name, names, NEAR, NEAR_LIKE) or list(names[:NEAR])
    there = " or ".join(f"'{one}'" for one in near)
    hint = f"; there is {there}" if there else ""
    line = f"no sound device '{name}'{hint}; the system's is used"
    return line


class SdlQueue:
    """A stereo device of int16; OSError or AttributeError if there is none or it is out of reach.

    name    of the device, "" for the system's usual one
    wanted  Hz that it must have, 0 for its own
    rate    Hz of the device, or 48000 where the SID cannot make its rate
    buffer  seconds that the device takes at once
    """

    def __init__(self, name: str = "", wanted: int = 0) -> None:
        self._sdl = _library()
        self._name = name.encode() if name else None
        if self._sdl.SDL_InitSubSystem(INIT_AUDIO):
            raise OSError("no sound device")
        self._device, got = self._open(wanted or RATES[0], 0 if wanted else ALLOW_FREQUENCY)
        if self._device and got.freq not in RATES:
            self._sdl.SDL_CloseAudioDevice(self._device)
            self._device, got = self._open(RATES[0], 0)
        if not self._device:
            self._sdl.SDL_QuitSubSystem(INIT_AUDIO)
            raise OSError("no sound device")
        self.rate: int = got.freq
        self.buffer: float = got.samples / got.freq
        self._sdl.SDL_PauseAudioDevice(self._device, 0)

    def _open(self, rate: int, allowed: int) -> tuple[int, _Spec]:
        want = _Spec(freq=rate, format=FORMAT_INT16, channels=CHANNELS)
        want.samples = round(rate * BUFFER_SECONDS)
        got = _Spec()
        device = self._sdl.SDL_OpenAudioDevice(
            self._name, 0, ctypes.byref(want), ctypes.byref(got), allowed
        )
        return device, got

    def ahead(self) -> float:
        """Return the seconds of sound that the device has yet to take."""
        waiting: int = self._sdl.SDL_GetQueuedAudioSize(self._device)  # bytes
        return waiting / (2 * CHANNELS * self.rate)

    def push(self, samples: Samples) -> None:
        """Add int16[n], or int16[n, 2]."""
        data = (samples if samples.ndim > 1 else np.repeat(samples, CHANNELS)).tobytes()
        self._sdl.SDL_QueueAudio(self._device, data, len(data))

    def feed(self) -> bool:
        """Return False: nothing is left to feed, as SDL feeds the device itself."""
        return False

    def gone(self) -> bool:
        """Tell whether it was unplugged."""
        return bool(self._sdl.SDL_GetAudioDeviceStatus(self._device) == STOPPED)

    def close(self) -> None:
        """Give the device back."""
        self._sdl.SDL_CloseAudioDevice(self._device)
        self._sdl.SDL_QuitSubSystem(INIT_AUDIO)
