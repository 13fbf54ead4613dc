"""The page on the ROMs lists every address at which the sources place an entry."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


PLACED = re.compile(r'^ +(?:\.segment "ENTRY_|entry(?:_within)? \$)([0-9A-F]{4})', re.MULTILINE)


def test_every_fixed_entry_of_the_roms_is_on_the_page():
    sources = [path.read_text() for path in (ROOT / "asm/rom").rglob("*.s")]
    placed = {entry for source in sources for entry in PLACED.findall(source)}
    page = (ROOT / "docs/program/roms.md").read_text()
    listed = set(re.findall(r"`\$([0-9A-F]{4})`", page))
    ranges = re.findall(r"`\$([0-9A-F]{4})`-`\$([0-9A-F]{4})`", page)
    missing = {
        entry
        for entry in placed - listed
        if not any(int(a, 16) <= int(entry, 16) <= int(b, 16) for a, b in ranges)
    }
    assert len(placed) > 200
    assert not missing
