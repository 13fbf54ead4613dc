"""Parts of the status line and the overlay by themselves: what they say, when, and where."""

from types import SimpleNamespace

import numpy as np
import pygame
import pytest

from c64.config import PALETTES
from emu.host.actions import Action
from emu.host.input.key_names import key_text
from emu.host.picture.colours import Blur, Colours, adjusted, mixtures
from emu.host.picture.foot_lines import FAINT, PLAIN, FootLines
from emu.host.picture.geometry import Look
from emu.host.picture.overlay import (
    BAR_FRAME,
    BAR_HEIGHT,
    BAR_MARGIN,
    DROP_HELP,
    HELP_AT_MOST,
    HELP_FIRST,
    INK,
    KEYS_HELP,
    LARGE,
    LARGE_COLUMNS,
    LARGE_LINES,
    LINE_HEIGHT,
    MESSAGE_FRAMES,
    MESSAGE_MOST,
    MESSAGES_KEPT,
    PAPER,
    TITLE,
    WELCOME,
    Overlay,
)
from emu.host.picture.status_line import (
    LAMP_FAILED,
    LAMP_OFF,
    LAMP_ON,
    SPEED_EVERY,
    StatusLine,
    drive_parts,
)
from emu.language.translation import ENGLISH, LANGUAGES, translated, use

# -- drives, tape, speed --------------------------------------------------------------------------


def drive(**what):
    plain = {"number": 8, "kind": "1541", "led": False, "motor": False, "track": None, "error": 0}
    return SimpleNamespace(**{**plain, **what})


@pytest.mark.parametrize(
    ("what", "parts"),
    [
        ({"kind": None}, []),
        ({}, [("8", FAINT), ("•", LAMP_OFF)]),
        ({"number": 9, "led": True}, [("9", FAINT), ("•", LAMP_ON)]),
        ({"track": 18.0}, [("8", FAINT), ("•", LAMP_OFF), ("18.0", FAINT)]),
        ({"track": 1.5, "motor": True}, [("8", PLAIN), ("•", LAMP_OFF), ("01.5", PLAIN)]),
        ({"error": 62, "led": True}, [("8", FAINT), ("•", LAMP_FAILED), ("error 62", LAMP_FAILED)]),
    ],
)
def test_a_drive_is_its_number_lamp_track_and_error(what, parts):
    assert drive_parts(drive(**what)) == parts


class App:
    """What the status line asks an App for."""

    def __init__(self):
        self.settings = SimpleNamespace(status_line=True, joy_port=1)
        self.paused = False
        self.machine = SimpleNamespace(
            drives={8: drive(kind=None), 9: drive(kind=None)},
            tape=SimpleNamespace(cassette=None, key="stop", counter=7, moving=False),
            model=SimpleNamespace(frame_hz=50.0),
        )


def status_line(monkeypatch, app):
    """(StatusLine of an App, its clock)."""
    now = [10.0]
    monkeypatch.setattr("emu.host.picture.status_line.time.perf_counter", lambda: now[0])
    return StatusLine(app), now


@pytest.mark.parametrize(
    ("key", "moving", "shown"),
    [("play", True, "tape 007>"), ("record", True, "tape 007o"), ("rewind", True, "tape 007<<"),
     ("forward", False, "tape 007>>"), ("stop", False, "tape 007"), ("eject", False, "tape 007")],
)  # fmt: skip
def test_the_tape_has_the_sign_of_its_key(monkeypatch, key, moving, shown):
    app = App()
    line, _ = status_line(monkeypatch, app)
    assert line._parts() == (("port 1", FAINT),)
    deck = app.machine.tape
    deck.cassette, deck.key, deck.moving = object(), key, moving
    assert line._parts()[0] == (shown, PLAIN if moving else FAINT)


def test_the_speed_is_that_of_the_last_second(monkeypatch):
    app = App()
    line, now = status_line(monkeypatch, app)

    def run(frames):
        for _ in range(frames):
            now[0] += SPEED_EVERY / frames
            yield line.after_frame(())

    half, double = run(32), run(128)  # of 64: their seconds are binary fractions
    for _ in range(31):
        next(half)
    assert line._parts() == (("port 1", FAINT),)
    next(half)
    assert line._parts()[-1] == ("64 %", FAINT)
    for _ in range(127):
        next(double)
    assert line._parts()[-1] == ("64 %", FAINT)
    next(double)
    assert line._parts()[-1] == ("256 %", FAINT)
    app.paused = True
    assert line._parts()[-1] == ("paused", FAINT)


