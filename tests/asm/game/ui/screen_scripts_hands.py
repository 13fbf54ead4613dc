"""UI scripts by mouse, to saved games and their disk, with computers and characters."""

from disk.d64 import D64Image
from tests.asm.game.pictures.test_show import own_disk
from tests.asm.game.ui import gallery
from tests.asm.game.ui.gallery import town
from tests.asm.game.ui.screen_scripts_play import from_here, land, named, stand, to_menu
from tests.asm.game.ui.table import ask_to_quit, deal, initiator
from tests.asm.game.ui.test_mouse import click, to, wake
from tests.asm.game.ui.test_must_pay import throw
from tests.asm.game.ui.test_talk import told

PLACES = ((30, 12), (2, 2), (12, 23), (30, 22), (5, 10), (22, 5), (38, 1), (20, 12))
GAOL_ROW = 23  # of its picture
SPEED, RESULTS = 1, 3  # PREF_SPEED
EVENTS = (
    ("RENT", 2, 19, 0, 150), ("RENT", 1, 19, 2, 300), ("RENT", 0, 19, 1, 1000), ("GROUP", 1, 2),
    ("ELIMINATED", 1, 0, 2), ("GAME_OVER", 0, 0), ("TRADE_OFF", 2, 0, 1), ("BOUGHT", 0, 19, 0, 200),
    ("TURN", 0), ("TURN", 1),
)  # fmt: skip


def by_mouse(game, see):
    """The pointer over pages and buttons; clicks on squares, sides and buttons."""
    town(game)
    mouse = wake(game)
    for column, row in PLACES:
        to(game, column, row)
        see(f"at {column}, {row}")
    for column, row in PLACES:
        click(game, column, row)
        see(f"clicked {column}, {row}")
        mouse.press("right")
        game.tick(4)
        mouse.release("right")
        game.tick(40)
        see("and left")
    see.film("it rests", 800, 80)
    mouse.move(9, 5)
    game.tick(4)
    see("it is back")


def set_up_by_mouse(game, see):
    game.boot()
    wake(game)
    click(game, 20, 22, 80)
    see("set-up")
    for row in (3, 4, 5, 6, 12, 13, 15, 19, 21):
        for column in (5, 12, 20, 32):
            click(game, column, row, 12)
            see(f"{column}, {row}")
    game.tick(60)
    see("then")


def pages_by_mouse(game, see):
    """Deeds, figures, loans, tables and options are clicked as well."""
    town(game)
    wake(game)
    for key in from_here(game, ("s", "1", "v", "o", "t", "h", "?", "m", "i")):
        game.key(key, 60)
        for column, row in ((4, 23), (30, 23), (20, 8), (12, 14), (36, 12)):
            to(game, column, row)
            see(f"{key}: {column}, {row}")
            click(game, column, row, 40)
            see("clicked")


def saved_games(game, see):
    """An empty disk, names, a list, asked before loading and deleting, another drive."""
    gallery.turn(game)
    game.machine.drives[8].attach(D64Image.blank(b"SAVES", b"01"))
    game.machine.type("g", wait=False)
    game.tick(20)
    game.machine.type("ss", wait=False)  # while the disk is read: forgotten
    game.until("No games").tick(30)
    see("none")
    see.keys("s a {DEL} b _ c {RIGHT} {LEFT} {UP} {DOWN} {DOWN} \n", 20)
    game.until("is saved.").tick(20)
    for name in ("ada", "grace", "mary", "joan"):
        game.key("s", 20).key(f"{name}\n", 10).until(f"{name.upper()} is saved.").tick(20)
        see(name)
    see.keys("{RIGHT} {RIGHT} {LEFT} {DOWN} {DOWN} {UP} s", 20)
    see.keys("ada", 10)
    see.keys("\n n", 40)
    see.keys("d n d y", 40)
    game.until("4 games", 900).tick(30)
    see("deleted")
    see.keys("c o o l n l y", 40)
    game.until("goes on.", 2000).tick(60)
    see("it goes on")


def no_disk(game, see):
    gallery.turn(game)
    game.machine.drives[8].attach(None)
    see.keys("g", 200)
    see.keys("s o c b", 120)


def scenes(game, see):
    """Pictures from the game's disk: in gaol, bankrupt."""
    gallery.turn(game)
    game.machine.drives[8].attach(own_disk())
    me = initiator(game)
    here = ("gaol", "gaol of an odd name", "ruin")
    for way in from_here(game, here):
        if way != "ruin":
            if way != "gaol":
                at = game.labels["player_names"] + 8 * me
                game.ram[at : at + 8] = b"GRACE".ljust(8, b"\0")
            stand(game, me, 26)
            throw(game, 1, 3)
            while "gaol!" not in game.text().splitlines()[GAOL_ROW]:
                game.tick(1)
            see.film("in gaol", 60, 20)
            to_menu(game)
            see("then")
        else:
            deal(game, {16: (me + 1) % 4}, {16: 5}, money={me: 20})
            land(game, 16)
            game.until("BANKRUPT", 3000).tick(60)
            see("the picture")
            see.keys("\n", 100)


