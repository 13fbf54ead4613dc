"""When the reason of a failed start is shown in a window: nobody would read it elsewhere."""

import io
import os
import signal
import socket
import sys

import pygame
import pytest

from emu.host import error_window
from emu.host.error_window import nobody_reads, show_error
from emu.process.signals import END_SIGNALS


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


@pytest.fixture
def boxes(monkeypatch):
    """Return a list of the windows that are shown, with "init" and "quit" around them."""
    shown = []
    monkeypatch.setattr(error_window, "nobody_reads", lambda: True)
    monkeypatch.delenv("SDL_VIDEODRIVER", raising=False)
    monkeypatch.setattr(signal, "signal", lambda *words: shown.append(words))
    for name in ("init", "quit"):
        monkeypatch.setattr(pygame.display, name, lambda name=name: shown.append(name))
    monkeypatch.setattr(
        pygame.display, "message_box", lambda *words, **more: shown.append((words, more))
    )
    return shown


@pytest.mark.parametrize(("count", "shown"), [(1, 1), (12, 12), (13, 12), (40, 12)])
def test_a_long_reason_is_shown_in_twelve_lines_of_64_characters(boxes, count, shown):
    words = [f"{n:02}" + 62 * "x" for n in range(count)]
    show_error(" ".join(words), [])
    first, *handlers, ((_, text, kind), more), last = boxes
    assert (first, last, kind) == ("init", "quit", "error")
    assert handlers == [(number, signal.SIG_DFL) for number in END_SIGNALS], "CTRL+C ends it"
    lines = words[: shown - 1] + (["..."] if count > shown else words[shown - 1 : shown])
    assert text.split("\n") == lines
    assert (len(more["buttons"]), more["return_button"], more["escape_button"]) == (1, 0, 0)


def test_a_signal_that_is_ignored_stays_so_while_the_window_is_shown(boxes, monkeypatch):
    monkeypatch.setattr(error_window, "is_ignored", lambda number: number == signal.SIGTERM)
    show_error("no", [])
    assert [number for number, _ in boxes[1:-2]] == [n for n in END_SIGNALS if n != signal.SIGTERM]


@pytest.mark.parametrize("driver", error_window.INVISIBLE)
def test_no_window_is_shown_where_nobody_could_see_it(boxes, monkeypatch, driver):
    monkeypatch.setenv("SDL_VIDEODRIVER", driver)
    show_error("no", [])
    assert boxes == []
    monkeypatch.setenv("SDL_VIDEODRIVER", "x11")
    show_error("no", [])
    assert boxes[-1] == "quit"


def test_no_window_is_shown_if_somebody_reads_the_reason(boxes, monkeypatch):
    monkeypatch.setattr(error_window, "nobody_reads", lambda: False)
    show_error("no", [])
    assert boxes == []


@pytest.mark.parametrize("name", ["init", "message_box"])
def test_without_a_screen_there_is_no_window_and_no_error(boxes, monkeypatch, name):
    def fails(*_, **__):
        raise pygame.error("no video device")

    monkeypatch.setattr(pygame.display, name, fails)
    show_error("no", [])
    assert boxes[-1] == "quit"


def test_a_terminal_and_another_device_than_null_are_read(stderr, monkeypatch):
    main, other = os.openpty()
    stderr(other)
    monkeypatch.setenv("GIO_LAUNCHED_DESKTOP_FILE_PID", str(os.getpid()))
    assert not nobody_reads()
    os.close(main)
    monkeypatch.delenv("GIO_LAUNCHED_DESKTOP_FILE_PID")
    stderr(os.open("/dev/zero", os.O_WRONLY))
    assert not nobody_reads()


def test_another_program_of_the_desktop_says_nothing_about_us(stderr, tmp_path, monkeypatch):
    stderr(os.open(tmp_path / "log", os.O_WRONLY | os.O_CREAT))
    monkeypatch.setenv("GIO_LAUNCHED_DESKTOP_FILE_PID", str(os.getpid() + 1))
    assert not nobody_reads()


def test_something_without_a_file_is_read(monkeypatch):
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    assert not nobody_reads()
