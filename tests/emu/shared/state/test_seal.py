"""Whose a saved state is: the user's own names files, a stranger's names none that is opened."""

import json
import os
import stat
import zlib

import pytest

from c64 import C64
from disk.d64 import D64Image
from emu.errors import HostError
from emu.shared.checksummed import PREFIX, read_sealed, write_sealed
from emu.shared.state import seal
from emu.shared.state.header import STATE_MAGIC, STATE_VERSION
from emu.shared.state.restore import machine_of, open_state_file, resume
from emu.shared.state.seal import KEY_SIZE, key_path
from emu.shared.state.write import load_state_file, put_state, save_state_file

NOT_YOURS = "its disk comes back write-protected, as the state was not saved by you"


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@pytest.fixture
def disk(tmp_path):
    path = tmp_path / "disk.d64"
    path.write_bytes(D64Image.blank(b"DISK", b"01").to_bytes())
    return path


def saved(tmp_path, media=None, **options):
    machine = C64(sample_rate=0, **options)
    machine.tick(2)
    if media is not None:
        machine.drives[8].attach(media)
    path = tmp_path / "a.go64"
    save_state_file(path, machine)
    return path


def move_to_a_stranger():
    """From now on the user is somebody else."""
    key_path().unlink()


def test_the_key_is_made_once_and_only_its_owner_can_read_it(tmp_path):
    saved(tmp_path)
    key = key_path().read_bytes()
    assert len(key) == KEY_SIZE and stat.S_IMODE(os.stat(key_path()).st_mode) == 0o600
    assert load_state_file(saved(tmp_path)).own
    assert key_path().read_bytes() == key
    assert os.listdir(key_path().parent) == [key_path().name]


def test_without_a_place_for_the_key_a_state_is_saved_and_is_a_strangers(tmp_path):
    (tmp_path / "data").write_bytes(b"a file where the folder should be")
    assert not load_state_file(saved(tmp_path)).own


def test_what_was_changed_or_sealed_elsewhere_is_a_strangers(tmp_path):
    path = saved(tmp_path)
    content = path.read_bytes()
    body, end = content[PREFIX.size :], len(content)
    title, last = b'"title": ""', body[-6:]  # the picture's end: zlib's checksum is behind it
    for changed in (body.replace(title, b'"title":"A"'), body[:-1] + bytes([last[-1] ^ 1])):
        assert changed != body and len(changed) + PREFIX.size == end
        prefix = PREFIX.pack(STATE_MAGIC, STATE_VERSION, zlib.crc32(changed), len(changed))
        path.write_bytes(prefix + changed)
        try:
            own = load_state_file(path).own
        except HostError:
            own = False  # what zlib finds damaged is nobody's
        assert not own
    path.write_bytes(content)
    assert load_state_file(path).own
    move_to_a_stranger()
    assert not load_state_file(path).own
    saved(tmp_path / "other")
    assert not load_state_file(path).own


def test_an_own_state_ties_its_disk_to_the_file_and_a_strangers_does_not(tmp_path, disk):
    path = saved(tmp_path, disk)
    machine, notes = machine_of(open_state_file(path))
    assert machine.drives[8].image.path == disk and not notes
    move_to_a_stranger()
    machine, notes = machine_of(open_state_file(path))
    image = machine.drives[8].image
    assert image.path is None and image.read_only and NOT_YOURS in notes[0]
    assert image.to_bytes() == disk.read_bytes()


def test_a_strangers_state_does_not_take_the_disk_that_is_in_the_drive(tmp_path, disk):
    path, machine = saved(tmp_path, disk), C64(sample_rate=0)
    move_to_a_stranger()
    for load in (lambda: resume(machine, open_state_file(path)), lambda: put(machine, path)):
        machine.drives[8].attach(disk)
        load()
        assert machine.drives[8].image.path is None and machine.drives[8].image.read_only


def put(machine, path):
    """Load a state as a slot is loaded."""
    put_state(machine, load_state_file(path))


def test_a_strangers_folder_is_refused_unless_the_user_names_it(tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    path = saved(tmp_path, folder)
    assert machine_of(open_state_file(path))[0].board.iec.devices[8].image.path == folder
    move_to_a_stranger()
    with pytest.raises(HostError, match=r"made with the folder .* put it in first \(--drive8\)"):
        machine_of(open_state_file(path))
    with pytest.raises(HostError, match="put it in first"):
        machine_of(open_state_file(path), folders={8: str(tmp_path)})
    machine, _ = machine_of(open_state_file(path), folders={8: str(folder)})
    assert machine.drives[8].image.path == folder and machine.drives[8].image.read_only


def test_a_strangers_rom_is_not_looked_for_but_can_be_given(tmp_path):
    kernal = tmp_path / "kernal.bin"
    kernal.write_bytes(bytes(C64(sample_rate=0).roms.kernal))
    path = saved(tmp_path, kernal=kernal)
    assert open_state_file(path).config.kernal == str(kernal)
    move_to_a_stranger()
    with pytest.raises(HostError, match=r"needs the kernal .*: give it with --kernal FILE"):
        open_state_file(path)
    found = open_state_file(path, {"kernal": kernal})
    assert found.config.kernal == kernal


def test_a_hosted_state_is_a_strangers_whoever_saved_it(tmp_path, disk):
    machine, notes = machine_of(open_state_file(saved(tmp_path, disk), trusted=False))
    assert machine.drives[8].image.path is None and NOT_YOURS in notes[0]


def test_the_seal_is_of_what_json_reads_back(tmp_path):
    header = {"1": (2, 3), "title": "\u00e4\ud83d", "x": 0.1}
    write_sealed(tmp_path / "a", STATE_MAGIC, 1, header, {"b": b"abc"})
    found, blocks = read_sealed(tmp_path / "a", STATE_MAGIC, 1, "a save state")
    assert found.pop("own") and blocks == {"b": b"abc"}
    assert found == json.loads(json.dumps(header))


def test_a_new_key_and_its_name_are_on_the_medium_before_it_is_used(monkeypatch):
    done = []
    monkeypatch.setattr(seal.os, "fsync", lambda _: done.append("file"))
    monkeypatch.setattr(seal.os, "link", lambda *_: done.append("name"))
    monkeypatch.setattr(seal, "sync_folder", done.append)
    key_path().parent.mkdir(parents=True)
    assert seal.seal_of([b"part"], make=True) == ""  # as the name was not given
    assert done[-3:] == ["file", "name", key_path().parent]


@pytest.mark.parametrize("text", ["", "\ud800", "é" * 64, "0" * 64, None, 5, ["x"]])
def test_whatever_stands_where_the_seal_is_it_is_nobodys(tmp_path, text):
    saved(tmp_path)
    assert key_path().exists()
    assert seal.is_own(text, [b"a", b"b"]) is False
    right = seal.seal_of([b"a", b"b"])
    assert seal.is_own(right, [b"a", b"b"]) is True
    assert seal.is_own(right, [b"ab"]) is seal.is_own(right.upper(), [b"a", b"b"]) is False
