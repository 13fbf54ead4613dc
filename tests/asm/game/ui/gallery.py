"""``make screens``: a picture of every screen on PAL, its checksum on NTSC, and a page of them.

Each screen is reached by keys; dice, deeds and money are put where a scene needs them.
Pictures are what the machine's window shows: palette indices of the visible frame.
"""

import json
import re
import sys
import zlib
from pathlib import Path

import numpy as np
from PIL import Image

from disk.d64 import D64Image
from tests.asm.game.engine import ROOT, K
from tests.asm.game.ui import german, rules1989
from tests.asm.game.ui.machine import CELLS, COLORS, Game
from tests.asm.game.ui.short import set_clock, short
from tests.asm.game.ui.table import (
    MONEY,
    SIDE,
    agree_to_quit,
    ask_to_quit,
    deal,
    initiator,
    note_turn,
    press,
    set_money,
    settle,
    to_approval,
)
from tests.asm.game.ui.test_must_pay import throw
from tools.art.contrast import contrast
from tools.art.picturestats import shares
from tools.game.build_game import MAP

PAGE = ROOT / "docs" / "play" / "playing.md"
MARKS = re.compile(r"(<!-- screens -->\n).*?(<!-- end -->)", re.DOTALL)
PICTURES = ROOT / "docs" / "pictures" / "screens"
NTSC_CHECKSUMS = Path(__file__).with_name("ntsc_screens.json")
MINE, YOURS = (1, 3, 5, 6, 8, 9, 12, 15), (16, 18, 19, 25, 31, 32, 34, 37, 39)
HOUSES = {6: 3, 8: 4, 9: 4, 16: 5, 18: 5, 19: 4}
BEFORE_CHANCE, GO_TO_GAOL = 3, 30  # squares
SHOWN = MAP["SHOWN"].start


def title(game):
    game.boot(150)


def title_help(game):
    game.boot().key("?", 60)


def setup(game):
    game.boot().key("\n").key("{DOWN}{DOWN}{F3}{DOWN}{F3}", 30)


def setup_help(game):
    game.boot().key("\n").key("{F8}", 60)


def options(game):
    game.boot().key("\n").key("{F5}", 60)


def loading(game):
    game.boot().key("\n")
    game.serve(False)
    game.machine.drives[8].attach(D64Image((ROOT / "disk" / "go64.d64").read_bytes()))
    game.key("{F7}", 260)


def no_disk(game):
    game.boot().key("\n")
    game.serve(False)
    game.machine.drives[8].attach(None)
    game.key("{F7}").until("Try again").tick(20)


def first_roll(game):
    game.boot().begin()
    game.key("r", 90).key("r", 26)


def turn(game):
    game.boot().first_turn()


def town(game):
    """A game that has been played for a while: two own much, some of it is built on."""
    turn(game)
    game.way(("town",), lambda: _town(game))
    return initiator(game)


def _town(game):
    me = initiator(game)
    owners = {**dict.fromkeys(MINE, me), **dict.fromkeys(YOURS, (me + 1) % 4)}
    deal(game, owners, HOUSES, mortgaged=(5, 12, 37), money={me: 640})
    game.ram[game.labels["bank_houses"]] = 32 - sum(n for n in HOUSES.values() if n < 5)
    game.ram[game.labels["bank_hotels"]] = 12 - list(HOUSES.values()).count(5)
    game.key("s", 60).key(" ", 60)  # a page and back: the board is drawn as the state is now


def hop(game):
    turn(game)
    throw(game, 4, 6)
    game.tick(84)


def deed(game):
    turn(game)
    throw(game, 4, 2)
    settle(game, "Auction it")
    game.tick(60)


def rent(game):
    me = town(game)
    game.ram[game.labels["player_square"] + me] = 27
    throw(game, 1, 3)
    game.tick(200)


def card(game):
    me = town(game)
    game.ram[game.labels["player_square"] + me] = BEFORE_CHANCE
    throw(game, 1, 3)
    game.tick(220)


def auction(game):
    deed(game)
    game.key("p", 100).key("i", 10).key("b", 60)


def gaol(game):
    me = town(game)
    game.ram[game.labels["player_square"] + me] = GO_TO_GAOL - 4
    throw(game, 1, 3)
    for _ in range(40):
        if "Post" in game.text():
            break
        game.key("n" if "Next turn" in game.text() and initiator(game) == me else "r", 60)
        for key in "pn":
            if initiator(game) != me:
                game.key(key, 60)


