"""What was done to a machine is done again, and leads to the same bits."""

import random

import pytest

from c64 import C64
from disk.d64 import D64Image
from disk.volume import PRG, Volume
from emu.errors import HostError
from emu.replay import recorder as recorder_module
from emu.replay.events import unpack, unpack_state
from emu.replay.fingerprint import Sums, fingerprint_of
from emu.replay.player import Player
from emu.replay.recorder import Recorder
from tests.emu.replay.play_out import play_out

DICE = "10 print rnd(0);peek(54299);:goto 10\nrun\n"  # timers and the SID's noise


@pytest.fixture
def disk(tmp_path):
    image = D64Image.blank(b"DISK", b"01")
    Volume(image).write_file(b"PROG", PRG, bytes.fromhex("0108 0b08 0a00 99 2036 34 00 0000"))
    path = tmp_path / "disk.d64"
    path.write_bytes(image.to_bytes())
    return path


def at_prompt(**options):
    machine = C64(sample_rate=0, **options)
    machine.tick(150)
    return machine


def begun(**options):
    """Return (Recorder, machine) at the prompt."""
    machine = at_prompt(**options)
    return Recorder(machine), machine


def run(recorder, machine, frames=1, **options):
    for _ in range(frames):
        machine.tick(**options)
        recorder.end()


def replayed(recording, **options):
    """Return (Player, machine) after a replay on a machine of its own."""
    machine = C64(sample_rate=0, **options)
    return play_out(Player(machine, recording), machine), machine


def kinds(recording):
    return [event.kind for event in recording.events]


def check(recorder, machine, **options):
    """Finish, replay, and return the Recording: nothing may be different."""
    recording = recorder.finish()
    player, again = replayed(recording, **options)
    assert (player.diverged, player.left) == (None, "")
    assert again.ram == machine.ram and again.cycle == machine.cycle
    assert again.screen.text() == machine.screen.text()
    return recording


def test_keys_and_dice(tmp_path):
    recorder, machine = begun()
    machine.type(DICE, wait=False)
    run(recorder, machine, 150)
    assert set(kinds(check(recorder, machine))) == {"state", "served", "inputs"}


def test_everything_that_can_be_moved_and_plugged():
    recorder, machine = begun()
    chance = random.Random(7)
    for _ in range(60):
        do = chance.choice([
            lambda: machine.joystick(chance.choice((1, 2))).press("up", "fire"),
            lambda: machine.joystick(2).release(),
            lambda: machine.paddles(1).turn(chance.randrange(256), chance.randrange(256)),
            lambda: machine.paddles(1).press("x"),
            lambda: machine.mouse.plug(chance.randrange(3)),
            lambda: machine.mouse.move(chance.randrange(-9, 9), 3),
            lambda: machine.mouse.press("left"),
            lambda: machine.keyboard.hold("RESTORE"),
            lambda: machine.keyboard.hold("SHIFT_LOCK", "A"),
            machine.keyboard.release,
        ])  # fmt: skip
        do()
        run(recorder, machine)
    assert kinds(check(recorder, machine)).count("state") == 1


@pytest.mark.parametrize("kind", ["quick", "1541"])
def test_a_disk_is_written_to_again_in_memory_only(disk, kind):
    machine = at_prompt()
    machine.drives[8].attach(disk, kind=kind)
    machine.fastload = kind == "quick"
    recorder = Recorder(machine)
    machine.type('open1,8,1,"new":print#1,"x":close1\n', wait=False)
    run(recorder, machine, 400 if kind == "quick" else 900)
    machine.flush()
    written = disk.read_bytes()
    assert Volume(D64Image.open(disk)).find(b"NEW") is not None
    disk.unlink()
    recording = recorder.finish()
    player, again = replayed(recording)
    again.flush()
    assert player.diverged is None
    assert again.drives[8].image.to_bytes() == written
    assert again.drives[8].image.path is None and not disk.exists()


