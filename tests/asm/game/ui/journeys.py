"""All journeys; ``python -m tests.asm.game.ui.journeys [NAME ...]`` keeps what they see now.

Pictures that are others than before are drawn into build/journeys: look at them.
"""

import sys

from tests.asm.game.ui import journey, journeys_begin, journeys_play

JOURNEYS = (*journeys_begin.JOURNEYS, *journeys_play.JOURNEYS)

if __name__ == "__main__":
    journey.write(JOURNEYS, sys.argv[1:])
