"""The one writer of files: a power cut, a kill, no room, two at a time, no file without a name."""

import errno
import os
import signal
import stat
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import c64
from disk import durable
from disk.durable import hidden_name, make_folder, replace_file, sweep_folder, sweep_once
from disk.errors import MediaWriteError
from disk.image_file import keep_backup, write_atomically
from tests.disk.power_cut import Medium

pytestmark = pytest.mark.skipif(c64.PURE, reason="the host's files: the same for both builds")
OLD, NEW = b"old " * 50, b"new " * 60


@pytest.fixture(params=["without a name", "with a hidden name"])
def way(request, monkeypatch):
    """Both ways to write; where the system has no files without a name, only one is tried."""
    if request.param == "with a hidden name":
        monkeypatch.setattr(durable, "_TMPFILE", 0)
    elif not durable._TMPFILE:
        pytest.skip("this system has no files without a name (O_TMPFILE)")


def cuts(medium, monkeypatch, work):
    """Have work done, and return (what cuts during it may leave, what one behind it may)."""
    with monkeypatch.context() as patch:
        medium.patch(patch)
        work()
    return medium.states, medium.left()


def test_a_power_cut_leaves_the_old_file_or_the_new_one_and_then_the_new_one(
    way, tmp_path, monkeypatch
):
    path = tmp_path / "disk.d64"
    path.write_bytes(OLD)
    during, after = cuts(Medium(tmp_path), monkeypatch, lambda: replace_file(path, NEW))
    assert {state["disk.d64"] for state in during} == {OLD, NEW}
    assert after == [{"disk.d64": NEW}]


def test_a_power_cut_leaves_a_new_file_whole_or_none(way, tmp_path, monkeypatch):
    path = tmp_path / "new.go64"
    during, after = cuts(Medium(tmp_path), monkeypatch, lambda: replace_file(path, NEW))
    assert {state.get("new.go64") for state in during} == {None, NEW}
    assert after == [{"new.go64": NEW}]


@pytest.mark.parametrize("lost", ["file", "folder"])
def test_the_model_sees_an_fsync_that_is_left_out(lost, way, tmp_path, monkeypatch):
    path = tmp_path / "disk.d64"
    path.write_bytes(OLD)
    if lost == "folder":
        monkeypatch.setattr(durable, "sync_folder", lambda folder: None)
    medium = Medium(tmp_path)
    if lost == "file":
        monkeypatch.setattr(medium, "_fsync", lambda *_: None)
    _, after = cuts(medium, monkeypatch, lambda: replace_file(path, NEW))
    assert {state["disk.d64"] for state in after} - {NEW}


def test_a_power_cut_while_a_backup_is_kept_loses_no_older_one(way, tmp_path, monkeypatch):
    path, contents = tmp_path / "a.d64", [b"%d" % n * 40 for n in range(3)]
    for content in contents[:2]:
        keep_backup(path, content)
    during, after = cuts(Medium(tmp_path), monkeypatch, lambda: keep_backup(path, contents[2]))
    assert all({*contents[:2]} <= set(state.values()) for state in [*during, *after])
    assert after == [{"a.d64.bak": contents[2], "a.d64.bak1": contents[1],
                      "a.d64.bak2": contents[0]}]  # fmt: skip


