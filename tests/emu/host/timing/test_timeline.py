"""How time passes in the window: pause, single frames, speeds, warp with sound."""

import numpy as np
import pygame
import pytest

import c64
from c64.base.fields import save_fields
from emu.host.timing.timeline import SPEEDS, SpeedSound, Timeline
from emu.shared.pacing import Pacer
from tests.emu.host.fake_time import FakeTime
from tests.emu.host.window_kit import hold, make_app, press, turns

pytestmark = pytest.mark.skipif(c64.PURE, reason="runs the window: compiled machine only")


@pytest.fixture
def app(monkeypatch, tmp_path):
    """An App at the BASIC prompt."""
    app = make_app(monkeypatch, tmp_path, "--basic-prompt")
    yield app
    app.close()


def test_a_paused_machine_stands_and_goes_on_when_pause_is_pressed_again(app):
    turns(app, 3)
    press(pygame.K_p)
    turns(app)
    before = app.machine.snapshot()
    turns(app, 5)
    assert app.machine.snapshot() == before
    assert "paused" in app._title()
    press(pygame.K_p)
    turns(app, 2)
    assert app.machine.snapshot() != before


@pytest.mark.parametrize("warp", [False, True])
def test_single_frames_pause_first_then_run_one_frame_a_press(app, warp):
    app.warp = warp
    turns(app, 3)
    press(pygame.K_RIGHT)
    turns(app, 3)
    assert app.paused
    for _ in range(4):
        frames = app.machine.frames
        press(pygame.K_RIGHT)
        turns(app, 4)
        assert app.machine.frames == frames + 1 and app.paused


def test_the_keys_of_single_frames_do_not_reach_the_machine(app):
    turns(app, 2)
    before = save_fields(app.machine.board.keyboard)
    for key in (pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN):
        hold(key, mod=pygame.KMOD_LALT)
    turns(app, 2)
    assert save_fields(app.machine.board.keyboard) == before


def test_speeds_go_up_and_down_in_steps_and_warp_is_the_last(app):
    timeline = app.feature(Timeline)
    seen = []
    for _ in range(3):
        press(pygame.K_UP)
        turns(app)
        seen.append(timeline.speed_text())
    assert seen == ["200 %", "no limit", "no limit"] and app.warp
    for _ in range(5):
        press(pygame.K_DOWN)
        turns(app)
        seen.append(timeline.speed_text())
    assert seen[3:] == ["200 %", "100 %", "50 %", "25 %", "25 %"] and not app.warp
    assert app.pacer.speed == 0.25 and "25 %" in app._title()


@pytest.mark.parametrize("percent", SPEEDS)
def test_frames_come_at_the_speed_that_was_asked_for(percent):
    time = FakeTime()
    pacer = Pacer(50.0, None, time.clock, time.sleep)
    pacer.speed = percent / 100
    for _ in range(500):
        pacer.wait()
    assert time.now == pytest.approx(10.0 * 100 / percent, rel=0.002)


@pytest.mark.parametrize("percent", SPEEDS)
def test_the_sound_of_a_second_lasts_as_long_as_its_frames_and_keeps_its_form(percent):
    speed, tape = percent / 100, SpeedSound()
    whole = (10_000 * np.sin(np.arange(48_000) * (2 * np.pi * 100 / 48_000))).astype(np.int16)
    heard = np.concatenate([tape.take(part, speed) for part in np.split(whole, 50)])
    assert len(heard) == round(48_000 / speed)
    crossings = np.count_nonzero((heard[:-1] < 0) & (heard[1:] >= 0))
    assert abs(crossings - 100) <= 1  # as many waves, in more or less time
    assert heard.max() > 9_900


def test_chunks_are_never_shorter_than_the_sound_of_a_frame():
    tape, part = SpeedSound(), np.ones(960, dtype=np.int16)
    for percent in SPEEDS:
        sizes = {len(tape.take(part, percent / 100)) for _ in range(8)} - {0}
        assert min(sizes) >= 960


@pytest.mark.parametrize("wanted", [True, False])
def test_warp_is_heard_only_if_that_is_wanted(app, wanted, monkeypatch):
    turns(app, 3)
    pushed = []
    monkeypatch.setattr(app.sound, "push", lambda samples: pushed.append(len(samples)))
    monkeypatch.setattr(app.sound, "wants", lambda: True)
    app.warp = True
    if wanted:
        press(pygame.K_x)
    turns(app, 3)
    assert bool(pushed) == wanted == app.settings.warp_sound
    assert all(pushed)


def test_warp_plays_no_more_than_the_sound_card_takes(app, monkeypatch):
    turns(app, 3)
    pushed = []
    monkeypatch.setattr(app.sound, "push", lambda samples: pushed.append(len(samples)))
    monkeypatch.setattr(app.sound, "wants", lambda: False)
    app.warp = app.settings.warp_sound = True
    turns(app, 3)
    assert pushed == []


def test_a_paused_machine_with_py65s_cpu_is_shown(monkeypatch, tmp_path):
    app = make_app(monkeypatch, tmp_path, "--basic-prompt", "--cpu", "py65")
    app.paused = True
    turns(app, 2)
    app.close()


def test_the_speed_is_one_row_of_the_menu_with_all_speeds(app):
    speed = app.actions["speed"]
    assert speed.state() == "100 %"
    for word in speed.choices():
        speed.put(word)
        assert speed.state() == word and app.warp == (word == "no limit")
    seen = []
    for _ in speed.choices():
        speed.do()
        seen.append(speed.state())
    assert seen == list(speed.choices())
