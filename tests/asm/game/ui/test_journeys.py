"""Journeys through all pages show, dot for dot, what they showed when somebody looked at them.

When pages are to look different: ``make screens``, look at the pictures in build/journeys.
"""

import pytest

from tests.asm.game.ui.journey import differences, kept, travel
from tests.asm.game.ui.journeys import JOURNEYS


@pytest.mark.parametrize("journey", JOURNEYS, ids=lambda journey: journey.__name__)
def test_a_journey_shows_what_it_showed(built, journey):
    see = travel(journey)
    wrong = differences(kept()[journey.__name__], see.looks, see.words)
    assert not wrong, f"{len(wrong)} looks differ (make screens), the first:\n{wrong[0]}"


def test_every_journey_has_a_name_of_its_own():
    assert sorted(kept()) == sorted(journey.__name__ for journey in JOURNEYS)
