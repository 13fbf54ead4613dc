"""Are both SIDs equally loud? ``python -m tests.bench.sid_loudness FOLDER [--seconds N]``.

Plays each .sid file of a folder on a machine with a 6581 and on one with an 8580, and measures the
loudness of both by ITU-R BS.1770 (pyloudnorm, of the extra ``bench``).  The last line has the
median difference, which is that of the chips; a single tune differs by what it does with the
filter, or was made for one of the chips.
"""

import argparse
import importlib
import statistics
import sys
from pathlib import Path

import numpy as np

import c64
from c64.errors import Go64Error

RATE = 48000
MODELS = ("6581", "8580")
LEAD = 100  # frames after the start that do not count: the program begins
SECONDS = 20


def loudness(samples):
    """Return the integrated loudness of int16 samples at RATE in LUFS; -inf for silence."""
    pyloudnorm = importlib.import_module("pyloudnorm")
    return pyloudnorm.Meter(RATE).integrated_loudness(np.asarray(samples) / 32768.0)


def played(path, model, seconds):
    """Return the samples that a machine with this SID plays; Go64Error if it cannot."""
    machine = c64.C64(sid=model, sample_rate=RATE)
    machine.autostart(str(path))
    machine.tick(LEAD)
    machine.audio()
    parts = []
    for _ in range(int(seconds * machine.model.frame_hz)):
        machine.tick()
        parts.append(machine.audio())
    return np.concatenate(parts)


def main(argv=None):
    """Print the loudness of each tune on both chips, and the median difference; returns 0."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="where .sid files are")
    parser.add_argument("--seconds", type=float, default=SECONDS, help=f"default {SECONDS}")
    args = parser.parse_args(argv)
    tunes = sorted(path for path in args.folder.glob("*") if path.suffix.lower() == ".sid")
    if not tunes:
        parser.error(f"{args.folder}: there is no .sid file in it")
    differences = []
    for path in tunes:
        try:
            heard = [played(path, model, args.seconds) for model in MODELS]
        except Go64Error as error:
            print(f"{path.name}: left out: {error}")
            continue
        old, new = (loudness(samples) for samples in heard)
        if min(old, new) == -np.inf:
            print(f"{path.name}: left out: silent")
            continue
        print(f"{path.name}: 6581 {old:.1f} LUFS, 8580 {new:.1f} LUFS, {old - new:+.1f} dB")
        differences.append(old - new)
    if differences:
        print(
            f"{len(differences)} tunes: the 6581 is {statistics.median(differences):+.2f} dB "
            f"louder (median; {min(differences):+.1f} to {max(differences):+.1f})"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
