"""The music of play: its moods, what it plays, that it seldom repeats itself, that it is quiet,
steps aside and can be turned off."""

import numpy as np
import pytest

from emu.kit.machine import Kit
from emu.kit.machine_pool import BootedMachine, MachineSpec, keep_counts
from tests.asm.game.engine import K
from tests.asm.game.music.bench import NUMBER, RATE, SOUNDS, Bench, pitches
from tests.asm.game.music.repeats import FRAMES, MONEY, likeness, tones, worst
from tests.asm.game.ui.conftest import at, built, places  # noqa: F401
from tests.asm.game.ui.gallery import over
from tests.asm.game.ui.machine import DEBUG_FILE, Game
from tests.asm.game.ui.table import initiator
from tests.volume import seldom
from tools.music import music

MUSIC, EFFECT = 0, 3  # channels
OPTION = 6  # its line of the options
SILENCE = 10 ** (-54 / 20)  # of full scale, RMS of a fiftieth of a second
VAMP = SOUNDS.data["vamp"]
MOODS = list(VAMP["phrases"])
BARS = 4  # a phrase
BAR = VAMP["bar"] * VAMP["tempo"]  # ticks
BETWEEN = 3  # ticks from one bar to the next, at most
KEY = 5  # semitones up, the second time through the order
ALIKE = 0.7  # the most a mood may resemble itself


