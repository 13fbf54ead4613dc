"""Where a headless run ends and with which status, on a machine that is only counted."""

from contextlib import nullcontext
from types import SimpleNamespace

import pytest

from emu.host import headless
from emu.host.headless import Captures, HeadlessRun

FRAME = 100  # cycles of the machine below
OPTIONS = {
    "frames": None, "limit_cycles": None, "debugcart": False, "endless": False, "warp": False,
    "wav": None, "capture": None, "replay": None, "recording": None, "record": None, "keys": None,
    "file": None, "exit_screenshot": None, "jam_action": "continue", "binary_monitor": None,
    "remote_monitor": None, "monitor_commands": None, "dap": None,
}  # fmt: skip


class Machine:
    """Counts what it is told; ``events`` are done when a frame of that number has run."""

    def __init__(self, events=()):
        self.cycle, self.frames, self.log = 0, 0, []
        self.events = dict(events)
        self.stopped, self.jammed, self.unsaved, self.debug_value = False, False, (), 0
        self.debugcart = None
        self.registers = SimpleNamespace(pc=0x00AB)
        self.drives = {8: SimpleNamespace(notice=None)}
        self.model = SimpleNamespace(frame_hz=50)

    def tick(self, limit=None):
        self.cycle = min(self.cycle + FRAME, headless.NO_LIMIT if limit is None else limit)
        self.frames += 1
        self.log.append("tick")
        if self.frames in self.events:
            self.events[self.frames](self)

    def flush(self):
        self.log.append("flush")

    def reset(self):
        self.log.append("reset")


def setting(**values):
    """Return a function that gives a machine these values."""
    return lambda machine: machine.__dict__.update(values)


class Recorder:
    full = ""

    def __init__(self, machine):
        self.log = machine.log

    def end(self):
        self.log.append("end")

    def finish(self):
        return "the recording"


class Player:
    """Replays so many frames; it diverges at one of them, or the machine goes another way."""

    def __init__(self, machine, steps, diverged=None):
        self.machine, self.steps, self.step, self.over = machine, steps, 0, False
        self.limit, self.diverged, self._diverges, self.left = None, None, diverged, ""

    def prepare(self):
        self.machine.log.append("prepare")
        self.limit = self.machine.cycle + 10

    def end(self):
        self.step += 1
        if self.step == self._diverges:
            self.diverged = self.step
        self.over = self.step == self.steps

    def stop(self, why):
        self.left, self.over = why, True


@pytest.fixture
def make(monkeypatch):
    """Return a function that makes a HeadlessRun of options and a Machine."""

    def make_run(machine=None, **options):
        machine = machine or Machine()
        made = machine.rates = []
        strays = SimpleNamespace(look=lambda: machine.log.append("strays"))
        fed = SimpleNamespace(log=machine.log)

        def feed(what, start, keys):
            fed.given = what, start, keys
            return lambda: machine.log.append("feed")

        for name, value in {
            "make_machine": lambda args, rate: made.append(rate) or machine,
            "start_file": lambda args, what: "a start",
            "StrayWatch": lambda what, say: strays,
            "Feed": feed,
            "Recorder": Recorder,
            "check_recordable": lambda what: machine.log.append("check"),
            "observed": lambda args, what: nullcontext(),
            "outcome": lambda player: player.left or "the end",
            "save_recording": lambda *given: machine.log.append(given),
            "save_screenshot": lambda what, path: machine.log.append(path),
        }.items():
            monkeypatch.setattr(headless, name, value)
        args = SimpleNamespace(**OPTIONS | options)
        if args.replay:
            monkeypatch.setattr(headless, "play_recording", lambda what, found: found)
        run = HeadlessRun(args)
        run.fed = fed
        return run

    return make_run


@pytest.mark.parametrize("frames", [1, 2, 7])
def test_a_run_has_as_many_frames_as_it_is_told(make, frames, capsys):
    run = make(frames=frames, keys="abc")
    assert run.run() == 0
    assert run.machine.log == ["feed", "tick", "strays"] * frames + ["flush"]
    assert run.fed.given == (run.machine, "a start", "abc")
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(("limit", "frames"), [(1, 1), (FRAME, 1), (FRAME + 1, 2), (950, 10)])
def test_a_run_ends_at_its_cycle(make, limit, frames, capsys):
    run = make(limit_cycles=limit)
    assert run.run() == 1
    assert (run.machine.cycle, run.machine.frames) == (limit, frames)
    line = f"go64: --limit-cycles {limit} reached at cycle {limit}\n"
    assert capsys.readouterr().err == line


