"""The registry of formats: one list from which help, menu, archives and documents come."""

import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from disk.budget import FILE_MOST
from disk.crt import Crt, CrtChip, write_crt
from disk.d64 import D64Image
from disk.d71_d81 import D71Image, D81Image
from disk.errors import MediaUnknown
from disk.format import Format
from disk.formats import FORMATS, KINDS, MEDIA, endings, file_words, format_of
from disk.loader import open_media
from disk.media import media_from
from disk.tap import Cassette
from emu.cli import make_parser
from emu.host.menu.files import STARTABLE
from tests.disk.test_g64 import sample
from tests.disk.test_p64 import formatted, make

ROOT = Path(__file__).resolve().parents[2]
PRG = b"\x01\x08abc"
SAMPLES = {
    ".prg": lambda: PRG,
    ".tap": lambda: Cassette.blank().to_bytes(),
    ".d64": lambda: D64Image.blank(b"A", b"01").to_bytes(),
    ".d71": lambda: D71Image.blank(b"A", b"01").to_bytes(),
    ".d81": lambda: D81Image.blank(b"A", b"01").to_bytes(),
    ".crt": lambda: write_crt(Crt("x", 0, 0, 1, "A", (CrtChip(0, 0, 0x8000, bytes(8192)),))),
    ".g64": sample,
    ".p64": lambda: make({18: formatted()}),
}


def test_each_ending_and_each_mark_is_of_one_format():
    for found in ([e for r in FORMATS for e in r.endings], [m for r in FORMATS for m in r.marks]):
        assert len(found) == len(set(found))
    for row in FORMATS:
        assert all(ending.startswith(".") and ending.islower() for ending in row.endings)
        assert row.what and row.starts and 0 < row.most <= FILE_MOST
        assert row.read is not None or row.kind in ("archive", "list", "memory", "recording")


def test_help_names_each_ending_once():
    words = re.findall(r"\.[a-z0-9]+", file_words())
    assert sorted(words) == sorted(endings())


@pytest.mark.slow
@pytest.mark.parametrize("row", [r for r in FORMATS if r.write], ids=lambda row: row.endings[0])
def test_what_is_written_is_read_again(tmp_path, row):
    path = tmp_path / f"a{row.endings[0]}"
    path.write_bytes(SAMPLES[row.endings[0]]())
    medium = open_media(path)
    assert medium.kind == row.kind
    written = row.write(medium)
    assert row.write(media_from(written, path.name)) == written


def test_a_mark_says_more_than_an_ending_and_both_name_and_size_more_than_a_mark():
    disk = bytearray(D64Image.blank(b"A", b"01").to_bytes())
    disk[:4] = b"PK\3\4"
    assert format_of("a.d64", bytes(disk)).kind == "disk"
    assert format_of("a.bin", bytes(disk)).kind == "archive"
    assert format_of("a.d64", bytes(disk[:-1])).kind == "disk"  # it cannot be unpacked
    assert format_of("a.bin", bytes(len(disk))).endings == (".d64",)
    assert format_of("a.x64", bytes(len(disk))) is None
    assert format_of("a.tap", b"C64S tape".ljust(96)).endings == (".t64",)
    assert format_of("a.txt", b"x") is None and format_of("", b"") is None


def test_a_disk_that_looks_like_an_archive_is_opened_as_a_disk(tmp_path):
    disk = bytearray(D64Image.blank(b"A", b"01").to_bytes())
    disk[:4] = b"PK\3\4"
    path = tmp_path / "a.d64"
    path.write_bytes(disk)
    assert isinstance(open_media(path), D64Image)


@pytest.mark.parametrize("row", [r for r in FORMATS if r.read is None], ids=lambda r: r.endings[0])
def test_what_is_no_medium_says_what_it_is(row):
    name = f"a{row.endings[0]}"
    with pytest.raises(MediaUnknown) as error:
        media_from(b"".join(row.marks[:1]), name)
    assert str(error.value).startswith(f"{name}: is {row.what}, and cannot be used here; these")
    assert str(error.value).endswith(KINDS)


def test_help_menu_and_messages_name_every_format():
    words = file_words()
    assert make_parser()._actions[1].help == words
    for row in FORMATS:
        for ending in row.endings:
            assert ending in words, ending
            assert (ending in STARTABLE) == (row.kind != "memory")
    assert all(ending in KINDS for row in MEDIA for ending in row.endings)
    assert endings("disk") == (".d64", ".d71", ".d81", ".g64", ".p64")


def test_a_row_tells_how_much_a_file_looks_like_it():
    row = Format((".koa",), "program", "a picture", "shown", marks=(b"KOALA",), sizes=(10003,))
    looks = [
        row.looks_like("a", b"", 1), row.looks_like("a", b"", 10003),
        row.looks_like("a.koa", b"", 1), row.looks_like("a", b"KOALA", 1),
        row.looks_like("a.KOA", b"", 10003),
    ]  # fmt: skip
    assert looks == [0, 1, 2, 3, 4]


USE_IT = """
import sys
from disk.formats import file_words, table
from disk.loader import open_media
for name in sys.argv[1:]:
    try:
        print(open_media(name))
    except Exception as error:
        print(type(error).__name__, error)
print(file_words())
print(table())
"""


def test_the_recipe_of_contributing_adds_a_format(tmp_path):
    """In a copy of disk/, with nothing done but what the page says."""
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    recipe = page[page.index("## A format") : page.index("## Style")]
    (source,) = re.findall(r"```python\n(.*?)```", recipe, re.DOTALL)
    copy = tmp_path / "disk"
    shutil.copytree(ROOT / "disk", copy, ignore=shutil.ignore_patterns("__pycache__", "*.d64"))
    (copy / "intel_hex.py").write_text(source)
    registry = (copy / "formats.py").read_text()
    registry = registry.replace("    g64,\n", "    g64,\n    intel_hex,\n")
    registry = registry.replace("*prg.FORMATS,", "*prg.FORMATS, *intel_hex.FORMATS,")
    (copy / "formats.py").write_text(registry)
    (tmp_path / "a.hex").write_text(":03080100414243" + "2E" + "\n:00000001FF\n")
    (tmp_path / "b.hex").write_text(":03080100414243" + "2F" + "\n")
    with zipfile.ZipFile(tmp_path / "c.zip", "w") as packed:
        packed.write(tmp_path / "a.hex", "x.hex")
    names = ["a.hex", "b.hex", "c.zip"]
    run = [sys.executable, "-c", USE_IT, *names]
    said = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    first, second, third, words, *rows = said.splitlines()
    assert first == "Program(name='a.hex', c64_name=b'A', start=2049, data=b'ABC')"
    assert second == "MediaDamaged b.hex, line 1: its checksum or its place is wrong"
    assert third == "Program(name='c.zip, x.hex', c64_name=b'X', start=2049, data=b'ABC')"
    assert ".prg .hex .p00" in words
    assert any(row.startswith("| `.hex` | a program as Intel HEX |") for row in rows)
