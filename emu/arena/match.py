"""One game: a task in, its result out, both plain data that travel to other processes.

``play_match(task)`` depends on nothing but the task: the same one gives the same result,
wherever it is played.
"""

import hashlib
from collections.abc import Sequence
from typing import Any

from emu.arena.rules import NOBODY, SEATS, Rules, RulesFault
from emu.arena.scripted import SCRIPTED
from emu.errors import UsageError

SKILLS = {"normal": 1, "hard": 2, "easy": 3}  # kinds of REQ_CPU
ROUNDS_MOST = 1000  # then it counts as a game without an end
STEPS_MOST = 200_000
STREET_GROUPS = 8

Task = dict[str, Any]
Result = dict[str, Any]


def tasks(seats: Sequence[str], games: int, seed: int, **others: Any) -> list[Task]:
    """The tasks of a measurement: each game moves everybody a seat on and has its own seed."""
    for name in seats:
        if name not in SKILLS and name not in SCRIPTED:
            known = ", ".join([*SKILLS, *SCRIPTED])
            raise UsageError(f"seat {name!r}: must be one of {known}")
    if not 2 <= len(seats) <= SEATS:
        raise UsageError(f"{len(seats)} seats: must be 2 to {SEATS}")
    turn = [(*seats[-n:], *seats[:-n]) if n else tuple(seats) for n in range(len(seats))]
    return [
        {"seats": turn[game % len(seats)], "seed": number(seed, game), **others}
        for game in range(games)
    ]


def number(seed: int, game: int) -> int:
    """A seed of the shift register; neighbours have nothing in common."""
    return int.from_bytes(hashlib.sha256(f"{seed} {game}".encode()).digest()[:3], "big") & 0x3FFFFF


class Match:
    """A game that is being played.

    rules      the machine;  seats  names of the players
    monopoly   round of the first complete group of streets, None so far
    fallbacks  times a computer had no idea that the rules took
    """

    def __init__(self, task: Task) -> None:
        self.seats = tuple(task["seats"])
        self.rules = Rules()
        self.players: dict[int, Any] = {}
        computers = {}
        for seat, name in enumerate(self.seats):
            if name in SKILLS:
                computers[seat] = SKILLS[name]
            elif name in SCRIPTED:  # else whoever steps in: environment.py
                self.players[seat] = SCRIPTED[name](task["seed"] + seat)
        self.weigh(task.get("weights") or {})
        if task.get("state"):
            self.rules.state = task["state"]
        else:
            self.rules.new_game(computers, len(self.seats), task["seed"])
        self.monopoly: float | None = None
        self.steps = 0
        self.rounds_most = task.get("rounds", ROUNDS_MOST)
        self.counted = self.rules.byte("brain_fallbacks")
        self.fallbacks = 0

    def weigh(self, weights: dict[str, Sequence[int]]) -> None:
        """Put other weights than the game's own where a skill has its table."""
        count = self.rules.K["WEIGHTS"]
        for skill, values in weights.items():
            if len(values) != count:
                raise UsageError(f"weights of {skill}: {len(values)} of {count}")
            at = self.rules.labels["brain_weights"] + (SKILLS[skill] - 1) * count
            self.rules.ram[at : at + count] = bytes(values)

    @property
    def rounds(self) -> float:
        return self.rules.turns / len(self.seats)

    def step(self) -> None:
        """One request of whoever is to decide."""
        rules = self.rules
        seat = rules.active
        player = self.players.get(seat)
        self.steps += 1
        if player is None:
            reason = rules.send(rules.decide())
            if reason:
                raise RulesFault(f"seat {seat} asked for what is refused: {reason}")
            count = rules.byte("brain_fallbacks")
            self.fallbacks += count - self.counted & 0xFF
            self.counted = count
        else:
            name, *args = player.decide(rules, seat)
            reason = rules.request(name, *args)
            if reason:
                raise RulesFault(f"{self.seats[seat]} asked for {name}{args}, refused: {reason}")
        if self.monopoly is None:
            self.look()

    def look(self) -> None:
        """Has somebody all streets of a group?"""
        rules = self.rules
        held = rules.table("player_groups", STREET_GROUPS * SEATS)
        sizes = rules.table("group_size", STREET_GROUPS)
        if any(held[i] == sizes[i // SEATS] for i in range(len(held))):
            self.monopoly = round(self.rounds, 2)

    def play(self) -> Result:
        """Play to the end; returns what happened."""
        fault = None
        most = self.rounds_most * len(self.seats)
        try:
            while not self.rules.over and self.rules.turns <= most:
                self.step()
                if self.steps > STEPS_MOST:
                    raise RulesFault(f"{STEPS_MOST} requests in {self.rules.turns} turns")
        except RulesFault as error:
            fault = str(error)
        return self.result(fault)

    def result(self, fault: str | None) -> Result:
        rules = self.rules
        winners = rules.byte("winners") if rules.over else 0
        return {
            "seats": self.seats,
            "winners": [seat for seat in range(len(self.seats)) if winners >> seat & 1],
            "turns": rules.turns,
            "rounds": round(self.rounds, 2),
            "monopoly": self.monopoly,
            "fallbacks": self.fallbacks,
            "fault": fault,
            "cycles": rules.cycles,
            "slowest": rules.slowest,
            "deeds": [rules.table("square_owner", 40).count(s) for s in range(len(self.seats))],
            "unowned": rules.table("square_owner", 40).count(NOBODY),
        }


def play_match(task: Task) -> Result:
    """Play one game; the function that processes and clusters are given."""
    return Match(task).play()
