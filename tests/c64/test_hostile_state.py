"""States that somebody wrote: the checksum is right, the values are chosen."""

import array
import json
import random
import struct

import pytest

import c64
from c64.base.ranges import KINDS, RANGES, check_arrays
from c64.errors import SnapshotError
from c64.snapshot import parts_of
from tests.c64.test_snapshot_format import CONFIGURATIONS, disk, machine_of, sealed, with_blocks

pytestmark = pytest.mark.skipif(c64.PURE, reason="thousands of states: compiled machine only")
EXTREMES = (-1, 0, 1, 255, 256, 65535, 65536, (1 << 31) - 1, -(1 << 31), 1 << 32, 2_000_000_000,
            1 << 50, (1 << 63) - 1, -(1 << 63))  # fmt: skip
SHORT, LONG = 400, 100_000  # states that are tried
STARTS = ("c64", "ntsc", "reu", "easyflash", "quick", "1541", "gmod3", "plus256k")


def busy(what):
    """Return a machine that does something with all of its parts."""
    machine = machine_of(what)
    machine.tick(140)
    for device in (8, 9):
        if machine.drives[device].kind:
            machine.type(f'OPEN1,{device},2,"#":PRINT#1,"HELLO":LOAD"$",{device}\n')
            machine.tick(9)
            break
    machine.memory[0xD015] = 0xFF
    machine.memory[0xD404] = 0x41
    machine.tick(1)
    return machine


def changed(dice, data):
    """Return a state with a few chosen values in it, and a right checksum."""
    (length,) = struct.unpack_from("<I", data, 18)
    begin = 22 + length

    def change(blocks):
        for _ in range(dice.choice((1, 1, 1, 2, 8))):
            name = dice.choice([name for name, block in blocks.items() if block])
            block = bytearray(blocks[name])
            if name == "board":
                at = dice.choice(
                    (dice.randrange(len(block)), len(block) - 8 * dice.randrange(1, 8))
                )
            else:
                at = dice.randrange(len(block))
            if dice.random() < 0.7 and len(block) >= 8:
                at = min(at & ~7, len(block) - 8)
                value = dice.choice((dice.choice(EXTREMES), dice.getrandbits(63)))
                struct.pack_into("<q", block, at, value)
            else:
                block[at] = dice.randrange(256)
            blocks[name] = bytes(block)

    if dice.random() < 0.05:  # the header
        text = bytearray(data[22:begin])
        text[dice.randrange(len(text))] = dice.randrange(256)
        return sealed(struct.pack("<I", length) + bytes(text) + data[begin:])
    return with_blocks(data, change)


def try_states(what, count, seed):
    """Try that many states on a machine; returns how many were taken."""
    dice, machine, taken = random.Random(seed), busy(what), 0
    good = machine.snapshot()
    for number in range(count):
        try:
            machine.restore(changed(dice, good))
        except SnapshotError as error:
            assert "\n" not in str(error)
            if number % 50 == 0:
                machine.restore(good)
                assert machine.snapshot() == good
            continue
        taken += 1
        machine.tick(2)
        machine.audio()
        machine.snapshot()
        machine.restore(good)
    assert machine.snapshot() == good
    return taken


