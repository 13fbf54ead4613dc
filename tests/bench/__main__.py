"""``make bench``: one ``name: value`` line per figure, ratios first.

Speeds are ratios to bare py65 (its MPU on a bytearray), measured interleaved in this run,
on one core.  The median of the rounds is printed.
"""

import statistics
import sys
import time

from py65.devices.mpu6502 import MPU

import c64
from c64.debug.flat_bus import FlatBus
from emu.host.disks import BUNDLED_GAME

ROUNDS = 7
PY65_STEPS = 150_000
MACHINE_FRAMES = 250
PROGRAM = bytes.fromhex(
    # A loop of loads, stores, arithmetic, branches and a subroutine, the mix of common code.
    "a200bd0010187d001199001220150ae8d0f1c8d0eee6f04c0002"
)


def py65_rate(memory):
    """Return cycles a second of bare py65 on this memory, from $0400."""
    mpu = MPU(memory=bytearray(memory))
    mpu.pc = 0x0400
    begin = time.perf_counter()
    for _ in range(PY65_STEPS):
        mpu.step()
    return mpu.processorCycles / (time.perf_counter() - begin)


def reference_memory():
    """Return 64 KiB for py65: Klaus' functional test if it is there, else our own loop."""
    from tests.conformance.corpus import corpus_folder

    folder = corpus_folder()
    if folder and (folder / "klaus").is_dir():
        return (folder / "klaus" / "6502_functional_test.bin").read_bytes()
    memory = bytearray(65536)
    memory[0x0400 : 0x0400 + len(PROGRAM)] = PROGRAM
    return memory


def playing():
    """Return a machine with sound that plays the game."""
    machine = c64.C64()
    machine.autostart(BUNDLED_GAME, settle=True)
    machine.tick(400)
    return machine


def machine_rate(machine):
    """Return cycles a second of the machine, picture and sound made."""
    cycle = machine.cycle
    begin = time.perf_counter()
    for _ in range(MACHINE_FRAMES):
        machine.tick()
        machine.audio()
    return (machine.cycle - cycle) / (time.perf_counter() - begin)


def cpu_rate(memory):
    """Return cycles a second of our CPU alone on a flat memory."""
    bus = FlatBus()
    bus.ram[:] = memory
    bus.cpu.pc = 0x0400
    begin = time.perf_counter()
    bus.run(20_000_000)
    return 20_000_000 / (time.perf_counter() - begin)


def main():
    """Measure and print."""
    memory = reference_memory()
    machine = playing()
    rows = []
    for _ in range(ROUNDS):
        base = py65_rate(memory)
        rows.append((machine_rate(machine) / base, cpu_rate(memory) / base, base))
    over, cpu, base = (statistics.median(column) for column in zip(*rows, strict=True))
    print(f"machine_over_py65: {over:.2f}")
    print(f"cpu_alone_over_py65: {cpu:.2f}")
    print(f"machine_over_real_time: {over * base / machine.model.clock_hz:.2f}")
    print(f"py65_cycles_per_second: {base:.0f}")
    print(f"compiled: {c64.compiled()}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
