"""The files that a version leaves to later ones.

Each is made by the machine that goes on itself afterwards: what it comes to stands in kept.json.
"""

import gzip
import hashlib
import json
import os
import tempfile
from pathlib import Path

import c64
from disk.d64 import D64Image
from disk.volume import PRG, SEQ, Volume
from emu.replay.recorder import Recorder
from emu.shared.recording_file import save_recording
from emu.shared.state.write import save_state_file
from tests.asm.game.robust.forge import Reader
from tests.asm.game.ui.machine import Game
from tests.asm.game.ui.test_save import disk_program
from tests.fuzz import games

ROOT = Path(__file__).parent
SAVES = {"classic": 3, "of1989": 5, "russian": 7, "own": 8}  # names of tests.fuzz.games.seeds
LISTING = "10 a=a+1:poke53280,aand15:printa;:goto10\n"
AFTER = 250  # frames that a state goes on until it is looked at
RECORDED = 200  # frames


def picture_of(machine):
    """Return the SHA-256 of the picture's palette indices."""
    return hashlib.sha256(machine.screen.indices.tobytes()).hexdigest()


def seen(machine):
    """Return what kept.json says of a machine that has come to its end."""
    rows = [row.rstrip() for row in machine.screen.text().splitlines()]
    return {"picture": picture_of(machine), "text": [row for row in rows if row][-4:]}


def facts_of(engine):
    """Return what kept.json says of a game: engine is tests.asm.game.engine.Engine."""
    seats = engine.byte("player_count")
    return {
        "money": [engine.money(seat) for seat in range(seats)],
        "squares": engine.table("player_square", seats),
        "owners": engine.table("square_owner", 40),
        "levels": engine.table("square_level", 40),
        "turns": engine.byte("turn_count") | engine.byte("turn_count", 1) << 8,
    }


def a_disk():
    """Return a disk with a program on it."""
    image = D64Image.blank(b"KEPT", b"01")
    program = b"\x01\x08\x0b\x08\x0a\x00\x99\x20\x22\x4b\x45\x50\x54\x22\x00\x00\x00"
    Volume(image).write_file(b"KEPT", PRG, program)
    return image


def at_work(drive):
    """Return a machine whose BASIC works, with a disk in its drive."""
    machine = c64.C64(sample_rate=0, drive=drive)
    machine.drives[8].attach(a_disk())
    machine.tick(150)
    if drive == "1541":  # in the middle of a load
        machine.type('load"kept",8\n')
        machine.tick(60)
    else:
        machine.type(LISTING + "run\n")
    return machine


def play_on(machine, keys):
    """Go on with a state that was kept: type, and let frames pass."""
    if keys:
        machine.type(keys, wait=False)
    machine.tick(AFTER)


def _state(path, machine, keys=""):
    save_state_file(path, machine, path.stem)
    play_on(machine, keys)
    return {"keys": keys} | seen(machine)


def _recording(path):
    machine = at_work("auto")
    recorder = Recorder(machine)
    for frame in range(RECORDED):
        if frame == 30:
            machine.type('{STOP}\nload"kept",8\nrun\n', wait=False)
        machine.tick()
        recorder.end()
    save_recording(path, machine, recorder.finish(), "kept")
    return {"frames": RECORDED} | seen(machine)


def _saved_games(path):
    image, found = D64Image.blank(b"SAVES", b"01"), {}
    reader = Reader(disk_program())
    for name, number in SAVES.items():
        content = games.seeds()[number].file
        Volume(image).write_file(b"GO64-" + name.upper().encode(), SEQ, content)
        found[name] = unpacked(reader, content)
    path.write_bytes(gzip.compress(image.to_bytes(), mtime=0))
    return found


def unpacked(reader, content):
    """Let the game's own code check and unpack a saved game; returns what ``facts_of`` says."""
    assert reader.refuses(content) == 0
    reader.engine.call("save_unpack")
    return facts_of(reader.engine)


def write_version(again=False):
    """Write the folder of this version; returns the exit status."""
    folder = ROOT / c64.__version__
    if folder.exists() and not again:
        print(f"{folder.name} is there already: what a release has written stays as it is")
        return 1
    folder.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as home:
        os.environ["XDG_DATA_HOME"] = home  # the seal is nobody's
        game = Game().boot().first_turn(4)
        game.tick_until_armed()
        found = {
            "states": {
                "basic.go64": _state(folder / "basic.go64", at_work("quick")),
                "drive.go64": _state(folder / "drive.go64", at_work("1541")),
                "game.go64": _state(folder / "game.go64", game.machine, "r"),
            },
            "recordings": {"inputs.go64rec": _recording(folder / "inputs.go64rec")},
            "saves": {"saves.d64.gz": _saved_games(folder / "saves.d64.gz")},
        }
    (folder / "kept.json").write_text(json.dumps(found, indent=1) + "\n")
    return 0
