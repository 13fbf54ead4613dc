"""The addresses at which programs may enter KERNAL and BASIC: one table, docs/program/roms.md.

Its rows say what each entry does; tests hold it against the sources and call every entry.  The
build packs the addresses into c64/roms/entries.bin, by which the machine knows when a program goes
anywhere else.
"""

import re
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/program/roms.md"
HEADING = re.compile(r"^\| address \| what")  # of tables of entries; others say why not
ADDRESS = re.compile(r"`\$([0-9A-F]{4})`")
JUMP_TABLE = range(0xFF81, 0xFFF6, 3)

# Labels that the ROMs come back to by an RTS or a pointer, though no JSR lies before them.
RETURNS = ("sys_back", "for_step")
LABEL = re.compile(r"^al 00([0-9A-F]{4}) \.(\w+)$", re.MULTILINE)


def returns(labels: str) -> list[int]:
    """Return the addresses of RETURNS; ``labels`` is what the linker has written (rom.lbl)."""
    places = {name: int(address, 16) for address, name in LABEL.findall(labels)}
    return [places[name] for name in RETURNS]


def page_entries(page: Path = PAGE) -> list[int]:
    """Return every address that the tables of the page list as an entry, sorted."""
    entries = set(JUMP_TABLE)
    rows = False
    for line in page.read_text().splitlines():
        if not line.startswith("|"):
            rows = False
        elif HEADING.match(line):
            rows = True
        elif rows:
            entries |= {int(found, 16) for found in ADDRESS.findall(line.split("|")[1])}
    return sorted(entries)


def pack_entries(entries: Iterable[int]) -> bytes:
    """Return addresses as c64/roms/entries.bin has them: words, low byte first."""
    return b"".join(entry.to_bytes(2, "little") for entry in entries)
