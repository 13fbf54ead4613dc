"""Saved machines: they come back to the bit, with disks and cartridge, or with one clear line."""

import random
import struct
import zlib
from dataclasses import replace

import pytest

import c64
from c64 import C64
from disk.d64 import D64Image
from disk.d71_d81 import D81Image
from disk.errors import MediaUnknown
from disk.loader import open_media
from disk.tap import make_tap
from disk.volume import PRG, Volume
from emu.__main__ import main
from emu.cli import parse_arguments
from emu.errors import HostError
from emu.host.app import App
from emu.host.headless import HeadlessRun
from emu.shared.checksummed import read_sealed, write_sealed
from emu.shared.setup import restart
from emu.shared.state.header import STATE_MAGIC as MAGIC
from emu.shared.state.header import STATE_VERSION
from emu.shared.state.restore import machine_of, open_state_file, resume
from emu.shared.state.write import load_state_file, put_state, save_state_file
from tests.c64.drive.iec_master import Master
from tests.disk.test_archive import zipped
from tests.disk.test_crt import crt
from tests.disk.test_sid import sid
from tests.emu.host.window_kit import make_app

PREFIX = struct.Struct("<8sHII")


@pytest.fixture
def disk(tmp_path):
    path = tmp_path / "disk.d64"
    image = D64Image.blank(b"DISK", b"01")
    Volume(image).write_file(b"PROG", PRG, b"\x01\x08abc")
    path.write_bytes(image.to_bytes())
    return path


def written(tmp_path, machine, **options):
    path = tmp_path / "a.go64"
    save_state_file(path, machine, **options)
    return path


def at_prompt(**options):
    """A machine that waits at READY."""
    machine = C64(sample_rate=0, **options)
    machine.tick(150)
    return machine


def refusal(path):
    with pytest.raises(HostError) as caught:
        open_state_file(path)
    assert "\n" not in str(caught.value) and str(path) in str(caught.value)
    return str(caught.value)


def test_a_machine_goes_on_from_its_file_as_if_nothing_had_been(tmp_path, disk):
    machine = at_prompt()
    machine.drives[8].attach(disk)
    machine.type("10 print 64\nlist\n")
    path = written(tmp_path, machine, title="at work")
    again, notes = machine_of(open_state_file(path))
    assert notes == [] and again.same_state(machine)
    for each in (machine, again):
        each.type("run\n")
    assert again.same_state(machine)
    assert again.drives[8].image.path == disk


@pytest.mark.parametrize(
    "options",
    [
        {"model": "ntsc"},
        {"model": "c64c", "sid": "6581", "seed": 7, "palette": "colodore"},
        {"reu": "512k"},
        {"georam": "64k"},
        {"plus60k": True, "plus60k_base": 0xD040},
        {"plus256k": True},
        {"drive": "1541"},
        {"cpu": "py65"},
        {"palette": [(n, n, n) for n in range(16)]},
    ],
)
def test_every_configuration_comes_back(tmp_path, options):
    machine = C64(sample_rate=0, **options)
    machine.tick(3)
    state = open_state_file(written(tmp_path, machine))
    assert state.config == machine.config
    again, _ = machine_of(state, sample_rate=22050)
    assert again.config.sample_rate == 22050
    assert again.same_state(machine)


def test_the_file_says_who_wrote_it_and_shows_a_picture(tmp_path):
    machine = at_prompt()
    found = open_state_file(written(tmp_path, machine, title="READY."))
    assert (found.version, found.state.header["title"]) == (c64.__version__, "READY.")
    assert (found.state.picture == machine.screen.indices[::2, ::2]).all()


def test_a_saved_state_of_the_window_is_such_a_file_and_the_other_way(tmp_path):
    machine = at_prompt()
    state = load_state_file(written(tmp_path, machine))
    other = C64(sample_rate=0)
    put_state(other, state)
    assert other.same_state(machine)


# -- disks ---------------------------------------------------------------------------------


