"""The page on the ROMs lists what the memory map places."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_every_fixed_entry_of_the_memory_map_is_on_the_page():
    placed = set(re.findall(r"ENTRY_([0-9A-F]{4}):", (ROOT / "asm/rom/rom.cfg").read_text()))
    page = (ROOT / "docs/roms.md").read_text()
    listed = set(re.findall(r"`\$([0-9A-F]{4})`", page))
    ranges = re.findall(r"`\$([0-9A-F]{4})`-`\$([0-9A-F]{4})`", page)
    missing = {
        entry
        for entry in placed - listed
        if not any(int(a, 16) <= int(entry, 16) <= int(b, 16) for a, b in ranges)
    }
    assert len(placed) > 50
    assert not missing
