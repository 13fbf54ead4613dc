"""Help: every page says what it is about, what each button does, what comes next."""

import pytest

from tests.asm.game.engine import K
from tests.asm.game.ui.machine import COLORS
from tests.asm.game.ui.test_bid import auction  # noqa: F401
from tests.asm.game.ui.test_menu import MENUS, buttons, table
from tools.game.build_game import OVERLAYS

YELLOW_INK, PALE_INK = 0x78, 0xD8  # on orange
LOCAL = 0x40
OWN_OF = {"menu_all", "menu_own", "menu_loser"}


def pointer(game, at):
    """An address in the program."""
    return game.ram[at] + 256 * game.ram[at + 1]


def explained(game, code, own):
    """What the help page says about a code."""
    if code < LOCAL:
        return pointer(game, game.labels["words_request"] + 2 * code)
    if code < LOCAL + 16:
        return pointer(game, game.labels["words_local"] + 2 * (code - LOCAL))
    return pointer(game, own + 2 * (code - LOCAL - 16))


def test_every_menu_has_its_situation_and_every_button_its_words(at):
    game = at("turn")
    game.fill(OVERLAYS[K["FILE_HELP"]][1])
    entries, at_entry = {}, game.labels["help_menus"]
    while pointer(game, at_entry):
        entries[pointer(game, at_entry)] = at_entry
        at_entry += 6
    for label in MENUS:
        at_entry = entries[game.labels[label]]
        situation = game.words(pointer(game, at_entry + 2))
        assert 20 < len(situation) <= 4 * 38
        own = pointer(game, at_entry + 4)
        assert bool(own) == (label in OWN_OF)
        for page in table(game, label):
            for _, code, text in page:
                found = explained(game, code, own)
                assert found, (label, text)
                assert 0 < len(game.words(found)) <= 24


@pytest.mark.feature("F197")
def test_help_explains_the_turn_its_buttons_and_the_next_one(at):
    game = at("turn")
    before = game.text()
    for key in ("?", "{F8}"):
        game.key(key, 60)
        lines = game.text().splitlines()
        assert "HELP" in game.text()
        assert "Your turn" in game.text()
        for page in table(game, "menu_turn"):
            for letter, _, label in page:
                row = next(i for i, x in enumerate(lines) if x[1] == letter and label in x)
                assert len(lines[row][16:].strip()) > 5
                ink = game.ram[COLORS + 40 * row + 3]
                assert (ink == YELLOW_INK) == (label == "Roll dice")
                assert (ink == PALE_INK) == (label == "Next turn")
        game.key(" ", 60)
        assert game.text() == before


def test_help_comes_by_button_and_goes_back_to_it(at):
    game = at("turn")
    game.key(".", 10)
    while buttons(game)[game.byte("menu_selected")] != "Help":
        game.key("{DOWN}", 4)
    game.key("\n", 60)
    assert "HELP" in game.text()
    game.key("\n", 60)
    assert buttons(game)[game.byte("menu_selected")] == "Help"
    assert game.byte("menu_page") == 1


def test_help_in_an_auction_and_in_managing_tells_about_them(auction):  # noqa: F811
    game = auction
    game.key("?", 60)
    assert "The last to bid" in game.text()
    assert "no more bids" in game.text()
    game.key(" ", 60)
    assert "Bid $10" in game.text()
    game.key("d", 40)
    game.key("?", 60)
    assert "go round the board" in game.text()
    assert "next square" in game.text()
    game.key(" ", 60)
    assert "Done" in buttons(game)


def test_title_and_setup_have_pages_of_words(at):
    game = at("title")
    game.key("{F8}", 60)
    assert "Press a button by its letter" in game.text()
    assert game.machine.board.vic.peek(0x15) == 0  # no token over the words
    game.key(" ", 60)
    assert "RETURN or fire: start" in game.text()
    game.key("\n", 60)
    game.key("{F8}", 60)
    assert "While computers play" in game.text()
    game.key(" ", 60)
    assert "WHO PLAYS?" in game.text()
    assert "PLAYER 1" in game.text()


@pytest.mark.parametrize("place", ["title", "setup", "turn"])
def test_no_line_of_help_is_wider_or_longer_than_the_page(at, place):
    game = at(place)
    game.key("{F8}", 60)
    lines = game.text().splitlines()
    assert "Any key: back" in lines[24]
    assert not lines[23].strip() or place == "turn"
    assert all(line[39] == " " for line in lines[1:])


def test_the_key_for_help_is_always_in_sight(at):
    for place, text in (("title", "F8 How to play"), ("setup", "F8: help"), ("turn", "? Help")):
        assert text in at(place).text()
