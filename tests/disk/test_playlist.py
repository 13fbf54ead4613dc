"""Lists of disks as people and other emulators write them."""

import pytest

from disk import loader
from disk.d64 import D64Image
from disk.errors import MediaDamaged, MediaWarning
from disk.loader import disks_in_folder, open_media, open_to_start, sources_in
from disk.playlist import MOST_LINES, entries, petscii_name
from disk.volume import PRG, Volume
from tests.disk.test_archive import zipped


def disk(name):
    image = D64Image.blank(name, b"01")
    Volume(image).write_file(b"HELLO", PRG, b"\x01\x08abc")
    return image.to_bytes()


@pytest.fixture
def folder(tmp_path):
    for name in ("A.d64", "B.d64", "two.d64"):
        (tmp_path / name).write_bytes(disk(name.encode()))
    (tmp_path / "Sub").mkdir()
    (tmp_path / "Sub" / "C.d64").write_bytes(disk(b"C"))
    zipped(tmp_path / "disks.zip", {"x/One.d64": disk(b"ONE"), "two.d64": disk(b"TWO")})
    return tmp_path


def listed(folder, text, name="list.m3u"):
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return [(s.path.relative_to(folder).as_posix(), s.member, s.program) for s in sources_in(path)]


A, B = ("A.d64", None, None), ("B.d64", None, None)


@pytest.mark.parametrize(
    "text",
    [
        "A.d64\nB.d64\n",
        "a.D64\r\nb.d64\r\n",
        '"A.d64"\n"b.d64"\n',
        "A.d64|Side A\nB.d64 | Side: B\n",
        "./A.d64\n.\\B.d64\n",
        "\ufeffA.d64\nB.d64\n",
        "A.d64\nB.d64\n".encode("utf-16"),
        "\ufeffA.d64\nB.d64\n".encode("utf-16-be"),
        "# Vice fliplist file\n\nUNIT 8\nA.d64\nB.d64\n",
        "C:\\Games\\A.d64\n/home/somebody/B.d64\n",
        "../../elsewhere/A.d64\n../B.d64\n",
    ],
)
@pytest.mark.parametrize("name", ["list.m3u", "LIST.M3U8", "list.vfl", "list.lst"])
def test_two_disks_are_named_in_many_ways(folder, text, name):
    assert listed(folder, text, name) == [A, B]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("sub/c.d64", ("Sub/C.d64", None, None)),
        ("two.d64:newcomer", ("two.d64", None, b"NEWCOMER")),
        ("TWO.D64:newcomer|Game", ("two.d64", None, b"NEWCOMER")),
        ('"two.d64:new game"', ("two.d64", None, b"NEW GAME")),
        ("disks.zip#two.d64", ("disks.zip", "two.d64", None)),
        ("Disks.zip#X\\one.d64", ("disks.zip", "x/One.d64", None)),
    ],
)
def test_a_line_names_a_program_or_a_file_in_an_archive(folder, line, found):
    assert listed(folder, f"{line}\nA.d64\n") == [found, A]


def test_the_program_that_is_named_is_the_one_to_start(folder):
    (folder / "list.m3u").write_text("two.d64:newcomer\n")
    assert open_media(folder / "list.m3u").first_program == b"NEWCOMER"
    assert open_media(folder / "two.d64").first_program is None


@pytest.mark.parametrize("text", ["nowhere.zip#a.d64", "A.d64x:y", "UNIT 8", "Sub/../../A.d65"])
def test_a_list_of_nothing_that_is_there_is_refused(folder, text):
    with pytest.raises(MediaDamaged, match=r"no such file|names no file"):
        listed(folder, text)


def test_a_file_that_an_archive_does_not_have_is_refused(folder):
    with pytest.raises(MediaDamaged, match=r"disks.zip has no three.d64 in it"):
        listed(folder, "disks.zip#three.d64")


def test_what_is_not_there_is_left_out_with_one_line(folder):
    with pytest.warns(MediaWarning, match=r"line 2: GONE.d64: no such file; 1 left out"):
        assert listed(folder, "A.d64\nGONE.d64\nB.d64\n") == [A, B]


@pytest.mark.parametrize("name", ["../secret.d64", "/{}/secret.d64", "sub/../../secret.d64"])
def test_no_list_leads_out_of_its_folder(folder, name):
    inner = folder / "inner"
    inner.mkdir()
    (folder / "secret.d64").write_bytes(disk(b"S"))
    with pytest.raises(MediaDamaged, match="no such file"):
        listed(inner, name.format(folder) + "\n")


def test_a_list_in_an_archive_gives_the_order_of_its_disks(tmp_path):
    files = {
        "d/A.d64": disk(b"A"), "d/two.d64": disk(b"TWO"), "d/game.m3u": b"TWO.d64:new\na.d64\n",
        "other.d64": disk(b"O"),
    }  # fmt: skip
    path = zipped(tmp_path / "a.zip", files)
    found = [(s.member, s.program) for s in sources_in(path)]
    assert found == [("d/two.d64", b"NEW"), ("d/A.d64", None)]
    assert Volume(open_media(path)).name() == b"TWO"
    files["d/game.m3u"] = b"gone.d64\n"
    found = [s.member for s in sources_in(zipped(tmp_path / "b.zip", files))]
    assert found == ["d/A.d64", "d/two.d64", "other.d64"]


def test_a_folder_of_disks_is_a_list_and_one_with_a_program_is_a_disk(folder):
    assert [s.name for s in disks_in_folder(folder)] == ["A.d64", "B.d64", "two.d64"]
    assert Volume(open_to_start(folder)).name() == b"A.d64"
    assert open_media(folder).drives == ("quick",)  # in a drive it is a folder
    (folder / "game.prg").write_bytes(b"\x01\x08abc")
    assert disks_in_folder(folder) == []
    assert [s.path for s in sources_in(folder)] == [folder]
    assert loader.sources_in(folder / "Sub")[0].name == "C.d64"


def test_a_list_has_no_more_lines_than_it_may():
    many = b"a\n" * (MOST_LINES + 1)
    with pytest.raises(MediaDamaged, match="names more than 1000 files"):
        entries(many, "x.m3u", lambda name: name)


def test_a_name_is_what_can_stand_between_quotes():
    assert petscii_name('a"b\rc') == b"A?B?C"
    assert petscii_name("x" * 30) == b"X" * 16
