"""Drives and datasette are heard: what moves, when it moves, and from where it stands."""

import array
import wave
from types import SimpleNamespace

import numpy as np
import pytest

import c64
from disk.tap import Cassette, make_tap
from emu.host.sound.drive_sounds import DriveSounds
from emu.host.sound.mechanics import (
    KEY,
    KNOCKS,
    MOTORS,
    RELAY,
    Knocks,
    Motor,
    knock,
    motor,
    sides,
)
from emu.host.sound.output import Stretcher
from tests.emu.host.menu.test_menu import disk
from tests.emu.host.windows import frames, press

compiled = pytest.mark.skipif(c64.PURE, reason="runs the window: compiled machine only")
ALT = 0x0100  # pygame.KMOD_LALT
RATE = 48000


def loading(make_app, tmp_path, *words):
    """Return an App at the prompt with a disk in a 1541, and its feature."""
    path = disk(tmp_path / "a.d64")
    app = make_app("--basic-prompt", "--drive8", str(path), "--drive8-type", "1541", *words)
    while not (app.machine.at_prompt and not app.machine.drives[8].motor):
        frames(app)
    return app, app.feature(DriveSounds)


def played(app, count):
    """Return the float64[n, 2] of what ``count`` frames play."""
    heard = []
    app.sound.push = heard.append
    frames(app, count)
    both = [part if part.ndim > 1 else np.column_stack((part, part)) for part in heard]
    return np.concatenate(both).astype(float)


@compiled
def test_the_head_is_heard_at_its_cycle_and_its_knocks_at_the_end_are_louder(
    make_app, tmp_path, monkeypatch
):
    app, sounds = loading(make_app, tmp_path, "--drive-sounds")
    monkeypatch.setitem(MOTORS, "disk", (*MOTORS["disk"][:4], 0.0, MOTORS["disk"][5]))
    motor.cache_clear()
    seen, frame_of, note = [], [0], sounds._note_head

    def noted(slot, length):
        before = len(sounds._noises)
        note(slot, length)
        for name, at, _, loud in sounds._noises[before:]:
            if slot.number == 8 and loud > 0.5:
                seen.append((frame_of[0] + at % 1, name))
        frame_of[0] += slot.number == 8

    sounds._note_head = noted
    app.machine.type('open15,8,15,"n:x,01"\n', wait=False)
    sound = played(app, 300)
    motor.cache_clear()
    names = [name for _, name in seen]
    assert {"step0", "step1", "bump"} == set(names)
    length = len(sound) / frame_of[0]
    first, _ = seen[0]
    loud = np.flatnonzero(np.abs(sound[:, 1]) > 100)
    assert loud[0] == pytest.approx(first * length, abs=length / 10)
    bumps = [at for at, name in seen if name == "bump"]
    steps = [at for at, _ in seen if at < bumps[0] - 3]
    peak = np.abs(sound[:, 1])
    assert peak[round(bumps[0] * length) :].max() > 2 * peak[: round(steps[-1] * length)].max()


@compiled
def test_the_motor_runs_up_and_down_and_drive_8_stands_on_the_right(make_app, tmp_path):
    app, _ = loading(make_app, tmp_path, "--drive-sounds")
    app.machine.type('load"$",8\n', wait=False)
    sound = played(app, 150)
    left, right = np.abs(sound).max(axis=0)
    assert right > 1.5 * left > 100
    slot = app.machine.drives[8]
    assert slot.motor
    while slot.motor:
        frames(app)
    stopped = played(app, 60)
    assert np.abs(stopped[:2000]).max() > 0, "it runs down"
    assert not stopped[-2000:].any()


