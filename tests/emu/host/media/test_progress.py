"""How far a LOAD has come, told from the memory of the machine that loads."""

from types import SimpleNamespace

import pytest

from disk.d64 import D64Image
from disk.volume import PRG, SEQ, USR, Volume
from emu.host.media.progress import BLOCK_BYTES, Progress

START = 0x0801


def of(media, done=False):
    """Return (Progress of the start of a file, its machine's memory)."""
    ram = bytearray(0x10000)
    machine = SimpleNamespace(ram=ram)
    return Progress(SimpleNamespace(media=media, done=done, machine=machine)), ram


def disk(*files):
    """Return a disk with files, [(name, kind, content)]."""
    image = D64Image.blank(b"TEST", b"00")
    volume = Volume(image)
    for name, kind, content in files:
        volume.write_file(name, kind, content)
    return image


def program(blocks, start=START):
    """Return a program that fills so many blocks of a disk."""
    return start.to_bytes(2, "little") + bytes(blocks * BLOCK_BYTES - 2)


def reached(ram, address):
    """Let the LOAD have come up to an address."""
    ram[0xAE], ram[0xAF] = address & 255, address >> 8


@pytest.mark.parametrize("start", [START, 0x4000, 0xC0FE])
def test_blocks_are_counted_from_where_the_program_goes(start):
    progress, ram = of(disk((b"A", PRG, program(10, start))))
    counts = []
    for loaded in (0, BLOCK_BYTES - 1, BLOCK_BYTES, 5 * BLOCK_BYTES, 10 * BLOCK_BYTES):
        reached(ram, start + loaded)
        counts.append(progress.now())
    assert counts == [(0, 10), (0, 10), (1, 10), (5, 10), (10, 10)]


def test_what_the_pointer_had_before_the_load_counts_as_nothing():
    progress, ram = of(disk((b"A", PRG, program(10))))
    for address in (0, START - 1, START + 11 * BLOCK_BYTES, 0xFFFF):
        reached(ram, address)
        assert progress.now() == (0, 10)


def test_a_block_that_is_begun_is_one_and_the_first_program_is_loaded():
    content = program(3) + b"x"
    others = (b"TEXT", SEQ, bytes(2000)), (b"OWN", USR, bytes(3000))
    progress, _ = of(disk(*others, (b"A", PRG, content), (b"B", PRG, b"123")))
    assert progress.now() == (0, 4)


@pytest.mark.parametrize(
    "media",
    [None, b"no disk", disk(), disk((b"TEXT", SEQ, bytes(2000))), disk((b"A", PRG, b"\x01\x08"))],
    ids=["nothing", "no disk", "empty", "no program", "only an address"],
)
def test_nobody_knows_how_much_is_to_come(media):
    assert of(media)[0].now() is None


def test_a_load_that_is_over_has_no_progress():
    assert of(disk((b"A", PRG, program(10))), done=True)[0].now() is None


def test_of_a_damaged_directory_nobody_knows_either():
    content = bytearray(disk((b"A", PRG, program(10))).to_bytes())
    content[0x16600:0x16602] = bytes((99, 1))  # its first block leads to track 99
    content[0x16602] = 0  # and holds no file
    assert of(D64Image(bytes(content)))[0].now() is None
