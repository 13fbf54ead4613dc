"""What a recording compares: what a program could notice, and not what only a listener can."""

import hashlib

import pytest

from c64 import C64
from emu.replay.fingerprint import (
    AUDIO_ONLY,
    Sums,
    fingerprint_of,
    inputs_of,
    put_inputs,
    same_media,
)

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


@pytest.mark.parametrize(("reu", "in_rest"), [("128k", True), ("256k", False), ("512k", False)])
def test_an_array_of_256_kib_is_summed_now_and_then_only(reu, in_rest):
    machine = C64(sample_rate=0, reu=reu)
    before = fingerprint_of(machine)
    machine.board.cart.ram[1000] ^= 1
    assert (fingerprint_of(machine).rest != before.rest) == in_rest


class Image:
    """A disk that counts how often its content is asked for."""

    def __init__(self, content):
        self.content, self.version, self.asked = content, 0, 0

    def to_bytes(self):
        self.asked += 1
        return self.content


def test_a_disk_is_summed_anew_when_it_was_written_to_or_is_another_one():
    sums, image = Sums(), Image(b"one")
    assert sums._content(image) == sums._content(image) == hashlib.sha256(b"one").digest()
    assert image.asked == 1
    image.content, image.version = b"two", 1
    assert sums._content(image) == sums._content(image) == hashlib.sha256(b"two").digest()
    assert image.asked == 2
    other = Image(b"three")
    other.version = 1
    sums._disks[id(other)] = sums._disks[id(image)]  # of one that has gone, at the same place
    assert sums._content(other) == hashlib.sha256(b"three").digest()


def test_the_sums_have_each_disk_and_not_the_tape_in_them():
    machine = C64(sample_rate=0)
    now, sums = fingerprint_of(machine), Sums()
    disk, other = Image(b"disk"), Image(b"other")
    rows = {
        name: now._replace(media=(*media, (None, False)))
        for name, media in {
            "none": ((8, object, None, False),),
            "disk": ((8, object, disk, False),),
            "other": ((8, object, other, False),),
            "both": ((8, object, disk, False), (9, object, other, False)),
        }.items()
    }
    assert len({sums.quick(machine, row) for row in rows.values()}) == 4
    assert len({sums.final(machine, row) for row in rows.values()}) == 4
    tape = rows["disk"]._replace(media=((8, object, disk, False), (other, False)))
    assert sums.quick(machine, tape) == sums.quick(machine, rows["disk"])
    assert sums.final(machine, rows["none"]._replace(inputs=b"x")) != sums.final(
        machine, rows["none"]
    )
    assert sums.quick(machine, rows["none"]._replace(inputs=b"x")) == sums.quick(
        machine, rows["none"]
    )


def test_media_are_the_same_if_each_is_the_very_same_in_the_same_place():
    one, two = Image(b""), Image(b"")
    row = (8, Image, one, False)
    tape = (None, False)
    assert same_media((row, tape), (row, tape))
    assert same_media(((1000, Image, one, False), tape), ((int("1000"), Image, one, False), tape))
    for other in (
        (tape,),
        ((9, Image, one, False), tape),
        ((8, Sums, one, False), tape),
        ((8, Image, two, False), tape),
        ((8, Image, one, True), tape),
        (row, (two, False)),
        (row, (None, True)),
        (row, row, tape),
        (row[:3], tape),
    ):
        assert not same_media((row, tape), other)


def test_keyboard_and_sticks_are_put_back_as_they_were():
    machine, other = C64(sample_rate=0), C64(sample_rate=0)
    machine.keyboard.hold("A", "LSHIFT")
    machine.joystick(2).press("up", "fire")
    put_inputs(other, inputs_of(machine))
    assert inputs_of(other) == inputs_of(machine) != inputs_of(C64(sample_rate=0))
    assert fingerprint_of(machine).inputs == inputs_of(machine)
