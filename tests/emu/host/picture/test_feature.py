"""The looks' actions and settings, and the cheaper look where frames come late."""

import time

import numpy as np
import pytest

from c64.config import PALETTES
from emu.cli import parse_arguments
from emu.errors import UsageError
from emu.host.app import App
from emu.host.menu.menu import Menu
from emu.host.picture.feature import (
    GL_AT_MOST,
    LATE_AT_MOST,
    PERCENTS,
    PREVIEW,
    SWITCHES,
    WATCHED,
    WORDS,
    Looks,
    palette_named,
)
from emu.host.settings_table import SETTINGS


@pytest.fixture
def start(monkeypatch, tmp_path):
    """Function that returns an App at the BASIC prompt, without screen and sound."""
    for name, value in (("SDL_VIDEODRIVER", "dummy"), ("SDL_AUDIODRIVER", "dummy")):
        monkeypatch.setenv(name, value)
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    return lambda *options: App(parse_arguments(["--basic-prompt", "--mute", *options]))


@pytest.mark.parametrize("name", ["scaling", "borders", "look", "mask"])
def test_an_action_goes_through_all_words_and_acts_at_once(start, name):
    app = start()
    action = app.actions[name]
    seen = [action.state()]
    for _ in range(2):
        action.do()
        seen.append(action.state())
        assert getattr(app.window.look, name) == getattr(app.settings, name) == seen[-1]
        app._show()
    assert sorted(seen) == sorted(action.choices())
    action.do()
    assert action.state() == seen[0]


@pytest.mark.parametrize("name", ["curve", "glow", "vignette", "delay-line", "blur"])
def test_a_switch_of_the_look_is_off_and_on(start, name):
    app = start()
    action, key = app.actions[name], name.replace("-", "_")
    for word in ("on", "off"):
        action.put(word)
        assert (action.state(), getattr(app.window.look, key)) == (word, word == "on")
    action.do()
    assert action.state() == "on"


@pytest.mark.parametrize("name", ["saturation", "brightness", "contrast", "gamma"])
def test_a_percentage_goes_up_in_steps_and_begins_again(start, name):
    app = start()
    action = app.actions[name]
    action.do()
    assert (action.state(), getattr(app.window.look, name)) == ("110 %", 110)
    action.put(action.choices()[-1])
    action.do()
    assert action.state() == action.choices()[0]


@pytest.mark.parametrize("name", ["saturation", "brightness", "contrast", "gamma"])
def test_a_percentage_goes_as_far_as_its_setting_in_tens(start, name):
    setting = next(each for each in SETTINGS if each.name == name)
    app = start()
    action = app.actions[name]
    steps = [f"{step} %" for step in range(int(setting.low), int(setting.high) + 1, 10)]
    assert action.choices() == steps and steps[-1] == f"{setting.high:.0f} %"
    action.put(steps[-1])
    action.do()
    assert action.state() == steps[0]
    action.put(steps[-2])
    action.do()
    assert action.state() == steps[-1]


def test_each_choice_is_said_by_its_title_with_what_it_needs(start):
    app = start()
    needs = {"curve": ", for crt", "glow": ", for crt", "vignette": ", for crt",
             "mask": ", not with plain"}  # fmt: skip
    for name, title in (
        *((row[0], row[1]) for row in (*WORDS, *SWITCHES)), *((row[0], row[0]) for row in PERCENTS)
    ):  # fmt: skip
        app.feature(Looks).put("look", "plain")
        action = app.actions[name.replace("_", "-")]
        word = action.choices()[-1]
        action.put(word)
        wanted = f"{title}: {word}{needs.get(name, '') if app.window.look.look == 'plain' else ''}"
        assert app.overlay.message == wanted and action.title == title


def test_the_options_choose_the_look(start):
    options = ["--look", "scanlines", "--scaling", "aspect", "--delay-line", "--no-borders"]
    look = start(*options).window.look
    assert (look.look, look.scaling, look.delay_line, look.borders) == (
        "scanlines", "aspect", True, "none",
    )  # fmt: skip
    with pytest.raises(UsageError, match="invalid choice: 'large'"):
        start("--borders", "large")


def test_palettes_are_chosen_by_name_and_by_file(start, tmp_path):
    file = tmp_path / "mine.vpl"
    file.write_text("\n".join(f"{i:02x} 00 {15 - i:02x}" for i in range(16)))
    app = start("--palette", str(file))
    action = app.actions["palette"]
    assert (action.state(), action.choices()) == ("mine.vpl", [*PALETTES, "mine.vpl"])
    action.put("colodore")
    assert app.machine.screen.palette.tolist() == PALETTES["colodore"].tolist()
    assert app.window.palette is app.machine.screen.palette
    action.do()
    assert action.state() == "grey"
    for _ in PALETTES:
        if action.state() == "tritanopia":  # the last of the built-in ones
            break
        action.do()
    action.do()
    assert (action.state(), app.window.palette[3].tolist()) == ("mine.vpl", [3, 0, 12])
    file.unlink()
    action.do()
    action.put("mine.vpl")
    assert action.state() == "pepto", "a file that is gone was taken"


