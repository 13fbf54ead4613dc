"""UI scripts through the pages beside the board: squares, sides, views, deeds, figures, help."""

from tests.asm.game.engine import K
from tests.asm.game.model.board import TITLES
from tests.asm.game.ui import rules1989
from tests.asm.game.ui.gallery import perspective, town, turn
from tests.asm.game.ui.machine import CELLS, COLORS
from tests.asm.game.ui.screen_script import FILM_SUM, letters
from tests.asm.game.ui.screen_scripts_play import again, from_here, land, named, stand, to_menu
from tests.asm.game.ui.table import deal, initiator, take_card
from tests.asm.game.ui.test_log import EVENTS, LINES, put, words
from tests.asm.game.ui.test_must_pay import throw
from tools.game.build_game import OVERLAYS
from tools.game.words import SETS

SQUARES = (1, 14, 25, 39, 16, 12, 24)
PARTS = (K["EV_SHUFFLED"], len(EVENTS) + 12, len(EVENTS) + 13)  # about decks, groups
SIDES = ("{F1}", "{F3}", "{F5}", "{F7}")


def information(game, see):
    """All forty squares, forwards and back; keys that mean nothing there."""
    town(game)
    game.key("i", 30)
    for _ in range(40):
        see.keys("{RIGHT}", 10)
    see.keys("b {LEFT} {LEFT} f q r {DOWN} {UP} \n v _ s _ . o _ ? _ 2 _ {F3} _ {STOP}", 40)


def managing(game, see):
    """One's own deeds, and what is refused."""
    me = town(game)
    game.key("m", 40)
    for _ in range(12):
        see.keys("{RIGHT}", 12)
    for _ in range(4):
        see.keys("c s m r g {LEFT}", 30)
    deal(game, money={me: 40})
    see.keys("m r c g d", 40)
    see.keys("n", 90)


def sides(game, see):
    """The four sides close up, of a town, with tokens on them; from one to the next."""
    town(game)
    for player, square in enumerate((0, 10, 24, 39)):
        stand(game, player, square)
    again(game)
    for side in SIDES:
        see.keys(f"{side} _", 40)
    see.keys("{F1} {RIGHT} {DOWN} {F3} x _", 40)


def views(game, see):
    """The overview; the board in perspective from each corner, along a walk, and back."""
    perspective(game)
    see("in perspective")
    for square in from_here(game, range(0, 40, 3)):
        stand(game, initiator(game), square)
        see.keys("_ v v", 60)
    for first, second in from_here(game, ((1, 2), (4, 4), (6, 5))):
        throw(game, first, second)
        see.film("a walk", 120, 10)
        to_menu(game)
        see("arrived")
        see.keys("b p n", 90)


def on_the_board(game, see):
    """What the board tells of house rules, of a quick game's turns, and of the bank's houses."""
    turn(game)
    at = game.labels
    for option in from_here(game, range(K["OPT_LENGTH"] + 1)):
        for value in (1, 2):
            game.ram[at["settings"] + option] = value if option != K["OPT_LENGTH"] else 1
            game.ram[at["pool_lo"]], game.ram[at["pool_hi"]] = 200 * value & 0xFF, 3 * value
            again(game)
            see(f"option {option}, {value}")
    game.ram[at["settings"] + K["OPT_LENGTH"]] = 1
    for number, players in from_here(game, ((1, 2), (9, 3), (10, 5), (79, 6), (80, 7), (83, 8))):
        game.ram[at["turn_count"]], game.ram[at["player_count"]] = number, players
        again(game)
        see(f"turn {number} of {players}")
    for houses, hotels in from_here(game, ((0, 0), (1, 9), (9, 1), (10, 10))):
        game.ram[at["bank_houses"]], game.ram[at["bank_hotels"]] = houses, hotels
        again(game)
        see(f"{houses} houses, {hotels} hotels")


def houses_laid(game, see):
    """In perspective, houses and hotels on all sides, each street with each number of them."""
    turn(game)
    streets = [s for s, t in TITLES.items() if t.house]
    for shift in from_here(game, range(6)):
        levels = {s: (n + shift) % 6 for n, s in enumerate(streets)}
        deal(game, {s: n % 4 for n, s in enumerate(TITLES)}, levels)
        for square in (2, 12, 22, 32):
            stand(game, initiator(game), square)
            see.keys("v v _", 60)


def at_the_table(game, see):
    """What one does there: buttons, a card that is bought, an auction, gaol."""
    perspective(game)
    see.keys("{UP} {DOWN} {DOWN} \n r", 40)
    to_menu(game)
    see("after the roll")
    see.keys("? _ s _ o _ 1 _ m c d t x n", 60)
    me = initiator(game)
    for square in from_here(game, (2, 7, 20, 30, 36, 38)):
        stand(game, me, (square - 3) % 40)
        throw(game, 1, 2)
        see.film("there", 160, 20)
        to_menu(game)
        see(f"on {square}")
    stand(game, me, 40)
    see.keys("_ v v", 60)


