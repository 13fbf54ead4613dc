"""The rows of a page of the menu: which one is selected, and which of their lines are in sight."""

from __future__ import annotations

import textwrap
from bisect import bisect_left
from collections.abc import Callable, Container, Sequence
from dataclasses import replace
from typing import Protocol

from emu.host.menu.page import Row
from emu.host.menu.place import Place, value_of
from emu.host.menu.text import Part, parts

WHEEL_ROWS = 3  # for one notch
NARROW = 24  # letters of a row while nobody knows how wide the window is


class Room(Protocol):
    """The space in which rows are shown.

    columns        letters of a row
    visible_rows   how many lines are in sight;  visible_tiles  or how many tiles
    tiles_across   how many tiles are side by side
    """

    columns: int
    visible_rows: int
    visible_tiles: int
    tiles_across: int


class RowList:
    """Moves the selection over the rows, and the visible part over their lines.

    place  function that returns the Place of the page that is shown
    room   function that returns the Room for it, None while nobody knows the window
    rows   the page's Rows
    lines  of all rows: (number of the row, its part)
    """

    def __init__(self, place: Callable[[], Place], room: Callable[[], Room | None]) -> None:
        self._place_now, self._room = place, room
        self.rows: list[Row] = []
        self.lines: list[tuple[int, int]] = []
        self._free: list[int] = []  # numbers of the rows that may take more lines than one
        self._taken: list[int] | None = None  # lines by these

    def put(self, rows: Sequence[Row]) -> None:
        """Take the current Rows of the page."""
        self.rows = list(rows)
        place = self._place
        if place.page.wrap or place.page.entry is not None:
            self.rows = [part for row in self.rows for part in self._wrapped(row)]
        place.selected = min(place.selected, max(0, len(self.rows) - 1))
        self._free = [at for at, row in enumerate(self.rows) if not self.is_one_line(row)]
        self._taken = None
        self.lay_out()

    @property
    def _place(self) -> Place:
        return self._place_now()

    @property
    def selected(self) -> Row | None:
        """The selected Row, None if there is none."""
        return self.rows[self._place.selected] if self.rows else None

    # -- rows and lines ----------------------------------------------------------------------

    def lay_out(self) -> None:
        """Find out which lines the rows take: one, or as many as their current texts need."""
        taken = [len(self.parts(self.rows[at])) for at in self._free]
        if taken == self._taken:  # so that thousands of files are processed only once
            return
        self._taken, many = taken, dict(zip(self._free, taken, strict=True))
        self.lines = [(at, part) for at in range(len(self.rows)) for part in range(many.get(at, 1))]

    def is_one_line(self, row: Row) -> bool:
        """Tell whether it takes one line whatever it says.

        A name may be cut, for it is shown in full when it is selected.  Its word is not computed
        here: it may be the size of a file, and there may be thousands.
        """
        return self._room() is None or row.name or self._place.page.tiles

    def parts(self, row: Row) -> list[Part]:
        """Return what is at the left and the right of each line of a row."""
        room = self._room()
        if room is None or self.is_one_line(row):
            return [(row.title, "")]
        return parts(row.title, value_of(row), room.columns)

    def line_of(self, row: int) -> int:
        """Return the first line of a row."""
        return bisect_left(self.lines, (row, 0))

    def row_at(self, line: int) -> int:
        """Return the row that a line belongs to, of the nearest line if there is none."""
        return self.lines[max(0, min(line, len(self.lines) - 1))][0]

    def row_in_sight(self, line: int) -> int:
        """Return the row of a visible line, -1 for none."""
        line += self._place.first
        return self.lines[line][0] if self._place.first <= line < len(self.lines) else -1

    def seen(self) -> list[tuple[int, int]]:
        """Return the lines in sight."""
        first = self._place.first
        return self.lines[first : first + self.visible()]

    def _wrapped(self, row: Row) -> list[Row]:
        """Return the text of a row as as many Rows as it takes."""
        room = self._room()
        width = room.columns if room is not None else NARROW
        return [replace(row, title=part) for part in textwrap.wrap(row.title, width) or [""]]

    def across(self) -> int:
        """Return how many entries lie side by side: several tiles, or one row."""
        room = self._room()
        return room.tiles_across if self._place.page.tiles and room is not None else 1

    def visible(self) -> int:
        """Return how many lines or tiles there is room for."""
        room = self._room()
        if room is None:
            return 1
        return room.visible_tiles if self._place.page.tiles else room.visible_rows

    # -- the selection -------------------------------------------------------------------------

    def next_usable(self, row: int, step: int) -> int:
        """Return the next row after ``row`` that can be chosen; ``row`` if there is none."""
        count = len(self.rows)
        for distance in range(1, count + 1):
            at = (row + step * distance) % count
            if self.rows[at].usable:
                return at
        return max(0, min(row, count - 1))

    def _nearest_usable(self, row: int, step: int) -> int:
        """Return the nearest row that can be chosen, first in the direction of ``step``.

        ``row`` itself if there is none.
        """
        behind, ahead = (-1, len(self.rows)) if step > 0 else (len(self.rows), -1)
        order = (*range(row, ahead, step), *range(row - step, behind, -step))
        return next((at for at in order if self.rows[at].usable), row)

    def begin(self, passing: Container[str]) -> None:
        """Select the row that the page begins with; titles in ``passing`` come last."""
        place = self._place
        place.selected = self.next_usable(-1, 1)
        if self.rows and self.rows[place.selected].title in passing:
            place.selected = self.next_usable(place.selected, 1)
        here = (at for at, row in enumerate(self.rows) if row.here and row.usable)
        place.selected = next(here, place.selected)

    def return_to(self, title: str) -> None:
        """Select the row from which the user came: there may be new rows above it."""
        at = self._place.selected
        places = [i for i, row in enumerate(self.rows) if row.title == title and row.usable]
        self._place.selected = min(places, key=lambda place: abs(place - at), default=at)

    def step(self, step: str) -> None:
        """Go "up", "down", "page up", "page down", or to the "first" or "last" row."""
        if step in ("up", "down"):
            self.move(-self.across() if step == "up" else self.across())
        elif step in ("page up", "page down"):
            self._turn(-1 if step == "page up" else 1)
        else:
            end, self._place.held = step == "last", None
            self._place.selected = self.next_usable(len(self.rows) if end else -1, -1 if end else 1)

    def move(self, distance: int) -> None:
        """Move the selection; a single step wraps around, a longer way stops at the end."""
        if not self.rows:
            return
        selected, step = self._place.selected, 1 if distance > 0 else -1
        if abs(distance) == 1:
            if not self._read_on(step):
                self._place.selected = self.next_usable(selected, step)
        else:
            wanted = max(0, min(len(self.rows) - 1, selected + distance))
            self._place.selected = self._nearest_usable(wanted, step)

    def _read_on(self, step: int) -> bool:
        """Scroll to lines that selecting a row would never show; returns whether it did."""
        place, many, last = self._place, self.visible(), len(self.lines) - 1
        ahead = range(place.selected + step, len(self.rows) if step > 0 else -1, step)
        row = next((at for at in ahead if self.rows[at].usable), None)
        if step > 0:
            goal = last if row is None else self.line_of(row + 1) - 1
            unseen = goal - (place.first + many - 1)
        else:
            unseen = place.first - (0 if row is None else self.line_of(row))
        if place.page.tiles or unseen <= (0 if row is None else many):
            return False
        place.first += step * min(max(1, many - 1), unseen)
        place.held = place.selected
        return True

    def in_sight(self) -> bool:
        """Tell whether the selected row is among the visible lines, or will be when it is drawn."""
        place, many = self._place, self.visible()
        top, bottom = self.line_of(place.selected), self.line_of(place.selected + 1)
        seen = place.first < bottom and top < place.first + many
        return place.held != place.selected or seen

    def _turn(self, step: int) -> None:
        """Move the selection by as many lines as are visible."""
        if self.rows:
            selected, self._place.held = self._place.selected, None
            row = self.row_at(self.line_of(selected) + step * self.visible())
            if row == selected:  # the row takes more lines than are visible, or is at the end
                row = max(0, min(len(self.rows) - 1, selected + step))
            self._place.selected = self._nearest_usable(row, step)

    # -- what is in sight ------------------------------------------------------------------------

    def _last_first(self) -> int:
        """Return the first visible line when scrolled to the end."""
        across = self.across()
        return -(-max(0, len(self.lines) - self.visible()) // across) * across

    def wheel(self, notches: int) -> None:
        """Scroll by some lines, down if positive; if all fit, move the selection instead."""
        place, across, last = self._place, self.across(), self._last_first()
        if not last:
            step = 1 if notches > 0 else -1
            wanted = max(0, min(len(self.rows) - 1, place.selected + notches * across))
            if any(row.usable for row in self.rows[wanted::step]):
                place.selected = self.next_usable(wanted - step, step)
            return
        self._scroll_by(notches * (across if place.page.tiles else WHEEL_ROWS))

    def turn(self, step: int) -> None:
        """Scroll by as many lines as are visible, down if positive."""
        self._scroll_by(step * self.visible())

    def _scroll_by(self, lines: int) -> None:
        """Scroll as far as there are lines, and keep the selection in sight."""
        place = self._place
        first = max(0, min(self._last_first(), place.first + lines))
        wanted = self.row_at(self.line_of(place.selected) + first - place.first)
        place.first = first
        place.selected = place.held = self._nearest_usable(wanted, 1)

    def share(self) -> tuple[float, float]:
        """Return where the visible lines begin, and their share of all lines: 0 to 1."""
        last = self._last_first()
        total = last + self.visible()
        return (self._place.first / total, self.visible() / total) if last else (0, 1)

    def scroll(self, share: float) -> None:
        """Scroll until ``share`` of all lines is above; the selection stays in sight."""
        place, across, last = self._place, self.across(), self._last_first()
        lines = share * (last + self.visible())
        place.first = min(last, round(lines / across) * across)
        if place.selected not in (row for row, _ in self.seen()):
            place.selected = self._nearest_usable(self.row_at(place.first), 1)
        place.held = place.selected

    def follow_selection(self) -> None:
        """Scroll so that the selected row is visible, with lines that only it can show."""
        place, many, across = self._place, self.visible(), self.across()
        if place.held == place.selected:
            place.first = max(0, min(place.first, self._last_first()))
            return
        place.held = None
        top, bottom = self._with_neighbours(place.selected)
        top -= top % across
        place.first -= place.first % across
        while bottom >= place.first + many:
            place.first += across
        place.first = min(place.first, top)

    def _with_neighbours(self, at: int) -> tuple[int, int]:
        """Return the first and last line of a row, with its heading and any lines at the end."""
        many, last = self.visible(), len(self.lines) - 1
        top, bottom = self.line_of(at), self.line_of(at + 1) - 1
        if self._place.page.tiles:
            return top, bottom
        if at > 0 and self.rows[at - 1].heading:
            top = self.line_of(at - 1)
        if last - top < many and not any(row.usable for row in self.rows[at + 1 :]):
            bottom = max(bottom, last)
        if bottom < many and not any(row.usable for row in self.rows[:at]):
            top = 0
        return top, bottom
