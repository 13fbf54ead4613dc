"""The table of entries is the page on the ROMs, and what the sources place is on it."""

import re

from tools.rom.entries import ROOT, pack_entries, page_entries, returns

PLACED = re.compile(r"^ +entry(?:_within)? \$([0-9A-F]{4})", re.MULTILINE)


def test_every_address_that_the_sources_place_is_an_entry():
    sources = [path.read_text() for path in (ROOT / "asm/rom").rglob("*.s")]
    placed = {int(entry, 16) for source in sources for entry in PLACED.findall(source)}
    assert len(placed) > 400
    assert placed <= set(page_entries())


def test_rows_that_say_why_there_is_no_entry_are_none(tmp_path):
    page = tmp_path / "page.md"
    page.write_text(
        "| address | what | programs |\n|---|---|---|\n| `$A474` `$A480` | `$1234` | 3 |\n\n"
        "| address | why |\n|---|---|\n| `$EEBB` | no |\n"
    )
    assert page_entries(page) == [0xA474, 0xA480, *range(0xFF81, 0xFFF6, 3)]


def test_labels_that_the_roms_come_back_to_are_found():
    labels = (ROOT / "build/rom/rom.lbl").read_text()
    assert all(address >= 0xA000 for address in returns(labels))


def test_the_machine_gets_words_low_byte_first():
    assert pack_entries([0xA474, 0xFFD2]) == bytes.fromhex("74a4 d2ff")
