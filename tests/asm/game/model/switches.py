"""The switches of the rule families and the presets, as VARIANTS' first table prints them.

A switch is a number; 0 is the classic rule everywhere.
"""

NAMES = (
    "preset", "order", "rent", "tax", "luxury", "auction", "short", "hotel", "build", "repay",
    "loans", "bankrupt", "third", "cards", "banker", "bank", "clock",
)  # fmt: skip
VALUES = {
    "order": (0, 1),  # 1 = descending sum of the opening roll
    "rent": (0, 1, 2),  # 1 = claimed in time, 2 = the owner may ask less
    "tax": (0, 1),  # 1 = 200 or a tenth, chosen blind
    "luxury": (0, 1),  # 1 = 75
    "auction": (0, 1, 2),  # 1 = in real time, 2 = back to the previous bidder
    "short": (0, 1),  # 1 = scarce houses are auctioned
    "hotel": (0, 1, 2),  # 1 = the group is rearranged, 2 = none is sold without four houses
    "build": (0, 1, 2),  # 1 = everybody at any time, 2 = one level per street and turn
    "repay": (0, 1, 2),  # 1 = no ten per cent, 2 = and only mortgaged deeds are sold
    "loans": (0, 1),
    "bankrupt": (0, 1, 2),  # 1 = everything to the creditor, 2 = everything to the bank
    "third": (0, 1, 2),  # 1 = 50 or a card, then a new roll, 2 = three rolls on the third lap
    "cards": (0, 1),  # 1 = the decks cycle
    "banker": tuple(range(9)),  # 0 = the machine, 1 + seat
    "bank": (0, 1),  # 1 = finite, with emission
    "clock": (0, 1),  # 1 = a short game, which is set by its minutes
}
CLASSIC, RULES1989, RUSSIAN, OWN = 0, 1, 2, 3
PRESETS = {
    CLASSIC: {},
    RULES1989: {
        "rent": 1, "tax": 1, "luxury": 1, "auction": 1, "short": 1, "hotel": 1, "build": 1,
        "bankrupt": 1,
    },
    RUSSIAN: {
        "order": 1, "rent": 2, "tax": 1, "auction": 2, "hotel": 2, "build": 2, "repay": 1,
        "loans": 1, "bankrupt": 2, "third": 1, "cards": 1, "bank": 1,
    },
}  # fmt: skip
BOTH = ("preset", "tax", "luxury")
OF_RULES1989 = ("rent", "auction", "short", "hotel", "build", "bankrupt", "clock")
MINUTES = 599  # a short game's at most


def of_preset(number):
    """{name: value} of a preset."""
    return {**dict.fromkeys(NAMES, 0), **PRESETS[number], "preset": number}


def family(name, value):
    """Whose rule a value of a switch is: RULES1989, RUSSIAN, or None where both have it."""
    if not value or name in BOTH:
        return None
    return RULES1989 if value == 1 and name in OF_RULES1989 else RUSSIAN


def mixed(chosen):
    """True of switches of both families: no game has those."""
    return {RULES1989, RUSSIAN} <= {family(name, value) for name, value in chosen.items()}


def values_of(name, wanted):
    """The values of a switch that a game of this family may have."""
    return [value for value in VALUES[name] if family(name, value) in (None, wanted)]
