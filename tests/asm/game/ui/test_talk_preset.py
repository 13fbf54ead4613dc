"""Characters in a preset's game from the cartridge: TALK comes for as long as somebody talks."""

import pytest

from tests.asm.game.engine import K
from tests.asm.game.ui.test_auto import powered
from tests.asm.game.ui.test_faces import portrait, seen
from tests.asm.game.ui.test_talk import (
    CHATTER,
    FACE,
    FOX,
    HAMSTER,
    LOST,
    OWL,
    PAID,
    REFUSES,
    RENT,
    RUIN,
    SEATS,
    TOOK,
    WON,
    saying,
    seated,
    told,
)

PERSON = 2  # its seat
MARK = 6  # of a file, the byte with its number
THINKING = 14  # pictures that a computer thinks before it acts
BUBBLE = 200  # pictures that one may stand
RULES = {"PRESET_1989": "FILE_RULES1989", "PRESET_RUSSIAN": "FILE_RUSSIAN"}


@pytest.fixture(scope="module", params=sorted(RULES))
def table(request, c64_factory):
    """A preset and a snapshot: three characters and a person, nobody has rolled."""
    game = powered(c64_factory, f"talk {request.param}")
    game.key("\n")
    game.play_by(K[request.param])
    seated(game)
    assert file_there(game) == K[RULES[request.param]]
    return game, request.param, game.machine.snapshot()


def file_there(game):
    """The number of the file that lies where rules and TALK do."""
    return game.ram[game.labels["variant_mark"] + MARK]


def rules_back(game):
    """Wait until they are there again, as long as a bubble may stand."""
    for _ in range(BUBBLE):
        if file_there(game) == game.rules:
            return
        game.tick(1)
    raise AssertionError(f"file {file_there(game)} stays where the rules were")


@pytest.fixture
def play(table):
    game, preset, snapshot = table
    game.machine.restore(snapshot)
    game.rules = K[RULES[preset]]
    return game


@pytest.mark.parametrize(
    ("event", "words", "who"),
    [
        (("RENT", 2, 19, 0, 150), RENT, HAMSTER),
        (("RENT", 1, 19, 2, 300), PAID, FOX),
        (("ELIMINATED", 1, 0, 2), RUIN, FOX),
        (("GAME_OVER", 3, 0), WON, OWL),
        (("TRADE_OFF", 2, 0, 1), REFUSES, FOX),
    ],
)
def test_what_is_said_when(play, event, words, who):
    assert told(play, *event) == (saying(who, words), who)
    assert file_there(play) == K["FILE_TALK"]
    rules_back(play)


def test_a_character_at_its_turn_shows_its_face(play):
    while file_there(play) != K["FILE_TALK"]:
        play.tick(1)
    rules_back(play)
    seat = play.byte("mode_active", play.byte("mode_depth"))
    for _ in range(THINKING):
        play.tick(1)
        if (seen(play, *FACE) == portrait(SEATS[seat])).all():
            return
    raise AssertionError(f"no portrait of {SEATS[seat]}")


def test_who_takes_what_a_person_collects_says_so(play):
    play.ram[play.labels["player_groups"] + 8 * 3 + PERSON] = 1  # orange
    assert told(play, "BOUGHT", 0, 19, 0, 200) == (saying(HAMSTER, TOOK), HAMSTER)


def test_who_has_bid_for_what_another_gets_says_so(play):
    bids = [("AUCTION", 0, 19, 0, 0), ("BID", 3, 19, 0, 20), ("BID", 2, 19, 0, 30)]
    assert told(play, "WON", 2, 19, 0, 30, before=bids) == (saying(OWL, LOST), OWL)


def test_the_bids_of_an_auction_are_not_those_of_the_one_before(play):
    before = [("BID", 3, 19, 0, 20), ("AUCTION", 0, 21, 0, 0), ("BID", 2, 21, 0, 30)]
    assert told(play, "WON", 2, 21, 0, 30, before=before) == ("", None)


@pytest.mark.parametrize(
    "event",
    [("RENT", 2, 19, 8, 500), ("GROUP", 2, 2), ("TRADE_OFF", 0, 0, PERSON), ("TURN", 0)],
)
def test_when_nothing_is_said_the_rules_stay(play, event):
    """What persons do, rents of the bank, refusals of a person, other events."""
    board, there = play.machine.board, []
    board.set_trap(play.labels["talk_shown"], lambda board: there.append(1) and False)
    assert told(play, *event) == ("", None)
    assert not there or play.byte("ev_type") == 0


def test_chatter_can_be_turned_off(play):
    play.ram[play.labels["prefs"] + CHATTER] = 1
    assert told(play, "RENT", 1, 19, 2, 300) == ("", None)
