"""All machines alike, no ROM while the game plays, interrupts in time."""

import random

import pytest

from emu.kit.machine import Kit
from emu.kit.machine_pool import BootedMachine, MachineSpec
from tests.asm.game.robust.crowd import ALL_KEYS, Crowd, Interrupts, Watchdog
from tests.asm.game.robust.hostile import IMAGE
from tests.asm.game.ui.machine import Game
from tools.game.build_game import MAP

MODELS = ("c64", "ntsc")
# What the game finds out: 60 frames a second, and how many 256ths of them are no fiftieth of one.
MACHINES = {"c64": (0, 0), "c64c": (0, 0), "drean": (0, 2), "ntsc": (1, 42), "oldntsc": (1, 46)}
TICKED = 500  # frames
JAM = 0x02
SECONDS = 4
SID_CONTROL = (0xD404, 0xD40B)  # of the two voices that effects use
NAME = 0xC000  # where a file's name is put
COMMAND, FILE = 15, 2  # channels of a drive
CIA1_ICR = 0xDC0D
KERNAL = {  # its jump table
    "SETMSG": 0xFF90, "READST": 0xFFB7, "SETLFS": 0xFFBA, "SETNAM": 0xFFBD, "OPEN": 0xFFC0,
    "CLOSE": 0xFFC3, "CHKIN": 0xFFC6, "CHKOUT": 0xFFC9, "CLRCHN": 0xFFCC, "CHRIN": 0xFFCF,
    "CHROUT": 0xFFD2, "CLALL": 0xFFE7,
}  # fmt: skip
LINES_BETWEEN = 140  # from line 110 to line 250
MINUTES = 10


def seconds(machine, cycles):
    return cycles / machine.model.clock_hz


def first_turn(model):
    return Game(model).boot().first_turn()


def held_key(game):
    """How often a cursor key that is held for SECONDS comes."""
    count = []
    game.machine.board.set_trap(game.labels["key_put"], lambda board: count.append(board.cycle))
    game.machine.board.keyboard.press("CRSR_DOWN")
    game.machine.run_cycles(int(SECONDS * game.machine.model.clock_hz))
    game.machine.board.keyboard.release("CRSR_DOWN")
    return len(count)


def effect_time(game):
    """Seconds from the first to the last sound of the buzz of a refused button."""
    sid, machine, heard = game.machine.board.sid, game.machine, []
    game.tick(60)
    machine.type("n", wait=False)
    for _ in range(3000):
        machine.run_cycles(500)
        if any(sid.peek(address & 0x1F) & 1 for address in SID_CONTROL):
            heard.append(machine.cycle)
    return seconds(machine, heard[-1] - heard[0])


def wait_time(game):
    """Seconds that ui_wait lets pass for 50 fiftieths."""
    game.ram[game.labels["ui_skip"]] = 0
    while game.kit.flags.i:  # in the handler of an interrupt nothing can wait for the next one
        game.machine.run_cycles(1)
    return seconds(game.machine, game.call("ui_wait", a=50))


@pytest.mark.feature("F085")
@pytest.mark.feature("F237")
def test_input_waits_and_effects_take_the_same_time_on_all_machines():
    """R-20.15."""
    pal, *others = (
        [held_key(g), effect_time(g), wait_time(g)]
        for g in map(first_turn, ("c64", "ntsc", "oldntsc", "drean"))
    )
    assert pal[2] == pytest.approx(1.0, rel=0.03)
    for other in others:
        assert pal[0] == pytest.approx(other[0], abs=1)
        assert pal[1] == pytest.approx(other[1], rel=0.06)
        assert pal[2] == pytest.approx(other[2], rel=0.03)


@pytest.mark.feature("F085")
@pytest.mark.feature("F237")
@pytest.mark.parametrize("model", MACHINES)
def test_the_machines_are_told_apart_and_count_fifty_ticks_a_second(image, model):
    """R-20.15: within a third of a per cent, which is what PAL's 50.12 frames have."""
    game = Game(model).boot()
    assert (game.byte("machine_ntsc"), game.byte("machine_skip")) == MACHINES[model]
    begin, last, ticks = game.machine.cycle, game.byte("irq_tick"), 0
    for _ in range(TICKED):
        game.tick()
        ticks += (game.byte("irq_tick") - last) & 0xFF
        last = game.byte("irq_tick")
    lasted = seconds(game.machine, game.machine.cycle - begin)
    assert ticks / lasted == pytest.approx(50, rel=0.0034, abs=1 / lasted)


@pytest.mark.feature("F090")
def test_the_game_plays_without_any_rom():
    """R-20.14: with nothing but JAMs in all three ROMs."""
    crowd = Crowd(12)
    board = crowd.machine.board
    for rom in ("kernal", "basic", "chargen"):
        setattr(board, rom, bytearray([JAM] * len(getattr(board, rom))))
    crowd.gather()
    keys = [key for key in ALL_KEYS if key not in ("G", "F3", "T")]  # those go to the disk
    for _ in range(1600):
        key = crowd.dice.choice(keys)
        board.keyboard.press(key)
        crowd.machine.tick()
        board.keyboard.release(key)
        if crowd.eyes.disk:
            crowd.gather()  # in the middle of a picture
        else:
            crowd.eyes.look()
    assert crowd.eyes.looks > 500


