"""The machine as Python programs see it."""

import hashlib
import os
import subprocess
import sys

import numpy as np
import pytest

import c64

PURE_CYCLES = 45_000
SAMPLE = f"""
import hashlib, c64
for model in c64.MODELS:
    machine = c64.C64(model)
    for address, value in ((0xD015, 255), (0xD418, 15), (0xD404, 0x81), (0xD40B, 0x11)):
        machine.memory[address] = value
    machine.run_cycles({PURE_CYCLES})
    print(model, c64.compiled(), hashlib.sha256(machine.snapshot()).hexdigest())
"""


def test_memory_reads_as_the_cpu_sees_it_and_without_side_effects():
    machine = c64.C64()
    machine.run_cycles(3000)
    memory = machine.memory
    assert len(memory) == 65536
    assert memory[0xE000:0x10000] == machine.roms.kernal
    before = machine.snapshot()
    for address in (0xD019, 0xD01E, 0xDC0D, 0xDD0D, 0xD41B):
        assert 0 <= memory[address] <= 255
    assert machine.snapshot() == before


def test_memory_writes_go_below_roms_and_into_registers():
    machine = c64.C64()
    machine.memory[0xE000] = 0x55
    assert machine.board.ram[0xE000] == 0x55
    assert machine.memory[0xE000] == machine.roms.kernal[0]
    machine.memory[0xD020] = 3
    assert machine.memory[0xD020] & 15 == 3
    machine.memory[0xC000:0xC003] = b"\1\2\3"
    assert machine.memory[0xC000:0xC003] == b"\1\2\3"


@pytest.mark.parametrize(("key", "value"), [(0x10000, 0), (-1, 0), (0, 256), (0, -1)])
def test_memory_refuses_what_is_no_address_or_byte(key, value):
    with pytest.raises((IndexError, ValueError)):
        c64.C64().memory[key] = value


def test_a_slice_must_fit():
    with pytest.raises(ValueError, match="do not fit"):
        c64.C64().memory[0:3] = b"12"


@pytest.mark.parametrize(
    ("model", "shape", "lines"),
    [("c64", (272, 384, 3), 312), ("c64c", (272, 384, 3), 312), ("ntsc", (247, 384, 3), 263)],
)
def test_the_picture_has_the_shape_it_says(model, shape, lines):
    machine = c64.C64(model)
    assert machine.screen.ndarray.shape == shape
    assert machine.screen.ndarray.dtype == np.uint8
    assert machine.screen.indices.shape == shape[:2]
    assert machine.screen.frame.shape[0] == lines


@pytest.mark.parametrize(("model", "cycles"), [("c64", 312 * 63), ("ntsc", 263 * 65)])
def test_a_tick_is_one_frame(model, cycles):
    machine = c64.C64(model, sample_rate=0)
    machine.tick()
    begin = machine.cycle
    machine.tick(2)
    assert abs(machine.cycle - begin - 2 * cycles) <= 60


def test_a_jammed_cpu_does_not_stop_the_frames_nor_the_other_chips():
    machine = c64.C64(sample_rate=0)
    board = machine.board
    machine.tick()
    board.ram[0xC000] = 0x02  # JAM
    board.cpu.pc, board.cpu.p = 0xC000, 0x24
    board.poke(0xDC04, 0xFF)
    board.poke(0xDC0E, 0x11)
    machine.tick()
    begin, timer = machine.cycle, machine.memory[0xDC05]
    frame = board.vic.frame_count
    assert machine.tick(2) and machine.jammed
    assert machine.cycle == begin + 2 * 312 * 63 and board.vic.frame_count == frame + 2
    assert machine.memory[0xDC05] != timer and board.cpu.pc == 0xC000
    assert machine.tick(limit=machine.cycle + 100) and machine.cycle < begin + 2 * 312 * 63 + 110


def test_sound_comes_at_the_rate_asked_for():
    machine = c64.C64(sample_rate=44100)
    machine.tick()
    machine.audio()
    begin = machine.cycle
    machine.tick(2)
    samples = machine.audio()
    assert samples.dtype == np.int16
    seconds = (machine.cycle - begin) / machine.model.clock_hz
    assert abs(len(samples) - 44100 * seconds) < 3


def test_a_model_or_chip_that_does_not_exist_is_named():
    with pytest.raises(ValueError, match="c65"):
        c64.C64("c65")
    with pytest.raises(ValueError, match="6510"):
        c64.C64(vic="6510")
    with pytest.raises(ValueError, match="8086"):
        c64.C64(cpu="8086")
    with pytest.raises(ValueError, match="pink"):
        c64.C64(palette="pink")
    with pytest.raises(ValueError, match="16 colours"):
        c64.C64(palette=[[0, 0, 0]] * 15)
    with pytest.raises(ValueError, match="sample_rate"):
        c64.C64(sample_rate=-1)


@pytest.mark.skipif(c64.PURE, reason="typing takes many frames: compiled machine only")
def test_type_and_text_make_a_conversation():
    machine = c64.C64(sample_rate=0)
    machine.tick(120)
    machine.type('print "two words"\n')
    machine.tick(20)
    assert "TWO WORDS" in machine.screen.text().splitlines()[7]
    with pytest.raises(ValueError, match="no '€'"):
        machine.type("€")
    with pytest.raises(ValueError, match="NIX"):
        machine.type("{NIX}")


def test_a_joystick_is_seen_at_the_cias_port():
    machine = c64.C64()
    machine.tick()
    machine.joystick(2).press("fire")
    machine.joystick(2).press("up")
    assert machine.memory[0xDC00] & 0x1F == 0b01110
    machine.joystick(2).release()
    assert machine.memory[0xDC00] & 0x1F == 0x1F


def test_compiled_and_uncompiled_machines_are_identical():
    digests = []
    for pure in ("0", "1"):
        environment = dict(os.environ, GO64_PURE=pure)
        result = subprocess.run(
            [sys.executable, "-c", SAMPLE], env=environment, capture_output=True, text=True,
            check=True, timeout=300,
        )  # fmt: skip
        digests.append([line.split()[2] for line in result.stdout.splitlines()])
    assert len(digests[0]) == 3
    assert digests[0] == digests[1]


def test_power_cycle_and_reset_differ_in_the_ram():
    machine = c64.C64()
    cold = hashlib.sha256(bytes(machine.board.ram)).hexdigest()
    machine.run_cycles(20000)
    machine.board.ram[0xC000] ^= 0xFF
    machine.reset()
    assert hashlib.sha256(bytes(machine.board.ram)).hexdigest() != cold
    machine.power_cycle()
    assert hashlib.sha256(bytes(machine.board.ram)).hexdigest() == cold
