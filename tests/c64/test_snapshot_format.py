"""The format of snapshots, held against a second writer that is as plain as its description."""

import json
import random
import struct
import zlib
from dataclasses import asdict

import pytest

import c64
from c64.cartridge.easyflash import EasyFlash
from c64.cartridge.gmod2 import Gmod2
from c64.cartridge.gmod3 import Gmod3
from c64.drive.virtual_drive import Drive
from c64.snapshot import Checkpoint, SnapshotError
from disk.d64 import D64Image
from disk.directory import PRG
from disk.volume import Volume
from tests.c64.builds import few_uncompiled

CYCLES = 3000 if c64.PURE else 60_000
CARTRIDGES = {
    "easyflash": lambda: EasyFlash(bytes(8192), bytes(8192)),
    "gmod2": lambda: Gmod2(bytes(8192)),
    "gmod3": lambda: Gmod3(bytes(8192), []),
}
PORTS = {
    "second sid": {"sids": [(0xD420, "8580")]},
    "eight sids": {"sids": range(0xDE00, 0xDEE0, 32)},
    "reu": {"reu": "128k"},
    "reu 512k": {"reu": "512k"},
    "georam": {"georam": "64k"},
    "ramcart 64k": {"ramcart": "64k"},
    "ramcart 128k": {"ramcart": "128k"},
    "isepic": {"isepic": True},
    "dqbb": {"dqbb": True},
    "plus60k": {"plus60k": True},
    "plus256k": {"plus256k": True},
}
DRIVES = {
    "no drive": {},
    "quick": {8: "quick"},
    "1541": {8: "1541"},
    "both": {8: "quick", 9: "1541"},
}


def disk():
    """Return a disk in memory with a file on it."""
    image = D64Image.blank(b"SNAP", b"64")
    Volume(image).write_file(b"PROG", PRG, bytes(range(256)) * 3)
    return image


def machine_of(what):
    """Return a new machine of one of the configurations."""
    if what in CARTRIDGES:
        return c64.C64(cart=CARTRIDGES[what](), sample_rate=0)
    if what == "easyflash behind a reu":
        return c64.C64(cart=CARTRIDGES["easyflash"](), reu="128k", sample_rate=0)
    if what in PORTS:
        return c64.C64(sample_rate=0, **PORTS[what])
    if what in c64.MODELS:
        return c64.C64(what, sample_rate=44100)
    machine = c64.C64(sample_rate=0)
    machine.board.iec.detach(8)
    for number, kind in DRIVES[what].items():
        machine.drives[number].attach(disk(), kind=kind)
    return machine


CONFIGURATIONS = [*c64.MODELS, *PORTS, *CARTRIDGES, "easyflash behind a reu", *DRIVES]


def block_of(chip):
    """Return the bytes of a chip: 8 for a number, an array as it lies in memory, then its parts."""
    data = b""
    for field in chip.fields:
        value = getattr(chip, field.name)
        number = isinstance(field.reset, int)
        data += struct.pack("<q", value) if number else memoryview(value).tobytes()
    return data + b"".join(block_of(getattr(chip, name)) for name in getattr(chip, "parts", ()))


def words_of(chip, above=""):
    """Return the layout of a chip."""
    words = []
    for field in chip.fields:
        value = getattr(chip, field.name)
        number = isinstance(field.reset, int)
        kind = "" if number else f":{memoryview(value).format}{len(value)}"
        words.append(above + field.name + kind)
    for name in getattr(chip, "parts", ()):
        words += words_of(getattr(chip, name), f"{above}{name}.")
    return words


def written_plainly(board):
    """Return the snapshot of a board that has settled."""
    chips = {"board": board}
    chips |= {name: getattr(board, name) for name in ("cpu", "port", "vic", "cia1", "cia2", "sid")}
    chips |= {f"sid{number}": sid for number, sid in enumerate(board.sids[1:], 2)}
    chips |= {name: getattr(board, name) for name in ("keyboard", "iec", "cart", "controls")}
    if board.expansion.fields:
        chips["expansion"] = board.expansion
    blocks = {name: block_of(chip) for name, chip in chips.items()}
    for number, drive in board.iec.devices.items():
        chips[f"drive{number}"] = drive
        blocks[f"drive{number}"] = drive.save_state()
    header = {
        "model": {
            name: value
            for name, value in asdict(board.model).items()
            if name not in ("sids", "side") and (value or name not in ("sid_filter", "digiboost"))
        },
        "cart": board.cart.identity,
        "expansion": board.expansion.identity,
        "blocks": [[name, len(data), words_of(chips[name])] for name, data in blocks.items()],
    }
    for number, place in enumerate(board.model.sids, 2):
        header["model"] |= {f"sid{number}": place.chip, f"sid{number}_at": place.at}
    text = json.dumps(header).encode()
    return sealed(struct.pack("<I", len(text)) + text + b"".join(blocks.values()))


