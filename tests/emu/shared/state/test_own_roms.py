"""States and recordings bring GO 64's own ROMs along, so that another version can open them."""

import hashlib
import shutil

import pytest

import c64.roms
from c64 import C64
from c64.roms import ROM_KNOWN, ROM_OWN_FOLDER, ROM_SIZES, RomSet
from emu.browser.session import Session
from emu.errors import HostError
from emu.replay.recorder import Recorder
from emu.shared.checksummed import read_sealed, write_sealed
from emu.shared.recording_file import (
    MAGIC,
    VERSION,
    WHAT,
    machine_for,
    open_recording,
    play_recording,
    save_recording,
)
from emu.shared.state.header import STATE_MAGIC, STATE_VERSION
from emu.shared.state.own_roms import own_roms
from emu.shared.state.restore import machine_of, open_state_file, resume
from emu.shared.state.write import load_state_file, put_state, save_state_file, take_state
from tests.emu.replay.play_out import play_out

pytestmark = pytest.mark.usefixtures("little_to_look_through")

KINDS = tuple(ROM_SIZES)


def images():
    """The ROMs of the version that is at work now."""
    return {kind: c64.roms._own(kind) for kind in KINDS}


@pytest.fixture
def next_version(tmp_path, monkeypatch):
    """Makes this GO 64 one whose ROMs all differ; returns its name for the other way."""
    folder = tmp_path / "next"
    shutil.copytree(ROM_OWN_FOLDER, folder)
    for kind in KINDS:
        path = folder / f"{kind}.bin"
        content = bytearray(path.read_bytes())
        for at in range(len(content) - 0x140, len(content) - 0x40):
            content[at] ^= 0xFF
        path.write_bytes(content)

    def change(to=folder):
        monkeypatch.setattr(c64.roms, "ROM_OWN_FOLDER", to)
        c64.roms._own_stray_flags.cache_clear()

    yield change
    monkeypatch.undo()
    c64.roms._own_stray_flags.cache_clear()


def saved(path, machine):
    save_state_file(path, machine)
    return path


def at_work(**options):
    """A machine whose BASIC works and whose KERNAL serves interrupts meanwhile."""
    machine = C64(sample_rate=0, **options)
    machine.tick(160)
    machine.type("10 fori=1to9:printi*i:next:goto10\nrun\n")
    return machine


# -- another version -----------------------------------------------------------------------


@pytest.mark.parametrize("drive", ["quick", "1541"])
def test_a_state_goes_on_in_another_version_as_in_its_own(tmp_path, next_version, drive):
    machine = at_work(drive=drive)
    path = saved(tmp_path / "a.go64", machine)
    ours = images()
    next_version()
    assert all(images()[kind] != ours[kind] for kind in KINDS)
    again, notes = machine_of(open_state_file(path))
    assert notes == [f"{path}: continues with the ROMs of the GO 64 that saved it"]
    machine.tick(40)
    again.tick(40)
    assert again.same_state(machine) and again.screen.text() == machine.screen.text()
    assert again.memory[0xE000:0x10000] == ours["kernal"]
    if drive == "1541":
        assert bytes(again.board.iec.devices[8].unit.rom) == ours["dos1541"]
    assert not any(flags & 1 for flags in again.board.stray_flags)  # of those nothing is known


def test_a_state_saved_anew_in_another_version_still_brings_its_roms(tmp_path, next_version):
    machine = at_work(drive="1541")
    first = saved(tmp_path / "a.go64", machine)
    next_version()
    again, _ = machine_of(open_state_file(first))
    second = saved(tmp_path / "b.go64", again)
    third, notes = machine_of(open_state_file(second))
    assert len(notes) == 1
    assert third.roms == again.roms and third.same_state(machine)
    again.power_cycle()
    assert again.roms == third.roms  # a recording may have been begun with them
    next_version(ROM_OWN_FOLDER)
    home, notes = machine_of(open_state_file(second))
    assert notes == [] and home.roms == C64(sample_rate=0).roms and home.same_state(machine)


@pytest.mark.parametrize("options", [{}, {"drive": "1541"}])
def test_a_recording_is_replayed_by_another_version(tmp_path, next_version, options):
    machine = at_work(**options)
    recorder = Recorder(machine)
    for _ in range(6):
        machine.tick()
        recorder.end()
    path = tmp_path / "a.go64rec"
    save_recording(path, machine, recorder.finish())
    next_version()
    found = open_recording(path)
    assert set(found.own_roms) == set(KINDS)  # a virtual drive may become a 1541
    other = machine_for(found)
    player = play_out(play_recording(other, found), other)
    assert (player.diverged, player.steps) == (None, 6)


