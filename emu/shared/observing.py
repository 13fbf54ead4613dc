"""``--profile``, ``--events``, ``--memory-map``: pictures of time of a run without a window."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from emu.errors import HostError, UsageError
from emu.kit.observer import ENDINGS, FRAMES_MOST

if TYPE_CHECKING:
    from argparse import Namespace

    from c64.api import C64


def check_observing(args: Namespace) -> bool:
    """Return True if an option wants a picture of time; UsageError for what makes no sense."""
    wanted = [name for name in ENDINGS if getattr(args, name)]
    for name in wanted:
        option, path = f"--{name.replace('_', '-')}", getattr(args, name)
        if not path.endswith(ENDINGS[name]):
            raise UsageError(f"{option} {path}: must end in one of {' '.join(ENDINGS[name])}")
        if not Path(path).absolute().parent.is_dir():
            raise UsageError(f"{option} {path}: folder {Path(path).parent} does not exist")
        if not args.headless or not args.frames or args.frames > FRAMES_MOST:
            raise UsageError(f"{option} needs --headless and --frames 1 to {FRAMES_MOST}")
        if args.replay or args.cpu == "py65" or args.monitor_commands:
            raise UsageError(f"{option} does not work with --replay, --cpu py65 or a monitor")
    return bool(wanted)


@contextlib.contextmanager
def observed(args: Namespace, machine: C64) -> Iterator[None]:
    """Watch a run as the options say, and write their files at its end."""
    if not check_observing(args):
        yield
        return
    from emu.kit.observer import Observer
    from emu.shared.setup import read_symbols

    observer = Observer(machine, read_symbols(args))
    makers: dict[str, Callable[[], Any]] = {
        "memory_map": observer.memory_map, "events": observer.event_log,
        "profile": observer.profile,
    }  # fmt: skip
    wanted = [name for name in makers if getattr(args, name)]
    if "profile" in wanted and "memory_map" in wanted:
        raise UsageError("--profile and --memory-map: use one at a time")
    with contextlib.ExitStack() as stack:
        logs = {name: stack.enter_context(makers[name]()) for name in wanted}
        yield
    observer.close()
    for name, log in logs.items():
        try:
            log.save(getattr(args, name))
        except OSError as error:
            option = f"--{name.replace('_', '-')} {getattr(args, name)}"
            raise HostError(f"{option}: cannot be written ({error.strerror})") from None
