"""UI scripts through what is told, to the picture: each event, of people and computers, by pace."""

from tests.asm.game.engine import K
from tests.asm.game.ui.gallery import town
from tests.asm.game.ui.screen_scripts_play import again, from_here, stand
from tests.asm.game.ui.table import initiator
from tests.asm.game.ui.test_log import about
from tools.game.build_game import OVERLAYS

TOKENS, SPEED = 0, 1  # PREF_TOKENS, PREF_SPEED
PACES = (0, 2, 3)  # fast, slow, of computers' turns results only; 1 is the usual one
NOBODY = 0xFF
LIMIT = 20_000_000  # cycles of an event
ME, YOU, BANK = "me", "you", K["CREDIT_BANK"]
# player, param, other, amount
EVENTS = (
    ("FIRST", ME, 0, 0, 0), ("TURN", YOU, 0, 0, 0), ("SALARY", ME, 0, 0, 200),
    ("PARKING", ME, 0, 0, 75), ("TAX", ME, 38, BANK, 100), ("RENT", ME, 19, YOU, 14),
    ("RENT", YOU, 39, ME, 1000), ("CARD", ME, 3, 0, 0), ("CARD_PAY", ME, 9, BANK, 15),
    ("CARD_PAY", ME, 9, YOU, 50), ("CARD_PAY", YOU, 28, ME, 10), ("CARD_GET", ME, 20, BANK, 100),
    ("GO_FREE", ME, 1, 0, 0), ("CARD_USED", ME, 0, 0, 0), ("GAOL", ME, 1, 0, 0),
    ("STAY", ME, 2, 0, 0), ("RELEASED", ME, 1, 0, 0), ("BAIL", ME, 0, BANK, 50),
    ("OFFERED", ME, 9, 0, 120), ("BOUGHT", ME, 9, 0, 120), ("AUCTION", YOU, 9, 0, 0),
    ("BID", YOU, 9, 0, 110), ("PASS", ME, 9, 0, 0), ("FORFEIT", ME, 9, 0, 0),
    ("WON", YOU, 9, 0, 110), ("UNSOLD", NOBODY, 9, 0, 0), ("GROUP", ME, 1, 0, 0),
    ("GROUP", ME, 9, 0, 0), ("GROUP", YOU, 8, 0, 0), ("BUILT", ME, 39, 3, 200),
    ("SOLD", ME, 39, 2, 100), ("MORTGAGED", ME, 37, 0, 175), ("REPAID", ME, 37, 0, 193),
    ("DEBT", ME, 0, YOU, 321), ("SOLVENT", ME, 0, 0, 0), ("TRANSFER", ME, 0, YOU, 0),
    ("DEED", ME, 5, YOU, 10), ("TRADE", ME, 0, YOU, 0), ("TRADE_DONE", ME, 0, YOU, 0),
    ("TRADE_OFF", ME, 0, YOU, 0), ("SHUFFLED", NOBODY, 1, 0, 0), ("QUIT", ME, 0, 0, 0),
    ("VOTE", YOU, 1, 0, 0), ("VOTE", YOU, 0, 0, 0),
)  # fmt: skip
RUSSIAN = (
    ("TAX_CHOICE", ME, 4, 0, 0), ("RENT_DUE", ME, 39, YOU, 200),
    ("FALLBACK", ME, 9, 0, 110), ("LOAN_ASKED", ME, 0, YOU, 100), ("LOAN", ME, 0, YOU, 100),
    ("LOAN_ASKED", ME, 9, BANK, 100), ("LOAN_REFUSED", ME, 0, YOU, 100),
    ("LOAN_DUE", ME, 0, YOU, 120), ("LOAN_BACK", ME, 0, YOU, 110), ("ISSUED", NOBODY, 0, 0, 200),
    ("MISSED", ME, 39, YOU, 50), ("HOUSES", ME, 0, 0, 0), ("HOUSE_LOT", ME, 0, 0, 60),
    ("HOUSE_LOT", NOBODY, 0, 0, 3), ("REBUILT", ME, 39, 0, 400), ("TIME_UP", ME, 0, 0, 0),
)  # fmt: skip
WALKS = (  # from, to, MOVE_*, steps
    (0, 7, "FORWARD", 7), (36, 3, "FORWARD", 7), (5, 2, "BACK", 3), (1, 38, "BACK", 3),
    (30, 40, "GAOL", 0), (12, 12, "FORWARD", 0),
)  # fmt: skip


def happen(game, see, event):
    """Show an event as the program does, and note how long that took."""
    name, player, param, other, amount = event
    me = initiator(game)
    who = {ME: me, YOU: (me + 1) % 4}
    game.ram[game.labels["ev_type"]] = K[f"EV_{name}"]
    about(game, who.get(player, player), param, who.get(other, other), amount)
    begun = game.machine.frames
    game.call("event_show", limit=LIMIT)
    game.waited += game.machine.frames - begun
    see(name)


def told_to_people(game, see):
    """Each event in a game of people."""
    town(game)
    game.fill(OVERLAYS[K["FILE_RUSSIAN"]][1], game.program)  # what its events are told by
    for event in from_here(game, (*EVENTS, *RUSSIAN)):
        happen(game, see, event)


def computer(game, seat, is_one=True):
    """Let a seat be a computer's, or a person's."""
    at = game.labels["player_flags"] + seat
    game.ram[at] = game.ram[at] & ~K["PF_CPU"] | K["PF_CPU"] * is_one


def told_of_computers(game, see):
    """Each event of a computer's, and what it says."""
    me = town(game)
    for event in from_here(game, EVENTS):
        for seat in (me, (me + 1) % 4):
            computer(game, seat)
            happen(game, see, event)
            computer(game, seat, False)


def told_at_each_pace(game, see):
    """Fast, slow, and results only of a computer's turn."""
    me = town(game)
    for pace in PACES:
        game.ram[game.labels["prefs"] + SPEED] = pace
        for seat_is_one in (False, True):
            computer(game, me, seat_is_one)
            for event in from_here(game, EVENTS[::3]):
                happen(game, see, event)


def walks(game, see):
    """Tokens on their way, in steps and at one jump, some of them past GO."""
    me = town(game)
    for jump in (0, 1):
        game.ram[game.labels["prefs"] + TOKENS] = jump
        for start, end, way, steps in from_here(game, WALKS):
            stand(game, me, start)
            again(game)
            happen(game, see, ("MOVE", ME, start, end, K[f"MOVE_{way}"] | steps << 8))


def offers(game, see):
    """What a computer answers to an offer, and what is paid when it agrees."""
    me = town(game)
    computer(game, (me + 1) % 4)
    for give, want in from_here(game, ((0, 0), (120, 0), (0, 75), (300, 20))):
        for label, value in (("trade_give", give), ("trade_want", want)):
            game.ram[game.labels[f"{label}_lo"]] = value & 0xFF
            game.ram[game.labels[f"{label}_hi"]] = value >> 8
        happen(game, see, ("TRADE_DONE", ME, 0, YOU, 0))
    for why in from_here(game, range(K["WHY_UNFAIR"], K["WHY_ENOUGH"] + 1)):
        game.ram[game.labels["brain_why"]] = why
        happen(game, see, ("TRADE_OFF", ME, 0, YOU, 0))


SCRIPTS = (told_to_people, told_of_computers, told_at_each_pace, walks, offers)
