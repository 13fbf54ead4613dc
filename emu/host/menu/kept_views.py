"""The views of the menu that were shown last: making one takes as long as several frames."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from emu.host.menu.page import Layout
    from emu.host.menu.widgets import MenuView

MOST = 2  # the one with the list of pages beside it, and the one in the whole window


class KeptViews:
    """At most ``MOST`` MenuViews, each of another Layout; the one not shown for longest goes.

    make  function that returns a new MenuView of a Layout
    """

    def __init__(self, make: Callable[[Layout], MenuView]) -> None:
        self._make = make
        self._views: dict[Layout, MenuView] = {}

    def of(self, layout: Layout) -> MenuView:
        """Return the view of a Layout, made if it is not kept."""
        view = self._views.pop(layout, None) or self._make(layout)
        self._views[layout] = view  # the last of them is the newest
        while len(self._views) > MOST:
            del self._views[next(iter(self._views))]
        return view
