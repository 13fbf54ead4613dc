"""The page of the library; it also notes the programs that run and takes their covers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from emu.host.feature import Feature
from emu.host.media.file_page import file_page
from emu.host.media.moved import MovedFiles
from emu.host.media.scan import Scan
from emu.host.menu.files import STARTABLE, browse, found_rows
from emu.host.menu.page import CLOSE, Deed, Page, Row
from emu.language.translation import translated
from emu.shared.disks import is_bundled
from emu.shared.folder_use import FolderUse, use_of

if TYPE_CHECKING:
    from c64.api_views import FilePath
    from emu.host.feature import AppProtocol
    from emu.host.media.library import Entry
    from emu.host.types import Samples

NOTE_AFTER = 25  # frames: the first picture does not wait for the disk
COVER_AFTER = 500  # frames of the program itself: title pictures take their time


class LibraryPage(Feature):
    """Takes the covers, and has the page that shows them."""

    def __init__(self, app: AppProtocol) -> None:
        super().__init__(app)
        self._entry: Entry | None = None
        self._path: Path | None = None
        self._moved: MovedFiles | None = None
        self._entries: list[Entry] = []  # those that are shown, favourites first
        self._left = self._unnoted = 0  # frames until the cover is taken, and until it is noted

    def pages(self) -> Sequence[Page]:
        """Return the page of covers."""

        def known(number: int) -> bool:
            return number < len(self._entries)

        keys = {
            "insert": Deed("favourite", self._like, known),
            "delete": Deed("forget", self._forget, known),
        }
        return (Page("Library", self._rows, tiles=True, keys=keys, news=self._news),)

    def ready(self) -> None:
        """Note the program that was started; show the library if the settings say so."""
        self._note(self.app.started)
        args = self.app.args
        folder, args.folder = getattr(args, "folder", None), None
        if folder is not None:
            self.show_folder(folder)
        nothing = args.file is None and not (
            folder or args.basic_prompt or args.drive8 or args.tape or args.cart
        )
        if nothing and self.app.settings.library:
            from emu.host.menu.menu import Menu

            self.app.feature(Menu).open("Library")

    def show_folder(self, folder: Path) -> None:
        """Open the menu with the files of a folder; ESC goes back to the running program."""
        from emu.host.menu.menu import Menu

        self.app.feature(Menu).ask(self._page_of(folder))

    def _page_of(self, folder: Path) -> Page:
        return browse(self.app, "Files", STARTABLE, self._load, folder, folders=True)

    def _open(self, path: Path) -> object:
        """Start a file of the library, or list the files of a folder."""
        use, path = use_of(path)
        return self._page_of(path) if use is FolderUse.LIST else self._load(path)

    def _load(self, path: FilePath) -> object:
        return CLOSE if self.app.load(path) else None  # the list stays: another may do

    def restarted(self) -> None:
        """Another file may have been started."""
        self._note(self.app.started)

    def _note(self, path: Path | None) -> None:
        """Begin to count the frames of a file, unless it is the one that runs already."""
        if path != self._path:
            if self._entry is not None:  # a restart has written its disk back
                self.app.library.know(self._entry)
            self._path, self._entry = path, None
            self._unnoted = 0 if path is None else NOTE_AFTER

    def _add(self) -> None:
        self._unnoted = 0
        if self._path is not None:
            self._entry, self._left = self.app.library.add(self._path), COVER_AFTER

    def close(self) -> None:
        """Note a program that ran only for a moment, too."""
        if self._unnoted:
            self._add()
        if self._entry is not None:
            self.app.guarded(self.app.machine.flush)  # its disk has what was saved on it
            self.app.library.know(self._entry)

    def after_frame(self, samples: Samples) -> None:
        """Take the cover when the program has run for some seconds."""
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

    def _seek(self, lost: tuple[Entry, ...]) -> None:
        """Look in the library's folders for files that are gone, once for the same files."""
        if lost and (self._moved is None or self._moved.lost != lost):
            folders = self.app.library.folders()
            self._moved = MovedFiles(lost, folders, STARTABLE) if folders else None

    def _news(self) -> bool:
        """Tell whether a file was found in its new place, and note that."""
        found = self._moved.news() if self._moved is not None else []
        for entry, path in found:
            self.app.library.moved(entry, path)
        return bool(found)

    def _rows(self) -> list[Row]:
        app = self.app
        there, lost = app.library.both()
        self._entries = sorted(there, key=lambda entry: not entry.favourite)
        self._seek(tuple(lost))

        def row(entry: Entry) -> Row:
            path = Path(entry.path)
            name = translated("Property game") if is_bundled(path) else entry.title
            return Row(
                f"* {name}" if entry.favourite else name,
                partial(self._open, path),
                lambda: entry.date,
                picture=app.library.cover(entry),
                more=partial(file_page, app, path),
                name=True,
            )

        files = Row(
            "files ...", lambda: browse(app, "Open", STARTABLE, self._load), lambda: "open a file"
        )
        folders = Row("folders ...", self._folders_page, lambda: "search in all their files")
        return [*(row(entry) for entry in self._entries), files, folders]

    def _like(self, number: int) -> None:
        """Make an entry a favourite, or no longer one."""
        if number < len(self._entries):
            entry = self._entries[number]
            self.app.library.like(entry, not entry.favourite)

    def _forget(self, number: int) -> None:
        """Take an entry out of the library."""
        if number < len(self._entries):
            self.app.library.forget(self._entries[number])

    # -- folders -----------------------------------------------------------------------

    def _folders_page(self) -> Page:
        """Return the page with all files of the folders, and the folders."""
        app, library = self.app, self.app.library
        scan = Scan(library.folders(), STARTABLE)

        def add(folder: Path) -> None:
            library.put_folders([*library.folders(), folder])
            self._again()

        def rows() -> list[Row]:
            shown = [Row("folders", heading=True)]
            for folder in library.folders():
                shown.append(Row(f"without {folder}", partial(self._without, folder)))
            shown.append(
                Row("add a folder ...", lambda: browse(app, "Folder", (), add, folders=True))
            )
            return [*shown, *found_rows(app, scan, self._load)]

        return Page("My folders", rows, wide=True, news=scan.news)

    def _without(self, folder: Path) -> None:
        library = self.app.library
        library.put_folders(other for other in library.folders() if other != folder)
        self._again()

    def _again(self) -> None:
        """Show the page of the folders again: they have changed."""
        from emu.host.menu.menu import Menu

        self.app.feature(Menu).again(self._folders_page())
