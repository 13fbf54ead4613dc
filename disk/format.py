"""A row of the registry of formats: how one kind of file is told, read, written and described.

A format is a file in ``disk/`` and a row at its end; ``formats.py`` lists the rows.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from disk.budget import IMAGE_MOST

# How much a file looks like a format; what looks most like it, wins.
NOT_ALIKE, SIZE, ENDING, MARK, ENDING_AND_SIZE = range(5)


@dataclass(frozen=True)
class Format:
    """One kind of file.

    endings  of its names, in small letters: (".prg",)
    kind     of what is read: "program", "tape", "disk", "cassette", "cartridge", "tune",
             "archive", "list", "state", "recording", "memory"
    what     it is, for users: "a program"
    starts   what FILE does with it, for users: "RUN, or SYS of its address"
    read     function(content, where, path, name): what is in it, with ``kind`` and ``name``, or
             a MediaError of one line; path of the host's file or None, name of which the
             ending counts.  None: it is no medium, and read elsewhere
    marks    with which the content begins, if it has such
    most     bytes of the largest one
    sizes    bytes of any, if there are only a few
    write    function(medium): the content of a file, if such are written
    rank     its place in an archive: of several files the lowest is started; None: not looked for
    verify   function(content): whether a file with such a mark is one, where its name says that
             it is something else
    """

    endings: tuple[str, ...]
    kind: str
    what: str
    starts: str
    read: Callable[[bytes, str, Path | None, Path], Any] | None = None
    marks: tuple[bytes, ...] = ()
    most: int = IMAGE_MOST
    sizes: Collection[int] = ()
    write: Callable[[Any], bytes] | None = None
    rank: int | None = None
    verify: Callable[[bytes], bool] | None = None

    def looks_like(self, name: str | Path, head: bytes, size: int) -> int:
        """Return how much a file looks like this format: NOT_ALIKE ... ENDING_AND_SIZE.

        head  the first bytes of its content, as many as the longest mark has

        A name and a size that both fit say more than a mark: the first block of a disk may
        hold anything.
        """
        named = Path(name).suffix.lower() in self.endings
        if named and size in self.sizes:
            return ENDING_AND_SIZE
        if head.startswith(self.marks):
            return MARK
        if named:
            return ENDING
        return SIZE if size in self.sizes else NOT_ALIKE
