"""The board of RULES R-1, as the rules print it."""

from typing import NamedTuple

GROUPS = (
    "brown", "light blue", "purple", "orange", "red", "yellow", "green", "blue", "stations",
    "utilities",
)  # fmt: skip
HOUSE_COST = dict(zip(GROUPS, (50, 50, 100, 100, 150, 150, 200, 200), strict=False))
STATION_RENT = {1: 25, 2: 50, 3: 100, 4: 200}
UTILITY_TIMES = {1: 4, 2: 10}
GO, GAOL, PARKING, GO_TO_GAOL = 0, 10, 20, 30
CHEST = (2, 17, 33)
CHANCE = (7, 22, 36)
TAXES = {4: 200, 38: 100}
STATIONS = (5, 15, 25, 35)
UTILITIES = (12, 28)

STREETS = """
1 brown 60 2 10 30 90 160 250
3 brown 60 4 20 60 180 320 450
6 light_blue 100 6 30 90 270 400 550
8 light_blue 100 6 30 90 270 400 550
9 light_blue 120 8 40 100 300 450 600
11 purple 140 10 50 150 450 625 750
13 purple 140 10 50 150 450 625 750
14 purple 160 12 60 180 500 700 900
16 orange 180 14 70 200 550 750 950
18 orange 180 14 70 200 550 750 950
19 orange 200 16 80 220 600 800 1000
21 red 220 18 90 250 700 875 1050
23 red 220 18 90 250 700 875 1050
24 red 240 20 100 300 750 925 1100
26 yellow 260 22 110 330 800 975 1150
27 yellow 260 22 110 330 800 975 1150
29 yellow 280 24 120 360 850 1025 1200
31 green 300 26 130 390 900 1100 1275
32 green 300 26 130 390 900 1100 1275
34 green 320 28 150 450 1000 1200 1400
37 blue 350 35 175 500 1100 1300 1500
39 blue 400 50 200 600 1400 1700 2000
"""


class Title(NamedTuple):
    """What is printed on a title deed."""

    square: int
    group: str
    price: int
    mortgage: int
    fee: int
    house: int
    rent: tuple


def _titles():
    titles = {}
    for line in STREETS.split("\n"):
        if not line:
            continue
        square, group, price, *rent = line.split()
        group = group.replace("_", " ")
        price = int(price)
        titles[int(square)] = (group, price, HOUSE_COST[group], tuple(map(int, rent)))
    titles |= {square: ("stations", 200, 0, ()) for square in STATIONS}
    titles |= {square: ("utilities", 150, 0, ()) for square in UTILITIES}
    made = {}
    for square in sorted(titles):
        group, price, house, rent = titles[square]
        mortgage = price // 2
        made[square] = Title(square, group, price, mortgage, -(-mortgage // 10), house, rent)
    return made


TITLES = _titles()
MEMBERS = {group: [t.square for t in TITLES.values() if t.group == group] for group in GROUPS}

# Cards: (what, operands ...), in the order of the data file.
CHEST_CARDS = (
    ("get", 200), ("get", 100), ("get", 100), ("get", 100), ("get", 50), ("get", 25), ("get", 20),
    ("get", 10), ("pay", 100), ("pay", 50), ("pay", 50), ("repairs", 40, 115), ("from each", 10),
    ("advance", GO), ("gaol",), ("free",),
)  # fmt: skip
CHANCE_CARDS = (
    ("get", 150), ("get", 50), ("pay", 15), ("repairs", 25, 100), ("to each", 50),
    ("advance", GO), ("advance", 5), ("advance", 11), ("advance", 24), ("advance", 39),
    ("nearest", STATIONS), ("nearest", STATIONS), ("nearest", UTILITIES), ("back", 3), ("gaol",),
    ("free",),
)  # fmt: skip
FREE_CARD = 15

SCORE = {
    50: (1, 2, 5, 7, 15),
    100: (5, 15, 30, 40, 70),
    150: (10, 20, 50, 70, 100),
    200: (20, 35, 80, 110, 180),
}
