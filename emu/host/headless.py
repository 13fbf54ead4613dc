"""Run without a window: for scripts, continuous integration and test suites.

Options and their meaning follow VICE's (-limitcycles, -exitscreenshot, -debugcart).
Nothing depends on the host's clock: two runs with the same options are equal to the byte.
"""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from emu.errors import HostError
from emu.process.signals import unbroken
from emu.replay.recorder import Recorder
from emu.shared.jam import after_jam
from emu.shared.observing import observed
from emu.shared.pacing import Pacer
from emu.shared.recording_file import check_recordable, outcome, play_recording, save_recording
from emu.shared.setup import Feed, make_machine, start_file, wants_monitor
from emu.shared.strays import StrayWatch

if TYPE_CHECKING:
    from argparse import Namespace

    from c64.api import C64
    from c64.api_views import FilePath
    from emu.host.record.capture import Recording
    from emu.replay.player import Player

WAV_RATE = 44100
NO_LIMIT = 1 << 62


def tell(text: str) -> None:
    """Write a line about the run."""
    print(f"go64: {text}", file=sys.stderr)


class Captures:
    """The files of ``--wav`` and ``--capture``: each takes every frame."""

    def __init__(self, args: Namespace, machine: C64) -> None:
        self._machine = machine
        self._files: list[Recording] = []
        if args.wav:
            self._open("--wav", args.wav, ".wav")
        if args.capture:
            self._open("--capture", args.capture, Path(args.capture).suffix)

    def _open(self, option: str, path: FilePath, suffix: str) -> None:
        from emu.host.picture.geometry import PIXEL_ASPECT
        from emu.host.record.capture import Recording, open_writer

        machine = self._machine
        height, width = machine.screen.indices.shape
        aspect = PIXEL_ASPECT[machine.model.standard]
        try:
            writer = open_writer(path, (width, height), machine, WAV_RATE, aspect, suffix)
        except HostError as error:
            raise HostError(f"{option} {error}") from None
        self._files.append(Recording(path, writer, tell))

    def frame(self) -> None:
        """Record the frame that has run."""
        if self._files:
            screen, samples = self._machine.screen, self._machine.audio()
            indices = screen.indices
            for file in self._files:
                file.frame(indices, screen.palette, samples)

    def close(self) -> bool:
        """Finish the files; returns whether all are whole."""
        for file in self._files:
            file.close()
        return not any(file.failed for file in self._files)


def save_screenshot(machine: C64, path: FilePath) -> None:
    """Write the visible picture to a PNG file."""
    from emu.host.record.capture import write_picture

    try:
        write_picture(machine.screen.image, Path(path))
    except (OSError, ValueError) as error:
        raise HostError(f"--exit-screenshot {path}: cannot be written ({error})") from None


