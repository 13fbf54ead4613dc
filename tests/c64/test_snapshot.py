"""Snapshots: the whole machine to bytes and back, at any instruction boundary."""

import contextlib
import hashlib
import json
import random
import struct
import zlib

import numpy as np
import pytest

import c64
from c64.base.fields import derived_names, dump_fields
from c64.bus.board import Board
from c64.snapshot import SNAPSHOT_PREFIX, SnapshotError
from disk.d64 import D64Image
from tests.c64.builds import long_uncompiled, some_uncompiled

FRAMES = 2 if c64.PURE else 10
MOMENTS = 2 if c64.PURE else 12


def busy_machine(model="c64"):
    """A machine with much going on: text, sprites, three voices, both CIAs' timers, raster."""
    machine = c64.C64(model, sample_rate=44100)
    machine.tick(1 if c64.PURE else 60)
    memory = machine.memory
    for sprite in range(8):
        memory[0xD000 + 2 * sprite] = 40 + 25 * sprite
        memory[0xD001 + 2 * sprite] = 60 + 20 * sprite
    memory[0xD015] = 0xFF
    memory[0xD01C] = 0x55
    for voice in range(3):
        base = 0xD400 + 7 * voice
        memory[base : base + 7] = bytes([voice, 0x10 + voice, 0, 8, 0x41 + 0x20 * voice, 9, 0xA5])
    memory[0xD416:0xD419] = bytes([0x50, 0xF3, 0x1F])
    memory[0xDD04:0xDD10] = bytes([77, 0, 99, 0, 1, 2, 3, 4, 0, 0, 1, 0x41])
    return machine


def state(machine):
    """Return a digest of the snapshot (which holds every field of every chip)."""
    return hashlib.sha256(machine.snapshot()).hexdigest()


@pytest.mark.slow
@pytest.mark.parametrize("model", some_uncompiled(c64.MODELS, "c64"))
def test_restoring_and_running_equals_running_straight_on_at_random_moments(model):
    machine = busy_machine(model)
    other = c64.C64(model, sample_rate=44100)
    dice = random.Random(64)
    for _ in range(MOMENTS):
        machine.run_cycles(dice.randrange(1, 30000))
        machine.audio()
        other.restore(machine.snapshot())
        assert state(other) == state(machine)
        machine.tick(FRAMES)
        other.tick(FRAMES)
        assert state(other) == state(machine)
        assert np.array_equal(other.screen.frame, machine.screen.frame)
        assert np.array_equal(other.audio(), machine.audio())


@pytest.mark.slow
@pytest.mark.skipif(c64.PURE, reason="a transfer of some seconds: compiled machine only")
def test_a_snapshot_in_the_middle_of_a_transfer_goes_on_where_it_was():
    image = D64Image.blank(b"SNAP", b"64")
    machine = c64.C64(sample_rate=0)
    machine.drives[8].attach(image)
    machine.tick(120)
    machine.type('10 REM ABCDEFGHIJKLMNOP\nSAVE"A",8\n')
    other = c64.C64(sample_rate=0)
    other.drives[8].attach(D64Image.blank(b"OTHER", b"65"))
    dice = random.Random(8)
    for _ in range(8):
        machine.run_cycles(dice.randrange(1, 60000))
        other.restore(machine.snapshot())
        machine.tick(2)
        other.tick(2)
        assert state(other) == state(machine)
    machine.tick(200)
    other.tick(200)
    assert state(other) == state(machine)
    assert "READY." in machine.screen.text()


def test_two_machines_with_the_same_seed_are_equal_and_another_seed_differs():
    assert state(c64.C64(seed=7)) == state(c64.C64(seed=7))
    assert state(c64.C64(seed=7)) != state(c64.C64(seed=8))


@long_uncompiled
def test_two_machines_in_one_process_do_not_touch():
    alone = busy_machine()
    alone.tick(FRAMES)
    first, second = busy_machine(), busy_machine()
    for _ in range(FRAMES):
        first.tick()
        second.tick()
        second.memory[0xD020] = 5
    assert state(first) == state(alone)


def damaged(data):
    """Yield (what was done, bytes) of snapshots nobody should take."""
    yield "empty", b""
    yield "foreign", b"RIFF" + data[4:]
    yield "cut", data[:-1]
    yield "grown", data + b"\0"
    middle = len(data) // 2
    yield "flipped", data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :]
    yield "header only", data[: SNAPSHOT_PREFIX.size]
    magic, version, _, size = SNAPSHOT_PREFIX.unpack_from(data)
    body = data[SNAPSHOT_PREFIX.size :]
    yield "version", SNAPSHOT_PREFIX.pack(magic, version + 1, zlib.crc32(body), size) + body
    nonsense = body[:4] + b"x" * (len(body) - 4)
    yield "header", SNAPSHOT_PREFIX.pack(magic, version, zlib.crc32(nonsense), size) + nonsense


