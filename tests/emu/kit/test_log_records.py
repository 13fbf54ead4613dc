"""What the probe's words mean: every field of a record, all bits set in turn."""

import random
from types import SimpleNamespace

import numpy as np
import pytest

from emu.kit.input_script import _events
from emu.kit.logs import (
    CHIPS,
    WHO,
    Interrupt,
    InterruptLog,
    RegisterLog,
    RoutineCall,
    StepLog,
    _accesses,
)

FULL = (1 << 16) - 1


def words_of(rows):
    """int64[n, 2] of (cycle, address, value, write, who, io, pc)."""
    return np.array(
        [
            (cycle, address | value << 16 | write << 24 | who << 25 | io << 27 | pc << 32)
            for cycle, address, value, write, who, io, pc in rows
        ],
        dtype=np.int64,
    ).reshape(-1, 2)


def some_rows(count):
    chance = random.Random(count)
    edges = [(0, 0, 0, 0, 0, 0, 0), (1 << 40, FULL, 255, 1, 2, 1, FULL), (1, 1, 1, 0, 1, 0, 1)]
    return edges + [
        (n, chance.randrange(1 << 16), chance.randrange(256), n & 1, n % 3, n >> 1 & 1,
         chance.randrange(1 << 16))
        for n in range(count)
    ]  # fmt: skip


def test_every_field_of_an_access_comes_from_its_bits():
    rows = some_rows(200)
    records = _accesses(words_of(rows))
    for record, (cycle, address, value, write, who, io, pc) in zip(records, rows, strict=True):
        assert (record["cycle"], record["address"], record["value"]) == (cycle, address, value)
        assert (record["rw"], record["who"]) == ("rw"[write], WHO[who])
        assert (bool(record["io"]), record["pc"]) == (bool(io), pc)


# First and last address of each chip, and how many registers are told apart.
REGISTERS = {"vic": (0xD000, 0xD3FF, 64), "sid": (0xD400, 0xD7FF, 32),
             "cia1": (0xDC00, 0xDCFF, 16), "cia2": (0xDD00, 0xDDFF, 16)}  # fmt: skip


@pytest.mark.parametrize("chips", [(), ("vic",), ("sid",), ("cia1",), ("cia2",), ("vic", "cia2")])
def test_a_register_log_folds_the_mirrors_of_its_chips(monkeypatch, chips):
    assert set(CHIPS) == set(REGISTERS)
    rows = [(n, address, n & 0xFF, 1, 0, io, FULL - n) for n, (address, io) in enumerate(
        (address, io) for address in range(0xCFFF, 0xDE02, 7) for io in (0, 1))]  # fmt: skip
    rows += [(9, 0xD3FF, 1, 1, 0, 1, 2), (9, 0xD400, 2, 1, 0, 1, 3), (9, 0xDDFF, 3, 1, 0, 1, 4)]
    kit = SimpleNamespace(position=lambda cycles: (cycles + 1, cycles + 2))
    log = RegisterLog(kit, chips)
    monkeypatch.setattr(log, "words", lambda: words_of(rows))
    expected = []
    for cycle, address, value, _, _, io, pc in rows:
        for chip in chips or REGISTERS:
            first, last, count = REGISTERS[chip]
            if io and first <= address <= last:
                expected.append((cycle, first + (address - first) % count, value, cycle + 1,
                                 cycle + 2, pc))  # fmt: skip
    names = ("cycle", "address", "value", "line", "column", "pc")
    found = [tuple(int(record[name]) for name in names) for record in log.records]
    assert found == [tuple(v & 0xFFFF if n in (3, 4) else v for n, v in enumerate(row))
                     for row in expected]  # fmt: skip


def step(cycle, stolen, pc, a=0, x=0, y=0, sp=0xFF, p=0, interrupt=0):
    word = pc | a << 16 | x << 24 | y << 32 | sp << 40 | p << 48 | interrupt << 56
    return cycle, stolen, word


