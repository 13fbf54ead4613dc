"""How long a game that saves itself holds up play: ``python -m tests.bench.rounds --dos ROM ...``.

Emulated seconds, so a figure is the same on every host.  The game comes from a 1541 with its own
processor and head, with our DOS or the original one named, and saves itself on its own disk or on
an empty one.  Printed are two rounds after the first save: seconds from the key behind which the
turn begins to the saved games' code, for the save, and to the board.  ``--steps`` tells all that
is asked of the drive, with its moment.
"""

import argparse
import sys
import tempfile
from pathlib import Path

from disk.d64 import D64Image
from tests.asm.game.engine import K
from tests.asm.game.ui.machine import labels
from tests.bench.game_disk import laid_out, pair
from tests.bench.pages import first_turn, from_disk, seconds
from tools import build

MOST = 60  # seconds
ROUNDS = 2
STEPS = ("save_write", "drive_command", "file_write", "file_compare", "file_finish")


def until(game, words):
    """Go on until the screen says so; RuntimeError after MOST seconds."""
    begin = game.machine.cycle
    while words not in game.shown():
        game.tick(1)
        if seconds(game, begin) > MOST:
            raise RuntimeError(f"{words!r} does not come: {game.shown()}")


def traced(game, begin):
    """Print each step from now on."""
    at = labels()

    def note(name):
        def trap(board):
            ram = game.ram
            text = bytes(ram[at["drive_text"] : at["drive_text"] + ram[at["drive_length"]]])
            said = text.decode("latin-1") if name == "drive_command" else ""
            print(f"    {seconds(game, begin):6.2f} {name} {said}")
            return False

        return trap

    for name in STEPS:
        game.machine.board.set_trap(at[name], note(name))


def one_round(game, steps):
    """Everybody has had a turn; returns the seconds of (page, save, board)."""
    at, moments = labels(), []
    begin = game.machine.cycle
    if steps:
        traced(game, begin)
    for name in ("save_write", "session_end"):
        game.machine.board.set_trap(at[name], lambda board: moments.append(seconds(game, begin)))
    game.ram[at["overlay_mark"]] = 0  # another page has been there
    game.ram[at["turn_count"]] += game.ram[at["player_count"]]
    game.ram[at["turn_phase"]] = K["PHASE_ROLL"]
    game.ram[at["turn_doubles"]] = 0
    game.key("{F1}", 10)
    begin = game.machine.cycle
    game.machine.type(" ", wait=False)
    until(game, "Saving")
    until(game, "Roll dice")
    whole = seconds(game, begin)
    for name in (*STEPS, "save_write", "session_end"):
        game.machine.board.set_trap(at[name], None)
    return moments[0], moments[-1] - moments[0], whole - moments[-1]


def main(argv=None):
    """Measure and print; returns 0."""
    parser = argparse.ArgumentParser(prog="tests.bench.rounds", description=__doc__)
    parser.add_argument("--dos", metavar="ROM", help="an original ROM of a 1541")
    parser.add_argument("--empty", action="store_true", help="saved on a disk of its own")
    parser.add_argument("--directory", type=int, help="sectors from block to block of it")
    parser.add_argument("--spare", type=int, action="append", help="a track that is left free")
    parser.add_argument("--pages", type=pair, metavar="STEP,SKEW", help="lay them out anew")
    parser.add_argument("--steps", action="store_true", help="tell each step")
    parser.add_argument("--model", default="c64")
    args = parser.parse_args(argv)
    build.build_game()
    build.build_disk()
    with tempfile.TemporaryDirectory() as folder:
        head = {"directory": args.directory, "spare": args.spare}
        content = laid_out(folder, None, args.pages, head)
    game = first_turn(from_disk(content, args.dos, args.model))
    game.key("g")
    until(game, "Each round")
    game.tick(60)
    if args.empty:
        game.machine.drives[8].attach(D64Image.blank(b"SAVES", b"01"), kind="1541")
        game.tick(60)
    begin = game.machine.cycle
    game.key("e")
    until(game, "It saves itself")
    dos, disk = Path(args.dos).name if args.dos else "own DOS", "empty" if args.empty else "game"
    medium = f"{dos}, {disk} disk"
    print(f"{medium}: switched on {seconds(game, begin):.2f} s", flush=True)
    game.key("b", 60)
    until(game, "Roll dice")
    for number in range(ROUNDS):
        game.tick(60)
        page, save, board = one_round(game, args.steps and number)
        print(
            f"{medium}: round {page + save + board:.2f} s, page {page:.2f}, save {save:.2f},"
            f" board {board:.2f}",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
