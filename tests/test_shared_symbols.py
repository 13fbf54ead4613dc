"""What one worker has read of a debug file is what the others get, until the file changes."""

import os

from emu.kit.symbols import symbols_from_dbg
from tests.shared_symbols import keeping
from tools import build

TABLES = ("names", "segments", "sources", "lines", "code", "uses", "routines")


def test_kept_symbols_are_those_of_the_file(tmp_path):
    path = build.ROOT / "build" / "eapi" / "eapi.dbg"
    kept = keeping(symbols_from_dbg, tmp_path)
    read, first, again = symbols_from_dbg(path), kept(path), kept(path)
    assert read.names and first is not again
    for table in TABLES:
        assert getattr(first, table) == getattr(again, table) == getattr(read, table), table


def test_a_file_that_has_changed_is_read_anew(tmp_path):
    path, asked = tmp_path / "some.dbg", []

    def read(path, *folders):
        asked.append(folders)
        return path.read_text()

    kept = keeping(read, tmp_path)
    path.write_text("one")
    assert [kept(path), kept(path)] == ["one"] * 2
    assert asked == [()]
    assert kept(path, tmp_path) == "one"  # where its sources are looked for anyway
    assert kept(path, tmp_path / "other", tmp_path) == "one"
    assert asked == [(), (tmp_path / "other", tmp_path)]
    path.write_text("two")
    os.utime(path, ns=(1, 1))
    assert kept(path) == "two"
    assert len(asked) == 3