def sealed(body):
    """Return a body with magic, version 2, its checksum and its length before it."""
    return struct.pack("<8sHII", b"GO64SNAP", 2, zlib.crc32(body), len(body)) + body


def with_blocks(data, change):
    """Return a snapshot whose blocks, {name: bytes}, ``change`` has altered."""
    (length,) = struct.unpack_from("<I", data, 18)
    at = 22 + length
    header, blocks = json.loads(data[22:at]), {}
    for name, size, _ in header["blocks"]:
        blocks[name] = data[at : at + size]
        at += size
    change(blocks)
    layouts = {name: layout for name, _, layout in header["blocks"]}
    header["blocks"] = [[name, len(block), layouts[name]] for name, block in blocks.items()]
    text = json.dumps(header).encode()
    return sealed(struct.pack("<I", len(text)) + text + b"".join(blocks.values()))


def assert_refused(machine, data, words):
    """Assert that the machine refuses ``data`` in one line of these words, and nothing changes."""
    before = machine.snapshot()
    with pytest.raises(SnapshotError, match=words) as error:
        machine.restore(data)
    assert "\n" not in str(error.value)
    assert machine.snapshot() == before


@pytest.mark.parametrize("what", CONFIGURATIONS)
def test_a_snapshot_is_to_the_byte_what_a_plain_writer_makes(what):
    machine = machine_of(what)
    for _ in range(3):
        machine.run_cycles(CYCLES)
        machine.board.settle()
        assert machine.snapshot() == written_plainly(machine.board)


@few_uncompiled(7)
@pytest.mark.parametrize("what", CONFIGURATIONS)
def test_another_machine_and_a_later_one_go_on_from_a_snapshot(what):
    machine, other = machine_of(what), machine_of(what)
    machine.run_cycles(CYCLES)
    machine.memory[0x1000:0x1003] = b"abc"
    state = machine.snapshot()
    other.run_cycles(777)
    other.restore(state)
    assert other.snapshot() == state
    machine.run_cycles(CYCLES)
    later = machine.snapshot()
    assert later != state
    other.run_cycles(CYCLES)
    assert other.snapshot() == later
    machine.restore(state)
    assert machine.snapshot() == state
    machine.run_cycles(CYCLES)
    assert machine.snapshot() == later


@pytest.mark.parametrize("what", CONFIGURATIONS)
def test_a_checkpoint_leads_back_to_the_same_snapshot(what):
    machine = machine_of(what)
    machine.run_cycles(CYCLES)
    checkpoint, state = Checkpoint(machine.board), machine.snapshot()
    machine.run_cycles(CYCLES)
    assert machine.snapshot() != state
    checkpoint.restore()
    assert machine.snapshot() == state


@pytest.mark.parametrize(
    ("one", "two", "words"),
    [
        ("c64", "c64c", "made with model 'c64c'.* this machine is 'c64'"),
        ("c64", "reu", "made with REU 128 KiB in the expansion port"),
        ("reu", "reu 512k", "made with REU 512 KiB .* this machine has REU 128 KiB"),
        ("ramcart 64k", "ramcart 128k", "made with RamCart 128 KiB"),
        ("gmod2", "gmod3", "made with GMOD3 .* this machine has GMOD2"),
        ("plus60k", "plus256k", r"made with \+256K on the board"),
        ("no drive", "quick", "drive8 is attached in the snapshot only"),
        ("both", "quick", "drive9 is attached to this machine only"),
        ("quick", "1541", "drive8: drive state: does not begin with DRV1"),
        ("1541", "quick", "drive8: drive state: does not begin with D541"),
    ],
)
def test_machines_of_different_configurations_refuse_each_others_states(one, two, words):
    assert_refused(machine_of(one), machine_of(two).snapshot(), words)


