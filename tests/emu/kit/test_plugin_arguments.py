"""Arguments of the marker, floors and options, one by one; see test_plugin.py for whole runs."""

from types import SimpleNamespace

import pytest

from emu.kit import plugin
from emu.kit.errors import KitUsageError
from emu.kit.machine_pool import BOOT_FRAMES, BootedMachine, MachineSpec, _open, _roms
from emu.kit.plugin import (
    NOT_IN_TESTS,
    AssemblyTest,
    _arguments,
    _floor,
    _machine_options,
    _paths,
    _programs,
    _Report,
    _write,
    counting,
    make_spec,
)


def config(**options):
    given = {"--c64-lcov": None, "--c64-profile": False, "--c64-floor": [],
             "--c64-mutate": None, "--c64-update-golden": False} | options  # fmt: skip
    return SimpleNamespace(getoption=given.__getitem__, rootpath=None)


@pytest.mark.parametrize(
    ("options", "counts"),
    [({}, False), ({"--c64-lcov": "x"}, True), ({"--c64-profile": True}, True),
     ({"--c64-floor": ["a=1"]}, True), ({"--c64-mutate": ["score.s"]}, True),
     ({"--c64-update-golden": True}, False)],
)  # fmt: skip
def test_counts_are_taken_when_an_option_needs_them(options, counts):
    assert counting(config(**options)) is counts


@pytest.mark.parametrize(
    ("text", "floor"),
    [("src=85", ("src", 85.0)), ("a=b=0", ("a=b", 0.0)), ("x=100", ("x", 100.0)),
     ("x=99.5", ("x", 99.5))],
)  # fmt: skip
def test_a_floor_is_a_folder_and_0_to_100(text, floor):
    assert _floor(text) == floor
    assert _Report(config(**{"--c64-floor": [text]})).floors == [floor]


@pytest.mark.parametrize("text", ["=85", "85", "src=", "src=x", "src=-0.1", "src=100.1", "src=nan"])
def test_a_floor_that_is_none_is_told(text):
    with pytest.raises(pytest.UsageError) as error:
        _floor(text)
    assert str(error.value) == f"--c64-floor {text}: expected FOLDER=PERCENT, e.g. src=85"


def test_paths_are_seen_from_the_folder_and_must_exist(tmp_path):
    for name in ("a", "b"):
        (tmp_path / name).touch()
    a, b = str(tmp_path / "a"), str(tmp_path / "b")
    assert _paths(None, tmp_path, "dbg") == ()
    assert _paths("a", tmp_path, "dbg") == _paths(tmp_path / "a", tmp_path, "dbg") == (a,)
    assert _paths(["a", "b"], tmp_path, "dbg") == (a, b)
    with pytest.raises(KitUsageError) as error:
        _paths(["a", "c"], tmp_path, "dbg")
    assert str(error.value) == f"dbg {tmp_path / 'c'}: no such file"
    assert _programs(None, tmp_path) == ()
    assert _programs("a", tmp_path) == ((a, None),)
    assert _programs(("a", 0x1000), tmp_path) == ((a, 0x1000),)
    assert _programs(["a", ("b", 2)], tmp_path) == ((a, None), (b, 2))
    assert _programs(("a", "b"), tmp_path) == ((a, None), (b, None))


def test_a_marker_without_arguments_is_a_c64_that_has_booted(tmp_path):
    assert make_spec({}, tmp_path) == MachineSpec(
        prg=(), d64=None, dbg=(), labels=(), standard="pal", model=None, options=(), roms=None,
        seed=64, audio=0, boot=True,
    )  # fmt: skip
    assert MachineSpec() == make_spec({}, tmp_path)


