"""Macros and pastes by themselves, frame by frame: what is noted, kept, pressed and said."""

from types import SimpleNamespace

import pygame
import pytest

from emu.host.input import macros, paste
from emu.host.input.macros import (
    FRAMES_MOST,
    MACROS_MOST,
    STILL,
    MacroList,
    Macros,
    _shortened,
    sound_macro,
)
from emu.host.input.paste import AFTER_RETURN, Paste
from emu.shared.key_state import SHIFT_LOCK

LOCKED = (SHIFT_LOCK, "", "", "", "")
A, FIRE = ("A", "", "", "", ""), ("", "", "fire", "", "")


class App(SimpleNamespace):
    """What both need of an App: ``sticks`` are pressed, ``log`` is what is done."""

    def __init__(self, tmp_path):
        self.log, self.sticks = [], {port: set() for port in (1, 2, 3, 4)}
        self.machine = SimpleNamespace(
            keyboard=SimpleNamespace(down=set()), joystick=self.joystick, typing=False,
            memory={0xD018: 0x15}, type=lambda text, wait: self.log.append((text, wait)),
            model=SimpleNamespace(frame_hz=50.0),
        )  # fmt: skip
        self.library = SimpleNamespace(place=tmp_path)
        self.overlay = SimpleNamespace(say=self.log.append)
        self.input = SimpleNamespace(
            play=lambda keys, sticks: self.log.append((keys, sticks)),
            put_shift_lock=self.log.append,
        )
        self.actions = (SimpleNamespace(plain="F9"), SimpleNamespace(plain=""))
        self.started, self.warp = None, False
        self.settings = SimpleNamespace(paste_limit=1000)

    def joystick(self, port):
        return SimpleNamespace(pressed=self.sticks[port].__contains__)


@pytest.fixture
def app(tmp_path, monkeypatch):
    monkeypatch.setattr(macros, "content_key", lambda path: path and f"key of {path}")
    return App(tmp_path)


@pytest.fixture
def found(app):
    made = Macros(app)
    made.ready()
    return made


def pressed(key, mod=0):
    return pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod)


def still(sticks=()):
    """Return what is played: joysticks by number."""
    return {port: set(dict(sticks).get(port, ())) for port in (1, 2, 3, 4)}


@pytest.mark.parametrize(
    ("data", "steps"),
    [
        ([[1, "A", "", "", "", ""]], [(1, A)]),
        ([[2, "RESTORE A", "up fire", "", "left", "down"]],
         [(2, ("RESTORE A", "up fire", "", "left", "down"))]),
        ([[2, "SHIFT_LOCK", "", "", "", ""]], [(2, LOCKED)]),
        ([[FRAMES_MOST, *A]], [(FRAMES_MOST, A)]),
        ([[FRAMES_MOST - 1, *A], [1, *FIRE]], [(FRAMES_MOST - 1, A), (1, FIRE)]),
        ([[FRAMES_MOST, *A], [1, *FIRE]], None), ([[FRAMES_MOST + 1, *A]], None),
        ([[0, *A]], None), ([[-1, *A]], None), ([[True, *A]], None), ([[1.0, *A]], None),
        ([[1, *A, ""]], None), ([[1, "A", "", "", ""]], None), ([[1, "A", "", "", "", None]], None),
        ([[1, "NONE", "", "", "", ""]], None), ([[1, "", "", "A", "", ""]], None),
        ([[1, "", "", "", "", "sideways"]], None), ([], None), (None, None), ({}, None),
        ([[1, *A], 5], None), ([5], None),
    ],
)  # fmt: skip
def test_what_a_file_may_say_is_a_macro_or_none(data, steps):
    assert sound_macro(data) == steps
    assert (FRAMES_MOST, MACROS_MOST) == (3000, 40)


def test_frames_alike_are_one_step():
    assert _shortened([A, A, FIRE, A]) == [(2, A), (1, FIRE), (1, A)]
    assert _shortened([STILL]) == [(1, STILL)] and _shortened([]) == []


def test_it_begins_with_the_first_key_and_ends_with_the_last(app, found):
    found.record()
    assert found.title() == "recording a macro"
    nothing, stick = ((), ()), ((), ("up", "fire"))
    for keys, sticks in (nothing, nothing, ("BA", ()), ("BA", ()), nothing, stick, nothing):
        app.machine.keyboard.down = set(keys)
        app.sticks[2] = set(sticks)
        found.before_frame()
    found.record()
    stick = ("", "", "up fire", "", "")
    assert found._taken == [(2, ("A B", "", "", "", "")), (1, STILL), (1, stick)]
    assert found.title() == "" and found.handle(pressed(pygame.K_F2))
    assert found.macros == {"f2": [(2, ("A B", "", "", "", "")), (1, STILL), (1, stick)]}
    assert app.log == [
        "a macro is being recorded: ALT+F6 ends it",
        "press the key that will play the macro; ESC: none", "F2 plays the macro",
    ]  # fmt: skip
    assert MacroList(app.library.place / "macros.json").of("basic") == found.macros


