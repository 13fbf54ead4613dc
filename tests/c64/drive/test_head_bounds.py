"""Long stretches and long times under the head: the sums stay within their 64 bits."""

import random

import pytest

from c64.drive.head import HEAD_TURN, DriveHead
from tests.c64.builds import few_uncompiled

CELLS = 50000


class Track:
    """A surface whose every track has the same cells."""

    read_only = True

    def __init__(self, reversals):
        self.data = bytearray((CELLS + 7) // 8)
        for at in reversals:
            self.data[at >> 3] |= 0x80 >> (at & 7)

    def track(self, half):
        return self.data, CELLS


def place_of(head):
    """Return the angle that the base of the head has, in periods * cells since period 0."""
    return head.cell_at * CELLS - head.cell_rest


@few_uncompiled(1)
@pytest.mark.parametrize("gap", [600, 672, 700, 2000, 4090, 4100, 9000])
def test_a_stretch_without_reversals_is_as_long_as_its_cells(gap):
    head = DriveHead()
    head.insert(Track([100, 100 + gap]), 0)
    head.set_motor(1, 0)
    seen, now = [], 0
    while now < 2 * HEAD_TURN:
        before = head.cell
        now += 1000
        head.run(now)
        assert 0 <= head.cell_rest < CELLS
        if head.cell != before:
            seen.append(head.cell)
            turns = (head.cell_at * CELLS + head.cell_rest) // HEAD_TURN
            assert turns % CELLS == head.cell
    assert {100, 100 + gap} <= set(seen)


@pytest.mark.parametrize("late", [HEAD_TURN, 10 * HEAD_TURN + 77, 1 << 44, (1 << 54) + 12345])
def test_a_head_over_nothing_for_years_knows_the_angle(late):
    head, dice = DriveHead(), random.Random(late)
    head.insert(None, 0)
    head.set_motor(1, 0)
    head.cell, head.cell_rest = dice.randrange(CELLS), dice.randrange(CELLS)
    cell, rest = head.cell, head.cell_rest
    head.insert(Track([5]), late)
    passed = (late * CELLS - rest) // HEAD_TURN
    assert head.cell == (cell + passed) % CELLS
    assert head.cell_at == (rest + passed * HEAD_TURN) // CELLS
