"""Fixtures: the built game and its disk."""

import pytest

from tools import build


@pytest.fixture(scope="session")
def image():
    """The game's disk, made from the sources as they are."""
    build.build_game()
    build.build_disk()
    return build.ROOT / "disk" / "go64.d64"
