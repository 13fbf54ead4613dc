"""What a recording compares: what a program could notice, and not what only a listener can."""

import pytest

from c64 import C64
from emu.replay.fingerprint import AUDIO_ONLY, Sums, fingerprint_of

TUNE = "a=54272:fori=0to24:pokea+i,i*9and255:next:pokea+4,33:pokea+11,129:pokea+24,31\n"


def played(rate, **options):
    """A machine that makes noise, of this sample rate."""
    machine = C64(sample_rate=rate, **options)
    machine.tick(150)
    machine.type(TUNE)
    return machine


@pytest.mark.parametrize("model", ["c64", "c64c"])
def test_the_sample_rate_is_in_no_field_but_those_that_are_left_out(model):
    silent, slow, quick = (played(rate, model=model) for rate in (0, 44100, 48000))
    sums = [Sums().quick(m, fingerprint_of(m)) for m in (silent, slow, quick)]
    assert len(set(sums)) == 1
    different = {
        field.name
        for field in silent.board.sid.fields
        if len({bytes(memoryview(v)) if not isinstance(v, int) else v
                for v in (getattr(m.board.sid, field.name) for m in (silent, slow, quick))}) > 1
    }  # fmt: skip
    assert different and different <= AUDIO_ONLY


def test_a_bit_of_anything_else_is_seen():
    machine = played(0)
    before = fingerprint_of(machine)
    for alter in (
        lambda: setattr(machine.board.cpu, "x", machine.board.cpu.x ^ 1),
        lambda: machine.memory.__setitem__(0xD412, 0x10),
        lambda: machine.board.color_ram.__setitem__(7, machine.board.color_ram[7] ^ 1),
        lambda: setattr(machine.board.iec.devices[8], "wakeup", 5),
    ):
        alter()
        now = fingerprint_of(machine)
        assert now.rest != before.rest
        before = now


def test_the_memory_of_a_reu_is_summed_when_asked_for():
    machine = C64(sample_rate=0, reu="512k")
    fingerprint, sums = fingerprint_of(machine), Sums()
    quick, whole = sums.quick(machine, fingerprint), sums.quick(machine, fingerprint, whole=True)
    machine.board.cart.ram[1000] ^= 1
    assert sums.quick(machine, fingerprint_of(machine)) == quick
    assert sums.quick(machine, fingerprint_of(machine), whole=True) != whole
