"""Short pieces of our own for three SIDs, as a machine plays them: part of tests.bench.sid_sounds.

A machine with SIDs at $D400, $D420 and $D440 gets the writes of a piece frame by frame over its
bus.  Each of its SIDs gives its samples, and the writes that reached it with their cycles.

``python -m tests.bench.sid_tunes`` prints what a frame costs with one to eight SIDs that play.
"""

import re
import statistics
import time
from dataclasses import dataclass

import numpy as np

from c64 import C64

PAL = 985248
CONCERT_PITCH, ITS_NUMBER = 440.0, 57  # Hz of A-4, and semitones from C-0 to it
NAMES = ("C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B")
FRAME = 312 * 63
FRAMES = 200  # of a piece: 4 s
BASES = (0xD400, 0xD420, 0xD440)
GATE = 0x01


@dataclass(frozen=True)
class Instrument:
    """How a voice plays a note.

    waves     control registers from frame to frame; the last one stays
    envelope  attack, decay, sustain, release: one digit each
    steps     semitones above the note from frame to frame, over and over
    width     of the pulse, and by how much it grows in a frame
    fall      by how much the frequency falls in a frame
    """

    waves: tuple[int, ...]
    envelope: int
    steps: tuple[int, ...] = (0,)
    width: tuple[int, int] = (0x800, 0)
    fall: int = 0


INSTRUMENTS = {
    "lead": Instrument((0x41,), 0x08A6, (0,) * 12 + (0.2, 0.3, 0.2, 0, -0.2, -0.3), (0x300, 24)),
    "bass": Instrument((0x21,), 0x0A84),
    "chord": Instrument((0x41,), 0x0968, (0, 4, 7), (0x200, 40)),
    "minor": Instrument((0x11,), 0x0A8A, (0, 3, 7, 12)),
    "drum": Instrument((0x81, 0x41, 0x41, 0x80), 0x0628, (24, 7, 3, 0), fall=0x120),
    "snare": Instrument((0x81, 0x11, 0x80), 0x0448, (36, 12, 40)),
    "bell": Instrument((0x15,), 0x0B0B),
    "torn": Instrument((0x23,), 0x28A7, (0, 0, 12, 12)),
    "organ": Instrument((0x11,), 0x44C6),
    "reed": Instrument((0x51,), 0x16A8, width=(0x600, 12)),
}


@dataclass(frozen=True)
class Part:
    """What one SID plays.

    tracks  for each voice an instrument, frames for each word, and notes such as "A#3"; "-" lets
            the note before go, "." lets it sound on
    filter  routing with resonance, mode, cutoff at first, and by how much it grows in a frame
    """

    tracks: tuple[tuple[str, int, str], ...]
    filter: tuple[int, int, int, int] = (0, 0, 0, 0)


PIECES = {
    "march": (
        Part((("lead", 12, "C4 . E4 G4 C5 . B4 G4 A4 . F4 D4 E4 . - ."),
              ("chord", 24, "C3 C3 F3 F3 G3 G3 C3 C3"),
              ("drum", 12, "C2 - C2 C2 C2 - C2 C2"))),
        Part((("bass", 6, "C2 - C2 G1 C2 - E2 G2 F1 - F1 C2 G1 - G1 B1"),
              ("organ", 48, "E3 A3 B3 G3"), ("snare", 24, "- C4 - C4")),
             (0xA1, 0x10, 0x180, 6)),
        Part((("bell", 24, "C5 G5 F5 E5"), ("reed", 12, "C3 . - G3 F3 . - E3"),
              ("organ", 24, "C4 E3 F3 G3")), (0x42, 0x20, 0x600, -4)),
    ),
    "canon": (
        Part((("lead", 10, "D4 E4 F4 D4 A4 . G4 F4 E4 C#4 D4 . - ."),
              ("minor", 40, "D3 D3 G3 A3 D3"), ("bass", 20, "D2 A1 G1 A1"))),
        Part((("reed", 10, "- . . . D4 E4 F4 D4 A4 . G4 F4 E4 C#4 D4 ."),
              ("organ", 40, "F3 F3 A#3 C#4 A3"), ("bell", 80, "D5 A4")),
             (0x73, 0x30, 0x200, 5)),
        Part((("torn", 10, "- . . . . . . . D5 E5 F5 D5 A5 . G5 F5"),
              ("minor", 20, "A3 F3 D3 A#2"), ("bass", 40, "D1 D1 G1 A1")),
             (0xF5, 0x10, 0x7F0, -8)),
    ),
    "machines": (
        Part((("drum", 8, "C2 - C1 C2 - C2 C1 -"), ("snare", 16, "- D4"), ("drum", 4, "C3 C3 - -")),
             (0x84, 0x40, 0x100, 7)),
        Part((("torn", 16, "E2 E2 G2 A2"), ("torn", 8, "E3 - E3 D3"), ("bass", 4, "E1 E2 - E2")),
             (0xC7, 0x50, 0x080, 9)),
        Part((("bell", 12, "E5 B4 G4 D5"), ("reed", 24, "E3 D3 B2"), ("torn", 6, "E4 - G4 -")),
             (0x31, 0x70, 0x500, 3)),
    ),
}  # fmt: skip


