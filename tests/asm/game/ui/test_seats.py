"""Names of seats in set-up: none empty, none twice, of seven letters by the rules of 1989."""

import pytest

from tests.asm.game.engine import K
from tests.asm.game.ui.german import choose

REFUSED = "Everybody needs a name of his own."
FIRST_LINE = 1  # setup_item of the first seat
DELETED = "{DEL}" * 8


def names(game, seats=4):
    """What is in memory of the names, ends and all."""
    at = game.labels["player_names"]
    return [bytes(game.ram[at + 8 * n : at + 8 * n + 8]) for n in range(seats)]


def refused(game, seat):
    """F7 says why not, and the line of the seat is chosen."""
    game.key("{F7}", 60)
    assert game.mode == K["MODE_SETUP"]
    assert REFUSED in game.text()
    assert game.byte("setup_item") == FIRST_LINE + seat


@pytest.mark.parametrize("blanks", ["", "   "])
def test_a_game_does_not_begin_with_an_empty_name(at, blanks):
    game = at("setup").key("{DOWN}{DOWN}", 10)
    game.key(DELETED + blanks + "{UP}{UP}", 20)
    refused(game, 1)
    game.key("{DEL}" * len(blanks) + "ada", 10).key("{F7}", 60)
    assert game.mode == K["MODE_FIRST"]


@pytest.mark.parametrize("second", ["boris", "boris  "])
def test_a_game_does_not_begin_with_a_name_twice(at, second):
    """Not even if blanks at its end make it look like another one to a program."""
    game = at("setup").key("{DOWN}boris", 10).key("{DOWN}{DOWN}{DOWN}", 10)
    game.key(second, 10)
    refused(game, 3)
    game.key("s", 10).key("{F7}", 60)
    assert game.mode == K["MODE_FIRST"]


@pytest.mark.parametrize("name", ["BORI", "BORISA", "ORIS"])
def test_a_name_that_only_begins_or_ends_as_another_is_one_of_its_own(at, name):
    game = at("setup").key("{DOWN}boris", 10).key("{DOWN}" + name.lower(), 10)
    game.key("{F7}", 60)
    assert game.mode == K["MODE_FIRST"]


def test_the_name_of_a_seat_that_does_not_play_is_nobodys(at):
    game = at("setup").key("{DOWN}{DOWN}{DOWN}player 2", 10)
    game.key("{UP}{UP}{UP}{LEFT}{LEFT}", 10).key("{F7}", 60)
    assert game.mode == K["MODE_FIRST"]


def test_del_shortens_a_name_nobody_has_typed(at):
    game = at("setup").key("{DOWN}{DEL}", 10)
    assert names(game)[0] == b"PLAYER \0"


@pytest.mark.feature("F244")
def test_by_the_rules_of_1989_the_eighth_letter_is_not_taken(at):
    game = at("setup").key("{DOWN}", 10)
    game.play_by(K["PRESET_1989"])
    game.key("wilhelmine", 10)
    assert names(game)[0] == b"WILHELM\0"
    game.key("{F7}", 60)
    assert game.mode == K["MODE_FIRST"]
    assert names(game) == [b"WILHELM\0", b"PLAYER2\0", b"PLAYER3\0", b"PLAYER4\0"]


@pytest.mark.feature("F244")
def test_names_typed_before_the_rules_of_1989_are_chosen_lose_their_eighth_letter(at):
    game = at("setup").key("{DOWN}wilhelmine{DOWN}josephin", 10)
    game.play_by(K["PRESET_1989"])
    game.key("{F7}", 60)
    assert names(game)[:2] == [b"WILHELM\0", b"JOSEPHI\0"]


def test_names_that_are_the_same_without_their_eighth_letter_are_refused(at):
    game = at("setup").key("{DOWN}theodora{DOWN}theodorb", 10)
    game.play_by(K["PRESET_1989"])
    refused(game, 1)


def test_names_nobody_has_typed_keep_their_numbers_in_german(at):
    """SPIELER1 has no blank to lose."""
    game = choose(at("title")).key("\n", 60)
    game.play_by(K["PRESET_1989"])
    game.key("{F7}", 60)
    assert game.mode == K["MODE_FIRST"]
    assert names(game) == [b"SPIELE%d\0" % n for n in (1, 2, 3, 4)]


def test_a_blank_behind_seven_letters_takes_none_away(at):
    game = at("setup").key("{DOWN}wilhelm ", 10)
    game.play_by(K["PRESET_1989"])
    game.key("{F7}", 60)
    assert names(game)[0] == b"WILHELM\0"