def test_every_argument_of_a_marker_is_in_the_spec(tmp_path):
    for name in ("p.prg", "d.d64", "x.dbg", "l.lbl", "k.bin"):
        (tmp_path / name).touch()
    at = {name: str(tmp_path / name) for name in ("p.prg", "d.d64", "x.dbg", "l.lbl", "k.bin")}
    given = {"prg": "p.prg", "d64": "d.d64", "dbg": "x.dbg", "labels": "l.lbl", "model": "ntsc",
             "seed": 0, "audio": 8000, "boot": False, "roms": ".", "true_drive": True,
             "kernal": "k.bin", "reu": 512}  # fmt: skip
    assert make_spec(given, tmp_path) == MachineSpec(
        prg=((at["p.prg"], None),), d64=at["d.d64"], dbg=(at["x.dbg"],), labels=(at["l.lbl"],),
        standard="pal", model="ntsc", roms=str(tmp_path), seed=0, audio=8000, boot=False,
        options=(("drive", "1541"), ("kernal", at["k.bin"]), ("reu", 512)),
    )  # fmt: skip
    assert make_spec({"true_drive": False}, tmp_path).options == (("drive", "quick"),)
    assert make_spec({"standard": "ntsc"}, tmp_path).standard == "ntsc"
    assert not set(_machine_options()) & {*plugin.ARGUMENTS, *NOT_IN_TESTS}


@pytest.mark.parametrize(
    ("given", "words"),
    [({"model": "c64", "standard": "pal"}, "marker c64: give model= or standard=, not both"),
     ({"drive": "1541", "true_drive": True}, "marker c64: give drive= or true_drive=, not both"),
     ({"prgs": "x"}, "marker c64: unknown argument 'prgs' (near it: prg); use prg, d64, dbg, "),
     ({"zzzz": 1}, "marker c64: unknown argument 'zzzz'; use prg, d64, dbg, "),
     ({"sample_rate": 1}, "marker c64: unknown argument 'sample_rate'")],
)  # fmt: skip
def test_arguments_that_cannot_be_are_told(given, words, tmp_path):
    with pytest.raises(KitUsageError) as error:
        make_spec(given, tmp_path)
    assert str(error.value).startswith(words)


def test_the_nearest_marker_wins_and_has_no_plain_arguments():
    marks = [pytest.mark.c64(prg="near").mark, pytest.mark.c64(prg="far", seed=1).mark]
    node = SimpleNamespace(iter_markers=lambda name: iter(marks))
    assert _arguments(node) == {"prg": "near", "seed": 1}
    marks.append(pytest.mark.c64("game.prg").mark)
    with pytest.raises(KitUsageError, match=r"give arguments by name, e.g. prg='game.prg'$"):
        _arguments(node)


def test_a_tracefile_that_cannot_be_written_is_told(tmp_path):
    path = tmp_path / "out"
    assert _write(str(path), "TN:\n") == f"written to {path}"
    assert path.read_text() == "TN:\n"
    nowhere = tmp_path / "no" / "out"
    words = f"--c64-lcov {nowhere}: cannot be written (No such file or directory)"
    assert _write(str(nowhere), "x") == words


def test_comparisons_are_explained_for_equality_alone():
    from emu.kit.machine import Flags

    assert plugin.pytest_assertrepr_compare("==", Flags(1), 2)
    assert plugin.pytest_assertrepr_compare("!=", Flags(1), 2) is None


def test_the_line_of_a_test_in_assembly_counts_from_0():
    test = object.__new__(AssemblyTest)
    test.line, test.name, test.path = 7, "test_x", "p"
    assert test.reportinfo() == ("p", 6, "test_x")


@pytest.mark.parametrize(
    ("name", "takes"), [("test_a.s", True), ("test_a.asm", False), ("a.s", False)]
)
def test_sources_of_tests_begin_with_test_and_end_with_s(name, takes, tmp_path, monkeypatch):
    monkeypatch.setattr(
        plugin.AssemblyFile, "from_parent", classmethod(lambda cls, parent, path: path)
    )
    path = tmp_path / name
    assert plugin.pytest_collect_file(path, None) == (path if takes else None)


@pytest.mark.parametrize(
    ("broken", "before", "after"), [(True, 0, 1), (True, 2, 2), (False, 0, 0), (False, 1, 1)]
)
def test_a_floor_that_is_missed_fails_a_run_that_passed(
    broken, before, after, monkeypatch, tmp_path
):
    monkeypatch.setattr(plugin, "_counts", lambda config: {"lines": {}, "routines": {}})
    asked = config(**{"--c64-floor": ["src=1"] if broken else [], "--c64-profile": True})
    asked.rootpath = tmp_path
    session = SimpleNamespace(exitstatus=before)
    _Report(asked).pytest_sessionfinish(session)
    assert session.exitstatus == after


