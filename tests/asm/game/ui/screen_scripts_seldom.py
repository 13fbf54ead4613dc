"""UI scripts to what is seldom met: odd ways through pages, parts that do not come, long lists."""

from disk.d64 import D64Image
from tests.asm.game.engine import K
from tests.asm.game.pictures.test_show import own_disk
from tests.asm.game.ui import gallery
from tests.asm.game.ui.gallery import town
from tests.asm.game.ui.machine import leave
from tests.asm.game.ui.screen_scripts_play import (
    GAOL,
    again,
    before_hotels,
    from_here,
    land,
    stand,
    to_menu,
)
from tests.asm.game.ui.screen_scripts_told import TOKENS, computer
from tests.asm.game.ui.table import (
    MONEY,
    active,
    deal,
    deed_cell,
    initiator,
    press,
    take_card,
    to_approval,
)
from tests.asm.game.ui.test_log import put
from tests.asm.game.ui.test_mouse import click, to, wake
from tests.asm.game.ui.test_must_pay import COLLECT, throw
from tests.asm.game.ui.test_talk import told

READ_ERROR, ABSENT, DAMAGED = 23, 100, 102  # numbers of the drive, DRIVE_*
BEGUN = 0x100  # with one of them: first bytes had come


def hints_of_a_turn(game, see):
    """Of a first game, with deeds that make groups and nearly do, in debt, in gaol."""
    game.boot(hints=True).begin()
    for _ in range(4):
        game.key("r", 90)
    game.until("Roll dice").tick(60)
    me, done = active(game), K["PHASE_DONE"]
    you = (me + 1) % 4
    ways = (
        ({1: me, 3: me}, 1, done), ({6: me, 8: me}, 6, done), ({6: me, 8: me, 19: you}, 19, done),
        ({37: me}, 37, done), ({5: me, 15: me, 25: me}, 20, done), ({12: me, 28: me}, 12, done),
        ({19: you}, 19, done), ({}, 20, done), ({}, GAOL, K["PHASE_ROLL"]), ({}, 9, K["PHASE_BUY"]),
    )  # fmt: skip
    for deeds, square, phase in from_here(game, ways):
        deal(game, deeds)
        stand(game, me, square)
        game.ram[game.labels["turn_phase"]] = phase
        again(game)
        see(f"{sorted(deeds)}, on {square}")
        see.keys("n r", 60)
    deal(game, {39: you}, money={me: 10})
    land(game, 39)
    to_menu(game)
    see("in debt")


def long_history(game, see):
    """More events than the page has lines, and then more than are kept."""
    town(game)
    for count in (30, 60, 120):
        for number in range(count):
            kinds = ("SALARY", "PARKING", "BAIL", "RELEASED")
            put(game, K[f"EV_{kinds[number % len(kinds)]}"], number % 4, 0, 0, number)
        see.keys("h {UP} {UP} {DOWN} {LEFT} {LEFT} {LEFT} {RIGHT} {DOWN}", 20)
        see.keys("{LEFT} {LEFT} {LEFT} {LEFT} {LEFT} {LEFT} {LEFT} {UP} {RIGHT} _", 20)


def lines_by_mouse(game, see, rows, column):
    """Point at lines whose values are in a column; click on those and on the names."""
    for row in rows:
        to(game, column, row)
        see(f"over row {row}")
        click(game, column, row, 12)
        see("its value")
        click(game, 6, row, 12)
        see("its name")


def options_by_mouse(game, see):
    """Lines light up below the pointer, and change by clicks on their names and values."""
    town(game)
    wake(game)
    game.key("o", 60)
    lines_by_mouse(game, see, range(1, 24), 30)


def rules_by_mouse(game, see):
    """The same of every rule by itself, and of the length of a game."""
    game.boot()
    wake(game)
    for right in from_here(game, (1, 2, 4)):
        game.key("\n", 60).key("{UP}" * 9, 30).key("{RIGHT}" * right + "\n", 60)
        lines_by_mouse(game, see, range(2, 24), 32)


def rules_down(game, see):
    """Every rule of every family one less."""
    game.boot().key("\n", 60).key("{UP}" * 9, 30)
    for right in from_here(game, (0, 1, 2, 3, 4)):
        game.key("{RIGHT}" * right + "\n", 60)
        for _ in range(22):
            see.keys("{LEFT} {LEFT} {DOWN}", 8)


