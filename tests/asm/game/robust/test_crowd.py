"""Anything pressed at any time: nothing breaks, nothing sticks, the game can always go on."""

import collections

import pytest

from tests.asm.game.model import switches
from tests.asm.game.robust.crowd import GAME_KEYS, Crowd, Watchdog
from tests.volume import seldom

INPUTS, LONG_INPUTS = 2_500, 2_000_000  # keys, stick positions, mouse moves, buttons
PRESET_INPUTS, LONG_PRESET_INPUTS = 2_500, 200_000
BATCH = 25_000
PRESETS = {"1989": switches.RULES1989, "Russian": switches.RUSSIAN}
ROUND = 2_500  # inputs from one place
FLOOD, LONG_FLOOD = 400, 2000
KEYBUF, KEYBUF_COUNT = 0x0277, 0xC6


def let_loose(seed, inputs, model, preset=switches.CLASSIC):
    """Play until that many inputs were made; returns (crowd, watchdog, places begun at)."""
    crowd, places = Crowd(seed, model, preset), collections.Counter()
    watchdog = Watchdog(crowd)
    try:
        while crowd.inputs < inputs:
            crowd.gather()
            places[crowd.place] += 1
            crowd.play(ROUND)
            watchdog.shows_a_way()
    except AssertionError as error:
        raise AssertionError(f"crowd {seed}, {error}; {crowd.where()}") from error
    return crowd, watchdog, places


@pytest.mark.feature("F087")
@pytest.mark.parametrize(("seed", "model"), [(1, "c64"), (2, "ntsc")])
def test_random_hands_break_nothing_and_the_game_can_always_go_on(image, seed, model):
    crowd, watchdog, _ = let_loose(seed, INPUTS, model)
    assert crowd.eyes.looks > INPUTS / 10
    assert {("NORMAL",)} <= crowd.eyes.seen
    assert watchdog.longest < Watchdog.PATIENCE / 2


@pytest.mark.long
@pytest.mark.parametrize("batch", range(LONG_INPUTS // BATCH))
def test_two_million_random_inputs_break_nothing(image, batch):
    let_loose(100 + batch, BATCH, ("c64", "ntsc")[batch % 2])


@pytest.mark.parametrize("preset", PRESETS)
def test_random_hands_break_no_preset(image, preset):
    crowd, watchdog, _ = let_loose(3, PRESET_INPUTS, "c64", PRESETS[preset])
    assert crowd.eyes.looks > PRESET_INPUTS / 10
    assert watchdog.longest < Watchdog.PATIENCE / 2


@pytest.mark.long
@pytest.mark.parametrize("batch", range(LONG_PRESET_INPUTS // BATCH))
@pytest.mark.parametrize("preset", PRESETS)
def test_two_hundred_thousand_random_inputs_break_no_preset(image, preset, batch):
    let_loose(500 + batch, BATCH, ("c64", "ntsc")[batch % 2], PRESETS[preset])


@pytest.mark.feature("F087")
@pytest.mark.parametrize("flood", [FLOOD, seldom(LONG_FLOOD)])
@pytest.mark.parametrize("place", ["title", "late"])
def test_a_flood_of_keys_and_a_pasted_text_are_survived(image, place, flood):
    """A key every picture, and what emulators do to paste: the KERNAL's buffer filled again."""
    crowd = Crowd(5)
    while getattr(crowd, "place", "") != place:
        crowd.gather()
    keyboard, ram = crowd.machine.board.keyboard, crowd.machine.board.ram
    for number in range(flood):
        key = GAME_KEYS[crowd.dice.randrange(len(GAME_KEYS))]
        keyboard.press(key)
        if not crowd.eyes.disk:
            ram[KEYBUF : KEYBUF + 10] = b"LOAD\r\x03RUN\r"
            ram[KEYBUF_COUNT] = 10
            crowd.eyes.lay_out()
        crowd.machine.tick()
        keyboard.release(key)
        crowd.eyes.look()
        assert crowd.game.byte("key_count") <= 16, number
    Watchdog(crowd).shows_a_way()
