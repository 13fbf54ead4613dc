"""What is fuzzed: a row a target."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from tests.fuzz import achievements, drives, games, media, states


@dataclass(frozen=True)
class Target:
    """One thing that takes what others wrote.

    make   function of dice to a case: bytes, or whatever ``use`` takes
    use    function of (case, dice) that does with it what the program does.  Go64Error of one
           line is a refusal, and as good as an end; everything else that is raised is a fault
    count  cases that ``make test-long`` tries first: about two seconds of CPU; ``make test`` half
    """

    make: Callable[[Random], Any]
    use: Callable[[Any, Random], None]
    count: int = 40


TARGETS = {
    "state": Target(states.make_state, states.use_state, 40),
    "cartridge-state": Target(states.make_cartridge_state, states.use_cartridge_state, 60),
    "state-file": Target(states.make_state_file, states.use_state_file, 12),
    "recording": Target(states.make_recording, states.use_recording, 12),
    "p64": Target(media.make_p64, media.use_flux, 12),
    "g64": Target(media.make_g64, media.use_flux, 20),
    "sectors": Target(media.make_sectors, media.use_sectors, 20),
    "tap": Target(media.make_tap, media.use_tap, 25),
    "crt": Target(media.make_crt, media.use_crt, 20),
    "dos": Target(drives.make_commands, drives.use_commands, 40),
    "achievements": Target(achievements.make_set, achievements.use_set, 150),
    "saved-game": Target(games.make_saved, games.use_saved, 150),
    "saved-game-disk": Target(games.make_disk, games.use_disk, 6),
}
