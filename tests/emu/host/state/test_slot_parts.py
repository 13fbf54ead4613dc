"""Slots by themselves: what a load does in turn, what is said, when it goes on by itself."""

import os
from itertools import product
from types import SimpleNamespace

import numpy as np
import pytest

from emu.errors import HostError
from emu.host.state import slots
from emu.host.state.slots import NOT_YOURS, SLOTS, Slots, thumbnail

PALETTE = [(n, 2 * n, 255 - n) for n in range(16)]


def app_with(**options):
    """Return what Slots needs of an App; ``log`` is what it was asked to do."""
    log = []

    def does(name, result=None):
        return lambda *_: log.append(name) or result

    args = dict.fromkeys(("file", "basic_prompt", "drive8", "cart", "keys")) | options
    return SimpleNamespace(
        log=log, args=SimpleNamespace(**args), start="start", started=None,
        machine=SimpleNamespace(
            flush=does("flush"), stop_typing=does("typing"), audio=does("audio"), frames=1,
            screen=SimpleNamespace(palette=PALETTE),
        ),
        input=SimpleNamespace(restored=does("keys")), machine_restarted=does("restarted"),
        overlay=SimpleNamespace(say=log.append), settings=SimpleNamespace(go_on=False),
        worker=SimpleNamespace(wait=does("wait"), do=lambda work: work()),
        loading=lambda: False,
    )  # fmt: skip


def state(own=True):
    return SimpleNamespace(saved="today", own=own, header={"title": "GAME"})


@pytest.fixture
def made(monkeypatch, tmp_path):
    """Slots whose files are ``states`` by name; a State of None cannot be read."""
    app = app_with()
    found = Slots(app)
    found.states, found.app = {}, app

    def load(path):
        if found.states.get(path.name) is None:
            raise HostError(f"{path.name}: is damaged")
        return found.states[path.name]

    def writer(path, machine, name):
        def write():
            app.log.append(f"written {path.name} {name}")

        return write

    monkeypatch.setattr(slots, "data_folder", lambda: tmp_path)
    monkeypatch.setattr(slots, "cart_path", lambda args: None)
    monkeypatch.setattr(slots, "load_state_file", load)
    monkeypatch.setattr(slots, "state_writer", writer)
    monkeypatch.setattr(slots, "take_state", lambda machine, name: f"before {len(app.log)}")
    monkeypatch.setattr(slots, "put_state", lambda machine, state: app.log.append("put"))
    return found


def test_a_colour_that_the_palette_lacks_is_its_last():
    picture = np.array([[0, 1, 15], [16, 17, 255]], dtype=np.uint8)
    surface = thumbnail(app_with(), SimpleNamespace(picture=picture), (3, 2))
    assert surface.get_size() == (3, 2)
    seen = [[tuple(surface.get_at((x, y)))[:3] for x in range(3)] for y in range(2)]
    assert seen == [[PALETTE[0], PALETTE[1], PALETTE[15]], [PALETTE[15]] * 3]


@pytest.mark.parametrize(("own", "says"), [(True, "slot 1: today; ALT+U undoes it"),
                                           (False, NOT_YOURS)])  # fmt: skip
def test_a_load_tells_everybody_and_drops_the_sound_of_before(made, own, says):
    made.states["1.go64"] = state(own)
    made.load()
    done = ["flush", "put", "typing", "keys", "restarted", "audio"]
    assert made.app.log == ["wait", *done, says]
    assert made.app.start is None and made._undo == "before 1"
    made.undo()
    assert made.app.log[8:] == [*done, "load undone"] and made._undo == "before 8"