def test_of_two_limits_the_first_counts(make, capsys):
    assert make(frames=9, limit_cycles=250).run() == 1
    assert "cycle 250" in capsys.readouterr().err
    assert make(frames=2, limit_cycles=250).run() == 1
    assert capsys.readouterr().err == "go64: --limit-cycles 250 reached at cycle 200\n"
    assert make(frames=2, debugcart=True).run() == 1
    assert capsys.readouterr().err == "go64: --frames 2 reached at cycle 200\n"


def test_the_debug_cartridge_ends_a_run_with_its_value(make):
    run = make(Machine({3: setting(stopped=True, debug_value=42)}), frames=9, debugcart=True)
    assert run.machine.debugcart is True
    assert (run.run(), run.machine.frames) == (42, 3)


def test_a_jam_is_status_1_with_its_place_and_the_run_goes_on(make, capsys):
    run = make(Machine({1: setting(jammed=True)}), frames=3)
    assert (run.run(), run.machine.frames) == (1, 3)
    assert capsys.readouterr().err == "go64: CPU jammed at $00AB\n"


@pytest.mark.parametrize("record", [None, "r.go64rec"])
def test_a_jam_may_end_the_run_which_was_wanted(make, record):
    machine = Machine({2: setting(jammed=True)})
    run = make(machine, frames=9, jam_action="quit", record=record, file="folder/a.prg")
    assert (run.run(), machine.frames) == (0, 2)
    saved = [("r.go64rec", machine, "the recording", "a.prg")] if record else []
    assert machine.log[-1 - len(saved) :] == [*saved, "flush"]
    assert machine.log.count("end") == len(saved), "the jammed frame is not in it"


@pytest.mark.parametrize(("file", "title"), [(None, ""), ("folder/a.prg", "a.prg")])
def test_a_recording_has_all_frames_and_is_saved_once(make, file, title, capsys):
    run = make(frames=2, record="r.go64rec", file=file)
    assert run.machine.log == ["check"]
    assert run.run() == 0
    saved = ("r.go64rec", run.machine, "the recording", title)
    turn = ["feed", "tick", "strays", "end"]
    assert run.machine.log == ["check", *turn, *turn, saved, "flush"]
    run._save_recording()
    assert run.machine.log.count(saved) == 1
    assert capsys.readouterr().err == ""


def test_a_recording_that_is_full_says_so(make, monkeypatch, capsys):
    monkeypatch.setattr(Recorder, "full", "it is full")
    make(frames=1, record="r.go64rec").run()
    assert capsys.readouterr().err == "go64: r.go64rec: ends early: it is full\n"


@pytest.mark.parametrize(
    ("options", "paced"),
    [
        ({"endless": True}, True),
        ({"endless": True, "warp": True}, False),
        ({"endless": True, "frames": 2}, False),
        ({"endless": True, "limit_cycles": 2}, False),
        ({"endless": True, "debugcart": True}, False),
        ({"frames": 2}, False),
        ({}, False),
    ],
)
def test_only_a_run_without_an_end_keeps_the_pace_of_a_c64(make, options, paced, monkeypatch):
    waits = []
    pacer = SimpleNamespace(wait=lambda: waits.append("wait"))
    monkeypatch.setattr(headless, "Pacer", lambda hz: waits.append(hz) or pacer)
    machine = Machine({3: setting(stopped=True)})
    make(machine, **options).run()
    assert waits == ([50, *["wait"] * 3] if paced else [])


@pytest.mark.parametrize(
    ("options", "rate"), [({}, 0), ({"wav": "a.wav"}, 44100), ({"capture": "a.gif"}, 44100)]
)
def test_a_machine_makes_sound_only_for_somebody(make, options, rate, monkeypatch):
    monkeypatch.setattr(headless, "Captures", lambda args, machine: None)
    assert make(**options).machine.rates == [rate]


