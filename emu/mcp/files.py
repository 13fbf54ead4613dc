"""The host's files that a client may load: FILE and those in folders of ``--mcp-folder``.

A client names a file, never a path: what lies elsewhere, behind a link or above a folder, does
not exist for it.
"""

import os
from collections.abc import Iterable
from pathlib import Path

from emu.errors import UsageError

FILES_MOST = 500  # that are listed and looked for


class NamedFiles:
    """The files by their names, which are relative to their folder."""

    def __init__(self, file: str | None, folders: Iterable[str]) -> None:
        self._file = Path(file).resolve() if file else None
        self._folders = [Path(folder).resolve() for folder in folders]
        for folder in self._folders:
            if not folder.is_dir():
                raise UsageError(f"--mcp-folder {folder}: is not a folder")

    def paths(self) -> dict[str, Path]:
        """Return {name: path} of the files there are now, at most FILES_MOST."""
        found = {self._file.name: self._file} if self._file and self._file.is_file() else {}
        for folder in self._folders:
            for path in self._in_folder(folder):
                if len(found) >= FILES_MOST:
                    return found
                found.setdefault(path.relative_to(folder).as_posix(), path)
        return found

    def _in_folder(self, folder: Path) -> Iterable[Path]:
        for where, folders, names in os.walk(folder):  # which follows no links
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            for name in sorted(names):
                path = Path(where, name)
                if not name.startswith(".") and path.is_file() and not path.is_symlink():
                    yield path

    def find(self, name: str) -> Path:
        """Return the path of a file; UsageError if the client may not load it."""
        found = self.paths()
        if name not in found:
            words = ", ".join(list(found)[:20]) or "none; name FILE or --mcp-folder at the start"
            raise UsageError(f"file '{name[:80]}' is not one of those offered: {words}")
        return found[name]
