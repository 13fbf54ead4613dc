"""1571 and 1581 disks, held against the ``d64`` package, ``cc1541`` and the documented bytes."""

import random
import shutil
import subprocess

import pytest
from d64 import DiskImage

from disk.d71_d81 import D71Image, D81Image
from disk.errors import DosError, MediaDamaged
from disk.geometry import LAYOUT_1571, LAYOUT_1581
from disk.listing import directory_listing
from disk.loader import open_media
from disk.volume import CBM, PRG, REL, SEQ, Region, Volume

KINDS = {"d71": D71Image, "d81": D81Image}
BOTH = pytest.mark.parametrize("kind", KINDS)
CC1541 = shutil.which("cc1541")
needs_cc1541 = pytest.mark.skipif(CC1541 is None, reason="cc1541 is not installed")


def blank(kind):
    return Volume(KINDS[kind].blank(b"TEST DISK", b"T1"))


def written(volume, path):
    path.write_bytes(volume.image.to_bytes())
    return path


def lines(volume):
    """The directory as text lines: number and what follows."""
    out, data = [], directory_listing(volume)[2:]
    while data[:2] != b"\0\0":
        text, _, rest = data[4:].partition(b"\0")
        out.append((data[2] | data[3] << 8, text.decode("latin-1").strip()))
        data = rest
    return out