def test_a_damaged_snapshot_is_refused_in_one_line_and_changes_nothing():
    machine = c64.C64()
    machine.tick(1)
    good = machine.snapshot()
    machine.run_cycles(1000)
    before = state(machine)
    for what, data in damaged(good):
        with pytest.raises(SnapshotError) as error:
            machine.restore(data)
        assert "\n" not in str(error.value), what
        assert state(machine) == before, what


def with_layouts(data, change):
    """Return a snapshot whose layouts, {block: names of fields}, ``change`` has altered."""
    magic, version, _, _ = SNAPSHOT_PREFIX.unpack_from(data)
    body = data[SNAPSHOT_PREFIX.size :]
    (length,) = struct.unpack_from("<I", body)
    header = json.loads(body[4 : 4 + length])
    change({name: layout for name, _, layout in header["blocks"]})
    text = json.dumps(header).encode()
    body = struct.pack("<I", len(text)) + text + body[4 + length :]
    return SNAPSHOT_PREFIX.pack(magic, version, zlib.crc32(body), len(body)) + body


def swapped(block, first, second):
    """Return a change of layouts: two fields of a block have changed places."""

    def change(layouts):
        layout = layouts[block]
        one, two = layout.index(first), layout.index(second)
        layout[one], layout[two] = second, first

    return change


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (swapped("vic", "raster_line", "cycle_in_line"), "block 'vic', field 2: raster_line"),
        (swapped("cia1", "ta.counter", "tb.counter"), "block 'cia1'.*tb.counter"),
        (swapped("drive8", "listening", "talking"), "block 'drive8'.*talking"),
        (lambda layouts: layouts["sid"].append("tide"), "block 'sid'.*tide where .* nothing"),
        (lambda layouts: layouts["cpu"].remove("pc"), "block 'cpu'.*where this GO 64 has pc"),
        (lambda layouts: layouts["board"].__setitem__(0, "ram:B32768"), "ram:B32768 .*ram:B65536"),
    ],
)
def test_a_state_of_another_layout_is_refused_by_the_fields_name(change, words):
    machine = c64.C64()
    data = machine.snapshot()
    machine.restore(with_layouts(data, lambda layouts: None))
    machine.run_cycles(1000)
    before = state(machine)
    with pytest.raises(SnapshotError, match=words) as error:
        machine.restore(with_layouts(data, change))
    assert "\n" not in str(error.value)
    assert state(machine) == before


@pytest.mark.parametrize("header", [{}, {"blocks": [["cpu", -1, []]]}, {"blocks": 7}, [], "x"])
def test_a_header_of_nonsense_is_refused(header):
    machine = c64.C64()
    text = json.dumps(header).encode()
    body = struct.pack("<I", len(text)) + text
    magic, version, _, _ = SNAPSHOT_PREFIX.unpack_from(machine.snapshot())
    data = SNAPSHOT_PREFIX.pack(magic, version, zlib.crc32(body), len(body)) + body
    with pytest.raises(SnapshotError, match="header"):
        machine.restore(data)


def test_a_snapshot_of_another_model_is_refused():
    with pytest.raises(SnapshotError, match="ntsc"):
        c64.C64("c64").restore(c64.C64("ntsc").snapshot())


def is_data(value):
    """Return True for a number and for an array, as chips keep their state."""
    with contextlib.suppress(TypeError):
        return isinstance(value, int) or memoryview(value).nbytes > 0
    return False


def test_the_field_list_holds_the_boards_state():
    machine = c64.C64()
    machine.run_cycles(500)
    board = machine.board
    data = {n for n in dir(board) if not n.startswith("__") and is_data(getattr(board, n))}
    assert data - derived_names(board) == {f.name for f in Board.fields}
    dump = dump_fields(board)
    assert dump["cycle"] == machine.cycle >= 500
    assert dump["ram"] == bytes(board.ram)
    for field in Board.fields:
        value = getattr(board, field.name)
        if isinstance(value, int):
            setattr(board, field.name, value + 1)
        else:
            value[0] ^= 0xFF
        changed = dump_fields(board)
        assert [name for name in dump if changed[name] != dump[name]] == [field.name]
        dump = changed
