"""Ways into a game by the rules of 1989, for tests of its pages; who begins is the first seat."""

from disk.d64 import D64Image
from tests.asm.game.engine import ROOT, K
from tests.asm.game.ui.table import active, dice_of

FREE = 21  # a free street's square; the roll that leads there is a three


def put(game, **values):
    """Write bytes of the state by name; a tuple (index, value) for one of a table."""
    for name, value in values.items():
        index, value = value if isinstance(value, tuple) else (0, value)
        game.ram[game.labels[name] + index] = value


def money(game, seat, amount):
    """Give a seat that much money."""
    put(game, player_money_lo=(seat, amount & 255))
    put(game, player_money_hi=(seat, amount >> 8))


def first_turn(game, seats=4):
    """From set-up, by the rules of 1989, into the first turn."""
    game.way(("first turn of 1989", seats), lambda seats: _first_turn(game, seats))
    assert game.holds("rules1989")
    return game


def _first_turn(game, seats):
    for _ in range(abs(seats - 4)):
        game.key("{RIGHT}" if seats > 4 else "{LEFT}", 10)
    game.play_by(K["PRESET_1989"])
    game.key("{F7}", 60)
    for _ in range(seats):
        game.key("d", 90)
    game.until("Roll dice").tick(10)


def thrown(game, first=1, second=2):
    """From now on every throw is this one."""
    game.machine.board.set_trap(game.labels["random_dice"], dice_of(game, first, second))


def rolled(game, square, first=1, second=2, frames=200):
    """The active player comes to this square by a throw."""
    me, before = active(game), (square - first - second) % 40
    put(game, player_square=(me, before), shown_square=(me, before))
    thrown(game, first, second)
    game.key("d", frames)


def auction(game, square=FREE):
    """A free deed is put up."""
    rolled(game, square)
    game.until("Auction it").key("p", 5).until("Who begins?")
    assert game.mode == K["MODE_AUCTION"]


def armed(game):
    """Let the half second pass in which nothing is taken."""
    game.tick_until_armed()
    assert game.byte("arm_state") == 0


def with_disk(game):
    """From now on what the game loads comes from its disk."""
    game.serve(False)
    game.machine.drives[8].attach(D64Image((ROOT / "disk" / "go64.d64").read_bytes()))


def standing(game):
    """(amount, seat) of the standing bid."""
    return game.word("auction_bid"), game.byte("auction_bidder")


def tap(game, key, down=3, up=3):
    """Press a key of the keyboard and release it; then it has been looked at."""
    keyboard = game.machine.board.keyboard
    keyboard.press(key)
    game.tick(down)
    keyboard.release(key)
    game.tick(up)
    for _ in range(20):
        if not game.byte("key_count"):
            break
        game.tick(1)
    game.tick(2)


def shifted(game, key):
    """The same with SHIFT held."""
    keyboard = game.machine.board.keyboard
    keyboard.press("LSHIFT")
    tap(game, key)
    keyboard.release("LSHIFT")
    game.tick(3)


def cries(game):
    """[(picture, seat), ...] of all bids that the rules take from now on."""
    heard = []

    def cry(board):
        heard.append((game.machine.frames, game.byte("arg2")))
        return False

    game.machine.board.set_trap(game.labels["le_do_cry"], cry)
    return heard