def test_a_slot_is_read_once_until_its_file_is_another(made, monkeypatch):
    reads = []
    load = slots.load_state_file
    monkeypatch.setattr(
        slots, "load_state_file", lambda path: reads.append(path.name) or load(path)
    )
    assert made.peek("1") is None and reads == []
    path = made.path("1")
    path.parent.mkdir(parents=True)
    made.states["1.go64"] = first = state()
    path.touch()
    assert made.peek("1") is made.peek("1") is first and reads == ["1.go64"]
    made.states["1.go64"] = second = state()
    os.utime(path, ns=(10**18, 10**18))
    assert made.peek("1") is made.peek("1") is second and len(reads) == 2
    made.states["1.go64"] = None
    os.utime(path, ns=(10**18, 10**18 + 1))
    assert made.peek("1") is made.peek("1") is None and len(reads) == 3
    made.delete("1")
    made.delete("1")
    assert made.peek("1") is None and len(reads) == 3 and not path.exists()


def test_a_state_that_does_not_fit_or_cannot_be_read_changes_nothing(made, monkeypatch):
    made.load()
    assert made.app.log == ["wait", "1.go64: is damaged"]

    def refuse(machine, state):
        raise HostError("needs a REU")

    monkeypatch.setattr(slots, "put_state", refuse)
    made.states["1.go64"] = made.states["continue.go64"] = state()
    made.load()
    assert made.app.log[2:] == ["wait", "flush", "needs a REU"]
    made.go_on()
    assert made.app.log[5:] == ["flush", "needs a REU"]
    assert made._undo is None and made.app.start == "start"
    made.undo()
    assert made.app.log[-1] == "nothing to undo"


def test_going_on_says_what_and_of_when(made):
    made.go_on()
    assert made.app.log == ["continue.go64: is damaged"]
    made.states["continue.go64"] = state()
    made.go_on()
    assert made.app.log[-1] == "GAME: today"


OPTIONS = ("file", "basic_prompt", "drive8", "cart", "keys")


@pytest.mark.parametrize("asked", [None, *OPTIONS])
def test_it_goes_on_by_itself_if_it_should_and_nothing_else_was_asked_for(made, asked, tmp_path):
    made.states["continue.go64"] = state()
    made.app.args = SimpleNamespace(**{name: name == asked for name in OPTIONS})
    for wanted, left in product((False, True), repeat=2):
        (tmp_path / "continue.go64").unlink(missing_ok=True)
        if left:
            (tmp_path / "continue.go64").touch()
        made.app.settings.go_on = wanted
        made.app.log.clear()
        made.ready()
        assert ("put" in made.app.log) == (wanted and left and asked is None)


def test_the_state_at_the_end_is_kept_once_the_machine_has_run(made, capsys, monkeypatch):
    for frames, loading, kept in ((0, False, 0), (1, True, 0), (1, False, 1)):
        made.app.log.clear()
        made.app.machine.frames, made.app.loading = frames, lambda it=loading: it
        made.close()
        assert made.app.log == ["written continue.go64 BASIC"] * kept

    def fails(path, machine, name):
        def write():
            raise HostError("the disk is full")

        return write

    monkeypatch.setattr(slots, "state_writer", fails)
    made.close()
    assert capsys.readouterr().err == "go64: the state was not kept: the disk is full\n"
    made.app.log.clear()
    made.save()
    assert made.app.log == ["the disk is full"]


def test_a_state_is_saved_in_its_slot_but_not_while_a_program_loads(made):
    assert (*"123456789", "10") == SLOTS
    made.choose("10")
    made.save()
    assert made.app.log == ["slot 10", "written 10.go64 BASIC", "saved in slot 10"]
    made._next_slot()
    assert made.slot == "1"
    made.app.loading = lambda: True
    made.save()
    assert made.app.log[3:] == ["slot 1", "not while a program loads"]
    made._swap_continue()
    made._swap_continue()
    assert made.app.log[-2:] == ["resume at start: on", "resume at start: off"]


def test_all_that_it_does_stands_with_what_is_about_time(made):
    actions = made.actions()
    assert {action.group for action in actions} == {"time"}
    assert [action.key for action in actions] == ["e", "c", "l", "u", "", "", ""]
