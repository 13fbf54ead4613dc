"""A folder of the host as a disk: names, files, refusals, and that nothing else is reached."""

import errno
import os
import random
import shutil
import string

import pytest

from disk import host_folder
from disk.errors import DosError, MediaNotFound
from disk.host_folder import LARGEST_FILE, ContentReader, HostFolder
from disk.host_names import plain_name, read_host_name
from disk.listing import directory_listing
from disk.loader import open_media
from disk.p00 import P00_MAGIC, parse_p00
from disk.volume import PRG, REL, SEQ, USR


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "My Disk").mkdir()
    return tmp_path / "My Disk"


def volume_of(folder):
    return HostFolder(folder).volume()


def save(volume, name, kind, content):
    writer = volume.create_file(name, kind)
    for byte in content:
        writer.put(byte)
    writer.close()


def names(volume):
    return [(entry.name, entry.type) for entry in volume.entries()]


def number_of(function, *args):
    with pytest.raises(DosError) as caught:
        function(*args)
    return caught.value.number


@pytest.mark.parametrize(
    ("host", "name", "kind"),
    [
        ("game.prg", b"GAME", PRG), ("Game.PRG", b"GAME", PRG), ("notes.seq", b"NOTES", SEQ),
        ("x.usr", b"X", USR), ("noending", b"NOENDING", PRG), ("read me.txt", b"READ ME.TXT", SEQ),
        ("a.b.prg", b"A.B", PRG), ("a very long name indeed.prg", b"A VERY LONG NAME", PRG),
        ("what*is?this.prg", b"WHAT-IS-THIS", PRG), ("$#@.seq", b"---", SEQ),
        ("größe.prg", b"GR\x3f\x3fE".replace(b"\x3f", b"-"), PRG), ("q\"=,.prg", b"Q---", PRG),
        ("file.p00", b"FILE", PRG), ("file.r01", b"FILE", REL), ("end .prg", b"END", PRG),
    ],
)  # fmt: skip
def test_a_hosts_name_becomes_one_that_a_program_can_give(host, name, kind):
    said = read_host_name(host)
    assert (said.name, said.type) == (name, kind)


def test_each_file_is_listed_by_name_type_and_blocks_like_on_a_disk(folder):
    (folder / "b.prg").write_bytes(bytes(255))
    (folder / "A.seq").write_bytes(b"x")
    (folder / "c.usr").write_bytes(b"")
    os.chmod(folder / "b.prg", 0o444)
    listing = directory_listing(volume_of(folder))
    lines = [part.partition(b"\0")[0] for part in listing[2:].split(b"\x01\x01")[1:]]
    blocks = [int.from_bytes(line[:1], "little") for line in lines[:4]]
    assert blocks == [0, 1, 2, 0]
    assert b'"MY DISK         " FS 2A' in listing
    assert b'"A"                SEQ' in listing and b'"B"                PRG<' in listing
    assert b'"C"                USR' in listing and b"BLOCKS FREE." in listing
    only = directory_listing(volume_of(folder), [(b"*", PRG)])
    assert b'"B"' in only and b'"A"' not in only


def test_two_files_of_one_name_are_told_apart(folder):
    for name in ("a.prg", "A.prg", "a.seq", "averylongname no 1.prg", "averylongname no 2.prg"):
        (folder / name).write_bytes(name.encode())
    volume = volume_of(folder)
    assert [name for name, _ in names(volume)] == [
        b"A", b"A 2", b"A 3", b"AVERYLONGNAME NO", b"AVERYLONGNAME 2",
    ]  # fmt: skip
    for name, _ in names(volume):
        assert volume.find(name).name == name
    assert volume.read_file(volume.find(b"A 3")) == b"a.seq"


