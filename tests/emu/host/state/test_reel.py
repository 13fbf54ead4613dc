"""The frames of the past: which are shown, in which order, with which sound, and how far back."""

from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from emu.host.state import rewind
from emu.host.state.rewind import REWIND_BACK, REWIND_PICTURES, Frame, Reel, Rewind, packed

FRAME = 100  # cycles


class Machine:
    """Has a frame each 100 cycles, which sounds like its number."""

    model = SimpleNamespace(lines=10, cycles_per_line=10)

    def __init__(self, cycle):
        self.cycle, self.heard = cycle, [255]
        self.screen = self

    @property
    def frames(self):
        return self.cycle // FRAME

    def audio(self):
        heard, self.heard = self.heard, []
        return heard


class History:
    """States at some cycles."""

    def __init__(self, machine, *cycles):
        self.machine, self.replayed = machine, 0
        self.marks = [SimpleNamespace(cycle=cycle) for cycle in cycles]

    def load(self, number):
        self.machine.cycle = self.marks[number].cycle
        self.machine.heard.append(254)  # of where the machine was before

    def replay_frame(self, end):
        machine = self.machine
        machine.cycle = min(end, (machine.cycle // FRAME + 1) * FRAME)
        machine.heard.append(machine.cycle)
        self.replayed += 1


def cut(screen):
    """Return the picture of a frame: its number in each of four pixels."""
    return np.full((1, 4), screen.frames % 16, dtype=np.uint8)


def reel(now, *cycles, floor=0):
    machine = Machine(now)
    return Reel(machine, History(machine, *cycles), floor, cut)


def all_of(found):
    """Return every frame there is, the latest first."""
    frames = []
    while got := found.back(1):
        frames += got
    return frames


@pytest.mark.parametrize(
    ("floor", "last"), [(-1, 100), (0, 100), (100, 200), (250, 300), (299, 300), (300, 400)]
)
def test_all_frames_since_the_floor_are_shown_backwards(floor, last):
    frames = all_of(reel(850, 0, 300, 600, floor=floor))
    assert [frame.end for frame in frames] == [*range(800, last - 1, -100)]


def test_each_has_its_own_picture_and_sound():
    for frame in all_of(reel(850, 0, 300, 600)):
        assert frame.sound == [frame.end]
        assert frame.pixels().tolist() == [[frame.end // FRAME] * 4]
        assert frame.picture.shape == (1, 2)


def test_the_frame_of_now_is_none_of_the_past():
    assert [frame.end for frame in all_of(reel(800, 600))] == [700]
    assert all_of(reel(650, 600)) == []


@pytest.mark.parametrize("frames", [REWIND_PICTURES, 2 * REWIND_PICTURES - 1])
def test_of_a_long_stretch_every_frame_is_kept_up_to_twice_the_limit(frames):
    found = all_of(reel(frames * FRAME + 1, 0))
    assert [frame.end for frame in found] == [*range(frames * FRAME, 0, -FRAME)]


def test_of_a_longer_stretch_every_second_or_third_frame_is_kept():
    assert REWIND_PICTURES == 128
    for every in (2, 3):
        found = all_of(reel(every * 128 * FRAME + 1, 0))
        assert [frame.end for frame in found] == [*range(every * 128 * FRAME, 0, -every * FRAME)]


def test_frames_before_are_made_while_those_behind_are_shown():
    found = reel(2050, 0, 1000, 2000)
    history = found._history
    begun = history.replayed
    steps = []
    for frames in (1, 2, 4):
        found.back(frames)
        steps.append(history.replayed - begun)
        begun = history.replayed
    assert steps[1:] == [3, 5]  # one more than is shown each time
    spare = iter([True, True, False])
    found = reel(2050, 0, 1000, 2000)
    found.back(1)
    begun = found._history.replayed
    found.back(1, lambda: next(spare))
    assert found._history.replayed == begun + 2 + 2
    found.back(1, lambda: True)
    assert found._history.replayed == 1 + 20
    assert [frame.end for frame in found.back(3)] == [1700, 1600, 1500]


def test_pictures_have_two_pixels_a_byte():
    pixels = np.arange(16, dtype=np.uint8).reshape(2, 8)
    assert packed(pixels).tolist() == [[0x01, 0x23, 0x45, 0x67], [0x89, 0xAB, 0xCD, 0xEF]]


class Image(SimpleNamespace):
    """A disk of a version, ``dirty`` if it is newer than its file."""


def jumping(monkeypatch, floor=0, first=0, images=()):
    """Return a Rewind at cycle 10,000 of 1000 Hz, and what comes of a jump, in turn."""
    done = []
    slots = [SimpleNamespace(image=image, flush=lambda: done.append("flush")) for image in images]
    machine = SimpleNamespace(
        cycle=10_000, model=SimpleNamespace(clock_hz=1000), drives=dict(enumerate(slots)),
        tape=SimpleNamespace(flush=lambda: done.append("flush tape"), cassette=None),
        stop_typing=lambda: done.append("typing"),
    )  # fmt: skip

    def land(debugger, cycle):
        done.append(cycle)
        machine.cycle = cycle
        for image in images:
            image.version += image.goes

    monkeypatch.setattr(rewind, "_land", land)
    monkeypatch.setattr(rewind, "trim_heap", lambda: done.append("trim"))
    app = SimpleNamespace(
        machine=machine, debugger=SimpleNamespace(history=SimpleNamespace(first=first)),
        loading=lambda: False, remote=None, overlay=SimpleNamespace(say=done.append),
        input=SimpleNamespace(restored=lambda: done.append("keys")),
        pacer=SimpleNamespace(restart=lambda: done.append("pace")),
        features=[SimpleNamespace(restarted=lambda: done.append("another"))],
    )  # fmt: skip
    found = Rewind(app)
    app.features.append(found)
    found._floor = floor
    return found, done


@pytest.mark.parametrize(
    ("floor", "first", "lands"),
    [(0, 0, 5000), (6000, 0, 6000), (0, 7000, 7000), (6000, 5500, 6000), (0, 4999, 5000)],
)
def test_a_jump_goes_back_five_seconds_or_to_where_the_past_begins(
    monkeypatch, floor, first, lands
):
    found, done = jumping(monkeypatch, floor, first)
    found.jump()
    said = f"back {(10_000 - lands) / 1000:.1f} s"
    assert REWIND_BACK == 5
    assert done == ["flush tape", lands, said, "typing", "keys", "another", "trim", "pace"]
    assert found._floor == floor, "it is no other program for itself"


def test_the_longer_it_is_held_the_faster_it_goes_back_and_each_five_pictures_it_says_how_far():
    """A second of holding is a second, two more are four, then it is four times as fast."""
    rates, said, pushed = [], [], []
    app = SimpleNamespace(
        pacer=SimpleNamespace(spare=None), overlay=SimpleNamespace(say=said.append), muted=False,
        sound=SimpleNamespace(push=pushed.append),
        machine=SimpleNamespace(model=SimpleNamespace(clock_hz=1000)),
    )  # fmt: skip
    found = Rewind(app)
    assert found.instead_of_frame() is False and found.picture() is None

    class Past:
        now = 100_000

        def back(self, rate, spare):
            rates.append(rate)
            ends = [self.now - 20 * (sum(rates) - rate + n + 1) for n in range(rate)]
            sound = np.arange(8, dtype=np.int16)
            return [Frame(end, np.zeros((1, 1), dtype=np.uint8), sound) for end in ends]

    found._reel = Past()
    for _ in range(100):
        assert found.instead_of_frame() is True
    assert rates == [1] * 25 + [2] * 50 + [4] * 25
    gone = [20 * sum(rates[: n + 1]) / 1000 for n in range(0, 100, 5)]
    assert said == [f"back {seconds:.1f} s" for seconds in gone]
    assert [len(sound) for sound in pushed[::49]] == [8, 8, 8]
    assert pushed[0].tolist() == [7, 6, 5, 4, 3, 2, 1, 0]
    assert pushed[30].tolist() == [7, 5, 3, 1, 7, 5, 3, 1]
    assert pushed[90].tolist() == [7, 3, 7, 3, 7, 3, 7, 3]
    assert found.picture().shape == (1, 2)
    found._reel.back = lambda rate, spare: []
    found.instead_of_frame()
    assert said[-1] == f"back {20 * sum(rates) / 1000:.1f} s, the beginning"
    app.muted, found._reel.back = True, Past().back
    found.instead_of_frame()
    assert len(pushed) == 100


def test_there_is_no_way_back_to_before_another_program_was_started_or_had_loaded(monkeypatch):
    found, done = jumping(monkeypatch)
    app = found.app
    app.machine.cycle = 6000
    found.before_frame()
    assert found._floor == 0
    app.loading = lambda: True
    found.before_frame()
    assert found._floor == 6000
    app.machine.cycle = 7000
    found.jump()
    assert done == ["rewind: the program is loading"]
    app.loading = lambda: False
    found.jump()
    assert done[2] == 6000
    app.machine.cycle = 8000
    found.restarted()
    found.jump()
    assert done[-1] == "rewind: nothing to go back to"
    app.machine.cycle = 8001
    found.jump()
    assert 8000 in done


@pytest.mark.parametrize(("holds", "says"), [(True, "stopped by a debugger"), (False, None)])
def test_why_there_is_no_way_back_is_said(monkeypatch, holds, says):
    found, done = jumping(monkeypatch)
    found.app.remote = SimpleNamespace(holding=holds)
    found.jump()
    assert (done == [says]) == holds and (5000 in done) != holds
    found.app.debugger = None
    found.jump()
    assert done[-1] == "rewind needs --cpu exact"


def test_the_first_disk_that_went_back_and_is_newer_in_its_file_is_named(monkeypatch):
    images = [
        Image(version=1, goes=number > 0, dirty=number > 1, path=path)
        for number, path in enumerate(
            [Path("a.d64"), Path("b.d64"), None, Path("c.d64"), Path("d.d64")]
        )
    ]
    found, done = jumping(monkeypatch, images=images)
    found.jump()
    assert done[:6] == ["flush"] * 5 + ["flush tape"]
    assert done[-3:] == ["c.d64 went back too; newer: .bak", "trim", "pace"]
    assert found._versions == []
