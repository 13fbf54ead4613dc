"""The list of cheats and the pages around it: what is put into memory, kept, shown and offered."""

import json
from types import SimpleNamespace

import pytest

from emu.errors import HostError
from emu.host.cheats.feature import SHOWN_MOST, Cheat, CheatList, Cheats
from emu.host.cheats.pokes import Poke, parse_pokes
from emu.host.cheats.search import ValueSearch
from emu.host.media.by_content import content_key

LIVES = 0x0C00


@pytest.fixture
def app(tmp_path):
    """What Cheats asks of a window without rewind; ``said`` are its messages."""
    path = tmp_path / "game.prg"
    path.write_bytes(b"\x01\x08game")
    said = []
    return SimpleNamespace(
        library=SimpleNamespace(place=tmp_path), started=path, debugger=None, said=said,
        machine=SimpleNamespace(ram=bytearray(0x10000)), loading=lambda: False,
        overlay=SimpleNamespace(say=said.append),
    )  # fmt: skip


@pytest.fixture
def cheats(app):
    found = Cheats(app)
    found.ready()
    return found


def kept(app):
    """What a later window finds for the same file."""
    return CheatList(app.library.place / "cheats.json").of(content_key(app.started))


def row(rows, title):
    return next(row for row in rows if row.title == title)


def test_what_is_held_is_put_back_before_a_frame_and_what_is_not_is_put_once(app, cheats):
    ram = app.machine.ram
    cheats.add([Poke(LIVES, 9)], held=True)
    cheats.add([Poke(LIVES + 1, 7)], held=False)
    assert ram[LIVES : LIVES + 2] == b"\x09\x07"
    ram[LIVES : LIVES + 2] = b"\x01\x02"
    app.loading = lambda: True
    cheats.before_frame()
    assert ram[LIVES : LIVES + 2] == b"\x01\x02"
    app.loading = lambda: False
    cheats.before_frame()
    assert ram[LIVES : LIVES + 2] == b"\x09\x02"
    assert app.said == ["$0C00 = 9", "$0C01 = 7"]


def test_with_rewind_pokes_go_through_it(app, cheats):
    done = []
    app.debugger = SimpleNamespace(poke=lambda *words: done.append(words))
    cheats.add([Poke(LIVES, 9)], held=True)
    cheats.before_frame()
    assert done == [(LIVES, 9)] * 2 and app.machine.ram[LIVES] == 0


def test_every_change_of_the_list_is_kept_for_the_file(app, cheats):
    one, two = Poke(LIVES, 9), Poke(LIVES + 1, 7)
    cheats.add([one, two], held=True)
    assert kept(app) == [Cheat(one, True), Cheat(two, True)]
    cheats._cheat_row(cheats.cheats[1]).choose("off")
    assert kept(app) == [Cheat(one, True), Cheat(two, False)] == cheats.cheats
    cheats._cheat_row(cheats.cheats[1]).choose("held")
    assert kept(app) == [Cheat(one, True), Cheat(two, True)]
    other = Poke(LIVES, 50)
    cheats.add([other], held=False)  # in the place of the one that was there
    assert kept(app) == [Cheat(two, True), Cheat(other, False)]
    for at in (0, 3, -1):  # the heading, and what is below the list
        cheats._drop(at)
        assert len(kept(app)) == 2
    cheats._drop(2)
    assert kept(app) == [Cheat(two, True)] and cheats.on()
    cheats._drop(1)
    assert kept(app) == [] and not cheats.on()


@pytest.mark.parametrize(
    ("item", "is_one"),
    [([0, 0, True], 1), ([0xFFFF, 0xFF, False], 1), ([-1, 0, True], 0), ([0x10000, 0, True], 0),
     ([1, -1, True], 0), ([1, 256, True], 0), ([1, 2, 1], 0), ([1, True, True], 0), ([1, 2], 0),
     ([1, 2, True, 4], 0), (["1", 2, True], 0), (5, 0)],
)  # fmt: skip
def test_what_a_file_of_cheats_holds_is_an_address_a_byte_and_a_word(tmp_path, item, is_one):
    place = tmp_path / "cheats.json"
    place.write_text(json.dumps({"k": [item, [1, 2, True]]}))
    found = CheatList(place).of("k")
    assert found[-1] == Cheat(Poke(1, 2), True) and len(found) == 1 + is_one


