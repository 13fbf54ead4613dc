"""Speeds and their sound, what run-ahead costs, what is loaded ahead: each by itself."""

import gc
import sys
from types import SimpleNamespace

import numpy as np
import pygame
import pytest

from emu.host.timing import preload, run_ahead
from emu.host.timing.preload import HAND_OVER, SETTLED, Preload
from emu.host.timing.run_ahead import LOOKED_AT, MOST, TOO_MUCH, WORDS, RunAhead
from emu.host.timing.timeline import NO_LIMIT, SPEEDS, SpeedSound, Timeline
from emu.host.timing.vsync import LOCKED, Vsync, waits_wanted

# --- speeds ----------------------------------------------------------------------------------


class Fake(SimpleNamespace):
    """What features need of an App; ``said`` and ``pushed`` are what came of them."""

    def __init__(self, **more):
        self.said, self.pushed, self.warp, self.muted, self.paused = [], [], False, False, False
        self.pacer = SimpleNamespace(speed=1.0, restart=lambda: self.said.append("restart"))
        self.overlay = SimpleNamespace(say=self.said.append)
        self.settings = SimpleNamespace(warp_sound=False, run_ahead=0)
        self.sound = SimpleNamespace(wants=lambda: True, push=self.pushed.append)
        self.loading = lambda: False
        super().__init__(**more)


def samples(*values):
    return np.array(values, dtype=np.int16)


