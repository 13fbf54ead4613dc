"""What the window's loop does with its parts, each of which only notes what it is asked for."""

import io
import sys
from argparse import Namespace
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest

from c64.errors import AutostartError, MediaError
from emu.host import app as module
from emu.host.app import HELD_PICTURE, HELD_SAY, WARP_SHOW_EVERY, run_app
from emu.process.signals import unbroken
from tests.emu.host.app_parts import Clock, Noted, Parts, loading, remote


@pytest.fixture
def clock(monkeypatch):
    made = Clock()
    monkeypatch.setattr(module, "time", made)
    return made


@pytest.fixture
def parts(clock):
    return Parts(clock)


# -- how it stands ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "paced", "hurried"),
    [
        ({}, True, False),
        ({"paused": True}, False, False),
        ({"warp": True}, False, True),
        ({"start": loading()}, False, True),
        ({"start": loading(settled=True)}, True, False),
        ({"remote": remote()}, True, False),
        ({"remote": remote(holding=True)}, False, False),
        ({"remote": remote(stepping=True)}, False, True),
    ],
)
def test_frames_come_at_the_machines_pace_unless_there_is_a_reason(clock, state, paced, hurried):
    app = Parts(clock, **state)
    assert (bool(app.paced()), bool(app._hurried())) == (paced, hurried)


@pytest.mark.parametrize(
    ("state", "words"),
    [
        ({}, []),
        ({"warp": True}, ["warp"]),
        ({"start": loading(), "warp": True}, ["loading"]),
        ({"remote": remote(holding=True), "start": loading()}, ["stopped by a debugger"]),
        ({"remote": remote(stepping=True), "warp": True}, ["warp"]),
        ({"paused": True}, ["paused"]),
        ({"paused": True, "warp": True}, ["warp", "paused"]),
    ],
)
def test_the_title_says_how_the_machine_runs(clock, state, words):
    app = Parts(clock, **state)
    app.features = [Noted(app, "a", title="first"), Noted(app, "b"), Noted(app, "c", title="last")]
    assert app._title() == " - ".join(["GO 64", *words, "first", "last"])
    app.machine.jammed = True
    jammed = "CPU jammed at $0ABC: ALT+R resets"
    kept = ["paused"] if app.paused else []
    assert app._title() == " - ".join(["GO 64", jammed, *kept, "first", "last"])


def test_a_feature_is_found_by_its_class(parts):
    class Other(Noted):
        pass

    parts.features = [Noted(parts, "a"), Other(parts, "b"), Other(parts, "c")]
    assert parts.feature(Other).name == "b" and parts.feature(Noted).name == "a"


def test_switches_change_and_say_so(parts):
    for value in (True, False):
        parts.swap_warp()
        parts.swap_pause()
        parts.swap_sound()
        assert (parts.warp, parts.paused, parts.muted) == (value, value, value)
    assert parts.log == [
        ("say", "warp on"), ("say", "sound off"), ("say", "warp off"), ("say", "sound on"),
    ]  # fmt: skip
    parts.leave()
    assert parts.quit is True


# -- the loop -----------------------------------------------------------------------------------


def loop(app, turns=1):
    """Let the loop go round so often, with its kinds of turns noted; returns the notes."""
    left = [turns]

    def turn(name):
        def call(*_):
            app.log.append(name)
            left[0] -= 1
            app.quit = left[0] == 0

        return call

    for name in ("_rest", "_run_fast", "_run_frame", "_held"):
        setattr(app, name, turn(name))
    app.close = app.noting("close")
    assert app.run() == 0
    return app.log


def test_a_turn_of_the_loop_is_a_frame_that_is_waited_for(parts):
    parts._held_for = 5
    assert loop(parts, 2) == ["wait", "poll", "_run_frame"] * 2 + ["close"]
    assert parts._held_for == 0


