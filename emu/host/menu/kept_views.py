"""A cache of the menu's views, because making one takes as long as several frames."""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import TYPE_CHECKING

from emu.host.trim_heap import trim_heap

if TYPE_CHECKING:
    from emu.host.menu.page import Layout
    from emu.host.menu.widgets import MenuView

MOST = 2  # the one with the list of pages beside it, and the one in the whole window
GONE_MOST = 2  # dropped views, until their memory is given back


class KeptViews:
    """At most ``MOST`` MenuViews, one per Layout; the least recently shown one is dropped.

    make  function that returns a new MenuView of a Layout
    """

    def __init__(self, make: Callable[[Layout], MenuView]) -> None:
        self._make = make
        self._views: dict[Layout, MenuView] = {}
        self._gone = 0

    def of(self, layout: Layout) -> MenuView:
        """Return the view for a Layout, made if it is not cached."""
        view = self._views.pop(layout, None) or self._make(layout)
        self._views[layout] = view  # the last of them is the newest
        while len(self._views) > MOST:
            del self._views[next(iter(self._views))]
            self._gone += 1
        if self._gone >= GONE_MOST:
            self._give_back()
        return view

    def _give_back(self) -> None:
        """Give back the memory of dropped views: 25 MB each.

        Their widgets refer to each other, and Python collects such cycles late: resizing the window
        with the menu open would take a gigabyte.  This takes as long as making a view or two, while
        the machine is held anyway.
        """
        self._gone = 0
        gc.collect()
        trim_heap()
