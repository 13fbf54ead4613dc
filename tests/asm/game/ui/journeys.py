"""All journeys; ``python -m tests.asm.game.ui.journeys [NAME ...]`` keeps what they see now.

Pictures that are others than before are drawn into build/journeys: look at them.
"""

import sys

from tests.asm.game.ui import (
    journey,
    journeys_begin,
    journeys_hands,
    journeys_pages,
    journeys_play,
    journeys_presets,
    journeys_seldom,
    journeys_told,
    journeys_trade,
)

JOURNEYS = (
    *journeys_begin.JOURNEYS, *journeys_play.JOURNEYS, *journeys_pages.JOURNEYS,
    *journeys_trade.JOURNEYS, *journeys_presets.JOURNEYS, *journeys_hands.JOURNEYS,
    *journeys_told.JOURNEYS, *journeys_seldom.JOURNEYS,
)  # fmt: skip

if __name__ == "__main__":
    journey.write(JOURNEYS, sys.argv[1:])