@pytest.mark.parametrize(
    ("state", "notes"),
    [
        ({"paused": True}, ["poll", "_rest"]),
        ({"warp": True}, ["poll", "_run_fast"]),
        ({"warp": True, "paused": True}, ["poll", "_rest"]),
        ({"remote": remote(poll=lambda: True)}, ["wait", "poll", "_held"]),
        ({"remote": remote(poll=lambda: True, holding=True)}, ["poll", "_held"]),
        ({"remote": remote()}, ["wait", "poll", "_run_frame"]),
    ],
)
def test_what_a_turn_is_depends_on_how_the_machine_runs(clock, state, notes):
    assert loop(Parts(clock, **state)) == [*notes, "close"]


@pytest.mark.parametrize("first", [True, False])
def test_one_feature_may_stand_in_for_the_frame_and_all_are_asked(parts, first):
    parts.features = [Noted(parts, "a", instead=first), Noted(parts, "b", instead=True)]
    assert loop(parts) == ["wait", "poll", "a instead", "b instead", "_rest", "close"]


@pytest.mark.parametrize("closes", [True, False])
def test_an_error_in_the_loop_is_told_and_all_is_closed(parts, closes):
    def fails():
        raise KeyError("first")

    def close():
        parts.log.append("close")
        if not closes:
            raise OSError("second")

    parts.input.poll, parts.close = fails, close
    with pytest.raises(KeyError, match="first"):
        parts.run()
    assert parts.log == ["wait", "close"]


def test_another_machine_follows_while_one_is_asked_for(monkeypatch):
    made = []

    def make(args):
        made.append(args)
        again = args + 1 if args < 3 else None
        return SimpleNamespace(run=lambda: args * 10, again=again)

    monkeypatch.setattr(module, "App", make)
    assert run_app(1) == 30 and made == [1, 2, 3]


# -- held by a client, at rest ------------------------------------------------------------------


def test_a_client_that_holds_the_machine_has_time_for_commands_and_the_window_lives(parts, clock):
    shown = parts._show = parts.noting("shown")
    there = parts.remote = remote(holding=True)

    def wait(seconds):
        there.log.append(round(seconds, 6))
        clock.now += HELD_PICTURE / 2

    there.wait, there.poll = wait, lambda: there.log.append("poll")
    parts._held(there)
    assert there.log == [HELD_PICTURE, "poll", HELD_PICTURE / 2, "poll"]
    assert parts.log == ["shown", "audio", "pacer"] and shown
    there.poll = lambda: setattr(there, "holding", False)
    parts._held(there)
    assert there.log[4:] == [HELD_PICTURE], "let go: it runs at once"


