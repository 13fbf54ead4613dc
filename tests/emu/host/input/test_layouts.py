"""Keys of hosts with other keyboards: what the layout makes of a key is what the C64 gets.

Events as SDL sends them: (scancode, key code, character, modifiers).  A dead key has a key code and
no character; the character comes with the next key.
"""

import sys

import pygame
import pytest

from emu.host.input.keymap import c64_char

LSHIFT, RALT, LALT, LCTRL, MODE = (
    pygame.KMOD_LSHIFT,
    pygame.KMOD_RALT,
    pygame.KMOD_LALT,
    pygame.KMOD_LCTRL,
    pygame.KMOD_MODE,
)
LAYOUTS = {
    "US": [
        ((4, ord("a"), "a", 0), {"A"}),
        ((4, ord("a"), "A", LSHIFT), {"A", "LSHIFT"}),
        ((52, ord("'"), '"', LSHIFT), {"2", "LSHIFT"}),
        ((31, ord("2"), "@", LSHIFT), {"@"}),
        ((46, ord("="), "+", LSHIFT), {"+"}),
        ((35, ord("6"), "^", LSHIFT), {"UP_ARROW"}),
        ((45, ord("-"), "_", LSHIFT), {"LEFT_ARROW"}),
        ((49, ord("\\"), "\\", 0), {"POUND"}),
    ],
    "UK": [
        ((32, ord("3"), "£", LSHIFT), {"POUND"}),
        ((31, ord("2"), '"', LSHIFT), {"2", "LSHIFT"}),
        ((52, ord("'"), "@", LSHIFT), {"@"}),
        ((50, ord("#"), "#", 0), {"3", "LSHIFT"}),
        ((100, ord("\\"), "\\", 0), {"POUND"}),
        ((33, ord("4"), "€", MODE), set()),
    ],
    "German": [
        ((29, ord("y"), "y", 0), {"Y"}),
        ((28, ord("z"), "z", 0), {"Z"}),
        ((36, ord("7"), "/", LSHIFT), {"/"}),
        ((48, ord("+"), "*", LSHIFT), {"*"}),
        ((20, ord("q"), "@", RALT), {"@"}),
        ((20, ord("q"), "@", RALT | LCTRL), {"@"}),
        ((37, ord("8"), "[", MODE), {":", "LSHIFT"}),
        ((53, ord("^"), "", 0), {"UP_ARROW"}),  # dead
        ((51, 0xF6, "ö", 0), {"O"}),
        ((45, 0xDF, "ß", 0), {"S"}),
        ((54, ord(","), ";", LSHIFT), {";"}),
    ],
    "French": [
        ((20, ord("a"), "a", 0), {"A"}),
        ((51, ord("m"), "m", 0), {"M"}),
        ((30, ord("&"), "1", LSHIFT), {"1"}),
        ((30, ord("&"), "&", 0), {"6", "LSHIFT"}),
        ((32, ord('"'), '"', 0), {"2", "LSHIFT"}),
        ((39, 0xE0, "@", RALT), {"@"}),
        ((47, ord("^"), "", 0), {"UP_ARROW"}),  # dead
        ((8, ord("e"), "ê", 0), {"E"}),  # after the dead key
        ((31, 0xE9, "é", 0), {"E"}),
        ((54, ord(";"), ".", LSHIFT), {"."}),
    ],
    "Nordic": [
        ((36, ord("7"), "/", LSHIFT), {"/"}),
        ((31, ord("2"), "@", RALT), {"@"}),
        ((32, ord("3"), "£", RALT), {"POUND"}),
        ((49, ord("'"), "*", LSHIFT), {"*"}),
        ((47, 0xE5, "å", 0), {"A"}),
        ((51, 0xF8, "ø", 0), {"O"}),
        ((48, 0xA8, "", 0), set()),  # dead, and a C64 has no such mark
        ((45, ord("+"), "?", LSHIFT), {"/", "LSHIFT"}),
    ],
}
CASES = [(layout, *case) for layout, cases in LAYOUTS.items() for case in cases]


