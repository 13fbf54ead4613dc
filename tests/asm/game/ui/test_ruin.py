"""Bankrupt: a person reads why, sees what there was to raise, and presses a key."""

import pytest

from tests.asm.game.brain.table import sit
from tests.asm.game.engine import K
from tests.asm.game.robust.crowd import Inside
from tests.asm.game.ui.screen_scripts_play import to_menu
from tests.asm.game.ui.table import deal
from tests.asm.game.ui.test_must_pay import throw

PATIENT = 1000  # pictures


@pytest.fixture
def broke(at):
    """Who rolls 3 now owes 950 for Bow Street with a hotel and has 20 and Old Kent Road."""
    game = at("turn")
    me = game.byte("mode_active", 0)
    you = (me + 1) % 4
    deal(game, {1: me, 16: you, 18: you, 19: you}, {16: 5, 18: 5, 19: 5}, money={me: 20})
    game.ram[game.labels["player_square"] + me] = 13
    return game, me, you


def flat(game):
    return " ".join(line[5:20].strip() for line in game.text().splitlines()[4:16]).split()


def test_the_page_says_what_is_owed_and_what_there_was_and_waits_for_a_key(broke):
    game, me, you = broke
    throw(game, 1, 2)
    game.until("BANKRUPT", 2000).tick(PATIENT)
    said = " ".join(flat(game))
    assert "BANKRUPT" in said
    assert f"PLAYER {me + 1} owes" in said
    assert "$930" in said  # of 950; the 20 are gone
    assert "raise $30." in said  # the mortgage of Old Kent Road
    assert f"owes PLAYER {you + 1} $930" in game.told()
    for key in (" ", "n", "{STOP}"):
        game.key(key, 60)
        assert "BANKRUPT" in game.text(), key
    game.key("\n", 60)
    assert "BANKRUPT" not in game.text()


def test_hammering_return_does_not_leave_the_page(broke):
    game, _, _ = broke
    throw(game, 1, 2)
    for _ in range(120):
        game.machine.type("\n", wait=False)
        game.tick(20)
    assert "BANKRUPT" in game.text()


def test_who_has_looked_at_the_deeds_he_may_have_is_believed_that_he_wants_none(broke):
    """R-13.2: not before; what he does not take is put up."""
    game, _, _ = broke
    throw(game, 1, 2)
    game.until("BANKRUPT", 2000).tick(60)
    game.key("\n", 60)
    to_menu(game)
    assert game.mode == K["MODE_TRANSFER"], game.where()
    game.key("c", 60)
    assert game.mode == K["MODE_TRANSFER"]
    assert "deeds" in game.told(), game.where()
    for key in "odc":
        game.key(key, 60)
    assert game.mode == K["MODE_AUCTION"], game.where()
    assert game.byte("mode_square", 1) == 1


def test_a_bankrupt_computer_keeps_nobody_waiting(broke):
    game, me, _ = broke
    sit(Inside(game), me)
    game.ram[game.labels["player_money_lo"] + me] = 20
    seen = ""
    game.kit.mock("random_dice", lambda kit: kit.memory.put("dice", bytes((1, 2))))
    game.key("v", 60).key(" ", 10)
    for _ in range(200):
        game.tick(10)
        seen += game.text()
        if not game.byte("player_flags", me) & 1 and "is bankrupt!" in seen:
            break
    assert "is bankrupt!" in seen
    assert "would raise" not in seen
    assert not game.byte("player_flags", me) & K["PF_ALIVE"]
