"""Houses for all in one session: who wants how many, the auction of scarce ones, placing."""

import pytest

from tests.asm.game.engine import NOBODY, K
from tests.asm.game.ui.machine import COLORS
from tests.asm.game.ui.rules1989 import (
    active,
    armed,
    cries,
    first_turn,
    put,
    shifted,
    standing,
    tap,
)
from tests.asm.game.ui.table import deal
from tests.asm.game.ui.test_bid import figures
from tests.asm.game.ui.test_computer import against
from tests.asm.game.ui.test_menu import press
from tests.asm.game.ui.test_mouse import click, wake

ORANGE, BLUE, BROWN = (16, 18, 19), (37, 39), (1, 3)
LINES_Y, YELLOW, MID = 6, 7, 12


def town(game, bank=32, cash=None):
    """The first three seats own a group each; the bank has so many houses."""
    groups = ORANGE, BLUE, BROWN
    deal(game, {s: seat for seat, group in enumerate(groups) for s in group}, money=cash or {})
    put(game, bank_houses=bank)  # the others stand somewhere


@pytest.fixture
def session(at):
    """Call with what the bank has: a machine in which all are asked."""

    def make(bank=32, cash=None, seats=4, computers=()):
        game = first_turn(at("setup"), seats)
        if computers:
            against(game, *computers)
        town(game, bank, cash)
        game.key("h", 5)
        game.until("Who wants any?")
        assert game.mode == K["MODE_HOUSES"]
        armed(game)
        return game

    return make


def wants(game):
    """What each seat wants."""
    return [game.byte("wanted", seat) for seat in range(8)]


def lit(game):
    """The seats whose line is chosen."""
    return [s for s in range(8) if game.ram[COLORS + 40 * (LINES_Y + s) + 6] & 15 == YELLOW]


def place(game, key="RETURN"):
    """Press a key when it is taken, and let the house drop."""
    game.tick(120)
    armed(game)
    tap(game, key)


def levels(game, group):
    """Houses on a group's streets."""
    return [game.byte("square_level", square) for square in group]


@pytest.mark.feature("F157")
def test_everybody_says_by_his_number_how_many_he_wants(session):
    game = session()
    assert "The bank: 32" in game.text()
    for key in "1123331":
        tap(game, key)
    assert wants(game)[:4] == [3, 1, 3, 0]
    shifted(game, "3")
    assert wants(game)[:4] == [3, 1, 2, 0]
    assert lit(game) == [2]
    assert "Wanted: 6" in game.text() and "Enough for all" in game.text()
    tap(game, "4")  # owns no group
    assert wants(game)[3] == 0


def test_nobody_wants_more_than_his_streets_can_take(session):
    game = session()
    for _ in range(10):
        tap(game, "3")
    assert wants(game)[2] == 8
    shifted(game, "1")  # nor less than none
    assert wants(game)[0] == 0


def test_lines_are_chosen_and_changed_by_cursor_and_signs(session):
    game = session()
    assert lit(game) == [0]
    game.key("{RIGHT}{RIGHT}{DOWN}+", 10)
    assert wants(game)[:3] == [2, 1, 0]
    game.key("{DOWN}+++-{LEFT}", 10)
    assert wants(game)[:3] == [2, 1, 1]
    assert lit(game) == [2]
    game.key("{DOWN}", 10)  # behind the last who can comes Done
    assert lit(game) == []
    game.key("{DOWN}", 10)
    assert lit(game) == [0]


@pytest.mark.parametrize("port", [1, 2])
def test_a_stick_says_it_all(session, port):
    game = session()
    stick = game.machine.joystick(port)
    for direction in ("right", "right", "down", "right", "fire"):
        press(stick, direction, game, 8)
    assert wants(game)[:3] == [2, 1, 0]
    assert game.mode == K["MODE_HOUSES"] and game.byte("session_seat") == NOBODY
    press(stick, "fire", game, 60)  # at the second time
    assert game.byte("session_seat") != NOBODY


def test_clicks_say_it_all(session):
    game = session()
    wake(game)
    for x, seat in ((8, 1), (8, 1), (18, 0), (15, 1), (8, 2)):
        click(game, x, LINES_Y + seat, 8)
    assert wants(game)[:3] == [1, 1, 1]
    click(game, 30, 11, 60)
    assert game.byte("session_seat") != NOBODY


