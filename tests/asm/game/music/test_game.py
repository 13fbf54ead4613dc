"""Sound in the whole game: tempo in seconds, steps, requests of real turns, pictures and dice."""

import numpy as np
import pytest

from tests.asm.game.engine import K
from tests.asm.game.music.bench import TITLE, schedule
from tests.asm.game.ui.conftest import at, built, places  # noqa: F401
from tests.asm.game.ui.machine import SCORE, SOUNDS, Game
from tests.asm.game.ui.test_video import keys
from tools.music import music

FIFTIETH = 0.02
PICTURE = 19656  # cycles
CONTROL = (0xD404, 0xD40B, 0xD412)
NUMBER = {name: number for number, name in reversed(list(enumerate(SOUNDS)))}
WOOD = list(SCORE.data["instruments"]).index("wood")  # the sound of a step
JINGLES = SCORE.data["jingles"]
TUNE_OFF = 4  # line of the options
TURNS = 40  # at most, until there has been enough to hear


def openings(records, voice):
    """Cycles at which a voice's gate opens."""
    mine = records[records["address"] == CONTROL[voice]]
    gate = mine["value"] & 1
    return mine["cycle"][1:][(gate[1:] == 1) & (gate[:-1] == 0)]


@pytest.mark.feature("F075", "F085")
@pytest.mark.parametrize("model", ["c64", "ntsc"])
def test_the_title_plays_its_tune_in_seconds_of_the_score_on_pal_and_ntsc(built, model):  # noqa: F811
    game = Game(model).boot(0)
    game.kit.run_until("music_start", limit=5_000_000)
    begin = game.machine.cycle
    with game.kit.register_log("sid") as log:
        game.tick(520)
    clock, records = game.machine.model.clock_hz, log.records
    for voice, name in enumerate(TITLE.data["tracks"]):
        notes, _ = schedule(TITLE.notes(name), TITLE.data["tempo"])
        wanted = np.array([tick for tick, *_ in notes]) * FIFTIETH
        heard = (openings(records, voice) - begin) / clock
        count = min(len(heard), int((wanted < 7.5).sum()))
        assert count > 8
        late = heard[:count] - wanted[:count]
        assert np.ptp(late) < 2.2 * FIFTIETH, (late.min(), late.max())
        assert 0 < late.min() < 0.15
    first = records[records["address"] == 0xD400]["value"], records[records["address"] == 0xD401]
    register = int(first[0][0]) | int(first[1]["value"][0]) << 8
    hertz = register * clock / 2**24
    note = next(n for _, n, *_ in schedule(TITLE.notes("melody"), 1)[0])
    assert hertz == pytest.approx(440 * 2 ** ((note - music.A4) / 12), rel=0.002)


@pytest.mark.feature("F084")
def test_twenty_squares_in_stepping_mode_are_twenty_audible_steps(at):  # noqa: F811
    game = at("turn")
    board, labels, hops, begun = game.machine.board, game.labels, [], []

    def opens(board):
        if board.ram[labels["channel_kind"] + board.cpu.x] == WOOD:
            begun.append(board.cycle)

    board.set_trap(labels["token_hop"], lambda board: hops.append(board.cycle))
    board.set_trap(labels["note_open"], opens)
    for key in ["r", "b", "n"] * 8:
        if len(hops) >= 20:
            break
        game.key(key, 150)  # a key sooner would end the stepping
    assert len(hops) >= 20
    while board.cycle - hops[-1] < 2 * PICTURE:  # the last one is about to be heard
        game.tick(1)
    assert len(begun) == len(hops)


