"""From options to a machine: what is started, when keys are typed, what is in a drive."""

import gzip
from argparse import Namespace
from array import array
from pathlib import Path
from types import SimpleNamespace

import pytest

from c64 import C64
from c64.autostart import AUTOSTART_BOOT_FRAMES
from disk.d64 import D64Image
from disk.durable import hidden_name
from disk.errors import MediaError, MediaUnknown
from disk.host_folder import HostFolder
from disk.tap import make_tap
from emu.cli import parse_arguments
from emu.errors import HostError, UsageError
from emu.kit import symbols
from emu.monitor.debugger import Debugger
from emu.shared import setup
from emu.shared.setup import (
    TAKEN_OVER_FRAMES,
    Feed,
    KeyScript,
    _is_in,
    file_to_start,
    make_machine,
    open_monitors,
    read_symbols,
    restart,
    sweep_given_folders,
    tick_start,
    wants_monitor,
)
from emu.shared.state.write import save_state_file
from emu.shared.tape_file import insert_tape

NOTHING = {
    "replay": None, "file": None, "basic_prompt": False, "drive8": None, "tape": None, "cart": None,
}  # fmt: skip


@pytest.mark.parametrize(
    ("options", "path"),
    [
        ({}, setup.BUNDLED_GAME),
        ({"file": "a.prg"}, Path("a.prg")),
        ({"file": "a.prg", "basic_prompt": True, "drive8": "b.d64"}, Path("a.prg")),
        ({"file": "a.go64"}, None),
        ({"replay": "a.go64rec"}, None),
        ({"replay": "a.go64rec", "file": "a.prg"}, None),
        ({"basic_prompt": True}, None),
        ({"drive8": "b.d64"}, None),
        ({"tape": "b.tap"}, None),
        ({"cart": "b.crt"}, None),
    ],
)
def test_the_game_is_started_if_nothing_else_is_named(monkeypatch, options, path):
    monkeypatch.setattr(Path, "is_file", lambda _: True)
    assert file_to_start(Namespace(**NOTHING | options)) == path


def test_a_game_that_is_not_built_is_told(monkeypatch, tmp_path):
    monkeypatch.setattr(setup, "BUNDLED_GAME", tmp_path / "go64.d64")
    with pytest.raises(UsageError, match=r"go64\.d64 is not built: run 'make build'"):
        file_to_start(Namespace(**NOTHING))


class Machine:
    """A machine that is where it is said to be, and notes what is typed."""

    def __init__(self, **where):
        self.typed, self.at_prompt, self.in_own_code = [], False, False
        vars(self).update(where)

    def type(self, text, wait):
        assert wait is False
        self.typed.append(text)


def frames_until_typed(machine, started=lambda frame: False, most=3000):
    script = KeyScript(machine, "keys")
    for frame in range(1, most):
        script.tick(started(frame))
        if machine.typed:
            script.tick(True)
            assert machine.typed == ["keys"]  # once
            return frame
    return None


def test_keys_are_typed_when_somebody_is_there_to_read_them():
    assert frames_until_typed(Machine(at_prompt=True)) == 1
    assert frames_until_typed(Machine(), lambda frame: frame == 7) == 7
    assert frames_until_typed(Machine(in_own_code=True)) == TAKEN_OVER_FRAMES + 1 == 51
    assert frames_until_typed(Machine()) == AUTOSTART_BOOT_FRAMES + 1


@pytest.mark.parametrize("text", [None, ""])
def test_without_keys_nothing_is_typed(text):
    machine = Machine(at_prompt=True)
    KeyScript(machine, text).tick(True)
    assert machine.typed == []


class Start:
    """An autostart that writes into the memory in its second frame and is done with the third."""

    def __init__(self, machine):
        self.machine, self.frame, self.settled = machine, 0, False

    def tick(self):
        self.frame += 1
        if self.frame == 2:
            self.machine.ram[5] ^= 1
        self.settled = self.frame == 3


def test_a_start_is_fed_until_it_is_done_and_then_the_keys_are_typed():
    machine = Machine(ram=bytearray(10))
    feed = Feed(machine, Start(machine), "keys")
    assert [feed() for _ in range(3)] == [False, True, False]
    assert machine.typed == []
    assert feed() is False
    assert machine.typed == ["keys"]
    assert tick_start(machine, Start(machine)) is False


