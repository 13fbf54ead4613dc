"""The hosted machine without its thread: what it does with commands, sound and its snapshot."""

import dataclasses
import errno
import time
from types import SimpleNamespace

import numpy as np
import pytest

from c64.errors import AutostartError
from emu.cli import parse_arguments
from emu.errors import HostError
from emu.web.game import Facts, Seat
from emu.web.host import seat_map
from emu.web.machine_thread import FRAMES_A_PACKET, RATE, SAVE_EVERY, MachineThread
from emu.web.permissions import HOST, WATCH
from emu.web.simultaneous import BIDS, Market
from tests.emu.web.kit import seat
from tests.emu.web.test_adpcm import decode

SEATS = (Seat("ANN", 2, True, False, 9), Seat("BOB", 5, True, False, 5))
FACTS = Facts("normal", 1, SEATS, (), raw=(b"",))


class Hosted:
    """A machine, the ticks it gave, [(client, why)] of what it refused, and what it said."""

    def __init__(self, folder, *words):
        args = parse_arguments(["--default", "--host", "--basic-prompt", *words])
        args.seat_map, args.expects_game = seat_map(args.host_seats), False
        self.ticks, self.refused, self.said = [], [], []
        self.thread = MachineThread(
            args, folder / "a.go64", self.ticks.append,
            lambda *words: self.refused.append(words),
            SimpleNamespace(say=lambda *words: self.said.append(words)),
        )  # fmt: skip
        self.machine = self.thread.machine

    def facts(self, facts):
        """Have the game say something."""
        self.thread.table.look = lambda ram: facts

    def frame(self, count=1):
        for _ in range(count):
            self.thread.frame()


@pytest.fixture
def hosted(tmp_path):
    return Hosted(tmp_path)


def test_whoever_may_not_press_is_told_why(tmp_path):
    hosted = Hosted(tmp_path, "--host-seats", "none")
    market = Market(BIDS, (1,), bid=None, money=(5, 5))
    for facts, role, why in (
        (None, WATCH, "You watch: watchers cannot press."),
        (FACTS, WATCH, "You watch: watchers cannot press."),
        (None, seat(1), "The host has given this seat nothing to press here."),
        (FACTS, seat(0), "It is BOB's turn."),
        (dataclasses.replace(FACTS, active=None), seat(0), "The host sets up the game."),
        (dataclasses.replace(FACTS, market=market), seat(0),
         "All are asked: you press for seat 1, key 1."),
    ):  # fmt: skip
        hosted.facts(facts)
        hosted.frame()
        for number, message in enumerate((("key", "A", True), ("stick", 1), ("tap", 8, 8))):
            kind, *more = message
            hosted.refused.clear()
            hosted.thread.send(kind, number, role, *more)
            hosted.frame()
            assert hosted.refused == [(number, why)], kind
        assert not hosted.machine.keyboard.down


def test_the_host_and_whose_turn_it_is_click_with_the_games_mouse(hosted):
    taps = []
    hosted.thread.pointer.tap = lambda *place: taps.append(place)
    hosted.facts(FACTS)
    hosted.frame()
    for role in (HOST, seat(1), seat(0), WATCH):
        hosted.thread.send("tap", 1, role, 7, 9)
    hosted.frame()
    assert taps == [(7, 9), (7, 9)] and len(hosted.refused) == 2


def test_a_seat_that_the_game_does_not_take_is_refused_by_its_reason(hosted):
    def give(*words):
        raise HostError(f"no seat {words[0]}")

    hosted.thread.table.give = give
    hosted.thread.send("computer", 4, HOST, 9, "hard")
    hosted.frame()
    assert hosted.refused == [(4, "no seat 9")]


def test_keys_of_the_table_are_typed(hosted):
    keys = ["A"]
    hosted.thread.table.settle = lambda ram: keys.pop() if keys else ""
    for _ in range(4):
        hosted.frame()
        if "A" in hosted.machine.keyboard.down:
            return
    raise AssertionError("A is not down")


def test_a_start_that_fails_is_said_once_and_the_machine_runs_on(hosted, capsys):
    calls = []

    class Feed:
        start = SimpleNamespace(settled=False)

        def __call__(self):
            calls.append(self.start)
            if self.start is not None:
                raise AutostartError("the file has gone")

    hosted.thread._feed = Feed()
    frames = hosted.machine.frames
    hosted.frame(2)
    assert hosted.machine.frames == frames + 2 and calls[1:] == [None]
    assert capsys.readouterr().out == "go64: the file has gone\n"