def test_what_is_saved_has_a_plain_name_on_the_host(folder):
    volume = volume_of(folder)
    for name, kind, host in (
        (b"GAME", PRG, "game.prg"), (b"HI SCORE", SEQ, "hi score.seq"), (b"DATA", USR, "data.usr"),
        (b"NOTES.TXT", SEQ, "notes.txt"), (b"V1.2", PRG, "v1.2.prg"),
        (b"END.", PRG, "end..prg"), (b"\\X\xa4\xff", PRG, "£x_π.prg"),
    ):  # fmt: skip
        save(volume, name, kind, b"content of " + name)
        assert (folder / host).read_bytes() == b"content of " + name
        assert volume.read_file(volume.find(name)) == b"content of " + name
    assert sorted(os.listdir(folder)) == sorted(
        ["game.prg", "hi score.seq", "data.usr", "notes.txt", "v1.2.prg", "end..prg", "£x_π.prg"]
    )


@pytest.mark.parametrize(
    "name",
    [b"A/B", b"..", b".HIDDEN", b"CON", b"\xc1\xc2SHIFTED", b"A\x00B", b"-X", b"END ",
     b"\x01\x02", b"A|B", b"<>", b"C:\\X", b" LEAD", b"A\x1d", b"X\xa0Y", b"\xde"],
)  # fmt: skip
def test_a_name_that_no_host_takes_becomes_a_p00_that_keeps_it(folder, name):
    volume = volume_of(folder)
    save(volume, name, PRG, b"\x01\x08content")
    (host,) = os.listdir(folder)
    assert host.endswith(".p00") and host[:-4].replace("_", "a").isalnum()
    content = (folder / host).read_bytes()
    assert content.startswith(P00_MAGIC)
    assert parse_p00(content, "x").c64_name == name.split(b"\0")[0]
    assert len(list(volume.entries())) == 1
    assert volume.read_file(next(volume.entries())) == b"\x01\x08content"
    assert os.listdir(folder.parent) == [folder.name]


def test_a_p00_has_the_name_in_its_header(folder):
    header = P00_MAGIC + b"INNER NAME".ljust(18, b"\0")
    (folder / "outer.p00").write_bytes(header + b"\x01\x08abc")
    (folder / "outer.s00").write_bytes(b"no header")
    volume = volume_of(folder)
    assert names(volume) == [(b"INNER NAME", PRG), (b"OUTER", SEQ)]
    assert volume.read_file(volume.find(b"INNER*")) == b"\x01\x08abc"
    assert volume.find(b"INNER*").size == 1
    writer = volume.append_to(volume.find(b"INNER NAME"))
    writer.put(0x64)
    writer.close()
    assert (folder / "outer.p00").read_bytes() == header + b"\x01\x08abcd"


def test_files_are_replaced_appended_renamed_and_scratched(folder):
    volume = volume_of(folder)
    save(volume, b"LOG", SEQ, b"one ")
    os.chmod(folder / "log.seq", 0o640)
    writer = volume.append_to(volume.find(b"LOG"))
    for byte in b"two":
        writer.put(byte)
    assert (folder / "log.seq").read_bytes() == b"one "  # whole until it is closed
    writer.close()
    assert (folder / "log.seq").read_bytes() == b"one two"
    assert (folder / "log.seq").stat().st_mode & 0o777 == 0o640
    writer = volume.replace_file(volume.find(b"LOG"))
    writer.put(0x58)
    writer.close()
    assert (folder / "log.seq").read_bytes() == b"X"
    volume.rename(volume.find(b"LOG"), b"NEW NAME")
    assert os.listdir(folder) == ["new name.seq"]
    volume.rename(volume.find(b"NEW NAME"), b"A/B")
    assert os.listdir(folder) == ["a_b.s00"] and names(volume) == [(b"A/B", SEQ)]
    volume.rename(volume.find(b"A/B"), b"PLAIN")
    assert os.listdir(folder) == ["plain.seq"] and (folder / "plain.seq").read_bytes() == b"X"
    volume.scratch(volume.find(b"PLAIN"))
    assert os.listdir(folder) == []


def test_a_new_file_takes_no_name_that_is_there_for_something_else(folder):
    (folder / "game.prg").mkdir()
    (folder / "log.seq").symlink_to("/etc/passwd")
    volume = volume_of(folder)
    assert names(volume) == []
    save(volume, b"GAME", PRG, b"x")
    save(volume, b"LOG", SEQ, b"y")
    assert (folder / "game.p00").is_file() and (folder / "log.s00").is_file()
    assert (folder / "log.seq").is_symlink() and (folder / "game.prg").is_dir()


