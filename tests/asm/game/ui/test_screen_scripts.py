"""UI test scripts show, dot for dot, what they showed when somebody looked at the pictures.

When pages are to look different: ``make screens``, look at the pictures in build/screens.
"""

import pytest

from tests.asm.game.ui.screen_script import differences, kept, play_script
from tests.asm.game.ui.screen_scripts import SCRIPTS
from tests.volume import mostly_seldom

# Two thirds of the time of all scripts.  Each line of the game that these run is run by the
# others, or by other tests; `make test-long` and `make screens` have all.
SELDOM = (
    "all_options", "bidding", "browsing", "built", "buttons_by_mouse", "by_itself", "by_mouse",
    "cards", "chatter", "choosing_all", "claims", "collected", "crowded", "deeds", "doubles",
    "drops", "every_square", "figures", "gifts_refused", "helps", "hints", "history_by_mouse",
    "houses_laid", "information", "long_history", "long_names", "managing", "managing_in_debt",
    "menus", "messages", "no_deeds", "offers", "on_one_square", "on_the_board",
    "options_by_mouse", "pages_by_mouse", "partners", "parts_missing", "presets", "quitting",
    "real_time", "refused", "rules1989_turn", "rules_down", "said", "sent_to_gaol", "shared",
    "sides", "spoken", "steps", "street", "told", "told_at_each_pace", "told_of_computers",
    "told_to_people", "unsold", "walks", "zones_of_houses", "zones_of_presets",
)  # fmt: skip
OFTEN = [script.__name__ for script in SCRIPTS if script.__name__ not in SELDOM]


@pytest.mark.parametrize(
    "script",
    mostly_seldom(SCRIPTS, OFTEN, key=lambda script: script.__name__),
    ids=lambda script: script.__name__,
)
def test_a_screen_script_shows_what_it_showed(built, script):
    see = play_script(script)
    wrong = differences(kept()[script.__name__], see.looks, see.words)
    assert not wrong, f"{len(wrong)} looks differ (make screens), the first:\n{wrong[0]}"


def test_every_screen_script_has_a_name_of_its_own():
    assert len(OFTEN) + len(SELDOM) == len(SCRIPTS)
    assert sorted(kept()) == sorted(script.__name__ for script in SCRIPTS)
