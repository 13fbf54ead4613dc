"""Achievements by keys: a set is taken, earned, kept with its file, and forgotten."""

import json
from types import SimpleNamespace

import pytest

from emu.errors import HostError
from emu.host.achievements import feature as feature_module
from emu.host.achievements.feature import EMPTY, Achievements, Kept, _Set
from emu.host.achievements.sets import Achievement
from emu.host.cheats.feature import Cheats
from emu.host.cheats.pokes import Poke
from emu.host.menu.menu import Menu
from emu.host.state.slots import Slots
from tests.emu.host.cheats.test_feature import COUNTDOWN, LIVES, running
from tests.emu.host.menu.test_menu import select, titles
from tests.emu.host.windows import frames, press

# The program counts down from 9, once a frame, round and round.
SET = f"""\
1.3.0
Countdown
1:"0xH{LIVES:04x}=3":"Three":"come down to three":::::5
2:"M:0xH{LIVES:04x}=1.200.":"Patience":"see a one 200 times":::::10
3:"0xH{LIVES:04x}=5_0xH{LIVES:04x}=6":"Never":"cannot be":::::50
"""


@pytest.fixture
def game(tmp_path):
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "set.txt").write_text(SET)
    path = folder / "game.prg"
    path.write_bytes(COUNTDOWN)
    return path


def achievements(app):
    """Open the page."""
    app.actions["achievements"].do()
    frames(app)
    menu = app.feature(Menu)
    assert menu._place.page.title == "Achievements"
    return menu


def take(app, name="set.txt"):
    menu = achievements(app)
    select(app, menu, "load a file of achievements ...")
    press(app, "return")
    select(app, menu, f"  {name}")
    press(app, "return")
    return menu


def words(menu):
    return {row.title: row.word for row in menu._rows}


def test_a_set_is_taken_and_earned_and_comes_back_with_the_file(make_app, game):
    app = running(make_app, game)
    menu = take(app)
    assert app.overlay.message == "3 achievements"
    assert "0 of 3, 0 of 65 points" in titles(menu)
    press(app, "f10")
    app.overlay.say("")
    while not app.overlay.message:
        frames(app)
    assert (app.overlay.message, app.machine.ram[LIVES]) == ("achievement: Three", 3)
    frames(app, 300)
    menu = achievements(app)
    assert "1 of 3, 5 of 65 points" in titles(menu)
    assert titles(menu)[1:4] == ["Three", "Patience", "Never"]  # earned ones first
    shown = words(menu)
    assert shown["Three"].startswith("20")
    assert shown["Patience"] in ("1/200", "2/200")
    assert shown["Never"] == "50 P"
    app.close()
    app = running(make_app, game)
    frames(app, 300)
    assert not any("achievement:" in text for _, text in app.overlay.messages)
    menu = achievements(app)
    assert "1 of 3, 5 of 65 points" in titles(menu)
    select(app, menu, "Never")
    press(app, "return")
    assert titles(menu) == ["Never", "cannot be", "50 points"]


def test_the_set_of_a_file_can_be_forgotten(make_app, game):
    app = running(make_app, game)
    menu = take(app)
    frames(app, 2)
    select(app, menu, "forget this file's achievements")
    press(app, "return")
    assert EMPTY in titles(menu)
    app.close()
    app = running(make_app, game)
    assert EMPTY in titles(achievements(app))


def test_nothing_is_earned_while_a_cheat_is_held(make_app, game):
    app = running(make_app, game)
    take(app)
    press(app, "f10")
    app.feature(Cheats).add([Poke(0x0C01, 7)], True)
    frames(app, 300)
    assert not any("achievement:" in text for _, text in app.overlay.messages)
    assert "nothing is earned while a cheat is held" in titles(achievements(app))


def test_hits_before_a_state_was_loaded_do_not_count(make_app, game):
    app = running(make_app, game)
    take(app)
    press(app, "f10")
    slots = app.feature(Slots)
    slots.save()
    frames(app, 5)
    while not app.feature(Achievements)._file.watched["2"].measured:
        frames(app)
    slots.load()
    assert app.feature(Achievements)._file.watched["2"].measured is None


def test_a_file_that_is_none_is_refused_in_a_line_and_the_set_stays(make_app, game):
    (game.parent / "other.txt").write_text("no achievement here")
    app = running(make_app, game)
    take(app)
    press(app, "f10")
    menu = take(app, "other.txt")
    assert app.overlay.message.startswith("other.txt has no achievements")
    press(app, "f10")
    assert "Never" in titles(achievements(app))
    assert menu is app.feature(Menu)


def test_basic_has_none_and_cannot_take_any(make_app):
    app = make_app("--basic-prompt")
    frames(app, 3)
    menu = achievements(app)
    rows = {row.title: row for row in menu._rows}
    assert EMPTY in rows
    assert not rows["load a file of achievements ..."].enabled