def test_the_page_in_a_browser_keeps_the_roms_of_its_states(tmp_path, next_version):
    session = Session(str(tmp_path / "files"))
    session.machine.tick(160)
    session.machine.type('a$="kept"\n')
    kept, before = session.save_state(), session.machine.snapshot()
    ours = images()
    next_version()
    other = Session(str(tmp_path / "other"))
    assert other.machine.roms.kernal != ours["kernal"]
    other.load_state(kept)
    assert other.machine.snapshot() == before and other.machine.roms.kernal == ours["kernal"]
    other.load_state(other.save_state())
    assert other.machine.roms.kernal == ours["kernal"]
    other.basic()
    assert other.machine.roms.kernal == images()["kernal"]


def test_a_running_machine_takes_the_roms_of_a_state_and_gives_them_back(tmp_path, next_version):
    path = saved(tmp_path / "a.go64", at_work(drive="1541"))
    ours = images()
    next_version()
    running = at_work(drive="1541")
    before, undo = running.snapshot(), take_state(running)
    put_state(running, load_state_file(path))
    assert running.roms.kernal == ours["kernal"] and running.roms.dos() == ours["dos1541"]
    put_state(running, undo)
    assert running.snapshot() == before
    assert {k: getattr(running.roms, k) for k in KINDS[:3]} == {k: images()[k] for k in KINDS[:3]}
    assert bytes(running.board.iec.devices[8].unit.rom) == images()["dos1541"]
    assert running.roms.own and not running.roms.carried
    assert any(flags & 1 for flags in running.board.stray_flags)


def test_a_state_that_does_not_fit_leaves_the_roms_as_they_were(tmp_path, next_version):
    path = saved(tmp_path / "a.go64", C64("ntsc", sample_rate=0))
    next_version()
    machine = C64(sample_rate=0, drive="1541")
    before, roms = machine.snapshot(), machine.roms
    with pytest.raises(HostError, match="made with model 'ntsc'"):
        resume(machine, open_state_file(path))
    assert machine.snapshot() == before and machine.roms == roms
    assert machine.memory[0xE000:0x10000] == roms.kernal
    assert bytes(machine.board.iec.devices[8].unit.rom) == images()["dos1541"]


def test_a_recording_that_is_being_made_keeps_its_roms(tmp_path, next_version):
    path = saved(tmp_path / "a.go64", C64(sample_rate=0))
    next_version()
    machine = C64(sample_rate=0)
    recorder = Recorder(machine)
    roms = machine.roms
    with pytest.raises(HostError, match="end the recording of inputs first"):
        put_state(machine, load_state_file(path))
    assert machine.roms == roms
    machine.tick()
    recorder.end()
    recorder.finish()
    put_state(machine, load_state_file(path))


# -- whose ROMs a file holds ---------------------------------------------------------------


def test_only_roms_that_are_needed_and_ours_are_in_a_file(tmp_path):
    users = tmp_path / "chargen.bin"
    users.write_bytes(bytes(4096))
    with pytest.warns(UserWarning, match="not a known ROM"):
        machine = C64(sample_rate=0, chargen=users)
    assert set(own_roms(machine)) == {"kernal", "basic"}
    path = saved(tmp_path / "a.go64", machine)
    _, blocks = read_sealed(path, STATE_MAGIC, STATE_VERSION, "a state")
    assert set(blocks) == {"snapshot", "picture", "kernal", "basic"}
    assert not any(bytes(4096) == block for block in blocks.values())
    with_drive = C64(sample_rate=0, drive="1541")
    assert set(own_roms(with_drive)) == set(KINDS)
    dos = tmp_path / "dos.bin"
    dos.write_bytes(images()["dos1541"][:-1] + b"\1")
    with pytest.warns(UserWarning, match="not a known ROM"):
        named = C64(sample_rate=0, drive="1541", dos=dos)
    assert set(own_roms(named)) == {"kernal", "basic", "chargen"}


def test_roms_of_the_api_are_never_ours_by_name_alone(tmp_path):
    own = C64(sample_rate=0).roms
    foreign = RomSet(own.kernal[::-1], own.basic, own.chargen)
    machine = C64(sample_rate=0, roms=foreign)
    assert own_roms(machine) == {}
    machine = C64(sample_rate=0)
    machine.change_roms(foreign)
    assert set(own_roms(machine)) == {"basic", "chargen"}