def test_sound_comes_in_packets_of_two_frames_to_whoever_hears_it(hosted):
    hosted.frame(2)
    hosted.thread.audience(True, True)
    hosted.frame(4)
    assert [tick.sound is None for tick in hosted.ticks] == [True, True, True, False, True, False]
    hosted.frame()
    hosted.thread.audience(True, False)  # what waits is not heard later
    hosted.frame()
    hosted.thread.audience(True, True)
    hosted.frame(2)
    assert [tick.sound is None for tick in hosted.ticks[6:]] == [True, True, True, False]


def test_sound_of_two_channels_is_heard_as_one(hosted):
    count = RATE // 50
    wave = np.where(np.arange(count) % 40 < 20, 4000, -4000)
    both = np.stack([wave, wave // 2], axis=1).astype(np.int16)
    hosted.machine.audio = lambda: both
    hosted.thread.audience(False, True)
    hosted.frame(FRAMES_A_PACKET)
    samples = decode(hosted.ticks[-1].sound)
    assert len(samples) == FRAMES_A_PACKET * count
    assert abs(np.abs(samples[count:]).mean() - 3000) < 300


def test_nothing_is_packed_that_nobody_looks_at(hosted):
    hosted.thread.audience(False, False)
    hosted.frame(3)
    assert all(tick.picture is None and tick.change is None for tick in hosted.ticks)
    hosted.thread.audience(True, False)
    hosted.frame()
    assert hosted.ticks[-1].picture is not None and hosted.ticks[-1].version == 1


@pytest.mark.parametrize("error", [OSError(errno.ENOSPC, "No space left"), HostError("no room")])
def test_a_snapshot_that_fails_is_told_and_tried_again(hosted, monkeypatch, error):
    tries, now = [], [100.0]
    clock = SimpleNamespace(monotonic=lambda: now[0], perf_counter=time.perf_counter)
    monkeypatch.setattr("emu.web.machine_thread.time", clock)

    def save(path, machine, title):
        tries.append((path.name, title))
        if len(tries) == 1:
            raise error

    monkeypatch.setattr("emu.web.machine_thread.save_state_file", save)
    hosted.thread.send("key", 1, HOST, "A", True)
    hosted.frame()
    assert tries == [("a.go64", "hosted")] and hosted.said == [
        ("snapshot", f"no snapshot: {error}")
    ]
    hosted.frame(3)
    assert len(tries) == 1
    now[0] += SAVE_EVERY
    hosted.frame(3)
    assert len(tries) == 2 and len(hosted.said) == 1
    now[0] += SAVE_EVERY
    hosted.thread.send("drop", 1, HOST)  # changes nothing worth a snapshot
    hosted.frame(3)
    assert len(tries) == 2


def test_while_a_program_loads_there_is_no_snapshot(hosted, monkeypatch):
    saved = []
    monkeypatch.setattr(
        "emu.web.machine_thread.save_state_file", lambda *words: saved.append(words)
    )
    hosted.thread._feed = Loading()
    hosted.thread.send("key", 1, HOST, "A", True)
    hosted.frame(3)
    hosted.thread._save()
    assert saved == []
    hosted.thread._feed.start.settled = True
    hosted.frame()
    assert len(saved) == 1


class Loading:
    """A start that goes on until a test has it settled."""

    def __init__(self):
        self.start = SimpleNamespace(settled=False)

    def __call__(self):
        """Do nothing."""


def test_pictures_of_a_program_that_loads_are_few_and_their_sound_is_dropped(hosted, monkeypatch):
    now = [5.0]
    clock = SimpleNamespace(monotonic=time.monotonic, perf_counter=lambda: now[0])
    monkeypatch.setattr("emu.web.machine_thread.time", clock)
    hosted.thread._feed = Loading()
    hosted.thread.audience(True, True)
    hosted.frame(10)
    assert len(hosted.ticks) == 1
    now[0] += 1
    hosted.frame(10)
    assert len(hosted.ticks) == 2
    assert len(hosted.machine.audio()) == 0
    hosted.thread._feed.start.settled = True
    hosted.frame(3)
    assert len(hosted.ticks) == 5
