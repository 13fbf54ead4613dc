"""The game reaches its title whatever the machine did before, and whoever hammers RESTORE."""

import random

import pytest

from c64.snapshot import Checkpoint
from tests.asm.game.robust.hostile import BASIC_START, ENTRY, Start
from tests.asm.game.ui import machine as ui
from tests.asm.game.ui.machine import OUT, labels
from tests.volume import diagonal
from tools.game.build_game import AREAS, MAP

STARTS, LONG_STARTS = (2, 7, 8, 9), 1000  # each way to start, each model
BATCH = 50
VIC_SETTINGS = (0x15, 0x16, 0x17, 0x18, 0x1A, 0x1B, 0x1C, 0x1D, *range(0x20, 0x27))
LOADER = range(MAP["BSS"].start, MAP["BSS"].end)
FIRST_SCREEN = 150_000  # cycles: the loader has long cleared bitmap and matrix, 9,000 bytes
PRESS = 60  # cycles RESTORE is down


def all_reach_the_title(numbers, **options):
    for number in numbers:
        start = Start(number, **options)
        frames = start.run()
        where = f"pc ${start.board.cpu.pc:04X}\n{start.machine.screen.text()}"
        assert frames is not None, f"{start}: {where}"
        assert_loaded(start)


def assert_loaded(start):
    """Not only the title: every byte of the program and the names is right."""
    for area, address in AREAS:
        if area in ("main", "text"):
            wanted = (OUT / f"game.{area}").read_bytes()
            got = bytes(start.board.ram[address : address + len(wanted)])
            assert got == wanted, f"{start}: {area}"


@pytest.mark.feature("F081")
def test_starts_from_any_state_reach_the_title(image):
    all_reach_the_title(STARTS)


@pytest.mark.feature("F081")
def test_restore_hammered_over_the_serial_bus_spoils_no_byte(image):
    start = Start(7, kind="power", plain=True)
    start.hands.restore = 1.0
    assert start.run() is not None, start
    assert_loaded(start)


@pytest.mark.long
@pytest.mark.parametrize("batch", range(LONG_STARTS // BATCH))
def test_a_thousand_starts_from_any_state_reach_the_title(image, batch):
    all_reach_the_title(range(1000 + batch * BATCH, 1000 + (batch + 1) * BATCH))


@pytest.mark.feature("F082")
@pytest.mark.parametrize("base", [0x8000, 0xC000])
def test_a_screen_left_elsewhere_is_no_matter(image, clean_settings, base):
    start = Start(3, kind="warm", model="c64", plain=False)
    start.dice.choice = lambda options, choose=start.dice.choice: (
        base if base in options else choose(options)
    )
    assert start.run() is not None, start
    assert settings_of(start) == clean_settings


def settings_of(start):
    """The VIC's bank and settings."""
    return start.board.vic.bank, *map(start.board.vic.peek, VIC_SETTINGS)


@pytest.fixture(scope="module")
def clean_settings(image):
    """Those of a start after power-on."""
    clean = Start(3, kind="power", model="c64", plain=False)
    assert clean.run() is not None, clean
    return settings_of(clean)


@pytest.mark.feature("F086")
@pytest.mark.parametrize(("port", "frames"), diagonal((1, 2), (1, 100_000)))
def test_fire_in_the_first_frame_is_no_choice_and_no_mouse(image, port, frames):
    start = Start(5, kind="power", model="c64", plain=False)
    start.hands.keys, start.hands.restore = [], 0.0
    start.hands.fire, start.hands.fire_frames = port, frames
    start.hands.release = lambda let_go=start.hands.release: frames == 1 and let_go()
    assert start.run() is not None
    start.machine.tick(100)
    assert start.at_title(), "fire from before the start went past the title"
    assert not start.board.ram[labels()["mouse_on"]]


def test_a_start_is_the_same_again(image):
    """What a failing number shows can be looked at again."""
    first, second = (Start(9, kind="reset", plain=False) for _ in range(2))
    assert first.run() == second.run()
    assert first.machine.snapshot() == second.machine.snapshot()


@pytest.mark.feature("F081")
def test_restore_in_any_cycle_of_the_loaders_beginning_is_harmless(image):
    start = Start(2, kind="power", model="c64", plain=False)
    machine, cpu = start.machine, start.board.cpu
    start.hands.restore = 0.0
    start.prompt()
    program = (OUT / "go64.prg").read_bytes()[2:]
    start.board.ram[BASIC_START : BASIC_START + len(program)] = program
    cpu.pc = ENTRY
    while cpu.pc not in LOADER:  # the copy: the KERNAL's service, at the vector as it was
        machine.run_cycles(1)
    begin = Checkpoint(start.board)
    goal = labels("go64")["fast_open"]
    cycles = run_to(machine, labels("go64")["picture_clear"])
    assert cycles < 200
    run_to(machine, goal)
    depth = cpu.sp
    for offset in range(cycles + 30):
        begin.restore()
        machine.run_cycles(offset)
        start.board.keyboard.press("RESTORE")
        machine.run_cycles(PRESS)
        start.board.keyboard.release("RESTORE")
        run_to(machine, goal, f"RESTORE in cycle {offset}")
        assert cpu.sp == depth


def run_to(machine, address, what=""):
    """Run to an address; returns the cycles it took."""
    begin = machine.cycle
    there = ui.run_to(machine, address, FIRST_SCREEN)
    assert there, f"{what}: pc ${machine.board.cpu.pc:04X}"
    return machine.cycle - begin


def test_restore_makes_no_interrupt_in_the_game(image):
    start = Start(6, kind="power", model="c64", plain=False)
    assert start.run() is not None
    entry = labels()["nmi_entry"]
    dice, seen = random.Random(1), []
    start.board.set_trap(entry, lambda board: seen.append(board.cycle))
    for _ in range(200):
        start.machine.run_cycles(dice.randrange(20_000))
        start.board.keyboard.press("RESTORE")
        start.machine.run_cycles(dice.randrange(1, 100))
        start.board.keyboard.release("RESTORE")
    assert not seen
