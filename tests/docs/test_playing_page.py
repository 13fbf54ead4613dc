"""The quick start leads where it says, with the keys it says."""

import re
from pathlib import Path

import pytest

from tests.asm.game.engine import K
from tests.asm.game.ui.machine import Game
from tools import build

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "play" / "playing.md").read_text()


@pytest.mark.feature("F018")
def test_the_keys_of_the_quick_start_lead_to_the_first_turn():
    assert "eight years" in PAGE
    build.build_game()
    game = Game().boot()
    line = next(line for line in PAGE.splitlines() if line.startswith("    RETURN"))
    for key in line.split():
        game.key({"RETURN": "\n", "F7": "{F7}"}.get(key, key.lower()), 100)
    game.until("Roll dice")
    assert game.mode == K["MODE_NORMAL"]


@pytest.mark.feature("F018")
def test_the_letters_of_the_page_are_those_of_the_buttons():
    menus = (ROOT / "asm" / "game" / "pages" / "play.s").read_text()
    menus += (ROOT / "asm" / "game" / "pages" / "pages.inc").read_text()
    buttons = set(re.findall(r'MENU_ITEM "(\w)"', menus))
    letters = re.findall(r"^\| (\w) \|", PAGE, re.MULTILINE)
    assert len(letters) == 8
    assert set(letters) <= buttons


@pytest.mark.feature("F198")
def test_the_page_says_how_a_c128_is_started():
    row = next(line for line in PAGE.splitlines() if "C128" in line)
    assert "C=" in row
    assert "GO64" in row
