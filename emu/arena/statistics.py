"""Statistics of many games: shares with Wilson's interval, medians, faults."""

import collections
import math
import statistics
from collections.abc import Sequence
from typing import Any

from emu.arena.match import Result
from emu.arena.rules import SECOND

Z95 = 1.959964


def wilson(wins: float, games: int, z: float = Z95) -> tuple[float, float]:
    """The 95 % interval of a share, of which ``wins`` of ``games`` were seen."""
    if not games:
        return 0.0, 1.0
    share = wins / games
    middle = share + z * z / (2 * games)
    spread = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return max((middle - spread) / scale, 0.0), min((middle + spread) / scale, 1.0)


def quantile(values: Sequence[float], part: float) -> float | None:
    """The value that ``part`` of them do not exceed; None if there are none."""
    ordered = sorted(values)
    return ordered[min(math.ceil(part * len(ordered)), len(ordered)) - 1] if ordered else None


def summary(results: Sequence[Result]) -> dict[str, Any]:
    """Summary of a measurement: wins, durations, faults.

    A tie counts as a share of a win for each winner; an unfinished game counts for nobody.
    """
    wins: dict[str, float] = collections.defaultdict(float)
    slots: dict[int, float] = collections.defaultdict(float)
    for result in results:
        for seat in result["winners"]:
            wins[result["seats"][seat]] += 1 / len(result["winners"])
            slots[seat] += 1 / len(result["winners"])
    games = len(results)
    names = sorted({name for result in results for name in result["seats"]})
    turns = sum(result["turns"] for result in results)
    monopolies = [r["monopoly"] for r in results if r["monopoly"] is not None]
    fallbacks = sum(result["fallbacks"] for result in results)
    return {
        "games": games,
        "wins": {name: round(wins[name], 2) for name in names},
        "share": {name: round(wins[name] / games, 4) for name in names} if games else {},
        "interval": {name: [round(v, 4) for v in wilson(wins[name], games)] for name in names},
        "wins_by_seat": [round(slots[s], 2) for s in range(len(results[0]["seats"]))]
        if games else [],
        "rounds": {
            "median": quantile([r["rounds"] for r in results], 0.5),
            "p95": quantile([r["rounds"] for r in results], 0.95),
        },
        "turns": turns,
        "unfinished": sum(not r["winners"] for r in results),
        "first_monopoly_round": statistics.median(monopolies) if monopolies else None,
        "games_without_monopoly": games - len(monopolies),
        "fallbacks": fallbacks,
        "fallbacks_per_1000_turns": round(1000 * fallbacks / turns, 3) if turns else 0.0,
        "faults": sorted({r["fault"] for r in results if r["fault"]}),
        "slowest_decision_s": round(max((r["slowest"] for r in results), default=0) / SECOND, 3),
        "seconds_emulated": round(sum(r["cycles"] for r in results) / SECOND, 1),
    }  # fmt: skip
