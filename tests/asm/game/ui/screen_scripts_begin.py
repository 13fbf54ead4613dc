"""UI scripts before a game: title, set-up, options, rules, characters, languages."""

from tests.asm.game.engine import K
from tests.asm.game.ui import german

IDLE = 74  # squares of the parade, of 75 before the machine plays
RULE_KEYS = "g s f l b d d d d r"  # each house rule by its letter


def street(game, see):
    game.boot()
    see.film("tokens hop", 240, 12)
    see.keys("m m ? _ {F3} {F3} {F3} {F3}", 60)
    game.key("\n", 60)
    game.key("{STOP}", 2)
    see.film("back from set-up", 20, 2)


def by_itself(game, see):
    """Nobody is there; a key brings the title back, no token of the board on it."""
    game.boot()
    game.ram[game.labels["title_idle"]] = IDLE
    game.until("Thinking", 900).tick(400)
    see("it plays by itself")
    game.machine.type("x", wait=False)
    see.film("and back", 60, 1)


def seats(game, see):
    """Eight of them: names, tokens, colours, computers; then two."""
    game.boot().key("\n", 60)
    see("set-up")
    see.keys("{RIGHT} {RIGHT} {RIGHT} {RIGHT} {RIGHT} {DOWN}", 12)
    see.keys("a d _ a {DEL} . {RIGHT} {RIGHT} {LEFT} {LEFT} {LEFT} 8 5 {DOWN}", 12)
    see.keys("{F3} {F3} {F3} {F3} {DOWN} {F3} x {DEL} {DEL} 6 {DOWN} \n \n {F3} \n", 20)
    see.keys("{UP} {UP} {UP} {UP} {LEFT} {LEFT} {LEFT} {LEFT} {LEFT} {LEFT} {LEFT} {F7}", 30)


def house_rules(game, see):
    """Every line of them, to both sides and by its letter."""
    game.boot().key("\n", 60)
    for _ in range(12):
        see.keys("{UP} {RIGHT} {RIGHT} {LEFT}", 10)
    see.keys("{F5} {STOP} {F8} _")
    for _ in range(5):
        game.key("{DOWN}", 6)
    see.keys(RULE_KEYS, 10)
    see.keys("{F7}", 90)
    see.keys("o r _ _")


def presets(game, see):
    """Every preset explained, and every rule by itself, as it is and changed."""
    game.boot().key("\n", 60).key("{UP}" * 9, 30)
    see.keys("{RIGHT} {RIGHT} {RIGHT} {RIGHT} \n", 40)
    for _ in range(20):
        see.keys("{DOWN} {RIGHT}", 10)
    see.keys("{UP} {LEFT} {LEFT} {UP} \n", 30)
    see.keys("{RIGHT} \n {UP} {RIGHT} {UP} {LEFT} {STOP} {RIGHT} \n {UP} {UP} \n", 30)


def minutes(game, see):
    """The length of a short game by the rules of 1989."""
    game.boot().key("\n", 60).key("{UP}" * 9, 30).key("{RIGHT}\n", 40)
    see.keys("{UP} {RIGHT} {RIGHT} {UP} {RIGHT} {UP} {RIGHT} {UP} {RIGHT} {RIGHT} {LEFT}", 12)


def all_options(game, see):
    """Options before a game and in one: by letters, by the cursor."""
    game.boot().key("\n", 60)
    see.keys("{F5} s t p m j v c h", 20)
    for _ in range(9):
        see.keys("{DOWN} {RIGHT} {RIGHT} {LEFT}", 8)
    see.keys("{UP} \n", 40)
    game.key("{F7}", 60)
    see.keys("r r")
    see.keys("o {DOWN} {DOWN} {RIGHT} r _ {STOP}")


def characters(game, see):
    """Who may sit down."""
    game.boot().key("\n", 60)
    game.key("{DOWN}{F3}{F3}{F3}{F3}", 30)
    game.until("WHO IS TO PLAY HERE?").tick(30)
    see("the page")
    see.keys("{LEFT} {LEFT} {UP} {UP} {RIGHT} {DOWN} {DOWN} x \n", 20)
    game.key("{DOWN}{F3}{F3}{F3}{F3}", 30).until("WHO IS TO PLAY HERE?").tick(30)
    see.keys("{RIGHT} {F3} {F3}", 30)
    see.keys("{DOWN} {F3} {F3} {F3} {F3} {STOP} {F7}", 60)


def in_german(game, see):
    german.choose(game.boot())
    see.keys("? _ \n {F8} _ {F5} \n", 60)
    see.keys("{UP} {UP} {UP} {UP} {RIGHT} {RIGHT} \n {STOP} {LEFT} {LEFT}", 30)
    see.keys("{F7} w w w w", 100)
    see.keys("i {RIGHT} {RIGHT} f s _ l _ v v _ a _ 1 _ o \n . ?", 60)


def in_america(game, see):
    """The names of another board."""
    game.boot().key("{F3}", 60)
    see.keys("\n {F7} r r r r", 90)
    see.keys("{F1} {F3} {F5} {F7} _ i {RIGHT} {RIGHT}", 50)


def eight(game, see):
    """Eight seats begin; a tie is rolled again, computers roll by themselves."""
    game.boot().begin(8)
    see("eight")
    for _ in range(9):
        if game.mode != K["MODE_FIRST"]:
            break
        see.keys("r", 100)
    see.keys("v _ v v _ 8 {RIGHT} _ s {LEFT} _ t {DOWN} {RIGHT} {UP} 3", 50)


SCRIPTS = (
    street, by_itself, seats, house_rules, presets, minutes, all_options, characters, in_german,
    in_america, eight,
)  # fmt: skip
