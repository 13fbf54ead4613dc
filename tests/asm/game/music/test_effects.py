"""Effects and jingles: who is heard when, that no request is lost, that all ends in silence."""

import random

import numpy as np
import pytest

from tests.asm.game.engine import K
from tests.asm.game.music.bench import (
    CONTROL,
    EFFECTS,
    NUMBER,
    SOUNDS,
    TAKEN,
    VOICES,
    Bench,
    pitches,
    schedule,
    wave_at,
)
from tests.volume import seldom
from tools.music import music

WARM = 20  # ticks until the volume is up
JINGLES = list(SOUNDS.data["jingles"])
SINGLES = list(SOUNDS.data["effects"])
PATIENCE = 75
LIMIT = 1700  # cycles of a tick, whatever is asked for while the tune plays
REGISTERS = slice(0, 21)


@pytest.fixture(scope="module")
def desk():
    """A bench that is put back to silence by whoever takes it."""
    return Bench()


@pytest.fixture
def bench(desk):
    desk.poke("settings", K["RANDOM_SID"], K["OPT_RANDOM"])
    desk.poke("sound_off", 0)
    desk.tell("effect_init")
    desk.tick(WARM)
    desk.tell("effect_init")
    assert desk.idle()
    return desk


def scored(name, voice=None):
    """Schedule and length of an effect, or of a jingle's voice 1 or 2."""
    if voice is None:
        return schedule(SOUNDS.notes(name), 1)
    return schedule(SOUNDS.notes(f"{name} {voice}"), SOUNDS.data["tempo"])


