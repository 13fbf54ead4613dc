"""The window's parts that can be shown without one: keys, settings, overlay, sound."""

import threading
import time

import numpy as np
import pygame
import pytest

from c64.api import C64
from c64.config import MachineConfig, read_palette
from c64.input.keyboard import KEY_PLACES
from emu.host.actions import Action, Actions
from emu.host.input.keymap import COMMON_KEYS, JOYSTICK_KEYS, POSITIONAL_KEYS
from emu.host.input.keysets import by_pygame
from emu.host.picture.overlay import Overlay
from emu.host.picture.window import Window
from emu.shared.key_state import KeyState


def test_every_key_of_the_maps_exists_on_both_sides():
    for table in (COMMON_KEYS, *JOYSTICK_KEYS.values()):
        assert len(by_pygame(table)) == len(table)
    for names in COMMON_KEYS.values():
        assert all(n in KEY_PLACES or n in ("RESTORE", "SHIFT_LOCK") for n in names)
    assert set(POSITIONAL_KEYS.values()) <= set(KEY_PLACES)


def test_a_symbol_decides_about_shift_by_itself():
    keyboard = C64(sample_rate=0).keyboard
    keys = KeyState(keyboard)
    keys.press("shift", ("LSHIFT",))
    keys.press("colon", (":",), symbolic=True)
    assert keyboard.down == {":"}
    keys.press("quote", ("LSHIFT", "2"), symbolic=True)
    assert keyboard.down == {":", "2", "LSHIFT"}


def test_a_short_tap_is_held_long_enough_to_be_seen():
    keyboard = C64(sample_rate=0).keyboard
    keys = KeyState(keyboard)
    keys.press("a", ("A",), symbolic=True)
    keys.release("a")
    seen = 0
    for _ in range(10):
        keys.tick()
        seen += keyboard.down == {"A"}
    assert 2 <= seen <= 4
    assert keyboard.down == set()


def test_the_help_fits_the_picture():
    overlay = Overlay(bytes(4096))
    overlay.toggle_help()
    assert overlay.surface().get_width() <= 384
    assert overlay.surface().get_height() <= 272


def test_a_message_goes_away():
    overlay = Overlay(bytes(4096))
    overlay.say("hello")
    shown = 0
    while overlay.message and shown < 1000:
        assert overlay.foot(384, overlay.message) is not None
        overlay.tick()
        shown += 1
    assert 50 <= shown <= 150


def test_palettes_come_by_name_or_from_a_file(tmp_path):
    assert tuple(C64(sample_rate=0).screen.palette[1]) == (255, 255, 255)
    path = tmp_path / "mine.vpl"
    path.write_text("# my colours\n" + "".join(f"{i:02X} 10 20 0\n" for i in range(16)))
    colours = read_palette(str(path))
    assert colours[15] == (15, 16, 32)
    assert MachineConfig(palette=colours).palette == colours


def test_the_window_scales_by_whole_numbers_and_centres(monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    palette = C64(sample_rate=0).screen.palette
    window = Window("t", (384, 272), palette, scale=2)
    picture = np.full((272, 384), 6, dtype=np.uint8)
    picture[0, 0] = 1
    window.show(picture)
    surface = pygame.display.get_surface()
    assert surface.get_size() == (768, 544)
    assert surface.get_at((1, 1))[:3] == (255, 255, 255)
    assert surface.get_at((2, 2))[:3] == tuple(palette[6])
    window.choose(borders="none")
    window.show(picture)
    assert pygame.display.get_surface().get_size() == (640, 400)
    pygame.display.quit()


def test_shift_lock_stays_while_other_keys_come_and_go():
    keyboard = C64(sample_rate=0).keyboard
    keys = KeyState(keyboard)

    def tap(host, names, symbolic=False):
        keys.press(host, names, symbolic)
        keys.release(host)
        locked = set()
        for _ in range(10):
            keys.tick()
            locked.add("SHIFT_LOCK" in keyboard.down)
        return locked

    keys.press("caps", ("SHIFT_LOCK",))
    keys.tick()
    assert tap("a", ("LSHIFT", "A"), symbolic=True) == {True}
    keys.release("caps")
    assert tap("b", ("B",)) == {True}
    assert tap("caps", ("SHIFT_LOCK",)) == {False}
    assert tap("b", ("B",)) == {False}


def test_shift_lock_changes_at_every_press_even_within_the_time_of_a_tap():
    keyboard = C64(sample_rate=0).keyboard
    keys = KeyState(keyboard)
    for pressed in (True, False, True):
        keys.press("caps", ("SHIFT_LOCK",))
        keys.release("caps")
        assert ("SHIFT_LOCK" in keyboard.down) is pressed
        keys.tick()
    keys.release_all()
    assert "SHIFT_LOCK" in keyboard.down


@pytest.mark.parametrize(
    ("options", "port"), [(["--mouse"], 1), (["--mouse", "--mouse-port", "2"], 2), ([], 0)]
)
def test_the_mouse_of_the_option_is_plugged_in(options, port, make_app):
    assert make_app("--basic-prompt", *options).machine.mouse.port == port


def test_the_picture_beside_the_monitor_waits_until_its_thread_has_run_the_machine(make_app):
    app = make_app()
    held, done = threading.Event(), []

    def run():
        with app.debugger.lock:
            held.set()
            time.sleep(0.1)
            done.append("run")

    monitor = threading.Thread(target=run)
    monitor.start()
    held.wait()
    app._rest()
    assert done == ["run"]
    monitor.join()


def test_the_help_names_the_keys_of_all_actions(make_app):
    keys = {action.keys_text for action in make_app().actions if action.keys_text}
    assert {"F12", "F11, ALT+F", "ALT+Q", "ALT+W"} <= keys


def test_a_key_or_a_name_belongs_to_one_action():
    actions = Actions()
    actions.add(Action("warp", "warp", print, "w"), Action("help", "help", print, plain="F12"))
    with pytest.raises(ValueError, match="wind and warp both want w"):
        actions.add(Action("wind", "wind", print, "w"))
    with pytest.raises(ValueError, match="two actions are called help"):
        actions.add(Action("help", "more help", print))
    assert [action.name for action in actions] == ["warp", "help"]


def test_the_choices_about_joystick_and_keyboard_are_made_by_word(make_app):
    app = make_app()
    for name, word in (
        ("joystick-port", "1"),
        ("joystick-keys", "cursor"),
        ("keyboard", "position"),
    ):
        app.actions[name].put(word)
        assert app.actions[name].state() == word
    assert (app.settings.joy_port, app.settings.positional) == (1, True)
