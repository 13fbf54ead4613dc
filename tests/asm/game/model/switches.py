"""The switches of the rule families and the presets, as VARIANTS' first table prints them.

A switch is a number; 0 is the classic rule everywhere.  Only values that have rules here
are listed: those of the 1989 game have none yet.
"""

NAMES = (
    "preset", "order", "rent", "tax", "luxury", "auction", "short", "hotel", "build", "repay",
    "loans", "bankrupt", "third", "cards", "banker", "bank",
)  # fmt: skip
VALUES = {
    "order": (0, 1),  # 1 = descending sum of the opening roll
    "rent": (0, 2),  # 2 = the owner may ask less
    "tax": (0, 1),  # 1 = 200 or a tenth, chosen blind
    "luxury": (0, 1),  # 1 = 75
    "auction": (0, 2),  # 2 = back to the previous bidder
    "short": (0,),
    "hotel": (0, 2),  # 2 = none is sold without four houses in the bank
    "build": (0, 2),  # 2 = one level per street and turn
    "repay": (0, 1),  # 1 = no ten per cent
    "loans": (0, 1),
    "bankrupt": (0, 2),  # 2 = everything to the bank
    "third": (0, 1),  # 1 = 50 or a card, then a new roll
    "cards": (0, 1),  # 1 = the decks cycle
    "banker": tuple(range(9)),  # 0 = the machine, 1 + seat
    "bank": (0, 1),  # 1 = finite, with emission
}
CLASSIC, RUSSIAN, OWN = 0, 2, 3
PRESETS = {
    CLASSIC: {},
    RUSSIAN: {
        "order": 1, "rent": 2, "tax": 1, "auction": 2, "hotel": 2, "build": 2, "repay": 1,
        "loans": 1, "bankrupt": 2, "third": 1, "cards": 1, "bank": 1,
    },
}  # fmt: skip


def of_preset(number):
    """{name: value} of a preset."""
    return {**dict.fromkeys(NAMES, 0), **PRESETS[number], "preset": number}