def test_that_a_client_holds_the_machine_is_said_now_and_then(parts):
    there = remote(holding=False)
    said = []
    for turn in range(1, 2 * HELD_SAY + 1):
        parts.log.clear()
        parts._held(there)
        said += [turn] * parts.log.count(("say", "stopped by a debugger"))
    assert said == [HELD_SAY // 2, HELD_SAY + HELD_SAY // 2] and HELD_SAY == 80


@pytest.mark.parametrize("paused", [True, False])
@pytest.mark.parametrize("plays", [True, False])
def test_a_window_at_rest_is_shown_and_silent_unless_something_plays(parts, clock, plays, paused):
    parts.paused = paused
    parts.features = [Noted(parts, "a"), Noted(parts, "b", plays=plays)]
    parts._rest()
    shown = ("show", "cut screen", "the overlay", parts._foot())
    log = [entry for entry in parts.log if entry != "overlay tick"]
    assert log == [shown, *([] if plays else ["quiet"]), *(["pacer"] if paused else [])]
    assert clock.slept == ([0.02] if paused else [])


def test_the_debuggers_thread_has_run_the_machine_before_it_is_shown(parts):
    @contextmanager
    def lock():
        parts.log.append("locked")
        yield
        parts.log.append("free")

    parts.debugger = SimpleNamespace(lock=lock())
    parts._rest()
    assert parts.log[:2] == ["locked", "free"] and parts.log[-2][0] == "show"


# -- a frame ------------------------------------------------------------------------------------


def test_a_frame_is_run_heard_and_shown(parts):
    parts.features = [Noted(parts, "a", sound=1), Noted(parts, "b", sound=10)]
    depths = []
    parts.machine.tick = lambda **words: depths.append(unbroken._depth)
    parts._run_frame()
    assert depths == [1], "no signal comes between"
    played = parts.log.pop(parts.log.index(next(e for e in parts.log if e[0] == "push")))
    assert played[1].tolist() == [12, 9, 14]
    assert parts.log == [
        "a before", "b before", ("keys", False), "strays", "audio", "a after", "b after",
        "overlay tick", ("show", "cut screen", "the overlay", parts._foot()), ("title", "GO 64"),
        ("shown", 7.5), "overlay tick",
    ]  # fmt: skip


def test_sound_that_is_off_is_silence_as_long_as_the_frame(parts):
    parts.muted = True
    parts._run_frame()
    (played,) = (entry[1] for entry in parts.log if entry[0] == "push")
    assert played.tolist() == [0, 0, 0]


@pytest.mark.parametrize(
    ("limits", "limit"), [([None, None], None), ([0, None], 0), ([9, 7, 8], 7), ([], None)]
)
def test_the_first_of_some_limits_ends_a_frame(parts, limits, limit):
    parts.features = [Noted(parts, "a", limit=at) for at in limits]
    parts._advance()
    assert ("tick", ("limit", limit)) in parts.log


@pytest.mark.parametrize("there", [False, True])
@pytest.mark.parametrize("limit", [None, 0, 5])
def test_the_debugger_or_its_client_runs_the_machine(parts, limit, there):
    given = []

    def runner(name):
        def run_frame(**words):
            given.append((name, words))

        return SimpleNamespace(run_frame=run_frame)

    parts.debugger = runner("debugger")
    parts.remote = runner("client") if there else None
    parts.features = [Noted(parts, "a", limit=limit)]
    parts._advance()
    words = {} if limit is None else {"limit": limit}
    assert given == [("client" if there else "debugger", words)]
    assert parts.log == ["a before", "strays"]


@pytest.mark.parametrize(
    ("stop", "jammed", "action", "notes"),
    [
        (("jam", None), False, "continue", ["tick"]),
        (("jam", None), False, "monitor", ["tick", "monitor"]),
        (("jam", None), True, "monitor", ["tick"]),
        (("break", 3), False, "monitor", ["show", "monitor"]),
        (("break", 0), False, "continue", ["show", "monitor"]),
        (("frame", None), False, "monitor", []),
    ],
)
def test_a_jam_or_a_breakpoint_may_open_the_monitor(parts, stop, jammed, action, notes):
    kind, number = stop
    found = SimpleNamespace(kind=kind, breakpoint=number, text="why")
    parts.debugger = SimpleNamespace(run_frame=lambda: found)
    parts.args.jam_action, parts.machine.jammed = action, jammed
    parts.monitor, parts._show = parts.noting("monitor"), parts.noting("show")
    parts._advance()
    told = {"tick": ("tick", ("limit", None)), "monitor": ("monitor", "why")}
    assert parts.log == ["strays", *(told.get(note, note) for note in notes)]


def test_a_jam_may_close_the_window(parts):
    parts.args.jam_action, parts.machine.jammed = "quit", True
    parts._advance()
    assert parts.quit is True and ("tick", ("limit", None)) in parts.log
    parts.quit, parts.machine.jammed = False, False
    parts._advance()
    assert parts.quit is False


@pytest.mark.parametrize(
    ("start", "tick", "answer", "notes"),
    [
        (None, None, False, [("keys", False)]),
        (loading(settled=True), None, False, [("keys", True)]),
        (loading(), True, True, []),
        (loading(), False, False, []),
    ],
)
def test_the_autostart_comes_first_and_the_keys_follow(
    parts, monkeypatch, start, tick, answer, notes
):
    parts.start = start
    monkeypatch.setattr(module, "tick_start", lambda machine, begun: (begun is start) and tick)
    assert parts._feed() is answer
    assert parts.log == notes and parts.start is start


def test_an_autostart_that_fails_is_said_and_over(parts, monkeypatch):
    def fails(*_):
        raise AutostartError("it never came")

    monkeypatch.setattr(module, "tick_start", fails)
    parts.start = loading()
    assert parts._feed() is False
    assert parts.start is None and parts.log == [("say", "it never came")]


def fast(parts, clock, seconds, frames=99):
    """Run fast with frames that take so long; returns how many ran."""
    ran = []

    def advance():
        ran.append(unbroken._depth)
        clock.now += seconds
        if len(ran) == frames:
            parts.warp = False

    parts._advance, parts.warp = advance, True
    parts._show = parts.noting("shown")
    parts._run_fast()
    assert set(ran) <= {1}, "no signal comes between"
    return len(ran)


def test_at_warp_frames_run_until_the_next_picture_is_due(parts, clock):
    assert fast(parts, clock, WARP_SHOW_EVERY / 4) == 4
    assert parts.log == ["audio"] * 4 + ["shown", "pacer"]
    assert fast(parts, clock, WARP_SHOW_EVERY) == 1 and WARP_SHOW_EVERY == 0.05


def test_the_end_of_warp_and_a_pause_end_it_at_once(parts, clock):
    assert fast(parts, clock, 0.001, frames=3) == 3
    assert "shown" not in parts.log, "a picture is not due yet"
    parts.paused = True
    assert fast(parts, clock, 0.001) == 1


def test_a_client_is_asked_before_each_frame_that_runs_fast(parts, clock):
    answers = iter((False, False, True))
    parts.remote = remote(poll=lambda: next(answers))
    assert fast(parts, clock, 0.001) == 2


@pytest.mark.parametrize(("since", "shown"), [(0.0, 0), (0.019, 0), (HELD_PICTURE, 1), (1.0, 1)])
def test_a_client_that_steps_has_the_picture_shown_at_times(parts, clock, since, shown):
    parts._shown = 0.0
    clock.now = since
    parts._show_at_times()
    assert sum(entry[0] == "show" for entry in parts.log) == shown
    assert parts._shown == (since if shown else 0.0)


# -- the picture --------------------------------------------------------------------------------


def test_the_first_picture_and_the_first_overlay_of_a_feature_are_shown(parts):
    assert (parts._picture(), parts._lay_over()) == ("cut screen", "the overlay")
    parts.features = [
        Noted(parts, "a"),
        Noted(parts, "b", picture="b's", overlay="b's"),
        Noted(parts, "c", picture="c's", overlay="c's"),
    ]
    assert (parts._picture(), parts._lay_over()) == ("b's", "b's")
    parts.features = parts.features[:1]
    assert (parts._picture(), parts._lay_over()) == ("cut screen", "the overlay")


def test_the_foot_has_a_message_what_is_loaded_and_the_status(parts, monkeypatch):
    parts.features = [
        Noted(parts, "a", status=(("8", 1),)), Noted(parts, "b", status=(("9", 2), ("T", 3)))
    ]  # fmt: skip
    status = (("8", 1), ("9", 2), ("T", 3))
    assert parts._foot() == (99, "", None, status, 88)
    parts._progress = lambda: (3, 9)
    parts.start = loading()
    assert parts._foot() == (99, "", ("", (3, 9)), status, 88)
    parts.started, parts.overlay.message = Path("folder/a.prg"), "hello"
    assert parts._foot() == (99, "hello", ("a.prg", (3, 9)), status, 88)
    parts.start, parts.paused = None, True
    assert parts._foot() == (99, "hello", None, status, 88), "a message comes first"
    parts.overlay.message = ""
    assert parts._foot() == (99, module.PAUSED, None, status, 88)
    parts._in_monitor = True
    assert parts._foot() == (99, module.HINT_MONITOR, None, status, 88), "ALT+P would do nothing"
    parts.paused = False
    assert parts._foot() == (99, module.HINT_MONITOR, None, status, 88), "as long as it is open"
    assert parts.log == ["overlay tick"] * 7
    parts.features.append(Noted(parts, "c", shows_messages=True))
    assert parts._foot() is None and len(parts.log) == 8


def test_the_foot_waits_for_help_and_welcome_and_lies_above_a_keyboard(parts):
    parts.features = [Noted(parts, "a", status=(("8", 1),))]
    parts.overlay.message, parts.overlay.welcomes = "hello", True
    assert parts._foot() == (99, "hello", None, (), 88) and parts.window.raised == 0
    parts.overlay.help_shown = True
    assert parts._foot() is None and parts.log == ["overlay tick"], "its time does not run"
    parts.overlay.help_shown = parts.overlay.welcomes = False
    parts.features.append(SimpleNamespace(at_foot=55, shows_messages=False, status=lambda: ()))
    assert parts._foot() == (99, "hello", None, (("8", 1),), 88) and parts.window.raised == 55


def test_what_is_loaded_is_counted_anew_for_each_start(parts, monkeypatch):
    made = []

    def make(start):
        made.append(start)
        return SimpleNamespace(start=start, now=lambda: (len(made), 9))

    monkeypatch.setattr("emu.host.media.progress.Progress", make)
    assert parts._progress() is None
    for start, count in (("a", 1), ("a", 1), ("b", 2)):
        parts.start = start
        assert parts._progress() == (count, 9)
    assert made == ["a", "b"]


# -- what the user asks for ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "error", [MediaError("/d/a.d64: bad"), OSError("x"), ValueError("/d/a.d64")]
)
def test_what_is_refused_is_a_message_with_the_name_of_the_file(parts, error):
    def refuse():
        raise error

    assert parts.guarded(refuse, "/d/a.d64") is False
    assert parts.guarded(refuse, Path("/d/a.d64")) is False
    assert parts.guarded(refuse) is False
    assert parts.guarded(refuse, object()) is False
    short = ("say", str(error).replace("/d/", ""))
    assert parts.log == [short, short, ("say", str(error)), ("say", str(error))]
    assert parts.guarded(lambda: None) is True
    with pytest.raises(KeyError):
        parts.guarded(lambda: {}["x"])


