"""What is kept for files, by their content, in a JSON file of the library's folder."""

from __future__ import annotations

import contextlib
import hashlib
import json
from pathlib import Path
from typing import Any

from disk.budget import TEXT_MOST, OverBudget, parse_json
from disk.errors import MediaError
from disk.loader import read_file
from disk.plain_file import read_plain
from emu.shared.whole_file import write_whole


def content_key(path: Path | None) -> str | None:
    """Return what a file is known by, the hash of its content; None for none or no file."""
    if path is None:
        return None
    try:
        return hashlib.sha256(read_file(path)).hexdigest()[:32]
    except (MediaError, OSError, ValueError):
        return None


class ByContent:
    """{key of a file: its data}, the newest last; what is damaged counts as nothing.

    place       path of the JSON file
    FILES_MOST  files for which something is kept, None: as many as it can hold
    INDENT      of the JSON, None: one line

    Keys are those of content_key.
    """

    FILES_MOST: int | None = None
    INDENT: int | None = None

    def __init__(self, place: Path) -> None:
        self.place = place

    def _all(self) -> dict[str, Any]:
        """Return all that is kept; the data may be anything that JSON can hold."""
        try:
            found = parse_json(read_plain(self.place, TEXT_MOST))
        except (OSError, ValueError, OverBudget):
            return {}
        return found if isinstance(found, dict) else {}

    def empty(self) -> bool:
        """Tell whether nothing is kept for any file."""
        return not self._all()

    def _put(self, key: str, data: object | None) -> None:
        """Keep data for a file, None: none any more; a full disk only loses them.

        The oldest go where the JSON file would become larger than what is read.
        """
        found = self._all()
        found.pop(key, None)
        if data is not None:
            found[key] = data
        newest = list(found.items())
        if self.FILES_MOST is not None:
            newest = newest[-self.FILES_MOST :]
        while len(text := json.dumps(dict(newest), indent=self.INDENT)) >= TEXT_MOST:
            newest.pop(0)
        with contextlib.suppress(OSError):
            write_whole(self.place, text + "\n")
