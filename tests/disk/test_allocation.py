"""Which block a file gets: random maps of all disks against a model of the drives' order.

The model is a list of rules after Immers and Neufeld, "Inside Commodore DOS": a new file begins
next to the directory, below it first; it goes on by the interleave round its track, then track by
track away from the directory, then on the directory's other side, last on its own side again.
"""

import random

import pytest

from disk.block_map import with_free_1541
from disk.blocks import Region
from disk.d64 import D64Image
from disk.d71_d81 import D71Image, D81Image
from disk.errors import DosError
from disk.geometry import sectors_of
from disk.relative import RelativeFile
from disk.volume import PRG, Volume

KINDS = {"d64": D64Image, "d71": D71Image, "d81": D81Image}
ALL = pytest.mark.parametrize("kind", KINDS)
# Of each kind: the directory's track, the last track, a track of no file, the interleave.
FACTS = {"d64": (18, 35, None, 10), "d71": (18, 70, 53, 6), "d81": (40, 80, None, 1)}


def sectors(kind, track):
    """How many sectors a track has, after the manuals."""
    if kind == "d81":
        return 40
    track -= 35 if track > 35 else 0
    return 21 if track < 18 else 19 if track < 25 else 18 if track < 31 else 17


def random_map(kind, chance, free):
    """(volume, the set of its ``free`` free blocks), which lie at random."""
    volume = Volume(KINDS[kind].blank(b"TEST", b"T1"))
    middle, last, none, _ = FACTS[kind]
    places = [
        (track, sector)
        for track in range(1, last + 1)
        if track not in (middle, none)
        for sector in range(sectors(kind, track))
    ]
    left = set(chance.sample(places, free))
    block_map = volume.map()
    for place in places:
        block_map.mark(*place, place in left)
    block_map.store()
    return volume, left


def random_place(kind, chance):
    middle, last, none, _ = FACTS[kind]
    track = chance.choice([t for t in range(1, last + 1) if t not in (middle, none)])
    return track, chance.randrange(sectors(kind, track))


def first_of(kind, left):
    """Where a file begins, of the free blocks ``left``."""
    middle = FACTS[kind][0]
    return min(left, key=lambda place: (abs(place[0] - middle), place[0] > middle, place[1]))


def next_of(kind, left, track, sector):
    """Where a file goes on behind a block."""
    middle, _, _, interleave = FACTS[kind]

    def rank(place):
        other, at = place
        away = abs(other - middle)
        if (other < middle) != (track < middle):
            side = 1
        else:
            side = 0 if away >= abs(track - middle) else 2
        begin, count = 0, sectors(kind, other)
        if other == track:
            begin = sector + interleave
            begin -= count if begin >= count else 0
            begin -= 1 if sector + interleave > count else 0
        return side, away, (at - begin) % count

    return min(left, key=rank)


