"""One writer for a file: who has the lock, how often, and what a file's replacement does to it."""

import os

import pytest

from disk import lock
from disk.d64 import D64Image

pytestmark = pytest.mark.skipif(os.name == "nt", reason="flock is of Unix")


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "a.d64"
    path.write_bytes(b"x")
    yield path
    lock._locks.pop(os.path.realpath(path), None)


class Other:
    """Another program that has opened the file: a lock is of an open file, not of a process."""

    def __init__(self, path):
        self.file = os.open(path, os.O_RDONLY)

    def locks(self):
        return lock.try_lock(self.file)

    def close(self):
        os.close(self.file)


def is_free(path):
    other = Other(path)
    try:
        return other.locks()
    finally:
        other.close()


def test_a_file_is_free_after_as_many_drops_as_takes(path):
    assert is_free(path)
    for _ in range(3):
        assert lock.take(path) is True
        assert not is_free(path)
    for left in (2, 1, 0):
        lock.drop(path)
        assert is_free(path) == (left == 0)
    lock.drop(path)  # once too often
    assert lock.take(path) and not is_free(path)
    lock.drop(path)
    assert is_free(path) and os.path.realpath(path) not in lock._locks


def test_a_file_that_another_has_is_not_taken_until_it_lets_go(path):
    other = Other(path)
    assert other.locks()
    assert lock.take(path) is False
    assert os.path.realpath(path) not in lock._locks
    other.close()
    assert lock.take(path) is True
    lock.drop(path)


def test_a_file_is_the_same_by_all_its_names(path):
    link = path.with_name("link")
    link.symlink_to(path)
    assert lock.take(link) and lock.take(path)
    lock.drop(path)
    assert not is_free(path)
    lock.drop(link)
    assert is_free(path)


def test_a_file_that_is_not_there_yet_is_locked_when_it_comes(path):
    path.unlink()
    assert lock.take(path) is True
    path.write_bytes(b"new")
    assert is_free(path)
    assert lock.take(path) is True
    assert not is_free(path)
    lock.drop(path)
    assert not is_free(path)
    lock.drop(path)
    assert is_free(path)


@pytest.mark.parametrize("taken", [False, True])
def test_the_lock_goes_with_the_file_that_takes_the_name(path, taken):
    if taken:
        lock.take(path)
    source = path.with_name("new")
    source.write_bytes(b"new")
    new = os.open(source, os.O_RDONLY)
    assert lock.try_lock(new)
    lock.replace(new, lambda: str(source), path)
    os.close(new)
    assert path.read_bytes() == b"new" and not source.exists()
    assert is_free(path) != taken
    if taken:
        lock.drop(path)
    assert is_free(path)


@pytest.mark.parametrize(("replaced", "has_it"), [(0, True), (1, True), (4, True), (5, False)])
def test_a_file_that_is_replaced_meanwhile_is_tried_five_times(path, monkeypatch, replaced, has_it):
    left = [replaced]

    def samestat(*_):
        left[0] -= 1
        return left[0] < 0

    monkeypatch.setattr(os.path, "samestat", samestat)
    before = len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0
    assert lock.take(path) is True
    assert is_free(path) != has_it
    lock.drop(path)
    if before:
        assert len(os.listdir("/proc/self/fd")) == before  # none is left open


@pytest.mark.parametrize(
    ("error", "locked"),
    [(BlockingIOError(), False), (PermissionError(), False), (OSError("no locks here"), True)],
)
def test_where_there_are_no_locks_everybody_may_write(path, monkeypatch, error, locked):
    def flock(*_):
        raise error

    monkeypatch.setattr(lock.fcntl, "flock", flock)
    assert is_free(path) is locked
    assert lock.take(path) is locked


def test_an_image_that_is_written_without_a_claim_has_its_file_until_it_lets_go(tmp_path):
    path = tmp_path / "a.d64"
    path.write_bytes(D64Image.blank(b"A", b"01").to_bytes())
    image = D64Image.open(path)
    image.write(1, 0, bytes(range(256)))
    assert is_free(path)
    image.flush()
    assert not is_free(path) and D64Image.open(path).read(1, 0) == bytes(range(256))
    image.release()
    assert is_free(path) and os.path.realpath(path) not in lock._locks
    image.release()