def characters_by_number(game, see):
    """Who is to sit down, by digits."""
    game.boot().key("\n", 60)
    for key in from_here(game, ["1", "2", "5", "8", "9", "0", "a"]):
        game.key("{DOWN}{F3}{F3}{F3}{F3}", 30).until("WHO IS TO PLAY HERE?").tick(30)
        see.keys(key, 40)


def computers_bid(game, see):
    """An auction of a person and three computers."""
    game.boot().first_turn()
    me = active(game)
    for seat in range(4):
        computer(game, seat, seat != me)
    for square in from_here(game, (9, 39, 5)):
        land(game, square)
        to_menu(game)
        see.keys("p", 60)
        for _ in range(4):
            to_menu(game)
            see("the next bid")
            if game.mode != K["MODE_AUCTION"]:
                break
            see.keys("b", 100)


def sent_to_gaol(game, see):
    """A person for the second time, without motion, without the disk; a computer."""
    gallery.turn(game)
    me = initiator(game)
    game.machine.drives[8].attach(own_disk())
    for way in from_here(game, ("again", "at a jump", "without", "computer")):
        if way == "again":
            game.ram[game.labels["gaol_seen"]] = 1
        elif way == "at a jump":
            game.ram[game.labels["prefs"] + TOKENS] = 1
        elif way == "without":
            game.machine.drives[8].attach(None)
        stand(game, me, 26)
        throw(game, 1, 3)
        if way == "computer":
            computer(game, me)
        see.film(way, 600, 40)
        to_menu(game)
        see("then")


def bids_by_cursor(game, see):
    """From one end of a bid's cells to the other, keys that mean nothing there."""
    game.boot().first_turn()
    land(game, 9)
    to_menu(game)
    game.key("p", 60)
    to_menu(game)
    see.keys("{RIGHT} {LEFT} x {LEFT} {LEFT} {UP} {UP} {RIGHT} {RIGHT} {DOWN} {DOWN} {RIGHT}", 10)
    see.keys("{RIGHT} {RIGHT} {RIGHT} {RIGHT} \n {UP} \n q", 10)
    see.keys("{F1} _ {LEFT}", 40)


def managing_in_debt(game, see):
    """What is raised on the page pays the debt, which leaves the page."""
    me = town(game)
    deal(game, money={me: 20})
    land(game, 39)
    to_menu(game)
    see.keys("m", 40)
    for _ in range(10):
        see.keys("s s s s s m {RIGHT}", 40)
    to_menu(game)
    see("then")


def choosing_all(game, see):
    """A bankrupt's mortgaged deeds, each of them chosen; sides and clicks on the page."""
    before_hotels(game, mortgaged=(1, 5, 12, 11))
    land(game, 16)
    game.until("BANKRUPT", 2000).tick(60)
    game.key("\n", 90)
    to_menu(game)
    see("a choice")
    for way in from_here(game, ("c", "d", "p l p", "{RIGHT} p {RIGHT} c")):
        see.keys("m _ c", 40)
        for _ in range(4):
            see.keys(f"{way} {{RIGHT}}", 60)
        to_menu(game)
        see("then")


def browsing(game, see):
    """Round the board both ways, sides from there, squares of others clicked."""
    town(game)
    wake(game)
    for key in from_here(game, "im"):
        game.key(key, 40)
        see.keys("{LEFT} {LEFT} {RIGHT} {RIGHT} {RIGHT} {F1} _ {F7} _ z", 30)
        for column, row in (
            (2, 4),
            (2, 20),
            (4, 23),
            (12, 23),
            (14, 2),
            (22, 9),
            (22, 16),
            (12, 12),
        ):
            click(game, column, row, 30)
            see(f"{key}: {column}, {row}")
    see.keys("{STOP}", 60)


def no_deeds(game, see):
    """Somebody without a deed looks at his deeds, at others', and offers a trade."""
    gallery.turn(game)
    see.keys("m {RIGHT} _ v _ 1 {RIGHT} c _ s _ t", 40)
    see.keys("\n {DOWN} {RIGHT} {UP} c x", 40)