@pytest.mark.feature("F083")
def test_every_sound_that_turns_of_a_game_ask_for_is_played(at):  # noqa: F811
    game = at("turn")
    board, labels = game.machine.board, game.labels
    asked, begun, merged = [], [], []

    def ask(board):
        asked.append(board.cpu.x)
        if board.ram[labels["effect_wait"] + board.cpu.x]:
            merged.append(board.cpu.x)

    def begin(board):
        if board.cpu.x < len(SCORE.data["effects"]) + len(JINGLES):
            begun.append(board.cpu.x)

    board.set_trap(labels["effect_play"], ask)
    board.set_trap(labels["channel_begin"], begin)
    for key in ["r", "b", "n"] * TURNS:  # where dice lead, and so what is asked for, is chance
        if len(asked) > 60 and len(set(asked)) >= 7:
            break
        game.key(key, 100)
    for key in ["x", "{DOWN}", "{DOWN}", "n", "n"]:
        game.key(key, 100)
    game.tick(150)
    assert len(asked) > 60
    assert len(set(asked)) >= 7
    assert len(begun) == len(asked) - len(merged)
    assert len(merged) <= 2


@pytest.mark.parametrize("model", ["c64", "ntsc"])
def test_no_picture_is_torn_while_jingles_and_effects_play(built, model):  # noqa: F811
    game = Game(model).boot().first_turn()
    ram, labels = game.ram, game.labels
    busy = [0]

    def more(board):
        """Before every tick of sound something new is asked for."""
        busy[0] += 1
        if busy[0] % 4 == 0:
            for name in (("turn", "group"), ("pay", "trade"), ("refuse", "salary"))[
                busy[0] // 4 % 3
            ]:
                soon = (ram[labels["effect_clock"]] + 1) & 0xFF | 1
                ram[labels["effect_wait"] + NUMBER[name]] = soon
            ram[labels["effect_any"]] = ram[labels["jingle_any"]] = 1

    game.machine.board.set_trap(labels["effect_tick"], more)
    assert keys(game, ["{F3}", "{F1}", "r", "b", "i", "{LEFT}"], 30) > 120
    assert busy[0] > 140  # fifty a second


def test_the_tune_goes_on_into_set_up_and_ends_when_the_game_begins(at):  # noqa: F811
    game = at("title")
    assert game.byte("music_on")
    game.key("\n")
    assert game.byte("music_on")
    assert game.byte("channel_hi", 0)
    assert not game.byte("channel_hi", 2)  # voice 3 is the noise of the dice
    game.machine.type("{F7}", wait=False)
    game.tick(4)
    assert not game.byte("music_on")
    game.tick(60)
    playing = game.playing()  # a phrase and its bass
    assert playing and all(name.startswith("vamp ") for name in playing)


def test_without_the_tune_the_title_is_silent(at):  # noqa: F811
    game = at("setup")
    game.key("{F5}", 30)
    game.key("o", 10)
    assert game.byte("prefs", TUNE_OFF) == 1
    assert "Opening tune" in game.text()
    game.key("\n", 30)
    assert not game.byte("music_on")
    game.key("{F5}", 30)
    game.key("o\n", 30)
    assert game.byte("music_on")


def test_m_on_the_title_turns_the_tune_off_and_on(at):  # noqa: F811
    game = at("title")
    game.key("m", 10)
    assert not game.byte("music_on")
    assert not any(game.byte("channel_hi", channel) for channel in range(3))
    game.key("m", 10)
    assert game.byte("music_on")


@pytest.mark.feature("F076")
def test_in_play_voice_3_is_noise_and_nothing_else(at):  # noqa: F811
    game = at("turn")
    assert game.byte("settings", K["OPT_RANDOM"]) == K["RANDOM_SID"]
    with game.kit.register_log("sid") as log:
        for key in ("r", "b", "n"):
            game.key(key, 100)
    told = log.records
    assert len(told) > 100
    assert not ((told["address"] >= 0xD40E) & (told["address"] <= 0xD414)).any()
    assert (told[told["address"] == 0xD418]["value"] & 0x80).all()


def test_a_loaded_game_with_noise_dice_gets_voice_3_back(at):  # noqa: F811
    game = at("turn")
    game.ram[game.labels["voice3_free"]] = 1  # as after a game with another source
    game.kit.run_until("key_get")  # the chips are banked in
    with game.kit.register_log("sid") as log:
        game.call("voice3_give")
    assert (0xD412, 0x80) in log.records[["address", "value"]].tolist()
    assert game.byte("voice3_free") == 0
