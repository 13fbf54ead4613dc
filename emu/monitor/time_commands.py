"""The monitor's pictures of time: ``profile``, ``heat`` and ``events`` run and write a file."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from emu.kit.observer import ENDINGS, FRAMES_MOST, Observer
from emu.monitor.command_base import CommandBase
from emu.monitor.errors import MonitorError

FRAMES = 50
EVENT_FRAMES = 1  # a picture of events is of the last frame anyway


class TimeCommands(CommandBase):
    """Commands that measure a run."""

    def do_profile(self, args: str) -> None:
        """Write where the cycles of some frames go."""
        self._measured("profile", "profile", args, FRAMES, lambda seen: seen.profile())

    def do_heat(self, args: str) -> None:
        """Write which memory some frames use."""
        self._measured("heat", "memory_map", args, FRAMES, lambda seen: seen.memory_map())

    def do_events(self, args: str) -> None:
        """Write what happens where in a frame."""
        self._measured("events", "events", args, EVENT_FRAMES, lambda seen: seen.event_log())

    def _measured(
        self, command: str, what: str, args: str, usual: int, log_of: Callable[[Observer], Any]
    ) -> None:
        """Run frames with a log of an Observer, and save it to the file that ``args`` name."""
        path, _, text = args.strip().rpartition(" ")
        if not path or not text.isdecimal():
            path, text = args.strip(), ""
        endings = ENDINGS[what]
        if not path.endswith(endings):
            raise MonitorError(
                f"expected: {command} FILE [N]; FILE ends in one of {' '.join(endings)}"
            )
        if not Path(path).absolute().parent.is_dir():
            raise MonitorError(f"{command} {path}: folder {Path(path).parent} does not exist")
        frames = self.count(text, usual)
        if frames > FRAMES_MOST:
            raise MonitorError(f"{command}: {frames} frames; {FRAMES_MOST} is the most")
        board = self.board
        if board.probing:
            raise MonitorError(f"{command}: delete or disable read, write, irq and nmi breakpoints")
        observer = Observer(self.machine, self.symbols)
        try:
            with log_of(observer) as log, self.interruptible():
                stop = self.debugger.step_frames(frames)
        finally:
            observer.close()
        log.save(path)
        span = f"{frames} frame{'s' * (frames > 1)}" if stop is None else "up to the stop"
        self._output(f"{path}: {span}")
        self.after(stop)
