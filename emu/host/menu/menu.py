"""The menu in the window: opened by F10, the right button of the mouse or a pad's start button.

The machine is held while it is open.  Its pages come from the actions by their groups, from the
features and from emu.host.menu.builtin.  What it looks like is in emu.host.menu.widgets, which is
imported when the menu is first opened: the first picture does not wait for it.
"""

from __future__ import annotations

import textwrap
import time
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import pygame

from emu.host.actions import Action, next_of
from emu.host.feature import Feature
from emu.host.menu.deeds import ENTRY_MOST, deeds_page, entry_rows, words_page
from emu.host.menu.kept_views import KeptViews
from emu.host.menu.keys import MODIFIERS, STEPS, hints, match
from emu.host.menu.page import CLOSE, Layout, Page, Row
from emu.host.menu.place import Place, shown, value_of
from emu.host.menu.repeat import PAD, Repeat
from emu.host.menu.text import Part, foot, parts
from emu.language.translation import translated

if TYPE_CHECKING:
    from emu.host.feature import AppProtocol
    from emu.host.menu.widgets import Line, MenuView

OPEN_KEY = "F10"
PREVIEWED = "Picture"  # the page whose choices are seen in the picture behind the menu
SHORT_LIST = 3  # so many words are gone through by RETURN, more are listed
MOUSE_EVENTS = (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEMOTION)
MOUSE_RESTS = (pygame.KEYDOWN, pygame.WINDOWLEAVE)  # from these on, until it is used again
DROPS = (pygame.DROPBEGIN, pygame.DROPFILE, pygame.DROPCOMPLETE)
RIGHT_BUTTON = 3
UPWARDS = "> .."  # the row of the folder above: nobody comes for it first
REDRAWS = 8  # the library draws one of the five states of a changed widget a frame
WHEEL_ROWS = 3  # for one notch
TYPE_AHEAD = 1.5  # seconds from a letter to the next of the same word
NARROW = 24  # letters of a row while nobody knows how wide the window is


