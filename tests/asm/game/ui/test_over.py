"""The last pages: the table of money and points, and the game in figures."""

import pytest

from tests.asm.game.ui import machine
from tests.asm.game.ui.machine import CELLS, COLORS, Game
from tests.asm.game.ui.table import agree_to_quit, ask_to_quit, deal
from tests.volume import diagonal
from tools.game import gamedata

NAME = "WILHELMI"  # as long as a name can be
# money, equity of two players: points are an eighth and a half of them; the widest there can be
FIGURES = [((1500, 0), (5087, 3000)), ((9999, 9000), (20, 0)), ((30000, 13000), (0, 0))]


@pytest.fixture(scope="module")
def asked(built):
    """Snapshot: two players, the first of whom is asked whether the game is to end."""
    game = Game().boot().first_turn(2)
    ask_to_quit(game)
    return game.machine.snapshot()


@pytest.mark.parametrize(
    ("figures", "pictured"), diagonal(((each,) for each in FIGURES), (True, False))
)
def test_name_money_and_points_never_run_together(asked, monkeypatch, pictured, figures):
    """In the picture's narrow table, and on the page that is shown without a disk."""
    if pictured:
        monkeypatch.setattr(machine, "PICTURES", (*machine.PICTURES, "VICTORY"))
    game = Game()
    game.machine.restore(asked)
    for seat, (money, equity) in enumerate(figures):
        for label, value in (("player_money", money), ("player_equity", equity)):
            game.ram[game.labels[f"{label}_lo"] + seat] = value & 0xFF
            game.ram[game.labels[f"{label}_hi"] + seat] = value >> 8 & 0xFF
        for place, letter in enumerate(NAME):
            game.ram[game.labels["player_names"] + 8 * seat + place] = ord(letter)
    for _ in range(2):
        game.key("y", 150)
    game.until("GAME OVER", 600).tick(60)
    most = NAME[:-1]  # five figures of points cost the last letter
    rows = [row.split(most)[1] for row in game.text().splitlines() if row.count(most) == 1]
    rows = [row.removeprefix(NAME[-1]) for row in rows]
    rows = [row.split() for row in rows if any(c.isdigit() for c in row)]
    assert [len(row) for row in rows] == [2, 2]
    assert [int(row[0].strip(".")) for row in rows] == [money for money, _ in figures]


BOARD = gamedata.load("board.toml")["square"]
FIRST_Y, FEW, GROUPS_X, ORANGE, YELLOW = 8, 5, 21, 8, 7  # asm/game/pages/figures.s


def figures_of(game, seat):
    """(name, money, points, {group: (number, is the set marked whole)}) of a player's line."""
    many = game.byte("player_count") >= FEW
    row = FIRST_Y + (1 + seat if many else 2 * seat)
    line = game.text().splitlines()[row]
    held = {}
    for group in range(10):
        at = 40 * row + GROUPS_X + 2 * group
        digit = chr(game.ram[CELLS + at])
        if digit != " ":
            pattern = game.ram[game.labels["band_glyph"] + group]
            held[group] = int(digit), group < 9 and game.ram[CELLS + at + 1] == pattern
    return line[:9].strip(), *map(int, line[9:GROUPS_X].split()), held


def to_figures(game, votes):
    agree_to_quit(game, votes)
    game.key("\n").until("THE GAME IN FIGURES").tick(30)


@pytest.mark.parametrize("seats", [2, 8])
def test_the_figures_name_money_points_and_what_each_owned(built, seats):
    game = Game().boot().first_turn(seats)
    owners = {n: (n // 5) % seats for n, row in enumerate(BOARD) if "price" in row}
    money = {seat: (30000, 9999, 7, 1500)[seat % 4] for seat in range(seats)}
    deal(game, owners, money=money)
    for seat in range(seats):
        for place, letter in enumerate(NAME):
            game.ram[game.labels["player_names"] + 8 * seat + place] = ord(letter)
    ask_to_quit(game)
    to_figures(game, seats - 1)
    group_of = [game.byte("square_group", n) for n in range(40)]
    for seat in range(seats):
        name, held_money, points, held = figures_of(game, seat)
        game.call("score_get", x=seat)
        assert (name, held_money) == (NAME, money[seat])
        assert points == game.result.a + 256 * game.result.y
        own = [group_of[n] for n, owner in owners.items() if owner == seat]
        assert held == {
            group: (own.count(group), group < 9 and own.count(group) == group_of.count(group))
            for group in own
        }


def test_the_figures_name_the_highest_rent_that_a_deed_could_charge(asked):
    """Neither one that is mortgaged nor the bank's; a hotel costs more than a dearer street."""
    game = Game()
    game.machine.restore(asked)
    deal(game, {37: 0, 39: 0, 16: 1, 18: 1, 19: 1}, {39: 0, 19: 5}, mortgaged=(37,))
    to_figures(game, 2)
    game.call("rent_get", x=19)
    due = game.result.a + 256 * game.result.y
    line = next(row for row in game.text().splitlines() if str(due) in row)
    assert "PLAYER 2 Vine Street" in line


def test_who_has_won_is_yellow_among_the_figures(asked):
    game = Game()
    game.machine.restore(asked)
    deal(game, {39: 1}, money={0: 700, 1: 1500})
    to_figures(game, 2)
    inks = [game.ram[COLORS + 40 * (FIRST_Y + 2 * seat) + 13] for seat in range(2)]
    assert inks == [1 << 4 | ORANGE, YELLOW << 4 | ORANGE]


def test_where_nobody_owned_anything_no_rent_is_named(asked):
    game = Game()
    game.machine.restore(asked)
    to_figures(game, 2)
    assert "highest rent" not in game.text()