class Numbered(FootLines):
    """Says how often it was asked."""

    NAME, TITLE, GROUP = "status-line", "a title", "picture"
    asked = 0

    def _parts(self):
        self.asked += 1
        return [(str(self.asked), FAINT)]


def test_lines_are_looked_at_every_sixth_frame_and_at_once_when_they_are_switched_on():
    app = App()
    lines = Numbered(app)
    seen = [lines.status()[0][0] for _ in range(13)]
    assert seen == ["1"] * 6 + ["2"] * 6 + ["3"]
    (action,) = lines.actions()
    assert (action.name, action.title, action.group, action.state()) == (
        "status-line", "a title", "picture", "on",
    )  # fmt: skip
    action.do()
    assert lines.status() == () and action.state() == "off" and not app.settings.status_line
    action.do()
    assert lines.status() == (("4", FAINT),) and action.state() == "on"


# -- messages, help and welcome -------------------------------------------------------------------


@pytest.fixture
def overlay():
    return Overlay(bytes(4096))


def lines_of(overlay, monkeypatch):
    """Note [(text, colour)] of what is written; returns the list."""
    found, make = [], overlay._text

    def text(lines, margin=8):
        found.extend(lines)
        return make(lines, margin)

    monkeypatch.setattr(overlay, "_text", text)
    return found


@pytest.mark.parametrize("count", [3, 12, 24, 60])
def test_the_help_lists_the_keys_that_there_are_and_says_where_the_others_are(monkeypatch, count):
    wanted = [
        Action(name, f"what {name} does", print, "z", group="time") for name in HELP_FIRST[:2]
    ]
    others = [Action(f"n{n}", f"title {n}", print, "k", group="time") for n in range(count)]
    keyless = Action("none", "no key", print, group="time")
    overlay = Overlay(bytes(4096), [*others, keyless, *wanted[::-1]])
    found = lines_of(overlay, monkeypatch)
    overlay.toggle_help()
    assert overlay.help_shown and overlay.surface() is not None
    (title, colour), *rows = found
    assert (title, colour) == ("GO 64", TITLE) and {ink for _, ink in rows} == {INK}
    texts = [text for text, _ in rows]
    assert [text[18:] for text in texts[: len(KEYS_HELP)]] == [what for _, what in KEYS_HELP]
    after = [text[18:] for text in texts[len(KEYS_HELP) :]]
    assert after[:3] == [wanted[0].title, wanted[1].title, "title 0"]
    assert "no key" not in after
    everything = len(KEYS_HELP) + count + 2 + 1
    assert len(rows) == min(everything, HELP_AT_MOST)
    if everything > HELP_AT_MOST:
        assert texts[-1].split() == ["F10", "all", "others:", "the", "menu"]
    else:
        assert after[-1] == DROP_HELP[1] and after[-2] == f"title {count - 1}"
    overlay.toggle_help()
    assert overlay.surface() is None
    count = len(found)
    overlay.toggle_help()  # it is made once
    assert len(found) == count and overlay.surface() is not None
    overlay.hide_help()
    assert overlay.surface() is None and not overlay.help_shown


@pytest.mark.parametrize("port", [1, 2])
def test_the_welcome_names_the_port_of_the_joystick(overlay, monkeypatch, port):
    found = lines_of(overlay, monkeypatch)
    overlay.welcome(port)
    assert found[0] == ("Welcome to GO 64", TITLE) and len(found) == 1 + len(WELCOME)
    assert f"joystick in port {port}, fire" in [text[13:] for text, _ in found]
    assert {ink for _, ink in found[1:]} == {INK}


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_welcome_in_large_letters_has_the_first_keys_the_joystick_and_the_drop(
    overlay, monkeypatch, code
):
    found = lines_of(overlay, monkeypatch)
    overlay.large = True
    use(code)
    try:
        overlay.welcome(1)
        rows = [f"{key_text(key)} {translated(what.format(port=1))}".strip()
                for key, what in (*WELCOME[:4], WELCOME[-1])]  # fmt: skip
    finally:
        use(ENGLISH)
    said = " ".join(text.strip() for text, _ in found)
    assert [row for row in rows if row not in said] == [] and said.endswith(rows[-1])
    assert [ink for _, ink in found] == [TITLE] + [INK] * (len(found) - 1)
    assert len(found) <= LARGE_LINES and max(len(text) for text, _ in found) <= LARGE_COLUMNS
    assert "…" not in said and "..." not in said
    assert overlay.surface().get_height() == LARGE * (len(found) * LINE_HEIGHT + 16)
    overlay.wake()
    assert overlay.surface() is None


