"""Files that nobody should send: generators of bombs, of names and of nonsense, by a seed.

``files(folder, seed)`` writes some of each kind into a folder and returns their paths.
"""

import gzip
import io
import json
import random
import struct
import zipfile
import zlib
from functools import cache

from c64 import C64
from c64.snapshot import SNAPSHOT_MAGIC, SNAPSHOT_PREFIX, SNAPSHOT_VERSION
from disk.d64 import D64Image
from disk.p64 import P64_LARGEST, P64_MAGIC
from disk.tap import TAP_LARGEST, TAP_MAGIC
from emu.replay.events import KINDS
from emu.shared.checksummed import LENGTH, PREFIX
from emu.shared.recording_file import MAGIC as RECORDING_MAGIC
from emu.shared.state.header import STATE_MAGIC
from emu.shared.state.write import state_writer

MIB = 1 << 20


@cache
def bomb(size, level=1):
    """Return ``size`` zero bytes, packed by zlib."""
    packer = zlib.compressobj(level)
    parts = [packer.compress(bytes(MIB)) for _ in range(size // MIB)]
    return b"".join([*parts, packer.flush()])


def sealed(magic, header, blocks, version=1):
    """Return a file of ours with a right checksum.

    header  dict, or the text instead of JSON;  blocks  [(name, packed bytes, size)]
    """
    if isinstance(header, dict):
        header = header | {"blocks": [[name, len(packed), size] for name, packed, size in blocks]}
        header = json.dumps(header).encode()
    body = b"".join([LENGTH.pack(len(header)), header, *(packed for _, packed, _ in blocks)])
    return PREFIX.pack(magic, version, zlib.crc32(body), len(body)) + body


@cache
def sound_state(kind, folder):
    """Return (header, blocks) of a state of a machine with a drive of a kind."""
    machine = C64(sample_rate=0, drive=kind)
    machine.drives[8].attach(D64Image.blank(b"D", b"00"))
    machine.tick(3)
    path = folder / f"sound-{kind}.go64"
    state_writer(path, machine)()
    data = path.read_bytes()[PREFIX.size :]
    (length,) = LENGTH.unpack_from(data)
    header = json.loads(data[4 : 4 + length])
    at, blocks = 4 + length, {}
    for name, packed, _ in header.pop("blocks"):
        blocks[name], at = zlib.decompress(data[at : at + packed]), at + packed
    path.unlink()
    return header, blocks


def state(folder, kind="quick", blocks=(), **changes):
    """Return a state file with right checksums; ``changes`` of the header, more blocks."""
    header, sound = sound_state(kind, folder)
    header = {n: v for n, v in (header | changes).items() if n != "seal"}
    rows = [(name, zlib.compress(data), len(data)) for name, data in sound.items()]
    return sealed(STATE_MAGIC, header, [*(r for r in rows if r[0] not in dict_of(blocks)), *blocks])


def dict_of(blocks):
    """Return the names of blocks."""
    return {name for name, _, _ in blocks}


def with_disk(folder, kind, disk):
    """Return a state file whose drive 8 has ``disk`` (bytes) as its packed disk."""
    _, sound = sound_state(kind, folder)
    snapshot = sound["snapshot"][SNAPSHOT_PREFIX.size :]
    (length,) = LENGTH.unpack_from(snapshot)
    header = json.loads(snapshot[4 : 4 + length])
    at, parts = 4 + length, []
    for row in header["blocks"]:
        part, at = snapshot[at : at + row[1]], at + row[1]
        if row[0] == "drive8":
            part = _exchanged(part, kind, disk)
            row[1] = len(part)
        parts.append(part)
    text = json.dumps(header).encode()
    body = b"".join([LENGTH.pack(len(text)), text, *parts])
    prefix = SNAPSHOT_PREFIX.pack(SNAPSHOT_MAGIC, SNAPSHOT_VERSION, zlib.crc32(body), len(body))
    data = prefix + body
    return state(folder, kind, [("snapshot", zlib.compress(data), len(data))])


def _exchanged(part, kind, disk):
    """Return a drive's state with another packed disk: its length stands last in the head."""
    size = {"quick": 16, "1541": 12}[kind]
    (old,) = struct.unpack_from("<I", part, size - 4)
    assert len(part) > old
    return part[: size - 4] + struct.pack("<I", len(disk)) + part[size : len(part) - old] + disk


def zipped(files, method=zipfile.ZIP_DEFLATED):
    """Return an archive of [(name, content)]."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as packed:
        for name, content in files:
            packed.writestr(zipfile.ZipInfo(name), content, method)
    return file.getvalue()


def _nameless(packed):
    """Return an archive of one file whose name of one letter is taken out at both places."""
    local, entry, end = (packed.index(b"PK" + kind) for kind in (b"\3\4", b"\1\2", b"\5\6"))
    first, second, last = packed[local:entry], packed[entry:end], bytearray(packed[end:])
    last[12:20] = struct.pack("<II", len(second) - 1, len(first) - 1)
    first = first[:26] + b"\0\0" + first[28:].replace(b"X", b"", 1)
    return first + second[:28] + b"\0\0" + second[30:].replace(b"X", b"", 1) + bytes(last)


def _archives(dice):
    digits = str(dice.randrange(1, 10)) * dice.randrange(4301, 30_000)
    yield "noname.zip", _nameless(zipped([("X", b"1")], zipfile.ZIP_STORED))
    yield "digits.zip", zipped([(f"{digits}.d64", b"x"), (f"a{digits}.d64", b"x")])
    yield "many.zip", zipped([(f"{n}.prg", b"") for n in range(dice.randrange(9000, 30_000))])
    yield "broken.zip", zipped([(f"{n}.d64", b"x") for n in range(9000)])
    for method in (zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2):
        zeros = bytes(dice.randrange(34, 48) * MIB)
        yield f"bomb-{method}.zip", zipped([("a.d64", zeros)], method)
    lzma = bytearray(zipped([("a.prg", b"\1\x08abc")], zipfile.ZIP_LZMA))
    at = lzma.index(b"a.prg") + 5 + 5
    lzma[at : at + 4] = b"\xff" * 4  # claims a dictionary of 4 GiB
    yield "dictionary.zip", bytes(lzma)
    yield "wide.zip", zipped([(("\U0001f600" * 15_000) + str(n), b"") for n in range(300)])
    yield "bomb.d64.gz", gzip.compress(bytes(dice.randrange(34, 80) * MIB), 1)
    yield "parts.d64.gz", gzip.compress(b"") * dice.randrange(10_000, 200_000)
    yield "claims.zip", zipped([("a.prg", b"abc")])[:-10] + b"\xff" * 10


def _lists(dice):
    yield "long.m3u", b"x" * dice.randrange(5000, 100_000)
    yield "self.m3u", b"self.m3u\n"
    yield "many.m3u", b"broken.zip\n" * 1000
    yield "nul.m3u", b"a\0b\n"
    yield "device.m3u", b"/dev/zero\n"
    yield "surrogate.m3u", b"\xed\xa0\x80.d64\n"


def flux(dice):
    """Return a .p64 as large as any, with right checksums, of tracks that are nonsense."""
    parts = []
    for half in range(2, 86):
        coded = dice.randbytes(P64_LARGEST // 84 - 64)
        content = struct.pack("<II", 3_000_000, len(coded)) + coded
        parts += struct.pack("<3sBII", b"HTP", half, len(content), zlib.crc32(content)), content
    body = b"".join(parts)
    return struct.pack("<8sIIII", P64_MAGIC, 0, 0, len(body), zlib.crc32(body)) + body


def _images(dice):
    yield (
        "ones.tap",
        TAP_MAGIC + struct.pack("<BBHI", 1, 0, 0, TAP_LARGEST - 20) + b"\1" * (TAP_LARGEST - 20),
    )
    entry = struct.pack("<BBHH2xI4x16s", 1, 0x82, 0x0801, 0xFFFF, 40_000, b"A")
    head = b"C64S tape".ljust(34, b" ") + struct.pack("<H", 999) + bytes(28)
    yield "overlap.t64", (head + entry * 999).ljust(8 * MIB, b"\0")
    chips = struct.pack(">4sIHHHH", b"CHIP", 16, 1, 0, 0, 0) * 900_000
    cart = b"C64 CARTRIDGE   " + struct.pack(">IHHBB5x", 64, 256, 0, 0, 0) + b"A".ljust(33, b"\0")
    yield "chips.crt", cart[:64] + chips
    yield "large.p64", flux(dice)
    for ending in ("prg", "p00", "d64", "d71", "d81", "g64", "p64", "sid", "reu"):
        yield f"zeros.{ending}", bytes(dice.randrange(1, 40) * MIB)


def _states(folder, dice):
    for kind in ("quick", "1541"):
        yield f"disk-{kind}.go64", with_disk(folder, kind, bomb(dice.randrange(100, 300) * MIB))
    junk = [(f"b{n}", bomb(40 * MIB), 40 * MIB) for n in range(dice.randrange(2, 40))]
    yield "blocks.go64", state(folder, blocks=junk)
    yield "liar.go64", state(folder, blocks=[("snapshot", bomb(100 * MIB), 10)])
    yield "claims.go64", state(folder, blocks=[("snapshot", bomb(55 * MIB), 55 * MIB)])
    for name, text in (
        ("lists", b"[" + b"[]," * 10_000_000 + b"[]]"),
        ("deep", b"[" * dice.randrange(2000, 900_000)),
        ("digits", b'{"saved":' + b"9" * dice.randrange(4301, 50_000) + b"}"),
        ("surrogates", b'{"title":"\\ud800","blocks":[["\\udfff",0,0]]}'),
        ("nul", b'{"title":"\\u0000","blocks":[]}'),
    ):
        yield f"{name}.go64", sealed(STATE_MAGIC, text, [])
        yield f"{name}.go64rec", sealed(RECORDING_MAGIC, text, [])
    names = ["/etc", "/dev/zero", "/dev/stdin", "fifo", "x" * 5000, "\ud800", "../" * 2000, ""]
    for n, name in enumerate(names):
        yield f"drive-{n}.go64", state(folder, drives=[[8, "quick", name, False]])
        yield f"tape-{n}.go64", state(folder, tape=["t", name, "0" * 64, False])
        config = {"model": "c64", dice.choice(["kernal", "basic", "chargen", "cart", "dos"]): name}
        yield f"config-{n}.go64", state(folder, config=config)
    for value in ({}, [], "", 0, False):
        yield f"config-{type(value).__name__}.go64", state(folder, config=value)
    for n, value in enumerate((10**4000, -1, 1.5, None, [], {}, "x" * 100_000, [[]] * 50_000)):
        header, _ = sound_state("quick", folder)
        field = dice.choice(sorted(header["config"]))
        yield f"value-{n}.go64", state(folder, config=header["config"] | {field: value})
        field = dice.choice(sorted(header))
        yield f"field-{n}.go64", state(folder, **{field: value})


def _recordings(dice):
    row = struct.Struct("<IBI")
    served = row.pack(0, KINDS.index("served"), 1) + b"\1"
    events = served * dice.randrange(1_000_000, 4_000_000)
    header = dict.fromkeys(("final", "go64", "title"), "") | {"config": {}, "steps": 1, "saved": 0}
    for name, data in (("events", events), ("bomb", bytes(60 * MIB))):
        packed = zlib.compress(data, 1)
        blocks = [("events", packed, len(data)), ("sums", zlib.compress(bytes(4)), 4)]
        roms = dict.fromkeys(("kernal", "basic", "chargen", "dos"), "")
        yield f"{name}.go64rec", sealed(RECORDING_MAGIC, header | {"roms": roms}, blocks)


def files(folder, seed):
    """Write hostile files of all kinds into a folder; yields their paths."""
    dice = random.Random(seed)
    kinds = (_archives(dice), _lists(dice), _images(dice), _states(folder, dice), _recordings(dice))
    for kind in kinds:
        for name, content in kind:
            path = folder / name
            path.write_bytes(content)
            yield path
