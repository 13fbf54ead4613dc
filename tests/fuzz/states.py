"""States of machines whose checksums are right and whose fields are absurd.

A number is changed within its declared range as well as beyond it: what lies beyond is refused
by its name, and what lies within must be harmless.  Of drives and tapes the parts behind the
fields are changed, too: the surface of a disk, the DOS, the pulses.
"""

import hashlib
import json
import struct
import tempfile
import zlib
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import c64
from c64.base.fields import Storage
from c64.base.ranges import USUAL_OF_ARRAYS, kinds_of, range_of
from c64.cartridge.registry import CARTRIDGE_TYPES, CRT_REVISED, cartridge_from_crt
from c64.errors import SnapshotError
from c64.roms import rom_sha1
from c64.snapshot import parts_of
from disk.crt import parse_crt
from disk.errors import MediaError
from disk.g64 import G64Image
from disk.tap import Cassette
from emu.replay.events import pack, pack_state, unpack, unpack_state
from emu.replay.recorder import Recorder
from emu.shared.checksummed import LENGTH, PREFIX
from emu.shared.recording_file import (
    MAGIC,
    VERSION,
    machine_for,
    open_recording,
    play_recording,
    recording_writer,
)
from emu.shared.state.header import STATE_MAGIC, STATE_VERSION
from emu.shared.state.own_roms import HEADER, ROM_BLOCKS, header_of
from emu.shared.state.restore import machine_of as machine_of_state
from emu.shared.state.restore import open_state_file
from emu.shared.state.write import save_state_file
from tests.c64.test_hostile_state import STARTS, busy
from tests.c64.test_snapshot_format import CONFIGURATIONS, machine_of, sealed
from tests.disk.test_crt import crt
from tests.disk.test_g64 import sample
from tests.disk.test_tap import tap
from tests.fuzz.dice import ABSURD, changed_json, flipped, number_between

D541, DRV1, TAPE = struct.Struct("<4sII"), struct.Struct("<4sIII"), struct.Struct("<III")
MACHINES = (*STARTS, *CONFIGURATIONS, "g64", "tape", "written")
ROWS = {f"cart {row.number}": row for row in CARTRIDGE_TYPES if row.cartridge}
STEPS = 30  # of the recording
BANK = 8192
SURFACE_HEAD = {"size": int, "halves": list, "changed": list}
PORT_B = 0x1C00  # of a 1541's VIA 2: stepper, motor, density
PERIPHERAL = 0x1C0C  # its control register: reading and writing


def _g64() -> Any:
    machine = machine_of("1541")
    machine.drives[8].attach(G64Image(sample()), kind="1541")
    machine.tick(100)
    return machine


def _tape() -> Any:
    machine = machine_of("c64")
    machine.tape.insert(Cassette(tap(bytes([0x30, 0x42, 0x56, 0, 1, 2, 0]) * 90)))
    machine.tape.play()
    machine.board.write(1, 0x17)
    machine.tick(2)
    return machine


def _written() -> Any:
    """A 1541 whose head has written on the disk and writes on."""
    machine = machine_of("1541")
    machine.tick(140)
    machine.type('SAVE"X",8\n')
    for _ in range(600):
        machine.tick(1)
        if machine.board.iec.devices[8].surface.changed:
            break
    return machine


def _with_cartridge(what: str) -> Any:
    """Return a machine with a cartridge of four banks, or as many as its type can have."""
    revision, hardware = divmod(ROWS[what].number, CRT_REVISED)
    chips = [(0, bank, at, bytes(BANK)) for bank in range(4) for at in (0x8000, 0xA000)]
    for found in (chips, chips[:2], chips[:1]):
        content = bytearray(crt(found, hardware, 0, 0))
        content[0x1A] = revision
        try:
            cart = cartridge_from_crt(parse_crt(bytes(content), what))
        except MediaError:
            continue
        machine = c64.C64(cart=cart, sample_rate=0)
        machine.tick(1)
        return machine
    raise AssertionError(f"no image of type {what}")


@cache
def started(what: str) -> tuple[Any, bytes]:
    """Return a machine that does something with its parts, and its state."""
    special = {"g64": _g64, "tape": _tape, "written": _written}
    if what in ROWS:
        machine = _with_cartridge(what)
    else:
        machine = special[what]() if what in special else busy(what)
    return machine, machine.snapshot()


def split(data: bytes) -> tuple[dict[str, Any], dict[str, bytes]]:
    """Return (header, {name: block}) of a snapshot."""
    (length,) = struct.unpack_from("<I", data, 18)
    at = 22 + length
    header, blocks = json.loads(data[22:at]), {}
    for name, size, _ in header["blocks"]:
        blocks[name] = data[at : at + size]
        at += size
    return header, blocks