def test_a_protected_disk_is_protected_again(disk):
    machine = at_prompt()
    machine.drives[8].attach(disk, read_only=True)
    recorder = Recorder(machine)
    machine.type('open1,8,15,"s0:prog":input#1,a,b$:printb$\n', wait=False)
    run(recorder, machine, 300)
    recording = check(recorder, machine)
    assert unpack_state(recording.events[0].data)[1] == [[8, "quick", True]]


def test_disks_that_are_changed_and_drives_that_come_and_go(disk):
    recorder, machine = begun()
    run(recorder, machine, 3)
    machine.drives[8].attach(disk)
    run(recorder, machine, 3)
    machine.drives[9].attach(disk, kind="1541")
    run(recorder, machine, 3)
    machine.drives[8].eject()
    machine.drives[9].unplug()
    run(recorder, machine, 3)
    assert kinds(check(recorder, machine)).count("state") == 4


def test_switches_are_pressed_again():
    recorder, machine = begun()
    run(recorder, machine, 3)
    machine.keyboard.hold("STOP")
    machine.reset()
    run(recorder, machine, 30)
    machine.power_cycle()
    run(recorder, machine, 30)
    recording = check(recorder, machine)
    assert [e.data for e in recording.events if e.kind == "press"] == [b"reset", b"off and on"]
    assert kinds(recording).count("state") == 1


def test_the_freezer_is_pressed_again():
    recorder, machine = begun(isepic=True)
    run(recorder, machine, 3)
    for _ in range(3):
        machine.freeze()
        run(recorder, machine, 5)
    assert kinds(check(recorder, machine, isepic=True)).count("press") == 3


def test_what_is_written_past_the_cpu_is_a_few_bytes():
    recorder, machine = begun()
    run(recorder, machine)
    machine.ram[0x0400:0x0403] = b"\1\2\3"
    machine.ram[0xFFFF] ^= 1
    machine.fastload = True
    run(recorder, machine)
    recording = check(recorder, machine)
    assert kinds(recording) == ["state", "served", "ram", "served"]
    assert len(recording.events[2].data) == 2 * 4 + 4


def test_a_chip_that_somebody_altered_is_a_state():
    recorder, machine = begun()
    run(recorder, machine)
    machine.memory[0xD020] = 2
    run(recorder, machine)
    assert kinds(check(recorder, machine)).count("state") == 2


def test_stretches_that_nobody_told_of_are_bridged():
    recorder, machine = begun()
    run(recorder, machine, 2)
    machine.tick(20)  # as a monitor does, which knows no recorder
    run(recorder, machine, 2)
    assert kinds(check(recorder, machine)).count("state") == 2


def test_a_stretch_may_end_within_a_frame():
    recorder, machine = begun()
    run(recorder, machine, 2)
    run(recorder, machine, limit=machine.cycle + 1000)
    machine.keyboard.hold("A")
    run(recorder, machine, 2)
    recording = check(recorder, machine)
    assert kinds(recording).count("cut") == 1 and len(recording.sums) == 5


def test_a_stretch_within_a_frame_is_a_cut_up_to_so_many_cycles(monkeypatch):
    def cuts(most):
        monkeypatch.setattr(recorder_module, "CUT_AT_MOST", most)
        recorder, machine = begun()
        run(recorder, machine, 2)
        before = machine.cycle
        run(recorder, machine, limit=before + 1000)
        ran = machine.cycle - before
        run(recorder, machine)
        return ran, kinds(recorder.finish()).count("cut")

    ran, _ = cuts(1 << 16)
    assert [cuts(most) for most in (ran - 1, ran)] == [(ran, 0), (ran, 1)]


