"""Machines in several threads at once: each gives bit for bit what it gives alone."""

import hashlib
import signal
import sys
import threading
import time
from contextlib import contextmanager

import pytest

import c64
from c64.cartridge.easyflash import CART_EASYFLASH
from tests.c64.cartridge.test_cartridge import image

FRAMES = 40
# At $1000: copies a page that moves along from ROM at $8000 to the screen, for ever.
COPY = bytes.fromhex("a200 bd0080 9d0004 8d20d0 e8 d0f4 ee00de 4c0010")
# At $1000: pulls CLK and lets it go, and puts what it sees of the serial bus into the border.
CLOCK = bytes.fromhex("ad00dd 4910 8d00dd ad00dd 8d20d0 4c0010")
# At $1000: counts at $2000, by way of a routine at $1010, and makes noise.
COUNT = bytes.fromhex("a981 8d04d4 a90f 8d18d4 201010 4c0a10 ee0020 8d20d0 60")
# At $0C00: counts, puts the count into a +60K's register, which exchanges banks, and into RAM.
BANKS = bytes.fromhex("eeff00 adff00 8d00d1 8d0040 4c000c")

compiled_only = pytest.mark.compiled_only("the threads of the uncompiled machine are Python's own")


@contextmanager
def switching_every(seconds):
    """Have Python's threads take turns so often, as far as they do not let go by themselves."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(seconds)
    try:
        yield
    finally:
        sys.setswitchinterval(before)


def load(machine, code, at=0x1000):
    """Let the machine run ``code`` with interrupts as they are after three frames."""
    machine.tick(3)
    machine.board.ram[at : at + len(code)] = code
    machine.registers.pc = at
    return machine


def game(seed):
    machine = c64.C64(seed=seed, sample_rate=44100)
    machine.autostart("disk/go64.d64")
    return machine


def true_drive(seed):
    """A 1541 that loads, and a program that looks at the bus all the time."""
    machine = c64.C64(seed=seed, sample_rate=44100, drive="1541")
    machine.tick(100)
    machine.drives[8].attach("disk/go64.d64")
    machine.type('LOAD"*",8,1\n')
    return machine


def serial_loop(seed):
    return load(c64.C64(seed=seed, sample_rate=0, drive="1541"), CLOCK)


def cartridge(seed):
    crt = image(CART_EASYFLASH, 4, (0x8000, 0xA000), exrom=1, game=0)
    machine = c64.C64(seed=seed, sample_rate=44100, cart=crt)
    machine.memory[0xDE02] = 0x07
    return load(machine, COPY)


def expanded(seed):
    """Banks of RAM that change places."""
    machine = c64.C64(seed=seed, sample_rate=0, plus60k=True)
    return load(machine, BANKS, 0x0C00)


def trapped(seed):
    """Hooks on an instruction and on writes, which look and change."""
    machine = load(c64.C64(seed=seed, sample_rate=44100), COUNT)

    def reached(it):
        it.memory[0x2001] = (it.memory[0x2001] + it.cycle) & 0xFF

    def written(it, write):
        it.registers.y = (it.registers.y + write.value) & 0xFF

    machine.on(0x1010, reached)
    machine.on_write(0x2000, written)
    return machine


def py65(seed):
    return load(c64.C64(seed=seed, sample_rate=0, cpu="py65"), COUNT)


KINDS = [game, true_drive, serial_loop, cartridge, expanded, trapped, py65]


def results(machine, frames=FRAMES):
    """Run the machine; returns digests of its picture and sound, frame by frame, and its state."""
    found = []
    for _ in range(frames):
        machine.tick()
        made = machine.screen.frame.tobytes() + machine.audio().tobytes()
        found.append(hashlib.sha256(made).digest())
    return [*found, machine.snapshot()]


def in_threads(*functions):
    """Call the functions at once, each in a thread; returns what they return, in their order."""
    found = [None] * len(functions)
    together = threading.Barrier(len(functions))

    def call(at):
        together.wait()
        found[at] = functions[at]()

    threads = [threading.Thread(target=call, args=(at,)) for at in range(len(functions))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


@pytest.mark.slow
@compiled_only
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_two_machines_in_two_threads_give_what_they_give_one_after_the_other(kind):
    alone = [results(kind(seed)) for seed in (1, 2)]
    assert alone[0] != alone[1]
    machines = [kind(seed) for seed in (1, 2)]
    with switching_every(1e-5):
        both = in_threads(*(lambda m=machine: results(m) for machine in machines))
    assert both == alone


@pytest.mark.slow
@compiled_only
def test_machines_of_every_kind_run_at_once():
    alone = [results(kind(3), 10) for kind in KINDS]
    machines = [kind(3) for kind in KINDS]
    with switching_every(1e-5):
        both = in_threads(*(lambda m=machine: results(m, 10) for machine in machines))
    assert both == alone


@compiled_only
@pytest.mark.parametrize("options", [{}, {"drive": "1541"}], ids=["quick", "1541"])
def test_other_threads_run_while_a_machine_does(options):
    """With turns of minutes nobody gets Python but by its holder's leave."""
    machine = c64.C64(sample_rate=44100, **options)
    machine.tick(5)
    begin, end, seen = machine.cycle, machine.cycle + 5_000_000, []
    begun = threading.Event()

    def look():
        begun.set()
        while machine.board.cycle < end:
            seen.append(machine.board.cycle)
            time.sleep(0.001)

    with switching_every(1000):
        watcher = threading.Thread(target=look)
        watcher.start()
        begun.wait()
        machine.run_cycles(5_000_000)
        watcher.join()
    assert [cycle for cycle in seen if begin < cycle < end]


def raising(machine, hooked):
    """Have an instruction of COUNT raise; ``hooked`` by the API, else by the board's trap."""

    def fail(_):
        raise RuntimeError("so it was wanted")

    if hooked:
        machine.on(0x1010, fail)
    else:
        machine.board.set_trap(0x1010, fail)


@pytest.mark.parametrize("hooked", [True, False], ids=["hook", "trap"])
def test_what_a_trap_raises_reaches_who_runs_the_machine(hooked):
    machine = c64.C64(sample_rate=0)
    machine.board.ram[0x1000 : 0x1000 + len(COUNT)] = COUNT
    machine.run_cycles(10)  # the reset sequence
    machine.registers.pc = 0x1000
    raising(machine, hooked)
    with pytest.raises(RuntimeError, match="so it was wanted"):
        machine.run_cycles(2000)
    assert machine.registers.pc == 0x1010
    machine.board.set_trap(0x1010, None)
    before = machine.memory[0x2000]
    machine.run_cycles(2000)
    assert machine.memory[0x2000] != before


@compiled_only
def test_what_traps_raise_in_threads_reaches_each_of_them():
    def run(hooked):
        machine = load(c64.C64(sample_rate=0), COUNT)
        raising(machine, hooked)
        with pytest.raises(RuntimeError, match="so it was wanted"):
            machine.tick(5)
        return machine.registers.pc

    assert in_threads(lambda: run(True), lambda: run(False), lambda: run(True)) == [0x1010] * 3


@compiled_only
@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no setitimer on this system")
def test_a_signal_is_noticed_between_two_frames():
    machine, other = c64.C64(sample_rate=0), c64.C64(sample_rate=0)

    def interrupt(*_):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        with pytest.raises(KeyboardInterrupt):
            signal.setitimer(signal.ITIMER_REAL, 0.05)
            machine.tick(1_000_000)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert 0 < machine.frames < 1_000_000
    other.tick(machine.frames)
    assert machine.same_state(other)
