"""What takes the game's memory, by the linker's debug file."""

import pytest

from tools import build
from tools.game import account, memorymap

AREAS = dict(memorymap.segments())


@pytest.fixture(scope="module")
def debug():
    build.build_game()
    return account.read_debug()


@pytest.mark.slow
def test_the_modules_of_an_area_are_what_it_holds(debug):
    """Their bytes and the free ones are all of it, in every area that code is linked into."""
    areas = memorymap.read_areas()
    free = memorymap.free_bytes(areas)
    sizes = account.module_sizes(debug, AREAS)
    assert sizes.keys() >= {"MAIN", "MORE", "BRAIN", "TITLE", "DISK", "BSS", "LOW"}
    for area, modules in sizes.items():
        assert modules.total() + free[area] == areas[area].size, area


@pytest.mark.slow
def test_a_routine_that_only_an_overlay_calls_is_listed_with_its_callers(debug):
    found = {routine.name: routine for routine in account.used_elsewhere(debug, AREAS, "MAIN")}
    assert found["names_next"].users.keys() == {"TITLE"}
    assert found["names_next"].size > 0
    assert "ui_frame" not in found  # everybody's
    assert all("MAIN" not in routine.users for routine in found.values())


def test_an_area_that_is_not_there_is_refused_with_those_there_are(capsys):
    assert account.main(["MIAN"]) == 2
    assert "MAIN" in capsys.readouterr().err


def test_without_a_build_it_says_what_to_do(tmp_path):
    with pytest.raises(memorymap.MapError, match=r"build the game first"):
        account.read_debug(tmp_path / "game.dbg")
