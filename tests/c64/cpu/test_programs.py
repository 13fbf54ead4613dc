"""The CPU over long runs: Klaus Dormann's test, py65 in lock step, compiled = uncompiled."""

import hashlib
import random
from pathlib import Path

import pytest
from py65.devices.mpu6502 import MPU

import c64
from c64.cpu.opcodes import OPCODES
from c64.debug.flat_bus import FlatBus
from tests.c64.builds import plain_value
from tests.conformance.corpus import corpus_folder
from tests.volume import seldom

ROOT = Path(__file__).resolve().parents[3]
FOLDER = corpus_folder()
KLAUS = FOLDER / "klaus" / "6502_functional_test.bin" if FOLDER else None
KLAUS_SUCCESS = 0x3469
KLAUS_CYCLES = 96_241_367
DOCUMENTED = [o.code for o in OPCODES if o.documented]
# Instructions: in each run, and in test-long.
LOCK_STEP = [10_000 if c64.PURE else 100_000]
LOCK_STEP += [seldom(20_000 if c64.PURE else 1_000_000)]


@pytest.mark.skipif(KLAUS is None or not KLAUS.is_file(), reason="GO64_CORPUS has no klaus/")
@pytest.mark.skipif(c64.PURE, reason="96 million cycles take minutes uncompiled")
def test_klaus_dormanns_functional_test_reaches_its_end():
    bus = FlatBus()
    bus.ram[:] = KLAUS.read_bytes()
    bus.cpu.pc = 0x0400
    assert bus.run_to_loop(2 * KLAUS_CYCLES) == KLAUS_SUCCESS
    assert bus.cycle == KLAUS_CYCLES


@pytest.mark.slow
@pytest.mark.parametrize("steps", LOCK_STEP)
def test_random_documented_instructions_agree_with_py65_after_each(steps):
    """State, RAM and cycles; py65 1.2's one fault: it counts $CE (DEC abs) as 3 cycles."""
    dice = random.Random(6510)
    ours = bytearray(dice.randbytes(65536))
    theirs = bytearray(ours)
    bus = FlatBus()
    bus.ram = ours
    mpu, cpu = MPU(memory=theirs), bus.cpu
    for step in range(steps):
        if step % 64 == 0:
            pc, mpu.a, mpu.x, mpu.y, mpu.sp = dice.randrange(65536), *dice.randbytes(4)
            mpu.pc, mpu.p = pc, dice.randrange(256) | 0x30
            cpu.pc, cpu.a, cpu.x, cpu.y, cpu.sp = pc, mpu.a, mpu.x, mpu.y, mpu.sp
            cpu.p = mpu.p & 0xEF
        if cpu.pc > 0xFFFC:  # py65 reads operands past $FFFF instead of wrapping
            cpu.pc = mpu.pc = 0x0200
        pc = cpu.pc
        code = dice.choice(DOCUMENTED)
        ours[pc] = theirs[pc] = code
        cycle, mpu.processorCycles = bus.cycle, 0
        cpu.step()
        mpu.step()
        ours_now = (cpu.pc, cpu.a, cpu.x, cpu.y, cpu.sp, cpu.p | 0x30)
        theirs_now = (mpu.pc, mpu.a, mpu.x, mpu.y, mpu.sp, mpu.p | 0x30)
        assert ours_now == theirs_now, f"step {step}, opcode {code:02X} at {pc:04X}"
        cycles = 6 if code == 0xCE else mpu.processorCycles
        assert bus.cycle - cycle == cycles, f"step {step}, opcode {code:02X} at {pc:04X}"
        assert ours == theirs, f"step {step}, opcode {code:02X} at {pc:04X}"


def random_run(seed, steps=3000):
    """Run random bytes with random interrupts and waits; returns a digest of all it did."""
    dice = random.Random(seed)
    bus = FlatBus()
    bus.ram[:] = dice.randbytes(65536)
    for cycle in range(65536):
        bus.events[cycle] = dice.choice((0, 0, 0, 0, 0, 0, 0, 1, 2, 4))
    cpu = bus.cpu
    cpu.pc, cpu.p = 0x1000, 0x20
    bus.scripted = bus.logging = 1
    digest = hashlib.sha256()
    for _ in range(steps):
        bus.log_count = 0
        cpu.step()
        if cpu.jammed:
            cpu.reset()
        state = [getattr(cpu, f.name) for f in cpu.fields]
        digest.update(repr((state, bus.cycle, bus.accesses())).encode())
    digest.update(bytes(bus.ram))
    return digest.hexdigest()


@pytest.mark.slow
@pytest.mark.compiled_only("starts the uncompiled machine itself")
def test_compiled_and_uncompiled_do_the_same_in_every_cycle():
    """The other mode runs in a process of its own; vacuous only if nothing is compiled."""
    if not c64.compiled():
        pytest.skip("the machine is not compiled: there is nothing to compare")
    for seed in (1, 2, 3):
        assert plain_value(random_run, str(seed)) == repr(random_run(seed))
