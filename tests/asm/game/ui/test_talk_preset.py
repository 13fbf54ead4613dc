"""Characters in a preset's game from cartridge, REU, GeoRAM: TALK comes while somebody talks."""

import pytest

from tests.asm.game.engine import K
from tests.asm.game.ui.test_auto import powered
from tests.asm.game.ui.test_expand import CALL_MOST, started
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


CARTRIDGE, REU, GEORAM = "cartridge", "reu", "georam"
MOST = {CARTRIDGE: 50_000, REU: 15_000, GEORAM: 120_000}  # cycles until TALK is there
TABLES = [
    *((CARTRIDGE, preset) for preset in sorted(RULES)),
    (REU, "PRESET_1989"),
    (GEORAM, "PRESET_RUSSIAN"),
]


@pytest.fixture(scope="module", params=TABLES, ids=" ".join)
def table(request, built, c64_factory):
    """A preset and a snapshot: three characters and a person, nobody has rolled, no drive."""
    medium, preset = request.param
    if medium == CARTRIDGE:
        game = powered(c64_factory, f"talk {preset}")
        game.key("\n")
    else:
        game = started(**{medium: "512k"})
        game.key("\n", 60).until("WHO PLAYS?")
    game.play_by(K[preset])
    seated(game)
    assert file_there(game) == K[RULES[preset]]
    game.machine.board.iec.detach(8)
    game.medium = medium
    return game, preset, game.machine.snapshot()


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


def shown(play):
    """The files that are there whenever TALK's code is called from now on."""
    there = []
    trap = lambda board: there.append(file_there(play))  # noqa: E731
    play.machine.board.set_trap(play.labels["talk_event"], trap)
    return there


def test_a_character_at_its_turn_shows_its_face(play):
    there = shown(play)
    while not there:
        play.tick(1)
    play.machine.board.set_trap(play.labels["talk_event"], None)
    assert there == [K["FILE_TALK"]]
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
    """What persons do, rents of the bank, refusals of a person, other events.

    The program without a cartridge asks less: of the words of persons it knows when TALK is there.
    """
    there = shown(play)
    assert told(play, *event) == ("", None)
    play.machine.board.set_trap(play.labels["talk_event"], None)
    if play.medium == CARTRIDGE or event[0] == "TURN":
        assert not there or play.byte("ev_type") == 0
    rules_back(play)


def test_chatter_can_be_turned_off(play):
    play.ram[play.labels["prefs"] + CHATTER] = 1
    assert told(play, "RENT", 1, 19, 2, 300) == ("", None)


CROWD = ("HELP", "DESK", "FINALE", "DEAL", "DISK", "TITLE")  # files that fill a GeoRAM of 64 KiB


@pytest.mark.parametrize("options", [{}, {"georam": "64k"}], ids=["1541", "full"])
def test_what_cannot_be_kept_is_asked_of_no_disk_again(built, options):
    """A disk alone is not asked for TALK; for a GeoRAM that is full once; all are silent."""
    game, asked = started(**options), []
    game.machine.board.set_trap(
        game.labels["file_unpack"], lambda board: asked.append(board.cpu.x) and False
    )
    for name in CROWD if options else ():
        game.call("overlay_need", x=K[f"FILE_{name}"], limit=CALL_MOST)
    game.key("\n", 60).until("WHO PLAYS?")
    game.play_by(K["PRESET_RUSSIAN"])
    seated(game)
    times = int(bool(options))
    assert asked.count(K["FILE_TALK"]) == times
    snapshot = game.machine.snapshot()
    assert told(game, "RENT", 1, 19, 2, 300) == ("", None)
    assert file_there(game) == K["FILE_RUSSIAN"]
    game.machine.restore(snapshot)
    game.ram[game.labels["variant_mark"]] ^= 0xFF  # as behind the page of saved games
    game.call("rules_need", limit=CALL_MOST)
    assert file_there(game) == K["FILE_RUSSIAN"]
    assert asked.count(K["FILE_TALK"]) == times
    assert asked.count(K["FILE_RUSSIAN"]) == 2


def test_nothing_comes_for_characters_that_do_not_play(built):
    game, asked = started(reu="512k"), []
    game.machine.board.set_trap(
        game.labels["file_unpack"], lambda board: asked.append(board.cpu.x) and False
    )
    game.key("\n", 60).until("WHO PLAYS?")
    game.play_by(K["PRESET_RUSSIAN"])
    game.key("{F7}", 60).until("Roll for")
    assert K["FILE_RUSSIAN"] in asked
    assert K["FILE_TALK"] not in asked


def test_a_word_holds_up_the_game_for_less_than_the_time_to_see_it(table):
    """Cycles until TALK is there, without the words; a picture has 19,656."""
    game, preset, snapshot = table
    game.machine.restore(snapshot)
    labels, ram, board = game.labels, game.ram, game.machine.board
    while not game.byte("panel_shown"):
        game.tick(1)
    ram[labels["ev_type"]], ram[labels["ev_player"]] = K["EV_GROUP"], 1
    spent = []
    board.set_trap(labels["talk_event"], lambda board: spent.append(game.machine.cycle) and False)
    begun = game.machine.cycle
    game.call("talk_now", limit=CALL_MOST)
    assert 0 < spent[0] - begun < MOST[game.medium]
    assert file_there(game) == K[RULES[preset]]
