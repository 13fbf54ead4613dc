"""Waiting for the display in the window, on made-up displays."""

import os
from types import SimpleNamespace

import pygame
import pytest

from emu.host.menu.menu import Menu
from emu.host.picture import window as window_module
from emu.host.timing.display_lock import LEARN_FRAMES, LEARNING, LOCKED, PACES
from emu.host.timing.vsync import DEAR, Vsync
from tests.emu.host.fake_time import FakeTime
from tests.emu.host.made_up_display import Display

LEARNT = LEARN_FRAMES * len(PACES) + 10  # frames


class Shown:
    """What an App is shown on, and what was asked of SDL.

    asked  whether pictures are to wait, each time that was said
    cost   seconds of the processor that a picture takes
    """

    def __init__(self):
        self.time, self.asked, self.cost, self.can_wait = FakeTime(), [], 0.0, True
        self.display, self.spent, self.count = None, 0.0, 0

    def wait(self, on):
        self.asked.append(on)
        return self.can_wait

    def flip(self):
        self.spent += self.cost
        self.count += 1
        self.display.stands = self.asked[-1:] != [True]
        self.display.flip()


@pytest.fixture
def show(monkeypatch, make_app):
    """Return a function that makes (App, its Vsync, Shown) for a display's rate and options."""
    shown = Shown()
    clock = shown.time.clock
    monkeypatch.setenv(window_module.ACCELERATION, "1")
    monkeypatch.setattr(window_module, "wait_for_display", shown.wait)
    clocks = SimpleNamespace(
        perf_counter=clock, thread_time=clock, process_time=lambda: shown.spent
    )
    monkeypatch.setattr(window_module, "time", clocks)
    monkeypatch.setattr(pygame.display, "flip", shown.flip)

    def make(hz, *options, told=None):
        shown.display = Display(shown.time, hz)
        rate = round(hz) if told is None else told
        monkeypatch.setattr(pygame.display, "get_current_refresh_rate", lambda: rate)
        app = make_app("--basic-prompt", *options)
        app.pacer._clock, app.pacer._sleep = clock, shown.time.sleep
        app.pacer.restart()
        for feature in app.features:
            if isinstance(feature, Vsync):
                return app, feature, shown
        raise AssertionError

    return make


def frames(app, count):
    """Run frames as the App's loop does."""
    for _ in range(count):
        if app.paced():
            app.pacer.wait()
        app.input.poll()
        if any([f.instead_of_frame() for f in app.features]) or app.paused:
            app._rest()
        elif app._hurried():
            app._run_fast()
        else:
            app._run_frame()


def rows_of(app):
    """Return {title: word} of the menu's page Time."""
    menu = app.feature(Menu)
    menu.open("Time")
    rows = {row.title: row.word for row in menu._rows}
    menu.close_menu()
    return rows


@pytest.mark.parametrize(
    ("hz", "options", "count"),
    [
        (50.0, (), 1),
        (100.0, (), 2),
        (59.94, ("--model", "ntsc"), 1),
        (50.46, ("--model", "drean"), 1),
    ],
)
def test_frames_follow_a_display_that_goes_with_them(show, hz, options, count):
    app, vsync, shown = show(hz, *options)
    assert vsync.lock.state == LEARNING and shown.asked[-1]
    frames(app, LEARNT)
    assert vsync.lock.state == LOCKED
    assert app.sound.follow == pytest.approx(count * app.machine.model.frame_hz / hz - 1, abs=0.001)
    rows = rows_of(app)
    assert rows["vsync"] == "auto" and rows["display"].endswith(" Hz, followed")
    assert float(rows["display"].split()[0]) == pytest.approx(hz, rel=0.001)
    assert app.overlay.message.startswith("display: ")
    begun, pictures = shown.time.now, shown.count
    frames(app, 200)
    assert shown.time.now - begun == pytest.approx(200 * count / hz, rel=0.01)
    assert shown.count - pictures == 200 * count  # though nothing has changed but the cursor


@pytest.mark.parametrize(
    ("told", "look", "choice"),
    [
        (50, "plain", "1"),
        (50, "scanlines", "1"),
        (75, "plain", "0"),
        (0, "plain", "0"),
    ],
)
def test_the_window_is_opened_once_whether_or_not_it_is_to_wait(
    show, monkeypatch, told, look, choice
):
    monkeypatch.delenv(window_module.ACCELERATION)
    monkeypatch.setattr(pygame.display, "get_desktop_refresh_rates", lambda: [told])
    opened, set_mode = [], pygame.display.set_mode
    monkeypatch.setattr(
        pygame.display, "set_mode", lambda *words: opened.append(words) or set_mode(*words)
    )
    app, _, shown = show(50.0, "--look", look, told=told)
    frames(app, 3)
    assert len(opened) == 1 and os.environ[window_module.ACCELERATION] == choice
    assert app.window.waits == (choice == "1")
    shown.can_wait = False
    app.actions["vsync"].put("on")  # it cannot after all: pictures come by memory again
    assert os.environ[window_module.ACCELERATION] == "0" and not app.window.waits


