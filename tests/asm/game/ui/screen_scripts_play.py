"""UI scripts through turns: every square and card, auctions, gaol, debts, the end."""

from tests.asm.game.engine import K
from tests.asm.game.ui.gallery import town
from tests.asm.game.ui.table import active, deal, initiator, take_card
from tests.asm.game.ui.test_must_pay import throw

MENU = 7  # menu_selected below: a menu is there
SHOWING = 0x80  # arm_state
VISITING, GO_TO_GAOL, GAOL = 10, 30, 40  # squares, and none


def to_menu(game, frames=900):
    """Until somebody is to decide, and what decides is taken."""
    for _ in range(frames):
        game.tick(1)
        game.waited += 1
        if game.byte("menu_selected") < MENU and game.byte("arm_state") != SHOWING:
            break
    game.tick_until_armed()
    game.tick(8)


def stand(game, player, square):
    """A token stands on a square, or behind bars (GAOL)."""
    flags = game.labels["player_flags"] + player
    game.ram[flags] = game.ram[flags] & ~K["PF_GAOL"] | K["PF_GAOL"] * (square == GAOL)
    for label in ("player_square", "shown_square"):
        game.ram[game.labels[label] + player] = VISITING if square == GAOL else square


def land(game, square, first=1, second=2):
    """Who has the dice comes to a square by them."""
    stand(game, active(game), (square - first - second) % 40)
    throw(game, first, second)


def again(game):
    """A page and back: the board is drawn as the state is now."""
    game.key("s", 60).key(" ", 60)


NAMES = (b"ADA", b"WILHELMI", b"JO", b"GRACE", b"MARY", b"EDWARD", b"B", b"CAROLIN")


def named(game, drawn=True):
    """Seats with names of several lengths; the board is drawn anew."""
    for seat, name in enumerate(NAMES):
        at = game.labels["player_names"] + 8 * seat
        game.ram[at : at + 8] = name.ljust(8, b"\0")
    if drawn:
        again(game)


def from_here(game, ways):
    """Yield each of some ways, the machine where it is now."""
    here, drawn = game.machine.snapshot(), game.drawn
    for way in ways:
        game.machine.restore(here)
        game.drawn = drawn
        game.tick(2)
        yield way


def every_square(game, see):
    """A roll to each square of a town that has grown, and what is asked there."""
    town(game)
    for square in from_here(game, (*range(0, 40, 3), 5, 7, 12, 38, 30, 35)):
        land(game, square)
        game.tick(60)
        see(f"on the way to {square}")
        to_menu(game)
        see(f"on {square}")


def cards(game, see):
    """Each card is read, and what it does."""
    town(game)
    me = initiator(game)
    deal(game, {27: me}, money={(me + 1) % 4: 30})
    for card in from_here(game, range(0, 32, 1)):
        deck = card // 16
        at = game.labels["deck_cards"] + 16 * deck + game.byte("deck_next", deck)
        game.ram[at] = card & 15
        land(game, (33, 22)[deck])
        game.tick(130)
        see(f"card {card}")
        to_menu(game)
        see("what it did")


def steps(game, see):
    """Dice and a token on its way, picture by picture; then with other options."""
    game.boot().first_turn()
    land(game, 11, 4, 6)
    see.film("dice and steps", 160, 5)
    for option, value in from_here(game, ((1, 0), (1, 2), (2, 0), (2, 2), (3, 1), (4, 1))):
        game.ram[game.labels["prefs"] + option] = value
        again(game)
        to_menu(game)
        see.keys("n", 100)


