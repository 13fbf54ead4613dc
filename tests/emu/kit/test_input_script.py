"""Scripts of keys, joysticks and mouse by frame; recording and playing back; sound."""

from dataclasses import replace

import numpy as np
import pytest

from emu.kit.errors import KitUsageError
from emu.kit.input_script import load_inputs
from emu.kit.machine import Kit
from emu.kit.machine_pool import booted_machine


def test_keys_of_a_script_arrive_in_their_frames(kit):
    kit.inputs([(2, "HI"), (30, "{RETURN}")])
    kit.run_until(frame=20)
    assert "HI" in kit.screen.text()
    assert kit.screen.text().count("READY.") == 1
    kit.run_until(frame=40)
    assert kit.screen.text().count("READY.") == 2


def test_joystick_is_held_for_its_frames(kit):
    kit.inputs([(3, "{joy2 left+fire 5}")])
    held = []
    for _ in range(12):
        kit.run_until(frame=1)
        stick = kit.machine.joystick(2)
        held.append(stick.pressed("left") and stick.pressed("fire"))
    assert held == [False] * 3 + [True] * 5 + [False] * 4


def test_mouse_moves_and_clicks(kit):
    mouse = kit.machine.mouse
    before = (mouse.x, mouse.y)
    kit.inputs([(1, "{mouse 10 -4}"), (2, "{mouse left 3}")])
    kit.run_until(frame=4)
    assert ((mouse.x - before[0]) % 64, (mouse.y - before[1]) % 64) == (10, 4)
    assert mouse.bits != 0x1F
    kit.run_until(frame=4)
    assert mouse.bits == 0x1F


def test_inputs_go_on_while_running_to_a_label(kit):
    kit.inputs([(2, "X")])
    kit.run_until(lambda c: c.board.ram[0xC6], limit=60_000)


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ((1, "{NOKEY}"), r"inputs: frame 1: keys: no key is called '\{NOKEY\}'"),
        ("A", r"inputs: 'A' is not \(frame, keys\)"),
        ((1, "{joy2 sideways}"), "a joystick has no 'sideways'"),
    ],
)
def test_bad_script_is_one_clear_line(kit, entry, message):
    with pytest.raises(KitUsageError, match=message):
        kit.inputs([entry])


def test_recording_plays_back_to_the_same_machine(kit, setup, tmp_path):
    recorder = kit.record()
    kit.inputs([(3, "PRINT 6*7\n"), (10, "{joy2 up 9}"), (12, "{mouse 5 5}")])
    kit.run_until(frame=120)
    assert "42" in kit.screen.text()
    state = kit.machine.snapshot()
    recorder.save(tmp_path / "run.inputs")
    again = Kit(booted_machine(setup))
    again.inputs(load_inputs(tmp_path / "run.inputs"))
    again.run_until(frame=120)
    assert again.machine.snapshot() == state


def test_file_that_is_no_recording_is_refused(tmp_path):
    (tmp_path / "x").write_text("hello\n")
    with pytest.raises(KitUsageError, match="not a recording of inputs"):
        load_inputs(tmp_path / "x")


def test_sound_comes_as_samples_and_as_register_writes(setup):
    kit = Kit(booted_machine(replace(setup, audio=44100)))
    kit.run_until(frame=5)
    assert len(kit.audio())
    with kit.register_log("sid") as log:
        kit.inputs([(0, "POKE54296,15\n")])
        kit.run_until(frame=120)
    assert [int(w["value"]) for w in log.to(0xD418)] == [15]
    samples = kit.audio()
    assert samples.dtype == np.int16 and abs(len(samples) - 120 * 44100 / 50.12) < 500


def test_sound_without_a_rate_is_refused(kit):
    with pytest.raises(KitUsageError, match="audio=RATE"):
        kit.audio()
