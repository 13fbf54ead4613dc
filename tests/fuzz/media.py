"""Disks, tapes and cartridges whose checksums are right and whose fields are absurd."""

import struct
import zlib
from functools import cache
from random import Random
from typing import Any

import c64
from disk.d64 import D64Image
from disk.d71_d81 import D71Image, D81Image
from disk.g64 import HALF_TRACKS
from disk.media import media_from
from disk.p64 import LAST_HALF, P64_PLACES
from tests.c64.test_snapshot_format import machine_of
from tests.disk.test_crt import crt
from tests.disk.test_fuzz_media import disk_of, use_volume
from tests.disk.test_p64 import Encoder
from tests.disk.test_tap import tap
from tests.fuzz.dice import flipped, whole
from tests.fuzz.states import live, touch

FULL = 0xFFFFFFFF  # strength of a reversal
BANK = 8192


# -- P64 -----------------------------------------------------------------------------------------


def make_p64(dice: Random) -> bytes:
    """Return a P64 with reversals anywhere, of any strength and number."""
    chunks = [_p64_track(dice) for _ in range(dice.choice((1, 1, 2, 5)))]
    body = b"".join(chunks) + _p64_chunk(b"DONE", b"")
    head = dice.choice((0, 0, 0, whole(dice, 32))), whole(dice, 32), len(body), zlib.crc32(body)
    return struct.pack("<8sIIII", b"P64-1541", *head) + body


def _p64_track(dice: Random) -> bytes:
    half = dice.choice((36, 36, 2, LAST_HALF, 1, 85, 0, 255, dice.randrange(256)))
    if dice.random() < 0.3:
        coded = dice.randbytes(dice.choice((0, 4, 40, 400)))
        track = struct.pack("<II", dice.choice((1, 500, P64_PLACES, FULL)), len(coded)) + coded
    else:
        pulses, place = [], 0
        for _ in range(dice.choice((0, 1, 3, 60))):
            step = dice.choice((64, P64_PLACES - 1, whole(dice, 32), whole(dice, 22)))
            place += max(1, min(step, FULL))
            pulses.append((place, dice.choice((FULL, 0x80000000, 0x7FFFFFFF, whole(dice, 32)))))
        track = Encoder().track(pulses)
        if dice.random() < 0.2:
            track = struct.pack("<I", whole(dice, 32)) + track[4:]
    return _p64_chunk(b"HTP" + bytes((half,)), track)


def _p64_chunk(letters: bytes, content: bytes) -> bytes:
    return letters + struct.pack("<II", len(content), zlib.crc32(content)) + content


# -- G64 -----------------------------------------------------------------------------------------


