"""The views of the menu that were shown last: making one takes as long as several frames."""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import TYPE_CHECKING

from emu.host.trim_heap import trim_heap

if TYPE_CHECKING:
    from emu.host.menu.page import Layout
    from emu.host.menu.widgets import MenuView

MOST = 2  # the one with the list of pages beside it, and the one in the whole window
GONE_MOST = 2  # that are not shown again, until their memory is given back


class KeptViews:
    """At most ``MOST`` MenuViews, each of another Layout; the one not shown for longest goes.

    make  function that returns a new MenuView of a Layout
    """

    def __init__(self, make: Callable[[Layout], MenuView]) -> None:
        self._make = make
        self._views: dict[Layout, MenuView] = {}
        self._gone = 0

    def of(self, layout: Layout) -> MenuView:
        """Return the view of a Layout, made if it is not kept."""
        view = self._views.pop(layout, None) or self._make(layout)
        self._views[layout] = view  # the last of them is the newest
        while len(self._views) > MOST:
            del self._views[next(iter(self._views))]
            self._gone += 1
        if self._gone >= GONE_MOST:
            self._give_back()
        return view

    def _give_back(self) -> None:
        """Give back the memory of those that are gone: 25 MB each.

        Their widgets know each other, and Python looks for such circles after many more of them:
        whoever drew the window larger with the menu open had a gigabyte in use.  It takes as long
        as making a view or two, while the machine is held anyway.
        """
        self._gone = 0
        gc.collect()
        trim_heap()