class HeadlessRun:
    """One run: the machine, what it starts, and where the end is."""

    def __init__(self, args: Namespace) -> None:
        self.args = args
        self.machine = make_machine(args, WAV_RATE if args.wav or args.capture else 0)
        self.machine.drives[8].notice = tell
        self._strays = StrayWatch(self.machine, tell)
        self.captures = Captures(args, self.machine)
        self.start = start_file(args, self.machine)
        self.player: Player | None = None
        self._pacer: Pacer | None = None  # for a run without an end, like VICE without -warp
        self._recorder: Recorder | None = None
        if args.replay:
            self.player = play_recording(self.machine, args.recording)
            return
        self.machine.debugcart = args.debugcart
        unending = args.endless and not (args.frames or args.limit_cycles or args.debugcart)
        if unending and not args.warp:
            self._pacer = Pacer(self.machine.model.frame_hz)
        if args.record:
            check_recordable(self.machine)
            self._recorder = Recorder(self.machine)

    def run(self) -> int:
        """Run to the end; returns the exit status."""
        try:
            return self._run()
        except BaseException:  # CTRL+C, too
            self._rescue()
            raise

    def _rescue(self) -> None:
        """Save what is possible of a run that ends early."""
        for keep in (self.machine.flush, self.captures.close, self._save_recording):
            with contextlib.suppress(Exception):  # the first error is the one to report
                keep()

    def _run(self) -> int:
        if wants_monitor(self.args):
            return self._run_remote()
        if self.player is not None:
            return self._run_replay(self.player)
        with observed(self.args, self.machine):
            return self._run_frames()

    def _run_frames(self) -> int:
        args, machine = self.args, self.machine
        feed = Feed(machine, self.start, args.keys)
        frames_left = args.frames or NO_LIMIT
        last_cycle = args.limit_cycles or NO_LIMIT
        while frames_left > 0 and machine.cycle < last_cycle and not machine.stopped:
            with unbroken:
                feed()
                machine.tick(limit=last_cycle)
                self._strays.look()
                if after_jam(machine, args.jam_action):
                    self._save_recording()
                    return self._finish(wanted=True)
                if self._recorder is not None:
                    self._recorder.end()
            frames_left -= 1
            self.captures.frame()
            self._pace()
        self._save_recording()
        return self._finish(stopped=machine.stopped)

    def _pace(self) -> None:
        """Wait for the next frame's time, unless the run is meant to be fast."""
        if self._pacer is not None:
            self._pacer.wait()

    def _save_recording(self) -> None:
        """Write the recording, once."""
        recorder, self._recorder = self._recorder, None
        if recorder is None:
            return
        with unbroken:
            name = self.args.file
            title = Path(name).name if name else ""
            save_recording(self.args.record, self.machine, recorder.finish(), title)
        if recorder.full:
            print(f"go64: {self.args.record}: ends early: {recorder.full}", file=sys.stderr)

    def _run_replay(self, player: Player) -> int:
        """Replay to the end, or as far as the options say; returns the exit status."""
        machine = self.machine
        last, cycles = self.args.frames or NO_LIMIT, self.args.limit_cycles or NO_LIMIT
        while not player.over and player.step < last and machine.cycle < cycles:
            player.prepare()
            machine.tick(limit=player.limit)
            player.end()
            self.captures.frame()
        if not player.over:
            player.stop("its end was not waited for")
        tell(outcome(player))
        status = self._finish(wanted=True)
        return status if player.diverged is None else 1

    def _run_remote(self) -> int:
        """Run with a binary monitor, whose client may end the run, too."""
        from emu.monitor.vice.targets.headless import RemoteRun

        args, machine = self.args, self.machine
        run = RemoteRun(args, machine, self.start)
        pacer = Pacer(machine.model.frame_hz)
        frames_left = args.frames or NO_LIMIT
        last_cycle = args.limit_cycles or NO_LIMIT
        while frames_left > 0 and machine.cycle < last_cycle and not run.ended:
            frames = run.advance(last_cycle)
            self._strays.look()
            frames_left -= frames
            self.captures.frame()
            if frames and after_jam(machine, args.jam_action):
                run.quit()
            elif frames and not run.warp:
                pacer.speed = run.speed / 100
                pacer.wait()
        run.close()
        return self._finish(run.quitting, run.stopped)

    def _finish(self, wanted: bool = False, stopped: bool = False) -> int:
        """Write the requested files; returns the exit status.

        wanted   True: the user has ended the run;  stopped  True: the debug cartridge has
        """
        args, machine = self.args, self.machine
        machine.flush()
        recorded = self.captures.close() and not machine.unsaved
        if args.exit_screenshot:
            save_screenshot(machine, args.exit_screenshot)
        if not recorded:
            return 1
        if wanted:
            return 0
        if stopped:
            return machine.debug_value
        if machine.jammed:
            print(f"go64: CPU jammed at ${machine.registers.pc:04X}", file=sys.stderr)
            return 1
        if args.debugcart or args.limit_cycles:
            limit = args.limit_cycles
            what = f"--limit-cycles {limit}" if limit else f"--frames {args.frames}"
            print(f"go64: {what} reached at cycle {machine.cycle}", file=sys.stderr)
            return 1
        return 0


def run_headless(args: Namespace) -> int:
    """Run as the options say; returns the exit status."""
    return HeadlessRun(args).run()
