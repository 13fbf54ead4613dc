"""Every page of the menu by the mouse alone and by a pad alone: no row is out of reach or cut."""

import pygame
import pytest

from emu.host.input.pads import Pad
from emu.host.menu.menu import Menu
from emu.host.menu.page import Page, Row
from emu.host.picture.charset_text import BRIGHT, CELL
from tests.emu.host.menu.test_texts import pages_within, shown
from tests.emu.host.windows import click, frames
from tests.volume import seldom

KINDS = [(1, True, "de")]  # the longest words with the fewest rows in sight
MORE_KINDS = [
    (scale, large, code)
    for scale in (1, 2, 3) for large in (False, True) for code in ("en", "de")
    if (scale, large, code) not in KINDS
]  # fmt: skip
UP, DOWN, LEFT, RIGHT = 11, 12, 13, 14  # buttons of a pad
ENTER, BACK, START = 0, 1, 6
TURNS_MOST = 400


@pytest.fixture(
    params=KINDS + [seldom(kind) for kind in MORE_KINDS],
    ids=lambda kind: f"{kind[0]}-{'large' if kind[1] else 'usual'}-{kind[2]}",
)
def app(request, make_app):
    scale, large, code = request.param
    more = ("--large-text",) if large else ()
    made = make_app("--basic-prompt", "--scale", str(scale), "--language", code, *more)
    frames(made, 2)
    made.overlay.hide_help()
    return made


@pytest.fixture
def ran(app, monkeypatch):
    """The numbers of the rows that were run; nothing else is done."""
    found = []
    monkeypatch.setattr(app.feature(Menu), "run", found.append)
    return found


def wheel(app, by):
    pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, y=by))
    frames(app)


def in_sight(menu):
    first = menu._place.first
    return menu._list.lines[first : first + menu._list.visible()]


def texts_of(view):
    """Yield (text, the rectangle that its letters take, the one that it has)."""
    for button in (*view._rows, *view._pages):
        if button.visible and button.text.strip():
            yield button.text, button.rect.move(4 * view.unit, 0), button.rect
    panel = view._rect(*view._panel)
    for label in (*view._headings, *view._where, view._foot):
        if label.text:
            yield label.text, label.rect, panel


def faults(menu):
    """Return what is cut on the page, goes beyond its place or lies over something else."""
    view = menu._view
    found = [text for text in shown(menu) if "…" in text]
    inks = []
    for text, at, room in texts_of(view):
        width = len(text.replace(BRIGHT, "").rstrip()) * CELL * view.unit
        ink = pygame.Rect(at.left, at.top + 1, width, CELL * view.unit)
        if ink.right > room.right or not view._rect(*view._panel).contains(room):
            found.append(f"beyond its place: {text}")
        found += [f"{text} over {other}" for other, rect in inks if rect.colliderect(ink)]
        inks.append((text, ink))
    return found


def by_wheel(app, menu, ran):
    """Click each row of the page that is shown; returns what is wrong."""
    wrong = []
    wheel(app, 99)
    seen = set()
    for _ in range(TURNS_MOST):
        wrong += faults(menu)
        lines = in_sight(menu)
        for place, (number, part) in enumerate(lines):
            row = menu._rows[number]
            if (number, part) in seen or not row.usable:
                continue
            widgets = menu._view._tiles if menu._place.page.tiles else menu._view._rows
            ran.clear()
            click(app, widgets[place].rect.center)
            wrong += [] if ran == [number] else [f"not clicked: {row.title}"]
        seen |= set(lines)
        if not lines or lines[-1] == menu._list.lines[-1]:
            break
        wheel(app, -1)
    missing = set(menu._list.lines) - seen
    return wrong + [f"never seen: {menu._rows[number].title}" for number, _ in missing]


def to_page(app, menu, number):
    """Come to a page of the list by the mouse alone."""
    for _ in range(TURNS_MOST):
        if menu._fills_with_pages():
            at = number - menu._first_page
            if 0 <= at < menu._view.visible_rows:
                click(app, menu._view._rows[at].rect.center)
                break
            wheel(app, 1 if at < 0 else -1)
            continue
        if menu._layout().whole:
            click(app, (1, 1), pygame.BUTTON_X1)
            frames(app, 2)
            continue
        at = number - menu._view._first_page
        count = len(menu._view._pages)
        click(app, menu._view._pages[max(0, min(at, count - 1))].rect.center)
        frames(app, 2)
        if menu._at == number:
            break
    frames(app, 2)
    assert menu._at == number and not menu._in_pages
    assert menu._place.page.title == menu._pages[number].title


# Of every two pages one is walked through by the mouse and the other by the pad; both are long.
BY_MOUSE, BY_PAD = [[n, seldom(1 - n)] for n in (0, 1)]


