"""Fast loaders of the usual kinds run on our 1541 with our DOS: our own code in loaders/.

Each loads a file whose blocks lie on tracks of every density, with the picture on or off, with
eight sprites and with raster interrupts, where its protocol allows them; and from a .g64 with
what protections put beside the file's blocks.
"""

from itertools import product

import pytest

import c64
from disk.d64 import D64Image
from disk.g64 import G64Image
from disk.gcr import encode, encode_track, zone_of
from tests.c64.drive.loaders import KINDS, PLACES, Loading, disk_with_file
from tests.disk.test_g64 import make
from tests.volume import mostly_seldom

pytestmark = pytest.mark.skipif(c64.PURE, reason="whole loads: compiled machine only")
MODELS = ("c64", "ntsc")
FRAMES = 1500
# screen, sprites, interrupts; a loader that counts cycles allows no interrupts
SCENES = {
    "dark": (0, 0, 0),
    "screen": (1, 0, 0),
    "sprites": (1, 1, 0),
    "interrupts": (1, 1, 1),
}
RUNS = [
    (kind, scene) for kind in KINDS for scene in SCENES if (kind, scene) != ("timed", "interrupts")
]
HARDEST = dict(RUNS)  # the last scene has what the others have
# make test takes each kind in its hardest scene, on one model or the other, and the easier scenes
# with one kind each; test-long all.
USUAL = {("onebit", "dark", "c64"), ("gcr", "screen", "ntsc")} | {
    (kind, scene, MODELS[number % 2]) for number, (kind, scene) in enumerate(HARDEST.items())
}
LOADS = mostly_seldom(((*run, model) for run in RUNS for model in MODELS), USUAL)


@pytest.mark.slow
@pytest.mark.parametrize("kind, scene, model", LOADS)
def test_a_loader_brings_every_byte_of_a_file(kind, scene, model):
    screen, sprites, irq = SCENES[scene]
    loading = Loading(kind, model, screen=screen, sprites=sprites, irq=irq)
    assert loading.run(FRAMES) == disk_with_file()[1]
    assert (loading.ticks > 200) == bool(irq)


# Of kind_timed.s, T being the end of the cycle in which the computer pulls ATN: the drive sees it
# in the cycle in which it falls, looks every 7 us, and has pair k on the lines from 13 + 12 k us
# after T at the latest to 18 + 12 k us at the earliest (the last until ATN is let go).  The
# computer sees what is there when the cycle of its read begins, PAD + 3 + 12 k cycles after T.
EXACT_US = {"c64": 18 / 17.734475, "ntsc": 14 / 14.31818}


def fits(pad, model):
    """Tell whether every pair is read while it is there, whenever the drive looked."""
    reads = [(pad + 3 + 12 * k) * EXACT_US[model] for k in range(4)]
    early = any(read < 13 + 12 * k for k, read in enumerate(reads))
    late = any(read > 18 + 12 * k for k, read in enumerate(reads[:3]))
    return not (early or late)


def test_the_loader_that_counts_cycles_has_room_on_either_side():
    assert [[p for p in range(20) if fits(p, model)] for model in MODELS] == [
        [10, 11, 12, 13, 14],
        [12, 13, 14, 15],
    ]


# The last pad that is wrong and the first that is right, on either side.
EDGES = {(9, "c64"), (10, "c64"), (14, "c64"), (15, "c64"), (11, "ntsc"), (12, "ntsc"),
         (15, "ntsc"), (16, "ntsc")}  # fmt: skip
PADS = mostly_seldom(product((9, 10, 11, 12, 14, 15, 16), MODELS), EDGES)


@pytest.mark.slow
@pytest.mark.parametrize(("pad", "model"), PADS)
def test_bits_are_on_the_lines_exactly_as_long_as_the_cycles_of_both_clocks_say(pad, model):
    loading = Loading("timed", model, screen=0, pad=pad)
    try:
        right = loading.run(700) == disk_with_file()[1]
    except AssertionError:  # a length or the end did not come
        right = False
    assert right == fits(pad, model)


# -- decoding while reading: drive_fly.s, whose loop takes 127 cycles for five bytes ------------

LOOP = 127
# Tracks and their cycles a byte; at 32 the first byte is gone before the loop is too slow.
DENSITIES = {17: 26, 24: 28, 30: 30}