def test_at_a_quarter_and_at_half_each_sample_is_met_again_and_the_way_between_is_straight():
    for speed in (0.25, 0.5):
        times = round(1 / speed)
        slow = SpeedSound().take(samples(0, 40, 80, 40), speed)
        assert slow.dtype == np.int16 and len(slow) == 4 * times
        assert slow[::times].tolist() == [0, 40, 80, 40]
        assert slow[: times + 1].tolist() == [*range(0, 41, 40 // times)]
        assert set(slow[3 * times :].tolist()) == {40}  # the last one is held
    two = np.column_stack((samples(0, 40), samples(40, 0)))
    assert SpeedSound().take(two, 0.5).tolist() == [[0, 40], [20, 20], [40, 0], [40, 0]]


def test_at_twice_the_speed_two_frames_make_one_of_the_means_of_neighbours():
    sound = SpeedSound()
    assert len(sound.take(samples(1, 3, 10), 2.0)) == 0
    assert sound.take(samples(20, 5, 7), 2.0).tolist() == [2, 15, 6]
    assert len(sound.take(samples(1, 3, 10), 2.0)) == 0
    assert sound.take(samples(20, 5), 2.0).tolist() == [2, 15]  # one left over is left out
    two = np.column_stack((samples(1, 3), samples(10, 30)))
    assert len(sound.take(two, 2.0)) == 0
    assert sound.take(two, 2.0).tolist() == [[2, 20], [2, 20]]


def test_what_is_held_is_forgotten_at_the_usual_speed():
    sound = SpeedSound()
    sound.take(samples(1, 3), 2.0)
    assert sound.take(samples(7, 9), 1.0).tolist() == [7, 9]
    assert len(sound.take(samples(1, 3), 2.0)) == 0


def test_speeds_are_steps_and_above_them_is_no_limit():
    app = Fake()
    time = Timeline(app)
    assert SPEEDS == (25, 50, 100, 200)
    seen = []
    for step in (time.slower, time.slower, time.slower, *[time.faster] * 5, time.slower):
        step()
        seen.append((time.speed_text(), app.pacer.speed, app.warp, time.title()))
    assert seen == [
        ("50 %", 0.5, False, "50 %"), ("25 %", 0.25, False, "25 %"), ("25 %", 0.25, False, "25 %"),
        ("50 %", 0.5, False, "50 %"), ("100 %", 1.0, False, ""), ("200 %", 2.0, False, "200 %"),
        (NO_LIMIT, 2.0, True, ""), (NO_LIMIT, 2.0, True, ""), ("200 %", 2.0, False, "200 %"),
    ]  # fmt: skip
    assert [word for word in app.said if word != "restart"] == [f"speed {s[0]}" for s in seen]
    assert app.said.count("restart") == 6  # each change of the pace: no stall


def test_the_row_of_speeds_goes_round_and_takes_each_word():
    app = Fake()
    time = Timeline(app)
    action = next(a for a in time.actions() if a.name == "speed")
    seen = []
    for _ in range(5):
        action.do()
        seen.append(action.state())
    assert seen == ["200 %", NO_LIMIT, "25 %", "50 %", "100 %"]
    assert action.choices() == ("25 %", "50 %", "100 %", "200 %", NO_LIMIT)
    for word in action.choices():
        action.put(word)
        assert action.state() == word and app.warp == (word == NO_LIMIT)


def test_a_single_frame_runs_when_it_is_paused_and_pauses_again():
    app = Fake()
    time = Timeline(app)
    time.frame()
    assert app.paused
    time.after_frame(samples())
    assert app.paused
    time.frame()
    assert not app.paused
    time.after_frame(samples())
    assert app.paused
    app.paused = False
    time.after_frame(samples())
    assert not app.paused


@pytest.mark.parametrize("silent", [None, "muted", "loading", "warp", "warp_sound", "wants"])
def test_warp_is_heard_if_nothing_is_against_it(silent):
    app = Fake(warp=silent != "warp", muted=silent == "muted")
    app.loading = lambda: silent == "loading"
    app.settings.warp_sound = silent != "warp_sound"
    app.sound.wants = lambda: silent != "wants"
    Timeline(app).after_frame(frame := samples(1, 2))
    assert app.pushed == ([] if silent else [frame])


# --- run-ahead -------------------------------------------------------------------------------


def ahead(frame_hz=50.0, run_ahead=2):
    app = Fake(machine=SimpleNamespace(model=SimpleNamespace(frame_hz=frame_hz)), debugger=object())
    app.settings.run_ahead = run_ahead
    app.settings.override = lambda **words: vars(app.settings).update(words)
    return RunAhead(app), app


def test_its_cost_is_the_mean_of_fifty_frames():
    found, app = ahead()
    for _ in range(LOOKED_AT - 1):
        found._look(0.010)
    assert (LOOKED_AT, found.cost) == (50, 0.0)
    found._look(0.012)
    assert found.cost == pytest.approx((49 * 0.010 + 0.012) / 50)
    for _ in range(LOOKED_AT):
        found._look(0.002)
    assert found.cost == pytest.approx(0.002) and app.said == []


@pytest.mark.parametrize(
    ("hz", "cost", "left"), [(50, 0.0159, 2), (50, 0.0161, 1), (60, 0.0134, 1)]
)
def test_what_takes_more_than_four_fifths_of_a_frame_is_a_frame_less(hz, cost, left):
    found, app = ahead(hz)
    for _ in range(LOOKED_AT):
        found._look(cost)
    assert (TOO_MUCH, app.settings.run_ahead) == (0.8, left)
    said = f"run-ahead: {WORDS[left]}; more takes {1000 * cost:.0f} ms here"
    assert app.said == ([] if left == 2 else [said])


def test_another_choice_begins_to_count_anew_and_goes_round():
    found, app = ahead(run_ahead=0)
    assert len(WORDS) == MOST + 1
    (action,) = found.actions()
    for word in (*WORDS[1:], WORDS[0]):
        for _ in range(LOOKED_AT - 1):
            found._look(1.0)
        found._made = ("of before", None)
        action.do()
        assert (action.state(), app.said[-1]) == (word, f"run-ahead: {word}")
        assert found._made is None
    assert found.cost == 0.0 and action.possible()
    app.debugger = None
    assert not action.possible()


def test_a_picture_is_made_once_for_each_frame_and_each_look(monkeypatch):
    found, app = ahead(run_ahead=1)
    made = []
    app.machine.cycle, app.window = 100, SimpleNamespace(borders="full", geometry=1)
    monkeypatch.setattr(found, "_possible", lambda: True)
    monkeypatch.setattr(found, "_ahead", lambda frames: made.append(frames) or len(made))
    assert [found.picture(), found.picture()] == [1, 1]
    app.machine.cycle = 200
    assert [found.picture(), found.picture()] == [2, 2]
    app.settings.run_ahead = 3
    assert found.picture() == 3
    app.window.borders = "none"
    assert found.picture() == 4
    app.window.geometry = 2
    assert [found.picture(), found.picture()] == [5, 5]
    found.after_frame(samples())
    assert found.picture() == 6 and made == [1, 1, 3, 3, 3, 3]
    app.settings.run_ahead = 0
    assert found.picture() is None and found._made is None


@pytest.mark.parametrize("frames", [1, 2, 3])
@pytest.mark.parametrize("jams", [False, True])
def test_so_many_frames_are_run_until_the_machine_jams_and_their_sound_is_dropped(
    frames, jams, monkeypatch
):
    found, app = ahead()
    ran = []

    class Aside:
        def __enter__(self):
            return lambda: ran.append("frame") or not jams

        def __exit__(self, *_):
            ran.append("back")

    clock = iter((10.0, 10.5))
    monkeypatch.setattr(run_ahead.time, "perf_counter", lambda: next(clock))
    app.debugger = SimpleNamespace(history=SimpleNamespace(aside=Aside))
    app.machine.screen, app.machine.audio = "screen", lambda: ran.append("audio")
    app.window = SimpleNamespace(cut=lambda screen: ran.append(screen) or np.zeros(1))
    found._ahead(frames)
    assert ran == ["frame"] * (1 if jams else frames) + ["screen", "audio", "back"]
    assert (found._spent, found._count) == (0.5, 1)


# --- what is loaded ahead ----------------------------------------------------------------------


def test_it_is_loaded_once_after_five_seconds_and_frozen_once(monkeypatch):
    loads, froze = [], []
    before = sys.getswitchinterval()
    monkeypatch.setattr(preload, "load", lambda: loads.append(1))
    monkeypatch.setattr(preload, "gc", gc)
    monkeypatch.setattr(gc, "freeze", lambda: froze.append("freeze"))
    monkeypatch.setattr(gc, "unfreeze", lambda: froze.append("unfreeze"))
    try:
        found = Preload(Fake())
        assert (SETTLED, HAND_OVER) == (250, 0.0005)
        assert sys.getswitchinterval() == pytest.approx(HAND_OVER)
        for frame in range(1, 601):
            found.after_frame(samples())
            if found._thread is not None:
                found._thread.join()
            assert len(loads) == (frame >= 250) and froze == ["freeze"] * (frame >= 251)
        found.close()
        assert froze == ["freeze", "unfreeze"]
        assert sys.getswitchinterval() == pytest.approx(before)
        Preload(Fake()).close()
        assert froze == ["freeze", "unfreeze"]
    finally:
        sys.setswitchinterval(before)


# --- the display --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("choice", "hz", "wanted"),
    [
        ("on", 0, True), ("on", 75, True), ("on", 50, True), ("auto", 0, False),
        ("auto", 50, True), ("auto", 75, False), ("auto", 100, True), ("off", 50, False),
        ("off", 0, False),
    ],
)  # fmt: skip
def test_pictures_wait_for_a_display_that_fits_or_that_is_wanted(choice, hz, wanted):
    assert waits_wanted(choice, 50.125, hz) is wanted


@pytest.mark.parametrize("nominal", [50, 60])
def test_a_window_that_is_opened_anew_is_measured_and_told_anew(monkeypatch, nominal):
    begun = []
    monkeypatch.setattr(pygame.display, "get_current_refresh_rate", lambda: nominal)
    app = Fake(window=SimpleNamespace(waits=True, flip_cost=0.0), paced=lambda: True)
    app.settings.vsync = "auto"
    found = Vsync(app)
    lock = SimpleNamespace(
        state=LOCKED, hz=50.0, shows=1, share=0.0, begin=lambda: begun.append("lock")
    )
    found.lock, found._state, found._nominal, found._wanted = lock, LOCKED, 50, True
    monkeypatch.setattr(found, "_begin", lambda: begun.append("all"))
    found.before_frame()
    assert app.said == []
    assert not found.handle(pygame.event.Event(pygame.WINDOWDISPLAYCHANGED))
    assert begun == (["lock"] if nominal == 50 else ["all"])
    found.before_frame()
    assert app.said == (["display: 50.00 Hz, followed"] if nominal == 50 else [])
