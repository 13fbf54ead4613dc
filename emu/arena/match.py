"""One game: a task in, its result out, both plain data for other processes.

``play_match(task)`` depends only on the task: the same task gives the same result everywhere.
"""

import hashlib
from collections.abc import Sequence
from typing import Any

from emu.arena.rules import NOBODY, SEATS, Rules, RulesFault, image
from emu.arena.scripted import SCRIPTED
from emu.arena.style import Manner
from emu.arena.switches import DRAWN, OF_1989, family_of, sets
from emu.errors import UsageError

SKILLS = {"normal": 1, "hard": 2, "easy": 3}  # kinds of REQ_CPU
CHARACTERS = (
    "hoarder", "gambler", "haggler", "builder", "railway", "miser", "spoiler", "professor",
)  # fmt: skip
KINDS = SKILLS | {name: len(SKILLS) + 1 + n for n, name in enumerate(CHARACTERS)}
ROUNDS_MOST = 1000  # then it counts as a game without an end
STEPS_MOST = 200_000
STREET_GROUPS = 8
CLASSIC, OWN = 0, 3  # PRESET_*: image().presets has all
TURN_SECONDS = 22  # of a short game's clock, by docs/play/playing.md

Task = dict[str, Any]
Result = dict[str, Any]


def tasks(seats: Sequence[str], games: int, seed: int, **others: Any) -> list[Task]:
    """The tasks of a measurement: each game has its own seed and moves every player one seat on."""
    preset, own = others.get("preset", CLASSIC), others.pop("switches", None)
    known_presets = sorted(image().presets)
    if preset not in known_presets:
        raise UsageError(f"preset {preset}: must be one of {known_presets}")
    if own and preset != OWN:
        raise UsageError(f"switches {own}: are those of preset {OWN}")
    for name in seats:
        if name not in KINDS and name not in SCRIPTED:
            known = ", ".join([*KINDS, *SCRIPTED])
            raise UsageError(f"seat {name!r}: must be one of {known}")
        if name in SCRIPTED and preset not in (CLASSIC, OF_1989):
            raise UsageError(f"seat {name!r}: knows presets {CLASSIC} and {OF_1989} only")
    if not 2 <= len(seats) <= SEATS:
        raise UsageError(f"{len(seats)} seats: must be 2 to {SEATS}")
    seeds = [number(seed, game) for game in range(games)]
    chosen = sets(own or DRAWN, seeds) if preset == OWN else None
    turn = [(*seats[-n:], *seats[:-n]) if n else tuple(seats) for n in range(len(seats))]
    return [
        {
            "seats": turn[game % len(seats)],
            "seed": seeds[game],
            **others,
            **({"switches": chosen[game]} if chosen else {}),
        }
        for game in range(games)
    ]


def number(seed: int, game: int) -> int:
    """A seed of the shift register; seeds of successive games are unrelated."""
    return int.from_bytes(hashlib.sha256(f"{seed} {game}".encode()).digest()[:3], "big") & 0x3FFFFF


