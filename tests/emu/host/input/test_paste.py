"""Pasting types the clipboard; the keyboard on the screen types by the mouse."""

import pygame
import pytest

from emu.host.input import paste
from emu.host.input.paste import AFTER_RETURN, Paste, typed
from emu.host.input.screen_keys import FUNCTION_KEYS, ROWS, ScreenKeys, layout
from emu.host.menu.menu import Menu
from tests.emu.host.windows import frames, press


@pytest.fixture
def clip(monkeypatch):
    """Return a function that puts a text into the clipboard."""

    def put(text):
        monkeypatch.setattr(paste, "clipboard", lambda: text)

    return put


def until(app, text, limit=1500):
    """Run frames until a text is on the screen."""
    for _ in range(limit):
        app._advance()
        app._sounded()
        if text in app.machine.screen.text():
            return
    raise AssertionError(f"no {text!r} on:\n{app.machine.screen.text()}")


@pytest.mark.parametrize(
    ("text", "lower_case", "script", "missing"),
    [
        ("10 Print", False, "10 Print", 0),
        ("Hi", True, "{SHIFT+H}i", 0),
        ("a\r\nb\rc", False, f"a\n{AFTER_RETURN}b\n{AFTER_RETURN}c", 0),
        ("“é” – ñ", False, '"e" - n', 0),  # noqa: RUF001 - they are meant
        ("{x}", False, "(x)", 0),
        ("日本!", False, "!", 2),
        ("", False, "", 0),
        ("abcdefghijkl", False, "abcdefghij", 2),
    ],
)
def test_a_text_becomes_keys_of_a_c64(text, lower_case, script, missing):
    assert typed(text, lower_case, 10) == (script, missing)


def test_alt_v_types_the_clipboard_at_warp_and_goes_back_to_normal_speed(make_app, clip):
    clip('10 PRINT "PASTED £"\n20 PRINT 6*7\nrun\n')
    app = make_app()
    until(app, "READY.")
    app.actions["paste"].do()
    assert app.warp
    until(app, "\nPASTED £")
    until(app, "\n 42")
    frames(app, 30)
    assert not app.warp


def test_shift_and_insert_paste_too_and_once_more_stops(make_app, clip):
    clip("x" * 50 + "\n" + "y" * 50)
    app = make_app()
    until(app, "READY.")
    press(app, "insert", mod=pygame.KMOD_LSHIFT)
    frames(app, 10)
    assert app.machine.typing
    press(app, "insert", mod=pygame.KMOD_LSHIFT)
    assert not app.feature(Paste)._lines and not app.warp
    assert app.overlay.message == "paste: stopped"


def test_what_is_pasted_ends_when_another_program_is_started(make_app, clip, tmp_path):
    file = tmp_path / "hello.prg"
    file.write_bytes(bytes([1, 8, 11, 8, 10, 0, 153, 34, 72, 73, 34, 0, 0, 0]))
    clip("10 rem\n" * 50)
    app = make_app()
    app.actions["paste"].do()
    assert app.warp
    app.load(file)
    assert not app.warp, "it goes at the speed of before"
    clip("")
    app.actions["paste"].do()
    assert app.overlay.message == "paste: the clipboard has no text"  # nothing is left to stop


def test_an_empty_clipboard_says_so(make_app, clip):
    clip("")
    app = make_app()
    app.actions["paste"].do()
    assert "no text" in app.overlay.message and not app.warp


def test_what_was_left_out_is_counted(make_app, clip):
    clip("日本 ok")
    app = make_app()
    app.actions["paste"].do()
    assert app.overlay.message == "paste: 2 characters left out"


# -- the keyboard on the screen ---------------------------------------------------------------


def test_it_has_all_66_keys_once():
    from c64.input.keyboard import KEY_PLACES

    names = [name for row in ROWS for _, name, _ in row if name] + [n for _, n in FUNCTION_KEYS]
    assert sorted(names) == sorted([*KEY_PLACES, "RESTORE", "SHIFT_LOCK"])


