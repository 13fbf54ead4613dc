"""From the disk, over the plain serial bus, with nothing but the KERNAL's jump table."""

from itertools import pairwise

import pytest

from disk.d64 import D64Image
from disk.loader import open_media
from tests.asm.game.ui.machine import DEBUG_FILE, OUT, Game
from tools import build
from tools.game import AREAS, LATE_AREAS

LOAD_SECONDS = 60
CLOCK = 985248


BAR, BAR_CELLS, BLOCK = 0x0400 + 17 * 40 + 4, 32, 0xA0


@pytest.fixture(scope="module")
def loaded(built, c64_factory):
    """A machine that has loaded the game with RUN, and the seconds that took."""
    build.build_disk()
    kit = c64_factory("load", dbg=OUT / "go64.dbg", boot=False)
    machine, ram = kit.machine, kit.board.ram
    machine.tick(120)
    machine.attach(open_media(build.ROOT / "disk" / "go64.d64"))
    machine.type('load"*",8\n')
    for _ in range(400):
        machine.tick(2)
        if machine.screen.text().count("READY.") > 1:
            break
    machine.type("run\n")
    begin = machine.cycle
    kit.board.set_trap(AREAS[0][1], lambda board: kit.use_symbols(DEBUG_FILE))
    bar = []  # cells of the bar, picture by picture
    for _ in range(LOAD_SECONDS * 50):
        machine.tick(1)
        bar.append(bytes(ram[BAR : BAR + BAR_CELLS]).count(BLOCK))
        if machine.board.vic.peek(0x11) & 0x30 == 0x30:
            break
    seconds = (machine.cycle - begin) / CLOCK
    game = Game(kit=kit)
    game.bar = bar
    game.tick(30)
    return game, seconds


@pytest.mark.feature("F088")
def test_run_brings_the_title_within_a_minute(loaded):
    game, seconds = loaded
    assert "The property game" in game.text()
    assert seconds < LOAD_SECONDS


@pytest.mark.feature("F088")
def test_the_bar_grows_evenly_to_its_end_while_the_game_loads(loaded):
    game, _ = loaded
    full = game.bar.index(BAR_CELLS)  # later the game has other things there
    steps = [b - a for a, b in pairwise(game.bar[: full + 1])]
    assert set(steps) == {0, 1}
    grown = [at for at, step in enumerate(steps) if step]
    gaps = [b - a for a, b in pairwise(grown)]
    assert max(gaps) < 2 * sum(gaps) / len(gaps), "the bar stands still for a while"


@pytest.mark.feature("F088")
def test_what_is_loaded_is_packed(built):
    unpacked = sum((OUT / f"game.{area}").stat().st_size for area, _ in AREAS)
    assert (OUT / "game.pak").stat().st_size < 0.75 * unpacked


def test_every_byte_of_the_program_arrives(loaded):
    game, _ = loaded
    for area, start in AREAS:
        if area == "font":
            continue  # moved below the I/O area, see below
        wanted = (OUT / f"game.{area}").read_bytes()
        got = bytes(game.ram[start : start + len(wanted)])
        assert got == wanted, area
    font = (OUT / "game.font").read_bytes()
    hard = 0x91 * 8  # glyphs from GLYPH_SOFT on are drawn by the program
    assert bytes(game.ram[0xD000 : 0xD000 + hard]) == font[:hard]


def wait_for(game, words, pictures=1500):
    """Let pictures pass until words are on the screen."""
    for _ in range(pictures // 10):
        if words in game.text():
            return
        game.tick(10)
    pytest.fail(f"no '{words}': {game.where()}")


def test_the_pages_of_a_trade_are_loaded_when_the_first_game_begins(loaded):
    game, _ = loaded
    snapshot = game.machine.snapshot()
    mark = LATE_AREAS[0][1]
    assert game.ram[mark] == 0  # the loader has seen to that, whatever was there before
    game.key("\n", 60)
    game.key("{F7}", 30)
    assert "Loading" in game.text()
    wait_for(game, "Roll for 1st")
    for area, start in LATE_AREAS:
        wanted = (OUT / f"game.{area}").read_bytes()
        assert bytes(game.ram[start : start + len(wanted)]) == wanted, area
    game.machine.restore(snapshot)


def test_without_the_disk_a_game_does_not_begin_until_it_is_there(loaded):
    game, _ = loaded
    snapshot = game.machine.snapshot()
    game.key("\n", 60)
    game.machine.attach(None)
    game.key("{F7}", 400)
    assert "WHO PLAYS?" in game.text()
    assert "No disk in drive 8." in game.text(), game.where()
    game.key("{STOP}", 120)
    assert "The property game" in game.text()
    game.key("\n", 60)
    game.key("{F7}", 400)
    game.machine.attach(open_media(build.ROOT / "disk" / "go64.d64"))
    game.key(" ", 60)
    wait_for(game, "Roll for 1st")
    game.machine.restore(snapshot)


@pytest.mark.feature("F080")
def test_the_other_names_are_loaded_while_the_game_runs(loaded):
    game, _ = loaded
    snapshot = game.machine.snapshot()
    game.key("{F3}", 700)
    assert "United States, jail" in game.text()
    wanted = (OUT / "us.text").read_bytes()
    assert bytes(game.ram[0xA800 : 0xA800 + len(wanted)]) == wanted
    game.key("{F3}", 700)
    assert "London, gaol" in game.text()
    game.machine.restore(snapshot)


def test_a_missing_disk_is_told_and_the_game_goes_on(loaded):
    game, _ = loaded
    snapshot = game.machine.snapshot()
    game.machine.attach(None)
    game.key("{F3}", 20)
    for _ in range(40):
        if "No disk in drive 8." in game.text():
            break
        game.tick(10)
    assert "No disk in drive 8." in game.text()
    game.tick(200)
    assert "No names loaded" in game.text()
    game.machine.restore(snapshot)


def test_with_one_drive_a_game_on_another_disk_is_loaded_without_the_games_disk(loaded):
    game, _ = loaded
    snapshot = game.machine.snapshot()
    saves = D64Image.blank(b"SAVES", b"01")
    game.key("\n").key("{F7}").until("Roll for 1st")
    game.machine.attach(saves)
    game.key("g").until("No games").key("s", 20).key("ada\n").until("ADA is saved.")
    state = game.state()
    game.machine.restore(snapshot)  # the pages that come later are not in memory
    game.key("{F1}").until("No games")
    game.machine.attach(D64Image(bytes(saves.data)))
    game.key("c", 20).key("x").until("1 game").key("l").until("ADA goes on.")
    assert game.state() == state
    assert "Roll for 1st" in game.text()
    game.machine.restore(snapshot)


def test_the_loader_tells_when_the_game_is_not_on_the_disk(built, c64_factory):
    machine = c64_factory("load in vain", dbg=OUT / "go64.dbg", boot=False).machine
    machine.tick(120)
    data = (OUT / "go64.prg").read_bytes()
    machine.board.ram[0x0801 : 0x0801 + len(data) - 2] = data[2:]
    machine.board.cpu.pc = 0x080D
    machine.tick(150)
    assert "DISK CANNOT BE READ" in machine.screen.text()