def make_g64(dice: Random) -> bytes:
    """Return a G64 whose tables lead anywhere."""
    count = dice.choice((84, 84, 84, 83, 0, 1, 255))
    offsets, speeds, body, at = [0] * count, [0] * count, b"", 12 + 8 * count
    for index in dice.sample(range(count), min(count, dice.choice((1, 3, 8)))):
        size = dice.choice((0, 1, 2, 7, 6250, 7692, 7928, 0xFFFF))
        data = (dice.randbytes(dice.choice((1, 5, 64))) * size)[:size]
        if dice.random() < 0.5:
            data = (b"\xff" * 5 + data)[:size]
        offsets[index] = at + len(body)
        body += struct.pack("<H", size) + data
        speeds[index] = dice.choice((0, 1, 2, 3, 3))
        if dice.random() < 0.4:  # a zone for each byte
            speeds[index] = at + len(body)
            body += dice.randbytes((size + 3) // 4)
    for table in (offsets, speeds):
        if count and dice.random() < 0.3:
            table[dice.randrange(count)] = whole(dice, 32)
    head = struct.pack("<8sBBH", b"GCR-1541", dice.choice((0, 0, 0, 1)), count, whole(dice, 16))
    return head + struct.pack(f"<{2 * count}I", *offsets, *speeds) + body


# -- sectors, tapes, cartridges --------------------------------------------------------------------


@cache
def _sectors(kind: str) -> bytes:
    blank: dict[str, Any] = {
        "d64": lambda: D64Image.blank(b"SEED", b"SE"),
        "d71": lambda: D71Image.formatted(b"SEED", b"SE", 70),
        "d81": lambda: D81Image.formatted(b"SEED", b"SE", 80),
    }
    return bytes(disk_of(blank[kind]()))


def make_sectors(dice: Random) -> tuple[str, bytes]:
    """Return a kind of disk of sectors and one whose links, map or directory are wrong."""
    kind = dice.choice(("d64", "d64", "d71", "d81"))
    data = bytearray(_sectors(kind))
    directory = {"d64": 0x16500, "d71": 0x16500, "d81": 0x61800}[kind]
    for _ in range(dice.choice((1, 2, 6))):
        at = dice.choice((directory + dice.randrange(2048), dice.randrange(len(data) // 256) * 256))
        value = dice.choice((b"\0\xff", b"\x12\x01", b"\xff\xff", dice.randbytes(2), b"\x84"))
        data[at : at + len(value)] = value
    if dice.random() < 0.1:
        del data[dice.randrange(len(data)) :]
    return kind, bytes(data[: len(_sectors(kind))])


def make_tap(dice: Random) -> bytes:
    """Return a TAP of pulses of any length."""
    pulses = (b"\x30", b"\x42", b"\x56", b"\0\0\0\0", b"\0\xff\xff\xff", b"\0", b"\xff", b"\1")
    body = b"".join(dice.choices(pulses, k=dice.choice((0, 1, 3, 400))))
    magic = dice.choice((b"C64-TAPE-RAW", b"C64-TAPE-RAW", b"C16-TAPE-RAW"))
    size = dice.choice((None, None, whole(dice, 32)))
    return tap(body, dice.choice((0, 1, 1, 2, 3)), magic, size)


def make_crt(dice: Random) -> bytes:
    """Return a CRT of any type, whose banks are anywhere and of any size."""
    hardware = dice.choice((0, 32, 19, 60, 61, 5, 35, 36, dice.randrange(90), whole(dice, 16)))
    chips = []
    for _ in range(dice.choice((0, 1, 1, 2, 8))):
        size = dice.choice((BANK, BANK, 2 * BANK, BANK // 2, 0, 1, 2048, BANK + 1))
        bank = dice.choice((0, 0, 1, 7, 63, 127, 255, whole(dice, 16)))
        address = dice.choice((0x8000, 0x8000, 0xA000, 0xE000, 0xF000, 0xDE00, whole(dice, 16)))
        chips.append((dice.choice((0, 0, 2, 1, 3, whole(dice, 16))), bank, address, bytes(size)))
    lines = dice.choice((0, 1)), dice.choice((0, 1, 255))
    image = crt(tuple(chips), hardware, *lines, dice.choice((64, 64, 32, whole(dice, 32))))
    return flipped(dice, image[:80], 3) + image[80:] if dice.random() < 0.2 else image


# -- use -------------------------------------------------------------------------------------------


@cache
def _machine(kind: str) -> Any:
    return machine_of("1541") if kind == "1541" else c64.C64(sample_rate=0)


def use_flux(content: bytes, dice: Random) -> None:
    """Put a disk of tracks into a 1541 and move its head about."""
    media = media_from(content, "case")
    for half in range(2, HALF_TRACKS + 1):
        cells = media.read_half(half) if dice.random() < 0.2 or half < 5 else None
        assert cells is None or len(cells[0]) * 8 >= cells[1] > 0
    assert len(media.to_bytes()) > 0
    machine = _machine("1541")
    machine.drives[8].attach(media, kind="1541")
    live(machine, dice)


def use_sectors(case: tuple[str, bytes], dice: Random) -> None:
    """Read and write the files of a disk, then put it into a drive."""
    kind, content = case
    media = media_from(content, f"case.{kind}")
    if not hasattr(media, "volume"):
        return
    use_volume(media)
    machine = _machine("quick")
    machine.drives[8].attach(media, kind="quick")
    machine.tick(1)


def use_tap(content: bytes, dice: Random) -> None:
    """Put a tape into a deck and press its keys."""
    machine = _machine("quick")
    machine.tape.insert(media_from(content, "case.tap"))
    machine.board.write(1, 0x17)
    for _ in range(4):
        machine.tape.press(dice.choice(("play", "record", "rewind", "forward")))
        machine.tick(1)
    machine.tape.to_begin()
    machine.tape.insert(media_from(content, "case.tap"))


def use_crt(content: bytes, dice: Random) -> None:
    """Start a machine with a cartridge, and touch what it has in I/O."""
    machine = c64.C64(cart=media_from(content, "case.crt"), sample_rate=0)
    machine.tick(1)
    touch(machine, dice)
    machine.tick(1)
