"""All UI test scripts; ``python -m tests.asm.game.ui.screen_scripts [NAME ...]`` keeps hashes.

Pictures that are others than before are drawn into build/screens: look at them.
"""

import sys

from tests.asm.game.ui import (
    screen_script,
    screen_scripts_begin,
    screen_scripts_hands,
    screen_scripts_pages,
    screen_scripts_play,
    screen_scripts_presets,
    screen_scripts_seldom,
    screen_scripts_told,
    screen_scripts_trade,
)

SCRIPTS = (
    *screen_scripts_begin.SCRIPTS, *screen_scripts_play.SCRIPTS, *screen_scripts_pages.SCRIPTS,
    *screen_scripts_trade.SCRIPTS, *screen_scripts_presets.SCRIPTS, *screen_scripts_hands.SCRIPTS,
    *screen_scripts_told.SCRIPTS, *screen_scripts_seldom.SCRIPTS,
)  # fmt: skip

if __name__ == "__main__":
    screen_script.write(SCRIPTS, sys.argv[1:])