def test_reset_ends_the_start_and_is_told_to_the_debugger(parts):
    parts.start = loading()
    parts.reset()
    assert parts.start is None and parts.log == ["reset", ("say", "reset")]
    parts.log.clear()
    parts.debugger = SimpleNamespace(changed=parts.noting("changed"))
    parts.reset()
    assert parts.log == ["reset", "changed", ("say", "reset")]


@pytest.mark.parametrize("frozen", [True, False])
def test_freeze_says_whether_it_could_be(parts, frozen):
    parts.machine.freeze = parts.noting("freeze", frozen)
    parts.machine.cartridge = SimpleNamespace(unfrozen="nothing to freeze")
    parts.debugger = SimpleNamespace(changed=parts.noting("changed"))
    parts.freeze()
    assert parts.log == ["freeze", "changed", ("say", "freeze" if frozen else "nothing to freeze")]


@pytest.mark.parametrize("debugged", [True, False])
def test_a_restart_is_told_to_the_debugger_and_all_features(parts, monkeypatch, debugged):
    monkeypatch.setattr(module, "trim_heap", parts.noting("trim"))
    monkeypatch.setattr(module, "leave_folders_aside", parts.noting("aside"))
    parts.features = [Noted(parts, "a"), Noted(parts, "b")]
    parts.debugger = SimpleNamespace(restarted=parts.noting("debugger")) if debugged else None
    parts.machine_restarted()
    told = ["debugger"] if debugged else []
    aside = ("aside", parts.machine)
    assert parts.log == [aside, *told, "a restarted", "b restarted", "trim"]


