"""Several disks of one title, and files out of archives on the command line."""

import zipfile

import pytest

from c64 import C64
from disk.d64 import D64Image
from disk.errors import MediaError
from disk.volume import PRG, Volume
from emu.__main__ import main
from emu.cli import parse_arguments
from emu.errors import UsageError
from emu.host.media.fliplist import FlipList
from emu.shared.setup import start_file
from tests.disk.test_archive import zipped
from tests.disk.test_crt import crt

HELLO = b"\x01\x08\x0c\x08\x0a\0\x99\x22HI 64\x22\0\0\0"  # 10 PRINT"HI 64"


def disk(name):
    image = D64Image.blank(name, b"01")
    Volume(image).write_file(b"HELLO", PRG, HELLO)
    return image.to_bytes()


@pytest.fixture
def three(tmp_path):
    """A list of three disks."""
    for name in ("one", "two", "three"):
        (tmp_path / f"{name}.d64").write_bytes(disk(name.upper().encode()))
    path = tmp_path / "game.m3u"
    path.write_text("one.d64\ntwo.d64\nthree.d64\n")
    return path


def name_in(machine):
    return Volume(machine.drives[8].image).name()


def test_disks_take_turns_in_both_directions(three):
    machine, flips = C64(sample_rate=0), FlipList.of_file(three)
    machine.drives[8].attach(three)
    assert (len(flips), flips.labels, name_in(machine)) == (3, ["one", "two", "three"], b"ONE")
    assert flips.next(machine) == "disk 2 of 3: two"
    assert name_in(machine) == b"TWO"
    flips.next(machine)
    assert flips.next(machine) == "disk 1 of 3: one"
    assert flips.previous(machine) == "disk 3 of 3: three"
    assert name_in(machine) == b"THREE"
    assert flips.attach(machine, 1) == "disk 2 of 3: two"


def test_what_was_written_is_there_when_a_disks_turn_comes_again(three):
    machine, flips = C64(sample_rate=0), FlipList.of_file(three)
    flips.attach(machine, 0)
    Volume(machine.drives[8].image).write_file(b"SAVED", PRG, b"xyz")
    flips.next(machine)
    flips.previous(machine)
    assert Volume(machine.drives[8].image).find(b"SAVED") is not None
    flips.attach(machine, 0, read_only=True)
    assert machine.drives[8].image.read_only


def test_a_disk_that_cannot_be_read_leaves_the_one_in_the_drive(three):
    machine, flips = C64(sample_rate=0), FlipList.of_file(three)
    flips.attach(machine, 0)
    (three.parent / "two.d64").write_bytes(b"x")
    with pytest.raises(MediaError):
        flips.next(machine)
    assert (flips.at, name_in(machine)) == (0, b"ONE")


def test_a_list_grows_and_shrinks(three):
    machine, flips = C64(sample_rate=0), FlipList()
    with pytest.raises(IndexError, match="empty"):
        flips.next(machine)
    flips.add(three)
    flips.add(three.parent / "one.d64")
    assert len(flips) == 4
    flips.attach(machine, 2)
    flips.remove(0)
    assert (flips.at, flips.labels) == (1, ["two", "three", "one"])
    flips.remove(2)
    flips.remove(1)
    flips.remove(0)
    assert (flips.at, len(flips)) == (0, 0)


@pytest.mark.parametrize(
    ("at", "number", "then"),
    [(0, 0, 0), (0, 1, 0), (0, 2, 0), (1, 0, 0), (1, 1, 1), (1, 2, 1), (2, 0, 1), (2, 1, 1),
     (2, 2, 1)],
)  # fmt: skip
def test_the_place_in_a_list_stays_with_its_disk_or_the_one_that_follows(three, at, number, then):
    flips = FlipList.of_file(three)
    flips.at = at
    flips.remove(number)
    assert (flips.at, len(flips)) == (then, 2)