def test_nothing_but_the_file_is_left_whatever_fails(way, tmp_path, monkeypatch):
    path = tmp_path / "disk.d64"
    path.write_bytes(OLD)

    def full(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    for name in ("write", "fsync", "fchmod", "replace"):
        with monkeypatch.context() as patch:
            patch.setattr(os, name, full)
            with pytest.raises(OSError, match="No space"):
                replace_file(path, NEW)
        assert os.listdir(tmp_path) == ["disk.d64"]
        assert path.read_bytes() == OLD


def test_what_a_killed_writer_left_is_taken_by_the_next_one_or_swept(way, tmp_path):
    path = tmp_path / "disk.d64"
    hidden, other = hidden_name(path), hidden_name(tmp_path / "other.d64")
    (tmp_path / f".mine{durable.NEW}.txt").write_bytes(b"mine")
    for left in (hidden, other):  # the first file that a process writes to a folder
        left.write_bytes(b"half")
    replace_file(path, NEW)
    assert {*os.listdir(tmp_path)} == {"disk.d64", f".mine{durable.NEW}.txt"}
    hidden.write_bytes(b"half")  # by another process, later
    replace_file(path, OLD)
    assert {*os.listdir(tmp_path)} == {"disk.d64", f".mine{durable.NEW}.txt"}
    assert path.read_bytes() == OLD


@pytest.mark.skipif(os.name == "nt", reason="links need a privilege there")
def test_a_folder_is_looked_through_once_by_whichever_name_it_is_called(tmp_path, monkeypatch):
    folder, link = tmp_path / "folder", tmp_path / "link"
    folder.mkdir()
    link.symlink_to(folder)
    looked, real = [], os.listdir
    monkeypatch.setattr(os, "listdir", lambda path: looked.append(path) or real(path))
    left = hidden_name(folder / "a")
    left.write_bytes(b"half")
    sweep_once(link)
    assert not left.exists()
    monkeypatch.chdir(folder)
    for name in (folder, link, folder / ".." / "folder", Path()):
        sweep_once(name)
    assert len(looked) == 1
    sweep_once(tmp_path / "nowhere")  # says nothing


@pytest.mark.skipif(os.name == "nt", reason="flock is of Unix")
def test_what_somebody_is_writing_is_not_swept(tmp_path):
    path = tmp_path / "disk.d64"
    file, named = durable._open(tmp_path, hidden_name(path)), True
    if not file[1]:
        named = durable._name(file[0], hidden_name(path))
    assert named
    sweep_folder(tmp_path)
    assert hidden_name(path).exists()
    os.close(file[0])
    sweep_folder(tmp_path)
    assert not hidden_name(path).exists()


@pytest.mark.skipif(os.name == "nt", reason="flock is of Unix")
def test_a_writer_waits_for_another_that_is_not_done_yet(way, tmp_path, monkeypatch):
    path, waited = tmp_path / "disk.d64", []
    path.write_bytes(b"before")
    sweep_once(tmp_path)
    other = os.open(hidden_name(path), os.O_WRONLY | os.O_CREAT, 0o600)
    assert durable.lock.try_lock(other)

    def pause(seconds):
        waited.append(seconds)
        os.close(other)  # it is done now

    monkeypatch.setattr(durable.time, "sleep", pause)
    replace_file(path, NEW)
    assert len(waited) == 1 and path.read_bytes() == NEW


def test_a_new_file_is_nobody_elses_until_it_has_its_name(way, tmp_path, monkeypatch):
    modes, real = [], os.open

    def watched(path, flags, mode=0o777, **more):
        if flags & os.O_WRONLY:
            modes.append(mode)
        return real(path, flags, mode, **more)

    monkeypatch.setattr(os, "open", watched)
    replace_file(tmp_path / "a", b"content")
    assert set(modes) == {0o600}


@pytest.mark.skipif(os.name == "nt", reason="a folder cannot be opened there")
@pytest.mark.parametrize(("reason", "raised"), [("EINVAL", False), ("EIO", True), ("ENOSPC", True)])
def test_a_folder_that_cannot_be_brought_onto_the_medium_is_told(
    tmp_path, monkeypatch, reason, raised
):
    """Unless its file system does so by itself, and says that it cannot be asked to."""
    number = getattr(errno, reason)

    def fsync(_):
        raise OSError(number, "no")

    monkeypatch.setattr(os, "fsync", fsync)
    if raised:
        with pytest.raises(OSError, match="no"):
            durable.sync_folder(tmp_path)
    else:
        durable.sync_folder(tmp_path)


@pytest.mark.skipif(not durable._TMPFILE, reason="this system has no files without a name")
def test_nothing_is_asked_of_the_system_between_the_link_and_the_rename(tmp_path, monkeypatch):
    """A kill there leaves the hidden name: only the folder is closed."""
    path = tmp_path / "disk.d64"
    path.write_bytes(OLD)
    called = []

    def watched(name):
        real = getattr(os, name)

        def call(*given, **more):
            called.append(name)
            return real(*given, **more)

        return call

    for name in ("open", "link", "replace", "stat", "lstat", "fstat", "readlink", "close"):
        monkeypatch.setattr(os, name, watched(name))
    replace_file(path, NEW)
    begin = called.index("link")
    assert called[begin : called.index("replace") + 1] == ["link", "close", "replace"]


def test_threads_that_write_the_same_file_wait_for_each_other(way, tmp_path):
    path, errors = tmp_path / "disk.d64", []

    def write(content):
        try:
            for _ in range(20):
                replace_file(path, content)
        except OSError as error:
            errors.append(error)

    threads = [threading.Thread(target=write, args=(bytes([n]) * 5000,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors
    assert os.listdir(tmp_path) == ["disk.d64"]
    content = path.read_bytes()
    assert content == content[:1] * 5000


def test_long_names_have_hidden_names_of_their_own(tmp_path):
    names = [tmp_path / f"{'ü' * 120}{n}.d64" for n in range(2)]
    for path in names:
        replace_file(path, path.name.encode())
        hidden_name(path).write_bytes(b"")
    assert hidden_name(names[0]) != hidden_name(names[1])
    assert [path.read_bytes() for path in names] == [path.name.encode() for path in names]


@pytest.mark.parametrize("size", [1, 200, 201, 255])
def test_the_hidden_name_of_every_name_is_one_that_a_file_system_takes(tmp_path, size):
    path = tmp_path / ("a" * size)
    hidden = hidden_name(path)
    assert len(os.fsencode(hidden.name)) <= 255 and hidden.parent == tmp_path
    hidden.write_bytes(b"")  # as one that was killed has left it
    replace_file(path, b"new")
    assert path.read_bytes() == b"new"


@pytest.mark.skipif(os.name == "nt", reason="permissions are others there")
@pytest.mark.parametrize("mask", [0o000, 0o022, 0o027, 0o077])
def test_a_new_file_has_what_the_users_mask_leaves_and_an_old_one_what_it_had(way, tmp_path, mask):
    old, new = tmp_path / "old", tmp_path / "new"
    old.write_bytes(b"")
    old.chmod(0o604)
    before = os.umask(mask)
    try:
        for path in (old, new):
            replace_file(path, b"content")
        assert os.umask(mask) == mask  # it is as it was
    finally:
        os.umask(before)
    modes = [stat.S_IMODE(path.stat().st_mode) for path in (old, new)]
    assert modes == [0o604, 0o666 & ~mask]


def test_folders_are_made_one_in_another_with_the_mode_of_the_last(tmp_path):
    folder = tmp_path / "a" / "b" / "c"
    make_folder(folder, 0o700)
    make_folder(folder)
    assert folder.is_dir()
    if os.name != "nt":
        assert folder.stat().st_mode & 0o777 == 0o700
        assert folder.parent.stat().st_mode & 0o700 == 0o700


@pytest.mark.skipif(os.name == "nt", reason="permissions are others there")
def test_folders_may_be_used_by_all_whom_the_users_mask_lets(tmp_path):
    before = os.umask(0)
    try:
        make_folder(tmp_path / "a" / "b")
        make_folder(tmp_path / "c" / "d", 0o700)
    finally:
        os.umask(before)
    modes = [(tmp_path / name).stat().st_mode & 0o777 for name in ("a", "a/b", "c", "c/d")]
    assert modes == [0o777, 0o777, 0o777, 0o700]


KILLED = """
import sys
from pathlib import Path
from disk.durable import replace_file
print("begun", flush=True)
while True:
    for name in ("a", "b"):
        replace_file(Path(sys.argv[1], name), name.encode() * 100000)
"""


@pytest.mark.slow
@pytest.mark.skipif(not durable._TMPFILE, reason="this system has no files without a name")
def test_a_kill_at_any_moment_leaves_at_most_the_hidden_name_that_the_next_start_removes(tmp_path):
    """Between the link and the rename the new file has its hidden name, and no other ever."""
    for turn in range(12):
        command = [sys.executable, "-c", KILLED, str(tmp_path)]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        process.stdout.readline()
        time.sleep(0.004 * turn)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        left = {*os.listdir(tmp_path)} - {"a", "b"}
        assert left <= {hidden_name(tmp_path / name).name for name in "ab"}
        for path in tmp_path.glob("[ab]"):
            assert path.read_bytes() == path.name.encode() * 100000
        sweep_folder(tmp_path)
        assert {*os.listdir(tmp_path)} <= {"a", "b"}


def test_a_message_names_the_file_and_the_hosts_reason(tmp_path):
    with pytest.raises(MediaWriteError, match=r"nowhere.*No such file"):
        write_atomically(tmp_path / "nowhere" / "a.d64", NEW)