def frequency(semitones):
    """Return the frequency register's value of semitones from C-0."""
    hertz = CONCERT_PITCH * 2 ** ((semitones - ITS_NUMBER) / 12)
    return round(hertz * (1 << 24) / PAL)


def semitones_of(word):
    """Return semitones from C-0 of a note such as "C#4"."""
    name, octave = re.fullmatch(r"([A-G]#?)(\d)", word).groups()
    return NAMES.index(name) + 12 * int(octave)


def voice_writes(track, frame):
    """Return the writes [(register of the voice, value)] of a frame."""
    name, length, text = track
    sound, words = INSTRUMENTS[name], text.split()
    at = frame // length
    first = next((at - n for n in range(at + 1) if words[(at - n) % len(words)] != "."), 0)
    word, since = words[first % len(words)], frame - first * length
    if word in ("-", "."):
        return [(4, sound.waves[-1] & ~GATE)] if since == 0 else []
    pitch = semitones_of(word) + sound.steps[since % len(sound.steps)]
    value = max(0, frequency(pitch) - sound.fall * since) & 0xFFFF
    wide = (sound.width[0] + sound.width[1] * since) & 0xFFF
    writes = [(0, value & 0xFF), (1, value >> 8), (2, wide & 0xFF), (3, wide >> 8)]
    if since == 0:
        writes += [(5, sound.envelope >> 8), (6, sound.envelope & 0xFF)]
        writes.append((4, sound.waves[0] & ~GATE))  # the envelope begins anew
    if since < len(sound.waves):
        writes.append((4, sound.waves[since]))
    return writes


def part_writes(part, frame):
    """Return the writes [(register, value)] of a SID in a frame."""
    writes = [
        (7 * voice + register, value)
        for voice, track in enumerate(part.tracks)
        for register, value in voice_writes(track, frame)
    ]
    routing, mode, begin, growth = part.filter
    cutoff = max(0, min(0x7FF, begin + growth * frame))
    writes += [(0x15, cutoff & 7), (0x16, cutoff >> 3)]
    return writes if frame else [(0x17, routing), (0x18, mode | 0x0F), *writes]


def played_by_machine(piece, chip, rate, lead, frames=FRAMES):
    """Return ([samples of each SID], [writes (cycle, register, value) of each SID]).

    chip  "6581" or "8580";  lead  cycles before the piece begins, which is cycle 0 of the writes
    """
    machine = C64(sid=chip, sids=BASES[1:], sample_rate=rate)
    board = machine.board
    samples, writes = [[] for _ in BASES], [[] for _ in BASES]

    def wait(cycle):
        while board.cycle < cycle:
            board.idle(min(cycle - board.cycle, FRAME))
            board.sync_sid()
            for found, sid in zip(samples, board.sids, strict=True):
                found.append(sid.take_samples())

    for frame in range(frames):
        wait(lead + frame * FRAME)
        for number, (base, part) in enumerate(zip(BASES, piece, strict=True)):
            for register, value in part_writes(part, frame):
                board.access_write(base + register, value)
                writes[number].append((board.cycle - lead, register, value))
                wait(board.cycle + 5)  # LDA #, STA, as a player has them, take six at least
    wait(lead + frames * FRAME)
    return [np.concatenate(found).astype(float) for found in samples], writes


def frame_times(count, frames=250):
    """Return CPU seconds of each frame of a machine of which ``count`` SIDs play three voices."""
    places = range(BASES[1], BASES[1] + 32 * (count - 1), 32)
    machine = C64(sids=places, sample_rate=48000)
    machine.tick(150)
    for base in (BASES[0], *places):
        for voice in range(3):
            for register, value in ((1, 0x1C + voice), (3, 8), (6, 0xF0), (4, 0x41)):
                machine.memory[base + 7 * voice + register] = value
        for register, value in ((0x16, 0x40), (0x17, 0xF1), (0x18, 0x1F)):
            machine.memory[base + register] = value
    times = []
    for _ in range(frames):
        begun = time.process_time()
        machine.tick()
        machine.audio()
        times.append(time.process_time() - begun)
    return times


if __name__ == "__main__":
    for count in range(1, 9):
        print(f"{count} SIDs: {statistics.median(frame_times(count)) * 1e6:.0f} us a frame")
