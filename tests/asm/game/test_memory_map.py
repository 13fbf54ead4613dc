"""One memory map: game.cfg, the table in the document, and what the assembler made of it."""

from itertools import pairwise

import pytest

from tests.asm.game.ui.machine import labels
from tools import build
from tools.art.perspective import FINE_ROWS
from tools.game import memorymap

OUT = build.ROOT / "build" / "game"
AREAS = memorymap.read_areas()
OVERLAYS = (
    "TITLE",
    "TRADE",
    "DEAL",
    "DISK",
    "FINALE",
    "DESK",
    "PERSPECTIVE",
    "HELP",
)  # one at a time
BEHIND = {"TITLE": "OPTIONS", "HELP": "OPTIONS", "TRADE": "GRID", "DEAL": "GRID"}  # with them
# before the buffers are in use, before a computer plays
LOADED = {"FONT_LOAD", "PERSPECTIVE_LAY", "START", "LANGUAGE", "FACES"}
# a place that another area before it has, too
TWICE = {"RULES1989", "TUNE", "TALK", "GUIDE", "CHECK"}
LOADER = 0x300  # bytes of BRAIN the loader may use: a part of a page, two pages
NAMED = ("SPRITES", "MATRIX", "CELLS", "COLORS", "FONT", "SHOWN", "COVERED", "BITMAP")


@pytest.fixture(scope="module")
def linked():
    """{label: value} of the game."""
    build.build_game()
    return labels()


def test_every_byte_above_the_processor_port_belongs_to_one_area():
    at = 0x0002
    for area in AREAS.values():
        if area.name in LOADED | TWICE or area.name in OVERLAYS[1:] or area.name == "GRID":
            continue
        assert area.start == at, f"{area.name} begins at ${area.start:04X}, before it is ${at:04X}"
        at = area.end
    assert at == 0x10000


def test_what_lies_on_one_place_is_never_there_together():
    """The overlays; the font as it is loaded and the buffers; tune and check; start."""
    assert len({AREAS[name].start for name in OVERLAYS}) == 1
    ends = {AREAS[BEHIND.get(name, name)].end for name in OVERLAYS}
    assert len(ends) == 1
    for name, behind in BEHIND.items():
        assert AREAS[name].end == AREAS[behind].start, name
    font, cells, places = (AREAS[name] for name in ("FONT_LOAD", "CELLS", "PLACES"))
    assert (font.start, font.end) == (cells.start, places.end)
    assert font.size == AREAS["FONT"].size
    assert len({AREAS[name][1:3] for name in ("VARIANT", *TWICE)}) == 1
    bitmap, laying = AREAS["BITMAP"], AREAS["PERSPECTIVE_LAY"]
    assert bitmap.start + 320 * FINE_ROWS <= laying.start and laying.end == bitmap.end
    brain, start = AREAS["BRAIN"], AREAS["START"]
    assert AREAS["LANGUAGE"][1:3] == AREAS["FACES"][1:3] == brain[1:3]
    assert brain.start + LOADER <= start.start and start.end <= brain.end


def test_areas_stand_in_the_order_of_their_addresses_and_say_what_they_hold():
    assert all(one.start <= two.start for one, two in pairwise(AREAS.values()))
    assert all(area.note for area in AREAS.values())


def test_the_table_in_the_document_is_the_map():
    """`tools/game/memorymap.py doc` writes it."""
    text = memorymap.DOCUMENT.read_text(encoding="utf-8")
    written = text.partition(memorymap.BEGIN)[2].partition(memorymap.END)[0]
    assert written == memorymap.table(AREAS)


def test_the_program_has_its_addresses_from_the_map(linked):
    assert {name: linked[name] for name in NAMED} == {name: AREAS[name].start for name in NAMED}
    assert linked["TEXT_BASE"] == AREAS["TEXT"].start
    assert linked["overlay_mark"] == AREAS["TITLE"].start
    assert linked["game_start"] == AREAS["MAIN"].start


def test_what_is_free_is_counted_behind_the_last_segment(linked):
    """As many bytes as the linker writes, where it writes a file."""
    free = memorymap.free_bytes(AREAS)
    written = [area for area in AREAS.values() if area.file]
    assert len(written) == 29
    for area in written:
        size = (OUT / f"game.{area.file}").stat().st_size
        if area.name == "FAST_BOOT":  # variables behind it
            size += memorymap.segment_place(memorymap.LINKED, "UI_BOOT")[1]
        assert free[area.name] == area.size - size, area.name


@pytest.mark.parametrize("line", ["ZP: start = 2, size = $8E, type = rw;", "ZP"])
def test_a_line_that_is_no_area_is_refused_with_its_place(tmp_path, line):
    path = tmp_path / "game.cfg"
    path.write_text(f"MEMORY {{\n    {line}\n}}\n")
    with pytest.raises(memorymap.MapError, match=r"game\.cfg: 'ZP.* must be NAME: start"):
        memorymap.read_areas(path)
