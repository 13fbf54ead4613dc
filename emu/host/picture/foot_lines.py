"""What features of the status line have in common: a switch, and a look every few frames."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from emu.host.actions import Action, on_off
from emu.host.feature import AppProtocol, Feature

if TYPE_CHECKING:
    from emu.host.picture.overlay import Part

PLAIN, FAINT = (230, 230, 210), (130, 130, 150)


class FootLines(Feature):
    """Shows lines below the picture while its setting is on.

    NAME   of the action; with _ for - of the setting, too
    TITLE  of the action
    GROUP  the page of the menu that has the switch
    EVERY  frames between two looks: nobody reads faster, and each change draws the window
    """

    NAME: str
    TITLE: str
    GROUP: str
    EVERY = 5

    def __init__(self, app: AppProtocol) -> None:
        super().__init__(app)
        self._setting = self.NAME.replace("-", "_")
        self._lines: tuple[Part, ...] = ()
        self._left = 0

    @property
    def wanted(self) -> bool:
        """Whether the lines are shown."""
        return bool(getattr(self.app.settings, self._setting))

    def actions(self) -> Sequence[Action]:
        """Return the Action that shows and hides them."""
        return (
            Action(
                self.NAME, self.TITLE, self._swap, group=self.GROUP,
                state=lambda: on_off(self.wanted),
            ),
        )  # fmt: skip

    def _swap(self) -> None:
        setattr(self.app.settings, self._setting, not self.wanted)
        self._left = 0

    def status(self) -> Sequence[Part]:
        """Return the parts of the lines, () while nobody wants them."""
        if not self.wanted:
            return ()
        self._left -= 1
        if self._left < 0:
            self._left, self._lines = self.EVERY, tuple(self._parts())
        return self._lines

    def _parts(self) -> Sequence[Part]:
        """Return the parts of the lines as they are now."""
        raise NotImplementedError