def test_a_machine_with_a_users_rom_keeps_it(tmp_path):
    """A state cannot take it away; it is refused, as before."""
    path = saved(tmp_path / "a.go64", C64(sample_rate=0))
    users = tmp_path / "chargen.bin"
    users.write_bytes(bytes(4096))
    with pytest.warns(UserWarning, match="not a known ROM"):
        machine = C64(sample_rate=0, chargen=users)
    with pytest.raises(HostError, match="other ROMs"):
        put_state(machine, load_state_file(path))
    assert machine.roms.chargen == bytes(4096)


# -- hostile files -------------------------------------------------------------------------


def _without_a_digest(header, blocks):
    del header["own_roms"]["kernal"]


def _with_one_that_is_not_there(header, blocks):
    header["own_roms"]["dos1541"] = "0" * 40


def _no_object(header, blocks):
    header["own_roms"] = ["kernal"]


def _too_short(header, blocks):
    blocks["chargen"] = blocks["chargen"][:-1]


def _too_large(header, blocks):
    blocks["kernal"] = bytes(1 << 20)


def _other_bytes(header, blocks):
    blocks["basic"] = bytes(8192)


def _nameless(header, blocks):
    header["own_roms"]["kernal"] = 5


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (_without_a_digest, "does not name the ROMs"),
        (_with_one_that_is_not_there, "does not name the ROMs"),
        (_no_object, "does not name the ROMs"),
        (_too_short, "its chargen ROM has 4095 bytes instead of 4096"),
        (_too_large, "its kernal ROM has 1048576 bytes instead of 8192"),
        (_other_bytes, "its basic ROM is not the one that its header names"),
        (_nameless, "its kernal ROM is not the one that its header names"),
    ],
)
@pytest.mark.parametrize("ending", ["go64", "go64rec"])
def test_roms_that_are_not_what_the_header_says_are_refused(tmp_path, change, words, ending):
    machine = C64(sample_rate=0)
    path = tmp_path / f"a.{ending}"
    if ending == "go64":
        kind = (STATE_MAGIC, STATE_VERSION, "a save state")
        save_state_file(path, machine)
    else:
        kind = (MAGIC, VERSION, WHAT)
        recorder = Recorder(machine)
        machine.tick()
        recorder.end()
        save_recording(path, machine, recorder.finish())
    header, blocks = read_sealed(path, *kind)
    if ending == "go64rec" and change is _with_one_that_is_not_there:
        del blocks["dos1541"]
    change(header, blocks)
    write_sealed(path, *kind[:2], header, blocks)
    with pytest.raises(HostError, match=words) as caught:
        open_state_file(path) if ending == "go64" else open_recording(path)
    assert "\n" not in str(caught.value)


def test_a_known_rom_of_somebody_else_is_refused(tmp_path, monkeypatch):
    path = saved(tmp_path / "a.go64", C64(sample_rate=0))
    sha = hashlib.sha1(images()["basic"]).hexdigest()
    monkeypatch.setitem(ROM_KNOWN, sha, ("basic", "BASIC V2 901226-01"))
    with pytest.raises(HostError, match="holds BASIC V2 901226-01; only ROMs of GO 64"):
        open_state_file(path)


def test_the_page_refuses_roms_that_are_not_what_the_header_says(tmp_path):
    session = Session(str(tmp_path / "files"))
    kept = session.save_state()
    machine = session.machine
    for old, new in (
        (b'"kernal": "', b'"kernel": "'),
        (b'"own_roms": {', b'"own_roms": 7, "b": {'),
        (b'"basic": "', b'"basic": "0'),
    ):
        changed = kept.replace(old, new, 1)
        length = int.from_bytes(kept[8:12], "little") + len(new) - len(old)
        with pytest.raises(HostError) as caught:
            session.load_state(kept[:8] + length.to_bytes(4, "little") + changed[12:])
        assert "\n" not in str(caught.value)
        assert session.machine is machine


def test_a_file_without_roms_is_read_as_ever(tmp_path):
    machine = C64(sample_rate=0)
    path = saved(tmp_path / "a.go64", machine)
    header, blocks = read_sealed(path, STATE_MAGIC, STATE_VERSION, "a state")
    del header["own_roms"]
    write_sealed(
        path, STATE_MAGIC, STATE_VERSION, header, {k: blocks[k] for k in ("snapshot", "picture")}
    )
    again, notes = machine_of(open_state_file(path))
    assert notes == [] and again.same_state(machine)
    other = replace_roms(header)
    write_sealed(
        path, STATE_MAGIC, STATE_VERSION, other, {k: blocks[k] for k in ("snapshot", "picture")}
    )
    with pytest.raises(HostError, match="its machine had other ROMs"):
        machine_of(open_state_file(path))


def replace_roms(header):
    return header | {"roms": "0" * 40}
