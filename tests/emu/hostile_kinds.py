"""More files that nobody should send: of every format, of every table of a state, of every option.

``cases(seed)`` lists them; the content of each is made only when it is asked for.  Bombs and odd
names are tests/emu/hostile.py's.
"""

import gzip
import io
import json
import random
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from typing import NamedTuple

from disk.crt import CRT_MAGIC
from disk.formats import FORMATS
from disk.p00 import P00_MAGIC
from emu.replay.events import pack, pack_state, unpack, unpack_state
from emu.shared.recording_file import MAGIC as RECORDING_MAGIC
from tests.emu.hostile import MIB, sealed, sound_state, state
from tests.fuzz import media, states
from tests.fuzz.dice import changed_json

FILE = "FILE"  # in a command line: the path of the case's file
MADE = 8  # files of each of the fuzzers' generators
WRONG = (10**30, -1, 1.5, None, [], {}, "\0", "x" * 5000, True)


class Case(NamedTuple):
    """A file and how go64 is to read it.

    make   function of a folder, which it may use, to the content
    words  arguments; FILE stands for the path
    """

    name: str
    make: Callable
    words: tuple = (FILE,)


def _dice(seed: int, name: str) -> random.Random:
    return random.Random(f"{seed} {name}")


# -- formats of media --------------------------------------------------------------------------


def _media(seed: int) -> Iterator[Case]:
    """Yield right checksums and absurd fields, by the fuzzers' generators."""
    for ending in ("p64", "g64", "tap", "crt"):
        make = getattr(media, f"make_{ending}")
        for n in range(MADE):
            name = f"fuzz-{n}.{ending}"
            yield Case(name, lambda _, make=make, name=name: make(_dice(seed, name)))
    for n in range(MADE):
        dice = _dice(seed, f"sectors {n}")
        kind, content = media.make_sectors(dice)
        yield Case(f"fuzz-{n}.{kind.removeprefix('.')}", lambda _, content=content: content)


def _programs(dice: random.Random) -> Iterator[tuple[str, bytes]]:
    for address in (0, 1, 0x00FF, 0x01F0, 0x0801, 0xA000, 0xD000, 0xFFFE, 0xFFFF):
        size = dice.choice((0, 1, 2, 3, 0x10000 - address, 0x10001 - address, 0x10002))
        yield f"to-{address:04x}.prg", struct.pack("<H", address) + dice.randbytes(size)
    links = (
        struct.pack("<HHH", 0x0801, 0x0801, 10) + b"\x9e2061\0\0\0"
    )  # a line that follows itself
    yield "circle.prg", links
    yield "link-far.prg", struct.pack("<HHH", 0x0801, 0xFFFF, 0xFFFF) + b"\x9e99999999\0"
    yield "one.prg", b"\1"
    for n, name in enumerate((b"\0" * 16, b"\xff" * 16, b"\r\n" * 8, b"")):
        yield f"name-{n}.p00", P00_MAGIC + name.ljust(18, b"\xff") + b"\1\x08" + links[2:]
    entry = struct.pack("<BBHH2xI4x16s", 1, 0x82, 0x0801, 0x0800, 64, b"\0" * 16)
    for n, (head, rows) in enumerate(
        ((0, entry), (0xFFFF, entry), (1, entry[:8] + b"\xff" * 4 + entry[12:]), (1, b"\xff" * 32))
    ):
        yield (
            f"directory-{n}.t64",
            b"C64S tape".ljust(34, b"\xff") + struct.pack("<H", head) + bytes(28) + rows + b"data",
        )


def _tunes(dice: random.Random) -> Iterator[tuple[str, bytes]]:
    """Yield SIDs: (version, offset of the data, load, init, play, songs, first song)."""
    rows = (
        (0, 0x76, 0, 0, 0, 1, 1), (1, 0xFFFF, 0x1000, 0x1000, 0x1003, 1, 1),
        (2, 0, 0x1000, 0x1000, 0x1003, 1, 1), (2, 0x7C, 0xFFFF, 0xFFFF, 0xFFFF, 256, 256),
        (2, 0x7C, 0, 0, 0, 0xFFFF, 0xFFFF), (2, 0x7C, 0x0001, 0x0001, 0x0001, 1, 0),
        (3, 0x7C, 0x0400, 0xD000, 0xE000, 1, 9), (4, 0x7C, 0xA000, 0xA000, 0, 1, 1),
        (0xFFFF, 0x7C, 0x1000, 0x1000, 0x1003, 1, 1),
    )  # fmt: skip
    for n, row in enumerate(rows):
        for magic in (b"PSID", b"RSID"):
            head = struct.pack(">4s7HI", magic, *row, 0xFFFFFFFF) + b"\xff" * 96
            more = struct.pack(">H4B", 0xFFFF, *dice.choices((0, 1, 0x42, 0xFE, 0xFF), k=4))
            body = struct.pack("<H", dice.choice((0, 0x1000, 0xFFF0))) + dice.randbytes(4000)
            yield f"{magic.decode().lower()}-{n}.sid", head + more + body


