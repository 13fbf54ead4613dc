"""The call stack: pushes in consecutive cycles, what is still there, what is guessed."""

from types import SimpleNamespace

import numpy as np
import pytest

from emu.monitor import stack
from emu.monitor.stack import Frame, _as_push, _frames, _guess, _is_there, _pushes, call_stack
from emu.monitor.stepping import JSR

WRITE = 1 << 24


def push(place, value=0, pc=0xC000):
    return 0x100 | place | value << 16 | WRITE | pc << 32


def vector(address):
    return address


def test_one_byte_is_data_two_a_call_three_an_interrupt():
    for count, kind in ((1, "data"), (2, "JSR"), (3, "IRQ"), (4, "data")):
        words = [push(0xF0 - n, 0xC0 + n, 0x1234) for n in range(count)]
        found = _as_push(words, 0xFFFE)
        assert (found.kind, found.pc) == (kind, 0x1234)
        assert found.places == tuple(0xF0 - n for n in range(count))
        assert found.values == tuple(0xC0 + n for n in range(count))


@pytest.mark.parametrize(
    ("flags", "at", "kind"),
    [(0x20, 0xFFFE, "IRQ"), (0x20, 0xFFFA, "NMI"), (0x30, 0xFFFE, "BRK"), (0x30, 0xFFFA, "BRK"),
     (0xEF, 0xFFFE, "IRQ"), (0x20, 0, "IRQ")],
)  # fmt: skip
def test_an_interrupt_is_told_by_its_flags_and_its_vector(flags, at, kind):
    words = [push(0xF0), push(0xEF, flags), push(0xEE, flags)]
    assert _as_push(words, at).kind == kind
    words = [push(0xF0, 0x10), push(0xEF, 0x10), push(0xEE, 0)]
    assert _as_push(words, 0xFFFE).kind == "IRQ"


@pytest.mark.parametrize(
    ("places", "kind"),
    [
        ((0, 0xFF), "JSR"),
        ((5, 5), "data"),
        ((4, 5), "data"),
        ((5, 3), "data"),
        ((1, 0, 0xFF), "IRQ"),
    ],
)
def test_pushes_go_down_by_one_round_the_end(places, kind):
    assert _as_push([push(place) for place in places], 0xFFFE).kind == kind


def test_writes_in_consecutive_cycles_belong_together_and_the_last_one_owns_its_byte():
    records = [
        (10, push(0xF0)), (11, push(0xEF)), (13, push(0xEE)), (20, push(0xF0)),
        (30, push(0xED)), (31, push(0xEC)), (32, push(0xEB, 0x20)), (33, vector(0xFFFA)),
        (40, push(0xE0)), (41, vector(0xFFFE)), (42, push(0xDF)),
    ]  # fmt: skip
    owners = _pushes(records)
    kinds = {place: owner.kind for place, owner in owners.items()}
    assert kinds == {0xF0: "data", 0xEF: "JSR", 0xEE: "data", 0xED: "NMI", 0xEC: "NMI",
                     0xEB: "NMI", 0xE0: "data", 0xDF: "data"}  # fmt: skip
    assert owners[0xEF].places == (0xF0, 0xEF)
    assert _pushes([]) == {}


def board_with(sp, memory=(), ram=()):
    low = bytearray(0x200)
    for at, value in ram:
        low[0x100 + at] = value
    code = dict(memory)
    return SimpleNamespace(cpu=SimpleNamespace(sp=sp), ram_low=low, peek=lambda at: code.get(at, 0))


def test_a_byte_that_was_overwritten_belongs_to_nobody():
    push_of = _as_push([push(0xF0, 7), push(0xEF, 8)], 0)
    board = board_with(0xEE, ram=[(0xF0, 7), (0xEF, 9)])
    assert _is_there(board, push_of, 0xF0) is True
    assert _is_there(board, push_of, 0xEF) is False