def victory(game, see):
    """The end as a picture from the game's disk, with everybody's figures in it."""
    game.boot().first_turn(6)
    named(game)
    game.machine.drives[8].attach(own_disk())
    ask_to_quit(game)
    for _ in range(5):
        game.key("y", 150)
    game.until("cash", 2000).tick(60)
    see("the picture")
    see.film("confetti", 40, 10)


def computers(game, see):
    """A computer's turn, what is shown, and the menu one opens in it."""
    game.boot().key("\n")
    for _ in range(4):
        game.key("{DOWN}{F3}", 10)
    game.key("{F7}", 60).until("Thinking")
    see.film("four computers", 900, 60)
    game.machine.type("{STOP}", wait=False)
    game.until("Play on", 900).tick(30)
    see("the menu")
    see.keys("{DOWN} v _ s _ . h _ ? _ p", 60)
    see.film("on", 600, 60)


def results_only(game, see):
    """Of computers' turns: no dice roll, no token hops, nobody speaks."""
    gallery.talk(game)
    game.ram[game.labels["prefs"] + SPEED] = RESULTS
    see.film("results", 300, 3)


def spoken(game, see):
    """What characters say, in their frames."""
    gallery.talk(game)
    see("a character")
    see.film("on", 400, 40)


def said(game, see):
    """What characters say to what happens."""
    gallery.talk(game)
    for event in from_here(game, EVENTS):
        told(game, *event)
        see(event[0])


def history_by_mouse(game, see):
    town(game)
    wake(game)
    game.key("h", 40)
    for column, row in ((2, 24), (10, 23), (30, 23), (38, 24), (20, 2), (20, 22)):
        click(game, column, row, 30)
        see(f"{column}, {row}")


def zones(game):
    """Middles of the zones that can be clicked now: (column, row)."""
    at = game.byte("zone_table") | game.byte("zone_table", 1) << 8
    found = []
    while at and game.ram[at] < 0x80:
        x, y, wide, high = game.ram[at : at + 4]
        found.append((x + wide // 2, y + high // 2))
        at += 5
    return found


def every_zone(game, see):
    """Each place of each page that can be clicked is clicked."""
    town(game)
    wake(game)
    for key in from_here(game, ("", "s", "1", "v", "o", "h", "m", "i", "{F1}", "v v", "o r")):
        for part in key.split():
            game.key(part, 60)
        for column, row in from_here(game, sorted(set(zones(game)))):
            click(game, column, row, 30)
            see(f"{key}: {column}, {row}")


def zones_of_presets(game, see):
    """The same of pages that Russian rules and those of 1989 have."""
    gallery.lend(game)
    wake(game)
    for way in from_here(game, ("", "l")):
        if way:
            game.key("y", 120).key("l", 60)
        for column, row in from_here(game, sorted(set(zones(game)))):
            click(game, column, row, 30)
            see(f"{column}, {row}")


def zones_of_houses(game, see):
    """Who wants houses is told by mouse."""
    gallery.houses(game)
    wake(game)
    for row in (5, 7, 8, 9, 10, 13, 17):
        for column in (8, 15, 17, 28):
            click(game, column, row, 12)
            see(f"{column}, {row}")
    for column, row in from_here(game, sorted(set(zones(game)))):
        click(game, column, row, 30)
        see(f"{column}, {row}")


def buttons_by_mouse(game, see):
    """Buttons, dark ones, and what lies beside them; trades by mouse."""
    town(game)
    wake(game)
    for row in from_here(game, range(10, 25, 1)):
        to(game, 30, row)
        see(f"over row {row}")
        click(game, 30, row, 40)
        see("clicked")
    game.key("t", 60)
    for row in from_here(game, range(6, 24, 3)):
        click(game, 10, row, 40)
        see(f"row {row}")
    game.key("\n", 60)
    for column in (2, 8, 14, 18, 22, 28, 34, 38):
        for row in (3, 8, 13, 17, 20):
            click(game, column, row, 8)
        see(f"column {column}")
    click(game, 4, 24, 60)
    see("then")


SCRIPTS = (
    by_mouse, set_up_by_mouse, pages_by_mouse, saved_games, no_disk, scenes, victory, computers,
    results_only, spoken, said, history_by_mouse, every_zone, zones_of_presets, zones_of_houses,
    buttons_by_mouse,
)  # fmt: skip