def test_measures_that_go_beyond_their_target_are_full():
    rows = [Achievement(n, "A", "", 7, f"{n}:0xH00d0>=40_0xH00d1=1") for n in "GM"]
    found, ram = _Set("k", rows, {}), bytearray(0x10000)
    for value, words in ((12, ["30 %", "12/40"]), (200, ["100 %", "40/40"]), (0, ["7 P", "7 P"])):
        ram[0xD0] = value
        assert found.frame(memoryview(ram)) == []
        assert [found.progress(row) for row in rows] == words
    ram[0xD0:0xD2] = 40, 1
    assert found.frame(memoryview(ram)) == rows
    assert found.watched == {} and [found.progress(row)[:2] for row in rows] == ["20", "20"]


def bare_app(tmp_path):
    """Return what the feature needs of an App that plays nothing."""
    said = []
    return SimpleNamespace(
        library=SimpleNamespace(place=tmp_path), started=None, said=said,
        loading=lambda: False, feature=lambda _: SimpleNamespace(on=lambda: False),
        machine=SimpleNamespace(ram=memoryview(bytearray(0x10000))),
        overlay=SimpleNamespace(say=said.append), guarded=lambda function: function(),
    )  # fmt: skip


def test_a_game_that_is_not_built_is_looked_for_once(tmp_path, monkeypatch):
    asked = []

    def none():
        asked.append(1)
        raise HostError("it is not built")

    monkeypatch.setattr(feature_module, "own_achievements", none)
    found = Achievements(bare_app(tmp_path))
    for _ in range(3):
        found.after_frame(None)
    assert asked == [1] and found._sets() == []


def test_of_the_game_is_kept_what_was_earned_and_not_its_set(tmp_path, monkeypatch):
    own = [Achievement("Own", "Own", "what", 5, "0xH00d0=1")]
    monkeypatch.setattr(feature_module, "own_achievements", lambda: own)
    monkeypatch.setattr(feature_module, "image", lambda: SimpleNamespace(present=lambda ram: True))
    found = Achievements(app := bare_app(tmp_path))
    found.after_frame(None)
    app.machine.ram[0xD0] = 1
    found.after_frame(None)
    assert app.said == ["achievement: Own"]
    assert Kept(tmp_path / "achievements").of("go64") == ([], found._sets()[0].earned)
    again = Achievements(app)
    again.after_frame(None)
    assert again._sets()[0].earned.keys() == {"Own"} and again._sets()[0].watched == {}


def test_the_page_of_one_has_its_name_as_heading_and_words_of_files_as_they_are(tmp_path):
    found = _Set("k", [row := Achievement("1", "Open", "start", 5, "0=1")], {})
    page = Achievements(bare_app(tmp_path))._about(found, row)
    rows = page.rows()
    assert [(r.title, r.heading, r.name) for r in rows] == [
        ("Open", True, True), ("start", False, True), ("5 points", False, False)
    ]  # fmt: skip
    assert page.wrap and rows[2].word == "5 P"


@pytest.mark.parametrize("damage", [
    b"", b"{", b"[]", b'{"set": 5, "earned": {}}', b'{"set": [[1]], "earned": {}}',
    b'{"set": [["1", "a", "b", "x", "0xH0=1"]], "earned": {}}',
    b'{"set": [["1", "a", "b", 1, "0xH"]], "earned": {}}', b'{"set": [], "earned": 5}',
    b'{"set": [["1", "a", "b", 1e999, "0xH0=1"]], "earned": {}}',
    b'{"set": [["1", "\\ud800", "b", 1, "0xH0=1"]], "earned": {}}',
    b'{"set": [["1", "a", "b", 1, "0xH0=1"]], "earned": {"1": "yesterday"}}',
    b'{"set": [["1", "a", "b", 1, "0xH0=1"]], "earned": {"1": 5}}',
])  # fmt: skip
def test_a_damaged_list_counts_as_none(tmp_path, damage):
    kept = Kept(tmp_path)
    (tmp_path / "k.json").write_bytes(damage)
    assert kept.of("k") == ([], {})


def test_what_is_kept_comes_back(tmp_path):
    kept = Kept(tmp_path / "folder")
    assert not kept.any()
    row = Achievement("1", "Ä", "what", 5, "0xH00d0=1")
    kept.keep("k", [row], {"1": "2026-11-28"})
    assert kept.any()
    assert kept.of("k") == ([row], {"1": "2026-11-28"})
    assert json.loads((tmp_path / "folder" / "k.json").read_text(encoding="utf-8"))["earned"]
    kept.forget("k")
    kept.forget("k")
    assert kept.of("k") == ([], {})
