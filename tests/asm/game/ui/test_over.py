"""The last page: the table of money and points."""

import pytest

from tests.asm.game.ui import machine
from tests.asm.game.ui.machine import Game

NAME = "WILHELMI"  # as long as a name can be
# money, equity of two players: points are an eighth and a half of them; the widest there can be
FIGURES = [((1500, 0), (5087, 3000)), ((9999, 9000), (20, 0)), ((30000, 13000), (0, 0))]


@pytest.fixture(scope="module")
def asked(built):
    """Snapshot: two players, the first of whom is asked whether the game is to end."""
    game = Game().boot().first_turn(2)
    game.key("q", 20).key("n", 20).key("e").until("Yes, end it").tick(30)
    return game.machine.snapshot()


@pytest.mark.parametrize("pictured", [True, False])
@pytest.mark.parametrize("figures", FIGURES)
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
