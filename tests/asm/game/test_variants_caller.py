"""The auctioneer of the Russian rules: who names the price that bids begin with (V-3.2)."""

import pytest

from tests.asm.game.engine import NOBODY, K
from tests.asm.game.lockstep import Pair, play
from tests.asm.game.model import switches
from tests.asm.game.test_variants_brain import decides
from tests.asm.game.test_variants_turn import opened

RUSSIAN = K["PRESET_RUSSIAN"]
CALLER = 3  # seat; the setting is one more


@pytest.fixture
def called(engine):
    """A game of five by the Russian rules; seat 0 has the dice, seat 3 is auctioneer."""
    game = engine.new_game(5, preset=RUSSIAN)
    game.poke("settings", 1 + CALLER, K["OPT_CALLER"])
    return game


def put_up(game, square=24):
    """Seat 0 declines a deed; returns the events."""
    game.place(0, square - 3)
    game.roll(1, 2)
    return game.do("PASS")


@pytest.mark.feature("F210")
def test_the_auctioneer_names_a_price_and_bids_begin_behind_him(called):
    """V-3.2: it is no bid; the next in play order speaks, the auctioneer last."""
    events = put_up(called)
    assert ("AUCTION", CALLER, 24) in [(e.name, *e[1:3]) for e in events]
    assert (called.mode, called.active) == (K["MODE_AUCTION"], CALLER)
    events = called.do("BID", 120, 0)
    assert ("LOAN_ASKED", CALLER, 24, 120) in [(e.name, e[1], e[2], e[4]) for e in events]
    assert called.byte("auction_bidder") == NOBODY
    assert called.active == 4
    called.refuses("BID", "LOW_BID", 119, 0)
    called.do("BID", 120, 0)
    for _ in range(4):
        called.do("FORFEIT")
    assert (called.owner(24), called.money(4)) == (4, 1380)
    called.check_invariants()


@pytest.mark.feature("F210")
def test_at_his_own_price_nobody_has_to_buy_not_even_he(called):
    """V-3.2: without a bid the deed stays with the bank (R-9.4)."""
    put_up(called)
    called.do("BID", 500 & 0xFF, 500 >> 8)
    called.refuses("BID", "LOW_BID", 499 & 0xFF, 499 >> 8)
    spoke = []
    while called.mode == K["MODE_AUCTION"]:
        spoke.append(called.active)
        called.do("PASS")
    assert spoke == [4, 0, 1, 2, 3]
    assert called.owner(24) == NOBODY
    assert called.money(CALLER) == 1500


@pytest.mark.feature("F210")
def test_he_has_to_name_one_of_at_least_ten_that_he_has_himself(called):
    """V-3.2."""
    put_up(called)
    for silent in ("PASS", "FORFEIT"):
        called.refuses(silent, "MODE")
        assert K["REQ_" + silent] not in called.actions()
    called.refuses("BID", "LOW_BID", 9, 0)
    called.refuses("BID", "MONEY", 1501 & 0xFF, 1501 >> 8)
    called.do("BID", 10, 0)
    called.refuses("BID", "LOW_BID", 9, 0)
    called.do("BID", 10, 0)


@pytest.mark.parametrize("why", ["four players", "machine", "out", "poor"])
def test_else_the_machine_is_auctioneer(engine, why):
    """V-3.2: below five players, when none is chosen, when he is out or has not 10 in hand."""
    game = engine.new_game(4 if why == "four players" else 5, preset=RUSSIAN)
    game.poke("settings", 0 if why == "machine" else 1 + CALLER, K["OPT_CALLER"])
    if why == "out":
        game.poke("player_flags", 0, CALLER)
    if why == "poor":
        game.set_money(CALLER, 9)
    put_up(game)
    assert game.active == 1
    game.do("PASS")


def test_with_ten_in_hand_he_calls(called):
    """V-3.2."""
    called.set_money(CALLER, 10)
    put_up(called)
    assert called.active == CALLER


def test_in_other_rules_the_setting_means_nothing_to_auctions(engine):
    """V-3.2: auctions as in the classic game, Russian otherwise."""
    game = engine.new_game(5, preset=RUSSIAN, switches={"auction": 0})
    game.poke("settings", 1 + CALLER, K["OPT_CALLER"])
    put_up(game)
    assert game.active == 1


@pytest.mark.feature("F210")
@pytest.mark.parametrize(
    ("square", "money", "price"), [(24, 1500, 120), (24, 119, 10), (39, 200, 200)]
)
def test_a_computer_asks_for_half_the_price(called, square, money, price):
    """V-3.2: or for 10, if it has not that much itself."""
    called.poke("player_flags", called.flags(CALLER) | K["PF_CPU"], CALLER)
    called.set_money(CALLER, money)
    put_up(called, square)
    before = called.byte("brain_fallbacks")
    assert decides(called) == ("BID", price, 0)
    called.do("BID", price, 0)
    assert called.byte("brain_fallbacks") == before


@pytest.mark.parametrize("sums", [(6, 12, 2, 9, 4), (2, 3, 4, 5, 6), (7, 7, 7, 7, 7)])
def test_he_stays_auctioneer_when_seats_are_rearranged(engine, sums):
    """V-3.1, V-3.2."""
    opened(engine, *sums, caller=3)
    order = sorted(range(5), key=lambda seat: -sums[seat])
    assert engine.byte("settings", K["OPT_CALLER"]) == 1 + order.index(2)


def test_a_preset_begins_with_the_machine(engine):
    """V-3.2."""
    engine.call("play_init")
    engine.do("PRESET", RUSSIAN)
    engine.do("OPTION", K["OPT_CALLER"], 8)
    engine.refuses("OPTION", "RANGE", K["OPT_CALLER"], 9)
    engine.do("PRESET", RUSSIAN)
    assert engine.byte("settings", K["OPT_CALLER"]) == 0


class Calling(Pair):
    """Counts the prices that are named."""

    named = 0

    def send(self, name, *args):
        calls = name == "BID" and self.game.mode.kind == "auction" and self.game.names_price()
        super().send(name, *args)
        Calling.named += calls and self.game.bid > 0 and self.game.bidder is None


@pytest.mark.slow
def test_the_model_agrees_in_whole_games(engine):
    """V-3.2: every field after every request; by people and computers."""
    Calling.named = 0
    for seed in (3, 5, 8, 12):
        play(engine, seed, 1200, switches.RUSSIAN, kind=Calling)
    assert Calling.named > 5