@pytest.mark.parametrize("model", MODELS)
def test_with_all_keys_at_once_the_interrupts_end_before_the_pictures_end(model):
    """The keys may keep the one at line 210 waiting: the map's dots come late, nothing else.

    Where three lie at the corners of a rectangle none is taken (sys/input.s), so few of them count.
    """
    game, dice = Game(model).boot().first_turn(8), random.Random(1)
    machine, irq = game.machine, Interrupts(game)
    machine.mouse.plug()
    for number in range(120):
        keys = ALL_KEYS if number % 2 else dice.sample(ALL_KEYS, dice.randrange(64))
        for key in keys:
            machine.board.keyboard.press(key)
        machine.mouse.move(dice.randrange(-31, 32), dice.randrange(-31, 32))
        machine.run_cycles(dice.randrange(15_000))
        game.tick()
        machine.board.keyboard.release_all()
        game.tick(dice.choice((1, 2)))
    assert irq.count > 400
    assert 4000 < irq.worst[1] < Interrupts.LIMITS[1] < LINES_BETWEEN * 63
    assert irq.worst[0] < Interrupts.LIMITS[0]
    assert irq.worst[2] < Interrupts.LIMITS[2]
    assert irq.worst[1] + irq.worst[2] < LINES_BETWEEN * 63


@pytest.mark.long
@pytest.mark.parametrize("model", MODELS)
def test_no_picture_is_lost_in_ten_minutes_of_play(model):
    """Turns of people who know what they want, eight of them, with a mouse in motion."""
    crowd = Crowd(21, model)
    crowd.gather()
    watchdog, machine, eyes = Watchdog(crowd), crowd.machine, crowd.eyes
    crowd.hands_off()
    machine.mouse.plug()
    tick = machine.tick

    def looked(frames=1):
        for _ in range(frames):
            machine.mouse.move(crowd.dice.randrange(-3, 4), crowd.dice.randrange(-3, 4))
            tick()
            eyes.look()
        return True

    machine.tick = looked
    end = machine.cycle + int(MINUTES * 60 * machine.model.clock_hz)
    while machine.cycle < end:
        watchdog.step()
    assert eyes.irq.count > 2 * 50 * 60 * MINUTES * 0.9


def open_file(kit, channel, name):
    """SETNAM, SETLFS, OPEN of drive 8."""
    kit.memory[NAME : NAME + len(name)] = name
    kit.call(KERNAL["SETNAM"], a=len(name), x=NAME & 0xFF, y=NAME >> 8)
    kit.call(KERNAL["SETLFS"], a=channel, x=8, y=channel)
    kit.call(KERNAL["OPEN"])


def read_file(kit, channel, count):
    """The next bytes of an open file."""
    kit.call(KERNAL["CHKIN"], x=channel)
    found = bytes(kit.call(KERNAL["CHRIN"]).a for _ in range(count))
    kit.call(KERNAL["READST"])
    kit.call(KERNAL["CLRCHN"])
    return found


def disk_access(kit):
    """All that the game does with a KERNAL; returns bytes of a file, and what the drive says."""
    kit.memory[CIA1_ICR] = 0x7F  # as the game does: its interrupt would look at the keyboard
    kit.call(KERNAL["SETMSG"], a=0)
    kit.call(KERNAL["CLALL"])
    open_file(kit, COMMAND, b"")
    open_file(kit, FILE, b"TITLE,P,R")
    content = read_file(kit, FILE, 300)
    kit.call(KERNAL["CLOSE"], a=FILE)
    kit.call(KERNAL["CHKOUT"], x=COMMAND)
    for byte in b"I0":
        kit.call(KERNAL["CHROUT"], a=byte)
    kit.call(KERNAL["CLRCHN"])
    open_file(kit, FILE, b"NOT THERE,P,R")
    said = read_file(kit, COMMAND, 2)
    kit.call(KERNAL["CLOSE"], a=FILE)
    kit.call(KERNAL["CLOSE"], a=COMMAND)
    return content, said


def test_disk_access_has_no_use_for_page_0_where_the_screens_have_variables():
    kit = Kit(BootedMachine(MachineSpec(d64=str(IMAGE))))
    area = MAP["UI_ZP"]
    pattern = bytes(at ^ 0x5A for at in range(area.start, area.end))
    kit.memory[area.start : area.end] = pattern
    content, said = disk_access(kit)
    assert len(set(content)) > 100  # of a packed file
    assert said == b"62"  # FILE NOT FOUND
    assert bytes(kit.memory[area.start : area.end]) == pattern
