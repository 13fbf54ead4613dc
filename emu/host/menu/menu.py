"""The menu in the window: opened by F10, the right mouse button or a pad's Start button.

The machine is held while it is open.  Its pages come from the actions by their groups, from the
features and from emu.host.menu.builtin.  What it looks like is in emu.host.menu.widgets, which is
imported when the menu is first opened: the first picture does not wait for it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pygame

from emu.host.actions import Action, next_of
from emu.host.feature import Feature
from emu.host.menu.deeds import ENTRY_MOST, deeds_page, entry_rows, words_page
from emu.host.menu.kept_views import KeptViews
from emu.host.menu.keys import MODIFIERS, MOVES, STEPS, hints, match
from emu.host.menu.page import CLOSE, Layout, Page, Row
from emu.host.menu.place import Place, shown, value_of
from emu.host.menu.repeat import PAD, Repeat
from emu.host.menu.row_list import NARROW, RowList
from emu.host.menu.text import foot
from emu.language.translation import translated

if TYPE_CHECKING:
    from emu.host.feature import AppProtocol
    from emu.host.menu.widgets import Line, MenuView

OPEN_KEY = "F10"
PREVIEWED = "Picture"  # the page whose choices are seen in the picture behind the menu
SHORT_LIST = 3  # RETURN steps through so many words; more are listed
MOUSE_EVENTS = (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEMOTION)
MOUSE_RESTS = (pygame.KEYDOWN, pygame.WINDOWLEAVE)  # these stop it, until it is used again
DROPS = (pygame.DROPBEGIN, pygame.DROPFILE, pygame.DROPCOMPLETE)
RIGHT_BUTTON = 3
UPWARDS = "> .."  # the row of the parent folder, which is never selected first
REDRAWS = 8  # the library draws one of the five states of a changed widget a frame
TYPE_AHEAD = 1.5  # seconds from a letter to the next of the same word


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
        self._list = RowList(lambda: self._place, lambda: self._view)
        self._first_page = 0  # the first visible one while the pages fill the window
        self._surface: pygame.Surface | None = None
        self._dirty, self._updated = 0, 0.0
        self._typed, self._typed_until = "", 0.0
        self._repeat = Repeat()
        self._noted = "", ""
        self._direct = False  # the first page came without the list: leaving it leaves the menu
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
        if self._view is not None:
            self._view.let_go()
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

    @property
    def _rows(self) -> list[Row]:
        return self._list.rows

    def _enter_page(self) -> None:
        """Show the page that is chosen in the list, from its first row."""
        self._direct = False
        self._stack = [Place(self._pages[self._at])]
        self._refresh()
        self._place.selected = self._list.next_usable(-1, 1)

    def show(self, page: Page) -> None:
        """Open a page over the one that is shown."""
        self._note_row()
        self._stack.append(Place(page))
        self._begin()

    def again(self, page: Page) -> None:
        """Show a page again, in place of the one with its title and of all above that."""
        titles = [place.page.title for place in self._stack]
        if page.title in titles:
            del self._stack[titles.index(page.title) :]
        self._stack.append(Place(page))
        self._begin()

    def _note_row(self) -> None:
        """Note the row from which another page is opened."""
        row = self._list.selected
        if row is not None:
            self._place.left = row.title

    def _begin(self) -> None:
        """Show a page that was just put over the others, from its first selection."""
        self._in_pages = False
        self._refresh()
        self._list.begin((UPWARDS,))

    def ask(self, page: Page) -> None:
        """Show a page that a key or an event opens; no earlier message may cover it.

        In an open menu it is one page more.  Else it stands alone: leaving it leads back to where
        the user was, and the list of pages can be reached.
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
        """Leave the menu for what a row does; a page that this opens comes over the row's."""
        self._note_row()
        self._behind = self._stack
        self.close_menu()
        try:
            do()
        finally:
            self._behind = None

    def back(self) -> None:
        """Leave a page for the one below or the list of pages, or leave the menu."""
        if len(self._stack) > 1:
            self._stack.pop()
            self._refresh()
            self._list.return_to(self._place.left)
            self._in_pages, self._place.listed = self._place.listed, False
        elif self._in_pages or self._direct:
            self.close_menu()
        else:
            self._in_pages = True
        self._touch()

    def _refresh(self) -> None:
        """Ask the page for its rows again: something was done."""
        place = self._place
        rows = [shown(row) for row in place.page.rows()]
        if place.page.entry is not None:
            rows = [shown(row) for row in entry_rows(place, place.page)] + rows
        self._list.put(rows)
        self._touch()

    def _look_for_news(self) -> None:
        """Show rows that have changed by themselves; the selected one stays selected."""
        news = self._place.page.news
        if news is not None and news():
            row = self._list.selected
            self._refresh()
            self._list.return_to(row.title if row is not None else "")

    def _touch(self) -> None:
        self._dirty = REDRAWS

    # -- events -----------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle an event that is for the menu; while it is closed, only what opens it."""
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
            if kind == pygame.WINDOWFOCUSLOST and self._view is not None:
                self._view.let_go()
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
        """Do what a key of the emulator does, and leave the menu; F10 only leaves it."""
        self.close_menu()
        if pygame.key.name(event.key).upper() != OPEN_KEY:
            self.app.input.shortcut(event)

    def _enter(self, event: pygame.event.Event) -> bool:
        """Take a key of a text that is being typed on the page; returns True if it was one."""
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
        place.selected = self._list.next_usable(-1, 1)  # RETURN takes it
        return True

    def _page_key(self, event: pygame.event.Event) -> bool:
        """Do what this key does on the page; returns True if it does anything."""
        deed = self._place.page.keys.get(pygame.key.name(event.key).lower())
        if deed is None or self._in_pages or not self._rows:
            return False
        if self._list.in_sight() and deed.fits(self._place.selected):
            self._done(deed.do(self._place.selected))
        return True

    def _finding(self) -> str:
        """Return what has been typed of a name, "" if that was too long ago."""
        if time.monotonic() >= self._typed_until:
            self._typed = ""
        return self._typed

    def _type_ahead(self, event: pygame.event.Event) -> bool:
        """Take a letter of the name that the user looks for; returns True if it is one."""
        typed, letter = self._finding(), getattr(event, "unicode", "").lower()
        if event.key == pygame.K_BACKSPACE and typed:
            self._find(typed[:-1])
            return True
        if not letter.isprintable() or not (letter.strip() or (letter and typed)):
            return False
        self._find(typed + letter)
        return True

    def _find(self, typed: str) -> None:
        """Select the next page or row whose name begins with what is typed, or contains it."""
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
        elif step in ("enter", "more", "left", "right") and not self._list.in_sight():
            self._place.held = None  # nothing may happen to a row that is out of sight
        elif step in MOVES:
            self._list.step(step)
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

    def _wheel(self, notches: int) -> None:
        """Scroll by some lines, down if positive; if all fit, move the selection instead."""
        if self._fills_with_pages():
            self._scroll_pages(self._first_page + notches)
            return
        self._in_pages = False
        self._list.wheel(notches)

    def _fills_with_pages(self) -> bool:
        """Tell whether the list of pages fills the window, as large letters need the room."""
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
        """Change the choice of a row; among tiles go to the next; else go back to the list."""
        row = self._list.selected
        if self._place.page.tiles:
            self._list.move(step)
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
        row = None if self._in_pages else self._list.selected
        if row is not None and row.more is not None:
            self.show(row.more())
        elif row is not None:
            self._offer(self._place.selected)

    def _offer(self, number: int) -> bool:
        """Show what can be done with a row; returns whether there is anything."""
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
        """Do what a row does."""
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
        self.run(self._list.row_in_sight(number))

    def scroll(self, share: float) -> None:
        """The mouse has moved the scroll bar: ``share`` of all lines is above."""
        if self._fills_with_pages():
            self._scroll_pages(round(share * len(self._pages)))
        else:
            self._list.scroll(share)
        self._touch()

    def turn(self, step: int) -> None:
        """The mouse is pressed beside the scroll bar's thumb: one window further."""
        if self._fills_with_pages():
            many = self._view.visible_rows if self._view is not None else 1
            self._scroll_pages(self._first_page + step * many)
        else:
            self._list.turn(step)
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
        return -1 if line is None else self._list.row_in_sight(line)

    def _current_view(self) -> MenuView:
        """Return the view, filled with the page that is open now.

        On a busy host a click may come together with the one before it, which has opened a page
        that was never drawn: the widgets would still be those of the page before.
        """
        view = self._fitting_view()
        if self._dirty:
            self._fill(view)
        return view

    # -- the picture ----------------------------------------------------------------------------

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
            view.update(0)  # else the widgets show their previous picture
            self._surface = view.draw(self._stack[0].page.title == PREVIEWED)
        return self._surface

    def _peeking(self) -> bool:
        return time.perf_counter() < self._peek_until

    def peek(self, seconds: float) -> None:
        """Show the picture for a moment: something about it has been chosen."""
        self._peek_until = time.perf_counter() + seconds

    def _layout(self) -> Layout:
        """Return how to lay the menu out.

        Large letters take all of the window, and so do tiles and long names once the user is
        among them: the list of pages is beside them only while it is being used.
        """
        large = self.app.overlay.large
        page = self._place.page
        room = not self._in_pages and (page.tiles or page.wide)
        return Layout(self.app.window.pixels, large, large or room)

    def _fitting_view(self) -> MenuView:
        """Return a view with the current layout."""
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
        """Put the current page into the view."""
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
        self._list.lay_out()
        self._list.follow_selection()
        seen = self._list.seen()
        chosen = [] if self._in_pages else [place.selected]
        view.set_lines(
            [self._line(number, part) for number, part in seen],
            [i for i, (number, _) in enumerate(seen) if number in chosen],
            self._list.share(),
            translated(place.page.empty),
            place.page.tiles,
        )

    def _line(self, number: int, part: int) -> Line:
        """Return one line of a row as the view shows it."""
        from emu.host.menu.widgets import Line

        row = self._rows[number]
        found = self._list.parts(row)
        title, value = found[min(part, len(found) - 1)]  # its word may just have become shorter
        if row.name or self._place.page.tiles:
            value = value_of(row)
        return Line(title, value, row.enabled, row.heading, row.picture)

    def _fill_with_pages(self, view: MenuView) -> None:
        """Show the list of pages in place of a page."""
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
        """Return the text over the banner: a message, or a name too long for its row."""
        row = self._list.selected
        if self.app.overlay.message or self._in_pages or row is None:
            return self.app.overlay.message
        fits = view.fits(row.title, value_of(row), self._place.page.tiles)
        return "" if fits or not self._list.is_one_line(row) else row.title.strip()

    def _hint(self) -> str:
        if self._finding():
            return f"{translated('find')}: {self._typed}"
        width = self._view.foot_columns if self._view is not None else NARROW
        if self._in_pages:
            return foot(hints(), width)
        at = self._place.selected
        return foot(hints(self._place.page, at, self._list.selected), width)