@compiled
def test_off_or_without_anything_that_moves_the_samples_are_the_machines(make_app, tmp_path):
    app, sounds = loading(make_app, tmp_path)
    given = np.arange(960, dtype=np.int16)
    app.machine.type('load"$",8\n', wait=False)
    frames(app, 60)
    assert app.machine.drives[8].motor and sounds.sound(given) is given
    press(app, "8", mod=ALT)
    assert app.settings.drive_sounds is True
    frames(app, 3)
    assert sounds.sound(given) is not given
    while app.machine.drives[8].motor:
        frames(app)
    frames(app, 60)
    assert sounds.sound(given) is given


@compiled
def test_nobody_listens_to_a_head_while_they_are_off(make_app, tmp_path):
    app, _ = loading(make_app, tmp_path)
    head = app.machine.board.iec.devices[8].unit.head
    assert head.moves is None
    press(app, "8", mod=ALT)
    frames(app)
    assert head.moves is not None
    press(app, "8", mod=ALT)
    frames(app)
    assert head.moves is None
    assert app.machine.drives[8].head_moves(last=True) == []
    assert head.moves is None, "nobody listened, and nobody does now"


@compiled
def test_recordings_do_not_have_them(make_app, tmp_path):
    found = []
    for words in ((), ("--drive-sounds",)):
        path = tmp_path / f"{len(words)}.wav"
        app, _ = loading(make_app, tmp_path, "--capture", str(path), *words)
        app.machine.type('load"$",8\n', wait=False)
        frames(app, 100)
        assert app.machine.drives[8].motor
        app.close()
        with wave.open(str(path)) as file:
            found.append(file.readframes(file.getnframes()))
    assert len(found[0]) > 100_000 and found[0] == found[1]


@compiled
def test_the_tape_has_keys_a_relay_and_a_motor_on_the_left(make_app, tmp_path):
    app = make_app("--basic-prompt", "--drive-sounds")
    frames(app, 150)
    app.machine.tape.insert(Cassette(make_tap(array.array("i", [5000] * 100_000))))
    app.machine.tape.play()
    key = played(app, 5)
    assert np.abs(key).max() > 1000
    running = played(app, 30)  # the KERNAL has switched the motor on
    left, right = np.std(running[-4800:], axis=0)
    assert app.machine.tape.moving and left > 1.5 * right > 0
    app.machine.tape.stop()
    assert not played(app, 40)[-960:].any()


@compiled
def test_a_deck_that_winds_sounds_like_no_other_and_clicks_where_it_stops(make_app):
    app = make_app("--basic-prompt", "--drive-sounds")
    app.machine.tape.insert(Cassette(make_tap(array.array("i", [5000] * 100_000))))
    frames(app, 5)
    loud = {}
    for key in ("play", "forward", "rewind", "stop"):
        app.machine.tape.press(key)
        app.machine.board.write(1, 0x17)  # the motor, as the KERNAL switches it on
        played(app, 20)
        loud[key] = float(np.std(played(app, 20)[:, 0]))
    assert loud["stop"] < 1 < loud["play"] < 0.8 * loud["forward"]
    assert loud["rewind"] == pytest.approx(loud["forward"], rel=0.5)


def tape_noises(*states):
    """Return the noises of a deck that is in one (key, whether it moves) after the other."""
    deck = SimpleNamespace(key="stop", moving=False)
    machine = SimpleNamespace(cycle=0, tape=deck, drives={})
    app = SimpleNamespace(machine=machine, sound=SimpleNamespace(rate=48000))
    sounds = DriveSounds(app)
    for sounds._frames, (deck.key, deck.moving) in enumerate(states):
        sounds._note_tape()
    return [(name, at) for name, at, _, _ in sounds._noises]


def test_a_key_is_heard_once_and_the_relay_where_the_motor_starts_or_stops_by_itself():
    assert tape_noises(
        ("stop", False), ("play", False), ("play", True), ("play", True), ("play", False),
        ("rewind", True), ("stop", False), ("stop", False),
    ) == [(KEY, 1), (RELAY, 2), (RELAY, 4), (KEY, 5), (KEY, 6)]  # fmt: skip


