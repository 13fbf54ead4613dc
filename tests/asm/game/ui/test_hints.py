"""The first game's hints: each at its moment, once, one a decision; the options turn them off."""

import pytest

from tests.asm.game.engine import K
from tests.asm.game.ui.gallery import over
from tests.asm.game.ui.machine import HINTS, Game
from tests.asm.game.ui.table import deal, initiator, settle
from tests.asm.game.ui.test_must_pay import throw
from tools.game.words import read_words

HINTS_TOLD = read_words("en")["hints"]["hints"]
FIRST, AUCTION, DEBT, GAOL, BUY, WHOLE, RENT, MORE = HINTS_TOLD
OPTION = 5  # its line of the options


def hint(game):
    """The hint below the board, None if it tells something else."""
    return next((words for words in HINTS_TOLD if words in game.told()), None)


@pytest.fixture
def first(built):
    """A first game, everybody's roll for the first turn still to come."""
    return Game().boot(hints=True).begin()


@pytest.fixture
def turn(at):
    """A turn of a game in which nothing has been told yet."""
    game = at("turn")
    game.ram[game.labels["prefs"] + HINTS] = 0
    return game


def again(game):
    """A side page and back: the same decision is drawn anew."""
    game.key("s", 60).key(" ", 60)


def test_there_is_a_hint_for_each_moment():
    assert len(set(HINTS_TOLD)) == 8


def test_the_first_roll_is_explained_once(first):
    game = first
    assert hint(game) == FIRST
    game.key("r", 120)
    assert hint(game) is None
    again(game)
    assert hint(game) is None


def test_why_to_buy_and_what_an_auction_is(turn):
    game = turn
    throw(game, 4, 2)
    settle(game, "Auction it")
    assert hint(game) == BUY
    game.key("p", 100)
    assert hint(game) == AUCTION


def test_rent_is_explained_to_who_stands_on_somebodys_deed(turn):
    game = turn
    me = initiator(game)
    deal(game, {6: (me + 1) % 4})
    throw(game, 4, 2)
    game.tick(400)
    assert hint(game) == RENT
    again(game)
    assert hint(game) is None


@pytest.mark.parametrize(
    ("mine", "yours", "wanted"),
    [
        ((6, 8), (9,), MORE),
        ((6, 8), (), None),
        ((6, 8, 9), (), WHOLE),
        ((6,), (8, 9), None),
        ((1,), (3,), MORE),
        ((1,), (), None),
    ],
)
def test_what_a_group_is_good_for(turn, mine, yours, wanted):
    """A trade is advised only if another player has the deed: the bank does not trade."""
    game = turn
    me = initiator(game)
    deal(game, dict.fromkeys(mine, me) | dict.fromkeys(yours, (me + 1) % 4))
    throw(game, 4, 6)
    game.tick(400)
    assert hint(game) == wanted


def test_how_to_get_out_of_gaol(turn):
    game = turn
    me = initiator(game)
    game.ram[game.labels["player_flags"] + me] |= K["PF_GAOL"]
    game.ram[game.labels["player_square"] + me] = K["SQUARE_GAOL"]
    again(game)
    assert "Pay bail 50" in game.text()
    assert hint(game) == GAOL


def test_what_a_mortgage_is(turn):
    game = turn
    me = initiator(game)
    deal(game, {39: (me + 1) % 4, 1: me, 3: me, 5: me}, {39: 0}, money={me: 10})
    game.ram[game.labels["player_square"] + me] = 33
    throw(game, 4, 2)
    settle(game, "Auto-pay")
    game.tick(60)
    assert hint(game) == DEBT


def test_a_computer_needs_no_hints(turn):
    game = turn
    me = initiator(game)
    game.ram[game.labels["player_flags"] + me] |= K["PF_CPU"]
    again(game)
    game.tick(400)
    assert game.byte("hints_told") & 1 << HINTS_TOLD.index(BUY) == 0


def test_the_options_turn_them_off(turn):
    game = turn
    game.key("o", 60).key("h", 20)
    line = next(line for line in game.text().splitlines() if "Hints" in line)
    assert "off" in line
    assert game.byte("prefs", OPTION) == 1
    game.key("\n", 60)
    throw(game, 4, 2)
    settle(game, "Auction it")
    assert hint(game) is None


def test_after_the_first_whole_game_there_are_none(turn):
    game = turn
    over(game)
    game.tick(400)
    assert "GAME OVER" in game.text()
    assert game.byte("prefs", OPTION) == 1
    assert game.byte("hints_told") == 0, "turned on again they are told again"
