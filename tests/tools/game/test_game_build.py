"""What building the game leaves: objects, listings, labels, map; and where things lie."""

import re
import subprocess
import sys
from itertools import pairwise

import pytest

from tools import build
from tools.game import GAME_TOOLS, gamerules, memorymap
from tools.game.build_game import (
    AREAS,
    MAP,
    MARK_SIZE,
    OVERLAYS,
    PLACED,
    resident_blocks,
    sources,
    write_build_id,
)
from tools.game.pack import PAYLOAD, pack_blocks, unpack_parts

OUT = build.ROOT / "build" / "game"
ROMS_AND_IO = 0xA000  # from here on the CPU sees ROM or I/O unless it is banked out


@pytest.fixture(scope="module")
def game():
    build.build_game()


def segments():
    """Return {segment: (first, last)} of the map file."""
    text = (OUT / "game.map").read_text().split("Segment list:")[1].split("Exports list")[0]
    rows = re.findall(r"^(\w+)\s+([0-9A-F]{6})\s+([0-9A-F]{6})\s+[0-9A-F]{6}", text, re.MULTILINE)
    return {name: (int(first, 16), int(last, 16)) for name, first, last in rows}


@pytest.mark.feature("F078")
def test_ca65_leaves_an_object_and_a_listing_of_every_source(game):
    for source in sources(build.ROOT):
        stem = "_".join(source.relative_to(build.ROOT / "asm" / "game").with_suffix("").parts)
        assert (OUT / "obj" / f"{stem}.o").stat().st_size
        listing = (OUT / "obj" / f"{stem}.lst").read_text()
        assert "ca65 V" in listing
        assert source.name in listing


@pytest.mark.feature("F078")
@pytest.mark.parametrize("program", ["game", "go64", "us"])
def test_ld65_leaves_labels_map_and_debug_information(game, program):
    labels = (OUT / f"{program}.lbl").read_text()
    assert re.search(r"^al [0-9A-F]{6} \.\w+$", labels, re.MULTILINE)
    assert "Segment list:" in (OUT / f"{program}.map").read_text()
    assert (OUT / f"{program}.dbg").read_text().startswith("version")


@pytest.mark.feature("F089")
def test_memory_below_the_roms_is_used_and_no_segment_lies_on_another(game):
    where = segments()
    high = [name for name, (first, _) in where.items() if first >= ROMS_AND_IO]
    assert {"TEXT", "VARIANT_MARK", "SPRITES", "FONT"} <= set(high)
    area_of = dict(memorymap.LOAD.findall(memorymap.CONFIG.read_text()))
    files = {area.file: area.name for area in MAP.values() if area.file}
    contents = [{files[file] for file, _ in areas} for _, areas in OVERLAYS.values()]
    contents += [{"START"}, {"LANGUAGE"}]  # in the place of BRAIN
    contents += [{"FONT_LOAD"}, {"LOOKS", "PLACES"}]  # the font is moved before sprites are shown
    for content in contents:  # of the overlay area: one at a time
        others = set().union(*contents) - content
        ordered = sorted(place for name, place in where.items() if area_of[name] not in others)
        assert len(ordered) < len(where)
        for (_, last), (first, _) in pairwise(ordered):
            assert last < first


@pytest.mark.parametrize(
    "name", ["title", "trade", "deal", "disk", "finale", "help", "desk", "perspective"]
)
def test_contents_of_the_slot_begin_with_the_mark_of_this_build(game, name):
    (number,) = (n for n, (known, _) in OVERLAYS.items() if known == name)
    build_id = re.search(r"BUILD_ID = (\d+)", (OUT / "gen" / "build.inc").read_text())[1]
    mark = b"GO" + int(build_id).to_bytes(4, "little") + bytes((number,))
    assert (OUT / f"game.{name}").read_bytes().startswith(mark)
    assert segments()[f"{name.upper()}_MARK"][0] == MAP["TITLE"].start


