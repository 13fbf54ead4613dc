"""UI scripts by the Russian rules and by those of 1989."""

from tests.asm.game.engine import K
from tests.asm.game.ui import gallery, rules1989
from tests.asm.game.ui.screen_scripts_play import from_here, named, stand, to_menu
from tests.asm.game.ui.short import set_clock, short
from tests.asm.game.ui.table import active, deal
from tests.asm.game.ui.test_must_pay import throw


def put(game, **values):
    rules1989.put(game, **values)


def russian_turn(game, see):
    """The buttons of a turn, and which tax."""
    gallery.russian(game)
    see("a turn")
    see.keys(". {DOWN} s _ h _ v _ ? _ i {RIGHT} d", 40)
    to_menu(game)
    for way in from_here(game, ("t", "p", "?")):
        stand(game, 0, 1)
        throw(game, 1, 2)
        game.until("Pay 10 %").tick(30)
        see.keys(way, 120)
        see.keys("v _ . .", 40)


def russian_rent(game, see):
    """A rent that may be less."""
    gallery.russian(game)
    for way in from_here(game, ("a", "n", "k j l t", "i o u l a", "?")):
        put(game, square_owner=(39, 2), player_groups=(58, 1), player_equity_lo=(2, 200))
        stand(game, 0, 36)
        throw(game, 1, 2)
        game.until("Take it all").tick(30)
        see.keys(way, 60)
        game.tick(60)
        see("then")


def caller(game, see):
    """Five by the Russian rules: one of them names a price."""
    game.boot().key("\n", 60).key("{RIGHT}", 10).key("{UP}" * 9, 30)
    game.key("{RIGHT}{RIGHT}", 30).key("\n", 40)
    see.keys("{UP} {RIGHT} {RIGHT} {RIGHT} {RIGHT} \n", 20)
    game.key("{F7}", 60)
    for _ in range(5):
        see.keys("r", 100)
    game.until("Roll dice")
    stand(game, active(game), 36)
    throw(game, 1, 2)
    to_menu(game)
    see.keys("p", 100)
    to_menu(game)
    see.keys("p i i b", 60)
    to_menu(game)
    see("the first bid")
    see.keys("i b", 60)
    to_menu(game)
    see.keys("p p p p", 120)


def lending(game, see):
    """The page of loans, a loan that is asked for, refused, granted, due, paid back."""
    gallery.russian(game)
    named(game)
    game.key("l", 40)
    see.keys("{DOWN} {RIGHT} {LEFT} {LEFT} u i o j k l j j {UP} {RIGHT} {RIGHT} {LEFT}", 20)
    see.keys("{DOWN} {DOWN} {RIGHT} {LEFT} {LEFT} {LEFT} {LEFT} {LEFT} {LEFT} {DOWN} x ?", 20)
    see.keys("{DOWN} \n", 40)
    see.keys("l {RIGHT} {DOWN} {DOWN} {DOWN} \n", 60)
    to_menu(game)
    see("asked")
    for way in from_here(game, ("n", "v _ ? _ y")):
        see.keys(way, 100)
        to_menu(game)
        see.keys("l {DOWN} {UP} {DOWN} {DOWN} {DOWN} \n {STOP}", 40)
    for left in from_here(game, (1, 2, 25)):
        put(game, loan_left=left, loan_unit=0)
        see.keys("l {STOP} n", 60)
        to_menu(game)
        see(f"{left} left")
    for seat, number in ((1, 1), (2, 2), (3, 3)):
        put(game, loan_borrower=(number, seat), loan_lender=(number, 0))
        put(game, loan_lo=(number, 10 * seat), loan_left=(number, seat))
        put(game, loan_unit=(number, seat & 1))
    put(game, issue_count=3, issue_turn_lo=7, issue_lo=120, issue_total=200)
    see.keys("l {UP} {UP} \n {STOP} s _ v _ 1 _", 40)


def rules1989_turn(game, see):
    """Ten options, each of them; who stands where."""
    rules1989.first_turn(game.boot().key("\n", 60))
    see("a turn")
    deal(game, {1: active(game), 3: active(game), 39: 1}, {1: 2, 3: 3})
    see.keys("c . s _ o _ m d t x f h d a _ v _ ? _ i d l _", 40)
    to_menu(game)
    see("then")


def real_time(game, see):
    """An auction in real time: bids, what is too little, it goes; nobody wants it."""
    rules1989.first_turn(game.boot().key("\n", 60))
    named(game, drawn=False)
    for bids in from_here(game, ("1 4 3 3 2", "", "1")):
        rules1989.auction(game)
        rules1989.armed(game)
        see("put up")
        for key in bids.split():
            rules1989.tap(game, key)
            see(key)
        if len(bids) > 2:
            see.keys("{DOWN} {UP} {RIGHT} {LEFT} _ _ m d 9", 10)
            rules1989.shifted(game, "1")
            see("shifted")
        see.film("going", 420, 30)
        game.tick(100)
        see("gone")


def claims(game, see):
    """Rent is claimed in time, or not; by hand."""
    rules1989.first_turn(game.boot().key("\n", 60))
    for way in from_here(game, ("r", "\n", "", "x _")):
        deal(game, {39: (rules1989.active(game) + 2) % 4})
        rules1989.rolled(game, 39, frames=5)
        game.until("Claim your rent!").tick(30)
        see("asked")
        see.keys(way, 60)
        see.film("time goes by", 320, 40)
        to_menu(game)
        see("then")


def houses(game, see):
    """Who wants houses, too few of them, lots, placing; few of them are sold."""
    gallery.houses(game)
    see("who wants any")
    see.keys("4 - {DOWN} + {LEFT} {UP} ? _", 20)
    for stock in from_here(game, (6, 32)):
        game.ram[game.labels["bank_houses"]] = stock
        see.keys("d", 60)
        game.tick(60)
        see(f"{stock} in stock")
        if stock < 32:
            for key in "132":
                rules1989.tap(game, key)
            see.film("a lot", 300, 30)
        see.keys("\n {RIGHT} \n {DOWN} ? _ \n d", 60)
        game.tick(100)
        see("placed")


def last_minute(game, see):
    """The clock of a short game runs out."""
    short(game.boot())
    for seconds in from_here(game, (601, 61, 12, 2)):
        set_clock(game, seconds)
        see.film("it goes", 120, 20)
        see.keys("v _ d", 60)
        game.tick(200)
        see(f"of {seconds}")
    assert K["MODE_OVER"]


def bar(game, see):
    """The ten options across the top of the board in perspective."""
    gallery.option_bar(game)
    see("the bar")
    see.keys("{RIGHT} {RIGHT} {RIGHT} {DOWN} {LEFT} {UP} \n", 20)
    see.keys("{DOWN} {LEFT} {LEFT} . . {RIGHT} d", 40)
    to_menu(game)
    see("thrown")
    game.tick(60)
    see("then")


SCRIPTS = (
    russian_turn, russian_rent, caller, lending, rules1989_turn, real_time, claims, houses,
    last_minute, bar,
)  # fmt: skip
