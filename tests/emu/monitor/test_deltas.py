"""States kept as differences, held against a plain list of them."""

import random

import pytest

from emu.monitor.deltas import Deltas


def changed(dice, data, kind):
    """Return bytes that differ from ``data`` as states do."""
    data = bytearray(data)
    if kind == "few":
        for _ in range(dice.randrange(1, 20)):
            data[dice.randrange(len(data))] ^= dice.randrange(256)
    elif kind == "many":
        data[:] = dice.randbytes(len(data))
    elif kind == "longer":
        at = dice.randrange(len(data))
        data[at:at] = dice.randbytes(dice.randrange(1, 40))
    elif kind == "shorter":
        at = dice.randrange(len(data))
        del data[at : min(at + dice.randrange(1, 40), len(data) - 1)]
    elif kind == "end":
        data[-1] ^= 1 + dice.randrange(255)
    return bytes(data)


KINDS = ("same", "few", "many", "longer", "shorter", "end")


def chain(seed, count=60):
    """Return (Deltas, [the same states])."""
    dice = random.Random(seed)
    deltas, states = Deltas(), []
    pieces = [dice.randbytes(dice.choice((800, 801, 2403, 7))) for _ in range(3)]
    for _ in range(count):
        pieces = [changed(dice, piece, dice.choice(KINDS)) for piece in pieces]
        deltas.append(pieces)
        states.append(pieces)
    return deltas, states


def read(deltas, number):
    return [bytes(piece) for piece in deltas.state(number)]


@pytest.mark.parametrize("seed", range(12))
def test_every_state_comes_back_in_any_order(seed):
    deltas, states = chain(seed)
    numbers = list(range(len(states)))
    random.Random(seed).shuffle(numbers)
    for number in [*reversed(range(len(states))), *numbers]:
        assert read(deltas, number) == states[number]


@pytest.mark.parametrize("seed", range(12))
def test_dropping_the_oldest_and_cutting_the_newest_leave_the_others(seed):
    dice = random.Random(seed)
    deltas, states = chain(seed)
    while states:
        what = dice.choice(("oldest", "cut", "read", "append"))
        if what == "oldest":
            deltas.drop_oldest()
            states.pop(0)
        elif what == "cut":
            count = dice.randrange(len(states) - min(8, len(states)), len(states) + 1)
            deltas.cut(count)
            del states[count:]
        elif what == "append" and len(states) > 3:
            pieces = [changed(dice, piece, dice.choice(KINDS)) for piece in states[-1]]
            deltas.append(pieces)
            states.append(pieces)
            states.pop(0)
            deltas.drop_oldest()
        assert len(deltas) == len(states)
        for number in dice.sample(range(len(states)), min(3, len(states))):
            assert read(deltas, number) == states[number]
    assert deltas.size == 0


def test_a_state_that_differs_little_takes_little():
    deltas = Deltas()
    data = bytearray(random.Random(64).randbytes(65536))
    deltas.append([data])
    for at in range(100):
        data[at * 600] ^= 1
        deltas.append([data])
    assert 65536 < deltas.size < 65536 + 100 * 20


def test_what_is_given_may_change_afterwards():
    deltas, data = Deltas(), bytearray(b"before, and long enough for words")
    deltas.append([data])
    data[0] ^= 0xFF
    deltas.append([data])
    data[1] ^= 0xFF
    assert read(deltas, 0) == [b"before, and long enough for words"]
    assert read(deltas, 1)[0][1:] == b"efore, and long enough for words"
    with pytest.raises(IndexError):
        deltas.state(2)