def deeds(game, see):
    """By number, by cursor, all of them; money hidden."""
    me = town(game)
    named(game)
    take_card(game, 0, me)
    take_card(game, 1, (me + 1) % 4)
    see.keys("1 2 3 4 5 {RIGHT} {RIGHT} {RIGHT} {LEFT} {LEFT} a {RIGHT} {LEFT} c c x q", 30)
    see.keys("v a {LEFT} q v v _ v 3 q v {RIGHT} {RIGHT} _", 40)
    game.key("1", 40).key("c", 30).key("q", 60)
    see.keys("s {RIGHT} _ 2 c q", 40)


def figures(game, see):
    """Of everybody, with each GO-free card or both."""
    me = town(game)
    named(game)
    for decks in from_here(game, ((), (0,), (1,), (0, 1))):
        for deck in decks:
            take_card(game, deck, me)
        see.keys("s {RIGHT} {RIGHT} {RIGHT} {RIGHT} {LEFT} {LEFT}", 20)
    deal(game, {24: me, 21: me, 23: me, 28: me}, {24: 5, 21: 4, 23: 4}, money={me: 12345})
    see.keys("_ s _ 1 _ v _", 40)


def helps(game, see):
    """Help from everywhere, all its pages."""
    me = town(game)
    see.keys("? {RIGHT} {LEFT} x", 40)
    see.keys("i ? _ . ? _ d m ? _ d {F1} ? _", 40)
    see.keys(". ? _ v ? _ 1 ? _ h ? _ g ? _", 40)
    land(game, 31)
    to_menu(game)
    see.keys("? _ p ? _", 60)
    assert me is not None


def menus(game, see):
    """The cursor on every button, the dark ones, the pages of buttons; keys that mean nothing."""
    town(game)
    for _ in range(3):
        see.keys("{DOWN} {DOWN} {DOWN} {DOWN} {DOWN} {DOWN} {DOWN} {UP} .", 6)
    see.keys("{UP} {UP} {LEFT} {RIGHT} z @ n b \n \n", 20)
    to_menu(game)
    see("then")
    game.machine.board.keyboard.press("CRSR_DOWN")
    see.film("a held key", 60, 3)
    game.machine.board.keyboard.release("CRSR_DOWN")
    game.tick(10)
    see.film("the button blinks", 80, 8)


def by_stick(game, see):
    """A stick in either port, a second button, what waits in the queue."""
    town(game)
    for port, ways in ((2, ("down", "down", "fire", "up", "fire")), (1, ("up", "left", "fire"))):
        stick = game.machine.joystick(port)
        for way in ways:
            stick.press(way)
            game.tick(3)
            see(way)
            stick.release()
            game.tick(30)
            see("released")
        stick.press("down")
        see.film("held", 60, 4)
        stick.release()
        game.tick(5)
    game.machine.type("{DOWN}" * 30, wait=False)
    see.film("many keys", 60, 10)


def fast(game, see):
    """Options 1989 has on the board: ten of them, cash, history, houses."""
    rules1989.first_turn(game.boot().key("\n", 60))
    see(". ten")
    see.keys(". . . {DOWN} {RIGHT} {LEFT} {UP} c l _ a _ i d f o _ x _ s", 40)
    assert game.mode == K["MODE_NORMAL"]


def messages(game, see):
    """Every message with names of all lengths, about squares with short and long names."""
    game.boot().first_turn()
    for names in SETS:
        game.put_names(names)
        game.fill(OVERLAYS[K["FILE_RUSSIAN"]][1], game.program)  # what its events are told by
        for length in range(2, 9):
            at = game.labels["player_names"]
            game.ram[at : at + 16] = 2 * b"W".ljust(length, b"I").ljust(8, b"\0")
            lines = []
            for number in range(1, len(EVENTS) + LINES):
                if number < len(EVENTS) and not words(game, number):
                    continue
                param = SQUARES[(number + length) % len(SQUARES)]
                if number in PARTS:
                    param = length & 1
                put(game, number, 0, param, 1, 9999 if length & 1 else 60)
                row = slice(40 * 24, 40 * 25)
                lines.append(bytes(game.ram[CELLS : CELLS + 1000][row]))
                lines.append(bytes(game.ram[COLORS : COLORS + 1000][row]))
            see(f"{names}, {length}", "".join(letters(line, FILM_SUM) for line in lines))


SCRIPTS = (
    information, managing, sides, views, houses_laid, at_the_table, deeds, figures, helps, menus,
    on_the_board, by_stick, fast, messages,
)  # fmt: skip
