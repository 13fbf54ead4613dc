"""The board game as a Gymnasium environment (`pip install go64[gym]`).

    env = PropertyGame(opponents=("normal", "hard"))
    seen, info = env.reset(seed=1)
    legal = info["action_mask"]          # what the rules' own play_check accepts

One seat is the learner's; the others are computers of the game or scripted players.  A step is
one request; the others then play until the learner has to decide again.  The observation is
public information: bytes of the state by the names in FIELDS, the learner's seat first, without
the order of the cards and coming dice.  The reward is 1 for winning, -1 for losing, 0 otherwise.
A request that the rules reject changes nothing and costs PENALTY.
"""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from emu.arena.match import KINDS, Match
from emu.arena.rules import NOBODY, SEATS, SQUARES
from emu.arena.scripted import SCRIPTED, lacks, trade_charges
from emu.errors import UsageError

PENALTY = -0.01
STEPS_MOST = 3000  # then an episode is cut short
LEARNER = "learner"
FIELDS = {
    "player_count": 1, "player_flags": 8, "player_square": 8, "player_money_lo": 8,
    "player_money_hi": 8, "player_equity_lo": 8, "player_equity_hi": 8, "player_gaol_fails": 8,
    "player_groups": 80, "square_owner": 40, "square_level": 40, "square_mortgaged": 40,
    "square_mark": 40, "bank_houses": 1, "bank_hotels": 1, "pool_lo": 1, "pool_hi": 1,
    "deck_free": 2, "turn_phase": 1, "turn_again": 1, "turn_doubles": 1, "turn_count": 2,
    "dice": 2, "mode_depth": 1, "mode_kind": 4, "mode_active": 4, "mode_square": 4,
    "auction_bid_lo": 1, "auction_bid_hi": 1, "auction_bidder": 1, "auction_passed": 8,
    "trade_from": 1, "trade_cards": 1, "trade_give_lo": 1, "trade_give_hi": 1,
    "trade_want_lo": 1, "trade_want_hi": 1,
}  # fmt: skip
PLAIN = (
    "ROLL", "BUY", "PASS", "END_TURN", "BAIL", "CARD", "FORFEIT", "AUTO_PAY", "CONTINUE",
    "APPROVE", "DECLINE", "REVIEW", "CONFIRM", "AGREE", "REFUSE",
)  # fmt: skip
RAISES = (1, 10, 50)  # above the standing bid
ON_SQUARES = ("BUILD", "SELL", "MORTGAGE", "REPAY", "CHOOSE")
ASKED = (1, 2, 3)  # times the price, for what is lacking of a group
GROUPS = 8
Action = tuple[Any, ...]
ACTIONS: list[Action] = [
    *((name,) for name in PLAIN),
    *(("BID", more) for more in RAISES),
    *((name, square) for name in ON_SQUARES for square in range(SQUARES)),
    *(("OFFER", group, times) for group in range(GROUPS) for times in ASKED),
]


class PropertyGame(gymnasium.Env[Any, Any]):
    """One game per episode; see the module.

    opponents   skills of the game's computers or names of scripted players, one per seat
    """

    metadata = {"render_modes": []}

    def __init__(self, opponents: Sequence[str] = ("normal",)) -> None:
        known = {*KINDS, *SCRIPTED}
        for name in opponents:
            if name not in known:
                raise UsageError(f"opponent {name!r}: must be one of {', '.join(sorted(known))}")
        if not 1 <= len(opponents) < SEATS:
            raise UsageError(f"{len(opponents)} opponents: must be 1 to {SEATS - 1}")
        self.opponents = tuple(opponents)
        size = 1 + sum(FIELDS.values())
        self.observation_space = spaces.Box(0, 255, (size,), np.uint8)
        self.action_space = spaces.Discrete(len(ACTIONS))
        self.match: Match | None = None
        self.me = self.steps = 0

    # -- Gymnasium ---------------------------------------------------------------------------

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin a game; the learner gets a random seat."""
        super().reset(seed=seed)
        self.me = int(self.np_random.integers(len(self.opponents) + 1))
        seats = [*self.opponents[: self.me], LEARNER, *self.opponents[self.me :]]
        number = int(self.np_random.integers(1, 1 << 22))
        self.match = Match({"seats": seats, "seed": number})
        self.steps = 0
        self.others()
        return self.observation(), self.info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Send one request, and let the others play until the learner has to decide."""
        self.steps += 1
        rules = self.playing.rules
        wish = self.request(int(action))
        taken = wish is not None and not rules.request(*wish)
        if taken:
            self.others()
        reward, done = (0.0 if taken else PENALTY), False
        alive = rules.byte("player_flags", self.me) & rules.K["PF_ALIVE"]
        if rules.over or not alive:
            done = True
            reward = 1.0 if rules.over and rules.byte("winners") >> self.me & 1 else -1.0
        cut = not done and self.steps >= STEPS_MOST
        return self.observation(), reward, done, cut, self.info()

    # -- the game ------------------------------------------------------------------------------

    @property
    def playing(self) -> Match:
        if self.match is None:
            raise UsageError("step: call reset first")
        return self.match

    def others(self) -> None:
        """Let the others play until the learner has to decide or is out, or the game is over."""
        match = self.playing
        rules, alive = match.rules, match.rules.K["PF_ALIVE"]
        first = rules.K["MODE_FIRST"]
        while not rules.over:
            if rules.active == self.me:
                return
            if rules.mode > first and not rules.byte("player_flags", self.me) & alive:
                return
            match.step()

    def request(self, number: int) -> Action | None:
        """Return the request of an action with its present parameters; None if it has none."""
        rules, (name, *args) = self.playing.rules, ACTIONS[number]
        if name == "BID":
            return "BID", max(rules.pair("auction_bid") + args[0], 10)
        if name == "CHOOSE":
            square = args[0]
            if rules.byte("square_mark", square) or rules.owner(square) == NOBODY:
                return None
            left = rules.money(self.me) - trade_charges(rules, self.me)
            return ("CHOOSE", square, 1) if rules.byte("fee_value", square) <= left else None
        if name == "OFFER":
            for group, rival, squares in lacks(rules, self.me):
                if group == args[0]:
                    pay = sum(rules.price(s) for s in squares) * args[1]
                    return "OFFER", rival, 0, pay, 0, tuple(squares)
            return None
        return (name, *args)

    def mask(self) -> Any:
        """1 for each action that the rules accept now."""
        rules = self.playing.rules
        found = np.zeros(len(ACTIONS), np.int8)
        if rules.over or rules.active != self.me:
            return found
        possible = {*rules.actions(), "OFFER", "CHOOSE", "APPROVE", "DECLINE"}
        for number, (name, *_) in enumerate(ACTIONS):
            if name in possible:
                wish = self.request(number)
                found[number] = wish is not None and not rules.check(*wish)
        return found

    def info(self) -> dict[str, Any]:
        return {"action_mask": self.mask(), "seat": self.me, "turns": self.playing.rules.turns}

    def observation(self) -> Any:
        rules = self.playing.rules
        values = [self.me]
        for label, count in FIELDS.items():
            values += rules.table(label, count)
        return np.array(values, np.uint8)


gymnasium.register("GO64/Property-v0", entry_point="emu.arena.environment:PropertyGame")
