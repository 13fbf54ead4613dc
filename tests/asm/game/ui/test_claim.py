"""Rent that is claimed in time or lost: R, the owner's number, fire, clicks; the bar."""

import pytest

from tests.asm.game.engine import K
from tests.asm.game.ui.machine import Game
from tests.asm.game.ui.rules1989 import (
    active,
    armed,
    first_turn,
    money,
    rolled,
    tap,
    thrown,
    with_disk,
)
from tests.asm.game.ui.table import deal
from tests.asm.game.ui.test_bid import figures
from tests.asm.game.ui.test_computer import against
from tests.asm.game.ui.test_live_auction import bar
from tests.asm.game.ui.test_menu import press
from tests.asm.game.ui.test_mouse import click, wake

STREET, RENT = 39, 50
SECOND = {"c64": 50, "ntsc": 60}  # pictures


def due(game):
    """Somebody stands on another one's street; returns (payer, owner)."""
    payer = active(game)
    owner = (payer + 2) % 4
    deal(game, {STREET: owner})
    rolled(game, STREET, frames=5)
    game.until("Claim your rent!")
    assert game.mode == K["MODE_CLAIM"] and active(game) == owner
    return payer, owner


@pytest.fixture
def asked(at):
    """(machine, payer, owner): the owner is asked, what he presses is taken."""
    game = first_turn(at("setup"))
    payer = active(game)
    owner = (payer + 2) % 4
    game.way(("claim asked",), lambda: _asked(game))
    thrown(game)
    return game, payer, owner


def _asked(game):
    due(game)
    armed(game)


def paid(game, payer, owner, rent=RENT):
    """Has the rent moved?  The page is over."""
    game.tick(200)
    assert game.mode == K["MODE_NORMAL"], game.where()
    assert "Claim" not in game.text()
    had = game.word("player_money", payer), game.word("player_money", owner)
    assert had in ((1500 - rent, 1500 + rent), (1500, 1500))
    return had != (1500, 1500)


def test_the_page_says_who_owes_how_much_to_whom(asked):
    game, payer, owner = asked
    lines = game.text().splitlines()
    assert f"PLAYER{payer + 1} owes" in lines[7]
    assert figures(game)[0] == f"${RENT}"
    assert f"PLAYER{owner + 1}" in lines[13]
    assert f"PLAYER{owner + 1}" in lines[8][25:] and "Rent to claim" in lines[9]
    assert lines[11][25] == "R" and lines[13][25] == str(owner + 1)
    assert bar(game) > 28


@pytest.mark.feature("F152")
@pytest.mark.parametrize("key", ["R", "number", "RETURN"])
def test_the_owner_claims_by_a_key(asked, key):
    game, payer, owner = asked
    tap(game, str(owner + 1) if key == "number" else key)
    assert paid(game, payer, owner)


@pytest.mark.feature("F152")
@pytest.mark.parametrize("port", [1, 2])
def test_the_owner_claims_by_fire(asked, port):
    game, payer, owner = asked
    press(game.machine.joystick(port), "fire", game, 5)
    assert paid(game, payer, owner)


@pytest.mark.feature("F152")
@pytest.mark.parametrize("place", [(30, 11), (30, 13), (10, 12)])
def test_the_owner_claims_by_a_click(asked, place):
    game, payer, owner = asked
    wake(game)
    click(game, *place, 5)
    assert paid(game, payer, owner)


def test_other_keys_claim_nothing(asked):
    game, payer, owner = asked
    for key in ("SPACE", str(payer + 1), "N", "STOP", "C"):
        tap(game, key)
    assert game.mode == K["MODE_CLAIM"]
    game.tick(300)
    assert not paid(game, payer, owner)


@pytest.mark.feature("F152")
@pytest.mark.parametrize(("setting", "seconds"), [(6, 3), (5, 10)])
def test_there_is_as_much_time_as_was_set(at, setting, seconds):
    """V-1.2: 3 to 10 seconds."""
    game = first_turn(at("setup"))
    game.ram[game.labels["settings"] + K["OPT_CLAIM"]] = setting
    due(game)
    armed(game)
    fiftieths = game.word("bar")
    assert abs(fiftieths - 50 * seconds) <= 30, fiftieths
    assert bar(game) > 28


@pytest.mark.feature("F152")
@pytest.mark.parametrize("model", SECOND)
def test_after_five_seconds_it_is_missed_and_told(built, model):
    game = Game(model=model).boot().key("\n")
    first_turn(game)
    payer, owner = due(game)
    armed(game)
    pictures = 0
    while game.word("bar"):
        game.tick(1)
        pictures += 1
        assert pictures < 400
    assert abs(pictures - 5 * SECOND[model]) <= 5, pictures
    game.until(f"misses ${RENT} rent")
    assert f"PLAYER{owner + 1} misses" in game.told()
    assert not paid(game, payer, owner)


def test_a_key_meant_for_hurrying_claims_nothing(at):
    """Fire hammered through the walk and into the first half second."""
    game = first_turn(at("setup"))
    payer, owner = active(game), (active(game) + 2) % 4
    deal(game, {STREET: owner})
    rolled(game, STREET, frames=5)
    for _ in range(60):
        if "Claim your rent!" in game.text():
            break
        tap(game, "RETURN")
    for _ in range(4):
        tap(game, "RETURN")
    assert game.mode == K["MODE_CLAIM"]
    armed(game)
    tap(game, "RETURN")
    assert paid(game, payer, owner)


def test_a_computer_claims_at_once_without_the_page(at):
    game = first_turn(at("setup"))
    payer, owner = active(game), (active(game) + 2) % 4
    against(game, owner)
    deal(game, {STREET: owner})
    rolled(game, STREET, frames=5)
    for _ in range(60):
        game.tick(5)
        assert "Claim your rent!" not in game.text()
    assert paid(game, payer, owner)


def test_who_cannot_pay_must_raise_it(asked):
    game, payer, _ = asked
    money(game, payer, 20)
    deal(game, {1: payer, 3: payer}, money={payer: 20})
    tap(game, "R")
    game.until("Auto-pay")
    assert game.word("player_money", payer) == 20 - RENT


def test_the_bar_is_full_when_the_page_has_been_loaded(at):
    game = first_turn(at("setup"))
    game.key("x", 60).key("{RUN/STOP}", 60)
    with_disk(game)
    payer = active(game)
    deal(game, {STREET: (payer + 2) % 4})
    rolled(game, STREET, frames=5)
    game.until("Claim your rent!", 6000)
    game.tick(12)
    assert bar(game) == 32
