"""The pages of cheats, worked by keys; what is held stays, and comes back with the file."""

import json

import pytest

from emu.host.cheats.feature import Cheat, CheatList, Cheats
from emu.host.cheats.pokes import Poke
from emu.host.menu.menu import Menu
from tests.emu.host.menu.test_menu import select, titles
from tests.emu.host.windows import frames, press

LIVES = 0x0C00
# LDA #9; STA $0C00; then for ever: wait for line 255, DEC $0C00.
COUNTDOWN = bytes.fromhex(
    "0108 0b08 0a00 9e32303631 000000 a909 8d000c a9ff cd12d0 d0fb ce000c cd12d0 f0fb 4c1208"
)


@pytest.fixture
def game(tmp_path):
    path = tmp_path / "game.prg"
    path.write_bytes(COUNTDOWN)
    return path


def running(make_app, game):
    app = make_app(str(game))
    while app.loading() or app.machine.ram[LIVES] == 0:
        frames(app)
    return app


def typed(app, text):
    for letter in text:
        press(app, "space", unicode=letter)
    press(app, "return")


def cheats(app):
    """Open the page."""
    app.actions["cheats"].do()
    menu = app.feature(Menu)
    frames(app)
    assert menu._place.page.title == "Cheats"
    return menu


def test_a_value_that_falls_is_found_and_held(make_app, game):
    app = running(make_app, game)
    menu = cheats(app)
    select(app, menu, "is equal to ...")
    press(app, "return")
    typed(app, str(app.machine.ram[LIVES]))
    for _ in range(3):
        press(app, "f10")
        frames(app, 3)
        menu = cheats(app)
        select(app, menu, "has changed")
        press(app, "return")
    assert f"${LIVES:04X}" in titles(menu)
    select(app, menu, f"${LIVES:04X}")
    press(app, "return")
    select(app, menu, "hold another value ...")
    press(app, "return")
    typed(app, "$63")
    press(app, "f10")
    for _ in range(20):
        frames(app)
        assert app.machine.ram[LIVES] in (0x62, 0x63)


def test_pokes_are_typed_in_and_come_back_with_the_file(make_app, game):
    app = running(make_app, game)
    menu = cheats(app)
    select(app, menu, "type in pokes ...")
    press(app, "return")
    typed(app, "POKE 3073,7:POKE 3074,$8")
    assert "$0C01 = 7" in titles(menu)
    assert bytes(app.machine.ram[0xC01:0xC03]) == b"\7\10"
    app.close()
    again = running(make_app, game)
    frames(again, 3)
    assert bytes(again.machine.ram[0xC01:0xC03]) == b"\7\10"
    other = make_app()
    assert other.feature(Cheats).cheats == []


def test_pokes_go_with_their_file_when_another_is_started_in_the_same_window(
    make_app, game, tmp_path
):
    other = tmp_path / "other.prg"
    other.write_bytes(COUNTDOWN + bytes(1))
    app = running(make_app, game)
    feature = app.feature(Cheats)
    feature.add([Poke(LIVES + 1, 7)], held=True)
    feature._now()
    app.load(other)
    assert feature.cheats == [] and feature._search is None  # that was of another program
    app.load(game)
    assert feature.cheats == [Cheat(Poke(LIVES + 1, 7), True)]
    assert app.overlay.message == "cheats of this file are on"


def test_what_is_no_poke_is_said_and_the_text_stays_to_be_mended(make_app, game):
    app = running(make_app, game)
    menu = cheats(app)
    select(app, menu, "type in pokes ...")
    press(app, "return")
    typed(app, "poke 70000,1")
    assert "65535" in app.overlay.message and menu._place.text == "poke 70000,1"
    press(app, *["backspace"] * 4)
    titles = [row.title for row in menu._rows]
    assert titles[:2] == ["POKE 2063,173 : ...", "poke 700_"]


def test_a_cheat_goes_off_and_away(make_app, game):
    app = running(make_app, game)
    app.feature(Cheats).add([], held=True)
    menu = cheats(app)
    select(app, menu, "type in pokes ...")
    press(app, "return")
    typed(app, f"{LIVES},50")
    select(app, menu, f"${LIVES:04X} = 50")
    press(app, "right", "f10")
    frames(app, 10)
    assert app.machine.ram[LIVES] < 49, "it is off"
    menu = cheats(app)
    select(app, menu, f"${LIVES:04X} = 50")
    press(app, "delete")
    assert f"${LIVES:04X} = 50" not in titles(menu) and app.feature(Cheats).cheats == []


