"""A machine where numpy is missing, as in a browser, with the tables that a site brings along."""

import subprocess
import sys
import zlib
from pathlib import Path

import pytest

import c64
from tools.web.tables import stored_tables

ROOT = Path(__file__).resolve().parents[2]
FRAMES = 140
PROGRAM = """
import sys, zlib
sys.modules["numpy"] = None
sys.path.insert(0, {root!r})
from c64.base.stored_tables import use_stored
use_stored(open({tables!r}, "rb").read())
import c64
machine = c64.C64({model!r}, sample_rate=48000)
machine.tick({frames})
machine.type("poke 54296,15\\n", wait=False)
machine.tick(60)
print(zlib.crc32(machine.snapshot()), zlib.crc32(memoryview(machine.board.vic.frame)),
      zlib.crc32(machine.audio_bytes()), "READY." in machine.screen.text())
machine.on_write(0xD020, print)
try:
    machine.screen.indices
except ImportError:
    print("no arrays")
"""


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    path = tmp_path_factory.mktemp("tables") / "tables"
    path.write_bytes(stored_tables())
    return str(path)


@pytest.mark.slow
@pytest.mark.compiled_only("a second of an uncompiled machine shows nothing more")
@pytest.mark.parametrize(
    "model",
    [
        pytest.param(model, marks=() if model in ("c64", "ntsc") else pytest.mark.long)
        for model in c64.MODELS
    ],
)
def test_a_machine_without_numpy_is_equal_to_the_last_byte(tables, model):
    values = {"root": str(ROOT), "tables": tables, "model": model, "frames": FRAMES}
    told = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(**values)],
        capture_output=True, text=True, check=True, timeout=120,
    ).stdout.split()  # fmt: skip
    machine = c64.C64(model, sample_rate=48000)
    machine.tick(FRAMES)
    machine.type("poke 54296,15\n", wait=False)
    machine.tick(60)
    frame = memoryview(machine.board.vic.frame)
    sums = [zlib.crc32(part) for part in (machine.snapshot(), frame, machine.audio().tobytes())]
    assert told == [*map(str, sums), "True", "no", "arrays"]