def joined(header: dict[str, Any], blocks: dict[str, bytes]) -> bytes:
    """Return the snapshot of a header and blocks, with the sizes that these have."""
    layouts = {name: layout for name, _, layout in header["blocks"]}
    rows = [[name, len(block), layouts[name]] for name, block in blocks.items()]
    text = json.dumps(header | {"blocks": rows}).encode()
    return sealed(struct.pack("<I", len(text)) + text + b"".join(blocks.values()))


def changed_fields(dice: Random, chip: Any, block: bytes, at: int = 0) -> bytes:
    """Return a block with one of the chip's fields changed; they begin at ``at``."""
    places = []
    for _, unit, plan in Storage(chip).units:
        for word in plan.words:
            name, _, kind = word.partition(":")
            places.append((at, kinds_of(type(unit)), name, kind))
            at += int(kind[1:]) * struct.calcsize(kind[0]) if kind else 8
    at, kinds, name, kind = dice.choice(places)
    code, count = (kind[0], int(kind[1:])) if kind else ("q", 1)
    low, high = range_of(kinds, name, USUAL_OF_ARRAYS.get(code, (-(1 << 31), (1 << 31) - 1)))
    size = struct.calcsize(code)
    most = (1 << 8 * size) - 1 if code.isupper() else (1 << 8 * size - 1) - 1
    least = 0 if code.isupper() else -most - 1
    value = number_between(dice, low, high)
    if dice.random() < 0.05:
        value = dice.choice(ABSURD)
    found = bytearray(block)
    place = at + size * dice.randrange(count)
    struct.pack_into(f"<{code}", found, place, min(max(value, least), most))
    return bytes(found)