@compiled
def test_what_happened_at_warp_or_while_it_was_off_is_not_heard_later(make_app, tmp_path):
    app, sounds = loading(make_app, tmp_path, "--drive-sounds")
    frames(app, 60)  # the motor has run down
    app.machine.type('open15,8,15,"i"\n', wait=False)
    for _ in range(400):
        app._advance()
        app._sounded()  # as at warp: nobody plays it
    assert not app.machine.drives[8].motor
    assert not played(app, 5).any()
    app.actions["drive-sounds"].do()
    assert app.settings.drive_sounds is False and not sounds._noises


@compiled
def test_the_menu_sets_their_volume(make_app, tmp_path):
    app, _ = loading(make_app, tmp_path, "--drive-sounds")
    loud = []
    for word in ("100 %", "10 %", "0 %"):
        app.actions["drive-volume"].put(word)
        app.machine.type('load"$",8\n', wait=False)
        loud.append(np.abs(played(app, 150)).max())
        while app.machine.drives[8].motor:
            frames(app)
    assert loud[0] > 5 * loud[1] > 0 and loud[2] == 0
    app.actions["drive-sounds"].do()
    assert not app.actions["drive-volume"].possible()


@compiled
def test_a_virtual_drive_has_no_sound_and_the_message_says_so(make_app, tmp_path):
    app = make_app("--basic-prompt", "--drive8", str(disk(tmp_path / "a.d64")))
    frames(app, 150)
    app.actions["drive-sounds"].do()
    assert "virtual" in app.overlay.message
    app.machine.type('load"$",8\n', wait=False)
    assert not played(app, 100).any()


# -- how they are made ---------------------------------------------------------------------


@pytest.mark.parametrize("rate", [44100, 48000])
@pytest.mark.parametrize("name", MOTORS)
def test_a_motors_second_ends_where_it_begins(name, rate):
    loop = motor(name, rate)
    assert len(loop) == rate
    jump = abs(float(loop[0]) - float(loop[-1]))
    assert jump <= np.abs(np.diff(loop)).max()
    assert np.abs(loop).max() < 0.2


@pytest.mark.parametrize("name", KNOCKS)
def test_a_knock_begins_at_once_and_ends_in_silence(name):
    wave_ = knock(name, RATE)
    assert np.abs(wave_[:480]).max() == np.abs(wave_).max() < 1
    assert abs(float(wave_[-1])) < 1e-4


def test_chunks_of_any_length_make_the_same_sound():
    def made(lengths):
        engine, knocks, parts = Motor("disk", RATE), Knocks(RATE), []
        knocks.add("bump", 700, 0.3)
        for count in lengths:
            part = engine.make(count, True)[:, None] * sides(0.3)
            knocks.mix(part)
            parts.append(part)
        return np.concatenate(parts)

    assert np.allclose(made([6000]), made([960] * 6 + [240]), atol=1e-5)


def test_however_many_knocks_come_no_more_than_can_be_heard_are_kept():
    knocks = Knocks(RATE)
    for _ in range(10_000):
        knocks.add("step0", 0, 0.0)
    assert len(knocks._waiting) == Knocks.MOST
    knocks.mix(np.zeros((RATE, 2), dtype=np.float32))
    assert not knocks


def test_the_stream_goes_from_one_channel_to_two_and_back_without_an_edge():
    stretcher = Stretcher()
    flat = np.full(960, 8000, dtype=np.int16)
    both = np.column_stack((flat, flat))
    parts = [stretcher.make(data, 0.0) for data in (flat, flat, both, both, flat)]
    assert all((part == 8000).all() for part in parts[1:])