def test_a_choice_in_the_menu_is_seen_at_once_and_the_menu_comes_back(start, monkeypatch):
    app, now = start(), [1000.0]
    menu = app.feature(Menu)
    monkeypatch.setattr("emu.host.menu.menu.time.perf_counter", lambda: now[0])
    app._run_frame()
    menu.open()
    assert menu.overlay() is not None
    for name, word in (("scaling", "aspect"), ("palette", "grey"), ("blur", "on")):
        app.actions[name].put(word)
        assert menu.overlay() is None
        assert menu.is_open
        assert app.overlay.message.endswith(f": {word}")
        now[0] += PREVIEW + 0.01
        assert menu.overlay().get_size() == tuple(app.window.pixels)


class Card:
    """OpenGL that takes so many seconds of the processor for a picture."""

    def __init__(self, seconds):
        self.seconds = seconds
        self.closed = self.by_processor = False

    def put(self, *_):
        until = time.process_time() + self.seconds
        while time.process_time() < until:
            pass

    def draw(self, *_):
        pass

    def finish(self):
        pass

    def close(self):
        self.closed = True


@pytest.mark.parametrize("fullscreen", [False, True])
def test_opengl_that_the_processor_plays_too_dearly_is_left_to_the_processors_own_lines(
    start, fullscreen
):
    app = start("--look", "crt", *(["--fullscreen"] if fullscreen else []))
    app.window._gl = card = Card(GL_AT_MOST + 0.004)
    app.feature(Looks).ready()
    assert card.closed and app.window.drawn_by == "processor"
    assert (app.window.look.look, app.settings.look) == ("crt", "crt")
    assert "crt by the processor" in app.overlay.message
    opened = []
    app.window._open_gl = lambda *_: opened.append(1)
    for _ in range(3):
        app.actions["look"].do()
        app._show()
    assert not opened  # it was tried once, and costs no time again


def test_opengl_that_is_cheap_stays_and_the_menu_says_who_draws(start):
    app = start("--look", "crt")
    app.window._gl = card = Card(0.001)
    app.feature(Looks).ready()
    assert not card.closed
    assert app.actions["drawn-by"].state() == "graphics card"
    card.by_processor = True
    assert app.actions["drawn-by"].state() == "processor, by OpenGL"
    assert not app.actions["drawn-by"].possible()
    app.window._gl = None
    assert app.actions["drawn-by"].state() == "processor" and app.window.gl_cost() == 0.0


def test_what_the_window_cannot_have_is_said_over_the_picture_and_once(start):
    app = start()
    app.feature(Looks).ready()
    app.window._no_gl("crt by the processor: no OpenGL 3.3")
    assert app.overlay.message == "crt by the processor: no OpenGL 3.3"
    app.overlay.message = ""
    app.window._no_gl("crt by the processor: no OpenGL 3.3")
    assert app.overlay.message == ""


def late_frames(app, late, spent):
    """Let frames come, some of them late, that took so many seconds each to show."""
    looks = app.feature(Looks)
    for i in range(WATCHED):
        app.pacer.late = 0.015 if i < late else 0.0
        app.window.spent += spent
        looks.before_frame()


def test_where_frames_come_late_for_a_look_the_next_cheaper_one_is_taken(start):
    app = start("--look", "crt")
    app.start = None
    late_frames(app, LATE_AT_MOST + 1, 0.012)
    assert (app.window.look.look, app.settings.look) == ("scanlines", "crt")
    assert app.overlay.surface() is not None
    late_frames(app, LATE_AT_MOST + 1, 0.012)
    assert app.window.look.look == "plain"
    late_frames(app, LATE_AT_MOST + 1, 0.012)
    assert app.window.look.look == "plain"


@pytest.mark.parametrize(("late", "spent"), [(LATE_AT_MOST, 0.012), (WATCHED, 0.002)])
def test_a_look_stays_if_frames_come_in_time_or_late_for_another_reason(start, late, spent):
    app = start("--look", "scanlines")
    app.start = None
    for _ in range(3):
        late_frames(app, late, spent)
    assert app.window.look.look == "scanlines"


@pytest.mark.parametrize(("name", "setting"), [("delay-line", "delay_line"), ("glow", "glow")])
def test_a_switch_changes_its_setting_and_back(start, name, setting):
    app = start()
    before = getattr(app.settings, setting)
    for _ in range(2):
        app.actions[name].do()
        assert getattr(app.settings, setting) is not before
        app.actions[name].do()
        assert getattr(app.settings, setting) is before


def test_a_palette_is_of_sixteen_colours_of_eight_bits_wherever_it_is_from(tmp_path):
    path = tmp_path / "mine.vpl"
    path.write_text("".join(f"{i:02X} 10 FF 0\n" for i in range(16)))
    for name in ("pepto", str(path)):
        found = palette_named(name)
        assert (found.shape, found.dtype) == ((16, 3), np.uint8)
    assert found[15].tolist() == [15, 16, 255]
