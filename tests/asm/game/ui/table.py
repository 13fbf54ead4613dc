"""The pages of a trade as a player drives them: cursor keys to a cell, RETURN.

``walk`` finds its way with a second implementation of the step to the nearest
cell (asm/game/ui/grid.s), written from its description, and checks after every
key that the game went the same way.
"""

from collections import deque

from tests.asm.game.engine import K
from tests.asm.game.ui.machine import leave

SIDE, CARD, MONEY, BUTTONS = 36, 28, 30, 72
STEPS = (100, 10, 1, -100, -10, -1)
TABLE_BUTTONS = "CPEXMVS?"
ACCEPT = 32
KEYS = ("{UP}", "{DOWN}", "{LEFT}", "{RIGHT}")
INFO_ROW, MONEY_ROW, BANK_ROW = 19, 21, 22
HOUSE_COST = (50, 50, 100, 100, 150, 150, 200, 200, 0, 0)


class Cells:
    """Rectangles of a page's cells, and which of them can be selected."""

    def __init__(self, game, label):
        ram, at = game.ram, game.labels[label]
        self.count, twins, shift = ram[at + 2 : at + 5]
        own = range(at + 5, at + 5 + 4 * (self.count - twins), 4)
        first = [tuple(ram[i : i + 4]) for i in own]
        second = [(x + shift, *rest) for x, *rest in first[:twins]]
        self.rects = [*first[:twins], *second, *first[twins:]]
        self.allowed = list(range(self.count))

    def step(self, at, direction):
        """The cell a cursor key leads to, or None."""
        axis, ahead = (1, 0)[direction >> 1], direction & 1
        here, best = self.rects[at], None
        for cell in self.allowed:
            there = self.rects[cell]
            first, second = (here, there) if ahead else (there, here)
            along = second[axis] - first[axis] - first[axis + 2]
            if cell == at or along < 0:
                continue
            other = 1 - axis
            gap = max(
                there[other] - here[other] - here[other + 2],
                here[other] - there[other] - there[other + 2],
            )
            cost = along + (4 * (gap + 1) if gap >= 0 else 0)
            if best is None or cost < best[0]:
                best = cost, cell
        return best and best[1]

    def paths(self, start):
        """dict cell -> directions that lead there; cells without a way are missing."""
        found, queue = {start: []}, deque([start])
        while queue:
            at = queue.popleft()
            for direction in range(4):
                there = self.step(at, direction)
                if there is not None and there not in found:
                    found[there] = [*found[at], direction]
                    queue.append(there)
        return found

    def islands(self):
        """(from, to) of cells between which no cursor keys lead."""
        steps = {at: {self.step(at, d) for d in range(4)} - {None} for at in self.allowed}
        lost = []
        for start in self.allowed:
            found, queue = {start}, [start]
            while queue:
                for there in steps[queue.pop()] - found:
                    found.add(there)
                    queue.append(there)
            lost += [(start, goal) for goal in self.allowed if goal not in found]
        return lost


def deeds(game):
    """Squares in the order of the cells."""
    at = game.labels["group_squares"]
    return list(game.ram[at : at + 28])


def table_cells(game):
    """Cells of the trading table as the state says."""
    cells = Cells(game, "table_cells")
    seats = [game.byte("table_seat", i) for i in range(2)]
    squares = deeds(game)
    cells.allowed = []
    for cell in range(cells.count):
        side, place = divmod(cell, SIDE)
        if cell >= BUTTONS:
            living = sum(game.byte("player_flags", p) & 1 for p in range(8))
            choice = living > 2 and game.mode != K["MODE_TRADE"]  # a counter-offer has no choice
            held = TABLE_BUTTONS[cell - BUTTONS] != "P" or choice
        elif place < CARD:
            held = game.byte("square_owner", squares[place]) == seats[side]
        elif place < MONEY:
            held = game.byte("deck_free", place - CARD) == seats[side]
        else:
            held = True
        if held:
            cells.allowed.append(cell)
    return cells


def walk(game, cells, goal):
    """Go to a cell with cursor keys."""
    at = game.byte("grid_at")
    ways = cells.paths(at)
    assert goal in ways, f"no way from cell {at} to {goal}\n{game.text()}"
    for direction in ways[goal]:
        at = cells.step(at, direction)
        game.key(KEYS[direction], 3)
        assert game.byte("grid_at") == at, game.where()


