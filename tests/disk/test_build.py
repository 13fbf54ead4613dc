"""A disk from its table of contents, and programs put on a disk."""

from itertools import pairwise

import pytest

from disk.build import build_image, program_disk
from disk.d64 import D64Image
from disk.errors import MediaDamaged, MediaNotFound
from disk.prg import Program
from disk.volume import Volume

HEAD = '[disk]\nname = "Go 64"\nid = "64"\n'


def build(tmp_path, text):
    table = tmp_path / "contents.toml"
    table.write_text(text)
    out = tmp_path / "out.d64"
    build_image(table, out)
    return Volume(D64Image.open(out))


def test_the_image_holds_the_tables_files_in_order(tmp_path):
    (tmp_path / "main.prg").write_bytes(b"\x01\x08main")
    (tmp_path / "text.bin").write_bytes(b"some text")
    volume = build(
        tmp_path,
        HEAD + '[[file]]\nhost = "main.prg"\nname = "go 64"\n'
        '[[file]]\nhost = "text.bin"\nname = "text"\ntype = "seq"\n',
    )
    files = [(e.name, e.type, volume.read_file(e)) for e in volume.entries()]
    assert files == [(b"GO 64", 2, b"\x01\x08main"), (b"TEXT", 1, b"some text")]
    assert (volume.name(), volume.disk_id()) == (b"GO 64", b"64")


@pytest.mark.parametrize(
    ("line", "size"), [("", 683), ("tracks = 35\n", 683), ("tracks = 40\n", 768)]
)
def test_a_disk_has_35_tracks_or_40(tmp_path, line, size):
    volume = build(tmp_path, HEAD + line)
    assert len(volume.image.to_bytes()) == size * 256


def test_the_same_table_gives_the_same_image(tmp_path):
    (tmp_path / "a.prg").write_bytes(bytes(3000))
    text = HEAD + '[[file]]\nhost = "a.prg"\nname = "a"\n'
    assert build(tmp_path, text).image.data == build(tmp_path, text).image.data


def links(volume, name):
    """(track, sector) of a file's blocks."""
    return [(t, s) for t, s, _ in volume.chain(*volume.find(name).start)]


def test_a_pace_says_how_far_apart_blocks_lie_and_none_is_as_a_1541_does_it(tmp_path):
    (tmp_path / "a.prg").write_bytes(bytes(254 * 24))
    row = '[[file]]\nhost = "a.prg"\nname = "%s"\n'
    volume = build(tmp_path, HEAD + row % "paced" + "pace = [4, 6]\n" + row % "plain")
    paced = links(volume, b"PACED")
    assert paced[:7] == [(17, s) for s in (0, 4, 8, 12, 16, 20, 3)]  # round 21 sectors
    before = next(i for i, (track, _) in enumerate(paced) if track == 16) - 1
    assert paced[before + 1] == (16, (paced[before][1] + 4 + 6) % 21)
    assert len(set(paced)) == 24
    plain = links(volume, b"PLAIN")
    steps = [(b[1] - a[1]) % 21 for a, b in pairwise(plain) if a[0] == b[0]]
    assert 10 in steps and 4 not in steps
    alone = build(tmp_path, HEAD + row % "plain")
    assert links(alone, b"PLAIN")[:4] == [(17, s) for s in (0, 10, 20, 8)]


def directory_of(volume):
    """Sectors of the directory's blocks."""
    return [s for _, s, _ in volume.chain(volume.dir_track, 1)]


def test_a_directory_may_have_another_pace_than_a_1541_gives_it(tmp_path):
    (tmp_path / "a.prg").write_bytes(b"a")
    rows = "".join(f'[[file]]\nhost = "a.prg"\nname = "a{n}"\n' for n in range(33))
    volume = build(tmp_path, HEAD + "directory = 7\n" + rows)
    assert directory_of(volume) == [1, 8, 15, 3, 10]
    assert directory_of(build(tmp_path, HEAD + rows)) == [1, 4, 7, 10, 13]
    assert [e.name for e in volume.entries()] == [b"A%d" % n for n in range(33)]