def test_what_is_written_later_goes_to_the_file_if_that_is_as_it_was(tmp_path, disk):
    machine = C64(sample_rate=0)
    machine.drives[8].attach(disk)
    state = open_state_file(written(tmp_path, machine))
    again, notes = machine_of(state)
    Volume(again.drives[8].image).write_file(b"LATER", PRG, b"x")
    again.flush()
    assert notes == [] and Volume(D64Image.open(disk)).find(b"LATER") is not None


def test_a_disk_that_has_changed_meanwhile_is_not_overwritten(tmp_path, disk):
    machine = C64(sample_rate=0)
    machine.drives[8].attach(disk)
    path = written(tmp_path, machine)
    other = D64Image.blank(b"OTHER", b"02").to_bytes()
    for change in (lambda: disk.write_bytes(other), disk.unlink):
        change()
        again, notes = machine_of(open_state_file(path))
        assert len(notes) == 1 and "disk.d64 has changed" in notes[0]
        assert again.drives[8].image.read_only
        assert Volume(again.drives[8].image).name() == b"DISK"
        again.flush()
    assert not disk.exists()


def test_a_disk_still_in_the_drive_stays_tied_to_its_file(tmp_path, disk):
    machine = C64(sample_rate=0)
    machine.drives[8].attach(disk)
    state = open_state_file(written(tmp_path, machine))
    Volume(machine.drives[8].image).write_file(b"LATER", PRG, b"x")
    machine.flush()
    with_later = disk.read_bytes()
    assert resume(machine, state) == []
    assert machine.drives[8].image.path == disk and not machine.drives[8].image.read_only
    assert Volume(machine.drives[8].image).find(b"LATER") is None
    Volume(machine.drives[8].image).write_file(b"OTHER", PRG, b"y")
    machine.flush()
    assert disk.with_name("disk.d64.bak").read_bytes() == with_later


def test_other_drives_and_kinds_of_disks_come_back(tmp_path, disk):
    large = tmp_path / "large.d81"
    large.write_bytes(D81Image.blank(b"LARGE", b"81").to_bytes())
    machine = C64(sample_rate=0)
    machine.drives[8].attach(disk, kind="1541")
    machine.drives[9].attach(large, read_only=True)
    machine.drives[10].attach(None)
    state = open_state_file(written(tmp_path, machine))
    again, notes = machine_of(state)
    assert notes == []
    assert [again.drives[n].kind for n in range(8, 12)] == ["1541", "quick", "quick", None]
    assert again.drives[9].image.path == large and again.drives[9].image.read_only
    busy = C64(sample_rate=0)
    busy.drives[11].attach(None)
    resume(busy, state)
    assert busy.drives[11].kind is None and busy.same_state(again)


@pytest.mark.parametrize("of_machine", ["auto", "quick", "1541"])
@pytest.mark.parametrize("kind", ["auto", "quick", "1541"])
def test_a_drive_is_after_loading_of_the_kind_it_was_saved_with(tmp_path, disk, of_machine, kind):
    machine = C64(sample_rate=0, drive=of_machine)
    machine.drives[8].attach(disk, kind=kind)
    machine.drives[9].attach(None, kind=kind)
    state = open_state_file(written(tmp_path, machine))
    others = [C64(sample_rate=0, drive=other) for other in ("auto", "quick", "1541")]
    for again in (machine_of(state)[0], *others):
        resume(again, state)
        for number in (8, 9):
            assert again.drives[number].auto == (kind == "auto")
            assert again.drives[number].kind == ("1541" if kind == "1541" else "quick")
        assert again.drives[8].image.path == disk and again.same_state(machine)


