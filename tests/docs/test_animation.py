"""The moving picture of the README: its tool films a whole game's beginning, in a small file."""

import pytest
from PIL import Image

import c64
from tools.art import animation

pytestmark = pytest.mark.skipif(c64.PURE, reason="thousands of frames take hours uncompiled")
KILOBYTES = 3000


def test_the_film_is_small_and_of_some_length(tmp_path):
    path = tmp_path / "film.gif"
    assert animation.main([str(path)]) == 0
    assert path.stat().st_size < KILOBYTES * 1024
    film = Image.open(path)
    assert film.n_frames > 50
    assert film.size == (2 * 336, 2 * 216)
    lasts = 0
    for at in range(film.n_frames):
        film.seek(at)
        lasts += film.info["duration"]
    assert 12_000 < lasts < 25_000


def test_the_film_of_the_readme_is_small():
    assert animation.PICTURE.stat().st_size < KILOBYTES * 1024
    assert Image.open(animation.PICTURE).is_animated
