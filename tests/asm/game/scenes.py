"""Middles of games, set up alike in the 6502 rules and in the model.

``deal`` hands out whole groups, houses, money and GO-free cards.  Four kinds:

    mixed    anything
    hotels   all hotels stand and hardly a house is left, and most are short of money:
             whoever breaks a hotel makes phantom houses
    paupers  nobody but the player with the dice owns anything of worth, and his next
             roll leads to the card that collects from everybody
    generous his next roll leads to the card that pays everybody, and he is the poor one
"""

import copy

from tests.asm.game.engine import NOBODY, K
from tests.asm.game.model import board
from tests.asm.game.model.loans import Loan
from tests.asm.game.model.table import BANK, CAP, PRINTED
from tests.asm.game.variant_state import PLACE, UNITS, row

KINDS = ("mixed", "mixed", "mixed", "hotels", "hotels", "paupers", "paupers", "generous")
TRIPLES = [g for g in board.GROUPS[:8] if len(board.MEMBERS[g]) == 3]
PURSES = ((9, 9, 30), (60, 200), (1000, 1500), (100, 3000, 0))
SQUARES = (2, 17, 33), (7, 22, 36)  # where each deck's cards are drawn


def deal(pair, rng):
    """Change the state of both of a ``lockstep.Pair`` whose game has just begun."""
    kind = rng.choice(KINDS)
    {"mixed": mixed, "hotels": hotels}.get(kind, trifles)(pair, rng)
    pair.engine.poke("bank_houses", pair.game.houses)
    pair.engine.poke("bank_hotels", pair.game.hotels)
    pair.engine.recount()
    purses(pair, rng, kind)
    decks(pair, rng)
    if kind in ("paupers", "generous"):
        lead_to_card(pair, rng, 0 if kind == "paupers" else 1)
    if any(pair.game.switch.values()):
        open_loans(pair, rng)
        prisoner(pair, rng)
    ledger(pair, rng)


def put(pair, square, owner, level=0, mortgaged=False):
    """One deed; in a short game a hotel follows on three houses."""
    deed = pair.game.deeds[square]
    level = 3 if level == 4 and pair.game.switch["clock"] else level
    deed.owner, deed.level, deed.mortgaged = owner, level, mortgaged
    pair.engine.poke("square_owner", NOBODY if owner is None else owner, square)
    pair.engine.poke("square_level", level, square)
    pair.engine.poke("square_mortgaged", mortgaged, square)


def seats_of(pair):
    return [p.seat for p in pair.game.living()]


def mixed(pair, rng):
    """Groups with owners, houses as far as they go, some mortgages."""
    seats, stock = seats_of(pair), [32, 12]
    for group in board.GROUPS:
        squares = board.MEMBERS[group]
        owner = rng.choice([*seats, None])
        level = rng.choice((0, 0, 0, 1, 2, 3, 4, 5)) if len(squares) > 1 else 0
        kind, need = (1, 1) if level == 5 else (0, level)
        bare = owner is None or group in ("stations", "utilities")
        if bare or need * len(squares) > stock[kind]:
            level = 0
        stock[kind] -= need * len(squares) if level else 0
        for square in squares:
            one = owner if rng.random() < 0.85 or level else rng.choice([*seats, None])
            put(pair, square, one, level, one is not None and not level and rng.random() < 0.2)


def hotels(pair, rng):
    """Twelve hotels, 32 houses."""
    seats, triples = seats_of(pair), rng.sample(TRIPLES, 6)
    levels = {**dict.fromkeys(triples[:4], 5), **dict.fromkeys(triples[4:], 4), "brown": 4}
    for group, level in levels.items():
        owner = rng.choice(seats)
        for square in board.MEMBERS[group]:
            put(pair, square, owner, level)
    if rng.random() < 0.5:
        street = board.MEMBERS["brown"][0]  # one house is left
        put(pair, street, pair.game.deeds[street].owner, 2 if pair.game.switch["clock"] else 3)


def trifles(pair, rng):
    """A few mortgaged deeds, which bring nothing."""
    for square in rng.sample(list(board.TITLES), 6):
        put(pair, square, rng.choice(seats_of(pair)), 0, True)


