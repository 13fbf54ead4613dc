"""Every page of the game as a television shows it: not black, in colour, to be read."""

import pytest

from tests.asm.game.engine import ROOT
from tests.asm.game.ui.gallery import SCREENS, figures
from tests.asm.game.ui.machine import Game
from tools.ink import READABLE
from tools.picturestats import within

DESIGN = ROOT / "docs" / "design.md"


@pytest.mark.parametrize("show", [show for show, _ in SCREENS], ids=lambda show: show.__name__)
def test_a_page_is_a_quarter_black_at_most_a_quarter_coloured_and_can_be_read(built, show):
    """And its figures are those of the table in docs/design.md."""
    game = Game()
    show(game)
    black, coloured, least, words = figures(game)
    assert within(black, coloured), (black, coloured)
    assert least >= READABLE, (least, words)
    row = f"| {show.__name__.replace('_', '-')} | {black:.0f} % | {coloured:.0f} % | {least} |"
    assert row in DESIGN.read_text(encoding="utf-8"), row
