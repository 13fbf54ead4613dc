"""The clock of a short game on screen: as fast on PAL and NTSC, running in trades, standing while
the drive works and on pages of saved games, told when it is over; the turn of a quick game."""

import pytest

from disk.d64 import D64Image
from tests.asm.game.engine import ROOT, K
from tests.asm.game.ui.machine import COLORS, Game
from tests.asm.game.ui.short import set_clock, short
from tests.asm.game.ui.table import initiator
from tests.asm.game.ui.test_irq import LIMIT_END, LIMIT_SERVICE, LIMIT_SPLIT, longest

CLOCK_ROW, CLOCK_X, CLOCK_END = 19, 12, 21
WHITE_ON_RED = 0x12
PAL, NTSC = 985248 / (312 * 63), 1022727 / (263 * 65)  # pictures a second


@pytest.fixture
def game(at):
    return short(at("title"))


def rules(game):
    """Seconds left as the rules know."""
    return game.byte("clock_lo") + 256 * game.byte("clock_hi")


def shown(game):
    """(seconds the stage shows, its words, their colours)."""
    words = game.text().splitlines()[CLOCK_ROW][CLOCK_X:CLOCK_END].strip()
    seconds = 0
    for part in words.split(":"):
        assert len(part) == 2 or len(words) == 7
        seconds = 60 * seconds + int(part)
    return seconds, words, game.ram[COLORS + 40 * CLOCK_ROW + CLOCK_X]


def left(game):
    """Seconds left: what the rules know less what has gone by since."""
    return rules(game) - game.byte("clock_due") - 256 * game.byte("clock_due", 1)


@pytest.mark.feature("F145")
@pytest.mark.parametrize(("model", "rate"), [("c64", PAL), ("ntsc", NTSC)])
def test_a_second_is_a_second_on_pal_and_ntsc(built, model, rate):
    """A minute while nobody presses a key: a fiftieth is a PAL frame, or five of six NTSC ones."""
    game = short(Game(model).boot())
    game.tick(25)  # what drawing took is counted
    before, part = left(game), game.byte("clock_part")
    game.tick(round(30 * rate))
    assert before - left(game) in (30, 29, 31)
    game.tick(round(30 * rate))
    elapsed = before - left(game) + (game.byte("clock_part") - part) / 50
    assert abs(elapsed - 60) < 0.25  # and a few fiftieths are not counted yet


@pytest.mark.feature("F145")
def test_it_is_shown_in_hours_minutes_seconds_then_without_hours_then_lit(game):
    seconds, words, _ = shown(game)
    assert abs(seconds - left(game)) <= 1
    assert words[:3] == "1:1", words
    for value, first in ((3601, "1:00:0"), (3599, "59:5"), (601, "10:0"), (75, "01:1")):
        set_clock(game, value)
        game.tick(52)
        seconds, words, colours = shown(game)
        assert words.startswith(first), words
        assert abs(seconds - left(game)) <= 1
        assert colours != WHITE_ON_RED
    set_clock(game, 60)
    game.tick(60)
    seconds, words, colours = shown(game)
    assert seconds in (58, 59)
    assert colours == WHITE_ON_RED


@pytest.mark.feature("F149")
def test_it_runs_in_a_trade_that_takes_a_minute(game):
    before = left(game)
    frames = 0
    for key, wait in (("t", 500), ("\n", 500), ("{UP}", 1000), ("{DOWN}", 1007)):
        game.key(key, wait)
        frames += wait
    assert game.byte("aside_depth"), "the trading table"
    assert game.byte("panel_shown") == 0
    gone = before - left(game)
    assert 59 <= gone <= 62, gone
    game.key("x", 60)
    seconds, _, _ = shown(game)
    assert abs(seconds - left(game)) <= 1
    assert before - seconds >= 60


@pytest.mark.parametrize("key", ["a", "l", "v", "m", "x", "o", "1"])
def test_it_runs_on_pages_beside_the_board(game, key):
    before = left(game)
    game.key(key, 250)
    assert before - left(game) in (5, 4, 6)


def test_the_rules_are_told_before_a_turn_ends(game):
    game.ram[game.labels["turn_phase"]] = K["PHASE_DONE"]
    game.tick(500)
    wanted = left(game)
    assert rules(game) >= wanted + 9
    game.key("n", 20)
    assert wanted - 2 <= rules(game) <= wanted
    assert game.byte("clock_due") <= 1


def test_it_stands_on_pages_of_saved_games_and_is_saved_with_the_game(game, at):
    saves = D64Image.blank(b"SAVES", b"01")
    game.machine.drives[8].attach(saves)
    set_clock(game, 3000)
    game.tick(200)
    wanted = left(game)
    game.key("s").until("No games")
    game.tick(600)
    assert wanted - 1 <= left(game) <= wanted
    game.key("s", 10).key("ada\n", 10).until("ADA is saved.").tick(300)
    kept = left(game)
    assert wanted - 1 <= kept <= wanted
    game.key("b", 60)
    assert kept - 3 <= left(game) <= kept
    other = at("title")
    other.machine.drives[8].attach(D64Image(bytes(saves.data)))
    other.key("{F1}").until("1 game").tick(300)
    other.key("l", 20).until("ADA goes on.").tick(60)
    assert kept - 4 <= left(other) <= kept
    seconds, _, _ = shown(other)
    assert kept - 5 <= seconds <= kept