def test_without_a_start_keys_wait_for_the_prompt():
    machine = Machine()
    feed = Feed(machine, None, "keys")
    assert feed() is False and machine.typed == []
    machine.at_prompt = True
    assert feed() is False and machine.typed == ["keys"]


def test_a_folder_is_in_a_drive_by_its_path_and_a_disk_never(tmp_path):
    (tmp_path / "other").mkdir()
    image = D64Image.blank(b"A", b"01")
    image.path = tmp_path
    drives = {8: SimpleNamespace(image=HostFolder(tmp_path)), 9: SimpleNamespace(image=image),
              10: SimpleNamespace(image=None)}  # fmt: skip
    machine = SimpleNamespace(drives=drives)
    assert _is_in(machine, 8, tmp_path / "other" / "..") is True
    assert not _is_in(machine, 8, tmp_path / "other")
    assert not _is_in(machine, 9, tmp_path)
    assert not _is_in(machine, 10, tmp_path)


def test_labels_of_both_kinds_of_files_are_read(tmp_path):
    labels = tmp_path / "a.lbl"
    labels.write_text("al 00C000 .first\nal 00C001 .second\n")
    nothing = Namespace(labels=None, dbg=None)
    assert read_symbols(nothing).name_at(0xC000) == ""
    found = read_symbols(Namespace(labels=str(labels), dbg=None))
    assert (found.address("first"), found.address("second")) == (0xC000, 0xC001)


@pytest.mark.parametrize("labels", [None, "a.lbl"])
@pytest.mark.parametrize("dbg", [None, "a.dbg"])
def test_symbols_of_every_named_file_are_put_together(monkeypatch, labels, dbg):
    for name in ("labels", "dbg"):
        monkeypatch.setattr(symbols, f"symbols_from_{name}", lambda path: [path])
    monkeypatch.setattr(symbols, "Symbols", list)
    assert read_symbols(Namespace(labels=labels, dbg=dbg)) == [p for p in (labels, dbg) if p]


@pytest.mark.parametrize(
    ("drive", "bundled", "kind"),
    [
        ("auto", True, "quick"),
        ("auto", False, "auto"),
        ("1541", True, None),
        ("quick", False, None),
    ],
)
def test_the_game_is_loaded_at_once_unless_a_kind_of_drive_is_named(
    monkeypatch, drive, bundled, kind
):
    monkeypatch.setattr(setup, "is_bundled", lambda path: bundled)
    machine = SimpleNamespace(config=SimpleNamespace(drive=drive))
    assert setup._kind_of_drive(machine, "a.d64") == kind


def test_no_binary_monitor_is_made_unless_one_is_wanted():
    names = ("binary_monitor", "remote_monitor", "monitor_commands", "dap")
    wanted = dict.fromkeys(names)
    assert not wants_monitor(Namespace(**wanted))
    for name in wanted:
        assert wants_monitor(Namespace(**wanted | {name: "here"}))


def test_a_binary_monitor_says_where_it_listens(capsys, monkeypatch):
    made = []

    class Monitor:
        address = "127.0.0.1:6502"

        def __init__(self, *args):
            made.append(args)

    monkeypatch.setattr("emu.monitor.vice.server.BinaryMonitor", Monitor)
    args = Namespace(binary_monitor="here", remote_monitor=None, monitor_commands=None, dap=None)
    remote = open_monitors(args, "debugger", "host", {"a": 1})
    assert isinstance(remote, Monitor)
    assert made == [("debugger", "host", "here", {"a": 1})]
    assert capsys.readouterr().err == "go64: binary monitor at 127.0.0.1:6502\n"


def test_a_folder_that_cannot_be_started_leaves_the_machine_alone(tmp_path):
    machine = C64(sample_rate=0)
    machine.tick(3)
    before = machine.snapshot()
    args = Namespace(no_run=False, no_fastload=False, start_delay=0, read_only=False)
    with pytest.raises(MediaUnknown, match="no program in this folder to start"):
        restart(args, machine, tmp_path)
    with pytest.raises(MediaError):
        restart(args, machine, tmp_path / "none.prg")
    assert machine.snapshot() == before


