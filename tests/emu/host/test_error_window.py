"""When the reason of a failed start is shown in a window: nobody would read it elsewhere."""

import os
import socket
import sys

import pytest

from emu.host.error_window import nobody_reads, show_error


@pytest.fixture
def stderr(monkeypatch):
    """Return a function that gives the process a file for its stderr."""
    opened = []

    def put(number):
        file = os.fdopen(number, "w")
        opened.append(file)
        monkeypatch.setattr(sys, "stderr", file)

    monkeypatch.delenv("GIO_LAUNCHED_DESKTOP_FILE_PID", raising=False)
    yield put
    for file in opened:
        file.close()


def test_what_goes_nowhere_or_to_the_journal_is_read_by_nobody(stderr, monkeypatch):
    stderr(os.open(os.devnull, os.O_WRONLY))
    assert nobody_reads()
    one, other = socket.socketpair()
    stderr(one.detach())
    assert nobody_reads()
    other.close()
    monkeypatch.setattr(sys, "stderr", None)
    assert nobody_reads()


def test_a_script_that_catches_the_reason_gets_no_window(stderr, tmp_path):
    read, write = os.pipe()
    stderr(write)
    assert not nobody_reads()
    os.close(read)
    stderr(os.open(tmp_path / "log", os.O_WRONLY | os.O_CREAT))
    assert not nobody_reads()


def test_a_log_of_the_session_is_read_by_nobody_if_the_desktop_started_us(
    stderr, tmp_path, monkeypatch
):
    stderr(os.open(tmp_path / "log", os.O_WRONLY | os.O_CREAT))
    monkeypatch.setenv("GIO_LAUNCHED_DESKTOP_FILE_PID", str(os.getpid()))
    assert nobody_reads()


@pytest.mark.parametrize("words", [["--headless", "x.d64"], ["--host"], ["--monitor"]])
def test_a_run_without_a_window_shows_none(stderr, monkeypatch, words):
    stderr(os.open(os.devnull, os.O_WRONLY))
    monkeypatch.setitem(sys.modules, "pygame", None)  # to import it would fail
    show_error("no", words)
