"""What machines take of the host's memory: the constant tables are there once in a process."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import c64

MACHINES = 16
MODELS = ("c64", "c64c", "ntsc")  # by turns
ALL_MB = 300  # with picture and sound, Python and its libraries included
EACH_MB = 1.5  # RAM, the frame, the board's map: all that a machine has for itself
ROOT = Path(__file__).parents[2]
COUNT = """
import json, resource, sys
from pathlib import Path
import c64

UNIT = 1 << (20 if sys.platform == "darwin" else 10)  # macOS counts bytes, Linux KiB

def peak():
    # What getrusage says of Linux includes the process that started this one, until exec.
    status = Path("/proc/self/status")
    if status.exists():
        line = next(row for row in status.read_text().splitlines() if row.startswith("VmHWM"))
        return int(line.split()[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / UNIT

machines, peaks = [], []
for number in range(MACHINES):
    machines.append(c64.C64(MODELS[number % len(MODELS)], sample_rate=48000))
    machines[-1].tick(3)
    assert len(machines[-1].audio()) and len(machines[-1].screen.frame)
    peaks.append(peak())
print(json.dumps(peaks))
"""


@pytest.mark.slow
@pytest.mark.skipif(c64.PURE, reason="the compiled machine's memory: compiled machine only")
@pytest.mark.skipif(os.name == "nt", reason="Windows has no getrusage")
def test_sixteen_machines_with_picture_and_sound_share_their_tables():
    program = COUNT.replace("MACHINES", str(MACHINES)).replace("MODELS", repr(MODELS))
    result = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    peaks = json.loads(result.stdout)
    assert peaks[-1] < ALL_MB
    others = peaks[len(MODELS) :]  # the first of each model brings its tables
    assert (others[-1] - peaks[len(MODELS) - 1]) / len(others) < EACH_MB, peaks