# -- nothing outside -----------------------------------------------------------------------


def test_links_hidden_files_folders_and_devices_are_not_there(folder):
    outside = folder.parent / "outside.prg"
    outside.write_bytes(b"secret")
    (folder / "link.prg").symlink_to(outside)
    (folder / "inner.prg").symlink_to(folder / "real.prg")
    (folder / "real.prg").write_bytes(b"real")
    (folder / ".hidden.prg").write_bytes(b"hidden")
    (folder / "sub").mkdir()
    (folder / "sub" / "deep.prg").write_bytes(b"deep")
    os.mkfifo(folder / "pipe.prg")
    volume = volume_of(folder)
    assert names(volume) == [(b"REAL", PRG)]
    for name in (b"LINK", b"INNER", b".HIDDEN", b"SUB", b"PIPE", b"../OUTSIDE", b"SUB/DEEP",
                 str(outside).upper().encode(), b"..", b"."):  # fmt: skip
        assert volume.find(name[:16]) is None


def test_a_link_put_in_a_files_place_is_not_followed(folder):
    outside = folder.parent / "outside.prg"
    outside.write_bytes(b"secret")
    (folder / "game.prg").write_bytes(b"game")
    volume = volume_of(folder)
    entry = volume.find(b"GAME")
    (folder / "game.prg").unlink()
    (folder / "game.prg").symlink_to(outside)
    assert number_of(volume.read_file, entry) == 23
    writer = volume.replace_file(entry)
    writer.put(0x41)
    writer.close()
    assert outside.read_bytes() == b"secret"
    assert not (folder / "game.prg").is_symlink()
    (folder / "game.prg").unlink()
    (folder / "game.prg").symlink_to(outside)
    volume.scratch(entry)
    assert outside.read_bytes() == b"secret"


@pytest.mark.parametrize("seed", range(25))
def test_whatever_is_done_stays_within_the_folder_and_comes_back(tmp_path, seed):
    """Random names and operations against a dictionary; a guard beside the folder stays whole."""
    chance = random.Random(seed)
    folder, guard = tmp_path / "disk", tmp_path / "guard.prg"
    folder.mkdir()
    guard.write_bytes(b"guard")
    (folder / "out.prg").symlink_to(guard)
    volume, model = volume_of(folder), {}
    codes = [*string.ascii_uppercase.encode(), *b"./\\-_ ~:|", *range(256)]
    pool = [b"../guard", b"..", b"OUT", b"GUARD", b"CON", b"A"]
    for _ in range(60):
        name = bytes(chance.choices(codes, k=chance.randrange(1, 17)))
        name = name.translate(None, b'*?,:="@$#\0\xa0').strip() or b"X"
        name = chance.choice((*pool, *list(model)[:3], name))
        what = chance.choice(("save", "save", "scratch", "rename", "append", "read"))
        entry = volume.find(name)
        assert (entry is not None) == (name in model), (name, model)
        if what == "save" and entry is None:
            kind = chance.choice((PRG, SEQ, USR))
            model[name] = (kind, chance.randbytes(chance.randrange(1, 600)))
            save(volume, name, *model[name])
        elif entry is None:
            continue
        elif what == "scratch":
            volume.scratch(entry)
            del model[name]
        elif what == "rename" and volume.find(b"RENAMED%d" % seed) is None:
            volume.rename(entry, b"RENAMED%d" % seed)
            model[b"RENAMED%d" % seed] = model.pop(name)
        elif what == "append":
            writer = volume.append_to(entry)
            writer.put(0x21)
            writer.close()
            model[name] = (model[name][0], model[name][1] + b"!")
        assert {e.name: (e.type, volume.read_file(e)) for e in volume.entries()} == model
    assert sorted(os.listdir(tmp_path)) == ["disk", "guard.prg"]
    assert guard.read_bytes() == b"guard"


