"""Every screen is, dot for dot, the picture that docs/play/playing.md shows of it.

What is drawn where, in which colour, is told by no other test for every line of every page.  When
pages are to look different: ``make screens``, look at the pictures that have changed, commit them.
"""

import json

import numpy as np
import pytest
from PIL import Image

from tests.asm.game.ui.gallery import (
    CHANCE,
    NTSC_CHECKSUMS,
    PAGE,
    PICTURES,
    SCREENS,
    checksum,
    file_name,
    page,
)
from tests.asm.game.ui.machine import Game
from tests.asm.game.ui.test_pictures import has_its_figures

LEFT, TOP = 32, 35  # of the window in the visible picture


ALIKE = pytest.mark.parametrize(
    "show",
    [show for show, _ in SCREENS if show.__name__ not in CHANCE],
    ids=lambda show: show.__name__,
)


@ALIKE
def test_a_screen_is_its_picture(built, show):
    game = Game()
    show(game)
    path = PICTURES / f"{file_name(show)}.png"
    with Image.open(path) as image:
        wanted = np.asarray(image.convert("RGB"))
    seen = np.asarray(game.machine.screen.image.convert("RGB"))
    assert seen.shape == wanted.shape
    wrong = np.argwhere((seen != wanted).any(axis=2))
    places = {((y - TOP) // 8, (x - LEFT) // 8) for y, x in wrong.tolist()}
    assert not places, f"{path.name}: row, column {sorted(places)[:12]} (make screens)"
    has_its_figures(game, show)


@pytest.mark.long
@ALIKE
def test_a_screen_is_on_ntsc_what_its_checksum_says(built, show):
    game = Game(model="ntsc")
    show(game)
    assert checksum(game) == json.loads(NTSC_CHECKSUMS.read_text())[file_name(show)]


def test_the_page_shows_every_screen():
    text = PAGE.read_text(encoding="utf-8")
    assert text == page(), "run make screens"
    assert all(f"/{file_name(show)}.png" in text for show, _ in SCREENS)
