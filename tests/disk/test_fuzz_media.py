"""Whole files of every kind with a few changes: read, or refused in one line; nothing else.

Hypothesis chooses the changes and, when something else comes of them, takes away those that
do not matter.  The files to begin with are SEEDS, made here: each is small and in order.
"""

import struct
from functools import cache

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from disk.d64 import D64Image
from disk.d71_d81 import D71Image, D81Image
from disk.errors import DosError, MediaError
from disk.g64 import HALF_TRACKS
from disk.media import media_from
from disk.volume import PRG, SEQ
from tests.disk.test_crt import crt
from tests.disk.test_g64 import make as g64
from tests.disk.test_p64 import formatted as p64_disk
from tests.disk.test_p64 import make as p64
from tests.disk.test_sid import sid
from tests.disk.test_tap import tap

PROGRAM = b"\x01\x08\x0b\x08\x0a\x00\x9e2061\x00\x00\x00"
QUICK = settings(max_examples=60, deadline=None, derandomize=True)


def disk_of(image):
    """Return the bytes of a disk with two programs and a relative file on it."""
    volume = image.volume()
    volume.write_file(b"FIRST", PRG, PROGRAM + bytes(700))
    volume.write_file(b"SECOND", SEQ, b"TEXT" * 30)
    volume.create_relative(b"RECORDS", 30)
    return image.to_bytes()


def t64():
    """Return a tape of one program."""
    entry = struct.pack("<BBHH2xI4x16s", 1, 0x82, 0x0801, 0x0801 + len(PROGRAM) - 2, 96, b"A")
    head = b"C64 tape image file".ljust(32, b"\0") + struct.pack("<HHH", 0x0101, 1, 1) + bytes(26)
    return head + entry + PROGRAM[2:]


SEEDS = {
    "d64": lambda: disk_of(D64Image.blank(b"SEED", b"SE")),
    "d71": lambda: disk_of(D71Image.formatted(b"SEED", b"SE", 70)),
    "d81": lambda: disk_of(D81Image.formatted(b"SEED", b"SE", 80)),
    "g64": lambda: g64({36: (b"\xff\x55" * 40, bytes([3, 2] * 40)), 37: (b"\x52" * 9, 1)}),
    "p64": lambda: p64({36: p64_disk()[:300]}),
    "crt": lambda: crt(((0, 0, 0x8000, b"ab" * 40), (2, 1, 0xA000, b"c" * 9)), hardware=32),
    "t64": t64,
    "tap": lambda: tap(bytes([0x30, 0x42, 0, 1, 2, 3, 0x56]) * 9),
    "sid": sid,
    "p00": lambda: b"C64File\0" + b"NAME".ljust(17, b"\0") + b"\0" + PROGRAM,
    "prg": lambda: PROGRAM,
}
HEADS = (0, 8, 16, 32, 64, 256, 0x16500)  # where headers, tables and the directory begin


@cache
def seed_file(name):
    """Return a file in order."""
    return bytes(SEEDS[name]())


# A change: where (near a head, or anywhere: a part of the file), and bytes to put there.
places = st.one_of(
    st.builds(lambda at, by: ("byte", at + by), st.sampled_from(HEADS), st.integers(0, 40)),
    st.builds(lambda part: ("part", part), st.floats(0, 1)),
)
values = st.one_of(
    st.sampled_from(
        [b"\0", b"\xff", b"\0\0", b"\xff\xff", b"\xff\xff\xff\xff", b"\x80", b"\x12\x01"]
    ),
    st.binary(min_size=1, max_size=8),
)
changes = st.lists(st.tuples(places, values), max_size=6)
lengths = st.one_of(st.none(), st.floats(0, 1), st.integers(-3, 300))


def changed(data, edits, length):
    """Return the file with changes; ``length``: a part of it, or so many bytes more or less."""
    found = bytearray(data)
    for (kind, where), value in edits:
        at = min(int(where * len(found)) if kind == "part" else where, len(found))
        found[at : at + len(value)] = value
    if isinstance(length, float):
        del found[int(length * len(found)) :]
    elif length is not None and length < 0:
        del found[length:]
    else:
        found += bytes(length or 0)
    return bytes(found)


def use(media):
    """Do with it what drives, ports and datasettes do."""
    if hasattr(media, "volume"):
        use_volume(media)
    elif hasattr(media, "read_half"):
        for half in range(2, HALF_TRACKS + 2):
            cells = media.read_half(half)
            assert cells is None or len(cells[0]) * 8 >= cells[1] > 0
        media.to_bytes()
    elif media.kind in ("program", "tape"):
        media.program()


def use_volume(image):
    """Read every file, write one, rebuild the map: errors of the drive are all that may come."""
    volume = image.volume()
    for entry in _try(lambda: list(volume.entries())) or ():
        _try(lambda entry=entry: _read(volume, entry))
    _try(lambda: volume.write_file(b"NEW", PRG, PROGRAM))
    _try(volume.validate)
    assert len(image.to_bytes()) == len(image.data) + len(image.errors or b"")


def _read(volume, entry):
    reader, count = volume.reader(entry), 0
    while reader.peek() is not None:
        reader.advance()
        count += 1
        assert count < 1_000_000, "a chain without end"


def _try(function):
    try:
        return function()
    except DosError:
        return None


@pytest.mark.parametrize("name", SEEDS)
def test_a_file_in_order_is_read(name):
    use(media_from(seed_file(name), f"x.{name}"))


@pytest.mark.slow
@pytest.mark.parametrize("name", SEEDS)
@QUICK
@given(edits=changes, length=lengths)
@example(edits=[], length=0.0)
@example(edits=[(("byte", 8), b"\xff\xff\xff\xff")], length=None)
def test_a_file_with_a_few_changes_is_read_or_refused_in_a_line(name, edits, length):
    check(name, edits, length)


@pytest.mark.long
@pytest.mark.parametrize("name", SEEDS)
@settings(max_examples=3000, deadline=None)
@given(edits=changes, length=lengths)
def test_a_file_with_any_few_changes_is_read_or_refused_in_a_line(name, edits, length):
    check(name, edits, length)


def check(name, edits, length):
    content = changed(seed_file(name), edits, length)
    try:
        media = media_from(content, f"x.{name}")
    except MediaError as error:
        assert str(error).startswith("x.") and len(str(error).splitlines()) == 1
        return
    use(media)