def mood(machine):
    """The mood whose bar plays, None if none does."""
    plays = machine.byte("vamp_plays")
    if not plays or not machine.byte("channel_hi", MUSIC):
        return None
    return MOODS[plays // (BARS * music.PHRASES) - 1]


def scored(name, count):
    """[[note of glow], [note of hum]] of the first bars of a mood, as the score has them."""
    order, bars, basses = music.vamp_order(VAMP), list(VAMP["bars"]), list(VAMP["basses"])
    heard = [[], []]
    for number in range(count):
        phrase, bass = order[number // BARS % len(order)]
        key = KEY * (number // (BARS * len(order)) % 2)
        text = VAMP["phrases"][name][phrase]
        bar, shift = music.phrase_bars(text, name, bars)[number % BARS]
        for voice, part in enumerate((f"bars {bars[bar]}", f"basses {basses[bass]}")):
            notes = [word[1] for word in SOUNDS.voices[part] if word[0] == "note"]
            heard[voice] += [note + shift + key for note in notes]
    return heard


def notes_of(rows, opened, voice):
    """Numbers of the notes that began on a voice."""
    registers = [music.register(n, music.CLOCKS[0]) for n in range(music.NOTES)]
    begun = pitches(rows, voice)[np.flatnonzero(opened[:, voice])].astype(int)
    return [int(np.argmin([abs(r - int(value)) for r in registers])) for value in begun]


@pytest.fixture
def bench():
    """A bench at which a game is played by player 0."""
    bench = Bench()
    bench.poke("vamp_on", 1)
    bench.poke("player_money_hi", 1500 >> 8)
    bench.poke("player_money_lo", 1500 & 0xFF)
    return bench


@pytest.mark.parametrize(
    ("money", "wanted"),
    [(1500, "day"), (100, "day"), (2047, "day"), (99, "debt"), (-40, "debt"), (2048, "rich")],
)
def test_the_mood_is_that_of_whoever_decides(bench, money, wanted):
    for seat, amount in ((0, 1500), (2, money)):
        bench.poke("player_money_lo", amount & 0xFF, seat)
        bench.poke("player_money_hi", amount >> 8 & 0xFF, seat)
    bench.poke("mode_active", 2, 1)
    bench.poke("mode_depth", 1)
    bench.tick(3)
    assert mood(bench) == wanted


@pytest.mark.parametrize(
    ("name", "orders"), [(MOODS[0], 1), *((name, 1 / 4) for name in MOODS[1:]),
                         *(seldom(name, 1) for name in MOODS[1:])]
)  # fmt: skip
def test_bars_follow_each_other_as_the_score_has_them_without_end(bench, name, orders):
    """Five bars more than the order has: it begins anew, a fourth up; or than a part of it."""
    bench.poke("player_money_lo", MONEY[name] & 0xFF)
    bench.poke("player_money_hi", MONEY[name] >> 8)
    count = int(BARS * len(VAMP["order"]) * orders) + 5
    rows, opened = bench.play(count * (BAR + BETWEEN))
    for voice, wanted in enumerate(scored(name, count)):
        heard = notes_of(rows, opened, voice)
        assert heard[: len(wanted)] == wanted, voice
        assert len(heard) <= len(wanted) + 4, "no more than of the next bar"


def test_the_mood_changes_with_the_next_bar(bench):
    bench.tick(10)
    bench.poke("player_money_hi", MONEY["rich"] >> 8)
    heard = []
    for _ in range(BAR + 10):
        bench.tick()
        heard.append(mood(bench))
    assert heard[: BAR - 20] == ["day"] * (BAR - 20)
    assert heard[-1] == "rich"
    assert set(heard) <= {"day", "rich", None}


@pytest.mark.parametrize(
    ("name", "minutes"), [("day", 1), *(seldom(name, 2) for name in ("day", "rich", "debt"))]
)
def test_for_minutes_it_hardly_resembles_itself(name, minutes):
    """Correlation of 72 tones with themselves; one phrase again and again has 1.0."""
    alike, lag = worst(name, 2 * 60 * minutes)
    print(f"{name}: {alike:.2f} at {lag} s")
    assert alike < ALIKE


def test_what_is_said_to_resemble_itself_does():
    """The judge hears a phrase of eight seconds that comes again."""
    dice, time = np.random.default_rng(64), np.arange(RATE // 4) / RATE
    notes = 440 * 2 ** (dice.integers(-24, 24, 32) / 12)
    found = likeness(tones(np.tile(np.sin(2 * np.pi * notes[:, None] * time).ravel(), 17)))
    assert found[8 * FRAMES] > 0.99
    assert found[4 * FRAMES : 8 * FRAMES - 5].max() < ALIKE


def test_a_jingle_takes_its_place_and_it_comes_back(bench):
    bench.tick(20)
    assert mood(bench) == "day"
    bench.ask(NUMBER["rent"])
    bench.tick(2)
    assert mood(bench) is None
    assert bench.byte("channel_hi", MUSIC) and bench.byte("channel_hi", MUSIC + 1)
    for _ in range(300):
        bench.tick()
        if mood(bench):
            break
    assert mood(bench) == "day"


def test_an_effect_is_heard_instead_of_its_voice(bench):
    bench.tick(40)
    bench.ask(NUMBER["turn"])
    rows, opened = bench.play(40)
    assert opened[:6, 1].any(), "it has begun"
    assert any(bench.table("channel_hi", 3)), "the phrase has gone on"
    chime = SOUNDS.data["instruments"]["chime"]
    assert (rows[3:15, 7 + 5] == chime.get("attack", 0) << 4 | chime["decay"]).any()


def test_turned_off_it_stops_at_once(bench):
    bench.tick(20)
    bench.poke("vamp_off", 1)
    bench.tick(2)
    assert bench.idle()
    bench.poke("vamp_off", 0)
    bench.tick(2)
    assert mood(bench) == "day"


def test_no_tick_with_it_is_too_long():
    """The bound is that of play without it (test_effects.py)."""
    bench = Bench()
    bench.poke("vamp_on", 1)
    names = list(NUMBER.values())
    for tick in range(600):
        bench.ask(names[tick * 7 % len(names)])
        bench.tick()
    assert bench.longest < 1700, bench.longest


def loudness(samples):
    """RMS of each fiftieth of a second, without what does not change."""
    step = RATE // 50
    parts = samples[: len(samples) // step * step].reshape(-1, step)
    return np.sqrt(((parts - parts.mean(axis=1, keepdims=True)) ** 2).mean(axis=1))


def recorded(bench, ticks):
    """Samples of so many ticks."""
    found = []
    for _ in range(ticks // 5):
        bench.tick(5)
        found.append(bench.audio())
    return np.concatenate(found)


@pytest.mark.parametrize("name", MOODS)
def test_it_is_quieter_than_every_sound_of_the_game(name):
    bench = Bench(audio=RATE)
    bench.poke("vamp_on", 1)
    bench.poke("player_money_lo", MONEY[name] & 0xFF)
    bench.poke("player_money_hi", MONEY[name] >> 8)
    bench.tick(30)
    bench.audio()
    quiet = loudness(recorded(bench, 600)).max()
    bench.poke("vamp_off", 1)
    bench.tick(100)
    for effect in SOUNDS.data["effects"]:
        bench.audio()
        bench.ask(NUMBER[effect])
        assert loudness(recorded(bench, 40)).max() > quiet, effect


def silence(off):
    """The share of silent fiftieths in half a minute of play."""
    setup = MachineSpec(dbg=(DEBUG_FILE,), standard="pal", seed=64, boot=False, audio=RATE)
    game = Game(kit=Kit(keep_counts(object(), BootedMachine(setup)))).boot().first_turn()
    game.ram[game.labels["prefs"] + OPTION] = game.ram[game.labels["vamp_off"]] = off
    game.tick(100)
    game.kit.audio()
    heard = []
    for key in "rbnrbnrbn":
        game.tick_until_armed()
        game.machine.type(key, wait=False)
        for _ in range(32):
            game.machine.tick(5)
            heard.append(game.kit.audio().astype(float) / 32768)
    return (loudness(np.concatenate(heard)) < SILENCE).mean()


def test_play_is_hardly_ever_silent_with_it(built):  # noqa: F811
    without, with_it = silence(1), silence(0)
    print(f"silent: {100 * without:.0f} % without, {100 * with_it:.0f} % with it")
    assert without > 0.5
    assert with_it < 0.15


def test_it_plays_in_a_game_and_nowhere_else(at):  # noqa: F811
    game = at("setup")
    assert not game.byte("vamp_on") and mood(game) is None
    game = at("turn")
    game.tick(100)
    assert mood(game) == "day"
    me = initiator(game)
    game.ram[game.labels["player_money_lo"] + me] = 20
    game.ram[game.labels["player_money_hi"] + me] = 0
    game.tick(500)
    assert mood(game) == "debt"


def test_the_options_turn_it_off_and_on(at):  # noqa: F811
    game = at("turn")
    game.tick(50)
    game.key("o", 60).key("g", 20)
    assert game.byte("prefs", OPTION) == 1
    assert mood(game) is None
    game.key("g", 20)
    assert game.byte("prefs", OPTION) == 0
    assert mood(game) == "day"


def test_it_ends_with_the_game(at):  # noqa: F811
    game = at("turn")
    over(game)
    game.tick(400)
    assert K["MODE_OVER"] == game.mode
    assert not game.byte("vamp_on")
    game.tick(150)
    assert mood(game) is None
