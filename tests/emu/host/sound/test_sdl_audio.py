"""SDL's queue of sound: what SDL is asked for, and what becomes of its answers."""

import ctypes
from types import SimpleNamespace

import numpy as np
import pygame
import pytest

from emu.host.sound import output, sdl_audio
from emu.host.sound.output import open_device
from emu.host.sound.sdl_audio import SdlQueue, device_names

AUDIO = 0x10  # SDL_INIT_AUDIO of SDL.h


class Sdl:
    """SDL as it is called; ``answers`` are (device, Hz) of the devices that it opens."""

    def __init__(self, *answers, begins=True, names=()):
        self.answers, self.begins, self.names = list(answers), begins, names
        self.calls, self.waiting = [], 0

    def SDL_InitSubSystem(self, what):
        self.calls.append(("init", what))
        return 0 if self.begins else -1

    def SDL_QuitSubSystem(self, what):
        self.calls.append(("quit", what))

    def SDL_OpenAudioDevice(self, name, capture, want, got, allowed):
        wanted, found = (pointer._obj for pointer in (want, got))
        self.calls.append(("open", name, capture, wanted.freq, wanted.samples, allowed))
        assert (wanted.channels, wanted.format & 0xFF) == (2, 16)
        device, found.freq = self.answers.pop(0)
        found.samples = wanted.samples
        return device

    def SDL_PauseAudioDevice(self, device, paused):
        self.calls.append(("pause", device, paused))

    def SDL_CloseAudioDevice(self, device):
        self.calls.append(("close", device))

    def SDL_QueueAudio(self, device, data, size):
        assert len(data) == size
        self.waiting += size

    def SDL_GetQueuedAudioSize(self, device):
        return self.waiting

    def SDL_GetAudioDeviceStatus(self, device):
        return 0 if device in self.names else 1

    def SDL_GetNumAudioDevices(self, capture):
        return 0 if capture else len(self.names)

    def SDL_GetAudioDeviceName(self, number, capture):
        return self.names[number]


@pytest.fixture
def use(monkeypatch):
    """Return a function that puts an Sdl where SDL would be; returns it."""

    def put(*answers, **how):
        sdl = Sdl(*answers, **how)
        monkeypatch.setattr(sdl_audio, "_library", lambda: sdl)
        return sdl

    return put


@pytest.mark.parametrize("hz", [48000, 44100])
def test_the_systems_device_may_have_either_rate_that_the_sid_makes(use, hz):
    sdl = use((7, hz))
    queue = SdlQueue()
    assert (queue.rate, queue.buffer) == (hz, 480 / hz)
    assert sdl.calls == [("init", AUDIO), ("open", None, 0, 48000, 480, 1), ("pause", 7, 0)]
    queue.close()
    assert sdl.calls[3:] == [("close", 7), ("quit", AUDIO)]


def test_a_device_of_another_rate_is_opened_anew_and_sdl_converts(use):
    sdl = use((7, 96000), (8, 48000))
    assert SdlQueue().rate == 48000
    assert sdl.calls[1:] == [
        ("open", None, 0, 48000, 480, 1),
        ("close", 7),
        ("open", None, 0, 48000, 480, 0),
        ("pause", 8, 0),
    ]


def test_a_rate_that_the_machine_makes_is_asked_for_and_no_other_allowed(use):
    sdl = use((7, 44100))
    assert SdlQueue("USB Audio", 44100).rate == 44100
    assert ("open", b"USB Audio", 0, 44100, 441, 0) in sdl.calls


@pytest.mark.parametrize("answers", [((0, 48000),), ((7, 96000), (0, 48000))])
def test_without_a_device_sdl_is_left_as_it_was(use, answers):
    sdl = use(*answers)
    with pytest.raises(OSError, match="no sound device"):
        SdlQueue()
    assert sdl.calls[-1] == ("quit", AUDIO) and sdl.calls.count(("init", AUDIO)) == 1


def test_where_sdl_has_no_sound_at_all_nothing_is_opened(use):
    sdl = use(begins=False)
    with pytest.raises(OSError, match="no sound device"):
        SdlQueue()
    assert device_names() == () and sdl.calls == [("init", AUDIO)] * 2


