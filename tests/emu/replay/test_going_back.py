"""Recordings and replays of a machine that goes back and forth: no step too many or too few."""

import random

import pytest

from c64 import C64
from disk.loader import open_media
from emu.replay import recorder as recorder_module
from emu.replay.events import WHOLE_EVERY
from emu.replay.player import Player
from emu.replay.recorder import Recorder
from tests.emu.replay.test_recorder import at_prompt, begun, check, kinds, replayed, run


def back(machine, watcher, state):
    machine.restore(state)
    watcher.rewound()


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_done_is_recorded_with_as_many_steps_and_states_as_it_needs(seed):
    """A model counts steps, and what only a whole state can say."""
    chance = random.Random(seed)
    recorder, machine = begun()
    steps, states, saved = 0, {0}, {}
    for _ in range(60):
        act = chance.choice(("frame", "frame", "frame", "cut", "key", "ram", "served", "reset",
                             "untold", "chip", "back", "back"))  # fmt: skip
        if act == "frame":
            run(recorder, machine)
            steps += 1
            saved[steps] = machine.snapshot()
        elif act == "cut":
            run(recorder, machine, limit=machine.cycle + chance.randrange(1, 19000))
            steps += 1
            run(recorder, machine)  # up to the frame's end
            steps += 1
        elif act == "key":
            key = chance.choice("ABC")
            machine.keyboard.hold(key) if chance.random() < 0.5 else machine.keyboard.release(key)
        elif act == "ram":
            machine.ram[0x8000 + chance.randrange(99)] ^= 1
        elif act == "served":
            machine.fastload = not machine.fastload
        elif act == "reset":
            machine.reset()
        elif act == "untold" and steps:
            machine.tick()
            states.add(steps)
        elif act == "chip":
            machine.board.cpu.y ^= 1
            states.add(steps)
        elif before := [at for at in saved if max(s for s in states if s <= steps) < at < steps]:
            step = chance.choice(before)
            for _ in range(chance.choice((1, 2))):
                back(machine, recorder, saved[step])
            steps = step
            saved = {at: state for at, state in saved.items() if at <= step}
            states = {at for at in states if at < step}
    saved.clear()
    run(recorder, machine)
    recording = check(recorder, machine)
    assert len(recording.sums) == steps + 1
    assert {event.step for event in recording.events if event.kind == "state"} <= states
    assert kinds(recording).count("state") <= len(states)
    assert machine.watcher is None


@pytest.mark.parametrize("order", [(10,), (10, 10), (10, 9), (10, 30), (5, 20, 12), (30, 0)])
def test_a_replay_goes_on_from_the_last_state_it_is_taken_to(order):
    recorder, machine = begun()
    machine.type("print 1\n", wait=False)
    run(recorder, machine, 45)
    recording = recorder.finish()
    again, states = C64(sample_rate=0), []
    player = Player(again, recording)
    for _ in range(40):
        player.prepare()
        states.append(again.snapshot())
        again.tick()
        player.end()
    for step in order:
        back(again, player, states[step])
        assert (player.step, player.over, player.taken_back) == (step, False, True)
    while not player.over:
        player.prepare()
        again.tick(limit=player.limit)
        player.end()
    assert (player.diverged, player.left, player.step) == (None, "", 45)
    assert again.ram == machine.ram and again.cycle == machine.cycle


@pytest.mark.parametrize("step", [1, WHOLE_EVERY - 1, WHOLE_EVERY, WHOLE_EVERY + 1])
def test_the_memory_of_a_reu_is_no_reason_for_a_state_after_going_back(step):
    recorder, machine = begun(reu="512k")
    run(recorder, machine, step)
    then = machine.snapshot()
    run(recorder, machine, 3)
    for _ in range(2):
        back(machine, recorder, then)
    run(recorder, machine, 2)
    recording = check(recorder, machine, reu="512k")
    assert len(recording.sums) == step + 2
    assert kinds(recording) == ["state", "served"]


def test_going_back_within_a_frame_forgets_that_it_began():
    recorder, machine = begun()
    run(recorder, machine, 3)
    then = machine.snapshot()
    machine.tick()  # of which nobody tells the end
    back(machine, recorder, then)
    run(recorder, machine, 3)
    recording = check(recorder, machine)
    assert (len(recording.sums), kinds(recording)) == (6, ["state", "served"])


