"""The preset that docs/inside/game-recipes.md adds: a file and a module with hooks, nothing else.

A copy of the sources gets them and a fifth one that has switches only; the build's own tools make a
game disk of it, and it is played.
"""

import re
import shutil
import subprocess
import sys
import textwrap
from binascii import crc_hqx

import pytest

from c64.drive.fastload import install
from disk.d64 import D64Image
from disk.volume import SEQ, Volume
from emu.arena.rules import Image, Rules
from tests.asm.game.engine import ROOT, K
from tests.asm.game.ui.machine import HINTS, Game
from tests.asm.game.ui.table import ask_to_quit
from tools.game import presets

MILD = """
number = 5

[switches]
TAX = 1
HOTEL = 2

[en]
name = "Mild"
about = "Two rules."

[de]
name = "Mild"
about = "Zwei Regeln."
"""
DOCUMENT = ROOT / "docs" / "inside" / "game-recipes.md"
TITLE_FRAMES = 6000
SAVE_AT = 164  # of the state in a saved game


def shown(kind):
    """The first block of that kind in the recipe."""
    text = DOCUMENT.read_text(encoding="utf-8").partition("\n## A preset of rules\n")[2]
    return textwrap.dedent(text.partition(f"```{kind}\n")[2].partition("```")[0])


def copied(root):
    """The sources of the game and what builds it, in a folder of their own."""
    for name in ("asm", "tools", "disk"):
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))
    (root / "emu" / "arena").mkdir(parents=True)
    # Fewer copies are tried: files become a little larger, in a fifth of the time.
    packer = root / "tools" / "game" / "pack.py"
    text, count = re.subn(r"^(CHAIN|WAYS) = \d+", r"\1 = 1", packer.read_text(), flags=re.MULTILINE)
    assert count == 2
    packer.write_text(text)
    return root


def build(root, what):
    """One step of the build there; returns what it said last."""
    command = [sys.executable, "tools/build.py", what]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    return done.returncode, (done.stdout + done.stderr).strip().splitlines()


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """The folder of a game with the two presets, built."""
    root = copied(tmp_path_factory.mktemp("game"))
    folder = root / "asm" / "game" / "presets"
    (folder / "levy.toml").write_text(shown("toml"))
    (folder / "levy.s").write_text(shown("asm"))
    (folder / "mild.toml").write_text(MILD)
    for what in ("game", "disk"):
        code, said = build(root, what)
        assert code == 0, said
    return root