@pytest.mark.skipif(c64.PURE, reason="runs a drive for seconds: compiled only")
def test_a_1541_that_was_a_virtual_drive_is_one_again_at_a_reset_after_loading(tmp_path, disk):
    machine = C64(sample_rate=0, drive="auto")
    machine.drives[8].attach(disk)
    Master(machine.board.iec).open(15, b"M-E\0\5")
    assert machine.drives[8].kind == "1541"
    state = open_state_file(written(tmp_path, machine))
    for again in (machine_of(state)[0], C64(sample_rate=0, drive="quick")):
        resume(again, state)
        assert again.drives[8].kind == "1541" and again.drives[8].auto
        again.reset()
        assert again.drives[8].kind == "quick" and again.drives[8].auto


def test_a_state_of_before_that_says_nothing_of_it_loads_as_it_did(tmp_path, disk):
    machine = C64(sample_rate=0, drive="auto")
    machine.drives[8].attach(disk)
    found = open_state_file(written(tmp_path, machine))
    header = {name: value for name, value in found.state.header.items() if name != "auto"}
    old = replace(found, state=replace(found.state, header=header))
    again, notes = machine_of(old)
    assert notes == [] and again.drives[8].auto and again.same_state(machine)


def test_a_state_that_does_not_fit_leaves_the_kinds_of_the_drives(tmp_path, disk):
    machine = C64(sample_rate=0, drive="auto", reu="512k")
    machine.drives[8].attach(disk)
    state = open_state_file(written(tmp_path, machine))
    for kind in ("auto", "quick", "1541"):
        other = C64(sample_rate=0)
        other.drives[8].attach(None, kind=kind)
        with pytest.raises(HostError):
            resume(other, state)
        assert other.drives[8].auto == (kind == "auto")
        assert other.drives[8].kind == ("1541" if kind == "1541" else "quick")


