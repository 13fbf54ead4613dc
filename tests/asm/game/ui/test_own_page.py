"""A page beside the game, added by the recipe of docs/inside/game-recipes.md and by nothing else.

A copy of the sources gets the page's file and the changed lines that the recipe shows.  It is
assembled and linked in both languages, which must differ in their words only; packing, which has
tests of its own, is left out.  Then the page is opened, read and left.
"""

import re
import shutil
import subprocess
import sys

import pytest

from tests.asm.game.engine import ROOT
from tests.asm.game.ui.machine import OUT, Game

DOCUMENT = ROOT / "docs" / "inside" / "game-recipes.md"
RECIPE = DOCUMENT.read_text(encoding="utf-8").partition("## A new page\n")[2].partition("\n## ")[0]
LINK = """
from pathlib import Path
from tools.game.build_game import build_program
build_program(Path(".").resolve(), Path("build/game").resolve())
"""


def shown(kind):
    """The recipe's block of that kind."""
    return RECIPE.partition(f"```{kind}\n")[2].partition("```")[0]


def changes(text):
    """[(file, lines that must be there once, what stands there afterwards)] of a diff."""
    found = []
    for part in re.split(r"^--- ", text, flags=re.MULTILINE)[1:]:
        name, _, body = part.partition("\n")
        for hunk in re.split(r"^@@\n", body, flags=re.MULTILINE):
            lines = hunk.splitlines(keepends=True)
            sides = (
                "".join(line[1:] for line in lines if line[0] in kinds) for kinds in (" -", " +")
            )
            found.append((name.strip(), *sides))
    return found


@pytest.fixture(scope="module")
def made(built, tmp_path_factory):
    """The folder of a game with the page, linked."""
    root = tmp_path_factory.mktemp("page")
    for name in ("asm", "tools", "disk"):
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(OUT, root / "build" / "game", ignore=shutil.ignore_patterns("obj", "*.pak"))
    (root / "asm" / "game" / "pages" / "about.s").write_text(shown("asm"), encoding="utf-8")
    for name, before, after in changes(shown("diff")):
        path = root / name
        text = path.read_text(encoding="utf-8")
        assert text.count(before) == 1, f"{name}: the recipe's lines are not there once: {before}"
        path.write_text(text.replace(before, after), encoding="utf-8")
    command = [sys.executable, "-c", LINK]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return root / "build" / "game"


class Made(Game):
    """That game, put into memory from its folder."""

    def __init__(self, kit, out):
        self.out = out
        super().__init__(kit=kit)
        self.labels = kit.symbols.labels()
        self.serve()

    def fill(self, areas, program="game"):
        self.put((start, (self.out / f"{program}.{area}").read_bytes()) for area, start in areas)

    def once(self, step, play):
        play(*step[1:])


@pytest.fixture(scope="module")
def game(made, c64_factory):
    """The game with the page, in its first turn."""
    kit = c64_factory("page", dbg=made / "game.dbg", boot=False)
    return Made(kit, made).boot().first_turn()


def test_the_recipes_page_is_opened_by_its_letter_read_and_left(game):
    before = game.text()
    page = game.key("b", 60).text()
    assert "ABOUT THIS GAME" in page
    assert "Free software: GPL 2 or later." in page
    assert page.splitlines()[-1].strip() == "Any key: back"
    assert game.key(" ", 60).text() == before


def test_the_recipes_button_is_on_the_third_page_of_the_menu(game):
    for _ in range(2):
        assert "About" not in game.text()
        game.key(".", 30)
    assert "About" in game.text()
    game.key(".", 30)


def test_help_explains_the_recipes_button(game):
    assert "what this game is" in game.key("?", 60).text()
    game.key(" ", 60)