def bidding(game, see):
    """An auction: every cell of a bid, passes, a winner; then nobody wants it."""
    game.boot().first_turn()
    land(game, 9)
    to_menu(game)
    for way in from_here(game, "bp"):
        see.keys(way, 60)
        if way == "b":
            to_menu(game)
            see.keys("n", 90)
            continue
        to_menu(game)
        see.keys("i o j k l u {UP} {DOWN} {RIGHT} {RIGHT} {RIGHT} {LEFT} {LEFT} {DOWN} \n", 10)
        see.keys("{RIGHT} {RIGHT} {UP} \n {UP} {LEFT} {DOWN} {DOWN} {UP} {UP} {UP}", 10)
        see.keys("b", 60)
        to_menu(game)
        see.keys("{LEFT} x \n . . d {RIGHT} d u i i i i b", 40)  # 250: the next is 260
        to_menu(game)
        see.keys("f", 60)
        to_menu(game)
        see.keys("p", 60)
        to_menu(game)
        see.keys("p", 20)
        see.film("going, going", 160, 20)
        to_menu(game)
        see("sold")


def unsold(game, see):
    game.boot().first_turn(2)
    land(game, 9)
    to_menu(game)
    see.keys("p", 60)
    to_menu(game)
    see.keys("{DOWN} \n \n", 60)
    to_menu(game)
    see.keys("p", 120)


def in_gaol(game, see):
    """Sent there in each way; what one may do there, with a card and without."""
    me = town(game)
    land(game, GO_TO_GAOL)
    see.film("sent there", 240, 20)
    to_menu(game)
    see.keys("n", 100)
    for fails, card in from_here(game, ((0, False), (1, True), (2, True), (2, False))):
        now = active(game)
        stand(game, now, GAOL)
        game.ram[game.labels["player_gaol_fails"] + now] = fails
        if card:
            take_card(game, fails - 1, now)
        again(game)
        to_menu(game)
        see(f"{fails} failed")
        for way in from_here(game, ("p", "f", "r", "R", "?", "{DOWN}")):
            if way in "rR":
                throw(game, 2, 2 if way == "r" else 5)
            else:
                game.key(way, 20)
            game.tick(90)
            see(way)
            to_menu(game)
            see("then")
    assert me is not None


def doubles(game, see):
    """Three in a row."""
    game.boot().first_turn(3)
    deal(game, {5: 0})
    for dice in (5, 5, 6):
        throw(game, dice, dice)
        see("rolled")
        to_menu(game)
        see(f"{dice} twice")
        if "Buy" in game.text():
            see.keys("b", 60)
            to_menu(game)
    see.keys("n", 80)


def owing(game, see):
    """A debt: what is raised by hand or at once, and who cannot."""
    me = town(game)
    for money, ways in from_here(game, ((20, "c m"), (20, "?"), (20, "t . a"), (0, "a"))):
        deal(game, money={me: money})
        land(game, 39)
        to_menu(game)
        see(f"with {money}")
        see.keys(ways, 90)
        to_menu(game)
        see("then")


def before_hotels(game, mortgaged):
    """One of three has little, and hotels of the next player before him; returns who."""
    game.boot().first_turn(3)
    me = initiator(game)
    you = (me + 1) % 3
    deal(game, {1: me, 5: me, 12: me, 11: me, 16: you, 18: you, 19: you},
         {16: 5, 18: 5, 19: 5}, mortgaged=mortgaged, money={me: 20})  # fmt: skip
    return me


def bankrupt(game, see):
    """Who cannot pay another player; who gets his deeds chooses; the last one wins."""
    me = before_hotels(game, mortgaged=(5, 12))
    take_card(game, 0, me)
    land(game, 16)
    game.until("BANKRUPT", 2000).tick(60)
    see("the page")
    see.keys("n \n", 90)
    to_menu(game)
    see("a choice")
    see.keys("{DOWN} {UP} c m d ? _ o {RIGHT} l t f r b v _ p _ d", 40)
    see.keys("c", 90)
    to_menu(game)
    see("chosen")
    see.keys("h _ s {RIGHT} {RIGHT} _ v _", 60)


def ruined_by_the_bank(game, see):
    """His deeds are auctioned."""
    game.boot().first_turn(3)
    me = initiator(game)
    deal(game, {1: me, 5: me}, mortgaged=(5,), money={me: 20})
    land(game, 4)
    game.until("BANKRUPT", 2000).tick(60)
    see.keys("\n", 120)
    to_menu(game)
    see("put up")
    see.keys("b p", 150)
    to_menu(game)
    see.keys("p p", 200)


