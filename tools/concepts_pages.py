"""Concept D on its other pages: what the stage, the ring and the panel show there.

python tools/concepts_pages.py OUT_FOLDER [SCALE]    concepts D, E, F and the pages of D

writes the pictures and prints the table of their figures.
"""

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools.art import word
from tools.concepts import (
    BLACK,
    BLUE,
    BROWN,
    CYAN,
    DARK,
    GREEN,
    LIGHT,
    LIME,
    MID,
    PINK,
    PURPLE,
    RED,
    SKY,
    WHITE,
    YELLOW,
)  # fmt: skip
from tools.concepts_scene import DUSK, FESTIVE, MORNING, NIGHT, Scene, paint, stars, town
from tools.concepts_whole import (
    BANDS,
    BOARD,
    KINDS,
    NAMES,
    PATTERNS,
    TOKEN_GLYPHS,
    TOKENS,
    Player,
    Whole,
    die_dots,
    main_still,
    six,
)  # fmt: skip
from tools.gamedata import wrap
from tools.ink import best_ink, contrast
from tools.picturestats import framed, glyphs, shares

STREETS = (1, 3, 6, 8, 9, 11, 13, 14, 16, 18, 19, 21, 23, 24, 26, 27, 29, 31, 37, 39)
LETTERS = (("G", "red"), ("O", "blue"), ("6", "green"), ("4", "purple"))


def table(mood="night", **changes):
    """A board of six with cloth, ring and panel; ``changes`` alter the game."""
    game = six()
    for name, value in changes.items():
        setattr(game, name, value)
    s = Whole(game)
    s.dress(mood)
    s.cloth()
    s.ring()
    s.panel()
    return s


def stock(s, x, y):
    """The bank's houses and hotels."""
    s.put(x, y, "house", WHITE, s.baize)
    s.text(x + 1, y, "20", WHITE, s.baize)
    s.put(x + 4, y, "hotelA", WHITE, s.baize)
    s.put(x + 5, y, "hotelB", WHITE, s.baize)
    s.text(x + 6, y, "10", WHITE, s.baize)