def _cartridges(dice: random.Random) -> Iterator[tuple[str, bytes]]:
    for n, (length, hardware) in enumerate(((0, 0), (0xFFFFFFFF, 1), (64, 0xFFFF), (0x40, 60))):
        head = CRT_MAGIC + struct.pack(">IHHBB5x", length, 0xFFFF, hardware, 255, 255)
        chip = struct.pack(">4sIHHHH", b"CHIP", 0x2010, *dice.choices((0, 2, 99, 0xFFFF), k=4))
        yield f"head-{n}.crt", head + b"\xff" * 32 + chip + dice.randbytes(0x2000)


def _packed(dice: random.Random) -> Iterator[tuple[str, bytes]]:
    """Yield archives in archives, and of names that lead elsewhere."""
    inner = _zip([("a.prg", b"\1\x08abc")])
    yield "nested.zip", _zip([("inner.zip", inner)])
    yield "nested.prg.gz", gzip.compress(gzip.compress(b"\1\x08abc"))
    yield "zip.zip.gz", gzip.compress(inner)
    names = (
        "../../etc/x.prg",
        "/etc/x.prg",
        "C:\\x.prg",
        "a/../../x.prg",
        "\u202egrp.exe",
        "CON.prg",
    )
    for n, name in enumerate(names):
        yield f"leads-{n}.zip", _zip([(name, b"\1\x08abc")])
    flags = bytearray(inner)
    for mark, at in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        flags[inner.index(mark) + at] |= 1
    yield "locked.zip", bytes(flags)
    method = bytearray(inner)
    for mark, at in ((b"PK\3\4", 8), (b"PK\1\2", 10)):
        method[inner.index(mark) + at] = 97
    yield "method.zip", bytes(method)
    yield "comment.zip", inner[:-2] + b"\xff\xff" + b"PK\5\6" * 16_383 + b"abc"
    for ending in ("p00", "t64", "tap", "d71", "d81", "g64", "p64", "crt", "sid", "m3u"):
        yield f"bomb.{ending}.gz", gzip.compress(bytes(dice.randrange(40, 60) * MIB), 1)