def quitting(game, see):
    """Save first: the page of saved games, and back; a game that is loaded there instead."""
    gallery.turn(game)
    game.machine.drives[8].attach(D64Image.blank(b"SAVES", b"01"))
    see.keys("q y", 40)
    game.until("No games").tick(30)
    see.keys("s", 20)
    game.key("ada\n", 10).until("ADA is saved.").tick(20)
    see("saved")
    see.keys("b", 60)
    see.keys("p", 60)
    for square in from_here(game, (None, 20)):
        if square:
            land(game, square)
            to_menu(game)
        see.keys("q y", 60)
        game.until("ADA", 900).tick(30)
        see.keys("l y", 40)
        game.until("goes on.", 2000).tick(60)
        see("it goes on")
        to_menu(game)
        see("with")


def loaded(game, see):
    """Games go on where they were: before the first turn, in a trade, in an auction, in debt."""
    game.boot().begin(2)
    for name in from_here(game, ("first", "trade", "auction", "debt")):
        game.machine.drives[8].attach(D64Image.blank(b"SAVES", b"01"))
        if name != "first":
            game.key("r", 90).key("r", 90).until("Roll dice").tick(30)
        me = initiator(game)
        if name == "trade":
            game.key("t", 60)
            press(game, MONEY)
            to_approval(game, 1 - me)
        elif name != "first":
            deal(game, {39: 1 - me, 31: me}, money={me: 20 if name == "debt" else 1500})
            land(game, 39 if name == "debt" else 9)
            to_menu(game)
            if name == "auction":
                game.key("p", 60)
                to_menu(game)
        see(name)
        game.key("g", 60).until("games").tick(20)
        game.key("s", 20).key("x\n", 10).until("X is saved.").tick(20)
        game.key("l", 40).key("y", 40)
        game.until("goes on.", 2000)
        see.film("it goes on", 160, 20)
        to_menu(game)
        see("then")


class Missing:
    """Parts that do not come: the answers of the drive to the next ones, None for another build."""

    def __init__(self, game, *answers):
        self.game, self.answers = game, list(answers)
        game.machine.board.set_trap(game.labels["file_unpack"], self)

    def __call__(self, board):
        if not self.answers:
            return self.game._unpack(board)
        answer = self.answers.pop(0)
        begun, board.cpu.a = divmod(answer or 0, BEGUN)
        self.game.ram[self.game.labels["file_begun"]] = begun
        self.game.ram[self.game.labels["drive_device"]] = 8
        leave(board)
        board.cpu.p = board.cpu.p & ~1 | (answer is not None)
        return True


def parts_missing(game, see):
    """Help, options, a trade, figures and views, when their part does not come at once."""
    town(game)
    for key in from_here(game, ("?", "o", "t", "v v", "h", "g", "1")):
        for answers in ((None,), (ABSENT, None), (READ_ERROR | BEGUN,)):
            Missing(game, *answers)
            see.keys(key, 60)
            see.keys("t t b x _", 60)
            to_menu(game)
            see("then")


def deal_missing(game, see):
    """The contract does not come again: the offer can be declined."""
    game.boot().first_turn(2)
    me = initiator(game)
    deal(game, {1: me, 3: 1 - me})
    game.key("t", 60)
    press(game, MONEY)
    to_approval(game, 1 - me)
    game.machine.drives[8].attach(D64Image.blank(b"SAVES", b"01"))
    for key in from_here(game, ("g", "s", "?", "m")):
        game.key(key, 60)
        game.tick(200)
        Missing(game, *(4 * (READ_ERROR,)))
        see.keys("b" if key == "g" else "d" if key == "m" else "_", 120)
        see.keys("t b n b y", 60)
        to_menu(game)
        see("then")


def begun_without(game, see):
    """A game begins, and its parts do not come."""
    game.boot().key("\n", 60)
    for answers in from_here(game, ((None,), (DAMAGED | BEGUN,), (ABSENT, ABSENT))):
        Missing(game, *answers)
        see.keys("{F7}", 120)
        see.keys("b", 120)


