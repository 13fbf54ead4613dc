"""How long the game's pages take to come: ``python -m tests.bench.pages [--dos ROM] [--cart] ...``.

Emulated seconds, so a figure is the same on every host: from a key to the page's first picture,
how long the loader has had of them, and to where the page waits for a choice.  The game is in its
first turn then, and comes from a 1541 with its own processor and head, with our DOS or the original
one named; ``--cart`` from go64.crt.  ``--deeds`` has both own so many deeds, ``--late`` plays with
six who own all of them, some built on, some mortgaged, behind eighty events, and with the cartridge
full of saved games.  From a 1541 each page comes three times: behind another page, with the motor
off after a long rest, and where somebody's turn has begun behind such a rest.
"""

import argparse
import sys
import tempfile
from pathlib import Path

from disk.d64 import D64Image
from emu.kit.machine import Kit
from emu.kit.machine_pool import BootedMachine, MachineSpec
from tests.asm.game.engine import K
from tests.asm.game.model import board
from tests.asm.game.ui.machine import DEBUG_FILE, HINTS, OUT, Game, labels
from tests.asm.game.ui.test_flash import FILE_SIZE, fill
from tests.bench.game_disk import laid_out, pair
from tools import build

MOST = 40  # seconds
EXPANSIONS = {"reu": "REU", "georam": "GeoRAM"}
EXPANSION_SIZE = "512k"
SEATS = 4  # as set-up begins
AT_WORK, AT_REST, AT_TURN = "motor on", "motor off", "a turn begins"
LONG = 3600  # pictures: the drive's motor has stopped
CART_REST = 200  # a cartridge saves the game first
TURN = 100  # from the begin of a turn to the key
TITLE = "The property game"
DEEDS = [square for group in board.MEMBERS.values() for square in group]
MANY, EVENTS, LONG_STREET, LONG_NAME = 6, 80, 14, b"WWWWWWWW"
SAVED = 56  # games, a sector of the cartridge's flash
# what is pressed, what the page says, its file
PAGES = (
    ("statistics", "s", "STATISTICS", "DESK"),
    ("trade", "t", "then worth", "TRADE"),
    ("help", "?", "HELP", "HELP"),
    ("saved games", "g", "SAVED GAMES", "DISK"),
    ("options", "o", "OPTIONS", "HELP"),
    ("history", "h", "WHAT HAPPENED", "FINALE"),
    ("perspective", None, None, "PERSPECTIVE"),
    ("contract", None, None, "DEAL"),
    ("winners", None, None, "FINALE"),
)
# of more than two, who are asked first with whom to trade
LATE_PAGES = tuple(
    ("partner", key, "WITH WHOM", file) if name == "trade" else (name, key, words, file)
    for name, key, words, file in PAGES
)


def machine_of(options, model):
    """Return a Game in a machine of its own that has just been switched on."""
    spec = MachineSpec(dbg=(DEBUG_FILE,), model=model, boot=False, options=options)
    game = Game(kit=Kit(BootedMachine(spec)))
    game.serve(False)
    return game


def from_disk(content, dos, model, expansion=None):
    """Return a machine that begins to load the game from a 1541; ``expansion``: of EXPANSIONS."""
    options = (("dos", dos), (expansion, EXPANSION_SIZE))
    game = machine_of(tuple(option for option in options if all(option)), model)
    game.machine.drives[8].attach(D64Image(content), kind="1541")
    game.machine.tick(120)  # nobody types before a drive has tested itself
    game.machine.type('load"*",8\n')
    for _ in range(200):
        game.machine.tick(5)
        if game.machine.screen.text().count("READY.") > 1:
            break
    game.machine.type("run\n")
    return game


def first_turn(game, players=2):
    """Play on to the first turn of so many people."""
    at = labels()
    reached = []
    game.machine.board.set_trap(at["music_title"], lambda board: reached.append(1) and False)
    for _ in range(MOST * 60):
        game.machine.tick(1)
        if reached:
            break
    game.machine.board.set_trap(at["music_title"], None)
    game.ram[at["prefs"] + HINTS] = 1
    game.tick(600)
    game.key("\n", 60)
    for _ in range(abs(players - SEATS)):
        game.key("{LEFT}" if players < SEATS else "{RIGHT}", 10)
    game.key("{F7}", 60)
    game.until("Roll for", 2400)
    game.tick(60)
    for _ in range(2 * players + 4):
        if game.mode != K["MODE_FIRST"]:
            break
        game.key("r", 90)
    game.tick(120)
    return game


def owned(game, squares, players=2):
    """Deal deeds out, one to each in turn."""
    for place, square in enumerate(squares):
        game.ram[labels()["square_owner"] + square] = place % players
    if len(squares) == len(DEEDS):  # the cards as well
        game.ram[labels()["deck_free"]], game.ram[labels()["deck_free"] + 1] = 0, 1


def late(game):
    """Make it a late game of MANY: deeds, buildings, long names, events, saved games."""
    at, ram = labels(), game.ram
    owned(game, DEEDS, MANY)
    for place, group in enumerate(board.GROUPS[:8]):
        for square in board.MEMBERS[group]:
            ram[at["square_owner"] + square] = place % MANY
            ram[at["square_level"] + square] = 5 if place % 2 else 3
    for square in (*board.MEMBERS[board.GROUPS[-1]], *board.MEMBERS[board.GROUPS[-2]]):
        ram[at["square_mortgaged"] + square] = 1
    for seat in range(MANY):
        name = at["player_names"] + seat * len(LONG_NAME)
        ram[name : name + len(LONG_NAME)] = LONG_NAME
    for number in range(EVENTS):
        about = {"ev_player": number % MANY, "ev_param": LONG_STREET, "ev_other": 1, "ev_hi": 30}
        for name, value in about.items():
            ram[at[name]] = value
        game.call("line_tell", a=K["EV_RENT" if number % 2 else "EV_BOUGHT"])
    if game.machine.board.cart is not None:
        saves = [(f"GAME{number:04}", bytes(FILE_SIZE)) for number in range(SAVED)]
        fill(game.machine.board.cart.low.data, 0, 1, saves)


