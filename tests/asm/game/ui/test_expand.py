"""A REU or GeoRAM keeps the game's files: each is read from the disk once, and comes from there."""

import random

import pytest

from c64.cartridge.freezer import CART_ACTION_REPLAY, CART_RETRO_REPLAY
from c64.cartridge.registry import TYPES_BY_NUMBER
from c64.cartridge.special import CART_EPYX
from c64.cartridge.wiring import CART_SIMONS, CART_ZIPP_CODE
from c64.drive.fastload import install
from disk.crt import write_crt
from disk.loader import open_media
from emu.kit.machine import Kit
from emu.kit.machine_pool import BootedMachine, MachineSpec
from tests.asm.game.engine import K
from tests.asm.game.ui.machine import DEBUG_FILE, HINTS, OUT, Game, labels
from tests.c64.cartridge.test_wiring import crt
from tests.volume import mostly_seldom, seldom
from tools import build
from tools.game.build_game import OVERLAYS

TITLE_FRAMES = 3000
NEVER_KEPT = bytes((0x38, 0x60))  # far_call as it is linked: SEC, RTS
NAMES = (K["FILE_BOARD"], K["FILE_US"])
BERLIN, LONDON = 2, 0  # SET_*
# RAM or ROM at $DF00, registers at $DE00 that reads or writes reach
CARTRIDGES = (CART_ACTION_REPLAY, CART_RETRO_REPLAY, CART_EPYX, CART_SIMONS, CART_ZIPP_CODE)
MOSTLY = (CART_ACTION_REPLAY, CART_EPYX, CART_SIMONS)
CALL_MOST = 60_000_000
# cycles: two parts, and the wait until the display is off; a REU's DMA takes 1 a byte, a loop 16
KEPT_MOST = {"reu": 80_000, "georam": 200_000}


def started(held=None, **options):
    """Return a Game that the loader has brought to the title, from a disk in drive 8.

    held  a key that is down while the machine starts
    """
    build.build_disk()
    options = tuple(options.items())
    kit = Kit(BootedMachine(MachineSpec(dbg=(DEBUG_FILE,), boot=False, options=options)))
    game = Game(kit=kit)
    game.serve(False)
    if held:
        game.machine.keyboard.hold(held)
        game.tick(20)
        game.machine.keyboard.release(held)
    game.tick(120)
    game.machine.drives[8].attach(open_media(build.ROOT / "disk" / "go64.d64"))
    install(kit.board)
    program = (OUT / "go64.prg").read_bytes()
    game.ram[0x0801 : 0x0801 + len(program) - 2] = program[2:]
    kit.board.cpu.pc = 0x080D
    reached = []
    kit.board.set_trap(labels()["music_title"], lambda board: reached.append(1) and False)
    for _ in range(TITLE_FRAMES):
        game.tick(1)
        if reached:
            break
    kit.board.set_trap(labels()["music_title"], None)
    game.ram[labels()["prefs"] + HINTS] = 1
    game.tick(60)
    return game


def called(game):
    """far_call as it is in memory."""
    at = labels()["far_call"]
    return bytes(game.ram[at : at + len(NEVER_KEPT)])


def parts_of_overlays():
    """{FILE_*: (name, areas)} of what is kept, but for names."""
    return {n: part for n, part in OVERLAYS.items() if n not in NAMES and n < K["FILES"]}


def spoil(game, areas):
    """Change every byte of a file's place."""
    for area, start in areas:
        size = (OUT / f"game.{area}").stat().st_size
        for at in range(start, start + size):
            game.ram[at] ^= 0xFF


@pytest.fixture(scope="module", params=["reu", "georam"])
def turn(built, request):
    game = first_turn(started(**{request.param: "512k"}))
    game.most = KEPT_MOST[request.param]
    return game


def first_turn(game):
    """Play on from the title to the first turn of two people."""
    game.key("\n", 60)
    for _ in range(2):
        game.key("{LEFT}", 10)
    game.key("{F7}", 60)
    game.until("Roll for")
    for _ in range(8):
        if game.mode != K["MODE_FIRST"]:
            break
        game.key("r", 90)
    game.tick(120)
    return game


