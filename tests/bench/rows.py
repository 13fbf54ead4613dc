"""The figures of ``make bench``, measured in this process or in ones it starts.

Speeds are of the process's own time, so that other work on the host disturbs them little; every
round measures all of them one after the other, and what is divided was measured in one round.
A round begins from the same snapshots, so that it does the same work.

This package imports nothing of ``tests`` but itself: ``--against`` runs it, as the package
``bench``, on the machine of another checkout.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from functools import cache

from py65.devices.mpu6502 import MPU

import c64
from c64.debug.flat_bus import FlatBus
from emu.monitor.history import History
from emu.shared.disks import BUNDLED_GAME

from . import loads

FRAMES = 250
QUICK_FRAMES = 20
PY65_STEPS = 150_000
CPU_CYCLES = 20_000_000
THREAD_FRAMES = 1500
SNAPSHOTS = 100
MACHINES = 16

IMPORT = """
import time
begin = time.perf_counter()
import c64
package = time.perf_counter()
c64.C64
print((package - begin) * 1000, (time.perf_counter() - begin) * 1000)
"""
MEMORY = """
import resource, sys
import c64
machines = [c64.C64() for _ in range({machines})]
for machine in machines:
    machine.tick(30)
    machine.audio()
scale = 1 << 20 if sys.platform == "darwin" else 1 << 10
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / scale)
"""
FIRST_PICTURE = """
import os, sys, time
import pygame
show = pygame.display.flip
def first():
    show()
    print(time.time() - float(sys.argv[1]), flush=True)
    os._exit(0)