@pytest.mark.parametrize(
    ("player", "options", "steps", "status", "said"),
    [
        ({"steps": 3}, {}, 3, 0, "the end"),
        ({"steps": 3, "diverged": 2}, {}, 3, 1, "the end"),
        ({"steps": 3}, {"frames": 3}, 3, 0, "the end"),
        ({"steps": 3}, {"frames": 2}, 2, 0, "its end was not waited for"),
        ({"steps": 9}, {"limit_cycles": 20}, 2, 0, "its end was not waited for"),
        ({"steps": 9}, {"limit_cycles": 21}, 3, 0, "its end was not waited for"),
        ({"steps": 9, "diverged": 1}, {"frames": 1}, 1, 1, "its end was not waited for"),
    ],
)
def test_a_replay_ends_with_the_recording_or_where_it_is_told(
    make, player, options, steps, status, said, capsys
):
    machine = Machine()
    player = Player(machine, **player)
    run = make(machine, replay="r.go64rec", recording=player, **options)
    assert run.run() == status
    assert machine.log == ["prepare", "tick"] * steps + ["flush"]
    assert machine.cycle == 10 * steps
    assert capsys.readouterr().err == f"go64: {said}\n"


def test_a_replay_with_files_that_are_not_whole_is_status_1(make):
    machine = Machine()
    machine.unsaved = ("a disk",)
    assert make(machine, replay="r.go64rec", recording=Player(machine, 1)).run() == 1


@pytest.mark.parametrize(
    ("machine", "options", "whole", "how", "status"),
    [
        ({}, {}, True, {}, 0),
        ({}, {}, False, {}, 1),
        ({"unsaved": ("a",)}, {}, True, {"wanted": True}, 1),
        ({"stopped": True, "debug_value": 7}, {}, False, {"stopped": True}, 1),
        ({"debug_value": 7}, {}, True, {"stopped": True}, 7),
        ({"debug_value": 7, "jammed": True}, {}, True, {"stopped": True}, 7),
        ({"debug_value": 7}, {}, True, {}, 0),
        ({"jammed": True}, {}, True, {}, 1),
        ({"jammed": True}, {}, True, {"wanted": True}, 0),
        ({}, {"debugcart": True}, True, {}, 1),
        ({}, {"limit_cycles": 5}, True, {}, 1),
        ({}, {"limit_cycles": 5}, True, {"wanted": True}, 0),
    ],
)
def test_the_first_reason_for_a_status_counts(make, machine, options, whole, how, status):
    run = make(exit_screenshot="a.png", **options)
    run.machine.__dict__.update(machine)
    run.captures = SimpleNamespace(close=lambda: whole)
    assert run._finish(**how) == status
    assert run.machine.log == ["flush", "a.png"], "the picture is written in any case"


def test_an_error_keeps_what_there_is_and_is_told_itself(make):
    def fails(machine):
        raise KeyboardInterrupt

    run = make(Machine({2: fails}), frames=9, record="r.go64rec")
    run.machine.flush = lambda: 1 / 0
    closed = []
    run.captures = SimpleNamespace(frame=lambda: None, close=lambda: closed.append(True))
    with pytest.raises(KeyboardInterrupt):
        run.run()
    assert closed == [True]
    assert run.machine.log[-1] == ("r.go64rec", run.machine, "the recording", "")


class Remote:
    """A client's run: it goes on by so many frames at a time, and may be ended by the client."""

    def __init__(self, machine, steps, **state):
        self.machine, self.steps, self.log = machine, list(steps), []
        self.quitting = self.stopped = self.ended = False
        self.warp, self.speed = True, 100
        self.end_with = state

    def advance(self, last):
        self.log.append(last)
        frames = self.steps.pop(0)
        for _ in range(frames):
            self.machine.tick(last)
        if not self.steps:
            self.ended = True
            self.__dict__.update(self.end_with)
        return frames

    def quit(self):
        self.quitting = self.ended = True

    def close(self):
        self.log.append("close")


@pytest.fixture
def remote(make, monkeypatch):
    """Return a function that makes a run with a client, and notes how it is paced."""

    def make_remote(steps, machine=None, state=(), **options):
        machine = machine or Machine()
        there = Remote(machine, steps, **dict(state))
        waits = there.waits = []
        pacer = SimpleNamespace(speed=1.0, wait=lambda: waits.append(pacer.speed))
        monkeypatch.setattr(headless, "Pacer", lambda hz: pacer)
        monkeypatch.setattr(
            "emu.monitor.vice.targets.headless.RemoteRun", lambda args, what, start: there
        )
        run = make(machine, binary_monitor=0, **options)
        run.captures = SimpleNamespace(
            frame=lambda: machine.log.append("capture"), close=lambda: True
        )
        return run, there

    return make_remote