@pytest.mark.parametrize(
    ("path", "changes"),
    [
        ("asm/game/play/rent.s", True), ("asm/game/data/text/words_en.toml", True),
        ("asm/inc/vic.inc", True), ("tools/game/words.py", True), ("tools/music/music.py", True),
        ("tools/art/art.py", True), ("tools/quality/lint.py", False), ("tools/build.py", False),
        ("tests/asm/test_keeps.py", False),
    ],
)  # fmt: skip
def test_the_number_of_a_build_depends_on_what_goes_into_the_game(tmp_path, path, changes):
    (tmp_path / "gen").mkdir()
    file, numbers = tmp_path / path, set()
    file.parent.mkdir(parents=True)
    for content in ("one", "two"):
        file.write_text(content)
        write_build_id(tmp_path, tmp_path)
        numbers.add((tmp_path / "gen" / "build.inc").read_text())
    assert len(numbers) == 1 + changes


@pytest.mark.slow
def test_what_makes_the_game_lies_in_the_folders_of_its_tools():
    made_by = "build_game", "cartridge", "gamedata", "preset_tables"
    modules = [*(f"tools.game.{name}" for name in made_by), "tools.music.music"]
    program = f"import sys, {', '.join(modules)}; print(*sys.modules, sep='\\n')"
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, cwd=build.ROOT, capture_output=True, text=True, check=True)
    used = {name for name in done.stdout.split() if re.match(r"tools\.\w+\.", name)}
    folders = {"tools/" + name.split(".")[1] for name in used}
    assert folders == set(GAME_TOOLS)


def test_what_comes_later_is_packed_against_the_program_but_for_its_mark(game):
    """A file of another build shows its own mark; ours is whole with our program in memory."""
    resident = resident_blocks(OUT)
    assert sum(len(data) for _, data in resident) > 25_000
    for name, areas in OVERLAYS.values():
        packed = (OUT / f"{name}.pak").read_bytes()
        found = all_blocks(packed, resident)
        memory = bytearray(0x10000)
        for at, data in found:
            memory[at : at + len(data)] = data
        for file, at in areas:
            whole = (OUT / f"game.{file}").read_bytes()
            assert memory[at : at + len(whole)] == whole, name
            memory[at : at + len(whole)] = bytes(len(whole))
        assert not any(memory), f"{name}: nothing else is written to"
        without = all_blocks(packed)
        assert without[0][1][:MARK_SIZE] == found[0][1][:MARK_SIZE], name
        assert [(at, len(data)) for at, data in without] == [(at, len(data)) for at, data in found]


def all_blocks(packed, resident=()):
    """The blocks of all parts of a file of the game."""
    return [block for part in unpack_parts(packed, resident) for block in part]


@pytest.mark.slow
@pytest.mark.parametrize("letter", ["", "d"])
def test_the_first_part_of_saved_games_tells_that_the_rest_is_missing(game, letter):
    """Its second part begins in a block of its own: nothing of that is there with the first one."""
    packed = (OUT / f"{letter}disk.pak").read_bytes()
    resident = resident_blocks(OUT, "de" if letter else "game")
    first, *filled, rest = unpack_parts(packed, resident)
    assert (len(packed) - len(pack_blocks(rest, [*resident, *first]))) % PAYLOAD == 0
    assert not any(filled)
    flag = gamerules.labels(OUT / "game.lbl")["files_rest"]
    assert [dict(part)[flag][0] for part in (first, rest)] == [0, 1]


@pytest.mark.feature("F089")
def test_what_is_needed_once_is_discarded(game):
    """The loader lies where variables will be, the font where cells are composed."""
    loader = {
        name: int(address, 16)
        for address, name in re.findall(r"al ([0-9A-F]+) \.(\w+)", (OUT / "go64.lbl").read_text())
    }
    assert MAP["BSS"].start <= loader["loader_start"] < MAP["BSS"].end
    assert dict(AREAS)["font"] == segments()["FONT"][0] == MAP["CELLS"].start
    assert MAP["BRAIN"].start < segments()["START"][0] < segments()["START"][1] < MAP["BRAIN"].end


def test_the_loader_brings_what_it_shares_with_the_game_byte_for_byte(game):
    loader = (OUT / "go64.prg").read_bytes()
    assert PLACED
    for area, _ in PLACED:
        wanted = (OUT / f"game.{area}").read_bytes()
        assert wanted.strip(b"\0")
        assert wanted in loader, area