def test_an_archive_is_a_list_of_its_disks_a_program_of_none(tmp_path):
    path = zipped(
        tmp_path / "a.zip", {"2.d64": disk(b"TWO"), "1.d64": disk(b"ONE"), "a.prg": HELLO}
    )
    flips, machine = FlipList.of_file(path), C64(sample_rate=0)
    assert flips.labels == ["1", "2"]
    flips.next(machine)
    assert name_in(machine) == b"TWO"
    (tmp_path / "a.prg").write_bytes(HELLO)
    assert len(FlipList.of_file(tmp_path / "a.prg")) == 0
    (tmp_path / "disk").write_bytes(disk(b"X"))
    assert len(FlipList.of_file(tmp_path / "disk")) == 1


def started(capsys, *words):
    """A machine as the command line starts it, and what was said on the way."""
    args = parse_arguments(["--headless", "--frames", "1", *words])
    machine = C64(args.config, sample_rate=0)
    start = start_file(args, machine)
    if start is not None:
        start.finish(settle=True)
    return machine, capsys.readouterr().err


def test_a_disk_in_an_archive_starts_and_one_line_says_that_it_keeps_nothing(tmp_path, capsys):
    path = zipped(tmp_path / "a.zip", {"game.d64": disk(b"GAME")})
    machine, said = started(capsys, str(path))
    assert "HI 64" in machine.screen.text()
    assert said == (
        f"go64: {path}, game.d64 is write-protected in its archive: "
        "unpack it to keep what is written\n"
    )
    machine, said = started(capsys, "--drive8", str(path), "--drive9", str(path))
    assert name_in(machine) == b"GAME" and said.count("\n") == 2


def test_a_program_that_writes_to_it_hears_of_the_protection(tmp_path, capsys):
    path = zipped(tmp_path / "a.zip", {"game.d64": disk(b"GAME")})
    machine, _ = started(capsys, str(path))
    heard = []
    machine.drives[8].notice = heard.append
    machine.type('save"x",8\n')
    machine.tick(60)
    assert len(heard) == 1
    assert heard[0].startswith("drive 8: 26, WRITE PROTECT ON,00,00: ")
    assert heard[0].endswith("game.d64 is write-protected in its archive: "
                             "unpack it to keep what is written")  # fmt: skip


def test_the_first_disk_of_a_list_starts(three, capsys):
    machine, said = started(capsys, str(three))
    assert name_in(machine) == b"ONE" and "HI 64" in machine.screen.text()
    assert said == ""


def test_a_cartridge_in_an_archive_goes_into_the_port(tmp_path):
    path = zipped(tmp_path / "a.zip", {"a.crt": crt()})
    args = parse_arguments(["--headless", "--frames", "1", str(path)])
    assert args.file is None and args.config.cart.kind == "cartridge"
    with pytest.raises(UsageError, match="both name a cartridge"):
        parse_arguments(["--headless", "--frames", "1", str(path), "--cart", "b.crt"])


def test_unusable_archives_get_one_line_and_status_2(tmp_path, capsys):
    (tmp_path / "bad.zip").write_bytes(b"x")
    zipped(tmp_path / "none.zip", {"a.txt": b"x"})
    (tmp_path / "list.m3u").write_text("nothing.d64\n")
    for name in ("bad.zip", "none.zip", "list.m3u", "missing.zip", "missing.m3u"):
        for words in ([str(tmp_path / name)], ["--basic-prompt", "--drive8", str(tmp_path / name)]):
            assert main([*words, "--headless", "--frames", "2"]) == 2, words
            err = capsys.readouterr().err
            assert err.count("\n") == 1 and name in err, err
    assert zipfile.is_zipfile(tmp_path / "none.zip")


@pytest.mark.parametrize("read_only", [False, True])
@pytest.mark.parametrize(("turn", "number"), [("next", 1), ("previous", 2)])
def test_a_turn_protects_the_disk_if_that_is_wanted(three, turn, number, read_only):
    flips, asked = FlipList.of_file(three), []
    flips.attach = lambda *words: asked.append(words) or "a line"
    assert getattr(flips, turn)("machine", read_only) == "a line"
    assert asked[0][0] == "machine" and asked[0][1] % 3 == number and asked[0][2] is read_only