@BOTH
def test_sectors_lie_one_behind_the_other_in_the_file(kind):
    image = KINDS[kind].blank()
    layout = image.layout
    places = [image.index(t, s) for t in range(1, image.tracks + 1)
              for s in range(layout.sectors_of(t))]  # fmt: skip
    assert places == list(range(len(image.data) // 256))
    assert len(image.data) == {"d71": 349696, "d81": 819200}[kind]


def test_the_1571s_second_side_is_divided_as_the_first():
    first = [LAYOUT_1571.sectors_of(t) for t in range(1, 36)]
    assert [LAYOUT_1571.sectors_of(t) for t in range(36, 71)] == first
    assert LAYOUT_1571.starts[36] == 683


@BOTH
@pytest.mark.parametrize(("track", "sector"), [(0, 0), (1, 40), (36, 21), (81, 0), (18, -1)])
def test_a_sector_that_is_not_there_is_error_66(kind, track, sector):
    if kind == "d81" and track == 36:
        sector = 40
    for attempt in (blank(kind).image.read, blank(kind).is_free):
        with pytest.raises(DosError) as caught:
            attempt(track, sector)
        assert (caught.value.number, caught.value.track) == (66, track)


def create_other(kind, path):
    """Let the other implementation make a disk; its version 1.10 cannot format a 1571's."""
    if kind == "d71":
        path.write_bytes(D71Image.blank(b"OTHER", b"OT").to_bytes())
    else:
        DiskImage.create(kind, path, b"OTHER", b"OT")


def test_a_new_1581_disk_is_that_of_the_other_implementation(tmp_path):
    """But for two bytes behind the version, where it has zeros and the manual blanks."""
    path = tmp_path / "other.d81"
    create_other("d81", path)
    theirs, ours = bytearray(path.read_bytes()), D81Image.blank(b"OTHER", b"OT")
    at = ours.index(40, 0) * 256 + 0x1B
    assert theirs[at : at + 2] == b"\0\0"
    theirs[at : at + 2] = b"\xa0\xa0"
    assert theirs == ours.to_bytes()


def test_a_new_1571_disk_has_what_the_manual_says():
    volume = blank("d71")
    header = volume.header()
    assert bytes(header[:4]) == b"\x12\x01A\x80"
    assert bytes(header[0x90:0xAB]) == b"TEST DISK".ljust(16, b"\xa0") + b"\xa0\xa0T1\xa02A" + (
        b"\xa0" * 4
    )
    counts = list(header[0xDD:0x100])
    assert counts == [21] * 17 + [0] + [19] * 6 + [18] * 6 + [17] * 5
    second = volume.image.read(53, 0)
    assert second[:3] == b"\xff\xff\x1f" and second[3 * 17 : 3 * 18] == b"\0\0\0"
    assert volume.free_blocks() == 1328


def test_a_new_1581_disk_has_what_the_manual_says():
    volume = blank("d81")
    header = bytes(volume.header())
    assert header[:4] == b"\x28\x03D\0"
    assert header[4:0x1D] == b"TEST DISK".ljust(18, b"\xa0") + b"T1\xa03D\xa0\xa0"
    for sector, link in ((1, b"\x28\x02"), (2, b"\x00\xff")):
        block = volume.image.read(40, sector)
        assert block[:8] == link + b"D\xbbT1\xc0\0"
        assert block[0x10:0x16] == b"\x28" + b"\xff" * 5
    assert volume.image.read(40, 1)[0x10 + 6 * 39 :][:6] == b"\x24\xf0" + b"\xff" * 4
    assert volume.free_blocks() == 3160


@BOTH
def test_the_directory_is_listed_as_the_drive_lists_it(kind):
    volume = blank(kind)
    volume.write_file(b"ONE", PRG, bytes(600))
    free = volume.free_blocks()
    version = {"d71": "2A", "d81": "3D"}[kind]
    assert lines(volume) == [
        (0, '\x12"TEST DISK       " T1 ' + version),
        (3, '"ONE"              PRG'),
        (free, "BLOCKS FREE."),
    ]


@pytest.mark.slow
@BOTH
def test_files_that_we_write_are_read_by_the_other_implementation(kind, tmp_path):
    volume, chance = blank(kind), random.Random(kind)
    contents = {b"F%d" % n: chance.randbytes(chance.randrange(1, 30000)) for n in range(20)}
    for name, content in contents.items():
        volume.write_file(name, chance.choice((PRG, SEQ)), content)
    for name in list(contents)[::3]:
        volume.scratch(volume.find(name))
        del contents[name]
    with DiskImage(written(volume, tmp_path / f"a.{kind}")) as other:
        assert {bytes(p.name) for p in other.iterdir()} == set(contents)
        for name, content in contents.items():
            with other.path(name).open("r") as file:
                assert file.read() == content
        free = sum(other.bam.get_entry(t)[0] for t in range(1, volume.image.tracks + 1)
                   if t not in (volume.dir_track, 53 if kind == "d71" else 0))  # fmt: skip
    assert free == volume.free_blocks()
    before = volume.image.to_bytes()
    volume.validate()
    assert volume.image.to_bytes() == before


@BOTH
def test_files_that_the_other_implementation_writes_are_read(kind, tmp_path):
    path = tmp_path / f"a.{kind}"
    create_other(kind, path)
    content = random.Random(2).randbytes(200_000)
    with DiskImage(path, mode="w") as other, other.path(b"FILE").open("w", "PRG") as file:
        file.write(content)
    volume = Volume(open_media(path))
    assert (volume.name(), volume.disk_id()) == (b"OTHER", b"OT")
    assert volume.read_file(volume.find(b"FILE")) == content
    assert volume.find(b"FILE").size == (len(content) + 253) // 254


@needs_cc1541
@BOTH
def test_a_disk_that_cc1541_makes_is_read_and_its_map_is_sound(kind, tmp_path):
    chance = random.Random(3)
    contents = {b"A": chance.randbytes(90_000), b"B": chance.randbytes(77), b"C": bytes(5000)}
    words = [CC1541, "-q", "-n", "cc disk", "-i", "cc"]
    for name, content in contents.items():
        (tmp_path / name.decode()).write_bytes(content)
        words += ["-f", name.decode().lower(), "-w", str(tmp_path / name.decode())]
    path = tmp_path / f"cc.{kind}"
    subprocess.run([*words, str(path)], check=True, capture_output=True)
    volume = Volume(open_media(path))
    assert volume.name() == b"CC DISK"
    assert {e.name: volume.read_file(e) for e in volume.entries()} == contents
    before = volume.free_blocks()
    used = sum(entry.size for entry in volume.entries())
    volume.validate()
    assert volume.free_blocks() == {"d71": 1328, "d81": 3160}[kind] - used
    if kind == "d81":  # cc1541 4.0 leaves the counts of a .d71's second side at zero
        assert before == volume.free_blocks()
    for entry in list(volume.entries()):
        volume.scratch(entry)
    assert volume.free_blocks() == {"d71": 1328, "d81": 3160}[kind]


@needs_cc1541
@BOTH
def test_cc1541_finds_our_files_and_free_blocks(kind, tmp_path):
    volume = blank(kind)
    volume.write_file(b"OURS", PRG, bytes(100_000))
    path = written(volume, tmp_path / f"a.{kind}")
    result = subprocess.run([CC1541, str(path)], check=True, capture_output=True, text=True)
    assert f"{volume.free_blocks()} blocks free" in result.stdout
    assert "394" in result.stdout and "ours" in result.stdout.lower()


@pytest.mark.slow
@BOTH
def test_the_disk_takes_all_its_blocks_and_not_one_more(kind):
    volume = blank(kind)
    blocks = volume.free_blocks()
    volume.write_file(b"FULL", PRG, bytes(blocks * 254))
    assert volume.free_blocks() == 0
    with pytest.raises(DosError, match="72, DISK FULL"):
        volume.write_file(b"MORE", PRG, b"x")
    chain = [(t, s) for t, s, _ in volume.chain(*volume.find(b"FULL").start)]
    assert len(set(chain)) == blocks
    assert not {t for t, _ in chain} & {volume.dir_track, 53 if kind == "d71" else 40}


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "most"), [("d71", 144), ("d81", 296)])
def test_the_directory_takes_its_number_of_files(kind, most):
    volume = blank(kind)
    for number in range(most):
        volume.write_file(b"F%d" % number, SEQ, b"x")
    with pytest.raises(DosError, match="72, DISK FULL"):
        volume.write_file(b"LAST", SEQ, b"x")
    assert len(list(volume.entries())) == most


