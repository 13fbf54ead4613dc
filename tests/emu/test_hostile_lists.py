"""Lists of the user's own folder, which may have been unpacked from a stranger's archive.

Whatever they hold, the window opens: what is no cheat, macro, setting, program or length is left
out.
"""

import contextlib
import json
import random
import sys

import pytest

from disk.budget import TEXT_MOST
from disk.errors import Go64Error
from disk.song_lengths import SongLengths
from emu.cli import parse_arguments
from emu.host.cheats.feature import CheatList
from emu.host.input.macros import MacroList
from emu.host.media.file_settings import FileSettings
from emu.host.media.library import FOLDERS, Library
from emu.host.media.scan import walk
from emu.host.settings import Settings, load_settings, save_settings
from emu.host.settings_table import SETTINGS as SETTINGS_TABLE
from tests.fuzz.dice import changed_json

KEY = "0" * 32
WHEN = "2026-01-01T00:00:00"
CHEATS = {KEY: [[1024, 7, True], [53280, 0, False]]}
MACROS = {KEY: {"F1": [[5, "A", "", "up", "", ""], [9, "", "", "", "", ""]]}}
SETTINGS = {KEY: {"joy_port": 2, "look": "pal", "model": "c64", "drive": "1541"}}
ODD_NAMES = (
    "", "\0", "\ud800", "\udcff", "x" * 5000, "/dev/zero", "../" * 500 + "nosuch", "a\nb",
    "~nobody/x",
)  # fmt: skip
TEXTS = (
    b"", b"null", b"[" * 100_000, b'{"a":' * 50_000, b"9" * 5000, b"{}" * 9, b"\xff\xfe[]",
    b"[" + b"[]," * 300_000 + b"[]]", b'"' + b"x" * TEXT_MOST + b'"', b"NaN", b"[1e999]",
    json.dumps({KEY: "\ud800"}).encode(), json.dumps({KEY: {"\ud800": ["\udfff"]}}).encode(),
)  # fmt: skip


def _cheats(place):
    for cheat in CheatList(place).of(KEY):
        assert 0 <= cheat.poke.address <= 0xFFFF and 0 <= cheat.poke.value <= 0xFF


def _macros(place):
    for name, macro in MacroList(place).of(KEY).items():
        assert isinstance(name, str) and all(step[0] > 0 for step in macro)


def _settings(place):
    kept = FileSettings(place).of(KEY)
    assert kept is None or set(kept) <= set(SETTINGS[KEY]) | {"joy_keys", "autofire", "borders"}


def _library(place):
    library = Library(place.parent)
    place.rename(place.parent / "library.json")
    for entry in library.entries():
        assert entry.title and entry.date is not None and entry.cover_name
        assert library.cover(entry) is None
    (place.parent / "library.json").rename(place.parent / FOLDERS)
    assert all(path.suffix == ".prg" for path in walk(library.folders(), (".prg",)))


READERS = {
    "cheats": (_cheats, CHEATS),
    "macros": (_macros, MACROS),
    "settings": (_settings, SETTINGS),
    "library": (_library, [{"path": "/etc/hosts", "when": WHEN, "favourite": True}, "/nosuch"]),
}


@pytest.mark.parametrize("what", READERS)
def test_lists_that_hold_anything_are_read_or_left_out(what, tmp_path):
    read, good = READERS[what]
    dice, place = random.Random(64), tmp_path / "list.json"
    made = [json.dumps(changed_json(dice, good, 1 + n % 3)).encode() for n in range(150)]
    for text in (*TEXTS, json.dumps(good).encode(), *made):
        place.write_bytes(text)
        read(place)


def test_a_good_list_is_not_left_out(tmp_path):
    place = tmp_path / "list.json"
    for kind, good, count in ((CheatList, CHEATS, 2), (MacroList, MACROS, 1)):
        place.write_text(json.dumps(good))
        assert len(kind(place).of(KEY)) == count
    place.write_text(json.dumps(SETTINGS))
    assert FileSettings(place).of(KEY)["model"] == "c64"