def test_every_name_comes_back_or_is_not_taken_as_a_plain_one():
    chance = random.Random(5)
    for _ in range(3000):
        name = chance.randbytes(chance.randrange(1, 17))
        for kind in (PRG, SEQ, USR):
            host = plain_name(name, kind)
            if host is not None:
                assert read_host_name(host) == (name, kind, False)
                assert "/" not in host and not host.startswith(".") and host.isprintable()


# -- refusals ------------------------------------------------------------------------------


def test_a_protected_folder_or_file_is_error_26(folder):
    (folder / "a.prg").write_bytes(b"x")
    os.chmod(folder / "a.prg", 0o444)
    volume = volume_of(folder)
    entry = volume.find(b"A")
    assert entry.locked
    for attempt in (volume.scratch, volume.replace_file, volume.append_to):
        assert number_of(attempt, entry) == 26
    assert number_of(volume.rename, entry, b"B") == 26
    os.chmod(folder, 0o555)
    try:
        protected = volume_of(folder)
        assert protected.image.read_only
        assert number_of(protected.create_file, b"NEW", PRG) == 26
    finally:
        os.chmod(folder, 0o755)
    assert os.listdir(folder) == ["a.prg"]


@pytest.mark.parametrize(
    ("reason", "number"),
    [
        (errno.ENOSPC, 72),
        (errno.EDQUOT, 72),
        (errno.EROFS, 26),
        (errno.EACCES, 26),
        (errno.EIO, 25),
    ],
)
def test_the_hosts_refusal_to_write_becomes_the_drives_number(folder, monkeypatch, reason, number):
    volume = volume_of(folder)
    (folder / "old.prg").write_bytes(b"old")

    def refuse(*args):
        raise OSError(reason, os.strerror(reason))

    monkeypatch.setattr(os, "fsync", refuse)
    for writer in (volume.create_file(b"NEW", PRG), volume.replace_file(volume.find(b"OLD"))):
        writer.put(0x41)
        assert number_of(writer.close) == number
    monkeypatch.setattr(os, "unlink", refuse)
    assert number_of(volume.scratch, volume.find(b"OLD")) == number
    monkeypatch.undo()
    assert (folder / "old.prg").read_bytes() == b"old"
    assert [name for name in os.listdir(folder) if not name.startswith(".")] == ["old.prg"]


def test_a_file_larger_than_a_drive_takes_is_refused(folder, monkeypatch):
    monkeypatch.setattr(host_folder, "LARGEST_FILE", 100)
    (folder / "big.prg").write_bytes(bytes(101))
    (folder / "fits.prg").write_bytes(bytes(100))
    volume = volume_of(folder)
    assert number_of(volume.reader, volume.find(b"BIG")) == 52
    assert len(volume.read_file(volume.find(b"FITS"))) == 100
    writer = volume.create_file(b"NEW", PRG)
    for _ in range(100):
        writer.put(0)
    assert number_of(writer.put, 0) == 72
    writer.close()
    assert volume.find(b"NEW") is None
    assert LARGEST_FILE == 16 << 20


def test_a_sparse_giant_is_not_read_whole(folder):
    with open(folder / "giant.prg", "wb") as file:
        file.truncate(1 << 40)
    volume = volume_of(folder)
    assert volume.find(b"GIANT").size == 65535
    assert number_of(volume.read_file, volume.find(b"GIANT")) == 52


def test_relative_files_blocks_and_formatting_are_refused_clearly(folder):
    (folder / "x.r00").write_bytes(b"x")
    volume = volume_of(folder)
    with pytest.raises(DosError, match="64") as caught:
        volume.open_relative(volume.find(b"X"))
    assert caught.value.hint == "relative files need a disk image"
    assert number_of(volume.create_relative, b"R", 10) == 64
    assert number_of(volume.format, b"NEW", b"ID") == 31
    for attempt in (volume.image.read, volume.is_free, volume.next_free):
        assert number_of(attempt, 18, 0) == 66
    assert os.listdir(folder) == ["x.r00"]


