"""The files in whole trees of folders, with an end however large the trees are."""

from __future__ import annotations

import os
from collections.abc import Container, Iterable, Iterator
from pathlib import Path

FOLDERS_MOST = 50_000  # folders that are opened
ENTRIES_MOST = 1_000_000  # files and folders that are visited


def walk(
    folders: Iterable[Path],
    suffixes: Container[str],
    folders_most: int = FOLDERS_MOST,
    entries_most: int = ENTRIES_MOST,
) -> Iterator[Path]:
    """Yield the files in folders and those within that end so, each once; not the hidden ones.

    suffixes  endings in lower case, with their dot

    It ends behind so many folders, and behind the folder with the last of so many entries.
    """
    seen: set[Path] = set()
    looked = entries = 0
    for folder in folders:
        for place, inner, names in os.walk(folder):
            looked += 1
            if looked > folders_most or entries >= entries_most:
                return
            entries += len(inner) + len(names)
            inner[:] = sorted(name for name in inner if not name.startswith("."))
            for name in names:
                path = Path(place, name)
                ending = os.path.splitext(name)[1].lower()
                if not name.startswith(".") and ending in suffixes and path not in seen:
                    seen.add(path)
                    yield path
