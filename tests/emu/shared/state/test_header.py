"""What a state says of its machine: disks, tape, expansions, and the limits of its header."""

import hashlib
import json
import os
from dataclasses import replace
from types import SimpleNamespace

import pytest

import c64
from c64 import C64, SidPlace
from disk.budget import IMAGE_MOST
from disk.d64 import D64Image
from disk.tap import Cassette
from emu.errors import HostError
from emu.shared.checksummed import write_sealed
from emu.shared.state.header import (
    STATE_MAGIC,
    STATE_PATHS,
    STATE_VERSION,
    _disk_digest,
    _tape_of,
    config_of,
    digest_of,
    facts_of,
)
from emu.shared.state.restore import _insert_tape
from emu.shared.state.write import (
    drives_of,
    load_state_file,
    put_state,
    roms_digest,
    take_state,
    untied,
)
from tests.disk.test_tap import tap


def sha(content):
    return hashlib.sha256(content).hexdigest()


def test_a_file_is_known_by_the_sum_of_its_content(tmp_path):
    path = tmp_path / "a"
    path.write_bytes(b"content")
    assert digest_of(path) == sha(b"content")
    assert digest_of(tmp_path / "none") == digest_of(tmp_path) == ""
    with open(path, "wb") as file:
        file.truncate(IMAGE_MOST)
    assert len(digest_of(path)) == 64
    os.truncate(path, IMAGE_MOST + 1)
    assert digest_of(path) == ""
    assert _disk_digest(None) == _disk_digest(D64Image.blank(b"A", b"01")) == ""


def test_the_facts_name_each_drives_disk_and_the_tape(tmp_path):
    disk = tmp_path / "a.d64"
    disk.write_bytes(D64Image.blank(b"A", b"01").to_bytes())
    machine = C64(sample_rate=0)
    machine.drives[8].attach(disk)
    machine.drives[9].attach(None, kind="quick")
    header, blocks = facts_of(machine)
    assert header["go64"] == c64.__version__
    assert header["files"] == {8: sha(disk.read_bytes()), 9: ""}
    assert (header["tape"], blocks) == (None, {})
    assert drives_of(machine) == [[8, "quick", str(disk), False], [9, "quick", "", False]]
    machine.drives[8].image.read_only = True
    assert drives_of(machine)[0] == [8, "quick", str(disk), True]


@pytest.mark.parametrize("protected", [False, True])
def test_a_tape_is_named_if_it_is_a_file(tmp_path, monkeypatch, protected):
    path = tmp_path / "a.tap"
    path.write_bytes(b"tape")
    monkeypatch.chdir(tmp_path)

    def tape_of(cassette):
        return _tape_of(SimpleNamespace(tape=SimpleNamespace(cassette=cassette)))

    cassette = SimpleNamespace(name="a tape", path="a.tap", read_only=protected)
    assert tape_of(cassette) == ["a tape", str(path), sha(b"tape"), protected]
    assert tape_of(None) is None
    assert tape_of(SimpleNamespace(name="a tape", path=None, read_only=False)) is None


@pytest.mark.parametrize(
    ("size", "word"), [(128, "128k"), (512, "512k"), (1024, "1m"), (2048, "2m"), (16384, "16m")]
)
def test_a_reus_image_becomes_a_reu_of_its_size(tmp_path, size, word):
    path = tmp_path / "a.reu"
    path.write_bytes(bytes(size << 10))
    machine = C64(sample_rate=0, reu_image=path)
    header, _ = facts_of(machine)
    assert header["config"]["reu"] == word
    assert not {"reu_image", "reu_save", "cart_save", "sample_rate"} & set(header["config"])


@pytest.mark.parametrize("name", STATE_PATHS)
def test_a_strangers_files_are_asked_for_and_ones_own_are_looked_for(tmp_path, name):
    there, given = tmp_path / "there", tmp_path / "given"
    there.write_bytes(b"x")
    plain = {name: str(there)}
    with pytest.raises(HostError, match=f"needs the {name} {there}: give it with --{name} FILE"):
        config_of(plain, {}, "a", False, {})
    with pytest.raises(HostError, match=f"needs the {name} {there}x, which is not there"):
        config_of({name: f"{there}x"}, {}, "a", True, {})
    assert getattr(config_of(plain, {}, "a", True, {}), name) == str(there)
    for own in (False, True):
        assert getattr(config_of(plain, {}, "a", own, {name: given}), name) == given
        assert getattr(config_of({name: None}, {}, "a", own, {}), name) is None
    with pytest.raises(HostError, match="configures 'sample_rate', which this GO 64 does not know"):
        config_of({"sample_rate": 5}, {}, "a", True, {})
    with pytest.raises(HostError) as caught:
        config_of({name: "n" * 300}, {}, "a", False, {})
    assert "n" * 200 + ":" in str(caught.value) and "n" * 201 not in str(caught.value)


