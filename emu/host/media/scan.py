"""The files of whole trees of folders, found beside the window: a slow disk holds up no frame."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from emu.host.menu.names import order

MOST, FOLDERS_MOST = 20_000, 50_000  # files that are found, folders that are looked into
AT_ONCE = 0.15  # seconds that the first picture waits for all of them
NEWS_EVERY = 0.5  # seconds


def walk(folders: Iterable[Path], suffixes: Sequence[str]) -> Iterator[Path]:
    """Yield the files in folders and those within that end so, each once; not the hidden ones."""
    seen, looked = set(), 0
    for folder in folders:
        for place, inner, names in os.walk(folder):
            looked += 1
            if looked > FOLDERS_MOST:
                return
            inner[:] = sorted(name for name in inner if not name.startswith("."))
            for name in names:
                ending = os.path.splitext(name)[1].lower()
                path = Path(place, name)
                if not name.startswith(".") and ending in suffixes and path not in seen:
                    seen.add(path)
                    yield path


class Scan:
    """Looks for the files of folders in a thread.

    done  True: all of them have been found, or MOST
    """

    def __init__(self, folders: Iterable[Path], suffixes: Sequence[str]) -> None:
        self.done = False
        self._folders, self._suffixes = list(folders), suffixes
        self._found: list[Path] = []
        self._sorted: list[Path] = []
        self._told, self._told_at = False, 0.0
        self._thread = threading.Thread(target=self._run, name="scan", daemon=True)
        self._thread.start()
        self._thread.join(AT_ONCE)

    def _run(self) -> None:
        try:
            for path in walk(self._folders, self._suffixes):
                self._found.append(path)
                if len(self._found) >= MOST:
                    break
        finally:
            self.done = True

    def found(self) -> list[Path]:
        """Return what has been found so far, by name."""
        self._told, self._told_at = self.done, time.monotonic()  # first: more may come meanwhile
        if len(self._sorted) != len(self._found):
            self._sorted = sorted(list(self._found), key=lambda path: order(path.name))
        return self._sorted

    def news(self) -> bool:
        """Tell whether there is more than ``found`` has returned; not too often."""
        if self._told or (not self.done and time.monotonic() < self._told_at + NEWS_EVERY):
            return False
        return self.done or len(self._found) > len(self._sorted)
