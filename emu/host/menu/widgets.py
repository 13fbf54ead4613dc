"""How the menu looks: widgets of pygame_gui in the machine's characters and colours.

It knows nothing of what entries mean.  Everything is measured in units, fat pixels of the window,
so that a letter is 8 units whatever the window's size.  Imported when the menu is first opened,
since that takes 0.1 s.

pygame_gui 0.6 brings buttons, states and themes.  pygame-menu 4.5 was tried as well: it
does more by itself (selectors, keys, gamepads), but it depends on pygame, whose files overwrite
those of pygame-ce when pip installs both.  Its fonts can only be font files, and its pages are one
list under a title.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import SimpleNamespace
from typing import Protocol, cast

import pygame
import pygame_gui
from pygame_gui.core.ui_font_dictionary import UIFontDictionary
from pygame_gui.core.utility import FontResource
from pygame_gui.elements import UIButton, UIImage, UILabel

from emu.host.menu.bar import ScrollBar
from emu.host.menu.font import MenuFont, safe
from emu.host.menu.page import Layout
from emu.host.menu.text import cut, fits, path, spread, tail, wrapped
from emu.host.picture.charset_text import CELL, Letters, glyphs_of
from emu.host.types import Size
from emu.language.translation import translated

SMALLEST = (320, 200)  # units that the menu needs
LARGE_SMALLEST = (240, 160)  # the same with large letters
SMALL = 2  # pixels per unit in a small window
LARGEST_PANEL = (372, 258)
MARGIN = 6
BANNER, FOOTER, SIDE = 26, 14, 94
BACK = 64  # the button to the list of pages, where that is not shown
NOTE_LINES, NOTE_PAPER, NOTE_TEXT = 5, "#181828", (255, 232, 130)
ROW, GAP = 11, 4
LOWEST_PAGE_ROW = 9  # where there are many pages and the window is small
TILE_LINES, LARGE_LINES = 3, 2  # lines for its name: a line of a larger tile holds more
MORE = " ..."  # at the end of a title: another page comes
TILE_EDGE, TILE_GAP = 4, 3  # beside its picture, and below it before the name
TILE_PICTURE, LARGE_PICTURE = (80, 57), (108, 77)
TILE_SMALLEST = 4, 5  # of a picture's usual size, where that brings another row
PATH_LEFT, PATH_LINES = 104, 2  # behind the name GO 64
DIM, LIGHT_DIM = (0, 0, 0, 150), (0, 0, 0, 40)
STRIPES = ("#b8412f", "#c9873c", "#e4d96f", "#6fb04f", "#5b6fd8")
SHADOW = (0, 0, 0, 110)
ROW_TEXT, VALUE_TINT, GREY, HEADING = "#dcd8ff", (255, 232, 130), "#7f76bd", "#9fd8d8"

COLOURS = {
    "page": {
        "normal_bg": "#352879", "hovered_bg": "#43379a", "active_bg": "#43379a",
        "selected_bg": "#6c5eb5", "disabled_bg": "#352879",
        "normal_text": "#b9b2ec", "hovered_text": "#ffffff", "active_text": "#ffffff",
        "selected_text": "#ffffff", "disabled_text": GREY,
    },
    "row": {
        "normal_bg": "#241b57", "hovered_bg": "#30266d", "active_bg": "#43379a",
        "selected_bg": "#6c5eb5", "disabled_bg": "#241b57",
        "normal_text": ROW_TEXT, "hovered_text": "#ffffff", "active_text": "#ffffff",
        "selected_text": "#ffffff", "disabled_text": GREY,
    },
}  # fmt: skip
COLOURS["tile"] = dict(COLOURS["row"], normal_bg="#1a1340")
PANEL, EDGE = "#241b57", "#6c5eb5"

WORDS_LEFT = 4  # units from a button's edge to its words
WORDS_KEPT = 64  # drawn texts of rows and pages that are cached
NOWHERE = (-1, -1)  # pixels that no widget has
FAR_OFF = (-100_000, -100_000)  # a position of the mouse outside all windows
PixelAt = Callable[[tuple[int, int]], tuple[int, int]]  # a position of the mouse in pixels


@dataclass(frozen=True)
class Line:
    """What a row or tile looks like now."""

    title: str
    value: str = ""
    usable: bool = True
    heading: bool = False
    picture: pygame.Surface | None = None


class Chooser(Protocol):
    """Receives what the mouse does in the menu; the methods of Menu say what follows."""

    def back(self) -> None: ...
    def page(self, number: int) -> None: ...
    def row(self, number: int) -> None: ...
    def scroll(self, share: float) -> None: ...
    def turn(self, step: int) -> None: ...


class _Manager(pygame_gui.UIManager):
    """Takes the mouse in pixels of the window."""

    def __init__(self, size: Size, pixel_at: PixelAt) -> None:
        self._pixel_at = pixel_at
        self.rests = False
        super().__init__(size, enable_live_theme_updates=False)

    def get_mouse_position(self) -> tuple[int, int]:
        """Return where the mouse is in pixels; on no widget while keys or a stick are used."""
        return NOWHERE if self.rests else super().get_mouse_position()

    def calculate_scaled_mouse_position(self, position: tuple[int, int]) -> tuple[int, int]:
        """Return (x, y) in pixels for a position of the mouse."""
        x, y = self._pixel_at(position)
        return int(x), int(y)


class _Still(UIImage):
    """A picture that lets the mouse through to what is below it."""

    def check_hover(self, time_delta: float, hovered_higher_element: bool) -> bool:
        """Never take the mouse."""
        return hovered_higher_element


def _theme(unit: int) -> dict[str, dict[str, dict[str, str]]]:
    """Return the theme for pygame_gui: flat rows, in our font."""
    font = {"name": "go64", "size": str(CELL * unit)}
    flat = {"shape": "rectangle", "border_width": "0", "shadow_width": "0"}
    theme = {
        "defaults": {"font": font, "colours": {"dark_bg": PANEL, "normal_text": "#dcd8ff"}},
        "label": {"font": font, "misc": {"text_horiz_alignment": "left"},
                  "colours": {"normal_text": "#b9b2ec", "dark_bg": "#00000000"}},
    }  # fmt: skip
    for name, colours in COLOURS.items():
        theme[f"@{name}"] = {"font": font, "colours": colours, "misc": flat}
    theme["@heading"] = {"font": font, "colours": {"normal_text": HEADING}}
    theme["@hint"] = {"font": font, "colours": {"normal_text": "#9a92d6"}}
    return theme


@dataclass(frozen=True)
class Tiles:
    """How tiles lie on the page, in units.

    picture  (width, height) of a picture
    size     (width, height) of a tile, with the lines for its name
    across   how many fit side by side;  down  how many rows of them fit
    lines    of a name
    """

    picture: Size
    size: Size
    across: int
    down: int
    lines: int


def tiles_in(width: int, height: int, whole: bool) -> Tiles:
    """Return the Tiles of a page: larger in the whole window, smaller where room is short."""
    wide, tall = LARGE_PICTURE if whole else TILE_PICTURE
    lines = LARGE_LINES if whole else TILE_LINES
    below = TILE_GAP + lines * (CELL + 1)
    beside = TILE_EDGE + below + GAP
    # Rather somewhat smaller pictures than half a page left empty for want of another row.
    rows = max(1, (height + GAP) // (tall * TILE_SMALLEST[0] // TILE_SMALLEST[1] + beside))
    room = (height + GAP) // rows - beside
    if tall > room:
        wide, tall = wide * room // tall, room
    size = max(wide, TILE_PICTURE[0]) + TILE_EDGE, tall + TILE_EDGE + below
    across, down = ((have + GAP) // (size[i] + GAP) for i, have in enumerate((width, height)))
    return Tiles((wide, tall), size, max(1, across), max(1, down), lines)


def unit_of(layout: Layout) -> int:
    """Return the pixels per unit of the menu."""

    def fits(smallest: Size) -> int:
        return max(1, min(layout.size[0] // smallest[0], layout.size[1] // smallest[1]))

    usual = fits(SMALLEST)
    if usual > SMALL:
        usual -= 1  # large units would cover all of the picture
    if layout.large:
        return max(usual, min(2 * usual, fits(LARGE_SMALLEST)))
    return usual


class MenuView:
    """The menu for one Layout.

    layout    emu.host.menu.page.Layout
    chargen   the machine's character ROM
    pixel_at  function that turns a mouse position into pixels
    on        Chooser whose functions are called
    """

    def __init__(self, layout: Layout, chargen: bytes, pixel_at: PixelAt, on: Chooser) -> None:
        self.layout, self.size, self.on, self._pixel_at = layout, layout.size, on, pixel_at
        self._side = 0 if layout.whole else SIDE
        self.unit = unit_of(layout)
        pygame.font.init()  # the library loads a font of its own in any case
        self._letters = Letters(glyphs_of(chargen))
        self._words = lru_cache(WORDS_KEPT)(self._draw_words)
        self._manager = _Manager(self.size, pixel_at)
        theme = self._manager.get_theme()
        font = MenuFont(self._letters, self.unit, VALUE_TINT)
        name = f"go64_regular_aa_{CELL * self.unit}"
        # The library's interfaces do not allow for a font that comes from no file.
        fonts = cast(UIFontDictionary, theme.get_font_dictionary()).loaded_fonts
        fonts[name] = cast(FontResource, SimpleNamespace(loaded_font=font))
        theme.load_theme(_theme(self.unit))
        self._place()
        self._pages: list[UIButton] = []
        self._back: UIButton | None = None
        self._first_page = 0
        self._note = ""
        self._selected: list[pygame.Rect] = []  # where what is selected is in the window
        self._picture: pygame.Surface | None = None
        self._tiles: list[UIButton] = []
        self._tile_pictures: list[UIImage] = []
        self._tiles_shown: dict[int, Line] = {}  # number of a tile -> Line
        self._make_frame()
        self._make_rows()

    # -- places ------------------------------------------------------------------------

    def _place(self) -> None:
        have = [length // self.unit for length in self.size]
        largest = have if self.layout.whole else LARGEST_PANEL
        width, height = (min(have[i] - 2 * MARGIN, largest[i]) for i in (0, 1))
        self._panel = ((have[0] - width) // 2, (have[1] - height) // 2, width, height)
        left, top = self._panel[0] + self._side + GAP, self._panel[1] + BANNER + GAP
        inner = width - self._side - 2 * GAP - 6
        self.columns = (inner - 8) // CELL
        self.visible_rows = (height - BANNER - FOOTER - 2 * GAP) // ROW
        self._list = (left, top, inner, self.visible_rows * ROW)
        self._tile_places = tiles_in(inner, height - BANNER - FOOTER - 2 * GAP, self.layout.whole)
        self.tiles_across = self._tile_places.across
        self.visible_tiles = self.tiles_across * self._tile_places.down

    def _rect(self, x: int, y: int, width: int, height: int) -> pygame.Rect:
        return pygame.Rect(*(value * self.unit for value in (x, y, width, height)))

    def _make_frame(self) -> None:
        x, y, width, height = self._panel
        self._path_left = BACK + 2 * GAP if self.layout.whole else PATH_LEFT
        self._where = [
            self._label(x + self._path_left, y + 9, width - self._path_left - 2, "@hint")
            for _ in range(PATH_LINES)
        ]
        self._foot = self._label(
            x + self._side + GAP, y + height - FOOTER, width - self._side - 2 * GAP, "@hint"
        )
        if self.layout.whole:
            self._back = self._button(self._rect(x + 4, y + 4, BACK, ROW), "page", self.on.back)
        left, top, inner, tall = self._list
        place = self._rect(left + inner + 1, top, 5, tall)
        self._bar = ScrollBar(place, self.on.scroll, self.on.turn)

    def _label(self, x: int, y: int, width: int, kind: str) -> UILabel:
        return UILabel(
            self._rect(x, y, width, 10), "", self._manager,
            object_id=pygame_gui.core.ObjectID(None, kind),
        )  # fmt: skip

    def _button(self, rect: pygame.Rect, kind: str, command: Callable[[], None]) -> UIButton:
        button = UIButton(
            rect, "", self._manager, command=command,
            object_id=pygame_gui.core.ObjectID(None, f"@{kind}"),
        )  # fmt: skip
        shape = button.drawable_shape
        if shape is not None:  # we draw its colours, so it needs no picture of each state
            shape.states_to_redraw_queue.clear()
            for state in shape.states.values():
                state.generated = True
        return button

    def _make_rows(self) -> None:
        left, top, inner, _ = self._list
        # The library gives the mouse to the widget made last: to a row, not to a heading.
        self._headings = [
            self._label(left + 4, top + i * ROW, inner, "@heading")
            for i in range(self.visible_rows)
        ]
        self._rows = [
            self._button(self._rect(left, top + i * ROW, inner, ROW), "row", self._row(i))
            for i in range(self.visible_rows)
        ]

    def _row(self, number: int) -> Callable[[], None]:
        return lambda: self.on.row(number)

    def _page(self, number: int) -> Callable[[], None]:
        return lambda: self.on.page(self._first_page + number)

    def _make_tiles(self) -> None:
        left, top, inner, _ = self._list
        across, (wide, tall) = self.tiles_across, self._tile_places.size
        left += (inner - across * (wide + GAP) + GAP) // 2
        empty = pygame.Surface((1, 1), pygame.SRCALPHA)
        for i in range(self.visible_tiles):
            x = left + i % across * (wide + GAP)
            y = top + i // across * (tall + GAP)
            self._tiles.append(self._button(self._rect(x, y, wide, tall), "tile", self._row(i)))
            inside = TILE_EDGE // 2
            rect = self._rect(x + inside, y + inside, wide - TILE_EDGE, tall - TILE_EDGE)
            self._tile_pictures.append(_Still(rect, empty, self._manager))

    # -- what is shown -----------------------------------------------------------------

    def set_pages(self, titles: Sequence[str], at: int | None, focused: bool) -> None:
        """Show the list of pages, or the part of it that fits.

        at  the number of the chosen one, None for none;  focused  the keys move in the list
        """
        if self.layout.whole:
            return
        tall = self._panel[3] - BANNER - GAP - 1
        fits = tall // LOWEST_PAGE_ROW
        first = max(0, min((at or 0) - fits // 2, len(titles) - fits))
        shown = titles[first : first + fits]
        if len(shown) != len(self._pages):
            self._make_pages(len(shown), min(ROW + 2, tall // len(shown)))
        self._first_page = first
        for i, (button, title) in enumerate(zip(self._pages, shown, strict=True)):
            mark = ">" if first + i == at and focused else " "
            self._put(button, mark + cut(title, 10), first + i == at)

    def set_back(self, shown: bool, out: bool = False) -> None:
        """Show the button that leads back to the list of pages, if that is not beside the page.

        out  True: it leaves the menu instead
        """
        if self._back is None:
            return
        if shown:
            self._put(self._back, "←" if out else f"← {translated('menu')}", False)
        elif self._back.visible:
            self._back.hide()

    def _make_pages(self, count: int, tall: int) -> None:
        for button in self._pages:
            button.kill()
        x, y = self._panel[:2]
        self._pages = [
            self._button(self._rect(x + 1, y + BANNER + GAP + i * tall, SIDE, tall), "page", choose)
            for i, choose in enumerate(map(self._page, range(count)))
        ]

    def _put(self, button: UIButton, text: str, selected: bool, usable: bool = True) -> None:
        """Give a button its text and state.

        pygame_gui does not get the text: it would lay it out again for each of five states.
        """
        button.text = text
        if selected != button.is_selected:
            button.select() if selected else button.unselect()
        if usable != button.is_enabled:
            button.enable() if usable else button.disable()
        button.show() if not button.visible else None

    def set_path(self, titles: Sequence[str]) -> None:
        """Show the place in the menu: the titles of nested pages."""
        x, y, width, _ = self._panel
        left = self._path_left
        lines = path(titles, (width - left - MARGIN) // CELL, PATH_LINES)
        alone = 5 if self.layout.whole else 9  # beside the button, or at the foot of the name
        top = y + (alone if len(lines) < PATH_LINES else 2)
        for i, label in enumerate(self._where):
            self._text(label, lines[i] if i < len(lines) else "")
            label.set_relative_position(self._rect(x + left, top + i * (CELL + 1), 0, 0).topleft)

    def set_note(self, text: str) -> None:
        """Show some lines in place of the banner, "" for the banner."""
        self._note = text

    def set_picture(self, picture: pygame.Surface | None) -> None:
        """Show a picture below the list of pages, where there is room; None for none."""
        self._picture = picture

    @property
    def _name_columns(self) -> int:
        """Letters in a line below a tile's picture."""
        return (self._tile_places.size[0] - TILE_EDGE) // CELL

    def _name_lines(self, title: str) -> list[str]:
        """Return the lines below a tile's picture, none of them of dots alone."""
        return wrapped(title.removesuffix(MORE), self._name_columns, self._tile_places.lines)

    @property
    def foot_columns(self) -> int:
        """Letters in the line at the foot."""
        return (self._panel[2] - self._side - 2 * GAP) // CELL

    def fits(self, title: str, value: str, tiles: bool) -> bool:
        """Tell whether all of a title can be read in its row or tile."""
        if tiles:
            lines = self._name_lines(title)
            return "".join(lines).replace(" ", "") == title.removesuffix(MORE).replace(" ", "")
        return fits(title, value, self.columns)

    def set_hint(self, text: str) -> None:
        """Show a line at the foot."""
        self._text(self._foot, text)

    def _text(self, label: UILabel, text: str) -> None:
        if label.text != safe(text):
            label.set_text(safe(text))

    def set_lines(
        self,
        lines: Sequence[Line],
        selected: Container[int],
        share: tuple[float, float],
        empty: str = "",
        tiles: bool = False,
    ) -> None:
        """Show rows or tiles.

        lines     Lines that are visible now
        selected  the numbers of those that are selected: a row may take some lines
        share     (first, part): where in the whole list they are, from 0 to 1
        """
        if tiles and not self._tiles:
            self._make_tiles()
        nothing = [Line(part, heading=True) for part in textwrap.wrap(empty, self.columns)]
        self._set_rows(nothing if not lines else [] if tiles else lines, selected)
        self._set_tiles(lines if tiles else [], selected)
        shown = self._tiles if tiles else self._rows
        self._selected = [button.rect for i, button in enumerate(shown) if i in selected]
        self._bar.put(*share)

    def _set_rows(self, lines: Sequence[Line], selected: Container[int]) -> None:
        for i, (button, heading) in enumerate(zip(self._rows, self._headings, strict=True)):
            line = lines[i] if i < len(lines) else None
            if line is None or line.heading:
                button.hide() if button.visible else None
                self._text(heading, tail(line.title, self.columns) if line else "")
                continue
            self._text(heading, "")
            text = spread(line.title, line.value, self.columns)
            self._put(button, text, i in selected, line.usable)

    def _set_tiles(self, lines: Sequence[Line], selected: Container[int]) -> None:
        for i, (button, picture) in enumerate(zip(self._tiles, self._tile_pictures, strict=True)):
            if i >= len(lines):
                button.hide()
                picture.hide()
                continue
            self._put(button, "", i in selected, lines[i].usable)
            if self._tiles_shown.get(i) != lines[i]:
                self._tiles_shown[i] = lines[i]
                picture.set_image(self._tile(lines[i]))
            picture.show() if not picture.visible else None

    def _tile(self, line: Line) -> pygame.Surface:
        """Return the picture of a tile with its name below."""
        unit, places = self.unit, self._tile_places
        wide, tall = (length - TILE_EDGE for length in places.size)
        surface = pygame.Surface(self._rect(0, 0, wide, tall).size, pygame.SRCALPHA)
        if line.picture is not None:
            size = self._rect(0, 0, *places.picture).size
            drawn = pygame.transform.smoothscale(line.picture.convert_alpha(), size)
            surface.blit(drawn, ((surface.get_width() - size[0]) // 2, 0))
        top = tall - places.lines * (CELL + 1)
        for row, text in enumerate(self._name_lines(line.title)):
            drawn = self._letters.draw(text, unit, pygame.Color(ROW_TEXT if line.usable else GREY))
            left = (surface.get_width() - drawn.get_width()) // 2
            surface.blit(drawn, (left, (top + row * (CELL + 1)) * unit))
        return surface

    # -- events and drawing --------------------------------------------------------------

    def take(self, event: pygame.event.Event) -> None:
        """Handle an event of the mouse."""
        if not self._bar.take(event, self._pixel_at(event.pos)):
            self._manager.process_events(event)

    def let_go(self) -> None:
        """Treat mouse buttons as released: one may have come up while another view was shown."""
        up = pygame.event.Event(pygame.MOUSEBUTTONUP, button=1, pos=FAR_OFF)
        self._manager.process_events(up)
        self._bar.let_go()

    def rest_mouse(self, rests: bool) -> None:
        """Set whether the mouse rests: then nothing below it is tinted.

        Nothing is tinted either while the scroll bar is held, which the mouse may leave.
        """
        self._manager.rests = rests or self._bar.held

    def update(self, seconds: float) -> None:
        """Let the widgets follow the mouse."""
        self._manager.update(seconds)
        self._bar.update()

    def over(self, position: tuple[int, int]) -> bool:
        """Tell whether a position of the mouse in pixels is on the panel."""
        return self._rect(*self._panel).collidepoint(position)

    def line_at(self, pixel: tuple[int, int]) -> int | None:
        """Return the number of the visible line or tile at a pixel, None for none."""
        shown = self._tiles if any(tile.visible for tile in self._tiles) else self._rows
        found = (i for i, it in enumerate(shown) if it.visible and it.rect.collidepoint(pixel))
        return next(found, None)

    def draw(self, preview: bool = False) -> pygame.Surface:
        """Return a new Surface as large as the window: the dim picture's veil and the menu.

        preview  True: the user is changing the picture, so the veil is thin
        """
        surface = pygame.Surface(self.size, pygame.SRCALPHA)
        surface.fill(LIGHT_DIM if preview else DIM)
        x, y, width, height = self._panel
        for strip in ((x + width, y + 3, 3, height), (x + 3, y + height, width - 3, 3)):
            rect = self._rect(*strip)
            shadow = pygame.Surface(rect.size, pygame.SRCALPHA)
            shadow.fill(SHADOW)
            surface.blit(shadow, rect)
        surface.fill(EDGE, self._rect(x, y, width, height))
        surface.fill(PANEL, self._rect(x + 1, y + 1, width - 2, height - 2))
        self._draw_list(surface)
        surface.fill("#352879", self._rect(x + 1, y + BANNER, self._side, height - BANNER - 1))
        self._banner(surface)
        if self._picture is not None:
            self._draw_picture(surface, self._picture)
        # pygame_gui draws everything at once: the list of pages must come over its own background
        front = [*self._pages]
        if self._back is not None and self._back.visible and not self._note:
            front.append(self._back)
        for button in front:
            surface.fill(self._colour(button, "page", "bg"), button.rect)
        self._write(surface, front, "page")
        if self._note:
            self._draw_note(surface)
        return surface

    def _draw_list(self, surface: pygame.Surface) -> None:
        """Draw the rows or tiles, the scroll bar and the foot.

        The library would blend each widget with what is below it: flat colours need no blending.
        """
        for label in (*self._headings, self._foot):
            if label.text:
                surface.blit(label.image, label.rect)
        for kind, buttons in (("row", self._rows), ("tile", self._tiles)):
            for button in buttons:
                if button.visible and (colour := self._colour(button, kind, "bg")) != PANEL:
                    surface.fill(colour, button.rect)
        for picture in self._tile_pictures:
            if picture.visible:
                surface.blit(picture.image, picture.rect, None, pygame.BLEND_PREMULTIPLIED)
        self._write(surface, self._rows, "row")
        self._bar.draw(surface, self._manager.get_mouse_position())

    def _colour(self, button: UIButton, kind: str, part: str) -> str:
        """Return a colour of a button in its current state.

        kind  of COLOURS;  part  "bg" or "text"
        """
        shape = button.drawable_shape
        state = shape.active_state.state_id if shape is not None else "normal"
        if button.is_selected and state in ("normal", "hovered"):
            state = "selected"  # the library forgets this when the button is released or left
        return COLOURS[kind][f"{state}_{part}"]

    def _draw_words(self, text: str, colour: str) -> pygame.Surface:
        """Return a drawn text, to be blended as premultiplied.

        It is not multiplied, so that a system font with soft edges looks as bold as ours.
        """
        ink = pygame.Color(colour)
        red, green, blue = (part * tint // 255 for part, tint in zip(ink, VALUE_TINT, strict=False))
        return self._letters.draw(text, self.unit, ink, (red, green, blue))

    def _write(self, surface: pygame.Surface, buttons: Sequence[UIButton], kind: str) -> None:
        """Draw the texts of visible buttons, each within its button.

        kind  of COLOURS
        """
        for button in buttons:
            if not (button.visible and button.text):
                continue
            words = self._words(button.text, self._colour(button, kind, "text"))
            rect, left = button.rect, WORDS_LEFT * self.unit
            place = rect.move(left, (rect.height - words.get_height()) // 2).topleft
            room = (0, 0, rect.width - left, rect.height)
            surface.blit(words, place, room, pygame.BLEND_PREMULTIPLIED)

    def _banner(self, surface: pygame.Surface) -> None:
        x, y, width, _ = self._panel
        surface.fill("#352879", self._rect(x + 1, y + 1, width - 2, BANNER - 8))
        if self._back is None or not self._back.visible:
            name = self._letters.draw("GO 64", 2 * self.unit, (255, 255, 255))
            surface.blit(name, self._rect(x + 6, y + 3, 0, 0))
        for label in self._where:
            surface.blit(label.image, label.rect)
        for i, colour in enumerate(STRIPES):
            surface.fill(colour, self._rect(x + 1, y + BANNER - 6 + i, width - 2, 1))

    def _draw_picture(self, surface: pygame.Surface, picture: pygame.Surface) -> None:
        if self.layout.whole:
            return
        x, y, _, height = self._panel
        place = self._rect(x + 6, y + height - TILE_PICTURE[1] - 4, *TILE_PICTURE)
        if not any(button.rect.colliderect(place) for button in self._pages):
            scaled = pygame.transform.smoothscale(picture.convert_alpha(), place.size)
            surface.blit(scaled, place)

    def _draw_note(self, surface: pygame.Surface) -> None:
        """Draw the note over the banner; a long one hangs down from it.

        If it would cover the selection, it is drawn above the foot.
        """
        x, y, width, _ = self._panel
        lines = wrapped(self._note, (width - 12) // CELL, NOTE_LINES)
        tall = max(BANNER - 7, len(lines) * (CELL + 1) + 4)
        place = self._rect(x + 1, y + 1, width - 2, tall)
        if place.collidelist(self._selected) >= 0:
            lower = place.move(0, self._foot.rect.top - place.bottom)
            place = place if lower.collidelist(self._selected) >= 0 else lower
        surface.fill(NOTE_PAPER, place)
        left, top = place.x + 5 * self.unit, place.y + 2 * self.unit
        for i, line in enumerate(lines):
            drawn = self._letters.draw(line, self.unit, NOTE_TEXT)
            surface.blit(drawn, (left, top + i * (CELL + 1) * self.unit))