def test_a_line_is_told_on_stderr_and_over_the_picture(parts, capsys):
    parts.tell("the disk is full")
    assert capsys.readouterr().err == "go64: the disk is full\n"
    assert parts.log == [("say", "the disk is full")]


@pytest.mark.parametrize(
    ("read_only", "device", "protected", "done", "said"),
    [
        (False, 8, False, True, "drive 8: a.d64"),
        (False, 9, False, True, "drive 9: a.d64"),
        (True, 8, False, True, "drive 8: a.d64"),
        (False, 8, True, True, "drive 8, read-only: a.d64"),
        (False, 8, False, False, None),
    ],
)
def test_a_disk_that_is_inserted_is_told_and_looked_at_for_a_list(
    parts, monkeypatch, read_only, device, protected, done, said
):
    monkeypatch.setattr(module, "tell_protection", lambda image: protected)
    parts.args.read_only = read_only
    parts.machine.drives[device].image = "the disk"
    given, looked = [], []
    parts.attach = lambda *words: given.append(words) or done
    parts.feature = lambda kind: SimpleNamespace(look=looked.append)
    parts.insert("folder/a.d64", *([] if device == 8 else [device]))
    assert given == [(device, "folder/a.d64", read_only)]
    assert looked == ([Path("folder/a.d64")] if done and device == 8 else [])
    assert parts.log == ([("say", said)] if said else [])