def changed_surface(dice: Random, saved: bytes) -> bytes:
    """Return a saved surface with another head, other halves or another image."""
    (size,) = struct.unpack_from("<I", saved)
    head = json.loads(saved[4 : 4 + size])
    if not all(isinstance(head.get(name), kind) for name, kind in SURFACE_HEAD.items()):
        return flipped(dice, saved)  # it has been changed before
    content = saved[4 + size : 4 + size + head["size"]]
    halves = saved[4 + size + head["size"] :]
    what = dice.randrange(4)
    if what == 0:
        head = changed_json(dice, head, dice.choice((1, 1, 2)))
        return _surface(head, content + halves)
    if what == 1:
        content = flipped(dice, content)
    else:
        for half in dice.sample(range(2, 85), dice.choice((1, 1, 2, 5))):
            cells = dice.choice((8, 15, 50000, 53328, 57136, 61536, 62000, 65536, 524280, 3200000))
            data = dice.randbytes(16) * (((cells + 7) // 8 + 15) // 16)
            data = data[: (cells + 7) // 8]
            if what == 2 and dice.random() < 0.3:
                data = data[: dice.randrange(len(data) + 1)]
            head["halves"].append([half, cells, len(data)])
            head["changed"] += [half] * dice.randrange(2)
            halves += data
    return _surface(head, content + halves)


def _surface(head: Any, rest: bytes) -> bytes:
    text = json.dumps(head).encode()
    return struct.pack("<I", len(text)) + text + rest


def changed_drive(dice: Random, drive: Any, block: bytes) -> bytes:
    """Return a drive's state with something changed."""
    if block.startswith(b"D541"):
        _, fields, _ = D541.unpack_from(block)
        at = D541.size + fields
        if dice.random() < 0.5 or len(block) == at:
            return changed_fields(dice, drive, block, D541.size)
        disk = zlib.compress(changed_surface(dice, zlib.decompress(block[at:])), 1)
        return D541.pack(b"D541", fields, len(disk)) + block[D541.size : at] + disk
    _, fields, dos, _ = DRV1.unpack_from(block)
    at = DRV1.size + fields
    if dice.random() < 0.2:
        return changed_fields(dice, drive, block, DRV1.size)
    text, disk = block[at : at + dos], block[at + dos :]
    if dice.random() < 0.7:
        text = json.dumps(changed_json(dice, json.loads(text), dice.choice((1, 1, 3)))).encode()
    elif disk:
        disk = zlib.compress(flipped(dice, zlib.decompress(disk)), 1)
    return DRV1.pack(b"DRV1", fields, len(text), len(disk)) + block[DRV1.size : at] + text + disk


def changed_tape(dice: Random, deck: Any, block: bytes) -> bytes:
    """Return a datasette's state with something changed."""
    fields = Storage(deck).size
    if dice.random() < 0.6:
        return changed_fields(dice, deck, block)
    name, tape, _ = TAPE.unpack_from(block, fields)
    at = fields + TAPE.size
    pulses = bytearray(zlib.decompress(block[at + name : at + name + tape]))
    changes = dice.randrange(3) if len(pulses) >= 4 else 0  # none, if it was cut short before
    for _ in range(changes):
        value = dice.choice((0, 1, -1, 8, (1 << 31) - 1, -(1 << 31)))
        struct.pack_into("<i", pulses, 4 * dice.randrange(len(pulses) // 4), value)
    fresh = struct.pack("<i", dice.choice((1, 0, (1 << 31) - 1))) * dice.choice((0, 0, 1, 5))
    packed = zlib.compress(bytes(pulses[: dice.choice((0, 3, 4, 400, len(pulses)))]), 1)
    parts = block[at : at + name], packed, fresh
    return block[:fields] + TAPE.pack(*map(len, parts)) + b"".join(parts)


def changed_state(dice: Random, machine: Any, good: bytes) -> bytes:
    """Return a snapshot of a machine with a few things changed and its checksum right."""
    header, blocks = split(good)
    chips = dict(parts_of(machine.board))
    drives = [name for name in blocks if name.startswith(("drive", "tape"))]
    for _ in range(dice.choice((1, 1, 1, 2, 4))):
        name = dice.choice(drives if drives and dice.random() < 0.6 else list(blocks))
        if name == "tape":
            blocks[name] = changed_tape(dice, chips[name], blocks[name])
        elif name.startswith("drive"):
            blocks[name] = changed_drive(dice, chips[name], blocks[name])
        elif blocks[name]:
            blocks[name] = changed_fields(dice, chips[name], blocks[name])
    if dice.random() < 0.02:
        header |= changed_json(dice, {n: v for n, v in header.items() if n != "blocks"})
    return joined(header, blocks)


def make_state(dice: Random) -> tuple[str, bytes]:
    """Return a configuration and a state for it."""
    what = dice.choice(MACHINES)
    machine, good = started(what)
    return what, changed_state(dice, machine, good)


def make_cartridge_state(dice: Random) -> tuple[str, bytes]:
    """Return a cartridge's name and a state in which it is another way."""
    what = dice.choice(list(ROWS))
    machine, good = started(what)
    header, blocks = split(good)
    for _ in range(dice.choice((1, 2, 6))):
        blocks["cart"] = changed_fields(dice, machine.board.cart, blocks["cart"])
    return what, joined(header, blocks)


def touch(machine: Any, dice: Random, times: int = 60) -> None:
    """Read and write where cartridges are, and push their buttons."""
    for _ in range(times):
        base = dice.choice((0xDE00, 0xDF00, 0xDE00, 0xDF00, 0x8000, 0xA000, 0xE000, 0xF000))
        address = base + dice.choice((0, 1, 2, 3, 0x80, 0xFF, dice.randrange(256)))
        if dice.random() < 0.5:
            machine.board.write(address, dice.choice((0, 1, 0x80, 0xFF, dice.randrange(256))))
        else:
            machine.board.read(address)


def use_cartridge_state(case: tuple[str, bytes], dice: Random) -> None:
    """Restore a cartridge's state and use it; what it did itself can be saved and loaded."""
    what, data = case
    machine, good = started(what)
    try:
        touch(machine, dice)
        machine.board.settle()
        own = machine.snapshot()
        try:
            machine.restore(own)
        except SnapshotError as error:
            raise AssertionError(f"{what}: its own state is refused: {error}") from error
        machine.restore(data)
        touch(machine, dice)
        machine.tick(1)
        machine.snapshot()
    finally:
        machine.restore(good)


def live(machine: Any, dice: Random) -> None:
    """Let a machine do with what it has whatever programs do."""
    machine.tick(2)
    for drive in machine.board.iec.devices.values():
        if getattr(drive, "surface", None) is None:
            continue
        for _ in range(3):  # to another track, reading or writing
            drive.unit.access_write(PORT_B, dice.randrange(256) | 4)
            drive.unit.access_write(PERIPHERAL, dice.choice((0xEE, 0xCE)))
            machine.tick(1)
        drive.flush()
    if machine.tape.cassette is not None:
        machine.tape.press(dice.choice(("play", "record", "rewind", "forward")))
        machine.tick(2)
        machine.tape.stop()
    machine.audio()
    machine.snapshot()


def use_state(case: tuple[str, bytes], dice: Random) -> None:
    """Restore a state and live on from it."""
    what, data = case
    machine, good = started(what)
    try:
        machine.restore(data)
        live(machine, dice)
    finally:
        machine.restore(good)


# -- files ---------------------------------------------------------------------------------------


def name_roms(header: dict[str, Any], blocks: dict[str, bytes]) -> None:
    """Have a header name the ROMs that are in the blocks, so that they are put in and run."""
    images = {name: blocks[name] for name in ROM_BLOCKS if name in blocks}
    header |= header_of(images)
    if isinstance(header["roms"], dict):  # of a recording
        header["roms"] |= {n: rom_sha1(image) for n, image in images.items() if n in header["roms"]}
    else:
        three = [images[name] for name in ("kernal", "basic", "chargen")]
        header["roms"] = hashlib.sha1(b"".join(three)).hexdigest()


def resealed(
    dice: Random, data: bytes, magic: bytes, version: int, change: dict[str, Any]
) -> bytes:
    """Return a sealed file with its header or a block changed, and all sums right.

    change  {name of a block: function of (dice, bytes)}
    """
    (length,) = LENGTH.unpack_from(data, PREFIX.size)
    at = PREFIX.size + LENGTH.size + length
    header, blocks = json.loads(data[PREFIX.size + LENGTH.size : at]), {}
    for name, packed, _ in header["blocks"]:
        blocks[name] = zlib.decompress(data[at : at + packed])
        at += packed
    if dice.random() < 0.5:
        kept = {name: header.pop(name) for name in ("blocks", HEADER)}
        if dice.random() < 0.1:
            kept[HEADER] = changed_json(dice, kept[HEADER])
        header = changed_json(dice, header, dice.choice((1, 1, 2)))
        header = (header if isinstance(header, dict) else {}) | kept
    else:
        # The ROMs are many times the rest, and a change of them says no more than that.
        others = [name for name in blocks if name not in ROM_BLOCKS]
        name = dice.choice(others if others and dice.random() < 0.9 else list(blocks))
        blocks[name] = change.get(name, flipped)(dice, blocks[name])
        if name in ROM_BLOCKS and dice.random() < 0.9:
            name_roms(header, blocks)
    packed_blocks = {name: zlib.compress(block, 1) for name, block in blocks.items()}
    header["blocks"] = [[n, len(packed_blocks[n]), len(blocks[n])] for n in blocks]
    if dice.random() < 0.1:
        header["blocks"] = changed_json(dice, header["blocks"])
    text = json.dumps(header).encode()
    body = LENGTH.pack(len(text)) + text + b"".join(packed_blocks.values())
    return PREFIX.pack(magic, version, zlib.crc32(body), len(body)) + body


@cache
def folder() -> Path:
    """Return a folder for this process's files."""
    return Path(tempfile.mkdtemp(prefix="go64-fuzz-"))


@cache
def state_file() -> tuple[Any, bytes]:
    """Return a machine and the saved state of it as a file's content."""
    machine = c64.C64(drive="1541", sample_rate=0)
    machine.tick(60)
    path = folder() / "seed.go64"
    save_state_file(path, machine)
    return machine, path.read_bytes()


def make_state_file(dice: Random) -> bytes:
    """Return the content of a .go64."""
    machine, good = state_file()
    change = {"snapshot": lambda dice, data: changed_state(dice, machine, data)}
    return resealed(dice, good, STATE_MAGIC, STATE_VERSION, change)


def use_state_file(content: bytes, dice: Random) -> None:
    """Open a .go64 as the command line does."""
    path = folder() / "case.go64"
    path.write_bytes(content)
    machine, _ = machine_of_state(open_state_file(path))
    live(machine, dice)


@cache
def recording() -> tuple[Any, bytes]:
    """Return a machine and a recording of it as a file's content."""
    machine = c64.C64(drive="1541", sample_rate=0)
    machine.tick(20)
    recorder = Recorder(machine)
    for step in range(STEPS):
        if step == 10:
            machine.type("A\n")
        machine.tick(1)
        recorder.end()
    path = folder() / "seed.go64rec"
    recording_writer(path, machine, recorder.finish())()
    return machine, path.read_bytes()


def _changed_events(dice: Random, packed: bytes) -> bytes:
    """Change the state in the first event, which is all of the machine, or a few bytes."""
    if dice.random() < 0.3:
        return flipped(dice, packed)
    first, *others = unpack(packed, STEPS)
    snapshot, drives, tape = unpack_state(first.data)
    data = pack_state(changed_state(dice, recording()[0], snapshot), drives, tape)
    return pack([first._replace(data=data), *others])


def make_recording(dice: Random) -> bytes:
    """Return the content of a .go64rec."""
    return resealed(dice, recording()[1], MAGIC, VERSION, {"events": _changed_events})


def use_recording(content: bytes, dice: Random) -> None:
    """Replay the beginning of a .go64rec."""
    path = folder() / "case.go64rec"
    path.write_bytes(content)
    found = open_recording(path)
    machine = machine_for(found)
    player = play_recording(machine, found)
    for _ in range(5):
        if player.over:
            return
        player.prepare()
        machine.tick(limit=player.limit)
        player.end()