def press(game, goal, frames=4):
    """Go to a cell of the trading table and press it."""
    walk(game, table_cells(game), goal)
    game.key("\n", frames)


def deed_cell(game, square, side):
    """Cell of a deed on a side (0 the initiator's, 1 the partner's)."""
    return SIDE * side + deeds(game).index(square)


def line(game, row):
    """A row of the screen, left and right half."""
    text = game.text().splitlines()[row]
    return text[:20].strip(), text[20:].strip()


def info(game):
    """The row of words."""
    return game.text().splitlines()[INFO_ROW].strip()


def set_money(game, player, amount):
    """Nobody else's money, equity or count changes."""
    game.ram[game.labels["player_money_lo"] + player] = amount & 0xFF
    game.ram[game.labels["player_money_hi"] + player] = amount >> 8 & 0xFF


def note_turn(game, number):
    """Have a sample of everybody's wealth taken, if one is due in this turn of the game."""
    at = game.labels["turn_count"]
    game.ram[at : at + 2] = number.to_bytes(2, "little")
    game.call("course_turn")


def ask_to_quit(game):
    """Whoever is to act asks for the end of the game; the others are asked next."""
    game.key("q", 20).key("n", 20).key("e").until("Yes, end it").tick(30)


def agree_to_quit(game, votes):
    """So many say yes: to the winner's page."""
    for _ in range(votes):
        game.key("y", 150)
    game.until("GAME OVER", 600).tick(60)


def deal(game, owners=None, levels=None, mortgaged=(), money=None, cards=None):
    """Put deeds, buildings, money and GO-free cards into the state, equity and counts with them."""
    ram, at = game.ram, game.labels
    for square, owner in (owners or {}).items():
        ram[at["square_owner"] + square] = owner
    for square, level in (levels or {}).items():
        ram[at["square_level"] + square] = level
    for square in mortgaged:
        ram[at["square_mortgaged"] + square] = 1
    for deck, player in (cards or {}).items():
        take_card(game, deck, player)
    for player, amount in (money or {}).items():
        set_money(game, player, amount)
    out = sum(max(game.word("player_money", p), 0) for p in range(8))
    ram[at["bank_out"] : at["bank_out"] + 3] = out.to_bytes(3, "little")
    groups = [ram[at["square_group"] + s] for s in range(40)]
    owned = [ram[at["square_owner"] + s] for s in range(40)]
    for player in range(8):
        equity = 0
        for square in range(40):
            if owned[square] == player:
                if not ram[at["square_mortgaged"] + square]:
                    equity += ram[at["mortgage_value"] + square]
                equity += ram[at["square_level"] + square] * HOUSE_COST[groups[square]] // 2
        ram[at["player_equity_lo"] + player] = equity & 0xFF
        ram[at["player_equity_hi"] + player] = equity >> 8
        for group in range(10):
            held = sum(g == group and o == player for g, o in zip(groups, owned, strict=True))
            ram[at["player_groups"] + 8 * group + player] = held
    game.tick(60)


def take_card(game, deck, player):
    """Let a player hold a deck's GO-free card, the deck being one card shorter."""
    ram, at = game.ram, game.labels
    first = at["deck_cards"] + 16 * deck
    cards = [c for c in ram[first : first + 16] if c != 15]
    ram[first : first + 15] = bytes(cards[:15])
    ram[at["deck_size"] + deck] = 15
    ram[at["deck_next"] + deck] = 0
    ram[at["deck_free"] + deck] = player


def initiator(game):
    """The player whose requests count."""
    return game.byte("mode_active", game.byte("mode_depth"))


def owner(game, square):
    return game.byte("square_owner", square)


def to_approval(game, partner):
    """Send the offer that is on the table; the partner has it before him."""
    press(game, BUTTONS, 60)
    assert game.mode == K["MODE_TRADE"], game.where()
    assert initiator(game) == partner
    settle(game, "Accept the trade")


def settle(game, words, frames=1200):
    """Let events play until words are on the screen."""
    for _ in range(frames // 10):
        if words in game.text():
            game.tick(30)
            return
        game.tick(10)
    raise AssertionError(f"no '{words}'\n{game.text()}")


def active(game):
    """Who is asked."""
    return game.byte("mode_active", game.byte("mode_depth"))


def dice_of(game, first, second):
    """A trap that is the throw."""

    def throw(board):
        game.ram[game.labels["dice"]], game.ram[game.labels["dice"] + 1] = first, second
        leave(board)
        return True

    return throw
