"""Let players play each other and say who wins.

    python -m tools.selfplay --seats hard,normal --games 400 --seed 1

Prints one JSON object: wins, shares and their intervals (Wilson, 95 %), rounds, when the first
group was complete, seconds emulated, faults.  What plays is the game's own 6502 code, the bytes
of its disk, on a bare 6510 (emu/arena); each game moves everybody a seat on.  A player is a
skill or a character of the game's computers or one of the scripted people (emu/arena/scripted.py).
"""

import argparse
import json
import sys
import time
from collections.abc import Sequence

from disk.base.errors import Go64Error
from emu.arena.match import KINDS, tasks
from emu.arena.pool import play_all
from emu.arena.scripted import SCRIPTED
from emu.arena.statistics import summary


def main(argv: Sequence[str] | None = None) -> int:
    """Play, and print what came of it."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.selfplay",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--seats", default="normal,normal", help=f"2 to 8 of {', '.join([*KINDS, *SCRIPTED])}"
    )
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--preset",
        type=int,
        default=0,
        help="0 classic, 1 1989, 2 Russian, 3 own, 4 and up: others",
    )
    parser.add_argument(
        "--switches",
        help="for preset 3: drawn (a random set per game), each (one per game), or TAX=1,LOANS=1",
    )
    parser.add_argument(
        "--rounds", type=int, default=1000, help="a game that is longer counts as endless"
    )
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--scheduler", help="address of a Dask scheduler: tcp://host:8786")
    args = parser.parse_args(argv)
    try:
        if args.games < 1:
            parser.error(f"--games {args.games}: must be 1 or more")
        begin = time.perf_counter()
        others = {"switches": args.switches} if args.switches else {}
        seats, preset = args.seats.split(","), args.preset
        todo = tasks(seats, args.games, args.seed, rounds=args.rounds, preset=preset, **others)
        results = play_all(todo, args.jobs, args.scheduler)
        seconds = round(time.perf_counter() - begin, 2)
    except Go64Error as error:
        print(f"selfplay: {error}", file=sys.stderr)
        return 2
    said = {"seats": args.seats.split(","), "seed": args.seed, **summary(results)}
    print(json.dumps({**said, "seconds": seconds}))
    return 1 if said["faults"] else 0


if __name__ == "__main__":
    sys.exit(main())