def test_a_folder_comes_back_write_protected_and_only_if_it_is_there(tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    machine = C64(sample_rate=0)
    machine.drives[8].attach(folder)
    state = open_state_file(written(tmp_path, machine))
    again, notes = machine_of(state)
    assert again.drives[8].image.path == folder.resolve() and again.drives[8].image.read_only
    assert notes == [f"drive 8: the folder {folder.resolve()} comes back write-protected"]
    assert resume(machine, state) == [] and not machine.drives[8].image.read_only
    folder.rmdir()
    with pytest.raises(HostError, match="put it in first"):
        machine_of(state)


# -- cartridges ----------------------------------------------------------------------------


def test_a_cartridge_comes_back_from_its_file_or_out_of_the_state(tmp_path):
    path = tmp_path / "a.crt"
    path.write_bytes(crt())
    machine = C64(sample_rate=0, cart=path)
    machine.tick(2)
    state = written(tmp_path, machine)
    assert machine_of(open_state_file(state))[0].same_state(machine)
    path.write_bytes(crt(((0, 0, 0x8000, b"\x22" * 8192),)))
    with pytest.raises(HostError, match="in the expansion port"):
        machine_of(open_state_file(state))
    path.unlink()
    assert "needs the cart" in refusal(state)
    packed = zipped(tmp_path / "a.zip", {"a.crt": crt()})
    args = parse_arguments(["--headless", "--frames", "1", str(packed)])
    machine = C64(args.config, sample_rate=0)
    state = written(tmp_path, machine)
    packed.unlink()
    assert machine_of(open_state_file(state))[0].same_state(machine)


def test_a_state_file_names_no_file_to_write_to(tmp_path):
    image = tmp_path / "a.reu"
    image.write_bytes(b"content")
    machine = C64(sample_rate=0, reu_image=image, reu_save=tmp_path / "b.reu")
    path = written(tmp_path, machine)
    image.unlink()
    state = open_state_file(path)
    assert state.config.reu_save is None and state.config.reu == "128k"
    again, _ = machine_of(state)
    assert bytes(again.board.cart.ram[:7]) == b"content"
    again.flush()
    assert not (tmp_path / "b.reu").exists()


# -- refusals ------------------------------------------------------------------------------


def test_what_is_no_state_file_is_refused_by_one_line(tmp_path):
    path = written(tmp_path, C64(sample_rate=0))
    good = path.read_bytes()
    cases = {
        "not a save state of GO 64": b"hello",
        "not a save state": b"",
        "checksum does not match": good[:-1],
        "damaged, its checksum": good[:-1] + bytes([good[-1] ^ 1]),
        "version 9, this GO 64 reads 1": MAGIC + b"\x09\0" + good[10:],
    }
    for says, content in cases.items():
        path.write_bytes(content)
        assert says in refusal(path)
    assert "cannot be read: No such file" in refusal(tmp_path / "none.go64")
    assert "cannot be read: Is a directory" in refusal(tmp_path)


def sealed(body):
    """A file whose checksum is right, whatever is in it."""
    return PREFIX.pack(MAGIC, 1, zlib.crc32(body), len(body)) + body


@pytest.mark.parametrize("seed", range(30))
def test_damage_with_a_right_checksum_raises_nothing_but_state_errors(tmp_path, seed):
    chance = random.Random(seed)
    path = written(tmp_path, C64(sample_rate=0), title="")
    body = bytearray(path.read_bytes()[PREFIX.size :])
    header = 4 + int.from_bytes(body[:4], "little")
    for _ in range(chance.randrange(1, 6)):
        body[chance.randrange(header if chance.random() < 0.8 else len(body))] ^= 1 << (
            chance.randrange(8)
        )
    path.write_bytes(sealed(bytes(body)))
    try:
        machine_of(open_state_file(path))
    except HostError as error:
        assert "\n" not in str(error)


def test_a_state_of_another_machine_is_refused_and_changes_nothing(tmp_path, disk):
    path = written(tmp_path, C64("ntsc", sample_rate=0))
    machine = C64(sample_rate=0)
    machine.drives[8].attach(disk)
    machine.tick(2)
    before = machine.snapshot()
    with pytest.raises(HostError, match="made with model 'ntsc'"):
        resume(machine, open_state_file(path))
    assert machine.snapshot() == before
    assert machine.drives[8].image.path == disk


def test_a_state_without_a_configuration_goes_into_its_own_machine_only(tmp_path):
    machine = C64(sample_rate=0, roms=C64(sample_rate=0).roms)
    found = open_state_file(written(tmp_path, machine))
    assert found.config is None
    with pytest.raises(HostError, match="load it while that machine runs"):
        machine_of(found)
    machine.tick(2)
    assert resume(machine, found) == []


# -- from the command line -----------------------------------------------------------------


def test_the_command_line_goes_on_from_a_state_file(tmp_path, disk, capsys):
    machine = at_prompt(model="ntsc")
    machine.drives[8].attach(disk)
    path = written(tmp_path, machine)
    run = HeadlessRun(parse_arguments([str(path), "--headless", "--frames", "5"]))
    assert run.machine.same_state(machine) and run.start is None
    assert run.run() == 0
    machine.tick(5)
    assert run.machine.same_state(machine)
    disk.unlink()
    assert main([str(path), "--headless", "--frames", "5"]) == 0
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and "comes back write-protected" in said


def test_an_unusable_state_file_gets_one_line_and_status_2(tmp_path, capsys):
    path = tmp_path / "a.go64"
    path.write_bytes(b"x")
    for name in (str(path), str(tmp_path / "none.go64")):
        assert main([name, "--headless", "--frames", "2"]) == 2
        err = capsys.readouterr().err
        assert err.count("\n") == 1 and name in err


def test_a_running_machine_goes_on_from_a_state_file(tmp_path):
    machine = at_prompt()
    machine.type("print 64\n")
    path = written(tmp_path, machine)
    other = C64(sample_rate=0)
    args = parse_arguments(["--headless", "--frames", "1"])
    assert restart(args, other, path) is None
    assert other.same_state(machine)


def test_a_state_file_dropped_on_the_window_goes_on_there(monkeypatch, tmp_path):
    machine = at_prompt()
    machine.type("print 64\n")
    path = written(tmp_path, machine)
    app = make_app(monkeypatch, tmp_path, "--basic-prompt")
    try:
        app.load(path)
        assert app.machine.same_state(machine) and not app.loading()
        other = written(tmp_path, C64("ntsc", sample_rate=0))
        before = app.machine.snapshot()
        app.load(other)
        assert app.machine.snapshot() == before
    finally:
        app.close()


def test_another_model_after_a_saved_machine_is_another_model(monkeypatch, tmp_path, disk):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))  # where the app's key will be
    machine = at_prompt()
    machine.drives[8].attach(disk)
    path = written(tmp_path, machine)
    app = make_app(monkeypatch, tmp_path, str(path))
    try:
        assert app.args.config == machine.config
        app.start_again(model="ntsc", sid="8580")
        args = app.again
    finally:
        app.close()
    assert args.file is None and args.drive8 == str(disk)
    again = App(args)
    try:
        assert (again.machine.model.name, again.machine.config.sid) == ("ntsc", "8580")
        assert again.machine.drives[8].image.path == disk and again.start is None
    finally:
        again.close()