def test_the_game_that_comes_with_it_is_never_written_to(parts, monkeypatch):
    monkeypatch.setattr(module, "is_bundled", lambda path: path == "game.d64")
    given = []
    parts.attach = lambda *words: given.append(words)
    for path in ("game.d64", "other.d64"):
        parts.insert(path)
    assert given == [(8, "game.d64", True), (8, "other.d64", False)]


@pytest.mark.parametrize("good", [True, False])
def test_what_goes_wrong_in_a_drive_is_told_once_something_is_attached(parts, monkeypatch, good):
    monkeypatch.setattr(module, "leave_folders_aside", parts.noting("aside"))
    slot, given = parts.machine.drives[9], []

    def attach(*words):
        given.append(words)
        if not good:
            raise MediaError("d/a.d64: no disk")

    slot.attach = attach
    assert parts.attach(9, "d/a.d64", True, "1541") is good
    assert given == [("d/a.d64", True, "1541")]
    if good:
        assert slot.notice == parts.tell and parts.log == [("aside", parts.machine)]
        parts.attach(9, "b")
        assert given[1] == ("b", False, None)
    else:
        assert parts.log == [("say", "a.d64: no disk")] and not hasattr(slot, "notice")


# -- another machine ----------------------------------------------------------------------------


def test_options_of_another_machine_end_this_one_and_win(parts):
    parts.args.__dict__.update(replay="r", recording="r", record="r", keys="k", sid="8580", warp=1)
    parts.args.said_parts = {"cia"}
    before = parts.args
    parts.start_again(model="ntsc", warp=2, cart="a cartridge")
    args = parts.again
    assert parts.quit is True and args is not before and parts.args is before
    assert (args.replay, args.recording, args.record, args.keys) == (None,) * 4
    assert (args.config.model, args.model, args.warp, args.sid) == ("ntsc", "ntsc", 2, "8580")
    assert args.settings is parts.settings and args.said_parts == {"cia", "model", "cart"}
    assert before.said_parts == {"cia"} and before.config.model == "c64" and before.replay == "r"


def test_what_does_not_go_together_is_said_and_the_machine_runs_on(parts):
    parts.start_again(model="no such model")
    assert parts.again is None and parts.quit is False
    assert [entry[0] for entry in parts.log] == ["say"]


@pytest.mark.parametrize("disk", [None, "d/a.d64"])
@pytest.mark.parametrize(
    ("saved", "changes", "prompt"),
    [(True, {"model": "ntsc"}, True), (True, {"warp": 1}, False), (False, {"sid": "8580"}, False)],
)
def test_a_saved_machine_of_another_model_begins_at_the_prompt_with_its_disk(
    parts, monkeypatch, saved, changes, prompt, disk
):
    monkeypatch.setattr(module, "is_state_file", lambda file: saved)
    parts.machine.drives[8].image = SimpleNamespace(path=Path(disk)) if disk else None
    parts.args.__dict__.update(file="a.go64", basic_prompt=False, drive8="before", keys=None)
    parts.start_again(**changes)
    args = parts.again
    wanted = (None, True, disk) if prompt else ("a.go64", False, "before")
    assert (args.file, args.basic_prompt, args.drive8) == wanted