def test_every_fiftieth_sum_has_the_memory_of_a_reu(monkeypatch):
    """It is so in every file: whoever plays one counts as its recorder did."""
    recorder, machine = begun()
    quick, whole = recorder._sums.quick, []

    def sums(machine, left, is_whole):
        whole.append(is_whole)
        return quick(machine, left, is_whole)

    monkeypatch.setattr(recorder._sums, "quick", sums)
    run(recorder, machine, 101)
    assert [step for step, is_whole in enumerate(whole) if is_whole] == [49, 99]


def test_a_jammed_cpu_is_one_again():
    recorder, machine = begun()
    machine.type("poke 49152,2:sys49152\n", wait=False)
    run(recorder, machine, 200)
    assert machine.jammed
    machine.reset()
    run(recorder, machine, 20)
    check(recorder, machine)


def test_going_back_forgets_what_came_later():
    recorder, machine = begun()
    run(recorder, machine, 5)
    then = machine.snapshot()
    machine.keyboard.hold("A")
    run(recorder, machine, 5)
    machine.keyboard.release("A")
    machine.restore(then)
    recorder.rewound()
    machine.keyboard.hold("B")
    run(recorder, machine, 5)
    recording = check(recorder, machine)
    assert len(recording.sums) == 10 and kinds(recording) == ["state", "served", "inputs"]


def test_another_state_that_was_never_here_is_no_way_back():
    machine, other = at_prompt(), at_prompt()
    recorder = Recorder(machine)
    run(recorder, machine, 5)
    other.type("a\n")
    machine.restore(other.snapshot())
    recorder.rewound()
    run(recorder, machine, 5)
    assert kinds(check(recorder, machine)).count("state") == 2


def test_a_replay_that_parts_says_where():
    recorder, machine = begun()
    run(recorder, machine, 20)
    recording = recorder.finish()
    again = C64(sample_rate=0)
    player = Player(again, recording)
    for step in range(20):
        player.prepare()
        if step == 12:
            again.ram[0x8000] ^= 1
        again.tick()
        player.end()
    assert player.over and player.diverged == 13


def test_a_replay_is_left_by_who_presses_reset():
    recorder, machine = begun()
    run(recorder, machine, 20)
    recording = recorder.finish()
    again = C64(sample_rate=0)
    player = Player(again, recording)
    player.prepare()
    again.tick()
    player.end()
    player.prepare()
    again.reset()
    assert player.over and player.left == "reset" and again.watcher is None


def test_a_reset_in_the_recording_leaves_the_replay_at_the_machine():
    recorder, machine = begun()
    run(recorder, machine, 3)
    machine.reset()
    run(recorder, machine, 6)
    again = C64(sample_rate=0)
    player = Player(again, recorder.finish())
    for _ in range(5):
        player.prepare()
        again.tick()
        player.end()
    again.keyboard.hold("A")  # somebody plays with the keys meanwhile
    player.prepare()
    again.tick()
    assert not again.keyboard.down and again.watcher is player
    again.freeze()  # somebody takes it over
    assert player.over and player.left == "freeze"


def test_a_replay_goes_on_from_where_it_is_taken_back_to():
    recorder, machine = begun()
    machine.type("print 1\n", wait=False)
    run(recorder, machine, 60)
    recording = recorder.finish()
    again = C64(sample_rate=0)
    player = Player(again, recording)
    states = []
    for _ in range(40):
        player.prepare()
        states.append(again.snapshot())
        again.tick()
        player.end()
    again.restore(states[10])
    player.rewound()
    assert player.step == 10 and not player.over
    while not player.over:
        player.prepare()
        again.tick(limit=player.limit)
        player.end()
    assert player.diverged is None and again.ram == machine.ram