def test_names_are_of_devices_that_play_and_sdl_is_left_as_it_was(use):
    sdl = use(names=(b"Speakers", b"", None, b"K\xc3\xb6ln \xff"))
    assert device_names() == ("Speakers", "Köln �")
    assert sdl.calls == [("init", AUDIO), ("quit", AUDIO)]


def test_what_waits_is_told_in_seconds_of_stereo(use):
    use((7, 44100))
    queue = SdlQueue()
    queue.push(np.zeros(44100, np.int16))
    assert queue.ahead() == 1.0
    queue.push(np.zeros((22050, 2), np.int16))
    assert queue.ahead() == 1.5 and queue.feed() is False


def test_a_device_is_gone_when_sdl_says_that_it_stopped(use):
    sdl = use((7, 48000))
    queue = SdlQueue()
    assert queue.gone() is False
    sdl.names = (7,)
    assert queue.gone() is True


@pytest.mark.parametrize("error", [OSError, AttributeError])
def test_where_sdl_is_out_of_reach_nobody_names_a_device(monkeypatch, error):
    def refuse():
        raise error("SDL")

    monkeypatch.setattr(sdl_audio, "_library", refuse)
    assert device_names() == ()


@pytest.mark.parametrize(("rate", "plays"), [(0, True), (48000, True), (44100, False), (1, False)])
def test_the_mixer_plays_instead_at_its_own_rate_only(monkeypatch, use, rate, plays):
    use((0, 0))
    mixer = object()
    monkeypatch.setattr(output, "Mixer", lambda: mixer)
    assert open_device(rate) is (mixer if plays else None)


def test_the_lines_of_sdl_are_declared_as_sdl_has_them():
    """SDL_AudioSpec of SDL_audio.h: 4 + 2 + 1 + 1 + 2 + 2 + 4 bytes and two pointers."""
    pointer = ctypes.sizeof(ctypes.c_void_p)
    assert ctypes.sizeof(sdl_audio._Spec) == 16 + 2 * pointer
    assert sdl_audio._Spec.callback.offset == 16 and sdl_audio._Spec.samples.offset == 8


def test_what_sdl_takes_and_gives_is_declared(monkeypatch):
    """Else ctypes would take a number of 32 bits without a sign, or a text, for an int."""
    word, number, text = ctypes.c_uint32, ctypes.c_int, ctypes.c_char_p
    spec = ctypes.POINTER(sdl_audio._Spec)
    taken = {
        "OpenAudioDevice": (text, number, spec, spec, number),
        "QueueAudio": (word, text, word),
        "GetQueuedAudioSize": (word,),
        "PauseAudioDevice": (word, number),
        "GetNumAudioDevices": (number,),
        "GetAudioDeviceName": (number, number),
        "GetAudioDeviceStatus": (word,),
        "CloseAudioDevice": (word,),
    }
    given = {
        "OpenAudioDevice": word, "GetQueuedAudioSize": word, "GetAudioDeviceName": text,
        "CloseAudioDevice": None,
    }  # fmt: skip
    functions = {f"SDL_{name}": SimpleNamespace() for name in taken}
    monkeypatch.setattr(sdl_audio.sdl, "library", lambda: SimpleNamespace(**functions))
    library = sdl_audio._library()
    for name, types in taken.items():
        function = getattr(library, f"SDL_{name}")
        assert function.argtypes == types
        assert getattr(function, "restype", "int") == given.get(name, "int")


ERRORS = OSError("SDL"), AttributeError("SDL")
MIXER_ERRORS = *ERRORS, IndexError("no channel"), pygame.error("no device")


@pytest.mark.parametrize("queue", ERRORS)
@pytest.mark.parametrize("mixer", MIXER_ERRORS)
def test_whatever_a_host_has_no_sound_for_there_is_no_device(monkeypatch, queue, mixer):
    def failing(error):
        def make(*_):
            raise error

        return make

    monkeypatch.setattr(sdl_audio, "SdlQueue", failing(queue))
    monkeypatch.setattr(output, "Mixer", failing(mixer))
    assert open_device() is None