def closeup(game):
    town(game)
    game.key("{F1}", 60)


def information(game):
    turn(game)
    game.key("i", 20).key("{RIGHT}", 60)


def station(game):
    turn(game)
    game.key("i", 20)
    for _ in range(40):
        if game.byte("browse_square") == 5:
            break
        game.key("{RIGHT}", 8)
    game.tick(30)


def manage(game):
    town(game)
    game.key("m", 60)


def overview(game):
    town(game)
    game.key("v", 60)


def perspective(game):
    """The board on a table, of a town that has grown."""
    town(game)
    for player, square in enumerate((9, 24, 37, 16)):
        for label in ("player_square", "shown_square"):
            game.ram[game.labels[label] + player] = square
    game.key("v", 60).key("v", 120)


def walk(game):
    """A roll from there: the token on its way, the cards passing by."""
    perspective(game)
    throw(game, 3, 4)
    game.tick(110)


def owners(game):
    me = town(game)
    game.key(str((me + 1) % 4 + 1), 60)


def all_owners(game):
    town(game)
    game.key("v", 60).key("a", 60)


def statistics(game):
    town(game)
    game.key("s", 60)


def help_page(game):
    turn(game)
    game.key("?", 60)


def saved(game):
    turn(game)
    game.machine.drives[8].attach(D64Image.blank(b"SAVES", b"01"))
    game.key("g", 20).until("No games")
    for name in ("ada", "grace"):
        game.key("s", 20).key(f"{name}\n", 10).until("is saved.")
    game.until("2 games").tick(20)
    game.key("i", 10).until("players").tick(20)


def partner(game):
    town(game)
    game.key("t", 60)


def table(game):
    partner(game)
    game.key("\n", 60)
    press(game, SIDE + MONEY)
    game.key("{UP}", 30)


def table_help(game):
    partner(game)
    game.key("\n", 60).key("?", 60)


def contract(game):
    partner(game)
    game.key("\n", 60)
    press(game, MONEY)
    to_approval(game, (initiator(game) + 1) % 4)


def debt(game):
    me = town(game)
    game.ram[game.labels["player_square"] + me] = 35
    game.ram[game.labels["player_money_lo"] + me] = 20
    game.ram[game.labels["player_money_hi"] + me] = 0
    throw(game, 1, 3)
    game.tick(260)


STILL = 40  # frames after which nothing moves on a computer's screen until it has decided


def computer(game):
    game.boot().key("\n")
    for _ in range(4):
        game.key("{DOWN}{F3}", 10)
    game.key("{F7}", 60).until("Thinking").tick(900)
    shown = []
    while len(shown) < STILL or set(shown[-STILL:]) != {shown[-1]}:
        game.until("Thinking").tick(1)
        shown.append(checksum(game))


def quit_asked(game):
    turn(game)
    ask_to_quit(game)


def over(game):
    quit_asked(game)
    agree_to_quit(game, 3)


def game_figures(game):
    """The end of a town with two owners: who has what of it counts."""
    town(game)
    ask_to_quit(game)
    agree_to_quit(game, 3)
    game.key("\n").until("THE GAME IN FIGURES").tick(30)