def test_cheats_of_the_file_are_told_if_one_is_held(app, cheats):
    cheats.add([Poke(LIVES, 9)], held=False)
    app.said.clear()
    cheats.restarted()  # the same file: nothing to take
    Cheats(app).ready()
    assert app.said == []
    cheats.add([Poke(LIVES, 9)], held=True)
    app.said.clear()
    Cheats(app).ready()
    assert app.said == ["cheats of this file are on"]


def test_a_search_can_be_begun_anew_once_there_is_one(app, cheats):
    assert not row(cheats._rows(), "start over").enabled
    cheats._equal("0")
    begin = row(cheats._rows(), "start over")
    assert begin.enabled and row(cheats._rows(), "65536 addresses").heading
    begin.run()
    assert not row(cheats._rows(), "start over").enabled and not cheats._found_rows()


@pytest.mark.parametrize(
    ("count", "heading", "shown"),
    [(0, "0 addresses", 0), (1, "1 address", 1), (2, "2 addresses", 2), (60, "60 addresses", 60),
     (61, "61 addresses", 0)],
)  # fmt: skip
def test_up_to_sixty_addresses_are_shown_with_their_bytes(app, cheats, count, heading, shown):
    assert SHOWN_MOST == 60
    app.machine.ram[LIVES : LIVES + count] = b"\x05" * count
    cheats._equal("$05")
    title, *found = cheats._found_rows()
    assert (title.title, title.heading, len(found)) == (heading, True, shown)
    assert [line.title for line in found] == [f"${LIVES + n:04X}" for n in range(shown)]
    assert all(line.value() == "5" for line in found)


def test_a_first_look_shows_how_many_there_are_and_none_of_them(app, cheats, monkeypatch):
    cheats._search = ValueSearch(bytes(3))
    assert [line.title for line in cheats._found_rows()] == ["3 addresses"]


def test_the_page_of_an_address_holds_what_is_there_or_pokes_once(app, cheats):
    app.machine.ram[LIVES] = 3
    page = cheats._address_page(LIVES)
    now, hold, *others = page.rows()
    assert page.title == "$0C00" and (now.title, now.value()) == ("now", "3")
    assert hold.value() == ""
    hold.run()
    assert cheats.cheats == [Cheat(Poke(LIVES, 3), True)]
    assert hold.value() == "held"  # the page stays: it says what has become of the value
    assert cheats._address_page(LIVES + 1).rows()[1].value() == ""
    backs = []
    app.feature = lambda kind: SimpleNamespace(back=lambda: backs.append(1))
    for line, held in zip(others, (True, False), strict=True):
        entry = line.run()
        entry.entry("$10")
        assert cheats.cheats == [Cheat(Poke(LIVES, 16), held)] and app.machine.ram[LIVES] == 16
        assert hold.value() == ("held" if held else "")
        entry.entry("256")
        assert app.said[-1] == "256 is more than 255"
    assert len(backs) == 2


@pytest.mark.parametrize("seconds", [1, 5, 20, 60])
def test_memory_is_compared_with_that_of_so_many_seconds_ago(app, cheats, seconds):
    asked, clock = [], 1000
    history = SimpleNamespace(first=0, ram_at=lambda at: asked.append(at) or bytes(0x10000))
    app.debugger = SimpleNamespace(history=history)
    app.machine.cycle, app.machine.model = 100 * clock, SimpleNamespace(clock_hz=clock)
    app.machine.ram[LIVES] = 1
    compared = row(cheats._rows(), "compared with")
    word = f"{seconds} s ago"
    assert compared.value() == "the last look" and word in compared.choices()
    compared.choose(word)
    row(cheats._rows(), "is more").run()
    assert asked == [(100 - seconds) * clock] and compared.value() == word
    assert [line.title for line in cheats._found_rows()] == ["1 address", f"${LIVES:04X}"]
    history.first = (100 - seconds) * clock  # just as long ago as it is known
    row(cheats._rows(), "is more").run()
    assert asked.pop() == history.first and app.said == []
    history.first += 1
    row(cheats._rows(), "is more").run()
    assert app.said == [f"it has not run for {seconds} s yet"] and len(asked) == 1


def test_a_line_has_a_hundred_pokes():
    assert len(parse_pokes("poke 1,2:" * 100)) == 100
    with pytest.raises(HostError, match=r"^more than 100 pokes$"):
        parse_pokes("poke 1,2:" * 101)
