"""A cartridge's state: what would lead beyond its memory is refused, what it does itself is not."""

import json
import random
import struct

import pytest

import c64
from c64.errors import SnapshotError
from tests.c64.test_snapshot_format import machine_of, with_blocks
from tests.fuzz.states import ROWS, started, touch

pytestmark = pytest.mark.skipif(c64.PURE, reason="states of every cartridge: compiled machine only")


def changed(machine, field, value):
    """Return the machine's state with a number of what is in its port changed."""
    good = machine.snapshot()
    (length,) = struct.unpack_from("<I", good, 18)
    blocks = json.loads(good[22 : 22 + length])["blocks"]
    name, words = next((n, w) for n, _, w in blocks if n in ("cart", "expansion") and field in w)
    at = 0
    for word in words[: words.index(field)]:
        kind = word.partition(":")[2]
        at += int(kind[1:]) * struct.calcsize(kind[0]) if kind else 8

    def put(found):
        block = bytearray(found[name])
        struct.pack_into("<q", block, at, value)
        found[name] = bytes(block)

    return with_blocks(good, put)


def named(name):
    """Return a machine with the cartridge of a row of the registry."""
    return started(next(key for key, row in ROWS.items() if row.name == name))[0]


@pytest.mark.parametrize(
    ("make", "field", "right", "wrong"),
    [
        (lambda: machine_of("ramcart 64k"), "control", 0, 1),
        (lambda: machine_of("ramcart 128k"), "control", 1, 256),
        (lambda: machine_of("gmod2"), "eeprom.address", 1023, 1024),
        (lambda: machine_of("gmod2"), "eeprom.count", 30, 32),
        (lambda: machine_of("gmod2"), "shadow", 5, 6),
        (lambda: machine_of("gmod3"), "flash.address", (1 << 21) - 1, 1 << 21),
        (lambda: named("Nordic Power"), "mode", 3, 4),
        (lambda: named("Nordic Power"), "vic_sees", 1, 2),
        (lambda: named("Pagefox"), "chip", 3, 4),
    ],
)
def test_a_place_beyond_its_memory_is_refused_and_the_last_one_is_not(make, field, right, wrong):
    machine = make()
    machine.restore(changed(machine, field, right))
    with pytest.raises(SnapshotError, match=f"{field.rpartition('.')[2]}|together"):
        machine.restore(changed(machine, field, wrong))


@pytest.mark.parametrize("what", ROWS)
def test_every_state_that_a_cartridge_comes_to_can_be_loaded(what):
    machine, good = started(what)
    dice = random.Random(what)
    for _ in range(6):
        touch(machine, dice, 20)
        own = machine.snapshot()
        machine.restore(own)
        assert machine.snapshot() == own
    machine.restore(good)