@pytest.mark.slow
@pytest.mark.parametrize("what", STARTS)
def test_a_state_with_chosen_values_is_refused_in_a_line_or_harmless(what):
    taken = try_states(what, SHORT // len(STARTS), 64)
    assert 0 < taken < SHORT // len(STARTS)


@pytest.mark.long
@pytest.mark.parametrize("what", STARTS)
def test_a_hundred_thousand_states_with_chosen_values_are_refused_or_harmless(what):
    try_states(what, LONG // len(STARTS), 65)


def test_names_of_a_header_make_no_line_and_move_no_cursor():
    machine = busy("c64")
    good = machine.snapshot()
    (length,) = struct.unpack_from("<I", good, 18)
    header = good[22 : 22 + length]
    for name in (b"ta.co\\nter", b"\\u001b[2Jnt", b"x" * 5000):
        text = header.replace(b"ta.counter", name)
        with pytest.raises(SnapshotError, match=r"field 14: ") as refused:
            machine.restore(sealed(struct.pack("<I", len(text)) + text + good[22 + length :]))
        said = str(refused.value)
        assert said.isprintable() and len(said) <= SnapshotError.LONGEST


def test_modes_of_the_vic_index_the_table_of_its_pixels():
    source = busy("c64").board.vic.source
    modes = [RANGES["VIC"][f"mode_{name}"][1] for name in ("ecm_bmm", "next", "mcm", "mcm_late")]
    assert max(modes) | RANGES["VIC"]["gfx_pixel"][1] < len(source)


@pytest.mark.slow
@pytest.mark.parametrize("what", ["c64", "easyflash", "quick", "1541"])
def test_every_number_beyond_its_range_is_refused_by_its_name(what):
    machine = busy(what)
    good = machine.snapshot()
    (length,) = struct.unpack_from("<I", good, 18)
    blocks = {
        name: (size, words) for name, size, words in json.loads(good[22 : 22 + length])["blocks"]
    }
    heads = {"quick": 16, "1541": 12}
    tried = 0
    for name, (_, words) in blocks.items():
        at = heads[machine.drives[8].kind] if name.startswith("drive") else 0
        for word in words:
            field, _, kind = word.partition(":")
            if kind:
                at += int(kind[1:]) * struct.calcsize(kind[0])
                continue
            for value in ((1 << 63) - 1, -(1 << 63)):

                def put(blocks, name=name, at=at, value=value):
                    block = bytearray(blocks[name])
                    struct.pack_into("<q", block, at, value)
                    blocks[name] = bytes(block)

                with pytest.raises(SnapshotError, match=field.rpartition(".")[2] + "|together"):
                    machine.restore(with_blocks(good, put))
                tried += 1
            at += 8
    assert tried > 200 and machine.snapshot() == good


@pytest.mark.parametrize("what", CONFIGURATIONS)
def test_every_field_has_a_range_in_the_table_of_its_class(what):
    for _, chip in parts_of(machine_of(what).board):
        kinds = [kind.__name__ for kind in type(chip).__mro__]
        for field in chip.fields:
            told = any(field.name in RANGES.get(kind, ()) for kind in kinds)
            assert told or field.word.partition(":")[2], f"{kinds[0]}.{field.name}"
            if told and isinstance(field.reset, int):
                low, high = next(
                    RANGES[k][field.name] for k in kinds if field.name in RANGES.get(k, ())
                )
                assert low <= field.reset <= high, field.name
    assert all(low < high for low, high in KINDS.values())


@pytest.mark.parametrize(
    ("field", "code", "low", "high"),
    [
        ("colors", "B", 0, 15),
        ("log", "i", 0, (1 << 31) - 1),
        ("env", "i", 0, 255),
        ("cic", "q", 0, 1 << 40),  # no range of bits
    ],
)
@pytest.mark.parametrize("at", [0, 2])
def test_no_value_of_an_array_is_beyond_the_ends_of_its_range(field, code, low, high, at):
    kinds = ("SID", "VIC")

    def wrong(value):
        values = array.array(code, [0, 0, 0])
        values[at] = value
        around = (b"\xff" * 5, values.tobytes(), b"\xff" * 3)  # anything is right there
        return check_arrays(kinds, ("free:B5", f"{field}:{code}3", "more:B3"), around)

    assert (low, high) in (RANGES["SID"].get(field), RANGES["VIC"].get(field))
    assert [wrong(low), wrong(high)] == [None, None]
    if code != "B":
        assert wrong(low - 1) == f"{field} has {low - 1} to {max(0, low - 1)}"
    if high < (1 << 31) - 1 or code == "q":
        assert wrong(high + 1) == f"{field} has 0 to {high + 1}"


def put_number(name, field, change):
    """Return a function of blocks that changes a number of a chip; CONFIGURATIONS' "c64"."""
    machine = machine_of("c64")
    (length,) = struct.unpack_from("<I", machine.snapshot(), 18)
    head = json.loads(machine.snapshot()[22 : 22 + length])
    words = next(words for block, _, words in head["blocks"] if block == name)
    at = 0
    for word in words:
        label, _, kind = word.partition(":")
        if label.rpartition(".")[2] == field:
            break
        at += int(kind[1:]) * struct.calcsize(kind[0]) if kind else 8

    def put(blocks):
        block = bytearray(blocks[name])
        (value,) = struct.unpack_from("<q", block, at)
        struct.pack_into("<q", block, at, change(value))
        blocks[name] = bytes(block)

    return put


# A line that is drawn as a whole begins where a row of the picture does: found by the sanitizer,
# which saw the last line written behind the picture's end.
@pytest.mark.parametrize(
    ("field", "change"),
    [
        ("out", lambda out: out + 1),
        ("out", lambda out: out // 63 * 63 + 62),
        ("draw_cycle", lambda cycle: cycle % 63 + 1),
        ("drawn", lambda drawn: (drawn + 1) % 128),
        ("now", lambda now: (now - 1) % 128),
    ],
)
def test_the_drawing_stands_in_the_line_where_the_picture_does(field, change):
    machine = busy("c64")
    good = machine.snapshot()
    with pytest.raises(SnapshotError, match="together"):
        machine.restore(with_blocks(good, put_number("vic", field, change)))
    assert machine.snapshot() == good


WRONG = {
    "number": 99, "status": [1, 2], "message": 5, "message_at": 10**9, "pending_to": "x",
    "ram": {"bytes": "00" * 5000}, "channels": [[2, "buffer", {"at": 999}]], "volume": 1,
    "region": [0], "commands": None, "__class__": 1,
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_the_dos_of_a_virtual_drive_takes_only_what_it_gives(name):
    machine = machine_of("quick")
    machine.tick(60)
    good = machine.snapshot()
    before = vars(machine.board.iec.devices[8].dos).keys()

    def change(blocks):
        state = blocks["drive8"]
        magic, fields, dos, packed = struct.unpack_from("<4sIII", state)
        text = json.loads(state[16 + fields : 16 + fields + dos]) | {name: WRONG[name]}
        text = json.dumps(text).encode()
        head = struct.pack("<4sIII", magic, fields, len(text), packed)
        blocks["drive8"] = head + state[16 : 16 + fields] + text + state[16 + fields + dos :]

    with pytest.raises(SnapshotError, match="drive8: "):
        machine.restore(with_blocks(good, change))
    assert machine.snapshot() == good and vars(machine.board.iec.devices[8].dos).keys() == before
    machine.drives[8].attach(disk())
    machine.tick(5)
