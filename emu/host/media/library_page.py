"""The page of the library, and what notes the programs and takes their covers."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from disk.loader import disks_in_folder
from emu.host.feature import Feature
from emu.host.media.file_page import file_page, size_text
from emu.host.menu.files import STARTABLE, browse
from emu.host.menu.page import CLOSE, Deed, Page, Row

if TYPE_CHECKING:
    from c64.api_views import FilePath
    from emu.host.feature import AppProtocol
    from emu.host.media.library import Entry
    from emu.host.types import Samples

NOTE_AFTER = 25  # frames: the first picture does not wait for the disk
COVER_AFTER = 500  # frames of the program itself: title pictures take their time


class LibraryPage(Feature):
    """Takes the covers, and brings the page that shows them."""

    def __init__(self, app: AppProtocol) -> None:
        super().__init__(app)
        self._entry: Entry | None = None
        self._path: Path | None = None
        self._left = self._unnoted = 0  # frames until the cover is taken, and until it is noted

    def pages(self) -> Sequence[Page]:
        """Return the page of covers."""

        def known(number: int) -> bool:
            return number < len(self._entries())

        keys = {
            "insert": Deed("mark or unmark as a favourite", self._like, known),
            "delete": Deed("remove from the library", self._forget, known),
        }
        return (Page("Library", self._rows, tiles=True, keys=keys),)

    def ready(self) -> None:
        """Note what has been started; show the library if the user wants to begin with it."""
        self._note(self.app.started)
        args = self.app.args
        self._show_disks(self.app.started)
        nothing = args.file is None and not (
            args.basic_prompt or args.drive8 or args.tape or args.cart
        )
        if nothing and self.app.settings.library:
            from emu.host.menu.menu import Menu

            self.app.feature(Menu).open("Library")

    def _show_disks(self, folder: Path | None) -> None:
        """Show the list of a folder of several disks; ESC leaves it for the first of them."""
        if folder is None or not os.path.isdir(folder) or len(disks_in_folder(folder)) < 2:
            return
        from emu.host.menu.menu import Menu

        app = self.app

        def load(path: Path) -> object:
            app.load(path)
            return CLOSE

        app.feature(Menu).ask(browse(app, "Disks", STARTABLE, load, folder))

    def restarted(self) -> None:
        """Another file may have been started."""
        self._note(self.app.started)

    def _note(self, path: Path | None) -> None:
        """Begin to count the frames of a file, unless it is the one that runs already."""
        if path != self._path:
            self._path, self._entry = path, None
            self._unnoted = 0 if path is None else NOTE_AFTER

    def _add(self) -> None:
        self._unnoted = 0
        if self._path is not None:
            self._entry, self._left = self.app.library.add(self._path), COVER_AFTER

    def close(self) -> None:
        """Note also what ran for a moment only."""
        if self._unnoted:
            self._add()

    def after_frame(self, samples: Samples) -> None:
        """Take the cover when the program has shown itself for some seconds."""
        if self._unnoted:
            self._unnoted -= 1
            if not self._unnoted:
                self._add()
        if self._entry is None or self._left <= 0 or self.app.loading():
            return
        self._left -= 1
        if self._left == 0:
            screen = self.app.machine.screen
            self.app.library.put_cover(self._entry, screen.indices, screen.palette)

    def _rows(self) -> list[Row]:
        app = self.app

        def load(path: FilePath) -> object:
            app.load(path)
            return CLOSE

        def row(entry: Entry) -> Row:
            return Row(
                f"* {entry.title}" if entry.favourite else entry.title,
                partial(load, entry.path),
                lambda: entry.date,
                picture=app.library.cover(entry),
                more=partial(file_page, app, Path(entry.path)),
                name=True,
            )

        files = Row(
            "files ...", lambda: browse(app, "Open", STARTABLE, load), lambda: "open a file"
        )
        folders = Row("folders ...", self._folders_page, lambda: "search in all their files")
        return [*(row(entry) for entry in self._entries()), files, folders]

    def _entries(self) -> list[Entry]:
        """Return the Entries, favourites first."""
        return sorted(self.app.library.entries(), key=lambda entry: not entry.favourite)

    def _like(self, number: int) -> None:
        """Make an entry a favourite, or none."""
        entries = self._entries()
        if number < len(entries):
            self.app.library.like(entries[number], not entries[number].favourite)

    def _forget(self, number: int) -> None:
        """Take an entry out of the library."""
        entries = self._entries()
        if number < len(entries):
            self.app.library.forget(entries[number])

    # -- folders -----------------------------------------------------------------------

    def _folders_page(self) -> Page:
        """Return the page with all files of the folders, and the folders."""
        app, library = self.app, self.app.library
        found = library.scan(STARTABLE)

        def load(path: Path) -> object:
            app.load(path)
            return CLOSE

        def add(folder: Path) -> object:
            library.put_folders([*library.folders(), folder])
            return self._folders_page()

        def rows() -> list[Row]:
            shown = [Row("folders", heading=True)]
            for folder in library.folders():
                shown.append(Row(f"without {folder}", partial(self._without, folder)))
            shown.append(
                Row("add a folder ...", lambda: browse(app, "Folder", (), add, folders=True))
            )
            count = f"{len(found)} file{'' if len(found) == 1 else 's'}: type a name"
            shown.append(Row(count, heading=True))
            shown += [
                Row(
                    f"  {path.name}", partial(load, path), partial(size_text, path),
                    more=partial(file_page, app, path), name=True,
                )
                for path in found
            ]  # fmt: skip
            return shown

        return Page("My folders", rows)

    def _without(self, folder: Path) -> Page:
        library = self.app.library
        library.put_folders(other for other in library.folders() if other != folder)
        return self._folders_page()