def step_log(steps, kind=StepLog, interrupts=()):
    probe = SimpleNamespace(interrupts=list(interrupts))
    log = kit_log = kind(SimpleNamespace(probe=probe, address=lambda place: place))
    kit_log._tail = np.array(steps, dtype=np.int64).reshape(-1, 3)
    kit_log._begin, kit_log._end = 0, len(probe.interrupts)
    return log


def test_every_register_of_a_step_comes_from_its_bits():
    steps = [step(n, n * 2, n * 257, *(n * k & 0xFF for k in (3, 5, 7, 11, 13)), n & 1)
             for n in range(256)]  # fmt: skip
    for n, record in enumerate(step_log(steps).records):
        assert (record["cycle"], record["stolen"], record["pc"]) == (n, n * 2, n * 257)
        assert [int(record[name]) for name in ("a", "x", "y", "sp", "p")] == [
            n * k & 0xFF for k in (3, 5, 7, 11, 13)
        ]
        assert bool(record["interrupt"]) == bool(n & 1)


@pytest.mark.parametrize("sp", [0xF0, 0xFF, 0x02, 0x00])
def test_the_runs_of_a_routine_end_where_the_stack_is_two_bytes_higher(sp):
    def at(cycle, pc, depth, **more):
        return step(cycle, cycle // 10, pc, sp=(sp - depth) & 0xFF, **more)

    steps = [
        at(10, 0xC000, 0), at(12, 0xC001, 1), at(20, 0xC002, 3), at(30, 0xC003, 0),
        at(40, 0x1000, -2), at(50, 0xC000, 0, interrupt=1), at(60, 0xC000, 0), at(71, 0x1000, -2),
        at(80, 0xC000, 0), at(90, 0xC001, 0),
    ]  # fmt: skip
    assert step_log(steps).routine(0xC000) == [
        RoutineCall(10, 30, 3, 3), RoutineCall(60, 11, 1, 0),
    ]  # fmt: skip
    assert step_log(steps).routine(0xC0FF) == []


def test_an_interrupt_has_begun_with_the_step_after_its_sequence():
    steps = [step(cycle, 0, 0xC000) for cycle in (10, 17, 20, 30, 37)]
    rows = [(0, 10, 0xC000, 0), (-1, 16, 0xC001, 0), (15, 17, 0xC002, 1), (25, 36, 0xC003, 0),
            (30, 37, 0xC004, 0)]  # fmt: skip
    log = step_log(steps, InterruptLog, rows)
    assert log.interrupts() == [
        Interrupt("irq", 0, 10, 17, 0xC000), Interrupt("irq", None, 16, 17, 0xC001),
        Interrupt("irq", 25, 36, 37, 0xC003),
    ]  # fmt: skip
    assert log.interrupts("nmi") == [Interrupt("nmi", 15, 17, 20, 0xC002)]
    assert (log.latencies(), log.latencies("nmi")) == ([17, 12], [5])
    assert (log.jitter(), log.jitter("nmi")) == (5, 0)
    assert step_log(steps, InterruptLog).jitter() == 0


def test_the_steps_of_a_script_follow_each_other_frame_by_frame():
    """A key is down for two frames and up for two; a stick and a wait last as they say."""
    script = [(10, "AB{wait 5}{joy2 up 3}C"), (4, "{mouse 1 -2}"), (5, "{mouse left}"),
              (6, "{mouse right 7}")]  # fmt: skip
    found = [(frame, action) for frame, action, _ in _events(script)]
    hold = found[1][0] - found[0][0]
    begin = 10 + 2 * 2 * hold + 5
    assert found == [
        (10, "keys down"), (10 + hold, "keys up"), (10 + 2 * hold, "keys down"),
        (10 + 3 * hold, "keys up"), (begin, "stick down"), (begin + 3, "stick up"),
        (begin + 3, "keys down"), (begin + 3 + hold, "keys up"), (4, "move"), (5, "mouse down"),
        (5 + hold, "mouse up"), (6, "mouse down"), (13, "mouse up"),
    ]  # fmt: skip