@pytest.mark.slow
@pytest.mark.parametrize("track", DENSITIES)
@pytest.mark.parametrize("late", [0, 1])
def test_decoding_keeps_up_exactly_as_long_as_five_bytes_last(track, late):
    pad = (5 * DENSITIES[track] - LOOP) // 2 + late
    image, content = disk_with_file(((track, 0), (track, 7)))
    loading = Loading("fly", disk=D64Image(image), pad=pad, first=(track, 0))
    if late:
        with pytest.raises(AssertionError, match="ended with 255"):
            loading.run(FRAMES)
    else:
        assert loading.run(FRAMES) == content


# -- .g64 with what protections put there -------------------------------------------------------

SYNC = b"\xff" * 5
OWN_HEAD = ("gcr", "fly")  # loaders that move the head and read GCR themselves
LONGER = 90  # bytes: 1.2 to 1.4 % of a track
KILLERS, WEAK = (5, 20, 27, 33), (10, 22, 29, 32)


def surfaces(image):
    """Return {half track: (bytes, density)} of a disk as a .g64 has them."""
    return {2 * t: (bytes(encode_track(image, t)), zone_of(t)[0]) for t in range(1, 36)}


def protected_disk():
    """Return a disk with the file on long tracks among half, weak and killer tracks.

    Half tracks hold the headers of the track before them with other data, so that a head that is
    half a track off brings a wrong file with right checksums.
    """
    image = D64Image(disk_with_file()[0])
    other = D64Image(image.to_bytes())
    for track, sector in PLACES:
        other.write(track, sector, bytes(256))
    halves = surfaces(image)
    for track, _ in PLACES:
        data, density = halves[2 * track]
        halves[2 * track] = (data + b"\x55" * LONGER, density)
        halves[2 * track + 1] = (bytes(encode_track(other, track)), density)
    for track in KILLERS:
        data, density = halves[2 * track]
        halves[2 * track] = (b"\xff" * len(data), density)
    for track in WEAK:
        data, density = halves[2 * track]
        halves[2 * track] = (data[:1000] + bytes(len(data) - 1000), density)
    return G64Image(make(halves))


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_loaders_find_their_file_among_half_long_weak_and_killer_tracks(kind):
    loading = Loading(kind, disk=protected_disk(), screen=0)
    assert loading.run(FRAMES) == disk_with_file()[1]


def with_block(image, track, sector, change):
    """Return a .g64 of the disk in which ``change`` has made another surface of a data block."""
    halves = surfaces(image)
    data, density = halves[2 * track]
    parts = data.split(SYNC)  # what is before the first SYNC, then header and data in turn
    parts[2 * sector + 2] = change(parts[2 * sector + 2])
    halves[2 * track] = (SYNC.join(parts), density)
    return G64Image(make(halves))


def other_byte(data):
    """Return GCR with one group's bytes replaced: the checksum no longer fits."""
    return data[:100] + encode(b"\x17\x05\x19\x64") + data[105:]


def without_flux(data, start=100):
    """Return GCR with a stretch that reads differently each time."""
    return data[:start] + bytes(60) + data[start + 60 :]


def without_flux_later(data):
    """Return the same with another stretch."""
    return without_flux(data, 130)


CHANGES = {"byte": (other_byte,), "no flux": (without_flux, without_flux_later)}
DAMAGED = [
    pytest.param(kind, what, marks=pytest.mark.long if (kind == "gcr") == (what == "byte") else ())
    for kind in (*OWN_HEAD, "clocked")
    for what in CHANGES
]


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "what"), DAMAGED)
def test_a_block_that_does_not_fit_its_checksum_is_not_taken(kind, what):
    image = D64Image(disk_with_file()[0])
    track, sector = PLACES[1]
    for change in CHANGES[what]:
        loading = Loading(kind, disk=with_block(image, track, sector, change), screen=0)
        try:
            got = loading.run(FRAMES)
        except AssertionError as error:
            assert "ended with 255" in str(error)
            break
        assert got != disk_with_file()[1]  # by chance: one random stretch in 256 has that checksum
    else:
        pytest.fail("each damaged block was taken")
    same = with_block(image, track, sector, bytes)
    assert Loading(kind, disk=same, screen=0).run(FRAMES) == disk_with_file()[1]
