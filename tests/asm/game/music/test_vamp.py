"""The music of play: which of the three, that it is quiet, steps aside and can be turned off."""

import numpy as np
import pytest

from emu.kit.machine import Kit
from emu.kit.machine_pool import BootedMachine, MachineSpec, keep_counts
from tests.asm.game.engine import K
from tests.asm.game.music.bench import NUMBER, RATE, SOUNDS, Bench
from tests.asm.game.ui.conftest import at, built, places  # noqa: F401
from tests.asm.game.ui.gallery import over
from tests.asm.game.ui.machine import DEBUG_FILE, Game
from tests.asm.game.ui.table import initiator
from tools.music import music

MUSIC, EFFECT = 0, 3  # channels
OPTION = 6  # its line of the options
SILENCE = 10 ** (-54 / 20)  # of full scale, RMS of a fiftieth of a second
MOODS = list(SOUNDS.data["vamps"])
FIRST_VAMP = len(NUMBER) + len(SOUNDS.data["jingles"])  # behind the second voices of these


def mood(machine):
    """The vamp whose phrase channel 0 plays, None if it is none."""
    first = FIRST_VAMP
    place = machine.byte("channel_lo", MUSIC) | machine.byte("channel_hi", MUSIC) << 8
    starts = [
        machine.byte("sound_lo", first + n) | machine.byte("sound_hi", first + n) << 8
        for n in range(2 * len(MOODS))
    ]
    if not machine.byte("vamp_plays") or not machine.byte("channel_hi", MUSIC):
        return None
    below = [start for start in starts if start <= place]
    return MOODS[starts.index(max(below)) % len(MOODS)]


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


@pytest.mark.parametrize("name", MOODS)
def test_a_phrase_follows_the_other_without_end(bench, name):
    money = {"day": 1500, "rich": 3000, "debt": 5}[name]
    bench.poke("player_money_lo", money & 0xFF)
    bench.poke("player_money_hi", money >> 8)
    units = music.played(SOUNDS.voices[f"vamp {name} 1"])
    ticks = units * SOUNDS.data["vamp_tempo"]
    _, opened = bench.play(3 * ticks)
    notes = sum(word[0] == "note" for word in SOUNDS.voices[f"vamp {name} 1"])
    assert 3 * notes - 2 <= opened[:, 0].sum() <= 3 * notes


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
    money = {"day": 1500, "rich": 3000, "debt": 5}[name]
    bench.poke("player_money_lo", money & 0xFF)
    bench.poke("player_money_hi", money >> 8)
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
    game.tick(500)
    assert mood(game) is None