@pytest.mark.parametrize(
    ("hz", "told"), [(60.0, None), (144.0, None), (75.0, None), (50.0, 0)], ids=str
)
def test_other_displays_are_not_waited_for(show, hz, told):
    app, vsync, shown = show(hz, told=told)
    frames(app, 20)
    assert vsync.lock is None and True not in shown.asked
    assert app.sound.follow is None and app.window.flips == 1 and not app.window.every_frame
    assert rows_of(app)["display"] == (f"{hz:.0f} Hz" if told is None else "unknown")


def test_on_waits_for_any_display_that_is_fast_enough_and_says_why_it_is_not_followed(show):
    app, vsync, shown = show(60.0, "--vsync", "on")
    frames(app, LEARNT)
    assert vsync.lock is None and app.window.waits and shown.asked[-1]
    assert app.overlay.message.startswith("display: ")
    frames(app, 50)
    assert app.window.waits and not app.window.every_frame


def test_a_slower_display_is_not_waited_for_for_long(show):
    app, vsync, shown = show(50.0, "--vsync", "on", "--model", "ntsc")
    frames(app, LEARNT)
    assert vsync.lock is None and not app.window.waits and not shown.asked[-1]
    assert "50.0" in app.overlay.message


def test_off_asks_nothing_of_the_display(show):
    app, vsync, shown = show(50.0, "--vsync", "off")
    frames(app, 20)
    assert vsync.lock is None and True not in shown.asked


def test_the_menu_switches_it_and_the_settings_remember(show):
    app, vsync, shown = show(50.0)
    action = app.actions["vsync"]
    action.put("off")
    assert vsync.lock is None and app.pacer.display is None and not shown.asked[-1]
    assert app.settings.changed()["vsync"] == "off"
    action.put("on")
    frames(app, LEARNT)
    assert vsync.lock.state == LOCKED


def test_at_other_speeds_and_while_it_rests_nothing_waits(show):
    app, vsync, _ = show(50.0)
    frames(app, LEARNT)
    for begin, end in (("warp", "warp"), ("slower", "faster"), ("faster", "slower")):
        app.actions[begin].do()
        frames(app, 5)
        assert not app.window.waits and app.sound.follow is None and app.window.flips == 1
        app.actions[end].do()
        frames(app, 5)
        assert app.window.waits and app.sound.follow is not None
    app.paused = True
    frames(app, 3)
    assert not app.window.waits and not app.window.every_frame
    app.paused = False
    frames(app, 300)
    assert vsync.lock.state == LOCKED and app.window.waits


def test_where_sdl_cannot_wait_it_is_said(show):
    for word in ("auto", "on"):
        app, vsync, shown = show(50.0, "--vsync", word)
        shown.can_wait = False
        app.actions["vsync"].put(word)
        assert vsync.lock is None and not app.window.waits
        assert rows_of(app)["display"] == "cannot be waited for"


def test_auto_leaves_it_where_the_processor_plays_a_graphics_card(show):
    app, vsync, shown = show(50.0)
    shown.cost = 2 * DEAR
    frames(app, LEARNT)
    assert vsync.lock is None and not app.window.waits
    assert rows_of(app)["display"] == "no graphics card: 6 ms"
    app.actions["vsync"].put("on")  # who asks for it has it
    frames(app, LEARNT)
    assert vsync.lock.state == LOCKED


@pytest.mark.parametrize("hz", [50.2, 100.0])
def test_another_display_is_measured_anew(show, monkeypatch, hz):
    app, vsync, shown = show(50.0)
    frames(app, LEARNT)
    shown.display = Display(shown.time, hz)
    monkeypatch.setattr(pygame.display, "get_current_refresh_rate", lambda: round(hz))
    pygame.event.post(pygame.event.Event(pygame.WINDOWDISPLAYCHANGED, display_index=1))
    frames(app, LEARNT)
    assert vsync.lock.state == LOCKED and vsync.lock.hz == pytest.approx(hz, rel=0.001)


def test_a_window_that_is_opened_anew_for_it_does_not_begin_for_ever(show):
    app, _, shown = show(50.0, "--vsync", "on")
    shown.can_wait = False
    app.actions["vsync"].put("on")
    asked = len(shown.asked)
    for _ in range(
        3
    ):  # SDL says it of each window that it opens elsewhere than on the first display
        pygame.event.post(pygame.event.Event(pygame.WINDOWDISPLAYCHANGED, display_index=1))
        frames(app, 2)
    assert len(shown.asked) == asked