def gifts_refused(game, see):
    """An offer that is empty; more than one has; a card twice."""
    me = town(game)
    take_card(game, 0, me)
    game.key("t", 60).key("\n", 60)
    see.keys("c p {STOP} c", 40)
    for _ in range(12):
        press(game, MONEY, 4)
    see("much")
    see.keys("c", 60)


def two_at_a_table(game, see):
    """Nobody else to trade with; a group with houses, sums of nothing."""
    game.boot().first_turn(2)
    me = initiator(game)
    deal(game, {6: me, 8: me, 9: me, 1: 1 - me}, {6: 1, 8: 1, 9: 0})
    see.keys("t p", 40)
    for square, side in ((6, 0), (9, 0), (1, 1)):
        press(game, deed_cell(game, square, side), 10)
        see(f"deed {square}")
    see.keys("c", 60)


def collected(game, see):
    """Everybody is to pay ten, and three of them cannot: one is ruined, others raise it."""
    town(game)
    me = initiator(game)
    others = [(me + n) % 4 for n in (1, 2, 3)]
    deal(game, {1: others[1], 39: others[2], 37: others[2]}, mortgaged=(1,),
         money=dict.fromkeys(others, 3))  # fmt: skip
    at, card = game.labels["deck_cards"], game.byte("deck_next")
    game.ram[at + card] = COLLECT
    land(game, 17)
    for _ in range(5):
        to_menu(game)
        see("somebody is asked")
        see.keys("m s s s m {RIGHT} m _ a c", 60)
        see.keys("\n d", 90)


def crowded(game, see):
    """Eight on one square, some of them out of the game, and sides with them close up."""
    game.boot().first_turn(8)
    me = initiator(game)
    deal(game, {1: me, 3: me, 39: me, 37: me}, {1: 5, 3: 4, 39: 5, 37: 0})
    for square, out in from_here(game, ((1, ()), (1, (2, 5)), (39, (7,)), (12, (0,)), (20, (1,)))):
        for player in range(8):
            stand(game, player, square)
            if player in out and player != me:
                game.ram[game.labels["player_flags"] + player] &= ~K["PF_ALIVE"]
        again(game)
        see("the board")
        see.keys("{F1} {F3} {F5} {F7} _ s {RIGHT} _ v _ v v _", 40)


def chatter(game, see):
    """What characters say in auctions, and of what they are refused."""
    gallery.talk(game)
    bid = ("BID", 1, 9, 0, 100)
    ways = (
        (("WON", 0, 9, 0, 110), (bid,)), (("WON", 2, 9, 0, 110), (bid, ("BID", 2, 9, 0, 110))),
        (("WON", 1, 9, 0, 110), (("BID", 0, 9, 0, 90), bid)), (("TRADE_OFF", 0, 0, 1), ()),
        (("RENT", 2, 19, 3, 150), ()), (("RENT", 2, 19, 8, 150), ()), (("RENT", 2, 19, 0, 20), ()),
        (("GROUP", 0, 3), ()), (("BOUGHT", 2, 9, 0, 100), ()), (("ELIMINATED", 0, 0, 2), ()),
    )  # fmt: skip
    for event, before in from_here(game, ways):
        told(game, *event, before=before)
        see(f"{event[0]} of {event[1]}")


def long_names(game, see):
    """Names to the last letter, one more, and none; every colour and token is taken in turn."""
    game.boot().key("\n", 60).key("{DOWN}", 10)
    see.keys("a b c d e f g h i j {DEL} {DEL} x _ y {DEL} {DEL} {DEL} {DEL} {DEL} {DEL} {DEL}", 6)
    see.keys("{DEL} {DEL} _ {DOWN} w i l h e l m i n e \n a d a \n \n", 6)
    for _ in range(11):
        see.keys("{RIGHT} \n", 6)
    for _ in range(11):
        see.keys("{LEFT} 1 2 3", 6)


SCRIPTS = (
    hints_of_a_turn, long_history, options_by_mouse, rules_by_mouse, rules_down,
    characters_by_number, computers_bid, sent_to_gaol, bids_by_cursor, managing_in_debt,
    choosing_all, browsing, no_deeds, quitting, loaded, parts_missing, deal_missing, begun_without,
    two_at_a_table, collected, crowded, chatter, long_names, gifts_refused,
)  # fmt: skip
