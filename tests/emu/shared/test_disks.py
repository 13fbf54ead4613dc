"""Disks on the host: the game's own stays as it is, saved games live in the user's folder."""

import hashlib
import shutil
import subprocess
import sys

import pytest

from c64 import C64
from disk.d64 import D64Image
from disk.volume import Volume
from emu.cli import parse_arguments
from emu.host.headless import HeadlessRun
from emu.shared import disks, setup
from emu.shared.disks import BUNDLED_GAME, is_bundled, open_saves, saves_path
from emu.shared.setup import restart, start_file
from tests.asm.game.ui.machine import Game, labels
from tools import build

FRAMES = 3000


@pytest.fixture(scope="module", autouse=True)
def bundled():
    """The game's disk is built; its content must not change."""
    build.build_game()
    build.build_disk()
    before = hashlib.sha256(BUNDLED_GAME.read_bytes()).digest()
    yield
    assert hashlib.sha256(BUNDLED_GAME.read_bytes()).digest() == before


@pytest.fixture(autouse=True)
def home(monkeypatch, tmp_path):
    """The user's folders are in a temporary one."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def started(*words):
    """A machine as these words of the command line start it, without a window."""
    args = parse_arguments(["--mute", *words])
    machine = C64(sample_rate=0)
    return machine, start_file(args, machine)


def playing(machine, start):
    """The Game on a machine that has come to its title."""
    game = Game.__new__(Game)
    game.machine, game.ram, game.labels = machine, machine.board.ram, labels()
    start.finish(settle=True)
    return game.until("The property game")


def test_saved_games_survive_closing_the_window_and_the_games_disk_stays_as_it_is():
    game = playing(*started())
    game.key("\n").until("WHO PLAYS?").tick(30)
    game.key("{F7}").until("Roll for 1st")
    for _ in range(4):  # in a turn, the line below the board stays until something happens
        game.tick_until_armed()
        game.key("r", 120)
    game.until("Roll dice").tick(120)
    game.key("g").until("drive 9").until("No games")
    assert not saves_path().exists()
    game.key("s", 20).key("ada\n", 10).until("ADA is saved.")
    assert [e.name for e in Volume(D64Image.open(saves_path())).entries()] == [b"GO64-ADA"]
    again = playing(*started())
    again.key("{F1}").until("drive 9").until("1 game")
    again.key("l").until("ADA goes on.")
    assert again.state() == game.state()


def test_the_games_own_disk_is_write_protected_however_it_is_named(tmp_path):
    link = tmp_path / "link.d64"
    link.symlink_to(BUNDLED_GAME)
    assert is_bundled(link)
    for words in ([], [str(BUNDLED_GAME)], [str(link)]):
        machine, _ = started(*words)
        assert machine.drives[8].image.read_only, words
    machine, _ = started("--basic-prompt", "--drive8", str(BUNDLED_GAME))
    assert machine.drives[8].image.read_only
    run = HeadlessRun(parse_arguments(["--headless", "--frames", "1"]))
    assert run.machine.drives[8].image.read_only
    assert list(run.machine.board.iec.devices) == [8]


def test_the_games_program_alone_finds_its_disk_by_what_it_holds(tmp_path, capsys):
    path = tmp_path / "whatever.prg"
    shutil.copyfile(build.ROOT / "build" / "game" / "go64.prg", path)
    machine, start = started(str(path))
    assert capsys.readouterr().err == (
        "go64: whatever.prg is the game's first program: its disk is put into drive 8\n"
    )
    assert machine.drives[8].image.path == BUNDLED_GAME and machine.drives[8].image.read_only
    assert sorted(machine.board.iec.devices) == [8, 9]
    playing(machine, start)
    restart(parse_arguments([]), machine, path)
    assert machine.drives[8].image.path == BUNDLED_GAME


def test_another_program_and_a_disk_of_the_users_in_drive_8_are_left_alone(tmp_path, capsys):
    content = (build.ROOT / "build" / "game" / "go64.prg").read_bytes()
    other, same, disk = tmp_path / "go64.prg", tmp_path / "same.prg", tmp_path / "own.d64"
    other.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    same.write_bytes(content)
    disk.write_bytes(D64Image.blank(b"OWN", b"01").to_bytes())
    machine, _ = started(str(other))
    assert machine.drives[8].image is None
    machine, _ = started(str(same), "--drive8", str(disk))
    assert machine.drives[8].image.path == disk
    assert capsys.readouterr().err == ""


HOLDS = """
import sys
from disk.d64 import D64Image
image = D64Image.open(sys.argv[1])
print(image.claim(), flush=True)
sys.stdin.read()
"""


def test_a_second_window_on_the_games_disk_is_told_nothing_as_nobody_writes_it(
    capsys, monkeypatch, tmp_path
):
    game = tmp_path / BUNDLED_GAME.name  # the common one may be held by other tests' processes
    shutil.copyfile(BUNDLED_GAME, game)
    for module in (disks, setup):
        monkeypatch.setattr(module, "BUNDLED_GAME", game)
    other = [sys.executable, "-c", HOLDS, str(game)]
    with subprocess.Popen(other, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout.readline() == b"True\n"
        machine, _ = started()
        assert machine.drives[8].image.path == game
        assert machine.drives[8].image.read_only
        assert sorted(machine.board.iec.devices) == [8, 9]
        holder.stdin.close()
    assert capsys.readouterr().err == ""


def test_a_disk_of_the_users_is_written_through_unless_told_otherwise(tmp_path):
    path = tmp_path / "own.d64"
    path.write_bytes(D64Image.blank(b"OWN", b"01").to_bytes())
    machine, _ = started(str(path))
    assert not machine.drives[8].image.read_only
    assert list(machine.board.iec.devices) == [8]
    machine, _ = started(str(path), "--read-only")
    assert machine.drives[8].image.read_only


def test_another_file_in_the_same_window_gets_no_disk_of_saved_games(tmp_path):
    path = tmp_path / "own.d64"
    path.write_bytes(D64Image.blank(b"OWN", b"01").to_bytes())
    machine, _ = started()
    assert sorted(machine.board.iec.devices) == [8, 9]
    args = parse_arguments([])
    restart(args, machine, path)
    assert list(machine.board.iec.devices) == [8]
    restart(args, machine, BUNDLED_GAME)
    assert sorted(machine.board.iec.devices) == [8, 9]


def test_a_second_disk_of_the_users_takes_the_place_of_the_saved_games(tmp_path):
    path = tmp_path / "own.d64"
    path.write_bytes(D64Image.blank(b"OWN", b"01").to_bytes())
    machine, _ = started("--drive9", str(path))
    assert machine.drives[9].image.path == path
    assert machine.drives[8].image.path == BUNDLED_GAME


def test_a_damaged_disk_of_saved_games_is_told_and_the_game_starts(capsys):
    saves_path().parent.mkdir(parents=True)
    saves_path().write_bytes(b"no disk")
    machine, start = started()
    said = capsys.readouterr().err
    assert said.startswith("go64: no drive 9 for saved games: ") and said.count("\n") == 1
    assert list(machine.board.iec.devices) == [8]
    assert start is not None
    assert saves_path().read_bytes() == b"no disk"


def test_a_folder_that_cannot_be_made_is_told(tmp_path, monkeypatch, capsys):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    started()
    assert "no drive 9 for saved games" in capsys.readouterr().err


def test_what_is_written_to_the_disk_of_saved_games_is_its_file():
    image = open_saves()
    Volume(image).write_file(b"X", 1, b"1")
    image.flush()
    assert Volume(open_saves()).find(b"X") is not None


@pytest.mark.parametrize("words", [(), ("--read-only",)])
def test_the_drive_of_saved_games_tells_its_errors_where_drive_8_does(words):
    args, machine, heard = parse_arguments(list(words)), C64(sample_rate=0), []
    machine.drives[8].notice = heard.append
    start_file(args, machine)
    saves = machine.drives[9]
    saves.notice("an error")
    assert heard == ["an error"] and saves.image.read_only is bool(words)