@pytest.mark.parametrize("part", BY_MOUSE)
def test_the_mouse_alone_reaches_each_row_of_each_page_and_leaves_it(app, ran, part):
    menu = app.feature(Menu)
    click(app, (200, 150), 3)
    frames(app, 2)
    assert menu.is_open
    wrong = []
    for number, page in enumerate(menu._pages):
        to_page(app, menu, number)
        if number % 2 != part:
            continue
        wrong += [f"{page.title}: {fault}" for fault in by_wheel(app, menu, ran)]
        for inner in pages_within(menu, page):
            menu.show(inner)
            frames(app, 2)
            wrong += [f"{inner.title}: {fault}" for fault in by_wheel(app, menu, ran)]
            click(app, (1, 1), pygame.BUTTON_X1)
            assert menu._place.page.title != inner.title
            to_page(app, menu, number)
    assert wrong == []
    click(app, (1, 1))
    assert not menu.is_open


def push(app, button):
    """Press a button of a pad and let it go."""
    for kind in (pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP):
        pygame.event.post(pygame.event.Event(kind, button=button, instance_id=7))
        frames(app)


@pytest.fixture
def pad(app, monkeypatch):
    """The app with a pad whose buttons are pushed."""
    device = type("Device", (), {"get_init": lambda self: True, "quit": lambda self: None})()
    app.input.pads.pads[7] = Pad(device, "a pad", mapped=True)
    yield app
    app.input.pads.pads.pop(7, None)


def by_pad(app, menu, ran):
    """Push down through the page that is shown and choose each row; returns what is wrong."""
    wrong, seen, chosen = [], set(), set()
    usable = {number for number, row in enumerate(menu._rows) if row.usable}
    step = RIGHT if menu._place.page.tiles else DOWN
    for _ in range(TURNS_MOST):
        if not seen.issuperset(in_sight(menu)):
            wrong += faults(menu)
            seen |= set(in_sight(menu))
        if menu._place.held is None and menu._place.selected not in chosen and usable:
            ran.clear()
            push(app, ENTER)
            wrong += [] if ran == [menu._place.selected] else ["not chosen"]
            chosen.add(menu._place.selected)
        if chosen == usable and seen == set(menu._list.lines):
            break
        push(app, step)
    out = [f"out of reach: {menu._rows[number].title}" for number in usable - chosen]
    missing = {number for number, _ in set(menu._list.lines) - seen}
    return wrong + out + [f"never seen: {menu._rows[number].title}" for number in missing]


def to_page_by_pad(app, menu, number):
    """Come to a page of the list by the pad alone, and into it."""
    for _ in range(TURNS_MOST):
        if menu._in_pages and menu._at == number:
            break
        push(app, BACK if not menu._in_pages else DOWN if menu._at < number else UP)
    push(app, ENTER)
    assert menu._at == number and not menu._in_pages


@pytest.mark.parametrize("part", BY_PAD)
def test_a_pad_alone_reaches_each_row_of_each_page_and_leaves_it(pad, ran, part):
    app, menu = pad, pad.feature(Menu)
    push(app, START)
    frames(app, 2)
    assert menu.is_open and menu._in_pages
    wrong = []
    for number, page in enumerate(menu._pages):
        assert menu._at == number and menu._place.page.title == page.title
        if number % 2 == part and any(row.usable for row in menu._rows):
            push(app, ENTER)
            frames(app, 2)
            wrong += [f"{page.title}: {fault}" for fault in by_pad(app, menu, ran)]
            for inner in pages_within(menu, page):
                menu.show(inner)
                frames(app, 2)
                wrong += [f"{inner.title}: {fault}" for fault in by_pad(app, menu, ran)]
                push(app, BACK)
                assert menu._place.page.title != inner.title
            to_page_by_pad(app, menu, number)  # a row that pages_within runs may lead elsewhere
            push(app, BACK)
        assert menu._in_pages
        push(app, DOWN)
    assert wrong == []
    push(app, BACK)
    assert not menu.is_open


def test_the_walk_finds_what_is_cut_and_what_is_out_of_reach(make_app, monkeypatch):
    app, ran = make_app("--basic-prompt", "--scale", "2"), []
    frames(app, 2)
    menu = app.feature(Menu)
    monkeypatch.setattr(menu, "run", ran.append)
    menu.open()
    menu.show(Page("one", lambda: [Row(f"row {n}", lambda: None) for n in range(40)]))
    frames(app, 2)
    assert by_wheel(app, menu, ran) == []
    wheel(app, 99)
    menu._view._rows[0].text = "a" * 90
    assert faults(menu) == ["beyond its place: " + "a" * 90]
    frames(app, 2)
    monkeypatch.setattr(menu, "_wheel", lambda notches: None)
    monkeypatch.setattr(f"{__name__}.TURNS_MOST", 100)  # it would turn in vain so often
    menu._refresh()
    assert any("never seen: row 39" in fault for fault in by_wheel(app, menu, ran))
