"""Ink is chosen by measured luminance, and the documentation's table is the measured one."""

import itertools
from pathlib import Path

import pytest

from tools.art.contrast import NAMES, READABLE, best_ink, contrast, luminance, readable_inks, table

BLACK, WHITE, CYAN, PURPLE, BLUE, YELLOW, ORANGE = 0, 1, 3, 4, 6, 7, 8
DESIGN = Path(__file__).resolve().parents[3] / "docs/inside/design.md"


def test_the_colours_have_the_nine_levels_of_the_chip():
    levels = sorted(luminance(c) for c in range(16))
    steps = [b - a for a, b in itertools.pairwise(levels)]
    assert sum(step > 1 for step in steps) == 8
    assert (levels[0], levels[-1]) == (0, 255)


@pytest.mark.parametrize("paper", range(16), ids=NAMES)
def test_the_best_ink_is_readable_and_nothing_differs_more(paper):
    ink = best_ink(paper)
    assert contrast(ink, paper) >= READABLE
    assert contrast(ink, paper) == max(contrast(c, paper) for c in range(16))
    assert readable_inks(paper)[0] == ink


def test_what_was_complained_of_does_not_count_as_readable():
    """Black on purple, on blue and on orange: issue of the first version."""
    for paper in (PURPLE, BLUE, ORANGE):
        assert BLACK not in readable_inks(paper)
        assert best_ink(paper) == WHITE
    assert best_ink(YELLOW) == BLACK
    assert best_ink(CYAN) == BLACK


def test_the_design_page_has_the_measured_table():
    assert "\n".join(table()) in DESIGN.read_text(encoding="utf-8")
