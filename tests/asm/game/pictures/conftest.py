"""The built game, as the tests of the screens have it."""

from tests.asm.game.ui.conftest import at, built, places

__all__ = ["at", "built", "places"]