def test_a_replay_taken_back_into_a_cut_frame_ends_that_frame_where_it_was_cut():
    recorder, machine = begun()
    run(recorder, machine, 2)
    run(recorder, machine, limit=machine.cycle + 1000)
    cut_at = machine.cycle
    machine.keyboard.hold("A")
    run(recorder, machine, 2)
    again = C64(sample_rate=0)
    player = Player(again, recorder.finish())
    for _ in range(2):
        player.prepare()
        again.tick()
        player.end()
    player.prepare()
    again.tick(limit=again.cycle + 500)
    within = again.snapshot()
    again.restore(within)
    player.rewound()
    assert player.step == 2 and player.limit == cut_at
    while not player.over:
        player.prepare()
        again.tick(limit=player.limit)
        player.end()
    assert player.diverged is None and again.ram == machine.ram


def test_what_the_user_presses_during_a_replay_does_not_count():
    recorder, machine = begun()
    run(recorder, machine, 20)
    recording = recorder.finish()
    again = C64(sample_rate=0)
    player = Player(again, recording)
    while not player.over:
        again.keyboard.hold("X")
        player.prepare()
        again.tick()
        player.end()
    assert player.diverged is None


def test_a_folder_cannot_be_recorded(tmp_path):
    machine = at_prompt()
    machine.drives[8].attach(tmp_path)
    with pytest.raises(HostError, match="drive 8: a recording cannot hold a folder"):
        Recorder(machine)
    machine.drives[8].eject()
    recorder = Recorder(machine)
    run(recorder, machine, 2)
    machine.drives[8].attach(tmp_path)
    run(recorder, machine, 2)
    assert "folder" in recorder.full and recorder.steps == 2
    player, _ = replayed(recorder.finish())
    assert player.diverged is None


def test_a_recording_has_an_end(monkeypatch):
    monkeypatch.setattr(recorder_module, "STEPS_AT_MOST", 5)
    recorder, machine = begun()
    run(recorder, machine, 9)
    assert recorder.steps == 5 and "a day" in recorder.full
    monkeypatch.setattr(recorder_module, "EVENTS_AT_MOST", 1000)
    recorder = Recorder(machine)
    run(recorder, machine, 2)
    assert "MiB" in recorder.full


def test_a_machine_that_never_ran_is_no_recording():
    with pytest.raises(HostError, match="did not run"):
        Recorder(C64(sample_rate=0)).finish()


def test_the_last_thing_that_was_done_counts():
    recorder, machine = begun()
    run(recorder, machine, 2)
    machine.ram[5] ^= 255
    final = recorder.finish()
    _, again = replayed(final)
    assert again.ram[5] == machine.ram[5]
    assert final.final == Sums().final(again, fingerprint_of(again))


@pytest.mark.parametrize("data", [b"", b"\0" * 9, b"\0\0\0\0\4\1\0\0\0x", b"\5\0\0\0\1\0\0\0\0"])
def test_events_that_make_no_sense_are_refused(data):
    with pytest.raises((ValueError, KeyError, TypeError)):
        unpack(data, 4)


def test_devices_are_plugged_moved_and_pulled_again_in_the_replay():
    """A program strobes the NEOS all the while: what it has counted is the machine's own."""
    recorder, machine = begun()
    code = (
        "a9 10 8d 03 dc a9 ef 8d 01 dc ad 01 dc 9d 00 c1 e8 a9 ff 8d 01 dc ad 01 dc 9d 00 c1 e8"
        "4c 05 c0"
    )
    for at, value in enumerate(bytes.fromhex(code)):
        machine.ram[0xC000 + at] = value
    machine.registers.pc = 0xC000
    run(recorder, machine, 3)
    machine.line_mouse.plug("NEOS", 1)
    machine.adapter.plug("protovision")
    for step in range(12):
        machine.line_mouse.move(3 * step, -step)
        machine.joystick(4).press("fire") if step % 3 else machine.joystick(4).release()
        run(recorder, machine)
    machine.line_mouse.plug("NEOS", 0)
    machine.adapter.plug()
    run(recorder, machine, 3)
    recording = check(recorder, machine)
    assert kinds(recording).count("inputs") >= 10 and kinds(recording).count("state") <= 2
