"""Tests of a program in C: by its functions, its lines and its screen."""

import pytest

pytestmark = pytest.mark.c64(prg="digits.prg", dbg="digits.dbg")


@pytest.fixture
def ready(kit):
    """The program at the beginning of main, when C's stack is there."""
    kit.start()
    kit.run_until("_main")
    return kit


@pytest.mark.parametrize(
    ("before", "points", "after"),
    [
        ([0, 0, 0, 0], 7, [0, 0, 0, 7]),
        ([0, 0, 0, 5], 7, [0, 0, 1, 2]),
        ([0, 1, 9, 9], 1, [0, 2, 0, 0]),
        ([9, 9, 9, 9], 1, [0, 0, 0, 0]),
        ([1, 2, 3, 4], 0, [1, 2, 3, 4]),
    ],
)
def test_points_carry_over(ready, before, points, after):
    ready.call("_add", a=points, memory={"_digits": bytes(before)})
    assert list(ready.memory["_digits", 4]) == after


def test_main_shows_three_sevens(ready):
    ready.run_until("digits.c:41")  # the endless loop
    assert ready.screen.text().startswith("0021")
