"""Keys: a flood is survived, every button is reached, random input never hangs the game."""

import random

import pytest

from tests.asm.game.engine import K

FLOOD = 2000
RANDOM_KEYS = 1500
KEYS = "rnbpfcmidaoyut \n" + "+-12"
NAMED = ["{F1}", "{F3}", "{F5}", "{F7}", "{UP}", "{DOWN}", "{LEFT}", "{RIGHT}", "{STOP}"]


def test_a_flood_of_keys_is_survived(at):
    game = at("turn")
    keyboard = game.machine.board.keyboard
    dice = random.Random(1)
    for _ in range(FLOOD):
        game.machine.type(dice.choice("asdfgjklzxvewtuo"), wait=False)
    for _ in range(400):
        game.tick(20)
        assert game.byte("key_count") <= 16
    assert keyboard is game.machine.board.keyboard
    game.tick(2000)
    game.key("{DOWN}", 10)
    assert not game.machine.board.cpu.jammed, game.where()


@pytest.mark.parametrize("seed", [1, 2])
def test_random_keys_never_hang_the_game(at, seed):
    game = at("title")
    dice = random.Random(seed)
    seen = set()
    for number in range(RANDOM_KEYS):
        key = dice.choice(NAMED) if dice.random() < 0.2 else dice.choice(KEYS)
        if "United States" in game.text() or "London, gaol" in game.text():
            key = "\n"  # F3 would go to the disk
        game.key(key, dice.choice((1, 2, 5, 12)))
        assert not game.machine.board.cpu.jammed, f"key {number}: {game.where()}"
        seen.add(game.mode)
    ticks = game.byte("irq_tick")
    game.tick(10)
    assert game.byte("irq_tick") != ticks, game.where()
    assert {K["MODE_SETUP"], K["MODE_NORMAL"]} <= seen


def test_the_stack_does_not_grow(at):
    game = at("turn")
    depths = set()
    for _ in range(30):
        game.key("{DOWN}", 6)
        game.key("i", 12)
        game.key("d", 12)
        depths.add(game.machine.board.cpu.sp)
    assert min(depths) > 0xC0, depths