@pytest.mark.slow
@ALL
@pytest.mark.parametrize("free", [1, 4, 12, 60])
def test_every_block_is_the_one_that_the_rules_of_the_drive_give(kind, free):
    chance = random.Random(f"{kind} {free}")
    for _ in range(max(2, 24 // free)):
        volume, left = random_map(kind, chance, free)
        place = first_of(kind, left)
        assert volume.allocate_first() == place
        left.remove(place)
        while left:
            assert volume.free_blocks() == len(left)
            if chance.random() < 0.3:  # another file goes on, somewhere else
                place = random_place(kind, chance)
            expected = next_of(kind, left, *place)
            assert volume.allocate_next(*place) == expected
            place = expected
            left.remove(place)
        with pytest.raises(DosError, match="72"):
            volume.allocate_first()
        with pytest.raises(DosError, match="72"):
            volume.allocate_next(1, 0)


@ALL
def test_a_block_is_asked_for_upwards_and_the_directory_is_passed_over(kind):
    chance = random.Random(kind)
    volume, left = random_map(kind, chance, 6)
    for place in {random_place(kind, chance) for _ in range(30)} | left:
        assert volume.is_free(*place) == (place in left)
        assert volume.next_free(*place) == min((p for p in left if p >= place), default=(0, 0))


@pytest.mark.slow
@ALL
def test_a_map_that_is_made_anew_has_used_what_it_was_given_and_the_track_of_no_file(kind):
    chance = random.Random(kind)
    volume, used = random_map(kind, chance, 40)
    volume.rebuild_map(used)
    _, last, none, _ = FACTS[kind]
    for track in range(1, last + 1):
        for sector in range(sectors(kind, track)):
            assert volume.is_free(track, sector) == ((track, sector) not in used and track != none)


def test_a_partition_is_filled_from_its_own_directory_on_and_has_no_block_outside():
    volume = Volume(D81Image.blank(b"TEST", b"T1"), Region(50, 53))
    volume.format(b"PART", b"P1")
    assert volume.free_blocks() == 3 * 40
    assert volume.allocate_first() == (51, 0)
    expected = [(51, s) for s in range(1, 40)] + [(t, s) for t in (52, 53) for s in range(40)]
    place, found = (51, 0), []
    while len(found) < len(expected):
        place = volume.allocate_next(*place)
        found.append(place)
    assert found == expected
    with pytest.raises(DosError, match="72"):
        volume.allocate_next(*place)


def test_blocks_outside_a_partition_do_not_count_whatever_its_map_says():
    volume = Volume(D81Image.blank(b"TEST", b"T1"), Region(50, 53))
    volume.format(b"PART", b"P1")
    for track in (49, 54):
        volume.set_free(track, 7, True)
        assert volume.is_free(track, 7)
    assert volume.free_blocks() == 3 * 40
    volume.set_free(53, 7, False)
    volume.set_free(51, 7, False)
    assert volume.free_blocks() == 3 * 40 - 2


def test_a_1571s_map_has_the_counts_of_the_other_side_from_byte_dd_on():
    """Where the drive's manual has them; the bits are in track 53."""
    image = D71Image.blank(b"TEST", b"T1")
    header, bits = image.read(18, 0), image.read(53, 0)
    counts = [sectors("d71", track) if track != 53 else 0 for track in range(36, 71)]
    assert list(header[0xDD:0x100]) == counts
    assert list(bits[:3]) == [0xFF, 0xFF, 0x1F] and list(bits[51:54]) == [0, 0, 0]


def blocks_for(count):
    """Blocks that ``count`` blocks of records take, with their side sectors."""
    return count + -(-count // 120)


@pytest.mark.parametrize("count", [2, 119, 120, 121, 240, 241, 650])
@pytest.mark.parametrize("spare", [0, -1])
def test_a_relative_file_grows_up_to_the_last_free_block(count, spare):
    volume = Volume(D64Image.blank(b"TEST", b"T1"))
    file = RelativeFile.create(volume, b"REC", 254)
    volume.write_file(b"REST", PRG, bytes((664 - blocks_for(count) - spare) * 254))
    assert volume.free_blocks() == blocks_for(count) + spare - 2
    if spare < 0:
        with pytest.raises(DosError, match="52, FILE TOO LARGE"):
            file.write(count - 1, b"x")
        return
    file.write(count - 1, b"x")
    assert volume.free_blocks() == 0
    assert volume.find(b"REC").size == blocks_for(count)


def test_one_group_of_side_sectors_leads_to_720_blocks():
    volume = Volume(D71Image.blank(b"TEST", b"T1"))
    file = RelativeFile.create(volume, b"REC", 254)
    with pytest.raises(DosError, match="52, FILE TOO LARGE"):
        file.write(720, b"x")
    file.write(719, b"x")
    assert volume.find(b"REC").size == 726


def map_of(bits, sectors_free):
    """20 bytes of a map of tracks 36 to 40."""
    return b"".join(bytes((sectors_free,)) + bits.to_bytes(3, "little") for _ in range(5))


@pytest.mark.parametrize("at", [0xAC, 0xC0])
@pytest.mark.parametrize("tracks", [35, 40])
@pytest.mark.parametrize(
    ("content", "is_map"),
    [
        (map_of(0x1FFFF, 17), True), (map_of(1, 1), True), (map_of(0x1FFFF, 16), False),
        (map_of(0x3FFFF, 18), False), (map_of(0, 0), False),
    ],
)  # fmt: skip
def test_tracks_above_35_have_a_map_where_counts_fit_bits(at, tracks, content, is_map):
    """In the places of SpeedDOS and Dolphin DOS; what is there for something else stays."""
    image = D64Image.blank(b"TEST", b"T1", tracks)
    header = bytearray(image.read(18, 0))
    header[0xAC:0xD4] = bytes(40)
    header[at : at + 20] = content
    image.write(18, 0, header)
    volume = Volume(image)
    managed = is_map and tracks == 40
    assert volume.last_track() == (40 if managed else 35)
    assert volume.free_blocks() == 664 + (5 * content[0] if managed else 0)
    assert volume.map().bits(36) == (int.from_bytes(content[1:4], "little") if managed else 0)
    assert volume.map().count(41) == volume.map().bits(0) == 0
    volume.validate()
    after = image.read(18, 0)[0xAC:0xD4]
    expected = bytearray(header[0xAC:0xD4])
    if managed:
        expected[at - 0xAC : at - 0xAC + 20] = map_of(0x1FFFF, 17)
    assert after == bytes(expected)


def test_a_new_disk_of_40_tracks_has_the_map_of_its_last_five_where_speeddos_keeps_it():
    image = D64Image.blank(b"TEST", b"T1", 40)
    assert bytes(image.read(18, 0)[0xC0:]) == map_of(0x1FFFF, 17) + bytes(44)
    assert Volume(image).free_blocks() == 664 + 5 * 17


@pytest.mark.parametrize(("tracks", "managed"), [(1, 1), (35, 35), (36, 36), (40, 40), (42, 40)])
def test_a_new_map_has_every_block_free_of_35_tracks_or_of_40_as_speeddos_keeps_them(
    tracks, managed
):
    header = with_free_1541(bytearray(256), tracks)
    for track in range(1, 41):
        base = 4 * track if track <= 35 else 0xC0 + 4 * (track - 36)
        count = sectors_of(track) if track <= managed else 0
        bits = int.from_bytes(header[base + 1 : base + 4], "little")
        assert (header[base], bits) == (count, (1 << count) - 1), track
    assert header[0xD4:] == bytes(256 - 0xD4)


def test_two_files_that_share_a_block_are_told_with_it_and_nothing_changes():
    image = D64Image.blank(b"DISK", b"01")
    volume = Volume(image)
    for name in (b"ONE", b"TWO"):
        volume.write_file(name, PRG, b"x" * 100)
    one, two = volume.entries()
    two.start = one.start
    volume.put_entry(two)
    before = image.to_bytes()
    track, sector = one.start
    with pytest.raises(DosError, match=rf"^71, ?DIR ERROR,{track:02d},{sector:02d}$"):
        volume.validate()
    assert image.to_bytes() == before
