"""Tests of code that runs in the 1541: the drive has its own processor (true_drive)."""

import pytest

pytestmark = pytest.mark.c64(prg="adder.prg", dbg="adder.dbg", true_drive=True)


@pytest.mark.parametrize(
    "numbers", [[1, 2, 3, 4, 5, 6, 7, 8], [255] * 8, [0] * 8, [100, 200, 0, 0, 0, 0, 0, 1]]
)
def test_the_drive_adds_up(kit, numbers):
    kit.memory["numbers_here", 8] = bytes(numbers)
    kit.start()
    kit.run_until("main::done")
    assert kit.memory["answer"] == sum(numbers) % 256


def test_the_bus_is_released(kit):
    kit.start()
    kit.run_until("main::done")
    assert kit.memory[0xDD00] & 0xC0 == 0xC0  # CLOCK and DATA are high
