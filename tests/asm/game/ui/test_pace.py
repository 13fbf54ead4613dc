"""How long computers keep people waiting: decisions, turns, the way round to the dice."""

import statistics
from itertools import pairwise

import pytest

from tests.asm.game.engine import K
from tests.asm.game.ui.machine import Game

CLOCK = 985_248  # cycles of a second
TOKENS, SPEED = 0, 1  # PREF_*
NORMAL, RESULTS = 1, 3
SKILLS = (0, 1, 2, 0)
CHARACTERS = tuple(K["CHARACTER_HOARDER"] + n for n in (1, 2, 3, 7))


def table(kinds, speed=NORMAL):
    """Four computers, dice by the unbiased register, nobody has rolled."""
    game = Game().boot().key("\n")
    for _ in kinds:
        game.key("{DOWN}{F3}", 6)
    game.key("{DOWN}rr", 6)
    for seat, kind in enumerate(kinds):
        game.ram[game.labels["settings"] + K["OPT_SKILLS"] + seat] = kind
    game.ram[game.labels["prefs"] + SPEED] = speed
    game.machine.type("{F7}", wait=False)
    while game.mode != K["MODE_FIRST"]:
        game.tick(1)
    return game


def watched(game, turns, key=None):
    """(seconds of each decision, of each turn) of so many turns, as they are shown."""
    board, labels = game.machine.board, game.labels
    decisions, begun, marks = [], [], []

    def asks(board):
        begun[:] = [game.machine.cycle]
        return False

    def sends(board):
        decisions.extend((game.machine.cycle - at) / CLOCK for at in begun)
        begun.clear()
        return False

    board.set_trap(labels["brain_decide"], asks)
    board.set_trap(labels["request_send"], sends)
    last = game.byte("turn_count")
    while len(marks) <= turns and game.mode != K["MODE_OVER"]:
        if key:
            game.key(key, 2)
        else:
            game.tick(2)
        if game.byte("turn_count") != last:
            last = game.byte("turn_count")
            marks.append(game.machine.cycle / CLOCK)
    assert len(marks) > min(turns, 10)  # four good players may be done after 80 turns
    return decisions, [b - a for a, b in pairwise(marks)]


def held(decisions, turns):
    """The bounds of docs/play/opponents.md; with three computers one waits for three turns."""
    rounds = [sum(turns[n : n + 3]) for n in range(len(turns) - 2)]
    figures = (max(decisions), statistics.median(decisions), statistics.median(turns),
               statistics.median(rounds))  # fmt: skip
    print("decision {:.3f}, median {:.3f}; turn {:.2f}, three {:.2f} s".format(*figures))
    assert figures[0] < 2
    assert figures[1] < 0.5
    assert figures[2] < 8
    assert figures[3] < 20


@pytest.mark.slow
def test_computers_play_at_a_pace_one_can_wait_for(built):
    held(*watched(table(SKILLS), 14))


@pytest.mark.long
@pytest.mark.parametrize("kinds", [SKILLS, (0, 0, 0, 0), (1, 1, 1, 1), CHARACTERS])
def test_computers_keep_that_pace_over_200_turns(built, kinds):
    """Or to the game's end, after which another one begins."""
    decisions, turns = [], []
    while len(turns) < 200:
        game = table(kinds)
        game.tick(7 * len(turns))  # other dice
        some, more = watched(game, 200 - len(turns))
        decisions += some
        turns += more
    held(decisions, turns)


def test_a_key_skips_and_an_option_shows_results_only(built):
    shown = statistics.median(watched(table(SKILLS), 10)[1])
    skipped = statistics.median(watched(table(SKILLS), 10, " ")[1])
    results = statistics.median(watched(table(SKILLS, RESULTS), 10)[1])
    assert skipped < shown / 2
    assert results < shown / 3
    assert results < 2


def test_the_option_is_behind_slow(at):
    game = at("turn")
    game.key("o", 60)
    for words in ("slow", "results only", "fast", "normal"):
        game.key("m", 5)
        line = next(line for line in game.text().splitlines() if "Messages" in line)
        assert words in line