def test_spare_tracks_are_left_free_and_can_be_written_to(tmp_path):
    (tmp_path / "a.prg").write_bytes(bytes(254 * 24))
    row = '[[file]]\nhost = "a.prg"\nname = "%s"\n'
    volume = build(tmp_path, HEAD + "spare = [17, 19]\n" + row % "a" + row % "b")
    tracks = {t for name in (b"A", b"B") for t, _ in links(volume, name)}
    assert tracks == {15, 16, 20, 21}
    assert volume.free_blocks() == 664 - 48
    volume.write_file(b"LATER", 1, b"x")
    assert links(volume, b"LATER") == [(17, 0)]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[disk", "is not TOML"),
        ("disk = 5\n", r"must have a table \[disk\] and tables \[\[file\]\]"),
        (HEAD.replace("[disk]", "file = [1]\n[disk]"), r"must have a table"),
        ('[disk]\nid = "64"\n', "name = None; it must be text of 1..16"),
        ('[disk]\nname = "x"\nid = "641"\n', "id = '641'; it must be text of 1..2"),
        ('[disk]\nname = "x"\nid = "64"\ntracks = 50\n', "tracks = 50; it must be 35 or 40"),
        ('[disk]\nname = "x"\nid = "64"\ntracks = 36\n', "tracks = 36; it must be 35 or 40"),
        (HEAD + "directory = 0\n", r"directory = 0; it must be a number, 1..18"),
        (HEAD + "directory = true\n", r"directory = True; it must be a number"),
        (HEAD + "spare = 19\n", r"spare = 19; it must be a list of tracks, 1..35"),
        (HEAD + "spare = [36]\n", r"spare = \[36\]; it must be a list of tracks, 1..35"),
        (HEAD + '[[file]]\nname = "A"\n', "file 1: host = None"),
        (HEAD + '[[file]]\nname = "A"\nhost = "x"\ntype = "rel"\n', "type = 'rel'; it must be prg"),
        (
            HEAD + '[[file]]\nname = "A"\nhost = "x"\ntype = [1]\n',
            r"type = \[1\]; it must be prg or seq or usr",
        ),
        (HEAD + '[[file]]\nname = "A"\nhost = "big"\npace = 9\n', "pace = 9; it must be two"),
        (HEAD + '[[file]]\nname = "A"\nhost = "big"\npace = [0, 3]\n', "1..20 and 0..20"),
        (HEAD + '[[file]]\nname = "A"\nhost = "big"\npace = [9, 21]\n', "1..20 and 0..20"),
        (HEAD + '[[file]]\nname = "A"\nhost = "big"\npace = [true, 1]\n', "1..20 and 0..20"),
        (HEAD + '[[file]]\nname = "A"\nhost = "e"\n', "is empty"),
        (HEAD + '[[file]]\nname = "A"\nhost = "big"\n', r"'A' \(200000 bytes\) does not fit on"),
    ],
)
def test_a_wrong_table_is_refused_by_one_line(tmp_path, text, says):
    (tmp_path / "e").write_bytes(b"")
    (tmp_path / "big").write_bytes(bytes(200000))
    with pytest.raises(MediaDamaged, match=says):
        build(tmp_path, text)
    assert not (tmp_path / "out.d64").exists()


def test_a_missing_host_file_is_named(tmp_path):
    with pytest.raises(MediaNotFound, match=r"file 1: .*none\.prg: cannot be read: No such file"):
        build(tmp_path, HEAD + '[[file]]\nname = "A"\nhost = "none.prg"\n')


def test_programs_become_a_disk_with_names_that_differ():
    programs = [Program("x", b"SAME:NAME", 0x801, b"1"), Program("x", b"SAMENAME", 0x801, b"2")]
    volume = Volume(program_disk(programs))
    assert [e.name for e in volume.entries()] == [b"SAMENAME", b"SAMENAME 2"]
    assert volume.read_file(volume.find(b"SAMENAME 2")) == b"\x01\x082"
