"""Our virtual drive answers random commands and names as the original DOS of a 1541 did.

The answers were taken in our true drive (tests/bench/dos_answers.py), whose DOS was 901229-05.
"""

import pytest

from tests.c64.drive.dos_cases import SCENES, True1541, Virtual, recorded, unlike
from tests.original_roms import original_dos

FIRST = 5  # cases of each scene that are asked once more


@pytest.mark.parametrize("scene", SCENES)
def test_every_case_is_answered_as_by_an_original_dos(scene):
    assert unlike(Virtual(), scene, lambda row: row) == {}


def test_more_than_2300_answers_are_kept():
    assert sum(len(cases) for cases in recorded().values()) > 2300


@pytest.mark.parametrize("scene", SCENES)
def test_the_original_dos_still_gives_the_answers_that_are_kept(scene):
    """So that a change of the true drive is seen."""
    original = True1541(original_dos())
    for case, row in list(recorded()[scene].items())[:FIRST]:
        assert original.answer(scene, *case) == row, case