def test_a_value_is_compared_with_that_of_some_seconds_ago(make_app, game):
    app = running(make_app, game)
    menu = cheats(app)
    select(app, menu, "compared with")
    press(app, "right")
    press(app, "up", "up", "up", "up", "return")  # has changed
    assert "not run for 1 s" in app.overlay.message
    press(app, "f10")
    frames(app, 110)
    menu = cheats(app)
    select(app, menu, "has changed")
    press(app, "return")
    found = app.feature(Cheats)._search
    assert LIVES in found.addresses(65536) and len(found) < 2000


@pytest.mark.parametrize(
    "text", ["", "[]", "{", '{"k": 5}', '{"k": [[1], [70000, 1, true], [1, 2, 3]]}']
)
def test_a_damaged_list_counts_as_empty(tmp_path, text):
    place = tmp_path / "cheats.json"
    place.write_text(text)
    assert CheatList(place).of("k") == []
    CheatList(place).keep("k", [])
    assert "k" not in json.loads(place.read_text())


def holding(make_app, game):
    """Return an App in which LIVES is held at 99."""
    app = running(make_app, game)
    app.feature(Cheats).add([Poke(LIVES, 99)], held=True)
    return app


def test_a_value_that_is_held_takes_no_state_of_rewind_and_is_held_in_the_past_too(make_app, game):
    app = holding(make_app, game)
    marks = len(app.debugger.history.marks)
    frames(app, 60)
    app.feature(Cheats).before_frame()  # of the frame that comes
    cycle, then = app.machine.cycle, app.machine.snapshot()
    frames(app, 60)
    assert len(app.debugger.history.marks) - marks <= 1  # one every four seconds, as always
    app.debugger.history.go_to(cycle)
    assert app.machine.ram[LIVES] == 99
    assert app.machine.snapshot() == then


def test_rewind_shows_pictures_in_which_the_value_is_held(make_app, game):
    app = holding(make_app, game)
    history, machine = app.debugger.history, app.machine
    began, seen = machine.cycle, set()
    frames(app, 100)
    end = machine.cycle
    with history.past():
        history.load(len(history.marks) - 1)
        while machine.cycle < end:
            history.replay_frame(end)
            seen |= {machine.ram[LIVES]} if machine.cycle > began else set()
    assert seen in ({98, 99}, {99})


def test_the_memory_of_seconds_ago_is_that_of_rewind(make_app, game):
    app = running(make_app, game)
    kept = {}
    for _ in range(120):
        frames(app)
        kept[app.machine.cycle] = bytes(app.machine.ram)
    before, then = app.machine.snapshot(), sorted(kept)[20]
    assert app.debugger.history.ram_at(then) == kept[then]
    assert app.machine.snapshot() == before


def test_a_value_is_compared_with_what_it_was_some_seconds_ago(make_app, game):
    app = running(make_app, game)
    frames(app, 70)
    feature = app.feature(Cheats)
    feature._choose_since("1 s ago")
    feature._narrow("less")  # it wraps at 0, so it may have grown instead
    less = LIVES in feature._search.addresses(65536)
    feature._again()
    feature._narrow("more")
    assert less != (LIVES in feature._search.addresses(65536))
    feature._choose_since("60 s ago")
    feature._narrow("less")
    assert app.overlay.message == "it has not run for 60 s yet"


def test_a_file_is_not_read_again_while_no_file_has_cheats_or_settings(make_app, game, monkeypatch):
    def read(path):
        raise AssertionError(f"{path} is read")

    monkeypatch.setattr("emu.host.cheats.feature.content_key", read)
    monkeypatch.setattr("emu.host.media.file_settings.content_key", read)
    app = running(make_app, game)
    app.close()


def test_without_an_earlier_look_the_first_one_is_taken_and_nothing_is_left_out(make_app, game):
    app = running(make_app, game)
    menu = cheats(app)
    select(app, menu, "is less")
    press(app, "return")
    assert "65536 addresses" in titles(menu) and app.overlay.message.startswith("first look: ")
    press(app, "f10")
    frames(app, 3)
    menu = cheats(app)
    select(app, menu, "has changed")
    press(app, "return")
    assert "65536 addresses" not in titles(menu) and "0 addresses" not in titles(menu)
