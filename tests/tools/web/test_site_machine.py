"""The machine of the site, in Node, against the one of this computer."""

import shutil
import subprocess
import sys

import pytest

from tests.tools.web.site import ROOT, run_in_node, unpacked_runtime

FRAMES = 1500
# 1 SYS2061, then: SID voice 1 noise at full volume, sprites on, and for ever a new colour of the
# border, a new pitch and the place of sprite 0.
BUSY = bytes.fromhex(
    "0108 0b08 0100 9e 32303631 00 0000 a9ff 8d15d0 a90f 8d18d4 a9f0 8d06d4 a981 8d04d4"
    "e8 8e20d0 8e00d4 8e01d4 8e00d0 8e01d0 4c2108"
)
LINES = (
    "10 print chr$(205.5+rnd(1));:poke 54296,15:poke 54276,33:poke 54273,rnd(1)*99:goto 10\nrun\n"
)
PROGRAM = """
import hashlib, c64
for model, start in (("c64", "go64.d64"), ("c64c", "busy.prg"), ("ntsc", None)):
    machine = c64.C64(model, sample_rate=48000)
    if start:
        machine.autostart(start)
    else:
        machine.tick(150)
        machine.type({lines!r}, wait=False)
    sound = hashlib.sha256()
    for frame in range({frames}):
        machine.tick()
        sound.update(machine.audio_bytes())
    parts = machine.ram, machine.board.vic.frame, machine.snapshot()
    print(model, *(hashlib.sha256(part).hexdigest() for part in parts), sound.hexdigest())
"""


@pytest.fixture(scope="module")
def script(tmp_path_factory):
    return unpacked_runtime(tmp_path_factory.mktemp("runtime"))


@pytest.mark.slow
@pytest.mark.compiled_only("the site has the compiled machine")
def test_three_programs_are_equal_to_the_last_byte_in_webassembly(script, tmp_path):
    shutil.copy(ROOT / "disk" / "go64.d64", tmp_path)
    (tmp_path / "busy.prg").write_bytes(BUSY)
    program = PROGRAM.format(lines=LINES, frames=FRAMES)
    there = run_in_node(script, program, *tmp_path.iterdir())
    here = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r})\n{program}"],
        cwd=tmp_path, capture_output=True, text=True, check=True, timeout=300,
    ).stdout  # fmt: skip
    assert len(here.splitlines()) == 3
    assert there == here