class Menu(Feature):
    """Takes all events while it is open, and holds the machine."""

    def __init__(self, app: AppProtocol) -> None:
        super().__init__(app)
        self.is_open = False
        self._view: MenuView | None = None
        self._views = KeptViews(self._make_view)
        self._peek_until = 0.0
        self._pages: list[Page] = []
        self._at, self._in_pages = 0, True
        self._stack: list[Place] = []
        self._rows: list[Row] = []
        self._lines: list[tuple[int, int]] = []  # of all rows: (number of the row, its part)
        self._first_page = 0  # the first visible one while the pages fill the window
        self._surface: pygame.Surface | None = None
        self._dirty, self._updated = 0, 0.0
        self._typed, self._typed_until = "", 0.0
        self._repeat = Repeat()
        self._noted = "", ""
        self._direct = False  # the first page came without the list: who leaves it leaves the menu
        self._behind: list[Place] | None = None  # where the user was before a row left the menu
        self._mouse_rests = True  # no row below it is tinted until it moves

    @property
    def shows_messages(self) -> bool:
        """True while it covers the picture."""
        return self.is_open and not self._peeking()

    def actions(self) -> Sequence[Action]:
        """Return the Action that opens it."""
        return (Action("menu", "menu", self.toggle, plain=OPEN_KEY, group="help"),)

    # -- open and closed -----------------------------------------------------------------

    def toggle(self) -> None:
        """Open or close it."""
        if self.is_open:
            self.close_menu()
        else:
            self.open()

    def open(self, title: str | None = None) -> None:
        """Open it, at a page if its title is given."""
        from emu.host.menu.builtin import top_pages

        app = self.app
        self.is_open = self._mouse_rests = True
        app.input.release_all()
        app.overlay.hide_help()
        self._pages = top_pages(app, self)
        titles = [page.title for page in self._pages]
        self._at = titles.index(title) if title in titles else min(self._at, len(titles) - 1)
        self._in_pages = title is None
        self._enter_page()
        app.input.free_mouse(True, "menu")

    def close_menu(self) -> None:
        """Let the machine go on."""
        self.is_open = False
        self._repeat.end()
        self._surface = None
        self.app.input.free_mouse(False, "menu")
        self.app.window.expose()

    def instead_of_frame(self) -> bool:
        """Hold the machine."""
        return self.is_open

    def restarted(self) -> None:
        """A file that was dropped has been started: show it."""
        if self.is_open:
            self.close_menu()

    # -- where the user is ----------------------------------------------------------------

    @property
    def _place(self) -> Place:
        return self._stack[-1]

    def _enter_page(self) -> None:
        """Show the page that is chosen in the list, from its first row."""
        self._direct = False
        self._stack = [Place(self._pages[self._at])]
        self._refresh()
        self._place.selected = self._next_usable(-1, 1)

    def show(self, page: Page) -> None:
        """Open a page over the one that is shown."""
        if self._rows:
            self._place.left = self._rows[self._place.selected].title
        self._stack.append(Place(page))
        self._begin()

    def _begin(self) -> None:
        """Show a page that was just put over the others, from the row that it begins with."""
        self._in_pages = False
        self._refresh()
        self._place.selected = self._next_usable(-1, 1)
        if self._rows and self._rows[self._place.selected].title == UPWARDS:
            self._place.selected = self._next_usable(self._place.selected, 1)
        here = (at for at, row in enumerate(self._rows) if row.here and row.usable)
        self._place.selected = next(here, self._place.selected)

    def ask(self, page: Page) -> None:
        """Show a page that a key or an event brings; a message before must not lie over it.

        Over the menu it is one page more.  Else it stands alone: who leaves it is back where he
        was, and the list of pages can be reached.
        """
        self.app.overlay.message = ""
        if self.is_open:
            self._place.listed = self._in_pages
            self.show(page)
            return
        direct = self._direct if self._behind else True
        self.open()
        self._direct, self._stack = direct, [*(self._behind or ()), Place(page)]
        self._begin()

    def behind(self, do: Callable[[], object]) -> None:
        """Leave the menu for what a row does; a page that this asks for comes over the row's."""
        if self._rows:
            self._place.left = self._rows[self._place.selected].title
        self._behind = self._stack
        self.close_menu()
        try:
            do()
        finally:
            self._behind = None

    def back(self) -> None:
        """Leave a page for the one below, for the list of pages, or the menu."""
        if len(self._stack) > 1:
            self._stack.pop()
            self._refresh()
            self._return_to(self._place.left)
            self._in_pages, self._place.listed = self._place.listed, False
        elif self._in_pages or self._direct:
            self.close_menu()
        else:
            self._in_pages = True
        self._touch()

    def _return_to(self, title: str) -> None:
        """Select the row that the user comes from: what was done may have put rows above it."""
        at = self._place.selected
        places = [i for i, row in enumerate(self._rows) if row.title == title and row.usable]
        self._place.selected = min(places, key=lambda place: abs(place - at), default=at)

    def _refresh(self) -> None:
        """Ask the page for its rows again: something was done."""
        place = self._place
        self._rows = [shown(row) for row in place.page.rows()]
        if place.page.entry is not None:
            self._rows = [shown(row) for row in entry_rows(place, place.page)] + self._rows
        if place.page.wrap or place.page.entry is not None:
            self._rows = [part for row in self._rows for part in self._wrapped(row)]
        place.selected = min(place.selected, max(0, len(self._rows) - 1))
        self._lay_out()
        self._touch()

    def _look_for_news(self) -> None:
        """Show the rows that have come by themselves; the selected one stays selected."""
        news, at = self._place.page.news, self._place.selected
        if news is not None and news():
            title = self._rows[at].title if self._rows else ""
            self._refresh()
            self._return_to(title)

    def _lay_out(self) -> None:
        """Find out which lines the rows take: one, or as many as their texts need."""
        tiles = self._place.page.tiles
        self._lines = [
            (number, part)
            for number, row in enumerate(self._rows)
            for part in ((0,) if tiles or row.name else range(len(self._parts(row))))
        ]

    def _parts(self, row: Row) -> list[Part]:
        """Return what stands at the left and the right of each line of a row.

        A name may be cut, for it is shown in full when it is selected.  Its word is not asked for
        here: it may be the size of a file, of thousands.
        """
        if self._view is None or row.name or self._place.page.tiles:
            return [(row.title, "")]
        return parts(row.title, value_of(row), self._view.columns)

    def _line_of(self, row: int) -> int:
        """Return the first line of a row."""
        return bisect_left(self._lines, (row, 0))

    def _row_at(self, line: int) -> int:
        """Return the row that a line belongs to, of the nearest line if there is none."""
        return self._lines[max(0, min(line, len(self._lines) - 1))][0]

    def _wrapped(self, row: Row) -> list[Row]:
        """Return Rows with the text of one, as many as it takes."""
        width = self._view.columns if self._view is not None else NARROW
        return [replace(row, title=part) for part in textwrap.wrap(row.title, width) or [""]]

    def _touch(self) -> None:
        self._dirty = REDRAWS

    def _next_usable(self, row: int, step: int) -> int:
        """Return the next row after ``row`` that can be chosen; ``row`` if there is none."""
        count = len(self._rows)
        for distance in range(1, count + 1):
            at = (row + step * distance) % count
            if self._rows[at].usable:
                return at
        return max(0, min(row, count - 1))

    def _nearest_usable(self, row: int, step: int) -> int:
        """Return the nearest row that can be chosen, first from ``row`` to the end on that side.

        ``row`` itself if there is none.
        """
        behind, ahead = (-1, len(self._rows)) if step > 0 else (len(self._rows), -1)
        order = (*range(row, ahead, step), *range(row - step, behind, -step))
        return next((at for at in order if self._rows[at].usable), row)

    # -- events -----------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> bool:
        """Take what is for the menu; while it is closed, only what opens it."""
        if not self.is_open:
            return self._opens(event)
        kind = event.type
        if kind in (pygame.QUIT, pygame.WINDOWEXPOSED, *DROPS):
            self._touch()
            return False
        self._mouse_rests = kind in MOUSE_RESTS or (
            self._mouse_rests and kind not in (*MOUSE_EVENTS, pygame.MOUSEWHEEL)
        )
        if kind == pygame.KEYDOWN:
            self._key(event)
        elif kind in (pygame.KEYUP, pygame.WINDOWFOCUSLOST):
            self._repeat.end(getattr(event, "key", None))
        elif kind in MOUSE_EVENTS:
            self._mouse(event)
        elif kind == pygame.MOUSEWHEEL:
            self._wheel(event.y if getattr(event, "flipped", False) else -event.y)
        else:
            step = self.app.input.menu_step(event)
            if step:
                self._mouse_rests = True
                self._repeat.begin(step, PAD, time.monotonic())
                self._step(step)
        self._touch()
        return kind not in (pygame.JOYDEVICEADDED, pygame.JOYDEVICEREMOVED)

    def _opens(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == RIGHT_BUTTON:
            if not self.app.input.mouse_in_use():
                self.open()
                self._mouse_rests = False
                return True
        if self.app.input.menu_step(event) == "menu":
            self.open()
            return True
        return False

    def _key(self, event: pygame.event.Event) -> None:
        if event.key in MODIFIERS:  # the letter that is typed with it comes later
            return
        if event.mod & pygame.KMOD_ALT or pygame.key.name(event.key).upper() == OPEN_KEY:
            self._shortcut(event)
        elif not (self._enter(event) or self._page_key(event) or self._type_ahead(event)):
            self._typed = ""
            if event.key == pygame.K_TAB:
                self._look_inside()
            elif event.key in STEPS:
                self._repeat.begin(STEPS[event.key], event.key, time.monotonic())
                self._step(STEPS[event.key])

    def _shortcut(self, event: pygame.event.Event) -> None:
        """A key of the emulator's works in the menu, too, and leaves it; F10 only leaves it."""
        self.close_menu()
        if pygame.key.name(event.key).upper() != OPEN_KEY:
            self.app.input.shortcut(event)

    def _enter(self, event: pygame.event.Event) -> bool:
        """Take a key of a text that is typed on the page; returns True if it was one."""
        place, letter = self._place, getattr(event, "unicode", "")
        if place.page.entry is None or self._in_pages:
            return False
        if event.key == pygame.K_BACKSPACE:
            place.text = place.text[:-1]
        elif letter and letter.isprintable():
            place.text = (place.text + letter)[:ENTRY_MOST]
        else:
            return False
        self._refresh()
        place.selected = self._next_usable(-1, 1)  # RETURN takes it
        return True

    def _page_key(self, event: pygame.event.Event) -> bool:
        """Do what the page has this key for; returns True if there is something."""
        deed = self._place.page.keys.get(pygame.key.name(event.key).lower())
        if deed is None or self._in_pages or not self._rows:
            return False
        if self._in_sight() and deed.fits(self._place.selected):
            self._done(deed.do(self._place.selected))
        return True

    def _finding(self) -> str:
        """Return what has been typed of a name, "" if that was too long ago."""
        if time.monotonic() >= self._typed_until:
            self._typed = ""
        return self._typed

    def _type_ahead(self, event: pygame.event.Event) -> bool:
        """Take a letter of the name that is looked for; returns True if it is one."""
        typed, letter = self._finding(), getattr(event, "unicode", "").lower()
        if event.key == pygame.K_BACKSPACE and typed:
            self._find(typed[:-1])
            return True
        if not letter.isprintable() or not (letter.strip() or (letter and typed)):
            return False
        self._find(typed + letter)
        return True

    def _find(self, typed: str) -> None:
        """Select the next page or row whose name begins with what is typed, or has it in it."""
        self._typed, self._typed_until = typed, time.monotonic() + TYPE_AHEAD
        if not typed:
            return
        if self._in_pages:
            found = match([translated(p.title).lower() for p in self._pages], typed, self._at)
            if found is not None:
                self._at = found
                self._enter_page()
            return
        names = [row.title.lower().lstrip(" >/•*") if row.usable else "" for row in self._rows]
        found = match(names, typed, self._place.selected)
        if found is not None:
            self._place.selected = found

    def _step(self, step: str) -> None:
        if step in ("back", "menu"):
            self.close_menu() if step == "menu" else self.back()
        elif self._in_pages:
            self._step_in_pages(step)
        elif step in ("enter", "more", "left", "right") and not self._in_sight():
            self._place.held = None  # nothing is done to a row that is not seen
        elif step in ("up", "down"):
            across = self._across() if self._place.page.tiles else 1
            self._move(-across if step == "up" else across)
        elif step in ("page up", "page down"):
            self._turn(-1 if step == "page up" else 1)
        elif step in ("first", "last"):
            end, self._place.held = step == "last", None
            self._place.selected = self._next_usable(
                len(self._rows) if end else -1, -1 if end else 1
            )
        elif step in ("left", "right"):
            self._sideways(-1 if step == "left" else 1)
        elif step == "more":
            self._offer(self._place.selected)
        else:
            self.run(self._place.selected)

    def _step_in_pages(self, step: str) -> None:
        count = len(self._pages)
        if step in ("up", "down"):
            self._at = (self._at + (1 if step == "down" else -1)) % count
            self._enter_page()
        elif step in ("first", "last"):
            self._at = 0 if step == "first" else count - 1
            self._enter_page()
        elif step in ("enter", "right") and any(row.usable for row in self._rows):
            self._in_pages = False

    def _move(self, distance: int) -> None:
        """Move the selection, round about for one step, to the end for more."""
        if not self._rows:
            return
        selected, step = self._place.selected, 1 if distance > 0 else -1
        if abs(distance) == 1:
            if not self._read_on(step):
                self._place.selected = self._next_usable(selected, step)
        else:
            wanted = max(0, min(len(self._rows) - 1, selected + distance))
            self._place.selected = self._nearest_usable(wanted, step)

    def _read_on(self, step: int) -> bool:
        """Scroll to lines that no row to be chosen would bring into sight; tells whether it did."""
        place, many, last = self._place, self._visible(), len(self._lines) - 1
        ahead = range(place.selected + step, len(self._rows) if step > 0 else -1, step)
        row = next((at for at in ahead if self._rows[at].usable), None)
        if step > 0:
            goal = last if row is None else self._line_of(row + 1) - 1
            unseen = goal - (place.first + many - 1)
        else:
            unseen = place.first - (0 if row is None else self._line_of(row))
        if place.page.tiles or unseen <= (0 if row is None else many):
            return False
        place.first += step * min(max(1, many - 1), unseen)
        place.held = place.selected
        return True

    def _in_sight(self) -> bool:
        """Tell whether the selected row is among the visible lines, or will be when it is drawn."""
        place, many = self._place, self._visible()
        top, bottom = self._line_of(place.selected), self._line_of(place.selected + 1)
        seen = place.first < bottom and top < place.first + many
        return place.held != place.selected or seen

    def _turn(self, step: int) -> None:
        """Move the selection by as many lines as are visible."""
        if self._rows:
            selected, self._place.held = self._place.selected, None
            row = self._row_at(self._line_of(selected) + step * self._visible())
            if row == selected:  # it takes more lines than are visible, or is at the end
                row = max(0, min(len(self._rows) - 1, selected + step))
            self._place.selected = self._nearest_usable(row, step)

    def _wheel(self, notches: int) -> None:
        """Scroll by some lines, downwards if positive; what fits has its selection moved."""
        if self._fills_with_pages():
            self._scroll_pages(self._first_page + notches)
            return
        place, many, count = self._place, self._visible(), len(self._lines)
        self._in_pages = False
        across = self._across() if place.page.tiles else 1
        last = -(-max(0, count - many) // across) * across
        if not last:
            step = 1 if notches > 0 else -1
            wanted = max(0, min(len(self._rows) - 1, place.selected + notches * across))
            if any(row.usable for row in self._rows[wanted::step]):
                place.selected = self._next_usable(wanted - step, step)
            return
        rows = across if place.page.tiles else WHEEL_ROWS
        before, place.first = place.first, max(0, min(last, place.first + notches * rows))
        wanted = self._row_at(self._line_of(place.selected) + place.first - before)
        place.selected = place.held = self._nearest_usable(wanted, 1)

    def _fills_with_pages(self) -> bool:
        """Tell whether the list of pages takes all of the window: large letters need the room."""
        return self._in_pages and self._layout().whole

    def _scroll_pages(self, first: int) -> None:
        """Show the list of pages from one of them on, and keep the chosen one in it."""
        most = self._view.visible_rows if self._view is not None else 1
        self._first_page = max(0, min(first, len(self._pages) - most))
        seen = self._first_page, min(self._first_page + most, len(self._pages)) - 1
        at = max(seen[0], min(self._at, seen[1]))
        if at != self._at:
            self._at = at
            self._enter_page()

    def _sideways(self, step: int) -> None:
        """Change what is chosen in a row; among tiles go to the next; else back to the list."""
        row = self._rows[self._place.selected] if self._rows else None
        if self._place.page.tiles:
            self._move(step)
        elif row is not None and row.choices is not None and row.usable:
            words = list(row.choices())
            self._choose(row, next_of(words[::step], row.word))
        elif step < 0 and len(self._stack) == 1:
            if self._direct:
                self._enter_page()
            self._in_pages = True
        elif step > 0:
            self._look_inside()

    def _look_inside(self) -> None:
        """Show the page about what is selected, if there is one, or what can be done with it."""
        row = self._rows[self._place.selected] if self._rows and not self._in_pages else None
        if row is not None and row.more is not None:
            self.show(row.more())
        elif row is not None:
            self._offer(self._place.selected)

    def _offer(self, number: int) -> bool:
        """Show what can be done with a row; returns whether there is something."""
        row = self._rows[number] if 0 <= number < len(self._rows) else None
        if row is None or not row.usable:
            return False
        page = deeds_page(self, self._place.page, row, number)
        if page is not None:
            self._place.selected = number
            self.show(page)
        return page is not None

    def _choose(self, row: Row, word: str) -> None:
        row.put(word)
        self._refresh()

    # -- what rows do ---------------------------------------------------------------------

    def run(self, number: int) -> None:
        """Do what a row is for."""
        if not 0 <= number < len(self._rows) or not self._rows[number].usable:
            return
        row = self._rows[number]
        self._place.selected = number
        if row.choices is None:
            if row.run is not None:
                self._done(row.run())
        elif len(words := list(row.choices())) > SHORT_LIST:
            self.show(words_page(row, row.choices, self.back))
        elif words:
            self._choose(row, next_of(words, row.word))

    def _done(self, outcome: object) -> None:
        """Go on after a row was run: close, show a page, or look at the page again."""
        if outcome is CLOSE:
            if self.is_open:
                self.close_menu()
        elif isinstance(outcome, Page):
            self.show(outcome)
        elif self.is_open:
            self._refresh()

    # -- the view calls these ----------------------------------------------------------------

    def page(self, number: int) -> None:
        """The mouse has chosen a page."""
        self._at, self._in_pages = number, False
        self._enter_page()

    def row(self, number: int) -> None:
        """The mouse has chosen a visible line."""
        if self._fills_with_pages():
            self.page(self._first_page + number)
            return
        self._in_pages = False
        line = self._place.first + number
        if line < len(self._lines):
            self.run(self._lines[line][0])

    def scroll(self, share: float) -> None:
        """The mouse has moved the scroll bar: ``share`` of all lines is above."""
        if self._fills_with_pages():
            self._scroll_pages(round(share * len(self._pages)))
            self._touch()
            return
        across = self._across() if self._place.page.tiles else 1
        self._place.first = round(share * len(self._lines) / across) * across
        seen = self._lines[self._place.first : self._place.first + self._visible()]
        if self._place.selected not in (row for row, _ in seen):
            self._place.selected = self._nearest_usable(self._row_at(self._place.first), 1)
        self._place.held = self._place.selected
        self._touch()

    def _mouse(self, event: pygame.event.Event) -> None:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_X1:
            self.back()
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == RIGHT_BUTTON:
            if not self._offer(self._row_below(event.pos)):
                self.back()
        elif self._view is not None:
            view = self._current_view() if event.type == pygame.MOUSEBUTTONDOWN else self._view
            outside = not view.over(self.app.window.pixel_at(event.pos))
            if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and outside:
                self.close_menu()
            else:
                view.take(event)

    def _row_below(self, position: tuple[int, int]) -> int:
        """Return the row at a position of the mouse, -1 for none."""
        if self._fills_with_pages():
            return -1
        line = self._current_view().line_at(self.app.window.pixel_at(position))
        line = -1 if line is None else line + self._place.first
        return self._lines[line][0] if 0 <= line < len(self._lines) else -1

    def _current_view(self) -> MenuView:
        """Return the view with the page that is open now.

        On a busy host a click may come together with the one before it, which has opened a page
        that was never drawn: the widgets would still be those of the page before.
        """
        view = self._fitting_view()
        if self._dirty:
            self._fill(view)
        return view

    # -- the picture ----------------------------------------------------------------------------

    def _across(self) -> int:
        return self._view.tiles_across if self._view else 1

    def _visible(self) -> int:
        if self._view is None:
            return 1
        return self._view.visible_tiles if self._place.page.tiles else self._view.visible_rows

    def overlay(self) -> pygame.Surface | None:
        """Return the menu as a Surface as large as the window, None while it is closed."""
        if not self.is_open or self._peeking():
            return None
        view = self._fitting_view()
        view.rest_mouse(self._mouse_rests)
        if self._repeat.due(time.monotonic(), self.app.input.held_directions()):
            self._step(self._repeat.step)
            self._touch()
        self._look_for_news()
        now = time.perf_counter()
        view.update(now - self._updated)
        self._updated = now
        if (self._note(view), self._hint()) != self._noted:
            self._touch()
        if self._dirty:
            self._dirty -= 1
            self._fill(view)
            view.update(0)  # else the widgets have the picture that they had before
            self._surface = view.draw(self._stack[0].page.title == PREVIEWED)
        return self._surface

    def _peeking(self) -> bool:
        return time.perf_counter() < self._peek_until

    def peek(self, seconds: float) -> None:
        """Let the picture be seen for a moment: something about it has been chosen."""
        self._peek_until = time.perf_counter() + seconds

    def _layout(self) -> Layout:
        """Return how the menu is to be laid out.

        Large letters take all of the window, and so do tiles and long names once the user is
        among them: the list of pages is beside them only while it is being used.
        """
        large = self.app.overlay.large
        page = self._place.page
        room = not self._in_pages and (page.tiles or page.wide)
        return Layout(self.app.window.pixels, large, large or room)

    def _fitting_view(self) -> MenuView:
        """Return a view with the layout that there should be now."""
        before, layout = self._view, self._layout()
        if before is not None and before.layout == layout:
            return before
        view = self._view = self._views.of(layout)
        view.let_go()
        page = self._place.page
        if before is None or page.wrap or page.entry is not None:
            self._refresh()  # its texts are as wide as the view
        self._touch()
        return view

    def _make_view(self, layout: Layout) -> MenuView:
        from emu.host.menu.widgets import MenuView

        app = self.app
        self._updated = time.perf_counter()
        return MenuView(layout, app.machine.roms.chargen, app.window.pixel_at, self)

    def _fill(self, view: MenuView) -> None:
        """Tell the view what there is to see."""
        place = self._place
        at = None if self._direct else self._at
        view.set_pages([translated(p.title) for p in self._pages], at, self._in_pages)
        view.set_back(not self._in_pages, self._direct)
        note, hint = self._noted = self._note(view), self._hint()
        view.set_note(note)
        view.set_hint(hint)
        picture = place.page.picture
        view.set_picture(picture() if picture is not None else None)
        if self._fills_with_pages():
            self._fill_with_pages(view)
            return
        titles = [p.page.title for p in self._stack]
        titles = [t for t, before in zip(titles, [None, *titles], strict=False) if t != before]
        view.set_path([translated(title) for title in titles])
        self._lay_out()
        self._follow_selection()
        seen, count = self._lines[place.first : place.first + self._visible()], len(self._lines)
        chosen = [] if self._in_pages else [place.selected]
        view.set_lines(
            [self._line(number, part) for number, part in seen],
            [i for i, (number, _) in enumerate(seen) if number in chosen],
            (place.first / count, len(seen) / count) if count else (0, 1),
            translated(place.page.empty),
            place.page.tiles,
        )

    def _line(self, number: int, part: int) -> Line:
        """Return a line of a row as the view shows it."""
        from emu.host.menu.widgets import Line

        row = self._rows[number]
        found = self._parts(row)
        title, value = found[min(part, len(found) - 1)]  # its word may just have become shorter
        if row.name or self._place.page.tiles:
            value = value_of(row)
        return Line(title, value, row.enabled, row.heading, row.picture)

    def _fill_with_pages(self, view: MenuView) -> None:
        """Show the list of pages in the place of a page."""
        from emu.host.menu.widgets import Line

        count, many = len(self._pages), view.visible_rows
        first = max(min(self._first_page, self._at), self._at - many + 1)
        self._first_page = max(0, min(first, count - many))
        seen = self._pages[self._first_page : self._first_page + many]
        view.set_path([])
        view.set_lines(
            [Line(translated(page.title)) for page in seen],
            [self._at - self._first_page],
            (self._first_page / count, len(seen) / count),
        )

    def _note(self, view: MenuView) -> str:
        """Return what is said over the banner: a message, or a name too long for its row."""
        if self.app.overlay.message or self._in_pages or not self._rows:
            return self.app.overlay.message
        row = self._rows[self._place.selected]
        fits = view.fits(row.title, value_of(row), self._place.page.tiles)
        return "" if fits else row.title.strip()

    def _hint(self) -> str:
        if self._finding():
            return f"{translated('find')}: {self._typed}"
        width = self._view.foot_columns if self._view is not None else NARROW
        if self._in_pages:
            return foot(hints(), width)
        at = self._place.selected
        return foot(hints(self._place.page, at, self._rows[at] if self._rows else None), width)

    def _follow_selection(self) -> None:
        """Scroll so that the selected row is visible, with what only it brings into sight."""
        place, many, count = self._place, self._visible(), len(self._lines)
        across = self._across() if place.page.tiles else 1
        if place.held == place.selected:
            most = -(-max(0, count - many) // across) * across
            place.first = max(0, min(place.first, most))
            return
        place.held = None
        top, bottom = self._with_neighbours(place.selected)
        top -= top % across
        place.first -= place.first % across
        while bottom >= place.first + many:
            place.first += across
        place.first = min(place.first, top)

    def _with_neighbours(self, at: int) -> tuple[int, int]:
        """Return the first and last line of a row, a heading and what lies at the end with it."""
        many, last = self._visible(), len(self._lines) - 1
        top, bottom = self._line_of(at), self._line_of(at + 1) - 1
        if self._place.page.tiles:
            return top, bottom
        if at > 0 and self._rows[at - 1].heading:
            top = self._line_of(at - 1)
        if last - top < many and not any(row.usable for row in self._rows[at + 1 :]):
            bottom = max(bottom, last)
        if bottom < many and not any(row.usable for row in self._rows[:at]):
            top = 0
        return top, bottom
