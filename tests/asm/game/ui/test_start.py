"""The program starts whatever the machine was doing, on PAL and NTSC."""

import random

import pytest

from tests.asm.game.ui.machine import Game

STARTS = 100
STUB = 0xC400
JUMP = bytes((0x78, 0xEA, 0xEA, 0xEA, 0xEA, 0x4C, 0x00, 0x08))  # SEI, NOPs, JMP $0800


def upset(game, dice):
    """Random RAM, chips half set up, timers running, interrupts pending."""
    board = game.machine.board
    for addr in (*range(0x02, 0x100), *range(0x200, 0x800)):
        game.ram[addr] = dice.randrange(256)
    vector = game.labels["nmi_entry"]  # as the loader has set it
    game.ram[0x0318], game.ram[0x0319] = vector & 0xFF, vector >> 8
    for reg in range(0x2F):
        if reg != 0x1A:
            board.poke(0xD000 + reg, dice.randrange(256))
    for base in (0xDC00, 0xDD00):
        for reg in (4, 5, 6, 7, 0, 2):
            board.poke(base + reg, dice.randrange(256))
        board.poke(base + 0x0D, 0x80 | dice.randrange(0x1F))
        board.poke(base + 0x0E, dice.choice((0x11, 0x01, 0x09)))
        board.poke(base + 0x0F, dice.choice((0x11, 0x01, 0x09)))
    for reg in range(0x19):
        board.poke(0xD400 + reg, dice.randrange(256))


@pytest.mark.parametrize("model", ["c64", "ntsc"])
def test_random_starts_all_reach_the_title(built, model):
    game = Game(model)
    game.machine.tick(120)
    prompt = game.machine.snapshot()
    for number in range(STARTS // 2):
        dice = random.Random(number)
        game.machine.restore(prompt)
        game.machine.run_cycles(dice.randrange(20000))
        game.enter()
        game.ram[STUB : STUB + len(JUMP)] = JUMP
        game.machine.board.cpu.pc = STUB
        game.machine.run_cycles(4)  # SEI, as in the loader
        upset(game, dice)
        for _ in range(45):
            if dice.random() < 0.3:
                game.machine.type("{RESTORE}", wait=False)
            game.tick(2)
        text = game.text()
        assert "RETURN or fire: start" in text, f"start {number}: {game.where()}"
        assert game.byte("machine_ntsc") == (model == "ntsc"), f"start {number}"
        assert game.machine.board.vic.peek(0x11) & 0x7F == 0x3B, f"start {number}"


def test_restore_does_nothing_while_the_game_plays(at):
    game = at("turn")
    before = game.text()
    for _ in range(20):
        game.machine.type("{RESTORE}")
        game.tick(1)
    assert game.text() == before
    game.key("r", 60)
    assert game.byte("dice_shown") == 1
