"""The automatic save on a disk: it is switched on with the saved games, and made once a round."""

import pytest

from c64.drive.attach import attach_drive
from disk.d64 import D64Image
from disk.volume import Volume
from tests.asm.game.engine import K
from tests.asm.game.ui.german import de
from tests.asm.game.ui.machine import GERMAN
from tests.asm.game.ui.test_auto import AUTO, OFFER, put
from tests.asm.game.ui.test_files import NEW, ada, back, blank, content, names, saved, with_sum

__all__ = ["ada", "saved"]  # fixtures of saved games

FILE = b"GO64-(AUTO)"
STATE = slice(164, -2)  # of a saved game, behind head, screen and events
SAVING, ON, OFF = f"Saving {AUTO}...", "It saves itself each round", "It is saved by hand only"
PAGE = 600  # pictures: a page comes and a game is saved
ROUND_OFF, ROUND_ON = 0, 2  # asm/game/pages/pages.inc
QUICK = "quick"  # the virtual drive


def ready(game):
    """What has come takes keys a little later."""
    game.tick(40)
    return game


def opened(at, image, kind=QUICK):
    """A game with this disk in drive 8, and the page of saved games."""
    game = at("turn")
    attach_drive(game.machine.board, image, kind=kind)
    game.key("g").until("SAVED GAMES").until(" game")
    return ready(game.until("Each round", 100))


def begun(at, image):
    """The game saves itself from now on; it is on the board again."""
    game = opened(at, image)
    game.key("e", 10).until(ON, PAGE)
    back(game)
    return game


def turn(game, further):
    """Somebody's turn, that many turns further on; the board asks for it, as behind a page."""
    count = game.byte("turn_count") + further
    assert count < 256
    put(game, turn_count=count, turn_phase=K["PHASE_ROLL"], turn_doubles=0)
    game.key("{F1}", 10)
    game.machine.type(" ", wait=False)
    return game


def round_of(game):
    """Everybody has had a turn: the save that follows, until the board is there again."""
    turn(game, game.byte("player_count")).until(SAVING, PAGE)
    return ready(game.until("Roll dice", PAGE))


def test_it_is_off_until_it_is_asked_for(at, ada):
    game = opened(at, ada)
    back(game)
    turn(game, game.byte("player_count")).tick(200)
    assert names(ada) == ["ADA"]
    assert "Roll dice" in game.shown()


@pytest.mark.feature("F142")
def test_it_is_saved_at_once_and_then_each_round(at):
    image = blank()
    game = begun(at, image)
    assert names(image) == [AUTO]
    assert content(image, FILE)[STATE] == game.state()
    first = content(image, FILE)
    seats = game.byte("player_count")
    turn(game, seats - 1).tick(200)
    assert content(image, FILE) == first, "not everybody has had a turn"
    turn(game, 1).until(SAVING, PAGE)
    game.until("Roll dice", PAGE).tick(40)
    assert names(image) == [AUTO], "the one before is replaced"
    assert content(image, FILE) == with_sum(content(image, FILE)[:-2])
    assert content(image, FILE)[STATE] == game.state()
    assert content(image, FILE) != first
    game.key("{F3}", 10)
    game.key(" ", 200)
    assert content(image, FILE)[STATE] == game.state()
    assert game.byte("auto_round") == ROUND_ON


def test_the_same_button_switches_it_off(at):
    image = blank()
    game = begun(at, image)
    game.key("g").until("1 game").until("Each round", 100).tick(30)
    game.key("e", 10).until(OFF)
    back(game)
    before = content(image, FILE)
    turn(game, game.byte("player_count")).tick(200)
    assert content(image, FILE) == before


def protect(image):
    image.read_only = True


def fill(image):
    """No block is free any more."""
    data = bytearray(image.data)
    bam = image.index(18, 0) * 256
    for track in range(1, 36):
        data[bam + 4 * track : bam + 4 * track + 4] = bytes(4)
    image.data[:] = data


@pytest.mark.parametrize(
    ("harm", "said"), [(protect, "write-protected."), (fill, "full")], ids=["protected", "full"]
)
def test_a_disk_that_takes_nothing_is_told_once_and_keeps_what_it_has(at, harm, said):
    image = blank()
    game = begun(at, image)
    before, state = content(image, FILE), game.state()
    harm(image)
    turn(game, game.byte("player_count")).until(said, PAGE)
    assert game.byte("auto_round") == ROUND_OFF
    game.key(" ", 10).until("1 game", PAGE).until("Each round", 100).tick(30)
    back(game)
    assert content(image, FILE) == before
    assert len(game.state()) == len(state)
    turn(game, game.byte("player_count")).tick(200)
    assert "Roll dice" in game.shown(), "it is not tried again"