@pytest.mark.parametrize("read_only", [False, True])
@pytest.mark.parametrize("no_fastload", [False, True])
def test_a_tape_is_put_in_and_served_unless_that_is_not_wanted(tmp_path, read_only, no_fastload):
    path = tmp_path / "a.tap"
    path.write_bytes(b"C64-TAPE-RAW" + bytes((1, 0, 0, 0)) + (4).to_bytes(4, "little") + b"0000")
    machine = C64(sample_rate=0)
    insert_tape(machine, path, Namespace(read_only=read_only, no_fastload=no_fastload))
    assert machine.tape.cassette.read_only is read_only
    assert machine.fastload is not no_fastload
    (tmp_path / "a.prg").write_bytes(b"\1\x08abc")
    with pytest.raises(HostError, match="is not a tape of pulses"):
        insert_tape(machine, tmp_path / "a.prg", Namespace(read_only=False, no_fastload=True))


@pytest.mark.parametrize(
    "words",
    [
        ("--monitor",),
        ("--binary-monitor", "6502"),
        ("--headless", "--frames", "1", "--binary-monitor", "6502"),
    ],
)
def test_no_monitor_takes_a_machine_that_was_saved_without_the_exact_cpu(tmp_path, words):
    path = tmp_path / "saved.go64"
    save_state_file(path, C64(cpu="py65"))
    with pytest.raises(UsageError, match=r"needs --cpu exact, and .*saved\.go64 was saved without"):
        make_machine(parse_arguments([str(path), *words]), 0)


def test_a_window_takes_a_machine_that_was_saved_without_the_exact_cpu(tmp_path):
    path = tmp_path / "saved.go64"
    save_state_file(path, C64(cpu="py65"))
    assert make_machine(parse_arguments([str(path)]), 0).config.cpu == "py65"


@pytest.mark.parametrize("read_only", [False, True])
def test_a_saved_machine_that_goes_on_keeps_its_disk_as_the_options_say(tmp_path, read_only):
    disk, state = tmp_path / "a.d64", tmp_path / "a.go64"
    disk.write_bytes(D64Image.blank(b"A", b"64").to_bytes())
    saved = C64(sample_rate=0)
    saved.drives[8].attach(disk)
    saved.tick()
    save_state_file(state, saved)
    saved.drives[8].eject()
    machine = C64(sample_rate=0)
    args = parse_arguments(["--basic-prompt", *(["--read-only"] if read_only else [])])
    assert restart(args, machine, state) is None
    assert machine.frames == saved.frames
    image = machine.drives[8].image
    assert image.path == disk and image.read_only is read_only


def test_what_killed_processes_left_beside_the_named_files_is_taken_away(tmp_path):
    """A file may not be there yet; a folder in a drive is looked through itself."""
    names = {name: tmp_path / name for name in setup.FILES}
    left = [hidden_name(folder / "a") for folder in names.values()]
    for path in left:
        path.parent.mkdir()
        path.write_bytes(b"half")
    options = {name: str(folder / "a") for name, folder in names.items()}
    options["drive9"] = str(names["drive9"])
    sweep_given_folders(Namespace(**options, host=True))
    assert not [path for path in left if path.exists()]


def test_every_option_that_names_such_a_file_is_known():
    args = parse_arguments([])
    assert not [name for name in setup.FILES if not hasattr(args, name)]


def test_a_recording_that_is_replayed_decides_about_the_machine(monkeypatch):
    asked = []
    monkeypatch.setattr(setup, "_machine_to_replay", lambda *words: asked.append(words) or "it")
    args = Namespace(replay="a.go64rec", file="b.go64")
    assert make_machine(args, 48000) == "it" and asked == [(args, 48000)]


@pytest.mark.parametrize("no_run", [False, True])
@pytest.mark.parametrize("no_fastload", [False, True])
@pytest.mark.parametrize("read_only", [False, True])
def test_a_file_is_started_as_the_options_say(
    monkeypatch, tmp_path, no_run, no_fastload, read_only
):
    given = []
    monkeypatch.setattr(setup, "Autostart", lambda *words, **more: given.append((words, more)))
    monkeypatch.setattr(setup, "prepare_drives", lambda *_: None)
    path = tmp_path / "a.prg"
    path.write_bytes(b"\x01\x08\x00\x00")
    args = Namespace(no_run=no_run, no_fastload=no_fastload, read_only=read_only, start_delay=7,
                     drive8=None)  # fmt: skip
    machine = C64(sample_rate=0)
    setup.make_start(args, machine, path)
    ((words, more),) = given
    assert words == (machine, path)
    assert more == {
        "run": not no_run, "fastload": not no_fastload, "delay": 7, "read_only": read_only,
        "kind": None, "program": None, "song": None, "say": str,
    }  # fmt: skip