def test_a_folder_that_goes_away_is_error_74_and_one_that_is_not_there_no_disk(folder):
    volume = volume_of(folder)
    folder.rmdir()
    assert number_of(lambda: list(volume.entries())) == 74
    with pytest.raises(MediaNotFound, match="cannot be read"):
        HostFolder(folder)


@pytest.mark.slow
def test_at_most_4096_files_are_shown(folder):
    for number in range(host_folder.MOST_FILES + 3):
        (folder / f"{number}.prg").touch()
    assert len(list(volume_of(folder).entries())) == host_folder.MOST_FILES


def test_a_folder_is_opened_as_a_disk(folder):
    media = open_media(folder)
    assert (media.kind, media.path, media.drives) == ("disk", folder.resolve(), ("quick",))
    assert media.name == str(folder)


def test_a_folder_that_has_gone_has_no_room(folder):
    volume = volume_of(folder)
    assert volume.free_blocks() > 0
    folder.rmdir()
    assert volume.free_blocks() == 0


def test_the_room_is_told_in_blocks_up_to_what_a_directory_can_say(folder, monkeypatch):
    for free, blocks in (
        (0, 0),
        (253, 0),
        (254, 1),
        (255, 1),
        (254 * 65535, 65535),
        (1 << 50, 65535),
    ):
        monkeypatch.setattr(
            "shutil.disk_usage", lambda _, free=free: shutil._ntuple_diskusage(0, 0, free)
        )
        assert volume_of(folder).free_blocks() == blocks


def test_a_file_that_grows_while_it_is_listed_has_no_size_below_nothing(folder, monkeypatch):
    """It was shorter than a header of a P00 when its size was asked for."""
    (folder / "a.p00").write_bytes(P00_MAGIC + b"NAME".ljust(17, b"\0") + b"\0" + b"more")
    real = os.scandir

    class Item:
        def __init__(self, item):
            self.name, self.item = item.name, item
            self.is_file = item.is_file

        def stat(self, **words):
            found = self.item.stat(**words)
            return os.stat_result((*found[:6], 10, *found[7:]))

    class Items:
        def __init__(self, path):
            self.found = real(path)

        def __enter__(self):
            return [Item(item) for item in self.found]

        def __exit__(self, *_):
            self.found.close()

    volume = volume_of(folder)
    monkeypatch.setattr(os, "scandir", Items)
    (entry,) = volume.entries()
    assert (entry.name, entry.packed, entry.size) == (b"NAME", True, 0)


@pytest.mark.parametrize("host", [None, "old.seq"])
def test_a_file_being_written_has_the_place_of_the_one_it_replaces(folder, host):
    (folder / "old.seq").write_bytes(b"x")
    volume = volume_of(folder)
    if host is None:
        writer = volume.create_file(b"NEW", SEQ)
    else:
        writer = volume.replace_file(volume.find(b"OLD"))
    assert writer.entry == (() if host is None else (host,))
    other = volume.writer_from_state(writer.state())
    assert other.state() == writer.state() and other.entry == writer.entry


@pytest.mark.parametrize("way", ["put", "put_all"])
def test_a_file_takes_as_many_bytes_as_a_drive_and_not_one_more(folder, monkeypatch, way):
    monkeypatch.setattr(host_folder, "LARGEST_FILE", 10)
    writer = volume_of(folder).create_file(b"NEW", SEQ)
    put = {"put": lambda: writer.put(1), "put_all": lambda: writer.put_all(b"1")}[way]
    for _ in range(10):
        put()
    assert writer.failed is False
    assert number_of(put) == 72
    assert writer.failed is True
    put()
    writer.put_all(b"more")
    writer.close()
    assert len(writer.content) == 10 and not list(folder.iterdir())


def test_a_reader_of_what_is_in_memory_goes_on_byte_by_byte_and_ends():
    reader, found = ContentReader(b"abc"), []
    while (seen := reader.peek()) is not None and len(found) < 9:
        found.append((*seen, reader.state()["at"]))
        reader.advance()
    assert found == [(97, False, 0), (98, False, 1), (99, True, 2)]
    assert reader.state() == {"content": b"abc", "at": 3}
    assert ContentReader(b"").peek() is None