def test_a_1571_disk_of_one_side_is_used_on_one_side():
    volume = blank("d71")
    header = volume.header()
    header[3] = 0
    volume.put_header(header)
    assert (volume.last_track(), volume.free_blocks()) == (35, 664)
    assert not volume.is_free(40, 0)


@BOTH
def test_an_error_byte_of_the_image_is_the_drives_error(kind):
    plain = blank(kind).image.to_bytes()
    count = len(plain) // 256
    errors = bytearray(b"\x01" * count)
    image = KINDS[kind](plain + errors)
    at = image.index(30, 5)
    assert image.read(30, 5) == bytes(256)
    image.errors[at] = 5
    with pytest.raises(DosError) as caught:
        image.read(30, 5)
    assert (caught.value.number, caught.value.track, caught.value.sector) == (23, 30, 5)
    image.write(30, 5, bytes(256))
    assert image.read(30, 5) == bytes(256)
    assert len(image.to_bytes()) == {"d71": 351062, "d81": 822400}[kind]


@pytest.mark.parametrize(
    ("name", "size", "says"),
    [
        ("a.d71", 0, "the file is empty; a .d71 has 349696 bytes, with error bytes 351062"),
        ("a.d71", 174848, "truncated: 174848 bytes; a .d71"),
        ("a.d81", 819201, "wrong size: 819201 bytes; a .d81 has 819200"),
        ("a.d81", 10**7, "wrong size"),
    ],
)
def test_a_file_of_another_size_is_refused_by_one_line(tmp_path, name, size, says):
    path = tmp_path / name
    path.write_bytes(bytes(size))
    with pytest.raises(MediaDamaged) as caught:
        open_media(path)
    assert says in str(caught.value) and str(path) in str(caught.value)


def test_a_disk_is_known_by_its_size_too(tmp_path):
    for kind, image in KINDS.items():
        path = tmp_path / f"{kind}.img"
        path.write_bytes(image.blank().to_bytes())
        assert type(open_media(path)) is image


# -- partitions of a 1581 ------------------------------------------------------------------


