"""Shows in a window why go64 cannot start, if nobody would read stderr."""

from __future__ import annotations

import os
import signal
import stat
import sys
import textwrap
from collections.abc import Sequence

from emu.language.translation import translated
from emu.process.signals import END_SIGNALS, is_ignored

COLUMNS, LINES_MOST = 64, 12
ELSEWHERE = ("--headless", "--monitor", "--host")  # runs without a window
INVISIBLE = ("dummy", "offscreen")  # SDL's drivers without a screen


def nobody_reads() -> bool:
    """Tell whether output to stderr is lost because go64 was started from a desktop.

    A desktop starts a program without a terminal, and its stderr goes to the journal (a socket),
    to a log file of the session, or nowhere.  A script that wants the reason has a pipe or a file.
    """
    if sys.stderr is None:
        return True
    try:
        found = os.fstat(sys.stderr.fileno())
    except (OSError, ValueError):  # closed, or replaced by something without a file
        return False
    if os.isatty(sys.stderr.fileno()) or stat.S_ISFIFO(found.st_mode):
        return False
    if os.environ.get("GIO_LAUNCHED_DESKTOP_FILE_PID") == str(os.getpid()):
        return True
    if stat.S_ISCHR(found.st_mode):
        return found.st_rdev == os.stat(os.devnull).st_rdev
    return stat.S_ISSOCK(found.st_mode)


def show_error(message: str, words: Sequence[str]) -> None:
    """Show why go64 ends, in a window that waits for the user, if nobody reads stderr.

    words  of the command line: a run without a window shows nothing
    """
    if any(word in ELSEWHERE for word in words) or not nobody_reads():
        return
    if os.environ.get("SDL_VIDEODRIVER") in INVISIBLE:
        return
    import pygame

    lines = textwrap.wrap(translated(message), COLUMNS)
    lines = [*lines[: LINES_MOST - 1], "..."] if len(lines) > LINES_MOST else lines
    try:
        pygame.display.init()
        for number in END_SIGNALS:  # Python would wait for the user
            if not is_ignored(number):
                signal.signal(number, signal.SIG_DFL)
        pygame.display.message_box(
            "GO 64", "\n".join(lines), "error",
            buttons=(translated("Close"),), return_button=0, escape_button=0,
        )  # fmt: skip
    except pygame.error:  # no screen, either
        return
    finally:
        pygame.display.quit()
