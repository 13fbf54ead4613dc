"""A program that has gone astray in our ROMs is told of once a start."""

from types import SimpleNamespace

from emu.shared.strays import StrayWatch, stray_line


def test_each_stray_is_said_once_and_again_after_a_reset():
    machine, said = SimpleNamespace(stray=None), []
    watch = StrayWatch(machine, said.append)
    for stray in (None, 0xE544, 0xE544, None, None, 0xE544, 0xA0, 0xA0):
        machine.stray = stray
        watch.look()
    assert said == [stray_line(0xE544), stray_line(0xE544), stray_line(0xA0)]
    assert stray_line(0xA0).startswith("no entry at $00A0 in GO 64's ROMs")
