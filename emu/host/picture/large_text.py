"""Large letters in menu, messages and status line."""

from __future__ import annotations

from collections.abc import Sequence

from emu.host.actions import Action, on_off
from emu.host.feature import Feature


class LargeText(Feature):
    """Switches them on and off."""

    def actions(self) -> Sequence[Action]:
        """Return the Action that switches them."""
        return (
            Action(
                "large-text", "large text", self._swap, group="picture",
                state=lambda: on_off(self.app.settings.large_text),
            ),
        )  # fmt: skip

    def _swap(self) -> None:
        app = self.app
        app.settings.large_text = app.overlay.large = not app.settings.large_text
        app.overlay.hide_help()