@pytest.mark.parametrize("what", ["c64", "gmod2", "both"])
def test_a_state_without_one_of_its_blocks_or_with_one_too_short_is_refused(what):
    machine = machine_of(what)
    data = machine.snapshot()
    machine.run_cycles(500)
    assert data == with_blocks(data, lambda blocks: None)
    for name in ("board", "cpu", "cart", "controls"):
        assert_refused(
            machine, with_blocks(data, lambda b, name=name: b.pop(name)), f"'{name}' is missing"
        )

    def cut(blocks):
        blocks["vic"] = blocks["vic"][:-1]

    assert_refused(machine, with_blocks(data, cut), "block 'vic' has")


@pytest.mark.parametrize("kind", ["quick", "1541"])
def test_a_state_with_a_damaged_disk_is_refused_before_any_chip_changes(kind):
    machine = machine_of(kind)
    machine.run_cycles(CYCLES)
    data = machine.snapshot()
    machine.run_cycles(CYCLES)

    def damage(blocks):
        blocks["drive8"] = blocks["drive8"][:-40] + bytes(40)

    assert_refused(machine, with_blocks(data, damage), "drive8: .*the disk in it cannot be read")


def test_a_state_cut_off_or_with_a_bit_turned_is_refused_wherever_that_is():
    machine = c64.C64(sample_rate=0)
    data = machine.snapshot()
    machine.run_cycles(500)
    before = machine.snapshot()
    dice = random.Random(64)
    for at in [*range(30), *(dice.randrange(len(data)) for _ in range(60))]:
        turned = data[:at] + bytes([data[at] ^ 1 << dice.randrange(8)]) + data[at + 1 :]
        for spoilt in (data[:at], turned):
            with pytest.raises(SnapshotError):
                machine.restore(spoilt)
    assert machine.snapshot() == before


def test_a_state_may_come_as_any_kind_of_bytes():
    machine = c64.C64(sample_rate=0)
    state = machine.snapshot()
    for kind in (bytes, bytearray, memoryview):
        machine.run_cycles(500)
        machine.restore(kind(state))
        assert machine.snapshot() == state


def test_a_snapshot_does_not_change_when_the_machine_does():
    machine = c64.C64(reu="128k", sample_rate=0)
    state = machine.snapshot()
    copy = bytearray(state)
    machine.memory[0x2000] ^= 0xFF
    machine.board.cart.ram[0x100] ^= 0xFF
    machine.run_cycles(500)
    assert state == copy


class CountingDrive(Drive):
    """Counts how often a state is loaded."""

    loads = 0

    def take_state(self, state):
        self.loads += 1
        super().take_state(state)


def test_a_disk_is_unpacked_only_if_the_drive_is_in_another_state():
    machine = c64.C64(sample_rate=0)
    drive = CountingDrive(8)
    machine.board.iec.attach(8, drive)
    drive.mount(disk())
    state, checkpoint = machine.snapshot(), Checkpoint(machine.board)
    machine.run_cycles(500)
    machine.restore(state)
    checkpoint.restore()
    assert drive.loads == 0
    assert machine.snapshot() == state
    for count, change in enumerate((change_disk, take_disk_out, change_message, change_lines), 1):
        change(drive)
        assert machine.snapshot() != state
        machine.restore(state)
        assert drive.loads == 2 * count - 1
        assert machine.snapshot() == state
        change(drive)
        checkpoint.restore()
        assert drive.loads == 2 * count
        assert machine.snapshot() == state


def change_disk(drive):
    Volume(drive.image).write_file(b"MORE", PRG, b"more")


def take_disk_out(drive):
    drive.mount(None)


def change_message(drive):
    drive.dos.pending = b"I"


def change_lines(drive):
    drive.listening = 1


@pytest.mark.slow
@pytest.mark.skipif(c64.PURE, reason="a file is written: compiled machine only")
def test_a_1541_gets_back_a_disk_that_was_written_and_keeps_one_that_was_not():
    machine = machine_of("1541")
    drive = machine.board.iec.devices[8]
    machine.tick(150)
    state, image, surface = machine.snapshot(), drive.image.to_bytes(), drive.surface
    machine.type('OPEN1,8,15,"I":CLOSE1\n')
    machine.tick(200)
    machine.restore(state)
    assert drive.surface is surface and machine.snapshot() == state
    machine.type('SAVE"X",8\n')
    machine.tick(600)
    later = machine.snapshot()
    assert drive.surface is surface and drive.image.to_bytes() != image
    machine.restore(state)
    assert drive.surface is not surface and drive.image.to_bytes() == image
    assert machine.snapshot() == state
    machine.restore(later)
    assert machine.snapshot() == later
    machine.tick(200)
    twin = machine_of("1541")
    twin.restore(later)
    twin.tick(200)
    assert twin.same_state(machine)
