"""Characters at the table: faces at their turns, and what they say when."""

import pytest

from disk.d64 import D64Image
from tests.asm.game.engine import K
from tests.asm.game.ui.machine import Game
from tests.asm.game.ui.test_computer import persons_turn
from tests.asm.game.ui.test_faces import FIRST, portrait, seen
from tests.asm.game.ui.test_files import load, save
from tools.game.words import read_words

SAID = read_words("en")["talk"]["said"]
TOOK, LOST, REFUSES, RENT, PAID, GROUP, RUIN, WON = range(8)
FACE = (29, 16)  # cells
BUBBLE = slice(12, 15)  # rows
CHATTER = 7  # PREF_TALK
HAMSTER, FOX, OWL = 0, 2, 7
SEATS = {0: HAMSTER, 1: FOX, 3: OWL}  # and 2 a person


def saying(who, moment):
    return SAID[8 * who + moment]


def seated(game):
    """From set-up into a game of those in SEATS and a person, nobody has rolled."""
    labels, ram = game.labels, game.ram
    for seat in SEATS:
        game.key((seat + 1) * "{DOWN}" + "{F3}" + (seat + 1) * "{UP}", 6)
    for seat, who in SEATS.items():
        ram[labels["settings"] + K["OPT_SKILLS"] + seat] = FIRST + who
    ram[labels["settings"] + K["OPT_RANDOM"]] = K["RANDOM_UNBIASED"]
    game.machine.type("{F7}", wait=False)
    while game.mode != K["MODE_FIRST"]:
        game.tick(1)


@pytest.fixture(scope="module")
def table(built):
    """Snapshot: three characters and a person, nobody has rolled."""
    game = Game().boot().key("\n")
    seated(game)
    return game.machine.snapshot()


@pytest.fixture
def play(table):
    game = Game()
    game.machine.restore(table)
    return game


def test_a_character_at_its_turn_shows_its_face(play):
    assert play.holds("talk") or play.ram[play.labels["variant_mark"]] == ord("G")
    play.until("Thinking", 100).tick(8)
    seat = play.byte("mode_active", play.byte("mode_depth"))
    if seat == 2:
        play.key("r", 200)
        play.until("Thinking", 400).tick(8)
        seat = play.byte("mode_active", play.byte("mode_depth"))
    assert (seen(play, *FACE) == portrait(SEATS[seat])).all()
    assert "player" not in play.text().splitlines()[12]  # no skill is told


def told(game, event, player=0, param=0, other=0, amount=0, before=()):
    """What stands in the bubble when the next event is this one; also the portrait's character."""
    board, labels, ram = game.machine.board, game.labels, game.ram
    said = []
    events = [*before, (event, player, param, other, amount)]

    def instead(board):
        if ram[labels["ev_type"]] == 0 or not events:
            return False
        kind, player, param, other, amount = events.pop(0)
        for label, value in (("ev_type", K["EV_" + kind]), ("ev_player", player),
                             ("ev_param", param), ("ev_other", other),
                             ("ev_lo", amount & 255), ("ev_hi", amount >> 8)):  # fmt: skip
            ram[labels[label]] = value
        if not events:
            board.set_trap(labels["talk_now"], None)
        return False

    def speaks(board):
        said.append(board.cpu.x)
        return False

    board.set_trap(labels["talk_now"], instead)
    board.set_trap(labels["face_show"], speaks)
    for _ in range(600):
        game.tick(1)
        if game.mode == K["MODE_FIRST"] and not events and game.byte("ev_type") == 0:
            break
        lines = " ".join(" ".join(line[25:] for line in game.text().splitlines()[BUBBLE]).split())
        if not events and lines in SAID:
            game.tick(12)
            who = next(n for n in range(8) if (seen(game, *FACE) == portrait(n)).all())
            return lines, who
    return "", None


@pytest.mark.parametrize(
    ("event", "words", "who"),
    [
        (("RENT", 2, 19, 0, 150), RENT, HAMSTER),
        (("RENT", 1, 19, 2, 300), PAID, FOX),
        (("RENT", 0, 19, 3, 1000), RENT, OWL),  # the owner, if both could
        (("GROUP", 3, 2), GROUP, OWL),
        (("ELIMINATED", 1, 0, 2), RUIN, FOX),
        (("GAME_OVER", 3, 0), WON, OWL),
        (("TRADE_OFF", 2, 0, 1), REFUSES, FOX),
    ],
)
def test_what_is_said_when(play, event, words, who):
    assert told(play, *event) == (saying(who, words), who)


