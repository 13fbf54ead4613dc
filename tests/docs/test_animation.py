"""The moving picture of the README: its tool films a whole game's beginning, in a small file."""

import numpy as np
import pytest
from PIL import Image

import c64
from tools import animation

pytestmark = pytest.mark.skipif(c64.PURE, reason="thousands of frames take hours uncompiled")
KILOBYTES = 700


class Still:
    """A machine whose picture changes when it is told to."""

    def __init__(self):
        self.screen = self
        self.indices = np.zeros((272, 384), dtype=np.uint8)

    def tick(self, frames):
        pass


def test_pictures_that_are_equal_become_one_that_lasts():
    machine = Still()
    film = animation.Film(machine)
    film.roll(50)
    machine.indices = machine.indices + 1
    film.roll(10)
    assert film.durations == [1000, 200]


def test_the_film_is_small_and_of_some_length(tmp_path):
    path = tmp_path / "film.gif"
    assert animation.main([str(path)]) == 0
    assert path.stat().st_size < KILOBYTES * 1024
    film = Image.open(path)
    assert film.n_frames > 50
    assert film.size == (2 * 336, 2 * 216)


def test_the_film_of_the_readme_is_small():
    assert animation.PICTURE.stat().st_size < KILOBYTES * 1024
    assert Image.open(animation.PICTURE).is_animated