def test_a_message_is_shown_for_two_seconds_and_a_long_one_longer(overlay):
    for text, frames in (("a", MESSAGE_FRAMES), ("a" * 16, 100), ("a" * 17, 101), ("a" * 30, 140)):
        overlay.say(text)
        for _ in range(frames - 1):
            overlay.tick()
        assert overlay.message == text
        overlay.tick()
        assert overlay.message == ""
        overlay.tick()


def test_a_message_has_an_end_and_the_last_hundred_are_kept(overlay):
    overlay.say("word " * 400)
    assert len(overlay.message) <= MESSAGE_MOST and overlay.message.endswith(" ...")
    overlay.say("")
    assert overlay.message == "" and len(overlay.messages) == 1
    for number in range(MESSAGES_KEPT + 5):
        overlay.say(number)
    texts = [text for _, text in overlay.messages]
    assert texts == [str(number) for number in range(5, MESSAGES_KEPT + 5)]
    assert all(len(when) == 8 and when[2] == when[5] == ":" for when, _ in overlay.messages)


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("width", [40, 200, 384])
def test_the_foot_is_no_wider_than_it_may_be_and_has_its_parts_below_each_other(
    overlay, width, large
):
    overlay.large = large
    parts = {
        "message": "some words of a message " * 3,
        "loading": ("a file", (3, 9)),
        "status": (("8", INK), ("•", INK), ("port 2", INK)),
    }
    alone = [overlay.foot(width, **{name: part}).get_size() for name, part in parts.items()]
    together = overlay.foot(width, **parts).get_size()
    assert together == (max(w for w, _ in alone), sum(h for _, h in alone))
    if width >= 200:
        assert together[0] <= width
    assert overlay.foot(width) is None


def test_the_foot_is_made_anew_only_when_it_is_another(overlay):
    first = overlay.foot(384, "a message")
    assert overlay.foot(384, "a message") is first
    for width, message, large in ((384, "another", False), (200, "another", False),
                                  (200, "another", True)):  # fmt: skip
        overlay.large = large
        other = overlay.foot(width, message)
        assert other is not first
        first = other


def test_parts_of_the_foot_are_in_the_middle(overlay):
    foot = overlay.foot(384, "ab", status=(("8", INK),))
    assert foot.get_width() == 384
    row = pygame.surfarray.array_alpha(foot)[:, 2]
    inked = np.flatnonzero(row)
    assert abs(inked[0] - (383 - inked[-1])) <= 1 and len(inked) == (2 + 2) * 8


@pytest.mark.parametrize(
    ("progress", "green"),
    [((0, 40), 0), ((1, 40), 9), ((40, 40), 372), ((50, 40), 372), ((0, 0), 0), (None, 0)],
)
def test_the_bar_fills_and_never_overflows(overlay, progress, green):
    shown = pygame.surfarray.array3d(overlay.foot(384, loading=("x", progress)))
    assert int((shown[:, 2] == (88, 141, 67)).all(axis=1).sum()) == green


def test_the_bar_has_a_dark_frame_all_round_and_nothing_below_it(overlay):
    surface = overlay.foot(200, loading=("x", (1, 1)))
    wide, tall = surface.get_size()
    assert (wide, tall) == (200 - 2 * BAR_MARGIN + 2, BAR_HEIGHT + 2 + BAR_MARGIN)
    colours, alpha = pygame.surfarray.array3d(surface), pygame.surfarray.array_alpha(surface)
    bar = colours[:, : BAR_HEIGHT + 2]
    assert not alpha[:, BAR_HEIGHT + 2 :].any() and (alpha[:, : BAR_HEIGHT + 2] == 255).all()
    for edge in (bar[0], bar[-1], bar[:, 0], bar[:, -1]):
        assert (edge == BAR_FRAME).all()
    assert (bar[1, 1] == bar[-2, 1]).all() and not (bar[1, 1] == BAR_FRAME).all()