def test_a_frame_that_begins_twice_without_a_cycle_is_one():
    recorder, machine = begun()
    run(recorder, machine, 2)
    recorder.frame()
    run(recorder, machine, 2)
    recording = check(recorder, machine)
    assert (len(recording.sums), kinds(recording)) == (4, ["state", "served"])


def test_a_switch_that_is_pressed_within_a_frame_is_recorded():
    recorder, machine = begun()
    run(recorder, machine, 3)
    machine.tick()  # of which nobody tells the end
    machine.reset()
    run(recorder, machine, 3)
    recording = check(recorder, machine)
    assert kinds(recording) == ["state", "served", "state", "served", "press"]


@pytest.mark.parametrize("what", ["key", "fire 1", "fire 2", "all of port 1", "paddles"])
def test_what_is_pressed_is_an_input_and_no_state(what):
    recorder, machine = begun()
    run(recorder, machine, 2)
    if what == "key":
        machine.keyboard.hold("SPACE", "LSHIFT")
    elif what == "paddles":
        machine.paddles(1).turn(10, 20)
    else:
        stick = machine.joystick(2 if "2" in what else 1)
        stick.press(*(("up", "down", "left", "right") if "all" in what else ()), "fire")
    run(recorder, machine, 2)
    assert kinds(check(recorder, machine)) == ["state", "served", "inputs"]


def test_a_recorder_that_ends_leaves_another_watcher_alone():
    recorder, machine = begun()
    run(recorder, machine, 2)
    other = machine.watcher = object()
    recorder.finish()
    assert machine.watcher is other
    machine.watcher = None
    again = Recorder(machine)
    run(again, machine, 1)
    again.finish()
    assert machine.watcher is None


def test_a_replay_that_has_parted_before_may_come_together_again():
    recorder, machine = begun()
    run(recorder, machine, 20)
    recording = recorder.finish()
    again, states = C64(sample_rate=0), []
    player = Player(again, recording)

    def play(steps):
        for _ in range(steps):
            player.prepare()
            again.tick()
            player.end()

    for _ in range(9):
        player.prepare()
        states.append(again.snapshot())
        play(1)
    player.prepare()
    again.ram[0x8000] ^= 1
    play(1)
    assert player.diverged == 10
    late = again.snapshot()
    play(1)
    back(again, player, late)  # behind the frame in which it parted
    assert (player.step, player.diverged) == (10, 10)
    back(again, player, states[8])
    assert (player.step, player.diverged) == (8, None)
    play(12)
    assert (player.over, player.diverged) == (True, None)


def test_a_replay_ends_with_its_last_step_and_has_no_step_more():
    machine = at_prompt()
    recorder = Recorder(machine)
    run(recorder, machine, 7)
    player, again = replayed(recorder.finish())
    assert (player.step, player.steps, player.over, again.watcher) == (7, 7, True, None)
    player.stop()
    player.end()
    player.frame()
    assert (player.left, player.step) == ("", 7)


@pytest.mark.parametrize("left", [0, -1])
def test_a_recording_takes_as_many_bytes_as_it_may_with_16_for_each_event(monkeypatch, left):
    recorder, machine = begun()
    run(recorder, machine)
    sizes = [len(event.data) + 16 for event in recorder.finish().events]
    monkeypatch.setattr(recorder_module, "EVENTS_AT_MOST", sum(sizes) + left)
    machine = at_prompt()
    recorder = Recorder(machine)
    run(recorder, machine)
    assert bool(recorder.full) == (left < 0)


@pytest.mark.parametrize("protected", [False, True])
def test_a_tape_is_protected_again_in_a_replay(tmp_path, protected):
    path = tmp_path / "a.tap"
    path.write_bytes(b"C64-TAPE-RAW" + bytes((1, 0, 0, 0)) + (4).to_bytes(4, "little") + b"0000")
    machine = at_prompt()
    machine.tape.insert(open_media(path))
    machine.tape.cassette.read_only = protected
    recorder = Recorder(machine)
    run(recorder, machine, 2)
    _, again = replayed(recorder.finish())
    assert again.tape.cassette.read_only is protected


@pytest.mark.parametrize(("most", "full"), [(2, ""), (1, "a recording holds 1 events at most")])
def test_a_recording_takes_as_many_events_as_it_may(monkeypatch, most, full):
    monkeypatch.setattr(recorder_module, "EVENTS_MOST", most)
    recorder, machine = begun()
    run(recorder, machine)  # a state, and whether LOAD is served
    assert recorder.full == full
    assert recorder_module.EVENTS_AT_MOST == 40 << 20