def sounds_of(track=None, **settings):
    """Return a DriveSounds of drives at a track whose App notes what is said in ``said``."""
    said = []
    drives = {n: SimpleNamespace(track=None, number=n, head_moves=lambda last=False: [])
              for n in (8, 9, 10, 11)}  # fmt: skip
    drives[9].track = track
    values = {"drive_sounds": True, "drive_volume": 50} | settings
    machine = SimpleNamespace(
        cycle=1000, drives=drives, tape=SimpleNamespace(key="play", moving=True)
    )
    return DriveSounds(SimpleNamespace(
        machine=machine, sound=SimpleNamespace(rate=RATE), settings=SimpleNamespace(**values),
        overlay=SimpleNamespace(say=said.append), said=said,
    ))  # fmt: skip


def test_their_volume_goes_round_in_tens_and_only_while_they_are_on():
    sounds = sounds_of(drive_volume=80)
    _, volume = sounds.actions()
    seen = []
    for _ in range(4):
        volume.run()
        seen.append(volume.state())
    assert seen == ["90 %", "100 %", "10 %", "20 %"]
    assert volume.choices() == [f"{percent} %" for percent in range(0, 101, 10)]
    volume.choose("0 %")
    assert volume.state() == "0 %" and sounds.app.said[-1] == "volume of drives: 0 %"
    sounds.app.settings.drive_sounds = False
    assert not volume.possible()


@pytest.mark.parametrize(("track", "virtual"), [(18.0, False), (None, True)])
def test_the_switch_says_how_it_stands_and_whether_anything_moves(track, virtual):
    sounds = sounds_of(track, drive_sounds=False)
    switch, _ = sounds.actions()
    assert (switch.name, switch.key, switch.group) == ("drive-sounds", "8", "sound")
    assert switch.state() == "off"
    switch.run()
    assert switch.state() == "on"
    assert sounds.app.said[-1].startswith("drive and tape sounds: on")
    assert ("virtual" in sounds.app.said[-1]) is virtual
    switch.run()
    assert switch.state() == "off" and sounds.app.said[-1] == "drive and tape sounds: off"


def test_what_nobody_plays_for_eight_frames_is_forgotten():
    sounds = sounds_of()
    for count in range(1, 9):
        sounds.before_frame()
        sounds.after_frame(None)
        assert sounds._frames == count
    assert [name for name, *_ in sounds._noises] == [KEY]
    sounds.before_frame()
    assert (sounds._frames, sounds._noises) == (0, [])


@pytest.mark.parametrize(
    ("hit", "noise"),
    [(0, ("step0", 1.0)), (19.9, None), (20.0, ("bump", 20 / 150)), (75.0, ("bump", 0.5)),
     (150.0, ("bump", 1.0)), (900.0, ("bump", 1.0))],
)  # fmt: skip
def test_a_hit_is_as_loud_as_it_is_hard_and_too_soft_ones_are_not_heard(hit, noise):
    sounds = sounds_of()
    sounds._began, sounds._frames = 1000, 2
    for cycle, at in ((1000, 2.0), (1250, 2.25), (9999, 3.0), (0, 2.0)):
        sounds._noises = []
        moves = [(cycle, 18.0, hit)]
        sounds._note_head(SimpleNamespace(number=8, head_moves=lambda m=moves: m), 1000)
        wanted = [] if noise is None else [(noise[0], at, 0.35, pytest.approx(noise[1]))]
        assert sounds._noises == wanted
    half = [(1000, 18.5, 0)]
    sounds._note_head(SimpleNamespace(number=11, head_moves=lambda: half), 1000)
    assert sounds._noises[-1] == ("step1", 2.0, 0.85, 1.0)


def test_in_the_frame_in_which_they_are_switched_on_a_head_is_heard_at_its_cycle():
    sounds = sounds_of()
    machine = sounds.app.machine
    machine.cycle = 1100  # of which the frame began at 1000, when nobody listened
    machine.drives[8].head_moves = lambda last=False: [(1050, 18.0, 0)]
    sounds.after_frame(None)
    assert sounds._noises[0] == ("step0", 0.5, 0.35, 1.0)
