"""When the reason of a failed start is shown in a window: nobody would read it elsewhere."""

import os
import signal
import socket
import sys

import pygame
import pytest

from emu.host import error_window
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


@pytest.mark.parametrize(("count", "shown"), [(1, 1), (12, 12), (13, 12), (40, 12)])
def test_a_long_reason_is_shown_in_twelve_lines_of_64_characters(monkeypatch, count, shown):
    monkeypatch.setattr(error_window, "nobody_reads", lambda: True)
    monkeypatch.delenv("SDL_VIDEODRIVER", raising=False)
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    boxes = []
    monkeypatch.setattr(pygame.display, "init", lambda: None)
    monkeypatch.setattr(pygame.display, "quit", lambda: None)
    monkeypatch.setattr(
        pygame.display, "message_box", lambda *words, **more: boxes.append((words, more))
    )
    words = [f"{n:02}" + 62 * "x" for n in range(count)]
    show_error(" ".join(words), [])
    ((_, text, kind), more), *others = boxes
    assert not others and kind == "error"
    lines = words[: shown - 1] + (["..."] if count > shown else words[shown - 1 : shown])
    assert text.split("\n") == lines
    assert (len(more["buttons"]), more["return_button"], more["escape_button"]) == (1, 0, 0)