@pytest.mark.parametrize(
    "event",
    [("RENT", 2, 19, 0, 149), ("RENT", 2, 19, 8, 500), ("GROUP", 2, 2), ("TRADE_OFF", 0, 0, 1),
     ("TRADE_OFF", 2, 0, 2), ("BOUGHT", 0, 19, 0, 200), ("TURN", 0)],
)  # fmt: skip
def test_when_nothing_is_said(play, event):
    """Low rents, what persons do, refusals among themselves, deeds nobody else collects."""
    assert told(play, *event) == ("", None)


def test_who_takes_what_a_person_collects_says_so(play):
    at = play.labels["player_groups"] + 8 * 3 + 2  # orange, the person
    play.ram[at] = 1
    assert told(play, "BOUGHT", 0, 19, 0, 200) == (saying(HAMSTER, TOOK), HAMSTER)


def test_who_has_bid_for_what_another_gets_says_so(play):
    bids = [("BID", 3, 19, 0, 20), ("BID", 2, 19, 0, 30)]
    assert told(play, "WON", 2, 19, 0, 30, before=bids) == (saying(OWL, LOST), OWL)


def test_chatter_can_be_turned_off(play):
    play.ram[play.labels["prefs"] + CHATTER] = 1
    assert told(play, "RENT", 2, 19, 0, 150) == ("", None)


def test_the_option_is_with_the_others(at):
    game = at("turn")
    game.key("o", 60)
    assert "Chatter" in game.text()
    game.key("c", 5)
    assert game.byte("prefs", CHATTER) == 1


def test_without_characters_their_file_is_not_needed(at):
    game = at("turn")
    assert not game.holds("talk")
    assert game.ram[game.labels["variant_mark"] + 6] != K["FILE_TALK"]


def test_behind_the_page_of_saved_games_they_talk_again(play):
    persons_turn(play)
    play.key("g", 120)
    assert play.ram[play.labels["variant_mark"] + 6] != K["FILE_TALK"]
    play.key("{STOP}", 200)
    assert play.ram[play.labels["variant_mark"] + 6] == K["FILE_TALK"]
    play.machine.drives[8].attach(D64Image.blank(b"SAVES", b"01"))
    play.key("g", 60).until("No games")  # whole again, though they lay where a part of it does


@pytest.mark.parametrize("bidder", [K["NO_PLAYER"], 3])
def test_in_a_loaded_game_only_who_has_bid_there_has_lost(play, bidder):
    """Saved before or in the middle of an auction; seat 3 has bid in the game that is left."""
    persons_turn(play)
    play.machine.drives[8].attach(D64Image.blank(b"SAVES", b"01"))
    play.ram[play.labels["auction_bidder"]] = bidder
    play.key("g", 60).until("No games")
    save(play, "ada").until("1 game")
    for label in ("talk_bidder", "talk_before"):
        play.ram[play.labels[label]] = 3
    load(play).until("ADA goes on.").until("Roll for 1st")
    play.tick_until_armed()
    play.machine.type("r", wait=False)
    last = [("BID", 2, 19, 0, 30)]
    said = ("", None) if bidder == K["NO_PLAYER"] else (saying(OWL, LOST), OWL)
    assert told(play, "WON", 2, 19, 0, 30, before=last) == said


def test_in_a_preset_they_play_in_silence(built):
    game = Game().boot().key("\n")
    game.key("{DOWN}{F3}{UP}", 6)
    game.ram[game.labels["settings"] + K["OPT_SKILLS"]] = FIRST + FOX
    for _ in range(9):
        game.key("{DOWN}", 5)
        if game.byte("setup_item") == 9:
            break
    game.key("{RIGHT}", 10)
    assert game.byte("switches") == K["PRESET_1989"]
    game.machine.type("{F7}", wait=False)
    while game.mode != K["MODE_FIRST"]:
        game.tick(1)
    assert game.ram[game.labels["variant_mark"] + 6] == K["FILE_RULES1989"]
    game.tick(600)
    assert game.mode != K["MODE_SETUP"]
