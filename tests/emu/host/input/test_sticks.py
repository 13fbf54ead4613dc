"""Keys that act as joysticks, and the mouse as 1351 or paddles."""

import pygame
import pytest

from emu.cli import parse_arguments
from emu.errors import UsageError
from emu.host.input.keysets import all_sets, own_set
from emu.host.settings import Settings
from tests.emu.host.windows import click, frames


def hold(app, *names, kind=pygame.KEYDOWN):
    """Press (or release) keys of the host and keep them so."""
    for name in names:
        event = pygame.event.Event(
            kind, key=pygame.key.key_code(name), mod=0, unicode="", scancode=0
        )  # fmt: skip
        pygame.event.post(event)
    frames(app)


def on(app, port):
    stick = app.machine.joystick(port)
    return {name for name in ("up", "down", "left", "right", "fire") if stick.pressed(name)}


@pytest.mark.parametrize(
    ("keys", "held", "wanted"),
    [
        ("numpad", ["keypad 7", "keypad 0"], {"up", "left", "fire"}),
        ("cursor", ["right", "right ctrl"], {"right", "fire"}),
        ("wasd", ["s", "space"], {"down", "fire"}),
        ("ijkl", ["l", "i", "right shift"], {"right", "up", "fire"}),
    ],
)
def test_a_set_of_keys_is_a_joystick(make_app, keys, held, wanted):
    app = make_app("--basic-prompt", "--joy-keys", keys)
    hold(app, *held)
    assert on(app, 2) == wanted and on(app, 1) == set()
    assert app.machine.keyboard.down == set()
    hold(app, *held, kind=pygame.KEYUP)
    assert on(app, 2) == set()


def test_a_direction_ends_with_the_last_key_that_means_it(make_app):
    app = make_app("--basic-prompt", "--joy-keys", "numpad")
    hold(app, "keypad 7", "keypad 8")
    hold(app, "keypad 8", kind=pygame.KEYUP)
    assert on(app, 2) == {"up", "left"}


def test_two_play_on_one_keyboard(make_app):
    app = make_app("--basic-prompt", "--joy-keys", "cursor", "--joy-keys-2", "wasd")
    hold(app, "up", "a")
    assert on(app, 2) == {"up"} and on(app, 1) == {"left"}
    app.actions["joystick-port"].run()
    assert on(app, 1) == {"up"} and on(app, 2) == {"left"}


def test_a_set_of_the_users_own_comes_from_the_settings(make_app, tmp_path):
    from emu.host.settings import load_settings

    path = tmp_path / "s.toml"
    path.write_text(
        "joy_keys = 'mine'\n[keysets.mine]\nup='t'\ndown='g'\nleft='f'\nright='h'\n"
        "fire=['left shift', 'keypad 5']\n"
    )
    args = parse_arguments(["--basic-prompt", "--mute"], lambda: load_settings(path))
    make_app().close()
    from emu.host.app import App

    app = App(args)
    hold(app, "t", "keypad 5")
    assert on(app, 2) == {"up", "fire"}
    assert "mine" in app.actions["joystick-keys"].choices()
    app.close()


@pytest.mark.parametrize(
    ("table", "problem"),
    [
        ({"jump": "a"}, "'jump' is not one of up, down"),
        ({"up": "no such key"}, "no key is called 'no such key'"),
        ({"up": 3}, "no key is called 3"),
        ({"up": ["a", 3]}, "no key is called 3"),
    ],
)
def test_a_wrong_set_is_named_and_left_out(make_app, table, problem):
    make_app()
    with pytest.raises(ValueError, match=problem):
        own_set("mine", table)
    settings = Settings()
    settings.tables["keysets"] = {"mine": table, "odd": 3}
    with pytest.warns(UserWarning, match="keysets"):
        assert "mine" not in all_sets(settings)


def test_an_unknown_set_is_refused_on_the_command_line_and_replaced_from_the_settings(make_app):
    with pytest.raises(UsageError, match="--joy-keys qwerty: is not one of numpad"):
        parse_arguments(["--joy-keys", "qwerty"])
    from emu.host.settings import settings_path

    make_app().close()
    settings_path().write_text("joy_keys = 'qwerty'\n")
    with pytest.warns(UserWarning, match="'qwerty' is not one of numpad"):
        assert make_app().settings.joy_keys == "numpad"
    assert settings_path().read_text() == "joy_keys = 'qwerty'\n"


# -- the mouse -------------------------------------------------------------------------------


def move(app, right, down):
    pygame.event.post(
        pygame.event.Event(pygame.MOUSEMOTION, pos=(9, 9), rel=(right, down), buttons=(0, 0, 0))
    )
    frames(app)


@pytest.mark.parametrize("port", [1, 2])
def test_the_mouse_turns_both_paddles_and_its_buttons_are_theirs(make_app, port):
    app = make_app("--basic-prompt", "--paddles", "--mouse-port", str(port))
    paddles = app.machine.paddles(port)
    assert (paddles.x, paddles.y) == (128, 128)
    move(app, 20, -40)
    assert (paddles.x, paddles.y) == (118, 148)
    move(app, 2000, 2000)
    assert (paddles.x, paddles.y) == (0, 0)
    move(app, -60, 0)
    assert paddles.x == 30
    for button, line in ((1, 0x04), (3, 0x08)):
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(9, 9), button=button))
        frames(app)
        assert not paddles.bits & line
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(9, 9), button=button))
        frames(app)
        assert paddles.bits & line


