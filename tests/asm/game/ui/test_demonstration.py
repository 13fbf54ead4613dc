"""A minute at the title, and the machine plays by itself; any key, stick or button ends that."""

import pytest

from tests.asm.game.engine import K
from tests.asm.game.ui.machine import Game
from tests.asm.game.ui.test_computer import computers
from tests.volume import seldom

MINUTE = 60 * 50
IDLE, SQUARE = 75, 40  # squares in that minute, pictures for each (asm/game/pages/title.s)
SOON = 2 * SQUARE
START = "RETURN or fire: start"
FIRST = K["CHARACTER_HOARDER"]


@pytest.fixture(scope="module")
def shown(built):
    """Snapshot: the machine has just begun to play by itself, on a virtual drive."""
    game = nearly(Game().boot())
    waited(game, SOON + 100)
    assert game.mode == K["MODE_FIRST"]
    game.tick(100)
    return game.machine.snapshot()


@pytest.fixture
def demo(shown):
    game = Game()
    game.machine.restore(shown)
    return game


def nearly(game):
    """All of the minute has gone by, but for its last square."""
    game.ram[game.labels["title_idle"]] = IDLE - 1
    return game


def waited(game, most):
    """Pictures until the machine plays, at most so many."""
    for pictures in range(0, most, 10):
        if game.mode != K["MODE_SETUP"]:
            return pictures
        game.tick(10)
    return most


def fresh():
    """Set-up as it is without a demonstration."""
    return Game().boot().key("\n")


def rules_only(game):
    """The state without the dice's register."""
    return game.state()[: game.labels["rng_v"] - game.labels["state_begin"]]


def test_after_a_minute_four_characters_play_among_themselves(built):
    game = Game().boot()
    pictures = waited(game, MINUTE + 300) + 90  # boot's own
    assert MINUTE - 50 <= pictures <= MINUTE + 100
    seats = [game.byte("settings", K["OPT_SKILLS"] + seat) for seat in range(4)]
    assert computers(game) == [0, 1, 2, 3]
    assert len(set(seats)) == 4
    assert min(seats) >= FIRST
    game.until("DEMONSTRATION").until("Any key: back")
    assert "SPACE" not in game.text()
    game.tick(1500)
    assert game.mode != K["MODE_SETUP"]
    assert game.byte("turn_count") >= 1


@pytest.mark.parametrize(
    "what", [" ", "x", "\n", "{STOP}", "{F1}", "{F7}", "stick", "fire", "mouse"]
)  # fmt: skip
def test_whatever_is_pressed_brings_the_title_back(demo, what):
    prefs = [demo.byte("prefs", n) for n in range(8)]
    if what == "mouse":
        demo.machine.mouse.plug(1)
        for i in range(20):
            demo.machine.mouse.move(2 - 4 * (i & 1), 0)
            demo.tick(1)
        demo.machine.mouse.press("left")
        demo.tick(4)
        demo.machine.mouse.release("left")
    elif what in ("stick", "fire"):
        stick = demo.machine.joystick(2)
        stick.press("left" if what == "stick" else "fire")
        demo.tick(4)
        stick.release()
    else:
        demo.key(what, 10)
    demo.until(START, 400)
    demo.tick(60)
    assert START in demo.text()  # and the key did nothing there
    assert not demo.byte("demo_on")
    assert demo.byte("music_on")
    assert [demo.byte("prefs", n) for n in range(8)] == prefs
    demo.key("\n")
    demo.until("WHO PLAYS?", 400).tick(40)
    one, two = demo, fresh()
    assert rules_only(one) == rules_only(two)
    if what != "mouse":  # whose pointer chooses a line
        assert one.text() == two.text()


@pytest.mark.parametrize("times", [1, seldom(3)])
def test_it_can_begin_and_end_again_and_again_and_a_game_be_played(demo, times):
    for _ in range(times):
        demo.key("x", 10)
        demo.until(START, 400)
        assert waited_from_title(nearly(demo)) <= SOON + 200
        demo.tick(700)
    demo.key("x", 10)
    demo.until(START, 400).tick(40)
    demo.key("\n")
    demo.until("WHO PLAYS?", 400).tick(20)
    demo.machine.type("{F7}", wait=False)
    for _ in range(400):
        demo.tick(1)
        if demo.mode == K["MODE_FIRST"] and not computers(demo):
            break
    demo.tick(100)
    assert "PLAYER 1" in demo.text()


def waited_from_title(game):
    """Pictures from the title until the machine plays again."""
    for pictures in range(0, MINUTE, 10):
        if game.byte("demo_on") and game.mode == K["MODE_FIRST"]:
            return pictures
        game.tick(10)
    return MINUTE


@pytest.mark.parametrize("key", ["q", seldom("m")])
def test_it_does_not_begin_while_somebody_types(built, key):
    game = Game().boot()
    for _ in range(4):
        nearly(game).tick(5)
        game.key(key, SOON)
    assert game.mode == K["MODE_SETUP"]
    assert START in game.text()


@pytest.mark.parametrize("key", ["{F8}", "\n", "{F1}"])
def test_it_does_not_begin_behind_help_set_up_or_saved_games(built, key):
    game = Game().boot().key(key, 100)
    seen = game.text()
    nearly(game).tick(SOON + 500)
    assert game.text() == seen
    assert not game.byte("demo_on")


def test_without_the_disk_the_title_stays(built):
    """What does not come is told to nobody."""
    game = Game()
    game.serve(False)
    nearly(game.boot()).tick(SOON + 100)
    game.until(START, 3000).tick(50)
    assert START in game.text()
    assert not game.byte("demo_on")
    assert game.mode == K["MODE_SETUP"]
    game.key("{F8}", 60)
    assert START not in game.text()


def test_on_a_slow_bus_the_title_is_back_at_once(shown):
    """There it plays without faces, so that nothing has to come again."""
    game = Game().boot()
    game.ram[game.labels["bus_slow"]] = 0x80
    waited(nearly(game), SOON + 200)
    game.tick(100)
    assert game.byte("demo_on")
    assert game.holds("title")
    assert game.ram[game.labels["variant_mark"] + 6] != K["FILE_TALK"]
    game.key("x", 5)
    game.tick(30)
    assert START in game.text()
