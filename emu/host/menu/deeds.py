"""What the menu has for those without a keyboard: keys of a page as rows, a text from letters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Protocol

from emu.host.menu.page import Opener, Page, Row
from emu.language.translation import translated

ENTRY_MOST = 400  # letters of a text that is typed


class Written(Protocol):
    """What holds the text that is being typed."""

    text: str


def deeds_page(menu: Opener, page: Page, row: Row, number: int) -> Page | None:
    """Return the Page of what can be done with a row but to run it; None: nothing.

    number  of the row on its page
    """

    def doing(do: Callable[[int], object]) -> Callable[[], object]:
        def run() -> object:
            menu.back()
            return do(number)

        return run

    found = [Row(deed.title, doing(deed.do)) for deed in page.keys.values() if deed.fits(number)]
    if not found:
        return row.more() if row.more is not None else None
    if row.more is not None:
        found.insert(0, Row("look inside", row.more))
    return Page(row.title, lambda: found)


def entry_rows(place: Written, page: Page) -> list[Row]:
    """Return the Rows of a page for a text: what it may be, the text, and how to write it."""

    def take() -> object:
        return page.entry(place.text) if page.entry is not None else None

    def shorten() -> None:
        place.text = place.text[:-1]

    rows = [Row(page.hint, heading=True)] if page.hint else []
    rows += [
        Row(f"{place.text}_", take, name=True),
        Row("take it", take, enabled=bool(place.text)),
    ]
    if page.letters:
        rows += [
            Row("choose letters ...", partial(_letters_page, place, page.letters)),
            Row("delete the last letter", shorten, enabled=bool(place.text)),
        ]
    return rows


def words_page(row: Row, choices: Callable[[], Sequence[str]], back: Callable[[], object]) -> Page:
    """Return a Page with the words of a row to choose from; it opens at the one that holds.

    back  function that leaves the page
    """

    def take(word: str) -> None:
        row.put(word)
        back()

    def rows() -> list[Row]:
        now = row.word
        return [
            Row(
                f"{'•' if w == now else ' '} {translated(w)}", partial(take, w),
                name=True, here=w == now,
            )
            for w in choices()
        ]  # fmt: skip

    return Page(row.title, rows)


def _letters_page(place: Written, letters: str) -> Page:
    """Return the Page from which letters are put behind a text, one after the other."""

    def add(letter: str) -> None:
        place.text = (place.text + letter)[:ENTRY_MOST]

    def rows() -> list[Row]:
        text = Row(f"{place.text}_", heading=True, name=True)
        return [text, *(Row(letter, partial(add, letter), name=True) for letter in letters)]

    return Page("letters", rows)
