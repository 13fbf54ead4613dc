"""Rules of the 1989 game that need no clock (VARIANTS, its part about the 1989 game), on a Table.

Not part of ``Game`` yet: the 6502 rules have no switches for them, so nothing sends them
requests.  They are here with their figures for the day these are written.
"""

from tests.asm.game.model.table import BANK

HOTEL = 5


def final_value(table, seat):
    """What counts when the clock of a short game has run out.

    Money, unmortgaged deeds at their price, mortgaged ones at the mortgage value, houses at
    cost, a hotel at the cost of five.
    """
    deeds = table.owned(seat)
    printed = sum(d.title.mortgage if d.mortgaged else d.title.price for d in deeds)
    return table.players[seat].money + printed + sum(d.level * d.title.house for d in deeds)


def sell_hotel(table, square):
    """Sell a hotel when the bank lacks the four houses it would leave: the group is rearranged.

    Units (a house is one, a hotel five) are sold until what is left can stand as houses, the
    group's own and the bank's; these are evened out, odd ones to the dearest streets.  Returns
    what the bank has paid.
    """
    deed = table.deeds[square]
    group = table.group(deed)
    assert deed.level == HOTEL and table.houses < 4
    units = sum(d.level for d in group)
    left = min(units - 1, table.houses + sum(d.level for d in group if d.level < HOTEL))
    each, odd = divmod(left, len(group))
    dearest = sorted(group, key=lambda d: (d.title.price, d.title.square), reverse=True)
    for place, street in enumerate(dearest):
        street.level = each + (place < odd)
    paid = (units - left) * deed.title.house // 2
    table.from_bank(deed.owner, paid)
    return paid


def all_to_creditor(table, loser, creditor):
    """A bankrupt's creditor gets everything: money, cards, deeds, half of what buildings cost.

    For each mortgaged deed he owes the bank a tenth of the loan at once; the mortgage he may
    repay now or later.
    """
    poor, rich = table.players[loser], table.players[creditor]
    deeds = table.owned(loser)
    poor.debts = {}
    table.from_bank(loser, sum(d.level * d.title.house // 2 for d in deeds))
    table.charge(poor, creditor, poor.cash)
    for deck in table.decks:
        deck.free = creditor if deck.free == loser else deck.free
    for deed in deeds:
        deed.owner, deed.level = creditor, 0
    table.charge(rich, BANK, sum(d.title.fee for d in deeds if d.mortgaged))
    poor.alive = False