def course(game):
    """Behind it: a made-up course of 160 turns, the second owner's rise."""
    me = town(game)
    game.call("course_clear")
    cash = [1500, 1500, 1500, 1500]
    for number in range(1, 161):
        for i, step in enumerate((-4, 17, -9 + number % 5, 7 - number // 12)):
            seat = (me + i) % 4
            cash[seat] = max(0, cash[seat] + step)
            set_money(game, seat, cash[seat])
        note_turn(game, number)
    ask_to_quit(game)
    agree_to_quit(game, 3)
    game.key("\n").until("THE GAME IN FIGURES").tick(30)
    game.key("\n").until("HOW THE GAME WENT").tick(30)


def tutorial(game):
    """T at the title: what is explained first."""
    game.boot().key("t").until("Key: go on", 3000).tick(30)


def preset(game):
    game.boot().key("\n", 60).key("{UP}" * 9 + "{RIGHT}{RIGHT}", 30)


def rules(game):
    preset(game)
    game.key("\n", 60)


def russian(game):
    """The first turn by the Russian rules."""
    preset(game)
    game.way(("first turn of the Russian rules",), lambda: _russian(game))


def _russian(game):
    game.key("{F7}", 60)
    for _ in range(4):
        game.key("r", 100)
    game.until("Roll dice")


def tax(game):
    russian(game)
    game.ram[game.labels["player_square"]] = game.ram[game.labels["shown_square"]] = 1
    throw(game, 1, 2)
    game.until("Pay 10 %").tick(30)


def less_rent(game):
    russian(game)
    for name, value in (
        ("square_owner", (39, 2)), ("player_groups", (58, 1)), ("player_equity_lo", (2, 200)),
        ("player_square", (0, 36)), ("shown_square", (0, 36)),
    ):  # fmt: skip
        game.ram[game.labels[name] + value[0]] = value[1]
    throw(game, 1, 2)
    game.until("Take it all").tick(30)


def lend(game):
    russian(game)
    game.key("l", 60).key("{RIGHT}{DOWN}{DOWN}{DOWN}\n", 120)


def loans(game):
    lend(game)
    game.key("y", 120)
    for name, value in (("issue_count", 2), ("issue_turn_lo", 7), ("issue_lo", 120)):
        game.ram[game.labels[name]] = value
    game.ram[game.labels["issue_turn_lo"] + 1] = 9
    game.ram[game.labels["issue_lo"] + 1] = 50
    game.key("l", 60).key("{UP}", 20)


def clock(game):
    """A short game by the rules of 1989, in its last minute."""
    short(game.boot())
    set_clock(game, 48)
    rules1989.rolled(game, 10, 1, 5, 280)  # to the gaol's visitors: nobody is asked anything


def real_time(game):
    """By the rules of 1989 a street is put up; the second of four holds it."""
    rules1989.first_turn(game.boot().key("\n", 60))
    rules1989.auction(game)
    rules1989.armed(game)
    for key in "1432":
        rules1989.tap(game, key)
    game.tick(130)


def real_time_help(game):
    real_time(game)
    game.key(" ", 30)


def claim(game):
    """Rent is to be claimed."""
    rules1989.first_turn(game.boot().key("\n", 60))
    deal(game, {39: (rules1989.active(game) + 2) % 4})
    rules1989.rolled(game, 39, frames=5)
    game.until("Claim your rent!").tick(90)


def ten(game):
    """The second page of the ten options of 1989: what cannot be pressed now is dark."""
    rules1989.first_turn(game.boot().key("\n", 60))
    game.key(".", 30)


def option_bar(game):
    """The same across the top of the board in perspective; the cursor is on Fastmove."""
    rules1989.first_turn(game.boot().key("\n", 60))
    deal(game, {1: rules1989.active(game), 3: rules1989.active(game), 39: 1}, {1: 2, 3: 3})
    game.key("v", 60).key("v", 120).key("{DOWN}", 10).key("{RIGHT}", 10).key("{RIGHT}", 20)


def houses(game):
    """More houses are wanted than the bank has."""
    rules1989.first_turn(game.boot().key("\n", 60))
    owners = {16: 0, 18: 0, 19: 0, 37: 1, 39: 1, 1: 2, 3: 2}
    deal(game, owners, money={1: 330})
    game.ram[game.labels["bank_houses"]] = 6
    game.key("h", 5).until("Who wants any?").tick(40)
    game.key("1113322", 30)


def house_lot(game):
    houses(game)
    game.key("d", 5).until("Who begins?").tick(60)
    for key in "132":
        rules1989.tap(game, key)
    game.tick(60)


def placing(game):
    """A buyer places his houses; the second one would cost more than he has."""
    houses(game)
    game.ram[game.labels["bank_houses"]] = 32
    game.key("d", 5)
    for _ in range(20):
        game.until("Build here").tick(40)
        if game.byte("session_seat") == 1 and "owe" in game.text():
            break
        game.key("\n", 120)
        if game.byte("session_seat") != 1 and "Houses: 0" in game.text():
            game.key("d", 60)
    game.tick(10)


def faces(game):
    """Who may sit down: the one that is looked at is framed."""
    setup(game)
    game.key("{F3}{F3}{F3}", 30)
    game.until("WHO IS TO PLAY HERE?").tick(30)
    game.key("{RIGHT}{RIGHT}{DOWN}", 10)


def talk(game):
    """A character gets a high rent of a person."""
    game.boot().key("\n").key("{DOWN}{F3}{DOWN}{F3}", 10)
    for seat, who in ((0, K["CHARACTER_RAILWAY"]), (1, K["CHARACTER_HAGGLER"])):
        game.ram[game.labels["settings"] + K["OPT_SKILLS"] + seat] = who
        names = ("CASEY", "REYNARD")
        at = game.labels["player_names"] + 8 * seat
        game.ram[at : at + 8] = names[seat].encode().ljust(8, b"\0")
    game.machine.type("{F7}", wait=False)
    while game.mode != K["MODE_FIRST"]:
        game.tick(1)
    said = {"ev_type": K["EV_RENT"], "ev_player": 3, "ev_param": 5, "ev_other": 0, "ev_lo": 200}

    def instead(board):
        if not game.byte("ev_type"):
            return False
        for label, value in said.items():
            game.ram[game.labels[label]] = value
        board.set_trap(game.labels["talk_now"], None)
        return False

    game.machine.board.set_trap(game.labels["talk_now"], instead)
    game.until("Tickets,", 600).tick(15)


def german_title(game):
    german.choose(game.boot()).tick(60)


def german_setup(game):
    german_title(game)
    game.key("\n").key("{DOWN}{DOWN}{F3}{DOWN}{F3}", 30)


def german_turn(game):
    german_title(game)
    german.first_turn(game)


def german_deed(game):
    german_turn(game)
    german.throw(game, 3, 5)
    settle(game, german.de("play", "l_buy"))
    game.tick(60)


def german_help(game):
    german_turn(game)
    game.key("?", 60)


def german_table(game):
    german_turn(game)
    me = initiator(game)
    owners = {**dict.fromkeys(MINE, me), **dict.fromkeys(YOURS, (me + 1) % 4)}
    deal(game, owners, HOUSES, mortgaged=(5, 12, 37), money={me: 640})
    game.key("t", 60).key("\n", 60)
    press(game, SIDE + MONEY)
    game.key("{UP}", 30)


SCREENS = (  # function, what it is
    (title, "Title: tokens hop along a street of the eight groups"),
    (title_help, "What the keys do and what the game is about"),
    (setup, "Set-up: seats, names, tokens, colours, computers, house rules"),
    (setup_help, "Help for it"),
    (faces, "Set-up: the characters"),
    (options, "Options: sound, tune, steps, messages, joystick, mouse"),
    (loading, "A part of the game comes from the disk"),
    (no_disk, "It does not come, and why"),
    (first_roll, "Everybody rolls for the first turn"),
    (turn, "A turn begins"),
    (hop, "The token steps"),
    (deed, "A free deed"),
    (auction, "An auction"),
    (rent, "Rent in a town that has grown"),
    (card, "A card"),
    (gaol, "In gaol"),
    (debt, "A debt"),
    (information, "Every square can be looked at"),
    (station, "A station's deed"),
    (manage, "Building, selling, mortgaging"),
    (overview, "Who has what"),
    (perspective, "V once more: the board in perspective, with the squares ahead"),
    (walk, "A roll from there"),
    (closeup, "A side close up"),
    (owners, "A player's deeds; mortgaged ones are red"),
    (all_owners, "All deeds, by owner's number"),
    (statistics, "A player's figures"),
    (help_page, "Help for what can be done now"),
    (saved, "Saved games"),
    (partner, "With whom to trade"),
    (table, "The trading table"),
    (table_help, "Help for it"),
    (contract, "The contract"),
    (computer, "A computer's turn"),
    (talk, "A character has something to say"),
    (preset, "Set-up: a preset of rules, explained"),
    (rules, "Every rule by itself"),
    (tax, "Russian rules: which income tax?"),
    (less_rent, "Russian rules: the owner may take less"),
    (lend, "Russian rules: a loan is decided"),
    (loans, "Russian rules: loans and new money"),
    (clock, "1989: the last minute of a short game"),
    (real_time, "1989: a live auction, and everybody's plate"),
    (real_time_help, "How to bid there"),
    (claim, "1989: rent is claimed in time"),
    (ten, "1989: ten options, each by its initial"),
    (option_bar, "1989: the ten options across the top of the board in perspective"),
    (houses, "1989: who wants how many houses?"),
    (house_lot, "A scarce house is auctioned"),
    (placing, "A buyer places his houses"),
    (quit_asked, "All must agree to end a game"),
    (over, "The end"),
    (game_figures, "The game in figures: money, points, who owned what"),
    (course, "How the game went: what everybody was worth, turn by turn, and the luck of the dice"),
    (tutorial, "The tutorial: a friendly computer explains"),
    (german_title, "German: the title, chosen with F3"),
    (german_setup, "German: set-up"),
    (german_turn, "German: a turn begins; letters of buttons are those of their words"),
    (german_deed, "German: a free deed of Berlin"),
    (german_help, "German: help"),
    (german_table, "German: the trading table"),
)
# Not compared: dice, cards, who begins and what blinks, as they depend on single cycles.
CHANCE = ("setup", "first_roll", "card", "computer", "tax", "less_rent", "lend", "loans", "clock")
CHANCE += ("german_setup", "german_turn", "german_deed", "german_table")


def letters(game):
    """{(ink, paper): a word} of all letters and digits in the cells."""
    found = {}
    for row, line in enumerate(game.text().splitlines()):
        for x, char in enumerate(line):
            at = 40 * row + x  # what is not drawn with glyphs is no letter
            if char.isalnum() and game.ram[SHOWN + at] == game.ram[CELLS + at]:
                color = game.ram[COLORS + 40 * row + x]
                found.setdefault((color >> 4, color & 15), line[x : x + 12])
    return found


def figures(game):
    """(per cent black, per cent coloured, least contrast of letters, where) of the page in view."""
    game.tick(1)
    black, coloured = shares(game.machine.screen.indices)
    words = letters(game)
    worst = min(words, key=lambda pair: contrast(*pair))
    return black, coloured, contrast(*worst), words[worst]


def table_of_figures(model="c64"):
    """Lines of docs/inside/design.md's table: black, coloured, least contrast of every page."""
    lines = ["| page | black | coloured | least contrast of text |", "|--|--|--|--|"]
    for show, _ in SCREENS:
        game = Game(model=model)
        show(game)
        black, coloured, least, _ = figures(game)
        name = show.__name__.replace("_", "-")
        lines.append(f"| {name} | {black:.0f} % | {coloured:.0f} % | {least} |")
    return lines


def file_name(show):
    """Return the name a screen has as a file, without its ending."""
    return show.__name__.replace("_", "-")


def checksum(game):
    """Return the CRC-32 of the visible picture's palette indices, as eight hex digits."""
    return f"{zlib.crc32(np.ascontiguousarray(game.machine.screen.indices)):08x}"


def write_pictures(shows):
    """Draw the screens as PAL shows them, a PNG file for each."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    for show in shows:
        game = Game()
        show(game)
        picture = game.machine.screen.image.convert("RGB").quantize(16, dither=Image.Dither.NONE)
        picture.save(PICTURES / f"{file_name(show)}.png", optimize=True)


def write_checksums(shows):
    """Keep the checksums of the screens as NTSC shows them."""
    kept = json.loads(NTSC_CHECKSUMS.read_text()) if NTSC_CHECKSUMS.exists() else {}
    for show in shows:
        game = Game(model="ntsc")
        show(game)
        kept[file_name(show)] = checksum(game)
    names = [file_name(show) for show, _ in SCREENS if show.__name__ not in CHANCE]
    rows = {name: kept[name] for name in names if name in kept}
    NTSC_CHECKSUMS.write_text(json.dumps(rows, indent=1) + "\n")


def table():
    """Return the table of the screens: two in a row, their words below them."""
    lines = ["| | |", "|--|--|"]
    cells = [f"![{words}](../pictures/screens/{file_name(show)}.png)<br>{words}"
             for show, words in SCREENS]  # fmt: skip
    cells += [""] * (len(cells) % 2)
    lines += [f"| {left} | {right} |" for left, right in zip(*[iter(cells)] * 2, strict=True)]
    return "\n".join(lines) + "\n"


def page():
    """Return the text of docs/play/playing.md with that table between its marks."""
    text = PAGE.read_text(encoding="utf-8")
    return MARKS.sub(lambda match: match[1] + table() + match[2], text)


def main(only):
    """Write pictures, checksums and the page; of the screens named, or of all."""
    shows = [show for show, _ in SCREENS if not only or show.__name__ in only]
    write_pictures(shows)
    write_checksums(shows)
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
