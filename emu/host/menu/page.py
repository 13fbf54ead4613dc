"""What a menu shows, apart from how: pages of rows.  Features may bring pages of their own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Protocol

import pygame

if TYPE_CHECKING:
    from emu.host.actions import Action


SWITCHED = ("off", "on")  # words of an action that is switched by doing it


def only_read() -> None:
    """Do nothing: the ``run`` of a row that is selected only to be read."""


@dataclass(frozen=True)
class Row:
    """A line of a page, or a tile of a page of pictures.

    title    a few words
    run      function without arguments; it may return a Page to open, or CLOSE
    value    function that returns the word at the right, None for none
    choices  function that returns the words to choose from, None for none
    choose   function that takes the word
    enabled  False: grey, and cannot be chosen
    keys     the keys that do the same, as the help names them
    picture  pygame.Surface for a tile, or None
    heading  True: a title between the rows; cannot be chosen
    more     function that returns a Page about it, None for none: TAB, or RIGHT in a list
    name     True: the title is the name of a file or program, the same in every language
    here     True: the page opens with it selected
    """

    title: str
    run: Callable[[], object] | None = None
    value: Callable[[], str] | None = None
    choices: Callable[[], Sequence[str]] | None = None
    choose: Callable[[str], object] | None = None
    enabled: bool = True
    keys: str = ""
    picture: pygame.Surface | None = None
    heading: bool = False
    more: Callable[[], Page] | None = None
    name: bool = False
    here: bool = False

    @property
    def usable(self) -> bool:
        """True if it can be chosen."""
        return self.enabled and not self.heading and (self.run or self.choose) is not None

    @property
    def word(self) -> str:
        """The word at the right now, "" for none."""
        return self.value() if self.value is not None else ""

    def put(self, word: str) -> None:
        """Choose a word, if there is something to choose."""
        if self.choose is not None:
            self.choose(word)


@dataclass(frozen=True)
class Deed:
    """What a key of a page does with the selected row; mouse and pad find it on a page of its own.

    title  a word or two
    do     function of the number of the row
    fits   function of that number: whether it can be done with this row
    """

    title: str
    do: Callable[[int], object]
    fits: Callable[[int], bool] = lambda number: True


@dataclass(frozen=True)
class Page:
    """A page of the menu.

    title  over it, and in the list of pages
    rows   function that returns its Rows; called again whenever something was done
    tiles  True: pictures side by side instead of lines
    empty  what to say if there are no rows
    keys   {name of a key, in lower case: Deed}; letters that are not among them find a row
    hint   what the foot says of RETURN; above a text that is typed, what it may be
    wrap   True: a title that is too long goes on in the next row
    picture  function that returns a pygame.Surface to show beside the rows, or None
    entry  function that takes a text that is typed on the page, None for no text
    letters  what the text is made of, for those who have no keyboard
    wide   True: it takes all of the window, for its names are long
    news   function that tells whether there are more rows by now, None: nothing comes by itself
    """

    title: str
    rows: Callable[[], Sequence[Row]]
    tiles: bool = False
    empty: str = "nothing here"
    keys: Mapping[str, Deed] = field(default_factory=dict)
    hint: str = ""
    wrap: bool = False
    picture: Callable[[], pygame.Surface | None] | None = None
    entry: Callable[[str], object] | None = None
    letters: str = ""
    wide: bool = False
    news: Callable[[], bool] | None = None


@dataclass(frozen=True)
class Layout:
    """How the menu lies in the window.

    size    (width, height) of the window in pixels
    large   True: letters are twice as large, as far as the window has room for them
    whole   True: it takes all of the window and has no list of pages
    """

    size: tuple[int, int]
    large: bool = False
    whole: bool = False


class Opener(Protocol):
    """What a row may do with the menu that shows it; the menu says what each does."""

    def show(self, page: Page) -> None: ...
    def back(self) -> None: ...
    def close_menu(self) -> None: ...
    def behind(self, do: Callable[[], object]) -> None: ...


class _Close:
    """What a row's ``run`` returns to leave the menu."""


CLOSE = _Close()


def row_of(action: Action) -> Row:
    """Return the Row of an Action."""
    row = Row(
        action.title,
        action.do,
        action.state,
        action.choices,
        action.put if action.choices else None,
        action.possible(),
        action.keys_text,
    )
    if row.choices is None and row.word in SWITCHED:
        return replace(row, choices=lambda: SWITCHED, choose=lambda word: action.do())
    return row