def test_a_client_may_end_a_run_which_was_wanted(remote):
    run, there = remote([1, 0, 1], state={"quitting": True}, debugcart=True)
    assert run.run() == 0
    assert there.log == [headless.NO_LIMIT] * 3 + ["close"]
    turn = ["strays", "capture"]
    assert run.machine.log == ["tick", *turn, *turn, "tick", *turn, "flush"]


def test_the_debug_cartridge_ends_a_clients_run_with_its_value(remote):
    machine = Machine({1: setting(debug_value=3)})
    run, _ = remote([1], machine, state={"stopped": True}, debugcart=True)
    assert run.run() == 3


@pytest.mark.parametrize(
    ("options", "turns"),
    [({"frames": 3}, 5), ({"limit_cycles": 200}, 3), ({"limit_cycles": 201}, 5)],
)
def test_only_frames_that_ran_count_for_the_end_of_a_clients_run(remote, options, turns):
    run, there = remote([1, 0, 1, 0, 1, 1, 1, 1], **options)
    run.run()
    assert len(there.log) == turns + 1


def test_a_jam_may_end_a_clients_run(remote):
    run, there = remote([0, 1, 1, 1], Machine({1: setting(jammed=True)}), jam_action="quit")
    assert run.run() == 0
    assert there.log == [headless.NO_LIMIT] * 2 + ["close"]


def test_a_clients_run_is_paced_unless_it_is_at_warp(remote):
    run, there = remote([1, 0, 1, 1])
    there.warp, there.speed = False, 50
    run.run()
    assert there.waits == [0.5] * 3 and there.speed == 50
    run, there = remote([1, 0, 1, 1])
    run.run()
    assert there.waits == []


def test_every_file_takes_every_frame_and_tells_what_goes_wrong(tmp_path, monkeypatch, capsys):
    class Writer:
        frames = 0

        def frame(self, *given):
            self.frames += 1
            if self.frames == 3:
                raise OSError(28, "full")
            seen.append(given)

        def close(self):
            pass

    seen, opened = [], []

    def open_writer(*given):
        opened.append(given)
        return Writer()

    monkeypatch.setattr("emu.host.record.capture.open_writer", open_writer)
    indices = SimpleNamespace(shape=(272, 384))
    machine = SimpleNamespace(
        screen=SimpleNamespace(indices=indices, palette="palette"), audio=lambda: "samples",
        model=SimpleNamespace(standard="NTSC"),
    )  # fmt: skip
    args = SimpleNamespace(wav="sound", capture="b/a.GIF")
    captures = Captures(args, machine)
    assert [(path, size, rate, suffix) for path, size, _, rate, _, suffix in opened] == [
        ("sound", (384, 272), 44100, ".wav"), ("b/a.GIF", (384, 272), 44100, ".GIF"),
    ]  # fmt: skip
    assert {round(row[4], 2) for row in opened} == {0.75}
    for _ in range(2):
        captures.frame()
    assert seen == [(indices, "palette", "samples")] * 4
    assert captures.close() is True and capsys.readouterr().err == ""
    captures = Captures(args, machine)
    for _ in range(4):
        captures.frame()
    assert captures.close() is False
    assert capsys.readouterr().err.splitlines() == [
        "go64: sound: recording ends (full)", "go64: a.GIF: recording ends (full)",
    ]  # fmt: skip


def test_without_files_no_sound_is_asked_for():
    captures = Captures(SimpleNamespace(wav=None, capture=None), SimpleNamespace())
    captures.frame()
    assert captures.close() is True


def test_which_option_has_the_file_that_cannot_be_written_is_told(tmp_path):
    from c64 import C64
    from emu.errors import HostError

    machine = C64(sample_rate=0)
    for options in ({"wav": tmp_path, "capture": None}, {"wav": None, "capture": tmp_path}):
        option = "--wav" if options["wav"] else "--capture"
        with pytest.raises(HostError, match=f"{option} {tmp_path}: "):
            Captures(SimpleNamespace(**options), machine)