pygame.display.flip = first
from emu.__main__ import main
sys.exit(main([sys.argv[2]]))
"""


def fresh(code, *arguments, **variables):
    """Return the numbers that a Python of its own prints when it has run ``code``.

    variables  of its environment; None takes one away
    """
    path = os.pathsep.join(place for place in sys.path if place)
    environment = dict(os.environ, PYTHONPATH=path, SDL_VIDEODRIVER="dummy") | variables
    environment = {name: value for name, value in environment.items() if value is not None}
    environment.update(SDL_AUDIODRIVER="dummy", PYGAME_HIDE_SUPPORT_PROMPT="1")
    result = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env=environment, check=True, capture_output=True, text=True,
    )  # fmt: skip
    return [float(word) for word in result.stdout.split()]


class Bench:
    """What is measured, and the machines it is measured on.

    corpus  folder of the outside suites, for Klaus' test; or None
    quick   True: runs so short that they show only that all of it works
    """

    def __init__(self, corpus=None, quick=False):
        self.frames = QUICK_FRAMES if quick else FRAMES
        self.share = 20 if quick else 1
        self.klaus = loads.klaus_test(corpus)
        self.loop = loads.own_loop()

    @cache  # noqa: B019  (one Bench a process)
    def stand(self, load):
        """Return (machine, snapshot) of a load."""
        make = {
            "ready": loads.ready,
            "game": loads.game,
            "busy": loads.busy,
            "silent": lambda: loads.ready(sample_rate=0),
            "drive": lambda: loads.ready(sample_rate=0, drive="1541"),
        }[load]
        machine = make()
        return machine, machine.snapshot()

    def again(self, load):
        """Return the machine of a load as it was when it was made."""
        machine, snapshot = self.stand(load)
        machine.restore(snapshot)
        return machine

    # -- speeds, in cycles of the machine a second ---------------------------------------

    def rate(self, load, keys="", past=False):
        """Return the speed of a load, picture and sound made; ``past``: its past is kept, too."""
        machine = self.again(load)
        machine.type(keys, wait=False)
        history = History(machine) if past else None
        cycle, begin = machine.cycle, time.process_time()
        for _ in range(self.frames):
            if history is not None:
                history.frame()
            machine.tick()
            machine.audio()
        return (machine.cycle - cycle) / (time.process_time() - begin)

    def py65(self, memory):
        """Return the speed of bare py65 on this memory, from $0400."""
        mpu = MPU(memory=bytearray(memory))
        mpu.pc = 0x0400
        begin = time.process_time()
        for _ in range(PY65_STEPS // self.share):
            mpu.step()
        return mpu.processorCycles / (time.process_time() - begin)

    def cpu_alone(self, memory):
        """Return the speed of our CPU on a flat memory."""
        bus = FlatBus()
        bus.ram[:] = memory
        bus.cpu.pc = 0x0400
        begin = time.process_time()
        bus.run(CPU_CYCLES // self.share)
        return CPU_CYCLES / self.share / (time.process_time() - begin)

    def speeds(self):
        """Return the rows that are ratios to py65."""
        programs = {"": self.klaus, "_loop": self.loop}
        base = {end: self.py65(memory) for end, memory in programs.items() if memory}
        rates = {
            "machine": self.rate("ready"),
            "game": self.rate("game", "r"),
            "busy": self.rate("busy"),
        }
        rows = {
            f"{name}_over_py65{end}": rate / by for name, rate in rates.items()
            for end, by in base.items()
        }  # fmt: skip
        for end, by in base.items():
            rows[f"cpu_alone_over_py65{end}"] = self.cpu_alone(programs[end]) / by
        hertz = self.stand("game")[0].model.clock_hz
        rows["game_over_real_time"] = rates["game"] / hertz
        rows["py65_cycles_per_second_loop"] = base["_loop"]
        return rows

    # -- the others ----------------------------------------------------------------------

    def true_drive(self):
        """Return how much longer a machine takes with an idle 1541 of its own processor."""
        return {"true_drive_cost": self.rate("silent") / self.rate("drive")}

    def rewind(self):
        """Return how much longer the game takes while its past is kept, for rewind."""
        return {"rewind_cost": self.rate("game", "r") / self.rate("game", "r", past=True)}

    def two_threads(self):
        """Return the speed of two machines in two threads over that of one, by the clock."""
        frames = THREAD_FRAMES // self.share
        machines = [loads.ready(), loads.ready()]

        def seconds(*some):
            threads = [threading.Thread(target=machine.tick, args=(frames,)) for machine in some]
            begin = time.perf_counter()
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            return time.perf_counter() - begin

        return {"two_threads": 2 * seconds(machines[0]) / seconds(*machines)}

    def snapshots(self):
        """Return microseconds of a snapshot of the game in play, and of going back to it."""
        machine = self.again("game")
        taken, restored = [], []
        for _ in range(SNAPSHOTS):
            machine.tick()
            times = [time.process_time()]
            snapshot = machine.snapshot()
            times.append(time.process_time())
            machine.restore(snapshot)
            times.append(time.process_time())
            taken.append(times[1] - times[0])
            restored.append(times[2] - times[1])
        return {
            "snapshot_us": 1e6 * statistics.median(taken),
            "restore_us": 1e6 * statistics.median(restored),
        }

    def memory(self):
        """Return what a process with 16 machines takes of the host's memory."""
        (size,) = fresh(MEMORY.format(machines=MACHINES))
        return {"memory_16_machines_mb": size}

    def imports(self):
        """Return milliseconds of ``import c64``, and of that and ``c64.C64``.

        With the ``.pyc`` files that Python writes at a program's first start, also where the
        environment forbids them: compiling the sources each time is as long again.
        """
        with tempfile.TemporaryDirectory() as folder:
            written = {"PYTHONPYCACHEPREFIX": folder, "PYTHONDONTWRITEBYTECODE": None}
            fresh(IMPORT, **written)
            package, machine = fresh(IMPORT, **written)
        return {"import_package_ms": package, "import_ms": machine}

    def first_picture(self):
        """Return seconds from ``go64 GAME`` to the window's first picture, without a screen."""
        (seconds,) = fresh(FIRST_PICTURE, repr(time.time()), str(BUNDLED_GAME))
        return {"first_picture_s": seconds}

    def round(self):
        """Measure everything once; returns {row: figure}."""
        rows = {}
        for part in (
            self.speeds, self.true_drive, self.rewind, self.two_threads, self.snapshots,
            self.memory, self.imports, self.first_picture,
        ):  # fmt: skip
            rows |= part()
        return rows


def serve(corpus, quick):
    """Measure a round for each line of standard input; answers with a line of JSON."""
    bench = Bench(corpus, quick)
    for _ in sys.stdin:
        print(json.dumps({**bench.round(), "compiled": c64.compiled()}), flush=True)
