"""Breakpoints by address find what a search through all of them finds."""

import random

from emu.monitor.breakpoint import Breakpoint
from emu.monitor.breakpoint_map import NARROW, BreakpointMap

SPAN = 100  # addresses that the breakpoints of these tests are at


def some_point(dice, number):
    first = dice.randrange(SPAN)
    width = dice.choice((0, 0, 1, NARROW - 1, NARROW, SPAN))
    return Breakpoint(number, "exec", first, min(first + width, SPAN), hidden=number < 0)


def found_by_search(points, addr):
    covering = [p for p in points if p.first <= addr <= p.last]
    return sorted(covering, key=lambda p: (p.hidden, abs(p.number)))


def test_a_map_agrees_with_a_search_through_all_whatever_comes_and_goes():
    dice, held, points = random.Random(1), BreakpointMap(), []
    for number in range(1, 400):
        if points and dice.random() < 0.45:
            held.remove(points.pop(dice.randrange(len(points))))
        else:
            points.append(some_point(dice, dice.choice((number, -number))))
            held.add(points[-1])
        addr = dice.randrange(SPAN + 2)
        wanted = found_by_search(points, addr)
        assert sorted(map(id, held.at(addr))) == sorted(map(id, wanted))
        assert held.count[addr] == len(wanted)
    assert any(p.hidden for p in points) and len(points) > 10


def test_wide_and_narrow_breakpoints_come_in_the_order_in_which_they_were_made():
    held = BreakpointMap()
    for number, last in enumerate((0xFFFF, 0xC000, 0xFFFF, 0xC001), 1):
        held.add(Breakpoint(number, "exec", 0xC000, last))
    held.add(Breakpoint(-1, "exec", 0xC000, 0xC000, hidden=True))
    assert [p.number for p in held.at(0xC000)] == [1, 2, 3, 4, -1]
    assert [p.number for p in held.at(0xC001)] == [1, 3, 4]
    assert held.at(0xBFFF) == []
