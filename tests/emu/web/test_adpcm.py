"""Sound in four bits a sample: what comes out is near what went in, packet by packet."""

import re
from pathlib import Path

import numpy as np
import pytest

import c64
from emu.web import server
from emu.web.adpcm import HEAD, INDEX_STEP, LAST, STEPS, Encoder

RATE = 24000


def decode(packet):
    """The samples of a packet, by the description of the format alone."""
    value, index, count = HEAD.unpack_from(packet)
    out = []
    for n in range(count):
        code = packet[HEAD.size + n // 2] >> 4 * (n % 2) & 15
        size = code & 7
        gain = STEPS[index] * (2 * size + 1) >> 3
        value = max(-32768, min(32767, value - gain if code & 8 else value + gain))
        index = max(0, min(LAST, index + INDEX_STEP[size]))
        out.append(value)
    return np.array(out)


def noise_of(samples, packets):
    """Decibels of the signal over what was lost, but for the first packet's attack."""
    there = np.concatenate([decode(packet) for packet in packets])
    assert len(there) == len(samples)
    samples, there = samples[2000:].astype(float), there[2000:]
    return 10 * np.log10(np.sum(samples**2) / np.sum((samples - there) ** 2))


@pytest.mark.parametrize("hertz", [110, 440, 1760])
def test_a_tone_comes_out_as_a_tone(hertz):
    samples = (9000 * np.sin(2 * np.pi * hertz * np.arange(RATE) / RATE)).astype(np.int16)
    encoder = Encoder()
    packets = [encoder.encode(part) for part in np.array_split(samples, 25)]
    assert noise_of(samples, packets) > 25


def test_the_sound_of_a_sid_comes_out_near_enough():
    machine = c64.C64(sample_rate=RATE)
    machine.tick(120)  # the KERNAL has set the SID
    machine.audio()
    sid = machine.board.sid
    for at, value in ((24, 15), (5, 0), (6, 0xF0), (0, 0x9A), (1, 0x0E), (4, 0x21), (7, 0x30),
                      (8, 0x16), (12, 0), (13, 0xF0), (10, 8), (11, 0x41)):  # fmt: skip
        sid.write(at, value)
    packets, samples, encoder = [], [], Encoder()
    for _ in range(40):
        machine.tick()
        samples.append(machine.audio())
        packets.append(encoder.encode(samples[-1]))
    assert noise_of(np.concatenate(samples), packets) > 15


def test_a_packet_needs_none_before_it():
    samples = (9000 * np.sin(np.arange(RATE) / 9)).astype(np.int16)
    encoder = Encoder()
    parts = np.array_split(samples, 25)
    packets = [encoder.encode(part) for part in parts]
    alone = decode(packets[20])
    assert np.abs(alone - parts[20]).max() < 2500


def test_half_a_byte_a_sample_and_silence_is_nothing():
    encoder = Encoder()
    loud = np.random.default_rng(1).integers(-30000, 30000, 958).astype(np.int16)
    assert len(encoder.encode(loud)) == 5 + 479
    assert encoder.encode(np.full(958, -17000, dtype=np.int16)) == b""
    assert encoder.encode(np.zeros(0, dtype=np.int16)) == b""


def test_the_loudest_noise_stays_within_sixteen_bits():
    loud = np.where(np.arange(957) % 2, 32767, -32768).astype(np.int16)
    there = decode(Encoder().encode(loud))
    assert there.min() >= -32768 and there.max() <= 32767 and len(there) == 957


def test_the_page_has_the_same_tables():
    script = (Path(server.__file__).with_name("page") / "sound.js").read_text()
    for name, table in (("STEPS", STEPS), ("INDEX_STEP", INDEX_STEP)):
        listed = re.search(rf"const {name} = \[([^\]]*)\]", script)[1]
        assert tuple(map(int, listed.split(","))) == table
