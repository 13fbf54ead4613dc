"""The disk that the build makes: sound, and the game starts from it with nothing but LOAD."""

from pathlib import Path

import pytest
from d64.scripts import d64_fsck

import c64
from c64.drive.fastload import install
from disk.d64 import D64Image
from disk.volume import Volume
from tests.c64.machine_with_roms import foreign_machine, our_machine, say
from tests.volume import seldom

ROOT = Path(__file__).resolve().parent.parent.parent
IMAGE = ROOT / "disk" / "go64.d64"
MAIN = ROOT / "build" / "game" / "game.main"  # the game's resident part, as linked
PIECE = 64
FRAMES = 3500  # 70 s: what 80 blocks take over the lines


def resident(machine):
    """Return the share of the game's resident part that lies unchanged in memory."""
    main, ram = MAIN.read_bytes(), bytes(machine.board.ram)
    pieces = [main[at : at + PIECE] for at in range(0, len(main) - PIECE, PIECE)]
    start = next((ram.find(p) - at * PIECE for at, p in enumerate(pieces) if p in ram), 0)
    same = sum(ram[start + at * PIECE :].startswith(p) for at, p in enumerate(pieces))
    return same / len(pieces)


SAVED = 5  # blocks of a saved game


def test_the_image_is_sound_and_leaves_room():
    d64_fsck.USED_BLOCKS.clear()
    d64_fsck.FIX = d64_fsck.YES = False
    assert not d64_fsck.check_image(IMAGE)
    volume = Volume(D64Image.open(IMAGE))
    first = next(volume.entries())
    assert (first.name, volume.read_file(first)[:2]) == (b"GO 64", b"\x01\x08")
    assert volume.free_blocks() > 19 * SAVED  # it was > 300 before the German files, 130 blocks;
    # the characters, 32 with their German files; the tutorial, 12 with its German file;
    # counter-offers and the course of a game, 11 in both languages


# Fast; the machine: our ROMs or open roms.  The first four have each pair of values.
WAYS = pytest.mark.parametrize(
    ("fast", "make", "command"),
    [
        (False, our_machine, 'LOAD"*",8'),
        (False, foreign_machine, 'LOAD"*",8,1'),
        (True, our_machine, 'LOAD"*",8,1'),
        (True, foreign_machine, 'LOAD"*",8'),
        seldom(False, our_machine, 'LOAD"*",8,1'),
        seldom(False, foreign_machine, 'LOAD"*",8'),
        seldom(True, our_machine, 'LOAD"*",8'),
        seldom(True, foreign_machine, 'LOAD"*",8,1'),
    ],
)


@pytest.mark.slow
@pytest.mark.skipif(c64.PURE, reason="thousands of frames take minutes uncompiled")
@pytest.mark.feature("F079")
@WAYS
def test_the_game_starts_from_its_disk(make, fast, command):
    machine = make()
    machine.drives[8].attach(IMAGE, read_only=True)
    install(machine.board, fast)
    say(machine, command)
    machine.type("RUN\n")
    quiet = 0
    for _ in range(FRAMES):
        machine.tick()
        quiet = 0 if machine.drives[8].busy else quiet + 1
        if quiet > 100:
            break
    assert quiet > 100
    assert resident(machine) > 0.9
