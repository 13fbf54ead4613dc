"""The KERNAL in the whole machine, as its users meet it: keys, disk, clock."""

import random

import pytest

import c64
from disk.d64 import D64Image
from disk.volume import PRG, Volume

# 10 PRINT"LOADED"
PROGRAM = b"\x01\x08\x10\x08\x0a\x00\x99\x22LOADED\x22\x00\x00\x00"
START_FRAMES = 150


@pytest.fixture
def disk():
    """A disk with the program FIRST."""
    image = D64Image.blank(b"TESTS")
    Volume(image).write_file(b"FIRST", PRG, PROGRAM)
    return image


def started(model="c64"):
    """A machine that shows its prompt."""
    machine = c64.C64(model, sample_rate=0)
    machine.tick(START_FRAMES)
    return machine


def lines(machine):
    """The screen's lines that are not empty."""
    return [line.rstrip() for line in machine.screen.text().splitlines() if line.strip()]


def test_shift_run_stop_loads_and_runs_the_first_program(disk):
    machine = started()
    machine.drives[8].attach(disk)
    machine.type("{RUN}")
    machine.tick(400)
    shown = lines(machine)
    assert 'LOAD"*",8,1' in shown
    assert "LOADED" in shown[shown.index("RUN") :]


def test_a_saved_program_loads_again(disk):
    machine = started()
    machine.drives[8].attach(disk)
    machine.type('10 PRINT"MINE"\nSAVE"MINE",8\n')
    machine.tick(400)
    machine.type('NEW\nVERIFY"FIRST",8\n')
    machine.tick(300)
    assert "?VERIFY  ERROR" in lines(machine)
    machine.type('{CLR}LOAD"MINE",8\n')
    machine.tick(300)
    machine.type("RUN\n")
    machine.tick(30)
    assert "MINE" in lines(machine)


def test_the_directory_is_listed(disk):
    machine = started()
    machine.drives[8].attach(disk)
    machine.type('LOAD"$",8\n')
    machine.tick(300)
    machine.type("{CLR}LIST\n")
    machine.tick(60)
    shown = "\n".join(lines(machine))
    assert '"TESTS' in shown
    assert '"FIRST"' in shown
    assert "BLOCKS FREE" in shown


def test_a_drive_that_is_not_there():
    machine = started()
    machine.type('LOAD"X",11\n')
    machine.tick(60)
    assert "?DEVICE NOT PRESENT  ERROR" in lines(machine)


def test_a_file_that_is_not_there(disk):
    machine = started()
    machine.drives[8].attach(disk)
    machine.type('LOAD"NOBODY",8\n')
    machine.tick(200)
    assert "?FILE NOT FOUND  ERROR" in lines(machine)


def test_stop_and_restore_bring_the_prompt_back():
    machine = started()
    machine.type("POKE 53280,2:POKE 646,1\n")
    machine.tick(10)
    machine.board.keyboard.press("STOP")
    machine.tick(5)
    machine.board.keyboard.press("RESTORE")
    machine.tick(5)
    machine.board.keyboard.release_all()
    machine.tick(30)
    assert lines(machine) == ["READY."]
    assert machine.memory[0xD020] & 15 == 14
    assert machine.memory[646] == 14


@pytest.mark.parametrize("seed", range(8))
def test_restore_hammered_from_power_on_is_no_matter(seed):
    dice = random.Random(seed)
    machine = c64.C64(sample_rate=0, seed=seed)
    machine.board.ram[:] = dice.randbytes(0x10000)
    machine.run_cycles(100)  # from here on there is an NMI vector
    for _ in range(START_FRAMES * 3):
        machine.board.keyboard.press("RESTORE")
        machine.run_cycles(dice.randrange(1, 3000))
        machine.board.keyboard.release("RESTORE")
        machine.run_cycles(dice.randrange(10_000))
    assert lines(machine)[-1] == "READY."
    machine.type("PRINT 6*7\n")
    machine.tick(10)
    assert " 42" in machine.screen.text()


@pytest.mark.parametrize("model", ["c64", "c64c", "ntsc", "oldntsc"])
def test_the_jiffy_clock_counts_60_a_second(model):
    machine = started(model)
    before = int.from_bytes(machine.memory[0xA0:0xA3], "big")
    machine.run_cycles(10 * round(machine.model.clock_hz))
    assert int.from_bytes(machine.memory[0xA0:0xA3], "big") - before in (599, 600, 601)


def test_a_pal_n_machine_is_pal_to_the_kernal_so_its_jiffy_clock_is_fast():
    """As with 901227-03, which looks for line 311 only: PALNTS is 1, the timer PAL's."""
    machine = started("drean")
    assert machine.memory[0x02A6] == 1
    before = int.from_bytes(machine.memory[0xA0:0xA3], "big")
    machine.run_cycles(10 * round(machine.model.clock_hz))
    jiffies = int.from_bytes(machine.memory[0xA0:0xA3], "big") - before
    assert abs(jiffies - 10 * machine.model.clock_hz / 16421) <= 1


def test_the_machine_starts_the_same_whatever_its_memory_held():
    screens = set()
    for seed in (1, 2, 3):
        machine = c64.C64(sample_rate=0, seed=seed)
        machine.tick(START_FRAMES)
        screens.add(machine.screen.text())
    assert len(screens) == 1