def test_each_file_comes_back_to_the_last_byte_and_at_once(turn):
    game = turn
    snapshot = game.machine.snapshot()
    parts = parts_of_overlays()
    for number, (name, areas) in parts.items():
        spoil(game, areas)
        game.call("overlay_need", x=number, limit=CALL_MOST)
        assert game.holds(name), name
    for number, (name, areas) in reversed(parts.items()):
        spoil(game, areas)
        cycles = game.call("overlay_need", x=number, limit=CALL_MOST)
        assert game.holds(name), name
        assert cycles < game.most, name
    game.machine.restore(snapshot)


def test_german_files_are_kept_apart(turn):
    game, number = turn, K["FILE_HELP"]
    snapshot = game.machine.snapshot()
    (_, areas), wanted = OVERLAYS[number], game.labels["names_wanted"]
    last, at = areas[-1]
    begin, end = areas[0][1], at + (OUT / f"game.{last}").stat().st_size
    came = {}
    for language in (LONDON, BERLIN, LONDON, BERLIN):
        spoil(game, areas)
        game.ram[wanted] = language
        cycles = game.call("overlay_need", x=number, limit=CALL_MOST)
        assert (cycles < game.most) == (language in came)
        data = bytes(game.ram[begin:end])
        assert came.setdefault(language, data) == data
    assert came[LONDON] != came[BERLIN]
    game.machine.restore(snapshot)


@pytest.mark.parametrize("options", [seldom({}), {"reu": "128k"}], ids=str)
def test_without_a_reu_that_is_large_enough_nothing_is_kept(built, options):
    game = started(**options)
    assert "The property game" in game.text()
    assert called(game) == NEVER_KEPT


def test_a_reu_of_256_kib_is_enough(built):
    game = started(reu="256k")
    assert "The property game" in game.text()
    assert called(game) != NEVER_KEPT


@pytest.mark.parametrize(("size", "slots"), [("64k", 8), seldom("128k", 16), ("4m", 32)])
def test_a_georam_keeps_as_many_files_as_it_has_room_for(built, size, slots):
    game, files = first_turn(started(georam=size)), parts_of_overlays()
    for number, (_, areas) in files.items():
        spoil(game, areas)
        game.call("overlay_need", x=number, limit=CALL_MOST)
    kept = 0
    for number, (name, areas) in files.items():
        spoil(game, areas)
        cycles = game.call("overlay_need", x=number, limit=CALL_MOST)
        assert game.holds(name), name
        kept += cycles < KEPT_MOST["georam"]
    assert min(slots - len(NAMES), len(files)) <= kept <= min(slots, len(files))


@pytest.mark.parametrize(
    "hardware", mostly_seldom(CARTRIDGES, MOSTLY), ids=lambda n: TYPES_BY_NUMBER[n].name
)
def test_what_else_is_plugged_in_is_no_georam_and_stays_out_of_the_way(built, hardware, tmp_path):
    path = tmp_path / "other.crt"
    path.write_bytes(
        write_crt(crt(hardware, (0, 0x8000, random.Random(hardware).randbytes(0x2000))))
    )
    game = started(cart=str(path))
    assert "The property game" in game.text()
    assert called(game) == NEVER_KEPT


def test_an_easyflash_that_has_been_left_is_no_georam(built):
    build.build_cartridge()
    game = started(held="STOP", cart=str(OUT / "go64.crt"))
    assert "The property game" in game.text()
    assert called(game) == NEVER_KEPT


def test_a_second_sid_there_is_no_georam(built):
    game = started(sids="de00")
    assert "The property game" in game.text()
    assert called(game) == NEVER_KEPT


def test_a_georam_whose_first_file_has_two_parts_keeps_what_is_behind_it(built):
    game = started(georam="512k")
    for _ in range(2):
        game.key("{F1}", 600).until("SAVED GAMES")
        game.key("b", 60).until("The property game").tick(120)


def test_a_page_comes_a_second_time_without_a_drive_and_the_board_is_as_it_was(turn):
    game = turn
    game.key("s", 600).until("STATISTICS")
    page = game.text()
    game.key(" ", 60)
    board = game.text()
    game.key("?", 600).until("HELP")
    game.key(" ", 60)
    game.machine.board.iec.detach(8)
    game.key("s", 20)
    assert game.text() == page
    game.key(" ", 60)
    assert game.text() == board