def test_a_text_is_dark_paper_with_a_margin_and_a_letters_room_at_both_sides():
    chargen = bytearray(4096)
    chargen[2048 + 8 : 2048 + 16] = b"\xff" * 8  # a: a square
    surface = Overlay(bytes(chargen))._text([("aa", INK), ("a", TITLE)])
    shown = pygame.surfarray.array3d(surface).transpose(1, 0, 2)
    assert shown.shape[:2] == (2 * LINE_HEIGHT + 2 * 8, 4 * 8)
    wanted = np.empty_like(shown)
    wanted[:] = PAPER
    wanted[8:16, 8:24] = INK
    wanted[8 + LINE_HEIGHT : 16 + LINE_HEIGHT, 8:16] = TITLE
    assert np.array_equal(shown, wanted)


# -- rows in colour --------------------------------------------------------------------------------


def drawn(look, pictures):
    """The colours of the last of some pictures, put row by row: uint8[h, w, 3]."""
    height, width = pictures[0].shape
    pygame.display.init()
    pygame.display.set_mode((width, height))
    colours = Colours((width, height), PALETTES["pepto"], look)
    surface, before = pygame.Surface((width, height), depth=32), None
    for picture in pictures:
        changed = np.flatnonzero((picture != before).any(axis=1)) if before is not None else None
        first, last = (0, height) if changed is None else (changed[0], changed[-1] + 1)
        first, last = colours.reach(first, last)
        colours.put(picture, first, last)
        colours.blit(surface, (0, first), (0, first, width, last - first))
        before = picture
    return pygame.surfarray.array3d(surface).transpose(1, 0, 2)


@pytest.mark.parametrize("row", [0, 1, 6, 7])
def test_a_row_that_changes_takes_the_one_below_along_where_lines_are_mixed(monkeypatch, row):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    first = np.random.default_rng(2).integers(0, 16, (8, 5), dtype=np.uint8)
    second = first.copy()
    second[row] ^= 9
    for look, table in (
        (Look(), None), (Look(delay_line=True), mixtures(adjusted(PALETTES["pepto"], Look()))),
    ):  # fmt: skip
        shown = drawn(look, [first, second])
        if table is None:
            wanted = adjusted(PALETTES["pepto"], look)[second]
        else:
            above = np.vstack(([np.zeros(5, dtype=np.uint8)], second[:-1]))
            above[0] = second[0]  # nothing is above the first: it is its own
            wanted = table.reshape(16, 16, 3)[above, second]
        assert np.array_equal(shown, wanted)
    assert np.array_equal(drawn(Look(blur=True), [first, second]), drawn(Look(blur=True), [second]))
    pygame.display.quit()


def test_drives_8_and_9_are_in_the_line_in_that_order(monkeypatch):
    app = App()
    app.machine.drives = {n: drive(number=n, led=n == 9) for n in (8, 9, 10, 11)}
    line, _ = status_line(monkeypatch, app)
    lamps = [("8", FAINT), ("•", LAMP_OFF), ("9", FAINT), ("•", LAMP_ON)]
    assert list(line._parts()[:4]) == lamps


def test_mixtures_of_one_colour_are_that_colour_and_of_two_the_mean():
    palette = np.array(PALETTES["pepto"], dtype=np.uint8)
    found = mixtures(palette).reshape(16, 16, 3).astype(int)
    for colour in range(16):
        assert np.array_equal(found[colour, colour], palette[colour])
    grey = np.repeat(np.arange(0, 256, 17, dtype=np.uint8)[:, None], 3, axis=1)
    assert np.array_equal(mixtures(grey).reshape(16, 16, 3), np.tile(grey, (16, 1, 1)))


def test_the_bars_name_has_the_room_that_the_count_leaves():
    overlay, found = Overlay(bytes(4096)), []
    overlay._write = lambda picture, text, left, top, colour: found.append((text, left))
    overlay.foot(212, loading=("n" * 100, (0, 1)))
    assert found == [("n" * 11, 4), ("0 of 1 block", 200 - 4 - 8 * 12)]


def test_smeared_colours_of_a_flat_picture_are_the_nearest_to_their_light():
    """In sixteenths, half of which are rounded up."""
    palette = np.array([[n, n, n] for n in range(100, 116)], dtype=np.float64)
    palette += np.arange(16)[:, None] / 16  # as many sixteenths more
    rows = np.arange(16, dtype=np.uint8)[:, None].repeat(6, axis=1) * 17
    shown = Blur(palette).rows(rows)[:, :, :3].astype(int)
    expected = np.floor(palette[:, 0] + 0.5).astype(int)
    assert np.array_equal(shown, expected[:, None, None].repeat(6, axis=1).repeat(3, axis=2))
