"""Switches and presets before the game begins (VARIANTS, its first table and section 5)."""

import pytest

from tests.asm.game.engine import NOBODY, K

SWITCHES = [name for name in K if name.startswith("SW_")]
RUSSIAN = {
    "SW_PRESET": 2, "SW_ORDER": 1, "SW_RENT": 2, "SW_TAX": 1, "SW_AUCTION": 2, "SW_HOTEL": 2,
    "SW_BUILD": 2, "SW_REPAY": 1, "SW_LOANS": 1, "SW_BANKRUPT": 2, "SW_THIRD": 1, "SW_CARDS": 1,
    "SW_BANK": 1,
}  # fmt: skip
VALUES = {  # beside the others of the Russian preset
    "SW_ORDER": (0, 1), "SW_RENT": (0, 2), "SW_TAX": (0, 1), "SW_LUXURY": (0, 1),
    "SW_AUCTION": (0, 2), "SW_SHORT": (0,), "SW_HOTEL": (0, 2), "SW_BUILD": (0, 2),
    "SW_REPAY": (0, 1, 2), "SW_LOANS": (0, 1), "SW_BANKRUPT": (0, 2), "SW_THIRD": (0, 1, 2),
    "SW_CARDS": (0, 1), "SW_BANKER": range(9), "SW_BANK": (0, 1),
}  # fmt: skip


def switches(engine):
    return {name: engine.byte("switches", K[name]) for name in SWITCHES}


def test_a_new_game_is_the_classic_one(engine):
    """V-3.15."""
    assert not any(switches(engine).values())
    assert engine.table("loan_borrower", 8) == [NOBODY] * 8


def test_the_russian_preset_sets_all_its_switches_and_the_classic_one_none(engine):
    """V-3.15."""
    engine.do("SWITCH", K["SW_LUXURY"], 1)
    engine.do("SWITCH", K["SW_BANKER"], 3)
    engine.do("PRESET", K["PRESET_RUSSIAN"])
    assert {n: v for n, v in switches(engine).items() if v} == RUSSIAN
    engine.do("PRESET", K["PRESET_CLASSIC"])
    assert not any(switches(engine).values())


def test_there_are_four_presets(engine):
    """V-3.15."""
    for value in (4, 255):
        engine.refuses("PRESET", "RANGE", value)


@pytest.mark.parametrize("name", VALUES)
def test_every_switch_alone_takes_its_values_and_no_others(engine, name):
    """V-3.15: A set of one's own keeps the switches it began with."""
    engine.do("PRESET", K["PRESET_RUSSIAN"])
    for value in (*range(12), 128, 255):
        if value in VALUES[name]:
            engine.do("SWITCH", K[name], value)
            expected = {**dict.fromkeys(SWITCHES, 0), **RUSSIAN, "SW_PRESET": 3, name: value}
            assert switches(engine) == expected
        else:
            reason = "FAMILY" if value == 1 else "RANGE"  # 1 is a rule of 1989
            engine.refuses("SWITCH", reason, K[name], value)


def test_the_preset_is_no_switch_and_there_are_no_others(engine):
    """V-3.15."""
    for number in (K["SW_PRESET"], K["SW_CLOCK"], K["SWITCHES"], 255):
        engine.refuses("SWITCH", "RANGE", number, 0)


def test_own_rules_leave_the_switches_as_they_are(engine):
    """V-3.15."""
    engine.do("PRESET", K["PRESET_RUSSIAN"])
    engine.do("PRESET", K["PRESET_OWN"])
    assert switches(engine) == {**dict.fromkeys(SWITCHES, 0), **RUSSIAN, "SW_PRESET": 3}


def test_switches_are_chosen_before_the_game(game):
    """V-3.15."""
    game.refuses("PRESET", "MODE", 0)
    game.refuses("SWITCH", "MODE", K["SW_TAX"], 1)


def test_init_wipes_the_switches(engine):
    """V-3.15."""
    engine.do("PRESET", K["PRESET_RUSSIAN"])
    engine.call("play_init")
    assert not any(switches(engine).values())