def test_a_second_sid_of_before_november_2026_is_found_under_its_old_names(tmp_path):
    old = {"sid2": 0xDE00, "sid2_chip": "8580"}
    assert config_of(old, {}, "a", True, {}).sids == (SidPlace(0xDE00, "8580"),)
    assert config_of({"sid2": 0xD420, "sid2_chip": None}, {}, "a", True, {}).sids == (
        SidPlace(0xD420),
    )
    assert config_of({"sid2": None, "sid2_chip": None}, {}, "a", True, {}).sids == ()


@pytest.mark.parametrize("sids", ["", "d420", "d400::right,d420:8580:left,de00,df00::middle"])
def test_sids_come_back_from_a_header_as_json_has_them(sids):
    machine = C64(sample_rate=0, sids=sids)
    header = json.loads(json.dumps(facts_of(machine)[0]["config"]))
    assert config_of(header, {}, "a", True, {}).sids == machine.config.sids


GOOD = {
    "saved": 1, "title": "", "roms": "", "picture": [2, 3], "drives": [[8, "quick", "", False]],
}  # fmt: skip


def header_is_taken(tmp_path, **changes):
    header = GOOD | changes
    height, width = header["picture"] if isinstance(header["picture"], list) else (2, 3)
    blocks = {"picture": bytes(max(height, 0) * max(width, 0)), "snapshot": b"s", "other": b"o"}
    path = tmp_path / "a.go64"
    write_sealed(path, STATE_MAGIC, STATE_VERSION, header, blocks)
    try:
        state = load_state_file(path)
    except HostError as error:
        assert "damaged, its header is invalid" in str(error)
        return False
    assert (state.snapshot, state.more, state.picture.shape) == (b"s", {}, (height, width))
    return True


@pytest.mark.parametrize(
    ("changes", "taken"),
    [
        ({"saved": 0}, True), ({"saved": -1}, False), ({"saved": (1 << 40) - 1}, True),
        ({"saved": 1 << 40}, False), ({"saved": 1.5}, False),
        ({"title": 1}, False), ({"roms": None}, False),
        ({"picture": [1, 1]}, True), ({"picture": [0, 1]}, False), ({"picture": [1, 0]}, False),
        ({"picture": [400, 600]}, True), ({"picture": [401, 1]}, False),
        ({"picture": [1, 601]}, False),
        ({"drives": []}, True), ({"drives": [[11, "1541", "a", True]]}, True),
        ({"drives": [[7, "1541", "a", True]]}, False),
        ({"drives": [[12, "1541", "a", True]]}, False),
        ({"drives": [[8, "1571", "a", True]]}, False), ({"drives": [[8, "1541", 1, True]]}, False),
        ({"drives": [[8, "1541", "a\0", True]]}, False), ({"drives": [[8, "1541", "a", 1]]}, False),
    ],
)  # fmt: skip
def test_a_header_is_taken_up_to_its_limits(tmp_path, changes, taken):
    assert header_is_taken(tmp_path, **changes) == taken


def test_a_state_that_does_not_fit_leaves_drives_and_tape_as_they_were(tmp_path):
    machine = C64(sample_rate=0)
    machine.drives[8].attach(D64Image.blank(b"MINE", b"01"))
    machine.drives[10].attach(None, kind="quick")
    image, before = machine.drives[8].image, machine.snapshot()
    state = take_state(machine, "a title")
    assert state.header["title"] == "a title"
    for bad in (b"", b"GO64SNAP" + bytes(40)):
        header = state.header | {"drives": [[9, "quick", "", False]]}
        other = replace(state, header=header, snapshot=bad)
        with pytest.raises(HostError):
            put_state(machine, other)
        assert machine.drives[8].image is image
        assert [n for n, slot in machine.drives.items() if slot.kind] == [8, 10]
        assert machine.snapshot() == before
    with pytest.raises(HostError, match="its machine had other ROMs"):
        put_state(machine, replace(state, header=state.header | {"roms": "x"}))
    put_state(machine, state)
    assert machine.snapshot() == before


