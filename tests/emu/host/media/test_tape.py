"""The datasette in the window and on the command line."""

import pygame
import pytest

from c64.tape.blocks import RELOCATABLE, write_file
from disk.tap import make_tap
from emu.__main__ import main
from emu.host.media.tape import TapeKeys
from tests.emu.host.windows import frames, press

LISTING = b"\x0e\x08\x0a\x00\x99\x22HI MUM\x22\x00\x00\x00"  # 10 PRINT"HI MUM"


@pytest.fixture
def tape(tmp_path):
    path = tmp_path / "hello.tap"
    path.write_bytes(make_tap(write_file(RELOCATABLE, 0x0801, LISTING, b"HELLO")))
    return path


def row(app, title):
    page = next(p for f in app.features for p in f.pages() if p.title == "Tape")
    return next(r for r in page.rows() if r.title == title)


def test_the_key_plays_and_stops(make_app, tape):
    app = make_app("--tape", str(tape))
    assert app.machine.tape.key == "play"
    press(app, "t", mod=pygame.KMOD_LALT)
    assert app.machine.tape.key == "stop"
    press(app, "t", mod=pygame.KMOD_LALT)
    assert app.machine.tape.key == "play"


def test_without_a_cassette_the_key_does_nothing(make_app):
    app = make_app()
    press(app, "t", mod=pygame.KMOD_LALT)
    assert app.machine.tape.key == "stop"
    assert not row(app, "take it out").usable


def test_the_page_puts_cassettes_in_and_takes_them_out(make_app, tape, monkeypatch, tmp_path):
    app = make_app()
    app.library.folder = lambda: tmp_path
    browser = row(app, "cassette").run()
    next(r for r in browser.rows() if "hello.tap" in r.title).run()
    assert row(app, "cassette").value() == "hello.tap"
    row(app, "datasette").choose("forward")
    assert app.machine.tape.key == "forward"
    frames(app, 2)
    row(app, "wind back at once").run()
    assert row(app, "counter").value() == "000"
    row(app, "take it out").run()
    assert row(app, "cassette").value() == "none"
    monkeypatch.chdir(tmp_path)
    row(app, "new cassette").run()
    assert row(app, "cassette").value().startswith("go64-")


def test_what_is_no_tape_is_refused_with_a_message(make_app, tmp_path):
    path = tmp_path / "hello.prg"
    path.write_bytes(b"\x01\x08" + LISTING)
    app = make_app()
    app.feature(TapeKeys)._insert(path)
    assert app.machine.tape.cassette is None
    assert app.overlay.surface() is not None


def test_a_tape_runs_without_a_window(tape, tmp_path, capfd):
    picture = tmp_path / "end.png"
    words = ["--headless", "--frames", "400", "--exit-screenshot", str(picture)]
    assert main([*words, str(tape)]) == 0
    assert picture.exists()
    assert main([*words, "--tape", str(tmp_path / "none.tap")]) == 2
    assert "none.tap: no such file" in capfd.readouterr().err


def rows(app):
    """Return the page's rows by their titles."""
    page = next(p for p in app.feature(TapeKeys).pages() if p.title == "Tape")
    return {row.title: row for row in page.rows()}


def test_without_a_cassette_only_one_can_be_put_in(make_app):
    app = make_app()
    assert {title: (row.word, row.usable) for title, row in rows(app).items()} == {
        "cassette": ("none", True), "new cassette": ("", True), "take it out": ("", False),
        "datasette": ("stop", False), "counter": ("000", False), "counter to 000": ("", False),
        "wind back at once": ("", False),
    }  # fmt: skip


def test_each_key_is_pressed_by_its_word_and_told_with_the_counter(make_app, tape):
    app = make_app("--tape", str(tape))
    deck, action = app.machine.tape, app.actions["tape"]
    assert action.choices() == ("stop", "play", "record + play", "rewind", "forward")
    for word, key in (("play", "play"), ("rewind", "rewind"), ("forward", "forward"),
                      ("stop", "stop")):  # fmt: skip
        action.put(word)
        assert (deck.key, action.state()) == (key, word)
        assert app.overlay.message == f"datasette: {word}, {deck.counter:03}"
    assert all(row.usable for title, row in rows(app).items() if title != "counter")


def test_the_counter_is_set_to_0_and_the_tape_is_wound_back(make_app, tape):
    app = make_app("--tape", str(tape))
    deck = app.machine.tape
    deck.press("forward")
    app.machine.board.write(1, 0x17)  # the motor
    while deck.counter == 0:
        frames(app)
    gone = deck.counter
    assert rows(app)["counter"].word == f"{gone:03}"
    rows(app)["counter to 000"].run()
    assert rows(app)["counter"].word == "000"
    while deck.counter < gone:
        frames(app)
    rows(app)["wind back at once"].run()
    assert rows(app)["counter"].word == "000"


@pytest.mark.parametrize("option", [(), ("--no-fastload",)])
def test_an_empty_cassette_has_a_file_when_something_was_recorded(
    make_app, tmp_path, monkeypatch, option
):
    monkeypatch.chdir(tmp_path)
    app = make_app("--basic-prompt", *option)
    app.machine.fastload = False
    rows(app)["new cassette"].run()
    name = rows(app)["cassette"].word
    assert app.overlay.message == f"tape: {name}" and not (tmp_path / name).exists()
    assert app.machine.tape.cassette.path == tmp_path / name
    assert not app.machine.tape.cassette.read_only
    assert app.machine.fastload is not bool(option)


def test_a_cassette_that_is_put_in_is_named_and_one_that_is_none_leaves_it(
    make_app, tape, tmp_path
):
    app = make_app()
    app.feature(TapeKeys)._insert(tape)
    assert app.overlay.message == "tape: hello.tap"
    bad = tmp_path / "bad.tap"
    bad.write_bytes(b"no tape")
    app.feature(TapeKeys)._insert(bad)
    assert "bad.tap" in app.overlay.message and app.overlay.message != "tape: bad.tap"
    assert rows(app)["cassette"].word == "hello.tap"