def purses(pair, rng, kind):
    """Everybody's money."""
    game, most_of = pair.game, rng.choice(PURSES)
    dicer = game.modes[0].active
    for seat in seats_of(pair):
        most = rng.choice(most_of)
        cash = rng.randrange(most) if most else 32767 - rng.randrange(300)
        if kind == "hotels":
            cash %= 200
        if kind in ("paupers", "generous"):
            poor = (seat == dicer) == (kind == "generous")
            cash = rng.randrange(10) if poor else 32767 - rng.randrange(40)
        if game.option["limited"]:
            cash %= 1500
        game.players[seat].cash = cash
        pair.engine.set_money(seat, cash)


def ledger(pair, rng):
    """The bank has the rest of the money; a finite one may be nearly out of it."""
    game = pair.game
    if game.switch["bank"]:
        short = PRINTED + game.issued - game.circulating - rng.randrange(400)
        rich = rng.choice(game.living())
        if rng.random() < 0.6 and 0 < short < CAP - rich.cash:
            rich.cash += short
            pair.engine.set_money(rich.seat, rich.cash)
        game.issued = max(game.issued, game.circulating - PRINTED)
        for n, value in enumerate(game.issued.to_bytes(3, "little")):
            pair.engine.poke("issue_total", value, n)
    game.stock = PRINTED + game.issued - game.circulating


def open_loans(pair, rng):
    """Some have borrowed, and soon have to pay back."""
    if not pair.game.switch["loans"] or rng.random() < 0.3:
        return
    seats = seats_of(pair)
    for place in range(rng.choice((1, 2, 3, 8))):
        borrower = rng.choice(seats)
        lender = rng.choice([BANK, *(s for s in seats if s != borrower)])
        amount = rng.choice((rng.randint(1, 300), rng.randint(1, 4000)))
        loan = Loan(lender, borrower, amount, rng.choice(UNITS), rng.randint(1, 2))
        pair.game.loans[place] = loan
        for part, value in zip(PLACE, row(loan), strict=True):
            pair.engine.poke("loan_" + part, value, place)


def prisoner(pair, rng):
    """The player with the dice has failed twice in gaol, and holds what GO-free cards are out."""
    if not pair.game.switch["third"] or rng.random() < 0.5:
        return
    player = pair.game.dicer
    player.square, player.gaol, player.fails = board.GAOL, True, 2
    for number, deck in enumerate(pair.game.decks):
        if deck.free is not None:
            deck.free = player.seat
            pair.engine.poke("deck_free", player.seat, number)
    pair.engine.poke("player_square", board.GAOL, player.seat)
    pair.engine.poke(
        "player_flags", K["PF_ALIVE"] | K["PF_GAOL"] | player.cpu * K["PF_CPU"], player.seat
    )
    pair.engine.poke("player_gaol_fails", 2, player.seat)


def decks(pair, rng):
    """GO-free cards in hands, decks near their end, cards that concern everybody."""
    for number, deck in enumerate(pair.game.decks):
        if rng.random() < 0.4:
            on_top(pair, number, board.FREE_CARD)
            deck.next, deck.free = rng.choice((1, 1, 14, 15)), rng.choice(seats_of(pair))
            if pair.game.switch["cards"]:
                take_out(pair, number)
            pair.engine.poke("deck_next", deck.next, number)
            pair.engine.poke("deck_free", deck.free, number)
        if rng.random() < 0.7:
            everybody_on_top(pair, number)


def take_out(pair, number):
    """Decks that cycle lack a GO-free card while somebody holds it."""
    deck = pair.game.decks[number]
    deck.order.remove(board.FREE_CARD)
    deck.next = 0
    for place, card in enumerate([*deck.order, NOBODY]):
        pair.engine.poke("deck_cards", card, number * 16 + place)
    pair.engine.poke("deck_size", 15, number)


def everybody_on_top(pair, number):
    """The card that concerns everybody comes next, if it has not been drawn."""
    deck = pair.game.decks[number]
    everybody = next(n for n, c in enumerate(deck.cards) if "each" in c[0])
    if everybody in deck.order[deck.next :]:
        on_top(pair, number, everybody)


def on_top(pair, number, card):
    """Make a card that has not been drawn the next one of its deck."""
    deck = pair.game.decks[number]
    place = deck.order.index(card)
    deck.order[deck.next], deck.order[place] = deck.order[place], deck.order[deck.next]
    pair.engine.put_on_top(number, card)


def lead_to_card(pair, rng, number):
    """The next roll of the player with the dice leads to a deck's card for everybody."""
    everybody_on_top(pair, number)
    game = pair.game
    player, square = game.dicer, rng.choice(SQUARES[number])
    player.square = (square - sum(copy.copy(game.random).dice())) % 40
    pair.engine.poke("player_square", player.square, player.seat)
