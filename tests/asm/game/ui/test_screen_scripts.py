"""UI test scripts show, dot for dot, what they showed when somebody looked at the pictures.

When pages are to look different: ``make screens``, look at the pictures in build/screens.
"""

import pytest

from tests.asm.game.ui.screen_script import differences, kept, play_script
from tests.asm.game.ui.screen_scripts import SCRIPTS


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.__name__)
def test_a_screen_script_shows_what_it_showed(built, script):
    see = play_script(script)
    wrong = differences(kept()[script.__name__], see.looks, see.words)
    assert not wrong, f"{len(wrong)} looks differ (make screens), the first:\n{wrong[0]}"


def test_every_screen_script_has_a_name_of_its_own():
    assert sorted(kept()) == sorted(script.__name__ for script in SCRIPTS)