# -- the monitor --------------------------------------------------------------------------------


@pytest.fixture
def monitors(monkeypatch, parts):
    """Have a monitor that runs for two turns of the loop; its notes are in the App's log."""

    class Monitor:
        def __init__(self, *words):
            parts.log.append(words)
            self.left = 2

        def running(self):
            self.left -= 1
            return self.left >= 0

    Monitor.start = lambda self: parts.log.append("start")
    Monitor.finish = lambda self: parts.log.append("finish")
    monkeypatch.setattr("emu.host.terminal.WindowMonitor", Monitor)
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    monkeypatch.setattr(parts, "_read_symbols", lambda: "symbols", raising=False)
    parts.debugger = SimpleNamespace(hold=parts.noting("hold"))
    parts._rest = parts.noting("rest")
    return parts


@pytest.mark.parametrize("client", [None, remote()])
def test_the_monitor_has_the_machine_until_the_user_leaves_it(monitors, client):
    monitors.remote = client
    rest, open_then = monitors._rest, []
    monitors._rest = lambda: (rest(), open_then.append(monitors._in_monitor))
    monitors.monitor("a breakpoint")
    assert open_then == [True, True] and not monitors._in_monitor
    assert monitors.log == [
        ("say", "monitor: in the terminal; x returns"),
        (monitors.debugger, "symbols", "a breakpoint"),
        "start", "input", "rest", "input", "rest", "finish", "hold", "audio", "pacer",
    ]  # fmt: skip


@pytest.mark.parametrize("stdin", [None, "closed"])
def test_the_monitor_needs_a_terminal(monitors, monkeypatch, stdin):
    if stdin:
        sys.stdin.close()
    else:
        monkeypatch.setattr(sys, "stdin", None)
    monitors.monitor()
    assert monitors.log == [("say", "the monitor needs a terminal")]


def test_the_monitor_needs_the_exact_cpu_and_no_client_that_holds_it(monitors):
    monitors.remote = remote(holding=True)
    monitors.monitor()
    monitors.debugger = None
    monitors.monitor()
    assert monitors.log == [
        ("say", "stopped by a debugger"),
        ("say", "the monitor needs --cpu exact"),
    ]


# -- the end ------------------------------------------------------------------------------------


CLOSING = [
    "a close", "b close", "flush", "worker", "client", "sound", "pads", "settings",
    ("screenshot", "a.png"), "pygame",
]  # fmt: skip


@pytest.fixture
def closing(monkeypatch, parts):
    """An App that can be closed."""
    note = parts.noting
    monkeypatch.setattr(
        "emu.host.headless.save_screenshot", lambda machine, path: note("screenshot")(path)
    )
    monkeypatch.setattr("emu.host.settings.save_settings", lambda what: note("settings")())
    parts.features = [Noted(parts, "a"), Noted(parts, "b")]
    parts.remote = SimpleNamespace(close=note("client"))
    parts.args.exit_screenshot = "a.png"
    return parts


@pytest.mark.parametrize("again", [False, True])
@pytest.mark.parametrize("muted", [False, True])
def test_all_is_closed_in_its_order_and_the_window_stays_for_another_machine(closing, again, muted):
    closing.again, closing.muted = Namespace() if again else None, muted
    closing.close()
    assert closing.log == (CLOSING[:-2] if again else CLOSING)
    assert closing.settings.sound is not muted


def test_without_a_client_and_a_picture_nothing_of_them_is_closed(closing):
    closing.remote, closing.args.exit_screenshot = None, None
    closing.close()
    assert closing.log == [e for e in CLOSING if e not in ("client", ("screenshot", "a.png"))]


def test_what_fails_while_it_is_closed_keeps_nothing_open(closing):
    def fails():
        raise OSError("full")

    closing.machine.flush = fails
    closing.features[0].close = fails
    with pytest.raises(OSError, match="full"):
        closing.close()
    assert closing.log == [e for e in CLOSING if e not in ("flush", "a close")]