def test_frames_are_the_newest_first_and_data_beside_data_is_one():
    call = _as_push([push(0xF1, 0xC0), push(0xF0, 0x02)], 0)
    irq = _as_push([push(0xF9), push(0xF8), push(0xF7, 0x20)], 0xFFFE)
    data = {place: _as_push([push(place)], 0) for place in (0xF2, 0xF3)}
    owners = {0xF0: call, 0xF1: call, 0xF7: irq, 0xF8: irq, 0xF9: irq, **data}
    board = board_with(0xEF)
    assert _frames(board, owners) == [
        Frame("JSR", 0xC000, 0xF0, 2), Frame("data", 0, 0xF2, 5), Frame("IRQ", 0xC000, 0xF7, 3),
        Frame("data", 0, 0xFA, 6),
    ]  # fmt: skip
    del owners[0xF1]  # the call's other byte is gone
    assert _frames(board, owners)[0] == Frame("data", 0, 0xF0, 7)
    assert _frames(board_with(0xFF), owners) == []
    assert _frames(board_with(0xFE), {}) == [Frame("data", 0, 0xFF, 1)]


@pytest.mark.parametrize(
    ("place", "ram", "code", "frame"),
    [(0xF0, (0x36, 0x12), {0x1234: JSR}, Frame("JSR?", 0x1234, 0xF0, 2)),
     (0xF0, (0x36, 0x12), {0x1235: JSR, 0x1236: JSR, 0x1233: JSR}, Frame("data", 0, 0xF0, 1)),
     (0xF0, (2, 0), {0: JSR}, Frame("JSR?", 0, 0xF0, 2)),
     (0xF0, (1, 0), {-1: JSR}, Frame("data", 0, 0xF0, 1)),
     (0xFE, (0x36, 0x12), {0x1234: JSR}, Frame("JSR?", 0x1234, 0xFE, 2))],
)  # fmt: skip
def test_a_return_address_is_guessed_behind_a_jsr(place, ram, code, frame):
    board = board_with(place - 1, code.items(), [(place, ram[0]), (place + 1, ram[1])])
    assert _guess(board, {}, place) == frame
    assert _guess(board, {place + 1: None}, place).kind == "data"


def test_the_last_byte_of_the_stack_is_no_return_address():
    board = board_with(0xFE, {0: JSR}.items(), [(0xFF, 2)])
    assert _guess(board, {}, 0xFF) == Frame("data", 0, 0xFF, 1)


def test_older_seconds_are_replayed_until_nothing_is_in_doubt(monkeypatch):
    asked = []

    class Seen:
        first, clock = 0, 1000

        def accesses(self, vectors, places, seconds):
            assert list(vectors) == [0xFFFA, 0xFFFE]
            assert (places[0], places[-1]) == (0x100, 0x1FF)
            asked.append(seconds)
            rows = [(9, push(0xFE, 1)), (10, push(0xFD, 2))] if seconds >= since else []
            return np.array(rows, dtype=np.int64).reshape(-1, 2)

    board = board_with(0xFC, ram=[(0xFE, 1), (0xFD, 2)])
    for since, ago, seconds in (
        (0.5, 10**6, [0.5, 3, 16]), (3, 10**6, [0.5, 3, 16]), (99, 10**6, [0.5, 3, 16]),
        (0.5, 499, [0.5]), (0.5, 500, [0.5, 3]), (0.5, 2999, [0.5, 3]),
    ):  # fmt: skip
        asked.clear()
        board.cycle = ago
        frames = call_stack(board, Seen())
        assert asked == seconds, (since, ago)
        assert frames[-1].kind == "data"  # $01FF is in doubt
    board.cpu.sp = 0xFC
    board.ram_low[0x1FF] = 3

    class Known(Seen):
        def accesses(self, *given):
            asked.append(given[2])
            rows = [(8, push(0xFF, 3)), (10, push(0xFE, 1)), (11, push(0xFD, 2))]
            return np.array(rows, dtype=np.int64)

    asked.clear()
    board.cycle = 10**6
    assert call_stack(board, Known()) == [Frame("JSR", 0xC000, 0xFD, 2), Frame("data", 0, 0xFF, 1)]
    assert asked == [0.5]
    assert stack.HORIZONS == (0.5, 3, 16)


def test_a_byte_that_was_popped_belongs_to_no_frame():
    """Even where the stack begins anew at its end, and a call lies on both sides of it."""
    rows = [(9, push(0x00, 1)), (10, push(0xFF, 2)), (20, push(0x80, 3))]
    past = SimpleNamespace(accesses=lambda *_: np.array(rows, dtype=np.int64))
    board = board_with(0x00, ram=[(0x00, 1), (0xFF, 2), (0x80, 3)])
    assert sorted(stack._owners(board, past, 1)) == [0x80, 0xFF]