def test_the_mouse_is_chosen_by_words_and_what_it_was_before_is_pulled(make_app):
    app = make_app()
    app.actions["mouse"].put("paddles")
    assert app.machine.paddles(1).x == 128
    app.actions["mouse-port"].put("2")
    assert app.machine.paddles(1).x == 255 and app.machine.paddles(2).x == 128
    app.actions["mouse"].put("1351")
    assert app.machine.paddles(2).x == 255 and app.machine.mouse.port == 2
    assert app.settings.mouse_as == "1351" and app.settings.mouse_port == 2
    app.actions["mouse"].put("off")
    assert app.machine.mouse.port == 0


def test_a_1351_moves_and_clicks(make_app):
    app = make_app("--basic-prompt", "--mouse")
    move(app, 5, 3)
    assert (app.machine.mouse.x, app.machine.mouse.y) == (5, 61)
    click(app, (9, 9), button=1)
    assert app.machine.mouse.bits == 0x1F


def test_the_mouse_is_one_thing():
    for one, other in (("--mouse", "--paddles"), ("--mouse-as=neos", "--mouse")):
        with pytest.raises(UsageError, match=f"^{other}: the mouse is a .* already"):
            parse_arguments([one, other])
    with pytest.raises(UsageError, match=r"^--mouse-as tablet: is not one of off, 1351, paddles"):
        parse_arguments(["--mouse-as", "tablet"])
    for words, kind in (
        (["--mouse-as", "inkwell-PEN"], "Inkwell-pen"),
        (["--mouse-as", "NEOS", "--mouse-as", "neos"], "NEOS"),
        (["--no-mouse", "--paddles"], "paddles"),
        (["--paddles", "--no-mouse"], "paddles"),
        (["--paddles", "--no-paddles"], "off"),
        (["--mouse-as", "amiga", "--mouse-as", "off"], "off"),
    ):
        assert parse_arguments(words).mouse_as == kind, words


@pytest.mark.parametrize(
    ("word", "half"), [("25 a second", 1), ("12 a second", 2), ("5 a second", 5)]
)
def test_autofire_presses_fire_at_its_rate_as_long_as_it_is_held(make_app, word, half):
    app = make_app("--basic-prompt", "--joy-keys", "cursor")
    app.actions["autofire"].put(word)
    seen = []
    hold(app, "right ctrl", "up")
    for _ in range(4 * half):
        seen.append("fire" in on(app, 2))
        assert "up" in on(app, 2), "only fire comes and goes"
        frames(app)
    runs = [seen[at : at + half] for at in range(0, len(seen), half)]
    assert runs == [[True] * half, [False] * half] * 2
    hold(app, "right ctrl", kind=pygame.KEYUP)
    frames(app, half + 1)
    assert on(app, 2) == {"up"}
    app.actions["autofire"].put("off")
    hold(app, "right ctrl")
    assert all("fire" in on(app, 2) for _ in range(12) if frames(app) is None)


def test_a_short_tap_with_autofire_is_seen(make_app):
    app = make_app("--basic-prompt", "--joy-keys", "cursor")
    app.actions["autofire"].put("8 a second")
    for kind in (pygame.KEYDOWN, pygame.KEYUP):
        pygame.event.post(
            pygame.event.Event(kind, key=pygame.K_RCTRL, mod=0, unicode="", scancode=0)
        )
    frames(app)
    assert on(app, 2) == {"fire"}
    frames(app, 2)
    assert on(app, 2) == set()


def test_autofire_belongs_to_both_sticks_and_is_remembered(make_app):
    app = make_app("--basic-prompt", "--joy-keys", "cursor", "--joy-keys-2", "wasd")
    app.actions["autofire"].put("25 a second")
    hold(app, "space", "right ctrl")
    assert "fire" in on(app, 1) and "fire" in on(app, 2)
    frames(app)
    assert "fire" not in on(app, 1) and "fire" not in on(app, 2)
    assert app.settings.changed()["autofire"] == 25


# SEI; DDRA $FF, $40 to $DC00: port 1's pots; wait for two measurements; POTX, POTY, PB to $C100
READ_POTS = bytes.fromhex(
    "78 a9 c0 8d 02 dc a9 40 8d 00 dc a2 00 ca d0 fd a2 00 ca d0 fd"
    "ad 19 d4 8d 00 c1 ad 1a d4 8d 01 c1 ad 01 dc 8d 02 c1 4c 0b c0"
)


def test_a_program_reads_where_the_stylus_of_a_koalapad_is(make_app):
    app = make_app("--basic-prompt")
    app.actions["mouse"].put("KoalaPad")
    assert app.settings.mouse_as == "KoalaPad"
    frames(app, 3)
    machine, target = app.machine, app.window.target()
    machine.ram[0xC000 : 0xC000 + len(READ_POTS)] = READ_POTS
    machine.registers.pc = 0xC000
    right, bottom = target.left + target.width - 1, target.top + target.height - 1
    middle = (target.left + target.width // 2, target.top + target.height // 2)
    for place, seen in (
        ((target.left, target.top), (0, 0)),
        ((right, bottom), (255, 255)),
        ((right, target.top), (255, 0)),
        (middle, (127, 127)),
        ((right + 40, bottom + 40), (255, 255)),  # beside the pad
    ):
        pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=place, rel=(0, 0)))
        frames(app, 3)
        assert [*machine.ram[0xC100:0xC102]] == pytest.approx(seen, abs=1)
    for button, line in ((1, 0x04), (3, 0x08)):
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=middle, button=button))
        frames(app, 2)
        assert not machine.ram[0xC102] & line
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=middle, button=button))
        frames(app, 2)
        assert machine.ram[0xC102] & line
    app.actions["mouse"].put("off")
    frames(app, 3)
    assert [*machine.ram[0xC100:0xC102]] == [255, 255]