@pytest.mark.parametrize(
    ("before", "downs", "taken"),
    [
        ("", ["", "L", "L", "LA", "L", "L", "", ""],
         [(2, LOCKED), (1, ("A SHIFT_LOCK", *STILL[1:])), (2, LOCKED), (1, STILL)]),
        ("", ["L", "L", "L"], [(1, LOCKED)]),
        ("L", ["L", "LA", "L", "L"], [(1, ("A SHIFT_LOCK", *STILL[1:]))]),
        ("L", ["L", "", ""], [(1, STILL)]),
        ("L", ["L", "L"], None),
    ],
)  # fmt: skip
def test_shift_lock_is_in_it_with_each_change_and_goes_on_by_itself(
    app, found, before, downs, taken
):
    def put(letters):
        down = {key for key in letters if key != "L"}
        app.machine.keyboard.down = down | ({SHIFT_LOCK, "LSHIFT"} if "L" in letters else set())

    put(before)
    found.record()
    for down in downs:
        put(down)
        found.before_frame()
    found.record()
    assert found._taken == taken


@pytest.mark.parametrize(("macro", "locks"), [
    ([(1, A), (1, LOCKED), (1, STILL)], [False, True, False]), ([(1, A), (1, STILL)], []),
])  # fmt: skip
def test_shift_lock_is_put_as_it_was_and_left_alone_by_a_macro_without_it(app, found, macro, locks):
    found.macros = {"f2": macro}
    found.play("f2")
    for _ in range(len(macro) + 2):
        found.before_frame()
    assert [said for said in app.log if isinstance(said, bool)] == locks
    assert [said[0] for said in app.log if isinstance(said, tuple)][:2] == [("A",), ()]


def test_a_macro_of_nothing_is_none(app, found):
    found.record()
    found.before_frame()
    found.record()
    assert app.log[-1] == "nothing was pressed: no macro" and found._taken is None
    assert not found.handle(pressed(pygame.K_F2))


def test_the_longest_ends_by_itself(app, found):
    found.record()
    app.sticks[4] = {"left"}
    for frame in range(FRAMES_MOST):
        assert found.title(), frame
        found.before_frame()
    assert not found.title() and found._taken == [(FRAMES_MOST, ("", "", "", "", "left"))]


def test_a_key_with_another_meaning_is_asked_for_again_and_escape_keeps_none(app, found):
    found._taken = [(1, A)]
    assert found.handle(pressed(pygame.K_F9))
    assert app.log == ["this key is already in use; press another one, or ESC"]
    assert not found.handle(pressed(pygame.K_F2, pygame.KMOD_LALT)), "a key of the window"
    assert not found.handle(pygame.event.Event(pygame.KEYUP, key=pygame.K_F2, mod=0))
    assert found.handle(pressed(pygame.K_ESCAPE))
    assert app.log[1:] == ["no macro"] and found.macros == {} and found._taken is None


@pytest.mark.parametrize(
    ("count", "key", "name", "kept"),
    [
        (MACROS_MOST, pygame.K_F2, "f2", False),
        (MACROS_MOST, pygame.K_0, "0", True),
        (MACROS_MOST - 1, pygame.K_F2, "f2", True),
    ],
)
def test_a_file_has_so_many_and_one_of_them_may_be_replaced(app, found, count, key, name, kept):
    found.macros = {str(number): [(1, FIRE)] for number in range(count)}
    found._taken = [(1, A)]
    found.handle(pressed(key))
    said = f"{name.upper()} plays the macro" if kept else "a file has at most 40 macros"
    assert app.log == [said] and (found.macros.get(name) == [(1, A)]) == kept


def test_it_is_played_from_the_next_frame_on_and_let_go_of_at_its_end(app, found):
    found.macros = {"f2": [(2, ("A B", "", "up fire", "", "")), (1, STILL), (1, A)]}
    assert found.handle(pressed(pygame.K_F2)) and app.log == []
    for _ in range(6):
        found.before_frame()
    move = (("A", "B"), still({2: ("up", "fire")}))
    assert app.log == [move, move, ((), still()), (("A",), still()), ((), {})]
    assert not found.handle(pressed(pygame.K_F3))


