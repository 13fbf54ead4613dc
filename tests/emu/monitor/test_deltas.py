"""States kept as differences, held against a plain list of them."""

import random

import pytest

from emu.monitor.deltas import ENTRY, WORD, Deltas, Piece, _Packed, _Sparse


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


@pytest.mark.parametrize(
    ("changed", "kind"), [(0, None), (1, _Sparse), (2, _Sparse), (3, _Packed), (8, _Packed)]
)
def test_a_piece_of_which_more_than_a_fourth_differs_is_kept_whole(changed, kind):
    before = bytes(range(64))
    after = bytes(255 for _ in range(WORD * changed)) + before[WORD * changed :]
    piece = Piece(before)
    difference = piece.take(after)
    assert bytes(piece) == after
    assert (type(difference) if difference else None) is kind
    if kind is _Sparse:
        assert difference.size == ENTRY * changed == 12 * changed
    if difference:
        assert bytes(difference.undo(piece)) == before


@pytest.mark.parametrize(
    ("before", "after", "size"),
    [(b"abcd", b"abXd", 4), (b"abcd", b"abcde", 0), (b"abcde", b"abcd", 1), (b"", b"abc", 0),
     (b"abc", b"", 3), (b"aXXb", b"ab", 2), (b"aaaa", b"aa", 2), (b"x" * 9, b"x" * 8 + b"y", 1)],
)  # fmt: skip
def test_a_piece_of_another_length_keeps_what_lies_between_its_equal_ends(before, after, size):
    piece = Piece(before)
    difference = piece.take(after)
    assert bytes(piece) == after and piece.length == len(after)
    assert bytes(difference.undo(piece)) == before
    if len(before) != len(after):
        assert difference.size == size


def test_states_are_counted_in_bytes_and_asked_for_by_their_number():
    chain, states = Deltas(), [bytes([n]) * 64 + bytes(960) for n in range(4)]
    for state in states:
        chain.append([state])
    assert len(chain) == 4
    assert chain.size == 1024 + 3 * 8 * ENTRY
    for number in (3, 0, 2, 1, 3):
        (piece,) = chain.state(number)
        assert bytes(piece) == states[number]
    for number in (-1, 4):
        with pytest.raises(IndexError):
            chain.state(number)
    chain.cut(4)
    assert len(chain) == 4
    chain.cut(3)
    assert (len(chain), chain.size) == (3, 1024 + 2 * 8 * ENTRY)
    chain.drop_oldest()
    assert [bytes(chain.state(n)[0]) for n in range(2)] == states[1:3]
    assert chain.size == 1024 + 8 * ENTRY
    chain.cut(0)
    assert (len(chain), chain.size) == (0, 0)
