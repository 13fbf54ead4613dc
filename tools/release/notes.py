"""What is to be read first in ``dist/``: which file is for what, and what is new."""

import re
from collections.abc import Iterable
from fnmatch import fnmatch

from tools.release.build import ReleaseError

# Pattern of names -> what such a file is, in the order of the table.
FILES = {
    "go64.crt": "the game as a cartridge (EasyFlash), for emulators and real machines",
    "go64.d64": 'the game on a disk: `LOAD"*",8,1`, then `RUN`',
    "go64.prg": "starts the game from that disk, which it looks for in drives 8 to 11",
    "go64-*.whl": "the emulator with the game, and the test kit for 6502 code, for the Python "
    "in its name (`cp311`: 3.11): `python3 -m pip install FILE`, then `go64`",
    "go64-*.tar.gz": "the sources, for any Python from 3.11 on: `pip` installs it like a wheel "
    "if a C compiler and Python's headers are there; unpacked, `make play` starts the game",
    "go64-web.zip": "both as a web site: unpack it, type `python3 -m http.server` in its folder, "
    "open `http://localhost:8000`",
    "go64-guide.pdf": "the User's Guide",
    "go64-handbuch.pdf": "its part about the game, in German",
    "go64-label-*": "labels for disk and cartridge, to print; `-de` is German",
    "go64-box*": "a box, to print and fold; `-de` is German",
    "go64-video.mp4": "half a minute of play",
    "go64.cdx.json": "the bill of materials (CycloneDX)",
}


def file_table(names: Iterable[str]) -> str:
    """Return a table in Markdown of what each file is; ReleaseError for an unknown one."""
    left = sorted(names)
    rows = []
    for pattern, meaning in FILES.items():
        found = [name for name in left if fnmatch(name, pattern)]
        left = [name for name in left if name not in found]
        if found:
            rows.append(f"| {', '.join(f'`{name}`' for name in found)} | {meaning} |")
    if left:
        raise ReleaseError(f"tools/release/notes.py, FILES: no row for {', '.join(left)}")
    return "\n".join(["| file | what it is |", "|--|--|", *rows])


def _without_links(text: str) -> str:
    """Replace links into the sources by their paths: beside the notes they would lead nowhere."""
    text = re.sub(r"\(\[[^\]]+\]\(((?!http)[^)]+)\)\)", r"(\1)", text)
    return re.sub(r"\[([^\]]+)\]\(((?!http)[^)]+)\)", r"\1 (\2)", text)


def notes(changelog: str, version: str, names: Iterable[str]) -> str:
    """Return the release notes of a version.

    changelog  its text; the part ``## [VERSION]`` is taken, else ``## [Unreleased]``
    names      of the files of the release

    Raises ReleaseError.
    """
    parts = re.split(r"^## \[(.+?)\].*\n", changelog, flags=re.MULTILINE)
    by_title = dict(zip(parts[1::2], parts[2::2], strict=True))
    found = by_title.get(version) or by_title.get("Unreleased")
    if found is None:
        raise ReleaseError(f"CHANGELOG.md: no part '## [{version}]' and none '## [Unreleased]'")
    return (
        f"# GO 64 {version}\n\n## Which file is for what?\n\n{file_table(names)}\n\n"
        "`sha256sum -c SHA256SUMS` checks them. Paths below are those of the sources.\n\n"
        f"## What is new?\n\n{_without_links(found.strip())}\n"
    )