def test_what_drive_9_has_to_say_is_said_where_drive_8_says_it(tmp_path):
    path = tmp_path / "b.d64"
    path.write_bytes(D64Image.blank(b"B", b"01").to_bytes())
    machine, said = C64(sample_rate=0), []
    machine.drives[8].notice = said.append
    setup.start_file(parse_arguments(["--basic-prompt", "--drive9", str(path)]), machine)
    machine.drives[9].notice("a line")
    assert said == ["a line"] and machine.drives[9].image.path == path


@pytest.mark.parametrize("asked_for", [False, True])
def test_a_disk_that_keeps_nothing_is_told_of_unless_that_was_asked_for(
    tmp_path, capsys, asked_for
):
    path = tmp_path / "a.d64.gz"
    path.write_bytes(gzip.compress(D64Image.blank(b"A", b"01").to_bytes()))
    machine = C64(sample_rate=0)
    machine.drives[8].attach(path)
    words = ["--headless", "--frames", "1", *(["--read-only"] if asked_for else []), str(path)]
    setup.prepare_drives(parse_arguments(words), machine, path)
    assert ("a.d64" in capsys.readouterr().err) == (not asked_for)


def test_a_tape_is_put_in_and_plays_and_one_that_is_none_is_refused(tmp_path):
    path = tmp_path / "a.tap"
    path.write_bytes(make_tap(array("i", [2000] * 1000)))
    for words, served in (([], True), (["--no-fastload"], False)):
        args = parse_arguments(["--headless", "--frames", "1", "--tape", str(path), *words])
        machine = C64(sample_rate=0)
        assert setup.start_file(args, machine) is None
        assert machine.tape.cassette is not None and machine.tape.key == "play"
        assert machine.fastload is served and not machine.tape.cassette.read_only
    args.read_only = True
    insert_tape(machine, path, args)
    assert machine.tape.cassette.read_only
    (tmp_path / "a.prg").write_bytes(b"\x01\x08abc")
    with pytest.raises(HostError, match=r"a\.prg: is not a tape of pulses"):
        insert_tape(machine, tmp_path / "a.prg", args)


def test_an_adapter_for_editors_listens_and_knows_the_program(tmp_path, capsys):
    machine = C64(sample_rate=0)
    debugger, host = Debugger(machine), SimpleNamespace(quit=lambda: None, resources={})
    args = Namespace(
        dap=("127.0.0.1", 0), adapter=None, dbg="a.dbg", labels=None, file="a.prg",
        binary_monitor=None, remote_monitor=None, monitor_commands=None,
    )  # fmt: skip
    assert wants_monitor(args)
    adapter = open_monitors(args, debugger, host)
    try:
        assert capsys.readouterr().err == f"go64: debug adapter at port {adapter.port}\n"
        usual = adapter._target.usual
        assert (usual.program, usual.dbg, usual.labels) == ("a.prg", ["a.dbg"], [])
        args.adapter = adapter
        assert open_monitors(args, debugger, host) is adapter
        assert capsys.readouterr().err == ""
    finally:
        adapter.close()


def test_commands_of_a_file_are_run_before_the_machine_is(tmp_path, capsys):
    debugger = Debugger(C64(sample_rate=0))
    path = tmp_path / "a.mon"
    path.write_text("break c000\n")
    args = Namespace(
        dap=None, binary_monitor=None, remote_monitor=None, monitor_commands=str(path)
    )  # fmt: skip
    assert wants_monitor(args)
    host = SimpleNamespace(quit=lambda: None, resources={})
    monitor = open_monitors(args, debugger, host)
    try:
        assert [point.first for point in debugger.breakpoints.values()] == [0xC000]
        assert capsys.readouterr().err == ""
    finally:
        monitor.close()
    args.monitor_commands, args.remote_monitor = None, ("127.0.0.1", 0)
    args.binary_monitor = ("127.0.0.1", 0)
    both = open_monitors(args, Debugger(C64(sample_rate=0)), host)
    try:
        said = capsys.readouterr().err
        assert said.count("go64: binary monitor at ip4://127.0.0.1:") == 1
        assert said.count("go64: remote monitor at ip4://127.0.0.1:") == 1
    finally:
        both.close()
