"""The sound device: chosen by name, refused with the nearest names, replaced when it is gone."""

from types import SimpleNamespace

import pytest

import c64
from emu.host.sound import output, sdl_audio
from emu.host.sound.devices import LOOK_EVERY, NAMES_HOLD, USUAL, SoundDevice
from emu.host.sound.output import SoundOut
from emu.host.sound.sdl_audio import unknown_device
from tests.emu.host.window_kit import make_app, without_waiting
from tests.emu.host.windows import frames

compiled = pytest.mark.skipif(c64.PURE, reason="runs the window: compiled machine only")


class Device:
    """A sound card with a name; ``lost`` when it is unplugged."""

    buffer = 0.01
    there = ("Speakers", "USB Audio", "HDMI")
    usual = True

    def __init__(self, name="", wanted=0):
        if name and name not in self.there:
            raise OSError("no sound device")
        if not name and not self.usual:
            raise OSError("no sound device")
        self.name, self.rate, self.lost, self.closed = name, wanted or 44100, False, False

    def ahead(self):
        return 0.02

    def push(self, samples):
        pass

    def feed(self):
        return False

    def gone(self):
        return self.lost

    def close(self):
        self.closed = True


@pytest.fixture
def cards(monkeypatch):
    """Put our sound cards where SDL's would be; returns their class."""
    kind = type("Card", (Device,), {})
    monkeypatch.setattr(sdl_audio, "SdlQueue", kind)
    monkeypatch.setattr(sdl_audio, "device_names", lambda: kind.there)

    def no_mixer():
        raise OSError("no sound device")

    monkeypatch.setattr(output, "Mixer", no_mixer)
    return kind


@pytest.fixture
def app(monkeypatch, tmp_path, cards):
    found = make_app(monkeypatch, tmp_path, "--basic-prompt", "--sound-device", "USB Audio")
    without_waiting(found)
    yield found
    found.close()


def test_a_name_nobody_has_gets_the_nearest_and_the_systems_device_plays(cards):
    out = SoundOut(name="USB Odio")
    assert out.ok and out.device_name == "" and out.rate == 44100
    assert out.problem.startswith("no sound device 'USB Odio'; there is 'USB Audio'")
    assert "\n" not in out.problem


def test_without_any_device_or_name_like_it_the_line_says_what_there_is():
    assert "there is 'a' or 'b' or 'c';" in unknown_device("zzz", ("a", "b", "c", "d"))
    assert unknown_device("x", ()) == "no sound device 'x'; the system's is used"


def test_another_device_gets_the_rate_that_the_machine_makes(cards):
    out = SoundOut(name="Speakers")
    first, out.rate = out._device, 48000
    assert out.choose("HDMI") == "" and out.device_name == "HDMI"
    assert first.closed and out._device.rate == 48000
    assert "nearest" not in out.choose("HDMY") and out.device_name == ""


@compiled
def test_the_menu_lists_them_and_the_choice_is_remembered(app, cards):
    action = app.actions["sound-device"]
    assert action.state() == "USB Audio" and app.sound._device.name == "USB Audio"
    assert action.choices() == (USUAL, *cards.there)
    action.put("HDMI")
    assert app.sound.device_name == "HDMI"
    assert app.settings.changed()["sound_device"] == "HDMI"
    action.do()
    assert action.state() == USUAL and app.settings.sound_device == ""


def test_whether_it_is_gone_is_looked_at_in_every_25th_frame():
    ran, looks, said = [], [], []
    sound = SimpleNamespace(
        gone=lambda: looks.append(len(ran)) or len(ran) == 100, choose=said.append, ok=True,
        device_name="",
    )  # fmt: skip
    pacer = SimpleNamespace(restart=lambda: said.append("restart"))
    found = SoundDevice(SimpleNamespace(sound=sound, pacer=pacer, tell=said.append))
    for _ in range(125):
        ran.append("a frame")
        found.before_frame()
    assert looks == [25, 50, 75, 100, 125]
    assert said == ["", "restart", "sound device 'the system's' is gone; the system's is used"]


@compiled
def test_a_device_that_is_unplugged_is_replaced_with_a_message(app, cards, capsys):
    lost = app.sound._device
    lost.lost = True
    frames(app, LOOK_EVERY)
    assert lost.closed and app.sound.ok and app.sound.device_name == ""
    line = "sound device 'USB Audio' is gone; the system's is used"
    assert line in capsys.readouterr().err and app.overlay.message == line
    assert app.settings.sound_device == "USB Audio", "it may be plugged in again tomorrow"


@compiled
def test_when_the_last_device_is_gone_the_machine_runs_on(app, cards, capsys):
    cards.usual = False
    app.sound._device.lost = True
    frames(app, LOOK_EVERY + 5)
    assert not app.sound.ok and "there is no other" in capsys.readouterr().err
    assert not app.actions["sound-device"].possible()


@compiled
def test_a_wrong_name_of_the_command_line_is_told_and_stops_nothing(
    monkeypatch, tmp_path, cards, capsys
):
    app = make_app(monkeypatch, tmp_path, "--basic-prompt", "--sound-device", "USB")
    try:
        assert app.sound.ok and "'USB'; there is 'USB Audio'" in capsys.readouterr().err
    finally:
        app.close()


@compiled
def test_sdl_names_its_devices_and_opens_them_by_name(monkeypatch):
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    names = sdl_audio.device_names()
    assert names
    queue = sdl_audio.SdlQueue(names[0], 44100)
    assert queue.rate == 44100 and not queue.gone()
    queue.close()
    with pytest.raises(OSError, match="no sound device"):
        sdl_audio.SdlQueue("nobody's")


@pytest.mark.parametrize("problem", ["", "no sound device 'b'; the system's is used"])
def test_a_choice_is_said_or_why_it_could_not_be_made(problem):
    said, chosen = [], []

    def choose(name):
        chosen.append(name)
        return problem

    sound = SimpleNamespace(ok=True, device_name="a", choose=choose)
    app = SimpleNamespace(
        sound=sound, settings=SimpleNamespace(sound_device=""),
        pacer=SimpleNamespace(restart=lambda: said.append("restart")),
        overlay=SimpleNamespace(say=said.append),
    )  # fmt: skip
    (action,) = SoundDevice(app).actions()
    action.choose("b")
    assert chosen == ["b"] and said == ["restart", problem or "sound device: b"]
    assert app.settings.sound_device == "a", "what plays"
    action.choose(USUAL)
    assert chosen[1:] == [""]


def test_devices_are_looked_at_twice_a_second_and_named_anew_after_two():
    assert (LOOK_EVERY, NAMES_HOLD) == (25, 2.0)
