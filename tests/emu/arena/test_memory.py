"""Games one after the other in one process: it does not grow."""

import pytest

from emu.arena.match import play_match, tasks
from tests.memory import resident

SEATS = ("hard", "normal", "easy", "trickster")
SHORT, LONG = 24, 1000  # games
GROWTH = 1 << 20  # bytes that a process may grow by chance; a game's memory is 64 KiB alone


def sizes(games):
    """Play so many games; returns how large the process was after a fifth and at the end."""
    seen, ended = [], 0
    for number, task in enumerate(tasks(SEATS, games, 21), 1):
        ended += bool(play_match(task)["winners"])
        if number in (games // 5, games):
            seen.append(resident())
    assert ended > 0.9 * games
    return seen


def test_two_dozen_games_leave_the_process_as_large_as_it_was():
    early, late = sizes(SHORT)
    assert late - early < GROWTH


@pytest.mark.long
def test_a_thousand_games_leave_the_process_as_large_as_it_was():
    early, late = sizes(LONG)
    assert late - early < GROWTH
