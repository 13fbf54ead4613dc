"""Scripts of keys, joysticks and mouse by frame; recording and playing back; sound."""

from dataclasses import replace

import numpy as np
import pytest

from emu.kit.errors import KitError, KitUsageError
from emu.kit.input_script import InputRecorder, InputScript, load_inputs
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
        ((1, "{joy2 sideways}"), "no switch is called 'sideways'"),
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


def test_a_recorder_notes_what_has_changed_and_nothing_else(kit):
    machine = kit.machine
    recorder = InputRecorder(machine, 100)
    for frame in range(100, 104):
        recorder.tick(frame)
    assert [event["frame"] for event in recorder.events] == [0]
    whole = recorder.events[0]["state"]
    assert all(name.startswith(("keyboard.", "controls.")) for name in whole)
    machine.keyboard.hold("A")
    recorder.tick(104)
    recorder.tick(105)
    machine.keyboard.release("A")
    machine.joystick(2).press("up")
    recorder.tick(110)
    assert [event["frame"] for event in recorder.events] == [0, 4, 10]
    pressed, let_go = (event["state"] for event in recorder.events[1:])
    assert pressed and all(name.startswith("keyboard.") for name in pressed)
    assert {name.partition(".")[0] for name in let_go} == {"keyboard", "controls"}
    for state in (pressed, let_go):
        assert set(state) < set(whole)


def test_a_script_begins_with_its_own_frame_and_does_each_thing_once(kit):
    machine = kit.machine
    script = InputScript(machine, [(3, "{joy2 up 2}"), (0, "{joy2 fire 1}")], 50)
    held = []
    for frame in range(50, 57):
        script.tick(frame)
        stick = machine.joystick(2)
        held.append((stick.pressed("fire"), stick.pressed("up")))
    assert held == [(True, False), (False, False), (False, False), (False, True), (False, True),
                    (False, False), (False, False)]  # fmt: skip
    machine.joystick(2).press("up")
    script.tick(60)
    assert machine.joystick(2).pressed("up")
    machine.joystick(2).release("up")


@pytest.mark.parametrize("script", [[], [(5, "{joy2 up 2}")]])
def test_a_place_that_is_not_reached_is_told_with_a_script_and_without(kit, script):
    if script:
        kit.inputs(script)
    with pytest.raises(KitError, match="did not end within its limit"):
        kit.run_until("crash", limit=100_000)
