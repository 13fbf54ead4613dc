"""The PLA against the table of the Programmer's Reference Guide, written out by hand.

Rows: mode number (EXROM GAME CHAREN HIRAM LORAM as bits 4..0), then what answers a read at
$1000, $8000, $A000, $C000, $D000, $E000.  Source of the table: C64 Programmer's Reference
Guide, ch. 5, and the wiki's list "Bank Switching" that numbers the modes the same way.
"""

import pytest

from c64.bus.pla import PLA_NAMES, pla_region, pla_table

WORDS = {"r": "ram", "b": "basic", "k": "kernal", "c": "chargen", "i": "io"}
WORDS |= {"L": "roml", "H": "romh", "-": "open"}
PAGES = (1, 8, 0xA, 0xC, 0xD, 0xE)
READS = {
    31: "rrbrik", 30: "rrrrik", 29: "rrrrir", 28: "rrrrrr",
    27: "rrbrck", 26: "rrrrck", 25: "rrrrcr", 24: "rrrrrr",
    15: "rLbrik", 14: "rrrrik", 13: "rrrrir", 12: "rrrrrr",
    11: "rLbrck", 10: "rrrrck", 9: "rrrrcr", 8: "rrrrrr",
    7: "rLHrik", 6: "rrHrik", 5: "rrrrir", 4: "rrrrrr",
    3: "rLHrck", 2: "rrHrck", 1: "rrrrrr", 0: "rrrrrr",
    **{mode: "-L--iH" for mode in range(16, 24)},
}  # fmt: skip


@pytest.mark.parametrize("mode", range(32))
def test_reads_go_where_the_table_says(mode):
    seen = [PLA_NAMES[pla_region(mode, page, write=False)] for page in PAGES]
    assert seen == [WORDS[letter] for letter in READS[mode]]


@pytest.mark.parametrize("mode", [m for m in range(32) if not 16 <= m < 24])
def test_writes_fall_through_roms_into_ram(mode):
    seen = [PLA_NAMES[pla_region(mode, page, write=True)] for page in PAGES]
    at_d000 = "io" if READS[mode][4] == "i" else "ram"
    assert seen == ["ram", "ram", "ram", "ram", at_d000, "ram"]


def test_ultimax_writes_reach_only_the_first_page_io_and_the_cartridge():
    for mode in range(16, 24):
        seen = [PLA_NAMES[pla_region(mode, page, write=True)] for page in PAGES]
        assert seen == ["open", "roml", "open", "open", "io", "romh"]


def test_page_0_is_ram_in_every_mode():
    assert {PLA_NAMES[pla_region(m, 0, w)] for m in range(32) for w in (True, False)} == {"ram"}


def test_the_table_holds_every_mode_and_page():
    table = pla_table(write=False)
    assert len(table) == 512
    assert all(table[m * 16 + p] == pla_region(m, p, False) for m in range(32) for p in range(16))