def test_a_disk_that_is_gone_is_told_once_and_another_one_can_be_used(at):
    image = blank()
    game = begun(at, image)
    attach_drive(game.machine.board, None, kind=QUICK)
    turn(game, game.byte("player_count")).until("No disk in drive 8", PAGE)
    game.key(" ", 10).until("Each round", PAGE).tick(30)
    other = blank()
    game.machine.drives[8].attach(other)
    game.key("e", 10).until(ON, PAGE)
    back(game)
    round_of(game)
    assert names(other) == [AUTO]
    assert content(other, FILE)[STATE] == game.state()


def test_without_the_page_the_game_goes_on_and_does_not_ask_again(at):
    """The game's disk is not there: the page of saved games cannot be had."""
    game = begun(at, blank())
    game.serve(False)
    put(game, overlay_mark=0)
    turn(game, game.byte("player_count")).until("Back", PAGE)
    game.key("b", 60).until("Roll dice", PAGE)
    for _ in range(2):
        turn(game, game.byte("player_count")).tick(100)
        assert "Roll dice" in game.shown()


def test_power_lost_at_any_moment_leaves_one_whole_game(at):
    image = blank()
    game = begun(at, image)
    before = content(image, FILE)
    turn(game, game.byte("player_count")).until(SAVING, PAGE)
    after = game.state()
    found = set()
    while "Roll dice" not in game.shown():
        kept = D64Image(bytes(image.data))
        for name in (FILE, b"GO64-(NEW)"):
            try:
                whole = content(kept, name)
            except (AttributeError, LookupError, TypeError, ValueError):
                continue
            if whole == with_sum(whole[:-2]):
                found.add(whole[STATE] == after)
                break
        else:
            raise AssertionError("no game is left")
        game.tick(2)
    assert before[STATE] != after
    assert found == {False, True}


def test_what_an_interruption_left_alone_stays_until_the_next_save_is_whole(at):
    """Power was lost between the old file's deletion and the new one's name."""
    image = blank()
    game = begun(at, image)
    only = content(image, FILE)
    volume = Volume(image)
    volume.rename(volume.find(FILE), NEW)
    turn(game, game.byte("player_count")).until(SAVING, PAGE)
    after = game.state()
    while "Roll dice" not in game.shown():
        kept = Volume(D64Image(bytes(image.data)))
        whole = [kept.read_file(entry)[STATE] for entry in kept.entries() if entry.closed]
        assert only[STATE] in whole or after in whole, "no game is left"
        game.tick(2)
    assert names(image) == [AUTO]
    assert content(image, FILE)[STATE] == after != only[STATE]


# --- going on ------------------------------------------------------------------------------


def title(at, image, german=False):
    """The title with this disk in drive 8."""
    game = at("title")
    game.machine.drives[8].attach(image)
    if german:
        for _ in range(2):
            game.key("{F3}", 100)
        assert game.byte("names_wanted") == GERMAN
    return game


@pytest.fixture
def kept(at):
    """A disk with an automatic save, and the state in it."""
    image = blank()
    game = begun(at, image)
    return image, game.state(), game.byte("player_count")


@pytest.mark.feature("F141")
def test_the_title_goes_on_with_it_and_it_saves_itself_as_before(at, kept):
    image, state, seats = kept
    game = title(at, image)
    assert OFFER in game.text()
    game.key("{F5}", 10).until(f"{AUTO} goes on.", PAGE).until("Roll dice", PAGE).tick(60)
    assert game.state() == state
    before = content(image, FILE)
    game.tick(200)
    assert content(image, FILE) == before
    turn(game, seats).until(SAVING, PAGE)
    game.until("Roll dice", PAGE).tick(40)
    assert content(image, FILE)[STATE] == game.state() != state


def test_in_german_it_goes_on_too(at, kept):
    game = title(at, kept[0], german=True)
    assert de("title", "text_last") in game.text()
    game.key("{F5}", 10).until(de("files", "w_london"), PAGE)


def test_in_german_the_button_says_what_it_does(at, kept):
    game = title(at, kept[0], german=True)
    game.key("{F5}", 10).until(de("files", "w_london"), PAGE).tick(100)
    game.key("g", 10).until(de("files", "l_round"), PAGE).tick(60)
    game.key("j", 10).until(de("files", "w_round_off"), PAGE)
    game.key("j", 10).until(de("files", "w_round_on"), PAGE)


def test_a_disk_without_one_shows_its_games(at, ada):
    game = title(at, ada)
    game.key("{F5}", 10).until("It is not on this disk.", PAGE)
    game.key(" ", 10).until("1 game", PAGE)
    assert "ADA" in game.text()