@pytest.mark.feature("F157", "F158")
def test_one_buyer_after_the_other_places_on_the_board(session):
    game = session()
    first = active(game)
    for key in "11223":
        tap(game, key)
    tap(game, "D")
    order = [seat for n in range(4) if (seat := (first + n) % 4) < 3]
    for seat in order:
        game.until("Build here")
        assert game.byte("session_seat") == active(game) == seat
        assert f"PLAYER{seat + 1}" in game.text().splitlines()[8][25:]
        for left in range(wants(game)[seat], 0, -1):
            game.until(f"Houses: {left}")
            place(game)
        game.tick(120)
        if game.mode == K["MODE_HOUSES"] and game.byte("session_seat") == seat:
            place(game, "D")
        game.tick(60)
    game.until("Next turn" if "Next turn" in game.text() else "Roll dice")
    assert game.mode == K["MODE_NORMAL"]
    assert sum(levels(game, ORANGE)) == 2 and max(levels(game, ORANGE)) == 1
    assert sum(levels(game, BLUE)) == 2 and levels(game, BLUE) == [1, 1]
    assert sum(levels(game, BROWN)) == 1
    assert game.byte("bank_houses") == 32 - 5
    assert game.word("player_money", 1) == 1500 - 400


def test_the_street_is_chosen_by_cursor_or_click(session):
    game = session()
    for key in "22":
        tap(game, key)
    tap(game, "D")
    game.until("Build here")
    first = game.byte("place_square")
    assert first in BLUE and "Build for  200" in game.text() and "Leaves $1300" in game.text()
    armed(game)
    tap(game, "CRSR_RIGHT")
    second = game.byte("place_square")
    assert {first, second} == set(BLUE)
    wake(game)
    click(game, 22, 20 if first == 39 else 16, 10)
    chosen = game.byte("place_square")
    assert chosen in BLUE
    place(game)
    game.until("Houses: 1")
    assert game.byte("square_level", chosen) == 1


@pytest.mark.feature("F158")
def test_overspending_is_told_before_and_forces_to_raise_it(session):
    game = session(cash={1: 150})
    for key in "22":
        tap(game, key)
    tap(game, "D")
    game.until("Build here")
    assert "You'd owe $50" in game.text()
    place(game)
    game.until("Houses: 1")
    assert game.word("player_money", 1) == -50
    place(game, "D")
    game.tick(100)
    game.until("Auto-pay")
    assert "PLAYER2" in game.text().splitlines()[8][25:]


@pytest.mark.feature("F156")
def test_too_few_houses_are_auctioned_one_by_one(session):
    game = session(bank=3)
    for key in "112233":
        tap(game, key)
    assert "Too few: auction" in game.text()
    tap(game, "D")
    owners, bids = [], cries(game)
    for key, other in (("1", "2"), ("2", "3"), ("3", "1")):
        game.until("A HOUSE").until("Who begins?")
        assert game.mode == K["MODE_AUCTION"]
        game.tick(60)
        armed(game)
        tap(game, other)
        tap(game, key)
        assert standing(game) == (11, int(key) - 1)
        assert figures(game)[0] == "$11"
        owners.append(int(key) - 1)
        game.tick(290)
    assert len(bids) == 6
    game.until("Build here")
    assert wants(game)[:3] == [1, 1, 1]
    assert [game.word("player_money", seat) for seat in range(3)] == 3 * [1489]


def test_who_is_short_of_a_group_hears_why(at):
    game = first_turn(at("setup"))
    game.key("h", 40)
    assert game.mode == K["MODE_NORMAL"]
    assert "You need the whole group." in game.told()


def test_what_computers_want_stands_there_and_they_place_it(session):
    game = session(computers=(1,))
    assert wants(game)[1] > 0
    before = wants(game)[1]
    tap(game, "2")  # nobody speaks for a computer
    assert wants(game)[1] == before
    tap(game, "D")
    for _ in range(400):
        game.tick(10)
        if game.mode == K["MODE_NORMAL"]:
            break
    assert 0 < sum(levels(game, BLUE)) <= before
