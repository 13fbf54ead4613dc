"""Our virtual drive answers random commands and names as the original DOS of a 1541 did.

The answers were taken in our true drive (tests/bench/dos_answers.py), whose DOS was 901229-05.
"""

import pytest

from tests.c64.drive.dos_cases import COMMANDS, SCENES, True1541, Virtual, recorded, unlike
from tests.original_roms import original_dos

# What an original answers otherwise, and why.
OTHERWISE = {
    ("blocks", COMMANDS, b"U1:2  3,300:35:14\x1d\0"): "the sector is what it did before; ours: 0",
    ("blocks", COMMANDS, b"B-A: 255\x1d300,\0"): "the sector is what it did before; ours: 0",
    ("files", COMMANDS, b"C1:2:$=2:ALPHA="): "copies to a drive 1; ours to the only one",
    ("opens", 14, b" X:OPEN, R,W, L,\0"): "the unclosed file's slot is left; ours is used again",
    ("opens", 3, b"0:BETA2,A=P="): "counts a block more if nothing is appended",
}
FIRST = 5  # cases of each scene that are asked once more


@pytest.mark.parametrize("scene", SCENES)
def test_every_case_is_answered_as_by_an_original_dos(scene):
    differ = unlike(Virtual(), scene, lambda row: row)
    assert {case: both for case, both in differ.items() if case not in OTHERWISE} == {}
    assert set(differ) == {case for case in OTHERWISE if case[0] == scene}


def test_more_than_2300_answers_are_kept():
    assert sum(len(cases) for cases in recorded().values()) > 2300


@pytest.mark.parametrize("scene", SCENES)
def test_the_original_dos_still_gives_the_answers_that_are_kept(scene):
    """So that a change of the true drive is seen."""
    original = True1541(original_dos())
    for case, row in list(recorded()[scene].items())[:FIRST]:
        assert original.answer(scene, *case) == row, case
