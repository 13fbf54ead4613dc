"""``python -m tests.bench.kit``: what the test kit costs, one ``name: value`` line each.

The overhead of a log is the time of the same run with it, divided by that of a plain run,
measured in turns; the median of the rounds.  Times are of the process, not of the clock.
"""

import statistics
import time
from contextlib import ExitStack, nullcontext

from emu.kit.machine import Kit
from emu.kit.station import Setup, Station

ROUNDS = 5
FRAMES = 40
CALLS = 2000
ROUTINE = bytes.fromhex("18 65fb 85fb 60")  # CLC, ADC $FB, STA $FB, RTS


def _run(kit, log):
    begin = time.process_time()
    context = log(kit)
    with nullcontext() if context is None else context:
        for _ in range(FRAMES):
            kit.board.run_frame(kit.board.cycle + 40_000)
    return time.process_time() - begin


def _plain(kit):
    kit.board.attach_probe(None)


def _watch(kit):
    kit.watch((0xD000, 0xD3FF))


def _all(kit):
    stack = ExitStack()
    for log in (kit.bus_log(), kit.interrupt_log()):
        stack.enter_context(log)
    return stack


LOGS = {
    "last 32 instructions, stack depth (always on)": lambda kit: None,
    "coverage and profile": lambda kit: setattr(kit.probe, "counting", 1),
    "register log": lambda kit: kit.register_log(),
    "watch of the VIC's registers": _watch,
    "step log": lambda kit: kit.step_log(),
    "interrupt log": lambda kit: kit.interrupt_log(),
    "bus log, every access": lambda kit: kit.bus_log(),
    "bus log and interrupt log": _all,
}


def overhead(station, log):
    """Return the median ratio of a run with ``log`` to a plain one."""
    ratios = []
    for _ in range(ROUNDS):
        plain = _run(Kit(station), _plain)
        ratios.append(_run(Kit(station), log) / plain)
        station.probe.counting = 0
    return statistics.median(ratios)


def calls_a_second(station):
    """Return how often a second a test's machine is put back and a routine is called."""
    best = 0
    for _ in range(ROUNDS):
        begin = time.process_time()
        for _ in range(CALLS):
            kit = Kit(station)
            kit.board.ram[0xC000 : 0xC000 + len(ROUTINE)] = ROUTINE
            kit.call(0xC000, a=1, zp={0xFB: 1})
        best = max(best, CALLS / (time.process_time() - begin))
    return best


def main():
    """Print the figures."""
    station = Station(Setup())
    print(f"fixture and call, a second: {calls_a_second(station):.0f}")
    for name, log in LOGS.items():
        print(f"overhead, {name}: {overhead(station, log):.2f}")


if __name__ == "__main__":
    main()
