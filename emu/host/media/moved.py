"""Looks for files of the library that were moved or renamed, in the library's folders.

A file is known by its size, and only one of the same size is read for its content.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from emu.host.media.by_content import content_key
from emu.host.media.scan import MOST
from emu.shared.folder_walk import walk

if TYPE_CHECKING:
    from emu.host.media.library import Entry

BYTES_MOST = 64_000_000  # of files that are read, all in all


class MovedFiles:
    """Looks in a thread for the files of Entries that are not where they were.

    lost      Entries whose files are gone
    folders   where to look;  suffixes  what files end with
    """

    def __init__(
        self, lost: Iterable[Entry], folders: Iterable[Path], suffixes: Sequence[str]
    ) -> None:
        self.lost = tuple(lost)
        self._folders, self._suffixes = list(folders), suffixes
        self._found: list[tuple[Entry, Path]] = []
        self._taken = 0
        self._thread = threading.Thread(target=self._run, name="moved", daemon=True)
        self._thread.start()

    def wait(self, seconds: float) -> bool:
        """Wait for the end of the search, no longer than that; returns whether it has come."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def news(self) -> list[tuple[Entry, Path]]:
        """Return the Entries that were found since the last call, and where their files are now."""
        found = self._found[self._taken :]
        self._taken += len(found)
        return found

    def _run(self) -> None:
        missing = {entry.key: entry for entry in self.lost if entry.key and entry.size}
        read = 0
        for path in islice(walk(self._folders, self._suffixes), MOST if missing else 0):
            try:
                size = os.stat(path).st_size
            except OSError:
                continue
            if all(entry.size != size for entry in missing.values()):
                continue
            read += size
            if read > BYTES_MOST:
                return
            entry = missing.pop(content_key(path) or "", None)
            if entry is not None:
                self._found.append((entry, path))
                if not missing:
                    return