def big(s, x, y, wide, words, ink, paper, factor=3):
    """Words in the text face enlarged, centred over ``wide`` cells; returns rows used."""
    s.written.append((words, ink, paper))
    dots = word(s.font, words, factor, factor)
    rows = -(-dots.shape[0] // 8)
    area = np.zeros((8 * rows, 8 * wide), dtype=np.uint8)
    top, left = (8 * rows - dots.shape[0]) // 2, (8 * wide - dots.shape[1]) // 2
    area[top : top + dots.shape[0], left : left + dots.shape[1]] = dots
    s.blit(x, y, area, ink, paper)
    return rows


def buy():
    """GRACE may buy Piccadilly; its square is yellow on the ring."""
    s = table("noon", active=2, lit=(29,))
    s.game.players[2].square = 29
    s.title_deed(4, 4, 29, None)
    s.dice(4, 17, 5, 3)
    s.decks(12, 17)
    s.heading(8, "Piccadilly", "is for sale")
    rows = (
        ("B", "Buy for £280", True), ("A", "Auction it", True), ("M", "Manage", True),
        ("T", "Trade", True), ("S", "Statistics", True), (".", "More", True),
    )  # fmt: skip
    s.buttons(11, rows)
    s.message("GRACE lands on Piccadilly: £280.", 2)
    s.tokens(lifted=(2,))
    return s


def auction():
    """The bid stands in large figures; below it who is in, who is out, and the gavel."""
    s = table("evening", active=4, lit=(29,))
    ink, paper = BANDS["yellow"]
    s.card(4, 4, 16, 9, WHITE)
    s.fill(4, 4, 16, 1, ink, paper, PATTERNS["yellow"])
    s.centred(4, 5, 16, "Piccadilly", BLACK, YELLOW)
    s.small_centred(4, 6, 16, "PRICE 280  BARE RENT 24", BLACK, YELLOW)
    s.small_centred(4, 7, 16, "THE BID STANDS AT", MID, WHITE)
    big(s, 4, 8, 16, "£260", RED, WHITE, 4)
    s.fill(4, 12, 16, 1, s.game.players[5].colour)
    s.centred(4, 12, 16, "KONRAD", best_ink(SKY), SKY)
    bidders(s, 4, 15)
    s.heading(8, "HEDY, your bid", "above £260?")
    for row, keys, sign in ((11, "UIO", "+"), (13, "JKL", "-")):
        for x, wide, key, label in zip((25, 31, 36), (5, 4, 4), keys, (100, 10, 1), strict=True):
            s.fill(x, row, wide, 1, LIGHT)
            s.put(x, row, s.font[ord(key)], BLACK, WHITE)
            s.text(x + 1, row, f"{sign}{label}", BLACK, LIGHT)
            for k in range(wide):
                s.put(x + k, row + 1, "lineT", BLACK, s.surround)
    rows = (("B", "Bid £280", True), ("P", "Pass", True), ("F", "Out of it", True))
    s.buttons(15, (*rows, (".", "More", True)))
    s.message("KONRAD bids £260 for Piccadilly.", 5)
    s.tokens()
    return s


def turn():
    """A turn begins, eight play: the name of the game, dice, decks, and what happened last."""
    players = [*six().players, Player("ALAN", 1310, RED, "boot", 12)]
    players.append(Player("JOAN", 905, GREEN, "crown", 20))
    owner = {6: 4, 8: 4, 15: 5, 26: 5, 34: 1, 11: 6, 14: 7}
    s = table("morning", active=0, players=players, houses={}, owner=owner, mortgaged=(), lit=())
    x, y = 4, 4
    for k, (letter, group) in enumerate(LETTERS):
        ink, paper = BANDS[group]
        left = x + 4 * k
        s.card(left, y, 3, 4, WHITE)
        s.fill(left, y, 3, 1, ink, paper, PATTERNS[group])
        big(s, left, y + 1, 3, letter, BLACK, WHITE, 3)
    s.dice(4, 10, 6, 4)
    s.decks(12, 10)
    s.small_centred(4, 15, 16, "WHAT HAPPENED", BLACK, s.baize)
    events = (
        (5, "KONRAD BUYS MARYLEBONE"), (4, "HEDY PASSES GO AND GETS 200"),
        (2, "GRACE PAYS 100 INCOME TAX"), (1, "BABBAGE STAYS ON FREE PARKING"),
    )  # fmt: skip
    for j, (seat, words) in enumerate(events):
        player = s.game.players[seat]
        token = TOKEN_GLYPHS[player.token]
        s.put(4, 16 + j, token, best_ink(player.colour), player.colour)
        s.small_text(5, 16 + j, words, 15, BLACK, WHITE, 4)
    s.heading(8, "ADA's turn", "Good luck!")
    rows = (
        ("R", "Roll the dice", True), ("M", "Manage", True), ("T", "Trade", True),
        ("V", "Who owns what", True), ("S", "Statistics", True), (".", "More", True),
    )  # fmt: skip
    s.buttons(11, rows)
    s.message("ADA's turn.", 0)
    s.tokens()
    return s


def overview():
    """V: who owns what, group by group; the ring shows where."""
    s = table("noon", active=0)
    s.card(4, 4, 16, 14, WHITE)
    s.fill(4, 4, 16, 2, BLUE)
    s.centred(4, 4, 16, "Who owns what", WHITE, BLUE)
    s.small_centred(4, 5, 16, "A FIGURE IS HOUSES  -  H A HOTEL", WHITE, BLUE)
    for j, group in enumerate(BANDS):
        y = 7 + j
        for k in range(2):
            s.put(5 + k, y, PATTERNS[group], *BANDS[group])
        deeds = [n for n, row in enumerate(BOARD) if row["group"] == group]
        for k, square in enumerate(deeds):
            owner_chip(s, 8 + 3 * k, y, square)
    stock(s, 8, 19)
    s.heading(8, "ADA looks", "at the town")
    rows = (("D", "Done", True), ("I", "Information", True), ("S", "Statistics", True))
    s.buttons(11, (*rows, ("?", "Help", True)))
    s.message("GRACE has Orange, HEDY Light Blue.", 2)
    s.tokens()
    return s


def owner_chip(s, x, y, square):
    """Two cells of a deed: the owner's token, what is built; grey frame when nobody's."""
    seat = s.game.owner.get(square)
    if seat is None:
        s.fill(x, y, 2, 1, MID, WHITE, "check")
        return
    colour = s.game.players[seat].colour
    ink = best_ink(colour)
    houses = s.game.houses.get(square, 0)
    s.put(x, y, TOKEN_GLYPHS[s.game.players[seat].token], ink, colour)
    mark = "-" if square in s.game.mortgaged else " 1234H"[houses]
    s.put(x + 1, y, s.font[ord(mark)], ink, colour)


def bidders(s, x, y):
    """Six seats in a row: in (their colour), out (a cross); three lamps count down."""
    s.small_centred(x, y - 1, 16, "LAST BIDS", best_ink(s.baize), s.baize)
    for seat, player in enumerate(s.game.players):
        left = x + 6 * (seat % 3)
        top = y + 2 * (seat // 3)
        inside = seat not in (0, 3)
        paper = player.colour if inside else DARK
        ink = best_ink(paper)
        s.fill(left, top, 4, 1, paper)
        s.put(left, top, TOKEN_GLYPHS[player.token], ink, paper)
        s.text(left + 1, top, ("out", "240", "250", "out", " ? ", "260")[seat], ink, paper)
    for k, words in enumerate(("GOING", "GOING", "GONE")):
        paper = (YELLOW, DARK, DARK)[k]
        s.fill(x + (0, 6, 12)[k], y + 4, (5, 5, 4)[k], 1, paper)
        s.text(x + (0, 6, 12)[k], y + 4, words, best_ink(paper), paper)


def card():
    """A Chance card turned over."""
    s = table("noon", active=4)
    s.game.players[4].square = 22
    _, ink, paper = KINDS["chance"]
    s.card(4, 5, 16, 11, WHITE)
    s.fill(4, 5, 16, 3, paper)
    dots = np.zeros((24, 128), dtype=np.uint8)
    letters = word(s.font, "CHANCE", 2, 2)
    dots[5 : 5 + letters.shape[0], 4 : 4 + letters.shape[1]] = letters
    dots[4:20, 108:124] = s.small["chance"]
    s.blit(4, 5, dots, ink, paper)
    lines = wrap("See the lions of Trafalgar Square. Salary if you pass GO.", 14)
    for j, words in enumerate(lines):
        s.text(5, 9 + j, words, BLACK, WHITE)
    s.fill(4, 15, 16, 1, RED)
    s.centred(4, 15, 16, "to Trafalgar Sq.", WHITE, RED)
    s.dice(4, 17, 3, 5)
    s.decks(12, 17)
    s.heading(8, "HEDY reads", "a Chance card")
    s.buttons(11, (("C", "Continue", True), ("I", "Information", True), ("?", "Help", True)))
    s.message("HEDY takes a Chance card.", 4)
    s.tokens(lifted=(4,))
    return s


def deed_line(s, x, y, square, wide, note=""):
    """One deed in a list: its band, its name in the narrow face, a word about it."""
    group = BOARD[square]["group"]
    s.put(x, y, PATTERNS[group], *BANDS[group])
    s.small_text(x + 1, y, (NAMES[square] + note).upper(), wide - 1, BLACK, WHITE, 3)


def trade():
    """Both sides on the stage; the deeds in the trade are yellow on the ring."""
    owner = {**six().owner, 21: 0, 23: 0, 24: 1, 31: 0, 32: 0, 34: 1}
    s = table("evening", active=1, lit=(24, 31, 32), owner=owner)
    sides = (
        (1, (24,), 150, "NOW BABBAGE HAS ALL GREEN", 0),
        (0, (31, 32), 0, "NOW ADA HAS ALL RED", 150),
    )  # fmt: skip
    for k, (seat, deeds, money, after, got) in enumerate(sides):
        y = 4 + 8 * k
        player = s.game.players[seat]
        s.card(4, y, 16, 7, WHITE)
        s.fill(4, y, 16, 1, player.colour)
        token = TOKEN_GLYPHS[player.token]
        s.put(4, y, token, best_ink(player.colour), player.colour)
        s.text(6, y, f"{player.name} gives", best_ink(player.colour), player.colour)
        for j, square in enumerate(deeds):
            deed_line(s, 4, y + 1 + j, square, 16)
        s.text(5, y + 4, f"and {'£' + str(money) if money else 'no money':>10}", BLACK, WHITE)
        s.fill(4, y + 5, 16, 1, YELLOW)
        s.small_text(4, y + 5, after, 16, BLACK, YELLOW, 8)
        left = player.cash - money + got
        s.small_text(4, y + 6, f"CASH {player.cash}  THEN {left}", 16, MID, WHITE, 8)
    s.fill(4, 20, 16, 1, s.baize)
    s.heading(8, "BABBAGE offers", "ADA a trade")
    rows = (
        ("W", "Wanted deeds", True), ("O", "Own deeds", True), ("+", "Money", True),
        ("C", "Offer it", True), ("I", "Information", True), ("X", "Leave", True),
    )  # fmt: skip
    s.buttons(11, rows, 3)
    s.message("BABBAGE lays a trade on the table.", 1)
    s.tokens()
    return s


def manage():
    """Managing: the cursor goes round the ring, the stage shows the deed under it."""
    s = table("noon", active=4, lit=(8,))
    s.title_deed(4, 4, 8, 4)
    s.centred(4, 17, 16, "3 houses here", WHITE, GREEN)
    s.small_centred(4, 18, 16, "SELLING ONE BRINGS 25", WHITE, GREEN)
    stock(s, 8, 19)
    s.heading(8, "HEDY manages", "Light Blue")
    rows = (
        ("<", "Last   Next >", True), ("C", "Construct £50", True), ("S", "Sell     £25", True),
        ("M", "Mortgage", False), ("G", "Whole group", True), ("D", "Done", True),
    )  # fmt: skip
    s.buttons(11, rows, 1)
    s.message("Left and right: HEDY's next deed.", 4)
    s.tokens()
    return s


def logo(s, x, y):
    """The name of the game: four title deeds, one letter each."""
    for k, (letter, group) in enumerate(LETTERS):
        left = x + 7 * k + (2 if k > 1 else 0)
        s.fill(left, y, 6, 1, *BANDS[group][:1], BANDS[group][1], PATTERNS[group])
        s.fill(left, y + 1, 6, 7, WHITE)
        big(s, left, y + 2, 6, letter, BLACK, WHITE, 5)


def street(s, y, squares, houses=()):
    """A row of squares as they lie on the bottom side, 2 x 3 cells, from the left."""
    for k, square in enumerate(squares):
        group = BOARD[square]["group"]
        x = 2 * k
        s.fill(x, y, 2, 3, WHITE)
        if group:
            s.fill(x, y, 2, 1, *BANDS[group], PATTERNS[group])
        else:
            picture, ink, paper = KINDS.get(BOARD[square]["kind"], ("tax", BLACK, LIGHT))
            s.blit(x, y, np.pad(s.small[picture], ((4, 4), (0, 0))), ink, paper)
            continue
        s.put(x, y + 1, "lineL", BLACK, WHITE)
        s.put(x, y + 2, "lineL", BLACK, WHITE)
        if k in houses:
            s.put(x + 1, y + 1, "hotel" if houses[k] == 5 else "house", RED, WHITE)


def title():
    """The town at dusk, the name on four deeds, tokens hopping along the street."""
    s = Whole(six())
    paint(s, 0, DUSK, town(9))
    stars(s, 0, 4)
    logo(s, 5, 2)
    s.fill(0, 17, 40, 1, BLACK)
    s.small_centred(0, 17, 40, "THE PROPERTY GAME FOR TWO TO EIGHT", YELLOW, BLACK)
    street(s, 18, STREETS, {1: 1, 3: 1, 7: 5, 11: 1, 13: 1, 17: 5})
    s.fill(0, 21, 40, 4, BLUE)
    s.text(4, 22, "RETURN", YELLOW, BLUE)
    s.text(11, 22, "new game", WHITE, BLUE)
    s.text(23, 22, "F1", YELLOW, BLUE)
    s.text(26, 22, "saved games", WHITE, BLUE)
    s.text(4, 24, "Q", YELLOW, BLUE)
    s.text(11, 24, "quick game", WHITE, BLUE)
    s.text(23, 24, "?", YELLOW, BLUE)
    s.text(26, 24, "help", WHITE, BLUE)
    for k, name in enumerate(TOKENS):
        hop = (0, 3, 7, 3, 0, 2, 6, 2)[k]
        s.figure(
            14 + 38 * k, 150 - hop, name, (CYAN, YELLOW, LIME, PINK, PURPLE, SKY, RED, GREEN)[k]
        )
    s.surround = BLUE
    return s


def setup():
    """Seats to the left, and what the line under the cursor means to the right."""
    s = Whole(six())
    s.dress("morning")
    s.fill(0, 0, 40, 25, s.surround)
    paint(s, 0, MORNING, town(5), BLUE)
    s.fill(0, 5, 40, 1, BLUE)
    s.centred(0, 5, 40, "Who plays?", WHITE, BLUE)
    s.fill(0, 6, 24, 18, s.baize)
    seats = [(p.name, p.token, p.colour, i > 3) for i, p in enumerate(s.game.players)]
    for i, (name, token, colour, computer) in enumerate(seats):
        y = 7 + i
        picked = i == 1
        paper = YELLOW if picked else WHITE
        s.fill(1, y, 22, 1, paper)
        s.put(1, y, TOKEN_GLYPHS[token], best_ink(colour), colour)
        s.text(3, y, name, BLACK, paper)
        s.text(13, y, "computer" if computer else "person", BLUE if computer else BLACK, paper)
    for i in (6, 7):
        s.fill(1, 7 + i, 22, 1, LIME)
        s.text(3, 7 + i, "free seat", GREEN if s.baize != LIME else BLACK, LIME)
    rules = (
        ("Game", "quick, 30 min"), ("Money", "1500 each"), ("Dealt deeds", "2 each"),
        ("Parking", "nothing"), ("Dice", "truly random"), ("Board", "London, in £"),
    )  # fmt: skip
    for i, (label, value) in enumerate(rules):
        s.fill(1, 17 + i, 22, 1, WHITE)
        s.text(1, 17 + i, label, BLUE, WHITE)
        s.text(23 - len(value), 17 + i, value, BLACK, WHITE)
    s.fill(1, 16, 22, 1, s.baize)
    s.small_centred(1, 16, 22, "THE RULES OF THIS GAME", BLACK, s.baize)
    s.card(25, 7, 14, 11, WHITE, shadow=False)
    s.fill(25, 7, 14, 1, BLUE)
    s.centred(25, 7, 14, "BABBAGE", WHITE, BLUE)
    hint = (
        "Type a name. Left and right: the colour. 1 to 8: the token. C: a computer plays this seat."
    )
    lines = wrap(hint, 13)
    for j, words in enumerate(lines):
        s.text(25, 9 + j, words, BLACK, WHITE)
    for k, (key, label) in enumerate((("RETURN", "begin"), ("F1", "saved"), ("?", "help"))):
        s.text(25, 19 + 2 * k, key, BLACK, YELLOW)
        s.text(33, 19 + 2 * k, label, best_ink(s.surround), s.surround)
    s.fill(0, 24, 40, 1, BROWN)
    s.text(1, 24, "Six play: four people, two computers", WHITE, BROWN)
    return s


def moon(s, column, row):
    """A waning moon of 4 x 4 cells in a clear sky."""
    y, x = np.mgrid[0:32, 0:32]
    disc = np.hypot(x - 15.5, y - 15.5) < 14
    gone = np.hypot(x - 9, y - 12) < 12
    s.blit(column, row, (disc & ~gone).astype(np.uint8), YELLOW, BLUE)


def bankrupt():
    """KONRAD is out: his house is boarded up, and why stands beside it."""
    s = Whole(six())
    s.game.mood = "night"
    scene = town(8)
    scene.windows[:] = 0
    paint(s, 0, NIGHT, scene)
    stars(s, 0, 6)
    moon(s, 3, 2)
    house = Scene(12)
    house.box(40, 60, 88)
    house.gable(32, 60, 104, 0.7)
    house.box(104, 92, 12)
    for row in range(12):
        for column in range(40):
            dots = house.town[8 * row : 8 * row + 8, 8 * column : 8 * column + 8]
            if dots.any():
                cell = s.picture.pixels[64 + 8 * row : 72 + 8 * row, 8 * column : 8 * column + 8]
                kinds, counts = np.unique(cell, return_counts=True)
                s.put(column, 8 + row, dots, RED, int(kinds[counts.argmax()]))
    for column, row in ((6, 14), (12, 14), (12, 17)):
        for j in range(2):
            s.fill(column, row + j, 2, 1, BROWN, BLACK, "check")
    s.fill(7, 16, 3, 4, BROWN)
    s.put(9, 18, "coin2", YELLOW, BROWN)
    s.fill(3, 18, 1, 2, BROWN)
    s.fill(1, 16, 6, 2, WHITE)
    s.text(1, 16, "TO LET", RED, WHITE)
    s.small_centred(1, 17, 6, "ASK THE BANK", BLACK, WHITE)
    s.fill(0, 20, 40, 5, DARK)
    s.fill(20, 3, 18, 15, WHITE)
    s.fill(20, 3, 18, 3, SKY)
    big(s, 20, 3, 18, "KONRAD", BLACK, SKY, 2)
    lines = (
        ("is bankrupt.", ""), ("", ""), ("Rent owed", "£1100"), ("to GRACE for", ""),
        ("Vine Street", ""), ("", ""), ("Cash", "£140"), ("could raise", "£620"),
        ("still short", "£340"),
    )  # fmt: skip
    for j, (label, value) in enumerate(lines):
        ink = RED if j == 8 else BLACK
        s.text(21, 7 + j, label, ink, WHITE)
        s.text(37 - len(value), 7 + j, value, ink, WHITE)
    s.fill(20, 17, 18, 1, LIME)
    s.centred(20, 17, 18, "GRACE gets it all", BLACK, LIME)
    s.fill(0, 20, 40, 5, PURPLE)
    s.text(1, 21, "Four deeds and £140 go to GRACE.", WHITE, PURPLE)
    s.text(1, 23, "C", BLACK, WHITE)
    s.fill(2, 23, 12, 1, YELLOW)
    s.text(3, 23, "Continue", BLACK, YELLOW)
    s.surround = BLUE
    return s


def burst(s, column, row, colour):
    """A rocket's star of 3 x 3 cells, where the sky is."""
    dots = np.zeros((24, 24), dtype=np.uint8)
    for angle in range(0, 360, 30):
        for r in (4, 6, 8, 9, 11):
            y = 12 + round(r * np.sin(np.radians(angle)))
            x = 12 + round(r * np.cos(np.radians(angle)))
            dots[min(max(y, 0), 23), min(max(x, 0), 23)] = 1
    for j in range(3):
        for i in range(3):
            cell = dots[8 * j : 8 * j + 8, 8 * i : 8 * i + 8]
            y, x = 8 * (row + j), 8 * (column + i)
            under = s.picture.pixels[y : y + 8, x : x + 8]
            s.put(column + i, row + j, cell, colour, int(under[0, 0]))


def cup():
    """uint8[72, 80]: a cup with two handles, shaded to the right by a grid of dots."""
    y, x = np.mgrid[0:72, 0:80]
    across = np.abs(x - 39.5)
    bowl = (y >= 6) & (y < 40) & (across < 22 * np.sqrt(np.clip(1 - ((y - 6) / 36) ** 2, 0, 1)))
    rim = (y >= 3) & (y < 7) & (across < 24)
    ring = np.hypot(across - 21, y - 18)
    handles = (ring < 12) & (ring > 8) & (across > 18)
    stem = (y >= 38) & (y < 54) & (across < 3 + (np.abs(y - 45) > 5) * 2)
    foot = (y >= 54) & (y < 58) & (across < 14)
    base = (y >= 60) & (y < 72) & (across < 19)
    dots = (bowl | rim | handles | stem | foot | base).astype(np.uint8)
    shade = (x > 48) & (across < 24) & (y < 40) & ((x + y) % 2 == 0)
    gleam = (x > 24) & (x < 28) & (y > 10) & (y < 26)
    dots[(shade | gleam) & bowl] = 0
    return dots


def banner(s, x, y):
    """The winner's cup before a red cloth with a gold hem: 12 x 11 cells."""
    s.fill(x, y, 12, 11, RED)
    area = np.zeros((88, 96), dtype=np.uint8)
    area[8:80, 8:88] = cup()
    area[:, 2] = area[:, 93] = 1
    area[2, 2:94] = area[85, 2:94] = 1
    s.blit(x, y, area, YELLOW, RED)
    player = s.game.players[4]
    s.put(x + 6, y + 9, TOKEN_GLYPHS[player.token], RED, YELLOW)
    s.put(x + 5, y + 9, s.font[ord("1")], RED, YELLOW)


def victory():
    """HEDY wins: fireworks over the lit town, her token on a plinth, everybody's account."""
    s = Whole(six())
    paint(s, 0, FESTIVE, town(9))
    stars(s, 0, 8)
    for column, row, colour in (
        (2, 1, YELLOW), (8, 4, LIME), (14, 1, CYAN), (0, 5, WHITE), (15, 5, PINK),
    ):  # fmt: skip
        burst(s, column, row, colour)
    banner(s, 4, 8)
    s.fill(19, 1, 20, 5, YELLOW)
    big(s, 19, 1, 20, "HEDY", RED, YELLOW, 3)
    s.centred(19, 5, 20, "wins the town!", BLACK, YELLOW)
    s.card(19, 6, 20, 12, WHITE, shadow=False)
    s.small_centred(19, 6, 20, "CASH - DEEDS - HOUSES TOGETHER", MID, WHITE)
    order = ((4, 5420), (2, 2360), (1, 1880), (0, 0), (5, 0), (3, 0))
    for j, (seat, worth) in enumerate(order):
        player = s.game.players[seat]
        y = 8 + j + (1 if j else 0)
        s.put(20, y, TOKEN_GLYPHS[player.token], best_ink(player.colour), player.colour)
        s.text(22, y, player.name, BLACK if worth else MID, WHITE)
        value = f"£{worth}" if worth else "bankrupt"
        s.text(38 - len(value), y, value, BLACK if worth else MID, WHITE)
    s.small_centred(19, 16, 20, "91 TURNS  2 H 10 MIN  14 TRADES", MID, WHITE)
    street(s, 19, STREETS, {0: 1, 2: 1, 3: 5, 4: 1, 6: 1, 9: 5, 10: 5, 12: 1, 15: 1, 18: 5, 19: 5})
    s.fill(0, 22, 40, 3, BLUE)
    s.text(2, 23, "RETURN", YELLOW, BLUE)
    s.text(9, 23, "new game", WHITE, BLUE)
    s.text(21, 23, "S", YELLOW, BLUE)
    s.text(23, 23, "statistics", WHITE, BLUE)
    s.surround = BLUE
    return s


def zoom():
    """F1: the bottom side with names and prices, over the same panel and deed."""
    from tools.concepts_street import corners, skyline, square

    s = Whole(six())
    s.dress("evening")
    s.fill(0, 0, 40, 25, s.surround)
    skyline(s)
    for k in range(9):
        square(s, 9 - k, 2 + 4 * k)
    corners(s)
    s.fill(0, 10, 24, 14, GREEN)
    s.title_deed(1, 11, 3, 3)
    for k, value in enumerate((5, 3)):
        s.card(19, 12 + 5 * k, 3, 3, WHITE)
        s.blit(19, 12 + 5 * k, die_dots(value), BLACK, WHITE)
    for seat, player in enumerate(s.game.players):
        paper = player.colour if seat == 1 else s.surround
        s.fill(25, 10 + seat, 15, 1, paper)
        token = TOKEN_GLYPHS[player.token]
        s.put(25, 10 + seat, token, best_ink(player.colour), player.colour)
        s.text(27, 10 + seat, player.name, best_ink(paper), paper)
        s.text(35, 10 + seat, f"{player.cash:>5}", best_ink(paper), paper)
    s.buttons(17, (("F", "Whole board", True), ("<", "Last side", True), (">", "Next side", True)))
    s.message("F1 F3 F5 F7: a side close up", 1)
    s.figure(8 * 26 + 8, 60, "hat", YELLOW)
    return s


PAGES = {
    "main": main_still, "turn": turn, "overview": overview, "buy": buy, "auction": auction,
    "card": card, "trade": trade, "manage": manage, "title": title, "setup": setup,
    "bankrupt": bankrupt, "victory": victory, "zoom": zoom,
}  # fmt: skip


def stills():
    """dict file name -> sheet: the three concepts and the pages of the one chosen."""
    from tools.concepts_lit import lit_still
    from tools.concepts_street import street_still

    out = {"concept-d": main_still(), "concept-e": street_still(), "concept-f": lit_still()}
    return out | {f"whole-{name}": page() for name, page in PAGES.items() if name != "main"}


def figures(drawn):
    """Lines of a Markdown table: black and coloured with and without border, least contrast."""
    lines = ["| still | black | coloured | inside the border | least contrast of text | glyphs |"]
    lines.append("|--|--|--|--|--|--|")
    for name, still in drawn.items():
        inside = still.picture.rendered()
        black, coloured = shares(framed(inside, still.surround))
        inner_black, inner_coloured = shares(inside)
        least = min(contrast(ink, paper) for _, ink, paper in still.written)
        lines.append(
            f"| {name} | {black:.0f} % | {coloured:.0f} % | {inner_black:.0f} %, "
            f"{inner_coloured:.0f} % | {least} | {glyphs(still.picture.pixels)} |"
        )
    return lines


def main():
    """Write all stills to the folder named on the command line."""
    from tools.artcheck import save_png

    out = Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    scale = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    drawn = stills()
    print("\n".join(figures(drawn)))
    for name, still in drawn.items():
        save_png(still.picture.rendered(), out / f"{name}.png", still.surround, scale)


if __name__ == "__main__":
    main()
