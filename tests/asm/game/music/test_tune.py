"""The title tune: what the SID is told agrees with the score, on PAL and NTSC."""

from functools import cache

import numpy as np
import pytest

from tests.asm.game.engine import K
from tests.asm.game.music.bench import (
    CONTROL,
    TAKEN,
    TITLE,
    VOICES,
    Bench,
    pitches,
    schedule,
    wave_at,
)
from tools.music import music

WARM = 20  # ticks until the volume is up
LENGTH = 80 * TITLE.data["bar"] * TITLE.data["tempo"]
PLAYED = {"pal": LENGTH + 300, "ntsc": 1400}  # ticks: all, and the intro and the first strain
CLOCKS = dict(zip(("pal", "ntsc"), music.CLOCKS, strict=True))
CENT = 2 ** (1 / 1200)
LIMIT = 1250  # cycles of a tick of three voices, nothing asked for


@cache
def performance(standard):
    """(standard, longest tick, registers, gates)."""
    bench = Bench(standard, source=K["RANDOM_LFSR"])
    bench.tick(WARM)
    bench.tell("music_title")
    rows, gates = bench.play(PLAYED[standard])
    return standard, bench.longest, rows, gates


@pytest.fixture(params=["pal", "ntsc"])
def played(request):
    """A performance."""
    return performance(request.param)


@pytest.fixture
def whole():
    """Registers and gates of the whole tune and a bit of its second round, PAL."""
    return performance("pal")[2:]


def cents(register, wanted):
    """How far a frequency is from a wanted one."""
    return abs(1200 * np.log2(max(int(register), 1) / wanted))


def track(name):
    return schedule(TITLE.notes(name), TITLE.data["tempo"])


@pytest.mark.feature("F075", "F085")
@pytest.mark.parametrize("voice", range(VOICES))
def test_every_note_of_the_score_sounds_at_its_time_and_pitch(played, voice):
    standard, _, rows, gates = played
    notes, length = track(list(TITLE.data["tracks"])[voice])
    assert length == LENGTH
    heard = np.flatnonzero(gates[:, voice])
    begins = [tick + voice + TAKEN for tick, *_ in notes]
    end = min(LENGTH, len(rows)) - 120
    assert [t for t in heard if t < end] == [t for t in begins if t < end]
    registers = pitches(rows, voice)
    for tick, note, ticks, instrument in notes:
        if tick > end:
            break
        for step in range(min(ticks - TAKEN, 6)):
            control, up, fixed = wave_at(instrument, step)
            at = tick + voice + TAKEN + step
            wanted = music.register(fixed if up is None else note + up, CLOCKS[standard])
            assert cents(registers[at], wanted) < 5, (tick, note, step, instrument)
            assert rows[at, 7 * voice + 4] & 0xF0 == control & 0xF0


def test_envelopes_rest_for_a_tick_before_each_note(played):
    """Else the SID's rate counter may hold an attack up for 33 ms."""
    _, _, rows, gates = played
    for voice in range(VOICES):
        for begin in np.flatnonzero(gates[:, voice]):
            assert not rows[begin - 1, 7 * voice + 5 : 7 * voice + 7].any()


@pytest.mark.parametrize("voice", range(VOICES))
def test_gates_close_between_notes(played, voice):
    _, _, rows, _ = played
    notes, _ = track(list(TITLE.data["tracks"])[voice])
    for tick, _, ticks, _ in notes:
        if tick + ticks + voice >= len(rows):
            break
        for at in (tick + voice, tick + voice + ticks):  # notes are taken, or the voice rests
            assert not rows[at, 7 * voice + 4] & 1, tick


def test_after_its_end_the_tune_begins_again(whole):
    rows, gates = whole
    again = slice(10, 250), slice(LENGTH + 10, LENGTH + 250)
    assert np.array_equal(gates[again[0]], gates[again[1]])
    assert np.array_equal(pitches(rows, 0)[again[0]], pitches(rows, 0)[again[1]])


def test_a_tick_of_the_tune_takes_no_longer_than_documented(played):
    assert 500 < played[1] < LIMIT


def test_vibrato_is_slow_and_small(whole):
    """On the long notes of the trio, never more than a quarter of a semitone."""
    registers, moved = pitches(whole[0], 0), 0
    for tick, note, ticks, instrument in track("melody")[0]:
        if instrument == "song":
            span = registers[tick + TAKEN : tick + ticks - 1]
            wanted = music.register(note, music.CLOCKS[0])
            assert max(cents(r, wanted) for r in span) < 25
            moved += len(set(span.tolist())) > 2
    assert moved >= 8


def test_vibrato_is_four_ticks_up_and_four_down(whole):
    """From the middle: the first way up is half as long."""
    registers, seen = pitches(whole[0], 0).astype(int), 0
    for tick, _, ticks, instrument in track("melody")[0]:
        if instrument == "song":
            steps = np.sign(np.diff(registers[tick + TAKEN : tick + ticks - 1]))
            begin = next((at for at, step in enumerate(steps) if step), len(steps))
            way = steps[begin:].tolist()
            assert way == ([1, 1] + 9 * [-1, -1, -1, -1, 1, 1, 1, 1])[: len(way)], tick
            seen += len(way) > 8
    assert seen >= 4


def test_pulses_never_close(played):
    """Widths stay between 5 and 95 per cent, so no note vanishes."""
    _, _, rows, _ = played
    for voice in range(VOICES):
        control = rows[:, 7 * voice + 4]
        width = rows[:, 7 * voice + 2].astype(int) | (rows[:, 7 * voice + 3].astype(int) & 15) << 8
        width = width[(control & 0x41) == 0x41]
        assert width.min() > 0.05 * 4096
        assert width.max() < 0.95 * 4096


def test_nothing_sounds_after_the_tune_was_stopped():
    bench = Bench(source=K["RANDOM_LFSR"])
    bench.tick(WARM)
    bench.tell("music_title")
    bench.play(150)
    bench.tell("music_stop")
    rows, gates = bench.play(60)
    assert bench.idle()
    assert not gates.any()
    assert not (rows[:, CONTROL] & 1).any()
    assert not rows[:, [5, 6, 12, 13, 19, 20]].any()


@pytest.mark.feature("F076")
def test_with_noise_for_the_dice_the_tune_leaves_voice_3_alone():
    bench = Bench(source=K["RANDOM_SID"])
    bench.tick(WARM)
    bench.tell("music_title")
    bench.play(100)
    bench.tell("voice3_give")  # as the title does when it ends
    rows, gates = bench.play(300)
    assert gates[:, :2].any()
    assert not gates[:, 2].any()
    assert (pitches(rows, 2) == 0xFFFF).all()
    assert (rows[:, 18] == 0x80).all()
    assert (rows[:, 24] == 0x8F).all()


def test_tune_switched_off_does_not_start():
    bench = Bench()
    bench.tick(WARM)
    bench.poke("music_off", 1)
    bench.tell("music_title")
    _, gates = bench.play(60)
    assert not gates.any()


@pytest.mark.parametrize(("free", "voices"), [(1, 3), (0, 2)])
def test_the_tune_takes_the_third_voice_only_if_no_dice_come_from_its_noise(free, voices):
    bench = Bench()
    bench.poke("voice3_free", free)
    bench.call("music_start")
    assert [bool(high) for high in bench.table("channel_hi", 6)] == [n < voices for n in range(6)]