def seconds(game, begin):
    """Return the emulated seconds since a cycle."""
    return (game.machine.cycle - begin) / game.machine.model.clock_hz


def moment(game, case, file):
    """Go on to the moment of which a page is asked for: AT_WORK, AT_REST, AT_TURN."""
    if case == AT_WORK:
        game.call("overlay_need", x=K[f"FILE_{file}"], limit=MOST * 1_000_000)
        if file == "DISK":  # as the page itself does behind its first picture
            game.call("file_rest", limit=MOST * 1_000_000)
            game.call("far_keep")
        game.ram[labels()["overlay_mark"]] = 0
        game.tick(5)
        return
    game.tick(LONG)
    assert not game.machine.drives[8].motor
    if case == AT_TURN:  # the board asks anew, as it does then
        game.key("{F3}", 10)
        game.key(" ", TURN)


def measure(game, key, words, file):
    """Return (seconds from a key to the picture, of them the loader's, to a choice).

    The time begins before the picture in which the key closes, and ends when the display is on
    again, less than 3 ms before the first line of the page is seen.  None: not by a key, and no
    menu.
    """
    at = labels()
    if game.ram[at["overlay_mark"] + 6] == K[f"FILE_{file}"]:
        game.ram[at["overlay_mark"]] = 0
    if not key:
        cycles = game.call("overlay_need", x=K[f"FILE_{file}"], limit=MOST * 1_000_000)
        return None, cycles / game.machine.model.clock_hz, None
    loads, shown, chosen, said = [], [], [], []

    def note(board):
        loads.append(game.machine.cycle)
        return False

    def on(board):
        mark = at["overlay_mark"]
        if game.ram[mark] and game.ram[mark + 6] == K[f"FILE_{file}"]:  # not the page with the bar
            shown.append(seconds(game, begin))
        return False

    def choose(board):
        if shown:
            chosen.append(seconds(game, begin))
        return False

    traps = {"file_unpack": note, "bar_record": note, "video_on": on, "menu_choose": choose}
    for label, trap in traps.items():
        game.machine.board.set_trap(at[label], trap)
    begin = game.machine.cycle
    game.machine.type(key, wait=False)
    for _ in range(MOST * 60):
        game.machine.tick(1)
        if shown and not said:
            said.append(game.text())
        if chosen:
            break
    for label in traps:
        game.machine.board.set_trap(at[label], None)
    assert words in said[0], said[0]
    part = sum(b - a for a, b in zip(loads[::2], loads[1::2], strict=False))
    return shown[0], part / game.machine.model.clock_hz, chosen[0] if chosen else None


def main(argv=None):
    """Measure and print; returns 0."""
    parser = argparse.ArgumentParser(prog="tests.bench.pages", description=__doc__)
    parser.add_argument("--dos", metavar="ROM", help="an original ROM of a 1541")
    parser.add_argument("--cart", action="store_true", help="from go64.crt")
    for name, called in EXPANSIONS.items():
        parser.add_argument(
            f"--{name}", action="store_const", const=name, dest="expansion",
            help=f"each page a second time, from a {called}",
        )  # fmt: skip
    parser.add_argument("--pages", type=pair, metavar="STEP,SKEW", help="lay them out anew")
    parser.add_argument("--only", metavar="PAGE", help="one of them")
    parser.add_argument("--deeds", type=int, default=0, help="so many are owned")
    parser.add_argument("--late", action="store_true", help="a late game of six")
    parser.add_argument("--model", default="c64")
    args = parser.parse_args(argv)
    build.build_game()
    build.build_disk()
    build.build_cartridge()
    if args.cart:
        game = machine_of((("cart", str(OUT / "go64.crt")),), args.model)
    else:
        with tempfile.TemporaryDirectory() as folder:
            content = laid_out(folder, None, args.pages)
        game = from_disk(content, args.dos, args.model, args.expansion)
    medium = "cartridge" if args.cart else Path(args.dos).name if args.dos else "own DOS"
    medium += f" and {EXPANSIONS[args.expansion]}" if args.expansion else ""
    first_turn(game, MANY if args.late else 2)
    game.kit.run_until("key_wait_menu")  # a cartridge has saved the game
    owned(game, DEEDS[: args.deeds])
    if args.late:
        late(game)
    snapshot = game.machine.snapshot()
    drive = not (args.cart or args.expansion)
    for case in (AT_WORK, AT_REST, AT_TURN) if drive else (AT_WORK,):
        for name, key, words, file in LATE_PAGES if args.late else PAGES:
            if args.only not in (None, name):
                continue
            game.machine.restore(snapshot)
            if args.cart:
                game.tick(CART_REST)
            else:  # a REU has the page
                other = file if args.expansion else "DESK" if file == "FINALE" else "FINALE"
                moment(game, case, other)
            whole, part, choice = measure(game, key, words, file)
            said, then = (f"{value:.2f} s" if value else "-" for value in (whole, choice))
            motor = f", {case}" if drive else ""
            print(f"{medium}{motor}, {name}: key to picture {said}, loader {part:.2f} s,"
                  f" to a choice {then}", flush=True)  # fmt: skip
    return 0


if __name__ == "__main__":
    sys.exit(main())
