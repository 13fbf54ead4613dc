"""What deeds, groups and reserves are worth to a computer player: a second implementation.

Works on the 6502's own state (``Engine``), with the figures of the rules' model; the brain's
numbers must be these.  R-17.3, R-17.4, R-17.10 and docs/inside/game-engine.md.
"""

from tests.asm.game.engine import NOBODY
from tests.asm.game.model import board
from tools.game import gamerules

CARD = 40
WEIGHTS = gamerules.weights()
SKILLS = ("normal", "hard", "easy")


def weight(name, skill="normal"):
    """A weight of a skill; money is in units of four."""
    return WEIGHTS[name][SKILLS.index(skill)]


def full(group, skill="normal"):
    """What a complete group is worth."""
    return 4 * weight(group.upper().replace(" ", "_"), skill)


def held(engine, seat, group):
    return sum(engine.owner(s) == seat for s in board.MEMBERS[group])


def rent(engine, square):
    """Rent of a street, 0 if mortgaged."""
    title = board.TITLES[square]
    owner = engine.owner(square)
    if engine.mortgaged(square):
        return 0
    amount = title.rent[engine.level(square)]
    complete = held(engine, owner, title.group) == len(board.MEMBERS[title.group])
    return amount * 2 if complete and not engine.level(square) else amount


def reserve(engine, me):
    """R-17.4."""
    worst, taken = [0, 0, 0], 0
    for square, title in board.TITLES.items():
        owner = engine.owner(square)
        taken += owner != NOBODY
        if owner in (NOBODY, me) or title.group in ("stations", "utilities"):
            continue
        amount, group = rent(engine, square), board.GROUPS.index(title.group)
        stretch = 0 if group < 4 else 1 if group < 6 else 2
        if stretch == 2 and engine.level(square):
            amount //= 4
        worst[stretch] = max(worst[stretch], amount)
    total = sum(worst)
    for seat in range(8):
        if seat != me:
            total += 250 * (held(engine, seat, "stations") == 4)
            total += 75 * (held(engine, seat, "utilities") == 2)
    return total + (350 if taken < 12 else 250 if taken < 20 else 150 if taken < 28 else 100)


def money_left(engine, me, cost):
    return engine.money(me) - cost


def wants(engine, me, square, skill="normal"):
    """R-17.2: whether it would have the deed at its price."""
    title = board.TITLES[square]
    price = title.price
    if money_left(engine, me, price + 4 * weight("BUY_KEEP", skill)) >= 0:
        return True
    covered = engine.money(me) + engine.equity(me) >= price
    return bool(weight("BUY_MORE", skill)) and covered


def worth(engine, me, square, skill="normal"):
    """R-17.3 without the taps: (value, most it would go to if it does not want it).

    For BID_LEAST it does not look at its reserve.
    """
    title = board.TITLES[square]
    size = len(board.MEMBERS[title.group])
    rivals = [n for s in range(8) if s != me and (n := held(engine, s, title.group))]
    mine = held(engine, me, title.group)
    if mine + 1 == size:
        kind = "FULL"
    elif len(rivals) == 1 and rivals[0] + 1 == size:
        kind = "BLOCK"
    elif mine or rivals == [1]:
        kind = "PART"
    else:
        kind = "PLAIN"
    value = title.price // 8 * weight("BID_" + kind, skill)
    spare = max(engine.money(me) - min(reserve(engine, me), 4 * weight("KEEP_MOST", skill)), 0)
    most = max(spare, title.price // 8 * weight("BID_LEAST", skill))
    return value, None if wants(engine, me, square, skill) else most


def bonus(group, count, skill="normal", poor=False):
    """Worth of holding so many deeds of a group; half for one who cannot build."""
    size = len(board.MEMBERS[group])
    if count == 0 or count < size - 1:
        return 0
    if count == size:
        return full(group, skill) // 4 // (2 if poor else 1) * 4
    return full(group, skill) // 4 // 4 * 4


def is_poor(engine, seat, group, skill, comes=0):
    """Has he less than the houses cost that one should be able to pay?  In sixteenths.

    comes  money he gets by the trade
    """
    houses = weight("TRADE_POOR", skill)
    if not houses or group in ("stations", "utilities"):
        return False
    cost = engine.house_cost[board.GROUPS.index(group)] // 16 * houses
    return min(max(engine.money(seat) + comes, 0) // 16, 255) < cost


def weigh(engine, giver, partner, marks, cards=0, skill="normal", money=0):
    """(deeds and cards that come to ``giver``, less those that go; gains in groups of both).

    money  comes to ``giver``: it says who can build then, and is not in the first number
    """
    total, delta = 0, dict.fromkeys(board.GROUPS, 0)
    for square in marks:
        title = board.TITLES[square]
        value = title.mortgage - title.fee if engine.mortgaged(square) else title.price
        sign = -1 if engine.owner(square) == giver else 1
        total += sign * value
        delta[title.group] += sign
    for number in range(2):
        if cards >> number & 1:
            total += -CARD if engine.byte("deck_free", number) == giver else CARD
    gains = []
    for seat, sign in ((giver, 1), (partner, -1)):
        gain = 0
        for group, change in delta.items():
            now = held(engine, seat, group)
            poor = is_poor(engine, seat, group, skill, sign * money)
            gain += bonus(group, now + sign * change, skill, poor)
            gain -= bonus(group, now, skill, poor)
        gains.append(gain)
    return total, *gains


def agrees(own, other, skill="normal"):
    """Would it agree, gaining ``own`` while the other party gains ``other``?"""
    return own > 0 and own * 8 >= other * weight("TRADE_LEAST", skill)


def shares(engine, giver, partner, marks, give=0, want=0, cards=0, skill="normal"):
    """What both gain from an offer."""
    money = want - give
    total, first, second = weigh(engine, giver, partner, marks, cards, skill, money)
    total += money
    return first + total, second - total
