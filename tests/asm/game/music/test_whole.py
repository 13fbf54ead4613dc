"""Every sound, the tune and the vamps tell the SID, tick by tick, what they told it before.

The score says what is to be heard (test_tune, test_effects); here it is every register.
"""

import json

import pytest

from tests.asm.game.music.whole import KEPT, PART, PERFORMANCES, performed


@pytest.mark.parametrize("name", PERFORMANCES)
def test_every_register_of_every_tick_is_as_it_was(name):
    was, now = json.loads(KEPT.read_text())[name].split(), performed(name).split()
    assert len(was) == len(now)
    wrong = [part for part, pair in enumerate(zip(was, now, strict=True)) if pair[0] != pair[1]]
    assert not wrong, f"{name}: ticks from {PART * wrong[0]} on, {len(wrong)} half seconds in all"
