"""``go64``: the command."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import warnings
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argparse import Namespace

    from emu.dap.launch import Launch
    from emu.dap.server import DebugAdapter
    from emu.host.settings import Settings

WITHOUT_READER = 128 + 13  # the status of who is ended by SIGPIPE
LINE_MOST = 600  # characters; a name that somebody made up may have thousands


def report(message: object) -> str:
    """Print one line to stderr, whatever the message holds; of a long one both ends; returns it."""
    line = " ".join(str(message).split())
    if len(line) > LINE_MOST:
        line = f"{line[: LINE_MOST // 3]} ... {line[-LINE_MOST // 2 :]}"
    line = "".join(c if c.isprintable() else "?" for c in line)
    print(f"go64: {line}", file=sys.stderr)
    return line


def _fail(message: object, words: Sequence[str], status: int = 2) -> int:
    """Say why go64 ends, where somebody can see it; returns the exit status."""
    from emu.host.error_window import show_error

    show_error(report(message), words)
    return status


def _warn(message: object) -> None:
    report(f"warning: {message}")


def _settings() -> Settings:
    from emu.host.settings import load_settings

    return load_settings()


def main(argv: Iterable[str] | None = None) -> int:
    """Run ``go64``; returns the exit status (2 for input that cannot be used)."""
    try:
        try:
            return _main(argv)
        finally:
            if sys.stdout is not None and not sys.stdout.closed:
                sys.stdout.flush()
    except BrokenPipeError:
        # Nobody reads on, as with ``go64 --help | head``; Python would flush once more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return WITHOUT_READER


def _main(argv: Iterable[str] | None) -> int:
    warnings.showwarning = lambda message, *_: _warn(message)
    try:
        from c64.errors import Go64Error, MachineFault, place_of
        from emu.cli import ON_STANDARD_INPUT, parse_arguments
        from emu.process.signals import Terminated, signals_heeded
    except ImportError as error:
        report(f"installation incomplete: {error}; run 'make build'")
        return 2
    words = list(sys.argv[1:] if argv is None else argv)
    with signals_heeded():
        try:
            args = parse_arguments(words, _settings)
            return _run_adapter(args, words) if args.dap == ON_STANDARD_INPUT else _run(args)
        except Go64Error as error:
            return _fail(error, words)
        except MachineFault as error:
            return _fail(error, words, 1)
        except KeyboardInterrupt:
            return 130
        except Terminated as end:
            return _leave(end.status)
        except BrokenPipeError:
            raise
        except Exception as error:
            place = place_of(error.__traceback__)
            line = f"an error in GO 64 itself: {type(error).__name__}: {error}{place}"
            return _fail(line, words, 1)


def _run(args: Namespace) -> int:
    """Run as the options say; returns the exit status."""
    if args.headless:
        from emu.host.headless import run_headless

        return run_headless(args)
    if args.mcp:
        from emu.mcp.server import run_mcp

        return run_mcp(args)
    if args.monitor:
        from emu.host.terminal import run_monitor

        return run_monitor(args)
    if args.host:
        from emu.web.host import run_host

        return run_host(args)
    from emu.host.app import run_app

    return run_app(args)


def _run_adapter(args: Namespace, words: Iterable[str]) -> int:
    """Debug the programs that the client on standard input launches; returns the exit status.

    words  the command line, which is part of every launch
    """
    from emu.dap.server import DebugAdapter
    from emu.errors import UsageError

    if args.file or args.cart:
        raise UsageError("--dap: the program comes from the editor; to attach, name a port as well")
    adapter = DebugAdapter(None)
    try:
        while (launch := adapter.await_launch()) is not None:
            status = _run_launch(adapter, launch, [word for word in words if word != "--dap"])
            if status is not None:
                return status
        return 0
    finally:
        adapter.close()


def _run_launch(adapter: DebugAdapter, launch: Launch, words: Iterable[str]) -> int | None:
    """Run what a client has launched; returns the exit status, None if it cannot be launched."""
    from c64.errors import Go64Error
    from emu.cli import parse_arguments

    try:
        if launch.cwd:
            os.chdir(launch.cwd)
        args = parse_arguments([*words, *launch.words, "--dap"], _settings)
        args.adapter = adapter
        args.endless = not launch.warp
        return _run(args)
    except (Go64Error, OSError) as error:
        if adapter.bound:
            raise
        adapter.fail(str(error))
        return None


def _leave(status: int) -> int:
    """Return the status; where a thread waits for its input, Python could not end in order."""
    if threading.active_count() > 1:
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(OSError, ValueError, AttributeError):
                stream.flush()
        os._exit(status)
    return status


if __name__ == "__main__":
    sys.exit(main())