def sounds_as_scored(rows, gates, voice, notes, begin):
    """The voice plays these notes from tick ``begin`` on, and only these."""
    registers = pitches(rows, voice)
    for number, (tick, note, ticks, instrument) in enumerate(notes):
        for step in range(ticks - TAKEN):
            control, up, fixed = wave_at(instrument, step)
            at = begin + TAKEN + tick + step
            wanted = music.register(fixed if up is None else note + up, music.CLOCKS[0])
            assert abs(int(registers[at]) - wanted) <= max(2, wanted // 300), (number, step)
            if rows[at, 7 * voice + 4] & 1:
                assert rows[at, 7 * voice + 4] == control
    opened = np.flatnonzero(gates[:, voice])
    assert opened.size
    assert opened[0] == begin + notes[0][0] + TAKEN
    assert not rows[-1, 7 * voice + 4] & 1


@pytest.mark.parametrize("name", SINGLES)
def test_an_effect_sounds_as_scored_and_ends(bench, name):
    notes, length = scored(name)
    rows, gates = bench.play(length + 3, {0: [NUMBER[name]]})
    sounds_as_scored(rows, gates, 1, notes, 0)
    assert bench.idle()
    assert not gates[:, 0].any()
    assert not gates[:, 2].any()


@pytest.mark.parametrize("name", JINGLES)
def test_a_jingle_sounds_on_both_voices_as_scored_and_ends(bench, name):
    (first, length), (second, other) = scored(name, 1), scored(name, 2)
    assert length == other
    rows, gates = bench.play(length + 4, {0: [NUMBER[name]]})
    sounds_as_scored(rows, gates, 0, first, 0)
    sounds_as_scored(rows, gates, 1, second, 1)
    assert bench.idle()


def test_jingles_are_over_before_the_patience_of_others_is():
    """But for the two that end a game and the one that begins it."""
    for name in JINGLES:
        if name not in ("start", "lose", "win"):
            assert scored(name, 1)[1] <= PATIENCE, name


class Counter:
    """Counts what is asked for, what begins and what is dropped; the same again while it waits
    is one sound."""

    def __init__(self, bench):
        self.bench = bench
        self.asked = self.merged = self.begun = self.lost = 0
        self.order, self.streams = [], bench.table("sound_lo", len(EFFECTS))

    def tick(self, numbers=()):
        bench = self.bench
        for number in numbers:
            self.asked += 1
            self.merged += bool(bench.byte("effect_wait", number))
            bench.ask(number)
        before, idle = bench.table("effect_wait", len(EFFECTS)), bench.table("channel_hi", 6)
        bench.tick()
        after, busy = bench.table("effect_wait", len(EFFECTS)), bench.table("channel_hi", 6)
        gone = [n for n in range(len(EFFECTS)) if before[n] and not after[n]]
        room = sum(not idle[c] and bool(busy[c]) for c in (0, 3, 4, 5))
        self.begun += room
        self.lost += len(gone) - room
        self.order += [EFFECTS[n] for n in reversed(gone)]

    def rest(self):
        """Until all is silent."""
        while not self.bench.idle():
            self.tick()


@pytest.mark.feature("F083")
def test_what_cannot_begin_at_once_waits_and_the_most_important_is_next(bench):
    counter = Counter(bench)
    counter.tick([NUMBER[n] for n in ("turn", "bid", "move", "refuse", "pay", "press")])
    counter.rest()
    assert counter.order == ["refuse", "pay", "bid", "turn", "press", "move"]
    assert counter.lost == 0


@pytest.mark.feature("F083")
def test_nothing_that_has_begun_is_cut_off(bench):
    notes, length = scored("turn")
    asked = {0: [NUMBER["turn"]], 1: [NUMBER["refuse"]], 2: [NUMBER["debt"]], 4: [NUMBER["cash"]]}
    rows, gates = bench.play(80, asked)
    registers = pitches(rows, 1)
    for tick, note, ticks, _ in notes:
        assert gates[tick + TAKEN, 1]
        wanted = music.register(note, music.CLOCKS[0])
        assert abs(int(registers[tick + ticks - 1]) - wanted) < 5
    assert not gates[notes[-1][0] + TAKEN + 1 : length, 1].any()
    assert gates[:, :2].sum() == sum(len(scored(n)[0]) for n in ("turn", "refuse", "debt", "cash"))
    assert bench.idle()


@pytest.mark.feature("F083")
@pytest.mark.parametrize("count", [120, seldom(2000)])
def test_hundreds_of_requests_as_a_game_makes_them_are_all_played(bench, count):
    """Steps, clicks, dice, messages: bursts of up to three in a tenth of a second."""
    dice, counter = random.Random(83), Counter(bench)
    while counter.asked < count:
        burst = dice.choices(range(len(EFFECTS)), k=dice.randrange(1, 4))
        short = [number for number in burst if EFFECTS[number] in SINGLES]
        jingle = [number for number in burst if EFFECTS[number] in JINGLES[:-3]][:1]
        for number in short + jingle:
            counter.tick([number])
            counter.tick()
        for _ in range(dice.randrange(30, 70)):
            counter.tick()
    counter.rest()
    assert counter.lost == 0
    assert counter.begun == counter.asked - counter.merged
    assert counter.merged < count // 25


@pytest.mark.feature("F083")
def test_in_a_flood_the_important_is_heard_and_stale_requests_are_dropped(bench):
    counter, dice = Counter(bench), random.Random(7)
    for _ in range(300):
        counter.tick([dice.randrange(NUMBER["refuse"])])
    counter.order.clear()
    counter.tick([NUMBER["refuse"], NUMBER["win"]])
    for _ in range(30):
        counter.tick()
    assert counter.order[0] == "win"
    assert "refuse" in counter.order[:3]
    counter.rest()
    assert counter.lost + counter.begun + counter.merged == counter.asked


@pytest.mark.feature("F084")
def test_twenty_steps_are_twenty_knocks(bench):
    """A hop takes six fiftieths."""
    asked = {6 * step: [NUMBER["step"]] for step in range(20)}
    _, gates = bench.play(6 * 20 + 10, asked)
    assert gates.sum() == 20


def test_an_effect_is_heard_over_the_tune_which_goes_on_below():
    outcomes = []
    for asked in ({}, {100: [NUMBER["refuse"]]}):
        mixed = Bench(source=K["RANDOM_SID"])
        mixed.tick(WARM)
        mixed.call("music_start")
        mixed.tell("voice3_give")
        outcomes.append(mixed.play(260, asked))
    (rows, gates), (other, other_gates) = outcomes
    length = scored("refuse")[1]
    assert (rows[:, REGISTERS] != other[:, REGISTERS]).any(axis=1).sum() >= length - 2
    assert np.array_equal(gates[:, 0], other_gates[:, 0])  # the melody is left alone
    later = 100 + length + 60
    assert np.array_equal(rows[later:, 7:14], other[later:, 7:14])
    assert np.array_equal(gates[later:, 1], other_gates[later:, 1])


def test_switched_off_no_effect_begins(bench):
    bench.poke("sound_off", 1)
    _, gates = bench.play(100, {t: [t % len(EFFECTS)] for t in range(0, 100, 3)})
    assert not gates.any()


def test_the_volume_rises_step_by_step_and_never_jumps():
    bench = Bench()
    rows, _ = bench.play(30, {3: [NUMBER["turn"]]})
    volume = (rows[:, 24] & 15).astype(int)
    assert volume[0] <= 1
    assert volume[-1] == 15
    assert set(np.diff(volume)) <= {0, 1}
    bench.tell("effect_init")
    rows, _ = bench.play(2)
    assert (rows[:, 24] & 15 == 15).all()


def test_any_traffic_ends_in_silence_and_no_tick_is_too_long():
    """With the tune below and requests in every tick."""
    bench, dice = Bench(source=K["RANDOM_UNBIASED"]), random.Random(3)
    bench.tick(WARM)
    bench.call("music_title")
    asked = {t: dice.choices(range(len(EFFECTS)), k=4) for t in range(400)}
    bench.play(400, asked)
    assert 900 < bench.longest < LIMIT, bench.longest
    bench.tell("music_stop")
    while not bench.idle():
        rows, gates = bench.play(50)
    assert not gates[-1].any()
    assert not (rows[-1, CONTROL] & 1).any()


@pytest.mark.feature("F076")
def test_effects_leave_the_noise_of_the_dice_alone(bench):
    rows, gates = bench.play(400, {t: [t % len(EFFECTS)] for t in range(0, 400, 5)})
    assert gates[:, :2].any(axis=0).all()
    assert not gates[:, 2].any()
    assert (pitches(rows, 2) == 0xFFFF).all()
    assert (rows[:, 18] == 0x80).all()
    assert (rows[:, 24] & 0x80).all()


def test_effects_take_voice_3_when_the_dice_come_from_elsewhere(bench):
    bench.poke("settings", K["RANDOM_LFSR"], K["OPT_RANDOM"])
    bench.tell("voice3_give")
    names = ("turn", "bid", "pay")
    _, gates = bench.play(6, {0: [NUMBER[name] for name in names]})
    assert gates.any(axis=0).all()
    assert VOICES == 3


def test_whatever_the_sid_was_told_before_it_begins_silent_and_without_a_filter(desk):
    desk.shadow[:] = 0x55
    desk.tell("effect_init")
    assert not desk.shadow[:14].any()  # voices 1 and 2
    assert desk.shadow[23] == 0
