"""The page of the library, and what notes the programs and takes their covers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from emu.host.feature import Feature
from emu.host.menu.files import STARTABLE, browse
from emu.host.menu.page import CLOSE, Page, Row

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
        return (Page("Library", self._rows, tiles=True),)

    def ready(self) -> None:
        """Note what has been started; show the library if the user wants to begin with it."""
        self._note(self.app.started)
        args = self.app.args
        nothing = args.file is None and not (
            args.basic_prompt or args.drive8 or args.tape or args.cart
        )
        if nothing and self.app.settings.library:
            from emu.host.menu.menu import Menu

            self.app.feature(Menu).open("Library")

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
                entry.title,
                partial(load, entry.path),
                lambda: entry.date,
                picture=app.library.cover(entry),
            )

        files = Row(
            "files ...", lambda: browse(app, "Open", STARTABLE, load), lambda: "open a file"
        )
        return [*(row(entry) for entry in app.library.entries()), files]