def test_a_state_file_is_no_disk_and_no_program(tmp_path):
    path = written(tmp_path, C64(sample_rate=0))
    machine = C64(sample_rate=0)
    with pytest.raises(MediaUnknown, match="is a state, not a disk"):
        machine.drives[8].attach(path)
    with pytest.raises(MediaUnknown, match="cannot be loaded into another one"):
        machine.autostart(path)


def test_folders_archives_and_tunes_start_in_the_window_too(monkeypatch, tmp_path):
    files = tmp_path / "files"
    files.mkdir()
    (files / "hello.prg").write_bytes(b"\x01\x08\x0c\x08\x0a\0\x99\x22HI 64\x22\0\0\0")
    packed = zipped(tmp_path / "a.zip", {"a.prg": (files / "hello.prg").read_bytes()})
    tune = tmp_path / "a.sid"
    tune.write_bytes(sid())
    app = make_app(monkeypatch, tmp_path, "--basic-prompt", "--mute")
    try:
        for path, shown in ((files, "HI 64"), (packed, "HI 64"), (tune, "2026 Nobody")):
            app.load(path)
            assert app.started == path
            app.start.finish(settle=True)
            app.machine.tick(5)
            assert shown in app.machine.screen.text()
    finally:
        app.close()


@pytest.mark.parametrize(
    "changes",
    [
        {"tape": 5}, {"tape": ["a", "b", "c"]}, {"tape": ["a", "b", "c", True, "d"]},
        {"files": 5}, {"files": {"eight": ""}}, {"config": {"model": "c64", "drive": []}},
    ],
)  # fmt: skip
def test_a_header_that_makes_no_sense_is_refused_in_a_line(tmp_path, changes):
    path = written(tmp_path, C64(sample_rate=0))
    header, blocks = read_sealed(path, MAGIC, STATE_VERSION, "a save state")
    write_sealed(path, MAGIC, STATE_VERSION, header | changes, blocks)
    assert refusal(path).startswith(f"{path}: ")


@pytest.mark.parametrize("read_only", [False, True])
def test_a_tape_that_is_as_it_was_is_tied_to_its_file_again(tmp_path, read_only):
    path = tmp_path / "a.tap"
    path.write_bytes(make_tap([400] * 500))
    machine = C64(sample_rate=0)
    machine.tape.insert(open_media(path))
    state = written(tmp_path, machine)
    found = open_state_file(state)
    assert found.tape[1] == str(path) and found.tape[3] is False
    machine, notes = machine_of(found, read_only=read_only)
    assert machine.tape.cassette.path == path and machine.tape.cassette.read_only is read_only
    assert notes == []
    path.write_bytes(make_tap([400] * 501))
    assert machine_of(open_state_file(state))[0].tape.cassette.path is None