def test_it_stands_while_a_file_does_not_come(game):
    """The loading page asks to try again: ten seconds there cost nothing."""
    game.serve(False)
    game.machine.drives[8].attach(None)
    game.key("a").until("Try again")
    before = left(game)
    game.tick(500)
    assert left(game) == before
    game.key("b", 60)
    game.tick(100)
    assert before - 5 <= left(game) < before


def test_it_stands_while_a_file_comes(game):
    game.serve(False)
    game.machine.drives[8].attach(D64Image((ROOT / "disk" / "go64.d64").read_bytes()))
    before, frames = left(game), 0
    game.key("a", 0)
    while "STATISTICS" not in game.text():
        game.tick(10)
        frames += 10
        assert frames < 1500
    assert frames > 100, "it took so long from a real drive"
    assert before - left(game) <= 1


@pytest.mark.feature("F145")
def test_at_zero_it_is_told_and_the_turn_ends_the_game(game):
    me = initiator(game)
    game.ram[game.labels["turn_phase"]] = K["PHASE_DONE"]
    set_clock(game, 3)
    game.tick(100)
    assert rules(game) == 3
    assert "Time is up" not in game.told()
    game.until("Time is up!", 300)
    assert rules(game) == 0
    assert shown(game)[1] == "00:00"
    assert initiator(game) == me
    assert game.mode == K["MODE_NORMAL"]
    game.tick(120)
    game.key("b", 20)
    assert game.mode == K["MODE_NORMAL"]
    game.key("n").until("GAME OVER", 900)


def test_a_button_pressed_when_it_is_over_tells_that_first(game):
    """Whatever is open when time runs out: the request waits until that has been told."""
    game.ram[game.labels["turn_phase"]] = K["PHASE_DONE"]
    set_clock(game, 4)
    game.key("a", 400)
    assert left(game) <= 0
    assert rules(game) == 4, "pages beside the board are left alone"
    game.key(" ", 5)
    game.until("Time is up!", 200)
    assert rules(game) == 0
    assert game.mode == K["MODE_NORMAL"]


def test_a_second_is_left_while_a_page_beside_the_board_is_open(game):
    """That it is over is told on the board, so the rules are not told before."""
    game.key("t", 500)
    assert game.byte("aside_depth")
    set_clock(game, 2)
    game.tick(200)
    assert left(game) <= 0
    game.call("clock_send", a=0)
    assert rules(game) == left(game) == 1
    assert "Time is up" not in game.text()


def test_the_rules_are_told_both_bytes_of_the_time_and_the_request_is_kept(game):
    set_clock(game, 600)
    for name, value in (("clock_due", 5), ("arg0", 77), ("arg1", 9)):
        game.ram[game.labels[name]] = value
    game.call("clock_send", a=0x31)
    assert not game.result.flags.c
    assert game.result.a == 0x31
    assert rules(game) == 595
    assert (game.byte("arg0"), game.byte("arg1"), game.byte("clock_due")) == (77, 9, 0)


def test_a_classic_game_has_no_clock(at):
    game = at("turn")
    game.tick(300)
    assert game.byte("clock_due") == 0
    assert not game.text().splitlines()[CLOCK_ROW][CLOCK_X:CLOCK_END].strip()


def test_the_interrupts_are_as_short_while_it_runs(game):
    game.machine.type("{DOWN}{UP}qwertyuiop", wait=False)
    set_clock(game, 59)
    end, service, split = longest(game, 60)
    print(end, service, split)
    assert 0 < end < LIMIT_END
    assert 0 < service < LIMIT_SERVICE
    assert 0 < split < LIMIT_SPLIT


@pytest.mark.parametrize(("turn", "parking"), [(61, 0), (9, 1)])
def test_a_quick_game_shows_which_turn_it_is(at, turn, parking):
    game = at("turn")
    for name, value in (("OPT_LENGTH", 1), ("OPT_PARKING", parking)):
        game.ram[game.labels["settings"] + K[name]] = value
    game.ram[game.labels["turn_count"]] = turn
    game.key("s", 60).key(" ", 60)
    rows = game.text().splitlines()
    assert rows[CLOCK_ROW][CLOCK_X - 1 : CLOCK_END].strip() == f"Turn {turn}/80"
    assert ("Pot" in rows[CLOCK_ROW + 1]) == bool(parking)


@pytest.mark.feature("F165")
def test_what_an_own_set_is_worth_stands_below_the_name(game):
    me = initiator(game)
    equity = game.word("player_equity", me)
    assert equity > 0, "two deeds are dealt"
    row = game.text().splitlines()[9][26:40]
    assert row.startswith("Property")
    assert row.strip().endswith(str(equity))
    game.key("1", 60).key("c", 10).key("q", 60)
    assert "Property" not in game.text()
