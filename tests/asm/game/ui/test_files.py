"""The page of saved games: what a player sees and is told, whatever the drive does."""

import pytest

from disk.d64 import D64Image
from disk.volume import Volume
from tests.asm.game.engine import K


def blank():
    return D64Image.blank(b"SAVES", b"01")


def names(image):
    """Names of the saved games on a disk."""
    return [e.name.decode()[5:] for e in Volume(image).entries() if e.name.startswith(b"GO64-")]


def open_page(at, image, words="games", place="turn"):
    """A game with this disk in drive 8 and the page open."""
    game = at(place)
    game.machine.attach(image)
    game.key("g" if place == "turn" else "{F1}")
    return game.until(words)


def save(game, name, words="is saved."):
    game.key("s", 20)
    game.key(f"{name}\n", 10)
    return game.until(words)


@pytest.fixture(scope="module")
def saved(places):
    """A disk on which the game at "turn" is saved as ADA; taken as a copy."""
    from tests.asm.game.ui.machine import Game

    game = Game()
    game.machine.restore(places["turn"])
    image = blank()
    game.machine.attach(image)
    game.key("g")
    game.until("No games")
    save(game, "ada")
    return bytes(image.data)


@pytest.fixture
def ada(saved):
    return D64Image(saved)


@pytest.mark.feature("F189")
def test_quit_asks_to_save_and_then_whether_to_play_on(at):
    game = at("turn")
    game.machine.attach(blank())
    game.key("q", 20)
    assert "Save the game first?" in game.text()
    game.key("y", 20)
    game.until("No games")
    save(game, "ada")
    game.key("b", 60)
    assert "Play on, or end the" in game.text()
    game.key("p", 40)
    assert game.mode == K["MODE_NORMAL"]
    assert "Roll dice" in game.text()
    game.key("q", 20)
    game.key("n", 20)
    game.key("e", 60)
    assert game.mode == K["MODE_QUIT"]