def test_the_roms_are_told_apart_and_the_picture_is_half_as_large():
    machine = C64(sample_rate=0)
    roms = machine.roms
    content = bytes(roms.kernal) + bytes(roms.basic) + bytes(roms.chargen)
    assert roms_digest(machine.roms) == hashlib.sha1(content).hexdigest()
    machine.tick(3)
    state = take_state(machine)
    whole = machine.screen.indices
    assert state.picture.shape == ((whole.shape[0] + 1) // 2, (whole.shape[1] + 1) // 2)
    assert (state.picture == whole[::2, ::2]).all()


@pytest.mark.parametrize("changed", [False, True])
@pytest.mark.parametrize("protected", [(False, False), (True, False), (False, True)])
def test_a_tape_whose_file_is_as_it_was_is_put_in(tmp_path, changed, protected):
    path = tmp_path / "a.tap"
    content = b"C64-TAPE-RAW" + bytes((1, 0, 0, 0)) + (4).to_bytes(4, "little") + b"0000"
    path.write_bytes(content)
    machine, (of_state, of_user) = C64(sample_rate=0), protected
    row = ["a name", str(path), sha(b"other" if changed else content), of_state]
    _insert_tape(machine, row, of_user)
    if changed:
        assert machine.tape.cassette is None
    else:
        assert machine.tape.cassette.name == "a name"
        assert machine.tape.cassette.read_only is any(protected)
    for nothing in (None, ["a name", str(path), "", False], ["", str(tmp_path), "", False]):
        other = C64(sample_rate=0)
        _insert_tape(other, nothing, False)
        assert other.tape.cassette is None


@pytest.mark.parametrize("loaded", [False, True])
def test_a_state_that_does_not_fit_leaves_the_cassette_and_its_place(loaded):
    machine = C64(sample_rate=0)
    if loaded:
        machine.tape.insert(Cassette(tap(bytes([0x30, 0x42, 0x56]) * 300)))
        machine.tape.play()
        machine.board.write(1, 0x17)
        machine.tick(2)
    cassette, before = machine.tape.cassette, machine.snapshot()
    state = take_state(machine)
    with pytest.raises(HostError):
        put_state(machine, replace(state, snapshot=b"GO64SNAP" + bytes(40)))
    assert machine.tape.cassette is cassette
    assert machine.snapshot() == before


def test_rows_of_drives_are_those_that_are_there_with_their_files(tmp_path):
    machine = C64(sample_rate=0)
    machine.drives[8].unplug()
    assert drives_of(machine) == []
    path = tmp_path / "a.d64"
    path.write_bytes(D64Image.blank(b"A", b"01").to_bytes())
    machine.drives[9].attach(path, read_only=True, kind="quick")
    machine.drives[11].attach(D64Image.blank(b"B", b"01"), kind="quick")
    machine.drives[10].attach(None, kind="quick")
    assert sorted(drives_of(machine)) == [
        [9, "quick", str(path.resolve()), True], [10, "quick", "", False],
        [11, "quick", "", False],
    ]  # fmt: skip


def test_a_strangers_rows_have_no_names_but_of_the_folder_in_the_drive(tmp_path):
    machine = C64(sample_rate=0)
    folder = tmp_path / "folder"
    folder.mkdir()
    machine.drives[8].attach(folder)
    where = str(folder.resolve())
    rows = [[8, "quick", where, False], [9, "1541", where, False]]
    assert untied(machine, rows) == [[8, "quick", where, True], [9, "1541", "", True]]
    assert untied(machine, [[8, "quick", where + "x", False]]) == [[8, "quick", "", True]]


@pytest.mark.parametrize("with_tape", [False, True])
def test_a_tape_that_a_state_has_not_taken_out_is_not_put_in_again(monkeypatch, with_tape):
    machine, put_in = C64(sample_rate=0), []
    if with_tape:
        machine.tape.insert(Cassette(tap(b"\x30" * 9)))
    state, cassette = take_state(machine), machine.tape.cassette
    monkeypatch.setattr(type(machine.tape), "insert", lambda self, media: put_in.append(media))
    with pytest.raises(HostError):
        put_state(machine, replace(state, snapshot=b"GO64SNAP"))
    assert put_in == [] and machine.tape.cassette is cassette


def test_a_strangers_state_that_does_not_fit_leaves_the_tape_in_the_deck():
    machine = C64(sample_rate=0)
    machine.tape.insert(Cassette(tap(b"\x30" * 900)))
    machine.tape.play()
    cassette, before = machine.tape.cassette, machine.snapshot()
    stranger = replace(take_state(machine), own=False)
    with pytest.raises(HostError):
        put_state(machine, replace(stranger, snapshot=b"GO64SNAP" + bytes(40)))
    assert machine.tape.cassette is cassette and machine.snapshot() == before
    put_state(machine, stranger)
    assert machine.tape.cassette is not cassette, "his own tape came in its place"