# --- the machines themselves --------------------------------------------------------------------


def test_a_program_ends_with_the_memory(tmp_path):
    for size, fits in ((256, True), (257, False)):
        path = tmp_path / f"{size}.bin"
        path.write_bytes(bytes([7] * size))
        spec = MachineSpec(prg=((str(path), 0xFF00),), boot=False)
        if fits:
            assert BootedMachine(spec).machine.board.ram[0xFFFF] == 7
        else:
            with pytest.raises(
                KitUsageError, match=r"257.bin: ends at \$10001, past the end of mem"
            ):
                BootedMachine(spec)


@pytest.mark.parametrize(("start", "basic"), [(0x0801, True), (0x0800, False), (0x0802, False)])
def test_a_program_at_the_begin_of_basic_moves_its_end(tmp_path, start, basic):
    path = tmp_path / "a.bin"
    path.write_bytes(bytes(7))
    spec = MachineSpec(prg=((str(path), start),), boot=False)
    ram = BootedMachine(spec).machine.board.ram
    assert (ram[0x2D] | ram[0x2E] << 8 == start + 7) is basic


def test_a_machine_has_400_frames_to_boot(monkeypatch):
    frames = []

    def at_prompt(board):
        frames.append(board.vic.frame_count)
        return answers.pop(0) if answers else False

    monkeypatch.setattr("emu.kit.machine_pool.at_prompt", at_prompt)
    answers = [True, True, False, True, True, True, True]
    BootedMachine(MachineSpec())
    assert len(frames) == 6  # three in a row
    frames.clear()
    monkeypatch.setattr("emu.kit.machine_pool.BOOT_FRAMES", 9)
    with pytest.raises(KitUsageError, match=r"^boot: BASIC did not show its prompt in 9 frames$"):
        BootedMachine(MachineSpec())
    assert len(frames) == 9
    assert BOOT_FRAMES == 400


def test_what_is_no_disk_or_program_is_told_where_it_belongs(tmp_path, program):
    from disk.d64 import D64Image

    disk = tmp_path / "a.d64"
    disk.write_bytes(bytes(D64Image.blank(b"A", b"01").data))
    with pytest.raises(KitUsageError, match=r"a.d64: is a disk image; it goes into d64=$"):
        BootedMachine(MachineSpec(prg=((str(disk), None),), boot=False))
    prg = program / "program.prg"
    with pytest.raises(KitUsageError, match=r"not a disk image; a program goes into prg=$"):
        BootedMachine(MachineSpec(d64=str(prg), boot=False))
    with pytest.raises(
        KitUsageError, match=r"^standard 'secam' does not exist; choose from pal, ntsc$"
    ):
        BootedMachine(MachineSpec(standard="secam"))
    for name in ("a", "a.bin", "a.OUT"):
        path = tmp_path / name
        path.write_bytes(b"\0\x20" + bytes(5))
        found = _open(path, "prg")
        assert (found.start, bytes(found.data)) == (0x2000, bytes(5))
        with pytest.raises(KitUsageError, match=f"^d64 {path}: "):
            _open(path, "d64")
    path = tmp_path / "a.xyz"
    path.write_bytes(b"\0\x20" + bytes(5))
    with pytest.raises(KitUsageError, match=f"^prg {path}: "):
        _open(path, "prg")


def test_a_folder_of_roms_has_one_of_each(tmp_path):
    assert _roms(None) is None
    (tmp_path / "kernal").write_bytes(bytes(8192))
    (tmp_path / "kernal.d").mkdir()
    with pytest.raises(KitUsageError, match=r": 0 files 'basic\*'; expected one$"):
        _roms(str(tmp_path))
    for name in ("basic-1", "basic-2"):
        (tmp_path / name).write_bytes(bytes(8192))
    with pytest.raises(KitUsageError, match=r": 2 files 'basic\*'; expected one$"):
        _roms(str(tmp_path))


def test_two_standards_are_two_models():
    assert [BootedMachine(MachineSpec(standard=name, boot=False)).machine.board.model.lines
            for name in ("pal", "ntsc")] == [312, 263]  # fmt: skip