def test_its_key_stops_it_and_none_plays_while_one_is_recorded(app, found):
    found.macros = {"f2": [(5, A)]}
    found.handle(pressed(pygame.K_F2))
    found.before_frame()
    assert found.handle(pressed(pygame.K_F2))
    assert app.log == [(("A",), still()), ((), {})] and found._played == []
    found.before_frame()
    assert len(app.log) == 2
    found.handle(pressed(pygame.K_F2))
    found.record()
    assert app.log[2:] == [((), {}), "a macro is being recorded: ALT+F6 ends it"]
    assert not found.handle(pressed(pygame.K_F2))
    found.before_frame()
    assert len(app.log) == 4


def test_another_program_has_its_own_and_what_was_under_way_ends(app, found):
    found.macros = {"f2": [(5, A)]}
    found._list.keep("basic", found.macros)
    found._list.keep("key of game", {"f3": [(1, FIRE)]})
    found.play("f2")
    found.restarted()
    assert app.log == [((), {})] and found.macros == {"f2": [(5, A)]}
    app.started = "game"
    found.record()
    found._taken = [(1, A)]
    found.restarted()
    assert (found._recorded, found._taken) == (None, None)
    assert found.macros == {"f3": [(1, FIRE)]}


def test_the_page_lists_them_with_their_seconds_and_removes_them(app, found):
    found.macros = {"f2": [(75, A), (50, STILL)], "f3": [(1, FIRE)]}
    rows = found._rows()
    assert [(row.title, row.word, row.name) for row in rows] == [
        ("F2", "2.5 s", True), ("F3", "0.0 s", True)
    ]  # fmt: skip
    assert rows[1].run() is macros.CLOSE and found._played == [FIRE]
    found._drop(0)
    assert list(found.macros) == ["f3"] == list(found._list.of("basic"))
    found._drop(0)
    assert found._list.of("basic") == {}


# --- pastes -----------------------------------------------------------------------------------


def test_lines_are_typed_one_after_the_other_at_warp(app, monkeypatch):
    monkeypatch.setattr(paste, "clipboard", lambda: "a\nb")
    found = Paste(app)
    found.before_frame()
    found.paste()
    assert app.log == ["paste"] and app.warp
    found.before_frame()
    app.machine.typing = True
    found.before_frame()
    assert len(app.log) == 2 and app.log[1][0].endswith(f"\n{AFTER_RETURN}")
    app.machine.typing = False
    found.before_frame()
    assert app.log[2][0] in "aAbB" and app.log[1][1] is app.log[2][1] is False
    assert app.warp
    found.before_frame()
    assert not app.warp and len(app.log) == 3


@pytest.mark.parametrize("warp", [False, True])
@pytest.mark.parametrize("end", ["paste", "restarted"])
def test_it_can_be_stopped_and_warp_is_as_it_was(app, monkeypatch, warp, end):
    monkeypatch.setattr(paste, "clipboard", lambda: "a\nb\nc")
    app.warp = warp
    found = Paste(app)
    found.restarted()
    assert app.warp is warp
    found.paste()
    getattr(found, end)()
    assert app.warp is warp and app.log == ["paste", *["paste: stopped"] * (end == "paste")]
    found.before_frame()
    assert len(app.log) == 1 + (end == "paste")


def test_what_is_left_out_is_counted_and_no_text_is_said(app, monkeypatch):
    texts = iter(("", "a\N{SNOWMAN}", "\N{SNOWMAN}a\N{SNOWMAN}"))
    monkeypatch.setattr(paste, "clipboard", lambda: next(texts))
    for says in ("the clipboard has no text", "1 character left out", "2 characters left out"):
        found = Paste(app)
        found.paste()
        assert app.log[-1] == f"paste: {says}"


def test_shift_and_insert_are_the_keys(app, monkeypatch):
    monkeypatch.setattr(paste, "clipboard", lambda: "")
    found, log = Paste(app), app.log
    assert not found.handle(pressed(pygame.K_INSERT)) and not log
    assert not found.handle(pressed(pygame.K_DELETE, pygame.KMOD_LSHIFT)) and not log
    up = pygame.event.Event(pygame.KEYUP, key=pygame.K_INSERT, mod=pygame.KMOD_LSHIFT)
    assert not found.handle(up) and not log
    assert found.handle(pressed(pygame.K_INSERT, pygame.KMOD_RSHIFT)) and len(log) == 1


def test_a_clipboard_that_cannot_be_read_is_empty(monkeypatch):
    def fails():
        raise pygame.error("no clipboard")

    monkeypatch.setattr(pygame.scrap, "get_text", fails)
    assert paste.clipboard() == ""
    monkeypatch.setattr(pygame.scrap, "get_text", b"\xff".decode)
    assert paste.clipboard() == ""
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: "text")
    assert paste.clipboard() == "text"