def test_a_partition_that_we_make_is_a_disk_to_the_other_implementation(tmp_path):
    volume = blank("d81")
    volume.create_partition(b"PART", (10, 0), 200)
    assert volume.free_blocks() == 3160 - 200
    part = Volume(volume.image, volume.partition(volume.find(b"PART")))
    assert part.region == Region(10, 14)
    part.format(b"INNER", b"IN")
    assert part.free_blocks() == 160
    part.write_file(b"INSIDE", PRG, b"\x01\x08inside")
    with DiskImage(written(volume, tmp_path / "a.d81")) as other:
        assert [(p.name, p.entry.file_type) for p in other.iterdir()] == [(b"PART", "CBM")]
        inner = other.subdirectory(b"PART")
        assert inner.name == b"INNER"
        with inner.path(b"INSIDE").open("r") as file:
            assert file.read() == b"\x01\x08inside"


def test_a_partition_that_the_other_implementation_makes_is_read(tmp_path):
    path = tmp_path / "a.d81"
    DiskImage.create("d81", path, b"OTHER", b"OT")
    with DiskImage(path, mode="w") as other:
        part = other.partition(b"SUB")
        from d64 import Block

        part.create(Block(other, 50, 0), 120)
        part.format(b"SUBDIR", b"SD")
        with other.subdirectory(b"SUB").path(b"DEEP").open("w", "SEQ") as file:
            file.write(b"deep content")
    volume = Volume(open_media(path))
    inner = Volume(volume.image, volume.partition(volume.find(b"SUB")))
    assert inner.name() == b"SUBDIR"
    assert inner.read_file(inner.find(b"DEEP")) == b"deep content"
    assert inner.free_blocks() == 79
    inner.write_file(b"MORE", SEQ, bytes(79 * 254))
    with pytest.raises(DosError, match="72"):
        inner.write_file(b"OVER", SEQ, b"x")
    assert {t for t, _, _ in inner.chain(*inner.find(b"MORE").start)} == {51, 52}


@pytest.mark.parametrize(
    ("start", "size", "number"),
    [((10, 0), 40, 77), ((10, 1), 120, 77), ((10, 0), 121, 77), ((38, 0), 120, 64)],
)
def test_what_is_no_disk_of_its_own_is_refused(start, size, number):
    volume = blank("d81")
    if number == 64:
        volume.write_file(b"PART", PRG, b"x")
    else:
        volume.create_partition(b"PART", start, size)
    with pytest.raises(DosError) as caught:
        volume.partition(volume.find(b"PART"))
    assert caught.value.number == number


@pytest.mark.parametrize(("start", "size"), [((38, 0), 120), ((79, 0), 120), ((81, 0), 40),
                                             ((1, 40), 40), ((1, 0), 0)])  # fmt: skip
def test_a_partition_over_used_blocks_or_off_the_disk_is_error_77(start, size):
    volume = blank("d81")
    before = volume.image.to_bytes()
    with pytest.raises(DosError) as caught:
        volume.create_partition(b"PART", start, size)
    assert caught.value.number == 77
    volume.validate()
    assert volume.free_blocks() == 3160
    assert before[:0x18000] == volume.image.to_bytes()[:0x18000]
    assert volume.find(b"PART") is None


def test_a_partition_survives_validate_and_is_given_back_by_scratch():
    volume = blank("d81")
    volume.create_partition(b"PART", (10, 0), 120)
    volume.write_file(b"FILE", PRG, bytes(1000))
    before = volume.image.to_bytes()
    volume.validate()
    assert volume.image.to_bytes() == before
    assert volume.find(b"PART").type == CBM
    volume.scratch(volume.find(b"PART"))
    assert volume.free_blocks() == 3160 - 4


def test_a_1571_knows_no_partitions():
    assert not LAYOUT_1571.partitions and LAYOUT_1581.partitions
    volume = blank("d71")
    volume.write_file(b"X", CBM, b"x")
    assert lines(volume)[1][1].endswith("???")
    volume.write_file(b"R", REL, b"x")