class Made(Game):
    """That game from its disk."""

    def __init__(self, kit, root):
        super().__init__(kit=kit)
        self.serve(False)
        self.out = root / "build" / "game"
        self.labels = kit.symbols.labels()
        self.image = D64Image((root / "disk" / "go64.d64").read_bytes())
        self.gone = []  # of IN_ORDER, tests that have used this game

    def begin_here(self):
        """LOAD, RUN, the title."""
        self.machine.tick(120)
        self.machine.drives[8].attach(self.image)
        install(self.kit.board)
        self.machine.type('load"*",8\n')
        while self.machine.screen.text().count("READY.") < 2:
            self.tick(2)
        self.machine.type("run\n")
        for _ in range(TITLE_FRAMES // 10):
            self.machine.tick(10)
            if "The property game" in self.text():
                break
        self.tick(60)
        assert "The property game" in self.text()
        self.ram[self.labels["prefs"] + HINTS] = 1
        return self

    def has_code(self):
        """True if the preset's code is in memory, to the last byte."""
        code = (self.out / "game.levy").read_bytes()
        at = self.labels["on_gate"] - 9
        return bytes(self.ram[at : at + len(code)]) == code

    def figures(self):
        """Of Mayfair price, mortgage and fee, rents of Old Kent Road, a house on it."""
        return (
            self.word("price", 39),
            self.byte("mortgage_value", 39),
            self.byte("fee_value", 39),
            [self.word("street_rents", level) for level in range(6)],
            self.byte("group_house_cost"),
        )

    def row(self, number):
        return self.text().splitlines()[number]


@pytest.fixture(scope="module")
def game(made, c64_factory):
    """The game in set-up, the line of the preset chosen."""
    kit = c64_factory("made", dbg=made / "build" / "game" / "game.dbg", boot=False)
    game = Made(kit, made).begin_here()
    game.key("\n", 60)
    game.until("WHO PLAYS?")
    game.key("{UP}" * 9, 60)
    return game


@pytest.fixture(autouse=True)
def gone_so_far(request):
    """Go the way of the tests before this one, if another process has run them."""
    test = request.node.function
    if test in IN_ORDER:
        game = request.getfixturevalue("game")
        for before in IN_ORDER[: IN_ORDER.index(test)]:
            if before not in game.gone:
                before(game)
                game.gone.append(before)
        game.gone.append(test)


RULES_ROW = 12
BOARDS = (400, 200, 20, [2, 10, 30, 90, 160, 250], 50)  # data/board.toml
LEVYS = (380, 190, 0, [8, 20, 60, 180, 320, 450], 40)  # no fee: REPAY


def test_set_up_goes_round_all_presets_in_their_order_and_back(game):
    for key, names in (
        ("{RIGHT}", ("1989", "Russian", "Own", "Levy", "Mild", "Classic")),
        ("{LEFT}", ("Mild", "Levy", "Own", "Russian", "1989", "Classic")),
    ):
        for name in names:
            assert name in game.key(key, 20).row(RULES_ROW)


def test_a_preset_without_code_of_its_own_has_that_of_its_switches(game):
    game.key("{LEFT}", 30)
    assert "Two rules." in game.text()
    game.call("switch_family")
    assert game.result.a == K["FAMILY_RUSSIAN"]
    chosen = presets.switches()
    values = {name: game.byte("switches", switch.number) for name, switch in chosen.items()}
    assert {name: v for name, v in values.items() if v} == {"PRESET": 5, "TAX": 1, "HOTEL": 2}
    game.key("{RIGHT}", 30)


def test_the_made_up_preset_is_chosen_explained_played_saved_and_loaded(game):
    game.key("{LEFT}{LEFT}", 30)
    assert "Levy" in game.row(RULES_ROW)
    assert "A levy of 7 a turn." in game.text()
    assert not game.has_code()
    game.key("{F7}", 60).until("Roll for 1st")
    assert game.has_code()
    for _ in range(4):
        game.key("r", 90)
    game.until("Roll dice").tick(30)
    assert game.mode == K["MODE_NORMAL"]
    me = game.byte("mode_active")
    money = [game.word("player_money", seat) for seat in range(4)]
    assert money == [1500 - 7 * (seat == me) for seat in range(4)]
    assert f"PLAYER {me + 1} 1493" in game.shown()
    assert game.figures() == LEVYS
    game.ram[game.labels["play_square"]] = 39
    game.call("deed_give", x=me)
    assert game.word("player_equity", me) == LEVYS[1]  # which the check of a saved game adds up
    state = game.state()
    game.key("g").until("SAVED GAMES").until("No games").tick(30)
    assert game.figures()[0] == BOARDS[0]  # its code has made room for this page
    game.key("s", 20)
    game.key("ada\n", 10).until("is saved.").tick(20)
    game.ram[game.labels["player_money_lo"]] ^= 1
    game.key("l", 10)
    game.key("y", 10).until("goes on.").tick(60)
    assert game.state() == state
    assert game.has_code()
    assert game.figures() == LEVYS
    saved = Volume(game.image)
    content = saved.read_file(saved.find(b"GO64-ADA"))
    at = SAVE_AT + game.labels["switches"] - game.labels["state_begin"]
    assert content[at] == 4


def test_a_saved_game_by_a_preset_that_is_not_there_is_refused(game):
    """One of another build: the number behind the last one."""
    volume = Volume(game.image)
    content = bytearray(volume.read_file(volume.find(b"GO64-ADA")))
    content[SAVE_AT + game.labels["switches"] - game.labels["state_begin"]] = 6
    body = bytes(content[:-2])
    volume.write_file(b"GO64-EVE", SEQ, body + crc_hqx(body, 0xFFFF).to_bytes(2, "big"))
    state = game.state()
    game.key("g").until("SAVED GAMES").until("2 games").tick(30)
    game.key("{RIGHT}", 20)
    game.key("l", 10)
    game.key("y", 10).until("Loading EVE").until("The file is damaged.")
    assert game.state() == state


def test_figures_of_a_preset_are_those_of_its_own_games_only(game):
    game.key("{LEFT}", 30).key("b", 20).until("Roll dice").tick(60)
    assert game.has_code() and game.figures() == LEVYS
    ask_to_quit(game)
    for _ in range(3):
        game.key("y", 150)
    game.until("GAME OVER", 6000).tick(60)
    game.key("\n", 60).until("THE GAME IN FIGURES", 6000).tick(60)
    game.key("\n", 60).until("HOW THE GAME WENT", 6000).tick(60)
    game.key("\n", 60).until("The property game", 6000).tick(60)
    game.key("\n", 60).until("WHO PLAYS?", 6000)
    assert "Classic" in game.shown()
    assert game.figures()[0] == BOARDS[0]
    game.key("{F7}", 60).until("Roll for 1st", 6000)
    assert game.figures() == BOARDS
    game.key("r", 90).key("r", 90).key("r", 90).key("r", 90)
    game.until("Roll dice").tick(30)
    game.key("g").until("SAVED GAMES").until("2 games").tick(30)
    game.key("l", 10)
    game.key("y", 10).until("goes on.", 6000).tick(60)
    assert game.has_code() and game.figures() == LEVYS


def test_a_game_with_a_sum_by_the_boards_own_figures_is_refused(game):
    volume = Volume(game.image)
    content = bytearray(volume.read_file(volume.find(b"GO64-ADA")))
    at = SAVE_AT + game.labels["player_equity_lo"] - game.labels["state_begin"]
    owner = next(seat for seat in range(4) if content[at + seat])
    assert content[at + owner] == LEVYS[1]
    content[at + owner] = BOARDS[1]
    body = bytes(content[:-2])
    volume.write_file(b"GO64-BEA", SEQ, body + crc_hqx(body, 0xFFFF).to_bytes(2, "big"))
    state = game.state()
    game.key("g").until("SAVED GAMES").until("3 games").tick(30)
    game.key("{RIGHT}", 20).key("{RIGHT}", 20).key("l", 10)
    game.key("y", 10).until("Loading BEA").until("The file is damaged.")
    assert game.state() == state


def test_computers_play_by_the_made_up_preset(made):
    """The arena reads the presets from the build: nothing there has to be told of a fourth one."""
    rules = Rules(Image(made / "emu" / "arena" / "rules.json"))
    assert rules.image.presets == {0: 0, 1: 1, 2: 2, 3: 0, 4: 4, 5: 2}
    rules.new_game({0: 1, 1: 2}, 2, 7, preset=4)
    assert (rules.price(39), rules.price(37)) == (380, 350)
    while rules.turns < 40 and not rules.over:
        seat, turns = rules.active, rules.turns
        before = [rules.money(0), rules.money(1)]
        assert not rules.send(rules.decide())
        if rules.turns == turns + 1 and rules.mode == K["MODE_NORMAL"]:
            other = rules.active
            assert rules.money(other) == before[other] - 7 or seat == other
    assert rules.turns == 40
    rules.new_game({0: 1, 1: 2}, 2, 7)
    assert rules.price(39) == 400


IN_ORDER = (  # each goes on where the one before it has ended
    test_set_up_goes_round_all_presets_in_their_order_and_back,
    test_a_preset_without_code_of_its_own_has_that_of_its_switches,
    test_the_made_up_preset_is_chosen_explained_played_saved_and_loaded,
    test_a_saved_game_by_a_preset_that_is_not_there_is_refused,
    test_figures_of_a_preset_are_those_of_its_own_games_only,
    test_a_game_with_a_sum_by_the_boards_own_figures_is_refused,
)
