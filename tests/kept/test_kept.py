"""What older versions have written is read, and leads where it led them."""

import gzip
import json

import pytest

from disk.d64 import D64Image
from disk.volume import Volume
from emu.shared.recording_file import machine_for, open_recording, play_recording
from emu.shared.state.restore import machine_of, open_state_file
from tests.asm.game.robust.forge import Reader
from tests.asm.game.ui.conftest import built, places
from tests.asm.game.ui.machine import Game
from tests.asm.game.ui.test_save import disk_program
from tests.emu.replay.play_out import play_out
from tests.kept.write import ROOT, play_on, seen, unpacked

__all__ = ["built", "places"]
VERSIONS = {
    path.parent.name: json.loads(path.read_text()) for path in sorted(ROOT.glob("*/kept.json"))
}


def kept(kind):
    """[(path, what is to come of it)] of a kind of files, of all versions."""
    return [
        pytest.param(ROOT / version / name, wanted, id=f"{version}/{name}")
        for version, kinds in VERSIONS.items()
        for name, wanted in kinds[kind].items()
    ]


def test_every_version_has_left_files_of_every_kind():
    assert "0.1.0" in VERSIONS
    for version, kinds in VERSIONS.items():
        names = [name for files in kinds.values() for name in files]
        there = {path.name for path in (ROOT / version).iterdir()}
        assert there == {*names, "kept.json"} and all(kinds.values())
        assert sum(path.stat().st_size for path in (ROOT / version).iterdir()) < 200_000


@pytest.mark.parametrize(("path", "wanted"), kept("states"))
def test_a_state_goes_on_to_the_same_picture(path, wanted):
    machine, _ = machine_of(open_state_file(path))
    play_on(machine, wanted["keys"])
    found = seen(machine)
    assert found["text"] == wanted["text"]
    assert found["picture"] == wanted["picture"]


@pytest.mark.parametrize(("path", "wanted"), kept("recordings"))
def test_a_recording_is_replayed_to_the_same_machine(path, wanted):
    found = open_recording(path)
    machine = machine_for(found)
    player = play_out(play_recording(machine, found), machine)
    assert (player.diverged, player.steps) == (None, wanted["frames"])
    assert seen(machine) == {name: wanted[name] for name in ("picture", "text")}


@pytest.fixture(scope="module")
def reader(built):
    """The game's check of a file, on a bare 6510."""
    return Reader(disk_program())


def disk_of(path):
    return D64Image(gzip.decompress(path.read_bytes()))


@pytest.mark.parametrize(("path", "wanted"), kept("saves"))
def test_saved_games_have_the_same_money_squares_and_houses(path, wanted, reader):
    volume = Volume(disk_of(path))
    found = {
        entry.name.decode().removeprefix("GO64-").lower(): unpacked(reader, volume.read_file(entry))
        for entry in volume.entries()
    }
    assert found == wanted


@pytest.mark.parametrize(("path", "wanted"), kept("saves"))
def test_a_saved_game_goes_on_in_the_game_of_now(path, wanted, built):
    game = Game().boot()
    game.machine.drives[8].attach(disk_of(path))
    game.key("{F1}")
    game.until(f"{len(wanted)} games")
    game.key("l", 10)
    game.until("goes on.")
    money = wanted["classic"]["money"]
    assert [game.word("player_money", seat) for seat in range(len(money))] == money
    turns = game.byte("turn_count") | game.byte("turn_count", 1) << 8
    assert turns == wanted["classic"]["turns"]
