"""Files that are dropped on the window: started, put into the drive, or made a list of disks."""

from __future__ import annotations

import contextlib
import os
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from disk.errors import MediaError
from disk.loader import open_media
from emu.host.feature import Feature
from emu.host.media.disk_swap import Flip
from emu.host.media.library_page import LibraryPage
from emu.host.menu.menu import Menu
from emu.host.menu.page import CLOSE, Page, Row
from emu.host.picture.sdl import raise_window
from emu.shared.folder_use import FolderUse, use_of

if TYPE_CHECKING:
    from emu.host.feature import AppProtocol

# of the setting ``drop`` -> what the question says
ANSWERS = {"start": "start it", "insert": "put it into drive 8, the program goes on"}


def is_disk(path: Path) -> bool:
    """Tell whether a file is the image of a disk; False for what cannot be opened."""
    if os.path.isdir(path):
        return False
    with contextlib.suppress(MediaError, OSError, ValueError):
        return open_media(path).kind == "disk"
    return False


class Drop(Feature):
    """Collects what one drop brings; asks once what becomes of a disk, and remembers."""

    def __init__(self, app: AppProtocol) -> None:
        super().__init__(app)
        self._paths: list[Path] | None = None  # while a drop of several goes on

    def handle(self, event: pygame.event.Event) -> bool:
        """Take what is dropped."""
        if event.type == pygame.DROPBEGIN:
            self._paths = []
        elif event.type == pygame.DROPFILE:
            if self._paths is None:
                self.take([Path(event.file)])
            else:
                self._paths.append(Path(event.file))
        elif event.type == pygame.DROPCOMPLETE:
            paths, self._paths = self._paths, None
            if paths:
                self.take(paths)
        else:
            return False
        return True

    def take(self, paths: list[Path]) -> None:
        """Do with files what the user wants: with one, or with the first of a list.

        The keys go to the window from now on: they would stay where the files come from.
        """
        raise_window()
        word = self.app.settings.drop
        if not is_disk(paths[0]):
            self._do("start", paths)
        elif word in ANSWERS:
            self._do(word, paths)
        else:
            self.app.feature(Menu).ask(self._question(paths))

    def _question(self, paths: list[Path]) -> Page:
        def answer(word: str) -> object:
            self.app.settings.drop = word
            self.app.feature(Menu).close_menu()
            self._do(word, paths)
            return CLOSE

        def rows() -> list[Row]:
            name = paths[0].name
            return [
                Row(name, heading=True, name=True),
                *(Row(text, partial(answer, word)) for word, text in ANSWERS.items()),
                Row("Settings, dropped disk, changes that later", heading=True),
            ]

        return Page("Dropped disk", rows)

    def _start(self, path: Path) -> None:
        """Start a file, or what a folder is for: one file of it, or a list of them."""
        use, path = use_of(path)
        if use is FolderUse.LIST:
            self.app.feature(LibraryPage).show_folder(path)
        else:
            self.app.load(path)

    def _do(self, word: str, paths: list[Path]) -> None:
        app = self.app
        if word == "insert":
            app.insert(paths[0])
        else:
            self._start(paths[0])
        if paths[1:]:
            self.app.feature(Flip).add(paths[1:])