def send(app, kind, event):
    scancode, key, char, mod = event
    pygame.event.post(
        pygame.event.Event(kind, key=key, mod=mod, unicode=char, scancode=scancode)
    )  # fmt: skip
    app.input.poll()


@pytest.fixture(scope="module")
def typing():
    """Return a function: the C64 keys that are down while a host key is."""
    patch = pytest.MonkeyPatch()
    patch.setenv("SDL_VIDEODRIVER", "dummy")
    patch.setenv("SDL_AUDIODRIVER", "dummy")
    from emu.cli import parse_arguments
    from emu.host.app import App

    app = App(parse_arguments(["--basic-prompt", "--mute", "--default"]))

    def keys(event, positional=False, before=()):
        app.settings.override(positional=positional)
        app.input.release_all()
        for other in before:
            send(app, pygame.KEYDOWN, other)
        send(app, pygame.KEYDOWN, event)
        app.input.poll()  # where SHIFT changes for it, the key follows a frame later
        assert not app.quit
        return set(app.machine.keyboard.down)

    yield keys
    app.close()
    patch.undo()


@pytest.mark.parametrize(("layout", "event", "wanted"), CASES)
def test_a_key_types_what_is_printed_on_it(typing, layout, event, wanted):
    shift = [(225, pygame.K_LSHIFT, "", LSHIFT)] if event[3] & LSHIFT else []
    alt_gr = [(224, pygame.K_LCTRL, "", LCTRL)] if event[3] & LCTRL else []  # as Windows has it
    down = typing(event, before=(*shift, *alt_gr))
    assert down - ({"LSHIFT"} if not wanted else set()) == wanted


POSITIONS = [  # scancode, and the key that is there on a C64
    (53, "LEFT_ARROW"), (30, "1"), (45, "+"), (46, "-"), (20, "Q"), (28, "Y"), (29, "Z"),
    (47, "@"), (48, "*"), (51, ":"), (52, ";"), (49, "="), (50, "="), (54, ","), (56, "/"),
]  # fmt: skip


@pytest.mark.parametrize(("scancode", "wanted"), POSITIONS)
@pytest.mark.parametrize("layout", ["US", "UK", "German", "French", "Nordic"])
def test_by_position_the_layout_does_not_matter(typing, layout, scancode, wanted):
    printed = {s: (key, char) for (s, key, char, _), _ in LAYOUTS[layout]}
    key, char = printed.get(scancode, (0xE000, "x"))
    assert typing((scancode, key, char, 0), positional=True) == {wanted}


@pytest.mark.parametrize(
    ("key", "char", "keys"),
    [(pygame.K_KP5, "5", set()), (pygame.K_F5, "", {"F5"}), (pygame.K_F2, "x", set())],
)
def test_right_alt_with_a_key_that_is_no_character_does_no_harm(typing, key, char, keys):
    assert key > sys.maxunicode
    assert typing((93, key, char, RALT)) == keys


def test_alt_and_a_letter_is_a_key_of_the_emulator_and_alt_gr_is_none(typing):
    assert typing((26, ord("w"), "w", LALT)) == set()  # warp
    assert typing((26, ord("w"), "w", RALT)) == set()  # and warp again: it is no AltGr there
    assert typing((20, ord("q"), "@", RALT)) == {"@"}  # not "quit"


def test_with_ctrl_the_cap_counts(typing):
    tab = (43, pygame.K_TAB, "\t", 0)
    assert typing((6, ord("c"), "\x03", LCTRL), before=[tab]) == {"CTRL", "C"}


@pytest.mark.parametrize(
    ("char", "wanted"),
    [
        ("ä", "a"),
        ("É", "E"),
        ("ñ", "n"),
        ("\u201c", '"'),
        ("\u2013", "-"),
        ("~", "π"),
        ("日", None),
    ],
)
def test_a_character_becomes_the_nearest_that_a_c64_has(char, wanted):
    assert c64_char(char) == wanted
