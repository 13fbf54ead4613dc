"""Full pictures in the middle of a game: in gaol, bankrupt; short, and never in the way."""

import pytest

from tests.asm.game.brain.table import sit
from tests.asm.game.engine import K
from tests.asm.game.pictures.test_show import named, near, own_disk
from tests.asm.game.robust.crowd import Inside
from tests.asm.game.ui.test_must_pay import throw
from tests.asm.game.ui.test_ruin import broke as broke_fixture
from tools.game.build_game import MAP

BEFORE = 26  # four squares before "go to gaol"
ABLE = MAP["FAST"].start + 1  # fast_able: the drive runs our program
BOARD_AFTER = 500  # pictures: the file by the plain bus, three seconds to look at it

broke = broke_fixture


@pytest.fixture
def convict(at):
    """Who rolls 1 and 3 next goes to gaol; the disk is in a drive on the plain bus."""
    game = at("turn")
    game.machine.drives[8].attach(own_disk())
    return game


def go(game):
    """The player whose turn it is goes to gaol."""
    me = game.byte("mode_active", 0)
    for label in ("player_square", "shown_square"):
        game.ram[game.labels[label] + me] = BEFORE
    throw(game, 1, 3)
    return me


def written(game):
    """What is written in the picture."""
    return game.text().splitlines()[23].replace(".", " ").strip()


def seen(game, frames=BOARD_AFTER):
    """How many pictures the gaol stays in view, and what is written in it."""
    looked, words = 0, ""
    for _ in range(frames):
        game.tick(1)
        if near(game, named("GAOL")) == 1:
            looked += 1
            words = max(words, written(game), key=len)
        elif looked:
            break
    return looked, words


def test_who_goes_to_gaol_sees_it_and_then_the_board_again(convict):
    game = convict
    me = go(game)
    looked, words = seen(game)
    assert 120 <= looked <= 180
    assert words == f"PLAYER {me + 1} goes to gaol!"
    game.until("Next turn").tick(30)
    assert f"PLAYER {me + 1} goes to gaol!" in game.told()
    assert game.byte("shown_square", me) == 10
    assert near(game, named("GAOL")) < 0.9


def test_on_a_slow_bus_it_is_shown_once_from_a_1541_always(convict):
    game = convict
    go(game)
    assert seen(game)[0] > 0
    game.until("Next turn").key("n", 90)
    go(game)
    assert seen(game)[0] == 0
    game.until("Next turn").key("n", 90)
    game.ram[ABLE] = 1
    game.serve(False)
    game.machine.drives[8].attach(own_disk(), kind="1541")
    game.tick(60)
    go(game)
    assert seen(game, 900)[0] > 0


def test_space_shortens_the_look_and_the_rest_is_still_told(convict):
    game = convict
    me = go(game)
    for _ in range(BOARD_AFTER):
        if "gaol" in written(game):
            break
        game.tick(1)
    game.tick(3)
    game.machine.type(" ", wait=False)
    assert seen(game)[0] < 20
    game.until(f"PLAYER {me + 1} goes to gaol!", 60)
    assert game.byte("arm_state"), "nobody decides yet"


@pytest.mark.parametrize("why", ["motion is off", "a computer", "no disk"])
def test_otherwise_there_is_only_the_line_below_the_board(convict, why):
    game = convict
    if why == "motion is off":
        game.ram[game.labels["prefs"]] = 1
    elif why == "no disk":
        game.machine.drives[8].attach(None)
    me = go(game) if why != "a computer" else None
    if me is None:
        me = game.byte("mode_active", 0)
        for label in ("player_square", "shown_square"):
            game.ram[game.labels[label] + me] = BEFORE
        sit(Inside(game), me)
        game.kit.mock("random_dice", lambda kit: kit.memory.put("dice", bytes((1, 3))))
        game.key("v", 60).key(" ", 10)
    assert seen(game, 300)[0] == 0
    for _ in range(200):
        if game.byte("shown_square", me) == 10:
            break
        game.tick(10)
    assert game.byte("player_flags", me) & K["PF_GAOL"]
    assert game.byte("gaol_seen") == (why == "no disk")


def test_without_the_disk_a_loser_is_asked_for_it_and_may_go_on(broke):
    game, me, _ = broke
    game.serve(False)
    game.machine.drives[8].attach(None)
    throw(game, 1, 2)
    game.until("Try again", 3000)
    assert "Please put the GO 64" in game.text()
    game.key("b", 20)
    game.until("is bankrupt!", 1000)
    assert not game.byte("player_flags", me) & 1
