"""What follows a jammed CPU."""

import pytest

from c64 import C64
from emu.shared.jam import JAM_ACTIONS, after_jam


@pytest.mark.parametrize("action", JAM_ACTIONS)
def test_what_follows_a_jam_is_what_the_option_says_and_nothing_without_one(action):
    machine = C64(sample_rate=0)
    machine.tick(2)
    machine.ram[0xC000:0xC002] = b"\x02\x5a"
    assert after_jam(machine, action) is False
    assert machine.ram[0xC001] == 0x5A
    machine.registers.pc = 0xC000
    machine.tick(2)
    assert machine.jammed
    assert after_jam(machine, action) is (action == "quit")
    assert machine.jammed is (action in ("continue", "monitor", "quit"))
    assert (machine.ram[0xC001] == 0x5A) is (action != "power-cycle")
