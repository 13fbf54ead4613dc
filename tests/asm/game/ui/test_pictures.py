"""Every page of the game as a television shows it: not black, in colour, to be read."""

import re

import pytest

from tests.asm.game.engine import ROOT
from tests.asm.game.ui.gallery import CHANCE, SCREENS, figures
from tests.asm.game.ui.machine import Game
from tools.art.contrast import READABLE
from tools.art.picturestats import within

DESIGN = ROOT / "docs" / "inside" / "design.md"
ROW = re.compile(r"^\| ([a-z-]+) \| (\d+) % \| (\d+) % \| (\d+) \|$", re.MULTILINE)
VARIES = "computer"  # four of them play another game in every build
MAY_DIFFER = 4  # per cent: who begins is chance, and with him colours and what lies there


def rows():
    """{page: (black, coloured, least contrast)} of the table in docs/inside/design.md."""
    text = DESIGN.read_text(encoding="utf-8")
    return {name: tuple(map(int, figures)) for name, *figures in ROW.findall(text)}


@pytest.mark.parametrize(
    "show",
    [show for show, _ in SCREENS if show.__name__ in CHANCE],  # of the others: test_gallery.py
    ids=lambda show: show.__name__,
)
def test_a_page_is_a_quarter_black_at_most_a_quarter_coloured_and_can_be_read(built, show):
    """And its figures are about those of the table in docs/inside/design.md."""
    game = Game()
    show(game)
    has_its_figures(game, show)


def has_its_figures(game, show):
    """Assert this of a game that shows a page of the gallery."""
    black, coloured, least, words = figures(game)
    assert within(black, coloured), (black, coloured)
    assert least >= READABLE, (least, words)
    stated = rows()[show.__name__.replace("_", "-")]
    for one, two in zip(stated, (black, coloured), strict=False):
        assert abs(one - two) <= MAY_DIFFER or show.__name__ == VARIES, (stated, black, coloured)
    assert stated[2] >= READABLE
