"""UI scripts through trades: partners, the table, contracts, answers, the page of who has what."""

from tests.asm.game.ui.gallery import town
from tests.asm.game.ui.screen_scripts_play import again, from_here, named, to_menu
from tests.asm.game.ui.table import (
    BUTTONS,
    CARD,
    MONEY,
    SIDE,
    deal,
    deed_cell,
    initiator,
    press,
    take_card,
    to_approval,
)

MINE, YOURS = (1, 6, 21, 37, 12), (3, 8, 23, 24, 25)


def two(game):
    """A game of two with deeds, some mortgaged, and cards."""
    game.boot().first_turn(2)
    me = initiator(game)
    deal(game, {**dict.fromkeys(MINE, me), **dict.fromkeys(YOURS, 1 - me)}, mortgaged=(21, 23, 24),
         money={me: 320, 1 - me: 45})  # fmt: skip
    take_card(game, 0, me)
    take_card(game, 1, 1 - me)
    named(game)
    return me


def partners(game, see):
    """With whom: by cursor, by number, nobody."""
    town(game)
    named(game)
    game.key("t", 60)
    see("with whom")
    see.keys("{DOWN} {DOWN} {DOWN} {DOWN} {UP} {UP} {LEFT} ? _ 1 x", 40)
    see.keys("t 4 p {STOP} t {DOWN} \n x", 40)


def table(game, see):
    """Every button and sum; deeds with and without a mortgage; cards."""
    two(game)
    see.keys("t {DOWN} {RIGHT} {LEFT} {UP} {DOWN} {DOWN} {RIGHT}", 12)
    for square, side in ((1, 0), (21, 0), (21, 0), (23, 1), (23, 1), (23, 1), (23, 1), (3, 1)):
        press(game, deed_cell(game, square, side))
        see(f"deed {square}")
    see.keys("r r u i o j k l", 12)
    for cell in (CARD, SIDE + CARD + 1, MONEY, SIDE + MONEY + 1, SIDE + MONEY + 5, MONEY + 4):
        press(game, cell)
        see(f"cell {cell}")
    see.keys("? _ v _ s _ m d e c", 40)
    press(game, deed_cell(game, 23, 1), 20)
    see("taken")
    see.keys("{F8} _ x t {STOP}", 40)


def built(game, see):
    """A group with houses is refused; a sum that is not there."""
    town(game)
    game.key("t", 60).key("\n", 60)
    for square, side in ((6, 0), (1, 0), (16, 1), (25, 1), (39, 1), (5, 0), (37, 1)):
        press(game, deed_cell(game, square, side), 10)
        see(f"deed {square}")
    for _ in range(8):
        press(game, MONEY, 6)
    see("much")
    see.keys("c", 60)
    see.keys("n", 90)


def contract(game, see):
    """Decided: fees and repayments chosen, other pages, accepted."""
    me = two(game)
    game.key("t", 60)
    for square, side in ((1, 0), (21, 0), (3, 1), (23, 1), (24, 1)):
        press(game, deed_cell(game, square, side))
    press(game, CARD)
    press(game, SIDE + CARD + 1)
    press(game, MONEY)
    to_approval(game, 1 - me)
    see("the contract")
    see.keys("{UP} {UP} r \n {UP} {DOWN} {LEFT} {RIGHT} {DOWN} {RIGHT} {RIGHT} {RIGHT}", 20)
    see.keys("v _ s {RIGHT} _ ? _ {F8} _ h _ m {RIGHT} d", 60)
    to_menu(game)
    see("back")
    for answer in from_here(game, ("y y", "n", "y n", "y \n x \n \n")):
        see.keys(answer, 20)
        see.film("what follows", 200, 20)
        to_menu(game)
        see("then")


def gifts(game, see):
    """One side empty; long lists in two columns; a chain of offers."""
    game.boot().first_turn(2)
    me = initiator(game)
    every = (1, 3, 6, 8, 9, 11, 13, 14, 16, 18, 19, 21, 23, 24, 26, 27, 29, 31, 5, 12)
    deal(game, dict.fromkeys(every, me), mortgaged=(5, 12, 31, 29), money={me: 900})
    take_card(game, 0, me)
    again(game)
    for many in from_here(game, (1, 9, 12, 20)):
        game.key("t", 60)
        for square in every[-many:]:
            press(game, deed_cell(game, square, 0), 2)
        see(f"{many} deeds")
        press(game, BUTTONS, 100)
        to_menu(game)
        see("the contract")
        see.keys("{UP} {UP} {LEFT} r", 20)
    see.keys("n", 120)


SCRIPTS = (partners, table, built, contract, gifts)
