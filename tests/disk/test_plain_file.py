"""Only plain files are read, none without a limit, and nothing waits for a pipe."""

import errno
import os

import pytest

from disk.plain_file import can_be_name, is_plain, open_plain, read_plain, read_text


def test_a_plain_file_is_read_up_to_its_limit(tmp_path):
    path = tmp_path / "a"
    path.write_bytes(b"abc\r\n\xff")
    (tmp_path / "link").symlink_to(path)
    assert read_plain(path, 6) == read_plain(tmp_path / "link", 6) == b"abc\r\n\xff"
    assert read_text(path, 6, "replace") == "abc\n\ufffd"
    with pytest.raises(OSError) as error:
        read_plain(path, 5)
    assert (error.value.errno, error.value.strerror) == (
        errno.EFBIG,
        "has 6 bytes; at most 5 are allowed",
    )


def test_a_file_of_no_size_that_gives_bytes_is_limited_too():
    if not os.path.exists("/proc/self/maps"):
        pytest.skip("the host has no files of that kind")
    with pytest.raises(OSError, match="more than 10 bytes"):
        read_plain("/proc/self/maps", 10)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("fifo", "is not a plain file"),
        ("/dev/zero", "is not a plain file"),
        (".", "Is a directory"),
        ("a\0b", "is not a file name"),
        ("\ud800", "is not a file name"),
        ("x" * 5000, "File name too long"),
        ("none", "No such file or directory"),
        ("loop", "Too many levels of symbolic links"),
    ],
)
def test_anything_else_is_an_error_with_a_reason(tmp_path, monkeypatch, name, says):
    monkeypatch.chdir(tmp_path)
    os.mkfifo("fifo")
    os.symlink("loop", "loop")
    assert not is_plain(name)
    with pytest.raises(OSError) as error:
        open_plain(name, 100)
    assert error.value.strerror == says


def test_a_pipe_that_takes_the_place_of_a_file_is_noticed(tmp_path, monkeypatch):
    path, pipe = tmp_path / "a", tmp_path / "fifo"
    path.write_bytes(b"x")
    os.mkfifo(pipe)
    opened = os.open
    monkeypatch.setattr("os.open", lambda name, flags: opened(pipe, flags))
    with pytest.raises(OSError, match="is not a plain file"):
        open_plain(path, 100)


@pytest.mark.skipif(os.name == "nt", reason="there half a character can be in a name")
@pytest.mark.parametrize("text", ["", "\0", "a\0b", "\ud800"])
def test_what_can_be_no_name(text):
    assert not can_be_name(text)
    assert can_be_name("a b") and can_be_name("\udcff") and can_be_name("é")
