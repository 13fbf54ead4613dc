"""Run without a window: for scripts, continuous integration and test suites.

Options and their meaning follow VICE's (-limitcycles, -exitscreenshot, -debugcart).
Nothing depends on the host's clock: two runs with the same options are equal to the byte.
"""

import sys
import wave

import numpy as np

from emu.errors import HostError
from emu.host.setup import Feed, make_machine, start_file

WAV_RATE = 44100
NO_LIMIT = 1 << 62


class WavWriter:
    """Collects the SID's samples in a 16-bit mono WAV file."""

    def __init__(self, path):
        try:
            self._host = open(path, "wb")  # noqa: SIM115  (open as long as the run)
        except OSError as error:
            raise HostError(f"--wav {path}: cannot be written ({error.strerror})") from None
        self._file = wave.open(self._host, "wb")  # noqa: SIM115
        self._file.setnchannels(1)
        self._file.setsampwidth(2)
        self._file.setframerate(WAV_RATE)

    def write(self, samples):
        """Append int16[n]."""
        self._file.writeframes(np.asarray(samples, dtype="<i2").tobytes())

    def close(self):
        """Finish the file."""
        self._file.close()
        self._host.close()


def save_screenshot(machine, path):
    """Write the visible picture to a PNG file."""
    try:
        machine.screen.image.save(path)
    except (OSError, ValueError) as error:
        raise HostError(f"--exit-screenshot {path}: cannot be written ({error})") from None


class HeadlessRun:
    """One run: the machine, what it starts, and where the end is."""

    def __init__(self, args):
        self.args = args
        self.machine = make_machine(args, WAV_RATE if args.wav else 0)
        self.machine.drive().notice = lambda text: print(f"go64: {text}", file=sys.stderr)
        self.wav = WavWriter(args.wav) if args.wav else None
        self.start = start_file(args, self.machine)
        self.machine.debugcart = args.debugcart

    def run(self):
        """Run to the end; returns the exit status."""
        if self.args.binary_monitor:
            return self._run_remote()
        args, machine = self.args, self.machine
        feed = Feed(machine, self.start, args.keys)
        frames_left = args.frames or NO_LIMIT
        last_cycle = args.limit_cycles or NO_LIMIT
        while frames_left > 0 and machine.cycle < last_cycle and not machine.stopped:
            feed()
            machine.tick(limit=last_cycle)
            frames_left -= 1
            if self.wav:
                self.wav.write(machine.audio())
        return self._finish(stopped=machine.stopped)

    def _run_remote(self):
        """Run with a binary monitor, whose client may end the run, too."""
        from emu.host.headless_remote import RemoteRun

        args, machine = self.args, self.machine
        run = RemoteRun(args, machine, self.start)
        frames_left = args.frames or NO_LIMIT
        last_cycle = args.limit_cycles or NO_LIMIT
        while frames_left > 0 and machine.cycle < last_cycle and not run.ended:
            frames_left -= run.advance(last_cycle)
            if self.wav:
                self.wav.write(machine.audio())
        run.close()
        return self._finish(run.quitting, run.stopped)

    def _finish(self, wanted=False, stopped=False):
        """Write what was asked for; returns the exit status.

        wanted   somebody has ended the run;  stopped  the debug cartridge has
        """
        args, machine = self.args, self.machine
        machine.flush()
        if self.wav:
            self.wav.close()
        if args.exit_screenshot:
            save_screenshot(machine, args.exit_screenshot)
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


def run_headless(args):
    """Run as the options say; returns the exit status."""
    return HeadlessRun(args).run()