class Match:
    """A game in progress.

    rules      the machine;  seats  names of the players
    monopoly   round of the first complete group of streets, None so far
    fallbacks  times that a computer had no wish the rules accepted
    """

    def __init__(self, task: Task) -> None:
        self.seats = tuple(task["seats"])
        self.rules = Rules()
        self.players: dict[int, Any] = {}
        computers = {}
        for seat, name in enumerate(self.seats):
            if name in KINDS:
                computers[seat] = KINDS[name]
            elif name in SCRIPTED:  # else whoever steps in: environment.py
                self.players[seat] = SCRIPTED[name](task["seed"] + seat)
        self.weigh(task.get("weights") or {})
        if task.get("state"):
            self.rules.state = task["state"]
        else:
            own = task.get("switches")
            self.rules.new_game(
                computers,
                len(self.seats),
                task["seed"],
                task.get("preset", CLASSIC),
                (family_of(own), own) if own is not None else None,
            )
        self.monopoly: float | None = None
        self.manner = Manner(self.rules, len(self.seats))
        self.steps = 0
        self.rounds_most = task.get("rounds", ROUNDS_MOST)
        self.timed = self.rules.byte("switches", self.rules.K["SW_CLOCK"])
        self.turns = self.rules.turns
        self.counted = self.rules.byte("brain_fallbacks")
        self.fallbacks = 0

    def weigh(self, weights: dict[str, Sequence[int]]) -> None:
        """Replace the weights in a skill's table."""
        count = self.rules.K["WEIGHTS"]
        for skill, values in weights.items():
            if len(values) != count:
                raise UsageError(f"weights of {skill}: {len(values)} of {count}")
            at = self.rules.labels["brain_weights"] + (SKILLS[skill] - 1) * count
            self.rules.ram[at : at + count] = bytes(values)

    @property
    def rounds(self) -> float:
        return self.rules.turns / len(self.seats)

    def person(self, seat: int) -> int:
        """The player of a seat: the opening rolls may have rearranged them, with their colours."""
        ordered = self.rules.byte("switches", self.rules.K["SW_ORDER"])
        return self.rules.byte("player_colour", seat) if ordered else seat

    def pass_time(self) -> None:
        """Count the time of a turn in a short game."""
        rules = self.rules
        if rules.turns != self.turns and not rules.over:
            self.turns = rules.turns
            left = max(rules.pair("clock") - TURN_SECONDS, 0)
            self.request(rules.active, "TIME", left & 0xFF, left >> 8)

    def step(self) -> None:
        """Let the player who has to decide send one request."""
        rules = self.rules
        self.steps += 1
        if self.timed:
            self.pass_time()
        if rules.crying:
            self.cry()
        elif rules.asking:
            self.ask()
        else:
            self.turn(rules.active)
        if self.monopoly is None:
            self.look()

    def turn(self, seat: int) -> None:
        """Let the active player decide."""
        rules, player = self.rules, self.players.get(self.person(seat))
        if player is None:
            wish = rules.decide()
            reason = rules.send(wish)
            if reason:
                raise RulesFault(f"seat {seat} asked for what is refused: {reason}")
            self.manner.sent(seat, wish)
            count = rules.byte("brain_fallbacks")
            self.fallbacks += count - self.counted & 0xFF
            self.counted = count
        else:
            self.request(seat, *player.decide(rules, seat))

    def request(self, seat: int, name: str, *args: Any) -> None:
        """Send a seat's request; the rules must accept it."""
        reason = self.rules.request(name, *args)
        if reason:
            who = self.seats[self.person(seat)]
            raise RulesFault(f"{who} asked for {name}{list(args)}, refused: {reason}")

    def cry(self) -> None:
        """A live auction: the next player round the table bids, or the lot is sold."""
        rules, count = self.rules, len(self.seats)
        last = rules.byte("auction_bidder")
        first = rules.active if last == NOBODY else last + 1
        for seat in (n % count for n in range(first, first + count)):
            if seat == last or not rules.alive(seat):
                continue
            player = self.players.get(self.person(seat))
            amount = player.cry(rules, seat) if player else self.bid_of(seat)
            if amount is not None:
                self.request(seat, "CRY", amount, seat)
                return
        self.request(rules.active, "GONE")

    def bid_of(self, seat: int) -> int | None:
        """Return a computer's bid, or None."""
        rules = self.rules
        rules.slowest = max(rules.slowest, rules.call("le_cry", x=seat))
        if rules.carry:
            return None
        low, high = rules.table("arg0", 2)
        return low | high << 8

    def ask(self) -> None:
        """A sale of houses: one player says how many it wants, or all have done so."""
        rules = self.rules
        for seat in range(len(self.seats)):
            player = self.players.get(self.person(seat))
            if player:
                number = player.want(rules, seat)
            else:
                rules.slowest = max(rules.slowest, rules.call("le_want", x=seat))
                number = rules.byte("arg1")
            if number != rules.byte("wanted", seat):
                self.request(seat, "WANT", seat, number)
                return
        self.request(rules.active, "WANTED")

    def look(self) -> None:
        """Record the first complete group of streets."""
        rules = self.rules
        held = rules.table("player_groups", STREET_GROUPS * SEATS)
        sizes = rules.table("group_size", STREET_GROUPS)
        if any(held[i] == sizes[i // SEATS] for i in range(len(held))):
            self.monopoly = round(self.rounds, 2)

    def play(self) -> Result:
        """Play to the end; return the result."""
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
        where = sorted(range(len(self.seats)), key=self.person)  # seat of each person
        return {
            "seats": self.seats,
            "winners": [who for who, seat in enumerate(where) if winners >> seat & 1],
            "turns": rules.turns,
            "rounds": round(self.rounds, 2),
            "monopoly": self.monopoly,
            "fallbacks": self.fallbacks,
            "fault": fault,
            "cycles": rules.cycles,
            "slowest": rules.slowest,
            "deeds": [rules.table("square_owner", 40).count(seat) for seat in where],
            "manner": [self.manner.rows[seat] for seat in where],
            "unowned": rules.table("square_owner", 40).count(NOBODY),
        }


def play_match(task: Task) -> Result:
    """Play one game; worker processes and clusters call this function."""
    return Match(task).play()