def last_one(game, see):
    """Two play, one is bankrupt: the end, its confetti, and the title again."""
    game.boot().first_turn(2)
    me = initiator(game)
    deal(game, {16: 1 - me, 18: 1 - me, 19: 1 - me}, {16: 5, 18: 5, 19: 5}, money={me: 20})
    land(game, 16)
    game.until("BANKRUPT", 2000).tick(60)
    game.key("\n").until("GAME OVER", 600).tick(30)
    see("the end")
    see.film("confetti", 120, 10)
    see.keys("n \n n \n \n", 90)
    see("afterwards")


def shared(game, see):
    """Five end a game; two have the same."""
    game.boot().first_turn(5)
    money = {0: 700, 1: 1234, 2: 99, 3: 2040, 4: 5}  # and deeds
    deal(game, {1: 0, 3: 0, 39: 1, 5: 2}, {1: 2, 3: 1}, money=money)
    named(game)
    game.key("q", 20).key("n", 20).key("e").until("Yes, end it").tick(30)
    see("asked")
    for _ in range(4):
        see.keys("y", 150)
    game.until("GAME OVER", 600).tick(60)
    see("the end")
    see.film("confetti", 60, 10)


def refused(game, see):
    """Somebody does not want the game to end."""
    game.boot().first_turn()
    game.key("q", 20)
    see("save?")
    see.keys("{DOWN} {UP} n p", 40)
    see.keys("q n e ? _ n", 60)
    to_menu(game)
    see("it goes on")


def on_one_square(game, see):
    """Tokens of two to eight on one square of each kind, in gaol and visiting."""
    game.boot().first_turn(8)
    for square in from_here(game, (0, 4, 10, 13, 20, 27, 30, 36, 40)):
        for count in (2, 3, 4, 6, 8):
            for player in range(8):
                stand(game, player, square if player < count else (square + 5) % 40)
            game.call("board_tokens")
            game.tick(4)
            see(f"{count} on {square}")
    game.key("v", 50)
    see("overview")


def drops(game, see):
    """Houses drop in, one after another; sums of money fly."""
    me = town(game)
    deal(game, {6: me, 8: me, 9: me}, {6: 0, 8: 0, 9: 0}, money={me: 2000})
    again(game)
    game.key("m", 60)
    for _ in range(28):
        if game.byte("browse_square") == 6:
            break
        game.key("{RIGHT}", 6)
    game.tick(20)
    see.keys("c", 2)
    see.film("a house", 60, 5)
    see.keys("{RIGHT} c {RIGHT} c m s s s m r g g g g g g", 60)
    see.keys("f b {LEFT} . . v _ p _ o _ ? _ d", 40)


def told(game, see):
    """The last eighty events."""
    every = town(game)
    for number, player in ((5, 1), (9, 2), (30, 0)):
        land(game, number)
        to_menu(game)
        game.key("p" if "Pay" in game.text() else "n", 60)
        to_menu(game)
        assert every is not None and player < 4
    see.keys("h {UP} {UP} {DOWN} {LEFT} {LEFT} {RIGHT} x _", 30)


def hints(game, see):
    """Of a first game."""
    game.boot(hints=True).begin()
    see("first")
    for _ in range(4):
        game.key("r", 90)
    game.until("Roll dice").tick(60)
    here = ((9, None), (16, 1), (30, None), (39, 2))
    for square, owner in from_here(game, here):
        if owner is not None:
            deal(game, {square: (active(game) + owner) % 4, 37: 1, 18: 1, 19: 1})
        land(game, square)
        to_menu(game)
        see(f"on {square}")
        see.keys("p n", 100)


SCRIPTS = (
    every_square, cards, steps, bidding, unsold, in_gaol, doubles, owing, bankrupt,
    ruined_by_the_bank, last_one, shared, refused, on_one_square, drops, told, hints,
)  # fmt: skip
