"""Continue backwards: which pieces of the past are searched, and which hit ends the search."""

from types import SimpleNamespace

import pytest

from emu.monitor.breakpoint import Breakpoint
from emu.monitor.history import INSTRUCTION_CYCLES
from emu.monitor.reverse import ReverseSearch

FIRST = 100


class Past:
    """A Debugger with a history of marks at cycles 100, 200 and 300, and the hits in it.

    hits  [(cycle, Breakpoint)]
    """

    def __init__(self, now, *hits):
        self.board, self.history, self.hits = SimpleNamespace(cycle=now), self, hits
        self.marks = [SimpleNamespace(cycle=cycle) for cycle in (FIRST, 200, 300)]
        self.first, self.on_past_hit = FIRST, None
        self.searched, self.went, self.held = [], [], 0

    def replay_from(self, at, until):
        begin = self.marks[at].cycle
        self.searched.append((begin, until))
        for cycle, point in self.hits:
            if begin <= cycle < until:
                self.board.cycle = cycle
                self.on_past_hit(point)

    def boundaries(self, since, until):
        self.asked = since, until
        return [until - 5, until - 2]

    def back_to(self, cycle):
        self.went.append(cycle)

    def hold(self):
        self.held += 1


def exec_point(**options):
    return Breakpoint(1, "exec", 0xC000, 0xC000, **options)


@pytest.mark.parametrize(
    ("now", "pieces"),
    [
        (350, [(300, 350), (200, 300), (100, 200)]),
        (300, [(200, 300), (100, 200)]),  # a search that begins at a mark does not stay there
        (301, [(300, 301), (200, 300), (100, 200)]),
        (100, []),
    ],
)
def test_pieces_are_searched_from_the_newest_to_the_beginning(now, pieces):
    past = Past(now)
    search = ReverseSearch(past)
    for _ in range(5):
        if not search.reached:
            search.advance()
    assert search.reached and search.point is None
    assert past.searched == pieces
    assert (past.went, past.held, past.on_past_hit) == ([FIRST], 1, None)


def test_the_last_hit_before_now_ends_the_search():
    older, newer = exec_point(), exec_point()
    past = Past(350, (150, older), (210, older), (290, newer))
    search = ReverseSearch(past)
    search.run()
    assert search.point is newer and past.went == [290] and past.held == 1
    assert past.searched == [(300, 350), (200, 300)]


def test_before_an_access_its_whole_instruction_is_taken_back():
    point = Breakpoint(1, "write", 0xC000, 0xC000)
    past = Past(350, (320, point))
    ReverseSearch(past).run()
    assert past.asked == (320 - INSTRUCTION_CYCLES, 320) and past.went == [318]
    past = Past(150, (FIRST + 3, point))
    ReverseSearch(past).run()
    assert past.asked == (FIRST, FIRST + 3)


@pytest.mark.parametrize(
    ("options", "counts"),
    [({}, True), ({"stops": False}, False), ({"hidden": True}, False),
     ({"stops": False, "hidden": True}, False)],
)  # fmt: skip
def test_only_what_would_stop_the_machine_counts(options, counts):
    point = exec_point(**options)
    search = ReverseSearch(Past(350, (320, point)))
    search.run()
    assert search.point is (point if counts else None)


def test_whoever_searches_may_choose_what_counts():
    point = exec_point(stops=False)
    search = ReverseSearch(Past(350, (320, point)), lambda found: found is point)
    search.run()
    assert search.point is point


def test_a_search_that_is_given_up_returns_to_where_it_began():
    past = Past(350)
    search = ReverseSearch(past)
    search.advance()
    search.cancel()
    assert (past.went, search.reached) == ([350], True)
    search.cancel()
    assert past.went == [350]


def test_nothing_is_noted_after_a_search_that_failed():
    past = Past(350)
    past.replay_from = lambda *_: 1 / 0
    with pytest.raises(ZeroDivisionError):
        ReverseSearch(past).advance()
    assert past.on_past_hit is None
