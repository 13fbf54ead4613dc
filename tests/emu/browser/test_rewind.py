"""Points to rewind to: exact, few bytes, and forgotten in their order."""

import random

import pytest

from emu.browser.rewind import Points

SIZE = 20_000
MOST = 1 << 30


def changed(snapshot, share, seed):
    """Return a snapshot with so many of its bytes changed."""
    dice = random.Random(seed)
    found = bytearray(snapshot)
    for place in dice.sample(range(len(found)), int(len(found) * share)):
        found[place] ^= dice.randint(1, 255)
    return bytes(found)


@pytest.fixture
def full_disk():
    return random.Random(64).randbytes(SIZE)


def all_of(points):
    """Return [(frame, snapshot)] of all points, the last one first; none is left."""
    found = []
    while len(points):
        found.append((points.last_frame, points.snapshot()))
        points.pop()
    return found


def test_each_point_is_the_snapshot_that_was_kept(full_disk):
    points = Points(10, MOST)
    kept = [(0, full_disk)]
    for number, share in enumerate((0.001, 0.0, 0.5, 0.001, 1.0), 1):
        kept.append((number, changed(kept[-1][1], share, number)))
    kept += [(6, b"shorter"), (7, b"shorter"), (8, kept[0][1] + b"longer"), (9, b"")]
    for point in kept:
        points.add(*point)
    assert all_of(points) == kept[::-1]


def test_a_disk_that_stays_the_same_is_kept_once(full_disk):
    points = Points(100, MOST)
    for number in range(100):
        points.add(number, changed(full_disk, 0.001, number))
    assert points.size < 4 * SIZE


def test_a_machine_that_changes_wholly_takes_a_new_key(full_disk):
    points = Points(100, MOST)
    points.add(0, full_disk)
    other = random.Random(65).randbytes(SIZE)
    for number in range(1, 100):
        points.add(number, changed(other, 0.001, number))
    assert points.size < 5 * SIZE


def test_what_is_too_old_is_forgotten_with_its_key(full_disk):
    points = Points(3, MOST)
    points.add(0, full_disk)
    for number in range(1, 4):
        points.add(number, b"small")
    assert points.size < 3 * len(b"small") + 60
    assert [frame for frame, _ in all_of(points)] == [3, 2, 1]


def test_the_oldest_points_go_when_all_take_more_bytes_than_allowed():
    points = Points(100, 5 * SIZE)
    kept = [(number, random.Random(number).randbytes(SIZE)) for number in range(20)]
    for point in kept:
        points.add(*point)
        assert points.size <= 5 * SIZE
    assert all_of(points) == kept[:-6:-1]


def test_a_point_larger_than_allowed_is_kept_alone(full_disk):
    points = Points(100, SIZE - 1)
    points.add(0, b"small")
    points.add(1, full_disk)
    assert all_of(points) == [(1, full_disk)]


def test_the_size_is_that_of_keys_and_differences(full_disk):
    dice = random.Random(66)
    points, snapshot = Points(20, 12 * SIZE), full_disk
    for number in range(400):
        if len(points) and dice.random() < 0.3:
            points.pop()
        else:
            snapshot = changed(snapshot, dice.choice((0.0, 0.001, 0.001, 0.5)), number)
            points.add(number, snapshot)
        keys = {id(point.key): len(point.key) for point in points._points}
        differences = sum(len(point.difference) for point in points._points)
        assert points.size == sum(keys.values()) + differences
    while len(points):
        points.pop()
    assert points.size == 0


def test_without_a_point_there_is_no_snapshot():
    points = Points(3, MOST)
    points.add(0, b"a")
    points.clear()
    with pytest.raises(IndexError):
        points.snapshot()