@pytest.mark.parametrize("size", [(320, 200), (384, 272), (1152, 816), (1920, 1080)])
def test_its_keys_lie_on_it_beside_each_other(size):
    body, keys = layout(size)
    assert pygame.Rect((0, 0), size).contains(body)
    for i, key in enumerate(keys):
        assert body.contains(key.rect)
        assert key.rect.collidelistall([other.rect for other in keys]) == [i]


@pytest.fixture
def screen(make_app):
    """Return (app, function that presses or releases the button over a key)."""
    app = make_app()
    app.actions["screen-keys"].do()
    frames(app)
    keys = {key.name: key for key in app.feature(ScreenKeys)._keyboard()[1]}

    def button(name, down):
        kind = pygame.MOUSEBUTTONDOWN if down else pygame.MOUSEBUTTONUP
        pygame.event.post(pygame.event.Event(kind, pos=keys[name].rect.center, button=1))
        frames(app)

    return app, button


def test_a_key_is_down_while_the_button_is(screen):
    app, button = screen
    button("POUND", True)
    assert app.machine.keyboard.down == {"POUND"}
    button("POUND", False)
    frames(app, 5)
    assert app.machine.keyboard.down == set()


def test_restore_is_the_nmi(screen):
    app, button = screen
    button("RESTORE", True)
    assert "RESTORE" in app.machine.keyboard.down


def test_shift_stays_for_the_next_key(screen):
    app, button = screen
    for name in ("CBM", "LSHIFT"):
        button(name, True)
        button(name, False)
        frames(app, 5)
    assert app.machine.keyboard.down == {"CBM", "LSHIFT"}
    button("A", True)
    assert app.machine.keyboard.down == {"CBM", "LSHIFT", "A"}
    button("A", False)
    frames(app, 5)
    assert app.machine.keyboard.down == set()


def test_shift_goes_at_the_second_click(screen):
    app, button = screen
    for _ in range(2):
        button("CTRL", True)
        button("CTRL", False)
    frames(app, 5)
    assert app.machine.keyboard.down == set()


def test_what_is_down_is_let_go_when_it_is_hidden(screen):
    app, button = screen
    button("CTRL", True)
    button("CTRL", False)
    app.actions["screen-keys"].do()
    frames(app, 5)
    assert app.machine.keyboard.down == set()
    assert app.feature(ScreenKeys).overlay() is None


def test_it_types_into_basic(screen):
    app, button = screen
    until(app, "READY.")
    for name in ("POUND", "LEFT_ARROW", "UP_ARROW"):
        button(name, True)
        frames(app, 3)
        button(name, False)
        frames(app, 8)
    frames(app, 5)
    assert "\n£_^" in app.machine.screen.text()


def test_shift_goes_up_with_a_key_that_is_only_tapped(screen):
    app, button = screen
    button("LSHIFT", True)
    button("LSHIFT", False)
    frames(app, 20)
    button("2", True)
    button("2", False)  # in the same frame: a touchpad's tap
    downs = []
    for _ in range(8):
        frames(app, 1)
        downs.append(frozenset(app.machine.keyboard.down))
    assert {"2", "LSHIFT"} in downs
    assert {"2"} not in downs
    assert downs[-1] == set()


def test_the_menu_goes_over_it(screen):
    app, _ = screen
    press(app, "f10")
    assert app.feature(Menu).is_open
    assert app._lay_over() is not app.feature(ScreenKeys).overlay()


@pytest.mark.parametrize("scale", ["1", "2", "3"])
def test_each_key_of_the_screen_has_its_name_and_keeps_it_on_its_cap(make_app, scale):
    app = make_app("--basic-prompt", "--scale", scale)
    keys = app.feature(ScreenKeys)
    keys.toggle()
    surface = keys.overlay()
    pixels = pygame.surfarray.array3d(surface).astype(int)
    bright = pixels.max(axis=2) > 190  # letters; body and caps are darker
    for key in layout(app.window.pixels)[1]:
        left, top, right, bottom = key.rect.left, key.rect.top, key.rect.right, key.rect.bottom
        drawn = bright[left:right, top:bottom].sum()
        assert drawn >= 3 * len(key.label.strip()), key.label