def _zip(files: list[tuple[str, bytes]]) -> bytes:
    found = io.BytesIO()
    with zipfile.ZipFile(found, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files:
            archive.writestr(zipfile.ZipInfo(name), content)
    return found.getvalue()


def _lists(_: random.Random) -> Iterator[tuple[str, bytes]]:
    yield "wide.m3u", "\ufeffa.d64\n".encode("utf-16")
    yield "half.m3u", b"\xff\xfea\0b"
    yield "rows.lst", b"#\n" * 400_000
    yield "many.lst", b"a.d64\n" * 2000
    yield "parts.vfl", b"UNIT 99999999999999999999\n" + b"a#b#c:d:e|f|g\n" * 50
    yield "circle.m3u8", b"circle.m3u8\ncircle.m3u8#x\ncircle.m3u8:y\n"
    yield "outside.vfl", b"UNIT 8\n/etc/passwd\n../../../../etc/passwd\n~/.ssh/id\n"
    yield "control.m3u", b"\x1b[2J\x07\x00\n\x7f\n"


def _every_format(dice: random.Random) -> Iterator[tuple[str, bytes]]:
    """Yield for each ending the mark with nothing, and with nonsense behind it."""
    for row in FORMATS:
        mark = row.marks[0] if row.marks else b""
        for ending in row.endings:
            yield f"mark{ending}", mark
            yield f"noise{ending}", mark + dice.randbytes(dice.choice((5, 300, 200_000)))


# -- states and recordings -----------------------------------------------------------------------


def _tables(seed: int) -> Iterator[Case]:
    """Yield a state and a recording for each table: one field of it is absurd, all sums right."""
    for kind in ("quick", "1541"):
        for name in BLOCKS:
            for n in range(2):
                case = f"{kind}-{name}-{n}.go64"
                yield Case(
                    case,
                    lambda folder, k=kind, b=name, c=case: _state(folder, k, b, _dice(seed, c)),
                )
    for name in BLOCKS:
        case = f"rec-{name}.go64rec"
        yield Case(case, lambda _, b=name, c=case: _recording(b, _dice(seed, c)))


# Those of a machine with a drive; test_hostile_files.py compares them with what a machine has.
BLOCKS = (
    "board", "cpu", "port", "vic", "cia1", "cia2", "sid", "keyboard", "iec", "controls", "drive8",
)  # fmt: skip


def changed(machine, snapshot: bytes, name: str, dice: random.Random) -> bytes:
    """Return a machine's snapshot with one thing in the block ``name`` changed."""
    header, blocks = states.split(snapshot)
    chip = dict(states.parts_of(machine.board))[name]
    change = (
        states.changed_drive if name.startswith("drive")
        else states.changed_tape if name == "tape" else states.changed_fields
    )  # fmt: skip
    blocks[name] = change(dice, chip, blocks[name])
    return states.joined(header, blocks)


def _state(folder, kind: str, name: str, dice: random.Random) -> bytes:
    _, sound = sound_state(kind, folder)
    machine = states.machine_of("1541") if kind == "1541" else states.c64.C64(sample_rate=0)
    data = changed(machine, sound["snapshot"], name, dice)
    return state(folder, kind, [("snapshot", zlib.compress(data, 1), len(data))])


def _recording(name: str, dice: random.Random) -> bytes:
    machine, good = states.recording()

    def change(_, packed):
        first, *others = unpack(packed, states.STEPS)
        snapshot, drives, tape = unpack_state(first.data)
        data = pack_state(changed(machine, snapshot, name, dice), drives, tape)
        return pack([first._replace(data=data), *others])

    return _with_events(good, change)


def _with_events(good: bytes, change: Callable) -> bytes:
    """Return a recording with its events changed and all sums right."""
    at = states.PREFIX.size + states.LENGTH.size
    (length,) = states.LENGTH.unpack_from(good, states.PREFIX.size)
    header, rows = json.loads(good[at : at + length]), []
    at += length
    for name, packed, _ in header.pop("blocks"):
        data = zlib.decompress(good[at : at + packed])
        at += packed
        data = change(None, data) if name == "events" else data
        rows.append((name, zlib.compress(data, 1), len(data)))
    return sealed(RECORDING_MAGIC, header, rows, states.VERSION)


def _headers(seed: int) -> Iterator[Case]:
    """Yield a state for each field of the header and of its configuration, of a wrong kind."""
    for n, name in enumerate(HEADER):
        value = WRONG[n % len(WRONG)]
        yield Case(f"header-{name}.go64", lambda f, n=name, v=value: state(f, **{n: v}))
    for n in range(10):
        yield Case(f"config-{n}.go64", lambda f, n=n: _configured(f, n, _dice(seed, f"config {n}")))


HEADER = (
    "auto", "config", "drives", "files", "go64", "own_roms", "picture", "roms", "saved", "tape",
    "title",
)  # fmt: skip


def _configured(folder, n: int, dice: random.Random) -> bytes:
    header, _ = sound_state("quick", folder)
    return state(folder, config=changed_json(dice, header["config"], 1 + n % 3))


# -- options --------------------------------------------------------------------------

NONSENSE = {
    "empty": b"", "byte": b"\xff", "short": bytes(8191), "long": bytes(8193),
    "text": b"10 PRINT\n", "large": bytes(33 * MIB),
}  # fmt: skip
OPTIONS = (
    "--kernal", "--basic", "--chargen", "--dos", "--cart", "--reu-image", "--tape", "--drive8",
    "--palette", "--monitor-commands", "--labels", "--dbg", "--replay",
)  # fmt: skip
MORE = {
    "--labels": ("--binary-monitor", "0"), "--dbg": ("--binary-monitor", "0"),
    "--monitor-commands": ("--remote-monitor", "0"),
}  # fmt: skip
ENDINGS = {"--replay": ".go64rec", "--tape": ".tap", "--drive8": ".d64", "--cart": ".crt"}


def _options() -> Iterator[Case]:
    for option in OPTIONS:
        start = () if option == "--replay" else ("--basic-prompt",)
        for what, content in NONSENSE.items():
            name = f"{what}{option.replace('--', '-')}{ENDINGS.get(option, '.bin')}"
            words = (option, FILE, *MORE.get(option, ()), *start)
            yield Case(name, lambda _, content=content: content, words)


# -- all ----------------------------------------------------------------------------------------


def cases(seed: int) -> list[Case]:
    """Return all cases, those of a kind beside one another."""
    found = [*_media(seed), *_tables(seed), *_headers(seed), *_options()]
    for kind in (_programs, _tunes, _cartridges, _packed, _lists, _every_format):
        for name, content in kind(_dice(seed, kind.__name__)):
            found.append(Case(name, lambda _, content=content: content))
    return found
