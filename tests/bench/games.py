"""Whether many games in one process grow it: ``python -m tests.bench.games [GAMES]``.

Computers play each other on the game's own 6502 code (emu/arena), 2, 3, 4 and 6 at a table by
turns.  Memory and growth are those of tests.bench.soak, which does the same with the window.
Returns 1 if the process has grown by more than BOUND_MB, or if a game went wrong.
"""

import argparse
import gc
import sys
import time

from tests.bench.soak import SAMPLES, growth, memory_mb

BOUND_MB = 2.0  # after the first fifth
PLAYERS = (2, 3, 4, 6)


def play(count, say, seed=1):
    """Play so many games; returns ([(games, MB)], [what went wrong])."""
    from emu.arena.match import play_match, tasks

    samples, faults = [], []
    every = max(count // SAMPLES, 1)
    for number in range(count):
        seats = ["normal"] * PLAYERS[number % len(PLAYERS)]
        (task,) = tasks(seats, 1, seed + number)
        fault = play_match(task)["fault"]
        if fault:
            faults.append(f"game {number}: {fault}")
        if number % every == 0:
            gc.collect()
            samples.append((number, memory_mb()))
            say(*samples[-1])
    return samples, faults


def shown(games, mb):
    """Print a sample."""
    print(f"{games:6d} games {mb:7.1f} MB", flush=True)


def main(argv=None):
    """Play, print memory by the game, and the growth."""
    parser = argparse.ArgumentParser(prog="tests.bench.games", description=__doc__)
    parser.add_argument("games", nargs="?", type=int, default=1000)
    count = parser.parse_args(argv).games
    if count < 1:
        parser.error(f"games: {count} is not greater than zero")
    begun = time.perf_counter()
    samples, faults = play(count, shown)
    found = growth(samples)
    for fault in faults:
        print(f"games: {fault}")
    print(f"{count} games in {time.perf_counter() - begun:.0f} s, {len(faults)} went wrong")
    print(f"growth after the first fifth: {found:.1f} MB, at most {BOUND_MB:.0f}")
    return int(found > BOUND_MB or bool(faults))


if __name__ == "__main__":
    sys.exit(main())
