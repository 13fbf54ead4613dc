"""The registry of formats: which there are, and which of them a file is.

``FORMATS`` is the one list of kinds of files.  What can be opened, looked for in an archive or
shown in the menu, the text of ``--help`` and the man page, the messages and the table of
docs/use/files.md all come from it.
"""

from pathlib import Path

from disk import (
    archive,
    crt,
    d64,
    d71_d81,
    g64,
    other_files,
    p00,
    p64,
    playlist,
    prg,
    sid,
    t64,
    tap,
)
from disk.format import MARK, NOT_ALIKE, SIZE, Format

# In the order of the documents.  Of two that a file looks like equally, the first is meant.
FORMATS: tuple[Format, ...] = (
    *prg.FORMATS, *p00.FORMATS, *t64.FORMATS, *tap.FORMATS, *d64.FORMATS, *d71_d81.FORMATS,
    *g64.FORMATS, *p64.FORMATS, *crt.FORMATS, *sid.FORMATS, *archive.FORMATS, *playlist.FORMATS,
    *other_files.FORMATS,
)  # fmt: skip
PROGRAM = prg.FORMATS[0]
BASIC_START = b"\x01\x08"  # the load address of a program that RUN starts
HEAD_SIZE = max(len(mark) for row in FORMATS for mark in row.marks)

# What people have besides: known by name, so that the refusal can say what it is.
OTHER_KINDS = {
    ".nib": "a NIB (raw tracks)",
    ".x64": "an X64 (disk image with a header)",
    ".7z": "an archive of a kind that is not unpacked here",
    ".rar": "an archive of a kind that is not unpacked here",
    ".lha": "an archive of a kind that is not unpacked here",
    ".lnx": "a Lynx archive",
    ".vsf": "a snapshot of VICE, which only VICE can resume (go64 saves and resumes .go64)",
}


def closest_format(name: str | Path, head: bytes, size: int) -> tuple[Format, int]:
    """Return the Format that a file looks most like, and how much (disk/format.py).

    head  its first HEAD_SIZE bytes
    """
    found = max(FORMATS, key=lambda row: row.looks_like(name, head, size))
    return found, found.looks_like(name, head, size)


def format_of(name: str | Path, content: bytes) -> Format | None:
    """Return the Format of a file by its name, its content's beginning and its size, or None."""
    found, alike = closest_format(name, content[:HEAD_SIZE], len(content))
    if alike == MARK and found.verify is not None:
        named = format_named(name)  # a .prg may load to $8B1F, as a .gz begins
        if named not in (None, found) and not found.verify(content):
            return named
    foreign = Path(name).suffix.lower() in OTHER_KINDS
    if alike == NOT_ALIKE and not foreign and content[:2] == BASIC_START:
        return PROGRAM  # compilers name what they write as their users like: game, game.bin
    return None if alike == NOT_ALIKE or (alike == SIZE and foreign) else found


def format_named(name: str | Path) -> Format | None:
    """Return the Format that a file has by the ending of its name, or None."""
    ending = Path(name).suffix.lower()
    return next((row for row in FORMATS if ending in row.endings), None)


def endings(*kinds: str) -> tuple[str, ...]:
    """Return the endings of all formats of these kinds, without kinds of all."""
    return tuple(
        ending for row in FORMATS if not kinds or row.kind in kinds for ending in row.endings
    )


MEDIA = tuple(row for row in FORMATS if row.read is not None and row.kind != "state")
KINDS = ", ".join(ending for row in MEDIA for ending in row.endings)  # for messages
LARGEST = max(row.most for row in FORMATS if row.kind not in ("state", "recording"))


def file_words() -> str:
    """Return what FILE can be, for ``--help`` and the man page."""
    media = " ".join(ending for row in MEDIA for ending in row.endings)
    packed = " or ".join(endings("archive"))
    *others, last = (f"a {ending}" for ending in endings("memory", "state", "recording"))
    lists = " or ".join(endings("list"))
    some = [media, "a folder", f"one of these in a {packed}", f"an {lists} list", *others]
    return f"{', '.join(some)} or {last}"


def table() -> str:
    """Return the table of the formats in Markdown: endings, what they are, what FILE does."""
    rows: dict[tuple[str, str], list[str]] = {}
    for row in FORMATS:
        rows.setdefault((row.what, row.starts), []).extend(row.endings)
    lines = ["| file | what it is | started by | at most |", "|--|--|--|--|"]
    for (what, starts), names in rows.items():
        most = max(row.most for row in FORMATS if row.what == what)
        lines.append(
            f"| {' '.join(f'`{name}`' for name in names)} | {what} | {starts} | {_size(most)} |"
        )
    return "\n".join(lines) + "\n"


def _size(size: int) -> str:
    """Return a number of bytes in words."""
    return f"{size >> 20} MiB" if size >= 1 << 20 else f"{size:,} bytes"
