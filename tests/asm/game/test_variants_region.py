"""The code of a preset: a classic game never enters it, so other things may lie in its place."""

import random

import pytest

from tests.asm.game.engine import K
from tests.asm.game.test_variants_brain import whole_game
from tests.asm.game.test_variants_loans import wander

JAM = 0x02
SEGMENTS = ("VARIANT_HOOKS", "VARIANT_CODE", "VARIANT_DATA")


def wipe(engine):
    """Put JAMs where the code of the preset lies; returns how many."""
    count = 0
    for name in SEGMENTS:
        start, size = (engine.labels[f"__{name}_{what}__"] for what in ("RUN", "SIZE"))
        engine.ram[start : start + size] = bytes([JAM]) * size
        count += size
    return count


def test_computers_play_a_classic_game_without_it(engine):
    assert wipe(engine) > 1500
    whole_game(engine, 3, 5, preset=K["PRESET_CLASSIC"])


@pytest.mark.slow
def test_the_program_of_a_classic_game_never_looks_there(engine):
    """PRESET_CLASSIC, requests at random: rolls, trades, auctions, debts, eliminations."""
    wipe(engine)
    done = set()
    for seed in range(3):
        game = engine.new_game(5)
        rng = random.Random(seed)
        for squares in ((1, 3), (6, 8, 9), (11, 13, 14), (37, 39), (5,), (12,)):
            game.give(rng.randrange(5), *squares)
        for seat in range(5):
            game.set_money(seat, 300)
        done.update(wander(game, rng, 1000))
        game.check_invariants()
    wanted = {"ROLL", "BUY", "BID", "BUILD", "SELL", "MORTGAGE", "REPAY", "APPROVE"}
    assert {"REQ_" + name for name in wanted} <= done


def test_the_russian_rules_do_need_it(engine):
    """What the two tests above put there is noticed."""
    engine.new_game(4, preset=K["PRESET_RUSSIAN"])
    wipe(engine)
    engine.place(0, 1)
    with pytest.raises(Exception, match=r"(?i)jam|stopped"):
        engine.roll(1, 2)
