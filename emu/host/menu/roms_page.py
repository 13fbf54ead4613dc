"""The page of the ROMs: which are in the machine, and a switch to others, as JiffyDOS has one."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from c64.roms import ROM_LARGEST, known_rom, load_dos, load_roms, read_rom
from disk.plain_file import read_plain
from emu.host.menu.files import browse
from emu.host.menu.page import CLOSE, Opener, Page, Row

if TYPE_CHECKING:
    from emu.host.feature import AppProtocol

WORDS = ("the free one", "a file ...")
OWN, ANOTHER = WORDS
ENDINGS = (".bin", ".rom", "")
OPTIONS = ("kernal", "basic", "chargen", "dos")
TITLES = ("KERNAL", "BASIC", "characters", "DOS of the 1541")
BEGIN = ("KERNAL ", "BASIC ", "character ROM ", "DOS of a ")  # of the names of known ones
# setting of the other position -> option
SWITCHED = {"kernal_2": "kernal", "basic_2": "basic", "dos_2": "dos"}


def rom_name(path: str | None, begin: str = "") -> str:
    """Return what a ROM is called: by its content, else by its file; OWN for None."""
    if path is None:
        return OWN
    try:
        known = known_rom(read_plain(path, ROM_LARGEST))
    except (OSError, ValueError):
        known = None
    return known[1].removeprefix(begin) if known else Path(path).name


def _kind(name: str) -> int:
    """Return the place in OPTIONS of an option or setting."""
    return OPTIONS.index(SWITCHED.get(name, name))


class _Draft:
    """ROMs that are chosen and not yet there: {option, or setting of SWITCHED: path or None}."""

    def __init__(self, app: AppProtocol, menu: Opener) -> None:
        self._app, self._menu = app, menu
        config, settings = app.args.config, app.settings
        paths = {name: getattr(config, name) for name in OPTIONS}
        paths |= {name: getattr(settings, name) for name in SWITCHED}
        self.paths = {name: str(path) if path else None for name, path in paths.items()}
        self._before = dict(self.paths)
        self._names: dict[str | None, str] = {}
        self._files = {name: [path] if path else [] for name, path in self.paths.items()}

    def rows(self) -> list[Row]:
        """Return the rows of all ROMs, and those that put them in."""
        changed = self.paths != self._before
        differ = any(self.paths[other] != self.paths[name] for other, name in SWITCHED.items())
        return [
            Row("in the machine", heading=True),
            *map(self._row, OPTIONS),
            Row("at the switch's other position", heading=True),
            *map(self._row, SWITCHED),
            Row("switch off and on with these", self._restart, enabled=changed),
            Row("flip the switch, off and on", self._flip, enabled=differ),
        ]

    def _name(self, name: str, path: str | None) -> str:
        """Return what a ROM is called; each file is read once for it."""
        if path not in self._names:
            self._names[path] = rom_name(path, BEGIN[_kind(name)])
        return self._names[path]

    def _row(self, name: str) -> Row:
        """Return the row of a ROM: GO 64's own, the files chosen so far, another file."""
        title = TITLES[_kind(name)]
        names = {self._name(name, path): path for path in (None, *self._files[name])}
        now = self._name(name, self.paths[name])

        def choose(word: str) -> None:
            if word == ANOTHER:
                take = partial(self._take, name)
                self._menu.show(browse(self._app, title, ENDINGS, take))
            else:
                self.paths[name] = names[word]

        return Row(title, lambda: None, lambda: now, lambda: (*names, ANOTHER), choose)

    def _take(self, name: str, path: Path) -> None:
        """Choose a file, if it can be this ROM; if not, a message says why."""
        kind = SWITCHED.get(name, name)
        if self._app.guarded(lambda: read_rom("dos1541" if kind == "dos" else kind, path)):
            self.paths[name] = str(path)
            self._files[name] = [str(path), *(p for p in self._files[name] if p != str(path))]
            self._menu.back()

    def _check(self) -> None:
        """RomError where ROMs do not go together."""
        load_roms(*(self.paths[name] for name in OPTIONS[:3]))
        if self.paths["dos"]:
            load_dos(self.paths["dos"])

    def _flip(self) -> object:
        for other, name in SWITCHED.items():
            self.paths[other], self.paths[name] = self.paths[name], self.paths[other]
        return self._restart()

    def _restart(self) -> object:
        """Switch the machine off and on with these ROMs, and keep them in the settings."""
        if not self._app.guarded(self._check):
            return None
        for name, path in self.paths.items():
            setattr(self._app.settings, name, path or "")
        changes: dict[str, object] = {name: self.paths[name] for name in OPTIONS}
        if self.paths["dos"] and self._app.args.config.drive != "1541":
            changes["drive"] = "1541"  # the virtual drive has no ROM
        self._app.start_again(**changes)
        return CLOSE


def roms_page(app: AppProtocol, menu: Opener) -> Page:
    """Return the Page of the machine's ROMs; a change switches it off and on."""
    return Page("ROMs", _Draft(app, menu).rows)