def test_odd_names_in_the_library_are_left_out_or_shown(tmp_path):
    """A file may have a name that is no text: bytes that are no UTF-8, as half a character."""
    half = tmp_path / "\udcff.prg"
    half.write_bytes(b"\1\x08")
    names = [*ODD_NAMES, str(half)]
    rows = [{"path": name, "when": WHEN} for name in names]
    library = Library(tmp_path)
    (tmp_path / "library.json").write_text(json.dumps(rows))
    (tmp_path / FOLDERS).write_text(json.dumps([*ODD_NAMES, str(tmp_path)]))
    shown = library.entries()
    assert str(half) in [entry.path for entry in shown]
    assert all(len(entry.cover_name) == 24 and library.cover(entry) is None for entry in shown)
    assert list(walk(library.folders(), (".prg",))) == [half]


TOML = {
    "deep": b"a = " + b"[" * 20_000,
    "tables": b"[" + b"a." * 100 + b"a]",
    "many tables": b"[" + b"a." * 5_000 + b"a]",
    "twice": b"joy_port = 1\njoy_port = 2\n",
    "digits": b"volume = " + b"9" * 5000,
    "float": b"volume = nan\nscale = inf\ngamma = -inf\n",
    "kinds": b"volume = []\nscale = {}\nmodel = 1\nlook = 1979-05-27\nsound = 'yes'\n",
    "large": b"#" * (65 << 10),
    "binary": bytes(range(256)),
    "half": b'look = "\xed\xa0\x80"\n',
    "nul": b'kernal = "\\u0000"\nbasic = "/dev/zero"\nsong_lengths = "/dev/zero"\n',
    "paths": b'kernal = "/dev/stdin"\nchargen = "' + b"x" * 5000 + b'"\n',
    "keysets": b'[keysets]\na = 1\n[keysets.b]\nup = []\n[palettes]\nx = ["#"]\n',
}


USABLE = ["tables", "float", "kinds", "nul", "paths", "keysets"]
if sys.version_info < (3, 14):  # whose tomllib refuses them
    USABLE.append("many tables")


@pytest.mark.parametrize("what", TOML)
def test_settings_that_hold_anything_are_read_or_left_alone(what, tmp_path, recwarn):
    """What is wrong is left out with a warning of one line; the command line still works."""
    path = tmp_path / "settings.toml"
    path.write_bytes(TOML[what])
    settings = load_settings(path)
    assert settings.usable or settings == Settings()
    for setting in SETTINGS_TABLE:
        assert not setting.problem(getattr(settings, setting.name))
    told = [str(warning.message) for warning in recwarn]
    assert settings.usable == (what in USABLE)
    assert settings.usable or told
    assert all("\n" not in line and line.startswith("settings ") for line in told)
    with contextlib.suppress(Go64Error):  # a key set, a ROM: one line as well
        parse_arguments(["--basic-prompt"], lambda: settings)
    settings.volume = 7
    save_settings(settings)
    assert settings.usable or path.read_bytes() == TOML[what]


MD5 = "2727236ead44a62f0c6e01f6dd4dc484"


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (b"", None), (b"[database", None), (b"\xff" * 5000, None),
        (b"[Database]\n", ()), (b"[Database]\n" + MD5.encode(), ()),
        (b"[Database]\n" + MD5.encode() + b"=", ()),
        (
            b"[Database]\n" + MD5.encode() + b"=99999999:99 -1:00 a:b 1:00.\n",
            (600_039.0, 60.0, 60.0),
        ),
        (b"[Database]\n" + MD5.encode() + b"=0:53 1:02.5(G)\n", (53.0, 62.5)),
    ],
)  # fmt: skip
def test_lengths_of_songs_are_lengths_or_nothing(content, found, tmp_path):
    path = tmp_path / "Songlengths.md5"
    path.write_bytes(content)
    if found is None:
        with pytest.raises(Go64Error, match="no '\\[Database\\]' in it"):
            SongLengths(path)
    else:
        assert SongLengths(path).of(MD5) == found


def test_a_line_of_lengths_that_never_ends_is_cut(tmp_path):
    path = tmp_path / "Songlengths.md5"
    path.write_bytes(b"[Database]\n" + MD5.encode() + b"=" + b"1:00 " * 1_000_000)
    assert len(SongLengths(path).of(MD5)) < 2000
